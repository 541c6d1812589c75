//! A run as a folder or a zip: every file where `factly_core::long_documents::path` says that it stands.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::io::Write;
use std::path::Path;

use factly_core::long_documents::path::{PathParts, SourceForm, StageLocation, construct, slug};
use factly_core::long_documents::recipe::StepTarget;
use factly_core::message;
use serde_json::{Value, json};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::call_texts::assembled;
use super::view::stage_of;
use super::{LongDocuments, Payload, Run, parsed};
use crate::error::{Code, Error, Result};
use crate::file::{make_whole, write_failed, write_whole};
use crate::store::document_chunks::ChunkRow;
use crate::store::document_jobs::DocumentJobRow;
use crate::store::{Reader, StoreError};
use factly_core::long_documents::job::JobKind;
use uuid::Uuid;

/// Folders that are there even when nothing is in them.
const FOLDERS: [&str; 3] = ["Pending", "Current", "Complete"];

/// The files that were written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exported {
    pub files: Vec<String>,
}

impl LongDocuments<'_> {
    /// Writes a run into a new folder, or into a zip where the name ends so.
    pub fn export(&self, run: Uuid, path: &Path) -> Result<Exported> {
        let files = self.ctx.read(|r| {
            let run = Run::find(r, run)?;
            files(r, &run)
        })?;
        let is_zip = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("zip"));
        if is_zip {
            self.write_zip(path, &files)?
        } else {
            self.write_folder(path, &files)?
        }
        Ok(Exported { files: files.into_keys().collect() })
    }

    fn write_folder(&self, path: &Path, files: &BTreeMap<String, String>) -> Result<()> {
        let is_taken = path.is_file() || fs::read_dir(path).is_ok_and(|mut inside| inside.next().is_some());
        if is_taken {
            return Err(Error::refused(message!("{} is there already.", path.display()))
                .kept("Nothing was written.")
                .hint("Name a folder that is new or empty, or a file that ends in .zip."));
        }
        for (name, text) in files {
            let file = path.join(name);
            let Some(folder) = file.parent() else { continue };
            fs::create_dir_all(folder).map_err(|error| write_failed(folder, &error))?;
            if !name.ends_with('/') {
                write_whole(&file, self.ctx.world().ids.next(), |out| {
                    out.write_all(text.as_bytes()).map_err(|error| write_failed(&file, &error))
                })?;
            } else {
                fs::create_dir_all(&file).map_err(|error| write_failed(&file, &error))?;
            }
        }
        Ok(())
    }

    fn write_zip(&self, path: &Path, files: &BTreeMap<String, String>) -> Result<()> {
        make_whole(path, self.ctx.world().ids.next(), |file| {
            let mut zip = ZipWriter::new(file);
            let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
            let unzipped =
                |error: zip::result::ZipError| Error::new(Code::Io, message!("The zip could not be made: {}.", error));
            for (name, text) in files {
                match name.strip_suffix('/') {
                    Some(folder) => zip.add_directory(folder, options).map_err(unzipped)?,
                    None => {
                        zip.start_file(name, options).map_err(unzipped)?;
                        zip.write_all(text.as_bytes()).map_err(|error| write_failed(path, &error))?;
                    }
                }
            }
            zip.finish().map_err(unzipped)?;
            Ok(())
        })
    }
}

/// Every file of a run with its text; a name that ends in `/` is a folder.
fn files(r: &Reader, run: &Run) -> Result<BTreeMap<String, String>> {
    let project = slug(&run.row.title);
    let mut files = BTreeMap::new();
    let mut put = |parts: &PathParts, text: String| -> Result<()> {
        files.insert(construct(parts).map_err(|fault| Error::new(Code::Internal, fault.0))?, text);
        Ok(())
    };
    put(
        &PathParts::UserPrompt { project: project.clone(), name: "prompt".to_owned() },
        format!("{}\n", run.row.prompt),
    )?;
    put(&PathParts::ProjectSettings { project: project.clone() }, settings(run)?)?;
    let jobs = r.document_jobs(run.row.seq)?;
    let result = run.recipe.result_step().map(|step| step.name.as_str());
    let mut prompts: BTreeMap<u32, String> = BTreeMap::new();
    let mut taken: HashSet<PathParts> = HashSet::new();
    for job in jobs.iter().filter(|job| job.kind == JobKind::Write) {
        let payload: Payload = parsed(&job.payload)?;
        let location = stage_location(run, &project, job);
        let chunks = r.document_chunks(job.seq)?;
        let parts = unique(&mut taken, contribution(run, &jobs, job, &payload, location));
        if !payload.prompt.is_empty() {
            let prompt = format!("# {}\n\n{}\n\n", payload.title, payload.prompt);
            prompts.entry(job.stage.unwrap_or_default()).or_default().push_str(&prompt);
        }
        let text = assembled(r, job.seq)?.text;
        let whole = format!("{}{text}", front_matter(run, job, &payload, &chunks));
        if Some(job.step.as_str()) == result && !chunks.is_empty() {
            let name = format!("{}.md", slug(&format!("{}-{}", payload.title, job.id.simple())));
            put(&PathParts::Pending { project: project.clone(), name }, whole.clone())?;
        }
        put(&parts, whole)?;
        for chunk in &chunks {
            let raw = r.raw_chunk(chunk.id)?.unwrap_or_default();
            put(&of_chunk(&parts, chunk, true), raw)?;
            if chunk.turn_index > 0 {
                put(&of_chunk(&parts, chunk, false), chunk.text.clone())?;
            }
        }
    }
    for job in jobs.iter().filter(|job| job.kind == JobKind::Stage) {
        let system =
            if run.recipe.system.is_empty() { String::new() } else { format!("{}\n\n---\n\n", run.recipe.system) };
        let prompts = prompts.remove(&job.stage.unwrap_or_default()).unwrap_or_default();
        let feedback = parsed::<Payload>(&job.payload)?.feedback;
        // It stands with the stage that it was said to: the one before.
        if let Some(before) = jobs.iter().rfind(|other| other.kind == JobKind::Stage && other.stage < job.stage)
            && !feedback.is_empty()
        {
            put(&PathParts::UserFeedback { location: stage_location(run, &project, before) }, format!("{feedback}\n"))?;
        }
        put(&PathParts::SeedPrompt { location: stage_location(run, &project, job) }, format!("{system}{prompts}"))?;
    }
    files.extend(FOLDERS.map(|folder| (format!("{project}/{folder}/"), String::new())));
    Ok(files)
}

fn stage_location(run: &Run, project: &str, job: &DocumentJobRow) -> StageLocation {
    let session = run.row.id.simple().to_string();
    StageLocation {
        project: project.to_owned(),
        session: session[..8].to_owned(),
        iteration: 1,
        number: job.stage.unwrap_or_default() + 1,
        stage: stage_of(run, job).map(|stage| stage.slug.clone()).unwrap_or_else(|| "stage".to_owned()),
    }
}

/// Returns the path of a document, by what it was made from.
fn contribution(
    run: &Run,
    jobs: &[DocumentJobRow],
    job: &DocumentJobRow,
    payload: &Payload,
    location: StageLocation,
) -> PathParts {
    let model_of = |job: &DocumentJobRow| run.model(job.model).map_or("factly".to_owned(), |model| slug(&model.model));
    let sources: Vec<&DocumentJobRow> =
        payload.reads.iter().filter_map(|id| jobs.iter().find(|job| job.id == *id)).collect();
    let each = run.recipe.steps().find(|(_, step)| step.name == job.step).map(|(_, step)| step.each);
    let form = match (each, sources.first()) {
        (Some(StepTarget::Document), Some(source)) => SourceForm::Critique { source: model_of(source) },
        (Some(StepTarget::Pair), Some(_)) => {
            SourceForm::Pairwise { sources: sources.iter().map(|source| model_of(source)).collect() }
        }
        (Some(StepTarget::Group), Some(source)) => SourceForm::Reduced { source_id: short_id(jobs, source) },
        _ if job.step == "final_synthesis" => SourceForm::Final,
        _ => SourceForm::Simple,
    };
    PathParts::Contribution { location, model: model_of(job), number: 1, form, continuation: None, raw: false }
}

/// The first eight digits of the document that a group comes from.
fn short_id(jobs: &[DocumentJobRow], source: &DocumentJobRow) -> String {
    let from = parsed::<Payload>(&source.payload).ok().and_then(|payload| payload.reads.first().copied());
    let id = from.filter(|id| jobs.iter().any(|job| job.id == *id)).unwrap_or(source.id);
    id.simple().to_string()[..8].to_owned()
}

/// Counts on until nobody stands there.
fn unique(taken: &mut HashSet<PathParts>, parts: PathParts) -> PathParts {
    let mut parts = parts;
    while !taken.insert(parts.clone()) {
        if let PathParts::Contribution { number, .. } = &mut parts {
            *number += 1;
        }
    }
    parts
}

fn of_chunk(parts: &PathParts, chunk: &ChunkRow, is_raw: bool) -> PathParts {
    let mut parts = parts.clone();
    if let PathParts::Contribution { continuation, raw, .. } = &mut parts {
        *continuation = Some(chunk.turn_index).filter(|turn| *turn > 0);
        *raw = is_raw;
    }
    parts
}

fn front_matter(run: &Run, job: &DocumentJobRow, payload: &Payload, chunks: &[ChunkRow]) -> String {
    let fields = [
        ("title", json!(payload.title)),
        ("recipe", json!(run.recipe.name)),
        ("stage", json!(stage_of(run, job).map(|stage| stage.slug.as_str()))),
        ("model", json!(run.model(job.model).map(|model| model.model.as_str()))),
        ("run", json!(run.row.id)),
        ("document", json!(job.id)),
        ("chunks", json!(chunks.len())),
        ("finish", json!(chunks.last().map(|chunk| chunk.finish.as_str()))),
    ];
    // A JSON value is a YAML value.
    let lines: String = fields.into_iter().map(|(name, value): (&str, Value)| format!("{name}: {value}\n")).collect();
    format!("---\n{lines}---\n\n")
}

/// The tables of the contract as keys, each with the values of its row.
fn settings(run: &Run) -> Result<String> {
    let stages: Vec<Value> =
        run.recipe.stages.iter().map(|stage| json!({ "slug": stage.slug, "display_name": stage.title })).collect();
    let pairs = run.recipe.stages.windows(2);
    let transitions: Vec<Value> =
        pairs.map(|pair| json!({ "source_stage": pair[0].slug, "target_stage": pair[1].slug })).collect();
    let settings = json!({
        "dialectic_domain": { "name": run.material.title, "description": run.material.goal },
        "dialectic_process_template": run.recipe,
        "dialectic_stage_transitions": transitions,
        "dialectic_stages": stages,
        "dialectic_process_associations": {},
        "domain_specific_prompt_overlays": {},
        "system_prompt": run.recipe.system,
        "models": run.models,
    });
    serde_json::to_string_pretty(&settings).map_err(|error| StoreError::Unreadable(error.to_string()).into())
}
