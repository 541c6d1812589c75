//! Citations in a body: `[F-12](factly://fact/<id>)`, and `[F-12]` as it is typed.

use std::collections::BTreeMap;
use std::ops::Range;

use pulldown_cmark::{Event, Parser, Tag, TagEnd};
use uuid::Uuid;

use crate::discovery::EntityLabel;

/// A citation and where it stands in its body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Citation {
    pub label: EntityLabel,
    /// The id that its link carries; what was typed by hand has none.
    pub id: Option<Uuid>,
    /// Bytes of the body.
    pub span: Range<usize>,
}

/// The ids of what a text cites by its label alone, which are kept beside it: the text stays as it was written.
pub type CitedIds = BTreeMap<EntityLabel, Uuid>;

/// Returns the citations of a body in their order; those in code are none.
#[must_use]
pub fn citations(body_md: &str) -> Vec<Citation> {
    let mut found: Vec<Citation> = body_md.match_indices('[').filter_map(|(at, _)| read(body_md, at)).collect();
    // Most bodies have nothing that code or markup could begin with, and are not parsed for it.
    if !found.is_empty() && (body_md.contains(['`', '~', '<', '\t']) || body_md.contains("    ")) {
        let code = code_spans(body_md);
        found.retain(|citation| !code.iter().any(|span| span.contains(&citation.span.start)));
    }
    found
}

/// As [`citations`]; one by its label alone has the id that is kept beside the body.
#[must_use]
pub fn citations_by(body_md: &str, ids: &CitedIds) -> Vec<Citation> {
    let mut found = citations(body_md);
    found.iter_mut().for_each(|citation| citation.id = citation.id.or_else(|| ids.get(&citation.label).copied()));
    found
}

/// Returns the ids of what a body cites by its label alone: of what it cited before as they were, of the rest as they are
/// now. What does not exist has none.
#[must_use]
pub fn collect_cited_ids(body_md: &str, before: &CitedIds, id_of: &dyn Fn(EntityLabel) -> Option<Uuid>) -> CitedIds {
    let bare = citations(body_md).into_iter().filter(|citation| citation.id.is_none());
    let id = |label| before.get(&label).copied().or_else(|| id_of(label));
    bare.filter_map(|citation| Some((citation.label, id(citation.label)?))).collect()
}

/// Writes a citation so that it survives every editor.
#[must_use]
pub fn citation(label: EntityLabel, id: Uuid) -> String {
    format!("[{label}](factly://{}/{id})", label.kind.as_str())
}

/// Returns `after` with the id of what it cites by its label alone, where `before` did not cite that so: another version of
/// it is told only by the id.
#[must_use]
pub fn with_ids(before: &str, after: &str, id_of: &dyn Fn(EntityLabel) -> Option<Uuid>) -> String {
    let bare = |body| citations(body).into_iter().filter(|citation| citation.id.is_none());
    let known: Vec<EntityLabel> = bare(before).map(|citation| citation.label).collect();
    let mut with_ids = after.to_owned();
    for new in bare(after).filter(|citation| !known.contains(&citation.label)).collect::<Vec<_>>().into_iter().rev() {
        if let Some(id) = id_of(new.label) {
            with_ids.replace_range(new.span, &citation(new.label, id));
        }
    }
    with_ids
}

fn read(body_md: &str, at: usize) -> Option<Citation> {
    let rest = &body_md[at + 1..];
    let close = rest.bytes().take(16).position(|byte| byte == b']')?;
    let label: EntityLabel = rest[..close].parse().ok()?;
    let end = at + 1 + close + 1;
    let link = body_md[end..].strip_prefix("(factly://").and_then(|link| link.split_once(')')).map(|(link, _)| link);
    let id = link.and_then(|link| link.split_once('/')).and_then(|(_, id)| id.parse().ok());
    let span = at..link.map_or(end, |link| end + "(factly://".len() + link.len() + 1);
    Some(Citation { label, id, span })
}

/// Returns the spans of a body's code: blocks, spans and raw HTML.
pub(super) fn code_spans(body_md: &str) -> Vec<Range<usize>> {
    let mut spans: Vec<Range<usize>> = Vec::new();
    for (event, span) in Parser::new_ext(body_md, super::front_matter::options()).into_offset_iter() {
        let is_code = matches!(
            event,
            Event::Code(_)
                | Event::InlineHtml(_)
                | Event::Start(Tag::CodeBlock(_) | Tag::HtmlBlock)
                | Event::End(TagEnd::CodeBlock)
        );
        if is_code {
            spans.push(span);
        }
    }
    spans
}
