//! The words of a quote that may be a condition that its value holds under: "with two crews", "according to the old
//! plan".
//!
//! They are offered to the analyst and decide nothing: a phrase from a preposition, or a word that names who says so, to
//! where its clause goes on.

use crate::language::class::{ARTICLE, AUXILIARY, CONDITION, CONDITION_OF_CLAUSE, OF, PREPOSITION, SAYING, VERB};
use crate::language::sentence::ends_clause;
use crate::language::{Token, tokens};

/// Nobody looks at more.
const MOST: usize = 5;
/// A longer phrase is a sentence of its own.
const MOST_WORDS: usize = 8;

/// Returns phrases of a quote that may be a condition, in its order.
pub fn conditions_in(quote: &str) -> Vec<String> {
    let tokens: Vec<Token<'_>> = tokens(quote).collect();
    let mut found: Vec<String> = Vec::new();
    let mut behind = 0;
    for start in (0..tokens.len()).filter(|at| leads(&tokens[*at])) {
        if start < behind {
            continue;
        }
        let end = end_of(&tokens, start);
        behind = end;
        let words = tokens[start..end].iter().filter(|token| token.is_word() || token.is_number()).count();
        let phrase = &quote[tokens[start].start..tokens[end - 1].end()];
        if (2..=MOST_WORDS).contains(&words) && !found.iter().any(|known| known == phrase) {
            found.push(phrase.to_owned());
        }
    }
    found.truncate(MOST);
    found
}

fn leads(token: &Token<'_>) -> bool {
    token.is(PREPOSITION | CONDITION | CONDITION_OF_CLAUSE | SAYING) && !token.is(OF)
}

fn end_of(tokens: &[Token<'_>], start: usize) -> usize {
    let is_condition = tokens[start].is(CONDITION | CONDITION_OF_CLAUSE);
    let goes_on = |at: usize| {
        let token = &tokens[at];
        let is_sign = token.text.chars().all(ends_clause);
        let is_said = tokens[start].is(SAYING) && at == start + 1;
        // What follows an article and a word is named by them: "the old plan".
        let is_named = at >= 2 && tokens[at - 2].is(ARTICLE);
        let parts =
            token.is(AUXILIARY) || token.is(VERB) && !is_named || leads(token) || token.is(ARTICLE) && at > start + 2;
        !is_sign && (is_said || is_condition && !leads(token) || !parts)
    };
    (start + 1..tokens.len()).find(|at| !goes_on(*at)).unwrap_or(tokens.len())
}

#[cfg(test)]
mod tests {
    use super::conditions_in;

    #[test]
    fn phrases_that_may_be_a_condition_are_cut_from_a_quote() {
        let check = |quote: &str, expected: &[&str]| assert_eq!(conditions_in(quote), expected, "{quote}");
        check("The installation takes 4 hours with two crews.", &["with two crews"]);
        check("According to the old plan, the wall is 6 m high", &["According to the old plan"]);
        check("If it rains, the build takes 3 days", &["If it rains"]);
        check("Laut dem neuen Plan ist die Wand 5 m hoch", &["Laut dem neuen Plan"]);
        check("The wall of the hall is 6 m high", &[]);
        check("840 m", &[]);
    }
}
