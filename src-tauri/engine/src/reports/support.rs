//! The support of a section's sentences: what they cite, down to the words of the sources.

use std::collections::HashMap;

use factly_core::discovery::{EntityKind, EntityLabel};
use factly_core::reports::Report;
use factly_core::reports::draft::is_source_list;
use factly_core::reports::quote::shown_quote;
use factly_core::reports::support::{BodySentence, stated};
use uuid::Uuid;

use super::{Reports, SectionBody, Stale, row};
use crate::discovery::{Pipeline, TraceNode};
use crate::error::{Code, Result};
use crate::lookup::discovery_row_at;
use crate::store::Reader;

/// A section's sentences with what they cite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Support {
    pub body_md: String,
    pub sentences: Vec<BodySentence>,
    /// Each once, in their order.
    pub cited: Vec<CitedCard>,
}

/// The target of a citation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CitedCard {
    pub label: EntityLabel,
    /// Its words; none of what is not there any more.
    pub text: Option<String>,
    pub stale: Option<Stale>,
    /// The words of the sources that it rests on.
    pub quotes: Vec<CitedQuote>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CitedQuote {
    pub text: String,
    /// The Input that it stands in, and its title.
    pub input: Option<(EntityLabel, String)>,
}

impl Reports<'_> {
    /// Returns what carries each sentence of a section.
    pub fn support(&self, report: Uuid, section: Uuid) -> Result<Support> {
        let found = self.section(report, section)?;
        let (discovery, states) = self.ctx.read(|r| {
            let row = row(r, report)?;
            let listed = r.report_section(row.seq, section)?.filter(|of| is_source_list(&of.title, of.appendix));
            Ok((discovery_row_at(r, row.discovery)?.id, section != Report::ITSELF && listed.is_none()))
        })?;
        let traces = self.traces(discovery, &found)?;
        let statements: HashMap<EntityLabel, String> =
            traces.iter().map(|(label, of)| (*label, words(of.as_ref()))).collect();
        let mut sentences = stated(&found.body_md, &|label| statements.get(&label).cloned().unwrap_or_default());
        if !states {
            // A date before the first section and the name of a source claim nothing.
            sentences.retain(|sentence| !sentence.cites.is_empty());
        }
        let cards = |r: &Reader| {
            traces.into_iter().map(|(label, trace)| card(r, label, trace, &found.citations)).collect::<Result<_>>()
        };
        let cited = self.ctx.read(cards)?;
        Ok(Support { body_md: found.body_md, sentences, cited })
    }

    fn traces(&self, discovery: Uuid, section: &SectionBody) -> Result<Vec<(EntityLabel, Option<TraceNode>)>> {
        let trace = |label| match Pipeline::new(self.ctx).trace_report(discovery, label) {
            Ok(trace) => Ok((label, Some(trace.root))),
            Err(error) if error.code == Code::NotFound => Ok((label, None)),
            Err(error) => Err(error),
        };
        section.citations.iter().map(|(label, _)| trace(*label)).collect()
    }
}

/// All that an entity says and rests on, but for the titles of Inputs.
fn words(trace: Option<&TraceNode>) -> String {
    let Some(node) = trace else { return String::new() };
    let own = (node.label.kind != EntityKind::Input).then_some(node.text.as_str());
    let quotes = node.quotes().map(|quote| quote.text.as_str());
    let mut all: Vec<String> = own.into_iter().chain(quotes).map(str::to_owned).collect();
    all.extend(node.children.iter().map(|child| words(Some(child))));
    all.join("\n")
}

fn card(
    r: &Reader,
    label: EntityLabel,
    trace: Option<TraceNode>,
    cited: &[(EntityLabel, Option<Stale>)],
) -> Result<CitedCard> {
    let why = cited.iter().find(|(known, _)| *known == label).and_then(|(_, why)| *why);
    let mut quotes = Vec::new();
    if let Some(node) = &trace {
        gather(r, node, &mut quotes)?;
    }
    Ok(CitedCard { label, text: trace.map(|node| node.text), stale: why, quotes })
}

fn gather(r: &Reader, node: &TraceNode, quotes: &mut Vec<CitedQuote>) -> Result<()> {
    for quote in node.quotes() {
        let speaker = r.fact(quote.fact)?.and_then(|fact| fact.salience.speaker);
        quotes.push(CitedQuote { text: shown_quote(&quote.text, speaker.as_deref()), input: quote.input.clone() });
    }
    node.children.iter().try_for_each(|child| gather(r, child, quotes))
}
