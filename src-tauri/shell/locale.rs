//! The language of the window: typed values cross to it as its reader writes them, `455,00 €` or `€455.00`, and the
//! system's dialogs for files have their titles in it.
//!
//! One process has one window, so its language is one for the process, as in the window itself.

use std::sync::atomic::{AtomicBool, Ordering};

use factly_core::language::Language;
use factly_core::values::Value;

static IS_GERMAN: AtomicBool = AtomicBool::new(false);

/// Sets the language that values are shown in from now on.
pub fn set(language: Language) {
    IS_GERMAN.store(language == Language::German, Ordering::Relaxed);
}

pub fn language() -> Language {
    if IS_GERMAN.load(Ordering::Relaxed) { Language::German } else { Language::English }
}

/// Returns a value as the reader of the window writes it.
pub fn display(value: &Value) -> String {
    value.reading_in(language())
}

/// A title of the system's dialog for files, or the name of a kind of files in it.
#[derive(Clone, Copy)]
pub enum Title {
    AddFiles,
    AddFolder,
    AllFiles,
    Documents,
    EvidencePack,
    Export,
    ExportCsv,
    Import,
    ImportChanges,
    ImportCsv,
    Save,
    SaveDocument,
}

impl Title {
    /// Returns it in the language of the window.
    pub fn text(self) -> &'static str {
        let (english, german) = match self {
            Self::AddFiles => ("Add files", "Dateien hinzufügen"),
            Self::AddFolder => ("Add a folder", "Ordner hinzufügen"),
            Self::AllFiles => ("All files", "Alle Dateien"),
            Self::Documents => ("Documents", "Dokumente"),
            Self::EvidencePack => ("Evidence pack", "Belegpaket"),
            Self::Export => ("Export", "Exportieren"),
            Self::ExportCsv => ("Export CSV", "CSV exportieren"),
            Self::Import => ("Import", "Importieren"),
            Self::ImportChanges => ("Import changes", "Änderungen importieren"),
            Self::ImportCsv => ("Import CSV", "CSV importieren"),
            Self::Save => ("Save", "Speichern"),
            Self::SaveDocument => ("Save the document", "Dokument speichern"),
        };
        if language() == Language::German { german } else { english }
    }
}
