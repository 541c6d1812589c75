//! The passage most like a quote that is not in the source, as rows.

use factly_core::evidence::{DiffSide, EvidenceText, Nearest, QuoteDifference, nearest};
use factly_core::inputs::{BundleSection, SectionSpan};
use factly_core::text::Span;
use proptest::prelude::*;
use rstest::rstest;

use QuoteDifference::{Currency, Digits, Name, Negation, Unit, Wording};

fn near(text: &str, quote: &str) -> Option<Nearest> {
    let sections = [SectionSpan { section: BundleSection::FreeChat, span: Span::new(0, text.chars().count() as u32) }];
    nearest(&EvidenceText::new(text, &sections), quote)
}

const TEXT: &str = "We met on Tuesday. The northern wall is 600 cm high and 12 m long, said Anna Schmidt. \
    The board did not approve the budget of €149 for the second phase. Delivery takes three weeks.\n\
    The southern wall is 450 cm high. Nobody asked for a roof.";

#[rstest]
#[case::digits("The northern wall is 610 cm high", "The northern wall is 600 cm high", &[Digits])]
#[case::first_word("Our northern wall is 600 cm high", "The northern wall is 600 cm high", &[Wording])]
#[case::unit("The northern wall is 600 mm high", "The northern wall is 600 cm high", &[Unit])]
#[case::currency("approve the budget of $149 for the second phase", "approve the budget of €149 for the second phase", &[Currency])]
#[case::dropped_not("The board did approve the budget of €149", "The board did not approve the budget of €149", &[Negation])]
#[case::added_not("Delivery takes not three weeks", "Delivery takes three weeks", &[Negation])]
#[case::name("12 m long, said Anna Weber", "12 m long, said Anna Schmidt", &[Name])]
#[case::number_word("Delivery takes four weeks", "Delivery takes three weeks", &[Digits])]
#[case::wording("The northern wall is 600 cm tall", "The northern wall is 600 cm high", &[Wording])]
#[case::several("The board did approve the budget of $159", "The board did not approve the budget of €149", &[Digits, Currency, Negation])]
#[case::invented_tail(
    "Delivery takes three weeks and is free of charge",
    "Delivery takes three weeks.",
    &[Wording]
)]
fn the_nearest_passage_is_found_and_the_difference_named(
    #[case] quote: &str,
    #[case] passage: &str,
    #[case] differs: &[QuoteDifference],
) {
    let found = near(TEXT, quote).expect("something is near");
    assert_eq!(found.passage, passage, "for {quote:?}");
    assert_eq!(found.differs, differs, "for {quote:?}: most telling first");
}

#[rstest]
#[case::german("Der Plan wurde am Montag nicht genehmigt. Er kostet 149 Euro.", "Der Plan wurde am Montag genehmigt", "Der Plan wurde am Montag nicht genehmigt", &[Negation])]
#[case::japanese("会議は火曜日でした。委員会は149ユーロを承認しなかった。次は来週です。", "委員会は159ユーロを承認しなかった", "委員会は149ユーロを承認しなかった", &[Digits])]
#[case::chinese("会议在星期二。我们不同意这个计划。谢谢。", "我们同意这个计划", "我们不同意这个计划", &[Negation])]
#[case::arabic("اجتمعنا يوم الثلاثاء. لم توافق اللجنة على مبلغ 149 يورو. شكرا.", "لم توافق اللجنة على مبلغ 159 يورو", "لم توافق اللجنة على مبلغ 149 يورو", &[Digits])]
#[case::hebrew("נפגשנו ביום שלישי. הוועדה לא אישרה את התקציב. תודה.", "הוועדה אישרה את התקציב", "הוועדה לא אישרה את התקציב", &[Negation])]
#[case::hindi("हम मंगलवार को मिले। समिति ने १४९ यूरो मंज़ूर किए।", "समिति ने १५९ यूरो मंज़ूर किए", "समिति ने १४९ यूरो मंज़ूर किए", &[Digits])]
#[case::decomposed("Le comite\u{301} a refuse\u{301} le budget.", "Le comité a accepté le budget", "Le comite\u{301} a refuse\u{301} le budget", &[Wording])]
fn it_works_in_every_script(
    #[case] text: &str,
    #[case] quote: &str,
    #[case] passage: &str,
    #[case] differs: &[QuoteDifference],
) {
    let found = near(text, quote).expect("something is near");
    assert_eq!((found.passage.as_str(), found.differs.as_slice()), (passage, differs), "for {quote:?}");
}

#[rstest]
#[case("Penguins swim gracefully beneath frozen oceans")]
#[case("")]
#[case("...")]
#[case("the")]
fn where_nothing_is_near_nothing_is_shown(#[case] quote: &str) {
    let found = near("Steel arrives on Monday.\nTimber arrives late.", quote);
    assert_eq!(found, None, "{quote:?}");
}

#[test]
fn only_what_may_be_evidence_is_shown() {
    let text = "timestamp: the wall is 600 cm | the door is 200 cm";
    let sections = [
        SectionSpan { section: BundleSection::TurnMeta, span: Span::new(0, 30) },
        SectionSpan { section: BundleSection::FreeChat, span: Span::new(32, 50) },
    ];
    let found = nearest(&EvidenceText::new(text, &sections), "the wall is 610 cm").expect("the door is near enough");
    assert_eq!(found.passage, "the door is 200 cm");
}

#[test]
fn a_passage_is_short_whatever_the_quote() {
    let text = "the wall is high and ".repeat(400);
    let quote = "the wall is high or ".repeat(400);
    let found = near(&text, &quote).expect("it is near");
    assert!(found.passage.chars().count() <= 300, "{}", found.passage.len());
}

/// The text of one side, put together.
fn side(found: &Nearest, side: DiffSide) -> String {
    let words = found.diff.iter().filter(|word| word.side == side || word.side == DiffSide::Both);
    words.map(|word| word.text.as_str()).collect()
}

#[test]
fn a_phrase_added_behind_the_passage_keeps_its_blank() {
    let found = near(TEXT, "The southern wall is 450 cm high. Nobody asked for a roof. Or a door").expect("it is near");
    let theirs: String =
        found.diff.iter().filter(|word| word.side != DiffSide::Source).map(|word| word.text.as_str()).collect();
    assert!(theirs.ends_with("a roof. Or a door"), "{theirs:?}");
    assert_eq!(side(&found, DiffSide::Source), found.passage, "the blank is not the source's");
}

proptest! {
    #[test]
    fn the_diff_is_the_two_texts(text in "[a-f0-9 ,.日本\n]{0,200}", quote in "[a-f0-9 ,.日本]{1,80}") {
        if let Some(found) = near(&text, &quote) {
            prop_assert_eq!(side(&found, DiffSide::Source), found.passage.clone(), "the words of the source");
            let theirs: String = found.diff.iter().filter(|word| word.side != DiffSide::Source).map(|word| word.text.trim()).collect();
            let expected: String = quote.split_whitespace().collect();
            prop_assert_eq!(theirs.split_whitespace().collect::<String>(), expected, "the words of the quote");
            let slice: String = text.chars().skip(found.span.start as usize).take(found.span.len() as usize).collect();
            prop_assert_eq!(slice, found.passage.clone(), "the passage is what stands at its span");
            prop_assert_eq!(Some(found), near(&text, &quote), "the same answer every time");
        }
    }
}
