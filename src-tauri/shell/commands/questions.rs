//! Structured questions: what is asked, answering a round, and what a model would ask.

use factly_engine::{Library, questions::AnswerRound};
use tauri::{State, ipc::Channel};
use uuid::Uuid;

use crate::{
    commands::Handle,
    error::AppResult,
    tasks::Tasks,
    wire::{
        done::Done,
        inputs::IngestEvent,
        questions::{AnswerContent, AnswerGiven, Guide, QuestionSheet, QuestionsProposed, RoundDone, named},
    },
};

/// Lists the questions about `items` ("i1"), or about the whole project, at the discovery's stage.
#[tauri::command]
#[specta::specta]
pub fn question_sheet(handle: Handle<'_>, discovery: Uuid, items: Vec<String>) -> AppResult<QuestionSheet> {
    Ok(handle.call("list the questions", move |library| library.questions().sheet(discovery, &items))?.into())
}

/// Reads the questions that several interviews ask alike, with what was answered to each.
#[tauri::command]
#[specta::specta]
pub fn interview_guide(
    handle: Handle<'_>,
    tasks: State<'_, Tasks>,
    discovery: Uuid,
    task: String,
    progress: Channel<IngestEvent>,
) -> AppResult<Guide> {
    let watched = tasks.begin(task, progress);
    let find = move |library: &Library| library.questions().guide(discovery, &watched);
    Ok(handle.call("find the questions of the interviews", find)?.into())
}

/// Keeps what is written so far: for a question, or freely where there is none.
#[tauri::command]
#[specta::specta]
pub fn question_keep(
    handle: Handle<'_>,
    discovery: Uuid,
    question: Option<String>,
    answer: AnswerContent,
) -> AppResult<()> {
    let (name, answer) = (question.as_deref().map(named).transpose()?, answer.into());
    handle.call("keep the answer", move |library| library.questions().keep_answer(discovery, name.as_ref(), &answer))
}

/// Takes a round. `task` names the call, so that a model that reads it can be stopped.
#[tauri::command]
#[specta::specta]
pub fn round_finish(
    handle: Handle<'_>,
    tasks: State<'_, Tasks>,
    discovery: Uuid,
    items: Vec<String>,
    answers: Vec<AnswerGiven>,
    free: String,
    task: String,
) -> AppResult<Done<RoundDone>> {
    let answers = answers.into_iter().map(AnswerGiven::read).collect::<AppResult<_>>()?;
    let round = AnswerRound { stage: None, items, answers, free };
    let called = tasks.name(task);
    let done = handle.mutate("take the answers", move |library| {
        library.questions().finish_round(discovery, &round, called.cancel())
    });
    Ok(done?.into_wire())
}

/// Asks again what was closed as irrelevant.
#[tauri::command]
#[specta::specta]
pub fn question_reopen(handle: Handle<'_>, discovery: Uuid, question: String) -> AppResult<Done<()>> {
    let name = named(&question)?;
    handle.mutate("ask the question again", move |library| library.questions().reopen_question(discovery, &name))
}

/// Takes a question without a key off the list.
#[tauri::command]
#[specta::specta]
pub fn question_drop(handle: Handle<'_>, discovery: Uuid, question: String) -> AppResult<Done<()>> {
    let name = named(&question)?;
    handle.mutate("drop the question", move |library| library.questions().drop_question(discovery, &name))
}

/// Asks the model that is set what else could be asked.
#[tauri::command]
#[specta::specta]
pub fn questions_propose(
    handle: Handle<'_>,
    tasks: State<'_, Tasks>,
    discovery: Uuid,
    items: Vec<String>,
    task: String,
) -> AppResult<Done<QuestionsProposed>> {
    let called = tasks.name(task);
    let proposed = handle.mutate("ask the model", move |library| {
        library.questions().propose_questions(discovery, None, &items, called.cancel())
    });
    Ok(proposed?.into_wire())
}
