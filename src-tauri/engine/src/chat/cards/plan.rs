//! The plan of a confirmation. Made before the step, since looking for duplicates and cutting a long text take time;
//! checked again within it.

use factly_core::chat::Tool;
use factly_core::chat::card::CurrentCard;
use factly_core::chat::proposal::{CardChange, EntityAddition};
use factly_core::discovery::duplicates::{compare, prepare};
use factly_core::discovery::{EntityKind, EntityLabel, OutputType};
use factly_core::facts::Status;
use factly_core::inputs::BundleSection;
use factly_core::keys::NOTE_KEY;
use factly_core::message;
use factly_core::message::UserMessage;
use serde_json::json;
use uuid::Uuid;

use crate::chat::Chat;
use crate::chat::cards::present::present;
use crate::chat::cards::{CardEdit, OnDuplicate, card_row, read_row, waiting};
use crate::discovery::Pipeline;
use crate::discovery::add::checked_text;
use crate::duplicates::Duplicate;
use crate::duplicates::DuplicateMatches;
use crate::duplicates::Duplicates;
use crate::error::{Code, Error, Result};
use crate::inputs::InputEdit;
use crate::inputs::Inputs;
use crate::lookup::discovery_row_at;
use crate::marks::judging::ModelJudgement;
use crate::store::chat_cards::ChatCardRow;
use crate::store::discoveries::DiscoveryRow;
use crate::store::{Reader, Writer};

/// The analyst's order.
pub(super) struct CardOrder<'o> {
    pub(super) card: Uuid,
    /// Of what the card showed.
    pub(super) fingerprint: &'o str,
    pub(super) edit: Option<&'o CardEdit>,
    pub(super) on_duplicate: OnDuplicate,
}

pub(super) struct CardPlan {
    pub(super) row: ChatCardRow,
    pub(super) discovery: DiscoveryRow,
    fingerprint: String,
    pub(super) is_edited: bool,
    pub(super) change: CardChange,
    pub(super) way: CardAction,
    /// A sentence, where a model was to judge what says the same and what is built in did.
    pub(super) note: Option<UserMessage>,
}

/// The judge of whether the column says already what would be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DuplicateJudge {
    /// The model that is set, as by hand.
    Judged,
    BuiltIn,
}

/// The way a change is carried out.
pub(super) enum CardAction {
    /// As it would be by hand. What is added is kept beside these, which say the same.
    ByHand(Vec<EntityLabel>),
    /// A fact that was read from the same turn says it, with a quote. It is kept beside these.
    OfTurn(EntityLabel, Vec<EntityLabel>),
    /// The analyst said which entity it is.
    Same(EntityLabel),
    /// An Input's new text, cut into its bundles.
    NewText(Box<InputEdit>),
    /// The Input says that already.
    Nothing,
}

impl Chat<'_> {
    /// Returns the plan of an order, or what the column says already.
    pub(super) fn planned(
        &self,
        order: &CardOrder<'_>,
        comparison: DuplicateJudge,
    ) -> Result<std::result::Result<CardPlan, DuplicateMatches>> {
        let (row, discovery) = self.ctx.read(|r| {
            let row = card_row(r, order.card)?;
            let discovery = discovery_row_at(r, row.discovery)?;
            Ok((row, discovery))
        })?;
        waiting(&row)?;
        let (_, proposed, _) = read_row(&row)?;
        let change = match order.edit {
            Some(edit) => edited(&proposed, edit)?,
            None => proposed,
        };
        let mut note = None;
        let way = match &change {
            CardChange::Add(addition) => {
                match self.way_to_add(&row, &discovery, addition, order.on_duplicate, comparison)? {
                    Ok((way, judge_note)) => {
                        note = judge_note;
                        way
                    }
                    Err(alike) => return Ok(Err(alike)),
                }
            }
            CardChange::Edit { label, text } if label.kind == EntityKind::Input => {
                // That the Input may be gone is found where the card is checked, in words for it.
                match self.ctx.read(|r| Ok(r.member(discovery.seq, *label)?.is_some()))? {
                    true => match Inputs::new(self.ctx).input_edit(discovery.id, *label, text)? {
                        Ok(edit) => CardAction::NewText(Box::new(edit)),
                        Err(_) => CardAction::Nothing,
                    },
                    false => CardAction::Nothing,
                }
            }
            _ => CardAction::ByHand(Vec::new()),
        };
        let fingerprint = order.fingerprint.to_owned();
        let is_edited = order.edit.is_some();
        Ok(Ok(CardPlan { row, discovery, fingerprint, is_edited, change, way, note }))
    }

    /// Returns a model's judgement of whom the changes of plans touch, before they are written: they are one act, of
    /// which what is added touches nobody.
    pub(super) fn judge_plans(&self, plans: &[CardPlan]) -> Result<Vec<ModelJudgement>> {
        let Some(first) = plans.first() else { return Ok(Vec::new()) };
        let (mut edits, mut accepted) = (Vec::new(), Vec::new());
        for plan in plans {
            match (&plan.change, &plan.way) {
                (CardChange::Edit { label, text }, CardAction::ByHand(_)) => edits.push((*label, text.as_str())),
                (CardChange::Add(_), CardAction::OfTurn(label, _)) => accepted.push(*label),
                _ => {}
            }
        }
        Pipeline::new(self.ctx).judge_changes(first.discovery.seq, &edits, &accepted)
    }

    fn way_to_add(
        &self,
        row: &ChatCardRow,
        discovery: &DiscoveryRow,
        addition: &EntityAddition,
        on_duplicate: OnDuplicate,
        comparison: DuplicateJudge,
    ) -> Result<std::result::Result<(CardAction, Option<UserMessage>), DuplicateMatches>> {
        if let OnDuplicate::Same(label) = on_duplicate {
            return match label.kind == addition.kind {
                true => Ok(Ok((CardAction::Same(label), None))),
                false => {
                    Err(Error::refused(message!("{} is no {}.", label, UserMessage::from(addition.kind.as_str()))))
                }
            };
        }
        let text = checked_text(&addition.text, addition.kind)?;
        let duplicates = Duplicates::new(self.ctx).duplicates_in(discovery, addition.kind, &text, None)?;
        // What was read from the same turn is no other that says the same, whoever judges.
        let own = self.ctx.read(|r| read_from_turn(r, row, discovery, &duplicates))?;
        let mut alike = match comparison {
            DuplicateJudge::Judged if on_duplicate != OnDuplicate::AddAnyway => {
                Duplicates::new(self.ctx).duplicates_judged(discovery, addition.kind, &text, own.first().copied())?
            }
            _ => DuplicateMatches { duplicates, note: None },
        };
        alike.duplicates.retain(|found| !own.contains(&found.label));
        let mut beside = Vec::new();
        if on_duplicate != OnDuplicate::Ask {
            beside =
                Duplicates::new(self.ctx).variants_to_record(discovery, addition.kind, &text, own.first().copied())?;
            beside.retain(|label| !own.contains(label));
        } else if !alike.duplicates.is_empty() {
            return Ok(Err(alike));
        }
        let way = match own.first() {
            Some(label) => CardAction::OfTurn(*label, beside),
            None => CardAction::ByHand(beside),
        };
        Ok(Ok((way, alike.note)))
    }
}

impl CardPlan {
    /// Returns the content of the card in this transaction, if that is what the analyst saw.
    pub(super) fn checked(&self, w: &Writer<'_>) -> Result<CurrentCard> {
        let row = card_row(w, self.row.id)?;
        waiting(&row)?;
        let (params, proposed, made) = read_row(&row)?;
        let present = present(w, row.discovery, &proposed, Some(&made))?;
        if present.fingerprint(row.tool, &params) != self.fingerprint {
            return Err(changed());
        }
        // The plan was made from what was stored then.
        if !self.is_edited && proposed != self.change {
            return Err(changed());
        }
        if !present.can_be_confirmed() {
            let what = present.stale(&made).unwrap_or_else(|| message!("Nothing that this card names is there."));
            return Err(Error::refused(what).kept("Nothing was changed.").hint("Undo brings back what was deleted."));
        }
        Ok(present)
    }
}

/// Checks that no two of several additions say the same: no column would hold either of them against the other.
pub(super) fn check_apart(plans: &[CardPlan]) -> std::result::Result<(), (&ChatCardRow, Error)> {
    let additions: Vec<_> = plans
        .iter()
        .filter_map(|plan| match &plan.change {
            CardChange::Add(addition) => Some((plan, addition.kind, prepare(&addition.text))),
            _ => None,
        })
        .collect();
    for (at, (plan, kind, text)) in additions.iter().enumerate() {
        let same = additions[..at].iter().any(|(_, other, earlier)| other == kind && compare(earlier, text).duplicate);
        if same {
            let error = Error::refused("Another card of this answer says the same.").kept("Nothing was changed.");
            return Err((&plan.row, error.hint("Cancel one of them.")));
        }
    }
    Ok(())
}

/// Checks the analyst's edit against the same rules as what the model sent.
fn edited(proposed: &CardChange, edit: &CardEdit) -> Result<CardChange> {
    let related: Vec<String> = edit.related_ids.iter().map(ToString::to_string).collect();
    let (tool, params) = match proposed {
        CardChange::Add(addition) => {
            let output_type = edit.output_type.or(addition.output_type).map(OutputType::as_str);
            let params = json!({
                "entity_type": addition.kind.as_str(),
                "text": edit.text,
                "related_ids": related,
                "output_type": output_type,
            });
            (Tool::AddItem, params)
        }
        CardChange::Edit { label, .. } if related.is_empty() && edit.output_type.is_none() => {
            let (kind, label) = (label.kind.as_str(), label.to_string());
            let params = json!({ "entity_type": kind, "item_id": label, "new_text": edit.text });
            (Tool::EditItem, params)
        }
        CardChange::Edit { .. } => return Err(Error::invalid("An edit changes the text only.")),
        CardChange::Delete(_) => return Err(Error::invalid("A deletion is confirmed or cancelled as it is.")),
    };
    CardChange::parse(tool, &params).map_err(|fault| Error::invalid(UserMessage::verbatim(fault)))
}

/// Returns those of these facts that were read from the turn that made the card, and replace nothing if accepted: what
/// the analyst said first, then what was answered.
fn read_from_turn(
    r: &Reader,
    row: &ChatCardRow,
    discovery: &DiscoveryRow,
    duplicates: &[Duplicate],
) -> Result<Vec<EntityLabel>> {
    let Some(bundle) = r.chat_message_at(row.message)?.bundle else { return Ok(Vec::new()) };
    let mut found = Vec::new();
    for duplicate in duplicates.iter().filter(|duplicate| duplicate.label.kind == EntityKind::Fact) {
        let Some(fact) = r.fact_by_label(discovery.seq, duplicate.label.no)? else { continue };
        let Some(evidence) = fact.evidence.as_ref().filter(|evidence| evidence.bundle == bundle) else { continue };
        let item = fact.scope.item_id().unwrap_or_default();
        let is_usable = match fact.status {
            Status::Accepted => true,
            // What the card does not show it must not do.
            Status::Proposed => fact.key == NOTE_KEY || r.accepted_fact(discovery.seq, &fact.key, item)?.is_none(),
            _ => false,
        };
        if is_usable {
            found.push((evidence.found.section != BundleSection::FreeChat, duplicate.label));
        }
    }
    found.sort_by_key(|(is_answer, _)| *is_answer);
    Ok(found.into_iter().map(|(_, label)| label).collect())
}

fn changed() -> Error {
    Error::new(Code::CardChanged, "What this card would do has changed since it was shown.")
        .kept("Nothing was changed.")
        .hint("Look at the card again, then decide.")
}
