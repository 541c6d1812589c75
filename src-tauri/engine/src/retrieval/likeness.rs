//! Likeness of each sentence of some passages to a question: by the model that ships, with what it has not looked at
//! yet made on the way.

use std::sync::{Arc, Mutex};

use factly_core::chat::sources::extract::shortlist;
use factly_core::chat::sources::sentences::sentence_texts;
use factly_core::chat::sources::{SentenceLikeness, SourcePassage, WordWeights};
use factly_core::retrieval::{Passage, PassageId};
use rustc_hash::FxHashMap;
use uuid::Uuid;

use super::Retrieval;
use super::cache::locked;
use super::embedding::VectorSource;
use super::vectors::{EmbeddedUnit, PassageVectors, TextHash, hash, product};
use crate::error::Result;
use crate::lookup::discovery_row;
use crate::meaning::MeaningModel;

/// So few texts without a vector are made while a question waits, once, for some seconds; more only in the background.
const FEW: usize = 1_000;

impl Retrieval<'_> {
    /// Returns whether there is a model that ships, be its file readable or not.
    pub fn has_model(&self) -> bool {
        self.ctx.get::<MeaningModel>().is_some()
    }

    /// Makes the vectors that a discovery misses, if they are few: a small discovery is compared as a whole at once.
    pub fn embed_few(&self, discovery: Uuid) -> Result<()> {
        if self.source(discovery)? != Some(VectorSource::BuiltIn) {
            return Ok(());
        }
        let vectors = self.built_in_vectors(discovery)?;
        let missing: Vec<(TextHash, String)> = self.with_index(discovery, |r, held| {
            let mut vectors = locked(&vectors);
            let documents: Vec<(i64, &str)> = held.documents().collect();
            let missing = documents.into_iter().flat_map(|document| vectors.missing(r, held, document));
            Ok(missing.take(FEW + 1).collect())
        })?;
        if !missing.is_empty() && missing.len() <= FEW {
            self.make(&vectors, missing)?;
        }
        Ok(())
    }

    /// Returns how near the sentences of passages are to a question, for each passage in its order; none where the question
    /// is not compared by meaning, or a provider's vectors are, which are of whole passages.
    pub fn sentence_likeness(
        &self,
        discovery: Uuid,
        question: &str,
        passages: &[PassageId],
    ) -> Result<Option<Vec<Vec<SentenceLikeness>>>> {
        if self.source(discovery)? != Some(VectorSource::BuiltIn) {
            return Ok(None);
        }
        let Some(question) = self.question_of_sentences(discovery, question) else { return Ok(None) };
        let texts: Vec<Vec<String>> = self.with_index(discovery, |r, held| {
            let passage = |id: &PassageId| held.passage(r, held.reference(*id)?);
            let texts =
                |passage: Option<Passage>| passage.map(|it| EmbeddedUnit::Sentence.texts(&it)).unwrap_or_default();
            Ok(passages.iter().map(passage).map(texts).collect())
        })?;
        let likeness = self.likeness_of(&question.vector, &question.vectors, &texts)?;
        Ok(Some(likeness))
    }

    fn likeness_of(
        &self,
        question: &[f32],
        vectors: &Arc<Mutex<PassageVectors>>,
        texts: &[Vec<String>],
    ) -> Result<Vec<Vec<SentenceLikeness>>> {
        let missing: Vec<(TextHash, String)> = {
            let vectors = locked(vectors);
            let all = texts.iter().flatten().map(|text| (hash(text), text.clone()));
            all.filter(|(text, _)| !vectors.has(text)).collect()
        };
        let made: FxHashMap<TextHash, f32> =
            self.make(vectors, missing)?.into_iter().map(|(text, vector)| (text, product(question, &vector))).collect();
        let vectors = locked(vectors);
        let of_text = |text: &String| {
            let text = hash(text);
            made.get(&text).copied().or_else(|| vectors.likeness_of(question, &text)).unwrap_or_default()
        };
        let of_sentence =
            |two: &[String]| SentenceLikeness { alone: of_text(&two[0]), behind: of_text(&two[1]), words: None };
        Ok(texts.iter().map(|texts| texts.chunks_exact(2).map(of_sentence).collect()).collect())
    }

    /// Looks more closely at the likeliest sentences of passages: how near each is to the words of a question.
    pub fn match_words(&self, question: &str, before: Option<&str>, passages: &mut [SourcePassage]) -> Result<()> {
        let likeliest = shortlist(question, before, passages);
        let text = |(id, position): &(String, usize)| {
            let passage = passages.iter().find(|passage| passage.id == *id)?;
            let heading = if passage.heading.is_empty() { &passage.title } else { &passage.heading };
            let [_, behind] = sentence_texts(heading, &passage.text).into_iter().nth(*position)?;
            Some(behind)
        };
        let texts: Vec<String> = likeliest.iter().map(|one| text(one).unwrap_or_default()).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let encoder = self.encoder()?;
        let words = WordWeights::new(&encoder.words(question), passages);
        let matches = encoder.match_words(question, &texts);
        for ((id, position), nearest) in likeliest.iter().zip(matches) {
            let passage = passages.iter_mut().find(|passage| passage.id == *id);
            if let Some(likeness) = passage.and_then(|passage| passage.likeness.get_mut(*position)) {
                likeness.words = Some(words.matched(&nearest));
            }
        }
        Ok(())
    }

    /// Makes vectors, and keeps them where no other process is at the file.
    fn make(
        &self,
        vectors: &Arc<Mutex<PassageVectors>>,
        missing: Vec<(TextHash, String)>,
    ) -> Result<Vec<(TextHash, Vec<f32>)>> {
        if missing.is_empty() {
            return Ok(Vec::new());
        }
        let texts: Vec<&str> = missing.iter().map(|(_, text)| text.as_str()).collect();
        let made = self.encoder()?.embed_at_once(&texts);
        let made: Vec<_> = missing.iter().map(|(text, _)| *text).zip(made.into_iter().map(Vec::from)).collect();
        let mut vectors = locked(vectors);
        // Where the folder cannot be written the answer is the same, and made anew next time.
        if let Ok(Some(mut file)) = vectors.open() {
            let _ = vectors.add(&mut file, &made);
        }
        Ok(made)
    }

    fn built_in_vectors(&self, discovery: Uuid) -> Result<Arc<Mutex<PassageVectors>>> {
        let seq = self.ctx.read(|r| Ok(discovery_row(r, discovery)?.seq))?;
        Ok(self.vectors((seq, discovery), &VectorSource::BuiltIn))
    }
}
