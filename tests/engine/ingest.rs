//! From a text to facts: parsed bundle by bundle, stopped and gone on with, shown in blocks, and verified.

use crate::library;
use crate::soak::sized;
use std::cell::Cell;

use factly_core::facts::Status;
use factly_engine::facts::FactFilter;
use factly_engine::inputs::Parsing;
use factly_engine::task::{NoProgress, Progress, TaskStep};
use library::{empty, pasted};

/// Twelve paragraphs of different figures, each long enough that two or three make a bundle.
fn long_text() -> String {
    text_of(12)
}

fn text_of(paragraphs: usize) -> String {
    let sentence = |paragraph: usize, at: usize| {
        format!(
            "In district {paragraph} the water stood {} cm high on day {at}, and the pump moved {} litres. ",
            10 * paragraph + at,
            7 * at + paragraph
        )
    };
    (1..=paragraphs).map(|p| (1..=40).map(|at| sentence(p, at)).collect::<String>()).collect::<Vec<_>>().join("\n\n")
}

#[test]
fn every_fact_has_the_words_that_prove_it() {
    let at = empty();
    let id = at.discovery("Flood wall");
    let text = long_text();
    let report = at.add(id, &text, Parsing::Now);
    let input = &report.added[0];
    assert_eq!(input.parsed, input.bundles, "every bundle was parsed");
    assert!(input.facts > 100, "the text is full of figures: {}", input.facts);
    let page = at.library.facts().facts(id, &FactFilter::default(), None, 1_000).unwrap();
    assert_eq!(page.total, Some(u32::try_from(page.facts.len()).unwrap()));
    for fact in &page.facts {
        let evidence = fact.evidence.as_ref().expect("the parser invents nothing");
        assert!(text.contains(&evidence.quote), "{} stands in the text", evidence.quote);
        assert_eq!(evidence.input.as_ref().unwrap().label, "I-1");
    }
    let verified = at.library.sources().verify(None, &NoProgress).unwrap();
    assert_eq!(verified.problems, []);
    assert_eq!(verified.facts, page.facts.len());
    assert_eq!(verified.bundles, input.bundles as usize);

    assert_eq!(at.library.undo().undo(Some(id)).unwrap().done.unwrap(), "Add I-1");
    assert_eq!(
        at.library.discoveries().get(id).unwrap().discovery.facts,
        0,
        "one step takes back the Input and its facts"
    );
    at.library.undo().redo(Some(id)).unwrap();
    assert_eq!(at.library.discoveries().get(id).unwrap().discovery.facts, input.facts);
}

/// Two lines of fifty megabytes, one of words and one of a single word: each is cut, none is lost, and nothing else is
/// harmed.
#[test]
fn a_line_of_fifty_megabytes_is_an_input_like_any_other() {
    let bytes = sized(2_000_000, 50_000_000);
    let at = empty();
    let id = at.discovery("Flood wall");
    let small = at.add(id, "The wall is 840 m long.", Parsing::Now).added[0].clone();
    let sentence = "In district 7 the water stood 62 cm high, and the pump moved 310 litres. ";
    for line in [sentence.repeat(bytes / sentence.len()), "x".repeat(bytes)] {
        let added = at.add(id, &line, Parsing::Later).added[0].clone();
        assert!(added.bundles as usize >= line.len() / 8_000, "no bundle is longer than one may be: {}", added.bundles);
        assert_eq!(added.parsed, 0);
        let stop = StopAfter(300, Cell::new(0));
        let _ = at.library.inputs().read_rest(added.id, &stop);
        assert!(at.library.inputs().get(added.id).unwrap().parsed > 0, "what was read before it was called off stays");
    }
    assert_eq!(at.library.inputs().get(small.id).unwrap(), small, "the Input beside them is as it was");
    let verified = at.library.sources().verify(None, &NoProgress).unwrap();
    assert_eq!(verified.problems, []);
}

/// Cancels when it was asked so often.
struct StopAfter(usize, Cell<usize>);

impl Progress for StopAfter {
    fn show(&self, _: &TaskStep) {}

    fn is_cancelled(&self) -> bool {
        self.1.set(self.1.get() + 1);
        self.1.get() > self.0
    }
}

#[test]
fn a_cancelled_input_stays_and_the_rest_is_read_later() {
    let at = empty();
    let id = at.discovery("Flood wall");
    let whole = at.discovery("The same, at one go");
    let text = text_of(50);
    let add =
        |id, watcher: &StopAfter| at.library.inputs().add_input(id, pasted(&text), Parsing::Now, watcher).unwrap();
    let never = StopAfter(usize::MAX, Cell::default());
    let all = add(whole, &never).added[0].clone();
    assert!(all.bundles > 16, "more than two commits of eight");
    // Most looks are of the sentences that are read.
    let report = add(id, &StopAfter(never.1.get() / 2, Cell::default()));
    assert!(report.cancelled);
    let input = &report.added[0];
    assert_eq!((input.bundles, input.failed), (all.bundles, 0));
    assert!((8..all.bundles - 2).contains(&input.parsed), "what was read stays read: {}", input.parsed);

    let rest = at.library.inputs().read_rest(input.id, &NoProgress).unwrap();
    assert_eq!((rest.added[0].parsed, rest.added[0].facts), (all.bundles, all.facts), "no fact is lost or doubled");
    assert_eq!(at.library.undo().undo(Some(id)).unwrap().done.unwrap(), "Read I-1");
    assert_eq!(
        at.library.inputs().get(input.id).unwrap().parsed,
        input.parsed,
        "undo gives back what had been read before"
    );
    at.library.inputs().retry_failed(id, &NoProgress).unwrap();
    assert_eq!(at.library.inputs().get(input.id).unwrap().facts, all.facts);
    assert_eq!(at.library.sources().verify(None, &NoProgress).unwrap().problems, []);
}

#[test]
fn cancel_is_heard_within_a_piece_and_nothing_of_it_is_stored() {
    let at = empty();
    let add = |title: &str| at.add(at.discovery(title), &text_of(2), Parsing::Later).added[0].clone();
    let (input, whole) = (add("Flood wall"), add("The same, at one go"));
    let read = |id, watcher: &StopAfter| at.library.inputs().read_rest(id, watcher).unwrap();
    let never = StopAfter(usize::MAX, Cell::default());
    let all = read(whole.id, &never).added[0].clone();
    assert_eq!((all.bundles, all.parsed), (1, 1));
    let looks = never.1.get();
    assert!(looks > 80, "each sentence asks: {looks}");
    let watcher = StopAfter(looks / 2, Cell::default());
    let report = read(input.id, &watcher);
    let stopped = &report.added[0];
    assert_eq!((report.cancelled, stopped.parsed, stopped.failed, stopped.facts), (true, 0, 0, 0));
    assert!(watcher.1.get() < looks / 2 + 10, "the sentences behind are not read: {} of {looks}", watcher.1.get());
    let rest = read(input.id, &never);
    assert_eq!((rest.added[0].parsed, rest.added[0].facts), (1, all.facts), "it is read from its start");
}

#[test]
fn blocks_show_every_fact_at_its_words() {
    let at = empty();
    let id = at.discovery("Flood wall");
    let text = format!("𝒳 A head line 👩‍👩‍👧\n\n{}", long_text());
    let input = at.add(id, &text, Parsing::Now).added[0].clone();
    let outline = at.library.sources().source_outline(input.id).unwrap();
    assert_eq!(outline.fact_counts.iter().sum::<u32>(), input.facts, "every fact begins in a block");
    let blocks = at.library.sources().source_blocks(input.id, 0..u32::MAX).unwrap();
    assert_eq!(blocks.len(), outline.lengths.len());
    let units: Vec<u16> = text.encode_utf16().collect();
    let mut begun = 0;
    for block in &blocks {
        let own: Vec<u16> = block.text.encode_utf16().collect();
        let start = block.start as usize;
        assert_eq!(units[start..start + own.len()], own[..], "a block is the Input's text at its offset");
        assert_eq!(block.facts.len() as u32, outline.fact_counts[block.index as usize]);
        for fact in &block.facts {
            let span = block
                .spans
                .iter()
                .find(|span| span.fact == fact.id && span.begins)
                .expect("it is drawn where it begins");
            let words = String::from_utf16(&own[span.start as usize..span.end as usize]).unwrap();
            let quote = &fact.evidence.as_ref().unwrap().quote;
            assert!(
                quote.starts_with(&words) && (*quote == words) == span.ends,
                "{words:?} are the words of {quote:?}"
            );
            assert_eq!(at.library.sources().fact_place(fact.id).unwrap().block, block.index);
            begun += 1;
        }
    }
    assert_eq!(begun, input.facts);
    let window = at.library.sources().source_blocks(input.id, 2..4).unwrap();
    assert_eq!(window.iter().map(|block| block.index).collect::<Vec<_>>(), [2, 3]);
    assert_eq!(window[0].spans, blocks[2].spans, "a window shows what the whole shows");
}

#[test]
fn pages_meet_without_a_gap() {
    let at = empty();
    let id = at.discovery("Flood wall");
    let input = at.add(id, &long_text(), Parsing::Now).added[0].clone();
    let gather = |filter: &FactFilter| {
        let (mut labels, mut after) = (Vec::new(), None);
        loop {
            let page = at.library.facts().facts(id, filter, after.as_deref(), 7).unwrap();
            labels.extend(page.facts.into_iter().map(|fact| fact.label));
            after = page.next;
            if after.is_none() {
                return labels;
            }
        }
    };
    let all = gather(&FactFilter::default());
    assert_eq!(all.len(), input.facts as usize);
    let mut accepted = gather(&FactFilter { statuses: Some(vec![Status::Accepted]), ..FactFilter::default() });
    let proposed = gather(&FactFilter { statuses: Some(vec![Status::Proposed]), ..FactFilter::default() });
    accepted.extend(proposed);
    accepted.sort();
    let mut sorted = all.clone();
    sorted.sort();
    assert_eq!(accepted, sorted, "the statuses share the facts out");
    let mut of_input = gather(&FactFilter { input: Some(input.id), ..FactFilter::default() });
    of_input.sort();
    assert_eq!(of_input, sorted, "an Input's facts are all of them here");
    let words = FactFilter { text: Some("DISTRICT 3 ".into()), ..FactFilter::default() };
    let found = gather(&words);
    assert_eq!(at.library.facts().facts(id, &words, None, 7).unwrap().total, Some(found.len() as u32));
    assert!(!found.is_empty() && found.len() < all.len());
    assert_eq!(gather(&FactFilter { statuses: Some(vec![]), ..FactFilter::default() }), Vec::<String>::new());
}
