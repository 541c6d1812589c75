//! A check whether a true quote carries what is claimed by it: a quote that stands in the source does not make a value
//! true.
//!
//! It lists numbers, units, money and dates (as typed values: 6 m carries 600 cm), names, and negations on
//! one side only. Of what a parser states, the other words must be the quote's own too: whether other words mean the same
//! is for the analyst to judge.

use std::borrow::Cow;
use std::collections::HashSet;

use super::reading::is_one;
use super::source::{EvidenceText, SenseChange};
use super::{Evidence, Missing, MissingKind, attachment, reach, wording};
use crate::keys::topic;
use crate::keys::{KeyDef, Registry};
use crate::language::class::{CAPITAL, FORBIDDING, ONE, OPENER};
use crate::language::negation::{is_opposite, negations};
use crate::language::sentence::ends_sentence;
use crate::language::{Token, tokens};
use crate::message;
use crate::message::UserMessage;
use crate::values::{self, NumberFormat, Scanned, Value, ValueForm};

/// Number of bytes behind a quote that are looked at.
const CONTEXT: usize = 96;

/// Returns what `statement` says that `quote` does not.
pub fn check(statement: &str, quote: &str) -> Vec<Missing> {
    // A statement has one blank between two words, and a quote those of its source.
    let quote = &*spaced_once(quote);
    let stated = values::scan(statement);
    let quoted = values::scan(quote);
    let mut missing: Vec<Missing> = stated
        .iter()
        .filter(|value| !is_quoted(&quoted, value, quote))
        .map(|value| missing(kind(&value.value, &quoted), &statement[value.bytes.clone()]))
        .collect();
    missing.extend(names(statement, &stated, quote));
    missing.extend(negation(statement, quote));
    without_repeats(missing)
}

/// A text without runs of blanks, of which a value has none within it.
fn spaced_once(text: &str) -> Cow<'_, str> {
    if text.contains("  ") {
        Cow::Owned(text.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" "))
    } else {
        Cow::Borrowed(text)
    }
}

/// Returns the wording of a statement that is not its quote's, but for what is `listed` already.
///
/// It is asked of what a parser states: who writes a statement by hand answers for the words.
pub fn check_wording(statement: &str, quote: &str, listed: &[Missing]) -> Vec<Missing> {
    wording::check(statement, quote, listed)
}

/// Checks whether a quote speaks of the key of a yes or no at all: any sentence affirms something.
///
/// `question` is the question that the quote answers, if it answers one.
pub fn check_topic(key: &KeyDef, quote: &str, question: Option<&str>) -> Option<Missing> {
    (!speaks_of(key, quote, question)).then(|| missing(MissingKind::Value, &key.label))
}

/// Checks whether a quote speaks of something else that has such a value, and not of the key, or less of it: "600 cm
/// high" is no width, and "the door is 2 m high" no door's width.
///
/// "It is 600 cm" speaks of neither, and may well be a width.
pub fn check_rivals(registry: &Registry, key: &KeyDef, quote: &str, question: Option<&str>) -> Option<Missing> {
    if !key.is_counted() {
        return None;
    }
    let called = registry.key_names();
    let mut named = called.named_in(quote).filter_map(|path| registry.get(path));
    let is_of_another = named.any(|other| other.path != key.path && other.has_same_domain(key));
    let is_unsaid = is_of_another && !speaks_of(key, quote, question)
        || called.is_closer_to_another(key, quote) && !question.is_some_and(|question| topic::speaks_of(key, question));
    is_unsaid.then(|| missing(MissingKind::Value, &key.label))
}

/// Checks whether a quote that has a value gives it to the key, and plainly: of "the maximum height is 3 m and the
/// width is 600 cm", 600 cm are no height, and "fewer than 800" are not 800.
pub fn check_attached(
    registry: &Registry,
    key: &KeyDef,
    value: &Value,
    quote: &str,
    question: Option<&str>,
) -> Option<Missing> {
    let is_asked = question.is_some_and(|question| topic::speaks_of(key, question));
    attachment::check(registry.key_names(), key, value, quote, is_asked)
}

fn speaks_of(key: &KeyDef, quote: &str, question: Option<&str>) -> bool {
    topic::speaks_of(key, quote) || question.is_some_and(|question| topic::speaks_of(key, question))
}

/// Returns what a typed value says that `quote` does not. `format` is that of the quote's source.
pub fn check_value(value: &Value, quote: &str, format: NumberFormat) -> Vec<Missing> {
    match value {
        Value::Note(statement) => check(statement, quote),
        Value::Boolean(yes) => boolean(*yes, quote).into_iter().collect(),
        Value::Enum(text) => {
            words_of(text, quote).into_iter().map(|one| Missing { kind: without_name(one.kind), ..one }).collect()
        }
        Value::String(text) => words_of(text, quote),
        Value::Number(_) | Value::Dimension(_) | Value::Currency(_) | Value::Date(_) => typed(value, quote, format),
    }
}

/// Returns the words outside a quote that change what it says: a negation in its sentence, as far as that may reach it,
/// what it is on condition of, or the rest of a value.
///
/// `approve the plan` may be quoted from `we did not approve the plan`, and `15` from `15 million`; but that is never
/// to be accepted unseen.
pub fn left_out(source: &EvidenceText<'_>, evidence: &Evidence) -> Vec<Missing> {
    let quote = source.index().bytes_of(evidence.span);
    let Some(region) = source.region(quote.start, quote.end) else { return Vec::new() };
    let text = source.text();
    if is_whole(&text[region.start..quote.start], &text[quote.clone()], &text[quote.end..region.end]) {
        return Vec::new();
    }
    let to = text.floor_char_boundary((quote.end + CONTEXT).min(region.end));
    let SenseChange { values, negations, conditions, questions } = source.sense_markers();
    let cut = |at: usize, value: &Scanned| value.bytes.start < at && at < value.bytes.end;
    let first = values.partition_point(|value| value.bytes.end <= quote.start);
    let mut missing: Vec<Missing> = values[first..]
        .iter()
        .take_while(|value| value.bytes.start < quote.end)
        .filter(|value| cut(quote.start, value) || cut(quote.end, value))
        .map(|value| missing(kind(&value.value, &[]), &text[value.bytes.clone()]))
        .collect();
    // Behind a quote that ends its sentence another one begins, unless the quote ends in an abbreviation.
    let ended = text[quote.clone()].ends_with(ends_sentence)
        && !text[quote.end..to].trim_start().starts_with(char::is_lowercase);
    let after = negations.partition_point(|negation| negation.start < quote.end);
    let behind = negations[after..].iter().take_while(|negation| negation.end <= to && !ended);
    let behind = behind.filter(|negation| reach::is_behind(text, quote.end, negation));
    let before = reach::before(text, &negations[..after], region.start, quote.start);
    let outside = before.chain(behind);
    missing.extend(outside.map(|negation| self::missing(MissingKind::Negation, &text[negation.clone()])));
    // What is denied is looked at anyway.
    if missing.is_empty() {
        let ahead = if ended { quote.end } else { to };
        let condition = reach::condition(text, conditions, region.start, &quote, ahead);
        let behind = if ended { quote.end } else { region.end };
        let doubt = condition.or_else(|| reach::doubt(text, questions, region.start, &quote, behind));
        missing.extend(doubt.map(|doubt| self::missing(MissingKind::Certainty, &text[doubt])));
    }
    without_repeats(missing)
}

/// Returns whether a quote is whole sentences, beside which nothing belongs to it. Most quotes are, and this is much
/// quicker than to look; where it is not certain, it is no.
fn is_whole(before: &str, quote: &str, after: &str) -> bool {
    let ends = |text: &str| text.ends_with(['.', '!', '?', '。', '！', '？']);
    let begins = before.is_empty()
        || before.ends_with("\n\n")
        || before.strip_suffix([' ', '\n']).is_some_and(ends) && quote.starts_with(char::is_uppercase);
    // A small letter behind a full stop: it ended an abbreviation.
    let goes_on = after.trim_start().starts_with(char::is_lowercase);
    let stops =
        after.is_empty() || after.starts_with("\n\n") || ends(quote) && after.starts_with([' ', '\n']) && !goes_on;
    begins && stops
}

fn missing(kind: MissingKind, text: &str) -> Missing {
    Missing { kind, text: text.to_owned() }
}

/// Returns whether the quote has what is stated; what cannot be told is carried only by the like.
fn is_quoted(quoted: &[Scanned], stated: &Scanned, quote: &str) -> bool {
    if stated.form == ValueForm::Unclear {
        return quoted.iter().any(|found| found.form == ValueForm::Unclear && found.value == stated.value);
    }
    carries(quoted, &stated.value, quote) || stated.other.as_ref().is_some_and(|other| carries(quoted, other, quote))
}

fn carries(quoted: &[Scanned], claimed: &Value, quote: &str) -> bool {
    quoted.iter().any(|found| found.form != ValueForm::Unclear && found.carries(claimed))
        || is_one(claimed) && says_one(quote)
}

/// "One supplier": a text is full of ones that count nothing, so the scanner passes them by.
fn says_one(quote: &str) -> bool {
    tokens(quote).any(|word| word.is(ONE))
}

/// Returns the missing part of a value: its unit, if its amount is there.
fn kind(value: &Value, quoted: &[Scanned]) -> MissingKind {
    match value {
        Value::Currency(_) => MissingKind::Money,
        Value::Date(_) => MissingKind::Date,
        Value::Dimension(quantity) => {
            let has_amount = quoted.iter().any(|found| match &found.value {
                Value::Number(number) => *number == quantity.amount,
                Value::Dimension(found) => found.amount == quantity.amount,
                Value::Currency(money) => money.amount() == quantity.amount,
                _ => false,
            });
            if has_amount { MissingKind::Unit } else { MissingKind::Number }
        }
        _ => MissingKind::Number,
    }
}

fn typed(value: &Value, quote: &str, format: NumberFormat) -> Vec<Missing> {
    let quoted = values::scan_with(quote, format);
    if !carries(&quoted, value, quote) {
        return vec![missing(kind(value, &quoted), &value.reading())];
    }
    let denials = negations(quote);
    let denied = |found: &Scanned| {
        denials.iter().find(|denial| {
            let between = denial.end.min(found.bytes.end)..denial.start.max(found.bytes.start);
            quote.get(between).is_some_and(reach::is_one_clause)
        })
    };
    // Said once without denial is said: "not 5 but 6" carries 6, and "not 5" does not carry 5.
    let mut saying = quoted.iter().filter(|found| found.form != ValueForm::Unclear && found.carries(value)).peekable();
    if saying.peek().is_none() {
        return Vec::new();
    }
    let denial = saying.map(denied).reduce(|all, one| all.and(one)).flatten();
    denial.map(|denial| missing(MissingKind::Negation, &quote[denial.clone()])).into_iter().collect()
}

/// Returns why a value is not to be accepted unseen whose quote can be read in two ways, where its source does not tell
/// which.
pub fn two_readings(value: &Value, quote: &str, format: NumberFormat) -> Option<UserMessage> {
    let found = values::scan_with(quote, format).into_iter().find(|found| found.carries(value))?;
    let (one, other) = (found.value.reading(), found.other?.reading());
    Some(message!("“{}” can be read as {} or as {}", &quote[found.bytes], one, other))
}

fn boolean(yes: bool, quote: &str) -> Option<Missing> {
    let denial = negations(quote).into_iter().next().map(|denial| &quote[denial]);
    let forbidding = tokens(quote).find(|word| word.is(FORBIDDING));
    match (yes, denial, forbidding) {
        (true, Some(denial), _) => Some(missing(MissingKind::Negation, denial)),
        (true, None, Some(word)) => Some(missing(MissingKind::Negation, word.text)),
        (false, None, None) => Some(missing(MissingKind::Value, "no")),
        _ => None,
    }
}

/// A choice is no name, however it is written.
const fn without_name(kind: MissingKind) -> MissingKind {
    match kind {
        MissingKind::Name => MissingKind::Value,
        other => other,
    }
}

/// A text value: its words must be the quote's.
fn words_of(text: &str, quote: &str) -> Vec<Missing> {
    let quoted: HashSet<String> = tokens(quote).map(|word| stem(&word)).collect();
    let listed = check(text, quote);
    let all_there = tokens(text).filter(Token::is_word).all(|word| quoted.contains(&stem(&word)));
    if all_there || !listed.is_empty() { listed } else { vec![missing(MissingKind::Value, text)] }
}

/// Names that the quote does not have. At the start of a sentence every word is capital, so there the commonest
/// are passed by.
fn names(statement: &str, values: &[Scanned], quote: &str) -> Vec<Missing> {
    let quoted: HashSet<String> = tokens(quote).map(|word| stem(&word)).collect();
    tokens(statement)
        .filter(|word| !values.iter().any(|value| word.start < value.bytes.end && value.bytes.start < word.end()))
        .filter(|word| is_name(word) && !quoted.contains(&stem(word)))
        .map(|word| missing(MissingKind::Name, word.text))
        .collect()
}

/// Returns whether a word is a name, as far as its letters tell.
pub(super) fn is_name(word: &Token<'_>) -> bool {
    let letters = word.text.chars().filter(|c| c.is_alphabetic()).count();
    let capitals = word.text.chars().filter(|c| c.is_uppercase()).count();
    let coded = word.is_number() && letters > 0;
    let katakana = letters >= 3 && word.text.chars().all(|c| matches!(c, '\u{30a0}'..='\u{30ff}'));
    if coded || katakana || capitals >= 2 {
        return true;
    }
    word.is_capital() && !word.is(CAPITAL) && !(word.opens && word.is(OPENER))
}

/// Returns a name as it compares: without case, and without the ending of a genitive.
fn stem(word: &Token<'_>) -> String {
    let folded = word.norm();
    let stem = folded.strip_suffix("'s").unwrap_or(&folded);
    stem.strip_suffix('\'').unwrap_or(stem).to_owned()
}

/// A negation on one side only, either way.
fn negation(statement: &str, quote: &str) -> Option<Missing> {
    let (stated, quoted) = (negations(statement), negations(quote));
    if stated.len() > quoted.len() {
        return stated.last().map(|last| missing(MissingKind::Negation, &statement[last.clone()]));
    }
    if quoted.len() > stated.len() {
        let is_stated = |denial: &str| stated.iter().any(|one| statement[one.clone()].eq_ignore_ascii_case(denial));
        let own = quoted.iter().find(|denial| !is_stated(&quote[(*denial).clone()])).or(quoted.first());
        return own.map(|denial| missing(MissingKind::Negation, &quote[denial.clone()]));
    }
    opposite(statement, quote)
}

/// `approved` for `unapproved`.
fn opposite(statement: &str, quote: &str) -> Option<Missing> {
    let quoted: HashSet<Cow<'_, str>> = tokens(quote).map(|word| word.norm()).collect();
    tokens(statement)
        .filter(|word| word.text.len() >= 4)
        .find(|word| {
            let folded = word.norm();
            !quoted.contains(&folded) && quoted.iter().any(|quoted| is_opposite(quoted, &folded))
        })
        .map(|word| missing(MissingKind::Negation, word.text))
}

fn without_repeats(mut missing: Vec<Missing>) -> Vec<Missing> {
    let mut seen = HashSet::new();
    missing.retain(|one| seen.insert((one.kind, one.text.clone())));
    missing
}
