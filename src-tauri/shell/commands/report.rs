//! Reports: their list, one as it is, and what is done to its sections.

use factly_engine::report::{Beginning, DocxOptions};
use tauri::AppHandle;
use uuid::Uuid;

use super::desktop::choose_target;
use crate::{
    commands::Handle,
    error::Reply,
    wire::{
        done::Done,
        report::{Report, ReportExport, ReportFormat, ReportSummary},
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

/// Where a report goes as a file of a format; none when the dialog is dismissed.
#[tauri::command]
#[specta::specta]
pub fn report_choose_export(app: AppHandle, name: String, format: ReportFormat) -> Reply<Option<String>> {
    let (kind, ending) = format.file();
    Ok(choose_target(&app, "Export", &name, ending, (kind, ending)))
}

/// Writes a report as a file; what is suggested stands in a DOCX as tracked changes, where that is wanted.
#[tauri::command]
#[specta::specta]
pub fn report_export(
    handle: Handle<'_>,
    report: Uuid,
    format: ReportFormat,
    tracked: bool,
    path: String,
) -> Reply<ReportExport> {
    let docx = DocxOptions { tracked, reference: None };
    let write =
        move |library: &factly_engine::Library| library.reports().export(report, format.into(), docx, path.as_ref());
    Ok(handle.call("export the report", write)?.into())
}
