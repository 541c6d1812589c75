//! A line of text as what can be compared: its words, its amounts and its numbers, in any order.

use rust_decimal::Decimal;

use super::word::{Word, is_filler};
use crate::values::{Form, Quantity, Value, fold, scan};

/// One thing that a line says.
#[derive(Clone, Debug)]
pub(super) struct Token {
    /// Equal for all writings of one thing.
    pub(super) key: String,
    pub(super) said: Said,
}

#[derive(Clone, Debug)]
pub(super) enum Said {
    Word(Word),
    Amount(Quantity),
    Number(Decimal),
}

impl Token {
    pub(super) fn shown(&self) -> String {
        match &self.said {
            Said::Word(word) => word.written.clone(),
            Said::Amount(quantity) => quantity.to_string(),
            Said::Number(number) => number.to_string(),
        }
    }

    pub(super) const fn amount(&self) -> Option<&Quantity> {
        match &self.said {
            Said::Amount(quantity) => Some(quantity),
            _ => None,
        }
    }

    pub(super) const fn word(&self) -> Option<&Word> {
        match &self.said {
            Said::Word(word) => Some(word),
            _ => None,
        }
    }
}

/// What a line says, in its order. Money and dates are no part of a name and are left out.
#[derive(Clone, Debug, Default)]
pub(super) struct Line {
    pub(super) tokens: Vec<Token>,
}

impl Line {
    pub(super) fn of(text: &str) -> Self {
        let mut line = Self::default();
        let mut from = 0;
        for found in scan(text) {
            if matches!(found.form, Form::Words | Form::Unclear) || found.bytes.start < from {
                continue;
            }
            line.words(text.get(from..found.bytes.start).unwrap_or_default());
            from = found.bytes.end;
            line.value(&found.value);
        }
        line.words(text.get(from..).unwrap_or_default());
        line
    }

    fn words(&mut self, text: &str) {
        // "l'acier": what stands before an apostrophe is an article.
        for word in fold(text).split(|c: char| !c.is_alphanumeric()) {
            let speaks = word.chars().count() > 1 || word.chars().any(char::is_numeric);
            if speaks && !is_filler(word) {
                let word = Word::of(word);
                self.tokens.push(Token { key: word.key.clone(), said: Said::Word(word) });
            }
        }
    }

    fn value(&mut self, value: &Value) {
        let said = match value {
            Value::Dimension(quantity) => Said::Amount(*quantity),
            Value::Number(number) => Said::Number(*number),
            _ => return,
        };
        self.tokens.push(Token { key: value.norm(), said });
    }

    /// Neighbouring words written as one: "Span Platte" is "Spanplatte".
    pub(super) fn compounds(&self) -> impl Iterator<Item = (usize, String)> {
        self.tokens.windows(2).enumerate().filter_map(|(at, pair)| match pair {
            [a, b] => Some((at, format!("{}{}", a.word()?.key, b.word()?.key))),
            _ => None,
        })
    }
}
