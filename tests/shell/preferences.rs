//! Preferences as they are stored.

use factly_shell::{
    preferences::parse,
    wire::preferences::{Preferences, Theme},
};
use rstest::rstest;

#[rstest]
#[case::nothing_of_it("no json")]
#[case::an_empty_object("{}")]
#[case::unknown_settings(r#"{"colour": "green"}"#)]
#[case::a_value_nobody_knows(r#"{"theme": "sepia"}"#)]
fn what_is_not_understood_falls_back_to_the_default(#[case] stored: &str) {
    assert_eq!(parse(stored), Preferences::default());
}

#[test]
fn each_setting_stands_for_itself() {
    let read = parse(r#"{"theme": "dark", "language": "klingon", "sidebar": false}"#);
    assert_eq!(read, Preferences { theme: Theme::Dark, sidebar: false, ..Preferences::default() });
}
