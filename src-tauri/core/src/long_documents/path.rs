//! The paths of a run's files, and what a path says: two functions, each the other's inverse.
//!
//! `docs/contracts/documents.md` has the tree. Slugs have no `_`, so that it separates the parts of a name; names are
//! those that Windows, macOS and Linux all take.

use crate::message;
use crate::message::UserMessage;
use std::fmt;

use serde::{Deserialize, Serialize};

/// A slug has at most so many characters.
pub const MOST_SLUG: usize = 60;
const MOST_NAME: usize = 120;
/// Between the slugs of several models.
const AND: &str = "_and_";
/// Names that Windows takes for devices.
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "com", "lpt"];

/// A stage of an iteration of a session.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct StageLocation {
    pub project: String,
    /// The first eight digits of the session's id.
    pub session: String,
    pub iteration: u32,
    #[serde(rename = "stage_number")]
    pub number: u32,
    pub stage: String,
}

/// The sources that a document of a model is made from.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "form", rename_all = "snake_case")]
pub enum SourceForm {
    /// `{model}_{n}_{stage}`
    Simple,
    /// `{model}_critiquing_{source}_{n}_{stage}`
    Critique { source: String },
    /// `{model}_from_{sources}_{n}_pairwise_synthesis_chunk`
    Pairwise { sources: Vec<String> },
    /// `{model}_reducing_{id}_{n}_reduced_synthesis`
    Reduced { source_id: String },
    /// `{model}_{n}_final_synthesis`
    Final,
}

/// A file of a run.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum PathParts {
    ProjectReadme {
        project: String,
    },
    ProjectSettings {
        project: String,
    },
    /// `{name}.md`
    UserPrompt {
        project: String,
        name: String,
    },
    /// `{name}.zip`
    Export {
        project: String,
        name: String,
    },
    GeneralResource {
        project: String,
        name: String,
    },
    Pending {
        project: String,
        name: String,
    },
    Current {
        project: String,
        name: String,
    },
    Complete {
        project: String,
        name: String,
    },
    SeedPrompt {
        #[serde(flatten)]
        location: StageLocation,
    },
    UserFeedback {
        #[serde(flatten)]
        location: StageLocation,
    },
    StageDocument {
        #[serde(flatten)]
        location: StageLocation,
        name: String,
    },
    Contribution {
        #[serde(flatten)]
        location: StageLocation,
        model: String,
        number: u32,
        #[serde(flatten)]
        form: SourceForm,
        /// Number of the document's continuation; none is its beginning, or the whole.
        #[serde(default)]
        continuation: Option<u32>,
        /// The answer as it came.
        #[serde(default)]
        raw: bool,
    },
}

/// A text that is no path, or no part of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathFault(pub UserMessage);

impl fmt::Display for PathFault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(out)
    }
}

impl std::error::Error for PathFault {}

/// Returns a text as a slug: small letters and digits, with hyphens between.
pub fn slug(text: &str) -> String {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let slug = words.collect::<Vec<_>>().join("-").to_ascii_lowercase();
    let slug = slug.get(..slug.len().min(MOST_SLUG)).unwrap_or_default().trim_matches('-');
    if slug.is_empty() || is_device(slug) {
        format!("x-{slug}").trim_end_matches('-').to_owned()
    } else {
        slug.to_owned()
    }
}

/// Returns whether a text is a slug.
pub fn is_slug(text: &str) -> bool {
    let is_written = text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
    (1..=MOST_SLUG).contains(&text.len()) && is_written && !text.starts_with('-') && !text.ends_with('-')
}

/// Returns whether the three systems take a name for a file.
pub fn is_file_name(name: &str) -> bool {
    let refused = |c: char| c.is_control() || r#"/\:*?"<>|"#.contains(c);
    let is_bare = !name.is_empty() && name.len() <= MOST_NAME && !name.contains(refused);
    is_bare && !name.starts_with(['.', ' ']) && !name.ends_with(['.', ' ']) && !is_device(name)
}

fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().trim_end().to_ascii_lowercase();
    let stem = stem.trim_end_matches(|c: char| c.is_ascii_digit() && stem.len() == 4);
    DEVICES.contains(&stem)
}

/// Returns the path of a file, from the folder that the project stands in.
pub fn construct(parts: &PathParts) -> Result<String, PathFault> {
    use PathParts as P;
    match parts {
        P::ProjectReadme { project } => Ok(format!("{}/project_readme.md", checked_slug(project)?)),
        P::ProjectSettings { project } => Ok(format!("{}/project_settings.json", checked_slug(project)?)),
        P::UserPrompt { project, name } => in_project(project, &format!("{}.md", free_name(name)?)),
        P::Export { project, name } => in_project(project, &format!("{}.zip", checked_name(name)?)),
        P::GeneralResource { project, name } => in_folder(project, "general_resource", name),
        P::Pending { project, name } => in_folder(project, "Pending", name),
        P::Current { project, name } => in_folder(project, "Current", name),
        P::Complete { project, name } => in_folder(project, "Complete", name),
        P::SeedPrompt { location } => Ok(format!("{}/seed_prompt.md", location.folder()?)),
        P::UserFeedback { location } => {
            Ok(format!("{}/user_feedback_{}.md", location.folder()?, location.feedback_name()))
        }
        P::StageDocument { location, name } => Ok(format!("{}/documents/{}", location.folder()?, checked_name(name)?)),
        P::Contribution { location, model, number, form, continuation, raw } => {
            let base = base_name(location, (model, *number), form, *continuation)?;
            let folder = location.folder()?;
            let is_work =
                continuation.is_some() || matches!(form, SourceForm::Pairwise { .. } | SourceForm::Reduced { .. });
            Ok(match (raw, is_work) {
                (true, _) => format!("{folder}/raw_responses/{base}_raw.json"),
                (false, true) => format!("{folder}/_work/{base}.md"),
                (false, false) => format!("{folder}/{base}.md"),
            })
        }
    }
}

/// Returns what a path says. Only what [`construct`] makes is one.
pub fn deconstruct(path: &str) -> Result<PathParts, PathFault> {
    let parts = read(path).ok_or_else(|| PathFault(message!("“{}” is no path of a document.", path)))?;
    match construct(&parts)? == path {
        true => Ok(parts),
        false => Err(PathFault(message!("“{}” is no path of a document.", path))),
    }
}

impl StageLocation {
    /// Returns the folder of the stage.
    pub fn folder(&self) -> Result<String, PathFault> {
        let Self { project, session, iteration, number, stage } = self;
        let is_session =
            session.len() == 8 && session.bytes().all(|byte| byte.is_ascii_hexdigit() && !byte.is_ascii_uppercase());
        if !is_session || *iteration == 0 || *number == 0 {
            return Err(PathFault(message!(
                "A session has eight digits from 0 to f; iterations and stages count from 1."
            )));
        }
        let (project, stage) = (checked_slug(project)?, checked_slug(stage)?);
        Ok(format!("{project}/session_{session}/iteration_{iteration}/{number}_{stage}"))
    }

    /// Returns what feedback is on; on a thesis, a hypothesis.
    fn feedback_name(&self) -> &str {
        if self.stage == "thesis" { "hypothesis" } else { &self.stage }
    }
}

fn base_name(
    location: &StageLocation,
    (model, number): (&str, u32),
    form: &SourceForm,
    continuation: Option<u32>,
) -> Result<String, PathFault> {
    if number == 0 || continuation == Some(0) {
        return Err(PathFault(message!("Documents and continuations count from 1.")));
    }
    let model = checked_slug(model)?;
    let stage = checked_slug(&location.stage)?;
    let base = match form {
        SourceForm::Simple => format!("{model}_{number}_{stage}"),
        SourceForm::Critique { source } => format!("{model}_critiquing_{}_{number}_{stage}", checked_slug(source)?),
        SourceForm::Pairwise { sources } if sources.is_empty() => {
            return Err(PathFault(message!("A synthesis has sources.")));
        }
        SourceForm::Pairwise { sources } => {
            let sources = sources.iter().map(|source| checked_slug(source)).collect::<Result<Vec<_>, _>>()?;
            format!("{model}_from_{}_{number}_pairwise_synthesis_chunk", sources.join(AND))
        }
        SourceForm::Reduced { source_id } => {
            format!("{model}_reducing_{}_{number}_reduced_synthesis", checked_slug(source_id)?)
        }
        SourceForm::Final => format!("{model}_{number}_final_synthesis"),
    };
    Ok(continuation.map_or(base.clone(), |turn| format!("{base}_continuation_{turn}")))
}

fn read(path: &str) -> Option<PathParts> {
    let segments: Vec<&str> = path.split('/').collect();
    let (project, rest) = segments.split_first()?;
    let project = (*project).to_owned();
    match rest {
        [file] => Some(read_project_file(project, file)),
        ["general_resource", name] => Some(PathParts::GeneralResource { project, name: (*name).to_owned() }),
        ["Pending", name] => Some(PathParts::Pending { project, name: (*name).to_owned() }),
        ["Current", name] => Some(PathParts::Current { project, name: (*name).to_owned() }),
        ["Complete", name] => Some(PathParts::Complete { project, name: (*name).to_owned() }),
        [session, iteration, stage, inner @ ..] => {
            let (number, stage) = stage.split_once('_')?;
            let location = StageLocation {
                project,
                session: session.strip_prefix("session_")?.to_owned(),
                iteration: iteration.strip_prefix("iteration_")?.parse().ok()?,
                number: number.parse().ok()?,
                stage: stage.to_owned(),
            };
            read_stage_file(location, inner)
        }
        _ => None,
    }
}

fn read_project_file(project: String, file: &str) -> PathParts {
    match file {
        "project_readme.md" => PathParts::ProjectReadme { project },
        "project_settings.json" => PathParts::ProjectSettings { project },
        _ => match file.strip_suffix(".zip") {
            Some(name) => PathParts::Export { project, name: name.to_owned() },
            None => PathParts::UserPrompt { project, name: file.trim_end_matches(".md").to_owned() },
        },
    }
}

fn read_stage_file(location: StageLocation, inner: &[&str]) -> Option<PathParts> {
    match inner {
        ["seed_prompt.md"] => Some(PathParts::SeedPrompt { location }),
        [file] if file.starts_with("user_feedback_") => Some(PathParts::UserFeedback { location }),
        ["documents", name] => Some(PathParts::StageDocument { location, name: (*name).to_owned() }),
        ["raw_responses", file] => read_contribution(location, file.strip_suffix("_raw.json")?, true),
        ["_work", file] | [file] => read_contribution(location, file.strip_suffix(".md")?, false),
        _ => None,
    }
}

fn read_contribution(location: StageLocation, base: &str, raw: bool) -> Option<PathParts> {
    let (base, continuation) = match base.rsplit_once("_continuation_") {
        Some((base, turn)) => (base, Some(turn.parse().ok()?)),
        None => (base, None),
    };
    let (model, rest) = base.split_once('_')?;
    let (form, number) = read_form(&location, rest)?;
    let number = number.parse().ok()?;
    Some(PathParts::Contribution { location, model: model.to_owned(), number, form, continuation, raw })
}

/// Reads what stands behind a model's slug.
fn read_form<'t>(location: &StageLocation, rest: &'t str) -> Option<(SourceForm, &'t str)> {
    let of = |rest: &'t str, ending: &str| rest.strip_suffix(ending)?.rsplit_once('_');
    if let Some(rest) = rest.strip_prefix("critiquing_") {
        let (source, number) = of(rest, &format!("_{}", location.stage))?;
        return Some((SourceForm::Critique { source: source.to_owned() }, number));
    }
    if let Some(rest) = rest.strip_prefix("from_") {
        let (sources, number) = of(rest, "_pairwise_synthesis_chunk")?;
        let sources = sources.split(AND).map(str::to_owned).collect();
        return Some((SourceForm::Pairwise { sources }, number));
    }
    if let Some(rest) = rest.strip_prefix("reducing_") {
        let (id, number) = of(rest, "_reduced_synthesis")?;
        return Some((SourceForm::Reduced { source_id: id.to_owned() }, number));
    }
    if let Some(number) = rest.strip_suffix("_final_synthesis") {
        return Some((SourceForm::Final, number));
    }
    Some((SourceForm::Simple, rest.strip_suffix(&format!("_{}", location.stage))?))
}

fn in_project(project: &str, file: &str) -> Result<String, PathFault> {
    Ok(format!("{}/{file}", checked_slug(project)?))
}

fn in_folder(project: &str, folder: &str, name: &str) -> Result<String, PathFault> {
    in_project(project, &format!("{folder}/{}", checked_name(name)?))
}

/// A name beside the files that the project has of its own.
fn free_name(name: &str) -> Result<&str, PathFault> {
    match checked_name(name)? {
        "project_readme" => Err(PathFault(message!("“project_readme” is a name of its own."))),
        name if name.ends_with(".md") => Err(PathFault(message!("“{}” is given without its ending.", name))),
        name => Ok(name),
    }
}

fn checked_slug(slug: &str) -> Result<&str, PathFault> {
    if is_slug(slug) && !is_device(slug) {
        return Ok(slug);
    }
    Err(PathFault(message!("“{}” is no slug: small letters, digits and hyphens, at most {}.", slug, MOST_SLUG)))
}

fn checked_name(name: &str) -> Result<&str, PathFault> {
    if is_file_name(name) {
        return Ok(name);
    }
    Err(PathFault(message!("“{}” is no name that Windows, macOS and Linux all take.", name)))
}
