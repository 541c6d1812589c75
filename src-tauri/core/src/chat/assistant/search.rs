//! Finding texts by words: whole words first, and inflected ones.

use std::fmt::Write as _;

use super::inline_text::{nodes, text};
use super::intent::Intent;
use super::language::AssistantLanguage;
use super::question::{QuestionToken, ReadQuestion};
use super::words::one_of;
use crate::chat::graph::{Graph, GraphNode};
use crate::discovery::EntityKind;
use crate::values::fold;

/// Shown of what was found.
const FOUND: usize = 15;

/// "Which facts mention the culvert?"
pub(super) fn found(graph: &Graph, question: &ReadQuestion<'_>, intent: &Intent) -> String {
    let tongue = question.tongue;
    let tokens = intent.found.words.clone().and_then(|range| question.tokens.get(range)).unwrap_or_default();
    let articles = |token: &&QuestionToken| one_of("the a an der die das den dem ein eine einen", &token.word);
    let tokens = &tokens[tokens.iter().take_while(articles).count()..];
    let words = topic_words(tokens);
    if words.is_empty() {
        return tongue.say("Which words should I look for?", "Nach welchen Wörtern soll ich suchen?").to_owned();
    }
    let kinds = &intent.found.kinds;
    let among = |node: &&GraphNode| kinds.is_empty() || kinds.contains(&node.label.kind);
    let hits = matching(graph, &words, words.len());
    let hits: Vec<&GraphNode> = hits.into_iter().filter(among).collect();
    let sought =
        text(&tokens.iter().map(|token| &question.text[token.bytes.clone()]).collect::<Vec<_>>().join(" "), 60);
    if hits.is_empty() {
        return nothing(graph, tongue, &sought, &words, kinds);
    }
    let n = hits.len();
    let mut out = match (tongue, n) {
        (AssistantLanguage::English, 1) => format!("1 mentions “{sought}”:\n\n"),
        (AssistantLanguage::English, n) => format!("{n} mention “{sought}”:\n\n"),
        (AssistantLanguage::German, 1) => format!("1 Treffer für „{sought}“:\n\n"),
        (AssistantLanguage::German, n) => format!("{n} Treffer für „{sought}“:\n\n"),
    };
    nodes(&mut out, tongue, &hits, FOUND);
    if among_inputs(kinds) {
        out.push_str(inputs_by_title(tongue));
    }
    out
}

const fn inputs_by_title(tongue: AssistantLanguage) -> &'static str {
    tongue.say(
        "\nOf inputs I look at the titles only; their texts are searched in the window.",
        "\nBei Inputs sehe ich nur die Titel; ihre Texte durchsucht das Fenster.",
    )
}

fn among_inputs(kinds: &[EntityKind]) -> bool {
    kinds.contains(&EntityKind::Input)
}

fn nothing(graph: &Graph, tongue: AssistantLanguage, sought: &str, words: &[String], kinds: &[EntityKind]) -> String {
    let mut out = match tongue {
        AssistantLanguage::English => format!("Nothing mentions “{sought}”."),
        AssistantLanguage::German => format!("Nichts erwähnt „{sought}“."),
    };
    let some: Vec<&GraphNode> = matching(graph, words, words.len().div_ceil(2))
        .into_iter()
        .filter(|node| kinds.is_empty() || kinds.contains(&node.label.kind))
        .collect();
    if words.len() > 1 && !some.is_empty() {
        let _ = write!(out, " {}\n\n", tongue.say("Some of the words stand in:", "Ein Teil der Wörter steht in:"));
        nodes(&mut out, tongue, &some, 5);
    }
    out
}

/// The entities that have at least so many of the words, those with most first.
pub(super) fn matching<'g>(graph: &'g Graph, words: &[String], least: usize) -> Vec<&'g GraphNode> {
    let mut found: Vec<(usize, &GraphNode)> = graph
        .nodes()
        .filter_map(|node| {
            let folded = fold(&node.text);
            let count = words.iter().filter(|word| has(&folded, word)).count();
            (count >= least.max(1)).then_some((count, node))
        })
        .collect();
    found.sort_by_key(|(count, node)| (std::cmp::Reverse(*count), node.label));
    found.into_iter().map(|(_, node)| node).collect()
}

/// A word of the text begins with it: "wall" is in "walls" and not in "overwalled".
fn has(folded: &str, word: &str) -> bool {
    folded.match_indices(word).any(|(at, _)| !folded[..at].ends_with(char::is_alphanumeric))
}

/// The words of a question that say what it is about, without their endings.
pub(super) fn topic_words(tokens: &[QuestionToken]) -> Vec<String> {
    let mut words = Vec::new();
    for token in tokens.iter().filter(|token| token.label.is_none()) {
        let word = token.word.as_str();
        if one_of(SILENT, word) || word.chars().count() < 2 && !word.chars().all(|c| c.is_ascii_digit()) {
            continue;
        }
        let stem = stem(word).to_owned();
        if !words.contains(&stem) {
            words.push(stem);
        }
    }
    words
}

fn stem(word: &str) -> &str {
    const ENDINGS: &str = "ies es en er s e n y";
    let ending = ENDINGS.split(' ').find(|ending| word.ends_with(ending) && word.chars().count() >= ending.len() + 4);
    ending.map_or(word, |ending| &word[..word.len() - ending.len()])
}

/// Words that questions are made of, in both languages.
const SILENT: &str = "\
    a an the of in on at by for to from with and or not is are was were be been has have had do does did what \
    which who whom why how where when that this these those there it its they them their we our us you your i me \
    my any some all about so as if can could should would will shall may might must please tell much many more \
    most than into up out get der die das den dem des ein eine einen einem einer eines und oder nicht ist sind war \
    waren wird werden wurde hat haben hatte wer wie wo warum wann welche welcher welches welchen mit von vom zu \
    zum zur im am auf aus bei für über nach an um es er sie wir ich du mir uns man dass auch noch kann soll sollte \
    bitte viel viele steht gibt etwas dazu";
