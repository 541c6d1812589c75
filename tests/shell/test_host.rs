//! The program that the interface's tests speak with.

use std::process::ExitCode;

fn main() -> ExitCode {
    factly_shell::test_host::run()
}
