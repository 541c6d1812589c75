//! The block that a line begins, seen by its first characters: enough to know where one top-level block must have
//! ended.
//!
//! Nothing is read here: where these rules see less than the parser does, a segment is merely longer.

/// Columns of white space before a line; a tab goes to the next multiple of four.
pub(super) fn indent(line: &str) -> usize {
    let blanks = line.bytes().take_while(|byte| matches!(byte, b' ' | b'\t'));
    blanks.fold(0, |column, byte| if byte == b'\t' { column / 4 * 4 + 4 } else { column + 1 })
}

/// The line without up to `columns` of its white space.
pub(super) fn without_indent(line: &str, columns: usize) -> &str {
    let mut column = 0;
    let blank = |byte: &u8| {
        column = if *byte == b'\t' { column / 4 * 4 + 4 } else { column + 1 };
        column <= columns && matches!(byte, b' ' | b'\t')
    };
    &line[line.as_bytes().iter().copied().take_while(blank).count()..]
}

pub(super) fn is_blank(line: &str) -> bool {
    line.trim_ascii().is_empty()
}

/// `# Title`.
pub(super) fn is_heading(line: &str) -> bool {
    let hashes = line.bytes().take_while(|byte| *byte == b'#').count();
    (1..=6).contains(&hashes) && line[hashes..].bytes().next().is_none_or(|byte| byte.is_ascii_whitespace())
}

/// Bytes of an item's marker with the white space after it: `- `, `12. `.
pub(super) fn marker(line: &str) -> Option<usize> {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let sign = match (digits, line.as_bytes().get(digits)?) {
        (0, b'-' | b'*' | b'+') | (1..=9, b'.' | b')') => digits + 1,
        _ => return None,
    };
    let space = line[sign..].bytes().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let ends = line[sign + space..].bytes().next().is_none_or(|byte| matches!(byte, b'\n'));
    (space > 0 || ends).then_some(sign + space)
}

/// The second line of a table: `| --- | :-: |`.
pub(super) fn is_under_head(line: &str) -> bool {
    let line = line.trim_ascii();
    line.contains('-') && line.contains(['|', ':']) && line.bytes().all(|byte| b"|:- \t".contains(&byte))
}

/// The border of a code block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fence {
    sign: u8,
    length: usize,
    /// Columns that it is indented; as much is taken from the lines of its code.
    pub(super) indent: usize,
    pub(super) language: Option<String>,
}

impl Fence {
    /// The one that `line` opens, also as the first line of an item.
    pub(super) fn opened(line: &str) -> Option<Self> {
        let mut indent = indent(line);
        let mut rest = line.trim_start_matches([' ', '\t']);
        while let Some(marker) = marker(rest) {
            indent += marker;
            rest = &rest[marker..];
        }
        let sign = rest.bytes().next().filter(|byte| matches!(byte, b'`' | b'~'))?;
        let length = rest.bytes().take_while(|byte| *byte == sign).count();
        let info = &rest[length..];
        let opens = length >= 3 && !(sign == b'`' && info.contains('`'));
        opens.then(|| Self { sign, length, indent, language: language(info) })
    }

    pub(super) fn is_closed_by(&self, line: &str) -> bool {
        let rest = line.trim_ascii();
        indent(line) <= self.indent + 3 && rest.len() >= self.length && rest.bytes().all(|byte| byte == self.sign)
    }
}

/// As it may stand beside a code block: the first word, if it is short and plain.
pub(super) fn language(info: &str) -> Option<String> {
    let word = info.split_ascii_whitespace().next()?;
    let plain = word.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+#._-".contains(&byte));
    (plain && word.len() <= 32).then(|| word.to_owned())
}
