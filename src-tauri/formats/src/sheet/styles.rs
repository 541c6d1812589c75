//! Styles of cells: how they show numbers, and whether their words are seen.

use std::collections::HashMap;

use crate::inline::{Look, is_white};
use crate::refusal::Refusal;
use crate::sheet::numbers::{NumberLocale, ShownNumber, built_in};
use crate::xml::{Handler, Ns, ReadFlow, XmlElement};

/// The look that a font gives to words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct FontLook {
    script: Option<Look>,
    is_struck: bool,
    is_white: bool,
    is_tiny: bool,
}

impl FontLook {
    /// Takes a property of a font.
    pub(super) fn take(&mut self, element: &XmlElement<'_>) {
        match element.local {
            "vertAlign" => {
                self.script = match element.attr("val").as_deref() {
                    Some("superscript") => Some(Look::Raised),
                    Some("subscript") => Some(Look::Lowered),
                    _ => None,
                };
            }
            "strike" => self.is_struck = element.is_on(),
            "color" => self.is_white = is_white_colour(element),
            "sz" => self.is_tiny = element.number::<f32>("val").is_some_and(|points| points <= 1.0),
            _ => {}
        }
    }

    /// The looks of words within a cell.
    pub(super) fn looks(self) -> Vec<Look> {
        let struck = self.is_struck.then_some(Look::Struck);
        let hidden = self.is_tiny.then_some(Look::Hidden);
        hidden.into_iter().chain(struck).chain(self.script).collect()
    }
}

/// A colour by its channels, of the theme's paper, or by its number in the old palette.
fn is_white_colour(element: &XmlElement<'_>) -> bool {
    let by_channels = element.attr("rgb").is_some_and(|rgb| is_white(rgb.get(2..).unwrap_or(&rgb)));
    let is_untinted = element.attr("tint").is_none();
    by_channels
        || is_untinted && element.attr("theme").is_some_and(|theme| theme == "0")
        || element.attr("indexed").is_some_and(|number| number == "1" || number == "9")
}

#[derive(Clone, Copy, Default)]
struct CellFormat {
    number: u32,
    font: usize,
    fill: usize,
}

#[derive(Default)]
pub(super) struct CellStyles {
    codes: HashMap<u32, ShownNumber>,
    cells: Vec<CellFormat>,
    fonts: Vec<FontLook>,
    /// Of each fill whether it is a ground that is not white.
    grounds: Vec<bool>,
    section: Option<StyleSection>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum StyleSection {
    Fonts,
    Fills,
    Cells,
}

impl CellStyles {
    fn format(&self, style: usize) -> CellFormat {
        self.cells.get(style).copied().unwrap_or_default()
    }

    /// Returns the number format of a style, where it has one.
    pub(super) fn shown(&self, style: usize) -> Option<ShownNumber> {
        let id = self.format(style).number;
        self.codes.get(&id).cloned().or_else(|| built_in(id).map(ShownNumber::by))
    }

    pub(super) fn write(&self, style: usize, value: f64, locale: NumberLocale) -> String {
        self.shown(style).map_or_else(|| locale.general(value), |shown| shown.write(value, locale))
    }

    /// The looks of a whole cell.
    pub(super) fn looks(&self, style: usize) -> Vec<Look> {
        let format = self.format(style);
        let font = self.fonts.get(format.font).copied().unwrap_or_default();
        let is_unseen = font.is_white && !self.grounds.get(format.fill).is_some_and(|is_ground| *is_ground);
        let shows_nothing = self.codes.get(&format.number) == Some(&ShownNumber::Nothing);
        let hidden = (is_unseen || shows_nothing || font.is_tiny).then_some(Look::Hidden);
        hidden.into_iter().chain(font.is_struck.then_some(Look::Struck)).collect()
    }

    fn fill(&mut self, element: &XmlElement<'_>) {
        let Some(ground) = self.grounds.last_mut() else { return };
        match element.local {
            "patternFill" => *ground = element.attr("patternType").is_some_and(|kind| kind != "none"),
            "gradientFill" => *ground = true,
            "fgColor" => *ground &= !is_white_colour(element),
            _ => {}
        }
    }
}

impl Handler for CellStyles {
    fn start(&mut self, element: &XmlElement<'_>) -> Result<ReadFlow, Refusal> {
        match (self.section, element.local) {
            (_, "numFmt") => {
                if let (Some(id), Some(code)) = (element.number("numFmtId"), element.attr("formatCode")) {
                    self.codes.insert(id, ShownNumber::by(&code));
                }
            }
            (None, "fonts") => self.section = Some(StyleSection::Fonts),
            (None, "fills") => self.section = Some(StyleSection::Fills),
            (None, "cellXfs") => self.section = Some(StyleSection::Cells),
            (Some(StyleSection::Fonts), "font") => self.fonts.push(FontLook::default()),
            (Some(StyleSection::Fonts), _) => self.fonts.last_mut().into_iter().for_each(|font| font.take(element)),
            (Some(StyleSection::Fills), "fill") => self.grounds.push(false),
            (Some(StyleSection::Fills), _) => self.fill(element),
            (Some(StyleSection::Cells), "xf") => self.cells.push(CellFormat {
                number: element.number("numFmtId").unwrap_or(0),
                font: element.number("fontId").unwrap_or(0),
                fill: element.number("fillId").unwrap_or(0),
            }),
            _ => {}
        }
        Ok(ReadFlow::Enter)
    }

    fn end(&mut self, _: Ns, local: &str) -> Result<(), Refusal> {
        if matches!(local, "fonts" | "fills" | "cellXfs") {
            self.section = None;
        }
        Ok(())
    }

    fn text(&mut self, _: &str) -> Result<(), Refusal> {
        Ok(())
    }
}
