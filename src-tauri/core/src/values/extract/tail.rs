//! The words behind a value: what it is for, whether tax is in it, what it counts.

use std::ops::Range;

use super::lexicon::{self, AmountWord};
use super::{Bound, ExtractedValue, Rate, Tax, word};
use crate::language::class::{FUNCTION, NOUN_TOO, PREPOSITION, VERB};
use crate::language::fold::normal;
use crate::language::{Language, classes};
use crate::values::{Unit, Value, ValueType};

/// So many phrases behind a value may belong to it.
const MAX_PHRASES: usize = 4;
/// So many words may stand between "zzgl." and the tax: "der gesetzlichen".
const MAX_WORDS_TO_TAX: usize = 3;
/// So many adjectives may stand before the noun that is counted.
const MAX_ADJECTIVES: usize = 2;

const SPACES: &[char] = &[' ', '\u{a0}', '\u{202f}'];
/// May stand before a tax: "(netto)", ", zzgl. MwSt.".
const ASIDE: &[char] = &[' ', '\u{a0}', '\u{202f}', ',', '('];

/// Reads what stands behind `value`, up to where the next value begins.
pub(super) fn read(text: &str, value: &mut ExtractedValue, ceiling: usize) {
    let line = text[value.bytes.end..].find('\n').map_or(text.len(), |at| value.bytes.end + at);
    if value.counts() {
        value.counted = counted(text, value.bytes.end, ceiling.min(line));
        value.extent.end = value.counted.as_ref().map_or(value.extent.end, |noun| noun.end);
    }
    let mut phrases = TailPhrases { text, value, at: 0, ceiling: ceiling.min(line), line };
    phrases.at = phrases.value.extent.end;
    for _ in 0..MAX_PHRASES {
        let Some(end) = phrases.next() else { break };
        phrases.at = end;
        phrases.value.extent.end = end;
    }
}

struct TailPhrases<'t> {
    text: &'t str,
    value: &'t mut ExtractedValue,
    at: usize,
    ceiling: usize,
    /// A tax rate is a value of its own, and stands between "zzgl." and its tax.
    line: usize,
}

impl TailPhrases<'_> {
    /// Reads one phrase. Returns its end, none where it says nothing of the value.
    fn next(&mut self) -> Option<usize> {
        if let Some(end) = self.rate() {
            return Some(end);
        }
        if let Some(end) = self.bound() {
            return Some(end);
        }
        match self.value.value.value_type() {
            ValueType::Currency => self.tax(),
            ValueType::Dimension => self.tax_rate(),
            _ => None,
        }
    }

    /// "/Tag", "je Stück", "per piece", "a day", "each".
    fn rate(&mut self) -> Option<usize> {
        if self.value.per.is_some() || self.value.value.value_type() == ValueType::Date {
            return None;
        }
        let rest = self.text.get(self.at..self.ceiling)?.trim_start_matches(SPACES);
        if let Some(slash) = rest.strip_prefix('/') {
            let noun = word::behind(self.text, self.line_at(slash), self.line, SPACES)?;
            return Some(self.set_rate(noun));
        }
        let per = word::behind(self.text, self.at, self.ceiling, SPACES)?;
        if !lexicon::says(&self.text[per.clone()], AmountWord::Per) {
            return None;
        }
        let noun = word::behind(self.text, per.end, self.line, SPACES);
        let is_article = matches!(self.text[per.clone()].to_lowercase().as_str(), "a" | "an");
        match noun.filter(|noun| noun.start > per.end) {
            Some(noun) if !is_article || Unit::parse(&self.text[noun.clone()]).is_some() => Some(self.set_rate(noun)),
            _ if is_article => None,
            _ => Some(self.set_rate(per)),
        }
    }

    fn line_at(&self, rest: &str) -> usize {
        self.ceiling - rest.len()
    }

    fn set_rate(&mut self, noun: Range<usize>) -> usize {
        let end = noun.end;
        self.value.per = Some(Rate { unit: Unit::parse(&self.text[noun.clone()]), bytes: noun });
        end
    }

    /// "Or more", "oder weniger".
    fn bound(&mut self) -> Option<usize> {
        let first = word::behind(self.text, self.at, self.ceiling, SPACES)?;
        let second = word::behind(self.text, first.end, self.ceiling, SPACES)?;
        self.value.bound = match lexicon::bound(&format!("… {}", &self.text[first.start..second.end]))? {
            bound if self.value.bound == Bound::Exact => bound,
            _ => return None,
        };
        Some(second.end)
    }

    /// "Netto", "zzgl. 19 % MwSt.", "inkl. MwSt.", "IVA incluido".
    fn tax(&mut self) -> Option<usize> {
        let first = word::behind(self.text, self.at, self.line, ASIDE)?;
        let first_word = &self.text[first.clone()];
        if let Some(tax) = lexicon::tax_of_word(first_word) {
            self.value.tax = Some(tax);
            return Some(first.end);
        }
        let (tax, end) = if lexicon::says(first_word, AmountWord::WithoutTax) {
            (Tax::Net, self.tax_name(first.end)?)
        } else if lexicon::says(first_word, AmountWord::WithTax) {
            (Tax::Gross, self.tax_name(first.end)?)
        } else if lexicon::says(first_word, AmountWord::Tax) {
            let next = word::behind(self.text, first.end, self.line, &[' ', '.'])?;
            let included = lexicon::says(&self.text[next.clone()], AmountWord::WithTax);
            (Tax::Gross, included.then_some(next.end)?)
        } else {
            return None;
        };
        self.value.tax = Some(tax);
        Some(end)
    }

    /// The end of the tax's name behind `at`, over its rate and a few words.
    fn tax_name(&self, at: usize) -> Option<usize> {
        let between: Vec<char> = (' '..='@').chain(['\u{a0}', '\u{202f}']).filter(|c| *c != '(').collect();
        let mut at = at;
        for _ in 0..=MAX_WORDS_TO_TAX {
            let rest = self.text.get(at..self.line)?;
            let start = at + (rest.len() - rest.trim_start_matches(between.as_slice()).len());
            let name = word::behind(self.text, start, self.line, &[])?;
            if lexicon::says(&self.text[name.clone()], AmountWord::Tax) {
                return Some(name.end);
            }
            at = name.end;
        }
        None
    }

    /// "19 % MwSt.": the percentage is the tax's.
    fn tax_rate(&mut self) -> Option<usize> {
        let percent = matches!(&self.value.value, Value::Dimension(share) if share.unit == Unit::PERCENT);
        let name = word::behind(self.text, self.at, self.ceiling, SPACES).filter(|_| percent)?;
        lexicon::says(&self.text[name.clone()], AmountWord::Tax).then(|| {
            self.value.tax = Some(Tax::Rate);
            name.end
        })
    }
}

/// The noun that a number counts. German shows it by its capital; elsewhere it is the next word, if that is no word of
/// grammar.
fn counted(text: &str, at: usize, ceiling: usize) -> Option<Range<usize>> {
    let first = word::behind(text, at, ceiling, SPACES).filter(|word| word.start > at)?;
    let mut next = first.clone();
    for _ in 0..=MAX_ADJECTIVES {
        let word = &text[next.clone()];
        if word.starts_with(char::is_uppercase) && word.chars().count() > 1 {
            return Some(next);
        }
        if !is_inflected_adjective(word) {
            break;
        }
        let Some(further) = word::behind(text, next.end, ceiling, SPACES) else { break };
        next = further;
    }
    may_be_noun(&text[first.clone()]).then_some(first)
}

fn is_inflected_adjective(word: &str) -> bool {
    let word = word.to_lowercase();
    word.len() > 3
        && ["e", "en", "er", "es", "em"].iter().any(|ending| word.ends_with(ending))
        && !Language::German.lexicon().is(&word, FUNCTION | PREPOSITION)
}

fn may_be_noun(word: &str) -> bool {
    let class = classes(&normal(word));
    let is_grammar = class & (FUNCTION | PREPOSITION) != 0 || class & VERB != 0 && class & NOUN_TOO == 0;
    word.chars().count() > 2 && !is_grammar
}
