//! Another process that works in a library: this test binary again, in a role.
//!
//! It says what it did on its standard output, a line each, after it is done.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::{env, io};

use super::chance::Chance;
use super::fill;
use super::library::impatient;
use crate::store::{Op, Stack, Store, StoreError, WriteAccess};
use crate::world::World;

const ROLE: &str = "FACTLY_TEST_ROLE";
const LIBRARY: &str = "FACTLY_TEST_LIBRARY";
const SEED: &str = "FACTLY_TEST_SEED";

/// The task of a process.
#[derive(Clone, Copy, Debug)]
pub(super) enum Role {
    /// Writes runs, undoes, redoes and renames until a write fails.
    Work,
    /// Writes so many runs.
    Runs(usize),
    /// Begins a write and ends it when its standard input does.
    Hold,
    /// Says whether the library can be written, what it holds, and what came of a write.
    Look,
    /// Writes a run without waiting for long, and says what came of it.
    Try,
}

impl Role {
    fn name(self) -> String {
        match self {
            Self::Work => "work".into(),
            Self::Runs(count) => format!("runs {count}"),
            Self::Hold => "hold".into(),
            Self::Look => "look".into(),
            Self::Try => "try".into(),
        }
    }
}

/// A process that was started and is killed when dropped.
pub(super) struct StoreProcess {
    child: Child,
    stdin: Option<ChildStdin>,
    stdout: BufReader<ChildStdout>,
}

impl StoreProcess {
    pub(super) fn start(role: Role, library: &Path, seed: u64) -> Self {
        Self::spawn(&mut command(role, library, seed))
    }

    pub(super) fn spawn(command: &mut Command) -> Self {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the test starts");
        let stdout = BufReader::new(child.stdout.take().expect("it was asked for"));
        Self { stdin: child.stdin.take(), child, stdout }
    }

    /// The next thing it says, without what the test harness says.
    pub(super) fn next(&mut self) -> Option<String> {
        loop {
            let mut line = String::new();
            if self.stdout.read_line(&mut line).expect("it speaks UTF-8") == 0 {
                return None;
            }
            // The harness writes the test's name without a line end before the first of them.
            if let Some((_, message)) = line.trim_end().split_once("> ") {
                return Some(message.into());
            }
        }
    }

    /// Ends its standard input and hears it out.
    pub(super) fn finish(mut self) -> Vec<String> {
        self.stdin = None;
        std::iter::from_fn(|| self.next()).collect()
    }
}

impl Drop for StoreProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub(super) fn command(role: Role, library: &Path, seed: u64) -> Command {
    let mut command = Command::new(env::current_exe().expect("the test has a file"));
    command.args(["--exact", "store::tests::elsewhere::in_a_role", "--ignored", "--nocapture", "--test-threads=1"]);
    command.env(ROLE, role.name()).env(LIBRARY, library).env(SEED, seed.to_string());
    command
}

#[test]
#[ignore = "is what the other process runs"]
fn in_a_role() {
    let (Ok(role), Some(library)) = (env::var(ROLE), env::var_os(LIBRARY)) else { return };
    let seed = env::var(SEED).ok().and_then(|seed| seed.parse().ok()).unwrap_or(0);
    let opened = match role.as_str() {
        "try" => impatient().open(library.as_ref(), World::system()),
        _ => Store::open(library.as_ref(), World::system()),
    };
    let store = match opened {
        Ok(store) => store,
        Err(error) => return say(error.code()),
    };
    let result = match role.split_once(' ') {
        Some((_, count)) => runs(&store, count.parse().expect("a count")),
        None if role == "work" => work(&store, seed),
        None if role == "hold" => hold(&store),
        None if role == "look" => look(&store),
        None if role == "try" => runs(&store, 1),
        None => panic!("there is no role {role}"),
    };
    if let Err(error) = result {
        say(error.code());
    }
}

fn work(store: &Store, seed: u64) -> Result<(), StoreError> {
    let ground = fill::ground(store)?;
    let stack = Stack::Discovery(ground.0);
    let mut chance = Chance::new(seed);
    loop {
        match chance.below(10) {
            0 => drop(store.undo(stack)?),
            1 => drop(store.redo(stack)?),
            2 => rename(store, chance.draw())?,
            3 => store.write(Op::silent(), |writer| fill::discovery(writer, "Another").map(|_| ()))?.value,
            _ => one_run(store, ground, 1 + chance.below(12))?,
        }
    }
}

fn runs(store: &Store, count: usize) -> Result<(), StoreError> {
    let ground = fill::ground(store)?;
    (0..count).try_for_each(|at| one_run(store, ground, 1 + at % 7))
}

fn one_run(
    store: &Store,
    ground: (crate::store::DiscoverySeq, crate::store::BundleSeq),
    facts: usize,
) -> Result<(), StoreError> {
    let op = Op::named(Stack::Discovery(ground.0), "Run");
    let run = store.write(op, |writer| fill::whole_run(writer, ground, facts))?.value;
    say(&format!("run {} {facts}", run.0));
    Ok(())
}

fn rename(store: &Store, number: u64) -> Result<(), StoreError> {
    let sql = "UPDATE discovery SET title = ?1 WHERE seq = 1";
    store.write(Op::named(Stack::Library, "Rename"), |writer| {
        Ok(writer.connection().execute(sql, [format!("Dam {number}")])?)
    })?;
    Ok(())
}

fn look(store: &Store) -> Result<(), StoreError> {
    let sql = "SELECT count(*) FROM discovery";
    let discoveries: i64 = store.read(|reader| Ok(reader.connection().query_row(sql, [], |row| row.get(0))?))?;
    let access = if store.access() == WriteAccess::Full { "to write" } else { "read only" };
    say(&format!("{access}: {discoveries} discoveries"));
    store.write(Op::silent(), |writer| fill::discovery(writer, "Another").map(|_| ())).map(|_| ())
}

fn hold(store: &Store) -> Result<(), StoreError> {
    let ground = fill::ground(store)?;
    let op = Op::named(Stack::Discovery(ground.0), "Run");
    store.write(op, |writer| {
        fill::whole_run(writer, ground, 3)?;
        say("holding");
        let _ = io::stdin().read_to_end(&mut Vec::new());
        Ok(())
    })?;
    say("released");
    Ok(())
}

fn say(what: &str) {
    let mut stdout = io::stdout().lock();
    let _ = writeln!(stdout, "> {what}").and_then(|()| stdout.flush());
}

/// A run that was acknowledged, and how many facts it has.
pub(super) fn parse_run(line: &str) -> Option<(i64, i64)> {
    let (run, facts) = line.strip_prefix("run ")?.split_once(' ')?;
    Some((run.parse().ok()?, facts.parse().ok()?))
}

/// Every run and how many facts it has; a run without all of them is an error.
pub(super) fn whole_runs(store: &Store) -> BTreeMap<i64, i64> {
    let sql = "SELECT r.seq, r.attempts, count(f.seq) FROM parse_run AS r LEFT JOIN fact AS f ON f.run = r.seq GROUP BY r.seq";
    let runs = store.read(|reader| {
        let mut select = reader.connection().prepare(sql)?;
        let runs = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
        Ok(runs.collect::<rusqlite::Result<Vec<(i64, i64, i64)>>>()?)
    });
    let whole = |(run, expected, found)| {
        assert_eq!(expected, found, "run {run} is whole or not there");
        (run, found)
    };
    runs.unwrap().into_iter().map(whole).collect()
}
