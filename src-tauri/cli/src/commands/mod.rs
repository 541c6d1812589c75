//! One command, one sentence: find what is named, ask the engine, print the answer.

pub(crate) mod backup;
mod bundle;
mod card;
mod chat;
mod coverage;
mod derive;
mod discovery;
mod document;
mod entity;
mod fact;
mod history;
mod input;
mod items;
mod keys;
mod knowledge;
mod memory;
pub(crate) mod pack;
mod past;
mod provider;
mod questions;
mod report;
mod run;
mod search;
mod trace;
mod transfer;
mod wallet;

use factly_core::said;
use factly_engine::Library;
use factly_engine::error::{Code, Error, Result};
use factly_engine::transfer::OriginalsChoice;
use factly_engine::undo::Turned;

use crate::args::Command;
use crate::given::named;
use crate::json;
use crate::lines::note_kept_drafts;
use crate::out::Out;
use crate::progress::ProgressLine;

pub(crate) fn run(library: &Library, command: Command, out: &mut Out) -> Result<()> {
    match command {
        Command::Discovery(command) => discovery::run(library, command, out),
        Command::Input(command) => input::run(library, command, out),
        Command::Search(args) => search::search(library, &args, out),
        Command::Index(command) => search::index(library, &command, out),
        Command::Facts(args) => fact::list(library, &args, out),
        Command::Fact(command) => fact::run(library, command, out),
        Command::Bundle(command) => bundle::run(library, command, out),
        Command::Run(command) => run::run(library, command, out),
        Command::Entity(command) => entity::run(library, command, out),
        Command::Duplicates { discovery, kind } => entity::duplicates(library, &discovery, kind.map(Into::into), out),
        Command::History { discovery, to, limit } => history::run(library, discovery.as_deref(), to, limit, out),
        Command::Trace { entity, markdown } => trace::run(library, &entity, markdown, out),
        Command::Report(command) => report::run(library, command, out),
        Command::Document(command) => document::run(library, command, out),
        Command::Wallet(command) => wallet::run(library, command, out),
        Command::Derive(command) => derive::run(library, command, out),
        Command::Chat(args) => chat::run(library, &args, out),
        Command::Ask(args) => chat::run(library, &args.into(), out),
        Command::Provider(command) => provider::run(library, command, out),
        Command::Card(command) => card::run(library, command, out),
        Command::Block(command) => knowledge::run(library, command, out),
        Command::Rebuild { discovery, check } => knowledge::rebuild(library, discovery.as_deref(), check, out),
        Command::Catalogue(command) => memory::catalogue(library, command, out),
        Command::Canonical(command) => memory::canonical(library, command, out),
        Command::Price(command) => memory::price(library, command, out),
        Command::Item(command) => items::run(library, command, out),
        Command::Keys { discovery, proposals, keep, label } => {
            keys::run(library, &discovery, proposals, keep.as_deref(), label.as_deref(), out)
        }
        Command::Questions(args) => questions::list(library, args, out),
        Command::Answer(args) => questions::answer(library, args, out),
        Command::Undo { discovery } => {
            turned(library.undo().undo(named(library, discovery.as_deref())?)?, "Undone", out)
        }
        Command::Redo { discovery } => {
            turned(library.undo().redo(named(library, discovery.as_deref())?)?, "Done again", out)
        }
        Command::Verify { pack: Some(pack), .. } => pack::verify(&pack, out),
        Command::Verify { discovery, pack: None } => verify(library, discovery.as_deref(), out),
        Command::Past { discovery, as_of, item } => past::run(library, &discovery, item.as_deref(), &as_of, out),
        Command::Coverage { discovery, input } => coverage::run(library, &discovery, input.as_deref(), out),
        Command::Pack { discovery, output } => pack::make(library, &discovery, &output, out),
        Command::Export { discoveries, output, originals } => {
            let originals = if originals { OriginalsChoice::Taken } else { OriginalsChoice::LeftOut };
            transfer::export(library, &discoveries, output.as_deref(), originals, out)
        }
        Command::Import { file, dry_run, copy, merge, repair } => {
            let how = transfer::how(copy, merge);
            let repairs = transfer::repairs(&repair)?;
            if dry_run {
                transfer::preview(library, &file, how, out)
            } else {
                transfer::import(library, &file, how, &repairs, out)
            }
        }
        Command::Backup(command) => backup::run(library.path(), command, out),
        Command::Demo => discovery::demo(library, out),
    }
}

fn turned(turned: Turned, verb: &str, out: &mut Out) -> Result<()> {
    out.print(
        || json::turned(&turned),
        |lines| match &turned.done {
            Some(name) => writeln!(lines, "{verb}: {name}"),
            None => writeln!(lines, "There is nothing to do."),
        },
    )?;
    note_kept_drafts(turned.kept_drafts, out);
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
        let what = said!("{} things are wrong.", report.problems.len());
        out.failed(&Error::new(Code::LibraryDamaged, what).kept("Nothing was changed."));
    }
    Ok(())
}
