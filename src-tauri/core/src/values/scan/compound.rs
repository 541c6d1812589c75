//! Number words that are written as one word: "fünfundzwanzig", "zweihundertvierzig", "anderthalb".

use crate::values::words;

/// A shorter word is in the table or is none.
const MIN_LEN: usize = 9;

/// Reads a German compound; `folded` is in lower case.
pub(super) fn number(folded: &str) -> Option<u32> {
    let may_be = folded.len() >= MIN_LEN
        && (["zig", "ßig", "ssig"].iter().any(|ending| folded.ends_with(ending))
            || folded.contains("hundert")
            || folded.contains("tausend"));
    if !may_be {
        return None;
    }
    match folded.split_once("tausend") {
        Some((thousands, rest)) => {
            let thousands = if thousands.is_empty() { 1 } else { below_thousand(thousands)? };
            Some(thousands * 1000 + below_thousand_or_nothing(rest)?)
        }
        None => below_thousand(folded),
    }
}

/// The whole before the half of "anderthalb" and "zweieinhalb"; `folded` is in lower case.
pub(super) fn before_half(folded: &str) -> Option<u32> {
    match folded.strip_suffix("halb")? {
        "andert" => Some(1),
        whole => word(whole.strip_suffix("ein")?),
    }
}

fn below_thousand_or_nothing(text: &str) -> Option<u32> {
    if text.is_empty() { Some(0) } else { below_thousand(text.strip_prefix("und").unwrap_or(text)) }
}

fn below_thousand(text: &str) -> Option<u32> {
    match text.split_once("hundert") {
        Some((hundreds, rest)) => {
            let hundreds = if hundreds.is_empty() { 1 } else { word(hundreds).filter(|number| *number < 10)? };
            let rest = rest.strip_prefix("und").filter(|rest| word(rest).is_some()).unwrap_or(rest);
            Some(hundreds * 100 + if rest.is_empty() { 0 } else { below_hundred(rest)? })
        }
        None => below_hundred(text),
    }
}

fn below_hundred(text: &str) -> Option<u32> {
    if let Some(number) = word(text).filter(|number| *number < 100) {
        return Some(number);
    }
    let (units, tens) = text.split_once("und")?;
    let units = word(units).filter(|units| (1..10).contains(units))?;
    let tens = word(tens).filter(|tens| (20..100).contains(tens) && tens.is_multiple_of(10))?;
    Some(tens + units)
}

fn word(text: &str) -> Option<u32> {
    Some(words::opening(text)?.number?.value)
}
