//! Styles of lists: what stands before an item.

use std::collections::HashMap;

use crate::counting;
use crate::refusal::Refusal;
use crate::xml::{Handler, Ns, ReadFlow, XmlElement};

const LEVELS: usize = 10;

#[derive(Clone, Default)]
struct ListLevel {
    /// `1`, `a`, `I`; empty for a bullet.
    format: String,
    prefix: String,
    suffix: String,
    /// Number of levels that the number shows.
    shown: usize,
    start: u32,
}

/// The styles by name, as they stand in `styles.xml` and before the content.
#[derive(Default)]
pub(crate) struct ListStyles {
    styles: HashMap<String, [ListLevel; LEVELS]>,
    open: Option<String>,
}

impl ListStyles {
    pub(crate) fn take(&mut self, element: &XmlElement<'_>) {
        if element.ns != Ns::Text {
            return;
        }
        match element.local {
            "list-style" | "outline-style" => {
                let name = element.attr("name").unwrap_or_default();
                self.styles.insert(name.clone(), std::array::from_fn(|_| ListLevel::default()));
                self.open = Some(name);
            }
            "list-level-style-number" => {
                let Some(levels) = self.open.as_ref().and_then(|name| self.styles.get_mut(name)) else { return };
                let at = element.number::<usize>("level").unwrap_or(1).clamp(1, LEVELS) - 1;
                levels[at] = ListLevel {
                    format: element.attr("num-format").unwrap_or_default(),
                    prefix: element.attr("num-prefix").unwrap_or_default(),
                    suffix: element.attr("num-suffix").unwrap_or_default(),
                    shown: element.number("display-levels").unwrap_or(1),
                    start: element.number("start-value").unwrap_or(1),
                };
            }
            _ => {}
        }
    }

    /// The number that the first item of a level has.
    pub(crate) fn start(&self, style: &str, level: usize) -> u32 {
        self.level(style, level).map_or(1, |level| level.start.max(1))
    }

    /// Returns the marker before an item; `counters` holds the numbers of the levels down to its own.
    pub(crate) fn marker(&self, style: &str, counters: &[u32]) -> String {
        let at = counters.len().saturating_sub(1);
        let Some(level) = self.level(style, at).filter(|level| !level.format.is_empty()) else { return "-".to_owned() };
        let first = counters.len().saturating_sub(level.shown.max(1));
        let number = |(at, value): (usize, &u32)| {
            counting::written(*value, self.level(style, at).map_or("1", |level| &level.format))
        };
        let numbers: Vec<String> = counters.iter().enumerate().skip(first).map(number).collect();
        format!("{}{}{}", level.prefix, numbers.join("."), level.suffix).trim().to_owned()
    }

    fn level(&self, style: &str, at: usize) -> Option<&ListLevel> {
        self.styles.get(style)?.get(at)
    }
}

impl Handler for ListStyles {
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
