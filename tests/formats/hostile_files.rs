//! One small document of each format and each hostile kind: `cargo xtask soak hostile` gives thousands, and larger ones, to
//! the command line.

use factly_formats::Limits;
use factly_formats::import::{conversations, documents, references};

use crate::soak::sized;
use crate::support::read;
use generator::{FORMATS, KINDS, hostile};

#[path = "../support/hostile.rs"]
mod generator;

#[test]
fn a_hostile_document_is_read_or_refused() {
    let (rounds, size) = sized((2, 3_000), (200, 100_000));
    for seed in 0..(rounds * FORMATS.len() * KINDS.len()) as u64 {
        let file = hostile(seed, size);
        let _ = read(&file.name, &file.bytes);
        let _ = documents(&file.bytes, &Limits::default(), &|| false);
        let _ = conversations(&file.bytes, &Limits::default(), &|| false);
        let _ = references(&file.bytes, &Limits::default(), &|| false);
    }
}

#[test]
fn a_seed_makes_one_file_and_what_is_not_broken_is_read() {
    for seed in 0..(FORMATS.len() * KINDS.len()) as u64 {
        assert!(hostile(seed, 3_000).bytes == hostile(seed, 3_000).bytes, "a fault can be looked at again");
    }
    let cycles = KINDS.iter().position(|kind| *kind == "cycles").unwrap() * FORMATS.len();
    for seed in cycles..cycles + FORMATS.len() {
        let file = hostile(seed as u64, 3_000);
        if file.name.ends_with(".zip") {
            let found = documents(&file.bytes, &Limits::default(), &|| false).unwrap();
            assert!(!found.is_empty(), "its entries are found");
        } else if !file.name.ends_with(".xlsx") && !file.name.ends_with(".pptx") {
            read(&file.name, &file.bytes).unwrap_or_else(|refusal| panic!("{}: {refusal}", file.name));
        }
    }
}
