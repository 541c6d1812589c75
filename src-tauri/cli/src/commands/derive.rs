//! Deriving the next column with any model, and deciding on what it suggests.

use factly_core::message;
use factly_engine::Library;
use factly_engine::discovery::{Derivation, Derived, DerivedSuggestion};
use factly_engine::error::{Error, Result};
use factly_engine::extraction::PASTED;
use factly_engine::task::CancelToken;
use serde_json::{Value, json};
use uuid::Uuid;

use super::entities::print_added;
use crate::args::{DerivationArgs, DeriveCommand, SuggestionName};
use crate::json;
use crate::lines::say;
use crate::out::{Out, short, table};
use crate::resolve::{duplicate_policy, text_of};

pub(super) fn run(library: &Library, command: DeriveCommand, out: &mut Out) -> Result<()> {
    match command {
        DeriveCommand::Prompt { derivation } => {
            let (discovery, derivation) = named(library, derivation)?;
            let prompt = library.pipeline().derivation_prompt(discovery, &derivation)?;
            if out.is_json {
                return out.print(|| json!({ "prompt": prompt }), |_| Ok(()));
            }
            out.exactly(&prompt)
        }
        DeriveCommand::Run { derivation } => {
            let (discovery, derivation) = named(library, derivation)?;
            submitted(&library.pipeline().derivation_ask(discovery, &derivation, &CancelToken::default())?, out)
        }
        DeriveCommand::Submit { derivation, answer } => {
            let (discovery, derivation) = named(library, derivation)?;
            submitted(&library.pipeline().derivation_submit(discovery, &derivation, &text_of(&answer)?, PASTED)?, out)
        }
        DeriveCommand::List { discovery } => {
            let waiting = library.pipeline().suggestions(library.names().find_discovery(&discovery)?)?;
            out.print(|| waiting.iter().map(json::suggestion).collect(), |lines| table(lines, &rows(&waiting)))
        }
        DeriveCommand::Accept { suggestion, text, anyway } => {
            let (discovery, id) = found(library, &suggestion)?;
            let added =
                library.pipeline().accept_suggestion(discovery, id, text.as_deref(), duplicate_policy(anyway))?;
            print_added(library, discovery, &added, out)?;
            if added.added.is_none() {
                let what = message!("It was not accepted: {} the same already.", say(&added.duplicates));
                out.failed(&Error::refused(what).kept("It still waits.").hint("`--anyway` accepts it."));
            }
            Ok(())
        }
        DeriveCommand::Reject { suggestion } => {
            let (discovery, id) = found(library, &suggestion)?;
            library.pipeline().reject_suggestion(discovery, id)?;
            out.print(|| json!({ "rejected": id }), |lines| writeln!(lines, "Rejected."))
        }
    }
}

fn named(library: &Library, args: DerivationArgs) -> Result<(Uuid, Derivation)> {
    let discovery = library.names().find_discovery(&args.discovery)?;
    let output_type = args.output_type.map(Into::into);
    Ok((discovery, Derivation { to: args.to.into(), output_type, from: args.from }))
}

/// Suggestions of one answer begin alike, since their ids are made in the same moment: an end names one as well.
fn found(library: &Library, name: &SuggestionName) -> Result<(Uuid, Uuid)> {
    let discovery = library.names().find_discovery(&name.discovery)?;
    let wanted = name.id.to_lowercase();
    let is_named = |id: &Uuid| {
        let id = id.to_string();
        id.starts_with(&wanted) || id.ends_with(&wanted)
    };
    let waiting = library.pipeline().suggestions(discovery)?;
    let ids: Vec<Uuid> = waiting.iter().map(|suggestion| suggestion.id).filter(is_named).collect();
    match ids.as_slice() {
        [id] => Ok((discovery, *id)),
        [] => {
            Err(Error::not_found(message!("No suggestion “{}” waits.", name.id))
                .hint("`factly derive list` shows them."))
        }
        several => Err(Error::invalid(message!("“{}” is one of {} suggestions.", name.id, several.len()))
            .hint("Give more of its id.")),
    }
}

fn submitted(derived: &Derived, out: &mut Out) -> Result<()> {
    if !out.is_json {
        derived.problems.iter().for_each(|problem| out.note(&problem.to_string()));
    }
    out.print(
        || {
            let suggestions: Vec<Value> = derived.suggestions.iter().map(json::suggestion).collect();
            let problems: Vec<String> = derived.problems.iter().map(ToString::to_string).collect();
            json!({ "suggestions": suggestions, "problems": problems })
        },
        |lines| table(lines, &rows(&derived.suggestions)),
    )?;
    if derived.suggestions.is_empty() && !derived.problems.is_empty() {
        out.failed(&Error::invalid("Nothing in the answer could be used.").kept("Nothing was changed."));
    }
    Ok(())
}

fn rows(suggestions: &[DerivedSuggestion]) -> Vec<Vec<String>> {
    let row = |found: &DerivedSuggestion| {
        let known = found.duplicates.first().map(|known| format!("as {}", known.label)).unwrap_or_default();
        let from = json::labels(&found.links).join(",");
        vec![found.id.to_string(), found.kind.as_str().to_owned(), from, known, short(&found.text, 100)]
    };
    suggestions.iter().map(row).collect()
}
