//! The chat's cards: looked at, confirmed and cancelled.

use std::io::{self, Write};

use factly_core::chat::CardStatus;
use factly_core::chat::card::CardContent;
use factly_core::message;
use factly_engine::Library;
use factly_engine::chat::cards::{CardEdit, CardView, Confirmed, OnDuplicate};
use factly_engine::error::{Error, Result};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::args::CardCommand;
use crate::json;
use crate::lines::{print_duplicates, print_marks, print_note, say};
use crate::out::{Out, short, table};
use crate::resolve::duplicate_policy;

pub(super) fn run(library: &Library, command: CardCommand, out: &mut Out) -> Result<()> {
    match command {
        CardCommand::List { discovery, status } => {
            let cards =
                library.chat().chat_cards(library.names().find_discovery(&discovery)?, status.map(Into::into))?;
            out.print(|| cards.iter().map(json::card).collect(), |lines| print_cards(&cards, lines))
        }
        CardCommand::Confirm { cards, text, anyway, same_as, fingerprint } => {
            let cards: Vec<Uuid> = cards.iter().map(|name| library.names().find_card(name)).collect::<Result<_>>()?;
            let on_duplicate = same_as.map_or_else(|| duplicate_policy(anyway).into(), OnDuplicate::Same);
            match cards[..] {
                [card] => confirm(library, card, text, on_duplicate, fingerprint, out),
                _ if text.is_some() || fingerprint.is_some() || on_duplicate != OnDuplicate::Ask => {
                    Err(Error::invalid("Several cards are confirmed as they are.").hint("Confirm this one alone."))
                }
                _ => confirm_all(library, &cards, out),
            }
        }
        CardCommand::Cancel { card } => {
            let card = library.chat().cancel_card(library.names().find_card(&card)?)?;
            out.print(|| json::card(&card), |lines| print_cards(std::slice::from_ref(&card), lines))
        }
    }
}

fn confirm(
    library: &Library,
    card: Uuid,
    text: Option<String>,
    on_duplicate: OnDuplicate,
    fingerprint: Option<String>,
    out: &mut Out,
) -> Result<()> {
    let shown = library.chat().chat_card(card)?;
    let edit = text.map(|text| with_text(&shown, text));
    let fingerprint = fingerprint.as_ref().unwrap_or(&shown.fingerprint);
    let confirmed = library.chat().confirm_card(card, fingerprint, edit.as_ref(), on_duplicate)?;
    print_confirmed(&confirmed, out)?;
    if !confirmed.duplicates.is_empty() {
        let what = message!("Nothing was done: {} the same already.", say(&confirmed.duplicates));
        out.failed(&Error::refused(what).hint("`--anyway` adds it, `--same-as LABEL` takes it for that one."));
    }
    Ok(())
}

fn confirm_all(library: &Library, cards: &[Uuid], out: &mut Out) -> Result<()> {
    let shown: Vec<CardView> = cards.iter().map(|card| library.chat().chat_card(*card)).collect::<Result<_>>()?;
    let message = shown.first().map_or_else(Uuid::nil, |card| card.message);
    let orders: Vec<(Uuid, String)> = shown.into_iter().map(|card| (card.id, card.fingerprint)).collect();
    let done = library.chat().confirm_cards(message, &orders)?;
    out.print(
        || {
            let cards: Vec<Value> = done.cards.iter().map(json::card).collect();
            json!({ "cards": cards, "marked": json::labels(&done.marked), "note": done.note.as_ref().map(ToString::to_string) })
        },
        |lines| {
            print_cards(&done.cards, lines)?;
            done.note.iter().try_for_each(|note| writeln!(lines, "{note}"))
        },
    )
}

/// Other words, and everything else as the card shows it.
fn with_text(card: &CardView, text: String) -> CardEdit {
    let (related_ids, output_type) = match &card.shown {
        CardContent::Add(shown) => (shown.links.iter().map(|link| link.label).collect(), shown.output_type),
        _ => (Vec::new(), None),
    };
    CardEdit { text, related_ids, output_type }
}

fn print_confirmed(confirmed: &Confirmed, out: &mut Out) -> Result<()> {
    out.print(
        || {
            let duplicates: Vec<Value> = confirmed.duplicates.iter().map(json::duplicate).collect();
            json!({
                "card": json::card(&confirmed.card),
                "duplicates": duplicates,
                "marked": json::labels(&confirmed.marked),
                "note": confirmed.note.as_ref().map(ToString::to_string),
            })
        },
        |lines| {
            print_note(confirmed.note.as_ref(), lines)?;
            print_duplicates(&confirmed.duplicates, lines)?;
            if !confirmed.duplicates.is_empty() {
                return Ok(());
            }
            print_cards(std::slice::from_ref(&confirmed.card), lines)?;
            print_marks(&confirmed.marked, lines)
        },
    )
}

fn print_cards(cards: &[CardView], lines: &mut dyn Write) -> io::Result<()> {
    for card in cards {
        table(lines, &[vec![card.id.to_string(), status(card), what(card)]])?;
        print_shown(&card.shown, lines)?;
        if let Some(stale) = &card.stale {
            writeln!(lines, "  {stale}")?;
        }
        if let Some(error) = &card.error {
            writeln!(lines, "  {error}")?;
        }
    }
    Ok(())
}

fn status(card: &CardView) -> String {
    match (card.status, card.became) {
        (CardStatus::Applied, Some(label)) => format!("applied: {label}"),
        (status, _) => status.as_str().to_owned(),
    }
}

fn what(card: &CardView) -> String {
    match &card.shown {
        CardContent::Add(shown) => format!("add {}", shown.kind.as_str()),
        CardContent::Edit(shown) => format!("edit {}", shown.label),
        CardContent::Delete(shown) => {
            let labels: Vec<String> = shown.entities.iter().map(|doomed| doomed.label.to_string()).collect();
            format!("delete {}", labels.join(", "))
        }
    }
}

fn print_shown(shown: &CardContent, lines: &mut dyn Write) -> io::Result<()> {
    match shown {
        CardContent::Add(shown) => {
            writeln!(lines, "  {}", short(&shown.text, 200))?;
            let row = |link: &factly_core::chat::card::NamedEntity| {
                vec![format!("  from {}", link.label), short(&link.text, 100)]
            };
            table(lines, &shown.links.iter().map(row).collect::<Vec<_>>())
        }
        CardContent::Edit(shown) => {
            writeln!(lines, "  - {}", short(&shown.before, 200))?;
            writeln!(lines, "  + {}", short(&shown.after, 200))
        }
        CardContent::Delete(shown) => {
            for doomed in &shown.entities {
                writeln!(lines, "  {}: {}", doomed.label, short(&doomed.text, 200))?;
            }
            let labels: Vec<String> = shown.downstream.iter().map(|named| named.label.to_string()).collect();
            let more = shown.downstream_total - shown.downstream.len().min(shown.downstream_total);
            match (labels.is_empty(), more) {
                (true, _) => Ok(()),
                (false, 0) => writeln!(lines, "  marks {}", labels.join(", ")),
                (false, more) => writeln!(lines, "  marks {} and {more} more", labels.join(", ")),
            }
        }
    }
}
