//! A model's call read: what it proposes, or what is wrong with it in words that go back to the model.
//!
//! Arguments are held against the definition and against what stands in the columns. More than one fault is told at
//! once, so that a model can mend them in one go. Nothing is guessed: a label that is not there is never taken for
//! another one. What is left out is whether the column says the same already, which is asked when the analyst confirms.

use serde_json::{Map, Value};

use super::graph::Graph;
use super::tool::Tool;
use crate::discovery::{EntityKind, EntityLabel, OutputType};
use crate::text::normalize::normalize;

/// More than this is a text in the wrong place: an Input, added by the analyst.
pub const MAX_TEXT_CHARS: usize = 100_000;
/// More than this in one card nobody looks through.
pub const MAX_LABELS: usize = 100;
/// Of the arguments of one call.
const MAX_ARGUMENT_BYTES: usize = 1 << 20;

/// The texts in the columns, as far as a call is checked against them.
pub trait ColumnTexts {
    fn exists(&self, label: EntityLabel) -> bool;

    /// The text of an entity, if all of it is known: of an Input, a model may have seen the beginning only.
    fn whole_text(&self, label: EntityLabel) -> Option<&str>;
}

impl ColumnTexts for Graph {
    fn exists(&self, label: EntityLabel) -> bool {
        self.has(label)
    }

    fn whole_text(&self, label: EntityLabel) -> Option<&str> {
        if label.kind != EntityKind::Input {
            return self.node(label).map(|node| &*node.text);
        }
        let words = self.close(label)?.words.as_ref()?;
        (words.beginning.chars().count() == words.chars as usize).then_some(&words.beginning)
    }
}

/// A call that can be shown as a card.
#[derive(Clone, Debug, PartialEq)]
pub struct CardProposal {
    pub tool: Tool,
    /// As the model sent them.
    pub params: Value,
    pub change: CardChange,
}

/// The change that a card would make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CardChange {
    Add(EntityAddition),
    /// Each once, in the order of the pipeline.
    Delete(Vec<EntityLabel>),
    Edit {
        label: EntityLabel,
        text: String,
    },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntityAddition {
    pub kind: EntityKind,
    pub text: String,
    /// Of the column above, each once.
    pub from: Vec<EntityLabel>,
    /// Of an Output.
    pub output_type: Option<OutputType>,
}

/// The fault of a call, in sentences for the model.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct CallFault(pub String);

/// Reads a call, whose arguments are JSON as it came.
///
/// # Errors
/// When there is no such tool, or its arguments cannot be used as things stand.
pub fn read_call(name: &str, arguments: &str, columns: &impl ColumnTexts) -> Result<CardProposal, CallFault> {
    let Some(tool) = Tool::parse(name) else {
        let known = Tool::ALL.map(Tool::as_str).join(", ");
        return Err(CallFault(format!("There is no tool {}. There are: {known}.", quoted(name))));
    };
    if arguments.len() > MAX_ARGUMENT_BYTES {
        return Err(CallFault("The arguments are too long. Propose less at once.".to_owned()));
    }
    let params: Value = serde_json::from_str(arguments)
        .map_err(|error| CallFault(format!("The arguments are not valid JSON: {error}. Send one JSON object.")))?;
    let change = CardChange::parse(tool, &params)?;
    change.check(columns)?;
    Ok(CardProposal { tool, params, change })
}

impl CardChange {
    /// Reads arguments, whether what they name exists or not.
    ///
    /// # Errors
    /// When they do not keep to the definition of the tool.
    pub fn parse(tool: Tool, params: &Value) -> Result<Self, CallFault> {
        let Value::Object(fields) = params else {
            return Err(CallFault("The arguments are not a JSON object.".to_owned()));
        };
        let mut reading = ArgumentReader { fields, faults: Vec::new() };
        let change = match tool {
            Tool::AddItem => reading.addition().map(Self::Add),
            Tool::DeleteItem => reading.deletion().map(Self::Delete),
            Tool::EditItem => reading.edit().map(|(label, text)| Self::Edit { label, text }),
        };
        match change {
            Some(change) if reading.faults.is_empty() => Ok(change),
            _ => Err(CallFault(reading.faults.join(" "))),
        }
    }

    /// Checks whether it makes sense at present.
    ///
    /// # Errors
    /// When it names what does not stand, or an edit changes nothing.
    pub fn check(&self, columns: &impl ColumnTexts) -> Result<(), CallFault> {
        let missing: Vec<String> =
            self.named().iter().filter(|label| !columns.exists(**label)).map(ToString::to_string).collect();
        if !missing.is_empty() {
            let what = format!("There is no {} in this discovery. Use labels that it has.", missing.join(" and no "));
            return Err(CallFault(what));
        }
        let Self::Edit { label, text } = self else { return Ok(()) };
        // Who saw the beginning of a text would take away the rest.
        let unseen = || CallFault(format!("{label} is not known here to its end, so it can only be edited by hand."));
        if columns.whole_text(*label).ok_or_else(unseen)? == text {
            return Err(CallFault(format!("{label} says exactly that already.")));
        }
        Ok(())
    }

    /// The labels that it names.
    pub fn named(&self) -> &[EntityLabel] {
        match self {
            Self::Add(addition) => &addition.from,
            Self::Delete(labels) => labels,
            Self::Edit { label, .. } => std::slice::from_ref(label),
        }
    }
}

/// The arguments of one call, and what was found wrong with them.
struct ArgumentReader<'a> {
    fields: &'a Map<String, Value>,
    faults: Vec<String>,
}

impl<'a> ArgumentReader<'a> {
    fn addition(&mut self) -> Option<EntityAddition> {
        let kind = self.kind(&EntityKind::ALL[1..]);
        let text = self.text("text", kind);
        let output_type = self.output_type(kind);
        let from = self.sources(kind);
        Some(EntityAddition { kind: kind?, text: text?, from, output_type })
    }

    fn deletion(&mut self) -> Option<Vec<EntityLabel>> {
        let kind = self.kind(&EntityKind::ALL);
        let labels = self.labels(&["item_id", "item_ids"]);
        if self.given("item_id").or(self.given("item_ids")).is_none() {
            self.fault("item_id is missing: the label of the item to delete.");
        }
        if labels.len() > MAX_LABELS {
            self.fault(format!("At most {MAX_LABELS} items can be deleted at once."));
        }
        self.of_kind(&labels, kind);
        Some(labels)
    }

    fn edit(&mut self) -> Option<(EntityLabel, String)> {
        let kind = self.kind(&EntityKind::ALL);
        let labels = self.labels(&["item_id"]);
        self.of_kind(&labels, kind);
        let text = self.text("new_text", kind);
        match labels[..] {
            [label] => Some((label, text?)),
            [] if self.given("item_id").is_none() => self.none("item_id is missing: the label of the item to edit."),
            [] => None,
            _ => self.none("item_id names several items. Edit one with each call."),
        }
    }

    fn kind(&mut self, offered: &[EntityKind]) -> Option<EntityKind> {
        let names = || offered.iter().map(|kind| kind.as_str()).collect::<Vec<_>>().join(", ");
        match self.given("entity_type") {
            None => self.none(format!("entity_type is missing: one of {}.", names())),
            Some(Value::String(name)) => match EntityKind::parse(name).filter(|kind| offered.contains(kind)) {
                None => self.none(format!("entity_type is {}, which is none of {}.", quoted(name), names())),
                kind => kind,
            },
            Some(_) => self.none("entity_type is not a string."),
        }
    }

    /// Words as a column takes them: an Input's to the letter, others without the white space around them.
    fn text(&mut self, field: &str, kind: Option<EntityKind>) -> Option<String> {
        let text = match self.given(field) {
            None => return self.none(format!("{field} is missing.")),
            Some(Value::String(text)) => normalize(text).text,
            Some(_) => return self.none(format!("{field} is not a string.")),
        };
        let trimmed = text.trim();
        if trimmed.is_empty() {
            return self.none(format!("{field} is empty."));
        }
        if trimmed.chars().nth(MAX_TEXT_CHARS).is_some() {
            return self.none(format!("{field} has more than {MAX_TEXT_CHARS} characters."));
        }
        Some(if kind == Some(EntityKind::Input) { text } else { trimmed.to_owned() })
    }

    fn output_type(&mut self, kind: Option<EntityKind>) -> Option<OutputType> {
        let names = || OutputType::ALL.map(OutputType::as_str).join(", ");
        match (self.given("output_type"), kind) {
            (None, Some(EntityKind::Output)) => self.none(format!("output_type is missing: one of {}.", names())),
            (None, _) => None,
            (Some(_), Some(kind)) if kind != EntityKind::Output => {
                self.none(format!("output_type belongs to an output only, not to {}.", a(kind)))
            }
            (Some(Value::String(name)), _) => match OutputType::parse(name) {
                None => self.none(format!("output_type is {}, which is none of {}.", quoted(name), names())),
                known => known,
            },
            (Some(_), _) => self.none("output_type is not a string."),
        }
    }

    /// Reads what a new item rests on. The specification's own example names the column in the field, and models do as
    /// well.
    fn sources(&mut self, kind: Option<EntityKind>) -> Vec<EntityLabel> {
        const NAMES: [&str; 5] =
            ["related_ids", "related_inputs", "related_facts", "related_insights", "related_recommendations"];
        let labels = self.labels(&NAMES);
        if labels.len() > MAX_LABELS {
            self.fault(format!("related_ids names more than {MAX_LABELS} items."));
        }
        let (Some(kind), Some(above)) = (kind, kind.and_then(EntityKind::above)) else { return labels };
        for label in labels.iter().filter(|label| label.kind != above) {
            self.fault(format!(
                "{label} is {}, but {} rests on {}s only: {}-….",
                a(label.kind),
                a(kind),
                above.as_str(),
                above.letter()
            ));
        }
        labels
    }

    /// Labels in any of these fields, each once: in a list, or several in one string.
    fn labels(&mut self, fields: &[&str]) -> Vec<EntityLabel> {
        let mut labels = Vec::new();
        for field in fields {
            let words: Vec<&str> = match self.given(field) {
                None => continue,
                Some(Value::String(text)) => words_of(text).collect(),
                Some(Value::Array(items)) if items.iter().all(Value::is_string) => {
                    items.iter().filter_map(Value::as_str).flat_map(words_of).collect()
                }
                Some(_) => {
                    self.fault(format!("{field} holds something else than labels."));
                    continue;
                }
            };
            for word in words {
                match EntityLabel::parse(word) {
                    Some(label) => labels.push(label),
                    None => self.fault(format!("{} in {field} is no label such as F-12.", quoted(word))),
                }
            }
        }
        labels.sort_by_key(|label| *label);
        labels.dedup();
        labels
    }

    fn of_kind(&mut self, labels: &[EntityLabel], kind: Option<EntityKind>) {
        let Some(kind) = kind else { return };
        for label in labels.iter().filter(|label| label.kind != kind) {
            self.fault(format!("{label} is {}, not {}.", a(label.kind), a(kind)));
        }
    }

    /// A field that says something: models fill in what they leave out with nothing.
    fn given(&self, field: &str) -> Option<&'a Value> {
        self.fields.get(field).filter(|value| match value {
            Value::Null => false,
            Value::String(text) => field == "text" || field == "new_text" || !text.trim().is_empty(),
            _ => true,
        })
    }

    fn fault(&mut self, fault: impl Into<String>) {
        self.faults.push(fault.into());
    }

    /// As [`Self::fault`], where there is nothing to go on with.
    fn none<T>(&mut self, fault: impl Into<String>) -> Option<T> {
        self.fault(fault);
        None
    }
}

/// "F-1, F-2", "[F-1] [F-2]".
fn words_of(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '[' | ']')).filter(|word| !word.is_empty())
}

fn a(kind: EntityKind) -> String {
    let name = kind.as_str();
    let article = if name.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {name}")
}

/// Enough of a model's own word to know it again.
fn quoted(text: &str) -> String {
    const SHOWN: usize = 60;
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("“{}…”", line[..end].trim_end()),
        None => format!("“{line}”"),
    }
}
