//! Raised and lowered characters as plain text: exponents, marks of notes, fractions and indices, told by what stands
//! around them.

/// The position of characters above the line or below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ScriptPosition {
    Raised,
    Lowered,
}

/// Raised or lowered characters as they are written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ScriptText {
    pub(crate) text: String,
    /// True if it may be an exponent as well as the mark of a note.
    pub(crate) is_uncertain: bool,
    /// The mark of a note, where it is written as one.
    pub(crate) note: Option<String>,
}

/// Units of three letters that are raised to a power.
const UNITS: [&str; 4] = ["min", "sec", "mol", "rad"];

/// Characters between `before` and `after` as plain text; `is_link` says that they lead to a note.
pub(crate) fn write(script: ScriptPosition, before: &str, words: &str, after: &str, is_link: bool) -> ScriptText {
    let inside = words.trim();
    let written = match script {
        _ if inside.is_empty() => ScriptText::sure(inside),
        ScriptPosition::Raised => raised(before, inside, after, is_link),
        ScriptPosition::Lowered => lowered(before, inside, after),
    };
    let start = &words[..words.len() - words.trim_start().len()];
    let end = if inside.is_empty() { "" } else { &words[words.trim_end().len()..] };
    ScriptText { text: format!("{start}{}{end}", written.text), ..written }
}

impl ScriptText {
    fn sure(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    fn uncertain(self) -> Self {
        Self { is_uncertain: true, ..self }
    }

    /// The mark of a note, apart from a figure, a unit of money or percent.
    fn note(before: &str, mark: &str) -> Self {
        let mark = mark.trim_matches(['[', ']', '(', ')', ' ']);
        let is_value =
            before.ends_with(|char: char| char.is_numeric() || matches!(char, '%' | '‰' | '€' | '$' | '£' | '¥'));
        let text = format!("{}[{mark}]", if is_value { " " } else { "" });
        Self { text, is_uncertain: false, note: Some(mark.to_owned()) }
    }
}

fn raised(before: &str, inside: &str, after: &str, is_link: bool) -> ScriptText {
    let has_digit = inside.chars().any(|char| char.is_ascii_digit());
    let is_bracketed = inside.starts_with(['[', '(']) && inside.ends_with([']', ')']) && inside.len() < 12;
    if has_digit && (is_link || is_bracketed) {
        return ScriptText::note(before, inside);
    }
    if !has_digit {
        return raised_letters(before, inside);
    }
    if !is_signed_number(inside) {
        return raised_expression(before, inside);
    }
    match before.chars().next_back() {
        None => by_itself(before, inside, after),
        Some(char) if char.is_whitespace() => by_itself(before, inside, after),
        Some(char) if char.is_numeric() => after_figure(before, inside, after),
        Some(char) if char.is_alphabetic() => after_word(before, inside),
        Some(')' | ']' | '}') => ScriptText::sure(superscript(inside)),
        Some(_) if has_sign(inside) => ScriptText::sure(superscript(inside)),
        Some(_) => ScriptText::note(before, inside),
    }
}

/// `1st`, `3e` are words as they are; a letter that stands for a number is an exponent.
fn raised_letters(before: &str, inside: &str) -> ScriptText {
    let is_ordinal = inside.chars().count() > 1 || inside.starts_with(['a', 'e', 'o', 'r', 'º', 'ª']);
    let is_letter = inside.chars().all(char::is_alphabetic);
    let is_power = before.ends_with(|char: char| char.is_ascii_digit()) && is_letter && !is_ordinal;
    ScriptText::sure(if is_power { format!("^{inside}") } else { inside.to_owned() })
}

/// Marks of several notes, a fraction after a figure, or an exponent of several parts.
fn raised_expression(before: &str, inside: &str) -> ScriptText {
    let is_figure = before.ends_with(|char: char| char.is_numeric());
    let is_list = inside.chars().all(|char| char.is_ascii_digit() || matches!(char, ',' | ';' | '-' | '–' | ' ' | '*'));
    let is_fraction = inside.split_once(['/', '⁄']).is_some_and(|(over, under)| {
        let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        is_number(over) && is_number(under)
    });
    match () {
        () if is_fraction => ScriptText::sure(format!("{}{inside}", if is_figure { " " } else { "" })),
        () if is_list && is_figure => ScriptText::note(before, inside).uncertain(),
        () if is_list => ScriptText::note(before, inside),
        () if inside.chars().count() > 12 => ScriptText::sure(format!("{}{inside}", if is_figure { " " } else { "" })),
        () if before.ends_with(|char: char| char.is_alphanumeric() || char == ')') => {
            ScriptText::sure(format!("^({inside})"))
        }
        () => ScriptText::sure(inside),
    }
}

/// A raised number that nothing stands before: an isotope's, or the mark at the head of a note.
fn by_itself(before: &str, inside: &str, after: &str) -> ScriptText {
    // The sign of an element has a letter or two.
    let letters = after.chars().take_while(|char| char.is_alphabetic()).count();
    if has_sign(inside) || matches!(letters, 1 | 2) {
        return ScriptText::sure(superscript(inside));
    }
    if is_times_ten(before.trim_end()) {
        return ScriptText::sure(superscript(inside)).uncertain();
    }
    let note = ScriptText::note(before, inside);
    let blank = if letters > 0 { " " } else { "" };
    ScriptText { text: note.text + blank, ..note }
}

fn after_figure(before: &str, inside: &str, after: &str) -> ScriptText {
    let number = trailing(before, |char| char.is_ascii_digit() || matches!(char, '.' | ','));
    if after.starts_with(['/', '⁄']) {
        return ScriptText::sure(format!(" {inside}"));
    }
    if has_sign(inside) || is_times_ten(before) || !number.is_ascii() || number.is_empty() {
        return ScriptText::sure(superscript(inside));
    }
    if number.len() == 1 || number == "10" {
        return ScriptText { note: Some(inside.to_owned()), ..ScriptText::sure(superscript(inside)).uncertain() };
    }
    ScriptText::note(before, inside).uncertain()
}

/// After a unit or a letter that stands for a number it is an exponent, after any other word the mark of a note.
fn after_word(before: &str, inside: &str) -> ScriptText {
    let word = trailing(before, char::is_alphabetic);
    let is_power = has_sign(inside) || word.chars().nth(2).is_none() || UNITS.contains(&word);
    if is_power { ScriptText::sure(superscript(inside)) } else { ScriptText::note(before, inside) }
}

fn lowered(before: &str, inside: &str, after: &str) -> ScriptText {
    let is_number = inside.bytes().all(|byte| byte.is_ascii_digit());
    let is_after_figure = before.ends_with(|char: char| char.is_numeric());
    let touches = is_after_figure || after.starts_with(|char: char| char.is_ascii_digit());
    match () {
        () if is_number && is_after_figure => ScriptText::sure(subscript(inside)).uncertain(),
        () if is_number && touches => ScriptText::sure(subscript(inside)),
        () if is_after_figure && inside.starts_with(|char: char| char.is_ascii_digit()) => {
            ScriptText::sure(format!("_({inside})"))
        }
        () => ScriptText::sure(inside),
    }
}

/// `6`, `-3`, `2+` as ions have it.
fn is_signed_number(text: &str) -> bool {
    let digits = text.trim_start_matches(is_sign).trim_end_matches(is_sign);
    !digits.is_empty() && digits.len() + 3 >= text.len() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

fn has_sign(text: &str) -> bool {
    text.contains(is_sign)
}

const fn is_sign(char: char) -> bool {
    matches!(char, '+' | '-' | '−' | '–' | '\u{2010}' | '\u{2011}')
}

/// Returns whether a text ends with `× 10`, which nothing but an exponent follows.
fn is_times_ten(before: &str) -> bool {
    let Some(rest) = before.strip_suffix("10") else { return false };
    let rest = rest.trim_end();
    let Some(times) = rest.chars().next_back() else { return false };
    let before_times = rest[..rest.len() - times.len_utf8()].trim_end();
    match times {
        '×' | '·' | '⋅' | '∙' | '∗' => true,
        'x' | 'X' | '*' => {
            before_times.ends_with(|char: char| char.is_ascii_digit() || matches!(char, ')' | '.' | ','))
        }
        _ => false,
    }
}

fn trailing(text: &str, is_in: impl Fn(char) -> bool) -> &str {
    let start = text.char_indices().rev().take_while(|(_, char)| is_in(*char)).last();
    start.map_or("", |(start, _)| &text[start..])
}

fn superscript(text: &str) -> String {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let raise = |char: char| match char {
        '+' => '⁺',
        sign if is_sign(sign) => '⁻',
        digit => digit.to_digit(10).map_or(digit, |digit| DIGITS[digit as usize]),
    };
    text.chars().map(raise).collect()
}

fn subscript(text: &str) -> String {
    let lower = |char: char| char.to_digit(10).and_then(|digit| char::from_u32(0x2080 + digit)).unwrap_or(char);
    text.chars().map(lower).collect()
}
