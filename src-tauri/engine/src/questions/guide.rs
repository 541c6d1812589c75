//! The guide of a study: questions that its interviews ask alike, with what was answered to each. Nothing of it is stored.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use factly_core::extraction::blocks::{InterviewQuestion, asked_questions};
use factly_core::questions::{GuideQuestion, guide};
use factly_core::text::Span;
use uuid::Uuid;

use crate::context::Cache;
use crate::error::Result;
use crate::evidence::SourcePlace;
use crate::input_summary::label;
use crate::lookup::discovery_row;
use crate::prepared::PreparedText;
use crate::questions::Questions;
use crate::store::InputSeq;
use crate::store::inputs::InputRow;
use crate::task::{Progress, ProgressThrottle, TaskStep};

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
    questions: Arc<Vec<GuideAnswer>>,
}

impl Questions<'_> {
    /// Returns the questions that at least two interviews of a discovery ask, with their answers. `progress` sees the Inputs
    /// go by.
    pub fn guide(&self, discovery: Uuid, progress: &dyn Progress) -> Result<Guide> {
        let interviews = self.interviews(discovery, &ProgressThrottle::new(progress))?;
        let words: Vec<Vec<&str>> = interviews
            .iter()
            .map(|one| one.questions.iter().map(|exchange| exchange.question.as_str()).collect())
            .collect();
        let rows = guide(&words).into_iter().map(|question| row(&interviews, question)).collect();
        let column = |one: &Interview| GuideInterview {
            input: one.row.id,
            label: label(&one.row),
            title: one.row.title.clone(),
        };
        Ok(Guide { interviews: interviews.iter().map(column).collect(), rows })
    }

    fn interviews(&self, discovery: Uuid, throttle: &ProgressThrottle<'_>) -> Result<Vec<Interview>> {
        let cache = self.ctx.cache::<ExchangeCache>();
        self.ctx.read(|r| {
            let inputs = r.inputs(discovery_row(r, discovery)?.seq)?;
            let total = inputs.len();
            let mut found = Vec::new();
            for (done, row) in inputs.into_iter().enumerate() {
                throttle.at(|| TaskStep { title: row.title.clone(), done, total, facts: 0 })?;
                let questions = cache.of(row.seq, || Ok(exchanges(&PreparedText::read(r, row.seq)?, row.id)))?;
                if !questions.is_empty() {
                    found.push(Interview { row, questions });
                }
            }
            Ok(found)
        })
    }
}

/// The questions of the Inputs that were looked at, with their answers. A text never changes, so that this is never out of
/// date.
#[derive(Default)]
struct ExchangeCache(Mutex<HashMap<InputSeq, Arc<Vec<GuideAnswer>>>>);

impl Cache for ExchangeCache {}

impl ExchangeCache {
    fn of(&self, input: InputSeq, find: impl FnOnce() -> Result<Vec<GuideAnswer>>) -> Result<Arc<Vec<GuideAnswer>>> {
        let all = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = all().get(&input) {
            return Ok(Arc::clone(known));
        }
        let found = Arc::new(find()?);
        all().insert(input, Arc::clone(&found));
        Ok(found)
    }
}

fn row(interviews: &[Interview], question: GuideQuestion) -> GuideRow {
    let mut cells: Vec<Vec<GuideAnswer>> = vec![Vec::new(); interviews.len()];
    for (interview, at) in question.occurrences {
        let answer = &interviews[interview].questions[at];
        // Two wordings of one question in a row have one answer.
        if cells[interview].last().is_none_or(|last| last.place != answer.place) {
            cells[interview].push(answer.clone());
        }
    }
    GuideRow { question: question.wording, cells }
}

fn exchanges(text: &PreparedText, input: Uuid) -> Vec<GuideAnswer> {
    let index = &text.index;
    let read = |InterviewQuestion { question, answer }: InterviewQuestion| {
        let words = answer.iter().map(|turn| one_line(&index.text()[turn.clone()])).collect::<Vec<_>>().join(" ");
        let (from, to) = (answer.first().map_or(0, |turn| turn.start), answer.last().map_or(0, |turn| turn.end));
        let span = Span::new(index.char_of(from), index.char_of(to));
        let block = u32::try_from(text.block_at(span.start)).unwrap_or(u32::MAX);
        let place = SourcePlace { input, block, start: index.utf16_of(span.start), end: index.utf16_of(span.end) };
        GuideAnswer { question: one_line(&index.text()[question]), answer: shortened(&words), place }
    };
    asked_questions(index.text()).into_iter().map(read).collect()
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn shortened(text: &str) -> String {
    let end = text.char_indices().nth(ANSWER_CHARS).map(|(end, _)| end);
    end.map_or_else(|| text.to_owned(), |end| format!("{}…", text[..end].trim_end()))
}
