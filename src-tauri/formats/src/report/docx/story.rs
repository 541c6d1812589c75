//! The text of a document as a stream of paragraphs that become headings and blocks.

use std::collections::{HashMap, HashSet};

use super::body::{caption_words, image_link};
use super::comments::Comment;
use super::read::{Incoming, IncomingSection};
use super::xml::{SOURCES, section_id};
use crate::budget::Budget;
use crate::docx::numbering::Numbering;
use crate::docx::styles::Styles;
use crate::docx::symbols;
use crate::ooxml::Relation;
use crate::refusal::Refusal;
use crate::report::block::{Block, Content, Run, Shape, Style, trimmed, words};
use crate::report::markdown::{finished, is_label};
use crate::xml::{Element, Flow, Handler, Ns};

/// A heading is no longer than this: an outline level on running text makes no heading of it.
const HEADING: usize = 400;
/// A report of more paragraphs than this is none that somebody wrote.
const BLOCKS: usize = 200_000;

pub(super) struct Story<'a> {
    relations: HashMap<&'a str, &'a Relation>,
    styles: &'a Styles,
    /// The names of all styles by id, in small letters.
    names: &'a HashMap<String, String>,
    numbering: &'a mut Numbering,
    budget: &'a Budget<'a>,
    /// Whose tracked changes are Factly's own suggestions.
    pub(super) authors: Vec<String>,
    pub(super) notes: [HashMap<String, Comment>; 2],
    pub(super) comments: HashMap<String, Comment>,
    incoming: Incoming,
    open: Vec<Paragraph>,
    tables: Vec<Table>,
    fields: Vec<Field>,
    link: Option<String>,
    style: Style,
    is_hidden: bool,
    in_text: bool,
    in_instruction: bool,
    in_properties: bool,
    in_row_properties: bool,
    in_run_properties: bool,
    /// Bookmarks of sections that are open, by their number.
    bookmarks: HashMap<String, u128>,
    claimed: HashSet<u128>,
    /// Ids whose bookmark began and whose heading is still to come.
    pending: Vec<u128>,
    is_of_sources: bool,
    image: Option<Drawing>,
    lists: HashMap<(String, u8), u64>,
    after_image: bool,
    blocks: usize,
    footnotes: Vec<String>,
    /// Of each open content control whether it holds the table of contents.
    controls: Vec<bool>,
    carry: Vec<Run>,
    drawings: u64,
}

#[derive(Default)]
struct Paragraph {
    runs: Vec<Run>,
    style: Option<String>,
    list: Option<String>,
    level: Option<usize>,
    outline: Option<u8>,
    ids: Vec<u128>,
    goes_on: bool,
    is_of_sources: bool,
    comments: Vec<String>,
    /// Blocks of text boxes.
    boxes: Vec<Block>,
}

#[derive(Default)]
struct Table {
    rows: Vec<Vec<Vec<Run>>>,
    row: Vec<Vec<Run>>,
    cell: Vec<Run>,
    span: usize,
    is_deleted: bool,
    carry: Vec<Run>,
}

#[derive(Default)]
struct Field {
    instruction: String,
    in_result: bool,
}

#[derive(Default)]
struct Drawing {
    alt: String,
    title: String,
    part: Option<String>,
}

impl<'a> Story<'a> {
    pub(super) fn new(
        relations: &'a [Relation],
        styles: &'a Styles,
        names: &'a HashMap<String, String>,
        numbering: &'a mut Numbering,
        budget: &'a Budget<'a>,
    ) -> Self {
        Self {
            relations: relations.iter().map(|relation| (relation.id.as_str(), relation)).collect(),
            styles,
            names,
            numbering,
            budget,
            authors: Vec::new(),
            notes: Default::default(),
            comments: HashMap::new(),
            incoming: Incoming::default(),
            open: Vec::new(),
            tables: Vec::new(),
            fields: Vec::new(),
            link: None,
            style: Style::default(),
            is_hidden: false,
            in_text: false,
            in_instruction: false,
            in_properties: false,
            in_row_properties: false,
            in_run_properties: false,
            bookmarks: HashMap::new(),
            claimed: HashSet::new(),
            pending: Vec::new(),
            is_of_sources: false,
            image: None,
            lists: HashMap::new(),
            after_image: false,
            blocks: 0,
            footnotes: Vec::new(),
            controls: Vec::new(),
            carry: Vec::new(),
            drawings: 0,
        }
    }

    pub(super) fn finish(mut self) -> Incoming {
        self.end_notes();
        let levels: Vec<usize> = self.incoming.sections.iter().map(|section| section.depth).collect();
        let mut open: Vec<usize> = Vec::new();
        for (section, level) in self.incoming.sections.iter_mut().zip(levels) {
            while open.last().is_some_and(|above| *above >= level) {
                open.pop();
            }
            open.push(level);
            section.depth = open.len();
        }
        if self.drawings > 0 {
            self.incoming.left_out.push(("drawings", self.drawings));
        }
        self.incoming
    }

    fn name(&self, style: Option<&str>) -> &str {
        style.and_then(|style| self.names.get(style)).map_or("", String::as_str)
    }

    fn push(&mut self, content: Content) {
        if self.is_hidden || self.fields.iter().any(|field| !field.in_result) {
            return;
        }
        let link = self.link.clone().or_else(|| self.fields.iter().rev().find_map(Field::link));
        let style = self.style;
        if let Some(paragraph) = self.open.last_mut() {
            paragraph.runs.push(Run { content, style, link });
        }
    }

    fn text_of(&mut self, text: &str) {
        self.push(Content::Text(text.to_owned()));
    }

    fn begin_paragraph(&mut self) {
        let runs = match (self.open.last(), self.tables.last_mut()) {
            (None, Some(table)) => std::mem::take(&mut table.carry),
            (None, None) => std::mem::take(&mut self.carry),
            _ => Vec::new(),
        };
        let ids =
            if self.tables.is_empty() && self.open.is_empty() { std::mem::take(&mut self.pending) } else { Vec::new() };
        self.open.push(Paragraph { runs, ids, ..Paragraph::default() });
    }

    fn end_paragraph(&mut self) -> Result<(), Refusal> {
        let Some(mut paragraph) = self.open.pop() else { return Ok(()) };
        self.is_hidden = false;
        self.link = None;
        let boxes = std::mem::take(&mut paragraph.boxes);
        if paragraph.goes_on {
            // Its end is deleted: it goes on in the next one.
            if let Some(host) = self.open.last_mut() {
                host.runs.append(&mut paragraph.runs);
            } else if let Some(table) = self.tables.last_mut() {
                table.carry = paragraph.runs;
            } else {
                self.carry = paragraph.runs;
                self.pending.append(&mut paragraph.ids);
            }
        } else if let Some(table) = self.tables.last_mut().filter(|_| self.open.is_empty()) {
            if !table.cell.is_empty() && !paragraph.runs.is_empty() {
                table.cell.push(Run { content: Content::Break, style: Style::default(), link: None });
            }
            table.cell.append(&mut paragraph.runs);
        } else {
            self.whole(paragraph)?;
        }
        boxes.into_iter().try_for_each(|block| self.emit(block))
    }

    /// A paragraph as what it is.
    fn whole(&mut self, mut paragraph: Paragraph) -> Result<(), Refusal> {
        let style = paragraph.style.clone();
        let name = self.name(style.as_deref()).to_owned();
        let runs = finished(cited(std::mem::take(&mut paragraph.runs)));
        let in_contents = self.fields.iter().any(Field::is_contents) || self.controls.contains(&true);
        if in_contents || name.starts_with("toc ") || name.starts_with("contents ") || name == "stale notice" {
            self.pending.append(&mut paragraph.ids);
            return Ok(());
        }
        let text = words(&runs).trim().to_owned();
        let after_image = std::mem::take(&mut self.after_image);
        if after_image && name == "caption" {
            self.alt_of_last(&caption_words(&runs));
            return Ok(());
        }
        if text.is_empty()
            && !runs.iter().any(|run| matches!(run.content, Content::Image { .. }))
            && name != "rule line"
        {
            self.pending.append(&mut paragraph.ids);
            return Ok(());
        }
        let is_start = self.incoming.sections.is_empty() && self.incoming.opening.is_empty();
        if matches!(name.as_str(), "title" | "titel")
            && is_start
            && self.incoming.title.is_none()
            && self.open.is_empty()
        {
            self.incoming.title = Some(one_line(&text));
            return Ok(());
        }
        match self.level(&paragraph, style.as_deref(), &name).filter(|_| text.chars().count() <= HEADING) {
            Some(level) if self.open.is_empty() => self.begin_section(level, &runs, paragraph, style.as_deref()),
            _ => {
                let mut block = self.block(runs, &paragraph, style.as_deref(), &name);
                if !matches!(block.shape, Shape::Code { .. } | Shape::Html) {
                    block.runs = trimmed(block.runs);
                }
                self.pending.append(&mut paragraph.ids);
                let comments = std::mem::take(&mut paragraph.comments);
                self.emit(block)?;
                self.comment(&comments);
            }
        }
        Ok(())
    }

    fn level(&self, paragraph: &Paragraph, style: Option<&str>, name: &str) -> Option<u8> {
        if matches!(name, "title" | "titel") {
            return None;
        }
        match paragraph.outline {
            Some(level) => (level < 9).then_some(level + 1),
            None => self.styles.heading(style),
        }
    }

    fn begin_section(&mut self, level: u8, runs: &[Run], paragraph: Paragraph, style: Option<&str>) {
        self.end_notes();
        self.is_of_sources = paragraph.is_of_sources;
        if self.is_of_sources {
            return;
        }
        let mut ids: Vec<u128> = paragraph.ids.into_iter().filter(|id| !self.claimed.contains(id)).collect();
        ids.dedup();
        if ids.is_empty() {
            // A heading that lost where its bookmark begins still stands in it.
            ids = self.bookmarks.values().copied().filter(|id| !self.claimed.contains(id)).collect();
            ids.sort_unstable();
        }
        self.claimed.extend(&ids);
        let list = paragraph.list.or_else(|| self.styles.numbered(style).list);
        let appendix = list.is_some_and(|list| self.numbering.format(&list, 0) == Some("upperLetter"));
        let title = one_line(&crate::report::markdown::inline(runs));
        self.incoming.sections.push(IncomingSection {
            ids,
            depth: usize::from(level),
            appendix: appendix && level == 1,
            title,
            ..IncomingSection::default()
        });
        self.comment(&paragraph.comments);
    }

    fn block(&mut self, runs: Vec<Run>, paragraph: &Paragraph, style: Option<&str>, name: &str) -> Block {
        let by_style = self.styles.numbered(style);
        let is_own = paragraph.list.is_some();
        let list = paragraph.list.clone().or(by_style.list).filter(|list| list != "0");
        let of_style = |list: &str| if is_own { None } else { self.numbering.level_of(list, style) };
        let level = paragraph.level.or(by_style.level).or_else(|| of_style(list.as_deref()?)).unwrap_or(0).min(8);
        let depth = u8::try_from(level).unwrap_or(0) + 1;
        let mut block = Block::new(Shape::Text, runs);
        if let Some(list) = list {
            block.lists = depth;
            let is_bullet = matches!(self.numbering.format(&list, level), Some("bullet") | None);
            block.shape = if is_bullet { Shape::Bullet } else { self.numbered(list, depth) };
            return block;
        }
        if let Some(level) = name.strip_prefix("inner heading ").and_then(|level| level.parse().ok()) {
            block.shape = Shape::Heading(u8::clamp(level, 1, 6));
        } else if let Some(depth) = name.strip_prefix("item text ").and_then(|depth| depth.parse().ok()) {
            block.lists = depth;
        } else {
            match name {
                "quote" | "quotations" | "intense quote" | "block text" => block.quote = true,
                "source code" | "html preformatted" | "preformatted text" => {
                    block.shape = Shape::Code { language: String::new() };
                }
                "raw markup" => block.shape = Shape::Html,
                "rule line" if words(&block.runs).trim().is_empty() => block.shape = Shape::Rule,
                _ => {}
            }
        }
        block
    }

    fn numbered(&mut self, list: String, depth: u8) -> Shape {
        self.lists.retain(|(_, of), _| *of <= depth);
        let count = self.lists.entry((list, depth)).or_insert(0);
        *count += 1;
        Shape::Number { number: *count, begins: *count == 1 }
    }

    fn emit(&mut self, block: Block) -> Result<(), Refusal> {
        self.blocks += 1;
        if self.blocks > BLOCKS {
            return Err(Refusal::TooLarge { what: "paragraphs", limit: BLOCKS as u64 });
        }
        self.budget.step()?;
        if let Some(host) = self.open.last_mut() {
            host.boxes.push(block);
            return Ok(());
        }
        if self.is_of_sources {
            return Ok(());
        }
        self.after_image = matches!(block.runs.as_slice(), [Run { content: Content::Image { .. }, .. }]);
        match self.incoming.sections.last_mut() {
            Some(section) => section.blocks.push(block),
            None => self.incoming.opening.push(block),
        }
        Ok(())
    }

    /// Words under an image are what the image says.
    fn alt_of_last(&mut self, text: &str) {
        let block = match self.incoming.sections.last_mut() {
            Some(section) => section.blocks.last_mut(),
            None => self.incoming.opening.last_mut(),
        };
        if let Some(Content::Image { alt, named: false, .. }) =
            block.and_then(|block| block.runs.last_mut()).map(|run| &mut run.content)
        {
            *alt = text.trim().to_owned();
        }
    }

    fn comment(&mut self, ids: &[String]) {
        for id in ids {
            let Some(comment) = self.comments.get(id).filter(|comment| !comment.text.is_empty()) else { continue };
            if let Some(section) = self.incoming.sections.last_mut() {
                section.comments.push(Comment { block: section.blocks.len(), ..comment.clone() });
            }
        }
    }

    /// Footnotes of others stand at the end of their section.
    fn end_notes(&mut self) {
        for note in std::mem::take(&mut self.footnotes) {
            let Some((mark, text)) = note.split_once(' ') else { continue };
            let runs = vec![
                Run { content: Content::Note(mark.to_owned()), style: Style::default(), link: None },
                Run::text(format!(": {text}")),
            ];
            let block = Block::new(Shape::Text, runs);
            match self.incoming.sections.last_mut() {
                Some(section) => section.blocks.push(block),
                None => self.incoming.opening.push(block),
            }
        }
    }

    /// The footnote beside a citation is made anew; any other is one of the report's own.
    fn note(&mut self, kind: usize, element: &Element<'_>) {
        if self.is_hidden {
            return;
        }
        let id = element.attr("id").unwrap_or_default();
        let text = self.notes[kind].get(&id).map(|note| one_line(&note.text)).unwrap_or_default();
        let before = self.open.last().map(|paragraph| finished(cited(paragraph.runs.clone())));
        let label = before.as_ref().and_then(|runs| match runs.last().map(|run| &run.content) {
            Some(Content::Citation { label, .. }) => Some(label.clone()),
            _ => None,
        });
        if text.is_empty() || label.is_some_and(|label| text.starts_with(&format!("{label}:"))) {
            return;
        }
        let mark = format!("{}{id}", if kind == 0 { "" } else { "e" });
        self.push(Content::Note(mark.clone()));
        self.footnotes.push(format!("{mark} {text}"));
    }

    fn end_row(&mut self) {
        let Some(table) = self.tables.last_mut() else { return };
        let row = std::mem::take(&mut table.row);
        if !std::mem::take(&mut table.is_deleted) && !row.is_empty() {
            table.rows.push(row);
        }
    }

    fn end_cell(&mut self) {
        let Some(table) = self.tables.last_mut() else { return };
        let cell = finished(cited(std::mem::take(&mut table.cell)));
        table.row.push(cell);
        (1..table.span.clamp(1, 64)).for_each(|_| table.row.push(Vec::new()));
    }

    fn end_table(&mut self) -> Result<(), Refusal> {
        let Some(table) = self.tables.pop() else { return Ok(()) };
        if table.rows.is_empty() {
            return Ok(());
        }
        if let Some(host) = self.tables.last_mut() {
            // A table in a cell is text there.
            let inside = table.rows.into_iter().flatten().flat_map(|cell| cell.into_iter().chain([Run::text(" ")]));
            host.cell.extend(inside);
            return Ok(());
        }
        let block = Block::new(Shape::Table { rows: table.rows, aligns: Vec::new() }, Vec::new());
        self.emit(block)
    }

    fn paragraph_property(&mut self, element: &Element<'_>) -> Flow {
        let is_deletion = matches!(element.local, "del" | "moveFrom") && !self.is_own(element);
        let is_undecided = matches!(element.local, "ins" | "moveTo") && self.is_own(element);
        if let Some(paragraph) = self.open.last_mut() {
            match element.local {
                "pStyle" => paragraph.style = element.attr("val"),
                "outlineLvl" => paragraph.outline = element.number("val"),
                "numId" => paragraph.list = element.attr("val"),
                "ilvl" => paragraph.level = element.number("val"),
                _ => paragraph.goes_on |= is_deletion || is_undecided,
            }
        }
        if matches!(element.local, "pPrChange" | "rPrChange" | "tabs" | "sectPr") { Flow::Skip } else { Flow::Enter }
    }

    /// Whether a tracked change is a suggestion of Factly's that is still to be decided.
    fn is_own(&self, element: &Element<'_>) -> bool {
        element.attr("author").is_some_and(|author| self.authors.contains(&author))
    }

    fn run_property(&mut self, element: &Element<'_>) {
        match element.local {
            "b" => self.style.bold = element.is_on(),
            "i" => self.style.italic = element.is_on(),
            "strike" | "dstrike" => self.style.strike = element.is_on(),
            "vanish" => self.is_hidden = element.is_on(),
            "rStyle" => {
                let name = self.name(element.attr("val").as_deref()).to_owned();
                match name.as_str() {
                    "strong" => self.style.bold = true,
                    "emphasis" => self.style.italic = true,
                    "verbatim char" | "html code" | "source text" => self.style.code = true,
                    _ => {}
                }
            }
            _ => {}
        }
    }

    fn field(&mut self, element: &Element<'_>) {
        match element.attr("fldCharType").as_deref() {
            Some("begin") => self.fields.push(Field::default()),
            Some("separate") => self.fields.last_mut().into_iter().for_each(|field| field.in_result = true),
            Some("end") => drop(self.fields.pop()),
            _ => {}
        }
    }

    fn bookmark(&mut self, element: &Element<'_>) {
        let name = element.attr("name").unwrap_or_default();
        if name.starts_with(SOURCES)
            && let Some(paragraph) = self.open.last_mut()
        {
            paragraph.is_of_sources = true;
        }
        let Some(id) = section_id(&name) else { return };
        self.bookmarks.insert(element.attr("id").unwrap_or_default(), id);
        match self.open.first_mut().filter(|_| self.tables.is_empty()) {
            Some(paragraph) => paragraph.ids.push(id),
            None => self.pending.push(id),
        }
    }

    fn word(&mut self, element: &Element<'_>) -> Flow {
        match element.local {
            "p" => self.begin_paragraph(),
            "tbl" => self.tables.push(Table::default()),
            "tc" => self.tables.last_mut().into_iter().for_each(|table| table.span = 1),
            "gridSpan" => {
                let span = element.number("val").unwrap_or(1);
                self.tables.last_mut().into_iter().for_each(|table| table.span = span);
            }
            "pPr" => self.in_properties = true,
            "trPr" => self.in_row_properties = true,
            "r" => (self.style, self.is_hidden) = (Style::default(), false),
            "rPr" => self.in_run_properties = true,
            "t" | "delText" => self.in_text = true,
            "tab" | "ptab" => self.text_of("\t"),
            "br" | "cr" => self.push(Content::Break),
            "noBreakHyphen" => self.text_of("\u{2011}"),
            "sym" => self.text_of(symbols::read(element).encode_utf8(&mut [0; 4])),
            "fldChar" => self.field(element),
            "instrText" => self.in_instruction = true,
            "fldSimple" => {
                let instruction = element.attr("instr").unwrap_or_default();
                self.fields.push(Field { instruction, in_result: true });
            }
            "hyperlink" => self.link = self.target(element),
            "bookmarkStart" => self.bookmark(element),
            "bookmarkEnd" => drop(self.bookmarks.remove(&element.attr("id").unwrap_or_default())),
            "footnoteReference" => self.note(0, element),
            "endnoteReference" => self.note(1, element),
            "commentReference" => {
                let id = element.attr("id").unwrap_or_default();
                self.open.first_mut().into_iter().for_each(|paragraph| paragraph.comments.push(id.clone()));
            }
            "sdt" => self.controls.push(false),
            "docPartGallery" => {
                let is_contents = element.attr("val").as_deref() == Some("Table of Contents");
                self.controls.last_mut().into_iter().for_each(|control| *control |= is_contents);
            }
            "drawing" | "pict" => self.image = Some(Drawing::default()),
            "del" | "moveFrom" if !self.is_own(element) => return Flow::Skip,
            "ins" | "moveTo" if self.is_own(element) => return Flow::Skip,
            "sectPr" | "tblPrChange" | "trPrChange" | "tcPrChange" | "rPrChange" | "ffData" | "tblPrExChange"
            | "rt" => {
                return Flow::Skip;
            }
            _ => {}
        }
        Flow::Enter
    }

    /// A row that is deleted, or that is a suggestion of Factly's, is not there.
    fn row_property(&mut self, element: &Element<'_>) {
        let is_gone = match element.local {
            "del" => !self.is_own(element),
            "ins" => self.is_own(element),
            _ => false,
        };
        self.tables.last_mut().into_iter().for_each(|table| table.is_deleted |= is_gone);
    }

    /// Where a link leads: an address, or a bookmark of the document.
    fn target(&self, element: &Element<'_>) -> Option<String> {
        let by_relation = element.attr_in(Ns::Relation, "id");
        let address =
            by_relation.and_then(|id| self.relations.get(id.as_str()).map(|relation| relation.target.clone()));
        let anchor = element.attr("anchor");
        match (address, anchor) {
            (Some(address), Some(anchor)) => Some(format!("{address}#{anchor}")),
            (Some(address), None) => Some(address),
            (None, anchor) => anchor.filter(|anchor| !anchor.starts_with("_Toc")).map(|anchor| format!("#{anchor}")),
        }
    }

    fn drawn(&mut self, element: &Element<'_>) {
        let Some(image) = &mut self.image else { return };
        match element.local {
            "docPr" => {
                image.alt = element.attr("descr").unwrap_or_default();
                image.title = element.attr("title").unwrap_or_default();
            }
            "blip" | "imagedata" => {
                let id = element.attr_in(Ns::Relation, "embed").or_else(|| element.attr_in(Ns::Relation, "id"));
                let found = id.and_then(|id| self.relations.get(id.as_str()).map(|relation| relation.target.clone()));
                image.part = image.part.take().or(found);
            }
            _ => {}
        }
    }

    fn end_drawing(&mut self) {
        let Some(Drawing { alt, title, part }) = self.image.take() else { return };
        match (named_image(&title), part) {
            (Some((target, named)), _) => self.push(Content::Image { target, alt, named }),
            (None, Some(part)) => {
                self.push(Content::Image { target: format!("{}{part}", super::PART), alt, named: false });
            }
            (None, None) => self.drawings += 1,
        }
    }
}

impl Field {
    /// Where the words of a field that is a link lead.
    fn link(&self) -> Option<String> {
        let rest = self.instruction.trim().strip_prefix("HYPERLINK")?.trim();
        let quoted = rest.split('"').nth(1)?;
        Some(if rest.starts_with("\\l") { format!("#{quoted}") } else { quoted.to_owned() })
            .filter(|target| !target.starts_with("#_Toc"))
    }

    fn is_contents(&self) -> bool {
        self.instruction.split_whitespace().next() == Some("TOC")
    }
}

impl Handler for Story<'_> {
    fn start(&mut self, element: &Element<'_>) -> Result<Flow, Refusal> {
        match (element.ns, element.local) {
            (Ns::Word, "pPrChange" | "rPrChange") => return Ok(Flow::Skip),
            (Ns::Word, _) if self.in_properties => return Ok(self.paragraph_property(element)),
            (Ns::Word, _) if self.in_row_properties => self.row_property(element),
            (Ns::Word, _) if self.in_run_properties => self.run_property(element),
            (Ns::Word, _) => return Ok(self.word(element)),
            (Ns::Math, "t") => self.in_text = true,
            (_, "docPr" | "blip" | "imagedata") => self.drawn(element),
            _ => {}
        }
        Ok(Flow::Enter)
    }

    fn end(&mut self, ns: Ns, local: &str) -> Result<(), Refusal> {
        match (ns, local) {
            (Ns::Word, "t" | "delText") | (Ns::Math, "t") => self.in_text = false,
            (Ns::Word, "instrText") => self.in_instruction = false,
            (Ns::Word, "pPr") => self.in_properties = false,
            (Ns::Word, "trPr") => self.in_row_properties = false,
            (Ns::Word, "rPr") if !self.in_properties => self.in_run_properties = false,
            (Ns::Word, "hyperlink") => self.link = None,
            (Ns::Word, "fldSimple") => drop(self.fields.pop()),
            (Ns::Word, "sdt") => drop(self.controls.pop()),
            (Ns::Word, "p") => return self.end_paragraph(),
            (Ns::Word, "tc") => self.end_cell(),
            (Ns::Word, "tr") => self.end_row(),
            (Ns::Word, "tbl") => return self.end_table(),
            (Ns::Word, "drawing" | "pict") => self.end_drawing(),
            _ => {}
        }
        Ok(())
    }

    fn text(&mut self, text: &str) -> Result<(), Refusal> {
        if self.in_instruction {
            self.fields.last_mut().into_iter().for_each(|field| field.instruction.push_str(text));
        } else if self.in_text {
            self.text_of(text);
        }
        Ok(())
    }
}

/// Links of Factly's as what they stand for: a citation, or an image that is not in the document.
fn cited(runs: Vec<Run>) -> Vec<Run> {
    let mut out: Vec<Run> = Vec::with_capacity(runs.len());
    let mut at = 0;
    while at < runs.len() {
        let Some(link) = runs[at].link.as_deref().filter(|link| link.starts_with("factly://")) else {
            out.push(runs[at].clone());
            at += 1;
            continue;
        };
        let end = (at..runs.len()).find(|next| runs[*next].link.as_deref() != Some(link)).unwrap_or(runs.len());
        out.extend(meant(&words(&runs[at..end]), link));
        at = end;
    }
    out
}

fn meant(text: &str, link: &str) -> Vec<Run> {
    let plain = |content| Run { content, style: Style::default(), link: None };
    if let Some((target, named)) = named_image(link) {
        let alt = if named || text == target { String::new() } else { text.to_owned() };
        return vec![plain(Content::Image { target, alt, named })];
    }
    let label = |text: &str| Some(text.trim_matches(['[', ']'])).filter(|label| is_label(label)).map(str::to_owned);
    match text.split_once('[').and_then(|(before, rest)| Some((before, rest.split_once(']')?))) {
        Some((before, (inside, after))) if is_label(inside) => {
            let citation = plain(Content::Citation { label: inside.to_owned(), target: Some(link.to_owned()) });
            let pieces = [plain(Content::Text(before.to_owned())), citation, plain(Content::Text(after.to_owned()))];
            pieces.into_iter().filter(|run| run.content != Content::Text(String::new())).collect()
        }
        _ => match label(text) {
            Some(label) => vec![plain(Content::Citation { label, target: Some(link.to_owned()) })],
            None => vec![Run { link: Some(link.to_owned()), ..Run::text(text) }],
        },
    }
}

/// Reads the address of an image again.
fn named_image(link: &str) -> Option<(String, bool)> {
    let rest = link.strip_prefix("factly://")?;
    let (kind, target) = rest.split_once('/')?;
    let named = match kind {
        "named" => true,
        "image" => false,
        _ => return None,
    };
    let target = unescaped(target);
    debug_assert!(image_link(&target, named).starts_with("factly://"));
    Some((target, named))
}

fn unescaped(text: &str) -> String {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, behind)) = rest.split_first() {
        let hex = behind.get(..2).filter(|_| first == b'%').and_then(|hex| std::str::from_utf8(hex).ok());
        match hex.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            Some(byte) => {
                out.push(byte);
                rest = &behind[2..];
            }
            None => {
                out.push(first);
                rest = behind;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
