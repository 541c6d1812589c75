//! Answers as a model writes them, for one bundle of a library.
#![allow(dead_code, reason = "each suite takes what it needs")]

use factly_engine::extraction::{Force, RunReport};
use factly_engine::facts::{Fact, FactFilter};
use factly_engine::inputs::Parsing;
use serde_json::{Value, json};
use uuid::Uuid;

use super::library::{Fixture, empty};

/// One text, one bundle, not parsed.
pub(crate) struct BundleFixture {
    pub(crate) at: Fixture,
    pub(crate) discovery: Uuid,
    pub(crate) bundle: Uuid,
}

pub(crate) fn about(text: &str) -> BundleFixture {
    let at = empty();
    let discovery = at.discovery("Flood wall");
    let bundle = bundle_of(&at, discovery, text);
    BundleFixture { at, discovery, bundle }
}

pub(crate) fn bundle_of(at: &Fixture, discovery: Uuid, text: &str) -> Uuid {
    let input = at.add(discovery, text, Parsing::Later).added[0].id;
    at.library.inputs().bundles_of_input(input).expect("it was just added")[0].id
}

pub(crate) fn op(key: &str, value: impl Into<Value>, quote: &str, confidence: f64) -> Value {
    json!({
        "op": "ADD", "scope": {"type": "project"}, "key": key, "value": value.into(), "confidence": confidence,
        "evidence": {"quote": quote, "startChar": 0, "endChar": 3, "sourceSection": "FREE_CHAT"},
        "needsReview": false, "reason": "it says so",
    })
}

impl BundleFixture {
    pub(crate) fn submit(&self, ops: Value) -> RunReport {
        self.submit_to(self.bundle, &json!({ "ops": ops }).to_string(), Force::No)
    }

    pub(crate) fn submit_to(&self, bundle: Uuid, raw: &str, force: Force) -> RunReport {
        self.at.library.runs().run_submit(bundle, raw, force).expect("an answer is never an error")
    }

    pub(crate) fn facts(&self) -> Vec<Fact> {
        self.at.library.facts().facts(self.discovery, &FactFilter::default(), None, 1_000).expect("a page").facts
    }

    /// Each fact as "F-1 accepted key: reading".
    pub(crate) fn ledger(&self) -> Vec<String> {
        let line =
            |fact: Fact| format!("{} {} {}: {}", fact.label, fact.status.as_str(), fact.key, fact.value.reading());
        self.facts().into_iter().map(line).collect()
    }
}
