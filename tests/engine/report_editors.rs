//! Exports through programs of others, where those are installed: a word processor opens and saves them, and validators
//! look at them. `cargo xtask soak` runs them; any other run leaves them out, as each takes seconds.

use std::path::Path;
use std::process::Command;

use factly_core::reports::Operation;
use factly_engine::reports::{Beginning, DocxOptions, ReportFormat};

use crate::library::empty;

const TEXT: &str = "# Flood & risk

## Costs

The wall costs *two* **million**, says `b & <c>` [F-9](factly://fact/01907c5e-0000-7000-8000-000000000001).

1. one
2. two
   - three

| Item | Cost |
|:-----|-----:|
| Wall | **2** |

> A quote.

```
some code
```

### Of the wall

Stone is dear in the valley this year.

## Risks

None that anybody has thought of before.
";

#[test]
fn through_real_editors_nothing_is_lost_and_validators_find_nothing() {
    if std::env::var_os("FACTLY_SOAK").is_none() {
        return;
    }
    let at = empty();
    let discovery = at.discovery("Flood");
    let reports = at.library.reports();
    let report = reports.create(discovery, None, Beginning::Markdown(TEXT)).unwrap();
    let costs = report.report.sections[0].id;
    let image = include_bytes!("../fixtures/pixel.png");
    let named = reports.keep_image(report.id, "plan.png", image).unwrap().replace(']', " The wall]");
    let body = format!("{}\n{named}\n", report.report.sections[0].body_md);
    reports.apply(report.id, &Operation::set_body(costs, body.clone())).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, tracked| {
        let path = folder.path().join(name);
        let options = DocxOptions { tracked, reference: None };
        reports.export(report.id, ReportFormat::Docx, options, &path).unwrap();
        path
    };
    let clean = write("clean.docx", false);
    if run(Command::new("soffice")
        .args(["--headless", "--convert-to", "docx", "--outdir"])
        .args([folder.path().join("saved"), clean.clone()]))
    {
        let back = reports.import_file(report.id, &folder.path().join("saved/clean.docx")).unwrap();
        assert_eq!((back.suggestions, back.left_out), (Vec::new(), Vec::new()), "opened and saved is not edited");
    }
    let other = body.replace("two", "three").replace("A quote.", "A quote of Maria.");
    reports.suggest(report.id, "a model", &[Operation::set_body(costs, other)]).unwrap();
    for path in [clean, write("tracked.docx", true)] {
        validated(&path);
    }
}

fn validated(path: &Path) {
    run(Command::new("openxml-audit").args(["--policy", "strict"]).arg(path));
    run(Command::new("ooxml-integrity").arg("check").arg(path));
}

/// Returns whether the program is here; if so, it must succeed.
fn run(command: &mut Command) -> bool {
    let Ok(done) = command.output() else { return false };
    assert!(
        done.status.success(),
        "{command:?}: {}{}",
        String::from_utf8_lossy(&done.stdout),
        String::from_utf8_lossy(&done.stderr)
    );
    true
}
