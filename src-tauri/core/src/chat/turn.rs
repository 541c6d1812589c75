//! One turn, decided: after each round of a model's answer, whether it is asked again, which calls become cards, and how
//! the answer ends.
//!
//! A valid call becomes a card and ends the turn, unless a bad one came with it: what is wrong goes back to the model, at
//! most [`MAX_SENT_BACK`] times, and is shown then. A turn never ends without words.

use super::MessageState;
use super::round::{CallOutcome, ModelCall, ModelRound};

/// Most times a faulty call is sent back; a model that was told so often makes no better one.
pub const MAX_SENT_BACK: u32 = 3;
/// Nobody looks through more cards of one answer.
pub const MAX_CARDS: u32 = 50;

/// A call, and what is wrong with it, if anything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReceivedCall {
    pub id: String,
    pub name: String,
    pub arguments: String,
    pub fault: Option<String>,
}

/// The next step of the turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TurnNext {
    /// The model is told what its calls came to.
    AskAgain,
    End(ReplyEnd),
}

/// The end of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplyEnd {
    pub state: MessageState,
    pub why: Option<Shortfall>,
    /// Factly's addition to the model's words.
    pub closing: Option<String>,
}

/// The reason an answer that came to its end is not what it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shortfall {
    /// The fault of a call that was never mended.
    BadCall(String),
    /// Neither words nor a call came.
    Empty,
    /// The limit of tokens was reached.
    Limit,
    /// The provider withheld it.
    Withheld,
}

/// The model's reason to end a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopReason {
    Finished,
    Limit,
    Withheld,
}

/// The part of a round that is to be carried out, and what comes then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundDecision {
    /// Calls of the round that become cards, by their place in it; the cards of a turn are numbered on.
    pub cards: Vec<usize>,
    pub next: TurnNext,
}

#[derive(Clone, Debug, Default)]
pub struct ChatTurn {
    rounds: Vec<ModelRound>,
    faults: u32,
    cards: u32,
}

impl ChatTurn {
    /// A round that came to its end.
    pub fn take(&mut self, text: &str, heard: Vec<ReceivedCall>, reason: StopReason) -> RoundDecision {
        let mut cards = Vec::new();
        let mut fault = None;
        let mut calls = Vec::with_capacity(heard.len());
        for (index, heard) in heard.into_iter().enumerate() {
            let ReceivedCall { id, name, arguments, fault: wrong } = heard;
            let outcome = match wrong.or_else(|| self.too_many()) {
                Some(wrong) => {
                    fault.get_or_insert_with(|| wrong.clone());
                    CallOutcome::Fault(wrong)
                }
                // A model that mends one call of several often sends all of them again.
                None => match self.card_of(&calls, &name, &arguments) {
                    Some(card) => CallOutcome::Card(card),
                    None => {
                        cards.push(index);
                        self.cards += 1;
                        CallOutcome::Card(self.cards - 1)
                    }
                },
            };
            calls.push(ModelCall { id, name, arguments, outcome });
        }
        self.rounds.push(ModelRound { text: text.to_owned(), calls });
        self.faults += u32::from(fault.is_some());
        RoundDecision { cards, next: self.next(fault, reason) }
    }

    /// A round that was stopped or failed: its words stay, its calls are none.
    pub fn break_off(&mut self, text: &str) {
        if !text.is_empty() {
            self.rounds.push(ModelRound { text: text.to_owned(), calls: Vec::new() });
        }
    }

    pub fn rounds(&self) -> &[ModelRound] {
        &self.rounds
    }

    /// Counts the cards so far.
    pub fn cards(&self) -> u32 {
        self.cards
    }

    /// Returns the separator between the words so far and those of the next round.
    pub fn joint(&self) -> &'static str {
        if self.rounds.iter().all(|round| round.text.trim().is_empty()) { "" } else { "\n\n" }
    }

    fn next(&self, fault: Option<String>, reason: StopReason) -> TurnNext {
        let says_nothing = self.joint().is_empty();
        let closing = (self.cards > 0 && says_nothing).then(|| confirmation(self.cards));
        let end = |state, why| TurnNext::End(ReplyEnd { state, why, closing: closing.clone() });
        match (fault, reason) {
            (_, StopReason::Withheld) => end(MessageState::Failed, Some(Shortfall::Withheld)),
            (Some(fault), _) if self.faults > MAX_SENT_BACK => {
                end(MessageState::Failed, Some(Shortfall::BadCall(fault)))
            }
            (Some(_), StopReason::Finished | StopReason::Limit) => TurnNext::AskAgain,
            (None, StopReason::Limit) => end(MessageState::Stopped, Some(Shortfall::Limit)),
            (None, StopReason::Finished) if self.cards == 0 && says_nothing => {
                end(MessageState::Failed, Some(Shortfall::Empty))
            }
            (None, StopReason::Finished) => end(MessageState::Done, None),
        }
    }

    fn too_many(&self) -> Option<String> {
        (self.cards >= MAX_CARDS).then(|| {
            format!("{MAX_CARDS} changes wait already. Propose no more before the analyst has decided on them.")
        })
    }

    /// The card of the same call, made in this round or before.
    fn card_of(&self, calls: &[ModelCall], name: &str, arguments: &str) -> Option<u32> {
        let all = self.rounds.iter().flat_map(|round| &round.calls).chain(calls);
        all.filter(|call| call.name == name && call.arguments == arguments).find_map(|call| match call.outcome {
            CallOutcome::Card(card) => Some(card),
            CallOutcome::Fault(_) | CallOutcome::Answered(_) => None,
        })
    }
}

/// Returns Factly's message when a model that proposes changes says nothing.
pub fn confirmation(cards: u32) -> String {
    match cards {
        1 => "1 change is ready for you to confirm.".to_owned(),
        _ => format!("{cards} changes are ready for you to confirm."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn good(arguments: &str) -> ReceivedCall {
        ReceivedCall { id: "c".into(), name: "add_item".into(), arguments: arguments.into(), fault: None }
    }

    fn bad(arguments: &str) -> ReceivedCall {
        ReceivedCall { fault: Some("no".into()), ..good(arguments) }
    }

    fn end(state: MessageState, why: Option<Shortfall>, closing: Option<&str>) -> TurnNext {
        TurnNext::End(ReplyEnd { state, why, closing: closing.map(str::to_owned) })
    }

    #[test]
    fn one_round_says_how_a_turn_goes_on() {
        let check = |text: &str, calls: Vec<ReceivedCall>, reason: StopReason, cards: usize, expected: TurnNext| {
            let decision = ChatTurn::default().take(text, calls.clone(), reason);
            assert_eq!((decision.cards.len(), decision.next), (cards, expected), "{text:?} {calls:?} {reason:?}");
        };
        use MessageState::{Done, Failed, Stopped};
        use StopReason::{Finished, Limit, Withheld};
        let one = Some("1 change is ready for you to confirm.");
        let two = Some("2 changes are ready for you to confirm.");
        check("It is so.", vec![], Finished, 0, end(Done, None, None));
        check("Shall I?", vec![good("1")], Finished, 1, end(Done, None, None));
        check("", vec![good("1")], Finished, 1, end(Done, None, one));
        check(" \n", vec![good("1"), good("2")], Finished, 2, end(Done, None, two));
        check("", vec![good("1"), good("1")], Finished, 1, end(Done, None, one));
        check("", vec![good("1"), bad("2")], Finished, 1, TurnNext::AskAgain);
        check("", vec![bad("1")], Finished, 0, TurnNext::AskAgain);
        check("", vec![bad("1")], Limit, 0, TurnNext::AskAgain);
        check("", vec![], Finished, 0, end(Failed, Some(Shortfall::Empty), None));
        check("It is", vec![], Limit, 0, end(Stopped, Some(Shortfall::Limit), None));
        check("It is", vec![], Withheld, 0, end(Failed, Some(Shortfall::Withheld), None));
    }

    #[test]
    fn a_bad_call_goes_back_at_most_three_times_and_is_shown_then() {
        let mut turn = ChatTurn::default();
        for _ in 0..MAX_SENT_BACK {
            assert_eq!(turn.take("", vec![bad("1")], StopReason::Finished).next, TurnNext::AskAgain);
        }
        let last = turn.take("", vec![bad("1")], StopReason::Finished).next;
        assert_eq!(last, end(MessageState::Failed, Some(Shortfall::BadCall("no".into())), None));
        assert_eq!(turn.rounds().len(), 4, "each is kept, with what it was told");
    }

    #[test]
    fn a_call_that_comes_again_is_the_card_that_it_was() {
        let mut turn = ChatTurn::default();
        turn.take("First.", vec![good("1"), bad("2")], StopReason::Finished);
        let again = turn.take("", vec![good("1"), good("3")], StopReason::Finished);
        assert_eq!((again.cards, turn.cards()), (vec![1], 2), "only the new one is a new card");
        let outcomes: Vec<_> = turn.rounds()[1].calls.iter().map(|call| call.outcome.clone()).collect();
        assert_eq!(outcomes, [CallOutcome::Card(0), CallOutcome::Card(1)], "and both are answered");
        assert_eq!(again.next, end(MessageState::Done, None, None), "words were said in the first round");
    }

    #[test]
    fn no_answer_makes_more_cards_than_can_be_looked_through() {
        let mut turn = ChatTurn::default();
        let many = (0..60).map(|at| good(&at.to_string())).collect();
        let decision = turn.take("", many, StopReason::Finished);
        assert_eq!((decision.cards.len(), decision.next), (MAX_CARDS as usize, TurnNext::AskAgain));
    }

    #[test]
    fn what_broke_off_keeps_its_words() {
        let mut turn = ChatTurn::default();
        assert_eq!(turn.joint(), "");
        turn.take("Let me see.", vec![bad("1")], StopReason::Finished);
        assert_eq!(turn.joint(), "\n\n", "rounds stand apart");
        turn.break_off("It");
        turn.break_off("");
        let texts: Vec<_> = turn.rounds().iter().map(|round| round.text.as_str()).collect();
        assert_eq!(texts, ["Let me see.", "It"]);
    }
}
