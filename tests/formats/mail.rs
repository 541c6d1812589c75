//! Messages and mailboxes.

use factly_formats::{ExtractNote, Format, Place};

use crate::support::{headings, placed, read};

pub(crate) const MAIL: &str = "Return-Path: <a@example.org>\r\nFrom: \"A. Brook\" <a@example.org>\r\nTo: b@example.org, C Dale <c@example.org>\r\n\
    Date: Mon, 5 Jan 2026 10:00:00 +0100\r\nSubject: =?utf-8?Q?Die_Br=C3=BCcke?=\r\nMIME-Version: 1.0\r\n\
    Content-Type: multipart/mixed; boundary=x\r\n\r\n\
    --x\r\nContent-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n\
    Sie kostet f=FCnf Millionen.\r\n\r\nGru=DF\r\n\
    --x\r\nContent-Type: application/pdf; name=plan.pdf\r\nContent-Disposition: attachment; filename=plan.pdf\r\n\
    Content-Transfer-Encoding: base64\r\n\r\nJVBERg==\r\n--x--\r\n";

#[test]
fn a_message_has_its_headers_first() {
    let read = read("a.eml", MAIL.as_bytes()).expect("a message");
    assert_eq!(read.format, Format::Eml);
    assert_eq!(
        read.text,
        "From: A. Brook <a@example.org>\nTo: b@example.org, C Dale <c@example.org>\nDate: 2026-01-05T10:00:00+01:00\n\
         Subject: Die Brücke\n\nSie kostet fünf Millionen.\n\nGruß"
    );
    assert_eq!(read.notes, [ExtractNote::LeftOut { what: "attachment plan.pdf".to_owned(), count: 1 }]);
    assert_eq!(read.metadata.title.as_deref(), Some("Die Brücke"));
    let location = Place::Message {
        from: Some("A. Brook <a@example.org>".to_owned()),
        date: Some("2026-01-05T10:00:00+01:00".to_owned()),
        subject: Some("Die Brücke".to_owned()),
    };
    assert_eq!(placed(&read), [(read.text.clone(), location)]);
}

#[test]
fn where_there_is_no_plain_text_the_page_is_read() {
    let mail = "From: a@example.org\nSubject: S\nMIME-Version: 1.0\nContent-Type: text/html\n\n\
        <p>One</p><table><tr><th>Part<th>Cost<tr><td>Wall<td>7</table><script>no</script>";
    let read = read("a.eml", mail.as_bytes()).expect("a message");
    assert_eq!(read.text, "From: a@example.org\nSubject: S\n\nOne\n\nPart\tCost\nWall\t7");
}

#[test]
fn a_page_that_a_browser_saved_as_a_message_is_read_as_the_page() {
    let saved = "From: <Saved by Blink>\nSnapshot-Content-Location: https://example.org/\nSubject: The page\nMIME-Version: 1.0\n\
        Content-Type: multipart/related; boundary=x\n\n--x\nContent-Type: text/html\n\n<html><title>T</title><p>Words of it.</p>\n--x--\n";
    let read = read("a.mhtml", saved.as_bytes()).expect("a page");
    assert_eq!((read.format, read.text.as_str()), (Format::Html, "Words of it."));
}

#[test]
fn a_mailbox_is_its_messages_under_their_subjects() {
    let one = |n: u32, body: &str| {
        format!(
            "From a@example.org Mon Jan  5 10:0{n}:00 2026\nFrom: a@example.org\nTo: b@example.org\nSubject: No. {n}\n\n{body}\n\n"
        )
    };
    let read =
        read("a.mbox", (one(1, ">From here on.\nFrom a line.") + &one(2, "Two.")).as_bytes()).expect("a mailbox");
    assert_eq!(read.format, Format::Mbox);
    assert_eq!(
        read.text,
        "No. 1\n\nFrom: a@example.org\nTo: b@example.org\n\nFrom here on.\nFrom a line.\n\n\
         No. 2\n\nFrom: a@example.org\nTo: b@example.org\n\nTwo."
    );
    assert_eq!(headings(&read).len(), 2);
}

#[test]
fn a_paragraph_that_begins_with_from_begins_no_message() {
    let head = |n: u32| format!("From: a@example.org\nSubject: No. {n}\n\n");
    let check = |separator: &str, messages: usize, why: &str| {
        let body = format!("From a@example.org Mon Jan  5 10:00:00 2026\n{}One.\n\n{separator}", head(1));
        let found = read("a.mbox", body.as_bytes()).expect("a mailbox");
        assert_eq!(headings(&found).len(), messages, "{why}: {}", found.text);
    };
    check("From the harbour we hear that it costs 12 EUR.\n\nTwo.\n", 1, "a paragraph");
    check(
        "From 10:00 on Mon 5 Jan 2026 the gate is open.\nNote: it may rain.\n",
        1,
        "a sentence with a time and a year",
    );
    check(&format!("From - Mon Jan 05 10:00:00 2026\n{}Two.\n", head(2)), 2, "as Thunderbird writes it");
    check(&format!("From 17@xxx Mon Jan 05 10:00:00 +0000 2026\n{}Two.\n", head(2)), 2, "with an offset");
    check(&format!("From a@example.org\n{}Two.\n", head(2)), 2, "headers tell it without a date");
}

#[test]
fn lines_that_flow_are_joined() {
    let check = |kind: &str, body: &str, expected: &str, why: &str| {
        let mail = format!("From: a@example.org\nSubject: S\nContent-Type: text/plain; charset=utf-8{kind}\n\n{body}");
        let text = crate::support::text_of("a.eml", mail.as_bytes());
        assert_eq!(text, format!("From: a@example.org\nSubject: S\n\n{expected}"), "{why}");
    };
    check(
        "; format=flowed",
        "It costs \nthe town \n900 EUR.\n\n Two.",
        "It costs the town 900 EUR.\n\nTwo.",
        "it flows",
    );
    check(
        "; format=flowed",
        "> It costs \n> 9 EUR.\n>> Old \nNew.",
        "> It costs 9 EUR.\n>> Old\nNew.",
        "quotes by depth",
    );
    check("; format=flowed", "One. \n-- \nAnna", "One.\n-- \nAnna", "the line before a name is no text");
    check("; format=flowed; delsp=yes", "http://a.b/c \nd and 東 \n京", "http://a.b/cd and 東京", "the space goes");
    check("; format=flowed; delsp=yes", "It costs \n900 EUR.", "It costs 900 EUR.", "but no word joins a figure");
    check("", "It costs \n900 EUR.", "It costs \n900 EUR.", "lines that do not say so stay");
}
