//! A corpus that a person can read: of each format a small file with a table, merged cells, words of another and whoever
//! speaks, as far as it has them; its text, its blocks, and its facts with their state.
//!
//! A new format has no row here until somebody writes one: [`sample`] names every format, or does not compile. What
//! changes is looked at in `tests/engine/snapshots`, and accepted by `INSTA_UPDATE=always`.

mod samples;

use std::fmt::Write as _;

use factly_engine::facts::FactFilter;
use factly_engine::inputs::Parsing;
use factly_engine::task::NoProgress;
use factly_formats::{Extract, Format, Limits, Place, extract};
use rstest::rstest;
use samples::sample;

use crate::library::empty;

#[rstest]
#[case(Format::Text)]
#[case(Format::Markdown)]
#[case(Format::Pdf)]
#[case(Format::Docx)]
#[case(Format::Odt)]
#[case(Format::Rtf)]
#[case(Format::Pptx)]
#[case(Format::Html)]
#[case(Format::Epub)]
#[case(Format::Spreadsheet)]
#[case(Format::Csv)]
#[case(Format::Eml)]
#[case(Format::Mbox)]
#[case(Format::Srt)]
#[case(Format::Vtt)]
fn a_file_of_each_format_reads_as_it_was_looked_at(#[case] format: Format) {
    let (name, bytes) = sample(format);
    let read = extract(name, &bytes, &Limits::default(), &|| false).expect("the sample is read");
    assert_eq!(read.format, format, "the sample is one of its format");
    let description = format!("{}\n\n# blocks\n{}\n# facts\n{}", read.text, blocks(&read), facts(name, &bytes));
    insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!(format!("corpus_{}", format.name()), description);
    });
}

/// Returns the reader's places in the text, each with its first words.
fn blocks(read: &Extract) -> String {
    let chars: Vec<char> = read.text.chars().collect();
    let mut listing = String::new();
    for placed in &read.places {
        let words: String = chars[placed.chars.start as usize..placed.chars.end as usize].iter().take(40).collect();
        let kind = match &placed.place {
            Place::Page { .. } | Place::Slide { .. } | Place::Time { .. } => continue,
            Place::Cell { row: None, column: None, .. } => continue,
            Place::Cell { cell, row, column, .. } => {
                format!("  {cell} of {} under {}", row.as_deref().unwrap_or("-"), column.as_deref().unwrap_or("-"))
            }
            Place::Row { is_head: true } => "head".to_owned(),
            Place::Row { is_head: false } => "row".to_owned(),
            other => format!("{other:?}"),
        };
        writeln!(listing, "{kind}: {words:?}").unwrap();
    }
    listing
}

/// Returns the built-in parser's facts of the file, with no model.
fn facts(name: &str, bytes: &[u8]) -> String {
    let at = empty();
    let discovery = at.discovery("Corpus");
    let path = at.folder.path().join(name);
    std::fs::write(&path, bytes).unwrap();
    at.library.inputs().add_files(discovery, &[&path], None, Parsing::Now, &NoProgress).unwrap();
    let mut listing = String::new();
    for fact in at.library.facts().facts(discovery, &FactFilter::default(), None, 100).unwrap().facts {
        let by = fact.salience.speaker.map(|by| format!(" by {by}")).unwrap_or_default();
        let location = fact.evidence.as_ref().and_then(|evidence| evidence.location.as_ref()?.words());
        let location = location.map(|location| format!(" at {location}")).unwrap_or_default();
        writeln!(listing, "{}: {}{by}{location} ({})", fact.status.as_str(), fact.text, fact.reason).unwrap();
    }
    listing
}
