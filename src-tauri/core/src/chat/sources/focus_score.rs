//! A check whether a text tells the kind of thing that a question asks for: a date, a name, an amount, a place, a
//! reason.

use crate::language::class::{CAPITAL, OPENER};
use crate::language::question::{QuestionFocus, hints};
use crate::language::token::plain;
use crate::language::{Language, Token, detect, tokens};
use crate::values::{Value, ValueForm, scan};

/// Returns how surely a text tells what is asked for: 0 to 1.
pub(super) fn focus_score(focus: QuestionFocus, text: &str) -> f32 {
    let values = scan(text);
    let has = |is: fn(&Value) -> bool| values.iter().any(|found| is(&found.value));
    let certain = match focus {
        QuestionFocus::Time => {
            has(|value| matches!(value, Value::Date(_))) || values.iter().any(|found| found.form == ValueForm::Clock)
        }
        QuestionFocus::Money => has(|value| matches!(value, Value::Currency(_))),
        QuestionFocus::Amount => has(|value| matches!(value, Value::Dimension(_))),
        QuestionFocus::Person => has_name(text),
        QuestionFocus::Place | QuestionFocus::Reason => false,
    };
    let hinted = hints(focus, text);
    match focus {
        _ if certain => 1.0,
        QuestionFocus::Place if hinted && has_name(text) => 1.0,
        QuestionFocus::Place if hinted => 0.6,
        QuestionFocus::Amount if has(|value| matches!(value, Value::Number(_))) => 0.8,
        QuestionFocus::Amount if has(|value| matches!(value, Value::Currency(_))) => 0.5,
        _ if hinted => 0.8,
        _ => 0.0,
    }
}

/// Returns the names of a text: its words with a capital that opens no sentence, and its numbers.
pub(super) fn names(text: &str) -> Vec<String> {
    let is_name = |token: &Token<'_>| {
        token.is_number()
            || token.is_word() && token.is_capital() && !token.opens && !token.is(CAPITAL) && !token.is(OPENER)
    };
    tokens(text).filter(is_name).map(|token| plain(&token.norm())).collect()
}

/// Returns whether a text names somebody or something. In German every noun is capital, and so two in a row are wanted.
fn has_name(text: &str) -> bool {
    let all: Vec<Token<'_>> = tokens(text).collect();
    let is_capital = |token: &Token<'_>| {
        token.is_word() && token.is_capital() && !token.is_number() && !token.is(CAPITAL) && !token.is(OPENER)
    };
    let is_pair = |pair: &[Token<'_>]| is_capital(&pair[0]) && is_capital(&pair[1]);
    if all.windows(2).any(is_pair) {
        return true;
    }
    detect(text) != Some(Language::German) && all.iter().any(|token| is_capital(token) && !token.opens)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_tells_what_is_asked_for() {
        let check = |focus: QuestionFocus, text: &str, expected: bool| {
            assert_eq!(focus_score(focus, text) > 0.5, expected, "{text}")
        };
        check(QuestionFocus::Time, "It ends on 30 November 2028.", true);
        check(QuestionFocus::Time, "The warning went out at 23:40.", true);
        check(QuestionFocus::Time, "It is long.", false);
        check(QuestionFocus::Money, "It costs 2.2 million euros.", true);
        check(QuestionFocus::Amount, "The wall is 840 metres long.", true);
        check(QuestionFocus::Person, "It was presented by Ms Holm.", true);
        check(QuestionFocus::Person, "the wall is long", false);
        check(QuestionFocus::Place, "The store is at the fire station.", true);
        check(QuestionFocus::Reason, "It fails because the valve is old.", true);
        check(QuestionFocus::Reason, "Es scheitert, weil das Ventil alt ist.", true);
    }
}
