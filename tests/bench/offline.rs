//! Quality and speed at which the parser that needs no model finds facts.
//!
//! Speed is printed beside a floor measured in the same run: the time in which the same text's words are counted.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a bench")]

use std::time::Instant;

use factly_core::extraction::offline::Parser;
use factly_core::extraction::op::FactOp;
use factly_core::extraction::ops;
use factly_core::inputs::{BundleSection, SectionSpan, Stage};
use factly_core::items::Items;
use factly_core::keys::Registry;
use factly_core::text::Span;

#[path = "../core/offline/salience_score.rs"]
mod salience_score;
#[path = "../core/offline/score.rs"]
mod score;

const SIZE: usize = 4 << 20;

fn main() {
    let registry = Registry::from_packs(&["production", "research"], Vec::new()).unwrap();
    let parser = Parser::new(&registry, Stage::Ideation);
    let parse = |text: &str| -> Vec<FactOp> {
        let span = Span::new(0, u32::try_from(text.chars().count()).unwrap());
        parser.parse(text, &[SectionSpan { section: BundleSection::FreeChat, span }], &Items::default())
    };
    let statements = |text: &str| -> Vec<String> {
        let notes = parse(text).into_iter().filter(|op| op.key == "note");
        notes.filter_map(|op| op.value.as_str().map(str::to_owned)).collect()
    };
    let own = score::own();
    for set in ["tuned", "held-out"] {
        println!("{}", score::score(&own, Some(set), &statements).row(set));
        println!("{}", salience_score::own(set).row(set));
        if let Some(real) = salience_score::real(set) {
            println!("{}", real.row(&format!("{set}, real")));
        }
    }

    let reports: Vec<&str> = own.as_array().unwrap().iter().filter_map(|case| case["input_text"].as_str()).collect();
    let report = reports.join("\n\n");
    let texts = [
        ("reports", report.clone()),
        ("one line", report.replace('\n', " ")),
        ("no sentence end", report.replace(['.', '\n', ':', '?', '!'], " ")),
        ("no spaces", "x".repeat(1_000)),
        ("punctuation", ".,;:!?\"'()".to_owned()),
        ("numbers", "12,000 EUR is 6 m wide, and 3 May 2027: ".to_owned()),
    ];
    for (name, unit) in &texts {
        let text = unit.repeat(SIZE / unit.len() + 1);
        let floor = best(|| text.split_whitespace().count());
        // As bundles come: 8,000 characters at a time.
        let pieces =
            best(|| factly_core::inputs::cut(&text).into_iter().map(|piece| parse(&text[piece]).len()).sum::<usize>());
        let whole = best(|| parse(&text).len());
        let rate = |seconds: f64| text.len() as f64 / 1e6 / seconds;
        println!(
            "{name:16} {:7.1} MB/s in bundles, {:7.1} MB/s at once, {:6.1} times the floor",
            rate(pieces),
            rate(whole),
            whole / floor
        );
    }
    answers(&parse(&report));
}

/// An answer of 50 MB, well-formed and with a fault; the floor is a reader that keeps nothing.
fn answers(found: &[FactOp]) {
    let list: Vec<String> = found.iter().map(|op| serde_json::to_string(op).unwrap()).collect();
    let list = list.join(",");
    let many = vec![list.as_str(); 50_000_000 / list.len()].join(",");
    let well_formed = format!("{{\"ops\":[{many}]}}");
    let floor = best(|| serde_json::from_str::<serde::de::IgnoredAny>(&well_formed).is_ok());
    for (name, raw) in [("to be mended", format!("{{'ops':[{many},]")), ("well-formed", well_formed)] {
        let time = best(|| ops::parse(&raw).ops.len());
        println!("answer, {name:12} {:7.1} MB/s, {:6.1} times the floor", raw.len() as f64 / 1e6 / time, time / floor);
    }
}

/// The best of three runs, in seconds.
fn best<T>(mut run: impl FnMut() -> T) -> f64 {
    let times = (0..3).map(|_| {
        let start = Instant::now();
        std::hint::black_box(run());
        start.elapsed().as_secs_f64()
    });
    times.fold(f64::INFINITY, f64::min)
}
