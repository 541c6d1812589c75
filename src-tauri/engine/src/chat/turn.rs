//! A turn carried out: what the analyst says is stored, an answer begins beside it, streams, and is stored as it ended
//! before anybody is told so.
//!
//! An impossible turn (no such discovery, words, consent or key) is an error before anything is stored. From then on a
//! failure is an answer that failed, with its error and whatever words it had. One turn at a time in a conversation.
//! The choice of calls that become cards, and of when the model is asked again, is `factly_core::chat::turn`'s.

mod question;

use factly_core::message;
use std::time::Instant;

use factly_core::chat::assistant::{AssistantMessage, understands};
use factly_core::chat::labels::labels_in;
use factly_core::chat::proposal::CardProposal;
use factly_core::chat::report::ReportTurn;
use factly_core::chat::sources::events::ChatLogEvent as LogEvent;
use factly_core::chat::sources::record::ReplyOrigin;
use factly_core::chat::turn::{ChatTurn, ReceivedCall, ReplyEnd, RoundDecision, Shortfall, StopReason, TurnNext};
use factly_core::chat::{
    BuiltInAnswer, ChatMode, DiscoveryMode, Graph, MessageState, Mode, ModelRound, Role, write_rounds,
};
use factly_core::discovery::EntityLabel;
use factly_core::language::question::is_question;
use uuid::Uuid;

use self::question::{checked, store_question};
use crate::chat::Chat;
use crate::chat::answer_autosave::{AnswerAutosave, emit};
use crate::chat::broken_answers::refuse_while_streaming;
use crate::chat::cards::{CardView, card_view, insert_card};
use crate::chat::conversation::conversation_row;
use crate::chat::faults::{at_limit, bad_call, empty, withheld};
use crate::chat::feed::bundle_turn;
use crate::chat::grounds::{ShownWords, closed};
use crate::chat::history::{ChatHistory, history};
use crate::chat::message::{MessageView, labels, shown};
use crate::chat::request::{TurnEvent, TurnEventSink, TurnRequest};
use crate::chat::sources::{Answerer, SourceQuery, scope_of};
use crate::chat::stored_turn::{AnswerEnding, StoredTurn, reason_of, tools};
use crate::error::{Error, Result};
use crate::lookup::{discovery_row, message_row};
use crate::providers;
use crate::providers::Providers;
use crate::providers::{ChatRequest, Model, ReplyEvent, Settings, StopSignal, Task, ToolCall};
use crate::store::chat_conversations::ConversationRow;
use crate::store::chat_messages::{AnswerEnd, MessageRow, NewAnswer};
use crate::store::{Op, Stack, Topic};
use crate::turn_lock::TurnLock;

/// The origin of a question.
enum QuestionOrigin<'a> {
    New(&'a TurnRequest),
    /// In the place of a question and of all that followed it.
    Again(&'a MessageRow, &'a TurnRequest),
    /// As it stands; the answer and all that followed it are replaced.
    Standing(&'a MessageRow),
}

/// The model that is asked, and what for.
#[derive(Clone, Copy)]
struct ModelTurn<'a> {
    begun: &'a StoredTurn,
    model: &'a Model<'a>,
    mode: &'a dyn ChatMode,
    settings: &'a Settings,
    autosave: &'a AnswerAutosave<'a>,
}

/// Passes words on.
type WordSink<'t> = &'t mut dyn FnMut(&str);

impl Chat<'_> {
    /// Says something in a conversation, the default one if none is named, and carries the turn out.
    pub fn send(
        &self,
        discovery: Uuid,
        conversation: Option<Uuid>,
        ask: &TurnRequest,
        stop: &dyn StopSignal,
        hear: TurnEventSink<'_>,
    ) -> Result<MessageView> {
        let ask = checked(ask)?;
        let conversation = match conversation {
            Some(id) => {
                let (row, of) = self.ctx.read(|r| Ok((conversation_row(r, id)?, discovery_row(r, discovery)?.seq)))?;
                if row.discovery != of {
                    return Err(super::conversation::not_found());
                }
                row
            }
            None => self.default_conversation(discovery, ask.mode.unwrap_or(Mode::Discovery))?,
        };
        self.turn(discovery, &conversation, &QuestionOrigin::New(&ask), stop, hear)
    }

    /// Answers again: the old answer and what followed it are hidden. One step of undo.
    pub fn retry(&self, answer: Uuid, stop: &dyn StopSignal, hear: TurnEventSink<'_>) -> Result<MessageView> {
        let (discovery, conversation, question) = self.ctx.read(|r| {
            let row = message_row(r, answer)?;
            let question_seq = row.answers.ok_or_else(|| Error::invalid("Only an answer can be tried again."))?;
            let conversation = r.conversation_at(row.conversation)?.ok_or_else(super::conversation::not_found)?;
            Ok((discovery_id(r, &row)?, conversation, r.chat_message_at(question_seq)?))
        })?;
        self.turn(discovery, &conversation, &QuestionOrigin::Standing(&question), stop, hear)
    }

    /// Says something else instead: the question and what followed it are hidden. One step of undo.
    pub fn resend(
        &self,
        question: Uuid,
        ask: &TurnRequest,
        stop: &dyn StopSignal,
        hear: TurnEventSink<'_>,
    ) -> Result<MessageView> {
        let ask = checked(ask)?;
        let (discovery, conversation, row) = self.ctx.read(|r| {
            let row = message_row(r, question)?;
            if row.role != Role::User {
                return Err(Error::invalid("Only what you said can be said again."));
            }
            let conversation = r.conversation_at(row.conversation)?.ok_or_else(super::conversation::not_found)?;
            Ok((discovery_id(r, &row)?, conversation, row))
        })?;
        self.turn(discovery, &conversation, &QuestionOrigin::Again(&row, &ask), stop, hear)
    }

    fn turn(
        &self,
        discovery: Uuid,
        conversation: &ConversationRow,
        question: &QuestionOrigin<'_>,
        stop: &dyn StopSignal,
        hear: TurnEventSink<'_>,
    ) -> Result<MessageView> {
        let settings = Providers::new(self.ctx).provider_settings()?;
        if conversation.mode == Mode::Sources {
            self.check_rate(conversation, &settings.limits)?;
        }
        let model = Providers::new(self.ctx).model_at(conversation.discovery, Task::Chat, stop)?;
        let begun = self.begin(discovery, conversation, question, model.as_ref())?;
        hear(TurnEvent::Begun { user: begun.question.id, assistant: begun.answer.id });
        self.log(conversation.id, &LogEvent::MessageReceived { message: begun.question.id });
        let since = Instant::now();
        let autosave = AnswerAutosave::new(self.ctx, begun.answer.seq, stop);
        let mut turn = ChatTurn::default();
        let mut of_report = ReportTurn::default();
        let ended = match &model {
            model if conversation.mode == Mode::Report => {
                let asking = (model.as_ref(), &settings, &autosave);
                self.write_report(&begun, asking, &mut of_report, hear)
            }
            Some(model) => self.ask_model(&begun, model, &settings, &autosave, &mut turn, hear),
            None => self.ask_built_in(&begun, &settings, &autosave, &mut turn, hear),
        };
        let ms = u64::try_from(since.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.log(conversation.id, &LogEvent::Metrics { phase: "answer", ms });
        let ended = match (autosave.trouble(), ended) {
            (Some(trouble), _) => AnswerEnding::failed(trouble),
            (None, Ok(ended)) => ended,
            (None, Err(error)) => AnswerEnding::failed(error),
        };
        let rounds = if conversation.mode == Mode::Report { of_report.rounds() } else { turn.rounds() };
        self.end(&begun, rounds, &autosave.text(), &ended)
    }

    /// Stores both messages, or says that an answer is under way.
    fn begin(
        &self,
        discovery: Uuid,
        conversation: &ConversationRow,
        question: &QuestionOrigin<'_>,
        model: Option<&Model<'_>>,
    ) -> Result<StoredTurn> {
        let asked_scope = match question {
            QuestionOrigin::New(ask) | QuestionOrigin::Again(_, ask) => ask.scope.as_deref(),
            QuestionOrigin::Standing(_) => None,
        };
        let id = self.ctx.world().ids.next();
        let live = TurnLock::begin(self.ctx.path(), id)?;
        let op = match question {
            QuestionOrigin::New(_) => Op::silent(),
            QuestionOrigin::Again(..) => {
                Op::named(Stack::Discovery(conversation.discovery), message!("Chat: say it otherwise"))
            }
            QuestionOrigin::Standing(_) => {
                Op::named(Stack::Discovery(conversation.discovery), message!("Chat: answer again"))
            }
        };
        let written = self.ctx.write(op, |w| {
            w.about(conversation.discovery);
            w.topic(Topic::Chat);
            refuse_while_streaming(w, self.ctx.path(), conversation.seq)?;
            let answers = store_question(w, conversation, question)?;
            let answer = w.insert_answer(&NewAnswer {
                id,
                discovery: conversation.discovery,
                conversation: conversation.seq,
                answers,
                provider: model.map(|model| model.kind().as_str()),
                model: model.map(Model::name),
            })?;
            Ok((w.chat_message_at(answers)?, w.chat_message_at(answer)?))
        })?;
        let (question, answer) = written.value;
        let mentions = labels(&question.labels);
        let scope = scope_of(asked_scope, conversation);
        Ok(StoredTurn { discovery, conversation: conversation.clone(), question, answer, mentions, scope, _live: live })
    }

    /// Gathers what the mode of the conversation looks at for a question.
    fn gather(&self, begun: &StoredTurn, answerer: Answerer, settings: &Settings) -> Result<Box<dyn ChatMode>> {
        if begun.conversation.mode == Mode::Sources {
            let is_open = answerer == Answerer::Model && self.is_breaker_open(&begun.conversation)?;
            return Ok(Box::new(self.retrieve(&self.inquiry(begun)?, answerer, &settings.limits, is_open)?));
        }
        let threshold = if answerer == Answerer::Model { settings.context_threshold } else { 0 };
        let graph = self.chat_graph(begun.discovery, &begun.near(), threshold)?;
        let found = match answerer {
            Answerer::BuiltIn if begun.asks_sources(&graph, self.ctx.world().clock.now_ms()) => {
                let mode = self.retrieve(&self.inquiry(begun)?, answerer, &settings.limits, false)?;
                Some(mode)
            }
            _ => None,
        };
        Ok(Box::new(DiscoveryMode { graph, mentions: begun.mentions.clone(), threshold, found }))
    }

    fn inquiry<'b>(&self, begun: &'b StoredTurn) -> Result<SourceQuery<'b>> {
        Ok(SourceQuery {
            conversation: begun.conversation.id,
            discovery: begun.discovery,
            scope: begun.scope.clone(),
            text: &begun.question.text,
            before: self.previous_question(&begun.conversation, begun.question.seq)?,
        })
    }

    /// Says what is answered in the place of a model.
    fn answer_instead(
        &self,
        begun: &StoredTurn,
        reply: BuiltInAnswer,
        mode: &dyn ChatMode,
        turn: &mut ChatTurn,
        tell: WordSink<'_>,
    ) -> AnswerEnding {
        match reply.origin {
            Some(ReplyOrigin::Guard) => {
                self.log(begun.conversation.id, &LogEvent::Guard { reason: "low_similarity" });
            }
            Some(ReplyOrigin::Fallback) => {
                self.log(begun.conversation.id, &LogEvent::Error { error_type: "breaker_open" });
            }
            _ => {}
        }
        turn.take(&reply.markdown, Vec::new(), StopReason::Finished);
        let (text, citations) = closed(&reply.markdown, mode.passages());
        tell(&text);
        let origin = reply.origin.unwrap_or_default();
        let grounds = self.grounds(begun.conversation.id, (origin, citations), &text, (mode, mode.passages()));
        AnswerEnding { state: MessageState::Done, error: None, grounds: Some(grounds) }
    }

    fn ask_model(
        &self,
        begun: &StoredTurn,
        model: &Model<'_>,
        settings: &Settings,
        autosave: &AnswerAutosave<'_>,
        turn: &mut ChatTurn,
        hear: TurnEventSink<'_>,
    ) -> Result<AnswerEnding> {
        let mode = self.gather(begun, Answerer::Model, settings)?;
        if let Some(reply) = mode.fixed_answer() {
            return Ok(self.answer_instead(begun, reply, &*mode, turn, &mut |words| emit(autosave, hear, words)));
        }
        let mut shown = ShownWords::new(mode.citable());
        let past_turns = self.history(begun, (model, &*mode), settings, autosave)?;
        let request = ChatRequest {
            system: mode.system_prompt(),
            tools: tools(mode.tools()),
            temperature: Some(settings.temperature),
            max_tokens: settings.max_tokens,
            ..ChatRequest::default()
        };
        let asking = ModelTurn { begun, model, mode: &*mode, settings, autosave };
        let mut ended = self.ask_rounds(&asking, request, &past_turns, turn, &mut shown, hear)?;
        let (rest, citations) = shown.finish(ended.state);
        emit(autosave, hear, &rest);
        if let (Some(citations), Some(passages)) = (citations, mode.citable()) {
            let text = autosave.text();
            let of_model = (ReplyOrigin::Model, citations);
            ended.grounds = Some(self.grounds(begun.conversation.id, of_model, &text, (&*mode, passages)));
        }
        if let Some(error) = ended.error.as_ref().filter(|_| ended.state == MessageState::Failed) {
            self.log(begun.conversation.id, &LogEvent::Error { error_type: error.code.as_str() });
        }
        Ok(ended)
    }

    fn history(
        &self,
        begun: &StoredTurn,
        (model, mode): (&Model<'_>, &dyn ChatMode),
        settings: &Settings,
        autosave: &AnswerAutosave<'_>,
    ) -> Result<ChatHistory> {
        let question = begun.question.seq;
        match mode.citable() {
            Some(_) => {
                let answered = (model, begun.answer.id);
                self.history_of_sources(&begun.conversation, question, answered, &settings.limits, autosave)
            }
            None => self.ctx.read(|r| history(r, begun.answer.conversation, question)),
        }
    }

    fn ask_rounds(
        &self,
        asking: &ModelTurn<'_>,
        mut request: ChatRequest,
        past_turns: &ChatHistory,
        turn: &mut ChatTurn,
        shown: &mut ShownWords,
        hear: TurnEventSink<'_>,
    ) -> Result<AnswerEnding> {
        let ModelTurn { begun, model, mode, settings, autosave } = *asking;
        loop {
            request.messages = past_turns.messages(&begun.question.text, turn.rounds());
            let mut joint = turn.joint();
            let reply = model.chat(&request, Some(begun.answer.id), autosave, &mut |event| match event {
                ReplyEvent::Token(token) => {
                    for words in [std::mem::take(&mut joint), &token] {
                        emit(autosave, hear, &shown.push(words));
                    }
                }
                ReplyEvent::Usage(usage) => hear(TurnEvent::Usage(usage)),
                ReplyEvent::ToolCall(_) => {}
            });
            let reason = match reply.end {
                providers::ReplyOutcome::Done(finish) => reason_of(finish),
                providers::ReplyOutcome::Stopped => {
                    turn.break_off(&reply.text);
                    return Ok(AnswerEnding::stopped());
                }
                providers::ReplyOutcome::Failed(error) => {
                    turn.break_off(&reply.text);
                    return Ok(AnswerEnding::failed(error.into()));
                }
            };
            match self.take_round(begun, mode, turn, (&reply.text, reply.calls, reason), hear)? {
                TurnNext::End(end) => return Ok(ended_of(end, settings, autosave, hear)),
                TurnNext::AskAgain if autosave.is_stopped() => return Ok(AnswerEnding::stopped()),
                TurnNext::AskAgain => {}
            }
        }
    }

    /// Asks the built-in assistant; its calls go the way of any model's.
    fn ask_built_in(
        &self,
        begun: &StoredTurn,
        settings: &Settings,
        autosave: &AnswerAutosave<'_>,
        turn: &mut ChatTurn,
        hear: TurnEventSink<'_>,
    ) -> Result<AnswerEnding> {
        let mode = self.gather(begun, Answerer::BuiltIn, settings)?;
        let reply = mode.answer(&begun.question.text, self.ctx.world().clock.now_ms());
        if reply.origin.is_some() {
            return Ok(self.answer_instead(begun, reply, &*mode, turn, &mut |words| emit(autosave, hear, words)));
        }
        emit(autosave, hear, &reply.markdown);
        let calls = reply.calls.into_iter().zip(1..).map(|((tool, params), number)| ToolCall {
            id: format!("call_{number}"),
            name: tool.to_owned(),
            arguments: params.to_string(),
        });
        let round = (reply.markdown.as_str(), calls.collect(), StopReason::Finished);
        match self.take_round(begun, &*mode, turn, round, hear)? {
            TurnNext::End(end) => Ok(ended_of(end, &Settings::default(), autosave, hear)),
            // It would say the same again.
            TurnNext::AskAgain => Ok(AnswerEnding::failed(bad_call(&first_fault(turn)))),
        }
    }

    /// Reads the calls of a round, stores the cards that come of it, and tells them.
    fn take_round(
        &self,
        begun: &StoredTurn,
        mode: &dyn ChatMode,
        turn: &mut ChatTurn,
        (text, calls, reason): (&str, Vec<ToolCall>, StopReason),
        hear: TurnEventSink<'_>,
    ) -> Result<TurnNext> {
        let read: Vec<Result<CardProposal, String>> = calls
            .iter()
            .map(|call| mode.read_call(&call.name, &call.arguments).map_err(|fault| fault.to_string()))
            .collect();
        let heard = calls.into_iter().zip(&read).map(|(call, read)| ReceivedCall {
            id: call.id,
            name: call.name,
            arguments: call.arguments,
            fault: read.as_ref().err().cloned(),
        });
        let first = turn.cards();
        let RoundDecision { cards, next } = turn.take(text, heard.collect(), reason);
        let proposals = cards.iter().filter_map(|position| read.get(*position)?.as_ref().ok());
        for view in self.store_cards(begun, first, proposals)? {
            hear(TurnEvent::ToolCall(&view));
        }
        Ok(next)
    }

    fn store_cards<'p>(
        &self,
        begun: &StoredTurn,
        first: u32,
        proposals: impl Iterator<Item = &'p CardProposal>,
    ) -> Result<Vec<CardView>> {
        let mut proposals = (first..).zip(proposals).peekable();
        if proposals.peek().is_none() {
            return Ok(Vec::new());
        }
        let answer = &begun.answer;
        let written = self.ctx.write(Op::silent(), |w| {
            w.about(answer.discovery);
            w.topic(Topic::Chat);
            for (position, proposal) in proposals {
                insert_card(w, answer.discovery, answer.seq, position, proposal)?;
            }
            let rows = w.cards_of_chat_message(answer.seq)?;
            let new = rows.into_iter().filter(|row| row.position >= first);
            new.map(|row| card_view(w, row)).collect::<Result<Vec<_>>>()
        })?;
        Ok(written.value)
    }

    fn end(&self, begun: &StoredTurn, rounds: &[ModelRound], text: &str, ended: &AnswerEnding) -> Result<MessageView> {
        let has_calls = rounds.iter().any(|round| !round.calls.is_empty());
        let calls = if has_calls { write_rounds(rounds) } else { "[]".to_owned() };
        let error = ended.error.as_ref().map(Error::stored);
        let sources = ended.grounds.as_ref().and_then(|grounds| serde_json::to_string(&grounds.sources).ok());
        let check = ended.grounds.as_ref().and_then(|grounds| serde_json::to_string(&grounds.check).ok());
        let end = AnswerEnd {
            state: ended.state,
            text,
            calls: &calls,
            error: error.as_deref(),
            sources: sources.as_deref().unwrap_or("[]"),
            verification: check.as_deref(),
        };
        let written = self.ctx.write(Op::silent(), |w| {
            w.about(begun.answer.discovery);
            w.topic(Topic::Chat);
            // A question to the sources states nothing, and their own words are no news to them.
            if w.end_answer(begun.answer.seq, &end)? && begun.conversation.mode == Mode::Discovery {
                bundle_turn(w, begun.answer.seq)?;
            }
            shown(self.ctx, w, w.chat_message_at(begun.answer.seq)?)
        })?;
        Ok(written.value)
    }
}

impl StoredTurn {
    /// Returns whether it is a question that no column answers.
    fn asks_sources(&self, graph: &Graph, now_ms: i64) -> bool {
        let text = &self.question.text;
        let message = AssistantMessage { text, mentions: &self.mentions, now_ms };
        is_question(text) && !understands(graph, &message)
    }

    /// Returns what is looked at closely: mentions, and what is named in the words.
    fn near(&self) -> Vec<EntityLabel> {
        let mut near = self.mentions.clone();
        near.extend(labels_in(&self.question.text).into_iter().map(|named| named.label));
        near
    }
}

/// Says what Factly has to say itself.
fn ended_of(
    end: ReplyEnd,
    settings: &Settings,
    autosave: &AnswerAutosave<'_>,
    hear: TurnEventSink<'_>,
) -> AnswerEnding {
    if let Some(closing) = &end.closing {
        emit(autosave, hear, closing);
    }
    let error = end.why.map(|why| match why {
        Shortfall::BadCall(fault) => bad_call(&fault),
        Shortfall::Empty => empty(),
        Shortfall::Limit => at_limit(settings),
        Shortfall::Withheld => withheld(),
    });
    AnswerEnding { state: end.state, error, grounds: None }
}

fn first_fault(turn: &ChatTurn) -> String {
    use factly_core::chat::CallOutcome;
    let mut calls = turn.rounds().iter().flat_map(|round| &round.calls);
    let fault = calls.find_map(|call| match &call.outcome {
        CallOutcome::Fault(fault) => Some(fault.clone()),
        CallOutcome::Card(_) | CallOutcome::Answered(_) => None,
    });
    fault.unwrap_or_default()
}

fn discovery_id(r: &crate::store::Reader, row: &MessageRow) -> Result<Uuid> {
    let discovery = r.discovery_at(row.discovery)?;
    discovery.map(|row| row.id).ok_or_else(|| Error::not_found("There is no such discovery."))
}
