//! Searching the Inputs of a discovery, and the index that this rests on.

use std::io::{self, Write};

use factly_engine::Library;
use factly_engine::discovery::Discovery;
use factly_engine::error::{Error, Result};
use factly_engine::retrieval::{
    FoundPassage, Group, GroupHits, IndexStatus, InputScope, LibraryHit, LibraryQuery, SearchResult,
};
use factly_engine::task::{CancelToken, NoProgress};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::args::{IndexCommand, SearchArgs};
use crate::interrupt::on_interrupt;
use crate::out::{Out, short};
use crate::resolve::named;

/// Length of a passage as a reader is shown it.
const SHOWN: usize = 300;

pub(super) fn search(library: &Library, args: &SearchArgs, out: &mut Out) -> Result<()> {
    let (Some(discovery), query) = args.discovery_and_query() else { return search_library(library, args, out) };
    let discovery = library.names().find_discovery(discovery)?;
    let inputs = args.scope.iter().map(|name| library.names().find_input(name, Some(discovery)));
    let inputs = inputs.collect::<Result<Vec<Uuid>>>()?;
    let scope = if inputs.is_empty() { InputScope::All } else { InputScope::Inputs(inputs) };
    let found = library.retrieval().search(discovery, query, &scope, args.limit)?;
    if let Some(error) = found.by_words.as_ref().filter(|_| !out.is_json) {
        out.note(&error.to_string());
    }
    out.print(|| found_json(&found), |lines| print_found(&found, lines))
}

fn search_library(library: &Library, args: &SearchArgs, out: &mut Out) -> Result<()> {
    let (_, typed) = args.discovery_and_query();
    if !args.scope.is_empty() {
        return Err(Error::invalid("--scope is of one discovery.").hint("Name the discovery before the query."));
    }
    let query = LibraryQuery { typed: typed.to_owned(), limit: args.limit, ..LibraryQuery::default() };
    let groups = library.retrieval().search_library(&query, &NoProgress)?;
    out.print(
        || groups.iter().map(group_json).collect(),
        |lines| {
            let found = groups.iter().filter(|group| !group.hits.is_empty());
            if found.clone().next().is_none() {
                return writeln!(lines, "Nothing was found.");
            }
            for group in found {
                writeln!(lines, "{}", group_name(group.group))?;
                for hit in &group.hits {
                    writeln!(lines, "  {}  {}  {}", hit.discovery_title, hit.label, hit.title)?;
                    writeln!(lines, "      {}", short(&hit.excerpt, SHOWN))?;
                }
            }
            Ok(())
        },
    )
}

const fn group_name(group: Group) -> &'static str {
    match group {
        Group::Inputs => "inputs",
        Group::Facts => "facts",
        Group::Conclusions => "conclusions",
        Group::Chats => "chats",
        Group::Reports => "reports",
    }
}

fn group_json(group: &GroupHits) -> Value {
    let hit = |hit: &LibraryHit| {
        json!({
            "discovery": { "id": hit.discovery, "title": hit.discovery_title },
            "label": hit.label,
            "title": hit.title,
            "text": hit.excerpt,
        })
    };
    let hits: Vec<Value> = group.hits.iter().map(hit).collect();
    json!({ "group": group_name(group.group), "hits": hits, "more": group.more })
}

fn found_json(found: &SearchResult) -> Value {
    json!({
        "hits": found.hits.iter().map(hit_json).collect::<Vec<_>>(),
        "similarity": found.similarity,
        "guard": found.guard,
        "by_words": found.by_words.as_ref().map(|error| error.message.to_string()),
    })
}

fn hit_json(hit: &FoundPassage) -> Value {
    json!({
        "id": hit.id.to_string(),
        "input": { "id": hit.input, "label": hit.label, "title": hit.title },
        "text": hit.text,
        "start_char": hit.start_char,
        "end_char": hit.end_char,
        "place": hit.location,
        "heading": hit.heading,
        "speaker": hit.speaker,
        "score": hit.score,
        "similarity": hit.similarity,
    })
}

fn print_found(found: &SearchResult, lines: &mut dyn Write) -> io::Result<()> {
    if found.hits.is_empty() {
        return writeln!(lines, "Nothing was found.");
    }
    if found.guard {
        writeln!(lines, "Nothing here seems to be about that. The nearest:")?;
    }
    for hit in &found.hits {
        let location = hit.location.as_deref().map(|location| format!(", {location}")).unwrap_or_default();
        writeln!(lines, "{}  {}{location}  ({:.2})", hit.id, hit.title, hit.similarity)?;
        writeln!(lines, "    {}", short(&hit.text, SHOWN))?;
    }
    Ok(())
}

pub(super) fn index(library: &Library, command: &IndexCommand, out: &mut Out) -> Result<()> {
    let (IndexCommand::Status { discovery } | IndexCommand::Rebuild { discovery } | IndexCommand::Embed { discovery }) =
        command;
    let list = || library.discoveries().list(None, false);
    let discoveries = match named(library, discovery.as_deref())? {
        Some(id) => vec![library.discoveries().get(id)?.discovery],
        None => list()?,
    };
    let stop = match command {
        IndexCommand::Embed { .. } => on_interrupt()?,
        _ => CancelToken::default(),
    };
    let status = |id: Uuid| match command {
        IndexCommand::Status { .. } => library.retrieval().index_status(id),
        IndexCommand::Rebuild { .. } => library.retrieval().rebuild_index(id),
        IndexCommand::Embed { .. } => {
            library.retrieval().embed_passages(id, &stop)?;
            library.retrieval().index_status(id)
        }
    };
    let of_each = |it: Discovery| Ok((status(it.id)?, library.retrieval().embedding_status(it.id)?.vectors, it));
    let rows = discoveries.into_iter().map(of_each).collect::<Result<Vec<IndexRow>>>()?;
    out.print(
        || status_json(&rows),
        |lines| {
            rows.iter().try_for_each(|(status, vectors, Discovery { title, .. })| {
                let IndexStatus { inputs, passages, terms } = status;
                let vectors = vectors.map(|count| format!(", {count} with vectors")).unwrap_or_default();
                writeln!(lines, "{title}: {inputs} Inputs, {passages} passages{vectors}, {terms} terms")
            })
        },
    )
}

/// State of a discovery's index, and how many of its passages have vectors, where a model is set for that.
type IndexRow = (IndexStatus, Option<usize>, Discovery);

fn status_json(rows: &[IndexRow]) -> Value {
    let of = |(status, vectors, it): &IndexRow| {
        let IndexStatus { inputs, passages, terms } = status;
        json!({
            "id": it.id, "title": it.title,
            "inputs": inputs, "passages": passages, "terms": terms, "vectors": vectors,
        })
    };
    let sum = |value: fn(&IndexStatus) -> usize| rows.iter().map(|(status, ..)| value(status)).sum::<usize>();
    json!({
        "inputs": sum(|status| status.inputs),
        "passages": sum(|status| status.passages),
        "discoveries": rows.iter().map(of).collect::<Vec<_>>(),
    })
}
