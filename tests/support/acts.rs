//! An analyst's acts on knowledge, by chance: everything that a block or a field of an item may follow from.
//!
//! Not part of it: what belongs to the whole library but the names of its catalogue, and steps taken back out of order.
#![allow(dead_code, reason = "each suite takes what it needs")]

use std::collections::BTreeMap;

use factly_core::discovery::EntityLabel;
use factly_core::facts::Status;
use factly_core::facts::decide::{Resolution, Ruling};
use factly_core::inputs::Quick;
use factly_core::keys::{KeyDef, NOTE_KEY};
use factly_core::knowledge::enrich::ProposedEntry;
use factly_core::knowledge::{AdditionKind, BlockKey};
use factly_core::questions::QuestionName;
use factly_engine::Library;
use factly_engine::catalogue::{CatalogueChange, NewCanonical};
use factly_engine::extraction::Force;
use factly_engine::facts::{Fact, FactEdit};
use factly_engine::inputs::Parsing;
use factly_engine::questions::{AnswerContent, AnswerGiven, AnswerRound};
use factly_engine::task::CancelToken;
use proptest::prelude::*;
use serde_json::json;
use uuid::Uuid;

use super::answers::{BundleFixture, about, bundle_of};
use super::library::Fixture;

const KEYS: [&str; 7] = [
    "item.dimensions.width",
    "item.materials.main",
    "item.constraints.outdoor",
    "project.constraints.drillingAllowed",
    "project.budget.total",
    "project.decisions.approved",
    ADDED_KEY,
];

/// No pack has it: an op of it is a note until the analyst adds it.
const ADDED_KEY: &str = "item.stand.tilt";

/// Values that each of [`KEYS`] can have.
const VALUES: [[&str; 3]; 7] = [
    ["6 m", "600 cm", "7 m"],
    ["oak", "steel | glass", "*cloth*"],
    ["yes", "no", "yes"],
    ["no", "yes", "no"],
    ["€1,200", "€1,500", "1200 EUR"],
    ["yes", "no", "no"],
    ["30 cm", "0.3 m", "40 cm"],
];

/// Names of items: no name is within another.
const NAMES: [&str; 6] = ["alder", "birch", "cedar", "elm", "fir", "hazel"];

/// Additions of a model: a topic, a kind, and a text.
const ADDED: [(&str, AdditionKind, &str); 4] = [
    ("openQuestions", AdditionKind::Question, "Who holds the keys?"),
    ("constraints", AdditionKind::Constraint, "Keep the doors free."),
    ("logistics", AdditionKind::Checklist, "Ask for the floor plan."),
    ("summary", AdditionKind::Note, "The deposit is not spoken of."),
];

const TEXTS: [&str; 4] = [
    "The wall is 6 m high. The budget is €1,200. Drilling is not allowed.",
    "The budget is €1,500. The backdrop is 7 m wide.",
    "The venue is Hall 3. We expect 800 visitors on 1 March 2026.",
    "The thingalder is 6 m wide, and the thingbirch is 3 m high. The budget is €1,200.",
];

/// Items of the catalogue: items are called by names that come near.
const CATALOGUE: [&str; 3] = ["Thingalder", "Oak", "Steel"];

/// An act of an analyst. Numbers pick from what is there.
#[derive(Clone, Debug)]
pub(crate) enum Act {
    AddText {
        text: usize,
    },
    /// A turn of a model, with several ops at once.
    Turn {
        ops: Vec<(usize, usize, usize, &'static str)>,
    },
    Accept {
        at: usize,
    },
    Reject {
        at: usize,
    },
    Edit {
        at: usize,
        value: usize,
    },
    Resolve {
        at: usize,
        how: usize,
    },
    Override {
        item: usize,
        key: usize,
        value: usize,
    },
    Back {
        item: usize,
        key: usize,
    },
    AddItem,
    /// Puts an item aside, or takes it back.
    ArchiveItem {
        at: usize,
        aside: bool,
    },
    /// Gives it another name, another it is known by, and a description.
    RenameItem {
        at: usize,
        name: usize,
    },
    /// Says which item a fact is about: one that is there, a new one, or the project.
    About {
        at: usize,
        item: usize,
        is_new: bool,
    },
    /// Says what a line means, or does not, or takes that back.
    Canonical {
        line: usize,
        of: usize,
        does: usize,
    },
    /// Calls a canonical item otherwise: no step of the discovery's.
    RenameCanonical {
        at: usize,
        name: usize,
    },
    AddKey,
    EditInput {
        at: usize,
        text: usize,
    },
    DeleteInput {
        at: usize,
    },
    DeleteItem {
        at: usize,
    },
    Merge {
        one: usize,
        other: usize,
    },
    Split {
        at: usize,
        key: usize,
    },
    /// Ends a conflict by asking again: all that was said of the key becomes notes.
    AskAgain {
        at: usize,
    },
    /// Of the notes that were values, one is edited, made a value again, or rejected.
    OfNote {
        at: usize,
        does: usize,
        value: usize,
    },
    /// Takes over what a model would add to the blocks of a scope.
    TakeOver {
        item: usize,
        which: usize,
    },
    /// Answers the question of a key: in words, yes, no, that nobody knows, or that it does not matter.
    Answer {
        item: usize,
        key: usize,
        how: usize,
        value: usize,
    },
    /// Asks again what did not matter.
    Reopen {
        item: usize,
        key: usize,
    },
    Undo {
        steps: usize,
    },
    Redo {
        steps: usize,
    },
}

pub(crate) fn any_act() -> impl Strategy<Value = Act> {
    let at = || 0..32_usize;
    let key = || 0..KEYS.len();
    let kind = || prop_oneof![Just("ADD"), Just("UPDATE"), Just("CONFLICT"), Just("NOTE")];
    let ops = prop::collection::vec((0..4_usize, key(), 0..3_usize, kind()), 1..6);
    prop_oneof![
        1 => (0..TEXTS.len()).prop_map(|text| Act::AddText { text }),
        6 => ops.prop_map(|ops| Act::Turn { ops }),
        3 => at().prop_map(|at| Act::Accept { at }),
        2 => at().prop_map(|at| Act::Reject { at }),
        2 => (at(), 0..3_usize).prop_map(|(at, value)| Act::Edit { at, value }),
        3 => (at(), 0..5_usize).prop_map(|(at, how)| Act::Resolve { at, how }),
        3 => at().prop_map(|at| Act::AskAgain { at }),
        4 => (at(), 0..3_usize, 0..3_usize).prop_map(|(at, does, value)| Act::OfNote { at, does, value }),
        2 => (0..4_usize, 0..ADDED.len()).prop_map(|(item, which)| Act::TakeOver { item, which }),
        4 => (0..4_usize, key(), 0..8_usize, 0..3_usize)
            .prop_map(|(item, key, how, value)| Act::Answer { item, key, how, value }),
        1 => (0..4_usize, key()).prop_map(|(item, key)| Act::Reopen { item, key }),
        3 => (0..4_usize, key(), 0..3_usize).prop_map(|(item, key, value)| Act::Override { item, key, value }),
        2 => (0..4_usize, key()).prop_map(|(item, key)| Act::Back { item, key }),
        2 => Just(Act::AddItem),
        2 => (at(), any::<bool>()).prop_map(|(at, aside)| Act::ArchiveItem { at, aside }),
        2 => (at(), 0..NAMES.len()).prop_map(|(at, name)| Act::RenameItem { at, name }),
        3 => (at(), 0..4_usize, any::<bool>()).prop_map(|(at, item, is_new)| Act::About { at, item, is_new }),
        4 => (at(), 0..CATALOGUE.len(), 0..4_usize).prop_map(|(line, of, does)| Act::Canonical { line, of, does }),
        1 => (0..CATALOGUE.len(), 0..NAMES.len()).prop_map(|(at, name)| Act::RenameCanonical { at, name }),
        1 => Just(Act::AddKey),
        2 => (at(), 0..TEXTS.len()).prop_map(|(at, text)| Act::EditInput { at, text }),
        1 => at().prop_map(|at| Act::DeleteInput { at }),
        1 => at().prop_map(|at| Act::DeleteItem { at }),
        2 => (at(), at()).prop_map(|(one, other)| Act::Merge { one, other }),
        1 => (at(), key()).prop_map(|(at, key)| Act::Split { at, key }),
        3 => (1..4_usize).prop_map(|steps| Act::Undo { steps }),
        2 => (1..4_usize).prop_map(|steps| Act::Redo { steps }),
    ]
}

fn is_note(fact: &Fact) -> bool {
    fact.key == NOTE_KEY
}

fn with_value(value: &str) -> FactEdit {
    FactEdit { value: Some(value.to_owned()), ..FactEdit::default() }
}

pub(crate) struct Bench(pub(crate) BundleFixture);

impl Bench {
    pub(crate) fn new() -> Self {
        Self(about("Nothing is said here yet.")).furnished()
    }

    /// In a discovery that is there, with what of its furniture is.
    pub(crate) fn of(library: Library, discovery: Uuid) -> Self {
        let folder = tempfile::tempdir().unwrap();
        Self(BundleFixture { at: Fixture { library, folder }, discovery, bundle: Uuid::nil() }).furnished()
    }

    fn furnished(self) -> Self {
        let there = self.0.at.library.catalogue().page("", false, 0, 100).unwrap().items;
        for name in CATALOGUE.iter().filter(|name| !there.iter().any(|one| one.item.name.starts_with(**name))) {
            let synonyms = BTreeMap::new();
            let new = NewCanonical { name: (*name).to_owned(), unit: "m²".to_owned(), synonyms, note: String::new() };
            self.0.at.library.catalogue().canonical_add(new).unwrap();
        }
        if self.0.at.library.items().list(self.0.discovery).unwrap().is_empty() {
            self.act(&Act::AddItem);
            self.act(&Act::AddItem);
        }
        self
    }

    fn fact(&self, at: usize) -> Option<Fact> {
        let facts = self.0.facts();
        facts.get(at % facts.len().max(1)).cloned()
    }

    fn facts_that(&self, holds: impl Fn(&Fact) -> bool) -> Vec<Fact> {
        self.0.facts().into_iter().filter(|fact| holds(fact)).collect()
    }

    /// The reference of an item, or none for the project.
    fn scope(&self, at: usize) -> Option<String> {
        let items = self.0.at.library.items().list(self.0.discovery).unwrap();
        items.get(at.checked_sub(1)?).map(factly_engine::items::Item::reference)
    }

    /// Does it as far as it makes sense: what is refused is no matter here.
    pub(crate) fn act(&self, act: &Act) {
        let (library, discovery) = (&self.0.at.library, self.0.discovery);
        let items = library.items().list(discovery).unwrap();
        let item = |at: usize| items.get(at % items.len().max(1)).map(|item| item.id);
        match act {
            Act::AddText { text } => {
                self.0.at.add(discovery, TEXTS[*text], Parsing::Now);
            }
            Act::Turn { ops } => self.turn(ops),
            Act::Accept { at } => drop(self.fact(*at).map(|fact| library.facts().accept(&[fact.id]))),
            Act::Reject { at } => drop(self.fact(*at).map(|fact| library.facts().reject(&[fact.id]))),
            Act::Edit { at, value } => {
                let Some(fact) = self.fact(*at) else { return };
                let values = KEYS.iter().position(|key| *key == fact.key).map(|key| VALUES[key][*value].to_owned());
                let words = values.is_none().then(|| format!("AnswerContent {value} times."));
                let _ = library.facts().edit_fact(fact.id, &FactEdit { key: None, value: values, text: words });
            }
            Act::Resolve { at, how } => {
                let rivals = self.facts_that(|fact| fact.status == Status::Conflict);
                let Some(rival) = rivals.get(*at % rivals.len().max(1)) else { return };
                if *how == 4 {
                    // All values of the key hold, each under a condition of its own.
                    let values = library.facts().values_of(rival.id).unwrap();
                    let holds = |fact: &Fact| (fact.id, Ruling::Holds { condition: format!("as {} says", fact.label) });
                    let _ = library.facts().settle(&values.iter().map(holds).collect::<Vec<_>>());
                    return;
                }
                let how =
                    [Resolution::KeepOld, Resolution::TakeNew, Resolution::KeepNewAsNote, Resolution::KeepBothAsNotes]
                        [*how];
                let _ = library.facts().resolve(rival.id, how);
            }
            Act::Override { item, key, value } => {
                let scope = self.scope(*item);
                let value = VALUES[*key][*value];
                let _ = library.knowledge().override_field(discovery, scope.as_deref(), KEYS[*key], value, "because");
            }
            Act::Back { item, key } => {
                let _ = library.knowledge().clear_override(discovery, self.scope(*item).as_deref(), KEYS[*key]);
            }
            Act::AddItem => {
                let _ = library.items().item_add(discovery, &format!("Thing{}", NAMES[items.len() % NAMES.len()]), &[]);
            }
            Act::ArchiveItem { at, aside } => drop(item(*at).map(|item| library.items().item_archive(item, *aside))),
            Act::RenameItem { at, name } => {
                let Some(item) = item(*at) else { return };
                let (called, known_by) = (format!("Other{}", NAMES[*name]), vec![format!("Also {name}")]);
                let _ = library.items().item_edit(item, &called, &known_by, "Painted.");
            }
            Act::About { at, item, is_new } => self.say_about(*at, *item, *is_new),
            Act::Canonical { line, of, does } => self.decide_what(*line, *of, *does),
            Act::RenameCanonical { at, name } => {
                let name = Some(format!("{} {}", CATALOGUE[*at], NAMES[*name]));
                let _ = library
                    .catalogue()
                    .canonical_edit(self.canonical(*at), CatalogueChange { name, ..CatalogueChange::default() });
            }
            Act::AddKey => drop(library.keys().add_keys(discovery, &[added_key()])),
            Act::EditInput { at, text } => {
                let inputs = library.inputs().list(discovery).unwrap();
                let Some(input) = inputs.get(*at % inputs.len().max(1)) else { return };
                let label = EntityLabel::parse(&input.label).unwrap();
                let _ = library.pipeline().edit_entity(discovery, label, TEXTS[*text], None);
            }
            Act::DeleteInput { at } => {
                let inputs = library.inputs().list(discovery).unwrap();
                drop(inputs.get(*at % inputs.len().max(1)).map(|input| library.pipeline().delete_input(input.id)));
            }
            Act::DeleteItem { at } => drop(item(*at).map(|item| library.items().item_delete(item))),
            Act::Merge { one, other } => {
                if let (Some(one), Some(other)) = (item(*one), item(*other)) {
                    let _ = library.items().item_merge(one, other);
                }
            }
            Act::Split { at, key } => {
                let keys = [KEYS[*key].to_owned()];
                drop(item(*at).map(|item| library.items().item_split(item, &format!("Part {key}"), &[], &keys)));
            }
            Act::AskAgain { at } => {
                let rivals = self.facts_that(|fact| fact.status == Status::Conflict);
                drop(rivals.get(*at % rivals.len().max(1)).map(|rival| library.facts().ask_again(rival.id)));
            }
            Act::OfNote { at, does, value } => {
                let notes =
                    self.facts_that(|fact| fact.status == Status::Accepted && fact.version > 1 && is_note(fact));
                let Some(note) = notes.get(*at % notes.len().max(1)) else { return };
                let edit = match does {
                    0 => FactEdit { text: Some(format!("AnswerContent {value} times.")), ..FactEdit::default() },
                    // Whichever key the words fit.
                    1 => FactEdit {
                        key: Some(KEYS[*at % KEYS.len()].into()),
                        ..with_value(VALUES[*at % KEYS.len()][*value])
                    },
                    _ => return drop(library.facts().reject(&[note.id])),
                };
                drop(library.facts().edit_fact(note.id, &edit));
            }
            Act::TakeOver { item, which } => {
                let scope = self.scope(*item);
                let (topic, kind, text) = ADDED[*which];
                let of = if scope.is_some() { "item" } else { "project" };
                let block = BlockKey::parse(&format!("{of}.{topic}")).unwrap();
                let proposed = ProposedEntry { block, kind, text: text.to_owned() };
                drop(library.knowledge().add_additions(discovery, scope.as_deref(), &[proposed], "a model"));
            }
            Act::Answer { item, key, how, value } => self.answer(*item, *key, *how, VALUES[*key][*value]),
            Act::Reopen { item, key } => {
                let _ = library.questions().reopen_question(discovery, &self.question(*item, *key));
            }
            Act::Undo { steps } => (0..*steps).for_each(|_| drop(library.undo().undo(Some(discovery)).unwrap())),
            Act::Redo { steps } => (0..*steps).for_each(|_| drop(library.undo().redo(Some(discovery)).unwrap())),
        }
    }

    fn question(&self, item: usize, key: usize) -> QuestionName {
        let scope = self.scope(item).filter(|_| KEYS[key].starts_with("item."));
        QuestionName::for_key(KEYS[key], &scope.unwrap_or_default())
    }

    /// A round of one answer.
    fn answer(&self, item: usize, key: usize, how: usize, value: &str) {
        let quick = [Some(Quick::Yes), Some(Quick::No), Some(Quick::Idk), Some(Quick::Irrelevant)];
        let quick = quick.get(how).copied().flatten();
        let text = if quick.is_none() { format!("It is {value}.") } else { String::new() };
        let answers = vec![AnswerGiven { name: self.question(item, key), content: AnswerContent { quick, text } }];
        let round = AnswerRound { answers, ..AnswerRound::default() };
        drop(self.0.at.library.questions().finish_round(self.0.discovery, &round, &CancelToken::default()));
    }

    fn say_about(&self, at: usize, item: usize, is_new: bool) {
        let Some(fact) = self.fact(at) else { return };
        let _ = match is_new {
            true => self.0.at.library.items().fact_set_new_item(fact.id, &format!("Made for {}", fact.label)),
            false => self.0.at.library.items().fact_set_item(fact.id, self.scope(item).as_deref()),
        };
    }

    fn canonical(&self, at: usize) -> Uuid {
        let page = self.0.at.library.catalogue().page("", false, 0, 100).unwrap();
        page.items.iter().find(|one| one.item.name.starts_with(CATALOGUE[at])).unwrap().item.id
    }

    fn decide_what(&self, line: usize, of: usize, does: usize) {
        let (library, discovery) = (&self.0.at.library, self.0.discovery);
        let lines = library.catalogue().canonical_lines(discovery).unwrap().lines;
        let Some(line) = lines.get(line % lines.len().max(1)) else { return };
        let _ = match does {
            0 | 1 => library.catalogue().canonical_confirm(discovery, &line.name, self.canonical(of)).map(drop),
            2 => library.catalogue().canonical_reject(discovery, &line.name, self.canonical(of)).map(drop),
            _ => match line.confirmed.iter().chain(&line.rejected).next() {
                Some(link) => library.catalogue().canonical_unlink(link.id),
                None => return,
            },
        };
    }

    fn turn(&self, ops: &[(usize, usize, usize, &str)]) {
        let names: Vec<String> =
            self.0.at.library.items().list(self.0.discovery).unwrap().into_iter().map(|item| item.name).collect();
        // What is said of an item names it.
        let sentence = |(scope, key, value, _): &(usize, usize, usize, &str)| {
            let of = scope.checked_sub(1).and_then(|at| names.get(at)).map_or("Hall", String::as_str);
            format!("{of} is {}.", VALUES[*key][*value])
        };
        let text: Vec<String> = ops.iter().map(sentence).collect();
        let bundle = bundle_of(&self.0.at, self.0.discovery, &text.join(" "));
        let ops: Vec<_> = ops
            .iter()
            .map(|op| {
                let scope = match self.scope(op.0).filter(|_| KEYS[op.1].starts_with("item.")) {
                    Some(item) => json!({"type": "item", "itemId": item}),
                    None => json!({"type": "project"}),
                };
                json!({
                    "op": op.3, "scope": scope, "key": KEYS[op.1], "value": VALUES[op.1][op.2], "confidence": 0.95,
                    "evidence": {"quote": sentence(op).trim_end_matches('.')}, "needsReview": false, "reason": "said",
                })
            })
            .collect();
        self.0.submit_to(bundle, &json!({ "ops": ops }).to_string(), Force::No);
    }

    /// The blocks and fields of every scope, without what tells of their history.
    pub(crate) fn dump(&self) -> BTreeMap<String, String> {
        let (library, discovery) = (&self.0.at.library, self.0.discovery);
        let items = library.items().list(discovery).unwrap();
        let scopes = items.iter().map(|item| Some(item.reference())).chain([None]);
        scopes
            .map(|scope| {
                let blocks = library.knowledge().blocks(discovery, scope.as_deref()).unwrap();
                let blocks: Vec<_> = blocks.into_iter().map(|block| (block.json, block.markdown)).collect();
                let fields = library.knowledge().fields(discovery, scope.as_deref()).unwrap();
                (scope.unwrap_or_default(), format!("{blocks:?} {fields:?}"))
            })
            .collect()
    }

    /// Returns the basis of a discovery's blocks: its newest step that is done, and the names in the catalogue.
    pub(crate) fn moment(&self) -> (Option<i64>, Vec<String>) {
        let library = &self.0.at.library;
        let steps = library.undo().history(Some(self.0.discovery), None, 1_000).unwrap().steps;
        let names = library.catalogue().page("", false, 0, 100).unwrap().items.into_iter().map(|one| one.item.name);
        (steps.iter().find(|step| step.done).map(|step| step.seq), names.collect())
    }
}

fn added_key() -> KeyDef {
    let def = json!({
        "path": ADDED_KEY, "label": "Tilt", "valueType": "dimension", "unit": "cm", "block": "item.dimensions",
        "question": "How far does it tilt?",
    });
    serde_json::from_value(def).unwrap()
}
