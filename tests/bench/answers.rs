//! Measures answers of the sources' own words, and prints what their weights are fitted to.
//!
//! `FACTLY_QUESTIONS=FILE.json cargo run --release -p factly-engine --example answers [QUESTIONS]`: FILE has articles with
//! questions, as SQuAD 2 does. Of each article the last two paragraphs are left out: their questions are of the same field
//! and (nearly) not answered. Every third article is judged on. With `FACTLY_CASES=1` a line of JSON comes for each
//! question, of which `answers.py` fits the weights in `src-tauri/core/src/chat/sources/choice.rs`.
#![allow(
    clippy::print_stdout,
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a script that cannot go on has failed"
)]

use std::collections::BTreeMap;

use factly_core::chat::sources::extract::{CandidateSentence, SourceAnswer, answer_or_nearest, candidates, shortlist};
use factly_core::chat::sources::sentences::sentence_texts;
use factly_core::chat::sources::{SourcePassage, WordWeights};
use factly_engine::Library;
use factly_engine::inputs::{NewInput, Parsing};
use factly_engine::meaning::model_file;
use factly_engine::retrieval::InputScope;
use factly_engine::store::inputs::InputOrigin;
use factly_engine::task::{CancelToken, NoProgress};
use factly_engine::world::World;
use factly_meaning::Encoder;
use serde_json::Value;
use uuid::Uuid;

const PASSAGES: usize = 20;
/// The articles that are judged on.
const JUDGED: usize = 3;

struct Question {
    article: usize,
    text: String,
    /// None where the sources do not answer.
    gold: Option<Vec<String>>,
    /// 0: answered; 1: of a paragraph that is left out; 2: not answered by its own.
    kind: u8,
}

/// Outcome of a question.
struct Outcome {
    article: usize,
    kind: u8,
    is_answered: bool,
    /// The sentence that is shown first has what was asked for.
    is_right: bool,
}

fn main() {
    let file = std::env::var("FACTLY_QUESTIONS").expect("FACTLY_QUESTIONS names a file of questions");
    let most: usize = std::env::args().nth(1).map_or(60, |most| most.parse().unwrap());
    let articles: Value = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let library = Library::open(&folder.path().join("library.factly"), World::system()).unwrap();
    library.use_meaning(model_file());
    let encoder = Encoder::open(&model_file()).unwrap();
    let discovery = library.discoveries().create("Questions", "Answer questions from the sources").unwrap().id;
    let mut questions = Vec::new();
    for (number, article) in articles["data"].as_array().unwrap().iter().enumerate() {
        add(&library, discovery, article);
        questions.extend(questions_of(number, article, most));
    }
    library.retrieval().embed_passages(discovery, &CancelToken::default()).unwrap();
    let is_dumped = std::env::var_os("FACTLY_CASES").is_some();
    let mut outcomes = Vec::new();
    for question in &questions {
        let mut passages = found(&library, discovery, question);
        if is_dumped {
            dump(&encoder, question, &passages);
        }
        library.retrieval().match_words(&question.text, None, &mut passages).unwrap();
        outcomes.push(outcome(question, &passages));
    }
    report(&outcomes);
}

fn add(library: &Library, discovery: Uuid, article: &Value) {
    let title = article["title"].as_str().unwrap().replace('_', " ");
    let paragraphs = article["paragraphs"].as_array().unwrap();
    let included: Vec<&str> =
        paragraphs[..paragraphs.len() - 2].iter().map(|paragraph| paragraph["context"].as_str().unwrap()).collect();
    let text = format!("{title}\n\n{}\n", included.join("\n\n"));
    let input = NewInput { title: Some(title), origin: InputOrigin::Paste, file_name: None, text };
    library.inputs().add_input(discovery, input, Parsing::Later, &NoProgress).unwrap();
}

fn questions_of(article: usize, of: &Value, most: usize) -> Vec<Question> {
    let paragraphs = of["paragraphs"].as_array().unwrap();
    let mut by_kind: BTreeMap<u8, Vec<Question>> = BTreeMap::new();
    for (index, paragraph) in paragraphs.iter().enumerate() {
        let is_left_out = index + 2 >= paragraphs.len();
        for question in paragraph["qas"].as_array().unwrap() {
            let text = question["question"].as_str().unwrap().trim().to_owned();
            let is_impossible = question["is_impossible"].as_bool().unwrap_or(false);
            let answers = question["answers"].as_array().unwrap().iter();
            let gold: Vec<String> = answers.map(|answer| answer["text"].as_str().unwrap().to_owned()).collect();
            let gold = (!is_left_out && !is_impossible).then_some(gold);
            let kind = if is_left_out { 1 } else { 2 * u8::from(is_impossible) };
            by_kind.entry(kind).or_default().push(Question { article, text, gold, kind });
        }
    }
    // Spread over the article, and the same each time.
    by_kind
        .into_values()
        .flat_map(|all| {
            let step = all.len().div_ceil(most).max(1);
            all.into_iter().step_by(step)
        })
        .collect()
}

fn found(library: &Library, discovery: Uuid, question: &Question) -> Vec<SourcePassage> {
    let found =
        library.retrieval().search(discovery, &question.text.replace('"', " "), &InputScope::All, PASSAGES).unwrap();
    let ids: Vec<_> = found.hits.iter().map(|hit| hit.id).collect();
    let likeness = library.retrieval().sentence_likeness(discovery, &question.text, &ids).unwrap();
    found
        .hits
        .into_iter()
        .zip(likeness.expect("a model"))
        .map(|(hit, likeness)| SourcePassage {
            id: hit.id.citation(),
            input: hit.label,
            title: hit.title,
            heading: hit.heading.unwrap_or_default(),
            speaker: hit.speaker.unwrap_or_default(),
            text: hit.text,
            start_char: hit.start_char,
            score: hit.score,
            similarity: hit.similarity,
            likeness,
            ..SourcePassage::default()
        })
        .collect()
}

/// Answers a question as the chat does without a provider.
fn outcome(question: &Question, passages: &[SourcePassage]) -> Outcome {
    let answer = answer_or_nearest(&question.text, None, passages, &[]);
    let is_answered = matches!(answer, Some(SourceAnswer::Answered(_)));
    let (sentences, _) = candidates(&question.text, passages);
    let is_right = is_answered && sentences.first().is_some_and(|first| answers(question, first));
    Outcome { article: question.article, kind: question.kind, is_answered, is_right }
}

/// Prints what is known of a question before its sentences are looked at closely, and how near each is to its words.
fn dump(encoder: &Encoder, question: &Question, passages: &[SourcePassage]) {
    let (all, chances) = candidates(&question.text, passages);
    let key = |one: &CandidateSentence| (one.passage.clone(), one.position);
    let likeliest = shortlist(&question.text, None, passages);
    let behind = |(id, index): &(String, usize)| {
        let passage = passages.iter().find(|passage| passage.id == *id).unwrap();
        let heading = if passage.heading.is_empty() { &passage.title } else { &passage.heading };
        let [_, behind] = sentence_texts(heading, &passage.text).into_iter().nth(*index).unwrap_or_default();
        behind
    };
    let texts: Vec<String> = likeliest.iter().map(behind).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let near = encoder.match_words(&question.text, &texts);
    let words = encoder.words(&question.text);
    let telling = WordWeights::new(&words, passages);
    let words: Vec<_> = words.iter().zip(telling.weights()).collect();
    let sentences: Vec<Value> = all
        .iter()
        .map(|one| {
            let near = likeliest.iter().position(|it| *it == key(one)).map(|at| &near[at]);
            serde_json::json!({ "signals": one.signals, "answers": answers(question, one), "missing": one.missing,
                "near": near, "text": one.text, "passage": one.passage })
        })
        .collect();
    println!(
        "{}",
        serde_json::json!({ "article": question.article, "kind": question.kind, "text": question.text, "words": words,
            "chances": chances, "sentences": sentences })
    );
}

fn answers(question: &Question, one: &CandidateSentence) -> bool {
    question.gold.iter().flatten().any(|gold| plain(&one.text).contains(&plain(gold)))
}

fn plain(text: &str) -> String {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect::<Vec<_>>().join(" ")
}

fn report(outcomes: &[Outcome]) {
    for is_judged in [false, true] {
        let some =
            |kind: u8| outcomes.iter().filter(move |it| (it.article % JUDGED == 0) == is_judged && it.kind == kind);
        let share = |kind: u8, is: fn(&Outcome) -> bool| {
            some(kind).filter(|it| is(it)).count() as f64 / some(kind).count().max(1) as f64
        };
        println!(
            "{}: {} answered: first {:.3}, wrongly refused {:.3}; {} absent: refused {:.3}; {} not in their paragraph: refused {:.3}",
            if is_judged { "judged" } else { "fitted" },
            some(0).count(),
            share(0, |it| it.is_right),
            share(0, |it| !it.is_answered),
            some(1).count(),
            share(1, |it| !it.is_answered),
            some(2).count(),
            share(2, |it| !it.is_answered),
        );
    }
}
