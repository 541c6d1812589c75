//! Values as a reader of a language writes them: `455,00 €`, `15. Mai 2027`, `14 Tage`.
//!
//! English is [`Value::reading`], which is stored; what is shown to somebody is made of the value when it is shown. What
//! is written here reads back as the same value, by the number format of the language.

use rust_decimal::Decimal;

use super::{Money, PartialDate, Quantity, Unit, Value, unit};
use crate::language::Language;

impl Value {
    /// As a reader of `language` writes it. French and Spanish are not written yet, and read as English.
    pub fn reading_in(&self, language: Language) -> String {
        match (language, self) {
            (Language::German, Self::Boolean(yes)) => if *yes { "ja" } else { "nein" }.to_owned(),
            (Language::German, Self::Number(number)) => german_number(unit::plain(*number)),
            (Language::German, Self::Dimension(quantity)) => german_quantity(quantity),
            (Language::German, Self::Currency(money)) => german_money(*money),
            (Language::German, Self::Date(date)) => german_date(*date),
            _ => self.reading(),
        }
    }
}

/// Returns a statement that names its values ("Price: 79.50 €; …"), as that of a row does, with the prices as a reader of
/// `language` writes them; none where they stand so already.
pub fn prices_in(statement: &str, language: Language) -> Option<String> {
    if language != Language::German {
        return None;
    }
    let (mut out, mut rest, mut is_changed) = (String::with_capacity(statement.len()), statement, false);
    while let Some(at) = rest.find(": ") {
        let (name, value) = rest.split_at(at + 2);
        let end = value.find(|c: char| !c.is_ascii_digit() && !matches!(c, '.' | ',')).unwrap_or(value.len());
        let (number, behind) = value.split_at(end);
        out.push_str(name);
        if is_english_price(number, behind) {
            out.extend(number.chars().map(swapped));
            is_changed = true;
        } else {
            out.push_str(number);
        }
        rest = behind;
    }
    is_changed.then(|| out + rest)
}

/// `1,234.50` before the sign of a currency: two decimals can be no thousands.
fn is_english_price(number: &str, behind: &str) -> bool {
    let has_decimals = number.split_once('.').is_some_and(|(whole, decimals)| {
        !whole.is_empty() && decimals.len() == 2 && decimals.bytes().all(|byte| byte.is_ascii_digit())
    });
    let unit = behind.strip_prefix([' ', '\u{a0}']).unwrap_or(behind);
    has_decimals && ["€", "$", "£", "EUR", "CHF", "USD", "GBP"].iter().any(|sign| unit.starts_with(sign))
}

/// `1.234,5`
fn german_number(number: Decimal) -> String {
    Quantity::grouped(number).chars().map(swapped).collect()
}

const fn swapped(sign: char) -> char {
    match sign {
        ',' => '.',
        '.' => ',',
        other => other,
    }
}

fn german_money(money: Money) -> String {
    let sign = money.currency.sign().unwrap_or_else(|| money.currency.code());
    format!("{} {sign}", german_number(money.amount()))
}

fn german_quantity(quantity: &Quantity) -> String {
    let amount = german_number(quantity.amount);
    match quantity.unit.symbol() {
        "°" => format!("{amount}°"),
        symbol => format!("{amount} {}", german_unit(quantity.unit, quantity.amount == Decimal::ONE).unwrap_or(symbol)),
    }
}

/// Units that are words rather than symbols.
fn german_unit(unit: Unit, is_one: bool) -> Option<&'static str> {
    let (one, many) = match unit.symbol() {
        "pieces" => ("Stück", "Stück"),
        "people" => ("Person", "Personen"),
        "d" => ("Tag", "Tage"),
        "wk" => ("Woche", "Wochen"),
        "month" => ("Monat", "Monate"),
        "quarter" => ("Quartal", "Quartale"),
        "year" => ("Jahr", "Jahre"),
        "decade" => ("Jahrzehnt", "Jahrzehnte"),
        "pp" => ("Prozentpunkt", "Prozentpunkte"),
        _ => return None,
    };
    Some(if is_one { one } else { many })
}

fn german_date(date: PartialDate) -> String {
    match date {
        PartialDate::Day { year, month, day } => format!("{day}. {} {year}", german_month(month)),
        PartialDate::Month { year, month } => format!("{} {year}", german_month(month)),
        PartialDate::Quarter { year, quarter } => format!("{quarter}. Quartal {year}"),
        PartialDate::Half { year, half } => format!("{half}. Halbjahr {year}"),
        PartialDate::Year { year } => year.to_string(),
        PartialDate::Decade { year } => format!("{year}er"),
        PartialDate::DayOfYear { month, day } => format!("{day}. {}", german_month(month)),
    }
}

fn german_month(month: i8) -> &'static str {
    const NAMES: [&str; 12] = [
        "Januar",
        "Februar",
        "März",
        "April",
        "Mai",
        "Juni",
        "Juli",
        "August",
        "September",
        "Oktober",
        "November",
        "Dezember",
    ];
    usize::try_from(month - 1).ok().and_then(|at| NAMES.get(at)).unwrap_or(&"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prices_of_a_rows_statement_are_written_as_the_reader_writes_them() {
        let check = |statement: &str, expected: Option<&str>| {
            assert_eq!(prices_in(statement, Language::German).as_deref(), expected, "{statement}");
        };
        check(
            "LED-Strahler 30 W; Preis netto: 79.50 €; Preis brutto: 1,094.61 €",
            Some("LED-Strahler 30 W; Preis netto: 79,50 €; Preis brutto: 1.094,61 €"),
        );
        check("Preis: 79.50 EUR je Stück", Some("Preis: 79,50 EUR je Stück"));
        check("Preis: 79,50 €", None);
        check("Datum: 15.05 um 10 Uhr", None);
        check("Preis: 1.234 €", None);
        check("Sie kostet 79.50 €.", None);
        assert_eq!(prices_in("Preis: 79.50 €", Language::English), None);
    }
}
