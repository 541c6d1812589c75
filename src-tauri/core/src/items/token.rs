//! `@item(i1:Backdrop)`: an item named in a text beyond doubt.
//!
//! The number decides; the name is there for the reader, and may be an older one. A `(`, `)` or `\` in the name stands
//! behind a `\`.

use std::ops::Range;

use super::reference::number_of;

const OPEN: &str = "@item(";

/// A token as it stands in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameToken<'t> {
    pub bytes: Range<usize>,
    /// `i1`.
    pub item: &'t str,
    pub name: String,
}

/// The token of an item.
pub fn write(item: &str, name: &str) -> String {
    let mut token = format!("{OPEN}{item}:");
    for c in name.chars() {
        if matches!(c, '(' | ')' | '\\') {
            token.push('\\');
        }
        token.push(c);
    }
    token.push(')');
    token
}

/// The tokens of a text, in its order. What is not written as [`write`] writes it is plain text.
pub fn tokens(text: &str) -> Vec<NameToken<'_>> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = text[at..].find(OPEN).map(|offset| at + offset) {
        at = start + OPEN.len();
        if let Some(token) = read(text, start) {
            at = token.bytes.end;
            found.push(token);
        }
    }
    found
}

/// The items that a text has tokens of, each once, in the order of the text.
pub fn items_in(text: &str) -> Vec<&str> {
    let mut items = Vec::new();
    for token in tokens(text) {
        if !items.contains(&token.item) {
            items.push(token.item);
        }
    }
    items
}

fn read(text: &str, start: usize) -> Option<NameToken<'_>> {
    let from = start + OPEN.len();
    let colon = from + text[from..].find(':')?;
    let item = &text[from..colon];
    number_of(item)?;
    let mut name = String::new();
    let mut chars = text[colon + 1..].char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            ')' => return Some(NameToken { bytes: start..colon + 1 + at + 1, item, name }),
            '\\' => name.push(chars.next()?.1),
            '\n' | '(' => return None,
            c => name.push(c),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[(&str, &str)]) {
        let found = tokens(text);
        let found: Vec<(&str, &str)> = found.iter().map(|token| (token.item, token.name.as_str())).collect();
        assert_eq!(found, expected, "{text:?}");
    }

    #[test]
    fn a_token_is_one_only_as_it_is_written() {
        check("The @item(i1:Backdrop) is 6 m wide.", &[("i1", "Backdrop")]);
        check("@item(i1:A)@item(i2:B)", &[("i1", "A"), ("i2", "B")]);
        check("@item(i3:Rückwand 👩‍👩‍👧)", &[("i3", "Rückwand 👩‍👩‍👧")]);
        check("@item(i1:)", &[("i1", "")]);
        check("mail@item(i1:x)", &[("i1", "x")]);
        for no in ["@item", "@item(i1", "@item(i1)", "@item(1:x)", "@item(i1:x", "@item(i1:a\nb)", "@ITEM(i1:x)"] {
            check(no, &[]);
        }
        check("@item(x @item(i2:Floor)", &[("i2", "Floor")]);
        check("@item(i1:a @item(i2:Floor)", &[("i2", "Floor")]);
    }

    #[test]
    fn any_name_comes_back() {
        for name in ["Backdrop", "Wall (left)", r"a\b", "):", "@item(i9:x)", ""] {
            let text = format!("say {} again", write("i12", name));
            check(&text, &[("i12", name)]);
            assert_eq!(&text[tokens(&text)[0].bytes.clone()], write("i12", name));
        }
    }

    #[test]
    fn an_item_of_several_tokens_is_one() {
        assert_eq!(items_in("@item(i2:B) or @item(i1:A), not @item(i2:Bee)"), ["i2", "i1"]);
    }
}
