//! Items that a line of text may mean, best first, with a score and the reasons for it.
//!
//! The score is in thousandths and made of three things: how much of the name the line says, how much of the line the
//! name says, and a little off for each step between the two writings. An amount of the same measure that differs
//! ("12 mm" where the name says 18 mm) speaks against everything else. Nothing is chosen here: items that come within
//! [`TIE`] of the first are all marked as tied.

use std::collections::BTreeMap;

use super::line::{LineTerm, LineToken, TokenizedLine};
use super::name_index::{CatalogueEntry, CatalogueIndex};
use super::reason::MatchReason;

/// Score of a line that says a name word for word and counts in its unit.
pub const SCORE_MAX: u16 = 1000;
/// Without the unit.
const WHOLE: i32 = 970;
const UNIT_AGREES: i32 = 30;
const STEP_ORDER: i32 = 10;
const STEP_FORM: i32 = 10;
const STEP_SPELLING: i32 = 20;
const STEP_COMPOUND: i32 = 15;
const STEP_LETTER: i32 = 90;
const STEP_SYNONYM: i32 = 5;
/// Another amount of the same measure is another thing.
const CAP_OTHER_AMOUNT: i32 = 420;
/// Less is not worth the analyst's look.
const FLOOR: i32 = 350;
/// Scores nearer than this are no ground to prefer one.
const TIE: u16 = 15;
/// A line that says more is a paragraph: its start is looked at.
const TOKENS_READ: usize = 60;

/// A canonical item that a line may mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ItemSuggestion {
    /// Its place in the catalogue.
    pub item: usize,
    /// Of [`SCORE_MAX`].
    pub score: u16,
    pub reasons: Vec<MatchReason>,
    /// Another one comes as near: only the analyst can tell.
    pub tied: bool,
}

impl CatalogueIndex {
    /// Returns what `text` may mean, best first, at most `limit`; two that score the same in the catalogue's order.
    pub fn suggest(&self, text: &str, limit: usize) -> Vec<ItemSuggestion> {
        let line = CatalogueQuery::new(self, text);
        let mut entries: Vec<u32> = line.keys().flat_map(|key| self.entries_of(key)).copied().collect();
        entries.sort_unstable();
        entries.dedup();
        let entries = entries.into_iter().filter_map(|at| self.entries.get(usize::try_from(at).ok()?));
        self.ranked(&line, entries, limit)
    }

    /// As [`Self::suggest`], by comparing the line with every name: what the index is held against.
    pub fn suggest_by_looking_at_all(&self, text: &str, limit: usize) -> Vec<ItemSuggestion> {
        self.ranked(&CatalogueQuery::new(self, text), self.entries.iter(), limit)
    }

    fn ranked<'e>(
        &self,
        line: &CatalogueQuery,
        entries: impl Iterator<Item = &'e CatalogueEntry>,
        limit: usize,
    ) -> Vec<ItemSuggestion> {
        let mut best: BTreeMap<usize, (i32, Vec<MatchReason>)> = BTreeMap::new();
        for entry in entries {
            let Some((score, reasons)) = self.compare(line, entry) else { continue };
            // The first writing of a score stays: the name before its synonyms.
            if best.get(&entry.item).is_none_or(|(held, _)| score > *held) {
                best.insert(entry.item, (score, reasons));
            }
        }
        let mut found: Vec<ItemSuggestion> = best
            .into_iter()
            .map(|(item, (score, reasons))| ItemSuggestion {
                item,
                score: u16::try_from(score).unwrap_or_default().min(SCORE_MAX),
                reasons,
                tied: false,
            })
            .collect();
        found.sort_by_key(|suggestion| (std::cmp::Reverse(suggestion.score), suggestion.item));
        mark_ties(&mut found);
        found.truncate(limit);
        found
    }

    fn compare(&self, line: &CatalogueQuery, entry: &CatalogueEntry) -> Option<(i32, Vec<MatchReason>)> {
        let met = TokenMatches::new(line, entry);
        let unit = self.units.get(entry.item).map_or("", String::as_str);
        let agrees = line.tokens().any(|token| counts_in(token, unit));
        let weigh = |tokens: &mut dyn Iterator<Item = (Option<u32>, bool)>| {
            tokens.fold((0, 0), |(covered, all), (key, met)| {
                let weight = self.weight(key);
                (covered + if met { weight } else { 0 }, all + weight)
            })
        };
        let of_name = weigh(&mut entry.tokens.iter().zip(&met.name).map(|((key, _), met)| (Some(*key), met.is_some())));
        let beside = |at: usize| !met.line[at] && is_beside(&line.line.tokens[at], unit);
        let of_line =
            weigh(&mut (0..line.keys.len()).filter(|at| !beside(*at)).map(|at| (line.keys[at], met.line[at])));
        let base = base(of_name, of_line)?;
        let mut reasons = vec![match &entry.language {
            None => MatchReason::Name,
            Some(language) => MatchReason::Synonym { language: language.clone(), text: entry.text.clone() },
        }];
        let whole = of_name.0 == of_name.1;
        if !whole {
            reasons.clear();
            if let Some(language) = &entry.language {
                reasons.push(MatchReason::Synonym { language: language.clone(), text: entry.text.clone() });
            }
        }
        let mut score = base - if entry.language.is_some() { STEP_SYNONYM } else { 0 };
        score -= met.steps(line, entry, &mut reasons);
        if agrees {
            score += UNIT_AGREES;
            reasons.push(MatchReason::Unit { unit: unit.to_owned() });
        }
        if let Some(other) = other_amount(line, entry, &met, unit) {
            score = score.min(CAP_OTHER_AMOUNT);
            reasons.insert(0, other);
        }
        let unmet = |met: &mut dyn Iterator<Item = (&LineToken, bool)>| {
            met.filter(|(_, met)| !met).map(|(token, _)| token.shown()).take(6).collect::<Vec<_>>().join(" ")
        };
        let more = unmet(&mut entry.tokens.iter().zip(&met.name).map(|((_, token), met)| (token, met.is_some())));
        if !more.is_empty() {
            reasons.push(MatchReason::NameSaysMore { words: more });
        }
        let more =
            unmet(&mut line.line.tokens.iter().enumerate().map(|(at, token)| (token, met.line[at] || beside(at))));
        if !more.is_empty() {
            reasons.push(MatchReason::LineSaysMore { words: more });
        }
        (score >= FLOOR).then_some((score, reasons))
    }
}

fn mark_ties(found: &mut [ItemSuggestion]) {
    let Some(first) = found.first().map(|suggestion| suggestion.score) else { return };
    let near = found.iter().take_while(|suggestion| first - suggestion.score < TIE).count();
    if near > 1 {
        found.iter_mut().take(near).for_each(|suggestion| suggestion.tied = true);
    }
}

/// Returns the worth of the two coverages, each as what is said of how much. `None` if the line says hardly any of the
/// name.
fn base(of_name: (u32, u32), of_line: (u32, u32)) -> Option<i32> {
    let share = |(covered, all): (u32, u32), of: u32| i32::try_from(of * covered / all.max(1)).unwrap_or_default();
    match (of_name.0 == of_name.1, of_line.0 == of_line.1) {
        (true, true) => Some(WHOLE),
        (true, false) => Some(720 + share(of_line, 180)),
        (false, true) => (of_name.0 > 0).then(|| 450 + share(of_name, 300)),
        (false, false) => (of_name.0 * 2 >= of_name.1).then(|| share(of_name, 400) + share(of_line, 250)),
    }
}

/// Returns whether it is their number, and no part of the name: a bare number, pieces, an amount in the item's own
/// unit.
fn is_beside(token: &LineToken, unit: &str) -> bool {
    match &token.term {
        LineTerm::Word(_) => false,
        LineTerm::Number(_) => true,
        LineTerm::Amount(quantity) => quantity.unit.measure().is_count() || quantity.unit.symbol() == unit,
    }
}

fn counts_in(token: &LineToken, unit: &str) -> bool {
    token.amount().is_some_and(|quantity| quantity.unit.symbol() == unit)
}

/// An amount that the name says and the line says otherwise.
fn other_amount(line: &CatalogueQuery, entry: &CatalogueEntry, met: &TokenMatches, unit: &str) -> Option<MatchReason> {
    let unmet = |token: &LineToken, met: bool| if met { None } else { token.amount().copied() };
    let names = entry.tokens.iter().zip(&met.name).filter_map(|((_, token), met)| unmet(token, met.is_some()));
    names.into_iter().find_map(|name| {
        line.line.tokens.iter().enumerate().find_map(|(at, token)| {
            let stated = unmet(token, met.line[at])?;
            let other = stated.unit.measure() == name.unit.measure() && !is_beside(token, unit);
            other.then(|| MatchReason::Amount { line: stated.to_string(), name: name.to_string() })
        })
    })
}

/// A line, and where the catalogue has what it says.
struct CatalogueQuery {
    line: TokenizedLine,
    keys: Vec<Option<u32>>,
    /// For a word that no name has: those one letter from it.
    near: Vec<Vec<u32>>,
    compounds: Vec<(usize, u32)>,
}

impl CatalogueQuery {
    fn new(catalogue: &CatalogueIndex, text: &str) -> Self {
        let mut line = TokenizedLine::parse(text);
        line.tokens.truncate(TOKENS_READ);
        let keys: Vec<Option<u32>> = line.tokens.iter().map(|token| catalogue.key(&token.key)).collect();
        let near = |(token, key): (&LineToken, &Option<u32>)| match (key, token.word()) {
            (None, Some(word)) => catalogue.near(&word.key),
            _ => Vec::new(),
        };
        let near = line.tokens.iter().zip(&keys).map(near).collect();
        let compounds = line.compounds().filter_map(|(at, key)| Some((at, catalogue.key(&key)?))).collect();
        Self { line, keys, near, compounds }
    }

    fn tokens(&self) -> impl Iterator<Item = &LineToken> {
        self.line.tokens.iter()
    }

    /// Every key by which an entry may be found.
    fn keys(&self) -> impl Iterator<Item = u32> {
        let near = self.near.iter().flatten().copied();
        self.keys.iter().flatten().copied().chain(near).chain(self.compounds.iter().map(|(_, key)| *key))
    }
}

/// The way a line says a word of a name, and the position.
#[derive(Clone, Copy, Debug)]
enum TokenMatch {
    Same(usize),
    Letter(usize),
    /// The line says it and the next as one word, or in two words what is one here.
    Joined(usize),
}

/// The words that a line and a name have in common.
struct TokenMatches {
    name: Vec<Option<TokenMatch>>,
    line: Vec<bool>,
}

impl TokenMatches {
    fn new(line: &CatalogueQuery, entry: &CatalogueEntry) -> Self {
        let mut met = Self { name: vec![None; entry.tokens.len()], line: vec![false; line.keys.len()] };
        for (at, (key, _)) in entry.tokens.iter().enumerate() {
            let same =
                (0..line.keys.len()).find(|candidate| !met.line[*candidate] && line.keys[*candidate] == Some(*key));
            let near =
                || (0..line.near.len()).find(|candidate| !met.line[*candidate] && line.near[*candidate].contains(key));
            let split = || {
                line.compounds
                    .iter()
                    .find(|(candidate, joined)| joined == key && !met.line[*candidate])
                    .map(|found| found.0)
            };
            if let Some(position) = same {
                met.meet(at, TokenMatch::Same(position), position..=position);
            } else if let Some(position) = split() {
                met.meet(at, TokenMatch::Joined(position), position..=position + 1);
            } else if let Some(position) = near() {
                met.meet(at, TokenMatch::Letter(position), position..=position);
            }
        }
        for (at, joined) in &entry.compounds {
            let unmet = met.name[*at].is_none() && met.name[*at + 1].is_none();
            let position =
                (0..line.keys.len()).find(|candidate| !met.line[*candidate] && line.keys[*candidate] == Some(*joined));
            if let Some(position) = position.filter(|_| unmet) {
                met.meet(*at, TokenMatch::Joined(position), position..=position);
                met.name[*at + 1] = Some(TokenMatch::Joined(position));
            }
        }
        met
    }

    fn meet(&mut self, at: usize, how: TokenMatch, positions: std::ops::RangeInclusive<usize>) {
        self.name[at] = Some(how);
        positions.for_each(|position| self.line[position] = true);
    }

    /// Returns what the steps from the line's writing to the name's take off, with a reason for each kind.
    fn steps(&self, line: &CatalogueQuery, entry: &CatalogueEntry, reasons: &mut Vec<MatchReason>) -> i32 {
        let mut off = 0;
        let (mut form, mut spelling) = (false, false);
        let mut joined_at = None;
        let mut previous = 0;
        let mut in_order = true;
        for ((_, token), how) in entry.tokens.iter().zip(&self.name) {
            let Some(how) = how else { continue };
            let (TokenMatch::Same(position) | TokenMatch::Letter(position) | TokenMatch::Joined(position)) = *how;
            in_order &= position >= previous;
            previous = position;
            let pair = || (line.line.tokens[position].shown(), token.shown());
            match how {
                TokenMatch::Same(_) => {
                    let (Some(here), Some(there)) = (line.line.tokens[position].word(), token.word()) else { continue };
                    let (line, name) = pair();
                    if here.written == there.written {
                    } else if here.lemma == there.lemma {
                        off += if form { 0 } else { STEP_FORM };
                        form = true;
                        reasons.push(MatchReason::Form { line, name });
                    } else {
                        off += if spelling { 0 } else { STEP_SPELLING };
                        spelling = true;
                        reasons.push(MatchReason::Spelling { line, name });
                    }
                }
                TokenMatch::Letter(_) => {
                    off += STEP_LETTER;
                    let (line, name) = pair();
                    reasons.push(MatchReason::Letter { line, name });
                }
                TokenMatch::Joined(_) if joined_at != Some(position) => {
                    joined_at = Some(position);
                    off += STEP_COMPOUND;
                    let (line, name) = pair();
                    reasons.push(MatchReason::Compound { line, name });
                }
                TokenMatch::Joined(_) => {}
            }
        }
        if !in_order {
            off += STEP_ORDER;
            reasons.push(MatchReason::WordOrder);
        }
        off
    }
}
