//! Cost of evidence, each figure beside a bare floor that was measured in the same run.

#![allow(clippy::print_stdout)] // The figures are what it is for.

#[path = "limits.rs"]
mod limits;

use std::hint::black_box;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use factly_core::evidence::{EvidenceClaim, EvidenceText, Located, Unverified, nearest, support};
use factly_core::inputs::{BundleSection, SectionSpan};
use factly_core::text::{CharIndex, Span};
use limits::Limits;

const MIB: usize = 1 << 20;

const AN_INDEX: Duration = Duration::from_millis(5);
const A_QUOTE_IN_PLACE: Duration = Duration::from_nanos(300);
const TWO_HUNDRED_QUOTES: Duration = Duration::from_millis(2);
const A_FALSIFIED_QUOTE: Duration = Duration::from_millis(5);
const A_NEAREST_PASSAGE: Duration = Duration::from_millis(10);
/// Four times the text takes four times as long, sixteen times where each letter is held against each; between them lies
/// what a busy machine does.
const FOUR_TIMES_THE_TEXT: u32 = 8;

fn main() -> ExitCode {
    let mut limits = Limits::default();
    println!("{:<64} {:>11} {:>11} {:>8}  limit", "evidence", "least", "floor", "ratio");
    index(&mut limits);
    right_offsets(&mut limits);
    wrong_offsets(&mut limits);
    falsified(&mut limits);
    nearest_passage(&mut limits);
    carried();
    hostile(&mut limits);
    limits.end()
}

fn index(limits: &mut Limits) {
    for (name, text) in [("English", english(16 * MIB)), ("Japanese and emoji", japanese(16 * MIB))] {
        let spans: Vec<Span> = (0..1000).map(|at| Span::new(at * 4000, at * 4000 + 100)).collect();
        let ours = least(|| CharIndex::new(text.as_str()).to_utf16(&spans));
        let floor = least(|| text.chars().count());
        let name = format!("index 16 MiB of {name}, 1,000 spans to UTF-16");
        within(limits, &name, ours, floor, AN_INDEX, "chars().count()");
    }
}

fn right_offsets(limits: &mut Limits) {
    for (name, text) in [("English", english(100_000)), ("Japanese and emoji", japanese(100_000))] {
        let sections = chat(&text);
        let source = EvidenceText::new(&text, &sections);
        let quotes = quotes(&text, 200);
        let claims: Vec<EvidenceClaim<'_>> = quotes.iter().map(|(at, quote)| claim(quote, i64::from(*at))).collect();
        assert!(source.locate_all(&claims).iter().all(is_found));
        let ours = least(|| source.locate_all(&claims)) / 200;
        let places: Vec<usize> = quotes.iter().map(|(at, _)| source.index().byte_of(*at)).collect();
        let bytes = text.as_bytes();
        let floor = least(|| {
            places
                .iter()
                .zip(&quotes)
                .filter(|(at, (_, quote))| black_box(&bytes[**at..]).starts_with(quote.as_bytes()))
                .count()
        }) / 200;
        within(limits, &format!("one quote at its offsets, {name}"), ours, floor, A_QUOTE_IN_PLACE, "memcmp");
    }
}

fn wrong_offsets(limits: &mut Limits) {
    for (name, text) in [("English", english(100_000)), ("Japanese and emoji", japanese(100_000))] {
        let sections = chat(&text);
        let quotes = quotes(&text, 200);
        let claims: Vec<EvidenceClaim<'_>> =
            quotes.iter().enumerate().map(|(at, (_, quote))| claim(quote, at as i64 * 997 % 90_000)).collect();
        let all = EvidenceText::new(&text, &sections).locate_all(&claims);
        let found = all.iter().filter(|located| is_found(located)).count();
        let over = limits.mark(&format!("quotes found at wrong offsets, {name}"), found == all.len());
        println!("  found {found} of {}, limit: all{over}", all.len());
        let ours = least(|| EvidenceText::new(&text, &sections).locate_all(&claims));
        let floor = least(|| {
            quotes
                .iter()
                .filter_map(|(_, quote)| memchr::memmem::find(text.as_bytes(), quote.as_bytes()))
                .sum::<usize>()
        });
        let name = format!("200 quotes at wrong offsets in 100 KB, {name}");
        within(limits, &name, ours, floor, TWO_HUNDRED_QUOTES, "memmem, first place only");
    }
}

fn falsified(limits: &mut Limits) {
    for (name, text, quote) in [
        ("English", english(MIB), "the committee did not approve 149 euros for the northern wall"),
        ("Japanese and emoji", japanese(MIB), "委員会は149ユーロを承認しなかった。"),
        ("Hindi", "समिति ने १५९ यूरो की मंज़ूरी नहीं दी। ".repeat(MIB / 100), "समिति ने १४९ यूरो की मंज़ूरी नहीं दी।"),
        (
            "decomposed French",
            "l\u{2019}e\u{301}te\u{301} dernier, le comite\u{301} a refuse\u{301}. ".repeat(MIB / 48),
            "l\u{2019}été dernier, le comité a accepté",
        ),
    ] {
        let sections = chat(&text);
        let located = EvidenceText::new(&text, &sections).locate(&claim(quote, 5000));
        assert_eq!(located, Located::Unverified { reason: Unverified::NotInSource });
        let ours = least(|| EvidenceText::new(&text, &sections).locate(&claim(quote, 5000)));
        let floor = least(|| memchr::memmem::find(text.as_bytes(), quote.as_bytes()));
        let name = format!("a falsified quote in {} KB, {name}", text.len() / 1024);
        within(limits, &name, ours, floor, A_FALSIFIED_QUOTE, "memmem");
    }
}

fn nearest_passage(limits: &mut Limits) {
    let quote = "the committee did not approve 159 euros for the northern wall";
    for (name, bytes, limit) in [("8 KB", 8000, Some(A_NEAREST_PASSAGE)), ("1 MB", MIB, None)] {
        let text = english(bytes);
        let sections = chat(&text);
        let source = EvidenceText::new(&text, &sections);
        let ours = least(|| nearest(&source, quote));
        let floor = least(|| text.split_whitespace().count());
        let name = format!("the nearest passage in {name}");
        match limit {
            Some(limit) => within(limits, &name, ours, floor, limit, "split_whitespace"),
            None => row(&name, ours, floor, "none; linear (floor: split_whitespace)"),
        }
    }
}

fn carried() {
    let (statement, quote) =
        ("Acme did not offer 159 euros in March 2026", "Acme offered €149 on 1 March 2026, they said");
    let ours = least(|| support::check(statement, quote));
    let floor = least(|| statement.split_whitespace().count() + quote.split_whitespace().count());
    row("whether a quote carries a statement", ours, floor, "none (floor: split_whitespace)");
}

fn hostile(limits: &mut Limits) {
    let mut check = |name: &str, unit: &str, quote: &str| {
        let time = |size: usize| {
            let text = unit.repeat(size / unit.len());
            let sections = chat(&text);
            least(|| EvidenceText::new(&text, &sections).locate(&claim(quote, size as i64 / 2)))
        };
        let (ours, floor) = (time(4 * MIB), time(MIB));
        let name = format!("{name}: 4 MiB beside 1 MiB");
        let over = limits.mark(&name, ours <= floor * FOUR_TIMES_THE_TEXT);
        row(&name, ours, floor, &format!("ratio {FOUR_TIMES_THE_TEXT}, about 4: linear{over}"));
    };
    check("one letter", "a", &"a".repeat(200));
    check("the quote's first word only", "the ", "the wall is 600 cm");
    check("almost, again and again", "the wall the wall the wall the door ", "the wall the wall the wall the wall");
    check("words that repeat", "la ", &"la ".repeat(60));
    check("white space", " ", "a b");
    check("combining marks", "\u{301}", "e\u{301}");
    check("halves of flags", "\u{1f1e9}", "\u{1f1e9}");
    check("backslashes", "\\", "\\");
}

fn within(limits: &mut Limits, name: &str, ours: Duration, floor: Duration, limit: Duration, of: &str) {
    let over = limits.mark(name, ours <= limit);
    row(name, ours, floor, &format!("{limit:.0?} (floor: {of}){over}"));
}

fn row(name: &str, ours: Duration, floor: Duration, limit: &str) {
    let ratio = ours.as_secs_f64() / floor.as_secs_f64().max(1e-9);
    println!("{name:<64} {:>11} {:>11} {ratio:>7.2}x  {limit}", format!("{ours:.2?}"), format!("{floor:.2?}"));
}

/// The least time of one call, over at least 15 calls and 60 ms: what it takes where nothing else is running.
fn least<R>(mut call: impl FnMut() -> R) -> Duration {
    let begun = Instant::now();
    let mut times = Vec::new();
    while times.len() < 15 || begun.elapsed() < Duration::from_millis(60) {
        let start = Instant::now();
        black_box(call());
        times.push(start.elapsed());
    }
    times.into_iter().min().unwrap_or_default()
}

fn is_found(located: &Located) -> bool {
    matches!(located, Located::Found { .. })
}

fn claim(quote: &str, start: i64) -> EvidenceClaim<'_> {
    EvidenceClaim { quote, start: Some(start), end: Some(start + quote.chars().count() as i64), section: None }
}

fn chat(text: &str) -> [SectionSpan; 1] {
    [SectionSpan { section: BundleSection::FreeChat, span: Span::new(0, CharIndex::new(text).len()) }]
}

/// Quotes of whole words from all over the text, overlapping, in no order, with where they stand.
fn quotes(text: &str, count: usize) -> Vec<(u32, String)> {
    let chars: Vec<char> = text.chars().collect();
    let starts: Vec<usize> = (1..chars.len() - 300).filter(|&at| matches!(chars[at - 1], ' ' | '。')).collect();
    let mut dice = Dice(7);
    (0..count)
        .map(|_| {
            let start = starts[dice.roll(starts.len())];
            let least = start + 20 + dice.roll(80);
            let end = (least..).find(|&at| matches!(chars[at], ' ' | '。')).unwrap_or(least);
            (start as u32, chars[start..end].iter().collect())
        })
        .collect()
}

fn english(bytes: usize) -> String {
    let words = "the a of to and in we our plan wall budget approve committee did not will northern southern report \
                 metres €149 600cm 12% 1,200x users customers March interview said that is was for with by from it \
                 about price week percent design team never always should delivery contract supplier steel timber";
    // Two numbers never stand side by side: with a space between, they may be one.
    compose(bytes, &words.split_whitespace().collect::<Vec<_>>(), " ", ". ")
}

fn japanese(bytes: usize) -> String {
    let words = "委員会 は 予算 を 承認 し なかった 壁 の 高さ 600 センチ です 👩‍🚀 来週 納品 される 予定 顧客 が 言った 149 ユーロ ".split_whitespace();
    compose(bytes, &words.collect::<Vec<_>>(), "", "。")
}

fn compose(bytes: usize, words: &[&str], space: &str, stop: &str) -> String {
    let mut dice = Dice(42);
    let mut text = String::with_capacity(bytes + 64);
    while text.len() < bytes {
        text.push_str(words[dice.roll(words.len())]);
        text.push_str(if dice.roll(12) == 0 { stop } else { space });
    }
    text
}

/// The same throws in every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides
    }
}
