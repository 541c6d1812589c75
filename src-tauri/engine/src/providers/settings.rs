//! The analyst's settings: a provider and a model for each task, and the limits of the chat.
//!
//! Kept as one small JSON object in the library. What is missing or no longer understood falls back to its default, each
//! for itself. Settings hold no key, and no import or export carries them.

use factly_core::chat::sources::SourceLimits;
use factly_core::named;
use serde::Serialize;
use serde_json::Value;

use crate::providers::{Price, ProviderKind};

/// Under this name among the preferences.
pub(super) const PREFERENCE: &str = "providers";

named! {
    /// The task that a model is asked for.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum Task {
        Extraction = "extraction",
        Chat = "chat",
        /// Derivation, and what else judges texts: impact and duplicates.
        Derivation = "derivation",
        /// Vectors of passages and questions, by which a search compares what they mean.
        Search = "search",
    }
}

impl Task {
    /// Those whose model answers in words, so that one can serve them all.
    pub const IN_WORDS: [Self; 3] = [Self::Extraction, Self::Chat, Self::Derivation];
}

/// The choice for a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelChoice {
    pub kind: ProviderKind,
    /// None is where its maker serves it.
    pub base_url: Option<String>,
    /// None is what the provider is known for, or the first that a server lists.
    pub model: Option<String>,
}

impl ModelChoice {
    pub const OFFLINE: Self = Self { kind: ProviderKind::Offline, base_url: None, model: None };
}

#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    pub extraction: ModelChoice,
    pub chat: ModelChoice,
    pub derivation: ModelChoice,
    pub search: ModelChoice,
    /// Of the chat: 0 to 2.
    pub temperature: f32,
    /// Tokens of one answer of the chat.
    pub max_tokens: u32,
    /// Entities above which the chat is told a summary.
    pub context_threshold: u32,
    /// Of the chat over sources.
    pub limits: SourceLimits,
    /// In order of address, model and day.
    pub prices: Vec<Price>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            extraction: ModelChoice::OFFLINE,
            chat: ModelChoice::OFFLINE,
            derivation: ModelChoice::OFFLINE,
            search: ModelChoice::OFFLINE,
            temperature: 0.4,
            max_tokens: 4_096,
            context_threshold: 50,
            limits: SourceLimits::default(),
            prices: Vec::new(),
        }
    }
}

impl Settings {
    pub const fn for_task(&self, task: Task) -> &ModelChoice {
        match task {
            Task::Extraction => &self.extraction,
            Task::Chat => &self.chat,
            Task::Derivation => &self.derivation,
            Task::Search => &self.search,
        }
    }

    pub const fn for_task_mut(&mut self, task: Task) -> &mut ModelChoice {
        match task {
            Task::Extraction => &mut self.extraction,
            Task::Chat => &mut self.chat,
            Task::Derivation => &mut self.derivation,
            Task::Search => &mut self.search,
        }
    }

    pub(super) fn parse(stored: &str) -> Self {
        let stored: Value = serde_json::from_str(stored).unwrap_or_default();
        let known = Self::default();
        let choice = |task: Task| stored.get(task.as_str()).and_then(choice).unwrap_or(ModelChoice::OFFLINE);
        let number = |name: &str| stored.get(name).and_then(Value::as_f64);
        Self {
            extraction: choice(Task::Extraction),
            chat: choice(Task::Chat),
            derivation: choice(Task::Derivation),
            search: choice(Task::Search),
            temperature: number("temperature").map_or(known.temperature, |number| number as f32),
            max_tokens: number("max_tokens").map_or(known.max_tokens, |number| number as u32),
            context_threshold: number("context_threshold").map_or(known.context_threshold, |number| number as u32),
            limits: limits(&stored),
            prices: stored.get("prices").and_then(Value::as_array).into_iter().flatten().filter_map(price).collect(),
        }
        .within_limits()
    }

    pub(super) fn to_json(&self) -> String {
        let stored = StoredSettings {
            extraction: StoredChoice::from_choice(&self.extraction),
            chat: StoredChoice::from_choice(&self.chat),
            derivation: StoredChoice::from_choice(&self.derivation),
            search: StoredChoice::from_choice(&self.search),
            temperature: super::openai::rounded(self.temperature),
            max_tokens: self.max_tokens,
            context_threshold: self.context_threshold,
            max_chat_history: self.limits.max_history,
            min_similarity: super::openai::rounded(self.limits.min_similarity),
            chat_top_k: self.limits.top_k,
            chat_summaries: self.limits.summarizes,
            chat_rate_limit: self.limits.limits_rate,
            prices: &self.prices,
        };
        serde_json::to_string(&stored).unwrap_or_default()
    }

    /// No number that a provider would refuse.
    #[must_use]
    pub(super) fn within_limits(self) -> Self {
        let temperature = if self.temperature.is_finite() { self.temperature.clamp(0.0, 2.0) } else { 0.4 };
        let limits = self.limits.within_bounds();
        Self { temperature, max_tokens: self.max_tokens.clamp(1, 1_000_000), limits, ..self }
    }
}

#[derive(Serialize)]
struct StoredSettings<'a> {
    extraction: StoredChoice<'a>,
    chat: StoredChoice<'a>,
    derivation: StoredChoice<'a>,
    search: StoredChoice<'a>,
    temperature: Value,
    max_tokens: u32,
    context_threshold: u32,
    max_chat_history: u32,
    min_similarity: Value,
    chat_top_k: u32,
    chat_summaries: bool,
    chat_rate_limit: bool,
    prices: &'a [Price],
}

#[derive(Serialize)]
struct StoredChoice<'a> {
    provider: &'a str,
    base_url: Option<&'a str>,
    model: Option<&'a str>,
}

impl<'a> StoredChoice<'a> {
    fn from_choice(choice: &'a ModelChoice) -> Self {
        Self { provider: choice.kind.as_str(), base_url: choice.base_url.as_deref(), model: choice.model.as_deref() }
    }
}

fn choice(stored: &Value) -> Option<ModelChoice> {
    let text = |name: &str| stored.get(name).and_then(Value::as_str).map(str::to_owned);
    let kind = ProviderKind::parse(&text("provider")?)?;
    Some(ModelChoice { kind, base_url: text("base_url"), model: text("model") })
}

fn limits(stored: &Value) -> SourceLimits {
    let known = SourceLimits::default();
    let number = |name: &str| stored.get(name).and_then(Value::as_f64);
    let flag = |name: &str| stored.get(name).and_then(Value::as_bool);
    SourceLimits {
        max_history: number("max_chat_history").map_or(known.max_history, |number| number as u32),
        min_similarity: number("min_similarity").map_or(known.min_similarity, |number| number as f32),
        top_k: number("chat_top_k").map_or(known.top_k, |number| number as u32),
        summarizes: flag("chat_summaries").unwrap_or(known.summarizes),
        limits_rate: flag("chat_rate_limit").unwrap_or(known.limits_rate),
    }
}

/// One that is not understood is left out, and the others stay.
fn price(stored: &Value) -> Option<Price> {
    serde_json::from_value(stored.clone()).ok()
}

#[cfg(test)]
mod tests {
    use super::{ModelChoice, Settings};
    use crate::providers::{Price, ProviderKind};

    #[test]
    fn settings_come_back_as_they_were_and_what_is_not_understood_is_the_default() {
        let chat = ModelChoice {
            kind: ProviderKind::OpenAiCompatible,
            base_url: Some("http://localhost:11434".to_owned()),
            model: Some("qwen3".to_owned()),
        };
        let price = Price {
            origin: "http://localhost:11434".to_owned(),
            model: "qwen3".to_owned(),
            input: 150_000,
            output: 600_000,
            currency: "EUR".to_owned(),
            since: "2026-11-22".to_owned(),
        };
        let set = Settings { chat, max_tokens: 100, temperature: 0.7, prices: vec![price], ..Settings::default() };
        assert_eq!(Settings::parse(&set.to_json()), set);
        for broken in [
            "",
            "[]",
            "{\"chat\": 7, \"temperature\": \"hot\"}",
            "{\"chat\": {\"provider\": \"oracle\"}}",
            "{\"prices\": [7]}",
        ] {
            assert_eq!(Settings::parse(broken), Settings::default(), "{broken}");
        }
        let wild = Settings::parse("{\"temperature\": 99, \"max_tokens\": -5}");
        assert_eq!((wild.temperature, wild.max_tokens), (2.0, 1), "no number that a provider would refuse");
    }
}
