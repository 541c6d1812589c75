//! Suggestions of a model, or of an edited file, for a report: each is one change of one section, made for the text as
//! it was. It applies to the report as it is now, or it is stale; it is never carried out elsewhere.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use uuid::Uuid;

use super::hunk::{Hunk, hunks, moved, rebase, take};
use super::operation::{Operation, OperationFault};
use super::section::{Report, Section};

use crate::named;

/// A change and the section that it changes or brings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SectionSuggestion {
    pub section: Uuid,
    pub change: SuggestedChange,
}

/// One change, with what it was made for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum SuggestedChange {
    Add { place: SectionPosition, section: Box<Section> },
    Delete { was: Box<Section> },
    Move { from: Option<Uuid>, place: SectionPosition },
    Rename { before: String, after: String },
    Edit { base: String, hunks: Vec<SuggestedHunk> },
    Appendix { after: bool },
}

/// A place among sections: behind a sibling where that is there, at an index otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SectionPosition {
    pub parent: Option<Uuid>,
    pub after: Option<Uuid>,
    pub index: usize,
}

/// A hunk, and what was decided on it. Its number is its place in the list, which stays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SuggestedHunk {
    #[serde(flatten)]
    pub hunk: Hunk,
    pub state: HunkState,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HunkState {
    Pending,
    Accepted,
    Rejected,
    /// Its words were edited before another hunk was accepted.
    Stale,
}

named! {
    /// The state of a suggestion.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum SuggestionState {
        Pending = "pending",
        Accepted = "accepted",
        Rejected = "rejected",
    }
}

/// The result of accepting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Acceptance {
    pub operation: Operation,
    /// The change with what was decided on it.
    pub change: SuggestedChange,
    /// True if some of it still waits.
    pub waits: bool,
}

/// Carries out an operation on a draft, and returns it as suggestions, each made for what those before it leave.
///
/// # Errors
/// When the operation does not apply: the draft is then as it was.
pub fn suggested(draft: &mut Report, operation: &Operation) -> Result<Vec<SectionSuggestion>, OperationFault> {
    let mut found = Vec::new();
    let mut after = draft.clone();
    collect(&mut after, operation, &mut found)?;
    *draft = after;
    Ok(found)
}

fn collect(
    draft: &mut Report,
    operation: &Operation,
    found: &mut Vec<SectionSuggestion>,
) -> Result<(), OperationFault> {
    if let Operation::Batch { operations } = operation {
        return operations.iter().try_for_each(|operation| collect(draft, operation, found));
    }
    let read = read(draft, operation);
    draft.apply(operation)?;
    found.extend(read);
    Ok(())
}

/// One operation that is no batch, as suggestions; none where it changes nothing or does not apply.
fn read(report: &Report, operation: &Operation) -> Vec<SectionSuggestion> {
    let one = |section, change| vec![SectionSuggestion { section, change }];
    match operation {
        Operation::Add { parent, index, section } => {
            let place = position_at(report, *parent, *index, None);
            one(section.id, SuggestedChange::Add { place, section: section.clone() })
        }
        Operation::Delete { id } => match report.find(*id) {
            Some(was) => one(*id, SuggestedChange::Delete { was: Box::new(was.clone()) }),
            None => Vec::new(),
        },
        Operation::Move { id, parent, index } => match report.position_of(*id) {
            Some((from, at)) if (from, at) != (*parent, *index) => {
                one(*id, SuggestedChange::Move { from, place: position_at(report, *parent, *index, Some(*id)) })
            }
            _ => Vec::new(),
        },
        Operation::Update { id, title, body_md, appendix } => {
            let Some((was, text)) = report.wording(*id) else { return Vec::new() };
            let rename = title.as_ref().filter(|title| **title != was);
            let rename = rename.map(|after| SuggestedChange::Rename { before: was.to_owned(), after: after.clone() });
            let edit = body_md.as_deref().filter(|body| *body != text);
            let edit = edit.map(|body| edit_of(text, body));
            let is_appendix = report.find(*id).is_some_and(|section| section.appendix);
            let appendix = appendix.filter(|appendix| *appendix != is_appendix);
            let appendix = appendix.map(|after| SuggestedChange::Appendix { after });
            [rename, edit, appendix]
                .into_iter()
                .flatten()
                .map(|change| SectionSuggestion { section: *id, change })
                .collect()
        }
        Operation::Batch { .. } => Vec::new(),
    }
}

fn edit_of(before: &str, after: &str) -> SuggestedChange {
    let pending = |hunk| SuggestedHunk { hunk, state: HunkState::Pending };
    SuggestedChange::Edit { base: before.to_owned(), hunks: hunks(before, after).into_iter().map(pending).collect() }
}

/// The place at an index of a parent, among the children without one that moves there.
fn position_at(report: &Report, parent: Option<Uuid>, index: usize, moving: Option<Uuid>) -> SectionPosition {
    let siblings: Vec<Uuid> = report.children(parent).map_or_else(Vec::new, |children| {
        children.iter().map(|child| child.id).filter(|id| Some(*id) != moving).collect()
    });
    let index = index.min(siblings.len());
    SectionPosition { parent, after: index.checked_sub(1).map(|before| siblings[before]), index }
}

impl SectionPosition {
    /// Its index now; none where the parent is gone.
    fn index(self, now: &Report, moving: Option<Uuid>) -> Option<usize> {
        let siblings = now.children(self.parent)?;
        let mut siblings = siblings.iter().map(|child| child.id).filter(|id| Some(*id) != moving);
        match self.after {
            None => Some(0),
            Some(after) => Some(siblings.position(|id| id == after).map_or(self.index, |at| at + 1)),
        }
    }
}

impl SuggestedChange {
    /// The word that it is stored and told under.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Add { .. } => "add",
            Self::Delete { .. } => "delete",
            Self::Move { .. } => "move",
            Self::Rename { .. } => "rename",
            Self::Edit { .. } => "edit",
            Self::Appendix { .. } => "appendix",
        }
    }

    /// Returns whether nothing of it is left to be decided.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        matches!(self, Self::Edit { hunks, .. } if hunks.iter().all(|hunk| hunk.state != HunkState::Pending))
    }

    /// Writes it into a section that is itself only suggested.
    fn write_into(&self, section: &mut Section) -> bool {
        match self {
            Self::Rename { after, .. } => section.title.clone_from(after),
            Self::Edit { base, hunks } => section.body_md = all_of(base, hunks),
            Self::Appendix { after } => section.appendix = *after,
            Self::Add { .. } | Self::Delete { .. } | Self::Move { .. } => return false,
        }
        true
    }
}

impl SectionSuggestion {
    /// Returns the sections that it is about, with what stands under one that goes.
    #[must_use]
    pub fn sections(&self) -> Vec<Uuid> {
        match &self.change {
            SuggestedChange::Delete { was } => ids(was),
            _ => vec![self.section],
        }
    }

    /// Returns what accepting all that waits of it does to the report as it is now; none where it is stale.
    #[must_use]
    pub fn operation(&self, now: &Report) -> Option<Operation> {
        self.accept(now, None).map(|accepted| accepted.operation)
    }

    /// Returns what accepting it, or some of its hunks by number, comes to; none where it is stale.
    #[must_use]
    pub fn accept(&self, now: &Report, chosen: Option<&[usize]>) -> Option<Acceptance> {
        let id = self.section;
        let whole = |operation| Some(Acceptance { operation, change: self.change.clone(), waits: false });
        match &self.change {
            SuggestedChange::Add { place, section } => {
                let index = place.index(now, None)?;
                let is_new = !ids(section).iter().any(|id| now.find(*id).is_some());
                let add = Operation::Add { parent: place.parent, index, section: section.clone() };
                is_new.then_some(add).and_then(whole)
            }
            SuggestedChange::Delete { was } => {
                (now.find(id)? == &**was).then_some(Operation::Delete { id }).and_then(whole)
            }
            SuggestedChange::Move { from, place } => {
                let index = place.index(now, Some(id))?;
                let applies =
                    now.position_of(id)?.0 == *from && place.parent.is_none_or(|root| !now.is_within(root, id));
                applies.then_some(Operation::Move { id, parent: place.parent, index }).and_then(whole)
            }
            SuggestedChange::Rename { before, after } => {
                (now.wording(id)?.0 == before).then(|| Operation::rename(id, after.clone())).and_then(whole)
            }
            SuggestedChange::Appendix { after } => {
                let is_news = now.find(id)?.appendix != *after;
                let set = Operation::Update { id, title: None, body_md: None, appendix: Some(*after) };
                is_news.then_some(set).and_then(whole)
            }
            SuggestedChange::Edit { base, hunks } => accept_hunks(id, (base, hunks), now.wording(id)?.1, chosen),
        }
    }

    /// Returns the change with all that waits of it, or some of its hunks by number, rejected.
    #[must_use]
    pub fn reject(&self, chosen: Option<&[usize]>) -> SuggestedChange {
        let mut change = self.change.clone();
        if let SuggestedChange::Edit { hunks, .. } = &mut change {
            for (_, hunk) in hunks.iter_mut().enumerate().filter(|(at, _)| is_chosen(chosen, *at)) {
                if hunk.state == HunkState::Pending {
                    hunk.state = HunkState::Rejected;
                }
            }
        }
        change
    }

    /// Returns the hunks of an edit where they stand in the report as it is now; none for one that does not apply.
    #[must_use]
    pub fn placed(&self, now: &Report) -> Vec<Option<Hunk>> {
        match (&self.change, now.wording(self.section)) {
            (SuggestedChange::Edit { base, hunks }, Some((_, body))) => placed(base, hunks, body),
            (SuggestedChange::Edit { hunks, .. }, None) => vec![None; hunks.len()],
            _ => Vec::new(),
        }
    }

    /// Returns the body as it stands and as the edit makes it: now, or when it was made where it does not apply now.
    #[must_use]
    pub fn bodies(&self, now: &Report) -> (String, String) {
        let SuggestedChange::Edit { base, hunks } = &self.change else { return (String::new(), String::new()) };
        let placed: Vec<Hunk> = self.placed(now).into_iter().flatten().collect();
        match now.wording(self.section) {
            Some((_, body)) if !placed.is_empty() => (body.to_owned(), take(body, &placed, |_| true)),
            _ => (base.clone(), all_of(base, hunks)),
        }
    }

    /// Takes a later change of the same turn into this one, where a reader sees one. Whether it did.
    pub fn absorb(&mut self, later: &Self) -> bool {
        match (&mut self.change, &later.change) {
            (SuggestedChange::Add { section, .. }, change) => {
                within(section, later.section).is_some_and(|section| change.write_into(section))
            }
            (SuggestedChange::Rename { after, .. }, SuggestedChange::Rename { before, after: last })
                if self.section == later.section && after == before =>
            {
                after.clone_from(last);
                true
            }
            (SuggestedChange::Edit { base, hunks }, SuggestedChange::Edit { base: between, hunks: more })
                if self.section == later.section && all_of(base, hunks) == *between =>
            {
                self.change = edit_of(base, &all_of(between, more));
                true
            }
            _ => false,
        }
    }

    /// Returns whether it is the same change, of a section that is new under whatever id.
    #[must_use]
    pub fn is_same_change(&self, other: &Self) -> bool {
        match (&self.change, &other.change) {
            (SuggestedChange::Add { place, section }, SuggestedChange::Add { place: at, section: new }) => {
                place == at && section.reads_as(new)
            }
            _ => self == other,
        }
    }

    /// Returns whether it changes nothing, as one that a later one took back.
    #[must_use]
    pub fn is_nothing(&self) -> bool {
        match &self.change {
            SuggestedChange::Edit { hunks, .. } => hunks.is_empty(),
            SuggestedChange::Rename { before, after } => before == after,
            _ => false,
        }
    }

    /// Returns it with another text in the place of what it suggests: a body, or the title of a renaming.
    #[must_use]
    pub fn reworded(&self, now: &Report, text: &str) -> Option<Self> {
        let change = match &self.change {
            SuggestedChange::Edit { .. } => edit_of(now.wording(self.section)?.1, text),
            SuggestedChange::Rename { before, .. } if !text.contains(['\n', '\r']) => {
                SuggestedChange::Rename { before: before.clone(), after: text.to_owned() }
            }
            SuggestedChange::Add { place, section } => {
                let section = Section { body_md: text.to_owned(), ..(**section).clone() };
                SuggestedChange::Add { place: *place, section: Box::new(section) }
            }
            _ => return None,
        };
        Some(Self { section: self.section, change })
    }
}

/// Returns the report with suggestions accepted in their order as far as they apply, and which did.
#[must_use]
pub fn preview<'s>(now: &Report, suggestions: impl IntoIterator<Item = &'s SectionSuggestion>) -> (Report, Vec<bool>) {
    let mut report = now.clone();
    let mut apply = |suggested: &SectionSuggestion| {
        suggested.operation(&report).is_some_and(|operation| report.apply(&operation).is_ok())
    };
    let applied = suggestions.into_iter().map(&mut apply).collect();
    (report, applied)
}

/// Returns whether a column of an exported row is the change that a suggestion makes.
pub fn is_change(json: &str) -> bool {
    serde_json::from_str::<SuggestedChange>(json).is_ok()
}

/// Returns whether an entry of an export is a suggestion that Factly could have written.
#[must_use]
pub fn is_suggestion(fields: &Map<String, Value>) -> bool {
    let text = |name: &str| fields.get(name).and_then(Value::as_str).unwrap_or_default();
    let change: Option<SuggestedChange> = serde_json::from_str(text("change")).ok();
    let is_id = |text: &str| text.parse::<Uuid>().is_ok();
    change.is_some_and(|change| change.kind() == text("kind"))
        && SuggestionState::parse(text("state")).is_some()
        && is_id(text("section"))
        && !text("author").is_empty()
        && (text("turn").is_empty() || is_id(text("turn")))
}

fn accept_hunks(
    id: Uuid,
    (base, hunks): (&str, &[SuggestedHunk]),
    body: &str,
    chosen: Option<&[usize]>,
) -> Option<Acceptance> {
    let placed = placed(base, hunks, body);
    let is_taken = |at: usize| hunks[at].state == HunkState::Pending && is_chosen(chosen, at);
    let taken: Vec<Hunk> =
        placed.iter().enumerate().filter(|(at, _)| is_taken(*at)).filter_map(|(_, hunk)| hunk.clone()).collect();
    if taken.is_empty() {
        return None;
    }
    let after = take(body, &taken, |_| true);
    let decided = hunks.iter().zip(&placed).enumerate().map(|(at, (was, placed))| match (was.state, placed) {
        (HunkState::Pending, None) => SuggestedHunk { state: HunkState::Stale, ..was.clone() },
        (HunkState::Pending, Some(hunk)) if is_taken(at) => {
            SuggestedHunk { hunk: hunk.clone(), state: HunkState::Accepted }
        }
        (HunkState::Pending, Some(hunk)) => match moved(hunk, &taken) {
            Some(hunk) => SuggestedHunk { hunk, state: HunkState::Pending },
            None => SuggestedHunk { hunk: hunk.clone(), state: HunkState::Stale },
        },
        _ => was.clone(),
    });
    let hunks: Vec<SuggestedHunk> = decided.collect();
    let waits = hunks.iter().any(|hunk| hunk.state == HunkState::Pending);
    let operation = Operation::set_body(id, after.clone());
    Some(Acceptance { operation, change: SuggestedChange::Edit { base: after, hunks }, waits })
}

/// Returns the position of each hunk in `body`; those that were decided have none.
fn placed(base: &str, hunks: &[SuggestedHunk], body: &str) -> Vec<Option<Hunk>> {
    let pending: Vec<Hunk> =
        hunks.iter().filter(|hunk| hunk.state == HunkState::Pending).map(|hunk| hunk.hunk.clone()).collect();
    let occurs = |hunk: &Hunk| body.get(hunk.at..hunk.at + hunk.before.len()) == Some(hunk.before.as_str());
    let placed = if base == body { pending.into_iter().map(Some).collect() } else { rebase(&pending, base, body) };
    let mut placed = placed.into_iter().map(|hunk| hunk.filter(occurs));
    hunks.iter().map(|hunk| if hunk.state == HunkState::Pending { placed.next().flatten() } else { None }).collect()
}

/// The base with all hunks that wait.
fn all_of(base: &str, suggested: &[SuggestedHunk]) -> String {
    let hunks: Vec<Hunk> = suggested.iter().map(|hunk| hunk.hunk.clone()).collect();
    take(base, &hunks, |at| suggested[at].state == HunkState::Pending)
}

fn is_chosen(chosen: Option<&[usize]>, at: usize) -> bool {
    chosen.is_none_or(|chosen| chosen.contains(&at))
}

fn ids(section: &Section) -> Vec<Uuid> {
    std::iter::once(section.id).chain(section.children.iter().flat_map(ids)).collect()
}

fn within(section: &mut Section, id: Uuid) -> Option<&mut Section> {
    if section.id == id {
        return Some(section);
    }
    section.children.iter_mut().find_map(|child| within(child, id))
}
