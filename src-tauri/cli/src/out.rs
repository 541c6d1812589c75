//! The output: one JSON value, or short lines for a reader; and how a command ends. A reader's output is plain.

use std::io::{self, BufWriter, ErrorKind, IsTerminal, Stdout, Write};
use std::process::ExitCode;

use factly_core::message;
use factly_core::message::UserMessage;
use factly_engine::error::{Code, Error, Result};
use serde_json::{Value, json};

use crate::plain::{PlainWriter, to_stderr};

/// Standard output. Nobody listening any more is no failure.
pub(crate) struct Out {
    pub(crate) is_json: bool,
    stdout: BufWriter<Stdout>,
    ending: Ending,
}

/// The ending of a command when nothing stopped it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ending {
    Done,
    /// It printed what it did, and that what was asked for failed.
    Failed,
}

impl Out {
    pub(crate) fn new(is_json: bool) -> Self {
        Self { is_json, stdout: BufWriter::new(io::stdout()), ending: Ending::Done }
    }

    /// Prints `value` for a machine, or what `lines` writes for a reader.
    pub(crate) fn print(
        &mut self,
        value: impl FnOnce() -> Value,
        lines: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<()> {
        let written = if self.is_json {
            writeln!(self.stdout, "{}", value())
        } else {
            lines(&mut PlainWriter::new(&mut self.stdout))
        };
        heard(written)
    }

    /// Prints `text` to the letter, with no line end of its own; plainly where a terminal would take it.
    pub(crate) fn exactly(&mut self, text: &str) -> Result<()> {
        if self.stdout.get_ref().is_terminal() {
            return heard(PlainWriter::new(&mut self.stdout).write_all(text.as_bytes()));
        }
        heard(self.stdout.write_all(text.as_bytes()))
    }

    /// Prints `text` at once, for what is read as it comes.
    pub(crate) fn at_once(&mut self, text: &str) -> Result<()> {
        let written = match self.is_json {
            true => self.stdout.write_all(text.as_bytes()),
            false => PlainWriter::new(&mut self.stdout).write_all(text.as_bytes()),
        };
        heard(written.and_then(|()| self.stdout.flush()))
    }

    /// Lets `write` fill standard output, for what is too large to be held.
    pub(crate) fn stream(&mut self, write: impl FnOnce(&mut dyn Write) -> Result<()>) -> Result<()> {
        write(&mut self.stdout)
    }

    /// Tells a reader something beside the result.
    pub(crate) fn note(&mut self, note: &str) {
        to_stderr(&format!("note: {note}\n"));
    }

    /// Reports that the request failed, though there is a result to print.
    pub(crate) fn failed(&mut self, error: &Error) {
        self.ending = Ending::Failed;
        to_stderr(&format!("error: {}\n", with_commands(error)));
    }

    pub(crate) fn finish(mut self) -> ExitCode {
        match heard(self.stdout.flush()) {
            Ok(()) => ExitCode::from(u8::from(self.ending == Ending::Failed)),
            Err(error) => self.fail(&error),
        }
    }

    pub(crate) fn fail(mut self, error: &Error) -> ExitCode {
        let error = &with_commands(error);
        if self.is_json {
            let _ = writeln!(self.stdout, "{}", json!({ "error": error_json(error) }));
            let _ = self.stdout.flush();
        }
        to_stderr(&format!("error: {error}\n"));
        ExitCode::from(1)
    }
}

/// Names the commands that a copy is restored by, where one is to be restored.
fn with_commands(error: &Error) -> Error {
    const COMMANDS: &str = "`factly backup list` names the copies, and `factly backup restore COPY` restores one.";
    let error = error.clone();
    if error.code != Code::LibraryDamaged {
        return error;
    }
    let hint = error.hint.as_ref().map(|hint| format!("{hint} ")).unwrap_or_default();
    error.hint(UserMessage::verbatim(hint + COMMANDS))
}

/// Prints what is wrong with the words of a command, in the shape of every error.
pub(crate) fn print_misuse(text: &str) {
    let (message, hint) = text.split_once("\n\n").unwrap_or((text, ""));
    let message = message.trim().trim_start_matches("error: ");
    let hint = Some(hint.trim()).filter(|hint| !hint.is_empty());
    let error = json!({ "code": "usage", "message": message, "kept": null, "hint": hint });
    let _ = writeln!(io::stdout(), "{}", json!({ "error": error }));
}

pub(crate) fn error_json(error: &Error) -> Value {
    let words = |text: &Option<UserMessage>| text.as_ref().map(UserMessage::to_string);
    let (kept, hint) = (words(&error.kept), words(&error.hint));
    json!({ "code": error.code.as_str(), "message": error.message.to_string(), "kept": kept, "hint": hint })
}

fn heard(written: io::Result<()>) -> Result<()> {
    match written {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Error::new(Code::Io, message!("The result could not be written: {}.", error)))
        }
        _ => Ok(()),
    }
}

/// Columns as wide as their widest cell, two spaces apart.
pub(crate) fn table(out: &mut dyn Write, rows: &[Vec<String>]) -> io::Result<()> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or_default();
    let width = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max();
    let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or_default()).collect();
    for row in rows {
        let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}"));
        writeln!(out, "{}", cells.collect::<Vec<_>>().join("  ").trim_end())?;
    }
    Ok(())
}

/// On one line, and cut where it is longer than `limit` characters.
pub(crate) fn short(text: &str, limit: usize) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(limit) {
        Some((end, _)) => format!("{}…", line[..end].trim_end()),
        None => line,
    }
}
