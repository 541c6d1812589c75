//! Inputs: added, listed, read on with.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use factly_core::message;
use factly_engine::Library;
use factly_engine::duplicates::DuplicatePolicy;
use factly_engine::duplicates::LikeInput;
use factly_engine::error::{Code, Error, Result};
use factly_engine::inputs::{AddReport, HeldText, InputSummary, NamedRemark, NewDocument, Parsing};
use factly_engine::originals::{DocumentChange, InputKind, Scans, note_words};
use factly_engine::store::inputs::InputOrigin;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::args::{InputArg, InputCommand};
use crate::json;
use crate::lines::{brief, unread};
use crate::out::{Out, error_json, short, table};
use crate::progress::ProgressLine;
use crate::resolve::{bytes_of, named};

pub(super) fn run(library: &Library, command: InputCommand, out: &mut Out) -> Result<()> {
    match command {
        InputCommand::Add { discovery, paths, title, no_parse, anyway } => {
            let parsing = if no_parse { Parsing::Later } else { Parsing::Now };
            let discovery = library.names().find_discovery(&discovery)?;
            // A command that adds adds: it tells what its text is like, and who said so before keeps both.
            let anyway = if anyway { DuplicatePolicy::Allow } else { DuplicatePolicy::Report };
            add(library, discovery, &paths, title.as_deref(), (parsing, anyway), out)
        }
        InputCommand::List { discovery } => list(library, library.names().find_discovery(&discovery)?, out),
        InputCommand::Show { input } => show(library, found(library, &input)?, out),
        InputCommand::Describe { input, title, kind, authors, date, reference } => {
            let id = found(library, &input)?;
            let kind = kind.as_deref().map(kind_named).transpose()?;
            library.originals().describe(id, DocumentChange { title, kind, authors, date, reference })?;
            show(library, id, out)
        }
        InputCommand::Original { input, output } => original(library, found(library, &input)?, output.as_deref(), out),
        InputCommand::Scans { turn } => scans(library, turn.as_deref(), out),
        InputCommand::Read { input } => {
            let report = library.inputs().read_rest(found(library, &input)?, &ProgressLine::new())?;
            print_added(library, &report, out)
        }
        InputCommand::Rename { input, title } => {
            let id = found(library, &input)?;
            library.inputs().rename_input(id, &title)?;
            one(library, &library.inputs().get(id)?, out)
        }
        InputCommand::Delete { input } => {
            let id = found(library, &input)?;
            library.pipeline().delete_input(id)?;
            out.print(
                || json!({ "id": id, "deleted": true }),
                |lines| writeln!(lines, "Deleted; `factly undo` brings it back."),
            )
        }
    }
}

fn scans(library: &Library, turn: Option<&str>, out: &mut Out) -> Result<()> {
    if let Some(turn) = turn {
        library.originals().read_scans(turn == "on")?;
    }
    let Scans { is_on, languages } = library.originals().scans()?;
    out.print(
        || json!({ "on": is_on, "languages": languages }),
        |lines| {
            let is = if is_on { "are read" } else { "are left out" };
            match languages.as_slice() {
                [] => writeln!(lines, "Scanned pages {is}; Tesseract, which reads them, is not installed."),
                known => writeln!(lines, "Scanned pages {is}; Tesseract is installed and knows {}.", known.join(", ")),
            }
        },
    )
}

fn found(library: &Library, name: &InputArg) -> Result<Uuid> {
    library.names().find_input(&name.input, named(library, name.discovery.as_deref())?)
}

fn add(
    library: &Library,
    discovery: Uuid,
    paths: &[PathBuf],
    title: Option<&str>,
    how: (Parsing, DuplicatePolicy),
    out: &mut Out,
) -> Result<()> {
    if title.is_some() && paths.len() > 1 {
        return Err(Error::invalid("A title names one Input, and several are to be added.")
            .kept("Nothing was added.")
            .hint("Add them one by one, or leave the title out."));
    }
    let mut report = AddReport::default();
    for path in paths {
        let one = add_one(library, discovery, path, title, how)?;
        let before = report.added.len();
        report.added.extend(one.added);
        report.alike.extend(one.alike.into_iter().map(|alike| HeldText { place: alike.place + before, ..alike }));
        report.failures.extend(one.failures);
        report.notes.extend(one.notes);
        report.unread = one.unread.or(report.unread);
    }
    match (report.added.as_slice(), report.failures.as_slice()) {
        ([], [failure]) if paths.len() == 1 => Err(failure.error.clone().kept("Nothing was added.")),
        _ => print_added(library, &report, out),
    }
}

fn add_one(
    library: &Library,
    discovery: Uuid,
    path: &Path,
    title: Option<&str>,
    (parsing, anyway): (Parsing, DuplicatePolicy),
) -> Result<AddReport> {
    if path.as_os_str() != "-" {
        return library.inputs().add_files_checked(discovery, &[path], title, (parsing, anyway), &ProgressLine::new());
    }
    let (title, name) = (title.map(str::to_owned), "standard input".to_owned());
    let document = NewDocument { title, origin: InputOrigin::Stdin, name, bytes: bytes_of(path)? };
    library.inputs().add_document_checked(discovery, document, (parsing, anyway), &ProgressLine::new())
}

/// One Input is printed as itself, several as a list in which those that failed have an error. One that was here already,
/// or nearly, has the Inputs that it is like.
fn print_added(library: &Library, report: &AddReport, out: &mut Out) -> Result<()> {
    report.notes.iter().map(NamedRemark::words).for_each(|note| out.note(&note));
    let mut values = report.added.iter().map(|input| with_bundles(library, input)).collect::<Result<Vec<_>>>()?;
    for (value, like) in values.iter_mut().zip(0..).filter_map(|(value, at)| Some((value, like_of(report, at)?))) {
        value["duplicates"] = like.iter().map(json::like_input).collect();
    }
    values.extend(
        report.failures.iter().map(|failure| json!({ "file": failure.name, "error": error_json(&failure.error) })),
    );
    let bundles =
        report.added.iter().map(|input| library.inputs().bundles_of_input(input.id)).collect::<Result<Vec<_>>>()?;
    out.print(
        || if values.len() == 1 { values.remove(0) } else { values.into_iter().collect() },
        |lines| {
            for (at, (input, bundles)) in report.added.iter().zip(&bundles).enumerate() {
                table(lines, &[row(input)])?;
                let rows = bundles.iter().map(|bundle| {
                    let run = bundle.run.as_ref().map_or_else(String::new, brief);
                    vec![format!("  {}", bundle.id), bundle.sha256.clone(), run]
                });
                table(lines, &rows.collect::<Vec<_>>())?;
                like_of(report, at).into_iter().flatten().try_for_each(|like| print_like(like, lines))?;
            }
            Ok(())
        },
    )?;
    for alike in &report.alike {
        let label = |like: &LikeInput| like.input.label.clone();
        let what = match alike.like.first() {
            Some(like) if like.score < 1.0 => format!("is nearly {}", label(like)),
            first => format!("is the same text as {}", first.map(label).unwrap_or_default()),
        };
        out.note(&format!("“{}” {what}. It was added; `factly undo` takes it back.", alike.title));
    }
    for failure in &report.failures {
        out.failed(&failure.error);
    }
    if let Some(error) = &report.unread {
        out.failed(&unread(error));
    }
    if report.cancelled {
        out.failed(&Error::new(Code::Cancelled, "The task was cancelled.").kept("What was read until then is kept."));
    }
    Ok(())
}

/// Returns the Inputs that an added one is like, by its position among them.
fn like_of(report: &AddReport, at: usize) -> Option<&[LikeInput]> {
    report.alike.iter().find(|alike| alike.place == at).map(|alike| alike.like.as_slice())
}

fn print_like(like: &LikeInput, lines: &mut dyn Write) -> io::Result<()> {
    writeln!(lines, "{} is alike ({:.2}): {}", like.input.label, like.score, short(&like.input.title, 100))?;
    writeln!(lines, "  {}", like.reason)?;
    for (side, only) in [("only here", &like.only_here), ("only there", &like.only_there)] {
        only.iter().try_for_each(|sentence| writeln!(lines, "  {side}: {}", short(sentence, 160)))?;
    }
    Ok(())
}

fn show(library: &Library, input: Uuid, out: &mut Out) -> Result<()> {
    let (summary, document) = (library.inputs().get(input)?, library.originals().document(input)?);
    let places = library.originals().places(input)?;
    let mut value = with_bundles(library, &summary)?;
    if let Value::Object(fields) = &mut value {
        fields.extend(json::document(&document, &places).map(|(name, value)| (name.to_owned(), value)));
    }
    out.print(
        || value,
        |lines| {
            table(lines, &[row(&summary)])?;
            let pages = document.pages.map(|pages| format!(", {pages} pages")).unwrap_or_default();
            writeln!(lines, "{}{pages}, {}, {} bytes", document.format, document.kind.as_str(), document.size)?;
            writeln!(lines, "cited as: {}", document.cited_as)?;
            document.notes.iter().try_for_each(|note| writeln!(lines, "note: {}", note_words(note)))?;
            writeln!(lines, "{} places", places.len())
        },
    )
}

fn kind_named(name: &str) -> Result<InputKind> {
    InputKind::parse(name).ok_or_else(|| {
        let kinds = InputKind::ALL.map(InputKind::as_str).join(", ");
        Error::invalid(message!("“{}” is no kind of Input.", name)).hint(message!("Say one of {}.", kinds))
    })
}

fn original(library: &Library, input: Uuid, output: Option<&Path>, out: &mut Out) -> Result<()> {
    let Some(path) = output else {
        let bytes = library.originals().bytes(input)?;
        return out.stream(|lines| {
            lines
                .write_all(&bytes)
                .map_err(|error| Error::new(Code::Io, message!("It could not be written: {}.", error)))
        });
    };
    let size = library.originals().save(input, path)?;
    out.print(
        || json!({ "file": path, "size": size }),
        |lines| writeln!(lines, "{} bytes written to {}.", size, path.display()),
    )
}

fn list(library: &Library, discovery: Uuid, out: &mut Out) -> Result<()> {
    let inputs = library.inputs().list(discovery)?;
    let values = inputs.iter().map(|input| with_bundles(library, input)).collect::<Result<Vec<_>>>()?;
    out.print(|| values.into_iter().collect(), |lines| table(lines, &inputs.iter().map(row).collect::<Vec<_>>()))
}

fn one(library: &Library, input: &InputSummary, out: &mut Out) -> Result<()> {
    let value = with_bundles(library, input)?;
    out.print(|| value, |lines| table(lines, &[row(input)]))
}

pub(super) fn with_bundles(library: &Library, input: &InputSummary) -> Result<Value> {
    Ok(json::input(input, &library.inputs().bundles_of_input(input.id)?))
}

pub(super) fn row(input: &InputSummary) -> Vec<String> {
    let read = match (input.bundles - input.parsed, input.failed) {
        (0, _) => format!("{} parts read", input.bundles),
        (unread, 0) => format!("{unread} of {} parts not read", input.bundles),
        (unread, failed) => format!("{unread} of {} parts not read, {failed} failed", input.bundles),
    };
    vec![
        input.label.clone(),
        input.id.to_string(),
        short(&input.title, 50),
        format!("{} characters", input.chars),
        read,
        format!("{} facts", input.facts),
    ]
}
