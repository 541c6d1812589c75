//! Reading what a model proposes. It never fails: what cannot be used is said as a problem.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::discovery::{EntityKind, EntityLabel};
use crate::extraction::ops::{ListQuery, list};
use crate::fields::ObjectFields;
use crate::message;
use crate::message::UserMessage;
use crate::text::normalize::normalize;
use crate::values::fold_note;

/// More than this is not a choice any more.
pub const MAX_PROPOSALS: usize = 100;
/// An Output is the longest: about forty pages.
pub const MAX_TEXT_CHARS: usize = 100_000;

/// The proposals of an answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DerivationAnswer {
    pub proposals: Vec<DerivedEntity>,
    /// Things mended, left out or refused, each a sentence.
    pub problems: Vec<UserMessage>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DerivedEntity {
    pub text: String,
    /// Given entities that it names, in the order of labels.
    pub from: Vec<EntityLabel>,
}

const SOUGHT: ListQuery = ListQuery {
    items: "suggestions",
    lists: &["suggestions", "insights", "recommendations", "outputs", "items"],
    marks: ("text", &["from"]),
};

/// Reads an answer to a prompt that gave `given` and asked for entities of `to`.
pub fn read(raw: &str, to: EntityKind, given: &BTreeSet<EntityLabel>) -> DerivationAnswer {
    let mut answer = DerivationAnswer::default();
    let found = match list(raw, &SOUGHT) {
        Ok(found) => found,
        Err(fault) => {
            answer.problems.push(message!("The answer could not be read: {}.", UserMessage::whole(fault)));
            return answer;
        }
    };
    let repairs = found.repairs.into_iter().map(|repair| message!("In the answer, {}.", UserMessage::whole(repair)));
    answer.problems.extend(repairs);
    let last = found.items.len();
    for (at, item) in found.items.iter().enumerate() {
        let number = at + 1;
        if answer.proposals.len() == MAX_PROPOSALS {
            answer.problems.push(message!("Only the first {} suggestions were taken.", MAX_PROPOSALS));
            break;
        }
        let read = if found.cut_off && number == last {
            Err(message!("the answer ends within it"))
        } else {
            parse_item(item.get(), to).and_then(|answer_item| answer.checked(number, answer_item, given))
        };
        match read {
            Ok(proposal) => answer.proposals.push(proposal),
            Err(why) => answer.problems.push(message!("Suggestion {} was left out: {}.", number, why)),
        }
    }
    answer
}

/// An item as it stood in the answer.
struct AnswerItem {
    text: String,
    names: Vec<String>,
}

impl DerivationAnswer {
    fn checked(
        &mut self,
        number: usize,
        item: AnswerItem,
        given: &BTreeSet<EntityLabel>,
    ) -> Result<DerivedEntity, UserMessage> {
        let text = normalize(&item.text).text.trim().to_owned();
        if text.is_empty() {
            return Err(message!("it has no text"));
        }
        if text.chars().nth(MAX_TEXT_CHARS).is_some() {
            return Err(message!("it has more than {} characters", MAX_TEXT_CHARS));
        }
        let (mut from, mut strange) = (BTreeSet::new(), BTreeSet::new());
        for name in &item.names {
            match EntityLabel::parse(name).filter(|label| given.contains(label)) {
                Some(label) => drop(from.insert(label)),
                None => drop(strange.insert(quoted(name))),
            }
        }
        let strange = strange.into_iter().collect::<Vec<_>>().join(", ");
        if from.is_empty() {
            let text = quoted(&text);
            return Err(match strange.as_str() {
                "" => message!("it names nothing that was given; it said “{}”", text),
                strange => message!("it names nothing that was given, only “{}”; it said “{}”", strange, text),
            });
        }
        if !strange.is_empty() {
            let what =
                message!("Suggestion {} names “{}”, which was not given; it is not linked to it.", number, strange);
            self.problems.push(what);
        }
        if self.proposals.iter().any(|proposal| fold_note(&proposal.text) == fold_note(&text)) {
            return Err(message!("it says the same as one before it"));
        }
        Ok(DerivedEntity { text, from: from.into_iter().collect() })
    }
}

/// The text and the names of an item, under the names that models give them.
fn parse_item(raw: &str, to: EntityKind) -> Result<AnswerItem, UserMessage> {
    let fields = serde_json::from_str::<ObjectFields<'_, Value>>(raw).map_err(|_| message!("it is no object"))?.0;
    let field = |names: &[&str]| {
        let named = |name: &&str| fields.iter().rev().find(|(key, _)| key.eq_ignore_ascii_case(name));
        names.iter().find_map(named).map(|(_, value)| value)
    };
    let text = match field(&["text", to.as_str(), "statement", "content"]) {
        Some(Value::String(text)) => text.clone(),
        Some(_) => return Err(message!("its text is not a string")),
        None => String::new(),
    };
    let above = to.above().map_or("", EntityKind::as_str);
    let related = format!("related_{above}s");
    let names = field(&["from", "links", &related, "based_on", "sources"]);
    Ok(AnswerItem { text, names: names.map(names_in).unwrap_or_default() })
}

/// A list of labels, or labels in one string.
fn names_in(value: &Value) -> Vec<String> {
    let words = |text: &str| {
        let borders = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '[' | ']' | '(' | ')');
        text.split(borders).filter(|word| !word.is_empty()).map(str::to_owned).collect::<Vec<_>>()
    };
    match value {
        Value::String(text) => words(text),
        Value::Array(items) => items.iter().flat_map(names_in).collect(),
        Value::Object(fields) => {
            ["label", "id"].iter().find_map(|name| fields.get(*name)).map(names_in).unwrap_or_default()
        }
        Value::Number(number) => vec![number.to_string()],
        Value::Null | Value::Bool(_) => Vec::new(),
    }
}

/// Enough of a text to know it again.
fn quoted(text: &str) -> String {
    const SHOWN: usize = 80;
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", line[..end].trim_end()),
        None => line,
    }
}
