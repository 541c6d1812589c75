//! However a stream is cut into pieces or written down: no token lost, none doubled, one end.

use factly_engine::providers::{Finish, ProviderKind, ReplyOutcome};

use crate::model_server::{Scripted, Server, Step};
use crate::providers::scripted_provider::{ANTHROPIC, CallCapture, OPENAI, answered, ask, at, patient};
use crate::soak::sized;

/// A prime, so that it falls at other places of each event; in a soak every byte.
const STRIDE: usize = 7;

const WORDS: &str = "Größe 840 m 🌊\n";

fn recorded() -> [(ProviderKind, &'static str, [&'static str; 2]); 2] {
    [(ProviderKind::Anthropic, ANTHROPIC, ["toolu_1", "toolu_2"]), (ProviderKind::OpenAi, OPENAI, ["call_a", "call_b"])]
}

/// Checks the content of both recordings.
fn check_whole(heard: &CallCapture, ids: [&str; 2], how: &str) {
    assert_eq!(heard.words(), WORDS, "{how}");
    let call = |id: &str, name: &str, arguments: &str| (id.to_owned(), name.to_owned(), arguments.to_owned());
    let calls = [call(ids[0], "add_item", r#"{"text":"a wall"}"#), call(ids[1], "delete_item", "{}")];
    assert_eq!(heard.calls(), calls, "{how}");
    assert_eq!(heard.reply.end, ReplyOutcome::Done(Finish::ToolCalls), "{how}");
    let usage = heard.reply.usage;
    assert_eq!((usage.input_tokens, usage.output_tokens), (Some(25), Some(17)), "{how}");
}

#[test]
fn a_stream_may_come_a_byte_at_a_time() {
    for (kind, stream, ids) in recorded() {
        let pieces = stream.bytes().map(|byte| vec![byte]).collect();
        check_whole(&answered(kind, Scripted::pieces(pieces)), ids, kind.as_str());
    }
}

#[test]
fn a_stream_may_be_split_at_any_byte() {
    for (kind, stream, ids) in recorded() {
        let split =
            |at: usize| Scripted::pieces(vec![stream.as_bytes()[..at].to_vec(), stream.as_bytes()[at..].to_vec()]);
        let places = || (0..=stream.len()).step_by(sized(STRIDE, 1));
        let server = Server::start(places().map(split).collect());
        let provider = at(&server, kind, patient());
        for at in places() {
            check_whole(&ask(&*provider), ids, &format!("{}, split at {at}", kind.as_str()));
        }
    }
}

#[test]
fn lines_may_end_in_any_way_and_hold_what_nobody_asked_for() {
    for (kind, stream, ids) in recorded() {
        let check = |text: String, how: &str| {
            let pieces = text.bytes().map(|byte| vec![byte]).collect();
            check_whole(&answered(kind, Scripted::pieces(pieces)), ids, &format!("{}, {how}, bytes", kind.as_str()));
            check_whole(&answered(kind, Scripted::stream(text)), ids, &format!("{}, {how}", kind.as_str()));
        };
        check(stream.replace('\n', "\r\n"), "CRLF");
        check(stream.replace('\n', "\r"), "CR");
        check(format!("\u{FEFF}{stream}"), "a byte order mark");
        check(stream.replace("\n\n", "\n\n: keep-alive\n\n:\n\n"), "comments between events");
        check(stream.replace("data:", "retry: 10\nid: 7\nx-unknown: 1\nunknown\ndata:"), "unknown fields");
        check(stream.replace("data: ", "data:"), "no space after the colon");
        check(stream.replace("\n\n", "\n\nevent: ping\ndata: {\"type\":\"ping\"}\n\n"), "pings");
        check(stream.replace("\n\n", "\n\ndata:\n\n"), "empty events");
    }
}

#[test]
fn a_connection_cut_at_any_byte_loses_nothing_that_came_and_ends_once() {
    for (kind, stream, ids) in recorded() {
        // Within a character too.
        let cut = |at: usize| Scripted::stream(&stream.as_bytes()[..at]).then(Step::Cut);
        // Nothing came of the first ones, so they are tried again: each is its own script, all tries of it alike.
        let mut last = 0;
        for at_byte in (0..stream.len()).step_by(sized(STRIDE, 1)) {
            let server = Server::one(cut(at_byte));
            let heard = ask(&*at(&server, kind, patient()));
            let words = heard.words();
            assert!(WORDS.starts_with(&words) && words.len() >= last, "{}, cut at {at_byte}: {words:?}", kind.as_str());
            last = words.len();
            let has_begun = !words.is_empty();
            match &heard.reply.end {
                ReplyOutcome::Done(_) => check_whole_but_usage(&heard, ids, at_byte),
                ReplyOutcome::Failed(error) => assert_eq!(error.fault.as_str(), "answer_cut", "cut at {at_byte}"),
                ReplyOutcome::Stopped => panic!("nobody stopped it"),
            }
            let tries = server.requests().len();
            assert_eq!(
                tries,
                if has_begun { 1 } else { 3 },
                "tried again only before the first token: cut at {at_byte}"
            );
        }
        assert_eq!(last, WORDS.len(), "the last cuts lost no word");
    }
}

/// With the reason for its end, an answer is whole, though the usage may be missing.
fn check_whole_but_usage(heard: &CallCapture, ids: [&str; 2], at: usize) {
    assert_eq!(heard.words(), WORDS, "cut at {at}");
    let call_ids: Vec<String> = heard.calls().into_iter().map(|(id, ..)| id).collect();
    assert_eq!(call_ids, ids, "cut at {at}");
}
