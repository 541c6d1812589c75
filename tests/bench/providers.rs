//! From bytes to typed events: what an event of a stream costs, beside what it costs to find its lines alone.
//!
//! `cargo bench -p factly-engine --bench providers`. The floor is a search for line ends over the same bytes, and the
//! parsing of each event's JSON into a tree, which a simpler reader would do.
#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]

#[path = "limits.rs"]
mod limits;

use std::hint::black_box;
use std::process::ExitCode;
use std::time::Instant;

use factly_engine::providers::{ProviderKind, replay};
use limits::Limits;

/// A short run: what else the machine does comes between, and the quickest of many is what it takes by itself.
const EVENTS: usize = 10_000;
/// As a connection delivers them.
const PIECE: usize = 4_096;
/// In µs.
const AN_EVENT: f64 = 1.0;

fn main() -> ExitCode {
    let mut limits = Limits::default();
    for (kind, stream) in [(ProviderKind::Anthropic, anthropic()), (ProviderKind::OpenAi, openai())] {
        let bytes = stream.as_bytes();
        let floor = best(|| {
            black_box(bytes.split(|byte| *byte == b'\n').filter(|line| line.starts_with(b"data:")).count());
        });
        let tree = best(|| {
            for line in stream.lines().filter_map(|line| line.strip_prefix("data: ")) {
                black_box(serde_json::from_str::<serde_json::Value>(line).ok());
            }
        });
        let ours = best(|| {
            let mut events = 0;
            let reply = replay(kind, bytes.chunks(PIECE), &mut |_| events += 1);
            assert!(events >= EVENTS && reply.text.len() > EVENTS, "every event is told");
        });
        let each = ours / EVENTS as f64 * 1e6;
        let name = kind.as_str();
        println!(
            "{name}: {each:.3} µs an event, limit {AN_EVENT}; {:.1} × its lines alone, {:.2} × its JSON as a tree{}",
            ours / floor,
            ours / tree,
            limits.mark(name, each <= AN_EVENT)
        );
    }
    limits.end()
}

fn best(work: impl Fn()) -> f64 {
    let one = || {
        let begun = Instant::now();
        work();
        begun.elapsed().as_secs_f64()
    };
    (0..70).map(|_| one()).fold(f64::INFINITY, f64::min)
}

fn anthropic() -> String {
    let one = |at: usize| {
        let delta = format!("{{\"type\":\"text_delta\",\"text\":\" word{}\"}}", at % 1_000);
        format!(
            "event: content_block_delta\ndata: {{\"type\":\"content_block_delta\",\"index\":0,\"delta\":{delta}}}\n\n"
        )
    };
    let begin = "event: content_block_start\ndata: {\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"text\",\"text\":\"\"}}\n\n";
    let end = "event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n";
    format!("{begin}{}{end}", (0..EVENTS).map(one).collect::<String>())
}

fn openai() -> String {
    let one = |at: usize| {
        let choice = format!(
            "{{\"index\":0,\"delta\":{{\"content\":\" word{}\"}},\"logprobs\":null,\"finish_reason\":null}}",
            at % 1_000
        );
        format!(
            "data: {{\"id\":\"chatcmpl-1\",\"object\":\"chat.completion.chunk\",\"created\":1700000000,\"model\":\"gpt-test\",\"choices\":[{choice}]}}\n\n"
        )
    };
    format!("{}data: [DONE]\n\n", (0..EVENTS).map(one).collect::<String>())
}
