//! The changes of a block's lines between two moments.
//!
//! A line stands if it says the same by the same fact; it was changed if another says something in its place. What is left
//! out: which moments those are.

use std::collections::HashMap;

use super::KnowledgeLine;

/// The lines of a block then, held against those of later.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BlockComparison {
    /// Each line of then, in its order.
    pub then: Vec<(KnowledgeLine, LineOutcome)>,
    /// Lines that took the place of none, in the order of later.
    pub came: Vec<KnowledgeLine>,
}

/// The fate of a line.
#[derive(Clone, Debug, PartialEq)]
pub enum LineOutcome {
    Unchanged,
    /// This line is in its place.
    Changed(KnowledgeLine),
    Removed,
}

pub fn compare(then: &[KnowledgeLine], later: &[KnowledgeLine]) -> BlockComparison {
    let mut by_place: HashMap<String, Vec<usize>> = HashMap::new();
    for (at, line) in later.iter().enumerate() {
        by_place.entry(identity(line)).or_default().push(at);
    }
    let mut taken = vec![false; later.len()];
    let mut fates: Vec<Option<LineOutcome>> = vec![None; then.len()];
    // What stands first, so that of two lines with one place none is taken for the other.
    for exact in [true, false] {
        for (line, fate) in then.iter().zip(&mut fates).filter(|(_, fate)| fate.is_none()) {
            let candidates = by_place.get(&identity(line)).map(Vec::as_slice).unwrap_or_default();
            let found = candidates.iter().find(|at| !taken[**at] && (!exact || says_the_same(line, &later[**at])));
            if let Some(at) = found {
                taken[*at] = true;
                *fate = Some(if exact { LineOutcome::Unchanged } else { LineOutcome::Changed(later[*at].clone()) });
            }
        }
    }
    let fates = fates.into_iter().map(|fate| fate.unwrap_or(LineOutcome::Removed));
    let came = later.iter().zip(taken).filter(|(_, taken)| !taken).map(|(line, _)| line.clone());
    BlockComparison { then: then.iter().cloned().zip(fates).collect(), came: came.collect() }
}

/// Returns the place of a line: that of a key keeps it whatever is said there, that of a fact while the fact says it.
fn identity(line: &KnowledgeLine) -> String {
    match (&line.key, line.trace.fact) {
        (Some(key), _) => format!("key {key}"),
        (None, Some(fact)) => format!("fact {fact}"),
        (None, None) => format!("words {}", line.text),
    }
}

fn says_the_same(one: &KnowledgeLine, other: &KnowledgeLine) -> bool {
    (&one.label, &one.text, one.role, one.trace.fact_id) == (&other.label, &other.text, other.role, other.trace.fact_id)
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::super::{FactTrace, LineRole};
    use super::*;
    use crate::discovery::{EntityKind, EntityLabel};

    /// "width=6 m@1": of a key, its words, and the fact that says it; each may be left out.
    fn line(written: &str) -> KnowledgeLine {
        let (rest, fact) = written.split_once('@').map_or((written, None), |(rest, fact)| (rest, fact.parse().ok()));
        let (key, text) = rest.split_once('=').map_or((None, rest), |(key, text)| (Some(key.to_owned()), text));
        let trace = fact.map_or_else(FactTrace::default, |number: i64| FactTrace {
            fact_id: Some(Uuid::from_u128(u128::try_from(number).unwrap_or_default())),
            fact: Some(EntityLabel::new(EntityKind::Fact, number)),
        });
        KnowledgeLine::sentence(text.to_owned(), LineRole::Value, trace, key)
    }

    fn check(then: &[&str], later: &[&str], fates: &[&str], came: &[&str], why: &str) {
        let lines = |written: &[&str]| written.iter().map(|one| line(one)).collect::<Vec<_>>();
        let compared = compare(&lines(then), &lines(later));
        let described: Vec<String> = compared
            .then
            .iter()
            .map(|(line, fate)| match fate {
                LineOutcome::Unchanged => format!("{} stands", line.text),
                LineOutcome::Changed(now) => format!("{} is {}", line.text, now.text),
                LineOutcome::Removed => format!("{} is gone", line.text),
            })
            .collect();
        assert_eq!(described, fates, "{why}");
        assert_eq!(compared.came.iter().map(|line| line.text.as_str()).collect::<Vec<_>>(), came, "{why}");
    }

    #[test]
    fn a_line_stands_is_changed_goes_or_comes() {
        check(&["width=6 m@1"], &["width=6 m@1"], &["6 m stands"], &[], "nothing happened");
        check(&["width=6 m@1"], &["width=7 m@2"], &["6 m is 7 m"], &[], "another fact fills the key");
        check(
            &["width=6 m@1"],
            &["width=6 m@2"],
            &["6 m is 6 m"],
            &[],
            "another fact says the same: its words changed",
        );
        check(&["width=6 m@1"], &[], &["6 m is gone"], &[], "nothing fills the key any more");
        check(&[], &["width=6 m@1"], &[], &["6 m"], "the key had no value");
        check(&["It is old.@3"], &["It is very old.@3"], &["It is old. is It is very old."], &[], "a note was edited");
        check(&["It is old.@3"], &["It is new.@4"], &["It is old. is gone"], &["It is new."], "another fact's note");
        check(
            &["Who pays?"],
            &["Who pays?"],
            &["Who pays? stands"],
            &[],
            "words without key or fact are their own place",
        );
    }

    #[test]
    fn of_lines_with_one_place_none_is_taken_for_the_other() {
        check(
            &["door=2 m@1", "door=3 m@2"],
            &["door=3 m@2", "door=4 m@3"],
            &["2 m is 4 m", "3 m stands"],
            &[],
            "what stands is told first",
        );
        check(&["door=2 m@1"], &["door=3 m@2", "door=2 m@1"], &["2 m stands"], &["3 m"], "and the other came");
    }

    #[test]
    fn a_question_that_was_answered_is_changed() {
        let question = KnowledgeLine { role: LineRole::Question, ..line("width=How wide is it?") };
        let answered = KnowledgeLine { role: LineRole::Resolved, ..line("width=How wide is it?@1") };
        let compared = compare(std::slice::from_ref(&question), std::slice::from_ref(&answered));
        assert_eq!(compared.then, [(question, LineOutcome::Changed(answered))]);
    }
}
