//! Everything about ops that needs no ledger: where their quotes stand, and what those do not say.

use factly_core::bundle::{Section, Stage};
use factly_core::evidence::{Alignment, Claim, Evidence, Located, Missing, Source, nearest, support};
use factly_core::extraction::op::FactOp;
use factly_core::keys::Registry;
use factly_core::ledger::{Candidate, Policy, check};
use factly_core::values::Value;

use crate::ledger::Hint;

/// An answer with more quotes that stand nowhere is not worth the time to look for what is near them.
const HINTS_A_RUN: usize = 500;

/// Ops that were checked: what goes to the ledger, and what is told of each.
pub(super) struct CheckedOps {
    pub(super) candidates: Vec<Candidate>,
    pub(super) checks: Vec<Check>,
}

pub(super) struct Check {
    pub(super) alignment: Option<Alignment>,
    /// Why Factly must not accept it by itself.
    pub(super) doubt: Option<String>,
    /// What is nearest to a quote that does not stand in the source.
    pub(super) hint: Option<Hint>,
}

pub(super) fn check_ops<'o>(
    ops: impl Iterator<Item = &'o FactOp>,
    source: &Source<'_>,
    registry: &Registry,
    stage: Stage,
) -> CheckedOps {
    let mut hints_left = HINTS_A_RUN;
    let policy = Policy::default();
    let mut checked = CheckedOps { candidates: Vec::new(), checks: Vec::new() };
    for op in ops {
        let located = source.locate(&claim_of(op));
        let support = |value: &Value, evidence: &Evidence| missing_from(source, value, evidence);
        let candidate = check(op, &located, registry, stage, &policy, support);
        let (alignment, hint) = match located {
            Located::Found { alignment, .. } => (Some(alignment), None),
            Located::Unverified { .. } => (None, (hints_left > 0).then(|| hint_for(op, source)).flatten()),
        };
        hints_left -= usize::from(hint.is_some());
        checked.checks.push(Check { alignment, doubt: candidate.doubt.clone(), hint });
        checked.candidates.push(candidate);
    }
    checked
}

/// What a value says and its quote does not, and what stands just beside the quote and changes what it says.
pub(crate) fn missing_from(source: &Source<'_>, value: &Value, evidence: &Evidence) -> Vec<Missing> {
    let mut missing = match value {
        // A statement that is its own quote lacks nothing, and most statements are.
        Value::Note(said) if *said == evidence.quote => Vec::new(),
        _ => support::check_value(value, &evidence.quote),
    };
    for beside in support::left_out(source, evidence) {
        if !missing.contains(&beside) {
            missing.push(beside);
        }
    }
    missing
}

fn claim_of(op: &FactOp) -> Claim<'_> {
    let Some(evidence) = &op.evidence else { return Claim::default() };
    Claim {
        quote: &evidence.quote,
        start: evidence.start_char,
        end: evidence.end_char,
        section: evidence.source_section.as_deref().and_then(Section::parse),
    }
}

fn hint_for(op: &FactOp, source: &Source<'_>) -> Option<Hint> {
    let quote =
        op.evidence.as_ref().map(|evidence| evidence.quote.as_str()).filter(|quote| !quote.trim().is_empty())?;
    Some(match nearest(source, quote) {
        Some(near) => {
            Hint { claimed_quote: quote.to_owned(), passage: near.passage, diff: near.diff, differs: near.differs }
        }
        None => Hint { claimed_quote: quote.to_owned(), passage: String::new(), diff: Vec::new(), differs: Vec::new() },
    })
}
