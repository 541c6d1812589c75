//! A page with marks around words that are raised, lowered, struck, or seen by no reader of it.

use html5ever::tokenizer::Tag;

use crate::budget::Budget;
use crate::html::css::StyleSheet;
use crate::html::survey::{ends_itself, is_block};
use crate::html::tokens::{self, Piece, attr, is_void};
use crate::inline::{self, Look};
use crate::refusal::Refusal;

/// The page again, with marks in its text.
pub(crate) fn marked(html: &str, sheet: &StyleSheet, budget: &Budget<'_>) -> Result<String, Refusal> {
    let mut marker = LookMarker { sheet, open: Vec::new(), looks: Vec::new(), out: String::with_capacity(html.len()) };
    tokens::walk(html, budget, |piece| match piece {
        Piece::Open(tag) => marker.open(tag),
        Piece::Close(name) => marker.close(name),
        Piece::Text(text) => marker.text(text),
    })?;
    marker.set(&[]);
    Ok(marker.out)
}

struct LookMarker<'s> {
    sheet: &'s StyleSheet,
    open: Vec<OpenTag>,
    /// The looks that the text written last has.
    looks: Vec<Look>,
    out: String,
}

#[derive(Clone, Default)]
struct OpenTag {
    name: String,
    is_gone: bool,
    is_tiny: bool,
    is_white: bool,
    has_ground: bool,
    script: Option<Look>,
    is_struck: bool,
    is_link: bool,
    /// Count of the elements of a formula that began in it.
    children: usize,
}

impl LookMarker<'_> {
    fn open(&mut self, tag: &Tag) {
        let name = &*tag.name;
        if is_block(name) || name == "br" {
            self.set(&[]);
        }
        if is_void(name) {
            return self.write_tag(tag);
        }
        let is_same = |open: &OpenTag| open.name == name && ends_itself(name) || open.name == "p" && is_block(name);
        self.open.pop_if(|open| is_same(open));
        let formula = self.child_of_formula();
        let mut inner = self.inner(tag);
        inner.script = formula.or(inner.script);
        self.write_tag(tag);
        if name != "annotation" && name != "annotation-xml" {
            self.begin_part(name);
        }
        self.open.push(inner);
    }

    /// The element in what surrounds it.
    fn inner(&self, tag: &Tag) -> OpenTag {
        let shown = self.sheet.shown(tag);
        let name = &*tag.name;
        let outer = self.open.last().cloned().unwrap_or_default();
        let script = match name {
            "sup" => Some(Look::Raised),
            "sub" => Some(Look::Lowered),
            _ => shown.script,
        };
        OpenTag {
            name: name.to_owned(),
            is_gone: outer.is_gone || shown.is_gone,
            is_tiny: shown.is_tiny.unwrap_or(outer.is_tiny),
            is_white: shown.is_white.unwrap_or(outer.is_white),
            has_ground: outer.has_ground || shown.has_ground,
            script: script.or(outer.script),
            is_struck: outer.is_struck || shown.is_struck || matches!(name, "s" | "strike" | "del"),
            is_link: outer.is_link || name == "a" && is_to_note(tag),
            children: 0,
        }
    }

    /// The look of the element that begins within a formula: of a power its second part is raised.
    fn child_of_formula(&mut self) -> Option<Look> {
        let outer = self.open.last_mut()?;
        outer.children += 1;
        match (outer.name.as_str(), outer.children) {
            ("msup", 2) | ("msubsup", 3) => Some(Look::Raised),
            ("msub" | "msubsup", 2) => Some(Look::Lowered),
            ("mfrac", 2) => {
                self.text("/");
                None
            }
            ("mfrac", 1) => {
                // A figure before a fraction is apart from it.
                self.text(" ");
                None
            }
            _ => None,
        }
    }

    fn begin_part(&mut self, name: &str) {
        let in_fraction = self.open.last().is_some_and(|outer| outer.name == "mfrac");
        if in_fraction && name == "mrow" {
            self.text("(");
        }
    }

    fn close(&mut self, name: &str) {
        if is_block(name) {
            self.set(&[]);
        }
        let found = self.open.iter().rev().take(64).position(|open| open.name == name);
        if let Some(above) = found {
            let at = self.open.len() - above - 1;
            if name == "mrow" && at > 0 && self.open[at - 1].name == "mfrac" {
                self.text(")");
            }
            self.open.truncate(at);
        }
        self.out.push_str("</");
        self.out.push_str(name);
        self.out.push('>');
    }

    fn text(&mut self, text: &str) {
        let open = self.open.last().cloned().unwrap_or_default();
        if matches!(open.name.as_str(), "script" | "style" | "xmp" | "iframe" | "noembed" | "noframes") {
            return self.out.push_str(text);
        }
        if !text.chars().all(char::is_whitespace) && !matches!(open.name.as_str(), "title" | "textarea" | "option") {
            self.set(&open.looks());
        }
        for char in text.chars() {
            match char {
                '&' => self.out.push_str("&amp;"),
                '<' => self.out.push_str("&lt;"),
                '>' => self.out.push_str("&gt;"),
                char => self.out.push(char),
            }
        }
    }

    /// Ends the looks that held and begins these.
    fn set(&mut self, looks: &[Look]) {
        if self.looks == looks {
            return;
        }
        let ended = std::mem::replace(&mut self.looks, looks.to_vec());
        ended.iter().rev().for_each(|look| inline::end(&mut self.out, *look));
        looks.iter().for_each(|look| inline::begin(&mut self.out, *look));
    }

    fn write_tag(&mut self, tag: &Tag) {
        self.out.push('<');
        self.out.push_str(&tag.name);
        for attribute in &tag.attrs {
            let value = attribute.value.replace('&', "&amp;").replace('"', "&quot;");
            self.out.push_str(&format!(" {}=\"{value}\"", &*attribute.name.local));
        }
        self.out.push('>');
    }
}

impl OpenTag {
    fn looks(&self) -> Vec<Look> {
        let is_hidden = self.is_gone || self.is_tiny || self.is_white && !self.has_ground;
        let hidden = is_hidden.then_some(Look::Hidden);
        let struck = self.is_struck.then_some(Look::Struck);
        let link = (self.is_link && self.script == Some(Look::Raised)).then_some(Look::NoteLink);
        hidden.into_iter().chain(struck).chain(link).chain(self.script).collect()
    }
}

/// Returns whether a link leads to a place of a page, as a note's does.
fn is_to_note(tag: &Tag) -> bool {
    attr(tag, "href").is_some_and(|href| href.contains('#'))
        || attr(tag, "role").is_some_and(|role| role == "doc-noteref")
        || tag.attrs.iter().any(|attr| &*attr.name.local == "epub:type" && &*attr.value == "noteref")
}
