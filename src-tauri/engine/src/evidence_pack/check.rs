//! Checking a pack with nothing but the pack.
//!
//! Everything that can be read is checked, whatever else is wrong, so that a changed byte is named with its entry and
//! its fact. Only a file that cannot be read as a zip with a manifest at all is an error.

use factly_core::evidence_pack::{
    BundleEntry, EXPORT, FORMAT, FactEntry, FileEntry, MANIFEST, Manifest, PackQuote, checked,
};
use sha2::{Digest, Sha256};
use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;
use uuid::Uuid;

use factly_core::message;
use factly_core::message::UserMessage;

use crate::error::{Code, Error, Result};
use crate::evidence_pack::container;
use crate::evidence_pack::container::{Archive, ContainerFault, ZipEntry};
use crate::evidence_pack::export;
use crate::evidence_pack::export::ExportContents;
use crate::evidence_pack::{layout, seal};
use crate::task::{Cancelled, Progress, ProgressThrottle, TaskStep};

/// A manifest is held whole, and so is a text: no pack has longer ones.
const MAX_MANIFEST: u64 = 1 << 30;
const MAX_TEXT: u64 = 64 << 20;
const MAX_EXPORT: u64 = 4 << 30;
/// Further problems are counted and not listed.
const LISTED: usize = 1_000;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PackReport {
    pub title: String,
    pub discovery: Option<Uuid>,
    /// The seal that the file bears; none where it cannot be read.
    pub seal: Option<String>,
    pub files: usize,
    pub bundles: usize,
    pub facts: usize,
    pub quotes: usize,
    pub problems: Vec<PackProblem>,
    /// Number of problems, listed or not.
    pub problems_total: usize,
}

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackProblem {
    /// The entry of the zip; none: the zip itself.
    pub entry: Option<String>,
    pub fact: Option<String>,
    pub message: UserMessage,
}

/// Checks the pack at `path`. Long: for a thread in the background.
pub fn verify(path: &Path, progress: &dyn Progress) -> Result<PackReport> {
    let throttle = ProgressThrottle::new(progress);
    let mut file = File::open(path).map_err(|error| unread(path, &error))?;
    let mut check = PackChecker { throttle: &throttle, report: PackReport::default(), step: 0, of: 0 };
    let is_sealed = check.seal(&mut file, path)?;
    if !is_sealed && check.report.seal.is_some() {
        for (entry, message) in layout::changed_headers(&mut file).map_err(|error| unread(path, &error))? {
            check.problem(entry.as_deref(), None, message);
        }
    }
    match check.contents(&mut file, path, is_sealed) {
        // It is a pack that was changed where a zip cannot be read without.
        Err(error) if !is_sealed && error.code == Code::Invalid => {
            Err(check.report.problems.first().map_or(error, named))
        }
        read => read.map(|()| check.report),
    }
}

fn named(problem: &PackProblem) -> Error {
    let message = &problem.message;
    container::unread(match &problem.entry {
        Some(entry) => message!("The file cannot be read as an evidence pack: {}: {}", entry, message),
        None => message!("The file cannot be read as an evidence pack: {}", message),
    })
}

fn unread(path: &Path, error: &io::Error) -> Error {
    let code = if error.kind() == io::ErrorKind::NotFound { Code::NotFound } else { Code::Io };
    Error::new(code, message!("“{}” could not be read: {}.", path.display(), error))
}

struct PackChecker<'a> {
    throttle: &'a ProgressThrottle<'a>,
    report: PackReport,
    step: usize,
    of: usize,
}

/// An entry that was read.
struct UnpackedEntry {
    sha256: String,
    bytes: u64,
}

impl PackChecker<'_> {
    fn contents(&mut self, file: &mut File, path: &Path, is_sealed: bool) -> Result<()> {
        let mut archive = container::open(file.try_clone().map_err(|error| unread(path, &error))?)?;
        let entries = container::listed(&mut archive)?;
        for (entry, message) in container::faults_of_layout(file, &archive, &entries)? {
            self.problem(entry.as_deref(), None, message);
        }
        self.of = entries.len();
        if let Some(manifest) = self.manifest(&mut archive, &entries)? {
            self.files(&mut archive, &entries, &manifest)?;
        }
        if !is_sealed && self.report.problems.is_empty() {
            let (entry, message) = self.unseen(&mut archive, &entries, path)?;
            self.problem(entry.as_deref(), None, message);
        }
        Ok(())
    }

    /// The place of a change that shows nowhere.
    fn unseen(&mut self, archive: &mut Archive, entries: &[ZipEntry], path: &Path) -> Result<ContainerFault> {
        if self.report.seal.is_none() {
            return Ok((None, "The seal at its end was changed, or it never had one."));
        }
        let tick = || self.tick("Seal").map_err(|Cancelled| io::Error::from(io::ErrorKind::Interrupted));
        layout::changed_unseen(archive, entries, tick).map_err(|error| match error.kind() {
            io::ErrorKind::Interrupted => Cancelled.into(),
            _ => unread(path, &error),
        })
    }

    fn problem(&mut self, entry: Option<&str>, fact: Option<&str>, message: impl Into<UserMessage>) {
        self.report.problems_total += 1;
        if self.report.problems.len() < LISTED {
            let (entry, fact) = (entry.map(str::to_owned), fact.map(str::to_owned));
            self.report.problems.push(PackProblem { entry, fact, message: message.into() });
        }
    }

    fn tick(&self, title: &str) -> Result<(), Cancelled> {
        let (done, total, facts) = (self.step, self.of, self.report.facts);
        self.throttle.at(|| TaskStep { title: title.to_owned(), done, total, facts })
    }

    fn seal(&mut self, file: &mut File, path: &Path) -> Result<bool> {
        let sealed =
            seal::check(file, || self.tick("Seal").map_err(|Cancelled| io::Error::from(io::ErrorKind::Interrupted)));
        match sealed {
            Ok((is_intact, seal)) => {
                self.report.seal = seal;
                Ok(is_intact)
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Err(Cancelled.into()),
            Err(error) => Err(unread(path, &error)),
        }
    }

    fn manifest(&mut self, archive: &mut Archive, entries: &[ZipEntry]) -> Result<Option<Manifest>> {
        self.tick(MANIFEST)?;
        let Some(at) = entries.iter().position(|entry| entry.name == MANIFEST) else {
            return Err(container::no_pack(message!("it has no manifest")));
        };
        let read = archive
            .by_index(at)
            .map_err(io::Error::from)
            .and_then(|entry| Ok(serde_json::from_reader::<_, Manifest>(BufReader::new(entry.take(MAX_MANIFEST)))?));
        match read {
            Ok(manifest) if manifest.format > FORMAT => {
                Err(Error::new(Code::Invalid, "The pack was made by a later version of Factly.")
                    .hint("Check it with that version or a later one."))
            }
            Ok(manifest) => Ok(Some(manifest)),
            Err(error) => {
                self.problem(
                    Some(MANIFEST),
                    None,
                    message!("It cannot be read: {}. Nothing else could be checked.", error),
                );
                Ok(None)
            }
        }
    }

    fn files(&mut self, archive: &mut Archive, entries: &[ZipEntry], manifest: &Manifest) -> Result<()> {
        self.report.title.clone_from(&manifest.discovery.title);
        self.report.discovery = Some(manifest.discovery.uuid);
        self.entries_agree(entries, manifest);
        let bundles: HashMap<&str, &BundleEntry> =
            manifest.bundles.iter().map(|bundle| (bundle.file.as_str(), bundle)).collect();
        let quotes = quotes_by_bundle(manifest);
        let at: HashMap<&str, usize> = entries.iter().enumerate().map(|(at, entry)| (&*entry.name, at)).collect();
        for file in &manifest.files {
            self.tick(&file.file)?;
            self.step += 1;
            let Some(&at) = at.get(file.file.as_str()) else { continue };
            match bundles.get(file.file.as_str()) {
                Some(bundle) => self.bundle(archive, at, file, bundle, &quotes)?,
                None if file.file == EXPORT => self.export(archive, at, file, manifest)?,
                None => self.other(archive, at, file)?,
            }
        }
        self.report.files = manifest.files.len();
        self.report.bundles = manifest.bundles.len();
        self.report.facts = manifest.facts.len();
        Ok(())
    }

    /// Checks that what the manifest names is there, and nothing else.
    fn entries_agree(&mut self, entries: &[ZipEntry], manifest: &Manifest) {
        let there: HashSet<&str> = entries.iter().map(|entry| &*entry.name).collect();
        let mut named: HashSet<&str> = HashSet::from([MANIFEST]);
        for file in &manifest.files {
            if !named.insert(&file.file) {
                self.problem(Some(MANIFEST), None, message!("It names {} twice.", file.file));
            }
            if !there.contains(&*file.file) {
                self.problem(Some(&file.file), None, message!("It is missing."));
            }
        }
        for entry in entries.iter().filter(|entry| !named.contains(&*entry.name)) {
            self.problem(Some(&entry.name), None, message!("The manifest does not name it."));
        }
        for needed in manifest.bundles.iter().map(|bundle| &*bundle.file).chain([EXPORT]) {
            if !named.contains(needed) {
                self.problem(Some(MANIFEST), None, message!("It gives no hash of {}.", needed));
            }
        }
        self.quotes_have_bundles(manifest);
    }

    fn quotes_have_bundles(&mut self, manifest: &Manifest) {
        let bundles: HashSet<Uuid> = manifest.bundles.iter().map(|bundle| bundle.uuid).collect();
        if bundles.len() != manifest.bundles.len() {
            self.problem(Some(MANIFEST), None, message!("It names a bundle twice."));
        }
        let names: HashMap<Uuid, String> = manifest.facts.iter().map(|fact| (fact.uuid, fact.name())).collect();
        if names.len() != manifest.facts.len() {
            self.problem(Some(MANIFEST), None, message!("It names a fact twice."));
        }
        let own = manifest.facts.iter().filter_map(|fact| Some((fact.uuid, fact.evidence.as_ref()?)));
        let again = manifest.reaffirmations.iter().map(|again| (again.fact, &again.evidence));
        for (fact, quote) in own.chain(again) {
            match names.get(&fact) {
                None => self.problem(Some(MANIFEST), None, message!("It says {} again, which is no fact of it.", fact)),
                Some(name) if !bundles.contains(&quote.bundle) => {
                    self.problem(
                        Some(MANIFEST),
                        Some(name),
                        message!("Its quote stands in a bundle that is not here."),
                    );
                }
                Some(_) => {}
            }
        }
    }

    fn bundle(
        &mut self,
        archive: &mut Archive,
        at: usize,
        file: &FileEntry,
        bundle: &BundleEntry,
        quotes: &HashMap<Uuid, Vec<(String, &PackQuote)>>,
    ) -> Result<()> {
        let mut bytes = Vec::new();
        let Some(unpacked) =
            self.unpack(archive, at, file, MAX_TEXT, |entry| entry.read_to_end(&mut bytes).map(drop))?
        else {
            return Ok(());
        };
        let Ok(text) = String::from_utf8(bytes) else {
            self.problem(Some(&file.file), None, message!("It is not UTF-8."));
            return Ok(());
        };
        // Held to the hash of what was read: that it is another than the manifest's was said, and the quotes that still
        // stand still do.
        let text = match checked(bundle, &unpacked.sha256, text) {
            Ok(text) => text,
            Err(fault) => {
                self.problem(Some(&file.file), None, UserMessage::new(fault.to_string(), Vec::new()));
                return Ok(());
            }
        };
        for (fact, quote) in quotes.get(&bundle.uuid).into_iter().flatten() {
            self.report.quotes += 1;
            if !quote.occurs_in(&text) {
                self.problem(Some(&file.file), Some(fact), message!("Its quote does not stand at its place."));
            }
        }
        Ok(())
    }

    fn other(&mut self, archive: &mut Archive, at: usize, file: &FileEntry) -> Result<()> {
        self.unpack(archive, at, file, MAX_TEXT, |entry| io::copy(entry, &mut io::sink()).map(drop)).map(drop)
    }

    fn export(&mut self, archive: &mut Archive, at: usize, file: &FileEntry, manifest: &Manifest) -> Result<()> {
        let mut read = None;
        self.unpack(archive, at, file, MAX_EXPORT, |entry| {
            read = Some(export::read(BufReader::with_capacity(256 << 10, &mut *entry)));
            // The hash is over all of it, whatever could be read.
            io::copy(entry, &mut io::sink()).map(drop)
        })?;
        match read {
            Some(Ok(contents)) => self.agrees(&contents, manifest),
            Some(Err(error)) => self.problem(Some(EXPORT), None, message!("It cannot be read: {}.", error)),
            None => {}
        }
        Ok(())
    }

    /// Reads an entry to its end, hashes it and holds it to the manifest. `None`: it could not be read.
    fn unpack(
        &mut self,
        archive: &mut Archive,
        at: usize,
        file: &FileEntry,
        limit: u64,
        read: impl FnOnce(&mut dyn Read) -> io::Result<()>,
    ) -> Result<Option<UnpackedEntry>> {
        if file.bytes > limit {
            self.problem(Some(&file.file), None, message!("It claims to be longer than any entry of a pack."));
            return Ok(None);
        }
        let throttle = self.throttle;
        let unpacked = archive.by_index(at).map_err(io::Error::from).and_then(|entry| {
            // One byte more than it should have, to see whether it goes on.
            let mut hashing =
                HashingReader { entry: entry.take(file.bytes + 1), hash: Sha256::new(), bytes: 0, throttle };
            read(&mut hashing)?;
            Ok(UnpackedEntry { sha256: hex::encode(hashing.hash.finalize()), bytes: hashing.bytes })
        });
        match unpacked {
            Ok(unpacked) => {
                if unpacked.bytes != file.bytes || unpacked.sha256 != file.sha256 {
                    self.problem(Some(&file.file), None, message!("It is not what was hashed."));
                }
                Ok(Some(unpacked))
            }
            Err(_) if throttle.is_cancelled() => Err(Cancelled.into()),
            Err(error) => {
                self.problem(Some(&file.file), None, message!("It cannot be unpacked: {}.", error));
                Ok(None)
            }
        }
    }

    /// The export says of bundles and facts what the manifest says.
    fn agrees(&mut self, contents: &ExportContents, manifest: &Manifest) {
        if contents.discovery != Some(manifest.discovery.uuid) {
            self.problem(Some(EXPORT), None, message!("It is of another discovery than the manifest."));
        }
        for double in &contents.doubles {
            self.problem(Some(EXPORT), None, message!("{} stands in it twice.", double));
        }
        self.bundles_agree(contents, manifest);
        for fact in &manifest.facts {
            self.fact_agrees(contents, fact);
        }
        let named: HashSet<Uuid> = manifest.facts.iter().map(|fact| fact.uuid).collect();
        for extra in contents.facts.keys().filter(|fact| !named.contains(fact)) {
            self.problem(Some(EXPORT), Some(&extra.to_string()), message!("The manifest does not name the fact."));
        }
        let mut again: Vec<_> = contents.again.iter().map(|again| (again.fact, &again.evidence)).collect();
        let mut named: Vec<_> = manifest.reaffirmations.iter().map(|again| (again.fact, &again.evidence)).collect();
        let order = |(fact, quote): &(Uuid, &PackQuote)| (*fact, quote.bundle, quote.start, quote.end);
        again.sort_by_key(order);
        named.sort_by_key(order);
        if again != named {
            self.problem(Some(EXPORT), None, message!("What says facts again is not what the manifest names."));
        }
    }

    fn bundles_agree(&mut self, contents: &ExportContents, manifest: &Manifest) {
        let hashes: HashMap<&str, &str> = manifest.files.iter().map(|file| (&*file.file, &*file.sha256)).collect();
        for bundle in &manifest.bundles {
            let agrees = contents.bundles.get(&bundle.uuid).is_some_and(|exported| {
                let hash = hashes.get(&*bundle.file).copied();
                hash == Some(&exported.sha256)
                    && exported.claimed == exported.sha256
                    && exported.sections == bundle.sections
            });
            if !agrees {
                self.problem(Some(EXPORT), None, message!("It does not say what {} says.", bundle.file));
            }
        }
        if contents.bundles.len() > manifest.bundles.len() {
            self.problem(Some(EXPORT), None, message!("It has a bundle that the manifest does not name."));
        }
    }

    fn fact_agrees(&mut self, contents: &ExportContents, fact: &FactEntry) {
        let what = match contents.facts.get(&fact.uuid) {
            None => message!("It is missing."),
            Some(found) if found.evidence != fact.evidence => {
                message!("Its quote is not the one that the manifest has.")
            }
            Some(found) if found.sha256 != fact.sha256 => message!("Its record is not what was hashed."),
            Some(_) => return,
        };
        self.problem(Some(EXPORT), Some(&fact.name()), what);
    }
}

fn quotes_by_bundle(manifest: &Manifest) -> HashMap<Uuid, Vec<(String, &PackQuote)>> {
    let names: HashMap<Uuid, &FactEntry> = manifest.facts.iter().map(|fact| (fact.uuid, fact)).collect();
    let own = manifest.facts.iter().filter_map(|fact| Some((fact.uuid, fact.evidence.as_ref()?)));
    let again = manifest.reaffirmations.iter().map(|again| (again.fact, &again.evidence));
    let mut quotes: HashMap<Uuid, Vec<(String, &PackQuote)>> = HashMap::new();
    for (fact, quote) in own.chain(again) {
        let name = names.get(&fact).map_or_else(|| fact.to_string(), |fact| fact.name());
        quotes.entry(quote.bundle).or_default().push((name, quote));
    }
    quotes
}

/// Hashes and counts what goes by, and ends when the task is called off.
struct HashingReader<'p, R> {
    entry: R,
    hash: Sha256,
    bytes: u64,
    throttle: &'p ProgressThrottle<'p>,
}

impl<R: Read> Read for HashingReader<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.throttle.is_cancelled() {
            return Err(io::Error::other("cancelled"));
        }
        let read = self.entry.read(buffer)?;
        self.hash.update(&buffer[..read]);
        self.bytes += read as u64;
        Ok(read)
    }
}
