//! Reports: their list, one as it is, and what is done to its sections.

use factly_core::report::Operation;
use factly_engine::{
    Library,
    report::{Beginning, DocxOptions},
};
use tauri::AppHandle;
use uuid::Uuid;

use super::desktop::choose_target;
use crate::{
    commands::Handle,
    error::Reply,
    wire::{
        chat::Conversation,
        done::Done,
        pipeline::label as parsed,
        report::{
            Report, ReportDifference, ReportExport, ReportFormat, ReportSuggestion, ReportSummary, ReportSupport,
            ReportVersion, SuggestionChoice,
        },
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

/// Changes what is given of a section as the analyst wrote it; a label that is not there yet is kept as it was written.
#[tauri::command]
#[specta::specta]
pub fn report_update(
    handle: Handle<'_>,
    report: Uuid,
    section: Uuid,
    title: Option<String>,
    body_md: Option<String>,
    appendix: Option<bool>,
) -> Reply<Done<()>> {
    let operation = Operation::Update { id: section, title, body_md, appendix };
    Ok(handle.mutate("change the report", move |library| library.reports().apply(report, &operation))?.map(|_| ()))
}

/// What carries each sentence of a section.
#[tauri::command]
#[specta::specta]
pub fn report_support(handle: Handle<'_>, report: Uuid, section: Uuid) -> Reply<ReportSupport> {
    Ok(handle.call("check the section", move |library| library.reports().support(report, section))?.into())
}

/// A citation of what has this label, as it is written.
#[tauri::command]
#[specta::specta]
pub fn report_citation(handle: Handle<'_>, discovery: Uuid, label: String) -> Reply<String> {
    let label = parsed(&label)?;
    handle.call("cite", move |library| library.reports().citation(discovery, label))
}

#[tauri::command]
#[specta::specta]
pub fn report_versions(handle: Handle<'_>, report: Uuid) -> Reply<Vec<ReportVersion>> {
    let versions = handle.call("list the versions", move |library| library.reports().versions(report))?;
    Ok(versions.into_iter().map(ReportVersion::from).collect())
}

#[tauri::command]
#[specta::specta]
pub fn report_name_version(handle: Handle<'_>, report: Uuid, name: String) -> Reply<ReportVersion> {
    Ok(handle.call("name the version", move |library| library.reports().save_version(report, &name))?.into())
}

/// What a version, or the report as it is, has otherwise than another.
#[tauri::command]
#[specta::specta]
pub fn report_compare(
    handle: Handle<'_>,
    report: Uuid,
    old: Option<Uuid>,
    now: Option<Uuid>,
) -> Reply<Vec<ReportDifference>> {
    let found = handle.call("compare the versions", move |library| library.reports().compare(report, old, now))?;
    Ok(found.into_iter().map(ReportDifference::from).collect())
}

#[tauri::command]
#[specta::specta]
pub fn report_restore(handle: Handle<'_>, report: Uuid, version: Uuid) -> Reply<Done<()>> {
    Ok(handle.mutate("restore the version", move |library| library.reports().restore(report, version))?.map(|_| ()))
}

/// What waits to be decided, also what is stale, in the order of its making.
#[tauri::command]
#[specta::specta]
pub fn report_suggestions(handle: Handle<'_>, report: Uuid) -> Reply<Vec<ReportSuggestion>> {
    let all = handle.call("list the suggestions", move |library| library.reports().suggestions(report))?;
    Ok(all.into_iter().map(ReportSuggestion::from).collect())
}

/// Accepts what still applies, as one step.
#[tauri::command]
#[specta::specta]
pub fn report_suggestion_accept(handle: Handle<'_>, report: Uuid, choice: SuggestionChoice) -> Reply<Done<Report>> {
    let choice = choice.into();
    let accept = move |library: &Library| Ok(library.reports().accept(report, &choice)?.report);
    Ok(handle.mutate("accept the suggestions", accept)?.told())
}

#[tauri::command]
#[specta::specta]
pub fn report_suggestion_reject(handle: Handle<'_>, report: Uuid, choice: SuggestionChoice) -> Reply<Done<Report>> {
    let choice = choice.into();
    let reject = move |library: &Library| Ok(library.reports().reject(report, &choice)?.report);
    Ok(handle.mutate("reject the suggestions", reject)?.told())
}

/// Puts another text in the place of what is suggested: a body, or the title of a renaming.
#[tauri::command]
#[specta::specta]
pub fn report_suggestion_edit(
    handle: Handle<'_>,
    report: Uuid,
    suggestion: Uuid,
    after: String,
) -> Reply<Done<ReportSuggestion>> {
    let edit = move |library: &Library| library.reports().reword(report, suggestion, &after);
    Ok(handle.mutate("change the suggestion", edit)?.told())
}

/// Says whether what a model changes is applied without asking.
#[tauri::command]
#[specta::specta]
pub fn report_apply_at_once(handle: Handle<'_>, report: Uuid, apply_at_once: bool) -> Reply<Done<Report>> {
    let set = move |library: &Library| library.reports().set_apply_at_once(report, apply_at_once);
    Ok(handle.mutate("change the setting", set)?.told())
}

/// The conversation that writes a report, begun if there is none: what is said in it goes by `chat_send`.
#[tauri::command]
#[specta::specta]
pub fn report_conversation(handle: Handle<'_>, report: Uuid) -> Reply<Conversation> {
    Ok(handle.call("open the conversation", move |library| library.chat().conversation_of_report(report))?.into())
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
    let write = move |library: &Library| library.reports().export(report, format.into(), docx, path.as_ref());
    Ok(handle.call("export the report", write)?.into())
}
