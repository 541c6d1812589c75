//! Who speaks, where a text says so before each answer: "Maria: …". What is said begins behind that.

use std::sync::LazyLock;

use super::courtesy::{self, hashes};
use super::lexicon::{FILLER, FIRST, QUESTION, SECOND};
use super::word::{Figure, Gap, Word};

/// A mark is a name, with a title at most.
const MAX_MARK: usize = 4;

/// How many words the mark at the start has: "Reuter:", "Dr Amari (0:33):". 0 where there is none.
pub(super) fn mark(words: &[Word]) -> usize {
    let end = words.iter().take(MAX_MARK + 1).skip(1).position(|word| word.before == Gap::Colon).map(|at| at + 1);
    let named = |at: usize| words[at].capital || at > 0 && words[at].figure != Figure::None;
    end.filter(|&end| (0..end).all(named)).unwrap_or(0)
}

/// Whether people speak in turn. A list of things has marks too ("Width: 6 m"), but nobody asks or answers there.
pub(super) fn is_talk<'w>(sentences: impl Iterator<Item = &'w [Word]>) -> bool {
    let (mut seen, mut again, mut spoken) = (Vec::new(), false, false);
    for words in sentences {
        let (name, said) = words.split_at(mark(words));
        let Some(first) = name.first() else { continue };
        let role = name.len() <= 2 && (first.end - first.start == 1 || ROLES.contains(&first.hash));
        let name: Vec<u32> = name.iter().map(|word| word.hash).collect();
        spoken |= said.iter().any(|word| word.is(FIRST | SECOND | FILLER | QUESTION) || PERSONS.contains(&word.hash));
        again |= role || seen.contains(&name);
        if again && spoken {
            return true;
        }
        // A talk has few speakers; more names than these are a list.
        if seen.len() < 16 {
            seen.push(name);
        }
    }
    false
}

/// Where what is said begins: behind the speaker, a greeting, and what only fills the time before an answer.
pub(super) fn body(words: &[Word], talk: bool, english: bool) -> usize {
    let mut at = if talk { mark(words) } else { 0 };
    loop {
        let greeting = courtesy::opening(&words[at..]);
        let filler = if english { 0 } else { fillers(&words[at..]) };
        if greeting + filler == 0 || courtesy::is_one(&words[at..]) {
            return at;
        }
        at += greeting.max(filler);
    }
}

/// How many words at the start only fill, in German and French. "Also, ähm, …".
fn fillers(words: &[Word]) -> usize {
    let pauses = |at: usize| words.get(at).is_none_or(|next| next.before.parts() || next.before == Gap::Other);
    let hums = |at: usize| words.get(at).is_some_and(|word| HUMS.contains(&word.hash));
    let mut at = 0;
    while hums(at) || words.get(at).is_some_and(|word| FILLS.contains(&word.hash)) && (pauses(at + 1) || hums(at + 1)) {
        at += 1;
    }
    at
}

static ROLES: LazyLock<Vec<u32>> = LazyLock::new(|| {
    hashes(
        "interviewer interviewerin interviewee interviewter moderator moderatorin host guest gast speaker sprecher sprecherin \
         participant respondent teilnehmer teilnehmerin befragte befragter frage antwort question answer réponse journaliste \
         intervieweur enquêteur",
    )
});

/// Who speaks and who is spoken to, in German and French.
static PERSONS: LazyLock<Vec<u32>> = LazyLock::new(|| {
    hashes(
        "ich wir mich mir uns du ihr sie ihnen danke gern gerne je j'ai nous vous tu merci wie warum was comment pourquoi",
    )
});

/// Said while thinking, whatever follows.
static HUMS: LazyLock<Vec<u32>> = LazyLock::new(|| hashes("ähm äh öhm ähem hm hmm mhm um uh uhm euh heu bah ben"));

/// Fill the time where a pause follows.
static FILLS: LazyLock<Vec<u32>> = LazyLock::new(|| {
    hashes(
        "also naja na ja genau tja nun gut okay ok ach so klar alors oui ouais voilà donc enfin bon bien eh hein d'accord écoutez",
    )
});
