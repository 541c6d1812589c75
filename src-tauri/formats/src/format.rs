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
}
