//! Providers: what answers prompts. Three calls (chat with tools, one JSON answer, vectors), for any wire format.
//!
//! This folder is the only place that names reqwest. A request goes only to the exact origin that its key was saved with;
//! it is written down before it is sent; an answer ends exactly once, and what came of it until then is kept.
//!
//! | file | does |
//! |---|---|
//! | `request`, `reply`, `fault` | what is asked, what comes back, what went wrong: in no provider's words |
//! | `anthropic/`, `openai/` | the two wire formats: requests, and the events of a stream |
//! | `wire/` | HTTP, event streams, retries, Stop, silence, limits |
//! | `origin` | which addresses are allowed |
//! | `settings`, `context`, `choose` | what the analyst set for each task, and what the environment says instead |
//! | `named_model` | a model by its name, for what asks several |
//! | `consent`, `record` | who may see a discovery's text, and what was sent |
//! | `price` | what models cost, as the analyst gave it |
//! | `token_use` | what a call takes, and the wallet that may pay for it |
//! | `json` | the JSON in an answer |
//! | `detect` | servers on this machine |
//! | `calls` | what the library offers to the rest of the engine and to the shells |

mod anthropic;
mod calls;
mod choose;
mod consent;
mod context;
mod detect;
mod fault;
mod json;
mod lenient_json;
mod named_model;
mod openai;
mod origin;
mod price;
mod record;
mod reply;
mod request;
mod settings;
mod token_use;
mod wire;

pub use calls::{Model, TestVerdict};
pub use consent::{Consent, SendTo};
pub use context::{ConsentByEnvironment, Environment, ProviderContext};
pub use detect::DetectedServer;
pub use fault::{ProviderError, ProviderFault};
pub use named_model::NamedModel;
pub use origin::{BaseUrl, Origin};
pub use price::{Cost, Price};
pub(crate) use record::Purpose;
pub use record::{Exchange, SentRequest};
pub use reply::{Finish, ProviderReply, ReplyEvent, ReplyOutcome, Usage};
pub use request::{ChatRequest, JsonRequest, PromptMessage, ToolCall, ToolDefinition};
pub use settings::{ModelChoice, Settings, Task};
pub(crate) use token_use::TokenUse;
pub use wire::{
    CallContext, CallPatience, HttpTransport, Journal, NoJournal, ProgressStop, Received, Sent, StopSignal,
};

use anthropic::Anthropic;
use factly_core::named;
use openai::OpenAi;

use crate::context::area;
use crate::secrets::Secret;

area! {
    /// The providers that answer prompts: settings, keys, consent, and the record of what was sent.
    Providers
}

/// A provider that answers prompts. Blocks its thread; see [`HttpTransport`] for where it must not be called.
pub trait Provider: Send + Sync {
    /// Goes on with a conversation. `hear` is told of each event as it comes; the reply holds all of them.
    fn chat(&self, ask: &ChatRequest, during: &CallContext<'_>, hear: &mut dyn FnMut(ReplyEvent)) -> ProviderReply;

    /// One answer in JSON, as the text of the reply: by the provider's own means where it has some, else as it comes.
    fn answer(&self, ask: &JsonRequest, during: &CallContext<'_>) -> ProviderReply;

    /// A vector for each text, in their order.
    fn embed(&self, texts: &[&str], during: &CallContext<'_>) -> Result<Vectors, ProviderError>;

    fn models(&self, during: &CallContext<'_>) -> Result<Vec<ModelInfo>, ProviderError>;
}

#[derive(Clone, Debug, PartialEq)]
pub struct Vectors {
    pub vectors: Vec<Vec<f32>>,
    pub input_tokens: Option<u64>,
}

impl Vectors {
    /// As the wallet books it: what went in, and nothing that came out.
    fn as_reply(&self) -> ProviderReply {
        let usage =
            Usage { input_tokens: self.input_tokens, output_tokens: self.input_tokens.map(|_| 0), ..<_>::default() };
        ProviderReply {
            text: String::new(),
            calls: Vec::new(),
            usage,
            model: None,
            end: ReplyOutcome::Done(Finish::Stop),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelInfo {
    pub id: String,
    pub title: Option<String>,
}

named! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum ProviderKind {
        /// Built in: nothing leaves.
        Offline = "offline",
        Anthropic = "anthropic",
        OpenAi = "openai",
        OpenAiCompatible = "openai-compatible",
    }
}

impl ProviderKind {
    /// As the analyst knows it.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Offline => "Offline",
            Self::Anthropic => "Anthropic",
            Self::OpenAi => "OpenAI",
            Self::OpenAiCompatible => "OpenAI-compatible server",
        }
    }

    /// Returns its maker's address.
    pub const fn default_url(self) -> Option<&'static str> {
        match self {
            Self::Anthropic => Some("https://api.anthropic.com"),
            Self::OpenAi => Some("https://api.openai.com/v1"),
            Self::Offline | Self::OpenAiCompatible => None,
        }
    }
}

/// A provider at an address, with a key and a model.
#[derive(Clone, Debug)]
pub struct Access {
    pub kind: ProviderKind,
    pub base: BaseUrl,
    pub key: Option<Secret>,
    pub model: String,
}

/// Makes the provider of `access`; [`Offline`] is one of its own.
pub fn connect(access: Access, wire: &HttpTransport) -> Box<dyn Provider> {
    let Access { kind, base, key, model } = access;
    let wire = wire.clone();
    match kind {
        ProviderKind::Offline => Box::new(Offline),
        ProviderKind::Anthropic => Box::new(Anthropic { wire, base, key, model }),
        ProviderKind::OpenAi | ProviderKind::OpenAiCompatible => Box::new(OpenAi { wire, kind, base, key, model }),
    }
}

/// Reads a recorded stream as if a server had sent it in these pieces, with no line in between.
pub fn replay<'p>(
    kind: ProviderKind,
    pieces: impl IntoIterator<Item = &'p [u8]>,
    hear: &mut dyn FnMut(ReplyEvent),
) -> ProviderReply {
    match kind {
        ProviderKind::Offline => ProviderReply::failed(Offline::none()),
        ProviderKind::Anthropic => wire::replay::<anthropic::AnthropicStream>(pieces, hear),
        ProviderKind::OpenAi | ProviderKind::OpenAiCompatible => wire::replay::<openai::OpenAiStream>(pieces, hear),
    }
}

/// The built-in provider. Its parser is `factly_core::extraction::offline`, which the runs call themselves; it has no
/// words of its own and says so.
pub struct Offline;

impl Offline {
    fn none() -> ProviderError {
        ProviderError::new(ProviderFault::NoModel, "This needs a model, and none is set. Nothing was sent.")
    }
}

impl Provider for Offline {
    fn chat(&self, _: &ChatRequest, _: &CallContext<'_>, _: &mut dyn FnMut(ReplyEvent)) -> ProviderReply {
        ProviderReply::failed(Self::none())
    }

    fn answer(&self, _: &JsonRequest, _: &CallContext<'_>) -> ProviderReply {
        ProviderReply::failed(Self::none())
    }

    fn embed(&self, _: &[&str], _: &CallContext<'_>) -> Result<Vectors, ProviderError> {
        Err(Self::none())
    }

    fn models(&self, _: &CallContext<'_>) -> Result<Vec<ModelInfo>, ProviderError> {
        Ok(Vec::new())
    }
}

impl Providers<'_> {
    /// Returns what the library was connected with; nothing where nobody connected it.
    fn provider_context(&self) -> std::sync::Arc<ProviderContext> {
        self.ctx.get().unwrap_or_else(|| std::sync::Arc::new(ProviderContext::nothing(self.ctx.world().clone())))
    }
}
