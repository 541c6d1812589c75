//! Values of running text with the words that belong to them: a row is a sentence, and what its values are.

use factly_core::values::{Bound, ExtractedValue, NumberFormat, Tax, extract};

/// One value a line: its words, what they say, and what the words around them do.
fn values(text: &str, format: NumberFormat) -> String {
    let row = |found: &ExtractedValue| {
        let mut row = format!("{} = {}", &text[found.bytes.clone()], found.value.norm());
        let mut add = |words: String| row.push_str(&words);
        found.upper.iter().for_each(|upper| add(format!(" to {}", upper.norm())));
        found.sides.iter().for_each(|side| add(format!(" by {}", side.norm())));
        found.other.iter().for_each(|other| add(format!(" or {}", other.norm())));
        match found.bound {
            Bound::Exact => {}
            Bound::About => add(" (about)".to_owned()),
            Bound::AtLeast => add(" (at least)".to_owned()),
            Bound::AtMost => add(" (at most)".to_owned()),
            Bound::MoreThan => add(" (more than)".to_owned()),
            Bound::LessThan => add(" (less than)".to_owned()),
        }
        found.counted.iter().for_each(|noun| add(format!(" of {}", &text[noun.clone()])));
        found.per.iter().for_each(|per| add(format!(" per {}", &text[per.bytes.clone()])));
        match found.tax {
            Some(Tax::Net) => add(" net".to_owned()),
            Some(Tax::Gross) => add(" gross".to_owned()),
            Some(Tax::Rate) => add(" of tax".to_owned()),
            None => {}
        }
        row
    };
    extract(text, format).iter().map(row).collect::<Vec<_>>().join("; ")
}

fn check(text: &str, expected: &str) {
    assert_eq!(values(text, NumberFormat::detect(text)), expected, "in {text:?}");
}

#[test]
fn counts_have_their_noun() {
    check("Wir brauchen 14 Tische und acht neue Lampen.", "14 = n 14 of Tische; acht = n 8 of Lampen");
    check("The plan has nine shelves.", "nine = n 9 of shelves");
    check("Geliefert werden 24 Stück Regalböden.", "24 Stück = q 24 number of pieces of Regalböden");
}

#[test]
fn bounds_stand_before_a_value_or_behind_it() {
    check("Es kommen mindestens 40 Gäste.", "40 = n 40 (at least) of Gäste");
    check("Es sind ca. 300 m.", "300 m = q 300 length (about)");
    check("It holds up to 40 kg.", "40 kg = q 40000 weight (at most)");
    check("Das Angebot gilt bis 12.05.2027.", "12.05.2027 = d 2027-05-12 (at most)");
    check("It weighs about 3 kg or more.", "3 kg = q 3000 weight (about)");
    check("We need 30 guests or more.", "30 = n 30 (at least) of guests");
}

#[test]
fn ranges_and_sizes_are_one_value() {
    check("Es dauert 10 bis 12 Wochen.", "10 bis 12 Wochen = q 6048000 duration to q 7257600 duration");
    check("Der Tisch misst 2,50 m x 3 m.", "2,50 m x 3 m = q 2.5 length by q 3 length");
    check("Der Raum misst 12,5 x 18 m.", "12,5 x 18 m = q 12.5 length by q 18 length");
    check("It costs between 10 and 12 euros.", "10 and 12 euros = m 1000 EUR to m 1200 EUR");
}

#[test]
fn money_says_what_it_is_for_and_whether_tax_is_in_it() {
    check("Der Tisch kostet 455,00 € netto je Stück.", "455,00 € = m 45500 EUR per Stück net");
    check("Miete: 120,00 EUR/Tag", "120,00 EUR = m 12000 EUR per Tag");
    check("Einzelpreis netto: 65,00 EUR", "65,00 EUR = m 6500 EUR net");
    check("Er kostet 80,00 EUR zzgl. 19 % MwSt.", "80,00 EUR = m 8000 EUR net; 19 % = q 0.19 percentage of tax");
    check("It costs €80 including VAT.", "€80 = m 8000 EUR gross");
    check("Zwei Bänke zu je 65,00 EUR", "Zwei = n 2 of Bänke; 65,00 EUR = m 6500 EUR per je");
}

#[test]
fn a_figure_that_can_be_read_in_two_ways_keeps_both_readings() {
    check("25.000", "25.000 = n 25 or n 25000");
    check("12,500 m", "12,500 m = q 12500 length or q 12.5 length");
    let german = NumberFormat::of_language(factly_core::language::Language::German);
    assert_eq!(values("25.000", NumberFormat::detect("25.000").or(german)), "25.000 = n 25000");
    check("25.000 €", "25.000 € = m 2500000 EUR");
    check("1.200 Stk.", "1.200 Stk = q 1200 number of pieces");
}

#[test]
fn numbers_in_one_word_are_read() {
    check("Es sind fünfundzwanzig Tische.", "fünfundzwanzig = n 25 of Tische");
    check("zweihundertvierzig Gäste", "zweihundertvierzig = n 240 of Gäste");
    check("dreitausendfünfhundert Euro", "dreitausendfünfhundert Euro = m 350000 EUR");
    check("Es dauert anderthalb Stunden.", "anderthalb Stunden = q 5400 duration");
    check("zweieinhalb Tage", "zweieinhalb Tage = q 216000 duration");
    check("It takes half an hour.", "half an hour = q 1800 duration");
    check("Es dauert eine halbe Stunde.", "halbe Stunde = q 1800 duration");
    check("Das Unternehmen deshalb", "");
}

#[test]
fn times_of_day_and_days_without_a_year_are_read() {
    check("Beginn um 10 Uhr.", "10 Uhr = q 36000 duration");
    check("Beginn um 10 Uhr 30.", "10 Uhr 30 = q 37800 duration");
    check("It opens at 9 a.m. on Monday.", "9 a.m. = q 32400 duration");
    check("Lieferung bis 12.05. frei Haus", "12.05. = d --05-12 (at most)");
    check("Er ist am 15. Mai da, nicht im Mai 2027.", "15. Mai = d --05-15; Mai 2027 = d 2027-05");
}

#[test]
fn units_of_a_planner_are_read() {
    check(
        "Es braucht 50 lx, 400 V, 32 A und 9 kW.",
        "50 lx = q 50 illuminance; 400 V = q 400 voltage; 32 A = q 32 current; 9 kW = q 9000 power",
    );
    check("Die Decke trägt 350 kg/m².", "350 kg/m² = q 350000 weight by area");
    check("Schiene je lfm 16,80 EUR", "16,80 EUR = m 1680 EUR per lfm");
    check(
        "Frist: 6 Wochen, Garantie 24 Monate, Zahlung 14 Tage netto",
        "6 Wochen = q 3628800 duration; 24 Monate = q 24 duration in months or years; 14 Tage = q 1209600 duration",
    );
    check("Der Rabatt beträgt 5 %.", "5 % = q 0.05 percentage");
}

#[test]
fn numbers_that_name_are_no_values() {
    check("Tel. 0221 / 44 55 66, USt-IdNr. DE 123 456 789, 3 Tische", "3 = n 3 of Tische");
    check("IBAN DE12 3456 7890 1234 5678 00, Fax: 0221-445566.", "");
    check("Angebot Nr. 4711 vom 12.05.2027", "12.05.2027 = d 2027-05-12");
    check("Phone 555 123 456 and nine chairs", "nine = n 9 of chairs");
}

#[test]
fn other_languages_say_the_same() {
    check("Il faut au moins 12,5 m et 1 200 € HT.", "12,5 m = q 12.5 length (at least); 1 200 € = m 120000 EUR net");
    check("El precio es de 1.200,50 € sin IVA.", "1.200,50 € = m 120050 EUR net");
    check(
        "La table mesure 2 m x 3 m et coûte 80 € par jour.",
        "2 m x 3 m = q 2 length by q 3 length; 80 € = m 8000 EUR per jour",
    );
}
