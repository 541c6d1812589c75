//! The template of `docs/contracts/bundle.md`, to the letter.

use std::fmt::Write as _;

use super::{BundleSection, ScopeType, SectionSpan, Stage, sha256_hex};
use crate::named;
use crate::text::Span;

/// The statements of one turn. Texts are taken as [`crate::text::normalize::normalize`] leaves them.
#[derive(Clone, Debug, Default)]
pub struct BundleTurn {
    pub bundle_id: String,
    pub stage: Stage,
    pub scope: ScopeType,
    pub item_refs: Vec<ItemRef>,
    pub selected_item_ids: Vec<String>,
    /// RFC 3339, in UTC.
    pub timestamp: String,
    pub questions: Vec<BundleQuestion>,
    pub answers: Vec<BundleAnswer>,
    pub free_chat: String,
    pub agent_output: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ItemRef {
    pub id: String,
    pub name: String,
}

#[derive(Clone, Debug)]
pub struct BundleQuestion {
    pub id: String,
    pub text: String,
}

#[derive(Clone, Debug)]
pub struct BundleAnswer {
    pub question_id: String,
    pub quick: Option<Quick>,
    pub text: String,
}

named! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Quick {
        Yes = "YES",
        No = "NO",
        Idk = "IDK",
        Irrelevant = "IRRELEVANT",
    }
}

impl Quick {
    /// Returns whether it answers: not knowing, or saying that it does not matter, answers nothing.
    pub const fn answers(self) -> bool {
        matches!(self, Self::Yes | Self::No)
    }
}

/// The immutable text, its hash and its borders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bundle {
    pub text: String,
    pub sha256: String,
    /// One for each section, in the order of the text.
    pub sections: Vec<SectionSpan>,
    /// The line of each answer, in their order.
    pub answers: Vec<Span>,
}

impl Bundle {
    /// Returns the span of a section's content; empty where there is none.
    pub fn section(&self, section: BundleSection) -> Span {
        self.sections.iter().find(|found| found.section == section).map_or(Span::new(0, 0), |found| found.span)
    }
}

/// Writes the bundle of a turn.
///
/// Names, ids, questions and answers are JSON-escaped, so that none can start a line of its own; the free chat and
/// the agent's output stand as they are, between borders that are stored.
pub fn build(turn: &BundleTurn) -> Bundle {
    let mut writer = TemplateWriter::default();
    writer.section(BundleSection::TurnMeta, &meta(turn));
    writer.section(BundleSection::StructuredQuestions, &questions(&turn.questions));
    writer.section(BundleSection::UserAnswers, &answers(&turn.answers));
    writer.section(BundleSection::FreeChat, &turn.free_chat);
    writer.section(BundleSection::AgentOutput, &turn.agent_output);
    let sha256 = sha256_hex(&writer.text);
    let answers = answer_spans(&writer, turn.answers.len());
    Bundle { text: writer.text, sha256, sections: writer.sections, answers }
}

/// Each answer keeps to its line, so the lines of their section are theirs.
fn answer_spans(writer: &TemplateWriter, count: usize) -> Vec<Span> {
    let section = writer.sections.iter().find(|found| found.section == BundleSection::UserAnswers);
    let mut at = section.map_or(0, |found| found.span.start);
    let from = writer.text.chars().skip(at as usize).collect::<String>();
    let lines = from.lines().take(count);
    lines
        .map(|line| {
            let span = Span::new(at, at + chars(line));
            at = span.end + 1;
            span
        })
        .collect()
}

fn chars(text: &str) -> u32 {
    u32::try_from(text.chars().count()).unwrap_or(u32::MAX)
}

#[derive(Default)]
struct TemplateWriter {
    text: String,
    chars: u32,
    sections: Vec<SectionSpan>,
}

impl TemplateWriter {
    fn section(&mut self, section: BundleSection, content: &str) {
        if !self.text.is_empty() {
            self.push("\n");
        }
        self.push("[");
        self.push(section.as_str());
        self.push("]\n");
        let start = self.chars;
        self.push(content);
        self.sections.push(SectionSpan { section, span: Span::new(start, self.chars) });
        if content.is_empty() {
            self.push("(none)");
        }
        self.push("\n");
    }

    fn push(&mut self, part: &str) {
        self.text.push_str(part);
        self.chars += chars(part);
    }
}

fn meta(turn: &BundleTurn) -> String {
    let item_refs: Vec<String> = turn
        .item_refs
        .iter()
        .map(|item| format!("{{id:{},name:{}}}", json_string(&item.id), json_string(&item.name)))
        .collect();
    let selected: Vec<String> = turn.selected_item_ids.iter().map(|id| json_string(id)).collect();
    format!(
        "bundleId={}\nstage={}\nscope={}\nitemRefs=[{}]\nselectedItemIds=[{}]\ntimestamp={}",
        one_line(&turn.bundle_id),
        turn.stage.as_str(),
        turn.scope.as_str(),
        item_refs.join(", "),
        selected.join(","),
        one_line(&turn.timestamp),
    )
}

fn questions(questions: &[BundleQuestion]) -> String {
    let lines = questions.iter().enumerate().map(|(index, question)| {
        format!("Q{}(id={}): {}", index + 1, one_line(&question.id), one_line(&question.text))
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn answers(answers: &[BundleAnswer]) -> String {
    let mut out = String::new();
    for (index, answer) in answers.iter().enumerate() {
        if index > 0 {
            out.push('\n');
        }
        let _ = write!(out, "A{}(qId={}):", index + 1, one_line(&answer.question_id));
        if let Some(quick) = answer.quick {
            let _ = write!(out, " quick={}", quick.as_str());
        }
        let _ = write!(out, " text={}", json_string(&answer.text));
    }
    out
}

fn json_string(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// JSON's escapes without its quotes: the value keeps to its line.
fn one_line(text: &str) -> String {
    let quoted = json_string(text);
    quoted.get(1..quoted.len().saturating_sub(1)).unwrap_or_default().replace("\\\"", "\"")
}
