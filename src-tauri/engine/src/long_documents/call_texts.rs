//! The texts that a call reads: its seed prompt, documents of earlier stages, Inputs, the graph, and its own history.

use factly_core::inputs::sha256_hex;
use factly_core::long_documents::assembly::{AssembledDocument, assemble};
use factly_core::long_documents::compression::PromptPart;
use factly_core::long_documents::continuation::{ChunkRole, PastChunk, history};
use factly_core::long_documents::prompt::{Resource, with_resources};
use factly_core::long_documents::tokens;
use uuid::Uuid;

use super::{Payload, Run, parsed};
use crate::error::{Error, Result};
use crate::providers::{ChatRequest, PromptMessage};
use crate::store::document_chunks::ChunkRow;
use crate::store::document_jobs::DocumentJobRow;
use crate::store::{DocumentJobSeq, InputSeq, Reader};

/// All that a call is made of, before anything gives way.
pub(super) struct CallTexts {
    pub(super) system: String,
    pub(super) prompt: String,
    pub(super) documents: Vec<Resource>,
    pub(super) chunks: Vec<ChunkRow>,
    /// Flags of the chunks that a summary stands for, by turn.
    pub(super) summarized: Vec<bool>,
}

impl CallTexts {
    pub(super) fn for_job(r: &Reader, run: &Run, job: &DocumentJobRow) -> Result<Self> {
        let root = r.document_job(job.document())?;
        let payload: Payload = parsed(&root.payload)?;
        let mut documents = Vec::new();
        if payload.graph && !run.material.graph.is_empty() {
            documents.push(full("What the discovery holds", run.material.graph.clone()));
        }
        for input in payload.inputs.iter().filter_map(|index| run.material.inputs.get(*index)) {
            documents.push(full(&input.title, r.input_text(InputSeq(input.seq))?));
        }
        for read in &payload.reads {
            let (title, text) = document(r, run, *read)?;
            documents.push(full(&title, text));
        }
        let earlier = |chunk: &ChunkRow| chunk.turn_index < job.turn_index;
        let chunks: Vec<ChunkRow> = r.document_chunks(root.seq)?.into_iter().filter(earlier).collect();
        let summarized = vec![false; chunks.len()];
        Ok(Self { system: run.recipe.system.clone(), prompt: payload.prompt, documents, chunks, summarized })
    }

    /// The first message: the prompt with what it reads.
    fn seed_prompt(&self) -> String {
        with_resources(&self.prompt, &self.documents)
    }

    /// Counts the system instruction and the first message, without a margin.
    pub(super) fn seed_tokens(&self) -> u64 {
        tokens::count_all([self.system.as_str(), self.seed_prompt().as_str()])
    }

    pub(super) fn text(&self, part: PromptPart) -> &str {
        match part {
            PromptPart::Document(at) => &self.documents[at].text,
            PromptPart::Chunk(at) => &self.chunks[at].text,
        }
    }

    /// Lets a text give way to its summary.
    pub(super) fn put_summary(&mut self, part: PromptPart, summary: &str) {
        match part {
            PromptPart::Document(at) => {
                summary.clone_into(&mut self.documents[at].text);
                self.documents[at].is_summary = true;
            }
            PromptPart::Chunk(at) => {
                summary.clone_into(&mut self.chunks[at].text);
                self.summarized[at] = true;
            }
        }
    }

    pub(super) fn request(&self, most_output: u64) -> ChatRequest {
        let seed = self.seed_prompt();
        let past: Vec<PastChunk<'_>> =
            self.chunks.iter().map(|chunk| PastChunk { id: chunk.id, text: &chunk.text }).collect();
        let message = |message: factly_core::long_documents::continuation::CallMessage<'_>| match message.role {
            ChunkRole::User => PromptMessage::User(message.text.to_owned()),
            ChunkRole::Assistant => PromptMessage::Assistant { text: message.text.to_owned(), calls: Vec::new() },
        };
        ChatRequest {
            system: self.system.clone(),
            messages: history(&seed, &past).into_iter().map(message).collect(),
            max_tokens: u32::try_from(most_output).unwrap_or(u32::MAX),
            ..ChatRequest::default()
        }
    }

    /// Says which texts the call sees in full, and which as a summary.
    pub(super) fn seen(&self) -> String {
        let seen_as = |is_summary: bool| if is_summary { "summary" } else { "full" };
        let documents = self
            .documents
            .iter()
            .map(|document| serde_json::json!({ "document": document.title, "as": seen_as(document.is_summary) }));
        let chunks = self.chunks.iter().zip(&self.summarized).map(|(chunk, is_summary)| {
            serde_json::json!({ "chunk": chunk.id, "turn_index": chunk.turn_index, "as": seen_as(*is_summary) })
        });
        serde_json::Value::from_iter(documents.chain(chunks)).to_string()
    }
}

fn full(title: &str, text: String) -> Resource {
    Resource { title: title.to_owned(), text, is_summary: false }
}

/// A document of a run, by the id of its first job: its title and its text.
pub(super) fn document(r: &Reader, run: &Run, id: Uuid) -> Result<(String, String)> {
    let job = r.document_job_of(run.row.seq, id)?.ok_or_else(|| Error::not_found("There is no such document."))?;
    let payload: Payload = parsed(&job.payload)?;
    Ok((payload.title, assembled(r, job.seq)?.text))
}

/// Puts a document together from its chunks.
pub(super) fn assembled(r: &Reader, root: DocumentJobSeq) -> Result<AssembledDocument> {
    let chunks = r.document_chunks(root)?;
    Ok(assemble(chunks.iter().map(|chunk| chunk.text.as_str())))
}

/// A text in pieces that a call has room for, each with its hash. One piece where it has room for all.
pub(super) fn pieces(text: &str, most_tokens: u64) -> Vec<(String, String)> {
    let mut pieces = Vec::new();
    let mut piece = String::new();
    let mut held = 0;
    for paragraph in text.split_inclusive('\n').flat_map(|line| lines(line, most_tokens)) {
        let tokens = tokens::count(paragraph) + 1;
        if held + tokens > most_tokens && !piece.is_empty() {
            pieces.push(std::mem::take(&mut piece));
            held = 0;
        }
        piece.push_str(paragraph);
        held += tokens;
    }
    pieces.push(piece);
    pieces.into_iter().map(|piece| (sha256_hex(&piece), piece)).collect()
}

/// A line that is longer than a call is cut at characters.
fn lines(line: &str, most_tokens: u64) -> Vec<&str> {
    let most = usize::try_from(most_tokens).unwrap_or(usize::MAX).max(8);
    let mut rest = line;
    let mut parts = Vec::new();
    while rest.len() > most && tokens::count(rest) + 1 > most_tokens {
        let end = rest.ceil_char_boundary(most);
        let (part, then) = rest.split_at(end);
        parts.push(part);
        rest = then;
    }
    parts.push(rest);
    parts
}
