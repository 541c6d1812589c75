//! As much of style sheets as tells whether words are seen, and where: rules for a tag, a class or an id.

use html5ever::tokenizer::Tag;

use crate::html::tokens::attr;
use crate::inline::{Look, is_white};

/// Rules beyond this many are not looked at.
const RULES: usize = 20_000;

/// The look of an element's words by its own declarations; anything unset comes from the element around it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct CssLook {
    pub(crate) is_gone: bool,
    pub(crate) is_tiny: Option<bool>,
    pub(crate) is_white: Option<bool>,
    /// True if it has a ground on which white is seen.
    pub(crate) has_ground: bool,
    pub(crate) script: Option<Look>,
    pub(crate) is_struck: bool,
}

impl CssLook {
    /// The declarations of a `style` attribute or of a rule.
    pub(crate) fn by(declarations: &str) -> Self {
        let mut shown = Self::default();
        for declaration in declarations.split(';') {
            if let Some((name, value)) = declaration.split_once(':') {
                let value = value.to_ascii_lowercase();
                let value = value.split('!').next().unwrap_or_default().trim();
                shown.take(name.trim().to_ascii_lowercase().as_str(), value);
            }
        }
        shown
    }

    fn take(&mut self, name: &str, value: &str) {
        match name {
            "display" => self.is_gone |= value == "none",
            "visibility" => self.is_gone |= matches!(value, "hidden" | "collapse"),
            "opacity" => self.is_gone |= value.parse::<f32>().is_ok_and(|opacity| opacity < 0.05),
            "font-size" => self.is_tiny = Some(is_tiny(value)),
            "color" => self.is_white = Some(is_white_value(value)),
            "background" | "background-color" | "background-image" => {
                let is_none = matches!(value, "none" | "transparent" | "inherit" | "initial") || is_white_value(value);
                self.has_ground |= !is_none;
            }
            "vertical-align" => match value {
                "super" => self.script = Some(Look::Raised),
                "sub" => self.script = Some(Look::Lowered),
                _ => {}
            },
            "text-decoration" | "text-decoration-line" => self.is_struck |= value.contains("line-through"),
            _ => {}
        }
    }

    fn add(&mut self, other: Self) {
        self.is_gone |= other.is_gone;
        self.is_tiny = other.is_tiny.or(self.is_tiny);
        self.is_white = other.is_white.or(self.is_white);
        self.has_ground |= other.has_ground;
        self.script = other.script.or(self.script);
        self.is_struck |= other.is_struck;
    }
}

/// A size of a pixel and less.
fn is_tiny(value: &str) -> bool {
    let end = value.find(|char: char| !char.is_ascii_digit() && char != '.').unwrap_or(value.len());
    let Ok(size) = value[..end].parse::<f32>() else { return false };
    match &value[end..] {
        "" | "px" | "pt" => size <= 1.0,
        "em" | "rem" => size <= 0.06,
        "%" => size <= 6.0,
        _ => size == 0.0,
    }
}

fn is_white_value(value: &str) -> bool {
    let bare: String = value.chars().filter(|char| !char.is_whitespace()).collect();
    let parts = bare.strip_prefix("rgb(").or_else(|| bare.strip_prefix("rgba("));
    match parts {
        Some(parts) => {
            let channels: Vec<f32> =
                parts.trim_end_matches(')').split(',').filter_map(|part| part.parse().ok()).collect();
            channels.len() >= 3 && channels[..3].iter().all(|channel| *channel >= 250.0)
                || channels.len() == 4 && channels[3] < 0.05
        }
        None => bare == "transparent" || is_white(&bare),
    }
}

/// The rules of a page's own style sheets.
#[derive(Clone, Debug, Default)]
pub(crate) struct StyleSheet {
    rules: Vec<(Selector, CssLook)>,
}

#[derive(Clone, Debug, Default)]
struct Selector {
    tag: Option<String>,
    id: Option<String>,
    classes: Vec<String>,
}

impl StyleSheet {
    /// Takes the rules of a sheet; those of media and of elements within others are passed over.
    pub(crate) fn take(&mut self, css: &str) {
        let css = without_comments(css);
        let mut rest = css.as_str();
        while let Some((selectors, after)) = rest.split_once('{') {
            let is_group = selectors.trim_start().starts_with('@');
            let end = if is_group { end_of_group(after) } else { after.find('}').unwrap_or(after.len()) };
            let shown = CssLook::by(&after[..end]);
            if !is_group && shown != CssLook::default() && self.rules.len() < RULES {
                let selectors = selectors.rsplit(';').next().unwrap_or_default();
                self.rules.extend(selectors.split(',').filter_map(Selector::read).map(|selector| (selector, shown)));
            }
            rest = after.get(end + 1..).unwrap_or_default();
        }
    }

    /// Returns the look of an element by the sheet, its attributes and its own declarations.
    pub(crate) fn shown(&self, tag: &Tag) -> CssLook {
        let mut shown = CssLook::default();
        self.rules.iter().filter(|(selector, _)| selector.is_of(tag)).for_each(|(_, by)| shown.add(*by));
        if let Some(style) = attr(tag, "style") {
            shown.add(CssLook::by(style));
        }
        shown.is_gone |= attr(tag, "hidden").is_some() || &*tag.name == "dialog" && attr(tag, "open").is_none();
        shown.has_ground |=
            attr(tag, "bgcolor").is_some_and(|colour| !is_white(colour)) || attr(tag, "background").is_some();
        if let Some(colour) = attr(tag, "color").filter(|_| &*tag.name == "font") {
            shown.is_white = Some(is_white(colour));
        }
        shown
    }
}

impl Selector {
    /// A selector of one element; none where it depends on others or on what the reader does.
    fn read(text: &str) -> Option<Self> {
        let text = text.trim();
        if text.is_empty()
            || text.contains(|char: char| char.is_whitespace() || matches!(char, '>' | '+' | '~' | ':' | '[' | '*'))
        {
            return None;
        }
        let mut selector = Self::default();
        let mut rest = text;
        while !rest.is_empty() {
            let kind = rest.chars().next().filter(|char| matches!(char, '.' | '#'));
            let name = &rest[kind.map_or(0, char::len_utf8)..];
            let end = name.find(['.', '#']).unwrap_or(name.len());
            let found = name[..end].to_owned();
            match kind {
                Some('.') => selector.classes.push(found),
                Some(_) => selector.id = Some(found),
                None => selector.tag = Some(found.to_ascii_lowercase()),
            }
            rest = &name[end..];
        }
        Some(selector)
    }

    fn is_of(&self, tag: &Tag) -> bool {
        let classes = attr(tag, "class").unwrap_or_default();
        self.tag.as_deref().is_none_or(|name| name == &*tag.name)
            && self.id.as_deref().is_none_or(|id| attr(tag, "id") == Some(id))
            && self.classes.iter().all(|class| classes.split_ascii_whitespace().any(|of| of == class))
    }
}

fn without_comments(css: &str) -> String {
    let mut out = String::with_capacity(css.len());
    let mut rest = css;
    while let Some((before, after)) = rest.split_once("/*") {
        out.push_str(before);
        rest = after.split_once("*/").map_or("", |(_, rest)| rest);
    }
    out + rest
}

/// Returns the position of a group's closing brace.
fn end_of_group(text: &str) -> usize {
    let mut depth = 1;
    text.char_indices()
        .find(|(_, char)| {
            match char {
                '{' => depth += 1,
                '}' => depth -= 1,
                _ => {}
            }
            depth == 0
        })
        .map_or(text.len(), |(at, _)| at)
}
