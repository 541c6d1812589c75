//! Styles of paragraphs: which are headings, and which are numbered.

use std::collections::HashMap;
use std::io::BufRead;

use crate::budget::Budget;
use crate::headings::level_by_name;
use crate::refusal::Refusal;
use crate::xml::{self, Element, Handler, Ns, ReadFlow};

/// A chain of styles is followed no further than this.
const CHAIN: usize = 12;

/// Numbering as a paragraph or a style names it; a part may come from either.
#[derive(Clone, Debug, Default)]
pub(crate) struct Numbered {
    pub(crate) list: Option<String>,
    pub(crate) level: Option<usize>,
}

#[derive(Default)]
struct DocxStyle {
    name: String,
    based_on: Option<String>,
    outline: Option<u8>,
    numbered: Numbered,
}

#[derive(Default)]
pub(crate) struct DocxStyles {
    styles: HashMap<String, DocxStyle>,
    default: Option<String>,
    /// The style that is being read.
    open: Option<(String, DocxStyle)>,
}

impl DocxStyles {
    pub(crate) fn read(source: impl BufRead, budget: &Budget<'_>) -> Result<Self, Refusal> {
        let mut styles = Self::default();
        xml::read(source, budget, &mut styles)?;
        Ok(styles)
    }

    /// The level of the heading that paragraphs of a style are, from 1.
    pub(crate) fn heading(&self, id: Option<&str>) -> Option<u8> {
        self.chain(id).find_map(|style| match style.outline {
            Some(level) => Some((level < 9).then_some(level + 1)),
            None => level_by_name(&style.name).map(Some),
        })?
    }

    /// The list of a style, and the level if the style says one.
    pub(crate) fn numbered(&self, id: Option<&str>) -> Numbered {
        let mut numbered = Numbered::default();
        for style in self.chain(id) {
            numbered.list = numbered.list.or_else(|| style.numbered.list.clone());
            numbered.level = numbered.level.or(style.numbered.level);
        }
        numbered
    }

    fn chain<'s>(&'s self, id: Option<&'s str>) -> impl Iterator<Item = &'s DocxStyle> {
        let first = id.or(self.default.as_deref()).and_then(|id| self.styles.get(id));
        std::iter::successors(first, |style| self.styles.get(style.based_on.as_deref()?)).take(CHAIN)
    }

    fn inside(&mut self, element: &Element<'_>, style: &mut DocxStyle) {
        match element.local {
            "name" => style.name = element.attr("val").unwrap_or_default().to_lowercase(),
            "basedOn" => style.based_on = element.attr("val"),
            "outlineLvl" => style.outline = element.number("val"),
            "numId" => style.numbered.list = element.attr("val"),
            "ilvl" => style.numbered.level = element.number("val"),
            _ => {}
        }
    }
}

impl Handler for DocxStyles {
    fn start(&mut self, element: &Element<'_>) -> Result<ReadFlow, Refusal> {
        if element.ns != Ns::Word {
            return Ok(ReadFlow::Enter);
        }
        if element.local == "style" {
            let id = element.attr("styleId").unwrap_or_default();
            let kind = element.attr("type").unwrap_or_default();
            if kind == "paragraph" && element.attr("default").is_some_and(|value| value != "0" && value != "false") {
                self.default = Some(id.clone());
            }
            self.open = (kind == "paragraph" || kind.is_empty()).then(|| (id, DocxStyle::default()));
        } else if let Some((id, mut style)) = self.open.take() {
            self.inside(element, &mut style);
            self.open = Some((id, style));
        }
        Ok(ReadFlow::Enter)
    }

    fn end(&mut self, ns: Ns, local: &str) -> Result<(), Refusal> {
        if (ns, local) == (Ns::Word, "style")
            && let Some((id, style)) = self.open.take()
        {
            self.styles.insert(id, style);
        }
        Ok(())
    }

    fn text(&mut self, _: &str) -> Result<(), Refusal> {
        Ok(())
    }
}
