//! The files of a folder, and progress that says which of them it is.

use std::fs;
use std::path::{Path, PathBuf};

use crate::task::{Progress, TaskStep};

/// More files than this are not one folder of an analyst's.
const MOST_FILES: usize = 20_000;
const DEEPEST: usize = 64;

/// All files under a folder that are not hidden, by name; a file, or a folder without any, is what there is itself.
pub(super) fn found_in(path: &Path) -> Vec<PathBuf> {
    if !path.is_dir() {
        return vec![path.to_owned()];
    }
    let mut files = Vec::new();
    gather(path, DEEPEST, &mut files);
    if files.is_empty() { vec![path.to_owned()] } else { files }
}

fn gather(folder: &Path, depth: usize, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let mut entries: Vec<_> = entries.flatten().filter(|entry| !is_hidden(&entry.file_name())).collect();
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        // A link may lead back to where it lies.
        match entry.file_type() {
            Ok(kind) if kind.is_dir() && depth > 0 => gather(&entry.path(), depth - 1, files),
            Ok(kind) if kind.is_file() && files.len() < MOST_FILES => files.push(entry.path()),
            _ => {}
        }
    }
}

fn is_hidden(name: &std::ffi::OsStr) -> bool {
    name.as_encoded_bytes().starts_with(b".")
}

/// Says which of several files a step is of.
pub(super) struct FileProgress<'a> {
    pub(super) progress: &'a dyn Progress,
    pub(super) number: usize,
    pub(super) of: usize,
    /// Facts found in the files before it.
    pub(super) facts_before: usize,
}

impl Progress for FileProgress<'_> {
    fn show(&self, step: &TaskStep) {
        if self.of == 1 {
            return self.progress.show(step);
        }
        let step = TaskStep { facts: self.facts_before + step.facts, ..step.clone() };
        self.progress.show_file(&step, self.number, self.of);
    }

    fn is_cancelled(&self) -> bool {
        self.progress.is_cancelled()
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::FileProgress;
    use crate::task::{Progress, TaskStep};

    #[derive(Default)]
    struct Shown(RefCell<Vec<(String, usize)>>);

    impl Progress for Shown {
        fn show(&self, step: &TaskStep) {
            self.0.borrow_mut().push((step.title.clone(), step.facts));
        }
    }

    #[test]
    fn the_facts_of_the_files_before_are_counted_too() {
        let shown = Shown::default();
        let among = FileProgress { progress: &shown, number: 2, of: 4, facts_before: 68 };
        among.show(&TaskStep { title: "Diary".to_owned(), facts: 5, ..TaskStep::default() });
        assert_eq!(shown.0.take(), [("Diary (2/4)".to_owned(), 73)]);
    }
}
