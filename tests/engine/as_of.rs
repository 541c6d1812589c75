//! The ledger as it stood: held against going back there.

use crate::soak::sized;
use crate::{answers, library};
use answers::{BundleFixture, about, op};
use factly_core::facts::Status;
use factly_core::facts::decide::Resolution;
use factly_core::knowledge::{ItemField, LineOutcome};
use factly_core::values::Value;
use factly_engine::Library;
use factly_engine::audit::{LedgerThen, LineThen, PastFilter, Point};
use factly_engine::duplicates::DuplicatePolicy;
use factly_engine::facts::{FactEdit, FactFilter, NewStatement};
use factly_engine::inputs::Parsing;
use factly_engine::items::Item;
use factly_engine::task::NoProgress;
use factly_engine::transfer::{ImportMode, Repairs};
use proptest::prelude::*;
use serde_json::json;
use uuid::Uuid;

fn facts_at(library: &Library, discovery: Uuid, point: Point, filter: &FactFilter, which: PastFilter) -> LedgerThen {
    library.audit().facts_as_of(discovery, point, filter, which, None, 1_000).expect("the past can be looked at")
}

/// Each fact as "F-1.1 accepted!": the mark is for one that waits for a look.
fn ledger_as_of(library: &Library, discovery: Uuid, point: Point) -> Vec<String> {
    let all = facts_at(library, discovery, point, &FactFilter::default(), PastFilter::All);
    all.facts.iter().map(|one| line(&one.fact)).collect()
}

fn line(fact: &factly_engine::facts::Fact) -> String {
    let look = if fact.needs_review { "!" } else { "" };
    format!("{}.{} {}{look}", fact.label, fact.version, fact.status.as_str())
}

fn current_ledger(library: &Library, discovery: Uuid) -> Vec<String> {
    library.facts().facts(discovery, &FactFilter::default(), None, 1_000).unwrap().facts.iter().map(line).collect()
}

fn steps(library: &Library, discovery: Uuid) -> Vec<i64> {
    let history = library.undo().history(Some(discovery), None, 1_000).unwrap();
    history.steps.iter().filter(|step| step.done).map(|step| step.seq).rev().collect()
}

/// A ledger with a decision, an edit, a conflict and a deletion behind it.
fn eventful_ledger() -> BundleFixture {
    let fixture = about("The install date is 1 March 2026. The install date is 2 March 2026. The wall is 149 m long.");
    fixture.submit(json!([
        op("project.timeline.installDate", "2026-03-01", "The install date is 1 March 2026.", 0.95),
        op("project.timeline.installDate", "2026-03-02", "The install date is 2 March 2026.", 0.3),
        op("note", "The wall is 149 m long.", "The wall is 149 m long.", 0.2),
    ]));
    let id = |label: &str| fixture.facts().iter().find(|fact| fact.label == label).unwrap().id;
    fixture.at.library.facts().accept(&[id("F-3")]).unwrap();
    fixture
        .at
        .library
        .facts()
        .edit_fact(id("F-3"), &FactEdit { text: Some("The wall is 149 metres.".into()), ..FactEdit::default() })
        .unwrap();
    fixture.at.library.facts().resolve(id("F-2"), Resolution::TakeNew).unwrap();
    let input = fixture.at.library.inputs().list(fixture.discovery).unwrap()[0].id;
    fixture.at.library.pipeline().delete_input(input).unwrap();
    fixture
}

#[test]
fn each_step_of_the_past_is_what_going_back_to_it_shows() {
    let fixture = eventful_ledger();
    let library = &fixture.at.library;
    let steps = steps(library, fixture.discovery);
    assert!(steps.len() >= 5, "{steps:?}");
    for step in [0].iter().chain(&steps) {
        let seen = ledger_as_of(library, fixture.discovery, Point::Step(*step));
        library.undo().go_to(Some(fixture.discovery), Some(*step).filter(|step| *step != 0)).unwrap();
        assert_eq!(seen, current_ledger(library, fixture.discovery), "as of step {step}");
        library.undo().go_to(Some(fixture.discovery), steps.last().copied()).unwrap();
    }
}

#[test]
fn looking_back_changes_nothing_and_says_what_changed_since() {
    let fixture = eventful_ledger();
    let library = &fixture.at.library;
    let (before, steps) = (current_ledger(library, fixture.discovery), steps(library, fixture.discovery));
    let parsed = facts_at(library, fixture.discovery, Point::Step(steps[1]), &FactFilter::default(), PastFilter::All);
    assert_eq!(parsed.total, Some(3));
    assert_eq!((parsed.since.removed, parsed.moment.since), (3, 4), "the Input went, and its facts with it");
    assert!(parsed.facts.iter().all(|fact| fact.now.is_none() && fact.has_changed()));
    let middle =
        facts_at(library, fixture.discovery, Point::Step(steps[2]), &FactFilter::default(), PastFilter::Changed);
    assert_eq!(middle.facts.len(), 3);
    let statuses = FactFilter { statuses: Some(vec![Status::Conflict]), ..FactFilter::default() };
    let conflicts = facts_at(library, fixture.discovery, Point::Step(steps[1]), &statuses, PastFilter::All);
    assert_eq!(
        conflicts.facts.iter().map(|one| line(&one.fact)).collect::<Vec<_>>().len(),
        conflicts.total.unwrap() as usize
    );
    let words = FactFilter { text: Some("149".into()), ..FactFilter::default() };
    assert_eq!(facts_at(library, fixture.discovery, Point::Step(steps[1]), &words, PastFilter::All).facts.len(), 1);
    assert_eq!(current_ledger(library, fixture.discovery), before, "the past is looked at, never gone to");
}

#[test]
fn a_time_comes_to_the_last_step_that_was_done_by_then() {
    let fixture = eventful_ledger();
    let library = &fixture.at.library;
    let history = library.undo().history(Some(fixture.discovery), None, 1_000).unwrap().steps;
    for step in &history {
        let moment = library.audit().moment(fixture.discovery, Point::Time(step.at)).unwrap();
        assert_eq!((moment.step, moment.name.as_ref()), (step.seq, Some(&step.name)));
    }
    assert_eq!(library.audit().moment(fixture.discovery, Point::Time(0)).unwrap().step, 0, "before all of them");
    assert_eq!(library.audit().moment(fixture.discovery, Point::Step(i64::MAX)).unwrap().since, 0);
    assert!(library.audit().moment(fixture.discovery, Point::Step(-1)).is_err());
}

#[test]
fn what_was_there_before_the_first_step_always_was() {
    let fixture = about("The wall is 149 m long.");
    fixture.submit(json!([op("note", "The wall is 149 m long.", "The wall is 149 m long.", 0.9)]));
    let file = fixture.at.folder.path().join("wall.json");
    fixture.at.library.transfer().export_to_file(&[fixture.discovery], &file, &NoProgress).unwrap();
    let there = library::empty();
    let imported =
        there.library.transfer().import_apply(&file, ImportMode::Add, &Repairs::default(), &NoProgress).unwrap()[0].id;
    assert_eq!(ledger_as_of(&there.library, imported, Point::Step(0)), current_ledger(&there.library, imported));
    assert_eq!(
        current_ledger(&there.library, imported).len(),
        1,
        "an imported ledger has no steps, and was there from the start"
    );
}

/// Each line of the project's blocks.
fn lines(library: &Library, discovery: Uuid) -> Vec<String> {
    let blocks = library.knowledge().blocks(discovery, None).unwrap();
    blocks.iter().flat_map(|block| block.lines.iter().map(|line| line.line.text.clone())).collect()
}

#[test]
fn blocks_and_fields_of_the_past_are_what_going_back_shows() {
    let fixture = eventful_ledger();
    let library = &fixture.at.library;
    let steps = steps(library, fixture.discovery);
    let mut filled = 0;
    for step in [0].iter().chain(&steps) {
        let then = library.audit().blocks_as_of(fixture.discovery, None, Point::Step(*step)).unwrap();
        let (_, fields) = library.audit().fields_as_of(fixture.discovery, None, Point::Step(*step)).unwrap();
        library.undo().go_to(Some(fixture.discovery), Some(*step).filter(|step| *step != 0)).unwrap();
        let seen: Vec<String> =
            then.blocks.iter().flat_map(|block| block.lines.iter().map(|line| line.line.text.clone())).collect();
        assert_eq!(seen, lines(library, fixture.discovery), "the blocks as of step {step}");
        assert_eq!(
            fields,
            library.knowledge().fields(fixture.discovery, None).unwrap(),
            "the fields as of step {step}"
        );
        filled += seen.len();
        library.undo().go_to(Some(fixture.discovery), steps.last().copied()).unwrap();
    }
    assert!(filled > 0, "some block held something at some step");
}

/// Each item as "i1 Backdrop: cyc; width 6 m".
fn items_now(library: &Library, discovery: Uuid) -> Vec<String> {
    let items = library.items().list(discovery).unwrap().into_iter();
    items
        .map(|item| item_line(&item, &library.knowledge().fields(discovery, Some(&item.reference())).unwrap()))
        .collect()
}

fn items_then(library: &Library, discovery: Uuid, step: i64) -> Vec<String> {
    let items = library.audit().items_as_of(discovery, Point::Step(step)).unwrap().items.into_iter();
    let fields =
        |item: &Item| library.audit().fields_as_of(discovery, Some(&item.reference()), Point::Step(step)).unwrap().1;
    items.map(|then| item_line(&then.item, &fields(&then.item))).collect()
}

fn item_line(item: &Item, fields: &[ItemField]) -> String {
    let value = |field: &ItemField| Some(format!("; {} {}", field.label, field.value.as_ref()?.reading()));
    let fields: String = fields.iter().filter_map(value).collect();
    format!(
        "{} {}: {} {} {}{fields}",
        item.reference(),
        item.name,
        item.aliases.join(","),
        item.description,
        item.archived
    )
}

#[test]
fn items_of_the_past_are_what_going_back_shows() {
    let fixture = about("Nothing is said here yet.");
    let (library, discovery) = (&fixture.at.library, fixture.discovery);
    let [backdrop, wall] =
        ["Backdrop", "Side wall"].map(|name| library.items().item_add(discovery, name, &[]).unwrap());
    fixture.at.add(discovery, "The backdrop is 6 m wide. The side wall is 3 m high.", Parsing::Now);
    library.items().item_edit(backdrop.id, "Rear wall", &["cyc".into()], "Printed.").unwrap();
    library
        .knowledge()
        .override_field(discovery, Some("i1"), "item.dimensions.width", "7 m", "measured on site")
        .unwrap();
    library.items().item_split(backdrop.id, "Upper half", &[], &["item.dimensions.width".into()]).unwrap();
    library.items().item_merge(wall.id, backdrop.id).unwrap();
    library.items().item_archive(backdrop.id, true).unwrap();
    let steps = steps(library, discovery);
    assert!(steps.len() >= 8, "{steps:?}");
    for step in [0].iter().chain(&steps) {
        let seen = items_then(library, discovery, *step);
        library.undo().go_to(Some(discovery), Some(*step).filter(|step| *step != 0)).unwrap();
        assert_eq!(seen, items_now(library, discovery), "as of step {step}");
        library.undo().go_to(Some(discovery), steps.last().copied()).unwrap();
    }
}

#[test]
fn what_became_of_items_and_their_fields_is_said() {
    let fixture = about("Nothing is said here yet.");
    let (library, discovery) = (&fixture.at.library, fixture.discovery);
    let [backdrop, wall] =
        ["Backdrop", "Side wall"].map(|name| library.items().item_add(discovery, name, &[]).unwrap());
    fixture.at.add(discovery, "The backdrop is 6 m wide. The side wall is 3 m high.", Parsing::Now);
    let then = Point::Step(*steps(library, discovery).last().unwrap());
    library.items().item_edit(backdrop.id, "Rear wall", &[], "").unwrap();
    library.knowledge().override_field(discovery, Some("i1"), "item.dimensions.width", "7 m", "measured").unwrap();
    library.items().item_merge(wall.id, backdrop.id).unwrap();
    library.items().item_add(discovery, "Floor", &[]).unwrap();

    let seen = library.audit().items_as_of(discovery, then).unwrap();
    let names: Vec<_> =
        seen.items.iter().map(|one| (&*one.item.name, one.now.as_ref().map(|now| &*now.name))).collect();
    assert_eq!(names, [("Backdrop", Some("Rear wall")), ("Side wall", Some("Rear wall"))], "the second was merged");
    assert_eq!(seen.came.iter().map(|item| &*item.name).collect::<Vec<_>>(), ["Floor"]);
    let fields = library.audit().fields_then(discovery, "i1", then).unwrap().fields;
    let readings: Vec<_> = fields
        .iter()
        .map(|one| {
            let reading = |field: Option<&ItemField>| field.and_then(|field| field.value.as_ref()).map(Value::reading);
            (&*one.field.label, reading(Some(&one.field)), reading(one.now.as_ref()), one.has_changed())
        })
        .collect();
    let of = |value: &str| Some(value.to_owned());
    assert_eq!(readings, [("Width", of("6 m"), of("7 m"), true), ("Height", None, of("3 m"), true)]);
    assert!(library.audit().fields_then(discovery, "i3", then).is_err(), "the floor was not there yet");
}

#[test]
fn what_became_of_the_lines_of_a_block_is_said() {
    const VENUE: &str = "project.logistics.venue";
    const DOOR: &str = "project.logistics.doorWidth";
    let fixture = about("They meet in Hall 3. The door is 2 m wide. The wall is 6 m high.");
    let (library, discovery) = (&fixture.at.library, fixture.discovery);
    fixture.submit(json!([
        op(VENUE, "Hall 3", "They meet in Hall 3.", 0.95),
        op(DOOR, "2 m", "The door is 2 m wide.", 0.95),
    ]));
    let id = |label: &str| fixture.facts().iter().find(|fact| fact.label == label).unwrap().id;
    library
        .facts()
        .accept(
            &fixture
                .facts()
                .iter()
                .filter(|fact| fact.status == Status::Proposed)
                .map(|fact| fact.id)
                .collect::<Vec<_>>(),
        )
        .unwrap();
    let then = Point::Step(*steps(library, discovery).last().unwrap());
    let edit = |value: &str| FactEdit { value: Some(value.into()), ..FactEdit::default() };
    library.facts().edit_fact(id("F-1"), &edit("Hall 4")).unwrap();
    library.facts().reject(&[id("F-2")]).unwrap();
    let statement =
        NewStatement { key: Some("project.logistics.doorHeight".into()), value: Some("3 m".into()), text: None };
    library.facts().add_fact_without_evidence(discovery, &statement, DuplicatePolicy::Allow).unwrap();
    library.knowledge().override_field(discovery, None, "project.budget.total", "€100", "so agreed").unwrap();

    let seen = library.audit().blocks_as_of(discovery, None, then).unwrap();
    let describe = |block: &str| {
        let block = seen.blocks.iter().find(|seen| seen.key.as_str() == block).unwrap();
        let lines = block.lines.iter().map(|LineThen { line, now }| match now {
            LineOutcome::Unchanged => format!("{} stands", line.plain()),
            LineOutcome::Changed(now) => format!("{} is {}", line.plain(), now.text),
            LineOutcome::Removed => format!("{} is gone", line.plain()),
        });
        lines.chain(block.came.iter().map(|line| format!("{} came", line.plain()))).collect::<Vec<_>>()
    };
    let logistics = ["Venue: Hall 3 is Hall 4", "Door width: 2 m is gone", "Door height: 3 m came"];
    assert_eq!(describe("project.logistics"), logistics);
    assert_eq!(describe("project.budget"), ["Total budget: €100.00 came"]);
    let now = library.audit().blocks_as_of(discovery, None, Point::Step(i64::MAX)).unwrap();
    assert!(now.blocks.iter().all(|block| block.came.is_empty()), "as of now nothing came since");
    let is_unchanged = |line: &LineThen| line.now == LineOutcome::Unchanged;
    assert!(now.blocks.iter().flat_map(|block| &block.lines).all(is_unchanged), "and all of it stands");
}

#[derive(Clone, Debug)]
enum Act {
    Add(usize),
    Accept(usize),
    Reject(usize),
    Edit(usize),
    Delete(usize),
    Undo,
    Redo,
}

fn any_act() -> impl Strategy<Value = Act> {
    let at = || 0..16_usize;
    prop_oneof![
        2 => at().prop_map(Act::Add),
        3 => at().prop_map(Act::Accept),
        2 => at().prop_map(Act::Reject),
        2 => at().prop_map(Act::Edit),
        1 => at().prop_map(Act::Delete),
        2 => Just(Act::Undo),
        1 => Just(Act::Redo),
    ]
}

fn act(fixture: &BundleFixture, act: &Act) {
    let library = &fixture.at.library;
    let facts = fixture.facts();
    let pick = |at: usize| facts.get(at % facts.len().max(1)).map(|fact| fact.id);
    // What cannot be done as things stand is refused, and that is as good.
    let _ = match act {
        Act::Add(at) => {
            let texts = ["The gate is 4 m wide.", "The wall is 6 m high. It cost €1,200.", "We meet on 3 May 2026."];
            fixture.at.add(fixture.discovery, &format!("{} Note {at}.", texts[at % 3]), Parsing::Now);
            Ok(())
        }
        Act::Accept(at) => pick(*at).map_or(Ok(()), |fact| library.facts().accept(&[fact])),
        Act::Reject(at) => pick(*at).map_or(Ok(()), |fact| library.facts().reject(&[fact])),
        Act::Edit(at) => pick(*at).map_or(Ok(()), |fact| {
            let edit = FactEdit { text: Some(format!("Other words {at}.")), ..FactEdit::default() };
            library.facts().edit_fact(fact, &edit).map(drop)
        }),
        Act::Delete(at) => {
            let inputs = library.inputs().list(fixture.discovery).unwrap();
            inputs.get(at % inputs.len().max(1)).map_or(Ok(()), |input| library.pipeline().delete_input(input.id))
        }
        Act::Undo => library.undo().undo(Some(fixture.discovery)).map(drop),
        Act::Redo => library.undo().redo(Some(fixture.discovery)).map(drop),
    };
}

proptest! {
    #![proptest_config(ProptestConfig { cases: sized(4, 24), ..ProptestConfig::default() })]

    #[test]
    fn whatever_was_done_the_past_is_what_going_back_shows(acts in prop::collection::vec(any_act(), 1..14)) {
        let fixture = about("The wall is 149 m long. The install date is 1 March 2026.");
        for one in &acts {
            act(&fixture, one);
        }
        let library = &fixture.at.library;
        let steps = steps(library, fixture.discovery);
        for step in [0].iter().chain(&steps) {
            let seen = ledger_as_of(library, fixture.discovery, Point::Step(*step));
            library.undo().go_to(Some(fixture.discovery), Some(*step).filter(|step| *step != 0)).unwrap();
            prop_assert_eq!(&seen, &current_ledger(library, fixture.discovery), "as of step {}", step);
            library.undo().go_to(Some(fixture.discovery), steps.last().copied()).unwrap();
        }
    }
}
