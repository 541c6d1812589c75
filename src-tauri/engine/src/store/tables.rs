//! Every table that undo knows, declared once: what undo restores, which topics a change of it is about, whether
//! knowledge is derived from it, whether a look back shows it as it was, and what an export carries.
//!
//! From the declaration come the triggers that write down changes, which a library gets when it is opened; the topics of
//! a change notice; and which rows are told to who derives something. The columns, constraints and what is frozen stand
//! in `migrations/`, where no code path can break them.

use std::collections::BTreeMap;

use factly_core::knowledge::is_addition;
use factly_core::long_documents::recipe::is_recipe;
use factly_core::reports::section::{DEEPEST_SECTION, is_heading, is_report};
use factly_core::reports::suggestion::{is_change, is_suggestion};
use rusqlite::Connection;

use super::notice::Topic;
use super::transfer::{ColumnFormat, ExportedTable, NamedTable};

/// A table whose rows undo shows and hides.
#[derive(Clone, Copy, Debug)]
pub(super) struct StoreTable {
    pub(super) name: &'static str,
    /// The topics that a notice names when a step changed a row of it, or undo turned one.
    pub(super) topics: &'static [Topic],
    /// The columns that undo restores. A change of them is written down.
    pub(super) restored: &'static [&'static str],
    pub(super) knowledge: DerivedFrom,
    /// True if a look back at an earlier step reads it as it was then. Such a table is small.
    pub(super) in_past: bool,
    /// The way its rows go into an export and come back, where no file of `transfer` does that for it.
    pub(super) exported: Option<ExportedTable>,
}

/// The part of knowledge that is derived from a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DerivedFrom {
    Nothing,
    /// The deriving code knows what each row is for.
    Rows,
    /// Lists of a scope. The SQL gives discovery and item of each scope that the row `?1` is listed in.
    Lists(&'static str),
}

impl StoreTable {
    const fn new(name: &'static str, topics: &'static [Topic], restored: &'static [&'static str]) -> Self {
        Self { name, topics, restored, knowledge: DerivedFrom::Nothing, in_past: false, exported: None }
    }

    /// Knowledge is derived from its rows.
    const fn feeds(self, knowledge: DerivedFrom) -> Self {
        Self { knowledge, ..self }
    }

    /// A look back shows it as it was.
    const fn in_past(self) -> Self {
        Self { in_past: true, ..self }
    }

    /// An export carries its rows.
    const fn exported(self, exported: ExportedTable) -> Self {
        Self { exported: Some(exported), ..self }
    }

    /// The trigger that writes down what a row was and what it became.
    fn trigger(&self) -> String {
        let object = |row: &str| {
            let pairs = self.restored.iter().map(|column| format!("'{column}', {row}.{column}"));
            format!("json_object({})", pairs.collect::<Vec<_>>().join(", "))
        };
        let Self { name, restored, .. } = self;
        format!(
            "CREATE TRIGGER {name}{CHANGED} AFTER UPDATE OF {} ON {name} WHEN current_operation() IS NOT NULL BEGIN\n    \
             INSERT INTO change (operation, tbl, row, before, after)\n    \
             VALUES (current_operation(), '{name}', NEW.seq, {}, {});\nEND",
            restored.join(", "),
            object("OLD"),
            object("NEW")
        )
    }
}

/// The suffix of the name of each trigger that records changes.
pub(super) const CHANGED: &str = "_changed";

/// In the order in which a step's insertions are written down.
pub(super) const TABLES: &[StoreTable] = &[
    StoreTable::new(
        "discovery",
        &[Topic::Library, Topic::Discovery],
        &["title", "goal", "stage", "packs", "archived", "deleted", "kind"],
    )
    .feeds(DerivedFrom::Rows),
    StoreTable::new("discovery_key", &[Topic::Discovery], &["definition", "deleted"])
        .feeds(DerivedFrom::Rows)
        .in_past(),
    StoreTable::new(
        "input",
        &[Topic::Inputs, Topic::Facts, Topic::Pipeline],
        &["superseded", "title", "state", "mark", "rank", "archived", "deleted"],
    ),
    StoreTable::new("document", &[Topic::Inputs], &["kind", "authors", "dated", "reference", "deleted"]),
    StoreTable::new("parse_run", &[Topic::Runs, Topic::Inputs], &["deleted"]),
    StoreTable::new(
        "fact",
        &[Topic::Facts, Topic::Knowledge, Topic::Pipeline],
        // The condition last: a look back finds it there.
        &["status", "needs_review", "mark", "because", "rank", "archived", "deleted", "accepted_by", "condition"],
    )
    .feeds(DerivedFrom::Rows),
    StoreTable::new("reaffirmation", &[Topic::Facts], &["deleted"]),
    StoreTable::new(
        "entity",
        &[Topic::Pipeline],
        &["version", "text", "output_type", "state", "mark", "because", "rank", "archived", "deleted"],
    ),
    StoreTable::new("entity_version", &[Topic::Pipeline], &["deleted"]),
    StoreTable::new("link", &[Topic::Pipeline], &["deleted"]),
    StoreTable::new("suggestion", &[Topic::Pipeline], &["text", "output_type", "status", "became", "deleted"]),
    StoreTable::new("report", &[Topic::Reports], &["front_md", "cited", "apply_at_once", "deleted"]).exported(
        ExportedTable {
            list: "reports",
            columns: &[
                ("output", ColumnFormat::Label),
                ("front_md", ColumnFormat::Text),
                ("apply_at_once", ColumnFormat::Maybe(&ColumnFormat::Number(0, 1))),
                ("cited", ColumnFormat::Maybe(&ColumnFormat::Cited)),
            ],
            is_sound: None,
        },
    ),
    StoreTable::new(
        "report_section",
        &[Topic::Reports],
        &["rank", "depth", "title", "body_md", "cited", "appendix", "deleted"],
    )
    .exported(ExportedTable {
        list: "reportSections",
        columns: &[
            ("report", ColumnFormat::Row(NamedTable::Declared("report"))),
            ("rank", ColumnFormat::Number(i64::MIN, i64::MAX)),
            ("depth", ColumnFormat::Number(1, DEEPEST_SECTION)),
            ("title", ColumnFormat::Text),
            ("body_md", ColumnFormat::Text),
            ("appendix", ColumnFormat::Number(0, 1)),
            ("heading", ColumnFormat::Maybe(&ColumnFormat::Json(is_heading))),
            ("cited", ColumnFormat::Maybe(&ColumnFormat::Cited)),
        ],
        is_sound: None,
    }),
    StoreTable::new("report_version", &[Topic::Reports], &["deleted"]).exported(ExportedTable {
        list: "reportVersions",
        columns: &[
            ("report", ColumnFormat::Row(NamedTable::Declared("report"))),
            ("name", ColumnFormat::Title),
            ("made_at", ColumnFormat::Time),
            ("body", ColumnFormat::Naming(NamedTable::Declared("report_section"), is_report)),
        ],
        is_sound: None,
    }),
    StoreTable::new("report_suggestion", &[Topic::Reports], &["state", "change", "deleted"]).exported(ExportedTable {
        list: "reportSuggestions",
        columns: &[
            ("report", ColumnFormat::Row(NamedTable::Declared("report"))),
            ("section", ColumnFormat::Id(NamedTable::Declared("report_section"))),
            ("kind", ColumnFormat::Text),
            ("author", ColumnFormat::Text),
            ("turn", ColumnFormat::Text),
            ("made_at", ColumnFormat::Time),
            ("state", ColumnFormat::Text),
            ("change", ColumnFormat::Naming(NamedTable::Declared("report_section"), is_change)),
        ],
        is_sound: Some(is_suggestion),
    }),
    StoreTable::new("chat_conversation", &[Topic::Chat], &["title", "deleted"]),
    StoreTable::new("chat_message", &[Topic::Chat], &["deleted"]),
    StoreTable::new("item_override", &[Topic::Knowledge], &["deleted"]).feeds(DerivedFrom::Rows).in_past(),
    StoreTable::new("block_addition", &[Topic::Knowledge], &["deleted"])
        .feeds(DerivedFrom::Lists("SELECT discovery, item FROM block_addition WHERE seq = ?1"))
        .in_past()
        .exported(ExportedTable {
            list: "additions",
            columns: &[
                ("item", ColumnFormat::Item),
                ("block", ColumnFormat::Text),
                ("kind", ColumnFormat::Text),
                ("text", ColumnFormat::Text),
                ("model", ColumnFormat::Text),
                ("added_at", ColumnFormat::Time),
            ],
            is_sound: Some(is_addition),
        }),
    StoreTable::new("chat_card", &[Topic::Chat], &["status", "became", "edited", "deleted"]),
    StoreTable::new(
        "item",
        &[Topic::Knowledge, Topic::Facts],
        &["name", "aliases", "description", "archived", "merged_into", "deleted"],
    )
    .feeds(DerivedFrom::Rows)
    .in_past(),
    StoreTable::new("question_round", &[Topic::Questions], &["deleted"]).in_past(),
    StoreTable::new("question", &[Topic::Questions], &["text", "status", "quick", "said", "round", "deleted"])
        .feeds(DerivedFrom::Lists("SELECT discovery, item_id FROM question WHERE seq = ?1"))
        .in_past(),
    StoreTable::new("answer_draft", &[Topic::Questions], &["quick", "said", "deleted"]),
    StoreTable::new("saved_view", &[], &["name", "filter", "deleted"]),
    StoreTable::new("canonical_item", &[Topic::Memory], &["name", "unit", "synonyms", "note", "archived", "deleted"])
        .feeds(DerivedFrom::Lists(
            "SELECT DISTINCT discovery, item_id FROM canonical_link
             WHERE canonical = ?1 AND status = 'confirmed' AND deleted = 0",
        )),
    StoreTable::new("canonical_link", &[Topic::Memory], &["deleted"])
        .feeds(DerivedFrom::Lists("SELECT discovery, item_id FROM canonical_link WHERE seq = ?1"))
        .in_past(),
    StoreTable::new("price_observation", &[Topic::Memory], &["deleted"]),
    StoreTable::new("exchange_rate", &[Topic::Memory], &["deleted"]),
    StoreTable::new("variant", &[Topic::Pipeline], &["deleted"]),
    StoreTable::new("document_recipe", &[Topic::Documents], &["recipe", "deleted"]).exported(ExportedTable {
        list: "recipes",
        columns: &[("recipe", ColumnFormat::Json(is_recipe))],
        is_sound: None,
    }),
];

/// The declaration of a table.
pub(super) fn declared(name: &str) -> Option<&'static StoreTable> {
    TABLES.iter().find(|table| table.name == name)
}

/// Takes away the triggers of changes, so that a migration may alter any column.
pub(super) fn drop_triggers(connection: &Connection) -> rusqlite::Result<()> {
    triggers(connection)?.keys().try_for_each(|name| drop_trigger(connection, name))
}

/// Gives a library the triggers of changes that are declared, where it has others.
pub(super) fn put_triggers(connection: &Connection) -> rusqlite::Result<()> {
    drop_triggers(connection)?;
    TABLES.iter().try_for_each(|table| connection.execute_batch(&table.trigger()))
}

/// Returns whether a library has exactly the triggers of changes that are declared.
pub(super) fn has_triggers(connection: &Connection) -> rusqlite::Result<bool> {
    let declared = TABLES.iter().map(|table| (format!("{}{CHANGED}", table.name), table.trigger()));
    Ok(triggers(connection)? == declared.collect())
}

fn drop_trigger(connection: &Connection, name: &str) -> rusqlite::Result<()> {
    connection.execute_batch(&format!("DROP TRIGGER \"{}\"", name.replace('"', "\"\"")))
}

/// The triggers of changes that there are, by name and SQL.
fn triggers(connection: &Connection) -> rusqlite::Result<BTreeMap<String, String>> {
    let sql = "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND name LIKE '%' || ?1";
    connection.prepare(sql)?.query_map([CHANGED], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
}
