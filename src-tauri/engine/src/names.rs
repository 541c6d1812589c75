//! The names that a person types for a discovery, an Input, a bundle, a run or a fact.
//!
//! An id, the beginning of one, a label, or a discovery's title. Labels count within a discovery, so where several have
//! the same, the answer is an error that lists what was meant, never a guess. `D:F-12` says which discovery.

use factly_core::message;
use factly_core::message::UserMessage;
use uuid::Uuid;

use crate::context::area;
use crate::error::{Error, Result};
use crate::store::discoveries::DiscoveryRow;
use crate::store::names::IdTable;
use crate::store::{DiscoverySeq, Reader};

area! {
    /// The names that a person types for something: an id, its beginning, a label, a title.
    Names
}

/// Shorter beginnings of an id are more often a slip than a name.
const MIN_PREFIX: usize = 8;
const CANDIDATES_SHOWN: u32 = 5;

impl Names<'_> {
    pub fn find_discovery(&self, name: &str) -> Result<Uuid> {
        self.ctx.read(|r| Ok(discovery_named(r, name)?.id))
    }

    pub fn find_input(&self, name: &str, within: Option<Uuid>) -> Result<Uuid> {
        self.find(IdTable::Input, "Input", name, within, |r, discovery, label| match label.strip_prefix("I-") {
            Some(number) => Ok(r.input_id_of_label(discovery, parsed(number))?),
            None => Ok(Vec::new()),
        })
    }

    /// `I-1` names an Input's only bundle, `I-1/2` the second of several.
    pub fn find_bundle(&self, name: &str, within: Option<Uuid>) -> Result<Uuid> {
        self.find(IdTable::Bundle, "bundle", name, within, bundles_labelled)
    }

    /// A bundle's label names the newest of its runs.
    pub fn find_run(&self, name: &str, within: Option<Uuid>) -> Result<Uuid> {
        self.find(IdTable::Run, "run", name, within, |r, discovery, label| {
            let mut newest = Vec::new();
            for id in bundles_labelled(r, discovery, label)? {
                let bundle = r.bundle(id)?;
                let run = bundle.map(|bundle| r.last_run(bundle.seq)).transpose()?.flatten();
                newest.extend(run.map(|run| run.id));
            }
            Ok(newest)
        })
    }

    pub fn find_fact(&self, name: &str, within: Option<Uuid>) -> Result<Uuid> {
        self.find(IdTable::Fact, "fact", name, within, |r, discovery, label| match label.strip_prefix("F-") {
            Some(number) => Ok(r.fact_by_label(discovery, parsed(number))?.map(|fact| fact.id).into_iter().collect()),
            None => Ok(Vec::new()),
        })
    }

    /// `D:O-3` names the report of an Output.
    pub fn find_report(&self, name: &str) -> Result<Uuid> {
        self.find(IdTable::Report, "report", name, None, |r, discovery, label| {
            Ok(r.report_of(discovery, label)?.map(|report| report.id).into_iter().collect())
        })
    }

    /// A run of a recipe: what begins alike was made in the same moment, so that an end names one as well.
    pub fn find_document_run(&self, name: &str) -> Result<Uuid> {
        self.find_by_id(IdTable::DocumentRun, "run", name)
    }

    /// Cards of one answer begin alike, since their ids are made in the same moment: an end names one as well.
    pub fn find_card(&self, name: &str) -> Result<Uuid> {
        self.find_by_id(IdTable::Card, "card", name)
    }

    fn find_by_id(&self, named: IdTable, what: &'static str, name: &str) -> Result<Uuid> {
        self.ctx.read(|r| {
            let Some((low, high)) = id_range(name) else { return Err(nothing(what, name)) };
            let mut found = r.ids_between(named, low, high, CANDIDATES_SHOWN)?;
            if found.len() != 1 {
                let digits: String = name.chars().filter(|c| *c != '-').collect();
                let ending = r.ids_ending(named, &digits, CANDIDATES_SHOWN)?;
                found = if ending.len() == 1 { ending } else { [found, ending].concat() };
            }
            match found.as_slice() {
                [] => Err(nothing(what, name)),
                [one] => Ok(*one),
                several => Err(ambiguous(what, name, &several.iter().map(Uuid::to_string).collect::<Vec<_>>())),
            }
        })
    }

    fn find(
        &self,
        named: IdTable,
        what: &'static str,
        name: &str,
        within: Option<Uuid>,
        by_label: impl Fn(&Reader, DiscoverySeq, &str) -> Result<Vec<Uuid>>,
    ) -> Result<Uuid> {
        self.ctx.read(|r| {
            if let Some(found) = by_id(r, named, what, name)? {
                return Ok(found);
            }
            let (discoveries, label) = match (within, name.rsplit_once(':')) {
                (_, Some((discovery, label))) => (vec![discovery_named(r, discovery)?], label),
                (Some(id), None) => (r.discovery(id)?.into_iter().collect(), name),
                (None, None) => (r.discoveries()?, name),
            };
            let label = label.to_uppercase();
            let mut found = Vec::new();
            for discovery in discoveries {
                let ids = by_label(r, discovery.seq, &label)?;
                found.extend(ids.into_iter().map(|id| (discovery.title.clone(), id)));
            }
            one_of(what, name, found)
        })
    }
}

fn bundles_labelled(r: &Reader, discovery: DiscoverySeq, label: &str) -> Result<Vec<Uuid>> {
    let Some(number) = label.strip_prefix("I-") else { return Ok(Vec::new()) };
    let (number, part) = number.split_once('/').map_or((number, None), |(no, part)| (no, Some(part)));
    let bundles = r.bundle_ids_of_label(discovery, parsed(number))?;
    Ok(match part {
        None => bundles,
        Some(part) => bundles
            .into_iter()
            .skip(usize::try_from(parsed(part).saturating_sub(1)).unwrap_or(usize::MAX))
            .take(1)
            .collect(),
    })
}

fn discovery_named(r: &Reader, name: &str) -> Result<DiscoveryRow> {
    if let Some(id) = by_id(r, IdTable::Discovery, "discovery", name)? {
        return crate::lookup::discovery_row(r, id);
    }
    let wanted = name.trim();
    let mut titled: Vec<DiscoveryRow> = r.discoveries()?.into_iter().filter(|row| row.title == wanted).collect();
    match (titled.pop(), titled.len()) {
        (Some(row), 0) => Ok(row),
        (Some(row), _) => {
            titled.push(row);
            let ids: Vec<String> = titled.iter().map(|row| row.id.to_string()).collect();
            Err(ambiguous("discovery", name, &ids))
        }
        (None, _) => Err(nothing("discovery", name)),
    }
}

fn by_id(r: &Reader, named: IdTable, what: &'static str, name: &str) -> Result<Option<Uuid>> {
    let Some((low, high)) = id_range(name) else { return Ok(None) };
    let ids = r.ids_between(named, low, high, CANDIDATES_SHOWN)?;
    match ids.as_slice() {
        [] => Ok(None),
        [id] => Ok(Some(*id)),
        several => Err(ambiguous(what, name, &several.iter().map(Uuid::to_string).collect::<Vec<_>>())),
    }
}

/// The first and the last id that begin as `name` does.
fn id_range(name: &str) -> Option<(Uuid, Uuid)> {
    let digits: String = name.chars().filter(|c| *c != '-').collect();
    let is_prefix = (MIN_PREFIX..=32).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_hexdigit());
    if !is_prefix {
        return None;
    }
    let low = Uuid::try_parse(&format!("{digits:0<32}")).ok()?;
    let high = Uuid::try_parse(&format!("{digits:f<32}")).ok()?;
    Some((low, high))
}

fn one_of(what: &'static str, name: &str, mut found: Vec<(String, Uuid)>) -> Result<Uuid> {
    match (found.pop(), found.len()) {
        (Some((_, id)), 0) => Ok(id),
        (Some(last), _) => {
            found.push(last);
            let listed: Vec<String> = found.iter().map(|(title, id)| format!("{id} (“{title}”)")).collect();
            Err(ambiguous(what, name, &listed))
        }
        (None, _) => Err(nothing(what, name)),
    }
}

/// A number that is none finds nothing: labels begin at 1.
fn parsed(number: &str) -> i64 {
    number.parse().unwrap_or(0)
}

fn nothing(what: &'static str, name: &str) -> Error {
    Error::not_found(message!("There is no {} “{}”.", UserMessage::from(what), name))
        .hint("Give an id, the first 8 digits or more of one, or a label.")
}

fn ambiguous(what: &'static str, name: &str, candidates: &[String]) -> Error {
    let shown = candidates.iter().take(CANDIDATES_SHOWN as usize).cloned().collect::<Vec<_>>().join(", ");
    Error::invalid(message!("“{}” is more than one {}: {}.", name, UserMessage::from(what), shown))
        .hint("Give one of these ids.")
}

#[cfg(test)]
mod tests {
    use super::id_range;

    #[test]
    fn the_beginning_of_an_id_is_a_range_of_ids() {
        let check = |name: &str, expected: Option<(&str, &str)>| {
            let got = id_range(name).map(|(low, high)| (low.to_string(), high.to_string()));
            let got = got.as_ref().map(|(low, high)| (low.as_str(), high.as_str()));
            assert_eq!(got, expected, "{name}");
        };
        check("0199aabb", Some(("0199aabb-0000-0000-0000-000000000000", "0199aabb-ffff-ffff-ffff-ffffffffffff")));
        check("0199aabb-cc", Some(("0199aabb-cc00-0000-0000-000000000000", "0199aabb-ccff-ffff-ffff-ffffffffffff")));
        check("0199AABB-ccdd-7eee-8fff-000011112222", {
            Some(("0199aabb-ccdd-7eee-8fff-000011112222", "0199aabb-ccdd-7eee-8fff-000011112222"))
        });
        check("0199aab", None);
        check("F-12", None);
        check("Flood wall", None);
    }
}
