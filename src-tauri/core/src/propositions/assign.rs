//! The property that a value of a clause is of, and what that is a property of.

use std::ops::Range;

use super::Property;
use super::amount::Amount;
use super::clause::{Clause, ClauseSubject};
use super::grammar::{CARRIER, COPULA, DEMAND, HAVE, OF, PER, PREPOSITION, PRONOUN_PERSON, SPAN_OF_TIME, UNTIL};
use super::phrase::{Phrase, Subject, named_by, phrase, subject_of};
use super::property::{NamedProperty, WordClass, properties_of_word};
use super::resolve::Antecedents;
use super::stems::{noun_stem, verb_stem};
use super::vendor::vendor_stems;
use super::words::{SentenceWord, WordTag};
use crate::language::Language;
use crate::language::class::{MONTH_NAME, TIME, WEEKDAY};
use crate::values::ExtractedValue;

/// A clause with all that is needed to tell what its values are of.
pub(super) struct Assigner<'a, 't> {
    pub(super) text: &'a str,
    pub(super) words: &'a [SentenceWord<'t>],
    pub(super) clause: &'a Clause,
    pub(super) language: Language,
    /// The subject of the clause, as it was resolved.
    pub(super) subject: Option<&'a Subject>,
    pub(super) antecedents: &'a Antecedents,
    pub(super) fallback: Option<&'a Subject>,
}

/// A value's property and subject, and the word that names the property.
pub(super) struct AssignedProperty {
    pub(super) property: Property,
    pub(super) subject: Option<Subject>,
    pub(super) word: Option<usize>,
    /// The words of a phrase that became the subject.
    pub(super) of: Range<usize>,
    /// The agent who does it to the subject: the stems of "Krüger" in "Krüger delivers the stands on 3 May".
    pub(super) agent: Option<Vec<String>>,
}

impl Assigner<'_, '_> {
    /// The property that words name.
    pub(super) fn named(&self, at: usize, amount: &Amount, found: &ExtractedValue) -> Option<AssignedProperty> {
        self.behind(at, amount, found)
            .or_else(|| self.before(at, amount))
            .or_else(|| self.of_subject(amount))
            .or_else(|| self.of_verb(at, amount))
            .or_else(|| self.of_object(at, amount, found))
            .or_else(|| self.of_piece(found, amount))
            .or_else(|| self.of_kind(at, amount))
    }

    /// The property that the verb or the counted noun makes, where no word names one.
    pub(super) fn unnamed(&self, amount: &Amount, found: &ExtractedValue) -> Option<AssignedProperty> {
        if amount.is_date() {
            return None;
        }
        self.counted(amount, found).or_else(|| self.counted_by_verb(amount, found))
    }

    /// "410 metres LONG".
    fn behind(&self, at: usize, amount: &Amount, found: &ExtractedValue) -> Option<AssignedProperty> {
        let behind = |at: &usize| self.words[*at].bytes.start >= found.bytes.end;
        let next = (at + 1..self.clause.words.end).find(|at| behind(at) && self.words[*at].tag != WordTag::Filler)?;
        let word = &self.words[next];
        if let Some(property) =
            self.admitted(properties_of_word(self.language, WordClass::Adjective, &word.norm), amount)
        {
            return Some(self.of_clause(property, next));
        }
        // "3 % DISCOUNT", "24 Monate GARANTIE": what the clause grants.
        let property = self.admitted(properties_of_word(self.language, WordClass::Noun, &word.norm), amount);
        let property = property.filter(|_| word.tag != WordTag::Adjective && !amount.is_count())?;
        let thing = phrase(self.words, next, self.clause.words.end, self.language);
        let of = thing.as_ref().and_then(|thing| thing.of.as_deref());
        let of = of.map(|of| self.antecedents.in_full(subject_of(self.words, of, self.language)));
        let subject = of.or_else(|| self.offered(property)).or_else(|| self.subject.cloned());
        let itself = || Some(subject_of(self.words, thing.as_ref()?, self.language));
        Some(AssignedProperty { subject: subject.or_else(itself), ..self.of_clause(property, next) })
    }

    /// "A HEIGHT of 47 m", "haut de 6 m".
    fn before(&self, at: usize, amount: &Amount) -> Option<AssignedProperty> {
        let verbs = [self.clause.verb, self.clause.predicate].into_iter().flatten();
        let from = verbs.filter(|verb| *verb < at).max().map_or(self.clause.words.start, |verb| verb + 1);
        let from = match &self.clause.subject {
            Some(ClauseSubject::Phrase(phrase)) if phrase.words.start >= from => phrase.words.end,
            _ => from,
        };
        let skipped = |word: &SentenceWord<'_>| {
            matches!(word.tag, WordTag::Filler | WordTag::Preposition | WordTag::Opener) || word.norm == ":"
        };
        let word = (from..at).rev().find(|at| !skipped(&self.words[*at]))?;
        let norm = &self.words[word].norm;
        let noun = properties_of_word(self.language, WordClass::Noun, norm);
        let adjective = properties_of_word(self.language, WordClass::Adjective, norm);
        let property = self.admitted(noun, amount).or_else(|| self.admitted(adjective, amount))?;
        Some(self.of_clause(property, word))
    }

    /// "The COST of the wall is", "Die DeckenHÖHE beträgt".
    fn of_subject(&self, amount: &Amount) -> Option<AssignedProperty> {
        let Some(ClauseSubject::Phrase(phrase)) = &self.clause.subject else { return None };
        self.of_phrase(phrase, amount)
    }

    /// The property that a phrase names, and what it says that this is of.
    pub(super) fn named_by(&self, phrase: &Phrase, amount: &Amount) -> Option<(NamedProperty, Option<Subject>)> {
        let named = named_by(self.words, phrase, self.language);
        let named = named.into_iter().find(|named| named.property.admits(amount.kinds()))?;
        let itself = || named.is_kind.then(|| subject_of(self.words, phrase, self.language));
        let subject = named.subject.map(|subject| self.antecedents.in_full(subject)).or_else(itself);
        Some((named.property, subject))
    }

    fn of_phrase(&self, phrase: &Phrase, amount: &Amount) -> Option<AssignedProperty> {
        let named = named_by(self.words, phrase, self.language);
        let named = named.into_iter().find(|named| named.property.admits(amount.kinds()))?;
        let of_owner = || self.antecedents.owner().filter(|_| named.possessive).cloned();
        let subject = named.subject.map(|subject| self.antecedents.in_full(subject));
        let itself = || subject_of(self.words, phrase, self.language);
        let of_kind = || named.is_kind.then(itself);
        let subject = subject.or_else(of_owner).or_else(of_kind);
        let subject = subject.or_else(|| self.offered(named.property));
        let of = phrase.words.clone();
        match self.where_it_is().filter(|_| subject.is_none()) {
            Some((location, of)) => {
                Some(AssignedProperty { subject: Some(location), of, ..self.of_clause(named.property, named.word) })
            }
            None => {
                let subject = subject.or_else(|| Some(itself()));
                Some(AssignedProperty { subject, of, ..self.of_clause(named.property, named.word) })
            }
        }
    }

    /// "COSTS 5 euros", "is DUE on", "must … BY".
    fn of_verb(&self, at: usize, amount: &Amount) -> Option<AssignedProperty> {
        let predicate = self.clause.predicate?;
        let verb = self.clause.verb.unwrap_or(predicate);
        let with_particle =
            self.clause.particle.map(|particle| format!("{}_{}", self.words[verb].norm, self.words[particle].norm));
        let two = self.words.get(verb + 1).map(|next| format!("{}_{}", self.words[verb].norm, next.norm));
        let phrases = [with_particle.as_deref(), two.as_deref()].into_iter().flatten();
        let by_phrase = phrases.flat_map(|phrase| properties_of_word(self.language, WordClass::Verb, phrase));
        let by_word = [predicate, verb].into_iter().flat_map(|at| {
            let norm = &self.words[at].norm;
            properties_of_word(self.language, WordClass::Verb, norm).iter().chain(properties_of_word(
                self.language,
                WordClass::Adjective,
                norm,
            ))
        });
        let property = by_phrase.chain(by_word).copied().find(|property| property.admits(amount.kinds()));
        // What must arrive by a day has that for its deadline.
        let comes = property.is_none_or(|property| matches!(property.name(), "arrival" | "departure"));
        let deadline = self.demanded_until(at).filter(|_| comes);
        let named = deadline.and_then(|until| Some((NamedProperty::named("deadline")?, until)));
        let named = named.filter(|(deadline, _)| deadline.admits(amount.kinds()));
        let (property, word) = named.or_else(|| Some((property?, predicate)))?;
        let assigned = self.of_clause(property, word);
        match self.object().filter(|_| amount.is_date()) {
            Some(object) => {
                let agent = self.subject.map_or_else(Vec::new, |agent| vendor_stems(&agent.text, self.language));
                let subject = Some(self.antecedents.in_full(subject_of(self.words, &object, self.language)));
                let agent = Some(agent).filter(|agent| !agent.is_empty());
                Some(AssignedProperty { subject, of: object.words, agent, ..assigned })
            }
            None => Some(assigned),
        }
    }

    /// "Krüger delivers THE STANDS on 3 May": what it is done to.
    fn object(&self) -> Option<Phrase> {
        // What is done to somebody or something has that for its subject.
        let finite = self.clause.verb.filter(|verb| !self.words[*verb].is(COPULA))?;
        let verb = if self.language == Language::German { finite } else { self.clause.predicate.unwrap_or(finite) };
        let end = self.clause.words.end;
        let subject_end = match &self.clause.subject {
            Some(ClauseSubject::Phrase(phrase)) => phrase.words.end,
            Some(ClauseSubject::Pronoun(at)) => at + 1,
            None => self.clause.words.start,
        };
        let from = if self.language == Language::German { subject_end } else { subject_end.max(verb + 1) };
        let mut at = from;
        while at < end {
            let word = &self.words[at];
            match word.tag {
                WordTag::Preposition => {
                    // What stands behind a preposition is no object.
                    let behind = phrase(self.words, at + 1, end, self.language);
                    at = behind.map_or(at + 1, |phrase| phrase.words.end).max(at + 1);
                    if self.language != Language::German {
                        return None;
                    }
                }
                WordTag::Opener | WordTag::Noun | WordTag::Adjective | WordTag::Open if at != verb => {
                    if word.tag == WordTag::Open && self.language == Language::German {
                        at += 1;
                        continue;
                    }
                    let found = phrase(self.words, at, end, self.language)?;
                    let head = &self.words[found.head];
                    let is_counted = at > 0 && self.words[at - 1].value.is_some();
                    let is_thing = head.classes & TIME == 0
                        && !is_counted
                        && !head.is(SPAN_OF_TIME)
                        && found.words.clone().all(|at| self.words[at].value.is_none());
                    return is_thing.then_some(found);
                }
                _ => at += 1,
            }
        }
        None
    }

    /// "Lowers THE PRICE of the stand to 455 euros", "den PREIS je Stand auf 455 €": of what the verb changes.
    fn of_object(&self, at: usize, amount: &Amount, found: &ExtractedValue) -> Option<AssignedProperty> {
        let before = (self.clause.words.start..at).rev().find(|at| self.words[*at].tag != WordTag::Filler)?;
        let is_led = self.words[before].tag == WordTag::Preposition && !self.words[before].is(OF);
        if !is_led || found.counted.is_some() {
            return None;
        }
        let is_noun =
            |at: &usize| !properties_of_word(self.language, WordClass::Noun, &self.words[*at].norm).is_empty();
        let noun = (self.clause.words.start..before).rev().find(is_noun)?;
        let phrase_at = phrase(self.words, noun, before, self.language)?;
        let property =
            self.admitted(properties_of_word(self.language, WordClass::Noun, &self.words[noun].norm), amount)?;
        let of = phrase_at.of.as_deref().cloned();
        let per = self.words.get(noun + 1).filter(|word| word.is(PER) && word.tag != WordTag::Opener);
        let piece = per.and_then(|_| phrase(self.words, noun + 2, before, self.language));
        let assigned = self.of_clause(property, noun);
        let Some(thing) = piece.as_ref().or(of.as_ref()) else {
            let subject = self.offered(property);
            return subject.map(|subject| AssignedProperty { subject: Some(subject), ..assigned });
        };
        let unit = NamedProperty::named("unit price").filter(|_| piece.is_some() && property.name() == "cost");
        let assigned = unit.map_or(assigned, |unit| self.of_clause(unit, noun));
        let subject = self.antecedents.in_full(subject_of(self.words, thing, self.language));
        Some(AssignedProperty { subject: Some(subject), of: noun..thing.words.end, ..assigned })
    }

    /// "450 € je STAND" is what one stand costs.
    fn of_piece(&self, found: &ExtractedValue, amount: &Amount) -> Option<AssignedProperty> {
        let per = found.per.as_ref().filter(|per| per.unit.is_none())?;
        let property = NamedProperty::named("unit price").filter(|price| price.admits(amount.kinds()))?;
        let at = self.clause.words.clone().find(|at| self.words[*at].bytes.start >= per.bytes.start)?;
        let noun = &self.words[at];
        let is_thing = noun.is_content() && !noun.is(SPAN_OF_TIME) && noun.classes & TIME == 0;
        let thing = phrase(self.words, at, self.clause.words.end, self.language).filter(|_| is_thing)?;
        let subject = self.antecedents.in_full(subject_of(self.words, &thing, self.language));
        Some(AssignedProperty { subject: Some(subject), of: thing.words, ..self.of_clause(property, at) })
    }

    /// "An OUTLET with 400 V": volts are a voltage, whoever says so.
    fn of_kind(&self, at: usize, amount: &Amount) -> Option<AssignedProperty> {
        let property = NamedProperty::only_of(amount.kinds())?;
        let is_between = |word: &SentenceWord<'_>| {
            matches!(word.tag, WordTag::Preposition | WordTag::Value | WordTag::Filler | WordTag::Conjunction)
        };
        let head = (self.clause.words.start..at).rev().find(|at| !is_between(&self.words[*at]))?;
        let is_led = self.words.get(head + 1).is_some_and(|next| next.is(PREPOSITION) && next.tag != WordTag::Value);
        let thing = phrase(self.words, head, head + 1, self.language).filter(|_| is_led)?;
        let subject = self.antecedents.in_full(subject_of(self.words, &thing, self.language));
        Some(AssignedProperty { subject: Some(subject), of: thing.words, ..self.of_clause(property, head) })
    }

    /// The vendor's or the document's, where a document says such a thing of what it offers.
    fn offered(&self, property: NamedProperty) -> Option<Subject> {
        self.fallback.filter(|_| property.is_offered()).cloned()
    }

    /// The "by" of "must … by", right before the value.
    fn demanded_until(&self, at: usize) -> Option<usize> {
        let is_demanded = (self.clause.words.start..at).any(|at| self.words[at].is(DEMAND));
        let before = [1, 2].into_iter().filter_map(|back| at.checked_sub(back));
        before.filter(|_| is_demanded).find(|before| self.words[*before].is(UNTIL))
    }

    /// "Has 24 CLASSROOMS", "there are 14 TEACHERS at the school".
    fn counted(&self, amount: &Amount, found: &ExtractedValue) -> Option<AssignedProperty> {
        if !amount.is_count() {
            return None;
        }
        let noun = found.counted.clone();
        let noun =
            noun.or_else(|| Some(found.bytes.clone()).filter(|_| amount.kinds() & super::amount::PEOPLE != 0))?;
        let text = self.text.get(noun.clone())?;
        let own = text.split_whitespace().last().unwrap_or(text).to_lowercase();
        let count = NamedProperty::named("count")?;
        let property = Property {
            named: Some(count),
            own: noun_stem(self.language, &own),
            text: text.to_owned(),
            bytes: noun.clone(),
        };
        let has = self.clause.verb.is_some_and(|verb| self.words[verb].is(HAVE));
        let assigned =
            |subject, of| Some(AssignedProperty { property: property.clone(), subject, word: None, of, agent: None });
        let opens = self.words[self.clause.words.clone()]
            .iter()
            .find(|word| !matches!(word.tag, WordTag::Sign | WordTag::Conjunction));
        if has && opens.is_some_and(|first| first.is(PRONOUN_PERSON)) {
            return self.of_us(noun);
        }
        if has && self.subject.is_some() {
            return assigned(self.subject.cloned(), 0..0);
        }
        if !self.clause.exists && self.clause.subject.is_some() {
            return None;
        }
        let location = self.location();
        let of = location.as_ref().map_or(0..0, |(_, words)| words.clone());
        assigned(location.map(|(subject, _)| subject), of)
    }

    /// "We need 10 STANDS" says how many stands there are to be.
    fn of_us(&self, noun: Range<usize>) -> Option<AssignedProperty> {
        let at = self.clause.words.clone().find(|at| self.words[*at].bytes.start >= noun.start)?;
        let thing = phrase(self.words, at, self.clause.words.end, self.language)?;
        let subject = subject_of(self.words, &thing, self.language);
        Some(AssignedProperty {
            subject: Some(subject),
            of: thing.words,
            ..self.of_clause(NamedProperty::named("count")?, at)
        })
    }

    /// "IN THE HALL is room for 350": where something is said to be that is nobody's else.
    fn where_it_is(&self) -> Option<(Subject, Range<usize>)> {
        let mut words = self.words[self.clause.words.clone()].iter();
        let first = words.find(|word| !matches!(word.tag, WordTag::Sign | WordTag::Conjunction))?;
        let is_led =
            first.tag == WordTag::Preposition && self.clause.verb.is_some_and(|verb| self.words[verb].is(COPULA));
        let (subject, of) = self.location().filter(|_| is_led)?;
        let is_time = self.words[of.clone()].iter().any(|word| word.classes & (TIME | MONTH_NAME | WEEKDAY) != 0);
        (!is_time).then_some((subject, of))
    }

    /// Returns where what is counted is: the first phrase behind a preposition.
    fn location(&self) -> Option<(Subject, Range<usize>)> {
        let range = self.clause.words.clone();
        range.clone().filter(|at| self.words[*at].tag == WordTag::Preposition).find_map(|at| {
            let phrase = phrase(self.words, at + 1, range.end, self.language)?;
            let is_open = phrase.words.clone().all(|at| self.words[at].value.is_none());
            is_open.then(|| (self.antecedents.in_full(subject_of(self.words, &phrase, self.language)), phrase.words))
        })
    }

    /// "PAYS 40 percent".
    fn counted_by_verb(&self, amount: &Amount, found: &ExtractedValue) -> Option<AssignedProperty> {
        let verb = self.clause.predicate?;
        let word = &self.words[verb];
        let is_empty =
            word.tag == WordTag::Auxiliary || word.is(COPULA) || word.is(CARRIER) && word.tag != WordTag::Open;
        let subject = self.subject.filter(|_| !is_empty && word.value.is_none())?;
        let mut own = verb_stem(self.language, &word.norm);
        let mut text = word.text.to_owned();
        if let Some(counted) = found.counted.clone().filter(|_| amount.is_count()) {
            let counted = self.text.get(counted).unwrap_or_default();
            own = format!("{own} {}", noun_stem(self.language, &counted.to_lowercase()));
            text = format!("{text} {counted}");
        }
        let property = Property { named: None, own, text, bytes: word.bytes.clone() };
        Some(AssignedProperty { property, subject: Some(subject.clone()), word: Some(verb), of: 0..0, agent: None })
    }

    fn admitted(&self, properties: &[NamedProperty], amount: &Amount) -> Option<NamedProperty> {
        properties.iter().copied().find(|property| property.admits(amount.kinds()))
    }

    fn of_clause(&self, property: NamedProperty, word: usize) -> AssignedProperty {
        let named = Property {
            named: Some(property),
            own: String::new(),
            text: property.name().to_owned(),
            bytes: self.words[word].bytes.clone(),
        };
        AssignedProperty { property: named, subject: self.subject.cloned(), word: Some(word), of: 0..0, agent: None }
    }
}
