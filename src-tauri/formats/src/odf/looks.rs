//! Styles of words, cells, rows and tables, as far as they tell whether words are seen and where.

use std::collections::HashMap;

use crate::inline::{Look, is_white};
use crate::refusal::Refusal;
use crate::xml::{Handler, Ns, ReadFlow, XmlElement};

/// A chain of styles is followed no further than this.
const CHAIN: usize = 12;
/// Percent of a line by which raised words stand off it.
const OFF_LINE: i32 = 10;

/// The look of words of a style; anything unset comes from the style below.
#[derive(Clone, Debug, Default)]
pub(crate) struct OdfLook {
    below: Option<String>,
    script: Option<Option<Look>>,
    is_undisplayed: Option<bool>,
    is_struck: Option<bool>,
    is_tiny: Option<bool>,
    is_white: Option<bool>,
    has_ground: Option<bool>,
}

impl OdfLook {
    fn text(&mut self, element: &XmlElement<'_>) {
        if let Some(display) = element.attr("display") {
            self.is_undisplayed = Some(display == "none");
        }
        if let Some(position) = element.attr("text-position") {
            self.script = Some(script(&position));
        }
        if let Some(line) = element.attr("text-line-through-style").or_else(|| element.attr("text-line-through-type")) {
            self.is_struck = Some(line != "none");
        }
        if let Some(size) = element.attr("font-size") {
            let points = size.strip_suffix("pt").and_then(|points| points.parse::<f32>().ok());
            self.is_tiny = points.map(|points| points <= 1.0).or(self.is_tiny);
        }
        if let Some(colour) = element.attr("color") {
            self.is_white = Some(is_white(&colour));
        }
        self.ground(element);
    }

    fn ground(&mut self, element: &XmlElement<'_>) {
        if let Some(colour) = element.attr("background-color") {
            self.has_ground = Some(colour != "transparent" && !is_white(&colour));
        }
    }

    /// This look over the one below it.
    pub(crate) fn over(self, below: Self) -> Self {
        Self {
            below: self.below,
            script: self.script.or(below.script),
            is_undisplayed: self.is_undisplayed.or(below.is_undisplayed),
            is_struck: self.is_struck.or(below.is_struck),
            is_tiny: self.is_tiny.or(below.is_tiny),
            is_white: self.is_white.or(below.is_white),
            has_ground: self.has_ground.or(below.has_ground),
        }
    }

    pub(crate) fn is_undisplayed(&self) -> bool {
        self.is_undisplayed == Some(true)
    }

    pub(crate) fn has_ground(&self) -> bool {
        self.has_ground == Some(true)
    }

    /// The looks of words that are shown so; `is_hidden` says that what they stand in is.
    pub(crate) fn looks(&self, is_hidden: bool, on_ground: bool) -> Vec<Look> {
        let is_on = |value: Option<bool>| value == Some(true);
        let is_unseen = is_on(self.is_white) && !self.has_ground() && !on_ground;
        let hidden = (is_hidden || self.is_undisplayed() || is_on(self.is_tiny) || is_unseen).then_some(Look::Hidden);
        let struck = is_on(self.is_struck).then_some(Look::Struck);
        hidden.into_iter().chain(struck).chain(self.script.flatten()).collect()
    }
}

/// `super 58%`, `33% 58%`, `sub`, `-33%`.
fn script(position: &str) -> Option<Look> {
    let first = position.split_whitespace().next().unwrap_or_default();
    match first {
        "super" => Some(Look::Raised),
        "sub" => Some(Look::Lowered),
        percent => match percent.trim_end_matches('%').split('.').next().and_then(|off| off.parse::<i32>().ok()) {
            Some(OFF_LINE..) => Some(Look::Raised),
            Some(off) if off <= -OFF_LINE => Some(Look::Lowered),
            _ => None,
        },
    }
}

/// The styles by family and name, as they stand in `styles.xml` and before the content.
#[derive(Default)]
pub(crate) struct OdfLooks {
    styles: HashMap<(String, String), OdfLook>,
    open: Option<(String, String)>,
}

impl OdfLooks {
    pub(crate) fn take(&mut self, element: &XmlElement<'_>) {
        if element.ns != Ns::Style {
            return;
        }
        if element.local == "style" {
            let key = (element.attr("family").unwrap_or_default(), element.attr("name").unwrap_or_default());
            let look = OdfLook { below: element.attr("parent-style-name"), ..OdfLook::default() };
            self.styles.insert(key.clone(), look);
            self.open = Some(key);
            return;
        }
        let Some(look) = self.open.as_ref().and_then(|key| self.styles.get_mut(key)) else { return };
        match element.local {
            "text-properties" => look.text(element),
            "table-properties" => {
                look.is_undisplayed = element.attr("display").map(|display| display == "false");
                look.ground(element);
            }
            "paragraph-properties" | "table-cell-properties" | "table-row-properties" => look.ground(element),
            _ => {}
        }
    }

    /// Returns the look of words of a style.
    pub(crate) fn resolve(&self, family: &str, name: Option<&str>) -> OdfLook {
        let mut look = OdfLook::default();
        let mut next = name.map(str::to_owned);
        for _ in 0..CHAIN {
            let Some(below) = next.and_then(|name| self.styles.get(&(family.to_owned(), name))) else { break };
            next = below.below.clone();
            look = look.over(below.clone());
        }
        look
    }
}

impl Handler for OdfLooks {
    fn start(&mut self, element: &XmlElement<'_>) -> Result<ReadFlow, Refusal> {
        self.take(element);
        Ok(ReadFlow::Enter)
    }

    fn end(&mut self, _: Ns, _: &str) -> Result<(), Refusal> {
        Ok(())
    }

    fn text(&mut self, _: &str) -> Result<(), Refusal> {
        Ok(())
    }
}
