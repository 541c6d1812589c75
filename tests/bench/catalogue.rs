//! Suggestions for lines of text out of a catalogue of 10,000 canonical items, beside comparing each line with every
//! name, and what it costs to file the catalogue. Prints ratios.
#![allow(clippy::print_stdout, reason = "a benchmark prints")]

use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::{Duration, Instant};

use factly_core::catalogue::{CanonicalItem, CatalogueIndex};

const ITEMS: usize = 10_000;
const LINES: usize = 500;

const KINDS: [(&str, &str); 20] = [
    ("plywood", "Sperrholz"),
    ("particle board", "Spanplatte"),
    ("screw", "Schraube"),
    ("molton", "Molton"),
    ("truss", "Traverse"),
    ("cable", "Kabel"),
    ("paint", "Farbe"),
    ("carpet", "Teppich"),
    ("profile", "Profil"),
    ("panel", "Platte"),
    ("curtain", "Vorhang"),
    ("hinge", "Scharnier"),
    ("lamp", "Lampe"),
    ("adhesive", "Kleber"),
    ("batten", "Latte"),
    ("sheet", "Blech"),
    ("tube", "Rohr"),
    ("foil", "Folie"),
    ("bracket", "Winkel"),
    ("assembly", "Montage"),
];
const MATERIALS: [&str; 10] =
    ["birch", "oak", "steel", "aluminium", "acrylic", "cotton", "galvanised", "pine", "PVC", "glass"];
const COLOURS: [&str; 10] = ["black", "white", "red", "grey", "blue", "clear", "raw", "green", "silver", "amber"];

fn catalogue() -> Vec<CanonicalItem> {
    (0..ITEMS)
        .map(|at| {
            let ((kind, german), material) = (KINDS[at % 20], MATERIALS[at / 20 % 10]);
            let (colour, thickness) = (COLOURS[at / 200 % 10], at / 2000 * 3 + 3);
            CanonicalItem {
                name: format!("{material} {kind} {colour} {thickness} mm"),
                unit: "m²".to_owned(),
                synonyms: BTreeMap::from([(
                    "de".to_owned(),
                    vec![format!("{german} {material} {colour} {thickness} mm")],
                )]),
            }
        })
        .collect()
}

fn lines() -> Vec<String> {
    (0..LINES)
        .map(|at| {
            let ((kind, german), material) = (KINDS[at % 20], MATERIALS[at / 3 % 10]);
            match at % 4 {
                0 => format!("{} m² {kind}s, {material}, {}", at + 2, COLOURS[at / 7 % 10]),
                1 => format!("{german} {material} {} 6 mm for the back wall", COLOURS[at / 5 % 10]),
                2 => format!("{kind} of {material}"),
                _ => format!("we need {material} {kind} 9 mm in {} by Friday", COLOURS[at / 11 % 10]),
            }
        })
        .collect()
}

fn timed<T>(work: impl Fn() -> T) -> Duration {
    let run = || {
        let start = Instant::now();
        black_box(work());
        start.elapsed()
    };
    let mut runs: Vec<Duration> = (0..5).map(|_| run()).collect();
    runs.sort_unstable();
    runs[2]
}

fn main() {
    let (items, lines) = (catalogue(), lines());
    let catalogue = CatalogueIndex::from_items(&items);
    let filing = timed(|| CatalogueIndex::from_items(&items));
    let quick = timed(|| lines.iter().map(|line| catalogue.suggest(line, 5).len()).sum::<usize>());
    let all: Duration =
        timed(|| lines.iter().take(50).map(|line| catalogue.suggest_by_looking_at_all(line, 5).len()).sum::<usize>())
            * 10;
    let each = |all: Duration| all.as_secs_f64() * 1e6 / LINES as f64;
    println!("{ITEMS} canonical items, {LINES} lines");
    println!("filing the catalogue      {:8.1} ms", filing.as_secs_f64() * 1e3);
    println!("a line by the index       {:8.1} µs", each(quick));
    println!("a line against all names  {:8.1} µs", each(all));
    println!("ratio                     {:8.1}", all.as_secs_f64() / quick.as_secs_f64());
}
