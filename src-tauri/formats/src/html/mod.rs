//! HTML: a page's main content, or all of it where the main content would lose too much. Nothing is fetched or run.

mod attributes;
mod css;
mod looks;
pub(crate) mod render;
pub(crate) mod survey;
mod tokens;

use std::borrow::Cow;

use dom_smoothie::Readability;

use crate::budget::Budget;
use crate::draft::ExtractDraft;
use crate::encoding;
use crate::extract::{Extract, ExtractNote};
use crate::format::Format;
use crate::guard::guarded;
use crate::inline;
use crate::refusal::Refusal;
use crate::table::CellBudget;
use survey::Survey;

/// Pages above this are read whole: finding the main content builds a tree.
const MAIN_CONTENT_BYTES: usize = 8 << 20;
const MAIN_CONTENT_TAGS: usize = 200_000;
/// Bytes that are looked through to write the tree out again: from each character that is escaped to the next tag.
const MAIN_CONTENT_ESCAPES: u64 = 1 << 29;

pub(crate) fn read(bytes: &[u8], budget: &Budget<'_>) -> Result<Extract, Refusal> {
    let decoded = encoding::decode(bytes, declared(bytes).as_deref())?;
    let mut draft = ExtractDraft::new(budget);
    decoded.notes.into_iter().for_each(|note| draft.note(note));
    page(&decoded.text, &mut draft, budget)?;
    draft.finish(Format::Html)
}

/// Writes a page's main content, or all of it.
pub(crate) fn page(html: &str, draft: &mut ExtractDraft, budget: &Budget<'_>) -> Result<(), Refusal> {
    if html.len() as u64 > budget.limits.unpacked {
        return Err(Refusal::TooLarge { what: "bytes unpacked", limit: budget.limits.unpacked });
    }
    let (html, whole) = surveyed(html, budget)?;
    let html = &*html;
    let mut cells = CellBudget::new(budget.limits.entries);
    draft.left_out("remote content", whole.remote);
    draft.left_out("pictures", whole.pictures);
    draft.metadata = whole.metadata.clone();
    budget.go_on()?;
    if let Some(main) = main_content(html, &whole, budget)? {
        draft.heading(1, &main.title);
        draft.metadata.title = Some(main.title).filter(|title| !title.is_empty());
        draft.metadata.date = draft.metadata.date.take().or(main.date);
        if draft.metadata.authors.is_empty() {
            draft.metadata.authors.extend(main.author);
        }
        draft.note(ExtractNote::LeftOut { what: "navigation".to_owned(), count: 1 });
        draft.left_out("hidden words", inline::hidden_words(html).saturating_sub(inline::hidden_words(&main.html)));
        return render::write(&main.html, &main.layouts, draft, &mut cells, budget);
    }
    render::write(html, &whole.layouts, draft, &mut cells, budget)
}

/// Writes all of a page: what is mailed has no navigation.
pub(crate) fn whole(html: &str, draft: &mut ExtractDraft, budget: &Budget<'_>) -> Result<(), Refusal> {
    let (html, survey) = surveyed(html, budget)?;
    draft.left_out("remote content", survey.remote);
    draft.left_out("pictures", survey.pictures);
    draft.part();
    render::write(&html, &survey.layouts, draft, &mut CellBudget::new(budget.limits.entries), budget)
}

/// A page looked over, with marks around words that are not shown as the others.
pub(crate) fn surveyed<'h>(html: &'h str, budget: &Budget<'_>) -> Result<(Cow<'h, str>, Survey), Refusal> {
    let html = attributes::thinned(html);
    let survey = Survey::from_html(&html, budget)?;
    let html = if survey.has_looks { looks::marked(&html, &survey.sheet, budget)?.into() } else { html };
    Ok((html, survey))
}

struct Main {
    html: String,
    layouts: Vec<bool>,
    title: String,
    author: Option<String>,
    date: Option<String>,
}

/// The main content, where it keeps at least four fifths of the page's running text and of its cells, and no table in part.
fn main_content(html: &str, whole: &Survey, budget: &Budget<'_>) -> Result<Option<Main>, Refusal> {
    let is_small = html.len() <= MAIN_CONTENT_BYTES && whole.tags <= MAIN_CONTENT_TAGS;
    if !is_small || whole.depth > budget.limits.depth || cost_of_escapes(html) > MAIN_CONTENT_ESCAPES {
        return Ok(None);
    }
    let parse = || Readability::new(html, None, None).and_then(|mut readability| readability.parse());
    let Some(Ok(article)) = guarded(parse) else { return Ok(None) };
    let survey = Survey::from_html(&article.content, budget)?;
    if survey.prose * 5 < whole.prose * 4 || survey.prose == 0 || loses_cells(&survey.cells, &whole.cells) {
        return Ok(None);
    }
    Ok(Some(Main {
        html: article.content.to_string(),
        layouts: survey.layouts,
        title: article.title,
        author: article.byline,
        date: article.published_time,
    }))
}

/// Returns the number of bytes looked through when a page is written out: html5ever looks for the next `<` or `>`
/// behind each character that may have to be escaped.
fn cost_of_escapes(html: &str) -> u64 {
    let between_tags = html.as_bytes().split(|byte| matches!(byte, b'<' | b'>'));
    let cost = |part: &[u8]| part.len() as u64 * memchr::memchr2_iter(b'&', 0xc2, part).count() as u64;
    between_tags.map(cost).sum()
}

/// Returns whether tables are torn, or more than a fifth of their cells are gone. Both are given by their cells, in
/// order.
fn loses_cells(left: &[usize], whole: &[usize]) -> bool {
    let mut tables = whole.iter();
    let is_torn = !left.iter().all(|cells| tables.any(|of| of == cells));
    is_torn || left.iter().sum::<usize>() * 5 < whole.iter().sum::<usize>() * 4
}

/// The encoding that a page names in its head.
fn declared(bytes: &[u8]) -> Option<String> {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(4096)]).to_ascii_lowercase();
    let at = head.find("charset=").map(|at| at + 8).or_else(|| head.find("encoding=").map(|at| at + 9))?;
    let label = head[at..].trim_start_matches(['"', '\'', ' ']);
    let end =
        label.find(|char: char| !char.is_ascii_alphanumeric() && !matches!(char, '-' | '_')).unwrap_or(label.len());
    Some(label[..end].to_owned()).filter(|label| !label.is_empty())
}
