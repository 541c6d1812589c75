//! Statements that rank high: who speaks, what is proposed of them, and what stays a mention.

use factly_core::extraction::offline::{Parser, SkipKind};
use factly_core::extraction::op::FactOp;
use factly_core::extraction::salience::{Background, RankedText, SalienceReason, unproposed};
use factly_core::inputs::{BundleSection, SectionSpan, Stage};
use factly_core::items::Items;
use factly_core::keys::Registry;
use factly_core::text::Span;

const TALK: &str = "**Interviewer:**\nHow long have you run the kitchen? I love kitchens with a view of 40 trees.\n\n\
    **Maren Voss:**\nI have run the kitchen of the hospital since 2014. It feeds 1,900 patients in three houses. It is a nice place.\n\n\
    **Interviewer:**\nWhat did you decide?\n\n\
    **Maren Voss:**\nWe decided in March to stop slicing bread for the children's ward. It was great, you know.\n";

fn sections(text: &str) -> [SectionSpan; 1] {
    let span = Span::new(0, u32::try_from(text.chars().count()).unwrap());
    [SectionSpan { section: BundleSection::FreeChat, span }]
}

fn proposed(text: &str, background: &Background) -> Vec<FactOp> {
    let registry = Registry::from_packs(&["research"], Vec::new()).unwrap();
    let found = Parser::new(&registry, Stage::Ideation).parse(text, &sections(text), &Items::default());
    RankedText::new(text, &sections(text), background).propose(found)
}

fn quotes(text: &str) -> Vec<String> {
    proposed(text, &Background::default()).into_iter().map(|op| op.evidence.unwrap().quote).collect()
}

fn span(text: &str, words: &str) -> Span {
    let chars = |text: &str| u32::try_from(text.chars().count()).unwrap();
    let start = chars(&text[..text.find(words).unwrap()]);
    Span::new(start, start + chars(words))
}

#[test]
fn what_is_worth_a_look_is_proposed_with_the_sentence_that_it_leans_on() {
    assert_eq!(
        quotes(TALK),
        [
            "I have run the kitchen of the hospital since 2014. It feeds 1,900 patients in three houses.",
            "We decided in March to stop slicing bread for the children's ward.",
        ],
        "no question, nothing of the interviewer's, nothing that only likes"
    );
    for op in proposed(TALK, &Background::default()) {
        let evidence = op.evidence.unwrap();
        let offset = |at: Option<i64>| usize::try_from(at.unwrap()).unwrap();
        let (start, end) = (offset(evidence.start_char), offset(evidence.end_char));
        let slice: String = TALK.chars().skip(start).take(end - start).collect();
        assert_eq!(slice, evidence.quote, "a widened quote is still the words of the source, in one stretch");
    }
}

#[test]
fn a_fact_knows_who_says_it_and_under_which_heading() {
    let check = |text: &str, background: &Background, words: &str, speaker: Option<&str>, heading: Option<&str>| {
        let rated = RankedText::new(text, &sections(text), background).rate(span(text, words));
        assert_eq!((rated.speaker.as_deref(), rated.heading.as_deref()), (speaker, heading), "{words}");
    };
    let none = Background::default();
    check(TALK, &none, "We decided", Some("Maren Voss"), None);
    let minutes = "# Minutes\n\n## Charging\nThe depot has power for 14 chargers.\n";
    check(minutes, &none, "The depot", None, Some("Charging"));
    let list = "Width: 6 m\nHeight: 4 m\nWidth: 7 m\n";
    check(list, &none, "7 m", None, None);
    let manual = "Returns: 0 on success.\nNote: the tree is freed.\n".repeat(3) + "Returns: 1 if you pass no tree.\n";
    check(&manual, &none, "on success", None, None);
    let report = "Executive Summary\n\nThe depot has power for 14 chargers.\n";
    check(report, &none, "The depot", None, None);
    // A long answer is cut: what stands before tells who goes on.
    let before = Background { before: TALK.to_owned(), ..Background::default() };
    check("The waste fell by half.\n", &before, "The waste", Some("Maren Voss"), None);
}

const TRANSCRIPT: &str = "# A talk\n\n## Details\n\nRecorded on 16 February 2022. Interviewer is Jo Rosl and Rich W Berg.\n\n\
    ## Transcript\nJo Rosl  0:21  \nI have played the demo for 14 hours and the boats in it are painted green.\n\n\
    Ann Breen  0:33  \nWe sold 1,900 copies of the game in March. Do you see it? How did that happen?\n\n\
    Rich Berg  0:36  \nThe council approved 12 of my own games in 2019.\n\nAnn Breen  0:42  \nThe publisher decided to stop the printing in May 2021.\n";

#[test]
fn whoever_a_text_names_as_its_interviewer_says_nothing_that_is_proposed() {
    let expected =
        ["We sold 1,900 copies of the game in March.", "The publisher decided to stop the printing in May 2021."];
    assert_eq!(quotes(TRANSCRIPT), expected);
    let (head, rest) = TRANSCRIPT.split_at(TRANSCRIPT.find("Rich Berg  0:36").unwrap());
    let behind = Background { head: head.to_owned(), ..Background::default() };
    let proposed_quotes: Vec<String> =
        proposed(rest, &behind).into_iter().map(|op| op.evidence.unwrap().quote).collect();
    assert_eq!(proposed_quotes, expected[1..], "named at the start of the source, far before");
}

#[test]
fn what_is_said_twice_or_hangs_from_nothing_weighs_less() {
    let score =
        |text: &str| RankedText::new(text, &sections(text), &Background::default()).rate(span(text, text)).score;
    for (plain, broken) in [
        ("The launch of the game took two months.", "The launch of the, the launch of the game took two months."),
        ("In 2019 I painted the two boats green.", "2019 I painted the two boats green."),
    ] {
        assert!(score(plain) > score(broken), "{plain} {} {broken} {}", score(plain), score(broken));
    }
    let named = "The Switch launch had a game with 40 boats.";
    let rated = RankedText::new(named, &sections(named), &Background::default()).rate(span(named, named));
    assert!(!rated.reasons.contains(&SalienceReason::Decision), "a name settles nothing: {:?}", rated.reasons);
}

#[test]
fn a_score_says_what_it_comes_of() {
    let reasons = |text: &str, background: &Background| {
        RankedText::new(text, &sections(text), background).rate(span(text, text.trim_end())).reasons
    };
    let none = Background::default();
    let goal = Background { goal: "Where the waste of hospitals comes from".into(), ..Background::default() };
    let ferries = |count: usize| (1..=count).map(|n| format!("The ferry leaves at {n}.")).collect();
    let known = Background { known: ferries(20), ..Background::default() };
    for (text, background, reason) in [
        ("The hospitals weigh their waste by hand.", &goal, SalienceReason::Goal),
        ("The wall is 840 metres long.", &none, SalienceReason::Figure),
        ("The council approved the culvert.", &none, SalienceReason::Decision),
        ("The crew needs a second trailer.", &none, SalienceReason::Need),
        ("Der Ofen ist kaputt und niemand kommt.", &none, SalienceReason::Problem),
        ("The culvert is made of concrete.", &known, SalienceReason::Novelty),
    ] {
        assert!(reasons(text, background).contains(&reason), "{reason:?} of “{text}”: {:?}", reasons(text, background));
    }
    let plain = reasons("The culvert is made of concrete.", &none);
    for reason in [SalienceReason::Goal, SalienceReason::Figure, SalienceReason::Decision, SalienceReason::Need] {
        assert!(!plain.contains(&reason), "{reason:?}");
    }
    for sentence in [
        "You can open one of the green doors there.",
        "The museum is one of the most visited places of the region.",
        "The first boat is painted green every summer.",
    ] {
        assert!(
            !reasons(sentence, &none).contains(&SalienceReason::Figure),
            "“one” and “first” are no figures: {sentence}"
        );
    }
    assert!(reasons("The crew painted two boats green there.", &none).contains(&SalienceReason::Figure));
    let both = "The ferry is painted green. The culvert is made of concrete.";
    let second = RankedText::new(both, &sections(both), &none).rate(span(both, "The culvert is made of concrete."));
    assert_eq!(second.reasons, [SalienceReason::SelfContained], "said of what has no other reason");
    let with_fact = Background { known: vec!["The wall is 840 metres long.".into()], ..Background::default() };
    let score = |text: &str, background: &Background| {
        RankedText::new(text, &sections(text), background).rate(span(text, text)).score
    };
    assert_eq!(
        score("The wall is 860 metres long.", &with_fact),
        score("The wall is 860 metres long.", &none),
        "it is another"
    );
    assert!(score("The wall is long.", &with_fact) < score("The wall is long.", &none), "nothing but what is known");
    let few = Background { known: ferries(2), ..Background::default() };
    let new = reasons("The culvert is made of concrete.", &few);
    assert!(!new.contains(&SalienceReason::Novelty), "beside two facts all is new: {new:?}");
    assert_eq!(
        reasons("The wall is 840 metres long.", &none),
        [SalienceReason::Figure],
        "that it stands alone is true of nearly all"
    );
}

#[test]
fn a_figure_is_a_reason_only_of_words_that_show_it() {
    let passage = "The museum has 40 rooms. It is one of the most visited places of the region.";
    let rated = RankedText::new(passage, &sections(passage), &Background::default()).rate(span(passage, passage));
    assert!(rated.reasons.contains(&SalienceReason::Figure), "{:?}", rated.reasons);
    for (shown, is_reason) in [
        (passage, true),
        ("The museum has 40 rooms.", true),
        ("Two of the rooms are green.", true),
        ("It is one of the most visited places of the region.", false),
        ("It is one of the most visited places of the region [12].", false),
        ("The planned scenes required the helicopter 105.", false),
        ("The planned scenes required a Bo 105 helicopter.", false),
        ("The pilot flew an F-16 over the set.", false),
        ("The set was built for 105 actors.", true),
        ("It cost 105 euros.", true),
        ("The accuracy went up to 0.9.", true),
        ("It opened on 3 May 2019.", true),
        ("Es ist eines der schönsten Häuser am Platz.", false),
    ] {
        let reasons = rated.clone().shown_as(shown).reasons;
        assert_eq!(reasons.contains(&SalienceReason::Figure), is_reason, "{shown}");
    }
}

#[test]
fn what_is_not_proposed_is_told_from_what_was_not_looked_at() {
    let skipped: Vec<(SkipKind, &str)> =
        unproposed(TALK, 0..TALK.len(), Vec::new()).into_iter().map(|one| (one.why, &TALK[one.range])).collect();
    assert!(skipped.contains(&(SkipKind::Interviewer, "I love kitchens with a view of 40 trees.")), "{skipped:?}");
    assert!(skipped.contains(&(SkipKind::Question, "What did you decide?")), "{skipped:?}");
    assert!(
        skipped.iter().any(|(why, words)| *why == SkipKind::Mention && words.starts_with("We decided in March")),
        "{skipped:?}"
    );
    for pair in unproposed(TALK, 0..TALK.len(), Vec::new()).windows(2) {
        assert!(pair[0].range.end <= pair[1].range.start, "in order, without overlaps: {pair:?}");
    }
    let half = TALK.find("**Interviewer:**\nWhat").unwrap();
    for one in unproposed(TALK, half..TALK.len(), Vec::new()) {
        assert!(one.range.start >= half, "only of the part that is asked about");
    }
}

#[test]
fn a_row_of_a_table_is_proposed_though_it_has_no_figure() {
    let table = "Name;City;Role\nAnna Weber;Bonn;Mayor\nOtto Maier;Trier;Engineer\n";
    assert_eq!(quotes(table), ["Anna Weber;Bonn;Mayor", "Otto Maier;Trier;Engineer"]);
}

/// A talk as it was spoken: hums, words said twice, sentences that a recogniser cut.
const SPOKEN: &str = "Interviewer: Um, thanks. So, uh, what goes wrong when you fire the kiln?\n\n\
    Potter: Yeah. Um, so the, the glaze cracks when the kiln cools too fast in winter. Uh, we lost, we lost half of the \
    bowls in January because of it. The wall of the kiln is thin, so, um, the heat goes out at night. And\n\n\
    Potter: we put blankets of wool around it now. Mm.\n\n\
    Interviewer: Okay. And, um, who pays for, for the clay that you lose?\n\n\
    Potter: Um, the, the village pays for the clay. Uh, nobody wants to pay for the wood, so we, we cut it from the old \
    fence behind the school.\n";

#[test]
fn what_is_spoken_off_the_cuff_is_proposed_in_passages() {
    let ops = proposed(SPOKEN, &Background::default());
    let statements: Vec<&str> = ops.iter().map(|op| op.value.as_str().unwrap()).collect();
    let quotes: Vec<&str> = ops.iter().map(|op| op.evidence.as_ref().unwrap().quote.as_str()).collect();
    assert!(quotes.iter().any(|quote| quote.matches(". ").count() > 0), "a thought has several sentences: {quotes:?}");
    for quote in &quotes {
        assert!(SPOKEN.contains(quote), "the words of the source: {quote}");
        assert!(!quote.starts_with(char::is_lowercase), "it opens where a sentence does: {quote}");
        assert!(!quote.ends_with("And"), "it ends where a sentence does: {quote}");
        assert!(!quote.contains("what goes wrong"), "nothing of whoever asks: {quote}");
    }
    let spoken = |word: &&str| matches!(word.to_lowercase().trim_matches([',', '.']), "um" | "uh" | "mm");
    for statement in &statements {
        assert_eq!(statement.split(' ').find(spoken), None, "no hums in what is read: {statement}");
        assert!(
            !statement.contains("the, the") && !statement.contains("we lost, we lost"),
            "nothing twice: {statement}"
        );
    }
    let scene = RankedText::new(SPOKEN, &sections(SPOKEN), &Background::default());
    let question = scene.rate(span(SPOKEN, "The wall of the kiln is thin")).question;
    assert_eq!(question.as_deref(), Some("Um, thanks. So, uh, what goes wrong when you fire the kiln?"));
    let edited = scene.rate(span(SPOKEN, "nobody wants to pay for the wood")).question;
    assert_eq!(
        edited.as_deref(),
        Some("Okay. And, um, who pays for, for the clay that you lose?"),
        "that before its own"
    );
}
