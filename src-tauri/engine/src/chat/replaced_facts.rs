//! The facts read from messages that others take the place of: said otherwise, or answered again.
//!
//! Facts that nobody decided about, and nothing rests on, go with them; what they had replaced stands again. What
//! other words say too rests on those. The rest stays, and is marked for review.

use factly_core::discovery::EntityLabel;
use factly_core::discovery::status::MarkEvent;
use factly_core::facts::Status;
use factly_core::inputs::BundleSection;

use crate::error::Result;
use crate::facts::{rest_on, restored};
use crate::marks::{EntityEvent, fact_label, mark_one};
use crate::store::chat_conversations::ConversationRow;
use crate::store::facts::FactRow;
use crate::store::replaced_bundles::ReplacedBundles;
use crate::store::{BundleSeq, MessageSeq, Topic, Writer};

/// From where on messages are replaced.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Replacing {
    Question(MessageSeq),
    /// The question stays.
    AnswerTo(MessageSeq),
}

/// Takes back what was read, within the step that hides the messages.
pub(super) fn take_back(w: &mut Writer<'_>, conversation: &ConversationRow, from: Replacing) -> Result<()> {
    let (Replacing::Question(first) | Replacing::AnswerTo(first)) = from;
    let turns = w.bundles_from(conversation.seq, first)?;
    if turns.is_empty() {
        return Ok(());
    }
    let bundles: Vec<_> = turns.iter().map(|turn| turn.bundle).collect();
    let replaced = ReplacedBundles::new(&bundles);
    let mut facts = Vec::new();
    for turn in &turns {
        let asked_stands = from == Replacing::AnswerTo(turn.question);
        for fact in w.facts_read_from(turn.bundle)? {
            facts.extend(w.fact_at(fact)?.filter(|fact| !asked_stands || is_of_answer(fact)));
        }
        if !asked_stands {
            w.hide_readings(turn.bundle)?;
        }
    }
    for fact in &facts {
        take_back_fact(w, fact, &bundles, &replaced)?;
    }
    w.touch_discovery(conversation.discovery)?;
    [Topic::Facts, Topic::Inputs, Topic::Runs, Topic::Pipeline].into_iter().for_each(|topic| w.topic(topic));
    Ok(())
}

fn take_back_fact(w: &mut Writer<'_>, fact: &FactRow, bundles: &[BundleSeq], replaced: &ReplacedBundles) -> Result<()> {
    let label = fact_label(fact.label_no);
    let is_active = matches!(fact.status, Status::Proposed | Status::Accepted | Status::Conflict);
    if let Some(restated) = w.said_outside(fact.seq, replaced)?.filter(|_| is_active) {
        return rest_on(w, restated, |evidence| !bundles.contains(&evidence.bundle), (None, MarkEvent::SaidOtherwise));
    }
    if w.is_fact_decided(fact)? || !w.dependants(fact.discovery, label)?.is_empty() {
        if is_active {
            mark_one(w, fact.discovery, label, &said_otherwise(label))?;
        }
        return Ok(());
    }
    let freed = w.free_with_fact(fact.seq, replaced)?;
    w.hide_fact(fact.discovery, fact.label_no)?;
    freed.into_iter().try_for_each(|fact| restored(w, fact))
}

fn is_of_answer(fact: &FactRow) -> bool {
    fact.evidence.as_ref().is_some_and(|evidence| evidence.found.section == BundleSection::AgentOutput)
}

const fn said_otherwise(of: EntityLabel) -> EntityEvent<'static> {
    EntityEvent { of, what: MarkEvent::SaidOtherwise, was: None, is: None }
}
