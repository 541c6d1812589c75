//! A message to the analyst, in the parts that the window puts into words of its language.

use factly_core::message as domain;
use serde::Serialize;
use specta::Type;

/// A sentence of ours in English, in which each `{}` stands for what it names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
pub struct UserMessage {
    pub template: String,
    pub args: Vec<SaidArg>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
#[serde(untagged)]
pub enum SaidArg {
    UserMessage(UserMessage),
    Text(String),
}

impl UserMessage {
    /// Changes the texts that it names, and its template where it names nothing.
    pub(crate) fn each_text(&mut self, change: &mut impl FnMut(&mut String)) {
        if self.args.is_empty() {
            change(&mut self.template);
        }
        for arg in &mut self.args {
            match arg {
                SaidArg::UserMessage(nested) => nested.each_text(change),
                SaidArg::Text(text) => change(text),
            }
        }
    }
}

impl From<domain::UserMessage> for UserMessage {
    fn from(text: domain::UserMessage) -> Self {
        let args = text.args().iter().cloned().map(Into::into);
        Self { template: text.template().to_owned(), args: args.collect() }
    }
}
wire_from!(UserMessage = domain::UserMessage);

impl From<domain::MessageArg> for SaidArg {
    fn from(arg: domain::MessageArg) -> Self {
        match arg {
            domain::MessageArg::Message(nested) => Self::UserMessage(nested.into()),
            domain::MessageArg::Text(text) => Self::Text(text),
        }
    }
}
