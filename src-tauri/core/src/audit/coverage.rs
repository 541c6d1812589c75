//! The outcome of every part of an Input's text, so that "nothing found" can be told from "not read".
//!
//! Each letter belongs to one stretch of one class at most: words of a fact, then words of a fact that the analyst
//! rejected, then words near to a quote that did not align, then what the parser passed over, then what was read and gave
//! nothing; or all of a piece was not read. What has no letter and no digit (blank lines, a full stop between two quotes)
//! belongs to none and is not counted.

use crate::extraction::offline::SkipKind;
use crate::named;
use crate::text::blocks::blocks;
use crate::text::{CharIndex, Span};

named! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum CoverageClass {
        /// A fact stands on these words, or stood before another took its place.
        Facts = "facts",
        /// A quote that was claimed is near to these words, and does not stand in the text.
        Unaligned = "unaligned",
        /// A fact of these words was rejected by the analyst.
        Rejected = "rejected",
        /// The parser passed over it: nothing was looked for.
        Skipped = "skipped",
        /// Read, and nothing was found.
        Nothing = "nothing",
        /// Its run waits, is under way or failed.
        Unread = "unread",
    }
}

/// A piece of an Input as it was read. Spans are code points of the Input.
#[derive(Clone, Debug, Default)]
pub struct CoveragePiece {
    pub span: Span,
    pub is_read: bool,
    /// The words of facts, of those that were rejected, and near to quotes that did not align; each with whose they are,
    /// by a number of the caller's.
    pub facts: Vec<(Span, usize)>,
    pub rejected: Vec<(Span, usize)>,
    pub unaligned: Vec<(Span, usize)>,
    /// Spans that the reader skipped: in order, without overlaps.
    pub skipped: Vec<(Span, SkipKind)>,
}

/// A part of an Input of one class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoverageStretch {
    pub span: Span,
    pub class: CoverageClass,
    /// The piece that it is of.
    pub piece: usize,
    /// The owners of these words, by the caller's numbers.
    pub of: Vec<usize>,
    /// The reason it was skipped.
    pub why: Option<SkipKind>,
}

/// The stretches of a text, in its order.
pub fn stretches(text: &CharIndex<String>, pieces: &[CoveragePiece]) -> Vec<CoverageStretch> {
    let mut all = Vec::new();
    for (at, piece) in pieces.iter().enumerate() {
        if piece.is_read {
            read(text, at, piece, &mut all);
        } else {
            leftover(text, at, piece.span, CoverageClass::Unread, &mut all);
        }
    }
    all
}

fn read(text: &CharIndex<String>, at: usize, piece: &CoveragePiece, all: &mut Vec<CoverageStretch>) {
    let mut marked: Vec<CoverageStretch> = Vec::new();
    let layers = [
        (CoverageClass::Facts, &piece.facts),
        (CoverageClass::Rejected, &piece.rejected),
        (CoverageClass::Unaligned, &piece.unaligned),
    ];
    for (class, words) in layers {
        let free = without(merged(words, piece.span), &marked);
        marked.extend(free.into_iter().map(|(span, of)| CoverageStretch { span, class, piece: at, of, why: None }));
        marked.sort_by_key(|stretch| stretch.span.start);
    }
    let within = piece.skipped.iter().filter(|(span, _)| piece.span.contains(*span)).copied().collect();
    let skipped = without(within, &marked).into_iter().filter(|(span, _)| says_something(text.slice(*span)));
    let class = CoverageClass::Skipped;
    marked.extend(skipped.map(|(span, why)| CoverageStretch {
        span,
        class,
        piece: at,
        of: Vec::new(),
        why: Some(why),
    }));
    marked.sort_by_key(|stretch| stretch.span.start);
    let mut from = piece.span.start;
    for stretch in marked {
        leftover(text, at, Span::new(from, stretch.span.start), CoverageClass::Nothing, all);
        from = stretch.span.end;
        all.push(stretch);
    }
    leftover(text, at, Span::new(from, piece.span.end), CoverageClass::Nothing, all);
}

fn says_something(words: &str) -> bool {
    words.chars().any(char::is_alphanumeric)
}

type Owned = (Span, Vec<usize>);

/// Spans that touch or overlap are one, whosever they are.
fn merged(spans: &[(Span, usize)], within: Span) -> Vec<Owned> {
    let mut spans: Vec<_> = spans.iter().filter(|(span, _)| within.contains(*span) && !span.is_empty()).collect();
    spans.sort_by_key(|(span, of)| (span.start, span.end, *of));
    let mut merged: Vec<Owned> = Vec::new();
    for (span, of) in spans {
        match merged.last_mut() {
            Some((last, owners)) if span.start <= last.end => {
                last.end = last.end.max(span.end);
                if !owners.contains(of) {
                    owners.push(*of);
                }
            }
            _ => merged.push((*span, vec![*of])),
        }
    }
    merged
}

/// Returns the rest of `spans` outside of `taken`; both are in order.
fn without<T: Clone>(spans: Vec<(Span, T)>, taken: &[CoverageStretch]) -> Vec<(Span, T)> {
    let mut left = Vec::new();
    for (span, of) in spans {
        let mut from = span.start;
        let first = taken.partition_point(|taken| taken.span.end <= span.start);
        for taken in taken[first..].iter().map(|taken| taken.span).take_while(|taken| taken.start < span.end) {
            if taken.start > from {
                left.push((Span::new(from, taken.start), of.clone()));
            }
            from = from.max(taken.end);
        }
        if from < span.end {
            left.push((Span::new(from, span.end), of));
        }
    }
    left
}

/// Adds the text that is nobody's words, by paragraphs.
fn leftover(text: &CharIndex<String>, piece: usize, span: Span, class: CoverageClass, all: &mut Vec<CoverageStretch>) {
    if span.is_empty() {
        return;
    }
    let words = text.slice(span);
    for block in blocks(words) {
        let paragraph = &words[block.bytes.clone()];
        if says_something(paragraph) {
            let blank = paragraph.chars().take_while(|letter| letter.is_whitespace()).count();
            let start = block.chars.start + u32::try_from(blank).unwrap_or_default();
            let span = Span::new(span.start + start, span.start + block.chars.end);
            all.push(CoverageStretch { span, class, piece, of: Vec::new(), why: None });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{CoveragePiece, stretches};
    use crate::extraction::offline::SkipKind;
    use crate::text::{CharIndex, Span};

    /// Spans by the words that they hold.
    fn span(text: &str, words: &str) -> Span {
        let byte = text.find(words).expect("the words stand in the text");
        let chars = |text: &str| u32::try_from(text.chars().count()).expect("a short text");
        Span::new(chars(&text[..byte]), chars(&text[..byte + words.len()]))
    }

    /// The make-up of a piece of text, by the words in it.
    #[derive(Default)]
    struct Read<'w> {
        facts: &'w [&'w str],
        rejected: &'w [&'w str],
        unaligned: &'w [&'w str],
        skipped: &'w [(&'w str, SkipKind)],
    }

    fn check(why: &str, text: &str, read: &Read<'_>, expected: &[&str]) {
        let of = |words: &[&str]| words.iter().enumerate().map(|(at, words)| (span(text, words), at)).collect();
        let piece = CoveragePiece {
            span: Span::new(0, u32::try_from(text.chars().count()).expect("a short text")),
            is_read: true,
            facts: of(read.facts),
            rejected: of(read.rejected),
            unaligned: of(read.unaligned),
            skipped: read.skipped.iter().map(|(words, why)| (span(text, words), *why)).collect(),
        };
        let index = CharIndex::new(text.to_owned());
        let found: Vec<String> = stretches(&index, &[piece])
            .into_iter()
            .map(|stretch| {
                let why = stretch.why.map(|why| format!(" ({})", why.as_str())).unwrap_or_default();
                format!("{}{why}: {}", stretch.class.as_str(), index.slice(stretch.span))
            })
            .collect();
        assert_eq!(found, expected, "{why}");
    }

    #[test]
    fn every_word_that_was_read_gave_a_fact_was_refused_or_gave_nothing() {
        let text = "Die Brücke ist 149 m lang. Sie ist alt.\n\nNobody knows why.";
        check(
            "a text that gave nothing is told by paragraphs",
            text,
            &Read::default(),
            &["nothing: Die Brücke ist 149 m lang. Sie ist alt.", "nothing: Nobody knows why."],
        );
        check(
            "what is between is told",
            text,
            &Read { facts: &["149 m"], ..Read::default() },
            &["nothing: Die Brücke ist", "facts: 149 m", "nothing: lang. Sie ist alt.", "nothing: Nobody knows why."],
        );
        check(
            "a full stop and a blank line are nothing that was not found",
            text,
            &Read { facts: &["Die Brücke ist 149 m lang", "Sie ist alt", "Nobody knows why"], ..Read::default() },
            &["facts: Die Brücke ist 149 m lang", "facts: Sie ist alt", "facts: Nobody knows why"],
        );
        check(
            "quotes that overlap are one stretch",
            text,
            &Read { facts: &["Die Brücke ist 149 m", "149 m lang."], ..Read::default() },
            &["facts: Die Brücke ist 149 m lang.", "nothing: Sie ist alt.", "nothing: Nobody knows why."],
        );
        check(
            "a fact goes over what was rejected, and that over what did not align",
            text,
            &Read {
                facts: &["149 m"],
                rejected: &["ist 149 m lang"],
                unaligned: &["Brücke ist 149 m lang. Sie"],
                ..Read::default()
            },
            &[
                "nothing: Die",
                "unaligned: Brücke ",
                "rejected: ist ",
                "facts: 149 m",
                "rejected:  lang",
                "unaligned: . Sie",
                "nothing: ist alt.",
                "nothing: Nobody knows why.",
            ],
        );
    }

    #[test]
    fn what_was_passed_over_is_not_what_gave_nothing() {
        let text = "# Walls\n\nThe wall is old. Who built it?\n\n***";
        check(
            "each says why",
            text,
            &Read {
                skipped: &[
                    ("# Walls", SkipKind::Heading),
                    ("Who built it?", SkipKind::Question),
                    ("***", SkipKind::Code),
                ],
                ..Read::default()
            },
            &["skipped (heading): # Walls", "nothing: The wall is old.", "skipped (question): Who built it?"],
        );
        check(
            "a fact of words that were passed over is a fact",
            text,
            &Read {
                facts: &["The wall is old."],
                rejected: &["Walls"],
                skipped: &[("# Walls", SkipKind::Heading), ("Who built it?", SkipKind::Question)],
                ..Read::default()
            },
            &["rejected: Walls", "facts: The wall is old.", "skipped (question): Who built it?"],
        );
    }

    #[test]
    fn a_piece_that_was_not_read_found_nothing_because_it_was_not_read() {
        let text = "One.\n\nTwo.";
        let index = CharIndex::new(text.to_owned());
        let piece =
            CoveragePiece { span: Span::new(0, 10), facts: vec![(Span::new(0, 3), 0)], ..CoveragePiece::default() };
        let found = stretches(&index, &[piece]);
        assert!(found.iter().all(|stretch| stretch.class == super::CoverageClass::Unread), "{found:?}");
        assert_eq!(found.len(), 2);
    }
}
