//! The chat: conversations, turns that stream, and the cards that the analyst decides.

use std::thread;

use factly_engine::{
    Library,
    chat::{MessageView, TurnEvent, TurnEventSink, TurnRequest},
    error::Result,
    task::CancelToken,
};
use tauri::{State, ipc::Channel};
use uuid::Uuid;

use crate::{
    chat_events::{ChatEventStream, TurnOutput},
    commands::Handle,
    error::AppResult,
    library_handle::LibraryHandle,
    tasks::Tasks,
    wire::{
        chat::{
            AnswerUse, CardConfirmed, CardEdited, CardShownAs, CardsConfirmed, ChatCard, ChatEvent, ChatHit,
            ChatMessage, ChatMessages, ChatMode, Conversation, MentionGroup, MessageState, OnDuplicate, UsedAnswer,
        },
        done::Done,
        pipeline::labels as all_parsed,
        providers::SentRequest,
    },
};

/// Messages that a window asks for at once.
const PAGE: u32 = 50;

#[tauri::command]
#[specta::specta]
pub fn chat_conversations(handle: Handle<'_>, discovery: Uuid) -> AppResult<Vec<Conversation>> {
    let all = handle.call("list the conversations", move |library| library.chat().conversations(discovery))?;
    Ok(all.into_iter().map(Into::into).collect())
}

#[tauri::command]
#[specta::specta]
pub fn chat_create(
    handle: Handle<'_>,
    discovery: Uuid,
    mode: ChatMode,
    title: Option<String>,
) -> AppResult<Conversation> {
    let create =
        move |library: &Library| library.chat().create_conversation_of(discovery, mode.into(), title.as_deref());
    Ok(handle.call("begin a conversation", create)?.into())
}

/// The default conversation of a mode.
#[tauri::command]
#[specta::specta]
pub fn chat_conversation_of(handle: Handle<'_>, discovery: Uuid, mode: ChatMode) -> AppResult<Conversation> {
    let find = move |library: &Library| library.chat().conversation_of(discovery, mode.into());
    Ok(handle.call("open the conversation", find)?.into())
}

/// Says which Inputs a conversation looks at; none is all of them.
#[tauri::command]
#[specta::specta]
pub fn chat_scope(handle: Handle<'_>, conversation: Uuid, inputs: Vec<Uuid>) -> AppResult<()> {
    let scope = move |library: &Library| library.chat().scope_conversation(conversation, &inputs);
    handle.call("choose the Inputs", scope)
}

/// Makes of an answer a fact, an insight or a note, with its citations.
#[tauri::command]
#[specta::specta]
pub fn chat_use_answer(handle: Handle<'_>, message: Uuid, kind: AnswerUse) -> AppResult<Done<UsedAnswer>> {
    let used = handle.mutate("use the answer", move |library| library.chat().use_answer(message, kind.into()))?;
    Ok(used.into_wire())
}

#[tauri::command]
#[specta::specta]
pub fn chat_rename(handle: Handle<'_>, conversation: Uuid, title: String) -> AppResult<()> {
    handle.call("rename the conversation", move |library| library.chat().rename_conversation(conversation, &title))
}

#[tauri::command]
#[specta::specta]
pub fn chat_delete(handle: Handle<'_>, conversation: Uuid) -> AppResult<Done<()>> {
    handle.mutate("delete the conversation", move |library| library.chat().delete_conversation(conversation))
}

#[tauri::command]
#[specta::specta]
pub fn chat_search(handle: Handle<'_>, discovery: Uuid, text: String) -> AppResult<Vec<ChatHit>> {
    let found =
        handle.call("search the conversations", move |library| library.chat().search_conversations(discovery, &text));
    Ok(found?.into_iter().map(Into::into).collect())
}

/// The newest messages, or those before one. Of those that are `known`, the window has the words.
#[tauri::command]
#[specta::specta]
pub fn chat_messages(
    handle: Handle<'_>,
    conversation: Uuid,
    before: Option<Uuid>,
    known: Vec<Uuid>,
) -> AppResult<ChatMessages> {
    // The blocks are made there too, away from the window.
    handle.call("show the conversation", move |library| {
        let mut page = library.chat().messages(conversation, before, PAGE)?;
        page.messages.iter_mut().filter(|message| known.contains(&message.id)).for_each(|known| known.text.clear());
        Ok(page.into())
    })
}

/// Returns the text of a message, as it was written: an answer's Markdown.
#[tauri::command]
#[specta::specta]
pub fn chat_text(handle: Handle<'_>, message: Uuid) -> AppResult<String> {
    handle.call("read the message", move |library| Ok(library.chat().message(message)?.text))
}

/// Says something about `items` ("i1") or the whole project, and answers. `task` is the name by which it can be stopped.
#[tauri::command]
#[specta::specta]
#[allow(clippy::too_many_arguments, reason = "each is a name of its own in the window's call")]
pub fn chat_send(
    handle: Handle<'_>,
    tasks: State<'_, Tasks>,
    discovery: Uuid,
    conversation: Option<Uuid>,
    text: String,
    mentions: Vec<String>,
    items: Option<Vec<String>>,
    task: String,
    events: Channel<ChatEvent>,
) -> AppResult<ChatMessage> {
    let ask = TurnRequest { text, mentions: all_parsed(&mentions)?, items, ..TurnRequest::default() };
    let send = move |library: &Library, stop: &CancelToken, hear: TurnEventSink<'_>| {
        library.chat().send(discovery, conversation, &ask, stop, hear)
    };
    turn(&handle, &tasks, task, events, send)
}

/// Answers again, in the place of an answer.
#[tauri::command]
#[specta::specta]
pub fn chat_retry(
    handle: Handle<'_>,
    tasks: State<'_, Tasks>,
    message: Uuid,
    task: String,
    events: Channel<ChatEvent>,
) -> AppResult<ChatMessage> {
    let retry =
        move |library: &Library, stop: &CancelToken, hear: TurnEventSink<'_>| library.chat().retry(message, stop, hear);
    turn(&handle, &tasks, task, events, retry)
}

/// Says something else, in the place of what was said; without `items` about the same.
#[tauri::command]
#[specta::specta]
#[allow(clippy::too_many_arguments, reason = "each is a name of its own in the window's call")]
pub fn chat_resend(
    handle: Handle<'_>,
    tasks: State<'_, Tasks>,
    message: Uuid,
    text: String,
    mentions: Vec<String>,
    items: Option<Vec<String>>,
    task: String,
    events: Channel<ChatEvent>,
) -> AppResult<ChatMessage> {
    let ask = TurnRequest { text, mentions: all_parsed(&mentions)?, items, ..TurnRequest::default() };
    let resend = move |library: &Library, stop: &CancelToken, hear: TurnEventSink<'_>| {
        library.chat().resend(message, &ask, stop, hear)
    };
    turn(&handle, &tasks, task, events, resend)
}

/// Returns the possible meanings of the text typed after "@".
#[tauri::command]
#[specta::specta]
pub fn chat_mentions(handle: Handle<'_>, discovery: Uuid, typed: String) -> AppResult<Vec<MentionGroup>> {
    let found = handle.call("look for entities", move |library| library.chat().chat_mentions(discovery, &typed))?;
    Ok(found.into_iter().map(Into::into).collect())
}

/// Does what a card shows, if it still shows what the analyst saw.
#[tauri::command]
#[specta::specta]
pub fn card_confirm(
    handle: Handle<'_>,
    card: Uuid,
    fingerprint: String,
    edited: Option<CardEdited>,
    on_duplicate: OnDuplicate,
) -> AppResult<Done<CardConfirmed>> {
    let edit = edited.map(CardEdited::read).transpose()?;
    let on_duplicate = on_duplicate.read()?;
    let confirm = move |library: &Library| library.chat().confirm_card(card, &fingerprint, edit.as_ref(), on_duplicate);
    Ok(handle.mutate("do what the card shows", confirm)?.into_wire())
}

#[tauri::command]
#[specta::specta]
pub fn card_cancel(handle: Handle<'_>, card: Uuid) -> AppResult<ChatCard> {
    Ok(handle.call("cancel the card", move |library| library.chat().cancel_card(card))?.into())
}

/// Several cards of one answer, as one step.
#[tauri::command]
#[specta::specta]
pub fn cards_confirm(handle: Handle<'_>, message: Uuid, cards: Vec<CardShownAs>) -> AppResult<Done<CardsConfirmed>> {
    let cards: Vec<_> = cards.into_iter().map(|card| (card.card, card.fingerprint)).collect();
    let confirmed =
        handle.mutate("do what the cards show", move |library| library.chat().confirm_cards(message, &cards))?;
    Ok(confirmed.into_wire())
}

/// Takes back all that the cards of one turn did.
#[tauri::command]
#[specta::specta]
pub fn chat_undo_turn(handle: Handle<'_>, message: Uuid) -> AppResult<()> {
    handle.call("take the turn back", move |library| library.chat().undo_turn(message))
}

/// Lists the requests sent for a message.
#[tauri::command]
#[specta::specta]
pub fn chat_requests(handle: Handle<'_>, message: Uuid) -> AppResult<Vec<SentRequest>> {
    let sent = handle.call("list what was sent", move |library| library.providers().requests_of_message(message))?;
    Ok(sent.into_iter().map(Into::into).collect())
}

/// Carries out a turn, tells it to the window, and has it read for facts once it has ended. The events end before the
/// reply and have told the answer's blocks, but of one that was stopped; a turn that is refused has none.
pub fn turn(
    handle: &LibraryHandle,
    tasks: &Tasks,
    task: String,
    events: Channel<ChatEvent>,
    carry_out: impl FnOnce(&Library, &CancelToken, TurnEventSink<'_>) -> Result<MessageView> + Send + 'static,
) -> AppResult<ChatMessage> {
    let named = tasks.name(task);
    let answered = handle.call("answer", move |library| {
        let stream = ChatEventStream::begin(move |event| {
            // The window may have gone; the answer is kept all the same.
            let _ = events.send(event);
        });
        let answer = carry_out(library, named.cancel(), &mut |event| tell(library, &stream, event))?;
        stream.end(ChatEvent::end(&answer));
        Ok(answer)
    });
    let answer = answered?;
    feed_in_background(handle.clone(), answer.id);
    let mut reply = ChatMessage::from(answer);
    // What rests on sources is marked only once it has ended.
    if reply.state != MessageState::Stopped && reply.grounding.is_none() {
        reply.blocks.clear();
    }
    Ok(reply)
}

fn tell(library: &Library, stream: &ChatEventStream, event: TurnEvent<'_>) {
    match event {
        TurnEvent::Begun { user, assistant } => match library.chat().message(user) {
            Ok(user) => {
                stream
                    .send(TurnOutput::Begun(ChatEvent::Begun { user: user.into(), assistant: assistant.to_string() }));
            }
            Err(error) => tracing::warn!(code = error.code.as_str(), "a question cannot be shown"),
        },
        TurnEvent::Token(words) => stream.send(TurnOutput::Words(words.to_owned())),
        TurnEvent::ToolCall(card) => stream.send(TurnOutput::Card(ChatEvent::card(card))),
        TurnEvent::Suggestion(suggestion) => stream.send(TurnOutput::Card(ChatEvent::suggestion(suggestion))),
        TurnEvent::Usage(_) => {}
    }
}

/// Whatever comes of it, the turn stands: a run that failed is shown among the runs, and can be tried again.
fn feed_in_background(handle: LibraryHandle, answer: Uuid) {
    thread::spawn(move || {
        let fed =
            handle.call("read the turn", move |library| library.chat().feed_turn(answer, &CancelToken::default()));
        let unread = match &fed {
            Ok(fed) => fed.unread.as_ref().map(|error| error.code.into()),
            Err(error) => Some(error.code),
        };
        if let Some(code) = unread {
            tracing::warn!(?code, "a turn was not read");
        }
    });
}
