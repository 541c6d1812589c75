//! Collections from other programs: conversations that were exported, archives of documents, and libraries of
//! references with their files.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use factly_core::message;
use factly_formats::Metadata;
use factly_formats::import::{ArchivedDocument, WorkReference, repeated_entries};
use uuid::Uuid;

use crate::duplicates::DuplicatePolicy;
use crate::error::{Code, Error, Result};
use crate::inputs::add::{AddReport, Failure, InputRemark, NamedRemark, Parsing};
use crate::inputs::{Inputs, file};
use crate::originals::{ExtractNote, read_archive, read_conversations, read_references};
use crate::store::inputs::InputOrigin;
use crate::task::{Progress, ProgressThrottle};

impl Inputs<'_> {
    /// Adds each conversation of an export, or each file of a library's works. False where a file is neither.
    pub(super) fn add_collection(
        &self,
        discovery: Uuid,
        path: &Path,
        bytes: &Arc<Vec<u8>>,
        how: (Parsing, DuplicatePolicy),
        progress: &dyn Progress,
        report: &mut AddReport,
    ) -> Result<bool> {
        let name = file::name_of(path);
        let ending = name.rsplit_once('.').map_or_else(String::new, |(_, ending)| ending.to_ascii_lowercase());
        let throttle = ProgressThrottle::new(progress);
        if matches!(ending.as_str(), "json" | "zip") {
            let conversations = read_conversations(&name, bytes, &throttle)?;
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
        if ending == "zip" {
            return self.add_archive(discovery, &name, bytes, how, progress, report);
        }
        if !matches!(ending.as_str(), "json" | "rdf") {
            return Ok(false);
        }
        let works = read_references(&name, bytes, &throttle)?;
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
        let texts = self.add_texts_of_works(discovery, &works, how, progress, report);
        self.note_bare_works(&name, &works, report);
        match (works.is_empty(), files.is_empty() && texts == 0) {
            (true, _) => Ok(false),
            (false, true) => Err(Error::new(Code::Empty, message!("“{}” lists works, and none with a file.", name))
                .kept("Nothing of it was added.")
                .hint("Export the library again, as Zotero RDF with its files.")),
            _ => Ok(true),
        }
    }

    /// Adds each document of an archive. False where it is none of documents.
    fn add_archive(
        &self,
        discovery: Uuid,
        name: &str,
        bytes: &Arc<Vec<u8>>,
        how: (Parsing, DuplicatePolicy),
        progress: &dyn Progress,
        report: &mut AddReport,
    ) -> Result<bool> {
        let documents = read_archive(name, bytes, &ProgressThrottle::new(progress))?;
        let (pictures, documents): (Vec<_>, Vec<_>) = documents.into_iter().partition(ArchivedDocument::is_picture);
        let is_any = !documents.is_empty();
        if is_any && !pictures.is_empty() {
            let note = ExtractNote::LeftOut { what: "pictures".to_owned(), count: pictures.len() as u64 };
            report.notes.push(NamedRemark { title: name.to_owned(), remark: InputRemark::Read(note) });
        }
        let repeated = repeated_entries(bytes).filter(|_| is_any);
        report
            .notes
            .extend(repeated.map(|note| NamedRemark { title: name.to_owned(), remark: InputRemark::Read(note) }));
        for ArchivedDocument { name, bytes } in documents {
            if report.cancelled || progress.is_cancelled() {
                report.cancelled = true;
                break;
            }
            let named = (None, InputOrigin::File, name.clone());
            if let Err(error) = self.add_read(discovery, named, (Arc::new(bytes), None), how, progress, report) {
                report.failures.push(Failure { name, error });
            }
        }
        Ok(is_any)
    }

    /// Adds the summary and the notes of each work as a text of its own; how many there are.
    fn add_texts_of_works(
        &self,
        discovery: Uuid,
        works: &[WorkReference],
        how: (Parsing, DuplicatePolicy),
        progress: &dyn Progress,
        report: &mut AddReport,
    ) -> usize {
        let mut count = 0;
        for work in works {
            let Some(text) = text_of(work) else { continue };
            if report.cancelled || progress.is_cancelled() {
                report.cancelled = true;
                break;
            }
            count += 1;
            let name = format!("{}.md", if work.title.is_empty() { "note" } else { &work.title });
            let named = (None, InputOrigin::File, name.clone());
            let read = (Arc::new(text.into_bytes()), Some(metadata(work)));
            if let Err(error) = self.add_read(discovery, named, read, how, progress, report) {
                report.failures.push(Failure { name, error });
            }
        }
        count
    }

    /// Tells how many works have nothing that could be read.
    fn note_bare_works(&self, name: &str, works: &[WorkReference], report: &mut AddReport) {
        let bare = works.iter().filter(|work| work.files.is_empty() && text_of(work).is_none()).count() as u64;
        if bare > 0 && bare < works.len() as u64 {
            let note = ExtractNote::LeftOut { what: "works without a file".to_owned(), count: bare };
            report.notes.push(NamedRemark { title: name.to_owned(), remark: InputRemark::Read(note) });
        }
    }

    fn add_file_of_work(
        &self,
        discovery: Uuid,
        library: &Path,
        (work, file): (&WorkReference, &str),
        how: (Parsing, DuplicatePolicy),
        progress: &dyn Progress,
        report: &mut AddReport,
    ) -> Result<()> {
        let path = beside(library, file)?;
        let known = metadata(work);
        report.files_of_works.insert(path.clone());
        let named = (None, InputOrigin::File, file::name_of(&path));
        let bytes = Arc::new(file::read_file(&path)?);
        self.add_read(discovery, named, (bytes, Some(known)), how, progress, report)
    }
}

fn metadata(work: &WorkReference) -> Metadata {
    Metadata {
        title: Some(work.title.clone()).filter(|title| !title.is_empty()),
        authors: work.authors.clone(),
        date: work.date.clone(),
    }
}

/// The summary and the notes of a work, under its title.
fn text_of(work: &WorkReference) -> Option<String> {
    let parts: Vec<&str> = work.summary.iter().chain(&work.notes).map(String::as_str).collect();
    let parts: Vec<&str> = parts.into_iter().filter(|part| !part.trim().is_empty()).collect();
    if parts.is_empty() {
        return None;
    }
    let title = if work.title.is_empty() { String::new() } else { format!("# {}\n\n", work.title) };
    Some(title + &parts.join("\n\n"))
}

/// A file that a library names, which lies in the library's folder: a path that leads out of it is none of its files.
fn beside(library: &Path, file: &str) -> Result<PathBuf> {
    let missing = || Error::not_found(message!("There is no file “{}”.", file));
    let folder = library.parent().unwrap_or(Path::new(".")).canonicalize().map_err(|_| missing())?;
    let path = folder.join(file).canonicalize().map_err(|_| missing())?;
    if path.starts_with(&folder) { Ok(path) } else { Err(missing()) }
}
