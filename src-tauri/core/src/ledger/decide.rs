//! What the analyst decides about a fact: accept, reject, edit, resolve a conflict.
//!
//! Each returns what to write, or why it makes no sense now. Nothing is rewritten: an edit is a new fact that
//! supersedes the old one, and keeps its evidence.

use serde_json::Value as Json;

use super::check::typed_by_hand;
use super::{Candidate, Content, FactRef, NewFact, Route, Scope, SourceKind, Status};
use crate::evidence::{Evidence, Missing};
use crate::keys::{NOTE_KEY, Registry, ValueType};
use crate::values::{Value, ValueError, note_norm};

/// A fact as the ledger holds it.
#[derive(Clone, Debug, PartialEq)]
pub struct Known {
    /// As the store numbers it.
    pub id: i64,
    pub status: Status,
    pub content: Content,
}

/// What to write.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Decision {
    /// New statuses of facts of the ledger. None of them needs review any more.
    pub changes: Vec<(i64, Status)>,
    pub added: Option<NewFact>,
}

/// Why a decision makes no sense: a result to show, not a failure.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    #[error("this fact is already accepted")]
    AlreadyAccepted,
    #[error("this fact is already rejected")]
    AlreadyRejected,
    #[error("a later version has taken the place of this fact")]
    Superseded,
    #[error("this fact is in no conflict")]
    NotInConflict,
    #[error("the edit changes nothing")]
    NothingChanged,
    #[error("there is no key {0:?}")]
    UnknownKey(String),
    #[error(transparent)]
    Value(ValueError),
}

/// How a conflict ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Resolution {
    KeepOld,
    TakeNew,
    KeepNewAsNote,
    /// Neither value holds any more, and the key has none. See [`noted`] for the other side.
    KeepBothAsNotes,
}

/// Accepts `fact`, which may be rejected: who decided may decide otherwise. `current` is the accepted fact of its scope and key, if there is one: it is superseded.
///
/// # Errors
/// When the fact is accepted or superseded.
pub fn accept(fact: &Known, current: Option<i64>) -> Result<Decision, Refusal> {
    match fact.status {
        Status::Proposed | Status::Conflict | Status::Rejected => {}
        Status::Accepted => return Err(Refusal::AlreadyAccepted),
        Status::Superseded => return Err(Refusal::Superseded),
    }
    let mut changes = vec![(fact.id, Status::Accepted)];
    changes.extend(replaced(fact, &fact.content.key, current));
    Ok(Decision { changes, added: None })
}

/// Rejects `fact`, which may be accepted.
///
/// # Errors
/// When it is rejected or superseded.
pub fn reject(fact: &Known) -> Result<Decision, Refusal> {
    live(fact)?;
    Ok(Decision { changes: vec![(fact.id, Status::Rejected)], added: None })
}

/// Ends the conflict of `fact` with `current`, the accepted fact of its scope and key.
///
/// # Errors
/// When the fact is in no conflict.
pub fn resolve(fact: &Known, current: Option<i64>, how: Resolution) -> Result<Decision, Refusal> {
    if fact.status != Status::Conflict {
        return Err(Refusal::NotInConflict);
    }
    match how {
        Resolution::KeepOld => reject(fact),
        Resolution::TakeNew => accept(fact, current),
        Resolution::KeepNewAsNote | Resolution::KeepBothAsNotes => noted(fact),
    }
}

/// Keeps the words of `fact` without its value.
///
/// # Errors
/// When the fact is rejected or superseded.
pub fn noted(fact: &Known) -> Result<Decision, Refusal> {
    live(fact)?;
    Ok(as_note(fact, "kept as a note by the analyst"))
}

/// Puts aside the value of `fact`, which nobody can tell to hold or not: it is asked for again. The words stay.
///
/// # Errors
/// When the fact is rejected or superseded.
pub fn put_aside(fact: &Known) -> Result<Decision, Refusal> {
    live(fact)?;
    Ok(as_note(fact, "kept as a note by the analyst, who asks again"))
}

/// The analyst's words for `fact`: another value, and another key if `key` is given. `current` is the accepted fact of
/// the scope and the key it then has; `support` says what of the new value the old quote lacks.
///
/// # Errors
/// When the fact is rejected or superseded, the value does not fit the key, or nothing changes.
pub fn edit(
    fact: &Known,
    key: Option<&str>,
    value: &Json,
    current: Option<i64>,
    registry: &Registry,
    support: impl FnOnce(&Value, &Evidence) -> Vec<Missing>,
) -> Result<Decision, Refusal> {
    live(fact)?;
    let key = key.unwrap_or(&fact.content.key);
    let (value, text) = typed_by_hand(key, value, registry)?;
    let value_json = value.to_json().to_string();
    if key == fact.content.key && value_json == fact.content.value {
        return Err(Refusal::NothingChanged);
    }
    let content = Content {
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
        reason: "edited by the analyst".to_owned(),
    };
    let mut changes = vec![(fact.id, Status::Superseded)];
    changes.extend(replaced(fact, key, current));
    Ok(Decision { changes, added: Some(accepted_over(fact, content)) })
}

/// An edit that was made in another application: nobody has looked at it here, so it waits, and decides nothing that was
/// open. The old quote stays its evidence only if it bears all of the new words.
#[must_use]
pub fn elsewhere(fact: &Known, mut edit: Decision) -> Decision {
    let Some(added) = &mut edit.added else { return edit };
    added.content.source_kind = SourceKind::Imported;
    added.content.reason = "edited in another application".to_owned();
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

/// What the analyst says without a parser, ready to be held against the ledger. Their own word leaves no doubt; what the
/// quote lacks is still listed.
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
) -> Result<Candidate, Refusal> {
    let (value, text) = typed_by_hand(key, value, registry)?;
    let content = Content {
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
        reason: "added by the analyst".to_owned(),
    };
    let route = if key == NOTE_KEY { Route::Statement } else { Route::Typed };
    Ok(Candidate { content, route, doubt: None })
}

/// The words stay, no longer as the value of their key.
fn as_note(fact: &Known, reason: &str) -> Decision {
    let content = Content {
        key: NOTE_KEY.to_owned(),
        value_type: ValueType::Note,
        value: Json::from(fact.content.text.as_str()).to_string(),
        norm: note_norm(&fact.content.text),
        reason: reason.to_owned(),
        ..fact.content.clone()
    };
    Decision { changes: vec![(fact.id, Status::Superseded)], added: Some(accepted_over(fact, content)) }
}

/// The words of `fact` as its newest version, which stands.
#[must_use]
pub fn again(fact: &Known) -> NewFact {
    accepted_over(fact, fact.content.clone())
}

const fn accepted_over(fact: &Known, content: Content) -> NewFact {
    NewFact {
        content,
        status: Status::Accepted,
        needs_review: false,
        supersedes: Some(FactRef::Held(fact.id)),
        conflicts_with: None,
    }
}

/// Statements stand beside each other; a registered key has one accepted value.
fn replaced(fact: &Known, key: &str, current: Option<i64>) -> Option<(i64, Status)> {
    current.filter(|id| key != NOTE_KEY && *id != fact.id).map(|id| (id, Status::Superseded))
}

const fn live(fact: &Known) -> Result<(), Refusal> {
    match fact.status {
        Status::Rejected => Err(Refusal::AlreadyRejected),
        Status::Superseded => Err(Refusal::Superseded),
        Status::Proposed | Status::Accepted | Status::Conflict => Ok(()),
    }
}
