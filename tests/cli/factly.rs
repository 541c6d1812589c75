//! A library in a folder of its own, and the binary run on it.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

pub(crate) struct Factly {
    folder: TempDir,
}

impl Factly {
    pub(crate) fn new() -> Self {
        Self { folder: tempfile::tempdir().expect("a temporary folder") }
    }

    /// With a discovery, whose title is `Wall`.
    pub(crate) fn with_discovery() -> Self {
        let factly = Self::new();
        factly.json(&["discovery", "create", "--title", "Wall"]);
        factly
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn file(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path().join(name);
        std::fs::write(&path, bytes).expect("the folder can be written");
        path
    }

    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_factly"));
        command.arg("--library").arg(self.path().join("library.factly")).args(args);
        for own in [
            "FACTLY_LIBRARY",
            "FACTLY_PROVIDER",
            "FACTLY_BASE_URL",
            "FACTLY_MODEL",
            "ANTHROPIC_API_KEY",
            "OPENAI_API_KEY",
        ] {
            command.env_remove(own);
        }
        // No keyring: a test must not touch the one of whoever runs it.
        command.env("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent/bus").env_remove("XDG_RUNTIME_DIR");
        command
    }

    pub(crate) fn run(&self, args: &[&str]) -> Output {
        self.command(args).stdin(Stdio::null()).output().expect("the binary runs")
    }

    pub(crate) fn run_with_input(&self, args: &[&str], input: &[u8]) -> Output {
        let mut command = self.command(args);
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary runs");
        child.stdin.take().expect("its input is a pipe").write_all(input).expect("it reads its input");
        child.wait_with_output().expect("it ends")
    }

    /// Runs with `--json`, expects success and exactly one JSON value.
    pub(crate) fn json(&self, args: &[&str]) -> Value {
        let output = self.run(&[&["--json"], args].concat());
        assert!(output.status.success(), "{args:?}: {}", text(&output.stderr));
        one_value(&output)
    }

    pub(crate) fn lines(&self, args: &[&str]) -> String {
        let output = self.run(args);
        assert!(output.status.success(), "{args:?}: {}", text(&output.stderr));
        text(&output.stdout)
    }

    /// Runs with `--json`, expects exit code 1, and returns the error's code.
    pub(crate) fn fails(&self, args: &[&str]) -> String {
        let output = self.run(&[&["--json"], args].concat());
        assert_eq!(output.status.code(), Some(1), "{args:?}: {}", text(&output.stdout));
        assert!(text(&output.stderr).starts_with("error: "), "{args:?} says so to a reader as well");
        one_value(&output)["error"]["code"].as_str().expect("an error has a code").to_owned()
    }

    /// Runs with `--json`, expects exit code 1 beside a result, and returns that with what was said to a reader.
    pub(crate) fn json_and_stderr(&self, args: &[&str]) -> (Value, String) {
        let output = self.run(&[&["--json"], args].concat());
        assert_eq!(output.status.code(), Some(1), "{args:?}: {}", text(&output.stdout));
        (one_value(&output), text(&output.stderr))
    }

    /// The only bundle of an Input that was added without parsing.
    pub(crate) fn unread_bundle(&self, content: &str) -> String {
        let path = self.file("text.txt", content);
        let input = self.json(&["input", "add", "Wall", path.to_str().expect("a plain path"), "--no-parse"]);
        input["bundles"][0]["id"].as_str().expect("a bundle has an id").to_owned()
    }

    pub(crate) fn submit(&self, bundle: &str, ops: &Value) -> Value {
        let path = self.file("ops.json", ops.to_string());
        self.json(&["run", "submit", bundle, "--ops", path.to_str().expect("a plain path"), "--force"])
    }
}

pub(crate) fn one_value(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("one JSON value: {error}: {}", text(&output.stdout)))
}

pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
