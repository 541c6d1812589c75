//! Subtitles and transcripts: SRT and VTT. Cues are joined to running text; each knows its time, each turn its speaker.
//!
//! All that stands between one time and the next belongs to a cue, empty lines too; captions that roll and cues of two
//! segments are read once.

mod marks;
mod rolling;
mod speakers;

use crate::budget::Budget;
use crate::draft::ExtractDraft;
use crate::encoding;
use crate::extract::Extract;
use crate::format::Format;
use crate::location::Place;
use crate::refusal::Refusal;
use marks::CueLine;
use speakers::{CueSpeaker, SpeakerSegment};

/// A pause after a sentence that parts paragraphs.
const PAUSE_MS: u64 = 3_000;
/// A paragraph ends with the sentence in which it passes this.
const PARAGRAPH: usize = 600;

pub(crate) fn read(format: Format, bytes: &[u8], budget: &Budget<'_>) -> Result<Extract, Refusal> {
    let decoded = encoding::decode(bytes, Some("utf-8"))?;
    let mut draft = ExtractDraft::new(budget);
    decoded.notes.into_iter().for_each(|note| draft.note(note));
    let text = decoded.text.replace("\r\n", "\n").replace('\r', "\n");
    let cues = rolling::without_repeats(cues(&text, format, budget)?);
    let mut writer = TurnWriter::new(&mut draft);
    for segment in speakers::segments(cues) {
        budget.step()?;
        writer.add(segment);
    }
    writer.end_turn();
    draft.finish(format)
}

/// The lines that are shown from one time to another.
pub(crate) struct Cue {
    start_ms: u64,
    end_ms: u64,
    lines: Vec<CueLine>,
}

/// The cues of a file. A cue goes on to the next time, over empty lines; the name of the next cue, notes and styles are
/// no speech.
fn cues(text: &str, format: Format, budget: &Budget<'_>) -> Result<Vec<Cue>, Refusal> {
    let lines: Vec<&str> = text.lines().collect();
    let starts: Vec<usize> = (0..lines.len()).filter(|at| times(lines[*at]).is_some()).collect();
    let ends = starts.iter().skip(1).copied().chain([lines.len()]);
    let mut cues = Vec::with_capacity(starts.len());
    for (&start, end) in starts.iter().zip(ends) {
        budget.step()?;
        let Some((start_ms, end_ms)) = times(lines[start]) else { continue };
        let body = &lines[start + 1..end];
        let body = if end < lines.len() { without_identifier(body, format) } else { body };
        let body = if format == Format::Vtt { without_blocks(body) } else { body };
        cues.push(Cue { start_ms, end_ms, lines: marks::lines(body) });
    }
    Ok(cues)
}

/// The lines of a cue without the number or name of the next one, which stands directly above its times.
fn without_identifier<'b, 't>(body: &'b [&'t str], format: Format) -> &'b [&'t str] {
    let Some((last, before)) = body.split_last() else { return body };
    let last = last.trim();
    let is_apart = before.last().is_some_and(|line| line.trim().is_empty());
    let is_name = format == Format::Vtt && is_apart && !last.is_empty() && !is_sentence_end(last);
    if is_number(last) || is_name { before } else { body }
}

/// The lines up to a note, a style, a region, or the head of the next segment.
fn without_blocks<'b, 't>(body: &'b [&'t str]) -> &'b [&'t str] {
    let begins_block = |line: &str| {
        let word = line.split_whitespace().next().unwrap_or_default();
        matches!(word, "NOTE" | "STYLE" | "REGION" | "WEBVTT")
            && (line.trim() == word || matches!(word, "NOTE" | "WEBVTT"))
    };
    let is_block = |at: &usize| (*at == 0 || body[at - 1].trim().is_empty()) && begins_block(body[*at]);
    (0..body.len()).find(is_block).map_or(body, |end| &body[..end])
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

/// Writes segments as paragraphs, each turn under its speaker's name.
struct TurnWriter<'d> {
    draft: &'d mut ExtractDraft,
    speaker: Option<String>,
    /// True if the turn is of a speaker whom a mark parts from the others and nobody names.
    is_another: bool,
    /// The start of the speaker's turn.
    turn: u32,
    /// Bytes of the paragraph that is open.
    paragraph: usize,
    /// When the last segment ended, and whether a sentence ended with it.
    last: Option<(u64, bool)>,
    /// True if the last segment was a number alone, as a cue that nobody numbered may have been left with.
    is_number: bool,
}

impl<'d> TurnWriter<'d> {
    fn new(draft: &'d mut ExtractDraft) -> Self {
        Self { draft, speaker: None, is_another: false, turn: 0, paragraph: 0, last: None, is_number: false }
    }

    fn add(&mut self, segment: SpeakerSegment) {
        let is_open = self.last.is_some_and(|(_, is_ended)| !is_ended);
        let speaker = match segment.turn {
            CueSpeaker::Named(name) => Some(name),
            CueSpeaker::Nobody => None,
            // Without a name only the rest of a sentence is known to be by who began it.
            CueSpeaker::GoesOn if is_open => self.speaker.clone(),
            CueSpeaker::GoesOn => None,
        };
        let is_change = segment.is_new || speaker != self.speaker || self.is_another && !is_open;
        self.is_another = segment.is_new && speaker.is_none();
        if is_change {
            self.end_turn();
        }
        let is_pause = |(end_ms, is_ended): (u64, bool)| {
            is_ended && (self.paragraph > PARAGRAPH || segment.start_ms > end_ms + PAUSE_MS)
        };
        let is_number = is_number(&segment.text);
        let is_apart = std::mem::replace(&mut self.is_number, is_number) || is_number;
        if is_change || is_apart || self.last.is_none_or(is_pause) {
            self.draft.part();
            self.paragraph = 0;
        } else {
            self.draft.push(" ");
        }
        if is_change {
            self.begin_turn(speaker);
        }
        self.last = Some((segment.end_ms, is_sentence_end(&segment.text)));
        let start = self.draft.at();
        self.draft.push(&segment.text);
        let (start_ms, end_ms) = (segment.start_ms, segment.end_ms.max(segment.start_ms));
        self.draft.add_location(start, Place::Time { start_ms, end_ms });
        self.paragraph += segment.text.len();
    }

    fn begin_turn(&mut self, speaker: Option<String>) {
        self.turn = self.draft.at();
        if let Some(name) = &speaker {
            self.draft.push(&format!("{name}: "));
        }
        self.speaker = speaker;
    }

    fn end_turn(&mut self) {
        if let Some(name) = self.speaker.take() {
            self.draft.add_location(self.turn, Place::Speaker { name });
        }
    }
}

/// A number alone is the number of a cue, or said by itself: it is no part of what stands beside it.
fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_sentence_end(text: &str) -> bool {
    let text = text.trim_end_matches(['"', '”', '’', '»', ')', ']']);
    text.ends_with(['.', '!', '?', '…', '。', '！', '？'])
}
