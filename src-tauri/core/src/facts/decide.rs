//! The analyst's decisions about a fact: accept, reject, edit, resolve a conflict.
//!
//! Each returns what to write, or why it makes no sense now. Nothing is rewritten: an edit is a new fact that
//! supersedes the old one, and keeps its evidence.

use serde_json::Value as Json;

use super::{Candidate, FactContent, FactRef, NewFact, Route, Scope, SourceKind, Status, text};
use crate::evidence::{Evidence, Missing};
use crate::extraction::salience::Salience;
use crate::keys::{NOTE_KEY, Registry, ValueType};
use crate::message;
use crate::message::{UserMessage, escaped};
use crate::values::{Expect, Value, ValueError, note_norm};

/// A fact as the ledger holds it.
#[derive(Clone, Debug, PartialEq)]
pub struct LedgerFact {
    /// As the store numbers it.
    pub id: i64,
    pub status: Status,
    pub content: FactContent,
}

/// The changes to write.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DecisionChanges {
    /// New statuses of facts of the ledger. None of them needs review any more.
    pub changes: Vec<(i64, Status)>,
    pub added: Option<NewFact>,
}

/// The reason a decision makes no sense: a result to show, not a failure.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.message())]
pub enum DecisionRefusal {
    AlreadyAccepted,
    AlreadyRejected,
    Superseded,
    NotInConflict,
    ConditionMissing,
    SameCondition,
    LongCondition,
    NothingChanged,
    UnknownKey(String),
    Value(ValueError),
}

impl DecisionRefusal {
    pub fn message(&self) -> UserMessage {
        match self {
            Self::AlreadyAccepted => message!("this fact is already accepted"),
            Self::AlreadyRejected => message!("this fact is already rejected"),
            Self::Superseded => message!("a later version has taken the place of this fact"),
            Self::NotInConflict => message!("this fact is in no conflict"),
            Self::ConditionMissing => message!("of several values that hold each needs a condition"),
            Self::SameCondition => message!("two values cannot hold under one condition"),
            Self::LongCondition => message!("a condition has at most {} characters", MAX_CONDITION),
            Self::NothingChanged => message!("the edit changes nothing"),
            Self::UnknownKey(key) => message!("there is no key \"{}\"", escaped(key)),
            Self::Value(error) => error.message(),
        }
    }
}

/// The end of a conflict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Resolution {
    KeepOld,
    TakeNew,
    KeepNewAsNote,
    /// Neither value holds any more, and the key has none. See [`keep_as_note`] for the other side.
    KeepBothAsNotes,
}

/// The longest condition that a value may hold under, in characters.
pub const MAX_CONDITION: usize = 200;

/// The analyst's ruling on one of the values of a key that are decided together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ruling {
    /// It holds: beside others, under a condition.
    Holds {
        condition: String,
    },
    Rejected,
}

/// The changes to one of the values that are decided together.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SettledValue {
    pub decision: Option<DecisionChanges>,
    /// Of a value that holds: under which condition, which may be none.
    pub condition: Option<String>,
}

/// Decides all values of a key at once: one takes the place of what stood, or several hold, each under its condition.
///
/// # Errors
/// When several hold and one has no condition of its own.
pub fn settle(values: &[(LedgerFact, Ruling)]) -> Result<Vec<SettledValue>, DecisionRefusal> {
    let conditions = conditions(values)?;
    let is_ended =
        |(fact, ruling): &&(LedgerFact, Ruling)| fact.status == Status::Accepted && *ruling == Ruling::Rejected;
    let ended: Vec<i64> = values.iter().filter(is_ended).map(|(fact, _)| fact.id).collect();
    // The one value that holds takes the place of what stood, so that what rested on that rests on it.
    let heir = match conditions.as_slice() {
        [only] => values.iter().find(|(fact, ruling)| fact.status != Status::Accepted && ruling.is(only)),
        _ => None,
    };
    let one = |(fact, ruling): &(LedgerFact, Ruling)| match ruling {
        Ruling::Rejected if heir.is_some() && ended.contains(&fact.id) => Ok(SettledValue::default()),
        Ruling::Rejected => Ok(SettledValue { decision: Some(reject(fact)?), condition: None }),
        Ruling::Holds { condition } => {
            let replaced = if heir.is_some() { ended.as_slice() } else { &[] };
            let accepted = (fact.status != Status::Accepted).then(|| accept(fact, replaced)).transpose()?;
            Ok(SettledValue { decision: accepted, condition: Some(condition.trim().to_owned()) })
        }
    };
    values.iter().map(one).collect()
}

impl Ruling {
    fn is(&self, held_under: &str) -> bool {
        matches!(self, Self::Holds { condition } if condition.trim() == held_under)
    }
}

/// The conditions of the values that hold.
fn conditions(values: &[(LedgerFact, Ruling)]) -> Result<Vec<&str>, DecisionRefusal> {
    let mut conditions = Vec::new();
    for (_, ruling) in values {
        let Ruling::Holds { condition } = ruling else { continue };
        let condition = condition.trim();
        let is_said = |other: &&str| note_norm(other) == note_norm(condition);
        if condition.chars().nth(MAX_CONDITION).is_some() {
            return Err(DecisionRefusal::LongCondition);
        }
        if !condition.is_empty() && conditions.iter().any(is_said) {
            return Err(DecisionRefusal::SameCondition);
        }
        conditions.push(condition);
    }
    if conditions.len() > 1 && conditions.contains(&"") {
        return Err(DecisionRefusal::ConditionMissing);
    }
    Ok(conditions)
}

/// Accepts `fact`, which may be rejected: who decided may decide otherwise. `current` are the accepted facts of its scope
/// and key, which are superseded: one, or several that hold under conditions.
///
/// # Errors
/// When the fact is accepted or superseded.
pub fn accept(fact: &LedgerFact, current: &[i64]) -> Result<DecisionChanges, DecisionRefusal> {
    match fact.status {
        Status::Proposed | Status::Conflict | Status::Rejected => {}
        Status::Accepted => return Err(DecisionRefusal::AlreadyAccepted),
        Status::Superseded => return Err(DecisionRefusal::Superseded),
    }
    let mut changes = vec![(fact.id, Status::Accepted)];
    changes.extend(replaced(fact, &fact.content.key, current));
    Ok(DecisionChanges { changes, added: None })
}

/// Rejects `fact`, which may be accepted.
///
/// # Errors
/// When it is rejected or superseded.
pub fn reject(fact: &LedgerFact) -> Result<DecisionChanges, DecisionRefusal> {
    ensure_current(fact)?;
    Ok(DecisionChanges { changes: vec![(fact.id, Status::Rejected)], added: None })
}

/// Ends the conflict of `fact` with `current`, the accepted facts of its scope and key.
///
/// # Errors
/// When the fact is in no conflict.
pub fn resolve(fact: &LedgerFact, current: &[i64], how: Resolution) -> Result<DecisionChanges, DecisionRefusal> {
    if fact.status != Status::Conflict {
        return Err(DecisionRefusal::NotInConflict);
    }
    match how {
        Resolution::KeepOld => reject(fact),
        Resolution::TakeNew if fact.content.key == NOTE_KEY => {
            let mut taken = accept(fact, current)?;
            taken.changes.extend(current.iter().map(|id| (*id, Status::Superseded)));
            Ok(taken)
        }
        Resolution::TakeNew => accept(fact, current),
        Resolution::KeepNewAsNote | Resolution::KeepBothAsNotes => keep_as_note(fact),
    }
}

/// Keeps the words of `fact` without its value.
///
/// # Errors
/// When the fact is rejected or superseded.
pub fn keep_as_note(fact: &LedgerFact) -> Result<DecisionChanges, DecisionRefusal> {
    ensure_current(fact)?;
    Ok(as_note(fact, message!("kept as a note by the analyst")))
}

/// Puts aside the value of `fact`, which nobody can tell to hold or not: it is asked for again. The words stay.
///
/// # Errors
/// When the fact is rejected or superseded.
pub fn withdraw_value(fact: &LedgerFact) -> Result<DecisionChanges, DecisionRefusal> {
    ensure_current(fact)?;
    Ok(as_note(fact, message!("kept as a note by the analyst, who asks again")))
}

/// The analyst's words for `fact`: another value, and another key if `key` is given. `current` are the accepted facts
/// of the scope and the key it then has; `support` says what of the new value the old quote lacks.
///
/// # Errors
/// When the fact is rejected or superseded, the value does not fit the key, or nothing changes.
pub fn edit(
    fact: &LedgerFact,
    key: Option<&str>,
    value: &Json,
    current: &[i64],
    registry: &Registry,
    support: impl FnOnce(&Value, &Evidence) -> Vec<Missing>,
) -> Result<DecisionChanges, DecisionRefusal> {
    ensure_current(fact)?;
    let key = key.unwrap_or(&fact.content.key);
    let (value, text) = typed_by_hand(key, value, registry)?;
    let value_json = value.to_json().to_string();
    if key == fact.content.key && value_json == fact.content.value {
        return Err(DecisionRefusal::NothingChanged);
    }
    let content = FactContent {
        scope: fact.content.scope.clone(),
        key: key.to_owned(),
        value_type: value.value_type(),
        value: value_json,
        norm: value.norm(),
        text,
        confidence: 1.0,
        source_kind: SourceKind::Manual,
        missing: fact.content.evidence.as_ref().map_or_else(Vec::new, |evidence| support(&value, evidence)),
        evidence: fact.content.evidence.clone(),
        reason: message!("edited by the analyst"),
        salience: fact.content.salience.clone(),
    };
    let mut changes = vec![(fact.id, Status::Superseded)];
    changes.extend(replaced(fact, key, current));
    Ok(DecisionChanges { changes, added: Some(accepted_over(fact, content)) })
}

/// An edit that was made in another application: nobody has looked at it here, so it waits, and decides nothing that was
/// open. The old quote stays its evidence only if it bears all of the new words.
#[must_use]
pub fn elsewhere(fact: &LedgerFact, mut edit: DecisionChanges) -> DecisionChanges {
    let Some(added) = &mut edit.added else { return edit };
    added.content.source_kind = SourceKind::Imported;
    added.content.reason = message!("edited in another application");
    added.needs_review = true;
    if !added.content.missing.is_empty() {
        added.content.missing.clear();
        added.content.evidence = None;
    }
    if fact.status != Status::Accepted {
        added.status = Status::Proposed;
        edit.changes.retain(|(id, _)| *id == fact.id);
    }
    edit
}

/// Builds the analyst's own statement without a parser, ready to be compared with the ledger. Their own word leaves no
/// doubt; what the quote lacks is still listed.
///
/// # Errors
/// When there is no such key or the value does not fit it.
pub fn by_hand(
    scope: Scope,
    key: &str,
    value: &Json,
    evidence: Option<Evidence>,
    registry: &Registry,
    support: impl FnOnce(&Value, &Evidence) -> Vec<Missing>,
) -> Result<Candidate, DecisionRefusal> {
    let (value, text) = typed_by_hand(key, value, registry)?;
    let content = FactContent {
        scope,
        key: key.to_owned(),
        value_type: value.value_type(),
        value: value.to_json().to_string(),
        norm: value.norm(),
        text,
        confidence: 1.0,
        source_kind: SourceKind::Manual,
        missing: evidence.as_ref().map_or_else(Vec::new, |evidence| support(&value, evidence)),
        evidence,
        reason: message!("added by the analyst"),
        salience: Salience::default(),
    };
    let route = if key == NOTE_KEY { Route::Statement } else { Route::Typed };
    Ok(Candidate { content, route, doubt: None })
}

/// The words stay, no longer as the value of their key.
fn as_note(fact: &LedgerFact, reason: UserMessage) -> DecisionChanges {
    let content = FactContent {
        key: NOTE_KEY.to_owned(),
        value_type: ValueType::Note,
        value: Json::from(fact.content.text.as_str()).to_string(),
        norm: note_norm(&fact.content.text),
        reason,
        ..fact.content.clone()
    };
    DecisionChanges { changes: vec![(fact.id, Status::Superseded)], added: Some(accepted_over(fact, content)) }
}

/// The words of `fact` as its newest version, which stands.
#[must_use]
pub fn restore_version(fact: &LedgerFact) -> NewFact {
    accepted_over(fact, fact.content.clone())
}

const fn accepted_over(fact: &LedgerFact, content: FactContent) -> NewFact {
    NewFact {
        content,
        status: Status::Accepted,
        needs_review: false,
        supersedes: Some(FactRef::Held(fact.id)),
        conflicts_with: None,
    }
}

/// Statements stand beside each other; a registered key has one accepted value, or several under conditions.
fn replaced(fact: &LedgerFact, key: &str, current: &[i64]) -> impl Iterator<Item = (i64, Status)> {
    let of_key = if key == NOTE_KEY { &[] } else { current };
    of_key.iter().filter(|id| **id != fact.id).map(|id| (*id, Status::Superseded))
}

const fn ensure_current(fact: &LedgerFact) -> Result<(), DecisionRefusal> {
    match fact.status {
        Status::Rejected => Err(DecisionRefusal::AlreadyRejected),
        Status::Superseded => Err(DecisionRefusal::Superseded),
        Status::Proposed | Status::Accepted | Status::Conflict => Ok(()),
    }
}

/// A value that the analyst typed for `key`, with its sentence.
fn typed_by_hand(key: &str, json: &Json, registry: &Registry) -> Result<(Value, String), DecisionRefusal> {
    if key == NOTE_KEY {
        let value = Value::from_json(json, &Expect::for_type(ValueType::Note)).map_err(DecisionRefusal::Value)?;
        let words = value.reading();
        return Ok((value, words));
    }
    let key = registry.get(key).ok_or_else(|| DecisionRefusal::UnknownKey(key.to_owned()))?;
    let value = Value::from_json(json, &key.expect()).map_err(DecisionRefusal::Value)?;
    let sentence = text::sentence(key, &value);
    Ok((value, sentence))
}
