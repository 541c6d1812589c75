//! Effects of each element of the document on the story.

use super::{Drawing, Field, Story, StoryTable};
use crate::docx::symbols;
use crate::refusal::Refusal;
use crate::report::block::{RunContent, Style, TableAlign};
use crate::report::docx::PART;
use crate::report::docx::links::named_image;
use crate::report::docx::xml::{SOURCES, section_mark};
use crate::xml::{Handler, Ns, ReadFlow, XmlElement};

impl Story<'_> {
    fn paragraph_property(&mut self, element: &XmlElement<'_>) -> ReadFlow {
        let is_deletion = matches!(element.local, "del" | "moveFrom") && !self.is_own(element);
        let is_undecided = matches!(element.local, "ins" | "moveTo") && self.is_own(element);
        if element.local == "jc"
            && let Some(table) = self.tables.last_mut()
        {
            table.align = match element.attr("val").as_deref() {
                Some("left" | "start") => TableAlign::Left,
                Some("center") => TableAlign::Center,
                Some("right" | "end") => TableAlign::Right,
                _ => TableAlign::None,
            };
        }
        if let Some(paragraph) = self.open.last_mut() {
            match element.local {
                "pStyle" => paragraph.style = element.attr("val"),
                "outlineLvl" => paragraph.outline = element.number("val"),
                "numId" => paragraph.list = element.attr("val"),
                "ilvl" => paragraph.level = element.number("val"),
                _ => paragraph.goes_on |= is_deletion || is_undecided,
            }
        }
        if matches!(element.local, "pPrChange" | "rPrChange" | "tabs" | "sectPr") {
            ReadFlow::Skip
        } else {
            ReadFlow::Enter
        }
    }

    /// Returns whether a tracked change is a suggestion of Factly's that is still to be decided.
    fn is_own(&self, element: &XmlElement<'_>) -> bool {
        element.attr("author").is_some_and(|author| self.authors.contains(&author))
    }

    /// Clears the looks: those that follow are of the paragraph without a suggestion.
    fn looks_before(&mut self) {
        if let Some(paragraph) = self.open.last_mut() {
            (paragraph.style, paragraph.list, paragraph.level, paragraph.outline) = (None, None, None, None);
        }
    }

    fn tracked_by(&mut self, element: &XmlElement<'_>) {
        let author = element.attr("author").filter(|author| !author.is_empty());
        self.incoming.author = self.incoming.author.take().or_else(|| author.clone());
        self.tracked = self.tracked.take().or(author);
    }

    fn run_property(&mut self, element: &XmlElement<'_>) {
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

    fn field(&mut self, element: &XmlElement<'_>) {
        match element.attr("fldCharType").as_deref() {
            Some("begin") => self.fields.push(Field::default()),
            Some("separate") => self.fields.last_mut().into_iter().for_each(|field| field.in_result = true),
            Some("end") => drop(self.fields.pop()),
            _ => {}
        }
    }

    fn bookmark(&mut self, element: &XmlElement<'_>) {
        let name = element.attr("name").unwrap_or_default();
        if name.starts_with(SOURCES)
            && let Some(paragraph) = self.open.last_mut()
        {
            paragraph.is_of_sources = true;
        }
        let Some(mark) = section_mark(&name) else { return };
        self.bookmarks.insert(element.attr("id").unwrap_or_default(), mark);
        match self.open.first_mut().filter(|_| self.tables.is_empty()) {
            Some(paragraph) => paragraph.marks.push(mark),
            None => self.pending.push(mark),
        }
    }

    fn word(&mut self, element: &XmlElement<'_>) -> ReadFlow {
        match element.local {
            "p" => self.begin_paragraph(),
            "tbl" => self.tables.push(StoryTable::default()),
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
            "br" | "cr" => self.push(RunContent::Break),
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
            "ins" | "moveTo" if self.is_own(element) => return ReadFlow::Skip,
            "ins" | "moveTo" => self.tracked_by(element),
            "del" | "moveFrom" if !self.is_own(element) => {
                self.tracked_by(element);
                return ReadFlow::Skip;
            }
            "sectPr" | "tblPrChange" | "trPrChange" | "tcPrChange" | "rPrChange" | "ffData" | "tblPrExChange"
            | "rt" => {
                return ReadFlow::Skip;
            }
            _ => {}
        }
        ReadFlow::Enter
    }

    /// A row that is deleted, or that is a suggestion of Factly's, is not there.
    fn row_property(&mut self, element: &XmlElement<'_>) {
        let is_gone = match element.local {
            "del" => !self.is_own(element),
            "ins" => self.is_own(element),
            _ => false,
        };
        self.tables.last_mut().into_iter().for_each(|table| table.is_deleted |= is_gone);
    }

    /// Returns the target of a link: an address, or a bookmark of the document.
    fn target(&self, element: &XmlElement<'_>) -> Option<String> {
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

    fn drawn(&mut self, element: &XmlElement<'_>) {
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
            (Some((target, named)), _) => self.push(RunContent::Image { target, alt, named }),
            (None, Some(part)) => {
                self.push(RunContent::Image { target: format!("{}{part}", PART), alt, named: false });
            }
            (None, None) => self.drawings += 1,
        }
    }
}

impl Field {
    /// Returns the target of the words of a field that is a link.
    pub(super) fn link(&self) -> Option<String> {
        let rest = self.instruction.trim().strip_prefix("HYPERLINK")?.trim();
        let quoted = rest.split('"').nth(1)?;
        Some(if rest.starts_with("\\l") { format!("#{quoted}") } else { quoted.to_owned() })
            .filter(|target| !target.starts_with("#_Toc"))
    }

    pub(super) fn is_contents(&self) -> bool {
        self.instruction.split_whitespace().next() == Some("TOC")
    }
}

impl Handler for Story<'_> {
    fn start(&mut self, element: &XmlElement<'_>) -> Result<ReadFlow, Refusal> {
        match (element.ns, element.local) {
            (Ns::Word, "pPrChange") if self.is_own(element) => self.looks_before(),
            (Ns::Word, "pPrChange" | "rPrChange") => return Ok(ReadFlow::Skip),
            (Ns::Word, _) if self.in_properties => return Ok(self.paragraph_property(element)),
            (Ns::Word, _) if self.in_row_properties => self.row_property(element),
            (Ns::Word, _) if self.in_run_properties => self.run_property(element),
            (Ns::Word, _) => return Ok(self.word(element)),
            (Ns::Math, "t") => self.in_text = true,
            (_, "docPr" | "blip" | "imagedata") => self.drawn(element),
            _ => {}
        }
        Ok(ReadFlow::Enter)
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
