//! Characters out of bytes.

use encoding_rs::{Encoding, SHIFT_JIS, WINDOWS_1251, WINDOWS_1252};
use factly_formats::{ExtractNote, Refusal};
use rstest::rstest;

use crate::support::{read, text_of};

#[rstest]
#[case::empty(b"", "")]
#[case::marked("\u{feff}marked".as_bytes(), "marked")]
#[case::mark_inside("a \u{feff}inside".as_bytes(), "a \u{feff}inside")]
#[case::stray_nul(b"one stray \0 in a long enough line of text", "one stray  in a long enough line of text")]
#[case::line_ends(b"a\r\nb\rc\n", "a\nb\nc\n")]
#[case::utf_16_le(b"\xff\xfea\0\xe9\0", "aé")]
#[case::utf_16_be(b"\xfe\xff\0a\0\xe9", "aé")]
#[case::utf_32_le(b"\xff\xfe\0\0a\0\0\0\x40\xf3\x01\0", "a\u{1f340}")]
fn what_bytes_say_of_themselves_is_believed(#[case] bytes: &[u8], #[case] expected: &str) {
    let read = read("a.txt", bytes).expect("a text");
    assert_eq!((read.text.as_str(), read.notes), (expected, Vec::new()));
}

#[rstest]
#[case::western(WINDOWS_1252, "Die Straße führt über die Brücke, „genau“ – für 5 €.")]
#[case::cyrillic(WINDOWS_1251, "Мост через реку стоит два миллиона рублей.")]
#[case::japanese(SHIFT_JIS, "この橋の費用は二百万円です。工事は来年始まります。")]
fn what_is_assumed_is_said(#[case] encoding: &'static Encoding, #[case] words: &str) {
    let read = read("a.txt", &encoding.encode(words).0).expect("a text");
    assert_eq!(read.text, words);
    assert_eq!(read.notes, [ExtractNote::EncodingAssumed { encoding: encoding.name().to_owned() }]);
}

#[test]
fn utf_16_without_a_mark_shows_by_its_nuls() {
    for encode in [u16::to_le_bytes, u16::to_be_bytes] {
        let bytes: Vec<u8> = "The bridge – it's long.".encode_utf16().flat_map(encode).collect();
        let read = read("a.txt", &bytes).expect("a text");
        assert_eq!(read.text, "The bridge – it's long.");
        assert!(
            matches!(&read.notes[..], [ExtractNote::EncodingAssumed { encoding }] if encoding.starts_with("UTF-16"))
        );
    }
}

#[test]
fn a_few_broken_bytes_do_not_change_the_encoding_of_a_text() {
    let words = "Größe, Höhe, Länge, Kürze: überall gültig für Brücken. ".repeat(10);
    let broken = [words.as_bytes(), b"\xff", words.as_bytes()].concat();
    let read = read("a.txt", &broken).expect("a text");
    assert_eq!(read.text, format!("{words}\u{fffd}{words}"));
    assert!(read.notes.contains(&ExtractNote::Unreadable { characters: 1 }), "{:?}", read.notes);
}

#[rstest]
#[case(b"\0\0\0")]
#[case(b"\x7f\x01\x02\x03\x04\0\0\0\x05\x06\x07\x08\x01\0\x03")]
fn what_is_no_text_is_refused(#[case] bytes: &[u8]) {
    assert_eq!(read("a.txt", bytes), Err(Refusal::Unknown { looks_like: "binary".to_owned() }));
}

#[test]
fn texts_of_many_encodings_are_told() {
    let german = "Die Brücke in Köln kostet über 12 €, sagt Frau Müller. Das ist schön und groß.\r\n".repeat(3);
    let french = "La réparation du pont a coûté très cher à l'été, dit Élodie.\n".repeat(3);
    let russian = "Стена стоит девятьсот рублей, говорит инженер города.\n".repeat(3);
    let polish = "Łódź leży w środku Polski, a żółta ściana jest długa.\n".repeat(3);
    let greek = "Ο τοίχος κοστίζει εννιακόσια ευρώ, λέει ο μηχανικός.\n".repeat(3);
    let turkish = "Duvarın uzunluğu on iki metre, şehir için çok güzel.\n".repeat(3);
    let japanese = "壁の長さは十二メートルで、門は九百ユーロです。\n".repeat(3);
    let chinese = "这堵墙长十二米，大门的价格是九百欧元。\n".repeat(3);
    let korean = "벽의 길이는 십이 미터이고 문은 구백 유로입니다.\n".repeat(3);
    let check = |label: &str, text: &str| {
        let encoding = Encoding::for_label(label.as_bytes()).expect("a known encoding");
        let bytes = encoding.encode(text).0;
        assert_eq!(text_of("a.txt", &bytes), text.replace("\r\n", "\n").replace('\r', "\n"), "{label}");
    };
    check("utf-8", &german);
    check("windows-1252", &german);
    check("windows-1252", &french);
    check("windows-1251", &russian);
    check("koi8-r", &russian);
    check("windows-1250", &polish);
    check("iso-8859-2", &polish);
    check("windows-1253", &greek);
    check("windows-1254", &turkish);
    check("shift_jis", &japanese);
    check("gb18030", &chinese);
    check("euc-kr", &korean);
    check("macintosh", &german.replace("\r\n", "\r"));
    check("macintosh", &german.replace("\r\n", "\n"));
    check("macintosh", &french.replace('\n', "\r"));
    check("macintosh", &french);
    check("macintosh", "Herr Müller ist zuständig.\r");
}
