//! What the window may ask for. A command is a sentence: parse, call, convert.
//!
//! The engine blocks, and so does a command: [`off_the_window`] carries each out on a thread of its own. None is an `async
//! fn`, since each of those would bring a future and a task of its own into the binary (a tenth of it). A command in this list also stands in `src-tauri/permissions/window.toml`, or the window may not
//! call it; `tests/shell` compares the two.

pub mod audit;
pub mod bundle;
pub mod chat;
pub mod derivation;
pub mod desktop;
pub mod discovery;
pub mod entity;
pub mod evidence;
pub mod extraction;
pub mod items;
pub mod knowledge;
pub mod ledger;
pub mod library;
pub mod memory;
pub mod pipeline;
pub mod preferences;
pub mod provider;
pub mod questions;
pub mod transfer;

use std::sync::Arc;

use tauri::{Wry, async_runtime, generate_handler, ipc::Invoke};
use tauri_specta::{Commands, collect_commands};

/// The list, for a macro that takes one: the types' half of it is left out of what only carries commands out.
macro_rules! listed {
    ($into:ident) => {
        $into![
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
            ledger::fact_reaffirm,
            ledger::fact_resolve,
            ledger::fact_ask_again,
            ledger::review_page,
            ledger::review_about,
            ledger::keys_list,
            items::item_list,
            items::item_add,
            items::item_edit,
            items::item_archive,
            items::item_delete,
            items::item_merge,
            items::item_split,
            items::fact_set_item,
            items::fact_set_new_item,
            items::items_as_of,
            items::fields_as_of,
            items::item_table,
            items::item_table_choose,
            items::item_table_save,
            knowledge::knowledge_blocks,
            knowledge::knowledge_last_turn,
            knowledge::knowledge_fields,
            knowledge::field_table,
            knowledge::field_override,
            knowledge::field_clear_override,
            knowledge::enrich_ask,
            knowledge::enrich_take,
            pipeline::pipeline_columns,
            pipeline::pipeline_cards,
            pipeline::pipeline_trace,
            pipeline::pipeline_place,
            pipeline::entity_detail,
            pipeline::entity_history,
            pipeline::input_text,
            pipeline::trace_report,
            pipeline::trace_save,
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
            entity::entity_keep_variants,
            entity::duplicate_groups,
            entity::judging_stop,
            entity::history,
            entity::history_go,
            derivation::derivation_prompt,
            derivation::derivation_submit,
            derivation::derivation_run,
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
            chat::chat_conversations,
            chat::chat_create,
            chat::chat_rename,
            chat::chat_delete,
            chat::chat_search,
            chat::chat_messages,
            chat::chat_text,
            chat::chat_send,
            chat::chat_retry,
            chat::chat_resend,
            chat::chat_mentions,
            chat::card_confirm,
            chat::card_cancel,
            chat::cards_confirm,
            chat::chat_undo_turn,
            chat::chat_requests,
            questions::question_sheet,
            questions::question_keep,
            questions::round_finish,
            questions::question_reopen,
            questions::question_drop,
            questions::questions_propose,
            extraction::run_prompt,
            extraction::run_submit,
            extraction::run_show,
            extraction::runs_retry,
            audit::bundle_retry,
            audit::coverage,
            audit::coverage_of_input,
            audit::moment,
            audit::facts_as_of,
            audit::blocks_as_of,
            audit::saved_views,
            audit::view_save,
            audit::view_rename,
            audit::view_delete,
            audit::pack_choose,
            audit::pack_choose_check,
            audit::pack_make,
            audit::pack_check,
            transfer::transfer_choose_export,
            transfer::transfer_choose_markdown,
            transfer::transfer_choose_import,
            transfer::export_discovery,
            transfer::import_preview,
            transfer::import_apply,
            transfer::backup_preview,
            transfer::backup_make,
            memory::catalogue_page,
            memory::canonical_add,
            memory::canonical_edit,
            memory::canonical_archive,
            memory::canonical_waiting,
            memory::canonical_adopt,
            memory::canonical_lines,
            memory::canonical_confirm,
            memory::canonical_reject,
            memory::canonical_unlink,
            memory::price_panel,
            memory::price_add,
            memory::price_remove,
            memory::rate_list,
            memory::rate_add,
            memory::rate_remove,
            memory::csv_choose_import,
            memory::csv_choose_export,
            memory::csv_preview,
            memory::csv_import,
            memory::csv_export,
            desktop::input_choose_files,
            desktop::input_handed_files,
            desktop::copy_text,
            desktop::open_log_folder,
            desktop::open_link,
        ]
    };
}

/// With their types, for the bindings.
pub fn all() -> Commands<Wry> {
    listed!(collect_commands)
}

/// Carries out what the window asks for.
pub fn handler() -> impl Fn(Invoke<Wry>) -> bool + Send + Sync + 'static {
    off_the_window(listed!(generate_handler))
}

/// Carries out each call on a thread for blocking work, so that the window goes on meanwhile.
fn off_the_window(
    handler: impl Fn(Invoke<Wry>) -> bool + Send + Sync + 'static,
) -> impl Fn(Invoke<Wry>) -> bool + Send + Sync + 'static {
    let handler = Arc::new(handler);
    move |invoke| {
        let handler = Arc::clone(&handler);
        async_runtime::spawn_blocking(move || {
            let resolver = invoke.resolver.clone();
            let command = invoke.message.command().to_owned();
            if !handler(invoke) {
                resolver.reject(format!("There is no command {command}"));
            }
        });
        true
    }
}
