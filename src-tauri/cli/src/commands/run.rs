//! Parse runs, and bringing one's own model.

use factly_core::message;
use factly_engine::Library;
use factly_engine::error::{Error, Result};
use factly_engine::extraction::{Force, ParseRunView, RunReport};
use factly_engine::store::runs::RunStatus;
use serde_json::{Value, json};

use crate::args::RunCommand;
use crate::lines::{brief, unread};
use crate::out::{Out, short, table};
use crate::progress::ProgressLine;
use crate::resolve::{bundle_named, named, text_of};

pub(super) fn run(library: &Library, command: RunCommand, out: &mut Out) -> Result<()> {
    match command {
        RunCommand::Prompt { bundle } => {
            let id = bundle_named(library, &bundle)?;
            let prompt = library.runs().run_prompt(id)?;
            if out.is_json {
                return out.print(|| json!({ "bundle_id": id, "prompt": prompt }), |_| Ok(()));
            }
            out.exactly(&prompt)
        }
        RunCommand::Submit { bundle, ops, force } => {
            let bundle = bundle_named(library, &bundle)?;
            let force = if force { Force::Yes } else { Force::No };
            let report = library.runs().run_submit(bundle, &text_of(&ops)?, force)?;
            submitted(&report, &library.runs().run(report.run.id)?, out)
        }
        RunCommand::Show { run, discovery } => {
            let run = library.names().find_run(&run, named(library, discovery.as_deref())?)?;
            show(&library.runs().run(run)?, out)
        }
        RunCommand::Retry { discovery } => {
            let id = library.names().find_discovery(&discovery)?;
            let report = library.inputs().retry_failed(id, &ProgressLine::new())?;
            let found = library.discoveries().get(id)?.discovery;
            out.print(|| crate::json::discovery(&found), |lines| writeln!(lines, "{} facts", found.facts))?;
            if let Some(error) = &report.unread {
                out.failed(&unread(error));
            }
            Ok(())
        }
    }
}

fn submitted(report: &RunReport, view: &ParseRunView, out: &mut Out) -> Result<()> {
    if report.reused {
        out.note("this bundle is parsed already, and nothing was done; --force takes the answer all the same");
    }
    report.repairs.iter().chain(&report.faults).for_each(|notice| out.note(notice));
    out.print(
        || {
            let mut value = as_json(view);
            if let Value::Object(fields) = &mut value {
                fields.insert("reused".to_owned(), json!(report.reused));
                fields.insert("faults".to_owned(), json!(report.faults));
            }
            value
        },
        |lines| print_run(view, lines),
    )?;
    if report.run.status == RunStatus::Failed {
        let why = report.run.error.clone().unwrap_or_else(|| "".into());
        out.failed(
            &Error::invalid(message!("No op could be read from the answer: {}.", why))
                .kept("The answer is kept with its run.")
                .hint("Correct it and submit it again."),
        );
    }
    Ok(())
}

fn show(view: &ParseRunView, out: &mut Out) -> Result<()> {
    out.print(|| as_json(view), |lines| print_run(view, lines))
}

fn as_json(view: &ParseRunView) -> Value {
    let mut value = crate::json::run(&view.summary);
    if let Value::Object(fields) = &mut value {
        fields.insert("repairs".to_owned(), json!(view.repairs));
        fields.insert("outcomes".to_owned(), view.outcomes.iter().map(crate::json::outcome).collect());
        fields.insert("raw".to_owned(), json!(view.raw));
    }
    value
}

fn print_run(view: &ParseRunView, lines: &mut dyn std::io::Write) -> std::io::Result<()> {
    writeln!(lines, "{}  {}", view.summary.id, brief(&view.summary))?;
    let rows = view.outcomes.iter().map(|outcome| {
        let fact = outcome.fact_label.clone().unwrap_or_default();
        let verdict = outcome.verdict.as_str().to_owned();
        vec![
            outcome.index.to_string(),
            verdict,
            fact,
            outcome.key.clone(),
            short(&outcome.quote, 60),
            outcome.reason.to_string(),
        ]
    });
    table(lines, &rows.collect::<Vec<_>>())
}
