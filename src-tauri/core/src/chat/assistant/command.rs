//! Plain phrases that change something: add, edit, delete. Read strictly: what is not surely a command is none.
//!
//! A command becomes calls of the same tools that a model has, or a sentence that says what it lacks. Nothing is guessed:
//! a label that is not there, a text that is missing, a sentence that goes on in another way are said back.

mod add;
mod delete;
mod edit;

use std::fmt;

use super::inline_text::capital;
use super::intent::begin;
use super::language::AssistantLanguage;
use super::question::{QuestionToken, ReadQuestion};
use super::words::{is_and, one_of};
use crate::chat::graph::Graph;
use crate::discovery::{EntityKind, EntityLabel, OutputType};

/// The request of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum AssistantCommand {
    Add { kind: EntityKind, text: String, from: Vec<EntityLabel>, output_type: Option<OutputType> },
    Edit { label: EntityLabel, text: String },
    Delete(Vec<EntityLabel>),
}

/// The reason a command cannot be carried out as given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum CommandFault {
    /// Of an entity to add.
    Text(EntityKind),
    OutputType,
    /// Inputs come in elsewhere.
    Input,
    WrongColumn {
        kind: EntityKind,
        label: EntityLabel,
    },
    NewText(EntityLabel),
    /// Of an Input, which is edited in its own view.
    InputText(EntityLabel),
    /// A status is not a text.
    Status(EntityLabel),
    Same(EntityLabel),
    /// To be replaced, and not there or there more than once.
    Passage {
        label: EntityLabel,
        passage: String,
        times: usize,
    },
    /// An edit names one.
    Several,
    Labels,
    Unknown(Vec<EntityLabel>),
    /// The rest of the message is not understood.
    Rest(String),
}

/// Returns the change that a text asks for, if it is a command at all.
pub(super) fn command(question: &ReadQuestion<'_>, graph: &Graph) -> Option<Result<AssistantCommand, CommandFault>> {
    Some(read(question, graph)?.and_then(|command| checked(command, graph)))
}

/// As it was said, whether what it names is there or not.
pub(super) fn read(question: &ReadQuestion<'_>, graph: &Graph) -> Option<Result<AssistantCommand, CommandFault>> {
    let tokens = &question.tokens[begin(&question.tokens)..];
    if is_denied(tokens) || is_question(tokens) {
        return None;
    }
    let command = CommandText { text: question.text, tokens };
    add::read(command).or_else(|| edit::read(command, graph)).or_else(|| delete::read(command))
}

/// A text and its tokens, after what is said out of politeness.
#[derive(Clone, Copy)]
struct CommandText<'q> {
    text: &'q str,
    tokens: &'q [QuestionToken],
}

impl<'q> CommandText<'q> {
    fn word(self, at: usize) -> &'q str {
        self.tokens.get(at).map_or("", |token| token.word.as_str())
    }

    /// Returns whether the token is one of these words, which have spaces between them.
    fn is(self, at: usize, words: &str) -> bool {
        one_of(words, self.word(at))
    }

    fn label(self, at: usize) -> Option<EntityLabel> {
        self.tokens.get(at)?.label
    }

    /// Labels from `at` on, with "and" and commas between them, and where they end. A colon ends them.
    fn labels(self, mut at: usize) -> (Vec<EntityLabel>, usize) {
        let mut labels = Vec::new();
        while let Some(label) = self.label(at).filter(|_| labels.is_empty() || !self.breaks(at)) {
            labels.push(label);
            at += 1;
            while is_and(self.word(at)) && self.label(at + 1).is_some() {
                at += 1;
            }
        }
        (labels, at)
    }

    /// Returns the text between the token before `at` and the one at `at`: signs and white space.
    fn gap(self, at: usize) -> &'q str {
        let start = if at == 0 { 0 } else { self.tokens.get(at - 1).map_or(self.text.len(), |token| token.bytes.end) };
        let end = self.tokens.get(at).map_or(self.text.len(), |token| token.bytes.start);
        self.text.get(start..end).unwrap_or_default()
    }

    /// A colon, a line or a dash ends the head of a command, and a quotation mark begins the text.
    fn breaks(self, at: usize) -> bool {
        let gap = self.gap(at);
        gap.contains([':', '\n', '“', '„', '"', '»', '«', '‘']) || gap.contains(" - ") || gap.contains(['–', '—'])
    }

    /// The words from token `at` on, as they were written.
    fn rest(self, at: usize) -> &'q str {
        let start = if at == 0 { 0 } else { self.tokens.get(at - 1).map_or(self.text.len(), |token| token.bytes.end) };
        self.text.get(start..).unwrap_or_default()
    }
}

/// Words of the analyst's own, without the colon before them and the quotation marks around them.
fn own_words(text: &str) -> String {
    let text = text.trim();
    let text = text.strip_prefix([':', '–', '—', '-', ')', ',']).unwrap_or(text).trim();
    let text = text.strip_prefix(':').unwrap_or(text).trim();
    unquoted(text).trim().to_owned()
}

fn unquoted(text: &str) -> &str {
    const PAIRS: [(char, char); 8] =
        [('"', '"'), ('“', '”'), ('„', '“'), ('„', '”'), ('»', '«'), ('«', '»'), ('\'', '\''), ('‘', '’')];
    let inner = |(opens, closes): &(char, char)| {
        let inner = text.strip_prefix(*opens)?;
        let inner = inner.strip_suffix(*closes).or_else(|| inner.strip_suffix('.')?.strip_suffix(*closes))?;
        (!inner.contains([*opens, *closes])).then_some(inner)
    };
    PAIRS.iter().find_map(inner).unwrap_or(text)
}

/// "Don't delete F-1", "lösche F-1 nicht".
fn is_denied(tokens: &[QuestionToken]) -> bool {
    let first = tokens.first().map_or("", |token| token.word.as_str());
    let second = tokens.get(1).map_or("", |token| token.word.as_str());
    let last = tokens.last().map_or("", |token| token.word.as_str());
    matches!(first, "don't" | "dont" | "never" | "not" | "nicht" | "kein" | "keine" | "keinen" | "nie")
        || first == "do" && second == "not"
        || tokens.len() <= 12 && last == "nicht"
}

/// "Should I delete F-2?" asks. "Can you delete F-2?" does not: what is polite was taken off before.
fn is_question(tokens: &[QuestionToken]) -> bool {
    const ASKING: &str = "\
        should can could may shall must would what why how which who where when is are does did if soll sollte \
        kann könnte darf muss was warum wie welche welcher welches wer wo wann ist sind wenn falls wieso weshalb";
    let first = tokens.first().map_or("", |token| token.word.as_str());
    one_of(ASKING, first)
}

fn checked(command: AssistantCommand, graph: &Graph) -> Result<AssistantCommand, CommandFault> {
    let named: &[EntityLabel] = match &command {
        AssistantCommand::Add { from, .. } => from,
        AssistantCommand::Edit { label, .. } => std::slice::from_ref(label),
        AssistantCommand::Delete(labels) => labels,
    };
    let unknown: Vec<EntityLabel> = named.iter().copied().filter(|label| !graph.has(*label)).collect();
    if !unknown.is_empty() {
        return Err(CommandFault::Unknown(unknown));
    }
    match &command {
        AssistantCommand::Add { kind, from, .. } => match from.iter().find(|label| Some(label.kind) != kind.above()) {
            Some(label) => Err(CommandFault::WrongColumn { kind: *kind, label: *label }),
            None => Ok(command),
        },
        AssistantCommand::Edit { label, text } if graph.node(*label).is_some_and(|node| *node.text == **text) => {
            Err(CommandFault::Same(*label))
        }
        _ => Ok(command),
    }
}

impl CommandFault {
    pub(super) fn sentence(&self, tongue: AssistantLanguage) -> String {
        match tongue {
            AssistantLanguage::English => self.in_english(),
            AssistantLanguage::German => self.in_german(),
        }
    }

    fn in_english(&self) -> String {
        match self {
            Self::Text(kind) => {
                let (a, one) = (AssistantLanguage::English.a(*kind), kind.as_str());
                format!("What should the {one} say? Write for example “add {a}: …”.")
            }
            Self::OutputType => "Which kind of output is it to be: report, presentation, action plan or brief? \
                Write for example “add a brief from R-1: …”."
                .to_owned(),
            Self::Input => {
                "I cannot add inputs. Drop a file on the window, or paste its text with “Add input”.".to_owned()
            }
            Self::WrongColumn { kind, label } => {
                let above = kind.above().map_or("nothing", |above| AssistantLanguage::English.many(above));
                let (a, own) = (capital(AssistantLanguage::English.a(*kind)), AssistantLanguage::English.a(label.kind));
                format!("{a} rests on {above}, and [{label}] is {own}.")
            }
            Self::NewText(label) => {
                format!("What should [{label}] say? I find no words of my own: write “change {label} to …”.")
            }
            Self::InputText(label) => {
                format!("[{label}] is an input. Its text is edited where it is shown, since facts are proven by it.")
            }
            Self::Status(label) => format!("I change texts only. The status of [{label}] is set on its card."),
            Self::Same(label) => format!("[{label}] says exactly that already."),
            Self::Passage { label, passage, times: 0 } => format!("[{label}] does not say “{}”.", escaped(passage)),
            Self::Passage { label, passage, times } => {
                format!("[{label}] says “{}” {times} times. Name more of the words around it.", escaped(passage))
            }
            Self::Several => "I change one text at a time. Name one label.".to_owned(),
            Self::Labels => "Name what is to be deleted by its label, for example “delete F-2 and F-5”.".to_owned(),
            Self::Unknown(labels) => format!("There is no {} in this discovery.", LabelList(labels, " and no ")),
            Self::Rest(rest) => format!(
                "I understand “delete” with labels only, not “{}”. Write for example “delete F-2 and F-5”.",
                escaped(rest)
            ),
        }
    }

    fn in_german(&self) -> String {
        match self {
            Self::Text(kind) => {
                let what = AssistantLanguage::German.one(*kind);
                format!("Was soll darin stehen? Schreiben Sie zum Beispiel „{what} hinzufügen: …“.")
            }
            Self::OutputType => "Welche Art von Ergebnis soll es sein: Bericht, Präsentation, Aktionsplan oder \
                Kurzfassung? Schreiben Sie zum Beispiel „Kurzfassung aus R-1 hinzufügen: …“."
                .to_owned(),
            Self::Input => "Inputs kann ich nicht hinzufügen. Ziehen Sie eine Datei auf das Fenster, oder fügen Sie \
                ihren Text dort ein."
                .to_owned(),
            Self::WrongColumn { kind, label } => {
                let (a, own) = (capital(AssistantLanguage::German.a(*kind)), AssistantLanguage::German.a(label.kind));
                let above = kind.above().map_or("nichts", |above| AssistantLanguage::German.of_many(above));
                format!("{a} beruht auf {above}; [{label}] ist {own}.")
            }
            Self::NewText(label) => {
                format!(
                    "Was soll in [{label}] stehen? Eigene Worte finde ich nicht: schreiben Sie „ändere {label} zu: …“."
                )
            }
            Self::InputText(label) => {
                format!(
                    "[{label}] ist ein Input. Sein Text wird dort bearbeitet, wo er gezeigt wird: Fakten sind mit \
                     ihm belegt."
                )
            }
            Self::Status(label) => {
                format!("Ich ändere nur Texte. Der Status von [{label}] wird auf der Karte gesetzt.")
            }
            Self::Same(label) => format!("In [{label}] steht genau das schon."),
            Self::Passage { label, passage, times: 0 } => {
                format!("In [{label}] steht „{}“ nicht.", escaped(passage))
            }
            Self::Passage { label, passage, times } => {
                format!("In [{label}] steht „{}“ {times}-mal. Nennen Sie mehr von den Worten darum.", escaped(passage))
            }
            Self::Several => "Ich ändere einen Text nach dem anderen. Nennen Sie ein Kürzel.".to_owned(),
            Self::Labels => "Nennen Sie das, was gelöscht werden soll, mit seinem Kürzel, zum Beispiel „lösche F-2 \
                und F-5“."
                .to_owned(),
            Self::Unknown(labels) => {
                format!("In dieser Untersuchung gibt es kein {}.", LabelList(labels, " und kein "))
            }
            Self::Rest(rest) => format!(
                "Beim Löschen verstehe ich nur Kürzel, nicht „{}“. Schreiben Sie zum Beispiel „lösche F-2 und F-5“.",
                escaped(rest)
            ),
        }
    }
}

fn escaped(text: &str) -> String {
    super::inline_text::text(text, 80)
}

struct LabelList<'l>(&'l [EntityLabel], &'static str);

impl fmt::Display for LabelList<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, label) in self.0.iter().enumerate() {
            let between = if at == 0 { "" } else { self.1 };
            write!(out, "{between}{label}")?;
        }
        Ok(())
    }
}
