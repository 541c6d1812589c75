//! Providers on the wire: what is set, where a key is (never the key), verdicts, consent, what was sent.

use factly_core::chat::sources::SourceLimits;
use factly_engine::{providers as domain, secrets};
use serde::{Deserialize, Serialize};
use specta::Type;

use super::count;
use crate::error::AppError;

wire_enum! {
    ProviderKind = domain::ProviderKind {
        Offline,
        Anthropic,
        #[serde(rename = "openai")]
        OpenAi,
        #[serde(rename = "openai-compatible")]
        OpenAiCompatible,
    }
}

wire_enum! {
    ProviderTask = domain::Task { Extraction, Chat, Derivation, Search }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ProviderChoice {
    pub provider: ProviderKind,
    /// None is where its maker serves it.
    pub base_url: Option<String>,
    /// None is the provider's usual one.
    pub model: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ProviderSettings {
    pub extraction: ProviderChoice,
    pub chat: ProviderChoice,
    pub derivation: ProviderChoice,
    pub search: ProviderChoice,
    pub temperature: f32,
    pub max_tokens: u32,
    pub context_threshold: u32,
    pub limits: ChatLimits,
    pub prices: Vec<ProviderPrice>,
}

/// Of the chat over sources.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ChatLimits {
    pub max_history: u32,
    pub min_similarity: f32,
    pub top_k: u32,
    pub summarizes: bool,
    pub limits_rate: bool,
}

impl From<SourceLimits> for ChatLimits {
    fn from(limits: SourceLimits) -> Self {
        let SourceLimits { max_history, min_similarity, top_k, summarizes, limits_rate } = limits;
        Self { max_history, min_similarity, top_k, summarizes, limits_rate }
    }
}

impl From<ChatLimits> for SourceLimits {
    fn from(limits: ChatLimits) -> Self {
        let ChatLimits { max_history, min_similarity, top_k, summarizes, limits_rate } = limits;
        Self { max_history, min_similarity, top_k, summarizes, limits_rate }
    }
}

/// The price of a model from a day on, as the analyst gave it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ProviderPrice {
    pub origin: String,
    pub model: String,
    /// Of a million tokens.
    pub input: f64,
    pub output: f64,
    pub currency: String,
    /// "2026-11-22", in UTC.
    pub since: String,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ProviderState {
    /// The analyst's settings.
    pub stored: ProviderSettings,
    /// The settings in effect in this run.
    pub effective: ProviderSettings,
    /// The environment variables that make the difference.
    pub variables: Vec<String>,
}

/// The place of a key.
#[derive(Clone, Debug, Serialize, Type)]
#[serde(tag = "place", rename_all = "snake_case")]
pub enum KeyPlace {
    Keyring,
    /// Only until the application ends.
    ThisRun {
        because: super::message::UserMessage,
    },
    Environment {
        variable: String,
    },
    None,
    Unknown {
        because: super::message::UserMessage,
    },
}

wire_struct! {
    ProviderModel = domain::ModelInfo {
        id: String,
        title: Option<String>,
    }
}

wire_struct! {
    ProviderVerdict = domain::TestVerdict as verdict {
        model: Option<String>,
        models: Vec<ProviderModel>,
        took_ms: u32 = count(verdict.took.as_millis()),
        /// None: it works.
        error: Option<AppError>,
    }
}

wire_struct! {
    FoundServer = domain::DetectedServer {
        name: String,
        base_url: String,
        models: Vec<ProviderModel>,
    }
}

wire_struct! {
    /// To whom a task would send a discovery's text.
    SendTo = domain::SendTo {
        provider: ProviderKind,
        origin: String,
        model: Option<String>,
        is_allowed: bool,
    }
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SentRequest {
    pub id: String,
    /// For the next page.
    pub cursor: i64,
    pub task: String,
    pub message: Option<String>,
    pub provider: String,
    pub model: String,
    pub answered_by: Option<String>,
    pub url: String,
    pub sent_at: i64,
    pub ended_at: Option<i64>,
    pub status: Option<u32>,
    pub outcome: String,
    pub input_tokens: Option<i64>,
    pub output_tokens: Option<i64>,
    pub cost: Option<SentCost>,
    pub error: Option<String>,
}

wire_struct! {
    SentCost = domain::Cost as cost {
        amount: f64 = cost.nano as f64 / 1e9,
        currency: String,
        /// The day of the analyst's price by which it was reckoned. None: the server said it.
        by_price_of: Option<String>,
    }
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SentRequestView {
    pub request: SentRequest,
    pub headers: String,
    pub body: String,
}

impl From<domain::ModelChoice> for ProviderChoice {
    fn from(choice: domain::ModelChoice) -> Self {
        Self { provider: choice.kind.into(), base_url: choice.base_url, model: choice.model }
    }
}

impl From<ProviderChoice> for domain::ModelChoice {
    fn from(choice: ProviderChoice) -> Self {
        Self { kind: choice.provider.into(), base_url: choice.base_url, model: choice.model }
    }
}

impl From<domain::Settings> for ProviderSettings {
    fn from(settings: domain::Settings) -> Self {
        Self {
            extraction: settings.extraction.into(),
            chat: settings.chat.into(),
            derivation: settings.derivation.into(),
            search: settings.search.into(),
            temperature: settings.temperature,
            max_tokens: settings.max_tokens,
            context_threshold: settings.context_threshold,
            limits: settings.limits.into(),
            prices: settings.prices.into_iter().map(Into::into).collect(),
        }
    }
}

impl From<ProviderSettings> for domain::Settings {
    fn from(settings: ProviderSettings) -> Self {
        Self {
            extraction: settings.extraction.into(),
            chat: settings.chat.into(),
            derivation: settings.derivation.into(),
            search: settings.search.into(),
            temperature: settings.temperature,
            max_tokens: settings.max_tokens,
            context_threshold: settings.context_threshold,
            limits: settings.limits.into(),
            prices: settings.prices.into_iter().map(Into::into).collect(),
        }
    }
}

impl From<domain::Price> for ProviderPrice {
    fn from(price: domain::Price) -> Self {
        let domain::Price { origin, model, input, output, currency, since } = price;
        Self { origin, model, input: input as f64 / 1e6, output: output as f64 / 1e6, currency, since }
    }
}

impl From<ProviderPrice> for domain::Price {
    fn from(price: ProviderPrice) -> Self {
        let ProviderPrice { origin, model, input, output, currency, since } = price;
        let millionths = |amount: f64| (amount * 1e6).round() as u64;
        Self { origin, model, input: millionths(input), output: millionths(output), currency, since }
    }
}

impl From<secrets::KeyPlace> for KeyPlace {
    fn from(location: secrets::KeyPlace) -> Self {
        match location {
            secrets::KeyPlace::Keyring => Self::Keyring,
            secrets::KeyPlace::ThisRun(trouble) => Self::ThisRun { because: trouble.message().into() },
            secrets::KeyPlace::Environment(variable) => Self::Environment { variable: variable.to_owned() },
            secrets::KeyPlace::None => Self::None,
            secrets::KeyPlace::Unknown(trouble) => Self::Unknown { because: trouble.message().into() },
        }
    }
}

impl From<domain::Exchange> for SentRequest {
    fn from(domain::Exchange { row, cost }: domain::Exchange) -> Self {
        Self {
            id: row.id.to_string(),
            cursor: row.seq,
            task: row.task,
            message: row.message.map(|id| id.to_string()),
            provider: row.provider,
            model: row.model,
            answered_by: row.answered_by,
            url: row.url,
            sent_at: row.sent_at,
            ended_at: row.ended_at,
            status: row.status.map(u32::from),
            outcome: row.outcome,
            input_tokens: row.input_tokens,
            output_tokens: row.output_tokens,
            cost: cost.map(Into::into),
            error: row.error,
        }
    }
}

impl From<domain::SentRequest> for SentRequestView {
    fn from(sent: domain::SentRequest) -> Self {
        let headers = sent.exchange.row.headers.clone();
        Self { request: sent.exchange.into(), headers, body: sent.body }
    }
}
