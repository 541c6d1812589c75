//! The Inputs that say the same as a text, or nearly: asked before it is added, and of all Inputs of a discovery.
//!
//! Of each text little is kept in memory, under its hash: so a text is read once by a process, and nothing has to be told
//! when an Input is edited, deleted or brought back. Only what that makes likely is read again and compared. Only the
//! version of an Input that stands is asked about.

use crate::context::Cache;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use factly_core::discovery::duplicates::DuplicateReason;
use factly_core::discovery::duplicates::{Sentences, TextFingerprint};
use factly_core::discovery::{EntityKind, EntityLabel};
use factly_core::message::UserMessage;

use crate::context::Context;
use crate::duplicates::Duplicates;
use crate::duplicates::variants::VariantPairs;
use crate::duplicates::{Duplicate, DuplicateGroup};
use crate::error::Result;
use crate::input_summary::{InputSummary, input_summary};
use crate::store::discoveries::DiscoveryRow;
use crate::store::inputs::InputName;
use crate::store::{DiscoverySeq, Reader};
use crate::task::{Progress, ProgressThrottle, TaskStep};

/// So many are compared at most with one text, those that share most with it: of a form that was filled in a thousand
/// times all are likely.
const COMPARED: usize = 32;
/// And no further one once so much was read, so that large texts are compared with few.
const COMPARED_BYTES: usize = 16 << 20;
/// So many texts are kept beside those of the discovery that is asked about: some kilobytes each.
const SPARE: usize = 2_000;

/// An Input that says the same as a text, or nearly.
#[derive(Clone, Debug, PartialEq)]
pub struct LikeInput {
    pub input: InputSummary,
    /// 0 to 1, where 1 is the very same text.
    pub score: f64,
    /// A sentence.
    pub reason: UserMessage,
    /// The first sentences that only the text has.
    pub only_here: Vec<String>,
    /// The first that only the Input has.
    pub only_there: Vec<String>,
}

impl From<LikeInput> for Duplicate {
    fn from(like: LikeInput) -> Self {
        let label = EntityLabel::parse(&like.input.label).unwrap_or(EntityLabel::new(EntityKind::Input, 0));
        Self { label, text: like.input.title, score: like.score, reason: like.reason }
    }
}

/// The cache of texts' runs, by their hashes.
#[derive(Default)]
pub(crate) struct TextCache(Mutex<HashMap<String, Arc<TextFingerprint>>>);

impl Cache for TextCache {}

impl TextCache {
    /// The Inputs of a discovery as they stand, each with what is kept of its text; what is not yet is read.
    fn input_texts(
        &self,
        ctx: &Context,
        discovery: DiscoverySeq,
        throttle: &ProgressThrottle<'_>,
    ) -> Result<Vec<(InputName, Arc<TextFingerprint>)>> {
        // Locked while it is read, so that who asks meanwhile waits for that and does not read it too.
        let mut cached = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let names = ctx.read(|r| Ok(r.input_names(discovery)?))?;
        let mut all = Vec::with_capacity(names.len());
        for name in names {
            throttle.at(TaskStep::default)?;
            let runs = match cached.get(&name.sha256) {
                Some(runs) => Arc::clone(runs),
                None => {
                    let runs = Arc::new(TextFingerprint::from_text(&ctx.read(|r| Ok(r.input_text(name.seq)?))?));
                    cached.insert(name.sha256.clone(), Arc::clone(&runs));
                    runs
                }
            };
            all.push((name, runs));
        }
        if cached.len() > all.len() + SPARE {
            *cached = all.iter().map(|(name, runs)| (name.sha256.clone(), Arc::clone(runs))).collect();
        }
        Ok(all)
    }
}

impl Duplicates<'_> {
    /// The Inputs that say the same as a text, or nearly, most alike first.
    pub(crate) fn inputs_like(
        &self,
        discovery: DiscoverySeq,
        (text, sha256): (&str, &str),
        throttle: &ProgressThrottle<'_>,
    ) -> Result<Vec<LikeInput>> {
        let runs = TextFingerprint::from_text(text);
        let all = self.ctx.cache::<TextCache>().input_texts(self.ctx, discovery, throttle)?;
        let (same, others): (Vec<_>, Vec<_>) = all.into_iter().partition(|(name, _)| name.sha256 == sha256);
        let mut like = Vec::new();
        for (name, _) in same {
            like.push(self.ctx.read(|r| is_like(r, &name, 1.0, same_text()))?);
        }
        let (mut own, mut left) = (None, COMPARED_BYTES);
        for of in likeliest(others.iter().map(|(_, other)| runs.shared_with(other))) {
            let name = &others[of].0;
            if left == 0 {
                break;
            }
            throttle.at(TaskStep::default)?;
            let own = own.get_or_insert_with(|| Sentences::from_text(text));
            let other = self.ctx.read(|r| Ok(r.input_text(name.seq)?))?;
            left = left.saturating_sub(text.len() + other.len());
            let Some(likeness) = own.like(&Sentences::from_text(&other)) else { continue };
            let reason = likeness.reason(None, &name.label().to_string()).sentence();
            let found = self.ctx.read(|r| is_like(r, name, likeness.score, reason))?;
            let (only_here, only_there) = likeness.differing();
            like.push(LikeInput { only_here: only_here.to_vec(), only_there: only_there.to_vec(), ..found });
        }
        like.sort_by(|a, b| b.score.total_cmp(&a.score));
        Ok(like)
    }

    /// Groups of Inputs that say the same, or nearly, largest first.
    pub(crate) fn inputs_alike(&self, row: &DiscoveryRow, progress: &dyn Progress) -> Result<Vec<DuplicateGroup>> {
        let throttle = ProgressThrottle::new(progress);
        let all = self.ctx.cache::<TextCache>().input_texts(self.ctx, row.seq, &throttle)?;
        let apart = self.ctx.read(|r| VariantPairs::of_inputs(r, row.seq))?;
        let mut sets = InputSets { of: (0..all.len()).collect(), weakest: vec![None; all.len()] };
        for (at, (name, runs)) in all.iter().enumerate() {
            throttle.at(|| TaskStep { title: row.title.clone(), done: at, total: all.len(), facts: 0 })?;
            let likely = likeliest(all.iter().take(at).map(|(other, others)| {
                let share = if name.sha256 == other.sha256 { Some(100) } else { runs.shared_with(others) };
                share.filter(|_| !apart.has(name.label(), other.label()))
            }));
            if likely.is_empty() {
                continue;
            }
            let text = self.ctx.read(|r| Ok(r.input_text(name.seq)?))?;
            let (own, mut left) = (Sentences::from_text(&text), COMPARED_BYTES);
            for of in likely {
                let other = &all[of].0;
                if sets.of[at] == sets.of[of] || left == 0 {
                    continue;
                }
                if name.sha256 == other.sha256 {
                    sets.unite(of, at, (1.0, same_text()));
                    continue;
                }
                throttle.at(|| TaskStep { title: row.title.clone(), done: at, total: all.len(), facts: 0 })?;
                let theirs = self.ctx.read(|r| Ok(r.input_text(other.seq)?))?;
                left = left.saturating_sub(text.len() + theirs.len());
                if let Some(likeness) = own.like(&Sentences::from_text(&theirs)) {
                    let reason = likeness.reason(Some(&name.label().to_string()), &other.label().to_string());
                    sets.unite(of, at, (likeness.score, reason.sentence()));
                }
            }
        }
        let mut groups: Vec<DuplicateGroup> = sets.groups(&all).into_iter().flat_map(|one| apart.parts(one)).collect();
        groups.sort_by(|a, b| b.labels.len().cmp(&a.labels.len()).then_with(|| a.labels.cmp(&b.labels)));
        Ok(groups)
    }
}

/// The places of those that share most, best first.
fn likeliest(shares: impl Iterator<Item = Option<usize>>) -> Vec<usize> {
    let mut likely: Vec<(usize, usize)> = shares.enumerate().filter_map(|(at, share)| Some((share?, at))).collect();
    likely.sort_by(|(a, _), (b, _)| b.cmp(a));
    likely.into_iter().take(COMPARED).map(|(_, at)| at).collect()
}

fn is_like(r: &Reader, name: &InputName, score: f64, reason: UserMessage) -> Result<LikeInput> {
    let row = r.input_at(name.seq)?.ok_or_else(|| crate::error::Error::not_found("There is no such Input."))?;
    Ok(LikeInput { input: input_summary(r, row)?, score, reason, only_here: Vec::new(), only_there: Vec::new() })
}

fn same_text() -> UserMessage {
    DuplicateReason::SameText.message().sentence()
}

/// The sets of Inputs that belong together, and why the pair of each set that is least alike does.
struct InputSets {
    of: Vec<usize>,
    weakest: Vec<Option<(f64, UserMessage)>>,
}

impl InputSets {
    fn unite(&mut self, one: usize, other: usize, pair: (f64, UserMessage)) {
        let (into, from) = (self.of[one], self.of[other]);
        self.of.iter_mut().filter(|set| **set == from).for_each(|set| *set = into);
        let pairs = [self.weakest[into].take(), self.weakest[from].take(), Some(pair)];
        self.weakest[into] = pairs.into_iter().flatten().min_by(|(a, _), (b, _)| a.total_cmp(b));
    }

    fn groups(self, all: &[(InputName, Arc<TextFingerprint>)]) -> Vec<DuplicateGroup> {
        let mut groups = Vec::new();
        for (set, weakest) in self.weakest.into_iter().enumerate() {
            let Some((score, reason)) = weakest else { continue };
            let members = || all.iter().zip(&self.of).filter(|(_, of)| **of == set).map(|((name, _), _)| name);
            groups.push(DuplicateGroup {
                labels: members().map(InputName::label).collect(),
                texts: members().map(|name| name.title.clone()).collect(),
                score,
                reason,
            });
        }
        groups
    }
}
