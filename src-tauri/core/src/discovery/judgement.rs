//! The request to a model to judge texts, and its answer: whether an edit touches what rests on it, and whether texts
//! of a column say the same.
//!
//! Both are one question: of each of these, by its label, yes or no, and why. Reading an answer never fails: what it
//! does not answer, or answers twice in two ways, is left out, and the caller's own rules decide that. Texts stand in
//! the prompt as JSON, each on a line of its own, so that none can begin a line.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use serde_json::{Value, json};

use super::derivation::{MATERIAL, Premise};
use super::status::MarkEvent;
use super::{EntityKind, EntityLabel};
use crate::extraction::ops::{ListQuery, list};
use crate::fields::ObjectFields;

/// More than this is not judged in one answer.
pub const MOST_JUDGED: usize = 200;
/// As much of a text as a judgement needs.
const MAX_TEXT_CHARS: usize = 2_000;
/// A reason is a sentence.
const MAX_REASON_CHARS: usize = 300;

/// The question about each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JudgementQuestion {
    /// Asks whether an edit touches it.
    Touched,
    /// Asks whether it says the same.
    Same,
}

impl JudgementQuestion {
    /// The field of an answer.
    const fn field(self) -> &'static str {
        match self {
            Self::Touched => "touched",
            Self::Same => "same",
        }
    }
}

/// An answer about one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    pub yes: bool,
    pub reason: String,
}

/// A change of what is said in one place, on which others rest.
#[derive(Clone, Copy, Debug)]
pub struct EntityChange<'t> {
    pub of: EntityLabel,
    pub what: MarkEvent,
    /// The text that held before, if any did.
    pub was: Option<&'t str>,
    /// The text that holds now, if any does.
    pub is: Option<&'t str>,
}

/// Asks which of `dependants` a change touches.
pub fn impact_prompt(change: EntityChange<'_>, dependants: &[Premise]) -> String {
    let EntityChange { of, what, was, is } = change;
    let (was, is) = (was.map(abridged), is.map(abridged));
    let subject = json!({ "label": of.to_string(), "what": what.as_str(), "was": was, "is": is });
    written(IMPACT, "The change", &subject, "What rests on it", dependants, JudgementQuestion::Touched)
}

/// Asks which of `candidates` say the same as a text that is to stand beside them.
pub fn duplicates_prompt(kind: EntityKind, text: &str, candidates: &[Premise]) -> String {
    let subject = json!({ "type": kind.as_str(), "text": abridged(text) });
    written(DUPLICATES, "The new text", &subject, "What stands there", candidates, JudgementQuestion::Same)
}

/// Returns the schema of an answer, for providers that can force it.
pub fn schema(question: JudgementQuestion) -> Value {
    json!({
        "type": "object",
        "additionalProperties": false,
        "required": ["judgements"],
        "properties": {"judgements": {"type": "array", "maxItems": MOST_JUDGED, "items": {
            "type": "object",
            "additionalProperties": false,
            "required": ["label", question.field(), "reason"],
            "properties": {
                "label": {"type": "string"},
                question.field(): {"type": "boolean"},
                "reason": {"type": "string", "maxLength": MAX_REASON_CHARS},
            },
        }}},
    })
}

/// Reads an answer about `labels`. An error says why nothing of it can be used.
///
/// # Errors
/// When there is no judgement about any of them in it.
pub fn read(
    raw: &str,
    question: JudgementQuestion,
    labels: &BTreeSet<EntityLabel>,
) -> Result<BTreeMap<EntityLabel, Judgement>, String> {
    let sought = ListQuery {
        items: "judgements",
        lists: &["judgements", "answers", "results", "items"],
        marks: ("label", &["touched", "same"]),
    };
    let found = list(raw, &sought)?;
    let mut judged: BTreeMap<EntityLabel, Option<Judgement>> = BTreeMap::new();
    // The last one may be half a sentence, but its yes or no is whole or missing.
    for item in &found.items {
        let Some((label, judgement)) = one(item.get(), question) else { continue };
        if !labels.contains(&label) {
            continue;
        }
        // Yes and no about one label is no answer.
        judged
            .entry(label)
            .and_modify(|known| {
                if known.as_ref().is_some_and(|known| known.yes != judgement.yes) {
                    *known = None;
                }
            })
            .or_insert(Some(judgement));
    }
    let judged = BTreeMap::from_iter(judged.into_iter().filter_map(|(label, found)| Some((label, found?))));
    if judged.is_empty() { Err("it judges nothing that was asked about".to_owned()) } else { Ok(judged) }
}

fn one(raw: &str, question: JudgementQuestion) -> Option<(EntityLabel, Judgement)> {
    let fields = serde_json::from_str::<ObjectFields<'_, Value>>(raw).ok()?.0;
    let field =
        |name: &str| fields.iter().rev().find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value);
    let label = EntityLabel::parse(field("label").or_else(|| field("id"))?.as_str()?.trim())?;
    let yes = match field(question.field())? {
        Value::Bool(yes) => *yes,
        Value::String(word) => match word.trim().to_ascii_lowercase().as_str() {
            "yes" | "true" => true,
            "no" | "false" => false,
            _ => return None,
        },
        _ => return None,
    };
    let reason = field("reason").and_then(Value::as_str).unwrap_or_default();
    let reason: Vec<&str> = reason.split_whitespace().collect();
    Some((label, Judgement { yes, reason: cut(&reason.join(" "), MAX_REASON_CHARS) }))
}

fn written(
    task: &str,
    of: &str,
    subject: &Value,
    among: &str,
    given: &[Premise],
    question: JudgementQuestion,
) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "{task}\n\n{MATERIAL}\n\n{of}:\n{subject}\n\n{among} (label, text):");
    for one in given {
        let _ = writeln!(out, "{}", json!({ "label": one.label.to_string(), "text": abridged(&one.text) }));
    }
    let first = given.first().map_or_else(|| "F-1".to_owned(), |one| one.label.to_string());
    let form = json!({ "judgements": [{ "label": first, question.field(): true, "reason": "…" }] });
    let _ =
        writeln!(out, "\nJudge every one of them. Answer with one JSON object of this form, and nothing else:\n{form}");
    out
}

fn abridged(text: &str) -> String {
    cut(text, MAX_TEXT_CHARS)
}

fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", text[..end].trim_end()),
        None => text.to_owned(),
    }
}

const IMPACT: &str = "\
A statement was edited, accepted, rejected or superseded by another, and other statements rest on it. Judge for each of those whether the change touches it.

Rules:
- was is what held before, is is what holds now: null where nothing did or does. What was accepted was only proposed until now; what was rejected is not said any more.
- touched is true if it repeats what changed, follows from what changed, or may not hold any more.
- touched is false if it rests only on what stayed as it was, or if the change is one of spelling or wording and not of what is said.
- When in doubt, touched is true.
- reason: one sentence on what of the change it uses, or why it does not.";

const DUPLICATES: &str = "\
A text is to be added to a column of statements. Judge for each of those that stand there whether it says the same.

Rules:
- same is true if one idea is said twice, in whatever words, units, date forms or order.
- same is false if a number, unit, name, date, direction or denial differs, or if they only speak of the same thing.
- When in doubt, same is false.
- reason: one sentence on what makes them the same, or what differs.";
