//! The log events of a turn: names, numbers and ids, never a word of any message.

use serde_json::{Value, json};
use uuid::Uuid;

/// An event of the chat's log.
#[derive(Clone, Debug, PartialEq)]
pub enum ChatLogEvent<'e> {
    MessageReceived { message: Uuid },
    Metrics { phase: &'static str, ms: u64 },
    Retrieval { ids: Vec<&'e str>, scores: Vec<f32> },
    Guard { reason: &'static str },
    Citations { generated: &'e [String], valid: &'e [String], removed: &'e [String] },
    Summary { replaced: usize, summary: Uuid },
    RateLimit,
    Error { error_type: &'static str },
}

impl ChatLogEvent<'_> {
    /// Returns the event as a line of JSON.
    pub fn line(&self, conversation: Uuid, at_ms: i64) -> String {
        let (name, mut fields) = self.fields();
        fields["event"] = json!(name);
        fields["conversationId"] = json!(conversation);
        fields["at"] = json!(at_ms);
        fields.to_string()
    }

    fn fields(&self) -> (&'static str, Value) {
        match self {
            Self::MessageReceived { message } => {
                ("chat.event", json!({ "type": "message_received", "messageId": message }))
            }
            Self::Metrics { phase, ms } => ("chat.metrics", json!({ "phase": phase, "ms": ms })),
            Self::Retrieval { ids, scores } => ("chat.retrieval", json!({ "ids": ids, "scores": scores })),
            Self::Guard { reason } => ("chat.guard", json!({ "reason": reason, "guardUsed": true })),
            Self::Citations { generated, valid, removed } => {
                let (generated, removed) = (ids(generated), ids(removed));
                ("chat.citations", json!({ "generatedIds": generated, "validIds": valid, "removed": removed }))
            }
            Self::Summary { replaced, summary } => {
                ("chat.summary", json!({ "replacedCount": replaced, "summaryId": summary }))
            }
            Self::RateLimit => ("chat.rate_limit", json!({ "ip": "local", "type": "limit" })),
            // What a provider says may quote what was sent to it.
            Self::Error { error_type } => ("chat.error", json!({ "errorType": error_type, "message": error_type })),
        }
    }
}

/// Returns the cited ids; a model may cite words.
fn ids(cited: &[String]) -> Vec<&str> {
    let is_id = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    let ids = cited.iter().filter(|id| id.len() <= 64 && id.chars().all(is_id));
    ids.map(String::as_str).collect()
}
