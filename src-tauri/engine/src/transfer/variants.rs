//! Variants stored beside texts that say the same, out of the library and into it. A pair is named by its labels and by
//! a hash of the words that each had; where the words are others by now it is stored too, since a version can be
//! restored.

use factly_core::message;
use std::collections::HashSet;

use factly_core::discovery::EntityKind;
use factly_core::transfer::FindingCode;
use factly_core::transfer::record::VariantRecord;

use crate::error::Result;
use crate::store::discoveries::DiscoveryRow;
use crate::store::variants::HashedEntity;
use crate::transfer::export::{ExportResult, ExportWriter};
use crate::transfer::reader::ImportReader;
use crate::transfer::source::Halt;
use crate::transfer::writer::ImportWriter;

impl ExportWriter<'_> {
    /// Those of which both are there.
    pub(super) fn variants(&mut self, row: &DiscoveryRow) -> ExportResult {
        let mut variants = Vec::new();
        for kind in EntityKind::ALL {
            let pairs = self.r.variants(row.seq, kind)?.into_iter();
            let there = pairs.filter(|(one, other)| [one, other].iter().all(|end| self.there.contains(&end.label)));
            variants.extend(there.map(|(one, other)| VariantRecord {
                one: one.label,
                one_sha256: one.sha256,
                other: other.label,
                other_sha256: other.sha256,
            }));
        }
        self.some("variants", &variants)
    }
}

impl ImportReader<'_> {
    pub(super) fn variants(&mut self) -> std::result::Result<(), Halt> {
        let mut seen = HashSet::new();
        self.own("variants", &mut |walk, entry| {
            let Some(variant) = walk.record::<VariantRecord>(entry) else { return Ok(()) };
            let VariantRecord { one, one_sha256, other, other_sha256 } = &variant;
            let is_hash = |text: &str| text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
            let is_there = |label: &_| walk.has_entity(*label);
            if one.kind != other.kind || one.no >= other.no || !is_hash(one_sha256) || !is_hash(other_sha256) {
                walk.found(
                    entry,
                    FindingCode::WrongType,
                    message!("These are no two entities of one column, with their words."),
                );
            } else if !is_there(one) || !is_there(other) {
                walk.found(entry, FindingCode::DeadLink, message!("{} or {} is not there.", one, other));
            } else if seen.contains(&variant) {
                walk.found(entry, FindingCode::DuplicateRecord, message!("This record is there twice."));
            } else {
                walk.sink.variant(&variant)?;
                seen.insert(variant);
            }
            Ok(())
        })
    }
}

impl ImportWriter<'_, '_> {
    pub(super) fn put_variant(&mut self, variant: &VariantRecord) -> Result<()> {
        let (w, at) = self.at()?;
        let one = HashedEntity { label: at.local_label(variant.one), sha256: variant.one_sha256.clone() };
        let other = HashedEntity { label: at.local_label(variant.other), sha256: variant.other_sha256.clone() };
        // Two of the file may be one here.
        if one.label == other.label { Ok(()) } else { Ok(w.insert_variant(at.discovery, (&one, &other))?) }
    }
}
