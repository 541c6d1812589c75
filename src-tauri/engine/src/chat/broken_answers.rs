//! Answers that nobody carries on any more: the process that did has died.

use std::path::Path;

use crate::chat::Chat;
use crate::error::{Code, Error, Result};
use crate::store::{ConversationSeq, Op, Topic, Writer};
use crate::turn_lock::is_carried_out;

impl Chat<'_> {
    /// Ends the answers that nobody carries on, with the words that they had.
    pub(crate) fn end_broken_answers(&self) -> Result<()> {
        let streaming = self.ctx.read(|r| Ok(r.streaming_messages()?))?;
        let broken: Vec<_> = streaming.into_iter().filter(|row| !is_carried_out(self.ctx.path(), row.id)).collect();
        if broken.is_empty() {
            return Ok(());
        }
        self.ctx.write(Op::silent(), |w| {
            w.topic(Topic::Chat);
            for row in &broken {
                w.break_answer(row.seq, &interrupted().stored())?;
            }
            Ok(())
        })?;
        Ok(())
    }
}

/// One turn at a time. What a process that died left under way is ended on the spot.
pub(super) fn refuse_while_streaming(w: &mut Writer<'_>, library: &Path, conversation: ConversationSeq) -> Result<()> {
    for row in w.streaming_messages()?.into_iter().filter(|row| row.conversation == conversation) {
        if is_carried_out(library, row.id) {
            return Err(Error::new(Code::Busy, "This conversation is being answered.")
                .kept("Nothing was sent.")
                .hint("Wait for the answer, or stop it."));
        }
        w.break_answer(row.seq, &interrupted().stored())?;
    }
    Ok(())
}

fn interrupted() -> Error {
    Error::new(Code::Interrupted, "The application ended before the answer did.")
        .kept("What came until then is kept.")
        .hint("Try again.")
}
