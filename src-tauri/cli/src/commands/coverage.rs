//! Coverage: what became of every part of every Input.

use factly_core::audit::coverage::CoverageClass;
use factly_core::extraction::offline::SkipKind;
use factly_core::message::UserMessage;
use factly_engine::Library;
use factly_engine::audit::{Coverage, CoveredPiece, CoveredStretch, QuotedLabel, ReadState, RefusedOp};
use factly_engine::error::Result;
use factly_engine::task::NoProgress;
use serde_json::{Value, json};

use crate::out::{Out, table};

pub(super) fn run(library: &Library, discovery: &str, input: Option<&str>, out: &mut Out) -> Result<()> {
    let discovery = library.names().find_discovery(discovery)?;
    if let Some(input) = input {
        let covered = library.audit().coverage_of_input(library.names().find_input(input, Some(discovery))?)?;
        return out.print(
            || as_json(&covered),
            |lines| {
                let row = |stretch: &CoveredStretch| {
                    let range = format!("{}-{}", stretch.span.start, stretch.span.end);
                    let note = stretch.why.map_or_else(|| labels(&stretch.facts), |why| why.as_str().to_owned());
                    vec![stretch.class.as_str().to_owned(), range, note, stretch.excerpt.clone()]
                };
                table(lines, &covered.stretches.iter().map(row).collect::<Vec<_>>())?;
                let refused = covered.pieces.iter().flat_map(|piece| &piece.refused);
                refused.into_iter().try_for_each(|op| writeln!(lines, "refused “{}”: {}", op.quote, op.reason))
            },
        );
    }
    let all = library.audit().coverage(discovery, &NoProgress)?;
    out.print(
        || all.iter().map(as_json).collect(),
        |lines| {
            let head = ["", "read"]
                .into_iter()
                .chain(CoverageClass::ALL.map(CoverageClass::as_str))
                .chain([""])
                .map(str::to_owned);
            let rows: Vec<Vec<String>> = [head.collect()].into_iter().chain(all.iter().map(row)).collect();
            table(lines, &rows)
        },
    )
}

fn row(covered: &Coverage) -> Vec<String> {
    let totals = &covered.totals;
    let sum: u32 = totals.chars.iter().sum();
    let share =
        |class: CoverageClass| format!("{} %", (u64::from(totals.chars_of(class)) * 100) / u64::from(sum.max(1)));
    let mut row = vec![covered.input.label.clone(), format!("{}/{}", totals.read, totals.pieces)];
    row.extend(CoverageClass::ALL.map(share));
    row.push(covered.input.title.clone());
    row
}

fn labels(facts: &[QuotedLabel]) -> String {
    facts.iter().map(|fact| fact.label.as_str()).collect::<Vec<_>>().join(" ")
}

fn as_json(covered: &Coverage) -> Value {
    let totals = &covered.totals;
    let chars: serde_json::Map<String, Value> = CoverageClass::ALL
        .into_iter()
        .map(|class| (class.as_str().to_owned(), json!(totals.chars_of(class))))
        .collect();
    let mut value = json!({
        "input": covered.input.label, "id": covered.input.id, "title": covered.input.title, "chars": chars,
        "pieces": covered.pieces.iter().map(piece).collect::<Vec<_>>(), "read": totals.read, "failed": totals.failed,
        "fact_count": totals.facts, "ops": totals.ops, "refused": totals.refused, "unchanged": totals.unchanged,
        "rejected": totals.rejected,
    });
    if !covered.stretches.is_empty() {
        value["stretches"] = covered.stretches.iter().map(stretch).collect();
    }
    value
}

fn piece(piece: &CoveredPiece) -> Value {
    json!({
        "bundle_id": piece.bundle, "part": piece.part, "parts": piece.parts, "reading": reading(piece.reading),
        "run_id": piece.run, "model": piece.model, "error": piece.error.as_ref().map(UserMessage::to_string), "stats": piece.stats,
        "refused": piece.refused.iter().map(refused).collect::<Vec<_>>(),
    })
}

const fn reading(reading: ReadState) -> &'static str {
    match reading {
        ReadState::Read => "read",
        ReadState::Waiting => "waiting",
        ReadState::Failed => "failed",
    }
}

fn refused(op: &RefusedOp) -> Value {
    let fact = op.fact.as_ref().map(|fact| &fact.label);
    json!({ "key": op.key, "quote": op.quote, "reason": op.reason.to_string(), "fact": fact })
}

fn stretch(stretch: &CoveredStretch) -> Value {
    let facts: Vec<&str> = stretch.facts.iter().map(|fact| fact.label.as_str()).collect();
    json!({
        "class": stretch.class.as_str(), "start_char": stretch.span.start, "end_char": stretch.span.end,
        "excerpt": stretch.excerpt, "facts": facts, "why": stretch.why.map(SkipKind::as_str),
    })
}
