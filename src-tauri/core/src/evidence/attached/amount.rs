//! Amounts and days: which of several is the key's, and whether it is said plainly.

use std::ops::Range;

use super::words::*;
use super::{BESIDE, Said};
use crate::evidence::negation::negations;
use crate::evidence::topic::has_no_matter;
use crate::evidence::wording::{PLANNED, bounds, is_among};
use crate::evidence::{Missing, MissingKind};
use crate::values::{Form, Measure, Value};

/// A word of a key with this many words between is near no value.
const FAR: usize = 12;

impl Said<'_> {
    /// A number, a quantity, money or a day. Said plainly once is said.
    pub(super) fn amount(&self, value: &Value) -> Option<Missing> {
        let says =
            |at: &usize| self.found(*at).is_some_and(|found| found.form != Form::Unclear && found.value.carries(value));
        let mut objections = (0..self.parts.len()).filter(says).map(|at| self.objection(at));
        objections.try_fold(None, |first, one| one.map(|one| first.or(Some(one)))).flatten()
    }

    fn objection(&self, at: usize) -> Option<Missing> {
        self.asks(at)
            .or_else(|| self.unsure(at, PLANNED))
            .or_else(|| self.bound(at))
            .or_else(|| self.not_now(at))
            .or_else(|| self.wanted(at))
            .or_else(|| self.changed(at))
            .or_else(|| self.find(self.sentence(at), ALONE).map(|at| self.certainty(at)))
            .or_else(|| {
                (!self.is_attached(at) || self.is_growth_of_another(at) || !self.is_connected(at))
                    .then(|| self.unsaid())
            })
    }

    /// Whether nothing but what leads over stands between the value and a word of the key, where its sentence has one:
    /// "invitations to the opening go out on 3 May" gives the day of something else.
    fn is_connected(&self, at: usize) -> bool {
        let mut own = self.sentence(at).filter(|near| self.is_own(*near)).peekable();
        own.peek().is_none()
            || own.any(|own| match own < at {
                true => self.leads_over(own + 1..at),
                false => self.leads_back(at + 1..own) && !self.is_told_of(own),
            })
    }

    /// From a word of the key on to a value: "of the hall in Cologne is", but not "excludes".
    fn leads_over(&self, between: Range<usize>) -> bool {
        let last = between.end.saturating_sub(1);
        let mut is_placed = false;
        between.into_iter().all(|at| {
            let part = &self.parts[at];
            is_placed = !part.is(VERBS) && !part.is(PLACED) && (is_placed || part.is(PREPOSITIONS) || part.is(OF));
            // "Not 5 m but 6 m", "Sunday, 3 May".
            let corrects = at == last && part.is(" but sondern mais sino ");
            let is_of_day = part.is(DAYS) || part.folded == "," && self.parts[at - 1].is(DAYS);
            corrects || is_of_day || !part.parts() && (is_placed || !self.tells_otherwise(at))
        })
    }

    /// From a value on to a word of the key: "800 paying visitors", "3 May is the day of the opening".
    fn leads_back(&self, between: Range<usize>) -> bool {
        let is_count =
            between.start.checked_sub(1).and_then(|at| self.found(at)).is_some_and(|found| is_count(&found.value));
        between.into_iter().all(|at| !self.parts[at].parts() && (is_count || !self.tells_otherwise(at)))
    }

    fn tells_otherwise(&self, at: usize) -> bool {
        self.is_matter(at) && !self.is_own(at) && !self.parts[at].is(PLACED)
    }

    /// "On 3 May the opening was announced": of a word of the key something else is told.
    fn is_told_of(&self, own: usize) -> bool {
        let end = self.sentence(own).end;
        let rest = (own + 1..end).skip_while(|at| self.is_own(*at));
        let mut told = rest.take_while(|at| !self.parts[*at].parts());
        let is_verb = |at: &usize| self.parts[*at].is(TO_BE);
        told.next().filter(is_verb).is_some()
            && told.find(|at| !has_no_matter(&self.parts[*at].folded)).is_some_and(|at| self.tells_otherwise(at))
    }

    /// "Profit growth" is none of the market.
    fn is_growth_of_another(&self, at: usize) -> bool {
        let of_another = |own: usize| {
            let part = &self.parts[own];
            let is_of = |near: usize| self.parts.get(near).is_some_and(|of| of.is(GROWERS)) && !self.is_own(near);
            let leads = || self.parts.get(own + 1).is_some_and(|of| of.is(OF) || of.is(" in "));
            let compound = part.folded.strip_suffix("wachstum").unwrap_or_default();
            part.is(GROWTH) && (own > 0 && is_of(own - 1) || leads() && is_of(own + 2))
                || is_among(compound.trim_end_matches('s'), GROWERS)
        };
        let mut own = self.sentence(at).filter(|near| self.is_own(*near)).peekable();
        own.peek().is_some() && own.all(of_another)
    }

    /// What says that a value is not just that: "fewer than", "about", "or more", "half of".
    fn bound(&self, at: usize) -> Option<Missing> {
        let denies = || !negations(self.quote).is_empty();
        let is_free = |bound: usize| {
            let part = &self.parts[bound];
            let lower = part.is(LOWER) || part.is(" than als que ") && bound > 0 && self.parts[bound - 1].is(MORE);
            self.is_meant(&part.folded) || self.is_limit() && (!lower || denies())
        };
        let pair = |at: usize| format!("{} {}", self.parts[at - 1].folded, self.parts[at].folded);
        let is_date = self.found(at).is_some_and(|found| matches!(found.value, Value::Date(_)));
        let bounds_here = |near: usize| {
            let part = &self.parts[near];
            part.is(NEAR)
                || bounds(self.quote, &part.word)
                || near > 0 && near + 1 == at && PAIRS.contains(&&*pair(near))
                || is_date && near + 1 == at && part.is(BEFORE_A_DAY)
        };
        let mut left = BESIDE;
        let before = (0..at).rev().take_while(|near| {
            let part = &self.parts[*near];
            let near_enough =
                left > 0 && part.value.is_none() && part.sentence == self.parts[at].sentence && !part.parts();
            left -= usize::from(near_enough && !has_no_matter(&part.folded));
            near_enough
        });
        // "800 or more", "1 March at the latest".
        let behind = (at + 1..at + 4).filter(|near| {
            let Some(part) = self.parts.get(*near) else { return false };
            *near == at + 1 && (part.is(NEAR_BEHIND) || bounds(self.quote, &part.word))
                || *near == at + 2 && PAIRS_BEHIND.contains(&&*pair(*near))
                || *near == at + 3 && PAIRS_BEHIND_AT.contains(&&*pair(*near))
        });
        let found = before.filter(|near| bounds_here(*near)).chain(behind).find(|bound| !is_free(*bound))?;
        Some(self.certainty(found))
    }

    /// What a value was before, or is not: "from 60 to 75", "instead of 60", "formerly 60".
    fn not_now(&self, at: usize) -> Option<Missing> {
        self.left_behind(at).map(|at| self.certainty(at)).or_else(|| self.past(at))
    }

    #[inline(never)]
    fn left_behind(&self, at: usize) -> Option<usize> {
        let before = at.checked_sub(1).filter(|before| self.parts[*before].sentence == self.parts[at].sentence)?;
        let (part, ahead) = (&self.parts[before], before.checked_sub(1).map(|ahead| &self.parts[ahead]));
        let changes = || self.find(self.sentence(at), CHANGES).is_some();
        let from = part.is(" from von de du desde ") && (changes() || ahead.is_some_and(|ahead| ahead.is(" up down ")));
        let instead = part.is(" statt anstatt versus vs gegenuber against unlike ")
            || ahead.is_some_and(|ahead| INSTEAD.contains(&&*format!("{} {}", ahead.folded, part.folded)));
        let denied = part.is(" not nicht kein keine no pas ");
        (from || instead || denied).then_some(before)
    }

    /// By how much something changed, and that it fell where the key says that it grew.
    fn changed(&self, at: usize) -> Option<Missing> {
        let of_change = |own: &String| [GROWTH, DIFFERENCE, CHANGES].iter().any(|words| is_among(own, words));
        let is_change = self.own.iter().any(of_change);
        let grows =
            self.own.iter().any(|own| is_among(own, GROWTH)) && !self.own.iter().any(|own| is_among(own, FALLS));
        let verb = || self.find(self.sentence(at), CHANGES);
        let by = at
            .checked_sub(1)
            .filter(|before| self.parts[*before].is(" by um "))
            .filter(|_| !is_change && verb().is_some());
        let falls = || self.find(self.sentence(at), FALLS).filter(|_| grows);
        let fell =
            || falls().map(|at| Missing { kind: MissingKind::Negation, text: self.parts[at].word.text.to_owned() });
        by.map(|at| self.certainty(at)).or_else(fell)
    }

    /// Whether no other value of the quote, and no other key, is nearer.
    fn is_attached(&self, at: usize) -> bool {
        if self.is_named_otherwise(at) || self.is_of_something_else(at) {
            return false;
        }
        let Some(found) = self.found(at) else { return true };
        let rivals: Vec<usize> = (0..self.parts.len())
            .filter(|other| {
                self.found(*other).is_some_and(|other| is_rival(&found.value, &other.value))
                    && self.left_behind(*other).is_none()
            })
            .collect();
        if rivals.is_empty() {
            return true;
        }
        let live: Vec<usize> = rivals.iter().copied().chain([at]).collect();
        let scores: Vec<usize> = (0..self.parts.len())
            .filter(|own| self.is_own(*own) && !self.is_joined(*own, &live))
            .filter_map(|own| {
                let near = live
                    .iter()
                    .filter_map(|value| Some((self.distance(own, *value, &live)?, usize::MAX - value, *value)));
                near.min().map(|(_, _, value)| value)
            })
            .collect();
        let score = |value: usize| scores.iter().filter(|scored| **scored == value).count();
        // "The door is 1 m wide and 2 m high": what stands just behind a value tells most.
        let is_own_behind = |value: usize| self.parts.len() > value + 1 && self.is_own(value + 1);
        let is_nearer = |rival: usize| match (is_own_behind(at), is_own_behind(rival)) {
            (true, false) => true,
            (false, true) => false,
            _ => score(at) > score(rival),
        };
        rivals.iter().all(|rival| is_nearer(*rival) && self.is_of_its_own(*rival, &live))
    }

    /// "A €5 deposit", "a width of 3 m": whose value it is is said beside it.
    fn is_named_otherwise(&self, at: usize) -> bool {
        let is_other = |near: usize| {
            let part = &self.parts[near];
            part.sentence == self.parts[at].sentence && !self.is_own(near) && self.called.counts(&part.folded)
        };
        let leads = |near: &usize| self.parts[*near].is(" of is are was : = at de es est von ist betragt ");
        let before = (0..at).rev().find(|near| !leads(near)).filter(|near| near + 1 < at);
        let behind = Some(at + 1).filter(|behind| *behind < self.parts.len());
        // "The price of 5 visitors" counts what "of" names: only what nothing leads over from is the value's own noun.
        before.is_some_and(is_other) && !behind.is_some_and(|at| self.is_own(at)) || behind.is_some_and(is_other)
    }

    /// "800 sandwiches" are no visitors, "300 of its employees" not its employees, and "12 % of firms" no growth.
    fn is_of_something_else(&self, at: usize) -> bool {
        let Some(found) = self.found(at) else { return false };
        let is_share = matches!(&found.value, Value::Dimension(quantity) if quantity.unit.measure() == Measure::Share);
        let is_count = is_count(&found.value);
        // "Of its employees, 300 work there."
        let opens_with_of = self.sentence(at).next().is_some_and(|first| first < at && self.parts[first].is(OF));
        if is_count && opens_with_of {
            return true;
        }
        let mut behind = at + 1..self.sentence(at).end;
        let Some(next) = behind.next().filter(|_| is_count || is_share) else { return false };
        if self.parts[next].is(OF) {
            let whole = behind.find(|at| !has_no_matter(&self.parts[*at].folded));
            return whole.is_some_and(|whole| is_count || !self.is_own(whole));
        }
        // "800 paying visitors".
        let mut noun = [next].into_iter().chain(behind).take_while(|at| self.is_matter(*at)).take(BESIDE);
        is_count && self.is_matter(next) && !noun.any(|at| self.is_own(at))
    }

    #[inline(never)]
    fn is_matter(&self, at: usize) -> bool {
        let part = &self.parts[at];
        let leads = [PREPOSITIONS, TIMES, CHANGES, JOINS, NEAR, PLANNED, VERBS];
        part.value.is_none()
            && part.word.is_word()
            && !has_no_matter(&part.folded)
            && !leads.iter().any(|words| part.is(words))
    }

    /// How many words stand between a word and a value, if nothing parts them.
    fn distance(&self, own: usize, value: usize, live: &[usize]) -> Option<usize> {
        let between = own.min(value) + 1..own.max(value);
        let is_near = self.parts[own].sentence == self.parts[value].sentence
            && between.len() < FAR
            && !between.clone().any(|at| self.parts[at].parts() || live.contains(&at));
        is_near.then_some(between.len())
    }

    /// "Height and width are 3 m and 6 m": which is which is said by the order alone.
    fn is_joined(&self, own: usize, live: &[usize]) -> bool {
        let mut before = self
            .sentence(own)
            .filter(|at| *at < own)
            .rev()
            .skip_while(|at| has_no_matter(&self.parts[*at].folded) && !self.parts[*at].is(JOINS));
        let first = self.sentence(own).find(|at| live.contains(at));
        before.next().is_some_and(|at| self.parts[at].is(JOINS)) && first.is_some_and(|first| own < first)
    }

    /// Whether something is said of another value that is not said of the key: "6 m wide", where a height is asked for. "5 %
    /// in May and 7 % in June" are two of the same.
    fn is_of_its_own(&self, rival: usize, live: &[usize]) -> bool {
        let within = |at: &usize| live.contains(at);
        let before = (self.sentence(rival).start..rival).rev().take_while(|at| !within(at));
        let behind = (rival + 1..self.sentence(rival).end).take_while(|at| !within(at));
        before.chain(behind).any(|at| {
            let is_placed = at > 0 && self.parts[at - 1].is(PREPOSITIONS);
            self.is_matter(at) && !self.is_own(at) && (!is_placed || self.called.counts(&self.parts[at].folded))
        })
    }
}

/// Whether a quote that says both might mean the one where the other is claimed.
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
