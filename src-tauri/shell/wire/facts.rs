//! Facts with their evidence, and what stands against them.

use factly_core::extraction::learning::LearnedWorth;
use factly_core::values::Value;
use factly_core::{evidence, extraction::salience, facts as rules, keys, propositions};
use factly_engine::facts;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

use crate::locale;

use super::{duplicates::Duplicate, location::PlaceLabel, message::UserMessage, offers::PriceTax};

wire_enum! {
    FactStatus = rules::Status { Proposed, Accepted, Rejected, Conflict, Superseded }
}

wire_enum! {
    /// The one who accepted a fact last.
    AcceptedBy = rules::AcceptedBy { Rules, Analyst }
}

wire_enum! {
    SourceKind = rules::SourceKind { User, Agent, System, Manual, Imported }
}

wire_enum! {
    ValueType = keys::ValueType { Boolean, Enum, Number, Dimension, Currency, Date, String, Note }
}

wire_enum! {
    /// The reason that a fact ranks high.
    SalienceReason = salience::SalienceReason {
        Goal, Figure, Decision, Need, Problem, Contradiction, Novelty, Centrality, Position, SelfContained
    }
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FactRow {
    pub id: String,
    pub label: String,
    pub version: u32,
    pub status: FactStatus,
    pub needs_review: bool,
    /// Of an accepted one; none where that is not known.
    pub accepted_by: Option<AcceptedBy>,
    /// From 0 to 1. As a bare `f64` it would be exported as one that may be null.
    #[specta(type = i32)]
    pub confidence: f64,
    pub key: String,
    pub key_label: String,
    pub value_type: ValueType,
    /// As a reader writes it: "€1,200.00".
    pub value: String,
    pub text: String,
    pub source_kind: SourceKind,
    pub high_risk: bool,
    pub input_label: Option<String>,
    pub input_id: Option<String>,
    /// None means that the fact has no evidence.
    pub quote: Option<String>,
    /// The location of the quote in the Input's document.
    pub place: Option<PlaceLabel>,
    pub created_at: i64,
    /// Under which condition it holds beside other values of its key; empty where it holds alone.
    pub condition: String,
    /// Its ranking score, 0 to 100.
    pub score: u8,
    /// Its reasons, in the order of their weight.
    pub reasons: Vec<SalienceReason>,
    /// The speaker.
    pub speaker: Option<String>,
    /// The heading that it stands under.
    pub heading: Option<String>,
    /// The propositions of its words, as far as they were requested.
    pub propositions: Vec<PropositionView>,
}

wire_struct! {
    /// A statement's value for one subject and property: "flood wall", "cost", "€1,200,000".
    PropositionView = propositions::Proposition as proposition {
        /// The tax is in its value, or is not; null of what is no price.
        tax: Option<PriceTax> = tax_of(&proposition),
        subject: String = proposition.subject.text,
        property: String = proposition.property.text,
        /// Its value is more than a bare number: it has a unit or a currency, or is a date.
        typed: bool = proposition.value.as_ref().is_some_and(|amount| !matches!(amount.value, Value::Number(_))),
        /// As a reader writes it; none of what is only denied.
        value: Option<String> = proposition.value.map(|amount| amount.reading_in(locale::language())),
        negated: bool,
    }
}

fn tax_of(proposition: &propositions::Proposition) -> Option<PriceTax> {
    let is_money = matches!(proposition.value.as_ref()?.value, Value::Currency(_));
    proposition.tax.filter(|_| is_money).and_then(PriceTax::from_tax)
}

/// A quote where it stands, with about 200 characters on each side.
#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct EvidenceView {
    pub bundle_id: String,
    pub input_id: Option<String>,
    pub input_label: Option<String>,
    pub input_title: Option<String>,
    pub section: String,
    pub before: String,
    pub quote: String,
    pub after: String,
    /// Code points in the bundle: for reading aloud and for machines, never for slicing here.
    pub start_char: u32,
    pub end_char: u32,
    /// Its location in the Input's document.
    pub place: Option<PlaceLabel>,
}

wire_enum! {
    MissingKind = evidence::MissingKind { Number, Unit, Money, Date, Name, Negation, Value, Word, Order, Certainty }
}

wire_struct! {
    /// Something that the value or statement says and the quote does not.
    Missing = evidence::Missing {
        kind: MissingKind,
        text: String,
    }
}

wire_enum! {
    DiffSide = evidence::DiffSide { Both, Source, Quote }
}

wire_struct! {
    DiffWord = evidence::DiffWord {
        side: DiffSide,
        text: String,
    }
}

wire_enum! {
    Difference = evidence::QuoteDifference { Digits, Unit, Currency, Negation, Name, Wording }
}

wire_struct! {
    /// The nearest passage to a quote that is not in the source: for the analyst to look at, never evidence.
    Hint = facts::Hint {
        passage: String,
        diff: Vec<DiffWord>,
        differs: Vec<Difference>,
        claimed_quote: String,
    }
}

wire_struct! {
    Rival = facts::Rival as rival {
        evidence: Option<EvidenceView> = EvidenceView::from_fact(&rival.fact, rival.context),
        missing: Vec<Missing> = rival.fact.missing_in(locale::language()).into_iter().map(Into::into).collect(),
        diff: Vec<DiffWord>,
        /// Words of its quote that may be the condition that it holds under.
        conditions: Vec<String>,
        fact: FactRow,
    }
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FactDetail {
    pub fact: FactRow,
    pub evidence: Option<EvidenceView>,
    pub missing: Vec<Missing>,
    pub hint: Option<Hint>,
    /// The reason for its status, where there is something to say.
    pub reason: Option<UserMessage>,
    /// The whole sentence that says a value.
    pub statement: Option<String>,
    /// The question that it answers, in the words of whoever asked.
    pub question: Option<String>,
    /// The reason for its place among those that wait, where decisions tell of it.
    pub learned: Option<LearnedReason>,
    /// The accepted fact that this one contradicts.
    pub rival: Option<Rival>,
    /// The other values of its key that are decided with it.
    pub others: Vec<Rival>,
    /// Words of its quote that may be the condition that it holds under.
    pub conditions: Vec<String>,
    /// The chain of supersession, newest first.
    pub versions: Vec<FactRow>,
    pub reaffirmed: u32,
    /// The first places where the sources say it again.
    pub again: Vec<EvidenceView>,
    /// Its value and its rival's in the unit that they are compared in, where that is another.
    pub normal: Option<String>,
    pub rival_normal: Option<String>,
    pub run_id: Option<String>,
    /// The item that it is about, "i1".
    pub item: Option<String>,
    /// True if the analyst may say which item it is about.
    pub takes_item: bool,
}

#[derive(Clone, Debug, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FactFilter {
    pub statuses: Option<Vec<FactStatus>>,
    pub input_id: Option<Uuid>,
    pub needs_review: Option<bool>,
    /// Accepted facts alone, and of them those that one accepted.
    pub accepted_by: Option<AcceptedBy>,
    pub text: Option<String>,
}

wire_struct! {
    FactPage = facts::FactPage {
        facts: Vec<FactRow>,
        /// Opaque; give it back as `after`.
        next: Option<String>,
        /// Of all pages; with words to look for it comes with the first page only.
        total: Option<u32>,
    }
}

wire_struct! {
    ReviewPage = facts::ReviewPage {
        items: Vec<FactDetail>,
        next: Option<String>,
        total: u32,
    }
}

wire_struct! {
    /// The kept passages that a fact is like.
    LearnedReason = LearnedWorth as learned {
        like: u32 = u32::try_from(learned.like).unwrap_or(u32::MAX),
        /// The words that they share, the most telling first.
        words: Vec<String> = learned.words,
    }
}

wire_struct! {
    /// A fact that waits, in one line of the inbox.
    WaitingRow = facts::WaitingFact as waiting {
        id: String = waiting.fact.id.to_string(),
        stamp: u32 = waiting.stamp,
        label: String = waiting.fact.label.clone(),
        status: FactStatus = waiting.fact.status.into(),
        needs_review: bool = waiting.fact.needs_review,
        source_kind: SourceKind = waiting.fact.source_kind.into(),
        key: String = waiting.fact.key.clone(),
        key_label: String = waiting.fact.key_label.clone(),
        text: String = waiting.fact.statement_in(locale::language()),
        quoted: bool = waiting.fact.evidence.is_some(),
        input_id: Option<String> = input(&waiting.fact).map(|input| input.id.to_string()),
        input_label: Option<String> = input(&waiting.fact).map(|input| input.label.clone()),
        /// The same for all values that are decided together.
        conflict: Option<String> = waiting.conflict,
        /// It may contradict another fact.
        may_contradict: bool = waiting.may_contradict,
        /// Its ranking score, 0 to 100.
        score: u8 = waiting.fact.salience.score,
        /// Its reasons, in the order of their weight.
        reasons: Vec<SalienceReason> = waiting.fact.salience.reasons.into_iter().map(Into::into).collect(),
        /// The speaker.
        speaker: Option<String> = waiting.fact.salience.speaker,
        /// The heading that it stands under.
        heading: Option<String> = waiting.fact.salience.heading,
    }
}

wire_struct! {
    /// A fact that waits, by its name alone.
    WaitingId = facts::WaitingId as waiting {
        id: String = waiting.id.to_string(),
        /// That of its line, unless the line says something else by now.
        stamp: u32 = waiting.stamp,
        /// Its ranking score by what was decided, 0 to 100; null where that tells nothing of it.
        learned: Option<u8> = waiting.learned,
        /// Enough of its talk is decided, or worth more than it.
        is_unlikely: bool = waiting.is_unlikely,
    }
}

/// Returns the sentence of a fact in the language of the window: that of a typed fact is stored in English, mostly made of
/// its key and value.
fn text_in_window(fact: &facts::Fact) -> String {
    let stated = keys::statement_in(&fact.text, &fact.key_label, &fact.value, locale::language());
    stated.unwrap_or_else(|| fact.text.clone())
}

fn input(fact: &facts::Fact) -> Option<&facts::InputReference> {
    fact.evidence.as_ref()?.input.as_ref()
}

#[derive(Clone, Debug, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FactChange {
    pub text: Option<String>,
    pub value: Option<String>,
    /// `note` makes a statement of a typed fact, in words of its own.
    pub key: Option<String>,
}

/// The content of marked words; a field that is left open is read from the words.
#[derive(Clone, Debug, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FactStatement {
    pub statement: Option<String>,
    pub key: Option<String>,
    pub value: Option<String>,
}

#[derive(Clone, Copy, Debug, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum ResolveChoice {
    KeepOld,
    TakeNew,
    KeepAsNote,
    BothAsNotes,
}

/// The analyst's ruling on one of the values of a key that are decided together.
#[derive(Clone, Debug, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FactRuling {
    pub fact: Uuid,
    /// It holds, under the condition if that is given; else it is rejected.
    pub holds: bool,
    pub condition: String,
}

impl From<FactRuling> for (Uuid, rules::decide::Ruling) {
    fn from(ruling: FactRuling) -> Self {
        let verdict = match ruling.holds {
            true => rules::decide::Ruling::Holds { condition: ruling.condition },
            false => rules::decide::Ruling::Rejected,
        };
        (ruling.fact, verdict)
    }
}

/// A conflict that became a question.
#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FactAskedAgain {
    pub question: String,
    /// A sentence, where a model was to judge whom it touches and what is built in did.
    pub note: Option<UserMessage>,
}

wire_struct! {
    KeyRow = keys::KeyDef as key {
        path: String,
        label: String,
        value_type: ValueType,
        unit: Option<String> = key.unit.map(|unit| unit.to_string()).or(key.currency.map(|currency| currency.to_string())),
        high_risk: bool,
        block: String,
    }
}

/// Statements of several Inputs about one thing that no key takes yet.
#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct KeyProposal {
    /// The first fact that says it: it names the proposal.
    pub fact: Uuid,
    pub subject: String,
    pub property: String,
    pub values: Vec<KeyProposalValue>,
    pub inputs: u32,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct KeyProposalValue {
    /// The label of the fact that says it.
    pub fact: String,
    pub reading: String,
}

impl From<factly_engine::extraction::KeyProposal> for KeyProposal {
    fn from(proposal: factly_engine::extraction::KeyProposal) -> Self {
        let value = |(fact, value): (String, propositions::Amount)| KeyProposalValue {
            fact,
            reading: value.reading_in(locale::language()),
        };
        Self {
            fact: proposal.fact,
            subject: proposal.subject,
            property: proposal.property,
            values: proposal.values.into_iter().map(value).collect(),
            inputs: super::count(proposal.inputs),
        }
    }
}

impl From<ResolveChoice> for rules::decide::Resolution {
    fn from(choice: ResolveChoice) -> Self {
        match choice {
            ResolveChoice::KeepOld => Self::KeepOld,
            ResolveChoice::TakeNew => Self::TakeNew,
            ResolveChoice::KeepAsNote => Self::KeepNewAsNote,
            ResolveChoice::BothAsNotes => Self::KeepBothAsNotes,
        }
    }
}

wire_struct! {
    /// The outcome of facts that were to be accepted.
    FactsAccepted = facts::AcceptReport {
        /// Their labels.
        accepted: Vec<String>,
        /// Left to be merged or kept, unless they were wanted anyway.
        held_back: Vec<DuplicateHold>,
        /// A sentence, where a model was to judge and what is built in did.
        note: Option<UserMessage>,
    }
}

wire_struct! {
    /// A fact that was not accepted, since its column says the same already.
    DuplicateHold = facts::DuplicateHold as held {
        id: String = held.fact.to_string(),
        label: String,
        text: String,
        duplicates: Vec<Duplicate>,
    }
}

wire_struct! {
    /// The outcome of a fact that was to be added.
    FactAdded = facts::FactAdded as added {
        added: Option<FactRow> = added.fact.map(Into::into),
        /// The duplicates: nothing was added then, unless it was wanted anyway.
        duplicates: Vec<Duplicate>,
        /// A sentence, where a model was to judge and what is built in did.
        note: Option<UserMessage>,
    }
}

/// The result of an edit of a fact.
#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FactEdited {
    pub fact: FactRow,
    /// A sentence, where a model was to judge and what is built in did.
    pub note: Option<UserMessage>,
}

impl From<facts::Fact> for FactRow {
    fn from(fact: facts::Fact) -> Self {
        let input = fact.evidence.as_ref().and_then(|evidence| evidence.input.as_ref());
        let location = fact.evidence.as_ref().and_then(|evidence| evidence.location.clone());
        let value = locale::display(&fact.value);
        let text = text_in_window(&fact);
        let (speaker, heading) = location.clone().map_or((None, None), |location| (location.speaker, location.heading));
        Self {
            id: fact.id.to_string(),
            label: fact.label,
            version: fact.version,
            status: fact.status.into(),
            needs_review: fact.needs_review,
            accepted_by: fact.accepted_by.map(Into::into),
            confidence: fact.confidence,
            key: fact.key,
            key_label: fact.key_label,
            value_type: fact.value.value_type().into(),
            value,
            text,
            source_kind: fact.source_kind.into(),
            high_risk: fact.high_risk,
            input_label: input.map(|input| input.label.clone()),
            input_id: input.map(|input| input.id.to_string()),
            place: location.map(Into::into),
            quote: fact.evidence.map(|evidence| evidence.quote),
            created_at: fact.created_at,
            condition: fact.condition,
            score: fact.salience.score,
            reasons: fact.salience.reasons.into_iter().map(Into::into).collect(),
            speaker: fact.salience.speaker.or(speaker),
            heading: fact.salience.heading.or(heading),
            propositions: fact
                .propositions
                .into_iter()
                .filter(|proposition| proposition.value.is_some() || proposition.negated)
                .map(Into::into)
                .collect(),
        }
    }
}
wire_from!(FactRow = facts::Fact);

impl EvidenceView {
    fn new(found: facts::FactEvidence, context: Option<facts::QuoteContext>) -> Self {
        let context = context.unwrap_or_default();
        let (id, label, title) = match found.input {
            Some(input) => (Some(input.id.to_string()), Some(input.label), Some(input.title)),
            None => (None, None, None),
        };
        Self {
            bundle_id: found.bundle.to_string(),
            input_id: id,
            input_label: label,
            input_title: title,
            section: found.section.as_str().to_owned(),
            before: context.before,
            quote: found.quote,
            after: context.after,
            start_char: found.start_char,
            end_char: found.end_char,
            place: found.location.map(Into::into),
        }
    }

    fn from_fact(fact: &facts::Fact, context: Option<facts::QuoteContext>) -> Option<Self> {
        fact.evidence.clone().map(|found| Self::new(found, context))
    }
}

impl From<facts::FactDetail> for FactDetail {
    fn from(detail: facts::FactDetail) -> Self {
        let normal = |value: &Value| value.normal().map(|normal| locale::display(&normal));
        let rival_normal = detail.rival.as_ref().and_then(|rival| normal(&rival.fact.value));
        Self {
            evidence: EvidenceView::from_fact(&detail.fact, detail.context),
            missing: detail.fact.missing_in(locale::language()).into_iter().map(Into::into).collect(),
            hint: detail.hint.map(Into::into),
            reason: Some(detail.fact.reason_in(locale::language())).filter(|reason| !reason.is_empty()).map(Into::into),
            statement: detail.statement,
            question: detail.fact.salience.question.clone(),
            learned: detail.learned.filter(|learned| learned.like > 0).map(Into::into),
            rival: detail.rival.map(Into::into),
            others: detail.others.into_iter().map(Into::into).collect(),
            conditions: detail.conditions,
            versions: detail.versions.into_iter().map(Into::into).collect(),
            reaffirmed: detail.reaffirmed,
            again: detail.again.into_iter().map(|again| EvidenceView::new(again.evidence, again.context)).collect(),
            normal: normal(&detail.fact.value),
            rival_normal,
            run_id: detail.run.as_ref().map(Uuid::to_string),
            item: detail.item,
            takes_item: detail.takes_item,
            fact: detail.fact.into(),
        }
    }
}
wire_from!(FactDetail = facts::FactDetail);

impl From<FactStatement> for facts::NewStatement {
    fn from(input: FactStatement) -> Self {
        Self { text: input.statement, key: input.key, value: input.value }
    }
}

impl From<FactChange> for facts::FactEdit {
    fn from(change: FactChange) -> Self {
        Self { text: change.text, value: change.value, key: change.key }
    }
}

impl From<facts::FactFilter> for FactFilter {
    fn from(filter: facts::FactFilter) -> Self {
        Self {
            statuses: filter.statuses.map(|all| all.into_iter().map(Into::into).collect()),
            input_id: filter.input,
            needs_review: filter.needs_review,
            accepted_by: filter.accepted_by.map(Into::into),
            text: filter.text,
        }
    }
}
wire_from!(FactFilter = facts::FactFilter);

impl From<FactFilter> for facts::FactFilter {
    fn from(filter: FactFilter) -> Self {
        Self {
            statuses: filter.statuses.map(|all| all.into_iter().map(Into::into).collect()),
            needs_review: filter.needs_review,
            accepted_by: filter.accepted_by.map(Into::into),
            input: filter.input_id,
            text: filter.text,
        }
    }
}
