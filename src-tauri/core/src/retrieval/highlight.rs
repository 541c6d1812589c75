//! Marks: the words of a text that a query looks for, and the part of it that shows them best.

use rustc_hash::FxHashSet;

use super::query::SearchQuery;
use super::terms::{Analyzer, each_word_at};
use crate::language::stem::Stems;
use crate::text::Span;

/// Finds the words of a query in texts.
pub struct Highlighter {
    /// The query's terms, in each way that the texts' words may be stemmed.
    kinds: Vec<(Stems, Analyzer, FxHashSet<String>)>,
    prefix: Option<String>,
}

impl Highlighter {
    pub fn new(query: &SearchQuery, kinds: impl IntoIterator<Item = Stems>) -> Self {
        let read = |stems| {
            let (analyzer, mut terms) = (Analyzer::new(stems), FxHashSet::default());
            query.each_ranked_word(|word| terms.extend(analyzer.term(word)));
            (stems, analyzer, terms)
        };
        Self { kinds: kinds.into_iter().map(read).collect(), prefix: query.prefix.clone() }
    }

    /// Returns where the words stand in a text that is stemmed so, in code points and in order; what overlaps is one.
    pub fn marks(&self, text: &str, stems: Stems) -> Vec<Span> {
        let mut found: Vec<Span> = Vec::new();
        let (mut byte, mut char) = (0, 0);
        let mut char_of = |at: usize| {
            char += text[byte..at].chars().count();
            byte = at;
            u32::try_from(char).unwrap_or(u32::MAX)
        };
        let mut last_start = 0;
        each_word_at(text, |word, start, end| {
            if !self.is_wanted(word, stems) {
                return;
            }
            // Pairs of characters overlap: the second begins before the first has ended.
            if let Some(last) = found.last_mut().filter(|_| start < last_start) {
                last.end = char_of(end.max(last_start));
            } else {
                let start = char_of(start);
                found.push(Span::new(start, char_of(end)));
            }
            last_start = end;
        });
        found
    }

    fn is_wanted(&self, word: &str, stems: Stems) -> bool {
        let has = |analyzer: &Analyzer, terms: &FxHashSet<String>| {
            analyzer.term(word).is_some_and(|term| terms.contains(&term))
        };
        self.prefix.as_ref().is_some_and(|prefix| word.starts_with(prefix))
            || self.kinds.iter().any(|(kind, analyzer, terms)| *kind == stems && has(analyzer, terms))
    }
}

/// Returns the part of a text, of about so many code points, that has the most marks; it begins and ends with words.
pub fn excerpt(text: &str, marks: &[Span], chars: u32) -> Span {
    let length = u32::try_from(text.chars().count()).unwrap_or(u32::MAX);
    if length <= chars {
        return Span::new(0, length);
    }
    let held = |from: u32| marks.iter().filter(|mark| mark.start >= from && mark.end <= from + chars).count();
    let first = marks.iter().map(|mark| mark.start).max_by_key(|start| (held(*start), std::cmp::Reverse(*start)));
    // A little of what stands before, so that the first mark is read in its sentence.
    let start = first.unwrap_or_default().saturating_sub(chars / 5).min(length - chars);
    whole_words(text, start, start + chars)
}

fn whole_words(text: &str, start: u32, end: u32) -> Span {
    let borders = |c: &(u32, char)| c.1.is_whitespace();
    let spaces: Vec<u32> = (0..).zip(text.chars()).filter(borders).map(|(at, _)| at).collect();
    let after = spaces.iter().copied().find(|at| *at >= start).map(|at| at + 1);
    let before = spaces.iter().rev().copied().find(|at| *at <= end);
    let from = if start == 0 { 0 } else { after.filter(|at| *at < start + 40).unwrap_or(start) };
    Span::new(from, before.filter(|at| *at + 40 > end && *at > from).unwrap_or(end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::Language;

    fn marked(typed: &str, text: &str, language: Language) -> Vec<String> {
        let kinds = [Language::English.into(), Language::German.into()];
        let marker = Highlighter::new(&SearchQuery::typed(typed), kinds);
        let chars: Vec<char> = text.chars().collect();
        let words = |mark: &Span| chars[mark.start as usize..mark.end as usize].iter().collect();
        marker.marks(text, language.into()).iter().map(words).collect()
    }

    #[test]
    fn forms_of_the_words_are_marked() {
        let check = |typed: &str, text: &str, expected: &[&str]| {
            assert_eq!(marked(typed, text, Language::English), expected, "{typed}");
        };
        check("walls ", "Größe: the Wall, the walls' end", &["Wall", "walls"]);
        check("grosse ", "Die Größe", &["Größe"]);
        // A word that is still typed stands for its beginning.
        check("cul", "a culvert", &["culvert"]);
        check("cul ", "a culvert", &[]);
        check("承認した ", "委員会は承認した。", &["承認した"]);
    }

    #[test]
    fn what_says_nothing_in_the_query_or_in_the_text_is_not_marked() {
        let check = |typed: &str, text: &str, language: Language, expected: &[&str]| {
            assert_eq!(marked(typed, text, language), expected, "{typed}");
        };
        check("What does the wall cost? ", "The wall of the town", Language::English, &["wall"]);
        check("What does the wall cost? ", "Die Band \"The Wall\" der Stadt", Language::German, &["Wall"]);
        check("Was kostet die Mauer? ", "Die Mauer", Language::German, &["Mauer"]);
        check("Was kostet die Mauer? ", "Die Mauer and the die", Language::English, &["Mauer"]);
    }

    #[test]
    fn an_excerpt_shows_the_marks() {
        let text = format!("{} the wall leaks {}", "some words ".repeat(40), "more words ".repeat(40));
        let english = Language::English.into();
        let marks = Highlighter::new(&SearchQuery::parse("wall leaks"), [english]).marks(&text, english);
        let shown = excerpt(&text, &marks, 100);
        assert!(shown.len() <= 100 && marks.iter().all(|mark| shown.contains(*mark)), "{shown:?}");
        assert_eq!(excerpt("short", &[], 100), Span::new(0, 5));
        assert_eq!(excerpt(&"x".repeat(500), &[], 100).len(), 100);
    }
}
