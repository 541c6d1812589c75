//! The ways in which servers that speak Chat Completions differ. Each broke some client.

use factly_engine::providers::{Finish, ProviderKind, ReplyOutcome};
use serde_json::json;

use crate::model_server::{Scripted, Server};
use crate::providers::scripted_provider::{answered, ask, at, patient};

fn data(chunks: &[&str]) -> Scripted {
    Scripted::stream(chunks.iter().map(|chunk| format!("data: {chunk}\n\n")).collect::<String>())
}

fn check(chunks: &[&str], words: &str, calls: &[(&str, &str, &str)], finish: Finish) {
    let heard = answered(ProviderKind::OpenAiCompatible, data(chunks));
    assert_eq!(heard.reply.end, ReplyOutcome::Done(finish), "{chunks:#?}");
    assert_eq!(heard.words(), words, "{chunks:#?}");
    let expected =
        calls.iter().map(|(id, name, arguments)| ((*id).to_owned(), (*name).to_owned(), (*arguments).to_owned()));
    assert_eq!(heard.calls(), expected.collect::<Vec<_>>(), "{chunks:#?}");
}

const HELLO: &str = r#"{"choices":[{"delta":{"content":"Hello"}}]}"#;
const STOP: &str = r#"{"choices":[{"delta":{},"finish_reason":"stop"}]}"#;

#[test]
fn the_end_is_known_in_any_of_its_forms() {
    check(&[HELLO, STOP, "[DONE]"], "Hello", &[], Finish::Stop);
    check(&[HELLO, STOP], "Hello", &[], Finish::Stop);
    check(&[HELLO, STOP, "[DONE]", "[DONE]"], "Hello", &[], Finish::Stop);
    check(&[HELLO, STOP, "[DONE]", HELLO], "Hello", &[], Finish::Stop);
    check(&[HELLO, STOP, STOP, "[DONE]"], "Hello", &[], Finish::Stop);
    check(&[HELLO, r#"{"choices":[{"delta":{},"finish_reason":"eos"}]}"#], "Hello", &[], Finish::Stop);
    check(&[HELLO, r#"{"choices":[{"delta":{},"finish_reason":"length"}]}"#], "Hello", &[], Finish::Length);
    check(&[HELLO, r#"{"choices":[{"delta":{},"finish_reason":"content_filter"}]}"#], "Hello", &[], Finish::Filtered);
    check(&[r#"{"choices":[{"delta":{"content":"Hello"},"finish_reason":"stop"}]}"#], "Hello", &[], Finish::Stop);
    // The last event without its empty line.
    let heard = answered(ProviderKind::OpenAiCompatible, Scripted::stream(format!("data: {HELLO}\n\ndata: {STOP}")));
    assert_eq!((heard.words().as_str(), heard.reply.end.clone()), ("Hello", ReplyOutcome::Done(Finish::Stop)));
}

/// A stream that says that it is over, and not why, was cut: many a proxy closes it politely when the model behind it is gone.
#[test]
fn an_end_without_a_reason_is_that_of_an_answer_that_was_cut() {
    let usage = r#"{"choices":[],"usage":{"prompt_tokens":25,"completion_tokens":1}}"#;
    let open = r#"{"choices":[{"delta":{},"finish_reason":null}]}"#;
    let empty = r#"{"choices":[{"delta":{},"finish_reason":""}]}"#;
    for more in [&["[DONE]"][..], &[open, "[DONE]"], &[empty, "[DONE]"], &[usage, "[DONE]"], &[usage]] {
        let heard = answered(ProviderKind::OpenAiCompatible, data(&[&[HELLO], more].concat()));
        assert_eq!((heard.words().as_str(), heard.fault()), ("Hello", "answer_cut"), "{more:?}");
    }
    let begin = r#"{"type":"message_start","message":{"model":"m","usage":{"input_tokens":25}}}"#;
    let block = r#"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hello"}}"#;
    let open = r#"{"type":"message_delta","delta":{"stop_reason":null},"usage":{"output_tokens":1}}"#;
    let end = r#"{"type":"message_stop"}"#;
    for more in [&[end][..], &[open, end]] {
        let heard = answered(ProviderKind::Anthropic, data(&[&[begin, block], more].concat()));
        assert_eq!((heard.words().as_str(), heard.fault()), ("Hello", "answer_cut"), "{more:?}");
        assert_eq!(heard.reply.usage.input_tokens, Some(25), "what it took is known all the same");
    }
    let call = r#"{"choices":[{"delta":{"tool_calls":[{"id":"a","function":{"name":"f","arguments":"{}"}}]}}]}"#;
    let heard = answered(ProviderKind::OpenAiCompatible, data(&[call, "[DONE]"]));
    assert_eq!((heard.calls(), heard.fault()), (Vec::new(), "answer_cut"), "nor is its call carried out");
}

#[test]
fn what_is_null_missing_or_strange_is_passed_over() {
    for strange in [
        r#"{"choices":[{"delta":null}]}"#,
        r#"{"choices":[{"delta":{"content":null,"tool_calls":null}}]}"#,
        r#"{"choices":[{"delta":{"role":"assistant","content":""},"finish_reason":""}]}"#,
        r#"{"choices":[{"index":0}]}"#,
        r#"{"choices":[]}"#,
        r#"{"choices":null,"error":null}"#,
        r#"{"usage":{}}"#,
        r#"{"usage":null}"#,
        r#"{"usage":{"prompt_tokens":null,"completion_tokens":"many"}}"#,
        r#"{}"#,
        r#"{"choices":[{"index":1,"delta":{"content":"another answer"}}]}"#,
        r#"{"choices":[{"delta":{"reasoning_content":"hmm","reasoning":"hmm"}}]}"#,
        r#"{"choices":[{"delta":{"tool_calls":[]}}]}"#,
        r#"{"id":"a","id":"b","choices":[]}"#,
        r#"{"choices":[],"choices":[]}"#,
    ] {
        check(&[strange, HELLO, strange, STOP, strange, "[DONE]"], "Hello", &[], Finish::Stop);
    }
}

#[test]
fn an_event_of_no_known_name_is_passed_over_whatever_it_holds() {
    for strange in ["event: ping\ndata: 1795442700", "event: heartbeat\ndata: still here", "event: note\ndata: [1, 2]"]
    {
        let events = format!("data: {HELLO}\n\n{strange}\n\ndata: {STOP}\n\n");
        let heard = answered(ProviderKind::OpenAiCompatible, Scripted::stream(events));
        let ended = (heard.words(), heard.reply.end.clone());
        assert_eq!(ended, ("Hello".to_owned(), ReplyOutcome::Done(Finish::Stop)), "{strange}");
    }
    let half = format!("data: {HELLO}\n\nevent: chunk\ndata: {{\"choices\": [\n\ndata: {STOP}\n\n");
    assert_eq!(
        answered(ProviderKind::OpenAiCompatible, Scripted::stream(half)).fault(),
        "answer_malformed",
        "words may be in it"
    );
}

#[test]
fn content_may_be_a_list_of_parts_or_a_refusal_or_cut_within_a_character() {
    let parts =
        r#"{"choices":[{"delta":{"content":[{"type":"thinking","text":"hmm"},{"type":"text","text":"Hello"}]}}]}"#;
    check(&[parts, STOP], "Hello", &[], Finish::Stop);
    check(&[r#"{"choices":[{"delta":{"refusal":"I will not."}}]}"#, STOP], "I will not.", &[], Finish::Stop);
    let halves =
        [r#"{"choices":[{"delta":{"content":"a \ud83c"}}]}"#, r#"{"choices":[{"delta":{"content":"\udf0a b"}}]}"#];
    check(&[halves[0], halves[1], STOP], "a 🌊 b", &[], Finish::Stop);
    check(&[halves[0], STOP], "a \u{FFFD}", &[], Finish::Stop);
}

#[test]
fn tool_calls_are_told_apart_however_they_are_marked() {
    let call = |inner: &str| format!(r#"{{"choices":[{{"delta":{{"tool_calls":[{inner}]}}}}]}}"#);
    let many = |inners: &[&str], expected: &[(&str, &str, &str)]| {
        let chunks: Vec<String> = inners.iter().map(|inner| call(inner)).collect();
        let mut chunks: Vec<&str> = chunks.iter().map(String::as_str).collect();
        chunks.push(STOP);
        check(&chunks, "", expected, Finish::ToolCalls);
    };
    // `stop` though a tool was called.
    many(&[r#"{"index":0,"id":"a","function":{"name":"f","arguments":"{}"}}"#], &[("a", "f", "{}")]);
    // No index.
    many(
        &[
            r#"{"id":"a","function":{"name":"f","arguments":"{\"x\":"}}"#,
            r#"{"function":{"arguments":"1}"}}"#,
            r#"{"id":"b","function":{"name":"g","arguments":"{}"}}"#,
        ],
        &[("a", "f", r#"{"x":1}"#), ("b", "g", "{}")],
    );
    // No id.
    many(
        &[
            r#"{"index":0,"function":{"name":"f","arguments":"{\"x\""}}"#,
            r#"{"index":0,"function":{"arguments":":1}"}}"#,
        ],
        &[("call_1", "f", r#"{"x":1}"#)],
    );
    // Neither.
    many(
        &[r#"{"function":{"name":"f","arguments":"{}"}}"#, r#"{"function":{"name":"f","arguments":"{\"x\":2}"}}"#],
        &[("call_1", "f", "{}"), ("call_2", "f", r#"{"x":2}"#)],
    );
    // Several under one index.
    many(
        &[
            r#"{"index":0,"id":"a","function":{"name":"f","arguments":"{}"}}"#,
            r#"{"index":0,"id":"b","function":{"name":"g","arguments":"{}"}}"#,
        ],
        &[("a", "f", "{}"), ("b", "g", "{}")],
    );
    // The id again with each piece.
    many(
        &[
            r#"{"index":0,"id":"a","function":{"name":"f","arguments":"{\"x\""}}"#,
            r#"{"index":0,"id":"a","function":{"name":"","arguments":":1}"}}"#,
        ],
        &[("a", "f", r#"{"x":1}"#)],
    );
    // One id for two calls: ids must differ for their results to find them.
    many(
        &[
            r#"{"index":0,"id":"a","function":{"name":"f","arguments":"{}"}}"#,
            r#"{"index":1,"id":"a","function":{"name":"g","arguments":"{}"}}"#,
        ],
        &[("a", "f", "{}"), ("call_2", "g", "{}")],
    );
    // Arguments as an object, as null, not there.
    many(&[r#"{"index":0,"id":"a","function":{"name":"f","arguments":{"x":1}}}"#], &[("a", "f", r#"{"x":1}"#)]);
    many(&[r#"{"index":0,"id":"a","function":{"name":"f","arguments":null}}"#], &[("a", "f", "{}")]);
    many(&[r#"{"index":0,"id":"a","function":{"name":"f"}}"#], &[("a", "f", "{}")]);
    // Cut by the limit, whatever reason is given.
    let cut = call(r#"{"index":0,"id":"a","function":{"name":"f","arguments":"{\"x\": \"half"}}"#);
    let end = r#"{"choices":[{"delta":{},"finish_reason":"tool_calls"}]}"#;
    check(&[&cut, end], "", &[("a", "f", r#"{"x": "half"#)], Finish::Length);
    // Pieces of two calls in turn.
    many(
        &[
            r#"{"index":0,"id":"a","function":{"name":"f","arguments":"{\"x"}},{"index":1,"id":"b","function":{"name":"g","arguments":"{\"y"}}"#,
            r#"{"index":1,"function":{"arguments":"\":2}"}},{"index":0,"function":{"arguments":"\":1}"}}"#,
        ],
        &[("a", "f", r#"{"x":1}"#), ("b", "g", r#"{"y":2}"#)],
    );
}

#[test]
fn an_answer_that_comes_whole_is_an_answer() {
    let whole = json!({
        "model": "m",
        "choices": [{ "index": 0, "message": { "role": "assistant", "content": "Hello" }, "finish_reason": "stop" }],
        "usage": { "prompt_tokens": 3, "completion_tokens": 1 },
    });
    let heard = answered(ProviderKind::OpenAiCompatible, Scripted::json(200, &whole));
    assert_eq!((heard.words().as_str(), heard.reply.end.clone()), ("Hello", ReplyOutcome::Done(Finish::Stop)));
    assert_eq!(heard.reply.usage.output_tokens, Some(1));
    let whole = json!({
        "type": "message", "model": "m", "stop_reason": "tool_use",
        "content": [{ "type": "text", "text": "Hello" }, { "type": "tool_use", "id": "a", "name": "f", "input": { "x": 1 } }],
        "usage": { "input_tokens": 3, "output_tokens": 1 },
    });
    let heard = answered(ProviderKind::Anthropic, Scripted::json(200, &whole));
    assert_eq!((heard.words().as_str(), heard.calls().len()), ("Hello", 1));
    assert_eq!(heard.calls()[0].2, r#"{"x":1}"#);
}

#[test]
fn what_a_server_does_not_take_is_left_out() {
    let refuse = |words: &str| Scripted::json(400, &json!({ "error": { "message": words } }));
    let server = Server::start(vec![
        refuse(
            "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
        ),
        refuse("Unsupported value: 'temperature' does not support 0.4 with this model."),
        data(&[HELLO, STOP]),
    ]);
    let heard = ask(&*at(&server, ProviderKind::OpenAiCompatible, patient()));
    assert_eq!(heard.words(), "Hello");
    let last = server.requests().pop().unwrap().body;
    assert_eq!((last["max_completion_tokens"].as_u64(), last.get("temperature")), (Some(256), None));
    let stubborn = Server::one(refuse("'temperature' is not supported"));
    assert_eq!(ask(&*at(&stubborn, ProviderKind::OpenAiCompatible, patient())).fault(), "provider_rejected");
    assert_eq!(stubborn.requests().len(), 2, "what was left out already is no reason to ask again");
}
