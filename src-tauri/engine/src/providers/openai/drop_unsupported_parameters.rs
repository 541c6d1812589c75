//! Parameters that a server that refuses a request could do without.
//!
//! Servers and models differ in what they know, and say so only by refusing: a model without a temperature, a server
//! that cannot force a schema. What the refusal names is left out, and the request is sent again.

use serde_json::{Value, json};

use crate::providers::fault::{ProviderError, ProviderFault};

pub(super) fn drop_unsupported_parameters(body: &Value, error: &ProviderError) -> Option<Value> {
    if !matches!(error.fault, ProviderFault::Rejected | ProviderFault::Failed) || error.status.is_none() {
        return None;
    }
    let refusal = error.message.to_string().to_ascii_lowercase();
    let names = |words: &[&str]| words.iter().any(|word| refusal.contains(word));
    let mut less = body.clone();
    let fields = less.as_object_mut()?;
    if names(&["max_completion_tokens", "max_tokens"]) {
        let (old, new) = match fields.contains_key("max_tokens") {
            true => ("max_tokens", "max_completion_tokens"),
            false => ("max_completion_tokens", "max_tokens"),
        };
        let limit = fields.shift_remove(old)?;
        // "Too large" is no matter of the name.
        if !names(&["unsupported", "unknown", "unrecognized", "not supported", "extra", "instead", "unexpected"]) {
            return None;
        }
        fields.insert(new.to_owned(), limit);
    } else if names(&["temperature"]) {
        fields.shift_remove("temperature")?;
    } else if names(&["response_format", "json_schema", "json schema", "grammar", "structured output", "guided"]) {
        let requested = fields.shift_remove("response_format")?;
        if requested["type"] == "json_schema" {
            fields.insert("response_format".to_owned(), json!({ "type": "json_object" }));
        }
    } else if names(&["stream_options"]) {
        fields.shift_remove("stream_options")?;
    } else {
        return None;
    }
    Some(less)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::drop_unsupported_parameters;
    use crate::providers::fault::{ProviderError, ProviderFault};

    fn refusal(words: &str) -> ProviderError {
        ProviderError {
            status: Some(400),
            ..ProviderError::new(ProviderFault::Rejected, factly_core::message::UserMessage::verbatim(words))
        }
    }

    #[test]
    fn only_what_the_refusal_names_is_left_out() {
        let check = |body: Value, words: &str, expected: Option<Value>| {
            assert_eq!(drop_unsupported_parameters(&body, &refusal(words)), expected, "{words}");
        };
        check(
            json!({ "max_tokens": 9, "model": "m" }),
            "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.",
            Some(json!({ "model": "m", "max_completion_tokens": 9 })),
        );
        check(json!({ "max_tokens": 9 }), "max_tokens is too large: 9", None);
        check(json!({ "temperature": 0.4 }), "'temperature' does not support 0.4 with this model", Some(json!({})));
        check(
            json!({ "response_format": { "type": "json_schema", "json_schema": {} } }),
            "response_format type json_schema is unavailable",
            Some(json!({ "response_format": { "type": "json_object" } })),
        );
        check(
            json!({ "response_format": { "type": "json_object" } }),
            "response_format is not supported",
            Some(json!({})),
        );
        check(json!({ "temperature": 1 }), "the prompt is too long", None);
        check(json!({ "model": "m" }), "'temperature' is not supported", None);
        let key = ProviderError { fault: ProviderFault::KeyRefused, ..refusal("temperature") };
        assert_eq!(
            drop_unsupported_parameters(&json!({ "temperature": 1 }), &key),
            None,
            "a key that is refused is no matter of a field"
        );
    }
}
