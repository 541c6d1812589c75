//! A report: a tree of sections with ids that stay and numbers that are computed.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::citation::CitedIds;
use super::front_matter::opening;

/// The body of an Output.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// Of its Output, on one line; empty where it is not known.
    #[serde(default)]
    pub title: String,
    /// The text before the first section, to the byte: front matter, a line with the title, an opening.
    pub front_md: String,
    /// The same as it came, where it had line ends other than `\n`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub front_came: Option<String>,
    /// Of what that cites by its label alone.
    #[serde(default, skip_serializing_if = "CitedIds::is_empty")]
    pub cited: CitedIds,
    pub sections: Vec<Section>,
}

/// A section with all that stands under it. Its number is nowhere stored: [`Report::outline`] computes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Section {
    pub id: Uuid,
    /// Markdown on one line, without a number.
    pub title: String,
    /// Markdown, kept to the byte until somebody edits it.
    pub body_md: String,
    /// Of what its body cites by its label alone.
    #[serde(default, skip_serializing_if = "CitedIds::is_empty")]
    pub cited: CitedIds,
    /// A section of the first level that is counted by letters.
    pub appendix: bool,
    /// The heading that this section was read from, as it was written.
    pub heading: Option<Heading>,
    pub children: Vec<Section>,
}

/// A heading of a Markdown text. It is written again as it was while its section has the same title at the same depth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Heading {
    pub md: String,
    pub title: String,
    pub level: u8,
    /// Depth that the section had, 1 for the first level.
    pub depth: u8,
    /// The body that stood under it as it came, where the text had line ends other than `\n`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub body_came: Option<String>,
}

/// The deepest that a section of a report from elsewhere may stand: far deeper than any heading.
pub const DEEPEST_SECTION: i64 = 64;

/// Returns whether a column of an exported row is the heading that a section was read from.
pub fn is_heading(json: &str) -> bool {
    serde_json::from_str::<Heading>(json).is_ok()
}

/// Returns whether a column of an exported row is a report as it was at some time.
pub fn is_report(json: &str) -> bool {
    serde_json::from_str::<Report>(json).is_ok()
}

/// One line of a report's outline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutlineLine<'r> {
    pub section: &'r Section,
    /// "2.1", or "A.1" in an appendix.
    pub number: String,
    /// 1 for the first level.
    pub depth: usize,
    pub parent: Option<Uuid>,
    /// Its place among its siblings, from 0.
    pub index: usize,
}

impl Section {
    #[must_use]
    pub fn new(id: Uuid, title: impl Into<String>, body_md: impl Into<String>) -> Self {
        Self {
            id,
            title: title.into(),
            body_md: body_md.into(),
            cited: CitedIds::new(),
            appendix: false,
            heading: None,
            children: Vec::new(),
        }
    }

    /// Returns whether it says the same under the same titles, whatever the ids.
    pub(super) fn reads_as(&self, other: &Self) -> bool {
        let are_alike = self.title == other.title && self.body_md == other.body_md && self.appendix == other.appendix;
        let mut both = self.children.iter().zip(&other.children);
        are_alike && self.children.len() == other.children.len() && both.all(|(one, two)| one.reads_as(two))
    }

    fn holds(&self, id: Uuid) -> bool {
        self.id == id || self.children.iter().any(|child| child.holds(id))
    }
}

impl Report {
    /// The id by which the report itself is named: its title, and the text before its first section.
    pub const ITSELF: Uuid = Uuid::nil();

    /// Returns title and body of a section, or of the report itself.
    #[must_use]
    pub fn wording(&self, id: Uuid) -> Option<(&str, &str)> {
        if id == Self::ITSELF {
            return Some((&self.title, opening(&self.front_md)));
        }
        self.find(id).map(|section| (section.title.as_str(), section.body_md.as_str()))
    }

    /// Returns all sections in reading order, with their numbers.
    #[must_use]
    pub fn outline(&self) -> Vec<OutlineLine<'_>> {
        let mut lines = Vec::new();
        let (mut sections, mut appendices) = (0, 0);
        for (index, section) in self.sections.iter().enumerate() {
            let number = if section.appendix {
                appendices += 1;
                letters(appendices)
            } else {
                sections += 1;
                sections.to_string()
            };
            lines.push(OutlineLine { section, number: number.clone(), depth: 1, parent: None, index });
            outline_under(section, &number, 2, &mut lines);
        }
        lines
    }

    #[must_use]
    pub fn find(&self, id: Uuid) -> Option<&Section> {
        find(&self.sections, id)
    }

    pub(super) fn find_mut(&mut self, id: Uuid) -> Option<&mut Section> {
        find_mut(&mut self.sections, id)
    }

    /// Returns the sections right under a section, or those of the first level; none where there is no such section.
    #[must_use]
    pub fn children(&self, parent: Option<Uuid>) -> Option<&[Section]> {
        match parent {
            None => Some(&self.sections),
            Some(id) => self.find(id).map(|section| section.children.as_slice()),
        }
    }

    /// As [`Self::children`].
    pub(super) fn children_mut(&mut self, parent: Option<Uuid>) -> Option<&mut Vec<Section>> {
        match parent {
            None => Some(&mut self.sections),
            Some(id) => self.find_mut(id).map(|section| &mut section.children),
        }
    }

    /// Returns the parent of a section and its place among its siblings.
    #[must_use]
    pub fn position_of(&self, id: Uuid) -> Option<(Option<Uuid>, usize)> {
        place_in(&self.sections, None, id)
    }

    /// Returns whether `id` is `root` or is under it.
    #[must_use]
    pub fn is_within(&self, id: Uuid, root: Uuid) -> bool {
        self.find(root).is_some_and(|section| section.holds(id))
    }
}

fn outline_under<'r>(parent: &'r Section, above: &str, depth: usize, lines: &mut Vec<OutlineLine<'r>>) {
    for (index, section) in parent.children.iter().enumerate() {
        let number = format!("{above}.{}", index + 1);
        lines.push(OutlineLine { section, number: number.clone(), depth, parent: Some(parent.id), index });
        outline_under(section, &number, depth + 1, lines);
    }
}

/// A, B, … Z, AA, AB, …
fn letters(mut number: usize) -> String {
    let mut letters = Vec::new();
    while number > 0 {
        let digit = u8::try_from((number - 1) % 26).unwrap_or_default();
        letters.push(char::from(b'A' + digit));
        number = (number - 1) / 26;
    }
    letters.iter().rev().collect()
}

fn find(sections: &[Section], id: Uuid) -> Option<&Section> {
    sections.iter().find_map(|section| if section.id == id { Some(section) } else { find(&section.children, id) })
}

fn find_mut(sections: &mut [Section], id: Uuid) -> Option<&mut Section> {
    for section in sections {
        if section.id == id {
            return Some(section);
        }
        if let Some(found) = find_mut(&mut section.children, id) {
            return Some(found);
        }
    }
    None
}

fn place_in(sections: &[Section], parent: Option<Uuid>, id: Uuid) -> Option<(Option<Uuid>, usize)> {
    if let Some(index) = sections.iter().position(|section| section.id == id) {
        return Some((parent, index));
    }
    sections.iter().find_map(|section| place_in(&section.children, Some(section.id), id))
}
