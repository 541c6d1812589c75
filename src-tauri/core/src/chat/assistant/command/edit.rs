//! "Change F-3 to …", "replace 5 m by 6 m in F-3", "F-3 should say: …", "ersetze in F-3 „x“ durch „y“".

use super::{AssistantCommand, CommandFault, CommandText, own_words, unquoted};
use crate::chat::assistant::question::QuestionToken;
use crate::chat::assistant::words::{kind_of, one_of};
use crate::chat::graph::Graph;
use crate::discovery::{EntityKind, EntityLabel, EntityStatus};
use crate::values::fold;

const VERBS: &str = "\
    change edit update set reword rewrite rephrase replace correct amend modify fix rename ändere aendere ändern \
    bearbeite ersetze korrigiere formuliere setze aktualisiere schreibe umformuliere";
const BEFORE_LABEL: &str = "\
    the text wording of in den die das der wortlaut von vom fact insight recommendation output input fakt \
    erkenntnis empfehlung ergebnis eingabe";
const WORDING: &str = "reword rewrite rephrase umformuliere";
/// Words between the label and its new text.
const INTO: &str = "\
    to into as with by say read so that it says reads zu in auf durch als um wie folgt ab folgendermaßen nach";
const SHOULD: &str = "should must shall soll sollte muss";
const SAYS: &str = "say read be lauten heißen heissen sagen";
/// German puts the verb last: "F-3 ändern zu: …".
const LAST: &str = "ändern umformulieren korrigieren ersetzen bearbeiten";

pub(super) fn read(command: CommandText<'_>, graph: &Graph) -> Option<Result<AssistantCommand, CommandFault>> {
    passage(command, graph).or_else(|| whole(command))
}

/// The whole text of one entity.
fn whole(command: CommandText<'_>) -> Option<Result<AssistantCommand, CommandFault>> {
    let label = usize::from(command.is(0, VERBS));
    let mut at = label;
    while command.is(at, BEFORE_LABEL) && at < label + 5 {
        at += 1;
    }
    let (labels, after) = command.labels(at);
    let first = *labels.first()?;
    let connected = if command.is(0, VERBS) {
        into(command, after)
    } else if command.is(after, SHOULD) && command.is(after + 1, SAYS) {
        Some(after + 2)
    } else if command.is(after, LAST) {
        into(command, after + 1).or(Some(after + 1))
    } else {
        return None;
    };
    if labels.len() > 1 {
        return Some(Err(CommandFault::Several));
    }
    let sign = connected.is_some_and(|from| command.breaks(from));
    // "Rephrase N-1 in simpler words" asks for words, and brings none.
    if command.is(0, WORDING) && !sign && command.is(after, "in with by so") {
        return None;
    }
    let text = connected.map(|from| own_words(command.rest(from))).unwrap_or_default();
    if !sign && connected.is_some_and(|from| command.is(from, "be")) {
        return Some(Err(CommandFault::NewText(first)));
    }
    Some(replaced(first, text))
}

/// Returns the start of the new text, if something marks it.
fn into(command: CommandText<'_>, after: usize) -> Option<usize> {
    let mut at = after;
    while command.is(at, INTO) && at < after + 3 && !command.breaks(at) {
        at += 1;
    }
    (at > after || command.breaks(at)).then_some(at)
}

fn replaced(label: EntityLabel, text: String) -> Result<AssistantCommand, CommandFault> {
    if label.kind == EntityKind::Input {
        return Err(CommandFault::InputText(label));
    }
    if text.chars().all(|c| !c.is_alphanumeric()) {
        return Err(CommandFault::NewText(label));
    }
    let folded = fold(text.trim_end_matches('.'));
    let is_status = EntityStatus::ALL.iter().any(|status| folded == status.as_str().replace('_', " "))
        || ["accepted", "rejected", "confirmed", "archived", "bestätigt", "entwurf", "angenommen"]
            .contains(&folded.as_str());
    let is_kind = folded.split(' ').all(|word| matches!(word, "a" | "an" | "ein" | "eine") || kind_of(word).is_some());
    if is_status || is_kind {
        return Err(CommandFault::Status(label));
    }
    Ok(AssistantCommand::Edit { label, text })
}

/// "Replace X by Y in F-3", "in F-3, change X to Y", "ersetze in F-3 X durch Y".
fn passage(command: CommandText<'_>, graph: &Graph) -> Option<Result<AssistantCommand, CommandFault>> {
    let (label, words) = placed(command)?;
    if label.kind == EntityKind::Input {
        return Some(Err(CommandFault::InputText(label)));
    }
    let Some(node) = graph.node(label) else { return Some(Err(CommandFault::Unknown(vec![label]))) };
    let (old, new) = pair(command.text, words)?;
    let times = node.text.matches(old.as_str()).count();
    if times != 1 {
        return Some(Err(CommandFault::Passage { label, passage: old, times }));
    }
    Some(Ok(AssistantCommand::Edit { label, text: node.text.replacen(&old, &new, 1) }))
}

/// The entity that a passage of is to be replaced, and the tokens that say the passage and what becomes of it.
fn placed(command: CommandText<'_>) -> Option<(EntityLabel, &[QuestionToken])> {
    const REPLACING: &str = "replace change correct ersetze ändere aendere korrigiere";
    let last = command.tokens.len().checked_sub(1)?;
    let labels = command.tokens.iter().filter(|token| token.label.is_some()).count();
    if labels != 1 {
        return None;
    }
    // The label at the end: "replace X by Y in F-3".
    if command.is(0, REPLACING) && last >= 4 && command.is(last - 1, "in of von") {
        return Some((command.label(last)?, &command.tokens[1..last - 1]));
    }
    // Behind the verb, or before it: "in F-3 replace X by Y", "ersetze in F-3 X durch Y".
    let (verb, preposition) = if command.is(0, REPLACING) { (0, 1) } else { (2, 0) };
    if command.is(preposition, "in") && command.is(verb, REPLACING) {
        return Some((command.label(preposition + 1)?, command.tokens.get(3..)?));
    }
    None
}

/// "X by Y", as they were written.
fn pair(text: &str, words: &[QuestionToken]) -> Option<(String, String)> {
    const BETWEEN: &str = "by with to into durch zu in mit auf";
    let at = words.iter().position(|token| one_of(BETWEEN, &token.word))?;
    let (old, new) = (words.get(..at)?, words.get(at + 1..)?);
    let old = around(text, old.first()?.bytes.start, old.last()?.bytes.end);
    let new = around(text, new.first()?.bytes.start, new.last()?.bytes.end);
    (!old.is_empty() && !new.is_empty()).then_some((old, new))
}

/// The words between two places with the signs that belong to them: "-5 %", "(a)", "€ 20".
fn around(text: &str, start: usize, end: usize) -> String {
    let is_sign = |c: char| !c.is_whitespace() && !matches!(c, ',' | ':');
    let before = text[..start].chars().rev().take_while(|c| is_sign(*c)).map(char::len_utf8).sum::<usize>();
    let after =
        text[end..].chars().take_while(|c| is_sign(*c) && !matches!(c, '.' | '!')).map(char::len_utf8).sum::<usize>();
    unquoted(text[start - before..end + after].trim()).to_owned()
}
