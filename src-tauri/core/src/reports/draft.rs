//! A report out of a discovery's graph, without a model: a section a recommendation, with what it rests on, and the sources.

use uuid::Uuid;

use super::citation::citation;
use super::section::{Report, Section};
use crate::discovery::EntityLabel;
use crate::language::{Language, sentences};
use crate::values::{PartialDate, Value};

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

/// The titles of Inputs as a report lists them: those that what it cites rests on, then the others that the analyst
/// worked on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceList {
    pub cited: Vec<String>,
    pub also_read: Vec<String>,
}

impl SourceList {
    /// Writes the list as the body of a section of this title.
    #[must_use]
    pub fn body_under(&self, title: &str) -> String {
        let words = if title == GERMAN.sources { &GERMAN } else { &ENGLISH };
        let list = |titles: &[String]| titles.iter().map(|title| format!("- {title}\n")).collect::<String>();
        let mut body = list(&self.cited);
        if !self.also_read.is_empty() {
            body.push_str(&format!("\n{}:\n\n{}", words.also_read, list(&self.also_read)));
        }
        body.trim_start().to_owned()
    }

    /// Returns whether a body is such a list as nobody edited it: all of its lines name Inputs of `known`, and all Inputs
    /// that are cited are among them. It may be of a time when others were worked on.
    #[must_use]
    pub fn is_unedited(&self, body: &str, known: &[String]) -> bool {
        let mut lines = body.lines().map(str::trim_end).filter(|line| !line.is_empty());
        let is_heading = |line: &str| [&ENGLISH, &GERMAN].iter().any(|words| line == format!("{}:", words.also_read));
        let title = |line: &str| line.strip_prefix("- ").is_some_and(|title| known.iter().any(|one| one == title));
        let names = |cited: &String| body.lines().any(|line| line.trim_end().strip_prefix("- ") == Some(cited));
        lines.all(|line| title(line) || is_heading(line)) && self.cited.iter().all(names)
    }
}

/// Words of a draft that no entity brings: of English and German, where other languages are given English.
struct DraftWords {
    sources: &'static str,
    also_read: &'static str,
    recommendation: &'static str,
    goal: &'static str,
}

const ENGLISH: DraftWords =
    DraftWords { sources: "Sources", also_read: "Also read", recommendation: "Recommendation", goal: "Goal" };
const GERMAN: DraftWords =
    DraftWords { sources: "Quellen", also_read: "Außerdem gelesen", recommendation: "Empfehlung", goal: "Ziel" };

fn words(language: Language) -> &'static DraftWords {
    match language {
        Language::German => &GERMAN,
        Language::English | Language::French | Language::Spanish => &ENGLISH,
    }
}

/// A longer sentence is a title up to its first main clause, if that has so many words.
const TITLE: usize = 80;
const CLAUSE: usize = 3;

/// Builds the report, a section a recommendation, with the list of sources as its appendix.
#[must_use]
pub fn draft(
    arguments: &[Argument],
    sources: &SourceList,
    language: Language,
    new_id: &mut dyn FnMut() -> Uuid,
) -> Report {
    let mut sections: Vec<Section> = arguments.iter().map(|argument| section(argument, language, new_id)).collect();
    let title = words(language).sources;
    let listed = sources.body_under(title);
    if !listed.is_empty() {
        sections.push(Section::new(new_id(), title, listed));
    }
    let mut report = Report { sections, ..Report::default() };
    mark_sources(&mut report);
    report
}

/// Returns the opening of a draft: the goal, where there is one, and the day on which it is made.
#[must_use]
pub fn opening(goal: &str, day: PartialDate, language: Language) -> String {
    let goal = goal.split_whitespace().collect::<Vec<_>>().join(" ");
    let goal = if goal.is_empty() { goal } else { format!("{}: {goal}\n\n", words(language).goal) };
    // "15. Mai" at the beginning of a line is an item of a list in Markdown.
    let day = Value::Date(day).reading_in(language).replacen(". ", "\\. ", 1);
    format!("{goal}{day}\n")
}

/// Makes the list of sources at the end of a draft an appendix, which Markdown does not say.
pub fn mark_sources(report: &mut Report) {
    if let Some(last) = report.sections.last_mut().filter(|last| is_sources_title(&last.title)) {
        last.appendix = true;
    }
}

/// Returns whether a section is the list of sources by its title, which only an appendix is.
#[must_use]
pub fn is_source_list(title: &str, appendix: bool) -> bool {
    appendix && is_sources_title(title)
}

fn is_sources_title(title: &str) -> bool {
    [ENGLISH.sources, GERMAN.sources].contains(&title)
}

fn section(argument: &Argument, language: Language, new_id: &mut dyn FnMut() -> Uuid) -> Section {
    let mut body = format!("{}\n", cited(&argument.recommendation));
    for (insight, facts) in &argument.insights {
        body.push_str(&format!("\n{}\n", cited(insight)));
        if !facts.is_empty() {
            body.push('\n');
            facts.iter().for_each(|fact| body.push_str(&format!("- {}\n", cited(fact))));
        }
    }
    Section::new(new_id(), title(&argument.recommendation, language), body)
}

/// A text on one line, then its citation.
fn cited(entity: &CitedEntity) -> String {
    let text = entity.text.split_whitespace().collect::<Vec<_>>().join(" ");
    format!("{text} {}", citation(entity.label, entity.id))
}

/// Returns the first sentence, or the first main clause of a long one. A comma ends none: what stands before it alone
/// may mean something else ("Do not build the wall, …"). Where no clause is short, the recommendation is named by number.
fn title(recommendation: &CitedEntity, language: Language) -> String {
    let line = recommendation.text.split_whitespace().collect::<Vec<_>>().join(" ");
    let line = sentences(&line).first().map_or(line.as_str(), |first| &line[first.clone()]).trim_end_matches('.');
    let is_short = |text: &str| text.chars().count() <= TITLE;
    let clauses = line.match_indices([';', ':', '–', '—']).map(|(at, _)| line[..at].trim());
    let mut clauses = clauses.filter(|clause| clause.split_whitespace().count() >= CLAUSE && is_short(clause));
    let title = if is_short(line) { Some(line) } else { clauses.next() };
    let by_number = || format!("{} {}", words(language).recommendation, recommendation.label.no);
    title.map_or_else(by_number, str::to_owned)
}
