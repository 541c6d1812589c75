//! A report as a document of Word.
//!
//! It is written section by section into the archive, so that no more than one is in memory at a time beside the footnotes.
//! The id of a section is the name of a hidden bookmark from its heading to the end of its own body; a citation is a link
//! with a footnote beside it; the report's own id is a property of the document.

mod adjacent_changes;
mod body;
mod comments;
mod incoming;
mod links;
mod lists;
mod looks;
mod parts;
mod read;
mod story;
mod styles;
pub(crate) mod xml;

use std::io::{self, Seek, Write};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use super::block::{ReportBlock, Shape, TextRun, words};
use super::diff::{self, Change, ChangeMark};
use super::export::{ExportSection, ReportContent};
use super::markdown::{blocks, title_runs};
use super::picture::for_word;
use body::{Body, DocxHeading, ParagraphStart, toc_name};
use looks::{FollowingLooks, Looks};
use styles::Styles;
use xml::{SOURCES, escaped};

pub use comments::Comment;
pub use incoming::{BaseSection, IncomingDocx, IncomingSection};
pub use read::read_docx;
pub use styles::Reference;

/// The document property that names the report.
pub(crate) const PROPERTY: &str = "Factly report";
const PROPERTY_ELEMENT: &str = "property";
const BASE_ELEMENT: &str = "report";
/// Address prefix of an image that is a part of the document that is read.
const PART: &str = "part:";
/// The namespace of the part that keeps the bodies as they were when the report went out.
pub(crate) const BASE: &str = "urn:factly:report";

/// Headings of so many levels stand in the table of contents.
const CONTENTS: usize = 3;

/// Writes a report as DOCX. Suggestions are tracked changes where `tracked`, else left out.
///
/// # Errors
/// When the writer does not take it.
pub fn write_docx(
    export: &ReportContent<'_>,
    reference: Option<&Reference>,
    tracked: bool,
    out: impl Write + Seek,
) -> io::Result<()> {
    let styles = reference.map_or_else(Styles::own, Styles::from_reference);
    let mut file = DocxFile { zip: ZipWriter::new(out) };
    file.part("[Content_Types].xml", &parts::content_types())?;
    file.part("_rels/.rels", &parts::package_relations())?;
    file.begin("word/document.xml")?;
    let mut body = Body::new(export, &styles);
    write_document(export, tracked, &mut body, &mut file)?;
    let Body { notes, relations, media, starts, .. } = body;
    let headings = styles.headings();
    file.part("word/_rels/document.xml.rels", &parts::relations(&(parts::document_relations() + &relations)))?;
    file.part("word/footnotes.xml", &parts::footnotes(&notes))?;
    file.part("word/numbering.xml", &parts::numbering(&starts, styles.are_own.then_some(headings.as_slice())))?;
    file.part("word/styles.xml", &parts::in_language(&styles.part, export.language))?;
    file.part("word/settings.xml", &parts::settings(export.language))?;
    file.part("word/fontTable.xml", parts::FONTS)?;
    file.part("word/theme/theme1.xml", styles.theme.as_deref().unwrap_or(parts::THEME))?;
    file.part("word/footer1.xml", &parts::footer())?;
    file.part("docProps/core.xml", &parts::core(&export.head.current.title, export.language))?;
    file.part("docProps/app.xml", &parts::app())?;
    file.part("docProps/custom.xml", &parts::custom(&export.id))?;
    write_base(export, &mut file)?;
    for (target, name) in media {
        file.begin(&format!("word/{name}"))?;
        file.zip.write_all(&(export.images)(&target).and_then(for_word).unwrap_or_default())?;
    }
    file.zip.finish().map_err(io::Error::from)?.flush()
}

struct DocxFile<W: Write + Seek> {
    zip: ZipWriter<W>,
}

impl<W: Write + Seek> DocxFile<W> {
    fn begin(&mut self, name: &str) -> io::Result<()> {
        // The same report gives the same bytes: no part has a time.
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .compression_level(Some(3))
            .last_modified_time(DateTime::default());
        self.zip.start_file(name, options).map_err(io::Error::from)
    }

    fn part(&mut self, name: &str, text: &str) -> io::Result<()> {
        self.begin(name)?;
        self.zip.write_all(text.as_bytes())
    }

    /// Writes what a body has so far.
    fn drain(&mut self, body: &mut Body<'_>) -> io::Result<()> {
        self.zip.write_all(body.xml.as_bytes())?;
        body.xml.clear();
        Ok(())
    }
}

const OPENING: &str = "<w:document xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\" xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\" xmlns:wp=\"http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing\" xmlns:a=\"http://schemas.openxmlformats.org/drawingml/2006/main\" xmlns:pic=\"http://schemas.openxmlformats.org/drawingml/2006/picture\"><w:body>";
const CLOSING: &str = "<w:sectPr><w:footerReference w:type=\"default\" r:id=\"rId7\"/><w:pgSz w:w=\"11906\" w:h=\"16838\"/><w:pgMar w:top=\"1304\" w:right=\"1418\" w:bottom=\"1304\" w:left=\"1418\" w:header=\"708\" w:footer=\"708\" w:gutter=\"0\"/></w:sectPr></w:body></w:document>";

fn write_document(
    export: &ReportContent<'_>,
    tracked: bool,
    body: &mut Body<'_>,
    file: &mut DocxFile<impl Write + Seek>,
) -> io::Result<()> {
    body.xml.push_str(parts::HEAD);
    body.xml.push_str(OPENING);
    let head = &export.head;
    let suggested = if tracked { &head.suggested } else { &head.current };
    body.begin(ParagraphStart { style: "title", ..ParagraphStart::default() });
    body.changed(&diff::runs(&[TextRun::text(&head.current.title)], &[TextRun::text(&suggested.title)]));
    body.end();
    if !export.notice.is_empty() {
        body.line("stale notice", &export.notice);
    }
    let (before, after) = (blocks(&head.current.body_md), blocks(&suggested.body_md));
    let opening = if head.current == *suggested {
        before.iter().map(|block| Change::Same(block, block)).collect()
    } else {
        diff::blocks(&before, &after)
    };
    let contents = contents(export, tracked);
    let behind = if contents.is_empty() { behind(export, 0) } else { FollowingLooks::always(&Looks::of_contents()) };
    body.changes(&opening, None, &behind);
    write_contents(contents, export, body);
    for at in 0..export.sections.len() {
        write_section(export, at, tracked, body);
        file.drain(body)?;
    }
    if tracked && export.sources.is_empty() {
        // The last paragraph of a document cannot go: this one takes what was tracked before it.
        body.line("normal", "");
    }
    write_sources(export, body);
    body.xml.push_str(CLOSING);
    file.drain(body)
}

/// The sections that are written, with their titles.
fn titles<'e>(
    export: &'e ReportContent<'_>,
    tracked: bool,
) -> impl Iterator<Item = (usize, &'e ExportSection, &'e str)> {
    export.sections.iter().enumerate().filter_map(move |(at, section)| {
        let suggested = section.suggested.as_ref().filter(|_| tracked);
        let wording = section.current.as_ref().or(suggested)?;
        Some((at, section, wording.title.as_str()))
    })
}

/// The lines of the contents: of which section, how deep, and what they say.
fn contents(export: &ReportContent<'_>, tracked: bool) -> Vec<(usize, usize, String)> {
    titles(export, tracked)
        .filter(|(_, section, _)| section.depth <= CONTENTS)
        .map(|(at, section, title)| (at, section.depth, format!("{} {}", section.number, words(&title_runs(title)))))
        .collect()
}

fn write_contents(lines: Vec<(usize, usize, String)>, export: &ReportContent<'_>, body: &mut Body<'_>) {
    if lines.is_empty() {
        return;
    }
    body.line("toc heading", export.words.contents);
    let count = lines.len();
    for (line, (at, depth, text)) in lines.into_iter().enumerate() {
        body.begin(ParagraphStart { style: &format!("toc {depth}"), ..ParagraphStart::default() });
        if line == 0 {
            body.xml.push_str("<w:r><w:fldChar w:fldCharType=\"begin\" w:dirty=\"true\"/></w:r><w:r><w:instrText xml:space=\"preserve\"> TOC \\o \"1-3\" \\h \\z \\u </w:instrText></w:r><w:r><w:fldChar w:fldCharType=\"separate\"/></w:r>");
        }
        let anchor = toc_name(at);
        body.xml.push_str(&format!("<w:hyperlink w:anchor=\"{anchor}\" w:history=\"1\">"));
        body.plain(&text);
        body.xml.push_str("<w:r><w:tab/></w:r>");
        body.field(&format!("PAGEREF {anchor} \\h"), "");
        body.xml.push_str("</w:hyperlink>");
        if line + 1 == count {
            body.xml.push_str("<w:r><w:fldChar w:fldCharType=\"end\"/></w:r>");
        }
        body.end();
    }
}

/// Returns the looks behind the so many first sections.
fn behind(export: &ReportContent<'_>, first: usize) -> FollowingLooks {
    FollowingLooks {
        accepted: looks_behind(export, first, |section| section.current.is_some() && section.suggested.is_none()),
        rejected: looks_behind(export, first, |section| section.current.is_none()),
    }
}

/// Returns its looks once those that go are gone.
fn looks_behind(export: &ReportContent<'_>, first: usize, goes: impl Fn(&ExportSection) -> bool) -> Looks {
    let rest = &export.sections[first..];
    let going = rest.iter().take_while(|section| goes(section)).count();
    match rest.get(going) {
        _ if rest[..going].iter().any(has_table) => Looks::normal(),
        Some(next) => Looks::of_heading(next.depth, next.appendix),
        None if export.sources.is_empty() => Looks::normal(),
        None => Looks::of_sources(),
    }
}

fn has_table(section: &ExportSection) -> bool {
    let wordings = section.current.iter().chain(&section.suggested);
    wordings.flat_map(|wording| blocks(&wording.body_md)).any(|block| matches!(block.shape, Shape::Table { .. }))
}

fn write_section(export: &ReportContent<'_>, at: usize, tracked: bool, body: &mut Body<'_>) {
    let section = &export.sections[at];
    let current = section.current.as_ref();
    let suggested = if tracked { section.suggested.as_ref() } else { current };
    let read = |wording: &super::export::SectionWording| blocks(&wording.body_md);
    let (before, after) = (current.map(read).unwrap_or_default(), suggested.map(read).unwrap_or_default());
    let run = title_runs;
    let marked = |mark: ChangeMark, title: &str| run(title).into_iter().map(|run| (mark, run)).collect::<Vec<_>>();
    let (mark, runs) = match (current, suggested) {
        (Some(old), Some(new)) if old.title == new.title => (ChangeMark::None, marked(ChangeMark::None, &old.title)),
        (Some(old), Some(new)) => (ChangeMark::None, diff::runs(&run(&old.title), &run(&new.title))),
        (Some(old), None) => (ChangeMark::Deleted, marked(ChangeMark::Deleted, &old.title)),
        (None, Some(new)) => (ChangeMark::Inserted, marked(ChangeMark::Inserted, &new.title)),
        (None, None) => return,
    };
    let changes = match mark {
        ChangeMark::None if current == suggested => before.iter().map(|block| Change::Same(block, block)).collect(),
        ChangeMark::None => diff::blocks(&before, &after),
        ChangeMark::Deleted => before.iter().map(Change::Deleted).collect(),
        ChangeMark::Inserted => after.iter().map(Change::Inserted).collect(),
    };
    let behind = behind(export, at + 1);
    let is_table = |block: &ReportBlock| matches!(block.shape, Shape::Table { .. });
    let goes = if mark == ChangeMark::Inserted { &after } else { &before };
    let left = match mark {
        ChangeMark::None => None,
        _ if goes.iter().any(is_table) => Some(Looks::normal()),
        ChangeMark::Inserted => Some(behind.rejected.clone()),
        ChangeMark::Deleted => Some(behind.accepted.clone()),
    };
    let end = if mark == ChangeMark::Deleted && goes.first().is_some_and(is_table) { ChangeMark::None } else { mark };
    let ExportSection { id, depth, appendix, .. } = *section;
    let bookmark =
        body.heading(&DocxHeading { id, at, depth, appendix, end, goes: mark, left: left.as_ref(), runs: &runs });
    if changes.is_empty() {
        body.bookmark_end(bookmark);
        body.end();
    } else {
        body.end();
        body.changes(&changes, Some(bookmark), &behind);
    }
}

fn write_sources(export: &ReportContent<'_>, body: &mut Body<'_>) {
    if export.sources.is_empty() {
        return;
    }
    body.begin_as(&Looks::of_sources());
    let bookmark = body.bookmark_start(SOURCES);
    body.plain(export.words.sources);
    body.end();
    for (at, source) in export.sources.iter().enumerate() {
        body.begin(ParagraphStart { style: "list paragraph", list: Some((3, 0)), ..ParagraphStart::default() });
        body.plain(source);
        if at + 1 == export.sources.len() {
            body.bookmark_end(bookmark);
        }
        body.end();
    }
}

/// The sections as they go out, so that what was edited elsewhere is told from what was edited here since.
fn write_base(export: &ReportContent<'_>, file: &mut DocxFile<impl Write + Seek>) -> io::Result<()> {
    let relation = parts::relation("rId1", "customXmlProps", "itemProps1.xml");
    file.part("customXml/itemProps1.xml", &parts::item_properties())?;
    file.part("customXml/_rels/item1.xml.rels", &parts::relations(&relation))?;
    file.begin("customXml/item1.xml")?;
    file.zip.write_all(
        format!("{}<report xmlns=\"{BASE}\" author=\"{}\">", parts::HEAD, escaped(&export.author)).as_bytes(),
    )?;
    // The id of none is the report's own.
    let head = (0, 0, false, &export.head.current, &export.head.written);
    let sections = export.sections.iter().filter_map(|section| {
        let ExportSection { id, depth, appendix, .. } = *section;
        section.wording().map(|wording| (id, depth, appendix, wording, &section.written))
    });
    for (id, depth, appendix, wording, written) in std::iter::once(head).chain(sections) {
        let (title, body) = (escaped(&wording.title), escaped(&wording.body_md));
        let (appendix, written) = (u8::from(appendix && depth == 1), escaped(written));
        let line = format!(
            "<section id=\"{id:x}\" depth=\"{depth}\" appendix=\"{appendix}\" title=\"{title}\" written=\"{written}\">{body}</section>"
        );
        file.zip.write_all(line.as_bytes())?;
    }
    file.zip.write_all(b"</report>")
}
