//! The door that text comes in by: the only two things that are ever altered, and both are told.

/// Text as it is kept: line ends are `\n`, and no NUL is in it.
///
/// NULs go because SQLite's `substr` stops at one, so that no trigger could check a quote behind it. Nothing else is
/// altered: not white space, not composition, not invisible characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NormalizedText {
    pub text: String,
    /// Number of `\r\n` or lone `\r` that became `\n`.
    pub line_ends_changed: usize,
    /// Number of NULs that were dropped.
    pub nuls_dropped: usize,
}

/// Lets `raw` in. Never fails.
pub fn normalize(raw: &str) -> NormalizedText {
    let mut line_ends_changed = 0;
    let mut nuls_dropped = 0;
    if memchr::memchr2(b'\r', 0, raw.as_bytes()).is_none() {
        return NormalizedText { text: raw.to_owned(), line_ends_changed, nuls_dropped };
    }
    let mut text = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(at) = memchr::memchr2(b'\r', 0, rest.as_bytes()) {
        text.push_str(&rest[..at]);
        if rest.as_bytes()[at] == 0 {
            nuls_dropped += 1;
            rest = &rest[at + 1..];
            continue;
        }
        line_ends_changed += 1;
        text.push('\n');
        rest = &rest[at + 1..];
        rest = rest.strip_prefix('\n').unwrap_or(rest);
    }
    text.push_str(rest);
    NormalizedText { text, line_ends_changed, nuls_dropped }
}

#[cfg(test)]
mod tests {
    use super::normalize;

    #[test]
    fn only_line_ends_and_nuls_are_altered() {
        let check = |raw: &str, text: &str, line_ends: usize, nuls: usize| {
            let got = normalize(raw);
            assert_eq!(
                (got.text.as_str(), got.line_ends_changed, got.nuls_dropped),
                (text, line_ends, nuls),
                "{raw:?}"
            );
        };
        check("", "", 0, 0);
        check("a\nb", "a\nb", 0, 0);
        check("a\r\nb\rc", "a\nb\nc", 2, 0);
        check("\r\r\n", "\n\n", 2, 0);
        check("a\0b\0", "ab", 0, 2);
        check("a\r\0\nb", "a\n\nb", 1, 1);
        check("\u{feff}e\u{301} \u{a0}", "\u{feff}e\u{301} \u{a0}", 0, 0);
    }
}
