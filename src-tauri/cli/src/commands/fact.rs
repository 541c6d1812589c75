//! Facts: listed, shown and decided about.

use std::io::{self, Write};

use factly_core::ledger::decide::Resolution;
use factly_engine::Library;
use factly_engine::error::Result;
use factly_engine::ledger::{Fact, FactDetail, FactEdit, FactFilter, Statement};
use uuid::Uuid;

use super::named;
use crate::args::{FactCommand, FactName, FactNames, FactsArgs};
use crate::json;
use crate::out::{Out, short, table};

const PAGE: u32 = 1_000;

pub(super) fn list(library: &Library, args: &FactsArgs, out: &mut Out) -> Result<()> {
    let discovery = library.find_discovery(&args.discovery)?;
    let statuses = args.status.iter().map(|name| (*name).into()).collect::<Vec<_>>();
    let filter = FactFilter {
        statuses: (!statuses.is_empty()).then_some(statuses),
        needs_review: args.needs_review.then_some(true),
        input: args.input.as_deref().map(|name| library.find_input(name, Some(discovery))).transpose()?,
        text: args.search.clone(),
    };
    print_all(library, discovery, &filter, out)
}

pub(super) fn run(library: &Library, command: FactCommand, out: &mut Out) -> Result<()> {
    match command {
        FactCommand::Show { fact } => show(&library.fact_detail(one(library, &fact)?)?, out),
        FactCommand::Accept { facts } => decide(library, &facts, out, |ids| library.accept(ids)),
        FactCommand::Reject { facts } => decide(library, &facts, out, |ids| library.reject(ids)),
        FactCommand::Resolve { fact, keep_old, take_new, .. } => {
            let how = match (keep_old, take_new) {
                (true, _) => Resolution::KeepOld,
                (_, true) => Resolution::TakeNew,
                _ => Resolution::KeepNewAsNote,
            };
            print_one(&library.resolve(one(library, &fact)?, how)?, out)
        }
        FactCommand::Edit { fact, value, text, key } => {
            print_one(&library.edit_fact(one(library, &fact)?, &FactEdit { text, value, key })?, out)
        }
        FactCommand::Add { discovery, text, key, value } => {
            let statement = Statement { text, key, value };
            print_one(&library.add_fact_without_evidence(library.find_discovery(&discovery)?, &statement)?, out)
        }
    }
}

fn one(library: &Library, name: &FactName) -> Result<Uuid> {
    library.find_fact(&name.fact, named(library, name.discovery.as_deref())?)
}

/// One fact is printed as itself, several as a list.
fn decide(
    library: &Library,
    names: &FactNames,
    out: &mut Out,
    decide: impl FnOnce(&[Uuid]) -> Result<()>,
) -> Result<()> {
    let within = named(library, names.discovery.as_deref())?;
    let ids = names.facts.iter().map(|name| library.find_fact(name, within)).collect::<Result<Vec<_>>>()?;
    decide(&ids)?;
    let facts = ids.iter().map(|id| library.fact(*id)).collect::<Result<Vec<_>>>()?;
    match facts.as_slice() {
        [fact] => print_one(fact, out),
        facts => print_list(facts, out),
    }
}

pub(super) fn all(library: &Library, discovery: Uuid, filter: &FactFilter) -> Result<Vec<Fact>> {
    let (mut facts, mut after) = (Vec::new(), None);
    loop {
        let page = library.facts(discovery, filter, after.as_deref(), PAGE)?;
        facts.extend(page.facts);
        after = page.next;
        if after.is_none() {
            return Ok(facts);
        }
    }
}

pub(super) fn print_all(library: &Library, discovery: Uuid, filter: &FactFilter, out: &mut Out) -> Result<()> {
    print_list(&all(library, discovery, filter)?, out)
}

fn print_list(facts: &[Fact], out: &mut Out) -> Result<()> {
    out.print(
        || facts.iter().map(json::fact).collect(),
        |lines| table(lines, &facts.iter().map(row).collect::<Vec<_>>()),
    )
}

fn print_one(fact: &Fact, out: &mut Out) -> Result<()> {
    out.print(|| json::fact(fact), |lines| table(lines, &[row(fact)]))
}

fn row(fact: &Fact) -> Vec<String> {
    let review = if fact.needs_review { "to review" } else { "" };
    let source = match &fact.evidence {
        Some(evidence) => evidence.input.as_ref().map_or_else(String::new, |input| input.label.clone()),
        None => "no evidence".to_owned(),
    };
    let status = fact.status.as_str().to_owned();
    vec![fact.label.clone(), status, review.to_owned(), fact.key.clone(), source, short(&fact.text, 100)]
}

fn show(detail: &FactDetail, out: &mut Out) -> Result<()> {
    out.print(|| json::fact_detail(detail), |lines| print_detail(detail, lines))
}

fn print_detail(detail: &FactDetail, lines: &mut dyn Write) -> io::Result<()> {
    let fact = &detail.fact;
    table(lines, &[row(fact)])?;
    writeln!(lines, "{}: {}", fact.key_label, fact.value.reading())?;
    if let (Some(evidence), Some(context)) = (&fact.evidence, &detail.context) {
        let quote = short(&evidence.quote, 300);
        let (before, after) = (short(&context.before, 300), short(&context.after, 300));
        writeln!(lines, "{before} [{quote}] {after}")?;
        writeln!(lines, "bundle {} {}..{}", evidence.bundle, evidence.start_char, evidence.end_char)?;
    }
    for missing in &fact.missing {
        writeln!(lines, "The quote does not say: {}", missing.text)?;
    }
    if let Some(hint) = &detail.hint {
        writeln!(lines, "Not in the source: “{}”", hint.claimed_quote)?;
        writeln!(lines, "Nearest, and no evidence: “{}”", hint.passage)?;
    }
    if let Some(rival) = &detail.rival {
        writeln!(lines, "In conflict with:")?;
        table(lines, &[row(&rival.fact)])?;
    }
    Ok(())
}
