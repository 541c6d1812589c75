//! Pictures by a protocol of their own: pages of documents as `page://localhost/<Input>/<page>?width=<points>`, and images
//! of reports as `page://localhost/image/<name>`.
//!
//! The policy lets pictures in from there and from nowhere else. What has such an address never changes, so the webview
//! may keep it.

use factly_engine::reports::picture;

use tauri::http::{Response, StatusCode, Uri, header};
use uuid::Uuid;

use crate::library_handle::LibraryHandle;

/// As the policy in `tauri.conf.json` names it.
pub(crate) const SCHEME: &str = "page";

/// The picture of that address, or that there is none.
pub(crate) fn answer(handle: &LibraryHandle, uri: &Uri) -> Response<Vec<u8>> {
    response(PictureRequest::from_uri(uri).and_then(|request| match request {
        PictureRequest::Page { input, page, width } => {
            handle.call("draw the page", move |library| library.originals().draw_page(input, page, width)).ok()
        }
        PictureRequest::Image { name } => {
            handle.call("read the image", move |library| Ok(library.reports().image(&name))).ok().flatten()
        }
    }))
}

fn response(picture: Option<Vec<u8>>) -> Response<Vec<u8>> {
    let Some((kind, picture)) = picture.and_then(|bytes| Some((kind_of(&bytes)?, bytes))) else {
        let mut nothing = Response::new(Vec::new());
        *nothing.status_mut() = StatusCode::NOT_FOUND;
        return nothing;
    };
    let mut response = Response::new(picture);
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, header::HeaderValue::from_static(kind));
    headers.insert(header::CACHE_CONTROL, header::HeaderValue::from_static("max-age=86400, immutable"));
    response
}

/// Returns the type of a picture; anything else is not shown.
fn kind_of(bytes: &[u8]) -> Option<&'static str> {
    picture(bytes).map(|picture| picture.mime)
}

#[derive(Debug, PartialEq, Eq)]
enum PictureRequest {
    Page { input: Uuid, page: u32, width: u32 },
    Image { name: String },
}

impl PictureRequest {
    fn from_uri(uri: &Uri) -> Option<Self> {
        let (input, page) = uri.path().trim_start_matches('/').split_once('/')?;
        if input == "image" {
            return page.bytes().all(|byte| byte.is_ascii_hexdigit()).then(|| Self::Image { name: page.to_owned() });
        }
        let width = uri.query()?.strip_prefix("width=")?;
        Some(Self::Page { input: input.parse().ok()?, page: page.parse().ok()?, width: width.parse().ok()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_page_of_an_input_is_asked_for() {
        let check = |uri: &str, is_asked: bool| {
            assert_eq!(PictureRequest::from_uri(&uri.parse().unwrap()).is_some(), is_asked, "{uri}");
        };
        let id = Uuid::nil();
        check(&format!("page://localhost/{id}/12?width=800"), true);
        check(&format!("http://page.localhost/{id}/12?width=800"), true);
        check(&format!("page://localhost/{id}/12"), false);
        check(&format!("page://localhost/{id}/-1?width=800"), false);
        check(&format!("page://localhost/{id}/1?width=9999999999"), false);
        check("page://localhost/image/0123456789abcdef", true);
        check("page://localhost/image/../x", false);
        check("page://localhost/../../etc/passwd?width=1", false);
    }
}
