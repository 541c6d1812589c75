//! Sentences that a reader found worth keeping, against those proposed (`tests/fixtures/salience/README.md`).
//!
//! A sentence is proposed where a proposal has half of its letters. A proposal is worth keeping where one of its sentences
//! is, and stands alone where its first does. `FACTLY_GOLD_SHOW=1` prints what was missed and what was proposed for nothing.

#![allow(
    dead_code,
    unreachable_pub,
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "shared by a test and a bench"
)]

use std::ops::Range;
use std::path::Path;

use factly_core::extraction::offline::Parser;
use factly_core::extraction::op::FactOp;
use factly_core::extraction::salience::{Background, RankedText, SalienceSignals};
use factly_core::inputs::{self, BundleSection, SectionSpan, Stage};
use factly_core::items::Items;
use factly_core::keys::{NOTE_KEY, Registry};
use factly_core::text::{CharIndex, Span};

/// A text with its sentences, by code points.
struct AnnotatedText {
    set: String,
    goal: String,
    text: String,
    sentences: Vec<(Range<u32>, Mark)>,
}

impl AnnotatedText {
    /// Returns the range of it that was marked.
    fn marked(&self) -> Range<u32> {
        let end = self.sentences.last().map_or(0, |(sentence, _)| sentence.end);
        self.sentences.first().map_or(0, |(sentence, _)| sentence.start)..end
    }

    /// The marks of the sentences that a proposal has half of, or that have half of it.
    fn marks(&self, one: &Range<u32>) -> Vec<Mark> {
        let of = self.sentences.iter().filter(|(sentence, _)| {
            overlap(one, sentence) * 2 >= (one.end - one.start).min(sentence.end - sentence.start)
        });
        of.map(|(_, mark)| *mark).collect()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    Not,
    Keep,
    KeepAlone,
}

#[derive(Default)]
pub struct SalienceScore {
    words: usize,
    proposed: usize,
    worth: usize,
    alone: usize,
    keep: usize,
    found: usize,
}

impl SalienceScore {
    pub fn precision(&self) -> f64 {
        share(self.worth, self.proposed)
    }

    pub fn recall(&self) -> f64 {
        share(self.found, self.keep)
    }

    pub fn standalone(&self) -> f64 {
        share(self.alone, self.proposed)
    }

    pub fn row(&self, name: &str) -> String {
        format!(
            "{name:22} {:4} proposed, {:5.1} a thousand words: {:.3} worth keeping, {:.3} alone; {:.3} of {} found",
            self.proposed,
            1_000.0 * share(self.proposed, self.words),
            self.precision(),
            self.standalone(),
            self.recall(),
            self.keep
        )
    }
}

fn share(part: usize, of: usize) -> f64 {
    part as f64 / of.max(1) as f64
}

/// Measures the texts that we wrote of a set.
pub fn own(set: &str) -> SalienceScore {
    measured(written().into_iter().filter(|gold| gold.set == set))
}

/// Measures the real interviews of a set; none where their texts are not there.
pub fn real(set: &str) -> Option<SalienceScore> {
    let folder = std::env::var_os("FACTLY_INTERVIEWS")?;
    Some(measured(interviews(Path::new(&folder)).into_iter().filter(|gold| gold.set == set)))
}

/// Returns of each candidate of a set's texts what is seen of it, and whether a reader would keep it.
pub fn candidates(set: &str) -> Vec<(SalienceSignals, bool)> {
    let real = std::env::var_os("FACTLY_INTERVIEWS").map(|folder| interviews(Path::new(&folder)));
    let all = written().into_iter().chain(real.into_iter().flatten()).filter(|gold| gold.set == set);
    all.flat_map(|gold| {
        let marked = gold.marked();
        let mut seen = Vec::new();
        each_piece(&gold, |scene, from, found| {
            for op in scene.candidates(found).iter().filter(|op| op.key == NOTE_KEY) {
                let span = span_of(op);
                let one = from + span.start..from + span.end;
                if marked.start <= one.start && one.end <= marked.end {
                    seen.push((scene.signals(span), gold.marks(&one).iter().any(|mark| *mark != Mark::Not)));
                }
            }
        });
        seen
    })
    .collect()
}

fn measured(all: impl Iterator<Item = AnnotatedText>) -> SalienceScore {
    let mut worth = SalienceScore::default();
    all.for_each(|gold| measure(&gold, &mut worth));
    worth
}

fn measure(gold: &AnnotatedText, worth: &mut SalienceScore) {
    let show = std::env::var_os("FACTLY_GOLD_SHOW").is_some();
    let marked = gold.marked();
    let index = CharIndex::new(gold.text.as_str());
    let slice = |range: &Range<u32>| index.slice(Span::new(range.start, range.end)).replace('\n', " ");
    worth.words += slice(&marked).split_whitespace().count();
    let proposals: Vec<Range<u32>> =
        proposed(gold).into_iter().filter(|one| marked.start <= one.start && one.end <= marked.end).collect();
    for (sentence, mark) in &gold.sentences {
        let found = proposals.iter().any(|one| overlap(one, sentence) * 2 >= sentence.end - sentence.start);
        worth.keep += usize::from(*mark != Mark::Not);
        worth.found += usize::from(*mark != Mark::Not && found);
        if show && *mark != Mark::Not && !found {
            println!("  missed: {}", slice(sentence));
        }
    }
    for one in &proposals {
        let marks = gold.marks(one);
        let keep = marks.iter().any(|mark| *mark != Mark::Not);
        worth.proposed += 1;
        worth.worth += usize::from(keep);
        worth.alone += usize::from(marks.first() == Some(&Mark::KeepAlone));
        if show && !keep {
            println!("  for nothing: {}", slice(one));
        }
    }
}

fn overlap(one: &Range<u32>, other: &Range<u32>) -> u32 {
    one.end.min(other.end).saturating_sub(one.start.max(other.start))
}

/// Returns the proposed ranges of a text.
fn proposed(gold: &AnnotatedText) -> Vec<Range<u32>> {
    let mut all = Vec::new();
    each_piece(gold, |scene, from, found| {
        let proposed = scene.propose(found);
        all.extend(proposed.iter().map(span_of).map(|span| from + span.start..from + span.end));
    });
    all.dedup();
    all
}

fn span_of(op: &FactOp) -> Span {
    let evidence = op.evidence.as_ref().unwrap();
    let at = |offset: Option<i64>| u32::try_from(offset.unwrap()).unwrap();
    Span::new(at(evidence.start_char), at(evidence.end_char))
}

/// Reads a text piece by piece, as an Input is: each with its place and what the parser finds.
fn each_piece(gold: &AnnotatedText, mut read: impl FnMut(&RankedText<'_>, u32, Vec<FactOp>)) {
    let registry = Registry::from_packs(&["research"], Vec::new()).unwrap();
    let parser = Parser::new(&registry, Stage::Ideation);
    let index = CharIndex::new(gold.text.as_str());
    for piece in inputs::cut(&gold.text) {
        let text = &gold.text[piece.clone()];
        let span = Span::new(0, u32::try_from(text.chars().count()).unwrap());
        let sections = [SectionSpan { section: BundleSection::FreeChat, span }];
        let (before, behind) = (gold.text[..piece.start].to_owned(), gold.text[piece.end..].to_owned());
        let goal = gold.goal.clone();
        let extent = share(piece.start, gold.text.len())..share(piece.end, gold.text.len());
        let background = Background { goal, before, behind, extent, ..Background::default() };
        let scene = RankedText::new(text, &sections, &background);
        read(&scene, index.char_of(piece.start), parser.parse(text, &sections, &Items::default()));
    }
}

fn written() -> Vec<AnnotatedText> {
    [
        include_str!("../../fixtures/salience/allotment.txt"),
        include_str!("../../fixtures/salience/backstube.txt"),
        include_str!("../../fixtures/salience/clinic-report.txt"),
        include_str!("../../fixtures/salience/depot-minutes.txt"),
        include_str!("../../fixtures/salience/ferry.txt"),
        include_str!("../../fixtures/salience/harbour-minutes.txt"),
        include_str!("../../fixtures/salience/kitchen.txt"),
        include_str!("../../fixtures/salience/library.txt"),
        include_str!("../../fixtures/salience/orchard-report.txt"),
    ]
    .map(read)
    .into()
}

/// A text put together of its marked sentences.
fn read(file: &str) -> AnnotatedText {
    let (head, lines) = file.split_once('\n').unwrap();
    let (set, goal) = head.split_once(": ").unwrap();
    let mut gold = AnnotatedText { set: set.into(), goal: goal.into(), text: String::new(), sentences: Vec::new() };
    let mut opens = true;
    for line in lines.lines() {
        if line.starts_with(['#', '@']) {
            let line = line.trim_start_matches("@ ");
            gold.text.push_str(if gold.text.is_empty() { "" } else { "\n\n" });
            gold.text.push_str(line);
            gold.text.push('\n');
            opens = true;
            continue;
        }
        let (mark, sentence) = line.split_once(' ').unwrap();
        if !opens {
            gold.text.push(' ');
        }
        opens = false;
        let start = u32::try_from(gold.text.chars().count()).unwrap();
        gold.text.push_str(sentence);
        let end = u32::try_from(gold.text.chars().count()).unwrap();
        gold.sentences.push((start..end, mark_of(mark)));
    }
    gold
}

fn mark_of(mark: &str) -> Mark {
    match mark {
        "++" => Mark::KeepAlone,
        "+-" => Mark::Keep,
        ".." => Mark::Not,
        other => panic!("no mark: {other}"),
    }
}

fn interviews(folder: &Path) -> Vec<AnnotatedText> {
    let mut all: Vec<AnnotatedText> = Vec::new();
    for line in include_str!("../../fixtures/salience/interviews.txt").lines() {
        let mut words = line.split_whitespace();
        match (words.next().unwrap(), words.next().unwrap(), words.next()) {
            (set, file, None) => all.push(AnnotatedText {
                set: set.into(),
                goal: "how a game is developed".into(),
                text: std::fs::read_to_string(folder.join(file)).unwrap(),
                sentences: Vec::new(),
            }),
            (mark, start, Some(end)) => {
                let range = start.parse().unwrap()..end.parse().unwrap();
                all.last_mut().unwrap().sentences.push((range, mark_of(mark)));
            }
        }
    }
    all
}
