//! One call: sent, tried again while nothing of an answer came, read to its one end.

use std::pin::pin;
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use factly_core::message;
use factly_core::message::UserMessage;
use reqwest::header::{
    ACCEPT, AUTHORIZATION, CONTENT_LENGTH, CONTENT_TYPE, HOST, HeaderMap, HeaderName, HeaderValue, USER_AGENT,
};
use reqwest::{Body, Method, Request, Response};
use serde_json::Value;
use tokio::time::timeout;

use crate::providers::fault::{ProviderError, ProviderFault};
use crate::providers::reply::{Finish, ProviderReply, ReplyOutcome, Usage};
use crate::providers::wire::answer_reader::{AnswerReader, MAX_ANSWER, PieceOutcome, WireFormat, cut, too_large};
use crate::providers::wire::retry::retry_delay;
use crate::providers::wire::silence::Silence;
use crate::providers::wire::status::{error_of, retry_after};
use crate::providers::wire::{
    Auth, Call, CallContext, GLANCE, HttpTransport, JsonAnswer, Received, ReplySink, Sent, StopSignal,
};

const MAX_ERROR_BODY: usize = 64 << 10;
/// A request that is not taken is sent again without what it was refused for, this often.
const CONCESSIONS: u32 = 3;

/// The end of waiting.
enum WaitOutcome<T> {
    Done(T),
    Stopped,
    TooLong,
}

impl HttpTransport {
    /// Sends `call` and reads the stream that comes back.
    pub(in crate::providers) fn stream<F: WireFormat>(
        &self,
        mut call: Call,
        during: &CallContext<'_>,
        hear: ReplySink<'_>,
    ) -> ProviderReply {
        let runtime = match self.runtime() {
            Ok(runtime) => runtime,
            Err(error) => return ProviderReply::failed(error),
        };
        runtime.block_on(async {
            let (mut tried, mut conceded) = (0, 0);
            loop {
                tried += 1;
                let (reply, has_begun) = self.attempt::<F>(&call, during, hear).await;
                let ReplyOutcome::Failed(error) = &reply.end else { return reply };
                if has_begun {
                    return reply;
                }
                let less = call.body.as_ref().and_then(|body| F::drop_unsupported_parameters(body, error));
                if let Some(body) = less.filter(|_| conceded < CONCESSIONS) {
                    (conceded, tried) = (conceded + 1, tried - 1);
                    call.body = Some(body);
                    continue;
                }
                let Some(pause) = retry_delay(tried, error, &self.patience, self.chance()) else { return reply };
                if self.pause(pause, during.stop).await {
                    return ProviderReply { end: ReplyOutcome::Stopped, ..reply };
                }
            }
        })
    }

    /// Sends `call` and reads the JSON that comes back.
    pub(in crate::providers) fn fetch(&self, call: &Call, during: &CallContext<'_>) -> JsonAnswer<Value> {
        self.fetch_counted(call, during, |_| Usage::default())
    }

    /// As [`Self::fetch`]; `used` reads what the answer says of its tokens.
    pub(in crate::providers) fn fetch_counted(
        &self,
        call: &Call,
        during: &CallContext<'_>,
        used: fn(&Value) -> Usage,
    ) -> JsonAnswer<Value> {
        self.runtime()?.block_on(async {
            let mut tried = 0;
            loop {
                tried += 1;
                let error = match self.fetch_once(call, during, used).await {
                    Ok(value) => return Ok(value),
                    Err(error) => error,
                };
                let Some(pause) = retry_delay(tried, &error, &self.patience, self.chance()) else { return Err(error) };
                if self.pause(pause, during.stop).await {
                    return Err(stopped());
                }
            }
        })
    }

    async fn fetch_once(&self, call: &Call, during: &CallContext<'_>, used: fn(&Value) -> Usage) -> JsonAnswer<Value> {
        let request = request(call)?;
        let number = record(&request, during)?;
        let mut status = None;
        let fetched = self
            .fetch_body(request, call, during.stop, &mut status)
            .await
            .map_err(|error| call.auth.without_key(error));
        let outcome = fetched.as_ref().map_or_else(|error| error.fault.as_str(), |_| Finish::Stop.as_str());
        let error = fetched.as_ref().err().map(|error| error.message.to_string());
        let usage = fetched.as_ref().map_or_else(|_| Usage::default(), used);
        during.journal.received(number, &Received { status, usage, model: None, outcome, error }, "");
        fetched
    }

    async fn fetch_body(
        &self,
        request: Request,
        call: &Call,
        stop: &dyn StopSignal,
        status: &mut Option<u16>,
    ) -> JsonAnswer<Value> {
        let mut silence = Silence::begin(self.patience.with_server(&call.url));
        let mut response = self.send(request, call, stop, &silence).await?.ok_or_else(stopped)?;
        *status = Some(response.status().as_u16());
        self.refuse_unless_ok(&mut response, call, stop).await?;
        let body = self.whole(&mut response, call, stop, &mut silence).await?.ok_or_else(stopped)?;
        serde_json::from_str(&body).map_err(|_| malformed(call, "no JSON"))
    }

    /// One try, written down before and after. Also says whether anything came that must not come twice.
    async fn attempt<F: WireFormat>(
        &self,
        call: &Call,
        during: &CallContext<'_>,
        hear: ReplySink<'_>,
    ) -> (ProviderReply, bool) {
        let recorded = request(call).and_then(|request| Ok((record(&request, during)?, request)));
        let (number, request) = match recorded {
            Ok(recorded) => recorded,
            Err(error) => return (ProviderReply::failed(error), true),
        };
        let mut reading = AnswerReader::<F>::default();
        let mut status = None;
        let talked = self.send_and_read(request, call, during.stop, &mut reading, &mut status, hear).await;
        let end = talked.unwrap_or_else(|error| ReplyOutcome::Failed(call.auth.without_key(error)));
        let has_begun = reading.collect.has_begun();
        let reply = reading.into_reply(end);
        during.journal.received(number, &received(&reply, status), &reply.text);
        (reply, has_begun)
    }

    async fn send_and_read<F: WireFormat>(
        &self,
        request: Request,
        call: &Call,
        stop: &dyn StopSignal,
        reading: &mut AnswerReader<F>,
        status: &mut Option<u16>,
        hear: ReplySink<'_>,
    ) -> JsonAnswer<ReplyOutcome> {
        let mut silence = Silence::begin(self.patience.with_server(&call.url));
        let Some(mut response) = self.send(request, call, stop, &silence).await? else {
            return Ok(ReplyOutcome::Stopped);
        };
        *status = Some(response.status().as_u16());
        self.refuse_unless_ok(&mut response, call, stop).await?;
        match media_type(&response) {
            Media::Json => {
                let Some(body) = self.whole(&mut response, call, stop, &mut silence).await? else {
                    return Ok(ReplyOutcome::Stopped);
                };
                reading.take_whole(&body, hear)?;
            }
            Media::Page => return Err(malformed(call, "a web page")),
            Media::Events => {
                if self.read_events(reading, &mut response, call, stop, &mut silence, hear).await?
                    == PieceOutcome::Stopped
                {
                    return Ok(ReplyOutcome::Stopped);
                }
            }
        }
        reading.done(hear)
    }

    /// Reads events to the end of the stream.
    async fn read_events<F: WireFormat>(
        &self,
        reading: &mut AnswerReader<F>,
        response: &mut Response,
        call: &Call,
        stop: &dyn StopSignal,
        silence: &mut Silence,
        hear: ReplySink<'_>,
    ) -> JsonAnswer<PieceOutcome> {
        loop {
            let is_done = reading.collect.finish.is_some();
            let piece = match self.within(silence.left(is_done), stop, response.chunk()).await {
                WaitOutcome::Stopped => return Ok(PieceOutcome::Stopped),
                WaitOutcome::Done(Ok(Some(piece))) => piece,
                WaitOutcome::Done(Ok(None)) => return reading.take_end(stop, hear),
                // With the reason for its end, an answer is whole.
                _ if is_done => return Ok(PieceOutcome::Last),
                WaitOutcome::TooLong => return Err(silent(call, silence)),
                WaitOutcome::Done(Err(_)) => return Err(cut()),
            };
            let said_before = reading.event_count;
            match reading.take(&piece, stop, hear)? {
                PieceOutcome::More => {}
                ended => return Ok(ended),
            }
            silence.came(reading.event_count > said_before);
            // Pings that come without a pause are never waited for, so that no limit would be seen.
            if silence.left(is_done).is_zero() {
                return if is_done { Ok(PieceOutcome::Last) } else { Err(silent(call, silence)) };
            }
        }
    }

    /// `None` if it was stopped.
    async fn send(
        &self,
        request: Request,
        call: &Call,
        stop: &dyn StopSignal,
        silence: &Silence,
    ) -> JsonAnswer<Option<Response>> {
        panic_for_a_test(call, &request);
        let client = self.client(crate::providers::origin::is_loopback(&call.url))?;
        match self.within(silence.left(false), stop, client.execute(request)).await {
            WaitOutcome::Done(Ok(response)) => Ok(Some(response)),
            WaitOutcome::Done(Err(error)) => Err(broken(call, &error)),
            WaitOutcome::Stopped => Ok(None),
            WaitOutcome::TooLong => Err(silent(call, silence)),
        }
    }

    async fn refuse_unless_ok(&self, response: &mut Response, call: &Call, stop: &dyn StopSignal) -> JsonAnswer<()> {
        let status = response.status();
        if status.is_success() {
            return Ok(());
        }
        let wait = retry_after(response.headers(), self.world.clock.now_ms());
        // The words are a help, not worth a long wait or an error of their own.
        let mut body = Vec::new();
        while body.len() < MAX_ERROR_BODY {
            match self.within(self.patience.rest, stop, response.chunk()).await {
                WaitOutcome::Done(Ok(Some(more))) => body.extend_from_slice(&more),
                _ => break,
            }
        }
        body.truncate(MAX_ERROR_BODY);
        Err(error_of(status, &host(call), &String::from_utf8_lossy(&body), wait))
    }

    /// A body that comes whole; `None` if it was stopped.
    async fn whole(
        &self,
        response: &mut Response,
        call: &Call,
        stop: &dyn StopSignal,
        silence: &mut Silence,
    ) -> JsonAnswer<Option<String>> {
        let mut body = Vec::new();
        loop {
            match self.within(silence.left(false), stop, response.chunk()).await {
                WaitOutcome::Done(Ok(Some(more))) => {
                    // Some servers send empty lines while they work.
                    silence.came(!more.trim_ascii().is_empty());
                    body.extend_from_slice(&more);
                }
                WaitOutcome::Done(Ok(None)) => break,
                WaitOutcome::Done(Err(_)) => return Err(cut()),
                WaitOutcome::Stopped => return Ok(None),
                WaitOutcome::TooLong => return Err(silent(call, silence)),
            }
            if body.len() > MAX_ANSWER {
                return Err(too_large());
            }
        }
        Ok(Some(String::from_utf8_lossy(&body).into_owned()))
    }

    /// Waits for `work`, and looks meanwhile whether it is still wanted.
    async fn within<T>(&self, limit: Duration, stop: &dyn StopSignal, work: impl Future<Output = T>) -> WaitOutcome<T> {
        let mut work = pin!(work);
        let begun = Instant::now();
        loop {
            if stop.is_stopped() {
                return WaitOutcome::Stopped;
            }
            let left = limit.saturating_sub(begun.elapsed());
            if let Ok(done) = timeout(GLANCE.min(left), work.as_mut()).await {
                return WaitOutcome::Done(done);
            }
            if left.is_zero() {
                return WaitOutcome::TooLong;
            }
        }
    }

    /// True if it was stopped.
    async fn pause(&self, pause: Duration, stop: &dyn StopSignal) -> bool {
        matches!(self.within(pause, stop, std::future::pending::<()>()).await, WaitOutcome::Stopped)
    }

    pub(super) fn chance(&self) -> u64 {
        self.world.ids.next().as_u64_pair().1
    }
}

/// A test looks where a panic leaves the key, and nothing panics by itself while it is in hand. So in debug builds, once
/// the file is there that `FACTLY_DEBUG_PANIC` names, it is taken away and all that the request can say of itself is said.
#[cfg(debug_assertions)]
fn panic_for_a_test(call: &Call, request: &Request) {
    let is_requested = std::env::var_os("FACTLY_DEBUG_PANIC").is_some_and(|file| std::fs::remove_file(file).is_ok());
    assert!(!is_requested, "a test asked for it: {call:?} {request:?}");
}

#[cfg(not(debug_assertions))]
fn panic_for_a_test(_: &Call, _: &Request) {}

fn record(request: &Request, during: &CallContext<'_>) -> JsonAnswer<i64> {
    during.journal.sending(&sent(request)).map_err(|error| {
        ProviderError::new(
            ProviderFault::NotRecorded,
            message!("Nothing was sent, since it could not be recorded: {}", error),
        )
    })
}

/// All of a request but the key.
fn sent(request: &Request) -> Sent {
    let shown = |value: &HeaderValue| match value.is_sensitive() {
        true if value.as_bytes().starts_with(b"Bearer ") => "Bearer ***".to_owned(),
        true => "***".to_owned(),
        false => String::from_utf8_lossy(value.as_bytes()).into_owned(),
    };
    let headers: Vec<String> =
        request.headers().iter().map(|(name, value)| format!("{name}: {}", shown(value))).collect();
    let body = request.body().and_then(Body::as_bytes).unwrap_or_default();
    let body = String::from_utf8_lossy(body).into_owned();
    Sent { url: request.url().to_string(), headers: headers.join("\n"), body }
}

fn received(reply: &ProviderReply, status: Option<u16>) -> Received {
    let (outcome, error) = match &reply.end {
        ReplyOutcome::Done(finish) => (finish.as_str(), None),
        ReplyOutcome::Stopped => ("stopped", None),
        ReplyOutcome::Failed(error) => (error.fault.as_str(), Some(error.message.to_string())),
    };
    Received { status, usage: reply.usage, model: reply.model.clone(), outcome, error }
}

/// The request with every header that goes out, so that nothing is added to it which is not written down.
fn request(call: &Call) -> JsonAnswer<Request> {
    let method = if call.body.is_some() { Method::POST } else { Method::GET };
    let mut request = Request::new(method, call.url.clone());
    let mut headers = headers(call)?;
    if let Some(body) = call.body.as_ref().map(Value::to_string) {
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        headers.insert(CONTENT_LENGTH, HeaderValue::from(body.len()));
        *request.body_mut() = Some(body.into());
    }
    *request.headers_mut() = headers;
    Ok(request)
}

fn headers(call: &Call) -> JsonAnswer<HeaderMap> {
    let mut headers = HeaderMap::new();
    let host = HeaderValue::try_from(host(call));
    headers
        .insert(HOST, host.map_err(|_| ProviderError::new(ProviderFault::Unreachable, "The address names no host."))?);
    headers.insert(USER_AGENT, HeaderValue::from_static(concat!("Factly/", env!("CARGO_PKG_VERSION"))));
    headers.insert(ACCEPT, HeaderValue::from_static("text/event-stream, application/json"));
    for (name, value) in &call.headers {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    let (name, value) = match &call.auth {
        Auth::None => return Ok(headers),
        Auth::Bearer(key) => (AUTHORIZATION, HeaderValue::try_from(format!("Bearer {}", key.expose()))),
        Auth::XApiKey(key) => (HeaderName::from_static("x-api-key"), HeaderValue::try_from(key.expose())),
    };
    let mut value = value.map_err(|_| {
        ProviderError::new(ProviderFault::KeyRefused, "The key holds a character that no key has, so nothing was sent.")
    })?;
    value.set_sensitive(true);
    headers.insert(name, value);
    Ok(headers)
}

enum Media {
    Events,
    Json,
    Page,
}

/// Reads a media type; neither JSON nor a page is a stream, whatever it calls itself.
fn media_type(response: &Response) -> Media {
    let named = response.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let named = named.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    match named.as_str() {
        "application/json" | "application/problem+json" => Media::Json,
        "text/html" | "application/xhtml+xml" => Media::Page,
        _ => Media::Events,
    }
}

impl Auth {
    /// A server may repeat the key in its words; they go no further with it.
    fn without_key(&self, mut error: ProviderError) -> ProviderError {
        if let Self::Bearer(key) | Self::XApiKey(key) = self {
            for form in forms_of(key.expose()) {
                error.message.each_text(&mut |text| {
                    *text = text.replace(&form, "***");
                    if let Some(at) = text.strip_suffix('…').and_then(|shown| begun_at(shown, &form)) {
                        text.replace_range(at.., "***…");
                    }
                });
            }
        }
        error
    }
}

/// Finds where `text` ends in the beginning of a key: many words are cut, maybe within it.
fn begun_at(text: &str, form: &str) -> Option<usize> {
    let mut begins = (SHORTEST_BEGUN..form.len()).rev().filter_map(|end| form.get(..end));
    begins.find(|begin| text.ends_with(begin)).map(|begin| text.len() - begin.len())
}

/// Fewer letters tell nothing.
const SHORTEST_BEGUN: usize = 4;

/// Returns a key as a page of an error writes it: as it is, as in an address, in hexadecimal, or in base64.
fn forms_of(key: &str) -> Vec<String> {
    let escaped = |upper: bool| {
        let byte = |byte: u8| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => char::from(byte).to_string(),
            _ if upper => format!("%{byte:02X}"),
            _ => format!("%{byte:02x}"),
        };
        key.bytes().map(byte).collect::<String>()
    };
    let mut forms = vec![key.to_owned(), escaped(true), escaped(false), hex::encode_upper(key), hex::encode(key)];
    // As some write JSON.
    forms.push(key.replace('/', "\\/"));
    forms.extend((0..3).map(|before| in_base64(key, before)).filter(|form| form.len() >= SHORTEST));
    forms.extend(forms.clone().iter().map(|form| form.replace('+', "-").replace('/', "_")));
    forms
}

/// Fewer letters of base64 stand in many a word.
const SHORTEST: usize = 8;

/// The letters of base64 that are the key's alone where so many bytes stand before it: "name:key" is often sent as one.
fn in_base64(key: &str, before: usize) -> String {
    let bytes: Vec<u8> = std::iter::repeat_n(0, before).chain(key.bytes()).collect();
    let (first, end) = ((before * 8).div_ceil(6), bytes.len() * 8 / 6);
    STANDARD_NO_PAD.encode(bytes)[first..end].to_owned()
}

fn host(call: &Call) -> String {
    let name = call.url.host_str().unwrap_or_default();
    match call.url.port() {
        Some(port) => format!("{name}:{port}"),
        None => name.to_owned(),
    }
}

fn broken(call: &Call, error: &reqwest::Error) -> ProviderError {
    let host = host(call);
    if error.is_connect() || error.is_timeout() {
        return ProviderError::new(
            ProviderFault::Unreachable,
            message!("There is no connection to {}: {}.", host, cause(error)),
        );
    }
    cut()
}

/// The innermost reason, which is the one that says something.
fn cause(error: &reqwest::Error) -> String {
    let mut inner: &dyn std::error::Error = error;
    while let Some(source) = inner.source() {
        inner = source;
    }
    inner.to_string().trim_end_matches('.').to_owned()
}

fn silent(call: &Call, silence: &Silence) -> ProviderError {
    let seconds = silence.lasted().as_secs_f32().round().max(1.0);
    ProviderError::new(ProviderFault::Silent, message!("{} said nothing for {} s.", host(call), seconds))
}

fn malformed(call: &Call, what: &'static str) -> ProviderError {
    ProviderError::new(ProviderFault::Malformed, message!("{} answered with {}.", host(call), UserMessage::from(what)))
}

/// For a call that gives no partial result.
fn stopped() -> ProviderError {
    ProviderError::new(ProviderFault::Cut, "The call was stopped.")
}

#[cfg(test)]
mod tests {
    use factly_core::message::UserMessage;

    use super::{Auth, forms_of};
    use crate::providers::fault::{ProviderError, ProviderFault};
    use crate::secrets::Secret;

    #[test]
    fn a_key_is_known_in_the_forms_that_servers_write() {
        let forms = forms_of("a+/=1");
        assert_eq!(forms[..6], ["a+/=1", "a%2B%2F%3D1", "a%2b%2f%3d1", "612B2F3D31", "612b2f3d31", "a+\\/=1"]);
    }

    #[test]
    fn a_key_is_known_in_base64_wherever_it_stands() {
        // As `base64` writes "sk-key-1?>", "a:sk-key-1?>" and "me:sk-key-1?>", and the first as addresses have it.
        let rows = ["c2sta2V5LTE/Pg==", "YTpzay1rZXktMT8+", "bWU6c2sta2V5LTE/Pg==", "c2sta2V5LTE_Pg"];
        for row in rows {
            let masked = forms_of("sk-key-1?>").iter().fold(row.to_owned(), |text, form| text.replace(form, "***"));
            assert!(masked.contains("***") && masked.len() <= 10, "{row} is {masked}");
        }
        assert!(forms_of("abc").iter().all(|form| form != "YWJj"), "what is short is no key's alone");
    }

    #[test]
    fn a_key_that_is_cut_with_the_words_around_it_is_left_out_too() {
        let key = "cn4ry/7f3A+9c5e";
        let auth = Auth::Bearer(Secret::new(key).unwrap());
        for wording in [format!("not {key} here"), format!("not {} here", "636e3472792f376633412b39633565")] {
            for end in 0..wording.len() {
                let error = ProviderError::new(
                    ProviderFault::KeyRefused,
                    UserMessage::verbatim(format_args!("{}…", &wording[..end])),
                );
                let cleaned = auth.without_key(error).message;
                assert!(!cleaned.to_string().contains(&key[..4]) && !cleaned.to_string().contains("636e"), "{cleaned}");
            }
        }
    }
}
