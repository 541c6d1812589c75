//! The lines of a discovery that may mean a canonical item, and what each may mean.
//!
//! A line is what an item is called, or what an accepted fact says of material or work: texts of the blocks of
//! materials, production and installation, what an item is for, and prices. A colour alone names nothing to buy and is
//! no line. Whatever a pack or the analyst adds to those blocks is one too.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt;

use factly_core::catalogue::MatchReason;
use factly_core::keys::{KeyDef, Registry, ValueType};
use factly_core::message;
use uuid::Uuid;

use crate::catalogue::Catalogue;
use crate::catalogue::cache::CatalogueSnapshot;
use crate::error::{Error, Result};
use crate::facts::Facts;
use crate::facts::stored_value;
use crate::lookup::discovery_row;
use crate::store::canonical_links::{CanonicalLinkRow, LineReference};
use crate::store::facts::FactRow;
use crate::store::items::ItemRow;
use crate::store::{CanonicalSeq, DiscoverySeq, Reader};

const BLOCKS: [&str; 3] = ["item.materials", "item.production", "item.installation"];
const PURPOSE: &str = "item.summary.purpose";
const COLOUR: &str = "item.materials.colour";
/// The keys whose value is what one of a thing costs.
pub(super) const UNIT_PRICES: [&str; 2] = ["item.production.unitPrice", "product.price"];
/// More lines than this nobody decides on at once.
const LINES_SHOWN: usize = 2_000;
const SUGGESTED: usize = 5;

/// The name of a line in its discovery: `i1` for an item's name, `F-12` for what a fact says.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LineName {
    Item(i64),
    Fact(i64),
}

impl LineName {
    /// # Errors
    /// When it names no line.
    pub fn parse(text: &str) -> Result<Self> {
        let text = text.trim();
        let number = |digits: &str| digits.parse::<i64>().ok().filter(|number| *number > 0);
        let item = text.strip_prefix(['i', 'I']).and_then(number).map(Self::Item);
        let fact = || text.strip_prefix("F-").or_else(|| text.strip_prefix("f-")).and_then(number).map(Self::Fact);
        item.or_else(fact).ok_or_else(|| {
            Error::invalid(message!("“{}” names no line.", text)).hint("Give an item as i1, or a fact as F-12.")
        })
    }

    pub(super) fn from_line(line: &LineReference) -> Option<Self> {
        match line {
            LineReference::Item(item) => factly_core::items::number_of(item).map(Self::Item),
            LineReference::Fact { label_no, .. } => Some(Self::Fact(*label_no)),
        }
    }
}

impl fmt::Display for LineName {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Item(number) => write!(out, "i{number}"),
            Self::Fact(number) => write!(out, "F-{number}"),
        }
    }
}

#[derive(Clone, Debug, Default)]
pub struct Lines {
    /// Items by number, each followed by its facts; then the facts of no item.
    pub lines: Vec<LineView>,
    /// There are more than are shown.
    pub more: bool,
    /// The catalogue is empty, so that nothing can be suggested.
    pub catalogue_empty: bool,
}

#[derive(Clone, Debug)]
pub struct LineView {
    pub name: LineName,
    pub text: String,
    /// The name of the item that it is, or that the fact speaks of.
    pub item: Option<String>,
    /// Of a fact: its id and what its key is called.
    pub fact: Option<(Uuid, String)>,
    pub confirmed: Option<LinkView>,
    /// None where it is decided. Best first; those that were rejected are not among them.
    pub suggestions: Vec<SuggestionView>,
    pub rejected: Vec<LinkView>,
}

#[derive(Clone, Debug)]
pub struct LinkView {
    pub id: Uuid,
    pub canonical: Uuid,
    pub name: String,
    pub unit: String,
    pub score: Option<u16>,
    pub reasons: Vec<MatchReason>,
    /// The line says something else than when it was decided; then this is what it said.
    pub was: Option<String>,
}

#[derive(Clone, Debug)]
pub struct SuggestionView {
    pub canonical: Uuid,
    pub name: String,
    pub unit: String,
    /// In thousandths.
    pub score: u16,
    pub reasons: Vec<MatchReason>,
    /// Another comes as near: only the analyst can tell.
    pub tied: bool,
}

impl Catalogue<'_> {
    /// Returns what may mean canonical items of a discovery, and the decisions.
    pub fn canonical_lines(&self, discovery: Uuid) -> Result<Lines> {
        let held = self.held_catalogue()?;
        self.ctx.read(|r| {
            let row = discovery_row(r, discovery)?;
            let registry = Facts::new(self.ctx).registry_of(r, row.seq)?;
            let mut lines = lines_of(r, row.seq, &registry)?;
            let more = lines.len() > LINES_SHOWN;
            lines.truncate(LINES_SHOWN);
            let decided = LineDecision::read(r, row.seq)?;
            let lines = lines.into_iter().map(|line| decided.view(&held, line)).collect();
            Ok(Lines { lines, more, catalogue_empty: held.rows.is_empty() })
        })
    }
}

/// A line before anything is said of it.
pub(super) struct LineToMatch {
    pub(super) name: LineName,
    pub(super) of: LineReference,
    pub(super) text: String,
    /// Other names that may be meant by it: an item's aliases.
    also: Vec<String>,
    item: Option<String>,
    fact: Option<(Uuid, String)>,
}

impl LineToMatch {
    /// Returns the items that it may mean, best first, by its text and by its other names.
    pub(super) fn suggestions(&self, held: &CatalogueSnapshot) -> Vec<(CanonicalSeq, SuggestionView)> {
        let mut best: BTreeMap<usize, factly_core::catalogue::ItemSuggestion> = BTreeMap::new();
        for text in std::iter::once(&self.text).chain(&self.also) {
            for found in held.index().suggest(text, SUGGESTED) {
                let held = best.get(&found.item).is_none_or(|held| held.score < found.score);
                if held {
                    best.insert(found.item, found);
                }
            }
        }
        let mut found: Vec<_> = best.into_values().collect();
        found.sort_by_key(|one| (std::cmp::Reverse(one.score), one.item));
        let view = |one: factly_core::catalogue::ItemSuggestion| {
            let row = held.filed(one.item)?;
            let (name, unit) = (row.item.name.clone(), row.item.unit.clone());
            let (score, reasons, tied) = (one.score, one.reasons, one.tied);
            Some((row.seq, SuggestionView { canonical: row.id, name, unit, score, reasons, tied }))
        };
        found.into_iter().filter_map(view).collect()
    }
}

/// The decisions in a discovery, by line.
struct LineDecision {
    confirmed: HashMap<LineName, CanonicalLinkRow>,
    rejected: HashMap<LineName, Vec<CanonicalLinkRow>>,
}

impl LineDecision {
    fn read(r: &Reader, discovery: DiscoverySeq) -> Result<Self> {
        let merged: HashMap<i64, i64> = r
            .items_and_merged(discovery)?
            .into_iter()
            .filter_map(|item| Some((item.number, item.merged_into?)))
            .collect();
        let mut decided = Self { confirmed: HashMap::new(), rejected: HashMap::new() };
        for link in r.canonical_links(discovery)? {
            let name = match LineName::from_line(&link.of) {
                // What was decided of a merged item is decided of the one that stands, unless that has its own.
                Some(LineName::Item(number)) => LineName::Item(merged.get(&number).copied().unwrap_or(number)),
                Some(name) => name,
                None => continue,
            };
            if link.confirmed {
                decided.confirmed.entry(name).or_insert(link);
            } else {
                decided.rejected.entry(name).or_default().push(link);
            }
        }
        Ok(decided)
    }

    fn view(&self, held: &CatalogueSnapshot, line: LineToMatch) -> LineView {
        let view = |link: &CanonicalLinkRow| {
            let row = held.row(link.canonical)?;
            Some(LinkView {
                id: link.id,
                canonical: row.id,
                name: row.item.name.clone(),
                unit: row.item.unit.clone(),
                score: link.score,
                reasons: link.reasons.clone(),
                was: (link.line != line.text).then(|| link.line.clone()),
            })
        };
        let confirmed = self.confirmed.get(&line.name).and_then(view);
        let rejected = self.rejected.get(&line.name).map_or(&[][..], Vec::as_slice);
        let refused: HashSet<CanonicalSeq> = rejected.iter().map(|link| link.canonical).collect();
        let suggestions = match confirmed {
            Some(_) => Vec::new(),
            None => {
                let open = line.suggestions(held).into_iter().filter(|(seq, _)| !refused.contains(seq));
                open.map(|(_, suggestion)| suggestion).take(SUGGESTED).collect()
            }
        };
        let rejected = rejected.iter().filter_map(view).collect();
        LineView {
            name: line.name,
            text: line.text,
            item: line.item,
            fact: line.fact,
            confirmed,
            suggestions,
            rejected,
        }
    }
}

/// The lines of a discovery, one more than are shown at most.
fn lines_of(r: &Reader, discovery: DiscoverySeq, registry: &Registry) -> Result<Vec<LineToMatch>> {
    let items = r.items(discovery)?;
    let keys: Vec<String> = registry.iter().filter(|key| is_line(key)).map(|key| key.path.clone()).collect();
    let merged: HashMap<String, String> = r
        .items_and_merged(discovery)?
        .into_iter()
        .filter_map(|item| Some((item.reference(), factly_core::items::reference(item.merged_into?))))
        .collect();
    let mut facts: HashMap<String, Vec<LineToMatch>> = HashMap::new();
    for seq in r.accepted_facts_with(discovery, &keys)?.into_iter().take(LINES_SHOWN + 1) {
        let Some(fact) = r.fact_at(seq)? else { continue };
        let scope = fact.scope.item_id().unwrap_or_default();
        let scope = merged.get(scope).map_or(scope, String::as_str).to_owned();
        let item = items.iter().find(|item| item.reference() == scope).map(|item| item.name.clone());
        facts.entry(scope).or_default().push(fact_line(fact, registry, item));
    }
    let mut lines = Vec::new();
    for item in items.into_iter().filter(|item| !item.archived) {
        let own = facts.remove(&item.reference()).unwrap_or_default();
        lines.push(item_line(item));
        lines.extend(own);
    }
    lines.extend(facts.remove("").unwrap_or_default());
    lines.truncate(LINES_SHOWN + 1);
    Ok(lines)
}

/// The line of a name, if it is one.
pub(super) fn line_named(
    r: &Reader,
    discovery: DiscoverySeq,
    registry: &Registry,
    name: &LineName,
) -> Result<LineToMatch> {
    match name {
        LineName::Item(number) => {
            let found = r.items(discovery)?.into_iter().find(|item| item.number == *number);
            found.map(item_line).ok_or_else(|| no_line(name))
        }
        LineName::Fact(number) => {
            let found = r.fact_by_label(discovery, *number)?.filter(is_accepted);
            let fact =
                found.filter(|fact| registry.get(&fact.key).is_some_and(is_line)).ok_or_else(|| no_line(name))?;
            let item = match fact.scope.item_id() {
                Some(item) => r.item_meant(discovery, item)?.map(|item| item.name),
                None => None,
            };
            Ok(fact_line(fact, registry, item))
        }
    }
}

/// Returns whether a fact counts: it is accepted, and nothing took its place.
pub(super) fn is_accepted(fact: &FactRow) -> bool {
    fact.status == factly_core::facts::Status::Accepted
}

fn no_line(name: &LineName) -> Error {
    Error::not_found(message!("“{}” is no line that can mean a canonical item.", name))
        .hint("A line is an item, or an accepted fact about material, work or a price.")
}

fn is_line(key: &KeyDef) -> bool {
    let text = key.value_type == ValueType::String && BLOCKS.contains(&key.block.as_str()) && key.path != COLOUR;
    text || key.path == PURPOSE || UNIT_PRICES.contains(&key.path.as_str())
}

fn item_line(item: ItemRow) -> LineToMatch {
    LineToMatch {
        name: LineName::Item(item.number),
        of: LineReference::Item(item.reference()),
        text: item.name.clone(),
        also: item.aliases,
        item: Some(item.name),
        fact: None,
    }
}

/// A price is told by its words; other values are texts of their own.
fn fact_line(fact: FactRow, registry: &Registry, item: Option<String>) -> LineToMatch {
    let key = registry.get(&fact.key);
    let quote = fact.evidence.as_ref().map(|evidence| evidence.found.quote.clone());
    let text = match fact.value_type {
        ValueType::Currency => quote.unwrap_or_else(|| fact.text.clone()),
        _ => stored_value(fact.value_type, &fact.value, key).reading(),
    };
    let label = key.map_or_else(|| fact.key.clone(), |key| key.label.clone());
    LineToMatch {
        name: LineName::Fact(fact.label_no),
        of: LineReference::Fact { label_no: fact.label_no, item: fact.scope.item_id().unwrap_or_default().to_owned() },
        text: text.split_whitespace().collect::<Vec<_>>().join(" "),
        also: Vec::new(),
        item,
        fact: Some((fact.id, label)),
    }
}
