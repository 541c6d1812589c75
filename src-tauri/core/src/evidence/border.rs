//! A check whether a quote may begin or end at a position in a text.
//!
//! `5 % of users` stands, to the letter, in `15 % of users`, and `accepted` in `unaccepted`: what begins or ends
//! inside a number, a word or a character says something else than its source, so it is not a quote of it. This
//! promises that a quote of whole words is never refused. It leaves alone what a cut between words does to the sense
//! (`we did not | approve it`): that is [`super::support`]'s to point out.
//!
//! A dropped unit, currency or per cent sign leaves the number as it is, so `600` may be quoted from `€600`.

use unicode_normalization::char::is_combining_mark;

use crate::values::{Currency, Unit};

/// Characters that a run is looked at back before the answer is "inside": it keeps hostile texts linear.
const LOOK_BACK: usize = 16;

/// A place between two characters of a text.
#[derive(Clone, Copy)]
pub(super) struct BorderPosition<'a> {
    before: &'a str,
    after: &'a str,
}

impl<'a> BorderPosition<'a> {
    /// `at` is a character border.
    pub(super) fn new(text: &'a str, at: usize) -> Self {
        let (before, after) = text.split_at_checked(at).unwrap_or((text, ""));
        Self { before, after }
    }

    /// Returns whether a quote may begin or end here.
    pub(super) fn is_border(self) -> bool {
        let (Some(left), Some(right)) = (self.left(), self.right()) else { return true };
        if left.is_ascii_whitespace() && !right.is_ascii_digit() && right.is_ascii() {
            return true;
        }
        !(self.splits_character(left, right)
            || self.splits_word(left, right)
            || self.splits_joined(left, right)
            || self.splits_number(left, right))
    }

    /// As [`Self::is_border`], where the text was written with JSON's escapes: what they stand for is no letter.
    pub(super) fn is_border_among_escapes(self) -> bool {
        match self.escape() {
            Escape::None => self.is_border(),
            Escape::Ended => true,
            Escape::Open => false,
        }
    }

    fn left(self) -> Option<char> {
        self.before.chars().next_back()
    }

    fn right(self) -> Option<char> {
        self.after.chars().next()
    }

    /// The character before the one on the left.
    fn further_left(self) -> Option<char> {
        self.before.chars().rev().nth(1)
    }

    /// The character after the one on the right.
    fn further_right(self) -> Option<char> {
        self.after.chars().nth(1)
    }

    fn splits_character(self, left: char, right: char) -> bool {
        if left.is_control() || left.is_whitespace() {
            return false;
        }
        extends(right) || left == ZWJ || (is_flag_half(left) && is_flag_half(right) && !self.after_whole_flags())
    }

    fn after_whole_flags(self) -> bool {
        let halves = self.before.chars().rev().take(2 * LOOK_BACK).take_while(|&c| is_flag_half(c)).count();
        halves % 2 == 0 && halves < 2 * LOOK_BACK
    }

    fn splits_word(self, left: char, right: char) -> bool {
        if has_no_word_borders(left) || has_no_word_borders(right) {
            return goes_on_as_a_number(left, right);
        }
        let left_in_word = left.is_alphanumeric() || is_combining_mark(left) && self.marked_letter_has_borders();
        left_in_word && (right.is_alphanumeric() || self.suffix_belongs(left, right))
    }

    /// Returns whether the letter that the marks on the left are over is of a script with borders between words.
    fn marked_letter_has_borders(self) -> bool {
        let letter = self.before.chars().rev().take(LOOK_BACK).find(|&c| !is_combining_mark(c));
        letter.is_some_and(|c| c.is_alphanumeric() && !has_no_word_borders(c))
    }

    /// `C` is not `C++`, nor `F` `F#`, nor is `$5` in `A$5`.
    fn suffix_belongs(self, left: char, right: char) -> bool {
        (matches!(right, '+' | '#') || is_currency(right)) && left.is_alphabetic()
    }

    /// Returns whether something that joins two words or numbers into one is on either side.
    fn splits_joined(self, left: char, right: char) -> bool {
        let joins = |a: Option<char>, joiner: char, b: Option<char>| {
            let (words, digits) = (joins_words(joiner), joins_digits(joiner));
            (words || digits)
                && matches!((a, b), (Some(a), Some(b))
                    if is_digit(a) && is_digit(b) || words && in_word(a) && in_word(b))
        };
        joins(Some(left), right, self.further_right())
            || joins(self.further_left(), left, Some(right)) && !self.follows_elision(left, right)
    }

    /// `accord` may be quoted from `l'accord`; but `n'` is half of a negation, and `Brien` is not `O'Brien`.
    fn follows_elision(self, left: char, right: char) -> bool {
        if !is_apostrophe(left) || !right.is_alphabetic() {
            return false;
        }
        let letters = || self.before.chars().rev().skip(1).take(LOOK_BACK).take_while(|c| c.is_alphabetic());
        let goes_on = self.further_right().is_some_and(char::is_alphabetic);
        let is_negation = letters().count() == 1 && letters().all(|c| matches!(c, 'n' | 'N'));
        let is_name = right.is_uppercase() && letters().all(char::is_uppercase);
        goes_on && letters().count() <= 6 && !is_negation && !is_name
    }

    fn splits_number(self, left: char, right: char) -> bool {
        let amount_follows = || is_digit(right) || is_currency(right) && self.further_right().is_some_and(is_digit);
        if is_sign(left) && amount_follows() {
            return true;
        }
        if matches!(left, '.' | ',') && is_digit(right) {
            // `.5` begins a number; `etc.5` ends a sentence whose space was lost.
            return self.further_left().is_none_or(|c| !c.is_alphabetic() && !matches!(c, '.' | ')' | '"'));
        }
        self.splits_spaced_digits(left, right)
    }

    /// `12 500 EUR` is one number: neither `12` nor `500 EUR` may be quoted from it alone.
    ///
    /// In `room 12 500 people` it is two. Between groups of three, only a space that does not break, a third group or
    /// a currency or unit beside them makes them surely one.
    fn splits_spaced_digits(self, left: char, right: char) -> bool {
        let (space, head, tail) = if is_group_space(left) && is_digit(right) {
            (left, &self.before[..self.before.len() - left.len_utf8()], self.after)
        } else if is_group_space(right) && is_digit(left) {
            (right, self.before, &self.after[right.len_utf8()..])
        } else {
            return false;
        };
        let (head, head_digits) = without_digits_at_end(head);
        let (tail, tail_digits) = without_digits_at_start(tail);
        let can_be_one = (1..=3).contains(&head_digits)
            && tail_digits == 3
            && !head.chars().next_back().is_some_and(in_word)
            && !tail.chars().next().is_some_and(char::is_alphanumeric);
        can_be_one
            && (space != ' '
                || head_digits == 3 && without_digits_at_end(without_space_at_end(head)).1 > 0
                || without_digits_at_start(tail.strip_prefix(is_group_space).unwrap_or(tail)).1 == 3
                || without_space_at_end(head).ends_with(is_currency)
                || starts_with_unit(tail.strip_prefix(is_group_space).unwrap_or(tail)))
    }

    fn escape(self) -> Escape {
        let escaped = |before: &str| {
            let slashes = before.chars().rev().take(2 * LOOK_BACK).take_while(|&c| c == '\\').count();
            slashes % 2 == 1
        };
        if escaped(self.before) {
            return Escape::Open;
        }
        let mut chars = self.before.chars();
        match chars.next_back() {
            Some('n' | 'r' | 't' | 'b' | 'f' | '"' | '\\') if escaped(chars.as_str()) => Escape::Ended,
            Some(c) if c.is_ascii_hexdigit() => self.code_point_escape(),
            _ => Escape::None,
        }
    }

    fn code_point_escape(self) -> Escape {
        let digits = self.before.bytes().rev().take(4).take_while(u8::is_ascii_hexdigit).count();
        let ended = digits == 4 && self.before[..self.before.len() - 4].ends_with("\\u");
        if ended { Escape::Ended } else { Escape::None }
    }
}

/// The relation of a place to an escape of JSON.
enum Escape {
    None,
    /// Just behind one.
    Ended,
    /// Inside one.
    Open,
}

const ZWJ: char = '\u{200d}';

/// Returns whether it makes one character with what comes before it.
fn extends(c: char) -> bool {
    if c < '\u{300}' {
        return false;
    }
    is_combining_mark(c)
        || matches!(c,
            ZWJ
            | '\u{1160}'..='\u{11ff}' | '\u{d7b0}'..='\u{d7ff}' // vowels and finals of decomposed Hangul
            | '\u{1f3fb}'..='\u{1f3ff}' // skin tones
            | '\u{e0020}'..='\u{e007f}' // flags of regions
            | '\u{ff9e}' | '\u{ff9f}') // half-width voicing marks
}

fn is_flag_half(c: char) -> bool {
    matches!(c, '\u{1f1e6}'..='\u{1f1ff}')
}

fn in_word(c: char) -> bool {
    is_combining_mark(c) || c.is_alphanumeric() && !has_no_word_borders(c)
}

fn is_digit(c: char) -> bool {
    c.is_ascii_digit() || !c.is_ascii() && c.is_numeric() && !has_no_word_borders(c)
}

/// Numbers without a space between them: dates, times, ranges, decimals, thousands, scores, powers.
fn joins_digits(c: char) -> bool {
    matches!(c, '.' | ',' | ':' | '\u{b7}' | '\u{66b}' | '\u{66c}' | '\u{d7}' | '~' | '*')
        || matches!(c, '\u{2013}' | '\u{2212}' | '\u{301c}' | '\u{ff5e}' | '\u{ff0e}' | '\u{ff0c}' | '\u{ff1a}')
}

fn joins_words(c: char) -> bool {
    matches!(c, '-' | '_' | '/' | '&' | '^' | '\u{ad}' | '\u{b7}')
        || matches!(c, '\u{2010}' | '\u{2011}' | '\u{2044}' | '\u{200c}' | '\u{2060}')
        || is_apostrophe(c)
}

fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '\u{2019}' | '\u{2bc}')
}

fn is_sign(c: char) -> bool {
    matches!(c, '-' | '\u{b1}' | '\u{2010}' | '\u{2011}' | '\u{2012}' | '\u{2013}' | '\u{2212}' | '\u{ff0d}')
}

fn is_currency(c: char) -> bool {
    matches!(c, '$' | '\u{a2}'..='\u{a5}' | '\u{20a0}'..='\u{20cf}' | '\u{ff04}' | '\u{ffe1}' | '\u{ffe5}')
}

/// A space that may part thousands.
fn is_group_space(c: char) -> bool {
    matches!(c, ' ' | '\u{a0}' | '\u{2009}' | '\u{202f}' | '\u{2007}' | '\u{2008}')
}

/// Up to four digits: more are no group.
fn without_digits_at_end(text: &str) -> (&str, usize) {
    let digits = text.chars().rev().take(4).take_while(|&c| is_digit(c));
    let (bytes, count) = digits.fold((0, 0), |(bytes, count), c| (bytes + c.len_utf8(), count + 1));
    (&text[..text.len() - bytes], count)
}

fn without_digits_at_start(text: &str) -> (&str, usize) {
    let digits = text.chars().take(4).take_while(|&c| is_digit(c));
    let (bytes, count) = digits.fold((0, 0), |(bytes, count), c| (bytes + c.len_utf8(), count + 1));
    (&text[bytes..], count)
}

fn without_space_at_end(text: &str) -> &str {
    text.strip_suffix(is_group_space).unwrap_or(text)
}

fn starts_with_unit(text: &str) -> bool {
    let word = text.find(|c: char| !c.is_alphabetic()).map_or(text, |end| &text[..end]);
    text.starts_with(|c: char| is_currency(c) || matches!(c, '%' | '\u{2030}' | '°'))
        || Unit::parse(word).is_some_and(|unit| !unit.measure().is_count())
        || Currency::parse(word).is_some()
}

/// `五` is not a quote of `十五`, nor `15` of `15万`.
fn goes_on_as_a_number(left: char, right: char) -> bool {
    if right < '\u{3007}' {
        return false;
    }
    let counts = |c: char| matches!(c, '〇' | '一' | '二' | '三' | '四' | '五' | '六' | '七' | '八' | '九' | '两');
    let scales = |c: char| matches!(c, '十' | '百' | '千' | '万' | '萬' | '億' | '亿' | '兆');
    (counts(left) || scales(left) || is_digit(left)) && scales(right)
        || (counts(left) || scales(left)) && (counts(right) || is_digit(right))
}

/// Scripts that write words without spaces, and Korean, whose particles follow a word without one.
fn has_no_word_borders(c: char) -> bool {
    c >= '\u{e00}'
        && matches!(c,
        '\u{e00}'..='\u{109f}' // Thai, Lao, Tibetan, Burmese
        | '\u{1100}'..='\u{11ff}' | '\u{1780}'..='\u{17ff}' | '\u{1950}'..='\u{19ff}' | '\u{1a20}'..='\u{1aaf}'
        | '\u{1b00}'..='\u{1b7f}' | '\u{2e80}'..='\u{2fff}' | '\u{3005}'..='\u{3007}' | '\u{3031}'..='\u{318f}'
        | '\u{31a0}'..='\u{31ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{a4cf}' | '\u{a960}'..='\u{a9df}'
        | '\u{aa00}'..='\u{aadf}' | '\u{ac00}'..='\u{d7ff}' | '\u{f900}'..='\u{faff}' | '\u{ff66}'..='\u{ffdc}'
        | '\u{1b000}'..='\u{1b2ff}' | '\u{20000}'..='\u{3ffff}')
}

#[cfg(test)]
mod tests {
    use super::BorderPosition;

    /// `text` has a bar where the place is.
    fn check(text: &str, border: bool) {
        let at = text.find('|').unwrap();
        assert_eq!(
            BorderPosition::new(&text.replace('|', ""), at).is_border(),
            border,
            "a quote may begin or end at {text}"
        );
    }

    #[test]
    fn between_words_is_a_border() {
        for text in [
            "|a",
            "a|",
            "a| b",
            "a |b",
            "a|.",
            "a|, b",
            "(|a",
            "a|)",
            "\"|a",
            "a|\"",
            "a—|b",
            "a…|b",
            "a: |b",
            "**|15",
            "_|a_",
            "a|_",
            "'|a'",
            "a|'",
            "- |a",
            "a\n|b",
            "plan.|We",
            "e.g.|5",
            "he said|: 5",
            "in 2019|. 5",
            "in 2019. |5",
            "5|, 6",
            "5, |6",
            "5 |- 6",
            "see |-5",
            "$|600",
            "600|€",
            "15|%",
            "(|500)",
            "<b>|5",
            "2019 |500 people",
            "room 12 |500 people",
            "2019 |500 EUR",
            "3 |5000 people",
            "3 |50 people",
            "12\n|500",
            "l'|accord",
            "d\u{2019}|avril",
            "qu'|il",
            "um|\u{a0}zu",
            "x=|5",
            "#|1",
            "@|anna",
            "€|.",
        ] {
            check(text, true);
        }
    }

    #[test]
    fn inside_a_word_is_none() {
        for text in [
            "un|accepted",
            "accept|ed",
            "5|kg",
            "600 m|m",
            "600 m|²",
            "10|²",
            "2|½",
            "Ü|ber",
            "Schul|haus",
            "non-|approved",
            "sugar|-free",
            "COVID-|19",
            "10|-day",
            "did|n't",
            "can|'t",
            "can'|t",
            "Anna|'s",
            "n'|est",
            "O'|Brien",
            "km|/h",
            "and/|or",
            "R&|D",
            "snake_|case",
            "C|++",
            "F|#",
            "US|$5",
            "A|$5",
            "ex\u{ad}|ample",
            "не|согласен",
            "مو|افق",
            "लो|ग",
            "می\u{200c}|خواهم",
        ] {
            check(text, false);
        }
    }

    #[test]
    fn inside_a_number_is_none() {
        for text in [
            "1|5",
            "15|0",
            "1|.5",
            "1.|5",
            "1|,000",
            "1,|000",
            "1'|000",
            "1\u{2019}|000",
            "-|5",
            "\u{2212}|5",
            "–|5",
            "±|5",
            "-|$5",
            "a -|5",
            "2026|-03-01",
            "2026-|03-01",
            "01.|03.2026",
            "10:|30",
            "10–|15",
            "3/|4",
            "3×|5",
            "12 |500 EUR",
            "12| 500 kg",
            "€ 12 |500",
            "12 |500 %",
            "12\u{202f}|500",
            "1 200 |500",
            "1 |200 500",
            "costs .|5",
            "10^|6",
            "١|٥",
            "１|５",
            "1٫|5",
        ] {
            check(text, false);
        }
    }

    #[test]
    fn scripts_without_spaces_have_borders_between_characters_but_not_in_numbers() {
        for text in
            ["同|意", "我们|同意", "ア|ク", "です|。", "서울|에서", "ไม่|อนุมัติ", "iPhone|版", "第|5", "5|年", "第|一"]
        {
            check(text, true);
        }
        for text in ["十|五", "五|十", "15|万", "1|5年", "三|百", "か|\u{3099}", "ก|\u{e34}"] {
            check(text, false);
        }
    }

    #[test]
    fn inside_a_character_is_none() {
        for text in [
            "cafe|\u{301}",
            "x|\u{301}\u{302}",
            "x\u{301}|\u{302}",
            "👨|\u{200d}👩",
            "👨\u{200d}|👩",
            "👍|\u{1f3fd}",
            "❤|\u{fe0f}",
            "🇩|🇪",
            "🇩🇪🇫|🇷",
            "\u{1112}|\u{1161}",
            "\u{1112}\u{1161}|\u{11ab}",
            "cafe\u{301}|s",
        ] {
            check(text, false);
        }
        for text in ["🇩🇪|🇫🇷", "👨|👩", "cafe\u{301}| x", "👍|a", "\n|\u{301}", " |\u{301}x"] {
            check(text, true);
        }
    }

    #[test]
    fn an_escape_of_json_is_no_letter_of_the_word_behind_it() {
        let check = |text: &str, border: bool| {
            let at = text.find('|').unwrap();
            let text = text.replace('|', "");
            assert_eq!(BorderPosition::new(&text, at).is_border_among_escapes(), border, "{text} at {at}");
        };
        check(r"plan\n|nothing", true);
        check(r"plan\|nothing", false);
        check(r"plan\\n|othing", false);
        check(r"plan\\|nothing", true);
        check(r#"he said \"|yes"#, true);
        check(r"a\u001b|b", true);
        check(r"plan|\nnothing", true);
        check(r"on|e", false);
    }
}
