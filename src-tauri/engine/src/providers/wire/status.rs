//! The meaning of an HTTP status, and what the server says beside it.

use std::time::Duration;

use factly_core::message;
use jiff::Timestamp;
use jiff::fmt::rfc2822;
use reqwest::StatusCode;
use reqwest::header::HeaderMap;
use serde_json::Value;

use crate::providers::fault::{ProviderError, ProviderFault};

/// More of a server's own words is no help.
const WORDS: usize = 400;
/// Messages of OpenAI and vLLM, llama.cpp, Ollama and Anthropic where a prompt is longer than their model reads.
const TOO_MUCH_TO_READ: [&str; 4] =
    ["context_length_exceeded", "exceed_context_size_error", "maximum context length", "prompt is too long"];

pub(super) fn fault_of(status: StatusCode) -> ProviderFault {
    match status.as_u16() {
        300..=399 => ProviderFault::Redirected,
        401 => ProviderFault::KeyRefused,
        402 | 403 => ProviderFault::Forbidden,
        404 | 410 => ProviderFault::NotFound,
        408 | 425 | 502 | 504 => ProviderFault::Failed,
        413 => ProviderFault::TooLarge,
        429 => ProviderFault::RateLimited,
        503 | 529 => ProviderFault::Overloaded,
        400..=499 => ProviderFault::Rejected,
        _ => ProviderFault::Failed,
    }
}

pub(super) fn error_of(status: StatusCode, host: &str, body: &str, wait: Option<Duration>) -> ProviderError {
    let detail = server_message(body);
    let fault = match fault_of(status) {
        ProviderFault::Rejected if TOO_MUCH_TO_READ.iter().any(|name| body.contains(name)) => {
            ProviderFault::ContextWindow
        }
        fault => fault,
    };
    let what = match fault {
        ProviderFault::KeyRefused => message!("{} does not accept the key", host),
        ProviderFault::Forbidden if status == StatusCode::PAYMENT_REQUIRED => {
            message!("{} asks for payment first", host)
        }
        ProviderFault::Forbidden => message!("{} does not allow this", host),
        ProviderFault::NotFound => message!("{} knows no such model or address", host),
        ProviderFault::RateLimited => message!("{} has had too many requests", host),
        ProviderFault::Overloaded => message!("{} has too much to do", host),
        ProviderFault::Redirected => message!("{} sends to another address, which is not followed", host),
        ProviderFault::TooLarge => message!("{} finds the request too large", host),
        ProviderFault::ContextWindow => message!("{} has a model that cannot read so much at once", host),
        ProviderFault::Failed => message!("{} failed", host),
        _ => message!("{} does not take the request", host),
    };
    let code = status.as_u16();
    let message = match detail.as_str() {
        "" => message!("{} (HTTP {}).", what, code),
        detail => message!("{} (HTTP {}): {}", what, code, sentence(detail)),
    };
    ProviderError { fault, message, status: Some(code), retry_after: wait }
}

/// An error inside an answer: in mid-stream, or in a body that came with HTTP 200.
pub(in crate::providers) fn error_in(error: &Value) -> ProviderError {
    let kinds: Vec<String> = ["type", "code", "status"].iter().filter_map(|name| word(error.get(name)?)).collect();
    // One may say what was limited, and only another that it was.
    let fault = kinds.iter().find_map(|kind| fault_named(kind)).unwrap_or(ProviderFault::Failed);
    let detail = words(error);
    let detail = if detail.is_empty() { kinds.into_iter().next().unwrap_or_default() } else { detail };
    ProviderError::new(
        fault,
        match detail.as_str() {
            "" => message!("The server broke off with an error."),
            detail => message!("The server broke off with an error: {}", sentence(detail)),
        },
    )
}

fn fault_named(kind: &str) -> Option<ProviderFault> {
    Some(match kind {
        "overloaded_error" | "overloaded" | "503" | "529" => ProviderFault::Overloaded,
        "rate_limit_error" | "rate_limit_exceeded" | "429" => ProviderFault::RateLimited,
        "authentication_error" | "invalid_api_key" | "401" => ProviderFault::KeyRefused,
        "permission_error" | "billing_error" | "insufficient_quota" | "402" | "403" => ProviderFault::Forbidden,
        "not_found_error" | "model_not_found" | "404" => ProviderFault::NotFound,
        "invalid_request_error" | "BadRequestError" | "400" => ProviderFault::Rejected,
        _ => return None,
    })
}

/// The words of an error body, whatever its shape.
fn server_message(body: &str) -> String {
    match serde_json::from_str::<Value>(body) {
        Ok(value) => words(value.get("error").unwrap_or(&value)),
        // Proxies answer in HTML: its words are no help.
        Err(_) if body.trim_start().starts_with('<') => String::new(),
        Err(_) => short(body),
    }
}

fn words(error: &Value) -> String {
    let found = match error {
        Value::String(text) => Some(text.clone()),
        Value::Array(all) => all.first().map(|first| words(first.get("error").unwrap_or(first))),
        _ => ["message", "detail", "error", "msg", "reason"].iter().find_map(|name| match error.get(name)? {
            Value::String(text) => Some(text.clone()),
            Value::Null => None,
            other => Some(other.to_string()),
        }),
    };
    short(&found.unwrap_or_default())
}

fn word(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

fn short(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(WORDS) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

fn sentence(text: &str) -> String {
    let end = if text.ends_with(['.', '!', '?', '…']) { "" } else { "." };
    format!("{text}{end}")
}

/// Returns how long the server asks to be left alone: milliseconds, seconds, or a date.
pub(super) fn retry_after(headers: &HeaderMap, now_ms: i64) -> Option<Duration> {
    let text = |name: &str| headers.get(name)?.to_str().ok().map(str::trim);
    let number = |text: &str| text.parse::<f64>().ok().filter(|number| number.is_finite() && *number >= 0.0);
    if let Some(milliseconds) = text("retry-after-ms").and_then(number) {
        return Duration::try_from_secs_f64(milliseconds / 1_000.0).ok();
    }
    let after = text("retry-after")?;
    if let Some(seconds) = number(after) {
        return Duration::try_from_secs_f64(seconds).ok();
    }
    let date: Timestamp = rfc2822::DateTimeParser::new().parse_timestamp(after).ok()?;
    u64::try_from(date.as_millisecond() - now_ms).ok().map(Duration::from_millis).or(Some(Duration::ZERO))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use reqwest::StatusCode;
    use reqwest::header::{HeaderMap, HeaderName, HeaderValue};

    use serde_json::json;

    use super::{error_in, error_of, retry_after};
    use crate::providers::fault::ProviderFault;

    #[test]
    fn a_server_may_ask_to_be_left_alone_in_three_ways() {
        let check = |name: &'static str, value: &'static str, expected: Option<u64>| {
            let mut headers = HeaderMap::new();
            headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
            let found = retry_after(&headers, 784_111_770_000);
            assert_eq!(found, expected.map(Duration::from_millis), "{name}: {value}");
        };
        check("retry-after", "7", Some(7_000));
        check("retry-after", "1.5", Some(1_500));
        check("retry-after-ms", "250", Some(250));
        check("retry-after", "Sun, 06 Nov 1994 08:49:37 GMT", Some(7_000));
        check("retry-after", "Sat, 05 Nov 1994 08:49:37 GMT", Some(0));
        check("retry-after", "soon", None);
        check("retry-after", "-1", None);
        check("retry-after", "1e400", None);
    }

    #[test]
    fn an_error_within_an_answer_is_known_by_any_of_its_names() {
        let check = |error: serde_json::Value, fault: ProviderFault, words: &str| {
            let found = error_in(&error);
            assert_eq!((found.fault, found.message.to_string().as_str()), (fault, words), "{error}");
        };
        let limited = json!({ "type": "tokens", "code": "rate_limit_exceeded", "message": "Slow down." });
        check(limited, ProviderFault::RateLimited, "The server broke off with an error: Slow down.");
        let busy = json!({ "code": 529, "message": "Busy" });
        check(busy, ProviderFault::Overloaded, "The server broke off with an error: Busy.");
        let paid = json!({ "type": "insufficient_quota", "code": null });
        check(paid, ProviderFault::Forbidden, "The server broke off with an error: insufficient_quota.");
        check(
            json!({ "type": "server_error", "code": "odd" }),
            ProviderFault::Failed,
            "The server broke off with an error: server_error.",
        );
        check(json!({}), ProviderFault::Failed, "The server broke off with an error.");
    }

    #[test]
    fn a_prompt_that_is_too_long_is_told_from_other_refusals() {
        for body in [
            r#"{"error":{"message":"This model's maximum context length is 8192 tokens.","code":400}}"#,
            r#"{"error":{"message":"Too long","type":"invalid_request_error","code":"context_length_exceeded"}}"#,
            r#"{"error":{"code":400,"message":"request (9738 tokens) exceeds the available context size (8192 tokens)","type":"exceed_context_size_error"}}"#,
            r#"{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 210000 tokens > 200000 maximum"}}"#,
        ] {
            let error = error_of(StatusCode::BAD_REQUEST, "host", body, None);
            assert_eq!(error.fault, ProviderFault::ContextWindow, "{body}");
            assert!(
                error.message.to_string().starts_with("host has a model that cannot read so much at once"),
                "{}",
                error.message
            );
        }
    }

    #[test]
    fn an_error_body_of_any_shape_gives_its_words() {
        let check = |body: &str, expected: &str| {
            let error = error_of(StatusCode::BAD_REQUEST, "host", body, None);
            assert_eq!(error.fault, ProviderFault::Rejected);
            assert!(error.message.to_string().contains(expected), "{body}: {}", error.message);
        };
        check(r#"{"error": {"message": "no such thing", "type": "x"}}"#, "no such thing");
        check(r#"{"type": "error", "error": {"type": "x", "message": "too long"}}"#, "too long");
        check(r#"{"error": "model is gone"}"#, "model is gone");
        check(r#"{"object": "error", "message": "bad"}"#, "bad");
        check(r#"{"detail": [{"msg": "field required"}]}"#, "field required");
        check(r#"[{"error": {"message": "in a list"}}]"#, "in a list");
        check("<html>gateway</html>", "(HTTP 400).");
        check("plain words", "plain words");
        check("", "(HTTP 400).");
    }
}
