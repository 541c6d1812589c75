//! Texts of cells, with runs of their own fonts.

use crate::inline;
use crate::refusal::Refusal;
use crate::sheet::styles::FontLook;
use crate::xml::{Handler, Ns, ReadFlow, XmlElement};

/// The texts that cells refer to.
#[derive(Default)]
pub(super) struct Strings {
    pub(super) texts: Vec<Box<str>>,
    text: RichText,
}

/// A text as its runs come.
#[derive(Default)]
pub(super) struct RichText {
    text: String,
    run: String,
    font: FontLook,
    in_font: bool,
    in_text: bool,
}

impl RichText {
    /// Begins an element of a text.
    pub(super) fn begin(&mut self, element: &XmlElement<'_>) {
        match element.local {
            "t" => self.in_text = true,
            "r" => self.font = FontLook::default(),
            "rPr" => self.in_font = true,
            _ if self.in_font => self.font.take(element),
            _ => {}
        }
    }

    pub(super) fn end(&mut self, local: &str) {
        match local {
            "t" => {
                self.in_text = false;
                let run = std::mem::take(&mut self.run);
                inline::add(&mut self.text, &self.font.looks(), &unescaped(&run));
            }
            "r" => self.font = FontLook::default(),
            "rPr" => self.in_font = false,
            _ => {}
        }
    }

    pub(super) fn push(&mut self, text: &str) {
        if self.in_text {
            self.run.push_str(text);
        }
    }

    pub(super) fn take(&mut self) -> String {
        std::mem::take(self).text
    }
}

impl Handler for Strings {
    fn start(&mut self, element: &XmlElement<'_>) -> Result<ReadFlow, Refusal> {
        if element.local == "rPh" {
            return Ok(ReadFlow::Skip);
        }
        self.text.begin(element);
        Ok(ReadFlow::Enter)
    }

    fn end(&mut self, _: Ns, local: &str) -> Result<(), Refusal> {
        self.text.end(local);
        if local == "si" {
            self.texts.push(self.text.take().into());
        }
        Ok(())
    }

    fn text(&mut self, text: &str) -> Result<(), Refusal> {
        self.text.push(text);
        Ok(())
    }
}

/// A text without its escapes: `_x000D_` is a character, and `_x005F_` the sign that begins such an escape.
pub(super) fn unescaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("_x") {
        out.push_str(&rest[..at]);
        let code = rest.as_bytes()[at..].get(2..7).filter(|code| code[4] == b'_');
        let code = code.and_then(|code| str::from_utf8(&code[..4]).ok());
        match code.and_then(|code| u32::from_str_radix(code, 16).ok()).and_then(char::from_u32) {
            Some(char) => {
                out.push(char);
                rest = &rest[at + 7..];
            }
            None => {
                out.push_str("_x");
                rest = &rest[at + 2..];
            }
        }
    }
    out + rest
}
