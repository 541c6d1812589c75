//! An answer in any state of repair: ops, faults and notes, never a panic.

use factly_core::extraction::op::{FactOp, OpKind};
use factly_core::extraction::ops::{ParsedOps, parse};
use factly_core::facts::Scope;
use factly_core::keys::ValueType;
use proptest::prelude::*;
use serde_json::{Value, json};

const OP: &str = r#"{"op":"ADD","scope":{"type":"item","itemId":"i1"},"key":"item.width","valueType":"dimension","value":{"value":6,"unit":"m"},"evidence":{"quote":"6 m wide","startChar":10,"endChar":18,"sourceSection":"FREE_CHAT"},"confidence":0.9,"needsReview":true,"reason":"said"}"#;

fn one(raw: &str) -> FactOp {
    let parsed = parse(raw);
    assert_eq!((parsed.ops.len(), parsed.faults.as_slice()), (1, [].as_slice()), "{raw}");
    parsed.ops[0].1.clone()
}

fn with(field: &str, value: &Value) -> String {
    let mut op: Value = serde_json::from_str(OP).unwrap();
    op[field] = value.clone();
    json!({ "ops": [op] }).to_string()
}

fn fault_paths(parsed: &ParsedOps) -> Vec<(Option<usize>, &str)> {
    parsed.faults.iter().map(|fault| (fault.index, fault.path.as_str())).collect()
}

#[test]
fn a_list_is_found_wherever_it_stands() {
    let whole = one(OP);
    assert_eq!(whole.scope, Scope::Item { item_id: "i1".into() });
    assert_eq!((whole.op, whole.value_type), (OpKind::Add, Some(ValueType::Dimension)));
    assert_eq!(whole.evidence.as_ref().unwrap().start_char, Some(10));
    let rows = [
        ("in an object", format!(r#"{{"ops":[{OP}]}}"#)),
        ("bare", format!("[{OP}]")),
        ("behind a byte order mark", format!("\u{feff} [{OP}]\n")),
        ("in a fence", format!("```json\n{{\"ops\":[{OP}]}}\n```")),
        ("in a fence that is not closed", format!("Here:\n```\n[{OP}]")),
        ("between prose", format!("Sure [1]! Here is what I found {{see below}}:\n[{OP}]\nHope that helps [2].")),
        ("behind thoughts", format!("<think>Perhaps [{{\"op\":\"ADD\",\"key\":\"wrong\"}}]?</think>\n[{OP}]")),
        ("behind thoughts without a start", format!("I try {{\"ops\":[]}}</think>\n[{OP}]")),
        ("beside an example", format!("Format: {{\"ops\":[]}}\n\n{{\"ops\":[{OP}]}}")),
        ("with other fields around", format!(r#"{{"note":"x","ops":[{OP}],"n":1}}"#)),
        ("in capitals", format!(r#"{{"OPS":[{OP}]}}"#)),
    ];
    for (name, raw) in rows {
        assert_eq!(one(&raw), whole, "{name}");
        assert!(parse(&raw).repairs.is_empty(), "{name}: what was well-formed needs no repair");
    }
    let lines = parse(&format!("{OP}\n{OP}"));
    assert_eq!((lines.ops.len(), lines.repairs.len()), (2, 1), "ops one to a line");
}

#[test]
fn small_faults_are_mended_and_told() {
    for raw in [
        r#"{"ops":[{"op":"NOTE","value":"x","evidence":{"quote":"a b"},}],}"#,
        r#"{'ops':[{"op":"NOTE","value":"x","evidence":{"quote":"a b"}}]}"#,
        "[{\"op\":\"NOTE\",\"value\":\"x\",\"reason\":\"two\nlines\",\"evidence\":{\"quote\":\"a b\"}}]",
        "{\"ops\":[ // found\n{\"op\":\"NOTE\",\"value\":\"x\",\"evidence\":{\"quote\":\"a b\"}}]}",
        r#"{"ops":[{"op":"NOTE","value":"x","evidence":{"quote":"a b"}}"#,
        "```json\n{\"ops\":[{\"op\":\"NOTE\",\"value\":\"x\",\"evidence\":{\"quote\":\"a b\"}},\n",
    ] {
        let op = one(raw);
        assert_eq!((op.key.as_str(), op.value, op.evidence.unwrap().quote.as_str()), ("note", json!("x"), "a b"));
        assert_eq!(parse(raw).repairs.len(), 1, "a repair is told: {raw}");
    }
}

#[test]
fn mending_keeps_what_was_said() {
    let op = one("[{\"op\":\"NOTE\",\"value\":\"two\nlines\tand \\\"//, ]\\\\\"},]");
    assert_eq!(op.value, json!("two\nlines\tand \"//, ]\\"));
}

#[test]
fn what_is_no_json_costs_itself() {
    for odd in ["{'op':'NOTE'}", "{op:\"NOTE\"}", "{“op”: “NOTE”}"] {
        let parsed = parse(&format!(r#"{{"ops":[{odd},{OP},{OP}]}}"#));
        assert_eq!((parsed.ops.len(), parsed.repairs.len()), (2, 1), "{odd}: and it is told that it is not whole");
    }
}

#[test]
fn an_op_that_was_cut_off_is_not_taken() {
    let parsed = parse(
        r#"{"ops":[{"op":"NOTE","value":"one"},{"op":"ADD","key":"k","value":149,"evidence":{"quote":"the price is 14"#,
    );
    assert_eq!(parsed.ops.len(), 1, "half a quote still stands in the source, and says something else");
    assert_eq!(fault_paths(&parsed), [(Some(1), "")]);
}

#[test]
fn what_holds_no_ops_is_a_fault() {
    for raw in
        ["", "I'm sorry, I cannot help with that.", "\"no\"", "12", "null", "(none)", "<think>[{\"op\":\"ADD\"}]"]
    {
        let parsed = parse(raw);
        assert_eq!((parsed.ops.len(), parsed.faults[0].message.as_str()), (0, "no JSON found"), "{raw:?}");
    }
    for raw in ["{}", r#"{"answer":42}"#, "[1,2]", r#"{"ops":7}"#] {
        let parsed = parse(raw);
        assert_eq!((parsed.ops.len(), parsed.faults.len()), (0, 1), "{raw:?}");
    }
    assert_eq!(parse(r#"{"ops":[]}"#), ParsedOps::default(), "nothing found is a good answer");
}

#[test]
fn wrong_types_cost_their_op_only() {
    let rows = [
        ("7", ""),
        (r#"{"key":"k"}"#, "op"),
        (r#"{"op":"DELETE","key":"k"}"#, "op"),
        (r#"{"op":"ADD"}"#, "key"),
        (r#"{"op":"ADD","key":[]}"#, "key"),
        (r#"{"op":"ADD","key":"k","scope":3}"#, "scope"),
        (r#"{"op":"ADD","key":"k","scope":"item"}"#, "scope.itemId"),
        (r#"{"op":"ADD","key":"k","scope":"galaxy"}"#, "scope.type"),
        (r#"{"op":"ADD","key":"k","valueType":{}}"#, "valueType"),
        (r#"{"op":"ADD","key":"k","evidence":[1]}"#, "evidence"),
        (r#"{"op":"ADD","key":"k","evidence":{"quote":5}}"#, "evidence.quote"),
        (r#"{"op":"ADD","key":"k","value":1e999}"#, ""),
        (r#"{"op":"ADD","key":"k","value":"half of a pair \ud800"}"#, ""),
    ];
    for (op, path) in rows {
        let parsed = parse(&format!(r#"{{"ops":[{op},{OP}]}}"#));
        assert_eq!(fault_paths(&parsed), [(Some(0), path)], "{op}");
        assert_eq!(parsed.ops.iter().map(|(index, _)| *index).collect::<Vec<_>>(), [1], "{op}");
    }
}

#[test]
fn fields_are_read_as_they_come() {
    let op = one(
        r#"[{"OP":" update ","key":" k ","value_type":"Number","needs_review":"yes","evidence":{"quote":"q","start_char":"4","end_char":5.0,"source_section":"FREE_CHAT"}}]"#,
    );
    assert_eq!((op.op, op.key.as_str(), op.value_type), (OpKind::Update, "k", Some(ValueType::Number)));
    assert!(op.needs_review, "what cannot be read as yes or no is reviewed");
    let evidence = op.evidence.unwrap();
    assert_eq!((evidence.start_char, evidence.end_char), (Some(4), Some(5)));
    assert_eq!(op.confidence, 0.5, "a confidence that is not given is middling");

    for (given, expected) in [
        (json!("project"), Scope::Project),
        (json!(null), Scope::Project),
        (json!({"itemId": "i9"}), Scope::Item { item_id: "i9".into() }),
        (json!({"type": "ITEM", "item_id": "i9"}), Scope::Item { item_id: "i9".into() }),
    ] {
        assert_eq!(one(&with("scope", &given)).scope, expected, "{given}");
    }
    for (given, expected) in [
        (json!(0.85), 0.85),
        (json!("0.85"), 0.85),
        (json!("85 %"), 0.85),
        (json!(85), 0.85),
        (json!(-1), 0.5),
        (json!(1e300), 0.5),
        (json!("high"), 0.5),
        (json!([1]), 0.5),
    ] {
        assert_eq!(one(&with("confidence", &given)).confidence, expected, "{given}");
    }
    for (given, expected) in [
        (json!(-3), Some(-3)),
        (json!(u64::MAX), None),
        (json!(1e300), None),
        (json!("x"), None),
        (json!(null), None),
        (json!(i64::MAX), Some(i64::MAX)),
    ] {
        let op = one(&with("evidence", &json!({"quote": "q", "startChar": given})));
        assert_eq!(op.evidence.unwrap().start_char, expected, "{given}");
    }
}

#[test]
fn doubles_unknowns_and_nuls_are_told_once() {
    let parsed = parse(
        r#"[{"op":"NOTE","mood":1,"value":"a\u0000b \ud83d\ude00 \\ud800"},{"op":"NOTE","mood":1,"key":"x","key":"y"}]"#,
    );
    assert_eq!(parsed.ops[0].1.value, json!("ab 😀 \\ud800"));
    assert_eq!(parsed.ops[1].1.key, "y", "the last of doubles, as JSON readers do");
    let messages: Vec<&str> = parsed.repairs.iter().map(|repair| repair.message.as_str()).collect();
    assert_eq!(messages.iter().filter(|message| message.contains("mood")).count(), 1, "{messages:?}");
    assert_eq!(messages.len(), 3, "{messages:?}");
}

/// Returns the repairs reported of an answer in which nothing was at fault.
fn repair_messages(raw: &str) -> Vec<String> {
    let parsed = parse(raw);
    assert_eq!(parsed.faults, [], "{raw}");
    parsed.repairs.into_iter().map(|repair| repair.message).collect()
}

#[test]
fn whatever_is_not_as_it_was_asked_for_is_told() {
    let op = |more: &str| format!(r#"{{"op":"NOTE","value":"x","evidence":{{"quote":"a b"}}{more}}}"#);
    let plain = op("");
    for (raw, expected) in [
        (format!(r#"{{"ops":[{plain}]"#), "the list is not whole JSON: what could be read of it was taken"),
        (
            format!("```json\n{{\"ops\":[{plain}]\n```"),
            "the list is not whole JSON: what could be read of it was taken",
        ),
        (
            format!("I found {{what: follows\n[{plain}]"),
            "the list is not whole JSON: what could be read of it was taken",
        ),
        (format!(r#"{{"facts":[{plain}]}}"#), "the list was called `facts`, not `ops`"),
        (format!(r#"{{"factOps":[{plain}]}}"#), "the list was called `factOps`, not `ops`"),
        (format!("[[{plain}]]"), "a list within the list was opened"),
        (format!(r#"{{"ops":[[[{plain}]]]}}"#), "a list within the list was opened"),
        (format!("[{}]", op(r#","confidence":95"#)), "a confidence was taken as a percentage"),
        (format!("[{}]", op(r#","confidence":"95 %""#)), "a confidence was taken as a percentage"),
        (format!("[{}]", op(r#","confidence":"0.95""#)), "a confidence was written as text"),
        (r#"[{"op":"NOTE","evidence":{"quote":"q","startChar":"4"}}]"#.to_owned(), "an offset was written as text"),
    ] {
        assert_eq!(repair_messages(&raw), [expected], "{raw}");
        assert_eq!(parse(&raw).ops.len(), 1, "{raw}");
    }
    for confidence in ["1", "1.0", "0.95", "0"] {
        assert_eq!(
            repair_messages(&format!("[{}]", op(&format!(",\"confidence\":{confidence}")))),
            [""; 0],
            "{confidence}"
        );
    }
    let half = format!(r#"[[{plain}],{plain},[{plain},{plain}]]"#);
    assert_eq!(parse(&half).ops.iter().map(|(index, _)| *index).collect::<Vec<_>>(), [0, 1, 2, 3]);
}

#[test]
fn members_that_are_no_ops_cost_themselves() {
    for odd in ["null", "5", "-2.5", "true", "false", "\"x\"", "[]", "{}", "[5]"] {
        for raw in [format!("[{odd},{OP}]"), format!("[ {odd} ,\n{OP}]"), format!(r#"{{"ops":[{odd},{OP}]}}"#)] {
            let parsed = parse(&raw);
            assert_eq!(parsed.ops.iter().map(|(index, _)| *index).collect::<Vec<_>>(), [1], "{raw}");
            assert_eq!(parsed.faults.iter().map(|fault| fault.index).collect::<Vec<_>>(), [Some(0)], "{raw}");
        }
    }
    let all = parse(&format!(r#"[null,5,"x",[],{{}},{OP}]"#));
    assert_eq!((all.ops.len(), all.ops[0].0), (1, 5));
    assert_eq!(all.faults.iter().map(|fault| fault.index.unwrap()).collect::<Vec<_>>(), [0, 1, 2, 3, 4]);
    assert_eq!(all.repairs, []);
}

#[test]
fn what_stands_in_a_list_that_breaks_off_is_not_all_of_it() {
    let cut = r#"{"op":"ADD","key":"k","value":149,"evidence":{"quote":"the price is 14"#;
    for begun in ["{\"ops\":[", "["] {
        let parsed = parse(&format!("{begun}{OP},{cut}"));
        assert_eq!((parsed.ops.len(), fault_paths(&parsed)), (1, vec![(Some(1), "")]), "{begun}");
        let parsed = parse(&format!(r#"{begun}{OP},{{"op":"ADD","key":"k","value":[],"evidence":{{"quo"#));
        assert_eq!(
            (parsed.ops.len(), fault_paths(&parsed)),
            (1, vec![(Some(1), "")]),
            "{begun}: the empty list is its value"
        );
    }
}

#[test]
fn bombs_are_refused_and_long_lists_read() {
    let nested = "[".repeat(100_000);
    assert_eq!(parse(&nested).faults.len(), 1);
    assert_eq!(parse(&format!("{}'", "{a:".repeat(100_000))).faults.len(), 1);
    let deep = format!(r#"[{{"op":"NOTE","value":{}1{}}}]"#, "[".repeat(80), "]".repeat(80));
    assert_eq!(parse(&deep).ops.len(), 0);

    let many = format!("[{}]", vec![OP; 100_000].join(","));
    assert_eq!(parse(&many).ops.len(), 100_000);
    let wide: String = (0..200_000).map(|field| format!("\"f{field}\":1,")).collect();
    assert_eq!(parse(&format!("[{{{wide}\"op\":\"NOTE\"}}]")).ops.len(), 1);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_gives_an_answer(raw in ".{0,400}") {
        let _ = parse(&raw);
    }

    #[test]
    fn any_mangled_answer_gives_an_answer(
        cut in 0..OP.len(),
        at in 0..OP.len(),
        junk in r#"[\[\]{}"',:\\/\x00-\x20a-z0-9#`]{0,6}"#,
    ) {
        let mut raw = format!("{{\"ops\":[{OP},{OP}]}}");
        raw.replace_range(at..at, &junk);
        raw.truncate(raw.len() - cut);
        let parsed = parse(&raw);
        prop_assert!(parsed.ops.len() <= 2 || !parsed.repairs.is_empty());
    }

    #[test]
    fn what_is_written_is_read_back(quote in "\\PC{0,40}", value in "\\PC{0,40}", start in any::<i64>(), confidence in 0.0..=1.0_f64) {
        let op = json!({"op": "ADD", "scope": {"type": "project"}, "key": "k", "value": value, "confidence": confidence,
            "evidence": {"quote": quote, "startChar": start}});
        let parsed = parse(&json!({"ops": [op]}).to_string());
        let read = &parsed.ops[0].1;
        prop_assert_eq!(&read.value, &json!(value));
        prop_assert!((read.confidence - confidence).abs() < 1e-12);
        let evidence = read.evidence.as_ref().unwrap();
        prop_assert_eq!((&evidence.quote, evidence.start_char), (&quote, Some(start)));
    }
}
