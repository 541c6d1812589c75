use factly_core::bundle::*;
use factly_core::text::Span;
use std::time::Instant;
fn main() {
    let registry = factly_core::keys::Registry::from_packs(&["production", "research"], Vec::new()).unwrap();
    let parser = factly_core::extraction::offline::Parser::new(&registry, Stage::Ideation);
    for unit in [
        "[",
        "{",
        "\"",
        "\\",
        "{\"",
        "[\"",
        "{\"a\":",
        "[]",
        "{}",
        "```\n",
        "'",
        "{'",
        "[1,",
        "{a:",
        "/*",
        "#",
        "<think>",
        "</think>{",
        "[{\"op\":\"ADD\",",
        "[\u{201c}",
        "a \" ",
        "{\"ops\":[ '",
        "{\"\\ud800\"",
        "[{\"op\":\"NOTE\",\"value\":\"a\"b\"},",
        ".",
        "a. ",
        "1 ",
        "(",
        "\n",
        "- ",
        "| ",
        "|a",
        "``` ",
        ": ",
        ", and the ",
        "the backdrop is 6 m wide, ",
        "May ",
        "日本",
        "é",
        "\n\n#",
        "a\n",
        "-->",
        "<!--",
        "[x]: ",
        "width: ",
        "1. ",
        "Dr. ",
        "the \n",
        "$",
        "(1) ",
    ] {
        for size in [1_000_000, 4_000_000] {
            let raw = unit.repeat(size / unit.len());
            let t = Instant::now();
            let p = factly_core::extraction::ops::parse(&raw);
            let ops = t.elapsed();
            let t = Instant::now();
            let n = parser
                .parse(
                    &raw,
                    &[SectionSpan { section: Section::FreeChat, span: Span::new(0, raw.chars().count() as u32) }],
                    &[],
                )
                .len();
            let off = t.elapsed();
            if size == 4_000_000 || off.as_millis() > 500 || ops.as_millis() > 500 {
                println!("{unit:?} {size}: ops {ops:?} ({} ops) offline {off:?} ({n})", p.ops.len());
            }
        }
    }
}
