//! Subtitles and transcripts: SRT and VTT. Cues are joined to running text; each knows its time, each turn its speaker.

use std::collections::HashMap;

use crate::budget::Budget;
use crate::draft::{Draft, one_line};
use crate::encoding;
use crate::extract::Extract;
use crate::format::Format;
use crate::place::Place;
use crate::refusal::Refusal;

/// A pause after a sentence that parts paragraphs.
const PAUSE_MS: u64 = 3_000;
/// Characters of a tag or a placing.
const MARK: usize = 200;
/// A paragraph ends with the sentence in which it passes this.
const PARAGRAPH: usize = 600;

pub(crate) fn read(format: Format, bytes: &[u8], budget: &Budget<'_>) -> Result<Extract, Refusal> {
    let decoded = encoding::decode(bytes, Some("utf-8"))?;
    let mut draft = Draft::new(budget);
    decoded.notes.into_iter().for_each(|note| draft.note(note));
    let text = decoded.text.replace("\r\n", "\n").replace('\r', "\n");
    let mut cues = cues(&text, budget)?;
    tell_speakers(&mut cues);
    write(&cues, &mut draft, budget)?;
    draft.finish(format)
}

struct Cue {
    start_ms: u64,
    end_ms: u64,
    speaker: Option<String>,
    text: String,
}

/// The cues of a file; what stands between them (numbers, notes, styles) is no speech.
fn cues(text: &str, budget: &Budget<'_>) -> Result<Vec<Cue>, Refusal> {
    let mut cues: Vec<Cue> = Vec::new();
    let mut lines = text.lines().peekable();
    let mut last_line = String::new();
    while let Some(line) = lines.next() {
        budget.step()?;
        let Some((start_ms, end_ms)) = times(line) else { continue };
        let mut said: Vec<(Option<String>, String)> = Vec::new();
        while let Some(line) = lines.next_if(|line| !line.trim().is_empty() && times(line).is_none()) {
            let is_number_of_next =
                line.trim().parse::<u32>().is_ok() && lines.peek().is_some_and(|next| times(next).is_some());
            if is_number_of_next {
                break;
            }
            said.extend(voices(line));
        }
        // Captions that roll show the last line again above the new one.
        if cues.last().is_some() && said.len() > 1 && said[0].1 == last_line {
            said.remove(0);
        }
        last_line = said.last().map_or_else(String::new, |(_, text)| text.clone());
        add(&mut cues, start_ms, end_ms, said);
    }
    Ok(cues)
}

/// Adds what is said in one cue, by one speaker or by several.
fn add(cues: &mut Vec<Cue>, start_ms: u64, end_ms: u64, said: Vec<(Option<String>, String)>) {
    let first = cues.len();
    for (speaker, text) in said {
        match cues.last_mut().filter(|_| speaker.is_none()) {
            Some(cue) if cue.start_ms == start_ms && !is_dash(&text) => {
                cue.text.push(' ');
                cue.text.push_str(&text);
            }
            _ => cues.push(Cue { start_ms, end_ms, speaker, text }),
        }
    }
    if cues.len() > first {
        cues[first..].iter_mut().for_each(|cue| cue.text = one_line(&cue.text));
    }
}

/// A dash begins what another one says.
fn is_dash(text: &str) -> bool {
    text.starts_with("- ")
}

/// `00:14:07,250 --> 00:14:09,000`, with hours or without.
fn times(line: &str) -> Option<(u64, u64)> {
    let (from, to) = line.split_once("-->")?;
    Some((time(from.trim())?, time(to.split_whitespace().next()?)?))
}

fn time(text: &str) -> Option<u64> {
    let (clock, fraction) = text.split_once([',', '.']).unwrap_or((text, "0"));
    let digits: String = fraction.chars().chain("000".chars()).take(3).collect();
    let mut seconds = 0u64;
    for part in clock.split(':') {
        seconds = seconds.checked_mul(60)?.checked_add(part.trim().parse().ok()?)?;
    }
    seconds.checked_mul(1000)?.checked_add(digits.parse().ok()?)
}

/// A line without its marks, with the voice that it names: `<v Anna>Hello</v>`.
fn voices(line: &str) -> Vec<(Option<String>, String)> {
    let mut voices = vec![(None, String::new())];
    let mut rest = line;
    while let Some(at) = rest.find(['<', '{', '&']) {
        let (before, mark) = rest.split_at(at);
        voices.last_mut().into_iter().for_each(|(_, text): &mut (Option<String>, String)| text.push_str(before));
        let (end, voice, char) = read_mark(mark);
        if let Some(voice) = voice {
            voices.push((Some(voice), String::new()));
        }
        voices.last_mut().into_iter().for_each(|(_, text)| text.push_str(char));
        rest = &mark[end..];
    }
    voices.last_mut().into_iter().for_each(|(_, text)| text.push_str(rest));
    voices.retain(|(_, text)| !text.trim().is_empty());
    voices
}

/// A tag, a placing or a reference: how long it is, the voice it names, and the characters it stands for.
fn read_mark(mark: &str) -> (usize, Option<String>, &str) {
    const REFERENCES: [(&str, &str); 7] = [
        ("&amp;", "&"),
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&nbsp;", "\u{a0}"),
        ("&lrm;", ""),
        ("&rlm;", ""),
        ("&quot;", "\""),
    ];
    if let Some((reference, char)) = REFERENCES.iter().find(|(reference, _)| mark.starts_with(reference)) {
        return (reference.len(), None, char);
    }
    let close = match mark.as_bytes() {
        [b'<', next, ..] if next.is_ascii_alphanumeric() || *next == b'/' => '>',
        [b'{', b'\\', ..] => '}',
        _ => return (1, None, &mark[..1]),
    };
    // What has no end nearby is no mark.
    let found = mark.char_indices().take(MARK).find(|(_, char)| *char == close);
    let Some((end, _)) = found else { return (1, None, &mark[..1]) };
    let inside = &mark[1..end];
    let voice = inside.strip_prefix('v').filter(|rest| rest.starts_with([' ', '.', '\t']));
    let voice = voice.and_then(|rest| rest.split_once([' ', '\t'])).map(|(_, name)| one_line(name));
    (end + 1, voice.filter(|voice| !voice.is_empty()), "")
}

/// Speakers that stand in the words: `ANNA: Hello` says so at once, `Anna Brook: Hello` when it comes back.
fn tell_speakers(cues: &mut [Cue]) {
    let mut seen: HashMap<String, usize> = HashMap::new();
    for cue in cues.iter() {
        if let Some((name, _)) = named(&cue.text) {
            *seen.entry(name.to_owned()).or_default() += 1;
        }
    }
    for cue in cues.iter_mut().filter(|cue| cue.speaker.is_none()) {
        let Some((name, rest)) = named(&cue.text) else { continue };
        let is_loud =
            name.chars().filter(|char| char.is_alphabetic()).count() > 1 && !name.chars().any(char::is_lowercase);
        if is_loud || seen.get(name).is_some_and(|times| *times > 1) {
            (cue.speaker, cue.text) = (Some(name.to_owned()), rest.to_owned());
        }
    }
}

/// A name of up to four words, each with a capital, before a colon.
fn named(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start_matches(['-', '>', ' ']);
    let (name, rest) = text.split_once(": ")?;
    let is_name = |word: &str| word.starts_with(|char: char| char.is_uppercase() || char.is_numeric() || char == '(');
    let words = name.split(' ').count();
    let begins = name.starts_with(char::is_uppercase);
    (begins && words <= 4 && name.len() <= 60 && name.split(' ').all(is_name)).then_some((name, rest.trim_start()))
}

fn write(cues: &[Cue], draft: &mut Draft, budget: &Budget<'_>) -> Result<(), Refusal> {
    let mut speaker: Option<&String> = None;
    let mut turn = draft.at();
    let mut paragraph = 0;
    let mut last: Option<&Cue> = None;
    for cue in cues {
        budget.step()?;
        // A cue without a name goes on with who spoke, as only turns are marked.
        let is_turn = cue.speaker.is_some() && cue.speaker.as_ref() != speaker;
        let ends = |last: &Cue| {
            is_sentence_end(&last.text) && (paragraph > PARAGRAPH || cue.start_ms > last.end_ms + PAUSE_MS)
        };
        if is_turn {
            end_turn(draft, speaker, turn);
        }
        if is_turn || last.is_none_or(ends) {
            draft.part();
            paragraph = 0;
        } else if is_dash(&cue.text) {
            draft.next_line();
        } else {
            draft.push(" ");
        }
        if is_turn {
            turn = draft.at();
            speaker = cue.speaker.as_ref();
            draft.push(&format!("{}: ", speaker.map_or("", String::as_str)));
        }
        let start = draft.at();
        draft.push(&cue.text);
        draft.place(start, Place::Time { start_ms: cue.start_ms, end_ms: cue.end_ms.max(cue.start_ms) });
        paragraph += cue.text.len();
        last = Some(cue);
    }
    end_turn(draft, speaker, turn);
    Ok(())
}

fn end_turn(draft: &mut Draft, speaker: Option<&String>, turn: u32) {
    if let Some(name) = speaker {
        draft.place(turn, Place::Speaker { name: name.clone() });
    }
}

fn is_sentence_end(text: &str) -> bool {
    text.trim_end_matches(['"', '”', '’', '»', ')', ']']).ends_with(['.', '!', '?', '…', '。', '！', '？'])
}
