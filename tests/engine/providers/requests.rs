//! Requests that are sent: the server's own objections are the test, and these rows the rest.

use factly_engine::providers::{
    CallContext, ChatRequest, Finish, JsonRequest, NoJournal, Offline, PromptMessage, Provider, ProviderKind,
    ReplyOutcome, ToolCall,
};
use factly_engine::task::CancelToken;
use serde_json::{Value, json};

use crate::model_server::{Request, Scripted, Server};
use crate::providers::scripted_provider::{ANTHROPIC, KEY, OPENAI, ask, at, patient, question};

fn sent(kind: ProviderKind, stream: &str, request: &ChatRequest) -> Request {
    let server = Server::one(Scripted::stream(stream));
    let during = CallContext { stop: &CancelToken::default(), journal: &NoJournal };
    let reply = at(&server, kind, patient()).chat(request, &during, &mut |_| {});
    assert!(matches!(reply.end, ReplyOutcome::Done(_)), "{:?}", reply.end);
    server.requests().pop().unwrap()
}

/// A conversation with two calls at once, one of which failed, and a message that says nothing.
fn long_talk() -> ChatRequest {
    let call = |id: &str, arguments: &str| ToolCall {
        id: id.to_owned(),
        name: "add_item".to_owned(),
        arguments: arguments.to_owned(),
    };
    let result = |id: &str, is_error: bool| PromptMessage::ToolResult {
        call: id.to_owned(),
        content: if is_error { "no such column".to_owned() } else { String::new() },
        is_error,
    };
    let messages = vec![
        PromptMessage::User("Add two.".to_owned()),
        PromptMessage::Assistant {
            text: String::new(),
            calls: vec![call("a", r#"{"text":"x"}"#), call("b", "not json")],
        },
        result("a", false),
        result("b", true),
        PromptMessage::Assistant { text: "Done.".to_owned(), calls: Vec::new() },
        PromptMessage::User("Thanks.".to_owned()),
    ];
    ChatRequest { messages, ..question() }
}

#[test]
fn anthropic_gets_what_it_asks_for() {
    let request = sent(ProviderKind::Anthropic, ANTHROPIC, &long_talk());
    assert_eq!((request.method.as_str(), request.path.as_str()), ("POST", "/v1/messages"));
    assert_eq!(request.header("x-api-key"), Some(KEY));
    assert_eq!(request.header("anthropic-version"), Some("2023-06-01"));
    assert_eq!(request.body["system"], "Answer briefly.");
    assert_eq!(request.body["temperature"].to_string(), "0.4", "as it was set, not as a float sees it");
    let results = request.body["messages"][2]["content"].as_array().unwrap();
    assert_eq!(results.len(), 2, "results of one turn stand together");
    assert_eq!(results[1]["is_error"], true);
}

#[test]
fn openai_gets_what_it_asks_for() {
    let request = sent(ProviderKind::OpenAi, OPENAI, &long_talk());
    assert_eq!((request.method.as_str(), request.path.as_str()), ("POST", "/v1/chat/completions"));
    assert_eq!(request.header("authorization"), Some(format!("Bearer {KEY}").as_str()));
    assert_eq!(request.body["messages"][0]["role"], "system");
    assert_eq!(request.body["stream_options"]["include_usage"], true);
    assert_eq!(request.body["max_completion_tokens"], 256);
    assert_eq!(request.body["messages"][4]["content"], "Error: no such column");
    let request = sent(ProviderKind::OpenAiCompatible, OPENAI, &question());
    assert_eq!(request.body["max_tokens"], 256, "other servers know the older name");
}

#[test]
fn one_answer_keeps_to_its_schema_by_the_providers_own_means() {
    let schema = json!({ "type": "object", "required": ["n"], "properties": { "n": { "type": "integer" } } });
    let json_request =
        JsonRequest { prompt: "Count.".to_owned(), name: "count", schema: schema.clone(), max_tokens: 64 };
    let during = CallContext { stop: &CancelToken::default(), journal: &NoJournal };

    let stream = "event: content_block_start\ndata: {\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"tool_use\",\"id\":\"t\",\"name\":\"count\",\"input\":{}}}\n\n\
        event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":\"{\\\"n\\\":3}\"}}\n\n\
        event: message_delta\ndata: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"tool_use\"}}\n\n\
        event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n";
    let server = Server::one(Scripted::stream(stream));
    let reply = at(&server, ProviderKind::Anthropic, patient()).answer(&json_request, &during);
    assert_eq!((reply.text.as_str(), reply.end), (r#"{"n":3}"#, ReplyOutcome::Done(Finish::Stop)));
    let body = server.requests().pop().unwrap().body;
    assert_eq!(body["tool_choice"], json!({ "type": "tool", "name": "count" }));
    assert_eq!(body["tools"][0]["input_schema"], schema);

    let stream = "data: {\"choices\":[{\"delta\":{\"content\":\"{\\\"n\\\":3}\"},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n";
    let refuse =
        Scripted::json(400, &json!({ "error": "response_format.json_schema is not supported by this server" }));
    let server = Server::start(vec![refuse, Scripted::stream(stream)]);
    let reply = at(&server, ProviderKind::OpenAiCompatible, patient()).answer(&json_request, &during);
    assert_eq!((reply.text.as_str(), reply.end), (r#"{"n":3}"#, ReplyOutcome::Done(Finish::Stop)));
    let formats: Vec<Value> =
        server.requests().into_iter().map(|request| request.body["response_format"].clone()).collect();
    assert_eq!(formats[0]["json_schema"]["schema"], schema);
    assert_eq!(formats[1], json!({ "type": "json_object" }), "a server that cannot force a schema is asked for JSON");
}

#[test]
fn texts_become_vectors_in_their_order() {
    let during = CallContext { stop: &CancelToken::default(), journal: &NoJournal };
    let answer = json!({ "data": [{ "index": 1, "embedding": [3, 4.5] }, { "index": 0, "embedding": [1, 2] }], "usage": { "prompt_tokens": 6 } });
    let server = Server::one(Scripted::json(200, &answer));
    let vectors = at(&server, ProviderKind::OpenAiCompatible, patient()).embed(&["a", "b"], &during).unwrap();
    assert_eq!((vectors.vectors, vectors.input_tokens), (vec![vec![1.0, 2.0], vec![3.0, 4.5]], Some(6)));
    for wrong in [
        json!({ "data": [{ "embedding": [1] }] }),
        json!({ "data": [{ "embedding": [1] }, { "embedding": [1, 2] }] }),
        json!({ "data": [{ "embedding": ["x"] }, { "embedding": [1] }] }),
        json!({ "data": [{ "index": 9, "embedding": [1] }, { "index": 0, "embedding": [1] }] }),
        json!([]),
    ] {
        let server = Server::one(Scripted::json(200, &wrong));
        let error = at(&server, ProviderKind::OpenAiCompatible, patient()).embed(&["a", "b"], &during).unwrap_err();
        assert_eq!(error.fault.as_str(), "answer_malformed", "{wrong}");
    }
    let server = Server::one(Scripted::json(200, &answer));
    let error = at(&server, ProviderKind::Anthropic, patient()).embed(&["a"], &during).unwrap_err();
    assert_eq!((error.fault.as_str(), server.connections()), ("provider_unsupported", 0));
}

#[test]
fn models_are_listed() {
    let during = CallContext { stop: &CancelToken::default(), journal: &NoJournal };
    let check = |kind: ProviderKind, answer: Value, path: &str, expected: &[&str]| {
        let server = Server::one(Scripted::json(200, &answer));
        let models = at(&server, kind, patient()).models(&during).unwrap();
        assert_eq!(models.iter().map(|model| model.id.as_str()).collect::<Vec<_>>(), expected);
        let request = server.requests().pop().unwrap();
        assert_eq!((request.method.as_str(), request.path.as_str()), ("GET", path));
    };
    check(
        ProviderKind::Anthropic,
        json!({ "data": [{ "id": "a", "display_name": "A" }], "has_more": false }),
        "/v1/models?limit=1000",
        &["a"],
    );
    check(
        ProviderKind::OpenAi,
        json!({ "object": "list", "data": [{ "id": "b" }, { "id": "c" }] }),
        "/v1/models",
        &["b", "c"],
    );
    check(ProviderKind::OpenAiCompatible, json!({ "models": [{ "name": "d" }] }), "/v1/models", &["d"]);
    check(ProviderKind::OpenAiCompatible, json!([{ "id": "e" }]), "/v1/models", &["e"]);
}

#[test]
fn the_one_that_is_built_in_says_that_it_needs_a_model() {
    let during = CallContext { stop: &CancelToken::default(), journal: &NoJournal };
    let reply = Offline.chat(&question(), &during, &mut |_| panic!("it has no words"));
    let ReplyOutcome::Failed(error) = reply.end else { panic!("it cannot chat") };
    assert_eq!(error.fault.as_str(), "no_model");
    assert!(error.to_string().contains("settings"), "it says what to do: {error}");
}

#[test]
fn a_line_is_used_again() {
    let server = Server::one(Scripted::stream(OPENAI));
    let provider = at(&server, ProviderKind::OpenAi, patient());
    for _ in 0..5 {
        ask(&*provider);
    }
    assert_eq!(server.requests().len(), 5);
}
