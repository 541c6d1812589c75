//! Providers: chosen, tested, allowed, and what was sent to them. A key comes in by standard input and never goes out.

mod prices;

use std::io::{self, Read as _};

use factly_core::message;
use factly_engine::Library;
use factly_engine::error::{Code, Error, Result};
use factly_engine::providers::{
    BaseUrl, Cost, Exchange, ModelChoice, ModelInfo, Origin, ProviderKind, SendTo, Settings, Task, TestVerdict,
};
use factly_engine::secrets::{KeyPlace, Secret};
use factly_engine::task::CancelToken;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::args::{ProviderCommand, ProviderSet, TaskName};
use crate::out::{Out, error_json, table};

pub(super) fn run(library: &Library, command: ProviderCommand, out: &mut Out) -> Result<()> {
    match command {
        ProviderCommand::List => list(library, out),
        ProviderCommand::Set(args) => set(library, &args, out),
        ProviderCommand::Price(args) => prices::run(library, args, out),
        ProviderCommand::Test { task } => test(library, task.into(), out),
        ProviderCommand::Models { task } => models(library, task.into(), out),
        ProviderCommand::Detect => detect(library, out),
        ProviderCommand::Allow { discovery, task, model } => {
            allow(library, library.names().find_discovery(&discovery)?, (&task, &model), out)
        }
        ProviderCommand::Forbid { discovery } => {
            let id = library.names().find_discovery(&discovery)?;
            library.providers().forbid_sending(id)?;
            out.print(|| json!({ "allowed": [] }), |lines| writeln!(lines, "Nothing more of it is sent."))
        }
        ProviderCommand::Sent { discovery, request: None } => {
            sent(library, library.names().find_discovery(&discovery)?, out)
        }
        ProviderCommand::Sent { discovery, request: Some(id) } => {
            library.names().find_discovery(&discovery)?;
            one_sent(library, id, out)
        }
    }
}

fn list(library: &Library, out: &mut Out) -> Result<()> {
    let settings = library.providers().provider_settings()?;
    let rows = Task::ALL
        .into_iter()
        .map(|task| ProviderRow::for_task(library, task, settings.for_task(task)))
        .collect::<Result<Vec<_>>>()?;
    let variables = library.providers().provider_variables();
    out.print(
        || {
            json!({
                "tasks": rows.iter().map(ProviderRow::json).collect::<Vec<_>>(),
                "temperature": number(settings.temperature),
                "max_tokens": settings.max_tokens,
                "context_threshold": settings.context_threshold,
                "max_chat_history": settings.limits.max_history,
                "min_similarity": number(settings.limits.min_similarity),
                "chat_top_k": settings.limits.top_k,
                "variables": variables,
            })
        },
        |lines| {
            table(lines, &rows.iter().map(ProviderRow::cells).collect::<Vec<_>>())?;
            writeln!(
                lines,
                "temperature {}, at most {} tokens an answer, summary above {} entities",
                number(settings.temperature),
                settings.max_tokens,
                settings.context_threshold
            )?;
            match variables.as_slice() {
                [] => Ok(()),
                names => writeln!(lines, "From the environment, for this run: {}", names.join(", ")),
            }
        },
    )
}

/// A task, who answers it, and where the key is.
struct ProviderRow {
    task: Task,
    choice: ModelChoice,
    origin: Option<String>,
    key: KeyPlace,
}

impl ProviderRow {
    fn for_task(library: &Library, task: Task, choice: &ModelChoice) -> Result<Self> {
        let is_offline = choice.kind == ProviderKind::Offline;
        let origin = if is_offline { None } else { Some(library.providers().origin_of(choice)?) };
        Ok(Self { task, choice: choice.clone(), origin, key: library.providers().key_place(choice)? })
    }

    fn json(&self) -> Value {
        json!({
            "task": self.task.as_str(),
            "provider": self.choice.kind.as_str(),
            "base_url": self.choice.base_url,
            "origin": self.origin,
            "model": self.choice.model,
            "key": key_json(&self.key),
        })
    }

    fn cells(&self) -> Vec<String> {
        let origin = self.origin.clone().unwrap_or_default();
        let key = if self.origin.is_some() { key_words(&self.key) } else { String::new() };
        let model = self.choice.model.clone().unwrap_or_default();
        vec![self.task.as_str().to_owned(), self.choice.kind.as_str().to_owned(), origin, model, key]
    }
}

fn key_json(location: &KeyPlace) -> Value {
    let (label, detail) = match location {
        KeyPlace::Keyring => ("keyring", None),
        KeyPlace::ThisRun(trouble) => ("this_run", Some(trouble.to_string())),
        KeyPlace::Environment(name) => ("environment", Some((*name).to_owned())),
        KeyPlace::None => ("none", None),
        KeyPlace::Unknown(trouble) => ("unknown", Some(trouble.to_string())),
    };
    json!({ "place": label, "detail": detail })
}

fn key_words(location: &KeyPlace) -> String {
    match location {
        KeyPlace::Keyring => "key in the keyring".to_owned(),
        KeyPlace::ThisRun(trouble) => format!("key for this run only: {trouble}"),
        KeyPlace::Environment(name) => format!("key from {name}"),
        KeyPlace::None => "no key".to_owned(),
        KeyPlace::Unknown(trouble) => format!("key unknown: {trouble}"),
    }
}

fn set(library: &Library, args: &ProviderSet, out: &mut Out) -> Result<()> {
    let mut settings = library.providers().stored_settings()?;
    let is_offline = args.provider.map(ProviderKind::from) == Some(ProviderKind::Offline);
    let tasks = if is_offline { tasks(&args.task, &Task::ALL) } else { tasks(&args.task, &Task::IN_WORDS) };
    for task in &tasks {
        change(settings.for_task_mut(*task), args);
    }
    limits(&mut settings, args);
    library.providers().set_providers(&settings)?;
    let location = key(library, settings.for_task(tasks[0]), args)?;
    list(library, out)?;
    if let Some(location @ (KeyPlace::ThisRun(_) | KeyPlace::Unknown(_))) = location {
        let (what, hint) = match args.forget_key {
            true => ("taken out of the keyring", "Take it out with the system's own tool."),
            false => ("kept", "Unlock or start the keyring, or set the provider's variable for each run."),
        };
        let message = message!("The key could not be {} ({}).", what, key_words(&location));
        out.failed(&Error::new(Code::KeyNeeded, message).kept("The settings were saved.").hint(hint));
    }
    Ok(())
}

/// Changes a choice; settings of another provider, or of a server at another address, do not stay.
fn change(choice: &mut ModelChoice, args: &ProviderSet) {
    if let Some(kind) = args.provider.map(ProviderKind::from).filter(|kind| *kind != choice.kind) {
        *choice = ModelChoice { kind, ..ModelChoice::OFFLINE };
    }
    if args.base_url.is_some() {
        if origin(args.base_url.as_deref()) != origin(choice.base_url.as_deref()) {
            choice.model = None;
        }
        choice.base_url.clone_from(&args.base_url);
    }
    if args.model.is_some() {
        choice.model.clone_from(&args.model);
    }
}

fn origin(base_url: Option<&str>) -> Option<Origin> {
    base_url.and_then(|url| BaseUrl::parse(url).ok()).map(|base| base.origin())
}

fn limits(settings: &mut Settings, args: &ProviderSet) {
    settings.temperature = args.temperature.unwrap_or(settings.temperature);
    settings.max_tokens = args.max_tokens.unwrap_or(settings.max_tokens);
    settings.context_threshold = args.context_threshold.unwrap_or(settings.context_threshold);
    let limits = &mut settings.limits;
    limits.max_history = args.max_chat_history.unwrap_or(limits.max_history);
    limits.min_similarity = args.min_similarity.unwrap_or(limits.min_similarity);
    limits.top_k = args.chat_top_k.unwrap_or(limits.top_k);
}

fn key(library: &Library, choice: &ModelChoice, args: &ProviderSet) -> Result<Option<KeyPlace>> {
    if args.forget_key {
        return library.providers().forget_key(choice).map(Some);
    }
    if !args.key {
        return Ok(None);
    }
    let mut entered = String::new();
    io::stdin().lock().read_to_string(&mut entered).map_err(|_| Error::invalid("The key could not be read."))?;
    let secret = Secret::new(&entered).ok_or_else(|| {
        Error::invalid("Standard input held no key.")
            .kept("The settings were saved.")
            .hint("Pipe the key into the command.")
    })?;
    library.providers().keep_key(choice, secret).map(Some)
}

fn tasks(named: &[TaskName], otherwise: &[Task]) -> Vec<Task> {
    if named.is_empty() { otherwise.to_vec() } else { named.iter().map(|task| (*task).into()).collect() }
}

fn test(library: &Library, task: Task, out: &mut Out) -> Result<()> {
    let settings = library.providers().provider_settings()?;
    let choice = settings.for_task(task);
    let TestVerdict { model, models, took, error } =
        library.providers().test_provider(choice, task, &CancelToken::default());
    let names: Vec<&str> = models.iter().map(|model| model.id.as_str()).collect();
    out.print(
        || {
            json!({
                "ok": error.is_none(),
                "task": task.as_str(),
                "provider": choice.kind.as_str(),
                "model": model,
                "models": names,
                "took_ms": u64::try_from(took.as_millis()).unwrap_or(u64::MAX),
                "error": error.as_ref().map(error_json),
            })
        },
        |lines| match (&error, &model) {
            (None, Some(model)) => {
                writeln!(lines, "{} answers with {model}, after {} ms.", choice.kind.title(), took.as_millis())
            }
            (None, None) => {
                writeln!(lines, "The {task} is done by what is built in; nothing is sent.", task = task.as_str())
            }
            (Some(_), _) => Ok(()),
        },
    )?;
    if let Some(error) = &error {
        out.failed(error);
    }
    Ok(())
}

fn models(library: &Library, task: Task, out: &mut Out) -> Result<()> {
    let settings = library.providers().provider_settings()?;
    let found = library.providers().provider_models(settings.for_task(task), &CancelToken::default())?;
    out.print(
        || found.iter().map(model_json).collect(),
        |lines| found.iter().try_for_each(|model| writeln!(lines, "{}", model.id)),
    )
}

fn model_json(model: &ModelInfo) -> Value {
    json!({ "id": model.id, "title": model.title })
}

fn detect(library: &Library, out: &mut Out) -> Result<()> {
    let found = library.providers().detect_servers();
    out.print(
        || {
            let server = |server: &factly_engine::providers::DetectedServer| {
                let models = server.models.iter().map(model_json).collect::<Vec<_>>();
                json!({ "name": server.name, "base_url": server.base_url, "models": models })
            };
            found.iter().map(server).collect()
        },
        |lines| {
            if found.is_empty() {
                return writeln!(lines, "No server answers on the usual ports of this machine.");
            }
            found.iter().try_for_each(|server| {
                let models = server.models.iter().map(|model| model.id.as_str()).collect::<Vec<_>>();
                writeln!(lines, "{}  {}  {}", server.base_url, server.name, models.join(", "))
            })
        },
    )
}

fn allow(library: &Library, discovery: Uuid, (named, models): (&[TaskName], &[String]), out: &mut Out) -> Result<()> {
    let mut allowed: Vec<SendTo> = Vec::new();
    for task in tasks(named, &Task::ALL).into_iter().filter(|_| models.is_empty()) {
        allowed.extend(library.providers().allow_sending(discovery, task)?);
    }
    for model in models {
        allowed.push(library.providers().allow_sending_to_model(discovery, Some(model))?);
    }
    allowed.dedup_by(|one, other| one.origin == other.origin && one.provider == other.provider);
    out.print(
        || {
            let one = |to: &SendTo| json!({ "provider": to.provider.as_str(), "origin": to.origin });
            json!({ "allowed": allowed.iter().map(one).collect::<Vec<_>>() })
        },
        |lines| {
            if allowed.is_empty() {
                return writeln!(lines, "Every task is done by what is built in; nothing is sent.");
            }
            allowed
                .iter()
                .try_for_each(|to| writeln!(lines, "Its texts may go to {} ({}).", to.origin, to.provider.title()))
        },
    )
}

fn sent(library: &Library, discovery: Uuid, out: &mut Out) -> Result<()> {
    let rows = library.providers().sent_requests(discovery, None, 100)?;
    out.print(
        || rows.iter().map(request_json).collect(),
        |lines| {
            let cells = rows.iter().map(|Exchange { row, cost }| {
                let tokens = |count: Option<i64>| count.map_or_else(|| "?".to_owned(), |count| count.to_string());
                vec![
                    row.id.to_string(),
                    row.task.clone(),
                    row.url.clone(),
                    row.model.clone(),
                    row.outcome.clone(),
                    format!("{} → {} tokens", tokens(row.input_tokens), tokens(row.output_tokens)),
                    cost.as_ref().map(cost_words).unwrap_or_default(),
                ]
            });
            table(lines, &cells.collect::<Vec<_>>())
        },
    )
}

fn one_sent(library: &Library, id: Uuid, out: &mut Out) -> Result<()> {
    let found = library.providers().sent_request(id)?;
    let row = &found.exchange.row;
    if !out.is_json {
        return out.exactly(&format!("POST {}\n{}\n\n{}\n", row.url, row.headers, found.body));
    }
    let mut value = request_json(&found.exchange);
    if let Value::Object(fields) = &mut value {
        fields.insert("headers".to_owned(), json!(row.headers));
        fields.insert("body".to_owned(), json!(found.body));
    }
    out.print(|| value, |_| Ok(()))
}

fn cost_words(cost: &Cost) -> String {
    let by = cost.by_price_of.as_ref().map(|day| format!(" by the price of {day}")).unwrap_or_default();
    format!("{} {}{by}", cost.nano as f64 / 1e9, cost.currency)
}

fn request_json(Exchange { row, cost }: &Exchange) -> Value {
    json!({
        "id": row.id,
        "task": row.task,
        "message_id": row.message,
        "provider": row.provider,
        "model": row.model,
        "answered_by": row.answered_by,
        "url": row.url,
        "sent_at": row.sent_at,
        "ended_at": row.ended_at,
        "status": row.status,
        "outcome": row.outcome,
        "input_tokens": row.input_tokens,
        "output_tokens": row.output_tokens,
        "cost_usd": row.cost_nano_usd.map(|nano| nano as f64 / 1e9),
        "cost": cost.as_ref().map(|cost| {
            json!({ "amount": cost.nano as f64 / 1e9, "currency": cost.currency, "by_price_of": cost.by_price_of })
        }),
        "error": row.error,
    })
}

/// 0.4 is not 0.4000000059604645.
fn number(number: f32) -> f64 {
    (f64::from(number) * 1_000.0).round() / 1_000.0
}
