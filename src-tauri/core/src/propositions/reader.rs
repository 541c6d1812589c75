//! Reading a text: its blocks, their sentences, and the propositions of each clause.

use std::ops::Range;

use rust_decimal::Decimal;

use super::assign::{AssignedProperty, Assigner};
use super::clause::{Clause, ClauseSubject, clauses};
use super::grammar::{
    AUXILIARY, COPULA, GROSS, Grammar, NET, NEVER, PLAN, POINTING, PREPOSITION, PRONOUN_PERSON, WISH,
};
use super::lines::{LineBlock, blocks};
use super::phrase::{Subject, subject_of};
use super::property::{NamedProperty, WordClass, ending_of, properties_of_word};
use super::qualifier::{Qualifier, qualifiers};
use super::resolve::Antecedents;
use super::stems::{noun_stem, verb_stem};
use super::terms::{OfferTerms, terms};
use super::vendor::vendor_stems;
use super::words::{SentenceWord, WordTag, words};
use super::{Amount, Modality, Property, Proposition, PropositionContext};
use crate::language::class::TIME;
use crate::language::fold::without_marks;
use crate::language::{Language, Token, detect, sentences, tokens};
use crate::values::{
    ExtractedValue, Measure, NumberFormat, PartialDate, Quantity, Tax, Unit, Value, ValueForm, extract,
};

/// Returns what a text says, in its order.
pub fn read(text: &str, context: &PropositionContext<'_>) -> Vec<Proposition> {
    reader(text, context).found
}

/// Returns what a text says, and the terms of what it offers.
pub fn read_offer(text: &str, context: &PropositionContext<'_>) -> (Vec<Proposition>, OfferTerms) {
    let reader = reader(text, context);
    let terms = OfferTerms { vendor: context.vendor.map(str::to_owned), ..terms(text, &reader.found, &reader.values) };
    (reader.found, terms)
}

/// Returns the subject that words name by themselves: "flood wall", "Partition wall white, 2 m".
pub fn subject_named(words: &str, language: Language) -> Option<Subject> {
    reader_in(words, language, &PropositionContext::default()).subject_of_all()
}

fn reader<'t>(text: &'t str, context: &PropositionContext<'_>) -> PropositionReader<'t> {
    reader_in(text, detect(text).or(context.language).unwrap_or(Language::English), context)
}

fn reader_in<'t>(text: &'t str, language: Language, context: &PropositionContext<'_>) -> PropositionReader<'t> {
    let format = NumberFormat::detect(text).or(context.format).or(NumberFormat::of_language(language));
    let mut values = extract(text, format);
    for value in &mut values {
        as_year(value, text, language);
        as_clock(value, text);
    }
    let mut reader = PropositionReader {
        text,
        language,
        values,
        next_value: 0,
        antecedents: Antecedents::default(),
        fallback: context.vendor.or(context.document).map(|name| name_of(name, language)),
        vendor: context.vendor.map(|name| vendor_stems(name, language)).unwrap_or_default(),
        usual_tax: usual_tax(text, language),
        heading: context.heading.map(|heading| name_of(heading, language)),
        speaker: context.speaker.map(str::to_owned),
        found: Vec::new(),
    };
    for block in blocks(text, context.rows, language) {
        reader.block(&block);
    }
    reader
}

/// Returns whether a sentence states that something is so and can be understood alone: it has a subject that it names and
/// a finite verb, hangs from no other sentence, and neither asks nor wishes.
pub fn states(sentence: &str, language: Language) -> bool {
    let tokens: Vec<Token<'_>> = tokens(sentence).collect();
    let words = words(&tokens, sentence, &extract(sentence, NumberFormat::UNKNOWN), 0, language);
    let Some(first) = words.first().filter(|first| first.is_capital()) else { return false };
    let clauses = clauses(&words, language);
    let Some(clause) = clauses.first() else { return false };
    let is_named = match &clause.subject {
        Some(ClauseSubject::Phrase(phrase)) => !words[phrase.words.start].is(POINTING),
        Some(ClauseSubject::Pronoun(_)) => false,
        // "Wir brauchen", "Ab 20 Stück gewähren wir".
        None => {
            let behind = clause.verb.and_then(|verb| words.get(verb + 1));
            clause.exists || first.is(PRONOUN_PERSON) || behind.is_some_and(|word| word.is(PRONOUN_PERSON))
        }
    };
    let opens_subordinate = first.tag == WordTag::Conjunction;
    let is_open = words.iter().any(|word| word.is(WISH | PLAN | POINTING) || word.text == "?");
    is_named && clause.verb.is_some() && !opens_subordinate && !is_open
}

/// Returns the tax of all prices of a document: "Alle Preise verstehen sich zzgl. MwSt."
fn usual_tax(text: &str, language: Language) -> Option<Tax> {
    let grammar = Grammar::for_language(language);
    let of_part = |part: &str| {
        let words: Vec<String> = tokens(part).filter(Token::is_word).map(|word| word.norm().into_owned()).collect();
        let roles = words.iter().fold(0, |all, word| all | grammar.roles(word)) & (NET | GROSS);
        let names_price = |word: &String| {
            let ending = || ending_of(language, word).map(|(_, property)| property);
            let named = properties_of_word(language, WordClass::Noun, word).first().copied().or_else(ending);
            named.is_some_and(|property| matches!(property.name(), "cost" | "unit price"))
        };
        let tax = if roles == NET { Some(Tax::Net) } else { Some(Tax::Gross).filter(|_| roles == GROSS) };
        tax.filter(|_| words.iter().any(names_price) && !part.contains(['€', '$', '£']))
    };
    text.split(['\n', '.', ';', ',']).find_map(of_part)
}

/// A number of four digits that stands where a year does: "in 1868", "wurde 1902 erbaut".
fn as_year(value: &mut ExtractedValue, text: &str, language: Language) {
    let written = text.get(value.bytes.clone()).unwrap_or_default();
    let is_plain = written.len() == 4 && written.bytes().all(|byte| byte.is_ascii_digit());
    let counts =
        |noun: &Range<usize>| language != Language::German || text[noun.clone()].starts_with(char::is_uppercase);
    let is_plain = is_plain && !value.counted.as_ref().is_some_and(counts);
    if !is_plain || !matches!(value.value, Value::Number(_)) {
        return;
    }
    let before = text[..value.bytes.start].trim_end_matches(' ');
    let word = before.rsplit(|c: char| !c.is_alphabetic()).next().unwrap_or_default().to_lowercase();
    let leads = Grammar::for_language(language).roles(&word) & (PREPOSITION | AUXILIARY) != 0
        || language.lexicon().classes(&word) & TIME != 0;
    let year = written.parse::<i16>().ok().filter(|year| leads && (1000..2200).contains(year));
    if let Some(date) = year.and_then(PartialDate::year) {
        value.value = Value::Date(date);
        value.counted = None;
        value.extent.end = value.bytes.end;
    }
}

/// "18 Uhr" is a time of day, and the "Uhr" of "19:30 Uhr" says no more.
fn as_clock(value: &mut ExtractedValue, text: &str) {
    let behind = text.get(value.bytes.end..).unwrap_or_default();
    let Some(rest) =
        behind.trim_start_matches(' ').strip_prefix("Uhr").filter(|rest| !rest.starts_with(char::is_alphabetic))
    else {
        return;
    };
    if let Value::Number(hour) = value.value
        && let Some(minutes) = hour
            .checked_mul(Decimal::from(60))
            .filter(|minutes| minutes.is_integer() && *minutes <= Decimal::from(1440))
        && let Ok(minutes) = Quantity::new(minutes, Unit::MINUTE)
    {
        value.value = Value::Dimension(minutes);
        value.form = ValueForm::Clock;
        value.counted = None;
    }
    if value.form == ValueForm::Clock {
        value.extent.end = value.extent.end.max(text.len() - rest.len());
    }
}

/// The subject that a name alone makes: a document's, a heading's.
fn name_of(name: &str, language: Language) -> Subject {
    let words: Vec<Token<'_>> = tokens(name).filter(Token::is_word).collect();
    let mut modifiers: Vec<String> = words.iter().map(|word| noun_stem(language, &word.norm())).collect();
    let head = modifiers.pop().unwrap_or_default();
    modifiers.sort();
    let noun = words.last().map(|word| without_marks(&word.norm())).unwrap_or_default();
    Subject { text: name.trim().to_owned(), head, noun, modifiers, definite: true, ..Subject::default() }
}

pub(super) struct PropositionReader<'t> {
    pub(super) text: &'t str,
    pub(super) language: Language,
    pub(super) values: Vec<ExtractedValue>,
    /// The first value that was not passed yet.
    next_value: usize,
    pub(super) antecedents: Antecedents,
    /// The vendor or the document, which a price is of where nothing else is named.
    pub(super) fallback: Option<Subject>,
    pub(super) vendor: Vec<String>,
    pub(super) usual_tax: Option<Tax>,
    pub(super) heading: Option<Subject>,
    pub(super) speaker: Option<String>,
    pub(super) found: Vec<Proposition>,
}

impl PropositionReader<'_> {
    fn block(&mut self, block: &LineBlock) {
        match block {
            LineBlock::Heading(range) => {
                self.antecedents.clear();
                self.heading = Some(name_of(&self.text[range.clone()], self.language));
            }
            LineBlock::Labelled { label, range } => self.labelled(label, range),
            LineBlock::Row(row) => self.row(row),
            LineBlock::Prose { range, speaker } => {
                if let Some(speaker) = speaker {
                    self.speaker = Some(self.text[speaker.clone()].trim().to_owned());
                }
                self.prose(range.clone());
            }
        }
    }

    pub(super) fn prose(&mut self, range: Range<usize>) {
        let text = &self.text[range.clone()];
        let placed: Vec<Token<'_>> =
            tokens(text).map(|token| Token { start: token.start + range.start, ..token }).collect();
        let mut from = 0;
        for sentence in sentences(text) {
            let end = range.start + sentence.end;
            let to = from + placed[from..].iter().take_while(|token| token.start < end).count();
            if to > from {
                self.sentence(&placed[from..to]);
            }
            from = to;
        }
    }

    pub(super) fn words<'w>(&mut self, tokens: &[Token<'w>], text: &'w str) -> Vec<SentenceWord<'w>> {
        let start = tokens.first().map_or(0, |token| token.start);
        while self.values.get(self.next_value).is_some_and(|value| value.bytes.end <= start) {
            self.next_value += 1;
        }
        words(tokens, text, &self.values, self.next_value, self.language)
    }

    fn sentence(&mut self, tokens: &[Token<'_>]) {
        let text = self.text;
        // The borrow of the text outlives that of the reader.
        let words = self.words(
            &tokens.iter().map(|token| Token { text: &text[token.bytes()], ..*token }).collect::<Vec<_>>(),
            text,
        );
        if words.last().is_some_and(|last| last.text == "?") {
            return;
        }
        let clauses = clauses(&words, self.language);
        let mut before: Option<Subject> = None;
        let mut shared: Vec<Qualifier> = Vec::new();
        for clause in &clauses {
            if is_contrast(&words, clause) {
                continue;
            }
            let subject = self.subject(&words, clause, before.as_ref());
            let first = self.found.len();
            self.clause(&words, clause, subject.as_ref(), &clauses);
            self.share_qualifiers(first, &mut shared);
            if let Some(subject) = subject {
                self.antecedents.remember(&subject);
                before = Some(subject);
            }
        }
    }

    /// Copies the qualifiers of a sentence's first clause to the next, where they say nothing of that kind: "In 2010
    /// the north paid 5 euros and the south paid 6".
    fn share_qualifiers(&mut self, first: usize, shared: &mut Vec<Qualifier>) {
        for found in &mut self.found[first..] {
            let lacks = |one: &&Qualifier| found.qualifiers.iter().all(|own| own.kind != one.kind);
            let taken: Vec<Qualifier> = shared.iter().filter(lacks).cloned().collect();
            found.qualifiers.extend(taken);
        }
        if let Some(found) = self.found.get(first).filter(|_| shared.is_empty()) {
            shared.clone_from(&found.qualifiers);
        }
    }

    /// Returns the subject of a clause: named, by a pronoun, or by the clause before it.
    fn subject(&self, words: &[SentenceWord<'_>], clause: &Clause, before: Option<&Subject>) -> Option<Subject> {
        match &clause.subject {
            Some(ClauseSubject::Phrase(phrase)) => {
                Some(self.antecedents.in_full(subject_of(words, phrase, self.language)))
            }
            Some(ClauseSubject::Pronoun(at)) => {
                self.antecedents.pronoun(&words[*at].norm, words[*at].bytes.clone(), self.language)
            }
            None if clause.goes_on => before.cloned(),
            None => None,
        }
    }

    fn clause(&mut self, words: &[SentenceWord<'_>], clause: &Clause, subject: Option<&Subject>, all: &[Clause]) {
        let fallback = self.fallback.clone();
        let assigner = Assigner {
            text: self.text,
            words,
            clause,
            language: self.language,
            subject,
            antecedents: &self.antecedents,
            fallback: fallback.as_ref(),
        };
        let values: Vec<(usize, Amount)> = clause
            .words
            .clone()
            .filter_map(|at| Some((at, Amount::from_value(self.values.get(words[at].value?)?, self.text)?)))
            .collect();
        let value_of = |at: usize| words[at].value.and_then(|value| self.values.get(value));
        let mut assigned: Vec<(usize, Amount, AssignedProperty)> = values
            .iter()
            .filter_map(|(at, amount)| Some((*at, amount.clone(), assigner.named(*at, amount, value_of(*at)?)?)))
            .collect();
        // A day beside a value says when that holds.
        if assigned.iter().any(|(_, amount, _)| !amount.is_date()) {
            assigned.retain(|(_, amount, _)| !amount.is_date());
        }
        if assigned.is_empty() {
            assigned.extend(
                values
                    .iter()
                    .filter_map(|(at, amount)| Some((*at, amount.clone(), assigner.unnamed(amount, value_of(*at)?)?))),
            );
            assigned.truncate(1);
        }
        let framed = ClauseFrame::in_clause(words, clause, all, &self.values);
        let mut made = Vec::new();
        for (at, amount, one) in &assigned {
            made.extend(self.proposition(words, clause, &framed, (*at, amount), one, &assigned));
        }
        if made.is_empty() || framed.negated {
            made.extend(self.claim(words, clause, &framed, subject));
        }
        self.found.extend(made);
    }

    fn proposition(
        &self,
        words: &[SentenceWord<'_>],
        clause: &Clause,
        frame: &ClauseFrame,
        (value_at, amount): (usize, &Amount),
        assigned: &AssignedProperty,
        all: &[(usize, Amount, AssignedProperty)],
    ) -> Option<Proposition> {
        let value = self.values.get(words[value_at].value?)?;
        let subject = assigned.subject.clone().filter(|subject| !subject.head.is_empty())?;
        let subject_words = clause.subject.as_ref().map_or(0..0, subject_words);
        let is_other_value = |at: usize| all.iter().any(|(of, ..)| *of == at);
        let extents: Vec<Range<usize>> =
            all.iter().filter_map(|(of, ..)| Some(self.values.get(words[*of].value?)?.extent.clone())).collect();
        let used = |at: usize| {
            let word = &words[at];
            subject_words.contains(&at)
                || assigned.of.contains(&at)
                || Some(at) == assigned.word
                || all.iter().any(|(_, _, one)| one.word == Some(at))
                || Some(at) == clause.verb
                || Some(at) == clause.predicate
                || Some(at) == clause.particle
                || is_other_value(at)
                || extents.iter().any(|extent| extent.start <= word.bytes.start && word.bytes.end <= extent.end)
                || word.is(PLAN | WISH | COPULA)
                || amount.is_date() && at + 1 == value_at && word.classes & TIME != 0
        };
        let property = self.of_value(assigned.property.clone(), value);
        let per = if property == assigned.property { self.per(value) } else { None };
        let is_named = assigned.agent.is_some();
        Some(Proposition {
            subject,
            property,
            value: Some(if is_deadline(&assigned.property) { amount.clone().exactly() } else { amount.clone() }),
            value_bytes: value.bytes.clone(),
            qualifiers: qualifiers(words, clause.words.clone(), used, &self.values, self.language),
            per,
            tax: value.tax.or(frame.tax),
            speaker: self.speaker.clone(),
            negated: frame.negated,
            ever: frame.ever,
            modality: frame.modality,
            clause: bytes_of(words, &clause.words),
            cell: None,
            row: None,
            vendor: if is_named { assigned.agent.clone().unwrap_or_default() } else { self.vendor.clone() },
        })
    }

    /// The property as its value makes it.
    pub(super) fn of_value(&self, property: Property, value: &ExtractedValue) -> Property {
        let named = property.named.map(|named| named.bounded(value.bound));
        match named.filter(|named| property.named != Some(*named)) {
            Some(named) => Property { named: Some(named), text: named.name().to_owned(), ..property },
            None => self.of_unit(property, value),
        }
    }

    /// Returns the unit price for what one piece costs.
    fn of_unit(&self, property: Property, value: &ExtractedValue) -> Property {
        let unit = value.per.as_ref().and_then(|per| per.unit);
        let is_piece = unit.is_some_and(|unit| unit.measure() == Measure::Pieces);
        let named = NamedProperty::named("unit price");
        match property.named {
            Some(cost) if is_piece && cost.name() == "cost" => {
                Property { named, text: named.map_or("", NamedProperty::name).to_owned(), ..property }
            }
            _ => property,
        }
    }

    fn per(&self, value: &ExtractedValue) -> Option<String> {
        let words = self.text.get(value.per.as_ref()?.bytes.clone())?;
        Some(noun_stem(self.language, &words.to_lowercase()))
    }

    /// That something is done or is so, with or without a negation.
    fn claim(
        &self,
        words: &[SentenceWord<'_>],
        clause: &Clause,
        frame: &ClauseFrame,
        subject: Option<&Subject>,
    ) -> Option<Proposition> {
        let subject = subject.filter(|subject| !subject.head.is_empty())?;
        let predicate = clause.predicate?;
        let subject_words = clause.subject.as_ref().map_or(0..0, subject_words);
        let word = &words[predicate];
        let verb = words.get(clause.verb?)?;
        let verbal = if word.tag == WordTag::Auxiliary { &verb.norm } else { &word.norm };
        let mut own = verb_stem(self.language, verbal);
        if let Some(particle) = clause.particle {
            own = format!("{} {own}", words[particle].norm);
        }
        let used = |at: usize| {
            subject_words.contains(&at) || at == predicate || Some(at) == clause.verb || Some(at) == clause.particle
        };
        let qualifiers: Vec<Qualifier> = qualifiers(words, clause.words.clone(), used, &self.values, self.language);
        if word.tag == WordTag::Auxiliary && qualifiers.is_empty() {
            return None;
        }
        Some(Proposition {
            subject: subject.clone(),
            property: Property { named: None, own, text: word.text.to_owned(), bytes: word.bytes.clone() },
            value: None,
            value_bytes: 0..0,
            qualifiers,
            per: None,
            tax: None,
            speaker: self.speaker.clone(),
            negated: frame.negated,
            ever: frame.ever,
            modality: frame.modality,
            clause: bytes_of(words, &clause.words),
            cell: None,
            row: None,
            vendor: Vec::new(),
        })
    }
}

/// The features that hold of a whole clause.
struct ClauseFrame {
    negated: bool,
    ever: bool,
    modality: Modality,
    tax: Option<Tax>,
}

impl ClauseFrame {
    /// Reads the frame; a wish or plan in a clause before holds in the clauses that hang from it.
    fn in_clause(words: &[SentenceWord<'_>], clause: &Clause, all: &[Clause], values: &[ExtractedValue]) -> Self {
        let own = || words[clause.words.clone()].iter();
        let start = if opens_subordinate(words, clause) {
            all.first().map_or(0, |first| first.words.start)
        } else {
            clause.words.start
        };
        let scope_words = || words[start..clause.words.end].iter();
        let modality = match () {
            () if scope_words().any(|word| word.is(WISH)) => Modality::Wish,
            () if scope_words().any(|word| word.is(PLAN)) => Modality::Plan,
            () => Modality::Fact,
        };
        let tax = match () {
            () if own().any(|word| word.is(NET)) => Some(Tax::Net),
            () if own().any(|word| word.is(GROSS)) => Some(Tax::Gross),
            () => None,
        };
        let ever = own().any(|word| word.is(NEVER));
        // "No more than 500" is a limit, and denies nothing.
        let extents: Vec<&Range<usize>> = own().filter_map(|word| Some(&values.get(word.value?)?.extent)).collect();
        let is_of_value = |word: &&SentenceWord<'_>| extents.iter().any(|extent| extent.contains(&word.bytes.start));
        let denials = own().filter(|word| word.denies && !is_of_value(word)).count();
        Self { ever, negated: denials % 2 == 1, modality, tax }
    }
}

fn opens_subordinate(words: &[SentenceWord<'_>], clause: &Clause) -> bool {
    let first = words[clause.words.clone()].iter().find(|word| word.tag != WordTag::Sign);
    first.is_some_and(|first| first.tag == WordTag::Conjunction)
}

/// Returns whether it is set against the clause before it and denied: ", nicht 8 wie im Angebot".
fn is_contrast(words: &[SentenceWord<'_>], clause: &Clause) -> bool {
    let mut own = words[clause.words.clone()].iter().filter(|word| word.tag != WordTag::Sign);
    let denied = own.next().is_some_and(|first| first.tag == WordTag::Negation);
    denied && (clause.verb.is_none() || own.next().is_some_and(|next| next.value.is_some()))
}

fn is_deadline(property: &Property) -> bool {
    property.named.is_some_and(|named| named.name() == "deadline")
}

fn subject_words(subject: &ClauseSubject) -> Range<usize> {
    match subject {
        ClauseSubject::Phrase(phrase) => phrase.words.clone(),
        ClauseSubject::Pronoun(at) => *at..*at + 1,
    }
}

fn bytes_of(words: &[SentenceWord<'_>], range: &Range<usize>) -> Range<usize> {
    let within = &words[range.clone()];
    let first = within.iter().find(|word| word.tag != WordTag::Sign).map_or(0, |word| word.bytes.start);
    first..within.last().map_or(first, |word| word.bytes.end)
}
