//! Running text: labels and bare addresses in it become what they mean.

use super::Inline;
use super::address::{address, is_unseen};
use super::citations;
use crate::discovery::EntityLabel;

/// Adds `text` to `out`, its labels and addresses apart. Brackets that hold nothing but labels are left out.
pub(super) fn push_inlines(text: &str, out: &mut Vec<Inline>) {
    let (mut plain, mut at) = (0, 0);
    let mut before = ' ';
    while let Some(first) = text[at..].chars().next() {
        let citation = citations::found(&text[at..]).map(|(length, found)| (length, vec![found]));
        let is_inner = is_word(before) || before == '-';
        let found = citation.or_else(|| if is_inner { None } else { found(&text[at..]) });
        if let Some((length, dressed)) = found {
            push_text(out, &text[plain..at]);
            out.extend(dressed);
            at += length;
            plain = at;
            before = text[..at].chars().next_back().unwrap_or(' ');
        } else {
            at += first.len_utf8();
            before = first;
        }
    }
    push_text(out, &text[plain..]);
}

/// As it stands, joined to text before it.
pub(super) fn push_text(out: &mut Vec<Inline>, text: &str) {
    if text.is_empty() {
        return;
    }
    match out.last_mut() {
        Some(Inline::Text(before)) => before.push_str(text),
        _ => out.push(Inline::Text(text.to_owned())),
    }
}

/// Reads what begins where `text` begins, with its length.
fn found(text: &str) -> Option<(usize, Vec<Inline>)> {
    match text.as_bytes()[0] {
        b'[' => in_brackets(text),
        b'I' | b'F' | b'N' | b'R' | b'O' => label(text).map(|(length, label)| (length, vec![Inline::Label(label)])),
        b'h' => bare(text),
        _ => None,
    }
}

/// `[F-1]` or `[F-1, N-2]`.
fn in_brackets(text: &str) -> Option<(usize, Vec<Inline>)> {
    let mut at = 1;
    let mut dressed = Vec::new();
    loop {
        let (length, label) = label(&text[at..])?;
        dressed.push(Inline::Label(label));
        at += length;
        let rest = &text[at..];
        if rest.starts_with(']') {
            return Some((at + 1, dressed));
        }
        let after = rest.strip_prefix(',')?;
        at += rest.len() - after.trim_start_matches(' ').len();
        push_text(&mut dressed, ", ");
    }
}

/// Some models write the hyphen that does not break.
const HYPHENS: [char; 3] = ['-', '\u{2010}', '\u{2011}'];

/// A label that is a word of its own.
fn label(text: &str) -> Option<(usize, EntityLabel)> {
    let letter = text.get(..1).filter(|letter| letter.bytes().all(|byte| b"IFNRO".contains(&byte)))?;
    let number = text[1..].strip_prefix(HYPHENS)?;
    let digits = number.bytes().take_while(u8::is_ascii_digit).count();
    let mut after = number[digits..].chars();
    let goes_on = match after.next() {
        Some('-' | '.') => after.next().is_some_and(char::is_alphanumeric),
        Some(next) => is_word(next),
        None => false,
    };
    let label = EntityLabel::parse(&format!("{letter}-{}", &number[..digits])).filter(|_| !goes_on)?;
    Some((text.len() - number.len() + digits, label))
}

/// Further marks behind an address are its own.
const MARKS: usize = 16;

/// An address that is written out, without the marks of the sentence around it.
fn bare(text: &str) -> Option<(usize, Vec<Inline>)> {
    let after = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"))?;
    let ends = |c: char| c.is_whitespace() || is_unseen(c) || matches!(c, '<' | '>' | '"' | '`' | '|');
    let length = after.find(ends).unwrap_or(after.len());
    let mut written = &text[..text.len() - after.len() + length];
    for _ in 0..MARKS {
        let Some(last) = written.chars().next_back().filter(|last| is_mark(*last, written)) else { break };
        written = &written[..written.len() - last.len_utf8()];
    }
    let url = address(written).filter(|_| written.len() > text.len() - after.len())?;
    Some((written.len(), vec![Inline::Link { url, content: vec![Inline::Text(written.to_owned())] }]))
}

/// Returns whether the last character belongs to the sentence: a bracket does, unless it was opened in the address.
fn is_mark(last: char, written: &str) -> bool {
    let opened = |open: char| written.matches(open).count() >= written.matches(last).count();
    match last {
        ')' => !opened('('),
        ']' => !opened('['),
        _ => ".,:;!?*_~'".contains(last) || matches!(last, '’' | '”' | '»' | '。' | '、' | '，' | '）'),
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}
