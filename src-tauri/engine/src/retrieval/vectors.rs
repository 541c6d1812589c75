//! The vectors of a discovery's passages, as one model makes them: in memory, and in a file beside the library. A provider's
//! model has one of each passage, the model that ships one of each sentence, of which the nearest stands for its passage.
//!
//! A vector is kept by the hash of the text that the model was given, so that a text which was altered has none and one
//! that comes back has its own. The file is only ever added to, a batch at a time, each with its checksum: from the first
//! damaged batch on it is thrown away and made anew. Vectors have a length of one, so that a product is a cosine.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{BufReader, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use factly_core::chat::sources::sentences::sentence_texts;
use factly_core::message;
use factly_core::retrieval::meaning::embedded_text;
use factly_core::retrieval::{Passage, PassageRef};
use rustc_hash::FxHashMap;
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::discovery_index::DiscoveryIndex;
use super::file;
use crate::error::{Code, Error, Result};
use crate::providers::SendTo;
use crate::store::Reader;

/// The hash of what a model was given.
pub(super) type TextHash = [u8; HASH];

/// The model that ships, and the version of what it is given.
const BUILT_IN: &str = "minilm-1";
const HASH: usize = 16;
const CHECKSUM: usize = 32;
/// The length of a batch, and its checksum.
const HEAD: usize = 4 + CHECKSUM;
/// No batch is as long.
const LONGEST: usize = 256 << 20;

/// Unit of text that a model makes one vector of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum EmbeddedUnit {
    #[default]
    Passage,
    Sentence,
}

impl EmbeddedUnit {
    /// Returns all that a model is given of a passage.
    pub(super) fn texts(self, passage: &Passage) -> Vec<String> {
        match self {
            Self::Passage => vec![embedded_text(passage)],
            Self::Sentence => {
                let heading = passage.headings.first().map_or(passage.title.as_str(), String::as_str);
                sentence_texts(heading, &passage.text).into_iter().flatten().collect()
            }
        }
    }
}

#[derive(Default)]
pub(super) struct PassageVectors {
    path: PathBuf,
    unit: EmbeddedUnit,
    /// Up to where the file has been read, and is sound.
    sound: u64,
    dimension: usize,
    rows: FxHashMap<TextHash, usize>,
    numbers: Vec<f32>,
    /// The texts of each passage of each Input, and its title when they were looked at.
    inputs: FxHashMap<i64, (String, Vec<Vec<TextHash>>)>,
    /// The state of the library when all passages were sent, and why a model took some of them not.
    pub(super) complete: Option<(u64, Option<Error>)>,
}

impl PassageVectors {
    /// Those that the model of `to` makes.
    pub(super) fn new(library: &Path, discovery: Uuid, to: &SendTo) -> Self {
        let made_by = format!("{}\n{}", to.origin, to.model.as_deref().unwrap_or_default());
        let name = format!("{discovery}.{}.vectors", hex::encode(&Sha256::digest(made_by)[..8]));
        Self { path: file::folder(library).join(name), ..Self::default() }
    }

    /// Those that the model makes that ships.
    pub(super) fn of_built_in(library: &Path, discovery: Uuid) -> Self {
        let name = format!("{discovery}.{BUILT_IN}.vectors");
        Self { path: file::folder(library).join(name), unit: EmbeddedUnit::Sentence, ..Self::default() }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    pub(super) fn dimension(&self) -> usize {
        self.dimension
    }

    pub(super) fn has(&self, text: &TextHash) -> bool {
        self.rows.contains_key(text)
    }

    /// Reads what the file has gained, by this process or another.
    pub(super) fn catch_up(&mut self) {
        let length = fs::metadata(&self.path).map_or(0, |it| it.len());
        if length < self.sound {
            self.forget();
        }
        if length > self.sound
            && let Ok(file) = File::open(&self.path)
        {
            let mut file = BufReader::new(file);
            if file.seek(SeekFrom::Start(self.sound)).is_ok() {
                while let Some(batch) = read_batch(&mut file).filter(|batch| self.take(batch)) {
                    self.sound += (HEAD + batch.len()) as u64;
                }
            }
        }
    }

    /// Opens the file to be added to; none while another process adds to it. What is damaged in it is cut off.
    pub(super) fn open(&mut self) -> Result<Option<File>> {
        self.path.parent().map_or(Ok(()), fs::create_dir_all).map_err(write_failed)?;
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&self.path);
        let file = file.map_err(write_failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Ok(None),
            Err(TryLockError::Error(error)) => return Err(write_failed(error)),
        }
        self.catch_up();
        file.set_len(self.sound).map_err(write_failed)?;
        Ok(Some(file))
    }

    /// Adds what a model made of texts. Of another length than those before, they are another model's, which go.
    pub(super) fn add(&mut self, file: &mut File, made: &[(TextHash, Vec<f32>)]) -> Result<()> {
        let dimension = made.first().map_or(0, |(_, vector)| vector.len());
        if self.dimension != 0 && self.dimension != dimension {
            file.set_len(0).map_err(write_failed)?;
            self.forget();
        }
        let mut batch = (dimension as u32).to_le_bytes().to_vec();
        for (text, vector) in made {
            batch.extend(text);
            batch.extend(vector.iter().flat_map(|number| number.to_le_bytes()));
        }
        let length = (batch.len() as u32).to_le_bytes();
        let whole = [&length[..], &Sha256::digest(&batch), &batch].concat();
        let written = file.seek(SeekFrom::Start(self.sound)).and_then(|_| file.write_all(&whole));
        written.map_err(write_failed)?;
        self.take(&batch);
        self.sound += whole.len() as u64;
        Ok(())
    }

    /// Throws all away: they are of another model than answers now.
    pub(super) fn discard(&mut self) {
        let _ = fs::remove_file(&self.path);
        self.forget();
    }

    /// Looks at the passages of Inputs that were not looked at yet.
    pub(super) fn know(&mut self, r: &Reader, held: &DiscoveryIndex) {
        held.documents().for_each(|(document, title)| self.know_one(r, held, (document, title)));
    }

    fn know_one(&mut self, r: &Reader, held: &DiscoveryIndex, (document, title): (i64, &str)) {
        if self.inputs.get(&document).is_none_or(|(known, _)| known != title) {
            let hashes = |passage: Passage| self.unit.texts(&passage).iter().map(|text| hash(text)).collect();
            let texts = held.passages(r, document).map(hashes).collect();
            self.inputs.insert(document, (title.to_owned(), texts));
        }
    }

    /// Returns what a model is to be given of an Input: the passages that have no vector.
    pub(super) fn missing(&mut self, r: &Reader, held: &DiscoveryIndex, input: (i64, &str)) -> Vec<(TextHash, String)> {
        self.know_one(r, held, input);
        let known =
            self.inputs.get(&input.0).is_some_and(|(_, texts)| texts.iter().flatten().all(|text| self.has(text)));
        let passages = (!known).then(|| held.passages(r, input.0)).into_iter().flatten();
        let texts = passages.flat_map(|passage| self.unit.texts(&passage)).map(|text| (hash(&text), text));
        texts.filter(|(text, _)| !self.has(text)).collect()
    }

    /// Returns how many passages of a discovery have a vector.
    pub(super) fn count(&self, held: &DiscoveryIndex) -> usize {
        let texts = held.documents().filter_map(|(document, _)| self.inputs.get(&document));
        texts.flat_map(|(_, texts)| texts).filter(|texts| texts.iter().all(|text| self.has(text))).count()
    }

    /// Returns the passages that are nearest to a question, and how near, the nearest first.
    pub(super) fn nearest(
        &self,
        question: &[f32],
        documents: impl Iterator<Item = i64>,
        most: usize,
    ) -> Vec<(PassageRef, f32)> {
        let mut found: Vec<(PassageRef, f32)> = Vec::new();
        for document in documents {
            let texts = self.inputs.get(&document).into_iter().flat_map(|(_, texts)| texts);
            for (number, texts) in (1..).zip(texts) {
                if let Some(likeness) = self.nearest_of(question, texts) {
                    found.push((PassageRef { document, number }, likeness));
                }
            }
        }
        let order = |one: &(PassageRef, f32), other: &(PassageRef, f32)| {
            other.1.total_cmp(&one.1).then_with(|| one.0.cmp(&other.0))
        };
        if found.len() > most {
            found.select_nth_unstable_by(most, order);
            found.truncate(most);
        }
        found.sort_unstable_by(order);
        found
    }

    /// Returns how near a passage is to a question; none where it has no vector.
    pub(super) fn likeness(&self, question: &[f32], at: PassageRef) -> Option<f32> {
        let (_, texts) = self.inputs.get(&at.document)?;
        self.nearest_of(question, texts.get(usize::try_from(at.number).ok()?.checked_sub(1)?)?)
    }

    fn nearest_of(&self, question: &[f32], texts: &[TextHash]) -> Option<f32> {
        texts.iter().filter_map(|text| self.vector(text)).map(|vector| product(question, vector)).reduce(f32::max)
    }

    /// Returns how near a text is to a question; none where it has no vector.
    pub(super) fn likeness_of(&self, question: &[f32], text: &TextHash) -> Option<f32> {
        self.vector(text).map(|vector| product(question, vector))
    }

    fn vector(&self, text: &TextHash) -> Option<&[f32]> {
        let row = self.rows.get(text)? * self.dimension;
        self.numbers.get(row..row + self.dimension)
    }

    /// Takes a batch in; false where it is none of these.
    fn take(&mut self, batch: &[u8]) -> bool {
        let Some((dimension, entries)) = batch.split_first_chunk::<4>() else { return false };
        let dimension = u32::from_le_bytes(*dimension) as usize;
        let size = HASH + 4 * dimension;
        if dimension == 0 || self.dimension != 0 && self.dimension != dimension || entries.len() % size != 0 {
            return false;
        }
        self.dimension = dimension;
        for entry in entries.chunks_exact(size) {
            let (text, vector) = entry.split_at(HASH);
            let Ok(text) = TextHash::try_from(text) else { return false };
            self.rows.insert(text, self.numbers.len() / dimension);
            let numbers = vector.chunks_exact(4).map(|four| f32::from_le_bytes([four[0], four[1], four[2], four[3]]));
            self.numbers.extend(numbers);
        }
        true
    }

    fn forget(&mut self) {
        let Self { path, unit, inputs, .. } = std::mem::take(self);
        *self = Self { path, unit, inputs, ..Self::default() };
    }
}

/// Returns the hash of what a model is given.
pub(super) fn hash(text: &str) -> TextHash {
    let digest: [u8; 32] = Sha256::digest(text).into();
    let mut hash = [0; HASH];
    hash.copy_from_slice(&digest[..HASH]);
    hash
}

/// Returns a vector of the same direction with a length of one; none where it has no direction.
pub(super) fn normalised(mut vector: Vec<f32>) -> Option<Vec<f32>> {
    let length = product(&vector, &vector).sqrt();
    let is_sound = length.is_finite() && length > 0.0;
    vector.iter_mut().for_each(|number| *number /= length);
    is_sound.then_some(vector)
}

/// Sums in eight lanes, which a compiler makes one instruction of.
pub(super) fn product(one: &[f32], other: &[f32]) -> f32 {
    const LANES: Range<usize> = 0..8;
    let mut sums = [0.0_f32; LANES.end];
    let (ones, others) = (one.chunks_exact(LANES.end), other.chunks_exact(LANES.end));
    let rest: f32 = ones.remainder().iter().zip(others.remainder()).map(|(a, b)| a * b).sum();
    for (a, b) in ones.zip(others) {
        LANES.for_each(|lane| sums[lane] += a[lane] * b[lane]);
    }
    rest + sums.iter().sum::<f32>()
}

/// Returns the next batch; none at the end, and where it is damaged.
fn read_batch(file: &mut impl Read) -> Option<Vec<u8>> {
    let (mut length, mut checksum) = ([0; 4], [0; CHECKSUM]);
    file.read_exact(&mut length).and_then(|()| file.read_exact(&mut checksum)).ok()?;
    let length = u32::from_le_bytes(length) as usize;
    let mut batch = Vec::new();
    file.take(length.min(LONGEST) as u64).read_to_end(&mut batch).ok()?;
    (batch.len() == length && Sha256::digest(&batch).as_slice() == checksum).then_some(batch)
}

fn write_failed(error: std::io::Error) -> Error {
    Error::new(Code::Io, message!("The vectors of the search could not be kept: {}.", error))
        .hint("Look whether the library's folder can be written to and has space.")
}
