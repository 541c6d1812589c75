use factly_core::bundle::{Section, SectionSpan};
use factly_core::text::Span;
fn main() {
    let path = std::env::args().nth(1).unwrap();
    let text = std::fs::read_to_string(path).unwrap();
    let registry = factly_core::keys::Registry::from_packs(&["production", "research"], Vec::new()).unwrap();
    for piece in factly_core::bundle::cut(&text) {
        let text = &text[piece];
        let sections = [SectionSpan { section: Section::FreeChat, span: Span::new(0, text.chars().count() as u32) }];
        for op in factly_core::extraction::offline::Parser::new(&registry, factly_core::bundle::Stage::Ideation).parse(
            text,
            &sections,
            &[],
        ) {
            println!("{:.2}{} [{}] {}", op.confidence, if op.needs_review { "?" } else { " " }, op.key, op.value);
        }
    }
}
