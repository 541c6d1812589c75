//! The host of the interface's tests: the application without its window, whose place a browser takes.
//!
//! The page's calls come in over stdin, a line each, and go through Tauri's own door: permissions, commands and
//! state are those of the application. Replies, messages of channels and events go out over stdout. No port is opened, and
//! no release has this: it is compiled with the feature `test-host` only.

use std::{
    io::{self, BufRead, Write},
    process::ExitCode,
    thread,
};

use serde::Deserialize;
use serde_json::{Value, json};
use tauri::{
    Listener, Manager, RunEvent, WebviewWindow,
    http::{HeaderMap, Uri},
    ipc::{CallbackFn, InvokeBody, InvokeError, InvokeResponse, InvokeResponseBody},
    test::{INVOKE_KEY, mock_builder},
    webview::InvokeRequest,
};

use crate::{Runtime, configure_builder, context, library_handle::LibraryHandle, pages, window, window::Walls};

/// The events that the page may hear of without having asked.
const EVENTS: [&str; 5] = ["changed", "copied", "tauri://drag-enter", "tauri://drag-leave", "tauri://drag-drop"];

#[derive(Deserialize)]
struct HostRequest {
    id: u64,
    #[serde(flatten)]
    what: HostAction,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum HostAction {
    Invoke { command: String, arguments: Value },
    Picture { address: String },
}

/// Serves until stdin ends.
pub fn run() -> ExitCode {
    let builder = mock_builder().channel_interceptor(|_, channel, index, body| {
        say(format_args!("{{\"channel\":{},\"index\":{index},\"message\":{}}}", channel.0, as_json(body)));
        true
    });
    let app = match configure_builder(builder, Walls::ALL).build(context(Walls::ALL)) {
        Ok(app) => app,
        Err(error) => {
            let _ = writeln!(io::stderr(), "the host did not start: {error}");
            return ExitCode::FAILURE;
        }
    };
    for event in EVENTS {
        app.listen_any(event, move |emitted| {
            say(format_args!("{{\"event\":\"{event}\",\"payload\":{}}}", emitted.payload()));
        });
    }
    app.run(|app, event| {
        if let (RunEvent::Ready, Some(window)) = (event, app.get_webview_window(window::LABEL)) {
            thread::spawn(move || serve(&window));
        }
    });
    ExitCode::SUCCESS
}

fn serve(window: &WebviewWindow<Runtime>) {
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        match serde_json::from_str(&line) {
            Ok(request) => answer(window, request),
            Err(error) => {
                let _ = writeln!(io::stderr(), "not understood: {error}");
            }
        }
    }
    std::process::exit(0);
}

fn answer(window: &WebviewWindow<Runtime>, HostRequest { id, what }: HostRequest) {
    match what {
        HostAction::Invoke { command, arguments } => invoke(window, id, command, arguments),
        HostAction::Picture { address } => {
            let handle = window.state::<LibraryHandle>().inner().clone();
            thread::spawn(move || {
                let drawn = address.parse::<Uri>().map(|address| pages::answer(&handle, &address).into_body());
                say(format_args!("{}", json!({ "id": id, "ok": drawn.unwrap_or_default() })));
            });
        }
    }
}

fn invoke(window: &WebviewWindow<Runtime>, id: u64, cmd: String, arguments: Value) {
    let Ok(url) = "tauri://localhost".parse() else { return };
    let request = InvokeRequest {
        cmd,
        callback: CallbackFn(0),
        error: CallbackFn(1),
        url,
        body: InvokeBody::Json(arguments),
        headers: HeaderMap::new(),
        invoke_key: INVOKE_KEY.to_owned(),
    };
    let respond = move |_, _, response: InvokeResponse, _, _| match response {
        InvokeResponse::Ok(body) => say(format_args!("{{\"id\":{id},\"ok\":{}}}", as_json(&body))),
        InvokeResponse::Err(InvokeError(error)) => say(format_args!("{{\"id\":{id},\"error\":{error}}}")),
    };
    window.as_ref().clone().on_message(request, Box::new(respond));
}

fn as_json(body: &InvokeResponseBody) -> String {
    match body {
        InvokeResponseBody::Json(json) => json.clone(),
        InvokeResponseBody::Raw(bytes) => json!(bytes).to_string(),
    }
}

/// A line. Where nobody reads any more, the end of stdin ends all.
fn say(line: std::fmt::Arguments<'_>) {
    let mut out = io::stdout().lock();
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}
