//! Words to be polite, to name a speaker and to think are no fact; a statement with them is.

use super::{check, statements};

/// Courtesies beside a statement in their language, which shows that nothing else is lost.
#[test]
fn courtesies_are_no_facts_in_english_german_and_french() {
    for (statement, courtesies) in [
        (
            "The council closed the old bridge in 2024.",
            &[
                "We look forward to your reply.",
                "I'm looking forward to hearing from you.",
                "I hope you are well.",
                "We hope this message finds you and your family in good health.",
                "As always, feel free to get in touch with questions.",
                "Do not hesitate to call the office.",
                "It was a pleasure meeting you.",
                "We appreciate your patience.",
                "If you have any further questions, our office helps you.",
                "The chair welcomed everyone and thanked the team for its work.",
                "Best wishes from all of us",
            ][..],
        ),
        (
            "Der Rat hat die alte Brücke gesperrt.",
            &[
                "Mit freundlichen Grüßen",
                "Mit besten Grüßen Jens Maier",
                "Sehr geehrte Damen und Herren,",
                "Guten Tag Frau Meier,\nvielen Dank für Ihre Nachricht.",
                "Ich hoffe, es geht Ihnen gut.",
                "Wir freuen uns auf Ihre Rückmeldung.",
                "Bei Fragen stehe ich gern zur Verfügung.",
                "Für Rückfragen stehen wir Ihnen jederzeit gerne zur Verfügung!",
                "Interviewer: Vielen Dank für das Gespräch.",
                "Danke, dass Sie sich heute die Zeit nehmen.",
                "Ich wünsche Ihnen ein schönes Wochenende.",
                "Zögern Sie nicht, uns anzurufen.",
                "Wir bedanken uns für Ihr Vertrauen.",
                "Liebe Kolleginnen und Kollegen,",
                "Herzlich willkommen zu unserem Gespräch.",
                "Wir würden uns über eine baldige Antwort sehr freuen.",
                "Auf Wiedersehen und gute Heimreise!",
            ],
        ),
        (
            "La ville a fermé le vieux pont.",
            &[
                "Merci pour votre message.",
                "Merci d’avoir accepté cet entretien.",
                "Nous attendons votre réponse.",
                "Bonjour Madame, merci beaucoup.",
                "Nous vous remercions de votre confiance.",
                "Veuillez agréer, Madame, l'expression de nos salutations distinguées.",
                "N'hésitez pas à nous contacter.",
                "Je reste à votre disposition pour tout renseignement.",
                "J'espère que vous allez bien.",
                "Dans l'attente de votre retour, bien à vous",
                "Bonne journée à vous !",
            ],
        ),
    ] {
        for courtesy in courtesies {
            check(&format!("{statement}\n\n{courtesy}"), &[statement]);
            assert_eq!(statements(courtesy), [""; 0], "{courtesy}");
        }
    }
}

#[test]
fn what_only_looks_like_a_courtesy_is_a_statement() {
    for text in [
        "Wir freuen uns, dass der Umsatz um 12 % gestiegen ist.",
        "Wir freuen uns, dass der Rat den Plan genehmigt hat.",
        "Wir hoffen, dass der Rat den Plan genehmigt.",
        "Wir danken der Stadt für den Zuschuss von 20.000 Euro.",
        "Für Fragen zur Statik ist Frau Lang zuständig.",
        "Die Halle steht ab Mai zur Verfügung.",
        "Dank der neuen Pumpe bleibt der Keller trocken.",
        "Vielen Dank für Ihre Geduld, der Umbau ist seit gestern fertig.",
        "Bis morgen ist der Kran gesperrt.",
        "Liebe ist kein Grund für diesen Vertrag.",
        "Monsieur Dupont dirige la nouvelle usine.",
        "Nous attendons 40 nouveaux bus.",
        "Nous espérons que la ville approuve le plan.",
        "Dans l'attente de l'accord de la mairie, le chantier est arrêté.",
        "Merci pour votre message, le pont est fermé depuis lundi.",
        "We look forward to the opening of the new museum in May 2027.",
        "We hope the council approves the plan.",
        "Thanks to the new pump, the cellar stays dry.",
        "Dogs are welcome in the garden of the museum.",
        "The mayor thanked the 40 helpers.",
    ] {
        assert_eq!(statements(text), [text], "{text}");
    }
    check("Sehr geehrte Damen und Herren,\ndie Halle ist ab Mai gesperrt.", &["die Halle ist ab Mai gesperrt."]);
    check("Dear Ms Lin, the council closed the old bridge.", &["the council closed the old bridge."]);
    check("Bonjour à tous, le pont est fermé depuis lundi.", &["le pont est fermé depuis lundi."]);
}

#[test]
fn a_statement_begins_behind_who_says_it() {
    check("Interviewer: How long did it take?\nMaria: It took three hours in 2024.", &["It took three hours in 2024."]);
    check(
        "Interviewer: Danke, dass Sie sich Zeit nehmen. Wie lange arbeiten Sie hier?\nB: Also, ähm, seit elf Jahren.\n\
         B: Ja, genau, ich habe 2015 in der Backstube angefangen.\nInterviewer: Vielen Dank für das Gespräch.",
        &["ich habe 2015 in der Backstube angefangen."],
    );
    check(
        "Journaliste : Pourquoi ?\nDr Amari : Euh, oui, alors, nous avons fermé la cuisine en mars.",
        &["nous avons fermé la cuisine en mars."],
    );
    check(
        "Ms Holm: We closed it in March.\nMs Holm: Well, um, on a normal day we see about 70 patients.",
        &["We closed it in March.", "on a normal day we see about 70 patients."],
    );
    // What a thing is called belongs to what is said of it.
    check(
        "Breite: etwa 6,20 Meter innen\nBreite: etwa 7,40 Meter außen",
        &["Breite: etwa 6,20 Meter innen", "Breite: etwa 7,40 Meter außen"],
    );
    check("Italy: It banned old diesel cars in 2024.", &["Italy: It banned old diesel cars in 2024."]);
    check("Also der Rat hat den Plan genehmigt.", &["Also der Rat hat den Plan genehmigt."]);
}

/// A text of figures, in which each of these stands alone, opens a paragraph, or goes on with one.
#[test]
fn a_plain_statement_is_told_among_figures() {
    let figures = "Unit sales reached 412,000 in the third quarter. France sold 96,200 units and Italy sold 61,000 units. \
                   Revenue rose to 3.1 billion euros. The compressor weighs 38 kg.";
    for plain in [
        "Prices did not rise in Spain.",
        "The insurance does not cover the old units.",
        "Velofant left the Danish market.",
        "Hagström has no dealer in Finland.",
    ] {
        for text in [format!("{figures} {plain}"), format!("{figures}\n\n{plain}"), format!("{plain} {figures}")] {
            let is_stated = statements(&text).iter().any(|statement| statement == plain);
            assert!(is_stated, "{text}");
        }
    }
    let goes_on =
        format!("{figures} Smaller brands buy their motors from Bosch. Insurers refuse bikes without a tracker.");
    assert_eq!(statements(&goes_on).len(), 6, "{:?}", statements(&goes_on));
    for frame in [
        "Several factors explain the slowdown.",
        "The situation is mixed.",
        "Europe lags behind.",
        "Production has collapsed.",
        "The market is gaining speed.",
    ] {
        let text = format!("{frame} {figures}");
        assert!(!statements(&text).iter().any(|statement| statement == frame), "{frame}");
    }
}

#[test]
fn plain_answers_are_told_in_a_talk_with_figures() {
    let talk = "Interviewer: How long have you been working at the bakery?\n\
                Maria: Well, uh, I've been there for eleven years now. I started in 2015, right after school.\n\
                Interviewer: Okay. And what is the hardest part?\n\
                Maria: Honestly, the oven. The repair costs us about 300 euros each time. My boss doesn't want to buy a new one.\n\
                Interviewer: Mm-hm. Right.\n\
                Maria: Yeah. They don't use apps. I don't have time for that at 4 a.m.\n\
                Interviewer: Thank you, this was super helpful.\nMaria: You're welcome. Bye!";
    check(
        talk,
        &[
            "I've been there for eleven years now.",
            "I started in 2015, right after school.",
            "The repair costs us about 300 euros each time.",
            "My boss doesn't want to buy a new one.",
            "They don't use apps.",
            "I don't have time for that at 4 a.m.",
        ],
    );
}
