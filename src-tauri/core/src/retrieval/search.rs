//! Ranking: the passages that answer a query best, and whether it is about them at all.

use rustc_hash::FxHashMap;

use super::background::background_idf;
use super::grams::Grams;
use super::guard::Signals;
use super::index::{Index, PassageRef, WINDOW};
use super::passage::Passage;
use super::query::{Condition, QueryField, SearchQuery};
use super::terms::Analyzer;
use crate::language::Language;
use crate::language::stem::Stems;

/// Saturation of a repeated term, which then says nothing more.
const K1: f32 = 1.0;
/// Penalty for a long passage.
const B: f32 = 0.7;
/// Number of the best that are looked at again, by their characters.
const RERANKED: usize = 100;
/// Weight of their characters, beside their terms; each as a share of the best.
const GRAMS: f32 = 0.6;
/// As how many terms a word may be read that is still being typed.
const PREFIXED: usize = 20;
/// Number of the best that are looked through for a phrase.
const LOOKED_THROUGH: usize = 2_000;

/// The hits, best first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ranking {
    pub hits: Vec<Hit>,
    /// Number of passages that have a word of the query; where it has conditions, of those looked through that fit.
    pub total: usize,
    /// Probability that the query is about these passages at all, 0 to 1.
    pub similarity: f32,
    /// The signals that tell it; none where nothing was found.
    pub signals: Option<Signals>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    pub passage: PassageRef,
    pub score: f32,
    /// As [`Ranking::similarity`], of this passage alone.
    pub similarity: f32,
    /// The way its words are brought to their stems.
    pub stems: Stems,
}

/// Ranks the passages of several indexes as if they were one, of the documents that `allows` allows.
pub fn search(
    indexes: &[&Index],
    query: &SearchQuery,
    allows: impl Fn(i64) -> bool,
    limit: usize,
    read: impl FnMut(PassageRef) -> Option<Passage>,
) -> Ranking {
    let terms = Terms::from_query(indexes, query);
    let plain = query.wanted.is_empty() && query.excluded.is_empty();
    let depth = limit.max(if plain { RERANKED } else { LOOKED_THROUGH });
    let (found, total) = best(indexes, &terms, allows, depth);
    let candidates = Candidates::new(found, query, if plain { limit.max(RERANKED) } else { depth }, read);
    let total = if plain { total } else { candidates.scored.len() };
    Ranking { total, ..candidates.rank(&terms, limit) }
}

/// A query's terms.
struct Terms {
    words: Vec<QueryWord>,
    passages: f32,
    mean_length: f32,
}

/// A word of a query, in each way that it may be stemmed.
struct QueryWord {
    times: f32,
    variants: Vec<Variant>,
    /// Rarity in the language at large.
    background: f32,
}

struct Variant {
    idf: f32,
    frequency: u32,
    /// Its number in each index.
    numbers: Vec<Option<u32>>,
}

impl Terms {
    fn from_query(indexes: &[&Index], query: &SearchQuery) -> Self {
        let passages: usize = indexes.iter().map(|index| index.len()).sum();
        let length: u64 = indexes.iter().map(|index| index.length).sum();
        let kinds = Index::stems(indexes);
        let analyzers: Vec<Analyzer> = kinds.iter().copied().map(Analyzer::new).collect();
        let mut times: Vec<(String, f32)> = Vec::new();
        query.each_ranked_word(|word| match times.iter_mut().find(|(known, _)| known == word) {
            Some((_, times)) => *times += 1.0,
            None => times.push((word.to_owned(), 1.0)),
        });
        let mut found: Vec<(Vec<String>, QueryWord)> = Vec::new();
        for (word, times) in times {
            let mut forms: Vec<String> = analyzers.iter().filter_map(|analyzer| analyzer.term(&word)).collect();
            if query.prefix.as_ref() == Some(&word) {
                let longer = indexes.iter().flat_map(|index| index.beginning_with(&word, PREFIXED));
                forms.extend(longer.map(ToOwned::to_owned));
            }
            let is_known = |form: &String| indexes.iter().any(|index| index.numbers.contains_key(form.as_str()));
            if !forms.iter().any(is_known) {
                forms.extend(compound_head(indexes, &kinds, &word));
            }
            forms.sort_unstable();
            forms.dedup();
            match found.iter_mut().find(|(known, _)| *known == forms) {
                // Two forms of one word.
                Some((_, word)) => word.times += times,
                None if forms.is_empty() => {}
                None => {
                    let variants = forms.iter().map(|form| Variant::new(indexes, form, passages)).collect();
                    let background = background_idf(&kinds, &word);
                    found.push((forms, QueryWord { times, variants, background }));
                }
            }
        }
        let words = found.into_iter().map(|(_, word)| word).collect();
        Self { words, passages: passages as f32, mean_length: length as f32 / passages.max(1) as f32 }
    }

    /// Returns the score of a passage that has all of the words as often as can be.
    fn ideal(&self) -> f32 {
        self.words.iter().map(|word| word.times * word.idf() * (K1 + 1.0)).sum()
    }
}

/// Characters of the head of a German compound, and of what stands before it.
const HEAD: usize = 6;
const BEFORE_HEAD: usize = 2;

/// Returns the term that a German word ends with, of those that the indexes know: "Lieferung" of "Anlieferung".
fn compound_head(indexes: &[&Index], kinds: &[Stems], word: &str) -> Option<String> {
    let german = kinds.iter().copied().find(|kind| kind.language() == Some(Language::German))?;
    let analyzer = Analyzer::new(german);
    let starts = word.char_indices().map(|(at, _)| at).skip(BEFORE_HEAD);
    let heads = starts.map(|at| &word[at..]).take_while(|head| head.chars().count() >= HEAD);
    let mut terms = heads.filter_map(|head| analyzer.term(head));
    terms.find(|term| indexes.iter().any(|index| index.numbers.contains_key(term.as_str())))
}

impl QueryWord {
    fn idf(&self) -> f32 {
        self.variants.iter().map(|variant| variant.idf).fold(0.0, f32::max)
    }

    fn is_known(&self) -> bool {
        self.variants.iter().any(|variant| variant.frequency > 0)
    }
}

impl Variant {
    fn new(indexes: &[&Index], form: &str, passages: usize) -> Self {
        let numbers: Vec<Option<u32>> = indexes.iter().map(|index| index.numbers.get(form).copied()).collect();
        let of_index = |(index, number): (&&Index, &Option<u32>)| number.map_or(0, |at| index.frequencies[at as usize]);
        let frequency = indexes.iter().zip(&numbers).map(of_index).sum();
        let (all, some) = (passages as f32, frequency as f32);
        Self { idf: (1.0 + (all - some + 0.5) / (some + 0.5)).ln(), frequency, numbers }
    }
}

/// A passage with what its terms are worth.
#[derive(Clone, Copy, PartialEq)]
struct Scored {
    score: f32,
    passage: PassageRef,
    /// Its position: index, window, place.
    at: (u32, u32, u16),
    /// The words of the query that it has, by bit.
    words: u64,
    stems: u8,
}

impl Scored {
    fn order(&self, other: &Self) -> std::cmp::Ordering {
        other.score.total_cmp(&self.score).then_with(|| self.passage.cmp(&other.passage))
    }
}

/// Returns the passages with the best terms, best first, and how many have any.
fn best(indexes: &[&Index], terms: &Terms, allows: impl Fn(i64) -> bool, depth: usize) -> (Vec<Scored>, usize) {
    let (mut top, mut total) = (Top::new(depth), 0);
    let mut scores = vec![0.0_f32; WINDOW];
    for (of_index, index) in indexes.iter().enumerate() {
        for (of_window, window) in index.windows.iter().enumerate() {
            scores.fill(0.0);
            for (weight, variant) in terms.words.iter().flat_map(|word| word.variants.iter().map(|it| (word.times, it)))
            {
                let Some(number) = variant.numbers[of_index] else { continue };
                let (ids, counts) = window.postings(number);
                let weight = weight * variant.idf * (K1 + 1.0);
                for (id, count) in ids.iter().zip(counts) {
                    let (at, count) = (usize::from(*id), f32::from(*count));
                    let length = f32::from(window.entries[at].length);
                    scores[at] += weight * count / (count + K1 * (1.0 - B + B * length / terms.mean_length));
                }
            }
            for (id, (score, entry)) in scores.iter().zip(&window.entries).enumerate() {
                if *score <= 0.0 || !allows(entry.passage.document) {
                    continue;
                }
                total += 1;
                if *score >= top.bar {
                    let at = (of_index as u32, of_window as u32, id as u16);
                    top.push(Scored { score: *score, passage: entry.passage, at, words: 0, stems: entry.stems });
                }
            }
        }
    }
    let mut found = top.into_sorted();
    mark_words(indexes, terms, &mut found);
    (found, total)
}

/// Sets which words of the query each passage has.
fn mark_words(indexes: &[&Index], terms: &Terms, found: &mut [Scored]) {
    for scored in found {
        let (index, window, id) = scored.at;
        let window = &indexes[index as usize].windows[window as usize];
        for (bit, word) in terms.words.iter().enumerate().take(64) {
            let has = |variant: &Variant| {
                variant.numbers[index as usize].is_some_and(|at| window.postings(at).0.binary_search(&id).is_ok())
            };
            scored.words |= u64::from(word.variants.iter().any(has)) << bit;
        }
    }
}

/// The best of many, kept in a list that is cut when it has twice as many.
struct Top {
    entries: Vec<Scored>,
    depth: usize,
    /// The score of the worst that may still be among the best.
    bar: f32,
}

impl Top {
    fn new(depth: usize) -> Self {
        Self { entries: Vec::new(), depth: depth.max(1), bar: 0.0 }
    }

    fn push(&mut self, scored: Scored) {
        self.entries.push(scored);
        if self.entries.len() >= self.depth * 2 {
            self.entries.select_nth_unstable_by(self.depth - 1, Scored::order);
            self.entries.truncate(self.depth);
            self.bar = self.entries[self.depth - 1].score;
        }
    }

    fn into_sorted(mut self) -> Vec<Scored> {
        self.entries.sort_unstable_by(Scored::order);
        self.entries.truncate(self.depth);
        self.entries
    }
}

/// The best passages by their terms, with the grams of the query that they have.
struct Candidates {
    scored: Vec<Scored>,
    grams: Vec<Vec<u16>>,
    wanted_grams: usize,
}

impl Candidates {
    fn new(
        found: Vec<Scored>,
        query: &SearchQuery,
        most: usize,
        mut read: impl FnMut(PassageRef) -> Option<Passage>,
    ) -> Self {
        let grams = Grams::from_query(&query.words);
        let mut candidates = Self { scored: Vec::new(), grams: Vec::new(), wanted_grams: grams.len() };
        for scored in found {
            if candidates.scored.len() == most {
                break;
            }
            let Some(passage) = read(scored.passage).filter(|passage| fits(query, passage)) else { continue };
            let mut of_passage = Vec::with_capacity(grams.len());
            grams.add_found(&passage.title, &mut of_passage);
            grams.add_found(&passage.text, &mut of_passage);
            candidates.scored.push(scored);
            candidates.grams.push(of_passage);
        }
        candidates
    }

    fn rank(mut self, terms: &Terms, limit: usize) -> Ranking {
        let likeness = self.likeness();
        let most = self.scored.first().map_or(1.0, |best| best.score);
        let most_alike = likeness.iter().copied().fold(1e-6, f32::max);
        let mut order: Vec<usize> = (0..self.scored.len()).collect();
        let raw: Vec<f32> = self.scored.iter().map(|scored| scored.score).collect();
        for (scored, alike) in self.scored.iter_mut().zip(&likeness) {
            scored.score = (scored.score / most + GRAMS * alike / most_alike) / (1.0 + GRAMS);
        }
        order.sort_unstable_by(|one, other| self.scored[*one].order(&self.scored[*other]));
        let top: Vec<u64> = order.iter().take(3).map(|at| self.scored[*at].words).collect();
        let together = top.iter().fold(0, |all, words| all | words);
        let signals = |at: usize| self.signals(terms, raw[at], likeness[at], self.scored[at].words, together);
        let hit = |at: &usize| Hit {
            passage: self.scored[*at].passage,
            score: self.scored[*at].score,
            similarity: signals(*at).probability(),
            stems: Stems::from_index(usize::from(self.scored[*at].stems)),
        };
        let hits = order.iter().take(limit).map(hit).collect();
        let best = order.first().map(|at| signals(*at));
        let similarity = best.as_ref().map_or(0.0, Signals::probability);
        Ranking { hits, total: self.scored.len(), similarity, signals: best }
    }

    /// Returns how many of the query's grams each has, the rare ones counting more.
    fn likeness(&self) -> Vec<f32> {
        let mut frequencies: FxHashMap<u16, f32> = FxHashMap::default();
        self.grams.iter().flatten().for_each(|gram| *frequencies.entry(*gram).or_default() += 1.0);
        let all = self.grams.len() as f32;
        let weight = |frequency: f32| (1.0 + all / (frequency + 0.5)).ln();
        let missing = self.wanted_grams.saturating_sub(frequencies.len()) as f32 * weight(0.0);
        let total = missing + frequencies.values().map(|frequency| weight(*frequency)).sum::<f32>();
        let of_one =
            |grams: &Vec<u16>| grams.iter().map(|gram| weight(frequencies[gram])).sum::<f32>() / total.max(1.0);
        self.grams.iter().map(of_one).collect()
    }

    fn signals(&self, terms: &Terms, score: f32, likeness: f32, words: u64, together: u64) -> Signals {
        let mass: f32 = terms.words.iter().map(|word| word.background).sum();
        let covered = |bits: u64| {
            let has = |(bit, _): &(usize, &QueryWord)| bits >> bit & 1 == 1;
            let of_words = terms.words.iter().enumerate().take(64).filter(has);
            of_words.map(|(_, word)| word.background).sum::<f32>() / mass.max(1e-6)
        };
        let count = terms.words.len().max(1) as f32;
        Signals {
            score: score / terms.ideal().max(1e-6),
            covered: covered(words),
            covered_by_three: covered(together),
            mass: mass.max(1e-6).ln(),
            known: terms.words.iter().filter(|word| word.is_known()).count() as f32 / count,
            likeness,
            words: count.ln(),
            passages: terms.passages.max(1.0).ln(),
        }
    }
}

/// Returns whether a passage has what the query wants and nothing that it excludes.
pub fn fits(query: &SearchQuery, passage: &Passage) -> bool {
    query.wanted.iter().all(|it| has(it, passage)) && !query.excluded.iter().any(|it| has(it, passage))
}

fn has(condition: &Condition, passage: &Passage) -> bool {
    let in_any = |texts: &[String]| texts.iter().any(|it| condition.matches_text(it));
    let in_title = || condition.matches_text(&passage.title);
    match condition.field {
        QueryField::Any => {
            condition.matches_text(&passage.text)
                || in_title()
                || in_any(&passage.headings)
                || in_any(&passage.speakers)
        }
        QueryField::Title => in_title(),
        QueryField::Heading => in_any(&passage.headings),
        QueryField::Speaker => in_any(&passage.speakers),
    }
}
