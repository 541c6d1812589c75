//! The log: daily files in the application's log folder, two weeks of them.
//!
//! It says what happened and where, never what a text says: nothing logs content at the default level, a panic's
//! message is left out below `debug` (it can quote the string it failed on), and what looks like a secret is masked on
//! the way to the file. `FACTLY_LOG` sets another filter, as in `FACTLY_LOG=debug`.

use std::{
    env, fs,
    io::{self, Write},
    panic,
    path::Path,
};

use tracing_appender::rolling::{RollingFileAppender, Rotation};
use tracing_subscriber::{
    filter::{LevelFilter, Targets},
    fmt::MakeWriter,
    layer::SubscriberExt as _,
};

const DAYS_KEPT: usize = 14;

/// Starts logging into `folder`. Without a log the application still runs.
pub fn start(folder: &Path) {
    // The appender complains on the terminal of a folder that is not there yet, though it then makes it.
    let _ = fs::create_dir_all(folder);
    let files = RollingFileAppender::builder()
        .rotation(Rotation::DAILY)
        .filename_prefix("factly")
        .filename_suffix("log")
        .max_log_files(DAYS_KEPT)
        .build(folder);
    let Ok(files) = files else { return };
    let requested = env::var("FACTLY_LOG").ok().and_then(|filter| filter.parse::<Targets>().ok());
    let filter = requested
        .unwrap_or_else(|| Targets::new().with_default(LevelFilter::INFO).with_target("zbus", LevelFilter::WARN));
    let lines = tracing_subscriber::fmt::layer().with_ansi(false).with_writer(Masked(files));
    if tracing::subscriber::set_global_default(tracing_subscriber::registry().with(lines).with(filter)).is_ok() {
        log_panics();
    }
}

fn log_panics() {
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        let code_location = info.location().map(ToString::to_string).unwrap_or_default();
        tracing::error!(code_location, thread = std::thread::current().name().unwrap_or("unnamed"), "panic");
        let message = info.payload().downcast_ref::<String>().map(String::as_str);
        tracing::debug!(message = message.unwrap_or_default(), "panic");
        before(info);
    }));
}

/// Makes writers that mask secrets in each line.
struct Masked<M>(M);

impl<'a, M: MakeWriter<'a>> MakeWriter<'a> for Masked<M> {
    type Writer = MaskedWriter<M::Writer>;

    fn make_writer(&'a self) -> Self::Writer {
        MaskedWriter(self.0.make_writer())
    }
}

struct MaskedWriter<W>(W);

impl<W: Write> Write for MaskedWriter<W> {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        self.0.write_all(mask(&String::from_utf8_lossy(line)).as_bytes())?;
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Prefixes of a secret; the secret goes on to the next character that no key has in it.
const BEFORE_SECRETS: [&str; 6] = ["sk-", "bearer ", "api_key=", "api-key: ", "token=", "password="];

/// `line` with everything that looks like a key replaced by `***`.
pub fn mask(line: &str) -> String {
    let lower = line.to_ascii_lowercase();
    let mut out = String::with_capacity(line.len());
    let mut at = 0;
    while let Some((start, sign)) = next_sign(&lower, at) {
        let secret = start + sign.len();
        let end = line[secret..].find(|c: char| !is_secret_char(c)).map_or(line.len(), |n| secret + n);
        out.push_str(&line[at..secret]);
        out.push_str("***");
        at = end;
    }
    out.push_str(&line[at..]);
    out
}

fn next_sign(lower: &str, from: usize) -> Option<(usize, &'static str)> {
    BEFORE_SECRETS.iter().filter_map(|sign| Some((from + lower[from..].find(sign)?, *sign))).min()
}

fn is_secret_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '/' | '+' | '=' | '"')
}
