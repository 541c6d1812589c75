//! Detection of the kind of a document: by its first bytes, by what an archive holds, by the shape of its first lines,
//! and only then by the ending of its name.

use crate::budget::Budget;
use crate::encoding;
use crate::format::Format;
use crate::package::Package;
use crate::refusal::Refusal;

/// As much of a text as its kind shows in.
const HEAD: usize = 16 << 10;

/// First bytes, and what they look like. Names are the usual endings, which no language has to translate.
const SIGNATURES: [(&[u8], &str); 38] = [
    (b"\x7fELF", "ELF"),
    (b"\xfe\xed\xfa\xce", "Mach-O"),
    (b"\xfe\xed\xfa\xcf", "Mach-O"),
    (b"\xce\xfa\xed\xfe", "Mach-O"),
    (b"\xcf\xfa\xed\xfe", "Mach-O"),
    (b"\xca\xfe\xba\xbe", "Java class"),
    (b"\0asm", "WebAssembly"),
    (b"\x89PNG", "PNG"),
    (b"\xff\xd8\xff", "JPEG"),
    (b"GIF8", "GIF"),
    (b"II*\0", "TIFF"),
    (b"MM\0*", "TIFF"),
    (b"8BPS", "PSD"),
    (b"\0\0\x01\0", "ICO"),
    (b"\x1f\x8b", "GZIP"),
    (b"BZh", "BZIP2"),
    (b"\xfd7zXZ", "XZ"),
    (b"7z\xbc\xaf", "7Z"),
    (b"Rar!", "RAR"),
    (b"\x28\xb5\x2f\xfd", "ZSTD"),
    (b"MSCF", "CAB"),
    (b"SQLite format 3\0", "SQLite"),
    (b"%!PS", "PostScript"),
    (b"AT&TFORM", "DjVu"),
    (b"PAR1", "Parquet"),
    (b"OggS", "OGG"),
    (b"fLaC", "FLAC"),
    (b"ID3", "MP3"),
    (b"\xff\xfb", "MP3"),
    (b"\x1a\x45\xdf\xa3", "Matroska"),
    (b"\0\x01\0\0\0", "TTF"),
    (b"OTTO", "OTF"),
    (b"wOFF", "WOFF"),
    (b"wOF2", "WOFF2"),
    (b"!<arch>", "AR"),
    (b"ITSF", "CHM"),
    (b"\xdb\xa5", "DOC"),
    (b"\x30\x26\xb2\x75", "WMV"),
];

/// The format of a document, or what it looks like instead.
pub(crate) fn detect_format(name: &str, bytes: &[u8], budget: &Budget<'_>) -> Result<Format, Refusal> {
    let ending = name.rsplit_once('.').map_or_else(String::new, |(_, ending)| ending.to_ascii_lowercase());
    if is_pdf(&ending, bytes) {
        return Ok(Format::Pdf);
    }
    match bytes {
        [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] => archive(&mut Package::open(bytes, budget)?),
        [0xd0, 0xcf, 0x11, 0xe0, ..] => compound(bytes),
        [b'{', b'\\', b'r', b't', b'f', ..] => Ok(Format::Rtf),
        _ => match looks_like(bytes) {
            Some(looks_like) => unknown(looks_like),
            None => text(&ending, bytes),
        },
    }
}

/// Some writers put a few bytes before the mark; a name that says so is believed then.
fn is_pdf(ending: &str, bytes: &[u8]) -> bool {
    const MARK: &[u8] = b"%PDF-";
    let head = &bytes[..bytes.len().min(1024)];
    head.starts_with(MARK) || ending == "pdf" && head.windows(MARK.len()).any(|window| window == MARK)
}

/// A kind of file that is no document, by its first bytes.
pub(crate) fn looks_like(bytes: &[u8]) -> Option<&'static str> {
    let at = |from: usize, mark: &[u8]| bytes.get(from..).is_some_and(|rest| rest.starts_with(mark));
    let is_binary = || bytes[..bytes.len().min(1024)].contains(&0);
    if at(0, b"MZ") && is_binary() {
        return Some("EXE");
    }
    if at(0, b"BM") && is_binary() {
        return Some("BMP");
    }
    if at(0, b"RIFF") && is_binary() {
        return Some(if at(8, b"WEBP") {
            "WEBP"
        } else if at(8, b"WAVE") {
            "WAV"
        } else {
            "AVI"
        });
    }
    if at(4, b"ftyp") {
        return Some(if at(8, b"hei") || at(8, b"mif1") {
            "HEIC"
        } else if at(8, b"avif") {
            "AVIF"
        } else {
            "MP4"
        });
    }
    if at(257, b"ustar") {
        return Some("TAR");
    }
    if at(60, b"BOOKMOBI") {
        return Some("MOBI");
    }
    SIGNATURES.iter().find(|(mark, _)| bytes.starts_with(mark)).map(|(_, name)| *name)
}

/// Returns whether a kind that [`looks_like`] names is one of pictures.
pub(crate) fn is_picture(kind: &str) -> bool {
    matches!(kind, "PNG" | "JPEG" | "GIF" | "TIFF" | "BMP" | "WEBP" | "HEIC" | "AVIF")
}

fn unknown(looks_like: &str) -> Result<Format, Refusal> {
    Err(Refusal::Unknown { looks_like: looks_like.to_owned() })
}

/// An archive's kind shows in the names of its parts; an OpenDocument and an EPUB have a part that names their type.
pub(crate) fn archive(package: &mut Package<'_>) -> Result<Format, Refusal> {
    if package.names().first().is_some_and(|name| name == "mimetype") {
        return by_mime_type(&String::from_utf8_lossy(&package.small("mimetype")?));
    }
    let names: Vec<String> = package.names().iter().map(|name| name.replace('\\', "/").to_ascii_lowercase()).collect();
    let has = |start: &str| names.iter().any(|name| name.starts_with(start));
    match () {
        () if has("word/document") => Ok(Format::Docx),
        () if has("ppt/presentation") || has("ppt/slides/") => Ok(Format::Pptx),
        () if has("xl/workbook.bin") => unknown("XLSB"),
        () if has("xl/") => Ok(Format::Spreadsheet),
        () if has("meta-inf/container.xml") => Ok(Format::Epub),
        () if has("index/document.iwa") || has("index.zip") => unknown("iWork"),
        () if has("visio/") => unknown("VSDX"),
        // What is left of the kinds of packages are documents of Word: their parts may have any name.
        () if has("[content_types].xml") && has("_rels/.rels") => Ok(Format::Docx),
        () if has("meta-inf/manifest.mf") => unknown("JAR"),
        () => unknown("ZIP"),
    }
}

fn by_mime_type(kind: &str) -> Result<Format, Refusal> {
    let kind = kind.trim().strip_prefix("application/").unwrap_or_default();
    match () {
        () if kind.starts_with("epub+zip") => Ok(Format::Epub),
        () if kind.starts_with("vnd.oasis.opendocument.text") => Ok(Format::Odt),
        () if kind.starts_with("vnd.sun.xml.writer") => unknown("SXW"),
        () if kind.starts_with("vnd.oasis.opendocument.spreadsheet") => Ok(Format::Spreadsheet),
        () if kind.starts_with("vnd.oasis.opendocument.presentation") => unknown("ODP"),
        () if kind.starts_with("vnd.oasis.opendocument.graphics") => unknown("ODG"),
        () => unknown("ZIP"),
    }
}

/// A compound file names its streams in UTF-16. What Office encrypts is one too.
fn compound(bytes: &[u8]) -> Result<Format, Refusal> {
    let has = |name: &str| {
        let wide: Vec<u8> = name.encode_utf16().flat_map(u16::to_le_bytes).collect();
        memchr::memmem::find(bytes, &wide).is_some()
    };
    match () {
        () if has("EncryptedPackage") => Err(Refusal::Encrypted),
        () if has("Workbook") || has("Book\0") => Ok(Format::Spreadsheet),
        () if has("WordDocument") => unknown("DOC"),
        () if has("PowerPoint Document") => unknown("PPT"),
        () if has("__substg1.0_") => unknown("MSG"),
        () => unknown("OLE"),
    }
}

fn text(ending: &str, bytes: &[u8]) -> Result<Format, Refusal> {
    let head = encoding::decode(&bytes[..bytes.len().min(HEAD)], None)?.text;
    let head = head.trim_start_matches('\u{feff}');
    let start = head.trim_start();
    if head.starts_with("WEBVTT") {
        return Ok(Format::Vtt);
    }
    if is_html(ending, start) {
        return Ok(Format::Html);
    }
    if is_mailbox(head) {
        return Ok(Format::Mbox);
    }
    if is_mail(ending, start) {
        return Ok(Format::Eml);
    }
    if is_subtitles(start) {
        return Ok(Format::Srt);
    }
    Ok(match ending {
        "md" | "markdown" | "mdown" | "mkd" => Format::Markdown,
        "csv" | "tsv" | "tab" => Format::Csv,
        _ => Format::Text,
    })
}

/// A page begins with its own tags; a piece of one is told by its name, as Markdown may begin with a tag too.
fn is_html(ending: &str, start: &str) -> bool {
    let mut start = start;
    while let Some(rest) = start.strip_prefix("<!--").or_else(|| start.strip_prefix("<?")) {
        start = rest.split_once('>').map_or("", |(_, rest)| rest).trim_start();
    }
    let begins = |tag: &str| start.get(..tag.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(tag));
    ["<!doctype html", "<html", "<head", "<body"].into_iter().any(begins)
        || matches!(ending, "html" | "htm" | "xhtml" | "xht") && !is_mail("", start)
}

/// `From somebody@example.org Mon Jan  5 10:00:00 2026`, and headers.
fn is_mailbox(head: &str) -> bool {
    let Some((first, rest)) = head.split_once('\n') else { return false };
    let year = |word: &str| word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit());
    first.starts_with("From ") && first.split_whitespace().any(year) && header_names(rest).count() >= 2
}

/// Headers alone make a message only where the name says so too; those that mail servers write make one anywhere.
fn is_mail(ending: &str, start: &str) -> bool {
    const KNOWN: [&str; 8] = ["from", "to", "cc", "subject", "date", "reply-to", "sender", "content-type"];
    const OF_SERVERS: [&str; 6] = ["message-id", "mime-version", "received", "return-path", "delivered-to", "x-mailer"];
    let names: Vec<String> = header_names(start).collect();
    let has = |of: &[&str]| names.iter().filter(|name| of.contains(&name.as_str())).count();
    let servers = has(&OF_SERVERS);
    has(&KNOWN) + servers >= 2 && (servers >= 1 || matches!(ending, "eml" | "mht" | "mhtml"))
}

/// The names of the headers that a text begins with, in small letters; none where a line before the first empty one is
/// no header.
fn header_names(text: &str) -> impl Iterator<Item = String> {
    let lines: Vec<&str> = text.lines().take_while(|line| !line.trim().is_empty()).collect();
    let is_header = |line: &&str| line.starts_with([' ', '\t']) || header_name(line).is_some();
    let is_whole = lines.iter().take(40).all(is_header);
    lines.into_iter().filter(move |_| is_whole).filter_map(header_name).map(str::to_ascii_lowercase)
}

fn header_name(line: &str) -> Option<&str> {
    let (name, _) = line.split_once(':')?;
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    (!name.is_empty() && name.bytes().all(is_name)).then_some(name)
}

/// A number, then a line of two times.
fn is_subtitles(start: &str) -> bool {
    let mut lines = start.lines();
    let first = lines.next().unwrap_or_default().trim();
    let times = if first.bytes().all(|byte| byte.is_ascii_digit()) { lines.next().unwrap_or_default() } else { first };
    let is_time = |part: &str| part.contains(':') && part.trim().starts_with(|char: char| char.is_ascii_digit());
    times.split_once("-->").is_some_and(|(from, to)| is_time(from) && is_time(to))
}
