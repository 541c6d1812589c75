//! Vectors for a search: of the passages, in the background, and of each question once. The model that ships makes them,
//! or a provider's where one is set.
//!
//! Nothing is sent that the analyst has not allowed for the discovery, and no text twice. A question is not waited for
//! long: without an answer the words alone decide, which is said once, and the server is left alone for a while.

use std::fs::File;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use factly_core::language::stem::Stems;
use factly_core::message;
use factly_core::retrieval::meaning::{self, NEAREST, is_known_to_model};
use factly_core::retrieval::{Hit, PassageRef, SearchQuery, fits};
use factly_meaning::Encoder;
use rustc_hash::FxHashSet;
use uuid::Uuid;

use super::Retrieval;
use super::cache::{EmbeddingState, RetrievalCache, locked};
use super::discovery_index::DiscoveryIndex;
use super::vectors::{PassageVectors, TextHash, normalised};
use crate::error::{Code, Error, Result};
use crate::lookup::discovery_row;
use crate::meaning::MeaningModel;
use crate::providers::{Model, ProviderError, ProviderFault, Providers, SendTo, StopSignal, Task};
use crate::store::{DiscoverySeq, Reader};

/// As long as somebody waits for an answer without wondering.
const WAITED: Duration = Duration::from_secs(5);
/// After a failure nobody is asked for so long: not every question is to wait for the same dead server.
const RESTED: Duration = Duration::from_secs(60);
/// So many passages are sent at once.
const BATCH: usize = 64;
/// So many texts in a row may be refused before anything was made: then it is not the texts.
const MOST_REFUSED: usize = 3;
/// Between two batches: others use the server too.
const PAUSE: Duration = Duration::from_millis(100);
/// Number of the nearest that are looked through for what a query wants of them.
const LOOKED_THROUGH: usize = 2_000;

/// Maker of the vectors of a discovery's texts.
#[derive(Clone, PartialEq)]
pub(super) enum VectorSource {
    Provider(SendTo),
    BuiltIn,
}

/// A question as a model understands it.
pub(super) struct QuestionVector {
    pub(super) vector: Vec<f32>,
    pub(super) vectors: Arc<Mutex<PassageVectors>>,
}

/// The state of a discovery's vectors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmbeddingStatus {
    pub passages: usize,
    /// None: no model is set for it.
    pub vectors: Option<usize>,
    /// The reason the last of them could not be made.
    pub trouble: Option<Error>,
}

impl QuestionVector {
    /// Returns the hits of the words together with what is nearest in meaning.
    pub(super) fn rank(
        &self,
        (r, held): (&Reader, &DiscoveryIndex),
        query: &SearchQuery,
        allows: impl Fn(i64) -> bool,
        (by_words, limit): (Vec<Hit>, usize),
    ) -> Vec<Hit> {
        let mut vectors = locked(&self.vectors);
        vectors.know(r, held);
        let documents = held.documents().map(|(document, _)| document).filter(|document| allows(*document));
        let nearest = vectors.nearest(&self.vector, documents, LOOKED_THROUGH);
        let is_plain = query.wanted.is_empty() && query.excluded.is_empty();
        let is_wanted = |at: PassageRef| is_plain || held.passage(r, at).is_some_and(|it| fits(query, &it));
        let nearest = nearest.into_iter().map(|(at, _)| at).filter(|at| is_wanted(*at)).take(NEAREST);
        let hit = |passage| Hit { passage, score: 0.0, similarity: 0.0, stems: Stems::NONE };
        meaning::ranked(by_words, nearest.map(hit), |at| vectors.likeness(&self.vector, at), limit)
    }
}

impl Retrieval<'_> {
    /// Makes vectors of all passages that may be sent and have none. Long: for a thread in the background.
    /// Returns whether it is all done.
    pub fn embed_waiting(&self, stop: &dyn StopSignal) -> Result<bool> {
        let state = self.state();
        let mut is_done = true;
        for row in self.ctx.read(|r| Ok(r.discoveries()?))?.into_iter().filter(|row| !row.archived) {
            let Some(source) = self.source(row.id)? else { continue };
            let made = self.embed((row.seq, row.id), &source, stop);
            let mut troubles = locked(&state.troubles);
            match made {
                Ok(whole) => {
                    is_done &= whole;
                    troubles.remove(&row.seq);
                }
                Err(error) => {
                    is_done = false;
                    troubles.insert(row.seq, error);
                }
            }
        }
        Ok(is_done)
    }

    /// Makes vectors of the passages of a discovery that have none.
    pub fn embed_passages(&self, discovery: Uuid, stop: &dyn StopSignal) -> Result<EmbeddingStatus> {
        let seq = self.ctx.read(|r| Ok(discovery_row(r, discovery)?.seq))?;
        if Providers::new(self.ctx).would_send(discovery, Task::Search)?.is_some_and(|to| !to.is_allowed) {
            // Which says to whom it would go.
            Providers::new(self.ctx).model_for(discovery, Task::Search, stop)?;
        }
        if let Some(source) = self.source(discovery)? {
            self.embed((seq, discovery), &source, stop)?;
        }
        self.embedding_status(discovery)
    }

    /// Returns how many passages of a discovery have vectors.
    pub fn embedding_status(&self, discovery: Uuid) -> Result<EmbeddingStatus> {
        let row = self.ctx.read(|r| discovery_row(r, discovery))?;
        // A setting that makes no sense is told where it is set.
        let set = Providers::new(self.ctx).would_send(discovery, Task::Search).ok().flatten();
        let source = set.map(VectorSource::Provider).or_else(|| self.built_in());
        let vectors = source.map(|source| self.vectors((row.seq, discovery), &source));
        let trouble = locked(&self.state().troubles).get(&row.seq).filter(|_| vectors.is_some()).cloned();
        self.with_index(discovery, |r, held| {
            let vectors = vectors.map(|vectors| {
                let mut vectors = locked(&vectors);
                vectors.know(r, held);
                vectors.count(held)
            });
            Ok(EmbeddingStatus { passages: held.index.len(), vectors, trouble })
        })
    }

    /// Returns a question's vector where there are passages to compare it with, or why there is none.
    pub(super) fn question(&self, discovery: Uuid, text: &str) -> (Option<QuestionVector>, Option<Error>) {
        self.question_for(discovery, text, false)
    }

    /// Returns a question's vector, also where those that it is compared with are made on the way.
    pub(super) fn question_of_sentences(&self, discovery: Uuid, text: &str) -> Option<QuestionVector> {
        self.question_for(discovery, text, true).0
    }

    fn question_for(
        &self,
        discovery: Uuid,
        text: &str,
        is_made_on_the_way: bool,
    ) -> (Option<QuestionVector>, Option<Error>) {
        let resolved = self.ctx.read(|r| Ok(discovery_row(r, discovery)?.seq)).and_then(|seq| {
            let source =
                self.source(discovery)?.filter(|source| *source != VectorSource::BuiltIn || is_known_to_model(text));
            Ok(source.map(|source| (self.vectors((seq, discovery), &source), source)))
        });
        let (vectors, source) = match resolved {
            Ok(Some(of_source)) => of_source,
            Ok(None) => return (None, None),
            Err(error) => return (None, Some(by_words(error))),
        };
        let (file, is_empty) = {
            let vectors = locked(&vectors);
            (vectors.path().display().to_string(), vectors.is_empty())
        };
        let state = self.state();
        if is_empty && !is_made_on_the_way || text.trim().is_empty() {
            return (None, None);
        }
        if let Some((of, known, vector)) = &*locked(&state.last_question)
            && *of == file
            && known == text
        {
            return (Some(QuestionVector { vector: vector.clone(), vectors: Arc::clone(&vectors) }), None);
        }
        // A file that was put back is used at once; only a server is left alone.
        let is_sent = source != VectorSource::BuiltIn;
        if is_sent && locked(&state.failed_at).is_some_and(|at| at.elapsed() < RESTED) {
            return (None, None);
        }
        let made = match source {
            VectorSource::Provider(_) => self.embed_question(discovery, text, &vectors),
            VectorSource::BuiltIn => self.encoder().map(|encoder| encoder.embed(&[text]).concat()),
        };
        match made {
            Ok(vector) => {
                *locked(&state.failed_at) = None;
                *locked(&state.last_question) = Some((file, text.to_owned(), vector.clone()));
                (Some(QuestionVector { vector, vectors }), None)
            }
            Err(error) => {
                if is_sent {
                    *locked(&state.failed_at) = Some(Instant::now());
                }
                (None, Some(by_words(error)))
            }
        }
    }

    fn embed_question(&self, discovery: Uuid, text: &str, vectors: &Mutex<PassageVectors>) -> Result<Vec<f32>> {
        let stop = QuestionStop { until: Instant::now() + WAITED };
        let model = Providers::new(self.ctx).model_for(discovery, Task::Search, &stop)?.ok_or_else(unset)?;
        let made = model.embed(&[text], &stop);
        if stop.is_stopped() && made.is_err() {
            let seconds = WAITED.as_secs();
            return Err(Error::new(Code::Unreachable, message!("The model did not answer within {} s.", seconds)));
        }
        let vector = made?.vectors.pop().and_then(normalised).ok_or_else(odd)?;
        let mut vectors = locked(vectors);
        if vectors.dimension() != vector.len() {
            vectors.discard();
            return Err(Error::new(Code::ProviderFailed, "The model makes vectors of another length than before.")
                .hint("All passages are sent to it anew."));
        }
        Ok(vector)
    }

    /// Returns whether every passage has a vector now.
    fn embed(
        &self,
        (seq, discovery): (DiscoverySeq, Uuid),
        source: &VectorSource,
        stop: &dyn StopSignal,
    ) -> Result<bool> {
        let changes = self.ctx.cache::<RetrievalCache>().changes();
        let vectors = self.vectors((seq, discovery), source);
        if let Some((_, refused)) = locked(&vectors).complete.clone().filter(|(of, _)| *of == changes) {
            return refused.map_or(Ok(true), Err);
        }
        let inputs: Vec<(i64, String)> = self.with_index(discovery, |_, held| {
            Ok(held.documents().map(|(document, title)| (document, title.to_owned())).collect())
        })?;
        let mut filling: Option<VectorWriter<'_>> = None;
        let mut waiting: Vec<(TextHash, String)> = Vec::new();
        let mut seen: FxHashSet<TextHash> = FxHashSet::default();
        let last = inputs.last().map(|(document, _)| *document);
        for (document, title) in inputs {
            let missing =
                self.with_index(discovery, |r, held| Ok(locked(&vectors).missing(r, held, (document, &title))))?;
            waiting.extend(missing.into_iter().filter(|(text, _)| seen.insert(*text)));
            let is_last = Some(document) == last;
            while waiting.len() >= BATCH || is_last && !waiting.is_empty() {
                if stop.is_stopped() || !self.is_still_set(discovery, source)? {
                    return Ok(false);
                }
                let Some(filling) = &mut filling else {
                    let Some(begun) = self.begin(discovery, source, &vectors, stop)? else { return Ok(false) };
                    filling = Some(begun);
                    // Another process may have had some made meanwhile.
                    let vectors = locked(&vectors);
                    waiting.retain(|(text, _)| !vectors.has(text));
                    continue;
                };
                // One tells whether anybody answers, and each that nobody does is kept for good.
                let most = if filling.made == 0 { 1 } else { BATCH };
                let batch: Vec<_> = waiting.drain(..waiting.len().min(most)).collect();
                filling.send(&batch, stop)?;
                if matches!(filling.model, VectorModel::Provider(_)) {
                    pause(stop);
                }
            }
        }
        // What a model does not take now it takes no sooner than after a change or a start.
        let refused = filling.and_then(|mut filling| filling.refused.pop());
        locked(&vectors).complete = Some((changes, refused.clone()));
        refused.map_or(Ok(true), Err)
    }
}

impl<'c> Retrieval<'c> {
    /// Connects, and opens the file; none where another process is at it.
    fn begin<'v>(
        &self,
        discovery: Uuid,
        source: &VectorSource,
        vectors: &'v Mutex<PassageVectors>,
        stop: &dyn StopSignal,
    ) -> Result<Option<VectorWriter<'v>>>
    where
        'c: 'v,
    {
        let model = match source {
            VectorSource::BuiltIn => VectorModel::BuiltIn(self.encoder()?),
            VectorSource::Provider(_) => {
                let model = Providers::new(self.ctx).model_for(discovery, Task::Search, stop)?;
                VectorModel::Provider(Box::new(model.ok_or_else(unset)?))
            }
        };
        let file = locked(vectors).open()?;
        Ok(file.map(|file| VectorWriter { model, file, vectors, made: 0, refused: Vec::new() }))
    }

    fn state(&self) -> Arc<EmbeddingState> {
        Arc::clone(&self.ctx.cache::<RetrievalCache>().embedding)
    }

    /// Returns who makes vectors of a discovery's texts: a provider that is set and allowed, or the model that ships where
    /// none is set.
    pub(super) fn source(&self, discovery: Uuid) -> Result<Option<VectorSource>> {
        Ok(match Providers::new(self.ctx).would_send(discovery, Task::Search)? {
            Some(to) => to.is_allowed.then_some(VectorSource::Provider(to)),
            None => self.built_in(),
        })
    }

    fn built_in(&self) -> Option<VectorSource> {
        self.ctx.get::<MeaningModel>().map(|_| VectorSource::BuiltIn)
    }

    pub(super) fn encoder(&self) -> Result<Arc<Encoder>> {
        self.ctx.get::<MeaningModel>().ok_or_else(unset)?.encoder()
    }

    /// Returns the vectors that a model makes, as far as they are made.
    pub(super) fn vectors(
        &self,
        (seq, discovery): (DiscoverySeq, Uuid),
        source: &VectorSource,
    ) -> Arc<Mutex<PassageVectors>> {
        let of_model = match source {
            VectorSource::Provider(to) => PassageVectors::new(self.ctx.path(), discovery, to),
            VectorSource::BuiltIn => PassageVectors::of_built_in(self.ctx.path(), discovery),
        };
        let state = self.state();
        let mut all = locked(&state.by_discovery);
        let slot = all.entry(seq).or_default();
        if locked(slot).path() != of_model.path() {
            *slot = Arc::new(Mutex::new(of_model));
        }
        let current = Arc::clone(slot);
        drop(all);
        locked(&current).catch_up();
        current
    }

    /// Returns whether texts still go to the same: anything may have been set meanwhile.
    fn is_still_set(&self, discovery: Uuid, source: &VectorSource) -> Result<bool> {
        Ok(self.source(discovery)?.as_ref() == Some(source))
    }
}

enum VectorModel<'m> {
    Provider(Box<Model<'m>>),
    BuiltIn(Arc<Encoder>),
}

impl VectorModel<'_> {
    fn embed(&self, texts: &[&str], stop: &dyn StopSignal) -> Result<Vec<Vec<f32>>, ProviderError> {
        match self {
            Self::Provider(model) => Ok(model.embed(texts, stop)?.vectors),
            Self::BuiltIn(encoder) => Ok(encoder.embed(texts).into_iter().map(Vec::from).collect()),
        }
    }
}

/// A file of vectors that is being added to.
struct VectorWriter<'v> {
    model: VectorModel<'v>,
    file: File,
    vectors: &'v Mutex<PassageVectors>,
    made: usize,
    /// Texts that the server does not take, by themselves either: too long for the model.
    refused: Vec<Error>,
}

impl VectorWriter<'_> {
    /// Sends texts, and keeps what is made of them. What a server does not take at once it is given one by one.
    fn send(&mut self, batch: &[(TextHash, String)], stop: &dyn StopSignal) -> Result<()> {
        let texts: Vec<&str> = batch.iter().map(|(_, text)| text.as_str()).collect();
        let made = match self.model.embed(&texts, stop) {
            Ok(made) => made,
            Err(error) if is_of_the_text(error.fault) && batch.len() > 1 => {
                return batch.chunks(1).try_for_each(|one| self.send(one, stop));
            }
            Err(error) if is_of_the_text(error.fault) && (self.made > 0 || self.refused.len() + 1 < MOST_REFUSED) => {
                self.refused.push(error.into());
                return Ok(());
            }
            Err(error) => return Err(error.into()),
        };
        let vectors = made.into_iter().map(normalised).collect::<Option<Vec<_>>>().ok_or_else(odd)?;
        let made: Vec<_> = batch.iter().map(|(text, _)| *text).zip(vectors).collect();
        locked(self.vectors).add(&mut self.file, &made)?;
        self.made += made.len();
        Ok(())
    }
}

/// Returns whether a server does not take a text, and may take another.
const fn is_of_the_text(fault: ProviderFault) -> bool {
    matches!(fault, ProviderFault::Rejected | ProviderFault::ContextWindow)
}

/// Stopped when a question took too long.
struct QuestionStop {
    until: Instant,
}

impl StopSignal for QuestionStop {
    fn is_stopped(&self) -> bool {
        Instant::now() >= self.until
    }
}

fn pause(stop: &dyn StopSignal) {
    let until = Instant::now() + PAUSE;
    while !stop.is_stopped() && Instant::now() < until {
        thread::sleep(PAUSE / 10);
    }
}

fn by_words(error: Error) -> Error {
    error.kept("The passages were found by their words alone.")
}

fn odd() -> Error {
    Error::new(Code::ProviderFailed, "The model's vectors are none: they have no length.")
        .hint("Choose a model that makes embeddings.")
}

fn unset() -> Error {
    Error::new(Code::NoModel, "No model is set for the search.")
}
