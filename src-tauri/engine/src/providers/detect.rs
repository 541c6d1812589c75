//! Model servers on this machine, by the ports that they usually listen at.

use std::thread;
use std::time::Duration;

use crate::providers::wire::{CallContext, CallPatience, HttpTransport, NoJournal};
use crate::providers::{Access, BaseUrl, ModelInfo, ProviderKind, connect};
use crate::task::CancelToken;

/// Servers and the ports they listen on, unless told otherwise.
const USUAL: [(&str, u16); 4] = [("Ollama", 11_434), ("llama.cpp", 8_080), ("LM Studio", 1_234), ("vLLM", 8_000)];

/// A server that answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DetectedServer {
    /// Usual server there.
    pub name: &'static str,
    pub base_url: String,
    pub models: Vec<ModelInfo>,
}

/// Asks every usual port at once for its models. No key is sent.
pub(super) fn detect(wire: &HttpTransport) -> Vec<DetectedServer> {
    detect_at(wire, &USUAL)
}

fn detect_at(wire: &HttpTransport, ports: &[(&'static str, u16)]) -> Vec<DetectedServer> {
    let brief = Duration::from_millis(1_500);
    let wire = wire.with(CallPatience {
        first: brief,
        idle: brief,
        local: brief,
        alive: brief,
        rest: brief,
        backoff: Duration::ZERO,
        ..CallPatience::default()
    });
    thread::scope(|scope| {
        let probes: Vec<_> = ports.iter().map(|(name, port)| scope.spawn(|| look(&wire, name, *port))).collect();
        probes.into_iter().filter_map(|look| look.join().ok().flatten()).collect()
    })
}

fn look(wire: &HttpTransport, name: &'static str, port: u16) -> Option<DetectedServer> {
    let base_url = format!("http://127.0.0.1:{port}/v1");
    let base = BaseUrl::parse(&base_url).ok()?;
    let access = Access { kind: ProviderKind::OpenAiCompatible, base, key: None, model: String::new() };
    let during = CallContext { stop: &CancelToken::default(), journal: &NoJournal };
    let models = connect(access, wire).models(&during).ok()?;
    Some(DetectedServer { name, base_url, models })
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::TcpListener;
    use std::thread;

    use super::detect_at;
    use crate::providers::wire::{CallPatience, HttpTransport};
    use crate::world::World;

    #[test]
    fn what_answers_with_models_is_found_and_nothing_else() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        thread::spawn(move || {
            for mut line in listener.incoming().flatten() {
                let _ = line.read(&mut [0; 4_096]);
                let body = r#"{"object":"list","data":[{"id":"qwen3"}]}"#;
                let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\n";
                let _ = write!(line, "{head}content-length: {}\r\n\r\n{body}", body.len());
            }
        });
        let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let wire = HttpTransport::new(CallPatience::default(), World::system());
        let found = detect_at(&wire, &[("Ollama", port), ("vLLM", closed)]);
        assert_eq!(
            found.iter().map(|found| (found.name, found.models[0].id.as_str())).collect::<Vec<_>>(),
            [("Ollama", "qwen3")]
        );
    }
}
