//! The board of five columns: what it shows, finds and counts, and that a patched one is a new one.

use crate::{answers, world};
use answers::{BundleFixture, about, bundle_of, op};
use factly_core::discovery::{EntityKind, EntityLabel, EntityStatus};
use factly_core::facts::{AcceptedBy, Status};
use factly_engine::Library;
use factly_engine::discovery::NewEntity;
use factly_engine::discovery::board::{Card, ColumnQuery, Sort};
use factly_engine::duplicates::DuplicatePolicy;
use factly_engine::error::Code;
use factly_engine::extraction::Force;
use factly_engine::facts::{FactEdit, FactFilter, NewStatement};
use factly_engine::store::entities::EntityOrigin;
use serde_json::json;
use uuid::Uuid;

/// Everything that a board shows of a discovery, but for its revision.
fn everything(library: &Library, discovery: Uuid) -> Vec<Card> {
    let mut cards = Vec::new();
    for kind in EntityKind::ALL {
        for archived in [false, true] {
            let query = ColumnQuery { archived, ..ColumnQuery::all(kind) };
            cards.extend(library.pipeline().pipeline_cards(discovery, &query, 0, 1_000).unwrap().cards);
        }
    }
    cards
}

/// Holds the board that was patched all along against one that is made now.
fn is_as_new(fixture: &BundleFixture, after: &str) {
    let afresh = Library::open(fixture.at.library.path(), world::fixed()).unwrap();
    let (patched, new) = (everything(&fixture.at.library, fixture.discovery), everything(&afresh, fixture.discovery));
    assert_eq!(patched, new, "a patched board is a new one, after {after}");
}

fn labels(library: &Library, discovery: Uuid, query: &ColumnQuery) -> Vec<String> {
    let page = library.pipeline().pipeline_cards(discovery, query, 0, 1_000).unwrap();
    page.cards.into_iter().map(|card| card.label.to_string()).collect()
}

fn label(text: &str) -> EntityLabel {
    EntityLabel::parse(text).unwrap()
}

fn with_notes(sentences: &[&str]) -> BundleFixture {
    let fixture = about(&sentences.join(" "));
    fixture.submit(sentences.iter().map(|sentence| op("note", *sentence, sentence, 0.5)).collect());
    fixture
}

#[test]
fn a_fact_is_linked_to_the_inputs_that_say_it() {
    let fixture = with_notes(&["The wall is high.", "The river is wide."]);
    let other = bundle_of(&fixture.at, fixture.discovery, "Well. The wall is high.");
    let again = json!({"ops": [op("note", "The wall is high.", "The wall is high.", 0.5)]}).to_string();
    fixture.submit_to(other, &again, Force::No);
    let card = |name: &str| fixture.at.library.pipeline().card(fixture.discovery, label(name)).unwrap();
    let rests_on = |name: &str| card(name).up_labels.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    assert_eq!(rests_on("F-1"), "I-1 I-2", "evidence links, and what says it again links too");
    assert_eq!(rests_on("F-2"), "I-1");
    assert_eq!((card("I-1").down, card("I-2").down), (2, 1), "counted from the other end as well");
    let added = fixture.at.library.pipeline().pipeline_trace(fixture.discovery, label("I-2"), &[]).unwrap();
    assert_eq!(added.labels, ["I-2", "F-1"].map(label), "a trace goes down, and never up again to others");
    is_as_new(&fixture, "a second Input");
}

#[test]
fn the_facts_column_is_the_live_ledger() {
    let fixture = with_notes(&["The wall is high.", "The river is wide.", "The bridge is old."]);
    let ids: Vec<Uuid> = fixture.facts().into_iter().map(|fact| fact.id).collect();
    let shown = || labels(&fixture.at.library, fixture.discovery, &ColumnQuery::all(EntityKind::Fact));
    assert_eq!(shown(), ["F-1", "F-2", "F-3"]);
    fixture.at.library.facts().reject(&ids[1..2]).unwrap();
    assert_eq!(shown(), ["F-1", "F-3"], "what is rejected is not in the column");
    fixture.at.library.undo().undo(Some(fixture.discovery)).unwrap();
    assert_eq!(shown(), ["F-1", "F-2", "F-3"], "and undone it is again");
    let edited = FactEdit { text: Some("The wall is low.".into()), ..FactEdit::default() };
    let edited = fixture.at.library.facts().edit_fact(ids[0], &edited).unwrap();
    let card = fixture.at.library.pipeline().card(fixture.discovery, label("F-1")).unwrap();
    assert_eq!(
        (card.text.as_str(), card.version, card.id),
        ("The wall is low.", 2, edited.id),
        "the version that stands"
    );
    assert_eq!(card.up_labels, [label("I-1")], "an edited fact keeps its evidence");
    let error = fixture.at.library.pipeline().card(fixture.discovery, label("F-9")).unwrap_err();
    assert_eq!(error.code, Code::NotFound);
}

#[test]
fn a_query_filters_sorts_and_finds() {
    let fixture =
        with_notes(&["The wall is high.", "The RIVER is wide.", "The river wall is old.", "Ärmel are straße-wide."]);
    let ids: Vec<Uuid> = fixture.facts().into_iter().map(|fact| fact.id).collect();
    fixture.at.library.facts().accept(&ids[0..2]).unwrap();
    let all = || ColumnQuery::all(EntityKind::Fact);
    let check = |query: ColumnQuery, expected: &str| {
        let found = labels(&fixture.at.library, fixture.discovery, &query).join(" ");
        assert_eq!(found, expected, "{query:?}");
        for (row, name) in expected.split_whitespace().enumerate() {
            let position =
                fixture.at.library.pipeline().pipeline_place(fixture.discovery, &query, label(name)).unwrap();
            assert_eq!(position, Some(u32::try_from(row).unwrap()), "the place of {name} under {query:?}");
        }
    };
    check(all(), "F-1 F-2 F-3 F-4");
    check(ColumnQuery { statuses: vec![EntityStatus::Validated], ..all() }, "F-1 F-2");
    check(ColumnQuery { statuses: vec![EntityStatus::Risky], ..all() }, "");
    check(ColumnQuery { search: "river".into(), ..all() }, "F-2 F-3");
    check(ColumnQuery { search: "  Wall  RIVER ".into(), ..all() }, "F-3");
    check(ColumnQuery { search: "ärmel STRASSE".into(), ..all() }, "F-4");
    check(ColumnQuery { search: "f-2".into(), ..all() }, "F-2");
    check(ColumnQuery { sort: Sort::Newest, ..all() }, "F-4 F-3 F-2 F-1");
    check(ColumnQuery { sort: Sort::Status, ..all() }, "F-3 F-4 F-1 F-2");
    check(ColumnQuery { archived: true, ..all() }, "");
    check(ColumnQuery { orphans: true, ..all() }, "");
    let statuses = vec![EntityStatus::NeedsReview];
    check(ColumnQuery { statuses, search: "wall".into(), sort: Sort::Newest, ..all() }, "F-3");

    let columns = fixture
        .at
        .library
        .pipeline()
        .pipeline_columns(fixture.discovery, &[ColumnQuery { search: "river".into(), ..all() }]);
    let column = columns.unwrap().columns.remove(0);
    assert_eq!((column.total, column.shown), (4, 2), "the total is the column's, what is shown is the query's");
    assert_eq!(
        column.by_status,
        [(EntityStatus::Validated, 2), (EntityStatus::NeedsReview, 2)],
        "of all in the column"
    );
    let page = fixture.at.library.pipeline().pipeline_cards(fixture.discovery, &all(), 1, 2).unwrap();
    assert_eq!(
        page.cards.iter().map(|card| card.label.no).collect::<Vec<_>>(),
        [2, 3],
        "a page is a stretch of the rows"
    );
    assert_eq!(page.shown, 4);
}

#[test]
fn a_long_text_is_abridged_on_its_card_and_searched_to_its_end() {
    let long = format!("{}needle", "many words here ".repeat(15));
    let fixture = with_notes(&[&long]);
    let query = ColumnQuery { search: "needle".into(), ..ColumnQuery::all(EntityKind::Fact) };
    let page = fixture.at.library.pipeline().pipeline_cards(fixture.discovery, &query, 0, 10).unwrap();
    assert_eq!(page.cards.len(), 1, "a search looks in the whole text");
    let text = &page.cards[0].text;
    assert!(text.chars().count() <= 240 && text.ends_with('…'), "{text}");
}

#[test]
fn a_conclusion_s_card_has_all_of_its_text() {
    let fixture = with_notes(&["The wall is high."]);
    let long = format!("{}\n\nSo build on.", "Every word of it counts. ".repeat(60).trim_end());
    add(&fixture, EntityKind::Insight, &long, &["F-1"]);
    let card = fixture.at.library.pipeline().card(fixture.discovery, label("N-1")).unwrap();
    assert_eq!(card.text, long, "an Insight is read where it stands");
}

/// An Insight and a Recommendation on two facts, and an Output on nothing.
fn chain() -> BundleFixture {
    let fixture = with_notes(&["The wall is high.", "The river is wide.", "The bridge is old."]);
    add(&fixture, EntityKind::Insight, "High and wide go together.", &["F-1", "F-2"]);
    add(&fixture, EntityKind::Recommendation, "Build on.", &["N-1"]);
    add(&fixture, EntityKind::Output, "A report.", &[]);
    fixture
}

fn add(fixture: &BundleFixture, kind: EntityKind, text: &str, from: &[&str]) {
    let from = from.iter().map(|name| label(name)).collect();
    let entity = NewEntity { from, ..NewEntity::by_hand(kind, text) };
    fixture.at.library.pipeline().add_entity(fixture.discovery, &entity, DuplicatePolicy::Allow).unwrap();
}

#[test]
fn a_trace_is_all_up_and_downstream_and_says_where_it_begins() {
    let fixture = chain();
    let queries = EntityKind::ALL.map(|kind| ColumnQuery { sort: Sort::Newest, ..ColumnQuery::all(kind) });
    let check = |of: &str, expected: &str, first: &[(EntityKind, u32)]| {
        let trace = fixture.at.library.pipeline().pipeline_trace(fixture.discovery, label(of), &queries).unwrap();
        let found: Vec<String> = trace.labels.iter().map(ToString::to_string).collect();
        assert_eq!(found.join(" "), expected, "the trace of {of}");
        assert_eq!(trace.first, first, "the first row of each column that the trace of {of} is in");
        let counted: u32 = trace.counts.iter().map(|(_, count)| count).sum();
        assert_eq!(counted as usize, found.len());
    };
    let (i, f, n, r) =
        ((EntityKind::Input, 0), EntityKind::Fact, (EntityKind::Insight, 0), (EntityKind::Recommendation, 0));
    check("R-1", "I-1 F-1 F-2 N-1 R-1", &[i, (f, 1), n, r]);
    check("F-1", "I-1 F-1 N-1 R-1", &[i, (f, 2), n, r]);
    check("F-3", "I-1 F-3", &[i, (f, 0)]);
    check("I-1", "I-1 F-1 F-2 F-3 N-1 R-1", &[i, (f, 0), n, r]);
    check("O-1", "O-1", &[(EntityKind::Output, 0)]);
    let none = fixture.at.library.pipeline().pipeline_trace(fixture.discovery, label("R-9"), &queries).unwrap_err();
    assert_eq!(none.code, Code::NotFound);
}

#[test]
fn what_is_undecided_is_hidden_unless_something_rests_on_it() {
    let fixture = with_notes(&["The wall is high.", "The river is wide.", "The bridge is old."]);
    let ids: Vec<Uuid> = fixture.facts().into_iter().map(|fact| fact.id).collect();
    fixture.at.library.facts().accept(&ids[..1]).unwrap();
    let query = ColumnQuery { hides_undecided: true, ..ColumnQuery::all(EntityKind::Fact) };
    assert_eq!(labels(&fixture.at.library, fixture.discovery, &query), ["F-1"]);
    let insight = NewEntity {
        kind: EntityKind::Insight,
        text: "It is old.".into(),
        from: vec![label("F-3")],
        output_type: None,
        origin: EntityOrigin::Manual,
    };
    fixture.at.library.pipeline().add_entity(fixture.discovery, &insight, DuplicatePolicy::Allow).unwrap();
    assert_eq!(labels(&fixture.at.library, fixture.discovery, &query), ["F-1", "F-3"]);
    let columns = fixture.at.library.pipeline().pipeline_columns(fixture.discovery, &[query]).unwrap().columns;
    assert_eq!((columns[0].total, columns[0].shown, columns[0].undecided), (3, 2, 1));
}

#[test]
fn what_the_rules_accepted_is_folded_where_it_is_much_and_nothing_rests_on_it() {
    const THINGS: &str = "wall river bridge tower garden castle harbour market museum theatre school library station \
        airport factory temple forest mountain island valley desert village palace prison hotel bakery";
    let sentences: Vec<String> = THINGS.split_whitespace().map(|thing| format!("The {thing} is high.")).collect();
    let ops = |of: &[String]| of.iter().map(|words| op("note", words.as_str(), words, 0.95)).collect();
    let (few, more) = sentences.split_at(10);
    let fixture = about(&few.join(" "));
    fixture.submit(ops(few));
    let (library, discovery) = (&fixture.at.library, fixture.discovery);
    let query = ColumnQuery { folds_by_rules: true, ..ColumnQuery::all(EntityKind::Fact) };
    assert_eq!(labels(library, discovery, &query).len(), few.len(), "a few are not worth a fold");
    let other = bundle_of(&fixture.at, discovery, &more.join(" "));
    let more: serde_json::Value = ops(more);
    fixture.submit_to(other, &json!({ "ops": more }).to_string(), Force::No);
    let by_rules = fixture.facts().iter().filter(|fact| fact.accepted_by == Some(AcceptedBy::Rules)).count();
    assert!(by_rules > 20, "the rules accepted {by_rules}");

    let insight = NewEntity {
        kind: EntityKind::Insight,
        text: "All of it is high.".into(),
        from: vec![label("F-3")],
        output_type: None,
        origin: EntityOrigin::Manual,
    };
    library.pipeline().add_entity(discovery, &insight, DuplicatePolicy::Allow).unwrap();
    let typed = text_statement("The mayor thinks highly of it.");
    library.facts().add_fact_without_evidence(discovery, &typed, DuplicatePolicy::Allow).unwrap();
    let own = format!("F-{}", sentences.len() + 1);
    assert_eq!(labels(library, discovery, &query), ["F-3", own.as_str()], "the linked one and the analyst's own");
    let summary = &library.pipeline().pipeline_columns(discovery, &[query]).unwrap().columns[0];
    assert_eq!((summary.shown, summary.by_rules as usize), (2, by_rules - 1));
    let mentioned = library.chat().chat_mentions(discovery, "high").unwrap();
    let facts = mentioned.iter().find(|group| group.kind == EntityKind::Fact).unwrap();
    assert_eq!(facts.entries[0].label, label(&own), "the analyst's own is offered first");
}

#[test]
fn an_orphan_rests_on_nothing_and_an_unused_input_is_one() {
    let fixture = chain();
    bundle_of(&fixture.at, fixture.discovery, "Nothing was read from this yet.");
    fixture
        .at
        .library
        .facts()
        .add_fact_without_evidence(fixture.discovery, &text_statement("The dam leaks."), DuplicatePolicy::Hold)
        .unwrap();
    let orphans =
        |kind| labels(&fixture.at.library, fixture.discovery, &ColumnQuery { orphans: true, ..ColumnQuery::all(kind) });
    assert_eq!(orphans(EntityKind::Input), ["I-2"]);
    assert_eq!(orphans(EntityKind::Fact), ["F-4"]);
    assert_eq!(orphans(EntityKind::Insight), Vec::<String>::new());
    assert_eq!(orphans(EntityKind::Output), ["O-1"]);
    fixture.at.library.pipeline().link_entities(fixture.discovery, label("R-1"), label("O-1")).unwrap();
    assert_eq!(orphans(EntityKind::Output), Vec::<String>::new(), "a link made is seen");
    fixture.at.library.pipeline().unlink_entities(fixture.discovery, label("R-1"), label("O-1")).unwrap();
    assert_eq!(orphans(EntityKind::Output), ["O-1"], "and one removed too");
}

fn text_statement(text: &str) -> NewStatement {
    NewStatement { text: Some(text.to_owned()), ..NewStatement::default() }
}

#[test]
fn marks_and_moves_show_on_the_board() {
    let fixture = chain();
    let shown = |name: &str| fixture.at.library.pipeline().card(fixture.discovery, label(name)).unwrap();
    fixture.at.library.pipeline().archive_entities(fixture.discovery, &[label("F-1")], true).unwrap();
    assert_eq!((shown("N-1").status, shown("R-1").status), (EntityStatus::Weak, EntityStatus::Risky));
    let columns = |archived| ColumnQuery { archived, ..ColumnQuery::all(EntityKind::Fact) };
    assert_eq!(
        labels(&fixture.at.library, fixture.discovery, &columns(false)),
        ["F-2", "F-3"],
        "what is put aside is not shown"
    );
    assert_eq!(labels(&fixture.at.library, fixture.discovery, &columns(true)), ["F-1"], "but on its own");
    assert_eq!(shown("N-1").up, 2, "a link to what is put aside is still a link");
    fixture.at.library.pipeline().move_entities(fixture.discovery, &[label("F-3")], Some(label("F-2"))).unwrap();
    assert_eq!(labels(&fixture.at.library, fixture.discovery, &columns(false)), ["F-3", "F-2"]);
    fixture.at.library.pipeline().edit_entity(fixture.discovery, label("N-1"), "High and wide.", None).unwrap();
    assert_eq!((shown("N-1").text.as_str(), shown("N-1").version), ("High and wide.", 2));
    assert_eq!(shown("N-1").status, EntityStatus::Draft, "its own edit clears its mark");
    is_as_new(&fixture, "an archive, a move and an edit");
}

#[test]
fn what_leaves_a_column_takes_its_links_along() {
    let fixture = chain();
    let (library, discovery) = (&fixture.at.library, fixture.discovery);
    let rests_on = || library.pipeline().card(discovery, label("N-1")).unwrap().up;
    library.pipeline().archive_entities(discovery, &[label("F-1")], true).unwrap();
    assert_eq!(rests_on(), 2);
    // N-1 is weak already, so that its own row does not change any more.
    let second = fixture.facts().into_iter().find(|fact| fact.label == "F-2").unwrap();
    library.facts().reject(&[second.id]).unwrap();
    assert_eq!(rests_on(), 1, "a rejected fact is no end of a link");
    is_as_new(&fixture, "a rejection");
    library.undo().undo(Some(discovery)).unwrap();
    assert_eq!(rests_on(), 2, "and it is one again when it comes back");
    is_as_new(&fixture, "a rejection undone");
}

#[test]
fn a_revision_stands_for_one_state() {
    let fixture = with_notes(&["The wall is high.", "The river is wide."]);
    let revision = || fixture.at.library.pipeline().pipeline_columns(fixture.discovery, &[]).unwrap().revision;
    let first = revision();
    assert_eq!(revision(), first, "nothing changed");
    fixture.at.discovery("Another");
    assert_eq!(revision(), first, "nor did another discovery's making change this one");
    fixture.at.library.facts().accept(&[fixture.facts()[0].id]).unwrap();
    let accepted = revision();
    assert_ne!(accepted, first, "a status is on the cards");
    fixture.at.library.undo().undo(Some(fixture.discovery)).unwrap();
    assert_ne!(revision(), accepted, "and so it is when it is turned back");
}

#[test]
fn what_another_process_writes_is_seen() {
    let fixture = with_notes(&["The wall is high."]);
    assert_eq!(everything(&fixture.at.library, fixture.discovery)[1].fact_status, Some(Status::Proposed));
    let other = Library::open(fixture.at.library.path(), world::fixed()).unwrap();
    other.facts().accept(&[fixture.facts()[0].id]).unwrap();
    fixture.at.library.notice_others().unwrap();
    assert_eq!(everything(&fixture.at.library, fixture.discovery)[1].fact_status, Some(Status::Accepted));
}

#[test]
fn a_deleted_discovery_has_no_board() {
    let fixture = with_notes(&["The wall is high."]);
    assert_eq!(everything(&fixture.at.library, fixture.discovery).len(), 2);
    fixture.at.library.discoveries().delete(fixture.discovery).unwrap();
    let error = fixture.at.library.pipeline().pipeline_columns(fixture.discovery, &[]).unwrap_err();
    assert_eq!(error.code, Code::NotFound);
    fixture.at.library.undo().undo(None).unwrap();
    assert_eq!(everything(&fixture.at.library, fixture.discovery).len(), 2, "undone, it is there again");
}

/// A long life by chance, the same at every run.
#[test]
fn patched_through_any_history_a_board_is_as_new() {
    for seed in 1..=6 {
        let fixture = with_notes(&["The wall is high.", "The river is wide.", "The bridge is old."]);
        let mut dice = Dice(seed);
        for step in 0..60 {
            let done = act(&fixture, &mut dice, step);
            // Not after every step: what several steps touched is patched at once.
            if dice.roll(3) > 0 {
                is_as_new(&fixture, &format!("{done}, step {step} of life {seed}"));
            }
        }
    }
}

fn act(fixture: &BundleFixture, dice: &mut Dice, step: usize) -> String {
    let library = &fixture.at.library;
    let facts = library.facts().facts(fixture.discovery, &FactFilter::default(), None, 1_000).unwrap().facts;
    let Some(any_fact) = facts.get(dice.roll(facts.len().max(1))).map(|fact| fact.id) else {
        return format!("undone: {:?}", library.undo().undo(Some(fixture.discovery)).unwrap().done);
    };
    let inputs = library.inputs().list(fixture.discovery).unwrap();
    if dice.roll(3) == 0 {
        return act_on_columns(fixture, dice, step);
    }
    match dice.roll(12) {
        0 => {
            let text = format!("The wall is high. Number {step} is new.");
            let bundle = bundle_of(&fixture.at, fixture.discovery, &text);
            let new = format!("Number {step} is new.");
            let ops = [op("note", "The wall is high.", "The wall is high.", 0.5), op("note", new.as_str(), &new, 0.9)];
            fixture.submit_to(bundle, &json!({ "ops": ops }).to_string(), Force::No);
            "an Input that says something again".into()
        }
        1 if inputs.len() > 1 => {
            library.pipeline().delete_input(inputs[dice.roll(inputs.len())].id).unwrap();
            "an Input deleted".into()
        }
        2 => {
            let text = Some(format!("Edited in step {step}."));
            format!(
                "an edit: {:?}",
                library.facts().edit_fact(any_fact, &FactEdit { text, ..FactEdit::default() }).is_ok()
            )
        }
        3 => format!("accepted: {:?}", library.facts().accept(&[any_fact]).is_ok()),
        4 => format!("rejected: {:?}", library.facts().reject(&[any_fact]).is_ok()),
        5..=8 => format!("undone: {:?}", library.undo().undo(Some(fixture.discovery)).unwrap().done),
        _ => format!("redone: {:?}", library.undo().redo(Some(fixture.discovery)).unwrap().done),
    }
}

fn act_on_columns(fixture: &BundleFixture, dice: &mut Dice, step: usize) -> String {
    let (library, discovery) = (&fixture.at.library, fixture.discovery);
    let cards = everything(library, discovery);
    let Some(one) = cards.get(dice.roll(cards.len().max(1))).map(|card| card.label) else { return "nothing".into() };
    let below = one.kind.below().unwrap_or(EntityKind::Output);
    let others: Vec<EntityLabel> = cards.iter().map(|card| card.label).filter(|label| label.kind == below).collect();
    let other = others.get(dice.roll(others.len().max(1))).copied();
    let text = format!("Words of step {step}.");
    let done = match dice.roll(8) {
        0 | 1 if below != EntityKind::Fact => {
            let entity = NewEntity { from: vec![one], ..NewEntity::by_hand(below, text) };
            library.pipeline().add_entity(discovery, &entity, DuplicatePolicy::Allow).map(|_| "added")
        }
        2 => library.pipeline().edit_entity(discovery, one, &text, None).map(|_| "edited"),
        3 => library.pipeline().archive_entities(discovery, &[one], dice.roll(2) == 0).map(|_| "archived"),
        4 => library.pipeline().delete_entities(discovery, &[one]).map(|_| "deleted"),
        5 => library.pipeline().link_entities(discovery, one, other.unwrap_or(one)).map(|()| "linked"),
        6 => library.pipeline().unlink_entities(discovery, one, other.unwrap_or(one)).map(|()| "unlinked"),
        _ => library.pipeline().move_entities(discovery, &[one], None).map(|()| "moved"),
    };
    format!("{one} {done:?}")
}

/// Numbers that look like chance and are not.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % sides
    }
}

#[test]
fn words_of_an_input_are_looked_for_in_its_text_too() {
    // The first line is the title.
    let fixture = about("Letter\n\nThe quay wall is 3 m high. The river is wide.");
    bundle_of(&fixture.at, fixture.discovery, "Notice\n\nGrößere Schiffe legen an der Straße an.");
    let found = |search: &str| {
        let query = ColumnQuery { search: search.into(), ..ColumnQuery::all(EntityKind::Input) };
        labels(&fixture.at.library, fixture.discovery, &query).join(" ")
    };
    for (search, expected) in [
        ("QUAY", "I-1"),
        ("river quay", "I-1"),
        ("river schiffe", ""),
        ("letter quay", "I-1"),
        ("größere", "I-2"),
        ("STRASSE", "I-2"),
        ("i-2", "I-2"),
        ("harbour", ""),
        ("", "I-1 I-2"),
    ] {
        assert_eq!(found(search), expected, "{search:?}");
    }
    let edited = "The harbour is old.";
    fixture.at.library.pipeline().edit_entity(fixture.discovery, label("I-1"), edited, None).unwrap();
    assert_eq!(
        (found("quay").as_str(), found("harbour").as_str()),
        ("", "I-1"),
        "what it says now, and not what it said"
    );
    fixture.at.library.undo().undo(Some(fixture.discovery)).unwrap();
    assert_eq!(found("quay"), "I-1");
    let facts = ColumnQuery { search: "ships".into(), ..ColumnQuery::all(EntityKind::Fact) };
    assert_eq!(
        labels(&fixture.at.library, fixture.discovery, &facts),
        [""; 0],
        "other columns have no text behind their cards"
    );
}
