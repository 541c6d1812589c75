//! Items: the things that a discovery is about.

mod proposals;

pub(super) use proposals::terms_json;

use factly_core::items::number_of;
use factly_core::knowledge::{FieldSource, ItemField};
use factly_core::values::fold;
use factly_engine::Library;
use factly_engine::error::Result;
use factly_engine::items::Item;
use factly_engine::knowledge::{ItemTable, TableView};
use serde_json::{Value, json};
use uuid::Uuid;

use super::point_in_time;
use crate::args::ItemCommand;
use crate::json;
use crate::lines::item_row;
use crate::out::{Out, table};
use crate::resolve::no_such_item;

pub(super) fn run(library: &Library, command: ItemCommand, out: &mut Out) -> Result<()> {
    let at = |discovery: &str| library.names().find_discovery(discovery);
    let of = |discovery: &str, item: &str| named(library, at(discovery)?, item);
    match command {
        ItemCommand::List { discovery, as_of: Some(point) } => {
            point_in_time::items(library, at(&discovery)?, &point, out)
        }
        ItemCommand::List { discovery, as_of: None } => list(&library.items().list(at(&discovery)?)?, out),
        ItemCommand::Add { discovery, name, aliases } => {
            one(&library.items().item_add(at(&discovery)?, &name, &aliases)?, out)
        }
        ItemCommand::Proposals { discovery } => proposals::list(library, at(&discovery)?, out),
        ItemCommand::Confirm { discovery, proposals, all: _, name, into } => {
            let into = into.map(|item| of(&discovery, &item)).transpose()?.map(|item| item.reference());
            proposals::confirm(library, at(&discovery)?, &proposals, name, into, out)
        }
        ItemCommand::Show { discovery, item, as_of: Some(point) } => {
            point_in_time::item(library, at(&discovery)?, &item, &point, out)
        }
        ItemCommand::Show { discovery, item, as_of: None } => {
            show(library, at(&discovery)?, &of(&discovery, &item)?, out)
        }
        ItemCommand::Rename { discovery, item, name } => {
            one(&library.items().item_rename(of(&discovery, &item)?.id, &name)?, out)
        }
        ItemCommand::Alias { discovery, item, aliases } => {
            one(&library.items().item_aliases(of(&discovery, &item)?.id, &aliases)?, out)
        }
        ItemCommand::Describe { discovery, item, text } => {
            one(&library.items().item_describe(of(&discovery, &item)?.id, &text)?, out)
        }
        ItemCommand::Archive { discovery, item, back } => {
            one(&library.items().item_archive(of(&discovery, &item)?.id, !back)?, out)
        }
        ItemCommand::Delete { discovery, item } => {
            let item = of(&discovery, &item)?;
            library.items().item_delete(item.id)?;
            let deleted = json!({ "id": item.id, "deleted": true });
            out.print(|| deleted, |lines| writeln!(lines, "Deleted; `factly undo` brings it back."))
        }
        ItemCommand::Merge { discovery, item, into } => {
            let (item, into) = (of(&discovery, &item)?, of(&discovery, &into)?);
            one(&library.items().item_merge(item.id, into.id)?, out)
        }
        ItemCommand::Split { discovery, item, name, keys } => {
            one(&library.items().item_split(of(&discovery, &item)?.id, &name, &[], &keys)?, out)
        }
        ItemCommand::Of { discovery, fact, item, made } => {
            let fact = library.names().find_fact(&fact, Some(at(&discovery)?))?;
            let item = item.map(|item| of(&discovery, &item)).transpose()?.map(|item| item.reference());
            let fact = match made {
                Some(name) => library.items().fact_set_new_item(fact, &name)?,
                None => library.items().fact_set_item(fact, item.as_deref())?,
            };
            out.print(|| json::fact(&fact), |lines| writeln!(lines, "{}  {}", fact.label, fact.text))
        }
        ItemCommand::Table { discovery, csv, keys, output } => {
            let (discovery, keys) = (at(&discovery)?, (!keys.is_empty()).then_some(keys));
            let shown = TableView { keys: keys.as_deref(), ..TableView::default() };
            match output {
                Some(path) => library.knowledge().item_table_save(discovery, shown, &path),
                None if csv => out.exactly(&library.knowledge().item_table_csv(discovery, shown)?),
                None => by_fields(&library.knowledge().item_table(discovery)?, out),
            }
        }
    }
}

/// By its reference, or by its name as texts write it.
fn named(library: &Library, discovery: Uuid, name: &str) -> Result<Item> {
    if number_of(name).is_some() {
        return library.items().item_meant(discovery, name);
    }
    let wanted = fold(name);
    let mut found = library.items().list(discovery)?.into_iter().filter(|item| fold(&item.name) == wanted);
    found.next().ok_or_else(|| no_such_item(name))
}

fn one(item: &Item, out: &mut Out) -> Result<()> {
    out.print(|| json::item(item), |lines| table(lines, &[item_row(item)]))
}

fn list(items: &[Item], out: &mut Out) -> Result<()> {
    out.print(
        || items.iter().map(json::item).collect(),
        |lines| table(lines, &items.iter().map(item_row).collect::<Vec<_>>()),
    )
}

fn show(library: &Library, discovery: Uuid, item: &Item, out: &mut Out) -> Result<()> {
    let fields = library.knowledge().fields(discovery, Some(&item.reference()))?;
    let held =
        || fields.iter().filter(|field| !field.description.is_empty()).map(|field| (field, field.description.clone()));
    let object = |of: &dyn Fn(&ItemField, String) -> Value| {
        Value::Object(held().map(|(field, reading)| (field.key.clone(), of(field, reading))).collect())
    };
    out.print(
        || {
            let mut value = json::item(item);
            value["fields"] = object(&|_, reading| Value::from(reading));
            value["sources"] = object(&|field, _| source_json(&field.source));
            value
        },
        |lines| {
            table(lines, &[item_row(item)])?;
            item.description.lines().try_for_each(|line| writeln!(lines, "  {line}"))?;
            let rows =
                held().map(|(field, reading)| vec![format!("  {}", field.label), reading, said_by(&field.source)]);
            table(lines, &rows.collect::<Vec<_>>())
        },
    )
}

fn source_json(source: &FieldSource) -> Value {
    match source {
        FieldSource::Nothing => Value::Null,
        FieldSource::Fact { trace, source_kind } => {
            json!({ "kind": source_kind.as_str(), "fact": trace.fact.map(|fact| fact.to_string()) })
        }
        FieldSource::Override { reason, computed, .. } => json!({
            "kind": "override", "reason": reason, "computed": computed.as_ref().map(|value| value.reading()),
        }),
    }
}

/// "F-3, user", or the reason of what is set by hand.
fn said_by(source: &FieldSource) -> String {
    match source {
        FieldSource::Nothing => String::new(),
        FieldSource::Fact { trace, source_kind } => {
            let fact = trace.fact.map(|fact| fact.to_string()).unwrap_or_default();
            format!("{fact}, {}", source_kind.as_str())
        }
        FieldSource::Override { reason, computed, .. } => {
            let facts = computed.as_ref().map(|value| format!(" (the facts say {})", value.reading()));
            format!("set by hand: {reason}{}", facts.unwrap_or_default())
        }
    }
}

fn by_fields(of: &ItemTable, out: &mut Out) -> Result<()> {
    out.print(
        || {
            let row = |row: &factly_engine::knowledge::ItemRowOfTable| {
                let mut value = json::item(&row.item);
                let cells = of.columns.iter().zip(&row.cells);
                let fields =
                    cells.map(|(column, cell)| (column.key.clone(), Value::from(cell.shown.clone()))).collect();
                if let Value::Object(of) = &mut value {
                    of.insert("fields".to_owned(), Value::Object(fields));
                }
                value
            };
            of.rows.iter().map(row).collect()
        },
        |lines| {
            let heading = of.columns.iter().map(|column| match column.unit {
                Some(unit) => format!("{} ({unit})", column.label),
                None => column.label.clone(),
            });
            let mut rows = vec![["Item".to_owned(), "Name".to_owned()].into_iter().chain(heading).collect()];
            rows.extend(of.rows.iter().map(|row| {
                let cells = row.cells.iter().map(|cell| cell.shown.clone());
                [row.item.reference(), row.item.name.clone()].into_iter().chain(cells).collect::<Vec<_>>()
            }));
            table(lines, &rows)
        },
    )
}
