//! Inputs that are nearly the same text, and those that only look like it; the differences reported.

use std::fmt::Write;

use factly_core::discovery::duplicates::{Overlap, Sentences, TextFingerprint};

const ENGLISH: &str = "\
The council of Torvig met on 3 March 2026 to decide on the flood wall.

The wall along the north quay is 420 metres long and was built in 1994. Its foundation settled by 12 cm after the storm \
of 2019. Two engineers of Halden Partners looked at it in January and found cracks in nine of its forty sections.

A repair of the nine sections would cost 1.8 million euros. A new wall would cost 6.4 million euros and take two years. \
The harbour master asked that the ferry be able to land during the works. The council did not agree to close the quay in \
summer.

It asked the engineers for a plan in three stages by the end of May. The fishermen's union will be heard before that.";

const GERMAN: &str = "\
Der Gemeinderat von Torvig hat am 3. März 2026 über die Flutmauer beraten.

Die Mauer am Nordkai ist 420 Meter lang und wurde 1994 gebaut. Ihr Fundament hat sich nach dem Sturm von 2019 um 12 cm \
gesenkt. Zwei Ingenieure von Halden Partner haben sie im Januar untersucht und in neun der vierzig Abschnitte Risse \
gefunden.

Eine Reparatur der neun Abschnitte würde 1,8 Millionen Euro kosten. Eine neue Mauer würde 6,4 Millionen Euro kosten und \
zwei Jahre dauern. Der Hafenmeister bat darum, dass die Fähre während der Arbeiten anlegen kann. Der Rat war nicht damit \
einverstanden, den Kai im Sommer zu schließen.

Er hat die Ingenieure um einen Plan in drei Stufen bis Ende Mai gebeten.";

const FRENCH: &str = "\
Le conseil de Torvig s'est réuni le 3 mars 2026 pour décider de la digue.

La digue du quai nord est longue de 420 mètres et date de 1994. Ses fondations se sont affaissées de 12 cm après la \
tempête de 2019. Deux ingénieurs de Halden l'ont examinée en janvier et ont trouvé des fissures dans neuf des quarante \
sections.

La réparation des neuf sections coûterait 1,8 million d'euros. Une digue neuve coûterait 6,4 millions d'euros et \
prendrait deux ans. Le capitaine du port a demandé que le ferry puisse accoster pendant les travaux. Le conseil n'a pas \
accepté de fermer le quai en été.";

const JAPANESE: &str = "\
トルヴィグ町議会は2026年3月3日に防潮堤について審議した。北岸壁の防潮堤は長さ420メートルで、1994年に建設された。\
2019年の嵐のあと、基礎は12センチ沈下した。二人の技術者が一月に調査し、四十区間のうち九区間でひび割れを見つけた。

九区間の補修には180万ユーロかかる。新しい防潮堤には640万ユーロと二年がかかる。港長は工事中もフェリーが着岸できるように求めた。\
議会は夏に岸壁を閉鎖することに同意しなかった。";

fn like(a: &str, b: &str) -> Option<Overlap> {
    let likeness = Sentences::from_text(a).like(&Sentences::from_text(b));
    if likeness.is_some() {
        assert!(
            TextFingerprint::from_text(a).shared_with(&TextFingerprint::from_text(b)).is_some(),
            "what is alike is looked at: {a}\n\n{b}"
        );
    }
    likeness
}

fn reason(a: &str, b: &str) -> String {
    like(a, b).map_or_else(|| "not alike".to_owned(), |likeness| likeness.reason(None, "I-1").to_string())
}

#[test]
fn what_differs_in_a_little_is_alike_in_every_language_and_says_in_what() {
    let shorter = &ENGLISH[..ENGLISH.find("\n\nIt asked").unwrap_or_default()];
    let rows = [
        (
            "one other number",
            ENGLISH.replace("1.8 million", "2.8 million"),
            ENGLISH,
            "I-1 has 9 of the 10 sentences of this text; only in this text: 1, only in I-1: 1",
        ),
        (
            "one “not” less",
            ENGLISH.replace("did not agree", "agreed"),
            ENGLISH,
            "I-1 has 9 of the 10 sentences of this text; only in this text: 1, only in I-1: 1",
        ),
        (
            "a header",
            format!("From: Ada Berg\nForwarded by the office of the mayor on Monday.\n\n{ENGLISH}"),
            ENGLISH,
            "this text has all 10 sentences of I-1, and 1 more",
        ),
        ("without its end", shorter.to_owned(), ENGLISH, "I-1 has all 8 sentences of this text, and 2 more"),
        (
            "a third longer",
            format!(
                "{ENGLISH}\n\nThe mayor thanked all who had come. She will write to the province about a grant. \
                The next meeting is on 14 April in the old school. Nobody spoke against that day."
            ),
            ENGLISH,
            "this text has all 10 sentences of I-1, and 4 more",
        ),
        (
            "German, one number",
            GERMAN.replace("12 cm", "21 cm"),
            GERMAN,
            "I-1 has 8 of the 9 sentences of this text; only in this text: 1, only in I-1: 1",
        ),
        (
            "French, one denial",
            FRENCH.replace("n'a pas accepté", "a accepté"),
            FRENCH,
            "I-1 has 7 of the 8 sentences of this text; only in this text: 1, only in I-1: 1",
        ),
        (
            "Japanese, one number",
            JAPANESE.replace("12センチ", "21センチ"),
            JAPANESE,
            "I-1 has 7 of the 8 sentences of this text; only in this text: 1, only in I-1: 1",
        ),
        (
            "Japanese, a sentence more",
            format!("{JAPANESE}漁業組合はその前に意見を述べる。"),
            JAPANESE,
            "this text has all 8 sentences of I-1, and 1 more",
        ),
    ];
    for (what, a, b, expected) in rows {
        assert_eq!(reason(&a, b), expected, "{what}");
        let score = like(&a, b).map_or(0.0, |likeness| likeness.score);
        assert!((0.7..1.0).contains(&score), "{what}: {score}");
    }
}

#[test]
fn of_two_inputs_both_are_named() {
    let named = |a: &str, b: &str| like(a, b).map(|likeness| likeness.reason(Some("I-2"), "I-1").to_string());
    let longer = format!("{ENGLISH}\n\nThe mayor thanked all who had come.");
    assert_eq!(named(&longer, ENGLISH).as_deref(), Some("I-2 has all 10 sentences of I-1, and 1 more"));
    assert_eq!(named(ENGLISH, &longer).as_deref(), Some("I-1 has all 10 sentences of I-2, and 1 more"));
    let other = "I-1 has 9 of the 10 sentences of I-2; only in I-2: 1, only in I-1: 1";
    assert_eq!(named(&ENGLISH.replace("420", "402"), ENGLISH).as_deref(), Some(other));
}

#[test]
fn what_was_only_set_otherwise_has_the_same_sentences() {
    let paragraphs = |text: &str| {
        let mut all: Vec<&str> = text.split("\n\n").collect();
        all.rotate_left(2);
        all.join("\n\n")
    };
    let wrapped = |text: &str, width: usize| {
        let (mut out, mut line) = (String::new(), 0);
        for word in text.split(' ') {
            line += word.chars().count() + 1;
            let end = if line > width { '\n' } else { ' ' };
            line = if line > width { 0 } else { line };
            out.push_str(word);
            out.push(end);
        }
        out
    };
    let rows = [
        ("paragraphs in another order", paragraphs(ENGLISH), ENGLISH),
        ("lines broken", wrapped(ENGLISH, 72), ENGLISH),
        ("lines broken before capitals", wrapped(GERMAN, 40), GERMAN),
        ("other spaces", ENGLISH.replace(' ', "\u{a0} "), ENGLISH),
        ("other quotes", FRENCH.replace('\'', "’"), FRENCH),
        ("accents of their own", FRENCH.replace('é', "e\u{301}").replace('û', "u\u{302}"), FRENCH),
        ("soft hyphens", GERMAN.replace("Fundament", "Fun\u{ad}da\u{ad}ment"), GERMAN),
        ("capitals", ENGLISH.to_uppercase(), ENGLISH),
        ("Japanese paragraphs", JAPANESE.replace('。', "。\n\n"), JAPANESE),
    ];
    for (what, a, b) in rows {
        assert_eq!(reason(&a, b), "the same sentences, in another order or another form", "{what}");
        assert!(like(&a, b).is_some_and(|likeness| likeness.score < 1.0), "{what}: only the very text is it wholly");
    }
}

/// The same form, filled in by `of`.
fn monthly(month: &str, of: u32) -> String {
    let mut text = format!("Monthly report of the Torvig works, {month}.\n\n");
    for (at, part) in ["mill", "quay", "yard", "store", "office", "garage", "school", "library"].iter().enumerate() {
        let at = u32::try_from(at).unwrap_or_default();
        let _ = write!(
            text,
            "In {month} the {part} used {} kWh and {} cubic metres of water, and {} people worked there. ",
            of * 37 + at,
            of * 11 + at,
            of + at
        );
    }
    text.push_str("All figures are read from the meters on the last day of the month.\n");
    text
}

#[test]
fn what_has_only_its_form_in_common_is_not_alike() {
    let interview = |answers: [&str; 6]| {
        let questions = [
            "What does your company do in the harbour of Torvig, and since when have you been there?",
            "How many people do you employ at the north quay, in summer and in winter?",
            "What would it mean for you if the quay were closed for two years from next summer on?",
            "Which of the two plans of the council for the flood wall would you rather see, and why?",
            "Would you pay a part of the costs, if the ferry could land there during all of the works?",
            "Is there anything else that the council of Torvig should know before it decides in May?",
        ];
        let exchanges = questions.iter().zip(answers).map(|(question, answer)| format!("{question}\n\n{answer}"));
        exchanges.collect::<Vec<_>>().join("\n\n")
    };
    let one = interview([
        "We smoke fish, since 1971.",
        "Eleven, and four in winter.",
        "We would have to move to Halden.",
        "The repair, since it is over sooner.",
        "No, we cannot pay anything at all.",
        "The quay needs a crane again soon.",
    ]);
    let other = interview([
        "We mend boats there since 2003.",
        "Three of us all the year round.",
        "Nothing much, our boats are on land.",
        "A new wall, and a higher one.",
        "Yes, if the others in the harbour do.",
        "No, that is all I had to say.",
    ]);
    let letter = |what: &str| {
        format!(
            "{what}\n\nWith kind regards from the office of the mayor of Torvig.\n\n\
             This message is meant only for the person that it is addressed to. \
             If you are not that person, please tell us and delete it. \
             Nothing in it binds the town of Torvig in any way."
        )
    };
    let rows = [
        ("two interviews with the same questions", one.as_str(), other.as_str()),
        ("two months of a report", &monthly("March", 41), &monthly("April", 53)),
        (
            "two letters in one frame",
            &letter(
                "The hearing on the flood wall is moved to Thursday, since the hall is not free before. We ask you to \
                bring the drawings of the nine sections with you. There will be no lunch, but coffee is served at ten. \
                Please use the door to the yard, as the stairs to the street are being painted that week.",
            ),
            &letter(
                "Your bill for the work on the ferry ramp came back unpaid, because the number of the order is missing. \
                Send it again with that number, and we pay it within ten days. The keys of the pump house can be left at \
                the desk. We thank you for the quick work in January, which kept the ferry going all through the frost.",
            ),
        ),
        ("two short notes", "Call Ada about the wall. She has the plan.", "Call Ada about the wall. She has the plan!"),
        ("a short note and a text that has it", "The next meeting is on 14 April in the old school.", ENGLISH),
        ("two languages", ENGLISH, GERMAN),
        ("nothing", "", ""),
        ("pages of one line", &"Confidential, for the council of Torvig and nobody else.\n\n".repeat(40), &{
            let page = "Confidential, for the council of Torvig and nobody else.\n\n";
            format!("{page}The mill stands.\n\n").repeat(40)
        }),
        ("two Japanese notes", "壁は高い。門は広い。", "壁は高い。門は狭い。"),
    ];
    for (what, a, b) in rows {
        assert_eq!(reason(a, b), "not alike", "{what}");
        assert_eq!(reason(b, a), "not alike", "{what}, the other way round");
    }
}

#[test]
fn the_sentences_that_differ_are_shown_from_both_sides() {
    let edited = ENGLISH.replace("did not agree", "agreed").replace("420", "  402");
    let likeness = like(&edited, ENGLISH).unwrap_or_else(|| panic!("two of ten sentences differ"));
    let (here, there) = likeness.differing();
    assert_eq!(
        here,
        [
            "The wall along the north quay is 402 metres long and was built in 1994.",
            "The council agreed to close the quay in summer."
        ]
    );
    assert_eq!(
        there,
        [
            "The wall along the north quay is 420 metres long and was built in 1994.",
            "The council did not agree to close the quay in summer."
        ]
    );
    let long = "The harbour of Torvig, ".repeat(30);
    let likeness = like(&format!("{ENGLISH}\n\n{long}is large."), ENGLISH);
    let shown = likeness.map(|likeness| likeness.differing().0[0].chars().count());
    assert_eq!(shown, Some(161), "a long one is cut");
}

#[test]
fn a_chapter_is_found_in_a_book_and_two_books_are_not_compared_for_one_page() {
    let chapter = |from: usize, to: usize| {
        let mut text = String::new();
        for no in from..to {
            let _ = writeln!(
                text,
                "House {no} in lane {} was painted {} times by its owner number {}.",
                no * 7 % 101,
                no % 13,
                no * 31
            );
        }
        text
    };
    let book = chapter(0, 6_000);
    for (what, other, expected) in [
        ("a chapter", chapter(700, 900), true),
        ("the book with a chapter more", chapter(0, 6_400), true),
        ("a page in common", chapter(5_900, 12_000), false),
    ] {
        assert_eq!(
            TextFingerprint::from_text(&other).shared_with(&TextFingerprint::from_text(&book)).is_some(),
            expected,
            "{what}"
        );
        assert_eq!(
            TextFingerprint::from_text(&book).shared_with(&TextFingerprint::from_text(&other)).is_some(),
            expected,
            "{what}, the other way round"
        );
        assert_eq!(like(&other, &book).is_some(), expected, "{what}");
    }
}

#[test]
fn a_table_differs_in_its_lines() {
    let table = |changed: usize| {
        let mut text = String::from("part,house,street,litres of paint,days\n");
        for no in 0..60 {
            let days = if no == changed { 99 } else { no % 9 };
            let _ = writeln!(
                text,
                "North Quay {no},House of the Torvig family {no},Mill Lane and Harbour Road,{},{days}",
                no * 3
            );
        }
        text
    };
    let likeness = like(&table(30), &table(99)).unwrap_or_else(|| panic!("one line of sixty differs"));
    let (here, there) = likeness.differing();
    assert_eq!((here.len(), there.len()), (1, 1), "{here:?} {there:?}");
    assert!(here[0].ends_with(",90,99") && there[0].ends_with(",90,3"), "{here:?} {there:?}");
}
