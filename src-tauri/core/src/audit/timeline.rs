//! The states of facts after each step of a history.
//!
//! A column's value is what the last change of a step that stands made it, up to the step that is asked for; else what it
//! was before its first change; else what it is. That is how undo settles a row, so the past is what going back would
//! show: a step that was undone never was.

use std::collections::BTreeSet;

use crate::facts::Status;

/// The state of a fact, as far as its history is recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FactState {
    pub status: Status,
    pub needs_review: bool,
    pub is_hidden: bool,
}

/// A [`FactState`] in one byte, so that the thousands of a history can be held side by side, and compared at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StateBits(pub u8);

impl StateBits {
    /// Of one that is not there.
    pub const HIDDEN: Self = Self(1 << 4);
    pub const REVIEW: Self = Self(1 << 3);
    const STATUS: u8 = Self::REVIEW.0 - 1;

    pub const fn from_state(state: FactState) -> Self {
        let review = if state.needs_review { Self::REVIEW.0 } else { 0 };
        let hidden = if state.is_hidden { Self::HIDDEN.0 } else { 0 };
        Self(state.status as u8 | review | hidden)
    }

    pub fn state(self) -> FactState {
        FactState {
            status: Status::ALL.get(usize::from(self.0 & Self::STATUS)).copied().unwrap_or(Status::Proposed),
            needs_review: self.0 & Self::REVIEW.0 != 0,
            is_hidden: self.0 & Self::HIDDEN.0 != 0,
        }
    }

    /// The columns in which two differ.
    const fn differing(self, other: Self) -> u8 {
        let differing = self.0 ^ other.0;
        if differing & Self::STATUS == 0 { differing } else { differing | Self::STATUS }
    }

    /// These, and in some columns the other's.
    const fn with(self, columns: u8, other: Self) -> Self {
        Self(self.0 & !columns | other.0 & columns)
    }
}

/// The effect of a step on a fact. Events are in the order in which the changes were made.
#[derive(Clone, Copy, Debug)]
pub struct FactEvent {
    pub step: i64,
    pub fact: i64,
    pub before: StateBits,
    pub after: StateBits,
}

impl FactEvent {
    /// A fact that is added is one that is hidden no more: nothing is known of its other columns.
    pub const fn added(step: i64, fact: i64) -> Self {
        Self { step, fact, before: StateBits::HIDDEN, after: StateBits(0) }
    }
}

/// Finds facts in an ascending list. What steps touch comes mostly in order and in runs, so the place that lies as far from
/// the last one as the numbers do is looked at first.
pub struct FactPositions<'s> {
    facts: &'s [(i64, FactState)],
    last: usize,
}

impl<'s> FactPositions<'s> {
    pub const fn new(facts: &'s [(i64, FactState)]) -> Self {
        Self { facts, last: 0 }
    }

    pub fn find(&mut self, fact: i64) -> Option<usize> {
        let found = self.guessed(fact).or_else(|| self.facts.binary_search_by_key(&fact, fact_of).ok());
        self.last = found.unwrap_or(self.last);
        found
    }

    fn guessed(&self, fact: i64) -> Option<usize> {
        let (last, _) = self.facts.get(self.last)?;
        let at = self.last.wrapping_add(fact.wrapping_sub(*last) as usize);
        (self.facts.get(at)?.0 == fact).then_some(at)
    }
}

/// The history of a discovery's facts.
#[derive(Clone, Debug, Default)]
pub struct Timeline {
    /// Ascending, with where each stands now.
    facts: Vec<(i64, FactState)>,
    changes: Vec<StoredEvent>,
    /// Steps that do not stand.
    undone: BTreeSet<i64>,
}

/// The stored part of an [`FactEvent`].
#[derive(Clone, Copy, Debug)]
struct StoredEvent {
    step: i64,
    /// Of the fact in the list of all.
    fact_index: u32,
    columns: u8,
    before: StateBits,
    after: StateBits,
}

/// By what states are sorted: one piece of code for all that do, since the standard library's is made anew for each key.
pub const fn fact_of(of: &(i64, FactState)) -> i64 {
    of.0
}

impl Timeline {
    /// `now` is where every fact of the discovery stands, in any order; each once. `undone` are steps that do not stand.
    pub fn new(mut now: Vec<(i64, FactState)>, events: &[FactEvent], undone: BTreeSet<i64>) -> Self {
        now.sort_by_key(fact_of);
        let mut timeline = Self { facts: now, changes: Vec::with_capacity(events.len()), undone };
        timeline.apply_events(events);
        timeline
    }

    /// The same history some steps later, as [`Self::new`] would make it of all that happened: `now` is where every fact
    /// stands by now, and `events` are those since.
    #[must_use]
    pub fn later(mut self, mut now: Vec<(i64, FactState)>, events: &[FactEvent], undone: BTreeSet<i64>) -> Self {
        now.sort_by_key(fact_of);
        let is_longer =
            now.len() >= self.facts.len() && self.facts.iter().zip(&now).all(|(one, other)| one.0 == other.0);
        if !is_longer {
            let mut all = self.events();
            all.extend_from_slice(events);
            return Self::new(now, &all, undone);
        }
        (self.facts, self.undone) = (now, undone);
        self.apply_events(events);
        self
    }

    fn apply_events(&mut self, events: &[FactEvent]) {
        let mut places = FactPositions::new(&self.facts);
        for event in events {
            let fact_index = places.find(event.fact).and_then(|index| u32::try_from(index).ok());
            let Some(fact_index) = fact_index else { continue };
            let FactEvent { step, before, after, .. } = *event;
            self.changes.push(StoredEvent { step, fact_index, columns: before.differing(after), before, after });
        }
    }

    fn events(&self) -> Vec<FactEvent> {
        let event = |change: &StoredEvent| {
            let (fact, _) = self.facts.get(change.fact_index as usize)?;
            Some(FactEvent { step: change.step, fact: *fact, before: change.before, after: change.after })
        };
        self.changes.iter().filter_map(event).collect()
    }

    /// Every fact there ever was, ascending, and where it stands now.
    pub fn facts(&self) -> &[(i64, FactState)] {
        &self.facts
    }

    /// The facts that any of these steps did something to.
    pub fn facts_of(&self, steps: &BTreeSet<i64>) -> BTreeSet<i64> {
        let of_steps = |change: &&StoredEvent| !steps.is_empty() && steps.contains(&change.step);
        let fact = |change: &StoredEvent| self.facts.get(change.fact_index as usize).map(fact_of);
        BTreeSet::from_iter(self.changes.iter().filter(of_steps).filter_map(fact))
    }

    /// Every fact there was just after `step`, oldest first, and where it stood; 0 is the beginning.
    pub fn at(&self, step: i64) -> Vec<(i64, FactState)> {
        let mut cells = vec![Cell::default(); self.facts.len()];
        // Of one step there are mostly many in a row.
        let (mut of, mut counts) = (None, false);
        for change in &self.changes {
            if of != Some(change.step) {
                of = Some(change.step);
                counts = change.step <= step && !self.undone.contains(&change.step);
            }
            if let Some(cell) = cells.get_mut(change.fact_index as usize) {
                cell.turn(change, counts);
            }
        }
        let mut then = Vec::with_capacity(self.facts.len());
        for ((fact, now), cell) in self.facts.iter().zip(&cells) {
            let state = cell.settled(*now);
            if !state.is_hidden {
                then.push((*fact, state));
            }
        }
        then
    }

    pub fn len(&self) -> usize {
        self.facts.len()
    }

    pub fn is_empty(&self) -> bool {
        self.facts.is_empty()
    }
}

/// The state of one fact, in the columns that a change was seen of.
#[derive(Clone, Copy, Default)]
struct Cell {
    columns: u8,
    state: StateBits,
}

impl Cell {
    fn turn(&mut self, change: &StoredEvent, counts: bool) {
        // Before its first change a column was what that one found.
        self.state = self.state.with(change.columns & !self.columns, change.before);
        self.columns |= change.columns;
        if counts {
            self.state = self.state.with(change.columns, change.after);
        }
    }

    fn settled(self, now: FactState) -> FactState {
        if self.columns == 0 { now } else { StateBits::from_state(now).with(self.columns, self.state).state() }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{FactEvent, FactPositions, FactState, StateBits, Timeline};
    use crate::facts::Status::{self, Accepted, Proposed, Rejected};

    const fn state(status: Status) -> FactState {
        FactState { status, needs_review: false, is_hidden: false }
    }

    const fn changed(step: i64, fact: i64, before: FactState, after: FactState) -> FactEvent {
        FactEvent { step, fact, before: StateBits::from_state(before), after: StateBits::from_state(after) }
    }

    #[track_caller]
    fn check(why: &str, timeline: &Timeline, step: i64, expected: &[(i64, Status)]) {
        let found: Vec<(i64, Status)> =
            timeline.at(step).into_iter().map(|(fact, state)| (fact, state.status)).collect();
        assert_eq!(found, expected, "{why}");
    }

    #[test]
    fn facts_are_found_in_whatever_order_they_are_looked_for() {
        // Some alone, then a run.
        let facts: Vec<(i64, FactState)> =
            (0..20).map(|at| at * 3).chain(70..80).map(|at| (at, state(Proposed))).collect();
        let mut places = FactPositions::new(&facts);
        for (fact, expected) in [
            (0, Some(0)),
            (6, Some(2)),
            (9, Some(3)),
            (57, Some(19)),
            (58, None),
            (3, Some(1)),
            (4, None),
            (57, Some(19)),
            (70, Some(20)),
            (75, Some(25)),
            (76, Some(26)),
            (71, Some(21)),
            (80, None),
            (69, None),
            (i64::MAX, None),
            (i64::MIN, None),
            (72, Some(22)),
        ] {
            assert_eq!(places.find(fact), expected, "{fact}, after what was looked for before");
        }
    }

    #[test]
    fn a_state_is_told_by_its_bits() {
        for status in Status::ALL {
            for (needs_review, is_hidden) in [(false, false), (false, true), (true, false), (true, true)] {
                let state = FactState { status, needs_review, is_hidden };
                assert_eq!(StateBits::from_state(state).state(), state);
                let other = FactState { is_hidden: !is_hidden, ..state };
                let settled = StateBits::from_state(self::state(Accepted)).with(
                    StateBits::from_state(state).differing(StateBits::from_state(other)),
                    StateBits::from_state(other),
                );
                assert_eq!(settled.state(), FactState { is_hidden: !is_hidden, ..self::state(Accepted) });
            }
        }
    }

    #[test]
    fn a_fact_stands_where_the_last_step_before_put_it() {
        let hidden = FactState { is_hidden: true, ..state(Accepted) };
        let timeline = Timeline::new(
            vec![(7, state(Rejected)), (8, hidden), (3, state(Proposed))],
            &[
                FactEvent::added(10, 7),
                changed(11, 7, state(Proposed), state(Accepted)),
                FactEvent::added(12, 8),
                changed(13, 7, state(Accepted), state(Rejected)),
                changed(14, 8, state(Accepted), hidden),
            ],
            [].into(),
        );
        check("a fact that no step added was always there", &timeline, 0, &[(3, Proposed)]);
        check("it stands as it was added", &timeline, 10, &[(3, Proposed), (7, Proposed)]);
        check("then as it was decided", &timeline, 11, &[(3, Proposed), (7, Accepted)]);
        check("a deleted one was there until then", &timeline, 13, &[(3, Proposed), (7, Rejected), (8, Accepted)]);
        check("and now", &timeline, i64::MAX, &[(3, Proposed), (7, Rejected)]);
    }

    /// Two columns of one fact, turned by steps whose changes lie between each other's.
    #[test]
    fn each_column_stands_where_the_last_step_put_it_that_changed_it() {
        let to_look_at = FactState { needs_review: true, ..state(Proposed) };
        let seen = FactState { needs_review: true, ..state(Accepted) };
        let events = [
            changed(11, 3, state(Proposed), to_look_at),
            changed(10, 3, to_look_at, seen),
            changed(12, 3, seen, state(Accepted)),
        ];
        let at = |undone: BTreeSet<i64>, step| Timeline::new(vec![(3, state(Rejected))], &events, undone).at(step);
        assert_eq!(at([].into(), 9), [(3, state(Proposed))], "before all of them it was what the first found");
        assert_eq!(at([].into(), 10), [(3, state(Accepted))], "a step that came later is not seen");
        assert_eq!(at([].into(), 11), [(3, seen)]);
        assert_eq!(at([11].into(), 11), [(3, state(Accepted))], "one that was undone never was");
        assert_eq!(at([10].into(), 12), [(3, state(Proposed))], "and no other turned the status");
    }

    /// Read in two parts, with a step undone and one redone between them.
    #[test]
    fn a_history_that_goes_on_is_what_it_would_be_if_read_at_once() {
        let hidden = FactState { is_hidden: true, ..state(Proposed) };
        let first = [
            FactEvent::added(10, 3),
            changed(11, 3, state(Proposed), state(Accepted)),
            changed(12, 7, state(Proposed), state(Rejected)),
        ];
        let before = vec![(3, state(Proposed)), (7, state(Rejected))];
        let since = [FactEvent::added(13, 9), changed(14, 3, state(Accepted), state(Rejected))];
        for (why, now) in [
            ("facts came behind the others", vec![(3, state(Rejected)), (7, state(Proposed)), (9, hidden)]),
            ("and one between them", vec![(3, state(Rejected)), (5, hidden), (7, state(Proposed)), (9, hidden)]),
            ("and one went for good", vec![(3, state(Rejected)), (9, hidden)]),
        ] {
            let grown = Timeline::new(before.clone(), &first, [11].into()).later(now.clone(), &since, [12].into());
            let whole = Timeline::new(now, &[&first[..], &since].concat(), [12].into());
            assert_eq!(grown.facts(), whole.facts(), "{why}");
            for step in 9..16 {
                assert_eq!(grown.at(step), whole.at(step), "{why}, as of {step}");
            }
        }
        let timeline = Timeline::new(before, &first, [12].into());
        assert_eq!(timeline.facts_of(&[11, 12].into()), [3, 7].into());
        assert_eq!(timeline.facts_of(&[10].into()), [3].into());
    }

    #[test]
    fn a_step_that_was_undone_never_was() {
        let hidden = FactState { is_hidden: true, ..state(Proposed) };
        let timeline = Timeline::new(
            vec![(7, state(Rejected)), (8, hidden)],
            &[
                FactEvent::added(10, 7),
                changed(11, 7, state(Proposed), state(Accepted)),
                FactEvent::added(12, 8),
                changed(13, 7, state(Proposed), state(Rejected)),
            ],
            [11, 12].into(),
        );
        check("before and after it are the same", &timeline, 12, &[(7, Proposed)]);
        check("what came later counts", &timeline, 13, &[(7, Rejected)]);
    }
}
