//! Arguments of a start: the files it names, and an environment that would let a driver in.

use std::path::{Path, PathBuf};

use factly_shell::{drivers::let_in_by, launch_files::files_of};
use rstest::rstest;

#[rstest]
#[case::none(&[], &[])]
#[case::seen_from_its_folder(&["minutes.md"], &["/home/ana/minutes.md"])]
#[case::from_the_root(&["/srv/minutes.md"], &["/srv/minutes.md"])]
#[case::an_option_is_no_file(&["--verbose", "a.txt"], &["/home/ana/a.txt"])]
#[case::after_two_dashes_all_are_files(&["--", "-a.txt"], &["/home/ana/-a.txt"])]
#[case::by_address(&["file:///srv/two%20words.md"], &["/srv/two words.md"])]
#[case::an_address_of_elsewhere_is_a_name(&["https://a.b/c.md"], &["/home/ana/https://a.b/c.md"])]
fn a_start_names_files(#[case] arguments: &[&str], #[case] expected: &[&str]) {
    let files = files_of(arguments.iter().map(Into::into), Path::new("/home/ana"));
    assert_eq!(files, expected.iter().map(PathBuf::from).collect::<Vec<_>>());
}

#[test]
fn whatever_lets_a_driver_in_is_known() {
    assert!(let_in_by(|_| false).is_empty());
    assert_eq!(let_in_by(|name| name == "WEBKIT_INSPECTOR_SERVER"), ["WEBKIT_INSPECTOR_SERVER"]);
    assert!(let_in_by(|_| true).contains(&"TAURI_WEBVIEW_AUTOMATION"), "Tauri reads it in a release too");
}
