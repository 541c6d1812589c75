//! A query: words, phrases in quotes, `-excluded` ones, and `field:value`. Whatever is typed is a query.

use super::terms::{each_word, is_stop};
use crate::language::detect;
use crate::language::stem::Stems;

/// A query, taken apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchQuery {
    /// All that passages are ranked by: the words, and those of phrases and fields.
    pub words: String,
    /// Conditions that a passage must meet.
    pub wanted: Vec<Condition>,
    /// Conditions that it may not meet.
    pub excluded: Vec<Condition>,
    /// The numbers of Inputs that it is narrowed to.
    pub inputs: Vec<i64>,
    /// The last word, folded, where it may be the beginning of one.
    pub prefix: Option<String>,
}

/// Characters that a word must have before it stands for all that begin with it.
const PREFIX_CHARS: usize = 2;

/// Words that stand one behind the other in a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    pub field: QueryField,
    /// Folded.
    pub words: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QueryField {
    Any,
    Title,
    Heading,
    Speaker,
}

impl SearchQuery {
    pub fn parse(typed: &str) -> Self {
        let mut query = Self::default();
        let mut rest = typed.trim_start();
        while !rest.is_empty() {
            let (part, behind) = QueryPart::read(rest);
            query.add(&part);
            rest = behind.trim_start();
        }
        query
    }

    /// As [`Self::parse`], of what is still being typed: the last word may be unfinished.
    pub fn typed(typed: &str) -> Self {
        let mut query = Self::parse(typed);
        if typed.ends_with(char::is_alphanumeric) && query.words.ends_with(char::is_alphanumeric) {
            each_word(&query.words, |word| query.prefix = Some(word.to_owned()));
            query.prefix = query.prefix.take().filter(|prefix| prefix.chars().count() >= PREFIX_CHARS);
        }
        query
    }

    /// Gives the folded words that passages are ranked by, but those that say nothing in the query's own language: "the"
    /// says something in none, though a German stop list does not have it.
    pub fn each_ranked_word(&self, mut each: impl FnMut(&str)) {
        let own = detect(&self.words).map(Stems::from).unwrap_or_default();
        each_word(&self.words, |word| {
            if !is_stop(own, word) {
                each(word);
            }
        });
    }

    /// Returns whether nothing is looked for.
    pub fn is_empty(&self) -> bool {
        self.words.trim().is_empty() && self.wanted.is_empty() && self.excluded.is_empty() && self.inputs.is_empty()
    }

    fn add(&mut self, part: &QueryPart<'_>) {
        let label = part.text.strip_prefix("I-").or_else(|| part.text.strip_prefix("i-"));
        if part.field == Some("in")
            && let Some(number) = label.unwrap_or(part.text).parse().ok().filter(|number| *number > 0)
        {
            return self.inputs.push(number);
        }
        let Some(field) = part.field.map_or(Some(QueryField::Any), field_named) else {
            // No field of ours: `note: x`, `http://x`.
            return self.add_words(part.whole);
        };
        let mut words = Vec::new();
        each_word(part.text, |word| words.push(word.to_owned()));
        if words.is_empty() {
            return;
        }
        let condition = Condition { field, words };
        if part.excluded {
            return self.excluded.push(condition);
        }
        self.add_words(part.text);
        if part.quoted || field != QueryField::Any {
            self.wanted.push(condition);
        }
    }

    fn add_words(&mut self, words: &str) {
        if !self.words.is_empty() {
            self.words.push(' ');
        }
        self.words.push_str(words);
    }
}

fn field_named(name: &str) -> Option<QueryField> {
    match name.to_lowercase().as_str() {
        "title" | "titel" => Some(QueryField::Title),
        "heading" | "überschrift" => Some(QueryField::Heading),
        "speaker" | "sprecher" => Some(QueryField::Speaker),
        _ => None,
    }
}

/// A word or a phrase, with what stands before it.
struct QueryPart<'t> {
    whole: &'t str,
    text: &'t str,
    field: Option<&'t str>,
    excluded: bool,
    quoted: bool,
}

const QUOTES: [char; 5] = ['"', '“', '”', '„', '‟'];

impl<'t> QueryPart<'t> {
    /// Returns the first part of what is not empty and begins with no white space, and the rest.
    fn read(text: &'t str) -> (Self, &'t str) {
        let bare = text.strip_prefix('-').filter(|rest| rest.starts_with(|c: char| c.is_alphabetic() || is_quote(c)));
        let (excluded, inner) = (bare.is_some(), bare.unwrap_or(text));
        let (field, inner) = field_of(inner);
        if let Some((phrase, rest)) = quoted(inner) {
            let whole = &text[..text.len() - rest.len()];
            return (Self { whole, text: phrase, field, excluded, quoted: true }, rest);
        }
        let end = inner.find(char::is_whitespace).unwrap_or(inner.len());
        let (word, rest) = inner.split_at(end);
        (Self { whole: &text[..text.len() - rest.len()], text: word, field, excluded, quoted: false }, rest)
    }
}

fn is_quote(c: char) -> bool {
    QUOTES.contains(&c)
}

/// Returns the name before a colon, where a value follows at once.
fn field_of(text: &str) -> (Option<&str>, &str) {
    match text.split_once(':') {
        Some((name, value))
            if !name.is_empty()
                && name.chars().all(char::is_alphabetic)
                && value.starts_with(|c: char| c.is_alphanumeric() || is_quote(c)) =>
        {
            (Some(name), value)
        }
        _ => (None, text),
    }
}

/// Returns what stands in quotes at the start, and what is behind them; none where they are not closed.
fn quoted(text: &str) -> Option<(&str, &str)> {
    let inner = text.strip_prefix(is_quote)?;
    let end = inner.find(is_quote)?;
    let (phrase, rest) = inner.split_at(end);
    Some((phrase, rest.trim_start_matches(is_quote)))
}

impl Condition {
    /// Returns whether the words stand in a text of the field, one behind the other.
    pub fn matches_text(&self, text: &str) -> bool {
        let mut words = Vec::new();
        each_word(text, |word| words.push(word.to_owned()));
        words.windows(self.words.len()).any(|some| some == self.words)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(typed: &str) -> String {
        let query = SearchQuery::parse(typed);
        let list = |conditions: &[Condition]| {
            let each = |it: &Condition| format!("{:?}:{}", it.field, it.words.join(" "));
            conditions.iter().map(each).collect::<Vec<_>>().join(", ")
        };
        format!("{} | +{} | -{} | {:?}", query.words, list(&query.wanted), list(&query.excluded), query.inputs)
    }

    #[test]
    fn a_query_is_taken_apart() {
        let check = |typed: &str, expected: &str| assert_eq!(shown(typed), expected, "{typed}");
        check("what does the wall cost?", "what does the wall cost? | + | - | []");
        check("wall \"flood barrier\" -gate", "wall flood barrier | +Any:flood barrier | -Any:gate | []");
        check("-\"old gate\" x", "x | + | -Any:old gate | []");
        check("title:Barrier in:I-3 in:4", "Barrier | +Title:barrier | - | [3, 4]");
        check("speaker:\"Anna Weber\"", "Anna Weber | +Speaker:anna weber | - | []");
        check("-title:Plan wall", "wall | + | -Title:plan | []");
    }

    #[test]
    fn what_is_no_syntax_is_words() {
        let check = |typed: &str, expected: &str| assert_eq!(SearchQuery::parse(typed).words, expected, "{typed}");
        check("c++ x-y", "c++ x-y");
        check("a \"lone quote", "a \"lone quote");
        check("http://x.org note:5 at -5 °C - 3", "http://x.org note:5 at -5 °C 3");
        check("title: x", "title: x");
        check("in:nowhere", "in:nowhere");
        for odd in ["\"", "\"\"", "-", "--", ":", "a:", ":a", "-\"", "title:\"", "*", "(", "NEAR(", "%_", "\u{0}"] {
            SearchQuery::parse(odd);
        }
    }
}
