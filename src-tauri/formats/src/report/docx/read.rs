//! A document of Word as sections of a report: its headings, with the ids that they carry, and the blocks under them.
//!
//! The text that stands is read: changes that somebody tracked count as made, but those that Factly itself wrote as
//! suggestions, which are still to be decided. The table of contents, the footnotes of citations, the captions of images
//! and the list of sources are made anew with each export and are left out.

use std::collections::HashMap;

use super::comments::{Comment, CommentTexts};
use super::incoming::{BaseSection, IncomingDocx};
use super::story::Story;
use super::{BASE_ELEMENT, PROPERTY, PROPERTY_ELEMENT};
use crate::budget::Budget;
use crate::docx::numbering::Numbering;
use crate::docx::styles::DocxStyles;
use crate::limits::{Limits, ShouldStop};
use crate::ooxml::{self, PartRelation};
use crate::package::Package;
use crate::refusal::Refusal;
use crate::report::block::{ReportBlock, RunContent, Shape, TextRun};
use crate::report::picture::picture;
use crate::xml::{self, Handler, Ns, ReadFlow, XmlElement};

/// Bytes of an image that is kept.
const IMAGE: u64 = 32 << 20;

/// Reads a document of Word as a report.
///
/// # Errors
/// When it is none, is locked, or passes a limit.
pub fn read_docx(bytes: &[u8], limits: &Limits, stop: &ShouldStop<'_>) -> Result<IncomingDocx, Refusal> {
    let budget = Budget::new(limits, stop);
    let mut package = Package::open(bytes, &budget)?;
    let main = ooxml::main_part(&mut package, "word/document.xml", &budget)?;
    let parts = ooxml::relations(&mut package, &main, &budget)?;
    let mut reading = DocxReading { package, parts, budget: &budget };
    let base = reading.base()?;
    let (styles, mut numbering, names) = reading.styles()?;
    let footnotes = reading.texts("footnotes")?;
    let endnotes = reading.texts("endnotes")?;
    let comments = reading.texts("comments")?;
    let mut story = Story::new(&reading.parts, &styles, &names, &mut numbering, &budget);
    story.authors = base.authors;
    story.untitled = base.sections.iter().filter(|of| of.title.is_empty()).map(|of| of.id).collect();
    story.notes = [footnotes, endnotes];
    story.comments = comments;
    if let Some(source) = reading.package.part(&main)? {
        xml::read(source, &budget, &mut story)?;
    }
    let mut incoming = story.finish();
    incoming.base = base.sections;
    incoming.report = reading.property()?;
    incoming.author = reading.last_author()?.or(incoming.author);
    reading.images(&mut incoming)?;
    reading.left_out(&mut incoming);
    Ok(incoming)
}

struct DocxReading<'a> {
    package: Package<'a>,
    parts: Vec<PartRelation>,
    budget: &'a Budget<'a>,
}

impl DocxReading<'_> {
    fn part(&self, kind: &str) -> Option<String> {
        self.parts.iter().find(|part| part.kind == kind && !part.is_external).map(|part| part.target.clone())
    }

    fn styles(&mut self) -> Result<(DocxStyles, Numbering, HashMap<String, String>), Refusal> {
        let budget = self.budget;
        let name = self.part("styles").unwrap_or_else(|| "word/styles.xml".to_owned());
        let source = self.package.small(&name)?;
        let styles = DocxStyles::read(source.as_slice(), budget)?;
        let mut id = String::new();
        let pick = |element: &XmlElement<'_>| match element.local {
            "style" => {
                id = element.attr("styleId").unwrap_or_default();
                None
            }
            "name" if !id.is_empty() => Some((std::mem::take(&mut id), element.attr("val")?.to_lowercase())),
            _ => None,
        };
        let names = xml::elements(&source, budget, pick)?.into_iter().collect();
        let name = self.part("numbering").unwrap_or_else(|| "word/numbering.xml".to_owned());
        let numbering = match self.package.part(&name)? {
            Some(source) => Numbering::read(source, budget)?,
            None => Numbering::default(),
        };
        Ok((styles, numbering, names))
    }

    /// Footnotes or comments, by id.
    fn texts(&mut self, kind: &str) -> Result<HashMap<String, Comment>, Refusal> {
        let Some(name) = self.part(kind) else { return Ok(HashMap::new()) };
        let budget = self.budget;
        let Some(source) = self.package.part(&name)? else { return Ok(HashMap::new()) };
        let mut texts = CommentTexts::default();
        xml::read(source, budget, &mut texts)?;
        Ok(texts.found)
    }

    /// The id of the report, which is a property of the document.
    fn property(&mut self) -> Result<Option<String>, Refusal> {
        let budget = self.budget;
        let source = self.package.small("docProps/custom.xml")?;
        let mut property = FactlyProperty::default();
        xml::read(source.as_slice(), budget, &mut property)?;
        Ok(Some(property.text.trim().to_owned()).filter(|id| !id.is_empty()))
    }

    fn last_author(&mut self) -> Result<Option<String>, Refusal> {
        let source = self.package.small("docProps/core.xml")?;
        let leaves = xml::leaves(&source, self.budget)?;
        let author = leaves.into_iter().find(|leaf| leaf.local == "lastModifiedBy").map(|leaf| leaf.text);
        Ok(author.map(|author| author.trim().to_owned()).filter(|author| !author.is_empty()))
    }

    fn base(&mut self) -> Result<BaseOutline, Refusal> {
        let budget = self.budget;
        let names: Vec<String> =
            self.parts.iter().filter(|part| part.kind == "customXml").map(|part| part.target.clone()).collect();
        let mut base = BaseOutline::default();
        for name in names {
            if let Some(source) = self.package.part(&name)? {
                xml::read(source, budget, &mut base)?;
            }
        }
        Ok(base)
    }

    /// Reads the images that blocks name; those that no window shows stay behind.
    fn images(&mut self, incoming: &mut IncomingDocx) -> Result<(), Refusal> {
        let mut names: Vec<String> = Vec::new();
        for name in incoming.blocks().flat_map(pictures) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        for name in names {
            self.budget.go_on()?;
            let bytes = self.package.bytes(&name, IMAGE)?;
            if picture(&bytes).is_some() {
                incoming.images.push((name, bytes));
            }
        }
        Ok(())
    }

    fn left_out(&self, incoming: &mut IncomingDocx) {
        let named = |kind: &str| self.parts.iter().filter(|part| part.kind == kind).count() as u64;
        let macros = self.package.names().iter().filter(|name| name.ends_with("vbaProject.bin")).count() as u64;
        let of = [
            ("headers", named("header")),
            ("embedded files", named("oleObject") + named("package")),
            ("charts", named("chart")),
            ("macros", macros),
        ];
        incoming.left_out.extend(of);
        incoming.left_out.retain(|(_, count)| *count > 0);
    }
}

fn pictures(block: &ReportBlock) -> Vec<String> {
    let cells: Vec<&TextRun> = match &block.shape {
        Shape::Table { rows, .. } => rows.iter().flatten().flatten().collect(),
        _ => block.runs.iter().collect(),
    };
    let part = |run: &&TextRun| match &run.content {
        RunContent::Image { target, .. } => target.strip_prefix(super::PART).map(str::to_owned),
        _ => None,
    };
    cells.iter().filter_map(part).collect()
}

/// The sections as they went out, and who suggested then.
#[derive(Default)]
struct BaseOutline {
    is_ours: bool,
    is_open: bool,
    sections: Vec<BaseSection>,
    authors: Vec<String>,
}

impl Handler for BaseOutline {
    fn start(&mut self, element: &XmlElement<'_>) -> Result<ReadFlow, Refusal> {
        match element.local {
            BASE_ELEMENT => {
                self.is_ours = true;
                self.authors.extend(element.attr("author").filter(|author| !author.is_empty()));
            }
            "section" if self.is_ours => {
                let section = base_section(element);
                self.is_open = section.is_some();
                self.sections.extend(section);
            }
            _ => {}
        }
        Ok(ReadFlow::Enter)
    }

    fn end(&mut self, _: Ns, local: &str) -> Result<(), Refusal> {
        match local {
            "section" => self.is_open = false,
            BASE_ELEMENT => self.is_ours = false,
            _ => {}
        }
        Ok(())
    }

    fn text(&mut self, text: &str) -> Result<(), Refusal> {
        if let Some(section) = self.sections.last_mut().filter(|_| self.is_open) {
            section.body_md.push_str(text);
        }
        Ok(())
    }
}

fn base_section(element: &XmlElement<'_>) -> Option<BaseSection> {
    let id = u128::from_str_radix(&element.attr("id")?, 16).ok()?;
    Some(BaseSection {
        id,
        // The report's own stands above all others.
        depth: element.number("depth").filter(|depth| *depth > 0 || id == 0)?,
        appendix: element.number("appendix") == Some(1),
        title: element.attr("title")?,
        body_md: String::new(),
        written: element.attr("written").unwrap_or_default(),
    })
}

/// The text of the one property of the document that is ours.
#[derive(Default)]
struct FactlyProperty {
    is_open: bool,
    text: String,
}

impl Handler for FactlyProperty {
    fn start(&mut self, element: &XmlElement<'_>) -> Result<ReadFlow, Refusal> {
        if element.local == PROPERTY_ELEMENT {
            self.is_open = element.attr("name").as_deref() == Some(PROPERTY);
        }
        Ok(ReadFlow::Enter)
    }

    fn end(&mut self, _: Ns, local: &str) -> Result<(), Refusal> {
        self.is_open &= local != PROPERTY_ELEMENT;
        Ok(())
    }

    fn text(&mut self, text: &str) -> Result<(), Refusal> {
        if self.is_open {
            self.text.push_str(text);
        }
        Ok(())
    }
}
