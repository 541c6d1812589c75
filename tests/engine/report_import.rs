//! An edited file of a report comes back as suggestions: of what was changed, of nothing else, and never of another section.

use std::io::{Cursor, Read, Write};

use factly_core::reports::{Operation, Report, Section, markdown};
use factly_engine::Library;
use factly_engine::reports::{
    Beginning, Choice, DocxOptions, ReportFile, ReportFormat, ReportImport, ReportView, Standing,
};
use factly_engine::transfer::{ImportMode, Repairs};
use factly_formats::Limits;
use factly_formats::report::read_docx;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use rstest::rstest;
use uuid::Uuid;

use crate::library::{Fixture, empty};
use crate::transfer::fixture::export;

const TEXT: &str = "# Flood

An opening.

## Costs

The wall costs *two* million, says [F-9](factly://fact/01907c5e-0000-7000-8000-000000000001).

* one
* two

### Of the wall

Stone is dear in the valley this year.

## Risks

None that anybody has thought of before.

## Annex

";

struct ImportFixture {
    at: Fixture,
    discovery: Uuid,
    report: ReportView,
}

fn made(text: &str) -> ImportFixture {
    let at = empty();
    let discovery = at.discovery("Flood");
    let report = at.library.reports().create(discovery, None, Beginning::Markdown(text)).unwrap();
    ImportFixture { at, discovery, report }
}

impl ImportFixture {
    fn library(&self) -> &Library {
        &self.at.library
    }

    fn docx(&self) -> Vec<u8> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out.docx");
        let reports = self.library().reports();
        reports.export(self.report.id, ReportFormat::Docx, DocxOptions::default(), &path).unwrap();
        std::fs::read(path).unwrap()
    }

    fn import(&self, name: &str, bytes: &[u8]) -> ReportImport {
        self.library().reports().import(self.report.id, ReportFile { name, bytes, folder: None }).unwrap()
    }

    fn kinds(&self, bytes: &[u8]) -> Vec<(&'static str, String)> {
        let name = if bytes.starts_with(b"PK") { "edited.docx" } else { "edited.md" };
        let found = self.import(name, bytes);
        assert_eq!(found.left_out, [""; 0]);
        found.suggestions.into_iter().map(|one| (one.kind, one.title)).collect()
    }

    fn accept_all(&self) -> Report {
        self.library().reports().accept(self.report.id, &Choice::All).unwrap();
        self.library().reports().show(self.report.id).unwrap().report
    }

    fn apply(&self, operation: &Operation) {
        self.library().reports().apply(self.report.id, operation).unwrap();
    }

    fn id(&self, title: &str) -> Uuid {
        let found = self.report.report.outline().into_iter().find(|line| line.section.title == title);
        found.unwrap().section.id
    }
}

#[test]
fn another_title_and_another_opening_are_suggested_too() {
    let made = made("# Flood\n\nAn opening.\n\n## Costs\n\nFive words that are here.\n");
    let docx = edited(&made.docx(), &[(">Flood<", ">High water<"), ("An opening", "Another opening")]);
    let suggestion = |kind| (kind, "Flood".to_owned());
    assert_eq!(made.kinds(&docx), [suggestion("rename"), suggestion("edit")]);
    let report = made.accept_all();
    assert_eq!(
        (report.title.as_str(), report.front_md.as_str()),
        ("High water", "# High water\n\nAnother opening.\n\n")
    );
    assert_eq!(made.kinds(&docx), [], "it says so now");
}

/// The document with its text changed as a word processor would.
fn edited(docx: &[u8], edits: &[(&str, &str)]) -> Vec<u8> {
    let edits: Vec<_> = edits.iter().map(|(old, new)| ("word/document.xml", *old, *new)).collect();
    rewritten(docx, &edits, &[])
}

/// The document with other words in its parts, and with more of those.
fn rewritten(docx: &[u8], edits: &[(&str, &str, &str)], more: &[(&str, &str)]) -> Vec<u8> {
    let mut archive = zip::ZipArchive::new(Cursor::new(docx)).unwrap();
    let mut out = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default();
    for at in 0..archive.len() {
        let mut file = archive.by_index(at).unwrap();
        let name = file.name().unwrap().into_owned();
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).unwrap();
        for (_, old, new) in edits.iter().filter(|(part, ..)| *part == name) {
            let xml = String::from_utf8(bytes).unwrap();
            assert!(xml.contains(old), "{old} in {xml}");
            bytes = xml.replacen(old, new, 1).into_bytes();
        }
        out.start_file(&name, options).unwrap();
        out.write_all(&bytes).unwrap();
    }
    for (name, text) in more {
        out.start_file(*name, options).unwrap();
        out.write_all(text.as_bytes()).unwrap();
    }
    out.finish().unwrap().into_inner()
}

fn outline(report: &Report) -> Vec<String> {
    report.outline().iter().map(|line| format!("{} {}", line.number, line.section.title)).collect()
}

const TABLE: &str = "# Pump report\n\nIntro with **bold**, *it*, `code`.\n\n## Findings\n\n1. one\n2. two\n   - nested\n\n\
    | a | b | c | d |\n|:--|--:|:-:|---|\n| 1 | 2 | 3 | 4 |\n\n### Detail\n\n> quote\n\n```rust\nfn main() {}\n```\n\n\
    ## 東京 & <tags>\n\nLast ÄÖ.\n";

#[rstest]
#[case::table_and_code(TABLE)]
#[case::several_titles("# A\n\nx\n\n# B\n\ny\n")]
#[case::a_level_left_out("# A\n\n### B\n\nx\n\n## C\n")]
#[case::underlined("Title\n=====\n\nB\n-\n\n* x\n* y\n")]
#[case::metadata("---\ntitle: T\nauthor: X\n---\n\n## A\n\nx\n")]
#[case::line_ends_of_windows("\u{feff}# A\r\n\r\nx\r\n\r\n## B\r\n\r\n- y\r\n")]
#[case::tags_first_and_a_heading_without_words("<div>\n\n# A\n\n</div>\n\n# \n\ntext\n")]
#[case::only_a_preface("Only words, and no line end")]
fn a_word_document_of_ours_is_the_same_report_again(#[case] text: &str) {
    let made = made(text);
    let reports = made.library().reports();
    let file = ReportFile { name: "r.docx", bytes: &made.docx(), folder: None };
    assert_eq!(made.kinds(file.bytes), []);
    let again = reports.create(made.discovery, None, Beginning::File(file)).unwrap();
    assert_eq!(outline(&again.report), outline(&made.report.report));
    assert_eq!(reports.markdown(again.id).unwrap(), text);
    let ids = |view: &ReportView| view.report.outline().iter().map(|line| line.section.id).collect::<Vec<_>>();
    assert!(ids(&again).iter().all(|id| !ids(&made.report).contains(id)), "ids of its own");
}

#[test]
fn a_word_document_that_lost_what_we_put_beside_it_has_title_levels_and_columns() {
    let made = made(TABLE);
    let parts = ("word/_rels/document.xml.rels", "relationships/customXml\"", "relationships/other\"");
    let docx = rewritten(&made.docx(), &[parts], &[]);
    let file = ReportFile { name: "r.docx", bytes: &docx, folder: None };
    let again = made.library().reports().create(made.discovery, None, Beginning::File(file)).unwrap();
    let written = made.library().reports().markdown(again.id).unwrap();
    let lines = ["# Pump report", "## Findings", "| :--- | ---: | :---: | --- |", "### Detail", "## 東京 & \\<tags>"];
    assert!(lines.iter().all(|line| written.lines().any(|there| there == *line)), "{written}");
}

#[test]
fn a_title_that_was_given_here_since_is_kept() {
    let made = made(TABLE);
    let docx = made.docx();
    made.apply(&Operation::rename(Report::ITSELF, "Pumps"));
    assert_eq!(made.kinds(&docx), []);
}

#[test]
fn an_edit_in_word_changes_its_paragraph_of_the_new_report_alone() {
    let made = made(TABLE);
    let docx = edited(&made.docx(), &[("Last ÄÖ.", "Last words."), ("fn main() {}", "fn main() { go() }")]);
    let file = ReportFile { name: "r.docx", bytes: &docx, folder: None };
    let again = made.library().reports().create(made.discovery, None, Beginning::File(file)).unwrap();
    let expected = TABLE.replace("Last ÄÖ.", "Last words.").replace("fn main() {}", "fn main() { go() }");
    assert_eq!(made.library().reports().markdown(again.id).unwrap(), expected);
}

#[test]
fn what_nobody_edited_makes_no_suggestion() {
    let made = made(TEXT);
    assert_eq!(made.kinds(&made.docx()), []);
    let text = made.library().reports().markdown(made.report.id).unwrap();
    assert_eq!(made.kinds(text.as_bytes()), []);
    let spelled_otherwise = text.replace("* one\n* two", "- one\n- two").replace("*two*", "_two_");
    assert_eq!(made.kinds(spelled_otherwise.as_bytes()), [], "another spelling is no change");
}

#[test]
fn how_an_address_is_spelled_is_no_edit() {
    let text = "# Flood\n\n![https://example.org/a.png](https://example.org/a.png)\n\n## Costs\n\nSee [one](https://example.org/^1), [two](https://example.org/Grün) and more.\n";
    let made = made(text);
    assert_eq!(made.kinds(&made.docx()), [], "a document of Word has other signs for some letters");
    assert_eq!(made.kinds(&edited(&made.docx(), &[(" and more", " or less")])), [("edit", "Costs".to_owned())]);
    assert_eq!(markdown::write(&made.accept_all()), text.replace(" and more", " or less"));
}

#[test]
fn contents_that_a_converter_made_paragraphs_of_are_no_edit() {
    let made = made(TEXT);
    let line = |anchor: &str, text: &str| {
        format!("<w:p><w:hyperlink w:anchor=\"{anchor}\"><w:r><w:t>{text}</w:t></w:r></w:hyperlink></w:p>")
    };
    let end = "An opening.</w:t></w:r></w:p>";
    let heading = "<w:p><w:r><w:t>Contents</w:t></w:r></w:p>";
    let contents = [line("costs", "1 Costs"), line("of-the-wall", "1.1 Of the wall")].concat();
    assert_eq!(made.kinds(&edited(&made.docx(), &[(end, &format!("{end}{heading}{contents}"))])), []);
    let own = edited(&made.docx(), &[(end, &format!("{end}{}", line("costs", "See Costs")))]);
    assert_eq!(made.kinds(&own), [("edit", "Flood".to_owned())], "a link of somebody's own is none of them");
}

#[test]
fn an_edit_in_word_is_a_suggestion_of_its_words_and_citations_stay_live() {
    let made = made(TEXT);
    let docx = edited(&made.docx(), &[("million, says", "billion, says"), ("None that", "Few that")]);
    let found = made.import("edited.docx", &docx);
    let summaries: Vec<_> =
        found.suggestions.iter().map(|one| (one.kind, one.title.as_str(), one.hunks.len())).collect();
    assert_eq!(summaries, [("edit", "Costs", 1), ("edit", "Risks", 1)]);
    assert_eq!(found.suggestions[0].author, "edited.docx");
    assert_eq!(made.import("edited.docx", &docx).suggestions, [], "what waits does not wait twice");
    let report = made.accept_all();
    let body = &report.sections[0].body_md;
    assert!(body.contains("*two* billion, says [F-9](factly://fact/01907c5e") && body.contains("* one"), "{body}");
    assert_eq!(made.kinds(&docx), [], "what was accepted is there");
}

#[test]
fn what_was_edited_here_since_is_kept_and_a_clash_is_stale() {
    let made = made(TEXT);
    let docx = edited(&made.docx(), &[("million, says", "billion, says"), ("None that", "Few that")]);
    let risks = made.id("Risks");
    let body = made.report.report.find(risks).unwrap().body_md.replace("None that", "Many that");
    made.apply(&Operation::set_body(risks, body));
    made.apply(&Operation::rename(made.id("Of the wall"), "Of the dam"));
    let found = made.import("edited.docx", &docx).suggestions;
    let summaries: Vec<_> = found.iter().map(|one| (one.kind, one.title.as_str(), one.standing)).collect();
    assert_eq!(summaries, [("edit", "Costs", Standing::Pending), ("edit", "Risks", Standing::Stale)]);
    assert!(found[1].after.contains("Few that"), "what clashes is still told");
}

#[rstest]
#[case::renamed("## Risks", "## Dangers", &[("rename", "Risks")])]
#[case::moved_under("## Risks", "### Risks", &[("move", "Risks")])]
#[case::added("## Risks", "## Gains\n\nMany.\n\n## Risks", &[("add", "Gains")])]
#[case::deleted("### Of the wall\n\nStone is dear in the valley this year.\n\n", "", &[("delete", "Of the wall")])]
#[case::a_new_one_of_an_old_title("## Annex\n", "## Annex\n\n### Risks\n\nOf quite another kind, and many of them.\n", &[("add", "Risks")])]
fn a_changed_structure_is_suggested_as_what_it_is(
    #[case] old: &str,
    #[case] new: &str,
    #[case] expected: &[(&'static str, &str)],
) {
    let made = made(TEXT);
    let suggested = made.kinds(TEXT.replacen(old, new, 1).as_bytes());
    let expected: Vec<_> = expected.iter().map(|(kind, title)| (*kind, (*title).to_owned())).collect();
    assert_eq!(suggested, expected);
    let (_, wanted) = markdown::parse(&TEXT.replacen(old, new, 1), &mut Uuid::nil);
    assert_eq!(outline(&made.accept_all()), outline(&wanted));
}

#[test]
fn another_section_of_the_same_title_elsewhere_is_not_taken_for_the_one_that_went() {
    let made = made(TEXT);
    let without_risks = TEXT.replace("## Risks\n\nNone that anybody has thought of before.\n\n", "");
    let suggested =
        made.kinds(format!("{without_risks}### Risks\n\nFloods in spring carry ice against every pier.\n").as_bytes());
    assert_eq!(suggested, [("add", "Risks".to_owned()), ("delete", "Risks".to_owned())]);
}

#[test]
fn a_heading_written_before_another_takes_nothing_of_it() {
    let made = made(TEXT);
    let docx = made.docx();
    let xml = {
        let mut archive = zip::ZipArchive::new(Cursor::new(&docx)).unwrap();
        let mut xml = String::new();
        archive.by_name("word/document.xml").unwrap().read_to_string(&mut xml).unwrap();
        xml
    };
    // A word processor leaves the bookmark before what is typed at the start of its heading.
    let at = xml.rfind(">Annex<").unwrap();
    let start = xml[..at].rfind("<w:p>").unwrap();
    let end = at + xml[at..].find("</w:p>").unwrap() + "</w:p>".len();
    let heading = &xml[start..end];
    let bookmark = &heading[heading.find("<w:bookmarkStart").unwrap()..];
    let without = bookmark.split_once("/>").unwrap().1;
    let properties = &heading[..heading.find("<w:bookmarkStart").unwrap()];
    let typed =
        heading.replace("Annex", "Typed").replace(&bookmark[bookmark.find("<w:bookmarkEnd").unwrap_or(0)..], "</w:p>");
    let edited = edited(&docx, &[(heading, &format!("{typed}{properties}{without}"))]);
    assert_eq!(made.kinds(&edited), [("add", "Typed".to_owned())]);
}

#[test]
fn a_change_that_somebody_tracked_counts_as_made_and_is_by_who_made_it() {
    let made = made(TEXT);
    let run = "None that anybody has thought of before.</w:t></w:r>";
    let tracked = "None</w:t></w:r><w:ins w:id=\"900\" w:author=\"Maria\"><w:r><w:t xml:space=\"preserve\"> at all</w:t></w:r></w:ins><w:del w:id=\"901\" w:author=\"Maria\"><w:r><w:delText xml:space=\"preserve\"> that anybody has thought of before</w:delText></w:r></w:del><w:r><w:t>.</w:t></w:r>";
    let found = made.import("edited.docx", &edited(&made.docx(), &[(run, tracked)]));
    assert_eq!((found.suggestions.len(), found.suggestions[0].author.as_str()), (1, "Maria"));
    let risks = made.accept_all().sections[1].body_md.clone();
    assert_eq!(risks, "\nNone at all.\n\n");
}

#[test]
fn each_change_is_by_who_tracked_it() {
    let made = made(TEXT);
    let ins = |id: u32, author: &str, words: &str| {
        format!(
            "</w:t></w:r><w:ins w:id=\"{id}\" w:author=\"{author}\"><w:r><w:t>{words}</w:t></w:r></w:ins><w:r><w:t>"
        )
    };
    let (stone, none) = (ins(900, "Maria", " by far"), ins(901, "Jan", " at all"));
    let docx =
        edited(&made.docx(), &[("Stone is dear", &format!("Stone is dear{stone}")), ("None", &format!("None{none}"))]);
    let found = made.import("edited.docx", &docx).suggestions;
    let summaries: Vec<_> = found.iter().map(|one| (one.title.as_str(), one.author.as_str())).collect();
    assert_eq!(summaries, [("Of the wall", "Maria"), ("Risks", "Jan")]);
}

#[test]
fn a_comment_is_a_suggestion_by_who_wrote_it_behind_what_it_stands_at() {
    const RELATION: &str = "<Relationship Id=\"rId900\" Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/comments\" Target=\"comments.xml\"/></Relationships>";
    const COMMENTS: &str = "<w:comments xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\"><w:comment w:id=\"5\" w:author=\"Maria\"><w:p><w:r><w:t>Which year?</w:t></w:r></w:p></w:comment></w:comments>";
    let made = made(TEXT);
    let run = "Stone is dear in the valley this year.</w:t></w:r>";
    let commented = format!("{run}<w:r><w:commentReference w:id=\"5\"/></w:r>");
    let edits = [
        ("word/document.xml", run, commented.as_str()),
        ("word/_rels/document.xml.rels", "</Relationships>", RELATION),
    ];
    let docx = rewritten(&made.docx(), &edits, &[("word/comments.xml", COMMENTS)]);
    let found = made.import("edited.docx", &docx).suggestions;
    let summaries: Vec<_> = found.iter().map(|one| (one.kind, one.title.as_str(), one.author.as_str())).collect();
    assert_eq!(summaries, [("edit", "Of the wall", "Maria")]);
    let report = made.accept_all();
    let body = &report.sections[0].children[0].body_md;
    assert_eq!(body, "\nStone is dear in the valley this year.\n\n> Maria: Which year?\n");
    assert_eq!(made.kinds(&docx), [], "it is there");
}

#[test]
fn a_file_of_something_else_is_refused_with_what_to_do() {
    let made = made(TEXT);
    let refused = |name: &str, bytes: &[u8]| {
        made.library().reports().import(made.report.id, ReportFile { name, bytes, folder: None }).unwrap_err().message
    };
    assert_eq!(
        refused("a.md", b"# Pets\n\n## Cats\n\nThey sleep most of the day.\n"),
        "No section of the file is one of this report."
    );
    assert_eq!(refused("a.docx", b"\x00\x01 no archive"), "“a.docx” is damaged or no document of Word.");
    assert_eq!(refused("a.doc", b"\xd0\xcf\x11\xe0\xa1\xb1"), "“a.doc” is a document of an old Word.");
    let other = made.library().reports().create(made.at.discovery("Other"), None, Beginning::Markdown(TEXT)).unwrap();
    let docx = made.docx();
    let error = made
        .library()
        .reports()
        .import(other.id, ReportFile { name: "a.docx", bytes: &docx, folder: None })
        .unwrap_err();
    assert!(error.message.to_string().starts_with("The file came from O-1"), "{}", error.message);
}

fn words() -> impl Strategy<Value = String> {
    "([a-z]{2,7} ){6,12}[a-z]{2,7}".prop_map(|words| format!("{words}."))
}

/// Whatever one section is made to say, nothing else is suggested, and accepted the report says it.
#[test]
fn an_edit_of_one_section_suggests_that_section_only() {
    let mut runner =
        TestRunner::new(ProptestConfig { cases: 8, failure_persistence: None, ..ProptestConfig::default() });
    let strategy = (prop::collection::vec((words(), words()), 3..7), any::<prop::sample::Index>(), words());
    runner
        .run(&strategy, |(sections, at, edit)| {
            let text: String = sections
                .iter()
                .enumerate()
                .map(|(n, (one, two))| format!("## Section {n}\n\n{one}\n\n* {two}\n\n"))
                .collect();
            let made = made(&text);
            let at = at.index(sections.len());
            let docx = edited(&made.docx(), &[(&format!(">{}<", sections[at].0), &format!(">{edit}<"))]);
            let suggested = made.kinds(&docx);
            let expected: &[_] = if sections[at].0 == edit { &[] } else { &[("edit", format!("Section {at}"))] };
            prop_assert_eq!(&suggested, expected);
            let mut wanted = made.report.report.clone();
            wanted.sections[at].body_md = wanted.sections[at].body_md.replacen(&sections[at].0, &edit, 1);
            let bodies = |report: &Report| report.sections.iter().map(|of| of.body_md.clone()).collect::<Vec<_>>();
            prop_assert_eq!(bodies(&made.accept_all()), bodies(&wanted));
            Ok(())
        })
        .unwrap();
}

/// Sections of a tree taken apart and put together again otherwise.
#[test]
fn what_lies_between_two_states_makes_one_of_the_other() {
    use factly_core::reports::edit_script::edit_script;
    let tree = |picks: &[(u8, usize)]| {
        let mut report = Report::default();
        for (id, depth) in picks {
            let section = Section::new(Uuid::from_u128(u128::from(*id)), format!("S{id}"), format!("{depth}\n"));
            let mut siblings = &mut report.sections;
            for _ in 0..*depth {
                if siblings.is_empty() {
                    break;
                }
                siblings = &mut siblings.last_mut().unwrap().children;
            }
            siblings.push(section);
        }
        report
    };
    let mut runner = TestRunner::new(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() });
    let picks = || {
        let ids = Just((1_u8..13).collect::<Vec<_>>()).prop_shuffle();
        (ids, prop::collection::vec(0_usize..4, 0..12))
            .prop_map(|(ids, depths)| ids.into_iter().zip(depths).collect::<Vec<_>>())
    };
    runner
        .run(&(picks(), picks()), |(one, two)| {
            let (mut before, after) = (tree(&one), tree(&two));
            for operation in edit_script(&before, &after) {
                prop_assert!(before.apply(&operation).is_ok(), "{:?}", operation);
            }
            prop_assert_eq!(before, after);
            Ok(())
        })
        .unwrap();
}

/// A report that LibreOffice opened, in whose text three places were changed, and that it saved; the bodies are those that
/// went out.
#[test]
fn what_libreoffice_saved_has_its_ids_and_citations_and_all_of_its_text() {
    const EDITED: &[u8] = include_bytes!("../fixtures/documents/report-edited.docx");
    let went_out = [
        (
            "Costs",
            1,
            "\nThe wall costs *two* million, says [F-1](factly://fact/01907c5e-0000-7000-8000-000000000001).\n\n* one\n* two\n\n",
        ),
        (
            "Of the wall",
            2,
            "\nStone is dear in the valley this year.\n\n| Item | Cost |\n|------|-----:|\n| Wall | 2 |\n\n",
        ),
        ("Risks", 1, "\nNone that anybody has thought of before.\n\n```\ncode();\n```\n\n> A quote.\n\n"),
        ("Annex", 1, "\n"),
    ];
    let incoming = read_docx(EDITED, &Limits::default(), &|| false).unwrap();
    let made = made("# Flood\n\nAn opening.\n");
    let mut parent = None;
    for (index, ((title, depth, body), came)) in went_out.iter().zip(&incoming.sections).enumerate() {
        assert_eq!((came.ids.len(), came.depth), (1, *depth), "{title}");
        let section = Section::new(Uuid::from_u128(came.ids[0]), *title, *body);
        let id = section.id;
        let under = parent.filter(|_| *depth == 2);
        made.apply(&Operation::Add { parent: under, index, section: Box::new(section) });
        parent = Some(id);
    }
    let found = made.import("edited.docx", EDITED);
    assert_eq!(found.left_out, [""; 0]);
    let summaries: Vec<_> = found.suggestions.iter().map(|one| (one.kind, one.title.as_str())).collect();
    assert_eq!(summaries, [("rename", "Of the wall"), ("edit", "Of the wall"), ("edit", "Risks")]);
    let report = made.accept_all();
    let body = |at: usize| report.outline()[at].section.body_md.clone();
    assert_eq!(outline(&report), ["1 Costs", "1.1 Of the dam", "2 Risks", "3 Annex"]);
    assert_eq!(body(0), went_out[0].2, "its citation is live");
    assert_eq!(body(1), went_out[1].2.replace("year.\n\n", "year.\n\nIt was written in LibreOffice.\n\n"));
    assert_eq!(body(2), went_out[2].2.replace("None", "Few"));
}

#[test]
fn a_copy_of_a_discovery_has_suggestions_and_versions_of_its_own_sections() {
    let made = made(TEXT);
    let reports = made.library().reports();
    reports.save_version(made.report.id, "Before").unwrap();
    let deleted = made.id("Annex");
    made.apply(&Operation::Delete { id: deleted });
    made.import("edited.docx", &edited(&made.docx(), &[("None that", "Few that")]));
    let file = export(made.library(), &[made.discovery]);
    let copy = made.at.import_as(&file, ImportMode::Copy, &Repairs::default()).unwrap()[0].id;
    let copied = reports.list(copy).unwrap().remove(0).id;
    let accepted = reports.accept(copied, &Choice::All).unwrap();
    assert_eq!((accepted.decided.len(), accepted.stale.len()), (1, 0), "it is of a section of the copy");
    let version = reports.versions(copied).unwrap().remove(0);
    let restored = reports.restore(copied, version.id).unwrap().report;
    assert_eq!(outline(&restored), outline(&made.report.report), "what was deleted comes back in the copy too");
    made.apply(&Operation::rename(made.id("Costs"), "Prices"));
    assert_eq!(outline(&reports.show(copied).unwrap().report), outline(&made.report.report));
}
