//! Cost of a long document beside its model: the worker for each chunk, and putting it together at the end.
//!
//! `cargo bench -p factly-engine --bench documents`. A server on loopback says at once what a model would take 20 s for;
//! the floor is the same exchange by hand, without a worker. Twice: with all that was written before in each call, which
//! is the most that there can be to send, and with a context in which most of it stands as summaries.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a measurement that cannot be made has failed, and prints"
)]

#[path = "limits.rs"]
mod limits;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use factly_core::long_documents::assembly::assemble;
use factly_engine::Library;
use factly_engine::long_documents::RunRequest;
use factly_engine::providers::{ModelChoice, ProviderKind, Settings, Task};
use factly_engine::task::CancelToken;
use factly_engine::world::World;
use limits::Limits;

const CHUNKS: usize = 200;
const WORDS: usize = 1_500;
const TOKENS_A_SECOND: f64 = 100.0;
/// As our own count has it, about.
const TOKENS: f64 = 2_000.0;
const A_CHUNK: Duration = Duration::from_millis(5);
const SHARE: f64 = 0.02;
const MEMORY: u64 = 300;

fn main() -> ExitCode {
    let mut limits = Limits::default();
    println!("{:<58} {:>10} {:>10}  limit", "a document of 300,000 words in 200 chunks", "ours", "floor");
    let pieces = pieces();
    measure_assembly(&mut limits, &pieces);
    let before = memory();
    // The room holds some of the newest chunks in full beside 190 summaries.
    for (name, context) in [("all before it in each call", 4_000_000), ("most of it as summaries", 32_000)] {
        measure_chunk(&mut limits, &pieces, name, context);
    }
    let most = memory();
    println!("{:<58} {most:>7} MB {before:>7} MB  {MEMORY} MB{}", "most memory", limits.mark("memory", most < MEMORY));
    limits.end()
}

/// The text in parts of one length, so that most seams cut a word.
fn pieces() -> Vec<String> {
    let word = |at: usize| format!("w{}{}", at * 7_919 % 1_000_003, if at % 60 == 59 { "\n\n" } else { " " });
    let whole: String = (0..CHUNKS * WORDS).map(word).collect();
    let part = whole.len().div_ceil(CHUNKS);
    (0..CHUNKS).map(|at| whole[at * part..whole.len().min((at + 1) * part)].to_owned()).collect()
}

fn measure_assembly(limits: &mut Limits, pieces: &[String]) {
    let whole = pieces.concat();
    let begun = Instant::now();
    let assembled = assemble(pieces.iter().map(String::as_str));
    let ours = begun.elapsed();
    let begun = Instant::now();
    assert_eq!(pieces.concat().len(), whole.len());
    let floor = begun.elapsed();
    let is_whole = assembled.text == whole && assembled.cuts.is_empty();
    print("put together, byte for byte", ours, floor, limits.mark("assembly", is_whole));
}

fn measure_chunk(limits: &mut Limits, pieces: &[String], name: &str, context: u64) {
    let server = ScriptedServer::start(pieces);
    let folder = tempfile::tempdir().unwrap();
    let library = Library::open(&folder.path().join("library.factly"), World::system()).unwrap();
    let discovery = library.discoveries().create("Wall", "").unwrap().id;
    let chat = ModelChoice {
        kind: ProviderKind::OpenAiCompatible,
        base_url: Some(server.url()),
        model: Some("scripted".to_owned()),
    };
    library.providers().set_providers(&Settings { chat, ..Settings::default() }).unwrap();
    library.providers().allow_sending(discovery, Task::Chat).unwrap();
    let ask = RunRequest {
        recipe: "brief".to_owned(),
        prompt: "All about the wall.".to_owned(),
        context: Some(context),
        most_output: Some(4_000),
        most_continuations: Some(200),
        ..RunRequest::default()
    };
    let run = library.long_documents().start(discovery, &ask).unwrap();
    let begun = Instant::now();
    let view = library.long_documents().work(run, &CancelToken::default(), &|_| {}).unwrap();
    let took = begun.elapsed();
    assert_eq!(view.state, "completed", "{:?}", view.reason);
    let is_whole = view.documents.iter().any(|document| document.text.trim() == pieces.concat().trim());
    let calls = server.calls.load(Ordering::Relaxed);
    let floor = server.floor(pieces);
    let a_chunk = took / CHUNKS as u32;
    let own = a_chunk.saturating_sub(floor);
    let share = own.as_secs_f64() / (TOKENS / TOKENS_A_SECOND);
    let holds = is_whole && own <= A_CHUNK && share <= SHARE;
    let details =
        format!("{calls} calls, {:.3} % at 100 tokens/s; 5 ms, 2 %{}", share * 100.0, limits.mark(name, holds));
    print(&format!("a chunk, {name}"), a_chunk, floor, &details);
}

/// Says the pieces in turn, at once, and sums up where it is asked to.
struct ScriptedServer {
    port: u16,
    calls: Arc<AtomicUsize>,
    /// Total bytes that the calls sent.
    sent: Arc<AtomicUsize>,
    turn: Arc<AtomicUsize>,
}

impl ScriptedServer {
    fn start(pieces: &[String]) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let (calls, sent, turn) = Default::default();
        let server = Self { port, calls, sent, turn };
        let shared = Arc::new((pieces.to_vec(), server.counters()));
        thread::spawn(move || {
            for line in listener.incoming().flatten() {
                let shared = Arc::clone(&shared);
                // It ends when whoever asked has gone.
                thread::spawn(move || serve(line, &shared.0, &shared.1));
            }
        });
        server
    }

    fn counters(&self) -> [Arc<AtomicUsize>; 3] {
        [&self.calls, &self.sent, &self.turn].map(Arc::clone)
    }

    fn url(&self) -> String {
        format!("http://127.0.0.1:{}/v1", self.port)
    }

    /// Measures one exchange by hand that sends as much as a call did on average, for each chunk.
    fn floor(&self, pieces: &[String]) -> Duration {
        let (calls, sent) = (self.calls.load(Ordering::Relaxed), self.sent.load(Ordering::Relaxed));
        self.turn.store(0, Ordering::Relaxed);
        let body = vec![b' '; sent / calls];
        let begun = Instant::now();
        let mut line = BufReader::new(TcpStream::connect(("127.0.0.1", self.port)).unwrap());
        for _ in 0..calls {
            let head = format!("POST /v1/chat/completions HTTP/1.1\r\ncontent-length: {}\r\n\r\n", body.len());
            line.get_mut().write_all(head.as_bytes()).unwrap();
            line.get_mut().write_all(&body).unwrap();
            let length = head_of(&mut line).unwrap();
            std::io::copy(&mut (&mut line).take(length as u64), &mut std::io::sink()).unwrap();
        }
        begun.elapsed() / u32::try_from(pieces.len()).unwrap()
    }
}

/// Reads a head, and returns how long the body is.
fn head_of(line: &mut impl BufRead) -> std::io::Result<usize> {
    let mut length = 0;
    loop {
        let mut header = String::new();
        if line.read_line(&mut header)? == 0 {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
        match header.trim_end().to_ascii_lowercase().split_once(':') {
            Some(("content-length", value)) => length = value.trim().parse().unwrap_or_default(),
            None if header.trim_end().is_empty() => return Ok(length),
            _ => {}
        }
    }
}

fn serve(line: TcpStream, pieces: &[String], [calls, sent, turn]: &[Arc<AtomicUsize>; 3]) -> std::io::Result<()> {
    line.set_nodelay(true)?;
    let mut line = BufReader::new(line);
    loop {
        let length = head_of(&mut line)?;
        let mut body = vec![0; length];
        line.read_exact(&mut body)?;
        calls.fetch_add(1, Ordering::Relaxed);
        sent.fetch_add(length, Ordering::Relaxed);
        let is_summary = body.windows(16).take(4_096).any(|part| part == b"Sum up this text");
        let (text, finish) = match is_summary {
            true => ("In short, it is a wall.", "stop"),
            false => {
                let at = turn.fetch_add(1, Ordering::Relaxed);
                (pieces[at % pieces.len()].as_str(), if at + 1 < pieces.len() { "length" } else { "stop" })
            }
        };
        let answer = stream(text, finish);
        let head =
            format!("HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncontent-length: {}\r\n\r\n", answer.len());
        line.get_mut().write_all(head.as_bytes())?;
        line.get_mut().write_all(answer.as_bytes())?;
    }
}

fn stream(text: &str, finish: &str) -> String {
    let event = |value: serde_json::Value| format!("data: {value}\n\n");
    let mut stream: String = text
        .split_inclusive(' ')
        .map(|token| event(serde_json::json!({ "choices": [{ "delta": { "content": token } }] })))
        .collect();
    stream.push_str(&event(serde_json::json!({ "choices": [{ "delta": {}, "finish_reason": finish }] })));
    stream.push_str(&event(serde_json::json!({
        "choices": [], "usage": { "prompt_tokens": 1_000, "completion_tokens": 2_000 }
    })));
    stream + "data: [DONE]\n\n"
}

/// The most that the process has held, in megabytes; nothing where the system does not say.
fn memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let most = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    most.and_then(|value| value.trim().trim_end_matches(" kB").trim().parse::<u64>().ok()).unwrap_or_default() / 1_024
}

fn print(name: &str, ours: Duration, floor: Duration, details: &str) {
    println!(
        "{name:<58} {:>7.2} ms {:>7.2} ms  {details}",
        ours.as_secs_f64() * 1_000.0,
        floor.as_secs_f64() * 1_000.0
    );
}
