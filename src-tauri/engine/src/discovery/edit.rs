//! Another text for an entity: a new version, with what rests on it marked where the change reaches it.

use factly_core::message;
use factly_core::message::UserMessage;

use crate::lookup::standing_fact;
use crate::marks::EditOutcome;
use factly_core::discovery::status::MarkEvent;
use factly_core::discovery::{EntityKind, EntityLabel, EntityStatus, OutputType};
use factly_core::facts::Status;
use factly_core::keys::NOTE_KEY;
use uuid::Uuid;

use crate::discovery::Pipeline;
use crate::discovery::add::{checked_text, counted};
use crate::duplicates::DuplicatePolicy;
use crate::duplicates::{VariantsByEntity, record_variants};
use crate::error::{Error, Result};
use crate::facts::DuplicateHold;
use crate::facts::Facts;
use crate::facts::{FactDecision, FactEdit, NewValue, accept_row, edited_fact};
use crate::inputs::Inputs;
use crate::lookup::discovery_row;
use crate::lookup::{member, members};
use crate::marks::Judge;
use crate::marks::judging::{ModelJudgement, notes};
use crate::marks::touch_columns;
use crate::marks::{EntityEvent, Reach, mark_dependants};
use crate::store::entities::{KindFields, MemberRow};
use crate::store::{DiscoverySeq, EntitySeq, Op, Reader, Stack, Writer};

/// The result of a change of statuses.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StateSet {
    pub marked: Vec<EntityLabel>,
    pub held_back: Vec<DuplicateHold>,
    pub note: Option<UserMessage>,
}

/// A text, and the version that it is taken from if it is brought back.
struct NewVersion<'t> {
    text: &'t str,
    restores: Option<u32>,
}

impl Pipeline<'_> {
    /// Gives an entity another text. The same text again is no edit, and an Output's other type no version.
    ///
    /// A fact is edited as the ledger does it: the text of a typed one is its new value.
    pub fn edit_entity(
        &self,
        discovery: Uuid,
        label: EntityLabel,
        text: &str,
        output_type: Option<OutputType>,
    ) -> Result<EditOutcome> {
        let text = checked_text(text, label.kind)?;
        if output_type.is_some() && label.kind != EntityKind::Output {
            return Err(Error::invalid("Only an Output has a type."));
        }
        match label.kind {
            EntityKind::Input => Inputs::new(self.ctx).edit_input(discovery, label, &text),
            EntityKind::Fact => self.edit_statement(discovery, label, &text),
            _ => self.edit_text(
                discovery,
                label,
                &NewVersion { text: &text, restores: None },
                output_type,
                message!("Edit {}", label),
            ),
        }
    }

    /// Brings back an earlier text of an entity, as a new version.
    pub fn restore_entity_version(&self, discovery: Uuid, label: EntityLabel, version: u32) -> Result<EditOutcome> {
        let none = || Error::not_found(message!("{} has no version {}.", label, version));
        let name = message!("Restore version {} of {}", version, label);
        if label.kind == EntityKind::Fact {
            let row = self.ctx.read(|r| {
                let versions = r.fact_versions(discovery_row(r, discovery)?.seq, label.no)?;
                versions.into_iter().find(|row| row.version == version).ok_or_else(none)
            })?;
            return self.edit_fact_as(discovery, label, &NewValue::Of(&row), name);
        }
        if label.kind == EntityKind::Input {
            let text = self.ctx.read(|r| {
                let versions = r.input_versions(discovery_row(r, discovery)?.seq, label.no, 0)?;
                let found = versions.into_iter().find(|found| found.version == version).ok_or_else(none)?;
                Ok(r.input_text(found.seq)?)
            })?;
            return Inputs::new(self.ctx).edit_input_as(discovery, label, &text, name);
        }
        let versions = self.entity_versions(discovery, label)?;
        let found = versions.into_iter().find(|found| found.version == version).ok_or_else(none)?;
        let text = NewVersion { text: &found.text, restores: Some(version) };
        self.edit_text(discovery, label, &text, None, name)
    }

    fn edit_text(
        &self,
        discovery: Uuid,
        label: EntityLabel,
        new: &NewVersion<'_>,
        output_type: Option<OutputType>,
        name: UserMessage,
    ) -> Result<EditOutcome> {
        let row = self.ctx.read(|r| discovery_row(r, discovery))?;
        let was = self.ctx.read(|r| Ok(member(r, row.seq, label)?.text))?;
        let judged = [Judge::new(self.ctx).judge_impact(row.seq, &edit_of(label, &was, new.text))];
        let op = Op::named(Stack::Discovery(row.seq), name);
        let edited =
            self.ctx.write(op, |w| edited_text(w, row.seq, label, new, output_type, Reach::Judged(&judged)))?.value;
        let [ModelJudgement { note, .. }] = judged;
        Ok(EditOutcome { note, ..edited })
    }

    fn edit_statement(&self, discovery: Uuid, label: EntityLabel, text: &str) -> Result<EditOutcome> {
        let row = self.ctx.read(|r| discovery_row(r, discovery))?;
        let was = self.ctx.read(|r| Ok(member(r, row.seq, label)?.text))?;
        let judged = [Judge::new(self.ctx).judge_impact(row.seq, &edit_of(label, &was, text))];
        let op = Op::named(Stack::Discovery(row.seq), message!("Edit {}", label));
        let reach = Reach::Judged(&judged);
        let edited = self.ctx.write(op, |w| self.edited_statement(w, row.seq, label, text, reach))?.value;
        let [ModelJudgement { note, .. }] = judged;
        Ok(EditOutcome { note, ..edited })
    }

    /// Returns a model's judgement of all that one act changes: other texts for entities, and facts that are accepted.
    /// Losses are left out.
    pub(crate) fn judge_changes(
        &self,
        discovery: DiscoverySeq,
        edits: &[(EntityLabel, &str)],
        accepted: &[EntityLabel],
    ) -> Result<Vec<ModelJudgement>> {
        if !Judge::new(self.ctx).has_judge() {
            return Ok(Vec::new());
        }
        let (standing, accepted) = self.ctx.read(|r| {
            let text = |(label, _): &(EntityLabel, _)| Ok(r.member(discovery, *label)?.map(|standing| standing.text));
            let standing = edits.iter().map(text).collect::<Result<Vec<_>>>()?;
            let id = |label: &EntityLabel| Ok(r.member(discovery, *label)?.map(|member| member.id));
            let accepted = accepted.iter().map(id).collect::<Result<Vec<_>>>()?;
            Ok((standing, accepted.into_iter().flatten().collect::<Vec<Uuid>>()))
        })?;
        let accepted = Facts::new(self.ctx).to_accept(&accepted)?;
        let edited = edits.iter().zip(&standing);
        let edited = edited.filter_map(|((label, is), was)| Some(edit_of(*label, was.as_deref()?, is)));
        let events: Vec<EntityEvent<'_>> = edited.chain(accepted.iter().flat_map(FactDecision::events)).collect();
        Ok(Judge::new(self.ctx).judge_impacts(discovery, &events))
    }

    /// Gives an entity of any column but the first another text, within a step.
    pub(crate) fn edit_member_in(
        &self,
        w: &mut Writer<'_>,
        discovery: DiscoverySeq,
        label: EntityLabel,
        text: &str,
        reach: Reach<'_>,
    ) -> Result<EditOutcome> {
        match label.kind {
            EntityKind::Fact => self.edited_statement(w, discovery, label, text, reach),
            _ => edited_text(w, discovery, label, &NewVersion { text, restores: None }, None, reach),
        }
    }

    /// Gives an Output another text, within a step that marks those that use what changed in its words.
    pub(crate) fn rename_output_in(
        w: &mut Writer<'_>,
        discovery: DiscoverySeq,
        output: EntityLabel,
        text: &str,
    ) -> Result<EditOutcome> {
        edited_text(w, discovery, output, &NewVersion { text, restores: None }, None, Reach::ByWords)
    }

    fn edited_statement(
        &self,
        w: &mut Writer<'_>,
        discovery: DiscoverySeq,
        label: EntityLabel,
        text: &str,
        reach: Reach<'_>,
    ) -> Result<EditOutcome> {
        let row = standing_fact(w, discovery, label)?;
        if row.text == text {
            return Ok(EditOutcome { label, version: row.version, marked: Vec::new(), note: None });
        }
        let edit = match row.key == NOTE_KEY {
            true => FactEdit { text: Some(text.to_owned()), ..FactEdit::default() },
            false => FactEdit { value: Some(Facts::new(self.ctx).value_in(w, &row, text)?), ..FactEdit::default() },
        };
        self.edited_fact_as(w, discovery, label, &NewValue::Edit(&edit), reach)
    }

    fn edit_fact_as(
        &self,
        discovery: Uuid,
        label: EntityLabel,
        new: &NewValue<'_>,
        name: UserMessage,
    ) -> Result<EditOutcome> {
        let row = self.ctx.read(|r| discovery_row(r, discovery))?;
        let fact = self.ctx.read(|r| standing_fact(r, row.seq, label))?;
        let judged = Facts::new(self.ctx).judge_fact_edit(&fact, new)?;
        let op = Op::named(Stack::Discovery(row.seq), name);
        let reach = Reach::Judged(&judged);
        let edited = self.ctx.write(op, |w| self.edited_fact_as(w, row.seq, label, new, reach))?.value;
        Ok(EditOutcome { note: notes(judged.iter().map(|judged| &judged.note)), ..edited })
    }

    fn edited_fact_as(
        &self,
        w: &mut Writer<'_>,
        discovery: DiscoverySeq,
        label: EntityLabel,
        new: &NewValue<'_>,
        reach: Reach<'_>,
    ) -> Result<EditOutcome> {
        let fact = standing_fact(w, discovery, label)?;
        let marked = edited_fact(self.ctx, w, &fact, new, reach)?;
        touch_columns(w, discovery, &[EntityKind::Fact])?;
        Ok(EditOutcome { label, version: member(w, discovery, label)?.version, marked, note: None })
    }

    /// As [`Self::set_entity_state`], but for facts whose column says the same already: unless it is wanted anyway,
    /// those are left for the analyst to merge or to keep.
    pub fn set_entity_state_checked(
        &self,
        discovery: Uuid,
        labels: &[EntityLabel],
        state: EntityStatus,
        anyway: DuplicatePolicy,
    ) -> Result<StateSet> {
        let facts = match state {
            EntityStatus::Validated => self.ctx.read(|r| facts_among(r, discovery_row(r, discovery)?.seq, labels))?,
            _ => Vec::new(),
        };
        let (held_back, note) = Facts::new(self.ctx).held_back(&facts, anyway)?;
        let is_held = |label: &EntityLabel| held_back.iter().any(|held| held.label == *label);
        let clear: Vec<EntityLabel> = labels.iter().copied().filter(|label| !is_held(label)).collect();
        let beside = Facts::new(self.ctx).variant_pairs(&facts, anyway)?;
        let (marked, touched) = match clear.as_slice() {
            [] => (Vec::new(), None),
            clear => self.set_states(discovery, clear, state, &beside)?,
        };
        Ok(StateSet { marked, held_back, note: notes([&note, &touched]) })
    }

    /// Makes entities drafts or validated ones, as one step. A fact is validated by being accepted.
    pub fn set_entity_state(
        &self,
        discovery: Uuid,
        labels: &[EntityLabel],
        state: EntityStatus,
    ) -> Result<Vec<EntityLabel>> {
        Ok(self.set_states(discovery, labels, state, &VariantsByEntity::new())?.0)
    }

    fn set_states(
        &self,
        discovery: Uuid,
        labels: &[EntityLabel],
        state: EntityStatus,
        beside: &VariantsByEntity,
    ) -> Result<(Vec<EntityLabel>, Option<UserMessage>)> {
        let name = match state {
            EntityStatus::Validated => message!("Confirm {}", counted(labels)),
            EntityStatus::Draft => message!("Set back to draft {}", counted(labels)),
            _ => {
                return Err(Error::invalid(
                    "An entity is made a draft or confirmed; other statuses come of what it rests on.",
                ));
            }
        };
        let row = self.ctx.read(|r| discovery_row(r, discovery))?;
        let facts = match state {
            EntityStatus::Validated => self.ctx.read(|r| facts_among(r, row.seq, labels))?,
            _ => Vec::new(),
        };
        let judged = Facts::new(self.ctx).judge_accepting(&facts)?;
        let written = self.ctx.write(Op::named(Stack::Discovery(row.seq), name), |w| {
            let mut marked = Vec::new();
            for member in members(w, row.seq, labels)? {
                marked.extend(set_state(w, row.seq, &member, state, Reach::Judged(&judged))?);
                record_variants(w, row.seq, member.label, beside.get(&member.label).map_or(&[], Vec::as_slice))?;
            }
            let kinds: Vec<EntityKind> = labels.iter().map(|label| label.kind).collect();
            touch_columns(w, row.seq, &kinds)?;
            Ok(crate::marks::each_once(marked))
        })?;
        Ok((written.value, notes(judged.iter().map(|judged| &judged.note))))
    }
}

fn edit_of<'t>(of: EntityLabel, was: &'t str, is: &'t str) -> EntityEvent<'t> {
    EntityEvent { of, what: MarkEvent::Edited, was: Some(was), is: Some(is) }
}

fn facts_among(r: &Reader, discovery: DiscoverySeq, labels: &[EntityLabel]) -> Result<Vec<Uuid>> {
    let facts = labels.iter().filter(|label| label.kind == EntityKind::Fact);
    facts.map(|label| Ok(member(r, discovery, *label)?.id)).collect()
}

fn set_state(
    w: &mut Writer<'_>,
    discovery: DiscoverySeq,
    member: &MemberRow,
    state: EntityStatus,
    reach: Reach<'_>,
) -> Result<Vec<EntityLabel>> {
    match (member.of_kind, state) {
        (KindFields::Fact { status: Status::Accepted, .. }, EntityStatus::Validated) => Ok(Vec::new()),
        (KindFields::Fact { .. }, EntityStatus::Validated) => {
            accept_row(w, &standing_fact(w, discovery, member.label)?, reach)
        }
        (KindFields::Fact { status: Status::Proposed, .. }, _) => Ok(Vec::new()),
        (KindFields::Fact { .. }, _) => Err(Error::refused(message!("{} was decided about.", member.label))
            .hint("Undo takes a decision back; an edit makes another version.")),
        _ if member.state == state => Ok(Vec::new()),
        _ => {
            w.set_member_state(member, state)?;
            Ok(Vec::new())
        }
    }
}

fn edited_text(
    w: &mut Writer<'_>,
    discovery: DiscoverySeq,
    label: EntityLabel,
    new: &NewVersion<'_>,
    output_type: Option<OutputType>,
    reach: Reach<'_>,
) -> Result<EditOutcome> {
    let member = member(w, discovery, label)?;
    let entity = EntitySeq(member.seq);
    if let Some(output_type) = output_type.filter(|wanted| member.output_type() != Some(*wanted)) {
        w.set_output_type(entity, output_type)?;
        touch_columns(w, discovery, &[])?;
    }
    if member.text == new.text {
        return Ok(EditOutcome { label, version: member.version, marked: Vec::new(), note: None });
    }
    let version = member.version + 1;
    w.set_entity_text(entity, version, new.text)?;
    w.insert_entity_version(entity, version, new.text, new.restores)?;
    let marked = mark_dependants(w, discovery, &edit_of(label, &member.text, new.text), reach, &[])?;
    touch_columns(w, discovery, &[])?;
    Ok(EditOutcome { label, version, marked, note: None })
}
