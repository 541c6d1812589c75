//! A report that was edited elsewhere, merged back: which section is which, and what was changed as operations.
//!
//! A section is known by the id that its heading carried, else by its title, else by what it says and where it stands.
//! Where that is not clear it is a question to the analyst, and until it is answered nothing of it is changed.

use std::collections::{BTreeMap, HashMap, HashSet};

use uuid::Uuid;

use super::operation::{Fault, Operation};
use super::section::{OutlineLine, Report, Section};

/// A section as it came in, in reading order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct IncomingSection {
    /// The ids that its heading carries; several where headings were joined.
    pub ids: Vec<Uuid>,
    /// 1 for the first level.
    pub depth: usize,
    pub title: String,
    pub appendix: bool,
}

/// What is known of the bodies, which is not this module's.
pub struct Bodies<'b> {
    /// How much of an incoming body, by its place, is in the body of a section: 0 to 1.
    pub likeness: &'b dyn Fn(usize, &Section) -> f64,
    /// What a section's body is with what was edited; none where it stays.
    pub merged: &'b dyn Fn(usize, &Section) -> Option<String>,
    /// The body of a section that is new.
    pub new: &'b dyn Fn(usize) -> String,
    /// Whether a title says the same, however it is written.
    pub same_title: &'b dyn Fn(&str, &str) -> bool,
}

/// An incoming section that may be several of the report's, or a new one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// Its place among the incoming sections.
    pub incoming: usize,
    pub title: String,
    pub candidates: Vec<Uuid>,
}

/// What an answer says an incoming section is: one of the report's, or a new one.
pub type Answers = BTreeMap<usize, Option<Uuid>>;

/// What a file that came back comes to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Merge {
    pub operations: Vec<Operation>,
    pub questions: Vec<Question>,
}

/// So alike two bodies are to be one without a question, and so alike to ask.
const SURE: f64 = 0.75;
const MAYBE: f64 = 0.4;

/// Compares a report with what came in.
///
/// # Errors
/// When the incoming sections do not form a tree.
pub fn merge(
    report: &Report,
    incoming: &[IncomingSection],
    answers: &Answers,
    bodies: &Bodies<'_>,
    new_id: &mut dyn FnMut() -> Uuid,
) -> Result<Merge, Fault> {
    let mut matching = Matching::new(report, incoming, bodies);
    matching.by_answers(answers);
    matching.by_id();
    matching.by_title();
    matching.by_place();
    let questions = matching.by_likeness(answers);
    let asked: HashSet<usize> = questions.iter().map(|question| question.incoming).collect();
    let spared: HashSet<Uuid> = questions.iter().flat_map(|question| question.candidates.iter().copied()).collect();
    let of = matching.of;
    let mut draft = Draft { report: report.clone(), operations: Vec::new() };
    let target = draft.add_new(incoming, &of, &asked, bodies, new_id)?;
    draft.move_all(&target)?;
    draft.delete_missing(report, &target, &spared)?;
    draft.reword(report, incoming, &of, bodies)?;
    Ok(Merge { operations: draft.operations, questions })
}

struct Matching<'m> {
    lines: Vec<OutlineLine<'m>>,
    incoming: &'m [IncomingSection],
    bodies: &'m Bodies<'m>,
    /// Of each incoming section the one that it is.
    of: Vec<Option<Uuid>>,
    taken: HashSet<Uuid>,
    /// Those of which it is known that they are new.
    new: HashSet<usize>,
}

impl<'m> Matching<'m> {
    fn new(report: &'m Report, incoming: &'m [IncomingSection], bodies: &'m Bodies<'m>) -> Self {
        let (of, taken, new) = (vec![None; incoming.len()], HashSet::new(), HashSet::new());
        Self { lines: report.outline(), incoming, bodies, of, taken, new }
    }

    fn take(&mut self, at: usize, id: Uuid) {
        if self.taken.insert(id) {
            self.of[at] = Some(id);
        }
    }

    fn by_answers(&mut self, answers: &Answers) {
        let is_there: HashSet<Uuid> = self.lines.iter().map(|line| line.section.id).collect();
        for (at, answer) in answers.iter().filter(|(at, _)| **at < self.incoming.len()) {
            match answer {
                Some(id) if is_there.contains(id) => self.take(*at, *id),
                _ => drop(self.new.insert(*at)),
            }
        }
    }

    /// Of several ids on one heading the one of its title is meant, else the first.
    fn by_id(&mut self) {
        let titles: HashMap<Uuid, &str> =
            self.lines.iter().map(|line| (line.section.id, line.section.title.as_str())).collect();
        for at in self.open_incoming() {
            let section = &self.incoming[at];
            let known = section.ids.iter().filter(|id| titles.contains_key(id) && !self.taken.contains(id));
            let known: Vec<Uuid> = known.copied().collect();
            let same = |id: &&Uuid| titles.get(id).is_some_and(|title| (self.bodies.same_title)(title, &section.title));
            if let Some(id) = known.iter().find(same).or_else(|| known.first()).copied() {
                self.take(at, id);
            }
        }
    }

    fn open_incoming(&self) -> Vec<usize> {
        (0..self.incoming.len()).filter(|at| self.of[*at].is_none() && !self.new.contains(at)).collect()
    }

    fn open_sections(&self) -> Vec<&'m Section> {
        self.lines.iter().map(|line| line.section).filter(|section| !self.taken.contains(&section.id)).collect()
    }

    /// A title that stands once on either side.
    fn by_title(&mut self) {
        let (open, sections) = (self.open_incoming(), self.open_sections());
        let key = |title: &str| title.trim().to_lowercase();
        let mut here: HashMap<String, Vec<Uuid>> = HashMap::new();
        sections.iter().for_each(|section| here.entry(key(&section.title)).or_default().push(section.id));
        let mut there: HashMap<String, Vec<usize>> = HashMap::new();
        open.iter().for_each(|at| there.entry(key(&self.incoming[*at].title)).or_default().push(*at));
        for (title, at) in there {
            if let ([at], Some([id])) = (at.as_slice(), here.get(&title).map(Vec::as_slice)) {
                self.take(*at, *id);
            }
        }
    }

    /// One on either side between two that are known, and alike enough.
    fn by_place(&mut self) {
        for at in self.open_incoming() {
            let before = at.checked_sub(1).and_then(|at| self.of[at]);
            let place = |id: Uuid| self.lines.iter().position(|line| line.section.id == id);
            let next_here = match before {
                Some(id) => place(id).map(|place| place + 1),
                None => (at == 0).then_some(0),
            };
            let Some(line) = next_here.and_then(|place| self.lines.get(place)) else { continue };
            let after_here = next_here.and_then(|place| self.lines.get(place + 1)).map(|line| line.section.id);
            let after_there = self.of.get(at + 1).copied().flatten();
            let is_end = at + 1 == self.incoming.len() && after_here.is_none();
            let is_between = is_end || after_there.is_some() && after_there == after_here;
            let section = line.section;
            let is_free = !self.taken.contains(&section.id);
            let has_words = !section.body_md.trim().is_empty();
            if is_free && is_between && has_words && (self.bodies.likeness)(at, section) >= MAYBE {
                self.take(at, section.id);
            }
        }
    }

    /// The one that says the same, if no other nearly does; a question where one or several may be meant.
    fn by_likeness(&mut self, answers: &Answers) -> Vec<Question> {
        let mut questions = Vec::new();
        for at in self.open_incoming() {
            let mut alike: Vec<(f64, Uuid)> = self
                .open_sections()
                .iter()
                .filter(|section| !section.body_md.trim().is_empty())
                .map(|section| ((self.bodies.likeness)(at, section), section.id))
                .filter(|(likeness, _)| *likeness >= MAYBE)
                .collect();
            alike.sort_by(|one, two| two.0.total_cmp(&one.0));
            match alike.as_slice() {
                [] => {}
                [(likeness, id)] if *likeness >= SURE => self.take(at, *id),
                [(likeness, id), (second, _), ..] if *likeness >= SURE && *second < MAYBE + 0.1 => self.take(at, *id),
                several if !answers.contains_key(&at) => questions.push(Question {
                    incoming: at,
                    title: self.incoming[at].title.clone(),
                    candidates: several.iter().map(|(_, id)| *id).collect(),
                }),
                _ => {}
            }
        }
        questions
    }
}

/// The report while it becomes what came in.
struct Draft {
    report: Report,
    operations: Vec<Operation>,
}

/// Under which section each stands, in their order.
type Target = Vec<(Uuid, Option<Uuid>)>;

impl Draft {
    fn apply(&mut self, operation: Operation) -> Result<(), Fault> {
        self.report.apply(&operation)?;
        self.operations.push(operation);
        Ok(())
    }

    /// Where a section stands that follows `before` under `parent`.
    fn index_after(&self, parent: Option<Uuid>, before: Option<Uuid>, moved: Uuid) -> usize {
        let children = match parent {
            None => &self.report.sections,
            Some(id) => match self.report.find(id) {
                Some(section) => &section.children,
                None => return 0,
            },
        };
        let others = children.iter().filter(|child| child.id != moved);
        before.and_then(|before| others.clone().position(|child| child.id == before)).map_or(0, |at| at + 1)
    }

    /// Adds what is new where it stands, and returns the tree that came in.
    fn add_new(
        &mut self,
        incoming: &[IncomingSection],
        of: &[Option<Uuid>],
        asked: &HashSet<usize>,
        bodies: &Bodies<'_>,
        new_id: &mut dyn FnMut() -> Uuid,
    ) -> Result<Target, Fault> {
        let mut target: Target = Vec::new();
        let mut open: Vec<(usize, Uuid)> = Vec::new();
        for (at, came) in incoming.iter().enumerate().filter(|(at, _)| !asked.contains(at)) {
            while open.last().is_some_and(|(depth, _)| *depth >= came.depth) {
                open.pop();
            }
            let parent = open.last().map(|(_, id)| *id);
            let id = match of[at] {
                Some(id) => id,
                None => {
                    let mut section = Section::new(new_id(), came.title.clone(), (bodies.new)(at));
                    section.appendix = came.appendix;
                    let id = section.id;
                    let before = target.iter().rev().find(|(_, of)| *of == parent).map(|(id, _)| *id);
                    let index = self.index_after(parent, before, id);
                    self.apply(Operation::Add { parent, index, section: Box::new(section) })?;
                    id
                }
            };
            target.push((id, parent));
            open.push((came.depth, id));
        }
        Ok(target)
    }

    /// Moves those that stand under another section, and the fewest of those that stand in another order.
    fn move_all(&mut self, target: &Target) -> Result<(), Fault> {
        let stays = self.staying(target);
        let mut last: HashMap<Option<Uuid>, Uuid> = HashMap::new();
        for (id, parent) in target {
            let before = last.insert(*parent, *id);
            let is_there = self.report.place_of(*id).is_some_and(|(of, _)| of == *parent);
            if is_there && stays.contains(id) {
                continue;
            }
            let index = self.index_after(*parent, before, *id);
            self.apply(Operation::Move { id: *id, parent: *parent, index })?;
        }
        Ok(())
    }

    /// Those that are in order already: of each section's children one longest rising sequence.
    fn staying(&self, target: &Target) -> HashSet<Uuid> {
        let mut ranks: BTreeMap<Option<Uuid>, Vec<(usize, Uuid)>> = BTreeMap::new();
        for (id, parent) in target {
            if let Some((of, index)) = self.report.place_of(*id)
                && of == *parent
            {
                ranks.entry(*parent).or_default().push((index, *id));
            }
        }
        ranks.into_values().flat_map(|children| rising(&children)).collect()
    }

    /// Deletes what is not there any more: each with all that is left under it.
    fn delete_missing(&mut self, before: &Report, target: &Target, spared: &HashSet<Uuid>) -> Result<(), Fault> {
        let kept: HashSet<Uuid> = target.iter().map(|(id, _)| *id).collect();
        let is_wanted = |section: &Section| holds_any(section, &kept) || holds_any(section, spared);
        let missing: Vec<Uuid> = before.outline().iter().map(|line| line.section.id).collect();
        for id in missing {
            if self.report.find(id).is_some_and(|section| !is_wanted(section)) {
                self.apply(Operation::Delete { id })?;
            }
        }
        Ok(())
    }

    /// What is said otherwise.
    fn reword(
        &mut self,
        before: &Report,
        incoming: &[IncomingSection],
        of: &[Option<Uuid>],
        bodies: &Bodies<'_>,
    ) -> Result<(), Fault> {
        for (at, id) in of.iter().enumerate() {
            let Some(section) = id.and_then(|id| before.find(id)) else { continue };
            let came = &incoming[at];
            let title = (!(bodies.same_title)(&section.title, &came.title)).then(|| came.title.clone());
            let body_md = (bodies.merged)(at, section);
            if title.is_some() || body_md.is_some() {
                self.apply(Operation::Update { id: section.id, title, body_md, appendix: None })?;
            }
        }
        Ok(())
    }
}

fn holds_any(section: &Section, ids: &HashSet<Uuid>) -> bool {
    ids.contains(&section.id) || section.children.iter().any(|child| holds_any(child, ids))
}

/// The ids of one longest sequence whose indexes rise.
fn rising(children: &[(usize, Uuid)]) -> Vec<Uuid> {
    let mut best: Vec<(usize, Option<usize>)> = Vec::with_capacity(children.len());
    let mut ends: Vec<usize> = Vec::new();
    for (at, (index, _)) in children.iter().enumerate() {
        let length = ends.partition_point(|end| children[*end].0 < *index);
        best.push((length, length.checked_sub(1).map(|last| ends[last])));
        if length == ends.len() {
            ends.push(at);
        } else {
            ends[length] = at;
        }
    }
    let last = ends.last().copied();
    std::iter::successors(last, |at| best[*at].1).map(|at| children[at].1).collect()
}
