//! Summary of prices: the last, the median and the range, by vendor, and how old they are.
//!
//! A price is for one unit of the item; the quantity says how much it was asked or paid for. Prices of two currencies or
//! two units, with the tax and without it, are never mixed: each such group is a [`Series`] of its own. Converting is asked for by name and uses only
//! rates that the analyst gave, each dated; what has no rate is left out and said.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::values::{Currency, Money, PartialDate, Tax, fold};
use jiff::civil::Date;
use rust_decimal::{Decimal, RoundingStrategy};

/// A price that somebody asked or got.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observation {
    /// For one unit.
    pub price: Money,
    pub unit: String,
    /// Inclusion of the tax in the price; none where nobody says so.
    pub tax: Option<Tax>,
    /// Empty: not known.
    pub vendor: String,
    /// The day it begins with, in days since 1970.
    pub day: i64,
}

/// The observations of one currency and one unit, all net, all gross, or all without a word of it; what it names, it
/// names by place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Series {
    pub currency: Currency,
    pub unit: String,
    pub tax: Option<Tax>,
    pub all: Summary,
    /// The vendor last heard of first.
    pub vendors: Vec<VendorSummary>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VendorSummary {
    /// As it was written last.
    pub vendor: String,
    pub summary: Summary,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Places, oldest first.
    pub observations: Vec<usize>,
    pub last: Money,
    pub median: Money,
    /// The median lies between two coins and was rounded to the even one.
    pub median_rounded: bool,
    pub low: Money,
    pub high: Money,
    /// From the last one to the day asked about; 0 for what is to come.
    pub age_days: i64,
}

/// The value of one unit of `from` in `to`, on a day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExchangeRate {
    pub from: Currency,
    pub to: Currency,
    pub rate: Decimal,
    /// In days since 1970.
    pub day: i64,
}

/// An amount in another currency, and by what it came to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Converted {
    pub money: Money,
    /// The rate's place.
    pub rate: usize,
    /// The rate was given the other way round.
    pub inverse: bool,
}

/// Series after conversion, and what became of each observation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConvertedSeries {
    /// One for each unit, net and gross apart.
    pub series: Vec<Series>,
    /// By place; `None` for what was in the currency already, and for what is left out.
    pub converted: Vec<Option<Converted>>,
    /// Places of what no rate was given for.
    pub left_out: Vec<usize>,
}

/// The first day of a date, in days since 1970. `None` for a date that lies nowhere: a decade, a day of no year.
pub fn day_of(date: PartialDate) -> Option<i64> {
    let (year, month, day) = match date {
        PartialDate::Day { year, month, day } => (year, month, day),
        PartialDate::Month { year, month } => (year, month, 1),
        PartialDate::Quarter { year, quarter } => (year, quarter * 3 - 2, 1),
        PartialDate::Half { year, half } => (year, half * 6 - 5, 1),
        PartialDate::Year { year } => (year, 1, 1),
        PartialDate::Decade { .. } | PartialDate::DayOfYear { .. } => return None,
    };
    let date = Date::new(year, month, day).ok()?;
    let since = date.since((jiff::Unit::Day, Date::constant(1970, 1, 1))).ok()?;
    Some(i64::from(since.get_days()))
}

/// The date of a day since 1970. `None` for a day that no calendar of ours has.
pub fn date_of(day: i64) -> Option<PartialDate> {
    let since = jiff::Span::new().try_days(day).ok()?;
    let date = Date::constant(1970, 1, 1).checked_add(since).ok()?;
    PartialDate::day(date.year(), date.month(), date.day())
}

/// The series of `observations`, those with most of them first.
pub fn series(observations: &[Observation], today: i64) -> Vec<Series> {
    let mut groups: BTreeMap<(Currency, String, Option<Tax>), Vec<usize>> = BTreeMap::new();
    for (at, one) in observations.iter().enumerate() {
        groups.entry((one.price.currency, one.unit.clone(), one.tax)).or_default().push(at);
    }
    let mut series: Vec<Series> = groups
        .into_iter()
        .filter_map(|((currency, unit, tax), places)| {
            let all = summary(observations, places, today)?;
            Some(Series { currency, unit, tax, vendors: by_vendor(observations, &all.observations, today), all })
        })
        .collect();
    series.sort_by_key(|one| Reverse(one.all.observations.len()));
    series
}

/// As [`series`], with every price told in `currency` by the rate of its day.
pub fn series_in(
    observations: &[Observation],
    currency: Currency,
    rates: &[ExchangeRate],
    today: i64,
) -> ConvertedSeries {
    let (mut restated, mut left_out, mut converted) = (Vec::new(), Vec::new(), Vec::new());
    let mut places = Vec::new();
    for (at, one) in observations.iter().enumerate() {
        let by = (one.price.currency != currency).then(|| convert(one.price, currency, one.day, rates));
        converted.push(by.flatten());
        match by {
            Some(None) => left_out.push(at),
            Some(Some(by)) => {
                restated.push(Observation { price: by.money, ..one.clone() });
                places.push(at);
            }
            None => {
                restated.push(one.clone());
                places.push(at);
            }
        }
    }
    let mut series = series(&restated, today);
    for one in &mut series {
        let summaries = std::iter::once(&mut one.all).chain(one.vendors.iter_mut().map(|vendor| &mut vendor.summary));
        for summary in summaries {
            summary.observations.iter_mut().for_each(|at| *at = places[*at]);
        }
    }
    ConvertedSeries { series, converted, left_out }
}

/// `money` in `to`, by the newest rate that was given for `day` or a day before it, in either direction.
pub fn convert(money: Money, to: Currency, day: i64, rates: &[ExchangeRate]) -> Option<Converted> {
    let usable = |rate: &ExchangeRate| {
        let there = (rate.from, rate.to) == (money.currency, to);
        let back = (rate.from, rate.to) == (to, money.currency) && !rate.rate.is_zero();
        rate.day <= day && (there || back)
    };
    let found = rates.iter().enumerate().filter(|(_, rate)| usable(rate));
    // Of one day the one that was given in this direction, then the one given last.
    let (index, rate) = found.max_by_key(|(at, rate)| (rate.day, rate.from == money.currency, *at))?;
    let inverse = rate.from == to;
    let factor = if inverse { Decimal::ONE.checked_div(rate.rate)? } else { rate.rate };
    let amount = money.amount().checked_mul(factor)?;
    let rounded = amount.round_dp_with_strategy(to.minor_digits(), RoundingStrategy::MidpointAwayFromZero);
    let money = Money::from_amount(rounded, to).ok()?;
    Some(Converted { money, rate: index, inverse })
}

fn by_vendor(observations: &[Observation], places: &[usize], today: i64) -> Vec<VendorSummary> {
    let mut groups: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for at in places {
        groups.entry(fold(&observations[*at].vendor)).or_default().push(*at);
    }
    let mut vendors: Vec<VendorSummary> = groups
        .into_values()
        .filter_map(|places| {
            let summary = summary(observations, places, today)?;
            let last = *summary.observations.last()?;
            Some(VendorSummary { vendor: observations[last].vendor.clone(), summary })
        })
        .collect();
    let heard = |vendor: &VendorSummary| vendor.summary.observations.last().map(|at| (observations[*at].day, *at));
    vendors.sort_by_key(|vendor| Reverse(heard(vendor)));
    vendors
}

fn summary(observations: &[Observation], mut places: Vec<usize>, today: i64) -> Option<Summary> {
    places.sort_by_key(|at| (observations[*at].day, *at));
    let last = &observations[*places.last()?];
    let mut minors: Vec<i64> = places.iter().map(|at| observations[*at].price.minor).collect();
    minors.sort_unstable();
    let money = |minor| Money { minor, currency: last.price.currency };
    let (median, median_rounded) = median(&minors);
    Some(Summary {
        last: last.price,
        median: money(median),
        median_rounded,
        low: money(*minors.first()?),
        high: money(*minors.last()?),
        age_days: (today - last.day).max(0),
        observations: places,
    })
}

/// Of sorted amounts, not empty. Between two it is their middle, to the even coin where that is half a coin.
fn median(sorted: &[i64]) -> (i64, bool) {
    let middle = sorted.len() / 2;
    let upper = sorted[middle];
    if sorted.len() % 2 == 1 {
        return (upper, false);
    }
    let sum = i128::from(sorted[middle - 1]) + i128::from(upper);
    let half = sum.div_euclid(2);
    let rounded = sum.rem_euclid(2) == 1;
    let even = if rounded && half.rem_euclid(2) == 1 { half + 1 } else { half };
    (i64::try_from(even).unwrap_or(upper), rounded)
}
