//! The words of a statement are its quote's, as rows.

use factly_core::evidence::support::{check, check_wording};
use factly_core::evidence::{Missing, MissingKind};
use rstest::rstest;

use MissingKind::{Certainty, Name, Negation, Number, Order, Word};

fn listed(missing: &[Missing]) -> Vec<(MissingKind, &str)> {
    missing.iter().map(|missing| (missing.kind, missing.text.as_str())).collect()
}

/// Returns the parts of a parser's statement that are not its quote's, wording and all.
fn stated(statement: &str, quote: &str) -> Vec<(MissingKind, String)> {
    let mut missing = check(statement, quote);
    missing.extend(check_wording(statement, quote, &missing));
    missing.into_iter().map(|missing| (missing.kind, missing.text)).collect()
}

#[rstest]
#[case::the_same("We expect 800 visitors", "We expect 800 visitors")]
#[case::case_and_stops("we expect 800 visitors.", "We expect\n800 visitors")]
#[case::typesetting("The board didn't say \"yes\".", "The board didn\u{2019}t say “yes”.")]
#[case::articles("Wall is high, and the gate open", "the wall is high, and a gate open")]
#[case::another_unit("The wall is 600 cm high", "the wall is 6 m high")]
#[case::in_words("Three suppliers answered", "3 suppliers answered")]
#[case::one("1 supplier answered", "one supplier answered")]
#[case::another_denial("The board did not approve it", "the board didn\u{2019}t approve it")]
#[case::another_sentence("The wall is 840 m.", "It may rain. The wall is 840 m.")]
#[case::a_sentence_before_another("The wall is 840 m.", "The wall is 840 m. Is it enough?")]
#[case::sentences_that_begin_alike("The wall is high.", "The wall is red. The wall is high.")]
#[case::two_sentences("The wall is red. The gate is open.", "It rains. The wall is red. The gate is open. It is late.")]
#[case::led_to("The council approved the plan.", "In addition, the council approved the plan.")]
#[case::said_yes("The council approved the plan.", "Yes, the council approved the plan.")]
#[case::german_led_to("Der Rat genehmigte den Plan.", "Und der Rat genehmigte den Plan.")]
#[case::german("Nördlicher Deich ist 6 m hoch", "Der Regen fällt. Ein nördlicher Deich ist 600 cm hoch.")]
#[case::french("Le mur est neuf", "Un mur est neuf.")]
#[case::arabic("الجدار ارتفاعه 600 سم", "الجدار ارتفاعه 600 سم.")]
#[case::japanese("壁の高さは600センチ", "壁の高さは600センチ。費用は149ユーロ")]
#[case::hums("The kiln was too hot in the night", "The kiln was, uh, too hot in, um, the night")]
#[case::said_twice("We need it in the wall", "We need, we need it in the, in the wall")]
#[case::filler("The kiln cracks in the winter", "The kiln cracks, like, in the winter")]
fn a_statement_in_the_quotes_own_words_lacks_nothing(#[case] statement: &str, #[case] quote: &str) {
    assert_eq!(listed(&check_wording(statement, quote, &[])), [], "{statement:?} by {quote:?}");
    assert_eq!(stated(statement, quote), [], "{statement:?} by {quote:?}");
}

#[rstest]
#[case::invented("The river will poison the town.", "We expect 800 visitors", Word, "river will poison the town")]
#[case::one_word("The council refused a wall", "The council approved a wall", Word, "refused")]
#[case::synonym("The council endorsed a wall", "The council approved a wall", Word, "endorsed")]
#[case::invented_tail("The wall is high and free of charge", "The wall is high", Word, "and free of charge")]
#[case::invented_head("Most residents want a wall", "a wall", Word, "Most residents want")]
#[case::another_thing("The southern wall is high", "The northern wall is high", Word, "southern")]
#[case::other_people("The employees paid", "The employers paid", Word, "employees")]
#[case::more_certain("We must install at night", "We install at night", Word, "must")]
#[case::and_for_or("Oak and pine", "oak or pine", Word, "and")]
#[case::before_for_after("Paid before delivery", "paid after delivery", Word, "before")]
#[case::anaphora("The wall was too low", "it was too low", Word, "wall")]
#[case::another_tense("They approve the plan", "they approved the plan", Word, "approve")]
#[case::another_number("The resident pays", "The residents pays", Word, "resident")]
#[case::was("The wall is high", "the wall was high", Word, "is")]
#[case::passive("The council was approved", "The council approved", Word, "was")]
#[case::if_he("Il pleut", "s'il pleut", Word, "Il")]
#[case::turned_round(
    "The town will poison the river",
    "The river will poison the town",
    Order,
    "will poison the river"
)]
#[case::values_turned_round(
    "The wall is 9 m and the gate 5 m",
    "The wall is 5 m and the gate 9 m",
    Order,
    "and the gate 5 m"
)]
#[case::who_did_it("Der Rat wählt den Bürger", "Den Rat wählt der Bürger", Word, "Der")]
#[case::not_moved("Anna did pay and Bob did not pay", "Anna did not pay and Bob did pay", Order, "not")]
#[case::hedge("The plan is approved", "The plan is perhaps approved", Certainty, "perhaps")]
#[case::opinion("The plan is good", "I think the plan is good", Certainty, "I think")]
#[case::expected("800 visitors", "We expect 800 visitors", Certainty, "We expect")]
#[case::condition("we build the wall", "if they pay, we build the wall", Certainty, "if they pay")]
#[case::a_part("the plan of the wall", "They have read the plan of the wall twice.", Certainty, "They have read")]
#[case::a_fragment("More than ever", "the opening — “more than ever”", Certainty, "opening")]
#[case::a_value(
    "The council approved the wall on 6 May 2026",
    "The council approved a wall of 840 m on 6 May 2026",
    Certainty,
    "of 840 m"
)]
#[case::only_one("1 supplier answered", "only one supplier answered", Certainty, "only")]
#[case::a_sign("The wall is 600 cm high", "The wall is ~600 cm high", Certainty, "~")]
#[case::a_sign_behind("We expect 800 visitors", "We expect 800+ visitors", Certainty, "+")]
#[case::title("Bob voted for the plan", "Anna instead of Dr. Bob voted for the plan", Certainty, "Anna instead of Dr")]
#[case::in_the_middle("It rains. It snows.", "It rains. Then it stops. It snows.", Certainty, "Then")]
#[case::said_by_another("الجدار ارتفاعه 600 سم", "قالت سارة إن الجدار ارتفاعه 600 سم", Certainty, "قالت سارة إن")]
// Articles and what leads over are free in the languages that they are told apart in.
#[case::spanish_article("El plan es una nuevo", "El plan es nuevo", Word, "una")]
#[case::spanish_lead("The board did not approve it", "También the board didn’t approve it", Certainty, "También")]
#[case::no_hum_in_german("Die Kosten sind 5 Euro gestiegen", "die Kosten sind um 5 Euro gestiegen", Certainty, "um")]
#[case::hedge_between_commas("It cracks in the winter", "it cracks, maybe, in the winter", Certainty, "maybe")]
#[case::german("Die Mauer ist sicher", "Die Mauer ist vielleicht sicher", Certainty, "vielleicht")]
#[case::german_word("Der Deich ist alt", "Der Deich ist neu", Word, "alt")]
#[case::french("Le mur est vieux", "Le mur est neuf", Word, "vieux")]
#[case::hebrew("הקיר ישן", "הקיר חדש", Word, "ישן")]
#[case::japanese("壁は古い", "壁は低い", Word, "古")]
// A statement of a part of its quote says another thing than the whole.
#[case::of_another_measure(
    "The hall is 600 cm high.",
    "The hall is 600 cm wide and 300 cm high.",
    Certainty,
    "wide and 300 cm"
)]
#[case::of_another_thing(
    "The north wall is 300 cm wide.",
    "The north wall is 600 cm wide and the south wall is 300 cm wide.",
    Certainty,
    "600 cm wide and the south wall is"
)]
#[case::of_somebody_else(
    "Anna earns 70,000 EUR.",
    "Anna earns 50,000 EUR and Bob earns 70,000 EUR.",
    Certainty,
    "50,000 EUR and Bob earns"
)]
#[case::done_by_another(
    "Management rejected it.",
    "Management approved the plan, but the council rejected it.",
    Certainty,
    "approved the plan, but the council"
)]
#[case::the_other_way(
    "Sales rose 4 % in France.",
    "Sales rose 12 % in Germany and fell 4 % in France.",
    Certainty,
    "12 % in Germany and fell"
)]
#[case::of_two_sentences(
    "The tunnel was approved.",
    "The tunnel was rejected. The bridge was approved.",
    Certainty,
    "rejected. The bridge was"
)]
#[case::german_of_two(
    "Der Rat hat den Plan genehmigt.",
    "Der Rat hat den Plan abgelehnt und den Haushalt genehmigt.",
    Certainty,
    "abgelehnt und den Haushalt"
)]
#[case::french_of_two(
    "Le budget a été approuvé.",
    "Le budget a été rejeté et le plan a été approuvé.",
    Certainty,
    "rejeté et le plan a été"
)]
#[case::who(
    "Anna Schmidt resigned on 3 May 2026.",
    "Anna Schmidt met Bob Lang, who resigned on 3 May 2026.",
    Certainty,
    "met Bob Lang, who"
)]
#[case::false_that(
    "The council approved the plan.",
    "It is false that the council approved the plan.",
    Certainty,
    "It is false that"
)]
#[case::yet_to("The council has approve the plan.", "The council has yet to approve the plan.", Certainty, "yet to")]
#[case::yet_to_at_all(
    "The council has approved the plan.",
    "The council has yet to approve the plan.",
    Word,
    "approved"
)]
#[case::refrained("The council approves the plan.", "The council refrained from approving the plan.", Word, "approves")]
#[case::short_of(
    "The council approved the plan.",
    "The council stopped short of approving the plan.",
    Word,
    "approved"
)]
#[case::wants("The council approve the plan.", "The council wants to approve the plan.", Certainty, "wants to")]
#[case::requested("The council approved the plan.", "The council was asked to approve the plan.", Word, "approved")]
#[case::said_to(
    "The council have approved the plan.",
    "The council is said to have approved the plan.",
    Certainty,
    "is said to"
)]
#[case::half("The council approved the plan.", "The council approved half of the plan.", Certainty, "half of")]
#[case::in_part("The council approved the plan.", "The council approved the plan in part.", Certainty, "in part")]
#[case::lacks("The plan has support.", "The plan lacks support.", Word, "has")]
#[case::or("Berlin will host the fair.", "Berlin or Hamburg will host the fair.", Certainty, "or Hamburg")]
#[case::few("Residents support the plan.", "Few residents support the plan.", Certainty, "Few")]
#[case::some("Residents support the plan.", "Some residents support the plan.", Certainty, "Some")]
#[case::instead("Bob voted for the plan.", "Anna instead of Bob voted for the plan.", Certainty, "Anna instead of")]
#[case::unlike("Anna voted for the plan.", "Anna unlike Bob voted for the plan.", Certainty, "unlike Bob")]
#[case::weekdays(
    "The museum opens at 9 on Sundays.",
    "The museum opens at 9 on weekdays and at 11 on Sundays.",
    Certainty,
    "weekdays and at 11 on"
)]
#[case::question("The council approved the plan.", "The council approved the plan?", Certainty, "?")]
#[case::german_question("Der Rat genehmigte den Plan.", "Der Rat genehmigte den Plan? Ja.", Certainty, "?")]
fn words_that_are_not_the_quotes_are_listed(
    #[case] statement: &str,
    #[case] quote: &str,
    #[case] kind: MissingKind,
    #[case] text: &str,
) {
    let all = stated(statement, quote);
    assert_eq!(all.first(), Some(&(kind, text.to_owned())), "{statement:?} by {quote:?}: {all:?}");
}

#[test]
fn what_is_listed_as_a_name_or_a_number_is_not_listed_as_a_word_too() {
    let all = stated("Globex will not offer 159 to the town", "Acme offered 149");
    let (name, number) = ((Name, "Globex".to_owned()), (Number, "159".to_owned()));
    let expected = [number, name, (Negation, "not".to_owned()), (Word, "will".to_owned()), (Word, "offer".to_owned())];
    assert_eq!(all[..5], expected);
}

#[test]
fn all_that_differs_is_listed() {
    let all = stated("Smoking is allowed.", "Smoking was allowed until 2024.");
    assert_eq!(all, [(Word, "is".to_owned()), (Certainty, "until 2024".to_owned())]);
    let all = stated("The council did approve the plan.", "Did the council approve the plan?");
    assert_eq!(all, [(Order, "did".to_owned()), (Certainty, "?".to_owned())]);
    let all = stated("They read the plan.", "They have read the plan twice, if at all.");
    assert_eq!(all, [(Certainty, "have".to_owned()), (Certainty, "twice, if at all".to_owned())]);
}
