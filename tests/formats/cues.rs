//! Subtitles and transcripts.

use factly_formats::{Extract, Format, Place};

use crate::support::{placed, read};

fn times(read: &Extract) -> Vec<(String, u64, u64)> {
    let time = |(words, place)| match place {
        Place::Time { start_ms, end_ms } => Some((words, start_ms, end_ms)),
        _ => None,
    };
    placed(read).into_iter().filter_map(time).collect()
}

fn turns(read: &Extract) -> Vec<(String, String)> {
    let turn = |(words, place): (String, Place)| match place {
        Place::Speaker { name } => Some((name, words.trim().to_owned())),
        _ => None,
    };
    placed(read).into_iter().filter_map(turn).collect()
}

#[test]
fn cues_become_sentences_and_know_their_times() {
    let srt = "1\r\n00:00:01,000 --> 00:00:02,500\r\nThe <i>wall</i> costs\r\n\r\n2\r\n00:00:02,500 --> 00:00:04,000\r\n\
        five &amp; a half\r\nmillion.\r\n\r\n3\r\n01:00:10,000 --> 01:00:11,000\r\n{\\an8}Later.\r\n";
    let read = read("a.srt", srt.as_bytes()).expect("subtitles");
    assert_eq!((read.format, read.text.as_str()), (Format::Srt, "The wall costs five & a half million.\n\nLater."));
    let time = |words: &str, start, end| (words.to_owned(), start, end);
    assert_eq!(
        times(&read),
        [
            time("The wall costs", 1000, 2500),
            time("five & a half million.", 2500, 4000),
            time("Later.", 3_610_000, 3_611_000)
        ]
    );
}

#[test]
fn a_voice_is_a_speaker() {
    let vtt = "WEBVTT - meeting\n\nNOTE\nnot said\n\nSTYLE\n::cue {}\n\nintro\n00:01.000 --> 00:02.000 align:start\n\
        <v.loud Anna Brook>Hello,</v>\n\n00:02.000 --> 00:03.000\n<v Anna Brook>all.</v>\n\n00:03.000 --> 00:04.000\n\
        <v Carl>Hi. 2 < 3.\n";
    let read = read("a.vtt", vtt.as_bytes()).expect("a transcript");
    assert_eq!(read.text, "Anna Brook: Hello, all.\n\nCarl: Hi. 2 < 3.");
    let turn = |name: &str, words: &str| (name.to_owned(), words.to_owned());
    assert_eq!(turns(&read), [turn("Anna Brook", "Anna Brook: Hello, all."), turn("Carl", "Carl: Hi. 2 < 3.")]);
}

#[test]
fn names_before_a_colon_are_speakers_when_they_come_back_or_are_loud() {
    let cue = |n: u32, words: &str| format!("00:00:0{n}.000 --> 00:00:0{n}.900\n{words}\n\n");
    let vtt = "WEBVTT\n\n".to_owned()
        + &cue(1, "Anna Brook: The wall.")
        + &cue(2, "CHAIR: Thank you.")
        + &cue(3, "Note: nothing else.")
        + &cue(4, "Anna Brook: Good.");
    let read = read("a.vtt", vtt.as_bytes()).expect("a transcript");
    let names: Vec<String> = turns(&read).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["Anna Brook", "CHAIR", "Anna Brook"]);
    assert!(read.text.contains("CHAIR: Thank you. Note: nothing else."), "{}", read.text);
}

#[test]
fn captions_that_roll_are_read_once() {
    let vtt = "WEBVTT\n\n00:01.000 --> 00:02.000\nthe wall\n\n00:02.000 --> 00:03.000\nthe wall\nwas built\n\n\
        00:03.000 --> 00:04.000\nwas built\nlast year\n";
    assert_eq!(read("a.vtt", vtt.as_bytes()).expect("captions").text, "the wall was built last year");
}
