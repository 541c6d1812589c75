//! A thread that a document is read on: what panics there, hangs or is called off costs its document and nothing else.
//!
//! The thread has a deep stack, since documents nest. Who reads asks again and again whether to stop; who does not ask
//! for [`PATIENCE`] hangs, and is left behind. A stopped one is left behind too, so that Cancel works at once, and ends
//! by itself when it asks next.

use std::panic::{self, AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Once};
use std::thread;
use std::time::{Duration, Instant};

use factly_formats::ShouldStop;

/// Time that a reader may go without asking whether to stop.
pub(super) const PATIENCE: Duration = Duration::from_secs(60);
const LOOK: Duration = Duration::from_millis(20);
const STACK: usize = 64 << 20;
const NAME: &str = "document reader";

/// The end of a reading that gave nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ReadFailure {
    Panicked,
    Hung,
    Stopped,
    /// The system gave no thread.
    NoThread,
}

#[derive(Default)]
struct ReaderSignals {
    stop: AtomicBool,
    stop_checks: AtomicU64,
}

/// Runs `read` on a thread of its own and waits for it, as long as it is wanted and shows that it lives.
pub(super) fn guarded<T: Send + 'static>(
    patience: Duration,
    is_unwanted: impl Fn() -> bool,
    read: impl FnOnce(&ShouldStop<'_>) -> T + Send + 'static,
) -> Result<T, ReadFailure> {
    silence_reader_panics();
    let signs = Arc::new(ReaderSignals::default());
    let (done, result) = mpsc::sync_channel(1);
    let theirs = Arc::clone(&signs);
    let work = move || {
        let stop = || {
            theirs.stop_checks.fetch_add(1, Ordering::Relaxed);
            theirs.stop.load(Ordering::Relaxed)
        };
        // Nobody may wait any more.
        let _ = done.send(catch_unwind(AssertUnwindSafe(|| read(&stop))));
    };
    let spawned = thread::Builder::new().name(NAME.to_owned()).stack_size(STACK).spawn(work);
    if spawned.is_err() {
        return Err(ReadFailure::NoThread);
    }
    let (mut checks, mut alive) = (0, Instant::now());
    loop {
        match result.recv_timeout(LOOK) {
            Ok(read) => return read.map_err(|_| ReadFailure::Panicked),
            Err(RecvTimeoutError::Disconnected) => return Err(ReadFailure::Panicked),
            Err(RecvTimeoutError::Timeout) => {}
        }
        let now = signs.stop_checks.load(Ordering::Relaxed);
        if now != checks {
            (checks, alive) = (now, Instant::now());
        }
        let lost = match is_unwanted() {
            true => ReadFailure::Stopped,
            false if alive.elapsed() >= patience => ReadFailure::Hung,
            false => continue,
        };
        signs.stop.store(true, Ordering::Relaxed);
        return Err(lost);
    }
}

/// A panic of a reader is an answer here, and nothing for a terminal.
fn silence_reader_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let previous_hook = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            if thread::current().name() != Some(NAME) {
                previous_hook(panic);
            }
        }));
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHORT: Duration = Duration::from_millis(100);

    #[test]
    fn what_a_reader_says_comes_back() {
        assert_eq!(guarded(SHORT, || false, |_| 7), Ok(7));
    }

    #[test]
    fn a_panic_costs_its_document_only() {
        let lost = guarded(SHORT, || false, |_| -> u8 { panic!("a reader that is not ours") });
        assert_eq!(lost, Err(ReadFailure::Panicked));
        assert_eq!(guarded(SHORT, || false, |_| 8), Ok(8), "the next one is read");
    }

    #[test]
    fn a_reader_that_does_not_ask_is_left_behind_and_one_that_asks_is_waited_for() {
        let (_held, hold) = mpsc::channel::<()>();
        let hung = guarded(SHORT, || false, move |_| hold.recv().is_ok());
        assert_eq!(hung, Err(ReadFailure::Hung));
        let slow = guarded(
            SHORT,
            || false,
            |stop| {
                let until = Instant::now() + 3 * SHORT;
                while Instant::now() < until {
                    assert!(!stop());
                    thread::sleep(LOOK / 2);
                }
                9
            },
        );
        assert_eq!(slow, Ok(9));
    }

    #[test]
    fn a_reading_that_is_called_off_ends_at_once_and_its_reader_hears_of_it() {
        let (sender, heard) = mpsc::channel();
        let read = move |stop: &ShouldStop<'_>| {
            while !stop() {
                thread::sleep(LOOK);
            }
            let _ = sender.send(());
        };
        assert_eq!(guarded(PATIENCE, || true, read), Err(ReadFailure::Stopped));
        assert_eq!(heard.recv(), Ok(()));
    }

    #[test]
    fn deep_nesting_has_room() {
        fn deep(left: u32) -> u32 {
            let kilobyte = std::hint::black_box([left as u8; 1024]);
            if left == 0 { u32::from(kilobyte[7]) } else { deep(left - 1) + u32::from(kilobyte[3] & 1) }
        }
        assert!(guarded(PATIENCE, || false, |_| deep(20_000)).is_ok());
    }
}
