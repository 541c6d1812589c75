//! A report out of a discovery's graph, without a model: a section a recommendation, with what it rests on, and the sources.

use uuid::Uuid;

use super::citation::citation;
use super::section::{Report, Section};
use crate::discovery::EntityLabel;

/// An entity as a report cites it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CitedEntity {
    pub label: EntityLabel,
    pub id: Uuid,
    pub text: String,
}

/// A recommendation with the insights that it rests on, each with its facts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    pub recommendation: CitedEntity,
    pub insights: Vec<(CitedEntity, Vec<CitedEntity>)>,
}

/// The title of the list of sources, which stands in an appendix.
pub const SOURCES: &str = "Sources";

/// A longer sentence is a title up to its first clause, if that has so many words.
const TITLE: usize = 80;
const CLAUSE: usize = 3;
/// A longer title is none.
const LONGEST: usize = 200;

/// Builds the report: `sources` are the titles of the Inputs that the facts stand in, as they are to be listed.
#[must_use]
pub fn draft(arguments: &[Argument], sources: &[String], new_id: &mut dyn FnMut() -> Uuid) -> Report {
    let mut sections: Vec<Section> = arguments.iter().map(|argument| section(argument, new_id)).collect();
    if !sources.is_empty() {
        let list: String = sources.iter().map(|source| format!("- {source}\n")).collect();
        sections.push(Section::new(new_id(), SOURCES, list));
    }
    let mut report = Report { sections, ..Report::default() };
    mark_sources(&mut report);
    report
}

/// Makes the list of sources at the end of a draft an appendix, which Markdown does not say.
pub fn mark_sources(report: &mut Report) {
    if let Some(last) = report.sections.last_mut().filter(|last| last.title == SOURCES) {
        last.appendix = true;
    }
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
fn cited(entity: &CitedEntity) -> String {
    let text = entity.text.split_whitespace().collect::<Vec<_>>().join(" ");
    format!("{text} {}", citation(entity.label, entity.id))
}

fn title(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let line = line.split_once(". ").map_or(line.as_str(), |(first, _)| first).trim_end_matches('.');
    let chars = |text: &str| text.chars().count();
    let clause = || {
        let ends = line.match_indices([',', ';', ':', '–', '—', '(']).map(|(at, _)| line[..at].trim());
        let mut clauses = ends.filter(|clause| clause.split_whitespace().count() >= CLAUSE);
        clauses.find(|clause| chars(clause) <= TITLE)
    };
    let title = if chars(line) <= TITLE { line } else { clause().unwrap_or(line) };
    let end = title.char_indices().nth(LONGEST).map_or(title.len(), |(at, _)| title[..at].rfind(' ').unwrap_or(at));
    title[..end].to_owned()
}
