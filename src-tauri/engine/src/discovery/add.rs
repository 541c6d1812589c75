//! Adding an entity by hand: with its links, and not where the column says the same already unless that is wanted.

use factly_core::message;
use factly_core::message::UserMessage;

use crate::duplicates::Duplicate;
use crate::duplicates::DuplicatePolicy;
use crate::keys::Registries;
use factly_core::discovery::{EntityKind, EntityLabel, OutputType};
use factly_core::facts::{AcceptedBy, FactContent, Scope, Status, decide};
use factly_core::keys::NOTE_KEY;
use factly_core::text::normalize::normalize;
use uuid::Uuid;

use crate::discovery::Pipeline;
use crate::duplicates::DuplicateMatches;
use crate::duplicates::Duplicates;
use crate::duplicates::record_variants;
use crate::error::{Code, Error, Result};
use crate::facts::refused;
use crate::inputs::Inputs;
use crate::inputs::{NewInput, Parsing};
use crate::lookup::discovery_row;
use crate::marks::touch_columns;
use crate::store::discoveries::DiscoveryRow;
use crate::store::entities::{EntityOrigin, NewEntityRow};
use crate::store::facts::FactToInsert;
use crate::store::inputs::InputOrigin;
use crate::store::{DiscoverySeq, Op, Reader, Stack, Writer};
use crate::task::NoProgress;

/// More than this is a text in the wrong place: an Input.
const MAX_CHARS: usize = 100_000;

/// An entity to be added.
#[derive(Clone, Debug)]
pub struct NewEntity {
    pub kind: EntityKind,
    pub text: String,
    /// Entities it is drawn from: of the column above.
    pub from: Vec<EntityLabel>,
    /// Of an Output; a report where nothing is said.
    pub output_type: Option<OutputType>,
    pub origin: EntityOrigin,
}

impl NewEntity {
    pub fn by_hand(kind: EntityKind, text: impl Into<String>) -> Self {
        Self { kind, text: text.into(), from: Vec::new(), output_type: None, origin: EntityOrigin::Manual }
    }
}

/// The outcome of a request to add.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AddOutcome {
    /// Entities of the column that say the same. Nothing was added then, unless it was wanted anyway.
    pub duplicates: Vec<Duplicate>,
    pub added: Option<EntityLabel>,
    /// A sentence, where a model was to judge what says the same and what is built in did.
    pub note: Option<UserMessage>,
}

impl Pipeline<'_> {
    /// Adds an entity with its links as one step. An Input is parsed as well; a fact is a statement that the analyst
    /// vouches for.
    pub fn add_entity(&self, discovery: Uuid, entity: &NewEntity, anyway: DuplicatePolicy) -> Result<AddOutcome> {
        let text = checked_text(&entity.text, entity.kind)?;
        let row = self.ctx.read(|r| discovery_row(r, discovery))?;
        let DuplicateMatches { duplicates, note } = match anyway {
            DuplicatePolicy::Hold => Duplicates::new(self.ctx).duplicates_judged(&row, entity.kind, &text, None)?,
            DuplicatePolicy::Allow | DuplicatePolicy::Report => DuplicateMatches::default(),
        };
        if !duplicates.is_empty() {
            return Ok(AddOutcome { duplicates, added: None, note });
        }
        if entity.kind == EntityKind::Input {
            let added = self.add_text(discovery, text, &entity.from)?;
            return Ok(AddOutcome { duplicates, added: Some(added), note });
        }
        let (beside, unjudged) = Duplicates::new(self.ctx).beside(&row, entity.kind, &text, anyway)?;
        let added = self.add_member(&row, entity, &text, &beside)?;
        Ok(AddOutcome { duplicates, added: Some(added), note: note.or(unjudged) })
    }

    fn add_text(&self, discovery: Uuid, text: String, from: &[EntityLabel]) -> Result<EntityLabel> {
        if !from.is_empty() {
            return Err(Error::refused("An Input is drawn from nothing."));
        }
        let input = NewInput { title: None, origin: InputOrigin::Paste, file_name: None, text };
        let report = Inputs::new(self.ctx).add_input_checked(
            discovery,
            input,
            Parsing::Now,
            DuplicatePolicy::Allow,
            &NoProgress,
        )?;
        let label = report.added.first().and_then(|input| EntityLabel::parse(&input.label));
        label.ok_or_else(|| Error::new(Code::Internal, "The Input was not added."))
    }

    fn add_member(
        &self,
        row: &DiscoveryRow,
        entity: &NewEntity,
        text: &str,
        beside: &[EntityLabel],
    ) -> Result<EntityLabel> {
        let op = Op::named(Stack::Discovery(row.seq), message!("Add a {}", UserMessage::from(entity.kind.as_str())));
        let written = self.ctx.write(op, |w| {
            let label = self.add_member_in(w, row, entity, text)?;
            record_variants(w, row.seq, label, beside)?;
            w.rename_op(&message!("Add {}", label))?;
            Ok(label)
        })?;
        Ok(written.value)
    }

    /// Adds an entity of any column but the first, with its links, within a step.
    pub(crate) fn add_member_in(
        &self,
        w: &mut Writer<'_>,
        row: &DiscoveryRow,
        entity: &NewEntity,
        text: &str,
    ) -> Result<EntityLabel> {
        let label = EntityLabel::new(entity.kind, w.take_labels(row.seq, entity.kind, 1)?);
        match entity.kind {
            EntityKind::Fact => {
                let content = self.statement(w, row, text)?;
                insert_statement(w, row.seq, label.no, content, entity.origin)?;
            }
            _ => insert_entity(w, row.seq, label, entity, text)?,
        }
        super::links::link_all(w, row.seq, &entity.from, label)?;
        touch_columns(w, row.seq, &[entity.kind])?;
        Ok(label)
    }

    /// Builds the analyst's statement without a key and without evidence.
    fn statement(&self, r: &Reader, row: &DiscoveryRow, text: &str) -> Result<FactContent> {
        let registry = self.ctx.cache::<Registries>().get(r, row)?;
        let decision = decide::by_hand(Scope::Project, NOTE_KEY, &text.into(), None, &registry, |_, _| Vec::new());
        Ok(decision.map_err(refused)?.content)
    }
}

/// Adds an entity of the last three columns, without links.
pub(crate) fn insert_entity(
    w: &mut Writer<'_>,
    discovery: DiscoverySeq,
    label: EntityLabel,
    entity: &NewEntity,
    text: &str,
) -> Result<()> {
    let output_type = match entity.kind {
        EntityKind::Output => Some(entity.output_type.unwrap_or(OutputType::Report)),
        _ => None,
    };
    w.insert_entity(&NewEntityRow { discovery, label, text, output_type, origin: entity.origin })?;
    Ok(())
}

/// The analyst vouches for what they wrote. What a model worded is a draft, as in the other columns.
fn insert_statement(
    w: &mut Writer<'_>,
    discovery: DiscoverySeq,
    label_no: i64,
    mut content: FactContent,
    origin: EntityOrigin,
) -> Result<()> {
    let status = match origin {
        EntityOrigin::Chat => {
            content.reason = message!("proposed in the chat and confirmed by the analyst");
            Status::Proposed
        }
        _ => Status::Accepted,
    };
    w.insert_fact(&FactToInsert {
        discovery,
        label_no,
        version: 1,
        content: &content,
        bundle: None,
        run: None,
        supersedes: None,
        conflicts_with: None,
        hint: None,
        status,
        needs_review: false,
        accepted_by: (status == Status::Accepted).then_some(AcceptedBy::Analyst),
    })?;
    Ok(())
}

/// A text for a column: let in by the door, without the white space around it, and with words in it.
pub(crate) fn checked_text(text: &str, kind: EntityKind) -> Result<String> {
    let admitted = normalize(text).text;
    if admitted.trim().is_empty() {
        return Err(Error::new(Code::Empty, message!("{} needs words.", with_article(kind))));
    }
    if kind == EntityKind::Input {
        return Ok(admitted);
    }
    let text = admitted.trim();
    match text.chars().nth(MAX_CHARS) {
        None => Ok(text.to_owned()),
        Some(_) => {
            let what = message!("{} has at most {} characters.", with_article(kind), MAX_CHARS);
            Err(Error::new(Code::TooLarge, what).hint("Add a long text as an Input."))
        }
    }
}

fn with_article(kind: EntityKind) -> UserMessage {
    match kind {
        EntityKind::Input => message!("An Input"),
        EntityKind::Fact => message!("A fact"),
        EntityKind::Insight => message!("An Insight"),
        EntityKind::Recommendation => message!("A Recommendation"),
        EntityKind::Output => message!("An Output"),
    }
}

/// Returns what a step is of: a label, or how many.
pub(crate) fn counted(labels: &[EntityLabel]) -> UserMessage {
    match labels {
        [label] => UserMessage::verbatim(label),
        several => message!("{} entities", several.len()),
    }
}
