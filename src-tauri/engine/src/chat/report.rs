//! The Report mode, carried out: each call is read against the report with what the turn suggests already, and what it
//! changes becomes a suggestion, or a change where the report says so. All of a turn is one step of undo.

use factly_core::chat::report::{ReportNext, ReportTurn, ReportTurnEnd, SYSTEM_PROMPT, found, outline, slices};
use factly_core::chat::turn::StopReason;
use factly_core::chat::{CallOutcome, MessageState, ModelCall as RoundCall, Role};
use factly_core::reports::Operation;
use factly_core::reports::phrase;
use factly_core::reports::tool::{ReportCall, ToolContext, definitions, read_call, rule_gate};
use factly_core::reports::words::ReportWords;
use uuid::Uuid;

use crate::chat::Chat;
use crate::chat::answer_autosave::{AnswerAutosave, emit};
use crate::chat::conversation::report_of;
use crate::chat::faults::{at_limit, bad_call, empty, withheld};
use crate::chat::history::ChatHistory;
use crate::chat::message::MessageView;
use crate::chat::request::{TurnEvent, TurnEventSink, TurnRequest};
use crate::chat::stored_turn::{AnswerEnding, StoredTurn, reason_of, tools};
use crate::error::{Code, Error, Result};
use crate::providers::{self, ChatRequest, Model, ReplyEvent, Settings, StopSignal, ToolCall};
use crate::reports::{Reports, SuggestionAuthor};
use crate::retrieval::{InputScope, Retrieval};
use crate::store::chat_conversations::ConversationRow;
use crate::store::{MessageSeq, OpSeq, Writer};

/// Passages that one search tells.
const PASSAGES: usize = 5;
/// Letters that one message of the conversation tells.
const MESSAGE_CHARS: usize = 2_000;
/// Suggester of a report's plain phrases.
const ANALYST: &str = "analyst";

/// One turn as it writes.
struct RunningReportTurn<'a> {
    begun: &'a StoredTurn,
    report: Uuid,
    by: SuggestionAuthor<'a>,
    /// True if the message lets specifications be searched.
    may_search: bool,
    words: ReportWords,
    step: Option<OpSeq>,
}

/// Hides what waits of the answers from a message on, which are said otherwise.
pub(super) fn withdraw(w: &mut Writer<'_>, conversation: &ConversationRow, from: MessageSeq) -> Result<()> {
    let Some(report) = conversation.report else { return Ok(()) };
    let rows = w.messages_before(conversation.seq, MessageSeq(i64::MAX), u32::MAX)?;
    let turns: Vec<Uuid> = rows.iter().filter(|row| row.seq >= from).map(|row| row.id).collect();
    for waiting in w.waiting_report_suggestions(report)? {
        if waiting.turn.is_some_and(|turn| turns.contains(&turn)) {
            w.hide_report_suggestion(waiting.id)?;
        }
    }
    Ok(())
}

impl Chat<'_> {
    /// Says something in the conversation of a report, and carries the turn out.
    pub fn send_to_report(
        &self,
        report: Uuid,
        ask: &TurnRequest,
        stop: &dyn StopSignal,
        hear: TurnEventSink<'_>,
    ) -> Result<MessageView> {
        let conversation = self.conversation_of_report(report)?;
        let discovery = self.ctx.read(|r| {
            let row = r.report(report)?.ok_or_else(not_found)?;
            Ok(r.discovery_at(row.discovery)?.ok_or_else(not_found)?.id)
        })?;
        self.send(discovery, Some(conversation.id), ask, stop, hear)
    }

    /// Carries out a turn over a report: a model's, or a plain phrase.
    pub(super) fn write_report(
        &self,
        begun: &StoredTurn,
        (model, settings, autosave): (Option<&Model<'_>>, &Settings, &AnswerAutosave<'_>),
        turn: &mut ReportTurn,
        hear: TurnEventSink<'_>,
    ) -> Result<AnswerEnding> {
        let report = self.ctx.read(|r| report_of(r, &begun.conversation))?.ok_or_else(not_found)?;
        let text = begun.question.text.as_str();
        let applies = Reports::new(self.ctx).show(report)?.apply_at_once || model.is_none();
        let author = model.map_or(ANALYST, Model::name);
        let by = SuggestionAuthor { author, turn: begun.answer.id, applies };
        let mut writing = RunningReportTurn {
            begun,
            report,
            by,
            may_search: rule_gate(text),
            words: ReportWords::for_message(text),
            step: None,
        };
        match model {
            None => Ok(self.carry_out_phrase(&mut writing, turn, (text, autosave), hear)),
            Some(model) => {
                let ended = self.ask_writer(&mut writing, (model, settings, autosave), turn, hear);
                // What was suggested stands and is told, however the turn ended.
                ended.or_else(|error| {
                    self.close(&writing, turn, &ReportTurnEnd::Finished, autosave, hear)
                        .map(|_| AnswerEnding::failed(error))
                })
            }
        }
    }

    fn carry_out_phrase(
        &self,
        writing: &mut RunningReportTurn<'_>,
        turn: &mut ReportTurn,
        (text, autosave): (&str, &AnswerAutosave<'_>),
        hear: TurnEventSink<'_>,
    ) -> AnswerEnding {
        let Some((tool, arguments)) = phrase::call(text) else {
            let words = writing.words.not_understood;
            turn.take(words, Vec::new(), StopReason::Finished);
            emit(autosave, hear, words);
            return AnswerEnding::done();
        };
        let call = ToolCall { id: "call_1".to_owned(), name: tool.to_owned(), arguments: arguments.to_string() };
        let called = self.call(writing, turn, call, hear);
        let words = match &called.outcome {
            CallOutcome::Fault(fault) => fault.clone(),
            _ => String::new(),
        };
        turn.take("", vec![called], StopReason::Finished);
        emit(autosave, hear, &words);
        match self.close(writing, turn, &ReportTurnEnd::Finished, autosave, hear) {
            Ok(closing) if closing.text.is_empty() && words.is_empty() => {
                emit(autosave, hear, writing.words.nothing);
                AnswerEnding::done()
            }
            Ok(_) => AnswerEnding::done(),
            Err(error) => AnswerEnding::failed(error),
        }
    }

    fn ask_writer(
        &self,
        writing: &mut RunningReportTurn<'_>,
        (model, settings, autosave): (&Model<'_>, &Settings, &AnswerAutosave<'_>),
        turn: &mut ReportTurn,
        hear: TurnEventSink<'_>,
    ) -> Result<AnswerEnding> {
        let question = writing.begun.question.text.clone();
        let mut request = ChatRequest {
            system: SYSTEM_PROMPT.to_owned(),
            tools: tools(definitions(&question)),
            temperature: Some(settings.temperature),
            max_tokens: settings.max_tokens,
            ..ChatRequest::default()
        };
        loop {
            request.messages = ChatHistory::default().messages(&question, turn.rounds());
            let mut joint = turn.joint();
            let reply = model.chat(&request, Some(writing.begun.answer.id), autosave, &mut |event| match event {
                ReplyEvent::Token(token) => {
                    [std::mem::take(&mut joint), &token].into_iter().for_each(|words| emit(autosave, hear, words));
                }
                ReplyEvent::Usage(usage) => hear(TurnEvent::Usage(usage)),
                ReplyEvent::ToolCall(_) => {}
            });
            let broken = match reply.end {
                providers::ReplyOutcome::Done(_) => None,
                providers::ReplyOutcome::Stopped => Some(AnswerEnding::stopped()),
                providers::ReplyOutcome::Failed(ref error) => Some(AnswerEnding::failed(error.clone().into())),
            };
            if let Some(broken) = broken {
                turn.break_off(&reply.text);
                self.close(writing, turn, &ReportTurnEnd::Finished, autosave, hear)?;
                return Ok(broken);
            }
            let providers::ReplyOutcome::Done(finish) = reply.end else { return Ok(AnswerEnding::stopped()) };
            let calls = reply.calls.into_iter().map(|call| self.call(writing, turn, call, hear)).collect();
            match turn.take(&reply.text, calls, reason_of(finish)) {
                ReportNext::AskAgain if autosave.is_stopped() => {
                    self.close(writing, turn, &ReportTurnEnd::Finished, autosave, hear)?;
                    return Ok(AnswerEnding::stopped());
                }
                ReportNext::AskAgain => {}
                ReportNext::End(end) => {
                    let closing = self.close(writing, turn, &end, autosave, hear)?;
                    return Ok(ended(end, (turn, &closing), settings));
                }
            }
        }
    }

    /// Says what Factly has to say at the end of a turn.
    fn close(
        &self,
        writing: &RunningReportTurn<'_>,
        turn: &ReportTurn,
        end: &ReportTurnEnd,
        autosave: &AnswerAutosave<'_>,
        hear: TurnEventSink<'_>,
    ) -> Result<ClosingWords> {
        let updated = Reports::new(self.ctx).updated_by(writing.report, writing.by.turn)?;
        let closing = turn.closing(end, &updated, &writing.words);
        if !closing.is_empty() {
            let joint = if autosave.text().trim().is_empty() { "" } else { "\n\n" };
            emit(autosave, hear, joint);
            emit(autosave, hear, &closing);
        }
        Ok(ClosingWords { text: closing, has_updated: !updated.is_empty() })
    }

    /// Carries a call out, and keeps what the model is told of it.
    fn call(
        &self,
        writing: &mut RunningReportTurn<'_>,
        turn: &mut ReportTurn,
        call: ToolCall,
        hear: TurnEventSink<'_>,
    ) -> RoundCall {
        let carried = if turn.may_call() {
            self.carry_out_call(writing, &call, hear)
        } else {
            Err("This turn has no more calls.".to_owned())
        };
        let outcome = carried.map_or_else(CallOutcome::Fault, CallOutcome::Answered);
        RoundCall { id: call.id, name: call.name, arguments: call.arguments, outcome }
    }

    fn carry_out_call(
        &self,
        writing: &mut RunningReportTurn<'_>,
        call: &ToolCall,
        hear: TurnEventSink<'_>,
    ) -> std::result::Result<String, String> {
        let reports = Reports::new(self.ctx);
        let draft = reports.draft_of(writing.report, writing.by.turn).map_err(error_text)?;
        if call.name == "search_project_specs" && !writing.may_search {
            return Err(format!("There is no tool \"{}\".", call.name));
        }
        let discovery = writing.begun.conversation.discovery;
        let exists = |label| self.ctx.read(|r| Ok(r.member(discovery, label)?.is_some())).unwrap_or(false);
        let mut reading = ToolContext { report: &draft, new_id: &mut || self.ctx.world().ids.next(), exists: &exists };
        match read_call(&call.name, &call.arguments, &mut reading).map_err(|fault| fault.0)? {
            ReportCall::Change(operation) => self.suggest(writing, &operation, hear),
            ReportCall::Renumber => Ok("The numbers are right: they are computed.".to_owned()),
            ReportCall::ListSections => Ok(outline(&draft)),
            ReportCall::FindSections { query } => Ok(found(&draft, &query)),
            ReportCall::Slices { sections } => Ok(slices(&draft, &sections)),
            ReportCall::ChatHistory { limit } => self.chat_excerpt(writing.begun, limit).map_err(error_text),
            ReportCall::SearchSpecs { query } => self.specs(writing.begun, &query).map_err(error_text),
        }
    }

    fn suggest(
        &self,
        writing: &mut RunningReportTurn<'_>,
        operation: &Operation,
        hear: TurnEventSink<'_>,
    ) -> std::result::Result<String, String> {
        let reports = Reports::new(self.ctx);
        let operations = std::slice::from_ref(operation);
        let made = reports.suggest_in_turn(writing.report, writing.by, writing.step, operations).map_err(error_text)?;
        writing.step = made.step;
        if let Some(refused) = made.refused.first() {
            return Err(refused.clone());
        }
        let verb = if writing.by.applies { "Done" } else { "Suggested to the analyst" };
        let mut lines = Vec::new();
        for suggestion in &made.suggestions {
            hear(TurnEvent::Suggestion(suggestion));
            let line = format!(
                "{} of {} {} (id {})",
                suggestion.kind, suggestion.number, suggestion.title, suggestion.section
            );
            lines.push(line);
        }
        if lines.is_empty() {
            return Ok("That changes nothing: the report says so already.".to_owned());
        }
        Ok(format!("{verb}: {}.", lines.join("; ")))
    }

    /// The newest messages before the question, the oldest first.
    fn chat_excerpt(&self, begun: &StoredTurn, limit: usize) -> Result<String> {
        let limit = u32::try_from(limit).unwrap_or(u32::MAX);
        let rows = self.ctx.read(|r| Ok(r.messages_before(begun.conversation.seq, begun.question.seq, limit)?))?;
        let of_either = rows.iter().rev().filter(|row| row.role != Role::Summary);
        let lines: Vec<String> = of_either
            .map(|row| {
                let text: String = row.text.chars().take(MESSAGE_CHARS).collect();
                serde_json::json!({ "role": row.role.as_str(), "text": text }).to_string()
            })
            .collect();
        Ok(if lines.is_empty() { "Nothing was said before.".to_owned() } else { lines.join("\n") })
    }

    fn specs(&self, begun: &StoredTurn, query: &str) -> Result<String> {
        let discovery = self.ctx.read(|r| Ok(r.discovery_at(begun.conversation.discovery)?.map(|row| row.id)))?;
        let Some(discovery) = discovery else { return Err(not_found()) };
        let found = Retrieval::new(self.ctx).search(discovery, query, &InputScope::All, PASSAGES)?;
        let lines: Vec<String> = found
            .hits
            .iter()
            .map(|hit| serde_json::json!({ "input": hit.label, "title": hit.title, "text": hit.text }).to_string())
            .collect();
        Ok(if lines.is_empty() { "The sources say nothing of it.".to_owned() } else { lines.join("\n") })
    }
}

/// Factly's closing words at the end of a turn.
struct ClosingWords {
    text: String,
    has_updated: bool,
}

/// Returns the end of an answer, after what Factly said of it.
fn ended(end: ReportTurnEnd, (turn, closing): (&ReportTurn, &ClosingWords), settings: &Settings) -> AnswerEnding {
    let error = match end {
        ReportTurnEnd::Finished if turn.joint().is_empty() && closing.text.is_empty() => Some(empty()),
        ReportTurnEnd::BadCalls(ref fault) if turn.joint().is_empty() && !closing.has_updated => Some(bad_call(fault)),
        ReportTurnEnd::Withheld => Some(withheld()),
        ReportTurnEnd::Limit => Some(at_limit(settings)),
        ReportTurnEnd::Finished | ReportTurnEnd::BadCalls(_) | ReportTurnEnd::OutOfCalls => None,
    };
    match (error, end) {
        (None, _) => AnswerEnding::done(),
        (Some(error), ReportTurnEnd::Limit) => {
            AnswerEnding { state: MessageState::Stopped, ..AnswerEnding::failed(error) }
        }
        (Some(error), _) => AnswerEnding::failed(error),
    }
}

fn error_text(error: Error) -> String {
    error.to_string()
}

fn not_found() -> Error {
    Error::new(Code::NotFound, "The report of this conversation is gone.").hint("Undo brings it back.")
}
