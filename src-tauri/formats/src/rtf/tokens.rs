//! RTF as a stream: groups, control words with their numbers, and bytes of text.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RtfToken<'a> {
    Open,
    Close,
    /// A control word; without a number where there is none.
    Word(&'a str, Option<i32>),
    /// A control sign: `~`, `*`.
    Sign(u8),
    /// A byte in the code page that holds.
    Byte(u8),
}

/// The tokens of a file. It never fails: what cannot be one is left out.
pub(crate) struct Tokens<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Tokens<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// Leaves out bytes that are no text, as `\bin` announces.
    pub(crate) fn leave_out(&mut self, bytes: usize) {
        self.at = self.at.saturating_add(bytes).min(self.bytes.len());
    }

    fn control(&mut self) -> Option<RtfToken<'a>> {
        let first = *self.bytes.get(self.at)?;
        if first == b'\'' {
            let code = self.bytes.get(self.at + 1..self.at + 3).and_then(|code| str::from_utf8(code).ok());
            self.leave_out(3);
            return Some(RtfToken::Byte(code.and_then(|code| u8::from_str_radix(code, 16).ok()).unwrap_or(b'?')));
        }
        if !first.is_ascii_alphabetic() {
            self.at += 1;
            return Some(match first {
                // An escaped line end is a paragraph.
                b'\n' | b'\r' => RtfToken::Word("par", None),
                b'\\' | b'{' | b'}' => RtfToken::Byte(first),
                sign => RtfToken::Sign(sign),
            });
        }
        let word = self.run(u8::is_ascii_alphabetic);
        let from = self.at;
        if self.bytes.get(self.at) == Some(&b'-') {
            self.at += 1;
        }
        self.run(u8::is_ascii_digit);
        let number = str::from_utf8(&self.bytes[from..self.at]).ok().and_then(|number| number.parse().ok());
        if self.bytes.get(self.at) == Some(&b' ') {
            self.at += 1;
        }
        Some(RtfToken::Word(str::from_utf8(word).unwrap_or_default(), number))
    }

    fn run(&mut self, is_in: fn(&u8) -> bool) -> &'a [u8] {
        let rest = &self.bytes[self.at..];
        let length = rest.iter().take_while(|byte| is_in(byte)).count();
        self.at += length;
        &rest[..length]
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = RtfToken<'a>;

    fn next(&mut self) -> Option<RtfToken<'a>> {
        loop {
            let byte = *self.bytes.get(self.at)?;
            self.at += 1;
            match byte {
                b'{' => return Some(RtfToken::Open),
                b'}' => return Some(RtfToken::Close),
                b'\\' => return self.control(),
                b'\r' | b'\n' | 0 => {}
                byte => return Some(RtfToken::Byte(byte)),
            }
        }
    }
}
