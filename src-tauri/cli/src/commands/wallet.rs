//! The wallet: what there is, what is added, what runs may cost, and every booking.

use factly_core::long_documents::wallet::amount;
use factly_engine::Library;
use factly_engine::error::Result;
use factly_engine::store::wallet::WalletEntryRow;
use factly_engine::wallet::{WalletView, read_amount};
use serde_json::{Value, json};

use crate::args::{Pays, WalletCommand};
use crate::out::{Out, table};

pub(super) fn run(library: &Library, command: WalletCommand, out: &mut Out) -> Result<()> {
    let wallet = library.wallet();
    let named = |run: &str| library.names().find_document_run(run);
    match command {
        WalletCommand::Show => show(&wallet.show()?, out),
        WalletCommand::Add { amount, unit } => show(&wallet.add(read_amount(&amount)?, unit.as_deref())?, out),
        WalletCommand::Cap { amount, run } => {
            let cap = (amount != "none").then(|| read_amount(&amount)).transpose()?;
            match run {
                None => show(&wallet.set_cap(cap)?, out),
                Some(run) => {
                    let view = library.long_documents().set_cap(named(&run)?, cap)?;
                    let cap = view.spending.cap.map(self::amount);
                    out.print(
                        || json!({ "run": view.id, "state": view.state, "cap": cap }),
                        |lines| writeln!(lines, "{}  {}", view.id, view.state),
                    )
                }
            }
        }
        WalletCommand::Pays { what } => show(&wallet.set_pays_all(what == Pays::All)?, out),
        WalletCommand::Ledger { run, limit } => {
            ledger(&wallet.ledger(run.as_deref().map(named).transpose()?, limit)?, out)
        }
    }
}

fn show(view: &WalletView, out: &mut Out) -> Result<()> {
    let WalletView { unit, wallet, cap, pays_all, .. } = view;
    let pays = if *pays_all { "all" } else { "documents" };
    out.print(
        || {
            json!({
                "unit": unit,
                "balance": amount(wallet.balance),
                "reserved": amount(wallet.reserved),
                "available": amount(wallet.available()),
                "cap": cap.map(amount),
                "pays": pays,
            })
        },
        |lines| {
            writeln!(lines, "{} {unit}, of which {} reserved", amount(wallet.balance), amount(wallet.reserved))?;
            let what = if *pays_all { "every call of a model" } else { "long documents alone" };
            writeln!(lines, "It pays for {what}.")?;
            cap.map_or(Ok(()), |cap| writeln!(lines, "A new run may cost {} {unit}.", amount(cap)))
        },
    )
}

fn ledger(entries: &[WalletEntryRow], out: &mut Out) -> Result<()> {
    let row = |entry: &WalletEntryRow| {
        let tokens = format!("{} in, {} out", entry.input_tokens, entry.output_tokens);
        vec![
            entry.kind.clone(),
            entry.task.clone(),
            amount(entry.amount),
            amount(entry.balance),
            entry.model.clone(),
            tokens,
        ]
    };
    out.print(
        || entries.iter().map(entry).collect(),
        |lines| table(lines, &entries.iter().map(row).collect::<Vec<_>>()),
    )
}

fn entry(entry: &WalletEntryRow) -> Value {
    json!({
        "id": entry.id,
        "kind": entry.kind,
        "unit": entry.unit,
        "amount": amount(entry.amount),
        "balance": amount(entry.balance),
        "reserved": amount(entry.reserved),
        "run_id": entry.run,
        "job_id": entry.job,
        "attempt": entry.attempt,
        "task": entry.task,
        "model": entry.model,
        "input_tokens": entry.input_tokens,
        "output_tokens": entry.output_tokens,
        "counted": entry.counted,
        "shortfall": amount(entry.shortfall),
        "note": entry.note,
        "made_at": entry.made_at,
    })
}
