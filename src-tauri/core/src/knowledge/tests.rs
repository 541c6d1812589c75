//! The sixteen blocks: the JSON that each is kept as, and the Markdown out of it, in which nothing that a fact says becomes
//! markup.

use proptest::prelude::*;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use uuid::Uuid;

use super::{
    AcceptedFact, AdditionKind, AnalystQuestion, BlockAddition, BlockKey, CanonicalDecision, FactTrace, KeyRemark,
    Override, ScopeContents, ScopeKind, TypedBlock, build, markdown,
};
use crate::discovery::{EntityKind, EntityLabel};
use crate::facts::SourceKind;
use crate::keys::{BLOCKS, Registry};
use crate::values::Value;

fn registry() -> Registry {
    Registry::from_packs(&["production", "research"], Vec::new()).unwrap_or_default()
}

fn trace(number: i64) -> FactTrace {
    let id = Uuid::from_u128(u128::try_from(number).unwrap_or_default());
    FactTrace { fact_id: Some(id), fact: Some(EntityLabel::new(EntityKind::Fact, number)) }
}

fn standing(key: &str, json: &str, number: i64) -> AcceptedFact {
    let registry = registry();
    let json = serde_json::from_str(json).unwrap_or_default();
    let value = registry.get(key).and_then(|def| Value::from_json(&json, &def.expect()).ok());
    let value = value.unwrap_or(Value::String("unread".to_owned()));
    AcceptedFact {
        key: key.to_owned(),
        value,
        source_kind: SourceKind::User,
        trace: trace(number),
        condition: String::new(),
        beside: Vec::new(),
    }
}

/// One of everything that the project can hold.
fn of_project(text: &str) -> ScopeContents {
    ScopeContents {
        facts: vec![
            standing("project.constraints.drillingAllowed", "false", 2),
            standing("project.constraints.maxHeight", "\"600 cm\"", 1),
            standing("project.budget.total", "{\"minor\":120000,\"currency\":\"EUR\"}", 3),
            standing("project.timeline.opening", "\"2026-03-01\"", 4),
            standing("project.logistics.venue", &serde_json::Value::from(text).to_string(), 5),
            standing("project.decisions.approved", "true", 6),
        ],
        remarks: vec![KeyRemark { key: "project.budget.total".to_owned(), text: text.to_owned(), trace: trace(7) }],
        questions: vec![
            AnalystQuestion { key: Some("project.budget.total".to_owned()), text: text.to_owned() },
            AnalystQuestion { key: Some("project.timeline.start".to_owned()), text: "When does it start?".to_owned() },
        ],
        decisions: vec![CanonicalDecision { text: text.to_owned(), canonical_item: "c1".to_owned(), trace: trace(5) }],
        additions: vec![
            addition("project.constraints", AdditionKind::Constraint, text),
            addition("project.logistics", AdditionKind::Checklist, text),
            addition("project.budget", AdditionKind::Note, text),
            addition("project.openQuestions", AdditionKind::Question, text),
        ],
        ..ScopeContents::default()
    }
}

/// And an item.
fn of_item(text: &str) -> ScopeContents {
    ScopeContents {
        facts: vec![
            standing("item.summary.quantity", "3", 11),
            standing("item.dimensions.width", "{\"value\":600,\"unit\":\"cm\"}", 12),
            standing("item.materials.main", &serde_json::Value::from(text).to_string(), 13),
            standing("item.production.cost", "{\"minor\":99950,\"currency\":\"GBP\"}", 14),
            standing("item.installation.time", "{\"value\":1.5,\"unit\":\"h\"}", 15),
            standing("item.constraints.outdoor", "true", 16),
        ],
        overrides: vec![Override {
            key: "item.dimensions.depth".to_owned(),
            value: standing("item.dimensions.depth", "{\"value\":40,\"unit\":\"mm\"}", 17).value,
            reason: text.to_owned(),
            set_at: 1,
            trace: trace(17),
        }],
        remarks: vec![KeyRemark {
            key: "item.dimensions.height".to_owned(),
            text: "maybe 6m, not sure".to_owned(),
            trace: trace(18),
        }],
        questions: vec![
            AnalystQuestion { key: Some("item.dimensions.width".to_owned()), text: "How wide is it?".to_owned() },
            AnalystQuestion { key: Some("item.dimensions.height".to_owned()), text: "How high is it?".to_owned() },
        ],
        decisions: vec![CanonicalDecision { text: text.to_owned(), canonical_item: "c2".to_owned(), trace: trace(13) }],
        additions: vec![
            addition("item.installation", AdditionKind::Checklist, text),
            addition("item.constraints", AdditionKind::Constraint, text),
        ],
        ..ScopeContents::default()
    }
}

fn addition(block: &str, kind: AdditionKind, text: &str) -> BlockAddition {
    let block = BlockKey::parse(block).unwrap_or_else(|| panic!("{block}"));
    BlockAddition { id: Uuid::from_u128(99), block, kind, text: text.to_owned() }
}

/// The sixteen blocks.
fn all(text: &str) -> Vec<(BlockKey, TypedBlock)> {
    let of = |scope, holdings: ScopeContents| build(&registry(), scope, &holdings);
    of(ScopeKind::Project, of_project(text)).into_iter().chain(of(ScopeKind::Item, of_item(text))).collect()
}

fn json_of(name: &str) -> serde_json::Value {
    let blocks = all("Hall 3");
    let (_, block) = blocks.iter().find(|(key, _)| key.as_str() == name).unwrap_or_else(|| panic!("{name}"));
    serde_json::from_str(&block.json()).unwrap_or_default()
}

#[test]
fn every_block_has_the_same_markdown_from_its_json() {
    let blocks = all("Hall 3");
    assert_eq!(blocks.iter().map(|(key, _)| key.as_str()).collect::<Vec<_>>(), BLOCKS, "there are sixteen");
    for (key, block) in blocks {
        let read = TypedBlock::parse(key, &block.json());
        assert_eq!(read.as_ref().map(TypedBlock::json).unwrap_or_default(), block.json(), "{}", key.as_str());
        let read = read.unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(read, block, "{}", key.as_str());
        assert_eq!(markdown(key, &read), markdown(key, &block));
    }
}

#[test]
fn blocks_read_as_what_they_hold() {
    let rendered: Vec<String> = all("Hall *3*").iter().map(|(key, block)| markdown(*key, block)).collect();
    insta::assert_snapshot!(rendered.join("\n"), @r"
    ## Summary

    *Nothing yet.*

    ## Constraints

    - Maximum height: 600 cm (F-1)
    - Drilling allowed: no (F-2)
    - Hall \*3\* *(suggested)*

    ## Logistics

    - **Venue:** Hall \*3\* (F-5)
    - [ ] Hall \*3\*

    ## Timeline

    - **Opening:** 1 March 2026 (F-4)

    ## Budget

    - **Total budget:** €1,200.00 (F-3)
    - Hall \*3\* *(note)* (F-7)
    - Hall \*3\* *(note)*

    ## Decisions

    - Approved: yes (F-6)
    - Hall \*3\* (F-5)

    ## Open questions

    - [x] Hall \*3\* (F-3)
    - [ ] When does it start?
    - [ ] Hall \*3\*

    ## Summary

    - **Quantity:** 3 (F-11)

    ## Dimensions

    - **Width:** 600 cm (F-12)
    - **Depth:** 40 mm *(set by hand)* (F-17)
    - maybe 6m, not sure *(note)* (F-18)

    ## Materials

    - **Main material:** Hall \*3\* (F-13)

    ## Production

    - **Cost:** £999.50 (F-14)

    ## Installation

    - **Installation time:** 1\.5 h (F-15)
    - [ ] Hall \*3\*

    ## Logistics

    *Nothing yet.*

    ## Constraints

    - Outdoor use: yes (F-16)
    - Hall \*3\* *(suggested)*

    ## Decisions

    - Hall \*3\* (F-13)

    ## Open questions

    - [x] How wide is it? (F-12)
    - [ ] How high is it?
    ");
}

#[test]
fn the_json_has_the_shapes_of_the_seed() {
    let id = |number: u128| Uuid::from_u128(number).to_string();
    let total = &json_of("project.budget")["total"];
    assert_eq!((&total["value"], &total["currency"]), (&120_000.into(), &"EUR".into()), "money is whole minor units");
    assert_eq!((&total["factId"], &total["fact"]), (&id(3).into(), &"F-3".into()));
    let cap = &json_of("project.budget")["cap"];
    assert_eq!((&cap["value"], &cap["factId"], &cap["currency"]), (&().into(), &().into(), &"EUR".into()));
    assert_eq!(json_of("project.budget")["notes"][0]["factId"], id(7));
    let first = &json_of("project.constraints")["constraints"][0];
    assert_eq!((&first["text"], &first["severity"]), (&"Maximum height: 600 cm".into(), &"hard".into()), "as said");
    assert_eq!(json_of("project.constraints")["constraints"][2]["severity"], "suggested");
    let questions = json_of("project.openQuestions")["questions"].clone();
    assert_eq!((&questions[0]["resolved"], &questions[0]["factId"]), (&true.into(), &id(3).into()));
    assert_eq!((&questions[1]["resolved"], &questions[1]["factId"]), (&false.into(), &().into()));
    assert_eq!(json_of("project.decisions")["decisions"][1]["canonicalItemId"], "c1");
}

/// The seed writes this one out: a value with its fact, places that are null and have their unit, and a note.
#[test]
fn the_dimensions_of_an_item_are_as_the_seed_writes_them() {
    let json = json_of("item.dimensions");
    let lines = json.as_object().into_iter().flatten().map(|(name, held)| format!("{name}: {held}"));
    insta::assert_snapshot!(lines.collect::<Vec<_>>().join("\n"), @r#"
    width: {"label":"Width","type":"dimension","value":600,"unit":"cm","factId":"00000000-0000-0000-0000-00000000000c","fact":"F-12"}
    height: {"label":"Height","type":"dimension","value":null,"unit":"cm","factId":null,"fact":null}
    depth: {"label":"Depth","type":"dimension","value":40,"unit":"mm","factId":"00000000-0000-0000-0000-000000000011","fact":"F-17","byHand":true}
    length: {"label":"Length","type":"dimension","value":null,"unit":"cm","factId":null,"fact":null}
    thickness: {"label":"Thickness","type":"dimension","value":null,"unit":"mm","factId":null,"fact":null}
    diameter: {"label":"Diameter","type":"dimension","value":null,"unit":"cm","factId":null,"fact":null}
    area: {"label":"Area","type":"dimension","value":null,"unit":"m²","factId":null,"fact":null}
    weight: {"label":"Weight","type":"dimension","value":null,"unit":"kg","factId":null,"fact":null}
    notes: [{"text":"maybe 6m, not sure","factId":"00000000-0000-0000-0000-000000000012","fact":"F-18"}]
    "#);
}

/// Each of the sixteen has typed places: what reads a block relies on it.
#[test]
fn each_of_the_sixteen_has_typed_places() {
    let registry = Registry::from_packs(&["production"], Vec::new()).unwrap_or_default();
    let scopes = [(ScopeKind::Project, of_project("Hall 3")), (ScopeKind::Item, of_item("Hall 3"))];
    let blocks = scopes.iter().flat_map(|(scope, holdings)| build(&registry, *scope, holdings));
    let shapes: Vec<String> = blocks.map(|(key, block)| format!("{}: {}", key.as_str(), shape(&block))).collect();
    insta::assert_snapshot!(shapes.join("\n"), @r"
    project.summary: purpose string, client string, audience string, expectedVisitors dimension people, contactPerson string, notes[]
    project.constraints: constraints[text factId fact severity key]
    project.logistics: venue string, venueAddress string, deliveryAddress string, deliveryDate date, access string, liftAvailable boolean, doorWidth dimension cm, doorHeight dimension cm, parking boolean, powerSupply dimension V, storage string, checklist[text factId fact additionId], notes[]
    project.timeline: start date, designFreeze date, installDate date, opening date, dismantling date, deadline date, duration dimension d, notes[]
    project.budget: total currency EUR, cap currency EUR, deposit currency EUR, contingency dimension %, vatIncluded boolean, paymentTerms dimension d, notes[text factId fact]
    project.decisions: decisions[text factId fact key]
    project.openQuestions: questions[text resolved factId fact key]
    item.summary: quantity number, purpose string, notes[]
    item.dimensions: width dimension cm, height dimension cm, depth dimension mm, length dimension cm, thickness dimension mm, diameter dimension cm, area dimension m², weight dimension kg, notes[text factId fact]
    item.materials: main string, finish string, colour string, fireRetardant boolean, notes[]
    item.production: method string, leadTime dimension d, unitPrice currency EUR, cost currency GBP, notes[]
    item.installation: method string, crew dimension people, time dimension h, checklist[text factId fact additionId], notes[]
    item.logistics: packaging string, vendor string, notes[]
    item.constraints: constraints[text factId fact severity key]
    item.decisions: decisions[text factId fact canonicalItemId]
    item.openQuestions: questions[text resolved factId fact key]
    ");
}

/// "width dimension cm, height dimension cm, notes[]", or "constraints[text factId fact severity key]".
fn shape(block: &TypedBlock) -> String {
    let json: serde_json::Value = serde_json::from_str(&block.json()).unwrap_or_default();
    let names = |entry: &serde_json::Value| {
        entry.as_object().into_iter().flatten().map(|(name, _)| name.clone()).collect::<Vec<_>>().join(" ")
    };
    let slot = |(name, held): (&String, &serde_json::Value)| match held.as_array() {
        Some(entries) => format!("{name}[{}]", entries.first().map(names).unwrap_or_default()),
        None => {
            let typed = ["type", "unit", "currency"].iter().filter_map(|part| held[part].as_str());
            std::iter::once(name.as_str()).chain(typed).collect::<Vec<_>>().join(" ")
        }
    };
    json.as_object().into_iter().flatten().map(slot).collect::<Vec<_>>().join(", ")
}

/// Returns what of a Markdown is not the list that Factly wrote.
fn foreign(markdown: &str) -> Vec<String> {
    let known = |tag: &Tag<'_>| {
        matches!(tag, Tag::Heading { .. } | Tag::List(None) | Tag::Item | Tag::Strong | Tag::Emphasis | Tag::Paragraph)
    };
    Parser::new_ext(markdown, Options::all().difference(Options::ENABLE_SMART_PUNCTUATION))
        .filter_map(|event| match event {
            Event::Start(tag) if !known(&tag) => Some(format!("{tag:?}")),
            Event::Html(_) | Event::InlineHtml(_) | Event::Code(_) | Event::Rule | Event::HardBreak => {
                Some(format!("{event:?}"))
            }
            Event::InlineMath(_) | Event::DisplayMath(_) | Event::FootnoteReference(_) => Some(format!("{event:?}")),
            _ => None,
        })
        .collect()
}

/// The words that a reader sees of the first item of a list.
fn shown(markdown: &str) -> String {
    let mut out = String::new();
    for event in Parser::new_ext(markdown, Options::all().difference(Options::ENABLE_SMART_PUNCTUATION)) {
        match event {
            Event::Text(text) => out.push_str(&text),
            Event::SoftBreak | Event::End(TagEnd::Heading(_)) => out.push(' '),
            _ => {}
        }
    }
    out
}

/// A block that says `text` as a value with a label, or at the beginning of its line.
fn saying(text: &str, labelled: bool) -> String {
    let facts = vec![standing("project.logistics.venue", &serde_json::Value::from(text).to_string(), 5)];
    let remarks = vec![KeyRemark { key: "project.logistics.venue".to_owned(), text: text.to_owned(), trace: trace(5) }];
    let holdings = match labelled {
        true => ScopeContents { facts, ..ScopeContents::default() },
        false => ScopeContents { remarks, ..ScopeContents::default() },
    };
    let blocks = build(&registry(), ScopeKind::Project, &holdings);
    let (key, block) = blocks.iter().find(|(_, block)| !block.is_empty()).unwrap_or_else(|| panic!("a block"));
    markdown(*key, block)
}

fn check(text: &str) {
    let words = |text: &str| {
        let spaced: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        spaced.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    for (labelled, expected) in
        [(true, format!("Logistics Venue: {text} (F-5)")), (false, format!("Logistics {text} (note) (F-5)"))]
    {
        let rendered = saying(text, labelled);
        assert_eq!(foreign(&rendered), [""; 0], "{text:?} became markup in {rendered:?}");
        assert_eq!(words(&shown(&rendered)), words(&expected), "{rendered:?}");
    }
}

#[test]
fn what_a_fact_says_is_never_markup() {
    let rows = [
        "# a heading",
        "- a list\n- of two",
        "1. first",
        "<script>alert(1)</script>",
        "[a link](https://example.org)",
        "![a picture](x.png)",
        "https://example.org and www.example.org",
        "a@example.org",
        "`code` and **bold** and _it_",
        "a | b\n--|--\nc | d",
        "&lt;b&gt;",
        "~~gone~~ $x^2$ {#id}",
        "    indented",
        "\\* half escaped",
        "[^1] and [[wiki]]",
        "- [ ] a task",
        "> a quote",
        "***",
        "===",
    ];
    for text in rows {
        check(text);
    }
}

proptest! {
    #[test]
    fn no_text_becomes_markup(text in "[-+=#*_`~<>!\\[\\](){}|&$^:.@/\\\\ a-c0-2\n\t]{1,24}[a-z]") {
        check(&text);
    }
}
