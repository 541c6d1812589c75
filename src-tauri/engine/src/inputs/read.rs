//! Parsing the bundles of an Input: with the parser that is built in, a few in each transaction, or with the model that is
//! set for extraction, one by one.
//!
//! A run is whole or not there at all. Several of what is built in share a commit, since to wait for the disk costs more
//! than to parse. When a model fails, what was read stays, and what was not can be read on with.

use std::sync::Arc;

use factly_core::extraction::learning::LearnedRanking;
use factly_core::keys::Registry;
use factly_core::message;
use uuid::Uuid;

use crate::error::{Code, Error, Result};
use crate::extraction::Runs;
use crate::extraction::{BuiltInParser, ModelReply, Parsed, RunOwnership};
use crate::facts::{Facts, LearnedRankings, NearDuplicateIndex};
use crate::input_summary::{input_summary, label};
use crate::inputs::Inputs;
use crate::inputs::add::{AddReport, CommittedInput};
use crate::lookup::discovery_row;
use crate::lookup::input_row;
use crate::providers::Providers;
use crate::providers::{Model, ProgressStop, Task};
use crate::store::{BundleSeq, DiscoverySeq, Op, OpSeq, Stack};
use crate::task::{Progress, ProgressThrottle, TaskStep};

/// Few enough that progress is seen and Cancel is heard within a tenth of a second.
const BUNDLES_A_COMMIT: usize = 8;

/// The progress of reading.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ReadProgress {
    pub(super) facts: usize,
    pub(super) cancelled: bool,
    /// The reason something was not read.
    pub(super) unread: Option<Error>,
}

impl Inputs<'_> {
    /// Parses what is unread of an Input, or failed.
    pub fn read_rest(&self, input: Uuid, progress: &dyn Progress) -> Result<AddReport> {
        let (row, bundles) = self.ctx.read(|r| {
            let row = input_row(r, input)?;
            let bundles = r.unread_bundles_of_input(row.seq)?;
            Ok((row, bundles))
        })?;
        let op = Op::named(Stack::Discovery(row.discovery), message!("Read {}", label(&row)));
        let throttle = ProgressThrottle::new(progress);
        let model = self.reader_of(row.discovery, progress)?;
        let read = self.parse_each(model.as_ref(), &bundles, &row.title, RunUndoStep::Begins(op), &throttle)?;
        let summary = self.ctx.read(|r| input_summary(r, input_row(r, input)?))?;
        Ok(AddReport { added: vec![summary], cancelled: read.cancelled, unread: read.unread, ..AddReport::default() })
    }

    /// Parses every bundle of a discovery whose run failed, or that was never read.
    pub fn retry_failed(&self, discovery: Uuid, progress: &dyn Progress) -> Result<AddReport> {
        let (row, bundles) = self.ctx.read(|r| {
            let row = discovery_row(r, discovery)?;
            let bundles = r.unread_bundles(row.seq)?;
            Ok((row, bundles))
        })?;
        let op = Op::named(Stack::Discovery(row.seq), message!("Read what was not read"));
        let model = self.reader_of(row.seq, progress)?;
        let read = self.parse_each(
            model.as_ref(),
            &bundles,
            &row.title,
            RunUndoStep::Begins(op),
            &ProgressThrottle::new(progress),
        )?;
        Ok(AddReport { cancelled: read.cancelled, unread: read.unread, ..AddReport::default() })
    }

    /// Parses one bundle whose run failed, or that was never read.
    pub fn retry_bundle(&self, bundle: Uuid, progress: &dyn Progress) -> Result<AddReport> {
        let (bundle, discovery) = self.ctx.read(|r| {
            let bundle = crate::lookup::bundle_row(r, bundle)?;
            Ok((bundle.seq, bundle.discovery))
        })?;
        let op = Op::named(Stack::Discovery(discovery), message!("Read what was not read"));
        let model = self.reader_of(discovery, progress)?;
        let read =
            self.parse_each(model.as_ref(), &[bundle], "", RunUndoStep::Begins(op), &ProgressThrottle::new(progress))?;
        Ok(AddReport { cancelled: read.cancelled, unread: read.unread, ..AddReport::default() })
    }

    /// Reads what was just added. That its model cannot be asked takes nothing back: what was added waits.
    pub(super) fn parse_added(
        &self,
        discovery: DiscoverySeq,
        added: &CommittedInput,
        progress: &dyn Progress,
        throttle: &ProgressThrottle<'_>,
    ) -> Result<ReadProgress> {
        let first = match added.operation {
            Some(operation) => RunUndoStep::Continues(operation),
            None => return Ok(ReadProgress::default()),
        };
        // The sample is the same for everybody, and nothing of it is sent.
        let model = if added.is_sample { Ok(None) } else { self.reader_of(discovery, progress) };
        match model {
            Ok(model) => self.parse_each(model.as_ref(), &added.bundles, &added.title, first, throttle),
            Err(error) => Ok(ReadProgress { unread: Some(error), ..ReadProgress::default() }),
        }
    }

    /// The model that is set for extraction; none is the parser that is built in.
    fn reader_of(&self, discovery: DiscoverySeq, progress: &dyn Progress) -> Result<Option<Model<'_>>> {
        Providers::new(self.ctx).model_at(discovery, Task::Extraction, &ProgressStop(progress))
    }

    fn parse_each(
        &self,
        model: Option<&Model<'_>>,
        bundles: &[BundleSeq],
        title: &str,
        first: RunUndoStep,
        throttle: &ProgressThrottle<'_>,
    ) -> Result<ReadProgress> {
        let waiting = match first {
            RunUndoStep::Begins(_) => RunOwnership::OfAnother,
            RunUndoStep::Continues(_) => RunOwnership::OfThisStep,
        };
        match model {
            Some(model) => self.ask_each(model, bundles, title, (first, waiting), throttle),
            None => self.parse_each_offline(bundles, title, (first, waiting), throttle),
        }
    }

    fn ask_each(
        &self,
        model: &Model<'_>,
        bundles: &[BundleSeq],
        title: &str,
        (first, waiting): (RunUndoStep, RunOwnership),
        throttle: &ProgressThrottle<'_>,
    ) -> Result<ReadProgress> {
        let mut read = ReadProgress::default();
        let Some(first_bundle) = bundles.first() else { return Ok(read) };
        let (registry, learned) = self.known_to_built_in(*first_bundle)?;
        // What a model read is filled in whole: nobody would come back for the rest.
        let parser = BuiltInParser::new(&registry, self.ctx.number_format()?).learned(learned);
        let mut next = first;
        let total = bundles.len();
        let mut is_asked = true;
        for (done, bundle) in bundles.iter().enumerate() {
            throttle.now(&TaskStep { title: title.to_owned(), done, total, facts: read.facts });
            let op = next.op();
            let runs = Runs::new(self.ctx);
            let reply = match is_asked {
                true => runs.parse_with_model(model, *bundle, op.clone(), waiting, throttle),
                false if throttle.is_cancelled() => Ok(ModelReply::Stopped),
                false => Ok(ModelReply::Read(Parsed::default())),
            };
            match reply {
                Ok(ModelReply::Read(parsed)) => {
                    read.facts += parsed.facts;
                    next = parsed.operation.map_or(RunUndoStep::Begins(op), RunUndoStep::Continues);
                }
                Ok(ModelReply::Failed { error, goes_on }) => {
                    read.unread = Some(match error.kept {
                        Some(_) => error,
                        None => error.kept("What was not answered for was read by the built-in rules."),
                    });
                    is_asked = goes_on;
                    next = RunUndoStep::Begins(op);
                }
                Ok(ModelReply::Stopped) => {
                    read.cancelled = true;
                    return Ok(read);
                }
                // The step was undone while it was under way: to undo it is to stop it.
                Err(error) if error.code == Code::Cancelled => {
                    read.cancelled = true;
                    return Ok(read);
                }
                Err(error) => return Err(error),
            }
            // With a model no less is found than without.
            let op = next.op();
            let filled = match runs.fill_in(&parser, *bundle, op.clone()) {
                Err(error) if error.code == Code::Cancelled => {
                    read.cancelled = true;
                    return Ok(read);
                }
                other => other?,
            };
            read.facts += filled.facts;
            next = filled.operation.map_or(RunUndoStep::Begins(op), RunUndoStep::Continues);
        }
        throttle.now(&TaskStep { title: title.to_owned(), done: total, total, facts: read.facts });
        Ok(read)
    }

    /// Returns what the parser that is built in reads the bundles of a discovery with.
    fn known_to_built_in(&self, bundle: BundleSeq) -> Result<(Arc<Registry>, Option<Arc<LearnedRanking>>)> {
        self.ctx.read(|r| {
            let discovery = r.bundle_at(bundle)?.discovery;
            self.ctx.cache::<NearDuplicateIndex>().read_on(r, discovery)?;
            let learned = self.ctx.cache::<LearnedRankings>().ranking(r, discovery)?;
            Ok((Facts::new(self.ctx).registry_of(r, discovery)?, learned))
        })
    }

    fn parse_each_offline(
        &self,
        bundles: &[BundleSeq],
        title: &str,
        (first, waiting): (RunUndoStep, RunOwnership),
        throttle: &ProgressThrottle<'_>,
    ) -> Result<ReadProgress> {
        let mut read = ReadProgress::default();
        let Some(first_bundle) = bundles.first() else { return Ok(read) };
        let (registry, learned) = self.known_to_built_in(*first_bundle)?;
        let is_wanted = || !throttle.is_cancelled();
        let parser = BuiltInParser::new(&registry, self.ctx.number_format()?).learned(learned).wanted_while(&is_wanted);
        let mut next = Some(first);
        let total = bundles.len();
        let step = |done: usize, facts: usize| TaskStep { title: title.to_owned(), done, total, facts };
        for (batch, bundles) in bundles.chunks(BUNDLES_A_COMMIT).enumerate() {
            let done = batch * BUNDLES_A_COMMIT;
            let Some(op) = next.take().map(RunUndoStep::op) else { break };
            if throttle.at(|| step(done, read.facts)).is_err() {
                read.cancelled = true;
                return Ok(read);
            }
            let parsed = match Runs::new(self.ctx).parse_offline(&parser, bundles, op.clone(), waiting) {
                // The step was undone while it was under way: to undo it is to stop it.
                Err(error) if error.code == Code::Cancelled => {
                    read.cancelled = true;
                    return Ok(read);
                }
                other => other?,
            };
            read.facts += parsed.facts;
            if parsed.bundles < bundles.len() {
                read.cancelled = true;
                return Ok(read);
            }
            next = Some(parsed.operation.map_or(RunUndoStep::Begins(op), RunUndoStep::Continues));
        }
        throttle.now(&step(total, read.facts));
        Ok(read)
    }
}

/// The step of undo that the next run belongs to.
enum RunUndoStep {
    Begins(Op),
    Continues(OpSeq),
}

impl RunUndoStep {
    fn op(self) -> Op {
        match self {
            Self::Begins(op) => op,
            Self::Continues(operation) => Op::part_of(operation),
        }
    }
}
