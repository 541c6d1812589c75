//! The statements of the words around a price about it: for one of what, and when.

use crate::values::{Money, PartialDate, Unit, Value, scan};

use super::price::day_of;

/// The unit that `text` names behind `price`: `€12.50/m²`, `45 EUR pro Stunde`, `12 € le mètre`, `8 € la pieza`.
pub fn stated_unit(text: &str, price: Money) -> Option<Unit> {
    scan(text).iter().filter(|found| found.value == Value::Currency(price)).find_map(|found| {
        let rest = text.get(found.bytes.end..)?;
        unit_behind(rest)
    })
}

/// The first date that `text` tells and that has a place in time.
pub fn stated_date(text: &str) -> Option<PartialDate> {
    scan(text).into_iter().find_map(|found| match found.value {
        Value::Date(date) => day_of(date).map(|_| date),
        _ => None,
    })
}

fn unit_behind(rest: &str) -> Option<Unit> {
    let rest = rest.trim_start();
    let (rest, slash) = rest.strip_prefix('/').map_or((rest, false), |rest| (rest.trim_start(), true));
    let clause = rest.split([',', ';', ':', '(', ')', '.', '\n']).next().unwrap_or_default();
    let words: Vec<&str> = clause.split_whitespace().take(4).collect();
    let introduced = words.first().is_some_and(|word| says_per(word));
    if words.first().is_some_and(|word| says_each(word)) {
        return Unit::parse("piece");
    }
    let words = if introduced { &words[1..] } else { &words[..] };
    if !(slash || introduced) {
        return None;
    }
    // The longest first: "mètre carré" is not a mètre.
    (1..=words.len().min(3)).rev().find_map(|count| {
        let phrase = words[..count].join(" ");
        if count == 1 && says_piece(&phrase) { Unit::parse("piece") } else { Unit::parse(&phrase) }
    })
}

fn says_per(word: &str) -> bool {
    let word = word.to_lowercase();
    matches!(
        word.as_str(),
        "per" | "a" | "an" | "pro" | "je" | "par" | "le" | "la" | "por" | "el" | "al" | "der" | "die" | "das"
    )
}

fn says_each(word: &str) -> bool {
    let word = word.to_lowercase();
    matches!(word.as_str(), "each" | "apiece" | "chacun" | "chacune" | "pièce" | "stück")
}

fn says_piece(word: &str) -> bool {
    let word = word.to_lowercase();
    matches!(word.as_str(), "piece" | "stück" | "stk" | "pièce" | "unité" | "l'unité" | "pieza" | "unidad" | "unit")
}
