//! A report as it goes out: what it says, what its citations rest on, and what of it is suggested only.

use std::collections::HashMap;

/// Gives an image's bytes by its target or its name; none where there are none.
pub type Images<'a> = dyn Fn(&str) -> Option<Vec<u8>> + 'a;

pub struct Export<'a> {
    /// Of the report, as text.
    pub id: String,
    pub head: Head,
    /// "en", "de".
    pub language: &'a str,
    /// In reading order.
    pub sections: Vec<Section>,
    /// The content of the footnote of a citation, by its label.
    pub notes: HashMap<String, Note>,
    /// A line a source.
    pub sources: Vec<String>,
    /// A notice on its citations for before it is read: "3 citations are stale."; empty where there is none.
    pub notice: String,
    pub words: Words,
    pub images: &'a Images<'a>,
    /// The author and the times of suggestions, for tracked changes: two times that a word processor does not take for
    /// one.
    pub author: String,
    pub dates: [String; 2],
}

/// The words that Factly adds, in the language of the report.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    pub contents: &'static str,
    pub sources: &'static str,
    pub figure: &'static str,
}

pub const ENGLISH: Words = Words { contents: "Contents", sources: "Sources", figure: "Figure" };
pub const GERMAN: Words = Words { contents: "Inhalt", sources: "Quellen", figure: "Abbildung" };

/// The title of the report, and what stands before its first section: as they stand and as they are suggested.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    pub stands: Wording,
    pub suggested: Wording,
    /// As [`Section::written`].
    pub written: String,
}

/// A section as it stands and as it is suggested; both are the same where nothing is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    pub id: u128,
    pub number: String,
    /// 1 for the first level.
    pub depth: usize,
    pub appendix: bool,
    /// None where the section is suggested only.
    pub stands: Option<Wording>,
    /// None where it is suggested to delete it.
    pub suggested: Option<Wording>,
    /// The spelling of its heading in Markdown, as the exporter gives it: a document of Word carries it as it is.
    pub written: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wording {
    pub title: String,
    pub body_md: String,
}

impl Section {
    /// The words that are written where nothing is tracked.
    pub(crate) fn wording(&self) -> Option<&Wording> {
        self.stands.as_ref()
    }
}

/// The target of a citation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// `factly://fact/<id>`.
    pub target: String,
    /// The quote, its source and its place.
    pub text: String,
    /// "stale", "not accepted yet"; empty where the citation holds.
    pub remark: &'static str,
}
