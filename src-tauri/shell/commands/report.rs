//! Reports: their list, one as it is, and what is done to its sections.

use factly_engine::report::Beginning;
use tauri::AppHandle;
use uuid::Uuid;

use super::desktop::choose_target;
use crate::{
    commands::Handle,
    error::Reply,
    wire::{
        done::Done,
        report::{Report, ReportSummary},
    },
};

#[tauri::command]
#[specta::specta]
pub fn report_list(handle: Handle<'_>, discovery: Uuid) -> Reply<Vec<ReportSummary>> {
    let reports = handle.call("list the reports", move |library| library.reports().list(discovery))?;
    Ok(reports.into_iter().map(ReportSummary::from).collect())
}

#[tauri::command]
#[specta::specta]
pub fn report_show(handle: Handle<'_>, report: Uuid) -> Reply<Report> {
    Ok(handle.call("read the report", move |library| library.reports().show(report))?.into())
}

/// Adds a report: empty, or a section a recommendation.
#[tauri::command]
#[specta::specta]
pub fn report_create(handle: Handle<'_>, discovery: Uuid, title: String, from_graph: bool) -> Reply<Done<Report>> {
    Ok(handle
        .mutate("add the report", move |library| {
            let beginning = if from_graph { Beginning::Graph } else { Beginning::Empty };
            library.reports().create(discovery, Some(&title), beginning)
        })?
        .told())
}

/// Changes a report as a tool does; `given` is the JSON of its call.
#[tauri::command]
#[specta::specta]
pub fn report_call(handle: Handle<'_>, report: Uuid, tool: String, given: String) -> Reply<Done<Report>> {
    Ok(handle.mutate("change the report", move |library| library.reports().call(report, &tool, &given))?.told())
}

#[tauri::command]
#[specta::specta]
pub fn report_choose_file(app: AppHandle, name: String) -> Reply<Option<String>> {
    Ok(choose_target(&app, "Save", &name, "md", ("Markdown", "md")))
}

#[tauri::command]
#[specta::specta]
pub fn report_save(handle: Handle<'_>, report: Uuid, path: String) -> Reply<()> {
    handle.call("write the report", move |library| library.reports().save_markdown(report, path.as_ref()))
}
