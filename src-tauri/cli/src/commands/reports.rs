//! Reports: sections, changed as tools change them, and written as files.

use std::io::{self, Write};
use std::path::Path;

use factly_core::message;
use factly_core::reports::compare::{SectionDifference, SectionEdit};
use factly_core::reports::{Hunk, OutlineLine, hunk, phrase, reference};
use factly_engine::Library;
use factly_engine::error::{Error, Result};
use factly_engine::reports::{
    Beginning, Choice, DecisionResult, DocxOptions, ReportFile, ReportFormat, ReportImport, ReportSummary,
    ReportVersion, ReportView, ReviewSuggestion,
};
use serde_json::{Map, Value, json};
use uuid::Uuid;

use super::chat;
use crate::args::{DecisionArgs, OnOff, ReportCommand, SectionCommand, SuggestionCommand, format_by_ending};
use crate::json;
use crate::out::{Out, table};
use crate::resolve::bytes_of;

pub(super) fn run(library: &Library, command: ReportCommand, out: &mut Out) -> Result<()> {
    let reports = library.reports();
    let named = |report: &str| library.names().find_report(report);
    match command {
        ReportCommand::Create { discovery, title, from_graph, file } => {
            let discovery = library.names().find_discovery(&discovery)?;
            let read = file.as_deref().map(file_at).transpose()?;
            let beginning = match &read {
                Some((name, bytes)) => {
                    let folder = file.as_deref().and_then(Path::parent);
                    Beginning::File(ReportFile { name, bytes, folder })
                }
                None if from_graph => Beginning::Graph,
                None => Beginning::Empty,
            };
            shown(&reports.create(discovery, title.as_deref(), beginning)?, out)
        }
        ReportCommand::List { discovery } => list(&reports.list(library.names().find_discovery(&discovery)?)?, out),
        ReportCommand::Show { report } => shown(&reports.show(named(&report)?)?, out),
        ReportCommand::Section(command) => {
            let (report, tool, arguments) = called(command);
            call(library, named(&report)?, tool, &arguments, out)
        }
        ReportCommand::Replace { report, find, with, within } => {
            let arguments = given([("find", Some(find)), ("replace", Some(with)), ("section", within)]);
            call(library, named(&report)?, "replace_text", &arguments, out)
        }
        ReportCommand::Say { report, phrase } => {
            let (tool, arguments) = phrase::call(&phrase).ok_or_else(not_understood)?;
            call(library, named(&report)?, tool, &arguments, out)
        }
        ReportCommand::Chat { report, message } => chat::to_report(library, named(&report)?, message, out),
        ReportCommand::Suggestion(command) => suggestion(library, command, out),
        ReportCommand::ApplyAtOnce { report, setting } => {
            let report = named(&report)?;
            reports.set_apply_at_once(report, setting == OnOff::On)?;
            shown(&reports.show(report)?, out)
        }
        ReportCommand::Versions { report, name } => {
            let report = named(&report)?;
            if let Some(name) = name {
                reports.save_version(report, &name)?;
            }
            versions(&reports.versions(report)?, out)
        }
        ReportCommand::Diff { report, old, new } => {
            let report = named(&report)?;
            let versions = reports.versions(report)?;
            let old = match old {
                Some(old) => version_named(&versions, &old)?,
                None => versions.first().map(|newest| newest.id).ok_or_else(no_versions)?,
            };
            let new = new.map(|new| version_named(&versions, &new)).transpose()?;
            differences(&reports.compare(report, Some(old), new)?, out)
        }
        ReportCommand::Restore { report, version } => {
            let report = named(&report)?;
            let id = version_named(&reports.versions(report)?, &version)?;
            shown(&reports.restore(report, id)?, out)
        }
        ReportCommand::Import { report, file } => {
            let report = named(&report)?;
            let import = if file.is_dir() {
                reports.import_file(report, &file)?
            } else {
                let (name, bytes) = file_at(&file)?;
                reports.import(report, ReportFile { name: &name, bytes: &bytes, folder: file.parent() })?
            };
            imported(&import, out)
        }
        ReportCommand::Export { report, format, tracked, reference, output } => {
            let report = named(&report)?;
            let reference = reference.as_deref().map(bytes_of).transpose()?;
            let docx = DocxOptions { tracked, reference: reference.as_deref() };
            let ending = output.as_ref().and_then(|path| path.extension()?.to_str()).unwrap_or_default();
            let format = format.unwrap_or_else(|| format_by_ending(&ending.to_ascii_lowercase()));
            export(library, report, (format, docx), output.as_deref(), out)
        }
    }
}

fn call(library: &Library, report: Uuid, tool: &str, arguments: &Value, out: &mut Out) -> Result<()> {
    library.reports().call(report, tool, &arguments.to_string())?;
    shown(&library.reports().show(report)?, out)
}

fn suggestion(library: &Library, command: SuggestionCommand, out: &mut Out) -> Result<()> {
    let reports = library.reports();
    match command {
        SuggestionCommand::List { report } => {
            suggestions(&reports.suggestions(library.names().find_report(&report)?)?, out)
        }
        SuggestionCommand::Accept(decision) => {
            let (report, choice) = choice(library, &decision)?;
            decided(&reports.accept(report, &choice)?, &reports.show(report)?, out)
        }
        SuggestionCommand::Reject(decision) => {
            let (report, choice) = choice(library, &decision)?;
            decided(&reports.reject(report, &choice)?, &reports.show(report)?, out)
        }
        SuggestionCommand::Edit { report, suggestion, after } => {
            let report = library.names().find_report(&report)?;
            let id = suggestion_named(&reports.suggestions(report)?, &suggestion)?;
            suggestions(&[reports.reword(report, id, &after)?], out)
        }
    }
}

fn choice(library: &Library, decision: &DecisionArgs) -> Result<(Uuid, Choice)> {
    let report = library.names().find_report(&decision.report)?;
    let waiting = library.reports().suggestions(report)?;
    let ids: Vec<Uuid> = decision.ids.iter().map(|name| suggestion_named(&waiting, name)).collect::<Result<_>>()?;
    let choice = match (&decision.section, decision.turn, &ids[..]) {
        (Some(section), ..) => {
            let view = library.reports().show(report)?;
            let found = reference::resolve(&view.report, section);
            Choice::Section(found.map_err(|_| Error::not_found(message!("There is no section “{}”.", section)))?)
        }
        (None, Some(turn), _) => Choice::Turn(turn),
        (None, None, [id]) if !decision.hunks.is_empty() => Choice::Hunks(*id, decision.hunks.clone()),
        (None, None, _) if !decision.hunks.is_empty() => {
            return Err(Error::invalid("Hunks are of one suggestion: give its id."));
        }
        (None, None, []) => Choice::All,
        (None, None, ids) => Choice::Ids(ids.to_vec()),
    };
    Ok((report, choice))
}

/// By its id, or by eight or more digits at either end of it.
fn suggestion_named(waiting: &[ReviewSuggestion], name: &str) -> Result<Uuid> {
    let digits = name.replace('-', "").to_lowercase();
    let is_named = |one: &&ReviewSuggestion| {
        let id = one.id.simple().to_string();
        id == digits || digits.len() >= 8 && (id.starts_with(&digits) || id.ends_with(&digits))
    };
    match waiting.iter().filter(is_named).collect::<Vec<_>>()[..] {
        [one] => Ok(one.id),
        [] => Err(Error::not_found(message!("There is no suggestion “{}” that waits.", name))
            .hint("`factly report suggestion list` names them.")),
        _ => Err(Error::invalid(message!("“{}” is more than one suggestion.", name)).hint("Give the whole id.")),
    }
}

fn suggestions(all: &[ReviewSuggestion], out: &mut Out) -> Result<()> {
    out.print(
        || all.iter().map(json::report_suggestion).collect(),
        |lines| table(lines, &all.iter().map(suggestion_row).collect::<Vec<_>>()),
    )
}

fn suggestion_row(of: &ReviewSuggestion) -> Vec<String> {
    let state = of.standing.as_str().to_owned();
    vec![of.id.to_string(), of.kind.to_owned(), state, of.number.clone(), of.title.clone()]
}

fn decided(decided: &DecisionResult, report: &ReportView, out: &mut Out) -> Result<()> {
    out.print(
        || json!({ "decided": decided.decided, "stale": decided.stale, "report": view_json(report) }),
        |lines| {
            writeln!(lines, "{} decided.", decided.decided.len())?;
            if !decided.stale.is_empty() {
                writeln!(lines, "{} do not apply any more and wait on.", decided.stale.len())?;
            }
            Ok(())
        },
    )
}

/// The bytes of a file, and the name that it is told by.
fn file_at(path: &Path) -> Result<(String, Vec<u8>)> {
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    Ok((name, bytes_of(path)?))
}

fn imported(import: &ReportImport, out: &mut Out) -> Result<()> {
    let suggestion = |of: &ReviewSuggestion| {
        let mut row = suggestion_row(of);
        row.push(of.author.clone());
        row
    };
    out.print(
        || {
            let suggestions = import.suggestions.iter().map(json::report_suggestion).collect::<Vec<_>>();
            json!({ "suggestions": suggestions, "left_out": import.left_out })
        },
        |lines| {
            if import.suggestions.is_empty() {
                writeln!(lines, "Nothing was changed.")?;
            }
            table(lines, &import.suggestions.iter().map(suggestion).collect::<Vec<_>>())?;
            if !import.left_out.is_empty() {
                writeln!(lines, "Left out: {}.", import.left_out.join(", "))?;
            }
            Ok(())
        },
    )
}

/// The report that a section command names, and the call of a tool that it comes to.
fn called(command: SectionCommand) -> (String, &'static str, Value) {
    match command {
        SectionCommand::Add { report, title, body, parent, before, after } => {
            let given = given([
                ("title", Some(title)),
                ("body_md", Some(body)),
                ("parent", parent),
                ("before", before),
                ("after", after),
            ]);
            (report, "add_section", given)
        }
        SectionCommand::Update { report, section, title, body } => {
            (report, "update_section", given([("section", Some(section)), ("title", title), ("body_md", body)]))
        }
        SectionCommand::Move { report, section, parent, before, after } => {
            let given = given([("section", Some(section)), ("parent", parent), ("before", before), ("after", after)]);
            (report, "move_section", given)
        }
        SectionCommand::Delete { report, section } => (report, "delete_section", given([("section", Some(section))])),
        SectionCommand::Rename { report, section, title } => {
            (report, "rename_section", given([("section", Some(section)), ("title", Some(title))]))
        }
    }
}

/// The arguments that were given.
fn given<const N: usize>(arguments: [(&str, Option<String>); N]) -> Value {
    let given = arguments.into_iter().filter_map(|(name, value)| Some((name.to_owned(), Value::String(value?))));
    Value::Object(given.collect::<Map<_, _>>())
}

fn shown(view: &ReportView, out: &mut Out) -> Result<()> {
    out.print(
        || view_json(view),
        |lines| {
            writeln!(lines, "{}  {}", view.label, view.title)?;
            let outline = view.report.outline();
            let row = |line: &OutlineLine<'_>| vec![line.number.clone(), line.section.title.clone()];
            table(lines, &outline.iter().map(row).collect::<Vec<_>>())?;
            if !view.stale.is_empty() {
                writeln!(lines, "{} citations are stale.", view.stale.len())?;
            }
            Ok(())
        },
    )
}

fn view_json(view: &ReportView) -> Value {
    let stale = view
        .stale
        .iter()
        .map(|stale| json!({ "section": stale.section, "label": stale.label.to_string(), "why": stale.why.as_str() }));
    json!({
        "id": view.id,
        "label": view.label.to_string(),
        "title": view.title,
        "front_md": view.report.front_md,
        "sections": json::sections(&view.report),
        "stale": stale.collect::<Vec<_>>(),
        "suggestions": view.waiting,
        "applyAtOnce": view.apply_at_once,
    })
}

fn list(reports: &[ReportSummary], out: &mut Out) -> Result<()> {
    let value = |report: &ReportSummary| {
        json!({
            "id": report.id,
            "label": report.label.to_string(),
            "title": report.title,
            "sections": report.sections,
            "words": report.words,
            "stale": report.stale,
        })
    };
    let row = |report: &ReportSummary| {
        vec![report.label.to_string(), format!("{} sections", report.sections), report.title.clone()]
    };
    out.print(
        || reports.iter().map(value).collect(),
        |lines| table(lines, &reports.iter().map(row).collect::<Vec<_>>()),
    )
}

fn versions(versions: &[ReportVersion], out: &mut Out) -> Result<()> {
    let value = |version: &ReportVersion| json!({ "id": version.id, "name": version.name, "made_at": version.made_at });
    let row = |version: &ReportVersion| vec![version.id.to_string(), version.name.clone()];
    out.print(
        || versions.iter().map(value).collect(),
        |lines| table(lines, &versions.iter().map(row).collect::<Vec<_>>()),
    )
}

/// By its id or its name.
fn version_named(versions: &[ReportVersion], name: &str) -> Result<Uuid> {
    let found = versions.iter().find(|version| version.name == name || version.id.to_string() == name);
    found.map(|version| version.id).ok_or_else(|| {
        Error::not_found(message!("The report has no version “{}”.", name)).hint("`factly report versions` names them.")
    })
}

fn no_versions() -> Error {
    Error::not_found("The report has no named version.")
        .hint("`factly report versions R --name NAME` keeps it as it is.")
}

fn differences(all: &[SectionDifference], out: &mut Out) -> Result<()> {
    let value = |of: &SectionDifference| {
        json!({
            "section": of.section,
            "number": of.number,
            "title": of.title,
            "old_title": of.old_title,
            "change": kind_of(of),
            "moved": of.moved,
            "before": of.before_md,
            "after": hunk::take(&of.before_md, &of.hunks, |_| true),
            "hunks": of.hunks.iter().map(|one| json!({ "before": one.before, "after": one.after })).collect::<Vec<_>>(),
        })
    };
    out.print(
        || all.iter().map(value).collect(),
        |lines| {
            if all.is_empty() {
                writeln!(lines, "They are the same.")?;
            }
            all.iter().try_for_each(|of| difference(of, lines))
        },
    )
}

const fn kind_of(of: &SectionDifference) -> &'static str {
    match of.change {
        SectionEdit::Added => "added",
        SectionEdit::Deleted => "deleted",
        SectionEdit::Changed => "changed",
    }
}

/// A line of the section, and the lines of its text in which words went and came, as `git diff --word-diff` marks them.
fn difference(of: &SectionDifference, lines: &mut dyn Write) -> io::Result<()> {
    let was = of.old_title.as_ref().map(|title| format!(" (was “{title}”)")).unwrap_or_default();
    let moved = if of.moved { ", moved" } else { "" };
    writeln!(lines, "{}: {}{moved}", format!("{} {}{was}", of.number, of.title).trim_start(), kind_of(of))?;
    let marked = marked(&of.before_md, &of.hunks);
    marked.iter().filter(|line| !line.trim().is_empty()).try_for_each(|line| writeln!(lines, "    {line}"))
}

/// The lines of a text that hunks are in, with what goes and what comes.
fn marked(before: &str, hunks: &[Hunk]) -> Vec<String> {
    let mut shown = String::new();
    let mut spans = Vec::new();
    let mut end = 0;
    for hunk in hunks {
        shown.push_str(&before[end..hunk.at]);
        let from = shown.len();
        shown.push_str(&signed("[-", &hunk.before, "-]"));
        shown.push_str(&signed("{+", &hunk.after, "+}"));
        spans.push(from..shown.len());
        end = hunk.at + hunk.before.len();
    }
    shown.push_str(&before[end..]);
    let mut lines = Vec::new();
    let mut at = 0;
    for line in shown.split_inclusive('\n') {
        let end = at + line.len();
        if spans.iter().any(|span| span.start < end && span.end > at) {
            lines.push(line.trim_end().to_owned());
        }
        at = end;
    }
    lines
}

/// Words between signs, without the white space around them.
fn signed(open: &str, text: &str, close: &str) -> String {
    match text.trim() {
        "" => text.to_owned(),
        words => text.replacen(words, &format!("{open}{words}{close}"), 1),
    }
}

fn export(
    library: &Library,
    report: Uuid,
    (format, docx): (ReportFormat, DocxOptions<'_>),
    output: Option<&Path>,
    out: &mut Out,
) -> Result<()> {
    if format != ReportFormat::Docx && (docx.tracked || docx.reference.is_some()) {
        return Err(Error::invalid("Tracked changes and a reference are of a DOCX.").hint("Add --format docx."));
    }
    let Some(path) = output else {
        let is_text = format == ReportFormat::Markdown;
        let no_file = || Error::invalid("A DOCX or HTML goes to a file.").hint("Name it with -o.");
        return if is_text { out.exactly(&library.reports().markdown(report)?) } else { Err(no_file()) };
    };
    let written = library.reports().export(report, format, docx, path)?;
    let file = path.display().to_string();
    out.print(
        || json!({ "file": file, "stale": written.stale, "missing_images": written.missing_images }),
        |lines| {
            writeln!(lines, "Written to {file}.")?;
            match written.stale {
                0 => Ok(()),
                1 => writeln!(lines, "1 citation is stale."),
                count => writeln!(lines, "{count} citations are stale."),
            }
        },
    )
}

fn not_understood() -> Error {
    Error::invalid("This is no change that is understood without a model.").hint(
        "Say: move 3.1 before 2 · rename 2 to Costs · add a section Risks after 4 · delete 5 · replace A by B in 3.",
    )
}
