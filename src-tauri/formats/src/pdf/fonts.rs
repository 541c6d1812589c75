//! Meanings, from a document and its font programs, of characters that the interpreter finds none for: maps that it
//! does not parse, the character collections of East Asian fonts, the encoding of a simple font, the font's own table.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use hayro::hayro_interpret::font::{OutlineFontData, OutlineGlyph};
use hayro::hayro_interpret::hayro_cmap::{BfString, CMap, CMapName, CidFamily, load_embedded};
use hayro::hayro_syntax::Pdf;
use hayro::hayro_syntax::object::{Array, Dict, Name, Object, Stream, String as PdfString};
use skrifa::{FontRef, MetadataProvider};

/// The fonts of a document, looked for when the first character has no meaning. Fonts that are not embedded are known in
/// `bare` alone.
pub(super) struct Fonts<'p> {
    pdf: &'p Pdf,
    dicts: OnceCell<Vec<Dict<'p>>>,
    known: RefCell<HashMap<u128, Rc<Meanings>>>,
    bare: OnceCell<Vec<Meanings>>,
}

/// The meanings of the codes and glyphs of a font.
#[derive(Default)]
struct Meanings {
    codes: HashMap<u32, String>,
    /// Codes are Unicode.
    is_unicode: bool,
    /// Codes are those of Windows' Latin.
    is_latin: bool,
    /// From codes to identifiers, and from these to Unicode.
    collection: Option<(CMap, CMap)>,
    glyphs: HashMap<u32, char>,
}

impl<'p> Fonts<'p> {
    pub(super) fn new(pdf: &'p Pdf) -> Self {
        Self { pdf, dicts: OnceCell::new(), known: RefCell::default(), bare: OnceCell::new() }
    }

    pub(super) fn text(&self, glyph: &OutlineGlyph) -> Option<String> {
        let Some(data) = glyph.font_data() else { return self.agreed(glyph.char_code()) };
        let known = self.known.borrow().get(&data.cache_key).cloned();
        let meanings = known.unwrap_or_else(|| {
            let meanings = Rc::new(self.meanings(&data));
            self.known.borrow_mut().insert(data.cache_key, Rc::clone(&meanings));
            meanings
        });
        meanings.decode(glyph.char_code(), glyph.glyph_id().to_u32())
    }

    /// Returns the meaning of a code where the glyph does not tell its font: all fonts of the document are composite
    /// ones that have no program, and they agree.
    fn agreed(&self, code: u32) -> Option<String> {
        let mut candidates = self.bare.get_or_init(|| self.all_bare()).iter().map(|meanings| meanings.decode(code, 0));
        let first = candidates.next().flatten();
        if candidates.all(|meaning| meaning == first) { first } else { None }
    }

    fn all_bare(&self) -> Vec<Meanings> {
        let dicts = self.dicts.get_or_init(|| fonts(self.pdf));
        let is_bare = |dict: &Dict<'_>| descendant(dict).is_some() && program(dict).is_none();
        if dicts.iter().all(is_bare) { dicts.iter().map(Meanings::from_dict).collect() } else { Vec::new() }
    }

    fn meanings(&self, data: &OutlineFontData) -> Meanings {
        let mut meanings = self.dict(data).map(|dict| Meanings::from_dict(&dict)).unwrap_or_default();
        meanings.glyphs = glyphs((*data.data).as_ref());
        meanings
    }

    /// The dictionary of a font: the one of its name, and of its program where more have that name.
    fn dict(&self, data: &OutlineFontData) -> Option<Dict<'p>> {
        let name = data.postscript_name.as_deref()?;
        let dicts = self.dicts.get_or_init(|| fonts(self.pdf));
        let mut named = dicts.iter().filter(|dict| base_name(dict).is_some_and(|base| base == name));
        let (first, second) = (named.next()?, named.next());
        if second.is_none() {
            return Some(first.clone());
        }
        let has_program = |dict: &&Dict<'p>| program(dict).is_some_and(|bytes| bytes == (*data.data).as_ref());
        dicts.iter().filter(|dict| base_name(dict).is_some_and(|base| base == name)).find(has_program).cloned()
    }
}

/// The fonts that text is shown with; those that are parts of another one are left out.
fn fonts(pdf: &Pdf) -> Vec<Dict<'_>> {
    let is_font = |dict: &Dict<'_>| {
        let kind = |key: &[u8]| dict.get::<Name<'_>>(key).map(|kind| kind.as_str().to_owned()).unwrap_or_default();
        kind(b"Type") == "Font" && !kind(b"Subtype").starts_with("CIDFont") && base_name(dict).is_some()
    };
    pdf.objects().into_iter().filter_map(Object::into_dict).filter(is_font).collect()
}

/// The name of a font without the mark of its subset.
fn base_name(dict: &Dict<'_>) -> Option<String> {
    let name = dict.get::<Name<'_>>(b"BaseFont")?;
    let name = name.as_str();
    Some(name.split_once('+').filter(|(mark, _)| mark.len() == 6).map_or(name, |(_, name)| name).to_owned())
}

fn descendant<'p>(dict: &Dict<'p>) -> Option<Dict<'p>> {
    dict.get::<Array<'p>>(b"DescendantFonts")?.iter::<Dict<'p>>().next()
}

/// The font program, decoded.
fn program(dict: &Dict<'_>) -> Option<Vec<u8>> {
    let holder = descendant(dict).unwrap_or_else(|| dict.clone());
    let descriptor = holder.get::<Dict<'_>>(b"FontDescriptor")?;
    let stream =
        ["FontFile2", "FontFile3", "FontFile"].iter().find_map(|key| descriptor.get::<Stream<'_>>(key.as_bytes()))?;
    stream.decoded_data().ok().map(std::borrow::Cow::into_owned)
}

impl Meanings {
    /// Reads the meanings in a font's dictionary.
    fn from_dict(dict: &Dict<'_>) -> Self {
        let map = dict.get::<Stream<'_>>(b"ToUnicode").and_then(|map| map.decoded_data().ok());
        let named = |key: &[u8]| dict.get::<Name<'_>>(key).map(|name| name.as_str().to_owned()).unwrap_or_default();
        let encoding = named(b"Encoding");
        let is_composite = named(b"Subtype") == "Type0";
        let by_unicode = encoding.contains("UCS2") || encoding.contains("UTF16");
        Self {
            codes: map.map(|map| codes(&map)).unwrap_or_default(),
            is_unicode: named(b"ToUnicode").starts_with("Identity") || is_composite && by_unicode,
            is_latin: !is_composite && encoding == "WinAnsiEncoding",
            collection: if is_composite { collection(dict, &encoding) } else { None },
            glyphs: HashMap::new(),
        }
    }

    fn decode(&self, code: u32, glyph: u32) -> Option<String> {
        let by_code = || self.codes.get(&code).cloned();
        let as_unicode = || self.is_unicode.then(|| char::from_u32(code)).flatten().map(String::from);
        let by_collection =
            || self.collection.as_ref().and_then(|(codes, identifiers)| collected(codes, identifiers, code));
        let as_latin = || self.is_latin.then(|| latin(code)).flatten().map(String::from);
        let by_glyph = || self.glyphs.get(&glyph).copied().map(String::from);
        by_code().or_else(by_collection).or_else(as_unicode).or_else(as_latin).or_else(by_glyph)
    }
}

/// The maps of a font of an East Asian collection.
fn collection(dict: &Dict<'_>, encoding: &str) -> Option<(CMap, CMap)> {
    let info = descendant(dict)?.get::<Dict<'_>>(b"CIDSystemInfo")?;
    let part = |key: &[u8]| info.get::<PdfString<'_>>(key).map(|part| part.as_bytes().to_vec()).unwrap_or_default();
    let family = CidFamily::from_registry_ordering(&part(b"Registry"), &part(b"Ordering"));
    let identifiers = CMap::parse(load_embedded(family.ucs2_cmap()?)?, load_embedded)?;
    let codes = match encoding {
        "" => CMap::parse(&dict.get::<Stream<'_>>(b"Encoding")?.decoded_data().ok()?, load_embedded)?,
        "Identity-H" | "Identity-V" => CMap::identity_h(),
        name => CMap::parse(load_embedded(CMapName::from_bytes(name.as_bytes()))?, load_embedded)?,
    };
    Some((codes, identifiers))
}

fn collected(codes: &CMap, identifiers: &CMap, code: u32) -> Option<String> {
    let identifier = (1..=4).find_map(|length| codes.lookup_cid_code(code, length))?;
    match identifiers.lookup_bf_string(identifier)? {
        BfString::Char(char) => Some(char.into()),
        BfString::String(text) => Some(text),
    }
}

/// Characters by glyph, as the font program maps them; private ones mean nothing.
fn glyphs(program: &[u8]) -> HashMap<u32, char> {
    let Ok(font) = FontRef::new(program) else { return HashMap::new() };
    let mut glyphs = HashMap::new();
    for (code, glyph) in font.charmap().mappings() {
        if let Some(char) =
            char::from_u32(code).filter(|char| !matches!(char, '\u{e000}'..='\u{f8ff}' | '\0'..='\u{1f}'))
        {
            glyphs.entry(glyph.to_u32()).or_insert(char);
        }
    }
    glyphs
}

fn latin(code: u32) -> Option<char> {
    const HIGH: [char; 32] = [
        '€', '•', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '•', 'Ž', '•', '•', '‘', '’', '“', '”', '•',
        '–', '—', '˜', '™', 'š', '›', 'œ', '•', 'ž', 'Ÿ',
    ];
    match code {
        0x20..=0x7e | 0xa0..=0xff => char::from_u32(code),
        0x80..=0x9f => Some(HIGH[code as usize - 0x80]),
        _ => None,
    }
}

/// The pairs of a map to Unicode, each by itself: one that is broken does not lose the others.
fn codes(map: &[u8]) -> HashMap<u32, String> {
    let text = String::from_utf8_lossy(map);
    let mut codes = HashMap::new();
    for part in text.split("beginbfchar").skip(1) {
        let strings = strings(part.split("endbfchar").next().unwrap_or_default());
        codes.extend(strings.chunks_exact(2).filter_map(|pair| Some((number(&pair[0])?, utf16(&pair[1], 0)?))));
    }
    for part in text.split("beginbfrange").skip(1) {
        let part = part.split("endbfrange").next().unwrap_or_default();
        let strings = if part.contains('[') { Vec::new() } else { strings(part) };
        for range in strings.chunks_exact(3) {
            let (Some(first), Some(last)) = (number(&range[0]), number(&range[1])) else { continue };
            let last = last.min(first.saturating_add(0xffff));
            codes.extend((first..=last).filter_map(|code| Some((code, utf16(&range[2], code - first)?))));
        }
    }
    codes
}

/// The hexadecimal strings of a part of a map.
fn strings(part: &str) -> Vec<Vec<u8>> {
    let digit = |byte: u8| (byte as char).to_digit(16).map(|digit| digit as u8);
    let bytes = |hex: &str| {
        let digits: Vec<u8> = hex.bytes().filter_map(digit).collect();
        digits.chunks_exact(2).map(|pair| pair[0] << 4 | pair[1]).collect()
    };
    part.split('<').skip(1).filter_map(|string| string.split_once('>')).map(|(hex, _)| bytes(hex)).collect()
}

fn number(bytes: &[u8]) -> Option<u32> {
    let number = bytes.iter().fold(0u32, |number, byte| number << 8 | u32::from(*byte));
    (1..=4).contains(&bytes.len()).then_some(number)
}

/// Text of UTF-16, its last unit raised.
fn utf16(bytes: &[u8], raised: u32) -> Option<String> {
    let mut units: Vec<u16> = match bytes {
        [one] => vec![u16::from(*one)],
        _ => bytes.chunks_exact(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]])).collect(),
    };
    match units.last_mut() {
        Some(last) => *last = last.checked_add(u16::try_from(raised).ok()?)?,
        None => return Some(String::new()),
    }
    String::from_utf16(&units).ok()
}
