//! Stems of nouns and verbs: what the forms of a word have in common, closely enough to tell two words alike or apart.

use std::cell::RefCell;
use std::sync::LazyLock;

use rust_stemmers::Stemmer;
use rustc_hash::FxHashMap;

use crate::language::Language;
use crate::language::fold::without_marks;
use crate::language::stem::Stems;

static STEMMERS: LazyLock<[Option<Stemmer>; 4]> = LazyLock::new(|| Language::ALL.map(|of| Stems::from(of).stemmer()));

/// So many words are remembered on a thread.
const REMEMBERED: usize = 20_000;

thread_local! {
    static NOUNS: RefCell<[FxHashMap<String, String>; 4]> = RefCell::default();
}

/// Returns the stem of a noun in lower case, without marks: "Häuser" and "Haus" share one.
pub(super) fn noun_stem(language: Language, noun: &str) -> String {
    NOUNS.with_borrow_mut(|known| {
        let known = &mut known[language as usize];
        if let Some(stem) = known.get(noun) {
            return stem.clone();
        }
        let stem = stemmed(language, noun);
        if known.len() >= REMEMBERED {
            known.clear();
        }
        known.insert(noun.to_owned(), stem.clone());
        stem
    })
}

fn stemmed(language: Language, noun: &str) -> String {
    let stem = STEMMERS[language as usize].as_ref().map_or_else(|| noun.into(), |stemmer| stemmer.stem(noun));
    without_marks(&stem)
}

/// Returns the stem of a verb in lower case: "ersetzt", "ersetzen" and "ersetzte" share one.
pub(super) fn verb_stem(language: Language, verb: &str) -> String {
    if language != Language::German {
        return noun_stem(language, verb);
    }
    let plain = without_marks(verb);
    let bare = plain.strip_prefix("ge").filter(|rest| rest.len() >= 5 && rest.ends_with(['t', 'n'])).unwrap_or(&plain);
    const ENDINGS: [&str; 9] = ["eten", "ete", "test", "tet", "ten", "et", "te", "en", "t"];
    let stem = ENDINGS.iter().find_map(|ending| bare.strip_suffix(ending).filter(|stem| stem.len() >= 3));
    let stem = stem.or_else(|| bare.strip_suffix(['e', 'n']).filter(|stem| stem.len() >= 3)).unwrap_or(bare);
    stem.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_forms_of_a_word_share_a_stem() {
        let noun = |language, one: &str, other: &str| assert_eq!(noun_stem(language, one), noun_stem(language, other));
        noun(Language::English, "walls", "wall");
        noun(Language::German, "mauern", "mauer");
        let verb = |language, one: &str, other: &str| assert_eq!(verb_stem(language, one), verb_stem(language, other));
        verb(Language::English, "replaced", "replaces");
        verb(Language::German, "ersetzt", "ersetzen");
        verb(Language::German, "ersetzte", "ersetzt");
        verb(Language::German, "geliefert", "liefern");
    }
}
