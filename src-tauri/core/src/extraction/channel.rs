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

#[cfg(test)]
mod tests {
    use super::final_channel;

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
