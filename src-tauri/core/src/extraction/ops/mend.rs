//! Mending JSON that a model wrote nearly right: comments, other quotes, bare keys, stray commas, a missing end.
//!
//! The text is rewritten token by token into strict JSON, in linear time, without recursion. What is not a small fault
//! gives some other JSON or none: whoever reads it checks it, and quotes are checked against the source in any case.

use super::MAX_DEPTH;

pub(super) struct Mended {
    pub(super) json: String,
    /// The outermost bracket was closed.
    pub(super) closed: bool,
}

/// Mends the object or list that `text` opens with; what follows its end is ignored. None if it is nested too deep.
pub(super) fn mend(text: &str) -> Option<Mended> {
    let mut mender = Mender { text, at: 0, out: String::with_capacity(text.len()), open: Vec::new() };
    loop {
        mender.skip_blank();
        let Some(c) = mender.peek() else { break };
        match c {
            '{' | '[' => {
                mender.open(c);
                if mender.open.len() > MAX_DEPTH {
                    return None;
                }
            }
            '}' | ']' => {
                mender.at += 1;
                if mender.close(c) {
                    return Some(Mended { json: mender.out, closed: true });
                }
            }
            ',' => {
                mender.at += 1;
                mender.fill_missing_value();
            }
            ':' => mender.at += 1,
            '"' | '\'' | '`' | '\u{201c}' | '\u{2018}' => mender.quoted(c),
            _ => mender.bare(),
        }
    }
    while let Some(level) = mender.open.last() {
        let end = if level.object { '}' } else { ']' };
        mender.close(end);
    }
    Some(Mended { json: mender.out, closed: false })
}

/// One bracket that is open.
struct Level {
    object: bool,
    empty: bool,
    /// A key was written whose value is to come.
    keyed: bool,
}

struct Mender<'a> {
    text: &'a str,
    at: usize,
    out: String,
    open: Vec<Level>,
}

impl Mender<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn skip_blank(&mut self) {
        loop {
            let rest = self.rest();
            let blank = rest.len() - rest.trim_start().len();
            let rest = &rest[blank..];
            let comment = if rest.starts_with("//") || rest.starts_with('#') {
                rest.find('\n').unwrap_or(rest.len())
            } else if rest.starts_with("/*") {
                rest.find("*/").map_or(rest.len(), |end| end + 2)
            } else {
                0
            };
            self.at += blank + comment;
            if comment == 0 {
                return;
            }
        }
    }

    /// What must stand before a value or a key.
    fn lead(&mut self) {
        if let Some(level) = self.open.last_mut()
            && !std::mem::take(&mut level.keyed)
            && !std::mem::take(&mut level.empty)
        {
            self.out.push(',');
        }
    }

    /// A string or bare word in an object that waits for a key is one.
    fn lead_scalar(&mut self) -> bool {
        let is_key = self.open.last().is_some_and(|level| level.object && !level.keyed);
        self.lead();
        if is_key && let Some(level) = self.open.last_mut() {
            level.keyed = true;
        }
        is_key
    }

    fn open(&mut self, bracket: char) {
        self.lead();
        self.at += 1;
        self.out.push(bracket);
        self.open.push(Level { object: bracket == '{', empty: true, keyed: false });
    }

    fn fill_missing_value(&mut self) {
        if let Some(level) = self.open.last_mut()
            && std::mem::take(&mut level.keyed)
        {
            self.out.push_str("null");
        }
    }

    /// Closes the nearest bracket of this kind and all within it; true if that was the outermost.
    fn close(&mut self, bracket: char) -> bool {
        let object = bracket == '}';
        if !self.open.iter().any(|level| level.object == object) {
            return false;
        }
        loop {
            self.fill_missing_value();
            let Some(level) = self.open.pop() else { return true };
            self.out.push(if level.object { '}' } else { ']' });
            if level.object == object {
                return self.open.is_empty();
            }
        }
    }

    fn quoted(&mut self, quote: char) {
        let is_key = self.lead_scalar();
        self.at += quote.len_utf8();
        let end = match quote {
            '\u{201c}' => '\u{201d}',
            '\u{2018}' => '\u{2019}',
            other => other,
        };
        self.out.push('"');
        while let Some(c) = self.peek() {
            self.at += c.len_utf8();
            match c {
                '\\' => self.escape(),
                _ if c == end && self.ends_string() => break,
                _ => push_escaped(&mut self.out, c),
            }
        }
        self.out.push('"');
        self.colon_after(is_key);
    }

    /// Whether the quote just read closes its string: one within a sentence is followed by more words.
    fn ends_string(&self) -> bool {
        self.rest().trim_start().chars().next().is_none_or(|next| matches!(next, ',' | ':' | '}' | ']' | '/' | '#'))
    }

    fn escape(&mut self) {
        let Some(c) = self.peek() else { return };
        let hex = self.rest().get(1..5).filter(|hex| c == 'u' && hex.bytes().all(|byte| byte.is_ascii_hexdigit()));
        if let Some(hex) = hex {
            let escape = format!("\\u{hex}");
            self.out.push_str(&escape);
            self.at += 5;
            return;
        }
        self.at += c.len_utf8();
        match c {
            '"' | '\\' | '/' | 'b' | 'f' | 'n' | 'r' | 't' => self.out.extend(['\\', c]),
            _ => push_escaped(&mut self.out, c),
        }
    }

    fn bare(&mut self) {
        let is_key = self.lead_scalar();
        let stop = |c: char| matches!(c, ',' | '}' | ']' | '{' | '[' | '\n' | '"') || (is_key && c == ':');
        let rest = self.rest();
        let len = rest.find(stop).unwrap_or(rest.len());
        let word = rest[..len].trim().to_owned();
        self.at += len.max(1);
        match word.as_str() {
            _ if is_key => push_string(&mut self.out, &word),
            "True" => self.out.push_str("true"),
            "False" => self.out.push_str("false"),
            "None" | "undefined" | "NaN" | "Infinity" | "-Infinity" => self.out.push_str("null"),
            _ if serde_json::from_str::<serde::de::IgnoredAny>(&word).is_ok() => self.out.push_str(&word),
            _ => push_string(&mut self.out, &word),
        }
        self.colon_after(is_key);
    }

    fn colon_after(&mut self, is_key: bool) {
        if is_key {
            self.out.push(':');
        }
    }
}

fn push_string(out: &mut String, text: &str) {
    out.push('"');
    text.chars().for_each(|c| push_escaped(out, c));
    out.push('"');
}

fn push_escaped(out: &mut String, c: char) {
    match c {
        '"' => out.push_str("\\\""),
        '\\' => out.push_str("\\\\"),
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        c if c < ' ' => {
            let escape = format!("\\u{:04x}", u32::from(c));
            out.push_str(&escape);
        }
        c => out.push(c),
    }
}
