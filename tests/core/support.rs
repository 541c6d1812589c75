//! Content of a value or a statement that its quote does not have, as rows.

use factly_core::evidence::support::{check, check_rivals, check_topic, check_value, left_out};
use factly_core::evidence::{EvidenceClaim, EvidenceText, Located, Missing, MissingKind};
use factly_core::inputs::{BundleSection, SectionSpan};
use factly_core::keys::Registry;
use factly_core::text::Span;
use factly_core::values::{Currency, Money, NumberFormat, PartialDate, Quantity, Unit, Value};
use rstest::rstest;

use MissingKind::{Certainty, Date, Money as MoneyKind, Name, Negation, Number, Unit as UnitKind, Value as ValueKind};

fn listed(missing: &[Missing]) -> Vec<(MissingKind, &str)> {
    missing.iter().map(|missing| (missing.kind, missing.text.as_str())).collect()
}

#[rstest]
#[case::the_same("The wall is 600 cm.", "the wall is 600 cm")]
#[case::another_unit("The wall is 600 cm high", "the wall, 6 m high")]
#[case::in_words("Three suppliers answered", "we heard back from 3 suppliers")]
#[case::in_digits("3 suppliers answered", "three suppliers answered")]
#[case::one("1 supplier answered", "only one supplier answered")]
#[case::percent("15 percent of users", "15% of users")]
#[case::pct("15 % of users", "15 pct of users")]
#[case::money("The licence costs €1,200", "it is 1,200.00 EUR for the licence")]
#[case::iso_date("Delivery by 2026-03-01", "they deliver by 1 March 2026")]
#[case::german_date("Es wird am 01.03.2026 geliefert", "geliefert wird am 1. März 2026")]
#[case::a_less_exact_date("Delivery in March 2026", "they deliver on 1 March 2026")]
#[case::both_deny("The board did not approve it", "the board didn\u{2019}t approve it")]
#[case::french_denial("Le comité n'a pas accepté", "le comité ne l'a jamais accepté")]
#[case::name_elsewhere_in_case("Offered by ACME", "Acme offered it")]
#[case::genitive("The plan of Anna", "it was Anna's plan")]
#[case::sentence_start("The plan was approved. It starts in May", "they approved the plan, and it starts in May")]
#[case::pronoun("Since then I agree", "since then we agree")]
#[case::not_only("It is fast and cheap", "it is not only fast but cheap")]
#[case::empty("", "whatever")]
fn what_the_quote_says_in_any_writing_is_not_missing(#[case] statement: &str, #[case] quote: &str) {
    assert_eq!(listed(&check(statement, quote)), [], "{statement:?} by {quote:?}");
}

#[rstest]
#[case::digits("The licence costs 159", "the licence costs 149", Number, "159")]
#[case::decimals("It weighs 1.5", "it weighs 15", Number, "1.5")]
#[case::sign("It was -5 outside", "it was 5 outside", Number, "-5")]
#[case::money_amount("It costs €159", "it costs €149", MoneyKind, "€159")]
#[case::currency("It costs $149", "it costs €149", MoneyKind, "$149")]
#[case::no_currency("It costs €149", "it costs 149", MoneyKind, "€149")]
#[case::scale("It costs €15 million", "it costs €15 thousand", MoneyKind, "€15 million")]
#[case::french_currency(
    "Le mur coûte 3 millions d'euros",
    "le mur coûte 3 millions de dollars",
    MoneyKind,
    "3 millions d'euros"
)]
#[case::spanish_amount("Cuesta 3 millones de euros", "cuesta 2 millones de euros", MoneyKind, "3 millones de euros")]
#[case::francs_of_which_country(
    "Il coûte 3 millions d'euros",
    "il coûte 3 millions de francs",
    MoneyKind,
    "3 millions d'euros"
)]
#[case::german_billion(
    "Es kostet 3 Billion Euro und die Stadt zahlt",
    "es kostet 5 Billion Euro und die Stadt zahlt",
    Number,
    "3 Billion"
)]
#[case::english_billion(
    "It costs 3 billion euros",
    "das kostet die Stadt und den Kreis 3 Billion Euro",
    MoneyKind,
    "3 billion euros"
)]
#[case::unit("The wall is 600 mm", "the wall is 600 cm", UnitKind, "600 mm")]
#[case::no_unit("The wall is 600 mm", "the wall is 600 or so", UnitKind, "600 mm")]
#[case::amount("The wall is 610 cm", "the wall is 600 cm", Number, "610 cm")]
#[case::day("Delivery on 2 March 2026", "they deliver on 1 March 2026", Date, "2 March 2026")]
#[case::more_exact_date("Delivery on 1 March 2026", "they deliver in March 2026", Date, "1 March 2026")]
#[case::dropped_not("The board approved it", "the board did not approve it", Negation, "not")]
#[case::contracted("The board approved it", "the board didn\u{2019}t approve it", Negation, "didn\u{2019}t")]
#[case::added_not("The board did not approve it", "the board did approve it", Negation, "not")]
#[case::german_not("Der Plan wurde genehmigt", "der Plan wurde nicht genehmigt", Negation, "nicht")]
#[case::german_added("Der Plan wurde nicht genehmigt", "der Plan wurde genehmigt", Negation, "nicht")]
#[case::french_not("le plan est accepté", "le plan n'est pas accepté", Negation, "n'est")]
#[case::spanish_not("se aprobó el plan", "no se aprobó el plan", Negation, "no")]
#[case::spanish_added("nunca se aprobó el plan", "se aprobó el plan", Negation, "nunca")]
#[case::japanese_not("委員会は承認した", "委員会は承認しなかった", Negation, "なかった")]
#[case::chinese_not("我们同意", "我们不同意", Negation, "不")]
#[case::arabic_not("وافقت اللجنة", "لم توافق اللجنة", Negation, "لم")]
#[case::prefix("the plan is approved", "the plan is unapproved", Negation, "approved")]
#[case::name("It was offered by Globex", "it was offered by Acme", Name, "Globex")]
#[case::name_first("Globex offered it", "Acme offered it", Name, "Globex")]
#[case::acronym("Certified by TUV", "certified by an institute", Name, "TUV")]
#[case::coded_name("It fits the B2B market", "it fits the market", Name, "B2B")]
#[case::katakana("サーバーを買う", "機械を買う", Name, "サーバー")]
// "Uber" is a name, and "über" opens many a sentence.
#[case::name_without_a_mark("Uber offered it", "Acme offered it", Name, "Uber")]
#[case::name_like_a_word("Se offered it", "Acme offered it", Name, "Se")]
fn what_the_quote_does_not_say_is_listed(
    #[case] statement: &str,
    #[case] quote: &str,
    #[case] kind: MissingKind,
    #[case] text: &str,
) {
    assert_eq!(listed(&check(statement, quote)), [(kind, text)], "{statement:?} by {quote:?}");
}

#[test]
fn everything_that_is_missing_is_listed_once() {
    let missing = check("Globex did not offer 159, nor 159, to Globex", "Acme offered 149");
    let kinds: Vec<MissingKind> = missing.iter().map(|missing| missing.kind).collect();
    assert_eq!(kinds, [Number, Name, Negation]);
}

fn quantity(amount: i64, unit: &str) -> Value {
    Value::Dimension(Quantity::new(amount.into(), Unit::parse(unit).unwrap()).unwrap())
}

fn money(amount: i64, currency: Currency) -> Value {
    Value::Currency(Money::from_amount(amount.into(), currency).unwrap())
}

#[rstest]
#[case::quantity(quantity(600, "cm"), "the wall is 6 m high")]
#[case::money(money(1200, Currency::EUR), "for €1,200.00 a year")]
#[case::number(Value::Number(3.into()), "three suppliers")]
#[case::date(Value::Date(PartialDate::day(2026, 3, 1).unwrap()), "on 01.03.2026")]
#[case::yes(Value::Boolean(true), "drilling is allowed")]
#[case::no(Value::Boolean(false), "drilling is not allowed")]
#[case::forbidden(Value::Boolean(false), "drilling is forbidden")]
#[case::choice(Value::Enum("Night".into()), "we install at night")]
#[case::text(Value::String("Anna Schmidt".into()), "call Anna Schmidt first")]
#[case::note(Value::Note("The wall is 600 cm".into()), "the wall is 6 m")]
#[case::one_of_two(quantity(6, "m"), "not 5 m but 6 m")]
#[case::denial_of_something_else(quantity(6, "m"), "no drilling, and the wall is 6 m")]
fn a_value_that_the_quote_carries_is_supported(#[case] value: Value, #[case] quote: &str) {
    assert_eq!(listed(&check_value(&value, quote, NumberFormat::detect(quote))), [], "{value:?} by {quote:?}");
}

#[rstest]
#[case::quantity(quantity(610, "cm"), "the wall is 6 m high", Number)]
#[case::unit(quantity(6, "cm"), "the wall is 6 m high", UnitKind)]
#[case::money(money(1200, Currency::USD), "for €1,200.00 a year", MoneyKind)]
#[case::bare(money(1200, Currency::USD), "for 1,200.00 a year", MoneyKind)]
#[case::number(Value::Number(4.into()), "three suppliers", Number)]
#[case::date(Value::Date(PartialDate::day(2026, 3, 2).unwrap()), "on 01.03.2026", Date)]
#[case::denied_number(quantity(6, "m"), "the wall is not 6 m high", Negation)]
#[case::denied_yes(Value::Boolean(true), "drilling is not allowed", Negation)]
#[case::forbidden_yes(Value::Boolean(true), "drilling is forbidden", Negation)]
#[case::undenied_no(Value::Boolean(false), "drilling is allowed", ValueKind)]
#[case::choice(Value::Enum("Night".into()), "we install at noon", ValueKind)]
#[case::denied_choice(Value::Enum("Night".into()), "we never install at night", Negation)]
#[case::text(Value::String("oak".into()), "made of pine", ValueKind)]
#[case::name(Value::String("Anna Schmidt".into()), "call Anna first", Name)]
#[case::note(Value::Note("The wall is 159 cm".into()), "the wall is 149 cm", Number)]
fn a_value_that_the_quote_does_not_carry_is_listed(
    #[case] value: Value,
    #[case] quote: &str,
    #[case] kind: MissingKind,
) {
    let missing = check_value(&value, quote, NumberFormat::detect(quote));
    let kinds: Vec<MissingKind> = missing.iter().map(|missing| missing.kind).collect();
    assert_eq!(kinds, [kind], "{value:?} by {quote:?}");
}

/// Returns what is left out where `quote` is quoted from `text`.
fn beside(text: &str, quote: &str) -> Vec<(MissingKind, String)> {
    let sections = [SectionSpan { section: BundleSection::FreeChat, span: Span::new(0, text.chars().count() as u32) }];
    let source = EvidenceText::new(text, &sections);
    match source.locate(&EvidenceClaim { quote, ..EvidenceClaim::default() }) {
        Located::Found { evidence, .. } => {
            left_out(&source, &evidence).into_iter().map(|missing| (missing.kind, missing.text)).collect()
        }
        Located::Unverified { reason } => panic!("{quote:?} in {text:?}: {reason:?}"),
    }
}

#[rstest]
#[case::not_before("we did not approve the plan", "approve the plan", Negation, "not")]
#[case::not_really("we did not really approve the plan", "approve the plan", Negation, "not")]
#[case::not_after("Wir genehmigen den Plan nicht.", "Wir genehmigen den Plan", Negation, "nicht")]
#[case::chinese("我们不同意这个计划。", "同意这个计划", Negation, "不")]
#[case::japanese("委員会は計画を承認しなかった。", "委員会は計画を承認し", Negation, "なかった")]
#[case::scale("a budget of 15 million in all", "a budget of 15", Number, "15 million")]
#[case::unit("a wall of 600 cm", "a wall of 600", Number, "600 cm")]
#[case::abbreviated("it holds 40 approx. never more", "it holds 40 approx.", Negation, "never")]
#[case::capital_within("we approve the plan Never again", "we approve the plan", Negation, "Never")]
#[case::currency("a budget of €500 a day", "500 a day", MoneyKind, "€500")]
#[case::complement(
    "It is not the case that the council approved the plan.",
    "the council approved the plan",
    Negation,
    "not"
)]
#[case::belief("No one in the council believes that the wall will hold", "the wall will hold", Negation, "No")]
// It was held for too far off; but "could not say whether" leaves open what follows it, so the analyst is to look.
#[case::whether("we could not then and there say whether the plan holds", "the plan holds", Negation, "not")]
#[case::comma_that(
    "It is not true, as some say, that the council approved it",
    "the council approved it",
    Negation,
    "not"
)]
#[case::inserted("The council did not, after long talks, approve the plan", "approve the plan", Negation, "not")]
#[case::after_that("It is not true that, in May, the council approved it", "the council approved it", Negation, "not")]
#[case::or("We did not review or approve the plan", "approve the plan", Negation, "not")]
#[case::dass(
    "Es stimmt nicht, dass gestern der Rat den Plan genehmigt hat",
    "der Rat den Plan genehmigt hat",
    Negation,
    "nicht"
)]
#[case::que("Il n'est pas vrai que le conseil a approuvé le plan", "le conseil a approuvé le plan", Negation, "n'est")]
#[case::spanish("No es cierto que el consejo aprobó el plan", "el consejo aprobó el plan", Negation, "No")]
#[case::figure("It is not 3.5 m that the wall has in length", "the wall has in length", Negation, "not")]
#[case::broken_line(
    "After all that we have heard in May it is not true that the\ncouncil approved the plan",
    "council approved the plan",
    Negation,
    "not"
)]
#[case::broken_within(
    "After all that we have heard in May it is not the case\nthat the council approved the plan",
    "the council approved the plan",
    Negation,
    "not"
)]
#[case::nicht_at_the_end(
    "Den Plan genehmigte der Rat in seiner langen Sitzung am Ende nicht.",
    "Den Plan genehmigte der Rat",
    Negation,
    "nicht"
)]
#[case::condition("If the council approves the plan, we build", "the council approves the plan", Certainty, "If")]
#[case::some_words_on("We build if in May the council approves", "the council approves", Certainty, "if")]
#[case::main_clause("If the plan is approved, we will build the wall", "we will build the wall", Certainty, "If")]
#[case::unless_behind(
    "The council approves the plan unless it costs more",
    "The council approves the plan",
    Certainty,
    "unless"
)]
#[case::if_behind("We will build the wall, if it is cheap", "We will build the wall", Certainty, "if")]
#[case::set_apart_behind("We build if it is cheap; else we wait", "We build", Certainty, "if")]
#[case::supposing("Supposing that it holds, the wall stays", "the wall stays", Certainty, "Supposing")]
#[case::whether("They ask whether the council approved it", "the council approved it", Certainty, "whether")]
#[case::provided("We build provided that the plan is approved", "the plan is approved", Certainty, "provided")]
#[case::wenn("Wenn der Rat den Plan genehmigt, bauen wir", "der Rat den Plan genehmigt", Certainty, "Wenn")]
#[case::falls("Falls der Rat zustimmt, bauen wir", "der Rat zustimmt", Certainty, "Falls")]
#[case::french_si("On construit si le conseil approuve", "le conseil approuve", Certainty, "si")]
#[case::few("Few residents support the plan", "residents support the plan", Certainty, "Few")]
#[case::half("Half the residents agree. Some residents stay", "residents stay", Certainty, "Some")]
#[case::about("It holds about 800 visitors", "800 visitors", Certainty, "about")]
#[case::might("The council might approve the plan", "approve the plan", Certainty, "might")]
#[case::question("Will the council approve the plan in May?", "the council approve the plan", Certainty, "?")]
#[case::question_to_the_end("Is it so? The plan holds? Yes.", "The plan holds", Certainty, "?")]
#[case::german_few("Wenige Leute stimmten zu", "Leute stimmten zu", Certainty, "Wenige")]
// What hangs from a denial hangs from it behind a semicolon too, and "while" does not end it.
#[case::semicolon_or("We did not drill; or so the wall is 6 m long", "the wall is 6 m long", Negation, "not")]
#[case::while_("We did not drill while the wall is 6 m long", "the wall is 6 m long", Negation, "not")]
#[case::german_while("Wir bohren nicht während die Mauer 6 m hat", "die Mauer 6 m hat", Negation, "nicht")]
#[case::ne_pas("Ce plan, le conseil ne l'a pas approuvé", "approuvé", Negation, "ne")]
fn what_stands_beside_a_quote_and_changes_it_is_listed(
    #[case] text: &str,
    #[case] quote: &str,
    #[case] kind: MissingKind,
    #[case] missing: &str,
) {
    assert_eq!(beside(text, quote), [(kind, missing.to_owned())], "{quote:?} from {text:?}");
}

#[rstest]
#[case::another_clause("No, we approved the plan", "we approved the plan")]
#[case::another_sentence("We did not. They approved the plan", "They approved the plan")]
#[case::denied_next("149 people came. We did not count.", "149 people came.")]
#[case::next_sentence("It holds 40 m³. Nobody came.", "It holds 40 m³.")]
#[case::joined("we do not drill but approve the plan", "approve the plan")]
// What is set against the clause before, or stands beside it, is not denied with it.
#[case::although("Although it was not cheap, the wall is 6 m long", "the wall is 6 m long")]
#[case::semicolon("We did not drill; the wall is 6 m long", "the wall is 6 m long")]
#[case::but("It is not cheap, but the wall is 6 m long", "the wall is 6 m long")]
#[case::and("It is not cheap and the wall is 6 m long", "the wall is 6 m long")]
#[case::german_but("Wir bohren nicht, aber die Mauer ist 6 m lang", "die Mauer ist 6 m lang")]
#[case::heading("Drilling is not allowed\nThe wall is 6 m long", "The wall is 6 m long")]
#[case::list("- no parking\n- lift available", "lift available")]
#[case::short_lines("no parking\nlift available", "lift available")]
#[case::paragraph("This is not it\n\nthe wall is 6 m long", "the wall is 6 m long")]
#[case::behind_far_off("The wall is 6 m long along the river that no ship passes", "The wall is 6 m long")]
#[case::inside("we did not approve the plan", "did not approve the plan")]
#[case::set_apart("If it rains we stay; the wall is 6 m long", "the wall is 6 m long")]
#[case::it_falls("The river falls the wall is 6 m long", "the wall is 6 m long")]
#[case::next_sentence_asks("The wall is 6 m long. If it rains, it leaks", "The wall is 6 m long.")]
#[case::next_asks("The wall is 6 m long. Is it high?", "The wall is 6 m long")]
#[case::line_between("The wall is 6 m long\nIs it high?", "The wall is 6 m long")]
#[case::will("We will build the wall", "build the wall")]
#[case::whole_value("a wall of 600 cm", "600 cm")]
#[case::another_value("from 3 to 600 cm of 2 walls", "of 2 walls")]
fn what_does_not_speak_of_the_quote_is_not(#[case] text: &str, #[case] quote: &str) {
    assert_eq!(beside(text, quote), [], "{quote:?} from {text:?}");
}

/// Returns whether a quote speaks of a key of the production pack.
fn off_topic(key: &str, quote: &str, question: Option<&str>) -> Option<String> {
    let registry = Registry::from_packs(&["production", "research"], vec![]).unwrap();
    check_topic(registry.get(key).unwrap(), quote, question).map(|missing| missing.text)
}

const DRILLING: &str = "project.constraints.drillingAllowed";
const LIFT: &str = "project.logistics.liftAvailable";

#[rstest]
#[case::its_name(DRILLING, "drilling is allowed")]
#[case::inflected(DRILLING, "holes may be drilled anywhere")]
#[case::question(DRILLING, "You can make holes all over the venue")]
#[case::german(DRILLING, "Gebohrt werden darf nur im Keller")]
#[case::french(DRILLING, "Le perçage des murs est interdit")]
#[case::spanish(DRILLING, "No se puede taladrar")]
#[case::compound(LIFT, "Ein Lastenaufzug steht bereit")]
#[case::plural(LIFT, "Es gibt zwei Aufzüge")]
#[case::elevator(LIFT, "The elevators work at night")]
#[case::french_lift(LIFT, "Il y a un monte-charge")]
#[case::parking("project.logistics.parking", "You can park in the yard")]
#[case::only_a_state("project.decisions.approved", "The council approves the plan")]
fn a_quote_speaks_of_its_key(#[case] key: &str, #[case] quote: &str) {
    assert_eq!(off_topic(key, quote, None), None, "{quote:?}");
}

#[rstest]
#[case::anything(DRILLING, "We expect 800 visitors")]
#[case::any_denial(DRILLING, "Ines Valcourt did not approve the culvert")]
#[case::allowed(DRILLING, "Dogs are allowed")]
#[case::venue(DRILLING, "The venue is large")]
#[case::available(LIFT, "A hall is available")]
#[case::partner("project.logistics.parking", "Our partners agree")]
fn a_quote_of_something_else_does_not(#[case] key: &str, #[case] quote: &str) {
    assert!(off_topic(key, quote, None).is_some(), "{quote:?}");
    assert_eq!(off_topic(key, quote, Some("What is the colour of it?")), off_topic(key, quote, None));
}

#[test]
fn a_yes_is_about_what_was_asked() {
    assert_eq!(off_topic(DRILLING, "Yes, sure", None).as_deref(), Some("Drilling allowed"));
    assert_eq!(off_topic(DRILLING, "Yes, sure", Some("Is drilling allowed?")), None);
    assert_eq!(off_topic(DRILLING, "Yes, sure", Some("Is there coffee?")).as_deref(), Some("Drilling allowed"));
}

/// Returns whether a quote speaks of another key of the packs that takes such a value, and not of this one.
fn rival_key(key: &str, quote: &str, question: Option<&str>) -> Option<String> {
    let registry = Registry::from_packs(&["production", "research"], vec![]).unwrap();
    check_rivals(&registry, registry.get(key).unwrap(), quote, question).map(|missing| missing.text)
}

const WIDTH: &str = "item.dimensions.width";
const DEPOSIT: &str = "project.budget.deposit";
const OPENING: &str = "project.timeline.opening";

#[rstest]
#[case::height(WIDTH, "The door is 600 cm high")]
#[case::german(WIDTH, "Die Wand ist 600 cm hoch")]
#[case::french(WIDTH, "La hauteur est de 600 cm")]
#[case::total(DEPOSIT, "The total budget is €1,200")]
#[case::deadline(OPENING, "The deadline is 1 March 2026")]
#[case::door_high("project.logistics.doorWidth", "The door is 600 cm high")]
#[case::lowest("project.logistics.doorWidth", "The lowest door measures 190 cm")]
#[case::door_wide("project.logistics.doorHeight", "The door is 90 cm wide")]
#[case::highest("item.dimensions.height", "The maximum height is 6 m")]
#[case::grows("market.share", "The market grew by 12 %")]
fn an_amount_of_another_key_is_not_its_own(#[case] key: &str, #[case] quote: &str) {
    assert!(rival_key(key, quote, None).is_some(), "{quote:?}");
}

#[rstest]
#[case::its_name(WIDTH, "The backdrop is 600 cm wide", None)]
#[case::both(WIDTH, "The backdrop is 600 cm wide and 300 cm high", None)]
#[case::neither(WIDTH, "It is 600 cm", None)]
#[case::other_measure(WIDTH, "It weighs 4 kg and is 600 cm", None)]
#[case::highway(WIDTH, "The highway sign is 600 cm", None)]
#[case::question(WIDTH, "600 cm, and it is just as high", Some("How wide is it?"))]
#[case::opens(OPENING, "We open on 1 March 2026, the deadline", None)]
#[case::door_wide("project.logistics.doorWidth", "The door is 90 cm wide", None)]
#[case::narrowest("project.logistics.doorWidth", "The narrowest door measures 90 cm", None)]
#[case::only_the_door("project.logistics.doorWidth", "The door measures 90 cm", None)]
#[case::wide_and_high("project.logistics.doorWidth", "The door is 90 cm wide and 2 m high", None)]
#[case::asked_how_wide(
    "project.logistics.doorWidth",
    "The door is 90 cm, and is high",
    Some("How wide is the narrowest door?")
)]
#[case::no_live_in_delivery(
    "project.logistics.deliveryDate",
    "The delivery date is 1 March 2026, and the opening is on 3 May",
    None
)]
#[case::a_price_per_metre("product.price", "Molton black costs 12.50 EUR per m²", None)]
#[case::maximum("project.constraints.maxHeight", "The maximum height at the door is 3 m", None)]
fn an_amount_that_may_be_its_own_is(#[case] key: &str, #[case] quote: &str, #[case] question: Option<&str>) {
    assert_eq!(rival_key(key, quote, question), None, "{quote:?}");
}
