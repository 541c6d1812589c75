//! Facts as a careful analyst wrote them, against what the parser finds.
//!
//! A found statement matches a gold fact if their trigrams overlap by 0.6 (Jaccard) with the fact's words or with its
//! excerpt, one to one, best pairs first. `FACTLY_GOLD_SHOW=1` prints each text's pairs.

#![allow(
    dead_code,
    unreachable_pub,
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "shared by a test and a bench"
)]

use std::collections::HashSet;

use serde_json::Value;

const THRESHOLD: f64 = 0.6;

#[derive(Default)]
pub struct Score {
    matched: usize,
    found: usize,
    gold: usize,
}

impl Score {
    pub fn f1(&self) -> f64 {
        2.0 * self.matched as f64 / (self.found + self.gold).max(1) as f64
    }

    pub fn row(&self, name: &str) -> String {
        let share = |of: usize| self.matched as f64 / of.max(1) as f64;
        format!("{name:10} precision {:.3} recall {:.3} F1 {:.3}", share(self.found), share(self.gold), self.f1())
    }
}

fn trigrams(text: &str) -> HashSet<[char; 3]> {
    let folded: Vec<char> = text.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ").chars().collect();
    folded.windows(3).map(|three| [three[0], three[1], three[2]]).collect()
}

fn overlap(one: &str, other: &str) -> f64 {
    let (one, other) = (trigrams(one), trigrams(other));
    let both = one.intersection(&other).count();
    both as f64 / (one.len() + other.len() - both).max(1) as f64
}

fn measure(case: &Value, find: &dyn Fn(&str) -> Vec<String>, score: &mut Score, show: bool) {
    let found = find(case["input_text"].as_str().unwrap());
    let gold: Vec<[&str; 2]> = case["gold_facts"]
        .as_array()
        .unwrap()
        .iter()
        .map(|fact| [fact["text"].as_str().unwrap(), fact["source_excerpt"].as_str().unwrap()])
        .collect();
    let likeness = |statement: &str, fact: &[&str; 2]| overlap(statement, fact[0]).max(overlap(statement, fact[1]));
    let mut pairs: Vec<(f64, usize, usize)> = Vec::new();
    for (at, statement) in found.iter().enumerate() {
        pairs.extend(gold.iter().enumerate().map(|(of, fact)| (likeness(statement, fact), at, of)));
    }
    pairs.sort_by(|a, b| b.0.total_cmp(&a.0));
    let (mut used, mut met) = (HashSet::new(), HashSet::new());
    for (like, at, of) in pairs {
        if like >= THRESHOLD && !used.contains(&at) && !met.contains(&of) {
            used.insert(at);
            met.insert(of);
        }
    }
    if show {
        println!("== {} {}/{}/{}", case["id"], met.len(), found.len(), gold.len());
        found
            .iter()
            .enumerate()
            .for_each(|(at, fact)| println!("  {} {fact}", if used.contains(&at) { '+' } else { '-' }));
        gold.iter().enumerate().filter(|(of, _)| !met.contains(of)).for_each(|(_, fact)| println!("  ! {}", fact[1]));
    }
    score.matched += met.len();
    score.found += found.len();
    score.gold += gold.len();
}

/// Measures what `find` finds in the texts of a set, or in all.
pub fn score(cases: &Value, set: Option<&str>, find: &dyn Fn(&str) -> Vec<String>) -> Score {
    let show = std::env::var_os("FACTLY_GOLD_SHOW").is_some();
    let mut score = Score::default();
    for case in cases.as_array().unwrap().iter().filter(|case| set.is_none_or(|set| case["set"] == set)) {
        measure(case, find, &mut score, show);
    }
    score
}

/// The texts and facts that we wrote: half of them were looked at while the rules were made.
pub fn own() -> Value {
    serde_json::from_str(include_str!("../../fixtures/extraction/gold.json")).unwrap()
}
