//! The beginning of a run, and its estimated cost. Nothing is sent.

use factly_core::discovery::{EntityKind, EntityLabel};
use factly_core::long_documents::job::JobKind;
use factly_core::long_documents::plan::{Estimate, RunExtent, estimate};
use factly_core::long_documents::price;
use factly_core::long_documents::recipe::{Recipe, StepTarget};
use factly_core::long_documents::tokens;
use factly_core::long_documents::wallet::{Micro, TokenRate};
use factly_core::message;
use factly_core::text::normalize::normalize;
use uuid::Uuid;

use super::{InputRef, LongDocuments, Material, RunLimits, RunModel, to_json};
use crate::discovery::{Discoveries, Entity, Pipeline};
use crate::error::{Code, Error, Result};
use crate::inputs::Inputs;
use crate::lookup::{checked_title, discovery_row, input_row};
use crate::providers::{NamedModel, Providers};
use crate::reports::Reports;
use crate::store::document_jobs::NewDocumentJob;
use crate::store::document_runs::NewDocumentRun;
use crate::store::{Op, Topic};
use crate::wallet::{WalletView, Wallets};

/// A longer prompt is a source.
const MOST_PROMPT: usize = 200_000;
const MOST_CONTINUATIONS: u32 = 200;

/// The request for a document.
#[derive(Clone, Debug, Default)]
pub struct RunRequest {
    /// The name of a recipe that is shipped, or a recipe as JSON.
    pub recipe: String,
    /// `MODEL` or `PROVIDER:MODEL`; none is the chat's own.
    pub models: Vec<String>,
    pub prompt: String,
    pub title: Option<String>,
    /// The Inputs that are read, in the discovery's order; none is all of them.
    pub inputs: Vec<Uuid>,
    /// The most that it may cost; none is the wallet's cap for new runs.
    pub cap: Option<Micro>,
    /// Most tokens of a call; none is what is known of the model.
    pub context: Option<u64>,
    /// Most tokens of an answer; none is the chat's setting.
    pub most_output: Option<u64>,
    pub most_continuations: Option<u32>,
    /// True if it pauses after each stage, so that the analyst can say what to do otherwise.
    pub asks_after_stages: bool,
}

/// The estimate of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct EstimateView {
    pub recipe: Recipe,
    pub models: Vec<RunModel>,
    pub estimate: Estimate,
    pub wallet: WalletView,
    /// True if the wallet has what it costs at worst, without continuations.
    pub affordable: bool,
}

/// All that a run needs, looked up.
struct PreparedRun {
    recipe: Recipe,
    models: Vec<RunModel>,
    limits: RunLimits,
    material: Material,
    prompt: String,
}

impl LongDocuments<'_> {
    /// Reckons what a run would take, asking nobody.
    pub fn estimate(&self, discovery: Uuid, ask: &RunRequest) -> Result<EstimateView> {
        let prepared = self.prepare(discovery, ask)?;
        let estimate = self.reckon(&prepared)?;
        let wallet = Wallets::new(self.ctx).show()?;
        let affordable = estimate.cost <= wallet.wallet.available();
        Ok(EstimateView { recipe: prepared.recipe, models: prepared.models, estimate, wallet, affordable })
    }

    /// Makes a run with its first job, which waits for a worker. Returns its id.
    pub fn start(&self, discovery: Uuid, ask: &RunRequest) -> Result<Uuid> {
        let prepared = self.prepare(discovery, ask)?;
        let title = ask.title.as_deref().unwrap_or(&prepared.material.title);
        let title = checked_title(title)?;
        let cap = ask.cap.or(Wallets::new(self.ctx).show()?.cap);
        let row = self.ctx.read(|r| discovery_row(r, discovery))?;
        let id = self.ctx.world().ids.next();
        let (recipe, models) = (to_json(&prepared.recipe)?, to_json(&prepared.models)?);
        let (limits, material) = (to_json(&prepared.limits)?, to_json(&prepared.material)?);
        self.ctx.write(Op::silent(), |w| {
            w.about(row.seq);
            w.topic(Topic::Documents);
            let run = w.insert_document_run(&NewDocumentRun {
                id,
                discovery: row.seq,
                title: &title,
                prompt: &prepared.prompt,
                recipe: &recipe,
                models: &models,
                limits: &limits,
                material: &material,
                cap,
            })?;
            w.insert_document_job(&NewDocumentJob {
                discovery: row.seq,
                run,
                parent: None,
                kind: JobKind::Run,
                stage: None,
                step: "",
                model: None,
                root: None,
                turn_index: 0,
                payload: "{}",
            })?;
            Ok(())
        })?;
        Ok(id)
    }

    fn prepare(&self, discovery: Uuid, ask: &RunRequest) -> Result<PreparedRun> {
        let recipe = self.recipe(discovery, &ask.recipe)?;
        let prompt = normalize(&ask.prompt).text.trim().to_owned();
        if prompt.len() > MOST_PROMPT {
            return Err(Error::new(Code::TooLarge, "The prompt is longer than 200,000 bytes.")
                .hint("Add the text as an Input, and name it in the prompt."));
        }
        let models = match recipe.needs_model() {
            true if prompt.is_empty() => return Err(Error::new(Code::Empty, "The prompt is empty.")),
            true => self.models(ask)?,
            false => Vec::new(),
        };
        let limits = self.limits(ask, &models)?;
        let material = self.material(discovery, &recipe, &ask.inputs)?;
        Ok(PreparedRun { recipe, models, limits, material, prompt })
    }

    fn limits(&self, ask: &RunRequest, models: &[RunModel]) -> Result<RunLimits> {
        let set = u64::from(Providers::new(self.ctx).provider_settings()?.max_tokens);
        // What goes on with an answer reads that answer in full, and counts it with a margin.
        let longest = models.iter().map(|model| model.context * 2 / 5).min().unwrap_or(set);
        let most_output = ask.most_output.unwrap_or(set).min(longest).max(1);
        let most_continuations = ask.most_continuations.unwrap_or(50).min(MOST_CONTINUATIONS);
        Ok(RunLimits { most_output, most_continuations, asks_after_stages: ask.asks_after_stages })
    }

    fn models(&self, ask: &RunRequest) -> Result<Vec<RunModel>> {
        let names: Vec<Option<&str>> = match ask.models.as_slice() {
            [] => vec![None],
            names => names.iter().map(|name| Some(name.as_str())).collect(),
        };
        names.into_iter().map(|name| self.run_model(name, ask.context)).collect()
    }

    /// A model as it is set today, at the price of today.
    pub(super) fn run_model(&self, named: Option<&str>, context: Option<u64>) -> Result<RunModel> {
        let found = Providers::new(self.ctx).named_model(named)?;
        let (rate, priced) = found.rate(&Wallets::new(self.ctx).show()?.unit)?;
        let known = price::of_model(&found.model).map_or(price::USUAL_CONTEXT, |price| price.context);
        let NamedModel { kind, origin, model, is_local, .. } = found;
        Ok(RunModel {
            named: named.map(str::to_owned),
            model,
            provider: kind.as_str().to_owned(),
            origin,
            is_local,
            rate,
            priced,
            context: context.unwrap_or(known).max(256),
        })
    }

    /// Looks up what the recipe reads of the discovery, so that the run is the same whatever changes meanwhile.
    fn material(&self, discovery: Uuid, recipe: &Recipe, chosen: &[Uuid]) -> Result<Material> {
        let detail = Discoveries::new(self.ctx).get(discovery)?.discovery;
        let mut material = Material { title: detail.title, goal: detail.goal, ..Material::default() };
        let uses = |each: StepTarget| recipe.steps().any(|(_, step)| step.each == each);
        if uses(StepTarget::GraphSection) {
            let (draft, _) = Reports::new(self.ctx).drafted(discovery, None)?;
            let section =
                |section: &factly_core::reports::Section| format!("## {}\n\n{}", section.title, section.body_md.trim());
            material.sections = draft.sections.iter().map(section).collect();
        }
        if uses(StepTarget::Recommendation) || recipe.steps().any(|(_, step)| step.sources.graph()) {
            let entities = Pipeline::new(self.ctx).entities(discovery, None)?;
            material.recommendations = lines(&entities, EntityKind::Recommendation);
            material.graph = graph(&entities);
        }
        if uses(StepTarget::Recommendation) && material.recommendations.is_empty() {
            return Err(Error::refused("There is no recommendation to write about.")
                .hint("Derive or add a recommendation first, or take another recipe."));
        }
        if recipe.reads_inputs() {
            material.inputs = self.chosen_inputs(discovery, chosen)?;
        }
        if uses(StepTarget::Input) && material.inputs.is_empty() {
            return Err(Error::refused("There is no Input to write about.").hint("Add an Input first."));
        }
        Ok(material)
    }

    fn chosen_inputs(&self, discovery: Uuid, chosen: &[Uuid]) -> Result<Vec<InputRef>> {
        let mut inputs = Inputs::new(self.ctx).list(discovery)?;
        if let Some(strange) = chosen.iter().find(|id| !inputs.iter().any(|input| input.id == **id)) {
            return Err(Error::not_found(message!("The discovery has no Input {}.", strange)));
        }
        inputs.retain(|input| chosen.is_empty() || chosen.contains(&input.id));
        self.ctx.read(|r| {
            let reference = |input: &crate::inputs::InputSummary| {
                let seq = input_row(r, input.id)?.seq.0;
                Ok(InputRef { seq, title: format!("{} {}", input.label, input.title) })
            };
            inputs.iter().map(reference).collect()
        })
    }

    fn reckon(&self, prepared: &PreparedRun) -> Result<Estimate> {
        let PreparedRun { recipe, models, limits, material, prompt } = prepared;
        let rates: Vec<(String, TokenRate)> = models.iter().map(|model| (model.model.clone(), model.rate)).collect();
        let input_tokens = self.ctx.read(|r| {
            let texts = material
                .inputs
                .iter()
                .map(|input| Ok(tokens::count(&r.input_text(crate::store::InputSeq(input.seq))?)));
            texts.sum::<Result<u64>>()
        })?;
        let longest = recipe.steps().map(|(_, step)| tokens::count(&step.prompt)).max().unwrap_or_default();
        Ok(estimate(
            recipe,
            &RunExtent {
                models: &rates,
                recommendations: material.recommendations.len(),
                inputs: material.inputs.len(),
                graph_sections: material.sections.len(),
                prompt_tokens: tokens::with_margin(tokens::count(prompt) + tokens::count(&recipe.system) + longest),
                graph_tokens: tokens::with_margin(tokens::count(&material.graph)),
                input_tokens: tokens::with_margin(input_tokens),
                most_output: limits.most_output,
                context: models.iter().map(|model| model.context).min().unwrap_or(price::USUAL_CONTEXT),
            },
        ))
    }
}

fn lines(entities: &[Entity], kind: EntityKind) -> Vec<String> {
    let standing = entities.iter().filter(|entity| !entity.archived && entity.label.kind == kind);
    standing.map(cited).collect()
}

/// By its label alone: an id beside it would take more tokens than the text, and a small model gets it wrong.
fn cited(entity: &Entity) -> String {
    let text = entity.text.split_whitespace().collect::<Vec<_>>().join(" ");
    format!("{text} [{}]", entity.label)
}

/// Returns the conclusions of the discovery, each with what it rests on by label.
fn graph(entities: &[Entity]) -> String {
    let mut text = String::new();
    for (kind, title) in [
        (EntityKind::Recommendation, "Recommendations"),
        (EntityKind::Insight, "Insights"),
        (EntityKind::Fact, "Facts"),
    ] {
        let standing: Vec<&Entity> =
            entities.iter().filter(|entity| !entity.archived && entity.label.kind == kind).collect();
        if standing.is_empty() {
            continue;
        }
        text.push_str(&format!("# {title}\n\n"));
        for entity in standing {
            let on: Vec<String> = entity.up.iter().map(EntityLabel::to_string).collect();
            let rests = if on.is_empty() { String::new() } else { format!(" (rests on {})", on.join(", ")) };
            text.push_str(&format!("- {}{rests}\n", cited(entity)));
        }
        text.push('\n');
    }
    text
}
