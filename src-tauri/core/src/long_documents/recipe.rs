//! Recipes: the stages of a document as data, checked before any is used.

use std::collections::BTreeSet;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::path::is_slug;
use super::prompt::{PLACEHOLDERS, placeholders};

/// The shape of a recipe as JSON Schema.
pub const SCHEMA: &str = include_str!("recipes/schema.json");
/// The one format there is.
pub const FORMAT: u32 = 1;
const MOST_STAGES: usize = 20;
const MOST_STEPS: usize = 10;
const MOST_PROMPT: usize = 40_000;

/// Fields told of a recipe beside itself.
const TOLD_OF_A_RECIPE: [&str; 2] = ["needs_model", "origin"];

const SHIPPED: [&str; 5] = [
    include_str!("recipes/dialectic.json"),
    include_str!("recipes/research-report.json"),
    include_str!("recipes/brief.json"),
    include_str!("recipes/interview-summary.json"),
    include_str!("recipes/report-from-graph.json"),
];

/// The stages that make a document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recipe {
    pub format: u32,
    /// A slug: letters, digits and hyphens.
    pub name: String,
    pub title: String,
    pub description: String,
    /// The system instruction of every call.
    #[serde(default)]
    pub system: String,
    pub stages: Vec<RecipeStage>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecipeStage {
    pub slug: String,
    pub title: String,
    pub mode: StageMode,
    pub steps: Vec<RecipeStep>,
}

/// The mode of a stage: one step for each model, or children planned step by step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StageMode {
    Simple,
    Planned,
}

/// The make-up of one kind of document of a stage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecipeStep {
    /// Name of its documents, and read as by later steps: letters, digits, `_` and `-`.
    pub name: String,
    pub writer: RecipeWriter,
    pub each: StepTarget,
    /// Names of earlier steps.
    #[serde(default)]
    pub reads: Vec<String>,
    #[serde(default)]
    pub sources: Sources,
    #[serde(default)]
    pub prompt: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RecipeWriter {
    Model,
    /// A section of the draft that the discovery's graph gives. Asks nobody.
    Graph,
    /// The documents that it reads, one after the other. Asks nobody.
    Compose,
}

/// The things that a step makes a document for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StepTarget {
    /// One, by the first model.
    Once,
    Model,
    /// Each model with each document of the first step that is read.
    Document,
    /// Each model with each document of the first step that is read and each of the second that was made from it.
    Pair,
    /// Each model with the documents that are read which come from the same document.
    Group,
    /// Each recommendation of the discovery.
    Recommendation,
    /// Each Input of the discovery.
    Input,
    /// Each section of the graph's draft.
    GraphSection,
}

/// The part of the discovery that a call reads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sources {
    #[default]
    Nothing,
    /// Recommendations, insights and facts, each with its citation.
    Graph,
    /// The texts of the Inputs.
    Inputs,
    Both,
}

impl Sources {
    pub const fn graph(self) -> bool {
        matches!(self, Self::Graph | Self::Both)
    }

    pub const fn inputs(self) -> bool {
        matches!(self, Self::Inputs | Self::Both)
    }
}

/// The fault of a recipe, and its location.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecipeFault {
    /// As `stages[1].steps[0].reads`.
    pub location: String,
    pub what: String,
}

impl fmt::Display for RecipeFault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}: {}", self.location, self.what)
    }
}

/// Returns the recipes that are shipped.
pub fn shipped() -> Vec<Recipe> {
    SHIPPED.iter().filter_map(|json| Recipe::parse(json).ok()).collect()
}

/// Returns whether a column of an exported row is a recipe.
pub fn is_recipe(json: &str) -> bool {
    Recipe::parse(json).is_ok()
}

impl Recipe {
    /// Reads a recipe, and names all that is wrong with it.
    pub fn parse(json: &str) -> Result<Self, Vec<RecipeFault>> {
        let recipe = Self::read(json).map_err(|error| vec![fault("recipe", error.to_string())])?;
        let faults = recipe.faults();
        if faults.is_empty() { Ok(recipe) } else { Err(faults) }
    }

    /// Leaves out what a list of recipes says of one, so that whatever was copied from there is a recipe.
    fn read(json: &str) -> serde_json::Result<Self> {
        let mut fields: serde_json::Map<String, serde_json::Value> = serde_json::from_str(json)?;
        if TOLD_OF_A_RECIPE.iter().filter(|name| fields.shift_remove(**name).is_some()).count() == 0 {
            // As it was written, a fault has its line.
            return serde_json::from_str(json);
        }
        serde_json::from_value(fields.into())
    }

    /// Returns the recipe as JSON to be read and edited, as [`Self::parse`] reads it.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default()
    }

    /// Returns whether any of its steps asks a model.
    pub fn needs_model(&self) -> bool {
        self.steps().any(|(_, step)| step.writer == RecipeWriter::Model)
    }

    /// Returns whether any of its steps reads the texts of Inputs.
    pub fn reads_inputs(&self) -> bool {
        self.steps().any(|(_, step)| step.each == StepTarget::Input || step.sources.inputs())
    }

    /// Returns the steps in order, each with the place of its stage.
    pub fn steps(&self) -> impl Iterator<Item = (usize, &RecipeStep)> {
        self.stages.iter().enumerate().flat_map(|(index, stage)| stage.steps.iter().map(move |step| (index, step)))
    }

    /// Returns the step whose documents are the result: the last.
    pub fn result_step(&self) -> Option<&RecipeStep> {
        self.stages.last().and_then(|stage| stage.steps.last())
    }

    fn faults(&self) -> Vec<RecipeFault> {
        let mut faults = Vec::new();
        let mut check = |is_right: bool, location: &str, what: &str| {
            if !is_right {
                faults.push(fault(location, what));
            }
        };
        check(self.format == FORMAT, "format", "is not 1");
        check(is_slug(&self.name), "name", "has other than small letters, digits and hyphens");
        check(!self.title.trim().is_empty(), "title", "is empty");
        check((1..=MOST_STAGES).contains(&self.stages.len()), "stages", "are none, or more than 20");
        let (mut slugs, mut earlier) = (BTreeSet::new(), BTreeSet::new());
        for (at, stage) in self.stages.iter().enumerate() {
            let stage_location = format!("stages[{at}]");
            check(
                is_slug(&stage.slug),
                &format!("{stage_location}.slug"),
                "has other than small letters, digits and hyphens",
            );
            check(slugs.insert(&stage.slug), &format!("{stage_location}.slug"), "is that of an earlier stage");
            check(
                (1..=MOST_STEPS).contains(&stage.steps.len()),
                &format!("{stage_location}.steps"),
                "are none, or more than 10",
            );
            let is_simple = stage.steps.len() == 1 && stage.steps.iter().all(|step| step.each == StepTarget::Model);
            check(
                stage.mode == StageMode::Planned || is_simple,
                &stage_location,
                "is simple, and is not one step for each model",
            );
            for (number, step) in stage.steps.iter().enumerate() {
                step.check(&format!("{stage_location}.steps[{number}]"), &earlier, &mut check);
                earlier.insert(step.name.as_str());
            }
        }
        faults
    }
}

impl RecipeStep {
    fn check(&self, location: &str, earlier: &BTreeSet<&str>, check: &mut impl FnMut(bool, &str, &str)) {
        let at = |field: &str| format!("{location}.{field}");
        check(is_step_name(&self.name), &at("name"), "has other than small letters, digits, `_` and `-`");
        check(!earlier.contains(self.name.as_str()), &at("name"), "is that of an earlier step");
        let are_known = self.reads.iter().all(|read| earlier.contains(read.as_str()));
        check(are_known, &at("reads"), "names a step that does not come before");
        let least = match (self.each, self.writer) {
            (StepTarget::Pair, _) => 2,
            (StepTarget::Document | StepTarget::Group, _) | (_, RecipeWriter::Compose) => 1,
            _ => 0,
        };
        check(self.reads.len() >= least, &at("reads"), "are too few for what it is made for");
        let asks = self.writer == RecipeWriter::Model;
        check(asks != self.prompt.trim().is_empty(), &at("prompt"), "is needed by a model, and by nobody else");
        check(self.prompt.len() <= MOST_PROMPT, &at("prompt"), "is longer than 40,000 bytes");
        let known = placeholders(&self.prompt).iter().all(|name| PLACEHOLDERS.contains(name));
        check(known, &at("prompt"), "has a placeholder that there is not");
        let by_graph = self.each == StepTarget::GraphSection;
        check(
            by_graph == (self.writer == RecipeWriter::Graph),
            &at("each"),
            "is a section of the graph only by the graph",
        );
    }
}

fn is_step_name(name: &str) -> bool {
    is_slug(&name.replace('_', "-"))
}

fn fault(location: impl Into<String>, what: impl Into<String>) -> RecipeFault {
    RecipeFault { location: location.into(), what: what.into() }
}
