//! References as Zotero RDF: works, and attachments that works link to.

use std::collections::HashMap;

use crate::budget::Budget;
use crate::draft::{ExtractDraft, one_line};
use crate::format::Format;
use crate::html;
use crate::import::WorkReference;
use crate::refusal::Refusal;
use crate::xml::{self, Handler, Ns, ReadFlow, XmlElement};

pub(crate) fn read(bytes: &[u8], budget: &Budget<'_>) -> Result<Vec<WorkReference>, Refusal> {
    let mut library = RdfLibrary::default();
    let damage = xml::read(bytes, budget, &mut library)?;
    if !library.is_rdf {
        return Err(Refusal::Unknown { looks_like: "XML".to_owned() });
    }
    let (files, mut notes) = (library.files, library.notes);
    let with_parts = |(mut work, links): (WorkReference, Vec<String>)| {
        work.files.extend(links.iter().filter_map(|link| files.get(link).cloned()));
        work.notes.extend(links.iter().filter_map(|link| take(&mut notes, link)));
        work
    };
    let mut works: Vec<WorkReference> = library.works.into_iter().map(with_parts).collect();
    let by_itself =
        |(_, note)| WorkReference { kind: "note".to_owned(), notes: vec![note], ..WorkReference::default() };
    works.extend(notes.into_iter().map(by_itself));
    for note in works.iter_mut().flat_map(|work| &mut work.notes) {
        *note = plain(note, budget)?;
    }
    match damage {
        Some(detail) if works.is_empty() => Err(Refusal::Damaged { detail }),
        _ => Ok(works),
    }
}

/// Takes the note of a name.
fn take(notes: &mut Vec<(String, String)>, name: &str) -> Option<String> {
    let at = notes.iter().position(|(of, _)| of == name)?;
    Some(notes.remove(at).1)
}

/// The text of a note, which is kept as a page.
fn plain(note: &str, budget: &Budget<'_>) -> Result<String, Refusal> {
    let mut draft = ExtractDraft::new(budget);
    html::whole(note, &mut draft, budget)?;
    Ok(draft.finish_as_it_is(Format::Html).text.trim().to_owned())
}

#[derive(Default)]
struct RdfLibrary {
    is_rdf: bool,
    depth: usize,
    works: Vec<(WorkReference, Vec<String>)>,
    /// Paths of attachments by their names in the file.
    files: HashMap<String, String>,
    /// Notes by their names, in their order.
    notes: Vec<(String, String)>,
    /// The note that is open, as a page.
    note: String,
    about: String,
    open: WorkReference,
    links: Vec<String>,
    in_authors: bool,
    given: String,
    surname: String,
    text: String,
}

impl RdfLibrary {
    fn end_entry(&mut self) {
        let work = std::mem::take(&mut self.open);
        let links = std::mem::take(&mut self.links);
        match work.kind.as_str() {
            "attachment" => self.files.extend(work.files.into_iter().next().map(|path| (self.about.clone(), path))),
            "note" => self.notes.push((self.about.clone(), std::mem::take(&mut self.note))),
            "" | "annotation" => {}
            _ => self.works.push((work, links)),
        }
    }

    fn end_field(&mut self, ns: Ns, local: &str, text: String) {
        match (ns, local) {
            (Ns::Dublin, "title") => self.open.title = text,
            (Ns::Dublin, "date") => self.open.date = Some(text),
            (_, "itemType") => self.open.kind = text,
            (_, "abstract") => self.open.summary = Some(text).filter(|text| !text.is_empty()),
            (_, "value") => self.note = text,
            (_, "authors") => self.in_authors = false,
            _ => {}
        }
    }

    fn end_name(&mut self) {
        let name = one_line(&format!("{} {}", self.given, self.surname));
        (self.given, self.surname) = (String::new(), String::new());
        if self.in_authors && !name.is_empty() {
            self.open.authors.push(name);
        }
    }
}

impl Handler for RdfLibrary {
    fn start(&mut self, element: &XmlElement<'_>) -> Result<ReadFlow, Refusal> {
        self.depth += 1;
        self.text.clear();
        match (self.depth, element.local) {
            (1, local) => self.is_rdf = local == "RDF",
            (2, _) => {
                self.about = element.attr("about").or_else(|| element.attr("ID")).unwrap_or_default();
                self.open = WorkReference::default();
            }
            (3, "authors") => self.in_authors = true,
            (3, "link" | "isReferencedBy") => self.links.extend(element.attr("resource")),
            (3, "resource") => self.open.files.extend(element.attr("resource")),
            _ => {}
        }
        Ok(ReadFlow::Enter)
    }

    fn end(&mut self, ns: Ns, local: &str) -> Result<(), Refusal> {
        let text = one_line(&std::mem::take(&mut self.text));
        match (self.depth, local) {
            (2, _) => self.end_entry(),
            (3, _) => self.end_field(ns, local, text),
            (_, "surname" | "familyName") => self.surname = text,
            (_, "givenName" | "firstName" | "givenname") => self.given = text,
            (_, "Person" | "Organization") => self.end_name(),
            _ => {}
        }
        self.depth -= 1;
        Ok(())
    }

    fn text(&mut self, text: &str) -> Result<(), Refusal> {
        self.text.push_str(text);
        Ok(())
    }
}
