//! Knowledge blocks, and making what is derived anew.

use std::path::Path;

use factly_core::knowledge::BlockKey;
use factly_core::knowledge::enrich::{Enrichment, ProposedEntry, RefusedEntry};
use factly_core::message;
use factly_engine::Library;
use factly_engine::audit::Point;
use factly_engine::error::{Code, Error, Result};
use factly_engine::knowledge::{BlockLine, KnowledgeBlock, Rebuilt};
use factly_engine::task::CancelToken;
use serde_json::{Value, json};

use super::point_in_time;
use crate::args::{BlockCommand, BlockScope};
use crate::out::{Out, short, table};
use crate::resolve::{bytes_of, named};

pub(super) fn run(library: &Library, command: BlockCommand, out: &mut Out) -> Result<()> {
    match command {
        BlockCommand::List(scope) => list(&blocks(library, &scope)?, out),
        BlockCommand::Show { scope, block, markdown, as_of } => {
            let wanted = block.as_deref().map(block_named).transpose()?;
            let is_wanted = |key: BlockKey| wanted.is_none_or(|wanted| wanted == key);
            if let Some(point) = as_of {
                let discovery = library.names().find_discovery(&scope.discovery)?;
                let mut seen = library.audit().blocks_as_of(discovery, scope.item.as_deref(), Point::parse(&point)?)?;
                seen.blocks.retain(|block| is_wanted(block.key));
                return point_in_time::blocks(&seen, markdown, out);
            }
            let mut blocks = blocks(library, &scope)?;
            blocks.retain(|block| is_wanted(block.key));
            show(&blocks, markdown, out)
        }
        BlockCommand::Enrich { scope, prompt: true, .. } => {
            let discovery = library.names().find_discovery(&scope.discovery)?;
            out.exactly(&library.knowledge().enrich_prompt(discovery, scope.item.as_deref())?)
        }
        BlockCommand::Enrich { scope, answer, take, .. } => {
            enrich(library, &scope, answer.as_deref(), take.as_deref(), out)
        }
    }
}

fn block_named(name: &str) -> Result<BlockKey> {
    BlockKey::parse(name).ok_or_else(|| Error::invalid(message!("There is no block “{}”.", name)))
}

fn enrich(
    library: &Library,
    scope: &BlockScope,
    answer: Option<&Path>,
    take: Option<&str>,
    out: &mut Out,
) -> Result<()> {
    let discovery = library.names().find_discovery(&scope.discovery)?;
    let item = scope.item.as_deref();
    let (found, model) = match answer {
        Some(answer) => {
            let text = String::from_utf8_lossy(&bytes_of(answer)?).into_owned();
            (library.knowledge().enrich_read(discovery, item, &text)?, "pasted".to_owned())
        }
        None => library.knowledge().enrich_ask(discovery, item, &CancelToken::default())?,
    };
    let taken = match take {
        None => Vec::new(),
        Some("all") => found.proposed.clone(),
        Some(numbers) => chosen(&found, numbers)?,
    };
    library.knowledge().add_additions(discovery, item, &taken, &model)?;
    let proposed = |proposed: &ProposedEntry| json!({ "block": proposed.block.as_str(), "kind": proposed.kind.as_str(), "text": proposed.text });
    out.print(
        || {
            json!({
                "proposed": found.proposed.iter().map(proposed).collect::<Vec<_>>(),
                "refused": found.refused.iter().map(RefusedEntry::to_string).collect::<Vec<_>>(),
                "taken": taken.len(),
            })
        },
        |lines| {
            for (at, proposed) in found.proposed.iter().enumerate() {
                let (block, kind) = (proposed.block.as_str(), proposed.kind.as_str());
                writeln!(lines, "{}  {block}  {kind}: {}", at + 1, short(&proposed.text, 300))?;
            }
            found.refused.iter().try_for_each(|refused| writeln!(lines, "{refused}"))?;
            writeln!(
                lines,
                "{} proposed, {} refused, {} taken over.",
                found.proposed.len(),
                found.refused.len(),
                taken.len()
            )
        },
    )
}

fn chosen(found: &Enrichment, numbers: &str) -> Result<Vec<ProposedEntry>> {
    let one = |number: &str| {
        let at = number.trim().parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        at.and_then(|at| found.proposed.get(at).cloned())
            .ok_or_else(|| Error::invalid(message!("There is no suggestion {}.", number)))
    };
    numbers.split(',').map(one).collect()
}

/// Makes blocks and fields anew, or only says what differs: then the command fails if anything does.
pub(super) fn rebuild(library: &Library, discovery: Option<&str>, check: bool, out: &mut Out) -> Result<()> {
    let discovery = named(library, discovery)?;
    if !check && discovery.is_none() && library.mend_indexes(&CancelToken::default())? {
        out.note("Indexes were damaged, and were made anew.");
    }
    let rebuilt = if check {
        library.knowledge().check_knowledge(discovery)?
    } else {
        library.knowledge().rebuild_knowledge(discovery)?
    };
    let differing: usize = rebuilt.iter().map(|rebuilt| rebuilt.differences.len()).sum();
    out.print(
        || rebuilt.iter().map(rebuilt_json).collect(),
        |lines| {
            for found in &rebuilt {
                for difference in &found.differences {
                    let scope = if difference.scope.is_empty() { "the project" } else { &difference.scope };
                    writeln!(lines, "{}: {} of {scope} differs", found.title, difference.of)?;
                    writeln!(lines, "  kept: {}", short(&difference.stored, 300))?;
                    writeln!(lines, "  made: {}", short(&difference.made, 300))?;
                }
            }
            let verb = if check { "differ" } else { "were mended" };
            writeln!(lines, "{} discoveries looked at; {differing} blocks and fields {verb}.", rebuilt.len())
        },
    )?;
    if check && differing > 0 {
        let what = message!("{} blocks and fields are not what the facts come to.", differing);
        out.failed(
            &Error::new(Code::LibraryDamaged, what).kept("Nothing was changed.").hint("`factly rebuild` mends them."),
        );
    }
    Ok(())
}

fn blocks(library: &Library, scope: &BlockScope) -> Result<Vec<KnowledgeBlock>> {
    library.knowledge().blocks(library.names().find_discovery(&scope.discovery)?, scope.item.as_deref())
}

fn list(blocks: &[KnowledgeBlock], out: &mut Out) -> Result<()> {
    out.print(
        || blocks.iter().map(block_json).collect(),
        |lines| {
            let row = |block: &KnowledgeBlock| {
                let count = format!("{} lines", block.lines.len());
                vec![block.key.as_str().to_owned(), count, format!("revision {}", block.revision)]
            };
            table(lines, &blocks.iter().map(row).collect::<Vec<_>>())
        },
    )
}

fn show(blocks: &[KnowledgeBlock], markdown: bool, out: &mut Out) -> Result<()> {
    if markdown && !out.is_json {
        let all: Vec<&str> = blocks.iter().map(|block| block.markdown.as_str()).collect();
        return out.exactly(&all.join("\n"));
    }
    out.print(
        || blocks.iter().map(block_json).collect(),
        |lines| {
            for block in blocks.iter().filter(|block| !block.lines.is_empty()) {
                writeln!(lines, "{}", block.key.as_str())?;
                block.lines.iter().try_for_each(|of| writeln!(lines, "  {}", line(of)))?;
            }
            Ok(())
        },
    )
}

fn line(of: &BlockLine) -> String {
    let label = of.line.label.as_ref().map(|label| format!("{label}: ")).unwrap_or_default();
    let fact = of.line.trace.fact.map(|fact| format!("  {fact}")).unwrap_or_default();
    let new = if of.changed_in_last_turn { "  new" } else { "" };
    format!("{label}{}{fact}{new}", short(&of.line.text, 300))
}

fn block_json(block: &KnowledgeBlock) -> Value {
    let content: Value = serde_json::from_str(&block.json).unwrap_or_default();
    json!({
        "block": block.key.as_str(),
        "revision": block.revision,
        "updated_at": block.updated.as_ref().map(|updated| updated.at),
        "updated_by": block.updated.as_ref().map(|updated| json!({
            "type": updated.by, "ref_id": updated.for_fact,
        })),
        "json": content,
        "markdown": block.markdown,
        "changed_in_last_turn": block.lines.iter().filter(|of| of.changed_in_last_turn)
            .filter_map(|of| of.line.trace.fact.map(|fact| fact.to_string())).collect::<Vec<_>>(),
    })
}

fn rebuilt_json(rebuilt: &Rebuilt) -> Value {
    let difference = |found: &factly_engine::knowledge::DerivedDifference| json!({ "scope": found.scope, "of": found.of, "kept": found.stored, "made": found.made });
    json!({
        "discovery": rebuilt.discovery,
        "title": rebuilt.title,
        "differences": rebuilt.differences.iter().map(difference).collect::<Vec<_>>(),
    })
}
