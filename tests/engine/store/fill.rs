//! Writes rows as the drivers do, with as little in them as the schema lets through.

use rusqlite::{ToSql, params};

use crate::store::{BundleSeq, DiscoverySeq, FactSeq, LabelKind, Op, RunSeq, Stack, Store, StoreError, Writer};

pub(super) const TEXT: &str = "The dam is 149 m long. The council did not approve the budget of €1,200.";

pub(super) fn discovery(writer: &Writer<'_>, title: &str) -> Result<DiscoverySeq, StoreError> {
    let sql = "INSERT INTO discovery (id, title, created_at, updated_at) VALUES (?1, ?2, ?3, ?3)";
    insert(writer, sql, params![writer.next_id(), title, writer.now_ms()]).map(DiscoverySeq)
}

pub(super) fn bundle(writer: &Writer<'_>, discovery: DiscoverySeq, text: &str) -> Result<BundleSeq, StoreError> {
    let chars = text.chars().count();
    let sql = "INSERT INTO turn_bundle (id, discovery, source_type, source_ids, stage, scope, sha256, chars, created_at, text)
               VALUES (?1, ?2, 'chat', '[]', 'ideation', 'project', ?3, ?4, ?5, ?6)";
    let hash = factly_core::bundle::sha256_hex(text);
    let bundle = insert(writer, sql, params![writer.next_id(), discovery, hash, chars as i64, writer.now_ms(), text])?;
    let sql = "INSERT INTO turn_bundle_section (bundle, section, start_char, end_char) VALUES (?1, 'FREE_CHAT', 0, ?2)";
    insert(writer, sql, params![bundle, chars as i64])?;
    Ok(BundleSeq(bundle))
}

pub(super) fn run(writer: &Writer<'_>, discovery: DiscoverySeq, bundle: BundleSeq) -> Result<RunSeq, StoreError> {
    let sql = "INSERT INTO parse_run (id, discovery, bundle, status, model, forced, created_at)
               VALUES (?1, ?2, ?3, 'succeeded', 'offline', 1, ?4)";
    insert(writer, sql, params![writer.next_id(), discovery, bundle, writer.now_ms()]).map(RunSeq)
}

/// A fact whose evidence is `quote`, said to stand at `start`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fact<'f> {
    pub(super) discovery: DiscoverySeq,
    pub(super) bundle: BundleSeq,
    pub(super) quote: &'f str,
    pub(super) start: i64,
    pub(super) section: &'f str,
}

impl<'f> Fact<'f> {
    pub(super) fn quoting(discovery: DiscoverySeq, bundle: BundleSeq, quote: &'f str, start: i64) -> Self {
        Self { discovery, bundle, quote, start, section: "FREE_CHAT" }
    }
}

pub(super) fn fact(writer: &Writer<'_>, fact: Fact<'_>) -> Result<FactSeq, StoreError> {
    let label = writer.take_labels(fact.discovery, LabelKind::Fact, 1)?;
    let end = fact.start + fact.quote.chars().count() as i64;
    let sql = "INSERT INTO fact (id, discovery, label_no, scope_type, key, value_type, value, norm, text, confidence,
                   source_kind, bundle, quote, start_char, end_char, source_section, created_at, status, needs_review)
               VALUES (?1, ?2, ?3, 'project', 'note', 'note', json_quote(?4), ?4, ?4, 0.75, 'user', ?5, ?4, ?6, ?7, ?8, ?9,
                   'proposed', 0)";
    let row = params![
        writer.next_id(),
        fact.discovery,
        label,
        fact.quote,
        fact.bundle,
        fact.start,
        end,
        fact.section,
        writer.now_ms()
    ];
    insert(writer, sql, row).map(FactSeq)
}

/// One discovery with one bundle, and as many facts, all in one operation of the library.
pub(super) fn facts(store: &Store, count: usize) -> (DiscoverySeq, BundleSeq) {
    let written = store.write(Op::named(Stack::Library, "Fill"), |writer| {
        let discovery = discovery(writer, "Dam")?;
        let bundle = bundle(writer, discovery, TEXT)?;
        for at in 0..count {
            let start = at % 20;
            fact(writer, Fact::quoting(discovery, bundle, &TEXT[start..start + 3], start as i64))?;
        }
        Ok((discovery, bundle))
    });
    written.unwrap().value
}

fn insert(writer: &Writer<'_>, sql: &str, row: &[&dyn ToSql]) -> Result<i64, StoreError> {
    Ok(writer.connection().prepare_cached(sql)?.insert(row)?)
}
