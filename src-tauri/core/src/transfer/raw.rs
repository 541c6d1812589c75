//! JSON that is kept to the letter: numbers, escapes and the order of keys as they came, without the space between.

use std::borrow::Cow;

/// `json` without the white space between its tokens. Must be JSON.
pub fn compact(json: &str) -> Cow<'_, str> {
    let mut out: Option<String> = None;
    let mut start = 0;
    let mut in_string = false;
    let mut escaped = false;
    for (at, byte) in json.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            b' ' | b'\n' | b'\r' | b'\t' if !in_string => {
                out.get_or_insert_default().push_str(&json[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    match out {
        None => Cow::Borrowed(json),
        Some(mut out) => {
            out.push_str(&json[start..]);
            Cow::Owned(out)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::compact;

    #[test]
    fn only_the_space_between_tokens_goes() {
        let check = |json: &str, expected: &str| assert_eq!(compact(json), expected, "{json}");
        check("null", "null");
        check(" { \"a b\" : [ 1e5 , 1.0 ] }\n", "{\"a b\":[1e5,1.0]}");
        check(r#""a \" b" "#, r#""a \" b""#);
        check(r#"[ "\\" , " " ]"#, r#"["\\"," "]"#);
        check(r#"{"ü": "\ud83d\ude00 \u0000"}"#, r#"{"ü":"\ud83d\ude00 \u0000"}"#);
    }
}
