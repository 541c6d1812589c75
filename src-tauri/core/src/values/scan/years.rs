//! The words that make four digits behind them a year.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum YearCue {
    /// Before a year even of long ago.
    Ever,
    /// Before a year of this time.
    Recent,
}

/// Returns what `word` makes of a number behind it, in any case.
pub(super) fn word(word: &str) -> Option<YearCue> {
    let among = |known: &[&str]| known.iter().any(|known| known.eq_ignore_ascii_case(word));
    if among(STRONG_YEAR_WORDS) {
        return Some(YearCue::Ever);
    }
    among(YEAR_WORDS).then_some(YearCue::Recent)
}

/// Before a year even of long ago.
const STRONG_YEAR_WORDS: &[&str] = &[
    "since",
    "year",
    "years",
    "founded",
    "established",
    "est",
    "born",
    "jahr",
    "jahre",
    "seit",
    "gegründet",
    "année",
    "depuis",
    "fondée",
    "fondé",
    "desde",
    "año",
    "fundada",
];

/// Before a year of this time.
const YEAR_WORDS: &[&str] = &[
    "in",
    "by",
    "from",
    "until",
    "till",
    "to",
    "of",
    "during",
    "before",
    "after",
    "between",
    "mid",
    "early",
    "late",
    "end",
    "circa",
    "ca",
    "fiscal",
    "fy",
    "pre",
    "post",
    "im",
    "ab",
    "bis",
    "vor",
    "nach",
    "ende",
    "anfang",
    "mitte",
    "en",
    "de",
    "dès",
    "fin",
    "hasta",
    "hacia",
    "a",
    "spring",
    "summer",
    "autumn",
    "fall",
    "winter",
    "last",
    "this",
    "next",
    "copyright",
];
