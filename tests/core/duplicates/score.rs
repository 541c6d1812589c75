//! Pairs that we labelled by hand before any rule was tuned, and how well a judge tells them, beside plain trigrams.
//!
//! Half of each kind is `dev`, which was looked at while the rules were made, and half `held_out`, which was not.
//! `FACTLY_PAIRS_SHOW=1` prints the `dev` pairs that are told wrong.

#![allow(
    dead_code,
    unreachable_pub,
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "shared by a test and a bench"
)]

use std::collections::HashSet;

use factly_core::discovery::duplicates::{Comparison, DuplicateIndex, compare, prepare};
use serde::Deserialize;
use serde_json::Value;

#[derive(Clone, Debug, Deserialize)]
pub struct LabelledPair {
    pub split: String,
    pub lang: String,
    pub kind: String,
    pub hard: bool,
    pub duplicate: bool,
    pub a: String,
    pub b: String,
}

pub fn pairs() -> Vec<LabelledPair> {
    let source = include_str!("../../fixtures/duplicates/pairs.jsonl");
    source.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The pairs of `figures.txt`.
pub fn figures(half: &str) -> Vec<LabelledPair> {
    let source = include_str!("../../fixtures/duplicates/figures.txt");
    let pair = |line: &str| {
        let mut fields = line.split(" | ");
        let (sign, half) = fields.next()?.split_once(' ')?;
        let (a, b) = (fields.next()?.to_owned(), fields.next()?.to_owned());
        let split = if half == "d" { "dev" } else { "held_out" }.to_owned();
        Some(LabelledPair {
            split,
            lang: String::new(),
            kind: "figures".into(),
            hard: true,
            duplicate: sign == "+",
            a,
            b,
        })
    };
    source
        .lines()
        .filter(|line| line.starts_with(['+', '-']))
        .filter_map(pair)
        .filter(|pair| pair.split == half)
        .collect()
}

pub fn of_split(split: &str) -> Vec<LabelledPair> {
    pairs().into_iter().filter(|pair| pair.split == split).collect()
}

pub fn verdict(a: &str, b: &str) -> Comparison {
    compare(&prepare(a), &prepare(b))
}

#[derive(Clone, Copy, Debug, Default)]
pub struct Score {
    right: usize,
    predicted: usize,
    expected: usize,
}

impl Score {
    pub fn count(&mut self, is_predicted: bool, is_expected: bool) {
        self.right += usize::from(is_predicted && is_expected);
        self.predicted += usize::from(is_predicted);
        self.expected += usize::from(is_expected);
    }

    pub fn precision(&self) -> f64 {
        self.right as f64 / self.predicted.max(1) as f64
    }

    pub fn recall(&self) -> f64 {
        self.right as f64 / self.expected.max(1) as f64
    }

    pub fn f1(&self) -> f64 {
        2.0 * self.right as f64 / (self.predicted + self.expected).max(1) as f64
    }

    pub fn row(&self, name: &str) -> String {
        format!("{name:32} precision {:.3}  recall {:.3}  F1 {:.3}", self.precision(), self.recall(), self.f1())
    }
}

pub fn score(pairs: &[LabelledPair], judge: impl Fn(&str, &str) -> bool) -> Score {
    let mut score = Score::default();
    for pair in pairs {
        score.count(judge(&pair.a, &pair.b), pair.duplicate);
    }
    score
}

pub fn trigrams(text: &str) -> HashSet<[char; 3]> {
    let folded: Vec<char> = text.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ").chars().collect();
    folded.windows(3).map(|three| [three[0], three[1], three[2]]).collect()
}

pub fn overlap(one: &HashSet<[char; 3]>, other: &HashSet<[char; 3]>) -> f64 {
    let both = one.intersection(other).count();
    both as f64 / (one.len() + other.len() - both).max(1) as f64
}

/// Trigrams with the threshold that does best on these very pairs: more than a real judge could know.
pub fn best_trigrams(pairs: &[LabelledPair]) -> (Score, f64) {
    let alike = |a: &str, b: &str| overlap(&trigrams(a), &trigrams(b));
    let at = |threshold: f64| (score(pairs, |a, b| alike(a, b) >= threshold), threshold);
    (0..=100).map(|percent| at(f64::from(percent) / 100.0)).max_by(|x, y| x.0.f1().total_cmp(&y.0.f1())).unwrap()
}

pub fn show(pairs: &[LabelledPair]) {
    for pair in pairs {
        let verdict = verdict(&pair.a, &pair.b);
        if verdict.duplicate != pair.duplicate {
            println!(
                "{} {:4} {:12} {:.2} {:?}\n    {}\n    {}",
                if pair.duplicate { "missed" } else { "false " },
                pair.lang,
                pair.kind,
                verdict.score,
                verdict.reason,
                pair.a,
                pair.b
            );
        }
    }
}

/// Pairs within the groups that are found, against pairs within those expected.
pub fn groups(cases: &Value) {
    let (mut own, mut floor) = (Score::default(), vec![Score::default(); 101]);
    for case in cases.as_array().unwrap() {
        let items: Vec<(&str, &str)> = case["items"]
            .as_array()
            .unwrap()
            .iter()
            .map(|item| (item["id"].as_str().unwrap(), item["text"].as_str().unwrap()))
            .collect();
        let expected: Vec<HashSet<&str>> = case["expected_groups"]
            .as_array()
            .unwrap()
            .iter()
            .map(|group| group.as_array().unwrap().iter().map(|id| id.as_str().unwrap()).collect())
            .collect();
        let mut index = DuplicateIndex::new();
        items.iter().for_each(|(id, text)| index.add(*id, prepare(text)));
        let found = index.groups();
        for (at, (a, text_a)) in items.iter().enumerate() {
            for (b, text_b) in &items[at + 1..] {
                let is_expected = expected.iter().any(|group| group.contains(a) && group.contains(b));
                let is_predicted = found.iter().any(|group| group.members.contains(a) && group.members.contains(b));
                own.count(is_predicted, is_expected);
                let alike = overlap(&trigrams(text_a), &trigrams(text_b));
                floor
                    .iter_mut()
                    .enumerate()
                    .for_each(|(at, score)| score.count(alike >= at as f64 / 100.0, is_expected));
                if is_predicted != is_expected && std::env::var_os("FACTLY_PAIRS_SHOW").is_some() {
                    let verdict = compare(&prepare(text_a), &prepare(text_b));
                    println!(
                        "{} {:.2} {:?}\n    {text_a}\n    {text_b}",
                        if is_expected { "missed" } else { "false " },
                        verdict.score,
                        verdict.reason
                    );
                }
            }
        }
    }
    println!("{}", own.row("groups"));
    println!("{}", floor.into_iter().max_by(|x, y| x.f1().total_cmp(&y.f1())).unwrap().row("  trigrams"));
}
