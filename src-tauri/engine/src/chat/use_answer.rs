//! An answer becomes part of the discovery: a fact for each sentence that its source carries, an insight that rests on
//! those facts, or a note with its citations.
//!
//! Each goes the way of what is added by hand: the quote is the source's own text, what it does not carry is listed, and
//! what the column says already is not added twice.

use factly_core::chat::sources::citation::{citations_in, without_line};
use factly_core::chat::sources::record::{Quote, ReplyOrigin, Unsupported};
use factly_core::discovery::{EntityKind, EntityLabel};
use factly_core::facts::Status;
use factly_core::text::{Span, Utf16Span};
use uuid::Uuid;

use crate::chat::Chat;
use crate::chat::message::Grounding;
use crate::discovery::{NewEntity, Pipeline};
use crate::duplicates::DuplicatePolicy;
use crate::error::{Error, Result};
use crate::evidence::Sources;
use crate::facts::{Facts, NewStatement};
use crate::inputs::{Inputs, NewInput, Parsing};
use crate::lookup::{discovery_row, discovery_row_at, message_row, standing_fact};
use crate::store::entities::EntityOrigin;
use crate::store::inputs::InputOrigin;
use crate::task::NoProgress;

/// A title of a note.
const TITLE_CHARS: usize = 80;

/// The kind that an answer is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerUse {
    Fact,
    Insight,
    Note,
}

/// The result.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UsedAnswer {
    /// Entities that were added.
    pub added: Vec<String>,
    /// Entities that say the same already.
    pub known: Vec<String>,
    /// Those of them that wait to be decided.
    pub waiting: Vec<WaitingMatch>,
    /// Reasons why sentences became nothing.
    pub left_out: Vec<Error>,
}

/// A fact that waits and holds what a sentence of an answer says, and perhaps more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WaitingMatch {
    pub fact: Uuid,
    pub label: String,
    /// The text of the fact.
    pub text: String,
    /// The answer's claim about it.
    pub claim: String,
}

/// An answer with its question.
struct AnswerWithQuestion {
    discovery: Uuid,
    question: String,
    text: String,
    grounding: Grounding,
}

impl Chat<'_> {
    pub fn use_answer(&self, message: Uuid, as_what: AnswerUse) -> Result<UsedAnswer> {
        let answered = self.answered(message)?;
        match as_what {
            AnswerUse::Fact => Ok(self.facts_of(&answered)?.0),
            AnswerUse::Insight => self.insight_of(&answered),
            AnswerUse::Note => self.note_of(&answered),
        }
    }

    fn answered(&self, message: Uuid) -> Result<AnswerWithQuestion> {
        let view = self.message(message)?;
        let grounding = view.grounding.filter(|grounding| !grounding.citations.is_empty()).ok_or_else(|| {
            Error::refused("This answer cites nothing.")
                .hint("Only what cites a source can be used with its citations.")
        })?;
        if grounding.origin == ReplyOrigin::Guard {
            return Err(Error::refused(
                "The sources do not say what was asked: nothing was made of the nearest words.",
            ));
        }
        self.ctx.read(|r| {
            let row = message_row(r, message)?;
            let question = row.answers.map(|seq| r.chat_message_at(seq)).transpose()?;
            let question = question.map(|row| row.text).unwrap_or_default();
            let discovery = discovery_row_at(r, row.discovery)?.id;
            Ok(AnswerWithQuestion { discovery, question, text: row.text, grounding })
        })
    }

    /// With the labels of all that say it, new and known.
    fn facts_of(&self, answered: &AnswerWithQuestion) -> Result<(UsedAnswer, Vec<EntityLabel>)> {
        let (mut used, mut labels) = (UsedAnswer::default(), Vec::new());
        let mut seen: Vec<&Quote> = Vec::new();
        for cited in &answered.grounding.citations {
            if seen.iter().any(|other| other.claim == cited.claim) || is_marked(cited, &answered.grounding.unsupported)
            {
                continue;
            }
            seen.push(cited);
            match self.fact_of(answered, cited) {
                Ok((label, is_new)) => {
                    if is_new {
                        used.added.push(label.to_string());
                    } else {
                        used.known.push(label.to_string());
                        used.waiting.extend(self.waiting(answered, label, cited)?);
                    }
                    labels.push(label);
                }
                Err(error) => used.left_out.push(error),
            }
        }
        match (labels.is_empty(), used.left_out.first()) {
            (true, Some(why)) => Err(why.clone().kept("Nothing was added.")),
            (true, None) => Err(Error::refused("No sentence of this answer is carried by its source.")),
            _ => Ok((used, labels)),
        }
    }

    fn fact_of(&self, answered: &AnswerWithQuestion, cited: &Quote) -> Result<(EntityLabel, bool)> {
        let input_missing = || Error::not_found("The Input that it cites is not there any more.");
        let sources = &answered.grounding.sources;
        let source = sources.iter().find(|source| source.id == cited.id).ok_or_else(input_missing)?;
        let input = source.input.as_ref().ok_or_else(input_missing)?.id;
        let location = Sources::new(self.ctx).place_of(input, Span::new(cited.start, cited.end), &cited.quote)?;
        let marked = Utf16Span { start: location.start, end: location.end };
        let statement = NewStatement { text: Some(answered.claim(cited)), ..NewStatement::default() };
        let added = Facts::new(self.ctx).add_fact(input, marked, &statement, DuplicatePolicy::Hold)?;
        let known = added.duplicates.first().map(|duplicate| duplicate.label);
        let label = added.fact.as_ref().and_then(|fact| EntityLabel::parse(&fact.label)).or(known);
        Ok((label.ok_or_else(input_missing)?, added.fact.is_some() && !added.was_said))
    }

    fn waiting(
        &self,
        answered: &AnswerWithQuestion,
        label: EntityLabel,
        cited: &Quote,
    ) -> Result<Option<WaitingMatch>> {
        let row = self.ctx.read(|r| standing_fact(r, discovery_row(r, answered.discovery)?.seq, label))?;
        let label = label.to_string();
        let claim = answered.claim(cited);
        Ok((row.status == Status::Proposed).then_some(WaitingMatch { fact: row.id, label, text: row.text, claim }))
    }

    fn insight_of(&self, answered: &AnswerWithQuestion) -> Result<UsedAnswer> {
        let (mut used, labels) = self.facts_of(answered)?;
        let entity = NewEntity {
            from: labels,
            origin: EntityOrigin::Chat,
            ..NewEntity::by_hand(EntityKind::Insight, answered.plain())
        };
        let added = Pipeline::new(self.ctx).add_entity(answered.discovery, &entity, DuplicatePolicy::Hold)?;
        used.added.extend(added.added.map(|label| label.to_string()));
        used.known.extend(added.duplicates.iter().map(|duplicate| duplicate.label.to_string()));
        Ok(used)
    }

    fn note_of(&self, answered: &AnswerWithQuestion) -> Result<UsedAnswer> {
        let title: String = answered.question.chars().take(TITLE_CHARS).collect();
        let input = NewInput {
            title: Some(title),
            origin: InputOrigin::Paste,
            file_name: None,
            text: format!("{}\n\n{}", answered.question, answered.text),
        };
        let report = Inputs::new(self.ctx).add_input(answered.discovery, input, Parsing::Later, &NoProgress)?;
        let added = report.added.into_iter().map(|input| input.label).collect();
        Ok(UsedAnswer { added, ..UsedAnswer::default() })
    }
}

impl AnswerWithQuestion {
    /// Returns a citation's claim: the quote itself where the answer is of the sources' own words, which may open with
    /// the value that was asked for; else the claim, without marks that say it is nothing but words of its source.
    fn claim(&self, cited: &Quote) -> String {
        match self.grounding.origin {
            ReplyOrigin::Extract => cited.quote.split_whitespace().collect::<Vec<_>>().join(" "),
            _ => unquoted(&cited.claim).to_owned(),
        }
    }

    /// Its words without its citations and the marks of a list.
    fn plain(&self) -> String {
        match self.grounding.origin {
            ReplyOrigin::Extract => {
                let claims: Vec<String> = self.grounding.citations.iter().map(|cited| self.claim(cited)).collect();
                claims.join("\n")
            }
            _ => plain(&self.text),
        }
    }
}

/// A claim that is nothing but words of its source, without the marks that say so.
fn unquoted(claim: &str) -> &str {
    let within = |(open, close)| claim.strip_prefix(open).and_then(|rest: &str| rest.strip_suffix(close));
    let inner = [('“', '”'), ('„', '“')].into_iter().find_map(within);
    inner.filter(|inner| !inner.contains(['“', '”', '„'])).unwrap_or(claim)
}

fn is_marked(cited: &Quote, unsupported: &[Unsupported]) -> bool {
    unsupported.iter().any(|marked| marked.text == cited.claim)
}

/// An answer's words without its citations and the marks of a list.
fn plain(text: &str) -> String {
    let mut out = without_line(text).to_owned();
    for (bytes, _) in citations_in(text).into_iter().rev() {
        if bytes.end <= out.len() {
            let start = out[..bytes.start].trim_end_matches(' ').len();
            out.replace_range(start..bytes.end, "");
        }
    }
    let lines = out.lines().map(|line| line.trim().trim_start_matches("- ")).filter(|line| !line.is_empty());
    lines.collect::<Vec<_>>().join("\n")
}
