//! Where facts stood after each step of a history.
//!
//! A column's value is what the last change of a step that stands made it, up to the step that is asked for; else what it
//! was before its first change; else what it is. That is how undo settles a row, so the past is what going back would
//! show: a step that was undone never was.

use std::collections::BTreeSet;

use crate::ledger::Status;
use crate::order::set;

/// Where a fact stands, as far as its history is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    pub status: Status,
    pub needs_review: bool,
    pub is_hidden: bool,
}

/// What a step did to a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    Added,
    Changed { before: State, after: State },
}

/// In the order in which changes were made.
#[derive(Clone, Copy, Debug)]
pub struct Event {
    pub step: i64,
    /// The step stands: it was not undone.
    pub stands: bool,
    pub fact: i64,
    pub what: What,
}

/// Finds facts in an ascending list. What steps touch comes mostly in order, so the place found last is looked behind
/// first.
pub struct Places<'s> {
    facts: &'s [(i64, State)],
    last: usize,
}

impl<'s> Places<'s> {
    /// How far behind the last place is looked before all is searched.
    const NEAR: usize = 3;

    pub const fn of(facts: &'s [(i64, State)]) -> Self {
        Self { facts, last: 0 }
    }

    pub fn find(&mut self, fact: i64) -> Option<usize> {
        let near = self.facts.iter().enumerate().skip(self.last).take(Self::NEAR);
        let near = near.map(|(at, (known, _))| (at, *known)).find(|(_, known)| *known == fact);
        let found = near.map(|(at, _)| at).or_else(|| self.facts.binary_search_by_key(&fact, |(known, _)| *known).ok());
        self.last = found.unwrap_or(self.last);
        found
    }
}

/// The history of a discovery's facts.
#[derive(Clone, Debug, Default)]
pub struct Timeline {
    /// Ascending, with where each stands now.
    facts: Vec<(i64, State)>,
    /// By the fact's place in the list above.
    events: Vec<(u32, Event)>,
}

/// By what states are sorted: one piece of code for all that do, since the standard library's is made anew for each key.
pub const fn fact_of(of: &(i64, State)) -> i64 {
    of.0
}

impl Timeline {
    /// `now` is where every fact of the discovery stands, in any order; each once.
    pub fn new(mut now: Vec<(i64, State)>, events: Vec<Event>) -> Self {
        now.sort_by_key(fact_of);
        let mut places = Places::of(&now);
        let placed = |event: Event| Some((u32::try_from(places.find(event.fact)?).ok()?, event));
        let events = events.into_iter().filter_map(placed).collect();
        Self { facts: now, events }
    }

    /// The same history some steps later, as [`Self::new`] would make it of all that happened: `now` is where every fact
    /// stands by now, `events` are those since, and of `turned` it changed whether they stand.
    #[must_use]
    pub fn later(mut self, mut now: Vec<(i64, State)>, events: Vec<Event>, turned: &BTreeSet<i64>) -> Self {
        now.sort_by_key(fact_of);
        if !turned.is_empty() {
            for (_, event) in &mut self.events {
                event.stands ^= turned.contains(&event.step);
            }
        }
        let is_longer =
            now.len() >= self.facts.len() && self.facts.iter().zip(&now).all(|(one, other)| one.0 == other.0);
        if !is_longer {
            let all = self.events.into_iter().map(|(_, event)| event).chain(events);
            return Self::new(now, all.collect());
        }
        let since = Self::new(now, events);
        self.events.extend(since.events);
        Self { facts: since.facts, events: self.events }
    }

    /// Every fact there ever was, ascending, and where it stands now.
    pub fn facts(&self) -> &[(i64, State)] {
        &self.facts
    }

    /// The facts that any of these steps did something to.
    pub fn facts_of(&self, steps: &BTreeSet<i64>) -> BTreeSet<i64> {
        let of_steps = |(_, event): &&(u32, Event)| !steps.is_empty() && steps.contains(&event.step);
        set(self.events.iter().filter(of_steps).map(|(_, event)| event.fact))
    }

    /// Every fact there was just after `step`, oldest first, and where it stood; 0 is the beginning.
    pub fn at(&self, step: i64) -> Vec<(i64, State)> {
        let mut cells = vec![Cell::default(); self.facts.len()];
        for (at, event) in &self.events {
            if let Some(cell) = cells.get_mut(*at as usize) {
                cell.turn(event, event.stands && event.step <= step);
            }
        }
        let settled = self.facts.iter().zip(cells).map(|((fact, now), cell)| (*fact, cell.settled(*now)));
        settled.filter(|(_, state)| !state.is_hidden).collect()
    }

    pub fn len(&self) -> usize {
        self.facts.len()
    }

    pub fn is_empty(&self) -> bool {
        self.facts.is_empty()
    }
}

/// The columns of one fact that a change was seen of.
#[derive(Clone, Copy, Default)]
struct Cell {
    status: Option<Status>,
    needs_review: Option<bool>,
    is_hidden: Option<bool>,
}

impl Cell {
    fn turn(&mut self, event: &Event, counts: bool) {
        match event.what {
            What::Added => turn(&mut self.is_hidden, true, false, counts),
            What::Changed { before, after } => {
                turn(&mut self.status, before.status, after.status, counts);
                turn(&mut self.needs_review, before.needs_review, after.needs_review, counts);
                turn(&mut self.is_hidden, before.is_hidden, after.is_hidden, counts);
            }
        }
    }

    fn settled(self, now: State) -> State {
        State {
            status: self.status.unwrap_or(now.status),
            needs_review: self.needs_review.unwrap_or(now.needs_review),
            is_hidden: self.is_hidden.unwrap_or(now.is_hidden),
        }
    }
}

fn turn<T: Copy + PartialEq>(column: &mut Option<T>, before: T, after: T, counts: bool) {
    if before == after {
        return;
    }
    column.get_or_insert(before);
    if counts {
        *column = Some(after);
    }
}

#[cfg(test)]
mod tests {
    use super::{Event, Places, State, Timeline, What};
    use crate::ledger::Status::{self, Accepted, Proposed, Rejected};

    const fn state(status: Status) -> State {
        State { status, needs_review: false, is_hidden: false }
    }

    fn added(step: i64, fact: i64) -> Event {
        Event { step, stands: true, fact, what: What::Added }
    }

    fn changed(step: i64, fact: i64, before: State, after: State) -> Event {
        Event { step, stands: true, fact, what: What::Changed { before, after } }
    }

    #[track_caller]
    fn check(why: &str, timeline: &Timeline, step: i64, expected: &[(i64, Status)]) {
        let found: Vec<(i64, Status)> =
            timeline.at(step).into_iter().map(|(fact, state)| (fact, state.status)).collect();
        assert_eq!(found, expected, "{why}");
    }

    #[test]
    fn facts_are_found_in_whatever_order_they_are_looked_for() {
        let facts: Vec<(i64, State)> = (0..20).map(|at| (at * 3, state(Proposed))).collect();
        let mut places = Places::of(&facts);
        for (fact, expected) in [
            (0, Some(0)),
            (6, Some(2)),
            (9, Some(3)),
            (57, Some(19)),
            (58, None),
            (3, Some(1)),
            (4, None),
            (57, Some(19)),
        ] {
            assert_eq!(places.find(fact), expected, "{fact}, after what was looked for before");
        }
    }

    #[test]
    fn a_fact_stands_where_the_last_step_before_put_it() {
        let hidden = State { is_hidden: true, ..state(Accepted) };
        let timeline = Timeline::new(
            vec![(7, state(Rejected)), (8, hidden), (3, state(Proposed))],
            vec![
                added(10, 7),
                changed(11, 7, state(Proposed), state(Accepted)),
                added(12, 8),
                changed(13, 7, state(Accepted), state(Rejected)),
                changed(14, 8, state(Accepted), hidden),
            ],
        );
        check("a fact that no step added was always there", &timeline, 0, &[(3, Proposed)]);
        check("it stands as it was added", &timeline, 10, &[(3, Proposed), (7, Proposed)]);
        check("then as it was decided", &timeline, 11, &[(3, Proposed), (7, Accepted)]);
        check("a deleted one was there until then", &timeline, 13, &[(3, Proposed), (7, Rejected), (8, Accepted)]);
        check("and now", &timeline, i64::MAX, &[(3, Proposed), (7, Rejected)]);
    }

    /// Read in two parts, with a step undone and one redone between them.
    #[test]
    fn a_history_that_goes_on_is_what_it_would_be_if_read_at_once() {
        let undone = |event: Event| Event { stands: false, ..event };
        let hidden = State { is_hidden: true, ..state(Proposed) };
        let first = |redone: bool, is_undone: bool| {
            let one = |event: Event| if redone { event } else { undone(event) };
            let other = |event: Event| if is_undone { undone(event) } else { event };
            vec![
                added(10, 3),
                one(changed(11, 3, state(Proposed), state(Accepted))),
                other(changed(12, 7, state(Proposed), state(Rejected))),
            ]
        };
        let before = vec![(3, state(Proposed)), (7, state(Rejected))];
        let since = vec![added(13, 9), changed(14, 3, state(Accepted), state(Rejected))];
        for (why, now) in [
            ("facts came behind the others", vec![(3, state(Rejected)), (7, state(Proposed)), (9, hidden)]),
            ("and one between them", vec![(3, state(Rejected)), (5, hidden), (7, state(Proposed)), (9, hidden)]),
            ("and one went for good", vec![(3, state(Rejected)), (9, hidden)]),
        ] {
            let grown =
                Timeline::new(before.clone(), first(false, false)).later(now.clone(), since.clone(), &[11, 12].into());
            let whole = Timeline::new(now, first(true, true).into_iter().chain(since.clone()).collect());
            assert_eq!(grown.facts(), whole.facts(), "{why}");
            for step in 9..16 {
                assert_eq!(grown.at(step), whole.at(step), "{why}, as of {step}");
            }
        }
        let timeline = Timeline::new(before, first(true, true));
        assert_eq!(timeline.facts_of(&[11, 12].into()), [3, 7].into());
        assert_eq!(timeline.facts_of(&[10].into()), [3].into());
    }

    #[test]
    fn a_step_that_was_undone_never_was() {
        let undone = |event: Event| Event { stands: false, ..event };
        let hidden = State { is_hidden: true, ..state(Proposed) };
        let timeline = Timeline::new(
            vec![(7, state(Rejected)), (8, hidden)],
            vec![
                added(10, 7),
                undone(changed(11, 7, state(Proposed), state(Accepted))),
                undone(added(12, 8)),
                changed(13, 7, state(Proposed), state(Rejected)),
            ],
        );
        check("before and after it are the same", &timeline, 12, &[(7, Proposed)]);
        check("what came later counts", &timeline, 13, &[(7, Rejected)]);
    }
}
