//! The body of a document while it is written: paragraphs with their changes, and what they need of other parts.

use std::collections::HashMap;

use super::adjacent_changes::AdjacentChanges;
use super::lists;
use super::looks::{FollowingLooks, Looks, style_name, what_follows};
use super::styles::Styles;
use super::xml::{bookmark, escaped, push_escaped};
use crate::report::block::{ReportBlock, RunContent, Shape, Style, TableAlign, TextRun, address, words};
use crate::report::diff::{Change, ChangeMark, runs as changed_runs};
use crate::report::export::ReportContent;
use crate::report::link::may_lead;
use crate::report::picture::{ReportPicture, for_word, picture};

pub(super) struct Body<'e> {
    export: &'e ReportContent<'e>,
    styles: &'e Styles,
    pub(super) xml: String,
    pub(super) notes: String,
    /// Relationships of the document beside those that every one has.
    pub(super) relations: String,
    links: HashMap<String, String>,
    /// The images by target: the id of their relationship and the name of their part.
    pictures: HashMap<String, Option<PlacedPicture>>,
    /// Targets in the order of their parts.
    pub(super) media: Vec<(String, String)>,
    /// The first number of each numbered list.
    pub(super) starts: Vec<u64>,
    touching: AdjacentChanges,
    next_id: u32,
    next_note: u32,
    figures: u32,
}

#[derive(Clone)]
struct PlacedPicture {
    relation: String,
    width: u64,
    height: u64,
}

/// A paragraph as it is begun.
#[derive(Clone, Copy, Default)]
pub(super) struct ParagraphStart<'s> {
    pub(super) style: &'s str,
    pub(super) list: Option<(u32, u8)>,
    pub(super) align: Option<&'s str>,
    /// The tracked change of its end.
    pub(super) end: ChangeMark,
    /// The looks that it has if what is tracked is rejected.
    pub(super) was: Option<&'s Looks>,
}

/// The widest picture, in pixels at 96 an inch.
const WIDEST: u64 = 600;
const EMU: u64 = 9525;

impl<'e> Body<'e> {
    pub(super) fn new(export: &'e ReportContent<'e>, styles: &'e Styles) -> Self {
        Self {
            export,
            styles,
            xml: String::new(),
            notes: String::new(),
            relations: String::new(),
            links: HashMap::new(),
            pictures: HashMap::new(),
            media: Vec::new(),
            starts: Vec::new(),
            touching: AdjacentChanges::default(),
            next_id: 1,
            next_note: 1,
            figures: 0,
        }
    }

    pub(super) fn id(&mut self) -> u32 {
        self.next_id += 1;
        self.next_id
    }

    pub(super) fn begin(&mut self, paragraph: ParagraphStart<'_>) {
        self.touching.begin(paragraph.end);
        self.xml.push_str("<w:p><w:pPr>");
        self.looks(paragraph.style, paragraph.list);
        if let Some(align) = paragraph.align {
            self.xml.push_str(&format!("<w:jc w:val=\"{align}\"/>"));
        }
        let tag = match paragraph.end {
            ChangeMark::None => None,
            ChangeMark::Inserted => Some("ins"),
            ChangeMark::Deleted => Some("del"),
        };
        if let Some(tag) = tag {
            let by = self.by();
            self.xml.push_str(&format!("<w:rPr><w:{tag}{by}/></w:rPr>"));
        }
        if let Some(was) = paragraph.was {
            let by = self.by();
            self.xml.push_str(&format!("<w:pPrChange{by}><w:pPr>"));
            self.looks(&was.style, was.list);
            self.xml.push_str("</w:pPr></w:pPrChange>");
        }
        self.xml.push_str("</w:pPr>");
    }

    pub(super) fn begin_as(&mut self, looks: &Looks) {
        self.begin(ParagraphStart { style: &looks.style, list: looks.list, ..ParagraphStart::default() });
    }

    fn looks(&mut self, style: &str, list: Option<(u32, u8)>) {
        if !style.is_empty() {
            self.xml.push_str(&format!("<w:pStyle w:val=\"{}\"/>", self.styles.id(style)));
        }
        if let Some((list, level)) = list {
            self.xml.push_str(&format!("<w:numPr><w:ilvl w:val=\"{level}\"/><w:numId w:val=\"{list}\"/></w:numPr>"));
        }
    }

    pub(super) fn end(&mut self) {
        self.xml.push_str("</w:p>");
    }

    /// The attributes of a change.
    fn by(&mut self) -> String {
        let id = self.id();
        let date = &self.export.dates[usize::from(self.touching.is_apart)];
        let date = if date.is_empty() { String::new() } else { format!(" w:date=\"{}\"", escaped(date)) };
        format!(" w:id=\"{id}\" w:author=\"{}\"{date}", escaped(&self.export.author))
    }

    /// Runs, each with what became of it.
    pub(super) fn changed(&mut self, runs: &[(ChangeMark, TextRun)]) {
        runs.iter().for_each(|(mark, run)| self.run(*mark, run));
    }

    /// A paragraph of plain words.
    pub(super) fn line(&mut self, style: &str, text: &str) {
        self.begin(ParagraphStart { style, ..ParagraphStart::default() });
        self.plain(text);
        self.end();
    }

    pub(super) fn plain(&mut self, text: &str) {
        self.run(ChangeMark::None, &TextRun::text(text));
    }

    pub(super) fn bookmark_start(&mut self, name: &str) -> u32 {
        let id = self.id();
        self.xml.push_str(&format!("<w:bookmarkStart w:id=\"{id}\" w:name=\"{name}\"/>"));
        id
    }

    pub(super) fn bookmark_end(&mut self, id: u32) {
        self.xml.push_str(&format!("<w:bookmarkEnd w:id=\"{id}\"/>"));
    }

    /// The words of a field that counts, as they are until it is updated.
    pub(super) fn field(&mut self, instruction: &str, result: &str) {
        let char = |kind: &str| format!("<w:r><w:fldChar w:fldCharType=\"{kind}\"/></w:r>");
        self.xml.push_str(&format!(
            "{}<w:r><w:instrText xml:space=\"preserve\"> {} </w:instrText></w:r>{}<w:r><w:t>{}</w:t></w:r>{}",
            char("begin"),
            escaped(instruction),
            char("separate"),
            escaped(result),
            char("end")
        ));
    }

    /// A body; the bookmark of its section ends in its last paragraph.
    pub(super) fn changes(&mut self, changes: &[Change<'_>], mut section: Option<u32>, behind: &FollowingLooks) {
        let (rejected, accepted) = self.looks_of(changes);
        for (at, change) in changes.iter().enumerate() {
            let last = if at + 1 == changes.len() { section.take() } else { None };
            let (old, new) = (&rejected[at], &accepted[at]);
            let was = Some(old).filter(|old| *old != new);
            let rest = &changes[at + 1..];
            match change {
                Change::Same(_, block) => self.block(block, None, (ChangeMark::None, new, was), last),
                Change::Reworded(before, block) => self.block(block, Some(before), (ChangeMark::None, new, was), last),
                Change::Inserted(block) => {
                    let (left, _) = what_follows((rest, &rejected[at + 1..]), &behind.rejected, |change| {
                        matches!(change, Change::Inserted(_))
                    });
                    self.block(block, None, (ChangeMark::Inserted, new, Some(&left).filter(|left| *left != new)), last);
                }
                Change::Deleted(block) => {
                    let (left, joins) = what_follows((rest, &accepted[at + 1..]), &behind.accepted, |change| {
                        matches!(change, Change::Deleted(_))
                    });
                    self.deleted(block, old, (joins, Some(left).filter(|left| left != old)), last);
                }
            }
        }
    }

    /// Returns the looks of each block if all is rejected, and if all is accepted.
    fn looks_of(&mut self, changes: &[Change<'_>]) -> (Vec<Looks>, Vec<Looks>) {
        let (old, new) = lists::numbered(changes, &mut self.starts);
        let looks = |(change, list): (&Change<'_>, Option<usize>)| {
            let (Change::Same(_, block)
            | Change::Reworded(_, block)
            | Change::Deleted(block)
            | Change::Inserted(block)) = change;
            Looks { style: style_name(block), list: lists::list_level(block, list) }
        };
        let all = |lists: Vec<Option<usize>>| changes.iter().zip(lists).map(looks).collect();
        (all(old), all(new))
    }

    /// A block that goes; its end goes too where it joins what follows, whose looks it takes where they are others.
    fn deleted(
        &mut self,
        block: &ReportBlock,
        own: &Looks,
        (joins, taken): (bool, Option<Looks>),
        section: Option<u32>,
    ) {
        let shown = taken.as_ref().unwrap_or(own);
        let end = if joins { ChangeMark::Deleted } else { ChangeMark::None };
        let is_table = matches!(block.shape, Shape::Table { .. });
        if let Shape::Table { rows, aligns } = &block.shape {
            self.table(rows, aligns, None, ChangeMark::Deleted);
        }
        let was = taken.is_some().then_some(own);
        self.begin(ParagraphStart { style: &shown.style, list: shown.list, align: None, end, was });
        if !is_table {
            block.runs.iter().for_each(|run| self.run(ChangeMark::Deleted, run));
        }
        section.into_iter().for_each(|id| self.bookmark_end(id));
        self.end();
    }

    /// `was` is how what is left looks where the block is rejected.
    fn block(
        &mut self,
        block: &ReportBlock,
        old: Option<&ReportBlock>,
        (mark, looks, was): (ChangeMark, &Looks, Option<&Looks>),
        section: Option<u32>,
    ) {
        if let Shape::Table { rows, aligns } = &block.shape {
            let before = old.and_then(|old| if let Shape::Table { rows, .. } = &old.shape { Some(rows) } else { None });
            self.table(rows, aligns, before, mark);
            // Word wants a paragraph behind a table; it holds nothing but the end of the section.
            self.begin(ParagraphStart { end: mark, was, ..ParagraphStart::default() });
        } else {
            self.begin(ParagraphStart { style: &looks.style, list: looks.list, align: None, end: mark, was });
            match old {
                Some(old) => changed_runs(&old.runs, &block.runs).iter().for_each(|(mark, run)| self.run(*mark, run)),
                None => block.runs.iter().for_each(|run| self.run(mark, run)),
            }
        }
        section.into_iter().for_each(|id| self.bookmark_end(id));
        self.end();
        if mark == ChangeMark::None && old.is_none() {
            self.caption(block);
        }
    }

    /// An image that is alone in its paragraph has its words under it.
    fn caption(&mut self, block: &ReportBlock) {
        let [TextRun { content: RunContent::Image { target, alt, .. }, .. }] = block.runs.as_slice() else { return };
        if !matches!(block.shape, Shape::Text) || alt.is_empty() || self.placed(target).is_none() {
            return;
        }
        self.figures += 1;
        self.begin(ParagraphStart { style: "caption", ..ParagraphStart::default() });
        self.plain(&format!("{} ", self.export.words.figure));
        self.field("SEQ Figure \\* ARABIC", &self.figures.to_string());
        self.plain(&format!(": {alt}"));
        self.end();
    }

    fn table(
        &mut self,
        rows: &[Vec<Vec<TextRun>>],
        aligns: &[TableAlign],
        before: Option<&Vec<Vec<Vec<TextRun>>>>,
        mark: ChangeMark,
    ) {
        let width = rows.iter().map(Vec::len).max().unwrap_or(0).max(1);
        let same_size = before.is_some_and(|before| {
            before.len() == rows.len() && before.iter().zip(rows).all(|(old, new)| old.len() == new.len())
        });
        if let Some(before) = before.filter(|_| !same_size) {
            self.table(before, aligns, None, ChangeMark::Deleted);
            self.begin(ParagraphStart::default());
            self.end();
            return self.table(rows, aligns, None, ChangeMark::Inserted);
        }
        let column = 9070 / width;
        self.xml.push_str(&format!("<w:tbl><w:tblPr><w:tblStyle w:val=\"{}\"/><w:tblW w:w=\"5000\" w:type=\"pct\"/><w:tblLook w:val=\"0020\" w:firstRow=\"1\" w:lastRow=\"0\" w:firstColumn=\"0\" w:lastColumn=\"0\" w:noHBand=\"1\" w:noVBand=\"1\"/></w:tblPr><w:tblGrid>", self.styles.id("table grid")));
        (0..width).for_each(|_| self.xml.push_str(&format!("<w:gridCol w:w=\"{column}\"/>")));
        self.xml.push_str("</w:tblGrid>");
        for (at, row) in rows.iter().enumerate() {
            self.row_properties(at == 0, mark);
            for cell in 0..width {
                let old = before.and_then(|before| before.get(at)?.get(cell));
                let align = aligns.get(cell).copied().unwrap_or(TableAlign::None);
                self.cell(row.get(cell).map_or(&[][..], Vec::as_slice), old, align, column, (at == 0, mark));
            }
            self.xml.push_str("</w:tr>");
        }
        self.xml.push_str("</w:tbl>");
    }

    fn row_properties(&mut self, is_head: bool, mark: ChangeMark) {
        self.xml.push_str("<w:tr>");
        let head = if is_head { "<w:tblHeader/>" } else { "" };
        let change = match mark {
            ChangeMark::None => String::new(),
            ChangeMark::Inserted => format!("<w:ins{}/>", self.by()),
            ChangeMark::Deleted => format!("<w:del{}/>", self.by()),
        };
        if is_head || mark != ChangeMark::None {
            self.xml.push_str(&format!("<w:trPr>{head}{change}</w:trPr>"));
        }
    }

    fn cell(
        &mut self,
        runs: &[TextRun],
        old: Option<&Vec<TextRun>>,
        align: TableAlign,
        width: usize,
        (is_head, mark): (bool, ChangeMark),
    ) {
        self.xml.push_str(&format!(
            "<w:tc><w:tcPr><w:tcW w:w=\"{width}\" w:type=\"dxa\"/>{}</w:tcPr>",
            if is_head { "<w:shd w:val=\"clear\" w:color=\"auto\" w:fill=\"F3F3F6\"/>" } else { "" }
        ));
        let align = match align {
            TableAlign::None => None,
            TableAlign::Left => Some("left"),
            TableAlign::Center => Some("center"),
            TableAlign::Right => Some("right"),
        };
        self.begin(ParagraphStart { align, ..ParagraphStart::default() });
        match old {
            Some(old) => changed_runs(old, runs).iter().for_each(|(mark, run)| self.run(*mark, run)),
            None => runs.iter().for_each(|run| self.run(mark, run)),
        }
        self.end();
        self.xml.push_str("</w:tc>");
    }

    fn run(&mut self, mark: ChangeMark, run: &TextRun) {
        self.touching.run(mark);
        match &run.content {
            RunContent::Citation { label, target } => self.citation(mark, label, target.as_deref()),
            RunContent::Image { target, alt, named } => self.image(mark, target, alt, *named),
            RunContent::Note(mark_name) => self.words(mark, &TextRun::text(format!("[^{mark_name}]")), ""),
            RunContent::Text(_) | RunContent::Break => match &run.link {
                Some(link) if may_lead(link) => {
                    self.begin_link(link);
                    self.words(mark, run, "hyperlink");
                    self.xml.push_str("</w:hyperlink>");
                }
                _ => self.words(mark, run, ""),
            },
        }
    }

    /// A run with its change around it.
    fn words(&mut self, mark: ChangeMark, run: &TextRun, character_style: &str) {
        let properties = self.run_properties(run.style, character_style);
        let inside = match &run.content {
            RunContent::Break => "<w:br/>".to_owned(),
            RunContent::Text(text) => {
                let tag = if mark == ChangeMark::Deleted { "w:delText" } else { "w:t" };
                let mut inside = format!("<{tag} xml:space=\"preserve\">");
                push_escaped(text, &mut inside);
                inside + &format!("</{tag}>")
            }
            _ => String::new(),
        };
        self.marked(mark, &format!("<w:r>{properties}{inside}</w:r>"));
    }

    fn marked(&mut self, mark: ChangeMark, runs: &str) {
        let tag = match mark {
            ChangeMark::None => return self.xml.push_str(runs),
            ChangeMark::Inserted => "ins",
            ChangeMark::Deleted => "del",
        };
        let by = self.by();
        self.xml.push_str(&format!("<w:{tag}{by}>{runs}</w:{tag}>"));
    }

    fn run_properties(&self, style: Style, character_style: &str) -> String {
        let character_style = if style.code { "verbatim char" } else { character_style };
        let mut inside = String::new();
        if !character_style.is_empty() {
            inside.push_str(&format!("<w:rStyle w:val=\"{}\"/>", self.styles.id(character_style)));
        }
        for (is_on, tag) in [(style.bold, "b"), (style.italic, "i"), (style.strike, "strike")] {
            if is_on {
                inside.push_str(&format!("<w:{tag}/>"));
            }
        }
        if inside.is_empty() { inside } else { format!("<w:rPr>{inside}</w:rPr>") }
    }

    fn begin_link(&mut self, target: &str) {
        if let Some(anchor) = target.strip_prefix('#') {
            self.xml.push_str(&format!("<w:hyperlink w:anchor=\"{}\">", escaped(anchor)));
        } else {
            let relation = self.link(target);
            self.xml.push_str(&format!("<w:hyperlink r:id=\"{relation}\">"));
        }
    }

    fn link(&mut self, target: &str) -> String {
        if let Some(known) = self.links.get(target) {
            return known.clone();
        }
        let id = format!("rLink{}", self.links.len() + 1);
        self.relations.push_str(&super::parts::external(&id, "hyperlink", &address(target)));
        self.links.insert(target.to_owned(), id.clone());
        id
    }

    /// The label as a link, and what it rests on in a footnote beside it.
    fn citation(&mut self, mark: ChangeMark, label: &str, target: Option<&str>) {
        let note = self.export.notes.get(label);
        let target = target.or_else(|| note.map(|note| note.target.as_str())).filter(|target| !target.is_empty());
        let shown = TextRun::text(format!("[{label}]"));
        match target {
            Some(target) => {
                let target = target.to_owned();
                self.begin_link(&target);
                self.words(mark, &shown, "citation link");
                self.xml.push_str("</w:hyperlink>");
            }
            None => self.words(mark, &shown, ""),
        }
        let Some(note) = note else { return };
        let id = self.next_note;
        self.next_note += 1;
        let style = self.styles.id("footnote reference").to_owned();
        let reference =
            format!("<w:r><w:rPr><w:rStyle w:val=\"{style}\"/></w:rPr><w:footnoteReference w:id=\"{id}\"/></w:r>");
        self.marked(mark, &reference);
        let text = self.styles.id("footnote text");
        let remark = if note.remark.is_empty() { String::new() } else { format!(" ({})", note.remark) };
        self.notes.push_str(&format!("<w:footnote w:id=\"{id}\"><w:p><w:pPr><w:pStyle w:val=\"{text}\"/></w:pPr><w:r><w:rPr><w:rStyle w:val=\"{style}\"/></w:rPr><w:footnoteRef/></w:r><w:r><w:t xml:space=\"preserve\"> "));
        push_escaped(&note.text, &mut self.notes);
        self.notes.push_str(&format!("{}</w:t></w:r></w:p></w:footnote>", escaped(&remark)));
    }

    /// An image that is here is set in; one that is not stays a link that says which it is.
    fn image(&mut self, mark: ChangeMark, target: &str, alt: &str, named: bool) {
        let name = image_link(target, named);
        let Some(placed) = self.placed(target) else {
            let run = TextRun::text(if alt.is_empty() { target } else { alt });
            self.begin_link(&name);
            self.words(mark, &run, "hyperlink");
            return self.xml.push_str("</w:hyperlink>");
        };
        let id = self.id();
        let PlacedPicture { relation, width, height } = placed;
        let (alt, name) = (escaped(alt), escaped(&name));
        let drawing = format!(
            "<w:r><w:drawing><wp:inline distT=\"0\" distB=\"0\" distL=\"0\" distR=\"0\"><wp:extent cx=\"{width}\" cy=\"{height}\"/><wp:docPr id=\"{id}\" name=\"Picture {id}\" descr=\"{alt}\" title=\"{name}\"/><wp:cNvGraphicFramePr><a:graphicFrameLocks noChangeAspect=\"1\"/></wp:cNvGraphicFramePr><a:graphic><a:graphicData uri=\"http://schemas.openxmlformats.org/drawingml/2006/picture\"><pic:pic><pic:nvPicPr><pic:cNvPr id=\"{id}\" name=\"Picture {id}\"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:embed=\"{relation}\"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x=\"0\" y=\"0\"/><a:ext cx=\"{width}\" cy=\"{height}\"/></a:xfrm><a:prstGeom prst=\"rect\"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>"
        );
        self.marked(mark, &drawing);
    }

    fn placed(&mut self, target: &str) -> Option<PlacedPicture> {
        if let Some(known) = self.pictures.get(target) {
            return known.clone();
        }
        let found = (self.export.images)(target).and_then(for_word).and_then(|bytes| picture(&bytes));
        let placed = found.map(|picture| self.add_picture(target, &picture));
        self.pictures.insert(target.to_owned(), placed.clone());
        placed
    }

    fn add_picture(&mut self, target: &str, picture: &ReportPicture) -> PlacedPicture {
        let number = self.media.len() + 1;
        let relation = format!("rImage{number}");
        let part = format!("media/image{number}.{}", picture.extension);
        self.relations.push_str(&super::parts::relation(&relation, "image", &part));
        self.media.push((target.to_owned(), part));
        let (width, height) = (u64::from(picture.width), u64::from(picture.height));
        let shown = width.min(WIDEST);
        PlacedPicture { relation, width: shown * EMU, height: (height * shown / width).max(1) * EMU }
    }

    /// The heading of a section, with the bookmark that begins with it.
    pub(super) fn heading(&mut self, heading: &DocxHeading<'_>) -> u32 {
        let own = Looks::of_heading(heading.depth, heading.appendix);
        let left = heading.left.filter(|left| **left != own);
        let (shown, was) = match left {
            Some(left) if heading.goes == ChangeMark::Deleted => (left, Some(&own)),
            left => (&own, left),
        };
        self.begin(ParagraphStart { style: &shown.style, list: shown.list, align: None, end: heading.end, was });
        let toc = self.bookmark_start(&toc_name(heading.at));
        let section = self.bookmark_start(&bookmark(heading.id));
        for (mark, run) in heading.runs {
            self.run(*mark, run);
        }
        self.bookmark_end(toc);
        section
    }
}

/// A section's heading as it is written.
pub(super) struct DocxHeading<'h> {
    pub(super) id: u128,
    /// Its place among all sections.
    pub(super) at: usize,
    pub(super) depth: usize,
    pub(super) appendix: bool,
    pub(super) end: ChangeMark,
    /// The mark of a section that comes or goes.
    pub(super) goes: ChangeMark,
    /// The looks of the rest in its place, if that is taken back or done.
    pub(super) left: Option<&'h Looks>,
    pub(super) runs: &'h [(ChangeMark, TextRun)],
}

pub(super) fn toc_name(at: usize) -> String {
    format!("_Toc{}", 100_000_000 + at)
}

/// The address by which an image is known again.
pub(crate) fn image_link(target: &str, named: bool) -> String {
    let kind = if named { "named" } else { "image" };
    format!("factly://{kind}/{}", percent(target))
}

fn percent(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/:".contains(&byte);
    let one = |byte: u8| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") };
    text.bytes().map(one).collect()
}

/// A caption's words, for what reads them again.
pub(crate) fn caption_words(runs: &[TextRun]) -> String {
    let text = words(runs);
    text.split_once(": ").map_or(text.clone(), |(_, alt)| alt.to_owned())
}
