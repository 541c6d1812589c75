//! An answer's words without where they lead: an address says nothing about what an answer is about.

use std::ops::Range;

use pulldown_cmark::{Event, LinkType, OffsetIter, Parser, Tag, TagEnd};

/// The text with every link and image as the words that it shows, and without addresses that stand for themselves.
pub fn without_links(text: &str) -> String {
    let mut events = Parser::new(text).into_offset_iter();
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    while let Some((event, range)) = events.next() {
        let (Event::Start(Tag::Link { link_type, .. }) | Event::Start(Tag::Image { link_type, .. })) = event else {
            continue;
        };
        let words = &text[words(&mut events)];
        let is_address = matches!(link_type, LinkType::Autolink | LinkType::Email) || words.contains("://");
        out.push_str(&text[at..range.start]);
        out.push_str(if is_address { "" } else { words });
        at = range.end;
    }
    out.push_str(&text[at..]);
    out
}

/// Returns the text of a link that was begun, as it is written; of an image in it, what describes the image.
fn words(events: &mut OffsetIter<'_>) -> Range<usize> {
    let mut depth = 1;
    let mut words: Option<Range<usize>> = None;
    while depth > 0
        && let Some((event, range)) = events.next()
    {
        match event {
            Event::Start(Tag::Link { .. } | Tag::Image { .. }) => depth += 1,
            Event::End(TagEnd::Link | TagEnd::Image) => depth -= 1,
            _ => {
                words =
                    Some(words.map_or(range.clone(), |words| words.start.min(range.start)..words.end.max(range.end)))
            }
        }
    }
    words.unwrap_or_default()
}
