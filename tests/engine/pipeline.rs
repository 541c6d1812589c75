//! The five columns: what is added, edited, linked, put aside and merged, and what each marks.

use crate::{answers, library};
mod chain {
    use factly_core::discovery::{EntityKind, EntityLabel};
    use factly_engine::discovery::{Entity, NewEntity};
    use factly_engine::duplicates::DuplicatePolicy;
    use uuid::Uuid;

    use super::library::{Fixture, empty};

    /// A chain from two facts to one Output: F-1 and F-2 to N-1, N-1 to to O-1.
    pub(crate) struct Chain {
        pub(crate) at: Fixture,
        pub(crate) discovery: Uuid,
    }

    pub(crate) fn label(text: &str) -> EntityLabel {
        EntityLabel::parse(text).expect("a label")
    }

    pub(crate) fn labels(texts: &[&str]) -> Vec<EntityLabel> {
        texts.iter().map(|text| label(text)).collect()
    }

    pub(crate) fn chain() -> Chain {
        let at = empty();
        let discovery = at.discovery("Flood wall");
        let chain = Chain { at, discovery };
        chain.add(EntityKind::Fact, "Revenue grew by 15 % in Q3.", &[]);
        chain.add(EntityKind::Fact, "The wall is 6 m high.", &[]);
        chain.add(EntityKind::Insight, "Revenue growth of 15 % pays for a wall of 6 m.", &["F-1", "F-2"]);
        chain.add(EntityKind::Recommendation, "Build the wall of 6 m from revenue.", &["N-1"]);
        chain.add(EntityKind::Recommendation, "Raise the dividend with revenue growth of 15 %.", &["N-1"]);
        chain.add(EntityKind::Output, "A brief on the wall of 6 m.", &["R-1"]);
        chain
    }

    impl Chain {
        pub(crate) fn add(&self, kind: EntityKind, text: &str, from: &[&str]) -> EntityLabel {
            let entity = NewEntity { from: labels(from), ..NewEntity::by_hand(kind, text) };
            let added = self
                .at
                .library
                .pipeline()
                .add_entity(self.discovery, &entity, DuplicatePolicy::Allow)
                .expect("it can be added");
            added.added.expect("it is added anyway")
        }

        pub(crate) fn edit(&self, of: &str, text: &str) -> Vec<String> {
            let edited = self
                .at
                .library
                .pipeline()
                .edit_entity(self.discovery, label(of), text, None)
                .expect("it can be edited");
            edited.marked.iter().map(ToString::to_string).collect()
        }

        pub(crate) fn review(&self, of: &[&str]) -> Vec<String> {
            let marked =
                self.at.library.pipeline().review_entities(self.discovery, &labels(of)).expect("it can be reviewed");
            marked.iter().map(ToString::to_string).collect()
        }

        pub(crate) fn entity(&self, of: &str) -> Entity {
            self.at.library.pipeline().entity(self.discovery, label(of)).expect("it stands")
        }

        pub(crate) fn undo(&self) -> String {
            self.at
                .library
                .undo()
                .undo(Some(self.discovery))
                .expect("undo")
                .done
                .expect("something to undo")
                .to_string()
        }

        pub(crate) fn redo(&self) -> String {
            self.at
                .library
                .undo()
                .redo(Some(self.discovery))
                .expect("redo")
                .done
                .expect("something to redo")
                .to_string()
        }

        /// Every entity as "N-1 v1 needs_review F-1,F-2".
        pub(crate) fn columns(&self) -> Vec<String> {
            let entities = self.at.library.pipeline().entities(self.discovery, None).expect("they can be listed");
            let line = |entity: &Entity| {
                let up: Vec<String> = entity.up.iter().map(ToString::to_string).collect();
                let aside = if entity.archived { " aside" } else { "" };
                format!("{} v{} {}{aside} {}", entity.label, entity.version, entity.status.as_str(), up.join(","))
                    .trim_end()
                    .to_owned()
            };
            entities.iter().map(line).collect()
        }

        /// The statuses of some entities, in order.
        pub(crate) fn statuses(&self, of: &[&str]) -> Vec<&'static str> {
            of.iter().map(|label| self.entity(label).status.as_str()).collect()
        }
    }
}

use std::cell::RefCell;

use answers::{about, op};
use chain::{chain, label, labels};
use factly_core::discovery::{EntityKind, EntityStatus, OutputType};
use factly_core::facts::Status;
use factly_engine::discovery::NewEntity;
use factly_engine::duplicates::DuplicatePolicy;
use factly_engine::error::Code;
use factly_engine::task::{NoProgress, Progress, TaskStep};
use serde_json::json;

const ALL: [&str; 6] = ["F-1", "F-2", "N-1", "R-1", "R-2", "O-1"];

#[test]
fn an_entity_has_its_label_its_links_and_its_state() {
    let chain = chain();
    assert_eq!(
        chain.columns(),
        [
            "F-1 v1 validated",
            "F-2 v1 validated",
            "N-1 v1 draft F-1,F-2",
            "R-1 v1 draft N-1",
            "R-2 v1 draft N-1",
            "O-1 v1 draft R-1"
        ]
    );
    assert_eq!(chain.entity("N-1").down, labels(&["R-1", "R-2"]));
    assert_eq!(chain.entity("O-1").output_type, Some(OutputType::Report), "an Output is a report unless it is said");
    assert_eq!(chain.undo(), "Add O-1");
    assert_eq!(chain.at.library.pipeline().entity(chain.discovery, label("O-1")).unwrap_err().code, Code::NotFound);
    assert_eq!(chain.add(EntityKind::Output, "Another.", &["R-2"]), label("O-2"), "an undone label is not given again");
}

#[test]
fn what_cannot_be_added_is_refused_whole() {
    let chain = chain();
    let before = chain.columns();
    let refused = |kind, text: &str, from: &[&str]| {
        let entity = NewEntity { from: labels(from), ..NewEntity::by_hand(kind, text) };
        chain.at.library.pipeline().add_entity(chain.discovery, &entity, DuplicatePolicy::Allow).unwrap_err().code
    };
    assert_eq!(refused(EntityKind::Insight, "  \n ", &[]), Code::Empty);
    assert_eq!(refused(EntityKind::Insight, "From nothing.", &["F-9"]), Code::NotFound);
    assert_eq!(refused(EntityKind::Output, "From a fact.", &["F-1"]), Code::Refused, "no column is passed over");
    assert_eq!(refused(EntityKind::Recommendation, "From below.", &["N-1", "R-1"]), Code::Refused);
    assert_eq!(chain.columns(), before);
    assert_eq!(chain.undo(), "Add O-1", "what was refused is no step");
}

#[test]
fn an_edit_marks_level_by_level() {
    let chain = chain();
    assert_eq!(chain.edit("F-1", "Revenue grew by 18 % in Q3."), ["N-1"]);
    assert_eq!(chain.statuses(&ALL), ["validated", "validated", "needs_review", "draft", "draft", "draft"]);
    let because = chain.entity("N-1").because.unwrap();
    assert_eq!(
        (because.from.as_deref(), because.what.as_str(), because.was.as_deref(), because.is.as_deref()),
        (Some("F-1"), "edited", Some("Revenue grew by 15 % in Q3."), Some("Revenue grew by 18 % in Q3."))
    );
    assert_eq!(chain.entity("F-1").version, 2);
    assert_eq!(chain.review(&["N-1"]), ["R-1", "R-2"], "resolving one marks the next");
    assert_eq!(chain.statuses(&ALL)[2..], ["draft", "needs_review", "needs_review", "draft"]);
    assert_eq!(chain.entity("N-1").because, None);
    assert_eq!(chain.edit("R-1", "Build a wall of 7 m."), ["O-1"], "an edit resolves as a review does");
    assert_eq!(chain.statuses(&ALL)[3..], ["draft", "needs_review", "needs_refresh"]);
    assert_eq!(chain.review(&["O-1"]), [""; 0]);
    let settled = chain.columns();
    assert_eq!(chain.review(&["O-1"]), [""; 0], "a review of what is not marked does nothing");
    assert_eq!(chain.columns(), settled);
    for name in ["Review O-1", "Edit R-1", "Review N-1", "Edit F-1"] {
        assert_eq!(chain.undo(), name);
    }
    assert_eq!(chain.statuses(&ALL), ["validated", "validated", "draft", "draft", "draft", "draft"]);
    for name in ["Edit F-1", "Review N-1", "Edit R-1", "Review O-1"] {
        assert_eq!(chain.redo(), name);
    }
    assert_eq!(chain.columns(), settled);
}

#[test]
fn several_that_are_reviewed_together_do_not_mark_each_other() {
    let chain = chain();
    chain.edit("F-1", "Revenue grew by 18 % in Q3.");
    chain.review(&["N-1"]);
    chain.edit("F-1", "Revenue grew by 19 % in Q3.");
    assert_eq!(chain.review(&["R-1", "N-1"]), ["R-2", "O-1"]);
    assert_eq!(chain.statuses(&ALL)[2..], ["draft", "draft", "needs_review", "needs_refresh"]);
}

#[test]
fn the_same_text_is_no_edit_and_links_make_no_version() {
    let chain = chain();
    let before = chain.columns();
    assert_eq!(chain.edit("N-1", " Revenue growth of 15 % pays for a wall of 6 m.\n"), [""; 0]);
    assert_eq!(chain.edit("F-2", "The wall is 6 m high."), [""; 0]);
    assert_eq!(chain.undo(), "Add O-1");
    chain.redo();
    let library = &chain.at.library;
    library.pipeline().unlink_entities(chain.discovery, label("N-1"), label("F-2")).unwrap();
    assert_eq!(chain.columns()[2..], ["N-1 v1 draft F-1", "R-1 v1 draft N-1", "R-2 v1 draft N-1", "O-1 v1 draft R-1"]);
    library.pipeline().link_entities(chain.discovery, label("F-2"), label("N-1")).unwrap();
    assert_eq!(chain.columns(), before);
    library.pipeline().link_entities(chain.discovery, label("N-1"), label("F-2")).unwrap();
    assert_eq!(chain.undo(), "Link F-2 to N-1");
    assert_eq!(chain.undo(), "Unlink F-2 from N-1", "to link what is linked is no step");
    let refused = |one: &str, other: &str| {
        library.pipeline().link_entities(chain.discovery, label(one), label(other)).unwrap_err().code
    };
    assert_eq!(refused("F-1", "R-1"), Code::Refused);
    assert_eq!(refused("N-1", "N-1"), Code::Refused);
    assert_eq!(refused("N-1", "R-9"), Code::NotFound);
    let none = library.pipeline().unlink_entities(chain.discovery, label("R-2"), label("O-1")).unwrap_err();
    assert_eq!(none.code, Code::Refused);
}

#[test]
fn every_version_can_be_seen_and_brought_back() {
    let chain = chain();
    chain.edit("N-1", "Second.");
    chain.edit("N-1", "Third.");
    let library = &chain.at.library;
    let edited = library.pipeline().restore_entity_version(chain.discovery, label("N-1"), 2).unwrap();
    assert_eq!((edited.version, edited.marked), (4, labels(&["R-1", "R-2"])));
    let detail = library.pipeline().entity_detail(chain.discovery, label("N-1")).unwrap();
    let versions: Vec<(u32, &str, Option<u32>)> =
        detail.versions.iter().map(|found| (found.version, found.text.as_str(), found.restores)).collect();
    let first = "Revenue growth of 15 % pays for a wall of 6 m.";
    assert_eq!(versions, [(4, "Second.", Some(2)), (3, "Third.", None), (2, "Second.", None), (1, first, None)]);
    assert_eq!(chain.undo(), "Restore version 2 of N-1");
    assert_eq!(chain.entity("N-1").text, "Third.");
    chain.edit("F-2", "The wall is 7 m high.");
    let back = library.pipeline().restore_entity_version(chain.discovery, label("F-2"), 1).unwrap();
    assert_eq!((back.version, chain.entity("F-2").text.as_str()), (3, "The wall is 6 m high."));
    let none = library.pipeline().restore_entity_version(chain.discovery, label("N-1"), 9).unwrap_err();
    assert_eq!(none.code, Code::NotFound);
}

#[test]
fn putting_aside_marks_all_that_is_downstream() {
    let chain = chain();
    let library = &chain.at.library;
    let marked = library.pipeline().archive_entities(chain.discovery, &labels(&["F-1"]), true).unwrap();
    assert_eq!(marked, labels(&["N-1", "R-1", "R-2", "O-1"]));
    assert_eq!(chain.statuses(&ALL), ["validated", "validated", "weak", "risky", "risky", "needs_refresh"]);
    assert_eq!(chain.entity("O-1").because.unwrap().from.as_deref(), Some("F-1"), "the cause, however far up");
    assert!(chain.entity("F-1").archived);
    assert_eq!(chain.edit("F-2", "The wall is 9 m high."), [""; 0], "a stronger mark stays");
    assert_eq!(chain.statuses(&["N-1"]), ["weak"]);
    let again = library.pipeline().archive_entities(chain.discovery, &labels(&["F-1"]), true).unwrap();
    assert_eq!(again, []);
    assert_eq!(chain.undo(), "Edit F-2", "to put aside what is aside is no step");
    library.pipeline().archive_entities(chain.discovery, &labels(&["F-1"]), false).unwrap();
    assert_eq!(chain.statuses(&["N-1", "O-1"]), ["weak", "needs_refresh"], "the marks stay to be looked at");
    assert_eq!((chain.undo(), chain.undo()), ("Bring back F-1".into(), "Archive F-1".into()));
    assert_eq!(chain.statuses(&ALL), ["validated", "validated", "draft", "draft", "draft", "draft"]);
    library.pipeline().archive_entities(chain.discovery, &labels(&["R-1", "N-1", "R-1"]), true).unwrap();
    assert_eq!(chain.statuses(&ALL)[2..], ["draft", "draft", "risky", "needs_refresh"], "not those themselves");
    assert_eq!(chain.undo(), "Archive 2 entities");
}

#[test]
fn what_is_deleted_is_gone_until_it_is_undone() {
    let chain = chain();
    let before = chain.columns();
    let marked = chain.at.library.pipeline().delete_entities(chain.discovery, &labels(&["N-1", "F-2"])).unwrap();
    assert_eq!(marked, labels(&["R-1", "R-2", "O-1"]));
    assert_eq!(chain.columns(), ["F-1 v1 validated", "R-1 v1 risky", "R-2 v1 risky", "O-1 v1 needs_refresh R-1"]);
    assert_eq!(chain.undo(), "Delete 2 entities");
    assert_eq!(chain.columns(), before);
    chain.redo();
    let error = chain.at.library.pipeline().edit_entity(chain.discovery, label("N-1"), "x", None).unwrap_err();
    assert_eq!(error.code, Code::NotFound);
}

#[test]
fn an_input_is_upstream_of_the_facts_in_it() {
    let fixture = about("We expect 800 visitors. The wall is high.");
    fixture.submit(json!([op("note", "The wall is high.", "The wall is high.", 0.9)]));
    let library = &fixture.at.library;
    let add = |kind, text: &str, from: &[&str]| {
        let entity = NewEntity { from: labels(from), ..NewEntity::by_hand(kind, text) };
        library.pipeline().add_entity(fixture.discovery, &entity, DuplicatePolicy::Allow).unwrap().added.unwrap()
    };
    let by_hand = add(EntityKind::Fact, "It is also long.", &["I-1"]);
    add(EntityKind::Insight, "High walls keep.", &["F-1"]);
    let input = library.pipeline().entity_detail(fixture.discovery, label("I-1")).unwrap();
    let ends: Vec<(String, bool)> = input.down.iter().map(|end| (end.label.to_string(), end.evidence)).collect();
    assert_eq!(ends, [("F-1".into(), true), (by_hand.to_string(), false)]);
    assert!(input.text.starts_with("We expect 800 visitors."));
    let refused = library.pipeline().unlink_entities(fixture.discovery, label("I-1"), label("F-1")).unwrap_err();
    assert!(refused.message.to_string().contains("evidence"), "{refused}");
    library.pipeline().link_entities(fixture.discovery, label("I-1"), label("F-1")).unwrap();
    assert_eq!(
        library.undo().undo_state(Some(fixture.discovery)).unwrap().undo.unwrap(),
        "Add N-1",
        "it is linked already"
    );
    library.pipeline().unlink_entities(fixture.discovery, label("I-1"), by_hand).unwrap();
    library.undo().undo(Some(fixture.discovery)).unwrap();

    let marked = library.pipeline().archive_entities(fixture.discovery, &labels(&["I-1"]), true).unwrap();
    assert_eq!(marked, labels(&["F-1", "F-2", "N-1"]));
    library.undo().undo(Some(fixture.discovery)).unwrap();
    let marked = library.pipeline().delete_entities(fixture.discovery, &labels(&["I-1"])).unwrap();
    assert_eq!(marked, labels(&["F-2", "N-1"]), "its own facts go with it");
    assert_eq!(library.pipeline().entity(fixture.discovery, label("F-2")).unwrap().status, EntityStatus::Unsupported);
    assert_eq!(library.sources().verify(None, &NoProgress).unwrap().problems, []);
}

const VISITORS: &str = "project.summary.expectedVisitors";

#[test]
fn what_the_ledger_decides_is_an_edit_of_the_fact() {
    let fixture = about("We expect 800 visitors. Maybe 900 visitors come. The wall is high.");
    fixture.submit(json!([
        op(VISITORS, "800 people", "We expect 800 visitors", 0.95),
        op(VISITORS, "900 people", "Maybe 900 visitors come", 0.4),
        op("note", "The wall is high.", "The wall is high.", 0.4)
    ]));
    let library = &fixture.at.library;
    let add = |text: &str, from: &[&str]| {
        let entity = NewEntity { from: labels(from), ..NewEntity::by_hand(EntityKind::Insight, text) };
        library.pipeline().add_entity(fixture.discovery, &entity, DuplicatePolicy::Allow).unwrap().added.unwrap()
    };
    add("800 visitors are many.", &["F-1"]);
    add("Visitors come.", &["F-2"]);
    add("A high wall keeps.", &["F-3"]);
    let entity = |of: &str| library.pipeline().entity(fixture.discovery, label(of)).unwrap();
    let because =
        |of: &str| entity(of).because.map(|because| format!("{} {}", because.from.unwrap(), because.what.as_str()));
    let id = |of: &str| entity(of).id;
    assert_eq!(
        ["F-1", "F-2", "F-3"].map(|of| entity(of).status.as_str()),
        ["validated", "needs_review", "needs_review"]
    );

    library.facts().accept(&[id("F-3")]).unwrap();
    assert_eq!(because("N-3").as_deref(), Some("F-3 accepted"));
    library.facts().accept(&[id("F-2")]).unwrap();
    assert_eq!(because("N-1").as_deref(), Some("F-1 superseded"));
    assert_eq!(entity("N-1").up, labels(&["F-2"]), "it rests on what took the place of its fact");
    assert_eq!(because("N-2").as_deref(), Some("F-2 accepted"));
    assert_eq!(library.undo().undo(Some(fixture.discovery)).unwrap().done.unwrap(), "Accept F-2");
    assert_eq!((because("N-1"), entity("N-1").up), (None, labels(&["F-1"])));
    library.facts().reject(&[id("F-3")]).unwrap();
    assert_eq!(because("N-3").as_deref(), Some("F-3 rejected"));
    assert_eq!(entity("N-3").up, [], "a rejected fact is in no column");

    let later = answers::bundle_of(&fixture.at, fixture.discovery, "Today we expect 950 visitors.");
    let update = json!([{
        "op": "UPDATE", "scope": {"type": "project"}, "key": VISITORS, "value": "950 people", "confidence": 0.95,
        "evidence": {"quote": "Today we expect 950 visitors"},
    }]);
    fixture.submit_to(later, &json!({ "ops": update }).to_string(), factly_engine::extraction::Force::No);
    assert_eq!(because("N-1").as_deref(), Some("F-1 superseded"), "a run that supersedes marks too");
    assert_eq!(entity("N-1").up, labels(&["F-4"]));
    library.undo().undo(Some(fixture.discovery)).unwrap();
    assert_eq!(because("N-1"), None, "in the same step");
}

#[test]
fn a_fact_is_edited_by_its_words_or_its_value() {
    let fixture = about("We expect 800 visitors.");
    fixture.submit(json!([op(VISITORS, "800 people", "We expect 800 visitors", 0.95)]));
    let library = &fixture.at.library;
    let edit = |text: &str| library.pipeline().edit_entity(fixture.discovery, label("F-1"), text, None);
    assert_eq!(edit("Expected visitors: 850").unwrap().version, 2);
    assert_eq!(
        library.pipeline().entity(fixture.discovery, label("F-1")).unwrap().text,
        "Expected visitors: 850 people"
    );
    assert_eq!(edit("900").unwrap().version, 3);
    assert_eq!(edit("very many").unwrap_err().code, Code::Refused);
    let back = library.pipeline().restore_entity_version(fixture.discovery, label("F-1"), 1).unwrap();
    assert_eq!(back.version, 4);
    assert_eq!(
        library.pipeline().entity(fixture.discovery, label("F-1")).unwrap().text,
        "Expected visitors: 800 people"
    );
}

#[test]
fn states_are_set_and_facts_are_validated_by_acceptance() {
    let fixture = about("The wall is high.");
    fixture.submit(json!([op("note", "The wall is high.", "The wall is high.", 0.4)]));
    let library = &fixture.at.library;
    let entity = NewEntity { from: labels(&["F-1"]), ..NewEntity::by_hand(EntityKind::Insight, "High walls keep.") };
    library.pipeline().add_entity(fixture.discovery, &entity, DuplicatePolicy::Allow).unwrap();
    let all = labels(&["I-1", "F-1", "N-1"]);
    let marked = library.pipeline().set_entity_state(fixture.discovery, &all, EntityStatus::Validated).unwrap();
    assert_eq!(marked, labels(&["N-1"]), "to accept a fact is to change it");
    let status = |of: &str| library.pipeline().entity(fixture.discovery, label(of)).unwrap().status.as_str();
    assert_eq!(["I-1", "F-1", "N-1"].map(status), ["validated", "validated", "needs_review"]);
    library.pipeline().review_entities(fixture.discovery, &labels(&["N-1"])).unwrap();
    assert_eq!(status("N-1"), "validated");
    let refused =
        library.pipeline().set_entity_state(fixture.discovery, &labels(&["F-1"]), EntityStatus::Draft).unwrap_err();
    assert_eq!(refused.code, Code::Refused);
    library.pipeline().set_entity_state(fixture.discovery, &labels(&["I-1", "N-1"]), EntityStatus::Draft).unwrap();
    assert_eq!(["I-1", "N-1"].map(status), ["draft", "draft"]);
    assert!(library.pipeline().set_entity_state(fixture.discovery, &all, EntityStatus::Weak).is_err());
}

#[test]
fn two_that_say_the_same_become_one_with_the_links_of_both() {
    let chain = chain();
    chain.add(EntityKind::Insight, "15 % of growth pays for a wall.", &["F-2"]);
    chain.add(EntityKind::Recommendation, "Third.", &["N-2"]);
    let before = chain.columns();
    let library = &chain.at.library;
    library.pipeline().merge_entities(chain.discovery, label("N-2"), label("N-1")).unwrap();
    assert_eq!(
        chain.columns()[2..],
        ["N-2 v1 draft F-1,F-2", "R-1 v1 draft N-2", "R-2 v1 draft N-2", "R-3 v1 draft N-2", "O-1 v1 draft R-1"],
        "and nothing is marked"
    );
    assert_eq!(chain.undo(), "Merge N-1 into N-2");
    assert_eq!(chain.columns(), before);
    let refused = |keep: &str, dropped: &str| {
        library.pipeline().merge_entities(chain.discovery, label(keep), label(dropped)).unwrap_err().code
    };
    assert_eq!((refused("N-1", "N-1"), refused("N-1", "R-1")), (Code::Refused, Code::Refused));
}

#[test]
fn the_evidence_of_a_fact_that_is_merged_is_kept() {
    let fixture = about("The wall is high. The wall is tall.");
    fixture.submit(json!([
        op("note", "The wall is high.", "The wall is high.", 0.9),
        op("note", "The wall is tall.", "The wall is tall.", 0.9)
    ]));
    let library = &fixture.at.library;
    let dropped = library.pipeline().entity(fixture.discovery, label("F-2")).unwrap().id;
    library.pipeline().merge_entities(fixture.discovery, label("F-1"), label("F-2")).unwrap();
    let remaining = library.pipeline().entity(fixture.discovery, label("F-1")).unwrap();
    assert_eq!(library.facts().fact_detail(remaining.id).unwrap().reaffirmed, 1);
    assert_eq!(library.facts().fact(dropped).unwrap().status.as_str(), "rejected");
    assert_eq!(library.sources().verify(None, &NoProgress).unwrap().problems, []);
    assert_eq!(library.undo().undo(Some(fixture.discovery)).unwrap().done.unwrap(), "Merge F-2 into F-1");
    assert_eq!(library.facts().fact_detail(remaining.id).unwrap().reaffirmed, 0);
}

#[test]
fn a_merge_loses_neither_that_a_fact_was_accepted_nor_the_field_that_it_fills() {
    let fixture = about("The wall is high. The wall is tall. The total budget is EUR 12,000.");
    fixture.submit(json!([
        op("note", "The wall is high.", "The wall is high.", 0.4),
        op("note", "The wall is tall.", "The wall is tall.", 0.4),
        op(
            "project.budget.total",
            json!({ "amount": 12000, "currency": "EUR" }),
            "The total budget is EUR 12,000.",
            0.9
        ),
    ]));
    let library = &fixture.at.library;
    let fact = |name: &str| {
        library.facts().fact(library.pipeline().entity(fixture.discovery, label(name)).unwrap().id).unwrap()
    };
    library.facts().accept(&[fact("F-2").id]).unwrap();
    assert_eq!((fact("F-1").status.as_str(), fact("F-2").status.as_str()), ("proposed", "accepted"));
    let old = fact("F-2").id;
    library.pipeline().merge_entities(fixture.discovery, label("F-1"), label("F-2")).unwrap();
    assert_eq!(
        (fact("F-1").status.as_str(), library.facts().fact(old).unwrap().status.as_str()),
        ("accepted", "rejected")
    );
    library.undo().undo(Some(fixture.discovery)).unwrap();
    assert_eq!((fact("F-1").status.as_str(), fact("F-2").status.as_str()), ("proposed", "accepted"), "as one step");
    let error = library.pipeline().merge_entities(fixture.discovery, label("F-1"), label("F-3")).unwrap_err();
    assert_eq!(error.code, Code::Refused, "a plain statement fills no field");
    library.pipeline().merge_entities(fixture.discovery, label("F-3"), label("F-1")).unwrap();
}

#[test]
fn what_was_done_can_be_seen_and_gone_back_to() {
    let chain = chain();
    let before = chain.columns();
    chain.edit("F-1", "Revenue grew by 18 % in Q3.");
    chain.review(&["N-1"]);
    let after = chain.columns();
    let library = &chain.at.library;
    let history = || library.undo().history(Some(chain.discovery), None, 3).unwrap();
    let names: Vec<(String, bool)> =
        history().steps.into_iter().map(|step| (step.name.to_string(), step.done)).collect();
    assert_eq!(names, [("Review N-1".into(), true), ("Edit F-1".into(), true), ("Add O-1".into(), true)]);
    assert!(history().more);
    let steps = history().steps;
    library.undo().go_to(Some(chain.discovery), Some(steps[2].seq)).unwrap();
    assert_eq!(chain.columns(), before);
    assert_eq!(history().steps.iter().map(|step| step.done).collect::<Vec<_>>(), [false, false, true]);
    assert_eq!(library.undo().go_to(Some(chain.discovery), Some(steps[0].seq)).unwrap().step_count, 2);
    assert_eq!(chain.columns(), after);
    assert_eq!(library.undo().go_to(Some(chain.discovery), Some(99)).unwrap_err().code, Code::NotFound);
    library.undo().go_to(Some(chain.discovery), None).unwrap();
    assert_eq!(chain.columns(), [""; 0]);
    let older = library.undo().history(Some(chain.discovery), Some(steps[2].seq), 10).unwrap();
    assert_eq!((older.steps.len(), older.more), (5, false));
}

#[test]
fn what_was_done_to_one_entity_can_be_seen() {
    let chain = chain();
    chain.edit("F-1", "Revenue grew by 18 % in Q3.");
    chain.review(&["N-1"]);
    let library = &chain.at.library;
    let of = |name: &str| {
        let steps = library.undo().entity_history(chain.discovery, label(name), 50).unwrap().steps;
        steps
            .into_iter()
            .map(|step| if step.done { step.name.to_string() } else { format!("({})", step.name) })
            .collect::<Vec<_>>()
    };
    assert_eq!(
        of("N-1"),
        ["Review N-1", "Edit F-1", "Add R-2", "Add R-1", "Add N-1"],
        "an edit that marked it, and what links it"
    );
    assert_eq!(of("F-1").first().map(String::as_str), Some("Edit F-1"), "all versions of a fact are one");
    assert!(!of("F-1").contains(&"Review N-1".to_owned()), "what was done to another is not its own");
    library.undo().undo(Some(chain.discovery)).unwrap();
    assert_eq!(of("N-1")[0], "(Review N-1)", "undone, and still there to be redone");
    chain.edit("F-2", "The wall is 9 m high.");
    assert!(!of("N-1").iter().any(|step| step.contains("Review")), "what cannot be redone is gone");
}

#[test]
fn an_edited_fact_keeps_its_place_and_stays_aside() {
    let chain = chain();
    let library = &chain.at.library;
    library.pipeline().move_entities(chain.discovery, &labels(&["F-2"]), Some(label("F-1"))).unwrap();
    library.pipeline().archive_entities(chain.discovery, &labels(&["F-2"]), true).unwrap();
    chain.edit("F-2", "The wall is 9 m high.");
    assert!(chain.entity("F-2").archived);
    let undo = library.undo().undo_state(Some(chain.discovery)).unwrap();
    assert_eq!(undo.undo.unwrap(), "Edit F-2");
    let across = library.pipeline().move_entities(chain.discovery, &labels(&["F-2"]), Some(label("N-1"))).unwrap_err();
    assert_eq!(across.code, Code::Refused);
}

#[test]
fn what_the_column_says_already_is_not_added_unasked() {
    let chain = chain();
    let library = &chain.at.library;
    let add = |kind, text: &str, anyway| {
        library.pipeline().add_entity(chain.discovery, &NewEntity::by_hand(kind, text), anyway).unwrap()
    };
    let same = "In Q3, revenue increased by 15 percent";
    let outcome = add(EntityKind::Fact, same, DuplicatePolicy::Hold);
    assert_eq!((outcome.added, outcome.duplicates.len()), (None, 1));
    let found = &outcome.duplicates[0];
    assert_eq!((found.label, found.text.as_str()), (label("F-1"), "Revenue grew by 15 % in Q3."));
    assert!(found.score > 0.5 && found.reason.to_string().ends_with('.'), "{found:?}");
    assert_eq!(library.undo().undo_state(Some(chain.discovery)).unwrap().undo.unwrap(), "Add O-1");
    assert_eq!(
        add(EntityKind::Output, same, DuplicatePolicy::Hold).added,
        Some(label("O-2")),
        "another column is not asked"
    );
    assert_eq!(
        add(EntityKind::Fact, "Revenue did not grow by 15 % in Q3.", DuplicatePolicy::Hold).added,
        Some(label("F-3"))
    );
    assert_eq!(add(EntityKind::Fact, "Costs rose.", DuplicatePolicy::Hold).added, Some(label("F-4")));
    chain.edit("F-4", same);

    let groups = library.duplicates().duplicate_groups(chain.discovery, EntityKind::Fact).unwrap();
    assert_eq!(groups.iter().map(|group| group.labels.clone()).collect::<Vec<_>>(), [labels(&["F-1", "F-4"])]);
    let of = |text: &str| -> Vec<String> {
        let found = library.duplicates().duplicates_of(chain.discovery, EntityKind::Fact, text).unwrap();
        found.iter().map(|duplicate| duplicate.label.to_string()).collect()
    };
    chain.edit("F-4", "Costs fell by 3 % in Q3.");
    assert_eq!((of(same), of("Costs fell by 3 % in Q3.")), (vec!["F-1".into()], vec!["F-4".into()]), "edits are seen");
    chain.undo();
    assert_eq!(of("Costs fell by 3 % in Q3."), [""; 0], "and so is what is undone");
    library.pipeline().archive_entities(chain.discovery, &labels(&["F-4"]), true).unwrap();
    assert_eq!(of(same), ["F-1"], "what is put aside is not compared with");
    library.pipeline().delete_entities(chain.discovery, &labels(&["F-1"])).unwrap();
    assert_eq!(of(same), [""; 0]);

    assert_eq!(add(EntityKind::Input, "One text.\n", DuplicatePolicy::Hold).added, Some(label("I-1")));
    assert_eq!(
        add(EntityKind::Input, "One text.\r\n", DuplicatePolicy::Hold).duplicates[0].label,
        label("I-1"),
        "as it is let in"
    );
    assert_eq!(add(EntityKind::Input, "One text.\n", DuplicatePolicy::Allow).added, Some(label("I-2")));
    assert_eq!(
        library.duplicates().duplicate_groups(chain.discovery, EntityKind::Input).unwrap(),
        [],
        "it was wanted beside the other"
    );
}

#[test]
fn what_the_column_says_already_is_not_accepted_unasked() {
    let fixture = about("Revenue grew by 15 % in Q3. In Q3 revenue rose by 15 percent. The wall is high.");
    fixture.submit(json!([
        op("note", "Revenue grew by 15 % in Q3.", "Revenue grew by 15 % in Q3.", 0.9),
        op("note", "In Q3 revenue rose by 15 percent.", "In Q3 revenue rose by 15 percent.", 0.4),
        op("note", "The wall is high.", "The wall is high.", 0.4)
    ]));
    let library = &fixture.at.library;
    let ids: Vec<_> = fixture.facts().iter().map(|fact| fact.id).collect();
    let report = library.facts().accept_checked(&ids[1..], DuplicatePolicy::Hold).unwrap();
    assert_eq!(report.accepted, labels(&["F-3"]));
    assert_eq!(report.held_back.len(), 1);
    let held = &report.held_back[0];
    assert_eq!((held.fact, held.label, held.duplicates[0].label), (ids[1], label("F-2"), label("F-1")));
    assert_eq!(fixture.facts()[1].status, Status::Proposed, "what is held back waits as before");

    let validated = EntityStatus::Validated;
    let set = library
        .pipeline()
        .set_entity_state_checked(fixture.discovery, &labels(&["F-2"]), validated, DuplicatePolicy::Hold)
        .unwrap();
    assert_eq!(set.held_back[0].label, label("F-2"), "to validate a fact is to accept it");
    assert_eq!(fixture.facts()[1].status, Status::Proposed);

    let again = library.facts().accept_checked(&ids[2..], DuplicatePolicy::Hold).unwrap_err();
    assert_eq!(again.code, Code::Refused, "what is decided already is refused, not compared");
    let report = library.facts().accept_checked(&ids[1..], DuplicatePolicy::Hold).unwrap();
    assert_eq!((report.accepted.len(), report.held_back.len()), (0, 1), "and passed over beside what waits");
    let report = library.facts().accept_checked(&ids[1..2], DuplicatePolicy::Allow).unwrap();
    assert_eq!((report.accepted, report.held_back), (labels(&["F-2"]), vec![]));
}

#[test]
fn what_is_accepted_beside_a_duplicate_is_one_step() {
    let fixture =
        about("Revenue grew by 15 % in Q3. In Q3 revenue rose by 15 percent. The wall is high. The sea is near.");
    let note = |text: &str, confidence: f64| op("note", text, text, confidence);
    fixture.submit(json!([
        note("Revenue grew by 15 % in Q3.", 0.9),
        note("In Q3 revenue rose by 15 percent.", 0.4),
        note("The wall is high.", 0.4),
        note("The sea is near.", 0.4)
    ]));
    let library = &fixture.at.library;
    let ids: Vec<_> = fixture.facts().iter().map(|fact| fact.id).collect();
    library.facts().accept_checked(&ids[1..], DuplicatePolicy::Hold).unwrap();
    assert_eq!(library.undo().undo(Some(fixture.discovery)).unwrap().done.unwrap(), "Accept 2 facts");
    let proposed = fixture.facts().iter().filter(|fact| fact.status == Status::Proposed).count();
    assert_eq!(proposed, 3, "one step takes both back");
}

#[test]
fn a_scan_shows_how_far_it_is_and_can_be_called_off() {
    struct Watch(RefCell<Vec<(usize, usize)>>, bool);
    impl Progress for Watch {
        fn show(&self, step: &TaskStep) {
            self.0.borrow_mut().push((step.done, step.total));
        }
        fn is_cancelled(&self) -> bool {
            self.1
        }
    }
    let chain = chain();
    for at in 0..600 {
        chain.add(EntityKind::Fact, &format!("Site {at} had {} visitors in {}.", at * 7 + 100, 1990 + at % 30), &[]);
    }
    chain.add(EntityKind::Fact, "Nobody counted.", &[]);
    chain.edit("F-603", "In 1990, site 0 had 100 visitors.");
    let watch = Watch(RefCell::default(), false);
    let groups = chain.at.library.duplicates().scan_duplicates(chain.discovery, EntityKind::Fact, &watch).unwrap();
    assert_eq!(groups, chain.at.library.duplicates().duplicate_groups(chain.discovery, EntityKind::Fact).unwrap());
    assert_eq!(groups.iter().map(|group| group.labels.clone()).collect::<Vec<_>>(), [labels(&["F-3", "F-603"])]);
    // While the column is read, nobody knows how long it is.
    let known = watch.0.borrow().iter().filter(|(_, total)| *total > 0).copied().collect::<Vec<_>>();
    assert!(!known.is_empty() && known.iter().all(|(done, total)| done <= total && *total == 603), "{:?}", watch.0);
    let called_off = chain.at.library.duplicates().scan_duplicates(
        chain.discovery,
        EntityKind::Fact,
        &Watch(RefCell::default(), true),
    );
    assert_eq!(called_off.unwrap_err().code, Code::Cancelled);
}

#[test]
fn several_are_linked_and_merged_as_one_step() {
    let chain = chain();
    let library = &chain.at.library;
    for text in ["Walls cost more in spring.", "Spring makes walls dearer.", "Dearer in spring: walls."] {
        chain.add(EntityKind::Insight, text, &[]);
    }
    let up = |name: &str| -> Vec<String> {
        let entity = library.pipeline().entity(chain.discovery, label(name)).unwrap();
        entity.up.iter().map(ToString::to_string).collect()
    };
    let undone = || library.undo().undo(Some(chain.discovery)).unwrap().done.unwrap();
    let pairs = [(label("F-1"), label("N-2")), (label("N-3"), label("F-2")), (label("F-1"), label("N-4"))];
    library.pipeline().link_pairs(chain.discovery, &pairs).unwrap();
    assert_eq!([up("N-2"), up("N-3"), up("N-4")].map(|up| up.concat()), ["F-1", "F-2", "F-1"]);
    library.pipeline().unlink_pairs(chain.discovery, &pairs[..2]).unwrap();
    assert_eq!((up("N-2").len(), up("N-3").len()), (0, 0));
    assert_eq!(undone(), "Unlink 2 pairs");
    let wrong = [(label("F-2"), label("N-2")), (label("F-2"), label("O-1"))];
    assert_eq!(library.pipeline().link_pairs(chain.discovery, &wrong).unwrap_err().code, Code::Refused);
    let missing = [(label("F-2"), label("N-2")), (label("F-9"), label("N-2"))];
    assert_eq!(library.pipeline().link_pairs(chain.discovery, &missing).unwrap_err().code, Code::NotFound);
    assert_eq!(up("N-2"), ["F-1"], "all of them or none");

    library.pipeline().merge_into(chain.discovery, label("N-2"), &labels(&["N-3", "N-4"])).unwrap();
    assert_eq!(up("N-2"), ["F-1", "F-2"], "the links of all");
    assert!(library.pipeline().entity(chain.discovery, label("N-4")).is_err());
    assert_eq!(undone(), "Merge 2 into N-2");
    assert_eq!((up("N-2").len(), up("N-4").len()), (1, 1), "one step brings all back");
    assert_eq!(undone(), "Link 3 pairs");
    assert_eq!([up("N-2"), up("N-3"), up("N-4")].map(|up| up.len()), [0, 0, 0]);
}

#[test]
fn what_waits_says_nothing_already() {
    let (grew, rose) = ("Revenue grew by 15 % in Q3.", "In Q3 revenue rose by 15 percent.");
    let fixture = about(&format!("{grew} {rose}"));
    fixture.submit(json!([op("note", grew, grew, 0.4), op("note", rose, rose, 0.4)]));
    let ledger = fixture.at.library.facts();
    let ids: Vec<_> = fixture.facts().iter().map(|fact| fact.id).collect();
    let both = ledger.accept_checked(&ids, DuplicatePolicy::Hold).unwrap();
    assert_eq!(
        (both.accepted, both.held_back[0].label),
        (labels(&["F-1"]), label("F-2")),
        "of a group the first is taken"
    );
    fixture.at.library.undo().undo(Some(fixture.discovery)).unwrap();
    let second = ledger.accept_checked(&ids[1..], DuplicatePolicy::Hold).unwrap();
    assert_eq!((second.accepted, second.held_back.len()), (labels(&["F-2"]), 0), "nobody accepted F-1");
    let first = ledger.accept_checked(&ids[..1], DuplicatePolicy::Hold).unwrap();
    assert_eq!(first.held_back[0].duplicates[0].label, label("F-2"), "and now it is said");
}

#[test]
fn a_held_back_fact_merged_gives_its_quote_to_the_other() {
    let fixture = about("Revenue grew by 15 % in Q3. In Q3 revenue rose by 15 percent.");
    fixture.submit(json!([
        op("note", "Revenue grew by 15 % in Q3.", "Revenue grew by 15 % in Q3.", 0.9),
        op("note", "In Q3 revenue rose by 15 percent.", "In Q3 revenue rose by 15 percent.", 0.4)
    ]));
    let library = &fixture.at.library;
    let ids: Vec<_> = fixture.facts().iter().map(|fact| fact.id).collect();
    let held = library.facts().accept_checked(&ids[1..], DuplicatePolicy::Hold).unwrap().held_back.remove(0);
    library.pipeline().merge_entities(fixture.discovery, held.duplicates[0].label, held.label).unwrap();
    assert_eq!(library.facts().fact(ids[1]).unwrap().status, Status::Rejected);
    assert_eq!(library.facts().fact_detail(ids[0]).unwrap().reaffirmed, 1, "its quote is further evidence");
}
