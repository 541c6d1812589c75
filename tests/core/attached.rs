//! Values that a quote gives to a key, as rows: those that it says plainly, and those that occur in it and are
//! something else's.

use factly_core::evidence::Missing;
use factly_core::evidence::support::{check_attached, check_rivals, check_topic, check_value};
use factly_core::keys::Registry;
use factly_core::values::{NumberFormat, Value};
use rstest::rstest;

const MAX_HEIGHT: &str = "project.constraints.maxHeight";
const WIDTH: &str = "item.dimensions.width";
const HEIGHT: &str = "item.dimensions.height";
const VISITORS: &str = "project.summary.expectedVisitors";
const PRICE: &str = "product.price";
const GROWTH: &str = "market.growthRate";
const SHARE: &str = "market.share";
const LEADER: &str = "market.leader";
const SEAT: &str = "organisation.headquarters";
const CLIENT: &str = "project.summary.client";
const PARKING: &str = "project.logistics.parking";
const DRILLING: &str = "project.constraints.drillingAllowed";
const OPENING: &str = "project.timeline.opening";
const DELIVERY: &str = "project.logistics.deliveryDate";
const EMPLOYEES: &str = "organisation.employees";
const APPROVED: &str = "project.decisions.approved";
const BUDGET: &str = "project.budget.total";
const LIFT: &str = "project.logistics.liftAvailable";
const DOOR_HEIGHT: &str = "project.logistics.doorHeight";
const FIRE_CLASS: &str = "project.constraints.fireClass";

/// All that keeps a value from being accepted by itself, as a run asks it.
fn asked_about(key: &str, value: &str, quote: &str, question: Option<&str>) -> Vec<Missing> {
    let registry = Registry::from_packs(&["production", "research"], vec![]).unwrap();
    let key = registry.get(key).unwrap();
    let value = Value::from_text(value, &key.expect()).unwrap();
    let of_another = match value {
        Value::Boolean(_) => check_topic(key, quote, question),
        _ => check_rivals(&registry, key, quote, question),
    };
    let attached = check_attached(&registry, key, &value, quote, question);
    check_value(&value, quote, NumberFormat::detect(quote)).into_iter().chain(of_another).chain(attached).collect()
}

#[rstest]
#[case::only_one(MAX_HEIGHT, "3 m", "The maximum height is 3 m.")]
#[case::first_of_two(MAX_HEIGHT, "3 m", "The maximum height is 3 m and the width is 600 cm.")]
#[case::second_of_two(WIDTH, "600 cm", "The height is 3 m and the width is 600 cm.")]
#[case::behind_the_value(WIDTH, "600 cm", "The backdrop is 600 cm wide and 300 cm high.")]
#[case::of_the_door(DOOR_HEIGHT, "2.5 m", "The door is 1 metre wide and 2.5 metres high.")]
#[case::behind_the_second(HEIGHT, "300 cm", "The backdrop is 600 cm wide and 300 cm high.")]
#[case::listed(HEIGHT, "3 m", "Width: 600 cm, height: 3 m")]
#[case::on_lines(HEIGHT, "3 m", "Width: 600 cm\nHeight: 3 m")]
#[case::in_cells(HEIGHT, "3 m", "Width 600 cm | Height 3 m")]
#[case::german(MAX_HEIGHT, "3 m", "Die maximale Höhe beträgt 3 m, die Breite 600 cm.")]
#[case::another_sentence(WIDTH, "600 cm", "The width is 600 cm. The lamp is 2 m high.")]
#[case::unlike(PRICE, "€60", "The price is €60 for 20 users.")]
#[case::old_price(PRICE, "€75", "The price rose from €60 to €75.")]
#[case::up_from(PRICE, "€75", "The price is €75, up from €60.")]
#[case::instead(PRICE, "€75", "The price is €75 instead of €60.")]
#[case::of_which(VISITORS, "800", "We expect 800 visitors, 300 of them children.")]
#[case::until_something_else(PRICE, "€75", "It went on rising until ten, and the price was €75.")]
#[case::expected(VISITORS, "800", "We expect 800 visitors.")]
#[case::may(MAX_HEIGHT, "3 m", "The height may be 3 m.")]
#[case::at_most(MAX_HEIGHT, "3 m", "The maximum height is at most 3 m.")]
#[case::planned(OPENING, "2026-05-03", "The opening is planned for 3 May 2026.")]
#[case::two_days(DELIVERY, "2026-03-01", "The delivery date is 1 March 2026, and the opening is on 3 May 2026.")]
#[case::moved(OPENING, "2026-05-10", "The opening was moved from 3 May 2026 to 10 May 2026.")]
#[case::growth(GROWTH, "12 %", "The market grew by 12 %.")]
#[case::takes_place(OPENING, "2026-05-03", "The opening of the hall in Cologne takes place on 3 May 2026.")]
#[case::is_the_day(OPENING, "2026-05-03", "3 May 2026 is the day of the opening.")]
#[case::german_takes_place(OPENING, "2026-05-03", "Die Eröffnung findet am 3. Mai 2026 statt.")]
#[case::on_that_day(OPENING, "2026-05-03", "On 3 May 2026 the opening takes place.")]
#[case::booth(MAX_HEIGHT, "3 m", "The maximum height of the booth is 3 m.")]
#[case::german_price(PRICE, "€60", "Der Preis beträgt €60.")]
#[case::employees(EMPLOYEES, "300", "Acme has 300 employees.")]
#[case::weekday(OPENING, "2026-05-03", "Opening: Sunday, 3 May 2026, 6 pm")]
#[case::german_weekday(OPENING, "2026-05-03", "Die Eröffnung ist am Sonntag, dem 3. Mai 2026.")]
#[case::growth_of(GROWTH, "12 %", "The growth of the market was 12 %.")]
#[case::annual_growth(GROWTH, "12 %", "Annual growth was 12 %.")]
#[case::market_growth(GROWTH, "12 %", "Das Marktwachstum betrug 12 %.")]
#[case::at_least_another(PRICE, "€60", "The price is €60 and at least 5 people paid.")]
#[case::on_a_day(DELIVERY, "2026-03-01", "Delivery is on 1 March 2026 at the back door.")]
#[case::about_the_price(PRICE, "€60", "About the price: the price is €60.")]
#[case::two_shares(GROWTH, "5 %", "The growth rate is 5 % and the churn rate is 7 %.")]
#[case::share(SHARE, "30 %", "Acme holds a market share of 30 %.")]
#[case::falls(PRICE, "€60", "The price falls to €60.")]
#[case::share_rose_to(SHARE, "30 %", "The market share rose to 30 %.")]
#[case::neither_named(WIDTH, "600 cm", "It is 600 cm.")]
#[case::is_leader(LEADER, "Acme", "Acme is the market leader.")]
#[case::leader_is(LEADER, "Acme", "The market leader is Acme.")]
#[case::leader_beside(LEADER, "Acme", "Acme, the market leader, grew by 5 %.")]
#[case::leader_ahead(LEADER, "Acme", "The market leader is Acme, ahead of Bolt.")]
#[case::based_in(SEAT, "Berlin", "Acme is based in Berlin.")]
#[case::colon(SEAT, "Berlin", "Headquarters: Berlin")]
#[case::two_words(CLIENT, "Museum of Craft", "The client is the Museum of Craft.")]
#[case::allowed(DRILLING, "true", "Drilling is allowed.")]
#[case::may_be_drilled(DRILLING, "true", "Holes may be drilled anywhere.")]
#[case::forbidden(DRILLING, "false", "Drilling is forbidden, but parking is available.")]
#[case::both_denied(DRILLING, "false", "Drilling and gluing are not allowed.")]
#[case::no_parking(PARKING, "false", "There is no parking.")]
#[case::parking(PARKING, "true", "Parking is available behind the hall.")]
#[case::approved(APPROVED, "true", "The plan was approved.")]
#[case::have_a_lift(LIFT, "true", "We have a freight lift.")]
#[case::german_lift(LIFT, "true", "Ein Lastenaufzug steht bereit.")]
#[case::budget(BUDGET, "€40,000", "The total budget is €40,000.")]
#[case::adjective(VISITORS, "800", "800 paying visitors are expected.")]
#[case::choice(FIRE_CLASS, "B1", "All materials must meet fire class B1.")]
fn what_is_said_plainly_is_taken(#[case] key: &str, #[case] value: &str, #[case] quote: &str) {
    assert_eq!(asked_about(key, value, quote, None), [], "{value:?} by {quote:?}");
}

#[rstest]
#[case::of_the_width(MAX_HEIGHT, "600 cm", "The maximum height is 3 m and the width is 600 cm.")]
#[case::of_the_other_maximum(MAX_HEIGHT, "600 cm", "The maximum height is 3 m and the maximum width is 600 cm.")]
#[case::width_behind(WIDTH, "300 cm", "The backdrop is 600 cm wide and 300 cm high.")]
#[case::of_the_height(HEIGHT, "600 cm", "Width: 600 cm, height: 3 m")]
#[case::by_order_alone(WIDTH, "3 m", "Height and width are 3 m and 600 cm.")]
#[case::by_order_alone_too(HEIGHT, "600 cm", "Height and width are 3 m and 600 cm.")]
#[case::which_of_two(PRICE, "€60", "The price was €60 in May and €75 in June.")]
#[case::which_of_two_days(VISITORS, "800", "We expect 800 visitors on Saturday and 900 on Sunday.")]
#[case::range(PRICE, "€60", "Prices range from €60 to €75.")]
#[case::range_end(PRICE, "€75", "Prices range from €60 to €75.")]
#[case::between(PRICE, "€75", "The price is between €60 and €75.")]
#[case::old_price(PRICE, "€60", "The price rose from €60 to €75.")]
#[case::up_from(PRICE, "€60", "The price is €75, up from €60.")]
#[case::instead(PRICE, "€60", "The price is €75 instead of €60.")]
#[case::formerly(PRICE, "€60", "The price was formerly €60.")]
#[case::german_formerly(PRICE, "€60", "Der Preis war früher €60.")]
#[case::until(PRICE, "€60", "Until 2023, the price was €60.")]
#[case::until_behind(PRICE, "€60", "The width is 600 cm. Until 2023, the price was €60.")]
#[case::until_within(PRICE, "€60", "The hall is old, and until 2023, the price was €60.")]
#[case::year_before(PRICE, "€60", "Last year the price was €60, this year €75.")]
#[case::of_them(VISITORS, "300", "We expect 800 visitors, 300 of them children.")]
#[case::a_deposit(PRICE, "€5", "The price includes a €5 deposit.")]
#[case::fewer(VISITORS, "800", "We expect fewer than 800 visitors.")]
#[case::more(VISITORS, "800", "More than 800 visitors are expected.")]
#[case::up_to(VISITORS, "800", "There will be up to 800 visitors.")]
#[case::at_least(VISITORS, "800", "At least 800 visitors are expected.")]
#[case::about(VISITORS, "800", "There were about 800 visitors.")]
#[case::or_more(VISITORS, "800", "We expect 800 or more visitors.")]
#[case::half(VISITORS, "800", "Half of the 800 visitors came by train.")]
#[case::a_maximum(VISITORS, "800", "A maximum of 800 visitors is allowed.")]
#[case::sign(VISITORS, "800", "Visitors: < 800")]
#[case::behind(VISITORS, "800", "Visitors: 800+")]
#[case::german_bound(VISITORS, "800", "Wir erwarten weniger als 800 Besucher.")]
#[case::german_up_to(VISITORS, "800", "Wir erwarten bis zu 800 Besucher.")]
#[case::french_bound(VISITORS, "800", "Nous attendons plus de 800 visiteurs.")]
#[case::spanish_bound(VISITORS, "800", "Esperamos menos de 800 visitantes.")]
#[case::not_the_highest(MAX_HEIGHT, "3 m", "The height is at least 3 m.")]
#[case::asks(VISITORS, "800", "Will there be 800 visitors?")]
#[case::might(VISITORS, "800", "There might be 800 visitors.")]
#[case::if_it_rains(VISITORS, "800", "If it rains, we expect 800 visitors.")]
#[case::one_thinks(VISITORS, "800", "I think 800 visitors came.")]
#[case::thinks_behind(VISITORS, "800", "800 visitors came, I think.")]
#[case::german_guess(VISITORS, "800", "Vielleicht kommen 800 Besucher.")]
#[case::german_condition(VISITORS, "800", "Falls es regnet, kommen 800 Besucher.")]
#[case::german_possible(VISITORS, "800", "Es könnten 800 Besucher kommen.")]
#[case::shrank(GROWTH, "12 %", "Growth: the market shrank by 12 %.")]
#[case::german_shrank(GROWTH, "12 %", "Das Wachstum sank um 12 %.")]
#[case::by_how_much(SHARE, "5 %", "The market share rose by 5 %.")]
#[case::german_by(SHARE, "5 %", "Der Marktanteil stieg um 5 %.")]
#[case::other_rate(GROWTH, "7 %", "The growth rate is 5 % and the churn rate is 7 %.")]
#[case::other_day(OPENING, "2026-03-01", "The delivery date is 1 March 2026, and the opening is on 3 May 2026.")]
#[case::moved_from(OPENING, "2026-05-03", "The opening was moved from 3 May 2026 to 10 May 2026.")]
#[case::before(OPENING, "2026-05-03", "The opening is before 3 May 2026.")]
#[case::cut_staff(EMPLOYEES, "300", "Acme cut its staff by 300.")]
#[case::behind_the_leader(LEADER, "Bolt", "The market leader is Acme, ahead of Bolt.")]
#[case::not_the_leader(LEADER, "Bolt", "Bolt is not the market leader.")]
#[case::overtaken(LEADER, "Acme", "Bolt overtook Acme as market leader.")]
#[case::former_leader(LEADER, "Acme", "Acme is the former market leader.")]
#[case::leader_until(LEADER, "Acme", "Acme was the market leader until 2023.")]
#[case::would_be_leader(LEADER, "Acme", "Acme would be the market leader.")]
#[case::is_it_the_leader(LEADER, "Acme", "Is Acme the market leader?")]
#[case::supplies_the_leader(LEADER, "Bolt", "Bolt supplies the market leader.")]
#[case::one_of_the_leaders(LEADER, "Acme", "Acme and Bolt are the market leaders.")]
#[case::one_of_the_leaders_too(LEADER, "Acme", "The market leaders are Acme and Bolt.")]
#[case::beside_the_leader(LEADER, "Bolt", "Besides Bolt, the market leader is Acme.")]
#[case::leader_of(LEADER, "Germany", "The market leader of Germany is Acme.")]
#[case::only_a_place(SEAT, "Paris", "Acme opened a shop in Paris.")]
#[case::other_place(SEAT, "Paris", "Acme is based in Berlin and sells in Paris.")]
#[case::clients_client(CLIENT, "Acme", "Acme's client is Bolt.")]
#[case::is_there(PARKING, "true", "Is parking available?")]
#[case::perhaps(PARKING, "true", "Perhaps parking is available.")]
#[case::conditional(PARKING, "true", "Parking is available if it is booked.")]
#[case::in_part(DRILLING, "true", "Drilling is allowed only in the cellar.")]
#[case::exception(DRILLING, "true", "Drilling is allowed except in the hall.")]
#[case::until(PARKING, "true", "Parking was available until 2024.")]
#[case::denies_another(PARKING, "false", "Parking is available, but smoking is not allowed.")]
#[case::denies_another_too(PARKING, "false", "Parking is available and smoking is not allowed.")]
#[case::forbids_another(PARKING, "false", "Parking is available; smoking is forbidden.")]
#[case::no_to_another(DRILLING, "false", "There is no lift, and drilling is allowed.")]
#[case::seats(VISITORS, "800", "Tickets for 800 seats were printed for the visitors.")]
#[case::what_visitors_eat(VISITORS, "800", "The visitors ate 800 sandwiches.")]
#[case::a_discount(PRICE, "€60", "A discount of €60 on the price is given.")]
#[case::fell_by(PRICE, "€60", "The price fell by €60.")]
#[case::lower(PRICE, "€60", "The price is €60 lower.")]
#[case::twice(PRICE, "€60", "The price is twice €60.")]
#[case::last_year(PRICE, "€60", "The price was €60 last year.")]
#[case::old(PRICE, "€60", "The old price of €60 is history.")]
#[case::less_than_expected(GROWTH, "12 %", "The market grew by 12 % less than expected.")]
#[case::of_firms(GROWTH, "12 %", "12 % of firms reported growth.")]
#[case::slows_from(GROWTH, "12 %", "Growth will slow from 12 % next year.")]
#[case::wants(SHARE, "30 %", "Acme wants a market share of 30 %.")]
#[case::target(SHARE, "30 %", "A market share of 30 % is the target.")]
#[case::some_of_them(EMPLOYEES, "300", "300 of its employees work in Berlin.")]
#[case::of_them_first(EMPLOYEES, "300", "Of its employees 300 work in Berlin.")]
#[case::hired(EMPLOYEES, "300", "Acme hired 300 employees.")]
#[case::cancelled(OPENING, "2026-05-03", "The opening was cancelled on 3 May 2026.")]
#[case::postponed(OPENING, "2026-05-03", "The opening is postponed from 3 May 2026.")]
#[case::budget_cut(BUDGET, "€40,000", "The budget of €40,000 was cut to €30,000.")]
#[case::asked_for(BUDGET, "€40,000", "They asked for a budget of €40,000.")]
#[case::moved_away(SEAT, "Berlin", "Acme moved its headquarters from Berlin to Paris.")]
#[case::wants_to_lead(LEADER, "Acme", "Acme wants to be the market leader.")]
#[case::bought_by(LEADER, "Acme", "The market leader Bolt bought Acme.")]
#[case::needs(EMPLOYEES, "300", "Acme needs 300 employees.")]
#[case::in_spain_alone(EMPLOYEES, "300", "Acme has 300 employees in Spain alone.")]
#[case::excludes(PRICE, "€60", "The price excludes €60 of shipping.")]
#[case::closing(OPENING, "2026-05-03", "Doors close on 3 May 2026, a week after the opening.")]
#[case::invitations(OPENING, "2026-05-03", "Invitations to the opening go out on 3 May 2026.")]
#[case::announced(OPENING, "2026-05-03", "On 3 May 2026 the opening was announced.")]
#[case::german_invitations(OPENING, "2026-05-03", "Die Einladungen zur Eröffnung gehen am 3. Mai 2026 hinaus.")]
#[case::talked_about(OPENING, "2026-05-03", "On 3 May 2026 they talked about the opening.")]
#[case::german_talk(OPENING, "2026-05-03", "Am 3. Mai 2026 wurde über die Eröffnung gesprochen.")]
#[case::price_discussed(PRICE, "€60", "They paid €60 and discussed the price.")]
#[case::profit_growth(GROWTH, "12 %", "Profit growth was 12 %.")]
#[case::growth_in_sales(GROWTH, "12 %", "Growth in sales was 12 %.")]
#[case::german_sales(GROWTH, "12 %", "Das Umsatzwachstum betrug 12 %.")]
#[case::at_the_latest(DELIVERY, "2026-03-01", "Delivery on 1 March 2026 at the latest.")]
#[case::by_a_day(DELIVERY, "2026-03-01", "Delivery by 1 March 2026.")]
#[case::or_later(DELIVERY, "2026-03-01", "Delivery on 1 March 2026 or later.")]
#[case::german_latest(DELIVERY, "2026-03-01", "Anlieferung spätestens am 1. März 2026.")]
#[case::german_until(DELIVERY, "2026-03-01", "Anlieferung bis zum 1. März 2026.")]
#[case::visited(CLIENT, "Acme", "The client visited Acme.")]
#[case::problem(PARKING, "true", "Parking is a problem.")]
#[case::only_asked(PARKING, "true", "We asked about parking.")]
#[case::hardly(PARKING, "true", "Parking is hardly available.")]
#[case::ask_first(DRILLING, "true", "Ask the owner before drilling.")]
#[case::permit_first(DRILLING, "true", "Drilling needs a permit.")]
#[case::pending(DRILLING, "true", "Drilling permission is pending.")]
#[case::no_questions(DRILLING, "false", "Drilling is allowed, no questions asked.")]
#[case::to_be_approved(APPROVED, "true", "The plan is to be approved.")]
#[case::awaits(APPROVED, "true", "The plan awaits approval.")]
#[case::too_low(FIRE_CLASS, "B1", "Fire class B1 is too low.")]
#[case::denied_first(HEIGHT, "6 m", "The height is not 5 m but 6 m.")]
#[case::two_choices(FIRE_CLASS, "B1", "Fire class A1 or B1 is needed.")]
#[case::bound_before_the_verb(PRICE, "€75", "The price nearly is €75.")]
#[case::bound_opens(PRICE, "€75", "Roughly, the price is €75.")]
#[case::bound_of_the_sentence(EMPLOYEES, "300", "Acme circa has 300 employees.")]
#[case::german_bound_opens(PRICE, "€60", "Knapp der Preis beträgt €60.")]
#[case::more_than_may_be(VISITORS, "800", "More than may be 800 visitors are expected.")]
#[case::half_of_a(VISITORS, "800", "Half of the a 800 visitors came by train.")]
#[case::before_a_sunday(OPENING, "2026-05-03", "The opening is before Sunday, 3 May 2026.")]
#[case::before_the_start(OPENING, "2026-05-03", "The opening is before start 3 May 2026.")]
#[case::at_most_behind(PRICE, "€75", "The price rose from €60 to €75 at most.")]
#[case::at_the_latest_behind(SHARE, "30 %", "The market share rose to 30 %, the latest.")]
#[case::least_behind_a_limit(MAX_HEIGHT, "3 m", "The height may be 3 m at least.")]
#[case::toward(GROWTH, "5 %", "The growth rate is towards 5 %.")]
#[case::after_it(PRICE, "€75", "The price is after €75 instead of €60.")]
#[case::once_it_was(HEIGHT, "300 cm", "Old, the backdrop is 600 cm wide and 300 cm high.")]
#[case::formerly_of_two(HEIGHT, "300 cm", "Formerly the backdrop is 600 cm wide and 300 cm high.")]
#[case::previously(PRICE, "€75", "Previously, it went on rising until ten, and the price was €75.")]
#[case::a_guess(VISITORS, "800", "Guess, 800 paying visitors are expected.")]
#[case::last_year_of_a_lift(LIFT, "true", "Ein Lastenaufzug last year bereit.")]
#[case::alone_elsewhere(HEIGHT, "300 cm", "The backdrop is 600 cm alone wide and 300 cm high.")]
#[case::called(WIDTH, "600 cm", "The width is named 600 cm.")]
#[case::a_month(VISITORS, "800", "We expect 800 monthly, 300 of them children.")]
#[case::agreed_of_them(EMPLOYEES, "300", "300 agreed of its employees work in Berlin.")]
#[case::yearly_share(SHARE, "30 %", "Acme holds a market share yearly 30 %.")]
#[case::cut_by(EMPLOYEES, "300", "Acme cut because its staff by 300.")]
#[case::annual_total(BUDGET, "€40,000", "The total annual is €40,000.")]
#[case::not_on_a_day(OPENING, "2026-05-03", "Opening: not Sunday, 3 May 2026, 6 pm")]
#[case::without_marks(DRILLING, "true", "Ausser, drilling is allowed.")]
#[case::spanish_only(PARKING, "false", "There sólo no parking.")]
#[case::only_with_a_mark(DRILLING, "true", "Sólo, drilling is allowed.")]
#[case::possible_in_spanish(DRILLING, "true", "Drilling posible.")]
#[case::announced_of_it(OPENING, "2026-05-03", "3 May 2026 is the day of invitations to the opening.")]
#[case::day_before(OPENING, "2026-05-03", "3 May 2026 is the day of before opening.")]
#[case::in_theory(OPENING, "2026-05-03", "3 May 2026 is in theory the day of the opening.")]
#[case::three_words_on(VISITORS, "800", "800 supposedly paying visitors are expected.")]
#[case::are_against(VISITORS, "800", "800 paying visitors are against it.")]
#[case::shipping_costs(PRICE, "€60", "The price excludes €60 of shipping costs.")]
#[case::share_of_a_maximum(VISITORS, "800", "A maximum of 3 % of 800 visitors is allowed.")]
#[case::profit_growth_in_a_year(GROWTH, "12 %", "In 2019 profit growth was 12 %.")]
#[case::class_that_was(FIRE_CLASS, "B1", "Until 2023, all materials must meet fire class B1.")]
fn what_is_something_elses_is_asked_about(#[case] key: &str, #[case] value: &str, #[case] quote: &str) {
    assert_ne!(asked_about(key, value, quote, None), [], "{value:?} by {quote:?}");
}

#[rstest]
#[case::name(SEAT, "Berlin", "In Berlin.", "Where are the headquarters?", true)]
#[case::name_of_another(SEAT, "Berlin", "In Berlin.", "Where is the shop?", false)]
#[case::amount(VISITORS, "800", "800 or so", "How many visitors?", false)]
#[case::yes(PARKING, "true", "Yes, behind the hall", "Is there parking?", true)]
#[case::used_to(PARKING, "true", "It used to be there", "Is there parking?", false)]
#[case::maybe(PARKING, "true", "Yes, maybe", "Is there parking?", false)]
fn an_answer_is_about_what_was_asked(
    #[case] key: &str,
    #[case] value: &str,
    #[case] quote: &str,
    #[case] question: &str,
    #[case] taken: bool,
) {
    let missing = asked_about(key, value, quote, Some(question));
    assert_eq!(missing.is_empty(), taken, "{value:?} by {quote:?} to {question:?}: {missing:?}");
}

#[rstest]
#[case::another_value(
    MAX_HEIGHT,
    "600 cm",
    "The maximum height is 3 m and the width is 600 cm.",
    "Maximum height: 600 cm"
)]
#[case::two_words(VISITORS, "800", "We expect fewer than 800 visitors.", "fewer than")]
#[case::first_word(VISITORS, "800", "Than 800 visitors", "Than")]
#[case::question(PARKING, "true", "Is parking available?", "?")]
fn what_is_listed_is_told_in_words(#[case] key: &str, #[case] value: &str, #[case] quote: &str, #[case] text: &str) {
    let missing = asked_about(key, value, quote, None);
    assert_eq!(
        missing.iter().map(|missing| missing.text.as_str()).collect::<Vec<_>>(),
        [text],
        "{value:?} by {quote:?}"
    );
}

#[rstest]
#[case::only_a_line(PARKING, "true", "\nÄ")]
#[case::signs(LEADER, "—", "— , ; ? \u{301}")]
#[case::nothing(SEAT, "Berlin", "")]
#[case::only_the_value(SEAT, "Berlin", "Berlin")]
#[case::long_run(VISITORS, "800", "800, 800 and 800 or 800; \u{1f469}\u{200d}\u{1f680} 800?")]
fn what_is_odd_says_nothing(#[case] key: &str, #[case] value: &str, #[case] quote: &str) {
    assert_ne!(asked_about(key, value, quote, None), [], "{value:?} by {quote:?}");
}
