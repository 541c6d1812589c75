//! Markdown, taken as it is; its headings are places, and its front matter is metadata.

use std::ops::Range;

use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use crate::budget::Budget;
use crate::draft::{Draft, one_line};
use crate::encoding;
use crate::extract::{Extract, Metadata};
use crate::format::Format;
use crate::place::Place;
use crate::refusal::Refusal;

pub(crate) fn read(bytes: &[u8], budget: &Budget<'_>) -> Result<Extract, Refusal> {
    budget.go_on()?;
    let decoded = encoding::decode(bytes, None)?;
    let text = decoded.text.trim_start_matches('\u{feff}');
    let mut draft = Draft::new(budget);
    decoded.notes.into_iter().for_each(|note| draft.note(note));
    draft.metadata = front_matter(text);
    let mut written = 0;
    for (at, level, heading) in headings(text, budget)? {
        draft.push(&text[written..at]);
        draft.open_heading(level, &heading);
        written = at;
    }
    draft.push(&text[written..]);
    let marks = marks(draft.text(), budget)?;
    draft.place_bytes(marks);
    Ok(draft.finish_as_it_is(Format::Markdown))
}

/// What is struck out, and the comments of Obsidian, which it shows to nobody.
fn marks(text: &str, budget: &Budget<'_>) -> Result<Vec<(Range<usize>, Place)>, Refusal> {
    let mut marks: Vec<(Range<usize>, Place)> = Vec::new();
    let mut code: Vec<Range<usize>> = Vec::new();
    let options = Options::ENABLE_YAML_STYLE_METADATA_BLOCKS | Options::ENABLE_STRIKETHROUGH;
    for (event, range) in Parser::new_ext(text, options).into_offset_iter() {
        budget.step()?;
        match event {
            Event::Start(Tag::Strikethrough) => marks.push((range, Place::Struck)),
            Event::Start(Tag::CodeBlock(_)) | Event::Code(_) => code.push(range),
            _ => {}
        }
    }
    let signs: Vec<usize> = text.match_indices("%%").map(|(at, _)| at).collect();
    let is_code = |at: usize| code.iter().any(|range| range.contains(&at));
    let open: Vec<usize> = signs.into_iter().filter(|at| !is_code(*at)).collect();
    marks.extend(open.chunks_exact(2).map(|pair| (pair[0]..pair[1] + 2, Place::Hidden)));
    marks.sort_by_key(|(range, _)| range.start);
    Ok(marks)
}

/// Where each heading begins, its level and its words.
fn headings(text: &str, budget: &Budget<'_>) -> Result<Vec<(usize, u8, String)>, Refusal> {
    let mut headings: Vec<(usize, u8, String)> = Vec::new();
    let mut is_open = false;
    for (event, range) in Parser::new_ext(text, Options::ENABLE_YAML_STYLE_METADATA_BLOCKS).into_offset_iter() {
        budget.step()?;
        match event {
            Event::Start(Tag::Heading { level, .. }) => {
                is_open = true;
                headings.push((range.start, number(level), String::new()));
            }
            Event::End(TagEnd::Heading(_)) => {
                is_open = false;
                headings.last_mut().into_iter().for_each(|(.., words)| *words = one_line(words));
            }
            Event::Text(words) | Event::Code(words) if is_open => {
                headings.last_mut().into_iter().for_each(|(.., heading)| heading.push_str(&words));
            }
            Event::SoftBreak | Event::HardBreak if is_open => {
                headings.last_mut().into_iter().for_each(|(.., heading)| heading.push(' '));
            }
            _ => {}
        }
    }
    headings.retain(|(.., words)| !words.is_empty());
    Ok(headings)
}

fn number(level: HeadingLevel) -> u8 {
    match level {
        HeadingLevel::H1 => 1,
        HeadingLevel::H2 => 2,
        HeadingLevel::H3 => 3,
        HeadingLevel::H4 => 4,
        HeadingLevel::H5 => 5,
        HeadingLevel::H6 => 6,
    }
}

/// `title`, `author` and `date` of a block between two lines `---`; of authors also a list.
fn front_matter(text: &str) -> Metadata {
    let mut metadata = Metadata::default();
    let mut lines = text.lines();
    if lines.next().is_none_or(|first| first.trim_end() != "---") {
        return metadata;
    }
    let mut in_authors = false;
    for line in lines.take_while(|line| !matches!(line.trim_end(), "---" | "...")).take(200) {
        if let Some(item) = line.trim_start().strip_prefix("- ").filter(|_| in_authors) {
            metadata.authors.push(unquoted(item));
            continue;
        }
        let Some((name, value)) = line.split_once(':') else { continue };
        let value = unquoted(value);
        in_authors = matches!(name, "author" | "authors");
        match name {
            "title" if !value.is_empty() => metadata.title = Some(value),
            "date" | "created" if !value.is_empty() => metadata.date = metadata.date.or(Some(value)),
            "author" | "authors" => metadata.authors.extend(listed(&value)),
            _ => {}
        }
    }
    metadata
}

fn unquoted(value: &str) -> String {
    value.trim().trim_matches(['"', '\'']).trim().to_owned()
}

/// `[A. Brook, C. Dale]` or one name.
fn listed(value: &str) -> Vec<String> {
    match value.strip_prefix('[').and_then(|list| list.strip_suffix(']')) {
        Some(list) => list.split(',').map(unquoted).filter(|name| !name.is_empty()).collect(),
        None => Some(value.to_owned()).filter(|name| !name.is_empty()).into_iter().collect(),
    }
}
