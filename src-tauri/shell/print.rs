//! Pages on paper: HTML printed into a PDF by the engine that draws the window, in a view of its own that nobody sees.
//!
//! The view runs no scripts, keeps nothing and reaches no network; what it prints says so itself by a policy.

use factly_core::message;

use crate::AppHandle;
use factly_engine::error::{Code, Error, Result};

/// Prints HTML on pages of A4.
///
/// # Errors
/// When the engine does not print, or not in time.
#[cfg(target_os = "linux")]
pub(crate) fn to_pdf(app: &AppHandle, html: String) -> Result<Vec<u8>> {
    use std::os::unix::fs::DirBuilderExt as _;
    /// Long enough for a book on a slow machine.
    const LONGEST: std::time::Duration = std::time::Duration::from_secs(300);
    let folder = std::env::temp_dir().join(format!("factly-print-{}", uuid::Uuid::now_v7().simple()));
    // Nobody else reads what stands there for a moment.
    let made = std::fs::DirBuilder::new().mode(0o700).create(&folder);
    let printed = made.map_err(|error| unprinted(&error)).and_then(|()| {
        let file = folder.join("pages.pdf");
        let (done, is_done) = std::sync::mpsc::channel();
        let target = file.clone();
        app.run_on_main_thread(move || webkit::print(&html, &target, done)).map_err(|error| unprinted(&error))?;
        is_done.recv_timeout(LONGEST).map_err(|error| unprinted(&error))?.map_err(|words| unprinted(&words))?;
        std::fs::read(&file).map_err(|error| unprinted(&error))
    });
    let _ = std::fs::remove_dir_all(&folder);
    printed
}

/// # Errors
/// Always: it is not made here.
#[cfg(not(target_os = "linux"))]
pub(crate) fn to_pdf(_: &AppHandle, _: String) -> Result<Vec<u8>> {
    Err(unprinted(&"this system's webview prints by its own dialog only"))
}

fn unprinted(why: &dyn std::fmt::Display) -> Error {
    tracing::warn!(%why, "the report was not printed");
    Error::new(Code::Io, message!("The pages could not be printed: {}.", why))
        .kept("Nothing was written.")
        .hint("Export the report as HTML, open that in a browser, and print it there.")
}

#[cfg(target_os = "linux")]
mod webkit {
    use std::cell::RefCell;
    use std::path::Path;
    use std::rc::Rc;
    use std::sync::mpsc::Sender;

    use gtk::prelude::*;
    use gtk::{OffscreenWindow, PageSetup, PaperSize, PrintSettings, Unit, glib};
    use webkit2gtk::{
        LoadEvent, NetworkProxyMode, NetworkProxySettings, PrintOperation, PrintOperationExt, Settings, SettingsExt,
        WebContext, WebView, WebViewExt, WebsiteDataManager, WebsiteDataManagerExt,
    };

    /// The window is kept until its pages are printed.
    type WindowHolder = Rc<RefCell<Option<OffscreenWindow>>>;

    pub(super) fn print(html: &str, file: &Path, done: Sender<Result<(), String>>) {
        let window = OffscreenWindow::new();
        let view = view();
        window.add(&view);
        window.show_all();
        let holder: WindowHolder = Rc::new(RefCell::new(Some(window)));
        let Ok(file) = glib::filename_to_uri(file, None) else {
            let _ = done.send(Err(format!("{} is no place for a file", file.display())));
            return;
        };
        view.connect_load_changed(move |view, event| {
            if event == LoadEvent::Finished {
                print_loaded(view, &file, &done, &holder);
            }
        });
        view.load_html(html, None);
    }

    fn view() -> WebView {
        let data = WebsiteDataManager::new_ephemeral();
        // Nothing can listen on port 0.
        let mut nowhere = NetworkProxySettings::new(Some("http://127.0.0.1:0"), &[]);
        data.set_network_proxy_settings(NetworkProxyMode::Custom, Some(&mut nowhere));
        let context = WebContext::builder().website_data_manager(&data).build();
        let settings = Settings::new();
        settings.set_enable_javascript(false);
        WebView::builder().web_context(&context).settings(&settings).build()
    }

    fn print_loaded(view: &WebView, file: &str, done: &Sender<Result<(), String>>, holder: &WindowHolder) {
        let operation = PrintOperation::new(view);
        operation.set_page_setup(&page());
        operation.set_print_settings(&to_file(file));
        let (failed, finished) = (done.clone(), done.clone());
        let holder = Rc::clone(holder);
        operation.connect_failed(move |_, error| {
            let _ = failed.send(Err(error.to_string()));
        });
        // It comes after a failure too, which was told then.
        operation.connect_finished(move |_| {
            let _ = finished.send(Ok(()));
            holder.borrow_mut().take();
        });
        operation.print();
    }

    /// The toolkit's printer that writes files, which goes by its name in the language of the desktop.
    fn to_file(file: &str) -> PrintSettings {
        let settings = PrintSettings::new();
        settings.set_printer(&glib::dgettext(Some("gtk30"), "Print to File"));
        settings.set("output-file-format", Some("pdf"));
        settings.set("output-uri", Some(file));
        settings
    }

    fn page() -> PageSetup {
        let page = PageSetup::new();
        page.set_paper_size(&PaperSize::new(Some("iso_a4")));
        page.set_top_margin(22.0, Unit::Mm);
        page.set_bottom_margin(20.0, Unit::Mm);
        page.set_left_margin(20.0, Unit::Mm);
        page.set_right_margin(20.0, Unit::Mm);
        page
    }
}
