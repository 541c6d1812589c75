//! A check whether an assistant only repeats what it was told: it names a fact, or says what the column says in other
//! words.

use std::cell::OnceCell;

use factly_core::chat::labels::labels_in;
use factly_core::discovery::duplicates::{DuplicateIndex, prepare};
use factly_core::discovery::{EntityKind, EntityLabel};

use crate::store::{DiscoverySeq, FactSeq, Reader, StoreError};

/// The statements of a discovery's facts: read once, and only if an assistant said something.
#[derive(Default)]
pub(super) struct Statements(OnceCell<DuplicateIndex<EntityLabel>>);

impl Statements {
    /// The fact that an assistant's sentence repeats.
    pub(super) fn repeated_by(
        &self,
        r: &Reader,
        discovery: DiscoverySeq,
        sentence: &str,
    ) -> Result<Option<FactSeq>, StoreError> {
        let named =
            labels_in(sentence).into_iter().filter(|named| named.surely && named.label.kind == EntityKind::Fact);
        for named in named {
            if let Some(fact) = r.fact_by_label(discovery, named.label.no)? {
                return Ok(Some(fact.seq));
            }
        }
        let index = match self.0.get() {
            Some(index) => index,
            None => {
                let read = read(r, discovery)?;
                self.0.get_or_init(|| read)
            }
        };
        let Some((label, _)) = index.find(&prepare(sentence)).into_iter().next() else { return Ok(None) };
        Ok(r.fact_by_label(discovery, label.no)?.map(|fact| fact.seq))
    }
}

fn read(r: &Reader, discovery: DiscoverySeq) -> Result<DuplicateIndex<EntityLabel>, StoreError> {
    let mut index = DuplicateIndex::new();
    r.each_member(discovery, EntityKind::Fact, |member| index.add(member.label, prepare(&member.text)))?;
    Ok(index)
}
