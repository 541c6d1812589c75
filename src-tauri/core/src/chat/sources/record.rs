//! The record stored beside an answer: its sources, and the findings of its check.

use serde::{Deserialize, Serialize};

use super::SourcePassage;
use super::citation::{Citations, without_line};
use super::prompt::abridged;
use super::verify::{CheckedSentence, CitedPassage, SentenceVerdict};
use crate::chat::markdown::MARK;
use crate::evidence::Missing;
use crate::message::UserMessage;
use crate::named;

/// So much of a source's text is kept.
pub const SOURCE_CHARS: usize = 160;

/// A source of an answer: `[{ id, text }]`, of validated ids only.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnswerSource {
    pub id: String,
    pub text: String,
}

/// The origin of an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReplyOrigin {
    #[default]
    Model,
    /// Of the sources' own words.
    Extract,
    Guard,
    /// The breaker was open.
    Fallback,
}

/// The findings of an answer's check.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Check {
    pub origin: ReplyOrigin,
    /// One for each citation, in the order of the text.
    #[serde(default)]
    pub citations: Vec<Quote>,
    #[serde(default)]
    pub removed: Vec<String>,
    #[serde(default)]
    pub unsupported: Vec<Unsupported>,
    /// The reason its passages were found by their words alone, where a model was to compare their meaning.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by_words: Option<UserMessage>,
}

/// The words of a passage that carry a claim.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Quote {
    pub id: String,
    /// The claim it is cited for.
    pub claim: String,
    pub quote: String,
    /// Code points of the Input.
    pub start: u32,
    pub end: u32,
}

/// A sentence that its sources do not carry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unsupported {
    pub text: String,
    pub why: CitationFault,
    /// Things that no cited passage carries.
    #[serde(default)]
    pub missing: Vec<Missing>,
    /// The byte of the answer behind the sentence.
    pub end: usize,
}

named! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum CitationFault {
        NotInSource = "not_in_source",
        NoSource = "no_source",
    }
}

/// Returns the sources of an answer, of which only validated ids are.
pub fn sources(citations: &Citations, passages: &[SourcePassage]) -> Vec<AnswerSource> {
    let of = |id: &String| passages.iter().find(|passage| passage.id == *id);
    let source =
        |passage: &SourcePassage| AnswerSource { id: passage.id.clone(), text: abridged(&passage.text, SOURCE_CHARS) };
    citations.valid.iter().filter_map(of).map(source).collect()
}

/// Returns an answer as a window draws it: its sentences marked, and without the line of sources, which is a list there.
pub fn render_marked(text: &str, unsupported: &[Unsupported]) -> String {
    let mut out = without_line(text).to_owned();
    for (index, marked) in unsupported.iter().enumerate().rev() {
        let mark = u32::try_from(index).ok().and_then(|index| char::from_u32(MARK as u32 + index));
        if let Some(mark) = mark.filter(|_| out.is_char_boundary(marked.end)) {
            out.insert(marked.end, mark);
        }
    }
    out
}

impl Check {
    pub fn new(origin: ReplyOrigin, citations: Citations, claims: Vec<CheckedSentence>) -> Self {
        let mut check = Self { origin, removed: citations.removed, ..Self::default() };
        for claim in claims {
            let quotes = claim.citations.into_iter().map(|cited| Quote::new(&claim.text, cited));
            check.citations.extend(quotes);
            let (why, missing) = match claim.verdict {
                SentenceVerdict::Supported => continue,
                SentenceVerdict::NotInSource(missing) => (CitationFault::NotInSource, missing),
                SentenceVerdict::NoSource => (CitationFault::NoSource, Vec::new()),
            };
            check.unsupported.push(Unsupported { text: claim.text, why, missing, end: claim.bytes.end });
        }
        check
    }
}

impl Quote {
    fn new(claim: &str, cited: CitedPassage) -> Self {
        let CitedPassage { id, quote, start, end } = cited;
        Self { id, claim: claim.to_owned(), quote, start, end }
    }
}
