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

/// The titles of Inputs as a report lists them: those that its facts are quoted from, then the others of its discovery.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceList {
    pub cited: Vec<String>,
    pub also_read: Vec<String>,
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
    let list = |titles: &[String]| titles.iter().map(|title| format!("- {title}\n")).collect::<String>();
    let mut listed = list(&sources.cited);
    if !sources.also_read.is_empty() {
        listed.push_str(&format!("\n{}:\n\n{}", words(language).also_read, list(&sources.also_read)));
    }
    if !listed.is_empty() {
        sections.push(Section::new(new_id(), words(language).sources, listed.trim_start()));
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
    format!("{goal}{}\n", Value::Date(day).reading_in(language))
}

/// Makes the list of sources at the end of a draft an appendix, which Markdown does not say.
pub fn mark_sources(report: &mut Report) {
    let is_list = |title: &str| [ENGLISH.sources, GERMAN.sources].contains(&title);
    if let Some(last) = report.sections.last_mut().filter(|last| is_list(&last.title)) {
        last.appendix = true;
    }
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
