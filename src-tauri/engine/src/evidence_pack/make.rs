//! Making a pack, as the discovery is at one moment.

use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use factly_core::discovery::EntityLabel;
use factly_core::evidence_pack::{
    BundleEntry, EXPORT, FORMAT, FactEntry, FileEntry, MANIFEST, Manifest, PackQuote, READ_ME, README, RepetitionEntry,
    TitledEntry, bundle_file,
};
use factly_core::inputs::sha256_hex;
use factly_core::message;
use factly_core::transfer::record::{BundleRecord, FactRecord};
use sha2::{Digest, Sha256};
use uuid::Uuid;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, System, ZipWriter};

use crate::error::{Code, Error, Result};
use crate::evidence_pack::EvidencePacks;
use crate::evidence_pack::seal;
use crate::file::{make_whole, write_failed};
use crate::lookup::discovery_row;
use crate::store::discoveries::DiscoveryRow;
use crate::store::{Reader, StoreError};
use crate::task::{Cancelled, Progress, ProgressThrottle, TaskStep};
use crate::transfer::export::write_discovery;

/// The pack that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackSummary {
    pub bytes: u64,
    pub bundles: usize,
    pub facts: usize,
    pub quotes: usize,
    /// The seal: whoever knows it knows whether a pack is this one.
    pub seal: String,
}

impl EvidencePacks<'_> {
    /// Writes a discovery's evidence pack to a file, which is there whole or not at all.
    pub fn pack(&self, discovery: Uuid, path: &Path, progress: &dyn Progress) -> Result<PackSummary> {
        let throttle = ProgressThrottle::new(progress);
        let mut packed = None;
        make_whole(path, self.ctx.world().ids.next(), |file| {
            let manifest = self.ctx.read(|r| {
                let row = discovery_row(r, discovery)?;
                let made = PackWriter::new(r, &row, file, &throttle).make();
                made.map_err(|error| if throttle.is_cancelled() { Cancelled.into() } else { error })
            })?;
            let tick = || if throttle.is_cancelled() { Err(io::ErrorKind::Interrupted.into()) } else { Ok(()) };
            let seal = seal::close(file, tick).map_err(|error| match error.kind() {
                io::ErrorKind::Interrupted => Cancelled.into(),
                _ => write_failed(path, &error),
            })?;
            let bytes = file.metadata().map_err(|error| write_failed(path, &error))?.len();
            packed = Some(summary(&manifest, bytes, seal));
            Ok(())
        })?;
        packed.ok_or_else(|| Error::new(Code::Internal, "The pack was not made."))
    }
}

fn summary(manifest: &Manifest, bytes: u64, seal: String) -> PackSummary {
    let own = manifest.facts.iter().filter(|fact| fact.evidence.is_some()).count();
    PackSummary {
        bytes,
        bundles: manifest.bundles.len(),
        facts: manifest.facts.len(),
        quotes: own + manifest.reaffirmations.len(),
        seal,
    }
}

/// A pack while it is written.
struct PackWriter<'a> {
    r: &'a Reader,
    row: &'a DiscoveryRow,
    zip: ZipWriter<BufWriter<&'a mut File>>,
    throttle: &'a ProgressThrottle<'a>,
    inputs: HashMap<Uuid, EntityLabel>,
    manifest: Manifest,
}

impl<'a> PackWriter<'a> {
    fn new(r: &'a Reader, row: &'a DiscoveryRow, file: &'a mut File, throttle: &'a ProgressThrottle<'a>) -> Self {
        let manifest = Manifest {
            format: FORMAT,
            discovery: TitledEntry { uuid: row.id, title: row.title.clone() },
            files: Vec::new(),
            bundles: Vec::new(),
            facts: Vec::new(),
            reaffirmations: Vec::new(),
        };
        let zip = ZipWriter::new(BufWriter::with_capacity(256 << 10, file));
        Self { r, row, zip, throttle, inputs: HashMap::new(), manifest }
    }

    fn make(mut self) -> Result<Manifest> {
        self.entry(README, READ_ME.as_bytes()).map_err(|error| failed(&error))?;
        self.bundles()?;
        self.export()?;
        self.reaffirmations()?;
        let manifest = serde_json::to_vec(&self.manifest).map_err(|error| failed(&error.into()))?;
        self.zip.start_file(MANIFEST, options()).map_err(|error| failed(&error.into()))?;
        evenly(&mut self.zip, &manifest).map_err(|error| failed(&error))?;
        self.zip.set_comment(seal::open()).map_err(|error| failed(&error.into()))?;
        let mut out = self.zip.finish().map_err(|error| failed(&error.into()))?;
        out.flush().map_err(|error| failed(&error))?;
        Ok(self.manifest)
    }

    fn bundles(&mut self) -> Result<()> {
        let (r, seq) = (self.r, self.row.seq);
        r.each_input_record(seq, &mut |_, input| {
            self.inputs.insert(input.uuid, input.label);
            Ok(())
        })?;
        let mut damaged = None;
        r.each_bundle_record(seq, &mut |_, record| {
            if sha256_hex(&record.text) != record.sha256 {
                damaged = Some(record.uuid);
                return Err(io::ErrorKind::InvalidData.into());
            }
            self.bundle(record)
        })
        .map_err(|error| damaged.map_or_else(|| error.into(), damaged_bundle))
    }

    fn bundle(&mut self, record: &BundleRecord<'_>) -> io::Result<()> {
        let input = record.input.and_then(|input| self.inputs.get(&input)).map(ToString::to_string);
        let file = bundle_file(self.manifest.bundles.len() + 1, input.as_deref());
        self.entry(&file, record.text.as_bytes())?;
        self.manifest.bundles.push(BundleEntry { uuid: record.uuid, file, sections: record.sections.clone() });
        Ok(())
    }

    fn export(&mut self) -> Result<()> {
        self.zip.start_file(EXPORT, options()).map_err(|error| failed(&error.into()))?;
        let mut out = HashingWriter { out: BlockWriter::new(&mut self.zip), hash: Sha256::new(), bytes: 0 };
        let facts = &mut self.manifest.facts;
        write_discovery(self.r, self.row, &mut out, self.throttle, &mut |record| facts.push(fact_entry(record)))?;
        out.out.end().map_err(|error| failed(&error))?;
        let (bytes, sha256) = (out.bytes, hex::encode(out.hash.finalize()));
        self.manifest.files.push(FileEntry { file: EXPORT.to_owned(), bytes, sha256 });
        Ok(())
    }

    fn reaffirmations(&mut self) -> Result<()> {
        let packed: HashSet<Uuid> = self.manifest.bundles.iter().map(|bundle| bundle.uuid).collect();
        let again = &mut self.manifest.reaffirmations;
        Ok(self.r.each_reaffirmation_record(self.row.seq, &mut |_, record| {
            if packed.contains(&record.evidence.bundle) {
                again.push(RepetitionEntry { fact: record.fact, evidence: PackQuote::from_record(&record.evidence) });
            }
            Ok(())
        })?)
    }

    fn entry(&mut self, file: &str, bytes: &[u8]) -> io::Result<()> {
        let (title, done) = (&self.row.title, self.manifest.files.len());
        let step = || TaskStep { title: title.clone(), done, ..TaskStep::default() };
        self.throttle.at(step).map_err(|Cancelled| io::Error::from(io::ErrorKind::Interrupted))?;
        self.zip.start_file(file, options())?;
        evenly(&mut self.zip, bytes)?;
        let sha256 = hex::encode(Sha256::digest(bytes));
        self.manifest.files.push(FileEntry { file: file.to_owned(), bytes: bytes.len() as u64, sha256 });
        Ok(())
    }
}

fn fact_entry(record: &FactRecord<'_>) -> FactEntry {
    FactEntry {
        label: record.label.to_string(),
        version: record.version,
        uuid: record.uuid,
        sha256: sha256_hex(&serde_json::to_string(record).unwrap_or_default()),
        evidence: record.evidence.as_ref().map(PackQuote::from_record),
    }
}

/// All that a zip says of an entry beside its bytes is the same for each, whatever the clock and the system.
pub(super) fn options() -> SimpleFileOptions {
    SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .compression_level(Some(6))
        .last_modified_time(DateTime::DEFAULT)
        .system(System::Unix)
        .unix_permissions(0o644)
}

fn evenly(out: &mut impl Write, bytes: &[u8]) -> io::Result<()> {
    let mut even = BlockWriter::new(out);
    even.write_all(bytes)?;
    even.end()
}

/// Hands on what it is given in parts of one size: what packs looks only as far as it was given, so other parts of the same
/// bytes would be packed otherwise.
pub(super) struct BlockWriter<'o, W> {
    out: &'o mut W,
    held: Vec<u8>,
}

impl<'o, W: Write> BlockWriter<'o, W> {
    const PART: usize = 64 << 10;

    pub(super) fn new(out: &'o mut W) -> Self {
        Self { out, held: Vec::with_capacity(Self::PART) }
    }

    pub(super) fn end(self) -> io::Result<()> {
        self.out.write_all(&self.held)
    }
}

impl<W: Write> Write for BlockWriter<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = bytes.len().min(Self::PART - self.held.len());
        self.held.extend_from_slice(&bytes[..taken]);
        if self.held.len() == Self::PART {
            self.out.write_all(&self.held)?;
            self.held.clear();
        }
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Hashes what goes by.
struct HashingWriter<'z, 'f> {
    out: BlockWriter<'z, ZipWriter<BufWriter<&'f mut File>>>,
    hash: Sha256,
    bytes: u64,
}

impl Write for HashingWriter<'_, '_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.hash.update(&bytes[..written]);
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn failed(error: &io::Error) -> Error {
    match error.kind() {
        io::ErrorKind::StorageFull => StoreError::Full.into(),
        io::ErrorKind::Interrupted => Cancelled.into(),
        _ => Error::new(Code::Io, message!("The pack could not be written: {}.", error)),
    }
}

fn damaged_bundle(bundle: Uuid) -> Error {
    Error::new(Code::LibraryDamaged, message!("The text of the bundle {} is not the one that was hashed.", bundle))
        .kept("No pack was made.")
        .hint("Check the library, and go back to a copy.")
}
