//! The images that reports name, out of the library and into it: once for each hash, whatever names them.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use factly_core::message;
use factly_core::transfer::FindingCode;
use factly_core::transfer::record::OriginalRecord;
use factly_formats::report::picture;

use crate::error::Result;
use crate::originals::original_of;
use crate::reports::named_attachments;
use crate::store::discoveries::DiscoveryRow;
use crate::transfer::export::{ExportResult, ExportWriter, failed};
use crate::transfer::reader::ImportReader;
use crate::transfer::source::Halt;
use crate::transfer::writer::ImportWriter;

impl ExportWriter<'_> {
    pub(super) fn images(&mut self, row: &DiscoveryRow) -> ExportResult {
        let named = named_attachments(self.r, row.seq)?;
        if named.is_empty() {
            return Ok(());
        }
        let r = self.r;
        self.out.list("images", |list| {
            for (sha256, seq) in named {
                let bytes = STANDARD.encode(r.attachment_bytes(seq)?);
                list.add(&OriginalRecord { sha256: sha256.into(), bytes: bytes.into() }).map_err(failed)?;
            }
            Ok(())
        })
    }
}

impl ImportReader<'_> {
    pub(super) fn images(&mut self) -> std::result::Result<(), Halt> {
        self.own("images", &mut |walk, entry| {
            let Some(image) = walk.record::<OriginalRecord<'_>>(entry) else { return Ok(()) };
            match original_of(&image) {
                Some(Some(bytes)) if picture(&bytes).is_some() => walk.sink.image(&bytes)?,
                Some(_) => {
                    walk.found(entry, FindingCode::WrongType, message!("This is no image that a report can hold."))
                }
                None => walk.found(entry, FindingCode::BadHash, message!("The image is not the one that was hashed.")),
            }
            Ok(())
        })
    }
}

impl ImportWriter<'_, '_> {
    pub(super) fn put_image(&mut self, bytes: &[u8]) -> Result<()> {
        let (w, _) = self.at()?;
        w.keep_attachment(bytes)?;
        Ok(())
    }
}
