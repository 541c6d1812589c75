//! A message to the analyst: a sentence as it is written in the sources, and what it names.
//!
//! It crosses IPC and is kept in these two parts, and whoever shows it has the sentence in its language. Displayed, it
//! is English. A sentence is known by its words, so it is never put together: what differs is named.

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Serialize};

/// A sentence in which each `{}` stands for what it names. See [`message!`](crate::message!).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "StoredMessage")]
pub struct UserMessage(Box<Sentence>);

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Sentence {
    template: Cow<'static, str>,
    args: Vec<MessageArg>,
}

/// An argument of a sentence: a text as it is, or words of ours that have a language of their own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum MessageArg {
    // First, since a string can be read as what an earlier version said.
    Text(String),
    Message(UserMessage),
}

/// As it is kept. Earlier versions kept whole sentences.
#[derive(Deserialize)]
#[serde(untagged)]
enum StoredMessage {
    Sentence(Sentence),
    Whole(String),
}

/// Says something in words that the window knows: `message!("There is no file “{}”.", name)`.
///
/// An argument is anything that can be displayed. Only `{}` names, so that the words are those of the source.
#[macro_export]
macro_rules! message {
    ($template:literal $(, $named:expr)* $(,)?) => {{
        #[allow(unused_imports)]
        use $crate::message::ToMessageArg as _;
        const { $crate::message::assert_named($template, <[&str]>::len(&[$(stringify!($named)),*])) };
        $crate::message::UserMessage::new($template, vec![$(($named).named()),*])
    }};
}

impl UserMessage {
    pub fn new(template: impl Into<Cow<'static, str>>, args: Vec<MessageArg>) -> Self {
        Self(Box::new(Sentence { template: template.into(), args }))
    }

    /// Words as they came: said in another language only where they are a sentence of ours.
    pub fn whole(words: impl Into<Cow<'static, str>>) -> Self {
        Self::new(words, Vec::new())
    }

    /// Words that are not ours, and are said as they came.
    pub fn verbatim(words: impl fmt::Display) -> Self {
        Self::new("{}", vec![MessageArg::Text(words.to_string())])
    }

    /// Several in a row, with what stands between them.
    pub fn several(all: impl IntoIterator<Item = Self>, between: &str) -> Self {
        let args: Vec<MessageArg> = all.into_iter().map(MessageArg::Message).collect();
        Self::new(vec!["{}"; args.len()].join(between), args)
    }

    /// A clause as a sentence of its own: “there is no value” is “There is no value.”
    #[must_use]
    pub fn sentence(mut self) -> Self {
        let mut letters = self.template().chars();
        let first = letters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
        let end = if self.template().ends_with('.') { "" } else { "." };
        self.0.template = format!("{first}{}{end}", letters.as_str()).into();
        self
    }

    /// For a column of text: a sentence that names nothing as it is, another as JSON.
    pub fn stored(&self) -> Cow<'_, str> {
        if self.args().is_empty() && !self.template().starts_with('{') {
            return self.template().into();
        }
        serde_json::to_string(self).unwrap_or_default().into()
    }

    /// Reads such a column: what [`Self::stored`] made, or words that were written there as they are.
    pub fn from_stored(text: &str) -> Self {
        serde_json::from_str(text)
            .ok()
            .filter(|_| text.starts_with('{'))
            .unwrap_or_else(|| Self::whole(text.to_owned()))
    }

    pub fn is_empty(&self) -> bool {
        self.template().is_empty()
    }

    pub fn template(&self) -> &str {
        &self.0.template
    }

    pub fn args(&self) -> &[MessageArg] {
        &self.0.args
    }

    /// Visits each text that it names, wherever it names it, in the order of the sentence.
    pub fn each_text(&mut self, change: &mut impl FnMut(&mut String)) {
        for arg in &mut self.0.args {
            match arg {
                MessageArg::Text(text) => change(text),
                MessageArg::Message(message) => message.each_text(change),
            }
        }
    }

    #[doc(hidden)]
    pub fn named(&self) -> MessageArg {
        MessageArg::Message(self.clone())
    }
}

#[doc(hidden)]
pub trait ToMessageArg {
    fn named(&self) -> MessageArg;
}

impl<T: fmt::Display + ?Sized> ToMessageArg for T {
    fn named(&self) -> MessageArg {
        MessageArg::Text(self.to_string())
    }
}

#[doc(hidden)]
pub const fn assert_named(template: &str, named: usize) {
    let (bytes, mut at, mut holes) = (template.as_bytes(), 0, 0);
    while at < bytes.len() {
        if bytes[at] == b'{' {
            assert!(at + 1 < bytes.len() && bytes[at + 1] == b'}', "only {{}} stands for what is named");
            holes += 1;
        }
        at += 1;
    }
    assert!(holes == named, "as many are named as the sentence has places for");
}

/// A text as it stands between quotation marks of a program: what cannot be seen is written out.
pub fn escaped(text: &str) -> String {
    let quoted = format!("{text:?}");
    quoted.get(1..quoted.len() - 1).unwrap_or_default().to_owned()
}

/// Nothing.
impl Default for UserMessage {
    fn default() -> Self {
        Self::whole("")
    }
}

impl From<&'static str> for UserMessage {
    fn from(words: &'static str) -> Self {
        Self::whole(words)
    }
}

impl From<StoredMessage> for UserMessage {
    fn from(stored: StoredMessage) -> Self {
        match stored {
            StoredMessage::Sentence(sentence) => Self(Box::new(sentence)),
            StoredMessage::Whole(words) => Self::whole(words),
        }
    }
}

impl fmt::Display for UserMessage {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut args = self.args().iter();
        let mut parts = self.template().split("{}");
        out.write_str(parts.next().unwrap_or_default())?;
        parts.try_for_each(|words| match args.next() {
            Some(arg) => write!(out, "{arg}{words}"),
            None => write!(out, "{{}}{words}"),
        })
    }
}

impl fmt::Display for MessageArg {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => out.write_str(text),
            Self::Message(message) => message.fmt(out),
        }
    }
}

impl PartialEq<str> for UserMessage {
    fn eq(&self, words: &str) -> bool {
        let text = self.to_string();
        text == words
    }
}

impl PartialEq<&str> for UserMessage {
    fn eq(&self, words: &&str) -> bool {
        self == *words
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_said_in_english_and_read_again_as_it_was_kept() {
        let inner = message!("it is damaged: {}", "a {} b");
        let message = message!("“{}” has {} pages, and {}.", "a.pdf", 3, inner);
        assert_eq!(message, "“a.pdf” has 3 pages, and it is damaged: a {} b.", "what is named is no place for another");
        let json = serde_json::to_string(&message).unwrap();
        assert_eq!(
            json,
            r#"{"template":"“{}” has {} pages, and {}.","args":["a.pdf","3",{"template":"it is damaged: {}","args":["a {} b"]}]}"#
        );
        assert_eq!(serde_json::from_str::<UserMessage>(&json).unwrap(), message);
        let earlier: UserMessage = serde_json::from_str(r#""It has {} no places.""#).unwrap();
        assert_eq!(earlier, "It has {} no places.", "earlier versions kept whole sentences");
    }

    #[test]
    fn a_clause_may_be_a_sentence() {
        let check = |clause: UserMessage, sentence: &str| assert_eq!(clause.sentence(), sentence);
        check(message!("there is no {}", "a"), "There is no a.");
        check(message!("{} is no value", "a"), "a is no value.");
        check("It is one.".into(), "It is one.");
    }

    #[test]
    fn several_stand_in_a_row() {
        assert_eq!(UserMessage::several([message!("a {}", 1), "b".into()], "; "), "a 1; b");
        assert_eq!(UserMessage::several([], "; "), "");
    }
}
