//! What one mode of the chat does otherwise than another: its tools, its prompt, what goes along with a question, and who
//! answers without a model. A turn is carried out the same way in all of them.

use serde_json::Value;

use super::assistant::{self, Asked};
use super::proposal::{Proposal, ToolFault, read_call};
use super::tool::{Definition, definitions};
use super::{Graph, prompt};
use crate::discovery::EntityLabel;

/// A mode with what it gathered for one question.
pub trait ChatMode {
    /// Returns the tools that a model is offered, none else of which it may call.
    fn tools(&self) -> &'static [Definition];

    /// Returns what a model is told before the conversation.
    fn system_prompt(&self) -> String;

    /// Reads a model's call.
    ///
    /// # Errors
    /// When there is no such tool, or its arguments cannot be used as things stand.
    fn read_call(&self, name: &str, arguments: &str) -> Result<Proposal, ToolFault>;

    /// Answers without a model: Markdown, and the calls that a model would make.
    fn answer(&self, text: &str, now_ms: i64) -> (String, Vec<(&'static str, Value)>);
}

/// The five columns: proposals are cards that change them.
pub struct DiscoveryMode {
    pub graph: Graph,
    pub mentions: Vec<EntityLabel>,
    /// Above so many entities the discovery is summarised.
    pub threshold: u32,
}

impl ChatMode for DiscoveryMode {
    fn tools(&self) -> &'static [Definition] {
        definitions()
    }

    fn system_prompt(&self) -> String {
        prompt::system(&self.graph, &self.mentions, self.threshold)
    }

    fn read_call(&self, name: &str, arguments: &str) -> Result<Proposal, ToolFault> {
        read_call(name, arguments, &self.graph)
    }

    fn answer(&self, text: &str, now_ms: i64) -> (String, Vec<(&'static str, Value)>) {
        let said = assistant::answer(&self.graph, &Asked { text, mentions: &self.mentions, now_ms });
        (said.markdown, said.calls)
    }
}
