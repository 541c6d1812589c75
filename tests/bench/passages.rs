//! Fits the weights of the structure of talks and prints them; how well passages are ranked that they were not fitted to goes
//! to standard error.
//!
//! `FACTLY_CODED=coded.json cargo run --release -p factly-core --example passages > \
//! src-tauri/core/src/extraction/passages/weights.txt`. The file has interviews with what researchers coded of them:
//! `{name: {"text", "coders": {name: [[start, end], …]}}}`, in characters.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::unwrap_used,
    reason = "a script that cannot go on has failed"
)]

#[path = "logistic.rs"]
mod logistic;

use std::collections::BTreeMap;
use std::ops::Range;

use factly_core::extraction::passages::{FITTED_STRUCTURE, STRUCTURE_NAMES};
use factly_core::extraction::salience::{Background, CodedSentence, RankedText};
use factly_core::inputs::{self, BundleSection, SectionSpan};
use factly_core::text::Span;
use logistic::{Example, fit};

/// Penalty on large weights, of signals that vary by one.
const RIDGE: f64 = 33.0;
/// Number of sentences that each interview counts as, however long it is.
const SENTENCES: f64 = 300.0;
/// Least characters coded by whoever worked on an interview.
const CODED: u32 = 300;

const SIGNALS: usize = FITTED_STRUCTURE - 1;

struct Interview {
    sentences: Vec<CodedSentence>,
    /// The share of the coders who coded each.
    coded: Vec<f64>,
    by_coder: Vec<Vec<bool>>,
}

fn main() {
    let path = std::env::var("FACTLY_CODED").unwrap();
    let file: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let all: Vec<Interview> = file.as_object().unwrap().values().map(read).collect();
    let (means, spreads) = spread(&all);
    let weights = fitted(all.iter(), &means, &spreads);
    print(&weights, &means, &spreads);
    let mut figures: BTreeMap<u32, Vec<(f64, f64)>> = BTreeMap::new();
    for (at, held_out) in all.iter().enumerate() {
        let rest = all.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, one)| one);
        let weights = fitted(rest, &means, &spreads);
        for tenth in 1..=3 {
            figures.entry(tenth).or_default().extend(judged(
                held_out,
                &weights,
                &means,
                &spreads,
                f64::from(tenth) / 10.0,
            ));
        }
    }
    for (tenth, figures) in figures {
        let mean = |of: &dyn Fn(&(f64, f64)) -> f64| figures.iter().map(of).sum::<f64>() / figures.len() as f64;
        eprintln!("{}0 % of the sentences: precision {:.3}, F1 {:.3}", tenth, mean(&|one| one.0), mean(&|one| one.1));
    }
}

fn read(interview: &serde_json::Value) -> Interview {
    let text = interview["text"].as_str().unwrap();
    let mut sentences: Vec<CodedSentence> = Vec::new();
    let (mut passages, chars) = (0, |text: &str| u32::try_from(text.chars().count()).unwrap());
    for piece in inputs::cut(text) {
        let part = &text[piece.clone()];
        let sections = [SectionSpan { section: BundleSection::FreeChat, span: Span::new(0, chars(part)) }];
        let share = |at: usize| at as f64 / text.len() as f64;
        let background = Background {
            before: text[..piece.start].to_owned(),
            behind: text[piece.end..].to_owned(),
            extent: share(piece.start)..share(piece.end),
            ..Background::default()
        };
        let (from, before) = (chars(&text[..piece.start]), passages);
        for mut one in RankedText::new(part, &sections, &background).coded_sentences() {
            one.chars = from + one.chars.start..from + one.chars.end;
            one.passage = one.passage.map(|passage| passage + before);
            passages = passages.max(one.passage.map_or(0, |passage| passage + 1));
            sentences.push(one);
        }
    }
    let spans = |coder: &serde_json::Value| -> Vec<Range<u32>> {
        let number = |value: &serde_json::Value| u32::try_from(value.as_u64().unwrap()).unwrap();
        coder.as_array().unwrap().iter().map(|span| number(&span[0])..number(&span[1])).collect()
    };
    let coders: Vec<Vec<Range<u32>>> = interview["coders"].as_object().unwrap().values().map(spans).collect();
    let worked = coders.into_iter().filter(|spans| spans.iter().map(|span| span.end - span.start).sum::<u32>() > CODED);
    let by_coder: Vec<Vec<bool>> =
        worked.map(|spans| sentences.iter().map(|one| is_coded(&one.chars, &spans)).collect()).collect();
    let count = |at: usize| by_coder.iter().filter(|coded| coded[at]).count() as f64 / by_coder.len() as f64;
    let coded = (0..sentences.len()).map(count).collect();
    Interview { sentences, coded, by_coder }
}

fn is_coded(one: &Range<u32>, spans: &[Range<u32>]) -> bool {
    let shared: u32 = spans.iter().map(|span| span.end.min(one.end).saturating_sub(span.start.max(one.start))).sum();
    shared * 2 >= one.end - one.start
}

fn spread(all: &[Interview]) -> ([f64; SIGNALS], [f64; SIGNALS]) {
    let rows: Vec<&[f64]> = all.iter().flat_map(|one| &one.sentences).map(|one| &one.signals[..]).collect();
    let mean = |at: usize| rows.iter().map(|row| row[at]).sum::<f64>() / rows.len() as f64;
    let means: [f64; SIGNALS] = std::array::from_fn(mean);
    let variance = |at: usize| rows.iter().map(|row| (row[at] - means[at]).powi(2)).sum::<f64>() / rows.len() as f64;
    (means, std::array::from_fn(|at| variance(at).sqrt().max(1e-6)))
}

fn inputs(one: &CodedSentence, means: &[f64; SIGNALS], spreads: &[f64; SIGNALS]) -> [f64; FITTED_STRUCTURE] {
    std::array::from_fn(|at| match at.checked_sub(1) {
        None => 1.0,
        Some(at) => (one.signals[at] - means[at]) / spreads[at],
    })
}

fn fitted<'i>(
    all: impl Iterator<Item = &'i Interview>,
    means: &[f64; SIGNALS],
    spreads: &[f64; SIGNALS],
) -> [f64; FITTED_STRUCTURE] {
    let mut examples = Vec::new();
    for interview in all {
        let share = SENTENCES / interview.sentences.len() as f64;
        for (one, coded) in interview.sentences.iter().zip(&interview.coded) {
            let inputs = inputs(one, means, spreads);
            examples.push(Example { inputs, is_so: true, share: share * coded });
            examples.push(Example { inputs, is_so: false, share: share * (1.0 - coded) });
        }
    }
    fit(&examples, RIDGE)
}

/// Prints the weights of the signals as they are, without their averages.
fn print(weights: &[f64; FITTED_STRUCTURE], means: &[f64; SIGNALS], spreads: &[f64; SIGNALS]) {
    let raw: Vec<f64> = (0..SIGNALS).map(|at| weights[at + 1] / spreads[at]).collect();
    let constant = weights[0] - raw.iter().zip(means).map(|(weight, mean)| weight * mean).sum::<f64>();
    println!("constant {constant:.4}");
    for (at, weight) in raw.iter().enumerate() {
        let name = STRUCTURE_NAMES[at % STRUCTURE_NAMES.len()];
        let around = if at < STRUCTURE_NAMES.len() { "" } else { "around_" };
        println!("{around}{name} {weight:.4}");
    }
}

/// Precision and F1 against each coder, where the best passages that hold a share of the sentences are proposed.
fn judged(
    interview: &Interview,
    weights: &[f64; FITTED_STRUCTURE],
    means: &[f64; SIGNALS],
    spreads: &[f64; SIGNALS],
    share: f64,
) -> Vec<(f64, f64)> {
    let plain: Vec<f64> = interview
        .sentences
        .iter()
        .map(|one| inputs(one, means, spreads).iter().zip(weights).map(|(input, weight)| input * weight).sum())
        .collect();
    let mut passages: BTreeMap<usize, (f64, f64, Vec<usize>)> = BTreeMap::new();
    for (at, one) in interview.sentences.iter().enumerate() {
        let Some(passage) = one.passage else { continue };
        let near = |other: Option<&f64>| other.copied().unwrap_or(plain[at]);
        let before = near(at.checked_sub(1).and_then(|before| plain.get(before)));
        let logit = 0.5 * plain[at] + 0.25 * (before + near(plain.get(at + 1)));
        let entry = passages.entry(passage).or_default();
        entry.0 += logit * one.words as f64;
        entry.1 += one.words as f64;
        entry.2.push(at);
    }
    let mut ranked: Vec<(f64, Vec<usize>)> =
        passages.into_values().map(|(sum, words, held)| (sum / words.max(1.0), held)).collect();
    ranked.sort_by(|one, other| other.0.total_cmp(&one.0));
    let counts: Vec<bool> = interview.sentences.iter().map(|one| one.words >= 4).collect();
    let all = counts.iter().filter(|counts| **counts).count() as f64;
    let mut proposed = vec![false; plain.len()];
    for (_, held) in ranked {
        if proposed.iter().zip(&counts).filter(|(one, counts)| **one && **counts).count() as f64 >= share * all {
            break;
        }
        held.into_iter().for_each(|at| proposed[at] = true);
    }
    interview.by_coder.iter().map(|coded| agreement(&proposed, coded, &counts)).collect()
}

fn agreement(proposed: &[bool], coded: &[bool], counts: &[bool]) -> (f64, f64) {
    let count = |is: &dyn Fn(usize) -> bool| (0..counts.len()).filter(|at| counts[*at] && is(*at)).count() as f64;
    let both = count(&|at| proposed[at] && coded[at]);
    let precision = both / count(&|at| proposed[at]).max(1.0);
    let recall = both / count(&|at| coded[at]).max(1.0);
    (precision, if both > 0.0 { 2.0 * precision * recall / (precision + recall) } else { 0.0 })
}
