//! Reports: their list, one as it is, and what is done to its sections.

use factly_core::reports::Operation;
use factly_engine::{
    Library,
    reports::{Beginning, DocxOptions},
};
use uuid::Uuid;

use super::desktop::{choose_source, choose_target};
use crate::{
    AppHandle,
    commands::Handle,
    error::AppResult,
    locale::Title,
    print::to_pdf,
    wire::{
        chat::Conversation,
        count,
        done::Done,
        pipeline::label as parsed,
        reports::{
            BodyPlace, ImageSource, Report, ReportBody, ReportDifference, ReportExport, ReportFormat, ReportSuggestion,
            ReportSummary, ReportSupport, ReportVersion, SuggestionChoice,
        },
    },
};

#[tauri::command]
#[specta::specta]
pub fn report_list(handle: Handle<'_>, discovery: Uuid) -> AppResult<Vec<ReportSummary>> {
    let reports = handle.call("list the reports", move |library| library.reports().list(discovery))?;
    Ok(reports.into_iter().map(ReportSummary::from).collect())
}

#[tauri::command]
#[specta::specta]
pub fn report_show(handle: Handle<'_>, report: Uuid) -> AppResult<Report> {
    Ok(handle.call("read the report", move |library| library.reports().outline(report))?.into())
}

#[tauri::command]
#[specta::specta]
pub fn report_body(handle: Handle<'_>, report: Uuid, section: Uuid) -> AppResult<ReportBody> {
    Ok(handle.call("read the section", move |library| library.reports().section(report, section))?.into())
}

/// Finds a text in the bodies, in reading order.
#[tauri::command]
#[specta::specta]
pub fn report_find(handle: Handle<'_>, report: Uuid, text: String, match_case: bool) -> AppResult<Vec<BodyPlace>> {
    let found = handle.call("find it", move |library| library.reports().find(report, &text, match_case))?;
    Ok(found.into_iter().map(BodyPlace::from).collect())
}

/// Finds the stale citations, in reading order.
#[tauri::command]
#[specta::specta]
pub fn report_stale(handle: Handle<'_>, report: Uuid) -> AppResult<Vec<BodyPlace>> {
    let found = handle.call("find the stale citations", move |library| library.reports().stale_places(report))?;
    Ok(found.into_iter().map(BodyPlace::from).collect())
}

/// Adds a report: empty, or a section a recommendation. Returns its id and its label.
#[tauri::command]
#[specta::specta]
pub fn report_create(
    handle: Handle<'_>,
    discovery: Uuid,
    title: String,
    from_graph: bool,
) -> AppResult<Done<(String, String)>> {
    handle.mutate("add the report", move |library| {
        let beginning = if from_graph { Beginning::Graph } else { Beginning::Empty };
        let made = library.reports().create(discovery, Some(&title), beginning)?;
        Ok((made.id.to_string(), made.label.to_string()))
    })
}

/// Returns the report of an Output, by its id; one that has none gets it.
#[tauri::command]
#[specta::specta]
pub fn report_of_output(handle: Handle<'_>, discovery: Uuid, output: String) -> AppResult<Done<String>> {
    let output = parsed(&output)?;
    handle.mutate("open the report", move |library| Ok(library.reports().of_output(discovery, output)?.id.to_string()))
}

/// Changes a report as a tool does; `given` is the JSON of its call. Returns the section that it adds.
#[tauri::command]
#[specta::specta]
pub fn report_call(handle: Handle<'_>, report: Uuid, tool: String, given: String) -> AppResult<Done<Option<String>>> {
    let call = move |library: &Library| library.reports().call(report, &tool, &given);
    Ok(handle.mutate("change the report", call)?.map(|added| added.map(|id| id.to_string())))
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
) -> AppResult<Done<()>> {
    let operation = Operation::Update { id: section, title, body_md, appendix };
    handle.mutate("change the report", move |library| library.reports().edit(report, &operation))
}

/// Returns the support of each sentence of a section.
#[tauri::command]
#[specta::specta]
pub fn report_support(handle: Handle<'_>, report: Uuid, section: Uuid) -> AppResult<ReportSupport> {
    Ok(handle.call("check the section", move |library| library.reports().support(report, section))?.into())
}

/// A citation of what has this label, as it is written.
#[tauri::command]
#[specta::specta]
pub fn report_citation(handle: Handle<'_>, discovery: Uuid, label: String) -> AppResult<String> {
    let label = parsed(&label)?;
    handle.call("cite", move |library| library.reports().citation(discovery, label))
}

/// Keeps an image that the text is to hold, and returns how it is written there.
#[tauri::command]
#[specta::specta]
pub fn report_add_image(handle: Handle<'_>, report: Uuid, image: ImageSource) -> AppResult<String> {
    handle.call("keep the image", move |library| match &image {
        ImageSource::File { path } => library.reports().keep_image_file(report, path.as_ref()),
        ImageSource::Pasted { name, base64 } => library.reports().keep_pasted_image(report, name, base64),
    })
}

#[tauri::command]
#[specta::specta]
pub fn report_versions(handle: Handle<'_>, report: Uuid) -> AppResult<Vec<ReportVersion>> {
    let versions = handle.call("list the versions", move |library| library.reports().versions(report))?;
    Ok(versions.into_iter().map(ReportVersion::from).collect())
}

#[tauri::command]
#[specta::specta]
pub fn report_name_version(handle: Handle<'_>, report: Uuid, name: String) -> AppResult<ReportVersion> {
    Ok(handle.call("name the version", move |library| library.reports().save_version(report, &name))?.into())
}

/// Compares a version, or the report as it is, with another.
#[tauri::command]
#[specta::specta]
pub fn report_compare(
    handle: Handle<'_>,
    report: Uuid,
    old: Option<Uuid>,
    now: Option<Uuid>,
) -> AppResult<Vec<ReportDifference>> {
    let found = handle.call("compare the versions", move |library| library.reports().compare(report, old, now))?;
    Ok(found.into_iter().map(ReportDifference::from).collect())
}

#[tauri::command]
#[specta::specta]
pub fn report_restore(handle: Handle<'_>, report: Uuid, version: Uuid) -> AppResult<Done<()>> {
    Ok(handle.mutate("restore the version", move |library| library.reports().restore(report, version))?.map(|_| ()))
}

/// Lists the suggestions that wait to be decided, also stale ones, in the order of creation.
#[tauri::command]
#[specta::specta]
pub fn report_suggestions(handle: Handle<'_>, report: Uuid) -> AppResult<Vec<ReportSuggestion>> {
    let all = handle.call("list the suggestions", move |library| library.reports().suggestions(report))?;
    Ok(all.into_iter().map(ReportSuggestion::from).collect())
}

/// Accepts what still applies, as one step.
#[tauri::command]
#[specta::specta]
pub fn report_suggestion_accept(handle: Handle<'_>, report: Uuid, choice: SuggestionChoice) -> AppResult<Done<()>> {
    let choice = choice.into();
    Ok(handle.mutate("accept the suggestions", move |library| library.reports().accept(report, &choice))?.map(|_| ()))
}

#[tauri::command]
#[specta::specta]
pub fn report_suggestion_reject(handle: Handle<'_>, report: Uuid, choice: SuggestionChoice) -> AppResult<Done<()>> {
    let choice = choice.into();
    Ok(handle.mutate("reject the suggestions", move |library| library.reports().reject(report, &choice))?.map(|_| ()))
}

/// Puts another text in the place of what is suggested: a body, or the title of a renaming.
#[tauri::command]
#[specta::specta]
pub fn report_suggestion_edit(
    handle: Handle<'_>,
    report: Uuid,
    suggestion: Uuid,
    after: String,
) -> AppResult<Done<ReportSuggestion>> {
    let edit = move |library: &Library| library.reports().reword(report, suggestion, &after);
    Ok(handle.mutate("change the suggestion", edit)?.into_wire())
}

/// Says whether what a model changes is applied without asking.
#[tauri::command]
#[specta::specta]
pub fn report_apply_at_once(handle: Handle<'_>, report: Uuid, apply_at_once: bool) -> AppResult<Done<()>> {
    let set = move |library: &Library| library.reports().set_apply_at_once(report, apply_at_once);
    handle.mutate("change the setting", set)
}

/// The conversation that writes a report, begun if there is none: what is said in it goes by `chat_send`.
#[tauri::command]
#[specta::specta]
pub fn report_conversation(handle: Handle<'_>, report: Uuid) -> AppResult<Conversation> {
    Ok(handle.call("open the conversation", move |library| library.chat().conversation_of_report(report))?.into())
}

/// Asks for the target of a report as a file of a format; none when the dialog is dismissed.
#[tauri::command]
#[specta::specta]
pub fn report_choose_export(app: AppHandle, name: String, format: ReportFormat) -> AppResult<Option<String>> {
    let (kind, ending) = format.file();
    Ok(choose_target(&app, Title::Export, &name, ending, (kind, ending)))
}

/// Writes a report as a file; what is suggested stands in a DOCX as tracked changes, where that is wanted.
#[tauri::command]
#[specta::specta]
pub fn report_export(
    app: AppHandle,
    handle: Handle<'_>,
    report: Uuid,
    format: ReportFormat,
    tracked: bool,
    path: String,
) -> AppResult<ReportExport> {
    let docx = DocxOptions { tracked, reference: None };
    let write = move |library: &Library| match format.of_engine() {
        Some(format) => library.reports().export(report, format, docx, path.as_ref()),
        None => library.reports().export_pdf(report, &mut |html| to_pdf(&app, html), path.as_ref()),
    };
    Ok(handle.call("export the report", write)?.into())
}

/// An edited file of a report; none when the dialog is dismissed.
#[tauri::command]
#[specta::specta]
pub fn report_choose_import(app: AppHandle) -> AppResult<Option<String>> {
    Ok(choose_source(&app, Title::ImportChanges, "Word, Markdown", &["docx", "md", "markdown"]))
}

/// Suggests what was changed of a report in a file that came from it; how many suggestions that are.
#[tauri::command]
#[specta::specta]
pub fn report_import(handle: Handle<'_>, report: Uuid, path: String) -> AppResult<Done<u32>> {
    let import = move |library: &Library| library.reports().import_file(report, path.as_ref());
    Ok(handle.mutate("import the changes", import)?.map(|import| count(import.suggestions.len())))
}
