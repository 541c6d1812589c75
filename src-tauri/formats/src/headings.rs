//! Headings by the names of their styles, in the languages that writers name them in.

/// Names of headings by writers that do not keep Word's own names; the number follows.
const HEADINGS: [&str; 22] = [
    "heading",
    "überschrift",
    "titre",
    "título",
    "titulo",
    "titolo",
    "encabezado",
    "cabeçalho",
    "kop",
    "rubrik",
    "overskrift",
    "otsikko",
    "nagłówek",
    "nadpis",
    "címsor",
    "titlu",
    "başlık",
    "заголовок",
    "επικεφαλίδα",
    "標題",
    "标题",
    "見出し",
];

/// `heading 2`, `überschrift 2`, `标题 2`, in small letters; a title stands above them all.
pub(crate) fn level_by_name(name: &str) -> Option<u8> {
    if matches!(name, "title" | "titel") {
        return Some(1);
    }
    let word = name.trim_end_matches(|char: char| char.is_ascii_digit());
    let level: u8 = name[word.len()..].parse().ok()?;
    (HEADINGS.contains(&word.trim_end()) && (1..=9).contains(&level)).then_some(level)
}
