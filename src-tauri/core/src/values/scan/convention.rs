//! Which of the two ways a text writes numbers: 1,234.56 or 1.234,56.

/// How decimals are set off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Convention {
    /// `1,234.56`, as in English.
    Point,
    /// `1.234,56` or `1 234,56`, as in German, French and Spanish.
    Comma,
}

/// The start of a text tells enough of it, and keeps the look cheap.
const SAMPLE: usize = 64 * 1024;

impl Convention {
    /// Judged by the numbers that can be read in one way only, and where they are silent by the commonest words.
    pub fn of(text: &str) -> Self {
        let sample = start_of(text);
        match comma_votes(sample.as_bytes()) {
            0 => Self::of_words(sample),
            votes if votes > 0 => Self::Comma,
            _ => Self::Point,
        }
    }

    fn of_words(sample: &str) -> Self {
        if word_votes(sample) > 0 { Self::Comma } else { Self::Point }
    }
}

/// Who speaks, as far as one word is two numbers: a billion is a thousand millions in English, and a million millions
/// in German, French and Spanish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tongue {
    English,
    Other,
    Unknown,
}

impl Tongue {
    /// Judged by the commonest words alone: who writes English elsewhere may set decimals off with a comma.
    pub(super) fn of(text: &str) -> Self {
        match word_votes(start_of(text)) {
            0 => Self::Unknown,
            votes if votes > 0 => Self::Other,
            _ => Self::English,
        }
    }
}

/// The commonest words of German, French and Spanish, less those of English. Words of both sides are left out.
fn word_votes(sample: &str) -> i32 {
    let mut votes = 0;
    for word in sample.split(|c: char| !c.is_alphabetic()).filter(|word| (2..=5).contains(&word.len())) {
        votes += match word {
            "the" | "of" | "and" | "is" | "was" | "The" | "with" | "we" | "for" | "that" | "are" | "this" | "has" => -1,
            "der" | "die" | "das" | "und" | "ist" | "mit" | "Die" | "Der" | "wir" | "Das" | "den" | "dem" | "von"
            | "für" | "auf" | "nicht" | "eine" | "sind" | "bis" | "wird" => 1,
            "les" | "des" | "est" | "une" | "du" | "Les" | "nous" | "le" | "Le" | "et" | "dans" | "avec" | "sur"
            | "au" | "pour" => 1,
            "el" | "los" | "las" | "una" | "del" | "con" | "El" | "para" | "por" | "que" | "es" | "en" | "la"
            | "La" => 1,
            _ => 0,
        };
    }
    votes
}

/// At most [`SAMPLE`] bytes, to a character border.
fn start_of(text: &str) -> &str {
    let end = (0..4).find_map(|back| text.get(..SAMPLE - back));
    end.unwrap_or(text)
}

/// Commas that can only be decimal, less points that can only be.
fn comma_votes(bytes: &[u8]) -> i32 {
    let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let mut votes = 0;
    for at in memchr::memchr2_iter(b',', b'.', bytes) {
        if at == 0 || !digit(at - 1) || !digit(at + 1) {
            continue;
        }
        let run = (1..=4).take_while(|ahead| digit(at + ahead)).count();
        let before = at.checked_sub(2).and_then(|at| bytes.get(at));
        // Dates, versions and section numbers have a second mark near the first.
        let chained = matches!(bytes.get(at + run + 1), Some(b'.' | b',')) && digit(at + run + 2)
            || matches!(before, Some(b'.' | b','))
            || matches!(at.checked_sub(3).and_then(|at| bytes.get(at)), Some(b'.' | b','));
        if run <= 2 && !chained {
            votes += if bytes[at] == b',' { 1 } else { -1 };
        }
    }
    votes
}
