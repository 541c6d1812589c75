//! Items: the things that a discovery is about. Made, named, merged, split and put aside; each is one step of undo.
//!
//! Facts are immutable: those of a merged item keep its scope, and whoever reads them counts them as the other's. What is
//! left out: an item's fields, which knowledge projects from the facts.

mod about;
mod item_mentions;
mod merge;
mod split;

pub(crate) use item_mentions::ItemMentions;
pub(crate) use split::rescope_all;

use factly_core::items::{NameFault, checked_aliases, checked_name};
use factly_core::message;
use factly_core::message::UserMessage;
use factly_core::values::fold;
use uuid::Uuid;

use crate::context::area;
use crate::error::{Code, Error, Result};
use crate::lookup::discovery_row;
use crate::store::items::{ItemRow, NewItem};
use crate::store::{DiscoverySeq, ItemSeq, Op, Reader, Stack, Topic, Writer};

area! {
    /// The items that a discovery is about: named, merged, split.
    Items
}

/// Most characters of an item's description: it is a remark, not a document.
const MAX_DESCRIPTION_CHARS: usize = 4_000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    pub id: Uuid,
    pub number: i64,
    pub name: String,
    /// Other names of it in texts.
    pub aliases: Vec<String>,
    pub description: String,
    /// Put aside: no text is searched for it any more, and its facts stay.
    pub archived: bool,
    /// The number of the item that it was merged into.
    pub merged_into: Option<i64>,
    pub created_at: i64,
}

impl Item {
    /// "i1": how it is named in its discovery, in facts, bundles and tokens.
    pub fn reference(&self) -> String {
        factly_core::items::reference(self.number)
    }
}

impl Items<'_> {
    /// The items of a discovery that stand, by number; archived ones too.
    pub fn list(&self, discovery: Uuid) -> Result<Vec<Item>> {
        self.ctx.read(|r| Ok(r.items(discovery_row(r, discovery)?.seq)?.into_iter().map(item_from).collect()))
    }

    pub fn get(&self, id: Uuid) -> Result<Item> {
        self.ctx.read(|r| Ok(item_from(item_row(r, id)?)))
    }

    /// The item that a reference means: "i1", and where that was merged, what it was merged into.
    pub fn item_meant(&self, discovery: Uuid, reference: &str) -> Result<Item> {
        self.ctx.read(|r| {
            let seq = discovery_row(r, discovery)?.seq;
            r.item_meant(seq, reference)?.map(item_from).ok_or_else(item_not_found)
        })
    }

    /// Adds an item. Its number is never given again.
    pub fn item_add(&self, discovery: Uuid, name: &str, aliases: &[String]) -> Result<Item> {
        let row = self.ctx.read(|r| discovery_row(r, discovery))?;
        let name = named(name)?;
        let aliases = also_named(&name, aliases)?;
        let op = Op::named(Stack::Discovery(row.seq), message!("Add the item “{}”", name));
        let written = self.ctx.write(op, |w| added(w, row.seq, &name, &aliases))?;
        Ok(item_from(written.value))
    }

    pub fn item_rename(&self, item: Uuid, name: &str) -> Result<Item> {
        let name = named(name)?;
        self.change_item(
            item,
            |row| message!("Rename {} to “{}”", row.reference(), name),
            |w, row| {
                check_unused(w, row.discovery, &name, Some(row.seq))?;
                row.aliases = also_named(&name, &row.aliases)?;
                row.name.clone_from(&name);
                Ok(())
            },
        )
    }

    /// Says what texts call an item besides its name, in place of what was said before.
    pub fn item_aliases(&self, item: Uuid, aliases: &[String]) -> Result<Item> {
        self.change_item(
            item,
            |row| message!("Change what {} is also called", row.reference()),
            |_, row| {
                row.aliases = also_named(&row.name, aliases)?;
                Ok(())
            },
        )
    }

    pub fn item_describe(&self, item: Uuid, description: &str) -> Result<Item> {
        let description = described(description)?;
        self.change_item(
            item,
            |row| message!("Describe {}", row.reference()),
            |_, row| {
                description.clone_into(&mut row.description);
                Ok(())
            },
        )
    }

    /// Says anew what an item is called and what it is. One step, however much of it changes.
    pub fn item_edit(&self, item: Uuid, name: &str, aliases: &[String], description: &str) -> Result<Item> {
        let (name, description) = (named(name)?, described(description)?);
        let aliases = also_named(&name, aliases)?;
        self.change_item(
            item,
            |row| message!("Edit {}", row.reference()),
            |w, row| {
                check_unused(w, row.discovery, &name, Some(row.seq))?;
                row.name.clone_from(&name);
                row.aliases.clone_from(&aliases);
                description.clone_into(&mut row.description);
                Ok(())
            },
        )
    }

    /// Puts an item aside or takes it back. Its facts stay as they are.
    pub fn item_archive(&self, item: Uuid, archived: bool) -> Result<Item> {
        self.change_item(
            item,
            |row| match archived {
                true => message!("Archive {}", row.reference()),
                false => message!("Take back {}", row.reference()),
            },
            |_, row| {
                row.archived = archived;
                Ok(())
            },
        )
    }

    /// Takes an item out of which no fact speaks.
    pub fn item_delete(&self, item: Uuid) -> Result<()> {
        let row = self.ctx.read(|r| item_row(r, item))?;
        let op = Op::named(Stack::Discovery(row.discovery), message!("Delete {}", row.reference()));
        self.ctx.write(op, |w| {
            let row = standing_row(w, item)?;
            if w.has_live_facts_of_item(row.discovery, row.number)? {
                return Err(Error::refused(message!("There are facts about “{}”.", row.name))
                    .hint("Archive it, or merge it into another item: its facts go along."));
            }
            w.hide_item(row.seq)?;
            finish(w, row.discovery)
        })?;
        Ok(())
    }

    /// Changes one row as one step.
    fn change_item(
        &self,
        item: Uuid,
        name: impl FnOnce(&ItemRow) -> UserMessage,
        change: impl FnOnce(&mut Writer<'_>, &mut ItemRow) -> Result<()>,
    ) -> Result<Item> {
        let row = self.ctx.read(|r| standing_row(r, item))?;
        let written = self.ctx.write(Op::named(Stack::Discovery(row.discovery), name(&row)), |w| {
            let before = standing_row(w, item)?;
            let mut row = before.clone();
            change(w, &mut row)?;
            if row != before {
                w.update_item(&row)?;
                finish(w, row.discovery)?;
            }
            Ok(row)
        })?;
        Ok(item_from(written.value))
    }
}

/// Adds an item within a step.
pub(crate) fn added(w: &mut Writer<'_>, discovery: DiscoverySeq, name: &str, aliases: &[String]) -> Result<ItemRow> {
    check_unused(w, discovery, name, None)?;
    let seq = w.insert_item(&NewItem { discovery, name, aliases, description: "" })?;
    finish(w, discovery)?;
    w.item_at(seq)?.ok_or_else(item_not_found)
}

/// Two items of one name could be told apart by nobody who reads it.
fn check_unused(r: &Reader, discovery: DiscoverySeq, name: &str, but: Option<ItemSeq>) -> Result<()> {
    let wanted = fold(name);
    let items = r.items(discovery)?;
    match items.iter().find(|item| Some(item.seq) != but && fold(&item.name) == wanted) {
        Some(item) => Err(Error::refused(message!("“{}” is {} already.", item.name, item.reference()))
            .hint("Give this one a name that tells them apart.")),
        None => Ok(()),
    }
}

fn finish(w: &mut Writer<'_>, discovery: DiscoverySeq) -> Result<()> {
    w.touch_discovery(discovery)?;
    w.topic(Topic::Knowledge);
    Ok(())
}

pub(crate) fn named(name: &str) -> Result<String> {
    checked_name(name).map_err(|fault| no_name(&fault))
}

pub(crate) fn also_named(name: &str, aliases: &[String]) -> Result<Vec<String>> {
    checked_aliases(name, aliases.iter().map(String::as_str)).map_err(|fault| no_name(&fault))
}

fn described(description: &str) -> Result<&str> {
    let description = description.trim();
    if description.chars().count() > MAX_DESCRIPTION_CHARS {
        return Err(Error::invalid(message!("A description has at most {} characters.", MAX_DESCRIPTION_CHARS)));
    }
    Ok(description)
}

fn no_name(fault: &NameFault) -> Error {
    let code = if *fault == NameFault::Empty { Code::Empty } else { Code::Invalid };
    Error::new(code, fault.message().sentence())
}

pub(crate) fn item_row(r: &Reader, id: Uuid) -> Result<ItemRow> {
    r.item(id)?.ok_or_else(item_not_found)
}

/// One that was not merged into another.
fn standing_row(r: &Reader, id: Uuid) -> Result<ItemRow> {
    let row = item_row(r, id)?;
    match row.merged_into {
        Some(into) => Err(Error::refused(message!("{} was merged into i{}.", row.reference(), into))
            .hint("Undo the merge, or change the other item.")),
        None => Ok(row),
    }
}

fn item_not_found() -> Error {
    Error::not_found("There is no such item.").hint("It may have been undone: redo brings it back.")
}

pub(crate) fn item_from(row: ItemRow) -> Item {
    Item {
        id: row.id,
        number: row.number,
        name: row.name,
        aliases: row.aliases,
        description: row.description,
        archived: row.archived,
        merged_into: row.merged_into,
        created_at: row.created_at,
    }
}
