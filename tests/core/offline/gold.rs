//! Facts as a careful analyst wrote them, against what the parser finds.
//!
//! A found statement matches a gold fact if their trigrams overlap by 0.6 (Jaccard) with the fact's words or with its
//! excerpt, one to one, best pairs first. `FACTLY_GOLD=FILE` measures another file of the same shape, and
//! `FACTLY_GOLD_SHOW=1` prints each text's pairs.

use std::collections::HashSet;

use serde_json::Value;

use super::statements;

const THRESHOLD: f64 = 0.6;

#[derive(Default)]
struct Score {
    matched: usize,
    found: usize,
    gold: usize,
}

impl Score {
    fn f1(&self) -> f64 {
        2.0 * self.matched as f64 / (self.found + self.gold).max(1) as f64
    }

    fn row(&self, name: &str) -> String {
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

fn measure(case: &Value, score: &mut Score, show: bool) {
    let found = statements(case["input_text"].as_str().unwrap());
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

fn score(cases: &Value, set: Option<&str>) -> Score {
    let show = std::env::var_os("FACTLY_GOLD_SHOW").is_some();
    let mut score = Score::default();
    for case in cases.as_array().unwrap().iter().filter(|case| set.is_none_or(|set| case["set"] == set)) {
        measure(case, &mut score, show);
    }
    score
}

#[test]
fn most_of_what_an_analyst_would_note_is_found_and_little_else() {
    let own: Value = serde_json::from_str(include_str!("../../fixtures/extraction/gold.json")).unwrap();
    let (tuned, held_out) = (score(&own, Some("tuned")), score(&own, Some("held-out")));
    println!("{}\n{}", tuned.row("tuned"), held_out.row("held-out"));
    if let Some(path) = std::env::var_os("FACTLY_GOLD") {
        let other: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        println!("{}", score(&other, None).row("other"));
    }
    assert!(tuned.f1() >= 0.8 && held_out.f1() >= 0.8, "the floor");
}
