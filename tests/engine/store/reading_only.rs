//! A library that cannot be written where it lies is open for reading: all that was saved is seen, every write says why
//! not, and no byte is changed.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

use rstest::rstest;

use super::elsewhere::{Role, StoreProcess, command};
use super::fill;
use super::library::{Library, names};

/// Somebody without rights of their own, where the tests run as one whom no rights hold back.
const NOBODY: u32 = 65_534;

/// Returns the output of another account that looks at the library.
fn looked_at(path: &Path) -> Vec<String> {
    let mut inner = command(Role::Look, path, 0);
    if fs::metadata("/proc/self").map_or(1, |me| me.uid()) != 0 {
        return StoreProcess::spawn(&mut inner).finish();
    }
    // Nobody may not enter every folder that the test's file can lie in: it is started as what runs already.
    let mut command = Command::new("/proc/self/exe");
    command.args(inner.get_args()).envs(inner.get_envs().filter_map(|(name, value)| Some((name, value?))));
    StoreProcess::spawn(command.uid(NOBODY).gid(NOBODY)).finish()
}

#[rstest]
#[case::of_a_drive(0o444, 0o555, &[])]
#[case::of_a_folder(0o666, 0o555, &[])]
#[case::of_a_file(0o444, 0o777, &[])]
#[case::with_what_a_crash_left(0o444, 0o555, &["-wal"])]
#[case::with_its_index(0o444, 0o555, &["-wal", "-shm"])]
fn it_is_read(#[case] file: u32, #[case] folder: u32, #[case] beside: &[&str]) {
    let library = Library::new();
    let before = fs::read(library.path()).unwrap();
    fill::ground(&library.store).unwrap();
    let side_files = ["-wal", "-shm"].map(|suffix| (suffix, fs::read(beside_of(&library, suffix)).unwrap()));
    let closed = library.close();
    let after = fs::read(closed.path().join("library.factly")).unwrap();

    let drive = tempfile::tempdir().unwrap();
    let path = drive.path().join("library.factly");
    fs::write(&path, if beside.is_empty() { &after } else { &before }).unwrap();
    for (suffix, bytes) in side_files.iter().filter(|(suffix, _)| beside.contains(suffix)) {
        fs::write(drive.path().join(format!("library.factly{suffix}")), bytes).unwrap();
    }
    let files = names(drive.path());
    for name in &files {
        fs::set_permissions(drive.path().join(name), fs::Permissions::from_mode(file)).unwrap();
    }
    fs::set_permissions(drive.path(), fs::Permissions::from_mode(folder)).unwrap();
    let output = looked_at(&path);
    fs::set_permissions(drive.path(), fs::Permissions::from_mode(0o777)).unwrap();
    assert_eq!(output, ["read only: 1 discoveries", "library_read_only"]);
    assert_eq!(fs::read(&path).unwrap(), if beside.is_empty() { after } else { before }, "no byte is changed");
}

fn beside_of(library: &Library, suffix: &str) -> std::path::PathBuf {
    library.folder.path().join(format!("library.factly{suffix}"))
}
