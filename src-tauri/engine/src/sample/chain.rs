//! What the sample concludes from its documents: Insights, Recommendations and an Output, each on what it rests on.
//!
//! A conclusion names its facts by words of theirs, since labels follow from what the parser finds.

use factly_core::discovery::{EntityLabel, Kind, OutputType};
use serde::Deserialize;
use uuid::Uuid;

use crate::discovery::Pipeline;
use crate::discovery::{Entity, NewEntity};
use crate::duplicates::Anyway;
use crate::error::{Code, Error, Result};
use crate::ledger::Ledger;
use crate::sample::Sample;
use crate::store::entities::EntityOrigin;

const CHAIN: &str = include_str!("../../sample/chain.json");

#[derive(Deserialize)]
struct Chain {
    insights: Vec<OnWords>,
    recommendations: Vec<OnNumbers>,
    outputs: Vec<OnNumbers>,
}

#[derive(Deserialize)]
struct OnWords {
    text: String,
    rests_on: Vec<String>,
}

/// Rests on members of the column before, counted from one.
#[derive(Deserialize)]
struct OnNumbers {
    text: String,
    #[serde(rename = "type")]
    output_type: Option<String>,
    rests_on: Vec<usize>,
}

impl Sample<'_> {
    /// Accepts the facts that the sample rests on and adds what it concludes from them.
    pub(super) fn add_sample_chain(&self, discovery: Uuid) -> Result<()> {
        let chain: Chain = serde_json::from_str(CHAIN).map_err(|error| unreadable(&error.to_string()))?;
        let facts = Pipeline::new(self.ctx).entities(discovery, Some(Kind::Fact))?;
        let grounds =
            chain.insights.iter().map(|insight| said(&facts, &insight.rests_on)).collect::<Result<Vec<_>>>()?;
        let open =
            grounds.iter().flatten().filter(|fact| fact.fact_status != Some(factly_core::ledger::Status::Accepted));
        Ledger::new(self.ctx).accept(&open.map(|fact| fact.id).collect::<Vec<_>>())?;

        let mut insights = Vec::new();
        for (insight, facts) in chain.insights.into_iter().zip(grounds) {
            let from = facts.into_iter().map(|fact| fact.label).collect();
            insights.push(self.conclude(discovery, Kind::Insight, insight.text, from, None)?);
        }
        let recommendations = self.conclude_all(discovery, Kind::Recommendation, chain.recommendations, &insights)?;
        self.conclude_all(discovery, Kind::Output, chain.outputs, &recommendations)?;
        Ok(())
    }

    fn conclude_all(
        &self,
        discovery: Uuid,
        kind: Kind,
        conclusions: Vec<OnNumbers>,
        above: &[EntityLabel],
    ) -> Result<Vec<EntityLabel>> {
        let conclude = |conclusion: OnNumbers| {
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
        kind: Kind,
        text: String,
        from: Vec<EntityLabel>,
        output_type: Option<OutputType>,
    ) -> Result<EntityLabel> {
        let entity = NewEntity { kind, text, from, output_type, origin: EntityOrigin::Sample };
        Pipeline::new(self.ctx)
            .add_entity(discovery, &entity, Anyway::Yes)?
            .added
            .ok_or_else(|| unreadable("nothing was added"))
    }
}

/// For each of `words` the statement that has them.
fn said<'f>(facts: &'f [Entity], words: &[String]) -> Result<Vec<&'f Entity>> {
    let holds = |words: &String| facts.iter().find(|fact| fact.text.contains(words.as_str()));
    words.iter().map(|words| holds(words).ok_or_else(|| unreadable(&format!("no fact says “{words}”")))).collect()
}

fn unreadable(why: &str) -> Error {
    Error::new(Code::Internal, format!("The conclusions of the sample cannot be read: {why}."))
}
