//! The reading of a source's words as a statement: without marks of emphasis, with links as they are read, and, where
//! they need it, with what leads in to them in brackets.

use std::borrow::Cow;

/// The words of a quote as a statement says them: white space folded, emphasis and links as Markdown means them.
pub fn plain(quote: &str) -> String {
    let read = without_emphasis(quote);
    let words: Vec<&str> = read.split_whitespace().collect();
    without_addresses(words.join(" "))
}

/// Words with what leads in to them, which is not theirs: "[The hall has:] two doors".
pub fn introduced(lead: &str, words: &str) -> String {
    format!("[{lead}] {words}")
}

/// Returns the lead-in of a statement, and the statement without it.
pub fn parts(statement: &str) -> (Option<&str>, &str) {
    let parted = statement.strip_prefix('[').and_then(|rest| rest.split_once("] "));
    parted.filter(|(lead, _)| !lead.contains(['[', ']'])).map_or((None, statement), |(lead, words)| (Some(lead), words))
}

/// With the words of a link, and without where it leads.
fn without_addresses(mut text: String) -> String {
    let mut from = 0;
    while let Some(middle) = text[from..].find("](").map(|at| from + at) {
        let ends = text[middle..].find([')', ' ']).map(|at| middle + at).filter(|at| text[*at..].starts_with(')'));
        let opens = text[from..middle].rfind('[').map(|at| from + at);
        from = middle + 2;
        if let (Some(opens), Some(ends)) = (opens, ends) {
            text.replace_range(middle..=ends, "");
            text.remove(opens);
            from = middle - 1;
        }
    }
    text
}

/// Without pairs of `*` and `_` around words. What stands within a word or alone is none: "2*3", "a_b", "5 * 4", "4* hotel".
fn without_emphasis(quote: &str) -> Cow<'_, str> {
    let mut marks: Vec<(usize, usize)> = Vec::new();
    let mut open: Vec<(usize, &str)> = Vec::new();
    let mut at = 0;
    while let Some(start) = quote[at..].find(['*', '_']).map(|found| at + found) {
        let sign = quote.as_bytes()[start];
        let run = quote.as_bytes()[start..].iter().take_while(|byte| **byte == sign).count();
        let (mark, end) = (&quote[start..start + run], start + run);
        let before = quote[..start].chars().next_back();
        let after = quote[end..].chars().next();
        let is_space = |c: Option<char>| c.is_none_or(char::is_whitespace);
        let is_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        let opened = open.iter().rposition(|(_, other)| *other == mark);
        if !is_space(before)
            && !is_word(after)
            && let Some(of) = opened
        {
            marks.extend([(open[of].0, run), (start, run)]);
            open.truncate(of);
        } else if !is_word(before) && !is_space(after) {
            open.push((start, mark));
        }
        at = end;
    }
    if marks.is_empty() {
        return Cow::Borrowed(quote);
    }
    marks.sort_unstable();
    let mut read = String::with_capacity(quote.len());
    let mut from = 0;
    for (start, run) in marks {
        read.push_str(&quote[from..start]);
        from = start + run;
    }
    read.push_str(&quote[from..]);
    Cow::Owned(read)
}

#[cfg(test)]
mod tests {
    use super::{introduced, parts, plain};

    #[test]
    fn emphasis_is_no_part_of_what_is_said() {
        for (quote, expected) in [
            ("Links are **far too\nlong** to share.", "Links are far too long to share."),
            ("**Only** *one* of __two__ (_three_), ***four***.", "Only one of two (three), four."),
            ("**a *b* c**", "a b c"),
            ("2*3*4 is 2 * 3 * 4", "2*3*4 is 2 * 3 * 4"),
            ("A 4* hotel and a 5* hotel, see *.txt and *.md", "A 4* hotel and a 5* hotel, see *.txt and *.md"),
            ("snake_case_name and __init__", "snake_case_name and init"),
            ("open **and not closed", "open **and not closed"),
            ("See [the plan](https://a.b/c_d) and [**it**](x), [1] (2).", "See the plan and it, [1] (2)."),
            ("a [b](c d) e](f) [g](h", "a [b](c d) e](f) [g](h"),
        ] {
            assert_eq!(plain(quote), expected);
        }
    }

    #[test]
    fn what_leads_in_stands_in_brackets() {
        let statement = introduced("The hall has:", "two doors");
        assert_eq!(parts(&statement), (Some("The hall has:"), "two doors"));
        assert_eq!(parts("two doors"), (None, "two doors"));
        assert_eq!(parts("[F-1] and [F-2]"), (Some("F-1"), "and [F-2]"));
    }
}
