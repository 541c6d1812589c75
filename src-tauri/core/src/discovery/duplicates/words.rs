//! A text as words: how they are spelled, stemmed and told apart from scripts that write no spaces.
//!
//! British and American spellings are one, and so are the inflections of a word; a stem need not be a word. Chinese and
//! Japanese are cut where their scripts change, which is a fair guess at their words and needs no dictionary.

use std::ops::Range;

use crate::language::fold::{fold, spelled};

/// A word of a text.
#[derive(Clone, Debug)]
pub(super) struct ComparedWord {
    pub(super) bytes: Range<usize>,
    /// As all spellings of it are spelled.
    pub(super) key: String,
    pub(super) script: WordScript,
    pub(super) case: LetterCase,
    /// A sentence begins with it.
    pub(super) opens: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WordScript {
    Latin,
    /// Words with spaces between them.
    Spaced,
    Han,
    Katakana,
    /// The script that holds a Japanese sentence together.
    Hiragana,
    Digits,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LetterCase {
    Lower,
    Capital,
    /// `EU`, `OpenAI`: more capitals than a sentence asks for.
    Upper,
}

/// The words of `text`, in its order.
pub(super) fn words(text: &str) -> Vec<ComparedWord> {
    let mut found = Vec::new();
    let mut opens = true;
    let mut rest = text.char_indices().peekable();
    while let Some((start, first)) = rest.next() {
        let Some(script) = script(first) else {
            opens |= matches!(first, '.' | '!' | '?' | ':' | '\n' | '•' | '。' | '！' | '？');
            continue;
        };
        let mut end = start + first.len_utf8();
        let mut script = script;
        while let Some(&(at, c)) = rest.peek() {
            let after = text[at + c.len_utf8()..].chars().next();
            match continues(script, c, after) {
                Some(own) => script = own,
                None => break,
            }
            end = at + c.len_utf8();
            rest.next();
        }
        push(&mut found, text, start..end, script, opens);
        opens = false;
    }
    found
}

fn script(c: char) -> Option<WordScript> {
    Some(match c {
        '0'..='9' => WordScript::Digits,
        'a'..='z' | 'A'..='Z' | '\u{c0}'..='\u{24f}' => WordScript::Latin,
        '\u{3041}'..='\u{309f}' => WordScript::Hiragana,
        '\u{30a0}'..='\u{30ff}' | '\u{ff66}'..='\u{ff9f}' => WordScript::Katakana,
        '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '々' | '\u{20000}'..='\u{3ffff}' => WordScript::Han,
        c if c.is_alphabetic() => WordScript::Spaced,
        c if c.is_numeric() => WordScript::Digits,
        _ => return None,
    })
}

/// The script of a word that `c` is still a part of.
fn continues(word: WordScript, c: char, after: Option<char>) -> Option<WordScript> {
    let own = script(c);
    match (word, own) {
        (WordScript::Latin | WordScript::Digits, Some(own @ (WordScript::Latin | WordScript::Digits))) => {
            Some(if own == WordScript::Latin { own } else { word })
        }
        (word, Some(own)) if word == own => Some(word),
        (WordScript::Spaced, Some(WordScript::Digits)) => Some(word),
        (WordScript::Latin | WordScript::Spaced, None) => {
            let joins = matches!(c, '\'' | '’' | '&' | '.') && after.and_then(script) == Some(word)
                || ('\u{300}'..='\u{36f}').contains(&c)
                || word == WordScript::Spaced && !c.is_ascii() && !c.is_whitespace() && !is_mark_of_text(c);
            joins.then_some(word)
        }
        _ => None,
    }
}

/// Punctuation and signs; what is neither they nor a letter is a vowel sign of Indic or Semitic writing.
const fn is_mark_of_text(c: char) -> bool {
    matches!(c, '\u{80}'..='\u{2ff}' | '\u{60c}' | '\u{61b}' | '\u{61f}' | '\u{964}' | '\u{965}' | '\u{2000}'..='\u{303f}' | '\u{ff00}'..='\u{ffff}')
}

fn push(found: &mut Vec<ComparedWord>, text: &str, bytes: Range<usize>, script: WordScript, opens: bool) {
    let raw = &text[bytes.clone()];
    if script != WordScript::Latin {
        found.push(ComparedWord { key: fold(raw), bytes, script, case: LetterCase::Lower, opens });
        return;
    }
    // "l'entreprise", "d’un", "we're": a short word and another one.
    if let Some((mark, sign)) = raw.char_indices().find(|(_, c)| matches!(c, '\'' | '’'))
        && let after = mark + sign.len_utf8()
        && raw[..mark].chars().count() <= 2
        && raw[after..].chars().count() >= 2
    {
        push_latin(found, text, bytes.start..bytes.start + mark, opens);
        push_latin(found, text, bytes.start + after..bytes.end, opens);
        return;
    }
    push_latin(found, text, bytes, opens);
}

fn push_latin(found: &mut Vec<ComparedWord>, text: &str, bytes: Range<usize>, opens: bool) {
    let raw = &text[bytes.clone()];
    let mut key = if raw.is_ascii() { raw.to_ascii_lowercase() } else { fold(raw).replace('’', "'") };
    if let Some(bare) = key.strip_suffix("'s").or_else(|| key.strip_suffix('\'')) {
        key.truncate(bare.len());
    }
    let capitals = raw.chars().filter(|c| c.is_uppercase()).count();
    let case = match capitals {
        0 => LetterCase::Lower,
        1 if raw.starts_with(char::is_uppercase) => LetterCase::Capital,
        _ => LetterCase::Upper,
    };
    if key.contains('.') {
        key.retain(|c| c != '.');
    }
    found.push(ComparedWord { bytes, key: spelled(&key).into_owned(), script: WordScript::Latin, case, opens });
}

/// Returns what the inflections of an English, German or French word share.
pub(super) fn stem(word: &str) -> &str {
    const ENDINGS: &[&str] = &[
        "isations", "isation", "ations", "ements", "ation", "ement", "ments", "ings", "ment", "ness", "ions", "iert",
        "ieren", "ally", "ies", "ied", "ing", "ion", "ers", "ern", "ées", "ent", "ive", "ity", "ed", "es", "er", "en",
        "ly", "al", "or", "ée", "és", "s", "e", "y", "é", "n",
    ];
    if word.bytes().any(|byte| byte.is_ascii_digit()) {
        return word;
    }
    let mut stem = word;
    let mut doubles = false;
    for _ in 0..2 {
        let cut = ENDINGS.iter().find_map(|ending| {
            let rest = stem.strip_suffix(ending)?;
            let solid = rest.chars().count() >= if ending.len() > 3 { 5 } else { 4 };
            let keeps_s = *ending == "s" && (rest.ends_with('s') || rest.ends_with('u') || rest.ends_with('i'));
            (solid && !keeps_s).then_some((rest, *ending))
        });
        let Some((rest, ending)) = cut else { break };
        stem = rest;
        doubles = matches!(ending, "ed" | "ing" | "ings" | "er" | "ers" | "en");
    }
    if doubles { undoubled(stem) } else { stem }
}

/// "Planned" and "plan": the consonant that an ending doubled.
fn undoubled(stem: &str) -> &str {
    let bytes = stem.as_bytes();
    match bytes {
        [.., a, b]
            if a == b
                && stem.len() >= 4
                && matches!(a, b'n' | b'p' | b't' | b'm' | b'g' | b'd' | b'b' | b'r' | b'l') =>
        {
            &stem[..stem.len() - 1]
        }
        _ => stem,
    }
}
