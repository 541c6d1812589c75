//! What the window may ask for. A command is a sentence: parse, call, convert.
//!
//! The engine blocks, so every call to it runs on a thread for blocking work; a panic there becomes an error reply, and
//! the window goes on. A command in this list also stands in `src-tauri/permissions/window.toml`, or the window may not
//! call it; `tests/shell` compares the two.

pub mod bundle;
pub mod derivation;
pub mod desktop;
pub mod discovery;
pub mod entity;
pub mod evidence;
pub mod extraction;
pub mod ledger;
pub mod library;
pub mod pipeline;
pub mod preferences;
pub mod provider;
pub mod transfer;

use tauri::{Wry, async_runtime};
use tauri_specta::{Commands, collect_commands};

use crate::error::{AppError, Reply};

pub fn all() -> Commands<Wry> {
    collect_commands![
        library::library_state,
        library::library_restore,
        library::library_backups,
        library::verify,
        library::task_cancel,
        preferences::preferences,
        preferences::set_preferences,
        discovery::discovery_list,
        discovery::discovery_create,
        discovery::discovery_open,
        discovery::discovery_update,
        discovery::discovery_archive,
        discovery::discovery_delete,
        discovery::sample_create,
        discovery::undo,
        discovery::redo,
        bundle::input_add_text,
        bundle::input_add_files,
        bundle::input_read_rest,
        bundle::input_rename,
        bundle::input_delete,
        bundle::bundle_page,
        bundle::bundle_show,
        evidence::source_outline,
        evidence::source_blocks,
        evidence::fact_place,
        ledger::facts_page,
        ledger::fact_detail,
        ledger::fact_accept,
        ledger::fact_reject,
        ledger::fact_edit,
        ledger::fact_add,
        ledger::fact_resolve,
        ledger::review_page,
        ledger::keys_list,
        pipeline::pipeline_columns,
        pipeline::pipeline_cards,
        pipeline::pipeline_trace,
        pipeline::pipeline_place,
        pipeline::entity_detail,
        pipeline::trace_report,
        entity::entity_add,
        entity::entity_edit,
        entity::entity_restore,
        entity::entity_set_state,
        entity::entity_archive,
        entity::entity_delete,
        entity::entity_review,
        entity::entity_link,
        entity::entity_unlink,
        entity::entity_move,
        entity::entity_merge,
        entity::duplicate_groups,
        entity::history,
        entity::history_go,
        derivation::derivation_prompt,
        derivation::derivation_submit,
        derivation::suggestions,
        derivation::suggestion_accept,
        derivation::suggestion_reject,
        provider::provider_settings,
        provider::provider_set,
        provider::provider_key_place,
        provider::provider_key_set,
        provider::provider_key_clear,
        provider::provider_models,
        provider::provider_test,
        provider::provider_detect,
        provider::would_send,
        provider::allow_sending,
        provider::forbid_sending,
        provider::sent_requests,
        provider::sent_request,
        extraction::run_prompt,
        extraction::run_submit,
        extraction::run_show,
        extraction::runs_retry,
        transfer::transfer_choose_export,
        transfer::transfer_choose_import,
        transfer::export_discovery,
        transfer::import_preview,
        transfer::import_apply,
        transfer::backup_preview,
        transfer::backup_make,
        desktop::input_choose_files,
        desktop::input_handed_files,
        desktop::copy_text,
        desktop::open_log_folder,
    ]
}

/// Runs `work` where blocking harms nobody. `what` completes "Factly could not …", should it panic.
pub async fn off_the_window<T, W>(what: &'static str, work: W) -> Reply<T>
where
    T: Send + 'static,
    W: FnOnce() -> Reply<T> + Send + 'static,
{
    match async_runtime::spawn_blocking(work).await {
        Ok(reply) => reply,
        Err(_) => {
            tracing::error!(what, "a command panicked");
            Err(AppError::internal(what))
        }
    }
}
