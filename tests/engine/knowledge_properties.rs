//! Blocks and fields by chance: whatever was done, undone and done again, what is kept is what a rebuild makes, and the past
//! is what going back to it shows.

use crate::acts;
use crate::soak::sized;
use std::collections::BTreeMap;

use acts::{Bench, any_act};
use factly_core::knowledge::{ItemField, KnowledgeLine};
use factly_engine::audit::Point;
use factly_engine::items::Item;
use factly_engine::task::NoProgress;
use proptest::prelude::*;

/// The data read of a scope: each line of its blocks, and the values of its fields.
type Read = (Vec<KnowledgeLine>, Vec<ItemField>);

impl Bench {
    fn items(&self) -> Vec<Item> {
        self.0.at.library.items().list(self.0.discovery).unwrap()
    }

    fn items_then(&self, step: i64) -> Vec<Item> {
        let then = self.0.at.library.audit().items_as_of(self.0.discovery, Point::Step(step)).unwrap();
        then.items.into_iter().map(|then| then.item).collect()
    }

    /// By the reference of its item, each as it is now.
    fn scopes(&self) -> BTreeMap<Option<String>, Read> {
        let (library, discovery) = (&self.0.at.library, self.0.discovery);
        by_scope(&self.items(), |item| {
            let lines = library.knowledge().blocks(discovery, item).unwrap().into_iter().flat_map(|block| block.lines);
            (lines.map(|line| line.line).collect(), library.knowledge().fields(discovery, item).unwrap())
        })
    }

    /// The same as it was just after a step.
    fn scopes_then(&self, step: i64) -> BTreeMap<Option<String>, Read> {
        let (library, discovery, point) = (&self.0.at.library, self.0.discovery, Point::Step(step));
        by_scope(&self.items_then(step), |item| {
            let blocks = library.audit().blocks_as_of(discovery, item, point).unwrap().blocks;
            let lines = blocks.into_iter().flat_map(|block| block.lines);
            (lines.map(|line| line.line).collect(), library.audit().fields_as_of(discovery, item, point).unwrap().1)
        })
    }

    /// The steps that stand, oldest first.
    fn steps(&self) -> Vec<i64> {
        let steps = self.0.at.library.undo().history(Some(self.0.discovery), None, 1_000).unwrap().steps;
        steps.iter().filter(|step| step.done).map(|step| step.seq).rev().collect()
    }
}

fn by_scope(items: &[Item], read: impl Fn(Option<&str>) -> Read) -> BTreeMap<Option<String>, Read> {
    let scopes = items.iter().map(|item| Some(item.reference())).chain([None]);
    scopes.map(|scope| (scope.clone(), read(scope.as_deref()))).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: sized(4, 24), max_shrink_iters: 80, ..ProptestConfig::default() })]

    #[test]
    fn after_any_history_the_cache_equals_a_rebuild(acts in prop::collection::vec(any_act(), 1..28)) {
        let bench = Bench::new();
        let mut seen = BTreeMap::new();
        for act in &acts {
            bench.act(act);
            for rebuilt in bench.0.at.library.knowledge().check_knowledge(None).unwrap() {
                prop_assert_eq!(&rebuilt.differences, &vec![], "after {:?} of {:?}", act, acts);
            }
            let now = bench.dump();
            let then = seen.entry(bench.moment()).or_insert_with(|| now.clone());
            prop_assert_eq!(then, &now, "the same step of the history gives the same blocks: {:?} of {:?}", act, acts);
        }
        prop_assert_eq!(bench.0.at.library.sources().verify(None, &NoProgress).unwrap().problems, vec![]);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: sized(3, 12), max_shrink_iters: 60, ..ProptestConfig::default() })]

    #[test]
    fn after_any_history_the_past_is_what_going_back_shows(acts in prop::collection::vec(any_act(), 1..20)) {
        let bench = Bench::new();
        for act in &acts {
            bench.act(act);
        }
        let (library, discovery, steps) = (&bench.0.at.library, bench.0.discovery, bench.steps());
        for step in [0].iter().chain(&steps) {
            let seen = (bench.items_then(*step), bench.scopes_then(*step));
            library.undo().go_to(Some(discovery), Some(*step).filter(|step| *step != 0)).unwrap();
            prop_assert_eq!(&seen.0, &bench.items(), "items as of step {} of {:?}", step, acts);
            prop_assert_eq!(&seen.1, &bench.scopes(), "blocks and fields as of step {} of {:?}", step, acts);
            library.undo().go_to(Some(discovery), steps.last().copied()).unwrap();
        }
    }
}
