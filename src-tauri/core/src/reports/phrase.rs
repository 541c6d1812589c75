//! Plain words that change a report's structure without a model: what they say is a call of a tool, like a model's.
//!
//! "move 3.1 before 2", "rename section 2 to Costs", "add a section Risks after 4", "delete 5", "renumber",
//! "replace wall by dam in 3"; the same in German, French and Spanish. Anything else is not understood, and nothing is guessed.

use serde_json::{Value, json};

#[derive(Clone, Copy)]
enum Verb {
    Move,
    Rename,
    Add,
    Delete,
    Renumber,
    Replace,
}

const VERBS: [(&str, Verb); 37] = [
    ("move ", Verb::Move),
    ("rename ", Verb::Rename),
    ("add ", Verb::Add),
    ("insert ", Verb::Add),
    ("delete ", Verb::Delete),
    ("remove ", Verb::Delete),
    ("renumber", Verb::Renumber),
    ("replace ", Verb::Replace),
    ("verschiebe ", Verb::Move),
    ("benenne ", Verb::Rename),
    ("nenne ", Verb::Rename),
    ("füge ", Verb::Add),
    ("lösche ", Verb::Delete),
    ("entferne ", Verb::Delete),
    ("nummeriere ", Verb::Renumber),
    ("nummeriere neu", Verb::Renumber),
    ("neu nummerieren", Verb::Renumber),
    ("ersetze ", Verb::Replace),
    ("déplace ", Verb::Move),
    ("déplacez ", Verb::Move),
    ("renomme ", Verb::Rename),
    ("renommez ", Verb::Rename),
    ("ajoute ", Verb::Add),
    ("ajoutez ", Verb::Add),
    ("supprime ", Verb::Delete),
    ("supprimez ", Verb::Delete),
    ("renumérote", Verb::Renumber),
    ("remplace ", Verb::Replace),
    ("remplacez ", Verb::Replace),
    ("mueve ", Verb::Move),
    ("renombra ", Verb::Rename),
    ("añade ", Verb::Add),
    ("agrega ", Verb::Add),
    ("elimina ", Verb::Delete),
    ("borra ", Verb::Delete),
    ("renumera", Verb::Renumber),
    ("reemplaza ", Verb::Replace),
];

const PLACES: [(&str, &str); 15] = [
    (" before ", "before"),
    (" after ", "after"),
    (" under ", "parent"),
    (" below ", "after"),
    (" vor ", "before"),
    (" nach ", "after"),
    (" hinter ", "after"),
    (" unter ", "parent"),
    (" avant ", "before"),
    (" après ", "after"),
    (" sous ", "parent"),
    (" antes de ", "before"),
    (" después de ", "after"),
    (" tras ", "after"),
    (" bajo ", "parent"),
];

/// Reads a phrase as the call of a tool: its name and arguments.
#[must_use]
pub fn call(phrase: &str) -> Option<(&'static str, Value)> {
    let phrase = phrase.trim().trim_end_matches(['.', '!']);
    let (verb, rest) = VERBS.iter().find_map(|(word, verb)| Some((*verb, after(phrase, word)?)))?;
    match verb {
        Verb::Renumber => Some(("renumber_sections", json!({}))),
        Verb::Delete => Some(("delete_section", json!({ "section": section(rest)? }))),
        Verb::Move => {
            let (moved, position, beside) = placed(rest)?;
            Some(("move_section", json!({ "section": section(moved)?, position: section(beside)? })))
        }
        Verb::Rename => {
            let rest = rest.strip_suffix(" um").unwrap_or(rest);
            let (named, title) = parted(rest, &[" to ", " into ", " in ", " en ", " como "])?;
            Some(("rename_section", json!({ "section": section(named)?, "title": plain(title)? })))
        }
        Verb::Add => {
            let rest = [" ein", " hinzu"].iter().find_map(|end| rest.strip_suffix(end)).unwrap_or(rest);
            match placed(rest) {
                Some((title, position, beside)) => {
                    Some(("add_section", json!({ "title": title_of(title)?, position: section(beside)? })))
                }
                None => Some(("add_section", json!({ "title": title_of(rest)? }))),
            }
        }
        Verb::Replace => replacement(rest),
    }
}

fn replacement(rest: &str) -> Option<(&'static str, Value)> {
    let (find, rest) = parted(rest, &[" by ", " with ", " durch ", " par ", " por "])?;
    let within = [" in ", " dans ", " en "].iter().find_map(|word| parted_last(rest, word));
    let (replace, within) = within.map_or((rest, None), |(replace, within)| (replace, Some(within)));
    let mut arguments = json!({ "find": plain(find)?, "replace": plain(replace)? });
    if let Some(within) = within {
        arguments["section"] = json!(section(within)?);
    }
    Some(("replace_text", arguments))
}

/// Returns the text behind a word at the beginning, whatever its case.
fn after<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let head = text.get(..word.len())?;
    (head.to_lowercase() == word).then(|| text[word.len()..].trim())
}

fn placed(rest: &str) -> Option<(&str, &'static str, &str)> {
    PLACES.iter().find_map(|(word, position)| parted_last(rest, word).map(|(what, beside)| (what, *position, beside)))
}

fn parted<'t>(rest: &'t str, words: &[&str]) -> Option<(&'t str, &'t str)> {
    words.iter().find_map(|word| rest.split_once(word))
}

fn parted_last<'t>(rest: &'t str, word: &str) -> Option<(&'t str, &'t str)> {
    rest.rsplit_once(word)
}

/// A section's number or title, without the word for it.
fn section(reference: &str) -> Option<String> {
    const WORDS: [&str; 13] = [
        "the section ",
        "section ",
        "chapter ",
        "den abschnitt ",
        "abschnitt ",
        "das kapitel ",
        "kapitel ",
        "la section ",
        "le chapitre ",
        "la sección ",
        "sección ",
        "el capítulo ",
        "the ",
    ];
    let reference = reference.trim();
    plain(WORDS.iter().find_map(|word| after(reference, word)).unwrap_or(reference))
}

/// The title in "a section called “Risks”".
fn title_of(phrase: &str) -> Option<String> {
    const WORDS: [&str; 14] = [
        "a new section ",
        "a section ",
        "section ",
        "einen neuen abschnitt ",
        "einen abschnitt ",
        "abschnitt ",
        "ein kapitel ",
        "kapitel ",
        "une nouvelle section ",
        "une section ",
        "un chapitre ",
        "una nueva sección ",
        "una sección ",
        "un capítulo ",
    ];
    const NAMED: [&str; 6] = ["called ", "named ", "namens ", "mit dem titel ", "intitulée ", "titulada "];
    let phrase = phrase.trim();
    let phrase = WORDS.iter().find_map(|word| after(phrase, word)).unwrap_or(phrase);
    plain(NAMED.iter().find_map(|word| after(phrase, word)).unwrap_or(phrase))
}

/// A text without the quotes around it; nothing where it is empty.
fn plain(text: &str) -> Option<String> {
    let text = text.trim().trim_matches(['"', '“', '”', '„', '«', '»', '\'']).trim();
    (!text.is_empty()).then(|| text.to_owned())
}
