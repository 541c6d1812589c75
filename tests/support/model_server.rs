//! A model server on loopback that speaks real HTTP and event streams from a script, and objects to malformed requests.
//!
//! Each request takes the next answer of the script; the last one is repeated. What a real server would refuse is an
//! objection, which fails the test when the server goes.
#![allow(dead_code, reason = "each suite takes what it needs")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::Duration;

use serde_json::Value;

#[derive(Clone)]
pub(crate) enum Step {
    /// One piece, which the client gets as such.
    Piece(Vec<u8>),
    /// Says nothing more and keeps the line open.
    Hang,
    /// Says this again and again, with a pause after each, as long as somebody listens.
    Again(Vec<u8>, Duration),
    /// Waits before it goes on.
    Pause(Duration),
    /// Closes the line in the middle of the answer.
    Cut,
    /// This much of one line, in pieces.
    Flood(usize),
}

#[derive(Clone)]
pub(crate) struct Scripted {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) steps: Vec<Step>,
    /// Time until the head comes.
    pub(crate) after: Duration,
}

impl Scripted {
    pub(crate) fn stream(text: impl AsRef<[u8]>) -> Self {
        Self::pieces(vec![text.as_ref().to_vec()])
    }

    pub(crate) fn pieces(pieces: Vec<Vec<u8>>) -> Self {
        let headers = vec![("content-type".to_owned(), "text/event-stream".to_owned())];
        Self { status: 200, headers, steps: pieces.into_iter().map(Step::Piece).collect(), after: Duration::ZERO }
    }

    pub(crate) fn json(status: u16, body: &Value) -> Self {
        let headers = vec![("content-type".to_owned(), "application/json".to_owned())];
        Self { status, headers, steps: vec![Step::Piece(body.to_string().into_bytes())], after: Duration::ZERO }
    }

    /// The head comes after so long.
    #[must_use]
    pub(crate) fn after(mut self, after: Duration) -> Self {
        self.after = after;
        self
    }

    #[must_use]
    pub(crate) fn then(mut self, step: Step) -> Self {
        self.steps.push(step);
        self
    }

    #[must_use]
    pub(crate) fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.retain(|(known, _)| known != name);
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Request {
    pub(crate) method: String,
    pub(crate) path: String,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Value,
    pub(crate) text: String,
}

impl Request {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

pub(crate) struct Server {
    shared: Arc<Shared>,
    port: u16,
}

/// The answer to a request, by its number.
type Answer = Box<dyn Fn(usize, &Request) -> Scripted + Send + Sync>;

struct Shared {
    answer: Answer,
    next: AtomicUsize,
    requests: Mutex<Vec<Request>>,
    /// Told of each request that came.
    came: Condvar,
    objections: Mutex<Vec<String>>,
    connections: AtomicUsize,
    over: AtomicBool,
}

impl Server {
    pub(crate) fn start(script: Vec<Scripted>) -> Self {
        Self::answering(move |index, _| script[index.min(script.len() - 1)].clone())
    }

    /// Answers as it makes of each request.
    pub(crate) fn answering(answer: impl Fn(usize, &Request) -> Scripted + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port on loopback");
        let port = listener.local_addr().expect("it is bound").port();
        let shared = Arc::new(Shared {
            answer: Box::new(answer),
            next: AtomicUsize::new(0),
            requests: Mutex::default(),
            came: Condvar::new(),
            objections: Mutex::default(),
            connections: AtomicUsize::new(0),
            over: AtomicBool::new(false),
        });
        thread::spawn({
            let shared = Arc::clone(&shared);
            move || {
                for line in listener.incoming().flatten() {
                    if shared.over.load(Ordering::Relaxed) {
                        return;
                    }
                    shared.connections.fetch_add(1, Ordering::Relaxed);
                    let shared = Arc::clone(&shared);
                    thread::spawn(move || serve(&shared, line));
                }
            }
        });
        Self { shared, port }
    }

    pub(crate) fn one(scripted: Scripted) -> Self {
        Self::start(vec![scripted])
    }

    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    pub(crate) fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    pub(crate) fn requests(&self) -> Vec<Request> {
        self.shared.requests.lock().expect("nobody panicked").clone()
    }

    pub(crate) fn connections(&self) -> usize {
        self.shared.connections.load(Ordering::Relaxed)
    }

    /// A handle by which another thread waits for requests.
    pub(crate) fn watch(&self) -> Watch {
        Watch(Arc::clone(&self.shared))
    }
}

/// Waits for requests of a [`Server`].
#[derive(Clone)]
pub(crate) struct Watch(Arc<Shared>);

impl Watch {
    /// Returns once as many requests have come.
    pub(crate) fn until_asked(&self, times: usize) {
        let requests = self.0.requests.lock().expect("nobody panicked");
        drop(self.0.came.wait_while(requests, |requests| requests.len() < times).expect("nobody panicked"));
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.shared.over.store(true, Ordering::Relaxed);
        let _ = TcpStream::connect(("127.0.0.1", self.port));
        let objections = self.shared.objections.lock().map(|all| all.clone()).unwrap_or_default();
        if !thread::panicking() {
            assert!(objections.is_empty(), "the server objects: {objections:#?}");
        }
    }
}

fn serve(shared: &Shared, line: TcpStream) {
    let _ = line.set_nodelay(true);
    let mut reader = BufReader::new(line.try_clone().expect("a second handle"));
    let mut line = line;
    while let Some(request) = read_request(&mut reader) {
        let objection = object(&request);
        shared.requests.lock().expect("nobody panicked").push(request.clone());
        shared.came.notify_all();
        let answer = match objection {
            Some(objection) => {
                shared.objections.lock().expect("nobody panicked").push(objection.clone());
                Scripted::json(400, &serde_json::json!({ "error": { "message": objection } }))
            }
            None => {
                let index = shared.next.fetch_add(1, Ordering::Relaxed);
                (shared.answer)(index, &request)
            }
        };
        if !write_answer(shared, &mut line, &answer) {
            return;
        }
    }
}

fn read_request(reader: &mut BufReader<TcpStream>) -> Option<Request> {
    let mut head = String::new();
    loop {
        if reader.read_line(&mut head).ok()? == 0 {
            return None;
        }
        if head.ends_with("\r\n\r\n") {
            break;
        }
    }
    let mut lines = head.lines();
    let mut words = lines.next()?.split(' ');
    let (method, path) = (words.next()?.to_owned(), words.next()?.to_owned());
    let headers: Vec<(String, String)> = lines
        .filter_map(|line| line.split_once(": "))
        .map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()))
        .collect();
    let length = headers.iter().find(|(name, _)| name == "content-length").and_then(|(_, value)| value.parse().ok());
    let mut body = vec![0; length.unwrap_or(0)];
    reader.read_exact(&mut body).ok()?;
    let text = String::from_utf8(body).ok()?;
    let body = serde_json::from_str(&text).unwrap_or(Value::Null);
    Some(Request { method, path, headers, body, text })
}

/// False once the line is closed.
fn write_answer(shared: &Shared, line: &mut TcpStream, answer: &Scripted) -> bool {
    thread::sleep(answer.after);
    let mut head = format!("HTTP/1.1 {} Scripted\r\ntransfer-encoding: chunked\r\n", answer.status);
    for (name, value) in &answer.headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    head.push_str("\r\n");
    if line.write_all(head.as_bytes()).is_err() {
        return false;
    }
    for step in &answer.steps {
        let went = match step {
            Step::Piece(bytes) => write_piece(line, bytes),
            Step::Cut => return false,
            Step::Again(bytes, pause) => {
                while !shared.over.load(Ordering::Relaxed) && write_piece(line, bytes) {
                    thread::sleep(*pause);
                }
                return false;
            }
            Step::Pause(pause) => {
                thread::sleep(*pause);
                true
            }
            Step::Hang => {
                while !shared.over.load(Ordering::Relaxed) {
                    thread::sleep(Duration::from_millis(10));
                }
                return false;
            }
            Step::Flood(bytes) => {
                let piece = vec![b'x'; 1 << 16];
                write_piece(line, b"data: ") && (0..bytes / piece.len()).all(|_| write_piece(line, &piece))
            }
        };
        if !went {
            return false;
        }
    }
    line.write_all(b"0\r\n\r\n").is_ok()
}

fn write_piece(line: &mut TcpStream, bytes: &[u8]) -> bool {
    if bytes.is_empty() {
        return true;
    }
    let mut piece = format!("{:x}\r\n", bytes.len()).into_bytes();
    piece.extend_from_slice(bytes);
    piece.extend_from_slice(b"\r\n");
    line.write_all(&piece).is_ok()
}

/// Returns the objection that a real server would have.
fn object(request: &Request) -> Option<String> {
    if request.method == "GET" {
        return None;
    }
    if request.header("content-type") != Some("application/json") || request.body.is_null() {
        return Some("the body is not JSON, or does not say so".to_owned());
    }
    match request.path.rsplit('/').next()? {
        "messages" => object_as_anthropic(request),
        "completions" => object_as_openai(request),
        "embeddings" => object_to_texts(request),
        _ => Some(format!("there is no {}", request.path)),
    }
}

fn object_as_anthropic(request: &Request) -> Option<String> {
    let body = &request.body;
    if request.header("anthropic-version").is_none() || request.header("authorization").is_some() {
        return Some("anthropic-version is missing, or there is an Authorization".to_owned());
    }
    if body["model"].as_str().is_none_or(str::is_empty) || body["max_tokens"].as_u64().is_none_or(|most| most == 0) {
        return Some("model and max_tokens are required".to_owned());
    }
    let messages = body["messages"].as_array()?;
    if messages.is_empty() || messages[0]["role"] != "user" {
        return Some("the first message is the user's".to_owned());
    }
    if messages.windows(2).any(|pair| pair[0]["role"] == pair[1]["role"]) {
        return Some("roles take turns".to_owned());
    }
    let mut open: Vec<&str> = Vec::new();
    for message in messages {
        let blocks = message["content"].as_array().map(Vec::as_slice).unwrap_or_default();
        if let Some(text) = message["content"].as_str().filter(|text| text.trim().is_empty()) {
            return Some(format!("empty content: {text:?}"));
        }
        let answered: Vec<&str> = blocks.iter().filter_map(|block| block["tool_use_id"].as_str()).collect();
        if open.iter().any(|id| !answered.contains(id)) || answered.iter().any(|id| !open.contains(id)) {
            return Some(format!("calls {open:?} are answered by {answered:?}"));
        }
        open = blocks
            .iter()
            .filter(|block| block["type"] == "tool_use")
            .filter_map(|block| block["id"].as_str())
            .collect();
        for block in blocks {
            let right = match block["type"].as_str() {
                Some("text") => block["text"].as_str().is_some_and(|text| !text.trim().is_empty()),
                Some("tool_use") => block["input"].is_object() && block["name"].is_string(),
                Some("tool_result") => block["content"].is_string(),
                _ => false,
            };
            if !right {
                return Some(format!("a block is wrong: {block}"));
            }
        }
    }
    let tools = body["tools"].as_array().map(Vec::as_slice).unwrap_or_default();
    tools.iter().find(|tool| tool["input_schema"]["type"] != "object").map(|tool| format!("a tool is wrong: {tool}"))
}

fn object_to_texts(request: &Request) -> Option<String> {
    let body = &request.body;
    if body["model"].as_str().is_none_or(str::is_empty) {
        return Some("model is required".to_owned());
    }
    let known = ["model", "input", "encoding_format", "dimensions", "user"];
    let stranger = body.as_object()?.keys().find(|name| !known.contains(&name.as_str()));
    if let Some(name) = stranger {
        return Some(format!("there is no {name}"));
    }
    let Some(texts) = body["input"].as_array() else { return Some("input is no list".to_owned()) };
    if texts.is_empty() || texts.len() > 2_048 {
        return Some(format!("{} texts at once", texts.len()));
    }
    let is_text = |text: &Value| text.as_str().is_some_and(|text| !text.is_empty());
    (!texts.iter().all(is_text)).then(|| "a text is none, or empty".to_owned())
}

fn object_as_openai(request: &Request) -> Option<String> {
    let body = &request.body;
    if request.header("x-api-key").is_some() {
        return Some("there is an x-api-key".to_owned());
    }
    if body["model"].as_str().is_none_or(str::is_empty) {
        return Some("model is required".to_owned());
    }
    if body.get("max_tokens").is_some() && body.get("max_completion_tokens").is_some() {
        return Some("there is one limit, not two".to_owned());
    }
    let messages = body["messages"].as_array()?;
    let mut open: Vec<String> = Vec::new();
    for (index, message) in messages.iter().enumerate() {
        match message["role"].as_str() {
            Some("system") if index == 0 && message["content"].is_string() => {}
            Some("user") if open.is_empty() && message["content"].is_string() => {}
            Some("assistant") if open.is_empty() => {
                let calls = message["tool_calls"].as_array().map(Vec::as_slice).unwrap_or_default();
                if calls.is_empty() && !message["content"].is_string() {
                    return Some("an assistant says or calls something".to_owned());
                }
                for call in calls {
                    if call["type"] != "function" || !call["function"]["arguments"].is_string() {
                        return Some(format!("a call is wrong: {call}"));
                    }
                    open.push(call["id"].as_str().unwrap_or_default().to_owned());
                }
            }
            Some("tool") => {
                let id = message["tool_call_id"].as_str().unwrap_or_default();
                let Some(at) = open.iter().position(|known| known == id) else {
                    return Some(format!("a result of no call: {message}"));
                };
                open.remove(at);
            }
            _ => return Some(format!("a message is wrong or out of turn: {message}")),
        }
    }
    if !open.is_empty() {
        return Some(format!("calls {open:?} have no result"));
    }
    let tools = body["tools"].as_array().map(Vec::as_slice).unwrap_or_default();
    let wrong = |tool: &&Value| tool["type"] != "function" || tool["function"]["parameters"]["type"] != "object";
    tools.iter().find(wrong).map(|tool| format!("a tool is wrong: {tool}"))
}
