//! EPUB: chapters in the order of the spine, each read as a page; a chapter without a heading gets that of the contents.

use std::collections::HashMap;

use crate::budget::Budget;
use crate::draft::{ExtractDraft, one_line};
use crate::encoding;
use crate::extract::{Extract, ExtractNote, Metadata};
use crate::format::Format;
use crate::html::{self, render};
use crate::ooxml::resolved;
use crate::package::Package;
use crate::refusal::Refusal;
use crate::table::CellBudget;
use crate::xml::{self, Handler, Ns, ReadFlow, XmlElement};

pub(crate) fn read(bytes: &[u8], budget: &Budget<'_>) -> Result<Extract, Refusal> {
    let mut package = Package::open(bytes, budget)?;
    let root = root(&mut package, budget)?;
    if is_encrypted(&mut package, budget)? {
        return Err(Refusal::Encrypted);
    }
    let mut book = EpubBook::default();
    let source = package.small(&root)?;
    let is_damaged = xml::read(source.as_slice(), budget, &mut book)?.is_some();
    let folder = root.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned();
    let mut draft = ExtractDraft::new(budget);
    draft.metadata = std::mem::take(&mut book.metadata);
    if is_damaged {
        draft.damaged(&root);
    }
    let labels = contents(&mut package, &book, &folder, budget)?;
    let chapters: Vec<String> = book.chapters().map(|href| resolved(&folder, &unescaped(href))).collect();
    let mut cells = CellBudget::new(budget.limits.entries);
    for (number, name) in (1..).zip(&chapters) {
        budget.go_on()?;
        if number > budget.limits.pages {
            draft.note(ExtractNote::CutShort { what: "chapters".to_owned(), limit: u64::from(budget.limits.pages) });
            break;
        }
        chapter(&mut package, name, labels.get(name), &mut draft, &mut cells, budget)?;
    }
    draft.finish(Format::Epub)
}

/// The part that lists the book's parts.
fn root(package: &mut Package<'_>, budget: &Budget<'_>) -> Result<String, Refusal> {
    let container = package.small("META-INF/container.xml")?;
    let found = xml::elements(&container, budget, |element| {
        (element.local == "rootfile").then(|| element.attr("full-path")).flatten()
    })?;
    let named = found.into_iter().find(|name| package.has(name));
    let listed = || package.names().iter().find(|name| name.ends_with(".opf")).cloned();
    named.or_else(listed).ok_or(Refusal::Damaged { detail: "its list of parts is missing".to_owned() })
}

/// Books with rights management encrypt their chapters; encrypted fonts lock nobody out.
fn is_encrypted(package: &mut Package<'_>, budget: &Budget<'_>) -> Result<bool, Refusal> {
    let source = package.small("META-INF/encryption.xml")?;
    let parts = xml::elements(&source, budget, |element| {
        (element.local == "CipherReference").then(|| element.attr("URI")).flatten()
    })?;
    Ok(parts.iter().any(|part| part.contains(".xhtml") || part.contains(".html") || part.contains(".htm")))
}

fn chapter(
    package: &mut Package<'_>,
    name: &str,
    label: Option<&String>,
    draft: &mut ExtractDraft,
    cells: &mut CellBudget,
    budget: &Budget<'_>,
) -> Result<(), Refusal> {
    let bytes = package.bytes(name, LONGEST_CHAPTER)?;
    if bytes.len() as u64 == LONGEST_CHAPTER {
        draft.note(ExtractNote::CutShort { what: format!("bytes of {name}"), limit: LONGEST_CHAPTER });
    }
    if bytes.is_empty() {
        draft.damaged(name);
        return Ok(());
    }
    let Ok(decoded) = encoding::decode(&bytes, None) else {
        draft.damaged(name);
        return Ok(());
    };
    if is_cut(&decoded.text) && (bytes.len() as u64) < LONGEST_CHAPTER {
        draft.damaged(name);
    }
    let (page, survey) = html::surveyed(&decoded.text, budget)?;
    draft.left_out("pictures", survey.pictures);
    draft.left_out("remote content", survey.remote);
    if let Some(label) = label.filter(|_| !survey.has_heading) {
        draft.heading(1, label);
    }
    draft.part();
    render::write(&page, &survey.layouts, draft, cells, budget)
}

/// Maximum number of bytes read of one chapter.
const LONGEST_CHAPTER: u64 = 16 << 20;

/// Returns whether a page of XHTML ends before its root does.
fn is_cut(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    lower.contains("<html") && !lower.contains("</html>")
}

/// Reads the titles of parts in the contents: of the navigation page, or of the older NCX.
fn contents(
    package: &mut Package<'_>,
    book: &EpubBook,
    folder: &str,
    budget: &Budget<'_>,
) -> Result<HashMap<String, String>, Refusal> {
    let found = book.items.values().find(|item| item.is_contents);
    let found = found.or_else(|| book.items.values().find(|item| item.kind == "application/x-dtbncx+xml"));
    let Some(item) = found else { return Ok(HashMap::new()) };
    let name = resolved(folder, &unescaped(&item.href));
    let folder = name.rsplit_once('/').map_or("", |(folder, _)| folder);
    let source = package.small(&name)?;
    let mut contents = Contents::default();
    xml::read(source.as_slice(), budget, &mut contents)?;
    let mut labels = HashMap::new();
    for (href, label) in contents.labels {
        let part = href.split('#').next().unwrap_or_default();
        labels.entry(resolved(folder, &unescaped(part))).or_insert(label);
    }
    Ok(labels)
}

#[derive(Default)]
struct EpubBook {
    metadata: Metadata,
    text: String,
    items: HashMap<String, ManifestItem>,
    spine: Vec<String>,
}

struct ManifestItem {
    href: String,
    kind: String,
    is_contents: bool,
}

impl EpubBook {
    fn chapters(&self) -> impl Iterator<Item = &str> {
        self.spine.iter().filter_map(|id| self.items.get(id)).map(|item| item.href.as_str())
    }
}

impl Handler for EpubBook {
    fn start(&mut self, element: &XmlElement<'_>) -> Result<ReadFlow, Refusal> {
        self.text.clear();
        match element.local {
            "item" => {
                let properties = element.attr("properties").unwrap_or_default();
                let item = ManifestItem {
                    href: element.attr("href").unwrap_or_default(),
                    kind: element.attr("media-type").unwrap_or_default(),
                    is_contents: properties.split_whitespace().any(|property| property == "nav"),
                };
                self.items.insert(element.attr("id").unwrap_or_default(), item);
            }
            "itemref" => self.spine.extend(element.attr("idref")),
            _ => {}
        }
        Ok(ReadFlow::Enter)
    }

    fn end(&mut self, ns: Ns, local: &str) -> Result<(), Refusal> {
        let text = one_line(&std::mem::take(&mut self.text));
        if ns != Ns::Dublin || text.is_empty() {
            return Ok(());
        }
        match local {
            "title" => {
                self.metadata.title.get_or_insert(text);
            }
            "creator" => self.metadata.authors.push(text),
            "date" => {
                self.metadata.date.get_or_insert(text);
            }
            _ => {}
        }
        Ok(())
    }

    fn text(&mut self, text: &str) -> Result<(), Refusal> {
        self.text.push_str(text);
        Ok(())
    }
}

/// Labels of a navigation page (`a href`) or an NCX (`text`, then `content src`).
#[derive(Default)]
struct Contents {
    text: String,
    href: Option<String>,
    labels: Vec<(String, String)>,
}

impl Handler for Contents {
    fn start(&mut self, element: &XmlElement<'_>) -> Result<ReadFlow, Refusal> {
        match element.local {
            "a" => {
                self.text.clear();
                self.href = element.attr("href");
            }
            "text" => self.text.clear(),
            "content" => {
                let label = one_line(&self.text);
                self.labels.extend(element.attr("src").map(|href| (href, label)));
            }
            _ => {}
        }
        Ok(ReadFlow::Enter)
    }

    fn end(&mut self, _: Ns, local: &str) -> Result<(), Refusal> {
        if local == "a" {
            let label = one_line(&self.text);
            self.labels.extend(self.href.take().map(|href| (href, label)));
        }
        Ok(())
    }

    fn text(&mut self, text: &str) -> Result<(), Refusal> {
        self.text.push_str(text);
        Ok(())
    }
}

/// `%20` and the like as the characters that they are.
fn unescaped(href: &str) -> String {
    let bytes = href.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let code = bytes.get(at + 1..at + 3).filter(|_| bytes[at] == b'%').and_then(|code| str::from_utf8(code).ok());
        match code.and_then(|code| u8::from_str_radix(code, 16).ok()) {
            Some(byte) => {
                out.push(byte);
                at += 3;
            }
            None => {
                out.push(bytes[at]);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}
