//! Catalogues and prices as CSV, as spreadsheets of four languages write them.

use factly_core::catalogue::csv::{CsvFault, CsvPriceRow, read_items, read_prices, write_items, write_prices};

fn messages(faults: &[CsvFault]) -> Vec<String> {
    faults.iter().map(ToString::to_string).collect()
}

/// One price a line: `item, minor currency, unit, quantity, vendor, date`.
fn prices(text: &str) -> Vec<String> {
    let sheet = read_prices(text).unwrap_or_else(|faults| panic!("{text}: {:?}", messages(&faults)));
    sheet
        .rows
        .iter()
        .map(|row| {
            let quantity = row.quantity.map(|number| number.to_string()).unwrap_or_default();
            let price = format!("{} {}", row.price.minor, row.price.currency);
            [row.item.as_str(), &price, &row.unit, &quantity, &row.vendor, &row.date.to_string()].join(", ")
        })
        .collect()
}

fn faults(text: &str) -> Vec<String> {
    messages(&read_prices(text).expect_err("the file is wrong"))
}

#[test]
fn numbers_and_dates_of_four_languages() {
    for (language, text) in [
        (
            "en",
            "item,price,currency,unit,quantity,vendor,date\nMolton,\"1,234.50\",EUR,m2,\"2,000\",Gerriets,2026-03-01\n",
        ),
        ("en, words", "Item,Unit price,Unit,Qty,Supplier,Date\nMolton,\"€1,234.50\",m²,2000,Gerriets,1 March 2026\n"),
        (
            "de",
            "Artikel;Einzelpreis;Währung;Einheit;Menge;Lieferant;Datum\nMolton;1.234,50;EUR;Quadratmeter;2.000;Gerriets;01.03.2026\n",
        ),
        (
            "de, words",
            "Bezeichnung;Preis;Einheit;Menge;Anbieter;Datum\nMolton;1.234,50 €;qm;2000;Gerriets;1. März 2026\n",
        ),
        (
            "fr",
            "Désignation;Prix unitaire;Devise;Unité;Quantité;Fournisseur;Date\nMolton;1 234,50;EUR;m²;2 000;Gerriets;01/03/2026\n",
        ),
        (
            "fr, words",
            "Nom;Prix;Unité;Quantité;Fournisseur;Date\nMolton;1\u{202f}234,50 €;m²;2\u{a0}000;Gerriets;1er mars 2026\n",
        ),
        (
            "es",
            "Artículo;Precio unitario;Moneda;Unidad;Cantidad;Proveedor;Fecha\nMolton;1.234,50;EUR;m²;2.000;Gerriets;1/3/2026\n",
        ),
        (
            "es, words",
            "Nombre;Precio;Unidad;Cantidad;Proveedor;Fecha\nMolton;1.234,50 €;m²;2000;Gerriets;1 de marzo de 2026\n",
        ),
        ("ch", "Artikel;Preis;Währung;Einheit;Menge;Lieferant;Datum\nMolton;1'234.50;EUR;m²;2000;Gerriets;1.3.2026\n"),
    ] {
        assert_eq!(prices(text), ["Molton, 123450 EUR, m², 2000, Gerriets, 2026-03-01"], "{language}");
    }
}

#[test]
fn a_cell_is_read_as_the_rest_of_its_file_is_written() {
    let with = |price: &str, other: &str| {
        format!("item;price;currency;date\nA;{price};EUR;2026-01-01\nB;{other};EUR;2026-01-01\n")
    };
    assert_eq!(
        prices(&with("1.234", "9,50"))[0],
        "A, 123400 EUR, , , , 2026-01-01",
        "points group, as in the line below"
    );
    assert_eq!(prices(&with("1,234", "9.50"))[0], "A, 123400 EUR, , , , 2026-01-01", "commas group");
    assert_eq!(
        faults(&with("1.234", "9.50")),
        ["line 2, price: the amount is finer than the smallest coin of EUR"],
        "money is never rounded and a thousand never guessed"
    );
    assert_eq!(
        prices(&with("1.234", "9"))[0],
        "A, 123400 EUR, , , , 2026-01-01",
        "nobody writes three decimals of a euro"
    );
    assert_eq!(prices(&with("2.500 €", "9"))[0], "A, 250000 EUR, , , , 2026-01-01", "nor with its sign");
    assert_eq!(prices(&with("2 500,– €", "9"))[0], "A, 250000 EUR, , , , 2026-01-01", "a dash stands for no cents");
    assert_eq!(
        faults(&with("1.234", "9").replace("EUR", "KWD")),
        ["line 2, price: “1.234” can be read with a thousand or with decimals: write 1234.00 or 1.234"],
        "a dinar has three decimals"
    );
    assert_eq!(
        faults(
            &with("12,345", "9")
                .replace("EUR", "KWD")
                .replace("9;", "1.50;")
                .replace("1.50;KWD;2026-01-01\n", "1.50;KWD;2026-01-01\nC;1,50;KWD;2026-01-01\n")
        ),
        ["line 2, price: “12,345” can be read with a thousand or with decimals: write 1234.00 or 1.234"],
        "a file that writes both ways tells nothing"
    );
}

#[test]
fn a_date_that_can_be_read_two_ways_is_a_fault_unless_the_file_tells() {
    let with = |dates: &[&str]| {
        let rows: String = dates.iter().map(|date| format!("A,5.25,EUR,{date}\n")).collect();
        format!("item,price,currency,date\n{rows}")
    };
    let days = |dates: &[&str]| -> Vec<String> {
        prices(&with(dates)).iter().map(|row| row.rsplit(", ").next().unwrap_or_default().to_owned()).collect()
    };
    assert_eq!(days(&["03/04/2026", "25/04/2026"]), ["2026-04-03", "2026-04-25"], "a day above 12 tells the order");
    assert_eq!(days(&["03/04/2026", "04/25/2026"]), ["2026-03-04", "2026-04-25"], "American");
    assert_eq!(days(&["03.04.2026"]), ["2026-04-03"], "points are never American");
    assert_eq!(days(&["2026", "2026-03", "Q1 2026"]), ["2026", "2026-03", "2026-Q1"], "as exact as it is");
    for dates in [&["03/04/2026"][..], &["03/04/2026", "25/04/2026", "04/25/2026"]] {
        let reported = faults(&with(dates));
        assert!(
            reported[0].starts_with("line 2, date: “03/04/2026” can be read with the day or the month first"),
            "{reported:?}"
        );
    }
    assert_eq!(faults(&with(&["31/02/2026"])), ["line 2, date: “31/02/2026” is not a date of the calendar"]);
    assert_eq!(faults(&with(&["soon"])), ["line 2, date: “soon” is not a date"]);
}

#[test]
fn every_fault_is_named_by_its_line_and_nothing_is_half_read() {
    let text = "item,price,currency,date\nMolton,12.50,EUR,2026-01-01\n,abc,XXY,2026-13-01\n\"two\nlines\",-4,EUR,2026-01-02\nMolton,4,,2026-01-01\n";
    assert_eq!(
        faults(text),
        [
            "line 3, item: there is no item",
            "line 3, price: “abc” is not a price",
            "line 3, date: \"2026-13-01\" is not a date of the calendar",
            "line 4, price: a price is not below zero",
            "line 6, price: there is no currency",
        ],
        "and a cell of two lines is counted as two"
    );
    assert_eq!(faults("item,price,date\nA,5 EUR\n"), ["line 2: 2 cells, where the header has 3"]);
    assert_eq!(
        faults("vendor,price\nA,5\n"),
        ["line 1: there is no column “item”", "line 1: there is no column “date”"]
    );
    assert_eq!(faults(""), ["line 1: the file is empty"]);
    assert_eq!(
        faults("item,price,date\nA,5 EUR,2026-01-01\n\"B,6 EUR,2026-01-01\nC,7 EUR,2026-01-01\n"),
        [
            "line 3: a quotation mark is opened here or above and never closed",
            "line 3: 1 cells, where the header has 3"
        ]
    );
    assert_eq!(faults("item,price,currency,date\nA,5 USD,EUR,2026-01-01\n"), ["line 2, price: “5 USD” is not in EUR"]);
}

#[test]
fn cells_follow_rfc_4180() {
    let text = "\u{feff}item,price,date,note\r\n\"Plywood, \"\"birch\"\"\",5 EUR,2026-01-01,\"two\nlines\"\r\n";
    let sheet = read_prices(text).expect("a mark of byte order, quotes, commas and line ends in cells");
    assert_eq!(sheet.rows[0].item, "Plywood, \"birch\"");
    assert_eq!(sheet.rows[0].note, "two\nlines");
    let again = read_prices(&write_prices(&sheet.rows)).expect("what was written is read");
    let same = |rows: &[CsvPriceRow]| rows.iter().map(|row| CsvPriceRow { line: 0, ..row.clone() }).collect::<Vec<_>>();
    assert_eq!(same(&again.rows), same(&sheet.rows));
}

#[test]
fn a_catalogue_is_written_and_read_back() {
    let text = "Bezeichnung;Einheit;Synonyme (de);synonyms_fr;Farbe;archiviert\nMolton;qm;Bühnenmolton|Molton;muleton;schwarz;nein\nTruss;m;;;;ja\n";
    let sheet = read_items(text).unwrap_or_else(|faults| panic!("{:?}", messages(&faults)));
    assert_eq!(sheet.ignored, ["Farbe"], "what Factly has no use for is said");
    assert_eq!(sheet.rows[0].item.unit, "m²");
    assert_eq!(sheet.rows[0].item.synonyms["de"], ["Bühnenmolton"], "the name is no synonym of itself");
    assert!(sheet.rows[1].archived);
    let written = write_items(&sheet.rows);
    let again = read_items(&written).expect("what was written is read");
    assert_eq!(write_items(&again.rows), written, "and written again to the same bytes");
    assert_eq!(again.rows[0].item, sheet.rows[0].item);
}

#[test]
fn a_catalogue_names_its_faults() {
    let reported = |text: &str| messages(&read_items(text).expect_err("the file is wrong"));
    assert_eq!(reported("unit\nm\n"), ["line 1: there is no column “name”"]);
    assert_eq!(
        reported("name,unit,archived\nTruss,m,\n,m,\ntruss,m,\nBeam,m,perhaps\n"),
        [
            "line 3, name: there is no name",
            "line 4: “truss” stands in line 2 already",
            "line 5, archived: “perhaps” is neither yes nor no",
        ]
    );
    assert!(read_items("name,unit\nTruss,m\nTruss,pcs\n").is_ok(), "of another unit it is another item");
}
