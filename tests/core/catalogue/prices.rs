//! Conclusions from prices.

use factly_core::catalogue::price::{ExchangeRate, Observation, Series, convert, date_of, day_of, series, series_in};
use factly_core::catalogue::{stated_date, stated_unit};
use factly_core::values::{Currency, Money, PartialDate, Tax};

const CHF: &str = "CHF";

fn money(minor: i64, code: &str) -> Money {
    Money { minor, currency: Currency::from_code(code).expect("a code of the table") }
}

fn seen(minor: i64, code: &str, unit: &str, vendor: &str, day: i64) -> Observation {
    Observation { price: money(minor, code), unit: unit.to_owned(), tax: None, vendor: vendor.to_owned(), day }
}

fn rate(from: &str, to: &str, rate: &str, day: i64) -> ExchangeRate {
    let currency = |code| Currency::from_code(code).expect("a code of the table");
    ExchangeRate { from: currency(from), to: currency(to), rate: rate.parse().expect("a decimal"), day }
}

#[test]
fn last_median_range_and_age() {
    let prices = [
        seen(1200, "EUR", "m²", "Gerriets", 100),
        seen(1000, "EUR", "m²", "Showtex", 90),
        seen(1500, "EUR", "m²", "gerriets", 120),
    ];
    let found = series(&prices, 150);
    assert_eq!(found.len(), 1);
    let all = &found[0].all;
    assert_eq!(
        (all.last, all.median, all.low, all.high),
        (money(1500, "EUR"), money(1200, "EUR"), money(1000, "EUR"), money(1500, "EUR"))
    );
    assert_eq!(all.age_days, 30);
    assert_eq!(all.observations, [1, 0, 2], "oldest first");
    let vendors: Vec<(&str, usize)> =
        found[0].vendors.iter().map(|one| (one.vendor.as_str(), one.summary.observations.len())).collect();
    assert_eq!(vendors, [("gerriets", 2), ("Showtex", 1)], "one vendor in two spellings, the last heard of first");
}

#[test]
fn a_median_between_two_coins_is_said_to_be_rounded() {
    for (minors, median, rounded) in [
        (vec![100, 200], 150, false),
        (vec![100, 101], 100, true),
        (vec![101, 102], 102, true),
        (vec![7], 7, false),
        (vec![1, 2, 3, 1000], 2, true),
    ] {
        let prices: Vec<Observation> = minors.iter().map(|minor| seen(*minor, "EUR", "m", "", 0)).collect();
        let all = &series(&prices, 0)[0].all;
        assert_eq!((all.median.minor, all.median_rounded), (median, rounded), "{minors:?}");
    }
}

#[test]
fn currencies_and_units_are_never_mixed() {
    let prices = [
        seen(1200, "EUR", "m²", "A", 1),
        seen(1300, CHF, "m²", "A", 1),
        seen(1200, "EUR", "m", "A", 1),
        seen(1250, "EUR", "m²", "A", 2),
    ];
    let found: Vec<(String, String, usize)> = series(&prices, 1)
        .into_iter()
        .map(|one| (one.currency.to_string(), one.unit, one.all.observations.len()))
        .collect();
    let row = |currency: &str, unit: &str, count| (currency.to_owned(), unit.to_owned(), count);
    assert_eq!(found, [row("EUR", "m²", 2), row("EUR", "m", 1), row(CHF, "m²", 1)]);
}

#[test]
fn net_and_gross_never_share_a_median() {
    let taxed = |minor, tax| Observation { tax, ..seen(minor, "EUR", "m²", "A", 1) };
    let prices =
        [taxed(100, Some(Tax::Net)), taxed(119, Some(Tax::Gross)), taxed(110, None), taxed(102, Some(Tax::Net))];
    let medians = |found: Vec<Series>| found.iter().map(|one| (one.tax, one.all.median.minor)).collect::<Vec<_>>();
    let expected = [(Some(Tax::Net), 101), (None, 110), (Some(Tax::Gross), 119)];
    assert_eq!(medians(series(&prices, 1)), expected);
    assert_eq!(medians(series_in(&prices, Currency::EUR, &[], 1).series), expected, "told in one currency neither");
}

#[test]
fn conversion_uses_the_rate_of_the_day_and_says_which() {
    let rates = [rate("EUR", CHF, "0.95", 10), rate("EUR", CHF, "0.90", 20), rate("USD", "EUR", "0.5", 10)];
    for (from, to, day, expected, why) in [
        (money(1000, "EUR"), CHF, 9, None, "no rate had been given yet"),
        (money(1000, "EUR"), CHF, 10, Some((950, 0, false)), "the rate of the day"),
        (money(1000, "EUR"), CHF, 15, Some((950, 0, false)), "the newest before it"),
        (money(1000, "EUR"), CHF, 25, Some((900, 1, false)), "not a later one"),
        (money(900, CHF), "EUR", 25, Some((1000, 1, true)), "the other way round, and it is said"),
        (money(100, "EUR"), "JPY", 25, None, "no rate at all"),
        (money(333, "USD"), "EUR", 12, Some((167, 2, false)), "half a coin is rounded up"),
    ] {
        let to = Currency::from_code(to).expect("a code of the table");
        let found = convert(from, to, day, &rates).map(|by| (by.money.minor, by.rate, by.inverse));
        assert_eq!(found, expected, "{from} on {day}: {why}");
    }
}

#[test]
fn what_has_no_rate_is_left_out_and_said() {
    let prices = [seen(1000, "EUR", "m²", "A", 10), seen(1900, CHF, "m²", "B", 10), seen(500, "GBP", "m²", "C", 10)];
    let rates = [rate("EUR", CHF, "0.95", 10)];
    let found = series_in(&prices, Currency::EUR, &rates, 20);
    assert_eq!(found.left_out, [2]);
    assert_eq!(found.series.len(), 1);
    assert_eq!(found.series[0].all.observations, [0, 1], "places are those of what was asked about");
    assert_eq!(found.series[0].all.last, money(2000, "EUR"));
    assert!(found.converted[0].is_none() && found.converted[1].is_some_and(|by| by.inverse));
}

#[test]
fn a_date_lies_where_it_begins() {
    for (date, day) in [
        (PartialDate::day(1970, 1, 2), Some(1)),
        (PartialDate::month(1970, 2), Some(31)),
        (PartialDate::quarter(1970, 2), Some(90)),
        (PartialDate::half(1970, 2), Some(181)),
        (PartialDate::year(1971), Some(365)),
        (PartialDate::decade(1990), None),
        (PartialDate::day_of_year(3, 14), None),
    ] {
        let date = date.expect("a date of the calendar");
        assert_eq!(day_of(date), day, "{date}");
    }
    let day = PartialDate::day(2026, 3, 1);
    assert_eq!(day.and_then(day_of).and_then(date_of), day, "and a day is found again");
}

#[test]
fn the_words_behind_a_price_say_of_what_it_is() {
    let price = money(1250, "EUR");
    for (text, unit) in [
        ("Molton costs €12.50/m² at the moment", Some("m²")),
        ("Molton at €12.50 per square metre", Some("m²")),
        ("12,50 € pro Quadratmeter", Some("m²")),
        ("12,50 EUR je Stunde, netto", Some("h")),
        ("12,50 € le mètre carré", Some("m²")),
        ("12,50 € par heure", Some("h")),
        ("12,50 € por metro, entregado", Some("m")),
        ("12,50 € la pieza", Some("pieces")),
        ("12.50 EUR each", Some("pieces")),
        ("it costs €12.50 and m² is not said of it", None),
        ("€12.50", None),
        ("€99/h, or €12.50 per day", Some("d")),
    ] {
        assert_eq!(stated_unit(text, price).map(factly_core::values::Unit::symbol), unit, "{text}");
    }
}

#[test]
fn a_quote_may_say_its_date() {
    for (text, date) in [
        ("quoted 12.50 EUR on 3 March 2026", Some("2026-03-03")),
        ("Angebot vom 03.04.2026: 12,50 EUR", Some("2026-04-03")),
        ("prices of the 1990s", None),
        ("12.50 EUR", None),
    ] {
        assert_eq!(stated_date(text).map(|date| date.to_string()).as_deref(), date, "{text}");
    }
}
