//! Evidence packs: made, and checked without a library.

use std::path::Path;

use factly_core::message;
use factly_engine::Library;
use factly_engine::error::{Code, Error, Result};
use factly_engine::evidence_pack::PackProblem;
use serde_json::{Value, json};

use crate::out::Out;
use crate::progress::ProgressLine;

pub(super) fn make(library: &Library, discovery: &str, path: &Path, out: &mut Out) -> Result<()> {
    let packed =
        library.evidence_packs().pack(library.names().find_discovery(discovery)?, path, &ProgressLine::new())?;
    let shown = path.display().to_string();
    out.print(
        || {
            json!({
                "path": shown, "bytes": packed.bytes, "bundles": packed.bundles, "facts": packed.facts,
                "quotes": packed.quotes, "seal": packed.seal,
            })
        },
        |lines| {
            writeln!(lines, "{shown}: {} bytes", packed.bytes)?;
            writeln!(lines, "{} facts, {} quotes, {} texts", packed.facts, packed.quotes, packed.bundles)?;
            writeln!(lines, "seal {}", packed.seal)
        },
    )
}

pub(crate) fn verify(path: &Path, out: &mut Out) -> Result<()> {
    let report = factly_engine::evidence_pack::verify(path, &ProgressLine::new())?;
    out.print(
        || {
            json!({
                "discovery_id": report.discovery, "title": report.title, "seal": report.seal, "files": report.files,
                "bundles": report.bundles, "facts": report.facts, "quotes": report.quotes,
                "problems": report.problems.iter().map(problem_json).collect::<Vec<_>>(),
                "problems_total": report.problems_total,
            })
        },
        |lines| {
            for problem in &report.problems {
                let entry = problem.entry.as_deref().unwrap_or("the zip");
                let fact = problem.fact.as_deref().map(|fact| format!(" {fact}")).unwrap_or_default();
                writeln!(lines, "{entry}{fact}: {}", problem.message)?;
            }
            writeln!(
                lines,
                "“{}”: {} texts, {} facts and {} quotes checked.",
                report.title, report.bundles, report.facts, report.quotes
            )?;
            report.seal.iter().try_for_each(|seal| writeln!(lines, "seal {seal}"))
        },
    )?;
    if report.problems_total > 0 {
        let what = message!("{} things are wrong with the pack.", report.problems_total);
        out.failed(&Error::new(Code::Refused, what));
    }
    Ok(())
}

fn problem_json(problem: &PackProblem) -> Value {
    json!({ "entry": problem.entry, "fact": problem.fact, "message": problem.message.to_string() })
}
