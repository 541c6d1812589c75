//! Knowledge blocks and fields.

use factly_core::knowledge as rules;
use factly_core::message;
use factly_core::values::Value;
use factly_engine::{error::Error, knowledge};
use serde::{Deserialize, Serialize};
use specta::Type;

use super::facts::{SourceKind, ValueType};
use crate::error::{AppError, AppResult};
use crate::locale;

wire_struct! {
    /// A knowledge block, by its lines.
    KnowledgeBlock = knowledge::KnowledgeBlock as block {
        /// "item.dimensions"
        key: String = block.key.as_str().into(),
        /// Grows with every change.
        revision: u32,
        updated: Option<BlockUpdate>,
        markdown: String,
        lines: Vec<BlockLine>,
    }
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct BlockUpdate {
    pub at: i64,
    pub by: UpdatedBy,
    /// The label of the fact that it changed for.
    pub for_fact: Option<String>,
}

#[derive(Clone, Copy, Debug, Serialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum UpdatedBy {
    System,
    User,
    Agent,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct BlockLine {
    /// Of a value that has a place: "Width".
    pub label: Option<String>,
    pub text: String,
    pub role: LineRole,
    pub fact_id: Option<String>,
    /// "F-12"
    pub fact_label: Option<String>,
    /// Its fact came with the last turn.
    pub is_new: bool,
}

/// The content of a line of a block, now or at another time.
#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct BlockWords {
    pub label: Option<String>,
    pub text: String,
    pub role: LineRole,
    pub fact_id: Option<String>,
    pub fact_label: Option<String>,
}

/// The changes of the last turn in a block, beside the lines that it brought.
#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct BlockTurn {
    pub key: String,
    pub changed: Vec<LineChanged>,
    /// Lines that went with it.
    pub removed: Vec<BlockWords>,
    pub contests: Vec<Contest>,
}

/// A line of now, by its fact, with what was said in its place before.
#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct LineChanged {
    pub fact_id: String,
    pub was: BlockWords,
}

/// A fact that contradicts what stands, and waits.
#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Contest {
    pub fact_id: String,
    pub fact_label: String,
    pub text: String,
}

wire_enum! {
    LineRole = rules::LineRole { Value, ByHand, Constraint, Suggested, Decision, Question, Resolved, Check, Note }
}

wire_struct! {
    /// A field of an item or of the project.
    ProjectedField = rules::ItemField as field {
        key: String,
        label: String,
        value: Option<FieldValue> =
            field.value.as_ref().map(|value| {
                let own = FieldValue::from(value);
                if field.description == value.reading() { own } else { FieldValue { reading: field.description.clone(), ..own } }
            }),
        source: FieldSource,
        /// A fact that says otherwise waits for the analyst.
        conflict: bool,
    }
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FieldValue {
    pub value_type: ValueType,
    /// As a reader writes it: "600 cm".
    pub reading: String,
    pub unit: Option<String>,
    pub currency: Option<String>,
    /// For putting values in order: in the base unit of what is measured, or in minor units.
    #[specta(type = Option<i32>)]
    pub amount: Option<f64>,
}

/// The source of a field's value.
#[derive(Clone, Debug, Serialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum FieldSource {
    Nothing,
    Fact { fact_id: String, fact_label: String, source_kind: SourceKind },
    Override { reason: String, set_at: i64, fact_id: String, fact_label: String, computed: Option<FieldValue> },
}

/// Items by their fields.
#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FieldTable {
    pub columns: Vec<FieldColumn>,
    pub rows: Vec<FieldTableRow>,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FieldColumn {
    pub key: String,
    pub label: String,
    pub value_type: ValueType,
    pub unit: Option<String>,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FieldTableRow {
    pub item_id: String,
    /// "i1"
    pub item: String,
    pub name: String,
    pub archived: bool,
    /// One a column.
    pub cells: Vec<ProjectedField>,
}

/// The result of asking a model what is worth adding.
#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Enrichment {
    /// The model that was asked.
    pub model: String,
    pub proposed: Vec<Addition>,
    pub refused: Vec<RefusedAddition>,
}

#[derive(Clone, Debug, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Addition {
    /// "project.constraints"
    pub block: String,
    pub kind: AdditionKind,
    pub text: String,
}

wire_enum! {
    AdditionKind = rules::AdditionKind { Question, Checklist, Constraint, Note }
}

/// The rest of the model's answer, as it came, and why it is not taken.
#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RefusedAddition {
    /// From 1; none is the whole answer.
    pub place: Option<u32>,
    pub sent: String,
    pub why: super::message::UserMessage,
}

impl Enrichment {
    pub(crate) fn new(found: rules::enrich::Enrichment, model: String) -> Self {
        let addition = |one: rules::enrich::ProposedEntry| Addition {
            block: one.block.as_str().into(),
            kind: one.kind.into(),
            text: one.text,
        };
        let refused = |one: rules::enrich::RefusedEntry| RefusedAddition {
            place: one.position.map(super::count),
            sent: one.sent,
            why: one.why.into(),
        };
        Self {
            model,
            proposed: found.proposed.into_iter().map(addition).collect(),
            refused: found.refused.into_iter().map(refused).collect(),
        }
    }
}

impl Addition {
    pub(crate) fn read(self) -> AppResult<rules::enrich::ProposedEntry> {
        let block = rules::BlockKey::parse(&self.block)
            .ok_or_else(|| AppError::from(Error::invalid(message!("There is no block “{}”.", self.block))))?;
        Ok(rules::enrich::ProposedEntry { block, kind: self.kind.into(), text: self.text })
    }
}

impl From<knowledge::Updated> for BlockUpdate {
    fn from(updated: knowledge::Updated) -> Self {
        let by = match updated.by.as_str() {
            "agent" => UpdatedBy::Agent,
            "user" => UpdatedBy::User,
            _ => UpdatedBy::System,
        };
        Self { at: updated.at, by, for_fact: updated.for_fact }
    }
}
wire_from!(BlockUpdate = knowledge::Updated);

impl From<knowledge::BlockLine> for BlockLine {
    fn from(of: knowledge::BlockLine) -> Self {
        let BlockWords { label, text, role, fact_id, fact_label } = of.line.into();
        Self { label, text, role, fact_id, fact_label, is_new: of.changed_in_last_turn }
    }
}
wire_from!(BlockLine = knowledge::BlockLine);

impl From<rules::KnowledgeLine> for BlockWords {
    fn from(line: rules::KnowledgeLine) -> Self {
        let text = line.text_in(locale::language());
        let (fact_id, fact_label) = named(line.trace);
        Self { label: line.label, text, role: line.role.into(), fact_id, fact_label }
    }
}
wire_from!(BlockWords = rules::KnowledgeLine);

impl From<factly_engine::audit::BlockTurn> for BlockTurn {
    fn from(of: factly_engine::audit::BlockTurn) -> Self {
        let changed = of
            .changed
            .into_iter()
            .map(|(now, was)| LineChanged { fact_id: named(now.trace).0.unwrap_or_default(), was: was.into() });
        let contest = |of: factly_engine::audit::Contest| Contest {
            fact_id: of.fact_id.to_string(),
            fact_label: of.fact.to_string(),
            text: of.text,
        };
        Self {
            key: of.key.as_str().into(),
            changed: changed.collect(),
            removed: of.removed.into_iter().map(BlockWords::from).collect(),
            contests: of.contests.into_iter().map(contest).collect(),
        }
    }
}

fn named(trace: rules::FactTrace) -> (Option<String>, Option<String>) {
    (trace.fact_id.map(|id| id.to_string()), trace.fact.map(|label| label.to_string()))
}

impl From<&Value> for FieldValue {
    fn from(value: &Value) -> Self {
        let number = |text: String| text.parse().ok();
        let (unit, currency, amount) = match value {
            Value::Dimension(quantity) => {
                (Some(quantity.unit.symbol().to_owned()), None, number(quantity.base().to_string()))
            }
            Value::Currency(money) => (None, Some(money.currency.code().to_owned()), Some(money.minor as f64)),
            Value::Number(amount) => (None, None, number(amount.to_string())),
            _ => (None, None, None),
        };
        Self { value_type: value.value_type().into(), reading: locale::display(value), unit, currency, amount }
    }
}

impl From<rules::FieldSource> for FieldSource {
    fn from(source: rules::FieldSource) -> Self {
        match source {
            rules::FieldSource::Nothing => Self::Nothing,
            rules::FieldSource::Fact { trace, source_kind } => {
                let (fact_id, fact_label) = named(trace);
                Self::Fact {
                    fact_id: fact_id.unwrap_or_default(),
                    fact_label: fact_label.unwrap_or_default(),
                    source_kind: source_kind.into(),
                }
            }
            rules::FieldSource::Override { reason, set_at, trace, computed } => {
                let (fact_id, fact_label) = named(trace);
                Self::Override {
                    reason,
                    set_at,
                    fact_id: fact_id.unwrap_or_default(),
                    fact_label: fact_label.unwrap_or_default(),
                    computed: computed.as_ref().map(FieldValue::from),
                }
            }
        }
    }
}
wire_from!(FieldSource = rules::FieldSource);

impl From<knowledge::FieldTable> for FieldTable {
    fn from(table: knowledge::FieldTable) -> Self {
        let column = |column: knowledge::TableColumn| FieldColumn {
            key: column.key,
            label: column.label,
            value_type: column.value_type.into(),
            unit: column.unit.map(|unit| unit.symbol().to_owned()),
        };
        let row = |row: knowledge::FieldTableRow| FieldTableRow {
            item_id: row.item.id.to_string(),
            item: row.item.reference(),
            name: row.item.name,
            archived: row.item.archived,
            cells: row.cells.into_iter().map(ProjectedField::from).collect(),
        };
        Self {
            columns: table.columns.into_iter().map(column).collect(),
            rows: table.rows.into_iter().map(row).collect(),
        }
    }
}
