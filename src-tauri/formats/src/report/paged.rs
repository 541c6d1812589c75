//! Additions to the print of a report: numbers on its pages, an outline, and contents that lead to them.
//!
//! The engine of a browser prints a page as it lies, without any of these. So a first print has marks in its headings and
//! contents, which say on which page each came to stand; a second one says the pages in its contents; and what is added
//! to that stands behind it in the file, as PDF provides for changes.

use std::io::{self, Write};

use hayro::hayro_syntax::Pdf;
use hayro::hayro_syntax::object::{Dict, MaybeRef, ObjRef, Object};

use crate::limits::Limits;
use crate::pdf::PdfDocument;
use crate::refusal::Refusal;

/// A place on printed pages.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spot {
    /// Counts from 1.
    pub page: u32,
    /// As a share of the page, from its top.
    pub y: f32,
}

/// The places of a section and of its line in the contents.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spots {
    pub heading: Option<Spot>,
    pub line: Option<Spot>,
}

/// A section in the outline of the file.
pub struct OutlineEntry<'a> {
    /// 1 for the first level.
    pub depth: usize,
    pub title: &'a str,
    pub spots: Spots,
}

/// The mark of a heading, or of a line of the contents, in the print of the report of this id.
pub(crate) fn mark(id: &str, kind: char, at: usize) -> String {
    format!("{}{kind}{at}z", stem(id))
}

fn stem(id: &str) -> String {
    let digits: String = id.chars().filter(char::is_ascii_alphanumeric).collect();
    format!("mark{}", &digits[digits.len().saturating_sub(12)..])
}

/// Finds the marks of so many sections in a print.
///
/// # Errors
/// When the print cannot be read.
pub fn spots(pdf: &[u8], id: &str, sections: usize) -> Result<Vec<Spots>, Refusal> {
    let extract = PdfDocument::open(pdf)?.read(&Limits::default(), &|| false, None)?;
    let mut found = vec![Spots::default(); sections];
    let text: Vec<char> = extract.text.chars().collect();
    let stem = stem(id);
    for boxed in &extract.boxes {
        let word: String = text.get(boxed.start as usize..boxed.end as usize).unwrap_or_default().iter().collect();
        let Some((_, suffix)) = word.split_once(&stem) else { continue };
        let kind = suffix.chars().next();
        let at = suffix.get(1..).and_then(|suffix| suffix.split('z').next()?.parse::<usize>().ok());
        let Some(spots) = at.and_then(|at| found.get_mut(at)) else { continue };
        let spot = Some(Spot { page: boxed.page, y: boxed.rect.top });
        match kind {
            Some('h') => spots.heading = spot,
            _ => spots.line = spot,
        }
    }
    Ok(found)
}

/// Writes a print with a number on each page, an outline, and contents that lead to their sections.
///
/// # Errors
/// When the print cannot be read, or the writer does not take it.
pub fn write_paged(print: &[u8], outline: &[OutlineEntry<'_>], out: &mut dyn Write) -> io::Result<()> {
    let pdf = Pdf::new(print.to_vec()).map_err(|_| unreadable("no page was found in it"))?;
    let end = PdfTrailer::parse(print).ok_or_else(|| unreadable("it has no end"))?;
    let mut more = AppendedObjects { start: print.len() + 1, body: Vec::new(), next: end.size, offsets: Vec::new() };
    let pages = more.pages(&pdf, outline)?;
    let root = more.catalog(&pdf, outline, &pages);
    out.write_all(print)?;
    out.write_all(b"\n")?;
    more.finish(root, &end, out)
}

/// Small and grey, a centimetre over the edge.
const NUMBER_SIZE: f32 = 9.0;
const NUMBER_Y: f32 = 28.0;

fn unreadable(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("the print cannot be read: {why}"))
}

/// A page as it is referred to.
struct PageReference {
    number: u32,
    generation: i32,
    width: f32,
    height: f32,
}

impl PageReference {
    fn leading_to(&self, y: f32) -> String {
        let top = self.height * (1.0 - y) + 4.0;
        format!("[{} {} R /XYZ null {top:.1} null]", self.number, self.generation)
    }
}

/// Objects that are new or changed.
struct AppendedObjects {
    start: usize,
    body: Vec<u8>,
    next: u32,
    /// Number, generation and place of each.
    offsets: Vec<(u32, i32, usize)>,
}

impl AppendedObjects {
    fn put(&mut self, number: u32, generation: i32, content: &[u8]) {
        self.offsets.push((number, generation, self.start + self.body.len()));
        self.body.extend_from_slice(format!("{number} {generation} obj\n").as_bytes());
        self.body.extend_from_slice(content);
        self.body.extend_from_slice(b"\nendobj\n");
    }

    fn add(&mut self, content: &[u8]) -> u32 {
        let number = self.reserve(1);
        self.put(number, 0, content);
        number
    }

    fn reserve(&mut self, count: usize) -> u32 {
        let number = self.next;
        self.next += u32::try_from(count).unwrap_or_default();
        number
    }

    fn stream(&mut self, content: &str) -> u32 {
        self.add(format!("<</Length {}>> stream\n{content}\nendstream", content.len()).as_bytes())
    }

    /// Numbers the pages, and lets the contents lead on.
    fn pages(&mut self, pdf: &Pdf, outline: &[OutlineEntry<'_>]) -> io::Result<Vec<PageReference>> {
        let font = self.add(b"<</Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding>>");
        let before = self.stream("q");
        let sheet = |page: &hayro::hayro_syntax::page::Page<'_>| {
            let id = page.raw().obj_id().ok_or_else(|| unreadable("a page has no number"))?;
            let (width, height) = page.base_dimensions();
            Ok(PageReference { number: id.obj_number, generation: id.gen_number, width, height })
        };
        let sheets = pdf.pages().iter().map(sheet).collect::<io::Result<Vec<_>>>()?;
        for (at, (page, sheet)) in pdf.pages().iter().zip(&sheets).enumerate() {
            let words = format!("{} / {}", at + 1, sheets.len());
            let x = (sheet.width - width(&words)) / 2.0;
            let after = self.stream(&format!(
                "Q q BT 0.35 g /FactlyNumber {NUMBER_SIZE} Tf {x:.1} {NUMBER_Y} Td ({words}) Tj ET Q"
            ));
            let lines =
                outline.iter().filter(|entry| entry.spots.line.is_some_and(|line| line.page as usize == at + 1));
            let links: Vec<u32> = lines.filter_map(|entry| self.link(entry, sheet, &sheets)).collect();
            let changed = changed_page(page.raw(), font, (before, after), &links);
            self.put(sheet.number, sheet.generation, &changed);
        }
        Ok(sheets)
    }

    /// A line of the contents, from margin to margin.
    fn link(&mut self, entry: &OutlineEntry<'_>, on: &PageReference, sheets: &[PageReference]) -> Option<u32> {
        let (line, heading) = (entry.spots.line?, entry.spots.heading?);
        let target = sheets.get(heading.page.checked_sub(1)? as usize)?.leading_to(heading.y);
        let top = on.height * (1.0 - line.y);
        let (left, right) = (0.09 * on.width, 0.91 * on.width);
        let rect = format!("[{left:.1} {:.1} {right:.1} {:.1}]", top - 14.0, top + 3.0);
        let link = format!("<</Type /Annot /Subtype /Link /Border [0 0 0] /Rect {rect} /Dest {target}>>");
        Some(self.add(link.as_bytes()))
    }

    /// The catalog with the outline; its number.
    fn catalog(&mut self, pdf: &Pdf, outline: &[OutlineEntry<'_>], sheets: &[PageReference]) -> u32 {
        let id = pdf.xref().root_id();
        let number = id.obj_number;
        let shown: Vec<&OutlineEntry<'_>> = outline.iter().filter(|entry| entry.spots.heading.is_some()).collect();
        let Some(root) = pdf.xref().get::<Dict<'_>>(id).filter(|_| !shown.is_empty()) else { return number };
        let top = self.outline(&shown, sheets);
        let mut catalog = b"<<".to_vec();
        entries_but(&root, &["Outlines"], &mut catalog);
        catalog.extend_from_slice(format!(" /Outlines {top} 0 R>>").as_bytes());
        self.put(number, id.gen_number, &catalog);
        number
    }

    fn outline(&mut self, shown: &[&OutlineEntry<'_>], sheets: &[PageReference]) -> u32 {
        let top = self.reserve(1 + shown.len());
        let of = |at: usize| top + 1 + u32::try_from(at).unwrap_or_default();
        let parent = |at: usize| (0..at).rev().find(|above| shown[*above].depth < shown[at].depth);
        let parents: Vec<Option<usize>> = (0..shown.len()).map(parent).collect();
        let mut children: Vec<Vec<usize>> = vec![Vec::new(); shown.len() + 1];
        for (at, parent) in parents.iter().enumerate() {
            children[parent.map_or(0, |parent| parent + 1)].push(at);
        }
        let ends = |of_all: &[usize]| match (of_all.first(), of_all.last()) {
            (Some(first), Some(last)) => format!(" /First {} 0 R /Last {} 0 R", of(*first), of(*last)),
            _ => String::new(),
        };
        let count = children[0].len();
        self.put(top, 0, format!("<</Type /Outlines{} /Count {count}>>", ends(&children[0])).as_bytes());
        for siblings in children.clone() {
            for (at, this) in siblings.iter().enumerate() {
                let entry = shown[*this];
                let Some(heading) = entry.spots.heading else { continue };
                let dest = sheets.get(heading.page.saturating_sub(1) as usize).map(|sheet| sheet.leading_to(heading.y));
                let beside = |name: &str, at: Option<usize>| {
                    at.and_then(|at| siblings.get(at)).map(|at| format!(" /{name} {} 0 R", of(*at))).unwrap_or_default()
                };
                let under = &children[this + 1];
                // Closed: less than nothing counts what would show.
                let closed = if under.is_empty() { String::new() } else { format!(" /Count -{}", under.len()) };
                let item = format!(
                    "<</Title {} /Parent {} 0 R{}{}{}{closed} /Dest {}>>",
                    utf16(entry.title),
                    parents[*this].map_or(top, of),
                    beside("Prev", at.checked_sub(1)),
                    beside("Next", Some(at + 1)),
                    ends(under),
                    dest.unwrap_or_default(),
                );
                self.put(of(*this), 0, item.as_bytes());
            }
        }
        top
    }

    fn finish(mut self, root: u32, end: &PdfTrailer, out: &mut dyn Write) -> io::Result<()> {
        self.offsets.sort_unstable();
        let start = self.start + self.body.len();
        out.write_all(&self.body)?;
        let info = end.info.as_ref().map(|info| format!(" /Info {info}")).unwrap_or_default();
        let rest = format!("/Root {root} 0 R{info} /Prev {}", end.start);
        if end.is_table {
            out.write_all(b"xref\n")?;
            for (number, generation, offset) in &self.offsets {
                write!(out, "{number} 1\n{offset:010} {generation:05} n \n")?;
            }
            write!(out, "trailer\n<</Size {} {rest}>>\n", self.next)?;
        } else {
            let own = self.reserve(1);
            self.offsets.push((own, 0, start));
            let index: Vec<String> = self.offsets.iter().map(|(number, ..)| format!("{number} 1")).collect();
            let size = self.offsets.len() * 8;
            write!(
                out,
                "{own} 0 obj\n<</Type /XRef /W [1 5 2] /Index [{}] /Size {} {rest} /Length {size}>> stream\n",
                index.join(" "),
                self.next
            )?;
            for (_, generation, offset) in &self.offsets {
                out.write_all(&[1])?;
                out.write_all(&(*offset as u64).to_be_bytes()[3..])?;
                out.write_all(&u16::try_from(*generation).unwrap_or_default().to_be_bytes())?;
            }
            out.write_all(b"\nendstream\nendobj\n")?;
        }
        write!(out, "startxref\n{start}\n%%EOF\n")
    }
}

/// The end of the file that is added to.
struct PdfTrailer {
    /// The offset of its last table of objects.
    start: usize,
    /// Of the classic kind, or else a stream.
    is_table: bool,
    /// The first number that no object has.
    size: u32,
    info: Option<String>,
}

impl PdfTrailer {
    fn parse(print: &[u8]) -> Option<Self> {
        let at = print.windows(9).rposition(|window| window == b"startxref")?;
        let start: usize = words(&print[at + 9..]).next()?.parse().ok()?;
        let table = print.get(start..at)?;
        let is_table = table.starts_with(b"xref");
        let head = if is_table {
            &table[table.windows(7).rposition(|window| window == b"trailer")?..]
        } else {
            &table[..table.windows(6).position(|window| window == b"stream")?]
        };
        let head = String::from_utf8_lossy(head);
        let behind = |name: &str| head.split_once(name).map(|(_, rest)| rest.trim_start().to_owned());
        let digits: String = behind("/Size")?.chars().take_while(char::is_ascii_digit).collect();
        let info = behind("/Info").map(|rest| rest.split_whitespace().take(2).collect::<Vec<_>>().join(" ") + " R");
        Some(Self { start, is_table, size: digits.parse().ok()?, info })
    }
}

fn words(bytes: &[u8]) -> impl Iterator<Item = String> {
    String::from_utf8_lossy(bytes).split_whitespace().map(str::to_owned).collect::<Vec<_>>().into_iter()
}

/// A page with its number behind what it shows, and links on it.
fn changed_page(page: &Dict<'_>, font: u32, (before, after): (u32, u32), links: &[u32]) -> Vec<u8> {
    let mut changed = b"<<".to_vec();
    entries_but(page, &["Contents", "Resources", "Annots"], &mut changed);
    let old = match page.get_raw::<Object<'_>>("Contents") {
        Some(MaybeRef::Ref(one)) => referred(one),
        Some(MaybeRef::NotRef(Object::Array(all))) => lossy(all.data()),
        _ => String::new(),
    };
    changed.extend_from_slice(format!(" /Contents [{before} 0 R {old} {after} 0 R]").as_bytes());
    let notes = page.get::<hayro::hayro_syntax::object::Array<'_>>("Annots").map(|notes| lossy(notes.data()));
    let links: Vec<String> = links.iter().map(|link| format!("{link} 0 R")).collect();
    let notes = format!("{} {}", notes.unwrap_or_default(), links.join(" "));
    if !notes.trim().is_empty() {
        changed.extend_from_slice(format!(" /Annots [{notes}]").as_bytes());
    }
    let resources = page.get::<Dict<'_>>("Resources").unwrap_or_default();
    changed.extend_from_slice(b" /Resources <<");
    entries_but(&resources, &["Font"], &mut changed);
    changed.extend_from_slice(b" /Font <<");
    entries_but(&resources.get::<Dict<'_>>("Font").unwrap_or_default(), &[], &mut changed);
    changed.extend_from_slice(format!(" /FactlyNumber {font} 0 R>>>>>>").as_bytes());
    changed
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn referred(of: ObjRef) -> String {
    format!("{} {} R", of.obj_number, of.gen_number)
}

/// The entries of a dictionary as they are, without some.
fn entries_but(dict: &Dict<'_>, without: &[&str], out: &mut Vec<u8>) {
    for (name, value) in dict.entries().filter(|(name, _)| !without.contains(&name.as_str())) {
        out.extend_from_slice(b" /");
        out.extend_from_slice(escaped(&name).as_bytes());
        out.push(b' ');
        match value {
            MaybeRef::Ref(of) => out.extend_from_slice(referred(of).as_bytes()),
            MaybeRef::NotRef(Object::Dict(dict)) => out.extend_from_slice(dict.data()),
            // Its brackets are no part of its data, other than of a dictionary's.
            MaybeRef::NotRef(Object::Array(array)) => out.extend([b"[", array.data(), b"]"].concat()),
            MaybeRef::NotRef(Object::Name(name)) => out.extend_from_slice(format!("/{}", escaped(&name)).as_bytes()),
            MaybeRef::NotRef(Object::Number(number)) => out.extend_from_slice(number.as_f64().to_string().as_bytes()),
            MaybeRef::NotRef(Object::Boolean(is)) => out.extend_from_slice(is.to_string().as_bytes()),
            MaybeRef::NotRef(Object::String(text)) => out.extend_from_slice(hex(text.as_bytes()).as_bytes()),
            MaybeRef::NotRef(Object::Null(_) | Object::Stream(_)) => out.extend_from_slice(b"null"),
        }
    }
}

fn escaped(name: &[u8]) -> String {
    let shown = |byte: &u8| match byte {
        b'!'..=b'~' if !b"#/()<>[]{}%".contains(byte) => char::from(*byte).to_string(),
        byte => format!("#{byte:02X}"),
    };
    name.iter().map(shown).collect()
}

fn hex(bytes: &[u8]) -> String {
    let digits: String = bytes.iter().map(|byte| format!("{byte:02X}")).collect();
    format!("<{digits}>")
}

fn utf16(text: &str) -> String {
    let units = text.encode_utf16().flat_map(u16::to_be_bytes);
    hex(&[0xFE, 0xFF].into_iter().chain(units).collect::<Vec<u8>>())
}

/// Of figures, blanks and strokes in Helvetica.
fn width(words: &str) -> f32 {
    let units: f32 = words.chars().map(|char| if char.is_ascii_digit() { 0.556 } else { 0.278 }).sum();
    units * NUMBER_SIZE
}
