//! Words in a text as a reader looks for them: case does not count, and one run of white space is as good as another.

use std::ops::Range;

/// Returns the bytes at which `words` stand in a text, from left to right and none over another.
pub fn occurrences(text: &str, words: &str) -> Vec<Range<usize>> {
    let wanted: Vec<char> = words.split_whitespace().collect::<Vec<_>>().join(" ").chars().flat_map(lower).collect();
    let (mut found, mut at) = (Vec::new(), 0);
    while let Some(first) = text[at..].chars().next() {
        let length = length_of(&text[at..], &wanted);
        found.extend(length.map(|length| at..at + length));
        at += length.unwrap_or(first.len_utf8());
    }
    found
}

/// The bytes at the beginning of a text that say what is wanted.
fn length_of(text: &str, wanted: &[char]) -> Option<usize> {
    let (mut left, mut length, mut is_space) = (wanted, 0, false);
    for char in text.chars() {
        if char.is_whitespace() && is_space {
            length += char.len_utf8();
            continue;
        }
        is_space = char.is_whitespace();
        for lower in lower(char) {
            let (first, rest) = left.split_first()?;
            if *first != lower {
                return None;
            }
            left = rest;
        }
        length += char.len_utf8();
        if left.is_empty() {
            return Some(length);
        }
    }
    None
}

/// A sign as it is compared.
fn lower(char: char) -> impl Iterator<Item = char> {
    let space = char.is_whitespace();
    char.to_lowercase().map(move |lower| match lower {
        _ if space => ' ',
        '’' | '‘' => '\'',
        '“' | '”' | '„' => '"',
        other => other,
    })
}

#[cfg(test)]
mod tests {
    use super::occurrences;

    #[test]
    fn words_are_found_as_a_reader_means_them() {
        let text = "The wall. Äpfel ÄPFEL walls,\n\nthe  crane’s hook";
        let check = |words: &str, expected: &[&str], why: &str| {
            let found: Vec<&str> = occurrences(text, words).into_iter().map(|at| &text[at]).collect();
            assert_eq!(found, expected, "{words}: {why}");
        };
        check("WALL", &["wall", "wall"], "case does not count, and a part of a word is found");
        check("äpfel", &["Äpfel", "ÄPFEL"], "nor that of other letters");
        check("walls, the crane", &["walls,\n\nthe  crane"], "a line may end between the words");
        check("crane's", &["crane’s"], "a keyboard writes the plain apostrophe");
        check("bridge", &[], "what is not there is not found");
        check("  ", &[], "nothing is nowhere");
    }
}
