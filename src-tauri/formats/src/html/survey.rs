//! A page looked over before it is read: what its tables are for, how deep it goes, what it says of itself, and how much
//! of it is prose.

use html5ever::tokenizer::Tag;

use crate::budget::Budget;
use crate::extract::Metadata;
use crate::html::css::StyleSheet;
use crate::html::tokens::{self, Piece, attr, is_void};
use crate::refusal::Refusal;

/// Blocks with fewer words are menus, captions and bylines.
const WORDS_OF_PROSE: usize = 8;
/// A cell with so many paragraphs is a page that was laid out by a table.
const PARAGRAPHS_OF_PROSE: usize = 4;

#[derive(Default)]
pub(crate) struct Survey {
    /// Of each table, in order, whether it only lays out.
    pub(crate) layouts: Vec<bool>,
    pub(crate) depth: usize,
    pub(crate) tags: usize,
    /// Words in blocks of running text outside of links and navigation.
    pub(crate) prose: usize,
    /// The cells with words of each table that does not only lay out, in order.
    pub(crate) cells: Vec<usize>,
    pub(crate) remote: u64,
    pub(crate) pictures: u64,
    pub(crate) has_heading: bool,
    pub(crate) metadata: Metadata,
    /// True if words may be raised, lowered, struck or hidden.
    pub(crate) has_looks: bool,
    pub(crate) sheet: StyleSheet,
    open: Vec<String>,
    tables: Vec<SurveyedTable>,
    /// Count of the open elements whose words are not prose.
    aside: usize,
    formatting: usize,
    words: usize,
    title: Option<String>,
}

#[derive(Default)]
struct SurveyedTable {
    number: usize,
    cells: usize,
    /// Cells that have words.
    filled: usize,
    has_words: bool,
    paragraphs: usize,
    is_layout: bool,
}

impl Survey {
    pub(crate) fn from_html(html: &str, budget: &Budget<'_>) -> Result<Self, Refusal> {
        let mut survey = Self::default();
        tokens::walk(html, budget, |piece| match piece {
            Piece::Open(tag) => survey.open(tag),
            Piece::Close(name) => survey.close(name),
            Piece::Text(text) => survey.text(text),
        })?;
        survey.end_block();
        while !survey.tables.is_empty() {
            survey.end_table();
        }
        Ok(survey)
    }

    fn open(&mut self, tag: &Tag) {
        self.tags += 1;
        let name = &*tag.name;
        self.has_looks |= is_of_look(tag);
        match name {
            "img" | "picture" | "source" => self.picture(tag),
            "meta" => self.meta(tag),
            "h1" | "h2" | "h3" => self.has_heading = true,
            "title" if self.metadata.title.is_none() && !self.is_open("svg") => self.title = Some(String::new()),
            _ => {}
        }
        if is_block(name) {
            self.end_block();
        }
        self.table_tag(tag);
        if is_void(name) {
            return;
        }
        if ends_itself(name) {
            self.close_same(name);
        }
        self.aside += usize::from(is_aside(name));
        self.formatting += usize::from(is_formatting(name));
        self.open.push(name.to_owned());
        self.depth = self.depth.max(self.open.len()).max(self.formatting);
    }

    fn close(&mut self, name: &str) {
        if name == "title"
            && let Some(title) = self.title.take()
        {
            self.metadata.title = Some(crate::draft::one_line(&title)).filter(|title| !title.is_empty());
        }
        if is_block(name) {
            self.end_block();
        }
        if name == "table" && !self.tables.is_empty() {
            self.end_table();
        }
        self.formatting -= usize::from(is_formatting(name) && self.formatting > 0);
        // Looking far up for an element that was never opened would cost the square of the page.
        let found = self.open.iter().rev().take(64).position(|open| open == name);
        if let Some(above) = found {
            let keep = self.open.len() - above - 1;
            let asides = self.open.drain(keep..).filter(|name| is_aside(name)).count();
            self.aside -= asides;
        }
    }

    /// An element such as a paragraph ends where the next of its kind begins.
    fn close_same(&mut self, name: &str) {
        if self.open.last().is_some_and(|open| open == name) {
            self.open.pop();
        }
    }

    fn text(&mut self, text: &str) {
        if self.is_open("style") {
            self.sheet.take(text);
            self.has_looks = true;
        } else if let Some(title) = &mut self.title {
            title.push_str(text);
        } else if self.aside == 0 {
            let words = text.split_ascii_whitespace().count();
            self.words += words;
            if let Some(table) = self.tables.last_mut().filter(|table| words > 0 && !table.has_words) {
                table.has_words = true;
                table.filled += 1;
            }
        }
    }

    fn end_block(&mut self) {
        let words = std::mem::take(&mut self.words);
        if words >= WORDS_OF_PROSE {
            self.prose += words;
        }
    }

    fn table_tag(&mut self, tag: &Tag) {
        match &*tag.name {
            "table" => {
                // Tables further out were marked when the innermost open one began.
                if let Some(outer) = self.tables.last_mut() {
                    outer.is_layout = true;
                }
                let is_layout = attr(tag, "role").is_some_and(|role| matches!(role, "presentation" | "none"));
                self.tables.push(SurveyedTable { number: self.layouts.len(), is_layout, ..SurveyedTable::default() });
                self.layouts.push(false);
            }
            name => {
                let Some(table) = self.tables.last_mut() else { return };
                match name {
                    "td" | "th" => {
                        table.cells += 1;
                        table.has_words = false;
                        table.paragraphs = 0;
                    }
                    "p" | "li" | "dd" | "blockquote" => {
                        table.paragraphs += 1;
                        table.is_layout |= table.paragraphs >= PARAGRAPHS_OF_PROSE;
                    }
                    "h1" | "h2" | "h3" | "h4" | "article" | "section" => table.is_layout = true,
                    _ => {}
                }
            }
        }
    }

    fn end_table(&mut self) {
        if let Some(table) = self.tables.pop() {
            let is_layout = table.is_layout || table.cells < 2;
            self.layouts[table.number] = is_layout;
            self.cells.extend(Some(table.filled).filter(|filled| !is_layout && *filled > 0));
        }
    }

    fn picture(&mut self, tag: &Tag) {
        let source = attr(tag, "src").or_else(|| attr(tag, "srcset")).unwrap_or_default();
        if source.starts_with("http:") || source.starts_with("https:") || source.starts_with("//") {
            self.remote += 1;
        } else if &*tag.name == "img" {
            self.pictures += 1;
        }
    }

    fn meta(&mut self, tag: &Tag) {
        let name = attr(tag, "name").or_else(|| attr(tag, "property")).unwrap_or_default().to_ascii_lowercase();
        let content = crate::draft::one_line(attr(tag, "content").unwrap_or_default());
        if content.is_empty() {
            return;
        }
        match name.as_str() {
            "author" | "dc.creator" | "citation_author" => self.metadata.authors.push(content),
            "article:published_time" | "date" | "dc.date" | "citation_publication_date" | "datepublished" => {
                self.metadata.date.get_or_insert(content);
            }
            _ => {}
        }
    }

    fn is_open(&self, name: &str) -> bool {
        self.open.last().is_some_and(|open| open == name)
    }
}

/// Returns whether an element may show its words in a way of its own.
fn is_of_look(tag: &Tag) -> bool {
    let by_name = matches!(&*tag.name, "sup" | "sub" | "s" | "strike" | "del" | "dialog" | "math");
    let by_attribute = |attr: &html5ever::Attribute| matches!(&*attr.name.local, "style" | "hidden" | "color");
    by_name || tag.attrs.iter().any(by_attribute)
}

/// Elements whose words are none of the running text.
fn is_aside(name: &str) -> bool {
    matches!(
        name,
        "a" | "nav"
            | "aside"
            | "footer"
            | "form"
            | "button"
            | "script"
            | "style"
            | "noscript"
            | "template"
            | "svg"
            | "head"
            | "select"
            | "textarea"
            | "iframe"
            | "object"
            | "label"
    )
}

fn is_formatting(name: &str) -> bool {
    matches!(
        name,
        "b" | "big" | "code" | "em" | "font" | "i" | "nobr" | "s" | "small" | "strike" | "strong" | "tt" | "u"
    )
}

pub(crate) fn ends_itself(name: &str) -> bool {
    matches!(name, "p" | "li" | "dt" | "dd" | "tr" | "td" | "th" | "option" | "thead" | "tbody" | "tfoot")
}

/// Elements that begin and end a block of text.
pub(crate) fn is_block(name: &str) -> bool {
    matches!(
        name,
        "address"
            | "article"
            | "aside"
            | "blockquote"
            | "body"
            | "caption"
            | "center"
            | "dd"
            | "details"
            | "dialog"
            | "div"
            | "dl"
            | "dt"
            | "fieldset"
            | "figcaption"
            | "figure"
            | "footer"
            | "form"
            | "h1"
            | "h2"
            | "h3"
            | "h4"
            | "h5"
            | "h6"
            | "header"
            | "hr"
            | "legend"
            | "li"
            | "main"
            | "nav"
            | "ol"
            | "p"
            | "pre"
            | "section"
            | "summary"
            | "table"
            | "tbody"
            | "td"
            | "tfoot"
            | "th"
            | "thead"
            | "tr"
            | "ul"
            | "html"
            | "head"
            | "title"
    )
}
