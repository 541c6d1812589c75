//! A talk on the command line: as it comes, one event a line, and what a kill in the middle leaves.

use std::io::{BufRead, BufReader};
use std::process::{Output, Stdio};

use factly_core::chat::MessageState;
use factly_engine::Library;
use factly_engine::error::Code;
use factly_engine::world::World;
use serde_json::{Value, json};

use super::factly::{Factly, text};
use super::model_server::{Scripted, Server, Step};

fn tokens(words: &[&str]) -> String {
    let event = |word: &&str| format!("data: {}\n\n", json!({ "choices": [{ "delta": { "content": word } }] }));
    words.iter().map(event).collect()
}

fn proposing(words: &[&str], text: &str) -> Scripted {
    let arguments = json!({ "entity_type": "fact", "text": text }).to_string();
    let call = json!({ "index": 0, "id": "c", "type": "function", "function": { "name": "add_item", "arguments": arguments } });
    let stream = tokens(words)
        + &format!("data: {}\n\n", json!({ "choices": [{ "delta": { "tool_calls": [call] } }] }))
        + &format!(
            "data: {}\n\ndata: [DONE]\n\n",
            json!({ "choices": [{ "delta": {}, "finish_reason": "tool_calls" }] })
        );
    Scripted::stream(stream)
}

fn chat(factly: &Factly, server: &Server, args: &[&str]) -> Output {
    let mut command = factly.command(args);
    let command = command.env("FACTLY_PROVIDER", "openai-compatible").env("FACTLY_MODEL", "m");
    command.env("FACTLY_BASE_URL", server.url()).stdin(Stdio::null()).output().unwrap()
}

fn events(output: &Output) -> Vec<Value> {
    text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn an_answer_is_told_one_event_a_line_and_its_card_waits() {
    let factly = Factly::with_discovery();
    let server = Server::one(proposing(&["I would ", "add this."], "The wall is 6 m high."));
    let output = chat(&factly, &server, &["--json", "chat", "Wall", "Add that the wall is 6 m high."]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let events = events(&output);
    let kinds: Vec<&str> = events.iter().filter_map(|event| event["event"].as_str()).collect();
    assert_eq!(kinds, ["token", "token", "tool_call", "done"]);
    assert_eq!(events[0]["text"], "I would ");
    assert_eq!(
        (&events[2]["tool"], &events[2]["params"]["text"]),
        (&json!("add_item"), &json!("The wall is 6 m high."))
    );
    assert!(events[2]["card"].is_string() && events[3]["message_id"].is_string());
    assert_eq!(factly.json(&["entity", "list", "Wall", "--type", "fact"]).as_array().map(Vec::len), Some(0));
}

#[test]
fn an_answer_is_read_as_it_comes() {
    let factly = Factly::with_discovery();
    let server = Server::one(proposing(&["I would ", "add this."], "The wall is 6 m high."));
    let output = chat(&factly, &server, &["chat", "Wall", "Add it.", "--mention", "F-1"]);
    let lines = text(&output.stdout);
    assert!(lines.starts_with("I would add this.\n") && lines.contains("add fact: The wall is 6 m high."), "{lines}");
    let system = server.requests()[0].body["messages"][0]["content"].as_str().unwrap().to_owned();
    assert!(system.contains("F-1"), "what is mentioned goes along");
}

/// Text of a model or a server is read by a terminal, which takes some letters as orders.
#[test]
fn nobody_who_is_read_drives_the_terminal() {
    const ORDERS: &str = "\u{1b}]52;c;ZXZpbA==\u{7}\u{1b}]0;title\u{7}\u{9b}2J\r";
    let check = |output: &Output| {
        for printed in [text(&output.stdout), text(&output.stderr)] {
            let order = printed.chars().find(|c| c.is_control() && !matches!(c, '\n' | '\t'));
            assert_eq!(order, None, "{printed:?}");
        }
    };
    let factly = Factly::with_discovery();
    let server = Server::one(proposing(&["One\n", ORDERS, "\ttwo"], &format!("The wall{ORDERS} is 6 m high.")));
    let output = chat(&factly, &server, &["chat", "Wall", "Add it."]);
    check(&output);
    let lines = text(&output.stdout);
    assert!(lines.contains("One\n␛]52;") && lines.contains("\ttwo"), "it is shown as letters: {lines}");
    check(&factly.run(&["card", "list", "Wall"]));
    let server = Server::one(Scripted::json(400, &json!({ "error": { "message": format!("no {ORDERS}") } })));
    let output = chat(&factly, &server, &["chat", "Wall", "Why?"]);
    assert!(text(&output.stderr).contains("no ␛"), "{}", text(&output.stderr));
    check(&output);
    let server = Server::one(proposing(&[ORDERS], "The wall is 7 m high."));
    let emitted = events(&chat(&factly, &server, &["--json", "chat", "Wall", "Add it."]));
    assert_eq!(emitted[0]["text"], ORDERS, "what a program reads is to the letter");
}

#[test]
fn with_no_model_what_is_built_in_answers_and_proposes() {
    let factly = Factly::with_discovery();
    let output = factly.run(&["--json", "chat", "Wall", "Add fact: The wall is 6 m high."]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let events = events(&output);
    assert!(events.iter().any(|event| event["event"] == "tool_call"), "{events:?}");
    let cards = factly.json(&["card", "list", "Wall"]);
    let card = cards[0]["id"].as_str().unwrap().to_owned();
    factly.json(&["card", "confirm", &card]);
    let facts = factly.json(&["entity", "list", "Wall", "--type", "fact"]);
    assert_eq!(facts[0]["text"], "The wall is 6 m high.");
    assert!(factly.lines(&["chat", "Wall", "What do we know about the wall?"]).contains("F-1"));
}

#[test]
fn a_conversation_is_named_by_its_title_or_its_id_and_goes_on() {
    let factly = Factly::with_discovery();
    let library = open(&factly);
    let discovery = library.names().find_discovery("Wall").unwrap();
    let other = library.chat().create_conversation(discovery, Some("Night shift")).unwrap().id;
    let server = Server::one(proposing(&["Well."], "The wall is 6 m high."));
    let say = |message: &str, conversation: &str| {
        let args = ["chat", "Wall", message, "--conversation", conversation];
        let output = chat(&factly, &server, &args);
        assert!(output.status.success(), "{}", text(&output.stderr));
    };
    say("How high is it?", "Night shift");
    say("And how wide?", &other.to_string());
    let message_texts = |conversation| {
        let page = library.chat().messages(conversation, None, 10).unwrap();
        page.messages.into_iter().map(|message| message.text).collect::<Vec<_>>()
    };
    assert_eq!(message_texts(other), ["How high is it?", "Well.", "And how wide?", "Well."]);
    let default = library.chat().conversations(discovery).unwrap().into_iter().find(|one| one.id != other).unwrap().id;
    assert_eq!(message_texts(default), [""; 0], "nothing of it stands in the default one");
    let prompts = server.requests().into_iter().map(|request| request.body["messages"].to_string());
    let is_told = |prompt: String| prompt.contains("How high is it?") && prompt.contains("And how wide?");
    assert!(prompts.into_iter().any(is_told), "the model is told what was said there");
    let wrong = chat(&factly, &server, &["--json", "chat", "Wall", "Hello?", "--conversation", "Day shift"]);
    assert_eq!((wrong.status.code(), &events(&wrong)[0]["code"]), (Some(1), &json!("not_found")));
    assert_eq!(message_texts(other).len(), 4, "and nothing was said");
}

#[test]
fn what_fails_is_one_event_and_exit_code_1() {
    let factly = Factly::with_discovery();
    let check = |output: &Output, code: &str| {
        let events = events(output);
        let last = events.last().unwrap();
        assert_eq!((output.status.code(), &last["event"], &last["code"]), (Some(1), &json!("error"), &json!(code)));
        assert!(last["error"].is_string() && events.iter().filter(|event| event["event"] == "done").count() == 0);
    };
    let server = Server::one(Scripted::json(401, &json!({ "error": { "message": "no" } })));
    check(&chat(&factly, &server, &["--json", "chat", "Wall", "Hello?"]), "key_needed");
    check(&chat(&factly, &server, &["--json", "chat", "Nowhere", "Hello?"]), "not_found");
    check(&chat(&factly, &server, &["--json", "chat", "Wall", " "]), "empty");
    factly.json(&["provider", "set", "openai-compatible", "--base-url", &server.url(), "--model", "m"]);
    check(&factly.run(&["--json", "chat", "Wall", "Hello?"]), "consent_needed");
}

#[test]
#[cfg(unix)]
fn killed_in_the_middle_its_words_are_there_at_the_next_start() {
    let factly = Factly::with_discovery();
    let server = Server::one(Scripted::stream(tokens(&["The wall ", "is 840 m ", "long"])).then(Step::Hang));
    let mut command = factly.command(&["chat", "Wall", "How long?"]);
    command.env("FACTLY_PROVIDER", "openai-compatible").env("FACTLY_BASE_URL", server.url()).env("FACTLY_MODEL", "m");
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    wait_until_kept(&factly, "The wall is 840 m long");
    child.kill().unwrap();
    child.wait().unwrap();
    let mut printed = String::new();
    let _ = BufReader::new(child.stdout.take().unwrap()).read_line(&mut printed);
    assert_eq!(printed, "The wall is 840 m long");

    let answer = newest(&factly);
    assert_eq!((answer.state, answer.text.as_str()), (MessageState::Failed, "The wall is 840 m long"));
    assert_eq!(answer.error.unwrap().code, Code::Interrupted);
    let names = std::fs::read_dir(factly.path()).unwrap().map(|entry| entry.unwrap().file_name());
    assert!(names.into_iter().all(|name| !name.to_string_lossy().contains("turn")), "its file is swept up");
}

#[test]
#[cfg(unix)]
fn interrupted_it_stops_and_keeps_what_had_come() {
    let factly = Factly::with_discovery();
    let server = Server::one(Scripted::stream(tokens(&["The wall ", "is 840 m ", "long"])).then(Step::Hang));
    let mut command = factly.command(&["chat", "Wall", "How long?"]);
    command.env("FACTLY_PROVIDER", "openai-compatible").env("FACTLY_BASE_URL", server.url()).env("FACTLY_MODEL", "m");
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    wait_until_kept(&factly, "The wall is 840 m long");
    let interrupt = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(interrupt.success());
    let ended = child.wait_with_output().unwrap();
    assert_eq!(ended.status.code(), Some(1), "what was asked for did not come");
    assert!(text(&ended.stderr).contains("The answer was stopped. What had come is kept."), "{}", text(&ended.stderr));
    let answer = newest(&factly);
    assert_eq!((answer.state, answer.text.as_str()), (MessageState::Stopped, "The wall is 840 m long"));
}

/// Looks in from a second process' place: a turn that is under way must not be taken for broken.
#[cfg(unix)]
fn wait_until_kept(factly: &Factly, words: &str) {
    let begun = std::time::Instant::now();
    loop {
        assert!(begun.elapsed().as_secs() < 60, "what came is written while nothing more comes");
        if factly.path().join("library.factly").exists() {
            let library = open(factly);
            let conversation =
                library.chat().conversations(library.names().find_discovery("Wall").unwrap()).unwrap()[0].id;
            let page = library.chat().messages(conversation, None, 1).unwrap();
            if let Some(answer) = page.messages.first().filter(|answer| answer.text == words) {
                assert_eq!(answer.state, MessageState::Streaming);
                return;
            }
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
}

fn open(factly: &Factly) -> Library {
    Library::open(&factly.path().join("library.factly"), World::system()).unwrap()
}

fn newest(factly: &Factly) -> factly_engine::chat::MessageView {
    let library = open(factly);
    let conversation = library.chat().conversations(library.names().find_discovery("Wall").unwrap()).unwrap()[0].id;
    library.chat().messages(conversation, None, 1).unwrap().messages.remove(0)
}
