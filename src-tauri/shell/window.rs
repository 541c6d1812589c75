//! The one window, and the walls around its webview.
//!
//! The content security policy (`tauri.conf.json`) stops what a page loads. It does not stop where a page *goes*: meta
//! refresh, `location` and new windows need a refusal here, as do downloads, permissions, and peer connections, which
//! no policy covers. On Linux the webview's network also leads into a proxy that cannot exist, so that what every other
//! wall overlooked still reaches nobody. `tests/e2e` tries all of it in the real window, with a control without walls.

use tauri::{
    Manager, Theme, Url, WebviewUrl, WebviewWindow, WebviewWindowBuilder,
    webview::{Color, NewWindowResponse, PageLoadEvent, PermissionResponse},
};

use crate::{AppHandle, Runtime, wire::preferences};

pub const LABEL: &str = "main";

/// The window's colours before its style sheet has come, equal to `--bg` in `ui/src/styles`.
const LIGHT: Color = Color(0xff, 0xff, 0xff, 0xff);
const DARK: Color = Color(0x1b, 0x1c, 0x1f, 0xff);

/// Peer connections answer to no policy and ask for no permission.
const NO_PEERS: &str = "for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'RTCDataChannel', \
    'WebTransport']) { delete window[name]; }";

/// Opens the window: at once, so that the system makes it while its page loads.
pub fn open(app: &AppHandle, walls: Walls) -> tauri::Result<WebviewWindow<Runtime>> {
    let builder = WebviewWindowBuilder::new(app, LABEL, WebviewUrl::App("index.html".into()))
        .title("Factly")
        .inner_size(1280.0, 800.0)
        .min_inner_size(720.0, 480.0)
        .visible(false)
        .devtools(cfg!(debug_assertions))
        .on_page_load(|_, load| {
            if load.event() == PageLoadEvent::Finished {
                tracing::info!("the page has loaded");
            }
        });
    let builder = if walls.refusals { refusing(builder) } else { welcoming(builder) };
    let builder = if walls.no_network { without_network(builder)? } else { builder };
    let builder = if walls.text { builder } else { careless(builder) };
    let window = builder.build()?;
    window.set_background_color(Some(backdrop(window.theme()?)))?;
    // Only now: it has its remembered place, and the colour that its page will have.
    window.show()?;
    window.set_focus()?;
    Ok(window)
}

/// The active walls: in a release all of them. A debug build leaves out those that `FACTLY_DEBUG_WITHOUT` names
/// (`policy,refusals,network,text`), so that a test can see each one hold alone, and what happens with none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Walls {
    /// The content security policy.
    pub policy: bool,
    /// Navigation, new windows, downloads, permissions and peer connections.
    pub refusals: bool,
    /// The webview's network leads nowhere.
    pub no_network: bool,
    /// Text is shown as text.
    pub text: bool,
}

impl Walls {
    pub const ALL: Self = Self { policy: true, refusals: true, no_network: true, text: true };

    #[cfg(debug_assertions)]
    pub fn from_environment() -> Self {
        let without = std::env::var("FACTLY_DEBUG_WITHOUT").unwrap_or_default();
        let has_wall = |wall| !without.split(',').any(|name| name == wall);
        Self {
            policy: has_wall("policy"),
            refusals: has_wall("refusals"),
            no_network: has_wall("network"),
            text: has_wall("text"),
        }
    }

    #[cfg(not(debug_assertions))]
    pub fn from_environment() -> Self {
        Self::ALL
    }
}

/// Brings the window to the front, as a second start of the application does.
pub fn focus(app: &AppHandle) {
    if let Some(window) = app.get_webview_window(LABEL) {
        let raised = window.unminimize().and_then(|()| window.show()).and_then(|()| window.set_focus());
        if let Err(error) = raised {
            tracing::warn!(%error, "the window could not be brought to the front");
        }
    }
}

/// Gives the window, with its dialogs and the page in it, the chosen theme.
pub fn dress(app: &AppHandle, theme: preferences::Theme) {
    let chosen = match theme {
        preferences::Theme::System => None,
        preferences::Theme::Light => Some(Theme::Light),
        preferences::Theme::Dark => Some(Theme::Dark),
    };
    let Some(window) = app.get_webview_window(LABEL) else { return };
    let dressed = window.set_theme(chosen).and_then(|()| window.set_background_color(Some(backdrop(window.theme()?))));
    if let Err(error) = dressed {
        tracing::warn!(%error, "the window did not take the theme");
    }
}

/// Returns whether the webview may go to `url`: to this application's own page, and nowhere else.
pub fn may_visit(url: &Url) -> bool {
    let ours = match url.scheme() {
        "tauri" => url.host_str() == Some("localhost"),
        // Windows has no custom schemes; Tauri answers this name itself.
        "http" | "https" => cfg!(windows) && url.host_str() == Some("tauri.localhost"),
        _ => false,
    };
    ours && matches!(url.path(), "" | "/" | "/index.html")
}

type WindowBuilder<'a> = WebviewWindowBuilder<'a, Runtime, AppHandle>;

fn refusing(builder: WindowBuilder<'_>) -> WindowBuilder<'_> {
    builder
        .on_navigation(|url| {
            let allowed = may_visit(url);
            if !allowed {
                tracing::warn!(scheme = url.scheme(), "the page tried to leave the application");
            }
            allowed
        })
        .on_new_window(|url, _| {
            tracing::warn!(scheme = url.scheme(), "the page tried to open a window");
            NewWindowResponse::Deny
        })
        .on_download(|_, _| false)
        .on_permission_request(|_, _| PermissionResponse::Deny)
        .initialization_script_for_all_frames(NO_PEERS)
}

/// Gives a webview the behaviour of one that nobody looks after.
fn welcoming(builder: WindowBuilder<'_>) -> WindowBuilder<'_> {
    builder.on_new_window(|_, _| NewWindowResponse::Allow)
}

/// Whatever text the page shows is also drawn as markup.
#[cfg(debug_assertions)]
fn careless(builder: WindowBuilder<'_>) -> WindowBuilder<'_> {
    builder.initialization_script(include_str!("careless.js"))
}

#[cfg(not(debug_assertions))]
fn careless(builder: WindowBuilder<'_>) -> WindowBuilder<'_> {
    builder
}

#[cfg(target_os = "linux")]
fn without_network(builder: WindowBuilder<'_>) -> tauri::Result<WindowBuilder<'_>> {
    // Nothing can listen on port 0, so no connection is ever made, and the names are left to the proxy to resolve.
    Ok(builder.proxy_url("http://127.0.0.1:0".parse().map_err(tauri::Error::InvalidUrl)?))
}

#[cfg(not(target_os = "linux"))]
fn without_network(builder: WindowBuilder<'_>) -> tauri::Result<WindowBuilder<'_>> {
    Ok(builder)
}

fn backdrop(theme: Theme) -> Color {
    if theme == Theme::Dark { DARK } else { LIGHT }
}
