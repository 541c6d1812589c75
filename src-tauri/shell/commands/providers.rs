//! Providers for the settings screen, and who may see a discovery's text. A key goes in and never comes out.

use factly_engine::{Library, error as engine, providers::Settings, secrets::Secret, task::CancelToken};
use tauri::State;
use uuid::Uuid;

use crate::{
    commands::Handle,
    error::AppResult,
    tasks::Tasks,
    wire::providers::{
        FoundServer, KeyPlace, ProviderChoice, ProviderModel, ProviderSettings, ProviderState, ProviderTask,
        ProviderVerdict, SendTo, SentRequest, SentRequestView,
    },
};

/// A page of requests; their bodies are asked for one by one.
const PAGE: u32 = 50;

#[tauri::command]
#[specta::specta]
pub fn provider_settings(handle: Handle<'_>) -> AppResult<ProviderState> {
    handle.call("read the providers", state)
}

#[tauri::command]
#[specta::specta]
pub fn provider_set(handle: Handle<'_>, settings: ProviderSettings) -> AppResult<ProviderState> {
    let settings: Settings = settings.into();
    handle.call("save the providers", move |library| {
        library.providers().set_providers(&settings)?;
        state(library)
    })
}

/// Finds the place of the key of a choice. The keyring may take seconds to say so.
#[tauri::command]
#[specta::specta]
pub fn provider_key_place(handle: Handle<'_>, choice: ProviderChoice) -> AppResult<KeyPlace> {
    Ok(handle.call("look for the key", move |library| library.providers().key_place(&choice.into()))?.into())
}

#[tauri::command]
#[specta::specta]
pub fn provider_key_set(handle: Handle<'_>, choice: ProviderChoice, key: String) -> AppResult<KeyPlace> {
    let secret = Secret::new(&key).ok_or_else(|| engine::Error::invalid("There is no key in it."))?;
    Ok(handle.call("keep the key", move |library| library.providers().keep_key(&choice.into(), secret))?.into())
}

#[tauri::command]
#[specta::specta]
pub fn provider_key_clear(handle: Handle<'_>, choice: ProviderChoice) -> AppResult<KeyPlace> {
    Ok(handle.call("forget the key", move |library| library.providers().forget_key(&choice.into()))?.into())
}

#[tauri::command]
#[specta::specta]
pub fn provider_models(handle: Handle<'_>, choice: ProviderChoice) -> AppResult<Vec<ProviderModel>> {
    let list = move |library: &Library| library.providers().provider_models(&choice.into(), &CancelToken::default());
    Ok(handle.call("list the models", list)?.into_iter().map(Into::into).collect())
}

/// Asks as `purpose` will. `task` is a name by which the test can be called off.
#[tauri::command]
#[specta::specta]
pub fn provider_test(
    handle: Handle<'_>,
    tasks: State<'_, Tasks>,
    choice: ProviderChoice,
    purpose: ProviderTask,
    task: String,
) -> AppResult<ProviderVerdict> {
    let named = tasks.name(task);
    let test =
        move |library: &Library| Ok(library.providers().test_provider(&choice.into(), purpose.into(), named.cancel()));
    Ok(handle.call("test the provider", test)?.into())
}

#[tauri::command]
#[specta::specta]
pub fn provider_detect(handle: Handle<'_>) -> AppResult<Vec<FoundServer>> {
    let found = handle.call("look for servers", |library| Ok(library.providers().detect_servers()))?;
    Ok(found.into_iter().map(Into::into).collect())
}

/// To whom a task would send the text of a discovery. None: nothing would leave.
#[tauri::command]
#[specta::specta]
pub fn would_send(handle: Handle<'_>, discovery: Uuid, task: ProviderTask) -> AppResult<Option<SendTo>> {
    let ask = move |library: &Library| library.providers().would_send(discovery, task.into());
    Ok(handle.call("say to whom it would go", ask)?.map(Into::into))
}

#[tauri::command]
#[specta::specta]
pub fn allow_sending(handle: Handle<'_>, discovery: Uuid, task: ProviderTask) -> AppResult<Option<SendTo>> {
    let allow = move |library: &Library| library.providers().allow_sending(discovery, task.into());
    Ok(handle.call("allow it", allow)?.map(Into::into))
}

/// To whom a long document would send the text of a discovery by a model of this name; none is the chat's own.
#[tauri::command]
#[specta::specta]
pub fn model_would_send(handle: Handle<'_>, discovery: Uuid, model: Option<String>) -> AppResult<SendTo> {
    let ask = move |library: &Library| library.providers().model_would_send(discovery, model.as_deref());
    Ok(handle.call("say to whom it would go", ask)?.into())
}

#[tauri::command]
#[specta::specta]
pub fn allow_sending_to_model(handle: Handle<'_>, discovery: Uuid, model: Option<String>) -> AppResult<SendTo> {
    let allow = move |library: &Library| library.providers().allow_sending_to_model(discovery, model.as_deref());
    Ok(handle.call("allow it", allow)?.into())
}

#[tauri::command]
#[specta::specta]
pub fn forbid_sending(handle: Handle<'_>, discovery: Uuid) -> AppResult<()> {
    handle.call("forbid it", move |library| library.providers().forbid_sending(discovery))
}

#[tauri::command]
#[specta::specta]
pub fn sent_requests(handle: Handle<'_>, discovery: Uuid, before: Option<i64>) -> AppResult<Vec<SentRequest>> {
    let list = move |library: &Library| library.providers().sent_requests(discovery, before, PAGE);
    Ok(handle.call("list what was sent", list)?.into_iter().map(Into::into).collect())
}

#[tauri::command]
#[specta::specta]
pub fn sent_request(handle: Handle<'_>, request: Uuid) -> AppResult<SentRequestView> {
    Ok(handle.call("show what was sent", move |library| library.providers().sent_request(request))?.into())
}

fn state(library: &Library) -> engine::Result<ProviderState> {
    let stored = library.providers().stored_settings()?;
    let effective = library.providers().provider_settings()?;
    let variables = library.providers().provider_variables().into_iter().map(str::to_owned).collect();
    Ok(ProviderState { stored: stored.into(), effective: effective.into(), variables })
}
