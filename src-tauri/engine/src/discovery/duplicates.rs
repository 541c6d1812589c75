//! What a column says already.

use factly_core::discovery::{EntityLabel, Kind};

use uuid::Uuid;

use crate::error::Result;
use crate::library::Library;
use crate::store::discoveries::DiscoveryRow;

/// An entity that says the same.
#[derive(Clone, Debug, PartialEq)]
pub struct Duplicate {
    pub label: EntityLabel,
    pub text: String,
    /// 0 to 1.
    pub score: f64,
    pub reason: String,
}

/// Entities of one column that say the same.
#[derive(Clone, Debug, PartialEq)]
pub struct DuplicateGroup {
    /// In the order of their labels.
    pub labels: Vec<EntityLabel>,
    pub texts: Vec<String>,
    /// Of the pair that is surest.
    pub score: f64,
    pub reason: String,
}

impl Library {
    /// Groups of entities of a column that say the same, the surest first.
    pub fn duplicate_groups(&self, _discovery: Uuid, _kind: Kind) -> Result<Vec<DuplicateGroup>> {
        Ok(Vec::new())
    }

    pub(super) fn duplicates_in(
        &self,
        discovery: &DiscoveryRow,
        kind: Kind,
        text: &str,
        but: Option<EntityLabel>,
    ) -> Result<Vec<Duplicate>> {
        let wanted = text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
        let members = self.read(|r| Ok(r.members(discovery.seq, kind)?))?;
        let same = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase() == wanted;
        Ok(members
            .into_iter()
            .filter(|member| kind != Kind::Input && !member.archived && Some(member.label) != but && same(&member.text))
            .map(|member| Duplicate {
                label: member.label,
                text: member.text,
                score: 1.0,
                reason: "The words are the same.".to_owned(),
            })
            .collect())
    }
}
