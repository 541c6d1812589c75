//! DOCX: headings by style, lists with their numbers, tables with their heads, and notes at the end.
//!
//! Headers, footers and comments are not taken over, nor is anything that would run.

mod blocks;
mod body;
pub(crate) mod numbering;
pub(crate) mod styles;
pub(crate) mod symbols;

use std::collections::HashMap;

use crate::budget::Budget;
use crate::draft::ExtractDraft;
use crate::extract::{Extract, ExtractNote};
use crate::format::Format;
use crate::ooxml::{self, PartRelation};
use crate::package::Package;
use crate::refusal::Refusal;
use crate::xml;
use blocks::BlockSink;
use body::DocxBody;
use numbering::Numbering;
use styles::DocxStyles;

pub(crate) fn read(bytes: &[u8], budget: &Budget<'_>) -> Result<Extract, Refusal> {
    let mut package = Package::open(bytes, budget)?;
    let main = ooxml::main_part(&mut package, "word/document.xml", budget)?;
    let parts = ooxml::relations(&mut package, &main, budget)?;
    let mut draft = ExtractDraft::new(budget);
    draft.metadata = ooxml::metadata(&mut package, budget)?;
    let mut document =
        DocxDocument { package, parts, budget, styles: DocxStyles::default(), numbering: Numbering::default() };
    document.read_styles()?;
    document.read_body(&main, &mut draft)?;
    let macros = document.package.names().iter().filter(|name| name.ends_with("vbaProject.bin")).count();
    draft.left_out("macros", macros as u64);
    draft.finish(Format::Docx)
}

struct DocxDocument<'a> {
    package: Package<'a>,
    parts: Vec<PartRelation>,
    budget: &'a Budget<'a>,
    styles: DocxStyles,
    numbering: Numbering,
}

impl DocxDocument<'_> {
    fn part(&self, kind: &str) -> Option<String> {
        self.parts.iter().find(|part| part.kind == kind && !part.is_external).map(|part| part.target.clone())
    }

    fn read_styles(&mut self) -> Result<(), Refusal> {
        let name = self.part("styles").unwrap_or_else(|| "word/styles.xml".to_owned());
        if let Some(source) = self.package.part(&name)? {
            self.styles = DocxStyles::read(source, self.budget)?;
        }
        let name = self.part("numbering").unwrap_or_else(|| "word/numbering.xml".to_owned());
        if let Some(source) = self.package.part(&name)? {
            self.numbering = Numbering::read(source, self.budget)?;
        }
        Ok(())
    }

    fn read_body(&mut self, main: &str, draft: &mut ExtractDraft) -> Result<(), Refusal> {
        let Some(source) = self.package.part(main)? else { return Ok(()) };
        let sink = BlockSink::document(draft, self.budget.limits.entries);
        let mut body = DocxBody::new(&self.styles, &mut self.numbering, sink);
        let damage = xml::read(source, self.budget, &mut body)?;
        let DocxBody { sink, references, comments, pictures, embedded, .. } = body;
        sink.finish();
        if damage.is_some() {
            draft.damaged(main);
        }
        draft.left_out("comments", comments);
        draft.left_out("pictures", pictures);
        draft.left_out("embedded files", embedded);
        self.write_notes(&references, draft)
    }

    /// The notes in the order of their marks.
    fn write_notes(&mut self, references: &[(&'static str, String)], draft: &mut ExtractDraft) -> Result<(), Refusal> {
        if references.is_empty() {
            return Ok(());
        }
        draft.close_headings(0);
        let notes = [("footnotes", self.notes("footnotes", draft)?), ("endnotes", self.notes("endnotes", draft)?)];
        for (number, (kind, id)) in (1..).zip(references) {
            let text = notes.iter().find(|(of, _)| of == kind).and_then(|(_, texts)| texts.get(id));
            if let Some(text) = text {
                draft.paragraph(&format!("[{number}] {text}"));
            }
        }
        Ok(())
    }

    fn notes(&mut self, kind: &str, draft: &mut ExtractDraft) -> Result<HashMap<String, String>, Refusal> {
        let Some(name) = self.part(kind) else { return Ok(HashMap::new()) };
        let Some(source) = self.package.part(&name)? else { return Ok(HashMap::new()) };
        let mut body = DocxBody::new(&self.styles, &mut self.numbering, BlockSink::notes());
        if xml::read(source, self.budget, &mut body)?.is_some() {
            draft.note(ExtractNote::Damaged { parts: vec![name.clone()] });
        }
        Ok(body.sink.finish())
    }
}
