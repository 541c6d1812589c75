//! Labelled sets of documents and questions, as lines of JSON in a folder each.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use factly_core::language::stem::Stems;
use factly_core::retrieval::{Index, Passage, PassageExtent, PassageFields, PassageId, PassageRef, extents};
use serde_json::Value;

/// The variable that names the folder of the sets.
pub(crate) const FOLDER: &str = "FACTLY_RETRIEVAL_SETS";

pub(crate) struct Set {
    pub(crate) name: String,
    pub(crate) documents: Vec<Document>,
    pub(crate) questions: Vec<Question>,
}

#[derive(Clone)]
pub(crate) struct Document {
    pub(crate) title: String,
    pub(crate) text: String,
    pub(crate) stems: Stems,
    pub(crate) extents: Vec<PassageExtent>,
}

pub(crate) struct Question {
    pub(crate) text: String,
    /// The places of the documents that answer it, with their grades.
    pub(crate) relevant: HashMap<usize, f64>,
}

/// Returns the sets of the folder that the variable names; none without it.
pub(crate) fn sets() -> Vec<Set> {
    let Some(folder) = std::env::var_os(FOLDER).map(PathBuf::from) else { return Vec::new() };
    let mut folders: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.sort();
    folders.iter().filter(|folder| folder.join("docs.jsonl").exists()).map(|folder| Set::read(folder)).collect()
}

impl Set {
    fn read(folder: &Path) -> Self {
        let lines = |name: &str| -> Vec<Value> {
            let text = std::fs::read_to_string(folder.join(name)).unwrap();
            text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
        };
        let text = |value: &Value, field: &str| value[field].as_str().unwrap_or_default().to_owned();
        let docs = lines("docs.jsonl");
        let places: HashMap<String, usize> = docs.iter().enumerate().map(|(at, doc)| (text(doc, "id"), at)).collect();
        let mut relevant: HashMap<String, HashMap<usize, f64>> = HashMap::new();
        for line in lines("qrels.jsonl") {
            if let Some(index) = places.get(&text(&line, "doc")) {
                let grade = line["grade"].as_f64().unwrap_or(1.0);
                relevant.entry(text(&line, "query")).or_default().insert(*index, grade);
            }
        }
        let question = |line: &Value| {
            let relevant = relevant.get(&text(line, "id")).cloned().unwrap_or_default();
            Question { text: text(line, "text"), relevant }
        };
        Self {
            name: folder.file_name().unwrap().to_string_lossy().into_owned(),
            documents: docs.iter().map(|doc| Document::new(text(doc, "title"), text(doc, "text"))).collect(),
            questions: lines("queries.jsonl").iter().map(question).filter(|it| !it.relevant.is_empty()).collect(),
        }
    }
}

impl Document {
    pub(crate) fn new(title: String, text: String) -> Self {
        // A title without a text is found all the same.
        let text = if text.trim().is_empty() { title.clone() } else { text };
        Self { stems: Stems::for_text(&text), extents: extents(&text, &[]), title, text }
    }

    pub(crate) fn passage(&self, at: PassageRef) -> Passage {
        let extent = &self.extents[at.number as usize - 1];
        Passage {
            id: PassageId { input_label: at.document + 1, number: at.number },
            title: self.title.clone(),
            headings: Vec::new(),
            speakers: Vec::new(),
            chars: extent.chars.clone(),
            text: self.text[extent.bytes.start as usize..extent.bytes.end as usize].to_owned(),
        }
    }
}

/// Returns an index of documents, numbered by their places.
pub(crate) fn index_of<'d>(documents: impl Iterator<Item = (usize, &'d Document)>) -> Index {
    let mut index = Index::default();
    let mut adder = index.adder();
    for (at, document) in documents {
        for (number, extent) in (1..).zip(&document.extents) {
            let text = &document.text[extent.bytes.start as usize..extent.bytes.end as usize];
            let fields = PassageFields { title: &document.title, text, ..PassageFields::default() };
            adder.add(PassageRef { document: at as i64, number }, document.stems, &fields);
        }
    }
    drop(adder);
    index
}
