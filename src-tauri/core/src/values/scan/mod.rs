//! Typed values in running text, each with the exact bytes that say it.
//!
//! One pass, driven by bytes: nothing is allocated where nothing is found, and every look ahead or back is bounded, so
//! that no text takes longer than its length. What is left out: versions, addresses and telephone numbers, digits
//! within an identifier (`B2B`, `A4`), the numbers of a list's lines, and yes and no.

mod bytes;
mod compound;
mod convention;
mod dates;
mod number;
mod number_words;
mod spelled;
mod tail;
mod years;

use convention::NumberLanguage;
pub use convention::{Convention, NumberFormat};

use std::ops::Range;

use rust_decimal::Decimal;

use self::bytes::{ByteClass, CLASSES, gap, identifier, is_digit, letters, run, word_before};
use self::number::Lexed;
use self::tail::Tail;
use super::words::{self, MAX_WORD};
use super::{Currency, Money, PartialDate, Quantity, Unit, Value};

/// A value and where it stands.
#[derive(Clone, Debug)]
pub struct Scanned {
    /// From the sign or the first digit to the end of the unit.
    pub bytes: Range<usize>,
    pub value: Value,
    pub form: ValueForm,
    /// The unit, the currency or the month stands at another value of the same range: the 3 of "3 to 7%".
    pub shared: bool,
    /// The other reading, where nothing tells how the writer sets off thousands: 25,000 of "25.000".
    pub other: Option<Value>,
}

impl Scanned {
    /// Returns whether it says what `claimed` says, in one of its readings.
    pub fn carries(&self, claimed: &Value) -> bool {
        self.value.carries(claimed) || self.other.as_ref().is_some_and(|other| other.carries(claimed))
    }
}

/// The written form of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueForm {
    Digits,
    /// "Twenty-five".
    Words,
    /// "3rd": its value is the number.
    Ordinal,
    /// "14:30": its value is the time since midnight.
    Clock,
    /// "5 Billion" in German: its value is the number alone, which says what is meant to nobody.
    Unclear,
}

/// The values in `text`, in its order.
pub fn scan(text: &str) -> Vec<Scanned> {
    let mut found = Vec::new();
    scan_into(text, &mut found);
    found
}

/// As [`scan`], behind what is in `found` already.
pub fn scan_into(text: &str, found: &mut Vec<Scanned>) {
    Scanner::new(text, None, found).run();
}

/// As [`scan`], for a part of a text whose number format is known: a quote says less than its source.
pub fn scan_with(text: &str, format: impl Into<NumberFormat>) -> Vec<Scanned> {
    let mut found = Vec::new();
    Scanner::new(text, Some(format.into()), &mut found).run();
    found
}

struct Scanner<'t> {
    text: &'t str,
    bytes: &'t [u8],
    found: &'t mut Vec<Scanned>,
    /// Looked for when the first number needs it.
    format: Option<NumberFormat>,
    /// Looked for when the first word needs it.
    tongue: Option<NumberLanguage>,
    /// The first of the bare numbers that a unit further on may be meant for.
    open: Option<usize>,
    /// The values before this one are not ours.
    first: usize,
    /// Up to here, a comma parts the numbers of a list.
    list_end: usize,
}

/// The treatment of a bare number.
#[derive(Clone, Copy, PartialEq, Eq)]
enum BareNumber {
    Keep,
    /// Only a unit, a currency or a magnitude makes it a value.
    Drop,
}

impl<'t> Scanner<'t> {
    fn new(text: &'t str, format: Option<NumberFormat>, found: &'t mut Vec<Scanned>) -> Self {
        let first = found.len();
        Self { text, bytes: text.as_bytes(), found, format, tongue: None, open: None, first, list_end: 0 }
    }

    fn run(&mut self) {
        let mut at = 0;
        while let Some(byte) = self.bytes.get(at) {
            at = match CLASSES[usize::from(*byte)] {
                ByteClass::Other => at + 1,
                ByteClass::Digit => self.digits(at),
                ByteClass::Letter => self.word(at),
                ByteClass::Sign => self.sign(at),
            };
        }
    }

    /// A value that begins with digits. Returns where to go on.
    fn digits(&mut self, at: usize) -> usize {
        if let Some(end) = self.not_a_number(at) {
            return end;
        }
        let (text, known) = (self.text, &mut self.format);
        let convention = &mut || known.get_or_insert_with(|| NumberFormat::detect(text)).convention();
        if let Some((date, end)) = dates::at_digits(text, at, convention) {
            self.push_date(at, end, date);
            return end;
        }
        if let Some((clock, end)) = dates::clock(text, at) {
            return self.push_clock(at, end, clock);
        }
        let lexed = if at < self.list_end {
            number::lex_single(self.bytes, at)
        } else {
            number::lex(self.bytes, at, convention)
        };
        match lexed {
            Ok(lexed) => {
                let lexed = tail::with_fraction(self.bytes, lexed);
                self.finish(self.signed_start(at), at, lexed, None)
            }
            Err(end) => identifier(self.bytes, end),
        }
    }

    /// Telephone numbers, identifiers, and the numbers that head a list's lines. Returns their end.
    fn not_a_number(&self, at: usize) -> Option<usize> {
        let bytes = self.bytes;
        let len = run(bytes, at);
        let before = at.checked_sub(1).and_then(|at| bytes.get(at));
        if before == Some(&b'-') && at >= 2 && self.is_letter_before(at - 1) && !self.is_recent_year(at) {
            return Some(identifier(bytes, at));
        }
        let leading_zero = bytes[at] == b'0' && len >= 3;
        if leading_zero || before == Some(&b'+') || is_digit(bytes, at + len + 1) {
            let (end, digits, groups) = telephone(bytes, at);
            let dialled = before == Some(&b'+') && digits >= 8 && bytes[at] != b'0';
            let dashed = groups >= 3
                && digits >= 7
                && bytes.get(at + len) == Some(&b'-')
                && dates::at_digits(self.text, at, &mut || Some(Convention::Point)).is_none();
            if dialled || dashed || leading_zero {
                return Some(end);
            }
        }
        (len <= 2 && self.heads_line(at, at + len)).then_some(at + len)
    }

    /// "mid-2019" tells a year, "ISO-9001" a standard.
    fn is_recent_year(&self, at: usize) -> bool {
        dates::year4(self.bytes, at).is_some_and(|(year, _)| (1900..2100).contains(&year))
    }

    fn is_letter_before(&self, at: usize) -> bool {
        at.checked_sub(1)
            .and_then(|at| self.bytes.get(at))
            .is_some_and(|byte| byte.is_ascii_alphabetic() || *byte >= 0x80)
            && !self.found_ends_at(at)
    }

    fn found_ends_at(&self, at: usize) -> bool {
        self.last().is_some_and(|last| last.bytes.end == at)
    }

    fn last(&self) -> Option<&Scanned> {
        self.found.get(self.first..)?.last()
    }

    fn heads_line(&self, at: usize, end: usize) -> bool {
        let mark = matches!(self.bytes.get(end), Some(b'.' | b')'));
        if !mark
            || self.bytes.get(end + 1) != Some(&b' ')
            || dates::at_digits(self.text, at, &mut || Some(Convention::Point)).is_some()
        {
            return false;
        }
        let mut start = at;
        while start > 0 && at - start < 8 && matches!(self.bytes[start - 1], b' ' | b'\t' | b'(') {
            start -= 1;
        }
        start == 0 || self.bytes[start - 1] == b'\n'
    }

    /// The number's minus sign, if it has one: nothing but space or a bracket stands before it.
    fn signed_start(&self, at: usize) -> usize {
        let start = if self.bytes[..at].ends_with("−".as_bytes()) {
            at - "−".len()
        } else if self.bytes[..at].ends_with(b"-") {
            at - 1
        } else {
            return at;
        };
        let alone = start
            .checked_sub(1)
            .is_none_or(|at| matches!(self.bytes[at], b' ' | b'\n' | b'\t' | b'(' | b'[' | b':' | b'"'));
        let alone = alone || self.bytes[..start].ends_with("\u{a0}".as_bytes());
        if alone { start } else { at }
    }

    /// A word: perhaps a currency, a month, a quarter or a number. Returns where to go on.
    fn word(&mut self, at: usize) -> usize {
        let bytes = self.bytes;
        let end = letters(bytes, at);
        if end == at {
            return at + 2;
        }
        let word = &self.text[at..end];
        if is_digit(bytes, end) {
            return self.word_with_digits(at, end, word);
        }
        if word.len() <= 3
            && let Some(next) = self.currency_before(at, end, word)
        {
            return next;
        }
        let mut buffer = [0; MAX_WORD];
        let Some(folded) = words::fold_into(word, &mut buffer) else { return end };
        let Some(opening) = words::opening(folded) else { return self.compound(at, end, folded) };
        if opening.is_half
            && let Some(end) = self.half(at, end)
        {
            return end;
        }
        if opening.names
            && let Some(end) = bytes::registration(bytes, end)
        {
            return end;
        }
        if let Some(month) = opening.month
            && let Some((date, end)) = dates::at_month(self.text, at, end, month)
        {
            self.push_date(at, end, date);
            return end;
        }
        if let Some(period) = opening.period
            && let Some((start, date, end)) = dates::counted_period(self.text, at, end, period)
            && self.last().is_none_or(|last| last.bytes.end <= start)
        {
            self.push_date(start, end, date);
            return end;
        }
        match opening.number {
            Some(number) if at == 0 || bytes[at - 1] != b'-' || self.found_ends_at(at - 1) => {
                self.spelled(at, end, number)
            }
            _ => end,
        }
    }

    fn word_with_digits(&mut self, at: usize, end: usize, word: &str) -> usize {
        let found = match word {
            "Q" | "T" | "H" => dates::at_period(self.text, at),
            "FY" | "CY" => dates::year4(self.bytes, end).and_then(|(year, end)| Some((PartialDate::year(year)?, end))),
            _ => None,
        };
        if let Some((date, end)) = found {
            self.push_date(at, end, date);
            return end;
        }
        if let Some(currency) = prefix_currency(word) {
            return self.money(at, end, currency);
        }
        identifier(self.bytes, end)
    }

    /// `EUR 5`, `US$5`, `Fr. 5`, `Rs 500`.
    fn currency_before(&mut self, at: usize, end: usize, word: &str) -> Option<usize> {
        if self.bytes.get(end) == Some(&b'$') {
            let (currency, len) = words::currency_sign(&self.bytes[at..])?;
            return Some(self.money(at, at + len, currency));
        }
        let dot = if self.bytes.get(end) == Some(&b'.') { end + 1 } else { end };
        let next = gap(self.bytes, dot);
        if next == end || !(is_digit(self.bytes, next) || self.bytes.get(next) == Some(&b'-')) {
            return None;
        }
        let currency = prefix_currency(word)?;
        Some(self.money(at, dot, currency))
    }

    /// A currency sign or a vulgar fraction.
    fn sign(&mut self, at: usize) -> usize {
        if let Some((fraction, len)) = tail::fraction(self.bytes, at) {
            let lexed = Lexed {
                value: fraction,
                as_money: None,
                other: None,
                start: at,
                end: at + len,
                year: None,
                list_end: None,
            };
            return self.finish(at, at, lexed, None);
        }
        match words::currency_sign(&self.bytes[at..]) {
            Some((currency, len)) => self.money(at, at + len, currency),
            None => at + 1,
        }
    }

    /// An amount behind its currency, which stands at `at` and ends at `end`.
    fn money(&mut self, at: usize, end: usize, currency: Currency) -> usize {
        let mut digits = gap(self.bytes, end);
        let mut start = self.signed_start(at);
        if start == at && self.bytes.get(digits) == Some(&b'-') {
            start = digits;
            digits += 1;
        }
        if !is_digit(self.bytes, digits) {
            return end;
        }
        let (text, known) = (self.text, &mut self.format);
        match number::lex(self.bytes, digits, &mut || {
            known.get_or_insert_with(|| NumberFormat::detect(text)).convention()
        }) {
            Ok(lexed) => {
                let lexed = if start == at { lexed } else { lexed.negated() };
                self.finish(start.min(at), digits, lexed, Some(currency))
            }
            Err(end) => identifier(self.bytes, end),
        }
    }

    /// A number whose digits are read: `start` is where its sign or currency begins.
    fn finish(&mut self, start: usize, digits: usize, lexed: Lexed, currency: Option<Currency>) -> usize {
        let lexed = if start < digits && currency.is_none() { lexed.negated() } else { lexed };
        if let Some(end) = lexed.list_end {
            self.list_end = self.list_end.max(end);
        }
        let Some(tail) = self.tail(&lexed, currency) else { return identifier(self.bytes, lexed.end) };
        if tail.is_bare()
            && start == digits
            && let Some(date) = self.year(start, &lexed)
        {
            self.push_date(start, lexed.end, date);
            return lexed.end;
        }
        self.push_number(start, &lexed, &tail, if tail.ordinal { ValueForm::Ordinal } else { ValueForm::Digits })
    }

    fn tail(&mut self, lexed: &Lexed, before: Option<Currency>) -> Option<Tail> {
        let (text, known) = (self.text, &mut self.tongue);
        let by_figures = self.format.is_some_and(NumberFormat::is_by_figures);
        tail::read(text, lexed, before, by_figures, &mut || *known.get_or_insert_with(|| NumberLanguage::detect(text)))
    }

    /// Four digits are a year where the words around them say so.
    fn year(&self, at: usize, lexed: &Lexed) -> Option<PartialDate> {
        let year = lexed.year?;
        let date = PartialDate::year(year)?;
        let recent = (1900..2100).contains(&year);
        let is_year = match years::word(word_before(self.text, at)) {
            Some(years::YearCue::Ever) if (1000..2200).contains(&year) => true,
            Some(years::YearCue::Recent) if recent => true,
            _ => recent && (self.in_range_of_years(at, lexed.end, year) || self.set_off(at, lexed.end)),
        };
        is_year.then_some(date)
    }

    /// `2006-2018`, `2006 to 2018`.
    fn in_range_of_years(&self, at: usize, end: usize, year: i16) -> bool {
        let after_year = self.last().is_some_and(|last| {
            matches!(last.value, Value::Date(PartialDate::Year { .. }))
                && tail::joins(&self.text[last.bytes.end..at]).is_some()
        });
        after_year
            || tail::dash(self.bytes, end)
                .and_then(|next| dates::year4(self.bytes, next))
                .is_some_and(|(later, _)| later > year && later < 2200)
    }

    /// `(2019)`, `(Smith, 2019)`, `2019: …`.
    fn set_off(&self, at: usize, end: usize) -> bool {
        let before = at.checked_sub(1).and_then(|at| self.bytes.get(at));
        let closes = matches!(self.bytes.get(end), Some(b')' | b']' | b';'));
        let opens = matches!(before, Some(b'(' | b'['));
        let cited = before == Some(&b' ') && at >= 2 && self.bytes[at - 2] == b',';
        closes && (opens || cited) || before.is_none_or(|byte| *byte == b'\n') && self.bytes.get(end) == Some(&b':')
    }

    fn push_number(&mut self, start: usize, lexed: &Lexed, tail: &Tail, form: ValueForm) -> usize {
        if tail.unclear {
            self.push(start..tail.end, Value::Number(lexed.value.abs()), ValueForm::Unclear);
            self.open = None;
            return tail.end;
        }
        let Some((value, end)) = tail.value(lexed) else {
            return self.push_untyped(lexed, form);
        };
        if let Value::Number(_) = value
            && tail.is_bare()
        {
            let joined = self.joins_last(start).is_some();
            self.found.push(Scanned { bytes: start..end, value, form, shared: false, other: tail.other(lexed) });
            self.open = if joined { self.open } else { None }.or(Some(self.found.len() - 1));
            return end;
        }
        self.share(start, tail);
        let inherited = self.inherit(start, tail, lexed);
        let shared = inherited.is_some();
        let other = if shared { None } else { tail.other(lexed) };
        self.found.push(Scanned { bytes: start..end, value: inherited.unwrap_or(value), form, shared, other });
        // "€3 to 7 million": the magnitude may be to come.
        self.open = (tail.currency_before && tail.exponent == 0).then(|| self.found.len() - 1);
        end
    }

    /// Only the digits: what stands around them makes no value, as `€0.12345` is finer than a cent. Digits that are no
    /// number by themselves are none then: `€031,234`.
    fn push_untyped(&mut self, lexed: &Lexed, form: ValueForm) -> usize {
        if is_digit(self.bytes, lexed.start)
            && let Some(end) = self.not_a_number(lexed.start)
        {
            return end.max(lexed.end);
        }
        self.push(lexed.start..lexed.end, Value::Number(lexed.value.abs()), form);
        self.open = None;
        lexed.end
    }

    fn push(&mut self, bytes: Range<usize>, value: Value, form: ValueForm) {
        self.found.push(Scanned { bytes, value, form, shared: false, other: None });
    }

    fn push_date(&mut self, start: usize, end: usize, date: PartialDate) {
        if let Some(join) = self.joins_last(start)
            && join != tail::ValueJoin::Times
            && let Some(open) = self.open
        {
            for earlier in &mut self.found[open..] {
                if let Value::Number(number) = earlier.value
                    && let Some(day) = same_month(date, number)
                {
                    earlier.value = Value::Date(day);
                    earlier.shared = true;
                }
            }
        }
        self.push(start..end, Value::Date(date), ValueForm::Digits);
        self.open = None;
    }

    fn push_clock(&mut self, start: usize, end: usize, clock: dates::ClockTime) -> usize {
        let (amount, unit) = match clock {
            dates::ClockTime::Minutes(minutes) => (minutes, Unit::MINUTE),
            dates::ClockTime::Seconds(seconds) => (seconds, Unit::SECOND),
        };
        if let Ok(quantity) = Quantity::new(Decimal::from(amount), unit) {
            self.push(start..end, Value::Dimension(quantity), ValueForm::Clock);
        }
        self.open = None;
        end
    }

    /// Returns how the value that begins at `start` hangs together with the last one.
    fn joins_last(&self, start: usize) -> Option<tail::ValueJoin> {
        let last = self.last()?;
        let join = tail::joins(self.text.get(last.bytes.end..start)?)?;
        let between = || {
            let first = self.open.and_then(|open| self.found.get(open)).unwrap_or(last);
            let word = word_before(self.text, first.bytes.start);
            ["between", "zwischen", "entre"].iter().any(|known| known.eq_ignore_ascii_case(word))
        };
        (join != tail::ValueJoin::And || between()).then_some(join)
    }

    /// Gives the unit, the currency and the magnitude of the value at `start` to the bare numbers it ends a range of.
    fn share(&mut self, start: usize, tail: &Tail) {
        let (Some(open), true) = (self.open, self.joins_last(start).is_some()) else { return };
        if tail.currency_before {
            return;
        }
        for earlier in &mut self.found[open..] {
            let shared = match earlier.value {
                Value::Number(number) => tail.typed(tail.grouped(number, &self.text[earlier.bytes.clone()])),
                Value::Currency(money)
                    if tail.unit.is_none() && tail.currency.is_none_or(|own| own == money.currency) =>
                {
                    tail.scaled(money.amount())
                        .and_then(|amount| Money::from_amount(amount, money.currency).ok())
                        .map(Value::Currency)
                }
                _ => None,
            };
            if let Some(value) = shared {
                earlier.other = match earlier.other {
                    Some(Value::Number(number)) => tail.typed(number).filter(|other| *other != value),
                    _ => None,
                };
                earlier.value = value;
                earlier.shared = true;
            }
        }
    }

    /// The currency before the first number of a range is the second's too: "€3–5 million".
    fn inherit(&mut self, start: usize, tail: &Tail, lexed: &Lexed) -> Option<Value> {
        if tail.unit.is_some() || tail.currency.is_some() {
            return None;
        }
        let Value::Currency(money) = self.last()?.value else { return None };
        self.joins_last(start)?;
        let amount = tail.scaled(lexed.as_money.unwrap_or(lexed.value))?;
        Money::from_amount(amount, money.currency).ok().map(Value::Currency)
    }
}

/// Digits of a telephone or an order number: its end, how many digits, in how many groups.
fn telephone(bytes: &[u8], mut at: usize) -> (usize, usize, usize) {
    let (mut digits, mut groups) = (0, 0);
    while groups < 8 {
        let len = run(bytes, at);
        digits += len;
        groups += 1;
        at += len;
        match bytes.get(at) {
            Some(b'-' | b' ' | b'/' | b'.') if is_digit(bytes, at + 1) => at += 1,
            _ => break,
        }
    }
    (at, digits, groups)
}

fn prefix_currency(word: &str) -> Option<Currency> {
    words::code(word).or_else(|| match word {
        "Fr" | "SFr" | "Rs" | "kr" | "Kr" => Currency::parse(word),
        _ => None,
    })
}

/// The day of the same month and year: the 1 of "1–3 March 2026".
fn same_month(date: PartialDate, day: Decimal) -> Option<PartialDate> {
    let day = i8::try_from(day).ok()?;
    match date {
        PartialDate::Day { year, month, .. } => PartialDate::day(year, month, day),
        PartialDate::DayOfYear { month, .. } => PartialDate::day_of_year(month, day),
        _ => None,
    }
}
