//! Propositions: what a sentence says, and which two sentences cannot both be true.

use factly_core::propositions::{Proposition, PropositionContext, Relation, read, relation};

/// One proposition with a value a row: "subject · property · value", and what it holds under.
fn said(text: &str) -> Vec<String> {
    let found = read(text, &PropositionContext::default());
    for proposition in &found {
        let parts =
            [&proposition.clause, &proposition.subject.bytes, &proposition.property.bytes, &proposition.value_bytes];
        assert!(parts.iter().all(|part| text.get((*part).clone()).is_some()), "spans are those of the text: {text}");
    }
    found.iter().filter(|found| found.value.is_some()).map(reading).collect()
}

fn reading(proposition: &Proposition) -> String {
    let mut row = proposition.reading();
    for qualifier in &proposition.qualifiers {
        row.push_str(&format!(" [{} {}]", qualifier.kind.as_str(), qualifier.stems.join(" ")));
    }
    if let Some(per) = &proposition.per {
        row.push_str(&format!(" per {per}"));
    }
    row
}

/// The strongest relation between what two texts say.
fn between(one: &str, other: &str) -> Relation {
    let document =
        |text: &str| text.split_once(": ").and_then(|(first, _)| first.strip_prefix("Offer of ").map(str::to_owned));
    let of = |text: &str| {
        read(text, &PropositionContext { document: document(text).as_deref(), ..PropositionContext::default() })
    };
    let (one, other) = (of(one), of(other));
    let all = one.iter().flat_map(|a| other.iter().map(|b| relation(a, b)));
    all.max().unwrap_or(Relation::Apart)
}

struct Pair {
    kind: &'static str,
    one: &'static str,
    other: &'static str,
}

/// The pairs of a file; those behind its second remark were kept aside.
fn pairs(file: &'static str, half: usize) -> Vec<Pair> {
    let part = file.split("# The second half").nth(half).unwrap_or_default();
    let lines = part.lines().skip(usize::from(half == 1)).filter(|line| !line.starts_with('#') && !line.is_empty());
    lines
        .map(|line| {
            let mut parts = line.split(" | ");
            let mut next = || parts.next().unwrap();
            Pair { kind: next(), one: next(), other: next() }
        })
        .collect()
}

const CONTRADICTING: &str = include_str!("propositions/contradicting.txt");
const ALIKE: &str = include_str!("propositions/alike.txt");

#[expect(clippy::print_stdout, reason = "a failure shows the pairs that were missed")]
fn measure(half: usize) -> (usize, usize, usize, usize) {
    let (contradicting, alike) = (pairs(CONTRADICTING, half), pairs(ALIKE, half));
    let mut found = 0;
    for pair in &contradicting {
        let relation = between(pair.one, pair.other);
        found += usize::from(relation == Relation::Contradicts);
        if relation != Relation::Contradicts {
            println!(
                "missed ({relation:?}) {}: {} | {}\n    {:?}\n    {:?}",
                pair.kind,
                pair.one,
                pair.other,
                said(pair.one),
                said(pair.other)
            );
        }
    }
    let mut wrong = 0;
    for pair in &alike {
        let relation = between(pair.one, pair.other);
        wrong += usize::from(relation == Relation::Contradicts);
        if relation != Relation::Apart {
            println!(
                "{relation:?} though alike, {}: {} | {}\n    {:?}\n    {:?}",
                pair.kind,
                pair.one,
                pair.other,
                said(pair.one),
                said(pair.other)
            );
        }
    }
    (found, contradicting.len(), wrong, alike.len())
}

#[test]
fn pairs_that_contradict_are_found_and_those_that_look_alike_are_not() {
    let (found, all, wrong, _) = measure(0);
    assert!(found * 100 >= all * 75, "recall: {found} of {all}");
    assert!(found * 100 >= (found + wrong) * 90, "precision: {wrong} wrong beside {found}");
}

/// What the rows of a table say, one proposition a row.
fn said_in_table(text: &str) -> Vec<String> {
    let rows = factly_core::extraction::blocks::table_rows(text, &(0..text.len()), Vec::new());
    let context = PropositionContext { rows: &rows, language: Some(factly_core::language::Language::German), ..PropositionContext::default() };
    read(text, &context).iter().filter(|found| found.value.is_some()).map(reading).collect()
}

#[test]
fn scratch() {
    let text = "Bezeichnung\tMenge\tEinzelpreis\tGesamt\nStellwand\t24 Stück\t65,00 €\t1.560,00 €\n";
    println!("{:?}", said_in_table(text));
    println!("{:#?}", factly_core::values::extract(text, factly_core::values::NumberFormat::of(text)));
    println!("{:#?}", factly_core::extraction::blocks::table_rows(text, &(0..text.len()), Vec::new()));
    panic!();
}
