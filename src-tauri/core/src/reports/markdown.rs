//! A report out of Markdown and back: what nobody edited comes back to the byte.
//!
//! The text is cut where a heading of the outermost level of nesting begins and where it ends; nothing is written anew.
//! A heading inside a list, a quote or a code block belongs to the body that it stands in.

use std::borrow::Cow;
use std::ops::Range;

use pulldown_cmark::{Event, HeadingLevel, Parser, Tag, TagEnd};
use uuid::Uuid;

use super::front_matter::{BOM, end_line, end_paragraph, has_metadata, options, whole_lines};
use super::line_ends::{self, first_in, original_line_ends, places_in, with_ends};
use super::section::{Heading, Report, Section};
use crate::text::normalize::normalize;

/// A Markdown text as a report, and the title where the text has one: its only heading of level 1, before all others.
#[must_use]
pub fn parse(came: &str, new_id: &mut dyn FnMut() -> Uuid) -> (Option<String>, Report) {
    if let Some(rest) = came.strip_prefix(BOM) {
        let (title, mut report) = parse(rest, new_id);
        report.front_md.insert(0, BOM);
        report.front_came.iter_mut().for_each(|front| front.insert(0, BOM));
        return (title, report);
    }
    let md = normalize(came).text;
    let mut headings = headings(&md);
    let title = takes_title(&md, &headings).then(|| headings.remove(0)).map(|heading| heading.title);
    let front_end = headings.first().map_or(md.len(), |heading| heading.span.start);
    let title = title.or_else(|| title_in_metadata(&md[..front_end]));
    let parts = OriginalParts::new(came, front_end, &headings);
    let mut report = Report {
        title: title.clone().unwrap_or_default(),
        front_md: md[..front_end].to_owned(),
        front_came: parts.front.map(str::to_owned),
        ..Report::default()
    };
    let mut open: Vec<(u8, Section)> = Vec::new();
    for (at, heading) in headings.iter().enumerate() {
        let end = headings.get(at + 1).map_or(md.len(), |next| next.span.start);
        close(&mut open, &mut report, heading.level);
        let mut section = Section::new(new_id(), heading.title.clone(), &md[heading.span.end..end]);
        let (heading_came, body_came) = parts.sections.get(at).copied().unzip();
        section.heading = Some(Heading {
            md: heading_came.unwrap_or(&md[heading.span.clone()]).to_owned(),
            title: heading.title.clone(),
            level: heading.level,
            depth: u8::try_from(open.len() + 1).unwrap_or(u8::MAX),
            body_came: body_came.map(str::to_owned),
        });
        open.push((heading.level, section));
    }
    close(&mut open, &mut report, 0);
    (title, report)
}

/// The parts of a text as it came, each heading with its body; none where all its line ends are `\n`.
#[derive(Default)]
struct OriginalParts<'t> {
    front: Option<&'t str>,
    sections: Vec<(&'t str, &'t str)>,
}

impl<'t> OriginalParts<'t> {
    fn new(came: &'t str, front_end: usize, headings: &[MarkdownHeading]) -> Self {
        if !came.contains('\r') {
            return Self::default();
        }
        let cuts = headings.iter().flat_map(|heading| [heading.span.start, heading.span.end]);
        let mut places = places_in(came, std::iter::once(front_end).chain(cuts));
        let front = Some(&came[..places[0]]);
        places.push(came.len());
        let part = |at: &[usize]| (&came[at[0]..at[1]], &came[at[1]..at[2]]);
        Self { front, sections: places[1..].windows(3).step_by(2).map(part).collect() }
    }
}

/// The title that the metadata names: of the report, where no heading is.
fn title_in_metadata(front_md: &str) -> Option<String> {
    let metadata =
        has_metadata(front_md).then(|| front_md.lines().skip(1).take_while(|line| line.trim_end() != "---"))?;
    let line = metadata.filter_map(|line| line.strip_prefix("title:")).next()?.trim();
    let title = serde_json::from_str::<String>(line).unwrap_or_else(|_| line.trim_matches('\'').to_owned());
    Some(one_line(&title)).filter(|title| !title.is_empty())
}

/// Writes a report as Markdown.
#[must_use]
pub fn write(report: &Report) -> String {
    let mut out = original_front(report).into_owned();
    let read =
        |section: &Section| section.heading.as_ref().filter(|heading| heading.depth == 1).map(|heading| heading.level);
    // Under a line with the title there is no other heading of level 1: it would be a title too.
    let under = || if has_title_line(&report.front_md) { 2 } else { 1 };
    let first = report.sections.iter().find_map(read).unwrap_or_else(under);
    let end = line_ends::of_report(report);
    report.sections.iter().for_each(|section| write_section(section, 1, first, end, &mut out));
    out
}

/// Returns the text before the first section, with the line ends that it came with.
#[must_use]
pub fn original_front(report: &Report) -> Cow<'_, str> {
    match &report.front_came {
        Some(came) => original_line_ends(&report.front_md, came, first_in(came).unwrap_or("\n")),
        None => Cow::Borrowed(&report.front_md),
    }
}

/// Returns whether the report was read from Markdown: it needs nothing before it then that was not there.
#[must_use]
pub fn is_from_markdown(report: &Report) -> bool {
    !report.front_md.is_empty() || report.outline().iter().any(|line| line.section.heading.is_some())
}

/// The title that stands before the first section, as a heading or in the metadata.
#[must_use]
pub fn title_before(front_md: &str) -> Option<String> {
    let before = front_md.trim_start_matches(BOM);
    title_line(before).or_else(|| title_in_metadata(before))
}

fn has_title_line(front_md: &str) -> bool {
    title_line(front_md.trim_start_matches(BOM)).is_some()
}

fn title_line(before: &str) -> Option<String> {
    headings(before).into_iter().find(|heading| heading.level == 1).map(|heading| heading.title)
}

/// Closes what is open at `level` or deeper: each goes under what is open above it.
fn close(open: &mut Vec<(u8, Section)>, report: &mut Report, level: u8) {
    while open.last().is_some_and(|(of, _)| *of >= level) {
        let Some((_, section)) = open.pop() else { return };
        match open.last_mut() {
            Some((_, parent)) => parent.children.push(section),
            None => report.sections.push(section),
        }
    }
}

struct MarkdownHeading {
    /// With the line end.
    span: Range<usize>,
    title: String,
    level: u8,
}

fn headings(md: &str) -> Vec<MarkdownHeading> {
    let mut found = Vec::new();
    let mut nesting = 0_usize;
    let mut title: Option<Range<usize>> = None;
    for (event, span) in Parser::new_ext(md, options()).into_offset_iter() {
        match event {
            Event::Start(Tag::Heading { .. }) => title = None,
            Event::End(TagEnd::Heading(level)) if nesting == 0 => {
                let title = title.take().and_then(|span| md.get(span)).unwrap_or_default();
                found.push(MarkdownHeading {
                    title: one_line(title),
                    level: number(level),
                    span: whole_lines(md, span),
                });
            }
            Event::Start(tag) if is_container(&tag) => nesting += 1,
            Event::End(tag) if is_container_end(tag) => nesting -= 1,
            _ => title = Some(title.map_or(span.clone(), |so_far| so_far.start..so_far.end.max(span.end))),
        }
    }
    found
}

const fn is_container(tag: &Tag<'_>) -> bool {
    matches!(tag, Tag::BlockQuote(_) | Tag::List(_) | Tag::FootnoteDefinition(_) | Tag::MetadataBlock(_))
}

const fn is_container_end(tag: TagEnd) -> bool {
    matches!(tag, TagEnd::BlockQuote(_) | TagEnd::List(_) | TagEnd::FootnoteDefinition | TagEnd::MetadataBlock(_))
}

fn one_line(title: &str) -> String {
    title.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns whether the first heading is the title of the whole: the only one of level 1, and nothing but front matter
/// before it.
fn takes_title(md: &str, headings: &[MarkdownHeading]) -> bool {
    let [first, rest @ ..] = headings else { return false };
    let is_text = |event| matches!(event, Event::Start(tag) if !matches!(tag, Tag::MetadataBlock(_)));
    let before = Parser::new_ext(&md[..first.span.start], options()).any(is_text);
    first.level == 1 && rest.iter().all(|heading| heading.level > 1) && !before
}

const fn number(level: HeadingLevel) -> u8 {
    level as u8
}

/// The heading as it was written, where it still says what the section says.
fn as_written(section: &Section, depth: u8) -> Option<&Heading> {
    section.heading.as_ref().filter(|heading| heading.title == section.title && heading.depth == depth)
}

fn write_section(section: &Section, depth: u8, level: u8, end: &str, out: &mut String) {
    let written = as_written(section, depth);
    let level = written.map_or(level, |heading| heading.level);
    match written {
        Some(heading) => {
            end_line(out, end);
            out.push_str(&heading.md);
            if !section.body_md.is_empty() {
                end_line(out, end);
            }
        }
        None => {
            end_paragraph(out, end);
            out.extend(std::iter::repeat_n('#', usize::from(level.clamp(1, 6))));
            out.push(' ');
            out.push_str(&section.title);
            out.push_str(end);
            if !section.body_md.is_empty() && !section.body_md.starts_with('\n') {
                out.push_str(end);
            }
        }
    }
    out.push_str(&original_body(section, end));
    section.children.iter().for_each(|child| write_section(child, depth + 1, level + 1, end, out));
}

fn original_body<'s>(section: &'s Section, end: &str) -> Cow<'s, str> {
    match section.heading.as_ref().map(|heading| heading.body_came.as_deref()) {
        Some(Some(came)) => original_line_ends(&section.body_md, came, end),
        Some(None) => Cow::Borrowed(&section.body_md),
        None => with_ends(&section.body_md, end),
    }
}
