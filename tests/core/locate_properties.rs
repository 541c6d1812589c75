//! Properties of locating any quote in any text.

use factly_core::evidence::{Alignment, Evidence, EvidenceClaim, EvidenceText, Located, MAX_QUOTE_CHARS};
use factly_core::inputs::{BundleSection, SectionSpan};
use factly_core::text::Span;
use proptest::prelude::*;

/// Pieces that texts of every kind are made of, each whole words.
const PIECES: [&str; 40] = [
    "the",
    "wall",
    "did",
    "not",
    "approve",
    "Anna",
    "Schmidt",
    "15%",
    "€149",
    "$1,200.50",
    "2026-03-01",
    "don't",
    "well-known",
    "(maybe)",
    "\"quoted\"",
    "ﬁle",
    "naïve",
    "cafe\u{301}",
    "Über",
    "n’est",
    "«oui»",
    "—",
    "…",
    "no.",
    "委員会は",
    "承認した。",
    "六百円",
    "你好",
    "한국어",
    "สวัสดี",
    "الجدار",
    "לא",
    "नहीं",
    "מאושר",
    "👩\u{200d}🚀",
    "🇩🇪",
    "👍🏽",
    "ex\u{ad}ample",
    "x²",
    "C++",
];
const SPACES: [&str; 6] = [" ", " ", " ", "\n", "\u{a0}", "  "];

/// A text and the byte borders of its pieces.
fn text() -> impl Strategy<Value = (String, Vec<(usize, usize)>)> {
    prop::collection::vec((0..PIECES.len(), 0..SPACES.len()), 1..120).prop_map(|choices| {
        let mut text = String::new();
        let mut pieces = Vec::new();
        for (piece, space) in choices {
            pieces.push((text.len(), text.len() + PIECES[piece].len()));
            text.push_str(PIECES[piece]);
            text.push_str(SPACES[space]);
        }
        (text, pieces)
    })
}

fn chat(text: &str) -> [SectionSpan; 1] {
    [SectionSpan { section: BundleSection::FreeChat, span: Span::new(0, text.chars().count() as u32) }]
}

fn locate(text: &str, claim: &EvidenceClaim<'_>) -> Located {
    EvidenceText::new(text, &chat(text)).locate(claim)
}

fn slice(text: &str, span: Span) -> String {
    text.chars().skip(span.start as usize).take(span.len() as usize).collect()
}

fn evidence(located: Located) -> Option<(Evidence, Alignment)> {
    match located {
        Located::Found { evidence, alignment } => Some((evidence, alignment)),
        Located::Unverified { .. } => None,
    }
}

/// Some of a text's pieces, at most as long as a quote may be.
fn quote<'t>(text: &'t str, pieces: &[(usize, usize)], from: prop::sample::Index, length: usize) -> &'t str {
    let first = from.index(pieces.len());
    let last = (first + length).min(pieces.len() - 1);
    let fits = |&&(_, end): &&(usize, usize)| text[pieces[first].0..end].chars().count() <= MAX_QUOTE_CHARS;
    let end = pieces[first..=last].iter().take_while(fits).last().map_or(pieces[first].1, |piece| piece.1);
    &text[pieces[first].0..end]
}

/// The same words, set otherwise.
fn reset(quote: &str) -> String {
    let mut out = String::new();
    for c in quote.chars() {
        match c {
            ' ' => out.push_str("\n  "),
            '\n' | '\u{a0}' => out.push(' '),
            '"' => out.push('”'),
            '«' | '»' => out.push('"'),
            '’' => out.push('\''),
            '\'' => out.push('’'),
            '—' => out.push('-'),
            '-' => out.push('‑'),
            '…' => out.push_str("..."),
            'ﬁ' => out.push_str("fi"),
            'ï' => out.push_str("i\u{308}"),
            'Ü' => out.push_str("U\u{308}"),
            '\u{ad}' => {}
            'w' => out.push_str("w\u{ad}"),
            other => out.push(other),
        }
    }
    out.replace("e\u{301}", "é")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn whole_words_are_found_whatever_is_claimed_of_them(
        (text, pieces) in text(),
        from in any::<prop::sample::Index>(),
        length in 0..12_usize,
        start in any::<Option<i64>>(),
        end in any::<Option<i64>>(),
        near in -50..2000_i64,
    ) {
        let quote = quote(&text, &pieces, from, length);
        for start in [start, Some(near), None] {
            let found = evidence(locate(&text, &EvidenceClaim { quote, start, end, section: None }));
            let (evidence, alignment) = found.expect("a verbatim quote of whole words is found");
            prop_assert_eq!(&evidence.quote, quote);
            prop_assert_eq!(slice(&text, evidence.span), quote, "the quote is the slice at its span");
            prop_assert_ne!(alignment, Alignment::Typeset);
        }
    }

    #[test]
    fn the_place_taken_is_the_nearest_of_all(
        (text, pieces) in text(),
        from in any::<prop::sample::Index>(),
        start in 0..800_i64,
    ) {
        let quote = quote(&text, &pieces, from, 0);
        let source = EvidenceText::new(&text, &chat(&text)).locate(&EvidenceClaim { quote, start: Some(start), ..EvidenceClaim::default() });
        let (evidence, _) = evidence(source).expect("it is found");
        let distance = |byte: usize| (text[..byte].chars().count() as i64).abs_diff(start.min(text.chars().count() as i64));
        let taken = u64::from(evidence.span.start).abs_diff(start.min(text.chars().count() as i64) as u64);
        let nearest = pieces.iter().filter(|piece| &text[piece.0..piece.1] == quote).map(|piece| distance(piece.0)).min();
        prop_assert!(nearest.is_some_and(|nearest| taken <= nearest), "{taken} from the hint, though {nearest:?} is nearer");
    }

    #[test]
    fn what_is_set_otherwise_is_found_in_the_sources_own_text(
        (text, pieces) in text(),
        from in any::<prop::sample::Index>(),
        length in 0..12_usize,
    ) {
        let quote = quote(&text, &pieces, from, length);
        let reset = reset(quote);
        prop_assume!(reset.chars().count() <= MAX_QUOTE_CHARS);
        let (evidence, _) = evidence(locate(&text, &EvidenceClaim { quote: &reset, ..EvidenceClaim::default() })).expect("typesetting is no difference");
        prop_assert_eq!(slice(&text, evidence.span), evidence.quote.clone(), "the source's own text");
        let same = |text: &str| reset_fully(text);
        prop_assert_eq!(same(&evidence.quote), same(quote), "it reads the same");
    }

    #[test]
    fn whatever_is_claimed_what_is_found_stands_there(
        text in "[ab 15.,\u{301}é\u{ad}\n…ﬁ日-]{0,120}",
        quote in "[ab 15.,\u{301}é\u{ad}\n…ﬁ日-]{0,12}",
        start in any::<Option<i64>>(),
        cut in 0..130_u32,
    ) {
        let length = text.chars().count() as u32;
        let cut = cut.min(length);
        let sections = [
            SectionSpan { section: BundleSection::FreeChat, span: Span::new(0, cut) },
            SectionSpan { section: BundleSection::AgentOutput, span: Span::new(cut, length) },
        ];
        let source = EvidenceText::new(&text, &sections);
        if let Some((evidence, alignment)) = evidence(source.locate(&EvidenceClaim { quote: &quote, start, ..EvidenceClaim::default() })) {
            prop_assert_eq!(slice(&text, evidence.span), evidence.quote.clone());
            prop_assert!(evidence.span.end <= cut || evidence.span.start >= cut, "within one section");
            prop_assert!(alignment == Alignment::Typeset || evidence.quote == quote, "exact means exact");
        }
    }

    #[test]
    fn a_changed_digit_name_or_word_is_found_only_if_that_stands_elsewhere(
        (text, pieces) in text(),
        from in any::<prop::sample::Index>(),
        length in 1..10_usize,
        at in any::<prop::sample::Index>(),
        change in 0..6_usize,
    ) {
        let quote = quote(&text, &pieces, from, length);
        let changed = falsified(quote, at, change);
        let found = evidence(locate(&text, &EvidenceClaim { quote: &changed, ..EvidenceClaim::default() }));
        if let Some((evidence, _)) = found {
            prop_assert_eq!(reset_fully(&evidence.quote), reset_fully(&changed), "what is found is what was claimed");
            prop_assert!(reset_fully(&text).contains(&reset_fully(&changed)), "it stands elsewhere");
        }
    }

    /// Cut by letters at either end, a quote says another word, number, unit or name.
    #[test]
    fn a_quote_that_cuts_a_word_is_found_only_where_it_stands_whole(
        (text, pieces) in text(),
        from in any::<prop::sample::Index>(),
        length in 0..12_usize,
        at in any::<prop::sample::Index>(),
        end in any::<bool>(),
    ) {
        let quote = quote(&text, &pieces, from, length);
        let cut = truncate(quote, at, end);
        prop_assume!(!cut.is_empty() && cut != quote);
        let found = evidence(locate(&text, &EvidenceClaim { quote: cut, ..EvidenceClaim::default() }));
        if let Some((evidence, alignment)) = found {
            prop_assert_eq!(reset_fully(&evidence.quote), reset_fully(cut), "what is found is what was claimed");
            let spelled = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() && c < '\u{e00}');
            let inside = |at: u32| {
                let mut chars = text.chars().skip((at as usize).saturating_sub(1));
                at > 0 && spelled(chars.next()) && spelled(chars.next())
            };
            prop_assert!(!inside(evidence.span.start) && !inside(evidence.span.end), "{cut:?}, {alignment:?}: {evidence:?}");
        }
    }

    #[test]
    fn order_changes_nothing((text, pieces) in text(), froms in prop::collection::vec(any::<prop::sample::Index>(), 1..30)) {
        let quotes: Vec<&str> = froms.iter().map(|from| quote(&text, &pieces, *from, 2)).collect();
        let claims: Vec<EvidenceClaim<'_>> = quotes.iter().map(|quote| EvidenceClaim { quote, ..EvidenceClaim::default() }).collect();
        let source = EvidenceText::new(&text, &chat(&text));
        let forwards = source.locate_all(&claims);
        let backwards: Vec<Located> = claims.iter().rev().map(|claim| source.locate(claim)).collect();
        prop_assert!(forwards.iter().eq(backwards.iter().rev()));
        prop_assert_eq!(forwards, claims.iter().map(|claim| locate(&text, claim)).collect::<Vec<_>>());
    }
}

/// Our own idea of how a text reads, by plain replacements.
fn reset_fully(text: &str) -> String {
    let plain: String = text
        .chars()
        .filter(|c| *c != '\u{ad}')
        .flat_map(|c| match c {
            '”' | '“' | '«' | '»' => vec!['"'],
            '’' => vec!['\''],
            '—' | '‑' => vec!['-'],
            '…' => vec!['.'; 3],
            'ﬁ' => vec!['f', 'i'],
            'é' => vec!['e', '\u{301}'],
            'ï' => vec!['i', '\u{308}'],
            'Ü' => vec!['U', '\u{308}'],
            other => vec![other],
        })
        .collect();
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The quote without the first or the last letters of it: at most as many as one of its pieces has.
fn truncate(quote: &str, at: prop::sample::Index, end: bool) -> &str {
    let word = if end { quote.rsplit(' ').next() } else { quote.split(' ').next() }.unwrap_or_default();
    let letters = word.chars().count();
    let count = 1 + at.index(letters.max(1));
    if end {
        let keep = quote.chars().count().saturating_sub(count);
        quote.char_indices().nth(keep).map_or(quote, |(at, _)| &quote[..at])
    } else {
        quote.char_indices().nth(count).map_or("", |(at, _)| &quote[at..])
    }
}

/// The first change, from the one asked for on, that makes another quote of this one: the last always does.
fn falsified(quote: &str, at: prop::sample::Index, change: usize) -> String {
    let changes = (change..change + 6).map(|change| falsify(quote, at, change % 6));
    let mut others = changes.filter(|changed| reset_fully(changed) != reset_fully(quote));
    others.next().expect("a word more is another quote")
}

fn falsify(quote: &str, at: prop::sample::Index, change: usize) -> String {
    let words: Vec<&str> = quote.split(' ').collect();
    let at = at.index(words.len());
    let mut changed: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
    match change {
        0 => changed[at] = changed[at].replace('1', "7"),
        1 => changed[at] = changed[at].replace(['€', '$'], "£"),
        2 => changed[at] = changed[at].replace("Anna", "Hanna"),
        3 => changed.insert(at, "not".to_owned()),
        4 => changed.retain(|word| word != "not" && word != "नहीं" && word != "לא"),
        _ => changed.push("entirely".to_owned()),
    }
    changed.join(" ")
}
