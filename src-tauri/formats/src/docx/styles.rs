//! Styles of paragraphs and runs: which are headings, which are numbered, and how their words are shown.

use std::collections::HashMap;
use std::io::BufRead;

use crate::budget::Budget;
use crate::headings::level_by_name;
use crate::inline::{Look, is_white};
use crate::refusal::Refusal;
use crate::xml::{self, Handler, Ns, ReadFlow, XmlElement};

/// A chain of styles is followed no further than this.
const CHAIN: usize = 12;

/// Numbering as a paragraph or a style names it; a part may come from either.
#[derive(Clone, Debug, Default)]
pub(crate) struct Numbered {
    pub(crate) list: Option<String>,
    pub(crate) level: Option<usize>,
}

/// The look of a run, or of all runs of a style; anything unset comes from the style below.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RunLook {
    script: Option<Option<Look>>,
    is_vanished: Option<bool>,
    is_struck: Option<bool>,
    is_tiny: Option<bool>,
    is_white: Option<bool>,
    /// True if it has a ground of its own, on which white is seen.
    is_shaded: Option<bool>,
}

/// Half points of a size that nobody reads.
const TINY: u32 = 2;
/// Half points by which a run stands off its line.
const OFF_LINE: i32 = 6;

impl RunLook {
    /// Takes a property of a run.
    pub(crate) fn take(&mut self, element: &XmlElement<'_>) {
        let value = || element.attr("val").unwrap_or_default();
        match element.local {
            "vertAlign" => {
                self.script = Some(match value().as_str() {
                    "superscript" => Some(Look::Raised),
                    "subscript" => Some(Look::Lowered),
                    _ => None,
                });
            }
            "position" => {
                let off = element.number::<i32>("val").unwrap_or(0);
                let look = if off > 0 { Look::Raised } else { Look::Lowered };
                self.script = Some((off.abs() >= OFF_LINE).then_some(look));
            }
            "vanish" | "specVanish" => self.is_vanished = Some(element.is_on()),
            "strike" | "dstrike" => self.is_struck = Some(element.is_on()),
            "sz" => self.is_tiny = element.number::<u32>("val").map(|size| size <= TINY),
            "color" => self.is_white = Some(is_white(&value())),
            "highlight" => self.is_shaded = Some(!matches!(value().as_str(), "none" | "white")),
            "shd" => self.is_shaded = Some(is_ground(element)),
            _ => {}
        }
    }

    /// Raises the run.
    pub(crate) fn raise(&mut self) {
        self.script = Some(Some(Look::Raised));
    }

    /// This look over the one below it.
    pub(crate) fn over(self, below: Self) -> Self {
        Self {
            script: self.script.or(below.script),
            is_vanished: self.is_vanished.or(below.is_vanished),
            is_struck: self.is_struck.or(below.is_struck),
            is_tiny: self.is_tiny.or(below.is_tiny),
            is_white: self.is_white.or(below.is_white),
            is_shaded: self.is_shaded.or(below.is_shaded),
        }
    }

    /// The looks of words that are shown so, on white paper or on a ground.
    pub(crate) fn looks(self, on_ground: bool) -> Vec<Look> {
        let is_on = |value: Option<bool>| value == Some(true);
        let is_unseen = is_on(self.is_white) && !is_on(self.is_shaded) && !on_ground;
        let is_hidden = is_on(self.is_vanished) || is_on(self.is_tiny) || is_unseen;
        let hidden = is_hidden.then_some(Look::Hidden);
        let struck = is_on(self.is_struck).then_some(Look::Struck);
        hidden.into_iter().chain(struck).chain(self.script.flatten()).collect()
    }
}

/// Returns whether a shading is a ground that is not white.
pub(crate) fn is_ground(element: &XmlElement<'_>) -> bool {
    let fill = element.attr("fill").unwrap_or_default();
    let is_pattern = element.attr("val").is_some_and(|value| !matches!(value.as_str(), "clear" | "nil"));
    is_pattern || element.attr("themeFill").is_some() || !matches!(fill.as_str(), "" | "auto") && !is_white(&fill)
}

#[derive(Default)]
struct DocxStyle {
    look: RunLook,
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

    /// Returns the look of runs of a style, a paragraph's or a run's own.
    pub(crate) fn look(&self, id: Option<&str>) -> RunLook {
        self.chain(id).fold(RunLook::default(), |look, style| look.over(style.look))
    }

    /// Returns the look of runs that have a style of their own; none is the default there.
    pub(crate) fn run_look(&self, id: &str) -> RunLook {
        if self.styles.contains_key(id) { self.look(Some(id)) } else { RunLook::default() }
    }

    fn chain<'s>(&'s self, id: Option<&'s str>) -> impl Iterator<Item = &'s DocxStyle> {
        let first = id.or(self.default.as_deref()).and_then(|id| self.styles.get(id));
        std::iter::successors(first, |style| self.styles.get(style.based_on.as_deref()?)).take(CHAIN)
    }

    fn inside(&mut self, element: &XmlElement<'_>, style: &mut DocxStyle) {
        match element.local {
            "name" => style.name = element.attr("val").unwrap_or_default().to_lowercase(),
            "basedOn" => style.based_on = element.attr("val"),
            "outlineLvl" => style.outline = element.number("val"),
            "numId" => style.numbered.list = element.attr("val"),
            "ilvl" => style.numbered.level = element.number("val"),
            _ => style.look.take(element),
        }
    }
}

impl Handler for DocxStyles {
    fn start(&mut self, element: &XmlElement<'_>) -> Result<ReadFlow, Refusal> {
        if element.ns != Ns::Word {
            return Ok(ReadFlow::Enter);
        }
        if element.local == "style" {
            let id = element.attr("styleId").unwrap_or_default();
            let kind = element.attr("type").unwrap_or_default();
            if kind == "paragraph" && element.attr("default").is_some_and(|value| value != "0" && value != "false") {
                self.default = Some(id.clone());
            }
            self.open =
                (kind == "paragraph" || kind == "character" || kind.is_empty()).then(|| (id, DocxStyle::default()));
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
