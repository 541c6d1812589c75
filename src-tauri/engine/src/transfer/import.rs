//! Reading a file into the library: everything in it is looked at first, and then written in one transaction, or not at
//! all. A preview is the same look, without the writing.

use std::fs;
use std::path::Path;
use std::rc::Rc;

use factly_core::message;
use factly_core::message::UserMessage;
use factly_core::transfer::{FileFinding, FileLocation, FindingCode};

use crate::error::{Code, Error, Result};
use crate::store::{Op, Reader, Stack};
use crate::task::{Progress, ProgressThrottle};
use crate::transfer::Transfer;
use crate::transfer::begin::already_exists;
use crate::transfer::existing::{ImportMode, same_discovery};
use crate::transfer::findings::{Findings, Repairs};
use crate::transfer::head::heading;
use crate::transfer::index::FileIndex;
use crate::transfer::outline::{FilePart, outline};
use crate::transfer::reader::ImportReader;
use crate::transfer::sink::Sink;
use crate::transfer::source::{Halt, Source};
use crate::transfer::tally::{DiscoveryPreview, ImportCounter};
use crate::transfer::writer::{ImportWriter, Imported};

/// The effects of an import, and the obstacles to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preview {
    pub bytes: u64,
    pub discoveries: Vec<DiscoveryPreview>,
    /// The first of them, in the order in which the lists hang together.
    pub findings: Vec<FileFinding>,
    pub findings_total: usize,
    /// Nothing is wrong that could not be mended, and nothing is here already that is to be added.
    pub can_apply: bool,
}

struct ImportScan {
    parts: Vec<(FilePart, Rc<FileIndex>)>,
    found: Vec<DiscoveryPreview>,
    findings: Findings,
}

impl Transfer<'_> {
    /// Looks through a file and says what importing it would do. Writes nothing.
    pub fn import_preview(&self, path: &Path, how: ImportMode, progress: &dyn Progress) -> Result<Preview> {
        let throttle = ProgressThrottle::new(progress);
        let mut file = ImportFile::new(path)?;
        let looked = self.ctx.read(|r| self.look(&mut file, r, how, Repairs::all(), &throttle))?;
        let is_refused = how == ImportMode::Add && looked.found.iter().any(|found| found.here.is_some());
        Ok(Preview {
            bytes: file.bytes,
            discoveries: looked.found,
            can_apply: !looked.findings.is_blocked && !is_refused,
            findings_total: looked.findings.total,
            findings: looked.findings.first,
        })
    }

    /// Imports a file, whole or not at all; faults of the kinds in `repairs` are mended as each says.
    ///
    /// One step of undo: of the discovery that one is merged into, else of the library.
    pub fn import_apply(
        &self,
        path: &Path,
        how: ImportMode,
        repairs: &Repairs,
        progress: &dyn Progress,
    ) -> Result<Vec<Imported>> {
        let throttle = ProgressThrottle::new(progress);
        let mut file = ImportFile::new(path)?;
        let (looked, op) = self.ctx.read(|r| {
            let looked = self.look(&mut file, r, how, repairs.clone(), &throttle)?;
            let op = operation(r, how, &looked, self.ctx.world().clock.now_ms())?;
            Ok((looked, op))
        })?;
        refuse(&looked, how)?;
        let written = self.ctx.write(op, |w| {
            let _cache = w.with_large_cache()?;
            let mut rows = ImportWriter::new(w, how);
            let mut findings = Findings::new(repairs.clone());
            for (part, index) in &looked.parts {
                file.walk(part, index, &mut findings, &mut rows, self.ctx.world(), &throttle)?;
            }
            if findings.is_blocked {
                return Err(
                    Error::new(Code::Stale, "The file changed while it was read.").kept("Nothing was imported.")
                );
            }
            let (done, hidden) = (std::mem::take(&mut rows.done), std::mem::take(&mut rows.hidden));
            let edits = std::mem::take(&mut rows.edits);
            if !hidden.is_empty() && done.iter().all(|done| !done.merged && !done.came_back) {
                w.leave_insertions_out()?;
            }
            hidden.into_iter().try_for_each(|seq| w.show_discovery(seq))?;
            edits.iter().try_for_each(|edit| edit.apply(self.ctx, w))?;
            Ok(done)
        })?;
        Ok(written.value)
    }

    fn look(
        &self,
        file: &mut ImportFile,
        r: &Reader,
        how: ImportMode,
        repairs: Repairs,
        throttle: &ProgressThrottle<'_>,
    ) -> Result<ImportScan> {
        let mut looked = ImportScan { parts: Vec::new(), found: Vec::new(), findings: Findings::new(repairs) };
        let mut counting = ImportCounter::new(r, how);
        let read = file.look(&mut looked, &mut counting, self.ctx.world(), throttle);
        looked.found = counting.found;
        match read {
            Err(Halt::Finding(finding)) => looked.findings.add(finding),
            Err(Halt::Error(error)) => return Err(error),
            Ok(()) => {}
        }
        Ok(looked)
    }
}

/// A file that is read at two places.
struct ImportFile {
    source: Source,
    aside: Source,
    bytes: u64,
    title: String,
}

impl ImportFile {
    fn new(path: &Path) -> Result<Self> {
        let (source, aside) = (Source::open(path)?, Source::open(path)?);
        let bytes = fs::metadata(path).map_or(0, |metadata| metadata.len());
        let title = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        Ok(Self { source, aside, bytes, title })
    }

    fn look(
        &mut self,
        looked: &mut ImportScan,
        counting: &mut ImportCounter<'_>,
        world: &crate::world::World,
        throttle: &ProgressThrottle<'_>,
    ) -> std::result::Result<(), Halt> {
        for part in outline(&mut self.source)? {
            let index = Rc::new(FileIndex::read(&mut self.source, &part, &mut looked.findings)?);
            self.walked(&part, &index, &mut looked.findings, counting, world, throttle)?;
            looked.parts.push((part, index));
        }
        Ok(())
    }

    fn walk(
        &mut self,
        part: &FilePart,
        index: &Rc<FileIndex>,
        findings: &mut Findings,
        sink: &mut dyn Sink,
        world: &crate::world::World,
        throttle: &ProgressThrottle<'_>,
    ) -> Result<()> {
        match self.walked(part, index, findings, sink, world, throttle) {
            Err(Halt::Error(error)) => Err(error),
            Err(Halt::Finding(finding)) => Err(refused(&finding, 1)),
            Ok(()) => Ok(()),
        }
    }

    fn walked(
        &mut self,
        part: &FilePart,
        index: &Rc<FileIndex>,
        findings: &mut Findings,
        sink: &mut dyn Sink,
        world: &crate::world::World,
        throttle: &ProgressThrottle<'_>,
    ) -> std::result::Result<(), Halt> {
        let mut walk = ImportReader {
            source: &mut self.source,
            aside: &mut self.aside,
            part,
            index,
            findings,
            sink,
            world,
            throttle,
            title: &self.title,
            total_kb: usize::try_from(self.bytes >> 10).unwrap_or(usize::MAX),
            kept_bytes: 0,
        };
        walk.run()
    }
}

/// Merged into one discovery it is a step of that; everything else changes the list of discoveries.
fn operation(r: &Reader, how: ImportMode, looked: &ImportScan, now_ms: i64) -> Result<Op> {
    if let ([(part, _)], ImportMode::Merge) = (looked.parts.as_slice(), how) {
        let heading = heading(part, now_ms, &mut Findings::new(Repairs::default()));
        if let Some(row) = same_discovery(r, &heading)? {
            return Ok(Op::named(Stack::Discovery(row.seq), message!("Merge a file")));
        }
    }
    let name = match looked.found.as_slice() {
        [one] => message!("Import “{}”", one.title),
        several => message!("Import {} discoveries", several.len()),
    };
    Ok(Op::named(Stack::Library, name))
}

fn refuse(looked: &ImportScan, how: ImportMode) -> Result<()> {
    if looked.findings.is_blocked {
        let location = FileLocation::default();
        let nothing = FileFinding::new(FindingCode::Syntax, message!("The file cannot be read."), location);
        return Err(refused(looked.findings.first.first().unwrap_or(&nothing), looked.findings.total));
    }
    match looked.found.iter().find_map(|found| found.here.as_ref()) {
        Some((_, title)) if how == ImportMode::Add => Err(already_exists(title)),
        _ => Ok(()),
    }
}

fn refused(first: &FileFinding, total: usize) -> Error {
    let (location, message) = (first.location.describe(), first.message.clone());
    let what = match total {
        0 | 1 => message!("At {}: {}", location, message),
        _ => message!("At {}: {} {} more things are wrong.", location, message, total - 1),
    };
    let error = Error::invalid(what).kept("Nothing was imported.");
    match (first.code.choice().map(UserMessage::from), first.code.other_choice()) {
        (Some(choice), Some((_, other))) => {
            error.hint(message!("It can be mended: {} Or: {}", choice, UserMessage::from(other)))
        }
        (Some(choice), None) => error.hint(message!("It can be mended: {}", choice)),
        (None, _) => error.hint("Correct the file, or export it again."),
    }
}
