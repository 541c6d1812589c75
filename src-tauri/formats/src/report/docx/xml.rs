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

/// Reads the id in the name of a bookmark; a copy's name has an ending, which is no part of it.
pub(crate) fn section_id(name: &str) -> Option<u128> {
    let digits = name.get(..PREFIX.len() + LENGTH)?.strip_prefix(PREFIX)?;
    digits.bytes().try_fold(0_u128, |id, byte| {
        let digit = DIGITS.iter().position(|of| of.eq_ignore_ascii_case(&byte))?;
        Some(id << 5 | digit as u128)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_comes_back_from_its_bookmark_and_from_a_copy_of_it() {
        for id in [0, 1, u128::MAX, 0x0190_7c5e_0000_7000_8000_0000_0000_00ff] {
            let name = bookmark(id);
            assert!(name.len() <= 40, "Word cuts the name at 40");
            assert_eq!(section_id(&name), Some(id));
            assert_eq!(section_id(&format!("{name}_Copy")), Some(id));
        }
        assert_eq!(section_id(SOURCES), None);
    }
}
