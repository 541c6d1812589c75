//! Pages of documents as pictures, by a protocol of their own: `page://localhost/<Input>/<page>?width=<points>`.
//!
//! The policy lets pictures in from there and from nowhere else. A page of an original never changes, so the webview may
//! keep it.

use tauri::{
    Builder, Manager, UriSchemeContext, UriSchemeResponder, Wry, async_runtime,
    http::{Request, Response, StatusCode, Uri, header},
};
use uuid::Uuid;

use crate::library_handle::LibraryHandle;

/// As the policy in `tauri.conf.json` names it.
pub(crate) const SCHEME: &str = "page";

pub(crate) fn serve(builder: Builder<Wry>) -> Builder<Wry> {
    builder.register_asynchronous_uri_scheme_protocol(SCHEME, answer)
}

fn answer(context: UriSchemeContext<'_, Wry>, request: Request<Vec<u8>>, responder: UriSchemeResponder) {
    let app = context.app_handle().clone();
    async_runtime::spawn_blocking(move || {
        let picture = Picture::asked(request.uri()).and_then(|Picture { input, page, width }| {
            let handle = app.state::<LibraryHandle>();
            handle.call("draw the page", move |library| library.originals().draw_page(input, page, width)).ok()
        });
        responder.respond(response(picture));
    });
}

fn response(picture: Option<Vec<u8>>) -> Response<Vec<u8>> {
    let Some(picture) = picture else {
        let mut nothing = Response::new(Vec::new());
        *nothing.status_mut() = StatusCode::NOT_FOUND;
        return nothing;
    };
    let mut response = Response::new(picture);
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, header::HeaderValue::from_static("image/png"));
    headers.insert(header::CACHE_CONTROL, header::HeaderValue::from_static("max-age=86400, immutable"));
    response
}

#[derive(Debug, PartialEq, Eq)]
struct Picture {
    input: Uuid,
    page: u32,
    width: u32,
}

impl Picture {
    fn asked(uri: &Uri) -> Option<Self> {
        let (input, page) = uri.path().trim_start_matches('/').split_once('/')?;
        let width = uri.query()?.strip_prefix("width=")?;
        Some(Self { input: input.parse().ok()?, page: page.parse().ok()?, width: width.parse().ok()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_page_of_an_input_is_asked_for() {
        let check = |uri: &str, is_asked: bool| {
            assert_eq!(Picture::asked(&uri.parse().unwrap()).is_some(), is_asked, "{uri}");
        };
        let id = Uuid::nil();
        check(&format!("page://localhost/{id}/12?width=800"), true);
        check(&format!("http://page.localhost/{id}/12?width=800"), true);
        check(&format!("page://localhost/{id}/12"), false);
        check(&format!("page://localhost/{id}/-1?width=800"), false);
        check(&format!("page://localhost/{id}/1?width=9999999999"), false);
        check("page://localhost/../../etc/passwd?width=1", false);
    }
}
