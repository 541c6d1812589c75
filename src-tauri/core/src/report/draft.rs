//! A report out of a discovery's graph, without a model: a section a recommendation, with what it rests on, and the sources.

use uuid::Uuid;

use super::citation::citation;
use super::section::{Report, Section};
use crate::discovery::EntityLabel;

/// An entity as a report cites it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cited {
    pub label: EntityLabel,
    pub id: Uuid,
    pub text: String,
}

/// A recommendation with the insights that it rests on, each with its facts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    pub recommendation: Cited,
    pub insights: Vec<(Cited, Vec<Cited>)>,
}

/// What is written into a draft beside the analyst's own words.
#[derive(Clone, Copy, Debug)]
pub struct Headings {
    pub sources: &'static str,
}

/// A title is cut here, at a word.
const TITLE: usize = 80;

/// Builds the report: `sources` are the titles of the Inputs that the facts stand in, as they are to be listed.
#[must_use]
pub fn draft(
    arguments: &[Argument],
    sources: &[String],
    headings: Headings,
    new_id: &mut dyn FnMut() -> Uuid,
) -> Report {
    let mut sections: Vec<Section> = arguments.iter().map(|argument| section(argument, new_id)).collect();
    if !sources.is_empty() {
        let list: String = sources.iter().map(|source| format!("- {source}\n")).collect();
        let mut appendix = Section::new(new_id(), headings.sources, list);
        appendix.appendix = true;
        sections.push(appendix);
    }
    Report { front_md: String::new(), sections }
}

fn section(argument: &Argument, new_id: &mut dyn FnMut() -> Uuid) -> Section {
    let mut body = format!("{}\n", cited(&argument.recommendation));
    for (insight, facts) in &argument.insights {
        body.push_str(&format!("\n{}\n", cited(insight)));
        if !facts.is_empty() {
            body.push('\n');
            facts.iter().for_each(|fact| body.push_str(&format!("- {}\n", cited(fact))));
        }
    }
    Section::new(new_id(), title(&argument.recommendation.text), body)
}

/// A text on one line, then its citation.
fn cited(entity: &Cited) -> String {
    let text = entity.text.split_whitespace().collect::<Vec<_>>().join(" ");
    format!("{text} {}", citation(entity.label, entity.id))
}

fn title(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let line = line.split_once(". ").map_or(line.as_str(), |(first, _)| first).trim_end_matches('.');
    if line.chars().count() <= TITLE {
        return line.to_owned();
    }
    let cut: String = line.chars().take(TITLE).collect();
    let cut = cut.rsplit_once(' ').map_or(cut.as_str(), |(words, _)| words);
    format!("{cut} …")
}
