//! Questions: what kind of thing one asks for, and which words tell such a thing.
//!
//! The words are the families `asks` and `tells` of the lexicons. What a question means beyond its form is not known here.

use super::lexicon::Lexicon;
use super::{Token, tokens};

/// The focus of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuestionFocus {
    Time,
    Person,
    Money,
    Amount,
    Place,
    Reason,
}

impl QuestionFocus {
    fn named(name: &str) -> Option<Self> {
        Some(match name {
            "time" => Self::Time,
            "person" => Self::Person,
            "money" => Self::Money,
            "amount" => Self::Amount,
            "place" => Self::Place,
            "reason" => Self::Reason,
            _ => return None,
        })
    }
}

/// Returns what a question asks for; none where that is not told by its form ("what", "which").
///
/// Money comes before amounts, which its words ask for too: "how much does it cost".
pub fn focus_of(question: &str) -> Option<QuestionFocus> {
    let words = words(question);
    let found: Vec<QuestionFocus> =
        family("asks").filter(|(_, line)| says(&words, line)).map(|(focus, _)| focus).collect();
    let first = |wanted: QuestionFocus| found.contains(&wanted).then_some(wanted);
    let order = [
        QuestionFocus::Time,
        QuestionFocus::Place,
        QuestionFocus::Reason,
        QuestionFocus::Person,
        QuestionFocus::Money,
        QuestionFocus::Amount,
    ];
    order.into_iter().find_map(first)
}

/// A kind of quantity that a question's own words name, as `Measure` names it: "length" of "how high"; "number" of "how
/// many". Both of "how long", but where the question has a word of lasting, or none.
pub fn measures(question: &str) -> Vec<&'static str> {
    let words = words(question);
    let lasts = Lexicon::all().lines("lasting").any(|line| says(&words, line));
    let named = Lexicon::all().family("measure").filter(|(_, line)| says(&words, line)).map(|(name, _)| name);
    let mut named: Vec<&str> = named.collect();
    if lasts && named.contains(&"duration") {
        named.retain(|name| *name == "duration");
    }
    named
}

/// Returns the words of a question but for those that tell its kind: what it is about, and not what it asks for.
pub fn without_form(question: &str) -> String {
    let is_form = |word: &str| family("asks").any(|(_, line)| line.split_whitespace().any(|known| known == word));
    let words = tokens(question).filter(|word| word.is_word() && !is_form(&word.norm()));
    words.map(|word| word.text).collect::<Vec<_>>().join(" ")
}

/// Returns whether a text is asked rather than stated: it ends with a question's mark, or begins with its word.
pub fn is_question(text: &str) -> bool {
    let opens = || words(text).first().is_some_and(|first| super::classes(first) & super::class::QUESTION != 0);
    text.trim_end().ends_with(super::sentence::asks) || opens()
}

/// Returns whether a text has a word that tells such a thing.
pub fn hints(focus: QuestionFocus, text: &str) -> bool {
    let words = words(text);
    family("tells").any(|(of, line)| of == focus && says(&words, line))
}

fn family(name: &'static str) -> impl Iterator<Item = (QuestionFocus, &'static str)> {
    Lexicon::all().family(name).filter_map(|(name, line)| Some((QuestionFocus::named(name)?, line)))
}

fn words(text: &str) -> Vec<String> {
    tokens(text).filter(Token::is_word).map(|word| word.norm().into_owned()).collect()
}

/// Returns whether one of the words or phrases of a line is among `words`.
fn says(words: &[String], line: &str) -> bool {
    line.split_whitespace().any(|phrase| {
        let parts: Vec<&str> = phrase.split('_').collect();
        words.windows(parts.len()).any(|window| window == parts)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_tells_what_it_asks_for() {
        let check =
            |question: &str, expected: Option<QuestionFocus>| assert_eq!(focus_of(question), expected, "{question}");
        check("When will the wall be finished?", Some(QuestionFocus::Time));
        check("Wann ist die Mauer fertig?", Some(QuestionFocus::Time));
        check("Who opposes it?", Some(QuestionFocus::Person));
        check("Wer ist dagegen?", Some(QuestionFocus::Person));
        check("What does the wall cost?", Some(QuestionFocus::Money));
        check("Was kostet die Mauer?", Some(QuestionFocus::Money));
        check("How much does the culvert cost?", Some(QuestionFocus::Money));
        check("How long is the wall?", Some(QuestionFocus::Amount));
        check("Wie lang ist die Mauer?", Some(QuestionFocus::Amount));
        check("Wie viele Haushalte waren betroffen?", Some(QuestionFocus::Amount));
        check("Where is the store?", Some(QuestionFocus::Place));
        check("Warum nicht?", Some(QuestionFocus::Reason));
        check("Which variant is recommended?", None);
        let check = |question: &str, expected: &[&str]| assert_eq!(measures(question), expected, "{question}");
        check("How high did it rise?", &["length"]);
        check("How long does it take?", &["duration"]);
        check("How long is the wall?", &["length", "duration"]);
        check("How many people came?", &["number"]);
        check("Wie lange dauert es?", &["duration"]);
        check("What does it cost?", &[]);
        assert!(is_question("What does it cost") && is_question("Really?") && !is_question("The wall is long."));
    }
}
