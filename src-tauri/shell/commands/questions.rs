//! Structured questions: what is asked, answering a round, and what a model would ask.

use factly_engine::questions::Round;
use tauri::State;
use uuid::Uuid;

use crate::{
    commands::Handle,
    error::Reply,
    tasks::Tasks,
    wire::done::Done,
    wire::questions::{AnswerGiven, AnswerSaid, QuestionSheet, QuestionsProposed, RoundDone, named},
};

/// Lists the questions about `items` ("i1"), or about the whole project, at the discovery's stage.
#[tauri::command]
#[specta::specta]
pub fn question_sheet(handle: Handle<'_>, discovery: Uuid, items: Vec<String>) -> Reply<QuestionSheet> {
    Ok(handle.call("list the questions", move |library| library.questions().sheet(discovery, &items))?.into())
}

/// Keeps what is written so far: for a question, or freely where there is none.
#[tauri::command]
#[specta::specta]
pub fn question_keep(handle: Handle<'_>, discovery: Uuid, question: Option<String>, said: AnswerSaid) -> Reply<()> {
    let (name, said) = (question.as_deref().map(named).transpose()?, said.into());
    handle.call("keep the answer", move |library| library.questions().keep_answer(discovery, name.as_ref(), &said))
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
) -> Reply<Done<RoundDone>> {
    let answers = answers.into_iter().map(AnswerGiven::read).collect::<Reply<_>>()?;
    let round = Round { stage: None, items, answers, free };
    let called = tasks.name(task);
    let done = handle.mutate("take the answers", move |library| {
        library.questions().finish_round(discovery, &round, called.cancel())
    });
    Ok(done?.told())
}

/// Asks again what was closed as irrelevant.
#[tauri::command]
#[specta::specta]
pub fn question_reopen(handle: Handle<'_>, discovery: Uuid, question: String) -> Reply<Done<()>> {
    let name = named(&question)?;
    handle.mutate("ask the question again", move |library| library.questions().reopen_question(discovery, &name))
}

/// Takes a question without a key off the list.
#[tauri::command]
#[specta::specta]
pub fn question_drop(handle: Handle<'_>, discovery: Uuid, question: String) -> Reply<Done<()>> {
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
) -> Reply<Done<QuestionsProposed>> {
    let called = tasks.name(task);
    let proposed = handle.mutate("ask the model", move |library| {
        library.questions().propose_questions(discovery, None, &items, called.cancel())
    });
    Ok(proposed?.told())
}
