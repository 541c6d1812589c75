//! What people bring from other programs: conversations that were exported, and libraries of references with their files.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use factly_core::said;
use factly_formats::Metadata;
use factly_formats::import::WorkReference;
use uuid::Uuid;

use crate::bundle::add::{AddReport, Failure, Parsing};
use crate::bundle::{Inputs, file};
use crate::duplicates::Anyway;
use crate::error::{Code, Error, Result};
use crate::originals::{read_conversations, read_references};
use crate::store::inputs::InputOrigin;
use crate::task::{Pace, Progress};

impl Inputs<'_> {
    /// Adds each conversation of an export, or each file of a library's works. False where a file is neither.
    pub(super) fn add_collection(
        &self,
        discovery: Uuid,
        path: &Path,
        bytes: &Arc<Vec<u8>>,
        how: (Parsing, Anyway),
        progress: &dyn Progress,
        report: &mut AddReport,
    ) -> Result<bool> {
        let name = file::name_of(path);
        let ending = name.rsplit_once('.').map_or_else(String::new, |(_, ending)| ending.to_ascii_lowercase());
        let pace = Pace::new(progress);
        if matches!(ending.as_str(), "json" | "zip") {
            let conversations = read_conversations(&name, bytes, &pace)?;
            let is_any = !conversations.is_empty();
            for extract in conversations {
                let named = (None, InputOrigin::File, name.clone());
                let read = (extract, Arc::clone(bytes));
                if let Err(error) = self.add_extract(discovery, named, read, how, progress, report) {
                    report.failures.push(Failure { name: name.clone(), error });
                }
                if report.cancelled {
                    break;
                }
            }
            if is_any {
                return Ok(true);
            }
        }
        if !matches!(ending.as_str(), "json" | "rdf") {
            return Ok(false);
        }
        let works = read_references(&name, bytes, &pace)?;
        let files: Vec<(&WorkReference, &String)> =
            works.iter().flat_map(|work| work.files.iter().map(move |file| (work, file))).collect();
        for (work, file) in &files {
            if report.cancelled || progress.is_cancelled() {
                report.cancelled = true;
                break;
            }
            if let Err(error) = self.add_file_of_work(discovery, path, (work, file), how, progress, report) {
                report.failures.push(Failure { name: (*file).clone(), error });
            }
        }
        match (works.is_empty(), files.is_empty()) {
            (true, _) => Ok(false),
            (false, true) => Err(Error::new(Code::Empty, said!("“{}” lists works, and none with a file.", name))
                .kept("Nothing of it was added.")
                .hint("Export the library again, as Zotero RDF with its files.")),
            _ => Ok(true),
        }
    }

    fn add_file_of_work(
        &self,
        discovery: Uuid,
        library: &Path,
        (work, file): (&WorkReference, &str),
        how: (Parsing, Anyway),
        progress: &dyn Progress,
        report: &mut AddReport,
    ) -> Result<()> {
        let path = beside(library, file)?;
        let known = Metadata {
            title: Some(work.title.clone()).filter(|title| !title.is_empty()),
            authors: work.authors.clone(),
            date: work.date.clone(),
        };
        let named = (None, InputOrigin::File, file::name_of(&path));
        let bytes = Arc::new(file::read_file(&path)?);
        self.add_read(discovery, named, (bytes, Some(known)), how, progress, report)
    }
}

/// A file that a library names, which lies in the library's folder: a path that leads out of it is none of its files.
fn beside(library: &Path, file: &str) -> Result<PathBuf> {
    let missing = || Error::not_found(said!("There is no file “{}”.", file));
    let folder = library.parent().unwrap_or(Path::new(".")).canonicalize().map_err(|_| missing())?;
    let path = folder.join(file).canonicalize().map_err(|_| missing())?;
    if path.starts_with(&folder) { Ok(path) } else { Err(missing()) }
}
