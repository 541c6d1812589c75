//! Long documents: reckoned, started, worked on here, steered, shown and written.

use std::io::{IsTerminal, Write};
use std::path::Path;
use std::thread;
use std::time::Duration;

use factly_core::long_documents::path::{PathParts, construct, deconstruct};
use factly_core::long_documents::recipe::Recipe;
use factly_core::long_documents::wallet::amount;
use factly_core::message;
use factly_engine::Library;
use factly_engine::error::{Code, Error, Result};
use factly_engine::long_documents::{
    ChunkView, DocumentView, EstimateView, JobView, KnownRecipe, Reason, RecipeOrigin, RunRequest, RunSummary, RunView,
};
use factly_engine::wallet::read_amount;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::args::{DiscoveryName, DocumentArgs, DocumentCommand, PathCommand, RecipeCommand, RunName};
use crate::interrupt::on_interrupt;
use crate::out::{Out, error_json, table};
use crate::resolve::text_of;

pub(super) fn run(library: &Library, command: DocumentCommand, out: &mut Out) -> Result<()> {
    let documents = library.long_documents();
    let named = |name: &RunName| library.names().find_document_run(&name.run);
    match command {
        DocumentCommand::Recipes { discovery } => {
            let discovery = discovery.map(|name| library.names().find_discovery(&name)).transpose()?;
            recipes(&documents.recipes(discovery)?, out)
        }
        DocumentCommand::Recipe(command) => recipe(library, command, out),
        DocumentCommand::Estimate(ask) => {
            let discovery = library.names().find_discovery(&ask.discovery)?;
            estimate(&documents.estimate(discovery, &run_request(library, discovery, &ask, None)?)?, out)
        }
        DocumentCommand::Start { ask, budget, wait } => {
            let discovery = library.names().find_discovery(&ask.discovery)?;
            let id = documents.start(discovery, &run_request(library, discovery, &ask, budget.as_deref())?)?;
            if wait {
                return work(library, id, out);
            }
            out.note("it waits for a worker: the window, or `factly document resume RUN --wait`");
            status(&documents.show(id)?, out)
        }
        DocumentCommand::List { discovery } => list(&documents.list(library.names().find_discovery(&discovery)?)?, out),
        DocumentCommand::Status(name) => change_run(library, &name, |_| Ok(()), out),
        DocumentCommand::Pause(name) => change_run(library, &name, |id| documents.pause(id).map(drop), out),
        DocumentCommand::Resume { name, feedback } => {
            let feedback = feedback.as_deref().map(text_of).transpose()?.unwrap_or_default();
            change_run(library, &name, |id| resume(library, id, &feedback), out)
        }
        DocumentCommand::Cancel(name) => change_run(library, &name, |id| documents.cancel(id).map(drop), out),
        DocumentCommand::Retry(name) => change_run(library, &name, |id| documents.retry(id).map(drop), out),
        DocumentCommand::Show(name) => show(&documents.show(named(&name)?)?, out),
        DocumentCommand::Export { run, output } => {
            let id = library.names().find_document_run(&run)?;
            let written = documents.export(id, &output)?;
            let destination = output.display().to_string();
            let lines =
                |lines: &mut dyn Write| writeln!(lines, "{} files written to {destination}.", written.files.len());
            out.print(|| json!({ "output": destination, "files": written.files }), lines)
        }
        DocumentCommand::Path(command) => path(command, out),
    }
}

/// A run that waits for a worker needs none of the analyst's words; one that is paused does.
fn resume(library: &Library, id: Uuid, feedback: &str) -> Result<()> {
    match library.long_documents().show(id)?.state.as_str() {
        "pending" | "processing" => Ok(()),
        _ => library.long_documents().resume_with(id, feedback).map(drop),
    }
}

fn change_run(library: &Library, name: &RunName, steer: impl FnOnce(Uuid) -> Result<()>, out: &mut Out) -> Result<()> {
    let id = library.names().find_document_run(&name.run)?;
    steer(id)?;
    match name.wait {
        true => work(library, id, out),
        false => status(&library.long_documents().show(id)?, out),
    }
}

/// Interval between looks at a wait for a server: it may have been paused or cancelled elsewhere.
const GLANCE: Duration = Duration::from_millis(200);

/// Works on a run here. One that waits for the analyst or failed is told, and the exit code says so; one that waits for a
/// server is waited for.
fn work(library: &Library, id: Uuid, out: &mut Out) -> Result<()> {
    let interrupt = on_interrupt()?;
    let documents = library.long_documents();
    let mut view = documents.work(id, &interrupt, &|_| {})?;
    while view.goes_on_at.is_some() && !interrupt.is_cancelled() {
        if let Some(reason) = &view.reason {
            out.note(&reason.message.to_string());
        }
        while documents.tree(id)?.goes_on_at.is_some() && !interrupt.is_cancelled() {
            thread::sleep(GLANCE);
        }
        view = documents.work(id, &interrupt, &|_| {})?;
    }
    status(&view, out)?;
    if view.state != "completed" {
        let message = view.reason.as_ref().map_or_else(|| "It was stopped.".into(), |reason| reason.message.clone());
        out.failed(&Error::new(Code::Refused, message!("The run is {}: {}", view.state, message)));
    }
    Ok(())
}

fn run_request(library: &Library, discovery: Uuid, ask: &DocumentArgs, budget: Option<&str>) -> Result<RunRequest> {
    let input = |name: &String| library.names().find_input(name, Some(discovery));
    let is_file = Path::new(&ask.recipe).extension().is_some_and(|ending| ending.eq_ignore_ascii_case("json"));
    let recipe = if is_file { text_of(Path::new(&ask.recipe))? } else { ask.recipe.clone() };
    Ok(RunRequest {
        recipe,
        models: ask.models.clone(),
        prompt: ask.prompt.as_deref().map(text_of).transpose()?.unwrap_or_default(),
        title: ask.title.clone(),
        inputs: ask.inputs.iter().map(input).collect::<Result<_>>()?,
        cap: budget.map(read_amount).transpose()?,
        context: ask.context,
        most_output: ask.max_tokens,
        most_continuations: ask.max_continuations,
        asks_after_stages: ask.ask_after_stages,
    })
}

fn recipes(recipes: &[KnownRecipe], out: &mut Out) -> Result<()> {
    let origin = |known: &KnownRecipe| match known.origin {
        RecipeOrigin::Shipped => "shipped",
        RecipeOrigin::Own => "own",
        RecipeOrigin::Elsewhere => "elsewhere",
    };
    let row = |known: &KnownRecipe| {
        let needs = if known.recipe.needs_model() { "needs a model" } else { "offline" };
        let KnownRecipe { recipe, .. } = known;
        vec![recipe.name.clone(), origin(known).to_owned(), needs.to_owned(), recipe.description.clone()]
    };
    let value = |known: &KnownRecipe| {
        let mut value = json!(known.recipe);
        value["needs_model"] = json!(known.recipe.needs_model());
        value["origin"] = json!(origin(known));
        value
    };
    out.print(
        || recipes.iter().map(value).collect(),
        |lines| table(lines, &recipes.iter().map(row).collect::<Vec<_>>()),
    )
}

fn recipe(library: &Library, command: RecipeCommand, out: &mut Out) -> Result<()> {
    let documents = library.long_documents();
    let found = |name: &DiscoveryName| library.names().find_discovery(&name.discovery);
    let print_recipe = |recipe: &Recipe, out: &mut Out| {
        let write_line = |lines: &mut dyn Write| writeln!(lines, "{}  {}", recipe.name, recipe.title);
        out.print(|| json!({ "name": recipe.name, "title": recipe.title }), write_line)
    };
    match command {
        RecipeCommand::Keep { discovery, file, of } => {
            print_recipe(&documents.save_recipe(found(&discovery)?, &text_of(&file)?, of.as_deref())?, out)
        }
        RecipeCommand::Show { discovery, name } => {
            let recipe = documents.recipe(found(&discovery)?, &name)?;
            out.print(|| json!(recipe), |lines| writeln!(lines, "{}", recipe.to_json()))
        }
        RecipeCommand::Rename { discovery, name, title } => {
            print_recipe(&documents.rename_recipe(found(&discovery)?, &name, &title)?, out)
        }
        RecipeCommand::Delete { discovery, name } => {
            documents.delete_recipe(found(&discovery)?, &name)?;
            out.print(
                || json!({ "deleted": name }),
                |lines| writeln!(lines, "{name} was deleted; undo brings it back."),
            )
        }
    }
}

fn estimate(view: &EstimateView, out: &mut Out) -> Result<()> {
    let unit = &view.wallet.unit;
    let stage = |at: usize| view.recipe.stages.get(at).map(|stage| stage.slug.as_str()).unwrap_or_default();
    let step = |step: &factly_core::long_documents::plan::StepEstimate| {
        json!({
            "stage": stage(step.stage),
            "step": step.step,
            "jobs": step.jobs,
            "calls": step.calls,
            "input_tokens": step.input_tokens,
            "output_tokens": step.output_tokens,
            "cost": amount(step.cost),
        })
    };
    let row = |step: &factly_core::long_documents::plan::StepEstimate| {
        let calls = format!("{} calls", step.calls);
        vec![stage(step.stage).to_owned(), step.step.clone(), calls, format!("{} {unit}", amount(step.cost))]
    };
    let whole = &view.estimate;
    out.print(
        || {
            json!({
                "recipe": view.recipe.name,
                "models": view.models,
                "steps": whole.steps.iter().map(step).collect::<Vec<_>>(),
                "calls": whole.calls,
                "input_tokens": whole.input_tokens,
                "output_tokens": whole.output_tokens,
                "cost": amount(whole.cost),
                "unit": unit,
                "available": amount(view.wallet.wallet.available()),
                "affordable": view.affordable,
            })
        },
        |lines| {
            table(lines, &whole.steps.iter().map(row).collect::<Vec<_>>())?;
            let has = if view.affordable { "The wallet has enough" } else { "The wallet does not have enough" };
            writeln!(
                lines,
                "{} calls, at worst {} {unit} without continuations. {has}.",
                whole.calls,
                amount(whole.cost)
            )
        },
    )
}

fn list(runs: &[RunSummary], out: &mut Out) -> Result<()> {
    let value = |run: &RunSummary| {
        json!({
            "id": run.id,
            "title": run.title,
            "recipe": run.recipe,
            "models": run.models,
            "state": run.state,
            "reason": run.reason.as_ref().map(reason_json),
            "words": run.words,
            "cost": amount(run.cost),
            "created_at": run.created_at,
            "ended_at": run.ended_at,
        })
    };
    let row = |run: &RunSummary| {
        vec![
            run.id.to_string(),
            run.state.clone(),
            run.recipe.clone(),
            format!("{} words", run.words),
            run.title.clone(),
        ]
    };
    out.print(|| runs.iter().map(value).collect(), |lines| table(lines, &runs.iter().map(row).collect::<Vec<_>>()))
}

fn reason_json(reason: &Reason) -> Value {
    json!({ "why": reason.why, "message": reason.message.to_string(), "refusal": reason.refusal })
}

fn status(view: &RunView, out: &mut Out) -> Result<()> {
    let over = view.jobs.iter().filter(|job| job.state.is_over()).count();
    let words: usize = view.chunks.iter().map(|chunk| chunk.words).sum();
    out.print(
        || {
            json!({
                "id": view.id,
                "state": view.state,
                "reason": view.reason.as_ref().map(reason_json),
                "goes_on_at": view.goes_on_at,
                "jobs": view.jobs.len(),
                "jobs_over": over,
                "words": words,
                "cost": amount(view.spending.spent),
                "cap": view.spending.cap.map(amount),
                "unit": view.unit,
                "outputs": outputs(view),
            })
        },
        |lines| {
            writeln!(lines, "{}  {}  {over} of {} jobs  {words} words", view.id, view.state, view.jobs.len())?;
            if let Some(Reason { message, .. }) = &view.reason {
                writeln!(lines, "{message}")?;
            }
            view.outputs.iter().try_for_each(|(_, label, _)| writeln!(lines, "It became {label}."))
        },
    )
}

fn outputs(view: &RunView) -> Value {
    let output = |(document, label, report): &(Uuid, String, Uuid)| json!({ "document": document, "output": label, "report": report });
    view.outputs.iter().map(output).collect()
}

fn show(view: &RunView, out: &mut Out) -> Result<()> {
    if !out.is_json && !std::io::stdout().is_terminal() {
        // Whoever pipes it wants the document.
        let results: Vec<&str> = view
            .documents
            .iter()
            .filter(|document| document.is_result)
            .map(|document| document.text.as_str())
            .collect();
        return out.exactly(&results.join("\n\n"));
    }
    out.print(
        || {
            json!({
                "id": view.id,
                "title": view.title,
                "prompt": view.prompt,
                "recipe": view.recipe,
                "state": view.state,
                "reason": view.reason.as_ref().map(reason_json),
                "goes_on_at": view.goes_on_at,
                "models": view.models,
                "unit": view.unit,
                "cost": amount(view.spending.spent),
                "cap": view.spending.cap.map(amount),
                "created_at": view.created_at,
                "ended_at": view.ended_at,
                "jobs": view.jobs.iter().map(job).collect::<Vec<_>>(),
                "chunks": view.chunks.iter().map(chunk).collect::<Vec<_>>(),
                "documents": view.documents.iter().map(document).collect::<Vec<_>>(),
                "outputs": outputs(view),
            })
        },
        |lines| {
            let row = |job: &JobView| {
                let cost = format!("{} {}", amount(job.cost), view.unit);
                vec![job.kind.as_str().to_owned(), job.state.as_str().to_owned(), job.title.clone(), cost]
            };
            writeln!(lines, "{}  {}", view.id, view.state)?;
            table(lines, &view.jobs.iter().map(row).collect::<Vec<_>>())
        },
    )
}

fn job(job: &JobView) -> Value {
    json!({
        "id": job.id,
        "parent_id": job.parent,
        "kind": job.kind.as_str(),
        "stage": job.stage,
        "step": job.step,
        "title": job.title,
        "model": job.model,
        "state": job.state.as_str(),
        "turn_index": job.turn_index,
        "attempts": job.attempts,
        "cost": amount(job.cost),
        "error": job.error.as_ref().map(error_json),
        "started_at": job.started_at,
        "ended_at": job.ended_at,
    })
}

fn chunk(chunk: &ChunkView) -> Value {
    json!({
        "id": chunk.id,
        "job_id": chunk.job,
        "document_id": chunk.document,
        "turn_index": chunk.turn_index,
        "continuation_number": chunk.turn_index,
        "finish": chunk.finish,
        "words": chunk.words,
        "input_tokens": chunk.input_tokens,
        "output_tokens": chunk.output_tokens,
        "counted": chunk.counted,
        "seen": serde_json::from_str::<Value>(&chunk.seen).unwrap_or_default(),
        "text": chunk.text,
    })
}

fn document(document: &DocumentView) -> Value {
    let cuts =
        document.cuts.iter().map(|cut| json!({ "chunk": cut.chunk, "start": cut.bytes.start, "end": cut.bytes.end }));
    json!({
        "id": document.id,
        "title": document.title,
        "stage": document.stage,
        "step": document.step,
        "model": document.model,
        "ended": document.ended,
        "is_result": document.is_result,
        "chunks": document.chunks,
        "words": document.words,
        "cuts": cuts.collect::<Vec<_>>(),
        "text": document.text,
    })
}

fn path(command: PathCommand, out: &mut Out) -> Result<()> {
    let refused = |fault: factly_core::long_documents::path::PathFault| Error::invalid(fault.0);
    match command {
        PathCommand::Construct { parts } => {
            let parts: PathParts = serde_json::from_str(&parts)
                .map_err(|error| Error::invalid(message!("The parts are not understood: {}.", error)))?;
            let path = construct(&parts).map_err(refused)?;
            out.print(|| json!({ "path": path }), |lines| writeln!(lines, "{path}"))
        }
        PathCommand::Deconstruct { path } => {
            let parts = deconstruct(&path).map_err(refused)?;
            out.print(|| json!(parts), |lines| writeln!(lines, "{}", json!(parts)))
        }
    }
}
