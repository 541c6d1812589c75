//! A report out of Markdown and back: what nobody edited comes back to the byte.
//!
//! The text is cut where a heading of the outermost level of nesting begins and where it ends; nothing is written anew.
//! A heading inside a list, a quote or a code block belongs to the body that it stands in.

use std::ops::Range;

use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};
use uuid::Uuid;

use super::section::{Heading, Report, Section};

/// A Markdown text as a report, and the title where the text has one: its only heading of level 1, before all others.
#[must_use]
pub fn parse(md: &str, new_id: &mut dyn FnMut() -> Uuid) -> (Option<String>, Report) {
    let mut headings = headings(md);
    let title = takes_title(md, &headings).then(|| headings.remove(0)).map(|heading| heading.title);
    let front_end = headings.first().map_or(md.len(), |heading| heading.span.start);
    let title = title.or_else(|| title_in_metadata(&md[..front_end]));
    let front_md = md[..front_end].to_owned();
    let mut report = Report { title: title.clone().unwrap_or_default(), front_md, ..Report::default() };
    let mut open: Vec<(u8, Section)> = Vec::new();
    for (at, heading) in headings.iter().enumerate() {
        let end = headings.get(at + 1).map_or(md.len(), |next| next.span.start);
        close(&mut open, &mut report, heading.level);
        let mut section = Section::new(new_id(), heading.title.clone(), &md[heading.span.end..end]);
        section.heading = Some(Heading {
            md: md[heading.span.clone()].to_owned(),
            title: heading.title.clone(),
            level: heading.level,
            depth: u8::try_from(open.len() + 1).unwrap_or(u8::MAX),
        });
        open.push((heading.level, section));
    }
    close(&mut open, &mut report, 0);
    (title, report)
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
    let mut out = report.front_md.clone();
    let read =
        |section: &Section| section.heading.as_ref().filter(|heading| heading.depth == 1).map(|heading| heading.level);
    let first = report.sections.iter().find_map(read).unwrap_or(1);
    report.sections.iter().for_each(|section| write_section(section, 1, first, &mut out));
    out
}

/// What stands before the first section without its metadata and the line with the title.
#[must_use]
pub fn opening(front_md: &str) -> &str {
    let mut title_ends = None;
    let mut metadata_ends = 0;
    for (event, span) in Parser::new_ext(front_md, options()).into_offset_iter() {
        match event {
            Event::End(TagEnd::MetadataBlock(_)) => metadata_ends = whole_lines(front_md, span).end,
            Event::End(TagEnd::Heading(HeadingLevel::H1)) if title_ends.is_none() => {
                title_ends = Some(whole_lines(front_md, span).end);
            }
            _ => {}
        }
    }
    &front_md[title_ends.unwrap_or(metadata_ends)..]
}

/// What stands before the first section with another opening: the rest of it stays to the byte.
#[must_use]
pub fn with_opening(front_md: &str, new: &str) -> String {
    let mut front = front_md[..front_md.len() - opening(front_md).len()].to_owned();
    if new.trim().is_empty() {
        return front + new;
    }
    if !front.is_empty() && !new.starts_with(['\n', '\r']) {
        end_paragraph(&mut front);
    }
    front.push_str(new);
    end_paragraph(&mut front);
    front
}

/// What stands before the first section under another title, where a line or the metadata says it.
#[must_use]
pub fn with_title(front_md: &str, title: &str) -> String {
    let heading = Parser::new_ext(front_md, options()).into_offset_iter().find_map(|(event, span)| {
        matches!(event, Event::End(TagEnd::Heading(HeadingLevel::H1))).then(|| whole_lines(front_md, span))
    });
    if let Some(line) = heading {
        let end = &front_md[front_md[..line.end].trim_end_matches(['\n', '\r']).len()..line.end];
        return format!("{}# {title}{end}{}", &front_md[..line.start], &front_md[line.end..]);
    }
    let metadata = front_md.len() - opening(front_md).len();
    let said = front_md[..metadata].split_inclusive('\n').map(|line| match line.strip_prefix("title:") {
        Some(_) => format!("title: {}\n", serde_json::Value::from(title)),
        None => line.to_owned(),
    });
    said.collect::<String>() + &front_md[metadata..]
}

/// Whether a text begins with metadata.
#[must_use]
pub fn has_metadata(front_md: &str) -> bool {
    matches!(Parser::new_ext(front_md, options()).next(), Some(Event::Start(Tag::MetadataBlock(_))))
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

/// The same as bodies are shown with; metadata at the front is no heading.
pub(super) fn options() -> Options {
    Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_YAML_STYLE_METADATA_BLOCKS
}

const fn is_container(tag: &Tag<'_>) -> bool {
    matches!(tag, Tag::BlockQuote(_) | Tag::List(_) | Tag::FootnoteDefinition(_) | Tag::MetadataBlock(_))
}

const fn is_container_end(tag: TagEnd) -> bool {
    matches!(tag, TagEnd::BlockQuote(_) | TagEnd::List(_) | TagEnd::FootnoteDefinition | TagEnd::MetadataBlock(_))
}

/// From the beginning of the first line to the end of the last, its line end included.
fn whole_lines(md: &str, span: Range<usize>) -> Range<usize> {
    let start = md[..span.start].rfind('\n').map_or(0, |at| at + 1);
    let ended = md[..span.end].ends_with('\n');
    let end = if ended { span.end } else { md[span.end..].find('\n').map_or(md.len(), |at| span.end + at + 1) };
    start..end
}

fn one_line(title: &str) -> String {
    title.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether the first heading is the title of the whole: the only one of level 1, and nothing but front matter before it.
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

fn write_section(section: &Section, depth: u8, level: u8, out: &mut String) {
    let written = as_written(section, depth);
    let level = written.map_or(level, |heading| heading.level);
    match written {
        Some(heading) => {
            end_line(out);
            out.push_str(&heading.md);
            if !section.body_md.is_empty() {
                end_line(out);
            }
        }
        None => {
            end_paragraph(out);
            out.extend(std::iter::repeat_n('#', usize::from(level.clamp(1, 6))));
            out.push(' ');
            out.push_str(&section.title);
            out.push('\n');
            if !section.body_md.is_empty() && !section.body_md.starts_with(['\n', '\r']) {
                out.push('\n');
            }
        }
    }
    out.push_str(&section.body_md);
    section.children.iter().for_each(|child| write_section(child, depth + 1, level + 1, out));
}

fn end_line(out: &mut String) {
    if !out.is_empty() && !out.ends_with('\n') {
        out.push('\n');
    }
}

/// Ends with an empty line, so that what follows begins a block of its own.
fn end_paragraph(out: &mut String) {
    end_line(out);
    if !out.is_empty() && !out.ends_with("\n\n") && !out.ends_with("\n\r\n") {
        out.push('\n');
    }
}
