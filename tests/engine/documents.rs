//! Documents: kept as they were added, described by the analyst, undone and edited with their Inputs; and folders of them.

use std::cell::RefCell;
use std::path::{Path, PathBuf};

use factly_engine::duplicates::DuplicatePolicy;
use factly_engine::error::Code;
use factly_engine::evidence::SourcePage;
use factly_engine::facts::FactFilter;
use factly_engine::inputs::{AddReport, Parsing};
use factly_engine::originals::{DocumentChange, ExtractNote, InputKind, Place};
use factly_engine::retrieval::LibraryQuery;
use factly_engine::task::{NoProgress, Progress, TaskStep};
use uuid::Uuid;

use crate::library::{Fixture, empty, pasted};
use crate::pdf_writer::{Writer, lines};

const TEXT: &str = "# Flood wall\r\n\r\nThe wall is 840 m long.\r\n";

fn written(at: &Fixture, name: &str, bytes: &[u8]) -> PathBuf {
    let path = at.folder.path().join(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(&path, bytes).unwrap();
    path
}

fn add(at: &Fixture, discovery: Uuid, path: &Path) -> AddReport {
    at.library.inputs().add_files(discovery, &[path], None, Parsing::Now, &NoProgress).unwrap()
}

#[test]
fn a_document_comes_out_as_it_went_in() {
    let at = empty();
    let id = at.discovery("Flood wall");
    for (name, bytes) in [("crlf.md", TEXT.as_bytes()), ("plain.txt", b"The wall is 6 m high.")] {
        let input = add(&at, id, &written(&at, name, bytes)).added[0].id;
        assert_eq!(at.library.originals().bytes(input).unwrap().as_slice(), bytes, "{name}");
        let document = at.library.originals().document(input).unwrap();
        assert_eq!((document.size, document.file_name.as_deref()), (bytes.len() as u64, Some(name)));
        let to = at.folder.path().join("out");
        assert_eq!(at.library.originals().save(input, &to).unwrap(), bytes.len());
        assert_eq!(std::fs::read(to).unwrap(), bytes, "{name}");
    }
    let same = "Pasted, and nothing but its text.";
    let pasted = at.add(id, same, Parsing::Later).added[0].id;
    assert_eq!(at.library.originals().bytes(pasted).unwrap().as_slice(), same.as_bytes());
}

#[test]
fn what_the_analyst_says_of_a_document_is_one_step() {
    let at = empty();
    let id = at.discovery("Flood wall");
    let input = add(&at, id, &written(&at, "wall.txt", b"The wall is 6 m high.")).added[0].id;
    let before = at.library.originals().document(input).unwrap();
    assert_eq!((before.kind, before.cited_as.as_str()), (InputKind::Other, "wall"));

    let change = DocumentChange {
        title: Some("The wall".to_owned()),
        kind: Some(InputKind::Minutes),
        authors: Some(vec!["Ada  Miller".to_owned(), " ".to_owned(), "Ben Okoye".to_owned()]),
        date: Some("2026-03-01".to_owned()),
        reference: None,
    };
    let after = at.library.originals().describe(input, change).unwrap();
    assert_eq!(after.authors, ["Ada Miller", "Ben Okoye"]);
    assert_eq!((after.kind, after.cited_as.as_str()), (InputKind::Minutes, "Ada Miller, Ben Okoye (2026). The wall"));
    let own = DocumentChange { reference: Some("Miller 2026, folder 7".to_owned()), ..DocumentChange::default() };
    let cited = at.library.originals().describe(input, own).unwrap();
    assert_eq!((cited.cited_as.as_str(), cited.kind), ("Miller 2026, folder 7", InputKind::Minutes));

    at.library.undo().undo(Some(id)).unwrap();
    assert_eq!(at.library.originals().document(input).unwrap(), after);
    assert_eq!(at.library.undo().undo(Some(id)).unwrap().done.unwrap(), "Describe I-1");
    assert_eq!(at.library.originals().document(input).unwrap(), before);
    at.library.undo().redo(Some(id)).unwrap();
    assert_eq!(at.library.originals().document(input).unwrap(), after);

    let long = DocumentChange { reference: Some("x".repeat(501)), ..DocumentChange::default() };
    assert_eq!(at.library.originals().describe(input, long).unwrap_err().code, Code::Invalid);
    assert_eq!(at.library.originals().document(input).unwrap(), after, "nothing changed");
}

#[test]
fn to_undo_the_adding_hides_the_document_and_redo_brings_it_back() {
    let at = empty();
    let id = at.discovery("Flood wall");
    let input = add(&at, id, &written(&at, "crlf.md", TEXT.as_bytes())).added[0].id;
    at.library.undo().undo(Some(id)).unwrap();
    assert_eq!(at.library.originals().document(input).unwrap_err().code, Code::NotFound);
    at.library.undo().redo(Some(id)).unwrap();
    assert_eq!(at.library.originals().bytes(input).unwrap().as_slice(), TEXT.as_bytes());
    let verified = at.library.sources().verify(None, &NoProgress).unwrap();
    assert_eq!(verified.problems, []);
}

#[test]
fn a_folder_comes_in_as_a_whole_without_what_is_hidden() {
    let at = empty();
    let id = at.discovery("Flood wall");
    for name in ["box/b.txt", "box/a/one.md", "box/.git/config", "box/.hidden.txt", "box/a/empty.txt"] {
        let text =
            if name.ends_with("empty.txt") { String::new() } else { format!("{name} says the wall is 6 m high.") };
        written(&at, name, text.as_bytes());
    }
    std::fs::create_dir(at.folder.path().join("nothing")).unwrap();
    let seen = Titles::default();
    let folders = [at.folder.path().join("box"), at.folder.path().join("nothing")];
    let how = (Parsing::Later, DuplicatePolicy::Hold);
    let report = at.library.inputs().add_files_checked(id, &folders, None, how, &seen).unwrap();
    let titles: Vec<&str> = report.added.iter().map(|input| input.title.as_str()).collect();
    assert_eq!(titles, ["one", "b"], "by name, folder by folder");
    let failed: Vec<(&str, Code)> = report.failures.iter().map(|one| (one.name.as_str(), one.error.code)).collect();
    assert_eq!(failed, [("empty.txt", Code::Empty), ("nothing", Code::Empty)]);
    assert!(seen.0.borrow().iter().any(|title| title == "one.md (2/4)"), "{:?}", seen.0.borrow());

    let again = at.library.inputs().add_files_checked(id, &folders[..1], None, how, &NoProgress).unwrap();
    let paths: Vec<Option<PathBuf>> = again.held_back.iter().map(|held| held.path.clone()).collect();
    assert_eq!(paths, [Some(folders[0].join("a/one.md")), Some(folders[0].join("b.txt"))]);
    let anyway = (Parsing::Later, DuplicatePolicy::Allow);
    let outcome = at.library.inputs().add_files_checked(
        id,
        &paths.iter().flatten().collect::<Vec<_>>(),
        None,
        anyway,
        &NoProgress,
    );
    assert_eq!(outcome.unwrap().added.len(), 2, "what was held back can be added by its path");
}

#[derive(Default)]
struct Titles(RefCell<Vec<String>>);

impl Progress for Titles {
    fn show(&self, step: &TaskStep) {
        self.0.borrow_mut().push(step.title.clone());
    }
}

#[test]
fn an_edited_text_has_the_document_of_the_old_one() {
    let at = empty();
    let id = at.discovery("Flood wall");
    let input = add(&at, id, &written(&at, "crlf.md", TEXT.as_bytes())).added[0].clone();
    let change = DocumentChange { kind: Some(InputKind::Report), ..DocumentChange::default() };
    at.library.originals().describe(input.id, change).unwrap();
    let places = at.library.originals().places(input.id).unwrap();

    let label = factly_core::discovery::EntityLabel::parse(&input.label).unwrap();
    let text = "# Flood wall\n\nThe new wall is 840 m long.\n";
    at.library.pipeline().edit_entity(id, label, text, None).unwrap();
    let now = at.library.inputs().list(id).unwrap()[0].id;
    assert_ne!(now, input.id, "another version");
    let document = at.library.originals().document(now).unwrap();
    assert_eq!(document.kind, InputKind::Report);
    assert_eq!(
        at.library.originals().bytes(now).unwrap().as_slice(),
        TEXT.as_bytes(),
        "the original stays what it was"
    );
    let moved = at.library.originals().places(now).unwrap();
    assert_eq!(moved.len(), places.len());
    for (before, after) in places.iter().zip(&moved) {
        assert_eq!(before.place, after.place);
        assert_eq!(after.chars.end - before.chars.end, 4, "“new ” stands before its end");
    }
}

#[test]
fn a_reading_that_is_called_off_adds_nothing() {
    struct CancelledReading;
    impl Progress for CancelledReading {
        fn show(&self, _: &TaskStep) {}
        fn is_cancelled(&self) -> bool {
            true
        }
    }
    let at = empty();
    let id = at.discovery("Flood wall");
    let path = written(&at, "wall.txt", b"The wall is 6 m high.");
    let report = at.library.inputs().add_files(id, &[path], None, Parsing::Now, &CancelledReading).unwrap();
    assert!(report.cancelled && report.added.is_empty() && report.failures.is_empty());
    let input = pasted("The wall is 6 m high.");
    let report = at.library.inputs().add_input(id, input, Parsing::Now, &CancelledReading).unwrap();
    assert!(report.cancelled && report.added.is_empty());
    assert!(at.library.inputs().list(id).unwrap().is_empty());
}

/// Three pages, of which the second says something.
fn three_pages() -> Vec<u8> {
    let sentence = ["The flood wall is 840 m long and was built", "in 1994 by the town of Miller's Ford."];
    let mut writer = Writer::default()
        .page(lines(50, 700, &["This page says nothing of note."]))
        .page(lines(50, 700, &sentence))
        .page(lines(50, 700, &["Nor does this one say anything."]));
    writer.info = "/Title (The flood wall) /Author (Ada Miller) /CreationDate (D:20260301120000Z)".to_owned();
    writer.bytes()
}

#[test]
fn a_fact_of_a_pdf_says_its_page_and_leads_to_its_words_there() {
    let at = empty();
    let id = at.discovery("Flood wall");
    let input = add(&at, id, &written(&at, "wall.pdf", &three_pages())).added[0].clone();
    assert_eq!((input.format.as_str(), input.pages, input.kind), ("pdf", Some(3), InputKind::Report));
    assert_eq!(input.title, "The flood wall", "as the document calls itself");
    let document = at.library.originals().document(input.id).unwrap();
    assert_eq!(document.cited_as, "Ada Miller (2026). The flood wall");

    let facts = at.library.facts().facts(id, &FactFilter::default(), None, 10).unwrap().facts;
    let fact = facts.iter().find(|fact| fact.text.contains("840 m")).expect("the figure is found");
    let evidence = fact.evidence.as_ref().unwrap();
    assert_eq!(evidence.location.as_ref().unwrap().words().as_deref(), Some("p. 2"));
    let detail = at.library.facts().fact_detail(fact.id).unwrap();
    assert_eq!(detail.fact.evidence.unwrap().location.unwrap().place, Some(Place::Page { number: 2, label: None }));
    assert_eq!(at.library.sources().fact_place(fact.id).unwrap().page, Some(2));

    let pages = at.library.sources().source_pages(input.id, 1..4).unwrap();
    let has = |page: &&SourcePage| page.facts.iter().any(|marked| marked.fact == fact.id);
    assert_eq!(pages.iter().filter(has).map(|page| page.page).collect::<Vec<_>>(), [2]);
    let marked = pages[1].facts.iter().find(|marked| marked.fact == fact.id).unwrap();
    assert!(!marked.rects.is_empty());
    for rect in &marked.rects {
        let middle = rect.top + rect.height / 2.0;
        assert!((0.08..0.2).contains(&middle) && rect.left > 0.05, "where the lines were written: {rect:?}");
    }
    let blocks = at.library.sources().source_blocks(input.id, 0..9).unwrap();
    assert!(blocks.iter().any(|block| block.place == Some(Place::Page { number: 2, label: None })), "{blocks:?}");
}

#[test]
fn a_page_that_begins_within_a_paragraph_is_told_where_it_begins() {
    let at = empty();
    let id = at.discovery("Flood wall");
    let writer = Writer::default()
        .page(lines(50, 700, &["The wall at the lower gate was built of the stones that"]))
        .page(lines(50, 700, &["were left when the old mill was taken down by the town."]));
    let input = add(&at, id, &written(&at, "wall.pdf", &writer.bytes())).added[0].clone();
    let blocks = at.library.sources().source_blocks(input.id, 0..9).unwrap();
    let page = |number| Place::Page { number, label: None };
    let [block] = blocks.as_slice() else { panic!("one paragraph over two pages: {blocks:?}") };
    assert_eq!(block.place, Some(page(1)));
    let [found] = block.page_breaks.as_slice() else { panic!("{block:?}") };
    assert_eq!(found.place, page(2));
    assert!(block.text[found.at as usize..].starts_with("were left"), "{found:?}");
}

#[test]
fn words_of_a_pdf_are_found_and_have_their_place_on_its_pages() {
    let at = empty();
    let id = at.discovery("Flood wall");
    let input = add(&at, id, &written(&at, "wall.pdf", &three_pages())).added[0].id;
    let found = at.library.sources().find(input, "of NOTE").unwrap();
    assert_eq!(found.len(), 1, "in whatever case");
    assert_eq!(at.library.sources().find(input, "this").unwrap().len(), 2);
    assert_eq!(at.library.sources().find(input, "bridge").unwrap(), []);
    let pages = |words: &str| {
        let range = at.library.sources().find(input, words).unwrap()[0];
        let rects = at.library.sources().rects(input, range.start..range.end).unwrap();
        rects.iter().map(|one| one.page).collect::<Vec<_>>()
    };
    assert_eq!(pages("of note"), [1]);
    assert_eq!(pages("Miller's Ford"), [2]);
    assert_eq!(pages("built in 1994"), [2, 2], "over two lines");
    let hits = at
        .library
        .retrieval()
        .search_library(&LibraryQuery { typed: "wall".to_owned(), limit: 5, ..LibraryQuery::default() }, &NoProgress);
    let inputs = &hits.unwrap()[0];
    let [hit] = &inputs.hits[..] else { panic!("one passage: {inputs:?}") };
    assert_eq!((hit.label.as_str(), inputs.total), ("I-1", 1));
    let location = hit.place.as_ref().and_then(|label| label.place.clone());
    assert_eq!(location, Some(Place::Page { number: 2, label: None }), "a hit says its page");
}

#[test]
fn pages_are_drawn_from_the_original() {
    let at = empty();
    let id = at.discovery("Flood wall");
    let input = add(&at, id, &written(&at, "wall.pdf", &three_pages())).added[0].id;
    for page in 1..=3 {
        let picture = at.library.originals().draw_page(input, page, 300).unwrap();
        assert!(picture.starts_with(b"\x89PNG"), "page {page}");
    }
    assert!(at.library.originals().draw_page(input, 4, 300).unwrap_err().message.to_string().contains("Page 4"));
    let text = at.add(id, "The wall is 6 m high.", Parsing::Later).added[0].id;
    assert_eq!(at.library.originals().draw_page(text, 1, 300).unwrap_err().code, Code::Refused);
}

#[test]
fn a_locked_or_broken_pdf_is_refused_in_words() {
    let at = empty();
    let id = at.discovery("Flood wall");
    let whole = three_pages();
    let paths = [
        written(&at, "locked.pdf", include_bytes!("../fixtures/documents/locked.pdf")),
        written(&at, "stump.pdf", &whole[..12]),
    ];
    let report = at.library.inputs().add_files(id, &paths, None, Parsing::Now, &NoProgress).unwrap();
    assert!(report.added.is_empty(), "{:?}", report.added);
    let messages: Vec<String> = report.failures.iter().map(|one| one.error.message.to_string()).collect();
    assert_eq!(messages[0], "“locked.pdf” is locked with a password.");
    assert!(messages[1].starts_with("“stump.pdf” is damaged: "), "{messages:?}");
    assert!(report.failures.iter().all(|one| one.error.kept.is_some() && one.error.hint.is_some()));
}

#[test]
fn each_conversation_of_an_export_is_an_input_and_each_file_of_a_library_has_what_the_library_says_of_it() {
    let at = empty();
    let id = at.discovery("Flood wall");
    let export = r#"[{"uuid":"1","name":"The wall","created_at":"2026-03-01T10:00:00Z","chat_messages":[
        {"uuid":"a","sender":"human","text":"How long is the wall?","created_at":"2026-03-01T10:00:00Z"},
        {"uuid":"b","sender":"assistant","text":"The wall is 840 m long.","created_at":"2026-03-01T10:00:05Z"}]}]"#;
    let report = add(&at, id, &written(&at, "conversations.json", export.as_bytes()));
    let titles: Vec<&str> = report.added.iter().map(|input| input.title.as_str()).collect();
    assert_eq!((titles.as_slice(), report.failures.len()), (["The wall"].as_slice(), 0), "{:?}", report.failures);

    written(&at, "zotero/files/1/wall.txt", b"The wall cost 12 million euros in 1994.");
    written(&at, "secret.txt", b"Nobody named this.");
    let library = r##"<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:z="http://www.zotero.org/namespaces/export#"
        xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:bib="http://purl.org/net/biblio#"
        xmlns:foaf="http://xmlns.com/foaf/0.1/" xmlns:link="http://purl.org/rss/1.0/modules/link/">
        <bib:Report rdf:about="#item_1"><z:itemType>report</z:itemType><dc:title>Costs of the wall</dc:title><dc:date>1995</dc:date>
            <link:link rdf:resource="#item_2"/><link:link rdf:resource="#item_3"/></bib:Report>
        <z:Attachment rdf:about="#item_2"><z:itemType>attachment</z:itemType><rdf:resource rdf:resource="files/1/wall.txt"/></z:Attachment>
        <z:Attachment rdf:about="#item_3"><z:itemType>attachment</z:itemType><rdf:resource rdf:resource="../secret.txt"/></z:Attachment>
        </rdf:RDF>"##;
    let report = add(&at, id, &written(&at, "zotero/library.rdf", library.as_bytes()));
    let [input] = report.added.as_slice() else { panic!("{report:?}") };
    let document = at.library.originals().document(input.id).unwrap();
    assert_eq!(
        (document.title.as_str(), document.cited_as.as_str()),
        ("Costs of the wall", "Costs of the wall (1995)")
    );
    let failed: Vec<(&str, Code)> = report.failures.iter().map(|one| (one.name.as_str(), one.error.code)).collect();
    assert_eq!(failed, [("../secret.txt", Code::NotFound)], "a path that leads out of the folder is none of its files");
}

#[test]
fn a_cell_of_a_table_is_the_place_of_a_fact() {
    let at = empty();
    let id = at.discovery("Flood wall");
    let csv = "Item,Cost\nCulvert,The culvert costs €1200\nPump,The pump costs €900\n";
    let input = add(&at, id, &written(&at, "costs.csv", csv.as_bytes())).added[0].clone();
    assert_eq!((input.format.as_str(), input.kind), ("csv", InputKind::Data));
    let facts = at.library.facts().facts(id, &FactFilter::default(), None, 10).unwrap().facts;
    let places = facts.iter().filter_map(|fact| fact.evidence.as_ref()?.location.as_ref()?.words()).collect::<Vec<_>>();
    assert!(places.contains(&"A2:B2".to_owned()), "{places:?} of {facts:?}");
}

/// A scan of two pages; the words of a picture are read by the Tesseract that is installed, which the tests' set-up does.
const SCAN: &[u8] = include_bytes!("../fixtures/documents/scan.pdf");

#[test]
fn scanned_pages_are_read_once_the_analyst_wants_it() {
    let at = empty();
    let id = at.discovery("Flood wall");
    let scan = written(&at, "scan.pdf", SCAN);
    let failures = add(&at, id, &scan).failures;
    let [failed] = failures.as_slice() else { panic!("a scan has no text: {failures:?}") };
    assert_eq!(failed.error.code, Code::Empty);
    assert!(
        failed
            .error
            .hint
            .as_ref()
            .map(ToString::to_string)
            .as_deref()
            .is_some_and(|hint| hint.contains("Read scanned pages")),
        "{failed:?}"
    );

    assert!(!at.library.originals().scans().unwrap().is_on);
    at.library.originals().read_scans(true).unwrap();
    let scans = at.library.originals().scans().unwrap();
    assert!(scans.is_on && scans.languages.contains(&"eng".to_owned()), "{scans:?}");
    let input = add(&at, id, &scan).added[0].id;
    let facts = at.library.facts().facts(id, &FactFilter::default(), None, 20).unwrap().facts;
    let opposed = facts.iter().find(|fact| fact.text.contains("opposed the plan")).expect("the fact");
    assert!(opposed.text.contains("the culvert floods twice a year"), "{}", opposed.text);
    let document = at.library.originals().document(input).unwrap();
    assert!(
        document.notes.contains(&ExtractNote::PagesRecognised { pages: vec![1, 2], of: 2 }),
        "{:?}",
        document.notes
    );
    let text = at.library.originals().text_of("scan.pdf", SCAN.to_vec());
    assert_eq!(text.ok().as_deref(), Some(""), "pasting waits for no scan");
}
