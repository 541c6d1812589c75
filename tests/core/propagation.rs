//! Marks of a change, on graphs by hand and by chance.

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;

use factly_core::discovery::propagation::{LinkGraph, Marking, changed, mark_losses};
use factly_core::discovery::status::{MarkEvent, MarkReason};
use factly_core::discovery::{EntityKind, EntityLabel, ReviewMark};
use proptest::prelude::*;

/// Links downwards, and the marks that are carried.
#[derive(Clone, Debug, Default)]
struct Links {
    down: BTreeMap<EntityLabel, BTreeSet<EntityLabel>>,
    marks: BTreeMap<EntityLabel, ReviewMark>,
}

impl LinkGraph for Links {
    type Error = Infallible;

    fn dependants(&self, of: EntityLabel) -> Result<Vec<(EntityLabel, Option<ReviewMark>)>, Infallible> {
        let down = self.down.get(&of).into_iter().flatten();
        Ok(down.map(|label| (*label, self.marks.get(label).copied())).collect())
    }
}

impl Links {
    fn parse(links: &str) -> Self {
        let mut graph = Self::default();
        for link in links.split_whitespace() {
            let (up, down) = link.split_once('>').expect("F-1>N-1");
            graph.down.entry(label(up)).or_default().insert(label(down));
        }
        graph
    }

    fn carrying(mut self, of: &str, mark: ReviewMark) -> Self {
        self.marks.insert(label(of), mark);
        self
    }

    /// Everything below, by a walk that shares nothing with the rules.
    fn below(&self, of: &[EntityLabel]) -> BTreeSet<EntityLabel> {
        let mut found: BTreeSet<EntityLabel> = BTreeSet::new();
        loop {
            let from = of.iter().chain(&found).filter_map(|label| self.down.get(label)).flatten();
            let more: BTreeSet<EntityLabel> = from.copied().collect();
            if more.is_subset(&found) {
                return found;
            }
            found.extend(more);
        }
    }
}

fn label(text: &str) -> EntityLabel {
    EntityLabel::parse(text).expect("a label")
}

fn marking_lines(markings: &[Marking]) -> Vec<String> {
    markings
        .iter()
        .map(|marking| format!("{} {} {}", marking.label, marking.mark.status().as_str(), marking.from))
        .collect()
}

#[test]
fn a_change_marks_the_next_level_as_far_as_it_reaches() {
    let check = |graph: Links, of: &str, untouched: &str, expected: &[&str]| {
        let spared: Vec<EntityLabel> = untouched.split_whitespace().map(label).collect();
        let marked = changed(&graph, label(of), |dependant| Ok(!spared.contains(&dependant))).unwrap();
        assert_eq!(marking_lines(&marked), expected, "{of} in {graph:?}");
    };
    let chain = || Links::parse("I-1>F-1 F-1>N-1 F-1>N-2 N-1>R-1 R-1>O-1");
    check(chain(), "I-1", "", &["F-1 needs_review I-1"]);
    check(chain(), "F-1", "", &["N-1 needs_review F-1", "N-2 needs_review F-1"]);
    check(chain(), "F-1", "N-2", &["N-1 needs_review F-1"]);
    check(chain(), "R-1", "", &["O-1 needs_refresh R-1"]);
    check(chain(), "O-1", "", &[]);
    check(chain().carrying("N-1", ReviewMark::Weak), "F-1", "", &["N-2 needs_review F-1"]);
    check(chain().carrying("N-1", ReviewMark::Outdated), "F-1", "N-2", &["N-1 needs_review F-1"]);
    check(chain().carrying("N-1", ReviewMark::NeedsReview), "F-1", "N-2", &["N-1 needs_review F-1"]);
}

#[test]
fn a_loss_marks_all_the_way_down_once() {
    let check = |graph: Links, deleted: &str, expected: &[&str]| {
        let deleted: Vec<EntityLabel> = deleted.split_whitespace().map(label).collect();
        assert_eq!(marking_lines(&mark_losses(&graph, &deleted).unwrap()), expected, "{deleted:?} of {graph:?}");
    };
    let net = || Links::parse("I-1>F-1 I-1>F-2 F-1>N-1 F-2>N-1 N-1>R-1 R-1>O-1 F-3>N-2");
    check(
        net(),
        "I-1",
        &["F-1 unsupported I-1", "F-2 unsupported I-1", "N-1 weak I-1", "R-1 risky I-1", "O-1 needs_refresh I-1"],
    );
    check(net(), "N-1 F-3", &["R-1 risky N-1", "N-2 weak F-3", "O-1 needs_refresh N-1"]);
    check(net(), "F-1 N-1", &["R-1 risky N-1", "O-1 needs_refresh N-1"]);
    check(net(), "O-1", &[]);
    check(
        net().carrying("N-1", ReviewMark::NeedsReview),
        "F-2",
        &["N-1 weak F-2", "R-1 risky F-2", "O-1 needs_refresh F-2"],
    );
}

#[test]
fn labels_are_read_as_they_are_written() {
    for (text, expected) in
        [("F-12", Some("F-12")), ("f-12", Some("F-12")), (" O-1 ", Some("O-1")), ("F-012", None), ("F-0", None)]
    {
        assert_eq!(EntityLabel::parse(text).map(|label| label.to_string()).as_deref(), expected, "{text:?}");
    }
    for text in ["", "F", "F-", "F--1", "X-1", "F-1a", "F-99999999999999999999", "12", "F-+1", "-1"] {
        assert_eq!(EntityLabel::parse(text), None, "{text:?}");
    }
}

#[test]
fn a_reason_keeps_no_more_than_a_reader_needs() {
    let long = "ü".repeat(500);
    let because = MarkReason::new(label("F-1"), MarkEvent::Edited, Some(&long), Some("short"));
    assert_eq!(because.was.as_ref().unwrap().chars().count(), 200);
    let json = serde_json::to_string(&because).unwrap();
    assert!(json.starts_with(r#"{"from":"F-1","what":"edited","was":"ü"#), "{json}");
    assert_eq!(serde_json::from_str::<MarkReason>(&json).unwrap(), because);
}

/// Any links between neighbouring columns, and marks on some of what is there.
fn any_graph() -> impl Strategy<Value = (Links, Vec<EntityLabel>)> {
    let link = (0..4_usize, 1..7_i64, 1..7_i64);
    let mark = (1..5_usize, 1..7_i64, 0..6_usize);
    let deleted = (0..5_usize, 1..7_i64);
    use prop::collection::vec;
    (vec(link, 0..40), vec(mark, 0..12), vec(deleted, 1..5)).prop_map(|(links, marks, deleted)| {
        let mut graph = Links::default();
        for (column, up, down) in links {
            let (above, below) = (EntityKind::ALL[column], EntityKind::ALL[column + 1]);
            graph.down.entry(EntityLabel::new(above, up)).or_default().insert(EntityLabel::new(below, down));
        }
        let all = [
            ReviewMark::Outdated,
            ReviewMark::NeedsReview,
            ReviewMark::NeedsRefresh,
            ReviewMark::Unsupported,
            ReviewMark::Weak,
            ReviewMark::Risky,
        ];
        for (column, no, mark) in marks {
            graph.marks.insert(EntityLabel::new(EntityKind::ALL[column], no), all[mark]);
        }
        (graph, deleted.into_iter().map(|(column, no)| EntityLabel::new(EntityKind::ALL[column], no)).collect())
    })
}

proptest! {
    #[test]
    fn nothing_is_marked_that_is_not_downstream((graph, removed) in any_graph()) {
        let markings = mark_losses(&graph, &removed).unwrap();
        let below = graph.below(&removed);
        let mut seen = BTreeSet::new();
        for marking in &markings {
            prop_assert!(below.contains(&marking.label), "{marking:?} is below none of {removed:?}");
            prop_assert!(graph.below(&[marking.from]).contains(&marking.label), "{marking:?} names its cause");
            prop_assert!(removed.contains(&marking.from) && !removed.contains(&marking.label));
            prop_assert!(seen.insert(marking.label), "{marking:?} is marked once");
        }
        for label in below.iter().filter(|label| !removed.contains(label)) {
            let yields = graph.marks.get(label).is_none_or(|mark| mark.yields_to(ReviewMark::of_loss(label.kind)));
            prop_assert_eq!(seen.contains(label), yields, "all of it is marked, but for stronger marks: {}", label);
        }
    }

    #[test]
    fn a_change_reaches_one_level((graph, from) in any_graph()) {
        let of = from[0];
        let direct = graph.down.get(&of).cloned().unwrap_or_default();
        for marking in changed(&graph, of, |_| Ok(true)).unwrap() {
            prop_assert!(direct.contains(&marking.label) && marking.from == of, "{marking:?}");
            prop_assert_eq!(marking.label.kind.above(), Some(of.kind));
        }
        prop_assert_eq!(changed(&graph, of, |_| Ok(false)).unwrap(), vec![]);
    }
}
