//! "Delete F-2 and F-5", "F-2 löschen": labels and nothing else.

use super::{AssistantCommand, CommandFault, CommandText};
use crate::chat::assistant::words::{is_and, kind_of, one_of};

const VERBS: &str = "delete remove drop discard erase trash lösche loesche lösch entferne streiche verwirf";
/// German puts the verb last.
const LAST: &str = "löschen loeschen entfernen streichen verwerfen";
const SILENT: &str = "\
    the please bitte item items entity entities card cards den die das karte karten both beide also auch now jetzt \
    mir of from discovery pipeline aus der untersuchung duplicate duplicates doppelte doppelten";

pub(super) fn read(command: CommandText<'_>) -> Option<Result<AssistantCommand, CommandFault>> {
    let rid = command.is(0, "get") && command.is(1, "rid");
    let last = command.tokens.len().checked_sub(1)?;
    let (first, end) = match () {
        () if rid => (2, last + 1),
        () if command.is(0, VERBS) => (1, last + 1),
        () if command.is(last, LAST) && command.tokens.iter().any(|token| token.label.is_some()) => (0, last),
        () => return None,
    };
    // A link is taken off elsewhere.
    if (first..end).any(|at| command.is(at, "from von aus") && command.label(at + 1).is_some()) {
        return None;
    }
    // A reason is the analyst's own.
    let because = (first + 1..end).find(|at| command.is(*at, "because since weil denn"));
    let end = because.filter(|at| command.tokens[*at..].iter().all(|token| token.label.is_none())).unwrap_or(end);
    let mut labels = Vec::new();
    for at in first..end {
        let token = &command.tokens[at];
        match token.label {
            // "F-2 to F-5" with a dash: which labels lie between is not said.
            Some(_) if !labels.is_empty() && command.gap(at).contains(['-', '–', '—', '…']) => {
                return Some(Err(rest(command, first)));
            }
            Some(label) => labels.push(label),
            None if is_and(&token.word) || one_of(SILENT, &token.word) || kind_of(&token.word).is_some() => {}
            None => return Some(Err(rest(command, first))),
        }
    }
    labels.sort_by_key(|label| *label);
    labels.dedup();
    Some(if labels.is_empty() { Err(CommandFault::Labels) } else { Ok(AssistantCommand::Delete(labels)) })
}

fn rest(command: CommandText<'_>, first: usize) -> CommandFault {
    if command.tokens.iter().any(|token| token.label.is_some()) {
        CommandFault::Rest(command.rest(first).trim().to_owned())
    } else {
        CommandFault::Labels
    }
}
