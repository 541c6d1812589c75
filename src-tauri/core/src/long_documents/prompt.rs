//! A template filled in. What is filled in is never looked at for placeholders again.

use std::collections::BTreeMap;

/// The placeholders that a recipe may use.
pub const PLACEHOLDERS: [&str; 5] = ["prompt", "title", "goal", "item", "stage"];

/// A piece of a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TemplatePiece<'t> {
    Text(&'t str),
    Placeholder(&'t str),
}

/// Returns the names of the placeholders of a template.
pub fn placeholders(template: &str) -> Vec<&str> {
    let named = |piece| match piece {
        TemplatePiece::Placeholder(name) => Some(name),
        TemplatePiece::Text(_) => None,
    };
    pieces(template).into_iter().filter_map(named).collect()
}

/// Fills a template in. A placeholder without a value is left out.
pub fn fill(template: &str, values: &BTreeMap<&str, String>) -> String {
    let mut filled = String::with_capacity(template.len());
    for piece in pieces(template) {
        match piece {
            TemplatePiece::Text(text) => filled.push_str(text),
            TemplatePiece::Placeholder(name) => filled.push_str(values.get(name).map_or("", String::as_str)),
        }
    }
    filled
}

fn pieces(template: &str) -> Vec<TemplatePiece<'_>> {
    let mut pieces = Vec::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("{{") {
        let Some((name, behind)) = after.split_once("}}") else { break };
        pieces.extend([TemplatePiece::Text(before), TemplatePiece::Placeholder(name.trim())]);
        rest = behind;
    }
    pieces.push(TemplatePiece::Text(rest));
    pieces
}

/// A text that a call reads beside its prompt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resource {
    /// As the call names it.
    pub title: String,
    pub text: String,
    pub is_summary: bool,
}

/// Puts texts under a prompt, each in a frame that its own words cannot close.
pub fn with_resources(prompt: &str, resources: &[Resource]) -> String {
    let mut whole = prompt.trim_end().to_owned();
    for resource in resources {
        let kind = if resource.is_summary { "summary" } else { "document" };
        let title = resource.title.replace(['"', '\n', '<', '>'], " ");
        let text = resource.text.replace("</document>", "< /document>").replace("</summary>", "< /summary>");
        whole.push_str(&format!("\n\n<{kind} title=\"{title}\">\n{}\n</{kind}>", text.trim_end()));
    }
    whole
}
