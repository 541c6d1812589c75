//! The states of facts after each step of a history.
//!
//! A column's value is what the last change of a step that stands made it, up to the step that is asked for; else what it
//! was before its first change; else what it is. That is how undo settles a row, so the past is what going back would
//! show: a step that was undone never was.

use std::collections::BTreeSet;

use crate::ledger::Status;

/// The state of a fact, as far as its history is recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    pub status: Status,
    pub needs_review: bool,
    pub is_hidden: bool,
}

/// A [`State`] in one byte, so that the thousands of a history can be held side by side, and compared at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bits(pub u8);

impl Bits {
    /// Of one that is not there.
    pub const HIDDEN: Self = Self(1 << 4);
    pub const REVIEW: Self = Self(1 << 3);
    const STATUS: u8 = Self::REVIEW.0 - 1;

    pub const fn of(state: State) -> Self {
        let review = if state.needs_review { Self::REVIEW.0 } else { 0 };
        let hidden = if state.is_hidden { Self::HIDDEN.0 } else { 0 };
        Self(state.status as u8 | review | hidden)
    }

    pub fn state(self) -> State {
        State {
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
    pub before: Bits,
    pub after: Bits,
}

impl FactEvent {
    /// A fact that is added is one that is hidden no more: nothing is known of its other columns.
    pub const fn added(step: i64, fact: i64) -> Self {
        Self { step, fact, before: Bits::HIDDEN, after: Bits(0) }
    }
}

/// Finds facts in an ascending list. What steps touch comes mostly in order and in runs, so the place that lies as far from
/// the last one as the numbers do is looked at first.
pub struct FactPlaces<'s> {
    facts: &'s [(i64, State)],
    last: usize,
}

impl<'s> FactPlaces<'s> {
    pub const fn of(facts: &'s [(i64, State)]) -> Self {
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
    facts: Vec<(i64, State)>,
    changes: Vec<KeptEvent>,
    /// Steps that do not stand.
    undone: BTreeSet<i64>,
}

/// The stored part of an [`FactEvent`].
#[derive(Clone, Copy, Debug)]
struct KeptEvent {
    step: i64,
    /// Of the fact in the list of all.
    place: u32,
    columns: u8,
    before: Bits,
    after: Bits,
}

/// By what states are sorted: one piece of code for all that do, since the standard library's is made anew for each key.
pub const fn fact_of(of: &(i64, State)) -> i64 {
    of.0
}

impl Timeline {
    /// `now` is where every fact of the discovery stands, in any order; each once. `undone` are steps that do not stand.
    pub fn new(mut now: Vec<(i64, State)>, events: &[FactEvent], undone: BTreeSet<i64>) -> Self {
        now.sort_by_key(fact_of);
        let mut timeline = Self { facts: now, changes: Vec::with_capacity(events.len()), undone };
        timeline.go_on(events);
        timeline
    }

    /// The same history some steps later, as [`Self::new`] would make it of all that happened: `now` is where every fact
    /// stands by now, and `events` are those since.
    #[must_use]
    pub fn later(mut self, mut now: Vec<(i64, State)>, events: &[FactEvent], undone: BTreeSet<i64>) -> Self {
        now.sort_by_key(fact_of);
        let is_longer =
            now.len() >= self.facts.len() && self.facts.iter().zip(&now).all(|(one, other)| one.0 == other.0);
        if !is_longer {
            let mut all = self.events();
            all.extend_from_slice(events);
            return Self::new(now, &all, undone);
        }
        (self.facts, self.undone) = (now, undone);
        self.go_on(events);
        self
    }

    fn go_on(&mut self, events: &[FactEvent]) {
        let mut places = FactPlaces::of(&self.facts);
        for event in events {
            let place = places.find(event.fact).and_then(|place| u32::try_from(place).ok());
            let Some(place) = place else { continue };
            let FactEvent { step, before, after, .. } = *event;
            self.changes.push(KeptEvent { step, place, columns: before.differing(after), before, after });
        }
    }

    fn events(&self) -> Vec<FactEvent> {
        let event = |change: &KeptEvent| {
            let (fact, _) = self.facts.get(change.place as usize)?;
            Some(FactEvent { step: change.step, fact: *fact, before: change.before, after: change.after })
        };
        self.changes.iter().filter_map(event).collect()
    }

    /// Every fact there ever was, ascending, and where it stands now.
    pub fn facts(&self) -> &[(i64, State)] {
        &self.facts
    }

    /// The facts that any of these steps did something to.
    pub fn facts_of(&self, steps: &BTreeSet<i64>) -> BTreeSet<i64> {
        let of_steps = |change: &&KeptEvent| !steps.is_empty() && steps.contains(&change.step);
        let fact = |change: &KeptEvent| self.facts.get(change.place as usize).map(fact_of);
        BTreeSet::from_iter(self.changes.iter().filter(of_steps).filter_map(fact))
    }

    /// Every fact there was just after `step`, oldest first, and where it stood; 0 is the beginning.
    pub fn at(&self, step: i64) -> Vec<(i64, State)> {
        let mut cells = vec![Cell::default(); self.facts.len()];
        // Of one step there are mostly many in a row.
        let (mut of, mut counts) = (None, false);
        for change in &self.changes {
            if of != Some(change.step) {
                of = Some(change.step);
                counts = change.step <= step && !self.undone.contains(&change.step);
            }
            if let Some(cell) = cells.get_mut(change.place as usize) {
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
    state: Bits,
}

impl Cell {
    fn turn(&mut self, change: &KeptEvent, counts: bool) {
        // Before its first change a column was what that one found.
        self.state = self.state.with(change.columns & !self.columns, change.before);
        self.columns |= change.columns;
        if counts {
            self.state = self.state.with(change.columns, change.after);
        }
    }

    fn settled(self, now: State) -> State {
        if self.columns == 0 { now } else { Bits::of(now).with(self.columns, self.state).state() }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{Bits, FactEvent, FactPlaces, State, Timeline};
    use crate::ledger::Status::{self, Accepted, Proposed, Rejected};

    const fn state(status: Status) -> State {
        State { status, needs_review: false, is_hidden: false }
    }

    const fn changed(step: i64, fact: i64, before: State, after: State) -> FactEvent {
        FactEvent { step, fact, before: Bits::of(before), after: Bits::of(after) }
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
        let facts: Vec<(i64, State)> = (0..20).map(|at| at * 3).chain(70..80).map(|at| (at, state(Proposed))).collect();
        let mut places = FactPlaces::of(&facts);
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
                let state = State { status, needs_review, is_hidden };
                assert_eq!(Bits::of(state).state(), state);
                let other = State { is_hidden: !is_hidden, ..state };
                let settled =
                    Bits::of(self::state(Accepted)).with(Bits::of(state).differing(Bits::of(other)), Bits::of(other));
                assert_eq!(settled.state(), State { is_hidden: !is_hidden, ..self::state(Accepted) });
            }
        }
    }

    #[test]
    fn a_fact_stands_where_the_last_step_before_put_it() {
        let hidden = State { is_hidden: true, ..state(Accepted) };
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
        let to_look_at = State { needs_review: true, ..state(Proposed) };
        let seen = State { needs_review: true, ..state(Accepted) };
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
        let hidden = State { is_hidden: true, ..state(Proposed) };
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
        let hidden = State { is_hidden: true, ..state(Proposed) };
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
