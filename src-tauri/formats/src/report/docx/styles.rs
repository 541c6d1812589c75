//! Styles of a document: our own, or those of a reference document with ours for what it lacks.

use std::collections::HashMap;

use super::parts::{STYLES, WORD};
use crate::budget::Budget;
use crate::ooxml;
use crate::package::Package;
use crate::refusal::Refusal;
use crate::xml;

/// A document whose styles are taken.
pub struct Reference {
    styles: String,
    theme: Option<String>,
}

impl Reference {
    /// Reads the styles of a document.
    ///
    /// # Errors
    /// When it is no document of Word, or passes a limit.
    pub fn read(bytes: &[u8]) -> Result<Self, Refusal> {
        let limits = crate::Limits::default();
        let budget = Budget::new(&limits, &|| false);
        let mut package = Package::open(bytes, &budget)?;
        let main = ooxml::main_part(&mut package, "word/document.xml", &budget)?;
        let parts = ooxml::relations(&mut package, &main, &budget)?;
        let target = |kind: &str| parts.iter().find(|part| part.kind == kind).map(|part| part.target.clone());
        let no_styles = || Refusal::Damaged { detail: "it has no styles".to_owned() };
        let styles = text(&package.small(&target("styles").ok_or_else(no_styles)?)?)?;
        xml::elements(styles.as_bytes(), &budget, |_| None::<()>)?;
        let theme = match target("theme") {
            Some(name) => {
                Some(text(&package.small(&name)?)?).filter(|theme| !theme.is_empty() && !theme.contains("r:embed"))
            }
            None => None,
        };
        Ok(Self { styles, theme })
    }
}

fn text(bytes: &[u8]) -> Result<String, Refusal> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    String::from_utf8(bytes.to_vec()).map_err(|_| Refusal::Damaged { detail: "its styles are not in UTF-8".to_owned() })
}

/// The styles of a document, by name.
pub(super) struct Styles {
    ids: HashMap<String, String>,
    pub(super) part: String,
    pub(super) theme: Option<String>,
    /// True if the headings' numbers belong to their styles.
    pub(super) are_own: bool,
}

impl Styles {
    pub(super) fn own() -> Self {
        Self { ids: named(STYLES).into_iter().collect(), part: STYLES.to_owned(), theme: None, are_own: true }
    }

    /// Those of a reference document; what it lacks is ours. Its own numbering of headings is left out.
    pub(super) fn from_reference(reference: &Reference) -> Self {
        let mut part = without_numbering(&reference.styles);
        let mut ids: HashMap<String, String> = named(&part).into_iter().collect();
        let mut added = String::new();
        for (name, id) in named(STYLES) {
            if ids.contains_key(&name) {
                continue;
            }
            let own = format!("Factly{id}");
            added.push_str(&renamed(style_of(&id), &id, &own, &ids));
            ids.insert(name, own);
        }
        if let Some(end) = part.rfind("</") {
            part.insert_str(end, &added);
        }
        Self { ids, part, theme: reference.theme.clone(), are_own: false }
    }

    pub(super) fn id(&self, name: &str) -> &str {
        self.ids.get(name).map_or("Normal", String::as_str)
    }

    pub(super) fn headings(&self) -> Vec<String> {
        (1..=9).map(|level| self.id(&format!("heading {level}")).to_owned()).collect()
    }
}

/// The names of styles, in small letters, with their ids.
fn named(styles: &str) -> Vec<(String, String)> {
    let limits = crate::Limits::default();
    let mut id = String::new();
    let pick = |element: &xml::XmlElement<'_>| match element.local {
        "style" => {
            id = element.attr("styleId").unwrap_or_default();
            None
        }
        "name" if !id.is_empty() => Some((element.attr("val")?.to_lowercase(), std::mem::take(&mut id))),
        _ => None,
    };
    xml::elements(styles.as_bytes(), &Budget::new(&limits, &|| false), pick).unwrap_or_default()
}

/// One of our own styles, as it is written.
fn style_of(id: &str) -> &'static str {
    let found = STYLES.lines().find(|line| line.contains(&format!("w:styleId=\"{id}\"")));
    found.unwrap_or_default()
}

/// A style of ours among foreign ones: under an id of its own, based on theirs where they have it, and no default.
fn renamed(style: &str, id: &str, own: &str, ids: &HashMap<String, String>) -> String {
    let ours: HashMap<String, String> = named(STYLES).into_iter().map(|(name, id)| (id, name)).collect();
    let mut style = style
        .replace(" w:default=\"1\"", "")
        .replace(&format!("w:styleId=\"{id}\""), &format!("w:styleId=\"{own}\""))
        .replace("<w:style ", &format!("<w:style xmlns:w=\"{WORD}\" "));
    for tag in ["basedOn", "next"] {
        let Some((_, rest)) = style.split_once(&format!("<w:{tag} w:val=\"")) else { continue };
        let target = rest.split('"').next().unwrap_or_default().to_owned();
        let theirs = ours.get(&target).and_then(|name| ids.get(name)).cloned();
        let new = theirs.unwrap_or_else(|| format!("Factly{target}"));
        style = style.replace(&format!("<w:{tag} w:val=\"{target}\""), &format!("<w:{tag} w:val=\"{new}\""));
    }
    without_numbering(&style)
}

fn without_numbering(styles: &str) -> String {
    let mut out = String::with_capacity(styles.len());
    let mut rest = styles;
    while let Some((before, behind)) = rest.split_once("<w:numPr>") {
        out.push_str(before);
        rest = behind.split_once("</w:numPr>").map_or("", |(_, after)| after);
    }
    out.push_str(rest);
    out
}
