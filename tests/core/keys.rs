//! The registry of keys, and the packs that ship with Factly.

use std::collections::HashSet;

use factly_core::inputs::Stage;
use factly_core::keys::{KeyDef, KeyPack, KeyRefusal, PACKS, Registry, RegistryError, ValueType, fitting};
use factly_core::values::{Unit, Value};

fn all() -> Registry {
    let packs = PACKS.map(|(name, _)| name);
    Registry::from_packs(&packs, Vec::new()).expect("all packs load, and have no key in common")
}

fn key(path: &str) -> KeyDef {
    serde_json::from_value(serde_json::json!({
        "path": path, "label": "L", "valueType": "string", "block": "project.summary", "question": "Q?"
    }))
    .expect("a key needs no more")
}

#[test]
fn shipped_packs_are_well_formed() {
    for (name, json) in PACKS {
        let pack = KeyPack::parse(json).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(pack.name, name, "a pack is asked for by its own name");
        for key in &pack.keys {
            assert!(key.aliases.contains_key("en"), "{} is found in texts by its English names", key.path);
            let aliases: Vec<_> = key.all_aliases().map(|(language, alias)| (language, alias.to_lowercase())).collect();
            let distinct: HashSet<_> = aliases.iter().collect();
            assert_eq!(distinct.len(), aliases.len(), "{} names an alias twice", key.path);
            assert!(key.question.ends_with('?'), "{} asks a question", key.path);
        }
    }
    assert!(all().len() >= 80, "the packs are of use: {} keys", all().len());
}

#[test]
fn money_and_permits_are_high_risk() {
    let registry = all();
    for path in ["project.budget.total", "project.budget.cap", "project.timeline.deadline", "item.production.unitPrice"]
    {
        assert!(registry.get(path).is_some_and(|key| key.high_risk), "{path} is never accepted without the analyst");
    }
    for key in registry.iter().filter(|key| key.path.starts_with("project.budget.")) {
        assert!(key.high_risk, "{}: the whole budget is high risk", key.path);
    }
}

#[test]
fn a_key_is_allowed_at_its_stages_only() {
    let registry = all();
    let allowed = |path, stage| registry.allowed(path, stage).map(|key| key.path.as_str());
    assert_eq!(allowed("item.dimensions.width", Stage::Ideation), Ok("item.dimensions.width"));
    assert_eq!(allowed("item.production.leadTime", Stage::Planning), Ok("item.production.leadTime"));
    assert_eq!(allowed("item.production.leadTime", Stage::Ideation), Err(KeyRefusal::Stage(Stage::Ideation)));
    assert_eq!(allowed("item.dimensions.girth", Stage::Ideation), Err(KeyRefusal::Unknown));
    assert_eq!(allowed("note", Stage::Ideation), Err(KeyRefusal::Unknown), "statements have no registered key");
}

#[test]
fn malformed_keys_are_refused() {
    let check = |change: fn(&mut KeyDef), rule: &str| {
        let mut bad = key("team.size");
        change(&mut bad);
        let refused = Registry::from_packs(&[], vec![bad]);
        assert!(matches!(refused, Err(RegistryError::Malformed { .. })), "{rule}");
    };
    check(|key| key.path = "note".into(), "the key of notes is taken");
    check(|key| key.path = "size".into(), "a path has two names at least");
    check(|key| key.path = "team..size".into(), "no name is empty");
    check(|key| key.path = "team.Größe".into(), "names are ASCII");
    check(|key| key.block = "team".into(), "a block is one of the sixteen");
    check(|key| key.value_type = ValueType::Dimension, "a dimension has a unit");
    check(|key| key.value_type = ValueType::Currency, "money has a currency");
    check(|key| key.value_type = ValueType::Enum, "a choice has values");
    check(|key| key.value_type = ValueType::Note, "a note has no key of its own");
    check(|key| key.question = " ".into(), "a key has a question");
    assert!(matches!(Registry::from_packs(&["cooking"], vec![]), Err(RegistryError::NoSuchPack(_))));
    let json = r#"{"name":"x","about":{},"keys":[{"path":"a.b","label":"L","valueType":"dimension","unit":"furlongs","block":"item.summary","question":"Q?"}]}"#;
    assert!(matches!(KeyPack::parse(json), Err(RegistryError::Json(_))), "an unknown unit is a fault of the pack");
}

#[test]
fn the_analysts_keys_come_last_and_may_replace() {
    let mut own = key("item.dimensions.width");
    own.label = "Own".into();
    let registry = Registry::from_packs(&["production"], vec![own, key("team.size")]).expect("both are keys");
    assert_eq!(registry.get("item.dimensions.width").map(|key| key.label.as_str()), Some("Own"));
    assert_eq!(registry.iter().last().map(|key| key.path.as_str()), Some("team.size"));
    let json = serde_json::to_string(&registry).expect("a registry is written as its keys");
    let back: Registry = serde_json::from_str(&json).expect("and read back");
    assert!(back.iter().eq(registry.iter()), "a discovery is exported with its keys");
}

#[test]
fn a_key_types_its_values() {
    let registry = all();
    let read = |path: &str, json: serde_json::Value| {
        let key = registry.get(path).expect("registered");
        Value::from_json(&json, &key.expect()).map(|value| value.reading()).map_err(|error| error.to_string())
    };
    assert_eq!(read("item.dimensions.width", 600.into()).as_deref(), Ok("600 cm"));
    assert_eq!(read("project.constraints.workingHours", "nachts".into()).as_deref(), Ok("night"));
    assert_eq!(read("project.budget.total", "1.2 million".into()).as_deref(), Ok("€1,200,000.00"));
    assert_eq!(read("study.sampleSize", "120 people".into()).as_deref(), Ok("120"));
    assert!(read("item.dimensions.width", "6 kg".into()).is_err(), "a width is no weight");
    assert_eq!(registry.get("item.dimensions.width").and_then(|key| key.unit), Unit::parse("cm"));
}

/// A goal in each line, by the pack that it is to be held for; none is known for what may be about anything.
const GOALS: &[(Option<&str>, &[&str])] = &[
    (
        Some("interviews"),
        &[
            "What do Linux game developers need from their tools, and what holds them back?",
            "Interview study: how do nurses document their shifts?",
            "Find out what our customers struggle with when they set up the app",
            "Which features do users wish for in the next release?",
            "Why do teams leave our product, and what would they pay for?",
            "Wie arbeiten Handwerker mit ihrer Software, und was fehlt ihnen?",
            "Interviews mit Landwirten über digitale Werkzeuge",
            "Comment les développeurs utilisent-ils leurs outils ?",
            "¿Qué necesitan los usuarios de la aplicación?",
        ],
    ),
    (
        Some("production"),
        &[
            "A stand for the spring fair",
            "Build the exhibition about bees in the town museum by June",
            "Messestand für die IFA planen und bauen",
            "Was brauchen wir an Ständen und Wänden, zu welchen Preisen und Lieferzeiten?",
            "Was kosten Stände, Stellwände und Strom, und wann wird geliefert?",
            "Stage and lighting for the summer festival",
            "Furniture for the new library: suppliers, delivery, budget",
            "Monter un stand pour le salon de mars",
            "Un stand para la feria de abril",
        ],
    ),
    (
        Some("research"),
        &[
            "Survey of households after the flood: samples, response, damage",
            "Compare the revenue and staff of three competitors",
            "Wie groß ist der Markt für Wärmepumpen, und wer sind die Wettbewerber?",
            "Was sagen Studien über Schlaf und Bildschirmzeit?",
            "Quelle est la taille du marché des vélos électriques ?",
            "¿Qué tamaño tiene el mercado de bicicletas eléctricas?",
        ],
    ),
    (
        None,
        &[
            "What did the flood of January 2024 do, what will protect the town, and what does it cost?",
            "Where should the new bridge go?",
            "Was brauchen wir für den Umzug?",
            "Keep dry",
            "Who wrote the letters of 1873?",
            "Was geschah am 3. März in der Schule?",
            "Check the contract for risks",
            "The history of the parish church",
            "Should we move the office to Leipzig?",
            "",
        ],
    ),
];

#[test]
fn the_pack_that_fits_a_goal_is_told_by_its_words_and_none_may() {
    for (pack, goals) in GOALS {
        for goal in *goals {
            let fit = fitting(goal);
            let expected: Vec<&str> = pack.iter().copied().collect();
            assert_eq!(fit.iter().map(|fit| fit.pack).collect::<Vec<_>>(), expected, "{goal}: {fit:?}");
            for word in fit.iter().flat_map(|fit| &fit.words) {
                assert!(goal.contains(word.as_str()), "the reason is in the goal's own words: {word}");
            }
        }
    }
}
