//! Typed values: what is read out of running text and JSON, and which writings are the same value.
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on says why")]

use factly_core::values::{Form, Scanned, scan};

/// One value a line: the words that say it, and what they say. A `~` marks a shared unit.
fn found(text: &str) -> String {
    let row = |found: &Scanned| {
        let shared = if found.shared { "~" } else { "" };
        let form = match found.form {
            Form::Digits => "",
            Form::Words => " (words)",
            Form::Ordinal => " (ordinal)",
            Form::Clock => " (clock)",
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
    check("18 months, 24-hour", "18 months = q 18 duration in months or years; 24-hour = q 86400 duration");
}

#[test]
fn ranges_share_their_unit() {
    check("3 to 7%", "3 = ~q 0.03 percentage; 7% = q 0.07 percentage");
    check("3–5 km", "3 = ~q 3000 length; 5 km = q 5000 length");
    check("between 5 and 10 people", "5 = ~q 5 number of people; 10 people = q 10 number of people");
    check("5 and 10 people", "5 = n 5; 10 people = q 10 number of people");
    check("600 x 400 cm", "600 = ~q 6 length; 400 cm = q 4 length");
    check("€3–5 million", "€3 = ~m 300000000 EUR; 5 million = m 500000000 EUR");
    check("€3 to 7 million", "€3 = ~m 300000000 EUR; 7 million = m 700000000 EUR");
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
    check("-€50, €-50", "-€50 = m -5000 EUR; €-50 = m -5000 EUR");
    check("€0.12345", "0.12345 = n 0.12345");
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
    check("the 1990s", "1990s = d 1990s");
    check("31.02.2026", "");
    check("03/04/2026 and 13/04/2026", "03 = n 3; 04 = n 4; 2026 = n 2026; 13/04/2026 = d 2026-04-13");
    check(
        "at 14:30, 2:30 pm, 3pm",
        "14:30 = q 52200 duration (clock); 2:30 pm = q 52200 duration (clock); 3pm = q 54000 duration (clock)",
    );
}
