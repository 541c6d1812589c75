//! An answer that rests on sources while it comes and as it ends: its citations are validated, its sentences checked.

use factly_core::chat::sources::SourcePassage;
use factly_core::chat::sources::citation::{CitationFilter, Citations, validate};
use factly_core::chat::sources::events::ChatLogEvent;
use factly_core::chat::sources::record::{AnswerSource, Check, ReplyOrigin, sources};
use factly_core::chat::sources::verify::verify;
use factly_core::chat::{ChatMode, MessageState};
use uuid::Uuid;

use crate::chat::Chat;

/// The grounds of an answer, as they are stored.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Grounds {
    pub(super) sources: Vec<AnswerSource>,
    pub(super) check: Check,
}

/// Passes an answer's words on as they may be shown.
pub(super) struct ShownWords {
    filter: Option<CitationFilter>,
}

impl ShownWords {
    /// Without passages everything is shown as it comes.
    pub(super) fn new(citable: Option<&[SourcePassage]>) -> Self {
        Self { filter: citable.map(|passages| CitationFilter::new(&ids(passages))) }
    }

    pub(super) fn push(&mut self, words: &str) -> String {
        match &mut self.filter {
            Some(filter) => filter.push(words),
            None => words.to_owned(),
        }
    }

    /// Returns what is to be said yet, and what became of the citations.
    pub(super) fn finish(self, state: MessageState) -> (String, Option<Citations>) {
        let Some(filter) = self.filter else { return (String::new(), None) };
        let (mut rest, citations) = filter.finish();
        if state == MessageState::Done {
            rest.push_str(&citations.closing());
        }
        (rest, Some(citations))
    }
}

/// Returns a built-in answer as it is said, and what became of its citations.
pub(super) fn closed(markdown: &str, passages: &[SourcePassage]) -> (String, Citations) {
    validate(markdown, &ids(passages))
}

fn ids(passages: &[SourcePassage]) -> Vec<String> {
    passages.iter().map(|passage| passage.id.clone()).collect()
}

impl Chat<'_> {
    /// Checks an answer against the passages that it cites.
    pub(super) fn grounds(
        &self,
        conversation: Uuid,
        (origin, citations): (ReplyOrigin, Citations),
        text: &str,
        (mode, passages): (&dyn ChatMode, &[SourcePassage]),
    ) -> Grounds {
        let Citations { generated, valid, removed } = &citations;
        self.log(conversation, &ChatLogEvent::Citations { generated, valid, removed });
        let sources = sources(&citations, passages);
        let mut check = Check::new(origin, citations, verify(text, passages));
        if origin != ReplyOrigin::Model {
            // The sources' own words need no check, and the templates claim nothing.
            check.unsupported.clear();
        }
        check.by_words = mode.by_words().cloned();
        Grounds { sources, check }
    }
}
