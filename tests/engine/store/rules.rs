//! The rules that the database itself keeps: no path, not even a bug, gets round them.

use rstest::rstest;

use super::fill::{self, Fact, TEXT};
use super::library::{Library, check};
use crate::store::{Op, StoreError};

#[rstest]
#[case::as_it_stands("149 m", 11, "FREE_CHAT", true)]
#[case::one_place_off("149 m", 12, "FREE_CHAT", false)]
#[case::one_digit_off("159 m", 11, "FREE_CHAT", false)]
#[case::after_a_wide_character("1,200", 66, "FREE_CHAT", true)]
#[case::past_the_end("1,200. And more", 66, "FREE_CHAT", false)]
#[case::in_a_section_that_is_not_there("149 m", 11, "USER_ANSWERS", false)]
#[case::in_a_section_that_bears_none("149 m", 11, "TURN_META", false)]
#[case::of_nothing("", 11, "FREE_CHAT", false)]
#[case::before_the_beginning("The", -1, "FREE_CHAT", false)]
fn evidence_stands_in_its_bundle(#[case] quote: &str, #[case] start: i64, #[case] section: &str, #[case] stands: bool) {
    let library = Library::new();
    let (discovery, bundle) = fill::facts(&library.store, 0);
    let fact = Fact { section, ..Fact::quoting(discovery, bundle, quote, start) };
    let stored = library.store.write(Op::silent(), |writer| fill::fact(writer, fact));
    assert_eq!(stored.is_ok(), stands, "{quote:?} at {start} of {TEXT:?}: {stored:?}");
    assert!(check(&library.store).is_sound());
}

#[test]
fn evidence_stands_in_a_bundle_of_the_same_discovery() {
    let library = Library::new();
    let (_, bundle) = fill::facts(&library.store, 0);
    let stored = library.store.write(Op::silent(), |writer| {
        let other = fill::discovery(writer, "Bridge")?;
        fill::fact(writer, Fact::quoting(other, bundle, "149 m", 11))
    });
    assert_eq!(stored.unwrap_err().to_string(), "the quote does not stand in its bundle at its offsets");
}

#[rstest]
#[case::user("user", "note", false)]
#[case::agent("agent", "string", false)]
#[case::a_value_by_the_system("system", "string", false)]
#[case::a_note_by_the_system("system", "note", true)]
#[case::typed("manual", "string", true)]
#[case::imported("imported", "string", true)]
fn only_what_was_typed_imported_or_noted_may_lack_evidence(
    #[case] source_kind: &str,
    #[case] value_type: &str,
    #[case] may: bool,
) {
    let library = Library::new();
    fill::facts(&library.store, 0);
    let sql = format!(
        "INSERT INTO fact (id, discovery, label_no, scope_type, key, value_type, value, norm, text, confidence,
             source_kind, created_at, status, needs_review)
         VALUES (x'01', 1, 1, 'project', 'k', '{value_type}', '1', '1', 't', 1, '{source_kind}', 0, 'proposed', 0)"
    );
    assert_eq!(execute(&library, &sql).is_ok(), may, "a {value_type} by {source_kind} without evidence");
}

#[rstest]
#[case("UPDATE turn_bundle SET text = 'x'")]
#[case("UPDATE turn_bundle SET created_at = 1")]
#[case("DELETE FROM turn_bundle")]
#[case("UPDATE turn_bundle_section SET end_char = 0")]
#[case("DELETE FROM turn_bundle_section")]
#[case(
    "INSERT OR REPLACE INTO turn_bundle_section (bundle, section, start_char, end_char) VALUES (1, 'FREE_CHAT', 0, 0)"
)]
#[case("UPDATE fact SET value = '2'")]
#[case("UPDATE OR REPLACE fact SET seq = 1 WHERE seq = 2")]
#[case("UPDATE fact SET quote = 'x'")]
#[case("UPDATE fact SET confidence = 1")]
#[case("UPDATE fact SET sum = 1")]
#[case("DELETE FROM fact")]
#[case("UPDATE fact SET status = 'maybe'")]
#[case("UPDATE fact SET needs_review = 2")]
#[case("DELETE FROM discovery")]
#[case("DELETE FROM change")]
#[case("UPDATE change SET operation = 1, row = 7")]
#[case("UPDATE label_counter SET next = 1")]
#[case("DELETE FROM label_counter")]
#[case("DROP TRIGGER fact_is_kept; PRAGMA writable_schema = on; DELETE FROM sqlite_schema")]
#[case("ATTACH ':memory:' AS other")]
fn what_is_frozen_stays(#[case] sql: &str) {
    let library = Library::new();
    fill::facts(&library.store, 3);
    assert!(execute(&library, sql).is_err(), "{sql}");
    assert!(check(&library.store).is_sound(), "and nothing of it stays: {sql}");
}

fn execute(library: &Library, sql: &str) -> Result<(), StoreError> {
    library.store.write(Op::silent(), |writer| Ok(writer.connection().execute_batch(sql)?)).map(|_| ())
}
