//! A report as it goes out: what it says, what its citations rest on, and what of it is suggested only.

use std::collections::HashMap;

/// Gives an image's bytes by its target or its name; none where there are none.
pub type Images<'a> = dyn Fn(&str) -> Option<Vec<u8>> + 'a;

pub struct ReportContent<'a> {
    /// Of the report, as text.
    pub id: String,
    pub head: ReportHead,
    /// "en", "de".
    pub language: &'a str,
    /// In reading order.
    pub sections: Vec<ExportSection>,
    /// The content of the footnote of a citation, by its label.
    pub notes: HashMap<String, CitationNote>,
    /// A line a source.
    pub sources: Vec<String>,
    /// A notice on its citations for before it is read: "3 citations are stale."; empty where there is none.
    pub notice: String,
    pub words: ExportWords,
    pub images: &'a Images<'a>,
    /// The author and the times of suggestions, for tracked changes: two times that a word processor does not take for
    /// one.
    pub author: String,
    pub dates: [String; 2],
}

/// The words that Factly adds, in the language of the report.
#[derive(Clone, Copy, Debug)]
pub struct ExportWords {
    pub contents: &'static str,
    pub sources: &'static str,
    pub figure: &'static str,
}

pub const ENGLISH: ExportWords = ExportWords { contents: "Contents", sources: "Sources", figure: "Figure" };
pub const GERMAN: ExportWords = ExportWords { contents: "Inhalt", sources: "Quellen", figure: "Abbildung" };

/// The title of the report, and what stands before its first section: as they stand and as they are suggested.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportHead {
    pub current: SectionWording,
    pub suggested: SectionWording,
    /// As [`ExportSection::written`].
    pub written: String,
}

/// A section as it stands and as it is suggested; both are the same where nothing is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportSection {
    pub id: u128,
    pub number: String,
    /// 1 for the first level.
    pub depth: usize,
    pub appendix: bool,
    /// None where the section is suggested only.
    pub current: Option<SectionWording>,
    /// None where it is suggested to delete it.
    pub suggested: Option<SectionWording>,
    /// The spelling of its heading in Markdown, as the exporter gives it: a document of Word carries it as it is.
    pub written: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SectionWording {
    pub title: String,
    pub body_md: String,
}

impl ExportSection {
    /// The words that are written where nothing is tracked.
    pub(crate) fn wording(&self) -> Option<&SectionWording> {
        self.current.as_ref()
    }
}

/// The target of a citation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CitationNote {
    /// `factly://fact/<id>`.
    pub target: String,
    /// The quote, its source and its place.
    pub text: String,
    /// "stale", "not accepted yet"; empty where the citation holds.
    pub remark: &'static str,
}
