//! Background work of an open library: looking for other processes' writes, for damage, taking the daily copy, and
//! reading what a search needs, and having vectors made of passages where the analyst set and allowed that.
//!
//! Nothing here is waited for. It begins once the window has had time to show itself, and ends when the library is shut.

use std::{thread, time::Duration};

use factly_engine::{Library, error as engine, task::CancelToken};

use crate::error::{AppError, ErrorCode};

const BETWEEN_GLANCES: Duration = Duration::from_secs(1);
/// The first seconds belong to the analyst.
const BEFORE_THE_COPY: Duration = Duration::from_secs(3);
const BEFORE_THE_INDEX: Duration = Duration::from_secs(4);
const BEFORE_THE_CHECK: Duration = Duration::from_secs(7);
/// Interval that sees additions, settings and consents; after a failure the pauses grow.
const BEFORE_EMBEDDING: Duration = Duration::from_secs(5);
const LONGEST_BEFORE_EMBEDDING: Duration = Duration::from_secs(300);

/// Ends when it is dropped.
pub(crate) struct Upkeep(CancelToken);

impl Upkeep {
    /// Begins to look after `library`, and has it shut if it is found damaged.
    pub(crate) fn start(library: &Library, shut: impl FnOnce(AppError) + Send + 'static) -> Self {
        let ended = CancelToken::default();
        thread::spawn({
            let (library, ended) = (library.clone(), ended.clone());
            move || watch_others(&library, &ended)
        });
        thread::spawn({
            let (library, ended) = (library.clone(), ended.clone());
            move || embed(&library, &ended)
        });
        thread::spawn({
            let (library, ended) = (library.clone(), ended.clone());
            move || prepare_search(&library, &ended)
        });
        thread::spawn({
            let (library, ended) = (library.clone(), ended.clone());
            move || copy_and_check(&library, &ended, shut)
        });
        Self(ended)
    }
}

impl Drop for Upkeep {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

fn watch_others(library: &Library, ended: &CancelToken) {
    while !ended.is_cancelled() {
        thread::sleep(BETWEEN_GLANCES);
        if let Err(error) = library.notice_others() {
            tracing::debug!(code = ?error.code, "could not look for other processes' writes");
        }
    }
}

fn prepare_search(library: &Library, ended: &CancelToken) {
    thread::sleep(BEFORE_THE_INDEX);
    while !ended.is_cancelled() {
        if let Err(error) = library.retrieval().prepare_search(ended) {
            tracing::debug!(code = ?error.code, "the search was not made ready");
        }
        thread::sleep(BETWEEN_GLANCES);
    }
}

fn embed(library: &Library, ended: &CancelToken) {
    let mut pause = BEFORE_EMBEDDING;
    let mut waited = Duration::ZERO;
    while !ended.is_cancelled() {
        thread::sleep(BETWEEN_GLANCES);
        waited += BETWEEN_GLANCES;
        if waited < pause {
            continue;
        }
        waited = Duration::ZERO;
        pause = match library.retrieval().embed_waiting(ended) {
            Ok(true) => BEFORE_EMBEDDING,
            Ok(false) => (pause * 2).min(LONGEST_BEFORE_EMBEDDING),
            Err(error) => {
                tracing::info!(code = ?error.code, "passages could not be embedded");
                (pause * 2).min(LONGEST_BEFORE_EMBEDDING)
            }
        };
    }
}

fn copy_and_check(library: &Library, ended: &CancelToken, shut: impl FnOnce(AppError)) {
    // Before the check, which may take longer than the analyst stays: a copy is checked for itself.
    thread::sleep(BEFORE_THE_COPY);
    if !ended.is_cancelled() {
        copy(library);
    }
    thread::sleep(BEFORE_THE_CHECK);
    match library.check(ended) {
        Ok(report) if report.is_sound() => {}
        Ok(report) if report.is_of_indexes() && library.mend_indexes(ended).unwrap_or(false) => {
            tracing::warn!(findings = report.findings.len(), "indexes were damaged, and were made anew");
        }
        Ok(report) => {
            tracing::error!(findings = report.findings.len(), "the library is damaged");
            library.mark_damaged();
            shut(damaged());
        }
        Err(error) => tracing::info!(code = ?error.code, "the library was not checked"),
    }
}

fn copy(library: &Library) {
    match library.back_up_if_due() {
        Ok(Some(_)) => tracing::info!("a copy of the library was taken"),
        Ok(None) => {}
        Err(engine::Error { code, .. }) => tracing::warn!(?code, "no copy of the library was taken"),
    }
}

fn damaged() -> AppError {
    AppError::new(ErrorCode::LibraryDamaged, "The library's file is damaged")
        .kept("The file is as it was, and nothing more is written to it")
        .hint("Restore the newest good copy; the damaged file is kept beside it")
}
