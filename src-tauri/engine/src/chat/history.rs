//! The history that goes along with a question: earlier turns as far as the window lets them, and the rounds of this
//! one.
//!
//! Every call that the model made stands with its result, as both wire formats demand: of a bad one what was wrong, of a
//! card what has become of it since. After results an assistant's word stands always, since some servers refuse the
//! analyst's next message there.

use std::collections::HashSet;

use factly_core::chat::turn::confirmation;
use factly_core::chat::window::{BUDGET, WeighedTurn, window};
use factly_core::chat::{CallOutcome, CardStatus, MessageState, ModelRound, Role, read_rounds};

use crate::error::Result;
use crate::providers::{PromptMessage, ToolCall};
use crate::store::chat_cards::ChatCardRow;
use crate::store::chat_messages::MessageRow;
use crate::store::{ConversationSeq, MessageSeq, Reader};

/// No more messages are looked at: shorter ones than a budget of characters holds.
const LOOKED_AT: u32 = 400;

/// A turn that was.
struct PastTurn {
    question: String,
    answer: Option<PastAnswer>,
}

struct PastAnswer {
    state: MessageState,
    text: String,
    rounds: Vec<ModelRound>,
    cards: Vec<ChatCardRow>,
}

/// The messages before a question.
#[derive(Default)]
pub(super) struct ChatHistory {
    /// The oldest first.
    turns: Vec<PastTurn>,
    note: Option<String>,
}

/// Returns the history of these messages, the newest first, with what stands for those before them.
pub(super) fn history_of(r: &Reader, rows: Vec<MessageRow>, note: Option<String>) -> Result<ChatHistory> {
    let mut turns = past_turns(r, rows)?;
    turns.reverse();
    Ok(ChatHistory { turns, note })
}

pub(super) fn history(r: &Reader, conversation: ConversationSeq, before: MessageSeq) -> Result<ChatHistory> {
    let rows = r.messages_before(conversation, before, LOOKED_AT)?;
    let older = match rows.last() {
        Some(oldest) if rows.len() == LOOKED_AT as usize => r.questions_older(conversation, oldest.seq)?,
        _ => 0,
    };
    let mut turns = past_turns(r, rows)?;
    let weights: Vec<WeighedTurn<'_>> =
        turns.iter().map(|turn| WeighedTurn { question: &turn.question, weight: turn.weight() }).collect();
    let window = window(&weights, older as usize, BUDGET);
    turns.truncate(window.retained);
    turns.reverse();
    Ok(ChatHistory { turns, note: window.note })
}

/// The newest first, as the rows are.
fn past_turns(r: &Reader, rows: Vec<MessageRow>) -> Result<Vec<PastTurn>> {
    let mut turns = Vec::new();
    let mut answer = None;
    for row in rows {
        match row.role {
            Role::Assistant => {
                let cards = r.cards_of_chat_message(row.seq)?;
                answer = Some(PastAnswer { state: row.state, rounds: read_rounds(&row.calls), text: row.text, cards });
            }
            Role::User => turns.push(PastTurn { question: row.text, answer: answer.take() }),
            // Kept apart from what was said.
            Role::Summary => {}
        }
    }
    Ok(turns)
}

impl ChatHistory {
    /// The messages of a request: what was said before, the question, and what came of it so far.
    pub(super) fn messages(&self, question: &str, rounds: &[ModelRound]) -> Vec<PromptMessage> {
        let mut telling = HistoryMessages::default();
        let mut note = self.note.as_deref();
        for turn in &self.turns {
            telling.ask(note.take(), &turn.question);
            telling.answer(turn.answer.as_ref());
        }
        telling.ask(note, question);
        rounds.iter().for_each(|round| telling.round(round, &[]));
        telling.messages
    }
}

impl PastTurn {
    fn weight(&self) -> usize {
        let calls = |round: &ModelRound| round.calls.iter().map(|call| call.arguments.len() + 200).sum::<usize>();
        let of_round = |round: &ModelRound| round.text.len() + calls(round);
        let answer = self.answer.as_ref();
        let answer_weight = answer.map_or(0, |answer| answer.text.len().max(answer.rounds.iter().map(of_round).sum()));
        self.question.len() + answer_weight
    }
}

#[derive(Default)]
struct HistoryMessages {
    messages: Vec<PromptMessage>,
    /// Unique over a request, though each answer numbered its own.
    ids: HashSet<String>,
}

impl HistoryMessages {
    fn ask(&mut self, note: Option<&str>, text: &str) {
        self.messages.push(PromptMessage::User(match note {
            Some(note) => format!("{note}\n\n{text}"),
            None => text.to_owned(),
        }));
    }

    fn answer(&mut self, answer: Option<&PastAnswer>) {
        let Some(answer) = answer else { return self.say("(There is no answer to this.)") };
        answer.rounds.iter().for_each(|round| self.round(round, &answer.cards));
        match answer.rounds.last() {
            Some(last) if last.calls.is_empty() => {}
            Some(_) => self.say(&confirmation(u32::try_from(answer.cards.len()).unwrap_or(u32::MAX))),
            None if !answer.text.trim().is_empty() => self.say(&answer.text),
            None if answer.state == MessageState::Stopped => {
                self.say("(The analyst stopped this before its first word.)")
            }
            None => self.say("(This answer failed before its first word.)"),
        }
    }

    fn round(&mut self, round: &ModelRound, cards: &[ChatCardRow]) {
        let ids: Vec<String> = round.calls.iter().map(|call| self.fresh(&call.id)).collect();
        let calls = round.calls.iter().zip(&ids);
        let calls = calls.map(|(call, id)| ToolCall {
            id: id.clone(),
            name: call.name.clone(),
            arguments: object_or_empty(&call.arguments),
        });
        let calls: Vec<ToolCall> = calls.collect();
        if !calls.is_empty() || !round.text.trim().is_empty() {
            self.messages.push(PromptMessage::Assistant { text: round.text.clone(), calls });
        }
        for (call, id) in round.calls.iter().zip(ids) {
            let (content, is_error) = call_result(&call.outcome, cards);
            self.messages.push(PromptMessage::ToolResult { call: id, content, is_error });
        }
    }

    fn say(&mut self, text: &str) {
        self.messages.push(PromptMessage::Assistant { text: text.to_owned(), calls: Vec::new() });
    }

    /// The id itself where it can be, since a server may know it again.
    fn fresh(&mut self, id: &str) -> String {
        let fits = !id.is_empty()
            && id.len() <= 64
            && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'));
        let mut number = self.ids.len();
        let mut fresh = if fits { id.to_owned() } else { format!("call_{number}") };
        while !self.ids.insert(fresh.clone()) {
            number += 1;
            fresh = format!("call_{number}");
        }
        fresh
    }
}

/// Servers read the arguments again, and some fail on what a model got wrong.
fn object_or_empty(arguments: &str) -> String {
    let is_object = serde_json::from_str::<serde_json::Value>(arguments).is_ok_and(|json| json.is_object());
    if is_object { arguments.to_owned() } else { "{}".to_owned() }
}

/// Returns the result of a call for a model, and whether that is an error.
fn call_result(outcome: &CallOutcome, cards: &[ChatCardRow]) -> (String, bool) {
    let position = match outcome {
        CallOutcome::Fault(fault) => return (fault.clone(), true),
        CallOutcome::Answered(text) => return (text.clone(), false),
        CallOutcome::Card(position) => *position,
    };
    let Some(card) = cards.iter().find(|card| card.position == position) else {
        return ("Shown to the analyst as a card to confirm. Nothing is changed yet.".to_owned(), false);
    };
    let result = match (card.status, &card.became) {
        (CardStatus::Pending, _) => "Shown to the analyst, who has not decided yet. Nothing is changed.".to_owned(),
        (CardStatus::Applied, Some(label)) if card.edited.is_some() => {
            format!("The analyst confirmed, with changes: {label}.")
        }
        (CardStatus::Applied, Some(label)) => format!("The analyst confirmed: {label}."),
        (CardStatus::Applied, None) => "The analyst confirmed.".to_owned(),
        (CardStatus::Cancelled, _) => "The analyst declined. Nothing is changed.".to_owned(),
        (CardStatus::Error, _) => "The analyst confirmed, but it could not be done. Nothing is changed.".to_owned(),
    };
    (result, false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use factly_core::chat::ModelCall;

    fn round(text: &str, ids: &[&str]) -> ModelRound {
        let call = |id: &&str| ModelCall {
            id: (*id).to_owned(),
            name: "add_item".to_owned(),
            arguments: "{}".to_owned(),
            outcome: CallOutcome::Fault("no".to_owned()),
        };
        ModelRound { text: text.to_owned(), calls: ids.iter().map(call).collect() }
    }

    fn ids(messages: &[PromptMessage]) -> Vec<(String, String)> {
        let called = messages.iter().flat_map(|message| match message {
            PromptMessage::Assistant { calls, .. } => calls.iter().map(|call| call.id.clone()).collect(),
            _ => Vec::new(),
        });
        let answered = messages.iter().filter_map(|message| match message {
            PromptMessage::ToolResult { call, .. } => Some(call.clone()),
            _ => None,
        });
        called.zip(answered).collect()
    }

    #[test]
    fn every_call_has_a_result_under_an_id_of_its_own() {
        let rounds = [round("One.", &["call_1", "call_1", "functions.add:0"]), round("", &["call_1", ""])];
        let messages = ChatHistory::default().messages("What?", &rounds);
        let ids = ids(&messages);
        assert!(ids.len() == 5 && ids.iter().all(|(called, answered)| called == answered), "{ids:?}");
        let different: HashSet<_> = ids.iter().map(|(called, _)| called).collect();
        assert_eq!(different.len(), 5, "though the rounds numbered their own: {ids:?}");
        assert_eq!(ids[0].0, "call_1", "one that can be kept is kept");
    }

    #[test]
    fn an_answer_without_words_still_takes_its_turn() {
        let turn = |answer| ChatHistory {
            turns: vec![PastTurn { question: "What?".to_owned(), answer }],
            note: Some("(3 earlier turns are left out.)".to_owned()),
        };
        let check = |answer: Option<PastAnswer>, expected: &str| {
            let messages = turn(answer).messages("And now?", &[]);
            let reply = match &messages[1] {
                PromptMessage::Assistant { text, .. } => text.as_str(),
                other => panic!("an assistant's word stands between two questions: {other:?}"),
            };
            assert_eq!((messages.len(), reply), (3, expected));
            assert_eq!(messages[0], PromptMessage::User("(3 earlier turns are left out.)\n\nWhat?".to_owned()));
        };
        let answer = |state, text: &str| Some(PastAnswer { state, text: text.into(), rounds: vec![], cards: vec![] });
        check(None, "(There is no answer to this.)");
        check(answer(MessageState::Failed, ""), "(This answer failed before its first word.)");
        check(answer(MessageState::Stopped, ""), "(The analyst stopped this before its first word.)");
        check(answer(MessageState::Stopped, "It is"), "It is");
    }
}
