//! The jobs that a step makes out of what was made before, and what a run would cost.

use std::collections::BTreeMap;

use uuid::Uuid;

use super::recipe::{Recipe, RecipeStep, RecipeWriter, StepTarget};
use super::wallet::{Micro, TokenRate};

/// A document that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MadeDocument {
    pub id: Uuid,
    pub step: String,
    /// The place of its model among the run's.
    pub model: usize,
    /// The documents that it was made from.
    pub of: Vec<Uuid>,
}

/// A job that is to be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedJob {
    pub model: usize,
    /// The documents that it reads, in their order.
    pub reads: Vec<Uuid>,
    /// The target it is made for: the position of a recommendation, an Input or a section.
    pub item: Option<usize>,
    /// Counts what a model makes of the same, from 1.
    pub number: u32,
}

/// Returns the jobs of a step: `models` of them, `made` in the order of its making, `items` of the discovery.
pub fn plan(step: &RecipeStep, models: usize, made: &[MadeDocument], items: usize) -> Vec<PlannedJob> {
    let read = |name: &String| made_by(made, name);
    let all: Vec<Uuid> = step.reads.iter().flat_map(read).map(|made| made.id).collect();
    let sets: Vec<(Vec<Uuid>, Option<usize>)> = match step.each {
        StepTarget::Once | StepTarget::Model => vec![(all, None)],
        StepTarget::Document => {
            step.reads.first().into_iter().flat_map(read).map(|made| (vec![made.id], None)).collect()
        }
        StepTarget::Pair => pairs(step, made),
        StepTarget::Group => groups(step, made),
        StepTarget::Recommendation | StepTarget::Input | StepTarget::GraphSection => {
            (0..items).map(|item| (all.clone(), Some(item))).collect()
        }
    };
    let is_once = step.writer != RecipeWriter::Model || step.each == StepTarget::Once;
    let models = if is_once { 1 } else { models.max(1) };
    (0..models)
        .flat_map(|model| {
            (1..).zip(&sets).map(move |(number, (reads, item))| PlannedJob {
                model,
                reads: reads.clone(),
                item: *item,
                number,
            })
        })
        .collect()
}

/// The documents of a step.
fn made_by<'m>(made: &'m [MadeDocument], name: &str) -> Vec<&'m MadeDocument> {
    made.iter().filter(|made| made.step == name).collect()
}

fn pairs(step: &RecipeStep, made: &[MadeDocument]) -> Vec<(Vec<Uuid>, Option<usize>)> {
    let [first, second, ..] = step.reads.as_slice() else { return Vec::new() };
    let firsts = made.iter().filter(|made| made.step == *first);
    firsts
        .flat_map(|a| {
            let seconds = made.iter().filter(move |b| b.step == *second && b.of.contains(&a.id));
            seconds.map(move |b| (vec![a.id, b.id], None))
        })
        .collect()
}

fn groups(step: &RecipeStep, made: &[MadeDocument]) -> Vec<(Vec<Uuid>, Option<usize>)> {
    let mut order = Vec::new();
    let mut groups: BTreeMap<Uuid, Vec<Uuid>> = BTreeMap::new();
    for document in made.iter().filter(|made| step.reads.contains(&made.step)) {
        let from = document.of.first().copied().unwrap_or(document.id);
        if !groups.contains_key(&from) {
            order.push(from);
        }
        groups.entry(from).or_default().push(document.id);
    }
    order.into_iter().filter_map(|from| groups.remove(&from)).map(|group| (group, None)).collect()
}

/// The input of a run.
#[derive(Clone, Debug)]
pub struct RunExtent<'e> {
    pub models: &'e [(String, TokenRate)],
    /// Number of recommendations, Inputs and sections of the graph's draft.
    pub recommendations: usize,
    pub inputs: usize,
    pub graph_sections: usize,
    /// Tokens of the analyst's prompt with what every call has, and of what the graph and the Inputs add.
    pub prompt_tokens: u64,
    pub graph_tokens: u64,
    pub input_tokens: u64,
    /// The most tokens of one answer.
    pub most_output: u64,
    /// The most tokens of one call.
    pub context: u64,
}

impl RunExtent<'_> {
    /// Returns how many things of the discovery a step makes a document for.
    pub const fn items(&self, each: StepTarget) -> usize {
        match each {
            StepTarget::Recommendation => self.recommendations,
            StepTarget::Input => self.inputs,
            StepTarget::GraphSection => self.graph_sections,
            _ => 0,
        }
    }
}

/// The estimate of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepEstimate {
    pub stage: usize,
    pub step: String,
    pub jobs: usize,
    pub calls: usize,
    pub input_tokens: u64,
    pub output_tokens: u64,
    pub cost: Micro,
}

/// The estimate of a run: what goes in as counted, what comes out at its worst without continuations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Estimate {
    pub steps: Vec<StepEstimate>,
    pub calls: usize,
    pub input_tokens: u64,
    pub output_tokens: u64,
    pub cost: Micro,
}

/// Goes through a recipe as a run does, asking nobody.
pub fn estimate(recipe: &Recipe, extent: &RunExtent<'_>) -> Estimate {
    let mut made: Vec<MadeDocument> = Vec::new();
    let mut estimate = Estimate::default();
    for (stage, step) in recipe.steps() {
        let jobs = plan(step, extent.models.len(), &made, extent.items(step.each));
        let reckoned = estimate_step((stage, step), &jobs, extent);
        for job in &jobs {
            let id = Uuid::from_u128(made.len() as u128 + 1);
            made.push(MadeDocument { id, step: step.name.clone(), model: job.model, of: job.reads.clone() });
        }
        estimate.calls += reckoned.calls;
        estimate.input_tokens = estimate.input_tokens.saturating_add(reckoned.input_tokens);
        estimate.output_tokens = estimate.output_tokens.saturating_add(reckoned.output_tokens);
        estimate.cost = estimate.cost.saturating_add(reckoned.cost);
        estimate.steps.push(reckoned);
    }
    estimate
}

fn estimate_step((stage, step): (usize, &RecipeStep), jobs: &[PlannedJob], extent: &RunExtent<'_>) -> StepEstimate {
    let mut reckoned = StepEstimate {
        stage,
        step: step.name.clone(),
        jobs: jobs.len(),
        calls: 0,
        input_tokens: 0,
        output_tokens: 0,
        cost: 0,
    };
    if step.writer != RecipeWriter::Model {
        return reckoned;
    }
    let graph = if step.sources.graph() { extent.graph_tokens } else { 0 };
    let one_input = step.each == StepTarget::Input && extent.inputs > 0;
    let inputs = match step.sources.inputs() {
        true if one_input => extent.input_tokens / extent.inputs as u64,
        true => extent.input_tokens,
        false => 0,
    };
    for job in jobs {
        let read = job.reads.len() as u64 * extent.most_output;
        let room = extent.context.saturating_sub(extent.most_output);
        let input = (extent.prompt_tokens + graph + inputs + read).min(room);
        let rate = extent.models.get(job.model).map_or(TokenRate::FREE, |(_, rate)| *rate);
        reckoned.calls += 1;
        reckoned.input_tokens += input;
        reckoned.output_tokens += extent.most_output;
        reckoned.cost = reckoned.cost.saturating_add(rate.cost(input, extent.most_output));
    }
    reckoned
}
