//! The application with a door for a driver, so that a release build can be looked into while it runs.

use std::process::ExitCode;

fn main() -> ExitCode {
    factly_shell::run_as_told()
}
