//! The built-in assistant's answers, read off small discoveries.

use crate::graphs;

use std::collections::BTreeMap;

use factly_core::chat::Graph;
use factly_core::chat::assistant::{AssistantMessage, AssistantReply, answer};
use factly_core::chat::graph::NodeDetails;
use factly_core::chat::labels::labels_in;
use factly_core::discovery::EntityStatus;
use factly_core::discovery::status::{MarkEvent, MarkReason};
use factly_core::facts::Status;
use graphs::{GraphBuilder, discovery, label};
use insta::assert_snapshot;
use proptest::prelude::*;
use serde_json::json;

/// Monday, 23 November 2026, 14:05 UTC.
const NOW: i64 = 1_795_442_700_000;

/// A discovery with one of each lack.
fn flood() -> GraphBuilder {
    discovery("Flood wall", "How high must the wall be?")
        .with("I-1", "Interview with the engineer", &[])
        .with("I-2", "Empty letter", &[])
        .with("F-1", "The peak was 5.84 m at the Mill Bridge.", &["I-1"])
        .with("F-2", "The wall is planned 2.1 m high.", &["I-1"])
        .with("F-3", "Two upstream gauges cost 64,000 euros.", &["I-1"])
        .with("F-4", "The gauge shows 5.48 m.", &["I-1"])
        .edit_last(|node| {
            node.status = EntityStatus::NeedsReview;
            node.fact_status = Some(Status::Conflict);
        })
        .with("F-5", "Somebody said that it rained.", &[])
        .edit_last(|node| node.has_evidence = false)
        .with("F-6", "The warning came at 23:40.", &["I-1"])
        .edit_last(|node| {
            node.status = EntityStatus::Draft;
            node.fact_status = Some(Status::Proposed);
        })
        .with("N-1", "A wall of 2.1 m is too low.", &["F-1", "F-2"])
        .with("N-2", "For 64,000 euros the gauges upstream buy time.", &[])
        .with("N-3", "Nobody was warned.", &["F-6"])
        .marked(EntityStatus::Weak)
        .with("R-1", "Build 2.4 m.", &["N-1"])
        .with("R-2", "Order gauges.", &["N-2"])
        .with("O-1", "Report to the council.", &["R-1"])
        .conflict("F-4", "F-1")
        .step("Add O-1")
        .step("Edit F-2")
}

fn graph() -> Graph {
    let because = MarkReason::new(
        label("F-6"),
        MarkEvent::Edited,
        Some("The warning came at 22:40."),
        Some("The warning came at 23:40."),
    );
    let close = BTreeMap::from([
        (label("N-3"), NodeDetails { because: Some(because), ..NodeDetails::default() }),
        (label("F-1"), NodeDetails { quote: Some("the peak was 5.84 metres".into()), ..NodeDetails::default() }),
    ]);
    flood().graph().with_close(close)
}

fn reply(graph: &Graph, text: &str) -> AssistantReply {
    answer(graph, &AssistantMessage { text, mentions: &[], now_ms: NOW })
}

fn reply_text(text: &str) -> String {
    reply(&graph(), text).markdown
}

fn calls(text: &str) -> Vec<(&'static str, serde_json::Value)> {
    reply(&graph(), text).calls
}

#[test]
fn fs_ask_for_summary() {
    assert_snapshot!(reply_text("Give me a summary"), @r"
    **Flood wall**

    How high must the wall be?

    2 inputs, 6 facts, 3 insights, 2 recommendations, 1 output.

    **Outputs**

    - [O-1] Report to the council.

    **Recommendations**

    - [R-1] Build 2.4 m.
    - [R-2] Order gauges.

    **Insights**

    - [N-1] A wall of 2.1 m is too low.
    - [N-2] For 64,000 euros the gauges upstream buy time.
    - [N-3] Nobody was warned.

    **To look at**: 1 fact contradicts another; 1 is weak, risky, unsupported or outdated; 1 fact waits for your decision; 1 insight rests on nothing; 1 insight without a recommendation; 1 recommendation without an output; 2 facts without an insight; 1 input without a fact; 1 fact without evidence.
    ");
    assert_snapshot!(reply_text("Fasse zusammen"), @r"
    **Flood wall**

    How high must the wall be?

    2 Inputs, 6 Fakten, 3 Erkenntnisse, 2 Empfehlungen, 1 Ergebnis.

    **Ergebnisse**

    - [O-1] Report to the council.

    **Empfehlungen**

    - [R-1] Build 2.4 m.
    - [R-2] Order gauges.

    **Erkenntnisse**

    - [N-1] A wall of 2.1 m is too low.
    - [N-2] For 64,000 euros the gauges upstream buy time.
    - [N-3] Nobody was warned.

    **Anzusehen**: 1 Fakt widerspricht anderen; 1 ist schwach, riskant, überholt oder ohne Grundlage; 1 Fakt wartet auf Ihre Entscheidung; 1 Erkenntnis beruht auf nichts; 1 Erkenntnis ohne Empfehlung; 1 Empfehlung ohne Ergebnis; 2 Fakten ohne Erkenntnis; 1 Input ohne Fakt; 1 Fakt ohne Beleg.
    ");
}

#[test]
fn fs_ask_question_about_discovery() {
    assert_snapshot!(reply_text("What supports R-1?"), @r"
    [R-1] Build 2.4 m.

    It rests on 1 insight, 2 facts and 1 input:

    - [N-1] A wall of 2.1 m is too low.
      - [F-1] The peak was 5.84 m at the Mill Bridge. — “the peak was 5.84 metres”
        - [I-1] Interview with the engineer
      - [F-2] The wall is planned 2.1 m high.
        - [I-1] (above)
    ");
    assert_snapshot!(reply_text("Was beruht auf F-1?"), @r"
    [F-1] The peak was 5.84 m at the Mill Bridge.

    Darauf beruhen 1 Ergebnis, 1 Empfehlung und 1 Erkenntnis. Unmittelbar: [N-1].

    - [N-1] A wall of 2.1 m is too low.
    - [R-1] Build 2.4 m.
    - [O-1] Report to the council.
    ");
    assert_snapshot!(reply_text("Why is N-3 weak?"), @r"
    [N-3] Nobody was warned.

    It is **weak**. [F-6] was edited. It said “The warning came at 22:40.”, and says “The warning came at 23:40.” now.
    ");
    assert_snapshot!(reply_text("Which facts mention the gauges?"), @r"
    2 mention “gauges”:

    - [F-3] Two upstream gauges cost 64,000 euros.
    - [F-4] The gauge shows 5.48 m.
    ");
    assert_snapshot!(reply_text("how many facts are there"), @"6 facts: 1 draft, 4 accepted, 1 to be reviewed.");
    assert_snapshot!(reply_text("show O-1"), @r"
    [O-1] Report to the council.

    Output, report, confirmed, version 1.
    It rests on [R-1].
    ");
    assert_snapshot!(reply_text("what changed?"), @r"
    The last steps, the newest first:

    - Add O-1
    - Edit F-2
    ");
    assert_snapshot!(reply_text("conflicts"), @r"
    **1 fact contradicts another**

    - [F-4] The gauge shows 5.48 m. — against [F-1] The peak was 5.84 m at the Mill Bridge.

    Accept the one that holds; the other is superseded.
    ");
}

#[test]
fn fs_ask_for_gap_analysis() {
    assert_snapshot!(reply_text("What are the gaps?"), @r"
    **1 fact contradicts another**

    - [F-4] The gauge shows 5.48 m.

    **1 is weak, risky, unsupported or outdated**

    - [N-3] Nobody was warned.

    **1 fact waits for your decision**

    - [F-6] The warning came at 23:40.

    **1 insight rests on nothing**

    - [N-2] For 64,000 euros the gauges upstream buy time.

    **1 insight without a recommendation**

    - [N-3] Nobody was warned.

    **1 recommendation without an output**

    - [R-2] Order gauges.

    **2 facts without an insight**

    - [F-3] Two upstream gauges cost 64,000 euros.
    - [F-5] Somebody said that it rained.

    **1 input without a fact**

    - [I-2] Empty letter

    **1 fact without evidence**

    - [F-5] Somebody said that it rained.

    These are gaps in the links and in the states. What your inputs do not say at all, I cannot see.
    ");
    let complete = discovery("Done", "Why?")
        .with("I-1", "Interview", &[])
        .with("F-1", "It rains.", &["I-1"])
        .with("N-1", "It is wet.", &["F-1"])
        .with("R-1", "Take an umbrella.", &["N-1"])
        .with("O-1", "Brief.", &["R-1"])
        .graph();
    assert_snapshot!(reply(&complete, "gaps").markdown, @"I find no gaps: everything is linked, proven and reviewed.");
}

#[test]
fn fs_chat_proactive_suggestions() {
    assert_snapshot!(reply_text("What should I do next?"), @r"
    1. Settle what contradicts: 1 fact contradicts another ([F-4]).
    2. Look again at what is no longer sure: 1 is weak, risky, unsupported or outdated ([N-3]).
    3. Accept or reject what was found: 1 fact waits for your decision ([F-6]).
    4. Link what rests on nothing: 1 insight rests on nothing ([N-2]).
    5. Recommend something on these insights: 1 insight without a recommendation ([N-3]).

    More is under “gaps”.
    ");
    let empty = discovery("New", "").graph();
    assert_snapshot!(reply(&empty, "Was soll ich als Nächstes tun?").markdown, @r"
    1. Sagen, was die Untersuchung klären soll: sie hat kein Ziel.
    2. Einen Input hinzufügen: aus seinem Text werden Fakten gelesen.
    ");
}

#[test]
fn fs_chat_suggest_missing_connections() {
    assert_snapshot!(reply_text("Suggest missing connections"), @r"
    These speak of the same and are not linked:

    - [F-3] → [N-2]: both say *64,000 euros*, *gauges*, *upstream*
      - [F-3] Two upstream gauges cost 64,000 euros.
      - [N-2] For 64,000 euros the gauges upstream buy time.

    Shared words are a hint and no proof. A link is made on a card, with “Link with another card”.
    ");
    let linked = discovery("Done", "")
        .with("F-3", "Two upstream gauges cost 64,000 euros.", &[])
        .with("N-2", "For 64,000 euros the gauges upstream buy time.", &["F-3"])
        .graph();
    assert!(reply(&linked, "missing links").markdown.starts_with("I find no missing connections"), "they are linked");
    assert!(reply(&graph(), "Suggest missing connections").calls.is_empty(), "a proposal is only said");
}

#[test]
fn fs_chat_at_mention_in_response() {
    let questions = [
        "summary",
        "gaps",
        "what next",
        "orphans",
        "conflicts",
        "what supports O-1?",
        "missing connections",
        "list the facts",
    ];
    for question in questions {
        let graph = graph();
        let answered = reply(&graph, question).markdown;
        let named = labels_in(&answered);
        assert!(!named.is_empty(), "{question}: an answer names what it speaks of: {answered}");
        for name in named {
            assert!(graph.has(name.label), "{question}: {} is in the discovery", name.label);
            assert_eq!(&answered[name.start - 1..name.start], "[", "{question}: labels are references: {answered}");
            assert_eq!(&answered[name.end..=name.end], "]", "{question}: labels are references: {answered}");
        }
    }
}

#[test]
fn what_changed_is_told_from_the_time_that_is_named() {
    const HOUR: i64 = 3_600_000;
    let graph = discovery("Flood wall", "")
        .with("F-2", "The wall is planned 2.1 m high.", &[])
        .step_at("Accept F-2", NOW - HOUR / 2)
        .step_at("Edit F-2", NOW - 20 * HOUR)
        .step_at("Add N-1", NOW - 3 * 24 * HOUR)
        .graph();
    let changes = |text: &str| reply(&graph, text).markdown;
    assert_snapshot!(changes("What changed since yesterday?"), @r"
    Since 2026-11-22 (UTC), the newest first:

    - Accept F-2
    - Edit F-2
    ");
    assert_snapshot!(changes("Was ist in der letzten Stunde passiert?"), @r"
    Seit 2026-11-23 13:05 (UTC), der neueste Schritt zuerst:

    - Accept F-2
    ");
    assert_snapshot!(changes("What changed since 24 November 2026?"), @"Nothing was done since 2026-11-24 (UTC).");
    assert_snapshot!(changes("What changed in F-2 today?"), @r"
    Since 2026-11-23 (UTC), the newest first:

    - Accept F-2
    ");
    assert_snapshot!(changes("What changed since the meeting?"), @r"
    I cannot tell when that was: I understand days, as in “since yesterday”, “since Monday”, “since 12 May 2026” or “in the last 3 days”. The last steps, the newest first:

    - Accept F-2
    - Edit F-2
    - Add N-1
    ");
}

#[test]
fn what_is_not_known_is_said_and_never_guessed() {
    assert_snapshot!(reply_text("What supports F-99?"), @"There is no F-99 in this discovery.");
    assert_snapshot!(reply_text("Was stützt F-99 und N-77?"), @"In dieser Untersuchung gibt es kein F-99 und kein N-77.");
    assert_snapshot!(reply_text("What supports N-1 and F-99?"), @r"
    There is no F-99 in this discovery.

    [N-1] A wall of 2.1 m is too low.

    It rests on 2 facts and 1 input:

    - [F-1] The peak was 5.84 m at the Mill Bridge. — “the peak was 5.84 metres”
      - [I-1] Interview with the engineer
    - [F-2] The wall is planned 2.1 m high.
      - [I-1] (above)
    ");
    assert_snapshot!(reply_text("delete F-1 and F-99"), @"There is no F-99 in this discovery.");
    assert_snapshot!(reply_text("What supports it?"), @"Of which one? Name it by its label, for example N-1.");
    assert_snapshot!(reply_text("Who is the Mill owner's gauge?"), @"I do not understand that. I am the built-in assistant and know only set questions: say “help” for them. Under “Sources” I look for an answer in your Inputs.");
    assert_snapshot!(reply_text("Write a poem about F-1"), @r"
    I cannot do that: I am the built-in assistant and word, judge and calculate nothing of my own. Choose a model in the settings for that. “help” shows what I can do.

    - [F-1] The peak was 5.84 m at the Mill Bridge.
    ");
    assert_snapshot!(reply_text("Wie wird das Wetter?"), @"Das verstehe ich nicht. Ich bin der eingebaute Assistent und kenne nur bestimmte Fragen: „Hilfe“ zeigt sie. Unter „Quellen“ suche ich in Ihren Inputs nach einer Antwort.");
    for lacking in
        ["delete F-1 and F-99", "change F-99 to x", "add an insight from F-99: x", "delete everything", "add a fact"]
    {
        assert!(calls(lacking).is_empty(), "{lacking:?} is not carried out in part");
    }
}

#[test]
fn a_command_is_the_call_that_a_model_would_make() {
    assert_eq!(
        calls("add a fact: The wall is grey."),
        [("add_item", json!({"entity_type": "fact", "text": "The wall is grey."}))]
    );
    assert_eq!(
        calls("Füge eine Erkenntnis aus F-1 und F-2 hinzu: Zu niedrig."),
        [("add_item", json!({"entity_type": "insight", "text": "Zu niedrig.", "related_ids": ["F-1", "F-2"]}))]
    );
    assert_eq!(
        calls("add a brief from R-1: To the council."),
        [(
            "add_item",
            json!({"entity_type": "output", "text": "To the council.", "related_ids": ["R-1"], "output_type": "brief"})
        )]
    );
    assert_eq!(
        calls("change F-2 to The wall is planned 2.4 m high."),
        [(
            "edit_item",
            json!({"entity_type": "fact", "item_id": "F-2", "new_text": "The wall is planned 2.4 m high."})
        )]
    );
    assert_eq!(
        calls("replace 2.1 m by 2.4 m in F-2"),
        [(
            "edit_item",
            json!({"entity_type": "fact", "item_id": "F-2", "new_text": "The wall is planned 2.4 m high."})
        )]
    );
    assert_eq!(
        calls("delete F-2, N-3 and F-5"),
        [
            ("delete_item", json!({"entity_type": "fact", "item_id": "F-2, F-5"})),
            ("delete_item", json!({"entity_type": "insight", "item_id": "N-3"})),
        ]
    );
    assert_snapshot!(reply_text("delete F-2"), @r"
    Here is the change. Nothing is done before you confirm it.

    That would mark what rests on it: [N-1], [R-1], [O-1].
    ");
    assert_snapshot!(reply_text("lösche F-5"), @"Hier ist die Änderung. Es geschieht nichts, bevor Sie sie bestätigen.");
}

#[test]
fn long_lists_are_cut_with_a_count() {
    let mut made = discovery("Many", "");
    for no in 1..=40 {
        made = made.with(&format!("N-{no}"), &format!("Insight {no} {}", "and so on ".repeat(60)), &[]);
    }
    let graph = made.graph();
    let answered = reply(&graph, "list the insights").markdown;
    assert!(answered.ends_with("- … and 15 more"), "{answered}");
    assert!(answered.lines().all(|line| line.chars().count() < 200), "each text is cut too");
    let chain = discovery("Long", "");
    let chain = (1..=60).fold(chain, |made, no| made.with(&format!("F-{no}"), "A fact.", &[]));
    let all: Vec<String> = (1..=60).map(|no| format!("F-{no}")).collect();
    let all: Vec<&str> = all.iter().map(String::as_str).collect();
    let answered = reply(&chain.with("N-1", "All of them.", &all).graph(), "what supports N-1").markdown;
    assert!(answered.ends_with("- … and 20 more"), "{answered}");
}

#[test]
fn words_of_a_source_are_only_words_in_an_answer() {
    let hostile = "![x](https://evil.example/?q=1) <img src=x> [click](javascript:1) **bold** `code`\n# heading\n- F-9";
    let graph = discovery(hostile, hostile).with("F-1", hostile, &[]).with("N-1", hostile, &["F-1"]).graph();
    for question in
        ["summary", "gaps", "list the facts", "show F-1", "what supports N-1", "find bold", "what next", "goal"]
    {
        let answered = reply(&graph, question).markdown;
        let mut live = answered.clone();
        while let Some(at) = live.find('\\') {
            live.replace_range(at..at + 2, "");
        }
        let signs = ["](", "<", "`", "\n#", "**bold", "!["];
        assert!(signs.iter().all(|sign| !live.contains(sign)), "{question}: {answered}");
    }
}

#[test]
fn mentions_are_what_is_asked_about() {
    let mentions = [label("R-1")];
    let graph = graph();
    let answered =
        answer(&graph, &AssistantMessage { text: "what supports this", mentions: &mentions, now_ms: NOW }).markdown;
    assert_eq!(answered, reply_text("What supports R-1?"));
}

proptest! {
    #[test]
    fn any_message_has_an_answer(text in "(?s).{0,120}") {
        let graph = graph();
        let once = reply(&graph, &text);
        prop_assert!(!once.markdown.is_empty());
        prop_assert_eq!(&once, &reply(&graph, &text), "the same question has the same answer");
    }

    #[test]
    fn any_sentence_of_known_words_names_only_what_stands(words in proptest::collection::vec(
        prop_oneof!["add", "delete", "change", "fact", "insight", "from", "to", ":", "F-1", "F-99", "N-1", "and", "what", "supports",
            "replace", "in", "by", "“", "”", "lösche", "füge", "hinzu", "ändere", "zu", "the", "wall", "2.1"],
        0..12,
    )) {
        let text = words.join(" ");
        let graph = graph();
        for (tool, arguments) in reply(&graph, &text).calls {
            prop_assert!(["add_item", "delete_item", "edit_item"].contains(&tool));
            for field in ["item_id", "related_ids"] {
                let named = labels_in(&arguments[field].to_string());
                prop_assert!(named.iter().all(|named| graph.has(named.label)), "{}: {}", text, arguments);
            }
        }
    }
}

/// The window's starters, in the languages that it speaks, are all answered.
#[test]
fn every_starter_that_the_window_offers_is_answered() {
    let words = concat!(env!("CARGO_MANIFEST_DIR"), "/../../ui/src/i18n");
    for language in ["en", "de"] {
        let file = std::fs::read_to_string(format!("{words}/{language}/chat.ts")).unwrap();
        let starters = file.lines().filter_map(|line| line.trim().strip_prefix("\"chat.starter."));
        let starters: Vec<&str> = starters.filter_map(|line| line.split('"').nth(2)).collect();
        assert_eq!(starters.len(), 3, "{language}");
        let answers: Vec<String> = starters.iter().map(|starter| reply_text(starter)).collect();
        let unknown = reply_text("Xyzzy plugh quux");
        for (starter, answer) in starters.iter().zip(&answers) {
            assert!(answer.lines().next() != unknown.lines().next(), "“{starter}” is not understood: {answer}");
            let is_german = answer.contains("Fakt") || answer.contains("Ergebnis");
            assert_eq!(is_german, language == "de", "“{starter}” is answered in another language: {answer}");
        }
    }
}
