//! The context of a discovery for a model (`docs/contracts/chat.md`): all of a small one, a summary of a large one, and
//! what the analyst mentions in full in either case.
//!
//! It is JSON with the field names of the seed. Long texts are cut to a budget, and how much was left out stands beside
//! each. A `<` never occurs in it, so that no text can end the fence that [`super::prompt`] puts around it; characters
//! that no reader sees are written out, so that nothing hides in them.

use std::collections::HashMap;
use std::fmt::Write as _;

use serde::Serialize;

use super::graph::{Conflict, Graph, GraphNode};
use crate::discovery::INPUT_TYPE;
use crate::discovery::status::MarkReason;
use crate::discovery::{EntityKind, EntityLabel};

/// Above this many entities a discovery is summarised (`CHAT_CONTEXT_THRESHOLD`).
pub const THRESHOLD: u32 = 50;
/// So much of what is mentioned: as good as all.
pub const MENTION_CHARS: u32 = 40_000;
/// So much of an Input's text is sent with the others, where there is room for all of them.
pub const INPUT_CHARS: u32 = MENTION_CHARS;
/// So much of the text of any other entity: an Output may be a report.
const TEXT_CHARS: usize = 8_000;
/// Of all texts together, and of all that are mentioned.
const TOTAL_CHARS: usize = 120_000;
const MENTIONED_CHARS: usize = 160_000;
/// However high the threshold is set, more are summarised: beside so many names there would be no room for texts.
const MOST_WHOLE: usize = 2_000;
/// Characters of each text that a summary holds: `docs/contracts/chat.md`.
const THEME_CHARS: usize = 200;
/// Number of quotes of each column in a summary, in the order of the columns.
const THEMES: [usize; 5] = [10, 20, 15, 10, 5];
/// Of what a mention rests on the text is said too; no more are named on either side.
const NEIGHBOURS: usize = 40;

/// Returns whether a discovery is sent whole.
pub fn is_whole(graph: &Graph, threshold: u32) -> bool {
    let total = graph.total();
    total <= threshold as usize && total <= MOST_WHOLE
}

/// The context as JSON on one line.
pub fn context(graph: &Graph, mentions: &[EntityLabel], threshold: u32) -> String {
    let referenced_items = referenced(graph, mentions);
    let json = if is_whole(graph, threshold) {
        serde_json::to_string(&WholeGraph { referenced_items, ..whole(graph) })
    } else {
        serde_json::to_string(&Summarized { referenced_items, ..summarized(graph) })
    };
    // Strings and numbers in structs: there is nothing that could fail.
    shown(&json.unwrap_or_default())
}

#[derive(Default, Serialize)]
struct WholeGraph<'g> {
    title: &'g str,
    goal: &'g str,
    inputs: Vec<InputItem<'g>>,
    facts: Vec<FactItem<'g>>,
    insights: Vec<InsightItem<'g>>,
    recommendations: Vec<RecommendationItem<'g>>,
    outputs: Vec<OutputItem<'g>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    conflicts: Vec<ConflictItem>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    referenced_items: Vec<Referenced<'g>>,
}

#[derive(Serialize)]
struct InputItem<'g> {
    input_id: String,
    r#type: &'static str,
    title: &'g str,
    #[serde(flatten)]
    text: ClippedText<'g>,
    status: &'static str,
}

#[derive(Serialize)]
struct FactItem<'g> {
    fact_id: String,
    #[serde(flatten)]
    text: ClippedText<'g>,
    related_inputs: Vec<String>,
    status: &'static str,
    #[serde(skip_serializing_if = "is_false")]
    no_evidence: bool,
}

#[derive(Serialize)]
struct InsightItem<'g> {
    insight_id: String,
    #[serde(flatten)]
    text: ClippedText<'g>,
    related_facts: Vec<String>,
    status: &'static str,
}

#[derive(Serialize)]
struct RecommendationItem<'g> {
    recommendation_id: String,
    #[serde(flatten)]
    text: ClippedText<'g>,
    related_insights: Vec<String>,
    status: &'static str,
}

#[derive(Serialize)]
struct OutputItem<'g> {
    output_id: String,
    #[serde(flatten)]
    text: ClippedText<'g>,
    #[serde(skip_serializing_if = "Option::is_none")]
    r#type: Option<&'static str>,
    related_recommendations: Vec<String>,
    status: &'static str,
}

#[derive(Serialize)]
struct ConflictItem {
    fact_id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    contradicts: Option<String>,
}

/// As much of a text as there is room for.
#[derive(Clone, Copy, Default, Serialize)]
struct ClippedText<'g> {
    text: &'g str,
    #[serde(skip_serializing_if = "is_zero")]
    omitted_characters: usize,
}

impl<'g> ClippedText<'g> {
    /// The first `limit` characters of what begins with `text` and is `chars` long.
    fn cut(text: &'g str, chars: usize, limit: usize) -> Self {
        let text = text.char_indices().nth(limit).map_or(text, |(end, _)| &text[..end]);
        Self { text, omitted_characters: chars.saturating_sub(text.chars().count()) }
    }
}

fn whole(graph: &Graph) -> WholeGraph<'_> {
    let texts: Vec<ContextSource<'_>> = graph.nodes().map(|node| ContextSource::from_node(graph, node)).collect();
    let wanted = texts.iter().map(|source| source.chars.min(usual_limit(source.kind)));
    let level = level(wanted.collect(), TOTAL_CHARS);
    let mut texts = texts.iter().map(|source| source.cut(usual_limit(source.kind).min(level)));
    let mut text = move || texts.next().unwrap_or_default();
    let ups = |node: &GraphNode| graph.above(node.label).map(|label| label.to_string()).collect::<Vec<_>>();
    // In the order of `nodes`, which the texts are in.
    WholeGraph {
        title: graph.title(),
        goal: graph.goal(),
        inputs: graph
            .column(EntityKind::Input)
            .map(|node| InputItem {
                input_id: node.label.to_string(),
                r#type: INPUT_TYPE,
                title: &node.text,
                text: text(),
                status: node.status.as_str(),
            })
            .collect(),
        facts: graph
            .column(EntityKind::Fact)
            .map(|node| FactItem {
                fact_id: node.label.to_string(),
                text: text(),
                related_inputs: ups(node),
                status: node.status.as_str(),
                no_evidence: !node.has_evidence,
            })
            .collect(),
        insights: graph
            .column(EntityKind::Insight)
            .map(|node| InsightItem {
                insight_id: node.label.to_string(),
                text: text(),
                related_facts: ups(node),
                status: node.status.as_str(),
            })
            .collect(),
        recommendations: graph
            .column(EntityKind::Recommendation)
            .map(|node| RecommendationItem {
                recommendation_id: node.label.to_string(),
                text: text(),
                related_insights: ups(node),
                status: node.status.as_str(),
            })
            .collect(),
        outputs: graph
            .column(EntityKind::Output)
            .map(|node| OutputItem {
                output_id: node.label.to_string(),
                text: text(),
                r#type: node.output_type.map(|of| of.as_str()),
                related_recommendations: ups(node),
                status: node.status.as_str(),
            })
            .collect(),
        conflicts: conflicts(graph),
        referenced_items: Vec::new(),
    }
}

fn conflicts(graph: &Graph) -> Vec<ConflictItem> {
    let item = |conflict: &Conflict| ConflictItem {
        fact_id: conflict.fact.to_string(),
        contradicts: conflict.with.map(|with| with.to_string()),
    };
    graph.conflicts().iter().map(item).collect()
}

/// A text before it is known how much room there is.
struct ContextSource<'g> {
    kind: EntityKind,
    text: &'g str,
    chars: usize,
}

impl<'g> ContextSource<'g> {
    fn from_node(graph: &'g Graph, node: &'g GraphNode) -> Self {
        let kind = node.label.kind;
        let words = graph.close(node.label).and_then(|close| close.words.as_ref());
        match words {
            Some(words) if kind == EntityKind::Input => {
                Self { kind, text: &words.beginning, chars: words.chars as usize }
            }
            _ if kind == EntityKind::Input => Self { kind, text: "", chars: 0 },
            _ => Self { kind, text: &node.text, chars: node.text.chars().count() },
        }
    }

    fn cut(&self, limit: usize) -> ClippedText<'g> {
        ClippedText::cut(self.text, self.chars, limit)
    }
}

const fn usual_limit(kind: EntityKind) -> usize {
    match kind {
        EntityKind::Input => INPUT_CHARS as usize,
        _ => TEXT_CHARS,
    }
}

/// The length to cut the longest of some texts to, so that together they are no longer than `total`.
fn level(mut lengths: Vec<usize>, total: usize) -> usize {
    lengths.sort_unstable();
    let mut room = total;
    let mut left = lengths.len();
    for length in lengths {
        let share = room / left;
        if length > share {
            return share;
        }
        room -= length;
        left -= 1;
    }
    usize::MAX
}

#[derive(Serialize)]
struct Summarized<'g> {
    title: &'g str,
    goal: &'g str,
    total_items: usize,
    counts: Counts,
    key_themes: Vec<GraphTheme<'g>>,
    relationships: Relationships,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    referenced_items: Vec<Referenced<'g>>,
}

#[derive(Serialize)]
struct Counts {
    inputs: usize,
    facts: usize,
    insights: usize,
    recommendations: usize,
    outputs: usize,
}

impl Counts {
    fn from_fn(count: impl Fn(EntityKind) -> usize) -> Self {
        Self {
            inputs: count(EntityKind::Input),
            facts: count(EntityKind::Fact),
            insights: count(EntityKind::Insight),
            recommendations: count(EntityKind::Recommendation),
            outputs: count(EntityKind::Output),
        }
    }
}

#[derive(Serialize)]
struct GraphTheme<'g> {
    id: String,
    #[serde(flatten)]
    text: ClippedText<'g>,
}

#[derive(Serialize)]
struct Relationships {
    orphan_count: usize,
    orphans: Counts,
    chain_depth: ChainDepth,
    conflict_count: usize,
}

/// Number of columns that the chains run through, counted where they end.
#[derive(Serialize)]
struct ChainDepth {
    longest: usize,
    average: f64,
    /// Outputs that rest on an Input.
    outputs_with_a_source: usize,
}

fn summarized(graph: &Graph) -> Summarized<'_> {
    let orphans = |kind| graph.column(kind).filter(|node| graph.is_orphan(node.label)).count();
    Summarized {
        title: graph.title(),
        goal: graph.goal(),
        total_items: graph.total(),
        counts: Counts::from_fn(|kind| graph.count(kind)),
        key_themes: EntityKind::ALL.into_iter().flat_map(|kind| themes(graph, kind)).collect(),
        relationships: Relationships {
            orphan_count: EntityKind::ALL.into_iter().map(orphans).sum(),
            orphans: Counts::from_fn(orphans),
            chain_depth: chain_depth(graph),
            conflict_count: graph.conflicts().len(),
        },
        referenced_items: Vec::new(),
    }
}

/// The best linked of a column, in the order of labels.
fn themes(graph: &Graph, kind: EntityKind) -> Vec<GraphTheme<'_>> {
    let degree = |node: &&GraphNode| graph.above(node.label).count() + graph.below(node.label).count();
    let mut nodes: Vec<(usize, &GraphNode)> = graph.column(kind).map(|node| (degree(&node), node)).collect();
    nodes.sort_by_key(|(degree, node)| (std::cmp::Reverse(*degree), node.label));
    nodes.truncate(THEMES[kind as usize]);
    nodes.sort_by_key(|(_, node)| node.label);
    nodes.into_iter().map(|(_, node)| GraphTheme::from_node(node)).collect()
}

impl<'g> GraphTheme<'g> {
    fn from_node(node: &'g GraphNode) -> Self {
        let text = ClippedText::cut(&node.text, node.text.chars().count(), THEME_CHARS);
        Self { id: node.label.to_string(), text }
    }
}

fn chain_depth(graph: &Graph) -> ChainDepth {
    let mut depths: HashMap<EntityLabel, usize> = HashMap::new();
    let (mut longest, mut ends, mut sum, mut sourced) = (0, 0, 0, 0);
    // Column by column: what a chain rests on was seen before.
    for node in graph.nodes() {
        let beneath = graph.above(node.label).filter_map(|label| depths.get(&label)).max().copied().unwrap_or(0);
        let depth = beneath + 1;
        depths.insert(node.label, depth);
        longest = longest.max(depth);
        sourced += usize::from(depth == EntityKind::ALL.len());
        if graph.below(node.label).next().is_none() {
            (ends, sum) = (ends + 1, sum + depth);
        }
    }
    let tenths = (sum * 10 + ends / 2).checked_div(ends).unwrap_or(0);
    ChainDepth { longest, average: tenths as f64 / 10.0, outputs_with_a_source: sourced }
}

/// An entity that the analyst mentions, as fully as it is known.
#[derive(Serialize)]
struct Referenced<'g> {
    id: String,
    r#type: &'static str,
    /// There is no such entity.
    #[serde(skip_serializing_if = "is_false")]
    missing: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'g str>,
    #[serde(flatten)]
    text: ClippedText<'g>,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    status_reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<u32>,
    #[serde(skip_serializing_if = "is_false")]
    archived: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    output_type: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    evidence: Option<&'g str>,
    #[serde(skip_serializing_if = "is_false")]
    no_evidence: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    rests_on: Vec<GraphTheme<'g>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    supports: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    contradicts: Vec<String>,
}

fn referenced<'g>(graph: &'g Graph, mentions: &[EntityLabel]) -> Vec<Referenced<'g>> {
    let mut labels: Vec<EntityLabel> = Vec::new();
    for label in mentions {
        if !labels.contains(label) {
            labels.push(*label);
        }
    }
    let sources =
        labels.iter().filter_map(|label| graph.node(*label)).map(|node| ContextSource::from_node(graph, node).chars);
    let level = level(sources.map(|chars| chars.min(MENTION_CHARS as usize)).collect(), MENTIONED_CHARS);
    let limit = level.min(MENTION_CHARS as usize);
    labels.into_iter().map(|label| mention(graph, label, limit)).collect()
}

fn mention(graph: &Graph, label: EntityLabel, limit: usize) -> Referenced<'_> {
    let nothing = Referenced {
        id: label.to_string(),
        r#type: label.kind.as_str(),
        missing: true,
        title: None,
        text: ClippedText::default(),
        status: None,
        status_reason: None,
        version: None,
        archived: false,
        output_type: None,
        evidence: None,
        no_evidence: false,
        rests_on: Vec::new(),
        supports: Vec::new(),
        contradicts: Vec::new(),
    };
    let Some(node) = graph.node(label) else { return nothing };
    let close = graph.close(label);
    let because = close.and_then(|close| close.because.as_ref());
    Referenced {
        missing: false,
        title: (label.kind == EntityKind::Input).then_some(&*node.text),
        text: ContextSource::from_node(graph, node).cut(limit),
        status: Some(node.status.as_str()),
        status_reason: because.map(reason),
        version: Some(node.version),
        archived: node.archived,
        output_type: node.output_type.map(|of| of.as_str()),
        evidence: close.and_then(|close| close.quote.as_deref()),
        no_evidence: !node.has_evidence,
        rests_on: graph
            .above(label)
            .take(NEIGHBOURS)
            .filter_map(|label| graph.node(label))
            .map(GraphTheme::from_node)
            .collect(),
        supports: graph.below(label).take(NEIGHBOURS).map(|label| label.to_string()).collect(),
        contradicts: contradicted(graph, label),
        ..nothing
    }
}

fn contradicted(graph: &Graph, label: EntityLabel) -> Vec<String> {
    let other = |conflict: &Conflict| match conflict {
        Conflict { fact, with } if *fact == label => *with,
        Conflict { fact, with } if *with == Some(label) => Some(*fact),
        _ => None,
    };
    graph.conflicts().iter().filter_map(other).map(|label| label.to_string()).collect()
}

fn reason(because: &MarkReason) -> String {
    let what = because.what.as_str();
    match &because.from {
        Some(from) => format!("{from} was {what}"),
        None => what.to_owned(),
    }
}

/// JSON in which no `<` occurs and nothing is invisible: both are written as escapes, which mean the same.
///
/// In JSON these characters stand only in strings, so they may be replaced wherever they are.
fn shown(json: &str) -> String {
    let mut out = String::with_capacity(json.len() + json.len() / 64);
    for c in json.chars() {
        if matches!(c, '<' | '>' | '&') || is_unseen(c) {
            for unit in c.encode_utf16(&mut [0; 2]) {
                let _ = write!(out, "\\u{unit:04x}");
            }
        } else {
            out.push(c);
        }
    }
    out
}

/// Returns whether it turns, hides or breaks lines without being seen. Joiners are let be: Persian and Hindi are
/// written with them.
pub(super) const fn is_unseen(c: char) -> bool {
    matches!(c,
        '\u{0}'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{ad}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{180e}'
        | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}'
        | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

const fn is_false(value: &bool) -> bool {
    !*value
}

const fn is_zero(value: &usize) -> bool {
    *value == 0
}
