//! Texts that say the same and texts that do not, and how well that is told on pairs that we labelled by hand.

use std::collections::BTreeMap;

use factly_core::discovery::duplicates::{DuplicateIndex, DuplicateReason, compare, prepare};
use proptest::prelude::*;

use crate::score;

use score::verdict;

#[test]
fn what_says_the_same_is_a_duplicate() {
    for (a, b) in [
        ("Q3 revenue increased by 15 percent", "Revenue grew by 15% in Q3"),
        ("The hall is 600 cm wide.", "The width of the hall is 6 m"),
        ("We paid €1,200.00 on 1 March 2026", "On 2026-03-01 we paid 1200 EUR"),
        ("Revenue grew in the third quarter", "In Q3 revenue rose"),
        ("Google bought YouTube in 2006.", "YouTube was acquired by Google in 2006."),
        ("The colour was not changed", "The color was unchanged."),
        ("Nearly 500 billion dollars were invested", "Investments reached 495 billion dollars"),
    ] {
        let verdict = verdict(a, b);
        assert!(verdict.duplicate, "{a} | {b}: {verdict:?}");
    }
}

#[test]
fn what_differs_in_one_thing_that_counts_is_not() {
    for (a, b, code) in [
        ("Revenue grew by 15%", "Revenue grew by 51%", "different_value"),
        ("Revenue grew in Q3", "Revenue did not grow in Q3", "different_polarity"),
        ("Revenue rose by 15%", "Revenue fell by 15%", "different_direction"),
        ("Sales in Germany doubled in 2023", "Sales in Germany doubled in 2024", "different_value"),
        ("Sales in Germany doubled in 2023", "Sales in France doubled in 2023", "different_name"),
        ("Google bought YouTube in 2006.", "YouTube bought Google in 2006.", "different_roles"),
        ("Google bought YouTube in 2006.", "Google was bought by YouTube in 2006.", "different_roles"),
        ("The door is 210 cm high", "The door is 210 m high", "different_value"),
        ("The bridge was built in 1789.", "The bridge was built in 1989.", "different_value"),
        ("The town had 1200 residents.", "The town had 2000 residents.", "different_value"),
        ("The firm has 1850 members in town.", "The firm has 1950 members in town.", "different_value"),
        ("Die Mauer wurde 1789 gebaut.", "Die Mauer wurde 1989 gebaut.", "different_value"),
        ("Hall 400 costs 400 euros a month.", "Hall 313 costs 400 euros a month.", "different_value"),
        (
            "The crane of berth 40 leaves every forty minutes.",
            "The crane of berth 313 leaves every forty minutes.",
            "different_value",
        ),
        ("Turnover was 5 million euros", "Costs were 5 million euros", "different_term"),
        ("The company will hire 50 people", "The company hired 50 people", "different_certainty"),
        ("The dam has a length of 149 m", "The wall is 149 m long", "different_term"),
        ("Der Damm hat eine Länge von 149 m.", "Die Mauer ist 149 m lang.", "different_term"),
        ("Le mur a une longueur de 149 m.", "Le barrage a 149 m de long.", "different_term"),
    ] {
        let verdict = verdict(a, b);
        assert!(!verdict.duplicate, "{a} | {b}: {verdict:?}");
        assert_eq!(verdict.reason.code(), code, "{a} | {b}: {verdict:?}");
    }
}

#[test]
fn what_shares_its_subject_and_says_much_of_its_own_is_not() {
    let verdict = verdict(
        "Several visitors reported that when they bring many friends for a tour, the printed Hall Pass tickets are far too \
         long to carry.",
        "Most visitors (33.3%) reported using Hall Pass to print tickets for the tours of 4-20 friends.",
    );
    assert!(!verdict.duplicate, "{verdict:?}");
}

#[test]
fn a_text_of_two_languages_is_judged_alike_from_both_sides() {
    // Read as German and as English: "stieg" is a direction in one only, "nearly" a hedge in the other only.
    let (german, english) = ("Costs stieg nearly 500 im dritten Quartal", "Costs stieg nearly 500 第3四半期");
    for (a, b) in [(german, english), (english, german)] {
        let verdict = verdict(a, b);
        assert!(verdict.duplicate && !verdict.reason.contradicts(), "{a} | {b}: {verdict:?}");
    }
    let (rose, fell) = ("Revenue rose by 15%", "Revenue fell by 15%");
    let of = |a: &str, b: &str| DuplicateReason::DifferentDirection { a: a.into(), b: b.into() };
    assert_eq!(verdict(rose, fell).reason, of("rose", "fell"), "each side's word is said as its own");
    assert_eq!(verdict(fell, rose).reason, of("fell", "rose"));
}

#[test]
fn a_column_is_searched_and_grouped() {
    let mut index = DuplicateIndex::new();
    for (key, text) in [
        ("F-1", "Revenue grew by 15% in Q3"),
        ("F-2", "Revenue grew by 51% in Q3"),
        ("F-3", "Q3 revenue increased by 15 percent"),
        ("F-4", "The hall is 6 m wide"),
        ("F-5", "the hall is 6 m wide."),
    ] {
        index.add(key, prepare(text));
    }
    let found: Vec<&str> =
        index.find(&prepare("In the third quarter, revenue rose 15%")).into_iter().map(|(key, _)| key).collect();
    assert_eq!(found, ["F-1", "F-3"], "what says the same is found, best first, and the other number is not");
    let groups: Vec<Vec<&str>> = index.groups().into_iter().map(|group| group.members).collect();
    assert_eq!(groups, [vec!["F-1", "F-3"], vec!["F-4", "F-5"]], "a column falls into groups");
    index.remove(&"F-3");
    assert_eq!(index.groups().len(), 1, "what was taken out is in no group");
}

#[test]
fn nothing_and_noise_are_texts_too() {
    for text in ["", " ", "…", "15%", "a", "\u{0}", "𝒳𝒴", "ก็", "\u{301}", "'s", "l'", "Q", "…\u{2019}s it"]
    {
        let prepared = prepare(text);
        assert!(compare(&prepared, &prepared).duplicate, "a text is its own duplicate: {text:?}");
    }
    assert_eq!(verdict("", "Revenue grew").reason, DuplicateReason::Unrelated);
}

#[test]
fn the_labelled_pairs_are_many_and_half_of_them_hard() {
    let pairs = score::pairs();
    let hard = pairs.iter().filter(|pair| pair.hard).count();
    assert!(pairs.len() >= 160 && hard * 2 >= pairs.len(), "{} pairs, {hard} of them hard", pairs.len());
}

#[test]
fn pairs_that_no_rule_was_tuned_on_are_told_far_better_than_by_trigrams() {
    let show = std::env::var_os("FACTLY_PAIRS_SHOW").is_some();
    for (split, least) in [("dev", 0.95), ("held_out", 0.92)] {
        let pairs = score::of_split(split);
        let own = score::score(&pairs, |a, b| verdict(a, b).duplicate);
        let (trigrams, threshold) = score::best_trigrams(&pairs);
        println!("{}", own.row(split));
        println!("{}", trigrams.row(&format!("{split}, trigrams from {threshold:.2}")));
        if show && split == "dev" {
            score::show(&pairs);
        }
        assert!(own.f1() >= least, "{split}: F1 {:.3} is below {least}", own.f1());
        assert!(own.f1() >= trigrams.f1() + 0.25, "{split}: F1 {:.3} against {:.3}", own.f1(), trigrams.f1());
    }
}

/// `FACTLY_GROUPS=FILE cargo test -p factly-core --test duplicates -- --ignored --nocapture`
#[test]
#[ignore = "needs a file of grouped texts"]
fn a_file_of_groups_is_scored() {
    let path = std::env::var_os("FACTLY_GROUPS").expect("FACTLY_GROUPS names a file");
    score::groups(&serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap());
}

/// Statements made of few parts, so that many of them nearly agree.
fn statement() -> impl Strategy<Value = String> {
    let subject = prop::sample::select(vec!["Revenue", "Costs", "Sales in Spain", "Umsatz", "The lift", "売上高"]);
    let verb = prop::sample::select(vec![
        "rose",
        "fell",
        "did not rise",
        "may rise",
        "stieg",
        "is broken",
        "was cut by Novatek",
    ]);
    let value =
        prop::sample::select(vec!["by 15%", "by 51 percent", "to 15%", "from 3 to 5 million euros", "nearly 500", ""]);
    let date = prop::sample::select(vec!["in Q3", "in 2024", "im dritten Quartal", "on 1 March 2026", "", "第3四半期"]);
    (subject, verb, value, date).prop_map(|(subject, verb, value, date)| format!("{subject} {verb} {value} {date}"))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_read(a in "\\PC{0,60}", b in "[a-zA-Z0-9 %.,'’\u{300}ßé東の-]{0,60}") {
        for (x, y) in [(&a, &b), (&b, &a)] {
            let verdict = compare(&prepare(x), &prepare(y));
            prop_assert!((0.0..=1.0).contains(&verdict.score));
            prop_assert!(!(verdict.duplicate && verdict.reason.contradicts()));
        }
    }

    #[test]
    fn sides_do_not_matter(a in statement(), b in statement()) {
        let (ab, ba) = (verdict(&a, &b), verdict(&b, &a));
        prop_assert_eq!(ab.duplicate, ba.duplicate, "{} | {}: {:?} {:?}", a, b, ab, ba);
        prop_assert_eq!(ab.score, ba.score, "{} | {}: {:?} {:?}", a, b, ab, ba);
        prop_assert_eq!(ab.reason.code(), ba.reason.code(), "{} | {}: {:?} {:?}", a, b, ab, ba);
    }

    #[test]
    fn an_index_remembers_nothing_of_what_was_taken_out(
        acts in prop::collection::vec((0..8_usize, prop::option::of(statement())), 1..40),
        query in statement(),
    ) {
        let mut index = DuplicateIndex::new();
        let (mut texts, mut came) = (BTreeMap::new(), Vec::new());
        for (key, text) in acts {
            match text {
                Some(text) => {
                    if !came.contains(&key) {
                        came.push(key);
                    }
                    index.add(key, prepare(&text));
                    texts.insert(key, text);
                }
                None => {
                    index.remove(&key);
                    texts.remove(&key);
                }
            }
        }
        let mut fresh = DuplicateIndex::new();
        came.iter().filter_map(|key| texts.get_key_value(key)).for_each(|(key, text)| fresh.add(*key, prepare(text)));
        prop_assert_eq!(index.len(), fresh.len());
        prop_assert_eq!(index.candidates(&prepare(&query)), fresh.candidates(&prepare(&query)));
        prop_assert_eq!(index.groups(), fresh.groups());
    }

    #[test]
    fn no_group_holds_a_contradiction(texts in prop::collection::vec(statement(), 2..14)) {
        let mut index = DuplicateIndex::new();
        texts.iter().enumerate().for_each(|(at, text)| index.add(at, prepare(text)));
        for group in index.groups() {
            for a in &group.members {
                for b in &group.members {
                    let verdict = verdict(&texts[*a], &texts[*b]);
                    prop_assert!(!verdict.reason.contradicts(), "{} | {}: {:?}", texts[*a], texts[*b], verdict);
                }
            }
        }
    }
}

#[test]
fn figures_units_dates_and_denials_are_compared_as_what_they_say() {
    let show = std::env::var_os("FACTLY_PAIRS_SHOW").is_some();
    for half in ["dev", "held_out"] {
        let pairs = score::figures(half);
        let own = score::score(&pairs, |a, b| verdict(a, b).duplicate);
        println!("{}", own.row(&format!("figures, {half}")));
        if show && half == "dev" {
            score::show(&pairs);
        }
        assert!(own.f1() >= 0.85 && own.precision() >= 1.0, "{}", own.row(half));
    }
}
