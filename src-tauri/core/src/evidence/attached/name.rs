//! Words as values: names, places, choices.

use super::Said;
use super::words::*;
use crate::evidence::Missing;
use crate::evidence::topic::{has_no_matter, plain};
use crate::evidence::wording::PLANNED;

/// How many words, without articles and the like, stand between a name and what it is said to be at most.
const LINK: usize = 3;

impl Said<'_> {
    /// One of the names that a key may have, of which a quote may say several.
    pub(super) fn choice(&self, text: &str) -> Option<Missing> {
        let is_named = |name: &str| self.place(name).is_some();
        let others = self.key.values.iter().filter(|choice| choice.name != text && is_named(&choice.name));
        let at = self.place(text).map_or(0, |place| place.start);
        let is_one_of_two = others.count() > 0;
        self.asks(at)
            .or_else(|| self.unsure(at, PLANNED))
            .or_else(|| self.wanted(at))
            .or_else(|| is_one_of_two.then(|| self.unsaid()))
    }

    /// Words that are what a key is: "the client is Acme", "based in Berlin". They stand beside a name of the key, and
    /// nothing but what leads from the one to the other stands between.
    pub(super) fn name(&self, text: &str) -> Option<Missing> {
        let Some(place) = self.place(text) else { return Some(self.unsaid()) };
        let own: Vec<usize> = (0..self.parts.len()).filter(|at| self.is_own(*at) && !place.contains(at)).collect();
        let objection = self
            .asks(place.start)
            .or_else(|| self.unsure(place.start, PLANNED))
            .or_else(|| self.past(place.start))
            .or_else(|| self.wanted(place.start));
        if objection.is_some() || own.is_empty() && self.is_asked {
            return objection;
        }
        let is_genitive = self.parts[place.end - 1].word.folded().ends_with("'s");
        let sentence = self.parts[place.start].sentence;
        let aliases = || self.key.all_aliases().map(|(_, alias)| alias);
        let leads_to = |at: usize| {
            let part = &self.parts[at];
            let of = part.is(OF)
                && !aliases().any(|alias| alias.rsplit(' ').next().is_some_and(|last| plain(last) == part.folded));
            part.value.is_none() && !of && (self.is_own(at) || has_no_matter(&part.folded) || part.is(LEADING))
        };
        let is_linked = |from: usize, to: usize| {
            (from..to).all(leads_to) && (from..to).filter(|at| !self.is_own(*at)).count() <= LINK
        };
        // "Acme, the market leader, grew": what is set apart by commas before and behind.
        let is_set_apart = |own: usize| {
            let behind = (own..self.parts.len()).find(|at| !self.is_own(*at));
            let is_closed = behind.is_none_or(|behind| self.parts[behind].folded == ",");
            is_closed && self.parts[place.end].folded == "," && is_linked(place.end + 1, own)
        };
        let beside = own.iter().any(|own| {
            self.parts[*own].sentence == sentence
                && if *own < place.start {
                    is_linked(own + 1, place.start)
                } else {
                    !is_genitive && (is_linked(place.end, *own) || is_set_apart(*own))
                }
        });
        // One of several: "Acme and Bolt are clients", "the clients are Acme and Bolt".
        let joins = |at: usize| self.parts.get(at).is_some_and(|part| part.is(JOINS));
        let is_name = |at: usize| self.parts.get(at).is_some_and(|part| part.word.text.starts_with(char::is_uppercase));
        let several = place.start.checked_sub(1).is_some_and(joins) || joins(place.end) && is_name(place.end + 1);
        let replaced = self.find(self.sentence(place.start), REPLACING);
        match replaced {
            Some(at) => Some(self.certainty(at)),
            None => (!beside || several).then(|| self.unsaid()),
        }
    }
}
