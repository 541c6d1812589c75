//! Shared parts of Word, PowerPoint and Excel packages: relationships of parts, and metadata.

use crate::budget::Budget;
use crate::extract::Metadata;
use crate::package::Package;
use crate::refusal::Refusal;
use crate::xml::{self, Ns};

/// A part that another one refers to.
#[derive(Clone, Debug)]
pub(crate) struct PartRelation {
    pub(crate) id: String,
    /// The last word of its type: "styles", "slide".
    pub(crate) kind: String,
    /// The name of the part.
    pub(crate) target: String,
    pub(crate) is_external: bool,
}

/// The relationships of a part; those of the package for the empty name.
pub(crate) fn relations(
    package: &mut Package<'_>,
    part: &str,
    budget: &Budget<'_>,
) -> Result<Vec<PartRelation>, Refusal> {
    let (folder, file) = part.rsplit_once('/').unwrap_or(("", part));
    let name = if folder.is_empty() { format!("_rels/{file}.rels") } else { format!("{folder}/_rels/{file}.rels") };
    let source = package.small(&name)?;
    xml::elements(&source, budget, |element| {
        let target = element.attr("Target")?;
        let kind = element.attr("Type").unwrap_or_default();
        let is_external = element.attr("TargetMode").is_some_and(|mode| mode == "External");
        Some(PartRelation {
            id: element.attr("Id").unwrap_or_default(),
            kind: kind.rsplit('/').next().unwrap_or_default().to_owned(),
            target: if is_external { target } else { resolved(folder, &target) },
            is_external,
        })
    })
}

/// The part that the package is about.
pub(crate) fn main_part(package: &mut Package<'_>, usual: &str, budget: &Budget<'_>) -> Result<String, Refusal> {
    let found = relations(package, "", budget)?.into_iter().find(|relation| relation.kind == "officeDocument");
    let name = found.map_or_else(|| usual.to_owned(), |relation| relation.target);
    match [name.as_str(), usual].into_iter().find(|name| package.has(name)) {
        Some(name) => Ok(name.to_owned()),
        None => Err(Refusal::Damaged { detail: "its main part is missing".to_owned() }),
    }
}

/// Title, authors and date of making.
pub(crate) fn metadata(package: &mut Package<'_>, budget: &Budget<'_>) -> Result<Metadata, Refusal> {
    let relations = relations(package, "", budget)?;
    let name = relations.iter().find(|relation| relation.kind == "core-properties").map(|found| found.target.clone());
    let source = package.small(name.as_deref().unwrap_or("docProps/core.xml"))?;
    let mut metadata = Metadata::default();
    for leaf in xml::leaves(&source, budget)? {
        match (leaf.ns, leaf.local.as_str()) {
            (Ns::Dublin, "title") => metadata.title = Some(leaf.text),
            (Ns::Dublin, "creator") => metadata.authors = authors(&leaf.text),
            (Ns::Dublin, "created") => metadata.date = Some(leaf.text),
            _ => {}
        }
    }
    Ok(metadata)
}

/// Several names stand in one field, parted by semicolons.
pub(crate) fn authors(text: &str) -> Vec<String> {
    text.split(';').map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

/// A name relative to a folder of the package.
pub(crate) fn resolved(folder: &str, target: &str) -> String {
    let (mut parts, target): (Vec<&str>, &str) = match target.strip_prefix('/') {
        Some(absolute) => (Vec::new(), absolute),
        None => (folder.split('/').filter(|part| !part.is_empty()).collect(), target),
    };
    for part in target.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}
