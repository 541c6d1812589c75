//! Copies of the library, which can be looked at and restored whether or not it opens.

use std::path::Path;

use factly_core::message;
use factly_engine::Library;
use factly_engine::discovery::Discovery;
use factly_engine::error::{Code, Error, Result};
use factly_engine::store::{BackupInfo, Backups, CopiedDiscovery};
use factly_engine::world::World;
use serde_json::{Value, json};

use crate::args::BackupCommand;
use crate::open_library::explain_empty_file;
use crate::out::{Out, short, table};

pub(crate) fn run(path: &Path, command: BackupCommand, out: &mut Out) -> Result<()> {
    let copies = Backups::for_library(path);
    match command {
        BackupCommand::List => list(&copies, out),
        BackupCommand::Make => {
            let library = Library::open(path, World::system()).map_err(|error| explain_empty_file(path, error))?;
            let made = library.back_up()?;
            out.print(|| as_json(&made), |lines| table(lines, &[row(&made)]))
        }
        BackupCommand::Preview { copy } => {
            let (info, held) = copies.holds(&copy)?;
            preview(&info, &held, &now(path), out)
        }
        BackupCommand::Restore { copy } => {
            let previous = copies.restore(&copy, &World::system())?;
            let previous = previous.map(|path| path.display().to_string());
            out.print(
                || json!({ "restored": copy, "kept": previous }),
                |lines| match &previous {
                    Some(previous) => writeln!(lines, "Restored; what was there is kept as {previous}"),
                    None => writeln!(lines, "Restored."),
                },
            )
        }
    }
}

fn list(copies: &Backups, out: &mut Out) -> Result<()> {
    let found =
        copies.list().map_err(|error| Error::new(Code::Io, message!("The copies cannot be read: {}.", error)))?;
    out.print(|| found.iter().map(as_json).collect(), |lines| table(lines, &found.iter().map(row).collect::<Vec<_>>()))
}

/// The discoveries there are at present; none where the library cannot be opened.
fn now(path: &Path) -> Vec<Discovery> {
    let Some(library) = path.exists().then(|| Library::open(path, World::system()).ok()).flatten() else {
        return Vec::new();
    };
    [false, true]
        .into_iter()
        .flat_map(|archived| library.discoveries().list(None, archived).unwrap_or_default())
        .collect()
}

fn preview(info: &BackupInfo, held: &[CopiedDiscovery], now: &[Discovery], out: &mut Out) -> Result<()> {
    let same = |one: &CopiedDiscovery| now.iter().find(|other| other.id == one.id);
    let only_now: Vec<&str> =
        now.iter().filter(|one| held.iter().all(|held| held.id != one.id)).map(|one| one.title.as_str()).collect();
    out.print(
        || {
            let discovery = |one: &CopiedDiscovery| {
                let now = same(one).map(|now| json!({ "fact_count": now.facts, "updated_at": now.updated_at }));
                json!({
                    "id": one.id, "title": one.title, "input_count": one.inputs, "fact_count": one.facts,
                    "updated_at": one.updated_at, "now": now,
                })
            };
            let mut value = as_json(info);
            value["contents"] = held.iter().map(discovery).collect();
            value["only_now"] = json!(only_now);
            value
        },
        |lines| {
            let row = |one: &CopiedDiscovery| {
                let now = same(one).map_or_else(|| "not there now".to_owned(), |now| format!("{} now", now.facts));
                vec![short(&one.title, 60), format!("{} Inputs", one.inputs), format!("{} facts, {now}", one.facts)]
            };
            table(lines, &held.iter().map(row).collect::<Vec<_>>())?;
            only_now.iter().try_for_each(|title| writeln!(lines, "not in the copy: {title}"))
        },
    )
}

fn as_json(copy: &BackupInfo) -> Value {
    json!({
        "id": copy.id,
        "taken_at": copy.taken_at,
        "bytes": copy.bytes,
        "discovery_count": copy.discoveries,
        "fact_count": copy.facts,
    })
}

fn row(copy: &BackupInfo) -> Vec<String> {
    let (discoveries, facts) = (copy.discoveries, copy.facts);
    vec![copy.id.clone(), format!("{} bytes", copy.bytes), format!("{discoveries} discoveries, {facts} facts")]
}
