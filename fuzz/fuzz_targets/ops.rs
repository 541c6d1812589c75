//! No answer, however broken, makes the reader of ops panic or overrun.
#![no_main]

libfuzzer_sys::fuzz_target!(|raw: &str| {
    let parsed = factly_core::extraction::ops::parse(raw);
    assert!(parsed.ops.len() <= raw.len());
});
