//! The limits of a benchmark: it prints each beside its figure, and ends with 1 if one is broken.

use std::process::ExitCode;

#[derive(Default)]
pub(crate) struct Limits(Vec<String>);

impl Limits {
    /// Returns the text printed at the end of the line of a figure.
    pub(crate) fn mark(&mut self, name: &str, holds: bool) -> &'static str {
        if holds {
            return "";
        }
        self.0.push(name.trim().to_owned());
        "  OVER"
    }

    #[allow(clippy::print_stderr, reason = "a benchmark says why it fails")]
    pub(crate) fn end(self) -> ExitCode {
        if self.0.is_empty() {
            return ExitCode::SUCCESS;
        }
        eprintln!("over its limit: {}", self.0.join(", "));
        ExitCode::FAILURE
    }
}
