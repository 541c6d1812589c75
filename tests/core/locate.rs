//! Quotes that are evidence, as rows.

use factly_core::evidence::{Alignment, Evidence, EvidenceClaim, EvidenceText, Located, MAX_QUOTE_CHARS, Unverified};
use factly_core::inputs::{BundleAnswer, BundleSection, BundleTurn, SectionSpan, build};
use factly_core::text::Span;
use rstest::rstest;

use Unverified::{CutsWord, Empty, NotInSource, OutsideSections, TooLong};

const fn part(section: BundleSection, start: u32, end: u32) -> SectionSpan {
    SectionSpan { section, span: Span::new(start, end) }
}

fn all_chat(text: &str) -> [SectionSpan; 1] {
    [part(BundleSection::FreeChat, 0, text.chars().count() as u32)]
}

fn claim(quote: &str) -> EvidenceClaim<'_> {
    EvidenceClaim { quote, ..EvidenceClaim::default() }
}

fn locate(text: &str, quote: &str) -> Located {
    EvidenceText::new(text, &all_chat(text)).locate(&claim(quote))
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

fn reason(located: &Located) -> Option<Unverified> {
    match located {
        Located::Found { .. } => None,
        Located::Unverified { reason } => Some(*reason),
    }
}

mod offsets {
    use super::*;

    #[rstest]
    #[case::right(Some(4), Some(15), Alignment::Exact)]
    #[case::no_end(Some(4), None, Alignment::Exact)]
    #[case::none(None, None, Alignment::Moved)]
    #[case::only_end(None, Some(15), Alignment::Moved)]
    #[case::wrong_end(Some(4), Some(14), Alignment::Moved)]
    #[case::wrong(Some(0), Some(11), Alignment::Moved)]
    #[case::swapped(Some(15), Some(4), Alignment::Moved)]
    #[case::negative(Some(-5), Some(-1), Alignment::Moved)]
    #[case::huge(Some(i64::MAX), Some(i64::MIN), Alignment::Moved)]
    #[case::past_the_end(Some(4_000_000_000), Some(4_000_000_011), Alignment::Moved)]
    #[case::in_bytes(Some(5), Some(25), Alignment::Moved)]
    #[case::in_utf16(Some(4), Some(17), Alignment::Moved)]
    fn a_verbatim_quote_is_found_whatever_its_offsets(
        #[case] start: Option<i64>,
        #[case] end: Option<i64>,
        #[case] expected: Alignment,
    ) {
        let text = "Été: 👩\u{200d}🚀 naïve ok";
        let quote = slice(text, Span::new(4, 15));
        let source = EvidenceText::new(text, &all_chat(text));
        let (evidence, alignment) = found(source.locate(&EvidenceClaim { quote: &quote, start, end, section: None }));
        assert_eq!((evidence.span, alignment), (Span::new(4, 15), expected), "offsets are a hint");
        assert_eq!(evidence.quote, quote, "the quote is the source's own text");
    }

    const THREE: &str = "the wall | the wall | the wall";

    #[rstest]
    #[case::none(None, 0)]
    #[case::near_the_first(Some(2), 0)]
    #[case::near_the_second(Some(8), 11)]
    #[case::near_the_third(Some(17), 22)]
    #[case::between_two(Some(17), 22)]
    #[case::past_the_end(Some(900), 22)]
    #[case::negative(Some(-900), 0)]
    fn of_several_places_the_nearest_is_taken(#[case] start: Option<i64>, #[case] expected: u32) {
        let source = EvidenceText::new(THREE, &all_chat(THREE));
        let claim = EvidenceClaim { start, ..claim("the wall") };
        assert_eq!(found(source.locate(&claim)).0.span.start, expected, "claimed at {start:?}");
    }

    #[test]
    fn a_tie_goes_to_the_first() {
        let text = "abc xx abc";
        let source = EvidenceText::new(text, &all_chat(text));
        let claim = EvidenceClaim { start: Some(3), end: Some(7), ..claim("abc") };
        assert_eq!(found(source.locate(&claim)).0.span.start, 0, "3 is 3 from 0, 4 from 7");
        let text = "abc y abc";
        let source = EvidenceText::new(text, &all_chat(text));
        let claim = EvidenceClaim { start: Some(3), end: Some(7), quote: "abc", section: None };
        assert_eq!(found(source.locate(&claim)).0.span.start, 0, "3 lies half-way between 0 and 6");
    }

    #[test]
    fn nearness_is_counted_in_characters_not_bytes() {
        let text = "wall 日本日本日本日本 x yyyyyyyyyyyy wall";
        let source = EvidenceText::new(text, &all_chat(text));
        let claim = EvidenceClaim { start: Some(14), ..claim("wall") };
        assert_eq!(found(source.locate(&claim)).0.span.start, 0, "14 characters back, though 30 bytes; 15 on");
    }

    #[test]
    fn the_claimed_section_comes_before_nearness() {
        let text = "the wall / the wall / the wall";
        let sections = [
            part(BundleSection::UserAnswers, 0, 10),
            part(BundleSection::FreeChat, 11, 21),
            part(BundleSection::AgentOutput, 22, 30),
        ];
        let source = EvidenceText::new(text, &sections);
        let at = |start: i64, section: Option<BundleSection>| {
            let evidence = found(source.locate(&EvidenceClaim { start: Some(start), section, ..claim("the wall") })).0;
            (evidence.span.start, evidence.section)
        };
        assert_eq!(at(20, None), (22, BundleSection::AgentOutput), "nearest");
        assert_eq!(at(20, Some(BundleSection::UserAnswers)), (0, BundleSection::UserAnswers), "in the claimed section");
        assert_eq!(
            at(11, Some(BundleSection::UserAnswers)),
            (11, BundleSection::FreeChat),
            "right offsets come before all"
        );
        assert_eq!(
            at(20, Some(BundleSection::TurnMeta)),
            (22, BundleSection::AgentOutput),
            "a section that bears no evidence is no hint"
        );
    }
}

mod sections {
    use super::*;

    #[test]
    fn a_quote_lies_within_one_section_that_bears_evidence() {
        let text = "meta wall\nsaid wall\nwrote door";
        let sections = [
            part(BundleSection::TurnMeta, 0, 9),
            part(BundleSection::FreeChat, 10, 19),
            part(BundleSection::AgentOutput, 20, 30),
        ];
        let source = EvidenceText::new(text, &sections);
        let check = |quote: &str, expected: Option<Unverified>| {
            assert_eq!(reason(&source.locate(&claim(quote))), expected, "{quote:?}");
        };
        check("said wall", None);
        check("wrote door", None);
        check("wall", None);
        check("meta wall", Some(OutsideSections));
        check("wall\nwrote", Some(OutsideSections));
        check("wall wrote", Some(OutsideSections));
        check("said  wall\n", None);
    }

    #[test]
    fn headers_that_an_analyst_wrote_move_no_border() {
        let chat = "before\n\n[AGENT_OUTPUT]\nthe wall is 600 cm";
        let bundle = build(&BundleTurn { free_chat: chat.into(), ..BundleTurn::default() });
        let evidence = found(EvidenceText::new(&bundle.text, &bundle.sections).locate(&claim("the wall is 600 cm"))).0;
        assert_eq!(evidence.section, BundleSection::FreeChat, "the section is the one that the span lies in");
        let header = EvidenceText::new(&bundle.text, &bundle.sections).locate(&claim("[FREE_CHAT]"));
        assert_eq!(reason(&header), Some(OutsideSections), "what Factly wrote is no evidence");
    }

    #[rstest]
    #[case::as_it_stands(r#"\"high\"\nand wide"#, Alignment::Moved)]
    #[case::as_was_said("\"high\"\nand wide", Alignment::Typeset)]
    #[case::in_one_line("\"high\" and wide", Alignment::Typeset)]
    #[case::with_other_quotes("“high” and wide", Alignment::Typeset)]
    #[case::escaped_and_other_spaces("\\\"high\\\"\\nand  wide", Alignment::Typeset)]
    #[case::behind_an_escape("and wide", Alignment::Moved)]
    fn an_answer_is_quoted_with_its_escapes_or_without(#[case] quote: &str, #[case] expected: Alignment) {
        let answer = BundleAnswer { question_id: "q1".into(), quick: None, text: "It is \"high\"\nand wide".into() };
        let bundle = build(&BundleTurn { answers: vec![answer], ..BundleTurn::default() });
        let (evidence, alignment) = found(EvidenceText::new(&bundle.text, &bundle.sections).locate(&claim(quote)));
        assert_eq!(slice(&bundle.text, evidence.span), evidence.quote, "the source's own text");
        assert_eq!((alignment, evidence.section), (expected, BundleSection::UserAnswers), "{quote:?}");
    }

    #[test]
    fn spans_that_do_not_fit_the_text_harm_nothing() {
        let text = "the wall";
        for (start, end) in [(0, 900), (900, 4_000_000_000), (5, 2), (0, 0)] {
            let _ = EvidenceText::new(text, &[part(BundleSection::FreeChat, start, end)]).locate(&claim("the wall"));
        }
        assert_eq!(reason(&EvidenceText::new(text, &[]).locate(&claim("wall"))), Some(OutsideSections));
    }
}

mod size {
    use super::*;

    #[rstest]
    #[case("", Empty)]
    #[case(" \n\u{a0}", Empty)]
    #[case("\u{ad}\u{200b}", NotInSource)]
    fn a_quote_says_something(#[case] quote: &str, #[case] expected: Unverified) {
        assert_eq!(reason(&locate("a \n\u{a0} b", quote)), Some(expected), "{quote:?}");
    }

    #[test]
    fn a_quote_is_at_most_250_code_points() {
        let text = "ä ".repeat(200);
        let source = EvidenceText::new(&text, &all_chat(&text));
        let quote = |chars: usize| text.chars().take(chars).collect::<String>();
        assert_eq!(reason(&source.locate(&claim(&quote(MAX_QUOTE_CHARS)))), None);
        assert_eq!(reason(&source.locate(&claim(&quote(MAX_QUOTE_CHARS + 1)))), Some(TooLong));
        assert_eq!(reason(&source.locate(&claim(&"x".repeat(1 << 20)))), Some(TooLong));
    }

    #[test]
    fn what_would_be_stored_is_measured_too() {
        let text = format!("the{}wall", " ".repeat(MAX_QUOTE_CHARS));
        assert_eq!(reason(&locate(&text, "the wall")), Some(TooLong), "its source is too long");
    }
}

mod words {
    use super::*;

    #[rstest]
    #[case::digits("15 % of users left", "5 % of users")]
    #[case::digits_at_end("it costs 150", "it costs 15")]
    #[case::decimals("about 11.5 m", "1.5 m")]
    #[case::decimals_at_end("about 1.55", "about 1.5")]
    #[case::thousands("for 1,200 EUR", "200 EUR")]
    #[case::spaced_thousands("for 12 500 EUR", "500 EUR")]
    #[case::minus("at -5 °C", "5 °C")]
    #[case::true_minus("at \u{2212}5 °C", "5 °C")]
    #[case::unit("600 mm", "600 m")]
    #[case::unit_per("at 120 km/h", "at 120 km")]
    #[case::squared("600 m² of floor", "600 m")]
    #[case::power("10² of them", "10")]
    #[case::currency("for US$500", "$500")]
    #[case::date("by 2026-03-01", "by 2026-03")]
    #[case::prefix("an unaccepted plan", "accepted plan")]
    #[case::hyphen("a non-approved plan", "approved plan")]
    #[case::contraction("they can't do it", "they can")]
    #[case::suffix("a careless plan", "a care")]
    #[case::name("Joanna left; Johnson too", "anna left")]
    #[case::name_end("Joanna left; Johnson too", "left; John")]
    #[case::german("die Nichtzustimmung", "zustimmung")]
    #[case::arabic("المهندس غيرموافق", "موافق")]
    #[case::hebrew("התקציב לאמאושר", "מאושר")]
    #[case::persian("او نمی\u{200c}خواهد", "خواهد")]
    #[case::hindi("असहमत लोग", "सहमत लोग")]
    #[case::chinese_number("十五个用户", "五个用户")]
    #[case::ten_thousands("预算15万", "预算15")]
    #[case::decomposed("un cafe\u{301}", "un cafe")]
    #[case::emoji("the 👨\u{200d}👩\u{200d}👧 came", "the 👨")]
    fn what_cuts_a_word_or_a_number_is_no_quote(#[case] text: &str, #[case] quote: &str) {
        assert!(text.contains(quote), "it does stand there, to the letter");
        let at = text[..text.find(quote).unwrap_or(0)].chars().count() as i64;
        let claim =
            EvidenceClaim { quote, start: Some(at), end: Some(at + quote.chars().count() as i64), section: None };
        let located = EvidenceText::new(text, &all_chat(text)).locate(&claim);
        assert_eq!(reason(&located), Some(CutsWord), "{quote:?} in {text:?}");
    }

    /// However long the quote: who cut it by its length and who falsified its end cannot be told apart. What it was cut
    /// from is a hint.
    #[rstest]
    #[case::dropped_digit(
        "and 15 % of users left in a week",
        "5 % of users left in a week",
        "15 % of users left in a week"
    )]
    #[case::dropped_digit_at_end(
        "that night the peak was 584 metres",
        "that night the peak was 58",
        "that night the peak was 584"
    )]
    #[case::dropped_decimal(
        "that night the peak was 5.84 metres",
        "that night the peak was 5.8",
        "that night the peak was 5.84"
    )]
    #[case::unit("so the northern wall is 600 mm", "the northern wall is 600 m", "the northern wall is 600 mm")]
    #[case::unit_per(
        "it drives at most at 120 km/h there",
        "it drives at most at 120 km",
        "it drives at most at 120 km/h"
    )]
    #[case::currency("they asked for US$500 for the licence", "$500 for the licence", "US$500 for the licence")]
    #[case::name_at_end(
        "it was too late by then, said Anna Schmidt",
        "it was too late by then, said Anna Schmid",
        "it was too late by then, said Anna Schmidt"
    )]
    #[case::name_at_start(
        "and Joanna Schmidt left before the end of it",
        "anna Schmidt left before the end of it",
        "Joanna Schmidt left before the end of it"
    )]
    #[case::negation(
        "their disapproved plan for the promenade",
        "approved plan for the promenade",
        "disapproved plan for the promenade"
    )]
    #[case::negation_at_end(
        "the team that built it was hopeless",
        "the team that built it was hope",
        "the team that built it was hopeless"
    )]
    #[case::hyphen(
        "a non-approved plan for the promenade",
        "approved plan for the promenade",
        "non-approved plan for the promenade"
    )]
    #[case::contraction(
        "the council in the town hall didn’t agree",
        "the council in the town hall did",
        "the council in the town hall didn’t"
    )]
    #[case::elided(
        "le comité n’a pas approuvé le plan du mur",
        "a pas approuvé le plan du mur",
        "n’a pas approuvé le plan du mur"
    )]
    #[case::minus("it fell to -5 °C during that night", "5 °C during that night", "-5 °C during that night")]
    #[case::letters(
        "We heard that the wall was built in the spring.",
        "eard that the wall was built in the spr",
        "that the wall was built in the"
    )]
    #[case::decomposed(
        "they drank coffee in un cafe\u{301} noir",
        "drank coffee in un cafe",
        "drank coffee in un cafe\u{301}"
    )]
    fn however_long_it_is(#[case] text: &str, #[case] quote: &str, #[case] hint: &str) {
        assert!(text.contains(quote), "it does stand there, to the letter");
        let sections = all_chat(text);
        let source = EvidenceText::new(text, &sections);
        for start in [None, Some(text[..text.find(quote).unwrap_or(0)].chars().count() as i64)] {
            let claim = EvidenceClaim { quote, start, ..EvidenceClaim::default() };
            assert_eq!(reason(&source.locate(&claim)), Some(CutsWord), "{quote:?} in {text:?}");
        }
        let near = factly_core::evidence::nearest(&source, quote).map(|near| near.passage).unwrap_or_default();
        assert!(near.contains(hint), "{near:?} is near to {quote:?}");
    }

    #[test]
    fn what_lies_deep_in_letters_without_end_is_no_quote() {
        let located = locate(&"a".repeat(200), &"a".repeat(30));
        assert_eq!(reason(&located), Some(CutsWord), "{located:?}");
    }

    #[test]
    fn a_whole_quote_farther_away_comes_before_a_cut_one() {
        let text = "the disapproved plan for the wall. Later: the approved plan for the wall";
        let (evidence, alignment) = found(locate(text, "approved plan for the wall"));
        assert_eq!((evidence.span.start, alignment), (46, Alignment::Moved));
    }

    #[rstest]
    #[case("unaccepted, then accepted", "accepted", 17)]
    #[case("15 % or 5 % of users", "5 %", 8)]
    #[case("cafe\u{301} cafe", "cafe", 6)]
    fn it_is_found_where_it_stands_whole(#[case] text: &str, #[case] quote: &str, #[case] start: u32) {
        assert_eq!(found(locate(text, quote)).0.span.start, start, "{quote:?} in {text:?}");
    }

    #[rstest]
    #[case::before_a_stop("It is 600 cm.", "It is 600 cm")]
    #[case::in_quotes("He said \"600 cm\" twice", "600 cm")]
    #[case::in_markdown("a **600 cm** _wall_", "600 cm")]
    #[case::emphasis("a **600 cm** _wall_", "wall")]
    #[case::with_its_stops("(It is 600 cm.)", "(It is 600 cm.)")]
    #[case::elision("L'accord signé de l'équipe", "équipe")]
    #[case::japanese("委員会は計画を承認した。", "計画を承認")]
    #[case::chinese("我们同意这个计划", "同意这个")]
    #[case::thai("คณะกรรมการอนุมัติแผน", "อนุมัติ")]
    #[case::korean("서울에서 승인했다", "서울")]
    #[case::mixed("iPhone版を買う", "iPhone")]
    #[case::amount_without_its_sign("for €500 a day", "500 a day")]
    #[case::half_a_sentence("we did not approve the plan", "approve the plan")]
    #[case::flag("🇩🇪🇫🇷 agreed", "🇫🇷 agreed")]
    #[case::family("the 👨\u{200d}👩\u{200d}👧 came", "👨\u{200d}👩\u{200d}👧 came")]
    fn a_quote_of_whole_words_is_always_found(#[case] text: &str, #[case] quote: &str) {
        let (evidence, _) = found(locate(text, quote));
        assert_eq!(evidence.quote, quote);
    }
}

mod typesetting {
    use super::*;

    #[rstest]
    #[case::line_break("the northern\nwall is high", "the northern wall is high")]
    #[case::indented("the northern\n    wall is high", "the northern wall is high")]
    #[case::no_break_space("600\u{a0}cm and 12\u{202f}500\u{a0}€", "600 cm and 12 500 €")]
    #[case::spaces_in_the_quote("the wall is high", "the  wall\tis\n\nhigh")]
    #[case::around_the_quote("a wall.", "\n a wall. ")]
    #[case::quotes("he said “it’s „fine“ and «dear»”", "he said \"it's \"fine\" and \"dear\"\"")]
    #[case::quotes_in_the_quote("he said \"it's fine\"", "he said “it’s fine”")]
    #[case::dashes("10–15 days — or ‑5 or −6", "10-15 days - or -5 or -6")]
    #[case::double_hyphen("a plan—approved", "a plan--approved")]
    #[case::ellipsis("well… maybe", "well... maybe")]
    #[case::ellipsis_in_the_quote("well... maybe", "well… maybe")]
    #[case::ligatures("the oﬃce ﬁle ﬂew", "the office file flew")]
    #[case::soft_hyphen("the com\u{ad}mit\u{ad}tee", "the committee")]
    #[case::soft_hyphen_in_the_quote("the committee", "the com\u{ad}mittee")]
    #[case::composition("un cafe\u{301} noir", "un café noir")]
    #[case::decomposition("un café noir", "un cafe\u{301} noir")]
    #[case::order_of_marks("a\u{323}\u{302}b", "a\u{302}\u{323}b")]
    #[case::hangul("\u{1112}\u{1161}\u{11ab}국", "한국")]
    #[case::kana("か\u{3099}くせい", "がくせい")]
    #[case::vietnamese("Vie\u{323}\u{302}t Nam", "Việt Nam")]
    #[case::ideographic_space("予算は　600 円", "予算は 600 円")]
    #[case::arabic_with_marks_of_direction("قال \u{202b}149 يورو\u{202c} فقط", "قال 149 يورو فقط")]
    #[case::hebrew("הוא אמר “כן”", "הוא אמר \"כן\"")]
    #[case::hindi("समिति\nने\u{a0}मंज़ूर", "समिति ने मंज\u{93c}ूर")]
    #[case::german("Er sagte: „Die Wand ist 6 m hoch“ – leider", "Er sagte: \"Die Wand ist 6 m hoch\" - leider")]
    #[case::french("l’été « dernier »", "l'été \" dernier \"")]
    #[case::emoji("ok\u{a0}👨\u{200d}👩\u{200d}👧\nyes", "ok 👨\u{200d}👩\u{200d}👧 yes")]
    fn what_differs_in_typesetting_only_is_found_in_the_sources_own_text(#[case] text: &str, #[case] quote: &str) {
        let framed = format!("Before. {text} after");
        let (evidence, alignment) = found(locate(&framed, quote));
        assert_eq!(evidence.quote, text, "the source's own text becomes the quote");
        assert_eq!(slice(&framed, evidence.span), text, "and stands at its span");
        assert_eq!(alignment, Alignment::Typeset);
    }

    #[rstest]
    #[case::nfkc("10² times", "102 times")]
    #[case::full_width("Ａ１", "A1")]
    #[case::fraction("½ a day", "1/2 a day")]
    #[case::case("The Wall", "the wall")]
    #[case::space_added("the wallpaper", "the wall paper")]
    #[case::space_removed("the wall paper", "the wallpaper")]
    #[case::space_before_unit("600cm", "600 cm")]
    #[case::accent("un café", "un cafe")]
    #[case::sharp_s("Straße", "Strasse")]
    #[case::joiner("👨\u{200d}👩", "👨👩")]
    #[case::minus_dropped("at −5 °C", "at 5 °C")]
    #[case::thousands("1,200 EUR", "1200 EUR")]
    #[case::kana("サーバー", "さーばー")]
    #[case::tatweel("محمـد", "محمد")]
    #[case::feet_and_inches("5' wide", "5\" wide")]
    fn what_differs_otherwise_is_not(#[case] text: &str, #[case] quote: &str) {
        assert_eq!(reason(&locate(text, quote)), Some(NotInSource), "{quote:?} is not in {text:?}");
    }

    #[rstest]
    #[case::cafe("un cafe\u{301} noir", "un\ncafe")]
    #[case::ligature("the ﬁle", "the\nf")]
    #[case::ellipsis("wait…", "wait..")]
    #[case::hangul("\u{1112}\u{1161}\u{11ab}국", "하")]
    #[case::number("the  15 cm", "the 1")]
    #[case::word("the  unaccepted", "accepted\u{ad}")]
    fn a_match_is_of_whole_characters_words_and_numbers(#[case] text: &str, #[case] quote: &str) {
        assert!(reason(&locate(text, quote)).is_some(), "{quote:?} in {text:?}");
    }
}

mod falsified {
    use super::*;

    /// A source and what was made of it: none of these is ever stored.
    #[rstest]
    #[case::english(
        "The northern wall is 600 cm high and costs €1,200, said Anna Schmidt; the board did not approve it.",
        &[
            "The northern wall is 610 cm high", "The northern wall is 60 cm high", "The northern wall is 6000 cm high",
            "The northern wall is 600 mm high", "The northern wall is 600 m high", "costs $1,200", "costs €1.200",
            "costs 1,200", "costs €1,200,000", "said Anna Schmitt", "said Anne Schmidt", "the board did approve it",
            "the board not approve it", "The northern wall is not 600 cm high", "said Anna Schmidt in Berlin",
            "The northern wall is 600 cm high and free of charge", "the board did not approve it.", "board approve it",
        ]
    )]
    #[case::german(
        "Die Wand ist 6,5 m hoch und kostet 1.200 EUR, sagte Frau Müller; der Vorstand hat es nicht genehmigt.",
        &[
            "Die Wand ist 65 m hoch", "Die Wand ist 6,6 m hoch", "Die Wand ist 6,5 cm hoch", "kostet 1.200 USD",
            "kostet 1.300 EUR", "sagte Frau Muller", "sagte Frau Mueller", "der Vorstand hat es genehmigt",
            "Die Wand ist nicht 6,5 m hoch", "der Vorstand hat es nicht genehmigt und verschoben",
        ]
    )]
    #[case::french(
        "Le mur fait 600 cm et coûte 1 200 €, dit Mme Lefèvre ; le comité n’a pas approuvé le plan.",
        &[
            "Le mur fait 650 cm", "Le mur fait 600 mm", "coûte 1 200 $", "coûte 200 €", "dit Mme Lefebvre",
            "le comité a approuvé le plan", "le comité n'a approuvé le plan", "Le mur ne fait pas 600 cm",
            "a pas approuvé le plan",
        ]
    )]
    #[case::arabic(
        "قالت سارة إن الجدار ارتفاعه 600 سم وسعره 149 يورو ولم توافق اللجنة على الخطة",
        &[
            "الجدار ارتفاعه 610 سم", "الجدار ارتفاعه 600 مم", "وسعره 149 دولار", "قالت سمر إن الجدار",
            "توافق اللجنة على الخطة الجديدة", "ولم توافق اللجنة على الخطة أبدا",
        ]
    )]
    #[case::hebrew(
        "דנה אמרה שהקיר בגובה 600 ס\"מ ועולה 149 אירו, והוועדה לא אישרה את התקציב",
        &[
            "שהקיר בגובה 610 ס\"מ", "ועולה 149 דולר", "דינה אמרה שהקיר", "והוועדה אישרה את התקציב",
            "והוועדה לא אישרה את התקציב עדיין",
        ]
    )]
    #[case::japanese(
        "田中さんによると、壁の高さは600センチで費用は149ユーロ。委員会は承認しなかった。",
        &[
            "壁の高さは610センチ", "壁の高さは600ミリ", "費用は149ドル", "費用は49ユーロ", "田口さんによると",
            "委員会は承認した。", "委員会は承認しなかった。理由は不明", "壁の高さは60",
        ]
    )]
    #[case::chinese(
        "王先生说墙高600厘米，费用十五万欧元。我们不同意这个计划。",
        &[
            "墙高610厘米", "墙高600毫米", "费用十六万欧元", "五万欧元", "费用十五万美元", "李先生说墙高600厘米",
            "我们同意这个计划", "墙不高600厘米", "我们不同意这个计划。谢谢",
        ]
    )]
    #[case::hindi(
        "सीमा ने कहा कि दीवार १४९ सेमी ऊँची है और समिति ने मंज़ूरी नहीं दी",
        &["दीवार १५९ सेमी ऊँची है", "दीवार ४९ सेमी", "दीवार १४९ मिमी ऊँची है", "रीमा ने कहा", "समिति ने मंज़ूरी दी", "समिति ने मंज़ूरी नहीं दी थी"]
    )]
    #[case::decomposed(
        "Rene\u{301} a paye\u{301} 149 \u{20ac} et n'a pas signe\u{301}",
        &["Rene a payé", "René a payé 159 €", "René a payé 149 $", "a signé", "René a paye"]
    )]
    #[case::emoji("👩\u{200d}🚀 wants 3 🍎 and not 5 🍐", &["👩 wants", "🚀 wants 3", "wants 4 🍎", "wants 3 🍐", "and 5 🍐", "👨\u{200d}🚀 wants"])]
    fn a_falsified_quote_is_never_stored(#[case] text: &str, #[case] quotes: &[&str]) {
        let source = EvidenceText::new(text, &all_chat(text));
        for quote in quotes {
            // The English row holds one true quote, so that the rows are known to be read.
            let expected = text.contains(quote) && *quote == "the board did not approve it.";
            assert_eq!(reason(&source.locate(&claim(quote))).is_none(), expected, "{quote:?} by {text:?}");
        }
    }
}

#[test]
fn a_claim_is_judged_by_itself_whatever_came_before() {
    let text = "the wall is 600 cm, the door is 200 cm, the wall is red. ".repeat(60);
    let quotes = ["the wall is 600 cm", "wall is 610 cm", "the door", "door is 200 cm, the wall", "the  wall is red"];
    let claims: Vec<EvidenceClaim<'_>> = (0..40)
        .map(|at| EvidenceClaim { start: Some(at * 77 % 3000), ..claim(quotes[at as usize % quotes.len()]) })
        .collect();
    let alone: Vec<Located> =
        claims.iter().map(|claim| EvidenceText::new(&text, &all_chat(&text)).locate(claim)).collect();
    let sections = all_chat(&text);
    let source = EvidenceText::new(&text, &sections);
    assert_eq!(source.locate_all(&claims), alone, "in order");
    let backwards: Vec<Located> = claims.iter().rev().map(|claim| source.locate(claim)).collect();
    assert!(backwards.iter().rev().eq(&alone), "backwards, on a source that was searched before");
}

#[test]
fn a_text_full_of_the_quotes_first_word_hides_nothing() {
    let text = format!("{}the wall is 600 cm {}", "the ".repeat(20_000), "the wall is ".repeat(5_000));
    let (evidence, _) = found(locate(&text, "the wall is 600 cm"));
    assert_eq!(evidence.span, Span::new(80_000, 80_018));
}

#[test]
fn one_source_serves_many_threads() {
    let text = "the wall is 600 cm. ".repeat(300);
    let source = EvidenceText::new(&text, &all_chat(&text));
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..20 {
                    assert_eq!(reason(&source.locate(&claim("the  wall"))), None);
                }
            });
        }
    });
}
