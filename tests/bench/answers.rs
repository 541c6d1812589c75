//! Fits the weights of answers of the sources' own words, which stand in `src-tauri/core/src/chat/sources/choice.rs`, and
//! prints them, with how well they do on articles that they were not fitted to.
//!
//! `FACTLY_QUESTIONS=FILE.json cargo run --release -p factly-engine --example answers [QUESTIONS]`: FILE has articles with
//! questions, as SQuAD 2 does. Of each article the last two paragraphs are left out: their questions are of the same field
//! and (nearly) not answered. Every third article is judged on, the others are fitted to.
#![allow(
    clippy::print_stdout,
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a script that cannot go on has failed"
)]

#[path = "logistic.rs"]
mod logistic;

use std::collections::BTreeMap;

use factly_core::chat::sources::SourcePassage;
use factly_core::chat::sources::choice::{CHANCES, SIGNALS};
use factly_core::chat::sources::extract::{CandidateSentence, candidates, shortlist};
use factly_core::chat::sources::sentences::sentence_texts;
use factly_core::chat::sources::word_match::word_weight;
use factly_engine::Library;
use factly_engine::bundle::{NewInput, Parsing};
use factly_engine::meaning::model_file;
use factly_engine::retrieval::Scope;
use factly_engine::store::inputs::InputOrigin;
use factly_engine::task::{Cancel, Unwatched};
use factly_engine::world::World;
use factly_meaning::Encoder;
use logistic::{Example, fit, probability};
use serde_json::Value;
use uuid::Uuid;

const PASSAGES: usize = 20;
/// Sentences of a question that are fitted to, beside those that answer.
const RIVALS: usize = 12;
/// How much large weights are held against a model.
const RIDGE: f64 = 1e-4;
/// The articles that are judged on.
const JUDGED: usize = 3;
/// What of the questions that the sources answer may be refused.
const WRONGLY_REFUSED: f64 = 0.05;

struct Question {
    article: usize,
    text: String,
    /// None where the sources do not answer.
    gold: Option<Vec<String>>,
    /// 0: answered; 1: of a paragraph that is left out; 2: not answered by its own.
    kind: u8,
}

/// A question with what was found for it.
struct Case {
    article: usize,
    is_answerable: bool,
    /// The best first, as they are ranked by the weights that ship; each with whether it answers.
    sentences: Vec<([f32; SIGNALS], bool)>,
    chances: [f32; CHANCES],
}

fn main() {
    let file = std::env::var("FACTLY_QUESTIONS").expect("FACTLY_QUESTIONS names a file of questions");
    let most: usize = std::env::args().nth(1).map_or(60, |most| most.parse().unwrap());
    let articles: Value = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let library = Library::open(&folder.path().join("library.factly"), World::system()).unwrap();
    library.use_meaning(model_file());
    let discovery = library.discoveries().create("Questions", "Answer questions from the sources").unwrap().id;
    let encoder = Encoder::open(&model_file()).unwrap();
    let mut questions = Vec::new();
    for (number, article) in articles["data"].as_array().unwrap().iter().enumerate() {
        add(&library, discovery, article);
        questions.extend(questions_of(number, article, most));
    }
    library.retrieval().embed_passages(discovery, &Cancel::default()).unwrap();
    let cases: Vec<Case> = questions.iter().map(|question| case(&library, (discovery, &encoder), question)).collect();
    if std::env::var_os("FACTLY_CASES").is_some() {
        return;
    }
    report("as it is shipped", &cases);
    let weights = ranking(&cases);
    println!("const WEIGHTS: [f32; SIGNALS] = {weights:.3?};");
    println!("const CHANCE: [f32; CHANCES + 1] = {:.3?};", answering(&cases));
}

fn add(library: &Library, discovery: Uuid, article: &Value) {
    let title = article["title"].as_str().unwrap().replace('_', " ");
    let paragraphs = article["paragraphs"].as_array().unwrap();
    let kept: Vec<&str> =
        paragraphs[..paragraphs.len() - 2].iter().map(|paragraph| paragraph["context"].as_str().unwrap()).collect();
    let text = format!("{title}\n\n{}\n", kept.join("\n\n"));
    let input = NewInput { title: Some(title), origin: InputOrigin::Paste, file_name: None, text };
    library.inputs().add_input(discovery, input, Parsing::Later, &Unwatched).unwrap();
}

fn questions_of(article: usize, of: &Value, most: usize) -> Vec<Question> {
    let paragraphs = of["paragraphs"].as_array().unwrap();
    let mut by_kind: BTreeMap<u8, Vec<Question>> = BTreeMap::new();
    for (place, paragraph) in paragraphs.iter().enumerate() {
        let is_left_out = place + 2 >= paragraphs.len();
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

fn case(library: &Library, (discovery, encoder): (Uuid, &Encoder), question: &Question) -> Case {
    let found = library.retrieval().search(discovery, &question.text.replace('"', " "), &Scope::All, PASSAGES).unwrap();
    let ids: Vec<_> = found.hits.iter().map(|hit| hit.id).collect();
    let likeness = library.retrieval().sentence_likeness(discovery, &question.text, &ids).unwrap();
    let mut passages: Vec<SourcePassage> = found
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
        })
        .collect();
    if std::env::var_os("FACTLY_CASES").is_some() {
        dump(encoder, question, &passages);
        return Case { article: question.article, is_answerable: false, sentences: Vec::new(), chances: [0.0; CHANCES] };
    }
    library.retrieval().match_words(&question.text, None, &mut passages).unwrap();
    let (sentences, chances) = candidates(&question.text, &passages);
    let sentences = sentences.iter().map(|one| (one.signals, answers(question, one))).collect();
    Case { article: question.article, is_answerable: question.gold.is_some(), sentences, chances }
}

/// Prints what is known of a question before its sentences are looked at closely, and how near each is to its words.
fn dump(encoder: &Encoder, question: &Question, passages: &[SourcePassage]) {
    let (all, chances) = candidates(&question.text, passages);
    let place = |one: &CandidateSentence| (one.passage.clone(), one.place);
    let likeliest = shortlist(&question.text, None, passages);
    let behind = |(id, place): &(String, usize)| {
        let passage = passages.iter().find(|passage| passage.id == *id).unwrap();
        let heading = if passage.heading.is_empty() { &passage.title } else { &passage.heading };
        let [_, behind] = sentence_texts(heading, &passage.text).into_iter().nth(*place).unwrap_or_default();
        behind
    };
    let texts: Vec<String> = likeliest.iter().map(behind).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let near = encoder.match_words(&question.text, &texts);
    let words = encoder.words(&question.text);
    let words: Vec<_> = words.iter().map(|word| (word, word_weight(word))).collect();
    let sentences: Vec<Value> = all
        .iter()
        .map(|one| {
            let near = likeliest.iter().position(|it| *it == place(one)).map(|at| &near[at]);
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

fn is_judged(case: &Case) -> bool {
    case.article % JUDGED == 0
}

fn report(name: &str, cases: &[Case]) {
    for judged in [false, true] {
        let some: Vec<&Case> = cases.iter().filter(|case| is_judged(case) == judged).collect();
        let answerable = some.iter().filter(|case| case.is_answerable).count() as f64;
        let first = some.iter().filter(|case| case.is_answerable && case.sentences.first().is_some_and(|it| it.1));
        let any = some.iter().filter(|case| case.is_answerable && case.sentences.iter().any(|it| it.1));
        let of = if judged { "judged" } else { "fitted" };
        println!(
            "{name}, {of}: first {:.3}, any {:.3}",
            first.count() as f64 / answerable,
            any.count() as f64 / answerable
        );
    }
}

/// Fits what ranks: of two sentences of a question, the one that answers is to come first.
fn ranking(cases: &[Case]) -> [f64; SIGNALS] {
    let mut examples: Vec<Example<SIGNALS>> = Vec::new();
    for case in cases.iter().filter(|case| case.is_answerable && !is_judged(case)) {
        let rivals: Vec<_> = case.sentences.iter().filter(|(_, answers)| !answers).take(RIVALS).collect();
        let answers: Vec<_> = case.sentences.iter().filter(|(_, answers)| *answers).take(2).collect();
        let share = 1.0 / (rivals.len() * answers.len()).max(1) as f64;
        for (answer, rival) in answers.iter().flat_map(|answer| rivals.iter().map(move |rival| (answer, rival))) {
            let inputs = std::array::from_fn(|at| f64::from(answer.0[at]) - f64::from(rival.0[at]));
            examples.push(Example { inputs, is_so: true, share });
        }
    }
    examples.iter_mut().for_each(|example| example.share /= cases.len() as f64);
    fit(&examples, RIDGE)
}

/// Fits how probable it is that the best sentence answers, and prints what that refuses.
fn answering(cases: &[Case]) -> [f64; CHANCES + 1] {
    let inputs = |case: &Case| -> [f64; CHANCES + 1] {
        std::array::from_fn(|at| at.checked_sub(1).map_or(1.0, |at| f64::from(case.chances[at])))
    };
    let fitted: Vec<&Case> = cases.iter().filter(|case| !is_judged(case)).collect();
    let answerable = fitted.iter().filter(|case| case.is_answerable).count() as f64;
    let share = |is: bool| if is { 0.5 / answerable } else { 0.5 / (fitted.len() as f64 - answerable) };
    let example =
        |case: &&Case| Example { inputs: inputs(case), is_so: case.is_answerable, share: share(case.is_answerable) };
    let weights = fit(&fitted.iter().map(example).collect::<Vec<_>>(), RIDGE);
    for judged in [false, true] {
        let chances = |is_answerable: bool| -> Vec<f64> {
            let some = cases.iter().filter(|case| is_judged(case) == judged && case.is_answerable == is_answerable);
            some.map(|case| probability(&weights, &inputs(case))).collect()
        };
        let (mut there, absent) = (chances(true), chances(false));
        there.sort_by(f64::total_cmp);
        let bar = there[(there.len() as f64 * WRONGLY_REFUSED) as usize];
        let refused = absent.iter().filter(|chance| **chance < bar).count() as f64 / absent.len() as f64;
        println!("{}: bar {bar:.3}, absent refused {refused:.3}", if judged { "judged" } else { "fitted" });
    }
    weights
}
