//! Speakers as lines state them: by a voice, a name before a colon or in brackets, or a mark of another one.
//!
//! Words go to the one who is named, or to nobody: a line that marks another speaker and names none is nobody's.

use std::collections::HashMap;

use super::Cue;
use super::marks::CueLine;

/// Words of a name.
const NAME_WORDS: usize = 4;
const NAME_BYTES: usize = 60;

const SENTENCE_ENDS: [char; 4] = ['.', '!', '?', '…'];

/// The words of one speaker in one cue.
pub(super) struct SpeakerSegment {
    pub(super) start_ms: u64,
    pub(super) end_ms: u64,
    pub(super) turn: CueSpeaker,
    /// True if the line marks a turn, though it may name no one.
    pub(super) is_new: bool,
    pub(super) text: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum CueSpeaker {
    Named(String),
    /// Another one, or a sound.
    Nobody,
    /// The line says nothing of its speaker.
    GoesOn,
}

/// The cues as what each speaker says in them.
pub(super) fn segments(cues: Vec<Cue>) -> Vec<SpeakerSegment> {
    let names = SpeakerNames::in_cues(&cues);
    let has_voices = cues.iter().flat_map(|cue| &cue.lines).any(|line| line.voice.is_some());
    let mut segments: Vec<SpeakerSegment> = Vec::with_capacity(cues.len());
    for cue in cues {
        let first = segments.len();
        let mut voice = None;
        for line in cue.lines {
            let goes_on = segments.len() > first && line.voice == voice;
            voice.clone_from(&line.voice);
            for (turn, is_new, text) in names.read(line, has_voices && !goes_on) {
                match segments.last_mut().filter(|_| goes_on && turn == CueSpeaker::GoesOn) {
                    Some(segment) => segment.text = format!("{} {text}", segment.text).trim_start().to_owned(),
                    None => {
                        segments.push(SpeakerSegment {
                            start_ms: cue.start_ms,
                            end_ms: cue.end_ms,
                            turn,
                            is_new,
                            text,
                        });
                    }
                }
            }
        }
    }
    segments.retain(|segment| !segment.text.is_empty());
    segments
}

/// The names that are speakers: loud ones (`ANNA:`), those after `>>`, and those that come back.
struct SpeakerNames {
    known: HashMap<String, bool>,
}

impl SpeakerNames {
    fn in_cues(cues: &[Cue]) -> Self {
        let mut known: HashMap<String, bool> = HashMap::new();
        for line in cues.iter().flat_map(|cue| &cue.lines) {
            if let Some(voice) = &line.voice {
                known.insert(voice.to_lowercase(), true);
            }
            let (is_turn, text) = without_turn_mark(&line.text);
            let Some((name, _)) = label(after_sound(text).1) else { continue };
            let is_sure = is_turn || is_loud(name);
            known.entry(name.to_lowercase()).and_modify(|known| *known = true).or_insert(is_sure);
        }
        Self { known }
    }

    fn has(&self, name: &str) -> bool {
        self.known.get(&name.to_lowercase()).is_some_and(|is_sure| *is_sure)
    }

    /// A line as what is said in it, by whom, and whether a turn begins.
    fn read(&self, line: CueLine, is_unvoiced: bool) -> Vec<(CueSpeaker, bool, String)> {
        if let Some(voice) = line.voice {
            return vec![(CueSpeaker::Named(voice), false, line.text)];
        }
        let (is_turn, text) = without_turn_mark(&line.text);
        let (sound, rest) = after_sound(text);
        let mut read = Vec::new();
        if let Some((name, words)) = sound.and_then(|sound| self.bracketed(sound, rest)) {
            self.split(CueSpeaker::Named(name.to_owned()), true, words, &mut read);
            return read;
        }
        if let Some(sound) = sound.filter(|sound| rest.is_empty() || is_music(sound) || self.labelled(rest).is_some()) {
            read.push((CueSpeaker::Nobody, true, sound.to_owned()));
        }
        let rest = if read.is_empty() { text } else { rest };
        match self.labelled(rest) {
            Some((name, words)) => self.split(CueSpeaker::Named(name.to_owned()), true, words, &mut read),
            None if rest.is_empty() => {}
            None => {
                // A word in brackets before speech may name who speaks.
                let may_name = sound.is_some_and(|sound| name_in_brackets(sound).is_some());
                let is_other = is_turn || may_name || is_unvoiced;
                let turn = if is_other { CueSpeaker::Nobody } else { CueSpeaker::GoesOn };
                let words = if is_dash(&line.text) { line.text.as_str() } else { rest };
                self.split(turn, is_turn || may_name, words, &mut read);
            }
        }
        read
    }

    /// Parts words where a known name and a colon stand in their middle, behind the end of a sentence.
    fn split(&self, mut turn: CueSpeaker, mut is_new: bool, words: &str, read: &mut Vec<(CueSpeaker, bool, String)>) {
        let (mut begin, mut looked, mut ended) = (0, 0, None);
        for (colon, _) in words.match_indices(": ") {
            ended = words[looked..colon].rfind(SENTENCE_ENDS).map(|at| looked + at).or(ended);
            looked = colon;
            let Some(end) = ended else { continue };
            let name = words[end..colon].trim_start_matches(['.', '!', '?', '…', ')', '"', ' ']);
            if name.len() <= NAME_BYTES && self.has(name) {
                read.push((turn, is_new, words[begin..colon - name.len()].trim_end().to_owned()));
                (turn, is_new) = (CueSpeaker::Named(name.to_owned()), true);
                (begin, looked, ended) = (colon + 2, colon + 2, None);
            }
        }
        read.push((turn, is_new, words[begin..].to_owned()));
    }

    fn labelled<'t>(&self, text: &'t str) -> Option<(&'t str, &'t str)> {
        label(text).filter(|(name, _)| self.has(name))
    }

    /// `(Anna) Hello`, where Anna is known to speak.
    fn bracketed<'t>(&self, sound: &'t str, rest: &'t str) -> Option<(&'t str, &'t str)> {
        let name = name_in_brackets(sound).filter(|name| self.has(name))?;
        let words = rest.strip_prefix(':').unwrap_or(rest).trim_start();
        (!words.is_empty()).then_some((name, words))
    }
}

/// The text after `>>` or a dash, and whether there was one.
fn without_turn_mark(text: &str) -> (bool, &str) {
    let text = text.trim();
    let marked = text.trim_start_matches('>');
    if text.len() - marked.len() >= 2 {
        let (_, text) = without_turn_mark(marked);
        return (true, text);
    }
    if is_dash(text) {
        return (true, text.trim_start_matches(['-', '–', '—', '‐']).trim_start());
    }
    (false, text)
}

/// Returns whether a dash begins the words of another speaker; one before a figure is a sign.
fn is_dash(text: &str) -> bool {
    let rest = text.trim_start().strip_prefix(['-', '–', '—', '‐']);
    rest.is_some_and(|rest| rest.starts_with(|char: char| char == ' ' || char.is_uppercase()))
}

/// Brackets or notes of music that a line begins with, and what follows.
fn after_sound(text: &str) -> (Option<&str>, &str) {
    let close = match text.chars().next() {
        Some('[') => ']',
        Some('(') => ')',
        Some('♪' | '♫') => return (Some(text), ""),
        _ => return (None, text),
    };
    match text.find(close) {
        Some(end) => (Some(&text[..=end]), text[end + 1..].trim_start()),
        None => (None, text),
    }
}

fn is_music(text: &str) -> bool {
    text.starts_with(['♪', '♫'])
}

/// A name of up to four words, each with a capital, before a colon; a remark in brackets may follow it.
fn label(text: &str) -> Option<(&str, &str)> {
    let (name, rest) = text.split_once(':')?;
    if !rest.is_empty() && !rest.starts_with(' ') {
        return None;
    }
    let name = without_remark(name);
    is_name(name).then_some((name, rest.trim_start()))
}

/// `ANNA (laughing)` without the remark.
fn without_remark(name: &str) -> &str {
    let open = name.find(['(', '[']).filter(|_| name.ends_with([')', ']']));
    open.map_or(name, |open| name[..open].trim_end())
}

fn is_name(name: &str) -> bool {
    let is_word = |word: &str| word.starts_with(|char: char| char.is_uppercase() || char.is_numeric());
    let count = name.split(' ').count();
    let begins = name.starts_with(char::is_uppercase);
    begins && count <= NAME_WORDS && name.len() <= NAME_BYTES && name.split(' ').all(is_word)
}

fn name_in_brackets(sound: &str) -> Option<&str> {
    let inside = sound.strip_prefix(['(', '[']).and_then(|rest| rest.strip_suffix([')', ']']))?.trim();
    (is_name(inside) && !inside.contains(|char: char| char.is_ascii_punctuation() && char != '.')).then_some(inside)
}

fn is_loud(name: &str) -> bool {
    name.chars().filter(|char| char.is_alphabetic()).count() > 1 && !name.chars().any(char::is_lowercase)
}
