//! Migrating is all or nothing, and what this version does not know it does not touch.

use factly_core::message;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use rusqlite::Connection;

use super::fill;
use super::library::{Library, check, names, open, peek, rows};
use super::world;
use crate::store::functions::{self, CurrentOperation};
use crate::store::migration;
use crate::store::tables::{CHANGED, StoreTable, TABLES};
use crate::store::{Backups, DiscoverySeq, MIGRATIONS, Migration, Op, Opening, Stack, Store, Writer};

/// One past what this version knows.
const NEXT: u32 = MIGRATIONS.len() as u32 + 1;

const SECOND: Migration = Migration {
    version: NEXT,
    name: "second",
    sum: "2",
    sql: "CREATE TABLE second (seq INTEGER PRIMARY KEY) STRICT; INSERT INTO second VALUES (2);",
};

const FAILING: Migration = Migration {
    version: NEXT + 1,
    name: "failing",
    sum: "2",
    sql: "CREATE TABLE half (a INTEGER) STRICT; INSERT INTO none VALUES (1);",
};

fn with(more: &[Migration]) -> Opening {
    let all = [MIGRATIONS, more].concat();
    Opening { migrations: all.leak(), ..Opening::default() }
}

fn reopen(path: &Path, opening: Opening) -> Result<Store, &'static str> {
    opening.open(path, world::fixed()).map_err(|error| error.code())
}

#[test]
fn a_new_library_is_at_the_newest_version_and_sound() {
    let library = Library::new();
    let path = library.path();
    assert_eq!(peek::<u32>(&path, "PRAGMA user_version"), MIGRATIONS.len() as u32);
    assert_eq!(peek::<u32>(&path, "PRAGMA application_id"), 0x4643_544C);
    assert_eq!(check(&library.store).findings, []);
    assert_eq!(names(&library.close().path().join(".")), ["library.factly"], "nothing else lies beside it");
}

#[test]
fn a_new_library_is_what_the_migrations_make_one_by_one() {
    let connection = Connection::open_in_memory().unwrap();
    functions::install(&connection, &CurrentOperation::default()).unwrap();
    let (last, older) = MIGRATIONS.split_last().unwrap();
    migration::make_schema(&connection, older).unwrap();
    connection.execute_batch(last.sql).unwrap();
    let sql = "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE '%' || ?1 ORDER BY rowid";
    let mut rows = connection.prepare(sql).unwrap();
    let objects = rows.query_map([CHANGED], |row| row.get::<_, String>(0)).unwrap();
    let head = "-- Written by `a_new_library_is_what_the_migrations_make_one_by_one`, and by nobody's hand.\n\n";
    let made = objects.fold(head.to_owned(), |made, object| format!("{made}{};\n\n", object.unwrap()));
    if made != migration::SCHEMA {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../migrations/schema.sql");
        fs::write(file, made).unwrap();
        panic!("`migrations/schema.sql` was of an older time, and is written anew");
    }
}

#[test]
fn one_that_is_up_to_date_is_left_byte_for_byte() {
    let library = Library::new();
    let path = library.path();
    let folder = library.close();
    let before = fs::read(&path).unwrap();
    drop(open(&path));
    assert_eq!(fs::read(&path).unwrap(), before);
    assert_eq!(names(folder.path()), ["library.factly"]);
}

#[test]
fn an_older_one_is_migrated_after_a_copy_was_made() {
    let library = Library::new();
    let path = library.path();
    fill::facts(&library.store, 3);
    let _folder = library.close();

    let store = reopen(&path, with(&[SECOND])).unwrap();
    assert_eq!(peek::<i64>(&path, "SELECT seq FROM second"), 2);
    assert!(check(&store).is_sound());
    let copies = store.backups().list().unwrap();
    assert_eq!(
        copies.iter().map(|copy| (copy.version, copy.discoveries, copy.facts)).collect::<Vec<_>>(),
        [(NEXT - 1, 1, 3)]
    );
}

#[test]
fn one_of_before_the_blocks_has_them_once_it_was_opened() {
    let folder = super::library::fleeting_folder();
    let path = folder.path().join("library.factly");
    let older = Opening { migrations: &MIGRATIONS[..4], ..Opening::default() };
    let store = older.open(&path, world::fixed()).unwrap();
    let written = store.write(Op::silent(), |writer| {
        let discovery = fill::discovery(writer, "Dam")?;
        let sql = "INSERT INTO fact (id, discovery, label_no, scope_type, key, value_type, value, norm, text,
                confidence, source_kind, created_at, status, needs_review)
            VALUES (?1, ?2, 1, 'project', 'project.logistics.venue', 'string', '\"Hall 3\"', 's hall 3', 'Venue: Hall 3',
                1, 'manual', 0, 'accepted', 0)";
        writer.connection().execute(sql, rusqlite::params![writer.next_id(), discovery])?;
        Ok(())
    });
    written.unwrap();
    drop(store);

    let library = crate::Library::open(&path, world::fixed()).unwrap();
    let discovery = library.discoveries().list(None, false).unwrap()[0].id;
    let blocks = library.knowledge().blocks(discovery, None).unwrap();
    let lines: Vec<_> = blocks.iter().flat_map(|block| &block.lines).map(|of| of.line.text.as_str()).collect();
    assert_eq!(lines, ["Hall 3"]);
    assert_eq!(library.knowledge().check_knowledge(None).unwrap()[0].differences, []);
}

#[test]
fn one_with_sums_loses_them_and_nothing_else() {
    const WITH_SUMS: usize = 13;
    let folder = super::library::fleeting_folder();
    let path = folder.path().join("library.factly");
    let older = Opening { migrations: &MIGRATIONS[..WITH_SUMS], ..Opening::default() };
    let store = older.open(&path, world::fixed()).unwrap();
    let newer = stand_in_for_newer_tables(&path);
    let (discovery, _) = fill::facts(&store, 3);
    fill::first_tables(&store, discovery);
    drop(store);
    Connection::open(&path).unwrap().execute_batch(&newer).unwrap();
    let before = table_contents(&path);
    assert!(before.keys().any(|(_, column)| column == "sum"), "an older library has them");

    let store = reopen(&path, with(&[])).unwrap();
    assert!(check(&store).is_sound());
    let mut rest = before;
    rest.retain(|(_, column), _| column != "sum");
    // The list of migrations alone grows.
    rest.retain(|(table, _), _| table != "migration");
    let mut now = table_contents(&path);
    now.retain(|(table, _), _| table != "migration");
    // What a later migration adds is nothing that was there.
    now.retain(|of, _| rest.contains_key(of));
    assert_eq!(now, rest);
    assert_eq!(store.backups().list().unwrap().len(), 1, "and a copy of the older one is there");
    assert_eq!(store.undo(Stack::Discovery(discovery)).unwrap().count, 1, "its steps can be undone");
}

/// A library in which a run kept each value and its sentence as two facts: `(key, quote, status)` of each, from F-1 on. N-1
/// rests on the fact of each number in `rests`.
fn with_twins(path: &Path, facts: &[(&str, &str, &str)], rests: &[i64]) -> DiscoverySeq {
    const WITH_TWINS: usize = 14;
    const TEXT: &str = "We expect 800 visitors. Others expect 900 visitors and a hall of glass.";
    let store =
        Opening { migrations: &MIGRATIONS[..WITH_TWINS], ..Opening::default() }.open(path, world::fixed()).unwrap();
    let newer = stand_in_for_newer_tables(path);
    let (discovery, bundle) = store
        .write(Op::silent(), |writer| {
            let discovery = fill::discovery(writer, "Hall")?;
            Ok((discovery, fill::bundle(writer, discovery, TEXT)?))
        })
        .unwrap()
        .value;
    let add = |writer: &mut Writer<'_>, at: usize, (key, quote, status): (&str, &str, &str)| {
        let start = TEXT.find(quote).unwrap();
        let (value_type, value) = if key == "note" { ("note", quote) } else { ("number", "800") };
        let sql =
            "INSERT INTO fact (id, discovery, label_no, scope_type, key, value_type, value, norm, text, confidence,
                source_kind, bundle, quote, start_char, end_char, source_section, created_at, status, needs_review)
            VALUES (?1, ?2, ?3, 'project', ?4, ?5, json_quote(?6), ?6, ?7, 0.9, 'user', ?8, ?7, ?9, ?10, 'FREE_CHAT', 0,
                'proposed', 1)";
        let row = rusqlite::params![
            writer.next_id(),
            discovery,
            at as i64 + 1,
            key,
            value_type,
            value,
            quote,
            bundle,
            start as i64,
            (start + quote.len()) as i64
        ];
        writer.connection().execute(sql, row)?;
        let decided = "UPDATE fact SET status = ?2, needs_review = ?2 IN ('proposed', 'conflict') WHERE label_no = ?1";
        writer.connection().execute(decided, rusqlite::params![at as i64 + 1, status])?;
        Ok(())
    };
    for (at, fact) in facts.iter().enumerate() {
        store
            .write(Op::named(Stack::Discovery(discovery), message!("Decide F-{}", at + 1)), |w| add(w, at, *fact))
            .unwrap();
    }
    store
        .write(Op::named(Stack::Discovery(discovery), "Add N-1"), |w| {
            let sql = "INSERT INTO entity (id, discovery, kind, label_no, text, origin, created_at)
                VALUES (?1, ?2, 'N', 1, 'The hall is large enough.', 'manual', 0)";
            w.connection().execute(sql, rusqlite::params![w.next_id(), discovery])?;
            for fact in rests {
                let sql =
                    "INSERT INTO link (discovery, up_kind, up_no, down_kind, down_no) VALUES (?1, 'F', ?2, 'N', 1)";
                w.connection().execute(sql, rusqlite::params![discovery, fact])?;
            }
            Ok(())
        })
        .unwrap();
    drop(store);
    Connection::open(path).unwrap().execute_batch(&newer).unwrap();
    discovery
}

/// Returns the status of each fact, as "F-1 accepted", with "?" where the analyst is asked; and what N-1 rests on, with
/// its mark.
fn decided(path: &Path) -> Vec<String> {
    let connection = Connection::open(path).unwrap();
    let sql = "SELECT 'F-' || label_no || ' ' || status || iif(needs_review AND status = 'accepted', '?', '') FROM fact
               UNION ALL SELECT 'N-1 ' || group_concat(no, ' ') || rtrim(' ' || mark) FROM (
                   SELECT 'F-' || l.up_no AS no, e.mark FROM entity AS e JOIN link AS l ON l.deleted = 0 ORDER BY l.up_no)";
    let mut select = connection.prepare(sql).unwrap();
    select.query_map([], |row| row.get(0)).unwrap().collect::<Result<_, _>>().unwrap()
}

#[test]
fn a_value_and_its_sentence_of_an_older_library_become_one_fact() {
    let key = "project.summary.expectedVisitors";
    let (value, sentence) = ("800 visitors", "We expect 800 visitors.");
    let check = |why: &str, value_was: &str, sentence_was: &str, expected: [&str; 3]| {
        let folder = super::library::fleeting_folder();
        let path = folder.path().join("library.factly");
        let facts = [(key, value, value_was), ("note", sentence, sentence_was)];
        let discovery = with_twins(&path, &facts, &[2]);
        let before = decided(&path);
        let store = reopen(&path, with(&[])).unwrap();
        assert_eq!(decided(&path), expected, "{why}");
        assert!(check(&store).is_sound(), "{why}: the library is sound");
        // All of it is a step, and what was done before is turned as it was.
        let undo = || store.undo(Stack::Discovery(discovery)).unwrap().last.unwrap();
        assert_eq!(undo(), "Make one fact of a value and its sentence", "{why}");
        assert_eq!(decided(&path), before, "{why}: undone");
        for name in ["Add N-1", "Decide F-2", "Decide F-1"] {
            assert_eq!(undo(), name, "{why}");
        }
        while store.redo(Stack::Discovery(discovery)).unwrap().count > 0 {}
        assert_eq!(decided(&path), expected, "{why}: redone");
    };
    let unchanged = ["F-1 accepted", "F-2 superseded", "N-1 F-1"];
    check("both accepted: decisions are kept and links moved", "accepted", "accepted", unchanged);
    check("the sentence was never looked at", "accepted", "proposed", unchanged);
    let waits = ["F-1 proposed", "F-2 superseded", "N-1 F-1 needs_review"];
    check("a value that waits, waits on", "proposed", "accepted", waits);
    check("rejected, and its sentence accepted: proposed again", "rejected", "accepted", waits);
    check(
        "accepted, and its sentence rejected: asked about",
        "accepted",
        "rejected",
        ["F-1 accepted?", "F-2 superseded", "N-1 F-1"],
    );
    check("both rejected", "rejected", "rejected", ["F-1 rejected", "F-2 superseded", "N-1 F-1"]);
}

#[test]
fn what_rests_on_the_sentence_of_a_value_that_lost_rests_on_the_one_that_won_and_is_marked() {
    let folder = super::library::fleeting_folder();
    let path = folder.path().join("library.factly");
    let key = "project.summary.expectedVisitors";
    let facts = [
        (key, "800 visitors", "superseded"),
        ("note", "We expect 800 visitors.", "accepted"),
        (key, "900 visitors", "accepted"),
        ("note", "a hall of glass", "accepted"),
    ];
    with_twins(&path, &facts, &[2, 4]);
    drop(reopen(&path, with(&[])).unwrap());
    let expected = ["F-1 superseded", "F-2 superseded", "F-3 accepted", "F-4 accepted", "N-1 F-3 F-4 needs_review"];
    assert_eq!(decided(&path), expected, "and a statement that no value says stays what it is");
}

/// A write looks at every declared table. Returns the SQL that takes away those that the library has not itself.
fn stand_in_for_newer_tables(path: &Path) -> String {
    let connection = Connection::open(path).unwrap();
    let mut taken_away = String::new();
    for StoreTable { name, .. } in TABLES {
        if connection.execute_batch(&format!("CREATE TABLE {name} (seq INTEGER PRIMARY KEY)")).is_ok() {
            taken_away.push_str(&format!("DROP TABLE {name};"));
        }
    }
    let columns = [
        ("chat_message", "sources", "NOT NULL DEFAULT '[]'"),
        ("chat_message", "verification", ""),
        ("chat_conversation", "scope", "NOT NULL DEFAULT '[]'"),
    ];
    for (table, column, constraint) in columns {
        let added = format!("ALTER TABLE {table} ADD COLUMN {column} TEXT {constraint}");
        if connection.execute_batch(&added).is_ok() {
            taken_away.push_str(&format!("ALTER TABLE {table} DROP COLUMN {column};"));
        }
    }
    taken_away
}

#[test]
fn a_card_of_before_keeps_its_row_and_any_tool_can_make_one_now() {
    let folder = super::library::fleeting_folder();
    let path = folder.path().join("library.factly");
    let older = Opening { migrations: &MIGRATIONS[..14], ..Opening::default() };
    let store = older.open(&path, world::fixed()).unwrap();
    let newer = stand_in_for_newer_tables(&path);
    let (discovery, _) = fill::facts(&store, 1);
    fill::first_tables(&store, discovery);
    drop(store);
    let connection = Connection::open(&path).unwrap();
    connection.execute_batch(&newer).unwrap();
    let before = rows(&connection, "SELECT * FROM chat_card").unwrap();
    assert_eq!(before.len(), 1);

    let store = reopen(&path, with(&[])).unwrap();
    assert_eq!(check(&store).findings, []);
    assert_eq!(rows(&connection, "SELECT * FROM chat_card").unwrap(), before);
    let another = "INSERT INTO chat_card (id, discovery, message, place, tool, params, shown)
        SELECT randomblob(16), discovery, message, 1, 'create_report', '{}', '{}' FROM chat_card";
    connection.execute(another, []).unwrap();
}

/// Every value, by table and column.
fn table_contents(path: &Path) -> BTreeMap<(String, String), Vec<String>> {
    let connection = Connection::open(path).unwrap();
    let columns = "SELECT t.name, c.name FROM sqlite_schema AS t JOIN pragma_table_xinfo(t.name) AS c
                   WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%' AND t.name <> 'row_check'";
    let mut select = connection.prepare(columns).unwrap();
    let columns = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
    columns
        .map(|of| {
            let of: (String, String) = of.unwrap();
            let sql = format!("SELECT rowid, \"{}\" FROM {}", of.1, of.0);
            let values = rows(&connection, &sql).unwrap();
            (of, values)
        })
        .collect()
}

#[test]
fn a_migration_that_fails_leaves_all_as_it_was() {
    let library = Library::new();
    let path = library.path();
    fill::facts(&library.store, 3);
    let _folder = library.close();
    let before = fs::read(&path).unwrap();

    assert_eq!(reopen(&path, with(&[SECOND, FAILING])).unwrap_err(), "library_migration_failed");
    assert_eq!(fs::read(&path).unwrap(), before, "not even the first of the two stays");
    assert_eq!(Backups::for_library(&path).list().unwrap().len(), 1, "and the copy is there");
    assert!(check(&open(&path)).is_sound());
}

#[test]
fn a_migration_other_than_the_one_applied_is_refused() {
    let library = Library::new();
    let path = library.path();
    drop(reopen(&path, with(&[SECOND])).unwrap());
    let other = Migration { sum: "3", ..SECOND };
    assert_eq!(reopen(&path, with(&[other])).unwrap_err(), "library_other_migration");
}

#[test]
fn a_newer_one_is_refused_and_left_byte_for_byte() {
    let library = Library::new();
    let path = library.path();
    let folder = library.close();
    drop(reopen(&path, with(&[SECOND])).unwrap());
    fs::remove_dir_all(folder.path().join("backups")).unwrap();
    let before = fs::read(&path).unwrap();

    assert_eq!(reopen(&path, Opening::default()).unwrap_err(), "library_newer");
    assert_eq!(fs::read(&path).unwrap(), before);
    assert_eq!(names(folder.path()), ["library.factly"], "no log appears beside it");
}

#[test]
fn one_that_is_newer_only_in_its_log_is_left_too() {
    let library = Library::new();
    let path = library.path();
    let folder = library.close();
    // A newer Factly that died between its commit and its checkpoint.
    let newer = Connection::open(&path).unwrap();
    newer.execute_batch("PRAGMA wal_autocheckpoint = 0; PRAGMA user_version = 99").unwrap();
    let copy = folder.path().join("died.factly");
    for suffix in ["", "-wal"] {
        fs::copy(format!("{}{suffix}", path.display()), format!("{}{suffix}", copy.display())).unwrap();
    }
    let files = || ["", "-wal"].map(|suffix| fs::read(format!("{}{suffix}", copy.display())).unwrap());
    let before = files();
    assert_eq!(reopen(&copy, Opening::default()).unwrap_err(), "library_newer");
    assert_eq!(files(), before, "neither the file nor its log changed");
}

#[test]
fn what_is_no_library_is_refused_and_left() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x");
    let foreign = folder.path().join("foreign");
    Connection::open(&foreign).unwrap().execute_batch("CREATE TABLE theirs (a)").unwrap();
    let rows: [(&str, Vec<u8>, &str); 4] = [
        ("a database of another application", fs::read(&foreign).unwrap(), "library_foreign"),
        ("a text", b"Once upon a time, ".repeat(10), "library_not_a_library"),
        ("an empty file, which SQLite would take for a new database", Vec::new(), "library_damaged"),
        ("a header cut short", b"SQLite format 3\0".to_vec(), "library_damaged"),
    ];
    fs::remove_file(&foreign).unwrap();
    for (what, bytes, code) in rows {
        fs::write(&path, &bytes).unwrap();
        assert_eq!(reopen(&path, Opening::default()).unwrap_err(), code, "{what}");
        assert_eq!(fs::read(&path).unwrap(), bytes, "{what} is left byte for byte");
        assert_eq!(names(folder.path()), ["x"], "and nothing appears beside {what}");
    }
}

#[test]
fn recipes_that_were_a_preference_become_the_newest_discovery_s() {
    const AS_PREFERENCE: usize = 23;
    let folder = super::library::fleeting_folder();
    let path = folder.path().join("library.factly");
    let older = Opening { migrations: &MIGRATIONS[..AS_PREFERENCE], ..Opening::default() };
    let store = older.open(&path, world::fixed()).unwrap();
    let written = store.write(Op::silent(), |writer| {
        fill::discovery(writer, "Dam")?;
        fill::discovery(writer, "Wall")?;
        writer.set_preference("documents.recipes", r#"[{"name":"mine"},{"name":"ours"}]"#)
    });
    written.unwrap();
    drop(store);
    drop(reopen(&path, with(&[])).unwrap());
    let sql = "SELECT group_concat(d.title || ' ' || (r.recipe ->> 'name') || ' ' || length(r.id), ', ')
               FROM document_recipe AS r JOIN discovery AS d ON d.seq = r.discovery";
    assert_eq!(peek::<String>(&path, sql), "Wall mine 16, Wall ours 16");
    assert_eq!(peek::<i64>(&path, "SELECT count(*) FROM preference WHERE name = 'documents.recipes'"), 0);
}

/// A fact, whether a run found it, whether the step that brought it found it too, from which status to which it was
/// changed, and who accepted it.
type AcceptanceCase = (&'static str, bool, bool, &'static [(&'static str, &'static str)], &'static str);

#[test]
fn an_older_library_tells_who_accepted_its_facts() {
    /// Of before the checks of rows: a connection of its own may write it.
    const WITHOUT_CHECKS: usize = 28;
    let folder = super::library::fleeting_folder();
    let path = folder.path().join("library.factly");
    let older = Opening { migrations: &MIGRATIONS[..WITHOUT_CHECKS], ..Opening::default() };
    drop(older.open(&path, world::fixed()).unwrap());
    let facts: [AcceptanceCase; 6] = [
        ("accepted by the rules", true, true, &[], "rules"),
        ("accepted by a step", true, true, &[("proposed", "accepted")], "analyst"),
        ("accepted by the rules, and superseded", true, true, &[("accepted", "superseded")], "rules"),
        ("never accepted", true, true, &[("proposed", "rejected")], ""),
        ("imported as accepted", true, false, &[], ""),
        ("typed", false, true, &[], "analyst"),
    ];
    let connection = Connection::open(&path).unwrap();
    functions::install(&connection, &CurrentOperation::default()).unwrap();
    let setup = "INSERT INTO discovery (seq, id, title, created_at, updated_at) VALUES (1, randomblob(16), 'Dam', 0, 0);
        INSERT INTO turn_bundle (seq, id, discovery, source_type, source_ids, stage, scope, sha256, chars, created_at, text)
        VALUES (1, randomblob(16), 1, 'chat', '[]', 'ideation', 'project',
            '2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881', 1, 0, 'x');
        INSERT INTO parse_run (seq, id, discovery, bundle, status, model, created_at)
        VALUES (1, randomblob(16), 1, 1, 'succeeded', 'm', 0);";
    connection.execute_batch(setup).unwrap();
    for (seq, (_, is_read, is_own, changes, _)) in (1..).zip(facts) {
        let status = changes.last().map_or("accepted", |(_, after)| *after);
        let sql = "INSERT INTO fact (seq, id, discovery, label_no, scope_type, key, value_type, value, norm, text, confidence,
                source_kind, run, created_at, status, needs_review)
            VALUES (?1, randomblob(16), 1, ?1, 'project', 'note', 'note', '\"x\"', 'x', 'x', 1, ?2, ?3, 5, ?4, 0)";
        let source = if is_read { "imported" } else { "manual" };
        let row = rusqlite::params![seq, source, is_read.then_some(1), status];
        connection.execute(sql, row).unwrap();
        let step = |at: i64, before: Option<String>, after: Option<String>| {
            let sql = "INSERT INTO operation (name, discovery, at, state, first_change, last_change)
                VALUES ('step', 1, ?1, 'done', 0, 0)";
            connection.execute(sql, [at]).unwrap();
            let sql = "INSERT INTO change (operation, tbl, row, before, after) VALUES (last_insert_rowid(), 'fact', ?1, ?2, ?3)";
            connection.execute(sql, rusqlite::params![seq, before, after]).unwrap();
        };
        step(if is_own { 5 } else { 9 }, None, None);
        for (before, after) in changes {
            step(10, Some(format!("{{\"status\":\"{before}\"}}")), Some(format!("{{\"status\":\"{after}\"}}")));
        }
    }
    drop(connection);
    drop(with(&[]).open(&path, world::fixed()).unwrap());
    for (seq, (what, .., accepted_by)) in (1..).zip(facts) {
        let sql = format!("SELECT accepted_by FROM fact WHERE seq = {seq}");
        assert_eq!(peek::<String>(&path, &sql), accepted_by, "{what}");
    }
}
