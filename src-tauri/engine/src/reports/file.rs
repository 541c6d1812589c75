//! A file that a report is read from.

use std::collections::HashMap;
use std::path::Path;

use factly_core::discovery::EntityLabel;
use factly_core::message;
use factly_core::reports::{Report, Section};
use factly_formats::Limits;
use factly_formats::report::{IncomingDocx, read_docx};

use super::image::{name_of, with_images};
use crate::error::{Error, Result};

/// A report as it begins.
#[derive(Default)]
pub(super) struct InitialReport {
    pub(super) title: Option<String>,
    pub(super) report: Report,
    /// Entities that its Output rests on.
    pub(super) from: Vec<EntityLabel>,
    /// Images that its bodies name.
    pub(super) images: Vec<Vec<u8>>,
}

/// A file as a report is read from it.
#[derive(Clone, Copy, Debug)]
pub struct ReportFile<'f> {
    /// Its name, which stands for who edited it where the file does not say.
    pub name: &'f str,
    pub bytes: &'f [u8],
    /// The folder that it lies in, where images may lie beside it.
    pub folder: Option<&'f Path>,
}

impl ReportFile<'_> {
    /// A document of Word is an archive; everything else is Markdown.
    pub(super) fn is_docx(self) -> bool {
        self.bytes.starts_with(b"PK")
    }

    /// The Markdown, and the images that lie beside it, which it names as the library does.
    pub(super) fn markdown(self) -> Result<(String, Vec<Vec<u8>>)> {
        match std::str::from_utf8(self.bytes) {
            Ok(text) if !text.contains('\0') => Ok(with_images(text.to_owned(), self.folder)),
            _ => Err(unreadable(self)),
        }
    }

    pub(super) fn docx(self) -> Result<IncomingDocx> {
        read_docx(self.bytes, &Limits::default(), &|| false).map_err(|refusal| {
            Error::invalid(message!("“{}” was not read: {}.", self.name, refusal))
                .kept("Nothing was added.")
                .hint("Open it in a word processor, save it as DOCX and try again.")
        })
    }
}

/// Returns the error for a file that is neither Markdown nor a document of Word, and what to do.
fn unreadable(file: ReportFile<'_>) -> Error {
    let is_word = file.name.to_lowercase().ends_with(".docx");
    let is_old_word = file.bytes.starts_with(&[0xd0, 0xcf, 0x11, 0xe0]);
    let name = file.name;
    let (what, hint) = match () {
        () if is_old_word && is_word => {
            (message!("“{}” is locked by a password.", name), message!("Save it without one and try again."))
        }
        () if is_old_word => {
            (message!("“{}” is a document of an old Word.", name), message!("Save it as DOCX and try again."))
        }
        () if is_word => (
            message!("“{}” is damaged or no document of Word.", name),
            message!("Open it in a word processor, save it as DOCX and try again."),
        ),
        () => (
            message!("“{}” is neither Markdown in UTF-8 nor a DOCX.", name),
            message!("Save it as one of them and try again."),
        ),
    };
    Error::invalid(what).kept("Nothing was added.").hint(hint)
}

/// Gives the images of a document the names that they have in the library, and returns them.
pub(super) fn name_images(incoming: &mut IncomingDocx) -> Vec<Vec<u8>> {
    let images = std::mem::take(&mut incoming.images);
    let names: HashMap<&str, String> = images.iter().map(|(part, bytes)| (part.as_str(), name_of(bytes))).collect();
    incoming.name_images(&|part| names.get(part).cloned());
    images.into_iter().map(|(_, bytes)| bytes).collect()
}

/// Sections in reading order, each with its depth, as a tree.
pub(super) fn tree(sections: impl IntoIterator<Item = (usize, Section)>) -> Vec<Section> {
    let mut open: Vec<(usize, Section)> = Vec::new();
    let mut roots = Vec::new();
    for (depth, section) in sections {
        close(&mut open, &mut roots, depth);
        open.push((depth, section));
    }
    close(&mut open, &mut roots, 0);
    roots
}

/// Closes what is open at `depth` or deeper: each goes under what is open above it.
fn close(open: &mut Vec<(usize, Section)>, roots: &mut Vec<Section>, depth: usize) {
    while open.last().is_some_and(|(of, _)| *of >= depth) {
        let Some((_, section)) = open.pop() else { return };
        match open.last_mut() {
            Some((_, parent)) => parent.children.push(section),
            None => roots.push(section),
        }
    }
}
