//! Numbers as a spreadsheet shows them, by their format code.

use std::fmt::Write;

use factly_core::values::{Convention, NumberFormat};
use rust_decimal::{Decimal, RoundingStrategy};

use crate::moment;

/// Conventions by which a workbook shows its numbers, which its file stores without a language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct NumberLocale {
    /// From when days are counted.
    pub(crate) starts_1904: bool,
    /// As the language of its words writes decimals; where no word tells it, thousands are not parted, so that a number
    /// reads the same in every language.
    pub(crate) convention: Option<Convention>,
}

impl NumberLocale {
    /// Largest part of the words that is looked at, in bytes.
    const SAMPLE: usize = 20_000;

    /// Returns the locale with the convention that `texts` are written in.
    pub(crate) fn of_texts<'t>(self, texts: impl IntoIterator<Item = &'t str>) -> Self {
        let mut sample = String::new();
        for text in texts {
            sample.push_str(text);
            sample.push('\n');
            if sample.len() > Self::SAMPLE {
                break;
            }
        }
        Self { convention: NumberFormat::detect(&sample).convention(), ..self }
    }

    /// Rewrites `1,234.5` as the language writes it.
    fn localized(self, number: &str) -> String {
        let sign = |char| match (self.convention, char) {
            (Some(Convention::Comma), ',') => Some('.'),
            (Some(Convention::Comma), '.') => Some(','),
            (None, ',') => None,
            (_, char) => Some(char),
        };
        number.chars().filter_map(sign).collect()
    }

    /// Returns a number without a format.
    pub(crate) fn general(self, value: f64) -> String {
        self.localized(&general(value))
    }
}

/// The form that a format code gives to a number.
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
    Fraction(FractionLayout),
    /// Digits with signs among them: `000-00-0000`.
    Mask(Mask),
    /// A code that shows nothing: `;;;`.
    Nothing,
}

/// The layout of a plain number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Layout {
    decimals: usize,
    /// Minimum number of digits before the point.
    least_whole: usize,
    /// Number of decimals that are shown even if zero.
    least_decimals: usize,
    has_thousands: bool,
    is_percent: bool,
    /// Number of times that it is divided by a thousand.
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
        12 => "# ?/?",
        13 => "# ??/??",
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
    /// Reads a code's part for positive numbers.
    pub(crate) fn by(code: &str) -> Self {
        if code.len() > 1 && code.chars().all(|char| char == ';') {
            return Self::Nothing;
        }
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
        match () {
            () if !has(&['0', '#', '?']) => Self::Text,
            () if bare.contains('/') => FractionLayout::by(&bare).map_or(Self::General, Self::Fraction),
            () => Mask::by(section).map_or_else(|| Self::Number(layout(section)), Self::Mask),
        }
    }

    /// A number in this format.
    pub(crate) fn write(&self, value: f64, locale: NumberLocale) -> String {
        match self {
            Self::General | Self::Text | Self::Nothing => locale.general(value),
            Self::Number(layout) => layout.write(value, locale),
            Self::Fraction(layout) => layout.write(value),
            Self::Mask(mask) => mask.write(value),
            Self::Duration => duration(value),
            Self::Moment { has_date, has_time, has_seconds } => {
                // A moment that was reckoned is a hair off the second that is meant.
                let value = (value * SECONDS).round() / SECONDS;
                let date = if *has_date { date(value, locale.starts_1904) } else { None };
                if *has_date && date.is_none() {
                    return locale.general(value);
                }
                let time = (*has_time).then(|| time(value, *has_seconds));
                date.into_iter().chain(time).collect::<Vec<_>>().join(" ")
            }
        }
    }
}

const SECONDS: f64 = 86_400.0;

impl Layout {
    fn write(&self, value: f64, locale: NumberLocale) -> String {
        let scaled = value.abs() / 1000f64.powi(i32::try_from(self.thousands_off).unwrap_or(0));
        let scaled = if self.is_percent { scaled * 100.0 } else { scaled };
        let number = if self.is_scientific {
            format!("{scaled:.*E}", self.decimals)
        } else {
            self.grouped(&rounded(scaled, self.decimals))
        };
        let is_zero = !number.contains(|char: char| ('1'..='9').contains(&char));
        let sign = if value < 0.0 && !is_zero { "-" } else { "" };
        format!("{}{sign}{}{}", self.before, locale.localized(&number), self.after)
    }

    fn grouped(&self, number: &str) -> String {
        let (whole, decimals) = number.split_once('.').unwrap_or((number, ""));
        let whole = format!("{whole:0>width$}", width = self.least_whole);
        let mut out = String::new();
        for (at, digit) in whole.chars().enumerate() {
            if self.has_thousands && at > 0 && (whole.len() - at).is_multiple_of(3) {
                out.push(',');
            }
            out.push(digit);
        }
        let digits = decimals.trim_end_matches('0').len().max(self.least_decimals).min(decimals.len());
        if digits > 0 {
            out.push('.');
            out.push_str(&decimals[..digits]);
        }
        out
    }
}

/// Rounds as spreadsheets do: the fifteen digits that they reckon with, and a half away from zero.
fn rounded(value: f64, decimals: usize) -> String {
    let digits = u32::try_from(decimals).unwrap_or(u32::MAX);
    match Decimal::from_scientific(&format!("{value:.14e}")) {
        Ok(exact) => {
            format!("{:.decimals$}", exact.round_dp_with_strategy(digits, RoundingStrategy::MidpointAwayFromZero))
        }
        Err(_) => format!("{value:.decimals$}"),
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
    layout.least_whole = whole.chars().filter(|char| *char == '0').count().min(20);
    layout.decimals = decimals.chars().filter(|char| *char != ',').count().min(20);
    layout.least_decimals = decimals.trim_end_matches(['#', '?']).len();
    layout.before = layout.before.trim_start_matches(['(', ' ']).to_owned();
    layout.after = layout.after.trim_end_matches([')', ' ']).to_owned();
    layout
}

/// A number without a format: as many digits as it has, up to eleven or so, as spreadsheets show them.
fn general(value: f64) -> String {
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

/// The layout of a number as a whole and a fraction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FractionLayout {
    has_whole: bool,
    denominator: Denominator,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Denominator {
    UpTo(u64),
    Exactly(u64),
}

impl FractionLayout {
    /// `# ?/?`, `# ??/??`, `# ?/8`.
    fn by(code: &str) -> Option<Self> {
        let (over, under) = code.split_once('/')?;
        let under = under.trim();
        let digits = under.chars().take_while(|char| matches!(char, '?' | '#' | '0'..='9')).count().min(6);
        let denominator = match under[..digits].parse::<u64>() {
            Ok(exact) if exact > 0 => Denominator::Exactly(exact),
            _ if digits > 0 => Denominator::UpTo(10u64.pow(u32::try_from(digits).ok()?) - 1),
            _ => return None,
        };
        Some(Self { has_whole: over.trim().contains(' '), denominator })
    }

    fn write(&self, value: f64) -> String {
        if !value.is_finite() || value.abs() >= 1e15 {
            return general(value);
        }
        let sign = if value < 0.0 { "-" } else { "" };
        let (whole, rest) =
            if self.has_whole { (value.abs().floor(), value.abs().fract()) } else { (0.0, value.abs()) };
        let (over, under) = match self.denominator {
            Denominator::Exactly(under) => ((rest * under as f64).round() as u64, under),
            Denominator::UpTo(most) => nearest(rest, most),
        };
        let (whole, over) = if self.has_whole && over == under { (whole + 1.0, 0) } else { (whole, over) };
        match (self.has_whole, over) {
            (true, 0) => format!("{sign}{whole}"),
            (true, _) if whole > 0.0 => format!("{sign}{whole} {over}/{under}"),
            _ => format!("{sign}{over}/{under}"),
        }
    }
}

/// The fraction nearest to a number whose lower part is no larger than `most`.
fn nearest(value: f64, most: u64) -> (u64, u64) {
    let off = |under: u64| ((value * under as f64).round() / under as f64 - value).abs();
    let mut best = 1;
    // Denominators of more digits than spreadsheets show are not tried one by one.
    for under in 2..=most.min(9_999) {
        if off(under) < off(best) - 1e-12 {
            best = under;
        }
    }
    ((value * best as f64).round() as u64, best)
}

/// Places of digits with signs among them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mask {
    /// From left to right: `None` for a digit that is not shown where there is none.
    parts: Vec<MaskPart>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MaskPart {
    Digit { is_shown: bool },
    Sign(char),
}

impl Mask {
    /// A code whose digits have signs among them and no point.
    fn by(section: &str) -> Option<Self> {
        let mut parts = Vec::new();
        let mut chars = section.chars();
        while let Some(char) = chars.next() {
            match char {
                '"' => parts.extend(chars.by_ref().take_while(|char| *char != '"').map(MaskPart::Sign)),
                '\\' => parts.extend(chars.next().map(MaskPart::Sign)),
                '_' | '*' => drop(chars.next()),
                '0' => parts.push(MaskPart::Digit { is_shown: true }),
                '#' | '?' => parts.push(MaskPart::Digit { is_shown: false }),
                '.' | ',' | '%' | 'E' | 'e' | '[' => return None,
                char => parts.push(MaskPart::Sign(char)),
            }
        }
        let is_digit = |part: &MaskPart| matches!(part, MaskPart::Digit { .. });
        let first = parts.iter().position(is_digit)?;
        let last = parts.iter().rposition(is_digit)?;
        parts[first..=last].iter().any(|part| !is_digit(part)).then_some(Self { parts })
    }

    fn write(&self, value: f64) -> String {
        if !value.is_finite() || value.abs() >= 1e15 {
            return general(value);
        }
        let mut digits: Vec<char> = rounded(value.abs(), 0).chars().collect();
        let places = self.parts.iter().filter(|part| matches!(part, MaskPart::Digit { .. })).count();
        let mut left = places;
        let mut out: Vec<char> = Vec::new();
        for part in self.parts.iter().rev() {
            match part {
                MaskPart::Digit { is_shown } => {
                    left -= 1;
                    out.extend(digits.pop().or_else(|| is_shown.then_some('0')));
                    // The first place takes all digits that are left.
                    while left == 0
                        && let Some(digit) = digits.pop()
                    {
                        out.push(digit);
                    }
                }
                MaskPart::Sign(sign) => out.push(*sign),
            }
        }
        out.extend((value < 0.0).then_some('-'));
        out.into_iter().rev().collect()
    }
}

/// A moment as an ISO cell has it, shown as its format asks: `2027-05-03T00:00:00`.
pub(crate) fn iso(text: &str, shown: Option<&ShownNumber>) -> String {
    let text = text.trim().trim_end_matches('Z');
    let Some((date, time)) = text.split_once('T') else { return text.to_owned() };
    let time = time.split('.').next().unwrap_or_default();
    match shown {
        Some(ShownNumber::Moment { has_time: false, .. }) => date.to_owned(),
        Some(ShownNumber::Moment { has_date: false, .. }) => time.to_owned(),
        Some(ShownNumber::Moment { has_seconds: false, .. }) => format!("{date} {}", time.get(..5).unwrap_or(time)),
        Some(ShownNumber::Moment { .. }) => format!("{date} {time}"),
        _ if time.trim_matches(['0', ':']).is_empty() => date.to_owned(),
        _ => format!("{date} {time}"),
    }
}

#[cfg(test)]
mod tests {
    use factly_core::values::Convention;

    use super::{NumberLocale, ShownNumber};

    const ENGLISH: NumberLocale = NumberLocale { starts_1904: false, convention: Some(Convention::Point) };

    fn check(code: &str, value: f64, expected: &str) {
        assert_eq!(ShownNumber::by(code).write(value, ENGLISH), expected, "{value} as {code}");
    }

    #[test]
    fn a_number_is_shown_as_the_language_of_its_workbook_writes_it() {
        let shown = |texts: &[&str], code: &str, value: f64| {
            ShownNumber::by(code).write(value, NumberLocale::default().of_texts(texts.iter().copied()))
        };
        let german = ["Bauteil", "Gewicht", "Wände der Messehalle und der Boden"];
        let english = ["Part", "Weight", "Walls of the hall and the floor"];
        for (texts, code, expected) in [
            (&german[..], r##"#,##0 "ca. kg""##, "12.500 ca. kg"),
            (&german, "#,##0.00", "12.500,00"),
            (&german, "General", "12500"),
            (&german, "dd.mm.yyyy", "1934-03-22"),
            (&english, "#,##0", "12,500"),
            (&["A-1", "B-2"], "#,##0", "12500"),
        ] {
            assert_eq!(shown(texts, code, 12_500.0), expected, "{code} beside {texts:?}");
        }
        assert_eq!(shown(&german, "General", 12.345), "12,345", "a number without a format has decimals too");
    }

    #[test]
    fn a_half_is_rounded_away_from_zero_by_the_digits_that_a_spreadsheet_reckons_with() {
        check("#,##0", 1250.5, "1,251");
        check("0", 2.5, "3");
        check("0.00", 1.005, "1.01");
        check("0.0%", 0.1725, "17.3%");
        check("0.00", 1e300, &format!("{:.2}", 1e300));
    }

    #[test]
    fn numbers_are_shown_by_their_code() {
        check("General", 1_900_000.0, "1900000");
        check("General", 0.1 + 0.2, "0.3");
        check("General", -2.5, "-2.5");
        check("0", 2.6, "3");
        check("#,##0", 1_900_000.0, "1,900,000");
        check("#,##0.00", -1234.5, "-1,234.50");
        check("0.0#", 2.5, "2.5");
        check("0%", 0.17, "17%");
        check(r#"#,##0.00\ "€""#, 1234.5, "1,234.50 €");
        check("[$€-407]\\ #,##0", 1234.0, "€ 1,234");
        check("[Red]#,##0;[Blue]-#,##0", -5.0, "-5");
        check("_(* #,##0_);_(* (#,##0)", 5.0, "5");
        check("#,##0,", 1_900_000.0, "1,900");
        check(r#"0.0,,"m""#, 1_900_000.0, "1.9m");
        check("0.00E+00", 12_345.0, "1.23E4");
        check("@", 7.0, "7");
        check(r#""no. "0"#, 7.0, "no. 7");
        check("00000", 1067.0, "01067");
        check("000.0", 7.25, "007.3");
        check("0,000", 7.0, "0,007");
        check("# ?/?", 0.5, "1/2");
        check("# ?/?", 2.0, "2");
        check("# ??/??", -1.3125, "-1 5/16");
        check("# ?/8", 0.75, "6/8");
        check("?/?", 1.5, "3/2");
        check("# ?/?", 0.999, "1");
        check(r"000\-00\-0000", 12_345_678.0, "012-34-5678");
        check("(###) ###-####", 5_551_234_567.0, "(555) 123-4567");
        check(";;;", 5.0, "5");
    }

    #[test]
    fn a_moment_is_the_second_that_is_meant() {
        check("yyyy-mm-dd hh:mm:ss", 46_054.999_999_993, "2026-02-02 00:00:00");
        check("yyyy-mm-dd", 46_054.999_999_999_99, "2026-02-02");
        check("hh:mm", 0.999_999_999_9, "00:00");
        check("hh:mm", 0.999_9, "23:59");
        let iso = |text: &str, code: &str| super::iso(text, Some(&ShownNumber::by(code)));
        assert_eq!(iso("2027-05-03T00:00:00", "General"), "2027-05-03");
        assert_eq!(iso("2027-05-03T10:30:00.000Z", "yyyy-mm-dd hh:mm"), "2027-05-03 10:30");
        assert_eq!(iso("2027-05-03", "General"), "2027-05-03");
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
        let since_1904 = NumberLocale { starts_1904: true, ..ENGLISH };
        assert_eq!(ShownNumber::by("yyyy-mm-dd").write(44_565.0, since_1904), "2026-01-05");
    }
}
