//! The part of a message that states something, once the sentences that say what is to be done are taken out.
//!
//! A card is made because the analyst asked for it, and the sentence that asked states nothing; the others do, and stay.
//! A request to a model in words that nobody knows is found by what its cards name and say: such a sentence is not
//! lost, since a card holds it. Where a card takes the analyst's own words, those are its source, and stay too.

use std::collections::BTreeSet;
use std::ops::Range;

use super::assistant::{has_own_text, is_command, is_surely_command};
use super::labels::labels_in;
use crate::discovery::EntityLabel;
use crate::extraction::offline::sentences;
use crate::values::fold;

/// The effect of a card: the text that it would write, and all that it names.
#[derive(Clone, Debug, Default)]
pub struct CardEffect {
    pub words: String,
    pub labels: BTreeSet<EntityLabel>,
}

/// Returns the rest of a message that a model answered with these cards.
pub fn statements_to_model(message: &str, cards: &[CardEffect]) -> String {
    if cards.is_empty() {
        return message.to_owned();
    }
    let sources = sources(message, cards);
    let open: Vec<Range<usize>> = sentences_of(message)
        .into_iter()
        .filter(|sentence| !sources.iter().any(|source| meet(source, sentence)))
        .collect();
    let which = |rule: &dyn Fn(&str) -> bool| -> Vec<Range<usize>> {
        open.iter().filter(|sentence| rule(&message[(*sentence).clone()])).cloned().collect()
    };
    let mut orders = which(&|text| is_surely_command(text) || is_polite(text));
    if orders.is_empty() {
        orders = which(&is_command);
    }
    if orders.is_empty() && sources.is_empty() {
        let named = |label| cards.iter().any(|card| card.labels.contains(&label));
        orders = which(&|text| labels_in(text).iter().any(|found| named(found.label)));
        if orders.is_empty() {
            orders.extend(nearest(message, &open, cards));
        }
    }
    without(message, &orders)
}

/// Returns the rest of a message to the built-in assistant.
pub fn statements_to_built_in(message: &str, cards: &[CardEffect]) -> String {
    if has_own_text(message) {
        return String::new();
    }
    let sources = sources(message, cards);
    // One that lacks something is known by beginning the message.
    let begins = is_command(message);
    let is_order = |(index, sentence): &(usize, Range<usize>)| {
        begins && *index == 0
            || is_surely_command(&message[sentence.clone()])
            || sources.iter().any(|source| meet(source, sentence))
    };
    let orders: Vec<Range<usize>> =
        sentences_of(message).into_iter().enumerate().filter(is_order).map(|(_, sentence)| sentence).collect();
    without(message, &orders)
}

/// Returns where cards take the analyst's own words.
fn sources(message: &str, cards: &[CardEffect]) -> Vec<Range<usize>> {
    let lower = message.to_lowercase();
    let range_of = |card: &CardEffect| {
        let words = card.words.trim().trim_end_matches('.').to_lowercase();
        let at = lower.find(&words).filter(|_| !words.is_empty())?;
        // Some letters are longer in lower case; then nobody knows where they stood.
        Some(if lower.len() == message.len() { at..at + words.len() } else { 0..message.len() })
    };
    cards.iter().filter_map(range_of).collect()
}

/// Returns the sentences; what the parser skips goes with none, unless there is nothing else.
fn sentences_of(message: &str) -> Vec<Range<usize>> {
    let found = sentences(message);
    if found.is_empty() { std::iter::once(0..message.len()).collect() } else { found }
}

fn meet(one: &Range<usize>, other: &Range<usize>) -> bool {
    one.start < other.end && other.start < one.end
}

/// Whoever says please asks for something.
fn is_polite(text: &str) -> bool {
    const ASKING: [&str; 10] = [
        "can you ",
        "could you ",
        "would you ",
        "will you ",
        "kannst du ",
        "könntest du ",
        "können sie ",
        "könnten sie ",
        "würdest du ",
        "würden sie ",
    ];
    let text = fold(text);
    let is_please = |word: &str| matches!(word.trim_matches(|c: char| !c.is_alphabetic()), "please" | "bitte");
    ASKING.iter().any(|words| text.starts_with(words)) || text.split(' ').any(is_please)
}

/// The sentence that has most words in common with what the cards say; the later of two. It alone is what was asked.
fn nearest(message: &str, open: &[Range<usize>], cards: &[CardEffect]) -> Option<Range<usize>> {
    if let [only] = open {
        return Some(only.clone());
    }
    let card_words = BTreeSet::from_iter(cards.iter().flat_map(|card| content(&card.words)));
    let common = |sentence: &&Range<usize>| content(&message[(*sentence).clone()]).intersection(&card_words).count();
    open.iter().max_by_key(common).filter(|sentence| common(sentence) > 0).cloned()
}

/// Figures, and words long enough to mean something.
fn content(text: &str) -> BTreeSet<String> {
    let words = fold(text);
    let means = |word: &&str| word.chars().count() >= 4 || word.contains(|c: char| c.is_ascii_digit());
    BTreeSet::from_iter(words.split(|c: char| !c.is_alphanumeric()).filter(means).map(str::to_owned))
}

fn without(message: &str, orders: &[Range<usize>]) -> String {
    if orders.is_empty() {
        return message.to_owned();
    }
    let mut left = String::new();
    let mut at = 0;
    for order in orders {
        left.push_str(message[at..order.start].trim_end_matches(' '));
        at = order.end;
    }
    left.push_str(&message[at..]);
    left.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::{CardEffect, statements_to_built_in, statements_to_model};
    use crate::chat::labels::labels_in;

    /// A card as `F-1` or as words, several split by `|`.
    fn cards(text: &str) -> Vec<CardEffect> {
        let card = |part: &str| {
            let labels = labels_in(part).into_iter().map(|named| named.label).collect();
            CardEffect { words: if part.starts_with("F-") { String::new() } else { part.to_owned() }, labels }
        };
        text.split('|').filter(|part| !part.is_empty()).map(card).collect()
    }

    #[test]
    fn only_the_sentence_that_asks_a_model_states_nothing() {
        let check = |message: &str, proposed: &str, left: &str, why: &str| {
            assert_eq!(statements_to_model(message, &cards(proposed)), left, "{why}");
        };
        let budget = "The budget is EUR 130,000.";
        check("The budget is EUR 130,000. Delete F-1.", "F-1", budget, "a command behind it");
        check("Delete F-1. The budget is EUR 130,000.", "F-1", budget, "and before it");
        check("Delete F-1.\nThe budget is EUR 130,000.", "F-1", budget, "on a line of its own");
        check("Das Budget beträgt 130.000 EUR. Lösche F-1.", "F-1", "Das Budget beträgt 130.000 EUR.", "in German");
        check(
            "Setze F-1 auf den 3. Mai 2026. Das Budget beträgt 130.000 EUR.",
            "Die Premiere ist am 3. Mai 2026.",
            "Das Budget beträgt 130.000 EUR.",
            "an ordinal ends no sentence",
        );
        check(
            "The wall leaks. Delete it. The budget is EUR 130,000.",
            "F-1",
            "The wall leaks. The budget is EUR 130,000.",
            "one that lacks a label",
        );
        check("Could you throw F-1 away? The budget is EUR 130,000.", "F-1", budget, "one that is polite");
        check(
            "Wirf F-1 bitte weg. Das Budget beträgt 130.000 EUR.",
            "F-1",
            "Das Budget beträgt 130.000 EUR.",
            "and in German",
        );
        check("F-1 has to go. The budget is EUR 130,000.", "F-1", budget, "one that names what a card names");
        check(
            "Put in one about the 12 doors. The budget is EUR 130,000.",
            "There are 12 doors.",
            budget,
            "one that a card says",
        );
        check("Put in one about the 12 doors.", "There are twelve.", "", "one alone");
        check(
            "The first one can go. The budget is EUR 130,000.",
            "F-1",
            "The first one can go. The budget is EUR 130,000.",
            "nobody knows which: nothing is lost",
        );
        check(
            "The budget is EUR 130,000. Delete F-1.",
            "",
            "The budget is EUR 130,000. Delete F-1.",
            "no card came of it",
        );
    }

    #[test]
    fn what_a_card_takes_word_for_word_is_its_source() {
        let check = |message: &str, proposed: &str, left: &str| {
            assert_eq!(statements_to_model(message, &cards(proposed)), left)
        };
        check("Note that the stage is 12 m wide.", "The stage is 12 m wide.", "Note that the stage is 12 m wide.");
        check(
            "Add a fact: the stage is 12 m wide. It is new.",
            "The stage is 12 m wide. It is new.",
            "Add a fact: the stage is 12 m wide. It is new.",
        );
        check("The wall is 900 m long now. Change F-1.", "The wall is 900 m long now.", "The wall is 900 m long now.");
        check(
            "The stage is 12 m wide. The door is 12 m away.",
            "The stage is 12 m wide",
            "The stage is 12 m wide. The door is 12 m away.",
        );
    }

    #[test]
    fn only_the_command_to_what_is_built_in_states_nothing() {
        let check = |message: &str, proposed: &str, left: &str| {
            assert_eq!(statements_to_built_in(message, &cards(proposed)), left, "{message:?}")
        };
        check("Delete F-1. The budget is EUR 130,000.", "", "The budget is EUR 130,000.");
        check("The budget is EUR 130,000. Delete F-1.", "F-1", "The budget is EUR 130,000.");
        check("Lösche F-1. Das Budget beträgt 130.000 EUR.", "", "Das Budget beträgt 130.000 EUR.");
        check("Delete F-1 because it is wrong. The budget is EUR 130,000.", "F-1", "The budget is EUR 130,000.");
        check("Change F-1. The budget is EUR 130,000.", "", "The budget is EUR 130,000.");
        check(
            "Add a fact: the wall is 5 m high. It was built in 1998.",
            "the wall is 5 m high. It was built in 1998.",
            "",
        );
        check("Füge eine Empfehlung aus F-1 hinzu: Die Mauer erhöhen. Sie ist zu niedrig.", "", "");
        check("Delete everything", "", "");
        check("We tested the soil. Drop tests were made too.", "", "We tested the soil. Drop tests were made too.");
        check("The wall is 5 m high.", "", "The wall is 5 m high.");
    }
}
