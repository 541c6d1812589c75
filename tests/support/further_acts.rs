//! Further acts of an analyst on a discovery, by chance: everything but what the suites that use it do in ways of their
//! own.
#![allow(dead_code, reason = "each suite takes what it needs")]

use factly_core::discovery::{EntityKind, EntityLabel};
use factly_core::facts::Status;
use factly_core::facts::decide::Resolution;
use factly_core::inputs::Stage;
use factly_engine::Library;
use factly_engine::discovery::{Derivation, DiscoveryChange};
use factly_engine::duplicates::DuplicatePolicy;
use factly_engine::error::Result;
use factly_engine::extraction::Force;
use factly_engine::facts::{Fact, FactEdit, FactFilter};
use factly_engine::inputs::Parsing;
use factly_engine::task::NoProgress;
use factly_engine::transfer::{ImportMode, Repairs};
use proptest::prelude::*;
use serde_json::json;
use uuid::Uuid;

use super::library::Fixture;

/// Numbers pick from what is there.
#[derive(Clone, Debug)]
pub(crate) enum Further {
    /// A text, and what a model says of it: values that may be in conflict with what holds.
    Submit {
        key: usize,
        value: usize,
        sure: bool,
    },
    Resolve {
        at: usize,
        how: usize,
    },
    AskAgain {
        at: usize,
    },
    /// Another value or, with `rekeyed`, another key with a value of it.
    EditFact {
        at: usize,
        value: usize,
        rekeyed: bool,
    },
    AddInput {
        text: usize,
    },
    EditInput {
        at: usize,
        text: usize,
    },
    RenameInput {
        at: usize,
        name: usize,
    },
    DeleteInput {
        at: usize,
    },
    Discovery {
        what: usize,
        name: usize,
    },
    /// A model's proposal for the next column.
    Derive {
        from: usize,
        text: usize,
    },
    AcceptSuggestion {
        at: usize,
        edited: bool,
    },
    RejectSuggestion {
        at: usize,
    },
    AddItem {
        name: usize,
    },
    SplitItem {
        at: usize,
        key: usize,
    },
    DescribeItem {
        at: usize,
        text: usize,
    },
    ArchiveItem {
        at: usize,
        aside: bool,
    },
    Override {
        item: usize,
        key: usize,
        value: usize,
    },
    ClearOverride {
        item: usize,
        key: usize,
    },
    MergeEntities {
        at: usize,
        other: usize,
    },
    RestoreVersion {
        at: usize,
    },
    /// Brings in what the discovery was when it was kept, beside what it is.
    MergeFile,
}

const KEYS: [&str; 4] =
    ["project.budget.total", "project.constraints.drillingAllowed", "item.dimensions.width", "item.materials.main"];

const VALUES: [[&str; 3]; 4] =
    [["€1,200", "€1,500", "1200 EUR"], ["no", "yes", "no"], ["6 m", "600 cm", "7 m"], ["oak", "steel", "cloth"]];

const TEXTS: [&str; 4] = [
    "The wall is 6 m high. The budget is €1,200. Drilling is not allowed.",
    "The budget is €1,500. The gate is 7 m wide.",
    "The venue is Hall 3. We expect 800 visitors on 1 March 2026.",
    "Walls please the neighbours.",
];

const NAMES: [&str; 4] = ["Alder", "Birch", "Cedar \u{2028}\"", "Elm"];

pub(crate) fn any_further() -> impl Strategy<Value = Further> {
    let at = || 0..32_usize;
    let key = || 0..KEYS.len();
    let value = || 0..3_usize;
    let name = || 0..NAMES.len();
    let text = || 0..TEXTS.len();
    prop_oneof![
        4 => (key(), value(), any::<bool>()).prop_map(|(key, value, sure)| Further::Submit { key, value, sure }),
        3 => (at(), value()).prop_map(|(at, how)| Further::Resolve { at, how }),
        2 => at().prop_map(|at| Further::AskAgain { at }),
        2 => (at(), value(), any::<bool>()).prop_map(|(at, value, rekeyed)| Further::EditFact { at, value, rekeyed }),
        1 => text().prop_map(|text| Further::AddInput { text }),
        2 => (at(), text()).prop_map(|(at, text)| Further::EditInput { at, text }),
        1 => (at(), name()).prop_map(|(at, name)| Further::RenameInput { at, name }),
        1 => at().prop_map(|at| Further::DeleteInput { at }),
        1 => (value(), name()).prop_map(|(what, name)| Further::Discovery { what, name }),
        2 => (at(), text()).prop_map(|(from, text)| Further::Derive { from, text }),
        2 => (at(), any::<bool>()).prop_map(|(at, edited)| Further::AcceptSuggestion { at, edited }),
        1 => at().prop_map(|at| Further::RejectSuggestion { at }),
        2 => name().prop_map(|name| Further::AddItem { name }),
        1 => (at(), key()).prop_map(|(at, key)| Further::SplitItem { at, key }),
        1 => (at(), text()).prop_map(|(at, text)| Further::DescribeItem { at, text }),
        1 => (at(), any::<bool>()).prop_map(|(at, aside)| Further::ArchiveItem { at, aside }),
        2 => (at(), key(), value()).prop_map(|(item, key, value)| Further::Override { item, key, value }),
        1 => (at(), key()).prop_map(|(item, key)| Further::ClearOverride { item, key }),
        2 => (at(), at()).prop_map(|(at, other)| Further::MergeEntities { at, other }),
        2 => at().prop_map(|at| Further::RestoreVersion { at }),
        1 => Just(Further::MergeFile),
    ]
}

/// The file that stores what [`Further::MergeFile`] brings in.
const KEPT: &str = "kept.json";

impl Fixture {
    /// Keeps what a discovery is now, to be merged in later.
    pub(crate) fn keep_file(&self, discovery: Uuid) {
        self.library
            .transfer()
            .export_to_file(&[discovery], &self.folder.path().join(KEPT), &NoProgress)
            .expect("an export");
    }

    /// Does it as far as it makes sense: what is refused is no matter here.
    pub(crate) fn go_further(&self, discovery: Uuid, act: &Further) -> Result<()> {
        let library = &self.library;
        match *act {
            Further::Submit { key, value, sure } => submit(self, discovery, key, value, sure),
            Further::Resolve { at, how } => {
                let how = [Resolution::KeepOld, Resolution::TakeNew, Resolution::KeepNewAsNote][how];
                conflict(library, discovery, at).map_or(Ok(()), |fact| library.facts().resolve(fact.id, how).map(drop))
            }
            Further::AskAgain { at } => {
                conflict(library, discovery, at).map_or(Ok(()), |fact| library.facts().ask_again(fact.id).map(drop))
            }
            Further::EditFact { at, value, rekeyed } => edit_fact(library, discovery, at, value, rekeyed),
            Further::AddInput { text } => {
                self.add(discovery, TEXTS[text], Parsing::Now);
                Ok(())
            }
            Further::EditInput { at, text } => {
                let Some((_, label)) = input(library, discovery, at) else { return Ok(()) };
                library.pipeline().edit_entity(discovery, label, TEXTS[text], None).map(drop)
            }
            Further::RenameInput { at, name } => {
                input(library, discovery, at).map_or(Ok(()), |(id, _)| library.inputs().rename_input(id, NAMES[name]))
            }
            Further::DeleteInput { at } => {
                input(library, discovery, at).map_or(Ok(()), |(id, _)| library.pipeline().delete_input(id))
            }
            Further::Discovery { what, name } => {
                let change = match what {
                    0 => DiscoveryChange { title: Some(NAMES[name].to_owned()), ..DiscoveryChange::default() },
                    1 => DiscoveryChange { goal: Some(NAMES[name].to_owned()), ..DiscoveryChange::default() },
                    _ => {
                        let stage = [Stage::Ideation, Stage::Planning, Stage::Solutioning][name % 3];
                        DiscoveryChange { stage: Some(stage), ..DiscoveryChange::default() }
                    }
                };
                library.discoveries().update(discovery, change).map(drop)
            }
            Further::Derive { from, text } => derive(library, discovery, from, TEXTS[text]),
            Further::AcceptSuggestion { at, edited } => {
                let text = edited.then_some("Said otherwise.");
                suggestion(library, discovery, at).map_or(Ok(()), |id| {
                    library.pipeline().accept_suggestion(discovery, id, text, DuplicatePolicy::Allow).map(drop)
                })
            }
            Further::RejectSuggestion { at } => suggestion(library, discovery, at)
                .map_or(Ok(()), |id| library.pipeline().reject_suggestion(discovery, id)),
            _ => self.of_items_and_entities(discovery, act),
        }
    }

    fn of_items_and_entities(&self, discovery: Uuid, act: &Further) -> Result<()> {
        let library = &self.library;
        let items = library.items().list(discovery)?;
        let item = |at: usize| items.get(at % items.len().max(1));
        // The project, or one of the items.
        let scope = |at: usize| at.checked_sub(8).and_then(item).map(factly_engine::items::Item::reference);
        match *act {
            Further::AddItem { name } => library.items().item_add(discovery, NAMES[name], &[]).map(drop),
            Further::SplitItem { at, key } => {
                let keys = [KEYS[key].to_owned()];
                item(at).map_or(Ok(()), |item| library.items().item_split(item.id, "A part", &[], &keys).map(drop))
            }
            Further::DescribeItem { at, text } => {
                item(at).map_or(Ok(()), |item| library.items().item_describe(item.id, TEXTS[text]).map(drop))
            }
            Further::ArchiveItem { at, aside } => {
                item(at).map_or(Ok(()), |item| library.items().item_archive(item.id, aside).map(drop))
            }
            Further::Override { item, key, value } => {
                let value = VALUES[key][value];
                library
                    .knowledge()
                    .override_field(discovery, scope(item).as_deref(), KEYS[key], value, "because")
                    .map(drop)
            }
            Further::ClearOverride { item, key } => {
                library.knowledge().clear_override(discovery, scope(item).as_deref(), KEYS[key]).map(drop)
            }
            Further::MergeEntities { at, other } => {
                let Some(keep) = entity(library, discovery, at, |_| true) else { return Ok(()) };
                let alike = |label: EntityLabel| label.kind == keep.kind && label != keep;
                let other = entity(library, discovery, other, alike);
                other.map_or(Ok(()), |dropped| library.pipeline().merge_entities(discovery, keep, dropped))
            }
            Further::RestoreVersion { at } => entity(library, discovery, at, |_| true)
                .map_or(Ok(()), |label| library.pipeline().restore_entity_version(discovery, label, 1).map(drop)),
            Further::MergeFile => {
                let file = self.folder.path().join(KEPT);
                library.transfer().import_apply(&file, ImportMode::Merge, &Repairs::default(), &NoProgress).map(drop)
            }
            _ => Ok(()),
        }
    }
}

fn submit(at: &Fixture, discovery: Uuid, key: usize, value: usize, sure: bool) -> Result<()> {
    let statement = format!("It is {}.", VALUES[key][value]);
    let input = at.add(discovery, &statement, Parsing::Later).added[0].id;
    let bundle = at.library.inputs().bundles_of_input(input)?[0].id;
    let item = at.library.items().list(discovery)?.first().map(factly_engine::items::Item::reference);
    let scope = match item.filter(|_| KEYS[key].starts_with("item.")) {
        Some(item) => json!({ "type": "item", "itemId": item }),
        None => json!({ "type": "project" }),
    };
    let op = json!({
        "op": "ADD", "scope": scope, "key": KEYS[key], "value": VALUES[key][value],
        "confidence": if sure { 0.95 } else { 0.3 }, "evidence": { "quote": statement.trim_end_matches('.') },
        "needsReview": false, "reason": "said",
    });
    at.library.runs().run_submit(bundle, &json!({ "ops": [op] }).to_string(), Force::No).map(drop)
}

fn facts(library: &Library, discovery: Uuid) -> Vec<Fact> {
    library.facts().facts(discovery, &FactFilter::default(), None, 1_000).expect("a page").facts
}

fn conflict(library: &Library, discovery: Uuid, at: usize) -> Option<Fact> {
    let rivals: Vec<Fact> =
        facts(library, discovery).into_iter().filter(|fact| fact.status == Status::Conflict).collect();
    rivals.get(at % rivals.len().max(1)).cloned()
}

fn edit_fact(library: &Library, discovery: Uuid, at: usize, value: usize, rekeyed: bool) -> Result<()> {
    let facts = facts(library, discovery);
    let Some(fact) = facts.get(at % facts.len().max(1)) else { return Ok(()) };
    let known = KEYS.iter().position(|key| *key == fact.key);
    let edit = match known {
        _ if rekeyed => {
            let key = at % KEYS.len();
            let value = Some(VALUES[key][value].to_owned());
            FactEdit { key: Some(KEYS[key].to_owned()), value, text: None }
        }
        Some(key) => FactEdit { value: Some(VALUES[key][value].to_owned()), ..FactEdit::default() },
        None => FactEdit { text: Some(format!("UserMessage {value} times.")), ..FactEdit::default() },
    };
    library.facts().edit_fact(fact.id, &edit).map(drop)
}

fn input(library: &Library, discovery: Uuid, at: usize) -> Option<(Uuid, EntityLabel)> {
    let inputs = library.inputs().list(discovery).expect("a list");
    let input = inputs.get(at % inputs.len().max(1))?;
    Some((input.id, EntityLabel::parse(&input.label)?))
}

fn entity(library: &Library, discovery: Uuid, at: usize, which: impl Fn(EntityLabel) -> bool) -> Option<EntityLabel> {
    let entities = library.pipeline().entities(discovery, None).expect("a list");
    let labels: Vec<EntityLabel> = entities.iter().map(|entity| entity.label).filter(|label| which(*label)).collect();
    labels.get(at % labels.len().max(1)).copied()
}

fn derive(library: &Library, discovery: Uuid, from: usize, text: &str) -> Result<()> {
    let may =
        |label: EntityLabel| matches!(label.kind, EntityKind::Fact | EntityKind::Insight | EntityKind::Recommendation);
    let Some(label) = entity(library, discovery, from, may) else { return Ok(()) };
    let Some(to) = label.kind.below() else { return Ok(()) };
    let derivation = Derivation { to, output_type: None, from: vec![label] };
    let answer = json!({ "suggestions": [{ "text": text, "from": [label.to_string()] }] }).to_string();
    library.pipeline().derivation_submit(discovery, &derivation, &answer, "pasted").map(drop)
}

fn suggestion(library: &Library, discovery: Uuid, at: usize) -> Option<Uuid> {
    let waiting = library.pipeline().suggestions(discovery).expect("a list");
    waiting.get(at % waiting.len().max(1)).map(|suggestion| suggestion.id)
}
