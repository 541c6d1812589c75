//! Texts that repeat one thing: a small one is read in a run of all tests, and in a soak twice as much takes no more than
//! about twice the time.

use std::time::{Duration, Instant};

use factly_core::extraction::blocks::{TextStructure, is_interview, review};
use factly_core::extraction::offline::{Parser, sentences};
use factly_core::inputs::{BundleSection, SectionSpan, Stage};
use factly_core::keys::Registry;
use factly_core::text::Span;

use crate::soak::sized;

const REPEATED: [&str; 16] = [
    "*",
    "*†",
    "[",
    "(",
    "¹",
    "\u{202e}",
    "\u{202d}&",
    "1,2\n",
    "1;2\n",
    "a,b\n~",
    "a,b\n, ",
    "On 2 March 2026, Ada wrote:\n> a\n",
    "A: Why?\nB: Because.\n",
    "From: a\nDate: b\n",
    "From: a\nDate: b\n\n",
    "From: a\nDate: b\n\nThe wall is 9 m long.\n\n",
];

fn read(text: &str, registry: &Registry) {
    let span = Span::new(0, u32::try_from(text.chars().count()).unwrap());
    let _ = is_interview(text);
    let structure = TextStructure::new(text, TextStructure::quotations(text, Vec::new()));
    for sentence in sentences(text) {
        let _ = review::doubt(&structure, text, &sentence);
    }
    let _ = Parser::new(registry, Stage::Ideation)
        .parse_quick(text, &[SectionSpan { section: BundleSection::FreeChat, span }]);
}

/// The shortest time of a few: what else the machine does makes it longer, never shorter.
fn time(text: &str, registry: &Registry) -> Duration {
    let once = || {
        let start = Instant::now();
        read(text, registry);
        start.elapsed()
    };
    (0..3).map(|_| once()).min().unwrap_or_default()
}

#[test]
fn what_is_repeated_costs_no_more_than_itself() {
    let registry = Registry::from_packs(&["production"], Vec::new()).unwrap();
    let bytes = sized(1_000, 60_000);
    let mut too_long: Vec<String> = Vec::new();
    for one in REPEATED {
        let text = one.repeat(bytes / one.len());
        if sized(true, false) {
            read(&text, &registry);
            continue;
        }
        let (once, twice) = (time(&text, &registry), time(&text.repeat(2), &registry));
        eprintln!("{one:?}: {once:?}, {twice:?}");
        if twice > 3 * once + Duration::from_millis(100) {
            too_long.push(format!("{one:?}: {once:?}, and of twice as much {twice:?}"));
        }
    }
    assert!(too_long.is_empty(), "{}", too_long.join("\n"));
}
