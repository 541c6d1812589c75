//! The order of facts of several Inputs.

use std::collections::HashMap;
use std::hash::Hash;

/// So few are all in sight at once.
const IN_SIGHT: usize = 20;
/// The weight of an Input that is far from the goal, beside the share of one that is near it.
const FAR: f64 = 0.05;
/// Facts that are taken to lack the goal's words, so that one or two make no Input near.
const UNKNOWN: f64 = 5.0;

/// Puts facts, the best first, in the order in which they are looked at.
///
/// A score compares sentences of one Input: those of an encyclopaedia are longer and have more figures than what people
/// say, whatever the goal is. So the Inputs take turns, each with its best, and one that is nearer to the goal – more of
/// its facts have words of it – more often: the fact at place k of its Input stands at k over the share of them. Facts of
/// one Input stay in their order, and so few facts that all are in sight stay as they are.
pub fn take_turns<T, I: Eq + Hash>(ranked: Vec<T>, origin: impl Fn(&T) -> (I, bool)) -> Vec<T> {
    if ranked.len() <= IN_SIGHT {
        return ranked;
    }
    let mut counts: HashMap<I, (f64, f64)> = HashMap::new();
    for fact in &ranked {
        let (input, has_goal) = origin(fact);
        let (of_goal, all) = counts.entry(input).or_default();
        *of_goal += f64::from(u8::from(has_goal));
        *all += 1.0;
    }
    let mut taken: HashMap<I, f64> = HashMap::new();
    let mut turns: Vec<(f64, T)> = Vec::with_capacity(ranked.len());
    for fact in ranked {
        let (input, _) = origin(&fact);
        let (of_goal, all) = counts.get(&input).copied().unwrap_or_default();
        let before = taken.entry(input).or_default();
        *before += 1.0;
        turns.push((*before / (FAR + of_goal / (all + UNKNOWN)), fact));
    }
    // Stable: of two whose turn comes together the better one stands first.
    turns.sort_by(|(one, _), (other, _)| one.total_cmp(other));
    turns.into_iter().map(|(_, fact)| fact).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An Input, a number in it, and whether it has words of the goal.
    type Fact = (char, usize, bool);

    fn turns(facts: Vec<Fact>) -> Vec<Fact> {
        take_turns(facts, |(input, _, has_goal)| (*input, *has_goal))
    }

    fn of(input: char, count: usize, has_goal: impl Fn(usize) -> bool) -> Vec<Fact> {
        (0..count).map(|at| (input, at, has_goal(at))).collect()
    }

    #[test]
    fn an_input_near_the_goal_comes_before_better_sentences_of_one_that_is_not() {
        let encyclopaedia = of('e', 1_000, |at| at % 100 == 0);
        let interview = of('i', 60, |at| at % 3 == 0);
        let order = turns([encyclopaedia, interview].concat());
        let first: String = order.iter().take(20).map(|(input, ..)| input).collect();
        assert_eq!(first, "iiiiieiiiiiieiiiiiie", "the interview first, and the other in its turn");
        for input in ['e', 'i'] {
            let numbers = order.iter().filter(|one| one.0 == input).map(|one| one.1);
            assert!(numbers.is_sorted(), "facts of one Input stay in their order");
        }
    }

    #[test]
    fn inputs_that_are_as_near_take_turns() {
        let order = turns([of('a', 30, |_| false), of('b', 30, |_| false)].concat());
        let first: String = order.iter().take(6).map(|(input, ..)| input).collect();
        assert_eq!(first, "ababab");
    }

    #[test]
    fn one_input_and_a_few_facts_stay_as_they_are() {
        let one = of('a', 100, |at| at % 2 == 0);
        assert_eq!(turns(one.clone()), one);
        let few = [of('a', 10, |_| false), of('b', 10, |_| true)].concat();
        assert_eq!(turns(few.clone()), few);
    }
}
