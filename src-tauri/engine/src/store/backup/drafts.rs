//! Remains of a crash beside a library: files under names that only drafts have.

use std::path::Path;
use std::time::{Duration, SystemTime};
use std::{fs, io};

const DAY: Duration = Duration::from_secs(86_400);

/// Removes the drafts of the file at `path` that are a day old.
pub(super) fn sweep(path: &Path, now: SystemTime) -> io::Result<()> {
    let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else { return Ok(()) };
    let entries = match fs::read_dir(if folder.as_os_str().is_empty() { Path::new(".") } else { folder }) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        entries => entries?,
    };
    for entry in entries {
        let entry = entry?;
        if is_draft(&name.to_string_lossy(), &entry.file_name().to_string_lossy()) && is_old(&entry, now) {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

/// `library.factly.new-0190…`, and what SQLite puts beside it.
fn is_draft(library: &str, name: &str) -> bool {
    let Some(rest) = name.strip_prefix(library) else { return false };
    let rest = ["-wal", "-shm", "-journal"].iter().find_map(|suffix| rest.strip_suffix(suffix)).unwrap_or(rest);
    // A copy has its time and version before the ending.
    let Some((_, ending)) = rest.rsplit_once('.') else { return false };
    let id = ["new-", "restored-", "part-"].iter().find_map(|kind| ending.strip_prefix(kind));
    id.is_some_and(|id| id.len() == 32 && id.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

fn is_old(entry: &fs::DirEntry, now: SystemTime) -> bool {
    let written = entry.metadata().and_then(|metadata| metadata.modified());
    written.is_ok_and(|written| now.duration_since(written).is_ok_and(|age| age >= DAY))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::time::SystemTime;

    use super::{DAY, is_draft, sweep};

    #[test]
    fn only_what_is_surely_a_draft_is_one() {
        let check = |name: &str, expected| assert_eq!(is_draft("a.factly", name), expected, "{name}");
        check("a.factly.new-01900000000070008000000000000001", true);
        check("a.factly.new-01900000000070008000000000000001-wal", true);
        check("a.factly.restored-01900000000070008000000000000001", true);
        check("a.factly~20260101T000000.000Z~v1.part-01900000000070008000000000000001", true);
        check("a.factly", false);
        check("a.factly-wal", false);
        check("a.factly~20260101T000000.000Z~v1", false);
        check("a.factly.kept-20260101T000000.000Z", false);
        check("a.factly.new-mine", false);
        check("b.factly.new-01900000000070008000000000000001", false);
    }

    #[test]
    fn a_draft_goes_when_it_is_a_day_old() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let library = folder.path().join("a.factly");
        let draft = folder.path().join("a.factly.new-01900000000070008000000000000001");
        for path in [&library, &draft] {
            fs::write(path, "").expect("the folder can be written");
        }
        sweep(&library, SystemTime::now()).expect("it can be looked through");
        assert!(draft.exists(), "somebody may be at work on it");
        sweep(&library, SystemTime::now() + DAY * 2).expect("it can be looked through");
        assert!(library.exists() && !draft.exists());
    }
}
