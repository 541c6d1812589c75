//! References as CSL-JSON.

use serde::Deserialize;
use serde_json::Value;

use crate::import::WorkReference;
use crate::refusal::Refusal;

#[derive(Deserialize)]
struct CslItem {
    #[serde(default)]
    title: String,
    #[serde(default, rename = "type")]
    kind: String,
    #[serde(default)]
    author: Vec<CslName>,
    issued: Option<Issued>,
    #[serde(default, alias = "files", alias = "attachments")]
    file: Value,
    #[serde(default, rename = "abstract")]
    summary: String,
    #[serde(default)]
    note: String,
}

#[derive(Deserialize)]
struct CslName {
    family: Option<String>,
    given: Option<String>,
    literal: Option<String>,
    #[serde(rename = "non-dropping-particle")]
    particle: Option<String>,
}

#[derive(Deserialize)]
struct Issued {
    #[serde(default, rename = "date-parts")]
    parts: Vec<Vec<Value>>,
    literal: Option<String>,
    raw: Option<String>,
}

/// The references; an entry that is none is passed over.
pub(crate) fn read(bytes: &[u8]) -> Result<Vec<WorkReference>, Refusal> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let values: Vec<Value> = match serde_json::from_slice(bytes) {
        Ok(Value::Array(values)) => values,
        // The connector's own shape wraps the items.
        Ok(Value::Object(mut object)) => match object.remove("items") {
            Some(Value::Array(values)) => values,
            _ => return Err(Refusal::Unknown { looks_like: "JSON".to_owned() }),
        },
        Ok(_) => return Err(Refusal::Unknown { looks_like: "JSON".to_owned() }),
        Err(error) => return Err(Refusal::Damaged { detail: error.to_string() }),
    };
    let count = values.len();
    let items: Vec<CslItem> = values.into_iter().filter_map(|value| serde_json::from_value(value).ok()).collect();
    let references: Vec<WorkReference> = items
        .into_iter()
        .filter(|item| !item.title.is_empty() && !item.kind.is_empty())
        .map(CslItem::reference)
        .collect();
    if references.is_empty() && count > 0 {
        return Err(Refusal::Unknown { looks_like: "JSON".to_owned() });
    }
    Ok(references)
}

impl CslItem {
    fn reference(self) -> WorkReference {
        WorkReference {
            title: self.title,
            authors: self.author.into_iter().map(CslName::written).filter(|name| !name.is_empty()).collect(),
            date: self.issued.and_then(Issued::written),
            kind: self.kind,
            files: paths(&self.file),
            summary: Some(self.summary).filter(|text| !text.trim().is_empty()),
            notes: Some(self.note).filter(|text| !text.trim().is_empty()).into_iter().collect(),
        }
    }
}

impl CslName {
    fn written(self) -> String {
        let parts = [self.given, self.particle, self.family];
        self.literal.unwrap_or_else(|| parts.into_iter().flatten().collect::<Vec<_>>().join(" "))
    }
}

impl Issued {
    /// `2026-03-01`, or as much of it as is known.
    fn written(self) -> Option<String> {
        let number = |part: &Value| part.as_i64().or_else(|| part.as_str()?.parse().ok());
        let parts: Vec<i64> = self.parts.first()?.iter().map_while(number).collect();
        let written = parts.iter().map(|part| format!("{part:02}")).collect::<Vec<_>>().join("-");
        Some(written).filter(|date| !date.is_empty()).or(self.literal).or(self.raw)
    }
}

/// A path, several parted by semicolons, or a list of either or of objects with a `path`.
fn paths(value: &Value) -> Vec<String> {
    match value {
        Value::String(paths) => {
            paths.split(';').map(str::trim).filter(|path| !path.is_empty()).map(str::to_owned).collect()
        }
        Value::Array(values) => values.iter().flat_map(paths).collect(),
        Value::Object(object) => object.get("path").map(paths).unwrap_or_default(),
        _ => Vec::new(),
    }
}
