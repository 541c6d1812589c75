//! Documents that repeat one thing, of each format: a small one is read in a run of all tests, and in a soak twice as much
//! takes no more than about twice the time.

use std::time::{Duration, Instant};

use crate::odf::odt;
use crate::sheet::xlsx;
use crate::soak::sized;
use crate::support::{docx, p, read};

type Repeated = fn(usize) -> Vec<u8>;

const KINDS: [(&str, &str, Repeated); 31] = [
    ("a.html", "ampersands", |n| html(&"&".repeat(n))),
    ("a.html", "degrees", |n| html(&"°".repeat(n))),
    ("a.html", "ampersands between comments", |n| html(&"&<!---->".repeat(n))),
    ("a.html", "raised in one word", |n| html(&"1<sup>1</sup>".repeat(n))),
    ("a.html", "entities", |n| html(&"&amp;".repeat(n))),
    ("a.html", "attributes", |n| html(&format!("<p{}>a", numbered(n, |at| format!(" a{at}"))))),
    ("a.html", "open elements", |n| html(&"<b>a".repeat(n))),
    ("a.html", "tables", |n| html(&"<table><tr><td rowspan=9>a<td>b".repeat(n))),
    ("a.html", "comments", |n| html(&"<!--".repeat(n))),
    ("a.html", "tags without an end", |n| html(&"<a b='".repeat(n))),
    ("a.mbox", "separators", |n| (mbox("") + &"From a@b Mon Jan 5 10:00:00 2026\nFrom: a\n".repeat(n)).into_bytes()),
    ("a.txt", "lines of a mailbox", |n| "From a@b Mon Jan 5 10:00:00 2026\n\n".repeat(n).into_bytes()),
    ("a.eml", "headers", |n| mbox(&"X-A: b\n".repeat(n)).into_bytes()),
    ("a.eml", "parts", |n| {
        let head = "MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n";
        mbox(&(head.to_owned() + &"--b\n\na\n".repeat(n))).into_bytes()
    }),
    ("a.csv", "quotes", |n| "\"\n".repeat(n).into_bytes()),
    ("a.csv", "columns", |n| format!("{}\n1,2\n", "a,".repeat(n)).into_bytes()),
    ("a.md", "brackets", |n| "[".repeat(n).into_bytes()),
    ("a.md", "stars", |n| "*a_ ".repeat(n).into_bytes()),
    ("a.md", "raised by tags", |n| "1<sup>1</sup>".repeat(n).into_bytes()),
    ("a.md", "raised", |n| "1^a".repeat(n).into_bytes()),
    ("a.md", "comments", |n| "%%`".repeat(n).into_bytes()),
    ("a.srt", "times", |n| "1\n00:00:01,000 --> 00:00:02,000\na\n".repeat(n).into_bytes()),
    ("a.srt", "names", |n| format!("1\n00:00:01,000 --> 00:00:02,000\n{}\n", "Ab: c ".repeat(n)).into_bytes()),
    ("a.vtt", "voices", |n| format!("WEBVTT\n\n00:01.000 --> 00:02.000\n{}", "<v A>".repeat(n)).into_bytes()),
    ("a.rtf", "codes", |n| format!("{{\\rtf1 {}}}", "\\u233?\\'e9".repeat(n)).into_bytes()),
    ("a.rtf", "rows", |n| format!("{{\\rtf1 {}}}", "\\trowd a\\cell b\\cell\\row".repeat(n)).into_bytes()),
    ("a.docx", "paragraphs", |n| docx(&p("", "a").repeat(n), &[])),
    ("a.docx", "attributes", |n| docx(&format!("<w:p{}/>", numbered(n, |at| format!(" a{at}=\"\""))), &[])),
    ("a.odt", "spans", |n| odt("", &format!("<t:p>{}</t:p>", "<t:span>a</t:span>".repeat(n)))),
    ("a.xlsx", "rows", |n| xlsx(&numbered(n, |at| format!("<row r=\"{0}\"><c r=\"A{0}\"><v>1</v></c></row>", at + 1)))),
    ("a.pdf", "streams without an end", |n| {
        format!("%PDF-1.7\n{}", "1 0 obj<</Length 9>>stream\n".repeat(n)).into_bytes()
    }),
];

fn html(body: &str) -> Vec<u8> {
    format!("<!doctype html><body>{body}").into_bytes()
}

fn mbox(headers: &str) -> String {
    format!("From a@b Mon Jan 5 10:00:00 2026\nMIME-Version: 1.0\nSubject: a\nTo: b\n{headers}")
}

fn numbered(count: usize, one: impl Fn(usize) -> String) -> String {
    (0..count).map(one).collect()
}

/// The shortest time of a few: what else the machine does makes it longer, never shorter.
fn time(name: &str, bytes: &[u8]) -> Duration {
    let once = || {
        let start = Instant::now();
        let _ = read(name, bytes);
        start.elapsed()
    };
    (0..3).map(|_| once()).min().unwrap_or_default()
}

#[test]
fn what_is_repeated_costs_no_more_than_itself() {
    let small = sized(300, 40_000);
    let mut too_long: Vec<String> = Vec::new();
    for (name, kind, repeated) in KINDS {
        let bytes = repeated(small);
        if sized(true, false) {
            let _ = read(name, &bytes);
            continue;
        }
        let (once, twice) = (time(name, &bytes), time(name, &repeated(2 * small)));
        eprintln!("{name}, {kind}: {once:?}, {twice:?}");
        if twice > 3 * once + Duration::from_millis(100) {
            too_long.push(format!("{name}, {kind}: {once:?}, and of twice as much {twice:?}"));
        }
    }
    assert!(too_long.is_empty(), "{}", too_long.join("\n"));
}
