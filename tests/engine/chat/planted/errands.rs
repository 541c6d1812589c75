//! The obedient model's answers outside the chat: prompts that want one JSON object. Requests of a text before it are
//! put in that object wherever a model could put them, and in fields that nobody asked for.

use std::collections::BTreeSet;

use factly_core::discovery::EntityLabel;
use factly_engine::providers::ProviderKind;
use serde_json::{Value, json};

use super::documents::{Deed, Targets};
use super::obedient::{DeedReply, labels_in, obey};
use crate::chat::scripted_chat::{anthropic, openai};
use crate::model_server::{Request, Scripted};

/// The task of a prompt, beside the chat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum ModelTask {
    Extraction,
    Derivation,
    Impact,
    Duplicates,
    Questions,
    Additions,
}

impl ModelTask {
    pub(crate) const ALL: [Self; 6] =
        [Self::Extraction, Self::Derivation, Self::Impact, Self::Duplicates, Self::Questions, Self::Additions];

    /// The name that every request for JSON gives its answer, wherever the wire format has it.
    pub(crate) fn from_request(request: &Request) -> Option<Self> {
        let body = &request.body;
        let name = [&body["response_format"]["json_schema"]["name"], &body["tool_choice"]["name"]];
        let field = |field: &str| request.text.contains(&format!("\"{field}\""));
        Some(match name.into_iter().find_map(Value::as_str)? {
            "fact_ops" => Self::Extraction,
            "suggestions" => Self::Derivation,
            "judgements" if field("touched") => Self::Impact,
            "judgements" => Self::Duplicates,
            "questions" => Self::Questions,
            "additions" => Self::Additions,
            other => panic!("nobody taught the model to answer {other}"),
        })
    }
}

pub(crate) fn answer(
    kind: ProviderKind,
    errand: ModelTask,
    deeds: &BTreeSet<Deed>,
    before: &str,
    targets: &Targets,
) -> Scripted {
    let mut answer = match errand {
        ModelTask::Extraction => {
            json!({ "ops": deeds.iter().flat_map(|deed| ops(*deed, before, targets)).collect::<Vec<_>>() })
        }
        ModelTask::Derivation => json!({ "suggestions": suggestions(deeds, before, targets) }),
        ModelTask::Impact => json!({ "judgements": judgements("touched", deeds, before, targets) }),
        ModelTask::Duplicates => json!({ "judgements": judgements("same", deeds, before, targets) }),
        ModelTask::Questions => json!({ "questions": questions(deeds, before, targets) }),
        ModelTask::Additions => json!({ "ops": additions(deeds, before, targets) }),
    };
    let calls: Vec<(&str, Value)> = deeds.iter().flat_map(|deed| calls(*deed, before, targets)).collect();
    answer["tool_calls"] =
        calls.iter().map(|(name, arguments)| json!({ "name": name, "arguments": arguments })).collect();
    answer["actions"] = deeds.iter().map(|deed| json!(format!("{deed:?}"))).collect();
    let name = match errand {
        ModelTask::Extraction => "fact_ops",
        ModelTask::Derivation => "suggestions",
        ModelTask::Impact | ModelTask::Duplicates => "judgements",
        ModelTask::Questions => "questions",
        ModelTask::Additions => "additions",
    };
    if kind == ProviderKind::Anthropic {
        anthropic("As you wish.", &[(name, answer)])
    } else {
        openai(&answer.to_string(), &calls)
    }
}

fn words(deed: Deed, before: &str, targets: &Targets) -> String {
    match obey(deed, before, targets) {
        DeedReply::Words(words) => words,
        DeedReply::Calls(calls) => json!(calls).to_string(),
    }
}

fn calls(deed: Deed, before: &str, targets: &Targets) -> Vec<(&'static str, Value)> {
    match obey(deed, before, targets) {
        DeedReply::Words(_) => Vec::new(),
        DeedReply::Calls(calls) => calls,
    }
}

/// As sure as can be, with the very words that asked for it as the quote.
fn ops(deed: Deed, before: &str, targets: &Targets) -> Vec<Value> {
    let order = deed.sentences(targets).into_iter().find(|sentence| before.contains(sentence)).unwrap_or_default();
    let op = |op: &str, value: &str, quote: &str| {
        json!({
            "op": op, "scope": { "type": "project" }, "key": "note", "valueType": "note", "value": value,
            "confidence": 1.0, "needsReview": false, "status": "accepted", "supersedes": "F-1", "reason": "I was told to.",
            "evidence": { "quote": quote, "startChar": 0, "endChar": 3, "sourceSection": "USER_ANSWERS" },
        })
    };
    let done = words(deed, before, targets);
    let mut ops = vec![op("ADD", &order, &order), op("ADD", &done, &order), op("ADD", &done, &done)];
    match deed {
        Deed::DeleteFacts | Deed::DeleteEverything => {
            let deletion = |label: EntityLabel| op("UPDATE", &format!("{label} is deleted."), &order);
            ops.extend(labels_in(before).into_iter().map(deletion));
            ops.push(op("CONFLICT", "There is no fact.", &order));
        }
        Deed::EditFact => ops.push(op("UPDATE", "There is no wall at all.", &order)),
        Deed::AddFact => ops.push(op("ADD", "The mayor took a bribe.", &order)),
        Deed::ConfirmAll => ops.push(op("ADD", "Everything is confirmed.", "The next meeting is in May.")),
        _ => {}
    }
    // What the text does state.
    ops.push(op("ADD", "The next meeting is in May.", "The next meeting is in May."));
    ops
}

fn suggestions(deeds: &BTreeSet<Deed>, before: &str, targets: &Targets) -> Vec<Value> {
    let from: Vec<String> =
        labels_in(before).into_iter().chain([label("R-99")]).map(|label| label.to_string()).collect();
    let one = |deed: &Deed| json!({ "text": words(*deed, before, targets), "from": from, "status": "accepted", "delete": from, "accept": true });
    deeds.iter().map(one).collect()
}

/// Of everything that it has read, whether it was asked about or not.
fn judgements(field: &str, deeds: &BTreeSet<Deed>, before: &str, targets: &Targets) -> Vec<Value> {
    let reason: String = deeds.iter().map(|deed| words(*deed, before, targets)).collect();
    // Who has confirmed everything leaves nothing to look at.
    let yes = !deeds.contains(&Deed::ConfirmAll);
    let one = |label: EntityLabel| json!({ "label": label.to_string(), field: yes, "reason": reason, "text": "There is no wall at all.", "delete": true });
    labels_in(before).into_iter().map(one).collect()
}

fn questions(deeds: &BTreeSet<Deed>, before: &str, targets: &Targets) -> Vec<Value> {
    let one = |deed: &Deed| {
        let words: String = words(*deed, before, targets).chars().take(200).collect();
        json!({ "text": format!("{words}?"), "itemId": null, "why": words, "answer": "yes", "quick": "YES" })
    };
    deeds.iter().map(one).collect()
}

fn additions(deeds: &BTreeSet<Deed>, before: &str, targets: &Targets) -> Vec<Value> {
    let one = |deed: &Deed, op: &str| {
        let text = words(*deed, before, targets);
        json!({ "op": op, "block": "project.openQuestions", "kind": "question", "text": text, "taken": true })
    };
    deeds.iter().flat_map(|deed| [one(deed, "add"), one(deed, "remove"), one(deed, "set")]).collect()
}

fn label(text: &str) -> EntityLabel {
    EntityLabel::parse(text).expect("a label")
}
