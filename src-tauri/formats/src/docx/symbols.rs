//! Characters that a document names by a font of signs and a number in it.

use crate::xml::XmlElement;

/// Meanings of the signs of Symbol and Wingdings, by their number in the font.
const SYMBOL: [(u32, char); 30] = [
    (0x61, 'α'),
    (0x62, 'β'),
    (0x67, 'γ'),
    (0x64, 'δ'),
    (0x65, 'ε'),
    (0x68, 'η'),
    (0x71, 'θ'),
    (0x6c, 'λ'),
    (0x6d, 'μ'),
    (0x70, 'π'),
    (0x72, 'ρ'),
    (0x73, 'σ'),
    (0x74, 'τ'),
    (0x6a, 'φ'),
    (0x77, 'ω'),
    (0x44, 'Δ'),
    (0x47, 'Γ'),
    (0x53, 'Σ'),
    (0x57, 'Ω'),
    (0xa3, '≤'),
    (0xa5, '∞'),
    (0xb0, '°'),
    (0xb1, '±'),
    (0xb3, '≥'),
    (0xb4, '×'),
    (0xb7, '•'),
    (0xb8, '÷'),
    (0xb9, '≠'),
    (0xbb, '≈'),
    (0xae, '→'),
];
const WINGDINGS: [(u32, char); 10] = [
    (0x6f, '☐'),
    (0xa8, '☐'),
    (0xfe, '☑'),
    (0x78, '☒'),
    (0xfd, '☒'),
    (0xfc, '✓'),
    (0xfb, '✗'),
    (0xe0, '→'),
    (0x28, '☎'),
    (0x4a, '☺'),
];

/// The character of a `sym` element; U+FFFD where the font's table is not known.
pub(crate) fn read(element: &XmlElement<'_>) -> char {
    let code = element.attr("char").and_then(|code| u32::from_str_radix(code.trim(), 16).ok()).unwrap_or(0xfffd);
    let font = element.attr("font").unwrap_or_default();
    let signs: &[(u32, char)] = match font.as_str() {
        "Symbol" => &SYMBOL,
        name if name.starts_with("Wingdings") => &WINGDINGS,
        _ => &[],
    };
    // Fonts of signs lie in the private area, at their number from U+F000.
    let at = if (0xf000..=0xf0ff).contains(&code) { code - 0xf000 } else { code };
    let known = signs.iter().find(|(sign, _)| *sign == at).map(|(_, char)| *char);
    let ordinary =
        || char::from_u32(code).filter(|char| !('\u{e000}'..='\u{f8ff}').contains(char) && !char.is_control());
    known.or_else(ordinary).unwrap_or(char::REPLACEMENT_CHARACTER)
}
