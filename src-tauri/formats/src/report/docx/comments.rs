//! Comments and footnotes: short texts that the body refers to by number.

use std::collections::HashMap;

use crate::refusal::Refusal;
use crate::xml::{Handler, Ns, ReadFlow, XmlElement};

/// A comment of somebody at a place of a document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comment {
    pub author: String,
    pub text: String,
    /// Behind which block of its section it stands.
    pub block: usize,
}

#[derive(Default)]
pub(super) struct CommentTexts {
    pub(super) found: HashMap<String, Comment>,
    open: Option<(String, Comment)>,
    in_text: bool,
}

impl Handler for CommentTexts {
    fn start(&mut self, element: &XmlElement<'_>) -> Result<ReadFlow, Refusal> {
        if element.ns != Ns::Word {
            return Ok(ReadFlow::Enter);
        }
        match element.local {
            "comment" | "footnote" | "endnote" => {
                let comment = Comment { author: element.attr("author").unwrap_or_default(), ..Comment::default() };
                self.open = Some((element.attr("id").unwrap_or_default(), comment));
            }
            "p" => {
                if let Some((_, comment)) = self.open.as_mut().filter(|(_, comment)| !comment.text.is_empty()) {
                    comment.text.push('\n');
                }
            }
            "t" => self.in_text = true,
            "del" | "moveFrom" | "instrText" => return Ok(ReadFlow::Skip),
            _ => {}
        }
        Ok(ReadFlow::Enter)
    }

    fn end(&mut self, ns: Ns, local: &str) -> Result<(), Refusal> {
        match (ns, local) {
            (Ns::Word, "t") => self.in_text = false,
            (Ns::Word, "comment" | "footnote" | "endnote") => {
                if let Some((id, mut comment)) = self.open.take() {
                    comment.text = comment.text.trim().to_owned();
                    self.found.insert(id, comment);
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn text(&mut self, text: &str) -> Result<(), Refusal> {
        if let Some((_, comment)) = self.open.as_mut().filter(|_| self.in_text) {
            comment.text.push_str(text);
        }
        Ok(())
    }
}
