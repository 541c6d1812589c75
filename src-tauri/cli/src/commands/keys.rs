//! The keys of a discovery, and making one of what a statement says.

use factly_core::keys::KeyDef;
use factly_core::propositions::Amount;
use factly_engine::Library;
use factly_engine::error::Result;
use factly_engine::extraction::KeyProposal;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::json;
use crate::out::{Out, table};

pub(super) fn run(
    library: &Library,
    discovery: &str,
    proposals: bool,
    keep: Option<&str>,
    label: Option<&str>,
    out: &mut Out,
) -> Result<()> {
    let discovery = library.names().find_discovery(discovery)?;
    match keep {
        Some(fact) => keep_as_key(library, library.names().find_fact(fact, Some(discovery))?, label, out),
        None if proposals => proposed(&library.runs().key_proposals(discovery)?, out),
        None => list(&library.keys().list(discovery)?, out),
    }
}

fn list(keys: &[KeyDef], out: &mut Out) -> Result<()> {
    out.print(
        || keys.iter().map(json::key).collect(),
        |lines| {
            let row = |key: &KeyDef| {
                let risk = if key.high_risk { "high risk" } else { "" };
                vec![key.path.clone(), key.value_type.as_str().to_owned(), key.label.clone(), risk.to_owned()]
            };
            table(lines, &keys.iter().map(row).collect::<Vec<_>>())
        },
    )
}

fn keep_as_key(library: &Library, fact: Uuid, label: Option<&str>, out: &mut Out) -> Result<()> {
    let saved = library.runs().keep_as_key(fact, label)?;
    out.print(
        || {
            let mut value = json::key(&saved.key);
            value["facts"] = json!(saved.facts);
            value
        },
        |lines| writeln!(lines, "{}  {}: {} facts", saved.key.path, saved.key.label, saved.facts),
    )
}

fn proposed(found: &[KeyProposal], out: &mut Out) -> Result<()> {
    let value = |(fact, value): &(String, Amount)| json!({ "fact": fact, "reading": value.reading() });
    let proposal = |one: &KeyProposal| {
        json!({
            "id": one.fact, "subject": one.subject, "property": one.property, "inputs": one.inputs,
            "values": one.values.iter().map(value).collect::<Vec<_>>(),
        })
    };
    let row = |one: &KeyProposal| {
        let fact = one.values.first().map_or(String::new(), |(fact, _)| fact.clone());
        let values: Vec<String> = one.values.iter().map(|(_, value)| value.reading()).collect();
        let statement = format!("{} · {}", one.subject, one.property);
        vec![fact, statement, format!("{} Inputs", one.inputs), values.join(", ")]
    };
    out.print(
        || Value::Array(found.iter().map(proposal).collect()),
        |lines| table(lines, &found.iter().map(row).collect::<Vec<_>>()),
    )
}
