//! Facts: listed, shown and decided about.

use std::io::{self, Write};

use factly_core::discovery::EntityLabel;
use factly_core::evidence::MissingKind;
use factly_core::extraction::salience::SalienceReason;
use factly_core::facts::decide::{Resolution, Ruling};
use factly_core::message;
use factly_core::message::UserMessage;
use factly_engine::Library;
use factly_engine::audit::PastFilter;
use factly_engine::duplicates::DuplicatePolicy;
use factly_engine::error::{Error, Result};
use factly_engine::extraction::Correction;
use factly_engine::facts::{Fact, FactAdded, FactDetail, FactEdit, FactFilter, FactSheet, NewStatement};
use serde_json::{Value, json};
use uuid::Uuid;

use super::point_in_time;
use crate::args::{FactCommand, FactName, FactNames, FactsArgs};
use crate::json;
use crate::lines::{print_duplicate_holds, print_duplicates, print_note, say};
use crate::out::{Out, error_json, short, table};
use crate::resolve::{duplicate_policy, named};

const PAGE: u32 = 1_000;

pub(super) fn list(library: &Library, args: &FactsArgs, out: &mut Out) -> Result<()> {
    let discovery = library.names().find_discovery(&args.discovery)?;
    let statuses = args.status.iter().map(|name| (*name).into()).collect::<Vec<_>>();
    let filter = FactFilter {
        statuses: (!statuses.is_empty()).then_some(statuses),
        needs_review: args.needs_review.then_some(true),
        accepted_by: args.accepted_by.map(Into::into),
        input: args.input.as_deref().map(|name| library.names().find_input(name, Some(discovery))).transpose()?,
        text: args.search.clone(),
    };
    if args.csv {
        let sheet = FactSheet { columns: &args.columns, ..FactSheet::default() };
        return out.exactly(&library.facts().facts_csv(discovery, &filter, sheet)?);
    }
    if let Some(point) = &args.as_of {
        let which = if args.changed { PastFilter::Changed } else { PastFilter::All };
        return point_in_time::facts(library, discovery, &filter, point, which, out);
    }
    print_all(library, discovery, &filter, out)
}

pub(super) fn run(library: &Library, command: FactCommand, out: &mut Out) -> Result<()> {
    match command {
        FactCommand::Show { fact } => show(&library.facts().fact_detail(one(library, &fact)?)?, out),
        FactCommand::Accept { facts, anyway } => accept(library, &facts, duplicate_policy(anyway), out),
        FactCommand::Reject { facts } => reject(library, &facts, out),
        FactCommand::Resolve { fact, ask_again: true, .. } => {
            let (question, note) = library.facts().ask_again_telling(one(library, &fact)?)?;
            let question = question.to_string();
            out.print(
                || json!({ "question": question, "note": note.as_ref().map(ToString::to_string) }),
                |lines| {
                    writeln!(lines, "asked again: {question}")?;
                    note.iter().try_for_each(|note| writeln!(lines, "{note}"))
                },
            )
        }
        FactCommand::Resolve { fact, holds, none_holds, .. } if none_holds || !holds.is_empty() => {
            settle(library, &fact, &holds, out)
        }
        FactCommand::Resolve { fact, keep_old, take_new, both_as_notes, .. } => {
            let how = match (keep_old, take_new, both_as_notes) {
                (true, ..) => Resolution::KeepOld,
                (_, true, _) => Resolution::TakeNew,
                (.., true) => Resolution::KeepBothAsNotes,
                _ => Resolution::KeepNewAsNote,
            };
            let (fact, note) = library.facts().resolve_telling(one(library, &fact)?, how)?;
            print_edited(&fact, note.as_ref(), out)
        }
        FactCommand::Edit { fact, value, text, key } => {
            let (fact, note) =
                library.facts().edit_fact_telling(one(library, &fact)?, &FactEdit { text, value, key })?;
            print_edited(&fact, note.as_ref(), out)
        }
        FactCommand::Correct { fact, subject, property, value } => {
            let correction = Correction { subject, property, value };
            print_edited(&library.runs().correct(one(library, &fact)?, &correction)?, None, out)
        }
        FactCommand::Add { discovery, text, key, value, anyway } => {
            let statement = NewStatement { text, key, value };
            let discovery = library.names().find_discovery(&discovery)?;
            let added = library.facts().add_fact_without_evidence(discovery, &statement, duplicate_policy(anyway))?;
            print_added(&added, out)?;
            print_not_added(&added, out);
            Ok(())
        }
    }
}

fn one(library: &Library, name: &FactName) -> Result<Uuid> {
    library.names().find_fact(&name.fact, named(library, name.discovery.as_deref())?)
}

fn several(library: &Library, names: &FactNames) -> Result<Vec<Uuid>> {
    let within = named(library, names.discovery.as_deref())?;
    names.facts.iter().map(|name| library.names().find_fact(name, within)).collect()
}

/// Decides all values of the key of a fact: those of `holds` hold, each under its condition, and the others are rejected.
fn settle(library: &Library, fact: &FactName, holds: &[String], out: &mut Out) -> Result<()> {
    let id = one(library, fact)?;
    let within = Some(library.facts().fact_discovery(id)?);
    let mut rulings: Vec<(Uuid, Ruling)> =
        library.facts().values_of(id)?.iter().map(|value| (value.id, Ruling::Rejected)).collect();
    for entry in holds {
        let (name, condition) = entry.split_once('=').unwrap_or((entry, ""));
        let holding = library.names().find_fact(name, within)?;
        let Some((_, ruling)) = rulings.iter_mut().find(|(value, _)| *value == holding) else {
            return Err(Error::refused(message!("{} is no other value of what {} says.", name, fact.fact)));
        };
        *ruling = Ruling::Holds { condition: condition.to_owned() };
    }
    let settled = library.facts().settle(&rulings)?;
    out.print(
        || json!({ "facts": settled.facts.iter().map(json::fact).collect::<Value>(), "note": settled.note.as_ref().map(ToString::to_string) }),
        |lines| {
            print_note(settled.note.as_ref(), lines)?;
            table(lines, &settled.facts.iter().map(row).collect::<Vec<_>>())
        },
    )
}

/// One fact is printed as itself, several as a list; each with why it was not rejected.
fn reject(library: &Library, names: &FactNames, out: &mut Out) -> Result<()> {
    let ids = several(library, names)?;
    let report = library.facts().reject_telling(&ids)?;
    let facts = ids.iter().map(|id| library.facts().fact(*id)).collect::<Result<Vec<_>>>()?;
    let value = |fact: &Fact| json::with(json::fact(fact), json!({ "error": why_not(&report.refused, fact) }));
    out.print(
        || one_or_all(&facts, value),
        |lines| {
            table(lines, &facts.iter().map(row).collect::<Vec<_>>())?;
            print_note(report.note.as_ref(), lines)
        },
    )?;
    print_refusal("rejected", &report.refused, out);
    Ok(())
}

/// One fact is printed as itself, several as a list; each with what held it back or why it could not be accepted.
fn accept(library: &Library, names: &FactNames, anyway: DuplicatePolicy, out: &mut Out) -> Result<()> {
    let ids = several(library, names)?;
    let report = library.facts().accept_checked(&ids, anyway)?;
    let facts = ids.iter().map(|id| library.facts().fact(*id)).collect::<Result<Vec<_>>>()?;
    let value = |fact: &Fact| {
        let held = report.held_back.iter().find(|held| held.fact == fact.id);
        let duplicates = held.map(|held| held.duplicates.as_slice()).unwrap_or_default();
        let rest =
            json!({ "note": report.note.as_ref().map(ToString::to_string), "error": why_not(&report.refused, fact) });
        json::with(json::with(json::fact(fact), json::duplicates(duplicates)), rest)
    };
    out.print(
        || one_or_all(&facts, value),
        |lines| {
            table(lines, &facts.iter().map(row).collect::<Vec<_>>())?;
            print_note(report.note.as_ref(), lines)?;
            report.held_back.iter().try_for_each(|held| print_duplicates(&held.duplicates, lines))
        },
    )?;
    print_duplicate_holds(&report.held_back, out);
    print_refusal("accepted", &report.refused, out);
    Ok(())
}

fn one_or_all(facts: &[Fact], value: impl Fn(&Fact) -> Value) -> Value {
    match facts {
        [fact] => value(fact),
        facts => facts.iter().map(value).collect(),
    }
}

fn why_not(refused: &[(EntityLabel, Error)], fact: &Fact) -> Option<Value> {
    let found = refused.iter().find(|(label, _)| label.to_string() == fact.label);
    found.map(|(_, error)| error_json(error))
}

fn print_refusal(what: &str, refused: &[(EntityLabel, Error)], out: &mut Out) {
    for (label, error) in refused {
        out.failed(&Error::refused(message!("{} was not {}: {}", label, what, error.message)));
    }
}

/// Reports the request as failed where nothing was added.
fn print_not_added(added: &FactAdded, out: &mut Out) {
    match &added.fact {
        Some(fact) if added.was_said => {
            out.failed(&Error::refused(message!("Nothing was added: {} says this already.", fact.label)));
        }
        Some(_) => {}
        None => {
            let what = message!("Nothing was added: {} the same already.", say(&added.duplicates));
            out.failed(&Error::refused(what).hint("`--anyway` adds it."));
        }
    }
}

fn print_added(added: &FactAdded, out: &mut Out) -> Result<()> {
    out.print(
        || {
            let fact = added.fact.as_ref().map_or_else(|| json!({ "added": null }), json::fact);
            json::with(
                json::with(fact, json::duplicates(&added.duplicates)),
                json!({ "note": added.note.as_ref().map(ToString::to_string) }),
            )
        },
        |lines| {
            print_note(added.note.as_ref(), lines)?;
            print_duplicates(&added.duplicates, lines)?;
            added.fact.as_ref().map_or(Ok(()), |fact| table(lines, &[row(fact)]))
        },
    )
}

pub(super) fn all(library: &Library, discovery: Uuid, filter: &FactFilter) -> Result<Vec<Fact>> {
    let (mut facts, mut after) = (Vec::new(), None);
    loop {
        let page = library.facts().facts(discovery, filter, after.as_deref(), PAGE)?;
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

fn print_edited(fact: &Fact, note: Option<&UserMessage>, out: &mut Out) -> Result<()> {
    out.print(
        || json::with(json::fact(fact), json!({ "note": note.as_ref().map(ToString::to_string) })),
        |lines| {
            print_note(note, lines)?;
            table(lines, &[row(fact)])
        },
    )
}

fn row(fact: &Fact) -> Vec<String> {
    let review = if fact.needs_review { "to review" } else { "" };
    let source = match &fact.evidence {
        Some(evidence) => evidence.input.as_ref().map_or_else(String::new, |input| input.label.clone()),
        None => "no evidence".to_owned(),
    };
    let status = fact.status.as_str().to_owned();
    vec![
        fact.label.clone(),
        status,
        review.to_owned(),
        fact.key.clone(),
        source,
        short(&fact.text_with_condition(), 100),
    ]
}

fn show(detail: &FactDetail, out: &mut Out) -> Result<()> {
    out.print(|| json::fact_detail(detail), |lines| print_detail(detail, lines))
}

/// As the window says it.
const fn worth(reason: SalienceReason) -> &'static str {
    match reason {
        SalienceReason::Goal => "has words of the goal",
        SalienceReason::Figure => "gives a figure",
        SalienceReason::Decision => "tells of a decision",
        SalienceReason::Need => "tells of a need",
        SalienceReason::Problem => "tells of a problem",
        SalienceReason::Contradiction => "contradicts what is accepted",
        SalienceReason::Novelty => "says something new",
        SalienceReason::Centrality => "what its text speaks of most",
        SalienceReason::Position => "opens its paragraph",
        SalienceReason::SelfContained => "can be understood by itself",
    }
}

fn print_detail(detail: &FactDetail, lines: &mut dyn Write) -> io::Result<()> {
    let fact = &detail.fact;
    table(lines, &[row(fact)])?;
    writeln!(lines, "{}: {}", fact.key_label, fact.value.reading())?;
    if !fact.condition.is_empty() {
        writeln!(lines, "Holds under a condition: {}", fact.condition)?;
    }
    let salience = &fact.salience;
    if salience.score > 0 {
        let reasons: Vec<&str> = salience.reasons.iter().map(|reason| worth(*reason)).collect();
        writeln!(lines, "Worth a look: {} of 100; {}", salience.score, reasons.join(", "))?;
    }
    if !fact.reason.is_empty() {
        writeln!(lines, "Reason: {}", fact.reason)?;
    }
    if let Some(statement) = &detail.statement {
        writeln!(lines, "Statement: {}", short(statement, 300))?;
    }
    if let (Some(evidence), Some(context)) = (&fact.evidence, &detail.context) {
        let quote = short(&evidence.quote, 300);
        let (before, after) = (short(&context.before, 300), short(&context.after, 300));
        writeln!(lines, "{before} [{quote}] {after}")?;
        writeln!(lines, "bundle {} {}..{}", evidence.bundle, evidence.start_char, evidence.end_char)?;
    }
    for missing in &fact.missing {
        let differs = match missing.kind {
            MissingKind::Order => "The quote says in another order",
            MissingKind::Certainty => "The statement leaves out",
            MissingKind::Negation => "The quote and the statement differ in a negation",
            _ => "The quote does not say",
        };
        writeln!(lines, "{differs}: {}", missing.text)?;
    }
    if let Some(hint) = &detail.hint {
        writeln!(lines, "Not in the text: “{}”", hint.claimed_quote)?;
        writeln!(lines, "Nearest, and no evidence: “{}”", hint.passage)?;
    }
    if let Some(rival) = &detail.rival {
        writeln!(lines, "In conflict with:")?;
        table(lines, &[row(&rival.fact)])?;
    }
    if !detail.others.is_empty() {
        writeln!(lines, "Decided with it:")?;
        table(lines, &detail.others.iter().map(|other| row(&other.fact)).collect::<Vec<_>>())?;
    }
    Ok(())
}
