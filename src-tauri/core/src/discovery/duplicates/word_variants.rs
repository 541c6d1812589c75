//! Two words of different identity that are one word after all: an acronym, a derived or compound word, a slip of the
//! pen; or one that is the other denied.

use std::sync::LazyLock;

use super::lexicon::DuplicateLexicon;
use super::prepare::{ComparableText, Term};
use super::words::{LetterCase, WordScript};
use crate::language::class::{DOWN, NAME, UP};
use crate::language::negation::is_opposite;
use crate::language::{Language, Lexicon};

/// The free terms of `long` whose first letters are the acronym `term`.
pub(super) fn spelled_out(
    short: &ComparableText,
    term: &Term,
    long: &ComparableText,
    free: &[usize],
) -> Option<Vec<usize>> {
    let key = short.key(term);
    let letters: Vec<char> = key.chars().collect();
    if term.case != LetterCase::Upper || !(2..=6).contains(&letters.len()) || !letters.iter().all(|c| c.is_alphabetic())
    {
        return None;
    }
    let run = |from: usize| -> Option<Vec<usize>> {
        let run: Vec<usize> = (from..from + letters.len()).collect();
        let fits = run.iter().zip(&letters).all(|(at, letter)| {
            free.contains(at) && long.terms.get(*at).is_some_and(|term| long.key(term).starts_with(*letter))
        });
        fits.then_some(run)
    };
    (0..long.terms.len()).find_map(run)
}

/// Returns whether two terms of different identity are one word after all, how surely, and whether one denies the
/// other.
pub(super) fn alike(a: &ComparableText, term: &Term, b: &ComparableText, other: &Term) -> Option<(f32, bool)> {
    let lexicon = DuplicateLexicon::for_language(a.language);
    if lexicon.are_opposites(term.id, other.id) {
        return Some((0.9, true));
    }
    if term.script != other.script || lexicon.are_rivals(term.id, other.id) || !term.is_strong() || !other.is_strong() {
        return None;
    }
    let (x, y) = (a.key(term), b.key(other));
    // Two languages may take one word differently: "stieg" is a direction in German only.
    if x == y {
        return Some((1.0, false));
    }
    // Nothing below makes one of two words that neither begin nor end alike, and most pairs are such.
    let ends = |word: &str| (word.bytes().next(), word.bytes().next_back());
    if ends(x).0 != ends(y).0 && ends(x).1 != ends(y).1 {
        return None;
    }
    if is_opposite(x, y) {
        return Some((0.9, true));
    }
    let names = term.is(NAME) && other.is(NAME);
    if term.is(UP | DOWN) || other.is(UP | DOWN) || x.bytes().chain(y.bytes()).any(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let quality = match term.script {
        WordScript::Latin if is_derived(x, y) => 0.9,
        WordScript::Latin | WordScript::Katakana if !names && is_slip(x, y) => 0.85,
        WordScript::Latin if a.language == Some(Language::German) && is_compound(x, y) => 0.7,
        WordScript::Spaced if shares_stem(x, y) => 0.85,
        WordScript::Han | WordScript::Katakana if is_compound(x, y) => 0.7,
        _ => return None,
    };
    Some((quality, false))
}

/// "Invest" and "investment": one beginning, and endings that make words of words.
fn is_derived(x: &str, y: &str) -> bool {
    const ENDINGS: &[&str] = &[
        "", "e", "s", "es", "ed", "d", "ing", "ment", "ments", "ion", "ions", "ation", "ations", "al", "ally", "er",
        "ers", "or", "ors", "ly", "y", "ity", "ive", "ance", "ence", "ency", "ancy", "ic", "ical", "ist", "ists",
        "able", "ible", "ness", "ful", "ised", "ise", "ising", "isation", "te", "ted", "ting", "tion", "ce", "cy", "t",
        "ly", "en", "ern", "ung", "ungen", "lich", "isch", "ique", "iques", "eur", "euse", "ée", "é", "és", "ées",
        "er", "ant", "ent", "aux", "ale", "ales",
    ];
    let common = common_prefix(x, y);
    let (rest_x, rest_y) = (&x[common..], &y[common..]);
    x[..common].chars().count() >= 5 && ENDINGS.contains(&rest_x) && ENDINGS.contains(&rest_y)
}

fn common_prefix(x: &str, y: &str) -> usize {
    x.char_indices().zip(y.chars()).take_while(|((_, a), b)| a == b).last().map_or(0, |((at, c), _)| at + c.len_utf8())
}

/// Inflection in a language of which nothing is known.
fn shares_stem(x: &str, y: &str) -> bool {
    let common = x[..common_prefix(x, y)].chars().count();
    let longer = x.chars().count().max(y.chars().count());
    common >= 3 && common * 10 >= longer * 6 && longer - common <= 3
}

/// "Umsatz" and "Umsatzwachstum".
fn is_compound(x: &str, y: &str) -> bool {
    let (short, long) = if x.len() < y.len() { (x, y) } else { (y, x) };
    let enough = if short.is_ascii() { short.len() >= 5 } else { short.chars().count() >= 2 && short.len() >= 6 };
    enough && (long.starts_with(short) || long.ends_with(short))
}

/// One letter left out, doubled, wrong or swapped in a long word, but for its last: employer is not employee.
pub(super) fn is_slip(x: &str, y: &str) -> bool {
    if x.len().abs_diff(y.len()) > 4 || x.as_bytes().first() != y.as_bytes().first() {
        return false;
    }
    if CONFUSED.iter().any(|(a, b)| x.starts_with(a) && y.starts_with(b) || x.starts_with(b) && y.starts_with(a)) {
        return false;
    }
    let (x, y): (Vec<char>, Vec<char>) = (x.chars().collect(), y.chars().collect());
    let (short, long) = if x.len() <= y.len() { (&x, &y) } else { (&y, &x) };
    if short.len() < 6 || long.len() - short.len() > 1 {
        return false;
    }
    let head = short.iter().zip(long).take_while(|(a, b)| a == b).count();
    let tail = short.iter().rev().zip(long.iter().rev()).take_while(|(a, b)| a == b).count();
    let left = long.len().saturating_sub(head + tail);
    let swap = short.len() == long.len()
        && left == 2
        && short.get(head) == long.get(head + 1)
        && short.get(head + 1) == long.get(head);
    head >= 1 && tail >= 1 && (left <= 1 || swap)
}

/// Words that are a letter apart, and both words.
static CONFUSED: LazyLock<Vec<(&str, &str)>> = LazyLock::new(|| Lexicon::all().pairs("confused").collect());
