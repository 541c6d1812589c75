//! The tools that a model may call over a report, and what a call comes to.
//!
//! A call never changes a report: it becomes an [`Operation`], which becomes a suggestion, or it asks for context. Arguments
//! that cannot be used are told back in words, for the model to call again.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use uuid::Uuid;

use super::citation::citations;
use super::front_matter::opening;
use super::operation::Operation;
use super::reference::{UnresolvedReference, resolve};
use super::section::{Report, Section};
use crate::definition::Definition;
use crate::discovery::EntityLabel;
use crate::language::{Lexicon, tokens};

/// The request of a valid call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReportCall {
    /// A change, to be suggested.
    Change(Operation),
    /// Numbers are computed: there is nothing to do, and the model is told so.
    Renumber,
    ListSections,
    FindSections {
        query: String,
    },
    Slices {
        sections: Vec<Uuid>,
    },
    ChatHistory {
        limit: usize,
    },
    SearchSpecs {
        query: String,
    },
}

/// The reason a call cannot be carried out, in words for the model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolFault(pub String);

/// The context that reading a call needs beside the report.
pub struct ToolContext<'a> {
    pub report: &'a Report,
    pub new_id: &'a mut dyn FnMut() -> Uuid,
    /// Returns whether an entity of this label exists: what does not is never cited.
    pub exists: &'a dyn Fn(EntityLabel) -> bool,
}

/// Name of the report itself to a model: its title, and the text before the first section.
pub(crate) const ITSELF: &str = "report";

/// Most messages of the conversation that one call is given.
const MOST_MESSAGES: usize = 20;

/// Returns the tools of a turn; the search of specifications only where the message asks for one.
pub fn definitions(message: &str) -> Vec<&'static Definition> {
    static ALL: LazyLock<Vec<Definition>> =
        LazyLock::new(|| serde_json::from_str(include_str!("tools.json")).unwrap_or_default());
    let may_search = rule_gate(message);
    ALL.iter().filter(|tool| may_search || tool.name != "search_project_specs").collect()
}

/// Returns whether a message may need technical specifications.
pub fn rule_gate(message: &str) -> bool {
    static WORDS: LazyLock<BTreeSet<&'static str>> =
        LazyLock::new(|| Lexicon::all().lines("technical").flat_map(str::split_whitespace).collect());
    tokens(message).any(|token| WORDS.contains(token.text.to_lowercase().as_str()))
}

/// Reads a call of a model.
///
/// # Errors
/// When there is no such tool or its arguments cannot be used as things stand.
pub fn read_call(name: &str, arguments: &str, reading: &mut ToolContext<'_>) -> Result<ReportCall, ToolFault> {
    match name {
        "list_sections" => Ok(ReportCall::ListSections),
        "renumber_sections" => Ok(ReportCall::Renumber),
        "find_sections" => parsed::<ReportQuery>(arguments).map(|of| ReportCall::FindSections { query: of.query }),
        "search_project_specs" => {
            parsed::<ReportQuery>(arguments).map(|of| ReportCall::SearchSpecs { query: of.query })
        }
        "get_chat_history" => parsed::<History>(arguments)
            .map(|of| ReportCall::ChatHistory { limit: of.limit.unwrap_or(MOST_MESSAGES).min(MOST_MESSAGES) }),
        "get_report_slices" => {
            let sections = parsed::<Slices>(arguments)?.sections;
            let ids =
                sections.iter().map(|reference| reading.section_or_itself(reference)).collect::<Result<_, _>>()?;
            Ok(ReportCall::Slices { sections: ids })
        }
        _ => reading.change(name, arguments).map(ReportCall::Change),
    }
}

// Beside the names of `tools.json` stand those that models know from elsewhere: `section_id`, `new_title`, `bodyMd`.

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReportQuery {
    query: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct History {
    limit: Option<usize>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Slices {
    #[serde(alias = "section_ids", alias = "sectionIds")]
    sections: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SectionUpdate {
    #[serde(alias = "section_id", alias = "sectionId")]
    section: String,
    #[serde(alias = "new_title", alias = "newTitle")]
    title: Option<String>,
    #[serde(alias = "bodyMd")]
    body_md: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Updates {
    #[serde(alias = "sections")]
    updates: Vec<SectionUpdate>,
}

/// A place in the tree: before or after a section, or under one (last, where no index is given).
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SectionAddition {
    title: String,
    #[serde(default, alias = "bodyMd")]
    body_md: String,
    #[serde(alias = "parent_id", alias = "parentId")]
    parent: Option<String>,
    #[serde(alias = "before_id", alias = "beforeId")]
    before: Option<String>,
    #[serde(alias = "after_id", alias = "afterId")]
    after: Option<String>,
    index: Option<usize>,
}

/// A section right after another one, which it names as the other tools name a section, or as a place.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SectionInsertion {
    #[serde(alias = "section", alias = "section_id", alias = "sectionId", alias = "after_id", alias = "afterId")]
    after: String,
    title: String,
    #[serde(default, alias = "bodyMd")]
    body_md: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Relocation {
    #[serde(alias = "section_id", alias = "sectionId")]
    section: String,
    #[serde(alias = "parent_id", alias = "parentId")]
    parent: Option<String>,
    #[serde(alias = "before_id", alias = "beforeId")]
    before: Option<String>,
    #[serde(alias = "after_id", alias = "afterId")]
    after: Option<String>,
    index: Option<usize>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SectionReference {
    #[serde(alias = "section_id", alias = "sectionId")]
    section: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Replacement {
    #[serde(alias = "section_id", alias = "sectionId")]
    section: Option<String>,
    find: String,
    replace: String,
}

impl From<SectionInsertion> for SectionAddition {
    fn from(SectionInsertion { after, title, body_md }: SectionInsertion) -> Self {
        Self { title, body_md, parent: None, before: None, after: Some(after), index: None }
    }
}

impl ToolContext<'_> {
    fn change(&mut self, name: &str, arguments: &str) -> Result<Operation, ToolFault> {
        let operation = match name {
            "update_section" | "rename_section" | "set_section_body" => self.update(parsed(arguments)?)?,
            "batch_update_sections" => {
                let updates = parsed::<Updates>(arguments)?.updates;
                let operations = updates.into_iter().map(|update| self.update(update)).collect::<Result<_, _>>()?;
                Operation::Batch { operations }
            }
            "add_section" => self.addition(parsed(arguments)?)?,
            "insert_section_after" => self.addition(parsed::<SectionInsertion>(arguments)?.into())?,
            "move_section" => self.relocation(&parsed(arguments)?)?,
            "delete_section" => {
                Operation::Delete { id: self.section(&parsed::<SectionReference>(arguments)?.section)? }
            }
            "replace_text" => self.replacement(&parsed(arguments)?)?,
            _ => return Err(ToolFault(format!("There is no tool \"{name}\"."))),
        };
        // Whether it applies is tried on a copy: a model is told now, not the analyst later.
        self.report.clone().apply(&operation).map_err(|fault| ToolFault(format!("It cannot be done: {fault}.")))?;
        Ok(operation)
    }

    /// Resolves what a tool was given for a section.
    pub fn section(&self, reference: &str) -> Result<Uuid, ToolFault> {
        resolve(self.report, reference).map_err(|unclear| ToolFault(describe_unclear(reference, &unclear, self.report)))
    }

    /// As [`Self::section`]; "report" is the report itself, unless a section is called so.
    fn section_or_itself(&self, reference: &str) -> Result<Uuid, ToolFault> {
        let reference = reference.trim();
        let is_itself = reference.eq_ignore_ascii_case(ITSELF) || reference.parse() == Ok(Report::ITSELF);
        let mut titles = self.report.outline().into_iter().map(|line| line.section.title.trim());
        if is_itself && !titles.any(|title| title.eq_ignore_ascii_case(reference)) {
            return Ok(Report::ITSELF);
        }
        self.section(reference)
    }

    fn update(&self, update: SectionUpdate) -> Result<Operation, ToolFault> {
        if update.title.is_none() && update.body_md.is_none() {
            return Err(ToolFault("Give a title or a body_md.".to_owned()));
        }
        update.body_md.as_deref().map_or(Ok(()), |body| self.cites_what_exists(body))?;
        let id = self.section_or_itself(&update.section)?;
        Ok(Operation::Update { id, title: update.title, body_md: update.body_md, appendix: None })
    }

    fn addition(&mut self, new: SectionAddition) -> Result<Operation, ToolFault> {
        self.cites_what_exists(&new.body_md)?;
        let (parent, mut index) = self.target_position(None, new.parent, new.before, new.after, new.index)?;
        if parent.is_none() && index == usize::MAX {
            // The last section is the last that is no appendix.
            index = self.report.sections.iter().rposition(|one| !one.appendix).map_or(0, |last| last + 1);
        }
        Ok(Operation::Add { parent, index, section: Box::new(Section::new((self.new_id)(), new.title, new.body_md)) })
    }

    fn relocation(&self, to: &Relocation) -> Result<Operation, ToolFault> {
        let id = self.section(&to.section)?;
        let (parent, index) =
            self.target_position(Some(id), to.parent.clone(), to.before.clone(), to.after.clone(), to.index)?;
        Ok(Operation::Move { id, parent, index })
    }

    /// Returns the target position; a section that moves does not count among its siblings.
    fn target_position(
        &self,
        moving: Option<Uuid>,
        parent: Option<String>,
        before: Option<String>,
        after: Option<String>,
        index: Option<usize>,
    ) -> Result<(Option<Uuid>, usize), ToolFault> {
        let Some((beside, offset)) =
            before.map(|reference| (reference, 0)).or_else(|| after.map(|reference| (reference, 1)))
        else {
            let parent = parent.map(|reference| self.section(&reference)).transpose()?;
            return Ok((parent, index.unwrap_or(usize::MAX)));
        };
        let beside = self.section(&beside)?;
        let (parent, at) = self.report.position_of(beside).unwrap_or((None, usize::MAX));
        let from = moving.and_then(|id| self.report.position_of(id));
        let shift = usize::from(from.is_some_and(|(of, was)| of == parent && was < at));
        Ok((parent, at.saturating_add(offset) - shift))
    }

    fn replacement(&self, of: &Replacement) -> Result<Operation, ToolFault> {
        self.cites_what_exists(&of.replace)?;
        let within = of.section.as_deref().map(|reference| self.section(reference)).transpose()?;
        let operations = replace(self.report, within, &of.find, &of.replace);
        if operations.is_empty() {
            return Err(ToolFault(format!("\"{}\" does not occur there.", of.find)));
        }
        Ok(Operation::Batch { operations })
    }

    /// Checks whether a body cites only what exists.
    pub fn cites_what_exists(&self, body: &str) -> Result<(), ToolFault> {
        let unknown: Vec<String> = citations(body)
            .iter()
            .filter(|citation| !(self.exists)(citation.label))
            .map(|citation| citation.label.to_string())
            .collect();
        if unknown.is_empty() {
            return Ok(());
        }
        Err(ToolFault(format!("These do not exist and cannot be cited: {}.", unknown.join(", "))))
    }
}

/// Returns what replaces a text in the bodies of a section and those under it, or in the whole report.
#[must_use]
pub fn replace(report: &Report, within: Option<Uuid>, find: &str, replace: &str) -> Vec<Operation> {
    if find.is_empty() {
        return Vec::new();
    }
    let lines = report.outline();
    let targets = lines.iter().filter(|line| within.is_none_or(|root| report.is_within(line.section.id, root)));
    let bodies = targets.map(|line| (line.section.id, line.section.body_md.as_str()));
    let preface = within.is_none().then(|| (Report::ITSELF, opening(&report.front_md)));
    let all = preface.into_iter().chain(bodies).filter(|(_, body)| body.contains(find));
    all.map(|(id, body)| Operation::set_body(id, body.replace(find, replace))).collect()
}

fn parsed<T: DeserializeOwned>(arguments: &str) -> Result<T, ToolFault> {
    let value: Value = serde_json::from_str(arguments)
        .map_err(|error| ToolFault(format!("The arguments are no JSON object: {error}.")))?;
    serde_json::from_value(value).map_err(|error| ToolFault(format!("The arguments cannot be used: {error}.")))
}

/// A longer list is no help.
const MOST_NAMED: usize = 12;

fn describe_unclear(reference: &str, unclear: &UnresolvedReference, report: &Report) -> String {
    if unclear.candidates.is_empty() {
        let lines = report.outline();
        let named = lines.iter().take(MOST_NAMED).map(|line| format!("{} {}", line.number, line.section.title));
        let more = (lines.len() > MOST_NAMED).then(|| "…".to_owned());
        let all = named.chain(more).collect::<Vec<_>>().join("; ");
        let which = if lines.is_empty() { "The report has none.".to_owned() } else { format!("There are: {all}.") };
        return format!("There is no section \"{reference}\". {which}");
    }
    let shown = unclear.candidates.iter().map(|(id, number, title)| format!("{number} {title} ({id})"));
    format!("\"{reference}\" may be several sections: {}. Give the id.", shown.collect::<Vec<_>>().join("; "))
}
