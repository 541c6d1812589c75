//! Suggestions for a report: any part of one can be accepted, and one that does not apply any more is stale, never
//! wrong.

use factly_core::reports::hunk::take;
use factly_core::reports::suggestion::{SectionSuggestion, SuggestedChange, preview, suggested};
use factly_core::reports::{Hunk, Operation, Report, Section};
use proptest::prelude::*;
use uuid::Uuid;

fn id(number: u128) -> Uuid {
    Uuid::from_u128(number)
}

fn section(number: u128, title: &str, body: &str) -> Section {
    Section::new(id(number), title, body)
}

/// Three sections of the first level, the first with two under it.
fn report() -> Report {
    let mut costs = section(1, "Costs", "The wall costs two million.\n");
    costs.children = vec![section(4, "Wall", "High.\n"), section(5, "Gate", "Open.\n")];
    Report {
        sections: vec![costs, section(2, "Risks", "None.\n"), section(3, "Plan", "Later.\n")],
        ..Report::default()
    }
}

fn one(report: &Report, operation: &Operation) -> SectionSuggestion {
    let found = suggested(&mut report.clone(), operation).expect("it applies");
    let [one] = &found[..] else { panic!("one suggestion: {found:?}") };
    one.clone()
}

fn edited(base: &str, after: &str) -> (Report, SectionSuggestion) {
    let mut report = report();
    report.apply(&Operation::set_body(id(1), base)).expect("it is there");
    let edit = one(&report, &Operation::set_body(id(1), after));
    (report, edit)
}

#[test]
fn a_suggestion_applies_while_what_it_was_made_for_stands() {
    let report = report();
    let cases = [
        (Operation::rename(id(1), "Money"), Operation::rename(id(1), "Price"), "another title"),
        (Operation::Delete { id: id(1) }, Operation::set_body(id(4), "Low.\n"), "something under it was edited"),
        (Operation::Move { id: id(4), parent: None, index: 0 }, Operation::Delete { id: id(4) }, "it is gone"),
        (
            Operation::Move { id: id(4), parent: Some(id(2)), index: 0 },
            Operation::Move { id: id(4), parent: Some(id(3)), index: 0 },
            "it was moved elsewhere",
        ),
        (
            Operation::Add { parent: Some(id(2)), index: 0, section: Box::new(section(9, "New", "")) },
            Operation::Delete { id: id(2) },
            "what it was to stand under is gone",
        ),
        (
            Operation::set_body(id(1), "The wall costs three million.\n"),
            Operation::set_body(id(1), "The wall is dear.\n"),
            "its words were edited",
        ),
    ];
    for (operation, meanwhile, why) in cases {
        let suggested = one(&report, &operation);
        let (mut taken, mut expected, mut now) = (report.clone(), report.clone(), report.clone());
        taken.apply(&suggested.operation(&report).expect("it applies")).expect("it applies");
        expected.apply(&operation).expect("it applies");
        assert_eq!(taken, expected, "accepted it does what was suggested");
        now.apply(&meanwhile).expect("it applies");
        assert_eq!(suggested.operation(&now), None, "{why}");
    }
}

#[test]
fn a_place_is_found_behind_its_neighbour_wherever_that_went() {
    let mut report = report();
    let add = Operation::Add { parent: None, index: 2, section: Box::new(section(9, "New", "")) };
    let suggested = one(&report, &add);
    report.apply(&Operation::Move { id: id(2), parent: None, index: 0 }).expect("it applies");
    report.apply(&suggested.operation(&report).expect("it applies")).expect("it applies");
    let titles: Vec<&str> = report.sections.iter().map(|section| section.title.as_str()).collect();
    assert_eq!(titles, ["Risks", "New", "Costs", "Plan"]);
}

#[test]
fn an_edit_beside_a_hunk_moves_it_and_one_in_it_makes_it_stale() {
    let (mut report, edit) = edited("One two three four five.", "One 2 three four 5.");
    report.apply(&Operation::set_body(id(1), "Now one 2! three four five.")).expect("it is there");
    let placed: Vec<Option<(usize, String)>> =
        edit.placed(&report).into_iter().map(|hunk| hunk.map(|hunk| (hunk.at, hunk.after))).collect();
    assert_eq!(placed[0], None, "its words are others now");
    assert_eq!(placed[1], Some((22, "5".to_owned())));
    let accepted = edit.accept(&report, None).expect("one applies");
    report.apply(&accepted.operation).expect("it applies");
    assert_eq!(report.sections[0].body_md, "Now one 2! three four 5.");
    assert!(!accepted.waits);
}

#[test]
fn later_changes_of_a_turn_are_one_with_what_they_change() {
    let mut draft = report();
    let add = Operation::Add { parent: None, index: 0, section: Box::new(section(9, "New", "")) };
    let mut added = one(&draft, &add);
    draft.apply(&add).expect("it applies");
    let fill = Operation::Update { id: id(9), title: Some("Old".into()), body_md: Some("x".into()), appendix: None };
    for later in suggested(&mut draft, &fill).expect("it applies") {
        assert!(added.absorb(&later));
    }
    assert_eq!(preview(&report(), [&added]).0, draft);
    let (now, mut edit) = edited("One two three.", "One 2 three.");
    let between = preview(&now, [&edit]).0;
    assert!(edit.absorb(&one(&between, &Operation::set_body(id(1), "One 2 3."))));
    assert_eq!(edit.bodies(&now).1, "One 2 3.");
    let between = preview(&now, [&edit]).0;
    assert!(edit.absorb(&one(&between, &Operation::set_body(id(1), "One two three."))) && edit.is_nothing());
}

fn words() -> impl Strategy<Value = String> {
    let word =
        prop_oneof![Just("a"), Just("wall"), Just("€2"), Just("[F-1](factly://fact/x)"), Just("`c d`"), Just("\n")];
    prop::collection::vec(word, 0..14).prop_map(|words| words.join(" "))
}

fn hunks_of(suggested: &SectionSuggestion) -> Vec<Hunk> {
    match &suggested.change {
        SuggestedChange::Edit { hunks, .. } => hunks.iter().map(|hunk| hunk.hunk.clone()).collect(),
        _ => Vec::new(),
    }
}

fn operation() -> impl Strategy<Value = Operation> {
    let any = || (1..7_u128).prop_map(id);
    let under = || prop::option::of(any());
    prop_oneof![
        (any(), "[a-c]{1,3}").prop_map(|(id, title)| Operation::rename(id, title)),
        (any(), words()).prop_map(|(id, body)| Operation::set_body(id, body)),
        (any(), under(), 0..4_usize).prop_map(|(id, parent, index)| Operation::Move { id, parent, index }),
        any().prop_map(|id| Operation::Delete { id }),
        (under(), 0..4_usize, 6..9_u128).prop_map(|(parent, index, new)| Operation::Add {
            parent,
            index,
            section: Box::new(section(new, "New", "x\n")),
        }),
    ]
}

proptest! {
    #[test]
    fn any_subset_of_hunks_accepted_one_by_one_in_any_order_gives_the_expected_text(
        before in words(),
        after in words(),
        chosen in any::<u64>(),
        order in Just((0..20_usize).collect::<Vec<_>>()).prop_shuffle(),
    ) {
        prop_assume!(before != after);
        let (mut now, first) = edited(&before, &after);
        let hunks = hunks_of(&first);
        let is_chosen = |at: usize| chosen & (1 << (at % 64)) != 0;
        let mut left = first;
        for at in order.into_iter().filter(|at| *at < hunks.len() && is_chosen(*at)) {
            let accepted = left.accept(&now, Some(&[at])).expect("nobody edited its words");
            now.apply(&accepted.operation).expect("it applies");
            left = SectionSuggestion { section: left.section, change: accepted.change };
        }
        prop_assert_eq!(&now.sections[0].body_md, &take(&before, &hunks, is_chosen));
        if let Some(rest) = left.operation(&now) {
            now.apply(&rest).expect("it applies");
        }
        prop_assert_eq!(&now.sections[0].body_md, &after, "and the rest gives all of it");
    }

    #[test]
    fn suggestions_taken_in_their_order_are_what_was_done(operations in prop::collection::vec(operation(), 1..12)) {
        let mut draft = report();
        let mut made: Vec<SectionSuggestion> = Vec::new();
        for operation in &operations {
            let mut expected = draft.clone();
            let applies = expected.apply(operation).is_ok();
            match suggested(&mut draft, operation) {
                Ok(found) => made.extend(found),
                Err(_) => prop_assert!(!applies),
            }
            prop_assert_eq!(&draft, &expected);
        }
        let (taken, applied) = preview(&report(), &made);
        prop_assert!(applied.iter().all(|applied| *applied), "{:?}", made);
        prop_assert_eq!(taken, draft);
    }

    #[test]
    fn a_suggestion_changes_no_section_that_it_does_not_name(
        meanwhile in prop::collection::vec(operation(), 0..6),
        operation in operation(),
    ) {
        let Ok(made) = suggested(&mut report(), &operation) else { return Ok(()) };
        let mut now = report();
        meanwhile.iter().for_each(|edit| drop(now.apply(edit)));
        let texts = |report: &Report| -> Vec<(Uuid, String, String)> {
            let lines = report.outline();
            lines.iter().map(|l| (l.section.id, l.section.title.clone(), l.section.body_md.clone())).collect()
        };
        let before = texts(&now);
        let (after, _) = preview(&now, &made);
        let deleted: Vec<Uuid> = match (&operation, now.find(operation.sections().first().copied().unwrap_or_default())) {
            (Operation::Delete { .. }, Some(root)) => {
                Report { sections: vec![root.clone()], ..Report::default() }
                    .outline().iter().map(|line| line.section.id).collect()
            }
            _ => Vec::new(),
        };
        let after = texts(&after);
        for other in before.iter().filter(|(id, ..)| !operation.sections().contains(id) && !deleted.contains(id)) {
            prop_assert!(after.contains(other), "{:?} changed {:?}", operation, other);
        }
    }
}
