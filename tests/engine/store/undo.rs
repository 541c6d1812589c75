//! Undo and redo, by rows and by chance.

use proptest::prelude::*;
use rusqlite::{Connection, params};

use super::fill::{self, Fact};
use super::library::{Library, check, open, peek, rows};
use super::soak::sized;
use crate::store::tables::TABLES;
use crate::store::{DiscoverySeq, FactSeq, LabelKind, Op, OpSeq, Stack, Store, StoreError, UndoState, Writer};

/// Returns the analyst's view: the rows that are not hidden, without what undo writes of itself.
fn visible_rows(store: &Store) -> Vec<String> {
    let tables = [
        "SELECT seq, title, goal, stage, archived FROM discovery WHERE deleted = 0",
        "SELECT seq, status, needs_review, quote FROM fact WHERE deleted = 0",
    ];
    let read = store.read(|reader| {
        tables.iter().map(|sql| Ok(rows(reader.connection(), sql)?)).collect::<Result<Vec<_>, StoreError>>()
    });
    read.unwrap().concat()
}

fn set(writer: &Writer<'_>, fact: FactSeq, status: &str) -> Result<(), StoreError> {
    let sql = "UPDATE fact SET status = ?2 WHERE seq = ?1";
    writer.connection().execute(sql, params![fact, status])?;
    Ok(())
}

fn state(undo: Option<&str>, redo: Option<&str>) -> (Option<String>, Option<String>) {
    (undo.map(Into::into), redo.map(Into::into))
}

/// Returns the next steps to undo and redo, by name.
fn names(store: &Store, stack: Stack) -> (Option<String>, Option<String>) {
    let UndoState { undo, redo, .. } = store.undo_state(stack).unwrap();
    (undo.map(|name| name.to_string()), redo.map(|name| name.to_string()))
}

#[test]
fn an_operation_is_undone_and_redone_by_its_name() {
    let library = Library::new();
    let (discovery, _) = fill::facts(&library.store, 2);
    let stack = Stack::Discovery(discovery);
    let before = visible_rows(&library.store);
    library
        .store
        .write(Op::named(stack, "Accept"), |writer| {
            writer.rename_op(&"Accept F-1".into())?;
            set(writer, FactSeq(1), "accepted")
        })
        .unwrap();
    let after = visible_rows(&library.store);

    assert_eq!(names(&library.store, stack), state(Some("Accept F-1"), None));
    assert_eq!(library.store.undo(stack).unwrap().last.unwrap(), "Accept F-1");
    assert_eq!(visible_rows(&library.store), before);
    assert_eq!(names(&library.store, stack), state(None, Some("Accept F-1")));
    assert_eq!(library.store.undo(stack).unwrap().last, None, "the library's own stack is another");
    assert_eq!(library.store.redo(stack).unwrap().last.unwrap(), "Accept F-1");
    assert_eq!(visible_rows(&library.store), after);
}

#[test]
fn two_operations_of_one_name_are_told_apart() {
    let library = Library::new();
    let (discovery, _) = fill::facts(&library.store, 2);
    let stack = Stack::Discovery(discovery);
    let mut newest = Vec::new();
    for fact in [1, 2] {
        library
            .store
            .write(Op::named(stack, "Accept 1 fact"), |writer| set(writer, FactSeq(fact), "accepted"))
            .unwrap();
        newest.push(library.store.undo_state(stack).unwrap().newest);
    }
    assert_ne!(newest[0], newest[1], "who offered to undo the first must see that it is no longer the newest");
    library.store.undo(stack).unwrap();
    assert_eq!(library.store.undo_state(stack).unwrap().newest, newest[0], "and that it is again");
}

#[test]
fn a_new_operation_drops_what_could_be_redone() {
    let library = Library::new();
    let (discovery, _) = fill::facts(&library.store, 1);
    let stack = Stack::Discovery(discovery);
    for status in ["accepted", "rejected"] {
        library.store.write(Op::named(stack, status), |writer| set(writer, FactSeq(1), status)).unwrap();
        library.store.undo(stack).unwrap();
    }
    assert_eq!(names(&library.store, stack), state(None, Some("rejected")));
}

#[test]
fn an_undone_insert_keeps_its_label_to_itself() {
    let library = Library::new();
    let (discovery, bundle) = fill::facts(&library.store, 0);
    let stack = Stack::Discovery(discovery);
    let add = |name: &'static str| {
        let one = Fact::quoting(discovery, bundle, "149 m", 11);
        library.store.write(Op::named(stack, name), |writer| fill::fact(writer, one)).unwrap();
    };
    add("Add F-1");
    library.store.undo(stack).unwrap();
    add("Add F-2");
    let labels =
        library.store.read(|reader| Ok(rows(reader.connection(), "SELECT label_no, deleted FROM fact")?)).unwrap();
    assert_eq!(labels, ["[Integer(1), Integer(1)]", "[Integer(2), Integer(0)]"]);
}

#[test]
fn labels_are_taken_in_blocks_per_kind() {
    let library = Library::new();
    let (discovery, _) = fill::facts(&library.store, 0);
    let taken = library.store.write(Op::silent(), |writer| {
        let take = |kind, count| writer.take_labels(discovery, kind, count);
        Ok([
            take(LabelKind::Fact, 3)?,
            take(LabelKind::Fact, 1)?,
            take(LabelKind::Input, 1)?,
            take(LabelKind::Fact, 1)?,
        ])
    });
    assert_eq!(taken.unwrap().value, [1, 4, 1, 5]);
}

#[test]
fn an_operation_of_several_transactions_is_one_step() {
    let library = Library::new();
    let (discovery, bundle) = fill::facts(&library.store, 0);
    let stack = Stack::Discovery(discovery);
    let before = visible_rows(&library.store);
    let operation = add_part(&library.store, Op::named(stack, "Add I-1"), discovery, bundle).unwrap();
    for _ in 0..3 {
        add_part(&library.store, Op::part_of(operation), discovery, bundle).unwrap();
    }
    let after = visible_rows(&library.store);
    assert_eq!(library.store.undo(stack).unwrap().last.unwrap(), "Add I-1");
    assert_eq!(visible_rows(&library.store), before);
    library.store.redo(stack).unwrap();
    assert_eq!(visible_rows(&library.store), after);
}

#[test]
fn what_one_step_adds_and_hides_again_stays_hidden() {
    let library = Library::new();
    let (discovery, bundle) = fill::facts(&library.store, 0);
    let stack = Stack::Discovery(discovery);
    let op = Op::named(stack, "Add and hide");
    let written = library.store.write(op, |writer| {
        let fact = fill::fact(writer, Fact::quoting(discovery, bundle, "149 m", 11))?;
        Ok(writer.connection().execute("UPDATE fact SET deleted = 1 WHERE seq = ?1", [fact])?)
    });
    assert!(written.unwrap().operation.is_some());
    let after = visible_rows(&library.store);
    library.store.undo(stack).unwrap();
    library.store.redo(stack).unwrap();
    assert_eq!(visible_rows(&library.store), after, "although the insertion is written down last");
}

#[test]
fn to_undo_what_is_under_way_is_to_stop_it() {
    let library = Library::new();
    let (discovery, bundle) = fill::facts(&library.store, 0);
    let stack = Stack::Discovery(discovery);
    let operation = add_part(&library.store, Op::named(stack, "Add I-1"), discovery, bundle).unwrap();
    library.store.undo(stack).unwrap();
    let before = visible_rows(&library.store);
    let late = add_part(&library.store, Op::part_of(operation), discovery, bundle);
    assert_eq!(late.unwrap_err().code(), "operation_ended");
    assert_eq!(visible_rows(&library.store), before, "nothing more comes of it");
    library.store.redo(stack).unwrap();
    add_part(&library.store, Op::part_of(operation), discovery, bundle).expect("redone, it may go on");
}

#[test]
fn what_others_did_between_two_parts_is_kept_apart() {
    let library = Library::new();
    let (discovery, bundle) = fill::facts(&library.store, 1);
    let stack = Stack::Discovery(discovery);
    let fact = FactSeq(1);
    let before = visible_rows(&library.store);
    let step = |op: Op, status: &'static str| library.store.write(op, |writer| set(writer, fact, status)).unwrap();
    let long = step(Op::named(stack, "Long"), "conflict").operation.unwrap();
    step(Op::named(stack, "Accept F-1"), "accepted");
    step(Op::part_of(long), "superseded");
    add_part(&library.store, Op::part_of(long), discovery, bundle).unwrap();
    let after = visible_rows(&library.store);

    library.store.undo(stack).unwrap();
    library.store.undo(stack).unwrap();
    assert_eq!(visible_rows(&library.store), before, "both undone: as it began");
    library.store.redo(stack).unwrap();
    library.store.redo(stack).unwrap();
    assert_eq!(visible_rows(&library.store), after, "both redone: as it ended");
}

#[test]
fn undo_survives_reopening() {
    let library = Library::new();
    let (discovery, _) = fill::facts(&library.store, 1);
    let stack = Stack::Discovery(discovery);
    let before = visible_rows(&library.store);
    library.store.write(Op::named(stack, "Accept F-1"), |writer| set(writer, FactSeq(1), "accepted")).unwrap();
    let path = library.path();
    let _folder = library.close();
    let store = open(&path);
    store.undo(stack).unwrap();
    assert_eq!(visible_rows(&store), before);
    assert!(check(&store).is_sound());
}

fn add_part(
    store: &Store,
    op: Op,
    discovery: DiscoverySeq,
    bundle: crate::store::BundleSeq,
) -> Result<OpSeq, StoreError> {
    let written = store.write(op, |writer| fill::fact(writer, Fact::quoting(discovery, bundle, "149 m", 11)))?;
    Ok(written.operation.unwrap())
}

/// A possible next act of an analyst.
#[derive(Clone, Debug)]
enum Act {
    Rename(u8),
    Archive(bool),
    AddFact { part: bool },
    Set { fact: u8, status: u8, part: bool },
    Hide { fact: u8 },
    Undo(u8),
    Redo(u8),
}

fn act() -> impl Strategy<Value = Act> {
    prop_oneof![
        any::<u8>().prop_map(Act::Rename),
        any::<bool>().prop_map(Act::Archive),
        any::<bool>().prop_map(|part| Act::AddFact { part }),
        (any::<u8>(), any::<u8>(), any::<bool>()).prop_map(|(fact, status, part)| Act::Set { fact, status, part }),
        any::<u8>().prop_map(|fact| Act::Hide { fact }),
        (0..4_u8).prop_map(Act::Undo),
        (0..4_u8).prop_map(Act::Redo),
    ]
}

/// Plays acts on one library. Half of the writes go on with the operation begun last, as a long ingest does.
struct Player<'p> {
    store: &'p Store,
    discovery: DiscoverySeq,
    bundle: crate::store::BundleSeq,
    last: Option<OpSeq>,
}

impl Player<'_> {
    fn play(&mut self, act: &Act) {
        let stack = Stack::Discovery(self.discovery);
        match act {
            Act::Rename(name) => self.write(Op::named(Stack::Library, "Rename"), |player, writer| {
                player.update(writer, "UPDATE discovery SET title = ?2 WHERE seq = ?1", &format!("Dam {name}"))
            }),
            Act::Archive(archived) => self.write(Op::named(Stack::Library, "Archive"), |player, writer| {
                let sql =
                    format!("UPDATE discovery SET archived = {} WHERE seq = ?1 AND ?2 = ''", i32::from(*archived));
                player.update(writer, &sql, "")
            }),
            Act::AddFact { part } => self.write(self.op(*part), |player, writer| {
                fill::fact(writer, Fact::quoting(player.discovery, player.bundle, "149 m", 11)).map(|_| ())
            }),
            Act::Set { fact, status, part } => self.write(self.op(*part), |_, writer| {
                let status = ["proposed", "accepted", "rejected", "conflict"][usize::from(status % 4)];
                set(writer, FactSeq(i64::from(fact % 6) + 1), status)
            }),
            Act::Hide { fact } => self.write(Op::named(stack, "Hide"), |_, writer| {
                let sql = "UPDATE fact SET deleted = 1 WHERE seq = ?1";
                writer.connection().execute(sql, [i64::from(fact % 6) + 1])?;
                Ok(())
            }),
            Act::Undo(times) => (0..*times).for_each(|_| drop(self.store.undo(stack).unwrap())),
            Act::Redo(times) => (0..*times).for_each(|_| drop(self.store.redo(stack).unwrap())),
        }
    }

    fn op(&self, part: bool) -> Op {
        match self.last.filter(|_| part) {
            Some(operation) => Op::part_of(operation),
            None => Op::named(Stack::Discovery(self.discovery), "Step"),
        }
    }

    fn write(&mut self, op: Op, work: impl FnOnce(&Self, &Writer<'_>) -> Result<(), StoreError>) {
        match self.store.write(op, |writer| work(self, writer)) {
            Ok(written) => self.last = written.operation.or(self.last),
            Err(StoreError::OperationEnded) => {}
            Err(other) => panic!("{other}"),
        }
    }

    fn update(&self, writer: &Writer<'_>, sql: &str, text: &str) -> Result<(), StoreError> {
        writer.connection().execute(sql, params![self.discovery, text])?;
        Ok(())
    }

    fn all(&self, turn: impl Fn(Stack) -> usize) {
        for stack in [Stack::Discovery(self.discovery), Stack::Library] {
            while turn(stack) > 0 {}
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: sized(6, 48), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn undone_to_the_start_all_is_as_at_the_start_and_redone_as_at_the_end(acts in prop::collection::vec(act(), 1..40)) {
        let library = Library::new();
        let (discovery, bundle) = library.store.write(Op::silent(), |writer| {
            let discovery = fill::discovery(writer, "Dam")?;
            let bundle = fill::bundle(writer, discovery, fill::TEXT)?;
            fill::fact(writer, Fact::quoting(discovery, bundle, "149 m", 11))?;
            Ok((discovery, bundle))
        }).unwrap().value;
        let start = visible_rows(&library.store);
        let mut player = Player { store: &library.store, discovery, bundle, last: None };
        acts.iter().for_each(|act| player.play(act));
        player.all(|stack| library.store.redo(stack).unwrap().count);
        let end = visible_rows(&library.store);
        player.all(|stack| library.store.undo(stack).unwrap().count);
        prop_assert_eq!(&visible_rows(&library.store), &start);
        player.all(|stack| library.store.redo(stack).unwrap().count);
        prop_assert_eq!(&visible_rows(&library.store), &end);
        prop_assert!(check(&library.store).is_sound());
    }
}

#[test]
fn a_library_whose_triggers_of_changes_are_others_gets_the_declared_ones_when_it_is_opened() {
    let library = Library::new();
    let (discovery, _) = fill::facts(&library.store, 1);
    let path = library.path();
    let _folder = library.close();
    let tampered = Connection::open(&path).unwrap();
    tampered
        .execute_batch(
            "DROP TRIGGER fact_changed;
             CREATE TRIGGER fact_changed AFTER UPDATE OF status ON fact BEGIN SELECT 1; END;
             DROP TRIGGER link_changed;
             CREATE TRIGGER library_changed AFTER UPDATE ON library BEGIN SELECT 1; END;",
        )
        .unwrap();
    drop(tampered);

    let store = open(&path);
    assert_eq!(check(&store).findings, []);
    store
        .write(Op::named(Stack::Discovery(discovery), "Accept"), |writer| set(writer, FactSeq(1), "accepted"))
        .unwrap();
    store.undo(Stack::Discovery(discovery)).unwrap();
    let status = "SELECT status FROM fact WHERE seq = 1";
    assert_eq!(peek::<String>(&path, status), "proposed", "the change was written down, and undone");
}

#[test]
fn the_declared_columns_are_columns_and_deleted_is_one_of_them() {
    let library = Library::new();
    for table in TABLES {
        let columns = "SELECT json_group_array(name) FROM pragma_table_info(?1)";
        let columns: String = library
            .store
            .read(|reader| Ok(reader.connection().query_row(columns, [table.name], |row| row.get(0))?))
            .unwrap();
        let columns: Vec<String> = serde_json::from_str(&columns).unwrap();
        // SQLite makes a trigger that names a column that is not there, and fails when it fires.
        let unknown: Vec<_> =
            table.restored.iter().filter(|column| !columns.iter().any(|one| one == *column)).collect();
        assert_eq!(unknown, Vec::<&&str>::new(), "{} has every column that undo restores", table.name);
        assert!(table.restored.contains(&"deleted"), "undo hides the rows of {}", table.name);
    }
}

#[test]
fn going_to_a_step_is_undoing_or_redoing_until_there() {
    let library = Library::new();
    let (discovery, _) = fill::facts(&library.store, 1);
    let stack = Stack::Discovery(discovery);
    let mut seen = vec![(None, visible_rows(&library.store))];
    for status in ["accepted", "rejected", "proposed", "superseded"] {
        let op = Op::named(stack, status);
        let step = library.store.write(op, |writer| set(writer, FactSeq(1), status)).unwrap().operation;
        seen.push((step, visible_rows(&library.store)));
    }
    for at in [2, 4, 0, 3, 1, 1] {
        let (step, expected) = &seen[at];
        library.store.go_to(stack, *step).unwrap();
        assert_eq!(&visible_rows(&library.store), expected, "after step {at}");
        let steps = library.store.read(|reader| reader.steps(stack, OpSeq(i64::MAX), 10)).unwrap();
        assert_eq!(steps.iter().filter(|step| step.done).count(), at, "{steps:?}");
    }
    library.store.write(Op::named(stack, "other"), |writer| set(writer, FactSeq(1), "conflict")).unwrap();
    let dropped = library.store.go_to(stack, seen[3].0);
    assert_eq!(dropped.unwrap_err().code(), "not_found", "what was undone before something new cannot be gone to");
}
