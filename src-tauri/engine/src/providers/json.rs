//! The JSON in a model's answer: bare, fenced, or with its thoughts and pleasantries around it.
//!
//! Nothing is mended here. An answer whose JSON is broken is no answer; the one place that mends is the reading of ops,
//! whose every quote is checked afterwards.

use factly_core::extraction::final_channel;
use factly_core::message;
use factly_core::message::UserMessage;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::providers::fault::{ProviderError, ProviderFault};
use crate::providers::reply::{Finish, ProviderReply, ReplyOutcome};

impl ProviderReply {
    /// The answer of [`super::Provider::answer`] as `T`: only of an answer that came to its end.
    pub fn json<T: DeserializeOwned>(&self) -> Result<T, ProviderError> {
        match &self.end {
            ReplyOutcome::Done(Finish::Stop | Finish::ToolCalls) => {}
            ReplyOutcome::Done(Finish::Length) => {
                return Err(wrong("The answer reached its limit of tokens before its end."));
            }
            ReplyOutcome::Done(Finish::Filtered) => return Err(wrong("The provider withheld the answer.")),
            ReplyOutcome::Stopped => return Err(wrong("The answer was stopped before its end.")),
            ReplyOutcome::Failed(error) => return Err(error.clone()),
        }
        let value = object(&self.text).ok_or_else(|| wrong(message!("The answer holds no JSON.")))?;
        serde_json::from_value(value)
            .map_err(|error| wrong(message!("The answer's JSON is not of the shape that was asked for: {}.", error)))
    }
}

fn wrong(message: impl Into<UserMessage>) -> ProviderError {
    ProviderError::new(ProviderFault::Malformed, message)
}

/// The first whole object or list that stands outside a model's thoughts.
fn object(text: &str) -> Option<Value> {
    let text = without_thoughts(text);
    let mut at = 0;
    while let Some(next) = text[at..].find(['{', '[']) {
        at += next;
        let mut values = serde_json::Deserializer::from_str(&text[at..]).into_iter::<Value>();
        match values.next() {
            Some(Ok(value)) => return Some(value),
            // A brace in a sentence; what stands inside a broken object is no answer.
            _ if text[at..].starts_with("{\"") || text[at..].starts_with("[{") => return None,
            _ => at += 1,
        }
    }
    None
}

/// Returns the text without what is thought aloud. Thoughts that never end leave nothing.
fn without_thoughts(text: &str) -> &str {
    if let Some(answer) = final_channel(text) {
        return answer;
    }
    match text.rfind("</think>") {
        Some(end) => &text[end + "</think>".len()..],
        None if text.trim_start().starts_with("<think>") => "",
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::providers::reply::{Finish, ProviderReply, ReplyOutcome, Usage};

    fn reply(text: &str, end: ReplyOutcome) -> ProviderReply {
        ProviderReply { text: text.to_owned(), calls: Vec::new(), usage: Usage::default(), model: None, end }
    }

    #[test]
    fn json_is_found_where_it_stands_and_nowhere_else() {
        let check = |text: &str, expected: Option<Value>| {
            assert_eq!(reply(text, ReplyOutcome::Done(Finish::Stop)).json::<Value>().ok(), expected, "{text}");
        };
        check(r#"{"n": 3}"#, Some(json!({ "n": 3 })));
        check("```json\n{\"n\": 3}\n```", Some(json!({ "n": 3 })));
        check("Here {as asked} it is: {\"n\": 3}. Bye.", Some(json!({ "n": 3 })));
        check("<think>{\"n\": 1}</think>{\"n\": 3}", Some(json!({ "n": 3 })));
        check("<think>{\"n\": 1}", None);
        check(
            "<|channel|>analysis<|message|>{\"n\": 1}<|end|><|channel|>final<|message|>{\"n\": 3}",
            Some(json!({ "n": 3 })),
        );
        check("[1, 2]", Some(json!([1, 2])));
        check("I cannot do that.", None);
        check("\"I cannot do that.\"", None);
        check("{\"a\": {\"b\": 1}", None);
        check("{\"n\": 3", None);
        check("", None);
    }

    #[test]
    fn an_answer_that_did_not_come_to_its_end_is_none() {
        for end in [ReplyOutcome::Done(Finish::Length), ReplyOutcome::Done(Finish::Filtered), ReplyOutcome::Stopped] {
            assert!(reply(r#"{"n": 3}"#, end.clone()).json::<Value>().is_err(), "{end:?}");
        }
    }
}
