//! The text of a document as a stream of paragraphs that become headings and blocks.

mod elements;

use std::collections::{HashMap, HashSet};

use super::body::caption_words;
use super::comments::Comment;
use super::incoming::{IncomingDocx, IncomingSection};
use super::links::cited;
use super::xml::SectionMark;
use crate::budget::Budget;
use crate::docx::numbering::Numbering;
use crate::docx::styles::DocxStyles;
use crate::ooxml::PartRelation;
use crate::refusal::Refusal;
use crate::report::block::{ReportBlock, RunContent, Shape, Style, TableAlign, TextRun, trimmed, words};
use crate::report::export::{ENGLISH, GERMAN};
use crate::report::markdown::{finished, title_runs};
use crate::xml::XmlElement;

/// A heading is no longer than this: an outline level on running text makes no heading of it.
const HEADING: usize = 400;
/// A report of more paragraphs than this is none that somebody wrote.
const BLOCKS: usize = 200_000;

pub(super) struct Story<'a> {
    relations: HashMap<&'a str, &'a PartRelation>,
    styles: &'a DocxStyles,
    /// The names of all styles by id, in small letters.
    names: &'a HashMap<String, String>,
    numbering: &'a mut Numbering,
    budget: &'a Budget<'a>,
    /// The authors whose tracked changes are Factly's own suggestions.
    pub(super) authors: Vec<String>,
    /// The sections that went out without a title.
    pub(super) untitled: HashSet<u128>,
    /// The author of a tracked change in the paragraph that is read.
    tracked: Option<String>,
    pub(super) notes: [HashMap<String, Comment>; 2],
    pub(super) comments: HashMap<String, Comment>,
    incoming: IncomingDocx,
    open: Vec<StoryParagraph>,
    tables: Vec<StoryTable>,
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
    bookmarks: HashMap<String, SectionMark>,
    claimed: HashSet<u128>,
    /// The ids in copied bookmarks of a section, by its place: they count where no other is the original.
    copies: Vec<(usize, u128)>,
    /// Ids whose bookmark began and whose heading is still to come.
    pending: Vec<SectionMark>,
    is_of_sources: bool,
    image: Option<Drawing>,
    after_image: bool,
    blocks: usize,
    footnotes: Vec<String>,
    /// Of each open content control whether it holds the table of contents.
    controls: Vec<bool>,
    carried_runs: Vec<TextRun>,
    drawings: u64,
}

#[derive(Default)]
struct StoryParagraph {
    runs: Vec<TextRun>,
    style: Option<String>,
    list: Option<String>,
    level: Option<usize>,
    outline: Option<u8>,
    marks: Vec<SectionMark>,
    goes_on: bool,
    is_of_sources: bool,
    comments: Vec<String>,
    /// Blocks of text boxes.
    boxes: Vec<ReportBlock>,
}

#[derive(Default)]
struct StoryTable {
    rows: Vec<Vec<Vec<TextRun>>>,
    row: Vec<Vec<TextRun>>,
    cell: Vec<TextRun>,
    /// The alignment of the last paragraph of the cell, and of the last row of each column.
    align: TableAlign,
    aligns: Vec<TableAlign>,
    span: usize,
    is_deleted: bool,
    carried_runs: Vec<TextRun>,
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
        relations: &'a [PartRelation],
        styles: &'a DocxStyles,
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
            untitled: HashSet::new(),
            tracked: None,
            notes: Default::default(),
            comments: HashMap::new(),
            incoming: IncomingDocx::default(),
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
            copies: Vec::new(),
            pending: Vec::new(),
            is_of_sources: false,
            image: None,
            after_image: false,
            blocks: 0,
            footnotes: Vec::new(),
            controls: Vec::new(),
            carried_runs: Vec::new(),
            drawings: 0,
        }
    }

    pub(super) fn finish(mut self) -> IncomingDocx {
        self.end_notes();
        for (at, id) in std::mem::take(&mut self.copies) {
            if self.claimed.insert(id) {
                self.incoming.sections[at].ids.push(id);
            }
        }
        let levels: Vec<usize> = self.incoming.sections.iter().map(|section| section.depth).collect();
        let mut open: Vec<usize> = Vec::new();
        for (section, level) in self.incoming.sections.iter_mut().zip(levels) {
            while open.last().is_some_and(|above| *above >= level) {
                open.pop();
            }
            open.push(level);
            section.depth = open.len();
        }
        drop_plain_contents(&mut self.incoming);
        if self.drawings > 0 {
            self.incoming.left_out.push(("drawings", self.drawings));
        }
        self.incoming
    }

    fn name(&self, style: Option<&str>) -> &str {
        style.and_then(|style| self.names.get(style)).map_or("", String::as_str)
    }

    fn push(&mut self, content: RunContent) {
        if self.is_hidden || self.fields.iter().any(|field| !field.in_result) {
            return;
        }
        let link = self.link.clone().or_else(|| self.fields.iter().rev().find_map(Field::link));
        let style = self.style;
        if let Some(paragraph) = self.open.last_mut() {
            paragraph.runs.push(TextRun { content, style, link });
        }
    }

    fn text_of(&mut self, text: &str) {
        self.push(RunContent::Text(text.to_owned()));
    }

    fn begin_paragraph(&mut self) {
        let runs = match (self.open.last(), self.tables.last_mut()) {
            (None, Some(table)) => std::mem::take(&mut table.carried_runs),
            (None, None) => std::mem::take(&mut self.carried_runs),
            _ => Vec::new(),
        };
        let marks =
            if self.tables.is_empty() && self.open.is_empty() { std::mem::take(&mut self.pending) } else { Vec::new() };
        self.open.push(StoryParagraph { runs, marks, ..StoryParagraph::default() });
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
                table.carried_runs = paragraph.runs;
            } else {
                self.carried_runs = paragraph.runs;
                self.pending.append(&mut paragraph.marks);
            }
        } else if let Some(table) = self.tables.last_mut().filter(|_| self.open.is_empty()) {
            if !table.cell.is_empty() && !paragraph.runs.is_empty() {
                table.cell.push(TextRun { content: RunContent::Break, style: Style::default(), link: None });
            }
            table.cell.append(&mut paragraph.runs);
        } else {
            self.whole(paragraph)?;
        }
        if let (Some(author), Some(section)) = (self.tracked.take(), self.incoming.sections.last_mut()) {
            section.author.get_or_insert(author);
        }
        boxes.into_iter().try_for_each(|block| self.emit(block))
    }

    /// A paragraph as what it is.
    fn whole(&mut self, mut paragraph: StoryParagraph) -> Result<(), Refusal> {
        let style = paragraph.style.clone();
        let name = self.name(style.as_deref()).to_owned();
        let runs = finished(cited(std::mem::take(&mut paragraph.runs)));
        let in_contents = self.fields.iter().any(Field::is_contents) || self.controls.contains(&true);
        if in_contents || name.starts_with("toc ") || name.starts_with("contents ") || name == "stale notice" {
            self.pending.append(&mut paragraph.marks);
            return Ok(());
        }
        let text = words(&runs).trim().to_owned();
        let after_image = std::mem::take(&mut self.after_image);
        if after_image && name == "caption" {
            self.alt_of_last(&caption_words(&runs));
            return Ok(());
        }
        let is_untitled = paragraph.marks.iter().any(|mark| self.untitled.contains(&mark.id));
        if text.is_empty()
            && !is_untitled
            && !runs.iter().any(|run| matches!(run.content, RunContent::Image { .. }))
            && name != "rule line"
        {
            self.pending.append(&mut paragraph.marks);
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
                self.pending.append(&mut paragraph.marks);
                let comments = std::mem::take(&mut paragraph.comments);
                self.emit(block)?;
                self.comment(&comments);
            }
        }
        Ok(())
    }

    fn level(&self, paragraph: &StoryParagraph, style: Option<&str>, name: &str) -> Option<u8> {
        if matches!(name, "title" | "titel") {
            return None;
        }
        match paragraph.outline {
            Some(level) => (level < 9).then_some(level + 1),
            None => self.styles.heading(style),
        }
    }

    fn begin_section(&mut self, level: u8, runs: &[TextRun], paragraph: StoryParagraph, style: Option<&str>) {
        self.end_notes();
        self.is_of_sources = paragraph.is_of_sources;
        if self.is_of_sources {
            return;
        }
        let is_free = |mark: &SectionMark| mark.is_copy || !self.claimed.contains(&mark.id);
        let mut marks: Vec<SectionMark> = paragraph.marks.into_iter().filter(is_free).collect();
        if marks.is_empty() {
            // A heading that lost where its bookmark begins still stands in it.
            marks = self.bookmarks.values().copied().filter(is_free).collect();
            marks.sort_unstable_by_key(|mark| mark.id);
        }
        let (copies, own): (Vec<SectionMark>, Vec<SectionMark>) = marks.iter().partition(|mark| mark.is_copy);
        let at = self.incoming.sections.len();
        self.copies.extend(copies.iter().map(|mark| (at, mark.id)));
        let ids: Vec<u128> = own.iter().map(|mark| mark.id).filter(|id| self.claimed.insert(*id)).collect();
        let list = paragraph.list.or_else(|| self.styles.numbered(style).list);
        let appendix = list.is_some_and(|list| self.numbering.format(&list, 0) == Some("upperLetter"));
        let title = one_line(&crate::report::write_markdown::inline(runs));
        self.incoming.sections.push(IncomingSection {
            ids,
            depth: usize::from(level),
            appendix: appendix && level == 1,
            title,
            ..IncomingSection::default()
        });
        self.comment(&paragraph.comments);
    }

    fn block(
        &mut self,
        runs: Vec<TextRun>,
        paragraph: &StoryParagraph,
        style: Option<&str>,
        name: &str,
    ) -> ReportBlock {
        let by_style = self.styles.numbered(style);
        let is_own = paragraph.list.is_some();
        let list = paragraph.list.clone().or(by_style.list).filter(|list| list != "0");
        let of_style = |list: &str| if is_own { None } else { self.numbering.level_of(list, style) };
        let level = paragraph.level.or(by_style.level).or_else(|| of_style(list.as_deref()?)).unwrap_or(0).min(8);
        let depth = u8::try_from(level).unwrap_or(0) + 1;
        let mut block = ReportBlock::new(Shape::Text, runs);
        if let Some(list) = list {
            block.lists = depth;
            // A list that goes on behind another may be written as a list of its own: what is shown counts.
            let number = self.numbering.count(&list, level).map_or(1, u64::from);
            let is_bullet = matches!(self.numbering.format(&list, level), Some("bullet") | None);
            block.shape = if is_bullet { Shape::Bullet } else { Shape::Number { number, begins: number == 1 } };
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

    fn emit(&mut self, block: ReportBlock) -> Result<(), Refusal> {
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
        self.after_image = matches!(block.runs.as_slice(), [TextRun { content: RunContent::Image { .. }, .. }]);
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
        if let Some(RunContent::Image { alt, .. }) =
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
                TextRun { content: RunContent::Note(mark.to_owned()), style: Style::default(), link: None },
                TextRun::text(format!(": {text}")),
            ];
            let block = ReportBlock::new(Shape::Text, runs);
            match self.incoming.sections.last_mut() {
                Some(section) => section.blocks.push(block),
                None => self.incoming.opening.push(block),
            }
        }
    }

    /// The footnote beside a citation is made anew; any other is one of the report's own.
    fn note(&mut self, kind: usize, element: &XmlElement<'_>) {
        if self.is_hidden {
            return;
        }
        let id = element.attr("id").unwrap_or_default();
        let text = self.notes[kind].get(&id).map(|note| one_line(&note.text)).unwrap_or_default();
        let before = self.open.last().map(|paragraph| finished(cited(paragraph.runs.clone())));
        let label = before.as_ref().and_then(|runs| match runs.last().map(|run| &run.content) {
            Some(RunContent::Citation { label, .. }) => Some(label.clone()),
            _ => None,
        });
        if text.is_empty() || label.is_some_and(|label| text.starts_with(&format!("{label}:"))) {
            return;
        }
        let mark = format!("{}{id}", if kind == 0 { "" } else { "e" });
        self.push(RunContent::Note(mark.clone()));
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
        let column = table.row.len();
        table.aligns.resize(table.aligns.len().max(column + 1), TableAlign::None);
        table.aligns[column] = std::mem::take(&mut table.align);
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
            let inside = table.rows.into_iter().flatten().flat_map(|cell| cell.into_iter().chain([TextRun::text(" ")]));
            host.cell.extend(inside);
            return Ok(());
        }
        let block = ReportBlock::new(Shape::Table { rows: table.rows, aligns: table.aligns }, Vec::new());
        self.emit(block)
    }
}

/// Drops the table of contents where a converter made plain paragraphs of it: a line that names it, and links to sections
/// by number and title.
fn drop_plain_contents(incoming: &mut IncomingDocx) {
    let titles: HashSet<String> = incoming.sections.iter().map(|section| words(&title_runs(&section.title))).collect();
    let is_line = |block: &&ReportBlock| {
        let text = words(&block.runs);
        block.shape == Shape::Text
            && block.runs.iter().all(|run| run.link.as_deref().is_some_and(|link| link.starts_with('#')))
            && text.split_once(' ').is_some_and(|(_, title)| titles.contains(title))
    };
    let lines = incoming.opening.iter().rev().take_while(is_line).count();
    let heading = incoming.opening.len().checked_sub(lines + 1).filter(|_| lines > 0);
    let is_contents = |at: &usize| {
        let title = words(&incoming.opening[*at].runs);
        [ENGLISH, GERMAN].iter().any(|known| known.contents == title)
    };
    if let Some(at) = heading.filter(is_contents) {
        incoming.opening.truncate(at);
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
