//! Selection of the copies of a series that are still needed: the newest of each of the last days, weeks and months,
//! and of each format.

use std::collections::BTreeSet;

use jiff::Timestamp;
use jiff::tz::TimeZone;

const DAYS: usize = 7;
const WEEKS: usize = 4;
const MONTHS: usize = 6;

/// The places, in `taken` (times in milliseconds, oldest first, with the version of the format), of those to delete.
pub(super) fn spare(taken: &[(i64, u32)]) -> Vec<usize> {
    let mut needed = BTreeSet::new();
    needed.extend(newest_of_each(taken, DAYS, |time, _| day(time)));
    needed.extend(newest_of_each(taken, WEEKS, |time, _| (day(time) + 3).div_euclid(7)));
    needed.extend(newest_of_each(taken, MONTHS, |time, _| month(time)));
    // The last copy before each migration: the way back to an older Factly.
    needed.extend(newest_of_each(taken, usize::MAX, |_, version| i64::from(version)));
    (0..taken.len()).filter(|index| !needed.contains(index)).collect()
}

/// The newest of each of the last `most` different periods.
fn newest_of_each(taken: &[(i64, u32)], most: usize, period: impl Fn(i64, u32) -> i64) -> Vec<usize> {
    let mut seen = BTreeSet::new();
    let newest_first = taken.iter().enumerate().rev();
    let newest = newest_first.filter(|(_, (time, version))| seen.insert(period(*time, *version)));
    newest.map(|(index, _)| index).take(most).collect()
}

fn day(ms: i64) -> i64 {
    ms.div_euclid(86_400_000)
}

fn month(ms: i64) -> i64 {
    let date = Timestamp::from_millisecond(ms).unwrap_or_default().to_zoned(TimeZone::UTC).date();
    i64::from(date.year()) * 12 + i64::from(date.month())
}
