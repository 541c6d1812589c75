//! Numbering of lists: what stands before an item, counted as Word counts.

use std::collections::{HashMap, HashSet};
use std::io::BufRead;

use crate::budget::Budget;
use crate::counting;
use crate::refusal::Refusal;
use crate::xml::{self, Handler, Ns, ReadFlow, XmlElement};

const LEVELS: usize = 9;

#[derive(Clone, Default)]
struct NumberingLevel {
    start: Option<u32>,
    format: String,
    /// `%1.%2)`.
    text: String,
    style: Option<String>,
}

#[derive(Clone, Default)]
struct Scheme {
    levels: [NumberingLevel; LEVELS],
}

/// A list: a scheme, and where it starts instead.
#[derive(Default)]
struct NumberedList {
    scheme: String,
    starts: [Option<u32>; LEVELS],
}

#[derive(Default)]
pub(crate) struct Numbering {
    schemes: HashMap<String, Scheme>,
    lists: HashMap<String, NumberedList>,
    /// The number that each level of a scheme has come to.
    counters: HashMap<String, [Option<u32>; LEVELS]>,
    /// Lists that have begun, as a start of their own counts once.
    begun: HashSet<(String, usize)>,
    open_scheme: Option<String>,
    open_list: Option<String>,
    open_level: usize,
}

impl Numbering {
    pub(crate) fn read(source: impl BufRead, budget: &Budget<'_>) -> Result<Self, Refusal> {
        let mut numbering = Self::default();
        xml::read(source, budget, &mut numbering)?;
        Ok(numbering)
    }

    /// The level of a list that belongs to a style.
    pub(crate) fn level_of(&self, list: &str, style: Option<&str>) -> Option<usize> {
        let levels = &self.schemes.get(&self.lists.get(list)?.scheme)?.levels;
        levels.iter().position(|level| level.style.is_some() && level.style.as_deref() == style)
    }

    /// Returns the number format of a level of a list: "bullet", "decimal", "upperLetter".
    pub(crate) fn format(&self, list: &str, level: usize) -> Option<&str> {
        let levels = &self.schemes.get(&self.lists.get(list)?.scheme)?.levels;
        levels.get(level).map(|level| level.format.as_str())
    }

    /// Counts an item and says what stands before it; `-` for a bullet, nothing where the list shows nothing.
    pub(crate) fn marker(&mut self, list: &str, level: usize) -> Option<String> {
        let level = level.min(LEVELS - 1);
        self.count(list, level)?;
        let name = &self.lists.get(list)?.scheme;
        let (levels, counters) = (&self.schemes.get(name)?.levels, self.counters.get(name)?);
        match levels[level].format.as_str() {
            "bullet" => Some("-".to_owned()),
            "none" => None,
            _ => Some(written(&levels[level].text, levels, counters)).filter(|marker| !marker.is_empty()),
        }
    }

    /// Counts an item and returns its number: lists of one scheme go on counting, save where one begins anew.
    pub(crate) fn count(&mut self, list: &str, level: usize) -> Option<u32> {
        let level = level.min(LEVELS - 1);
        let NumberedList { scheme: name, starts } = self.lists.get(list)?;
        let levels = &self.schemes.get(name)?.levels;
        let start = |at: usize| starts[at].or(levels[at].start).unwrap_or(1);
        let counters = self.counters.entry(name.clone()).or_default();
        let is_first = self.begun.insert((list.to_owned(), level));
        counters[level] = match counters[level] {
            Some(_) if is_first && starts[level].is_some() => Some(start(level)),
            Some(number) => Some(number.saturating_add(1)),
            None => Some(start(level)),
        };
        counters[level + 1..].fill(None);
        for (above, counter) in counters[..level].iter_mut().enumerate() {
            counter.get_or_insert_with(|| start(above));
        }
        counters[level]
    }
}

/// The pattern with its numbers in it.
fn written(pattern: &str, levels: &[NumberingLevel; LEVELS], counters: &[Option<u32>; LEVELS]) -> String {
    let mut out = String::new();
    let mut chars = pattern.chars().peekable();
    while let Some(char) = chars.next() {
        let digit = chars.peek().filter(|_| char == '%').and_then(|char| char.to_digit(10));
        match digit {
            Some(digit @ 1..=9) => {
                chars.next();
                let at = digit as usize - 1;
                out.push_str(&number(counters[at].unwrap_or(1), &levels[at].format));
            }
            _ => out.push(char),
        }
    }
    out.trim().to_owned()
}

fn number(value: u32, format: &str) -> String {
    let format = match format {
        "lowerLetter" => "a",
        "upperLetter" => "A",
        "lowerRoman" => "i",
        "upperRoman" => "I",
        "decimalZero" => "01",
        _ => "1",
    };
    counting::written(value, format)
}

impl Handler for Numbering {
    fn start(&mut self, element: &XmlElement<'_>) -> Result<ReadFlow, Refusal> {
        if element.ns != Ns::Word {
            return Ok(ReadFlow::Enter);
        }
        match element.local {
            "abstractNum" => {
                let id = element.attr("abstractNumId").unwrap_or_default();
                self.schemes.insert(id.clone(), Scheme::default());
                self.open_scheme = Some(id);
            }
            "num" => {
                let id = element.attr("numId").unwrap_or_default();
                self.lists.insert(id.clone(), NumberedList::default());
                self.open_list = Some(id);
            }
            "lvl" | "lvlOverride" => {
                self.open_level = element.number::<usize>("ilvl").unwrap_or_default().min(LEVELS - 1);
            }
            _ => self.inside(element),
        }
        Ok(ReadFlow::Enter)
    }

    fn end(&mut self, ns: Ns, local: &str) -> Result<(), Refusal> {
        match (ns, local) {
            (Ns::Word, "abstractNum") => self.open_scheme = None,
            (Ns::Word, "num") => self.open_list = None,
            _ => {}
        }
        Ok(())
    }

    fn text(&mut self, _: &str) -> Result<(), Refusal> {
        Ok(())
    }
}

impl Numbering {
    fn inside(&mut self, element: &XmlElement<'_>) {
        let at = self.open_level;
        if let Some(scheme) = self.open_scheme.as_ref().and_then(|id| self.schemes.get_mut(id)) {
            let level = &mut scheme.levels[at];
            match element.local {
                "start" => level.start = element.number("val"),
                "numFmt" => level.format = element.attr("val").unwrap_or_default(),
                "lvlText" => level.text = element.attr("val").unwrap_or_default(),
                "pStyle" => level.style = element.attr("val"),
                _ => {}
            }
        } else if let Some(list) = self.open_list.as_ref().and_then(|id| self.lists.get_mut(id)) {
            match element.local {
                "abstractNumId" => list.scheme = element.attr("val").unwrap_or_default(),
                "startOverride" | "start" => list.starts[at] = element.number("val"),
                _ => {}
            }
        }
    }
}
