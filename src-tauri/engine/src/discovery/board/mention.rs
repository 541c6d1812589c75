//! The entities that a few typed letters may mean.

use factly_core::discovery::{EntityKind, EntityLabel, EntityStatus};
use factly_core::facts::{AcceptedBy, Status};
use factly_core::values::fold;

use crate::discovery::board::Board;
use crate::discovery::board::card::abridged;
use crate::discovery::board::column::{DecisionRank, Entry};

impl Board {
    /// At most `limit` of a column that are in use: those whose label begins as `typed` does, then those that have all its
    /// words, each at the beginning of one of theirs, then those that have them anywhere. Facts that the rules accepted
    /// come behind the others, and those that nobody decided on last.
    pub(crate) fn mentioned(&self, kind: EntityKind, typed: &str, limit: usize) -> Vec<EntityLabel> {
        let typed = MentionQuery::parse(typed);
        let in_use = || self.columns[kind as usize].entries().iter().filter(|entry| !entry.archived);
        let entries = |rank: DecisionRank| in_use().filter(move |entry| entry.decision_rank() == rank);
        let mut found: Vec<i64> = Vec::new();
        let mut take = |numbers: &mut dyn Iterator<Item = i64>| {
            while found.len() < limit
                && let Some(no) = numbers.next()
            {
                if !found.contains(&no) {
                    found.push(no);
                }
            }
        };
        if let Some(digits) = typed.label_of(kind) {
            let exact = digits.parse().ok().filter(|no| in_use().any(|entry| entry.no == *no));
            take(&mut exact.into_iter());
        }
        for rank in [DecisionRank::Decided, DecisionRank::ByRules, DecisionRank::Waits] {
            if let Some(digits) = typed.label_of(kind) {
                take(&mut entries(rank).map(|entry| entry.no).filter(|no| no.to_string().starts_with(digits)));
            }
            if typed.is_words() {
                take(&mut entries(rank).filter(|entry| typed.begins_words_of(entry)).map(|entry| entry.no));
                take(&mut entries(rank).filter(|entry| typed.stands_in(entry)).map(|entry| entry.no));
            }
        }
        found.into_iter().map(|no| EntityLabel::new(kind, no)).collect()
    }

    /// The status of an entity, and of a fact its status in the ledger and who accepted it.
    pub(crate) fn status_of(&self, label: EntityLabel) -> Option<(EntityStatus, Option<Status>, Option<AcceptedBy>)> {
        self.entry(label).map(|entry| (entry.status, entry.fact_status, entry.accepted_by))
    }

    /// An entity's text on one line.
    pub(crate) fn line(&self, label: EntityLabel, limit: usize) -> String {
        self.entry(label).map(|entry| abridged(&entry.text, limit)).unwrap_or_default()
    }
}

/// The typed text, read as a label and as words.
struct MentionQuery {
    folded: String,
    letter: Option<EntityKind>,
    hyphen: bool,
    /// The beginning of a number, if nothing but a label was begun.
    digits: Option<String>,
}

impl MentionQuery {
    fn parse(typed: &str) -> Self {
        let folded = fold(typed.trim());
        let letter = folded.get(..1).and_then(|letter| EntityKind::of_letter(&letter.to_ascii_uppercase()));
        let rest = if letter.is_some() { &folded[1..] } else { folded.as_str() };
        let number = rest.strip_prefix('-').filter(|_| letter.is_some());
        let (hyphen, number) = (number.is_some(), number.unwrap_or(rest));
        let digits = number.bytes().all(|byte| byte.is_ascii_digit()).then(|| number.to_owned());
        Self { letter, hyphen, digits, folded }
    }

    /// The digits that a label of this column must begin with, if a label was begun. A number alone is one of any column.
    fn label_of(&self, kind: EntityKind) -> Option<&str> {
        self.digits.as_deref().filter(|_| self.letter.is_none_or(|letter| letter == kind))
    }

    /// "f-1" is a label and nothing else; "f1" and "12" may be words too.
    fn is_words(&self) -> bool {
        !(self.hyphen && self.digits.is_some())
    }

    fn begins_words_of(&self, entry: &Entry) -> bool {
        let begins = |word: &str| {
            let mut places = entry.folded().match_indices(word).map(|(at, _)| &entry.folded()[..at]);
            places.any(|before| !before.ends_with(char::is_alphanumeric))
        };
        self.folded.split(' ').all(begins)
    }

    fn stands_in(&self, entry: &Entry) -> bool {
        self.folded.split(' ').all(|word| entry.folded().contains(word))
    }
}
