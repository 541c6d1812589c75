//! An op by itself: verified, keyed and typed, or turned into a note that says why not (`docs/contracts/fact-ops.md`).

use serde_json::Value as Json;

use super::{FactContent, Scope, SourceKind, text};
use crate::evidence::support::check_wording;
use crate::evidence::{Evidence, Located, Missing, MissingKind, Unverified};
use crate::extraction::op::{FactOp, OpKind};
use crate::extraction::salience::Salience;
use crate::extraction::wording::{introduced, plain};
use crate::inputs::{BundleSection, Quick, Stage};
use crate::keys::{KeyDef, NOTE_KEY, Registry, ValueType};
use crate::language::tokens;
use crate::message;
use crate::message::UserMessage;
use crate::values::{Value, note_norm};

/// When Factly may accept a fact by itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Policy {
    /// The least confidence.
    pub accept_at: f64,
    /// True if a sentence without a key may be accepted.
    pub accepts_statements: bool,
}

impl Policy {
    /// Of what was said in passing: much of it is said to somebody rather than stated.
    pub fn of_a_chat() -> Self {
        Self { accepts_statements: false, ..Self::default() }
    }
}

impl Default for Policy {
    fn default() -> Self {
        Self { accept_at: 0.85, accepts_statements: true }
    }
}

/// An op that was checked, ready to be held against the ledger.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    pub content: FactContent,
    pub route: Route,
    /// The reason Factly must not accept it by itself. `None`: it may.
    pub doubt: Option<UserMessage>,
}

/// The outcome of an op.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Route {
    /// A registered key with a value of its type.
    Typed,
    /// A sentence with evidence, which may be believed like a typed fact.
    Statement,
    /// Something to look at: claimed as a note, or without a key or a value that it could have.
    Note,
    /// The quote does not stand in the source.
    Unverified,
}

/// Checks `op`, whose quote was looked for with the result `located`.
///
/// `support` says what of a value a quote lacks; it is asked only where there is evidence and a value. Never fails:
/// what cannot be a fact is a note.
pub fn check(
    op: &FactOp,
    located: &Located,
    registry: &Registry,
    stage: Stage,
    policy: &Policy,
    support: impl FnOnce(&Value, &Evidence) -> Vec<Missing>,
) -> Candidate {
    let evidence = match located {
        Located::Found { evidence, .. } => evidence.clone(),
        Located::Unverified { reason } => return unverified(op, *reason, registry),
    };
    if op.op == OpKind::Note {
        return note(op, evidence, registry, None, support);
    }
    if op.key == NOTE_KEY {
        return statement(op, evidence, policy, support);
    }
    let key = match registry.allowed(&op.key, stage) {
        Ok(key) => key,
        Err(refused) => return note(op, evidence, registry, Some(refused.message()), support),
    };
    match Value::from_json(&op.value, &key.expect()) {
        Ok(value) => typed(op, key, &value, evidence, policy, support),
        Err(error) => note(op, evidence, registry, Some(error.message()), support),
    }
}

impl Candidate {
    /// With the heads of its columns among the values of a row: words of the source, which its quote does not hold.
    #[must_use]
    pub fn with_heads(self, words: &str) -> Self {
        let mut candidate = self.saying(words.to_owned());
        candidate.doubt.get_or_insert_with(|| message!("it is a row of a table"));
        candidate
    }

    fn saying(mut self, words: String) -> Self {
        self.content.value = Json::from(words.as_str()).to_string();
        self.content.norm = note_norm(&words);
        self.content.text = words;
        self
    }

    /// With what leads in to a statement before it: words of the source, which its quote does not hold.
    #[must_use]
    pub fn introduced(self, lead: &str) -> Self {
        let words = introduced(lead, &self.content.text);
        let mut candidate = self.saying(words);
        candidate.doubt.get_or_insert_with(|| message!("what it speaks of was said before it"));
        candidate
    }
}

/// Words beside an answer that is none: whatever `op` makes of them, they are a note in their own letters. A value
/// would fill what the analyst left open, or closed.
pub fn remark(
    op: &FactOp,
    evidence: Evidence,
    unanswered: Quick,
    support: impl FnOnce(&Value, &Evidence) -> Vec<Missing>,
) -> Candidate {
    let why = match unanswered {
        Quick::Irrelevant => message!("the question was closed as irrelevant"),
        Quick::Idk | Quick::Yes | Quick::No => message!("the question was left open"),
    };
    let words = evidence.quote.clone();
    let missing = support(&Value::Note(words.clone()), &evidence);
    let content = FactContent { scope: Scope::Project, missing, ..noted(op, words, Some(evidence), why.clone()) };
    Candidate { content, route: Route::Note, doubt: Some(why) }
}

fn typed(
    op: &FactOp,
    key: &KeyDef,
    value: &Value,
    evidence: Evidence,
    policy: &Policy,
    support: impl FnOnce(&Value, &Evidence) -> Vec<Missing>,
) -> Candidate {
    let missing = support(value, &evidence);
    let words = text::sentence(key, value);
    let doubt = doubt(op, &evidence, (&words, &missing), key.high_risk, policy);
    let content = FactContent {
        scope: op.scope.clone(),
        key: key.path.clone(),
        value_type: value.value_type(),
        value: value.to_json().to_string(),
        norm: value.norm(),
        text: words,
        confidence: confidence(op),
        source_kind: source_kind(&evidence),
        evidence: Some(evidence),
        missing,
        reason: op_reason(op),
        salience: Salience::default(),
    };
    Candidate { content, route: Route::Typed, doubt }
}

fn statement(
    op: &FactOp,
    evidence: Evidence,
    policy: &Policy,
    support: impl FnOnce(&Value, &Evidence) -> Vec<Missing>,
) -> Candidate {
    let words = note_words(&op.value, "").unwrap_or_else(|| evidence.quote.clone());
    let mut missing = support(&Value::Note(words.clone()), &evidence);
    missing.extend(check_wording(&words, &plain(&evidence.quote), &missing));
    let in_passing = (!policy.accepts_statements).then(|| message!("it was said in a chat"));
    let doubt = doubt(op, &evidence, (&words, &missing), false, policy).or(in_passing);
    let mut content = noted(op, words, Some(evidence), op_reason(op));
    content.missing = missing;
    Candidate { content, route: Route::Statement, doubt }
}

/// Keeps the evidence: that the words stand in the source is still true.
fn note(
    op: &FactOp,
    evidence: Evidence,
    registry: &Registry,
    why: Option<UserMessage>,
    support: impl FnOnce(&Value, &Evidence) -> Vec<Missing>,
) -> Candidate {
    let words = note_words(&op.value, label(op, registry)).unwrap_or_else(|| evidence.quote.clone());
    let missing = support(&Value::Note(words.clone()), &evidence);
    let doubt = why.clone().unwrap_or_else(|| message!("it was read as a remark, not as a fact"));
    let mut content = noted(op, words, Some(evidence), why.unwrap_or_else(|| op_reason(op)));
    content.missing = missing;
    Candidate { content, route: Route::Note, doubt: Some(doubt) }
}

fn unverified(op: &FactOp, reason: Unverified, registry: &Registry) -> Candidate {
    let quote = op.evidence.as_ref().map_or("", |evidence| evidence.quote.as_str());
    let claim = text::claim(label(op, registry), &op.value);
    let mut words = text::unproven(&claim, quote);
    if words.is_empty() {
        "an empty claim".clone_into(&mut words);
    }
    let why = match reason {
        Unverified::Empty => message!("there is no quote"),
        Unverified::TooLong => message!("the quote is longer than a quote may be"),
        Unverified::NotInSource => message!("the quote does not stand in the text"),
        Unverified::CutsWord => message!("the quote cuts a word of the text"),
        Unverified::OutsideSections => message!("the quote does not lie within what one side said"),
    };
    let mut content = noted(op, words, None, why.clone());
    content.source_kind = SourceKind::System;
    Candidate { content, route: Route::Unverified, doubt: Some(why) }
}

fn noted(op: &FactOp, words: String, evidence: Option<Evidence>, reason: UserMessage) -> FactContent {
    FactContent {
        scope: op.scope.clone(),
        key: NOTE_KEY.to_owned(),
        value_type: ValueType::Note,
        value: Json::from(words.as_str()).to_string(),
        norm: note_norm(&words),
        confidence: confidence(op),
        source_kind: evidence.as_ref().map_or(SourceKind::System, source_kind),
        evidence,
        missing: Vec::new(),
        reason,
        text: words,
        salience: Salience::default(),
    }
}

/// The words of a note: a sentence stands for itself, any other value needs its key's name before it. Signs without a
/// word say nothing, so that no quote could lack it.
fn note_words(value: &Json, label: &str) -> Option<String> {
    let words = match value {
        Json::String(sentence) if label.is_empty() || sentence.split_whitespace().nth(4).is_some() => {
            sentence.trim().to_owned()
        }
        Json::Null => return None,
        other => text::claim(label, other),
    };
    words.contains(char::is_alphanumeric).then_some(words)
}

fn label<'a>(op: &'a FactOp, registry: &'a Registry) -> &'a str {
    match op.key.as_str() {
        NOTE_KEY => "",
        path => registry.get(path).map_or(path, |key| key.label.as_str()),
    }
}

/// The first reason, if any, for which the analyst must look at a statement, of which its quote lacks what is `missing`.
fn doubt(
    op: &FactOp,
    evidence: &Evidence,
    (statement, missing): (&str, &[Missing]),
    high_risk: bool,
    policy: &Policy,
) -> Option<UserMessage> {
    if !evidence.section.is_users() {
        return Some(message!("an assistant said it, not the analyst"));
    }
    if let Some(lack) = lack(missing, statement, &evidence.quote) {
        return Some(lack);
    }
    if op.op == OpKind::Conflict {
        return Some(message!("it seems to contradict what is known"));
    }
    if high_risk {
        return Some(message!("a mistake here would be costly"));
    }
    // Whoever read it says what is to be looked at; nothing in particular is nothing to say.
    (confidence(op) < policy.accept_at || op.needs_review).then(|| op_reason(op))
}

/// In what a claim and its quote differ, what tells most first.
fn lack(missing: &[Missing], statement: &str, quote: &str) -> Option<UserMessage> {
    let of = |kind: fn(MissingKind) -> bool| {
        let texts: Vec<&str> =
            missing.iter().filter(|one| kind(one.kind)).take(5).map(|one| one.text.as_str()).collect();
        (!texts.is_empty()).then(|| texts.join(", "))
    };
    let unsaid = of(|kind| !matches!(kind, MissingKind::Negation | MissingKind::Order | MissingKind::Certainty));
    let denied = missing.iter().find(|one| one.kind == MissingKind::Negation);
    unsaid
        .map(|texts| message!("the quote does not say: {}", texts))
        .or_else(|| denied.map(|one| denied_on_one_side(&one.text, statement, quote)))
        .or_else(|| {
            of(|kind| kind == MissingKind::Order).map(|texts| message!("the quote says in another order: {}", texts))
        })
        .or_else(|| of(|_| true).map(|texts| message!("the statement leaves out: {}", texts)))
}

/// The side that denies: the statement may lack what its quote denies, or deny what its quote does not.
fn denied_on_one_side(negation: &str, statement: &str, quote: &str) -> UserMessage {
    let says = |text: &str| tokens(text).any(|word| word.text.eq_ignore_ascii_case(negation));
    match (says(statement), says(quote)) {
        (false, true) => message!("the quote says “{}”, the statement does not", negation),
        (true, false) => message!("the statement says “{}”, the quote does not", negation),
        _ => message!("the quote and the statement differ in a negation: {}", negation),
    }
}

fn source_kind(evidence: &Evidence) -> SourceKind {
    if evidence.section == BundleSection::AgentOutput { SourceKind::Agent } else { SourceKind::User }
}

/// 0 to 1; what is no number is no confidence.
fn confidence(op: &FactOp) -> f64 {
    if op.confidence.is_nan() { 0.0 } else { op.confidence.clamp(0.0, 1.0) }
}

/// Words of a model may be long; ours name what they are about.
fn op_reason(op: &FactOp) -> UserMessage {
    if op.reason.args().is_empty() {
        UserMessage::whole(text::abridged(op.reason.template(), 300))
    } else {
        op.reason.clone()
    }
}
