//! Answers to structured questions: lines of the bundle's template, whose words are JSON strings.

use std::ops::Range;

use crate::inputs::Quick;

/// One line of USER_ANSWERS, by bytes in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct AnswerLine {
    pub(super) line: Range<usize>,
    pub(super) question: Range<usize>,
    pub(super) quick: Option<Range<usize>>,
    /// Within the quotes, escapes and all.
    pub(super) text: Range<usize>,
}

impl AnswerLine {
    /// Returns the range before its words: which question, and what it is answered by a key.
    pub(super) fn head(&self) -> Range<usize> {
        self.line.start..self.text.start - "text=\"".len()
    }

    /// Returns its answer by one word.
    pub(super) fn quick(&self, text: &str) -> Option<Quick> {
        Quick::parse(&text[self.quick.clone()?])
    }
}

/// Returns how a line of USER_ANSWERS leaves its question without an answer; none where it answers. Whatever words
/// stand beside are a remark or a reason, and no value of what was asked.
pub fn unanswered(line: &str) -> Option<Quick> {
    answer(line, 0)?.quick(line).filter(|quick| !quick.answers())
}

/// The answers in `text[range]`. A line that is not as the template writes it is passed over.
pub(super) fn answers(text: &str, range: Range<usize>) -> impl Iterator<Item = AnswerLine> + '_ {
    let mut at = range.start;
    text[range].split_inclusive('\n').filter_map(move |line| {
        let start = at;
        at += line.len();
        answer(line.trim_end_matches('\n'), start)
    })
}

fn answer(line: &str, start: usize) -> Option<AnswerLine> {
    let open = line.find("(qId=")? + "(qId=".len();
    let close = open + line[open..].find("):")?;
    let rest = close + 2;
    let text_start = rest + line[rest..].find("text=\"")? + "text=\"".len();
    let quick = line[rest..text_start].find("quick=").map(|at| {
        let from = rest + at + "quick=".len();
        from..from + line[from..text_start].find(' ').unwrap_or(text_start - from)
    });
    let end = line.strip_suffix('"')?.len();
    let shift = |range: Range<usize>| range.start + start..range.end + start;
    (text_start <= end).then(|| AnswerLine {
        line: start..start + line.len(),
        question: shift(open..close),
        quick: quick.map(shift),
        text: shift(text_start..end),
    })
}

/// The words of the question that `id` names, among the lines of STRUCTURED_QUESTIONS.
pub(super) fn question<'t>(text: &'t str, range: Range<usize>, id: &str) -> Option<&'t str> {
    let named = |line: &'t str| line.split_once("(id=")?.1.strip_prefix(id)?.strip_prefix("): ");
    text[range].lines().find_map(named)
}

/// An answer as it was said, without its escapes.
pub fn unescape(escaped: &str) -> String {
    serde_json::from_str(&format!("\"{escaped}\"")).unwrap_or_else(|_| escaped.to_owned())
}

/// The stretches of an answer that stand in it as they were said: its escapes cut it.
pub(super) fn unescaped(text: &str, answer: Range<usize>) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut at = answer.start;
    std::iter::from_fn(move || {
        if at >= answer.end {
            return None;
        }
        let rest = &text[at..answer.end];
        let end = at + rest.find('\\').unwrap_or(rest.len());
        let stretch = at..end;
        let escape = match text.as_bytes().get(end + 1) {
            Some(b'u') => 6,
            _ => 2,
        };
        at = (end + escape).min(answer.end);
        Some(stretch)
    })
}
