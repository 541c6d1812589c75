//! Any bytes, read as any format: no reader panics, and places lie in the text.
#![no_main]

use factly_formats::import::{conversations, references};
use factly_formats::{Limits, extract};
use libfuzzer_sys::fuzz_target;

const NAMES: [&str; 4] = ["a", "a.md", "a.csv", "a.html"];

fuzz_target!(|input: (u8, &[u8])| {
    let (name, bytes) = input;
    let limits = Limits { text: 1 << 20, unpacked: 8 << 20, entries: 1000, ..Limits::default() };
    if let Ok(read) = extract(NAMES[usize::from(name) % NAMES.len()], bytes, &limits, &|| false) {
        let chars = read.text.chars().count();
        assert!(read.places.iter().all(|placed| placed.chars.start < placed.chars.end && placed.chars.end as usize <= chars));
    }
    let _ = conversations(bytes, &limits, &|| false);
    let _ = references(bytes, &limits, &|| false);
});
