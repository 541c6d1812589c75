//! The conclusions of the sample from its documents: Insights, Recommendations and an Output, each on what it rests on.
//!
//! A conclusion names its facts by words of theirs, since labels follow from what the parser finds.

use factly_core::discovery::{EntityKind, EntityLabel, OutputType};
use factly_core::facts::Status;
use factly_core::facts::decide::Ruling;
use factly_core::message;
use serde::Deserialize;
use uuid::Uuid;

use crate::discovery::NewEntity;
use crate::discovery::Pipeline;
use crate::duplicates::DuplicatePolicy;
use crate::error::{Code, Error, Result};
use crate::facts::{Fact, FactFilter, Facts};
use crate::sample::Sample;
use crate::store::entities::EntityOrigin;

const CHAIN: &str = include_str!("../../sample/chain.json");

#[derive(Deserialize)]
struct SampleChain {
    settled: Vec<ConditionalFact>,
    insights: Vec<TextBasedMember>,
    recommendations: Vec<NumberBasedMember>,
    outputs: Vec<NumberBasedMember>,
}

/// A value of the one key whose values all hold, each under its condition.
#[derive(Deserialize)]
struct ConditionalFact {
    words: String,
    condition: String,
}

#[derive(Deserialize)]
struct TextBasedMember {
    text: String,
    rests_on: Vec<String>,
}

/// Rests on members of the column before, counted from one.
#[derive(Deserialize)]
struct NumberBasedMember {
    text: String,
    #[serde(rename = "type")]
    output_type: Option<String>,
    rests_on: Vec<usize>,
}

impl Sample<'_> {
    /// Says of the values that contradict each other under which conditions they hold, accepts the facts that the sample
    /// rests on, and adds what it concludes from them.
    pub(super) fn add_sample_chain(&self, discovery: Uuid) -> Result<()> {
        let chain: SampleChain = serde_json::from_str(CHAIN).map_err(|error| unreadable(&error.to_string()))?;
        let ledger = Facts::new(self.ctx);
        let facts = ledger.facts(discovery, &FactFilter::default(), None, 1_000)?.facts;
        let holds =
            |one: ConditionalFact| Ok((find_fact(&facts, &one.words)?.id, Ruling::Holds { condition: one.condition }));
        ledger.settle(&chain.settled.into_iter().map(holds).collect::<Result<Vec<_>>>()?)?;
        let all = |insight: &TextBasedMember| insight.rests_on.iter().map(|words| find_fact(&facts, words)).collect();
        let grounds = chain.insights.iter().map(all).collect::<Result<Vec<Vec<&Fact>>>>()?;
        for fact in grounds.iter().flatten() {
            if ledger.fact(fact.id)?.status != Status::Accepted {
                ledger.accept(&[fact.id])?;
            }
        }

        let mut insights = Vec::new();
        for (insight, facts) in chain.insights.into_iter().zip(grounds) {
            let from = facts.into_iter().filter_map(|fact| EntityLabel::parse(&fact.label)).collect();
            insights.push(self.conclude(discovery, EntityKind::Insight, insight.text, from, None)?);
        }
        let recommendations =
            self.conclude_all(discovery, EntityKind::Recommendation, chain.recommendations, &insights)?;
        self.conclude_all(discovery, EntityKind::Output, chain.outputs, &recommendations)?;
        Ok(())
    }

    fn conclude_all(
        &self,
        discovery: Uuid,
        kind: EntityKind,
        conclusions: Vec<NumberBasedMember>,
        above: &[EntityLabel],
    ) -> Result<Vec<EntityLabel>> {
        let conclude = |conclusion: NumberBasedMember| {
            let from = conclusion.rests_on.iter().map(|number| above.get(number - 1).copied());
            let from = from.collect::<Option<Vec<_>>>().ok_or_else(|| unreadable("a number names nothing"))?;
            let output_type = conclusion.output_type.as_deref().and_then(OutputType::parse);
            self.conclude(discovery, kind, conclusion.text, from, output_type)
        };
        conclusions.into_iter().map(conclude).collect()
    }

    fn conclude(
        &self,
        discovery: Uuid,
        kind: EntityKind,
        text: String,
        from: Vec<EntityLabel>,
        output_type: Option<OutputType>,
    ) -> Result<EntityLabel> {
        let entity = NewEntity { kind, text, from, output_type, origin: EntityOrigin::Sample };
        Pipeline::new(self.ctx)
            .add_entity(discovery, &entity, DuplicatePolicy::Allow)?
            .added
            .ok_or_else(|| unreadable("nothing was added"))
    }
}

/// The fact that has these words, or that is said by them.
fn find_fact<'f>(facts: &'f [Fact], words: &str) -> Result<&'f Fact> {
    let holds = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ").contains(words);
    let quote = |fact: &'f Fact| fact.evidence.as_ref().map_or("", |found| &found.quote);
    let found = facts.iter().find(|fact| holds(&fact.text) || holds(quote(fact)));
    found.ok_or_else(|| unreadable(&format!("no fact says “{words}”")))
}

fn unreadable(why: &str) -> Error {
    Error::new(Code::Internal, message!("The conclusions of the sample cannot be read: {}.", why))
}
