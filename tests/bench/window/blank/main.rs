//! A Tauri window with one line of text: what a window costs before anything is in it.

fn main() {
    let context = tauri::generate_context!("tests/bench/window/blank/tauri.conf.json");
    if let Err(error) = tauri::Builder::default().run(context) {
        panic!("the blank window did not open: {error}");
    }
}
