//! The values of a text as marks that two texts can be compared by: amounts, shares, money, years, quarters, months.
//!
//! They come from the scanner of typed values, and beside it from what only a comparison needs: quarters and months
//! without a year, fractions in words ("half", "six out of ten"), how exact a value is meant ("nearly", "over"), and
//! whether it is where something came from, where it went, or by how much it changed.

mod fractions;
mod periods;

use std::ops::Range;

use rust_decimal::Decimal;

use self::fractions::fractions;
use self::periods::periods;
use super::lexicon::LexiconEntry;
use super::words::{ComparedWord, LetterCase};
use crate::language::class::{ABOUT, COMPARING, DOWN, LEAST, MOST, OVER, STOP, UNDER, UP};
use crate::language::{Language, classes};
use crate::values::{self, Currency, Measure, PartialDate, Scanned, Value, ValueForm};

/// A value of a text.
#[derive(Clone, Debug)]
pub(super) struct ValueMark {
    pub(super) kind: MarkKind,
    /// In the base unit of its kind.
    pub(super) value: Decimal,
    /// As written, for judging how exact it is.
    pub(super) written: Decimal,
    pub(super) bound: MarkBound,
    pub(super) role: ChangeRole,
    /// One of the two ends of a range.
    pub(super) ranged: bool,
    /// The time that an amount is for: "€900 a month".
    per: Option<RatePeriod>,
    pub(super) bytes: Range<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum MarkKind {
    Count,
    Share,
    Points,
    Money(Currency),
    Measure(Measure),
    Ordinal,
    Clock,
    Year,
    Decade,
    Half,
    Quarter,
    Month,
    /// Month times a hundred, and the day.
    Day,
}

impl MarkKind {
    pub(super) const fn is_date(self) -> bool {
        matches!(self, Self::Year | Self::Decade | Self::Half | Self::Quarter | Self::Month | Self::Day)
    }

    /// Values of one slot answer one question, so that two different ones contradict.
    pub(super) fn slot(self) -> u8 {
        match self {
            Self::Count => 0,
            Self::Share | Self::Points => 1,
            Self::Money(_) => 2,
            Self::Ordinal => 3,
            Self::Clock => 4,
            Self::Year | Self::Decade => 5,
            Self::Half | Self::Quarter | Self::Month | Self::Day => 6,
            Self::Measure(measure) => 8 + measure as u8,
        }
    }
}

/// The exactness that a value is meant with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MarkBound {
    Exact,
    About,
    /// "Nearly": a little less.
    Nearly,
    Over,
    Under,
    /// "At least": a limit that is set, and no estimate.
    Least,
    Most,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ChangeRole {
    None,
    From,
    To,
    /// The change itself: "by 15%", "15% growth".
    By,
    /// A part of something: "15% of".
    Of,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RatePeriod {
    Hour,
    Day,
    Week,
    Month,
    Year,
}

impl RatePeriod {
    fn from_key(key: &str) -> Option<Self> {
        Some(match key {
            "hour" | "hourly" | "stunde" | "stündlich" => Self::Hour,
            "day" | "daily" | "tag" | "täglich" => Self::Day,
            "week" | "weekly" | "woche" | "wöchentlich" => Self::Week,
            "month" | "monthly" | "monat" | "monatlich" => Self::Month,
            "year" | "yearly" | "annum" | "annually" | "jahr" | "jährlich" => Self::Year,
            _ => return None,
        })
    }

    /// Returns the period that an amount which ends at `end` is for.
    fn behind(known: &[KnownWord], end: usize) -> Option<Self> {
        let is_light =
            |key: &str| matches!(key, "a" | "an" | "per" | "each" | "every" | "in" | "im" | "der" | "pro" | "je");
        let mut behind = known.iter().filter(|word| word.bytes.start >= end).map(|word| word.key.as_str());
        Self::from_key(behind.find(|key| !is_light(key))?)
    }
}

/// The fit of two marks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum MarkFit {
    Same,
    /// One is said less exactly: "nearly 500", "in March" for "on 3 March".
    Near,
}

impl ValueMark {
    /// Returns how telling it is: anybody's 2022 says less than an amount.
    pub(super) fn weight(&self) -> f32 {
        let small = self.kind == MarkKind::Count && self.value <= Decimal::TEN;
        match self.kind {
            kind if kind.is_date() => 0.8,
            MarkKind::Ordinal => 0.8,
            MarkKind::Count if small => 1.0,
            _ => 2.0,
        }
    }

    /// Returns whether it stands over a place of the text.
    pub(super) const fn covers(&self, bytes: &Range<usize>) -> bool {
        (self.bytes.start as usize) < bytes.end && bytes.start < self.bytes.end as usize
    }

    pub(super) fn is_telling(&self) -> bool {
        self.weight() > 1.5
    }

    /// Returns whether both answer one question. Four digits may be a year or a count: 1789 and 1989, 1200 and 2000.
    pub(super) fn answers_with(&self, other: &Self) -> bool {
        let either = |year: &Self, count: &Self| {
            year.kind == MarkKind::Year && count.kind == MarkKind::Count && count.bytes.len() == 4
        };
        self.kind.slot() == other.kind.slot() || either(self, other) || either(other, self)
    }

    /// Returns the fit if both can be meant by one value.
    pub(super) fn fits(&self, other: &Self) -> Option<MarkFit> {
        if self.kind.is_date() && other.kind.is_date() {
            return self.fits_date(other);
        }
        let comparable = self.kind == other.kind || self.same_amount_untyped(other);
        let other_period = self.per.zip(other.per).is_some_and(|(own, other)| own != other);
        if !comparable || other_period || self.bounds_contradict(other) {
            return None;
        }
        if self.value == other.value || self.kind != other.kind {
            let same = self.bound == other.bound && self.kind == other.kind;
            return Some(if same { MarkFit::Same } else { MarkFit::Near });
        }
        if self.value.is_zero() {
            return None;
        }
        let near = match (self.bound, other.bound) {
            (MarkBound::Exact, MarkBound::Exact) => false,
            (MarkBound::Exact, _) => other.admits(self),
            (_, MarkBound::Exact) => self.admits(other),
            // Two rough ones: "about 45" and "nearly 50" are not the same, "about 44.9" and "about 45" are.
            _ => self.kind == other.kind && ((self.value - other.value) / self.value).abs() <= Decimal::new(5, 3),
        };
        near.then_some(MarkFit::Near)
    }

    /// "5 million" and "€5 million", "2000 shops" and the year 2000: one of them leaves the unit out.
    fn same_amount_untyped(&self, other: &Self) -> bool {
        let untyped = |mark: &Self| mark.kind == MarkKind::Count && mark.value >= Decimal::TEN;
        let other_kind = |mark: &Self| matches!(mark.kind, MarkKind::Money(_) | MarkKind::Year | MarkKind::Measure(_));
        (untyped(self) && other_kind(other) || untyped(other) && other_kind(self)) && self.written == other.written
    }

    fn bounds_contradict(&self, other: &Self) -> bool {
        let up = |bound| matches!(bound, MarkBound::Over | MarkBound::Least);
        let down = |bound| matches!(bound, MarkBound::Under | MarkBound::Nearly | MarkBound::Most);
        let set = |bound| matches!(bound, MarkBound::Least | MarkBound::Most);
        let limit =
            set(self.bound) && other.bound == MarkBound::Exact || set(other.bound) && self.bound == MarkBound::Exact;
        limit || up(self.bound) && down(other.bound) || down(self.bound) && up(other.bound)
    }

    fn fits_date(&self, other: &Self) -> Option<MarkFit> {
        if self.kind == other.kind {
            return (self.value == other.value).then_some(MarkFit::Same);
        }
        let month = |mark: &Self| match mark.kind {
            MarkKind::Month => Some(mark.value),
            MarkKind::Day => Some((mark.value / Decimal::ONE_HUNDRED).trunc()),
            _ => None,
        };
        let third = |months: Decimal, per: i64| ((months - Decimal::ONE) / Decimal::from(per)).trunc() + Decimal::ONE;
        let (fine, coarse) = if month(self).is_some() && !(other.kind == MarkKind::Day && self.kind == MarkKind::Month)
        {
            (self, other)
        } else {
            (other, self)
        };
        let coarsened = match (month(fine), coarse.kind) {
            (Some(months), MarkKind::Month) => Some(months),
            (Some(months), MarkKind::Quarter) => Some(third(months, 3)),
            (Some(months), MarkKind::Half) => Some(third(months, 6)),
            _ => None,
        };
        (coarsened == Some(coarse.value)).then_some(MarkFit::Near)
    }

    /// Returns whether `exact` may be what this one says roughly.
    fn admits(&self, exact: &Self) -> bool {
        if self.written.is_zero() || self.value.is_zero() {
            return false;
        }
        // On the scale it was written in, where its trailing zeros tell how rough it is.
        let scale = self.value / self.written;
        let exact = exact.value / scale;
        let own = self.written;
        let off = (exact - own) / own.abs();
        let percent = |n: i64| Decimal::new(n, 3);
        let step = step(own);
        match self.bound {
            MarkBound::Exact | MarkBound::Least | MarkBound::Most => false,
            MarkBound::About => {
                off.abs() <= percent(25) || (exact - own).abs() * Decimal::TWO <= step && off.abs() <= percent(50)
            }
            MarkBound::Nearly => off >= percent(-50) && off <= percent(5),
            MarkBound::Over => exact > own && exact - own < step && off <= percent(120),
            MarkBound::Under => exact < own && own - exact < step && off >= percent(-120),
        }
    }
}

/// The place of the last digit that is not a trailing zero.
fn step(number: Decimal) -> Decimal {
    let number = number.normalize();
    let mut step = Decimal::ONE;
    if number.scale() > 0 {
        return Decimal::new(1, number.scale());
    }
    while !number.is_zero() && (number % (step * Decimal::TEN)).is_zero() && step < Decimal::from(1_000_000_000_i64) {
        step *= Decimal::TEN;
    }
    step
}

/// A word of the text with what the lexicon says of it; phrases are one.
pub(super) struct KnownWord {
    pub(super) bytes: Range<usize>,
    pub(super) key: String,
    pub(super) entry: LexiconEntry,
    pub(super) case: LetterCase,
    pub(super) opens: bool,
}

/// The marks of `text`, in its order.
pub(super) fn marks(
    text: &str,
    words: &[ComparedWord],
    known: &[KnownWord],
    language: Option<Language>,
) -> Vec<ValueMark> {
    let scanned = values::scan(text);
    let mut found: Vec<ValueMark> = Vec::with_capacity(scanned.len());
    for value in &scanned {
        from_value(text, value, &mut found);
    }
    fractions(text, &scanned, words, &mut found);
    periods(words, &mut found);
    large_units(text, words, &mut found);
    found.sort_by_key(|mark| (mark.bytes.start, mark.bytes.end));
    ranges(text, &mut found);
    for mark in &mut found {
        if !mark.kind.is_date() {
            mark.bound = bound(text, known, mark);
            mark.role = role(text, known, mark, language);
            mark.per = RatePeriod::behind(known, mark.bytes.end as usize);
        }
    }
    found
}

fn narrow(bytes: &Range<usize>) -> Range<u32> {
    u32::try_from(bytes.start).unwrap_or(u32::MAX)..u32::try_from(bytes.end).unwrap_or(u32::MAX)
}

fn mark(kind: MarkKind, value: Decimal, written: Decimal, bytes: &Range<usize>) -> ValueMark {
    ValueMark {
        kind,
        value,
        written,
        bound: MarkBound::Exact,
        role: ChangeRole::None,
        ranged: false,
        per: None,
        bytes: narrow(bytes),
    }
}

fn from_value(text: &str, scanned: &Scanned, found: &mut Vec<ValueMark>) {
    let bytes = &scanned.bytes;
    let mut push = |kind, value: Decimal| found.push(mark(kind, value.normalize(), value, bytes));
    match &scanned.value {
        Value::Number(number) if scanned.form == ValueForm::Ordinal => push(MarkKind::Ordinal, *number),
        Value::Number(number) => {
            let kind = if is_year(text, bytes, *number) { MarkKind::Year } else { MarkKind::Count };
            push(kind, *number);
        }
        Value::Dimension(quantity) => {
            let measure = quantity.unit.measure();
            let kind = match measure {
                _ if scanned.form == ValueForm::Clock => MarkKind::Clock,
                Measure::People | Measure::Pieces => MarkKind::Count,
                Measure::Share => MarkKind::Share,
                Measure::SharePoints => MarkKind::Points,
                other => MarkKind::Measure(other),
            };
            found.push(mark(kind, quantity.base(), quantity.amount, bytes));
        }
        Value::Currency(money) => push(MarkKind::Money(money.currency), money.amount()),
        Value::Date(date) => from_date(*date, bytes, found),
        Value::Boolean(_) | Value::Enum(_) | Value::String(_) | Value::Note(_) => {}
    }
}

/// Four bare digits of our time.
fn is_year(text: &str, bytes: &Range<usize>, number: Decimal) -> bool {
    bytes.len() == 4
        && text.as_bytes()[bytes.clone()].iter().all(u8::is_ascii_digit)
        && number >= Decimal::from(1900)
        && number < Decimal::from(2100)
}

fn from_date(date: PartialDate, bytes: &Range<usize>, found: &mut Vec<ValueMark>) {
    let mut push = |kind, value: i32| {
        let value = Decimal::from(value);
        found.push(mark(kind, value, value, bytes));
    };
    let day = |month: i8, day: i8| i32::from(month) * 100 + i32::from(day);
    match date {
        PartialDate::Day { year, month, day: n } => {
            push(MarkKind::Day, day(month, n));
            push(MarkKind::Year, year.into());
        }
        PartialDate::Month { year, month } => {
            push(MarkKind::Month, month.into());
            push(MarkKind::Year, year.into());
        }
        PartialDate::Quarter { year, quarter } => {
            push(MarkKind::Quarter, quarter.into());
            push(MarkKind::Year, year.into());
        }
        PartialDate::Half { year, half } => {
            push(MarkKind::Half, half.into());
            push(MarkKind::Year, year.into());
        }
        PartialDate::Year { year } => push(MarkKind::Year, year.into()),
        PartialDate::Decade { year } => push(MarkKind::Decade, year.into()),
        PartialDate::DayOfYear { month, day: n } => push(MarkKind::Day, day(month, n)),
    }
}

fn covered(found: &[ValueMark], bytes: &Range<usize>) -> bool {
    let own = narrow(bytes);
    found.iter().any(|mark| mark.bytes.start < own.end && own.start < mark.bytes.end)
}

/// Takes out what `bytes` covers: a better reading of the same words was found.
fn replace(found: &mut Vec<ValueMark>, by: ValueMark) {
    found.retain(|mark| mark.bytes.end <= by.bytes.start || by.bytes.end <= mark.bytes.start);
    found.push(by);
}

fn ordinal(key: &str) -> Option<i32> {
    Some(match key {
        "first" | "1st" | "erste" | "ersten" | "erstes" | "premier" | "première" | "1er" => 1,
        "second" | "2nd" | "zweite" | "zweiten" | "zweites" | "deuxième" | "2e" => 2,
        "third" | "3rd" | "dritte" | "dritten" | "drittes" | "troisième" | "3e" => 3,
        "fourth" | "4th" | "vierte" | "vierten" | "viertes" | "quatrième" | "4e" => 4,
        _ => return None,
    })
}

/// Gigatonnes and megatonnes, which the ledger's units leave out.
fn large_units(text: &str, words: &[ComparedWord], found: &mut [ValueMark]) {
    for mark in found.iter_mut().filter(|mark| mark.kind == MarkKind::Count) {
        let Some(word) = words.iter().find(|word| word.bytes.start >= mark.bytes.end as usize) else { continue };
        let adjacent =
            text[mark.bytes.end as usize..word.bytes.start].chars().all(|c| c == ' ' || c == '-' || c == '\u{a0}');
        let grams: i64 = match (word.key.as_str(), &text[word.bytes.clone()]) {
            ("gigatonne" | "gigatonnes" | "gigaton" | "gigatons" | "gigatonnen", _) | (_, "Gt") => {
                1_000_000_000_000_000
            }
            ("megatonne" | "megatonnes" | "megaton" | "megatons" | "megatonnen", _) | (_, "Mt") => 1_000_000_000_000,
            ("kilotonne" | "kilotonnes" | "kiloton" | "kilotons" | "kilotonnen", _) => 1_000_000_000,
            _ => continue,
        };
        if adjacent && let Some(value) = mark.value.checked_mul(Decimal::from(grams)) {
            mark.kind = MarkKind::Measure(Measure::Mass);
            mark.value = value.normalize();
            mark.bytes.end = narrow(&word.bytes).end;
        }
    }
}

/// "3 to 5%", "2006–2018", "between 50 and 100".
fn ranges(text: &str, found: &mut [ValueMark]) {
    for at in 1..found.len() {
        let (earlier, later) = (&found[at - 1], &found[at]);
        let slots = earlier.kind.slot() == later.kind.slot();
        let Some(between) = text.get(earlier.bytes.end as usize..later.bytes.start as usize) else { continue };
        let head = text[..earlier.bytes.start as usize].trim_end();
        let last = head.rsplit(|c: char| !c.is_alphabetic()).next().unwrap_or_default().to_lowercase();
        let between_and =
            matches!(between, " and " | " und " | " et ") && matches!(last.as_str(), "between" | "zwischen" | "entre");
        let joined =
            matches!(between, "-" | "–" | "—" | " - " | " – " | " to " | " bis " | " à " | "〜" | "～") && slots;
        if slots && between_and || joined {
            found[at - 1].ranged = true;
            found[at].ranged = true;
        }
    }
}

/// Returns the words just before a mark, nearest first.
fn before<'k>(known: &'k [KnownWord], mark: &ValueMark) -> impl Iterator<Item = &'k KnownWord> {
    let start = mark.bytes.start as usize;
    known.iter().rev().filter(move |word| word.bytes.end <= start)
}

fn bound(text: &str, known: &[KnownWord], mark: &ValueMark) -> MarkBound {
    let head = text[..mark.bytes.start as usize].trim_end();
    match head.chars().next_back() {
        Some('~' | '≈') => return MarkBound::About,
        Some('>' | '≥') => return MarkBound::Over,
        Some('<' | '≤') => return MarkBound::Under,
        _ => {}
    }
    let mut bound = mark.bound;
    for (distance, word) in before(known, mark).take(2).enumerate() {
        let uses = word.entry.uses;
        let stated = if uses & ABOUT != 0 && uses & UNDER != 0 {
            MarkBound::Nearly
        } else if uses & ABOUT != 0 {
            MarkBound::About
        } else if uses & LEAST != 0 {
            MarkBound::Least
        } else if uses & MOST != 0 {
            MarkBound::Most
        } else if uses & OVER != 0 {
            MarkBound::Over
        } else if uses & UNDER != 0 {
            MarkBound::Under
        } else if distance == 0 && uses & STOP != 0 {
            continue;
        } else {
            break;
        };
        bound = stated;
        break;
    }
    bound
}

fn role(text: &str, known: &[KnownWord], mark: &ValueMark, language: Option<Language>) -> ChangeRole {
    let hedge = |word: &&KnownWord| word.entry.uses & (ABOUT | OVER | UNDER | LEAST | MOST) != 0;
    let mut ahead = before(known, mark).filter(|word| !hedge(word));
    let near = ahead.next();
    let turn = |word: Option<&KnownWord>| word.is_some_and(|word| word.entry.uses & (UP | DOWN) != 0);
    let end = mark.bytes.end as usize;
    let mut behind = known.iter().filter(|word| word.bytes.start >= end);
    let after = behind.next().filter(|word| text[end..word.bytes.start].trim().is_empty());
    let role = match (near.map_or("", |word| word.key.as_str()), language) {
        ("by" | "um", _) => ChangeRole::By,
        ("from" | "von", _) => ChangeRole::From,
        ("to" | "at" | "auf" | "à", _) => ChangeRole::To,
        ("de", Some(Language::French)) if turn(ahead.next()) => ChangeRole::By,
        ("of", Some(Language::English)) if turn(ahead.next()) => ChangeRole::By,
        _ if turn(near) || turn(after) || after.is_some_and(compares) => ChangeRole::By,
        _ => ChangeRole::None,
    };
    let of = after.is_some_and(|word| matches!(word.key.as_str(), "of" | "der" | "des" | "aller"));
    if role == ChangeRole::None && of && mark.kind == MarkKind::Share { ChangeRole::Of } else { role }
}

/// "18% less", "three times faster".
fn compares(word: &KnownWord) -> bool {
    classes(&word.key) & COMPARING != 0
}
