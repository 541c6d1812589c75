//! Quality and speed of telling duplicates.
//!
//! Quality is printed beside plain trigram similarity with the threshold that does best on the same pairs. Time stands
//! beside what trigrams need to compare one text with every other, measured in the same run.
//! `FACTLY_GROUPS=FILE` scores a file of grouped texts too: `[{"items": [{"id", "text"}], "expected_groups": [[id]]}]`.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a bench speaks to a person")]

#[path = "limits.rs"]
mod limits;

use std::hint::black_box;
use std::process::ExitCode;
use std::time::Instant;

use factly_core::discovery::duplicates::{DuplicateIndex, prepare};

#[path = "../core/duplicates/score.rs"]
mod score;

use limits::Limits;
use score::{groups, overlap, trigrams};

/// Lead of the F1 over trigrams that is called clearly ahead, whichever the pairs.
const CLEARLY_AHEAD: f64 = 0.1;

fn main() -> ExitCode {
    let mut limits = Limits::default();
    quality(&mut limits);
    if let Some(path) = std::env::var_os("FACTLY_GROUPS") {
        groups(&serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap());
    }
    speed();
    limits.end()
}

fn quality(limits: &mut Limits) {
    let all = score::pairs();
    let hard: Vec<_> = all.iter().filter(|pair| pair.hard).cloned().collect();
    for (name, pairs) in [
        ("all", all),
        ("hard", hard),
        ("dev", score::of_split("dev")),
        ("held_out", score::of_split("held_out")),
        ("figures, dev", score::figures("dev")),
        ("figures, held_out", score::figures("held_out")),
    ] {
        let own = score::score(&pairs, |a, b| score::verdict(a, b).duplicate);
        let (floor, threshold) = score::best_trigrams(&pairs);
        let over = limits.mark(&format!("F1 of {name}"), own.f1() >= floor.f1() + CLEARLY_AHEAD);
        let least = format!("at least {CLEARLY_AHEAD} more than trigrams");
        println!("{}  {least}{over}", own.row(&format!("{name} ({} pairs)", pairs.len())));
        println!("{}", floor.row(&format!("  trigrams from {threshold:.2}")));
    }
}

const SUBJECTS: [&str; 20] = [
    "revenue",
    "headcount",
    "water use",
    "rainfall",
    "the waiting time",
    "churn",
    "noise",
    "rent",
    "the error rate",
    "attendance",
    "traffic",
    "the birth rate",
    "steel output",
    "ticket sales",
    "the vacancy rate",
    "battery range",
    "crop yield",
    "debt",
    "turnout",
    "latency",
];
const PLACES: [&str; 25] = [
    "Berlin", "Lyon", "Oslo", "Porto", "Ghent", "Turin", "Bath", "Graz", "Bern", "Cork", "Malmö", "Gdańsk", "Brno",
    "Split", "Varna", "Tartu", "Riga", "Vigo", "Nîmes", "Bonn", "Utrecht", "Leeds", "Patras", "Szeged", "Aarhus",
];

/// A fact of a made-up column: every thirtieth is an earlier one in other words.
fn text(at: usize) -> String {
    let (of, again) = if at % 30 == 29 { (at - 7, true) } else { (at, false) };
    let subject = SUBJECTS[of * 7 % SUBJECTS.len()];
    let city = PLACES[of / 20 % PLACES.len()];
    let (tenths, year) = (of % 997, 1990 + of / 500 % 35);
    let unit = of / 997 % 9000;
    if again {
        return format!(
            "{city} saw {subject} grow {}.{} percent in {year} across {unit} sites",
            tenths / 10,
            tenths % 10
        );
    }
    format!("In {year}, {subject} in {city} rose by {}.{}% at {unit} sites.", tenths / 10, tenths % 10)
}

fn speed() {
    for size in [10_000, 100_000] {
        let texts: Vec<String> = (0..size).map(text).collect();
        let start = Instant::now();
        let mut index = DuplicateIndex::new();
        texts.iter().enumerate().for_each(|(at, text)| index.add(at, prepare(text)));
        let filled = start.elapsed();

        let sample: Vec<_> = (0..200).map(|at| prepare(&texts[at * (size / 200)])).collect();
        let start = Instant::now();
        let found: usize = sample.iter().map(|text| black_box(index.find(text)).len()).sum();
        let find = start.elapsed() / 200;

        // To compare one text with all by trigrams that were made before.
        let grams: Vec<_> = texts.iter().take(10_000).map(|text| trigrams(text)).collect();
        let start = Instant::now();
        for one in grams.iter().take(3) {
            black_box(grams.iter().filter(|other| overlap(one, other) >= 0.5).count());
        }
        let floor = start.elapsed() / 3 * u32::try_from(size / 10_000).unwrap();

        let start = Instant::now();
        let groups = index.groups();
        let scan = start.elapsed();
        println!(
            "{size:>7} texts: filled in {filled:.2?}; find {find:.0?} ({:.4} of trigrams over all, {floor:.1?}), {found} found for 200",
            find.as_secs_f64() / floor.as_secs_f64()
        );
        println!(
            "{:>7} scanned in {scan:.2?}, {} groups; {:.5} of trigrams for every pair (extrapolated from a sample)",
            "",
            groups.len(),
            scan.as_secs_f64() / (floor.as_secs_f64() * size as f64 / 2.0)
        );
    }
}
