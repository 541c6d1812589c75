//! Items and their fields as they stood, and what became of them since.

use std::collections::HashSet;

use factly_core::knowledge::ItemField;
use uuid::Uuid;

use crate::audit::Audit;
use crate::audit::as_of::{Moment, PastFacts, Point};
use crate::error::Result;
use crate::items::Items;
use crate::items::{Item, item_from};
use crate::knowledge::Knowledge;
use crate::store::Reader;
use crate::store::items::ItemRow;

/// The items of a discovery as they stood.
#[derive(Clone, Debug)]
pub struct ItemsThen {
    pub moment: Moment,
    pub items: Vec<ItemThen>,
    /// Items that are there now and were not then, by number.
    pub came: Vec<Item>,
}

#[derive(Clone, Debug)]
pub struct ItemThen {
    pub item: Item,
    /// As it is now, or the one that it was merged into; none: it is gone.
    pub now: Option<Item>,
}

/// The fields of an item as they stood.
#[derive(Clone, Debug)]
pub struct FieldsThen {
    pub moment: Moment,
    pub fields: Vec<FieldThen>,
}

/// A field that held a value then, or holds one now.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldThen {
    pub field: ItemField,
    /// None: the item is gone.
    pub now: Option<ItemField>,
}

impl FieldThen {
    /// Returns whether it says something else now.
    pub fn has_changed(&self) -> bool {
        self.now.as_ref().and_then(|now| now.value.as_ref()) != self.field.value.as_ref()
    }
}

impl Audit<'_> {
    /// The items that stood, by number; archived ones too.
    pub fn items_as_of(&self, discovery: Uuid, point: Point) -> Result<ItemsThen> {
        let (moment, then) =
            self.looking_back(discovery, point, PastFacts::NoFacts, |r, row, _| Ok(r.items(row.seq)?))?;
        let standing = Items::new(self.ctx).list(discovery)?;
        let known: HashSet<i64> = then.iter().map(|row| row.number).collect();
        let came = standing.into_iter().filter(|item| !known.contains(&item.number)).collect();
        let items = self.ctx.read(|r| then.into_iter().map(|row| with_now(r, row)).collect::<Result<_>>())?;
        Ok(ItemsThen { moment, items, came })
    }

    /// The fields of an item as they stood, beside what they are now.
    pub fn fields_then(&self, discovery: Uuid, item: &str, point: Point) -> Result<FieldsThen> {
        let (moment, then) = self.fields_as_of(discovery, Some(item), point)?;
        // An item that is gone now has no fields now.
        let now = Knowledge::new(self.ctx).fields(discovery, Some(item)).unwrap_or_default();
        let beside_now =
            |field: ItemField| FieldThen { now: now.iter().find(|now| now.key == field.key).cloned(), field };
        let holds =
            |then: &FieldThen| then.field.value.is_some() || then.now.as_ref().is_some_and(|now| now.value.is_some());
        Ok(FieldsThen { moment, fields: then.into_iter().map(beside_now).filter(holds).collect() })
    }
}

fn with_now(r: &Reader, row: ItemRow) -> Result<ItemThen> {
    let now = r.item_meant(row.discovery, &row.reference())?.map(item_from);
    Ok(ItemThen { item: item_from(row), now })
}
