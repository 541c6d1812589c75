//! A question as tokens: words without regard to case, labels, and where each stands in the text.

use std::ops::Range;

use super::language::AssistantLanguage;
use super::words::one_of;
use crate::chat::graph::Graph;
use crate::chat::labels::{LabelMention, labels_in};
use crate::discovery::EntityLabel;
use crate::values::fold;

/// A longer text is no question; commands look at its beginning only.
const TOKENS: usize = 400;

#[derive(Clone, Debug)]
pub(super) struct QuestionToken {
    /// Lower case, and without the full stop of an abbreviation.
    pub(super) word: String,
    pub(super) label: Option<EntityLabel>,
    pub(super) bytes: Range<usize>,
}

#[derive(Clone, Debug)]
pub(super) struct ReadQuestion<'a> {
    pub(super) text: &'a str,
    pub(super) tokens: Vec<QuestionToken>,
    pub(super) tongue: AssistantLanguage,
}

impl<'a> ReadQuestion<'a> {
    /// Reads a question; mentions beside a text that names no label are what it asks about.
    pub(super) fn read(text: &'a str, mentions: &[EntityLabel], graph: &Graph) -> Self {
        let mut tokens = tokens(text, graph);
        if !tokens.iter().any(|token| token.label.is_some()) {
            insert_mentions(&mut tokens, mentions, text.len());
        }
        // What stands behind a colon may be a text in another language.
        let colon = text.find(':').unwrap_or(text.len());
        let words = |end| tokens.iter().filter(move |token| token.bytes.end <= end).map(|token| token.word.as_str());
        let tongue = AssistantLanguage::detect(words(colon))
            .or_else(|| AssistantLanguage::detect(words(text.len())))
            .unwrap_or(AssistantLanguage::English);
        Self { text, tokens, tongue }
    }

    /// Each once, in the order of the text.
    pub(super) fn labels(&self) -> Vec<EntityLabel> {
        let mut labels = Vec::new();
        for label in self.tokens.iter().filter_map(|token| token.label) {
            if !labels.contains(&label) {
                labels.push(label);
            }
        }
        labels
    }
}

/// Puts what is mentioned in the place of "this", or at the end.
fn insert_mentions(tokens: &mut Vec<QuestionToken>, mentions: &[EntityLabel], end: usize) {
    const POINTING: &str = "this that these those it them dies diese dieses diesen das es sie";
    let at = tokens.iter().rposition(|token| one_of(POINTING, &token.word)).filter(|_| !mentions.is_empty());
    let (range, bytes) = at.map_or((tokens.len()..tokens.len(), end..end), |at| (at..at + 1, tokens[at].bytes.clone()));
    let mentioned = |label: &EntityLabel| QuestionToken {
        word: label.to_string().to_lowercase(),
        label: Some(*label),
        bytes: bytes.clone(),
    };
    tokens.splice(range, mentions.iter().map(mentioned));
}

fn tokens(text: &str, graph: &Graph) -> Vec<QuestionToken> {
    let labels: Vec<LabelMention> =
        labels_in(text).into_iter().filter(|named| named.surely || graph.has(named.label)).collect();
    let mut labels = labels.into_iter().peekable();
    let mut found = Vec::new();
    let mut at = 0;
    while at < text.len() && found.len() < TOKENS {
        if let Some(named) = labels.next_if(|named| named.start == at) {
            found.push(QuestionToken {
                word: named.label.to_string().to_lowercase(),
                label: Some(named.label),
                bytes: named.start..named.end,
            });
            at = named.end;
            continue;
        }
        let next_label = labels.peek().map_or(text.len(), |named| named.start);
        let Some(start) = text[at..next_label].find(char::is_alphanumeric).map(|start| at + start) else {
            at = next_label;
            continue;
        };
        let length = text[start..next_label].find(|c: char| !is_inner(c)).unwrap_or(next_label - start);
        let end = start + text[start..start + length].trim_end_matches(|c| !char::is_alphanumeric(c)).len();
        push(&mut found, text, start..end);
        at = (start + length).max(end);
    }
    found
}

/// Returns whether a word may hold it: "tl;dr" is two, "don't" is one.
fn is_inner(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '\'' | '’' | '-' | '.' | ',' | '%' | '_')
}

/// "What's" is two words, and "F-1's" was cut after its label before.
fn push(found: &mut Vec<QuestionToken>, text: &str, bytes: Range<usize>) {
    let raw = &text[bytes.clone()];
    // A comma or a full stop inside a number stays: "1,200.5".
    if let Some((at, _)) = raw
        .char_indices()
        .find(|(at, c)| matches!(c, ',' | '.') && !raw[at + 1..].starts_with(|next: char| next.is_ascii_digit()))
    {
        push(found, text, bytes.start..bytes.start + at);
        let rest = bytes.start + at + 1;
        if text[rest..bytes.end].contains(char::is_alphanumeric) {
            push(found, text, rest..bytes.end);
        }
        return;
    }
    let word = fold(raw).replace('’', "'");
    let expanded = match word.as_str() {
        "s" if text[..bytes.start].ends_with(['\'', '’']) => return,
        "what's" | "whats" => &["what", "is"][..],
        "who's" => &["who", "is"],
        "where's" => &["where", "is"],
        "how's" => &["how", "is"],
        "there's" => &["there", "is"],
        "wie's" => &["wie", "es"],
        "gibt's" => &["gibt", "es"],
        "geht's" => &["geht", "es"],
        _ => {
            found.push(QuestionToken { word, label: None, bytes });
            return;
        }
    };
    let both =
        expanded.iter().map(|word| QuestionToken { word: (*word).to_owned(), label: None, bytes: bytes.clone() });
    found.extend(both);
}
