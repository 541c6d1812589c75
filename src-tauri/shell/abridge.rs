//! Abridging of an event too large for one message of a channel; the window has it whole when it reads the
//! conversation.
//!
//! An abridged card has no fingerprint: its buttons do nothing before it is shown whole.

use std::io;

use serde::Serialize;

use crate::wire::chat::{CardShown, ChatEvent};

/// The webview takes larger messages by a slower way.
pub const MOST_BYTES: usize = 8_192;
/// Limits on the length of a text, tried one after the other, and on the number of entities.
const TRIES: [(usize, usize); 3] = [(2_000, 50), (400, 50), (80, 50)];
const SHORTEST: (usize, usize) = (40, 8);

pub(crate) fn abridged(event: ChatEvent) -> ChatEvent {
    if size(&event) < MOST_BYTES {
        return event;
    }
    let shorter = |(letters, entities): &(usize, usize)| shorter(event.clone(), *letters, *entities);
    let fits = |event: &ChatEvent| size(event) < MOST_BYTES;
    TRIES.iter().map(shorter).find(fits).unwrap_or_else(|| shorter(&SHORTEST))
}

fn shorter(mut event: ChatEvent, letters: usize, entities: usize) -> ChatEvent {
    match &mut event {
        ChatEvent::Begun { user, .. } => {
            cut(&mut user.text, letters);
            user.references.truncate(entities);
        }
        ChatEvent::ToolCall { params, card, .. } => {
            *params = None;
            card.fingerprint.clear();
            shorter_card(&mut card.shown, letters, entities);
        }
        ChatEvent::Error { error, hint, .. } => {
            let mut shorter = |text: &mut String| cut(text, letters);
            error.each_text(&mut shorter);
            hint.iter_mut().for_each(|hint| hint.each_text(&mut shorter));
        }
        ChatEvent::Token { .. } | ChatEvent::Suggestion { .. } | ChatEvent::Done { .. } | ChatEvent::Stopped { .. } => {
        }
    }
    event
}

fn shorter_card(shown: &mut CardShown, letters: usize, entities: usize) {
    match shown {
        CardShown::Add { text, links, .. } => {
            cut(text, letters);
            links.truncate(entities);
            links.iter_mut().for_each(|link| cut(&mut link.text, letters));
        }
        CardShown::Delete { entities: doomed, downstream, .. } => {
            doomed.truncate(entities);
            doomed.iter_mut().for_each(|entity| cut(&mut entity.text, letters));
            downstream.truncate(entities);
            downstream.iter_mut().for_each(|entity| cut(&mut entity.text, letters));
        }
        CardShown::Edit { before, after, .. } => {
            cut(before, letters);
            cut(after, letters);
        }
    }
}

fn cut(text: &mut String, letters: usize) {
    if let Some((end, _)) = text.char_indices().nth(letters) {
        text.truncate(end);
        text.push('…');
    }
}

/// Bytes as JSON.
pub(crate) fn size(value: &impl Serialize) -> usize {
    let mut count = Count(0);
    serde_json::to_writer(&mut count, value).map_or(usize::MAX, |()| count.0)
}

struct Count(usize);

impl io::Write for Count {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
