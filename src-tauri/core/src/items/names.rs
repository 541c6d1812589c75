//! The mentions of items in a text: by their names and aliases, in any case and inflected, as whole words.
//!
//! The longest name that stands at a place counts, so that "Panel 10" is never "Panel 1" and "Rear wall" no "Wall". A name
//! that two items share names both. Word endings are those of English, German, French and Spanish; what is left out:
//! words that are put together ("Rückwandhöhe"), other spellings, and anything that would need a dictionary.

use std::collections::HashMap;
use std::ops::Range;

use super::inflection::{Endings, same_word};
use crate::language::fold::without_mark;
use crate::values::fold;

/// The names that a text is searched for.
#[derive(Debug, Default)]
pub struct ItemNames<'i> {
    /// By the first letters of its first word, which no ending changes.
    by_start: HashMap<[char; 2], Vec<ItemName<'i>>>,
}

#[derive(Debug)]
struct ItemName<'i> {
    words: Vec<String>,
    item: &'i str,
}

/// A place where items are named: several if a name is that of several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ItemMention<'i> {
    pub bytes: Range<usize>,
    pub items: Vec<&'i str>,
}

impl<'i> ItemNames<'i> {
    /// Searches for each name of each item, which goes by its reference.
    pub fn new<'n>(names: impl IntoIterator<Item = (&'i str, &'n str)>) -> Self {
        let mut by_start: HashMap<[char; 2], Vec<ItemName<'i>>> = HashMap::new();
        for (item, name) in names {
            for words in spellings(name) {
                if let Some(start) = words.first().map(|word| start_of(word)) {
                    let known = by_start.entry(start).or_default();
                    if !known.iter().any(|known| known.item == item && known.words == words) {
                        known.push(ItemName { words, item });
                    }
                }
            }
        }
        Self { by_start }
    }

    /// Returns whether there is nothing to search for.
    pub fn is_empty(&self) -> bool {
        self.by_start.is_empty()
    }

    /// The places of `text`, in its order; none lies within another.
    pub fn find(&self, text: &str) -> Vec<ItemMention<'i>> {
        if self.is_empty() {
            return Vec::new();
        }
        let words = words(text);
        let endings = Endings::from_words(words.iter().map(|word| word.folded.as_str()));
        let mut found = Vec::new();
        let mut at = 0;
        while at < words.len() {
            match self.longest(&words, at, text, endings) {
                Some((end, items)) => {
                    found.push(ItemMention { bytes: words[at].bytes.start..words[end - 1].bytes.end, items });
                    at = end;
                }
                None => at += 1,
            }
        }
        found
    }

    /// Returns the end of the longest name at a word, and whose it is. One that occurs as it is written is nobody
    /// else's.
    fn longest(&self, words: &[NameWord], at: usize, text: &str, endings: Endings) -> Option<(usize, Vec<&'i str>)> {
        let mut best: Option<(usize, bool, Vec<&'i str>)> = None;
        for name in self.by_start.get(&start_of(&words[at].folded)).into_iter().flatten() {
            let end = at + name.words.len();
            let Some(candidate) = words.get(at..end) else { continue };
            let Some(exact) =
                name.is_said(candidate, endings).filter(|_| !goes_on(&candidate[candidate.len() - 1], text))
            else {
                continue;
            };
            match &mut best {
                Some((to, is_exact, items)) if (*to, *is_exact) == (end, exact) => {
                    if !items.contains(&name.item) {
                        items.push(name.item);
                    }
                }
                Some((to, is_exact, _)) if (*to, *is_exact) > (end, exact) => {}
                _ => best = Some((end, exact, vec![name.item])),
            }
        }
        best.map(|(end, _, items)| (end, items))
    }
}

impl ItemName<'_> {
    /// Returns whether the words say the name, and if so whether letter for letter.
    fn is_said(&self, candidate: &[NameWord], endings: Endings) -> Option<bool> {
        let last = self.words.len() - 1;
        let mut exact = true;
        for (nth, (word, name)) in candidate.iter().zip(&self.words).enumerate() {
            if word.folded == *name {
                continue;
            }
            exact = false;
            if !same_word(name, &word.folded, endings, nth < last) {
                return None;
            }
        }
        Some(exact)
    }
}

/// A number that goes on behind its point is another one: "Panel 4" is not in "Panel 4.5".
fn goes_on(last: &NameWord, text: &str) -> bool {
    let mut behind = text[last.bytes.end..].chars();
    last.folded.ends_with(|c: char| c.is_ascii_digit())
        && behind.next().is_some_and(|c| matches!(c, '.' | ','))
        && behind.next().is_some_and(|c| c.is_ascii_digit())
}

/// The words of a name, and for one of several words the same written as one: "Back-drop" is also "backdrop".
fn spellings(name: &str) -> Vec<Vec<String>> {
    let all: Vec<String> = words(name).into_iter().map(|word| word.folded).collect();
    let article = usize::from(all.len() > 1 && is_article(&all[0]));
    let own = all[article..].to_vec();
    let is_spaced = own.iter().all(|word| word.chars().all(|c| !is_han(c)));
    match own.len() {
        0 => Vec::new(),
        1 => vec![own],
        _ if is_spaced && name.contains('-') => vec![vec![own.concat()], own],
        _ => vec![own],
    }
}

fn is_article(word: &str) -> bool {
    const ARTICLES: [&str; 19] = [
        "the", "a", "an", "der", "die", "das", "ein", "eine", "le", "la", "les", "l", "un", "une", "el", "los", "las",
        "una", "unos",
    ];
    ARTICLES.contains(&word)
}

#[derive(Debug)]
struct NameWord {
    bytes: Range<usize>,
    folded: String,
}

/// Runs of letters and digits. Chinese characters are words by themselves, since nothing stands between those.
fn words(text: &str) -> Vec<NameWord> {
    let mut found: Vec<NameWord> = Vec::new();
    let mut open: Option<(usize, LetterRun)> = None;
    for (at, c) in text.char_indices() {
        let run = LetterRun::from_char(c);
        if let Some((start, kind)) = open
            && (run != Some(kind) || kind == LetterRun::Han)
            && run != Some(LetterRun::Mark)
        {
            found.push(NameWord { bytes: start..at, folded: fold(&text[start..at]) });
            open = None;
        }
        if open.is_none() {
            open = run.filter(|run| *run != LetterRun::Mark).map(|run| (at, run));
        }
    }
    if let Some((start, _)) = open {
        found.push(NameWord { bytes: start..text.len(), folded: fold(&text[start..]) });
    }
    found
}

/// The characters that make one word as long as it goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LetterRun {
    Letters,
    Han,
    Hiragana,
    Katakana,
    /// Belongs to the letter before.
    Mark,
}

impl LetterRun {
    fn from_char(c: char) -> Option<Self> {
        match c {
            '\u{300}'..='\u{36f}' | '\u{ad}' | '\u{200d}' | '\u{fe0f}' => Some(Self::Mark),
            '\u{3041}'..='\u{309f}' => Some(Self::Hiragana),
            '\u{30a0}'..='\u{30ff}' | '\u{ff66}'..='\u{ff9f}' => Some(Self::Katakana),
            c if is_han(c) => Some(Self::Han),
            c if c.is_alphanumeric() => Some(Self::Letters),
            _ => None,
        }
    }
}

const fn is_han(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '々' | '\u{20000}'..='\u{3ffff}')
}

fn start_of(word: &str) -> [char; 2] {
    let mut letters = word.chars().map(without_mark);
    [letters.next().unwrap_or_default(), letters.next().unwrap_or_default()]
}
