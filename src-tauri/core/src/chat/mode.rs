//! The differences between the modes of the chat: tools, prompt, what goes along with a question, and who answers
//! without a model. A turn is carried out the same way in all of them.

use serde_json::Value;

use super::assistant::{self, AssistantMessage};
use super::proposal::{CallFault, CardProposal, read_call};
use super::sources::record::ReplyOrigin;
use super::sources::{SourcePassage, SourcesMode};
use super::tool::{Definition, definitions};
use super::{Graph, prompt};
use crate::discovery::EntityLabel;
use crate::message::UserMessage;

/// An answer without a model: Markdown, and the calls that a model would make.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BuiltInAnswer {
    pub markdown: String,
    pub calls: Vec<(&'static str, Value)>,
    /// Its origin, where it rests on passages.
    pub origin: Option<ReplyOrigin>,
}

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
    fn read_call(&self, name: &str, arguments: &str) -> Result<CardProposal, CallFault>;

    /// Answers without a model.
    fn answer(&self, text: &str, now_ms: i64) -> BuiltInAnswer;

    /// Returns what is answered in the place of a model, which is not asked then.
    fn fixed_answer(&self) -> Option<BuiltInAnswer> {
        None
    }

    /// Returns the passages that an answer of a model may cite; none where its answers are not checked.
    fn citable(&self) -> Option<&[SourcePassage]> {
        None
    }

    /// Returns why the passages were found by their words alone, where their meaning was to be compared.
    fn by_words(&self) -> Option<&UserMessage> {
        None
    }

    /// Returns the passages that what is built in cites.
    fn passages(&self) -> &[SourcePassage] {
        self.citable().unwrap_or_default()
    }
}

/// The five columns: proposals are cards that change them.
pub struct DiscoveryMode {
    pub graph: Graph,
    pub mentions: Vec<EntityLabel>,
    /// Above so many entities the discovery is summarised.
    pub threshold: u32,
    /// The sources' answer to a question that asks nothing of the columns, where no model is asked.
    pub found: Option<SourcesMode>,
}

impl ChatMode for DiscoveryMode {
    fn tools(&self) -> &'static [Definition] {
        definitions()
    }

    fn system_prompt(&self) -> String {
        prompt::system(&self.graph, &self.mentions, self.threshold)
    }

    fn read_call(&self, name: &str, arguments: &str) -> Result<CardProposal, CallFault> {
        read_call(name, arguments, &self.graph)
    }

    fn answer(&self, text: &str, now_ms: i64) -> BuiltInAnswer {
        if let Some(markdown) = self.found.as_ref().and_then(|found| found.extract(text)) {
            return BuiltInAnswer { markdown, calls: Vec::new(), origin: Some(ReplyOrigin::Extract) };
        }
        let reply = assistant::answer(&self.graph, &AssistantMessage { text, mentions: &self.mentions, now_ms });
        BuiltInAnswer { markdown: reply.markdown, calls: reply.calls, origin: None }
    }

    fn passages(&self) -> &[SourcePassage] {
        self.found.as_ref().map(ChatMode::passages).unwrap_or_default()
    }
}
