//! A message to the analyst, in the parts that the window puts into words of its language.

use factly_core::said as domain;
use serde::Serialize;
use specta::Type;

/// A sentence of ours in English, in which each `{}` stands for what it names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
pub struct Said {
    pub template: String,
    pub args: Vec<SaidArg>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
#[serde(untagged)]
pub enum SaidArg {
    Said(Said),
    Text(String),
}

impl Said {
    /// Changes the texts that it names, and its template where it names nothing.
    pub(crate) fn each_text(&mut self, change: &mut impl FnMut(&mut String)) {
        if self.args.is_empty() {
            change(&mut self.template);
        }
        for arg in &mut self.args {
            match arg {
                SaidArg::Said(said) => said.each_text(change),
                SaidArg::Text(text) => change(text),
            }
        }
    }
}

impl From<domain::Said> for Said {
    fn from(said: domain::Said) -> Self {
        let args = said.args().iter().cloned().map(Into::into);
        Self { template: said.template().to_owned(), args: args.collect() }
    }
}
wire_from!(Said = domain::Said);

impl From<domain::Arg> for SaidArg {
    fn from(arg: domain::Arg) -> Self {
        match arg {
            domain::Arg::Said(said) => Self::Said(said.into()),
            domain::Arg::Text(text) => Self::Text(text),
        }
    }
}
