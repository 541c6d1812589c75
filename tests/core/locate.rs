//! Which quotes are evidence, as rows.

use factly_core::bundle::{Section, SectionSpan};
use factly_core::evidence::{Alignment, Claim, Evidence, Located, MAX_QUOTE_CHARS, Source, Unverified};
use factly_core::text::Span;
use rstest::rstest;

const fn chat(start: u32, end: u32) -> SectionSpan {
    SectionSpan { section: Section::FreeChat, span: Span::new(start, end) }
}

fn all_chat(text: &str) -> [SectionSpan; 1] {
    [chat(0, text.chars().count() as u32)]
}

fn claim(quote: &str) -> Claim<'_> {
    Claim { quote, ..Claim::default() }
}

fn slice(text: &str, span: Span) -> String {
    text.chars().skip(span.start as usize).take(span.len() as usize).collect()
}

#[track_caller]
fn found(located: Located) -> (Evidence, Alignment) {
    match located {
        Located::Found { evidence, alignment } => (evidence, alignment),
        Located::Unverified { reason } => panic!("should be found, is {reason:?}"),
    }
}

fn reason(located: Located) -> Option<Unverified> {
    match located {
        Located::Found { .. } => None,
        Located::Unverified { reason } => Some(reason),
    }
}

#[rstest]
#[case::right(Some(4), Some(15), Alignment::Exact)]
#[case::no_end(Some(4), None, Alignment::Exact)]
#[case::none(None, None, Alignment::Moved)]
#[case::only_end(None, Some(15), Alignment::Moved)]
#[case::wrong(Some(0), Some(11), Alignment::Moved)]
#[case::swapped(Some(15), Some(4), Alignment::Moved)]
#[case::negative(Some(-5), Some(-1), Alignment::Moved)]
#[case::huge(Some(i64::MAX), Some(i64::MIN), Alignment::Moved)]
#[case::past_the_end(Some(4_000_000_000), Some(4_000_000_011), Alignment::Moved)]
#[case::in_bytes(Some(5), Some(18), Alignment::Moved)]
fn a_verbatim_quote_is_found_whatever_its_offsets(
    #[case] start: Option<i64>,
    #[case] end: Option<i64>,
    #[case] expected: Alignment,
) {
    let text = "Été: 👩\u{200d}🚀 naïve ok";
    let quote = slice(text, Span::new(4, 15));
    let (evidence, alignment) =
        found(Source::new(text, &all_chat(text)).locate(&Claim { quote: &quote, start, end, section: None }));
    assert_eq!((evidence.span, alignment), (Span::new(4, 15), expected), "offsets are a hint");
    assert_eq!(evidence.quote, quote, "the quote is the source's own text");
}

#[test]
fn a_quote_is_at_most_250_code_points() {
    let text = "ä ".repeat(200);
    let source = Source::new(&text, &all_chat(&text));
    let quote = |chars: usize| text.chars().take(chars).collect::<String>();
    assert_eq!(reason(source.locate(&claim(&quote(MAX_QUOTE_CHARS)))), None);
    assert_eq!(reason(source.locate(&claim(&quote(MAX_QUOTE_CHARS + 1)))), Some(Unverified::TooLong));
}
