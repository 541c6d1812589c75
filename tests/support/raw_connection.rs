//! Whoever writes to a library's file without Factly.
#![allow(dead_code, reason = "each suite takes what it needs")]

use rusqlite::Connection;

/// Opens the file with no rule in force.
pub(crate) fn open_without_triggers(path: &std::path::Path) -> Connection {
    let connection = open_unmanaged(path);
    let triggers: Vec<String> = {
        let mut names = connection.prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger'").unwrap();
        names.query_map([], |row| row.get(0)).unwrap().collect::<Result<_, _>>().unwrap()
    };
    for name in triggers {
        connection.execute_batch(&format!("DROP TRIGGER {name}")).unwrap();
    }
    connection
}

/// Opens the file and leaves its rules as they are: Factly can go on with it.
pub(crate) fn open_unmanaged(path: &std::path::Path) -> Connection {
    Connection::open(path).unwrap()
}
