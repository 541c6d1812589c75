//! The indexes searched beside Inputs, in memory: facts, conclusions, messages and sections of reports, each a short
//! document.

use std::collections::BTreeMap;

use factly_core::language::stem::Stems;
use factly_core::retrieval::{Index, Passage, PassageFields, PassageId, PassageRef};
use rustc_hash::{FxHashSet, FxHasher};
use std::hash::{Hash, Hasher};

use crate::context::Context;
use crate::error::Result;
use crate::facts::Facts;
use crate::store::facts::FactRow;
use crate::store::search_texts::{ShortText, ShortTextKind};
use crate::store::{DiscoverySeq, Reader};
use crate::task::{ProgressThrottle, TaskStep};

/// So many texts are read between two looks at whether they are still wanted.
const AT_ONCE: usize = 64;

/// The short documents of a discovery, by kind.
#[derive(Default, Debug)]
pub(super) struct SecondaryIndexes([SecondaryIndex; ShortTextKind::ALL.len()]);

#[derive(Default, Debug)]
struct SecondaryIndex {
    index: Index,
    /// The content of each document, by its row, as a hash.
    known: BTreeMap<i64, u64>,
}

impl SecondaryIndexes {
    pub(super) fn index(&self, kind: ShortTextKind) -> &Index {
        &self.0[kind as usize].index
    }

    /// Brings the indexes up to what the library has; called off, they go on from there the next time.
    pub(super) fn refresh(
        &mut self,
        ctx: &Context,
        r: &Reader,
        discovery: DiscoverySeq,
        throttle: &ProgressThrottle<'_>,
    ) -> Result<()> {
        for kind in ShortTextKind::ALL {
            let mut texts = r.short_texts(discovery, kind)?;
            if kind == ShortTextKind::Fact {
                add_shown(&mut texts, Facts::new(ctx).typed_statements(r, discovery)?);
            }
            self.0[kind as usize].refresh(&texts, throttle)?;
        }
        Ok(())
    }

    /// Returns a short document as the ranking reads it; none where the library has it no more.
    pub(super) fn passage(ctx: &Context, r: &Reader, kind: ShortTextKind, at: PassageRef) -> Option<Passage> {
        let short = r.short(kind, at.document).ok()??;
        let text = match shown(ctx, r, kind, &short).ok()? {
            Some(shown) => both(&short.text, &shown),
            None => short.text,
        };
        let id = PassageId { input_label: at.document, number: at.number };
        Some(Passage { id, title: String::new(), headings: Vec::new(), speakers: Vec::new(), chars: 0..0, text })
    }
}

/// Returns the statement of a typed fact in the reader's language, in which it is found too.
pub(super) fn shown(ctx: &Context, r: &Reader, kind: ShortTextKind, short: &ShortText) -> Result<Option<String>> {
    if kind != ShortTextKind::Fact {
        return Ok(None);
    }
    let statements = Facts::new(ctx).statements(r, short.discovery)?;
    Ok(statements.map(|statements| statements.of(r, short.id)).transpose()?.flatten())
}

fn add_shown(texts: &mut [(i64, String)], shown: Vec<(FactRow, String)>) {
    let shown: BTreeMap<i64, String> = shown.into_iter().map(|(fact, text)| (fact.seq.0, text)).collect();
    for (seq, text) in texts {
        if let Some(shown) = shown.get(seq) {
            *text = both(text, shown);
        }
    }
}

fn both(stored: &str, shown: &str) -> String {
    format!("{shown}\n{stored}")
}

impl SecondaryIndex {
    fn refresh(&mut self, rows: &[(i64, String)], throttle: &ProgressThrottle<'_>) -> Result<()> {
        let now: BTreeMap<i64, u64> = rows.iter().map(|(seq, text)| (*seq, hash(text))).collect();
        let removed: FxHashSet<i64> =
            self.known.iter().filter(|(seq, hash)| now.get(seq) != Some(hash)).map(|(seq, _)| *seq).collect();
        if !removed.is_empty() {
            self.index.remove(&removed);
            self.known.retain(|seq, _| !removed.contains(seq));
        }
        let new: Vec<&(i64, String)> = rows.iter().filter(|(seq, _)| !self.known.contains_key(seq)).collect();
        let mut adder = self.index.adder();
        for rows_here in new.chunks(AT_ONCE) {
            let done = self.known.len();
            throttle.at(|| TaskStep { title: String::new(), done, total: rows.len(), facts: done })?;
            let texts: Vec<&str> = rows_here.iter().map(|(_, text)| text.as_str()).collect();
            for ((seq, text), stems) in rows_here.iter().zip(Stems::for_short_texts(&texts)) {
                let passage = PassageRef { document: *seq, number: 1 };
                adder.add(passage, stems, &PassageFields { text, ..PassageFields::default() });
                self.known.extend(now.get_key_value(seq).map(|(seq, hash)| (*seq, *hash)));
            }
        }
        Ok(())
    }
}

fn hash(text: &str) -> u64 {
    let mut hasher = FxHasher::default();
    text.hash(&mut hasher);
    hasher.finish()
}
