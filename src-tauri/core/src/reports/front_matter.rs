//! The text before the first section of a report in Markdown: metadata, the line with the title, an opening.

use std::ops::Range;

use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};

/// A mark of the encoding that some editors put first; it belongs to no line.
pub(super) const BOM: char = '\u{feff}';

/// Returns the text before the first section without its metadata and the line with the title.
#[must_use]
pub fn opening(front_md: &str) -> &str {
    let front_md = front_md.trim_start_matches(BOM);
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

/// Returns the text before the first section with another opening: the rest of it stays to the byte.
#[must_use]
pub fn with_opening(front_md: &str, new: &str) -> String {
    if opening(front_md) == new {
        return front_md.to_owned();
    }
    let mut front = front_md[..front_md.len() - opening(front_md).len()].to_owned();
    if new.trim().is_empty() {
        return front + new;
    }
    if !is_blank(&front) && !new.starts_with('\n') {
        end_paragraph(&mut front, "\n");
    }
    front.push_str(new);
    end_paragraph(&mut front, "\n");
    front
}

/// Returns the text before the first section under another title, where a line or the metadata says it.
#[must_use]
pub fn with_title(front_md: &str, title: &str) -> String {
    if let Some(front_md) = front_md.strip_prefix(BOM) {
        return format!("{BOM}{}", with_title(front_md, title));
    }
    let heading = Parser::new_ext(front_md, options()).into_offset_iter().find_map(|(event, span)| {
        matches!(event, Event::End(TagEnd::Heading(HeadingLevel::H1))).then(|| whole_lines(front_md, span))
    });
    if let Some(line) = heading {
        let end = &front_md[front_md[..line.end].trim_end_matches('\n').len()..line.end];
        return format!("{}# {title}{end}{}", &front_md[..line.start], &front_md[line.end..]);
    }
    let metadata = front_md.len() - opening(front_md).len();
    let lines = front_md[..metadata].split_inclusive('\n').map(|line| match line.strip_prefix("title:") {
        Some(_) => format!("title: {}\n", serde_json::Value::from(title)),
        None => line.to_owned(),
    });
    lines.collect::<String>() + &front_md[metadata..]
}

/// Returns whether a text begins with metadata.
#[must_use]
pub fn has_metadata(front_md: &str) -> bool {
    matches!(
        Parser::new_ext(front_md.trim_start_matches(BOM), options()).next(),
        Some(Event::Start(Tag::MetadataBlock(_)))
    )
}

/// The same as bodies are shown with; metadata at the front is no heading.
pub(super) fn options() -> Options {
    Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_YAML_STYLE_METADATA_BLOCKS
}

/// From the beginning of the first line to the end of the last, its line end included.
pub(super) fn whole_lines(md: &str, span: Range<usize>) -> Range<usize> {
    let start = md[..span.start].rfind('\n').map_or(0, |at| at + 1);
    let ended = md[..span.end].ends_with('\n');
    let end = if ended { span.end } else { md[span.end..].find('\n').map_or(md.len(), |at| span.end + at + 1) };
    start..end
}

pub(super) fn is_blank(md: &str) -> bool {
    md.trim_start_matches(BOM).is_empty()
}

pub(super) fn end_line(out: &mut String, end: &str) {
    if !is_blank(out) && !out.ends_with(['\n', '\r']) {
        out.push_str(end);
    }
}

/// Ends with an empty line, so that what follows begins a block of its own.
pub(super) fn end_paragraph(out: &mut String, end: &str) {
    end_line(out, end);
    if !is_blank(out) && !["\n\n", "\n\r\n", "\r\r"].iter().any(|ends| out.ends_with(ends)) {
        out.push_str(end);
    }
}
