//! Arguments of a start: the files it names, and an environment that would let a driver in.

use std::path::{Path, PathBuf};

use factly_shell::{
    drivers::let_in_by,
    last_folder::{keep_in, last_in},
    launch_files::{StartArguments, UnknownOption, start_of},
};
use rstest::rstest;

#[rstest]
#[case::none(&[], &[])]
#[case::seen_from_its_folder(&["minutes.md"], &["/home/ana/minutes.md"])]
#[case::from_the_root(&["/srv/minutes.md"], &["/srv/minutes.md"])]
#[case::what_finder_gives_is_no_file(&["-psn_0_1", "a.txt"], &["/home/ana/a.txt"])]
#[case::after_two_dashes_all_are_files(&["--", "-a.txt"], &["/home/ana/-a.txt"])]
#[case::by_address(&["file:///srv/two%20words.md"], &["/srv/two words.md"])]
#[case::an_address_of_elsewhere_is_a_name(&["https://a.b/c.md"], &["/home/ana/https://a.b/c.md"])]
fn a_start_names_files(#[case] arguments: &[&str], #[case] expected: &[&str]) {
    let start = started(arguments).unwrap();
    assert_eq!(start.files, expected.iter().map(PathBuf::from).collect::<Vec<_>>());
    assert_eq!(start.library, None);
}

#[rstest]
#[case::by_option(&["--library", "own.db", "a.txt"], "/home/ana/own.db", &["/home/ana/a.txt"])]
#[case::by_option_in_one(&["--library=/srv/own.db"], "/srv/own.db", &[])]
#[case::as_a_file(&["a.txt", "walls.factly"], "/home/ana/walls.factly", &["/home/ana/a.txt"])]
#[case::the_option_goes_before(&["walls.factly", "--library", "b"], "/home/ana/b", &["/home/ana/walls.factly"])]
fn a_start_names_a_library(#[case] arguments: &[&str], #[case] library: &str, #[case] files: &[&str]) {
    let start = started(arguments).unwrap();
    assert_eq!(start.library.as_deref(), Some(Path::new(library)));
    assert_eq!(start.files, files.iter().map(PathBuf::from).collect::<Vec<_>>());
}

#[rstest]
#[case::no_such(&["a.txt", "--verbose"], "--verbose")]
#[case::nearly(&["--libraries"], "--libraries")]
#[case::without_its_file(&["--library"], "--library")]
fn an_option_that_is_unknown_is_named(#[case] arguments: &[&str], #[case] named: &str) {
    assert_eq!(started(arguments), Err(UnknownOption(named.to_owned())));
}

fn started(arguments: &[&str]) -> Result<StartArguments, UnknownOption> {
    let is_library = |path: &Path| path.extension().is_some_and(|ending| ending == "factly");
    start_of(arguments.iter().map(Into::into), Path::new("/home/ana"), is_library)
}

#[test]
fn a_file_dialog_opens_where_the_last_was_left() {
    let folder = tempfile::tempdir().unwrap();
    let (own, papers) = (folder.path().join("config"), folder.path().join("papers"));
    std::fs::create_dir(&papers).unwrap();
    assert_eq!(last_in(&own), None, "nothing was chosen yet");
    keep_in(&own, &papers.join("plan.pdf")).unwrap();
    assert_eq!(last_in(&own), Some(papers.clone()));
    std::fs::remove_dir(&papers).unwrap();
    assert_eq!(last_in(&own), None, "a folder that is gone is none");
}

#[test]
fn whatever_lets_a_driver_in_is_known() {
    assert!(let_in_by(|_| false).is_empty());
    assert_eq!(let_in_by(|name| name == "WEBKIT_INSPECTOR_SERVER"), ["WEBKIT_INSPECTOR_SERVER"]);
    assert!(let_in_by(|_| true).contains(&"TAURI_WEBVIEW_AUTOMATION"), "Tauri reads it in a release too");
}
