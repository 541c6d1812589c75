//! The ledger, the blocks and the items as they stood.

use factly_core::knowledge::{ItemField, KnowledgeLine, LineOutcome};
use factly_core::values::{Value as CoreValue, fold};
use factly_engine::Library;
use factly_engine::audit::{
    BlockThen, BlocksThen, FactChanges, FactThen, FieldThen, ItemThen, LineThen, Moment, PastFilter, Point,
};
use factly_engine::error::Result;
use factly_engine::facts::FactFilter;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::json;
use crate::lines::item_row;
use crate::out::{Out, short, table};
use crate::resolve::no_such_item;

/// Number of facts requested at once.
const PAGE: u32 = 1_000;

pub(super) fn facts(
    library: &Library,
    discovery: Uuid,
    filter: &FactFilter,
    point: &str,
    which: PastFilter,
    out: &mut Out,
) -> Result<()> {
    let point = Point::parse(point)?;
    let mut page = library.audit().facts_as_of(discovery, point, filter, which, None, PAGE)?;
    let (moment, since) = (page.moment.clone(), page.since);
    let mut all = std::mem::take(&mut page.facts);
    while let Some(after) = page.next.take() {
        page = library.audit().facts_as_of(discovery, point, filter, which, Some(&after), PAGE)?;
        all.append(&mut page.facts);
    }
    out.print(
        || json!({ "as_of": moment_json(&moment), "since": since_json(&since), "facts": all.iter().map(then).collect::<Vec<_>>() }),
        |lines| {
            writeln!(lines, "{}", describe_moment(&moment))?;
            table(lines, &all.iter().map(row).collect::<Vec<_>>())
        },
    )
}

pub(super) fn run(library: &Library, discovery: &str, item: Option<&str>, point: &str, out: &mut Out) -> Result<()> {
    blocks(
        &library.audit().blocks_as_of(library.names().find_discovery(discovery)?, item, Point::parse(point)?)?,
        false,
        out,
    )
}

pub(super) fn blocks(seen: &BlocksThen, markdown: bool, out: &mut Out) -> Result<()> {
    if markdown && !out.is_json {
        let all: Vec<&str> = seen.blocks.iter().map(|block| block.markdown.as_str()).collect();
        return out.exactly(&all.join("\n"));
    }
    out.print(
        || json!({ "as_of": moment_json(&seen.moment), "blocks": seen.blocks.iter().map(block_json).collect::<Vec<_>>() }),
        |lines| {
            writeln!(lines, "{}", describe_moment(&seen.moment))?;
            for block in seen.blocks.iter().filter(|block| !block.lines.is_empty() || !block.came.is_empty()) {
                writeln!(lines, "\n{}", block.key.title())?;
                for LineThen { line, now } in &block.lines {
                    let now = match now {
                        LineOutcome::Unchanged => String::new(),
                        LineOutcome::Changed(now) => format!("  (now {})", line_text(now)),
                        LineOutcome::Removed => "  (not any more)".to_owned(),
                    };
                    writeln!(lines, "  {}{now}", line.plain())?;
                }
                block.came.iter().try_for_each(|line| writeln!(lines, "  {}  (came since)", line.plain()))?;
            }
            Ok(())
        },
    )
}

pub(super) fn items(library: &Library, discovery: Uuid, point: &str, out: &mut Out) -> Result<()> {
    let seen = library.audit().items_as_of(discovery, Point::parse(point)?)?;
    out.print(
        || {
            let items: Vec<Value> = seen.items.iter().map(item_then).collect();
            let came: Vec<Value> = seen.came.iter().map(json::item).collect();
            json!({ "as_of": moment_json(&seen.moment), "items": items, "came_since": came })
        },
        |lines| {
            writeln!(lines, "{}", describe_moment(&seen.moment))?;
            let then = seen.items.iter().map(|one| [item_row(&one.item), vec![item_now(one)]].concat());
            let came = seen.came.iter().map(|item| [item_row(item), vec!["came since".to_owned()]].concat());
            table(lines, &then.chain(came).collect::<Vec<_>>())
        },
    )
}

pub(super) fn item(library: &Library, discovery: Uuid, item: &str, point: &str, out: &mut Out) -> Result<()> {
    let point = Point::parse(point)?;
    let wanted = fold(item);
    let all = library.audit().items_as_of(discovery, point)?.items;
    let one = all.into_iter().find(|one| one.item.reference() == item || fold(&one.item.name) == wanted);
    let one = one.ok_or_else(|| no_such_item(item))?;
    let seen = library.audit().fields_then(discovery, &one.item.reference(), point)?;
    out.print(
        || {
            let mut value = item_then(&one);
            value["as_of"] = moment_json(&seen.moment);
            value["fields"] = seen.fields.iter().map(field_then).collect();
            value
        },
        |lines| {
            writeln!(lines, "{}", describe_moment(&seen.moment))?;
            table(lines, &[[item_row(&one.item), vec![item_now(&one)]].concat()])?;
            let rows = seen.fields.iter().map(|then| {
                let now =
                    if then.has_changed() { format!("now {}", reading(then.now.as_ref())) } else { String::new() };
                vec![format!("  {}", then.field.label), reading(Some(&then.field)), now]
            });
            table(lines, &rows.collect::<Vec<_>>())
        },
    )
}

fn item_then(one: &ItemThen) -> Value {
    let mut value = json::item(&one.item);
    value["now"] = json!(one.now.as_ref().map(json::item));
    value
}

/// Returns what became of an item, where something did.
fn item_now(one: &ItemThen) -> String {
    match &one.now {
        None => "now deleted".to_owned(),
        Some(now) if now.number != one.item.number => format!("now part of {} {}", now.reference(), now.name),
        Some(now) if now.name != one.item.name => format!("now “{}”", now.name),
        Some(now) if now.archived != one.item.archived => {
            if now.archived { "now archived" } else { "not archived any more" }.to_owned()
        }
        Some(now) if now.aliases != one.item.aliases || now.description != one.item.description => {
            "now described otherwise".to_owned()
        }
        Some(_) => String::new(),
    }
}

fn field_then(then: &FieldThen) -> Value {
    json!({
        "key": then.field.key,
        "value": then.field.value.as_ref().map(CoreValue::reading),
        "now": then.now.as_ref().and_then(|now| now.value.as_ref()).map(CoreValue::reading),
        "changed": then.has_changed(),
    })
}

fn reading(field: Option<&ItemField>) -> String {
    field.and_then(|field| field.value.as_ref()).map_or_else(|| "–".to_owned(), CoreValue::reading)
}

/// "As of step 12, Accept F-3; 4 steps since".
fn describe_moment(moment: &Moment) -> String {
    let step = match &moment.name {
        Some(name) => format!("step {}, {name}", moment.step),
        None => "the beginning".to_owned(),
    };
    format!("As of {step}; {} steps since", moment.since)
}

fn row(one: &FactThen) -> Vec<String> {
    let now = match one.now {
        _ if !one.has_changed() => String::new(),
        Some((status, _)) => format!("now {}", status.as_str()),
        None => "now deleted".to_owned(),
    };
    let fact = &one.fact;
    vec![fact.label.clone(), fact.status.as_str().to_owned(), now, fact.key.clone(), short(&fact.text, 80)]
}

fn then(one: &FactThen) -> Value {
    let mut value = json::fact(&one.fact);
    value["now"] = json!(one.now.map(|(status, _)| status.as_str()));
    value["changed"] = json!(one.has_changed());
    value
}

fn moment_json(moment: &Moment) -> Value {
    json!({ "step": moment.step, "name": moment.name, "at": moment.at, "steps_since": moment.since })
}

fn since_json(since: &FactChanges) -> Value {
    json!({
        "added": since.added, "deleted": since.removed, "accepted": since.accepted, "rejected": since.rejected,
        "superseded": since.superseded, "conflict": since.conflict, "proposed": since.proposed,
        "reviewed": since.reviewed,
    })
}

fn block_json(block: &BlockThen) -> Value {
    let line = |LineThen { line, now }: &LineThen| {
        let mut value = line_json(line);
        value["stands"] = json!(*now == LineOutcome::Unchanged);
        value["now"] = if let LineOutcome::Changed(now) = now { line_json(now) } else { Value::Null };
        value
    };
    let json: Value = serde_json::from_str(&block.json).unwrap_or_default();
    json!({
        "key": block.key.as_str(), "json": json, "markdown": block.markdown,
        "lines": block.lines.iter().map(line).collect::<Vec<_>>(),
        "came_since": block.came.iter().map(line_json).collect::<Vec<_>>(),
    })
}

fn line_json(line: &KnowledgeLine) -> Value {
    json!({ "label": line.label, "text": line.text, "fact": line.trace.fact.map(|fact| fact.to_string()) })
}

/// "7 m  F-9": the label is that of the line in whose place it is.
fn line_text(line: &KnowledgeLine) -> String {
    line.trace.fact.map_or_else(|| line.text.clone(), |fact| format!("{}  {fact}", line.text))
}
