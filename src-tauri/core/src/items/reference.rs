//! `i1`: how an item is named within its discovery.

/// The reference of the item with this number.
pub fn reference(number: i64) -> String {
    format!("i{number}")
}

/// The number that a reference has; none if it is none, written as [`reference`] writes it.
pub fn number_of(reference: &str) -> Option<i64> {
    let digits = reference.strip_prefix('i')?;
    let plain = !digits.starts_with('0') && digits.bytes().all(|byte| byte.is_ascii_digit());
    digits.parse().ok().filter(|_| plain)
}

#[cfg(test)]
mod tests {
    use super::{number_of, reference};

    #[test]
    fn a_reference_is_one_only_as_it_is_written() {
        let check = |text: &str, expected: Option<i64>| assert_eq!(number_of(text), expected, "{text:?}");
        check("i1", Some(1));
        check("i120", Some(120));
        for no in ["", "i", "i0", "i01", "I1", "1", "i1 ", "i-1", "i+1", "i1x", "i99999999999999999999"] {
            check(no, None);
        }
        assert_eq!(number_of(&reference(i64::MAX)), Some(i64::MAX));
    }
}
