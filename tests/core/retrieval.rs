//! Passages of a text, and an index of them that is patched.

use factly_core::language::Language;
use factly_core::language::stem::Stems;
use factly_core::retrieval::passage::{FEWEST_WORDS, MOST_WORDS, words};
use factly_core::retrieval::snapshot::{SnapshotReader, SnapshotWriter};
use factly_core::retrieval::{
    ContextKind, Index, Passage, PassageContext, PassageFields, PassageId, PassageRef, Ranking, SearchQuery, passages,
    search,
};
use proptest::collection::vec;
use proptest::prelude::*;
use rustc_hash::FxHashSet;

fn sentence(words: usize) -> String {
    format!("Some {} end.", vec!["word"; words - 2].join(" "))
}

#[test]
fn an_id_is_read_as_it_is_shown_and_as_it_is_cited() {
    let id = PassageId { input_label: 3, number: 12 };
    assert_eq!((id.to_string(), id.citation()), ("I-3.12".to_owned(), "I-3-12".to_owned()));
    for name in ["I-3.12", "I-3-12", " i-3-12 "] {
        assert_eq!(PassageId::parse(name), Some(id), "{name}");
    }
    for name in ["I-3", "I-3.", "3.12", "I-3.12.1", "I-3.+12", "I-03.12", "F-3.12", "I--3.1", ""] {
        assert_eq!(PassageId::parse(name), None, "{name}");
    }
}

#[test]
fn passages_end_with_sentences() {
    let check = |sentences: &[usize], expected: &[usize]| {
        let text = sentences.iter().map(|words| sentence(*words)).collect::<Vec<_>>().join(" ");
        let found: Vec<usize> = passages(&text, 1, "", &[]).iter().map(|passage| words(&passage.text)).collect();
        assert_eq!(found, expected, "{sentences:?}");
    };
    check(&[10], &[10]);
    check(&[50, 50, 50], &[150]);
    check(&[50, 50, 50, 50, 50, 50], &[150, 150]);
    // The rest is too short to stand alone, and there is room.
    check(&[50, 50, 50, 20], &[170]);
    // A sentence that is too long is cut.
    check(&[450], &[140, 140, 170]);
    check(&[], &[]);
}

#[test]
fn a_passage_knows_its_heading_and_speaker() {
    let (one, other) = (sentence(70), sentence(70));
    let text = format!("{one}\n\n{other}");
    let border = one.chars().count() as u32 + 1;
    let end = text.chars().count() as u32;
    let known = |chars, kind, text: &str| PassageContext { chars, kind, text: text.to_owned() };
    let context = [
        known(0..end, ContextKind::Speaker, "Anna"),
        known(0..end, ContextKind::Heading, "Report"),
        known(border..end, ContextKind::Heading, "Costs"),
    ];
    let found = passages(&text, 4, "Minutes", &context);
    let contexts: Vec<_> = found.iter().map(|it| (it.headings.join(" < "), it.speakers.join(", "))).collect();
    let said_of = |headings: &str, speakers: &str| (headings.to_owned(), speakers.to_owned());
    assert_eq!(contexts, [said_of("Report", "Anna"), said_of("Costs < Report", "Anna")]);
    let short = passages(
        "Costs. Risks.",
        4,
        "",
        &[known(0..6, ContextKind::Heading, "Costs"), known(7..13, ContextKind::Heading, "Risks")],
    );
    assert_eq!(short[0].headings, ["Costs", "Risks"], "what begins in it too");
    assert_eq!(found[1].id.to_string(), "I-4.2");
}

#[test]
fn a_german_word_that_no_passage_has_is_found_by_the_word_that_it_ends_with() {
    let texts = [
        (1, "Die Lieferung der Stände erfolgt bis zum 12. Mai, sagt der Händler in seiner Mail.".to_owned()),
        (2, "Der Fußboden der Halle trägt höchstens fünfhundert Kilogramm auf den Quadratmeter.".to_owned()),
    ];
    let mut index = Index::default();
    let mut adder = index.adder();
    for (document, text) in &texts {
        let at = PassageRef { document: *document, number: 1 };
        adder.add(at, Language::German.into(), &PassageFields { text, ..PassageFields::default() });
    }
    drop(adder);
    let found =
        |query: &str| -> Vec<i64> { ask(&index, &texts, query).hits.iter().map(|hit| hit.passage.document).collect() };
    assert_eq!(found("Wann ist die Anlieferung?"), [1]);
    assert_eq!(found("Zulieferung"), [1]);
    assert_eq!(found("Bestellung"), [0_i64; 0]);
}

proptest! {
    #[test]
    fn passages_of_any_text_are_pieces_of_it_in_order(text in "(\\PC{0,40}[ .\n。]{0,3}){0,60}") {
        let all: Vec<char> = text.chars().collect();
        let mut last = 0;
        let found = passages(&text, 1, "", &[]);
        for (at, passage) in found.iter().enumerate() {
            let (start, end) = (passage.chars.start as usize, passage.chars.end as usize);
            prop_assert!(last <= start && start < end);
            prop_assert_eq!(all[start..end].iter().collect::<String>(), passage.text.clone());
            prop_assert!(words(&passage.text) <= MOST_WORDS + FEWEST_WORDS, "a piece is not too long");
            prop_assert!(at + 1 == found.len() || words(&passage.text) >= FEWEST_WORDS / 2 || words(&found[at + 1].text) > 100);
            last = end;
        }
        let kept: usize = found.iter().map(|it| it.text.chars().filter(|c| !c.is_whitespace()).count()).sum();
        prop_assert_eq!(kept, all.iter().filter(|c| !c.is_whitespace()).count(), "nothing is left out");
    }
}

/// Documents of a few words, so that they share many.
fn text() -> impl Strategy<Value = String> {
    let word = prop::sample::select(vec![
        "wall", "walls", "gate", "flood", "cost", "the", "council", "Mauer", "die", "kostet", "承認", "rust", "rusty",
    ]);
    vec(word, 1..30).prop_map(|words| words.join(" "))
}

fn add(index: &mut Index, document: i64, text: &str) {
    let mut adder = index.adder();
    for (number, text) in (1..).zip(text.split_inclusive("flood")) {
        adder.add(
            PassageRef { document, number },
            Stems::from_index(document as usize % 3),
            &PassageFields { title: "walls", text, ..PassageFields::default() },
        );
    }
}

fn ask(index: &Index, texts: &[(i64, String)], query: &str) -> Ranking {
    let read = |at: PassageRef| {
        let (_, text) = texts.iter().find(|(document, _)| *document == at.document)?;
        let text = text.split_inclusive("flood").nth(at.number as usize - 1)?.to_owned();
        let id = PassageId { input_label: at.document, number: at.number };
        Some(Passage { id, title: "walls".into(), headings: vec![], speakers: vec![], chars: 0..0, text })
    };
    search(&[index], &SearchQuery::parse(query), |_| true, 20, read)
}

proptest! {
    #[test]
    fn a_patched_index_answers_as_a_new_one(
        first in vec(text(), 1..12),
        steps in vec((0..12_usize, prop::option::of(text())), 0..12),
        query in text(),
    ) {
        let mut patched = Index::default();
        let mut now: Vec<(i64, String)> = Vec::new();
        for (document, text) in (0..).zip(first) {
            add(&mut patched, document, &text);
            now.push((document, text));
        }
        for (at, replaced) in steps {
            let document = (at % now.len().max(1)) as i64;
            patched.remove(&FxHashSet::from_iter([document]));
            now.retain(|(known, _)| *known != document);
            if let Some(text) = replaced {
                add(&mut patched, document, &text);
                now.push((document, text));
            }
        }
        let mut fresh = Index::default();
        now.iter().for_each(|(document, text)| add(&mut fresh, *document, text));
        prop_assert_eq!(patched.len(), fresh.len());
        prop_assert_eq!(ask(&patched, &now, &query), ask(&fresh, &now, &query));
    }

    #[test]
    fn a_snapshot_is_the_index_and_a_damaged_one_is_nothing(texts in vec(text(), 0..8), at in any::<prop::sample::Index>()) {
        let mut index = Index::default();
        (0..).zip(&texts).for_each(|(document, text)| add(&mut index, document, text));
        let mut snapshot = SnapshotWriter::default();
        snapshot.index(&index);
        let mut bytes = snapshot.finish();
        prop_assert_eq!(SnapshotReader::open(&bytes).and_then(|mut it| it.index()), Some(index));
        let at = at.index(bytes.len());
        prop_assert!(SnapshotReader::open(&bytes[..at]).is_none(), "cut short");
        bytes[at] ^= 1;
        prop_assert!(SnapshotReader::open(&bytes).is_none(), "one bit is another");
    }
}
