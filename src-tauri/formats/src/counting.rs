//! Numbers as lists write them: figures, letters, Roman numerals.

/// A number in a format named by its first member: `1`, `01`, `a`, `A`, `i`, `I`.
pub(crate) fn written(value: u32, format: &str) -> String {
    match format {
        "a" => letters(value, 'a'),
        "A" => letters(value, 'A'),
        "i" => roman(value).to_lowercase(),
        "I" => roman(value),
        "01" => format!("{value:02}"),
        _ => value.to_string(),
    }
}

/// a … z, aa, bb, as Word goes on.
fn letters(value: u32, first: char) -> String {
    let at = value.saturating_sub(1);
    let letter = char::from_u32(first as u32 + at % 26).unwrap_or(first);
    std::iter::repeat_n(letter, (at / 26 + 1).min(30) as usize).collect()
}

fn roman(value: u32) -> String {
    const SIGNS: [(u32, &str); 13] = [
        (1000, "M"),
        (900, "CM"),
        (500, "D"),
        (400, "CD"),
        (100, "C"),
        (90, "XC"),
        (50, "L"),
        (40, "XL"),
        (10, "X"),
        (9, "IX"),
        (5, "V"),
        (4, "IV"),
        (1, "I"),
    ];
    if value >= 4000 {
        return value.to_string();
    }
    let mut left = value;
    let mut out = String::new();
    for (worth, sign) in SIGNS {
        while left >= worth {
            out.push_str(sign);
            left -= worth;
        }
    }
    out
}
