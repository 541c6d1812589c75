//! Blocks and fields by chance: whatever was done, undone and done again, what is kept is what a rebuild makes.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on has failed")]

#[path = "../support/answers.rs"]
mod answers;
#[path = "../support/library.rs"]
mod library;
#[path = "../support/world.rs"]
mod world;

use std::collections::BTreeMap;

use answers::{Asked, about, bundle_of};
use factly_core::bundle::Quick;
use factly_core::keys::NOTE_KEY;
use factly_core::knowledge::enrich::Proposed;
use factly_core::knowledge::{AdditionKind, BlockKey};
use factly_core::ledger::Status;
use factly_core::ledger::decide::Resolution;
use factly_core::questions::Name;
use factly_engine::bundle::Parsing;
use factly_engine::extraction::Force;
use factly_engine::ledger::{Fact, FactEdit};
use factly_engine::questions::{AnswerGiven, Round, Said};
use factly_engine::task::{Cancel, Unwatched};
use proptest::prelude::*;
use serde_json::json;

const KEYS: [&str; 6] = [
    "item.dimensions.width",
    "item.materials.main",
    "item.constraints.outdoor",
    "project.constraints.drillingAllowed",
    "project.budget.total",
    "project.decisions.approved",
];

/// Values that each of [`KEYS`] can have.
const VALUES: [[&str; 3]; 6] = [
    ["6 m", "600 cm", "7 m"],
    ["oak", "steel | glass", "*cloth*"],
    ["yes", "no", "yes"],
    ["no", "yes", "no"],
    ["€1,200", "€1,500", "1200 EUR"],
    ["yes", "no", "no"],
];

/// What items are called: no name is within another.
const NAMES: [&str; 6] = ["alder", "birch", "cedar", "elm", "fir", "hazel"];

/// What a model would add: a topic, a kind, and a text.
const ADDED: [(&str, AdditionKind, &str); 4] = [
    ("openQuestions", AdditionKind::Question, "Who holds the keys?"),
    ("constraints", AdditionKind::Constraint, "Keep the doors free."),
    ("logistics", AdditionKind::Checklist, "Ask for the floor plan."),
    ("summary", AdditionKind::Note, "The deposit is not spoken of."),
];

const TEXTS: [&str; 3] = [
    "The wall is 6 m high. The budget is €1,200. Drilling is not allowed.",
    "The budget is €1,500. The backdrop is 7 m wide.",
    "The venue is Hall 3. We expect 800 visitors on 1 March 2026.",
];

/// What an analyst does. Numbers pick from what is there.
#[derive(Clone, Debug)]
enum Act {
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
    ArchiveItem {
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
    /// Asks for a key, and nobody knows.
    NobodyKnows {
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

fn any_act() -> impl Strategy<Value = Act> {
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
        3 => (at(), 0..3_usize).prop_map(|(at, how)| Act::Resolve { at, how }),
        3 => at().prop_map(|at| Act::AskAgain { at }),
        4 => (at(), 0..3_usize, 0..3_usize).prop_map(|(at, does, value)| Act::OfNote { at, does, value }),
        2 => (0..4_usize, 0..ADDED.len()).prop_map(|(item, which)| Act::TakeOver { item, which }),
        1 => (0..4_usize, key()).prop_map(|(item, key)| Act::NobodyKnows { item, key }),
        3 => (0..4_usize, key(), 0..3_usize).prop_map(|(item, key, value)| Act::Override { item, key, value }),
        2 => (0..4_usize, key()).prop_map(|(item, key)| Act::Back { item, key }),
        2 => Just(Act::AddItem),
        1 => at().prop_map(|at| Act::ArchiveItem { at }),
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

struct Bench(Asked);

impl Bench {
    fn new() -> Self {
        let bench = Self(about("Nothing is said here yet."));
        bench.act(&Act::AddItem);
        bench.act(&Act::AddItem);
        bench
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
        let items = self.0.at.library.items(self.0.discovery).unwrap();
        items.get(at.checked_sub(1)?).map(factly_engine::items::Item::reference)
    }

    /// Does it as far as it makes sense: what is refused is no matter here.
    fn act(&self, act: &Act) {
        let (library, discovery) = (&self.0.at.library, self.0.discovery);
        let items = library.items(discovery).unwrap();
        let item = |at: usize| items.get(at % items.len().max(1)).map(|item| item.id);
        match act {
            Act::AddText { text } => {
                self.0.at.add(discovery, TEXTS[*text], Parsing::Now);
            }
            Act::Turn { ops } => self.turn(ops),
            Act::Accept { at } => drop(self.fact(*at).map(|fact| library.accept(&[fact.id]))),
            Act::Reject { at } => drop(self.fact(*at).map(|fact| library.reject(&[fact.id]))),
            Act::Edit { at, value } => {
                let Some(fact) = self.fact(*at) else { return };
                let values = KEYS.iter().position(|key| *key == fact.key).map(|key| VALUES[key][*value].to_owned());
                let words = values.is_none().then(|| format!("Said {value} times."));
                let _ = library.edit_fact(fact.id, &FactEdit { key: None, value: values, text: words });
            }
            Act::Resolve { at, how } => {
                let rivals = self.facts_that(|fact| fact.status == Status::Conflict);
                let Some(rival) = rivals.get(*at % rivals.len().max(1)) else { return };
                let how = [Resolution::KeepOld, Resolution::TakeNew, Resolution::KeepNewAsNote][*how];
                let _ = library.resolve(rival.id, how);
            }
            Act::Override { item, key, value } => {
                let scope = self.scope(*item);
                let value = VALUES[*key][*value];
                let _ = library.override_field(discovery, scope.as_deref(), KEYS[*key], value, "because");
            }
            Act::Back { item, key } => {
                let _ = library.clear_override(discovery, self.scope(*item).as_deref(), KEYS[*key]);
            }
            Act::AddItem => {
                let _ = library.item_add(discovery, &format!("Thing{}", NAMES[items.len() % NAMES.len()]), &[]);
            }
            Act::ArchiveItem { at } => drop(item(*at).map(|item| library.item_archive(item, true))),
            Act::DeleteItem { at } => drop(item(*at).map(|item| library.item_delete(item))),
            Act::Merge { one, other } => {
                if let (Some(one), Some(other)) = (item(*one), item(*other)) {
                    let _ = library.item_merge(one, other);
                }
            }
            Act::Split { at, key } => {
                let keys = [KEYS[*key].to_owned()];
                drop(item(*at).map(|item| library.item_split(item, &format!("Part {key}"), &[], &keys)));
            }
            Act::AskAgain { at } => {
                let rivals = self.facts_that(|fact| fact.status == Status::Conflict);
                drop(rivals.get(*at % rivals.len().max(1)).map(|rival| library.ask_again(rival.id)));
            }
            Act::OfNote { at, does, value } => {
                let notes =
                    self.facts_that(|fact| fact.status == Status::Accepted && fact.version > 1 && is_note(fact));
                let Some(note) = notes.get(*at % notes.len().max(1)) else { return };
                let edit = match does {
                    0 => FactEdit { text: Some(format!("Said {value} times.")), ..FactEdit::default() },
                    // Whichever key the words fit.
                    1 => FactEdit {
                        key: Some(KEYS[*at % KEYS.len()].into()),
                        ..with_value(VALUES[*at % KEYS.len()][*value])
                    },
                    _ => return drop(library.reject(&[note.id])),
                };
                drop(library.edit_fact(note.id, &edit));
            }
            Act::TakeOver { item, which } => {
                let scope = self.scope(*item);
                let (topic, kind, text) = ADDED[*which];
                let of = if scope.is_some() { "item" } else { "project" };
                let block = BlockKey::parse(&format!("{of}.{topic}")).unwrap();
                let proposed = Proposed { block, kind, text: text.to_owned() };
                drop(library.add_additions(discovery, scope.as_deref(), &[proposed], "a model"));
            }
            Act::NobodyKnows { item, key } => {
                let name = Name::of(KEYS[*key], &self.scope(*item).unwrap_or_default());
                let said = Said { quick: Some(Quick::Idk), text: String::new() };
                let answers = vec![AnswerGiven { name, said }];
                drop(library.finish_round(discovery, &Round { answers, ..Round::default() }, &Cancel::default()));
            }
            Act::Undo { steps } => (0..*steps).for_each(|_| drop(library.undo(Some(discovery)).unwrap())),
            Act::Redo { steps } => (0..*steps).for_each(|_| drop(library.redo(Some(discovery)).unwrap())),
        }
    }

    fn turn(&self, ops: &[(usize, usize, usize, &str)]) {
        let names: Vec<String> =
            self.0.at.library.items(self.0.discovery).unwrap().into_iter().map(|item| item.name).collect();
        // What is said of an item names it.
        let said = |(scope, key, value, _): &(usize, usize, usize, &str)| {
            let of = scope.checked_sub(1).and_then(|at| names.get(at)).map_or("Hall", String::as_str);
            format!("{of} is {}.", VALUES[*key][*value])
        };
        let text: Vec<String> = ops.iter().map(said).collect();
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
                    "evidence": {"quote": said(op).trim_end_matches('.')}, "needsReview": false, "reason": "said",
                })
            })
            .collect();
        self.0.submit_to(bundle, &json!({ "ops": ops }).to_string(), Force::No);
    }

    /// The blocks and fields of every scope, without what tells of their history.
    fn dump(&self) -> BTreeMap<String, String> {
        let (library, discovery) = (&self.0.at.library, self.0.discovery);
        let items = library.items(discovery).unwrap();
        let scopes = items.iter().map(|item| Some(item.reference())).chain([None]);
        scopes
            .map(|scope| {
                let blocks = library.blocks(discovery, scope.as_deref()).unwrap();
                let blocks: Vec<_> = blocks.into_iter().map(|block| (block.json, block.markdown)).collect();
                let fields = library.fields(discovery, scope.as_deref()).unwrap();
                (scope.unwrap_or_default(), format!("{blocks:?} {fields:?}"))
            })
            .collect()
    }

    fn newest_step(&self) -> Option<i64> {
        let steps = self.0.at.library.history(Some(self.0.discovery), None, 1_000).unwrap().steps;
        steps.iter().find(|step| step.done).map(|step| step.seq)
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, max_shrink_iters: 80, ..ProptestConfig::default() })]

    #[test]
    fn after_any_history_the_cache_equals_a_rebuild(acts in prop::collection::vec(any_act(), 1..28)) {
        let bench = Bench::new();
        let mut seen = BTreeMap::new();
        for act in &acts {
            bench.act(act);
            for rebuilt in bench.0.at.library.check_knowledge(None).unwrap() {
                prop_assert_eq!(&rebuilt.differences, &vec![], "after {:?} of {:?}", act, acts);
            }
            let now = bench.dump();
            let then = seen.entry(bench.newest_step()).or_insert_with(|| now.clone());
            prop_assert_eq!(then, &now, "the same step of the history gives the same blocks: {:?} of {:?}", act, acts);
        }
        prop_assert_eq!(bench.0.at.library.verify(None, &Unwatched).unwrap().problems, vec![]);
    }
}
