//! The ground of words of a slide: white ones on white paper are seen by nobody.

use crate::inline;
use crate::xml::XmlElement;

/// The known colours while a slide is read.
#[derive(Default)]
pub(super) struct SlideGround {
    /// True if something else than white paper lies on it: a background, a picture, a filled shape.
    pub(super) is_there: bool,
    pub(super) has_white: bool,
    /// The owners of the colours to come, the innermost last.
    open: Vec<ColourOf>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum ColourOf {
    Words,
    Ground,
    Line,
}

impl SlideGround {
    /// Takes note of an element. Returns whether it makes the words of a run white.
    pub(super) fn begin(&mut self, element: &XmlElement<'_>) -> bool {
        if let Some(of) = colour_of(element.local) {
            self.open.push(of);
        }
        let of = self.open.last().copied();
        let is_fill = matches!(element.local, "gradFill" | "blipFill" | "pattFill");
        let is_style = element.local == "fillRef" && element.attr("idx").is_some_and(|idx| idx != "0");
        // A dark theme names its dark colour as that of the background.
        let is_dark = element.local == "clrMap" && element.attr("bg1").is_some_and(|of| of != "lt1");
        let white = is_white(element);
        self.is_there |= is_style || is_dark || of == Some(ColourOf::Ground) && (is_fill || white == Some(false));
        let is_white_word = of == Some(ColourOf::Words) && white == Some(true);
        self.has_white |= is_white_word;
        is_white_word
    }

    pub(super) fn end(&mut self, local: &str) {
        if colour_of(local).is_some() {
            self.open.pop();
        }
    }
}

fn colour_of(local: &str) -> Option<ColourOf> {
    Some(match local {
        "rPr" => ColourOf::Words,
        "bg" | "spPr" | "tcPr" => ColourOf::Ground,
        "ln" | "lnL" | "lnR" | "lnT" | "lnB" | "effectLst" | "highlight" => ColourOf::Line,
        _ => return None,
    })
}

/// Returns whether a colour is white; none where an element is no colour.
fn is_white(element: &XmlElement<'_>) -> Option<bool> {
    let value = element.attr("val").unwrap_or_default();
    match element.local {
        "srgbClr" | "prstClr" => Some(inline::is_white(&value)),
        "sysClr" => Some(value == "window" || element.attr("lastClr").is_some_and(|last| inline::is_white(&last))),
        "schemeClr" => Some(matches!(&*value, "bg1" | "lt1")),
        _ => None,
    }
}
