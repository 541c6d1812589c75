//! A line of text as what can be compared: its words, its amounts and its numbers, in any order.

use rust_decimal::Decimal;

use super::word::CatalogueWord;
use crate::language::class::JOINING;
use crate::language::classes;
use crate::values::{Quantity, Value, ValueForm, fold, scan};

/// One thing that a line says.
#[derive(Clone, Debug)]
pub(super) struct LineToken {
    /// Equal for all writings of one thing.
    pub(super) key: String,
    pub(super) term: LineTerm,
}

#[derive(Clone, Debug)]
pub(super) enum LineTerm {
    Word(CatalogueWord),
    Amount(Quantity),
    Number(Decimal),
}

impl LineToken {
    pub(super) fn shown(&self) -> String {
        match &self.term {
            LineTerm::Word(word) => word.written.clone(),
            LineTerm::Amount(quantity) => quantity.to_string(),
            LineTerm::Number(number) => number.to_string(),
        }
    }

    pub(super) const fn amount(&self) -> Option<&Quantity> {
        match &self.term {
            LineTerm::Amount(quantity) => Some(quantity),
            _ => None,
        }
    }

    pub(super) const fn word(&self) -> Option<&CatalogueWord> {
        match &self.term {
            LineTerm::Word(word) => Some(word),
            _ => None,
        }
    }
}

/// The content of a line, in its order. Money and dates are no part of a name and are left out.
#[derive(Clone, Debug, Default)]
pub(super) struct TokenizedLine {
    pub(super) tokens: Vec<LineToken>,
}

impl TokenizedLine {
    pub(super) fn parse(text: &str) -> Self {
        let mut line = Self::default();
        let mut from = 0;
        for found in scan(text) {
            if matches!(found.form, ValueForm::Words | ValueForm::Unclear) || found.bytes.start < from {
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
            if speaks && classes(word) & JOINING == 0 {
                let word = CatalogueWord::from_folded(word);
                self.tokens.push(LineToken { key: word.key.clone(), term: LineTerm::Word(word) });
            }
        }
    }

    fn value(&mut self, value: &Value) {
        let term = match value {
            Value::Dimension(quantity) => LineTerm::Amount(*quantity),
            Value::Number(number) => LineTerm::Number(*number),
            _ => return,
        };
        self.tokens.push(LineToken { key: value.norm(), term });
    }

    /// Neighbouring words written as one: "Span Platte" is "Spanplatte".
    pub(super) fn compounds(&self) -> impl Iterator<Item = (usize, String)> {
        self.tokens.windows(2).enumerate().filter_map(|(at, pair)| match pair {
            [a, b] => Some((at, format!("{}{}", a.word()?.key, b.word()?.key))),
            _ => None,
        })
    }
}
