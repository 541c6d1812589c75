//! State within a group of RTF, and the tables of its words.

use crate::inline::Look;

/// The state until a group ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RtfGroup {
    pub(crate) destination: RtfDestination,
    pub(crate) font: Option<i32>,
    pub(crate) code_page: Option<&'static str>,
    /// Number of characters after one in Unicode for readers without it.
    pub(crate) fallback: usize,
    /// True if a tracked change deletes it.
    pub(crate) is_deleted: bool,
    pub(crate) look: RtfLook,
    /// True if the next word names a destination that may be left out.
    pub(crate) is_optional: bool,
    pub(crate) style: Option<i32>,
    /// True if it is the pair of a text in a code page and in Unicode, of which the latter is read.
    pub(crate) is_pair: bool,
}

/// The look of the words of a group.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct RtfLook {
    pub(crate) script: Option<Look>,
    pub(crate) is_hidden: bool,
    pub(crate) is_struck: bool,
    pub(crate) is_tiny: bool,
    pub(crate) is_white: bool,
    /// True if it has a ground on which white is seen.
    pub(crate) has_ground: bool,
}

impl RtfLook {
    pub(crate) fn looks(self, on_ground: bool) -> Vec<Look> {
        let is_unseen = self.is_white && !self.has_ground && !on_ground;
        let hidden = (self.is_hidden || self.is_tiny || is_unseen).then_some(Look::Hidden);
        hidden.into_iter().chain(self.is_struck.then_some(Look::Struck)).chain(self.script).collect()
    }
}

/// The destination of the text of a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum RtfDestination {
    Text,
    Gathered { kind: &'static str, text: String },
    None,
}

impl Default for RtfGroup {
    fn default() -> Self {
        Self {
            destination: RtfDestination::Text,
            font: None,
            code_page: None,
            fallback: 1,
            is_deleted: false,
            look: RtfLook::default(),
            is_optional: false,
            style: None,
            is_pair: false,
        }
    }
}

impl RtfGroup {
    /// The group that begins in this one.
    pub(crate) fn inner(&self) -> Self {
        let destination = match &self.destination {
            // Each style of the sheet is a group of its own.
            RtfDestination::Gathered { kind, .. } => RtfDestination::Gathered { kind, text: String::new() },
            other => other.clone(),
        };
        Self { destination, is_optional: false, ..self.clone() }
    }
}

/// The destination that a word begins, if it is one.
pub(crate) fn destination(word: &str) -> Option<RtfDestination> {
    const GATHERED: [&str; 6] = ["title", "author", "stylesheet", "footnote", "listtext", "colortbl"];
    const LEFT_OUT: [&str; 44] = [
        "fonttbl",
        "pict",
        "objdata",
        "objclass",
        "objname",
        "header",
        "headerl",
        "headerr",
        "headerf",
        "footer",
        "footerl",
        "footerr",
        "footerf",
        "annotation",
        "atnid",
        "atnauthor",
        "fldinst",
        "pntext",
        "pntxta",
        "pntxtb",
        "nonshppict",
        "bkmkstart",
        "bkmkend",
        "revtbl",
        "rsidtbl",
        "generator",
        "themedata",
        "datastore",
        "listtable",
        "listoverridetable",
        "xmlnstbl",
        "latentstyles",
        "operator",
        "subject",
        "keywords",
        "doccomm",
        "company",
        "category",
        "manager",
        "comment",
        "sp",
        "shprslt",
        "nonesttables",
        "hlinkbase",
    ];
    // Optional ones whose text counts.
    const READ: [&str; 3] = ["shpinst", "shptxt", "shppict"];
    if let Some(kind) = GATHERED.iter().find(|kind| **kind == word) {
        return Some(RtfDestination::Gathered { kind, text: String::new() });
    }
    if LEFT_OUT.contains(&word) {
        return Some(RtfDestination::None);
    }
    READ.contains(&word).then_some(RtfDestination::Text)
}

/// The character that a word stands for.
pub(crate) fn sign_of(word: &str) -> Option<&'static str> {
    Some(match word {
        "line" | "page" | "column" | "softline" => "\n",
        "tab" => "\t",
        "emdash" => "—",
        "endash" => "–",
        "emspace" | "enspace" | "qmspace" => " ",
        "bullet" => "•",
        "lquote" => "‘",
        "rquote" => "’",
        "ldblquote" => "“",
        "rdblquote" => "”",
        _ => return None,
    })
}

/// The marker of an item; signs of fonts for bullets are a dash.
pub(crate) fn marker(text: &str) -> &str {
    let is_word = text.chars().any(|char| char.is_ascii_alphanumeric());
    if is_word && !text.eq_ignore_ascii_case("o") { text } else { "-" }
}

/// The encoding of a code page of Windows or DOS.
pub(crate) fn code_page(page: i32) -> &'static str {
    match page {
        866 => "ibm866",
        874 => "windows-874",
        932 => "shift_jis",
        936 => "gbk",
        949 => "euc-kr",
        950 => "big5",
        1250 => "windows-1250",
        1251 => "windows-1251",
        1253 => "windows-1253",
        1254 => "windows-1254",
        1255 => "windows-1255",
        1256 => "windows-1256",
        1257 => "windows-1257",
        1258 => "windows-1258",
        10000 => "macintosh",
        10007 => "x-mac-cyrillic",
        65001 => "utf-8",
        _ => "windows-1252",
    }
}

/// The encoding of a font's character set.
pub(crate) fn charset(set: i32) -> Option<&'static str> {
    Some(match set {
        0 => "windows-1252",
        77 => "macintosh",
        128 => "shift_jis",
        129 => "euc-kr",
        134 => "gbk",
        136 => "big5",
        161 => "windows-1253",
        162 => "windows-1254",
        163 => "windows-1258",
        177 => "windows-1255",
        178 => "windows-1256",
        186 => "windows-1257",
        204 => "windows-1251",
        222 => "windows-874",
        238 => "windows-1250",
        _ => return None,
    })
}
