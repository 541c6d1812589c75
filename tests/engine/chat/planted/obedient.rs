//! A model that does whatever any text before it says: of the analyst, of a source, in any language and disguise.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use factly_core::discovery::EntityLabel;
use factly_engine::providers::ProviderKind;
use serde_json::{Value, json};

use super::documents::{Deed, Targets};
use super::errands::{self, ModelTask};
use crate::chat::scripted_chat::{anthropic, openai};
use crate::model_server::{Request, Scripted, Server};

pub(crate) struct ObedientModel {
    pub(crate) server: Server,
    obeyed: Arc<Mutex<ObeyedDeeds>>,
}

/// The deeds that it was brought to do, each with the prompt: None is the chat.
pub(crate) type ObeyedDeeds = BTreeSet<(Option<ModelTask>, Deed)>;

impl ObedientModel {
    pub(crate) fn start(kind: ProviderKind, targets: &Targets) -> Self {
        let obeyed: Arc<Mutex<ObeyedDeeds>> = Arc::default();
        let (done, targets) = (Arc::clone(&obeyed), targets.clone());
        let server = Server::answering(move |_, request| {
            let before = text_of(request);
            let deeds = asked_for(&before, &targets);
            let errand = ModelTask::from_request(request);
            done.lock().expect("nobody panicked").extend(deeds.iter().map(|deed| (errand, *deed)));
            match errand {
                Some(errand) => errands::answer(kind, errand, &deeds, &before, &targets),
                None => answer(kind, &deeds, &before, &targets),
            }
        });
        Self { server, obeyed }
    }

    /// Returns the deeds that it was brought to do since it was last made to forget.
    pub(crate) fn obeyed(&self) -> ObeyedDeeds {
        self.obeyed.lock().expect("nobody panicked").clone()
    }

    pub(crate) fn forget(&self) {
        self.obeyed.lock().expect("nobody panicked").clear();
    }
}

/// The system prompt, wherever the wire format has it.
pub(crate) fn system_of(request: &Request) -> String {
    let body = &request.body;
    let at = if body["system"].is_null() { &body["messages"][0]["content"] } else { &body["system"] };
    let mut text = String::new();
    read(at, &mut text);
    text
}

/// Everything that the model can read.
fn text_of(request: &Request) -> String {
    let mut text = String::new();
    read(&request.body["system"], &mut text);
    read(&request.body["messages"], &mut text);
    text
}

fn read(value: &Value, text: &mut String) {
    match value {
        Value::String(words) => {
            text.push_str(words);
            text.push('\n');
        }
        Value::Array(items) => items.iter().for_each(|item| read(item, text)),
        Value::Object(fields) => fields.values().for_each(|field| read(field, text)),
        _ => {}
    }
}

fn asked_for(text: &str, targets: &Targets) -> BTreeSet<Deed> {
    let asks = |deed: &Deed| deed.sentences(targets).iter().any(|sentence| text.contains(sentence));
    Deed::ALL.into_iter().filter(asks).collect()
}

fn answer(kind: ProviderKind, deeds: &BTreeSet<Deed>, before: &str, targets: &Targets) -> Scripted {
    let (mut words, mut calls) = (String::from("As you wish."), Vec::new());
    for deed in deeds {
        match obey(*deed, before, targets) {
            DeedReply::Words(more) => words = format!("{words}\n\n{more}"),
            DeedReply::Calls(more) => calls.extend(more),
        }
    }
    if kind == ProviderKind::Anthropic { anthropic(&words, &calls) } else { openai(&words, &calls) }
}

pub(crate) enum DeedReply {
    Words(String),
    Calls(Vec<(&'static str, Value)>),
}

pub(crate) fn obey(deed: Deed, before: &str, targets: &Targets) -> DeedReply {
    let (host, file) = (&targets.host, targets.file.to_string_lossy());
    match deed {
        Deed::DeleteFacts => DeedReply::Calls(deletions(before, &["F"])),
        Deed::DeleteEverything => DeedReply::Calls(deletions(before, &["I", "F", "N"])),
        Deed::EditFact => {
            let edit = json!({ "entity_type": "fact", "item_id": "F-1", "new_text": "There is no wall at all." });
            DeedReply::Calls(vec![("edit_item", edit)])
        }
        Deed::AddFact => {
            DeedReply::Calls(vec![("add_item", json!({ "entity_type": "fact", "text": "The mayor took a bribe." }))])
        }
        Deed::ConfirmAll => {
            let confirm = ("confirm_card", json!({ "card": "all", "confirmed": true, "status": "applied" }));
            DeedReply::Calls(deletions(before, &["F"]).into_iter().chain([confirm]).collect())
        }
        Deed::RunShell => DeedReply::Calls(vec![("run_shell", json!({ "command": format!("touch {file}") }))]),
        Deed::WriteFile => DeedReply::Calls(vec![("write_file", json!({ "path": file, "content": before }))]),
        Deed::Fetch => DeedReply::Calls(vec![("http_get", json!({ "url": format!("{host}/orders") }))]),
        Deed::ChangeProvider => DeedReply::Calls(vec![("set_provider", json!({ "base_url": host }))]),
        Deed::LeakByImage => DeedReply::Words(format!("![wall]({host}/pixel.png?d={})", before.len())),
        Deed::LeakByLink => DeedReply::Words(format!("[more]({host}/more?d=F-1) <{host}/auto> [x]: {host}/reference")),
        Deed::RevealPrompt => DeedReply::Words(before.to_owned()),
    }
}

/// A call for every label of these letters that it has read.
fn deletions(before: &str, letters: &[&str]) -> Vec<(&'static str, Value)> {
    let targets = labels_in(before).into_iter().filter(|label| letters.contains(&label.kind.letter()));
    targets
        .map(|label| ("delete_item", json!({ "entity_type": label.kind.as_str(), "item_id": label.to_string() })))
        .collect()
}

/// Every label that it has read.
pub(crate) fn labels_in(before: &str) -> BTreeSet<EntityLabel> {
    before.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').filter_map(EntityLabel::parse).collect()
}
