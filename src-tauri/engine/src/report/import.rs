//! A document of Word as a report.

use factly_core::report::{Report, Section};
use factly_formats::Limits;
use factly_formats::report::{Incoming, IncomingSection, body_of, read_docx};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::error::{Error, Result};

/// So much of a hash names an image.
const NAME: usize = 16;

/// A report as it begins.
#[derive(Default)]
pub(super) struct Begun {
    pub(super) title: Option<String>,
    pub(super) report: Report,
    /// Images that its bodies name.
    pub(super) images: Vec<Vec<u8>>,
}

/// Reads a document as a report of its own: headings become sections, and images are named by their bytes.
pub(super) fn report_of(bytes: &[u8], new_id: &mut dyn FnMut() -> Uuid) -> Result<Begun> {
    let mut incoming = read_docx(bytes, &Limits::default(), &|| false).map_err(|refusal| {
        Error::invalid(format!("The document was not read: {refusal}."))
            .kept("Nothing was added.")
            .hint("Open it in a word processor, save it as DOCX and try again.")
    })?;
    let Incoming { images, .. } = &mut incoming;
    let images = std::mem::take(images);
    let names: Vec<(String, String)> = images.iter().map(|(part, bytes)| (part.clone(), name_of(bytes))).collect();
    incoming.name_images(&|part| names.iter().find(|(of, _)| of == part).map(|(_, name)| name.clone()));
    let front_md = body_of(&incoming.opening);
    let mut report = Report { front_md, sections: Vec::new() };
    let mut open: Vec<(usize, Section)> = Vec::new();
    for came in incoming.sections {
        close(&mut open, &mut report, came.depth);
        open.push((came.depth, section(&came, new_id())));
    }
    close(&mut open, &mut report, 0);
    let images = images.into_iter().map(|(_, bytes)| bytes).collect();
    Ok(Begun { title: incoming.title, report, images })
}

fn name_of(bytes: &[u8]) -> String {
    hex::encode(Sha256::digest(bytes)).chars().take(NAME).collect()
}

fn section(came: &IncomingSection, id: Uuid) -> Section {
    let mut section = Section::new(id, came.title.clone(), body_of(&came.blocks));
    section.appendix = came.appendix;
    section
}

/// Closes what is open at `depth` or deeper: each goes under what is open above it.
fn close(open: &mut Vec<(usize, Section)>, report: &mut Report, depth: usize) {
    while open.last().is_some_and(|(of, _)| *of >= depth) {
        let Some((_, section)) = open.pop() else { return };
        match open.last_mut() {
            Some((_, parent)) => parent.children.push(section),
            None => report.sections.push(section),
        }
    }
}
