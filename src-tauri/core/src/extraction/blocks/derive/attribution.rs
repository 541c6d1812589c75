//! The writer of quoted text, and its date: by the line that leads in to it, or by the header lines of an original.

use crate::language::class::{MONTH_NAME, STOP, WEEKDAY};
use crate::language::{Token, tokens};
use crate::values::{self, Value};

/// A line that leads in to a quotation is no longer.
const LINE: usize = 240;

/// The names that programs give the header lines of an original, and what each is.
const HEADERS: [(&str, &[&str]); 4] = [
    ("from", &["from", "von", "de"]),
    ("date", &["date", "sent", "datum", "gesendet", "envoyé", "enviado", "fecha"]),
    ("to", &["to", "an", "cc", "kopie", "à", "para"]),
    ("subject", &["subject", "betreff", "objet", "asunto"]),
];

/// The name and the value of a header line: "Sent: Monday, 2 March 2026".
pub(in super::super) fn header(line: &str) -> Option<(&'static str, &str)> {
    let (name, value) = line.trim().split_once(':')?;
    let name = name.trim_matches(['*', ' ', '_']).to_lowercase();
    let known = HEADERS.iter().find(|(_, names)| names.contains(&name.as_str()))?;
    let value = value.trim_matches(['*', ' ', '_']);
    (!value.is_empty()).then_some((known.0, value))
}

/// The writer and the date of a line such as "On 2 March 2026, Ada <a@b.org> wrote:"; none where it leads in to nothing.
pub(super) fn attribution(line: &str) -> Option<(Option<String>, Option<String>)> {
    let line = line.trim().trim_end_matches(['\u{a0}', ' ']);
    let line = line.strip_suffix(':').filter(|line| line.len() <= LINE)?;
    Some((named(line), reported_date(line)))
}

/// The day that is written, as ISO 8601 has it.
pub(super) fn reported_date(words: &str) -> Option<String> {
    values::scan(words).into_iter().find_map(|found| match found.value {
        Value::Date(date) => Some(date.to_string()),
        _ => None,
    })
}

/// The run of names that stands before an address, or else the last one of the line.
fn named(line: &str) -> Option<String> {
    let (before, address) = match line.split_once('<') {
        Some((before, rest)) => (before, rest.split_once('>').map(|(address, _)| address)),
        None => (line, None),
    };
    let words: Vec<Token<'_>> = tokens(before).collect();
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for word in words.iter().filter(|word| is_name(word)) {
        match runs.last_mut() {
            Some(run) if before[run.1..word.start].chars().all(|c| matches!(c, ' ' | '-' | '.' | '\'')) => {
                run.1 = word.end();
            }
            _ => runs.push((word.start, word.end())),
        }
    }
    let name = runs.last().map(|(start, end)| before[*start..*end].to_owned());
    match (name, address) {
        (Some(name), Some(address)) => Some(format!("{name} <{address}>")),
        (name, address) => name.or_else(|| address.map(str::to_owned)),
    }
}

/// A word with a capital that is neither a day's, a month's nor one of those that sentences are made of.
fn is_name(word: &Token<'_>) -> bool {
    let is_abbreviated = word.text.chars().count() <= 3 && is_weekday_short(&word.norm());
    word.is_capital()
        && !word.is_number()
        && !word.is(STOP | WEEKDAY | MONTH_NAME)
        && !is_abbreviated
        && word.is_word()
        && !matches!(&*word.norm(), "am" | "uhr" | "le" | "el" | "pm" | "utc" | "gmt")
}

fn is_weekday_short(norm: &str) -> bool {
    ["mon", "tue", "wed", "thu", "fri", "sat", "sun", "mo", "di", "mi", "do", "fr", "sa", "so"].contains(&norm)
}
