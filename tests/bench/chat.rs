//! Cost of the chat's rules over a large discovery: the prompt, and the built-in assistant's answers.
//!
//! `cargo bench -p factly-core --bench chat [-- FACTS]`: 100,000 facts if left out, with an Insight on every five, and so
//! on. The floor is a copy of all texts, made in the same run.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a measurement that cannot be made has failed, and prints"
)]

#[path = "limits.rs"]
mod limits;

use std::hint::black_box;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use factly_core::chat::Graph;
use factly_core::chat::assistant::{AssistantMessage, answer};
use factly_core::chat::graph::{GraphNode, GraphParts};
use factly_core::chat::prompt::system;
use factly_core::discovery::{EntityKind, EntityLabel, EntityStatus};
use factly_core::facts::Status;
use limits::Limits;

/// Limit beyond which work needs to show that it goes on, and an answer does not.
const A_WAIT: Duration = Duration::from_secs(1);

fn main() -> ExitCode {
    let mut limits = Limits::default();
    let mut row = |name: &str, ours: Duration, floor: Duration| {
        println!("{}{}", format_row(name, ours, floor), limits.mark(name, ours <= A_WAIT));
    };
    let facts = std::env::args().filter_map(|arg| arg.parse().ok()).next().unwrap_or(100_000);
    let parts = parts(facts);
    let texts: Vec<Box<str>> = parts.nodes.iter().map(|node| node.text.clone()).collect();
    let floor = median(9, || texts.clone());
    println!("{:<48} {:>10} {:>10} {:>7}  limit 1 s", format!("chat, {facts} facts"), "median", "floor", "ratio");
    let made = median(5, || Graph::from_parts(parts.clone()));
    row("graph out of its parts (and a copy of them)", made, floor);
    let graph = Graph::from_parts(parts);
    let mention = [EntityLabel::new(EntityKind::Insight, 1)];
    row("system prompt, summarised", median(9, || system(&graph, &mention, 50)), floor);
    for text in [
        "summary",
        "gaps",
        "what should I do next?",
        "missing connections",
        "what supports O-1?",
        "which facts mention culvert 77?",
        "why is the river so wide today?",
        "facts without insights",
        "delete F-7 and F-8",
    ] {
        row(text, median(5, || answer(&graph, &AssistantMessage { text, ..AssistantMessage::default() })), floor);
    }
    limits.end()
}

/// Facts that speak of a few things in turns, and what is concluded from them.
fn parts(facts: i64) -> GraphParts {
    const THINGS: [&str; 8] = ["wall", "river", "culvert", "gauge", "meadow", "street", "barrier", "railway"];
    let mut parts = GraphParts { title: "Many".into(), goal: "Why?".into(), ..GraphParts::default() };
    let thing = |no: i64| THINGS[usize::try_from(no).unwrap() % THINGS.len()];
    for (kind, each) in [
        (EntityKind::Input, 100),
        (EntityKind::Fact, 1),
        (EntityKind::Insight, 5),
        (EntityKind::Recommendation, 15),
        (EntityKind::Output, 1_500),
    ] {
        for no in 1..=facts / each {
            let text = format!("The {} {no} costs {} euros near the {}.", thing(no), no * 37 % 9_000, thing(no / 8));
            parts.nodes.push(node(EntityLabel::new(kind, no), text));
        }
    }
    for no in 1..=facts {
        parts.links.push((EntityLabel::new(EntityKind::Input, no / 100 + 1), EntityLabel::new(EntityKind::Fact, no)));
        parts.links.push((EntityLabel::new(EntityKind::Fact, no), EntityLabel::new(EntityKind::Insight, no / 5 + 1)));
    }
    for no in 1..=facts / 5 {
        parts.links.push((
            EntityLabel::new(EntityKind::Insight, no),
            EntityLabel::new(EntityKind::Recommendation, no / 3 + 1),
        ));
    }
    for no in 1..=facts / 15 {
        parts.links.push((
            EntityLabel::new(EntityKind::Recommendation, no),
            EntityLabel::new(EntityKind::Output, no / 100 + 1),
        ));
    }
    parts
}

fn node(label: EntityLabel, text: String) -> GraphNode {
    GraphNode {
        label,
        text: text.into(),
        status: if label.no % 9 == 0 { EntityStatus::NeedsReview } else { EntityStatus::Validated },
        fact_status: (label.kind == EntityKind::Fact).then_some(Status::Accepted),
        version: 1,
        output_type: None,
        archived: false,
        has_evidence: label.no % 11 != 0,
    }
}

fn format_row(name: &str, ours: Duration, floor: Duration) -> String {
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    let ratio = ours.as_secs_f64() / floor.as_secs_f64();
    format!("{name:<48} {:>7.2} ms {:>7.2} ms {ratio:>7.1}", ms(ours), ms(floor))
}

fn median<T>(times: usize, mut work: impl FnMut() -> T) -> Duration {
    let mut all: Vec<Duration> = (0..times)
        .map(|_| {
            let begun = Instant::now();
            black_box(work());
            begun.elapsed()
        })
        .collect();
    all.sort();
    all[all.len() / 2]
}
