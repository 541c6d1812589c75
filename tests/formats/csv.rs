//! Tables as CSV.

use factly_formats::Place;
use rstest::rstest;

use crate::support::{cells, placed, read, text_of};

#[rstest]
#[case::commas("Part,Cost\nWall,\"1,200\"\n", "Part\tCost\nWall\t1,200")]
#[case::semicolons("Teil;Kosten\nMauer;1,5\nDach;2,5\n", "Teil\tKosten\nMauer\t1,5\nDach\t2,5")]
#[case::tabs("Part\tCost\nWall\t7\n", "Part\tCost\nWall\t7")]
#[case::named_delimiter("sep=;\nPart;Cost\nWall;7\n", "Part\tCost\nWall\t7")]
#[case::line_end_in_a_field(
    "Part,Note\nWall,\"two\nlines, \"\"quoted\"\"\"\n",
    "Part\tNote\nWall\ttwo lines, \"quoted\""
)]
#[case::rows_of_unequal_length("a,b\nc\nd,e,f\n", "a\tb\nc\nd\te\tf")]
#[case::empty_cells("a,b,c\nd,,f\n", "a\tb\tc\nd\t\tf")]
fn rows_are_lines_and_cells_are_parted_by_tabs(#[case] csv: &str, #[case] expected: &str) {
    assert_eq!(text_of("a.csv", csv.as_bytes()), expected);
}

#[test]
fn a_value_has_the_heads_of_its_row_and_column() {
    let read = read("a.csv", b"No.,Part,2024,2025\n1,Wall,700,\"1,200\"\n2,Roof,,300\n").expect("a table");
    assert_eq!(
        cells(&read),
        [
            "No.@A1||",
            "Part@B1||",
            "2024@C1||",
            "2025@D1||",
            "1@A2|Wall|No.",
            "Wall@B2||Part",
            "700@C2|Wall|2024",
            "1,200@D2|Wall|2025",
            "2@A3|Roof|No.",
            "Roof@B3||Part",
            "300@D3|Roof|2025",
        ]
    );
}

#[test]
fn figures_alone_are_no_heads() {
    let read = read("a.csv", b"1,2\n3,4\n").expect("a table");
    assert_eq!(cells(&read), ["1@A1||", "2@B1||", "3@A2||", "4@B2||"]);
}

#[test]
fn a_quote_that_nothing_closes_swallows_no_row() {
    let csv = "Part,Note,Cost\n\"Wall, old\",\"two\nlines\",7\nGate,\"never closed,8\nPump,fine,9\n";
    let found = read("a.csv", csv.as_bytes()).expect("a table");
    assert_eq!(found.text, "Part\tNote\tCost\nWall, old\ttwo lines\t7\nGate\t\"never closed\t8\nPump\tfine\t9");
    let unsure = |(words, location): (String, Place)| (location == Place::Uncertain).then_some(words);
    let unsure: Vec<String> = placed(&found).into_iter().filter_map(unsure).collect();
    assert_eq!(
        unsure,
        ["Gate", "\"never closed", "8", "Pump", "fine", "9"],
        "all from its line on may be meant otherwise"
    );
}
