//! Images of reports: attachments of the library, which bodies name by the hash of their bytes.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use factly_core::message;
use factly_formats::report::{image_by_name, linked_images, picture};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::export::named_images;
use super::{Reports, row};
use crate::error::{Code, Error, Result};
use crate::store::{AttachmentSeq, DiscoverySeq, Op, Reader, Stack, StoreError};

/// So much of a hash names an image.
const NAME: usize = 16;
/// And so much at least.
const SHORTEST: usize = 8;

impl Reports<'_> {
    /// An image of a report is at most so large.
    pub const MAX_IMAGE_BYTES: usize = 20 << 20;

    /// As [`Self::keep_image`], of the file at a path.
    pub fn keep_image_file(&self, report: Uuid, path: &Path) -> Result<String> {
        let unread =
            |error: io::Error| Error::new(Code::Io, message!("“{}” could not be read: {}.", path.display(), error));
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
        let size = fs::metadata(path).map_err(unread)?.len();
        check_size(&name, usize::try_from(size).unwrap_or(usize::MAX))?;
        self.keep_image(report, &name, &fs::read(path).map_err(unread)?)
    }

    /// As [`Self::keep_image`], of bytes as Base64.
    pub fn keep_pasted_image(&self, report: Uuid, name: &str, base64: &str) -> Result<String> {
        check_size(name, base64.len() / 4 * 3)?;
        let bytes =
            STANDARD.decode(base64).map_err(|error| Error::invalid(message!("“{}” is no Base64: {}.", name, error)))?;
        self.keep_image(report, name, &bytes)
    }

    /// Keeps an image that a body of the report is to name, and returns `[IMAGE:x]`. What is never named harms nothing.
    pub fn keep_image(&self, report: Uuid, name: &str, bytes: &[u8]) -> Result<String> {
        check_size(name, bytes.len())?;
        if picture(bytes).is_none() {
            return Err(Error::invalid(message!("“{}” is no image that a report can hold.", name))
                .kept("Nothing was added.")
                .hint("Use a PNG, a JPEG, a GIF or a WebP."));
        }
        let found = self.ctx.read(|r| row(r, report))?;
        let op = Op::named(Stack::Discovery(found.discovery), message!("Keep an image of {}", found.output));
        self.ctx.write(op, |w| Ok(w.keep_attachment(bytes)?))?;
        Ok(format!("[IMAGE:{}]", name_of(bytes)))
    }

    /// The bytes of an image by its name, which is the hash of an attachment or its beginning.
    pub fn image(&self, name: &str) -> Option<Vec<u8>> {
        let hash = name.split('.').next().filter(|hash| hash.len() >= SHORTEST)?;
        let read = self.ctx.read(|r| {
            let found = r.attachment_by_hash(hash)?;
            Ok(found.map(|seq| r.attachment_bytes(seq)).transpose()?)
        });
        read.ok().flatten()
    }
}

/// The images that the reports of a discovery name, in versions and suggestions too, with their hashes, by hash.
pub(crate) fn named_attachments(
    r: &Reader,
    discovery: DiscoverySeq,
) -> std::result::Result<BTreeMap<String, AttachmentSeq>, StoreError> {
    let mut named = BTreeMap::new();
    for text in r.report_texts_with_images(discovery)? {
        for (_, name, _) in named_images(&text) {
            let hash = name.split('.').next().filter(|hash| hash.len() >= SHORTEST);
            let found = hash.map(|hash| r.attachment_by_hash(hash)).transpose()?.flatten();
            let stored = found.map(|seq| r.attachment(seq)).transpose()?.flatten();
            named.extend(stored.map(|stored| (stored.sha256, stored.seq)));
        }
    }
    Ok(named)
}

/// The name of an image in bodies.
pub(super) fn name_of(bytes: &[u8]) -> String {
    hex::encode(Sha256::digest(bytes)).chars().take(NAME).collect()
}

/// A Markdown whose images beside it are named as in the library, and those images.
pub(super) fn with_images(mut md: String, folder: Option<&Path>) -> (String, Vec<Vec<u8>>) {
    let mut images = Vec::new();
    let Some(folder) = folder.and_then(|folder| folder.canonicalize().ok()) else { return (md, images) };
    for linked in linked_images(&md).into_iter().rev() {
        let Some((name, bytes)) = beside(&folder, &linked.target) else { continue };
        md.replace_range(linked.span, &image_by_name(&name, &linked.caption));
        images.push(bytes);
    }
    (md, images)
}

/// An image within the folder of a Markdown, with its name in bodies; a link out of the folder leads nowhere.
fn beside(folder: &Path, target: &str) -> Option<(String, Vec<u8>)> {
    let path = folder.join(target).canonicalize().ok().filter(|path| path.starts_with(folder))?;
    let size = fs::metadata(&path).ok().filter(fs::Metadata::is_file)?.len();
    let bytes = (size <= Reports::MAX_IMAGE_BYTES as u64).then(|| fs::read(&path).ok())??;
    picture(&bytes)?;
    // What an export named so keeps its name.
    let hash = hex::encode(Sha256::digest(&bytes));
    let stem = path.file_stem()?.to_string_lossy().into_owned();
    let is_name = stem.len() >= SHORTEST && hash.starts_with(&stem);
    Some((if is_name { stem } else { name_of(&bytes) }, bytes))
}

fn check_size(name: &str, bytes: usize) -> Result<()> {
    if bytes <= Reports::MAX_IMAGE_BYTES {
        return Ok(());
    }
    let most = Reports::MAX_IMAGE_BYTES >> 20;
    Err(Error::invalid(message!("“{}” is larger than {} MB.", name, most))
        .kept("Nothing was added.")
        .hint("Save it smaller, or with fewer pixels, and try again."))
}
