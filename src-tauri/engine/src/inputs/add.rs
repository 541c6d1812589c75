//! Adding a text: let in by the door, cut, bundled and committed as a whole, then parsed bundle by bundle.
//!
//! The Input, all its bundles and a queued run for each are one transaction, so nothing is ever half added. What is not
//! parsed when the task is cancelled or the application dies stays queued, and [`Inputs::read_rest`] goes on with it.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use factly_core::discovery::{EntityKind, EntityLabel};
use factly_core::inputs::{Bundle, BundleTurn, Stage, build, cut, sha256_hex};
use factly_core::message;
use factly_core::text::normalize::{NormalizedText, normalize};
use factly_formats::{Extract, Metadata};
use uuid::Uuid;

use crate::duplicates::DuplicatePolicy;
use crate::duplicates::Duplicates;
use crate::duplicates::LikeInput;
use crate::duplicates::record_variants;
use crate::error::{Code, Error, Result};
use crate::extraction::OFFLINE;
use crate::input_summary::{InputSummary, input_summary};
use crate::inputs::Inputs;
use crate::inputs::file;
use crate::inputs::folder::{FileProgress, found_in};
use crate::items::ItemMentions;
use crate::keys::fit_packs_to;
use crate::lookup::{checked_title, discovery_row};
use crate::originals::{self, ExtractNote, IncomingDocument, MAX_FILE_BYTES, note_words, read_document, read_seeing};
use crate::store::bundles::NewPiece;
use crate::store::discoveries::DiscoveryRow;
use crate::store::inputs::{InputOrigin, InputToInsert};
use crate::store::runs::{NewRun, RunStatus};
use crate::store::{BundleSeq, InputSeq, LabelKind, Op, OpSeq, Stack, Topic, Writer};
use crate::task::{Progress, ProgressThrottle, TaskStep};

/// Of what a text is like, more are no help in deciding.
const SHOWN: usize = 5;

/// A text to be added.
#[derive(Clone, Debug)]
pub struct NewInput {
    /// Made from the file's name or the first words where there is none.
    pub title: Option<String>,
    pub origin: InputOrigin,
    pub file_name: Option<String>,
    pub text: String,
}

/// A document to be added: a file, or what a clipboard or standard input gave.
#[derive(Clone, Debug)]
pub struct NewDocument {
    /// Taken from the document, its name or its first words where there is none.
    pub title: Option<String>,
    pub origin: InputOrigin,
    /// A file's name; of other bytes what the analyst calls them, with the ending of what they are.
    pub name: String,
    pub bytes: Vec<u8>,
}

/// The time of parsing: as soon as a text is added, or later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parsing {
    Now,
    Later,
}

/// The outcome of a request to add or to read on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AddReport {
    pub added: Vec<InputSummary>,
    /// Texts that Inputs have already, or nearly, of which nothing was added.
    pub held_back: Vec<HeldText>,
    /// Texts that were added though Inputs have them already, or nearly, and nobody was asked.
    pub alike: Vec<HeldText>,
    pub failures: Vec<Failure>,
    /// Remarks on what was added, for the analyst.
    pub notes: Vec<NamedRemark>,
    pub cancelled: bool,
    /// Files that were added as those of a library's works: a folder has them too.
    pub(super) files_of_works: HashSet<PathBuf>,
    /// Reason why what was added, or was there, was not read: its runs wait or failed, and can be tried again.
    pub unread: Option<Error>,
}

/// A file or a text of which nothing was added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    pub name: String,
    pub error: Error,
}

/// A text that an Input has already, or nearly.
#[derive(Clone, Debug, PartialEq)]
pub struct HeldText {
    /// The title it would have had.
    pub title: String,
    /// Position among the files, counted from 0; of a text alone 0. Where it was added, that among what was.
    pub place: usize,
    /// Path of the file, to be added after all.
    pub path: Option<PathBuf>,
    /// Inputs that it is like, most alike first; never none.
    pub like: Vec<LikeInput>,
}

/// A remark on an Input that was added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedRemark {
    pub title: String,
    pub remark: InputRemark,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InputRemark {
    /// The reader of its format says it.
    Read(ExtractNote),
    NulsDropped(usize),
}

impl NamedRemark {
    /// In English, for a terminal.
    pub fn words(&self) -> String {
        let remark = match &self.remark {
            InputRemark::Read(note) => note_words(note),
            InputRemark::NulsDropped(1) => "1 NUL character was dropped".to_owned(),
            InputRemark::NulsDropped(count) => format!("{count} NUL characters were dropped"),
        };
        format!("“{}”: {remark}.", self.title)
    }
}

fn is_library(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("rdf") || ending.eq_ignore_ascii_case("json"))
}

/// The committed Input, and what is to be parsed of it.
pub(super) struct CommittedInput {
    pub(super) input: InputSeq,
    pub(super) title: String,
    pub(super) operation: Option<OpSeq>,
    pub(super) bundles: Vec<BundleSeq>,
    pub(super) is_sample: bool,
}

impl Inputs<'_> {
    /// Adds one text, beside whatever is like it.
    pub fn add_input(
        &self,
        discovery: Uuid,
        input: NewInput,
        parsing: Parsing,
        progress: &dyn Progress,
    ) -> Result<AddReport> {
        self.add_input_checked(discovery, input, parsing, DuplicatePolicy::Allow, progress)
    }

    /// Adds one text, but for one that an Input has already, or nearly: unless it is wanted anyway, it is held back. Where
    /// nobody can be asked, it is added and told; an answer makes it a variant. Called off before it is committed, nothing is added; after that the Input stays.
    pub fn add_input_checked(
        &self,
        discovery: Uuid,
        input: NewInput,
        parsing: Parsing,
        anyway: DuplicatePolicy,
        progress: &dyn Progress,
    ) -> Result<AddReport> {
        let mut report = AddReport::default();
        self.add_one(discovery, (input, None), (parsing, anyway), progress, &mut report)?;
        Ok(report)
    }

    /// Adds one document as [`Self::add_input_checked`] adds a text: its words by the same way, and beside them the
    /// document with the places of its words.
    pub fn add_document_checked(
        &self,
        discovery: Uuid,
        document: NewDocument,
        how: (Parsing, DuplicatePolicy),
        progress: &dyn Progress,
    ) -> Result<AddReport> {
        let mut report = AddReport::default();
        self.add_document(discovery, document, how, progress, &mut report)?;
        Ok(report)
    }

    /// Adds each file whole or not at all, beside whatever is like it, and of folders all files in them that are not
    /// hidden; those that cannot be added are named in the report.
    pub fn add_files<P: AsRef<Path>>(
        &self,
        discovery: Uuid,
        paths: &[P],
        title: Option<&str>,
        parsing: Parsing,
        progress: &dyn Progress,
    ) -> Result<AddReport> {
        self.add_files_checked(discovery, paths, title, (parsing, DuplicatePolicy::Allow), progress)
    }

    /// As [`Self::add_files`], but for those whose text an Input has already, or nearly: unless they are wanted anyway,
    /// those are held back. A file that comes twice is one of them.
    pub fn add_files_checked<P: AsRef<Path>>(
        &self,
        discovery: Uuid,
        paths: &[P],
        title: Option<&str>,
        how: (Parsing, DuplicatePolicy),
        progress: &dyn Progress,
    ) -> Result<AddReport> {
        self.ctx.read(|r| discovery_row(r, discovery))?;
        let mut report = AddReport::default();
        let mut files: Vec<(usize, PathBuf)> = paths
            .iter()
            .enumerate()
            .flat_map(|(position, path)| found_in(path.as_ref()).into_iter().map(move |file| (position, file)))
            .collect();
        // A library comes before the files that it lists, which are known by it.
        files.sort_by_key(|(position, path)| (*position, !is_library(path)));
        for (number, (position, path)) in (1..).zip(&files) {
            if path.canonicalize().is_ok_and(|path| report.files_of_works.contains(&path)) {
                continue;
            }
            if report.cancelled || progress.is_cancelled() {
                report.cancelled = true;
                break;
            }
            let facts_before = report.added.iter().map(|input| input.facts as usize).sum();
            let among = FileProgress { progress, number, of: files.len(), facts_before };
            let held = report.held_back.len();
            if let Err(error) = self.add_file(discovery, path, title, how, &among, &mut report) {
                report.failures.push(Failure { name: file::name_of(path), error });
            }
            for held in &mut report.held_back[held..] {
                (held.place, held.path) = (*position, Some(path.clone()));
            }
        }
        // What a file contradicts in one before it waits again.
        for added in &mut report.added {
            *added = self.get(added.id)?;
        }
        Ok(report)
    }

    fn add_file(
        &self,
        discovery: Uuid,
        path: &Path,
        title: Option<&str>,
        how: (Parsing, DuplicatePolicy),
        progress: &dyn Progress,
        report: &mut AddReport,
    ) -> Result<()> {
        let (title, name) = (title.map(str::to_owned), file::name_of(path));
        let bytes = Arc::new(file::read_file(path)?);
        if self.add_collection(discovery, path, &bytes, how, progress, report)? {
            return Ok(());
        }
        self.add_read(discovery, (title, InputOrigin::File, name), (bytes, None), how, progress, report)
    }

    fn add_document(
        &self,
        discovery: Uuid,
        document: NewDocument,
        how: (Parsing, DuplicatePolicy),
        progress: &dyn Progress,
        report: &mut AddReport,
    ) -> Result<()> {
        let NewDocument { title, origin, name, bytes } = document;
        self.add_read(discovery, (title, origin, name), (Arc::new(bytes), None), how, progress, report)
    }

    /// Reads a document and adds it; what is known of it from elsewhere counts more than what it says itself.
    pub(super) fn add_read(
        &self,
        discovery: Uuid,
        (title, origin, name): (Option<String>, InputOrigin, String),
        (bytes, known): (Arc<Vec<u8>>, Option<Metadata>),
        how: (Parsing, DuplicatePolicy),
        progress: &dyn Progress,
        report: &mut AddReport,
    ) -> Result<()> {
        let throttle = ProgressThrottle::new(progress);
        throttle.now(&TaskStep { title: name.clone(), ..TaskStep::default() });
        let mut extract = match read_seeing(self.ctx, &name, &bytes, &throttle) {
            Err(error) if error.code == Code::Cancelled => {
                report.cancelled = true;
                return Ok(());
            }
            read => read?,
        };
        extract.metadata = known.unwrap_or(extract.metadata);
        self.add_extract(discovery, (title, origin, name), (extract, bytes), how, progress, report)
    }

    pub(super) fn add_extract(
        &self,
        discovery: Uuid,
        (title, origin, name): (Option<String>, InputOrigin, String),
        (mut extract, bytes): (Extract, Arc<Vec<u8>>),
        how: (Parsing, DuplicatePolicy),
        progress: &dyn Progress,
        report: &mut AddReport,
    ) -> Result<()> {
        let text = std::mem::take(&mut extract.text);
        let file_name = (origin == InputOrigin::File).then_some(name);
        let input = NewInput { title, origin, file_name, text };
        self.add_one(discovery, (input, Some(IncomingDocument { extract, bytes: Some(bytes) })), how, progress, report)
    }

    fn add_one(
        &self,
        discovery: Uuid,
        input: (NewInput, Option<IncomingDocument>),
        (parsing, anyway): (Parsing, DuplicatePolicy),
        progress: &dyn Progress,
        report: &mut AddReport,
    ) -> Result<()> {
        let discovery = self.ctx.read(|r| discovery_row(r, discovery))?;
        let throttle = ProgressThrottle::new(progress);
        let added = match self.admit_and_commit(&discovery, input, anyway, &throttle, report) {
            Err(error) if error.code == Code::Cancelled => {
                report.cancelled = true;
                return Ok(());
            }
            other => other?,
        };
        let Some(added) = added else { return Ok(()) };
        if parsing == Parsing::Now {
            let read = self.parse_added(discovery.seq, &added, progress, &throttle)?;
            report.cancelled = read.cancelled;
            report.unread = read.unread.or(report.unread.take());
        }
        report.added.push(self.ctx.read(|r| match r.input_at(added.input)? {
            Some(row) => input_summary(r, row),
            None => Err(Error::new(Code::Internal, "The Input that was just added is not there.")),
        })?);
        Ok(())
    }

    fn admit_and_commit(
        &self,
        discovery: &DiscoveryRow,
        (input, read): (NewInput, Option<IncomingDocument>),
        anyway: DuplicatePolicy,
        throttle: &ProgressThrottle<'_>,
        report: &mut AddReport,
    ) -> Result<Option<CommittedInput>> {
        let admitted = normalize(&input.text);
        let incoming = match read {
            Some(incoming) => Some(incoming),
            None => places_of_text(&input, &admitted.text, throttle)?,
        };
        let named = incoming.as_ref().and_then(|incoming| incoming.extract.metadata.title.as_deref());
        let title = title_of(&input, named, &admitted.text)?;
        drop(input.text);
        check_text(&title, &admitted.text)?;
        throttle.now(&TaskStep { title: title.clone(), ..TaskStep::default() });
        let sha256 = sha256_hex(&admitted.text);
        let mut like = Duplicates::new(self.ctx).inputs_like(discovery.seq, (&admitted.text, &sha256), throttle)?;
        if anyway == DuplicatePolicy::Hold && !like.is_empty() {
            like.truncate(SHOWN);
            report.held_back.push(HeldText { title, place: 0, path: None, like });
            return Ok(None);
        }
        let stage = discovery.stage;
        let spoken = self.ctx.read(|r| ItemMentions::read(r, discovery.seq))?;
        let pieces = self.pieces(&admitted.text, stage, &spoken, throttle)?;
        let answered = like.iter().filter(|_| anyway == DuplicatePolicy::Allow);
        let beside: Vec<EntityLabel> = answered.filter_map(|like| EntityLabel::parse(&like.input.label)).collect();

        let op = Op::named(Stack::Discovery(discovery.seq), message!("Add “{}”", title));
        let written = self.ctx.write(op, |w| {
            let label_no = w.take_labels(discovery.seq, LabelKind::Input, 1)?;
            w.rename_op(&message!("Add {}", EntityLabel::new(EntityKind::Input, label_no)))?;
            if w.input_count(discovery.seq)? == 0 {
                fit_packs_to(w, discovery, &admitted.text)?;
            }
            let id = w.next_id();
            let seq = w.insert_input(&InputToInsert {
                id,
                discovery: discovery.seq,
                label_no,
                title: &title,
                origin: input.origin,
                file_name: input.file_name.as_deref(),
                chars: length(&admitted.text),
                sha256: &sha256,
                text: &admitted.text,
            })?;
            if let Some(incoming) = &incoming {
                originals::keep(w, seq, &admitted.text, incoming)?;
            }
            let bundles = insert_pieces(w, discovery, stage, (seq, id), &pieces, throttle)?;
            record_variants(w, discovery.seq, EntityLabel::new(EntityKind::Input, label_no), &beside)?;
            w.touch_discovery(discovery.seq)?;
            [Topic::Inputs, Topic::Runs].into_iter().for_each(|topic| w.topic(topic));
            Ok((seq, bundles))
        })?;
        report.notes.extend(remarks(&title, &admitted, incoming.as_ref()));
        if anyway == DuplicatePolicy::Report && !like.is_empty() {
            like.truncate(SHOWN);
            report.alike.push(HeldText { title: title.clone(), place: report.added.len(), path: None, like });
        }
        let origin = input.origin;
        let (input, bundles) = written.value;
        let is_sample = origin == InputOrigin::Sample;
        Ok(Some(CommittedInput { input, title, operation: written.operation, bundles, is_sample }))
    }

    /// Everything of the bundles that needs no transaction: the cuts, the texts and their hashes.
    pub(super) fn pieces(
        &self,
        text: &str,
        stage: Stage,
        spoken: &ItemMentions,
        throttle: &ProgressThrottle<'_>,
    ) -> Result<Vec<NewBundle>> {
        let ranges = cut(text);
        let (mut byte, mut chars) = (0, 0);
        let mut pieces = Vec::with_capacity(ranges.len());
        for range in ranges {
            throttle.at(TaskStep::default).map_err(Error::from)?;
            chars += length(&text[byte..range.start]);
            let id = self.ctx.world().ids.next();
            let mut turn = BundleTurn {
                bundle_id: id.to_string(),
                stage,
                timestamp: rfc3339(self.ctx.world().clock.now_ms()),
                free_chat: text[range.clone()].to_owned(),
                ..BundleTurn::default()
            };
            spoken.add_to_turn(&mut turn, &text[range.clone()], &[]);
            let bundle = build(&turn);
            pieces.push(NewBundle { id, start: chars, bundle, selected: turn.selected_item_ids });
            chars += length(&text[range.clone()]);
            byte = range.end;
        }
        Ok(pieces)
    }
}

pub(super) struct NewBundle {
    id: Uuid,
    /// Start in the Input, in code points.
    start: u32,
    bundle: Bundle,
    /// References of items.
    selected: Vec<String>,
}

pub(super) fn insert_pieces(
    w: &mut Writer<'_>,
    discovery: &DiscoveryRow,
    stage: Stage,
    (input, input_id): (InputSeq, Uuid),
    pieces: &[NewBundle],
    throttle: &ProgressThrottle<'_>,
) -> Result<Vec<BundleSeq>> {
    let parts = u32::try_from(pieces.len()).unwrap_or(u32::MAX);
    let mut bundles = Vec::with_capacity(pieces.len());
    for (part, piece) in (1..).zip(pieces) {
        throttle.at(TaskStep::default)?;
        let bundle = w.insert_piece(&NewPiece {
            id: piece.id,
            discovery: discovery.seq,
            stage,
            input,
            input_id,
            start: piece.start,
            part,
            parts,
            selected: &piece.selected,
            bundle: &piece.bundle,
        })?;
        w.insert_run(&NewRun {
            discovery: discovery.seq,
            bundle,
            model: OFFLINE,
            forced: false,
            status: RunStatus::Queued,
        })?;
        bundles.push(bundle);
    }
    Ok(bundles)
}

pub(super) fn check_text(title: &str, text: &str) -> Result<()> {
    if text.trim().is_empty() {
        return Err(Error::new(Code::Empty, message!("“{}” has no text.", title)).hint("Add a text with words in it."));
    }
    if text.len() as u64 > MAX_FILE_BYTES {
        return Err(Error::new(Code::TooLarge, message!("“{}” is larger than 256 MB.", title))
            .hint("Split it, or add the part that matters."));
    }
    Ok(())
}

/// A longer text comes in without places: nobody reads it page by page.
const MOST_PLACED_BYTES: usize = 16 << 20;

/// Reads a text that came as text for the places in it: headings and who speaks. What does not read as it came has none.
fn places_of_text(input: &NewInput, text: &str, throttle: &ProgressThrottle<'_>) -> Result<Option<IncomingDocument>> {
    if text.len() > MOST_PLACED_BYTES {
        return Ok(None);
    }
    let name = input.file_name.as_deref().unwrap_or("text.md");
    match read_document(name, &Arc::new(text.as_bytes().to_vec()), throttle) {
        Err(error) if error.code == Code::Cancelled => Err(error),
        read => Ok(read.ok().filter(|one| one.text == text).map(|extract| IncomingDocument { extract, bytes: None })),
    }
}

/// The title given, else the document's own, else the file's name without its ending, else the first words.
fn title_of(input: &NewInput, named: Option<&str>, text: &str) -> Result<String> {
    const WORDS: usize = 8;
    const CHARS: usize = 80;
    if let Some(title) = &input.title {
        return checked_title(title);
    }
    if let Some(title) = named.filter(|named| !is_file_name(named)).and_then(|named| checked_title(named).ok()) {
        return Ok(title);
    }
    let shortened = |title: &str| title.chars().take(CHARS).collect::<String>();
    if let Some(stem) = input.file_name.as_deref().and_then(|name| Path::new(name).file_stem()) {
        return checked_title(&shortened(&stem.to_string_lossy()));
    }
    let first_line = text.lines().find(|line| !line.trim().is_empty()).unwrap_or("Untitled");
    let words = first_line.trim_start_matches(['#', ' ']).split_whitespace().take(WORDS).collect::<Vec<_>>().join(" ");
    checked_title(&shortened(if words.is_empty() { "Untitled" } else { &words }))
}

/// Returns whether a document's own title is the name of the file that it was made from: "Microsoft Word - draft.doc".
fn is_file_name(title: &str) -> bool {
    let ending = title.trim().rsplit_once('.').map(|(_, ending)| ending).unwrap_or_default();
    (2..=5).contains(&ending.len())
        && ending.bytes().all(|byte| byte.is_ascii_alphanumeric())
        && !ending.bytes().all(|byte| byte.is_ascii_digit())
}

fn remarks(title: &str, admitted: &NormalizedText, incoming: Option<&IncomingDocument>) -> Vec<NamedRemark> {
    let nuls = admitted.nuls_dropped.max(incoming.map_or(0, IncomingDocument::nuls));
    let dropped = Some(nuls).filter(|count| *count > 0).map(InputRemark::NulsDropped);
    let read = incoming.iter().flat_map(|incoming| incoming.extract.notes.iter().cloned().map(InputRemark::Read));
    dropped.into_iter().chain(read).map(|remark| NamedRemark { title: title.to_owned(), remark }).collect()
}

pub(super) fn length(text: &str) -> u32 {
    u32::try_from(text.chars().count()).unwrap_or(u32::MAX)
}

/// In UTC, to the second.
pub(crate) fn rfc3339(now_ms: i64) -> String {
    jiff::Timestamp::from_second(now_ms.div_euclid(1_000)).unwrap_or_default().to_string()
}
