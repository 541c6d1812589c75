use super::BackupName;
use super::series::spare;
use std::path::Path;

const DAY: i64 = 86_400_000;

#[test]
fn a_series_thins_to_days_weeks_and_months() {
    let daily = (0..400).map(|day| (day * DAY, 1)).collect::<Vec<_>>();
    let spare = spare(&daily);
    let retained = (0..400).filter(|index| !spare.contains(index)).collect::<Vec<_>>();
    assert!(retained.ends_with(&[393, 394, 395, 396, 397, 398, 399]), "each of the last seven days: {retained:?}");
    assert!((13..=17).contains(&retained.len()), "and four weeks, and six months: {retained:?}");
}

#[test]
fn the_only_copy_is_never_spare() {
    assert_eq!(spare(&[(0, 1)]), [0; 0]);
    assert_eq!(spare(&[]), [0; 0]);
}

#[test]
fn of_one_day_the_newest_is_kept() {
    assert_eq!(spare(&[(1, 1), (2, 1), (3, 1)]), [0, 1]);
}

#[test]
fn the_last_copy_of_each_format_is_kept() {
    let mut taken = vec![(0, 1), (1, 1), (2, 2)];
    taken.extend((100..500).map(|day| (day * DAY, 3)));
    let spare = spare(&taken);
    assert_eq!([0, 1, 2].map(|place| spare.contains(&place)), [true, false, false]);
}

#[test]
fn a_name_says_whose_copy_it_is_when_taken_and_of_which_format() {
    let library = Path::new("/somewhere/my library.factly");
    let name = BackupName { library: "my library.factly".into(), taken_at: 1_767_225_600_123, version: 3 };
    assert_eq!(name.to_string(), "my library.factly~20260101T000000.123Z~v3");
    assert_eq!(BackupName::parse(library, &name.to_string()), Some(name.clone()));
    for other in ["other.factly~20260101T000000.123Z~v3", "my library.factly", "my library.factly~x~v1", "../etc"] {
        assert_eq!(BackupName::parse(library, other), None, "{other} is no copy of this library");
    }
}
