//! "Add a fact: …", "new insight from F-1 and F-2: …", "füge eine Empfehlung aus N-1 hinzu: …".

use super::{AssistantCommand, CommandFault, CommandText, own_words};
use crate::chat::assistant::words::{kind_of, output_type_of};
use crate::discovery::{EntityKind, EntityLabel, OutputType};

const VERBS: &str = "\
    add create make record note insert propose new füge fuege erstelle erzeuge ergänze ergaenze notiere neue neuer \
    neues neuen lege erfasse";
const BEFORE_KIND: &str = "\
    a an the another new one my as following ein eine einen einem den die das neue neuer neues neuen folgende \
    folgenden folgendes weitere weiteren weiteres als noch of type please bitte mir";
/// Words before the labels that something new rests on.
const FROM: &str = "from on for to under with using about via of aus auf von für zu nach mit anhand über";
const BEFORE_FROM: &str = "based linked resting drawn derived basierend gestützt verknüpft basis auf abgeleitet";
const AFTER: &str = "hinzu an hinzufügen hinzufuegen erstellen anlegen ergänzen notieren";

/// The part before the text.
#[derive(Default)]
struct CommandHead {
    kind: Option<EntityKind>,
    output_type: Option<OutputType>,
    from: Vec<EntityLabel>,
    /// Start of the text, by tokens.
    end: usize,
    /// It says that something is to be added.
    adds: bool,
}

pub(super) fn read(command: CommandText<'_>) -> Option<Result<AssistantCommand, CommandFault>> {
    let head = head(command)?;
    let kind = head.kind?;
    let breaks = command.breaks(head.end);
    // "Fact: …" is a command by its colon alone.
    if !(head.adds || breaks && command.gap(head.end).contains(':')) {
        return None;
    }
    if kind == EntityKind::Input {
        return Some(Err(CommandFault::Input));
    }
    let mut from = head.from;
    let text = if breaks && !command.gap(head.end).contains(['“', '„', '"', '»', '«']) {
        after_a_sign(command, head.end, &mut from)
    } else {
        unbroken(command, head.end, &mut from)
    };
    from.sort_by_key(|label| *label);
    from.dedup();
    if text.chars().all(|c| !c.is_alphanumeric()) {
        return Some(Err(CommandFault::Text(kind)));
    }
    let output_type = head.output_type;
    if kind == EntityKind::Output && output_type.is_none() {
        return Some(Err(CommandFault::OutputType));
    }
    Some(Ok(AssistantCommand::Add { kind, text, from, output_type }))
}

fn head(command: CommandText<'_>) -> Option<CommandHead> {
    let mut head = CommandHead { adds: command.is(0, VERBS), ..CommandHead::default() };
    let mut at = usize::from(head.adds);
    while command.is(at, BEFORE_KIND) && !command.breaks(at + 1) {
        at += 1;
    }
    at = name(command, at, &mut head)?;
    loop {
        if at >= command.tokens.len() || at > 0 && command.gap(at).contains([':', '\n']) {
            break;
        }
        if command.is(at, AFTER) {
            // "Fakt hinzufügen: …"
            head.adds |= command.word(at) != "an";
            at += 1;
        } else if let Some((labels, end)) = sources(command, at) {
            head.from.extend(labels);
            at = end;
        } else if head.kind == Some(EntityKind::Output) && head.output_type.is_none() {
            match output_type(command, at) {
                Some(end) => at = end.apply(&mut head),
                None => break,
            }
        } else {
            break;
        }
    }
    head.end = at;
    Some(head)
}

/// The name of a column, or of a type of Output.
fn name(command: CommandText<'_>, at: usize, head: &mut CommandHead) -> Option<usize> {
    if let Some(kind) = kind_of(command.word(at)) {
        head.kind = Some(kind);
        return Some(at + 1);
    }
    let named = output_type(command, at)?;
    head.kind = Some(EntityKind::Output);
    Some(named.apply(head))
}

struct OutputTypeMention {
    of: OutputType,
    end: usize,
}

impl OutputTypeMention {
    fn apply(self, head: &mut CommandHead) -> usize {
        head.output_type = Some(self.of);
        self.end
    }
}

/// "of type action plan", "(brief)", "vom Typ Bericht".
fn output_type(command: CommandText<'_>, mut at: usize) -> Option<OutputTypeMention> {
    while command.is(at, "of type as a an vom typ als der art") {
        at += 1;
    }
    if command.word(at) == "action" && command.word(at + 1) == "plan" {
        return Some(OutputTypeMention { of: OutputType::ActionPlan, end: at + 2 });
    }
    Some(OutputTypeMention { of: output_type_of(command.word(at))?, end: at + 1 })
}

/// "based on F-1 and F-2", "aus F-1", "(F-1, F-2)".
fn sources(command: CommandText<'_>, at: usize) -> Option<(Vec<EntityLabel>, usize)> {
    let mut from = at;
    while from < at + 3 && (command.is(from, FROM) || command.is(from, BEFORE_FROM) || command.is(from, "der the dem"))
    {
        from += 1;
    }
    if kind_of(command.word(from)).is_some() && command.label(from + 1).is_some() {
        from += 1;
    }
    let (labels, end) = command.labels(from);
    (!labels.is_empty()).then_some((labels, end))
}

/// A text with no sign before it: "add the fact that the wall is high from F-1".
fn unbroken(command: CommandText<'_>, mut at: usize, from: &mut Vec<EntityLabel>) -> String {
    if command.is(at, "that dass daß saying called") {
        at += 1;
    }
    let tail = if from.is_empty() { tail(command, at) } else { None };
    match tail {
        Some((end, labels)) => {
            from.extend(labels);
            let end = command.tokens.get(end).map_or(command.text.len(), |token| token.bytes.start);
            let start = command.text.len() - command.rest(at).len();
            let text = command.text.get(start..end).unwrap_or_default();
            own_words(text.trim().trim_end_matches(['(', '[', ',', ' ']))
        }
        None => own_words(&without_tail(command.rest(at))),
    }
}

/// A text behind a colon is kept as it is, but for sources that it ends with behind a comma or in brackets.
fn after_a_sign(command: CommandText<'_>, at: usize, from: &mut Vec<EntityLabel>) -> String {
    match tail(command, at).filter(|(end, _)| from.is_empty() && command.gap(*end).contains([',', '('])) {
        Some(_) => unbroken(command, at, from),
        None => own_words(command.rest(at)),
    }
}

/// The sources that a sentence ends with, and where they begin.
fn tail(command: CommandText<'_>, from: usize) -> Option<(usize, Vec<EntityLabel>)> {
    (from + 1..command.tokens.len()).find_map(|at| {
        if !(command.is(at, FROM) || command.is(at, BEFORE_FROM) || command.is(at, "source quelle")) {
            return None;
        }
        let (labels, end) = sources(command, at + usize::from(command.is(at, "source quelle")))?;
        let ends = end == command.tokens.len() || end + 1 == command.tokens.len() && command.is(end, AFTER);
        ends.then_some((at, labels))
    })
}

/// "Füge den Fakt „…“ hinzu."
fn without_tail(text: &str) -> String {
    let trimmed = text.trim_end().trim_end_matches(['.', '!']);
    match trimmed.strip_suffix("hinzu").or_else(|| trimmed.strip_suffix("hinzufügen")) {
        Some(rest) if rest.ends_with([' ', '“', '”', '"', '«', '»']) => own_words(rest),
        _ => text.trim().to_owned(),
    }
}
