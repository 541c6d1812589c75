//! The tail behind a number that says what it counts: magnitude, currency, unit.

use rust_decimal::Decimal;

use super::NumberLanguage;
use super::bytes::{gap, gaps, is_digit, letters};
use super::number::Lexed;
use crate::values::words::{self, MAX_WORD, Magnitude};
use crate::values::{Currency, Measure, Money, Quantity, Unit, Value};

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tail {
    /// The power of ten: 6 for "million".
    pub(super) exponent: u32,
    pub(super) currency: Option<Currency>,
    pub(super) currency_before: bool,
    pub(super) unit: Option<Unit>,
    pub(super) ordinal: bool,
    /// A half more: "two and a half", "2 heures et demie".
    half: bool,
    /// Its point sets off thousands, whatever the text does elsewhere: "1.500 Mio.", "3.000 litros".
    grouped: bool,
    /// The number is not told: its magnitude is two numbers, and which of them cannot be seen.
    pub(super) unclear: bool,
    pub(super) end: usize,
}

impl Tail {
    /// Returns whether the number is alone.
    pub(super) const fn is_bare(&self) -> bool {
        self.exponent == 0
            && self.currency.is_none()
            && self.unit.is_none()
            && !self.ordinal
            && !self.half
            && !self.unclear
    }

    /// The value and where it ends. `None` if it is too large, or too fine for money.
    pub(super) fn value(&self, lexed: &Lexed) -> Option<(Value, usize)> {
        let number = match lexed.as_money {
            Some(whole) if self.is_whole() || self.grouped => whole,
            _ if self.half => lexed.value + Decimal::new(5, 1),
            _ => lexed.value,
        };
        Some((self.typed(number)?, self.end))
    }

    /// The other reading of a number that can be read in two ways. What nobody writes with three decimals has none.
    pub(super) fn other(&self, lexed: &Lexed) -> Option<Value> {
        let other = lexed.other.filter(|_| !self.is_whole() && !self.grouped)?;
        self.typed(other)
    }

    /// Returns whether nobody writes its number with three decimals: money, but for dinars, which have three of their
    /// own, and pieces.
    fn is_whole(&self) -> bool {
        let money = self.currency.is_some_and(|own| own.minor_digits() < 3);
        let pieces = self.unit.is_some_and(|unit| unit.measure() == Measure::Pieces);
        self.exponent == 0 && (money || pieces)
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

    /// `number`, as written before this one of the same range: its point sets off what this one's does.
    pub(super) fn grouped(&self, number: Decimal, written: &str) -> Decimal {
        let alike = self.grouped && number.scale() == 3 && written.contains('.') && !written.starts_with('0');
        if alike { number * Decimal::ONE_THOUSAND } else { number }
    }

    pub(super) fn scaled(&self, number: Decimal) -> Option<Decimal> {
        if self.exponent == 0 {
            return Some(number);
        }
        number.checked_mul(Decimal::from(10_i64.checked_pow(self.exponent)?))
    }
}

impl Lexed {
    /// A number that is said in a word.
    pub(super) const fn of_word(value: Decimal, start: usize, end: usize) -> Self {
        Self { value, as_money: None, other: None, start, end, year: None, list_end: None }
    }

    pub(super) fn negated(self) -> Self {
        let negated = |number: Option<Decimal>| number.map(|number| -number);
        Self { value: -self.value, as_money: negated(self.as_money), other: negated(self.other), ..self }
    }
}

/// Reads what stands behind a number. `by_figures` is whether the text's numbers tell what its points are for. `None`
/// if letters stand against it that make it an identifier: `5G`, `3D`.
pub(super) fn read(
    text: &str,
    lexed: &Lexed,
    before: Option<Currency>,
    by_figures: bool,
    tongue: &mut dyn FnMut() -> NumberLanguage,
) -> Option<Tail> {
    let bytes = text.as_bytes();
    let mut tail = Tail { currency: before, currency_before: before.is_some(), end: lexed.end, ..Tail::default() };
    if let Some(end) = no_cents(bytes, tail.end)
        && (before.is_some() || currency(text, end).is_some())
    {
        tail.end = end;
    }
    tail.and_a_half(text, lexed);
    while let Some((magnitude, end)) = magnitude(text, &tail) {
        let power = match magnitude {
            Magnitude::Power(power) | Magnitude::Foreign(power) => Some(power),
            Magnitude::English(power) => is_english(text, lexed, &tail, end, tongue()).then_some(power),
            Magnitude::NotEnglish(power) => (tongue() != NumberLanguage::English).then_some(power),
            Magnitude::Unclear => None,
        };
        let Some(power) = power else { return Some(Tail { unclear: true, end, ..Tail::default() }) };
        tail.exponent += power;
        tail.end = end;
        if matches!(magnitude, Magnitude::Foreign(_)) && lexed.as_money.is_some() {
            tail.grouped = bytes[lexed.start..lexed.end].contains(&b'.');
        }
        if tail.exponent >= 12 {
            break;
        }
    }
    tail.and_a_half(text, lexed);
    let counted = if tail.exponent > 0 { after_of(text, tail.end).unwrap_or(tail.end) } else { tail.end };
    if let Some((currency, end)) = currency(text, counted) {
        if before.is_none_or(|known| known == currency) {
            tail.currency = Some(currency);
            tail.end = end;
        }
        return Some(tail);
    }
    let attached = letters(bytes, tail.end);
    if before.is_some() {
        // "$5T": trillions to some, thousands to others.
        let unclear = &text[tail.end..attached] == "T";
        return Some(if unclear { Tail { unclear, end: attached, ..Tail::default() } } else { tail });
    }
    if !by_figures && lexed.as_money.is_some() && bytes[lexed.start..lexed.end].contains(&b'.') {
        tail.grouped = tail.grouped || is_foreign(text, counted, tongue);
    }
    if let Some((unit, end)) = unit(text, counted, lexed, tongue) {
        tail.unit = Some(unit);
        tail.end = end;
        tail.and_a_half(text, lexed);
        return Some(tail);
    }
    if attached == tail.end {
        return Some(tail);
    }
    if let Some(end) = ordinal(text, tail.end).filter(|_| tail.exponent == 0) {
        return Some(Tail { ordinal: true, end, ..tail });
    }
    // "6x4 m", "2x", "the 80s": the letter is no part of the number.
    let letter = &text[tail.end..attached];
    (matches!(letter, "x" | "X") || letter == "s" && is_plural(bytes, tail.end)).then_some(tail)
}

impl Tail {
    /// "Two and a half million", "2 millions et demi d'euros", "2 años y medio".
    fn and_a_half(&mut self, text: &str, lexed: &Lexed) {
        const HALVES: [&str; 5] = [" and a half", " et demie", " et demi", " y media", " y medio"];
        let whole = lexed.value.scale() == 0 && lexed.as_money.is_none() && lexed.value.is_sign_positive();
        if !whole || self.half || text.as_bytes().get(self.end) != Some(&b' ') {
            return;
        }
        let Some(rest) = text.get(self.end..) else { return };
        if let Some(half) = HALVES.iter().find(|half| rest.starts_with(**half))
            && letters(rest.as_bytes(), half.len()) == half.len()
        {
            self.half = true;
            self.end += half.len();
        }
    }
}

/// Returns whether a billion is the English one: nobody else speaks, and it is not written as the others write theirs,
/// "3 billions d'euros" and "1 Billion Euro".
fn is_english(text: &str, lexed: &Lexed, tail: &Tail, end: usize, tongue: NumberLanguage) -> bool {
    let german = lexed.value == Decimal::ONE
        && !tail.currency_before
        && text.as_bytes()[gaps(text.as_bytes(), tail.end)].is_ascii_uppercase();
    after_of(text, end).is_none() && (tongue == NumberLanguage::English || tongue == NumberLanguage::Unknown && !german)
}

/// Behind the "of" that French and Spanish put between millions and what they count: "3 millions d'euros".
fn after_of(text: &str, end: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let start = gaps(bytes, end);
    match bytes.get(start..start + 2)? {
        b"d'" if start > end => Some(start + 2),
        b"de" if start > end && gap(bytes, start + 2) > start + 2 => Some(start + 2),
        [b'd', 0xe2] if start > end && bytes[start + 1..].starts_with("’".as_bytes()) => Some(start + 1 + "’".len()),
        _ => None,
    }
}

/// Behind the dash that stands for no cents: "12,- €", "CHF 1'200.–".
fn no_cents(bytes: &[u8], end: usize) -> Option<usize> {
    if !matches!(bytes.get(end), Some(b',' | b'.')) {
        return None;
    }
    let dashes = ["--", "-", "–", "—"];
    let dash = dashes.iter().find(|dash| bytes[end + 1..].starts_with(dash.as_bytes()))?;
    let after = end + 1 + dash.len();
    (!is_digit(bytes, after)).then_some(after)
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

fn magnitude(text: &str, tail: &Tail) -> Option<(Magnitude, usize)> {
    let bytes = text.as_bytes();
    let end = tail.end;
    let attached = letters(bytes, end) > end;
    let start = match bytes.get(end) {
        Some(b'-') => end + 1,
        _ => gap(bytes, end),
    };
    if let Some(exponent) = myriads(bytes, end) {
        return Some((Magnitude::Power(exponent), end + 3));
    }
    let word_end = letters(bytes, start);
    if word_end == start || is_digit(bytes, word_end) {
        return None;
    }
    let word = text.get(start..word_end)?;
    if tail.exponent == 0
        && let Some(short) = short(text, start, word_end, attached, tail)
    {
        return Some(short);
    }
    let mut buffer = [0; MAX_WORD];
    let folded = words::fold_into(word, &mut buffer)?;
    let magnitude = words::magnitude(folded)?;
    let dotted = matches!(folded, "mio" | "mrd" | "tsd" | "mln" | "mia") && bytes.get(word_end) == Some(&b'.');
    Some((magnitude, if dotted { word_end + 1 } else { word_end }))
}

/// Letters that are a magnitude where money follows, or stands before: `k€`, `Md€`, `TEUR`.
fn short(text: &str, start: usize, end: usize, attached: bool, tail: &Tail) -> Option<(Magnitude, usize)> {
    let word = &text[start..end];
    if let [b'T' | b'k' | b'K' | b'M', code @ ..] = word.as_bytes()
        && matches!(code, b"EUR" | b"USD" | b"CHF" | b"GBP")
    {
        return Some((Magnitude::Power(if word.starts_with('M') { 6 } else { 3 }), start + 1));
    }
    let dot = if text.as_bytes().get(end) == Some(&b'.') { end + 1 } else { end };
    let currency_behind = |end: usize| currency(text, after_of(text, end).unwrap_or(end)).map(|(_, end)| end);
    let money = |end: usize| tail.currency.is_some() || currency_behind(end).is_some();
    let magnitude = match word {
        "k" | "K" if attached || money(end) => Magnitude::Power(3),
        "M" if attached || money(end) => Magnitude::Power(6),
        "m" | "MM" if money(end) => Magnitude::Power(6),
        "Mill" | "mill" if dot > end && money(dot) => return Some((Magnitude::Foreign(6), dot)),
        "b" | "B" | "Md" | "Mds" if money(end) => Magnitude::Power(9),
        // Thousands in German, trillions in English: which one knows by its currency, so that both are what was said.
        "T" if !tail.currency_before => return Some((Magnitude::Unclear, currency_behind(end)?)),
        _ => return None,
    };
    Some((magnitude, end))
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

/// The longest known phrase of up to four words, in any case, whichever spaces or hyphens stand between them.
fn longest<T>(text: &str, start: usize, known: fn(&str) -> Option<T>) -> Option<(T, usize)> {
    let bytes = text.as_bytes();
    let mut phrase = [0; MAX_WORD];
    // Where each word ends, in the phrase and in the text.
    let mut ends = [(0, start); 4];
    let (mut at, mut len, mut count) = (start, 0, 0);
    for slot in &mut ends {
        let end = letters(bytes, at);
        let Some(word) = text.get(at..end).filter(|word| !word.is_empty()) else { break };
        let Some(folded) = phrase.get_mut(len..).and_then(|rest| words::fold_into(word, rest)) else { break };
        len += folded.len();
        *slot = (len, end);
        count += 1;
        let dot = if bytes.get(end) == Some(&b'.') { end + 1 } else { end };
        let next = if bytes.get(end) == Some(&b'-') { end + 1 } else { gaps(bytes, dot) };
        let Some(between) = phrase.get_mut(len..len + 1 + dot - end).filter(|_| next > dot) else { break };
        between.copy_from_slice(if dot > end { b". " } else { b" " });
        len += between.len();
        at = next;
    }
    ends[..count].iter().rev().find_map(|(len, end)| {
        let phrase = std::str::from_utf8(phrase.get(..*len)?).ok()?;
        known(phrase).map(|value| (value, *end))
    })
}

/// Returns whether a unit follows that is spelled as only those spell it who set off thousands with a point.
fn is_foreign(text: &str, end: usize, tongue: &mut dyn FnMut() -> NumberLanguage) -> bool {
    let start = after_number(text.as_bytes(), end);
    let Some((_, end)) = longest(text, start, words::unit_word) else { return false };
    match words::spelling(&text[start..end]) {
        words::Spelling::NotEnglish => true,
        words::Spelling::German => tongue() != NumberLanguage::English,
        words::Spelling::Shared => false,
    }
}

/// Behind the hyphen or the space after a number.
fn after_number(bytes: &[u8], end: usize) -> usize {
    match bytes.get(end) {
        Some(b'-') if letters(bytes, end + 1) > end + 1 => end + 1,
        _ => gap(bytes, end),
    }
}

fn unit(text: &str, end: usize, lexed: &Lexed, tongue: &mut dyn FnMut() -> NumberLanguage) -> Option<(Unit, usize)> {
    let bytes = text.as_bytes();
    let start = after_number(bytes, end);
    if let Some(found) = sign(text, start) {
        return Some(found);
    }
    let plain_end = letters(bytes, start);
    if plain_end == start || start == end && is_plural(bytes, start) {
        return None;
    }
    let symbol_end = raised(bytes, plain_end);
    if bytes.get(symbol_end) == Some(&b'/') && letters(bytes, symbol_end + 1) > symbol_end + 1 {
        // A rate that is not known must not become its upper half: 5 m/min is no length.
        let end = raised(bytes, letters(bytes, symbol_end + 1));
        return words::unit_symbol(text.get(start..end)?).map(|unit| (unit, end));
    }
    let symbol = text.get(start..symbol_end)?;
    let by_symbol = words::unit_symbol(symbol);
    if symbol_end > plain_end && by_symbol.is_none() {
        // Nor its lower half: 20 mètres² is no length either.
        return None;
    }
    if let Some((unit, end)) = longest(text, start, words::unit_word)
        && (end > symbol_end || by_symbol.is_none())
        && !words::is_shy_unit(text.get(start..end)?)
    {
        return Some((unit, end)).filter(|_| !is_digit(bytes, end) && !is_rate(text, end));
    }
    let Some(unit) = by_symbol else {
        return one_year(text, start, plain_end, lexed);
    };
    let closed = bytes.get(symbol_end).is_none_or(|byte| matches!(byte, b'.' | b',' | b';' | b':' | b')' | b'\n'));
    // "32 A und": a capital A is an article in English alone.
    let mut ampere = || symbol == "A" && tongue() == NumberLanguage::Other;
    let believable = !words::is_shy_unit(symbol) || start == end || closed && symbol != "in" || ampere();
    (believable && !is_digit(bytes, symbol_end) && !is_rate(text, symbol_end)).then_some((unit, symbol_end))
}

/// Returns whether a unit follows the number that ends at `end`.
pub(super) fn is_counted(text: &str, end: usize) -> bool {
    let bytes = text.as_bytes();
    let start = gap(bytes, end);
    longest(text, start, words::unit_word).is_some()
        || words::unit_symbol(&text[start..letters(bytes, start)]).is_some()
}

/// Returns whether "per" and another unit follow: "5 litres per minute" is a rate, whether it is known or not.
fn is_rate(text: &str, end: usize) -> bool {
    let bytes = text.as_bytes();
    let start = gap(bytes, end);
    if !matches!(bytes.get(start), Some(b'p' | b'j')) || start == end {
        return false;
    }
    let per = letters(bytes, start);
    let next = gap(bytes, per);
    matches!(&text[start..per], "per" | "pro" | "par" | "por" | "je") && next > per && is_counted(text, per)
}

/// French "1 an", where English would go on with what there is one of: "30 an hour".
fn one_year(text: &str, start: usize, end: usize, lexed: &Lexed) -> Option<(Unit, usize)> {
    if &text[start..end] != "an" || lexed.value > Decimal::ONE {
        return None;
    }
    let bytes = text.as_bytes();
    let next = gap(bytes, end);
    let follows = &text[next..letters(bytes, next)];
    let french =
        matches!(follows, "" | "et" | "de" | "d" | "à" | "au" | "pour" | "après" | "avant" | "avec" | "sans" | "ou");
    french.then_some((Unit::parse("ans")?, end))
}

/// "The 80s", "1000s of years", "3d models": no seconds and no days.
fn is_plural(bytes: &[u8], at: usize) -> bool {
    let round = at.checked_sub(1).and_then(|before| bytes.get(before)) == Some(&b'0');
    let solid = matches!(bytes.get(at.saturating_sub(1)), Some(b'2' | b'3'));
    letters(bytes, at) == at + 1 && (round && bytes.get(at) == Some(&b's') || solid && bytes.get(at) == Some(&b'd'))
}

/// Units that are no letters.
fn sign(text: &str, start: usize) -> Option<(Unit, usize)> {
    const SIGNS: &[&str] = &[
        "%-Punkte",
        "%",
        "％",
        "‰",
        "° Celsius",
        "°Celsius",
        "° C",
        "°C",
        "ºC",
        "° Fahrenheit",
        "°Fahrenheit",
        "° F",
        "°F",
        "℃",
        "℉",
        "°",
        "′",
        "″",
        "㎡",
    ];
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

/// The join of two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ValueJoin {
    /// "3 to 7", "3–7", "3 or 7".
    Range,
    /// "6 × 4".
    Times,
    /// Only after "between".
    And,
}

pub(super) fn joins(between: &str) -> Option<ValueJoin> {
    // "Vom 3. bis 5. März".
    let between = between.strip_prefix('.').unwrap_or(between);
    Some(match between {
        "-" | "–" | "—" | " - " | " – " | " — " | " to " | " bis " | " à " | " a " | "/" => ValueJoin::Range,
        " bis zum " | " au " | " al " => ValueJoin::Range,
        " or " | " oder " | " ou " | " o " => ValueJoin::Range,
        "x" | "×" | " x " | " × " | "X" | " X " => ValueJoin::Times,
        " and " | " und " | " et " | " y " => ValueJoin::And,
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

/// Behind `1st`, `2nd`, `3.`'s letters, `1er`, `2ème`, `3º`.
pub(super) fn ordinal(text: &str, at: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    if bytes.get(at..at + 2) == Some(&[0xc2, 0xba]) || bytes.get(at..at + 2) == Some(&[0xc2, 0xaa]) {
        return Some(at + 2);
    }
    let end = letters(bytes, at);
    let suffix = text.get(at..end)?;
    (matches!(suffix, "st" | "nd" | "rd" | "th" | "er" | "re" | "e" | "ème" | "eme") && !is_digit(bytes, end))
        .then_some(end)
}
