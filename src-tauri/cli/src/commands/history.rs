//! Lists the steps done in a discovery, and goes back to a point of it.

use factly_engine::Library;
use factly_engine::error::Result;
use factly_engine::undo::UndoStep;
use serde_json::json;

use crate::json;
use crate::lines::note_kept_drafts;
use crate::out::{Out, table};
use crate::resolve::named;

pub(super) fn run(
    library: &Library,
    discovery: Option<&str>,
    to: Option<i64>,
    limit: u32,
    out: &mut Out,
) -> Result<()> {
    let discovery = named(library, discovery)?;
    if let Some(to) = to {
        let went = library.undo().go_to(discovery, Some(to).filter(|seq| *seq != 0))?;
        out.print(
            || {
                let mut value = json::undo_state(&went.state);
                value["turned"] = json!(went.step_count);
                value["kept_drafts"] = json!(went.kept_drafts);
                value
            },
            |lines| writeln!(lines, "{} steps undone or redone.", went.step_count),
        )?;
        note_kept_drafts(went.kept_drafts, out);
        return Ok(());
    }
    let history = library.undo().history(discovery, None, limit)?;
    out.print(
        || json!({ "steps": history.steps.iter().map(json::step).collect::<Vec<_>>(), "more": history.more }),
        |lines| {
            let row = |step: &UndoStep| {
                vec![step.seq.to_string(), if step.done { "" } else { "undone" }.to_owned(), step.name.to_string()]
            };
            table(lines, &history.steps.iter().map(row).collect::<Vec<_>>())
        },
    )
}
