//! Searching the Inputs of a discovery, and the index that this rests on.

use std::io::{self, Write};

use factly_engine::Library;
use factly_engine::discovery::Discovery;
use factly_engine::error::Result;
use factly_engine::retrieval::{Found, FoundPassage, IndexStatus, Scope};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::args::{IndexCommand, SearchArgs};
use crate::out::{Out, short};

/// How much of a passage a reader is shown.
const SHOWN: usize = 300;

pub(super) fn search(library: &Library, args: &SearchArgs, out: &mut Out) -> Result<()> {
    let discovery = library.names().find_discovery(&args.discovery)?;
    let inputs = args.scope.iter().map(|name| library.names().find_input(name, Some(discovery)));
    let inputs = inputs.collect::<Result<Vec<Uuid>>>()?;
    let scope = if inputs.is_empty() { Scope::All } else { Scope::Inputs(inputs) };
    let found = library.retrieval().search(discovery, &args.query, &scope, args.limit)?;
    out.print(|| found_json(&found), |lines| print_found(&found, lines))
}

fn found_json(found: &Found) -> Value {
    json!({
        "hits": found.hits.iter().map(hit_json).collect::<Vec<_>>(),
        "similarity": found.similarity,
        "guard": found.guard,
    })
}

fn hit_json(hit: &FoundPassage) -> Value {
    json!({
        "id": hit.id.to_string(),
        "input": { "id": hit.input, "label": hit.label, "title": hit.title },
        "text": hit.text,
        "start_char": hit.start_char,
        "end_char": hit.end_char,
        "place": hit.place,
        "heading": hit.heading,
        "speaker": hit.speaker,
        "score": hit.score,
        "similarity": hit.similarity,
    })
}

fn print_found(found: &Found, lines: &mut dyn Write) -> io::Result<()> {
    if found.hits.is_empty() {
        return writeln!(lines, "Nothing was found.");
    }
    if found.guard {
        writeln!(lines, "Nothing here seems to be about that. The nearest:")?;
    }
    for hit in &found.hits {
        let place = hit.place.as_deref().map(|place| format!(", {place}")).unwrap_or_default();
        writeln!(lines, "{}  {}{place}  ({:.2})", hit.id, hit.title, hit.similarity)?;
        writeln!(lines, "    {}", short(&hit.text, SHOWN))?;
    }
    Ok(())
}

pub(super) fn index(library: &Library, command: &IndexCommand, out: &mut Out) -> Result<()> {
    let (IndexCommand::Status { discovery } | IndexCommand::Rebuild { discovery }) = command;
    let list = || library.discoveries().list(None, false);
    let discoveries = match super::named(library, discovery.as_deref())? {
        Some(id) => vec![library.discoveries().get(id)?.discovery],
        None => list()?,
    };
    let status = |id: Uuid| match command {
        IndexCommand::Status { .. } => library.retrieval().index_status(id),
        IndexCommand::Rebuild { .. } => library.retrieval().rebuild_index(id),
    };
    let of_each = |it: Discovery| Ok((status(it.id)?, it));
    let rows = discoveries.into_iter().map(of_each).collect::<Result<Vec<(IndexStatus, Discovery)>>>()?;
    out.print(
        || status_json(&rows),
        |lines| {
            rows.iter().try_for_each(|(status, Discovery { title, .. })| {
                writeln!(
                    lines,
                    "{title}: {} Inputs, {} passages, {} terms",
                    status.inputs, status.passages, status.terms
                )
            })
        },
    )
}

fn status_json(rows: &[(IndexStatus, Discovery)]) -> Value {
    let counts =
        |status: &IndexStatus| json!({ "inputs": status.inputs, "passages": status.passages, "terms": status.terms });
    let of = |(status, it): &(IndexStatus, Discovery)| {
        crate::json::with(json!({ "id": it.id, "title": it.title }), counts(status))
    };
    let sum = |value: fn(&IndexStatus) -> usize| rows.iter().map(|(status, _)| value(status)).sum::<usize>();
    json!({
        "inputs": sum(|status| status.inputs),
        "passages": sum(|status| status.passages),
        "discoveries": rows.iter().map(of).collect::<Vec<_>>(),
    })
}
