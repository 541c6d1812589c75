//! Accepted rows of `attached.rs`, altered by one word or figure: each then waits.
//!
//! The rows are read from that file, so that a new row is altered too.

use factly_core::evidence::support::{check_attached, check_rivals, check_topic, check_value};
use factly_core::keys::Registry;
use factly_core::values::{NumberFormat, Value, scan};

const ROWS: &str = include_str!("attached.rs");

/// A key, a value and a quote that gives it plainly.
struct Row {
    key: String,
    value: String,
    quote: String,
}

/// Returns the string literals and names of a line `#[case::name(KEY, "value", "quote")]`.
fn row(line: &str) -> Option<Row> {
    let (name, rest) = line.trim().strip_prefix("#[case::")?.split_once('(')?.1.split_once(", ")?;
    let mut texts = rest.split('"').skip(1).step_by(2).map(str::to_owned);
    let constant = format!("const {name}: &str = \"");
    let key = ROWS.split_once(&constant)?.1.split('"').next()?.to_owned();
    Some(Row { key, value: texts.next()?, quote: texts.next()? })
}

fn accepted_rows() -> Vec<Row> {
    let end = ROWS.find("fn what_is_said_plainly_is_taken").unwrap();
    ROWS[..end].lines().filter_map(row).collect()
}

fn is_accepted(registry: &Registry, row: &Row, value: &str, quote: &str) -> bool {
    let key = registry.get(&row.key).unwrap();
    let value = Value::from_text(value, &key.expect()).unwrap();
    let of_another = match value {
        Value::Boolean(_) => check_topic(key, quote, None),
        _ => check_rivals(registry, key, quote, None),
    };
    of_another.is_none()
        && check_value(&value, quote, NumberFormat::detect(quote)).is_empty()
        && check_attached(registry, key, &value, quote, None).is_none()
}

/// Returns the rows whose quote, altered, is accepted all the same.
fn accepted_all_the_same(alter: impl Fn(&Row, &Value) -> Vec<String>) -> Vec<String> {
    let registry = Registry::from_packs(&["production", "research"], vec![]).unwrap();
    let rows = accepted_rows();
    assert!(rows.len() > 50, "the rows were not read: {}", rows.len());
    let mut accepted = Vec::new();
    for row in rows {
        let value = Value::from_text(&row.value, &registry.get(&row.key).unwrap().expect()).unwrap();
        let altered = alter(&row, &value).into_iter();
        accepted.extend(altered.filter(|quote| is_accepted(&registry, &row, &row.value, quote)));
    }
    accepted
}

/// Returns the quote with a text before the place where it says the value.
fn before_the_value(row: &Row, value: &Value, text: &str) -> Option<String> {
    let scanned = scan(&row.quote).into_iter().find(|found| found.value.carries(value))?;
    let (before, behind) = row.quote.split_at(scanned.bytes.start);
    Some(format!("{before}{text} {behind}"))
}

#[test]
fn a_value_that_something_bounds_denies_or_doubts_waits() {
    let words =
        ["about", "nearly", "not", "almost", "up to", "less than", "more than", "only about", "between", "towards"];
    let german = ["etwa", "knapp", "nicht", "mehr als", "weniger als", "bis zu", "ungefähr"];
    let accepted = accepted_all_the_same(|row, value| {
        let all = words.iter().chain(&german).filter_map(|word| before_the_value(row, value, word));
        all.collect()
    });
    // What may be so high at most is said by a bound from above.
    let others: Vec<_> = accepted.iter().filter(|quote| !quote.contains("height") && !quote.contains("Höhe")).collect();
    assert!(others.is_empty(), "{others:#?}");
}

#[test]
fn a_sentence_that_opens_on_what_is_over_or_unsure_waits() {
    let opening = ["Perhaps", "Formerly", "Previously,", "Until 2023,", "If it rains,", "Vielleicht", "Ursprünglich"];
    let accepted = accepted_all_the_same(|row, _| {
        // Of several sentences another one says it.
        let is_one = !row.quote.trim_end_matches('.').contains(". ") && !row.quote.contains(['\n', '|']);
        let altered = opening.iter().filter(|_| is_one).map(|word| format!("{word} {}", row.quote));
        altered.collect()
    });
    let others: Vec<_> = accepted.iter().collect();
    assert!(others.is_empty(), "{others:#?}");
}

#[test]
fn another_figure_day_or_name_than_the_quote_s_waits() {
    let accepted = accepted_all_the_same(|row, value| match value {
        Value::Boolean(_) => Vec::new(),
        Value::String(text) | Value::Enum(text) => vec![row.quote.replace(text.as_str(), "Zeta")],
        _ => scan(&row.quote)
            .into_iter()
            .filter(|found| found.value.carries(value))
            .map(|found| {
                let written = &row.quote[found.bytes.clone()];
                let other = written.replacen(|c: char| c.is_ascii_digit() && c != '9', "9", 1);
                [&row.quote[..found.bytes.start], &other, &row.quote[found.bytes.end..]].concat()
            })
            .collect(),
    });
    assert!(accepted.is_empty(), "{accepted:#?}");
}
