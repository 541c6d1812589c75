//! The intent of a question, by the patterns of `intents/`: the first line that fits says it.

use std::sync::LazyLock;

use super::language::AssistantLanguage;
use super::pattern::{Pattern, PatternMatch};
use super::question::{QuestionToken, ReadQuestion};

/// The topics of questions. Each is answered by a file of its own name, or in [`super::short_answers`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum QuestionTopic {
    /// It takes words of one's own, which the built-in assistant has not.
    Writing,
    /// It is done elsewhere in the window.
    Elsewhere,
    Help,
    Supports,
    Rests,
    Status,
    Conflicts,
    Connections,
    /// The entities of one column that have nothing of another.
    Without,
    Orphans,
    Unproven,
    Review,
    Waiting,
    Changes,
    Count,
    Gaps,
    Find,
    List,
    Next,
    Goal,
    Summary,
    Show,
    Greeting,
    Thanks,
}

impl QuestionTopic {
    const NAMES: [(&'static str, Self); 24] = [
        ("writing", Self::Writing),
        ("elsewhere", Self::Elsewhere),
        ("help", Self::Help),
        ("supports", Self::Supports),
        ("rests", Self::Rests),
        ("status", Self::Status),
        ("conflicts", Self::Conflicts),
        ("connections", Self::Connections),
        ("without", Self::Without),
        ("orphans", Self::Orphans),
        ("unproven", Self::Unproven),
        ("review", Self::Review),
        ("waiting", Self::Waiting),
        ("changes", Self::Changes),
        ("count", Self::Count),
        ("gaps", Self::Gaps),
        ("find", Self::Find),
        ("list", Self::List),
        ("next", Self::Next),
        ("goal", Self::Goal),
        ("summary", Self::Summary),
        ("show", Self::Show),
        ("greeting", Self::Greeting),
        ("thanks", Self::Thanks),
    ];

    fn named(name: &str) -> Option<Self> {
        Self::NAMES.into_iter().find(|(known, _)| *known == name).map(|(_, topic)| topic)
    }

    #[cfg(test)]
    pub(super) fn name(self) -> &'static str {
        Self::NAMES.into_iter().find(|(_, topic)| *topic == self).map_or("", |(name, _)| name)
    }
}

/// The understood part of a question.
#[derive(Clone, Debug)]
pub(super) struct Intent {
    pub(super) topic: QuestionTopic,
    pub(super) found: PatternMatch,
}

/// Returns the intent of a question, if it is understood.
pub(super) fn intent(question: &ReadQuestion<'_>) -> Option<Intent> {
    let tokens = &question.tokens[begin(&question.tokens)..];
    let shift = question.tokens.len() - tokens.len();
    let (own, other) = match question.tongue {
        AssistantLanguage::English => (&*ENGLISH, &*GERMAN),
        AssistantLanguage::German => (&*GERMAN, &*ENGLISH),
    };
    let mut intent = understood(own, tokens).or_else(|| understood(other, tokens))?;
    intent.found.words = intent.found.words.map(|words| words.start + shift..words.end + shift);
    Some(intent)
}

fn understood(table: &[(QuestionTopic, Pattern)], tokens: &[QuestionToken]) -> Option<Intent> {
    table.iter().find_map(|(topic, pattern)| Some(Intent { topic: *topic, found: pattern.find(tokens)? }))
}

/// Returns the end of the polite words before a question or a command.
pub(super) fn begin(tokens: &[QuestionToken]) -> usize {
    const POLITE: &[&[&str]] = &[
        &["please"],
        &["bitte"],
        &["kindly"],
        &["ok"],
        &["okay"],
        &["so"],
        &["now"],
        &["and"],
        &["und"],
        &["also"],
        &["hi", "factly"],
        &["hey", "factly"],
        &["hallo", "factly"],
        &["factly"],
        &["can", "you"],
        &["could", "you"],
        &["would", "you"],
        &["will", "you"],
        &["kannst", "du"],
        &["könntest", "du"],
        &["können", "sie"],
        &["könnten", "sie"],
        &["würdest", "du"],
        &["i", "want", "you", "to"],
        &["i", "would", "like", "you", "to"],
        &["i'd", "like", "you", "to"],
        &["mir"],
    ];
    let mut at = 0;
    while let Some(words) = POLITE.iter().find(|words| {
        tokens.len() > at + words.len() && words.iter().zip(&tokens[at..]).all(|(word, token)| token.word == *word)
    }) {
        at += words.len();
    }
    at
}

static ENGLISH: LazyLock<Vec<(QuestionTopic, Pattern)>> = LazyLock::new(|| table(include_str!("intents/en.txt")));
static GERMAN: LazyLock<Vec<(QuestionTopic, Pattern)>> = LazyLock::new(|| table(include_str!("intents/de.txt")));

/// Sections `[topic]` of lines, each a pattern; `#` begins a comment.
fn table(text: &str) -> Vec<(QuestionTopic, Pattern)> {
    let mut topic = None;
    let mut table = Vec::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        match line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            Some(name) => topic = QuestionTopic::named(name),
            None => table.extend(topic.map(|topic| (topic, Pattern::read(line)))),
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_section_of_the_tables_is_a_topic() {
        for text in [include_str!("intents/en.txt"), include_str!("intents/de.txt")] {
            for name in text.lines().filter_map(|line| line.strip_prefix('[')?.strip_suffix(']')) {
                assert!(QuestionTopic::named(name).is_some(), "[{name}] is no topic");
            }
        }
    }
}
