//! Every way a server can fail: a clear code, words that say what to do, and no more tries than are safe.

use std::time::{Duration, Instant};

use factly_engine::providers::{Finish, Provider, ProviderKind, ReplyEvent, ReplyOutcome};
use factly_engine::task::CancelToken;
use serde_json::json;

use crate::model_server::{Scripted, Server, Step};
use crate::providers::scripted_provider::{ANTHROPIC, KEY, OPENAI, answered, ask, ask_until, at, impatient, patient};

const BOTH: [(ProviderKind, &str); 2] =
    [(ProviderKind::Anthropic, ANTHROPIC), (ProviderKind::OpenAiCompatible, OPENAI)];

#[test]
fn each_status_has_its_code_and_its_number_of_tries() {
    for (kind, _) in BOTH {
        for (status, code, tries) in [
            (400, "provider_rejected", 1),
            (401, "key_refused", 1),
            (403, "provider_forbidden", 1),
            (404, "model_not_found", 1),
            (413, "answer_too_large", 1),
            (429, "rate_limited", 3),
            (500, "provider_failed", 3),
            (502, "provider_failed", 3),
            (503, "provider_overloaded", 3),
            (529, "provider_overloaded", 3),
        ] {
            let server = Server::one(Scripted::json(status, &json!({ "error": { "message": "because of it" } })));
            let heard = ask(&*at(&server, kind, patient()));
            assert_eq!(heard.fault(), code, "HTTP {status}");
            assert!(heard.error().contains("because of it"), "the server's own words are told: {}", heard.error());
            assert_eq!(server.requests().len(), tries, "HTTP {status}");
            assert!(heard.events.is_empty(), "HTTP {status}");
        }
    }
}

#[test]
fn what_passes_is_tried_again_and_gives_one_answer() {
    for (kind, stream) in BOTH {
        for status in [429, 500, 529] {
            let busy = Scripted::json(status, &json!({ "error": "later" }));
            let server = Server::start(vec![busy.clone(), busy, Scripted::stream(stream)]);
            let heard = ask(&*at(&server, kind, patient()));
            assert_eq!(heard.words(), "Größe 840 m 🌊\n", "HTTP {status}");
            let requests = server.requests();
            assert_eq!(requests.len(), 3);
            assert!(requests.windows(2).all(|pair| pair[0].text == pair[1].text), "the same request each time");
        }
    }
}

#[test]
fn what_a_server_asks_for_is_waited_for() {
    let (kind, stream) = BOTH[1];
    let busy = Scripted::json(429, &json!({})).header("retry-after", "1");
    let server = Server::start(vec![busy, Scripted::stream(stream)]);
    let begun = Instant::now();
    let heard = ask(&*at(&server, kind, patient()));
    assert_eq!(heard.reply.end, ReplyOutcome::Done(Finish::ToolCalls));
    assert!(begun.elapsed() >= Duration::from_secs(1), "never sooner than it asked");
    let hour = Server::one(Scripted::json(429, &json!({})).header("retry-after", "3600"));
    let heard = ask(&*at(&hour, kind, patient()));
    assert_eq!((heard.fault(), hour.requests().len()), ("rate_limited", 1), "nobody sits through an hour");
    assert!(heard.error().contains("3600 s"), "but it is told: {}", heard.error());
}

#[test]
fn a_redirect_is_never_followed() {
    for (kind, stream) in BOTH {
        let elsewhere = Server::one(Scripted::stream(stream));
        for status in [301, 302, 307, 308] {
            let moved =
                Scripted::json(status, &json!({})).header("location", &format!("{}/v1/messages", elsewhere.url()));
            let server = Server::one(moved);
            let heard = ask(&*at(&server, kind, patient()));
            assert_eq!((heard.fault(), server.requests().len()), ("provider_redirected", 1), "HTTP {status}");
        }
        assert_eq!(elsewhere.connections(), 0, "the other host hears nothing, least of all the key");
    }
}

#[test]
fn an_error_in_mid_stream_keeps_what_came_and_is_not_tried_again() {
    let broken = [
        (
            ProviderKind::Anthropic,
            ANTHROPIC,
            "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"too much\"}}\n\n",
            "provider_overloaded",
        ),
        (
            ProviderKind::OpenAiCompatible,
            OPENAI,
            "data: {\"error\":{\"message\":\"too much\",\"code\":500}}\n\n",
            "provider_failed",
        ),
        (ProviderKind::OpenAiCompatible, OPENAI, "data: {\"error\":\"too much\"}\n\n", "provider_failed"),
        (
            ProviderKind::OpenAiCompatible,
            OPENAI,
            "event: error\ndata: {\"message\":\"too much\"}\n\n",
            "provider_failed",
        ),
        (ProviderKind::OpenAiCompatible, OPENAI, "event: error\ndata: too much\n\n", "provider_failed"),
    ];
    for (kind, stream, error, code) in broken {
        let at_word = stream.find("840 m").unwrap();
        let begin = &stream[..stream[..at_word].rfind("\n\n").unwrap() + 2];
        let server = Server::one(Scripted::stream(format!("{begin}{error}{stream}")));
        let heard = ask(&*at(&server, kind, patient()));
        assert_eq!((heard.words().as_str(), heard.fault()), ("Größe ", code), "{error}");
        assert!(heard.error().contains("too much"), "{}", heard.error());
        assert_eq!(server.requests().len(), 1, "a token was told: {error}");
    }
    // Before the first token it is as safe as any other failure.
    let first =
        Scripted::stream("event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\"}}\n\n");
    let server = Server::start(vec![first, Scripted::stream(ANTHROPIC)]);
    let heard = ask(&*at(&server, ProviderKind::Anthropic, patient()));
    assert_eq!((heard.reply.end.clone(), server.requests().len()), (ReplyOutcome::Done(Finish::ToolCalls), 2));
}

#[test]
fn a_stream_without_its_end_was_cut() {
    for (kind, stream) in BOTH {
        let end = stream
            .find("tool_use\",\"stop_sequence")
            .or_else(|| stream.find("\"finish_reason\":\"tool_calls"))
            .unwrap();
        let before = &stream[..stream[..end].rfind("\n\n").unwrap() + 2];
        let heard = answered(kind, Scripted::stream(before));
        assert_eq!(
            (heard.words().as_str(), heard.fault()),
            ("Größe 840 m 🌊\n", "answer_cut"),
            "it ended politely, but too soon"
        );
    }
}

#[test]
fn a_server_that_says_nothing_is_given_up() {
    for (kind, stream) in BOTH {
        let silent = Server::one(Scripted::stream("").then(Step::Hang));
        let heard = ask(&*at(&silent, kind, impatient()));
        assert_eq!(
            (heard.fault(), silent.requests().len()),
            ("provider_silent", 1),
            "waited for long enough, not again"
        );
        let half = &stream[..stream.find("840 m").unwrap()];
        let stuck = Server::one(Scripted::stream(half).then(Step::Hang));
        let heard = ask(&*at(&stuck, kind, impatient()));
        assert_eq!((heard.words().as_str(), heard.fault()), ("Größe ", "provider_silent"), "and what came is kept");
        // The end was told; nobody waits for a line that stays open.
        let done = stream.strip_suffix("data: [DONE]\n\n").unwrap_or(stream);
        let open = Server::one(Scripted::stream(done).then(Step::Hang));
        assert_eq!(ask(&*at(&open, kind, impatient())).reply.end, ReplyOutcome::Done(Finish::ToolCalls));
    }
}

#[test]
fn a_server_that_only_keeps_the_line_alive_is_given_up() {
    let empty_delta = r#"data: {"model":"m","choices":[{"index":0,"delta":{"role":"assistant","content":""}}]}"#;
    let alive = [
        ": still here\n\n".to_owned(),
        "data:\n\n".to_owned(),
        "event: ping\ndata: {\"type\":\"ping\"}\n\n".to_owned(),
        format!("{empty_delta}\n\n"),
    ];
    for (kind, stream) in BOTH {
        let half = &stream[..stream[..stream.find("840 m").unwrap()].rfind("\n\n").unwrap() + 2];
        // Each waits for its limit, so they do it side by side.
        std::thread::scope(|side_by_side| {
            for says in &alive {
                for (begun, words) in [("", ""), (half, "Größe ")] {
                    side_by_side.spawn(move || {
                        let again = Step::Again(says.as_bytes().to_vec(), Duration::from_millis(50));
                        let server = Server::one(Scripted::stream(begun).then(again));
                        let heard = ask(&*at(&server, kind, impatient()));
                        assert_eq!((heard.words().as_str(), heard.fault()), (words, "provider_silent"), "{says:?}");
                    });
                }
            }
        });
        // Without a pause it is never waited for.
        let server =
            Server::one(Scripted::stream(half).then(Step::Again(alive[0].clone().into_bytes(), Duration::ZERO)));
        let heard = ask(&*at(&server, kind, impatient()));
        assert_eq!((heard.words().as_str(), heard.fault()), ("Größe ", "provider_silent"));
        // The end was told: what only keeps the line alive is not waited for either.
        let done = stream.strip_suffix("data: [DONE]\n\n").unwrap_or(stream);
        let again = Step::Again(alive[0].as_bytes().to_vec(), Duration::from_millis(50));
        let open = Server::one(Scripted::stream(done).then(again));
        assert_eq!(ask(&*at(&open, kind, impatient())).reply.end, ReplyOutcome::Done(Finish::ToolCalls));
    }
}

#[test]
fn what_a_model_thinks_is_no_silence() {
    // Longer than the limit, and none of it is shown.
    let thinks = |event: &str| -> Vec<Step> {
        let piece = Step::Piece(event.as_bytes().to_vec());
        (0..8).flat_map(|_| [piece.clone(), Step::Pause(Duration::from_millis(400))]).collect()
    };
    let openai = r#"data: {"model":"m","choices":[{"index":0,"delta":{"content":"","reasoning_content":"so"}}]}"#;
    let anthropic =
        r#"data: {"type":"content_block_delta","index":9,"delta":{"type":"thinking_delta","thinking":"so"}}"#;
    for (kind, stream, event) in
        [(ProviderKind::Anthropic, ANTHROPIC, anthropic), (ProviderKind::OpenAiCompatible, OPENAI, openai)]
    {
        let mut scripted = Scripted::stream("");
        scripted.steps = thinks(&format!("{event}\n\n"));
        let server = Server::one(scripted.then(Step::Piece(stream.as_bytes().to_vec())));
        let heard = ask(&*at(&server, kind, impatient()));
        assert_eq!(
            (heard.words().as_str(), heard.reply.end),
            ("Größe 840 m 🌊\n", ReplyOutcome::Done(Finish::ToolCalls))
        );
    }
}

/// From the request to the first of an answer there is one limit, not one for the head and one for the first event.
#[test]
fn the_head_of_an_answer_does_not_begin_the_wait_anew() {
    for (kind, stream) in BOTH {
        // Each of the two waits is shorter than the limit of 1,500 ms, both together are longer.
        let mut scripted = Scripted::stream("").after(Duration::from_millis(1_000));
        scripted.steps = vec![Step::Pause(Duration::from_millis(1_000)), Step::Piece(stream.as_bytes().to_vec())];
        let server = Server::one(scripted);
        let heard = ask(&*at(&server, kind, impatient()));
        assert_eq!((heard.fault(), heard.words().as_str()), ("provider_silent", ""));
    }
}

#[test]
fn a_hundred_million_bytes_in_one_line_are_an_error() {
    for (kind, _) in BOTH {
        let server = Server::one(Scripted::stream("").then(Step::Flood(100 << 20)));
        let before = resident();
        let heard = ask(&*at(&server, kind, patient()));
        assert_eq!(heard.fault(), "answer_too_large");
        let grown = resident().saturating_sub(before);
        assert!(grown < 64 << 20, "memory is bounded: it grew by {grown} bytes");
    }
}

#[test]
fn more_calls_than_anybody_looks_through_are_an_error() {
    let call = |at: usize| {
        let call = json!({ "index": at, "id": format!("c{at}"), "function": { "name": "f", "arguments": "{}" } });
        format!("data: {}\n\n", json!({ "choices": [{ "delta": { "tool_calls": [call] } }] }))
    };
    let many: String = (0..1_500).map(call).collect();
    let end = r#"data: {"choices":[{"delta":{},"finish_reason":"tool_calls"}]}"#;
    let heard = answered(ProviderKind::OpenAiCompatible, Scripted::stream(format!("{many}{end}\n\n")));
    assert_eq!((heard.fault(), heard.reply.calls.len()), ("answer_too_large", 0), "none of them is carried out");
}

/// Bytes of memory that this process holds; nought where the system does not say.
fn resident() -> usize {
    let pages = std::fs::read_to_string("/proc/self/statm").ok();
    let pages = pages.and_then(|text| text.split(' ').nth(1).and_then(|pages| pages.parse::<usize>().ok()));
    pages.unwrap_or(0) * 4_096
}

#[test]
fn what_is_no_stream_is_told_as_what_it_is() {
    for (kind, _) in BOTH {
        let page = Scripted::stream("<html>Log in</html>").header("content-type", "text/html; charset=utf-8");
        assert_eq!(answered(kind, page).fault(), "answer_malformed", "a page is no answer");
        let well = Scripted::json(200, &json!({ "error": { "message": "no such model", "type": "not_found_error" } }));
        let heard = answered(kind, well);
        assert_eq!(heard.fault(), "model_not_found", "an error that says HTTP 200 is an error");
        assert!(heard.error().contains("no such model"));
        let name = if kind == ProviderKind::Anthropic { "event: content_block_delta\n" } else { "" };
        let heard = answered(kind, Scripted::stream(format!("{name}data: {{\"choices\": [{{\n\n")));
        assert_eq!(heard.fault(), "answer_malformed", "half a JSON in a whole event is no answer");
    }
    let nobody = Server::one(Scripted::stream(""));
    let port = nobody.port();
    drop(nobody);
    let server = Server::one(Scripted::stream(OPENAI));
    let provider = at(&server, ProviderKind::OpenAi, patient());
    drop(server);
    let heard = ask(&*provider);
    assert_eq!(heard.fault(), "provider_unreachable", "{port} is closed");
}

#[test]
fn no_error_repeats_the_key() {
    let hex: String = KEY.bytes().map(|byte| format!("{byte:02x}")).collect();
    for (kind, _) in BOTH {
        let error_body = json!({ "error": { "message": format!("the key {KEY} is wrong, and so is {hex}") } });
        for scripted in [
            Scripted::json(401, &error_body),
            Scripted::json(200, &error_body),
            Scripted::stream(format!("event: error\ndata: {error_body}\n\n")),
        ] {
            let heard = answered(kind, scripted);
            let debug_text = format!("{heard:?}");
            assert!([KEY, &hex].iter().all(|form| !debug_text.contains(form)), "{}", heard.error());
        }
    }
}

/// Stops a call of a server that hangs once the server was asked.
fn stop_once_asked(server: &Server, provider: &dyn Provider) -> ReplyOutcome {
    let stop = CancelToken::default();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            server.watch().until_asked(1);
            stop.cancel();
        });
        ask_until(provider, &stop, |_| {}).reply.end
    })
}

#[test]
fn stop_takes_effect_while_a_server_is_silent_and_keeps_what_came() {
    for (kind, stream) in BOTH {
        // In the middle of what came already.
        let server = Server::one(Scripted::stream(stream));
        let stop = CancelToken::default();
        let heard = ask_until(&*at(&server, kind, patient()), &stop, |event| {
            if matches!(event, ReplyEvent::Token(_)) {
                stop.cancel();
            }
        });
        assert_eq!((heard.words().as_str(), &heard.reply.end), ("Größe ", &ReplyOutcome::Stopped));
        // While nothing comes: before the head of the answer, and after a token.
        let half = &stream[..stream.find("840 m").unwrap()];
        for scripted in [Scripted::stream("").then(Step::Hang), Scripted::stream(half).then(Step::Hang)] {
            let server = Server::one(scripted);
            assert_eq!(
                stop_once_asked(&server, &*at(&server, kind, patient())),
                ReplyOutcome::Stopped,
                "the server never ends"
            );
        }
        // Between two tries.
        let server = Server::one(Scripted::json(429, &json!({})).header("retry-after", "4"));
        let stop = CancelToken::default();
        stop.cancel();
        assert_eq!(ask_until(&*at(&server, kind, patient()), &stop, |_| {}).reply.end, ReplyOutcome::Stopped);
    }
}
