//! The trace of one entity: everything that it rests on, down to the words in the sources that prove it.
//!
//! An entity that several others rest on is told once, where it comes first; after that it is only named.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::path::Path;

use factly_core::discovery::{EntityKind, EntityLabel, EntityStatus};
use factly_core::inputs::BundleSection;
use factly_core::language::Language;
use uuid::Uuid;

use crate::discovery::Pipeline;
use crate::discovery::board::{Board, absent};
use crate::error::Result;
use crate::facts::{Facts, StatementTranslator, context_of};
use crate::file::{write_failed, write_whole};
use crate::locale::language;
use crate::lookup::discovery_row;
use crate::store::Reader;
use crate::store::facts::StoredEvidence;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceReport {
    pub root: TraceNode,
    pub markdown: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceNode {
    pub label: EntityLabel,
    /// The whole text, a fact's in the reader's language; an Input's is its title.
    pub text: String,
    pub status: EntityStatus,
    /// Of a fact with evidence: the words that prove it.
    pub quote: Option<TraceQuote>,
    /// Further evidence in the sources, each with its own words.
    pub again: Vec<TraceQuote>,
    /// It came before, and what it rests on was told there.
    pub repeated: bool,
    /// Entities it rests on, by label.
    pub children: Vec<TraceNode>,
}

impl TraceNode {
    pub fn quotes(&self) -> impl Iterator<Item = &TraceQuote> {
        self.quote.iter().chain(&self.again)
    }
}

/// Words of a source, and what stands around them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceQuote {
    pub text: String,
    pub before: String,
    pub after: String,
    pub section: BundleSection,
    pub fact: Uuid,
    pub bundle: Uuid,
    pub start_char: u32,
    /// The Input that they stand in, and its title.
    pub input: Option<(EntityLabel, String)>,
}

impl Pipeline<'_> {
    /// Writes the trace of an entity as Markdown, whole or not at all.
    pub fn save_trace(&self, discovery: Uuid, label: EntityLabel, path: &Path) -> Result<()> {
        let report = self.trace_report(discovery, label)?;
        write_whole(path, self.ctx.world().ids.next(), |out| {
            out.write_all(report.markdown.as_bytes()).map_err(|error| write_failed(path, &error))
        })
    }

    pub fn trace_report(&self, discovery: Uuid, label: EntityLabel) -> Result<TraceReport> {
        let root = self.board(discovery, |board| board.chain(label, &mut HashSet::new()))?;
        let chain = root.ok_or_else(|| absent(label))?;
        let (root, language) = self.ctx.read(|r| {
            let statements = Facts::new(self.ctx).statements(r, discovery_row(r, discovery)?.seq)?;
            Ok((trace_node(r, chain, statements.as_ref())?, language(r)?))
        })?;
        Ok(TraceReport { markdown: markdown(&root, language.unwrap_or(Language::English)), root })
    }
}

/// A node as the board knows it, without the words of the sources.
struct TraceChain {
    node: TraceNode,
    id: Uuid,
    above: Vec<TraceChain>,
}

impl Board {
    fn chain(&self, label: EntityLabel, seen: &mut HashSet<EntityLabel>) -> Option<TraceChain> {
        let entry = self.entry(label)?;
        let repeated = !seen.insert(label);
        let ends = if repeated { Vec::new() } else { self.labels_above(label) };
        Some(TraceChain {
            id: entry.id,
            node: TraceNode {
                label,
                text: entry.text.to_string(),
                status: entry.status,
                quote: None,
                again: Vec::new(),
                repeated,
                children: Vec::new(),
            },
            // At most five deep: a link goes from a column to the next.
            above: ends.into_iter().filter_map(|end| self.chain(end, seen)).collect(),
        })
    }
}

fn trace_node(r: &Reader, chain: TraceChain, statements: Option<&StatementTranslator>) -> Result<TraceNode> {
    let is_fact = chain.node.label.kind == EntityKind::Fact;
    let is_new_fact = is_fact && !chain.node.repeated;
    let (quote, again) = if is_new_fact { quotes_of(r, chain.id)? } else { Default::default() };
    let children = chain.above.into_iter().map(|above| trace_node(r, above, statements)).collect::<Result<_>>()?;
    let mut node = TraceNode { quote, again, children, ..chain.node };
    if let Some(statements) = statements.filter(|_| is_fact)
        && let Some(statement) = statements.of(r, chain.id)?
    {
        node.text = statement;
    }
    Ok(node)
}

/// The words that prove a fact, and those that say it again: all of them, since this is read where the sources are not.
fn quotes_of(r: &Reader, fact: Uuid) -> Result<(Option<TraceQuote>, Vec<TraceQuote>)> {
    let Some(row) = r.fact(fact)? else { return Ok(Default::default()) };
    let again = r.reaffirmations(row.seq, u32::MAX)?.into_iter().filter_map(|reaffirmed| reaffirmed.evidence);
    let again = again.map(|evidence| quoted_in(r, fact, evidence)).collect::<Result<_>>()?;
    Ok((row.evidence.map(|evidence| quoted_in(r, fact, evidence)).transpose()?, again))
}

fn quoted_in(r: &Reader, fact: Uuid, evidence: StoredEvidence) -> Result<TraceQuote> {
    let context = context_of(r, Some(&evidence))?.unwrap_or_default();
    let StoredEvidence { found, input, bundle_id, .. } = evidence;
    Ok(TraceQuote {
        before: context.before,
        after: context.after,
        section: found.section,
        fact,
        bundle: bundle_id,
        start_char: found.span.start,
        text: found.quote,
        input: input.map(|input| (EntityLabel::new(EntityKind::Input, input.label_no), input.title)),
    })
}

fn markdown(root: &TraceNode, language: Language) -> String {
    let title = say(language, "Trace of", "Spur von");
    let mut out = format!("# {title} {}\n\n", root.label);
    for line in root.text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let _ = writeln!(out, "> {}  ", escaped_line(line));
    }
    let _ = writeln!(out, "\n{}\n", status_words(root.label, root.status, language));
    for quote in root.quotes() {
        quoted(&mut out, quote, "", language);
        out.push('\n');
    }
    for child in further(root) {
        item(&mut out, child, 0, language);
    }
    if root.children.is_empty() && root.quotes().next().is_none() {
        let _ = writeln!(out, "{}", say(language, "It rests on nothing.", "Es beruht auf nichts."));
    }
    out
}

fn item(out: &mut String, node: &TraceNode, depth: usize, language: Language) {
    let indent = "  ".repeat(depth);
    let text = escaped(&node.text);
    if node.repeated {
        let _ = writeln!(out, "{indent}- [{}] {}", node.label, say(language, "(above)", "(siehe oben)"));
        return;
    }
    let status = status_words(node.label, node.status, language);
    let _ = writeln!(out, "{indent}- [{}] {text} *({status})*", node.label);
    for quote in node.quotes() {
        quoted(out, quote, &format!("{indent}  "), language);
    }
    for child in further(node) {
        item(out, child, depth + 1, language);
    }
    let has_source =
        node.quotes().next().is_some() || !node.children.is_empty() || node.label.kind == EntityKind::Input;
    if !has_source {
        let _ = writeln!(out, "{indent}  - {}", say(language, "no evidence", "kein Beleg"));
    }
}

/// Returns what a node rests on, but for the Inputs that are named with the node's words.
fn further(node: &TraceNode) -> impl Iterator<Item = &TraceNode> {
    let named: HashSet<_> = node.quotes().filter_map(|quote| quote.input.as_ref()).map(|(label, _)| *label).collect();
    node.children.iter().filter(move |child| !named.contains(&child.label))
}

fn quoted(out: &mut String, quote: &TraceQuote, indent: &str, language: Language) {
    let (before, after) = (escaped(&quote.before), escaped(&quote.after));
    let gap = |text: &str, at_end: bool| {
        let edge = if at_end { text.chars().next_back() } else { text.chars().next() };
        if edge.is_some_and(char::is_whitespace) { " " } else { "" }
    };
    let (left, right) = (gap(&quote.before, true), gap(&quote.after, false));
    let words = escaped(&quote.text);
    let passage = format!("{before}{left}**{words}**{right}{after}");
    let _ = writeln!(out, "\n{indent}> {}  ", at_line_start(&passage));
    let source = match &quote.input {
        Some((label, title)) => format!("[{label}] {}", escaped(title)),
        None => say(language, "no Input", "kein Input").to_owned(),
    };
    let _ = writeln!(out, "{indent}> — {source}, {}\n", section_words(quote.section, language));
}

/// Returns the words of whoever reads the trace; other languages are not written yet, and read English.
const fn say(language: Language, english: &'static str, german: &'static str) -> &'static str {
    match language {
        Language::German => german,
        Language::English | Language::French | Language::Spanish => english,
    }
}

const fn section_words(section: BundleSection, language: Language) -> &'static str {
    match section {
        BundleSection::UserAnswers => say(language, "an answer", "eine Antwort"),
        BundleSection::FreeChat => say(language, "what was said", "was gesagt wurde"),
        BundleSection::AgentOutput => say(language, "what an assistant said", "was ein Assistent sagte"),
        BundleSection::TurnMeta | BundleSection::StructuredQuestions => say(language, "a heading", "eine Überschrift"),
    }
}

const fn status_words(label: EntityLabel, status: EntityStatus, language: Language) -> &'static str {
    match status {
        EntityStatus::Draft => say(language, "draft", "Entwurf"),
        EntityStatus::Validated if matches!(label.kind, EntityKind::Fact) => say(language, "accepted", "angenommen"),
        EntityStatus::Validated => say(language, "confirmed", "bestätigt"),
        EntityStatus::Outdated => say(language, "outdated", "veraltet"),
        EntityStatus::NeedsReview => say(language, "to be reviewed", "zu prüfen"),
        EntityStatus::NeedsRefresh => say(language, "to be refreshed", "zu erneuern"),
        EntityStatus::Unsupported => say(language, "unsupported", "ohne Grundlage"),
        EntityStatus::Weak => say(language, "weak", "schwach"),
        EntityStatus::Risky => say(language, "risky", "riskant"),
    }
}

/// On one line, with nothing in it that Markdown reads as more than words.
fn escaped(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut out = String::with_capacity(line.len() + 8);
    for c in line.chars() {
        if matches!(c, '\\' | '`' | '*' | '_' | '{' | '}' | '[' | ']' | '<' | '>' | '#' | '|' | '~' | '&' | '!' | '$') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

fn escaped_line(text: &str) -> String {
    at_line_start(&escaped(text))
}

/// Keeps a line from beginning a list, rule or heading.
fn at_line_start(line: &str) -> String {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let rest = &line[digits..];
    match (digits, rest.chars().next()) {
        (0, Some('-' | '+' | '=' | ':')) => format!("\\{line}"),
        (1.., Some('.' | ')')) => format!("{}\\{rest}", &line[..digits]),
        _ => line.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{escaped, escaped_line};

    #[test]
    fn a_text_is_only_words_to_markdown() {
        let check = |text: &str, expected: &str| assert_eq!(escaped(text), expected, "{text:?}");
        check("The wall is high.", "The wall is high.");
        check("a *b* _c_ `d` [e](f) <g> #h |i| ~j~", r"a \*b\* \_c\_ \`d\` \[e\](f) \<g\> \#h \|i\| \~j\~");
        check("two\nlines  and\ttabs", "two lines and tabs");
        check("R&amp;D \\ done", r"R\&amp;D \\ done");
        let check = |line: &str, expected: &str| assert_eq!(escaped_line(line), expected, "{line:?}");
        check("1. First", r"1\. First");
        check("2024) no list", r"2024\) no list");
        check("- no item", r"\- no item");
        check("---", r"\---");
        check("# no heading", r"\# no heading");
        check("12 people", "12 people");
    }
}
