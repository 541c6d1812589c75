//! The questions for a stage and a scope, the most valuable first, and what became of what was asked before.
//!
//! Nothing of it is stored: a question is open while its key lacks a value, and resolved while one stands, wherever that
//! came from.

use crate::keys::Registries;
use std::cell::RefCell;
use std::collections::HashMap;

use factly_core::discovery::{EntityKind, EntityLabel};
use factly_core::facts::Status;
use factly_core::inputs::{ItemRef, Quick, Stage};
use factly_core::keys::{KeyDef, Registry, ValueType};
use factly_core::questions::{KeyQuestion, KeyState, QuestionName, RoundScope, choose};
use uuid::Uuid;

use crate::error::{Error, Result};
use crate::facts::remarks;
use crate::lookup::discovery_row;
use crate::questions::Questions;
use crate::questions::item_ref;
use crate::store::discoveries::DiscoveryRow;
use crate::store::questions::{AnswerContent, FactForKey, QuestionRow, QuestionStatus};
use crate::store::{Reader, StoreError};

/// More than this nobody answers in one sitting; the rest follows as these are answered.
const MOST_OPEN: usize = 200;

/// The questions of a stage and a scope.
#[derive(Clone, Debug, PartialEq)]
pub struct Sheet {
    pub stage: Stage,
    /// Empty for the whole project.
    pub items: Vec<String>,
    /// Items that could be asked about: those that are not put aside.
    pub choices: Vec<ItemRef>,
    /// The most valuable first.
    pub open: Vec<QuestionView>,
    /// Number of open questions beyond those shown.
    pub more: usize,
    /// Asked before, and not open: the newest last.
    pub done: Vec<QuestionView>,
    /// Number of keys that this stage and scope have, and of those that have a value.
    pub keys: usize,
    pub filled: usize,
    /// Number of rounds that were finished.
    pub rounds: u32,
    /// Free statement that is not sent.
    pub draft: String,
}

#[derive(Clone, Debug, PartialEq)]
pub struct QuestionView {
    pub name: QuestionName,
    /// None: a question without a key.
    pub key: Option<AskedKey>,
    /// Empty for the whole project.
    pub item: String,
    pub text: String,
    /// The model that proposed it, and why.
    pub model: Option<(String, String)>,
    /// Number of other lacking keys that wait for it.
    pub blocks: usize,
    pub state: QuestionState,
    /// The fact that holds for its key, or waits to.
    pub fact: Option<FactForKey>,
    /// Facts put aside as notes where it is asked again, since they could not all hold.
    pub aside: Vec<FactForKey>,
    /// The last answer, and the bundle that it is in.
    pub answer: AnswerContent,
    pub bundle: Option<Uuid>,
    pub draft: AnswerContent,
}

/// The expectations of a key for an answer.
#[derive(Clone, Debug, PartialEq)]
pub struct AskedKey {
    pub path: String,
    pub label: String,
    pub value_type: ValueType,
    /// "cm", "EUR": what a bare number is taken for.
    pub unit: Option<String>,
    pub choices: Vec<String>,
    pub high_risk: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuestionState {
    /// Open: what was said contradicted itself, and the analyst asks again.
    AskedAgain,
    Open,
    /// Open still: nobody knew, or what was said is no value.
    Tried,
    /// A value waits for the analyst.
    Waiting,
    /// A value stands.
    Resolved,
    /// A question without a key was answered.
    Answered,
    Irrelevant,
}

impl Questions<'_> {
    /// Returns the questions about `items`, or about the whole project where there are none, at the discovery's stage.
    pub fn sheet(&self, discovery: Uuid, items: &[String]) -> Result<Sheet> {
        self.ctx.read(|r| {
            let row = discovery_row(r, discovery)?;
            let registry = self.ctx.cache::<Registries>().get(r, &row)?;
            sheet(r, &row, row.stage, items, &registry)
        })
    }

    /// As [`Self::sheet`], at any stage.
    pub fn questions_at(&self, discovery: Uuid, stage: Stage, items: &[String]) -> Result<Sheet> {
        self.ctx.read(|r| {
            let row = discovery_row(r, discovery)?;
            let registry = self.ctx.cache::<Registries>().get(r, &row)?;
            sheet(r, &row, stage, items, &registry)
        })
    }
}

pub(super) fn sheet(
    r: &Reader,
    discovery: &DiscoveryRow,
    stage: Stage,
    items: &[String],
    registry: &Registry,
) -> Result<Sheet> {
    let rows = r.questions(discovery.seq)?;
    let drafts: HashMap<String, AnswerContent> = r.answer_drafts(discovery.seq)?.into_iter().collect();
    let again = rows.iter().any(QuestionRow::is_asked_again);
    let aside = if again { put_aside(r, discovery)? } else { HashMap::new() };
    let known = SheetKnowledge::new(r, discovery, &rows);
    let about = if items.is_empty() { RoundScope::Project } else { RoundScope::Items(items) };
    let chosen = choose(registry, stage, about, |path, item| known.standing(path, item));
    let view = Views { known: &known, drafts: &drafts, aside: &aside };

    let in_scope = |row: &&QuestionRow| match items {
        [] => row.item_id.is_empty(),
        items => items.contains(&row.item_id),
    };
    let all_own = rows.iter().filter(in_scope).filter(|row| row.name.path().is_none());
    let (own_open, own_done): (Vec<_>, Vec<_>) = all_own.partition(|row| row.status == QuestionStatus::Open);
    let more = (own_open.len() + chosen.len()).saturating_sub(MOST_OPEN);
    let own = |row| view.own(row);
    let keyed = |question: &KeyQuestion<'_>| QuestionView {
        blocks: question.blocks,
        ..view.keyed(question.key, &question.item)
    };
    // What a model was just asked to propose is looked at before what the registry lacks, and as there what is asked again
    // comes first and what nobody knew last.
    let (own_tried, own_new): (Vec<_>, Vec<_>) =
        own_open.into_iter().partition(|row| row.answer != AnswerContent::default());
    let (again, lacking) = chosen.split_at(chosen.partition_point(|question| question.state == KeyState::AskedAgain));
    let open = again.iter().map(keyed).chain(own_new.into_iter().map(own));
    let open = open.chain(lacking.iter().map(keyed)).chain(own_tried.into_iter().map(own)).take(MOST_OPEN).collect();

    let mut done: Vec<QuestionView> = own_done.into_iter().map(own).collect();
    for row in rows.iter().filter(in_scope) {
        let Some(key) = row.name.path().and_then(|path| registry.get(path)) else { continue };
        let shown = view.keyed(key, &row.item_id);
        if !matches!(shown.state, QuestionState::AskedAgain | QuestionState::Open | QuestionState::Tried) {
            done.push(shown);
        }
    }
    let (keys, filled) = known.count(registry, stage, items);
    let sheet = Sheet {
        stage,
        items: items.to_vec(),
        choices: r.items(discovery.seq)?.into_iter().filter(|item| !item.archived).map(item_ref).collect(),
        open,
        more,
        done,
        keys,
        filled,
        rounds: r.question_round_count(discovery.seq)?,
        draft: drafts.get("").map(|answer| answer.text.clone()).unwrap_or_default(),
    };
    known.trouble.into_inner().map_or(Ok(sheet), |error| Err(Error::from(error)))
}

/// By the name of the question that asks for what they were values of.
type FactsPutAside = HashMap<String, Vec<FactForKey>>;

/// Returns what the analyst put aside as notes.
fn put_aside(r: &Reader, discovery: &DiscoveryRow) -> Result<FactsPutAside> {
    let mut aside = FactsPutAside::new();
    for (key, item, fact) in remarks(r, discovery.seq)? {
        aside.entry(QuestionName::for_key(&key, &item).to_string()).or_default().push(fact);
    }
    Ok(aside)
}

/// The state of each key by the ledger and earlier answers, asked for once each.
struct SheetKnowledge<'a> {
    reader: &'a Reader,
    discovery: &'a DiscoveryRow,
    rows: HashMap<(&'a str, &'a str), &'a QuestionRow>,
    facts: RefCell<HashMap<(String, String), Option<FactForKey>>>,
    /// The first read that failed: rules ask without waiting for an error.
    trouble: RefCell<Option<StoreError>>,
}

impl<'a> SheetKnowledge<'a> {
    fn new(reader: &'a Reader, discovery: &'a DiscoveryRow, rows: &'a [QuestionRow]) -> Self {
        let keyed = rows.iter().filter_map(|row| Some(((row.name.path()?, row.item_id.as_str()), row)));
        let rows = keyed.collect();
        Self { reader, discovery, rows, facts: RefCell::default(), trouble: RefCell::default() }
    }

    fn fact(&self, path: &str, item: &str) -> Option<FactForKey> {
        let at = (path.to_owned(), item.to_owned());
        if let Some(known) = self.facts.borrow().get(&at) {
            return known.clone();
        }
        let found = self.reader.fact_for_key(self.discovery.seq, path, item).unwrap_or_else(|error| {
            self.trouble.borrow_mut().get_or_insert(error);
            None
        });
        self.facts.borrow_mut().insert(at, found.clone());
        found
    }

    fn standing(&self, path: &str, item: &str) -> KeyState {
        match self.fact(path, item).map(|fact| fact.status) {
            Some(Status::Accepted) => return KeyState::Filled,
            Some(_) => return KeyState::Waiting,
            None => {}
        }
        match self.rows.get(&(path, item)) {
            Some(row) if row.status == QuestionStatus::Irrelevant => KeyState::Closed,
            Some(row) if row.is_asked_again() => KeyState::AskedAgain,
            Some(row) if row.answer != AnswerContent::default() => KeyState::Tried,
            Some(_) | None => KeyState::Lacking,
        }
    }

    /// The keys of a stage and a scope, and how many have a value.
    fn count(&self, registry: &Registry, stage: Stage, items: &[String]) -> (usize, usize) {
        let of_items = !items.is_empty();
        let project = [String::new()];
        let subjects: &[String] = if of_items { items } else { &project };
        let keys = registry.iter().filter(|key| key.is_allowed_at(stage) && key.is_of_an_item() == of_items);
        keys.flat_map(|key| subjects.iter().map(move |item| (key, item))).fold((0, 0), |(keys, filled), (key, item)| {
            (keys + 1, filled + usize::from(self.standing(&key.path, item) == KeyState::Filled))
        })
    }
}

struct Views<'a> {
    known: &'a SheetKnowledge<'a>,
    drafts: &'a HashMap<String, AnswerContent>,
    aside: &'a FactsPutAside,
}

impl Views<'_> {
    fn own(&self, row: &QuestionRow) -> QuestionView {
        QuestionView {
            name: row.name.clone(),
            key: None,
            item: row.item_id.clone(),
            text: row.text.clone(),
            model: row.model.clone(),
            blocks: 0,
            state: match row.status {
                QuestionStatus::Irrelevant => QuestionState::Irrelevant,
                QuestionStatus::Answered => QuestionState::Answered,
                QuestionStatus::Open if row.answer != AnswerContent::default() => QuestionState::Tried,
                QuestionStatus::Open => QuestionState::Open,
            },
            fact: None,
            aside: Vec::new(),
            answer: row.answer.clone(),
            bundle: row.bundle,
            draft: self.draft(&row.name),
        }
    }

    fn keyed(&self, key: &KeyDef, item: &str) -> QuestionView {
        let name = QuestionName::for_key(&key.path, item);
        let row = self.known.rows.get(&(key.path.as_str(), item));
        let key_state = self.known.standing(&key.path, item);
        let aside = if key_state == KeyState::AskedAgain { self.aside.get(&name.to_string()) } else { None };
        QuestionView {
            key: Some(asked_key(key)),
            item: item.to_owned(),
            text: key.question.clone(),
            model: None,
            blocks: 0,
            state: match key_state {
                KeyState::AskedAgain => QuestionState::AskedAgain,
                KeyState::Lacking => QuestionState::Open,
                KeyState::Tried => QuestionState::Tried,
                KeyState::Waiting => QuestionState::Waiting,
                KeyState::Filled => QuestionState::Resolved,
                KeyState::Closed => QuestionState::Irrelevant,
            },
            fact: self.known.fact(&key.path, item),
            aside: aside.cloned().unwrap_or_default(),
            answer: row.map(|row| row.answer.clone()).unwrap_or_default(),
            bundle: row.and_then(|row| row.bundle),
            draft: self.draft(&name),
            name,
        }
    }

    fn draft(&self, name: &QuestionName) -> AnswerContent {
        self.drafts.get(&name.to_string()).cloned().unwrap_or_default()
    }
}

fn asked_key(key: &KeyDef) -> AskedKey {
    let unit = key.unit.map(|unit| unit.symbol().to_owned());
    AskedKey {
        path: key.path.clone(),
        label: key.label.clone(),
        value_type: key.value_type,
        unit: unit.or_else(|| key.currency.map(|currency| currency.code().to_owned())),
        choices: key.values.iter().map(|choice| choice.name.clone()).collect(),
        high_risk: key.high_risk,
    }
}

impl FactForKey {
    /// "F-12".
    pub fn label(&self) -> String {
        EntityLabel::new(EntityKind::Fact, self.label_no).to_string()
    }
}

impl QuestionView {}

/// Returns what an answer makes of its question: not knowing leaves it open, and so does saying what is no value.
pub(super) const fn status_of(answer: &AnswerContent, has_key: bool) -> QuestionStatus {
    match answer.quick {
        Some(Quick::Idk) => QuestionStatus::Open,
        Some(Quick::Irrelevant) => QuestionStatus::Irrelevant,
        _ if has_key => QuestionStatus::Open,
        _ => QuestionStatus::Answered,
    }
}
