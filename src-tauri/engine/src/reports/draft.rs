//! A report out of a discovery's graph: its recommendations with what they rest on, down to the Inputs.

use std::collections::BTreeMap;

use factly_core::discovery::{EntityKind, EntityLabel};
use factly_core::language::Language;
use factly_core::reports::Report;
use factly_core::reports::draft::{Argument, CitedEntity, draft, opening};
use factly_core::reports::front_matter::with_opening;
use factly_core::values::PartialDate;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use uuid::Uuid;

use super::Reports;
use super::sources::DiscoveryInputs;
use crate::discovery::{Entity, Pipeline};
use crate::error::{Error, Result};
use crate::facts::Facts;
use crate::lookup::discovery_row;
use crate::store::{DiscoverySeq, Reader};

impl Reports<'_> {
    /// Drafts a report that opens with the goal and the day, and returns with it the recommendations that it is made of.
    pub(crate) fn drafted_with_opening(
        &self,
        discovery: Uuid,
        of: Option<&[EntityLabel]>,
    ) -> Result<(Report, Vec<EntityLabel>)> {
        let (mut report, from) = self.drafted(discovery, of)?;
        let goal = self.ctx.read(|r| discovery_row(r, discovery))?.goal;
        let day = Timestamp::from_millisecond(self.ctx.world().clock.now_ms())
            .unwrap_or_default()
            .to_zoned(TimeZone::system())
            .date();
        let day = PartialDate::Day { year: day.year(), month: day.month(), day: day.day() };
        report.front_md = with_opening(&report.front_md, &opening(&goal, day, self.language()?));
        Ok((report, from))
    }

    /// Drafts a report of some recommendations, or of all, and returns with it those that it is made of: what is archived
    /// stays out.
    pub(crate) fn drafted(&self, discovery: Uuid, of: Option<&[EntityLabel]>) -> Result<(Report, Vec<EntityLabel>)> {
        let entities = Pipeline::new(self.ctx).entities(discovery, None)?;
        let standing: BTreeMap<EntityLabel, &Entity> =
            entities.iter().filter(|entity| !entity.archived).map(|entity| (entity.label, entity)).collect();
        let mut arguments: Vec<Argument> = standing
            .values()
            .filter(|entity| entity.label.kind == EntityKind::Recommendation)
            .filter(|entity| of.is_none_or(|of| of.contains(&entity.label)))
            .map(|entity| argument(entity, &standing))
            .collect();
        if arguments.is_empty() {
            return Err(Error::refused("There is no recommendation to report on.")
                .hint("Derive or add a recommendation first, or begin with an empty report."));
        }
        let mut new_id = || self.ctx.world().ids.next();
        let from = arguments.iter().map(|argument| argument.recommendation.label).collect();
        let facts = arguments.iter().flat_map(|argument| &argument.insights).flat_map(|(_, facts)| facts);
        let facts = facts.map(|fact| fact.label).collect();
        let sources = self.ctx.read(|r| {
            let discovery = discovery_row(r, discovery)?.seq;
            self.localize_statements(r, discovery, &mut arguments)?;
            Ok(DiscoveryInputs::read(r, discovery)?.list(&facts))
        })?;
        Ok((draft(&arguments, &sources, self.language()?, &mut new_id), from))
    }

    /// Gives typed facts the words of whoever reads the draft.
    fn localize_statements(&self, r: &Reader, discovery: DiscoverySeq, arguments: &mut [Argument]) -> Result<()> {
        let Some(statements) = Facts::new(self.ctx).statements(r, discovery)? else { return Ok(()) };
        let insights = arguments.iter_mut().flat_map(|argument| &mut argument.insights);
        for fact in insights.flat_map(|(_, facts)| facts) {
            if let Some(text) = statements.of(r, fact.id)? {
                fact.text = text;
            }
        }
        Ok(())
    }

    /// Returns the language of whoever uses the library; English before a window did.
    fn language(&self) -> Result<Language> {
        Ok(self.ctx.language()?.unwrap_or(Language::English))
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
