//! The guide of a study: questions that several interviews ask alike, found in the transcripts.
//!
//! AllQuestions are compared by the stems that tell (cosine of their weights by rarity among all questions) and grouped by
//! average linkage: the two nearest groups are joined while the mean likeness of their questions is high enough.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use crate::language::class::{
    ARTICLE, ASKING, AUXILIARY, CONNECTIVE, EMPTY, FILLER, FINITE_AUXILIARY, HUM, JOIN, PREPOSITION, QUESTION,
    SECOND_PERSON, STOP,
};
use crate::language::stem::{Stems, stem};
use crate::language::token::plain;
use crate::language::{Token, tokens};

/// Two questions that are less alike begin no group.
const ALIKE: f32 = 0.35;
/// The mean likeness between two groups that are joined, at least.
const MEAN: f32 = 0.3;
/// A question with fewer telling stems is alike to too many ("Can you give an example?").
const LEAST_STEMS: usize = 2;
/// More questions are not compared: the time grows with their square.
const MOST: usize = 4_000;

/// A question of the guide. Positions are those of the interviews, and of the questions in each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GuideQuestion {
    /// Its clearest wording, without fillers before it.
    pub wording: String,
    /// Indexes of the interview and of the question in it, for each time that it was asked, in order.
    pub occurrences: Vec<(usize, usize)>,
}

/// Returns the questions that at least two interviews ask, in the order in which they are asked on average.
pub fn guide(interviews: &[Vec<&str>]) -> Vec<GuideQuestion> {
    let all = AllQuestions::new(interviews);
    let mut groups: Vec<Vec<usize>> = all.groups();
    groups.retain(|group| all.interviews(group) > 1);
    groups.iter_mut().for_each(|group| group.sort_unstable());
    groups.sort_by(|one, other| all.position(one).total_cmp(&all.position(other)));
    let question = |group: Vec<usize>| GuideQuestion {
        wording: without_fillers(all.texts[all.clearest(&group)]),
        occurrences: group.iter().map(|at| all.places[*at]).collect(),
    };
    groups.into_iter().map(question).collect()
}

/// All questions of all interviews with what tells them apart.
struct AllQuestions<'t> {
    texts: Vec<&'t str>,
    places: Vec<(usize, usize)>,
    /// Of the questions in its interview, from 0 to 1.
    positions: Vec<f32>,
    /// Weights by stem, in one order, so that sums are the same each time; their squares sum to 1.
    weights: Vec<BTreeMap<String, f32>>,
}

impl<'t> AllQuestions<'t> {
    fn new(interviews: &[Vec<&'t str>]) -> Self {
        let mut all = Self { texts: Vec::new(), places: Vec::new(), positions: Vec::new(), weights: Vec::new() };
        let sample: String = interviews.iter().flatten().take(20).flat_map(|text| [*text, " "]).collect();
        let stemmer = Stems::for_text(&sample).stemmer();
        let mut stems: Vec<BTreeSet<String>> = Vec::new();
        for (interview, questions) in interviews.iter().enumerate() {
            for (at, text) in questions.iter().enumerate() {
                let found = telling_stems(text, |word| stem(stemmer.as_ref(), word).into_owned());
                if found.len() >= LEAST_STEMS && stems.len() < MOST {
                    stems.push(found);
                    all.texts.push(text);
                    all.places.push((interview, at));
                    all.positions.push(at as f32 / questions.len() as f32);
                }
            }
        }
        all.weights = weights(stems);
        all
    }

    fn likeness(&self, one: usize, other: usize) -> f32 {
        let (one, other) = (&self.weights[one], &self.weights[other]);
        one.iter().filter_map(|(stem, weight)| Some(weight * other.get(stem)?)).sum()
    }

    /// Average linkage over the pairs of different interviews, the likest first.
    fn groups(&self) -> Vec<Vec<usize>> {
        let mut pairs: Vec<(f32, usize, usize)> = Vec::new();
        for one in 0..self.texts.len() {
            for other in (0..one).filter(|other| self.places[*other].0 != self.places[one].0) {
                let likeness = self.likeness(one, other);
                if likeness >= ALIKE {
                    pairs.push((likeness, one, other));
                }
            }
        }
        pairs.sort_by(|a, b| b.0.total_cmp(&a.0).then((a.1, a.2).cmp(&(b.1, b.2))));
        let mut group_of: Vec<usize> = (0..self.texts.len()).collect();
        let mut groups: Vec<Vec<usize>> = group_of.iter().map(|at| vec![*at]).collect();
        for (_, one, other) in pairs {
            let (into, from) = (group_of[one], group_of[other]);
            if into != from && self.mean(&groups[into], &groups[from]) >= MEAN {
                let moved = std::mem::take(&mut groups[from]);
                moved.iter().for_each(|at| group_of[*at] = into);
                groups[into].extend(moved);
            }
        }
        groups
    }

    fn mean(&self, one: &[usize], other: &[usize]) -> f32 {
        let sum: f32 = one.iter().flat_map(|a| other.iter().map(|b| self.likeness(*a, *b))).sum();
        sum / (one.len() * other.len()) as f32
    }

    fn interviews(&self, group: &[usize]) -> usize {
        group.iter().map(|at| self.places[*at].0).collect::<HashSet<_>>().len()
    }

    fn position(&self, group: &[usize]) -> f32 {
        group.iter().map(|at| self.positions[*at]).sum::<f32>() / group.len() as f32
    }

    /// The question that is most like the others of its group; of two the shorter.
    fn clearest(&self, group: &[usize]) -> usize {
        let sum = |at: usize| group.iter().map(|other| self.likeness(at, *other)).sum::<f32>();
        let clearer = |one: &&usize, other: &&usize| {
            sum(**one).total_cmp(&sum(**other)).then(self.texts[**other].len().cmp(&self.texts[**one].len()))
        };
        group.iter().max_by(clearer).copied().unwrap_or_default()
    }
}

/// Returns the stems of the words that tell what is asked.
fn telling_stems(text: &str, stem: impl Fn(&str) -> String) -> BTreeSet<String> {
    let is_telling = |word: &Token<'_>| word.is_word() && !word.is(STOP | EMPTY | ASKING | QUESTION | FILLER | HUM);
    tokens(text).filter(is_telling).map(|word| stem(&plain(&word.norm()))).collect()
}

/// Returns the weights of stems by their rarity among all, of each question to the length of 1.
fn weights(questions: Vec<BTreeSet<String>>) -> Vec<BTreeMap<String, f32>> {
    let mut counts: HashMap<String, usize> = HashMap::new();
    for stem in questions.iter().flatten() {
        *counts.entry(stem.clone()).or_default() += 1;
    }
    let all = questions.len() as f32;
    let weighed = |stems: BTreeSet<String>| {
        let rarity = |stem: &str| (1.0 + all / counts[stem] as f32).ln();
        let length = stems.iter().map(|stem| rarity(stem).powi(2)).sum::<f32>().sqrt();
        stems.into_iter().map(|stem| (stem.clone(), rarity(&stem) / length)).collect()
    };
    questions.into_iter().map(weighed).collect()
}

/// Returns a question from its first word that is no filler ("And, um, in your opinion …"), with a capital.
fn without_fillers(text: &str) -> String {
    let asks =
        |word: &Token<'_>| word.is(QUESTION | SECOND_PERSON | FINITE_AUXILIARY | AUXILIARY | PREPOSITION | ARTICLE);
    let is_joined = |word: &Token<'_>| word.is(JOIN | CONNECTIVE) && !asks(word);
    let is_lead = |word: &Token<'_>| !word.is_word() || word.is(FILLER | HUM) || is_joined(word);
    let start = tokens(text).find(|word| !is_lead(word)).map_or(0, |word| word.start);
    let words = text[start..].split_whitespace().collect::<Vec<_>>().join(" ");
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
