//! A document's text as it is shown: page by page, so that a window holds what is seen of a long one.

use std::sync::{Arc, Mutex, PoisonError};

use factly_core::long_documents::preview::{PreviewParagraph, text_blocks};
use uuid::Uuid;

use super::call_texts::{assembled, document};
use super::{LongDocuments, Run};
use crate::context::Cache;
use crate::error::{Error, Result};
use crate::store::Reader;

/// Documents that are looked at together: two beside each other, and some that were before.
const MOST_KNOWN: usize = 4;
/// So many paragraphs are given at once.
const MOST_BLOCKS: usize = 500;

/// Some paragraphs of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextPage {
    pub blocks: Vec<PreviewParagraph>,
    /// Of the whole document.
    pub total: usize,
    /// True if what comes next goes on with the last of them all.
    pub is_open: bool,
}

/// The texts that were last looked at, as they were with so many chunks.
#[derive(Default)]
struct ParagraphCache(Mutex<Vec<(Uuid, u32, Arc<CachedText>)>>);

struct CachedText {
    blocks: Vec<PreviewParagraph>,
    is_open: bool,
}

impl Cache for ParagraphCache {}

impl LongDocuments<'_> {
    /// Returns the text of one document, as far as it is stored.
    pub fn text(&self, run: Uuid, id: Uuid) -> Result<String> {
        self.ctx.read(|r| Ok(document(r, &Run::find(r, run)?, id)?.1))
    }

    /// Returns some paragraphs of it, from the one at `from` on.
    pub fn text_page(&self, run: Uuid, id: Uuid, from: usize, count: usize) -> Result<TextPage> {
        let known = self.ctx.cache::<ParagraphCache>();
        let text = self.ctx.read(|r| known.get(r, &Run::find(r, run)?, id))?;
        let blocks = text.blocks.iter().skip(from).take(count.min(MOST_BLOCKS)).cloned().collect();
        Ok(TextPage { blocks, total: text.blocks.len(), is_open: text.is_open })
    }
}

impl ParagraphCache {
    fn get(&self, r: &Reader, run: &Run, id: Uuid) -> Result<Arc<CachedText>> {
        let job = r.document_job_of(run.row.seq, id)?.ok_or_else(|| Error::not_found("There is no such document."))?;
        let chunks = r.count_document_chunks(job.seq)?;
        let is_it = |known: &&(Uuid, u32, Arc<CachedText>)| (known.0, known.1) == (id, chunks);
        let found =
            self.0.lock().unwrap_or_else(PoisonError::into_inner).iter().find(is_it).map(|known| Arc::clone(&known.2));
        if let Some(text) = found {
            return Ok(text);
        }
        let (blocks, is_open) = text_blocks(&assembled(r, job.seq)?.text);
        let text = Arc::new(CachedText { blocks, is_open });
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.retain(|(of, ..)| *of != id);
        if known.len() >= MOST_KNOWN {
            known.remove(0);
        }
        known.push((id, chunks, Arc::clone(&text)));
        Ok(text)
    }
}
