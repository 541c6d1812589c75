//! Units, money and dates as English, German, French and Spanish write them: a row is what a text says, and what it is.

use super::check;
use factly_core::values::{Currency, Expect, Scanned, Unit, Value, ValueForm, scan};

/// Each of `texts` is one value from end to end.
fn rows(texts: &[&str], expected: &str) {
    for text in texts {
        check(text, &format!("{text} = {expected}"));
    }
}

/// Returns the values of a text, without the words that say them.
fn norms(text: &str) -> Vec<String> {
    scan(text).iter().map(|found| found.value.norm()).collect()
}

fn says(text: &str, expected: &[&str]) {
    assert_eq!(norms(text), expected, "in {text:?}");
}

#[test]
fn units_in_digits_are_read_in_english() {
    rows(&["600 mm", "60 cm", "60 centimetres", "60 centimeters", "0.6 m", "0.6 metres", "0.0006 km"], "q 0.6 length");
    rows(&["2 ft", "2 feet", "24 inches"], "q 0.6096 length");
    rows(&["20 m²", "20 m2", "20 m^2", "20 sq m", "20 sq. m", "20 square metres", "20 square meters"], "q 20 area");
    rows(&["2 cm²", "2 square centimetres", "2 square centimeter"], "q 0.0002 area");
    rows(&["3 m³", "3 m3", "3 cubic metres", "3,000 litres", "3,000 l"], "q 3000 volume");
    rows(&["50 kg", "50 kilograms", "50 kilos", "50,000 g", "0.05 t", "0.05 tonnes"], "q 50000 weight");
    rows(&["2 kW", "2 kilowatts", "2,000 W", "2,000 watts"], "q 2000 power");
    rows(&["2 kWh", "2 kilowatt hours", "2 kilowatt-hours", "2 kilowatt-hour"], "q 7200000 energy");
    rows(&["12 l/min", "12 L/min", "12 litres per minute", "12 liters per minute", "720 l/h"], "q 720 flow");
    rows(&["90 min", "90 minutes", "1.5 h", "1.5 hours", "5,400 seconds"], "q 5400 duration");
    rows(&["2 weeks", "2-week", "14 days", "14-day", "336 hours"], "q 1209600 duration");
    rows(&["18 months", "1.5 years"], "q 18 duration in months or years");
    rows(&["230 V", "230 volts"], "q 230 voltage");
    rows(&["16 A", "16 amps"], "q 16 current");
    rows(&["5 kg/m²", "5 kg/m2", "5 kg per square metre", "5 kilograms per square metre"], "q 5000 weight by area");
}

#[test]
fn units_in_digits_are_read_in_german() {
    rows(&["600 mm", "60 cm", "60 Zentimeter", "0,6 m", "0,6 Meter", "60 Zentimetern"], "q 0.6 length");
    rows(&["2 Fuß", "2 Fuss", "24 Zoll"], "q 0.6096 length");
    rows(&["20 m²", "20 qm", "20 Quadratmeter", "20 Quadratmetern", "20\u{a0}Quadratmeter"], "q 20 area");
    rows(&["2 Quadratzentimeter", "2 cm²"], "q 0.0002 area");
    rows(&["3 m³", "3 cbm", "3 Kubikmeter"], "q 3000 volume");
    rows(&["3.000 Liter", "3.000 Litern", "3.000,0 Liter", "3\u{202f}000 Liter", "3 000 Liter"], "q 3000 volume");
    rows(&["50 kg", "50 Kilo", "50 Kilogramm", "0,05 t", "0,05 Tonnen"], "q 50000 weight");
    rows(&["2 kW", "2 Kilowatt"], "q 2000 power");
    rows(&["2 kWh", "2 Kilowattstunden"], "q 7200000 energy");
    rows(&["12 l/min", "12 Liter pro Minute"], "q 720 flow");
    rows(&["90 Min", "90 Minuten", "1,5 h", "1,5 Stunden", "1,5 Std"], "q 5400 duration");
    rows(&["2 Wochen", "14 Tage", "14 Tagen", "336 Stunden"], "q 1209600 duration");
    rows(&["18 Monate", "18 Monaten", "1,5 Jahre", "1,5 Jahren", "6 Quartale"], "q 18 duration in months or years");
    rows(&["230 V", "230 Volt"], "q 230 voltage");
    rows(&["16 A", "16 Ampere"], "q 16 current");
    rows(&["5 kg/m²", "5 kg pro Quadratmeter"], "q 5000 weight by area");
}

#[test]
fn units_in_digits_are_read_in_french() {
    rows(&["600 mm", "60 cm", "60 centimètres", "0,6 m", "0,6 mètre", "0,6\u{202f}m"], "q 0.6 length");
    rows(&["2 pieds", "24 pouces"], "q 0.6096 length");
    rows(&["20 m²", "20 m2", "20 mètres carrés", "20\u{a0}mètres\u{a0}carrés", "20 mètres\ncarrés"], "q 20 area");
    rows(&["2 centimètres carrés", "2 cm²"], "q 0.0002 area");
    rows(&["3 m³", "3 mètres cubes", "3 000 litres", "3\u{202f}000 litres", "3\u{2009}000 l"], "q 3000 volume");
    rows(&["50 kg", "50 kilos", "50 kilogrammes", "0,05 t", "0,05 tonne"], "q 50000 weight");
    rows(&["2 kW", "2 kilowatts", "2\u{202f}000 watts"], "q 2000 power");
    rows(&["2 kWh", "2 kilowattheures", "2 kilowattheure"], "q 7200000 energy");
    rows(&["12 l/min", "12 litres par minute"], "q 720 flow");
    rows(&["90 min", "90 minutes", "1,5 h", "1,5 heure"], "q 5400 duration");
    rows(&["2 semaines", "14 jours", "336 heures"], "q 1209600 duration");
    rows(&["18 mois", "1,5 années", "6 trimestres"], "q 18 duration in months or years");
    rows(&["12 mois", "1 an", "1 année"], "q 12 duration in months or years");
    rows(&["230 V", "230 volts"], "q 230 voltage");
    rows(&["16 A", "16 ampères"], "q 16 current");
    rows(&["12 %", "12\u{202f}%", "12\u{a0}%", "12 pour cent"], "q 0.12 percentage");
    rows(&["5 kg/m²", "5 kg par mètre carré"], "q 5000 weight by area");
}

#[test]
fn units_in_digits_are_read_in_spanish() {
    rows(&["600 mm", "60 cm", "60 centímetros", "60 centimetros", "0,6 m", "0,6 metros"], "q 0.6 length");
    rows(&["2 pies", "24 pulgadas"], "q 0.6096 length");
    rows(&["100 yardas", "91,44 m"], "q 91.44 length");
    rows(&["20 m²", "20 m2", "20 metros cuadrados", "20\u{a0}metros cuadrados"], "q 20 area");
    rows(&["2 centímetros cuadrados", "2 cm²"], "q 0.0002 area");
    rows(&["3 m³", "3 metros cúbicos"], "q 3000 volume");
    rows(&["3.000 litros", "3.000,0 litros", "3\u{202f}000 litros", "3 000 litros"], "q 3000 volume");
    rows(&["50 kg", "50 kilos", "50 kilogramos", "0,05 t", "0,05 toneladas"], "q 50000 weight");
    rows(&["2 kW", "2 kilovatios"], "q 2000 power");
    rows(&["1 W", "1 vatio"], "q 1 power");
    rows(&["2 kWh", "2 kilovatios hora", "2 kilovatios-hora"], "q 7200000 energy");
    rows(&["12 l/min", "12 litros por minuto"], "q 720 flow");
    rows(&["90 min", "90 minutos", "1,5 h", "1,5 horas"], "q 5400 duration");
    rows(&["2 semanas", "14 días", "14 dias", "336 horas"], "q 1209600 duration");
    rows(&["18 meses", "1,5 años", "6 trimestres"], "q 18 duration in months or years");
    rows(&["230 V", "230 voltios"], "q 230 voltage");
    rows(&["1 V", "1 voltio"], "q 1 voltage");
    rows(&["16 A", "16 amperios"], "q 16 current");
    rows(&["12 %", "12 por ciento"], "q 0.12 percentage");
    rows(&["5 kg/m²", "5 kg por metro cuadrado"], "q 5000 weight by area");
}

#[test]
fn a_point_groups_where_the_unit_is_spelled_by_those_who_group_with_it() {
    for text in [
        "Tankvolumen: 3.000 Liter",
        "Haben 3.000 Liter",
        "Ein 3.000-Liter-Tank",
        "Um 14.30 Uhr waren 3.000 Liter im Tank.",
        "Am 12.03. kamen 3.000 Liter an.",
        "Abschnitt 2.1: Der Tank fasst 3.000 Liter.",
        "2.1 Der Tank\nEr fasst 3.000 Liter.",
        "Version 2.0. Der Tank fasst 3.000 Liter.",
        "Capacidad: 3.000 litros",
        "Versión 2.0: capacidad de 3.000 litros",
        "Capacité : 3 000 litres",
        "Le réservoir contient 3.000 litres.",
        "The sign says 3.000 litros and the tank is full.",
    ] {
        assert!(norms(text).contains(&"q 3000 volume".to_owned()), "{:?} in {text:?}", norms(text));
    }
    says("entre 3.000 y 4.000 litros", &["q 3000 volume", "q 4000 volume"]);
    says("3.000 Liter pro Tag", &["n 3000"]);
    rows(&["1.500 Stunden", "1.500 heures", "1.500 horas"], "q 5400000 duration");
    rows(&["1.500 mètres", "1.500 metros", "1.500 Meter", "1.500 Metern"], "q 1500 length");
}

#[test]
fn a_point_sets_off_decimals_where_nothing_else_is_told() {
    // English spells it like this too, and who writes English means a point.
    rows(&["3.000 litres", "3.000 liters", "3.000 liter", "3.000 l"], "q 3 volume");
    says("The tank holds 3.000 litres.", &["q 3 volume"]);
    says("The Model 3.125 Meter is the best of the lot.", &["q 3.125 length"]);
    // Swiss: the other numbers of the text tell.
    says("3'000 Liter, 1.125 Meter, 0.75 Liter", &["q 3000 volume", "q 1.125 length", "q 0.75 volume"]);
    says("2.5 Liter, dann 1.125 Meter", &["q 2.5 volume", "q 1.125 length"]);
    says("0.125 Liter", &["q 0.125 volume"]);
}

#[test]
fn a_part_of_a_unit_is_not_taken_for_the_whole() {
    says("30 an hour, 5 kg per pallet", &["n 30", "q 5000 weight"]);
    // A rate that is not known is no upper half.
    says("5 kilograms per minute", &["n 5"]);
    says("5 Liter pro Quadratmeter", &["n 5"]);
    says("8 heures par jour", &["n 8"]);
    says("3 metros por minuto", &["n 3"]);
    says("20 mètres²", &["n 20"]);
    says("20° Celsius", &["q 527.67 temperature"]);
    says("2 heures et demie", &["q 9000 duration"]);
    says("2 años y medio", &["q 30 duration in months or years"]);
    says("two and a half hours", &["q 9000 duration"]);
    says("à 14 h 30 pour 2 h 15 min", &["q 52200 duration", "q 7200 duration", "q 900 duration"]);
    says("um 14.30 Uhr", &["q 52200 duration"]);
}

#[test]
fn money_with_a_magnitude_is_read_in_english() {
    rows(
        &["€3 million", "3 million euros", "EUR 3 million", "€3m", "€3M", "3 million EUR", "3 MEUR"],
        "m 300000000 EUR",
    );
    rows(&["€3 billion", "€3bn", "3 billion euros", "3 Billion euros", "€3 Billion"], "m 300000000000 EUR");
    rows(&["$2.5 million", "2.5 million dollars", "$2.5MM", "$2,500k"], "m 250000000 USD");
    rows(&["500 thousand euros", "€500k", "500 kEUR"], "m 50000000 EUR");
    rows(&["2 and a half million euros"], "m 250000000 EUR");
    says("two and a half million euros", &["m 250000000 EUR"]);
    says("a million euros, one million dollars", &["m 100000000 EUR", "m 100000000 USD"]);
    // How many is not said.
    says("half a million euros, several million dollars, a few thousand euros, half a dozen chairs", &[]);
}

#[test]
fn money_with_a_magnitude_is_read_in_german() {
    rows(
        &["1,5 Mio. €", "1,5 Mio. Euro", "1,5 Mio Euro", "1,5 Millionen Euro", "1,5 M€", "1.500.000 €"],
        "m 150000000 EUR",
    );
    rows(&["2 Mrd. €", "2 Mrd. Euro", "2 Milliarden Euro", "2.000 Mio. €", "2 Mrd €"], "m 200000000000 EUR");
    rows(&["500 Tsd. €", "500 Tausend Euro", "500 TEUR", "500.000 EUR"], "m 50000000 EUR");
    rows(&["1.200,- €", "1.200,– Euro", "1.200,00 €", "EUR 1.200,--"], "m 120000 EUR");
    rows(&["1'200.– CHF", "CHF 1'200.–", "1'200 Franken"], "m 120000 CHF");
    rows(&["eine Million Euro"], "m 100000000 EUR (words)");
    says("eine halbe Million Euro, mehrere tausend Euro", &[]);
}

#[test]
fn money_with_a_magnitude_is_read_in_french() {
    rows(
        &[
            "3 millions d'euros",
            "3 millions d’euros",
            "3\u{a0}millions d'euros",
            "3 millions\nd'euros",
            "3 M€",
            "3 M d'euros",
        ],
        "m 300000000 EUR",
    );
    rows(&["3 millions de dollars", "3 millions de dollars américains"], "m 300000000 USD");
    rows(&["3 millions de francs suisses"], "m 300000000 CHF");
    rows(&["2 milliards d'euros", "2 Md€", "2 Mds€", "2 Mds d'euros", "2 000 millions d'euros"], "m 200000000000 EUR");
    rows(
        &["12 mille euros", "12 000 euros", "12\u{202f}000 €", "12\u{2009}000 euros", "12\u{a0}000,00 €", "12 k€"],
        "m 1200000 EUR",
    );
    rows(&["12 500 euros", "12\u{202f}500 €"], "m 1250000 EUR");
    rows(&["2 millions et demi d'euros", "2,5 millions d'euros"], "m 250000000 EUR");
    rows(&["un million d'euros", "un million d’euros"], "m 100000000 EUR (words)");
    rows(&["3 millions de mètres cubes"], "q 3000000000 volume");
    rows(&["3 millions de personnes"], "q 3000000 number of people");
    // Francs of which country is not said.
    rows(&["3 millions"], "n 3000000");
    says("3 millions de francs", &["n 3000000"]);
    says("plusieurs millions d'euros, un demi-million d'euros", &[]);
}

#[test]
fn money_with_a_magnitude_is_read_in_spanish() {
    rows(
        &["2 millones de euros", "2\u{a0}millones de euros", "2 M€", "2 mill. €", "2 millones de EUR", "2 millones €"],
        "m 200000000 EUR",
    );
    rows(&["3 millones de dólares", "3 millones de dolares"], "m 300000000 USD");
    rows(&["2 mil millones de euros", "2.000 millones de euros"], "m 200000000000 EUR");
    rows(&["mil millones de euros"], "m 100000000000 EUR (words)");
    rows(&["un millón de euros"], "m 100000000 EUR (words)");
    rows(&["5 billones de euros"], "m 500000000000000 EUR");
    rows(&["12 mil euros", "12.000 euros", "12.000 €", "12 000 euros"], "m 1200000 EUR");
    rows(&["2 millones y medio de euros", "2,5 millones de euros"], "m 250000000 EUR");
    rows(&["2 millones de metros cuadrados"], "q 2000000 area");
    says("varios millones de euros, medio millón de euros", &[]);
}

#[test]
fn a_billion_that_is_two_numbers_is_neither() {
    let unclear = |text: &str, words: &str| {
        let found = scan(text);
        let [Scanned { form: ValueForm::Unclear, bytes, .. }] = found.as_slice() else {
            panic!("{text:?} reads {found:?}")
        };
        assert_eq!(&text[bytes.clone()], words, "in {text:?}");
    };
    // English.
    says("the wall costs 3 billion euros, or 3 trillion", &["m 300000000000 EUR", "n 3000000000000"]);
    unclear("3 billions d'euros", "3 billions");
    unclear("3 billions d’euros", "3 billions");
    unclear("le mur coûte 3 billions pour la ville", "3 billions");
    unclear("1 Billion Euro", "1 Billion");
    unclear("Das kostet die Stadt 2 Billion Euro, und mehr", "2 Billion");
    unclear("Das sind die Kosten: 3 Trillionen Euro", "3 Trillionen");
    unclear("3 trillions d'euros", "3 trillions");
    unclear("3 trillones de euros", "3 trillones");
    says("eine Billion Euro", &[]);
    // German and Spanish have plurals of their own.
    says("3 Billionen Euro", &["m 300000000000000 EUR"]);
    says("3 billones de euros", &["m 300000000000000 EUR"]);
    // Spanish for a thousand, English slang for a million.
    unclear("the wall is worth $5 mil", "$5 mil");
    // Trillions to some, thousands to a German.
    unclear("$5T", "$5T");
    unclear("5 T€", "5 T€");
    unclear("½T$", "½T$");
    unclear("das kostet 5 T Euro im Jahr", "5 T Euro");
}

#[test]
fn a_point_before_three_digits_is_read_as_its_magnitude_speaks() {
    rows(&["1.500 Mio. €", "1.500 Millionen Euro", "1.500 millones de euros"], "m 150000000000 EUR");
    rows(&["1.500 million euros"], "m 150000000 EUR");
}

#[test]
fn days_are_read_in_four_languages() {
    rows(
        &[
            "1 March 2026",
            "1st March 2026",
            "1st of March 2026",
            "March 1, 2026",
            "1. März 2026",
            "1.3.2026",
            "01.03.2026",
            "1er mars 2026",
            "1\u{a0}mars\u{a0}2026",
            "1 de marzo de 2026",
            "1 de marzo del 2026",
            "1º de marzo de 2026",
            "1.º de marzo de 2026",
            "1 marzo 2026",
            "2026-03-01",
        ],
        "d 2026-03-01",
    );
    says("el 5 de mayo de 2026", &["d 2026-05-05"]);
    says("el martes 5 de mayo de 2026 a las 10", &["d 2026-05-05", "n 10"]);
    says("le lundi 1er mars 2026, le 14 juillet", &["d 2026-03-01", "d --07-14"]);
    says("am 1. März 2026, am 14. Juli", &["d 2026-03-01", "d --07-14"]);
    says("in May 2026, im Mai 2026, en mai 2026, en mayo de 2026", &["d 2026-05"; 4]);
    says("du 3 au 5 mars 2026", &["d 2026-03-03", "d 2026-03-05"]);
    says("del 3 al 5 de mayo de 2026", &["d 2026-05-03", "d 2026-05-05"]);
    says("vom 3. bis 5. März 2026", &["d 2026-03-03", "d 2026-03-05"]);
    says("3.–5. März 2026", &["d 2026-03-03", "d 2026-03-05"]);
}

#[test]
fn days_in_digits_are_read_where_the_text_says_which_is_the_month() {
    // French and Spanish write the day first.
    says("La livraison est prévue pour le 03/04/2026.", &["d 2026-04-03"]);
    says("Livraison le 03/04/2026", &["d 2026-04-03"]);
    says("La entrega es el 03/04/2026.", &["d 2026-04-03"]);
    says("Die Lieferung ist am 03/04/2026.", &["d 2026-04-03"]);
    // In English either may be the month, and where nothing tells the language too.
    says("Delivery is on 03/04/2026.", &["n 3", "n 4", "n 2026"]);
    says("03/04/2026", &["n 3", "n 4", "n 2026"]);
    says("31/04/2026, le jour", &["n 31", "n 4", "n 2026"]);
    rows(&["13/04/2026", "04/13/2026", "13.04.2026", "13-04-2026"], "d 2026-04-13");
}

#[test]
fn quarters_and_halves_are_read_in_four_languages() {
    rows(
        &[
            "Q3 2026",
            "T3 2026",
            "3T 2026",
            "3Q 2026",
            "3. Quartal 2026",
            "3e trimestre 2026",
            "3ème trimestre 2026",
            "3er trimestre de 2026",
            "3.er trimestre de 2026",
            "third quarter of 2026",
            "third quarter 2026",
            "dritten Quartal 2026",
            "drittes Quartal 2026",
            "troisième trimestre 2026",
            "troisième trimestre de 2026",
            "tercer trimestre de 2026",
            "tercer trimestre del 2026",
            "tercer trimestre del año 2026",
            "III. Quartal 2026",
            "III trimestre de 2026",
            "Quartal 3 2026",
            "Quartal 3/2026",
            "2026-Q3",
            "2026 T3",
        ],
        "d 2026-Q3",
    );
    rows(
        &[
            "H1 2026",
            "1H 2026",
            "first half of 2026",
            "1. Halbjahr 2026",
            "erstes Halbjahr 2026",
            "ersten Halbjahr 2026",
            "1er semestre 2026",
            "premier semestre 2026",
            "primer semestre de 2026",
        ],
        "d 2026-H1",
    );
    says("in the third quarter of 2026", &["d 2026-Q3"]);
    says("au cours du troisième trimestre de l'année 2026", &["d 2026-Q3"]);
    // Which one is not said.
    says("a quarter of 2026, last quarter, the third quarter of the year", &["d 2026"]);
    says("5e trimestre 2026", &["n 5", "n 2026"]);
}

#[test]
fn a_value_that_is_read_whole_has_the_currency_it_says() {
    let expect =
        |value_type| Expect { unit: Unit::parse("cm"), currency: Some(Currency::EUR), ..Expect::for_type(value_type) };
    let money = |text: &str| {
        Value::from_text(text, &expect(factly_core::keys::ValueType::Currency)).map(|value| value.reading()).ok()
    };
    assert_eq!(
        money("3 millions de dollars").as_deref(),
        Some("$3,000,000.00"),
        "never the currency that the key expects"
    );
    assert_eq!(money("2 millones de euros").as_deref(), Some("€2,000,000.00"));
    assert_eq!(money("3 millions d’euros").as_deref(), Some("€3,000,000.00"));
    assert_eq!(money("3 millions de francs"), None, "francs of which country?");
    assert_eq!(money("1 Billion Euro"), None);
}

#[test]
fn times_of_day_are_no_amounts() {
    for text in ["14 h 30", "14h30", "14.30 Uhr", "14:30"] {
        let found = scan(text);
        let [Scanned { form: ValueForm::Clock, bytes, .. }] = found.as_slice() else {
            panic!("{text:?} reads {found:?}")
        };
        assert_eq!(*bytes, 0..text.len());
    }
}

#[test]
fn a_value_is_shown_as_the_reader_writes_it_and_reads_back_as_itself() {
    use factly_core::keys::ValueType as T;
    use factly_core::language::Language;
    use factly_core::values::NumberFormat;
    let check = |value_type: T, english: &str, german: &str| {
        let read = |text: &str, language| {
            let format = NumberFormat::of_language(language);
            let expect = Expect { currency: Some(Currency::EUR), ..Expect::for_type(value_type) }.written(format);
            Value::from_text(text, &expect).unwrap_or_else(|error| panic!("{text}: {error}"))
        };
        let value = read(english, Language::English);
        assert_eq!(value.reading_in(Language::German), german, "of {english}");
        assert_eq!(read(german, Language::German).norm(), value.norm(), "{german} reads back");
    };
    check(T::Currency, "€455.00", "455,00 €");
    check(T::Currency, "-1,234.50 CHF", "-1.234,50 CHF");
    check(T::Number, "25,000", "25.000");
    check(T::Number, "1.5", "1,5");
    check(T::Number, "1.125", "1,125");
    check(T::Dimension, "2,100 mm", "2.100 mm");
    check(T::Dimension, "24 pieces", "24 Stück");
    check(T::Dimension, "1 day", "1 Tag");
    check(T::Dimension, "14 days", "14 Tage");
    check(T::Dimension, "6 weeks", "6 Wochen");
    check(T::Dimension, "24 months", "24 Monate");
    check(T::Dimension, "19%", "19 %");
    check(T::Dimension, "50 lx", "50 lx");
    check(T::Date, "15 May 2027", "15. Mai 2027");
    check(T::Date, "March 2027", "März 2027");
    check(T::Date, "Q3 2027", "3. Quartal 2027");
    check(T::Date, "15 May", "15. Mai");
    check(T::Boolean, "yes", "ja");
    assert_eq!(Value::Boolean(true).reading_in(Language::French), "yes", "French is not written yet");
}
