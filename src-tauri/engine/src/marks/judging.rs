//! Asking the model that is set for derivation to judge texts: what an edit touches, and what says the same.
//!
//! A judgement is help and never a condition: it is waited for briefly, anybody may stop waiting, and where none comes
//! (no consent, no key, no answer, an answer that judges nothing) what is built in decides, and says so. Called outside
//! of every transaction.

use crate::context::Cache;
use std::collections::{BTreeMap, BTreeSet};
use std::slice;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use factly_core::discovery::derivation::Premise;
use factly_core::discovery::judgement::{
    EntityChange, Judgement, JudgementQuestion, MOST_JUDGED, duplicates_prompt, impact_prompt, read, schema,
};
use factly_core::discovery::{EntityKind, EntityLabel};
use factly_core::message;
use factly_core::message::UserMessage;

use crate::error::{Error, Result};
use crate::marks::EntityEvent;
use crate::marks::Judge;
use crate::providers::Providers;
use crate::providers::{Finish, JsonRequest, ReplyOutcome, StopSignal, Task};
use crate::store::DiscoverySeq;
use crate::task::CancelToken;

/// As long as somebody waits for an edit without wondering.
const WAITED: Duration = Duration::from_secs(20);
/// After a silence nobody is asked for so long: not every edit is to wait for the same dead server.
const RESTED: Duration = Duration::from_secs(60);
/// A model is asked about so many changes of one act, or texts of one; more at once are decided as without one.
pub(crate) const MOST_ASKED: usize = 5;
/// A few dozen judgements, a sentence each.
const ANSWER_TOKENS: u32 = 4_096;

/// A model's judgement, and what is to be told about it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ModelJudgement {
    /// The change that was judged about: of what, and what held before. Another one since is another question.
    pub(crate) about: Option<(EntityLabel, Option<String>)>,
    pub(crate) of: BTreeMap<EntityLabel, Judgement>,
    /// A sentence, where something was left to what is built in.
    pub(crate) note: Option<UserMessage>,
}

/// The sentences of several, each once.
pub(crate) fn notes<'n>(all: impl IntoIterator<Item = &'n Option<UserMessage>>) -> Option<UserMessage> {
    let mut messages: Vec<UserMessage> = Vec::new();
    for note in all.into_iter().flatten() {
        if !messages.contains(note) {
            messages.push(note.clone());
        }
    }
    (!messages.is_empty()).then(|| UserMessage::several(messages, " "))
}

/// Returns the note where more texts of one act were to be compared than a model is asked about.
pub(crate) fn too_many_changes() -> UserMessage {
    message!("A model is asked about {} at once; the built-in comparison decided.", MOST_ASKED)
}

/// The judgements that are waited for, and since when nothing comes.
#[derive(Default)]
pub(crate) struct PendingJudgements {
    waiting: Mutex<Vec<CancelToken>>,
    silent_since: Mutex<Option<Instant>>,
}

impl Judge<'_> {
    /// Ends the waiting for judgements that are under way: what is built in decides instead.
    pub fn stop_judging(&self) {
        let bench = self.ctx.cache::<PendingJudgements>();
        for cancel in locked(&bench.waiting).iter() {
            cancel.cancel();
        }
    }

    /// Returns which of the direct dependants of an entity a change of it touches.
    pub(crate) fn judge_impact(&self, discovery: DiscoverySeq, event: &EntityEvent<'_>) -> ModelJudgement {
        self.judge_impacts(discovery, slice::from_ref(event)).pop().unwrap_or_default()
    }

    /// As [`Self::judge_impact`], of what one act changes: a model is asked about a few such changes, and none where
    /// there are more, since each is a call that somebody waits for.
    pub(crate) fn judge_impacts(&self, discovery: DiscoverySeq, events: &[EntityEvent<'_>]) -> Vec<ModelJudgement> {
        if !self.has_judge() {
            return Vec::new();
        }
        let changing = events.iter().filter(|event| event.was != event.is);
        let resting = |event| Some((event, self.resting_on(discovery, event).ok().filter(|found| !found.is_empty())?));
        let touching: Vec<_> = changing.filter_map(resting).collect();
        if touching.len() > MOST_ASKED {
            let note = message!("A model is asked about {} changes at once; the built-in check decided.", MOST_ASKED);
            return vec![ModelJudgement { note: Some(note), ..ModelJudgement::default() }];
        }
        let judged = |(event, dependants): (&EntityEvent<'_>, Vec<Premise>)| {
            let change = EntityChange { of: event.of, what: event.what, was: event.was, is: event.is };
            let prompt = |given: &[Premise]| impact_prompt(change, given);
            let judged = self.judged(discovery, JudgementQuestion::Touched, dependants, prompt);
            ModelJudgement { about: Some((event.of, event.was.map(str::to_owned))), ..judged }
        };
        touching.into_iter().map(judged).collect()
    }

    fn resting_on(&self, discovery: DiscoverySeq, event: &EntityEvent<'_>) -> Result<Vec<Premise>> {
        self.ctx.read(|r| {
            let labels = r.dependants(discovery, event.of)?.into_iter().map(|(label, _)| label);
            let found = labels.map(|label| Ok(r.member(discovery, label)?));
            let found = found.collect::<Result<Vec<_>>>()?.into_iter().flatten();
            Ok(found.map(|member| Premise { label: member.label, text: member.text }).collect())
        })
    }

    /// Returns whether a model is set that could be asked.
    pub(crate) fn has_judge(&self) -> bool {
        Providers::new(self.ctx)
            .provider_settings()
            .is_ok_and(|settings| settings.derivation.kind != crate::providers::ProviderKind::Offline)
    }

    /// Returns which of the candidates say the same as a text.
    pub(crate) fn judge_duplicates(
        &self,
        discovery: DiscoverySeq,
        kind: EntityKind,
        text: &str,
        candidates: Vec<Premise>,
    ) -> ModelJudgement {
        let prompt = |given: &[Premise]| duplicates_prompt(kind, text, given);
        self.judged(discovery, JudgementQuestion::Same, candidates, prompt)
    }

    fn judged(
        &self,
        discovery: DiscoverySeq,
        question: JudgementQuestion,
        mut given: Vec<Premise>,
        prompt: impl FnOnce(&[Premise]) -> String,
    ) -> ModelJudgement {
        if given.is_empty() {
            return ModelJudgement::default();
        }
        let count = given.len();
        given.truncate(MOST_JUDGED);
        let labels = BTreeSet::from_iter(given.iter().map(|one| one.label));
        let (of, why) = match self.ask(discovery, question, prompt(&given), &labels) {
            Ok(Some(of)) if of.len() == count => return ModelJudgement { of, ..ModelJudgement::default() },
            Ok(Some(of)) => {
                let left = count - of.len();
                (of, message!("The model left {} of {} open.", left, count))
            }
            Ok(None) => return ModelJudgement::default(),
            Err(error) => (BTreeMap::new(), error.message),
        };
        let decided = match question {
            JudgementQuestion::Touched => message!("The built-in check decided."),
            JudgementQuestion::Same => message!("The built-in comparison decided."),
        };
        ModelJudgement { of, note: Some(UserMessage::several([why, decided], " ")), ..ModelJudgement::default() }
    }

    /// None: no model is set.
    fn ask(
        &self,
        discovery: DiscoverySeq,
        question: JudgementQuestion,
        prompt: String,
        labels: &BTreeSet<EntityLabel>,
    ) -> Result<Option<BTreeMap<EntityLabel, Judgement>>> {
        let bench = self.ctx.cache::<PendingJudgements>();
        let waiting = JudgingStop::begin(&bench);
        let Some(model) = Providers::new(self.ctx).model_at(discovery, Task::Derivation, &waiting)? else {
            return Ok(None);
        };
        if bench.is_silent() {
            return Err(Error::invalid("The model did not answer a moment ago and was not asked again."));
        }
        let request = JsonRequest { prompt, name: "judgements", schema: schema(question), max_tokens: ANSWER_TOKENS };
        let reply = model.answer(&request, &waiting);
        match &reply.end {
            ReplyOutcome::Stopped if waiting.is_over() => {
                bench.mark_silent();
                let seconds = WAITED.as_secs();
                return Err(Error::invalid(message!("The model did not answer within {} s.", seconds)));
            }
            ReplyOutcome::Stopped => return Err(Error::invalid("You did not wait for the model.")),
            ReplyOutcome::Failed(error) => {
                if error.fault == crate::providers::ProviderFault::Silent {
                    bench.mark_silent();
                }
                return Err(error.clone().into());
            }
            ReplyOutcome::Done(Finish::Filtered) => return Err(Error::invalid("The provider withheld the answer.")),
            ReplyOutcome::Done(_) => {}
        }
        let unclear = |why: String| Error::invalid(message!("The model's answer could not be used: {}.", why));
        read(&reply.text, question, labels).map(Some).map_err(unclear)
    }
}

impl Cache for PendingJudgements {}

impl PendingJudgements {
    fn is_silent(&self) -> bool {
        locked(&self.silent_since).is_some_and(|since| since.elapsed() < RESTED)
    }

    fn mark_silent(&self) {
        *locked(&self.silent_since) = Some(Instant::now());
    }
}

/// Stopped by whoever does not want to wait, or when it took too long.
struct JudgingStop<'b> {
    bench: &'b PendingJudgements,
    cancel: CancelToken,
    until: Instant,
}

impl<'b> JudgingStop<'b> {
    fn begin(bench: &'b PendingJudgements) -> Self {
        let cancel = CancelToken::default();
        locked(&bench.waiting).push(cancel.clone());
        Self { bench, cancel, until: Instant::now() + WAITED }
    }

    fn is_over(&self) -> bool {
        !self.cancel.is_cancelled() && Instant::now() >= self.until
    }
}

impl StopSignal for JudgingStop<'_> {
    fn is_stopped(&self) -> bool {
        self.cancel.is_cancelled() || self.is_over()
    }
}

impl Drop for JudgingStop<'_> {
    fn drop(&mut self) {
        // A flag has no name: the one that is this one's is found by raising it first.
        self.cancel.cancel();
        locked(&self.bench.waiting).retain(|other| !other.is_cancelled());
    }
}

fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
