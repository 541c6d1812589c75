//! Line ends of a Markdown text: a report has `\n` alone, and what nobody edited is written with those that it came with.

use std::borrow::Cow;

use super::section::Report;
use crate::text::normalize::normalize;

/// Returns the text as it came where it is still that one, else with the line ends `end`.
pub(super) fn original_line_ends<'t>(text: &'t str, came: &'t str, end: &str) -> Cow<'t, str> {
    if normalize(came).text == text { Cow::Borrowed(came) } else { with_ends(text, end) }
}

pub(super) fn with_ends<'t>(text: &'t str, end: &str) -> Cow<'t, str> {
    if end == "\n" { Cow::Borrowed(text) } else { Cow::Owned(text.replace('\n', end)) }
}

/// Returns the first line end of what a report came as.
pub(super) fn of_report(report: &Report) -> &'static str {
    let outline = report.outline();
    let headings = outline.iter().filter_map(|line| line.section.heading.as_ref());
    let came = headings.filter(|heading| heading.body_came.is_some()).map(|heading| heading.md.as_str());
    report.front_came.as_deref().into_iter().chain(came).find_map(first_in).unwrap_or("\n")
}

/// Returns the first line end of a text.
pub(super) fn first_in(text: &str) -> Option<&'static str> {
    let rest = &text[text.find(['\r', '\n'])?..];
    ["\r\n", "\r", "\n"].into_iter().find(|end| rest.starts_with(end))
}

/// Returns where places of the admitted text are in the text as it came; places rise.
pub(super) fn places_in(came: &str, places: impl IntoIterator<Item = usize>) -> Vec<usize> {
    let mut pairs = came.match_indices("\r\n").map(|(at, _)| at).enumerate().map(|(before, at)| at - before).peekable();
    let mut longer = 0;
    let mut original_offset = |at: usize| {
        while pairs.next_if(|pair| *pair < at).is_some() {
            longer += 1;
        }
        at + longer
    };
    places.into_iter().map(&mut original_offset).collect()
}
