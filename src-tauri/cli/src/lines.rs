//! Lines that several commands print in the same words.

use std::io::{self, Write};

use factly_core::discovery::EntityLabel;
use factly_core::message;
use factly_core::message::UserMessage;
use factly_engine::duplicates::Duplicate;
use factly_engine::error::Error;
use factly_engine::extraction::ParseRunSummary;
use factly_engine::facts::DuplicateHold;
use factly_engine::items::Item;
use factly_engine::store::runs::RunStatus;

use crate::json;
use crate::out::{Out, short};

/// "succeeded: 12 facts, 1 conflict, 0 rejected".
pub(crate) fn brief(run: &ParseRunSummary) -> String {
    let stats = &run.stats;
    match run.status {
        RunStatus::Succeeded => format!(
            "succeeded: {} ops, {} added, {} updated, {} conflicts, {} notes, {} rejected, {} known before",
            stats.ops_in,
            stats.facts_added,
            stats.facts_updated,
            stats.conflicts,
            stats.notes,
            stats.rejected,
            stats.unchanged
        ),
        other => other.as_str().to_owned(),
    }
}

pub(crate) fn item_row(item: &Item) -> Vec<String> {
    let archived = if item.archived { "archived" } else { "" };
    vec![item.reference(), item.name.clone(), item.aliases.join(", "), archived.to_owned()]
}

pub(crate) fn print_marks(marked: &[EntityLabel], lines: &mut dyn Write) -> io::Result<()> {
    match marked {
        [] => Ok(()),
        marked => writeln!(lines, "Marked: {}", json::labels(marked).join(", ")),
    }
}

/// Prints the note beside a result.
pub(crate) fn print_note(note: Option<&UserMessage>, lines: &mut dyn Write) -> io::Result<()> {
    note.map_or(Ok(()), |note| writeln!(lines, "{note}"))
}

pub(crate) fn print_duplicates(duplicates: &[Duplicate], lines: &mut dyn Write) -> io::Result<()> {
    for found in duplicates {
        writeln!(lines, "{} says the same ({:.2}): {}", found.label, found.score, short(&found.text, 100))?;
        writeln!(lines, "  {}", found.reason)?;
    }
    Ok(())
}

/// Reports the request as failed for each fact whose column says the same already.
pub(crate) fn print_duplicate_holds(held_back: &[DuplicateHold], out: &mut Out) {
    for held in held_back {
        let what = message!("{} was not accepted: {} the same already.", held.label, say(&held.duplicates));
        out.failed(&Error::refused(what).hint("`--anyway` accepts it."));
    }
}

/// "F-1 says", or "F-1, F-2 say".
pub(crate) fn say(found: &[Duplicate]) -> String {
    let labels: Vec<String> = found.iter().map(|found| found.label.to_string()).collect();
    format!("{} {}", labels.join(", "), if found.len() == 1 { "says" } else { "say" })
}

/// Adds that what was added is there, though nobody has read it.
pub(crate) fn unread(error: &Error) -> Error {
    match error.kept {
        Some(_) => error.clone(),
        None => error.clone().kept("What was added and read until then is kept."),
    }
}

/// Says that answers which were taken back are not drafts again.
pub(crate) fn note_kept_drafts(count: usize, out: &mut Out) {
    match count {
        0 => {}
        1 => out.note("1 newer draft was kept; the answer that was taken back stands in its bundle"),
        _ => out
            .note(&format!("{count} newer drafts were kept; the answers that were taken back stand in their bundles")),
    }
}
