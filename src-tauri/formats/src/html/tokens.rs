//! A page as a stream of tags and text, as browsers part them. No tree is built, so no nesting is too deep.

use std::cell::RefCell;

use html5ever::TokenizerResult;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::{Rawtext, Rcdata, ScriptData};
use html5ever::tokenizer::{BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts};

use crate::budget::Budget;
use crate::refusal::Refusal;

/// As much as is fed between two questions whether to stop.
const PIECE: usize = 64 << 10;

/// One step through a page.
pub(crate) enum Piece<'a> {
    Open(&'a Tag),
    Close(&'a str),
    Text(&'a str),
}

/// Shows a page to a visitor, piece by piece.
pub(crate) fn walk(html: &str, budget: &Budget<'_>, visit: impl FnMut(Piece<'_>)) -> Result<(), Refusal> {
    let tokenizer = Tokenizer::new(PieceSink { visit: RefCell::new(visit) }, TokenizerOpts::default());
    let queue = BufferQueue::default();
    let mut rest = html;
    while !rest.is_empty() {
        budget.go_on()?;
        let end = rest.ceil_char_boundary(PIECE);
        queue.push_back(StrTendril::from(&rest[..end]));
        while !matches!(tokenizer.feed(&queue), TokenizerResult::Done) {}
        rest = &rest[end..];
    }
    tokenizer.end();
    Ok(())
}

/// The value of an attribute.
pub(crate) fn attr<'t>(tag: &'t Tag, name: &str) -> Option<&'t str> {
    tag.attrs.iter().find(|attr| &*attr.name.local == name).map(|attr| &*attr.value)
}

/// Elements that have no end.
pub(crate) fn is_void(name: &str) -> bool {
    matches!(
        name,
        "area"
            | "base"
            | "br"
            | "col"
            | "embed"
            | "hr"
            | "img"
            | "input"
            | "link"
            | "meta"
            | "source"
            | "track"
            | "wbr"
    )
}

struct PieceSink<F> {
    visit: RefCell<F>,
}

impl<F: FnMut(Piece<'_>)> TokenSink for PieceSink<F> {
    type Handle = ();

    fn process_token(&self, token: Token, _: u64) -> TokenSinkResult<()> {
        let visit = &mut *self.visit.borrow_mut();
        match token {
            Token::TagToken(tag) if tag.kind == TagKind::EndTag => visit(Piece::Close(&tag.name)),
            Token::TagToken(tag) => {
                visit(Piece::Open(&tag));
                // A page in XML may close it at once.
                if tag.self_closing {
                    if !is_void(&tag.name) {
                        visit(Piece::Close(&tag.name));
                    }
                    return TokenSinkResult::Continue;
                }
                match &*tag.name {
                    "script" => return TokenSinkResult::RawData(ScriptData),
                    "style" | "xmp" | "iframe" | "noembed" | "noframes" => return TokenSinkResult::RawData(Rawtext),
                    "title" | "textarea" => return TokenSinkResult::RawData(Rcdata),
                    _ => {}
                }
            }
            Token::CharacterTokens(text) => visit(Piece::Text(&text)),
            _ => {}
        }
        TokenSinkResult::Continue
    }
}
