//! A discovery in which there is one of everything, and what tests do with files.

use std::path::PathBuf;

use factly_core::discovery::{EntityKind, EntityLabel, EntityStatus, OutputType};
use factly_core::inputs::Quick;
use factly_core::knowledge::enrich::ProposedEntry;
use factly_core::knowledge::{AdditionKind, BlockKey, ScopeKind};
use factly_core::questions::QuestionName;
use factly_engine::Library;
use factly_engine::catalogue::{LineName, NewCanonical, PriceInput};
use factly_engine::discovery::NewEntity;
use factly_engine::duplicates::DuplicatePolicy;
use factly_engine::error::Result;
use factly_engine::facts::FactFilter;
use factly_engine::inputs::Parsing;
use factly_engine::questions::{AnswerContent, AnswerGiven, AnswerRound};
use factly_engine::task::{CancelToken, NoProgress};
use factly_engine::transfer::{ImportMode, Imported, Preview, Repairs};
use uuid::Uuid;

use crate::answers::{bundle_of, op};
use crate::library::{Fixture, empty};

pub(crate) fn label(text: &str) -> EntityLabel {
    EntityLabel::parse(text).expect("a label")
}

pub(crate) fn export(library: &Library, discoveries: &[Uuid]) -> String {
    let mut out = Vec::new();
    library.transfer().export(discoveries, &mut out, &NoProgress).expect("it can be exported");
    String::from_utf8(out).expect("JSON is UTF-8")
}

impl Fixture {
    pub(crate) fn file(&self, json: &str) -> PathBuf {
        let path = self.folder.path().join("file.json");
        std::fs::write(&path, json).expect("the folder can be written");
        path
    }

    pub(crate) fn import(&self, json: &str) -> Result<Vec<Imported>> {
        self.import_as(json, ImportMode::Add, &Repairs::default())
    }

    pub(crate) fn import_as(&self, json: &str, how: ImportMode, repairs: &Repairs) -> Result<Vec<Imported>> {
        self.library.transfer().import_apply(&self.file(json), how, repairs, &NoProgress)
    }

    pub(crate) fn preview(&self, json: &str, how: ImportMode) -> Preview {
        self.library.transfer().import_preview(&self.file(json), how, &NoProgress).expect("a preview is never refused")
    }

    pub(crate) fn add_entity(&self, discovery: Uuid, kind: EntityKind, text: &str, from: &[&str]) -> EntityLabel {
        let from = from.iter().map(|text| label(text)).collect();
        let output_type = (kind == EntityKind::Output).then_some(OutputType::Brief);
        let entity = NewEntity { from, output_type, ..NewEntity::by_hand(kind, text) };
        let added =
            self.library.pipeline().add_entity(discovery, &entity, DuplicatePolicy::Allow).expect("it can be added");
        added.added.expect("it is added anyway")
    }

    pub(crate) fn is_empty(&self) -> bool {
        [false, true].into_iter().all(|archived| self.library.discoveries().list(None, archived).unwrap().is_empty())
    }
}

pub(crate) const TEXT: &str = "The wall is 149 m long. 👩‍👩‍👧 Die Brücke kostet 1.200 €.\n\n\
    The install date is 1 March 2026.\n\n[AGENT_OUTPUT]\nnot the agent \u{2028} \"quoted\" \\ \u{feff}end.";

/// One of everything: texts, runs, a conflict, a note that is not proven, edits, marks, what is put aside and what is
/// deleted.
pub(crate) fn rich() -> (Fixture, Uuid) {
    let at = empty();
    let discovery = at.discovery("Flood wall");
    at.add(discovery, TEXT, Parsing::Now);
    let bundle = bundle_of(&at, discovery, TEXT);
    let answer = serde_json::json!({ "ops": [
        op("project.timeline.installDate", "2026-03-01", "The install date is 1 March 2026.", 0.95),
        op("project.timeline.installDate", "2026-03-02", "The install date is 1 March 2026.", 0.3),
        op("note", "It is 149 m long.", "The wall is 149 m long.", 0.123_456_789),
        op("note", "It is 150 m long.", "The wall is 150 m long.", 0.9),
    ]});
    at.library
        .runs()
        .run_submit(bundle, &answer.to_string(), factly_engine::extraction::Force::No)
        .expect("an answer is never an error");
    chain(&at, discovery);
    items(&at, discovery);
    add_answers(&at, discovery);
    link_catalogue(&at, discovery);
    // Last: a copy draws ids anew, and none may be one that the catalogue has.
    add_proposals(&at, discovery);
    (at, discovery)
}

/// Adds a model's proposals for blocks of the project and of an item, and one that was taken back.
fn add_proposals(at: &Fixture, discovery: Uuid) {
    let library = &at.library;
    for (item, text) in [(None, "Who pays \"it\"?"), (Some("i1"), "Ask \u{2028} the printer."), (None, "Gone")] {
        let block = BlockKey::in_scope(if item.is_some() { ScopeKind::Item } else { ScopeKind::Project }).next();
        let proposed = ProposedEntry { block: block.expect("a block"), kind: AdditionKind::Note, text: text.into() };
        library.knowledge().add_additions(discovery, item, &[proposed], "scripted: m").expect("an addition");
    }
    library.undo().undo(Some(discovery)).expect("the last is taken back");
}

/// A round about an item and the project, one that was taken back, answers that were not sent, and views.
fn add_answers(at: &Fixture, discovery: Uuid) {
    let library = &at.library;
    let answers = vec![
        answer("project.constraints.drillingAllowed", Some(Quick::No), ""),
        answer("item.dimensions.height@i1", None, "It is 3 m high \u{2028} \"or so\"."),
        answer("project.summary.audience", Some(Quick::Idk), ""),
        answer("project.budget.cap", Some(Quick::Irrelevant), "The city pays."),
    ];
    finish(
        at,
        discovery,
        AnswerRound { items: vec!["i1".into()], answers, free: "The floor is oak.".into(), stage: None },
    );
    let again = vec![answer("project.summary.audience", None, "Families")];
    finish(at, discovery, AnswerRound { answers: again, ..AnswerRound::default() });
    library.undo().undo(Some(discovery)).expect("a round is a step");
    let free = AnswerContent { quick: None, text: "Half a\nsentence".into() };
    library.questions().keep_answer(discovery, None, &free).expect("a draft");
    let name = QuestionName::parse("project.budget.total").expect("a name");
    library
        .questions()
        .keep_answer(discovery, Some(&name), &AnswerContent { quick: Some(Quick::Idk), text: String::new() })
        .expect("one");
    let input = library.inputs().list(discovery).expect("a list")[0].id;
    let filter = FactFilter { needs_review: Some(true), input: Some(input), ..FactFilter::default() };
    library.audit().save_view(discovery, "To \"review\"", &filter).expect("a view");
    let view = library.audit().save_view(discovery, "Old", &FactFilter::default()).expect("another");
    library.audit().delete_view(view.id).expect("it can be deleted");
}

pub(crate) fn answer(name: &str, quick: Option<Quick>, text: &str) -> AnswerGiven {
    let name = QuestionName::parse(name).expect("a question's name");
    AnswerGiven { name, content: AnswerContent { quick, text: text.into() } }
}

fn finish(at: &Fixture, discovery: Uuid, round: AnswerRound) {
    at.library.questions().finish_round(discovery, &round, &CancelToken::default()).expect("a round");
}

/// An item and a fact that mean something, one refused, one taken back, and a price with more than its fact says.
fn link_catalogue(at: &Fixture, discovery: Uuid) {
    let library = &at.library;
    let [cloth, print] = ["Backdrop cloth", "Digital print"].map(|name| catalogued(library, name));
    let text = "Printing the backdrop costs 12.50 EUR per metre, 3 March 2026.";
    let bundle = bundle_of(at, discovery, text);
    let op = serde_json::json!({
        "op": "ADD", "scope": {"type": "item", "itemId": "i1"}, "key": "item.production.unitPrice",
        "value": "12.50 EUR", "confidence": 0.95, "evidence": {"quote": text.trim_end_matches('.')},
        "needsReview": false, "reason": "it says so",
    });
    let answer = serde_json::json!({ "ops": [op] }).to_string();
    library
        .runs()
        .run_submit(bundle, &answer, factly_engine::extraction::Force::No)
        .expect("an answer is never an error");
    let facts = library.facts().facts(discovery, &FactFilter::default(), None, 1_000).expect("a page").facts;
    let price = facts.iter().find(|fact| fact.key == "item.production.unitPrice").expect("a price").clone();
    if price.status.as_str() != "accepted" {
        library.facts().accept(&[price.id]).expect("it can be accepted");
    }
    let line = LineName::parse(&price.label).expect("a line");
    library.catalogue().canonical_confirm(discovery, &LineName::Item(1), print).expect("a decision");
    library.catalogue().canonical_confirm(discovery, &LineName::Item(1), cloth).expect("a better one");
    library.catalogue().canonical_reject(discovery, &line, cloth).expect("a refusal");
    library.catalogue().canonical_confirm(discovery, &line, print).expect("a decision");
    let input = PriceInput {
        vendor: "Showtex".into(),
        quantity: "12.5".into(),
        date: "2026-02".into(),
        ..PriceInput::default()
    };
    library.catalogue().price_add(print, &PriceInput { fact: Some(price.id), ..input }).expect("a price");
}

pub(crate) fn catalogued(library: &Library, name: &str) -> Uuid {
    let synonyms = std::collections::BTreeMap::from([("de".to_owned(), vec![format!("{name} (deutsch)")])]);
    let new = NewCanonical { name: name.into(), unit: "m²".into(), synonyms, note: "By the \"roll\"".into() };
    library.catalogue().canonical_add(new).expect("a canonical item").id
}

/// One that was merged, one that is archived, one that was taken back, and a fact of two of them.
fn items(at: &Fixture, discovery: Uuid) {
    let library = &at.library;
    let add = |name: &str| library.items().item_add(discovery, name, &["wall \u{2028}\"".to_owned()]).expect("an item");
    let [backdrop, door, lamp] = ["Backdrop", "Door", "Lamp"].map(add);
    add("Gone");
    library.undo().undo(Some(discovery)).expect("it can be taken back");
    library.items().item_describe(backdrop.id, "Printed\ncloth.").expect("a description");
    library.items().item_archive(lamp.id, true).expect("it can be put aside");
    at.add(discovery, "@item(i1:Backdrop) is 6 m wide. The door is 2 m high.", Parsing::Now);
    library.items().item_merge(door.id, backdrop.id).expect("they can be merged");
}

fn chain(at: &Fixture, discovery: Uuid) {
    at.add_entity(discovery, EntityKind::Fact, "Revenue grew by 15 % in Q3.", &[]);
    let fact = at.add_entity(discovery, EntityKind::Fact, "The wall of 149 m is 6 m high.", &["I-1"]).to_string();
    at.add_entity(discovery, EntityKind::Insight, "A wall of 6 m is paid by \u{0} nothing.", &[&fact, "F-1"]);
    at.add_entity(discovery, EntityKind::Insight, "Aside", &["F-1"]);
    at.add_entity(discovery, EntityKind::Insight, "Gone", &["F-1"]);
    at.add_entity(discovery, EntityKind::Recommendation, "Build the wall of 6 m.", &["N-1", "N-2"]);
    at.add_entity(discovery, EntityKind::Output, "A brief on the wall of 6 m.", &["R-1"]);
    let edited =
        |of: &str, text: &str| at.library.pipeline().edit_entity(discovery, label(of), text, None).expect("an edit");
    edited("N-1", "A wall of 7 m is paid by nothing.");
    edited(&fact, "The wall of 149 m is 8 m high.");
    at.library.pipeline().archive_entities(discovery, &[label("N-2")], true).expect("it can be put aside");
    at.library.duplicates().keep_variants(discovery, &[label("N-2"), label("N-1")]).expect("they are kept apart");
    at.library.duplicates().keep_variants(discovery, &[label("N-2"), label("N-3")]).expect("they are kept apart");
    at.library.pipeline().delete_entities(discovery, &[label("N-3")]).expect("it can be deleted");
    at.library.pipeline().set_entity_state(discovery, &[label("O-1")], EntityStatus::Validated).expect("a state");
    at.library.pipeline().move_entities(discovery, &[label("F-3")], Some(label("F-1"))).expect("it can be moved");
}
