//! Facts that the analyst adds: from words marked in an Input, or typed with no evidence at all.

use crate::keys::Registries;
use crate::prepared::PreparedCache;
use std::collections::HashMap;

use factly_core::discovery::{EntityKind, EntityLabel};
use factly_core::evidence::{Evidence, EvidenceClaim, EvidenceText, Located, MAX_QUOTE_CHARS, Unverified};
use factly_core::facts::{Candidate, Scope, decide, reconcile};
use factly_core::keys::NOTE_KEY;
use factly_core::message;
use factly_core::message::UserMessage;
use factly_core::text::{Span, Utf16Span};
use factly_core::values::Value;
use uuid::Uuid;

use crate::duplicates::DuplicateMatches;
use crate::duplicates::Duplicates;
use crate::duplicates::record_variants;
use crate::duplicates::{Duplicate, DuplicatePolicy};
use crate::error::{Code, Error, Result};
use crate::facts::Facts;
use crate::facts::decide::refused;
use crate::facts::fact::Fact;
use crate::facts::{PlanOrigin, View, apply_plan, missing_from, seq_of};
use crate::lookup::input_row;
use crate::lookup::{discovery_row, standing_fact};
use crate::prepared::PreparedText;
use crate::store::bundles::BundleText;
use crate::store::discoveries::DiscoveryRow;
use crate::store::{BundleSeq, Op, Stack, Topic};

/// The statement to add. Without a key it is a statement, and without words it is its quote.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NewStatement {
    pub text: Option<String>,
    pub key: Option<String>,
    /// As a person writes it: "6 m", "€1,200".
    pub value: Option<String>,
}

/// The outcome of a fact that was to be added.
#[derive(Clone, Debug)]
pub struct FactAdded {
    pub fact: Option<Fact>,
    /// Entities of the column that say the same. Nothing was added then, unless it was wanted anyway.
    pub duplicates: Vec<Duplicate>,
    /// The fact is an accepted one that says it word for word: nothing was added, not even a quote.
    pub was_said: bool,
    /// A sentence, where a model was to judge what says the same and what is built in did.
    pub note: Option<UserMessage>,
}

/// Words of an Input, as evidence in a bundle.
struct MarkedQuote {
    bundle: BundleSeq,
    text: BundleText,
    evidence: Evidence,
}

impl Facts<'_> {
    /// Adds a fact whose quote is what is marked in an Input: exact, since it is the Input's own text.
    pub fn add_fact(
        &self,
        input: Uuid,
        marked: Utf16Span,
        statement: &NewStatement,
        anyway: DuplicatePolicy,
    ) -> Result<FactAdded> {
        let (discovery, marked) = self.marked(input, marked)?;
        self.add_by_hand(&discovery, Some(&marked), statement, anyway)
    }

    /// Makes words marked in an Input further evidence of a fact that stands.
    pub fn add_evidence(&self, input: Uuid, marked: Utf16Span, fact: EntityLabel) -> Result<Fact> {
        let (discovery, marked) = self.marked(input, marked)?;
        let op = Op::named(Stack::Discovery(discovery.seq), message!("Add evidence to {}", fact));
        let written = self.ctx.write(op, |w| {
            let row = standing_fact(w, discovery.seq, fact)?;
            w.insert_reaffirmations(None, marked.bundle, &[(row.seq, &marked.evidence)])?;
            w.touch_discovery(discovery.seq)?;
            [Topic::Facts, Topic::Pipeline].into_iter().for_each(|topic| w.topic(topic));
            Ok(row.seq)
        })?;
        self.fact_standing(written.value)
    }

    /// Adds what the analyst knows and no text says. It is marked as without evidence wherever it is shown.
    pub fn add_fact_without_evidence(
        &self,
        discovery: Uuid,
        statement: &NewStatement,
        anyway: DuplicatePolicy,
    ) -> Result<FactAdded> {
        let discovery = self.ctx.read(|r| discovery_row(r, discovery))?;
        self.add_by_hand(&discovery, None, statement, anyway)
    }

    fn marked(&self, input: Uuid, marked: Utf16Span) -> Result<(DiscoveryRow, MarkedQuote)> {
        self.ctx.read(|r| {
            let row = input_row(r, input)?;
            let discovery =
                r.discovery_at(row.discovery)?.ok_or_else(|| Error::not_found("There is no such discovery."))?;
            let text = self.ctx.cache::<PreparedCache>().get(r, row.seq)?;
            let (bundle, span) = bundle_span(&text, marked)?;
            let text = r.bundle_text(bundle)?;
            let evidence = evidence_at(&text, span)?;
            Ok((discovery, MarkedQuote { bundle, text, evidence }))
        })
    }

    fn add_by_hand(
        &self,
        discovery: &DiscoveryRow,
        marked: Option<&MarkedQuote>,
        statement: &NewStatement,
        anyway: DuplicatePolicy,
    ) -> Result<FactAdded> {
        let candidate = self.candidate(discovery, marked, statement)?;
        let bundle = marked.map(|marked| marked.bundle);
        let is_new = self.is_new(discovery, bundle, &candidate)?;
        let DuplicateMatches { duplicates, note } = match is_new && anyway == DuplicatePolicy::Hold {
            true => Duplicates::new(self.ctx).duplicates_judged(
                discovery,
                EntityKind::Fact,
                &candidate.content.text,
                None,
            )?,
            false => DuplicateMatches::default(),
        };
        if !duplicates.is_empty() {
            return Ok(FactAdded { fact: None, duplicates, was_said: false, note });
        }
        let (beside, unjudged) = match is_new {
            true => Duplicates::new(self.ctx).beside(discovery, EntityKind::Fact, &candidate.content.text, anyway)?,
            false => (Vec::new(), None),
        };
        let (fact, was_said) = self.add_candidate(discovery, bundle, candidate, &beside)?;
        Ok(FactAdded { fact: Some(fact), duplicates, was_said, note: note.or(unjudged) })
    }

    /// Checks the analyst's statement against its key and its quote.
    fn candidate(
        &self,
        discovery: &DiscoveryRow,
        marked: Option<&MarkedQuote>,
        statement: &NewStatement,
    ) -> Result<Candidate> {
        let registry = self.ctx.read(|r| self.ctx.cache::<Registries>().get(r, discovery))?;
        let source = marked.map(|marked| EvidenceText::new(&marked.text.text, &marked.text.sections));
        let support = |value: &Value, evidence: &Evidence| {
            source.as_ref().map_or_else(Vec::new, |source| missing_from(source, value, evidence))
        };
        let evidence = marked.map(|marked| marked.evidence.clone());
        let key = statement.key.as_deref().unwrap_or(NOTE_KEY);
        let words = statement_words(statement, key, evidence.as_ref())?;
        decide::by_hand(Scope::Project, key, &words.into(), evidence, &registry, support).map_err(refused)
    }

    /// Returns whether it would be a fact of its own: what the ledger says already, word for word, only gets another
    /// quote.
    fn is_new(&self, discovery: &DiscoveryRow, bundle: Option<BundleSeq>, candidate: &Candidate) -> Result<bool> {
        self.ctx.read(|r| {
            let view = View::new(r, discovery.seq);
            let plan = reconcile(vec![candidate.clone()], bundle.map_or(0, |bundle| bundle.0), &view)?;
            Ok(!plan.facts.is_empty())
        })
    }

    /// The fact that now says it, and whether it did so before, word for word and by the same words.
    fn add_candidate(
        &self,
        discovery: &DiscoveryRow,
        bundle: Option<BundleSeq>,
        candidate: Candidate,
        beside: &[EntityLabel],
    ) -> Result<(Fact, bool)> {
        let op = Op::named(Stack::Discovery(discovery.seq), message!("Add a fact"));
        let written = self.ctx.write(op, |w| {
            let view = View::new(w, discovery.seq);
            let plan = reconcile(vec![candidate], bundle.map_or(0, |bundle| bundle.0), &view)?;
            let origin = PlanOrigin { discovery: discovery.seq, bundle, run: None };
            let added = apply_plan(w, origin, &plan, &HashMap::new())?.added;
            let fact = plan.outcomes.first().and_then(|outcome| seq_of(outcome.fact, &added));
            let fact = fact.ok_or_else(|| Error::new(Code::Internal, "The fact was not added."))?;
            if let Some((_, label_no)) = w.fact_name(fact)? {
                let label = EntityLabel::new(EntityKind::Fact, label_no);
                w.rename_op(&message!("Add {}", label))?;
                record_variants(w, discovery.seq, label, beside)?;
            }
            w.touch_discovery(discovery.seq)?;
            Ok((fact, plan.facts.is_empty() && plan.reaffirmed.is_empty()))
        })?;
        let (fact, was_said) = written.value;
        Ok((self.fact_standing(fact)?, was_said))
    }
}

fn statement_words(statement: &NewStatement, key: &str, evidence: Option<&Evidence>) -> Result<String> {
    let words = if key == NOTE_KEY { &statement.text } else { &statement.value };
    let words = words.as_deref().map(str::trim).filter(|words| !words.is_empty());
    match (words, evidence) {
        (Some(words), _) => Ok(words.to_owned()),
        (None, Some(evidence)) => Ok(evidence.quote.split_whitespace().collect::<Vec<_>>().join(" ")),
        (None, None) => Err(Error::new(Code::Empty, "A fact needs words.")),
    }
}

/// The one bundle that holds what is marked, without the white space around it.
fn bundle_span(text: &PreparedText, marked: Utf16Span) -> Result<(BundleSeq, Span)> {
    let span = Span::new(text.index.char_of_utf16(marked.start), text.index.char_of_utf16(marked.end));
    let words = text.index.slice(span);
    let leading = words.chars().take_while(|c| c.is_whitespace()).count();
    let length = words.trim().chars().count();
    if length == 0 {
        return Err(Error::new(Code::Empty, "No words are marked."));
    }
    if length > MAX_QUOTE_CHARS {
        return Err(Error::refused(message!(
            "A quote has at most {} characters; this has {}.",
            MAX_QUOTE_CHARS,
            length
        ))
        .hint("Mark the words that prove the fact, and no more."));
    }
    let start = span.start + u32::try_from(leading).unwrap_or_default();
    let span = Span::new(start, start + u32::try_from(length).unwrap_or_default());
    match text.pieces_over(span) {
        [piece] if piece.span_in_input().contains(span) => Ok((piece.bundle, piece.to_bundle(span))),
        _ => Err(Error::refused("What is marked lies in two parts of the Input.")
            .hint("Mark words on one side of the border between them.")),
    }
}

/// The same check that every parser's quote goes through.
pub(crate) fn evidence_at(text: &BundleText, span: Span) -> Result<Evidence> {
    let source = EvidenceText::new(&text.text, &text.sections);
    let quote = source.index().slice(span);
    let claim = EvidenceClaim { quote, start: Some(span.start.into()), end: Some(span.end.into()), section: None };
    match source.locate(&claim) {
        Located::Found { evidence, .. } => Ok(evidence),
        Located::Unverified { reason: Unverified::CutsWord } => {
            Err(Error::refused("What is marked cuts a word or a number.").hint("Mark whole words."))
        }
        Located::Unverified { .. } => Err(Error::refused("What is marked cannot be a quote.")),
    }
}
