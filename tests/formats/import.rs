//! Content from elsewhere.

use factly_formats::import::{ArchivedDocument, WorkReference, conversations, documents, references};
use factly_formats::{ExtractNote, Limits, Place, Refusal, ShouldStop};

use crate::support::{docx, placed, zip, zip_of};

const GO_ON: &ShouldStop<'static> = &|| false;

const OF_CHATGPT: &str = r#"[{"title":"The wall","create_time":1767607200.5,"current_node":"d","mapping":{
    "a":{"message":null,"parent":null,"children":["s"]},
    "s":{"message":{"author":{"role":"system"},"content":{"content_type":"text","parts":["no"]}},"parent":"a","children":["b"]},
    "b":{"message":{"author":{"role":"user"},"create_time":1767607201,"content":{"content_type":"multimodal_text","parts":["What does it cost?",{"asset_pointer":"x"}]}},"parent":"s","children":["c","d"]},
    "c":{"message":{"author":{"role":"assistant"},"content":{"content_type":"text","parts":["An answer that was thrown away"]}},"parent":"b","children":[]},
    "d":{"message":{"author":{"role":"assistant"},"create_time":1767607300,"content":{"content_type":"text","parts":["Five million.\n\nIn all."]},"metadata":{}},"parent":"b","children":[]}}},
    {"title":"Empty","mapping":{}}]"#;

#[test]
fn of_a_chatgpt_export_the_branch_that_was_open_is_read() {
    let read = conversations(OF_CHATGPT.as_bytes(), &Limits::default(), GO_ON).expect("an export");
    assert_eq!(read.len(), 1);
    assert_eq!(read[0].text, "User: What does it cost?\n\nChatGPT: Five million.\n\nIn all.");
    assert_eq!(read[0].metadata.title.as_deref(), Some("The wall"));
    assert_eq!(read[0].metadata.date.as_deref(), Some("2026-01-05T10:00:00Z"));
    assert_eq!(read[0].notes, [ExtractNote::LeftOut { what: "pictures".to_owned(), count: 1 }]);
    let places = placed(&read[0]);
    let message = Place::Message {
        from: Some("ChatGPT".to_owned()),
        date: Some("2026-01-05T10:01:40Z".to_owned()),
        subject: Some("The wall".to_owned()),
    };
    assert!(places.contains(&("ChatGPT: Five million.\n\nIn all.".to_owned(), message)), "{places:?}");
    assert!(
        places.contains(&("User: What does it cost?".to_owned(), Place::Speaker { name: "User".to_owned() })),
        "{places:?}"
    );
}

#[test]
fn a_tree_that_runs_in_a_circle_ends() {
    let circle = r#"[{"current_node":"a","mapping":{"a":{"message":{"author":{"role":"user"},"content":{"content_type":"text","parts":["x"]}},"parent":"b"},"b":{"message":null,"parent":"a"}}}]"#;
    assert_eq!(conversations(circle.as_bytes(), &Limits::default(), GO_ON).expect("an export")[0].text, "User: x");
}

#[test]
fn a_claude_export_is_read_in_its_order_also_from_its_archive() {
    let export = r#"[{"uuid":"u","name":"The wall","created_at":"2026-01-05T10:00:00Z","chat_messages":[
        {"sender":"human","text":"What does it cost?","created_at":"2026-01-05T10:00:01Z","attachments":[{"file_name":"plan.pdf"}]},
        {"sender":"assistant","text":"flat","content":[{"type":"tool_use","text":"no"},{"type":"text","text":"Five million."}]}]}]"#;
    for bytes in [export.as_bytes().to_vec(), zip(&[("data/conversations.json", export)])] {
        let read = conversations(&bytes, &Limits::default(), GO_ON).expect("an export");
        assert_eq!(read[0].text, "User: What does it cost?\n\nClaude: Five million.");
        assert_eq!(read[0].notes, [ExtractNote::LeftOut { what: "attachment plan.pdf".to_owned(), count: 1 }]);
    }
}

#[test]
fn other_json_is_no_export() {
    let refused = |json: &str| conversations(json.as_bytes(), &Limits::default(), GO_ON).expect_err("no export");
    assert_eq!(refused(r#"[{"a":1}]"#), Refusal::Unknown { looks_like: "JSON".to_owned() });
    assert_eq!(refused(r#"{"a":1}"#), Refusal::Unknown { looks_like: "JSON".to_owned() });
    assert!(matches!(refused(r#"[{"a":"#), Refusal::Damaged { .. }));
}

#[test]
fn references_come_from_csl_json() {
    let csl = r#"[{"id":"1","type":"article-journal","title":"On walls","author":[{"family":"Brook","given":"A."},{"literal":"The City"}],
        "issued":{"date-parts":[["2026",3,1]]},"file":"files/1/a.pdf; files/1/b.pdf"},{"id":"x"}]"#;
    let expected = WorkReference {
        title: "On walls".to_owned(),
        authors: vec!["A. Brook".to_owned(), "The City".to_owned()],
        date: Some("2026-03-01".to_owned()),
        kind: "article-journal".to_owned(),
        files: vec!["files/1/a.pdf".to_owned(), "files/1/b.pdf".to_owned()],
        ..WorkReference::default()
    };
    assert_eq!(references(csl.as_bytes(), &Limits::default(), GO_ON), Ok(vec![expected]));
}

#[test]
fn references_come_from_rdf_with_their_files() {
    let rdf = r##"<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:z="http://www.zotero.org/namespaces/export#"
        xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:bib="http://purl.org/net/biblio#"
        xmlns:foaf="http://xmlns.com/foaf/0.1/" xmlns:link="http://purl.org/rss/1.0/modules/link/">
        <bib:Article rdf:about="#item_1"><z:itemType>journalArticle</z:itemType>
          <dcterms:isPartOf><bib:Journal><dc:title>The journal</dc:title></bib:Journal></dcterms:isPartOf>
          <bib:authors><rdf:Seq><rdf:li><foaf:Person><foaf:surname>Brook</foaf:surname><foaf:givenName>A.</foaf:givenName></foaf:Person></rdf:li></rdf:Seq></bib:authors>
          <link:link rdf:resource="#item_2"/><dc:title>On walls</dc:title><dc:date>2026-03</dc:date></bib:Article>
        <z:Attachment rdf:about="#item_2"><z:itemType>attachment</z:itemType><rdf:resource rdf:resource="files/2/a.pdf"/><dc:title>PDF</dc:title></z:Attachment>
        <z:Collection rdf:about="#c"><dc:title>Mine</dc:title></z:Collection></rdf:RDF>"##;
    let expected = WorkReference {
        title: "On walls".to_owned(),
        authors: vec!["A. Brook".to_owned()],
        date: Some("2026-03".to_owned()),
        kind: "journalArticle".to_owned(),
        files: vec!["files/2/a.pdf".to_owned()],
        ..WorkReference::default()
    };
    assert_eq!(references(rdf.as_bytes(), &Limits::default(), GO_ON), Ok(vec![expected]));
}

#[test]
fn an_export_in_several_files_is_read_in_their_order() {
    let talk = |title: &str| {
        format!(
            r#"[{{"title":"{title}","mapping":{{"a":{{"message":{{"author":{{"role":"user"}},"content":{{"content_type":"text","parts":["It is {title}."]}}}},"parent":null,"children":[]}}}}}}]"#
        )
    };
    let archive = zip(&[
        ("user.json", "{}"),
        ("x/conversations-001.json", &talk("two")),
        ("x/conversations-000.json", &talk("one")),
        ("shared_conversations.json", "[]"),
    ]);
    let texts: Vec<String> =
        conversations(&archive, &Limits::default(), GO_ON).expect("talks").into_iter().map(|talk| talk.text).collect();
    assert_eq!(texts, ["User: It is one.", "User: It is two."]);
}

#[test]
fn marks_of_citations_go_and_what_is_no_text_is_counted_by_its_kind() {
    let part = r#"It is long\ue200cite\ue202turn0search1\ue201, says \ue200entity\ue202[\"company\",\"Acme\"]\ue201【4:0†source】.【a】"#;
    let json = format!(
        r#"[{{"title":"t","mapping":{{
        "a":{{"message":{{"author":{{"role":"assistant"}},"content":{{"content_type":"text","parts":["{part}"]}}}},"parent":null,"children":["b"]}},
        "b":{{"message":{{"author":{{"role":"tool"}},"content":{{"content_type":"text","parts":["42"]}}}},"parent":"a","children":["c"]}},
        "c":{{"message":{{"author":{{"role":"user"}},"content":{{"content_type":"multimodal_text","parts":[{{"content_type":"audio_asset_pointer","asset_pointer":"x"}}]}}}},"parent":"b","children":[]}}}}}}]"#
    );
    let found = conversations(json.as_bytes(), &Limits::default(), GO_ON).expect("a talk").remove(0);
    assert_eq!(found.text, "ChatGPT: It is long, says Acme.【a】");
    let left = |what: &str| ExtractNote::LeftOut { what: what.to_owned(), count: 1 };
    assert_eq!(found.notes, [left("tool results"), left("audio")]);
}

#[test]
fn pasted_text_is_the_user_s() {
    let json = r#"[{"name":"t","chat_messages":[
        {"sender":"human","text":"Read this.","attachments":[{"file_name":"a.txt","extracted_content":"It is long."},{"file_name":"b"}]},
        {"sender":"assistant","content":[{"type":"tool_result","content":[]},{"type":"text","text":"Yes."}]}]}]"#;
    let found = conversations(json.as_bytes(), &Limits::default(), GO_ON).expect("a talk").remove(0);
    assert_eq!(found.text, "User: Read this.\n\nIt is long.\n\nClaude: Yes.");
    let left = |what: &str| ExtractNote::LeftOut { what: what.to_owned(), count: 1 };
    assert_eq!(found.notes, [left("attachment b"), left("tool results")]);
}

#[test]
fn an_archive_of_documents_is_its_documents() {
    let id = "1a2b3c4d5e6f7a8b9c0d1e2f3a4b5c6d";
    let names = |parts: &[(&str, &[u8])]| -> Vec<String> {
        let archive = zip_of(parts);
        documents(&archive, &Limits::default(), GO_ON).expect("documents").into_iter().map(|found| found.name).collect()
    };
    let plan = format!("Private/Plan {id}.md");
    let (view, whole) = (format!("Costs {id}.csv"), format!("Costs {id}_all.csv"));
    let parts: [(&str, &[u8]); 5] =
        [(&plan, b"a"), (&view, b"n\n1\n"), (&whole, b"n\n1\n2\n"), ("__MACOSX/x", b"b"), ("../../etc/b.txt", b"c")];
    assert_eq!(names(&parts), ["Plan.md", "Costs.csv", "b.txt"], "titles without ids, no view of a whole, no path");
    let inner = zip_of(&[("c.txt", b"d")]);
    let nested = zip_of(&[("inner.zip", &inner)]);
    assert_eq!(names(&[("inner.zip", &inner), ("a.txt", b"e")]), ["c.txt", "a.txt"], "nested once");
    assert_eq!(names(&[("nested.zip", &nested)]), ["inner.zip"], "and no deeper");
    let word = docx("<w:p/>", &[]);
    assert_eq!(documents(&word, &Limits::default(), GO_ON), Ok(Vec::new()), "a document is no archive of some");
    let picture = zip_of(&[("a.png", b"\x89PNG\r\n"), ("a.txt", b"b")]);
    let found = documents(&picture, &Limits::default(), GO_ON).expect("documents");
    assert_eq!(found.iter().map(ArchivedDocument::is_picture).collect::<Vec<_>>(), [true, false]);
    let tight = Limits { unpacked: 10, ..Limits::default() };
    assert!(documents(&zip_of(&[("a.txt", &[b'a'; 100])]), &tight, GO_ON).is_err(), "one budget for all");
}

#[test]
fn a_work_has_its_summary_and_its_notes_and_a_note_may_be_alone() {
    let rdf = r##"<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:z="http://www.zotero.org/namespaces/export#"
        xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:bib="http://purl.org/net/biblio#">
        <bib:Book rdf:about="#a"><z:itemType>book</z:itemType><dc:title>On walls</dc:title><dcterms:abstract>It is long.</dcterms:abstract>
          <dcterms:isReferencedBy rdf:resource="#n"/></bib:Book>
        <bib:Memo rdf:about="#n"><z:itemType>note</z:itemType><rdf:value>&lt;p&gt;Mine.&lt;/p&gt;</rdf:value></bib:Memo>
        <bib:Memo rdf:about="#m"><z:itemType>note</z:itemType><rdf:value>&lt;p&gt;Alone.&lt;/p&gt;</rdf:value></bib:Memo></rdf:RDF>"##;
    let found = references(rdf.as_bytes(), &Limits::default(), GO_ON).expect("works");
    let parts: Vec<(&str, Option<&str>, Vec<String>)> =
        found.iter().map(|work| (work.kind.as_str(), work.summary.as_deref(), work.notes.clone())).collect();
    assert_eq!(
        parts,
        [("book", Some("It is long."), vec!["Mine.".to_owned()]), ("note", None, vec!["Alone.".to_owned()])]
    );
}
