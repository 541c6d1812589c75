//! The description of an Input's document, and what the analyst says otherwise.

use factly_core::message;
use factly_formats::{ExtractNote, Format};
use uuid::Uuid;

use crate::error::{Error, Result};
use crate::input_summary::label;
use crate::lookup::{checked_title, input_row};
use crate::originals::{InputKind, Originals};
use crate::store::documents::{Description, DocumentRow, DocumentToInsert};
use crate::store::inputs::{InputOrigin, InputRow};
use crate::store::{Op, Reader, Stack, Topic};

const MAX_AUTHORS: usize = 100;
const MAX_CHARS: usize = 500;

/// The document of an Input: what it is, and how it is cited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    pub input: Uuid,
    /// "I-3".
    pub label: String,
    pub title: String,
    pub origin: InputOrigin,
    pub file_name: Option<String>,
    /// "pdf", "docx", "text".
    pub format: String,
    pub pages: Option<u32>,
    /// Bytes of the original, and its hash: of the text itself where that is all there is.
    pub size: u64,
    pub sha256: String,
    /// True if the pages can be drawn.
    pub is_drawable: bool,
    pub notes: Vec<ExtractNote>,
    pub kind: InputKind,
    pub authors: Vec<String>,
    /// As it was given: RFC 3339, a date, or empty.
    pub date: String,
    /// The line that the analyst wrote; empty where it is made.
    pub reference: String,
    /// The line as it is cited.
    pub cited_as: String,
}

impl Document {
    /// Counts the pages that can be drawn; none where there is no picture of them.
    pub fn drawn_pages(&self) -> Option<u32> {
        self.pages.filter(|_| self.is_drawable)
    }
}

/// The analyst's changes to a document; what is left out stays.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DocumentChange {
    pub title: Option<String>,
    pub kind: Option<InputKind>,
    pub authors: Option<Vec<String>>,
    pub date: Option<String>,
    pub reference: Option<String>,
}

impl Originals<'_> {
    pub fn document(&self, input: Uuid) -> Result<Document> {
        self.ctx.read(|r| document_of(r, input_row(r, input)?))
    }

    /// Takes what the analyst says of a document: one step of undo.
    pub fn describe(&self, input: Uuid, change: DocumentChange) -> Result<Document> {
        let row = self.ctx.read(|r| input_row(r, input))?;
        let title = change.title.as_deref().map(checked_title).transpose()?;
        let op = Op::named(Stack::Discovery(row.discovery), message!("Describe {}", label(&row)));
        self.ctx.write(op, |w| {
            let known = w.document(row.seq)?;
            let is_new = known.is_none();
            let known = known.unwrap_or_default();
            if is_new {
                w.insert_document(row.seq, &DocumentToInsert::from_row(&known))?;
            }
            let changed = described(known.description, change)?;
            w.describe_document(row.seq, &changed)?;
            if let Some(title) = &title {
                w.rename_input(row.seq, title)?;
            }
            w.touch_discovery(row.discovery)?;
            w.topic(Topic::Inputs);
            Ok(())
        })?;
        self.document(input)
    }
}

fn described(known: Description, change: DocumentChange) -> Result<Description> {
    let line = |text: String| {
        let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
        match line.chars().count() <= MAX_CHARS {
            true => Ok(line),
            false => {
                Err(Error::invalid(message!("This has more than {} characters.", MAX_CHARS)).kept("Nothing changed."))
            }
        }
    };
    let names = |list: Vec<String>| {
        let named = list.into_iter().filter(|name| !name.trim().is_empty()).take(MAX_AUTHORS);
        named.map(line).collect::<Result<Vec<_>>>()
    };
    Ok(Description {
        kind: change.kind.unwrap_or(known.kind),
        authors: change.authors.map(names).transpose()?.unwrap_or(known.authors),
        date: change.date.map(line).transpose()?.unwrap_or(known.date),
        reference: change.reference.map(line).transpose()?.unwrap_or(known.reference),
    })
}

pub(crate) fn document_of(r: &Reader, row: InputRow) -> Result<Document> {
    let DocumentRow { format, attachment, pages, notes, description } = r.document(row.seq)?.unwrap_or_default();
    let original = attachment.map(|seq| r.attachment(seq)).transpose()?.flatten();
    let (size, sha256) = match original {
        Some(original) => (original.size, original.sha256),
        None => (r.input_bytes(row.seq)?, row.sha256.clone()),
    };
    let Description { kind, authors, date, reference } = description;
    let made = || made_reference(&row.title, &authors, &date);
    Ok(Document {
        input: row.id,
        label: label(&row),
        cited_as: if reference.is_empty() { made() } else { reference.clone() },
        title: row.title,
        origin: row.origin,
        file_name: row.file_name,
        is_drawable: format == Format::Pdf.name() && attachment.is_some(),
        format,
        pages,
        size,
        sha256,
        notes: serde_json::from_str(&notes).unwrap_or_default(),
        kind,
        authors,
        date,
        reference,
    })
}

/// "Ada Miller, Ben Okoye (2026). Flood wall", or as much of it as is known.
fn made_reference(title: &str, authors: &[String], date: &str) -> String {
    let year = date.get(..4).filter(|year| year.bytes().all(|byte| byte.is_ascii_digit()));
    let year = year.map(|year| format!("({year})"));
    let head = Some(authors.join(", ")).filter(|names| !names.is_empty());
    match (head, year) {
        (Some(names), Some(year)) => format!("{names} {year}. {title}"),
        (Some(names), None) => format!("{names}. {title}"),
        (None, Some(year)) => format!("{title} {year}"),
        (None, None) => title.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::made_reference;

    #[test]
    fn a_reference_is_made_of_what_is_known() {
        let check = |authors: &[&str], date: &str, line: &str| {
            let authors: Vec<String> = authors.iter().map(|name| (*name).to_owned()).collect();
            assert_eq!(made_reference("Flood wall", &authors, date), line);
        };
        check(&["Ada Miller", "Ben Okoye"], "2026-03-01T10:00:00Z", "Ada Miller, Ben Okoye (2026). Flood wall");
        check(&["Ada Miller"], "", "Ada Miller. Flood wall");
        check(&[], "2026", "Flood wall (2026)");
        check(&[], "März 2026", "Flood wall");
    }
}
