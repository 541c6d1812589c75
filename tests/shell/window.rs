//! Pages that the webview may go to.

use factly_shell::window::may_visit;
use rstest::rstest;
use tauri::Url;

#[rstest]
#[case("tauri://localhost", true)]
#[case("tauri://localhost/", true)]
#[case("tauri://localhost/index.html", true)]
#[case("tauri://localhost/index.html#facts", true)]
#[case("tauri://localhost/other.html", false)]
#[case("tauri://elsewhere/index.html", false)]
#[case("http://localhost/", false)]
#[case("http://127.0.0.1:9000/index.html", false)]
#[case("https://factly.app/", false)]
#[case("file:///etc/passwd", false)]
#[case("data:text/html,hello", false)]
#[case("about:blank", false)]
#[case("javascript:alert(1)", false)]
#[case("ipc://localhost/library_state", false)]
fn the_webview_goes_nowhere_but_to_its_own_page(#[case] url: &str, #[case] allowed: bool) {
    let url: Url = url.parse().unwrap();
    assert_eq!(may_visit(&url), allowed, "{url}");
}
