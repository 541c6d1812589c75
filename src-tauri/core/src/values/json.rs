//! Values to and from JSON: one way out, many ways in, since models write all sorts.

use rust_decimal::Decimal;
use serde_json::{Map, Value as Json, json};

use super::error::noun;
use super::{
    Currency, Money, NumberFormat, PartialDate, Quantity, Scanned, Unit, Value, ValueError, fold, scan_with, unit,
};
use crate::values::ValueType;

/// One of the names that an enum value may have.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct EnumChoice {
    pub name: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<String>,
}

/// The expectations of a key for its values.
#[derive(Clone, Copy, Debug)]
pub struct Expect<'a> {
    pub value_type: ValueType,
    /// For bare numbers; another unit must be of the same measure.
    pub unit: Option<Unit>,
    /// For bare amounts.
    pub currency: Option<Currency>,
    pub choices: &'a [EnumChoice],
    /// Number format of whoever wrote the value, where the value itself does not tell.
    pub format: NumberFormat,
}

impl Expect<'_> {
    pub const fn for_type(value_type: ValueType) -> Self {
        Self { value_type, unit: None, currency: None, choices: &[], format: NumberFormat::UNKNOWN }
    }

    /// The same of somebody who writes numbers so.
    #[must_use]
    pub const fn written(self, format: NumberFormat) -> Self {
        Self { format, ..self }
    }

    /// Returns whether nobody writes its bare number with three decimals: an amount of money or a count.
    fn is_whole(&self) -> bool {
        match self.value_type {
            ValueType::Currency => self.currency.is_some_and(|currency| currency.minor_digits() < 3),
            ValueType::Dimension => self.unit.is_some_and(|unit| unit.measure().is_count()),
            _ => false,
        }
    }
}

impl Value {
    /// Reads what a model, a person or Factly wrote for a value.
    ///
    /// # Errors
    /// When it cannot be read whole as what is expected; the error says why.
    pub fn from_json(json: &Json, expect: &Expect<'_>) -> Result<Self, ValueError> {
        match json {
            Json::Null => Err(ValueError::Absent),
            Json::String(text) => Self::from_text(text, expect),
            Json::Bool(value) if expect.value_type == ValueType::Boolean => Ok(Self::Boolean(*value)),
            Json::Number(number) => from_number(decimal(number)?, expect),
            Json::Object(fields) => from_object(fields, expect),
            Json::Bool(_) => Err(wrong(expect, "a yes or no")),
            Json::Array(_) => Err(wrong(expect, "a list")),
        }
    }

    /// Reads a value written in words, as a cell of a table has it: nothing but the value may stand there.
    ///
    /// # Errors
    /// As [`Value::from_json`].
    pub fn from_text(text: &str, expect: &Expect<'_>) -> Result<Self, ValueError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(ValueError::Absent);
        }
        match expect.value_type {
            ValueType::String => Ok(Self::String(text.to_owned())),
            ValueType::Note => Ok(Self::Note(text.to_owned())),
            ValueType::Boolean => boolean(text).map(Self::Boolean).ok_or_else(|| unreadable(text, expect)),
            ValueType::Enum => choice(text, expect.choices),
            ValueType::Date => match PartialDate::parse_iso(text) {
                Some(date) => date.map(Self::Date),
                None => from_scan(text, expect),
            },
            ValueType::Number | ValueType::Dimension | ValueType::Currency => from_scan(text, expect),
        }
    }

    /// Reads again what somebody typed as a string, as `expect` says that he writes numbers: 25,000 of "25.000". What
    /// cannot be read so stays as it is.
    pub fn retyped(json: &Json, expect: &Expect<'_>) -> Json {
        let is_figure = matches!(expect.value_type, ValueType::Number | ValueType::Dimension | ValueType::Currency);
        match json {
            Json::String(text) if is_figure => {
                Self::from_text(text, expect).map_or_else(|_| json.clone(), |value| value.to_json())
            }
            _ => json.clone(),
        }
    }

    /// The one way out. Numbers that a reader of JSON would round are written as strings.
    pub fn to_json(&self) -> Json {
        match self {
            Self::Boolean(value) => json!(value),
            Self::Enum(text) | Self::String(text) | Self::Note(text) => json!(text),
            Self::Number(number) => number_json(*number),
            Self::Dimension(quantity) => {
                json!({"value": number_json(quantity.amount), "unit": quantity.unit.symbol()})
            }
            Self::Currency(money) => json!({"minor": money.minor, "currency": money.currency.code()}),
            Self::Date(date) => json!(date.to_string()),
        }
    }
}

fn from_number(number: Decimal, expect: &Expect<'_>) -> Result<Value, ValueError> {
    match expect.value_type {
        ValueType::Number => Ok(Value::Number(unit::plain(number))),
        ValueType::Dimension => Quantity::new(number, expect.unit.ok_or(ValueError::NoUnit)?).map(Value::Dimension),
        ValueType::Currency => {
            Money::from_amount(number, expect.currency.ok_or(ValueError::NoCurrency)?).map(Value::Currency)
        }
        ValueType::Date => year(number).map(Value::Date).ok_or_else(|| unreadable(&number.to_string(), expect)),
        ValueType::String => Ok(Value::String(number.to_string())),
        ValueType::Boolean | ValueType::Enum | ValueType::Note => Err(wrong(expect, "a number")),
    }
}

fn year(number: Decimal) -> Option<PartialDate> {
    (number.fract().is_zero() && number >= Decimal::from(1000))
        .then(|| i16::try_from(number).ok())
        .flatten()
        .and_then(PartialDate::year)
}

fn from_object(fields: &Map<String, Json>, expect: &Expect<'_>) -> Result<Value, ValueError> {
    let field = |names: &[&str]| names.iter().find_map(|name| fields.get(*name)).filter(|json| !json.is_null());
    let amount = field(&["value", "amount"]);
    match expect.value_type {
        ValueType::Dimension => {
            let unit = match field(&["unit"]) {
                Some(Json::String(text)) => {
                    Some(Unit::parse(text).ok_or_else(|| ValueError::UnknownUnit(text.clone()))?)
                }
                Some(_) => return Err(wrong(expect, "a unit that is not a word")),
                None => expect.unit,
            };
            let inner = Expect { unit, ..*expect };
            let value = Value::from_json(amount.ok_or(ValueError::Absent)?, &inner)?;
            check_measure(value, expect)
        }
        ValueType::Currency => {
            let currency = match field(&["currency", "unit"]) {
                Some(Json::String(code)) => {
                    Some(Currency::parse(code).ok_or_else(|| ValueError::UnknownCurrency(code.clone()))?)
                }
                Some(_) => return Err(wrong(expect, "a currency that is not a word")),
                None => expect.currency,
            };
            if let Some(minor) = field(&["minor", "amountMinor", "minorUnits"]) {
                return minor_units(minor, currency, expect);
            }
            Value::from_json(amount.ok_or(ValueError::Absent)?, &Expect { currency, ..*expect })
        }
        _ => match amount.or_else(|| field(&["date", "text"])) {
            Some(inner) if !inner.is_object() => Value::from_json(inner, expect),
            _ => Err(wrong(expect, "an object")),
        },
    }
}

fn minor_units(minor: &Json, currency: Option<Currency>, expect: &Expect<'_>) -> Result<Value, ValueError> {
    let currency = currency.ok_or(ValueError::NoCurrency)?;
    let Json::Number(number) = minor else { return Err(wrong(expect, "an amount that is not a number")) };
    let number = decimal(number)?;
    if !number.fract().is_zero() {
        return Err(ValueError::TooFine(currency));
    }
    let minor = i64::try_from(number.trunc()).map_err(|_| ValueError::OutOfRange)?;
    Ok(Value::Currency(Money { minor, currency }))
}

fn check_measure(value: Value, expect: &Expect<'_>) -> Result<Value, ValueError> {
    let (Value::Dimension(quantity), Some(unit)) = (&value, expect.unit) else { return Ok(value) };
    let (expected, found) = (unit.measure(), quantity.unit.measure());
    if expected.admits(found) { Ok(value) } else { Err(ValueError::WrongMeasure { expected, found }) }
}

/// The text must be one value from end to end.
fn from_scan(text: &str, expect: &Expect<'_>) -> Result<Value, ValueError> {
    let found = scan_with(text, expect.format.in_text(text));
    let [Scanned { bytes, value, form, other, .. }] = found.as_slice() else {
        return Err(if found.len() > 1 { trailing(text, expect) } else { unreadable(text, expect) });
    };
    if bytes.start != 0 || !text[bytes.end..].trim_end_matches('.').is_empty() {
        return Err(trailing(text, expect));
    }
    if matches!(form, super::ValueForm::Clock | super::ValueForm::Unclear) {
        return Err(unreadable(text, expect));
    }
    let whole = thousands(&text[bytes.clone()]).filter(|_| expect.is_whole());
    if let Some(other) = other.as_ref().filter(|_| !(whole.is_some() && matches!(value, Value::Number(_)))) {
        return Err(two_readings(text, value, other));
    }
    match (expect.value_type, value) {
        (_, Value::Number(number)) => from_number(whole.unwrap_or(*number), expect),
        (ValueType::Number, Value::Dimension(count)) if count.unit.measure().is_count() => {
            Ok(Value::Number(count.amount))
        }
        (ValueType::Number | ValueType::Dimension | ValueType::Currency, Value::Date(PartialDate::Year { year })) => {
            from_number(Decimal::from(*year), expect)
        }
        (wanted, found) if wanted == found.value_type() => check_measure(found.clone(), expect),
        (_, found) => Err(wrong(expect, noun(found.value_type()))),
    }
}

/// A number with one mark that has three digits behind it, read as thousands.
fn thousands(digits: &str) -> Option<Decimal> {
    let (first, rest) = digits.split_once(['.', ','])?;
    let of_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    let grouped = rest.len() == 3 && (1..=3).contains(&first.len()) && !first.starts_with('0');
    (grouped && of_digits(first) && of_digits(rest)).then(|| format!("{first}{rest}").parse().ok()).flatten()
}

fn two_readings(text: &str, value: &Value, other: &Value) -> ValueError {
    ValueError::TwoReadings { text: abridged(text), one: value.reading(), other: other.reading() }
}

fn boolean(text: &str) -> Option<bool> {
    match fold(text).trim_end_matches(['.', '!']) {
        "true" | "yes" | "y" | "ja" | "oui" | "sí" | "si" | "wahr" | "vrai" | "verdadero" => Some(true),
        "false" | "no" | "n" | "nein" | "non" | "falsch" | "faux" | "falso" => Some(false),
        _ => None,
    }
}

fn choice(text: &str, choices: &[EnumChoice]) -> Result<Value, ValueError> {
    let folded = fold(text);
    let found = choices
        .iter()
        .find(|choice| fold(&choice.name) == folded || choice.aliases.iter().any(|alias| fold(alias) == folded));
    found.map(|choice| Value::Enum(choice.name.clone())).ok_or_else(|| ValueError::NotAChoice(text.to_owned()))
}

/// The decimal that JSON's digits spell. A number too long for a float has lost digits before it came here.
fn decimal(number: &serde_json::Number) -> Result<Decimal, ValueError> {
    let text = number.to_string();
    let read = if text.contains(['e', 'E']) { Decimal::from_scientific(&text) } else { Decimal::from_str_exact(&text) };
    read.map_err(|_| ValueError::OutOfRange)
}

/// A JSON number if reading it back gives the same digits, else a string of them.
fn number_json(number: Decimal) -> Json {
    let text = unit::plain(number).to_string();
    match serde_json::from_str::<serde_json::Number>(&text) {
        Ok(json) if decimal(&json) == Ok(number) => Json::Number(json),
        _ => Json::String(text),
    }
}

const fn wrong(expect: &Expect<'_>, found: &'static str) -> ValueError {
    ValueError::WrongType { expected: expect.value_type, found }
}

fn unreadable(text: &str, expect: &Expect<'_>) -> ValueError {
    ValueError::Unreadable { expected: expect.value_type, text: abridged(text) }
}

fn trailing(text: &str, expect: &Expect<'_>) -> ValueError {
    ValueError::Trailing { expected: expect.value_type, text: abridged(text) }
}

/// Errors are shown and kept, and a value may be a book.
fn abridged(text: &str) -> String {
    match text.char_indices().nth(60) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}
