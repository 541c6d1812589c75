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

/// `1.234,5`
fn german_number(number: Decimal) -> String {
    let swapped = |c| match c {
        ',' => '.',
        '.' => ',',
        other => other,
    };
    Quantity::grouped(number).chars().map(swapped).collect()
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
