//! The context that providers take from outside the library: the environment, the keyring, the network.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use std::{env, fmt};

use factly_core::chat::sources::SourceLimits;
use factly_core::message;

use crate::error::{Error, Result};
use crate::providers::settings::{ModelChoice, Settings};
use crate::providers::wire::{CallPatience, HttpTransport};
use crate::providers::{BaseUrl, Origin, ProviderKind};
use crate::secrets::{KeyRing, NoVault, Secret};
use crate::world::World;

/// Tells whether naming a provider in the environment says that a discovery's text may go there, for this run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConsentByEnvironment {
    /// On a command line, whoever runs the command has just written it.
    Given,
    /// A window shows to whom, whatever it was started with.
    Required,
}

#[derive(Clone)]
pub struct ProviderContext {
    pub environment: Environment,
    pub keys: KeyRing,
    pub wire: HttpTransport,
    pub consent: ConsentByEnvironment,
    /// The folder of the log; none keeps none.
    pub log: Option<PathBuf>,
}

impl ProviderContext {
    /// The real one.
    pub fn system(world: World, consent: ConsentByEnvironment) -> Self {
        let environment = Environment::of_process();
        let wire = HttpTransport::new(environment.patience(), world);
        Self { environment, keys: KeyRing::system(), wire, consent, log: None }
    }

    /// Returns the same with a log in a folder.
    #[must_use]
    pub fn logging_to(self, folder: PathBuf) -> Self {
        Self { log: Some(folder), ..self }
    }

    /// Nothing set, no keyring: what a library has that nobody connected.
    pub fn nothing(world: World) -> Self {
        Self {
            environment: Environment::default(),
            keys: KeyRing::new(Arc::new(NoVault)),
            wire: HttpTransport::new(CallPatience::default(), world),
            consent: ConsentByEnvironment::Required,
            log: None,
        }
    }
}

const PROVIDER: &str = "FACTLY_PROVIDER";
const BASE_URL: &str = "FACTLY_BASE_URL";
const MODEL: &str = "FACTLY_MODEL";
const IDLE: &str = "FACTLY_IDLE_SECONDS";
const TEMPERATURE: &str = "LLM_TEMP_CHAT";
const MAX_TOKENS: &str = "LLM_CHAT_MAX_TOKENS";
const THRESHOLD: &str = "CHAT_CONTEXT_THRESHOLD";
const MAX_HISTORY: &str = "MAX_CHAT_HISTORY";
const MIN_SIMILARITY: &str = "MIN_SIMILARITY";
const TOP_K: &str = "CHAT_TOP_K";
const SUMMARIES: &str = "CHAT_SUMMARIES";
const RATE_LIMIT: &str = "CHAT_RATE_LIMIT";
const PLAIN: [&str; 12] = [
    PROVIDER,
    BASE_URL,
    MODEL,
    IDLE,
    TEMPERATURE,
    MAX_TOKENS,
    THRESHOLD,
    MAX_HISTORY,
    MIN_SIMILARITY,
    TOP_K,
    SUMMARIES,
    RATE_LIMIT,
];
const ANTHROPIC_KEY: &str = "ANTHROPIC_API_KEY";
const OPENAI_KEY: &str = "OPENAI_API_KEY";

/// The variables that Factly knows, as they were when the process began. Empty is as if it were not set.
#[derive(Clone, Default)]
pub struct Environment {
    plain: BTreeMap<&'static str, String>,
    keys: BTreeMap<&'static str, Secret>,
}

impl Environment {
    pub fn of_process() -> Self {
        Self::from_lookup(|name| env::var(name).ok())
    }

    pub fn from_lookup(look: impl Fn(&str) -> Option<String>) -> Self {
        let set =
            |name: &'static str| Some((name, look(name)?.trim().to_owned())).filter(|(_, value)| !value.is_empty());
        let secret = |name: &'static str| Some((name, Secret::new(&look(name)?)?));
        Self {
            plain: PLAIN.into_iter().filter_map(set).collect(),
            keys: [ANTHROPIC_KEY, OPENAI_KEY].into_iter().filter_map(secret).collect(),
        }
    }

    /// The variables that stand in the place of a setting, for the screen to say so.
    pub fn names(&self) -> Vec<&'static str> {
        self.plain.keys().copied().filter(|name| *name != IDLE).collect()
    }

    pub(super) fn names_provider(&self) -> bool {
        self.plain.contains_key(PROVIDER)
    }

    /// `set`, with what the environment says instead.
    pub(super) fn over(&self, set: &Settings) -> Result<Settings> {
        let mut settings = set.clone();
        for task in super::Task::IN_WORDS {
            self.choose(settings.for_task_mut(task))?;
        }
        // The variables name a model that talks, which makes no vectors. That nothing is to be sent holds for all.
        if self.plain.get(PROVIDER).is_some_and(|name| name == ProviderKind::Offline.as_str()) {
            settings.search = ModelChoice::OFFLINE;
        }
        if let Some(temperature) = self.number::<f32>(TEMPERATURE)? {
            settings.temperature = temperature;
        }
        if let Some(most) = self.number(MAX_TOKENS)? {
            settings.max_tokens = most;
        }
        if let Some(threshold) = self.number(THRESHOLD)? {
            settings.context_threshold = threshold;
        }
        self.limit(&mut settings.limits)?;
        Ok(settings.within_limits())
    }

    fn choose(&self, choice: &mut ModelChoice) -> Result<()> {
        if let Some(name) = self.plain.get(PROVIDER) {
            let kind = ProviderKind::parse(name).ok_or_else(|| {
                let known = ProviderKind::ALL.map(ProviderKind::as_str).join(", ");
                Error::invalid(message!("{} says “{}”.", PROVIDER, name)).hint(message!("There are: {}.", known))
            })?;
            // Another provider's address and model are none of this one's.
            if kind != choice.kind {
                *choice = ModelChoice { kind, ..ModelChoice::OFFLINE };
            }
        }
        if choice.kind == ProviderKind::Offline {
            return Ok(());
        }
        if let Some(base_url) = self.plain.get(BASE_URL) {
            // The settings' model is one of the server that they name. Where they name none, it is the provider's own.
            if choice.base_url.as_deref().is_some_and(|set| origin_of(set) != origin_of(base_url)) {
                choice.model = None;
            }
            choice.base_url = Some(base_url.clone());
        }
        if let Some(model) = self.plain.get(MODEL) {
            choice.model = Some(model.clone());
        }
        Ok(())
    }

    /// Returns whether only the environment says which server this is, and nobody says which of its models.
    pub(super) fn names_no_model_at(&self, base: &BaseUrl) -> bool {
        let is_named =
            self.plain.get(BASE_URL).is_some_and(|url| BaseUrl::parse(url).is_ok_and(|named| named == *base));
        is_named && !self.plain.contains_key(MODEL)
    }

    /// The key that a variable holds for a provider, where it may go to `origin`: to the provider's own address, or to
    /// the one that the same environment names. To an address that only the settings name, a port of this machine too, a
    /// key goes that was saved for it.
    pub(super) fn key(&self, kind: ProviderKind, origin: &Origin) -> Option<(&'static str, Secret)> {
        let name = match kind {
            ProviderKind::Anthropic => ANTHROPIC_KEY,
            ProviderKind::OpenAi | ProviderKind::OpenAiCompatible => OPENAI_KEY,
            ProviderKind::Offline => return None,
        };
        let is_own = kind.default_url().is_some_and(|url| origin_of(url).as_ref() == Some(origin));
        let is_named = self.plain.get(BASE_URL).is_some_and(|url| origin_of(url).as_ref() == Some(origin));
        let key = self.keys.get(name).filter(|_| is_own || is_named)?;
        Some((name, key.clone()))
    }

    fn patience(&self) -> CallPatience {
        let usual = CallPatience::default();
        match self.plain.get(IDLE).and_then(|text| text.parse::<u64>().ok()).filter(|seconds| *seconds > 0) {
            Some(seconds) => {
                let limit = Duration::from_secs(seconds.min(86_400));
                CallPatience { first: limit, idle: limit, local: limit, ..usual }
            }
            None => usual,
        }
    }

    fn limit(&self, limits: &mut SourceLimits) -> Result<()> {
        let set = *limits;
        *limits = SourceLimits {
            max_history: self.number(MAX_HISTORY)?.unwrap_or(set.max_history),
            min_similarity: self.number(MIN_SIMILARITY)?.unwrap_or(set.min_similarity),
            top_k: self.number(TOP_K)?.unwrap_or(set.top_k),
            summarizes: self.flag(SUMMARIES)?.unwrap_or(set.summarizes),
            limits_rate: self.flag(RATE_LIMIT)?.unwrap_or(set.limits_rate),
        };
        Ok(())
    }

    fn flag(&self, name: &'static str) -> Result<Option<bool>> {
        match self.plain.get(name).map(|text| text.to_ascii_lowercase()).as_deref() {
            None => Ok(None),
            Some("1" | "true" | "on" | "yes") => Ok(Some(true)),
            Some("0" | "false" | "off" | "no") => Ok(Some(false)),
            Some(text) => Err(Error::invalid(message!("{} says “{}”.", name, text)).hint("It may be 1 or 0.")),
        }
    }

    fn number<T: std::str::FromStr>(&self, name: &'static str) -> Result<Option<T>> {
        let Some(text) = self.plain.get(name) else { return Ok(None) };
        let number = text
            .parse()
            .map_err(|_| Error::invalid(message!("{} says “{}”, which is no number of its kind.", name, text)))?;
        Ok(Some(number))
    }
}

fn origin_of(url: &str) -> Option<Origin> {
    BaseUrl::parse(url).ok().map(|base| base.origin())
}

/// Names only: a value could be a key that was put in the wrong place.
impl fmt::Debug for Environment {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_set().entries(self.plain.keys().chain(self.keys.keys())).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::{Environment, Settings};
    use crate::providers::{BaseUrl, ModelChoice, ProviderKind, Task};

    fn environment(set: &'static [(&'static str, &'static str)]) -> Environment {
        Environment::from_lookup(|name| {
            set.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn a_variable_stands_in_the_place_of_a_setting_for_one_run() {
        let stored = Settings {
            chat: ModelChoice { kind: ProviderKind::Anthropic, base_url: None, model: Some("claude".to_owned()) },
            ..Settings::default()
        };
        let check = |set: &'static [(&'static str, &'static str)],
                     kind: ProviderKind,
                     base: Option<&str>,
                     model: Option<&str>| {
            let found = environment(set).over(&stored).unwrap();
            let chat = found.for_task(Task::Chat);
            assert_eq!((chat.kind, chat.base_url.as_deref(), chat.model.as_deref()), (kind, base, model), "{set:?}");
        };
        check(&[], ProviderKind::Anthropic, None, Some("claude"));
        check(&[("FACTLY_MODEL", "opus")], ProviderKind::Anthropic, None, Some("opus"));
        check(&[("FACTLY_PROVIDER", "anthropic")], ProviderKind::Anthropic, None, Some("claude"));
        check(&[("FACTLY_PROVIDER", "openai")], ProviderKind::OpenAi, None, None);
        check(&[("FACTLY_PROVIDER", "offline"), ("FACTLY_MODEL", "m")], ProviderKind::Offline, None, None);
        check(&[("FACTLY_PROVIDER", "")], ProviderKind::Anthropic, None, Some("claude"));
        check(
            &[
                ("FACTLY_PROVIDER", "openai-compatible"),
                ("FACTLY_BASE_URL", "http://localhost:1"),
                ("FACTLY_MODEL", "m"),
            ],
            ProviderKind::OpenAiCompatible,
            Some("http://localhost:1"),
            Some("m"),
        );
        assert_eq!(environment(&[("FACTLY_BASE_URL", "x")]).over(&stored).unwrap().extraction, ModelChoice::OFFLINE);
        let limits =
            environment(&[("LLM_TEMP_CHAT", "0.9"), ("LLM_CHAT_MAX_TOKENS", "7"), ("CHAT_CONTEXT_THRESHOLD", "3")]);
        let limits = limits.over(&stored).unwrap();
        assert_eq!((limits.temperature, limits.max_tokens, limits.context_threshold), (0.9, 7, 3));
        for wrong in [&[("FACTLY_PROVIDER", "oracle")], &[("LLM_TEMP_CHAT", "hot")], &[("LLM_CHAT_MAX_TOKENS", "-1")]] {
            assert!(environment(wrong).over(&stored).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn a_model_of_the_settings_is_asked_of_no_other_server() {
        let check = |stored: Option<&str>, named: &'static [(&'static str, &'static str)], model: Option<&str>| {
            let base_url = stored.map(str::to_owned);
            let chat = ModelChoice { kind: ProviderKind::OpenAiCompatible, base_url, model: Some("llama".to_owned()) };
            let found = environment(named).over(&Settings { chat, ..Settings::default() }).unwrap();
            assert_eq!(found.for_task(Task::Chat).model.as_deref(), model, "{stored:?} {named:?}");
        };
        const OTHER: (&str, &str) = ("FACTLY_BASE_URL", "http://localhost:2/v1");
        check(Some("http://localhost:1/v1"), &[OTHER], None);
        check(Some("http://localhost:1/v1"), &[OTHER, ("FACTLY_MODEL", "qwen")], Some("qwen"));
        check(Some("http://localhost:2/v1"), &[OTHER], Some("llama"));
        check(Some("http://localhost:2"), &[OTHER], Some("llama"));
        check(None, &[OTHER], Some("llama"));
        check(Some("http://localhost:1/v1"), &[], Some("llama"));
    }

    #[test]
    fn a_key_of_the_environment_goes_nowhere_that_the_environment_does_not_name() {
        let keys = [("ANTHROPIC_API_KEY", "a"), ("OPENAI_API_KEY", "o")];
        let check = |kind: ProviderKind, url: &str, named: Option<&str>, expected: Option<&str>| {
            let look = |name: &str| {
                let key = keys.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned());
                if name == "FACTLY_BASE_URL" { named.map(str::to_owned) } else { key }
            };
            let base = BaseUrl::parse(url).unwrap();
            let found = Environment::from_lookup(look).key(kind, &base.origin());
            assert_eq!(found.map(|(name, _)| name), expected, "{kind:?} {url} {named:?}");
        };
        check(ProviderKind::Anthropic, "https://api.anthropic.com", None, Some("ANTHROPIC_API_KEY"));
        check(ProviderKind::OpenAi, "https://api.openai.com/v1", None, Some("OPENAI_API_KEY"));
        check(ProviderKind::OpenAi, "https://evil.example/v1", None, None);
        check(ProviderKind::OpenAi, "https://api.openai.com.evil.example", None, None);
        check(ProviderKind::OpenAiCompatible, "https://openrouter.ai/api/v1", None, None);
        check(
            ProviderKind::OpenAiCompatible,
            "https://openrouter.ai/api/v1",
            Some("https://openrouter.ai/api/v1"),
            Some("OPENAI_API_KEY"),
        );
        check(ProviderKind::OpenAiCompatible, "http://localhost:11434", None, None);
        check(ProviderKind::Anthropic, "http://localhost:9", None, None);
        check(ProviderKind::OpenAi, "http://127.0.0.1:9/v1", None, None);
        check(ProviderKind::Anthropic, "http://localhost:9", Some("http://localhost:9"), Some("ANTHROPIC_API_KEY"));
        check(ProviderKind::OpenAi, "http://localhost:9", Some("http://localhost:10"), None);
        check(ProviderKind::Offline, "http://localhost:9", None, None);
    }
}
