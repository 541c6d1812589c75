//! Parts that the parser skips are reported, each with why, and nothing else is.

use factly_core::extraction::offline::{SkipKind, skipped};
use proptest::prelude::*;

use super::parse;

/// Each part as "why: words".
fn skipped_lines(text: &str) -> Vec<String> {
    let line = |why: SkipKind, words: &str| format!("{}: {words}", why.as_str());
    skipped(text, 0..text.len()).into_iter().map(|part| line(part.why, &text[part.range])).collect()
}

#[test]
fn each_part_says_why_it_is_passed_over() {
    let long_row = format!("| {} | 6 m |", "cell ".repeat(400).trim());
    let long_sentence = format!("The wall {}is 6 m high.", "of the old mill ".repeat(16));
    let rows: &[(&str, &[&str])] = &[
        ("The wall is 6 m high. It is old.", &[]),
        ("# The wall\n\nIt is 6 m high.", &["heading: # The wall"]),
        ("# The wall\n## Its height\nIt is 6 m high.", &["heading: # The wall\n## Its height"]),
        ("It is old.\n\n```rust\nlet a = 6;\n```\n\nIt is 6 m high.", &["code: ```rust\nlet a = 6;\n```"]),
        ("~~~\nlet a = 6;", &["code: ~~~\nlet a = 6;"]),
        (
            "let a = 6;\n```\nIt is old.\n```rust\nlet b = 6;\n```",
            &["code: let a = 6;\n```", "code: ```rust\nlet b = 6;\n```"],
        ),
        ("// The wall is 6 m high.\nint wall = 6;", &["code: // The wall is 6 m high.\nint wall = 6;"]),
        ("---\ntitle: Walls\n---\nIt is old.", &["front_matter: ---\ntitle: Walls\n---"]),
        ("It is old.\n\n---\n\nIt is 6 m high.", &[]),
        ("<!-- to do -->\n\nIt is old.", &["comment: <!-- to do -->"]),
        ("<!-- to\ndo -->\n\nIt is old.", &["comment: <!-- to\ndo -->"]),
        ("[1]: https://example.org/wall", &["link: [1]: https://example.org/wall"]),
        ("[The wall](wall.md)", &["link: [The wall](wall.md)"]),
        ("2.1 Walls . . . . . . 3\nThe wall is old.", &["link: 2.1 Walls . . . . . . 3"]),
        ("Jack Breen  0:33\n\nThe wall is 6 m high.", &["speaker: Jack Breen  0:33"]),
        ("| Part | Height |\n|---|---|\n| Wall | 6 m |", &["table_head: | Part | Height |"]),
        (&long_row, &[&format!("long_row: {}", long_row.trim_matches(['|', ' ']))]),
        ("The wall is old. How high is it? It is 6 m high.", &["question: How high is it?"]),
        ("- Who built it?\n- Jan built it.", &["question: Who built it?"]),
        ("These are the walls:\n\n- The old wall is 6 m high.", &["lead_in: These are the walls:"]),
        (&long_sentence, &[&format!("long_sentence: {long_sentence}")]),
        ("Die Brücke 👩‍👩‍👧 ist alt. Wie hoch ist sie?", &["question: Wie hoch ist sie?"]),
        ("***\n\n....\n", &[]),
    ];
    for (text, expected) in rows {
        assert_eq!(skipped_lines(text), *expected, "{text}");
    }
    let reasons: std::collections::HashSet<&str> =
        rows.iter().flat_map(|(_, parts)| parts.iter().filter_map(|part| Some(part.split_once(": ")?.0))).collect();
    // Who asks and what is a mention is told by the ranking.
    assert_eq!(reasons.len(), SkipKind::ALL.len() - 2, "every reason has its row");
}

#[test]
fn only_the_asked_for_part_is_looked_at() {
    let text = "# One\n\nIt is old.\n\n# Two\n\nWho knows?";
    let from = text.find("It is").unwrap();
    let to = text.find("Who").unwrap();
    let parts: Vec<&str> = skipped(text, from..to).into_iter().map(|part| &text[part.range]).collect();
    assert_eq!(parts, ["# Two"]);
}

/// Lines that are passed over and lines that are not, in any order.
fn lines() -> impl Strategy<Value = String> {
    let line = prop_oneof![
        Just("The wall is 6 m high.".to_owned()),
        Just("The budget is 12,000 EUR, and the mill has 40 rooms.".to_owned()),
        Just("# The hall is 6 m high".to_owned()),
        Just("```".to_owned()),
        Just("```rust".to_owned()),
        Just("---".to_owned()),
        Just("<!-- The hall is 6 m high.".to_owned()),
        Just("-->".to_owned()),
        Just("Who built the wall in 1912?".to_owned()),
        Just("| The hall | 6 m high |".to_owned()),
        Just("|---|---|".to_owned()),
        Just("These are 40 walls:".to_owned()),
        Just("- The mill was built in 1912 by 40 men".to_owned()),
        Just("let wall = 600;".to_owned()),
        Just(String::new()),
        "\\PC{0,40}",
    ];
    proptest::collection::vec(line, 0..24).prop_map(|lines| lines.join("\n"))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nothing_is_found_where_nothing_was_looked_for(text in lines()) {
        let parts = skipped(&text, 0..text.len());
        let mut at = 0;
        for part in &parts {
            prop_assert!(at <= part.range.start && part.range.start < part.range.end, "in order, without overlaps");
            prop_assert_eq!(text[part.range.clone()].trim(), &text[part.range.clone()], "no white space at the ends");
            at = part.range.end;
        }
        let chars = factly_core::text::CharIndex::new(text.as_str());
        for op in parse(&text) {
            let evidence = op.evidence.unwrap();
            let start = chars.byte_of(u32::try_from(evidence.start_char.unwrap()).unwrap());
            let end = start + evidence.quote.len();
            let over = parts.iter().find(|part| part.range.start < end && start < part.range.end);
            let over = over.filter(|part| part.why != SkipKind::LongSentence);
            prop_assert!(over.is_none(), "{:?} was found in {over:?}", evidence.quote);
        }
    }
}
