//! Text as it stands in XML, and the ids of sections as the names of bookmarks.

/// Prefix of the hidden bookmarks that carry the ids of sections.
pub(crate) const PREFIX: &str = "_fs_";
/// The bookmark of the list of sources, which is made anew with each export.
pub(crate) const SOURCES: &str = "_fs_sources";
const DIGITS: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";
const LENGTH: usize = 26;

/// Appends text; what XML cannot say is left out.
pub(crate) fn push_escaped(text: &str, out: &mut String) {
    for char in text.chars() {
        match char {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // A reader of XML makes a line end of it.
            '\r' => out.push_str("&#13;"),
            '\t' | '\n' => out.push(char),
            '\u{fffe}' | '\u{ffff}' => {}
            char if char.is_ascii_control() => {}
            char => out.push(char),
        }
    }
}

pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    push_escaped(text, &mut out);
    out
}

/// Names the bookmark of a section.
pub(crate) fn bookmark(id: u128) -> String {
    let digit = |at: usize| char::from(DIGITS[(id >> (5 * at) & 31) as usize]);
    format!("{PREFIX}{}", (0..LENGTH).rev().map(digit).collect::<String>())
}

/// The id of a section, as a bookmark carries it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SectionMark {
    pub(crate) id: u128,
    /// The bookmark is a copy of another, as its name has an ending.
    pub(crate) is_copy: bool,
}

/// Reads the id in the name of a bookmark.
pub(crate) fn section_mark(name: &str) -> Option<SectionMark> {
    let (name, ending) = name.split_at_checked(PREFIX.len() + LENGTH)?;
    let id = name.strip_prefix(PREFIX)?.bytes().try_fold(0_u128, |id, byte| {
        let digit = DIGITS.iter().position(|of| of.eq_ignore_ascii_case(&byte))?;
        Some(id << 5 | digit as u128)
    })?;
    Some(SectionMark { id, is_copy: !ending.is_empty() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_comes_back_from_its_bookmark_and_from_a_copy_of_it() {
        for id in [0, 1, u128::MAX, 0x0190_7c5e_0000_7000_8000_0000_0000_00ff] {
            let name = bookmark(id);
            assert!(name.len() <= 40, "Word cuts the name at 40");
            assert_eq!(section_mark(&name), Some(SectionMark { id, is_copy: false }));
            assert_eq!(section_mark(&format!("{name}_Copy")), Some(SectionMark { id, is_copy: true }));
        }
        assert_eq!(section_mark(SOURCES), None);
    }
}
