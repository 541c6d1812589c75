//! The messages of a call that goes on with a document: its true history, and nothing besides.

use uuid::Uuid;

/// Message to a model between two chunks, and at the end of a call that goes on.
pub const CONTINUE: &str = "Please continue.";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChunkRole {
    User,
    Assistant,
}

/// A message of a call. An assistant's has the id of the chunk that it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallMessage<'t> {
    pub role: ChunkRole,
    pub id: Option<Uuid>,
    pub text: &'t str,
}

/// A chunk as a call has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PastChunk<'t> {
    pub id: Uuid,
    pub text: &'t str,
}

/// Returns the messages after the system instruction: the seed prompt, each chunk as its own message, "Please continue."
/// after each. Without chunks it is the first call.
pub fn history<'t>(seed_prompt: &'t str, chunks: &[PastChunk<'t>]) -> Vec<CallMessage<'t>> {
    let user_message = |text| CallMessage { role: ChunkRole::User, id: None, text };
    let mut messages = vec![user_message(seed_prompt)];
    for chunk in chunks {
        messages.push(CallMessage { role: ChunkRole::Assistant, id: Some(chunk.id), text: chunk.text });
        messages.push(user_message(CONTINUE));
    }
    messages
}

/// The step that follows an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Continuation {
    /// The document is whole.
    Assemble,
    /// A job goes on with this turn.
    Continue { turn_index: u32 },
    /// It was gone on with as often as is allowed: the document is what there is.
    Limit,
}

/// Decides what follows the answer of a turn, 0 for the first.
pub fn next(turn_index: u32, is_cut: bool, most_continuations: u32) -> Continuation {
    match (is_cut, turn_index < most_continuations) {
        (false, _) => Continuation::Assemble,
        (true, true) => Continuation::Continue { turn_index: turn_index + 1 },
        (true, false) => Continuation::Limit,
    }
}
