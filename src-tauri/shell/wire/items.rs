//! Items, the table of their fields, and both as they stood.

use factly_core::knowledge as rules;
use factly_engine::{audit, items};
use serde::Serialize;
use specta::Type;

use super::{facts::ValueType, knowledge::ProjectedField};
use crate::locale;

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Item {
    pub id: String,
    /// "i1": how facts, bundles and tokens name it.
    pub reference: String,
    pub name: String,
    pub aliases: Vec<String>,
    pub description: String,
    pub archived: bool,
    /// As texts have it: "@item(i1:Backdrop)".
    pub token: String,
}

/// Items by their fields, each column in one unit.
#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ItemTable {
    pub columns: Vec<ItemColumn>,
    pub rows: Vec<ItemTableRow>,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ItemColumn {
    pub key: String,
    pub label: String,
    pub value_type: ValueType,
    pub unit: Option<String>,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ItemTableRow {
    pub item: Item,
    /// One a column.
    pub cells: Vec<ItemCell>,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ItemCell {
    /// In the column's unit, which is not said again.
    pub shown: String,
    /// As the source has it.
    pub reading: String,
    /// The rank of this value in its column, from the least; none for words.
    pub order: Option<u32>,
    /// Set by the analyst over what the facts say.
    pub by_hand: bool,
    pub fact_id: Option<String>,
    pub conflict: bool,
}

wire_struct! {
    /// The items as they stood.
    ItemsThen = audit::ItemsThen {
        items: Vec<ItemThen>,
        /// Items that are there now and were not then.
        came: Vec<Item>,
    }
}

wire_struct! {
    ItemThen = audit::ItemThen {
        item: Item,
        /// As it is now, or the one that it was merged into; none: it is gone.
        now: Option<Item>,
    }
}

wire_struct! {
    /// A field as it stood.
    FieldThen = audit::FieldThen as of {
        /// It says something else now.
        changed: bool = of.has_changed(),
        field: ProjectedField,
        /// None: the item is gone.
        now: Option<ProjectedField>,
    }
}

impl From<items::Item> for Item {
    fn from(of: items::Item) -> Self {
        let reference = of.reference();
        Self {
            id: of.id.to_string(),
            token: factly_core::items::token::write(&reference, &of.name),
            reference,
            name: of.name,
            aliases: of.aliases,
            description: of.description,
            archived: of.archived,
        }
    }
}
wire_from!(Item = items::Item);

impl From<factly_engine::knowledge::ItemTable> for ItemTable {
    fn from(of: factly_engine::knowledge::ItemTable) -> Self {
        let column = |column: factly_engine::knowledge::ItemColumn| ItemColumn {
            key: column.key,
            label: column.label,
            value_type: column.value_type.into(),
            unit: column.unit.map(|unit| unit.symbol().to_owned()),
        };
        let row = |row: factly_engine::knowledge::ItemRowOfTable| ItemTableRow {
            item: row.item.into(),
            cells: row.cells.into_iter().map(ItemCell::from).collect(),
        };
        Self { columns: of.columns.into_iter().map(column).collect(), rows: of.rows.into_iter().map(row).collect() }
    }
}

impl From<factly_engine::knowledge::ItemCell> for ItemCell {
    fn from(of: factly_engine::knowledge::ItemCell) -> Self {
        let (by_hand, trace) = match of.source {
            rules::FieldSource::Nothing => (false, None),
            rules::FieldSource::Fact { trace, .. } => (false, Some(trace)),
            rules::FieldSource::Override { trace, .. } => (true, Some(trace)),
        };
        let own = of.value.as_ref().map(|value| (value.reading(), locale::display(value)));
        let display = |text: String| match &own {
            Some((english, local)) if *english == text => local.clone(),
            _ => text,
        };
        Self {
            shown: display(of.shown),
            reading: display(of.reading),
            order: of.order,
            by_hand,
            fact_id: trace.and_then(|trace| trace.fact_id).map(|id| id.to_string()),
            conflict: of.conflict,
        }
    }
}
