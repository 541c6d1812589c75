//! The support of each sentence of a body: what it cites, and which of its figures that does not say.
//!
//! Code, headings, questions and images with their captions state nothing. A citation that stands behind a sentence, before the next one, is its own.

use std::ops::Range;

use pulldown_cmark::{Event, Parser, Tag, TagEnd};

use super::citation::{Citation, citations};
use super::hunk::images_by_name;
use crate::discovery::EntityLabel;
use crate::evidence::{Missing, MissingKind, support};
use crate::language::{Token, sentences, tokens};

/// A sentence with fewer words states nothing.
const WORDS: usize = 2;

/// A sentence of a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BodySentence {
    /// Of the body, its citations among them.
    pub bytes: Range<usize>,
    /// Without Markdown and citations.
    pub text: String,
    /// Each once, in their order.
    pub cites: Vec<EntityLabel>,
    /// Figures and dates that nothing it cites says; none where it cites nothing.
    pub missing: Vec<Missing>,
}

/// Returns the sentences of a body; `text_of` is what a cited entity says with all that it rests on.
pub fn stated(body_md: &str, text_of: &dyn Fn(EntityLabel) -> String) -> Vec<BodySentence> {
    let cited = citations(body_md);
    let (prose, blocks) = prose(body_md, &cited);
    let plain = &prose.plain;
    let mut found = Vec::new();
    for block in blocks {
        let all: Vec<Range<usize>> = sentences(&plain[block.clone()])
            .into_iter()
            .map(|bytes| block.start + bytes.start..block.start + bytes.end)
            .filter(|bytes| is_claim(&plain[bytes.clone()]))
            .collect();
        for (index, bytes) in all.iter().enumerate() {
            let from = if index == 0 { block.start } else { bytes.start };
            let until = all.get(index + 1).map_or(block.end, |next| next.start);
            found.push(read(
                &prose,
                bytes,
                cited.iter().filter(|one| from <= one.span.start && one.span.start < until),
                text_of,
            ));
        }
    }
    found
}

fn read<'c>(
    prose: &Prose,
    bytes: &Range<usize>,
    own: impl Iterator<Item = &'c Citation>,
    text_of: &dyn Fn(EntityLabel) -> String,
) -> BodySentence {
    let text = prose.plain_text(bytes);
    let mut cites: Vec<EntityLabel> = Vec::new();
    let mut whole = bytes.clone();
    for citation in own {
        whole = whole.start.min(citation.span.start)..whole.end.max(citation.span.end);
        if !cites.contains(&citation.label) {
            cites.push(citation.label);
        }
    }
    let missing = if cites.is_empty() { Vec::new() } else { missing_figures(&text, &cites, text_of) };
    BodySentence { bytes: whole, text, cites, missing }
}

fn missing_figures(text: &str, cites: &[EntityLabel], text_of: &dyn Fn(EntityLabel) -> String) -> Vec<Missing> {
    let all = cites.iter().map(|label| text_of(*label)).collect::<Vec<_>>().join("\n");
    let is_figure = |one: &Missing| {
        matches!(one.kind, MissingKind::Number | MissingKind::Unit | MissingKind::Money | MissingKind::Date)
    };
    support::check(text, &all).into_iter().filter(is_figure).collect()
}

/// The running text of a body at its own places.
struct Prose {
    /// All else is blank.
    plain: String,
    /// Flags of the bytes that are text.
    is_text: Vec<bool>,
}

impl Prose {
    /// The words of a stretch, without what is none of them.
    fn plain_text(&self, bytes: &Range<usize>) -> String {
        let chars = self.plain[bytes.clone()].char_indices();
        let text: String = chars.filter(|(at, _)| self.is_text[bytes.start + at]).map(|(_, c)| c).collect();
        let mut joined = text.split_whitespace().collect::<Vec<_>>().join(" ");
        for sign in ['.', ',', ';', ')'] {
            joined = joined.replace(&format!(" {sign}"), &sign.to_string());
        }
        joined
    }
}

/// The running text of a body, and the blocks that it stands in.
fn prose(body_md: &str, cited: &[Citation]) -> (Prose, Vec<Range<usize>>) {
    let mut plain = vec![b' '; body_md.len()];
    let mut is_text = vec![false; body_md.len()];
    let mut blocks: Vec<Range<usize>> = Vec::new();
    let (mut is_open, mut silent) = (false, 0_usize);
    for (event, span) in Parser::new_ext(body_md, super::front_matter::options()).into_offset_iter() {
        match event {
            Event::Start(tag) if !is_inline(&tag) => {
                is_open = false;
                silent += usize::from(is_silent(&tag));
            }
            Event::End(tag) if !is_inline_end(tag) => {
                is_open = false;
                silent -= usize::from(is_silent_end(tag));
            }
            Event::SoftBreak | Event::HardBreak => is_text[span].fill(true),
            Event::Text(_) | Event::Code(_) if silent == 0 => {
                is_text[span.clone()].fill(true);
                plain[span.clone()].copy_from_slice(&body_md.as_bytes()[span.clone()]);
                match blocks.last_mut().filter(|_| is_open) {
                    Some(block) => block.end = block.end.max(span.end),
                    None => blocks.push(span),
                }
                is_open = true;
            }
            _ => {}
        }
    }
    for unsaid in cited.iter().map(|citation| citation.span.clone()).chain(images_by_name(body_md)) {
        plain[unsaid.clone()].fill(b' ');
        is_text[unsaid].fill(false);
    }
    (Prose { plain: String::from_utf8(plain).unwrap_or_default(), is_text }, blocks)
}

const fn is_inline(tag: &Tag<'_>) -> bool {
    matches!(tag, Tag::Emphasis | Tag::Strong | Tag::Strikethrough | Tag::Link { .. } | Tag::Image { .. })
}

const fn is_inline_end(tag: TagEnd) -> bool {
    matches!(tag, TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough | TagEnd::Link | TagEnd::Image)
}

const fn is_silent(tag: &Tag<'_>) -> bool {
    matches!(tag, Tag::CodeBlock(_) | Tag::HtmlBlock | Tag::Heading { .. } | Tag::TableHead | Tag::MetadataBlock(_))
}

const fn is_silent_end(tag: TagEnd) -> bool {
    matches!(
        tag,
        TagEnd::CodeBlock | TagEnd::HtmlBlock | TagEnd::Heading(_) | TagEnd::TableHead | TagEnd::MetadataBlock(_)
    )
}

fn is_claim(sentence: &str) -> bool {
    let end = sentence.trim_end();
    !end.ends_with(['?', '？', ':']) && tokens(sentence).filter(Token::is_word).nth(WORDS - 1).is_some()
}
