//! What stands behind a number and says what it counts: magnitude, currency, unit.

use rust_decimal::Decimal;

use super::bytes::{gap, is_digit, letters};
use super::dates;
use super::number::Lexed;
use crate::values::words::{self, MAX_WORD};
use crate::values::{Currency, Money, Quantity, Unit, Value};

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tail {
    /// The power of ten: 6 for "million".
    pub(super) exponent: u32,
    pub(super) currency: Option<Currency>,
    pub(super) currency_before: bool,
    pub(super) unit: Option<Unit>,
    pub(super) ordinal: bool,
    end: usize,
}

impl Tail {
    /// Whether the number stands alone.
    pub(super) const fn is_bare(&self) -> bool {
        self.exponent == 0 && self.currency.is_none() && self.unit.is_none() && !self.ordinal
    }

    /// The value and where it ends. `None` if it is too large, or too fine for money.
    pub(super) fn value(&self, lexed: &Lexed) -> Option<(Value, usize)> {
        let number = match lexed.as_money {
            // Dinars have three decimals of their own.
            Some(money) if self.currency.is_some_and(|own| own.minor_digits() < 3) && self.exponent == 0 => money,
            _ => lexed.value,
        };
        Some((self.typed(number)?, self.end))
    }

    /// `number` as this magnitude of this unit or currency.
    pub(super) fn typed(&self, number: Decimal) -> Option<Value> {
        let number = self.scaled(number)?;
        match (self.currency, self.unit) {
            (Some(currency), _) => Money::from_amount(number, currency).ok().map(Value::Currency),
            (None, Some(unit)) => Quantity::new(number, unit).ok().map(Value::Dimension),
            (None, None) => Some(Value::Number(number)),
        }
    }

    pub(super) fn scaled(&self, number: Decimal) -> Option<Decimal> {
        if self.exponent == 0 {
            return Some(number);
        }
        number.checked_mul(Decimal::from(10_i64.checked_pow(self.exponent)?))
    }
}

impl Lexed {
    pub(super) fn negated(self) -> Self {
        Self { value: -self.value, as_money: self.as_money.map(|money| -money), ..self }
    }
}

/// Reads what stands behind a number. `None` if letters stand against it that make it an identifier: `5G`, `3D`.
pub(super) fn read(text: &str, lexed: &Lexed, before: Option<Currency>) -> Option<Tail> {
    let bytes = text.as_bytes();
    let mut tail = Tail { currency: before, currency_before: before.is_some(), end: lexed.end, ..Tail::default() };
    while let Some((exponent, end)) = magnitude(text, tail.end, &tail) {
        tail.exponent += exponent;
        tail.end = end;
        if tail.exponent >= 12 {
            break;
        }
    }
    if let Some((currency, end)) = currency(text, tail.end) {
        if before.is_none_or(|known| known == currency) {
            tail.currency = Some(currency);
            tail.end = end;
        }
        return Some(tail);
    }
    if before.is_some() {
        return Some(tail);
    }
    if let Some((unit, end)) = unit(text, tail.end) {
        tail.unit = Some(unit);
        tail.end = end;
        return Some(tail);
    }
    let attached = letters(bytes, tail.end);
    if attached == tail.end {
        return Some(tail);
    }
    if let Some(end) = dates::ordinal(text, tail.end).filter(|_| tail.exponent == 0) {
        return Some(Tail { ordinal: true, end, ..tail });
    }
    // "6x4 m", "2x", "the 80s": the letter is no part of the number.
    let letter = &text[tail.end..attached];
    (matches!(letter, "x" | "X") || letter == "s" && is_plural(bytes, tail.end)).then_some(tail)
}

/// A vulgar fraction sign.
pub(super) fn fraction(bytes: &[u8], at: usize) -> Option<(Decimal, usize)> {
    let hundredths = match bytes.get(at..at + 2)? {
        [0xc2, 0xbc] => 25,
        [0xc2, 0xbd] => 50,
        [0xc2, 0xbe] => 75,
        _ => return None,
    };
    Some((Decimal::new(hundredths, 2), 2))
}

/// Adds the vulgar fraction that stands against a whole number: `2½`.
pub(super) fn with_fraction(bytes: &[u8], lexed: Lexed) -> Lexed {
    match fraction(bytes, lexed.end) {
        Some((fraction, len)) if lexed.value.scale() == 0 => {
            Lexed { value: lexed.value + fraction, end: lexed.end + len, year: None, ..lexed }
        }
        _ => lexed,
    }
}

fn magnitude(text: &str, end: usize, tail: &Tail) -> Option<(u32, usize)> {
    let bytes = text.as_bytes();
    let attached = letters(bytes, end) > end;
    let start = match bytes.get(end) {
        Some(b'-') => end + 1,
        _ => gap(bytes, end),
    };
    if let Some(exponent) = myriads(bytes, end) {
        return Some((exponent, end + 3));
    }
    let word_end = letters(bytes, start);
    if word_end == start || is_digit(bytes, word_end) {
        return None;
    }
    let word = text.get(start..word_end)?;
    let of_money = || tail.currency.is_some() || currency(text, word_end).is_some();
    let short = match word {
        "k" | "K" if attached || of_money() => Some(3),
        "M" if attached && tail.exponent == 0 || of_money() => Some(6),
        "m" if of_money() && tail.exponent == 0 => Some(6),
        "b" | "B" if of_money() => Some(9),
        _ => None,
    };
    if let Some(exponent) = short.filter(|_| tail.exponent == 0) {
        return Some((exponent, word_end));
    }
    let mut buffer = [0; MAX_WORD];
    let folded = words::fold_into(word, &mut buffer)?;
    let exponent = words::magnitude(folded)?;
    let dotted = matches!(folded, "mio" | "mrd" | "tsd" | "mln" | "mia") && bytes.get(word_end) == Some(&b'.');
    Some((exponent, if dotted { word_end + 1 } else { word_end }))
}

/// The powers of ten that Chinese, Japanese and Korean write as one character.
fn myriads(bytes: &[u8], at: usize) -> Option<u32> {
    Some(match std::str::from_utf8(bytes.get(at..at + 3)?).ok()? {
        "千" => 3,
        "万" | "萬" | "만" => 4,
        "億" | "亿" | "억" => 8,
        "兆" | "조" => 12,
        _ => return None,
    })
}

fn currency(text: &str, end: usize) -> Option<(Currency, usize)> {
    let bytes = text.as_bytes();
    let start = if bytes.get(end) == Some(&b'-') { end + 1 } else { gap(bytes, end) };
    if let Some((currency, len)) = words::currency_sign(bytes.get(start..)?) {
        // "5 $10 notes": a sign behind a number that a number follows is the next one's.
        return (!is_digit(bytes, start + len) || start == end).then_some((currency, start + len));
    }
    let word_end = letters(bytes, start);
    let word = text.get(start..word_end)?;
    if is_digit(bytes, word_end) || word.is_empty() {
        return None;
    }
    if let Some(currency) = words::code(word) {
        return Some((currency, word_end));
    }
    longest(text, start, words::currency_word)
}

/// The longest known phrase of up to three words, in any case.
fn longest<T>(text: &str, start: usize, known: fn(&str) -> Option<T>) -> Option<(T, usize)> {
    let bytes = text.as_bytes();
    let mut ends = [start; 3];
    let mut at = start;
    let mut count = 0;
    for slot in &mut ends {
        let end = letters(bytes, at);
        if end == at {
            break;
        }
        *slot = end;
        count += 1;
        let dot = if bytes.get(end) == Some(&b'.') { end + 1 } else { end };
        if bytes.get(dot) != Some(&b' ') {
            break;
        }
        at = dot + 1;
    }
    ends[..count].iter().rev().find_map(|end| {
        let mut buffer = [0; MAX_WORD];
        let folded = words::fold_into(text.get(start..*end)?, &mut buffer)?;
        known(folded).map(|value| (value, *end))
    })
}

fn unit(text: &str, end: usize) -> Option<(Unit, usize)> {
    let bytes = text.as_bytes();
    let start = match bytes.get(end) {
        Some(b'-') if letters(bytes, end + 1) > end + 1 => end + 1,
        _ => gap(bytes, end),
    };
    if let Some(found) = sign(text, start) {
        return Some(found);
    }
    if letters(bytes, start) == start || start == end && is_plural(bytes, start) {
        return None;
    }
    let symbol_end = raised(bytes, letters(bytes, start));
    if bytes.get(symbol_end) == Some(&b'/') && letters(bytes, symbol_end + 1) > symbol_end + 1 {
        // A rate that is not known must not become its upper half: 5 m/min is no length.
        let end = raised(bytes, letters(bytes, symbol_end + 1));
        return words::unit_symbol(text.get(start..end)?).map(|unit| (unit, end));
    }
    if let Some((unit, end)) = longest(text, start, words::unit_word)
        && (end > symbol_end || words::unit_symbol(text.get(start..symbol_end)?).is_none())
        && !words::is_shy_unit(text.get(start..end)?)
    {
        return Some((unit, end)).filter(|_| !is_digit(bytes, end));
    }
    let symbol = text.get(start..symbol_end)?;
    let unit = words::unit_symbol(symbol)?;
    let closed = bytes.get(symbol_end).is_none_or(|byte| matches!(byte, b'.' | b',' | b';' | b':' | b')' | b'\n'));
    let believable = !words::is_shy_unit(symbol) || start == end || closed && symbol != "in";
    (believable && !is_digit(bytes, symbol_end)).then_some((unit, symbol_end))
}

/// "The 80s", "1000s of years", "3d models": no seconds and no days.
fn is_plural(bytes: &[u8], at: usize) -> bool {
    let round = at.checked_sub(1).and_then(|before| bytes.get(before)) == Some(&b'0');
    let solid = matches!(bytes.get(at.saturating_sub(1)), Some(b'2' | b'3'));
    letters(bytes, at) == at + 1 && (round && bytes.get(at) == Some(&b's') || solid && bytes.get(at) == Some(&b'd'))
}

/// Units that are no letters.
fn sign(text: &str, start: usize) -> Option<(Unit, usize)> {
    const SIGNS: &[&str] = &["%-Punkte", "%", "％", "‰", "° C", "°C", "ºC", "° F", "°F", "℃", "℉", "°", "′", "″", "㎡"];
    let first = text.as_bytes().get(start)?;
    if *first != b'%' && first.is_ascii() {
        return None;
    }
    let rest = text.get(start..)?;
    let sign = SIGNS.iter().find(|sign| rest.starts_with(**sign))?;
    Some((words::unit_symbol(sign)?, start + sign.len()))
}

/// Behind the square or cube sign at `at`: `²`, or a 2 that nothing follows.
fn raised(bytes: &[u8], at: usize) -> usize {
    match bytes.get(at..) {
        Some([0xc2, 0xb2 | 0xb3, ..]) => at + 2,
        Some([b'^', b'2' | b'3', ..]) => at + 2,
        Some([b'2' | b'3', rest @ ..]) if !rest.first().is_some_and(u8::is_ascii_alphanumeric) => at + 1,
        _ => at,
    }
}

/// How two values hang together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Join {
    /// "3 to 7", "3–7", "3 or 7".
    Range,
    /// "6 × 4".
    Times,
    /// Only after "between".
    And,
}

pub(super) fn joins(between: &str) -> Option<Join> {
    Some(match between {
        "-" | "–" | "—" | " - " | " – " | " — " | " to " | " bis " | " à " | " a " | "/" => Join::Range,
        " or " | " oder " | " ou " | " o " => Join::Range,
        "x" | "×" | " x " | " × " | "X" | " X " => Join::Times,
        " and " | " und " | " et " | " y " => Join::And,
        _ => return None,
    })
}

/// Behind the dash at `at`.
pub(super) fn dash(bytes: &[u8], at: usize) -> Option<usize> {
    ["-", "–", "—", " - ", " – ", " to ", " bis ", "/"]
        .iter()
        .find(|dash| bytes.get(at..).is_some_and(|rest| rest.starts_with(dash.as_bytes())))
        .map(|dash| at + dash.len())
}
