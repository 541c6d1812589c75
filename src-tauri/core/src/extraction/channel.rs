//! Answers of models that write thoughts, remarks and the answer into channels of one text.

const CHANNEL: &str = "<|channel|>";
const MESSAGE: &str = "<|message|>";

/// The answer of a text with channels: that of the last final one, up to its end. None where a text has no channels;
/// empty where the answer is not there yet.
pub fn final_channel(text: &str) -> Option<&str> {
    let mut answer = None;
    for part in text.split(CHANNEL).skip(1) {
        answer = answer.or(Some(""));
        let Some((head, message)) = part.split_once(MESSAGE) else { continue };
        // The name of a channel may be followed by the form that its message has to have.
        if head.split(|char: char| !char.is_ascii_alphabetic()).next() == Some("final") {
            answer = Some(message.split("<|").next().unwrap_or_default());
        }
    }
    answer
}

const START: &str = "<|start|>";

/// A text with channels while it comes: what of it is the answer.
#[derive(Debug, Default)]
pub struct ChannelReader {
    /// Text that came and is not told apart yet.
    pending: String,
    part: ChannelPart,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum ChannelPart {
    /// The first characters, which show whether there are channels.
    #[default]
    Beginning,
    /// A text without channels.
    Plain,
    /// Up to the next message, whose channel is named before it.
    Head,
    Answer,
}

impl ChannelReader {
    /// Takes more of the text, and returns what more of the answer is known.
    pub fn read(&mut self, more: &str) -> String {
        if self.part == ChannelPart::Plain {
            return more.to_owned();
        }
        self.pending.push_str(more);
        let mut answer = String::new();
        while self.step(&mut answer) {}
        answer
    }

    /// Returns the rest at the end of the text.
    pub fn rest(&mut self) -> String {
        let pending = std::mem::take(&mut self.pending);
        if matches!(self.part, ChannelPart::Beginning | ChannelPart::Answer) { pending } else { String::new() }
    }

    /// Takes one part off what is pending. Returns whether there may be another.
    fn step(&mut self, answer: &mut String) -> bool {
        match self.part {
            ChannelPart::Beginning => {
                let begins = self.pending.trim_start();
                if [CHANNEL, START].iter().any(|mark| begins.starts_with(mark)) {
                    self.part = ChannelPart::Head;
                } else if ![CHANNEL, START].iter().any(|mark| mark.starts_with(begins)) {
                    self.part = ChannelPart::Plain;
                    answer.push_str(&std::mem::take(&mut self.pending));
                    return false;
                }
                self.part == ChannelPart::Head
            }
            ChannelPart::Plain => false,
            ChannelPart::Head => {
                let Some(at) = self.pending.find(MESSAGE) else {
                    // Thoughts are not kept: what a head begins with is all that counts.
                    let retained_from = self.pending.rfind(CHANNEL).or_else(|| self.pending.rfind('<'));
                    self.pending.drain(..retained_from.unwrap_or(self.pending.len()));
                    return false;
                };
                let named = self.pending[..at].rsplit_once(CHANNEL).map_or("", |(_, name)| name);
                let is_final = named.split(|char: char| !char.is_ascii_alphabetic()).next() == Some("final");
                self.part = if is_final { ChannelPart::Answer } else { ChannelPart::Head };
                self.pending.drain(..at + MESSAGE.len());
                true
            }
            ChannelPart::Answer => {
                let end = self.pending.find("<|");
                let sure = end.unwrap_or_else(|| self.pending.trim_end_matches('<').len());
                answer.extend(self.pending.drain(..sure));
                self.part = if end.is_some() { ChannelPart::Head } else { ChannelPart::Answer };
                end.is_some()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{ChannelReader, final_channel};

    #[test]
    fn an_answer_is_the_same_however_its_text_comes() {
        let thought = "<|channel|>analysis<|message|>Draft: 1 < 2<|end|><|start|>assistant";
        let answered = format!("{thought}<|channel|>final <|constrain|>json<|message|>Two <b> a<|return|>");
        for (text, expected) in [
            ("No channels: 1 <| 2", "No channels: 1 <| 2"),
            ("  <b>", "  <b>"),
            ("<|", "<|"),
            (&*answered, "Two <b> a"),
            (&*format!("<|start|>assistant{answered}"), "Two <b> a"),
            (thought, ""),
            ("<|channel|>final<|message|>cut <", "cut <"),
        ] {
            for length in 1..=text.len() {
                let mut reader = ChannelReader::default();
                let parts = text.as_bytes().chunks(length).map(|part| str::from_utf8(part).expect("ASCII"));
                let answer: String = parts.map(|part| reader.read(part)).collect();
                assert_eq!(answer + &reader.rest(), expected, "{text} by {length}");
            }
        }
    }

    #[test]
    fn the_final_channel_is_the_answer() {
        let check = |text: &str, expected: Option<&str>, why: &str| assert_eq!(final_channel(text), expected, "{why}");
        let thought = "<|channel|>analysis<|message|>Draft: {1}<|end|><|start|>assistant";
        check("{2}", None, "a text without channels");
        check(&format!("{thought}<|channel|>final<|message|>{{2}}<|return|>"), Some("{2}"), "after the thoughts");
        check(&format!("{thought}<|channel|>final <|constrain|>json<|message|>{{2}}"), Some("{2}"), "with its form");
        check(thought, Some(""), "thoughts alone answer nothing");
        check("<|channel|>final<|message|>{1}<|end|><|channel|>final<|message|>{2}", Some("{2}"), "the last one");
        check("<|channel|>commentary to=tool<|message|>{1}<|call|>", Some(""), "a call is no answer");
    }
}
