//! Structured questions: the sheet, and answering a round of it.

use factly_core::inputs::{Quick, Stage};
use factly_core::message;
use factly_core::questions::QuestionName;
use factly_engine::Library;
use factly_engine::error::{Code, Error, Result};
use factly_engine::questions::{
    AnswerContent, AnswerFacts, AnswerGiven, AnswerRound, FactForKey, Guide, GuideAnswer, GuideInterview, GuideRow,
    QuestionState, QuestionView, RoundReport, Sheet,
};
use factly_engine::task::{CancelToken, NoProgress};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::args::{AnswerArgs, QuestionsArgs};
use crate::out::{Out, error_json, short, table};
use crate::resolve::bytes_of;

pub(super) fn list(library: &Library, args: QuestionsArgs, out: &mut Out) -> Result<()> {
    let discovery = library.names().find_discovery(&args.discovery)?;
    let stage = args.stage.map(Stage::from);
    if args.propose {
        let report = library.questions().propose_questions(discovery, stage, &args.items, &CancelToken::default())?;
        for refused in &report.refused {
            out.note(&format!("refused “{}”: {}", short(&refused.text, 100), refused.why));
        }
    }
    let sheet = match stage {
        Some(stage) => library.questions().questions_at(discovery, stage, &args.items)?,
        None => library.questions().sheet(discovery, &args.items)?,
    };
    out.print(
        || sheet_json(&sheet),
        |lines| {
            table(lines, &sheet.open.iter().chain(&sheet.done).map(row).collect::<Vec<_>>())?;
            writeln!(lines, "{} of {} known, {} open.", sheet.filled, sheet.keys, sheet.open.len() + sheet.more)
        },
    )
}

pub(super) fn guide(library: &Library, discovery: &str, out: &mut Out) -> Result<()> {
    let guide = library.questions().guide(library.names().find_discovery(discovery)?, &NoProgress)?;
    out.print(
        || guide_json(&guide),
        |lines| {
            for row in &guide.rows {
                writeln!(lines, "{}", row.question)?;
                for (interview, answer) in guide
                    .interviews
                    .iter()
                    .zip(&row.cells)
                    .flat_map(|(of, cell)| cell.iter().map(move |answer| (of, answer)))
                {
                    writeln!(lines, "  {}: {}", interview.label, short(&answer.answer, 160))?;
                }
            }
            writeln!(lines, "{} questions in {} interviews.", guide.rows.len(), guide.interviews.len())
        },
    )
}

fn guide_json(guide: &Guide) -> Value {
    let interview = |of: &GuideInterview| json!({"input": of.input, "label": of.label, "title": of.title});
    let answer = |of: &GuideAnswer| {
        let location = json!({"input": of.place.input, "start": of.place.start, "end": of.place.end});
        json!({"question": of.question, "answer": of.answer, "place": location})
    };
    let row = |row: &GuideRow| {
        let cells: Vec<Vec<Value>> = row.cells.iter().map(|cell| cell.iter().map(answer).collect()).collect();
        json!({"question": row.question, "answers": cells})
    };
    json!({
        "interviews": guide.interviews.iter().map(interview).collect::<Vec<_>>(),
        "rows": guide.rows.iter().map(row).collect::<Vec<_>>(),
    })
}

pub(super) fn answer(library: &Library, args: AnswerArgs, out: &mut Out) -> Result<()> {
    let discovery = library.names().find_discovery(&args.discovery)?;
    let round = match &args.round {
        Some(path) => read_round(&bytes_of(path)?)?,
        None => one_answer(args)?,
    };
    let report = library.questions().finish_round(discovery, &round, &CancelToken::default())?;
    out.print(
        || report_json(&report),
        |lines| {
            report.became.iter().try_for_each(|became| {
                let facts = labels(became);
                let facts = if facts.is_empty() { "no fact".to_owned() } else { facts.join(", ") };
                writeln!(lines, "{}: {facts}", name(became))
            })
        },
    )?;
    if let Some(error) = &report.unread {
        out.failed(&error.clone().kept("The answers are kept; `factly run retry D` reads them again."));
    }
    Ok(())
}

/// A round as a script writes it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RoundJson {
    #[serde(default)]
    stage: Option<Stage>,
    #[serde(default)]
    items: Vec<String>,
    #[serde(default)]
    answers: Vec<AnswerJson>,
    #[serde(default)]
    free: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AnswerJson {
    question: String,
    #[serde(default)]
    quick: Option<String>,
    #[serde(default)]
    text: String,
}

fn read_round(bytes: &[u8]) -> Result<AnswerRound> {
    let round: RoundJson = serde_json::from_slice(bytes)
        .map_err(|error| Error::new(Code::Invalid, message!("The round cannot be read: {}.", error)))?;
    let answers = round.answers.into_iter().map(|answer| {
        let quick = answer.quick.map(|quick| {
            Quick::parse(&quick.to_uppercase()).ok_or_else(|| {
                Error::invalid(message!("“{}” is no quick answer.", quick)).hint("YES, NO, IDK or IRRELEVANT.")
            })
        });
        given(&answer.question, quick.transpose()?, answer.text)
    });
    Ok(AnswerRound {
        stage: round.stage,
        items: round.items,
        answers: answers.collect::<Result<_>>()?,
        free: round.free,
    })
}

fn one_answer(args: AnswerArgs) -> Result<AnswerRound> {
    let quick =
        [(args.yes, Quick::Yes), (args.no, Quick::No), (args.idk, Quick::Idk), (args.irrelevant, Quick::Irrelevant)];
    let quick = quick.into_iter().find_map(|(is_given, quick)| is_given.then_some(quick));
    let answers = args.question.map(|name| given(&name, quick, args.text.unwrap_or_default())).transpose()?;
    Ok(AnswerRound {
        stage: args.stage.map(Stage::from),
        items: args.items,
        answers: answers.into_iter().collect(),
        free: args.free.unwrap_or_default(),
    })
}

fn given(name: &str, quick: Option<Quick>, text: String) -> Result<AnswerGiven> {
    let name = QuestionName::parse(name).ok_or_else(|| {
        Error::invalid(message!("“{}” names no question.", name)).hint("`factly questions D` lists their names.")
    })?;
    Ok(AnswerGiven { name, content: AnswerContent { quick, text } })
}

/// The facts of an answer, by label.
fn labels(became: &AnswerFacts) -> Vec<String> {
    became.facts.iter().map(FactForKey::label).collect()
}

fn name(became: &AnswerFacts) -> String {
    became.name.as_ref().map_or_else(|| "said".to_owned(), QuestionName::to_string)
}

fn row(question: &QuestionView) -> Vec<String> {
    let risk = if question.key.as_ref().is_some_and(|key| key.high_risk) { "high risk" } else { "" };
    let fact = question.fact.as_ref().map(FactForKey::label).unwrap_or_default();
    let state = state(question.state).to_owned();
    vec![question.name.to_string(), state, fact, risk.to_owned(), short(&question.text, 80)]
}

fn sheet_json(sheet: &Sheet) -> Value {
    json!({
        "stage": sheet.stage.as_str(),
        "items": sheet.items,
        "open": sheet.open.iter().map(question_json).collect::<Vec<_>>(),
        "more": sheet.more,
        "done": sheet.done.iter().map(question_json).collect::<Vec<_>>(),
        "keys": sheet.keys,
        "filled": sheet.filled,
        "rounds": sheet.rounds,
    })
}

fn question_json(question: &QuestionView) -> Value {
    let model = question.model.as_ref().map(|(model, why)| json!({"name": model, "why": why}));
    let answer = (question.answer != AnswerContent::default())
        .then(|| json!({"quick": question.answer.quick.map(Quick::as_str), "text": question.answer.text}));
    json!({
        "question": question.name.to_string(),
        "text": question.text,
        "key": question.key.as_ref().map(|key| &key.path),
        "value_type": question.key.as_ref().map(|key| key.value_type.as_str()),
        "unit": question.key.as_ref().and_then(|key| key.unit.as_ref()),
        "choices": question.key.as_ref().map(|key| &key.choices),
        "high_risk": question.key.as_ref().is_some_and(|key| key.high_risk),
        "item": if question.item.is_empty() { Value::Null } else { json!(question.item) },
        "model": model,
        "blocks": question.blocks,
        "state": state(question.state),
        "fact": question.fact.as_ref().map(|fact| json!({"id": fact.id, "label": fact.label()})),
        "aside": question.aside.iter().map(|fact| json!({"id": fact.id, "label": fact.label(), "text": fact.text})).collect::<Vec<_>>(),
        "said": answer,
        "bundle_id": question.bundle,
    })
}

fn report_json(report: &RoundReport) -> Value {
    let became = report.became.iter().map(|became| {
        let fact = |fact: &FactForKey| json!({"id": fact.id, "label": fact.label(), "status": fact.status.as_str()});
        let facts: Vec<Value> = became.facts.iter().map(fact).collect();
        json!({"question": became.name.as_ref().map(QuestionName::to_string), "facts": facts})
    });
    json!({
        "bundle_id": report.bundle,
        "answers": became.collect::<Vec<_>>(),
        "unread": report.unread.as_ref().map(error_json),
    })
}

const fn state(state: QuestionState) -> &'static str {
    match state {
        QuestionState::AskedAgain => "asked again",
        QuestionState::Open => "open",
        QuestionState::Tried => "tried",
        QuestionState::Waiting => "waiting",
        QuestionState::Resolved => "resolved",
        QuestionState::Answered => "answered",
        QuestionState::Irrelevant => "irrelevant",
    }
}
