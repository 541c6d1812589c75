//! A finished round: one turn, one bundle, one parse run, one step of undo.
//!
//! A plain yes or no becomes its fact in the transaction that stores the round, whoever reads the rest. What is said in
//! words is read by the parser that is built in, in that same transaction, or by the model that is set, as part of the
//! same step. When a model cannot be asked, the round stands, and its run waits to be tried again.

use crate::facts::NearDuplicateIndex;
use crate::keys::Registries;
use std::collections::HashSet;

use factly_core::inputs::{BundleAnswer, BundleQuestion, BundleTurn, ItemRef, Quick, ScopeType, Stage, build};
use factly_core::keys::{KeyDef, Registry, ValueType};
use factly_core::message;
use factly_core::message::UserMessage;
use factly_core::questions::QuestionName;
use factly_core::text::Span;
use factly_core::text::normalize::normalize;
use uuid::Uuid;

use crate::error::{Code, Error, Result};
use crate::extraction::Runs;
use crate::extraction::{BuiltInParser, ModelReply, OFFLINE, RunOwnership, parse_one, take_quick_answers};
use crate::inputs::rfc3339;
use crate::lookup::discovery_row;
use crate::originals::PlaceCache;
use crate::providers::Providers;
use crate::providers::{StopSignal, Task};
use crate::questions::AnswerContent;
use crate::questions::Questions;
use crate::questions::draft::check_length;
use crate::questions::sheet::status_of;
use crate::store::bundles::{NewTurn, TurnSource};
use crate::store::discoveries::DiscoveryRow;
use crate::store::facts::FactRow;
use crate::store::questions::{FactForKey, NewRound, QuestionRow, QuestionToAsk};
use crate::store::runs::{NewRun, RunStatus};
use crate::store::{BundleSeq, Op, OpSeq, Reader, RoundSeq, Stack, Topic, Writer};
use crate::task::Cancelled;

/// More than this nobody answers in one sitting.
const MOST_ANSWERS: usize = 200;

/// The answers given at once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AnswerRound {
    /// None: the discovery's own.
    pub stage: Option<Stage>,
    /// Items that the round is about; empty for the whole project.
    pub items: Vec<String>,
    pub answers: Vec<AnswerGiven>,
    /// Statement beside the questions.
    pub free: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerGiven {
    pub name: QuestionName,
    pub content: AnswerContent,
}

/// The result of a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundReport {
    pub bundle: Uuid,
    /// One for each answer, in their order, and one for what was said freely.
    pub became: Vec<AnswerFacts>,
    /// The reason not all of it was read: its run waits or failed, and can be tried again.
    pub unread: Option<Error>,
}

/// The facts that an answer gave: new ones, and those that it says again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerFacts {
    /// None: what was said freely.
    pub name: Option<QuestionName>,
    pub facts: Vec<FactForKey>,
}

/// A round that was checked.
struct CheckedRound {
    discovery: DiscoveryRow,
    stage: Stage,
    items: Vec<String>,
    answers: Vec<CheckedAnswer>,
    free: String,
    known_items: Vec<ItemRef>,
}

struct CheckedAnswer {
    name: QuestionName,
    text: String,
    item: String,
    content: AnswerContent,
    asked_before: Option<QuestionRow>,
}

impl CheckedRound {
    /// Returns whether somebody has to understand words.
    fn has_words(&self) -> bool {
        !self.free.trim().is_empty() || self.answers.iter().any(|answer| !answer.content.text.trim().is_empty())
    }

    fn turn(&self, id: Uuid, now: i64) -> BundleTurn {
        let question = |answer: &CheckedAnswer| BundleQuestion {
            id: answer.name.to_string(),
            text: match self.known_items.iter().find(|item| item.id == answer.item) {
                Some(item) => format!("{}: {}", item.name, answer.text),
                None => answer.text.clone(),
            },
        };
        let given = |answer: &CheckedAnswer| BundleAnswer {
            question_id: answer.name.to_string(),
            quick: answer.content.quick,
            text: answer.content.text.clone(),
        };
        BundleTurn {
            bundle_id: id.to_string(),
            stage: self.stage,
            scope: ScopeType::for_item_count(self.items.len()),
            item_refs: self.known_items.clone(),
            selected_item_ids: self.items.clone(),
            timestamp: rfc3339(now),
            questions: self.answers.iter().map(question).collect(),
            answers: self.answers.iter().map(given).collect(),
            free_chat: self.free.clone(),
            agent_output: String::new(),
        }
    }

    fn source(&self) -> TurnSource {
        match (self.answers.is_empty(), self.free.is_empty()) {
            (true, _) => TurnSource::Chat,
            (false, true) => TurnSource::StructuredQuestions,
            (false, false) => TurnSource::Mixed,
        }
    }

    fn op(&self) -> Op {
        let name = match self.answers.as_slice() {
            [] => message!("Say something"),
            [one] => message!("Answer “{}”", one.text),
            many => message!("Answer {} questions", many.len()),
        };
        Op::named(Stack::Discovery(self.discovery.seq), name)
    }
}

impl Questions<'_> {
    /// Takes a round: all of it or nothing.
    pub fn finish_round(&self, discovery: Uuid, round: &AnswerRound, stop: &dyn StopSignal) -> Result<RoundReport> {
        let (checked, registry) = self.ctx.read(|r| {
            let row = discovery_row(r, discovery)?;
            let registry = self.ctx.cache::<Registries>().get(r, &row)?;
            Ok((check(r, row, round, &registry)?, registry))
        })?;
        let id = self.ctx.world().ids.next();
        let turn = checked.turn(id, self.ctx.world().clock.now_ms());
        let bundle = build(&turn);
        // Yes and no need nobody to read them, and what is not there is not sent.
        let model = match checked.has_words() {
            true => Providers::new(self.ctx).model_at(checked.discovery.seq, Task::Extraction, stop),
            false => Ok(None),
        };
        let parser = BuiltInParser::new(&registry, self.ctx.number_format()?);
        let written = self.ctx.write(checked.op(), |w| {
            let seq = store(w, &checked, id, &bundle)?;
            let (model_name, status) = (OFFLINE, RunStatus::Queued);
            let run =
                NewRun { discovery: checked.discovery.seq, bundle: seq, model: model_name, forced: false, status };
            let run = w.insert_run(&run)?;
            match model {
                Ok(None) => parse_one(
                    w,
                    (&self.ctx.cache::<NearDuplicateIndex>(), &self.ctx.cache::<PlaceCache>()),
                    &parser,
                    seq,
                    RunOwnership::OfThisStep,
                )?,
                Ok(Some(_)) | Err(_) => take_quick_answers(w, &parser, seq, run)?,
            };
            w.touch_discovery(checked.discovery.seq)?;
            [Topic::Questions, Topic::Runs, Topic::Inputs].into_iter().for_each(|topic| w.topic(topic));
            Ok(seq)
        })?;
        let seq = written.value;
        let unread = match (model, written.operation) {
            (Ok(Some(model)), Some(operation)) => self.read_words(&model, seq, operation, stop)?,
            (Err(error), _) => Some(error),
            (Ok(_), _) => None,
        };
        let facts = self.ctx.read(|r| Ok(r.facts_in_bundle(seq, Span::new(0, u32::MAX))?))?;
        Ok(RoundReport { bundle: id, became: became(&checked, &bundle.answers, &facts), unread })
    }

    fn read_words(
        &self,
        model: &crate::providers::Model<'_>,
        bundle: BundleSeq,
        operation: OpSeq,
        stop: &dyn StopSignal,
    ) -> Result<Option<Error>> {
        match Runs::new(self.ctx).parse_with_model(
            model,
            bundle,
            Op::part_of(operation),
            RunOwnership::OfThisStep,
            stop,
        ) {
            Ok(ModelReply::Read(_)) => Ok(None),
            Ok(ModelReply::Failed { error, .. }) => Ok(Some(error)),
            // The round was undone while it was read: to undo it is to stop it.
            Ok(ModelReply::Stopped) | Err(Error { code: Code::Cancelled, .. }) => Ok(Some(Cancelled.into())),
            Err(error) => Err(error),
        }
    }

    /// Asks again what was closed as irrelevant.
    pub fn reopen_question(&self, discovery: Uuid, name: &QuestionName) -> Result<()> {
        let (row, question) = self.ctx.read(|r| {
            let row = discovery_row(r, discovery)?;
            let question = r.question(row.seq, name)?.ok_or_else(|| unknown(name))?;
            Ok((row, question))
        })?;
        let op = Op::named(Stack::Discovery(row.seq), message!("Ask “{}” again", UserMessage::whole(question.text)));
        self.ctx.write(op, |w| {
            w.topic(Topic::Questions);
            Ok(w.set_question_status(question.seq, crate::store::questions::QuestionStatus::Open)?)
        })?;
        Ok(())
    }
}

fn store(
    w: &mut Writer<'_>,
    checked: &CheckedRound,
    id: Uuid,
    bundle: &factly_core::inputs::Bundle,
) -> Result<BundleSeq> {
    let discovery = checked.discovery.seq;
    let names: Vec<String> = checked.answers.iter().map(|answer| answer.name.to_string()).collect();
    let (source_ids, item_ids) = (json(&names), json(&checked.items));
    let scope = ScopeType::for_item_count(checked.items.len());
    let seq = w.insert_turn(&NewTurn {
        id,
        discovery,
        source: checked.source(),
        stage: checked.stage,
        scope,
        item_ids: &item_ids,
        source_ids: &source_ids,
        bundle,
    })?;
    if !checked.answers.is_empty() {
        let round =
            w.insert_round(&NewRound { discovery, stage: checked.stage, scope, item_ids: &item_ids, bundle: seq })?;
        checked.answers.iter().try_for_each(|answer| keep(w, checked, answer, round))?;
    }
    if !checked.free.is_empty() {
        w.clear_answer_draft(discovery, "")?;
    }
    Ok(seq)
}

fn keep(w: &mut Writer<'_>, checked: &CheckedRound, answer: &CheckedAnswer, round: RoundSeq) -> Result<()> {
    let discovery = checked.discovery.seq;
    let question = match &answer.asked_before {
        Some(row) => row.seq,
        None => w.add_question(&QuestionToAsk {
            discovery,
            key: answer.name.path(),
            item_id: &answer.item,
            text: &answer.text,
            model: None,
        })?,
    };
    let status = status_of(&answer.content, answer.name.path().is_some());
    w.answer_question(question, &answer.text, status, &answer.content, round)?;
    w.clear_answer_draft(discovery, &answer.name.to_string())?;
    Ok(())
}

fn check(r: &Reader, discovery: DiscoveryRow, round: &AnswerRound, registry: &Registry) -> Result<CheckedRound> {
    let free = normalize(&round.free).text;
    check_length(&free)?;
    let free = if free.trim().is_empty() { String::new() } else { free };
    if round.answers.is_empty() && free.is_empty() {
        return Err(Error::new(Code::Empty, "Nothing is answered yet.").hint("Answer at least one question."));
    }
    if round.answers.len() > MOST_ANSWERS {
        return Err(Error::new(Code::TooLarge, message!("A round has at most {} answers.", MOST_ANSWERS)));
    }
    let stage = round.stage.unwrap_or(discovery.stage);
    let known_items = super::known_items(r, discovery.seq)?;
    if let Some(stranger) = round.items.iter().find(|id| !known_items.iter().any(|item| item.id == **id)) {
        return Err(no_item(stranger));
    }
    let mut seen = HashSet::new();
    let mut answers = Vec::with_capacity(round.answers.len());
    for given in &round.answers {
        if !seen.insert(&given.name) {
            return Err(Error::invalid(message!("{} is answered twice.", given.name)));
        }
        let asked_before = r.question(discovery.seq, &given.name)?;
        let (text, item) = match registry_question(&given.name, registry, stage, &known_items)? {
            Some((key, item)) => {
                check_quick(&given.content, Some(key))?;
                (key.question.clone(), item)
            }
            None => {
                let row = asked_before.as_ref().ok_or_else(|| unknown(&given.name))?;
                check_quick(&given.content, None)?;
                (row.text.clone(), row.item_id.clone())
            }
        };
        let normalized = normalize(&given.content.text).text;
        check_length(&normalized)?;
        let content = AnswerContent { quick: given.content.quick, text: normalized };
        answers.push(CheckedAnswer { name: given.name.clone(), text, item, content, asked_before });
    }
    Ok(CheckedRound { discovery, stage, items: round.items.clone(), answers, free, known_items })
}

/// The key that a question asks for, and of what; none for a question without a key.
fn registry_question<'r>(
    name: &QuestionName,
    registry: &'r Registry,
    stage: Stage,
    items: &[ItemRef],
) -> Result<Option<(&'r KeyDef, String)>> {
    let QuestionName::Key { path, item } = name else { return Ok(None) };
    let key =
        registry.allowed(path, stage).map_err(|error| Error::invalid(message!("{}: {}.", path, error.message())))?;
    match item {
        Some(item) if !items.iter().any(|known| known.id == *item) => Err(no_item(item)),
        item if key.is_of_an_item() != item.is_some() => {
            let label = UserMessage::whole(key.label.clone());
            Err(Error::invalid(message!("{} asks for nothing: “{}” is said of {}.", name, label, of_what(key)))
                .hint("An item's question is named by its key and its item, as in item.dimensions.width@i1."))
        }
        item => Ok(Some((key, item.clone().unwrap_or_default()))),
    }
}

fn of_what(key: &KeyDef) -> UserMessage {
    if key.is_of_an_item() { message!("an item") } else { message!("the whole project") }
}

fn check_quick(content: &AnswerContent, key: Option<&KeyDef>) -> Result<()> {
    let says = !content.text.trim().is_empty();
    match (content.quick, key) {
        (None, _) if !says => Err(Error::new(Code::Empty, "An answer says nothing.")),
        (Some(Quick::Yes | Quick::No), Some(key)) if key.value_type != ValueType::Boolean && !says => {
            let question = UserMessage::whole(key.question.clone());
            Err(Error::invalid(message!("“{}” is not answered by yes or no.", question)))
        }
        _ => Ok(()),
    }
}

fn became(checked: &CheckedRound, spans: &[Span], facts: &[FactRow]) -> Vec<AnswerFacts> {
    let within = |span: &Span| -> Vec<FactForKey> {
        let inside = |fact: &&FactRow| {
            fact.evidence
                .as_ref()
                .is_some_and(|evidence| span.start <= evidence.found.span.start && evidence.found.span.end <= span.end)
        };
        facts.iter().filter(inside).map(fact_for_key).collect()
    };
    let mut became: Vec<AnswerFacts> = checked
        .answers
        .iter()
        .zip(spans)
        .map(|(answer, span)| AnswerFacts { name: Some(answer.name.clone()), facts: within(span) })
        .collect();
    if !checked.free.is_empty() {
        let after = spans.last().map_or(0, |span| span.end);
        became.push(AnswerFacts { name: None, facts: within(&Span::new(after, u32::MAX)) });
    }
    became
}

fn fact_for_key(fact: &FactRow) -> FactForKey {
    FactForKey { id: fact.id, label_no: fact.label_no, status: fact.status, text: fact.text.clone() }
}

pub(crate) fn no_item(item: &str) -> Error {
    Error::not_found(message!("There is no item {}.", item))
}

fn unknown(name: &QuestionName) -> Error {
    Error::not_found(message!("There is no question {}.", name))
}

fn json(list: &[String]) -> String {
    serde_json::to_string(list).unwrap_or_else(|_| "[]".to_owned())
}
