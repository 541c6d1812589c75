//! The one word that a column has for an entity, and what the library keeps apart: what the analyst made of it, and what
//! became of what it rests on.

use crate::discovery::{EntityKind, EntityStatus, ReviewMark};
use crate::facts::Status;

/// Returns the shown status of an Input, an Insight, a Recommendation or an Output.
pub fn shown<'a>(state: &'a str, mark: &'a str) -> &'a str {
    if mark.is_empty() { state } else { mark }
}

/// Returns the shown status of a fact. `None`: it is not in the column.
pub fn fact_shown(status: Status, needs_review: bool, mark: &str) -> Option<&str> {
    match status {
        Status::Rejected | Status::Superseded => None,
        _ if !mark.is_empty() => Some(mark),
        Status::Conflict => Some(EntityStatus::NeedsReview.as_str()),
        _ if needs_review => Some(EntityStatus::NeedsReview.as_str()),
        Status::Proposed => Some(EntityStatus::Draft.as_str()),
        Status::Accepted => Some(EntityStatus::Validated.as_str()),
    }
}

/// The state and the mark of an entity that a column calls so. `None`: no entity of its kind is.
pub fn read(kind: EntityKind, status: &str) -> Option<(&'static str, &'static str)> {
    match EntityStatus::parse(status)? {
        EntityStatus::Draft => Some(("draft", "")),
        EntityStatus::Validated => Some(("validated", "")),
        marked => may_be(kind, marked).then(|| ("draft", marked.as_str())),
    }
}

/// Returns whether an entity of this kind may be marked so.
pub fn may_be_marked(kind: EntityKind, mark: &str) -> bool {
    mark.is_empty() || ReviewMark::parse(mark).is_some_and(|mark| may_be(kind, mark.status()))
}

fn may_be(kind: EntityKind, status: EntityStatus) -> bool {
    match status {
        EntityStatus::Draft | EntityStatus::Validated => false,
        EntityStatus::Outdated | EntityStatus::NeedsReview => true,
        EntityStatus::NeedsRefresh => {
            matches!(kind, EntityKind::Insight | EntityKind::Recommendation | EntityKind::Output)
        }
        EntityStatus::Unsupported => kind == EntityKind::Fact,
        EntityStatus::Weak | EntityStatus::Risky => {
            matches!(kind, EntityKind::Insight | EntityKind::Recommendation | EntityKind::Output)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{fact_shown, may_be_marked, read};
    use crate::discovery::EntityKind;
    use crate::facts::Status;

    #[test]
    fn a_word_of_a_column_is_a_state_or_a_mark() {
        let check = |kind, status: &str, expected| assert_eq!(read(kind, status), expected, "{kind:?} {status}");
        check(EntityKind::Insight, "draft", Some(("draft", "")));
        check(EntityKind::Output, "validated", Some(("validated", "")));
        check(EntityKind::Fact, "unsupported", Some(("draft", "unsupported")));
        check(EntityKind::Insight, "unsupported", None);
        check(EntityKind::Fact, "needs_refresh", None);
        check(EntityKind::Output, "needs_refresh", Some(("draft", "needs_refresh")));
        check(EntityKind::Output, "final", None);
        assert!(may_be_marked(EntityKind::Input, "") && !may_be_marked(EntityKind::Input, "weak"));
        assert!(!may_be_marked(EntityKind::Fact, "draft"), "a state is no mark");
    }

    #[test]
    fn a_fact_shows_its_mark_then_whether_it_waits_then_what_was_decided() {
        assert_eq!(fact_shown(Status::Accepted, false, ""), Some("validated"));
        assert_eq!(fact_shown(Status::Accepted, true, ""), Some("needs_review"));
        assert_eq!(fact_shown(Status::Conflict, false, ""), Some("needs_review"));
        assert_eq!(fact_shown(Status::Proposed, false, "unsupported"), Some("unsupported"));
        assert_eq!(fact_shown(Status::Superseded, false, "outdated"), None);
    }
}
