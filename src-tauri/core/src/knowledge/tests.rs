//! Markdown out of blocks: nothing that a fact says becomes markup, and every block reads back as it was written.

use proptest::prelude::*;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use uuid::Uuid;

use super::{
    Addition, AdditionKind, Asked, Block, BlockKey, Decided, Holdings, Remark, ScopeKind, Standing, Trace, build,
    markdown,
};
use crate::discovery::{EntityLabel, Kind};
use crate::keys::Registry;
use crate::ledger::SourceKind;
use crate::values::Value;

fn registry() -> Registry {
    Registry::from_packs(&["production", "research"], Vec::new()).unwrap_or_default()
}

fn trace(number: i64) -> Trace {
    let id = Uuid::from_u128(u128::try_from(number).unwrap_or_default());
    Trace { fact_id: Some(id), fact: Some(EntityLabel::new(Kind::Fact, number)) }
}

fn standing(key: &str, json: &str, number: i64) -> Standing {
    let registry = registry();
    let json = serde_json::from_str(json).unwrap_or_default();
    let value = registry.get(key).and_then(|def| Value::from_json(&json, &def.expect()).ok());
    let value = value.unwrap_or(Value::String("unread".to_owned()));
    Standing { key: key.to_owned(), value, source_kind: SourceKind::User, trace: trace(number) }
}

/// One of everything.
fn holdings(text: &str) -> Holdings {
    let addition = |block: &str, kind| Addition {
        id: Uuid::from_u128(99),
        block: BlockKey::parse(block).unwrap_or_else(|| panic!("{block}")),
        kind,
        text: text.to_owned(),
    };
    Holdings {
        facts: vec![
            standing("project.constraints.drillingAllowed", "false", 2),
            standing("project.constraints.maxHeight", "\"600 cm\"", 1),
            standing("project.budget.total", "{\"minor\":120000,\"currency\":\"EUR\"}", 3),
            standing("project.timeline.opening", "\"2026-03-01\"", 4),
            standing("project.logistics.venue", &serde_json::Value::from(text).to_string(), 5),
            standing("project.decisions.approved", "true", 6),
        ],
        remarks: vec![Remark { key: "project.budget.total".to_owned(), text: text.to_owned(), trace: trace(7) }],
        questions: vec![
            Asked { key: Some("project.budget.total".to_owned()), text: text.to_owned() },
            Asked { key: Some("project.timeline.start".to_owned()), text: "When does it start?".to_owned() },
        ],
        decisions: vec![Decided { text: text.to_owned(), canonical_item: "c1".to_owned(), trace: trace(5) }],
        additions: vec![
            addition("project.constraints", AdditionKind::Constraint),
            addition("project.logistics", AdditionKind::Checklist),
            addition("project.budget", AdditionKind::Note),
            addition("project.openQuestions", AdditionKind::Question),
        ],
        ..Holdings::default()
    }
}

fn all(text: &str) -> Vec<(BlockKey, Block)> {
    build(&registry(), ScopeKind::Project, &holdings(text)).into_iter().collect()
}

#[test]
fn every_block_has_the_same_markdown_from_its_json() {
    for (key, block) in all("Hall 3") {
        let read = Block::parse(key, &block.json());
        assert_eq!(read.as_ref().map(Block::json).unwrap_or_default(), block.json(), "{}", key.as_str());
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
    ");
}

#[test]
fn the_json_has_the_shapes_of_the_seed() {
    let blocks = all("Hall 3");
    let json = |name: &str| {
        let found = blocks.iter().find(|(key, _)| key.as_str() == name);
        serde_json::from_str::<serde_json::Value>(&found.map(|(_, block)| block.json()).unwrap_or_default())
            .unwrap_or_default()
    };
    let id = |number: u128| Uuid::from_u128(number).to_string();
    let total = &json("project.budget")["total"];
    assert_eq!((&total["value"], &total["currency"]), (&120_000.into(), &"EUR".into()), "money is whole minor units");
    assert_eq!((&total["factId"], &total["fact"]), (&id(3).into(), &"F-3".into()));
    let cap = &json("project.budget")["cap"];
    assert_eq!((&cap["value"], &cap["factId"], &cap["currency"]), (&().into(), &().into(), &"EUR".into()));
    assert_eq!(json("project.budget")["notes"][0]["factId"], id(7));
    let first = &json("project.constraints")["constraints"][0];
    assert_eq!((&first["text"], &first["severity"]), (&"Maximum height: 600 cm".into(), &"hard".into()), "as said");
    assert_eq!(json("project.constraints")["constraints"][2]["severity"], "suggested");
    let questions = json("project.openQuestions")["questions"].clone();
    assert_eq!((&questions[0]["resolved"], &questions[0]["factId"]), (&true.into(), &id(3).into()));
    assert_eq!((&questions[1]["resolved"], &questions[1]["factId"]), (&false.into(), &().into()));
    assert_eq!(json("project.decisions")["decisions"][1]["canonicalItemId"], "c1");
}

/// What of a Markdown is not the list that Factly wrote.
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
    let remarks = vec![Remark { key: "project.logistics.venue".to_owned(), text: text.to_owned(), trace: trace(5) }];
    let holdings = match labelled {
        true => Holdings { facts, ..Holdings::default() },
        false => Holdings { remarks, ..Holdings::default() },
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
