//! The kinds of documents.

use serde::{Deserialize, Serialize};

/// The formats that are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    Text,
    Markdown,
    Pdf,
    Docx,
    Odt,
    Rtf,
    Pptx,
    Html,
    Epub,
    /// XLSX, XLS and ODS.
    Spreadsheet,
    Csv,
    Eml,
    Mbox,
    Srt,
    Vtt,
}

impl Format {
    pub const ALL: [Self; 15] = [
        Self::Pdf,
        Self::Docx,
        Self::Odt,
        Self::Rtf,
        Self::Pptx,
        Self::Html,
        Self::Epub,
        Self::Spreadsheet,
        Self::Csv,
        Self::Eml,
        Self::Mbox,
        Self::Srt,
        Self::Vtt,
        Self::Markdown,
        Self::Text,
    ];

    /// The name as it is written in interfaces and in `input show`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Markdown => "markdown",
            Self::Pdf => "pdf",
            Self::Docx => "docx",
            Self::Odt => "odt",
            Self::Rtf => "rtf",
            Self::Pptx => "pptx",
            Self::Html => "html",
            Self::Epub => "epub",
            Self::Spreadsheet => "spreadsheet",
            Self::Csv => "csv",
            Self::Eml => "eml",
            Self::Mbox => "mbox",
            Self::Srt => "srt",
            Self::Vtt => "vtt",
        }
    }

    /// The usual endings of its files' names, in lower case and without a dot.
    #[must_use]
    pub const fn endings(self) -> &'static [&'static str] {
        match self {
            Self::Text => &["txt", "text"],
            Self::Markdown => &["md", "markdown"],
            Self::Pdf => &["pdf"],
            Self::Docx => &["docx"],
            Self::Odt => &["odt"],
            Self::Rtf => &["rtf"],
            Self::Pptx => &["pptx"],
            Self::Html => &["html", "htm", "xhtml"],
            Self::Epub => &["epub"],
            Self::Spreadsheet => &["xlsx", "xls", "ods"],
            Self::Csv => &["csv", "tsv"],
            Self::Eml => &["eml"],
            Self::Mbox => &["mbox"],
            Self::Srt => &["srt"],
            Self::Vtt => &["vtt"],
        }
    }
}
