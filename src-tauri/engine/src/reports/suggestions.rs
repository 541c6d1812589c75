//! The suggestions for a report until the analyst decides: made, listed, accepted, rejected and worded otherwise.
//!
//! All that one turn suggests is one step of undo, and each decision is one. What does not apply any more is stale, which
//! is computed from the report as it is.

use std::collections::HashMap;

use factly_core::message;
use factly_core::message::UserMessage;
use factly_core::named;
use factly_core::reports::suggestion::{
    SectionPosition, SectionSuggestion, SuggestedChange, SuggestionState, preview, suggested,
};
use factly_core::reports::{Hunk, Operation, Report, Section, citations};
use uuid::Uuid;

use super::sources::with_sources;
use super::stale::with_ids;
use super::{Reports, refused, row, tree};
use crate::error::{Error, Result};
use crate::store::report_suggestions::ReportSuggestionRow;
use crate::store::reports::ReportRow;
use crate::store::{DiscoverySeq, Op, OpSeq, Reader, Stack, Writer};

named! {
    /// The state of a suggestion: it waits, or what became of it otherwise.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Standing {
        Pending = "pending",
        /// The text was edited meanwhile.
        Stale = "stale",
        Accepted = "accepted",
        Rejected = "rejected",
    }
}

/// A suggestion as it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReviewSuggestion {
    pub id: Uuid,
    /// "add", "delete", "move", "rename", "edit" or "appendix".
    pub kind: &'static str,
    pub section: Uuid,
    /// The section's number, of one that is added the number that it would have.
    pub number: String,
    pub title: String,
    pub author: String,
    /// The answer, or the import, that it came with.
    pub turn: Option<Uuid>,
    pub made_at: i64,
    pub standing: Standing,
    /// A body, a title, or of a move a number.
    pub before: String,
    pub after: String,
    /// Of an edit, those that wait and apply, where they stand in the body as it is now.
    pub hunks: Vec<NumberedHunk>,
    /// Place that a section is to have.
    pub position: Option<SectionPosition>,
}

/// A hunk under the number that it is accepted by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberedHunk {
    pub number: usize,
    pub hunk: Hunk,
}

/// The suggestions that are decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    All,
    Ids(Vec<Uuid>),
    /// Some hunks of one, by number.
    Hunks(Uuid, Vec<usize>),
    Section(Uuid),
    Turn(Uuid),
}

/// The result of a decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecisionResult {
    pub decided: Vec<Uuid>,
    /// Those that do not apply, and wait on.
    pub stale: Vec<Uuid>,
}

/// The outcome of operations that were suggested.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SuggestionReport {
    pub suggestions: Vec<ReviewSuggestion>,
    /// Of each operation that cannot be suggested, why.
    pub refused: Vec<String>,
    /// The step of undo that it is.
    pub step: Option<OpSeq>,
}

/// The one that suggests.
#[derive(Clone, Copy, Debug)]
pub struct SuggestionAuthor<'a> {
    /// A model's name, "DOCX".
    pub author: &'a str,
    /// Turn whose suggestions stand and fall together.
    pub turn: Uuid,
    /// True if it is carried out without asking.
    pub applies: bool,
}

/// A change that was found in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FoundChange {
    pub(super) author: String,
    pub(super) suggested: SectionSuggestion,
}

impl Reports<'_> {
    /// Suggests operations as one step, each made for what those before it leave. The analyst decides on each, whatever
    /// the setting of the report.
    pub fn suggest(&self, report: Uuid, author: &str, operations: &[Operation]) -> Result<SuggestionReport> {
        let turn = self.ctx.world().ids.next();
        self.suggest_in_turn(report, SuggestionAuthor { author, turn, applies: false }, None, operations)
    }

    /// As [`Self::suggest`], as part of a turn that went before under the same id, and of its step of undo.
    pub fn suggest_in_turn(
        &self,
        report: Uuid,
        by: SuggestionAuthor<'_>,
        step: Option<OpSeq>,
        operations: &[Operation],
    ) -> Result<SuggestionReport> {
        let found = self.ctx.read(|r| row(r, report))?;
        let (applied, suggested) = (message!("Edit {}", found.output), message!("Suggest changes of {}", found.output));
        let name = if by.applies { applied } else { suggested };
        let named = || Op::named(Stack::Discovery(found.discovery), name);
        let written = self.ctx.write(step.map_or_else(named, Op::part_of), |w| {
            with_sources(w, report, |w| put(w, report, by, operations))
        })?;
        let (touched, refused) = written.value;
        let all = self.ctx.read(|r| views(r, &row(r, report)?, r.report_suggestions_of_turn(by.turn)?))?;
        let suggestions = all.into_iter().filter(|one| touched.contains(&one.id)).collect();
        Ok(SuggestionReport { suggestions, refused, step: written.operation.or(step) })
    }

    /// Suggests what was found in a file as one step, with the images that it names; what waits already does not wait twice.
    pub(super) fn suggest_found(
        &self,
        report: Uuid,
        found: &[FoundChange],
        images: &[Vec<u8>],
    ) -> Result<Vec<ReviewSuggestion>> {
        let turn = self.ctx.world().ids.next();
        let (row, waiting) = self.ctx.read(|r| {
            let row = row(r, report)?;
            let waiting = r.waiting_report_suggestions(row.seq)?;
            Ok((row, waiting))
        })?;
        let waits = |one: &FoundChange| waiting.iter().any(|there| there.suggested.is_same_change(&one.suggested));
        let new: Vec<&FoundChange> = found.iter().filter(|one| !waits(one)).collect();
        if new.is_empty() {
            return Ok(Vec::new());
        }
        let op = Op::named(Stack::Discovery(row.discovery), message!("Import changes of {}", row.output));
        self.ctx.write(op, |w| {
            for image in images {
                w.keep_attachment(image)?;
            }
            for one in new {
                w.insert_report_suggestion(&row, (&one.author, Some(turn)), &one.suggested)?;
            }
            Ok(())
        })?;
        self.ctx.read(|r| views(r, &row, r.report_suggestions_of_turn(turn)?))
    }

    /// Returns what waits, also what is stale, in the order of its making.
    pub fn suggestions(&self, report: Uuid) -> Result<Vec<ReviewSuggestion>> {
        self.ctx.read(|r| {
            let row = row(r, report)?;
            views(r, &row, r.waiting_report_suggestions(row.seq)?)
        })
    }

    /// Accepts what still applies, in the order of its making and as one step.
    pub fn accept(&self, report: Uuid, choice: &Choice) -> Result<DecisionResult> {
        self.decide(report, |of| message!("Accept changes of {}", of), |w| accept(w, report, choice))
    }

    /// Rejects, as one step.
    pub fn reject(&self, report: Uuid, choice: &Choice) -> Result<DecisionResult> {
        self.decide(report, |of| message!("Reject changes of {}", of), |w| reject(w, report, choice))
    }

    /// Puts another text in the place of what is suggested: a body, or the title of a renaming.
    pub fn reword(&self, report: Uuid, suggestion: Uuid, text: &str) -> Result<ReviewSuggestion> {
        let found = self.ctx.read(|r| row(r, report))?;
        let op =
            Op::named(Stack::Discovery(found.discovery), message!("Word a suggestion of {} otherwise", found.output));
        self.ctx.write(op, |w| {
            let row = row(w, report)?;
            let now = tree::read(w, &row)?;
            let [waiting] = &chosen(w, &row, &Choice::Ids(vec![suggestion]))?[..] else { return Err(no_suggestion()) };
            let reworded = waiting.suggested.reworded(&now, text).ok_or_else(not_worded)?;
            let body = now.wording(reworded.section).map_or("", |(_, body)| body);
            let unknown = unknown_citations(w, row.discovery, body, text)?;
            if !unknown.is_empty() {
                return Err(Error::refused(cannot_be_cited(&unknown)));
            }
            Ok(w.set_report_suggestion(suggestion, &reworded, SuggestionState::Pending)?)
        })?;
        let all = self.suggestions(report)?;
        all.into_iter().find(|one| one.id == suggestion).ok_or_else(no_suggestion)
    }

    /// Says whether what a model changes is applied without asking.
    pub fn set_apply_at_once(&self, report: Uuid, apply_at_once: bool) -> Result<()> {
        let found = self.ctx.read(|r| row(r, report))?;
        let name = match apply_at_once {
            true => message!("Apply changes at once in {}", found.output),
            false => message!("Ask before changes of {}", found.output),
        };
        let op = Op::named(Stack::Discovery(found.discovery), name);
        self.ctx.write(op, |w| Ok(w.set_report_apply_at_once(found.seq, apply_at_once)?))?;
        Ok(())
    }

    /// Returns the report as it would be with all that waits of a turn accepted.
    pub fn draft_of(&self, report: Uuid, turn: Uuid) -> Result<Report> {
        self.ctx.read(|r| draft(r, &row(r, report)?, turn))
    }

    /// Returns number and title of each section that a turn suggests to change, or changed, in the order of its doing.
    pub fn updated_by(&self, report: Uuid, turn: Uuid) -> Result<Vec<(String, String)>> {
        let all = self.ctx.read(|r| views(r, &row(r, report)?, r.report_suggestions_of_turn(turn)?))?;
        let mut seen: Vec<Uuid> = Vec::new();
        let mut updated = Vec::new();
        for one in all.into_iter().filter(|one| one.standing != Standing::Rejected) {
            if !seen.contains(&one.section) {
                seen.push(one.section);
                updated.push((one.number, one.title));
            }
        }
        Ok(updated)
    }

    fn decide(
        &self,
        report: Uuid,
        name: impl FnOnce(&str) -> UserMessage,
        decide: impl FnOnce(&mut Writer<'_>) -> Result<(Vec<Uuid>, Vec<Uuid>)>,
    ) -> Result<DecisionResult> {
        let found = self.ctx.read(|r| row(r, report))?;
        let op = Op::named(Stack::Discovery(found.discovery), name(&found.output.to_string()));
        let (decided, stale) = self.ctx.write(op, |w| with_sources(w, report, decide))?.value;
        Ok(DecisionResult { decided, stale })
    }
}

/// The report with all that waits of a turn accepted, which is what the turn goes on with.
fn draft(r: &Reader, row: &ReportRow, turn: Uuid) -> Result<Report> {
    let waiting = r.waiting_report_suggestions(row.seq)?;
    let of_turn = waiting.iter().filter(|one| one.turn == Some(turn)).map(|one| &one.suggested);
    Ok(preview(&tree::read(r, row)?, of_turn).0)
}

/// Stores operations as suggestions. Returns those that are new or changed, and why others are refused.
fn put(
    w: &mut Writer<'_>,
    id: Uuid,
    by: SuggestionAuthor<'_>,
    operations: &[Operation],
) -> Result<(Vec<Uuid>, Vec<String>)> {
    let row = row(w, id)?;
    let mut draft = draft(w, &row, by.turn)?;
    let (mut touched, mut refusals) = (Vec::new(), Vec::new());
    for operation in operations {
        let unknown = cited_by(w, row.discovery, &draft, operation)?;
        if !unknown.is_empty() {
            refusals.push(cannot_be_cited(&unknown).to_string());
            continue;
        }
        let body = |id| draft.wording(id).map_or_else(String::new, |(_, body)| body.to_owned());
        let operation = with_ids(w, row.discovery, operation, &body);
        match suggested(&mut draft, &operation) {
            Ok(found) => {
                for one in &found {
                    touched.extend(put_one(w, &row, by, one)?);
                }
            }
            Err(fault) => refusals.push(refused(fault).message.to_string()),
        }
    }
    if by.applies {
        tree::write(w, &row, &draft)?;
        w.touch_discovery(row.discovery)?;
    }
    Ok((touched, refusals))
}

fn put_one(
    w: &mut Writer<'_>,
    row: &ReportRow,
    by: SuggestionAuthor<'_>,
    new: &SectionSuggestion,
) -> Result<Option<Uuid>> {
    if by.applies {
        let made = w.insert_report_suggestion(row, (by.author, Some(by.turn)), new)?;
        w.set_report_suggestion(made.id, new, SuggestionState::Accepted)?;
        return Ok(Some(made.id));
    }
    let waiting = w.waiting_report_suggestions(row.seq)?;
    for mut earlier in waiting.into_iter().rev().filter(|one| one.turn == Some(by.turn)) {
        if earlier.suggested.absorb(new) {
            w.set_report_suggestion(earlier.id, &earlier.suggested, SuggestionState::Pending)?;
            if earlier.suggested.is_nothing() {
                w.hide_report_suggestion(earlier.id)?;
            }
            return Ok(Some(earlier.id));
        }
    }
    Ok(Some(w.insert_report_suggestion(row, (by.author, Some(by.turn)), new)?.id))
}

fn accept(w: &mut Writer<'_>, id: Uuid, choice: &Choice) -> Result<(Vec<Uuid>, Vec<Uuid>)> {
    let row = row(w, id)?;
    let chosen = chosen(w, &row, choice)?;
    let mut now = tree::partly(w, &row, &named(&chosen))?;
    let (mut decided, mut stale) = (Vec::new(), Vec::new());
    for waiting in chosen {
        let accepted = waiting.suggested.accept(&now, hunks_of(choice));
        match accepted.filter(|accepted| now.apply(&accepted.operation).is_ok()) {
            Some(accepted) => {
                tree::apply(w, &row, &accepted.operation)?;
                let state = if accepted.waits { SuggestionState::Pending } else { SuggestionState::Accepted };
                let left = SectionSuggestion { section: waiting.suggested.section, change: accepted.change };
                w.set_report_suggestion(waiting.id, &left, state)?;
                decided.push(waiting.id);
            }
            None => stale.push(waiting.id),
        }
    }
    if decided.is_empty() {
        return Err(Error::refused("This does not apply any more: the text was changed meanwhile.")
            .kept("The suggestion waits on.")
            .hint("Reject it, word it otherwise, or accept first what it rests on."));
    }
    w.touch_discovery(row.discovery)?;
    Ok((decided, stale))
}

fn reject(w: &mut Writer<'_>, id: Uuid, choice: &Choice) -> Result<(Vec<Uuid>, Vec<Uuid>)> {
    let row = row(w, id)?;
    let mut decided = Vec::new();
    for waiting in chosen(w, &row, choice)? {
        let change = waiting.suggested.reject(hunks_of(choice));
        let state = if hunks_of(choice).is_none() || change.is_decided() {
            SuggestionState::Rejected
        } else {
            SuggestionState::Pending
        };
        w.set_report_suggestion(waiting.id, &SectionSuggestion { section: waiting.suggested.section, change }, state)?;
        decided.push(waiting.id);
    }
    Ok((decided, Vec::new()))
}

/// The suggestions that wait and are meant.
fn chosen(r: &Reader, row: &ReportRow, choice: &Choice) -> Result<Vec<ReportSuggestionRow>> {
    let mut waiting = r.waiting_report_suggestions(row.seq)?;
    let ids: &[Uuid] = match choice {
        Choice::Ids(ids) => ids,
        Choice::Hunks(id, _) => std::slice::from_ref(id),
        Choice::All | Choice::Section(_) | Choice::Turn(_) => &[],
    };
    if ids.iter().any(|id| !waiting.iter().any(|one| one.id == *id)) {
        return Err(no_suggestion());
    }
    waiting.retain(|one| match choice {
        Choice::All => true,
        Choice::Ids(_) | Choice::Hunks(..) => ids.contains(&one.id),
        Choice::Section(section) => one.suggested.section == *section,
        Choice::Turn(turn) => one.turn == Some(*turn),
    });
    if waiting.is_empty() {
        return Err(Error::refused("There is no suggestion that waits."));
    }
    Ok(waiting)
}

fn hunks_of(choice: &Choice) -> Option<&[usize]> {
    match choice {
        Choice::Hunks(_, hunks) => Some(hunks),
        _ => None,
    }
}

/// The sections that suggestions speak of, whose bodies are to be seen.
fn named(rows: &[ReportSuggestionRow]) -> Vec<Uuid> {
    rows.iter().flat_map(|row| row.suggested.sections()).collect()
}

/// Numbers and titles of a report's sections.
struct SectionNames(HashMap<Uuid, (String, String)>);

impl SectionNames {
    fn in_report(report: &Report) -> Self {
        let lines = report.outline();
        Self(lines.into_iter().map(|line| (line.section.id, (line.number, line.section.title.clone()))).collect())
    }

    fn number(&self, id: Uuid) -> String {
        self.0.get(&id).map(|(number, _)| number.clone()).unwrap_or_default()
    }
}

fn views(r: &Reader, row: &ReportRow, rows: Vec<ReportSuggestionRow>) -> Result<Vec<ReviewSuggestion>> {
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let now = tree::partly(r, row, &named(&rows))?;
    let waits = |one: &&ReportSuggestionRow| one.state == SuggestionState::Pending;
    let (then, applied) = preview(&now, rows.iter().filter(waits).map(|one| &one.suggested));
    let mut applied = applied.into_iter();
    let (names, names_then) = (SectionNames::in_report(&now), SectionNames::in_report(&then));
    let view = |row: ReportSuggestionRow| {
        let standing = match row.state {
            SuggestionState::Accepted => Standing::Accepted,
            SuggestionState::Rejected => Standing::Rejected,
            SuggestionState::Pending if applied.next() == Some(true) => Standing::Pending,
            SuggestionState::Pending if row.suggested.operation(&now).is_some() => Standing::Pending,
            SuggestionState::Pending => Standing::Stale,
        };
        view(row, standing, &now, (&names, &names_then))
    };
    Ok(rows.into_iter().map(view).collect())
}

fn view(
    row: ReportSuggestionRow,
    standing: Standing,
    now: &Report,
    (names, then): (&SectionNames, &SectionNames),
) -> ReviewSuggestion {
    let section = row.suggested.section;
    let number = Some(names.number(section)).filter(|number| !number.is_empty());
    let (before, after) = texts(&row.suggested, now, names.number(section), then.number(section));
    let title = match &row.suggested.change {
        SuggestedChange::Add { section, .. } => section.title.clone(),
        SuggestedChange::Delete { was } => was.title.clone(),
        _ if section == Report::ITSELF => now.title.clone(),
        _ => names.0.get(&section).or_else(|| then.0.get(&section)).map(|(_, title)| title.clone()).unwrap_or_default(),
    };
    let placed = row.suggested.placed(now).into_iter().enumerate();
    let hunks = placed.filter_map(|(number, hunk)| hunk.map(|hunk| NumberedHunk { number, hunk })).collect();
    let position = match &row.suggested.change {
        SuggestedChange::Add { place, .. } | SuggestedChange::Move { place, .. } => Some(*place),
        _ => None,
    };
    ReviewSuggestion {
        id: row.id,
        kind: row.suggested.change.kind(),
        section,
        number: number.unwrap_or_else(|| then.number(section)),
        title,
        author: row.author,
        turn: row.turn,
        made_at: row.made_at,
        standing,
        before,
        after,
        hunks,
        position,
    }
}

/// Returns the old text and the new one.
fn texts(of: &SectionSuggestion, now: &Report, number: String, then: String) -> (String, String) {
    match &of.change {
        SuggestedChange::Add { section, .. } => (String::new(), section.body_md.clone()),
        SuggestedChange::Delete { was } => (was.body_md.clone(), String::new()),
        SuggestedChange::Move { .. } | SuggestedChange::Appendix { .. } => (number, then),
        SuggestedChange::Rename { before, after } => (before.clone(), after.clone()),
        SuggestedChange::Edit { .. } => of.bodies(now),
    }
}

/// Returns what an operation would cite that does not exist, and that was not there before.
fn cited_by(r: &Reader, discovery: DiscoverySeq, draft: &Report, operation: &Operation) -> Result<Vec<String>> {
    match operation {
        Operation::Add { section, .. } => cited_within(r, discovery, section),
        Operation::Update { id, body_md: Some(body), .. } => {
            let before = draft.wording(*id).map_or("", |(_, body)| body);
            unknown_citations(r, discovery, before, body)
        }
        Operation::Batch { operations } => {
            let each = operations.iter().map(|operation| cited_by(r, discovery, draft, operation));
            Ok(each.collect::<Result<Vec<_>>>()?.concat())
        }
        Operation::Update { .. } | Operation::Move { .. } | Operation::Delete { .. } => Ok(Vec::new()),
    }
}

fn cited_within(r: &Reader, discovery: DiscoverySeq, section: &Section) -> Result<Vec<String>> {
    let mut unknown = unknown_citations(r, discovery, "", &section.body_md)?;
    for child in &section.children {
        unknown.extend(cited_within(r, discovery, child)?);
    }
    Ok(unknown)
}

fn unknown_citations(r: &Reader, discovery: DiscoverySeq, before: &str, after: &str) -> Result<Vec<String>> {
    let known: Vec<_> = citations(before).into_iter().map(|citation| citation.label).collect();
    let mut unknown = Vec::new();
    for citation in citations(after) {
        if !known.contains(&citation.label) && r.member(discovery, citation.label)?.is_none() {
            unknown.push(citation.label.to_string());
        }
    }
    Ok(unknown)
}

fn cannot_be_cited(unknown: &[String]) -> UserMessage {
    message!("These do not exist and cannot be cited: {}.", unknown.join(", "))
}

fn no_suggestion() -> Error {
    Error::not_found("There is no such suggestion that waits.").hint("It may be decided already: undo brings it back.")
}

fn not_worded() -> Error {
    Error::refused("This suggestion has no words to change.").hint("Accept or reject it.")
}
