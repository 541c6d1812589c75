//! Speed of indexing passages and answering questions, beside a naive BM25 over the same words.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use factly_core::language::Language;
use factly_core::retrieval::{Index, Passage, PassageFields, PassageId, PassageRef, SearchQuery, search};

use super::cases::Dice;
use super::limits::Limits;

/// Passages, and within what a question is to be answered among them, 95 times of 100.
const SIZES: [(usize, Duration); 2] = [(100_000, Duration::from_millis(5)), (1_000_000, Duration::from_millis(10))];
const INDEXED_A_SECOND: f64 = 25_000.0;
const WORDS: usize = 100;
const VOCABULARY: usize = 60_000;
const QUESTIONS: usize = 300;
const QUESTION_WORDS: usize = 10;

pub(crate) fn print_speed(limits: &mut Limits) {
    for (passages, within) in SIZES {
        print_speed_of(passages, within, limits);
    }
}

fn print_speed_of(passages: usize, within: Duration, limits: &mut Limits) {
    let mut dice = Dice::new(1);
    let texts: Vec<String> = (0..passages).map(|_| words(&mut dice, WORDS)).collect();
    let questions: Vec<String> = (0..QUESTIONS).map(|_| words(&mut dice, QUESTION_WORDS)).collect();

    let begun = Instant::now();
    let index = index(&texts);
    let built = begun.elapsed();
    let begun = Instant::now();
    let naive = NaiveIndex::from_texts(&texts);
    let naive_built = begun.elapsed();
    let per_second = passages as f64 / built.as_secs_f64();
    let name = format!("{passages} passages indexed");
    println!(
        "{name} at {per_second:.0} a second, {:.2} of the naive time; limit {INDEXED_A_SECOND}{}",
        share(built, naive_built),
        limits.mark(&name, per_second >= INDEXED_A_SECOND)
    );

    let read = |at: PassageRef| {
        let id = PassageId { input_label: at.document, number: 1 };
        let text = texts[at.document as usize].clone();
        Some(Passage { id, title: String::new(), headings: Vec::new(), speakers: Vec::new(), chars: 0..0, text })
    };
    let ours =
        times(&questions, |question| search(&[&index], &SearchQuery::parse(question), |_| true, 10, read).hits.len());
    let theirs = times(&questions, |question| naive.search(question).len());
    let of = |times: &[Duration], percent: usize| times[times.len() * percent / 100];
    let name = format!("a question of {QUESTION_WORDS} words among {passages}");
    println!(
        "{name}: p50 {:?}, p95 {:?}, {:.2} of the naive p95; limit {within:?}{}",
        of(&ours, 50),
        of(&ours, 95),
        share(of(&ours, 95), of(&theirs, 95)),
        limits.mark(&name, of(&ours, 95) <= within)
    );
}

fn share(one: Duration, other: Duration) -> f64 {
    one.as_secs_f64() / other.as_secs_f64()
}

fn times(questions: &[String], ask: impl Fn(&str) -> usize) -> Vec<Duration> {
    let time = |question: &String| {
        let begun = Instant::now();
        std::hint::black_box(ask(question));
        begun.elapsed()
    };
    let mut times: Vec<Duration> = questions.iter().map(time).collect();
    times.sort_unstable();
    times
}

/// Words as common as in a language: the place of each in the vocabulary is drawn by Zipf's law.
fn words(dice: &mut Dice, count: usize) -> String {
    let word = |dice: &mut Dice| {
        let share = dice.roll(1_000_000) as f64 / 1_000_000.0;
        let rank = (VOCABULARY as f64).powf(share) as u64;
        let mut rest = rank.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let length = 4 + rank % 6;
        let letters = (0..length).map(|_| {
            let letter = b"aeioulnrstdmkpbg"[(rest % 16) as usize];
            rest /= 16;
            char::from(letter)
        });
        letters.collect::<String>()
    };
    (0..count).map(|_| word(dice)).collect::<Vec<_>>().join(" ")
}

fn index(texts: &[String]) -> Index {
    let mut index = Index::default();
    let mut adder = index.adder();
    for (document, text) in (0..).zip(texts) {
        let fields = PassageFields { title: "report", text, ..PassageFields::default() };
        adder.add(PassageRef { document, number: 1 }, Language::English.into(), &fields);
    }
    drop(adder);
    index
}

/// Lists of passages by word, and a score for each passage that has one.
struct NaiveIndex {
    lists: HashMap<String, Vec<(usize, f64)>>,
    lengths: Vec<f64>,
}

impl NaiveIndex {
    fn from_texts(texts: &[String]) -> Self {
        let mut naive = Self { lists: HashMap::new(), lengths: Vec::new() };
        for (at, text) in texts.iter().enumerate() {
            let mut counts: HashMap<String, f64> = HashMap::new();
            text.split_whitespace().for_each(|word| *counts.entry(word.to_lowercase()).or_default() += 1.0);
            naive.lengths.push(counts.values().sum());
            counts.into_iter().for_each(|(word, count)| naive.lists.entry(word).or_default().push((at, count)));
        }
        naive
    }

    fn search(&self, question: &str) -> Vec<(usize, f64)> {
        let mean = self.lengths.iter().sum::<f64>() / self.lengths.len() as f64;
        let mut scores: HashMap<usize, f64> = HashMap::new();
        for list in question.split_whitespace().filter_map(|word| self.lists.get(&word.to_lowercase())) {
            let idf = (1.0 + (self.lengths.len() as f64 - list.len() as f64 + 0.5) / (list.len() as f64 + 0.5)).ln();
            for (at, count) in list {
                let score = idf * count * 2.0 / (count + 0.3 + 0.7 * self.lengths[*at] / mean);
                *scores.entry(*at).or_default() += score;
            }
        }
        let mut found: Vec<(usize, f64)> = scores.into_iter().collect();
        found.sort_unstable_by(|one, other| other.1.total_cmp(&one.1));
        found.truncate(10);
        found
    }
}
