//! Edits that touch what rests on a text.

use factly_core::discovery::impact::{Impact, ImpactReason, impact};

const FACT: &str = "Revenue grew by 15% in Q3 2025.";
const INSIGHT: &str = "Demand is recovering: revenue growth of 15% beats the plan.";

fn check(old: &str, new: &str, dependant: &str, touched: bool, rule: &str) {
    let impact = impact(old, new, dependant);
    assert_eq!(
        impact.is_touched(),
        touched,
        "{rule}\n  old: {old}\n  new: {new}\n  dependant: {dependant}\n  {impact:?}"
    );
}

#[test]
fn what_is_said_as_before_touches_nobody() {
    for (new, rule) in [
        ("Revenue grew by 15% in Q3 2025", "a full stop"),
        ("revenue  grew by 15% in Q3 2025 .", "case and white space"),
        ("Revenue grew by 15 percent in the third quarter of 2025.", "the same values in other writing"),
        ("In Q3 2025, revenue grew by 15%.", "the order of words"),
        ("Revenue increased by 15% in Q3 2025.", "a synonym as strong as the old word"),
        ("Revenue rose by 15% in Q3 2025.", "another one"),
    ] {
        check(FACT, new, INSIGHT, false, rule);
    }
    check(
        "We recieve 40 parcels a day.",
        "We receive 40 parcels a day.",
        "Forty parcels need a ramp.",
        false,
        "a typo",
    );
    check("The colour is grey.", "The color is gray.", "Order gray paint.", false, "a spelling variant");
    check("会議は9時に始まる", "会議は9時に始まる。", "9時に集合", false, "punctuation, in any script");
    check("Встреча в девять", "Встреча  в девять.", "Зал нужен утром", false, "punctuation, in any script");
    check("Umsatz stieg um 15 %.", "Umsatz stieg um 15 Prozent.", "Wachstum von 15 %", false, "a unit as a word");
}

#[test]
fn what_says_something_else_touches() {
    for (new, rule) in [
        ("Revenue grew by 51% in Q3 2025.", "a number"),
        ("Revenue grew by 15 percentage points in Q3 2025.", "a unit"),
        ("Revenue fell by 15% in Q3 2025.", "a direction"),
        ("Revenue did not grow by 15% in Q3 2025.", "a negation"),
        ("Revenue grew by 15% in Q2 2025.", "a quarter"),
        ("Revenue grew by 15% in Q3 2024.", "a year"),
        ("Revenue grew by about 15% in Q3 2025.", "how exact it is"),
        ("Revenue grew by more than 15% in Q3 2025.", "a bound"),
        ("Revenue grew to 15% in Q3 2025.", "what the value is of"),
        ("Revenue may grow by 15% in Q3 2025.", "how certain it is"),
        ("Revenue soared by 15% in Q3 2025.", "a stronger word"),
        ("Revenue grows by 15% in Q3 2025.", "the tense"),
        ("Profit grew by 15% in Q3 2025.", "what is spoken of"),
        ("Revenue grew by 15% in Q3 2025 in Spain.", "a restriction"),
        ("Revenue grew by 15%.", "a date left out"),
        ("Did revenue grow by 15% in Q3 2025?", "a question"),
        ("", "all of it"),
    ] {
        check(FACT, new, INSIGHT, true, rule);
        check(FACT, new, "We should invest.", true, "whatever rests on it, since it cannot be told what that uses");
    }
    for (old, new, rule) in [
        ("All doors open outwards.", "Some doors open outwards.", "a quantifier"),
        ("Staff arrive before noon.", "Staff arrive after noon.", "a preposition that counts"),
        ("Ms Okafor leads it.", "Ms Lindqvist leads it.", "a name"),
        ("Novatek bought Brightline.", "Brightline bought Novatek.", "who did it to whom"),
        ("The lab found a casual link.", "The lab found a causal link.", "a letter between two words"),
        ("会議は9時に始まる", "会議は10時に始まる", "another script"),
        ("Встреча в девять", "Встреча в десять", "another script"),
        ("Test ✓ passed", "Test ✗ passed", "a sign"),
        ("The balance is -5 euros.", "The balance is 5 euros.", "a minus"),
    ] {
        check(old, new, "Something rests on it.", true, rule);
        check(old, new, old, true, rule);
    }
}

#[test]
fn other_words_of_the_same_meaning_touch_who_repeats_the_old_ones() {
    let (old, new) = ("Customers want faster delivery.", "Clients want faster delivery.");
    check(old, new, "Delivery must become faster.", false, "the dependant rests on what stayed");
    check(old, new, "Customers will leave over delivery.", true, "the dependant repeats the old word");
    check(old, new, "Open a second warehouse.", true, "it cannot be told what the dependant uses");
    let because = impact(old, new, "Customers will leave over delivery.");
    assert_eq!(because, Impact::Touched { because: ImpactReason::Uses { words: vec!["Customers".to_owned()] } });
}

#[test]
fn a_sentence_that_changed_touches_who_may_rest_on_it() {
    let old = "The hall seats 300 guests. The kitchen is 24 m².";
    let kitchen = "The hall seats 300 guests. The kitchen is 42 m².";
    check(old, kitchen, "Invite at most 300 guests.", false, "it rests on the other sentence");
    check(old, kitchen, "The kitchen is too small.", true, "it rests on this one");
    check(old, kitchen, "The hall and the kitchen suit us.", true, "it rests on both");
    check(old, kitchen, "Book it.", true, "it cannot be told on which");
    let more = "The hall seats 300 guests. The kitchen is 24 m². Parking costs 5 euros.";
    check(old, more, "Invite at most 300 guests.", false, "what was added is of something else");
    let taken_back = "The hall seats 300 guests. The kitchen is 24 m². This is no longer certain.";
    check(old, taken_back, "Invite at most 300 guests.", true, "what was added may speak of the rest");
}

#[test]
fn it_is_said_what_changed() {
    let because = impact(FACT, "Revenue grew by 51% in Q3 2025.", INSIGHT);
    let changed = ImpactReason::Changed { before: vec!["15%".to_owned()], after: vec!["51%".to_owned()] };
    assert_eq!(because, Impact::Touched { because: changed });
}

#[path = "impact/score.rs"]
mod score;

#[test]
fn the_cases_are_told_far_better_than_by_marking_all() {
    let dev = score::marked(&score::of_half("dev"), score::is_marked);
    println!("dev: recall {:.3}, F1 {:.3} of {dev:?}", dev.recall(), dev.f1());
    if std::env::var_os("FACTLY_IMPACT_ALL").is_some() {
        let held = score::marked(&score::of_half("held_out"), score::is_marked);
        println!("held: recall {:.3}, F1 {:.3} of {held:?}", held.recall(), held.f1());
    }
    assert!(dev.recall() >= 0.95 && dev.f1() >= 0.8, "recall {:.3}, F1 {:.3}", dev.recall(), dev.f1());
}
