//! Attributes beyond the number that any page has: for each, the tokenizer looks at all that stand before it in its tag.

use std::borrow::Cow;
use std::ops::Range;

use memchr::{memchr, memmem};

/// Attributes of one tag that are read.
const MOST: usize = 500;
/// A value is no longer, in bytes: beyond it are pictures and programs.
const VALUE: usize = 64 << 10;

/// A page without the attributes that are too many, and without values that are too long.
pub(crate) fn thinned(html: &str) -> Cow<'_, str> {
    let bytes = html.as_bytes();
    let (mut output, mut written, mut at) = (String::new(), 0, 0);
    let mut surplus = Vec::new();
    while let Some(open) = memchr(b'<', &bytes[at..]) {
        at += open + 1;
        if bytes[at..].starts_with(b"!--") {
            at = memmem::find(&bytes[at..], b"-->").map_or(bytes.len(), |end| at + end);
        } else if bytes.get(at).is_some_and(u8::is_ascii_alphabetic) {
            let end = end_of_tag(bytes, at, &mut surplus);
            for part in surplus.drain(..) {
                output.push_str(&html[written..part.start]);
                written = part.end;
            }
            at = end_of_raw_text(bytes, at, end);
        }
    }
    if written == 0 {
        return Cow::Borrowed(html);
    }
    output.push_str(&html[written..]);
    Cow::Owned(output)
}

/// Returns the end of the tag whose name begins at `name`. Its surplus is added to `surplus`, in order: the inside of
/// values, and all attributes from one on.
fn end_of_tag(bytes: &[u8], name: usize, surplus: &mut Vec<Range<usize>>) -> usize {
    let (mut count, mut at, mut from) = (0, name, None);
    // Whether a name or a value goes on, whether a name has no value yet, and whether its value is to come.
    let (mut in_word, mut in_value, mut has_name, mut before_value) = (true, false, false, false);
    let mut value = name;
    let mut leave_out = |value: Range<usize>| surplus.extend(Some(value).filter(|value| value.len() > VALUE));
    // Without quotes its first letter stays: else the next attribute would be its value.
    let first = |value: usize| value + bytes[value..].iter().take(4).take_while(|byte| !byte.is_ascii()).count() + 1;
    while let Some(byte) = bytes.get(at).filter(|byte| **byte != b'>') {
        match byte {
            b'"' | b'\'' if before_value => {
                value = at + 1;
                at = value + memchr(*byte, &bytes[value..]).unwrap_or(bytes.len() - value);
                if from.is_none() {
                    leave_out(value..at);
                }
                (in_word, in_value, before_value) = (false, false, false);
                has_name = false;
            }
            b'=' if has_name && !in_value => (before_value, has_name) = (true, false),
            b'/' if !in_value => in_word = false,
            _ if byte.is_ascii_whitespace() => {
                if in_value && from.is_none() {
                    leave_out(first(value).min(at)..at);
                }
                (in_word, in_value) = (false, false);
            }
            _ if before_value => {
                value = at;
                (in_word, in_value, before_value) = (true, true, false);
            }
            _ if !in_word => {
                count += 1;
                (in_word, has_name) = (true, true);
                if count > MOST {
                    from.get_or_insert(at);
                }
            }
            _ => {}
        }
        at += 1;
    }
    let at = at.min(bytes.len());
    if in_value && from.is_none() {
        leave_out(first(value).min(at)..at);
    }
    surplus.extend(from.map(|from| from..at));
    at
}

/// Returns the end of the content of an element without tags of its own; `end` for any other element.
fn end_of_raw_text(bytes: &[u8], name: usize, end: usize) -> usize {
    const RAW: [&[u8]; 8] = [b"script", b"style", b"textarea", b"title", b"xmp", b"iframe", b"noembed", b"noframes"];
    let named = &bytes[name..end];
    let length = named.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    let Some(raw) = RAW.iter().find(|raw| raw.eq_ignore_ascii_case(&named[..length])) else { return end };
    let closes = |at: &usize| bytes[at + 2..].get(..raw.len()).is_some_and(|close| close.eq_ignore_ascii_case(raw));
    memmem::find_iter(&bytes[end..], b"</").map(|at| end + at).find(closes).unwrap_or(bytes.len())
}

#[cfg(test)]
mod tests {
    use super::{MOST, VALUE, thinned};

    fn attributes(count: usize, one: &str) -> String {
        (0..count).map(|at| format!(" a{at}{one}")).collect()
    }

    #[test]
    fn a_tag_keeps_as_many_attributes_as_are_read() {
        for (one, why) in [
            ("", "bare"),
            ("=b/c", "a value"),
            ("='x > y'", "quoted"),
            (" = \"b\"", "apart"),
            (" =b", "a name of signs"),
        ] {
            let page = |count| format!("<p{}>Words.</p>", attributes(count, one));
            assert!(thinned(&page(MOST)) == page(MOST), "{why}");
            let expected = format!("<p{} >Words.</p>", attributes(MOST, one));
            assert!(thinned(&page(9 * MOST)) == expected, "{why}");
        }
        assert!(thinned(&format!("<p{}", "/a".repeat(9 * MOST))).len() < 3 * MOST, "parted by slashes, without an end");
    }

    #[test]
    fn a_value_that_is_too_long_is_left_out() {
        let long = "A".repeat(VALUE + 2);
        for (page, expected) in [
            (format!("<img alt='a' src=\"{long}\" id=b>Words."), "<img alt='a' src=\"\" id=b>Words."),
            (format!("<img src={long} id=b>Words."), "<img src=A id=b>Words."),
            (format!("<img src={long}>Words."), "<img src=A>Words."),
        ] {
            assert_eq!(thinned(&page), expected);
        }
        let page = format!("<img src='{}'>", &long[2..]);
        assert!(thinned(&page) == page, "one that is as long as may be stays");
    }

    #[test]
    fn what_is_no_tag_stays() {
        let words = "w ".repeat(2 * MOST);
        for page in [
            format!("<script>if (a <b {words}) {{}}</script><p>Words."),
            format!("<!-- <b {words} --><p>Words."),
            format!("a < b {words}"),
            format!("<TITLE>a <b {words}</title>"),
        ] {
            assert_eq!(thinned(&page), page);
        }
    }
}
