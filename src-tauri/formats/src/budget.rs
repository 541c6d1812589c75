//! The remaining budget of a reading, and the reason that it ended when something ran out.

use std::cell::{Cell, RefCell};
use std::io::{self, BufRead, BufReader, Read};

use crate::limits::{Limits, ShouldStop};
use crate::refusal::Refusal;

/// A single token of XML: a text of this length in one piece stands in no document that somebody wrote.
const TOKEN: u64 = 16 << 20;
/// Elements of one part, as a multiple of [`Limits::entries`].
const ELEMENTS: u64 = 200;
/// Number of small steps of a loop between two checks for a stop.
const ASK_EVERY: u64 = 4096;

/// The budget of one document; every part that is read of it spends from the same.
pub(crate) struct Budget<'a> {
    pub(crate) limits: &'a Limits,
    stop: &'a ShouldStop<'a>,
    unpacked: Cell<u64>,
    token: Cell<u64>,
    steps: Cell<u64>,
    refusal: RefCell<Option<Refusal>>,
}

impl<'a> Budget<'a> {
    pub(crate) fn new(limits: &'a Limits, stop: &'a ShouldStop<'a>) -> Self {
        Self {
            limits,
            stop,
            unpacked: Cell::new(0),
            token: Cell::new(0),
            steps: Cell::new(0),
            refusal: RefCell::new(None),
        }
    }

    /// Refuses once the analyst wants no more of it.
    pub(crate) fn go_on(&self) -> Result<(), Refusal> {
        if (self.stop)() { Err(Refusal::Stopped) } else { Ok(()) }
    }

    /// One more small thing was done: an element, a row, a line.
    pub(crate) fn step(&self) -> Result<(), Refusal> {
        self.steps.set(self.steps.get() + 1);
        if self.steps.get().is_multiple_of(ASK_EVERY) { self.go_on() } else { Ok(()) }
    }

    /// One more element of a part was read, the `number`th.
    pub(crate) fn element(&self, number: u64) -> Result<(), Refusal> {
        self.step()?;
        let limit = self.limits.entries as u64 * ELEMENTS;
        if number > limit { Err(Refusal::TooLarge { what: "elements", limit }) } else { Ok(()) }
    }

    pub(crate) fn token_ended(&self) {
        self.token.set(0);
    }

    /// Returns the reason that reading bytes failed, if it was the budget.
    pub(crate) fn refusal(&self) -> Option<Refusal> {
        self.refusal.borrow_mut().take()
    }

    /// Bytes as they are unpacked, counted.
    pub(crate) fn metered<'b, R: Read>(&'b self, inner: R) -> impl BufRead + use<'a, 'b, R> {
        BufReader::with_capacity(1 << 16, Metered { inner, budget: self })
    }

    fn unpack(&self, bytes: u64) -> Result<(), Refusal> {
        self.go_on()?;
        self.unpacked.set(self.unpacked.get() + bytes);
        self.token.set(self.token.get() + bytes);
        self.fits(0)?;
        if self.token.get() > TOKEN {
            return Err(Refusal::TooLarge { what: "bytes in one piece", limit: TOKEN });
        }
        Ok(())
    }

    /// Refuses if so many more bytes may not be unpacked.
    pub(crate) fn fits(&self, more: u64) -> Result<(), Refusal> {
        let limit = self.limits.unpacked;
        if self.unpacked.get().saturating_add(more) > limit {
            return Err(Refusal::TooLarge { what: "bytes unpacked", limit });
        }
        Ok(())
    }
}

struct Metered<'a, 'b, R> {
    inner: R,
    budget: &'b Budget<'a>,
}

impl<R: Read> Read for Metered<'_, '_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.budget.unpack(read as u64).map_err(|refusal| {
            let error = io::Error::other(refusal.to_string());
            *self.budget.refusal.borrow_mut() = Some(refusal);
            error
        })?;
        Ok(read)
    }
}
