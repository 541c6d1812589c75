//! Citations in a body: `[F-12](factly://fact/<id>)`, and `[F-12]` as it is typed.

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

/// Returns the citations of a body in their order; those in code are none.
#[must_use]
pub fn citations(body_md: &str) -> Vec<Citation> {
    let code = code_spans(body_md);
    let in_code = |at: usize| code.iter().any(|span| span.contains(&at));
    let starts = body_md.match_indices('[').map(|(at, _)| at);
    starts.filter(|at| !in_code(*at)).filter_map(|at| read(body_md, at)).collect()
}

/// Writes a citation so that it survives every editor.
#[must_use]
pub fn citation(label: EntityLabel, id: Uuid) -> String {
    format!("[{label}](factly://{}/{id})", label.kind.as_str())
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

/// Where a body's code stands: blocks, spans and raw HTML.
pub(super) fn code_spans(body_md: &str) -> Vec<Range<usize>> {
    let mut spans: Vec<Range<usize>> = Vec::new();
    for (event, span) in Parser::new_ext(body_md, super::markdown::options()).into_offset_iter() {
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
