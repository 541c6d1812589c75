//! A report out of a discovery's graph: its recommendations with what they rest on, down to the Inputs.

use std::collections::BTreeMap;

use factly_core::discovery::{EntityKind, EntityLabel};
use factly_core::report::Report;
use factly_core::report::draft::{Argument, CitedEntity, draft};
use uuid::Uuid;

use super::Reports;
use crate::discovery::{Entity, Pipeline};
use crate::error::{Error, Result};

impl Reports<'_> {
    /// Drafts a report, and returns with it the recommendations that it is made of: what is archived stays out.
    pub(crate) fn drafted(&self, discovery: Uuid) -> Result<(Report, Vec<EntityLabel>)> {
        let entities = Pipeline::new(self.ctx).entities(discovery, None)?;
        let standing: BTreeMap<EntityLabel, &Entity> =
            entities.iter().filter(|entity| !entity.archived).map(|entity| (entity.label, entity)).collect();
        let arguments: Vec<Argument> = standing
            .values()
            .filter(|entity| entity.label.kind == EntityKind::Recommendation)
            .map(|entity| argument(entity, &standing))
            .collect();
        if arguments.is_empty() {
            return Err(Error::refused("There is no recommendation to report on.")
                .hint("Derive or add a recommendation first, or begin with an empty report."));
        }
        let mut new_id = || self.ctx.world().ids.next();
        let from = arguments.iter().map(|argument| argument.recommendation.label).collect();
        Ok((draft(&arguments, &sources(&standing), &mut new_id), from))
    }
}

fn argument(recommendation: &Entity, standing: &BTreeMap<EntityLabel, &Entity>) -> Argument {
    let insights = above(recommendation, standing);
    Argument {
        recommendation: cited(recommendation),
        insights: insights
            .into_iter()
            .map(|insight| (cited(insight), above(insight, standing).into_iter().map(cited).collect()))
            .collect(),
    }
}

fn above<'e>(entity: &Entity, standing: &BTreeMap<EntityLabel, &'e Entity>) -> Vec<&'e Entity> {
    entity.up.iter().filter_map(|label| standing.get(label).copied()).collect()
}

fn cited(entity: &Entity) -> CitedEntity {
    CitedEntity { label: entity.label, id: entity.id, text: entity.text.clone() }
}

fn sources(standing: &BTreeMap<EntityLabel, &Entity>) -> Vec<String> {
    let inputs = standing.values().filter(|entity| entity.label.kind == EntityKind::Input);
    inputs.map(|input| format!("{} {}", input.label, input.text)).collect()
}
