//! Offers and price lists: their rows are proposed as items, and confirmed ones tell prices, net and gross apart.

use crate::library;
use factly_core::discovery::EntityKind;
use factly_core::facts::{Scope, Status};
use factly_engine::catalogue::{ItemChoice, ItemProposal, PricePanel, PricePoint, ProposedPrice};
use factly_engine::duplicates::DuplicatePolicy;
use factly_engine::error::Code;
use factly_engine::facts::{Fact, FactFilter};
use factly_engine::inputs::Parsing;
use factly_engine::task::NoProgress;
use library::{Fixture, empty};
use uuid::Uuid;

const OFFER: &str = "Nordlicht Bühnenbau GmbH\nKai 4\n\nAngebot 77\nDatum: 03.03.2027\n\n\
    Pos.\tBezeichnung\tMenge\tEinzelpreis\tGesamt\n\
    1\tPodest schwarz, 1 m x 2 m\t12 Stück\t40,00 €\t480,00 €\n\
    2\tTransport\t1 pauschal\t250,00 €\t250,00 €\n\
    Summe netto\t730,00 €\nzzgl. 19 % MwSt.\t138,70 €\n\n\
    Alle Preise verstehen sich zzgl. MwSt.\nDas Angebot ist gültig bis 31.03.2027.\n";
const LIST: &str = "Podium Verleih KG\n\nPreisliste, gültig ab 01.02.2027\n\n\
    Nr.\tBezeichnung\tEinheit\tPreis netto\tPreis brutto\n\
    P-1\tPodest schwarz 1 m x 2 m\tStück\t44,00 €\t52,36 €\n\
    P-2\tBühnentreppe\tStück\t30,00 €\t35,70 €\n";
const MAIL: &str = "Sehr geehrte Frau Ott,\n\nwir senken den Preis je Podest auf 38,00 € netto.\n\n\
    Mit freundlichen Grüßen\nNordlicht Bühnenbau GmbH\n";
const PODIUM: &str = "Podest schwarz, 1 m x 2 m";

fn offered(texts: &[&str]) -> (Fixture, Uuid) {
    let at = empty();
    let id = at.discovery("Stage");
    texts.iter().for_each(|text| drop(at.add(id, text, Parsing::Now)));
    (at, id)
}

fn proposals(at: &Fixture, id: Uuid) -> Vec<ItemProposal> {
    at.library.catalogue().item_proposals(id).unwrap()
}

fn names(at: &Fixture, id: Uuid) -> Vec<String> {
    proposals(at, id).into_iter().map(|proposal| proposal.name).collect()
}

fn items(at: &Fixture, id: Uuid) -> Vec<String> {
    at.library.items().list(id).unwrap().into_iter().map(|item| item.name).collect()
}

/// "€40.00 net for 12, Nordlicht Bühnenbau GmbH, 2027-03-03".
fn shown(price: &ProposedPrice) -> String {
    let tax = price.offer.tax.map_or(String::new(), |tax| format!(" {}", tax.as_str()));
    let quantity = price.quantity.map(|quantity| format!(" for {quantity}")).unwrap_or_default();
    let dated = price.terms.date.map(|date| date.to_string()).unwrap_or_default();
    format!("{}{tax}{quantity}, {}, {dated}", price.offer.price, price.terms.vendor.as_deref().unwrap_or_default())
}

fn panel(at: &Fixture, name: &str) -> PricePanel {
    let catalogue = at.library.catalogue();
    catalogue.price_panel(catalogue.find_canonical(name).unwrap(), None).unwrap()
}

fn facts(at: &Fixture, id: Uuid) -> Vec<Fact> {
    let facts = at.library.facts().facts(id, &FactFilter::default(), None, 1_000).unwrap().facts;
    facts.into_iter().filter(|fact| fact.status != Status::Superseded).collect()
}

#[test]
fn rows_of_offers_are_proposed_as_items_with_all_that_their_documents_say_of_their_prices() {
    let (at, id) = offered(&[OFFER, LIST, MAIL]);
    assert_eq!(names(&at, id), [PODIUM, "Transport", "Bühnentreppe"], "sums and taxes are nothing to buy");
    let found = proposals(&at, id);
    assert_eq!(found[0].also, ["Podest schwarz 1 m x 2 m"], "two writings of one thing are one");
    let prices: Vec<String> = found[0].prices.iter().map(shown).collect();
    assert_eq!(
        prices,
        [
            "€40.00 net for 12, Nordlicht Bühnenbau GmbH, 2027-03-03",
            "€44.00 net, Podium Verleih KG, 2027-02-01",
            "€52.36 gross, Podium Verleih KG, 2027-02-01",
            "€38.00 net, Nordlicht Bühnenbau GmbH, ",
        ],
        "a list is of the day from which it holds; the mail's price is of the vendor's own stand"
    );
    let terms = &found[0].prices[0].terms;
    assert_eq!(terms.valid_until.map(|date| date.to_string()).as_deref(), Some("2027-03-31"));
    assert_eq!(terms.vat.as_deref(), Some("19%"));
    assert!(found[0].others.iter().any(|fact| fact.text.ends_with("12 Stück")), "{:?}", found[0].others);
    assert_eq!((items(&at, id).len(), at.library.catalogue().page("", false, 0, 9).unwrap().all), (0, 0), "no more");
}

#[test]
fn confirmed_in_one_step_they_tell_prices_net_and_gross_apart_and_undo_takes_all_of_it_back() {
    let (at, id) = offered(&[OFFER, LIST]);
    let before = facts(&at, id);
    let confirmed = at.library.catalogue().items_confirm(id, &[]).unwrap();
    assert_eq!((confirmed.len(), names(&at, id).len()), (3, 0), "what is confirmed is proposed no longer");
    let accepted = |facts: &[Fact]| facts.iter().filter(|fact| fact.status == Status::Accepted).count();
    let newly = accepted(&facts(&at, id)) - accepted(&before);
    assert_eq!(confirmed.iter().map(|one| one.accepted).sum::<usize>(), newly, "it says how many facts it accepted");
    assert!(newly > 0);
    assert_eq!(items(&at, id), [PODIUM, "Transport", "Bühnentreppe"]);

    let podium = panel(&at, PODIUM);
    let series: Vec<String> = podium
        .series
        .iter()
        .map(|one| {
            let tax = one.tax.map_or("", |tax| tax.as_str());
            format!("{tax} {}: {} of {}", one.unit, one.all.median, one.all.observations.len())
        })
        .collect();
    assert_eq!(series, ["net pieces: €42.00 of 2", "gross pieces: €52.36 of 1"]);
    let vendor = |point: &PricePoint| format!("{} {}", point.vendor, point.date);
    assert_eq!(vendor(&podium.points[0]), "Podium Verleih KG 2027-02-01");
    assert_eq!(vendor(podium.points.last().unwrap()), "Nordlicht Bühnenbau GmbH 2027-03-03");
    assert!(podium.points.iter().all(|point| point.fact.is_some() && !point.recorded), "each carries its fact");
    let transport = panel(&at, "Transport");
    assert_eq!(transport.points.len(), 1, "what a row comes to is no second price");

    let of_item = |fact: &&Fact| fact.scope != Scope::Project;
    let spoken: Vec<Fact> = facts(&at, id).into_iter().filter(|fact| of_item(&fact)).collect();
    assert!(!spoken.is_empty() && spoken.iter().all(|fact| fact.status == Status::Accepted), "{spoken:?}");
    assert_eq!(at.library.sources().verify(None, &NoProgress).unwrap().problems, []);

    assert_eq!(at.library.undo().undo(Some(id)).unwrap().done.unwrap().to_string(), "Add 3 items with their prices");
    assert_eq!((items(&at, id).len(), names(&at, id).len()), (0, 3));
    assert_eq!(at.library.catalogue().page("", false, 0, 9).unwrap().all, 0, "the catalogue is as it was");
    assert_eq!(facts(&at, id).len(), before.len());
    at.library.undo().redo(Some(id)).unwrap();
    assert_eq!(panel(&at, PODIUM).points.len(), 3);
}

#[test]
fn the_same_words_of_two_things_are_accepted_both() {
    let list = "Firma\tWeber GmbH\n\nBezeichnung\tPreis\tLieferzeit\nLED-Strahler\t72,00 €\t2 Wochen\nNotleuchte\t65,00 €\t2 Wochen\n";
    let (at, id) = offered(&[list]);
    let times: Vec<Fact> = facts(&at, id).into_iter().filter(|fact| fact.text.contains("2 Wochen")).collect();
    let times: Vec<Uuid> =
        times.into_iter().filter(|fact| fact.status == Status::Proposed).map(|fact| fact.id).collect();
    assert_eq!(times.len(), 2, "{:?}", facts(&at, id).iter().map(|fact| &fact.text).collect::<Vec<_>>());
    let accepted = at.library.facts().accept_checked(&times, DuplicatePolicy::Hold).unwrap();
    assert_eq!((accepted.accepted.len(), accepted.held_back.len()), (2, 0), "{:?}", accepted.held_back);
}

#[test]
fn one_is_confirmed_under_a_name_or_as_an_item_that_is_there() {
    let (at, id) = offered(&[OFFER]);
    let mine = at.library.items().item_add(id, "Stage podium", &[]).unwrap();
    let [podium, transport] = <[ItemProposal; 2]>::try_from(proposals(&at, id)).unwrap();
    let as_mine = ItemChoice { proposal: podium.id, item: Some(mine.reference()), ..ItemChoice::default() };
    let named = ItemChoice { proposal: transport.id, name: Some("Lorry".to_owned()), ..ItemChoice::default() };
    at.library.catalogue().items_confirm(id, std::slice::from_ref(&as_mine)).unwrap();
    at.library.catalogue().items_confirm(id, &[named]).unwrap();
    assert_eq!(items(&at, id), ["Stage podium", "Lorry"]);
    assert_eq!((panel(&at, "Stage podium").points.len(), panel(&at, "Lorry").points.len()), (1, 1));
    let again = at.library.catalogue().items_confirm(id, &[as_mine]).unwrap_err();
    assert_eq!(again.code, Code::NotFound, "what was confirmed is proposed no longer");

    at.add(id, LIST, Parsing::Now);
    let later = proposals(&at, id);
    assert_eq!(later[0].item.as_ref().map(|item| item.reference()), Some(mine.reference()), "the same thing again");
    at.library.catalogue().items_confirm(id, &[]).unwrap();
    assert_eq!(panel(&at, "Stage podium").points.len(), 3, "a second vendor's prices stand beside the first's");
}

#[test]
fn merged_items_tell_their_prices_together_and_a_rejected_fact_tells_none() {
    let (at, id) = offered(&[OFFER, LIST]);
    let confirmed = at.library.catalogue().items_confirm(id, &[]).unwrap();
    at.library.items().item_merge(confirmed[2].item.id, confirmed[0].item.id).unwrap();
    assert_eq!(panel(&at, PODIUM).points.len(), 5, "the stairs' two are the podium's now");
    let net = facts(&at, id).into_iter().find(|fact| fact.text.ends_with("40,00 €")).unwrap();
    at.library.facts().reject(&[net.id]).unwrap();
    assert_eq!(panel(&at, PODIUM).points.len(), 4);
}

#[test]
fn two_vendors_who_ask_the_same_price_have_a_fact_each() {
    let (at, id) = offered(&[
        OFFER,
        &OFFER.replace("Nordlicht Bühnenbau GmbH", "Podium Verleih KG"),
        &OFFER.replace("Kai 4", "Kai 5"),
    ]);
    let found = proposals(&at, id);
    let vendors: Vec<Option<&str>> = found[0].prices.iter().map(|price| price.terms.vendor.as_deref()).collect();
    assert_eq!(
        vendors,
        [Some("Nordlicht Bühnenbau GmbH"), Some("Podium Verleih KG")],
        "a vendor's second writing is no other price"
    );
}

#[test]
fn what_is_wished_for_denied_or_a_conflict_tells_no_price() {
    let (at, id) = offered(&[OFFER, &OFFER.replace("40,00 €\t480,00", "41,00 €\t492,00")]);
    let found = proposals(&at, id);
    let statuses: Vec<Status> = found[0].prices.iter().map(|price| price.fact.status).collect();
    assert_eq!(statuses, [Status::Proposed, Status::Conflict], "one vendor asks two prices");
    let confirmed = at.library.catalogue().items_confirm(id, &[]).unwrap();
    assert!(confirmed[0].conflicts > 0);
    let prices: Vec<String> = panel(&at, PODIUM).points.iter().map(|point| point.price.to_string()).collect();
    assert_eq!(prices, ["€40.00"], "a conflict is the analyst's to decide");

    let (at, id) = offered(&["Der Boden kostet nicht 40 €.\n\nWir wünschen einen Boden für 30 €.\n"]);
    assert_eq!(names(&at, id), [] as [&str; 0]);
    assert_eq!(at.library.pipeline().entities(id, Some(EntityKind::Fact)).unwrap().len(), facts(&at, id).len());
}

#[test]
fn a_list_of_things_and_prices_needs_no_table() {
    let (at, id) = offered(&[
        "Holm Brothers Ltd\n\nPartition wall: 65.00 euros per piece\nSpot lamp: 80.00 euros\nPaid by Mr Holm: 20 euros\n",
    ]);
    assert_eq!(names(&at, id), ["Partition wall", "Spot lamp"], "a person is no thing");
}
