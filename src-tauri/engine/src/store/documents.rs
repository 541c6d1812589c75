//! SQL of `document`: what an Input was read from, and what the analyst says of it.

use factly_core::named;
use rusqlite::{OptionalExtension, Row, params};
use uuid::Uuid;

use super::{AttachmentSeq, InputSeq, Reader, StoreError, Writer};

named! {
    /// The kind of a source to those who weigh it.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum InputKind {
        Interview = "interview",
        Report = "report",
        Minutes = "minutes",
        Mail = "mail",
        Data = "data",
        WebPage = "web_page",
        #[default]
        Other = "other",
    }
}

/// The columns read of every document, without its places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentRow {
    pub format: String,
    pub attachment: Option<AttachmentSeq>,
    pub pages: Option<u32>,
    /// As JSON.
    pub notes: String,
    pub description: Description,
}

impl Default for DocumentRow {
    /// Returns the values for a text that came in before documents were stored.
    fn default() -> Self {
        let (format, notes) = ("text".to_owned(), "[]".to_owned());
        Self { format, attachment: None, pages: None, notes, description: Description::default() }
    }
}

/// The analyst's description of a document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Description {
    pub kind: InputKind,
    pub authors: Vec<String>,
    /// RFC 3339 or a date alone; empty where none is known.
    pub date: String,
    /// Empty where the line is made of title, authors and date.
    pub reference: String,
}

/// The stored columns of a document; `places` and `boxes` are packed.
pub struct DocumentToInsert<'a> {
    pub format: &'a str,
    pub attachment: Option<AttachmentSeq>,
    pub pages: Option<u32>,
    pub notes: &'a str,
    pub description: &'a Description,
    pub places: &'a [u8],
    pub boxes: &'a [u8],
}

impl<'a> DocumentToInsert<'a> {
    /// The same document without places.
    pub fn from_row(row: &'a DocumentRow) -> Self {
        Self {
            format: &row.format,
            attachment: row.attachment,
            pages: row.pages,
            notes: &row.notes,
            description: &row.description,
            places: &[],
            boxes: &[],
        }
    }
}

impl Reader {
    pub fn document(&self, input: InputSeq) -> Result<Option<DocumentRow>, StoreError> {
        let sql = "SELECT format, attachment, pages, notes, kind, authors, dated, reference
                   FROM document WHERE input = ?1";
        self.select_one(sql, [input], document_row)
    }

    /// The packed places of an Input; none where it has no document.
    pub fn packed_places(&self, input: InputSeq) -> Result<Vec<u8>, StoreError> {
        let sql = "SELECT places FROM document WHERE input = ?1";
        let places = self.connection().prepare_cached(sql)?.query_row([input], |row| row.get(0)).optional()?;
        Ok(places.unwrap_or_default())
    }

    pub fn packed_boxes(&self, input: InputSeq) -> Result<Vec<u8>, StoreError> {
        let sql = "SELECT boxes FROM document WHERE input = ?1";
        let boxes = self.connection().prepare_cached(sql)?.query_row([input], |row| row.get(0)).optional()?;
        Ok(boxes.unwrap_or_default())
    }

    /// The Input of a bundle that is one of its pieces, and how far an offset of the bundle is behind that of the Input.
    pub fn input_of_bundle(&self, bundle: Uuid) -> Result<Option<(InputSeq, i64)>, StoreError> {
        let sql = "SELECT b.input, s.start_char - b.input_start_char FROM turn_bundle AS b
                   JOIN turn_bundle_section AS s ON s.bundle = b.seq AND s.section = 'FREE_CHAT'
                   WHERE b.id = ?1 AND b.input IS NOT NULL";
        let row = self.connection().prepare_cached(sql)?.query_row([bundle], |row| Ok((row.get(0)?, row.get(1)?)));
        Ok(row.optional()?)
    }
}

impl Writer<'_> {
    pub fn insert_document(&mut self, input: InputSeq, document: &DocumentToInsert<'_>) -> Result<(), StoreError> {
        let sql = "INSERT INTO document
                       (input, format, attachment, pages, notes, kind, authors, dated, reference, places, boxes)
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)";
        let Description { kind, authors, date, reference } = document.description;
        self.change(
            sql,
            params![
                input,
                document.format,
                document.attachment,
                document.pages,
                document.notes,
                kind.as_str(),
                json(authors),
                date,
                reference,
                document.places,
                document.boxes,
            ],
        )
    }

    /// Says otherwise what kind of document it is, by whom, of when, and how it is cited.
    pub fn describe_document(&mut self, input: InputSeq, description: &Description) -> Result<(), StoreError> {
        let sql = "UPDATE document SET kind = ?2, authors = ?3, dated = ?4, reference = ?5 WHERE input = ?1";
        let row = params![
            input,
            description.kind.as_str(),
            json(&description.authors),
            description.date,
            description.reference
        ];
        self.change(sql, row)
    }
}

fn json(authors: &[String]) -> String {
    serde_json::to_string(authors).unwrap_or_default()
}

fn document_row(row: &Row<'_>) -> rusqlite::Result<DocumentRow> {
    Ok(DocumentRow {
        format: row.get(0)?,
        attachment: row.get(1)?,
        pages: row.get(2)?,
        notes: row.get(3)?,
        description: Description {
            kind: super::columns::word(row, 4, InputKind::parse)?,
            authors: serde_json::from_str(row.get_ref(5)?.as_str()?).unwrap_or_default(),
            date: row.get(6)?,
            reference: row.get(7)?,
        },
    })
}
