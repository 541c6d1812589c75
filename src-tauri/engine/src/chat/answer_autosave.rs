//! The autosave of an answer so far, written to the library while it streams.
//!
//! At least every half second, also while nothing comes: the wire looks at Stop every few milliseconds on this same
//! thread, and that is when what is unwritten is handed on. Writing is another thread's, so that words are told while
//! the disk works; the longer it takes, the less often it is done, so that a long answer costs no more than a tenth of
//! its time. A library that cannot be written to stops the stream.

use std::cell::{Cell, RefCell};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{JoinHandle, spawn};
use std::time::{Duration, Instant};

use crate::chat::request::{TurnEvent, TurnEventSink};
use crate::context::Context;
use crate::error::Error;
use crate::providers::StopSignal;
use crate::store::{MessageSeq, Op};

const EVERY: Duration = Duration::from_millis(400);
/// Writing takes at most one part in so many of the time.
const SHARE: u32 = 10;

pub(super) struct AnswerAutosave<'a> {
    ctx: &'a Context,
    answer: MessageSeq,
    stop: &'a dyn StopSignal,
    text: RefCell<String>,
    /// Length of the text that was handed on, and the time.
    handed: Cell<(usize, Instant)>,
    writer: RefCell<Option<AutosaveThread>>,
    progress: Arc<Mutex<AutosaveState>>,
}

/// The thread that writes. A short answer needs none.
struct AutosaveThread {
    words: Sender<String>,
    thread: JoinHandle<()>,
}

#[derive(Default)]
struct AutosaveState {
    is_writing: bool,
    took: Duration,
    trouble: Option<Error>,
}

impl<'a> AnswerAutosave<'a> {
    pub(super) fn new(ctx: &'a Context, answer: MessageSeq, stop: &'a dyn StopSignal) -> Self {
        Self {
            ctx,
            answer,
            stop,
            text: RefCell::default(),
            handed: Cell::new((0, Instant::now())),
            writer: RefCell::default(),
            progress: Arc::default(),
        }
    }

    pub(super) fn add(&self, token: &str) {
        self.text.borrow_mut().push_str(token);
        self.save_if_due();
    }

    pub(super) fn text(&self) -> String {
        self.text.borrow().clone()
    }

    /// Returns why the library could not be written to.
    pub(super) fn trouble(&self) -> Option<Error> {
        self.with_progress(|progress| progress.trouble.clone())
    }

    fn save_if_due(&self) {
        let (handed, since) = self.handed.get();
        let text = self.text.borrow();
        if text.len() == handed || since.elapsed() < EVERY {
            return;
        }
        let is_due = self.with_progress(|progress| {
            let is_due = !progress.is_writing && progress.trouble.is_none() && since.elapsed() >= progress.took * SHARE;
            progress.is_writing |= is_due;
            is_due
        });
        if is_due {
            let mut writer = self.writer.borrow_mut();
            let writer = writer.get_or_insert_with(|| self.begin_writing());
            // The thread ends only with the sender.
            let _ = writer.words.send(text[handed..].to_owned());
            self.handed.set((text.len(), Instant::now()));
        }
    }

    fn begin_writing(&self) -> AutosaveThread {
        let (words, received) = channel();
        let (ctx, answer, progress) = (self.ctx.clone(), self.answer, Arc::clone(&self.progress));
        AutosaveThread { words, thread: spawn(move || write_all(&ctx, answer, &received, &progress)) }
    }

    fn with_progress<T>(&self, look: impl FnOnce(&mut AutosaveState) -> T) -> T {
        look(&mut self.progress.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

fn write_all(ctx: &Context, answer: MessageSeq, words: &Receiver<String>, progress: &Mutex<AutosaveState>) {
    let mut text = String::new();
    while let Ok(more) = words.recv() {
        text.push_str(&more);
        let begun = Instant::now();
        let written = ctx.write(Op::silent(), |w| Ok(w.keep_answer(answer, &text)?));
        let mut progress = progress.lock().unwrap_or_else(PoisonError::into_inner);
        *progress = AutosaveState { is_writing: false, took: begun.elapsed(), trouble: written.err() };
    }
}

impl StopSignal for AnswerAutosave<'_> {
    fn is_stopped(&self) -> bool {
        self.save_if_due();
        self.stop.is_stopped() || self.trouble().is_some()
    }
}

impl Drop for AnswerAutosave<'_> {
    /// A write that comes after the end of its answer changes nothing; but none may come after the library was closed.
    fn drop(&mut self) {
        if let Some(AutosaveThread { words, thread }) = self.writer.take() {
            drop(words);
            // One that panicked has told so in the log.
            let _ = thread.join();
        }
    }
}

/// Keeps words of an answer and lets them be heard.
pub(super) fn emit(autosave: &AnswerAutosave<'_>, hear: TurnEventSink<'_>, words: &str) {
    if !words.is_empty() {
        autosave.add(words);
        hear(TurnEvent::Token(words));
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;
    use crate::library::Library;
    use crate::task::CancelToken;
    use crate::world::World;

    #[test]
    fn words_are_taken_while_the_library_is_being_written_to() {
        let folder = tempfile::tempdir().unwrap();
        let library = Library::open(&folder.path().join("library.factly"), World::system()).unwrap();
        let never = CancelToken::default();
        let autosave = AnswerAutosave::new(library.context(), MessageSeq(1), &never);
        autosave.handed.set((0, Instant::now().checked_sub(EVERY).unwrap()));
        // On one thread this would wait for itself.
        library
            .context()
            .write(Op::silent(), |_| {
                autosave.add("The wall");
                Ok(())
            })
            .unwrap();
        assert_eq!(autosave.handed.get().0, "The wall".len(), "they were handed on");
        autosave.add(" is high.");
        assert_eq!((autosave.text().as_str(), autosave.is_stopped()), ("The wall is high.", false));
    }
}
