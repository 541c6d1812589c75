//! The rules that the database itself keeps: no path, not even a bug, gets round them.

use factly_core::chat::MessageState;
use rstest::rstest;

use super::fill::{self, Fact, TEXT};
use super::library::{Library, check};
use crate::store::chat_messages::AnswerEnd;
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
fn evidence_stands_in_its_bundle(
    #[case] quote: &str,
    #[case] start: i64,
    #[case] section: &str,
    #[case] is_valid: bool,
) {
    let library = Library::new();
    let (discovery, bundle) = fill::facts(&library.store, 0);
    let fact = Fact { section, ..Fact::quoting(discovery, bundle, quote, start) };
    let stored = library.store.write(Op::silent(), |writer| fill::fact(writer, fact));
    assert_eq!(stored.is_ok(), is_valid, "{quote:?} at {start} of {TEXT:?}: {stored:?}");
    assert!(check(&library.store).is_sound());
}

#[test]
fn an_original_is_kept_once_and_never_changed() {
    let library = Library::new();
    let keep = |bytes: &[u8]| library.store.write(Op::silent(), |w| w.keep_attachment(bytes)).unwrap().value;
    let large: Vec<u8> = (0..3_000_000_u32).map(|at| (at % 251) as u8).collect();
    let (one, other) = (keep(&large), keep(b""));
    assert_eq!((keep(&large), keep(b"")), (one, other), "by its hash");
    library
        .store
        .read(|r| {
            assert_eq!(r.attachment_bytes(one)?, large);
            assert_eq!(r.attachment(one)?.map(|row| row.size), Some(3_000_000));
            assert_eq!(r.attachment_bytes(other)?, b"");
            Ok(())
        })
        .unwrap();
    for sql in ["UPDATE attachment SET bytes = x'00'", "DELETE FROM attachment"] {
        assert!(library.store.write(Op::silent(), |w| Ok(w.connection().execute(sql, [])?)).is_err(), "{sql}");
    }
    assert!(check(&library.store).is_sound());
    let change = |w: &mut crate::store::Writer<'_>| {
        let mut blob = w.connection().blob_open("main", "attachment", "bytes", one.0, false)?;
        Ok(blob.write_all_at(b"x", 2_999_999)?)
    };
    library.store.write(Op::silent(), change).unwrap();
    let found = check(&library.store).findings;
    assert!(found.iter().any(|finding| finding.detail.contains("attachment")), "{found:?}");
}

#[test]
fn a_quote_is_held_against_the_bundle_it_names_whichever_was_read_last() {
    let library = Library::new();
    let (discovery, dam) = fill::facts(&library.store, 0);
    let stored = |bundle, quote, start| {
        let fact = Fact::quoting(discovery, bundle, quote, start);
        library.store.write(Op::silent(), |writer| fill::fact(writer, fact)).is_ok()
    };
    let bridge =
        library.store.write(Op::silent(), |writer| fill::bundle(writer, discovery, "The bridge is 30 m wide."));
    let bridge = bridge.unwrap().value;
    for _ in 0..2 {
        assert!(stored(dam, "149 m", 11));
        assert!(!stored(bridge, "149 m", 11), "the dam's words are not the bridge's");
        assert!(stored(bridge, "30 m", 14));
        assert!(!stored(dam, "30 m", 14));
    }
    let again = "INSERT INTO reaffirmation (fact, bundle, quote, start_char, end_char, source_section)
        VALUES (1, ?1, '149 m', 11, 16, 'FREE_CHAT')";
    let again = |bundle| library.store.write(Op::silent(), |w| Ok(w.connection().execute(again, [bundle])?)).is_ok();
    assert!(!again(bridge));
    assert!(again(dam));
    assert!(check(&library.store).is_sound());
}

#[test]
fn a_bundle_that_has_the_number_of_one_that_was_taken_back_is_read_for_itself() {
    let library = Library::new();
    let (discovery, _) = fill::facts(&library.store, 0);
    let taken_back = library.store.write(Op::silent(), |writer| {
        let bundle = fill::bundle(writer, discovery, "The bridge is 30 m wide.")?;
        fill::fact(writer, Fact::quoting(discovery, bundle, "30 m", 14))?;
        Err::<(), _>(StoreError::Io(format!("bundle {} is taken back", bundle.0)))
    });
    assert!(taken_back.unwrap_err().to_string().contains("bundle 2"));
    let written = library.store.write(Op::silent(), |writer| {
        let bundle = fill::bundle(writer, discovery, "The bridge is 45 m wide.")?;
        assert_eq!(bundle.0, 2, "it has the number of the other");
        let refused = fill::fact(writer, Fact::quoting(discovery, bundle, "30 m", 14)).is_err();
        fill::fact(writer, Fact::quoting(discovery, bundle, "45 m", 14))?;
        Ok(refused)
    });
    assert!(written.unwrap().value, "words of the text that was there before");
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

#[rstest]
#[case("UPDATE chat_message SET text = 'x' WHERE role = 'user'")]
#[case("UPDATE chat_message SET text = 'x' WHERE role = 'assistant'")]
#[case("UPDATE chat_message SET calls = '[1]'")]
#[case("UPDATE chat_message SET state = 'streaming', ended_at = NULL WHERE role = 'assistant'")]
#[case("UPDATE chat_message SET labels = '[]'")]
#[case("DELETE FROM chat_message")]
#[case("INSERT OR REPLACE INTO chat_message SELECT * FROM chat_message")]
#[case("UPDATE chat_card SET params = '{}'")]
#[case("UPDATE chat_card SET shown = '[]'")]
#[case("DELETE FROM chat_card")]
#[case("UPDATE chat_card SET status = 'confirmed'")]
#[case("UPDATE chat_conversation SET discovery = 1, is_default = 1 WHERE is_default = 0")]
#[case("DELETE FROM chat_conversation")]
#[case("DELETE FROM item")]
#[case("UPDATE item SET number = 7 WHERE number = 1")]
#[case("UPDATE item SET name = ''")]
#[case("UPDATE item SET merged_into = seq")]
#[case("INSERT OR REPLACE INTO item SELECT * FROM item")]
#[case("DELETE FROM canonical_item")]
#[case("UPDATE canonical_item SET name = ''")]
#[case("UPDATE canonical_link SET line = 'x'")]
#[case("UPDATE canonical_link SET status = 'rejected'")]
#[case("DELETE FROM canonical_link")]
#[case("UPDATE price_observation SET price_minor = 1")]
#[case("UPDATE price_observation SET fact_no = NULL")]
#[case("DELETE FROM price_observation")]
#[case("UPDATE exchange_rate SET rate = '3'")]
#[case("DELETE FROM exchange_rate")]
#[case("UPDATE variant SET other_sha256 = one_sha256")]
#[case("DELETE FROM variant")]
#[case("UPDATE document_run SET prompt = ''")]
#[case("UPDATE document_recipe SET id = x'01'")]
#[case("DELETE FROM document_recipe")]
#[case("UPDATE document_job SET turn_index = 1")]
#[case("UPDATE document_chunk SET text = 'Because not.'")]
#[case("DELETE FROM document_chunk")]
#[case("UPDATE document_summary SET text = ''")]
#[case("UPDATE wallet_entry SET amount = 0")]
#[case("DELETE FROM wallet_entry")]
#[case(
    "INSERT INTO wallet_entry (id, kind, unit, amount, balance, reserved, made_at)
     VALUES (x'01', 'deposit', 'USD', 5, 4000, 0, 0)"
)]
#[case(
    "INSERT INTO wallet_entry (id, kind, unit, amount, balance, reserved, job, attempt, made_at)
     VALUES (x'02', 'reservation', 'USD', 481, 480, 481, 1, 2, 0)"
)]
#[case(
    "INSERT INTO wallet_entry (id, kind, unit, amount, balance, reserved, job, attempt, made_at)
     VALUES (x'03', 'reservation', 'USD', 1, 480, 1, 1, 1, 0)"
)]
fn what_was_said_what_a_card_would_do_and_which_item_is_which_stay(#[case] sql: &str) {
    let library = Library::new();
    let (discovery, _) = fill::facts(&library.store, 10);
    fill::every_table(&library.store, discovery);
    assert!(execute(&library, sql).is_err(), "{sql}");
    assert!(check(&library.store).is_sound(), "and nothing of it stays: {sql}");
}

#[test]
fn an_answer_grows_while_it_streams_and_ends_once() {
    let library = Library::new();
    let (discovery, _) = fill::facts(&library.store, 0);
    library
        .store
        .write(Op::silent(), |writer| {
            let answer = fill::streaming(writer, discovery)?;
            writer.keep_answer(answer, "It is")?;
            let end = |text: &'static str| AnswerEnd {
                state: MessageState::Done,
                text,
                calls: "[]",
                error: None,
                sources: "[]",
                verification: None,
            };
            assert!(writer.end_answer(answer, &end("It is so."))?);
            assert!(!writer.end_answer(answer, &end("Or not."))? && !writer.break_answer(answer, "{}")?);
            writer.keep_answer(answer, "Or")?;
            assert_eq!(writer.chat_message_at(answer)?.text, "It is so.");
            Ok(())
        })
        .unwrap();
}

fn execute(library: &Library, sql: &str) -> Result<(), StoreError> {
    library.store.write(Op::silent(), |writer| Ok(writer.connection().execute_batch(sql)?)).map(|_| ())
}
