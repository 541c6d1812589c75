//! Numbers as a spreadsheet shows them, by their format code.

use std::fmt::Write;

use crate::moment;

/// What a format code makes of a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ShownNumber {
    General,
    Text,
    /// A date, a time of day, or both.
    Moment {
        has_date: bool,
        has_time: bool,
        has_seconds: bool,
    },
    /// Hours that may pass 24.
    Duration,
    Number(Layout),
}

/// How a plain number is laid out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Layout {
    decimals: usize,
    /// Whether decimals that are zero are shown.
    least_decimals: usize,
    has_thousands: bool,
    is_percent: bool,
    /// How often it is divided by a thousand.
    thousands_off: u32,
    is_scientific: bool,
    before: String,
    after: String,
}

/// The codes that have a number and no text.
pub(crate) fn built_in(id: u32) -> Option<&'static str> {
    Some(match id {
        0 => "General",
        1 => "0",
        2 => "0.00",
        3 | 37 | 38 => "#,##0",
        4 | 39 | 40 => "#,##0.00",
        9 => "0%",
        10 => "0.00%",
        11 | 48 => "0.00E+00",
        12 | 13 => "General",
        14..=17 | 27..=31 | 34..=36 | 50..=58 => "yyyy-mm-dd",
        18 | 20 | 32 | 33 => "hh:mm",
        19 | 21 => "hh:mm:ss",
        22 => "yyyy-mm-dd hh:mm",
        41 | 42 => "#,##0",
        43 | 44 => "#,##0.00",
        45 | 47 => "mm:ss",
        46 => "[h]:mm:ss",
        49 => "@",
        _ => return None,
    })
}

impl ShownNumber {
    /// What a code's part for positive numbers says.
    pub(crate) fn by(code: &str) -> Self {
        let section = first_section(code);
        let bare = without_literals(section).to_ascii_lowercase();
        if bare.contains("general") || bare.trim().is_empty() {
            return Self::General;
        }
        if bare.contains("[h") || bare.contains("[m") || bare.contains("[s") {
            return Self::Duration;
        }
        let bare = without_brackets(&bare);
        let has = |chars: &[char]| bare.contains(chars);
        if has(&['y', 'd']) || has(&['h', 's']) || bare.contains("mm") {
            let has_time = has(&['h', 's']);
            return Self::Moment { has_date: has(&['y', 'd']) || !has_time, has_time, has_seconds: has(&['s']) };
        }
        if has(&['0', '#', '?']) { Self::Number(layout(section)) } else { Self::Text }
    }

    /// A number in this format; `starts_1904` says from when days are counted.
    pub(crate) fn write(&self, value: f64, starts_1904: bool) -> String {
        match self {
            Self::General | Self::Text => general(value),
            Self::Number(layout) => layout.write(value),
            Self::Duration => duration(value),
            Self::Moment { has_date, has_time, has_seconds } => {
                let date = if *has_date { date(value, starts_1904) } else { None };
                if *has_date && date.is_none() {
                    return general(value);
                }
                let time = (*has_time).then(|| time(value, *has_seconds));
                date.into_iter().chain(time).collect::<Vec<_>>().join(" ")
            }
        }
    }
}

impl Layout {
    fn write(&self, value: f64) -> String {
        let scaled = value.abs() / 1000f64.powi(i32::try_from(self.thousands_off).unwrap_or(0));
        let scaled = if self.is_percent { scaled * 100.0 } else { scaled };
        let number = if self.is_scientific {
            format!("{scaled:.*E}", self.decimals)
        } else {
            self.grouped(&format!("{scaled:.*}", self.decimals))
        };
        let is_zero = !number.contains(|char: char| ('1'..='9').contains(&char));
        let sign = if value < 0.0 && !is_zero { "-" } else { "" };
        format!("{}{sign}{number}{}", self.before, self.after)
    }

    fn grouped(&self, number: &str) -> String {
        let (whole, decimals) = number.split_once('.').unwrap_or((number, ""));
        let mut out = String::new();
        for (at, digit) in whole.chars().enumerate() {
            if self.has_thousands && at > 0 && (whole.len() - at).is_multiple_of(3) {
                out.push(',');
            }
            out.push(digit);
        }
        let kept = decimals.trim_end_matches('0').len().max(self.least_decimals).min(decimals.len());
        if kept > 0 {
            out.push('.');
            out.push_str(&decimals[..kept]);
        }
        out
    }
}

/// The part of a code before the first `;` that is no literal.
fn first_section(code: &str) -> &str {
    let mut in_quotes = false;
    let mut is_escaped = false;
    for (at, char) in code.char_indices() {
        match char {
            _ if is_escaped => is_escaped = false,
            '"' => in_quotes = !in_quotes,
            '\\' if !in_quotes => is_escaped = true,
            ';' if !in_quotes => return &code[..at],
            _ => {}
        }
    }
    code
}

/// A code without what it quotes, escapes, or pads with.
fn without_literals(code: &str) -> String {
    let mut out = String::new();
    let mut chars = code.chars();
    while let Some(char) = chars.next() {
        match char {
            '"' => drop(chars.by_ref().find(|char| *char == '"')),
            '\\' | '_' | '*' => drop(chars.next()),
            char => out.push(char),
        }
    }
    out
}

fn without_brackets(code: &str) -> String {
    let mut depth = 0;
    code.chars()
        .filter(|char| {
            match char {
                '[' => depth += 1,
                ']' => depth -= 1,
                _ => return depth == 0,
            }
            false
        })
        .collect()
}

/// The digits of a code and what stands before and after them.
fn layout(section: &str) -> Layout {
    let mut layout = Layout::default();
    let mut digits = String::new();
    let mut chars = section.chars().peekable();
    while let Some(char) = chars.next() {
        let mut literal = String::new();
        match char {
            '"' => literal.extend(chars.by_ref().take_while(|char| *char != '"')),
            '\\' => literal.extend(chars.next()),
            '_' | '*' => drop(chars.next()),
            '[' => {
                // `[$€-407]` names a sign of money, `[Red]` a colour.
                let inside: String = chars.by_ref().take_while(|char| *char != ']').collect();
                literal.extend(inside.strip_prefix('$').and_then(|money| money.split('-').next()));
            }
            '0' | '#' | '?' | ',' => digits.push(char),
            // A point without digits is a literal: `0.` and its kind are rare enough.
            '.' => digits.push(char),
            'E' | 'e' => {
                layout.is_scientific = true;
                while chars.next_if(|char| matches!(char, '+' | '-' | '0')).is_some() {}
            }
            '%' => {
                layout.is_percent = true;
                literal.push('%');
            }
            char => literal.push(char),
        }
        let side = if digits.is_empty() { &mut layout.before } else { &mut layout.after };
        side.push_str(&literal);
    }
    let after_digits = digits.trim_end_matches(',');
    layout.thousands_off = u32::try_from(digits.len() - after_digits.len()).unwrap_or(0);
    let (whole, decimals) = after_digits.split_once('.').unwrap_or((after_digits, ""));
    layout.has_thousands = whole.contains(',');
    layout.decimals = decimals.chars().filter(|char| *char != ',').count().min(20);
    layout.least_decimals = decimals.trim_end_matches(['#', '?']).len();
    layout.before = layout.before.trim_start_matches(['(', ' ']).to_owned();
    layout.after = layout.after.trim_end_matches([')', ' ']).to_owned();
    layout
}

/// A number without a format: as many digits as it has, up to eleven or so, as spreadsheets show them.
pub(crate) fn general(value: f64) -> String {
    if !value.is_finite() {
        return value.to_string();
    }
    if value != 0.0 && (value.abs() >= 1e15 || value.abs() < 1e-9) {
        return format!("{value:E}");
    }
    let whole = usize::try_from(value.abs().log10().max(0.0) as u32).unwrap_or(0);
    let rounded = format!("{value:.*}", 14usize.saturating_sub(whole).min(10));
    let trimmed = if rounded.contains('.') { rounded.trim_end_matches('0').trim_end_matches('.') } else { &rounded };
    if trimmed == "-0" { "0".to_owned() } else { trimmed.to_owned() }
}

/// A day as it is counted by spreadsheets, as `2026-01-05`.
fn date(value: f64, starts_1904: bool) -> Option<String> {
    let day = value.floor();
    if !(0.0..2_958_466.0).contains(&day) {
        return None;
    }
    let day = day as i64;
    // Day 60 of the older count is a 29 February that never was.
    let since_1970 = match day {
        _ if starts_1904 => day - 24_107,
        60 => return Some("1900-02-29".to_owned()),
        ..60 => day - 25_568,
        _ => day - 25_569,
    };
    let (year, month, day) = moment::civil(since_1970);
    Some(format!("{year:04}-{month:02}-{day:02}"))
}

fn time(value: f64, has_seconds: bool) -> String {
    let seconds = ((value - value.floor()) * 86_400.0).round() as u32 % 86_400;
    let mut out = format!("{:02}:{:02}", seconds / 3600, seconds / 60 % 60);
    if has_seconds {
        let _ = write!(out, ":{:02}", seconds % 60);
    }
    out
}

fn duration(value: f64) -> String {
    let seconds = (value.abs() * 86_400.0).round().min(1e15) as u64;
    let sign = if value < 0.0 { "-" } else { "" };
    format!("{sign}{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::ShownNumber;

    fn check(code: &str, value: f64, expected: &str) {
        assert_eq!(ShownNumber::by(code).write(value, false), expected, "{value} as {code}");
    }

    #[test]
    fn numbers_are_shown_by_their_code() {
        check("General", 1_900_000.0, "1900000");
        check("General", 0.1 + 0.2, "0.3");
        check("General", -2.5, "-2.5");
        check("0", 2.6, "3");
        check("0.00", 1.005, "1.00");
        check("#,##0", 1_900_000.0, "1,900,000");
        check("#,##0.00", -1234.5, "-1,234.50");
        check("0.0#", 2.5, "2.5");
        check("0%", 0.17, "17%");
        check("0.0%", 0.1725, "17.2%");
        check(r#"#,##0.00\ "€""#, 1234.5, "1,234.50 €");
        check("[$€-407]\\ #,##0", 1234.0, "€ 1,234");
        check("[Red]#,##0;[Blue]-#,##0", -5.0, "-5");
        check("_(* #,##0_);_(* (#,##0)", 5.0, "5");
        check("#,##0,", 1_900_000.0, "1,900");
        check(r#"0.0,,"m""#, 1_900_000.0, "1.9m");
        check("0.00E+00", 12_345.0, "1.23E4");
        check("@", 7.0, "7");
        check(r#""no. "0"#, 7.0, "no. 7");
    }

    #[test]
    fn dates_are_iso() {
        check("dd/mm/yyyy", 46_027.0, "2026-01-05");
        check("d. mmmm yyyy", 46_027.0, "2026-01-05");
        check("yyyy-mm-dd hh:mm", 46_027.604_166_666_664, "2026-01-05 14:30");
        check("hh:mm:ss", 0.5, "12:00:00");
        check("[$-409]h:mm AM/PM", 0.75, "18:00");
        check("[h]:mm", 1.5, "36:00:00");
        check("mmm-yy", 1.0, "1900-01-01");
        check("yyyy", 60.0, "1900-02-29");
        check("yyyy", 61.0, "1900-03-01");
        check("yyyy-mm-dd", -3.0, "-3");
        check("yyyy-mm-dd", 1e300, "1E300");
        assert_eq!(ShownNumber::by("yyyy-mm-dd").write(44_565.0, true), "2026-01-05");
    }
}
