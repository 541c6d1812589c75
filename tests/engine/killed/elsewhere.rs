//! The other process: this test binary again, in a role. It says on its standard output what it begins and what it did.

use std::env;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};

use factly_engine::Library;
use factly_engine::world::World;

use crate::chance::Chance;
use crate::receipt::Receipt;
use crate::work::Work;

const LIBRARY: &str = "FACTLY_TEST_LIBRARY";
const FILE: &str = "FACTLY_TEST_FILE";
const SEED: &str = "FACTLY_TEST_SEED";

/// The reports of a process until it was killed.
#[derive(Default)]
pub(crate) struct WorkProgress {
    /// The acknowledged work, step by step.
    pub(crate) steps: Vec<Receipt>,
    /// The step that was begun and not acknowledged.
    pub(crate) begun: Option<String>,
}

/// A process that works in a library until it is killed.
pub(crate) struct WorkerProcess {
    child: Child,
    stdout: BufReader<ChildStdout>,
    progress: WorkProgress,
}

impl WorkerProcess {
    /// `file` is a small one that can be imported.
    pub(crate) fn start(library: &Path, file: &Path, seed: u64) -> Self {
        let mut command = Command::new(env::current_exe().expect("the test has a file"));
        command.args(["--exact", "elsewhere::in_a_role", "--ignored", "--nocapture", "--test-threads=1"]);
        command.env(LIBRARY, library).env(FILE, file).env(SEED, seed.to_string());
        let command = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("the test starts");
        let stdout = BufReader::new(child.stdout.take().expect("it was asked for"));
        Self { child, stdout, progress: WorkProgress::default() }
    }

    pub(crate) fn wait_for_steps(&mut self, count: usize) {
        while self.progress.steps.len() < count {
            assert!(self.read_event(), "it ended by itself, in {:?}", self.progress.begun);
        }
    }

    pub(crate) fn kill(mut self) -> WorkProgress {
        assert_eq!(self.child.try_wait().unwrap(), None, "it works until it is killed: {:?}", self.progress.begun);
        self.child.kill().expect("it can be killed");
        self.child.wait().unwrap();
        while self.read_event() {}
        std::mem::take(&mut self.progress)
    }

    /// Hears one line; false at the end.
    fn read_event(&mut self) -> bool {
        let mut line = String::new();
        if self.stdout.read_line(&mut line).expect("it speaks UTF-8") == 0 {
            return false;
        }
        // The harness writes the test's name without a line end before the first; a kill may cut the last one off.
        let Some((_, message)) = line.strip_suffix('\n').and_then(|line| line.split_once("> ")) else { return true };
        match message.split_once(' ') {
            Some(("begin", what)) => self.progress.begun = Some(what.to_owned()),
            Some(("done", receipt)) => {
                self.progress.begun = None;
                self.progress.steps.push(Receipt::parse(receipt));
            }
            _ => panic!("it failed: {message}"),
        }
        true
    }
}

impl Drop for WorkerProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
#[ignore = "is what the other process runs"]
fn in_a_role() {
    let (Some(path), Some(file)) = (env::var_os(LIBRARY), env::var_os(FILE)) else { return };
    let seed = env::var(SEED).ok().and_then(|seed| seed.parse().ok()).unwrap_or(0);
    let library = Library::open(path.as_ref(), World::system()).unwrap();
    say("begin the first things");
    let mut work = Work::new(library, path.as_ref(), file.as_ref(), Chance::new(seed));
    say(&format!("done {}", work.receipt()));
    loop {
        let what = work.next();
        say(&format!("begin {what:?}"));
        work.carry_out(&what);
        say(&format!("done {}", work.receipt()));
    }
}

fn say(what: &str) {
    let mut stdout = io::stdout().lock();
    let _ = stdout.write_all(format!("> {what}\n").as_bytes()).and_then(|()| stdout.flush());
}
