//! Bundles to look at.

use factly_engine::Library;
use factly_engine::error::{Code, Error, Result};
use factly_engine::inputs::{BundleSummary, BundleView};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::args::BundleCommand;
use crate::lines::brief;
use crate::out::{Out, table};
use crate::resolve::bundle_named;

pub(super) fn run(library: &Library, command: BundleCommand, out: &mut Out) -> Result<()> {
    match command {
        BundleCommand::List { discovery } => list(library, library.names().find_discovery(&discovery)?, out),
        BundleCommand::Show { bundle, text } => {
            let id = bundle_named(library, &bundle)?;
            match (text, out.is_json) {
                (true, false) => out.exactly(&library.inputs().bundle_text(id)?),
                _ => show(&library.inputs().bundle(id)?, out),
            }
        }
    }
}

fn list(library: &Library, discovery: Uuid, out: &mut Out) -> Result<()> {
    let (mut bundles, mut after) = (Vec::new(), None);
    loop {
        let page = library.inputs().bundles(discovery, after.as_deref(), 1_000)?;
        bundles.extend(page.bundles);
        after = page.next;
        if after.is_none() {
            break;
        }
    }
    out.print(
        || bundles.iter().map(crate::json::bundle).collect(),
        |lines| table(lines, &bundles.iter().map(row).collect::<Vec<_>>()),
    )
}

fn row(bundle: &BundleSummary) -> Vec<String> {
    let input = bundle.input.as_ref().map_or("", |(label, _)| label);
    let run = bundle.run.as_ref().map_or_else(String::new, brief);
    vec![bundle.id.to_string(), format!("{input}/{} of {}", bundle.part, bundle.parts), bundle.sha256.clone(), run]
}

fn show(view: &BundleView, out: &mut Out) -> Result<()> {
    out.print(
        || as_json(view),
        |lines| {
            table(lines, &[row(&view.summary)])?;
            for found in &view.sections {
                writeln!(lines, "{} {}..{}", found.section.as_str(), found.span.start, found.span.end)?;
            }
            writeln!(lines, "{} facts", view.spans.len())
        },
    )?;
    if !view.hash_ok {
        out.failed(
            &Error::new(Code::LibraryDamaged, "The text is not the one that was stored.").hint("Run `factly verify`."),
        );
    }
    Ok(())
}

fn as_json(view: &BundleView) -> Value {
    let mut value = crate::json::bundle(&view.summary);
    let more = [
        ("hash_ok", json!(view.hash_ok)),
        ("sections", json!(view.sections)),
        ("run", json!(view.summary.run.as_ref().map(crate::json::run))),
        ("facts", view.spans.iter().map(|span| json!({ "id": span.fact, "label": span.label })).collect()),
        ("text", json!(view.text)),
    ];
    if let Value::Object(fields) = &mut value {
        fields.extend(more.map(|(name, value)| (name.to_owned(), value)));
    }
    value
}
