//! Subtitles and transcripts.

use factly_formats::{Extract, Format, Place};

use crate::support::{placed, read};

fn times(read: &Extract) -> Vec<(String, u64, u64)> {
    let time = |(words, location)| match location {
        Place::Time { start_ms, end_ms } => Some((words, start_ms, end_ms)),
        _ => None,
    };
    placed(read).into_iter().filter_map(time).collect()
}

fn turns(read: &Extract) -> Vec<(String, String)> {
    let turn = |(words, location): (String, Place)| match location {
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
    let words = "CHAIR: Thank you.\n\nNote: nothing else.";
    assert!(read.text.contains(words), "a sentence without a name is nobody's: {}", read.text);
}

#[test]
fn captions_that_roll_are_read_once() {
    let vtt = "WEBVTT\n\n00:01.000 --> 00:02.000\nthe wall\n\n00:02.000 --> 00:03.000\nthe wall\nwas built\n\n\
        00:03.000 --> 00:04.000\nwas built\nlast year\n";
    assert_eq!(read("a.vtt", vtt.as_bytes()).expect("captions").text, "the wall was built last year");
}

#[test]
fn an_empty_line_within_a_cue_ends_nothing() {
    let srt = "1\n00:00:01,000 --> 00:00:03,000\nThe wall is long\n\nand costs 900 EUR.\n\n2\n\
        00:00:04,000 --> 00:00:06,000\n42\n\n00:00:07,000 --> 00:00:08,000\n\nOne\\NTwo.\n";
    let found = read("a.srt", srt.as_bytes()).expect("subtitles");
    assert_eq!(
        found.text, "The wall is long and costs 900 EUR.\n\n42\n\nOne Two.",
        "a number alone is kept, and apart"
    );
    let vtt = "WEBVTT\n\n00:01.000 --> 00:03.000\nThe wall\n\nis long.\n\nNOTE no speech\n\nnor this\n\nintro 2\n\
        00:04.000 --> 00:06.000\nIt stands.\n\n00:07.000 --> 00:08.000\nEND\n";
    let found = read("a.vtt", vtt.as_bytes()).expect("subtitles");
    assert_eq!(found.text, "The wall is long. It stands. END", "notes and the names of cues are no speech");
}

#[test]
fn words_are_of_the_one_who_is_named_or_of_nobody() {
    let cue = |n: u32, words: &str| format!("{n}\n00:00:0{n},000 --> 00:00:0{n},900\n{words}\n\n");
    let srt = cue(1, "ANNA: The gate is high.\nOTTO [laughing]: The pump\nis old. ANNA: Yes.")
        + &cue(2, "(Anna) The river is deep.\n[DOOR CLOSES]\n>> The town is small.")
        + &cue(3, ">> Lena Voss: The bridge is\n- No.")
        + &cue(4, "Who says this?")
        + &cue(5, "OTTO:\nThe wall is")
        + &cue(6, "long. (Someone) And old.")
        + &cue(7, "(Otto Klein) It is -5 degrees.");
    let found = read("a.srt", srt.as_bytes()).expect("subtitles");
    let turn = |name: &str, words: &str| (name.to_owned(), format!("{name}: {words}"));
    assert_eq!(
        turns(&found),
        [
            turn("ANNA", "The gate is high."),
            turn("OTTO", "The pump is old."),
            turn("ANNA", "Yes."),
            turn("Anna", "The river is deep."),
            turn("Lena Voss", "The bridge is"),
            turn("OTTO", "The wall is long. (Someone) And old."),
        ],
        "{}",
        found.text
    );
    let nobody = ["\n\n[DOOR CLOSES]\n\n", "\n\nThe town is small.\n\n", "\n\n- No.\n\n", "\n\n(Otto Klein) It is -5"];
    nobody.iter().for_each(|words| assert!(found.text.contains(words), "{words:?} in {}", found.text));
}

#[test]
fn where_voices_are_marked_a_cue_without_one_is_nobody_s() {
    let vtt = "WEBVTT\n\n00:01.000 --> 00:02.000\n<v Anna>It costs</v> (coughs)\n\n00:02.000 --> 00:03.000\n900 EUR.\n\n\
        00:03.000 --> 00:04.000\n<v Carl>Two lines\nof one voice.\n<v Anna>No.\n";
    let found = read("a.vtt", vtt.as_bytes()).expect("a transcript");
    let turn = |name: &str, words: &str| (name.to_owned(), format!("{name}: {words}"));
    assert_eq!(turns(&found), [turn("Anna", "It costs"), turn("Carl", "Two lines of one voice."), turn("Anna", "No.")]);
}

#[test]
fn words_that_are_shown_again_are_read_once() {
    let check = |cues: &[(u32, u32, &str)], expected: &str, why: &str| {
        let cue = |(start, end, words): &(u32, u32, &str)| format!("00:0{start}.000 --> 00:0{end}.000\n{words}\n\n");
        let vtt = "WEBVTT\n\n".to_owned() + &cues.iter().map(cue).collect::<String>();
        assert_eq!(read("a.vtt", vtt.as_bytes()).expect("captions").text, expected, "{why}");
    };
    check(&[(1, 2, "a\nb"), (2, 3, "b\nc"), (3, 4, "c\nd\ne")], "a b c d e", "lines that roll up");
    check(
        &[(1, 2, "the long wall"), (2, 3, "the long wall is"), (3, 4, "the long wall is old")],
        "the long wall is old",
        "a line that grows",
    );
    check(&[(1, 2, "the wall is old"), (1, 2, "the wall is old")], "the wall is old", "a cue of two segments");
    check(&[(1, 2, "the wall is old"), (2, 3, "the wall is old")], "the wall is old", "a cue cut in two");
    check(&[(1, 2, "No."), (2, 3, "No.")], "No. No.", "a word may be said twice");
    check(&[(1, 2, "the wall is old."), (5, 6, "the wall is old.")], "the wall is old. the wall is old.", "said later");
}

#[test]
fn what_stands_between_segments_is_no_speech() {
    let segment = "WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000\n\n1\n00:11.000 --> 00:13.000\n\
        <v Anna>The wall is old.\n\n";
    let vtt = segment.repeat(2) + "2\n00:13.001 --> 00:16.000\n<v Otto>Yes.\n";
    assert_eq!(read("a.vtt", vtt.as_bytes()).expect("captions").text, "Anna: The wall is old.\n\nOtto: Yes.");
}

#[test]
fn a_number_alone_is_no_part_of_what_stands_beside_it() {
    let srt = "4\n00:00:07,000 --> 00:00:09,000\n42\n\n00:00:10,000 --> 00:00:12,000\nNo index here.\n";
    assert_eq!(read("a.srt", srt.as_bytes()).expect("subtitles").text, "42\n\nNo index here.");
}
