//! `factly provider`: settings, keys that come by standard input, tests with an exit code, consent, what was sent.

use std::process::Output;

use serde_json::{Value, json};

use crate::factly::{Factly, one_value, text};
use crate::model_server::{Scripted, Server};

const KEY: &str = "sk-canary-d77a";
const TEXT: &str = "The council approved a wall of 840 m on 6 May 2026.";

fn answer() -> Scripted {
    let ops = json!({ "ops": [{
        "op": "ADD", "scope": { "type": "project" }, "key": "note", "value": "a wall of 840 m", "confidence": 0.9,
        "evidence": { "quote": "a wall of 840 m", "startChar": 0, "endChar": 3, "sourceSection": "FREE_CHAT" },
    }] });
    let chunk = json!({ "choices": [{ "delta": { "content": ops.to_string() }, "finish_reason": "stop" }] });
    Scripted::stream(format!("data: {chunk}\n\ndata: [DONE]\n\n"))
}

/// With variables, and no keyring to be found.
fn run_with(factly: &Factly, variables: &[(&str, &str)], args: &[&str]) -> Output {
    factly.command(args).envs(variables.iter().copied()).output().expect("the binary runs")
}

#[test]
fn what_is_set_is_listed_and_offline_is_the_default() {
    let factly = Factly::with_discovery();
    let listed = factly.json(&["provider", "list"]);
    assert_eq!(listed["tasks"].as_array().unwrap().len(), 4);
    assert!(listed["tasks"].as_array().unwrap().iter().all(|task| task["provider"] == "offline"));
    assert_eq!(
        (&listed["temperature"], &listed["max_tokens"], &listed["context_threshold"]),
        (&json!(0.4), &json!(4096), &json!(50))
    );
    assert_eq!(factly.json(&["provider", "test"])["ok"], true, "what is built in works");

    let args = [
        "provider",
        "set",
        "openai-compatible",
        "--base-url",
        "http://localhost:11434/v1",
        "--model",
        "qwen3",
        "--task",
        "chat",
    ];
    let set = factly.json(&[&args[..], &["--temperature", "0.7"]].concat());
    let chat = set["tasks"].as_array().unwrap().iter().find(|task| task["task"] == "chat").unwrap().clone();
    assert_eq!(
        (chat["provider"].as_str(), chat["origin"].as_str(), chat["model"].as_str()),
        (Some("openai-compatible"), Some("http://localhost:11434"), Some("qwen3"))
    );
    assert_eq!(factly.json(&["provider", "list"])["temperature"], 0.7);
    let other = factly.json(&["provider", "set", "offline"]);
    assert!(
        other["tasks"].as_array().unwrap().iter().all(|task| task["provider"] == "offline" && task["model"].is_null())
    );
}

#[test]
fn a_model_of_one_server_is_not_asked_of_another() {
    let factly = Factly::new();
    let set = |more: &[&str], expected: Option<&str>| {
        let set = factly.json(&[&["provider", "set", "openai-compatible", "--base-url"], more].concat());
        assert_eq!(set["tasks"][0]["model"].as_str(), expected, "{more:?}");
    };
    set(&["https://api.groq.com/openai/v1", "--model", "llama-3.3-70b-versatile"], Some("llama-3.3-70b-versatile"));
    set(&["https://api.groq.com/openai"], Some("llama-3.3-70b-versatile"));
    set(&["http://localhost:8080/v1"], None);
    set(&["http://localhost:1234/v1", "--model", "qwen3"], Some("qwen3"));
    let set = factly.json(&["provider", "set", "--model", "qwen3:8b"]);
    assert_eq!(set["tasks"][0]["origin"], "http://localhost:1234", "a model alone leaves the address");
}

#[test]
fn an_address_that_is_not_allowed_is_refused() {
    let factly = Factly::new();
    for url in ["http://example.com/v1", "https://me:secret@example.com", "file:///etc/passwd", "localhost:1"] {
        let output = factly.run(&["--json", "provider", "set", "openai-compatible", "--base-url", url]);
        assert_eq!(one_value(&output)["error"]["code"], "invalid", "{url}");
        assert!(!text(&output.stderr).contains("secret"), "a secret in it is not repeated");
    }
    assert_eq!(factly.run(&["provider", "set", "oracle"]).status.code(), Some(2), "there is no such provider");
    assert_eq!(
        factly.run(&["provider", "set", "openai", "--key", KEY]).status.code(),
        Some(2),
        "a key is never an argument"
    );
    assert_eq!(factly.fails(&["provider", "set", "openai-compatible"]), "invalid", "a server needs an address");
}

#[test]
fn a_key_that_no_keyring_takes_is_said_to_be_lost_and_is_nowhere() {
    let factly = Factly::new();
    let output = factly.run_with_input(&["--json", "provider", "set", "openai", "--key"], KEY.as_bytes());
    assert_eq!(output.status.code(), Some(1), "it is not kept, and that is said: {}", text(&output.stderr));
    assert!(text(&output.stderr).contains("could not be kept"), "{}", text(&output.stderr));
    let set = one_value(&output);
    assert_eq!(set["tasks"][0]["key"]["place"], "this_run");
    assert!(!text(&output.stdout).contains(KEY) && !text(&output.stderr).contains(KEY));
    for entry in std::fs::read_dir(factly.path()).unwrap() {
        let path = entry.unwrap().path();
        let bytes = std::fs::read(&path).unwrap_or_default();
        assert!(!bytes.windows(KEY.len()).any(|window| window == KEY.as_bytes()), "{}", path.display());
    }
    let empty = factly.run_with_input(&["--json", "provider", "set", "openai", "--key"], b"\n");
    assert_eq!(one_value(&empty)["error"]["code"], "invalid");
}

#[test]
fn a_test_has_a_clear_verdict_and_an_exit_code() {
    let factly = Factly::with_discovery();
    let models = Scripted::json(200, &json!({ "data": [{ "id": "m" }] }));
    let server = Server::start(vec![models.clone(), answer()]);
    let url = server.url();
    let variables = [
        ("FACTLY_PROVIDER", "openai"),
        ("FACTLY_BASE_URL", url.as_str()),
        ("FACTLY_MODEL", "m"),
        ("OPENAI_API_KEY", KEY),
    ];
    let output = run_with(&factly, &variables, &["--json", "provider", "test"]);
    let verdict = one_value(&output);
    assert_eq!(
        (output.status.code(), &verdict["ok"], &verdict["model"]),
        (Some(0), &json!(true), &json!("m")),
        "{}",
        text(&output.stderr)
    );
    assert_eq!(server.requests()[1].header("authorization"), Some(format!("Bearer {KEY}").as_str()));

    let refusing = Server::one(Scripted::json(401, &json!({ "error": { "message": format!("bad key {KEY}") } })));
    let url = refusing.url();
    let variables = [("FACTLY_PROVIDER", "anthropic"), ("FACTLY_BASE_URL", url.as_str()), ("ANTHROPIC_API_KEY", KEY)];
    let output = run_with(&factly, &variables, &["--json", "provider", "test"]);
    let verdict = one_value(&output);
    assert_eq!((output.status.code(), verdict["error"]["code"].as_str()), (Some(1), Some("key_needed")));
    assert!(!text(&output.stdout).contains(KEY) && !text(&output.stderr).contains(KEY), "no answer repeats the key");
    let wrong = run_with(&factly, &[("FACTLY_PROVIDER", "oracle")], &["--json", "provider", "list"]);
    assert_eq!(one_value(&wrong)["error"]["code"], "invalid");
}

#[test]
fn another_server_of_one_run_is_asked_for_its_own_model_and_never_for_the_one_that_is_set() {
    let factly = Factly::new();
    let set = Server::one(answer());
    let url = set.url();
    factly.run(&["provider", "set", "openai-compatible", "--base-url", &url, "--model", "llama"]);
    let list = |names: &[&str]| {
        Scripted::json(200, &json!({ "data": names.iter().map(|id| json!({ "id": id })).collect::<Vec<_>>() }))
    };
    let test = |server: &Server, more: &[(&str, &str)]| {
        let url = server.url();
        let variables = [&[("FACTLY_BASE_URL", url.as_str())], more].concat();
        let output = run_with(&factly, &variables, &["--json", "provider", "test"]);
        (output.status.code(), one_value(&output))
    };

    let one = Server::start(vec![list(&["nomic-embed", "qwen"]), list(&["nomic-embed", "qwen"]), answer()]);
    let (code, verdict) = test(&one, &[]);
    assert_eq!((code, &verdict["model"]), (Some(0), &json!("qwen")), "the only one that talks: {verdict}");

    let several = Server::one(list(&["qwen", "mistral"]));
    let (code, verdict) = test(&several, &[]);
    let message = verdict["error"].to_string();
    assert_eq!((code, &verdict["error"]["code"]), (Some(1), &json!("invalid")), "{verdict}");
    assert!(
        message.contains("FACTLY_MODEL") && message.contains("qwen, mistral"),
        "it says what to set, and to what: {message}"
    );
    assert!(several.requests().iter().all(|request| request.method == "GET"), "no model was asked");

    let named = Server::start(vec![list(&["qwen", "mistral"]), answer()]);
    let (code, verdict) = test(&named, &[("FACTLY_MODEL", "mistral")]);
    assert_eq!((code, &verdict["model"]), (Some(0), &json!("mistral")), "{verdict}");
    assert_eq!(set.requests().len(), 0, "the server that is set was not asked");
}

/// A list of models is a server's own words.
#[test]
fn no_server_drives_the_terminal() {
    const ORDERS: &str = "\u{1b}]52;c;ZXZpbA==\u{7}\u{9b}2J\r";
    let factly = Factly::with_discovery();
    let models = json!({ "data": [{ "id": format!("m{ORDERS}"), "name": format!("M{ORDERS}") }] });
    let refusal = json!({ "error": { "message": format!("no {ORDERS}") } });
    let server =
        Server::start(vec![Scripted::json(200, &models), Scripted::json(200, &models), Scripted::json(400, &refusal)]);
    let named = format!("m{ORDERS}");
    let (url, path) = (server.url(), factly.file("text.txt", TEXT));
    let rows: [(&[&str], &str); 6] = [
        (&["provider", "set", "openai-compatible", "--base-url", &url, "--model", &named], "m␛]52;"),
        (&["provider", "list"], "m␛]52;"),
        (&["provider", "models"], "m␛]52;"),
        (&["provider", "test"], "no ␛]52;"),
        (&["provider", "allow", "Wall"], "may go to"),
        (&["input", "add", "Wall", path.to_str().unwrap()], "no ␛]52;"),
    ];
    let check = |args: &[&str], shown: &str| {
        let output = factly.run(args);
        let printed = text(&output.stdout) + &text(&output.stderr);
        let order = printed.chars().find(|c| c.is_control() && !matches!(c, '\n' | '\t'));
        assert_eq!(order, None, "{args:?}: {printed:?}");
        assert!(printed.contains(shown), "{args:?} shows it as letters: {printed}");
    };
    rows.into_iter().for_each(|(args, shown)| check(args, shown));
    check(&["provider", "sent", "Wall"], "m␛]52;");
}

#[test]
fn a_text_is_read_by_the_model_that_is_allowed() {
    let factly = Factly::with_discovery();
    let server = Server::one(answer());
    factly.json(&[
        "provider",
        "set",
        "openai-compatible",
        "--base-url",
        &server.url(),
        "--model",
        "m",
        "--task",
        "extraction",
    ]);
    let path = factly.file("text.txt", TEXT);
    let path = path.to_str().unwrap();
    let output = factly.run(&["--json", "input", "add", "Wall", path]);
    assert_eq!((output.status.code(), server.connections()), (Some(1), 0));
    assert!(text(&output.stderr).contains(&server.url()), "it says to whom it would go: {}", text(&output.stderr));
    assert_eq!(one_value(&output)["label"], "I-1", "the text is added and waits");
    assert_eq!(factly.fails(&["run", "retry", "Wall"]), "consent_needed");

    let allowed = factly.json(&["provider", "allow", "Wall"]);
    assert_eq!(allowed["allowed"][0]["origin"], json!(server.url()));
    factly.json(&["run", "retry", "Wall"]);
    let facts = factly.json(&["facts", "Wall"]);
    assert_eq!(
        facts[0]["evidence"]["quote"].as_str().or(facts[0]["quote"].as_str()),
        Some("a wall of 840 m"),
        "{facts}"
    );
    let sent = factly.json(&["provider", "sent", "Wall"]);
    let id = sent[0]["id"].as_str().unwrap();
    let whole: Value = factly.json(&["provider", "sent", "Wall", id]);
    assert_eq!(whole["body"].as_str(), Some(server.requests()[0].text.as_str()), "what was sent, to the letter");
    factly.json(&["provider", "forbid", "Wall"]);
    let second = factly.file("second.txt", "It is 6 m high.");
    assert_eq!(factly.run(&["--json", "input", "add", "Wall", second.to_str().unwrap()]).status.code(), Some(1));
    assert_eq!(server.requests().len(), 1);
}

fn price<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&["provider", "price", "--task", "extraction"], more].concat()
}

#[test]
fn what_a_model_costs_is_given_by_day_and_used_for_what_was_sent() {
    let factly = Factly::with_discovery();
    assert_eq!(factly.json(&["provider", "price"])["prices"], json!([]), "Factly brings none along");
    let usage = json!({ "choices": [], "usage": { "prompt_tokens": 2_000, "completion_tokens": 100 } });
    let chunk = json!({ "choices": [{ "delta": { "content": "{\"ops\": []}" }, "finish_reason": "stop" }] });
    let server = Server::one(Scripted::stream(format!("data: {chunk}\n\ndata: {usage}\n\ndata: [DONE]\n\n")));
    let given = ["--input", "3", "--output", "15.25", "--currency", "eur", "--since", "2000-01-01"];
    assert_eq!(factly.fails(&price(&given)), "invalid", "what is built in costs nothing");
    let url = server.url();
    let set = ["provider", "set", "openai-compatible", "--base-url", &url, "--task", "extraction", "--model", "m"];
    factly.json(&set);

    let saved = factly.json(&price(&given));
    let expected = json!({
        "origin": url, "model": "m", "input": 3.0, "output": 15.25, "currency": "EUR", "since": "2000-01-01",
    });
    assert_eq!(saved["prices"], json!([expected]));
    let later = ["--input", "0.000001", "--output", "0", "--since", "2999-12-31"];
    assert_eq!(factly.json(&price(&later))["prices"][1]["currency"], "USD", "beside the one before it");

    factly.json(&["provider", "allow", "Wall"]);
    let path = factly.file("text.txt", TEXT);
    factly.json(&["input", "add", "Wall", path.to_str().unwrap()]);
    let sent = factly.json(&["provider", "sent", "Wall"]);
    let cost = json!({ "amount": 0.007_525, "currency": "EUR", "by_price_of": "2000-01-01" });
    assert_eq!(sent[0]["cost"], cost, "2,000 tokens of 3 and 100 of 15.25 a million");

    for refused in
        [&["--input", "1.0000001", "--output", "1"][..], &["--input", "-1", "--output", "1"], &["--input", "3"]]
    {
        assert_eq!(factly.run(&price(refused)).status.code(), Some(2), "{refused:?}");
    }
    let day = |day| ["--input", "1", "--output", "1", "--since", day];
    assert_eq!(factly.fails(&price(&day("tomorrow"))), "invalid");
    assert_eq!(factly.fails(&price(&["--since", "2000-01-01"])), "invalid", "it is not said what it costs");
    let left = factly.json(&price(&["--remove", "--since", "2000-01-01"]));
    assert_eq!(left["prices"].as_array().map(Vec::len), Some(1), "{left}");
    assert_eq!(factly.fails(&price(&["--remove", "--model", "another"])), "not_found");
    assert_eq!(factly.json(&price(&["--remove"]))["prices"], json!([]));
}

#[test]
fn a_price_is_given_of_a_provider_that_only_the_environment_names() {
    let factly = Factly::with_discovery();
    let variables = [
        ("FACTLY_PROVIDER", "openai-compatible"),
        ("FACTLY_BASE_URL", "http://localhost:11434/v1"),
        ("FACTLY_MODEL", "qwen3"),
    ];
    let priced = |more: &[&str]| {
        let output = run_with(&factly, &variables, &[&["--json", "provider", "price"], more].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
        one_value(&output)["prices"].clone()
    };
    let given = priced(&["--input", "1", "--output", "2", "--since", "2000-01-01"]);
    assert_eq!((&given[0]["origin"], &given[0]["model"]), (&json!("http://localhost:11434"), &json!("qwen3")));
    assert_eq!(priced(&["--remove"]), json!([]), "and taken out in the same way");
}
