//! Digits into a number: what the points, commas, apostrophes and spaces between them mean.
//!
//! One mark with exactly three digits behind it can be read two ways. It is a thousand if it is the comma of a text
//! that writes decimals with a point, or the point of one that writes them with a comma; and always in an amount of
//! money and in a count, which nobody writes with three decimals. Otherwise it sets off decimals. Where nothing tells
//! how the writer does, both readings are kept.

use rust_decimal::Decimal;

use super::Convention;
use super::bytes::{gap, is_digit, run};

#[derive(Clone, Copy, Debug)]
pub(super) struct Lexed {
    pub(super) value: Decimal,
    /// The number as an amount of money or a count, where that differs.
    pub(super) as_money: Option<Decimal>,
    /// The other reading, where nothing tells which holds.
    pub(super) other: Option<Decimal>,
    /// Start of the digits.
    pub(super) start: usize,
    pub(super) end: usize,
    /// Four digits and no mark: perhaps a year.
    pub(super) year: Option<i16>,
    /// It is the first of a list without spaces, "1,2,3", that goes on to here.
    pub(super) list_end: Option<usize>,
}

/// Digits that are no number end at the place given: versions, addresses, telephone and card numbers.
pub(super) type Lex = Result<Lexed, usize>;

/// A longer chain is no number, and the bound keeps the look ahead short.
const MAX_GROUPS: usize = 8;
const MAX_DIGITS: usize = 18;

#[derive(Clone, Copy, Default)]
struct DigitGroup {
    start: usize,
    len: usize,
    /// The mark before it.
    mark: u8,
}

struct Chain {
    groups: [DigitGroup; MAX_GROUPS],
    count: usize,
    end: usize,
}

impl Chain {
    fn groups(&self) -> &[DigitGroup] {
        &self.groups[..self.count]
    }
}

pub(super) fn lex(bytes: &[u8], at: usize, convention: &mut dyn FnMut() -> Option<Convention>) -> Lex {
    let chain = chain(bytes, at, convention)?;
    let groups = chain.groups();
    let digits: usize = groups.iter().map(|group| group.len).sum();
    if digits > MAX_DIGITS {
        return Err(chain.end);
    }
    let [first, rest @ ..] = groups else { return Err(chain.end) };
    let Some(last) = rest.last() else { return Ok(integer(bytes, *first)) };
    let (inner, uniform) = (&rest[..rest.len() - 1], rest.iter().all(|group| group.mark == last.mark));
    if !uniform {
        let grouped = inner.iter().all(|group| group.len == 3 && group.mark == rest[0].mark) && first.len <= 3;
        let decimal = matches!(last.mark, b'.' | b',');
        return if grouped && decimal && rest[0].mark != last.mark {
            Ok(number(bytes, groups, last.len, chain.end))
        } else {
            Err(chain.end)
        };
    }
    let thousands = first.len <= 3 && bytes[first.start] != b'0' && rest.iter().all(|group| group.len == 3);
    match (last.mark, rest.len()) {
        (b' ', _) => Ok(number(bytes, groups, 0, chain.end)),
        (b'\'', _) if thousands => Ok(number(bytes, groups, 0, chain.end)),
        (b'\'', _) => Ok(integer(bytes, *first)),
        (mark, 1) => Ok(one_mark(bytes, groups, chain.end, mark, thousands, convention)),
        (b'.', 3) if first.len == 3 && is_address(bytes, groups) => Err(chain.end),
        (_, _) if thousands || is_indian(groups) => Ok(number(bytes, groups, 0, chain.end)),
        (b',', _) => Ok(Lexed { list_end: Some(chain.end), ..integer(bytes, *first) }),
        _ => Err(chain.end),
    }
}

/// The first digits alone, whatever stands behind them.
pub(super) fn lex_single(bytes: &[u8], at: usize) -> Lex {
    let len = run(bytes, at);
    if len > MAX_DIGITS { Err(at + len) } else { Ok(integer(bytes, DigitGroup { start: at, len, mark: 0 })) }
}

fn one_mark(
    bytes: &[u8],
    groups: &[DigitGroup],
    end: usize,
    mark: u8,
    thousands: bool,
    convention: &mut dyn FnMut() -> Option<Convention>,
) -> Lexed {
    let decimals = groups[1].len;
    if thousands {
        let grouped = number(bytes, groups, 0, end);
        let plain = number(bytes, groups, decimals, end);
        return match (convention(), mark) {
            (Some(Convention::Point), b',') | (Some(Convention::Comma), b'.') => grouped,
            (Some(_), _) => Lexed { as_money: Some(grouped.value), ..plain },
            (None, b',') => Lexed { other: Some(plain.value), ..grouped },
            (None, _) => Lexed { as_money: Some(grouped.value), other: Some(grouped.value), ..plain },
        };
    }
    if mark == b',' && decimals > 3 && convention() != Some(Convention::Comma) {
        return Lexed { list_end: Some(end), ..integer(bytes, groups[0]) };
    }
    number(bytes, groups, decimals, end)
}

/// Collects groups of digits with one mark between them.
fn chain(bytes: &[u8], at: usize, convention: &mut dyn FnMut() -> Option<Convention>) -> Result<Chain, usize> {
    let mut chain = Chain { groups: [DigitGroup::default(); MAX_GROUPS], count: 0, end: at };
    let (mut start, mut mark) = (at, 0);
    loop {
        let len = run(bytes, start);
        let Some(slot) = chain.groups.get_mut(chain.count) else { return Err(chain_end(bytes, start + len)) };
        *slot = DigitGroup { start, len, mark };
        chain.count += 1;
        chain.end = start + len;
        match next_mark(bytes, &chain, convention) {
            Some((next, next_start)) => (mark, start) = (next, next_start),
            None => return Ok(chain),
        }
    }
}

/// The end of a chain that is too long to be a number.
fn chain_end(bytes: &[u8], mut at: usize) -> usize {
    while matches!(bytes.get(at), Some(b'.' | b',')) && is_digit(bytes, at + 1) {
        at += 1 + run(bytes, at + 1);
    }
    at
}

fn next_mark(bytes: &[u8], chain: &Chain, convention: &mut dyn FnMut() -> Option<Convention>) -> Option<(u8, usize)> {
    let end = chain.end;
    match bytes.get(end)? {
        mark @ (b'.' | b',' | b'\'') if is_digit(bytes, end + 1) => Some((*mark, end + 1)),
        0xe2 if bytes[end..].starts_with("’".as_bytes()) && is_digit(bytes, end + 3) => Some((b'\'', end + 3)),
        _ => {
            let next = gap(bytes, end);
            (next > end && bytes[end] != b'\n' && spaced_thousands(bytes, chain, next, convention))
                .then_some((b' ', next))
        }
    }
}

/// A space joins only groups of three; a common space only where the text or the digits show that it does.
fn spaced_thousands(
    bytes: &[u8],
    chain: &Chain,
    next: usize,
    convention: &mut dyn FnMut() -> Option<Convention>,
) -> bool {
    let [first, rest @ ..] = chain.groups() else { return false };
    let fits = run(bytes, next) == 3
        && first.len <= 3
        && bytes[first.start] != b'0'
        && rest.iter().all(|group| group.len == 3 && group.mark == b' ');
    if !fits {
        return false;
    }
    let after = gap(bytes, next + 3);
    bytes[chain.end] != b' '
        || !rest.is_empty()
        || bytes[next] == b'0'
        || ["€", "EUR", "euro", "Euro"].iter().any(|money| bytes[after..].starts_with(money.as_bytes()))
        || convention() == Some(Convention::Comma)
}

/// An internet address: four groups of up to three digits, none over 255.
fn is_address(bytes: &[u8], groups: &[DigitGroup]) -> bool {
    groups.iter().all(|group| bytes[group.start..group.start + group.len] <= b"255"[..])
}

/// `12,34,567`: pairs, and three digits at the end.
fn is_indian(groups: &[DigitGroup]) -> bool {
    let [first, inner @ .., last] = groups else { return false };
    last.mark == b','
        && last.len == 3
        && first.len <= 2
        && !inner.is_empty()
        && inner.iter().all(|group| group.len == 2)
}

fn integer(bytes: &[u8], group: DigitGroup) -> Lexed {
    let lexed = number(bytes, &[group], 0, group.start + group.len);
    let year = (group.len == 4).then(|| i16::try_from(lexed.value).ok()).flatten();
    Lexed { year, ..lexed }
}

fn number(bytes: &[u8], groups: &[DigitGroup], decimals: usize, end: usize) -> Lexed {
    let digits = groups.iter().flat_map(|group| &bytes[group.start..group.start + group.len]);
    let mantissa = digits.fold(0_i64, |number, digit| number * 10 + i64::from(digit - b'0'));
    let scale = u32::try_from(decimals).unwrap_or(0);
    Lexed {
        value: Decimal::new(mantissa, scale),
        as_money: None,
        other: None,
        start: groups.first().map_or(end, |group| group.start),
        end,
        year: None,
        list_end: None,
    }
}
