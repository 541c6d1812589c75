//! The guide of a study: questions that its interviews ask alike, with what was answered to each. Nothing of it is stored.

use factly_core::extraction::blocks::{InterviewQuestion, asked_questions};
use factly_core::questions::{GuideQuestion, guide};
use factly_core::text::Span;
use uuid::Uuid;

use crate::error::Result;
use crate::evidence::SourcePlace;
use crate::input_summary::label;
use crate::lookup::discovery_row;
use crate::prepared::{PreparedCache, PreparedText};
use crate::questions::Questions;
use crate::store::inputs::InputRow;

/// Characters of an answer that are shown; the rest is read in its source.
const ANSWER_CHARS: usize = 600;

/// The questions of the interviews of a discovery, as a table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Guide {
    /// The columns: Inputs in which somebody asks and is answered.
    pub interviews: Vec<GuideInterview>,
    pub rows: Vec<GuideRow>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct GuideInterview {
    pub input: Uuid,
    pub label: String,
    pub title: String,
}

/// A question, and what each interview answers; a cell has several where it was asked again, and none where it was not.
#[derive(Clone, Debug, PartialEq)]
pub struct GuideRow {
    pub question: String,
    pub cells: Vec<Vec<GuideAnswer>>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct GuideAnswer {
    /// The question as it was asked there.
    pub question: String,
    /// Its first words.
    pub answer: String,
    /// Location of the answer.
    pub place: SourcePlace,
}

/// An interview, with its questions.
struct Interview {
    row: InputRow,
    text: std::sync::Arc<PreparedText>,
    questions: Vec<InterviewQuestion>,
}

impl Questions<'_> {
    /// Returns the questions that at least two interviews of a discovery ask, with their answers.
    pub fn guide(&self, discovery: Uuid) -> Result<Guide> {
        let interviews = self.interviews(discovery)?;
        let words: Vec<Vec<&str>> = interviews
            .iter()
            .map(|one| one.questions.iter().map(|exchange| &one.text.index.text()[exchange.question.clone()]).collect())
            .collect();
        let rows = guide(&words).into_iter().map(|question| row(&interviews, question)).collect();
        let column = |one: &Interview| GuideInterview {
            input: one.row.id,
            label: label(&one.row),
            title: one.row.title.clone(),
        };
        Ok(Guide { interviews: interviews.iter().map(column).collect(), rows })
    }

    fn interviews(&self, discovery: Uuid) -> Result<Vec<Interview>> {
        self.ctx.read(|r| {
            let mut found = Vec::new();
            for row in r.inputs(discovery_row(r, discovery)?.seq)? {
                let text = self.ctx.cache::<PreparedCache>().get(r, row.seq)?;
                let questions = asked_questions(text.index.text());
                if !questions.is_empty() {
                    found.push(Interview { row, text, questions });
                }
            }
            Ok(found)
        })
    }
}

fn row(interviews: &[Interview], question: GuideQuestion) -> GuideRow {
    let mut cells: Vec<Vec<GuideAnswer>> = vec![Vec::new(); interviews.len()];
    for (interview, at) in question.occurrences {
        let answer = interviews[interview].answer(at);
        // Two wordings of one question in a row have one answer.
        if cells[interview].last().is_none_or(|last| last.place != answer.place) {
            cells[interview].push(answer);
        }
    }
    GuideRow { question: question.wording, cells }
}

impl Interview {
    fn answer(&self, at: usize) -> GuideAnswer {
        let InterviewQuestion { question, answer } = &self.questions[at];
        let index = &self.text.index;
        let words = one_line(&index.text()[question.clone()]);
        let text = answer.iter().map(|turn| one_line(&index.text()[turn.clone()])).collect::<Vec<_>>().join(" ");
        let (from, to) = (answer.first().map_or(0, |turn| turn.start), answer.last().map_or(0, |turn| turn.end));
        let span = Span::new(index.char_of(from), index.char_of(to));
        let block = u32::try_from(self.text.block_at(span.start)).unwrap_or(u32::MAX);
        let place =
            SourcePlace { input: self.row.id, block, start: index.utf16_of(span.start), end: index.utf16_of(span.end) };
        GuideAnswer { question: words, answer: shortened(&text), place }
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn shortened(text: &str) -> String {
    let end = text.char_indices().nth(ANSWER_CHARS).map(|(end, _)| end);
    end.map_or_else(|| text.to_owned(), |end| format!("{}…", text[..end].trim_end()))
}
