//! The gaps of a discovery, each as a list of entities: told together, one by one, or as what to do next.

use std::fmt::Write as _;

use super::connections;
use super::inline_text::{capital, existing_nodes, names, nodes, text};
use super::language::AssistantLanguage;
use crate::chat::graph::{Graph, GraphNode};
use crate::discovery::{EntityKind, EntityLabel, EntityStatus};
use crate::facts::Status;

/// Of each lack, when all are told.
const EACH: usize = 5;
/// When one alone is asked for.
const ALONE: usize = 15;
/// Steps that are proposed at once.
const STEPS: usize = 5;

/// The possible faults of a discovery, the most pressing first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DiscoveryGap {
    Conflicts,
    Unsure,
    Review,
    Undecided,
    /// Of a column nothing rests on it in the next one.
    Unused(EntityKind),
    /// It rests on nothing.
    Groundless(EntityKind),
    Unproven,
    /// Conclusions that nobody validated.
    Drafts,
}

const LACKS: [DiscoveryGap; 13] = [
    DiscoveryGap::Conflicts,
    DiscoveryGap::Unsure,
    DiscoveryGap::Review,
    DiscoveryGap::Undecided,
    DiscoveryGap::Groundless(EntityKind::Output),
    DiscoveryGap::Groundless(EntityKind::Recommendation),
    DiscoveryGap::Groundless(EntityKind::Insight),
    DiscoveryGap::Unused(EntityKind::Insight),
    DiscoveryGap::Unused(EntityKind::Recommendation),
    DiscoveryGap::Unused(EntityKind::Fact),
    DiscoveryGap::Unused(EntityKind::Input),
    DiscoveryGap::Unproven,
    DiscoveryGap::Drafts,
];

impl DiscoveryGap {
    fn affected_nodes(self, graph: &Graph) -> Vec<&GraphNode> {
        let having = |lacks: &dyn Fn(&GraphNode) -> bool| graph.nodes().filter(|node| lacks(node)).collect::<Vec<_>>();
        match self {
            Self::Conflicts => existing_nodes(graph, graph.conflicts().iter().map(|conflict| conflict.fact)),
            Self::Unsure => having(&|node| {
                matches!(
                    node.status,
                    EntityStatus::Weak | EntityStatus::Risky | EntityStatus::Unsupported | EntityStatus::Outdated
                )
            }),
            Self::Review => having(&|node| {
                // A conflict is to be settled, and told as such.
                matches!(node.status, EntityStatus::NeedsReview | EntityStatus::NeedsRefresh)
                    && !matches!(node.fact_status, Some(Status::Conflict | Status::Proposed))
            }),
            Self::Undecided => having(&|node| node.fact_status == Some(Status::Proposed)),
            Self::Unused(kind) => graph.column(kind).filter(|node| is_unused(graph, node)).collect(),
            Self::Groundless(kind) => {
                graph.column(kind).filter(|node| graph.above(node.label).next().is_none()).collect()
            }
            Self::Unproven => graph.column(EntityKind::Fact).filter(|node| !node.has_evidence).collect(),
            Self::Drafts => having(&|node| node.label.kind > EntityKind::Fact && node.status == EntityStatus::Draft),
        }
    }

    /// "3 facts contradict another".
    fn title(self, tongue: AssistantLanguage, n: usize) -> String {
        let one = n == 1;
        let is = |single: &'static str, many: &'static str| if one { single } else { many };
        match (tongue, self) {
            (AssistantLanguage::English, Self::Conflicts) => {
                format!("{} contradict{} another", tongue.count(EntityKind::Fact, n), is("s", ""))
            }
            (AssistantLanguage::German, Self::Conflicts) => {
                format!("{} {} anderen", tongue.count(EntityKind::Fact, n), is("widerspricht", "widersprechen"))
            }
            (AssistantLanguage::English, Self::Unsure) => {
                format!("{n} {} weak, risky, unsupported or outdated", is("is", "are"))
            }
            (AssistantLanguage::German, Self::Unsure) => {
                format!("{n} {} schwach, riskant, überholt oder ohne Grundlage", is("ist", "sind"))
            }
            (AssistantLanguage::English, Self::Review) => format!("{n} {} to be reviewed", is("is", "are")),
            (AssistantLanguage::German, Self::Review) => format!("{n} {} zu prüfen", is("ist", "sind")),
            (AssistantLanguage::English, Self::Undecided) => {
                format!("{} wait{} for your decision", tongue.count(EntityKind::Fact, n), is("s", ""))
            }
            (AssistantLanguage::German, Self::Undecided) => {
                format!("{} {} auf Ihre Entscheidung", tongue.count(EntityKind::Fact, n), is("wartet", "warten"))
            }
            (AssistantLanguage::English, Self::Unused(kind)) => {
                let below = kind.below().unwrap_or(kind);
                format!("{} without {}", tongue.count(kind, n), tongue.a(below))
            }
            (AssistantLanguage::German, Self::Unused(kind)) => {
                let below = kind.below().unwrap_or(kind);
                format!("{} ohne {}", tongue.count(kind, n), tongue.one(below))
            }
            (AssistantLanguage::English, Self::Groundless(kind)) => {
                format!("{} rest{} on nothing", tongue.count(kind, n), is("s", ""))
            }
            (AssistantLanguage::German, Self::Groundless(kind)) => {
                format!("{} {} auf nichts", tongue.count(kind, n), is("beruht", "beruhen"))
            }
            (AssistantLanguage::English, Self::Drafts) => format!("{n} conclusion{} not confirmed", is(" is", "s are")),
            (AssistantLanguage::German, Self::Drafts) => {
                format!("{n} {} nicht bestätigt", is("Folgerung ist", "Folgerungen sind"))
            }
            (AssistantLanguage::English, Self::Unproven) => {
                format!("{} without evidence", tongue.count(EntityKind::Fact, n))
            }
            (AssistantLanguage::German, Self::Unproven) => format!("{} ohne Beleg", tongue.count(EntityKind::Fact, n)),
        }
    }

    /// Returns what to do about it, as the beginning of a step.
    const fn step(self, tongue: AssistantLanguage) -> &'static str {
        match self {
            Self::Conflicts => tongue.say("Settle what contradicts", "Widersprüche klären"),
            Self::Unsure => tongue.say("Look again at what is no longer sure", "Ansehen, was nicht mehr sicher ist"),
            Self::Review => tongue.say("Review what has changed beneath", "Prüfen, worunter sich etwas geändert hat"),
            Self::Undecided => tongue.say("Accept or reject what was found", "Gefundenes annehmen oder ablehnen"),
            Self::Unused(EntityKind::Input) => {
                tongue.say("Read what gave no facts yet", "Lesen, was noch keine Fakten gab")
            }
            Self::Unused(EntityKind::Fact) => tongue.say(
                "Draw insights from facts that carry none",
                "Erkenntnisse aus Fakten ziehen, die noch keine tragen",
            ),
            Self::Unused(EntityKind::Insight) => {
                tongue.say("Recommend something on these insights", "Zu diesen Erkenntnissen etwas empfehlen")
            }
            Self::Unused(_) => {
                tongue.say("Take these recommendations into an output", "Diese Empfehlungen in ein Ergebnis aufnehmen")
            }
            Self::Groundless(_) => tongue.say("Link what rests on nothing", "Verknüpfen, was auf nichts beruht"),
            Self::Drafts => tongue.say("Read and confirm your conclusions", "Folgerungen lesen und bestätigen"),
            Self::Unproven => tongue.say("Find evidence for what has none", "Belege finden, wo keine sind"),
        }
    }
}

/// A fact that is not accepted need carry nothing yet.
fn is_unused(graph: &Graph, node: &GraphNode) -> bool {
    let counts = node.label.kind != EntityKind::Fact || node.fact_status == Some(Status::Accepted);
    counts && graph.below(node.label).next().is_none()
}

pub(super) fn all(graph: &Graph, tongue: AssistantLanguage) -> String {
    let mut out = String::new();
    let mut lacks = 0;
    for lack in LACKS {
        let lacking = lack.affected_nodes(graph);
        if lacking.is_empty() {
            continue;
        }
        lacks += 1;
        let _ = writeln!(out, "**{}**\n", lack.title(tongue, lacking.len()));
        nodes(&mut out, tongue, &lacking, EACH);
        out.push('\n');
    }
    for kind in EntityKind::ALL.into_iter().filter(|kind| graph.count(*kind) == 0) {
        lacks += 1;
        let _ = match tongue {
            AssistantLanguage::English => writeln!(out, "There are no {}.\n", tongue.many(kind)),
            AssistantLanguage::German => writeln!(out, "Es gibt keine {}.\n", tongue.many(kind)),
        };
    }
    if lacks == 0 {
        out.push_str(tongue.say(
            "I find no gaps: everything is linked, proven and reviewed.",
            "Ich finde keine Lücken: alles ist verknüpft, belegt und geprüft.",
        ));
    } else {
        out.push_str(tongue.say(
            "These are gaps in the links and in the states. What your inputs do not say at all, I cannot see.",
            "Das sind Lücken in Verknüpfungen und Zuständen. Was in den Inputs gar nicht steht, sehe ich nicht.",
        ));
    }
    out
}

/// All lacks, in a line below a summary.
pub(super) fn in_a_line(graph: &Graph, tongue: AssistantLanguage) -> String {
    let found: Vec<String> = LACKS
        .into_iter()
        .filter_map(|lack| Some(lack.affected_nodes(graph).len()).filter(|n| *n > 0).map(|n| lack.title(tongue, n)))
        .collect();
    if found.is_empty() {
        return tongue
            .say("Everything is linked, proven and reviewed.", "Alles ist verknüpft, belegt und geprüft.")
            .to_owned();
    }
    format!("**{}**: {}.", tongue.say("To look at", "Anzusehen"), found.join("; "))
}

/// The most pressing steps.
pub(super) fn next(graph: &Graph, tongue: AssistantLanguage) -> String {
    let mut steps: Vec<String> = Vec::new();
    if graph.goal().trim().is_empty() {
        steps.push(
            tongue
                .say(
                    "Say what the discovery is to find out: it has no goal.",
                    "Sagen, was die Untersuchung klären soll: sie hat kein Ziel.",
                )
                .to_owned(),
        );
    }
    if graph.count(EntityKind::Input) == 0 {
        steps.push(
            tongue
                .say(
                    "Add an input: facts are read from its text.",
                    "Einen Input hinzufügen: aus seinem Text werden Fakten gelesen.",
                )
                .to_owned(),
        );
    }
    for lack in LACKS {
        let lacking: Vec<EntityLabel> = lack.affected_nodes(graph).iter().map(|node| node.label).collect();
        if !lacking.is_empty() {
            let title = lack.title(tongue, lacking.len());
            steps.push(format!("{}: {title} ({}).", lack.step(tongue), names(tongue, &lacking, 3)));
        }
    }
    let missing = connections::proposals(graph);
    if let Some(first) = missing.first() {
        steps.push(format!(
            "{}: {}",
            tongue.say("Look at a link that may be missing", "Eine vielleicht fehlende Verknüpfung ansehen"),
            first.line(tongue)
        ));
    }
    let next_column = EntityKind::ALL.into_iter().skip(1).find(|kind| graph.count(*kind) == 0);
    if let Some(kind) = next_column.filter(|_| graph.count(EntityKind::Input) > 0) {
        let above = kind.above().unwrap_or(kind);
        steps.push(match tongue {
            AssistantLanguage::English => {
                format!("Derive {} from the {}: there are none yet.", tongue.many(kind), tongue.many(above))
            }
            AssistantLanguage::German => {
                format!("{} aus den {} ableiten: es gibt noch keine.", tongue.many(kind), tongue.of_many(above))
            }
        });
    }
    if steps.is_empty() {
        return tongue
            .say(
                "Nothing presses: everything is linked, proven and reviewed.",
                "Nichts drängt: alles ist verknüpft, belegt und geprüft.",
            )
            .to_owned();
    }
    let mut out = String::new();
    for (at, step) in steps.iter().take(STEPS).enumerate() {
        let _ = writeln!(out, "{}. {step}", at + 1);
    }
    if steps.len() > STEPS {
        let _ = writeln!(out, "\n{}", tongue.say("More is under “gaps”.", "Mehr steht unter „Lücken“."));
    }
    out
}

pub(super) fn orphans(graph: &Graph, tongue: AssistantLanguage) -> String {
    let lacks = [
        DiscoveryGap::Unused(EntityKind::Input),
        DiscoveryGap::Groundless(EntityKind::Fact),
        DiscoveryGap::Groundless(EntityKind::Insight),
        DiscoveryGap::Groundless(EntityKind::Recommendation),
        DiscoveryGap::Groundless(EntityKind::Output),
    ];
    describe_gaps(
        graph,
        tongue,
        &lacks,
        tongue.say("There are no orphans: everything is linked.", "Nichts ist verwaist: alles ist verknüpft."),
    )
}

pub(super) fn unproven(graph: &Graph, tongue: AssistantLanguage) -> String {
    let none = tongue.say("Every fact has evidence.", "Jeder Fakt ist belegt.");
    describe_gaps(graph, tongue, &[DiscoveryGap::Unproven, DiscoveryGap::Groundless(EntityKind::Insight)], none)
}

pub(super) fn to_review(graph: &Graph, tongue: AssistantLanguage) -> String {
    let none = tongue.say("Nothing needs review.", "Es ist nichts zu prüfen.");
    describe_gaps(
        graph,
        tongue,
        &[DiscoveryGap::Unsure, DiscoveryGap::Review, DiscoveryGap::Conflicts, DiscoveryGap::Undecided],
        none,
    )
}

pub(super) fn waiting(graph: &Graph, tongue: AssistantLanguage) -> String {
    let none = tongue.say("Nothing waits for a decision.", "Nichts wartet auf eine Entscheidung.");
    describe_gaps(graph, tongue, &[DiscoveryGap::Undecided, DiscoveryGap::Conflicts], none)
}

fn describe_gaps(graph: &Graph, tongue: AssistantLanguage, lacks: &[DiscoveryGap], none: &str) -> String {
    let mut out = String::new();
    for lack in lacks {
        let lacking = lack.affected_nodes(graph);
        if !lacking.is_empty() {
            let _ = writeln!(out, "**{}**\n", lack.title(tongue, lacking.len()));
            nodes(&mut out, tongue, &lacking, ALONE);
            out.push('\n');
        }
    }
    if out.is_empty() { none.to_owned() } else { out }
}

/// "Facts without insights", "insights without a fact".
pub(super) fn without(graph: &Graph, tongue: AssistantLanguage, kinds: &[EntityKind]) -> String {
    let of = kinds.first().copied().unwrap_or(EntityKind::Fact);
    let other = kinds.get(1).copied().or(of.below()).unwrap_or(EntityKind::Recommendation);
    let reaches = |node: &GraphNode| {
        if of < other {
            graph.downstream(&[node.label]).iter().any(|label| label.kind == other)
        } else {
            graph.upstream(&[node.label]).iter().any(|label| label.kind == other)
        }
    };
    let lacking: Vec<&GraphNode> = graph.column(of).filter(|node| !reaches(node)).collect();
    let mut out = match tongue {
        AssistantLanguage::English => {
            format!("**{} without {}**\n\n", tongue.count(of, lacking.len()), tongue.a(other))
        }
        AssistantLanguage::German => format!("**{} ohne {}**\n\n", tongue.count(of, lacking.len()), tongue.one(other)),
    };
    if lacking.is_empty() {
        out = match tongue {
            AssistantLanguage::English => format!("All {} have {}.", tongue.many(of), tongue.a(other)),
            AssistantLanguage::German if other == EntityKind::Fact => {
                format!("Alle {} haben einen Fakt.", tongue.many(of))
            }
            AssistantLanguage::German => format!("Alle {} haben {}.", tongue.many(of), tongue.a(other)),
        };
    }
    nodes(&mut out, tongue, &lacking, ALONE);
    out
}

pub(super) fn conflicts(graph: &Graph, tongue: AssistantLanguage, about: &[EntityLabel]) -> String {
    let is_asked = |label: Option<EntityLabel>| about.is_empty() || label.is_some_and(|label| about.contains(&label));
    let found: Vec<_> =
        graph.conflicts().iter().filter(|conflict| is_asked(Some(conflict.fact)) || is_asked(conflict.with)).collect();
    if found.is_empty() {
        let none = match about {
            [] => tongue.say("No facts contradict one another.", "Keine Fakten widersprechen einander."),
            _ => tongue.say("No fact is known to contradict it.", "Kein Widerspruch dazu ist bekannt."),
        };
        return none.to_owned();
    }
    let node_text = |label: EntityLabel| graph.node(label).map(|node| text(&node.text, 120)).unwrap_or_default();
    let mut out = format!("**{}**\n\n", capital(&DiscoveryGap::Conflicts.title(tongue, found.len())));
    let lines = found.iter().map(|conflict| match conflict.with {
        Some(with) => format!(
            "[{}] {} — {} [{with}] {}",
            conflict.fact,
            node_text(conflict.fact),
            tongue.say("against", "gegen"),
            node_text(with)
        ),
        None => format!("[{}] {}", conflict.fact, node_text(conflict.fact)),
    });
    super::inline_text::list(&mut out, tongue, lines, ALONE, found.len());
    out.push_str(tongue.say(
        "\nAccept the one that holds; the other is superseded.",
        "\nNehmen Sie an, was gilt; das andere wird ersetzt.",
    ));
    out
}
