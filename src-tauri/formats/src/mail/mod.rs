//! Messages: one of EML, or all of a mailbox. Headers are the first lines; attachments are named and left out.

mod flowed;
mod mailbox;

use mail_parser::{Address, Message, MessageParser, MessagePart, MimeHeaders, PartType};

use crate::budget::Budget;
use crate::draft::{ExtractDraft, one_line};
use crate::extract::{Extract, ExtractNote};
use crate::format::Format;
use crate::guard::guarded;
use crate::html;
use crate::location::Place;
use crate::refusal::Refusal;

/// Attachments of one document that are named one by one.
const NAMED: usize = 20;

/// One message; a page that a browser saved as one is read as the page.
pub(crate) fn read(bytes: &[u8], budget: &Budget<'_>) -> Result<Extract, Refusal> {
    budget.go_on()?;
    let mut draft = ExtractDraft::new(budget);
    let damaged = || Refusal::Damaged { detail: "it is no message".to_owned() };
    let parsed = guarded(|| MessageParser::default().parse(bytes)).flatten().ok_or_else(damaged)?;
    let saved_page = parsed.header("Snapshot-Content-Location").and_then(|_| html_of(&parsed));
    if let Some(page) = saved_page {
        html::page(page, &mut draft, budget)?;
        return draft.finish(Format::Html);
    }
    draft.metadata.title = subject(&parsed);
    draft.metadata.authors = parsed.from().map(names).unwrap_or_default();
    draft.metadata.date = date(&parsed);
    let mut attachments = Vec::new();
    write(&parsed, true, &mut draft, &mut attachments, budget)?;
    leave_out(&attachments, &mut draft);
    draft.finish(Format::Eml)
}

/// All messages of a mailbox, each under its subject.
pub(crate) fn read_mailbox(bytes: &[u8], budget: &Budget<'_>) -> Result<Extract, Refusal> {
    let mut draft = ExtractDraft::new(budget);
    let mut attachments = Vec::new();
    for (number, raw) in (1..).zip(mailbox::messages(bytes)) {
        budget.go_on()?;
        if number > budget.limits.entries {
            draft.note(ExtractNote::CutShort { what: "messages".to_owned(), limit: budget.limits.entries as u64 });
            break;
        }
        let raw = mailbox::unquoted(raw);
        match guarded(|| MessageParser::default().parse(&raw)).flatten() {
            Some(message) => {
                draft.part();
                let subject = subject(&message).or_else(|| message.from().map(written)).unwrap_or_default();
                draft.heading(1, &subject);
                write(&message, false, &mut draft, &mut attachments, budget)?;
            }
            None => draft.damaged(&number.to_string()),
        }
        if draft.is_full() {
            break;
        }
    }
    leave_out(&attachments, &mut draft);
    draft.finish(Format::Mbox)
}

/// Writes the headers and the body of a message.
fn write(
    message: &Message<'_>,
    with_subject: bool,
    draft: &mut ExtractDraft,
    attachments: &mut Vec<String>,
    budget: &Budget<'_>,
) -> Result<(), Refusal> {
    draft.part();
    let start = draft.at();
    let lines = [
        ("From", message.from().map(written)),
        ("To", message.to().map(written)),
        ("Cc", message.cc().map(written)),
        ("Date", date(message)),
        ("Subject", subject(message).filter(|_| with_subject)),
    ];
    for (name, value) in lines {
        if let Some(value) = value.filter(|value| !value.is_empty()) {
            draft.next_line();
            draft.push(&format!("{name}: {value}"));
        }
    }
    body(message, draft, budget)?;
    attachments.extend(message.attachments().map(|part| match &part.body {
        PartType::Message(inner) => subject(inner).unwrap_or_default(),
        _ => one_line(part.attachment_name().unwrap_or_default()),
    }));
    let location = Place::Message { from: message.from().map(written), date: date(message), subject: subject(message) };
    draft.add_location(start, location);
    Ok(())
}

/// The plain text of a message, or else its page.
fn body<'m>(message: &'m Message<'_>, draft: &mut ExtractDraft, budget: &Budget<'_>) -> Result<(), Refusal> {
    let text =
        |part: &'m MessagePart<'_>| if let PartType::Text(text) = &part.body { Some((part, &**text)) } else { None };
    let texts = || message.text_bodies().filter_map(text);
    if texts().any(|(_, text)| !text.trim().is_empty()) {
        texts().for_each(|(part, text)| draft.paragraph(&flowed::unwrapped(part, text)));
        return Ok(());
    }
    match html_of(message) {
        Some(page) => html::whole(page, draft, budget),
        None => Ok(()),
    }
}

fn html_of<'m>(message: &'m Message<'_>) -> Option<&'m str> {
    message.html_bodies().find_map(|part| if let PartType::Html(page) = &part.body { Some(&**page) } else { None })
}

fn leave_out(attachments: &[String], draft: &mut ExtractDraft) {
    let mut unnamed = 0;
    for (number, name) in attachments.iter().enumerate() {
        if name.is_empty() || number >= NAMED {
            unnamed += 1;
        } else {
            draft.left_out(&format!("attachment {name}"), 1);
        }
    }
    draft.left_out("attachments", unnamed);
}

fn subject(message: &Message<'_>) -> Option<String> {
    message.subject().map(one_line).filter(|subject| !subject.is_empty())
}

fn date(message: &Message<'_>) -> Option<String> {
    message.date().filter(|date| date.is_valid()).map(|date| date.to_rfc3339())
}

fn written(addresses: &Address<'_>) -> String {
    let one = |(name, address): (Option<&str>, Option<&str>)| match (name.map(one_line), address) {
        (Some(name), Some(address)) => format!("{name} <{address}>"),
        (Some(name), None) => name,
        (None, address) => address.unwrap_or_default().to_owned(),
    };
    addresses.iter().map(|address| one((address.name(), address.address()))).collect::<Vec<_>>().join(", ")
}

fn names(addresses: &Address<'_>) -> Vec<String> {
    addresses.iter().filter_map(|address| address.name().or(address.address())).map(one_line).collect()
}
