//! A check whether a quote gives a value to its key, and plainly: that a value stands in a quote does not make it this
//! key's.
//!
//! Told without grammar. A clause gives a value to a key where it has more of the key's words than the clause of any like
//! value, nothing but what leads over stands between the two, and no word of it makes less of the value: a bound, a
//! guess, a wish, a change, what was before. Where that is not certain, the analyst is to look: nothing is lost by it but
//! a click.

use std::ops::Range;

use super::reading::{PartedText, ReadingPart, bounds};
use super::{Missing, MissingKind};
use crate::keys::KeyDef;
use crate::keys::topic::{KeyNames, all_words, is_like, is_state};
use crate::language::class::*;
use crate::language::sentence::asks;
use crate::language::token::plain;
use crate::language::{Token, classes, tokens};
use crate::values::{Measure, Value, ValueForm};

/// Most words between a name and what it is said to be.
const NEAR: usize = 3;
/// Most words between a count and what it counts.
const BESIDE: usize = 2;

const JOINS: Classes = AND | OR;
const DENYING_WORD: Classes = NEGATION | NEGATION_OPENING | NEGATION_SECOND;
/// Words that may occur between a value and the key that it is of.
const LEADING: Classes = EMPTY | ARTICLE | AUXILIARY | PLACING | OF | TIME | PLACED | PLANNED | CHANGE | TO | FROM;

/// Returns what keeps `value`, which occurs in `quote`, from being what the quote says of `key`. `is_asked` says that
/// the quote answers a question about the key.
pub(super) fn check(called: &KeyNames, key: &KeyDef, value: &Value, quote: &str, is_asked: bool) -> Option<Missing> {
    let attached = AttachedValue {
        called,
        key,
        value,
        own: all_words(key),
        key_words: key_words(key),
        is_asked,
        reading: PartedText::from_text(quote),
    };
    match value {
        Value::Note(_) => None,
        Value::Boolean(yes) => attached.yes_or_no(*yes),
        Value::Enum(text) => attached.choice(text),
        Value::String(text) => attached.name(text),
        Value::Number(_) | Value::Dimension(_) | Value::Currency(_) | Value::Date(_) => attached.amount(),
    }
}

/// Every word of a key's names and of its question: of what may be so high at most, "may" and "at most" are said plainly.
fn key_words(key: &KeyDef) -> Vec<String> {
    let names = std::iter::once(key.label.as_str()).chain(key.all_aliases().map(|(_, alias)| alias));
    names.chain([key.question.as_str()]).flat_map(tokens).map(|word| plain(&word.norm())).collect()
}

struct AttachedValue<'q> {
    called: &'q KeyNames,
    key: &'q KeyDef,
    value: &'q Value,
    own: Vec<String>,
    key_words: Vec<String>,
    is_asked: bool,
    reading: PartedText<'q>,
}

impl<'q> AttachedValue<'q> {
    /// A number, a quantity, money or a day. Said plainly once is said.
    fn amount(&self) -> Option<Missing> {
        let says = |at: &usize| {
            self.reading.value(*at).is_some_and(|found| found.form != ValueForm::Unclear && found.carries(self.value))
        };
        once((0..self.parts().len()).filter(says).map(|at| {
            let clause = self.clause(at);
            self.asks(at)
                .or_else(|| self.first(self.stretch(at), HEDGE, PLANNED | BOUND))
                .or_else(|| self.bound(at))
                .or_else(|| self.past(at))
                .or_else(|| self.first(clause.clone(), WANTED, 0))
                .or_else(|| self.first(self.reading.sentence(at), ALONE, 0))
                .or_else(|| self.changed(at, &clause))
                .or_else(|| (!self.is_attached(at)).then(|| self.unsaid()))
        }))
    }

    /// A yes or no, in some sentence that speaks of the key.
    fn yes_or_no(&self, yes: bool) -> Option<Missing> {
        let named: Vec<usize> = (0..self.parts().len()).filter(|at| self.is_own(*at)).collect();
        let looked_at = if named.is_empty() { (0..self.parts().len().min(1)).collect() } else { named };
        once(looked_at.into_iter().map(|at| {
            let clause = self.clause(at);
            let is_said = !self.is_own(at) || if yes { self.affirms(&clause) } else { self.denies(&clause) };
            self.asks(at)
                .or_else(|| self.first(self.stretch(at), HEDGE, DEMANDED))
                .or_else(|| self.first(self.reading.sentence(at), LIMITED, 0))
                .or_else(|| self.past(at))
                .or_else(|| self.first(clause, WANTED, 0))
                .or_else(|| (!is_said).then(|| self.unsaid()))
        }))
    }

    /// One of the names that a key may have, of which a quote may say several.
    fn choice(&self, text: &str) -> Option<Missing> {
        let others =
            self.key.values.iter().filter(|choice| choice.name != text && self.range_of(&choice.name).is_some());
        let is_one_of_two = others.count() > 0;
        let at = self.range_of(text).map_or(0, |range| range.start);
        self.asks(at)
            .or_else(|| self.first(self.stretch(at), HEDGE, PLANNED))
            .or_else(|| self.past(at))
            .or_else(|| self.first(self.clause(at), WANTED, 0))
            .or_else(|| is_one_of_two.then(|| self.unsaid()))
    }

    /// Words that are what a key is: "the client is Acme", "based in Berlin". They stand beside a name of the key, and
    /// nothing but what leads from the one to the other stands between.
    fn name(&self, text: &str) -> Option<Missing> {
        let Some(range) = self.range_of(text) else { return Some(self.unsaid()) };
        let sentence = self.reading.sentence(range.start);
        let own: Vec<usize> = (0..self.parts().len()).filter(|at| self.is_own(*at) && !range.contains(at)).collect();
        let objection = self
            .asks(range.start)
            .or_else(|| self.first(self.stretch(range.start), HEDGE, PLANNED))
            .or_else(|| self.past(range.start))
            .or_else(|| self.first(self.clause(range.start), WANTED, 0));
        if objection.is_some() || own.is_empty() && self.is_asked {
            return objection;
        }
        let is_genitive = self.parts()[range.end - 1].norm.ends_with("'s");
        let ends_alias = |part: &ReadingPart<'_>| {
            self.key
                .all_aliases()
                .any(|(_, alias)| alias.rsplit(' ').next().is_some_and(|last| plain(last) == part.plain))
        };
        let leads = |at: &usize| {
            let part = &self.parts()[*at];
            let is_of = part.is(OF) && !ends_alias(part);
            let is_sign = matches!(part.text, ":" | "=");
            part.value.is_none() && !is_of && (self.is_own(*at) || part.is(EMPTY | NAMING) || is_sign)
        };
        let is_linked = |mut between: Range<usize>| {
            between.clone().filter(|at| !self.is_own(*at)).count() <= NEAR && between.all(|at| leads(&at))
        };
        // "Acme, the market leader, grew": what is set apart by commas before and behind.
        let is_comma = |at: usize| self.parts().get(at).is_none_or(|part| part.text == ",");
        let is_set_apart = |own: usize| {
            let behind = (own..self.parts().len()).find(|at| !self.is_own(*at)).unwrap_or(usize::MAX);
            is_comma(behind) && self.parts()[range.end].text == "," && is_linked(range.end + 1..own)
        };
        let is_beside = own.iter().filter(|own| sentence.contains(own)).any(|own| match *own < range.start {
            true => is_linked(own + 1..range.start),
            false => !is_genitive && (is_linked(range.end..*own) || is_set_apart(*own)),
        });
        // One of several: "Acme and Bolt are clients", "the clients are Acme and Bolt".
        let joins = |at: usize| self.parts().get(at).is_some_and(|part| part.is(JOINS));
        let is_name = |at: usize| self.parts().get(at).is_some_and(|part| part.text.starts_with(char::is_uppercase));
        let is_one_of_several =
            range.start.checked_sub(1).is_some_and(joins) || joins(range.end) && is_name(range.end + 1);
        let replaced = self.first(sentence, REPLACING, 0);
        replaced.or_else(|| (!is_beside || is_one_of_several).then(|| self.unsaid()))
    }

    /// Returns what says that a value is not just that: "fewer than", "about", "or more", "half of".
    fn bound(&self, at: usize) -> Option<Missing> {
        let is_date = self.reading.value(at).is_some_and(|found| matches!(found.value, Value::Date(_)));
        let bounds_here = |near: usize, of: Classes| {
            let part = &self.parts()[near];
            let phrase =
                self.reading.phrase(near) | near.checked_sub(1).map_or(0, |before| self.reading.phrase(before));
            part.is(of) || phrase & (BOUND | BOUND_OF_DAY) != 0 || bounds(self.reading.text, part)
        };
        // "About the price: the price is €60".
        let parts_it = |near: &usize| self.parts()[*near].text == ":";
        let bounding = if is_date { BOUND | BOUND_OF_DAY } else { BOUND };
        let before = (self.segment(at).start..at).rev().take_while(|near| !parts_it(near));
        // "Roughly, the price is €75".
        let start = self.reading.sentence(at).start;
        let opening = Some(start).filter(|start| self.parts().get(start + 1).is_some_and(|next| next.text == ","));
        let before = before.chain(opening).filter(|near| bounds_here(*near, bounding));
        // "800 or more", "1 March at the latest".
        let end = self.reading.sentence(at).end;
        let is_phrase = |near: usize| near + 1 < end && self.reading.phrase(near) & (BOUND | BOUND_OF_DAY) != 0;
        let joins = at + 1 < end && (self.parts()[at + 1].is(JOINS) || self.is_break(at + 1));
        let behind = (at + 1..end.min(at + 3)).filter(|near| match *near == at + 1 {
            true => bounds_here(*near, BOUND_BEHIND) || is_phrase(*near),
            false => !joins && is_phrase(*near),
        });
        let is_limit = self.own.iter().any(|own| own.starts_with("max") || classes(own) & LIMIT_NAME != 0);
        let is_upper = |near: usize| {
            let part = &self.parts()[near];
            !part.is(LOWER_BOUND) && !matches!(part.norm.as_str(), "than" | "als" | "que")
        };
        let is_free = |near: &usize| {
            let words = *near..near + 1 + usize::from(is_phrase(*near));
            words.clone().all(|near| self.is_key_word(near)) || is_limit && words.into_iter().all(is_upper)
        };
        before.chain(behind).find(|near| !is_free(near)).map(|near| self.certainty(near))
    }

    /// Returns what says that a value or a state is over: in its clause, or first in its sentence.
    fn past(&self, at: usize) -> Option<Missing> {
        let start = self.reading.sentence(at).start;
        let opens = self.parts()[start].is(PAST) || self.reading.phrase(start) & PAST != 0;
        self.first(self.clause(at), PAST, 0).or_else(|| opens.then(|| self.certainty(start)))
    }

    /// By how much something changed, what it was before, and that it fell where the key says that it grew.
    fn changed(&self, at: usize, clause: &Range<usize>) -> Option<Missing> {
        if self.is_left(at, clause) {
            return Some(self.certainty(at - 1));
        }
        let of = |classes_of: Classes| self.own.iter().any(|own| classes(own) & classes_of != 0);
        if of(GROWTH | DIFFERENCE | CHANGE) {
            return self.first(self.reading.sentence(at), if of(FALL) { 0 } else { FALL }, 0);
        }
        let before = at.checked_sub(1).filter(|before| *before >= clause.start).map(|before| &self.parts()[before]);
        if before.is_some_and(|before| matches!(before.norm.as_str(), "by" | "um")) {
            return self.first(self.reading.sentence(at), CHANGE, 0);
        }
        if before.is_some_and(|before| before.is(TO)) { None } else { self.first(clause.clone(), CHANGE, PLACED) }
    }

    /// Returns whether a value is what was before, or is not: "from 60 to 75", "instead of 60", "not 60".
    fn is_left(&self, at: usize, clause: &Range<usize>) -> bool {
        let Some(before) = at.checked_sub(1).filter(|before| *before >= clause.start) else { return false };
        let part = &self.parts()[before];
        let phrase = before.checked_sub(1).map_or(0, |ahead| self.reading.phrase(ahead));
        part.is(LEFT_BEHIND | NEGATION | NEGATION_OPENING)
            || phrase & LEFT_BEHIND != 0
            || part.is(FROM) && clause.clone().any(|near| self.parts()[near].is(CHANGE))
    }

    /// Returns whether the clause of a value has the key's words, more of them than that of any like value, and leads
    /// from the one to the other. Where its sentence has none of them, the value must be the only one of its kind.
    fn is_attached(&self, at: usize) -> bool {
        let Some(found) = self.reading.value(at) else { return true };
        let segment = self.segment(at);
        let rivals: Vec<usize> = (0..self.parts().len())
            .filter(|other| self.reading.value(*other).is_some_and(|other| is_rival(&found.value, &other.value)))
            .filter(|other| !self.is_left(*other, &self.clause(*other)))
            .collect();
        if self.counts_something_else(at) || self.names_another(&segment, at) || self.is_given_by_order(&segment) {
            return false;
        }
        let own = |of: &Range<usize>, value: usize| {
            of.clone().filter(|near| self.is_own(*near)).count()
                + usize::from(of.contains(&(value + 1)) && self.is_own(value + 1))
        };
        let score = own(&segment, at);
        if score == 0 && (0..self.parts().len()).any(|near| self.is_own(near)) {
            return false;
        }
        let is_weaker = |rival: usize| {
            let of = self.segment(rival);
            let is_placed = |near: usize| near > 0 && self.parts()[near - 1].is(PREPOSITION | OF);
            let tells = |near: usize| {
                let is_other = near != rival && self.is_matter(near) && !self.is_own(near);
                is_other && (!is_placed(near) || self.called.counts(&self.parts()[near].plain))
            };
            !of.contains(&at) && own(&of, rival) < score && of.clone().any(tells)
        };
        rivals.into_iter().all(is_weaker) && (score == 0 || self.is_connected(at, &segment))
    }

    /// "Height and width are 3 m and 6 m": which is which is said by the order alone.
    fn is_given_by_order(&self, segment: &Range<usize>) -> bool {
        let Some(join) = segment.start.checked_sub(1).filter(|join| self.parts()[*join].is(JOINS) && *join > 0) else {
            return false;
        };
        let ahead = self.segment(join - 1);
        let has_value = ahead.clone().any(|near| self.parts()[near].value.is_some());
        let is_named = |near: usize| self.is_own(near) || self.called.counts(&self.parts()[near].plain);
        !has_value && ahead.start < join && ahead.into_iter().any(is_named)
    }

    /// Returns whether nothing but what leads over is between the value and a word of the key: "invitations to the
    /// opening go out on 3 May" gives the day of something else.
    fn is_connected(&self, at: usize, segment: &Range<usize>) -> bool {
        let is_count = self.reading.value(at).is_some_and(|found| is_count(&found.value));
        let is_plain = |near: usize| {
            let part = &self.parts()[near];
            self.is_own(near) || part.is(LEADING) || !part.is_word && part.value.is_none()
        };
        let leads = |near: usize| {
            // "Of the hall in Cologne".
            let is_placing = |near: usize| self.parts()[near].is(PREPOSITION | OF);
            let article =
                usize::from(near > segment.start && self.parts()[near - 1].is(ARTICLE) && !is_placing(near - 1));
            let placed = near > segment.start + article && is_placing(near - 1 - article);
            is_plain(near) || placed
        };
        let leads_to = |mut of: Range<usize>| {
            of.all(|near| {
                let part = &self.parts()[near];
                !part.is(DENYING_WORD) && (leads(near) || part.is(BOUND | WEEKDAY))
            })
        };
        segment.clone().filter(|near| self.is_own(*near)).any(|own| match own < at {
            true => leads_to(own + 1..at),
            false if is_count => {
                let is_told = self.parts().get(own + 1).is_some_and(|next| next.is(TO_BE));
                own <= at + BESIDE && (!is_told || (own + 1..segment.end).all(leads))
            }
            false => (at + 1..own).all(is_plain) && (own + 1..segment.end).all(leads),
        })
    }

    /// "800 sandwiches" are no visitors, "300 of its employees" not its employees, and "12 % of firms" no growth.
    fn counts_something_else(&self, at: usize) -> bool {
        let Some(found) = self.reading.value(at) else { return false };
        let is_share = matches!(&found.value, Value::Dimension(quantity) if quantity.unit.measure() == Measure::Share);
        let is_count = is_count(&found.value);
        let end = self.reading.sentence(at).end;
        let Some(next) = (at + 1..end).next().filter(|_| is_count || is_share) else { return false };
        // "Of its employees, 300 work there."
        let opens_with_of =
            self.reading.sentence(at).next().is_some_and(|first| first < at && self.parts()[first].is(OF));
        if is_count && opens_with_of {
            return true;
        }
        if self.parts()[next].is(OF) {
            let whole = (next + 1..end).find(|near| !self.parts()[*near].is(EMPTY));
            return is_count || whole.is_some_and(|whole| !self.is_own(whole));
        }
        let ends =
            |near: usize| !self.parts()[near].is_word || self.parts()[near].is(AUXILIARY | PLACING | JOINS | BUT);
        let mut noun = (next..end).take_while(|near| !ends(*near)).take(BESIDE);
        is_count && !ends(next) && !noun.any(|near| self.is_own(near))
    }

    /// "A €5 deposit", "profit growth": what the value is of is said, and is none of the key's words.
    fn names_another(&self, segment: &Range<usize>, at: usize) -> bool {
        let of_growth = self.own.iter().any(|own| classes(own) & GROWTH != 0);
        segment.clone().filter(|near| *near != at && !self.is_own(*near)).any(|near| {
            let part = &self.parts()[near];
            let is_counted = near > 0 && self.parts()[near - 1].value.is_some() && near != at + 1;
            let is_counted_key = !is_counted && self.called.counts(&part.plain);
            part.value.is_none() && (is_counted_key || of_growth && part.is(GROWER))
        }) || of_growth
            && segment.clone().any(|near| {
                let compound = self.parts()[near].norm.strip_suffix("wachstum").unwrap_or_default();
                classes(compound.trim_end_matches('s')) & GROWER != 0
            })
    }

    /// Returns whether the clause of a word of the key says yes to it: "parking is available", "the fabric is flame
    /// retardant", but not "parking is a problem".
    fn affirms(&self, clause: &Range<usize>) -> bool {
        let is_told = |at: usize| at > 0 && self.parts()[at - 1].is(TO_BE) || self.parts()[at].norm.ends_with("ed");
        clause.clone().any(|at| {
            let part = &self.parts()[at];
            part.is(AFFIRMING) || part.is_word && is_state(&part.plain) || self.is_own(at) && is_told(at)
        })
    }

    fn denies(&self, clause: &Range<usize>) -> bool {
        clause.clone().any(|at| self.parts()[at].is(DENYING_WORD | FORBIDDING))
    }

    fn parts(&self) -> &[ReadingPart<'q>] {
        &self.reading.parts
    }

    fn is_own(&self, at: usize) -> bool {
        let part = &self.parts()[at];
        part.is_word && self.own.iter().any(|own| is_like(own, &part.plain))
    }

    fn is_key_word(&self, at: usize) -> bool {
        self.key_words.contains(&self.parts()[at].plain)
    }

    /// Returns whether a word says what something is about.
    fn is_matter(&self, at: usize) -> bool {
        self.parts()[at].is_word && !self.parts()[at].is(LEADING | PREPOSITION | JOINS | WEEKDAY | BOUND | LIMITED)
    }

    /// Returns whether what comes behind is said apart from what comes before.
    fn is_break(&self, at: usize) -> bool {
        let part = &self.parts()[at];
        part.is(BUT | WHILE) || matches!(part.text, ";" | "|" | "；" | "、" | "，" | "؛" | "،") || part.norm == "\n"
    }

    /// Between two breaks of a sentence.
    fn stretch(&self, at: usize) -> Range<usize> {
        self.between(at, |near| self.is_break(near))
    }

    /// Returns what is said together with a part: an "and" or a comma parts only what has a verb before it.
    fn clause(&self, at: usize) -> Range<usize> {
        let is_comma = |at: usize| self.parts().get(at).is_some_and(|part| part.text == ",");
        let parts = |at: usize| self.is_break(at) || is_comma(at) || self.parts()[at].is(JOINS);
        // "Until 2023, the price was €60".
        let has_verb = |to: usize| {
            let preceding = (self.reading.sentence(to).start..to).rev().take_while(|at| !parts(*at));
            preceding.into_iter().any(|at| self.parts()[at].is(AUXILIARY))
        };
        self.between(at, |near| {
            let joins = self.parts()[near].is(JOINS);
            self.is_break(near)
                || joins && near > 0 && is_comma(near - 1)
                || (joins || is_comma(near)) && has_verb(near)
        })
    }

    /// Between two signs or conjunctions; a comma beside a weekday is part of a day.
    fn segment(&self, at: usize) -> Range<usize> {
        let is_day = |at: usize| self.parts()[at].is(WEEKDAY);
        self.between(at, |near| {
            let part = &self.parts()[near];
            self.is_break(near) || part.is(JOINS) || part.text == "," && !(near > 0 && is_day(near - 1))
        })
    }

    fn between(&self, at: usize, parts: impl Fn(usize) -> bool) -> Range<usize> {
        let sentence = self.reading.sentence(at);
        let start = (sentence.start..at).rev().find(|near| parts(*near)).map_or(sentence.start, |near| near + 1);
        start..(at + 1..sentence.end).find(|near| parts(*near)).unwrap_or(sentence.end)
    }

    /// The first part of a range that is of a class, or begins a phrase that is: but for those of another, and for what
    /// the key itself says.
    fn first(&self, mut within: Range<usize>, of: Classes, but: Classes) -> Option<Missing> {
        let end = within.end;
        let is_it = |at: &usize| {
            let part = &self.parts()[*at];
            let phrase = if at + 1 < end { self.reading.phrase(*at) } else { 0 };
            // "Falls" is a condition in German only, and only before a clause.
            let next = || self.parts().get(at + 1).is_some_and(|next| next.is(CLAUSE_OPENER));
            let is_verb = part.is(CONDITION_OF_CLAUSE) && of & HEDGE != 0 && !next();
            (part.is(of) && !part.is(but) || phrase & of != 0) && !is_verb && !self.is_key_word(*at)
        };
        within.find(is_it).map(|at| self.certainty(at))
    }

    fn asks(&self, at: usize) -> Option<Missing> {
        let mut sentence = self.reading.sentence(at);
        sentence.find(|at| self.parts()[*at].text.starts_with(asks)).map(|at| self.certainty(at))
    }

    /// Returns the range of the words of `text`, one behind the other.
    fn range_of(&self, text: &str) -> Option<Range<usize>> {
        let words = |text: &'q str| tokens(text).filter(Token::is_word).map(|word| plain(&word.norm()));
        let wanted: Vec<String> = tokens(text).filter(Token::is_word).map(|word| plain(&word.norm())).collect();
        let all = self.parts().iter().enumerate();
        let of: Vec<(usize, String)> =
            all.flat_map(|(at, part)| words(part.text).map(move |word| (at, word))).collect();
        let starts = of.windows(wanted.len().max(1)).find(|window| window.iter().map(|(_, word)| word).eq(&wanted))?;
        Some(starts.first()?.0..starts.last()?.0 + 1)
    }

    fn certainty(&self, at: usize) -> Missing {
        // "Fewer than".
        let first = at
            .checked_sub(1)
            .filter(|_| matches!(self.parts()[at].norm.as_str(), "than" | "als" | "que" | "de" | "to" | "zu"));
        let bytes = self.parts()[first.unwrap_or(at)].bytes.start..self.parts()[at].bytes.end;
        Missing { kind: MissingKind::Certainty, text: self.reading.text[bytes].to_owned() }
    }

    fn unsaid(&self) -> Missing {
        Missing { kind: MissingKind::Value, text: format!("{}: {}", self.key.label, self.value.reading()) }
    }
}

/// The first objection, where none of the places is without one.
fn once(mut objections: impl Iterator<Item = Option<Missing>>) -> Option<Missing> {
    objections.try_fold(None, |first: Option<Missing>, one| one.map(|one| first.or(Some(one)))).flatten()
}

/// Returns whether a quote that says both might mean the one where the other is claimed.
fn is_rival(claimed: &Value, other: &Value) -> bool {
    let is_alike = match (claimed, other) {
        (Value::Dimension(a), Value::Dimension(b)) => a.unit.measure() == b.unit.measure(),
        (Value::Currency(_), Value::Currency(_)) | (Value::Date(_), Value::Date(_)) => true,
        (a, b) => is_count(a) && is_count(b),
    };
    is_alike && !other.carries(claimed)
}

fn is_count(value: &Value) -> bool {
    match value {
        Value::Number(_) => true,
        Value::Dimension(quantity) => quantity.unit.measure().is_count(),
        _ => false,
    }
}
