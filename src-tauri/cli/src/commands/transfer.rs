//! Discoveries as files.

use std::path::Path;

use factly_core::discovery::EntityKind;
use factly_core::message;
use factly_core::transfer::{FileFinding, FindingCode};
use factly_engine::Library;
use factly_engine::error::{Error, Result};
use factly_engine::transfer::{
    DiscoveryPreview, EntityDifference, ImportMode, Imported, OriginalsChoice, Preview, Repairs, Tallies,
};
use serde_json::{Value, json};

use crate::out::Out;
use crate::progress::ProgressLine;

pub(super) fn export(
    library: &Library,
    names: &[String],
    output: Option<&Path>,
    originals: OriginalsChoice,
    out: &mut Out,
) -> Result<()> {
    let discoveries = names.iter().map(|name| library.names().find_discovery(name)).collect::<Result<Vec<_>>>()?;
    let Some(path) = output else {
        return out.stream(|stdout| {
            library.transfer().export_with(&discoveries, originals, stdout, &ProgressLine::new()).map(drop)
        });
    };
    let exported = library.transfer().export_with_to_file(&discoveries, originals, path, &ProgressLine::new())?;
    let shown = path.display().to_string();
    out.print(
        || json!({ "path": shown, "bytes": exported.bytes, "discoveries": exported.discoveries }),
        |lines| writeln!(lines, "{shown}: {} bytes", exported.bytes),
    )
}

pub(super) const fn how(copy: bool, merge: bool) -> ImportMode {
    match (copy, merge) {
        (true, _) => ImportMode::Copy,
        (_, true) => ImportMode::Merge,
        _ => ImportMode::Add,
    }
}

pub(super) fn repairs(names: &[String]) -> Result<Repairs> {
    if names.iter().any(|name| name == "all") {
        return Ok(Repairs::all());
    }
    let (other, first): (Vec<&String>, Vec<&String>) = names.iter().partition(|name| name.contains('='));
    let unknown = |name: &str| Error::invalid(message!("There is no kind of fault “{}”.", name));
    let known = |name: &&String| FindingCode::parse(name).ok_or_else(|| unknown(name));
    let mut repairs = first.iter().map(known).collect::<Result<Repairs>>()?;
    let other_of = |name: &str| FindingCode::ALL.into_iter().find(|code| other_name(*code).as_deref() == Some(name));
    for name in other {
        repairs.add_other(other_of(name).ok_or_else(|| unknown(name))?);
    }
    Ok(repairs)
}

/// The other repair of a kind of fault, as `--repair` takes it.
fn other_name(code: FindingCode) -> Option<String> {
    code.other_choice().map(|(name, _)| format!("{}={name}", code.as_str()))
}

/// Prints what a merge leaves out of a file.
fn print_differences(found: &DiscoveryPreview, lines: &mut dyn std::io::Write) -> std::io::Result<()> {
    if !found.differences.is_empty() {
        let described: Vec<String> = found.differences.iter().map(describe).collect();
        let more = match differing(&found.tallies).saturating_sub(described.len()) {
            0 => String::new(),
            more => format!(", and {more} more"),
        };
        let links = "links that only the file has come in";
        writeln!(lines, "  another in the file, kept as here ({links}): {}{more}", described.join(", "))?;
    }
    if found.tallies.chat_left_out > 0 {
        writeln!(lines, "  its {} chat messages stay out: the chat here stays as it is", found.tallies.chat_left_out)?;
    }
    Ok(())
}

fn describe(difference: &EntityDifference) -> String {
    let what: Vec<&str> = difference.what.iter().map(|what| what.as_str()).collect();
    format!("{} ({})", difference.label, what.join(", "))
}

fn differing(tallies: &Tallies) -> usize {
    tallies.of.iter().map(|tally| tally.differs as usize).sum()
}

/// Exits as the import would: 1 if it would be refused.
pub(super) fn preview(library: &Library, file: &Path, how: ImportMode, out: &mut Out) -> Result<()> {
    let preview = library.transfer().import_preview(file, how, &ProgressLine::new())?;
    out.print(
        || preview_json(&preview),
        |lines| {
            for found in &preview.discoveries {
                writeln!(lines, "{}: {}", found.title, counted(&found.tallies))?;
                if let Some((id, title)) = &found.here {
                    writeln!(lines, "  is here already: {id} “{title}”")?;
                }
                if found.was_here && how != ImportMode::Copy {
                    writeln!(lines, "  was here, and comes back with what is new in the file")?;
                }
                print_differences(found, lines)?;
            }
            for finding in &preview.findings {
                writeln!(lines, "{}: {} [{}]", finding.location, finding.message, finding.code.as_str())?;
                if let Some(choice) = finding.code.choice() {
                    writeln!(lines, "  --repair {}: {choice}", finding.code.as_str())?;
                }
                if let Some((name, (_, choice))) = other_name(finding.code).zip(finding.code.other_choice()) {
                    writeln!(lines, "  --repair {name}: {choice}")?;
                }
            }
            match preview.findings_total - preview.findings.len() {
                0 => Ok(()),
                more => writeln!(lines, "{more} more"),
            }
        },
    )?;
    if preview.findings_total > 0 || !preview.can_apply {
        let what = if preview.findings_total > 0 { "Something is wrong with the file." } else { "It is here already." };
        out.failed(&Error::refused(what).kept("Nothing was imported."));
    }
    Ok(())
}

pub(super) fn import(library: &Library, file: &Path, how: ImportMode, repairs: &Repairs, out: &mut Out) -> Result<()> {
    let imported = library.transfer().import_apply(file, how, repairs, &ProgressLine::new())?;
    let discoveries = imported.iter().map(|one| library.discoveries().get(one.id)).collect::<Result<Vec<_>>>()?;
    out.print(
        || {
            let one = |(done, detail): (&Imported, &factly_engine::discovery::DiscoveryDetail)| {
                let mut value = crate::json::discovery(&detail.discovery);
                if let Value::Object(fields) = &mut value {
                    fields.insert("merged".to_owned(), json!(done.merged));
                    fields.insert("came_back".to_owned(), json!(done.came_back));
                    fields.insert("added".to_owned(), tallies_json(&done.added));
                }
                value
            };
            json!({ "discoveries": imported.iter().zip(&discoveries).map(one).collect::<Vec<_>>() })
        },
        |lines| {
            imported
                .iter()
                .try_for_each(|done| writeln!(lines, "{}  {}: {}", done.id, done.title, counted(&done.added)))
        },
    )
}

fn preview_json(preview: &Preview) -> Value {
    let discovery = |found: &DiscoveryPreview| {
        let here = found.here.as_ref().map(|(id, title)| json!({ "id": id, "title": title }));
        let differs = |one: &EntityDifference| {
            let what: Vec<&str> = one.what.iter().map(|what| what.as_str()).collect();
            json!({ "label": one.label.to_string(), "what": what })
        };
        json!({
            "title": found.title,
            "goal": found.goal,
            "here": here,
            "was_here": found.was_here,
            "counts": tallies_json(&found.tallies),
            "differs": found.differences.iter().map(differs).collect::<Vec<_>>(),
        })
    };
    json!({
        "bytes": preview.bytes,
        "can_apply": preview.can_apply,
        "discoveries": preview.discoveries.iter().map(discovery).collect::<Vec<_>>(),
        "findings": preview.findings.iter().map(finding_json).collect::<Vec<_>>(),
        "findings_total": preview.findings_total,
    })
}

fn finding_json(finding: &FileFinding) -> Value {
    json!({
        "code": finding.code.as_str(),
        "message": finding.message.to_string(),
        "pointer": finding.location.pointer,
        "line": finding.location.line,
        "column": finding.location.column,
        "choice": finding.code.choice(),
        "other_choice": finding.code.other_choice().map(|(_, does)| does),
    })
}

fn tallies_json(tallies: &Tallies) -> Value {
    let mut value: Value = EntityKind::ALL
        .into_iter()
        .zip(tallies.of)
        .map(|(kind, tally)| {
            (
                format!("{}s", kind.as_str()),
                json!({ "new": tally.added, "known": tally.known, "differs": tally.differs }),
            )
        })
        .collect::<serde_json::Map<_, _>>()
        .into();
    value["chat_messages"] = json!(tallies.chat);
    value["chat_messages_left_out"] = json!(tallies.chat_left_out);
    value["waiting_for_catalogue"] = json!(tallies.waiting);
    value
}

fn counted(tallies: &Tallies) -> String {
    let one = |(kind, tally): (EntityKind, factly_engine::transfer::Tally)| match (tally.added, tally.known) {
        (0, 0) => None,
        (new, 0) => Some(format!("{new} {}s", kind.as_str())),
        (new, known) => Some(format!("{new} {}s, {known} here already", kind.as_str())),
    };
    let mut parts: Vec<String> = EntityKind::ALL.into_iter().zip(tallies.of).filter_map(one).collect();
    if tallies.waiting > 0 {
        parts.push(format!("{} canonical items to be adopted: factly catalogue waiting", tallies.waiting));
    }
    if parts.is_empty() { "nothing".to_owned() } else { parts.join("; ") }
}
