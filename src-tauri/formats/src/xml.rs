//! XML read as a stream: elements with their namespaces, whatever prefix they wear, and text with its references resolved.
//!
//! No tree is built and no entity but the five predefined ones is expanded; a declared entity is a reason to refuse.
//! Of alternatives (`mc:AlternateContent`) the first choice is read.

use std::borrow::Cow;
use std::io::BufRead;

use quick_xml::NsReader;
use quick_xml::escape::{resolve_predefined_entity, unescape};
use quick_xml::events::{BytesStart, Event};
use quick_xml::name::{NamespaceResolver, QName, ResolveResult};

use crate::budget::Budget;
use crate::refusal::Refusal;

/// The vocabularies that the readers know, transitional and strict alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ns {
    Word,
    Sheet,
    Slide,
    Drawing,
    Math,
    Relation,
    Compat,
    Office,
    Text,
    Table,
    Draw,
    Presentation,
    Style,
    Meta,
    Dublin,
    Other,
}

impl Ns {
    fn named(name: &str) -> Self {
        const OASIS: &str = "urn:oasis:names:tc:opendocument:xmlns:";
        if let Some(rest) = name.strip_prefix(OASIS) {
            return Self::of_opendocument(rest);
        }
        let ooxml = name
            .strip_prefix("http://schemas.openxmlformats.org/")
            .or_else(|| name.strip_prefix("http://purl.oclc.org/ooxml/"));
        match ooxml.unwrap_or(name) {
            "wordprocessingml/2006/main" | "wordprocessingml/main" => Self::Word,
            "spreadsheetml/2006/main" | "spreadsheetml/main" => Self::Sheet,
            "presentationml/2006/main" | "presentationml/main" => Self::Slide,
            "drawingml/2006/main" | "drawingml/main" => Self::Drawing,
            "officeDocument/2006/math" | "officeDocument/math" => Self::Math,
            "officeDocument/2006/relationships" | "officeDocument/relationships" => Self::Relation,
            "markup-compatibility/2006" => Self::Compat,
            "http://purl.org/dc/elements/1.1/" | "http://purl.org/dc/terms/" => Self::Dublin,
            _ => Self::Other,
        }
    }

    fn of_opendocument(name: &str) -> Self {
        match name.split_once(':').map_or(name, |(area, _)| area) {
            "office" => Self::Office,
            "text" => Self::Text,
            "table" => Self::Table,
            "drawing" => Self::Draw,
            "presentation" => Self::Presentation,
            "style" => Self::Style,
            "meta" => Self::Meta,
            _ => Self::Other,
        }
    }
}

/// An element as it begins.
pub(crate) struct XmlElement<'a> {
    pub(crate) ns: Ns,
    pub(crate) local: &'a str,
    start: &'a BytesStart<'a>,
    namespaces: &'a NamespaceResolver,
}

impl XmlElement<'_> {
    /// The attribute of this local name, whatever its namespace.
    pub(crate) fn attr(&self, local: &str) -> Option<String> {
        self.find(|name| name.local_name().as_ref() == local)
    }

    /// The attribute of this namespace and name, where two share a name (`id`, `r:id`).
    pub(crate) fn attr_in(&self, ns: Ns, local: &str) -> Option<String> {
        self.find(|name| name.local_name().as_ref() == local && bound(&self.namespaces.resolve_attribute(name).0) == ns)
    }

    pub(crate) fn number<N: std::str::FromStr>(&self, local: &str) -> Option<N> {
        self.attr(local)?.trim().parse().ok()
    }

    /// A switch as OOXML writes it: present without a value means on.
    pub(crate) fn is_on(&self) -> bool {
        self.attr("val").is_none_or(|value| !matches!(value.as_str(), "0" | "false" | "off" | "none"))
    }

    fn find(&self, is_it: impl Fn(QName<'_>) -> bool) -> Option<String> {
        let mut attributes = self.start.attributes();
        let found = attributes.with_checks(false).flatten().find(|attribute| is_it(attribute.key))?;
        let value = unescape(&found.value).map_or_else(|_| found.value.to_string(), Cow::into_owned);
        Some(value)
    }
}

/// The decision to read or skip the content of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReadFlow {
    Enter,
    Skip,
}

/// A reader of the stream.
pub(crate) trait Handler {
    fn start(&mut self, element: &XmlElement<'_>) -> Result<ReadFlow, Refusal>;
    fn end(&mut self, ns: Ns, local: &str) -> Result<(), Refusal>;
    fn text(&mut self, text: &str) -> Result<(), Refusal>;
    /// Returns whether nothing more is wanted.
    fn is_full(&self) -> bool {
        false
    }
}

/// Feeds a part to a handler. `Some(detail)`: the part is not well-formed, and what came before was read.
pub(crate) fn read(
    source: impl BufRead,
    budget: &Budget<'_>,
    handler: &mut impl Handler,
) -> Result<Option<String>, Refusal> {
    let mut reader = NsReader::from_reader(source);
    reader.config_mut().expand_empty_elements = true;
    reader.config_mut().allow_dangling_amp = true;
    let mut walk = XmlWalk { elements: 0, open: Vec::new(), skipped: 0, choices: Vec::new(), handler, budget };
    let mut buffer = Vec::new();
    loop {
        buffer.clear();
        let event = reader.read_event_into(&mut buffer);
        budget.token_ended();
        match event {
            Ok(Event::Eof) => break,
            Ok(event) => walk.take(event, reader.resolver())?,
            Err(error) => return budget.refusal().map_or_else(|| Ok(Some(error.to_string())), Err),
        }
        if walk.handler.is_full() {
            return Ok(None);
        }
    }
    Ok((!walk.open.is_empty()).then(|| "it ends in the middle".to_owned()))
}

struct XmlWalk<'h, 'b, H> {
    elements: u64,
    /// The namespaces of the elements that are open.
    open: Vec<Ns>,
    /// Count of the innermost open elements that are skipped.
    skipped: usize,
    /// For each open set of alternatives whether a choice was read.
    choices: Vec<bool>,
    handler: &'h mut H,
    budget: &'h Budget<'b>,
}

impl<H: Handler> XmlWalk<'_, '_, H> {
    fn take(&mut self, event: Event<'_>, namespaces: &NamespaceResolver) -> Result<(), Refusal> {
        match event {
            Event::Start(start) => self.start(&start, namespaces),
            Event::End(end) => self.end(end.local_name().as_ref()),
            Event::Text(text) => self.text(&text.xml10_content()),
            Event::CData(text) => self.text(&text.xml10_content()),
            Event::GeneralRef(reference) => match reference.resolve_char_ref() {
                Ok(Some(char)) => self.text(char.encode_utf8(&mut [0; 4])),
                _ => self.text(resolve_predefined_entity(&reference).unwrap_or_default()),
            },
            Event::DocType(declared) if declared.contains("<!ENTITY") => {
                Err(Refusal::Damaged { detail: "it declares entities".to_owned() })
            }
            _ => Ok(()),
        }
    }

    fn start(&mut self, start: &BytesStart<'_>, namespaces: &NamespaceResolver) -> Result<(), Refusal> {
        self.elements += 1;
        self.budget.element(self.elements)?;
        let depth = self.budget.limits.depth;
        if self.open.len() >= depth {
            return Err(Refusal::TooLarge { what: "nested elements", limit: depth as u64 });
        }
        let ns = bound(&namespaces.resolve_element(start.name()).0);
        self.open.push(ns);
        if self.skipped > 0 {
            self.skipped += 1;
            return Ok(());
        }
        let local = start.local_name();
        let element = XmlElement { ns, local: local.as_ref(), start, namespaces };
        let flow = if ns == Ns::Compat { self.alternative(&element) } else { self.handler.start(&element)? };
        self.skipped = usize::from(flow == ReadFlow::Skip);
        Ok(())
    }

    fn alternative(&mut self, element: &XmlElement<'_>) -> ReadFlow {
        match element.local {
            "AlternateContent" => self.choices.push(false),
            "Choice" | "Fallback" => {
                let taken = self.choices.last_mut().is_some_and(|taken| std::mem::replace(taken, true));
                return if taken { ReadFlow::Skip } else { ReadFlow::Enter };
            }
            _ => {}
        }
        ReadFlow::Enter
    }

    fn end(&mut self, local: &str) -> Result<(), Refusal> {
        let Some(ns) = self.open.pop() else { return Ok(()) };
        if self.skipped > 0 {
            self.skipped -= 1;
            if self.skipped > 0 || ns == Ns::Compat {
                return Ok(());
            }
            return self.handler.end(ns, local);
        }
        if ns == Ns::Compat {
            if local == "AlternateContent" {
                self.choices.pop();
            }
            return Ok(());
        }
        self.handler.end(ns, local)
    }

    fn text(&mut self, text: &str) -> Result<(), Refusal> {
        if self.skipped > 0 { Ok(()) } else { self.handler.text(text) }
    }
}

fn bound(result: &ResolveResult<'_>) -> Ns {
    match result {
        ResolveResult::Bound(namespace) => Ns::named(namespace.as_ref()),
        _ => Ns::Other,
    }
}

/// The elements of a small part that hold text alone, with their text: metadata.
pub(crate) fn leaves(source: &[u8], budget: &Budget<'_>) -> Result<Vec<Leaf>, Refusal> {
    let mut leaves = Leaves::default();
    read(source, budget, &mut leaves)?;
    Ok(leaves.found)
}

pub(crate) struct Leaf {
    pub(crate) ns: Ns,
    pub(crate) local: String,
    pub(crate) text: String,
}

#[derive(Default)]
struct Leaves {
    text: String,
    found: Vec<Leaf>,
}

impl Handler for Leaves {
    fn start(&mut self, _: &XmlElement<'_>) -> Result<ReadFlow, Refusal> {
        self.text.clear();
        Ok(ReadFlow::Enter)
    }

    fn end(&mut self, ns: Ns, local: &str) -> Result<(), Refusal> {
        let text = std::mem::take(&mut self.text).trim().to_owned();
        if !text.is_empty() {
            self.found.push(Leaf { ns, local: local.to_owned(), text });
        }
        Ok(())
    }

    fn text(&mut self, text: &str) -> Result<(), Refusal> {
        self.text.push_str(text);
        Ok(())
    }
}

/// The elements of a small part, each with the attributes that are asked for.
pub(crate) fn elements<T>(
    source: &[u8],
    budget: &Budget<'_>,
    pick: impl FnMut(&XmlElement<'_>) -> Option<T>,
) -> Result<Vec<T>, Refusal> {
    let mut elements = Elements { pick, found: Vec::new() };
    read(source, budget, &mut elements)?;
    Ok(elements.found)
}

struct Elements<P, T> {
    pick: P,
    found: Vec<T>,
}

impl<T, P: FnMut(&XmlElement<'_>) -> Option<T>> Handler for Elements<P, T> {
    fn start(&mut self, element: &XmlElement<'_>) -> Result<ReadFlow, Refusal> {
        self.found.extend((self.pick)(element));
        Ok(ReadFlow::Enter)
    }

    fn end(&mut self, _: Ns, _: &str) -> Result<(), Refusal> {
        Ok(())
    }

    fn text(&mut self, _: &str) -> Result<(), Refusal> {
        Ok(())
    }
}
