//! Discoveries, and the sample.

use factly_engine::Library;
use factly_engine::discovery::{Discovery, DiscoveryChange};
use factly_engine::error::Result;
use factly_engine::facts::FactFilter;
use factly_engine::keys::{PackOffer, offered_packs};
use serde_json::{Value, json};
use uuid::Uuid;

use super::{facts, inputs};
use crate::args::DiscoveryCommand;
use crate::out::{Out, short, table};
use crate::progress::ProgressLine;

pub(super) fn run(library: &Library, command: DiscoveryCommand, out: &mut Out) -> Result<()> {
    match command {
        DiscoveryCommand::Create { title, goal, packs } => {
            one(&library.discoveries().create_with(&title, &goal, named(packs).as_deref())?, out)
        }
        DiscoveryCommand::Packs { goal } => packs(&goal, out),
        DiscoveryCommand::List { archived, search } => list(library, search.as_deref(), archived, out),
        DiscoveryCommand::Show { discovery } => show(library, library.names().find_discovery(&discovery)?, out),
        DiscoveryCommand::Update { discovery, title, goal, stage, packs, kind } => {
            let (stage, kind) = (stage.map(Into::into), kind.map(Into::into));
            let change = DiscoveryChange { title, goal, stage, packs: named(packs), kind };
            one(&library.discoveries().update(library.names().find_discovery(&discovery)?, change)?, out)
        }
        DiscoveryCommand::Archive { discovery, back } => {
            one(&library.discoveries().archive(library.names().find_discovery(&discovery)?, !back)?, out)
        }
        DiscoveryCommand::Delete { discovery } => {
            let id = library.names().find_discovery(&discovery)?;
            library.discoveries().delete(id)?;
            out.print(
                || json!({ "id": id, "deleted": true }),
                |lines| writeln!(lines, "Deleted; `factly undo` brings it back."),
            )
        }
    }
}

/// None where nobody named any.
fn named(packs: Vec<String>) -> Option<Vec<String>> {
    (!packs.is_empty()).then(|| packs.into_iter().filter(|pack| pack != "none").collect())
}

fn packs(goal: &str, out: &mut Out) -> Result<()> {
    let offered = offered_packs(goal);
    let json =
        |pack: &PackOffer| json!({ "name": pack.name, "about": pack.about, "keys": pack.keys, "fits": pack.fits });
    let fits = |pack: &PackOffer| match pack.fits.as_slice() {
        [] => String::new(),
        words => format!("fits: {}", words.join(", ")),
    };
    let row = |pack: &PackOffer| {
        vec![pack.name.to_owned(), format!("{} keys", pack.keys), fits(pack), short(&pack.about, 90)]
    };
    out.print(|| offered.iter().map(json).collect(), |lines| table(lines, &offered.iter().map(row).collect::<Vec<_>>()))
}

fn one(discovery: &Discovery, out: &mut Out) -> Result<()> {
    out.print(|| crate::json::discovery(discovery), |lines| writeln!(lines, "{}  {}", discovery.id, discovery.title))
}

fn list(library: &Library, search: Option<&str>, archived: bool, out: &mut Out) -> Result<()> {
    let found = library.discoveries().list(search, archived)?;
    out.print(
        || found.iter().map(crate::json::discovery).collect(),
        |lines| {
            let row = |discovery: &Discovery| {
                let counts = format!("{} Inputs", discovery.inputs);
                let facts = format!("{} facts, {} waiting", discovery.facts, discovery.waiting);
                vec![discovery.id.to_string(), short(&discovery.title, 60), counts, facts]
            };
            table(lines, &found.iter().map(row).collect::<Vec<_>>())
        },
    )
}

fn show(library: &Library, id: Uuid, out: &mut Out) -> Result<()> {
    let detail = library.discoveries().get(id)?;
    let inputs = detail.inputs.iter().map(|input| inputs::with_bundles(library, input)).collect::<Result<Vec<_>>>()?;
    out.print(
        || {
            let mut value = crate::json::discovery(&detail.discovery);
            if let Value::Object(fields) = &mut value {
                fields.insert("suggested_kind".to_owned(), detail.suggested_kind.as_str().into());
                fields.insert("inputs".to_owned(), inputs.into_iter().collect());
            }
            value
        },
        |lines| {
            let discovery = &detail.discovery;
            writeln!(lines, "{}  {}", discovery.id, discovery.title)?;
            if !discovery.goal.is_empty() {
                writeln!(lines, "Goal: {}", discovery.goal)?;
            }
            match discovery.kind {
                Some(kind) => writeln!(lines, "Kind: {}", kind.as_str())?,
                None => writeln!(lines, "Kind: {} (suggested)", detail.suggested_kind.as_str())?,
            }
            let stage = discovery.stage.as_str();
            writeln!(lines, "Packs of keys: {}", or_none(&discovery.packs))?;
            writeln!(lines, "Stage: {stage}; {} facts, {} waiting", discovery.facts, discovery.waiting)?;
            table(lines, &detail.inputs.iter().map(inputs::row).collect::<Vec<_>>())
        },
    )
}

fn or_none(packs: &[String]) -> String {
    if packs.is_empty() { "none".to_owned() } else { packs.join(", ") }
}

pub(super) fn demo(library: &Library, out: &mut Out) -> Result<()> {
    let made = library.sample().create_sample(&ProgressLine::new())?;
    if !out.is_json {
        show(library, made.id, out)?;
        return facts::print_all(library, made.id, &FactFilter::default(), out);
    }
    let inputs = library.inputs().list(made.id)?;
    let inputs = inputs.iter().map(|input| inputs::with_bundles(library, input)).collect::<Result<Vec<_>>>()?;
    let facts = facts::all(library, made.id, &FactFilter::default())?;
    let mut value = crate::json::discovery(&made);
    if let Value::Object(fields) = &mut value {
        fields.insert("inputs".to_owned(), inputs.into_iter().collect());
        fields.insert("facts".to_owned(), facts.iter().map(crate::json::fact).collect());
    }
    out.print(|| value, |_| Ok(()))
}
