//! A text as the pieces of words that the model knows: in lower case, without accents, the longest piece first.
//!
//! By hand, since it is a hundred lines: the library that the model's makers use brings 60 crates for other kinds.

use rustc_hash::FxHashMap;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use crate::bert::POSITIONS;

/// A longer word is none.
const LONGEST_WORD: usize = 100;
/// Prefix of a piece that does not begin a word.
const WITHIN: &str = "##";

pub(crate) struct WordPieces {
    numbers: FxHashMap<String, u32>,
    unknown: u32,
    start: u32,
    end: u32,
}

impl WordPieces {
    /// Of a list with a piece on each line.
    pub(crate) fn new(list: &str) -> Option<Self> {
        let numbers: FxHashMap<String, u32> = list.lines().map(str::to_owned).zip(0..).collect();
        let [unknown, start, end] = ["[UNK]", "[CLS]", "[SEP]"].map(|name| numbers.get(name).copied());
        Some(Self { unknown: unknown?, start: start?, end: end?, numbers })
    }

    pub(crate) fn len(&self) -> usize {
        self.numbers.len()
    }

    /// Returns the numbers of a text's pieces, between that of the start and that of the end; what is too long is cut off.
    pub(crate) fn encode(&self, text: &str) -> Vec<u32> {
        let mut tokens = vec![self.start];
        for word in words(text) {
            self.add_word(&word, &mut tokens);
            if tokens.len() >= POSITIONS {
                break;
            }
        }
        tokens.truncate(POSITIONS - 1);
        tokens.push(self.end);
        tokens
    }

    /// Returns how many pieces a word has.
    pub(crate) fn count(&self, word: &str) -> usize {
        let mut tokens = Vec::new();
        self.add_word(word, &mut tokens);
        tokens.len()
    }

    fn add_word(&self, word: &str, tokens: &mut Vec<u32>) {
        let before = tokens.len();
        let mut rest = word;
        while !rest.is_empty() {
            let piece =
                if word.chars().count() > LONGEST_WORD { None } else { self.longest(rest, rest.len() < word.len()) };
            let Some((number, length)) = piece else {
                tokens.truncate(before);
                return tokens.push(self.unknown);
            };
            tokens.push(number);
            rest = &rest[length..];
        }
    }

    /// Returns the longest piece that a text begins with, and its length.
    fn longest(&self, text: &str, is_within: bool) -> Option<(u32, usize)> {
        let mut piece = if is_within { WITHIN.to_owned() + text } else { text.to_owned() };
        let mark = piece.len() - text.len();
        while piece.len() > mark {
            if let Some(number) = self.numbers.get(&piece) {
                return Some((*number, piece.len() - mark));
            }
            piece.pop();
        }
        None
    }
}

/// Returns the words of a text as the model takes them: a sign of punctuation is one, and so is each of Chinese.
pub(crate) fn words(text: &str) -> Vec<String> {
    let plain = text.chars().filter(|c| !is_dropped(*c)).nfd().filter(|c| !is_combining_mark(*c));
    let (mut words, mut open) = (Vec::new(), String::new());
    for c in plain.flat_map(char::to_lowercase) {
        let is_alone = is_punctuation(c) || is_chinese(c);
        if c.is_whitespace() || is_alone {
            words.push(std::mem::take(&mut open));
        }
        if is_alone {
            words.push(c.to_string());
        } else if !c.is_whitespace() {
            open.push(c);
        }
    }
    words.push(open);
    words.retain(|word| !word.is_empty());
    words
}

fn is_dropped(c: char) -> bool {
    c == '\u{fffd}'
        || c.is_control() && !c.is_whitespace()
        || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{feff}')
}

/// The signs of punctuation of the scripts that the model knows.
fn is_punctuation(c: char) -> bool {
    c.is_ascii_punctuation()
        || matches!(c, '¡' | '§' | '«' | '¶' | '·' | '»' | '¿' | '\u{2010}'..='\u{2027}' | '\u{2030}'..='\u{205e}'
            | '\u{3001}'..='\u{3003}' | '\u{3008}'..='\u{3011}' | '\u{3014}'..='\u{301f}' | '\u{ff01}'..='\u{ff0f}'
            | '\u{ff1a}' | '\u{ff1b}' | '\u{ff1f}' | '\u{060c}' | '\u{061b}' | '\u{061f}' | '\u{0964}')
}

const fn is_chinese(c: char) -> bool {
    matches!(c as u32, 0x3400..=0x4dbf | 0x4e00..=0x9fff | 0xf900..=0xfaff | 0x2_0000..=0x2_ceaf | 0x2_f800..=0x2_fa1f)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_taken_apart_as_the_model_learnt_it() {
        let list = ["[UNK]", "[CLS]", "[SEP]", "river", "##s", "rose", "5", ".", "84", "m", "zurich", "a", "?"];
        let pieces = WordPieces::new(&list.join("\n")).unwrap();
        let check = |text: &str, expected: &[&str]| {
            let shown: Vec<&str> = pieces.encode(text).iter().map(|number| list[*number as usize]).collect();
            assert_eq!(shown, [&["[CLS]"], expected, &["[SEP]"]].concat(), "{text}");
        };
        check("Rivers rose 5.84 m", &["river", "##s", "rose", "5", ".", "84", "m"]);
        check("Zürich?", &["zurich", "?"]);
        check("riverx a", &["[UNK]", "a"]);
        check(" \u{ad}\u{0}\n", &[]);
        check(&"a".repeat(101), &["[UNK]"]);
        assert_eq!(pieces.encode(&"a ".repeat(300)).len(), POSITIONS, "what is too long is cut off");
    }
}
