//! OpenDocument: texts (ODT) and spreadsheets (ODS), whose cells stand as they are shown.

mod content;
mod lists;
mod looks;

use crate::budget::Budget;
use crate::draft::ExtractDraft;
use crate::extract::{Extract, Metadata};
use crate::format::Format;
use crate::ooxml;
use crate::package::Package;
use crate::refusal::Refusal;
use crate::xml::{self, Ns};
use content::OdfContent;
use lists::ListStyles;
use looks::OdfLooks;

/// A text, or the sheets of a spreadsheet.
pub(crate) fn read(format: Format, bytes: &[u8], budget: &Budget<'_>) -> Result<Extract, Refusal> {
    let mut package = Package::open(bytes, budget)?;
    if is_encrypted(&mut package)? {
        return Err(Refusal::Encrypted);
    }
    let mut draft = ExtractDraft::new(budget);
    draft.metadata = metadata(&mut package, budget)?;
    let mut styles = ListStyles::default();
    let mut looks = OdfLooks::default();
    if let Some(source) = package.part("styles.xml")? {
        xml::read(source, budget, &mut styles)?;
    }
    if let Some(source) = package.part("styles.xml")? {
        xml::read(source, budget, &mut looks)?;
    }
    let macros = package.names().iter().filter(|name| name.starts_with("Basic/") && name.ends_with(".xml")).count();
    let missing = || Refusal::Damaged { detail: "content.xml is missing".to_owned() };
    let source = package.part("content.xml")?.ok_or_else(missing)?;
    let mut content = OdfContent::new(&mut draft, (styles, looks), budget);
    let damage = xml::read(source, budget, &mut content)?;
    content.finish();
    if damage.is_some() {
        draft.damaged("content.xml");
    }
    draft.left_out("macros", macros as u64);
    draft.finish(format)
}

/// The list of parts says of each whether it is encrypted.
fn is_encrypted(package: &mut Package<'_>) -> Result<bool, Refusal> {
    let manifest = package.small("META-INF/manifest.xml")?;
    Ok(memchr::memmem::find(&manifest, b"encryption-data").is_some())
}

fn metadata(package: &mut Package<'_>, budget: &Budget<'_>) -> Result<Metadata, Refusal> {
    let mut metadata = Metadata::default();
    let mut creator = None;
    for leaf in xml::leaves(&package.small("meta.xml")?, budget)? {
        match (leaf.ns, leaf.local.as_str()) {
            (Ns::Dublin, "title") => metadata.title = Some(leaf.text),
            (Ns::Meta, "initial-creator") => metadata.authors = ooxml::authors(&leaf.text),
            (Ns::Dublin, "creator") => creator = Some(leaf.text),
            (Ns::Meta, "creation-date") => metadata.date = Some(leaf.text),
            _ => {}
        }
    }
    if metadata.authors.is_empty() {
        metadata.authors = creator.as_deref().map(ooxml::authors).unwrap_or_default();
    }
    Ok(metadata)
}
