//! The five columns by chance: whatever is done, in whatever order, can be taken back and done again.

use crate::soak::sized;
use crate::{further_acts, library};
use std::collections::{BTreeMap, BTreeSet};

use factly_core::discovery::{EntityKind, EntityLabel, EntityStatus};
use factly_engine::discovery::{Entity, NewEntity};
use factly_engine::duplicates::DuplicatePolicy;
use factly_engine::facts::FactFilter;
use factly_engine::inputs::Parsing;
use factly_engine::task::NoProgress;
use further_acts::{Further, any_further};
use library::{Fixture, empty};
use proptest::prelude::*;
use uuid::Uuid;

/// An act of an analyst. Numbers pick from what is there.
#[derive(Clone, Debug)]
enum Act {
    Add { kind: EntityKind, words: usize, from: usize },
    AddInput { words: usize },
    Edit { at: usize, words: usize },
    Restore { at: usize },
    Link { one: usize, other: usize },
    Unlink { at: usize },
    Archive { at: usize, count: usize, archived: bool },
    Delete { at: usize, count: usize },
    Review { at: usize, count: usize },
    State { at: usize, validated: bool },
    Accept { at: usize },
    Reject { at: usize },
    Merge { at: usize },
    KeepBoth { at: usize, other: usize },
    MergeItems { at: usize, other: usize },
    Move { at: usize, before: usize },
    Further(Further),
}

const WORDS: [&str; 8] = [
    "The wall is 6 m high.",
    "Revenue grew by 15 % in Q3.",
    "Revenue grew by 18 % in Q3.",
    "We expect 800 visitors on 1 March 2026.",
    "The budget is €1,200.",
    "The council did not approve the budget.",
    "A longer wall keeps the town dry. It costs 12.4 million euros.",
    "Residents are worried about noise.",
];

fn any_act() -> impl Strategy<Value = Act> {
    let at = || 0..64_usize;
    let words = || 0..WORDS.len();
    prop_oneof![
        4 => (1..5_usize, words(), at()).prop_map(|(kind, words, from)| Act::Add { kind: EntityKind::ALL[kind], words, from }),
        1 => words().prop_map(|words| Act::AddInput { words }),
        4 => (at(), words()).prop_map(|(at, words)| Act::Edit { at, words }),
        1 => at().prop_map(|at| Act::Restore { at }),
        3 => (at(), at()).prop_map(|(one, other)| Act::Link { one, other }),
        1 => at().prop_map(|at| Act::Unlink { at }),
        2 => (at(), 1..4_usize, any::<bool>()).prop_map(|(at, count, archived)| Act::Archive { at, count, archived }),
        1 => (at(), 1..3_usize).prop_map(|(at, count)| Act::Delete { at, count }),
        2 => (at(), 1..5_usize).prop_map(|(at, count)| Act::Review { at, count }),
        1 => (at(), any::<bool>()).prop_map(|(at, validated)| Act::State { at, validated }),
        2 => at().prop_map(|at| Act::Accept { at }),
        1 => at().prop_map(|at| Act::Reject { at }),
        1 => at().prop_map(|at| Act::Merge { at }),
        2 => (at(), at()).prop_map(|(at, other)| Act::KeepBoth { at, other }),
        2 => (at(), at()).prop_map(|(at, other)| Act::MergeItems { at, other }),
        1 => (at(), at()).prop_map(|(at, before)| Act::Move { at, before }),
        24 => any_further().prop_map(Act::Further),
    ]
}

struct PipelineFixture {
    at: Fixture,
    discovery: Uuid,
}

impl PipelineFixture {
    /// With an Input that is parsed, a chain of each column and a few items.
    fn new() -> Self {
        let at = empty();
        let discovery = at.discovery("Wall");
        at.add(discovery, "The wall is 6 m high. We expect 800 visitors. The budget is €1,200.", Parsing::Now);
        let bench = Self { at, discovery };
        for (kind, words) in EntityKind::ALL.into_iter().skip(2).zip(WORDS) {
            let _ = bench.act(&Act::Add { kind, words: WORDS.iter().position(|w| *w == words).unwrap(), from: 0 });
        }
        for name in ["Backdrop", "Crate", "Gate"] {
            bench.at.library.items().item_add(discovery, name, &[]).unwrap();
        }
        bench.at.keep_file(discovery);
        bench
    }

    fn entities(&self) -> Vec<Entity> {
        self.at.library.pipeline().entities(self.discovery, None).unwrap()
    }

    fn pick(&self, at: usize) -> Option<EntityLabel> {
        let entities = self.entities();
        entities.get(at % entities.len().max(1)).map(|entity| entity.label)
    }

    fn some(&self, at: usize, count: usize) -> Vec<EntityLabel> {
        (0..count).filter_map(|step| self.pick(at + step * 3)).collect()
    }

    fn of_kind(&self, kind: EntityKind, at: usize) -> Option<EntityLabel> {
        let all: Vec<EntityLabel> =
            self.entities().iter().map(|entity| entity.label).filter(|label| label.kind == kind).collect();
        all.get(at % all.len().max(1)).copied()
    }

    /// Does it as far as it makes sense: what is refused is no matter here. Returns a label that was given.
    fn act(&self, act: &Act) -> Option<EntityLabel> {
        let (library, discovery) = (&self.at.library, self.discovery);
        match *act {
            Act::Further(ref further) => {
                let _ = self.at.go_further(discovery, further);
            }
            Act::Add { kind, words, from } => {
                let from = kind.above().and_then(|above| self.of_kind(above, from)).into_iter().collect();
                let entity = NewEntity { from, ..NewEntity::by_hand(kind, WORDS[words]) };
                return library.pipeline().add_entity(discovery, &entity, DuplicatePolicy::Allow).ok()?.added;
            }
            Act::AddInput { words } => {
                let text = format!("{}\n\n{}", WORDS[words], WORDS[(words + 3) % WORDS.len()]);
                let entity = NewEntity::by_hand(EntityKind::Input, text);
                return library.pipeline().add_entity(discovery, &entity, DuplicatePolicy::Allow).ok()?.added;
            }
            Act::Edit { at, words } => {
                let label = self.pick(at)?;
                let text = if label.kind == EntityKind::Input {
                    format!("{} {}", WORDS[words], WORDS[0])
                } else {
                    WORDS[words].into()
                };
                let _ = library.pipeline().edit_entity(discovery, label, &text, None);
            }
            Act::Restore { at } => {
                let _ = library.pipeline().restore_entity_version(discovery, self.pick(at)?, 1);
            }
            Act::Link { one, other } => {
                let one = self.pick(one)?;
                let _ = library.pipeline().link_entities(discovery, one, self.of_kind(one.kind.below()?, other)?);
            }
            Act::Unlink { at } => {
                let down = self.pick(at)?;
                let up = *library.pipeline().entity(discovery, down).unwrap().up.first()?;
                let _ = library.pipeline().unlink_entities(discovery, up, down);
            }
            Act::Archive { at, count, archived } => {
                library.pipeline().archive_entities(discovery, &self.some(at, count), archived).unwrap();
            }
            Act::Delete { at, count } => {
                library.pipeline().delete_entities(discovery, &self.some(at, count)).unwrap();
            }
            Act::Review { at, count } => {
                library.pipeline().review_entities(discovery, &self.some(at, count)).unwrap();
            }
            Act::State { at, validated } => {
                let state = if validated { EntityStatus::Validated } else { EntityStatus::Draft };
                let _ = library.pipeline().set_entity_state(discovery, &self.some(at, 1), state);
            }
            Act::Accept { at } => {
                let fact = self.of_kind(EntityKind::Fact, at)?;
                let _ = library.facts().accept(&[library.pipeline().entity(discovery, fact).unwrap().id]);
            }
            Act::Reject { at } => {
                let fact = self.of_kind(EntityKind::Fact, at)?;
                let _ = library.facts().reject(&[library.pipeline().entity(discovery, fact).unwrap().id]);
            }
            Act::Merge { at } => {
                let keep = self.pick(at)?;
                let _ = library.pipeline().merge_entities(discovery, keep, self.of_kind(keep.kind, at + 1)?);
            }
            Act::KeepBoth { at, other } => {
                let one = self.pick(at)?;
                let _ = library.duplicates().keep_variants(discovery, &[one, self.of_kind(one.kind, other)?]);
            }
            Act::MergeItems { at, other } => {
                let items = library.items().list(discovery).unwrap();
                let item = |at: usize| items.get(at % items.len().max(1)).map(|item| item.id);
                let _ = library.items().item_merge(item(at)?, item(other)?);
            }
            Act::Move { at, before } => {
                let label = self.pick(at)?;
                let _ = library.pipeline().move_entities(discovery, &[label], self.of_kind(label.kind, before));
            }
        }
        None
    }

    /// Everything that the analyst can see of the discovery.
    fn dump(&self) -> String {
        let library = &self.at.library;
        let mut dump = String::new();
        for entity in self.entities() {
            let detail = library.pipeline().entity_detail(self.discovery, entity.label).unwrap();
            assert_eq!(detail.entity, entity, "an entity is the same from near and far");
            dump += &format!("{detail:?}\n");
        }
        let facts = library.facts().facts(self.discovery, &FactFilter::default(), None, 1_000).unwrap().facts;
        for fact in facts {
            let reaffirmed = library.facts().fact_detail(fact.id).unwrap().reaffirmed;
            dump += &format!("{fact:?} {reaffirmed}\n");
        }
        for suggestion in library.pipeline().suggestions(self.discovery).unwrap() {
            dump += &format!("{suggestion:?}\n");
        }
        for item in library.items().list(self.discovery).unwrap() {
            dump += &format!(
                "{item:?} {:?}\n",
                library.knowledge().fields(self.discovery, Some(&item.reference())).unwrap()
            );
        }
        dump += &format!("{:?}\n", library.knowledge().fields(self.discovery, None).unwrap());
        let found = library.discoveries().get(self.discovery).unwrap().discovery;
        dump += &format!("{} {} {:?}\n", found.title, found.goal, found.stage);
        // Its lines say what no list shows: places in a column, what was kept as a variant, into what an item went.
        let mut exported = Vec::new();
        library.transfer().export(&[self.discovery], &mut exported, &NoProgress).unwrap();
        dump += &String::from_utf8(exported).unwrap();
        for input in library.inputs().list(self.discovery).unwrap() {
            dump += &format!("{input:?} {:?}\n", library.sources().source_outline(input.id).unwrap());
        }
        dump
    }

    fn newest_step(&self) -> Option<i64> {
        let steps = self.at.library.undo().history(Some(self.discovery), None, 1_000).unwrap().steps;
        steps.iter().find(|step| step.done).map(|step| step.seq)
    }
}

/// Returns the entities upstream of each, by the links before and after.
fn upstream(before: &[Entity], after: &[Entity]) -> BTreeMap<EntityLabel, BTreeSet<EntityLabel>> {
    let mut above: BTreeMap<EntityLabel, BTreeSet<EntityLabel>> = BTreeMap::new();
    // By columns from the top, so that what is above is known before what is below.
    let mut links: Vec<(EntityLabel, EntityLabel)> =
        before.iter().chain(after).flat_map(|entity| entity.down.iter().map(|down| (entity.label, *down))).collect();
    links.sort_unstable();
    for (up, down) in links {
        let further = above.get(&up).cloned().unwrap_or_default();
        let of = above.entry(down).or_default();
        of.insert(up);
        of.extend(further);
    }
    above
}

/// Returns the entities that an act itself changed, marks left aside; a mark that was taken away is a resolution.
fn changed(before: &[Entity], after: &[Entity]) -> BTreeSet<EntityLabel> {
    let by_label = |of: &[Entity]| -> BTreeMap<EntityLabel, Entity> {
        of.iter().map(|entity| (entity.label, entity.clone())).collect()
    };
    let (before, after) = (by_label(before), by_label(after));
    let own = |entity: &Entity| (entity.version, entity.text.clone(), entity.archived, entity.fact_status);
    let all: BTreeSet<EntityLabel> = before.keys().chain(after.keys()).copied().collect();
    all.into_iter()
        .filter(|label| match (before.get(label), after.get(label)) {
            (Some(was), Some(is)) => own(was) != own(is) || (was.because.is_some() && is.because.is_none()),
            _ => true,
        })
        .collect()
}

fn only_downstream_is_marked(before: &[Entity], after: &[Entity], act: &Act) -> Result<(), TestCaseError> {
    let (above, changed) = (upstream(before, after), changed(before, after));
    for is in after {
        let was = before.iter().find(|was| was.label == is.label);
        let newly = is.because.is_some() && was.is_none_or(|was| was.because != is.because);
        if newly {
            let above = above.get(&is.label).cloned().unwrap_or_default();
            prop_assert!(
                !above.is_disjoint(&changed),
                "{} is marked by {act:?} and nothing above it changed",
                is.label
            );
            let from = is.because.as_ref().and_then(|because| EntityLabel::parse(because.from.as_deref()?));
            prop_assert!(from.is_some_and(|from| above.contains(&from)), "{is:?} says what it is marked for");
        }
    }
    Ok(())
}

/// That the two are the same; where not, the lines that differ, which a person can read.
fn same(now: &str, expected: &str, what: &str) -> Result<(), TestCaseError> {
    if now == expected {
        return Ok(());
    }
    let lines = |of: &str| -> BTreeSet<String> { of.lines().map(str::to_owned).collect() };
    let (now, expected) = (lines(now), lines(expected));
    let (missing, come): (Vec<&String>, Vec<&String>) =
        (expected.difference(&now).collect(), now.difference(&expected).collect());
    Err(TestCaseError::fail(format!("{what}\n expected: {missing:#?}\n found: {come:#?}")))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: sized(4, 24), max_shrink_iters: 60, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_done_can_be_gone_back_through(
        acts in prop::collection::vec(any_act(), 1..36),
        visits in prop::collection::vec(0..64_usize, 1..6),
    ) {
        let bench = PipelineFixture::new();
        let mut seen = vec![(bench.newest_step(), bench.dump())];
        let mut given = BTreeSet::new();
        for act in &acts {
            let before = bench.entities();
            if let Some(label) = bench.act(act) {
                prop_assert!(given.insert(label), "{label} was given twice");
            }
            // A file brings its own marks.
            if !matches!(act, Act::Further(Further::MergeFile)) {
                only_downstream_is_marked(&before, &bench.entities(), act)?;
            }
            let step = bench.newest_step();
            let now = bench.dump();
            match seen.last() {
                Some((last, was)) if *last == step => same(&now, was, &format!("{act:?} is no step and changes nothing"))?,
                _ => seen.push((step, now)),
            }
        }
        let library = &bench.at.library;
        for visit in visits {
            let (step, expected) = &seen[visit % seen.len()];
            library.undo().go_to(Some(bench.discovery), *step).unwrap();
            same(&bench.dump(), expected, &format!("gone to {step:?} of {acts:?}"))?;
        }
        library.undo().go_to(Some(bench.discovery), seen.last().unwrap().0).unwrap();
        // An act may be several steps: a text is added, and then an answer for it is pasted.
        for (step, expected) in seen.iter().rev().skip(1) {
            while bench.newest_step() != *step {
                prop_assert!(library.undo().undo(Some(bench.discovery)).unwrap().done.is_some(), "{step:?} is not met: {acts:?}");
            }
            same(&bench.dump(), expected, &format!("undone to {step:?} step by step: {acts:?}"))?;
        }
        for (step, expected) in seen.iter().skip(1) {
            while bench.newest_step() != *step {
                prop_assert!(library.undo().redo(Some(bench.discovery)).unwrap().done.is_some(), "{step:?} is not met: {acts:?}");
            }
            same(&bench.dump(), expected, &format!("redone to {step:?} step by step: {acts:?}"))?;
        }
        prop_assert_eq!(library.sources().verify(None, &NoProgress).unwrap().problems, vec![]);
    }
}
