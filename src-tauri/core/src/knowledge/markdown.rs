//! A block as Markdown, made from its lines alone: the same JSON gives the same Markdown.
//!
//! The words of facts are text here and nothing else: no quote of a source can become a heading, a link or markup.

use super::{BlockKey, KnowledgeLine, LineRole, TypedBlock};

/// A heading and a list. An empty block says so.
pub fn markdown(key: BlockKey, block: &TypedBlock) -> String {
    let mut out = format!("## {}\n\n", key.title());
    let lines = block.lines();
    if lines.is_empty() {
        out.push_str("*Nothing yet.*\n");
    }
    for line in &lines {
        out.push_str("- ");
        out.push_str(&item(line));
        out.push('\n');
    }
    out
}

fn item(line: &KnowledgeLine) -> String {
    let mut out = String::new();
    match line.role {
        LineRole::Question | LineRole::Check => out.push_str("[ ] "),
        LineRole::Resolved => out.push_str("[x] "),
        _ => {}
    }
    if let Some(label) = &line.label {
        out.push_str(&format!("**{}:** ", escaped(label)));
    }
    out.push_str(&escaped(&line.text));
    match line.role {
        LineRole::ByHand => out.push_str(" *(set by hand)*"),
        LineRole::Suggested => out.push_str(" *(suggested)*"),
        LineRole::Note => out.push_str(" *(note)*"),
        _ => {}
    }
    if let Some(fact) = line.trace.fact {
        out.push_str(&format!(" ({fact})"));
    }
    out
}

/// On one line, with a backslash before all that could be markup where it stands.
fn escaped(text: &str) -> String {
    let text = text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty());
    let words: Vec<String> = text.map(escaped_word).collect();
    let line = words.join(" ");
    match line.chars().next() {
        // At its beginning it could begin a list or underline a heading.
        Some('-' | '+' | '=') => format!("\\{line}"),
        Some(digit) if digit.is_ascii_digit() => without_number(line),
        _ => line,
    }
}

fn escaped_word(word: &str) -> String {
    let mut out = String::with_capacity(word.len());
    let is_address = word.contains("://") || word.contains('@') || word.to_ascii_lowercase().contains("www.");
    for c in word.chars() {
        let is_markup = matches!(
            c,
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' | '|' | '~' | '&' | '!' | '$' | '^' | '{' | '}'
        );
        if is_markup || is_address && matches!(c, ':' | '.' | '@') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// `1.` or `1)` at the beginning of a line would begin a numbered list.
fn without_number(line: String) -> String {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    match line.as_bytes().get(digits) {
        Some(b'.' | b')') => format!("{}\\{}", &line[..digits], &line[digits..]),
        _ => line,
    }
}
