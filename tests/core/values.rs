//! Typed values: what is read out of running text and JSON, and which writings are the same value.

#[path = "values/extract.rs"]
mod extract;
#[path = "values/languages.rs"]
mod languages;

use factly_core::keys::ValueType;
use factly_core::values::{
    Convention, Currency, EnumChoice, Expect, Money, NumberFormat, PartialDate, Quantity, Scanned, Unit, Value,
    ValueError, ValueForm, currency_codes, fold, note_norm, same, scan, scan_into, scan_with, unit_symbols,
};
use proptest::prelude::*;
use rust_decimal::Decimal;
use serde_json::{Value as Json, json};

/// One value a line: the words that say it, and what they say. A `~` marks a shared unit.
fn found(text: &str) -> String {
    let row = |found: &Scanned| {
        let shared = if found.shared { "~" } else { "" };
        let form = match found.form {
            ValueForm::Digits => "",
            ValueForm::Words => " (words)",
            ValueForm::Ordinal => " (ordinal)",
            ValueForm::Clock => " (clock)",
            ValueForm::Unclear => " (unclear)",
        };
        format!("{} = {shared}{}{form}", &text[found.bytes.clone()], &found.value.norm())
    };
    scan(text).iter().map(row).collect::<Vec<_>>().join("; ")
}

fn check(text: &str, expected: &str) {
    assert_eq!(found(text), expected, "in {text:?}");
}

#[test]
fn numbers_are_read_in_the_forms_of_four_languages() {
    check("1,234.56", "1,234.56 = n 1234.56");
    check("1.234,56", "1.234,56 = n 1234.56");
    check("1 234,56", "1 234,56 = n 1234.56");
    check("1\u{202f}234,56", "1\u{202f}234,56 = n 1234.56");
    check("1'234.56", "1'234.56 = n 1234.56");
    check("1’234.56", "1’234.56 = n 1234.56");
    check("1.234.567 and 12,34,567", "1.234.567 = n 1234567; 12,34,567 = n 1234567");
    check("0.5, 0,5 and -3", "0.5 = n 0.5; 0,5 = n 0.5; -3 = n -3");
    check("lists 1,2,3 and x", "1 = n 1; 2 = n 2; 3 = n 3");
}

#[test]
fn one_mark_and_three_digits_are_read_as_the_text_around_them_writes_numbers() {
    check("we counted 1,234 of them", "1,234 = n 1234");
    check("about 1.234 of the total", "1.234 = n 1.234");
    check("wir haben 1.234 gezählt und gewogen", "1.234 = n 1234");
    check("das sind 1,234 und mehr", "1,234 = n 1.234");
    check("12,5 here, 1.234 there", "12,5 = n 12.5; 1.234 = n 1234");
    check("€1.200 and 1,200 EUR", "€1.200 = m 120000 EUR; 1,200 EUR = m 120000 EUR");
}

#[test]
fn what_only_looks_like_a_number_is_none() {
    for text in [
        "version 1.2.3",
        "v1.2",
        "10.0.0.1",
        "192.168.100.200",
        "call +49 170 1234567",
        "0170 1234567",
        "555-123-4567",
        "A4 B2B CO2 X500",
        "COVID-19",
        "5G in 3D",
        "1. First\n2) Second\n (3) Third",
        "no one else",
        "the once and future",
        "ISO-9001:",
        "un projet neuf",
    ] {
        check(text, "");
    }
}

#[test]
fn words_are_numbers() {
    check("three of twenty-five", "three = n 3 (words); twenty-five = n 25 (words)");
    check("a dozen, two dozen", "dozen = n 12 (words); two dozen = n 24 (words)");
    check("two hundred and fifty people", "two hundred and fifty people = q 250 number of people (words)");
    check("three thousand five hundred", "three thousand five hundred = n 3500 (words)");
    check("two million euros", "two million euros = m 200000000 EUR (words)");
    check(
        "zwei Meter, trois mètres, treinta y cinco metros",
        "zwei Meter = q 2 length (words); trois mètres = q 3 length (words); treinta y cinco metros = q 35 length (words)",
    );
    check("one metre of one", "one metre = q 1 length (words)");
    check("the 3rd floor", "3rd = n 3 (ordinal)");
}

#[test]
fn quantities_have_units() {
    check("600 cm is 6 m", "600 cm = q 6 length; 6 m = q 6 length");
    check("6m, 6-metre", "6m = q 6 length; 6-metre = q 6 length");
    check(
        "20 qm, 20 m², 20 m2, 20 square metres, 20 sq m",
        "20 qm = q 20 area; 20 m² = q 20 area; 20 m2 = q 20 area; 20 square metres = q 20 area; 20 sq m = q 20 area",
    );
    check(
        "12% or 12 per cent, not 12 percentage points",
        "12% = q 0.12 percentage; 12 per cent = q 0.12 percentage; 12 percentage points = q 12 difference in percentage points",
    );
    check("100 km/h, 5 m/min", "100 km/h = q 100 speed; 5 = n 5");
    check("0 °C = 32°F", "0 °C = q 491.67 temperature; 32°F = q 491.67 temperature");
    check("5 in the morning, 230 V, 16A", "5 = n 5; 230 V = q 230 voltage; 16A = q 16 current");
    check("400 kg and 1.5 t", "400 kg = q 400000 weight; 1.5 t = q 1500000 weight");
    check("2½ hours", "2½ hours = q 9000 duration");
    check("3d models, 30d", "30d = q 2592000 duration");
    check("18 months, 24-hour", "18 months = q 18 duration in months or years; 24-hour = q 86400 duration");
}

#[test]
fn ranges_share_their_unit() {
    check("3 to 7%", "3 = ~q 0.03 percentage; 7% = q 0.07 percentage");
    check("3–5 km", "3 = ~q 3000 length; 5 km = q 5000 length");
    check("between 5 and 10 people", "5 = ~q 5 number of people; 10 people = q 10 number of people");
    check("5 and 10 people", "5 = n 5; 10 people = q 10 number of people");
    check("600 x 400 cm", "600 = ~q 6 length; 400 cm = q 4 length");
    check("€3–5 million", "€3 = ~m 300000000 EUR; 5 million = ~m 500000000 EUR");
    check("€3 to 7 million", "€3 = ~m 300000000 EUR; 7 million = ~m 700000000 EUR");
    check("1–3 March 2026", "1 = ~d 2026-03-01; 3 March 2026 = d 2026-03-03");
}

#[test]
fn money_is_read_with_sign_code_word_and_magnitude() {
    check(
        "€1,200.00; 1.200,00 €; 1200 EUR; EUR 1200; 1,200 euros",
        "€1,200.00 = m 120000 EUR; 1.200,00 € = m 120000 EUR; 1200 EUR = m 120000 EUR; EUR 1200 = m 120000 EUR; 1,200 euros = m 120000 EUR",
    );
    check("$5, US$5, CA$5, A$5", "$5 = m 500 USD; US$5 = m 500 USD; CA$5 = m 500 CAD; A$5 = m 500 AUD");
    check(
        "1.2 million dollars, €3bn, £3m, 12k",
        "1.2 million dollars = m 120000000 USD; €3bn = m 300000000000 EUR; £3m = m 300000000 GBP; 12k = n 12000",
    );
    check(
        "1,5 Mio. €, 2 Mrd. Euro, 5 k€",
        "1,5 Mio. € = m 150000000 EUR; 2 Mrd. Euro = m 200000000000 EUR; 5 k€ = m 500000 EUR",
    );
    check(
        "¥500, CHF 12.50, 30 zł, BHD 1.234",
        "¥500 = m 500 JPY; CHF 12.50 = m 1250 CHF; 30 zł = m 3000 PLN; BHD 1.234 = m 1234 BHD",
    );
    check("8億円, 1,000円, 26％", "8億円 = m 800000000 JPY; 1,000円 = m 1000 JPY; 26％ = q 0.26 percentage");
    check("-€50, €-50", "-€50 = m -5000 EUR; €-50 = m -5000 EUR");
    check("€0.12345", "0.12345 = n 0.12345");
    check("€031,234", "");
}

#[test]
fn dates_are_as_exact_as_they_are_said() {
    check(
        "2026-03-01, 1 March 2026, March 1, 2026, 01.03.2026",
        "2026-03-01 = d 2026-03-01; 1 March 2026 = d 2026-03-01; March 1, 2026 = d 2026-03-01; 01.03.2026 = d 2026-03-01",
    );
    check(
        "1er mars 2026; 1 de marzo de 2026; 1. März 2026; 1st of March 2026",
        "1er mars 2026 = d 2026-03-01; 1 de marzo de 2026 = d 2026-03-01; 1. März 2026 = d 2026-03-01; 1st of March 2026 = d 2026-03-01",
    );
    check(
        "Q3 2023, Q3/2023, 2023-Q3, H1 2024, 3. Quartal 2023",
        "Q3 2023 = d 2023-Q3; Q3/2023 = d 2023-Q3; 2023-Q3 = d 2023-Q3; H1 2024 = d 2024-H1; 3. Quartal 2023 = d 2023-Q3",
    );
    check(
        "March 2026, in 2019, 2006-2018 (2020)",
        "March 2026 = d 2026-03; 2019 = d 2019; 2006 = d 2006; 2018 = d 2018; 2020 = d 2020",
    );
    check("2019 chairs", "2019 = n 2019");
    check("on 14 March we may meet 5 may people", "14 March = d --03-14; 5 = n 5");
    check("the 1990s and 80s, 1000s of years", "1990s = d 1990s; 80 = n 80; 1000 = n 1000");
    check("2016年8月31日, 12月31日, 2008年", "2016年8月31日 = d 2016-08-31; 12月31日 = d --12-31; 2008年 = d 2008");
    check("Late 2020, since 1848", "2020 = d 2020; 1848 = d 1848");
    check("Jack [25:44]", "25:44 = q 1544 duration (clock)");
    check("31.02.2026", "");
    check("03/04/2026 and 13/04/2026", "03 = n 3; 04 = n 4; 2026 = n 2026; 13/04/2026 = d 2026-04-13");
    check(
        "at 14:30, 2:30 pm, 3pm",
        "14:30 = q 52200 duration (clock); 2:30 pm = q 52200 duration (clock); 3pm = q 54000 duration (clock)",
    );
}

fn choices() -> Vec<EnumChoice> {
    vec![
        EnumChoice { name: "night".into(), aliases: vec!["at night".into(), "nachts".into()] },
        EnumChoice { name: "day".into(), aliases: vec![] },
    ]
}

fn read(value_type: ValueType, json: &Json) -> Result<Value, ValueError> {
    let choices = choices();
    let expect = Expect {
        unit: Unit::parse("cm"),
        currency: Currency::from_code("EUR"),
        choices: &choices,
        ..Expect::for_type(value_type)
    };
    Value::from_json(json, &expect)
}

#[test]
fn json_is_read_in_all_the_ways_that_models_write_it() {
    let check = |value_type: ValueType, json: Json, expected: Json| {
        let value = read(value_type, &json).unwrap_or_else(|error| panic!("{json}: {error}"));
        assert_eq!(value.to_json(), expected, "from {json}");
        assert_eq!(value.value_type(), value_type);
    };
    for yes in
        [json!(true), json!("yes"), json!("YES"), json!("Ja"), json!("sí"), json!("oui."), json!({"value": true})]
    {
        check(ValueType::Boolean, yes, json!(true));
    }
    check(ValueType::Boolean, json!("nein"), json!(false));
    for night in [json!("night"), json!("At  Night"), json!("NACHTS")] {
        check(ValueType::Enum, night, json!("night"));
    }
    for number in [json!(12.5), json!("12.5"), json!("12,5"), json!({"value": 12.5}), json!(1.25e1)] {
        check(ValueType::Number, number, json!(12.5));
    }
    check(ValueType::Number, json!("three"), json!(3));
    check(ValueType::Number, json!("120 people"), json!(120));
    check(ValueType::Number, json!("2026"), json!(2026));
    check(ValueType::Number, json!("12k"), json!(12000));
    let six_hundred = json!({"value": 600, "unit": "cm"});
    for width in [
        json!(600),
        json!("600"),
        json!("600 cm"),
        json!({"value": 600, "unit": "cm"}),
        json!({"amount": "600", "unit": "Zentimeter"}),
        json!({"value": "600 cm"}),
    ] {
        check(ValueType::Dimension, width, six_hundred.clone());
    }
    check(ValueType::Dimension, json!("6 m"), json!({"value": 6, "unit": "m"}));
    let budget = json!({"minor": 120_000, "currency": "EUR"});
    for money in [
        json!(1200),
        json!(1200.0),
        json!("1200"),
        json!("€1,200.00"),
        json!("1.200,00 EUR"),
        json!("1.2k €"),
        json!({"amount": 1200, "currency": "EUR"}),
        json!({"value": "1,200.00", "currency": "eur"}),
        json!({"minor": 120_000, "currency": "€"}),
        json!({"amountMinor": 120_000, "currency": "EUR"}),
        json!({"value": 1200, "unit": "EUR"}),
    ] {
        check(ValueType::Currency, money, budget.clone());
    }
    for date in [
        json!("2026-03-01"),
        json!("1 March 2026"),
        json!("01.03.2026"),
        json!("2026-03-01T10:00:00Z"),
        json!({"date": "2026-03-01"}),
    ] {
        check(ValueType::Date, date, json!("2026-03-01"));
    }
    for (date, iso) in [
        ("2026-03", "2026-03"),
        ("March 2026", "2026-03"),
        ("Q3 2026", "2026-Q3"),
        ("2026-Q3", "2026-Q3"),
        ("2026", "2026"),
        ("14 March", "--03-14"),
    ] {
        check(ValueType::Date, json!(date), json!(iso));
    }
    check(ValueType::Date, json!(2026), json!("2026"));
    check(ValueType::String, json!(" Hall 4 "), json!("Hall 4"));
    check(ValueType::String, json!(4), json!("4"));
    check(ValueType::Note, json!("It rains."), json!("It rains."));
}

#[test]
fn what_cannot_be_read_whole_is_an_error_that_says_why() {
    let check = |value_type: ValueType, json: Json, why: &str| {
        assert_eq!(read(value_type, &json).map_err(|error| error.to_string()), Err(why.to_owned()), "from {json}");
    };
    check(ValueType::Number, json!(null), "there is no value");
    check(ValueType::Number, json!("  "), "there is no value");
    check(ValueType::Number, json!(true), "a number was expected, not a yes or no");
    check(ValueType::Number, json!([1]), "a number was expected, not a list");
    check(ValueType::Number, json!("NaN"), "\"NaN\" cannot be read as a number");
    check(ValueType::Number, json!("about 5"), "\"about 5\" is more than a number");
    check(ValueType::Number, json!("5 or 6"), "\"5 or 6\" is more than a number");
    check(ValueType::Number, json!("5 kg"), "a number was expected, not a number with a unit");
    check(ValueType::Number, json!(1e300), "the number is too large or has too many digits");
    check(ValueType::Dimension, json!(1e25), "the number is too large or has too many digits");
    check(ValueType::Dimension, json!("6 kg"), "length was expected, not weight");
    check(ValueType::Dimension, json!("not 6 m"), "\"not 6 m\" is more than a number with a unit");
    check(
        ValueType::Dimension,
        json!("maybe 6m, not sure"),
        "\"maybe 6m, not sure\" is more than a number with a unit",
    );
    check(ValueType::Dimension, json!({"value": 6, "unit": "furlong"}), "\"furlong\" is not a unit Factly knows");
    check(ValueType::Dimension, json!({"unit": "m"}), "there is no value");
    check(
        ValueType::Dimension,
        json!({"value": {"value": 6}, "unit": 3}),
        "a number with a unit was expected, not a unit that is not a word",
    );
    check(ValueType::Currency, json!({"amount": 5, "currency": "XYZ"}), "\"XYZ\" is not a currency Factly knows");
    check(
        ValueType::Currency,
        json!({"minor": 1.5, "currency": "EUR"}),
        "the amount is finer than the smallest coin of EUR",
    );
    check(
        ValueType::Currency,
        json!({"amount": "0.125", "currency": "EUR"}),
        "the amount is finer than the smallest coin of EUR",
    );
    check(ValueType::Currency, json!(1e18), "the number is too large or has too many digits");
    check(ValueType::Date, json!("2026-02-30"), "\"2026-02-30\" is not a date of the calendar");
    check(ValueType::Date, json!("someday"), "\"someday\" cannot be read as a date");
    check(ValueType::Date, json!(7), "\"7\" cannot be read as a date");
    check(ValueType::Enum, json!("noon"), "\"noon\" is not one of the choices");
    check(ValueType::Boolean, json!("maybe"), "\"maybe\" cannot be read as a yes or no");
    check(ValueType::Note, json!(7), "a note was expected, not a number");
}

#[test]
fn numbers_without_a_unit_or_a_currency_need_the_keys() {
    let read = |value_type| Value::from_json(&json!(5), &Expect::for_type(value_type));
    assert_eq!(read(ValueType::Dimension).map(|value| value.norm()), Err(ValueError::NoUnit));
    assert_eq!(read(ValueType::Currency).map(|value| value.norm()), Err(ValueError::NoCurrency));
}

#[test]
fn one_value_has_one_norm_however_it_is_written() {
    let check = |value_type: ValueType, a: Json, b: Json, equal: bool| {
        let read = |json: &Json| {
            let english = Expect::for_type(value_type).written(NumberFormat::from(Convention::Point));
            Value::from_json(json, &english).unwrap_or_else(|error| panic!("{json}: {error}"))
        };
        let (left, right) = (read(&a), read(&b));
        assert_eq!(same(&left, &right), equal, "{a} and {b}");
        assert_eq!(left.norm() == right.norm(), equal, "{a} and {b}: norms agree with sameness");
    };
    let d = ValueType::Dimension;
    check(d, json!("600 cm"), json!("6 m"), true);
    check(d, json!("6.00 m"), json!("6 m"), true);
    check(d, json!("1 ft"), json!("12 inches"), true);
    check(d, json!("1 hectare"), json!("10,000 m²"), true);
    check(d, json!("2 weeks"), json!("14 days"), true);
    check(d, json!("1.5 years"), json!("18 months"), true);
    check(d, json!("100 °C"), json!("212 °F"), true);
    check(d, json!("5%"), json!("5 percent"), true);
    check(d, json!("5%"), json!("5 percentage points"), false);
    check(d, json!("5%"), json!("50 ‰"), true);
    check(d, json!("30 days"), json!("1 month"), false);
    check(d, json!("0 m"), json!("-0 cm"), true);
    check(d, json!("0 m"), json!("0 kg"), false);
    let m = ValueType::Currency;
    check(m, json!("1,200.00 EUR"), json!("€1200"), true);
    check(m, json!("€1200"), json!("$1200"), false);
    check(m, json!("1,5 Mio. €"), json!("1.500.000 EUR"), true);
    let t = ValueType::Date;
    check(t, json!("2026-03-01"), json!("1 March 2026"), true);
    check(t, json!("2026-03-01"), json!("March 2026"), false);
    let s = ValueType::String;
    check(s, json!("Hall  4"), json!("hall 4"), true);
    check(s, json!("Straße"), json!("STRASSE"), true);
    check(s, json!("STRAẞE"), json!("Straße"), true);
    check(s, json!("cafe\u{301}"), json!("Café"), true);
    check(s, json!("10²"), json!("102"), false);
    check(s, json!("Hall 4"), json!("Hall 4."), false);
    let n = ValueType::Note;
    check(n, json!("It “rains”."), json!("it \"rains\""), true);
    check(n, json!("It rains"), json!("It does not rain"), false);
}

#[test]
fn a_more_exact_value_carries_a_less_exact_one() {
    let check = |found: &str, claimed: &str, carries: bool| {
        let value = |text: &str| scan(text).remove(0).value;
        assert_eq!(value(found).carries(&value(claimed)), carries, "{found:?} and {claimed:?}");
    };
    check("1 March 2026", "March 2026", true);
    check("March 2026", "1 March 2026", false);
    check("March 2026", "Q1 2026", true);
    check("Q1 2026", "H1 2026", true);
    check("Q3 2026", "H1 2026", false);
    check("in 2019", "2019 chairs", true);
    check("50 people", "50", true);
    check("50 kg", "50", false);
    check("5%", "5", false);
}

#[test]
fn dates_are_in_order_by_their_first_day_and_the_longer_first() {
    let isos = [
        "2020s",
        "2025-12-31",
        "2026",
        "2026-H1",
        "2026-Q1",
        "2026-01",
        "2026-01-01",
        "2026-01-02",
        "2026-02",
        "2026-Q2",
        "2026-04",
        "2026-H2",
        "2026-Q3",
        "2026-10-05",
        "2027",
        "--01-01",
        "--03-14",
    ];
    let dates: Vec<_> =
        isos.iter().map(|iso| PartialDate::parse_iso(iso).expect("a date").expect("of the calendar")).collect();
    assert!(dates.is_sorted_by(|a, b| a < b), "each stands before the next: {dates:?}");
}

#[test]
fn tables_of_units_and_currencies_read_back_what_they_write() {
    for symbol in unit_symbols() {
        assert_eq!(Unit::parse(symbol).map(Unit::symbol), Some(symbol), "a unit is written by its symbol");
    }
    for code in currency_codes() {
        assert_eq!(Currency::parse(code).map(Currency::code), Some(code), "a currency is written by its code");
    }
    assert_eq!(
        ["EUR", "USD", "GBP"].map(Currency::from_code),
        [Some(Currency::EUR), Some(Currency::USD), Some(Currency::GBP)]
    );
    assert_eq!(
        ["m", "%", "min", "s"].map(Unit::parse),
        [Some(Unit::METRE), Some(Unit::PERCENT), Some(Unit::MINUTE), Some(Unit::SECOND)]
    );
}

#[test]
fn readers_see_values_as_they_write_them() {
    let check = |value_type, json: Json, reading: &str| {
        assert_eq!(read(value_type, &json).map(|value| value.reading()), Ok(reading.to_owned()))
    };
    check(ValueType::Currency, json!(1200), "€1,200.00");
    check(ValueType::Currency, json!("-1234567.5 CHF"), "-1,234,567.50 CHF");
    check(ValueType::Dimension, json!(600), "600 cm");
    check(ValueType::Date, json!("2026-03-01"), "1 March 2026");
    check(ValueType::Number, json!(1_234_567.25), "1,234,567.25");
    check(ValueType::Boolean, json!(false), "no");
}

#[test]
fn spans_go_behind_what_was_found_before() {
    let mut found = scan("5 m");
    scan_into("to 7 km", &mut found);
    let spans: Vec<_> = found.iter().map(|found| (found.bytes.clone(), found.shared)).collect();
    assert_eq!(spans, [(0..3, false), (3..7, false)], "one text's range does not reach into another's");
}

#[test]
fn no_text_is_slow_or_breaks_the_scanner() {
    let long = |part: &str| part.repeat(200_000 / part.len());
    for part in [
        "1", "1,", "1.", "1 ", "1-", "one ", "twenty-", "€", "€1", "1/", "(1", "1:2", "-", "½", "Q1", "1 March ",
        "March ", "1e", "0 000 ", "a1", "5 to ", "é", "中1", "\u{301}1",
    ] {
        for found in scan(&long(part)) {
            assert!(found.bytes.start < found.bytes.end);
        }
    }
}

/// Anything, and often one of a few that are a power of ten apart, as units are.
fn any_decimal() -> impl Strategy<Value = Decimal> {
    let any = (any::<i64>(), 0..9_u32).prop_map(|(mantissa, scale)| Decimal::new(mantissa / 1000, scale));
    let few = (prop::sample::select(vec![0, 1, 10, 100, 1000]), 0..4_u32)
        .prop_map(|(mantissa, scale)| Decimal::new(mantissa, scale));
    prop_oneof![any, few]
}

/// Lengths and shares, so that many are the same in other units.
fn any_quantity() -> impl Strategy<Value = Value> {
    (any_decimal(), prop::sample::select(vec!["m", "cm", "mm", "%", "‰", "pp", "h", "min", "°C"]))
        .prop_filter_map("a unit takes sixteen digits", |(amount, symbol)| {
            Quantity::new(amount, Unit::parse(symbol)?).ok().map(Value::Dimension)
        })
}

fn any_value() -> impl Strategy<Value = Value> {
    let symbols: Vec<_> = unit_symbols().collect();
    let codes: Vec<_> = currency_codes().collect();
    prop_oneof![
        any::<bool>().prop_map(Value::Boolean),
        any_decimal().prop_map(Value::Number),
        (any_decimal(), prop::sample::select(symbols))
            .prop_filter_map("a unit takes sixteen digits", |(amount, symbol)| {
                Quantity::new(amount, Unit::parse(symbol)?).ok().map(Value::Dimension)
            }),
        (any::<i64>(), prop::sample::select(codes)).prop_filter_map("a code is a currency", |(minor, code)| {
            Some(Value::Currency(Money { minor, currency: Currency::from_code(code)? }))
        }),
        (1..9999_i16, 1..=12_i8, 1..=31_i8, 0..6).prop_filter_map(
            "a date of the calendar",
            |(year, month, day, kind)| {
                Some(Value::Date(match kind {
                    0 => PartialDate::day(year, month, day)?,
                    1 => PartialDate::month(year, month)?,
                    2 => PartialDate::quarter(year, month)?,
                    3 => PartialDate::half(year, month)?,
                    4 => PartialDate::year(year)?,
                    _ => PartialDate::day_of_year(month, day)?,
                }))
            }
        ),
        "\\PC{1,12}"
            .prop_filter("it is not blank", |text| !text.trim().is_empty())
            .prop_map(|text| Value::String(text.trim().to_owned())),
        "\\PC{1,12}"
            .prop_filter("it is not blank", |text| !text.trim().is_empty())
            .prop_map(|text| Value::Note(text.trim().to_owned())),
    ]
}

/// Text made of what the scanner looks for.
fn valueish_text() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        prop::sample::select(vec![
            "1",
            "25",
            "600",
            "1,234",
            "1.234,56",
            "2026",
            "03",
            "0",
            "-",
            "–",
            " ",
            " ",
            ".",
            ",",
            "€",
            "$",
            "US$",
            "EUR ",
            "%",
            " m",
            "cm",
            " kg",
            "k",
            " million",
            " Mio.",
            "March",
            " mars ",
            "Q3",
            " to ",
            " bis ",
            "x",
            "three",
            "twenty-",
            "dozen",
            "½",
            "m²",
            "°C",
            "(",
            ")",
            "\n",
            "of ",
            "in ",
            "th",
            "er",
            "s",
            "/",
            ":",
            "+",
            "'",
            "’",
            "\u{a0}",
            "\u{202f}",
            "ü",
            "中",
            "👩‍👧",
            "e\u{301}",
        ])
        .prop_map(str::to_owned),
        "\\PC{0,3}",
    ];
    prop::collection::vec(part, 0..14).prop_map(|parts| parts.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn a_value_survives_json(value in any_value()) {
        let text = value.to_json().to_string();
        let json: Json = serde_json::from_str(&text).expect("what is written is JSON");
        let back = Value::from_json(&json, &Expect::for_type(value.value_type()));
        let back = back.map_err(|error| TestCaseError::fail(format!("{text}: {error}")))?;
        prop_assert!(same(&value, &back), "{text} became {back:?}");
        prop_assert_eq!(value.norm(), back.norm());
        prop_assert_eq!(back.to_json().to_string(), text, "and is written the same way again");
    }

    #[test]
    fn norms_are_equal_exactly_when_values_are_the_same(a in any_value(), b in any_value()) {
        prop_assert!(same(&a, &a));
        prop_assert_eq!(same(&a, &b), same(&b, &a));
        prop_assert_eq!(same(&a, &b), a.norm() == b.norm());
    }

    #[test]
    fn norms_of_quantities_are_equal_exactly_when_they_are_the_same(a in any_quantity(), b in any_quantity()) {
        prop_assert_eq!(same(&a, &b), a.norm() == b.norm(), "{:?} and {:?}", a, b);
    }

    #[test]
    fn folding_is_done_once(text in "\\PC{0,20}") {
        prop_assert_eq!(fold(&fold(&text)), fold(&text));
        prop_assert_eq!(note_norm(&fold(&text)), note_norm(&text));
    }

    #[test]
    fn spans_are_in_order_on_character_borders_and_read_back(text in valueish_text()) {
        let mut end = 0;
        for found in scan(&text) {
            prop_assert!(end <= found.bytes.start && found.bytes.start < found.bytes.end, "{:?} in {text:?}", found.bytes);
            end = found.bytes.end;
            let words = text.get(found.bytes.clone());
            prop_assert!(words.is_some(), "a span is cut at characters: {:?} in {text:?}", found.bytes);
            if found.shared {
                continue;
            }
            let again = scan_with(words.unwrap_or(""), Convention::detect(&text));
            let [one] = again.as_slice() else { return Err(TestCaseError::fail(format!("{words:?} in {text:?} reads {again:?}"))) };
            prop_assert!(one.value.carries(&found.value), "{words:?} in {text:?} reads {:?}, was {:?}", one.value, found.value);
        }
    }

    #[test]
    fn any_json_is_a_value_or_an_error(text in valueish_text(), number in any::<f64>(), kind in 0..8_usize) {
        let value_type = ValueType::ALL[kind];
        for json in [json!(text), json!(number), json!({"value": text, "unit": text}), json!({"amount": number, "currency": text}), json!({"minor": number, "currency": "EUR"})] {
            if let Ok(value) = read(value_type, &json) {
                prop_assert_eq!(value.value_type(), value_type);
                let _ = (value.norm(), value.reading(), value.to_json());
            }
        }
    }
}
