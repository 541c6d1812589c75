//! A turn's events at the pace of a window: at most 62 in any second, each below 8,192 bytes of JSON, in their order.
//!
//! The first word goes out at once; after it, what comes between two messages goes out as one, with the blocks of the
//! answer that differ from what the window has. Nothing is lost, and there is exactly one end: but what was not told yet
//! when the answer was stopped is not told, since it could take seconds, and stands in the call's reply. The pace itself
//! knows no clock and no channel; [`ChatEventStream`] is the thread that gives it both, and sleeps while there is nothing
//! to tell.

use std::{
    collections::VecDeque,
    mem,
    sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use factly_core::chat::markdown::{MarkdownBlock, Stream, weight};

use crate::{
    abridge::abridged,
    error::AppError,
    wire::{
        chat::ChatEvent,
        markdown::{self, blocks},
        patch::{Patch, patch},
    },
};

pub use crate::abridge::MOST_BYTES;

/// At most 61 in a second, so that the first word may come out of turn.
pub const BETWEEN: Duration = Duration::from_micros(16_500);

/// Bytes of JSON that the words and the blocks of one message may take. A block alone is never heavier.
const WORDS: usize = 2_400;
const BLOCKS: usize = 5_500;

/// A part of a turn that is to be told.
#[derive(Debug)]
pub enum TurnOutput {
    Begun(ChatEvent),
    Words(String),
    Card(ChatEvent),
    /// Done, stopped or an error: what is said after it is not told.
    End(ChatEvent),
}

/// The step that a throttle takes next.
#[derive(Debug)]
pub enum ThrottleStep {
    Tell(Box<ChatEvent>),
    /// Nothing for so long, unless an end is told before.
    Wait(Duration),
    /// Nothing until more is said.
    Idle,
    Over,
}

/// An answer as it was said, and as the window has it.
#[derive(Default)]
pub struct EventThrottle {
    waiting: VecDeque<TurnOutput>,
    stream: Stream,
    /// Blocks before this one are final, and the window has them.
    from: usize,
    /// The blocks from there on, the first of them settled.
    wanted: Vec<MarkdownBlock>,
    settled: usize,
    /// The window's blocks in their place.
    there: Vec<MarkdownBlock>,
    /// No message goes out before this time, counted from the beginning.
    earliest: Duration,
    has_words: bool,
    is_finished: bool,
    is_over: bool,
}

impl EventThrottle {
    pub fn send(&mut self, output: TurnOutput) {
        if matches!(output, TurnOutput::End(ChatEvent::Stopped { .. })) {
            self.discard_rest();
        }
        match (output, self.waiting.back_mut()) {
            (TurnOutput::Words(more), Some(TurnOutput::Words(words))) => words.push_str(&more),
            (output, _) => self.waiting.push_back(output),
        }
    }

    /// All that waits but the beginning, and an end that was said before.
    fn discard_rest(&mut self) {
        if self.waiting.iter().any(|output| matches!(output, TurnOutput::End(_))) {
            return;
        }
        self.waiting.retain(|output| matches!(output, TurnOutput::Begun(_)));
        self.is_finished = true;
        self.wanted.clone_from(&self.there);
        self.settled = self.settled.min(self.there.len());
    }

    pub fn next(&mut self, now: Duration) -> ThrottleStep {
        if self.is_over {
            return ThrottleStep::Over;
        }
        if self.waiting.is_empty() && !self.differs() {
            return ThrottleStep::Idle;
        }
        let is_first_word = !self.has_words && matches!(self.waiting.front(), Some(TurnOutput::Words(_)));
        if now < self.earliest && !is_first_word {
            return ThrottleStep::Wait(self.earliest - now);
        }
        let event = self.event();
        self.earliest = self.earliest.max(now) + BETWEEN;
        ThrottleStep::Tell(Box::new(event))
    }

    fn event(&mut self) -> ChatEvent {
        // What was said before comes first.
        if self.settled > self.there.len()
            || self.differs() && !matches!(self.waiting.front(), Some(TurnOutput::Words(_)))
        {
            return self.update();
        }
        if let Some(TurnOutput::Words(_)) = self.waiting.front() {
            self.has_words = true;
            self.take_words();
            return self.update();
        }
        match self.waiting.pop_front() {
            Some(TurnOutput::Begun(event) | TurnOutput::Card(event)) => abridged(event),
            Some(TurnOutput::End(end)) => self.end(end),
            Some(TurnOutput::Words(_)) | None => self.update(),
        }
    }

    /// The last blocks, if they are not there yet, and then the end.
    fn end(&mut self, end: ChatEvent) -> ChatEvent {
        if !mem::replace(&mut self.is_finished, true) {
            self.stream.finish();
            self.render();
            if self.differs() {
                self.waiting.push_front(TurnOutput::End(end));
                return self.update();
            }
        }
        self.is_over = true;
        abridged(end)
    }

    fn take_words(&mut self) {
        let Some(TurnOutput::Words(words)) = self.waiting.front_mut() else { return };
        let mut size = 0;
        let fits = |(_, c): &(usize, char)| {
            size += escaped(*c);
            size <= WORDS
        };
        let end = words.char_indices().take_while(fits).last().map_or(0, |(at, c)| at + c.len_utf8());
        let rest = words.split_off(end);
        let taken = mem::replace(words, rest);
        if words.is_empty() {
            self.waiting.pop_front();
        }
        self.stream.push(&taken);
        self.render();
    }

    /// Only once all that was settled is told: then nothing of `wanted` is lost.
    fn render(&mut self) {
        let update = self.stream.update();
        (self.from, self.wanted, self.settled) = (update.from, update.blocks, update.settled);
    }

    fn differs(&self) -> bool {
        self.wanted != self.there
    }

    /// The blocks from the first that differs on, as many as one message holds.
    fn update(&mut self) -> ChatEvent {
        let same = self.wanted.iter().zip(&self.there).take_while(|(wanted, there)| wanted == there).count();
        let mut size = 0;
        let fits = |block: &&MarkdownBlock| {
            size += weight(block);
            size <= BLOCKS
        };
        let until = same + self.wanted[same..].iter().take_while(fits).count();
        let changed = self.wanted[same..until].first().zip(self.there.get(same));
        let grown = changed.and_then(|(wanted, there)| grown(there, wanted));
        let event = ChatEvent::Token {
            from: u32::try_from(self.from + same).unwrap_or(u32::MAX),
            blocks: blocks(&self.wanted[same + usize::from(grown.is_some())..until]),
            grown,
        };
        self.there = self.wanted[..until].to_vec();
        self.forget_settled();
        event
    }

    /// Drops final blocks that are in the window: they are never looked at again.
    fn forget_settled(&mut self) {
        let final_there = self.settled.min(self.there.len());
        self.wanted.drain(..final_there);
        self.there.drain(..final_there);
        self.settled -= final_there;
        self.from += final_there;
    }
}

fn grown(there: &MarkdownBlock, wanted: &MarkdownBlock) -> Option<Patch> {
    let json = |block: &MarkdownBlock| serde_json::to_value(markdown::Block::from(block)).ok();
    patch(&json(there)?, &json(wanted)?)
}

/// Bytes of a character in JSON.
fn escaped(c: char) -> usize {
    match c {
        '"' | '\\' | '\n' | '\r' | '\t' => 2,
        c if c < ' ' => 6,
        c => c.len_utf8(),
    }
}

/// A turn that is told to a window.
pub struct ChatEventStream {
    sender: Option<Sender<TurnOutput>>,
    thread: Option<JoinHandle<()>>,
}

impl ChatEventStream {
    /// `tell` is called on a thread of its own.
    pub fn begin(tell: impl Fn(ChatEvent) + Send + 'static) -> Self {
        let (sender, hears) = channel();
        Self { sender: Some(sender), thread: Some(thread::spawn(move || forward_events(&hears, tell))) }
    }

    pub fn send(&self, output: TurnOutput) {
        if let Some(sender) = &self.sender {
            // Told or not, the turn goes on: the window may have gone.
            let _ = sender.send(output);
        }
    }

    /// Waits until all of it is told; of an answer that was stopped, the end.
    pub fn end(mut self, end: ChatEvent) {
        self.send(TurnOutput::End(end));
        self.finish();
    }

    fn finish(&mut self) {
        self.sender = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Drop for ChatEventStream {
    fn drop(&mut self) {
        self.finish();
    }
}

fn forward_events(hears: &Receiver<TurnOutput>, tell: impl Fn(ChatEvent)) {
    let (begun, mut throttle) = (Instant::now(), EventThrottle::default());
    let mut has_heard = false;
    loop {
        let pause = match throttle.next(begun.elapsed()) {
            ThrottleStep::Tell(event) => {
                tell(*event);
                continue;
            }
            ThrottleStep::Wait(pause) => Some(pause),
            ThrottleStep::Idle => None,
            ThrottleStep::Over => return,
        };
        let heard = match pause {
            Some(pause) => hears.recv_timeout(pause),
            None => hears.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        match heard {
            Ok(output) => {
                has_heard = true;
                throttle.send(output);
            }
            Err(RecvTimeoutError::Timeout) => {}
            // It was refused before it began, and the reply says why.
            Err(RecvTimeoutError::Disconnected) if !has_heard => return,
            Err(RecvTimeoutError::Disconnected) => {
                // Its end was said, or whoever told it has panicked.
                throttle.send(TurnOutput::End(broken_off()));
                thread::sleep(pause.unwrap_or_default());
            }
        }
    }
}

fn broken_off() -> ChatEvent {
    let error = AppError::internal("finish the answer");
    ChatEvent::Error { error: error.message, code: error.code, hint: error.hint }
}
