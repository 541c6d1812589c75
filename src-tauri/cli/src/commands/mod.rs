//! One command, one sentence: find what is named, ask the engine, print the answer.

pub(crate) mod backup;
mod bundle;
mod card;
mod catalogue;
mod chat;
mod coverage;
mod derive;
mod discovery;
mod entities;
pub(crate) mod evidence_pack;
mod facts;
mod history;
mod inputs;
mod items;
mod keys;
mod knowledge;
mod long_documents;
mod point_in_time;
mod providers;
mod questions;
mod reports;
mod retrieval;
mod run;
mod trace;
mod transfer;
mod wallet;

use factly_core::message;
use factly_engine::Library;
use factly_engine::error::{Code, Error, Result};
use factly_engine::transfer::OriginalsChoice;
use factly_engine::undo::UndoResult;

use crate::args::CliCommand;
use crate::json;
use crate::lines::note_kept_drafts;
use crate::out::Out;
use crate::progress::ProgressLine;
use crate::resolve::named;

pub(crate) fn run(library: &Library, command: CliCommand, out: &mut Out) -> Result<()> {
    match command {
        CliCommand::Discovery(command) => discovery::run(library, command, out),
        CliCommand::Input(command) => inputs::run(library, command, out),
        CliCommand::Search(args) => retrieval::search(library, &args, out),
        CliCommand::Index(command) => retrieval::index(library, &command, out),
        CliCommand::Facts(args) => facts::list(library, &args, out),
        CliCommand::Fact(command) => facts::run(library, command, out),
        CliCommand::Bundle(command) => bundle::run(library, command, out),
        CliCommand::Run(command) => run::run(library, command, out),
        CliCommand::Entity(command) => entities::run(library, command, out),
        CliCommand::Duplicates { discovery, kind } => {
            entities::duplicates(library, &discovery, kind.map(Into::into), out)
        }
        CliCommand::History { discovery, to, limit } => history::run(library, discovery.as_deref(), to, limit, out),
        CliCommand::Trace { entity, markdown } => trace::run(library, &entity, markdown, out),
        CliCommand::Report(command) => reports::run(library, command, out),
        CliCommand::Document(command) => long_documents::run(library, command, out),
        CliCommand::Wallet(command) => wallet::run(library, command, out),
        CliCommand::Derive(command) => derive::run(library, command, out),
        CliCommand::Chat(args) => chat::run(library, &args, out),
        CliCommand::Ask(args) => chat::run(library, &args.into(), out),
        CliCommand::Provider(command) => providers::run(library, command, out),
        CliCommand::Card(command) => card::run(library, command, out),
        CliCommand::Block(command) => knowledge::run(library, command, out),
        CliCommand::Rebuild { discovery, check } => knowledge::rebuild(library, discovery.as_deref(), check, out),
        CliCommand::Catalogue(command) => catalogue::catalogue(library, command, out),
        CliCommand::Canonical(command) => catalogue::canonical(library, command, out),
        CliCommand::Price(command) => catalogue::price(library, command, out),
        CliCommand::Item(command) => items::run(library, command, out),
        CliCommand::Keys { discovery, proposals, keep, label } => {
            keys::run(library, &discovery, proposals, keep.as_deref(), label.as_deref(), out)
        }
        CliCommand::Questions(args) => questions::list(library, args, out),
        CliCommand::Guide { discovery } => questions::guide(library, &discovery, out),
        CliCommand::Answer(args) => questions::answer(library, args, out),
        CliCommand::Undo { discovery } => {
            print_undo(library.undo().undo(named(library, discovery.as_deref())?)?, "Undone", out)
        }
        CliCommand::Redo { discovery } => {
            print_undo(library.undo().redo(named(library, discovery.as_deref())?)?, "Done again", out)
        }
        CliCommand::Verify { pack: Some(pack), .. } => evidence_pack::verify(&pack, out),
        CliCommand::Verify { discovery, pack: None } => verify(library, discovery.as_deref(), out),
        CliCommand::Past { discovery, as_of, item } => {
            point_in_time::run(library, &discovery, item.as_deref(), &as_of, out)
        }
        CliCommand::Coverage { discovery, input } => coverage::run(library, &discovery, input.as_deref(), out),
        CliCommand::Pack { discovery, output } => evidence_pack::make(library, &discovery, &output, out),
        CliCommand::Export { discoveries, output, originals } => {
            let originals = if originals { OriginalsChoice::Taken } else { OriginalsChoice::LeftOut };
            transfer::export(library, &discoveries, output.as_deref(), originals, out)
        }
        CliCommand::Import { file, dry_run, copy, merge, repair } => {
            let how = transfer::how(copy, merge);
            let repairs = transfer::repairs(&repair)?;
            if dry_run {
                transfer::preview(library, &file, how, out)
            } else {
                transfer::import(library, &file, how, &repairs, out)
            }
        }
        CliCommand::Backup(command) => backup::run(library.path(), command, out),
        CliCommand::Demo => discovery::demo(library, out),
    }
}

fn print_undo(outcome: UndoResult, verb: &str, out: &mut Out) -> Result<()> {
    out.print(
        || json::undo_result(&outcome),
        |lines| match &outcome.done {
            Some(name) => writeln!(lines, "{verb}: {name}"),
            None => writeln!(lines, "There is nothing to do."),
        },
    )?;
    note_kept_drafts(outcome.kept_drafts, out);
    Ok(())
}

fn verify(library: &Library, discovery: Option<&str>, out: &mut Out) -> Result<()> {
    let report = library.sources().verify(named(library, discovery)?, &ProgressLine::new())?;
    out.print(
        || json::verify(&report),
        |lines| {
            for problem in &report.problems {
                writeln!(lines, "{} {}: {}", problem.what, problem.id, problem.message)?;
            }
            writeln!(lines, "{} bundles and {} facts verified.", report.bundles, report.facts)
        },
    )?;
    if !report.problems.is_empty() {
        let what = message!("{} things are wrong.", report.problems.len());
        out.failed(&Error::new(Code::LibraryDamaged, what).kept("Nothing was changed."));
    }
    Ok(())
}
