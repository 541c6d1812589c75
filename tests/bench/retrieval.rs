//! Retrieval on labelled sets: how well it ranks, and whether the guard tells a set's questions from another's; then how
//! fast it answers and indexes, beside a naive BM25 of the same run. Prints tables and ratios.
//!
//! The sets stand in the folder that `FACTLY_RETRIEVAL_SETS` names, each a folder of `docs.jsonl`, `queries.jsonl` and
//! `qrels.jsonl`; without it only the speed is measured.
#![allow(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a benchmark prints, and one that cannot go on has failed"
)]

#[path = "retrieval/cases.rs"]
mod cases;
#[path = "limits.rs"]
mod limits;
#[path = "retrieval/sets.rs"]
mod sets;
#[path = "retrieval/speed.rs"]
mod speed;

use cases::{cases, print_guard};
use factly_core::retrieval::{SearchQuery, search};
use limits::Limits;
use sets::{Set, index_of, sets};

fn main() -> std::process::ExitCode {
    let sets = sets();
    sets.iter().for_each(quality);
    if !sets.is_empty() {
        print_guard(&cases(&sets));
    }
    let mut limits = Limits::default();
    speed::print_speed(&mut limits);
    limits.end()
}

fn quality(set: &Set) {
    let begun = std::time::Instant::now();
    let index = index_of(set.documents.iter().enumerate());
    let built = begun.elapsed();
    let (mut gain, mut recall) = (0.0, 0.0);
    let begun = std::time::Instant::now();
    for question in &set.questions {
        let read = |at: factly_core::retrieval::PassageRef| Some(set.documents[at.document as usize].passage(at));
        let found = search(&[&index], &SearchQuery::parse(&question.text), |_| true, 50, read);
        let mut ranked: Vec<usize> = Vec::new();
        for hit in &found.hits {
            let document = hit.passage.document as usize;
            if !ranked.contains(&document) {
                ranked.push(document);
            }
        }
        ranked.truncate(10);
        gain += ndcg(&ranked, &question.relevant);
        let hits = ranked.iter().filter(|it| question.relevant.contains_key(it)).count();
        recall += hits as f64 / question.relevant.len() as f64;
    }
    let count = set.questions.len() as f64;
    println!(
        "{:10} {:6} documents, {:6} passages, {:5} questions: nDCG@10 {:.4}, recall@10 {:.4}; built {:?}, a question {:?}",
        set.name,
        set.documents.len(),
        index.len(),
        set.questions.len(),
        gain / count,
        recall / count,
        built,
        begun.elapsed() / set.questions.len() as u32
    );
}

fn ndcg(ranked: &[usize], relevant: &std::collections::HashMap<usize, f64>) -> f64 {
    let discounted = |grades: &mut dyn Iterator<Item = f64>| -> f64 {
        grades.take(10).enumerate().map(|(at, grade)| grade / (at as f64 + 2.0).log2()).sum()
    };
    let mut best: Vec<f64> = relevant.values().copied().collect();
    best.sort_by(|one, other| other.total_cmp(one));
    let got = discounted(&mut ranked.iter().map(|it| relevant.get(it).copied().unwrap_or_default()));
    got / discounted(&mut best.into_iter())
}
