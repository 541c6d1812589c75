//! Markdown, taken as it is; its headings, struck words and comments are places, and its front matter is metadata.

use std::ops::Range;

use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use crate::budget::Budget;
use crate::draft::{ExtractDraft, one_line};
use crate::encoding;
use crate::extract::{Extract, Metadata};
use crate::format::Format;
use crate::inline::Look;
use crate::refusal::Refusal;

pub(crate) fn read(bytes: &[u8], budget: &Budget<'_>) -> Result<Extract, Refusal> {
    budget.go_on()?;
    let decoded = encoding::decode(bytes, None)?;
    let text = decoded.text.trim_start_matches('\u{feff}');
    let mut draft = ExtractDraft::new(budget);
    decoded.notes.into_iter().for_each(|note| draft.note(note));
    draft.metadata = front_matter(text);
    let mut written = 0;
    for (at, level, heading) in headings(text, budget)? {
        draft.push(&text[written..at]);
        draft.open_heading(level, &heading);
        written = at;
    }
    draft.push(&text[written..]);
    place_looks(text, &mut draft, budget)?;
    Ok(draft.finish_as_it_is(Format::Markdown))
}

/// Places what is struck out, and comments, which no reader of the page sees: `%% Obsidian's %%` and HTML's.
fn place_looks(text: &str, draft: &mut ExtractDraft, budget: &Budget<'_>) -> Result<(), Refusal> {
    let mut looks: Vec<(Look, Range<usize>)> = Vec::new();
    let mut code: Vec<Range<usize>> = Vec::new();
    let options = Options::ENABLE_YAML_STYLE_METADATA_BLOCKS | Options::ENABLE_STRIKETHROUGH;
    for (event, range) in Parser::new_ext(text, options).into_offset_iter() {
        budget.step()?;
        match event {
            // A single sign lowers words elsewhere: `H~2~O`.
            Event::Start(Tag::Strikethrough) if text[range.clone()].starts_with("~~") => {
                looks.push((Look::Struck, range))
            }
            Event::InlineHtml(html) if html.starts_with("<sup") => looks.extend(raised(text, range)),
            Event::Html(html) | Event::InlineHtml(html) if html.starts_with("<!--") => {
                looks.push((Look::Hidden, range))
            }
            Event::Code(_) => code.push(range),
            Event::Start(Tag::CodeBlock(_) | Tag::MetadataBlock(_)) => code.push(range),
            _ => {}
        }
    }
    looks.extend(comments(text, &code).into_iter().map(|range| (Look::Hidden, range)));
    looks.extend(text.match_indices('^').filter(|(at, _)| !is_code(*at, &code)).filter_map(|(at, _)| {
        let inside = text[at + 1..text.ceil_char_boundary(at + 20)].split_once('^')?.0;
        let is_word = !inside.is_empty() && !inside.contains(char::is_whitespace);
        raised(text, at..at + inside.len() + 2).filter(|_| is_word)
    }));
    looks.sort_by_key(|(_, range)| range.start);
    let (mut bytes, mut chars) = (0, 0);
    for (look, range) in looks {
        chars += text[bytes.min(range.start)..range.start].chars().count();
        bytes = bytes.max(range.start);
        let words = text[range].trim_end();
        let end = chars + words.chars().count();
        draft.look(look, u32::try_from(chars).unwrap_or(u32::MAX)..u32::try_from(end).unwrap_or(u32::MAX));
    }
    Ok(())
}

/// Bytes of a word that are looked at on either side of what is raised in it: a text without blanks is one word.
const WORD_BYTES: usize = 64;

/// The word with a figure that another is raised over (`10^6^`, `450<sup>1</sup>`): the text stays as it is written, and
/// nobody knows how its reader takes it.
fn raised(text: &str, range: Range<usize>) -> Option<(Look, Range<usize>)> {
    let first = text.ceil_char_boundary(range.start.saturating_sub(WORD_BYTES));
    let last = text.floor_char_boundary(range.end + WORD_BYTES);
    let (before, after) = (&text[first..range.start], &text[range.end..last]);
    let start = range.start - before.rsplit(char::is_whitespace).next().map_or(0, str::len);
    let end = range.end + after.find(char::is_whitespace).unwrap_or(after.len());
    before.ends_with(|char: char| char.is_ascii_digit()).then_some((Look::Uncertain, start..end))
}

/// Returns the text between two signs `%%` outside of code.
fn comments(text: &str, code: &[Range<usize>]) -> Vec<Range<usize>> {
    let signs: Vec<usize> = text.match_indices("%%").map(|(at, _)| at).filter(|at| !is_code(*at, code)).collect();
    signs.chunks_exact(2).map(|pair| pair[0]..pair[1] + 2).collect()
}

fn is_code(at: usize, code: &[Range<usize>]) -> bool {
    let after = code.partition_point(|range| range.start <= at);
    after.checked_sub(1).is_some_and(|before| code[before].contains(&at))
}

/// Returns the start of each heading, its level and its words.
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
