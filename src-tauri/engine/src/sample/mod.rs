//! The sample discovery: eight documents about one flood, that contradict one another as real ones do, the keys that an
//! analyst of floods would add, what the analyst concludes, and a report of it.

mod chain;

use factly_core::keys::KeyDef;
use factly_core::message;

use crate::context::area;
use crate::discovery::Discoveries;
use crate::discovery::Discovery;
use crate::error::{Code, Error, Result};
use crate::inputs::Inputs;
use crate::inputs::{NewInput, Parsing};
use crate::keys::Keys;
use crate::reports::{Beginning, Reports};
use crate::store::inputs::InputOrigin;
use crate::task::Progress;

area! {
    /// The sample discovery.
    Sample
}

const TITLE: &str = "Flood protection in Ashfield";
const GOAL: &str = "What did the flood of January 2024 do, what will protect the town, and what does it cost?";

const REPORT: &str = "How to protect Ashfield";

macro_rules! documents {
    ($($name:literal),* $(,)?) => {
        [$(($name, include_str!(concat!("../../sample/", $name)))),*]
    };
}

const DOCUMENTS: [(&str, &str); 8] = documents![
    "1-interview-river-engineer.md",
    "2-working-group-minutes.md",
    "3-household-survey.md",
    "4-finance-memo.md",
    "5-quotation-barriers.md",
    "6-newspaper-article.md",
    "7-site-visit-notes.md",
    "8-letter-farmers.md",
];

const KEYS: &str = include_str!("../../sample/keys.json");

impl Sample<'_> {
    /// Makes the sample discovery, reads its documents and concludes from them. Called off, it keeps what was read until
    /// then.
    pub fn create_sample(&self, progress: &dyn Progress) -> Result<Discovery> {
        // It asks its own questions, and none of a pack.
        let id = Discoveries::new(self.ctx).create_with(TITLE, GOAL, Some(&[]))?.id;
        Keys::new(self.ctx).add_keys(id, &sample_keys()?)?;
        for (name, text) in DOCUMENTS {
            let report = Inputs::new(self.ctx).add_input(id, document(name, text), Parsing::Now, progress)?;
            if report.cancelled {
                return Ok(Discoveries::new(self.ctx).get(id)?.discovery);
            }
        }
        self.add_sample_chain(id)?;
        Reports::new(self.ctx).create(id, Some(REPORT), Beginning::Graph)?;
        Ok(Discoveries::new(self.ctx).get(id)?.discovery)
    }
}

fn sample_keys() -> Result<Vec<KeyDef>> {
    serde_json::from_str(KEYS)
        .map_err(|error| Error::new(Code::Internal, message!("The keys of the sample cannot be read: {}.", error)))
}

/// A document's first heading is its title.
fn document(name: &str, text: &str) -> NewInput {
    let title = text.lines().find_map(|line| line.strip_prefix("# ")).unwrap_or(name);
    NewInput {
        title: Some(title.to_owned()),
        origin: InputOrigin::Sample,
        file_name: Some(name.to_owned()),
        text: text.to_owned(),
    }
}
