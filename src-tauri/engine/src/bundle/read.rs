//! Parsing the bundles of an Input with the parser that is built in, a few in each transaction.
//!
//! A run is whole or not there at all. Several share a commit, since to wait for the disk costs more than to parse.

use uuid::Uuid;

use super::add::{AddReport, Added};
use super::{input_row, input_summary, label};
use crate::discovery::discovery_row;
use crate::error::{Code, Result};
use crate::extraction::{BuiltIn, Waiting};
use crate::library::Library;
use crate::store::{BundleSeq, Op, OpSeq, Stack};
use crate::task::{Pace, Progress, Step};

/// Few enough that progress is seen and Cancel is heard within a tenth of a second.
const BUNDLES_A_COMMIT: usize = 8;

/// How far reading came.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ReadOn {
    pub(super) facts: usize,
    pub(super) cancelled: bool,
}

impl Library {
    /// Parses what is unread of an Input, or failed.
    pub fn read_rest(&self, input: Uuid, progress: &dyn Progress) -> Result<AddReport> {
        let (row, bundles) = self.read(|r| {
            let row = input_row(r, input)?;
            let bundles = r.unread_bundles_of_input(row.seq)?;
            Ok((row, bundles))
        })?;
        let op = Op::named(Stack::Discovery(row.discovery), format!("Read {}", label(&row)));
        let pace = Pace::new(progress);
        let read = self.parse_each(&bundles, &row.title, First::Begins(op), &pace)?;
        let summary = self.read(|r| input_summary(r, input_row(r, input)?))?;
        Ok(AddReport { added: vec![summary], cancelled: read.cancelled, ..AddReport::default() })
    }

    /// Parses every bundle of a discovery whose run failed, or that was never read.
    pub fn retry_failed(&self, discovery: Uuid, progress: &dyn Progress) -> Result<AddReport> {
        let (row, bundles) = self.read(|r| {
            let row = discovery_row(r, discovery)?;
            let bundles = r.unread_bundles(row.seq)?;
            Ok((row, bundles))
        })?;
        let op = Op::named(Stack::Discovery(row.seq), "Read what was not read");
        let read = self.parse_each(&bundles, &row.title, First::Begins(op), &Pace::new(progress))?;
        Ok(AddReport { cancelled: read.cancelled, ..AddReport::default() })
    }

    pub(super) fn parse_added(&self, added: &Added, pace: &Pace<'_>) -> Result<ReadOn> {
        let first = match added.operation {
            Some(operation) => First::Continues(operation),
            None => return Ok(ReadOn::default()),
        };
        self.parse_each(&added.bundles, &added.title, first, pace)
    }

    fn parse_each(&self, bundles: &[BundleSeq], title: &str, first: First, pace: &Pace<'_>) -> Result<ReadOn> {
        let mut read = ReadOn::default();
        let waiting = match first {
            First::Begins(_) => Waiting::OfAnother,
            First::Continues(_) => Waiting::OfThisStep,
        };
        let registry = match bundles.first() {
            Some(bundle) => self.read(|r| self.registry_of(r, r.bundle_at(*bundle)?.discovery))?,
            None => return Ok(read),
        };
        let parser = BuiltIn::new(&registry);
        let mut next = Some(first);
        let total = bundles.len();
        let step = |done: usize, facts: usize| Step { title: title.to_owned(), done, total, facts };
        for (batch, bundles) in bundles.chunks(BUNDLES_A_COMMIT).enumerate() {
            let done = batch * BUNDLES_A_COMMIT;
            let op = match next.take() {
                Some(First::Begins(op)) => op,
                Some(First::Continues(operation)) => Op::part_of(operation),
                None => break,
            };
            if pace.at(|| step(done, read.facts)).is_err() {
                read.cancelled = true;
                return Ok(read);
            }
            let parsed = match self.parse_offline(&parser, bundles, op.clone(), waiting) {
                // The step was undone while it was under way: to undo it is to stop it.
                Err(error) if error.code == Code::Cancelled => {
                    read.cancelled = true;
                    return Ok(read);
                }
                other => other?,
            };
            read.facts += parsed.facts;
            next = Some(parsed.operation.map_or(First::Begins(op), First::Continues));
        }
        pace.now(&step(total, read.facts));
        Ok(read)
    }
}

/// The step of undo that the first run belongs to.
enum First {
    Begins(Op),
    Continues(OpSeq),
}
