//! Reports in the hands of others: edited in LibreOffice as an analyst would, and with their tracked changes decided there
//! and in pandoc, where those are installed. `cargo xtask soak` runs them; any other run leaves them out.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};

use factly_core::reports::{Operation, Report, Section};
use factly_engine::reports::{Beginning, Choice, DocxOptions, ReportFormat, Reports};
use factly_formats::Limits;
use factly_formats::report::{ReportBlock, body_of, read_docx};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use serde_json::json;
use uuid::Uuid;

use crate::library::{Fixture, empty};

/// An edit by hand in an editor, and its changes to each section.
type HandEdit = (&'static [&'static str], &'static [(&'static str, &'static str)]);

/// Each section has words that no other has.
const TEXT: &str = "# Flood & risk

## Costs

The wall costs *two* **million**, as alder alder would say.

Second paragraph about birch and its bark.

## Schedule

Cedar stands here while the work begins in May.

- one dogwood
- two dogwoods

### Winter

No work is done in winter, for elm and elm alone.

## Risks

Nobody thought of fir needles in the drain before.

| Part | Tree |
|------|------|
| Wall | gorse |

## Annex

Hazel is the last of all that is said here.
";

const TITLES: [&str; 5] = ["Costs", "Schedule", "Winter", "Risks", "Annex"];
const OWN: [&[&str]; 5] = [&["alder", "birch"], &["Cedar", "dogwood"], &["elm"], &["fir", "gorse"], &["Hazel"]];

struct EditedReport {
    at: Fixture,
    report: Uuid,
    folder: tempfile::TempDir,
}

impl EditedReport {
    fn from_markdown(text: &str) -> Self {
        let at = empty();
        let discovery = at.discovery("Flood");
        let report = at.library.reports().create(discovery, None, Beginning::Markdown(text)).unwrap().id;
        Self { at, report, folder: tempfile::tempdir().unwrap() }
    }

    fn reports(&self) -> Reports<'_> {
        self.at.library.reports()
    }

    fn now(&self) -> Report {
        self.reports().show(self.report).unwrap().report
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn export(&self, name: &str, tracked: bool) -> PathBuf {
        let path = self.file(name);
        let options = DocxOptions { tracked, reference: None };
        self.reports().export(self.report, ReportFormat::Docx, options, &path).unwrap();
        path
    }
}

/// LibreOffice, driven by `tests/support/libreoffice.py`.
struct Office {
    process: Child,
    answers: BufReader<ChildStdout>,
}

impl Office {
    /// None where it is not installed, or this is no soak.
    fn start() -> Option<Self> {
        std::env::var_os("FACTLY_SOAK")?;
        // The system's own Python has its bridge.
        let python = Path::new("/usr/bin/python3");
        let has =
            |command: &mut Command| command.stderr(Stdio::null()).output().is_ok_and(|done| done.status.success());
        if !has(Command::new(python).args(["-c", "import uno"])) || !has(Command::new("soffice").arg("--version")) {
            return None;
        }
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/support/libreoffice.py");
        let mut started = Command::new(python);
        started.arg(script).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = started.spawn().unwrap();
        let answers = BufReader::new(process.stdout.take().unwrap());
        Some(Self { process, answers })
    }

    fn does(&mut self, open: &Path, hands: &[Vec<&str>], save: &Path) {
        let job = json!({ "open": open, "do": hands, "save": save });
        let input = self.process.stdin.as_mut().unwrap();
        writeln!(input, "{job}").unwrap();
        input.flush().unwrap();
        let mut answer = String::new();
        self.answers.read_line(&mut answer).unwrap();
        assert_eq!(answer.trim(), "ok", "{hands:?}");
    }
}

impl Drop for Office {
    fn drop(&mut self) {
        drop(self.process.stdin.take());
        let _ = self.process.wait();
    }
}

#[test]
fn through_real_editors_seven_edits_by_hand_are_what_they_are() {
    let Some(mut office) = Office::start() else { return };
    let edits: [HandEdit; 7] = [
        (&["replace", "Schedule", "Timetable"], &[("rename", "Schedule")]),
        (&["move", "Risks", "Costs"], &[("move", "Risks")]),
        (&["split", "Second paragraph", "Details"], &[("edit", "Costs"), ("add", "Details")]),
        (&["merge", "Risks"], &[("edit", "Winter"), ("delete", "Risks")]),
        (&["delete", "Schedule"], &[("delete", "Schedule")]),
        (&["copy", "Risks", "Costs", "Annex"], &[("add", "Risks"), ("add", "Risks")]),
        (&["retype", "Risks", "Dangers ahead"], &[("rename", "Risks")]),
    ];
    for (edit, expected) in edits {
        let made = EditedReport::from_markdown(TEXT);
        let before = made.now();
        let edited = made.file("edited.docx");
        office.does(&made.export("out.docx", false), &[edit.to_vec()], &edited);
        let found = made.reports().import_file(made.report, &edited).unwrap().suggestions;
        let summaries: Vec<_> = found.iter().map(|one| (one.kind, one.title.as_str())).collect();
        assert_eq!(summaries, expected, "{edit:?}");
        made.reports().accept(made.report, &Choice::All).unwrap();
        own_words_stay(&before, &made.now(), &format!("{edit:?}"));
    }
}

#[test]
fn through_real_editors_no_section_is_ever_taken_for_another() {
    let Some(mut office) = Office::start() else { return };
    let mut runner = TestRunner::deterministic();
    let title = || prop::sample::select(&TITLES[..]);
    let hand = prop_oneof![
        (title(), title()).prop_map(|(from, before)| vec!["move", from, before]),
        (title(), title()).prop_map(|(from, before)| vec!["copy", from, before, ""]),
        title().prop_map(|title| vec!["merge", title]),
        title().prop_map(|title| vec!["delete", title]),
        (title(), prop::sample::select(&["Costs", "Dangers", "Annex"][..])).prop_map(|(of, by)| vec!["retype", of, by]),
        prop::sample::select(&["Second paragraph", "two dogwoods", "fir needles"][..])
            .prop_map(|words| vec!["split", words, "Details"]),
    ];
    for _ in 0..40 {
        let hands = prop::collection::vec(&hand, 1..4).new_tree(&mut runner).unwrap().current();
        let made = EditedReport::from_markdown(TEXT);
        let before = made.now();
        let edited = made.file("edited.docx");
        let mut all = vec![vec!["lenient"]];
        all.extend(hands.clone());
        office.does(&made.export("out.docx", false), &all, &edited);
        let Ok(found) = made.reports().import_file(made.report, &edited) else { continue };
        if !found.suggestions.is_empty() {
            made.reports().accept(made.report, &Choice::All).unwrap();
        }
        own_words_stay(&before, &made.now(), &format!("{hands:?}"));
    }
}

/// A section that was there before and has words has some of its own.
fn own_words_stay(before: &Report, after: &Report, of: &str) {
    for line in before.outline() {
        let at = TITLES.iter().position(|title| *title == line.section.title).unwrap();
        let Some(now) = after.find(line.section.id) else { continue };
        let has = |words: &[&str]| words.iter().any(|word| now.body_md.contains(word));
        let has_foreign = OWN.iter().any(|words| has(words));
        assert!(has(OWN[at]) || !has_foreign, "{of}: {} says {:?}", line.section.title, now.body_md);
    }
}

#[test]
fn through_real_editors_tracked_changes_accepted_give_the_new_text_and_rejected_the_old() {
    let Some(mut office) = Office::start() else { return };
    let mut runner = TestRunner::deterministic();
    for number in 0..200 {
        let (sections, edits) = (bodies(), bodies()).new_tree(&mut runner).unwrap().current();
        let made = EditedReport::from_markdown(&written(&sections));
        let before = made.now();
        let operations = changes(&before, &edits, number);
        let suggested = made.reports().suggest(made.report, "a model", &operations).unwrap();
        assert_eq!(suggested.refused, [""; 0]);
        let (old, tracked) = (made.export("old.docx", false), made.export("tracked.docx", true));
        if !suggested.suggestions.is_empty() {
            made.reports().accept(made.report, &Choice::All).unwrap();
        }
        let new = made.export("new.docx", false);
        for (decision, expected) in [("accept", &new), ("reject", &old)] {
            let decided = made.file(&format!("{decision}.docx"));
            office.does(&tracked, &[vec![decision]], &decided);
            assert_eq!(read_sections(&decided), read_sections(expected), "export {number}, {decision} in LibreOffice");
            assert_eq!(empty_ones(&decided), 0, "export {number}, {decision}: an empty heading or item is left");
            let by_pandoc = if has_tracked_code(&tracked) { |_: &Path, _: &str| None } else { by_pandoc };
            if let Some(words) = by_pandoc(&tracked, decision) {
                assert_eq!(Some(words), by_pandoc(expected, "accept"), "export {number}, {decision} in pandoc");
            }
        }
    }
}

#[test]
fn through_real_editors_a_tracked_title_and_preface_accepted_are_the_new_ones_and_rejected_the_old() {
    let Some(mut office) = Office::start() else { return };
    let mut runner = TestRunner::deterministic();
    for number in 0..60 {
        let fronts = (bodies(), bodies()).new_tree(&mut runner).unwrap().current();
        let (old, mut new) = (fronts.0.concat(), fronts.1.concat());
        if number % 2 == 0 {
            new.extend(old.clone());
        }
        let made =
            EditedReport::from_markdown(&format!("# Flood wall\n\n{}\n\n## Costs\n\nTwo million.\n", old.join("\n\n")));
        let body = format!("\n{}\n\n", new.join("\n\n"));
        let mut operations = vec![Operation::set_body(Report::ITSELF, body)];
        if number % 3 > 0 {
            operations.push(Operation::rename(Report::ITSELF, "Flood dam of 2027"));
        }
        made.reports().suggest(made.report, "a model", &operations).unwrap();
        let (old, tracked) = (made.export("old.docx", false), made.export("tracked.docx", true));
        if !made.reports().suggestions(made.report).unwrap().is_empty() {
            made.reports().accept(made.report, &Choice::All).unwrap();
        }
        let new = made.export("new.docx", false);
        for (decision, expected) in [("accept", &new), ("reject", &old)] {
            let decided = made.file(&format!("{decision}.docx"));
            office.does(&tracked, &[vec![decision]], &decided);
            assert_eq!(head_of(&decided), head_of(expected), "export {number}, {decision}");
            assert_eq!(
                read_sections(&decided),
                read_sections(expected),
                "export {number}, {decision}: no section is touched"
            );
            assert_eq!(empty_ones(&decided), 0, "export {number}, {decision}: an empty heading or item is left");
        }
    }
}

/// The title of a document and what stands before its first section, as Factly reads them.
fn head_of(path: &Path) -> (Option<String>, String) {
    let incoming = read_docx(&fs::read(path).unwrap(), &Limits::default(), &|| false).unwrap();
    (incoming.title, body(&incoming.opening))
}

/// LibreOffice says of each cell that it begins at the left, as it does anyway.
fn body(blocks: &[ReportBlock]) -> String {
    body_of(blocks).replace(":---", "---")
}

/// A section's blocks, each of its own kind.
fn bodies() -> impl Strategy<Value = Vec<Vec<String>>> {
    let word = || prop::sample::select(&["wall", "dam", "river", "stone", "cost", "May", "farm", "risk"][..]);
    let words = move || prop::collection::vec(word(), 1..7).prop_map(|words| words.join(" "));
    let block = prop_oneof![
        4 => words(),
        3 => prop::collection::vec(words(), 1..4).prop_map(|items| format!("- {}", items.join("\n- "))),
        2 => prop::collection::vec(words(), 1..4).prop_map(|items| format!("1. {}", items.join("\n2. "))),
        1 => (words(), words()).prop_map(|(one, two)| format!("| {one} | b |\n|---|---|\n| c | {two} |")),
        1 => words().prop_map(|words| format!("> {words}")),
        1 => words().prop_map(|words| format!("###### {words}")),
        1 => words().prop_map(|words| format!("```\n{words}\n```")),
    ];
    prop::collection::vec(prop::collection::vec(block, 0..5), 1..5)
}

fn written(sections: &[Vec<String>]) -> String {
    let level = |at: usize| if at % 3 == 1 { "###" } else { "##" };
    let section = |(at, blocks): (usize, &Vec<String>)| format!("{} Part {at}\n\n{}\n", level(at), blocks.join("\n\n"));
    format!("# Tracked\n\n{}", sections.iter().enumerate().map(section).collect::<Vec<_>>().join("\n"))
}

/// Some sections get other blocks, one another title, one goes and one comes.
fn changes(report: &Report, edits: &[Vec<String>], number: usize) -> Vec<Operation> {
    let lines = report.outline();
    let mut operations = Vec::new();
    for (at, (line, blocks)) in lines.iter().zip(edits).enumerate() {
        let mut remaining: Vec<&str> =
            line.section.body_md.trim().split("\n\n").filter(|block| !block.is_empty()).collect();
        let added = blocks.first().map_or("", String::as_str);
        match (at + number) % 5 {
            0 => remaining.insert(remaining.len() / 2, added),
            1 => drop(remaining.pop()),
            2 if !remaining.is_empty() => remaining[0] = added,
            3 => remaining.push(added),
            _ => {}
        }
        let body = format!("\n{}\n\n", remaining.join("\n\n").trim());
        operations.push(Operation::set_body(line.section.id, body));
    }
    let Some(last) = lines.last() else { return operations };
    match number % 4 {
        0 => operations.push(Operation::rename(last.section.id, "Another title")),
        1 => operations.push(Operation::Delete { id: lines[number % lines.len()].section.id }),
        2 => {
            let new = Section::new(Uuid::from_u128(number as u128 + 1), "New part", "\nIt is new.\n\n- an item\n\n");
            operations.push(Operation::Add { parent: None, index: number % 3, section: Box::new(new) });
        }
        _ => {}
    }
    operations
}

/// The sections of a document as Factly reads them.
fn read_sections(path: &Path) -> Vec<(String, usize, String)> {
    let incoming = read_docx(&fs::read(path).unwrap(), &Limits::default(), &|| false).unwrap();
    let section = |of: factly_formats::report::IncomingSection| (of.title, of.depth, body(&of.blocks));
    incoming.sections.into_iter().map(section).collect()
}

/// Headings and items without a word.
fn empty_ones(path: &Path) -> usize {
    let is_named = |one: &&String| {
        ["\"Heading", "\"ListParagraph\""].iter().any(|name| one.contains(&format!("<w:pStyle w:val={name}")))
    };
    paragraphs(path).iter().filter(is_named).filter(|one| !one.contains("<w:t>") && !one.contains("<w:t ")).count()
}

/// The paragraphs of a document as they are written.
fn paragraphs(path: &Path) -> Vec<String> {
    let mut archive = zip::ZipArchive::new(fs::File::open(path).unwrap()).unwrap();
    let xml = std::io::read_to_string(archive.by_name("word/document.xml").unwrap()).unwrap();
    xml.split("<w:p>").skip(1).filter_map(|rest| Some(rest.split("</w:p>").next()?.to_owned())).collect()
}

/// Returns whether words are tracked in a paragraph that looks as code: pandoc 2.17 reads none of them.
fn has_tracked_code(path: &Path) -> bool {
    let is_code = |one: &String| one.starts_with("<w:pPr><w:pStyle w:val=\"SourceCode\"/>");
    paragraphs(path).iter().filter(|one| is_code(one)).any(|one| one.contains("<w:ins ") || one.contains("<w:del "))
}

/// The words of the sections, as pandoc reads them; none where it is not installed. It leaves empty paragraphs.
fn by_pandoc(path: &Path, decision: &str) -> Option<Vec<String>> {
    let decision = format!("--track-changes={decision}");
    let done = Command::new("pandoc").args([&decision, "--to=markdown", "--wrap=none"]).arg(path).output().ok()?;
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let text = String::from_utf8_lossy(&done.stdout).into_owned();
    // The contents name the sections as they were; what is in braces are anchors. It knows no tracked looks: a heading may
    // come back as a paragraph.
    let body = text.lines().filter(|line| *line != "Contents" && !line.contains("](#"));
    let plain =
        |line: &str| line.split('{').map(|part| part.rsplit('}').next().unwrap_or_default()).collect::<String>();
    let body: Vec<String> = body.map(plain).collect();
    let words = body.iter().flat_map(|line| line.split(|char: char| !char.is_alphanumeric()));
    let is_word = |word: &&str| word.chars().any(char::is_alphabetic);
    Some(words.filter(is_word).map(str::to_owned).collect())
}
