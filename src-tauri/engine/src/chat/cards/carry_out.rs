//! One confirmed change, within a step: by the same operations as by hand.

use factly_core::chat::CardStatus;
use factly_core::chat::card::{AddShown, CardContent, CurrentCard, EditShown, NamedEntity};
use factly_core::chat::proposal::{CardChange, EntityAddition};
use factly_core::discovery::{EntityKind, EntityLabel};
use factly_core::facts::Status;
use factly_core::message;
use factly_core::message::UserMessage;

use crate::chat::cards::plan::{CardAction, CardPlan};
use crate::context::Context;
use crate::discovery::NewEntity;
use crate::discovery::Pipeline;
use crate::discovery::add::{checked_text, counted};
use crate::discovery::archive::delete_in;
use crate::discovery::links::link_all;
use crate::duplicates::record_variants;
use crate::error::Result;
use crate::facts::accept_row;
use crate::inputs::UnparsedInput;
use crate::lookup::fact_row;
use crate::lookup::member;
use crate::marks::Reach;
use crate::marks::touch_columns;
use crate::store::Writer;
use crate::store::chat_cards::CardEnd;
use crate::store::entities::{EntityOrigin, KindFields};

/// The effect of a card.
pub(super) struct CardResult {
    /// "Chat: add F-13".
    pub(super) name: UserMessage,
    pub(super) marked: Vec<EntityLabel>,
    /// An Input's new text, to be parsed when the step is on the disk.
    pub(super) unread: Option<UnparsedInput>,
    became: Option<EntityLabel>,
}

impl CardResult {
    fn new(name: UserMessage, label: EntityLabel, marked: Vec<EntityLabel>) -> Self {
        Self { name, marked, unread: None, became: Some(label) }
    }
}

/// Does what a plan says and writes on the card what became of it. `reach` says whom that marks.
pub(super) fn carry_out(
    ctx: &Context,
    w: &mut Writer<'_>,
    plan: &CardPlan,
    present: CurrentCard,
    reach: Reach<'_>,
) -> Result<CardResult> {
    let (applied, did) = match (&plan.change, present.shown) {
        (CardChange::Add(addition), _) => {
            let mut addition = addition.clone();
            if !plan.is_edited {
                addition.from.retain(|label| !present.missing.contains(label));
            }
            let applied = add(ctx, w, plan, &addition, reach)?;
            (applied, shown_addition(w, plan, addition)?)
        }
        (CardChange::Delete(labels), shown) => {
            let labels: Vec<EntityLabel> =
                labels.iter().copied().filter(|label| !present.missing.contains(label)).collect();
            (delete(w, plan, &labels)?, shown)
        }
        (CardChange::Edit { label, text }, shown) => {
            let did = match shown {
                CardContent::Edit(shown) => CardContent::Edit(EditShown { after: text.clone(), ..shown }),
                other => other,
            };
            (edit(ctx, w, plan, (*label, text), reach)?, did)
        }
    };
    let (became, edited) = (applied.became.map(|label| label.to_string()), as_confirmed(&plan.row.shown, &did));
    let end = CardEnd {
        status: CardStatus::Applied,
        error: None,
        became: became.as_deref(),
        operation: w.operation(),
        edited: edited.as_deref(),
    };
    w.set_chat_card(plan.row.seq, &end)?;
    Ok(applied)
}

fn add(
    ctx: &Context,
    w: &mut Writer<'_>,
    plan: &CardPlan,
    addition: &EntityAddition,
    reach: Reach<'_>,
) -> Result<CardResult> {
    let discovery = &plan.discovery;
    if let CardAction::OfTurn(label, _) | CardAction::Same(label) = &plan.way {
        return apply_to_existing(w, plan, *label, &addition.from, reach);
    }
    let text = checked_text(&addition.text, addition.kind)?;
    let entity = NewEntity {
        kind: addition.kind,
        text: text.clone(),
        from: addition.from.clone(),
        output_type: addition.output_type,
        origin: EntityOrigin::Chat,
    };
    let label = Pipeline::new(ctx).add_member_in(w, discovery, &entity, &text)?;
    if let CardAction::ByHand(beside) = &plan.way {
        record_variants(w, discovery.seq, label, beside)?;
    }
    Ok(CardResult::new(message!("Chat: add {}", label), label, Vec::new()))
}

/// The card becomes an entity that stands, and its links are added to that. What was read from the same turn is accepted
/// with its quote.
fn apply_to_existing(
    w: &mut Writer<'_>,
    plan: &CardPlan,
    label: EntityLabel,
    from: &[EntityLabel],
    reach: Reach<'_>,
) -> Result<CardResult> {
    let discovery = plan.discovery.seq;
    let standing = member(w, discovery, label)?;
    let is_proposal = matches!(standing.of_kind, KindFields::Fact { status: Status::Proposed, .. });
    if let CardAction::OfTurn(_, beside) = &plan.way {
        record_variants(w, discovery, label, beside)?;
    }
    let applied = match plan.way {
        CardAction::OfTurn(..) if is_proposal => {
            let proposal = fact_row(w, standing.id)?;
            CardResult::new(message!("Chat: accept {}", label), label, accept_row(w, &proposal, reach)?)
        }
        _ => CardResult::new(message!("Chat: take for {}", label), label, Vec::new()),
    };
    link_all(w, discovery, from, label)?;
    touch_columns(w, discovery, &[label.kind])?;
    Ok(applied)
}

fn delete(w: &mut Writer<'_>, plan: &CardPlan, labels: &[EntityLabel]) -> Result<CardResult> {
    let marked = delete_in(w, plan.discovery.seq, labels)?;
    let name = message!("Chat: delete {}", counted(labels));
    Ok(CardResult { name, marked, unread: None, became: None })
}

fn edit(
    ctx: &Context,
    w: &mut Writer<'_>,
    plan: &CardPlan,
    (label, text): (EntityLabel, &str),
    reach: Reach<'_>,
) -> Result<CardResult> {
    let (edited, unread) = match &plan.way {
        CardAction::NewText(edit) => {
            let (edited, unread) = edit.carry_out(w)?;
            (edited, Some(unread))
        }
        CardAction::Nothing => return Ok(CardResult::new(message!("Chat: edit {}", label), label, Vec::new())),
        _ => {
            let text = checked_text(text, label.kind)?;
            (Pipeline::new(ctx).edit_member_in(w, plan.discovery.seq, label, &text, reach)?, None)
        }
    };
    Ok(CardResult { unread, ..CardResult::new(message!("Chat: edit {}", label), label, edited.marked) })
}

/// Returns the addition, with the texts of what it rests on.
fn shown_addition(w: &Writer<'_>, plan: &CardPlan, addition: EntityAddition) -> Result<CardContent> {
    let mut links = Vec::with_capacity(addition.from.len());
    for label in addition.from {
        links.push(NamedEntity { label, text: member(w, plan.discovery.seq, label)?.text });
    }
    let output_type = addition.output_type.filter(|_| addition.kind == EntityKind::Output);
    Ok(CardContent::Add(AddShown { kind: addition.kind, text: addition.text, links, output_type }))
}

/// Returns a card's effect, as it is stored: nothing where it is what was made.
fn as_confirmed(made: &str, did: &CardContent) -> Option<String> {
    let is_as_made = serde_json::from_str::<CardContent>(made).is_ok_and(|made| made == *did);
    (!is_as_made).then(|| serde_json::to_string(did).unwrap_or_default())
}
