//! Writes of an import: rows with the ids and times that a file gives them. Each is checked by the schema again.

use factly_core::discovery::{DiscoveryKind, EntityKind, EntityLabel};
use factly_core::facts::AcceptedBy;
use factly_core::inputs::{SectionSpan, Stage};
use factly_core::transfer::record::{
    BundleRecord, EntityRecord, FactRecord, InputRecord, ItemRecord, QuoteRecord, RunRecord,
};
use factly_core::transfer::unknown::UnknownFieldStore;
use rusqlite::{OptionalExtension, params};
use uuid::Uuid;

use crate::store::facts::{salience_json, stored_norm};
use crate::store::{BundleSeq, DiscoverySeq, FactSeq, InputSeq, ItemSeq, Reader, RunSeq, StoreError, Writer};

/// A table whose rows a file can name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NamedTable {
    Discovery,
    Input,
    Bundle,
    Run,
    Fact,
    Entity,
    Suggestion,
    Conversation,
    Message,
    Card,
    Item,
    Round,
    Question,
    Meaning,
    Price,
    View,
    /// A table whose rows an export carries as they are declared.
    Declared(&'static str),
}

impl NamedTable {
    pub(super) const fn table(self) -> &'static str {
        match self {
            Self::Discovery => "discovery",
            Self::Input => "input",
            Self::Bundle => "turn_bundle",
            Self::Run => "parse_run",
            Self::Fact => "fact",
            Self::Entity => "entity",
            Self::Suggestion => "suggestion",
            Self::Conversation => "chat_conversation",
            Self::Message => "chat_message",
            Self::Card => "chat_card",
            Self::Item => "item",
            Self::Round => "question_round",
            Self::Question => "question",
            Self::Meaning => "canonical_link",
            Self::Price => "price_observation",
            Self::View => "saved_view",
            Self::Declared(table) => table,
        }
    }

    /// Its rows that are not hidden.
    pub(super) fn live(self) -> String {
        let is_live = match self {
            Self::Bundle => "NOT EXISTS (SELECT 1 FROM input AS i WHERE i.seq = x.input AND i.deleted = 1)",
            _ => "x.deleted = 0",
        };
        format!("{} AS x WHERE {is_live}", self.table())
    }
}

/// A discovery as a file has it.
#[derive(Debug)]
pub struct NewDiscovery<'a> {
    pub id: Uuid,
    pub title: &'a str,
    pub goal: &'a str,
    pub stage: Stage,
    pub packs: &'a str,
    pub kind: Option<DiscoveryKind>,
    pub archived: bool,
    pub created_at: i64,
}

/// The values of a fact that are given here and not in its record: rows, and what the ledger makes of it.
#[derive(Debug)]
pub struct ImportedFact<'a> {
    pub seq: FactSeq,
    pub id: Uuid,
    pub label_no: i64,
    pub version: u32,
    pub key: &'a str,
    pub value_type: &'a str,
    pub value: &'a str,
    pub norm: &'a str,
    pub confidence: f64,
    pub bundle: Option<BundleSeq>,
    pub run: Option<RunSeq>,
    pub supersedes: Option<FactSeq>,
    pub conflicts_with: Option<FactSeq>,
    pub status: &'a str,
    pub needs_review: bool,
    pub missing: &'a str,
    pub hint: Option<&'a str>,
    pub because: Option<&'a str>,
}

impl Reader {
    /// Returns whether any row, hidden or not, has this id.
    pub fn is_taken(&self, named: NamedTable, id: Uuid) -> Result<bool, StoreError> {
        let sql = format!("SELECT EXISTS (SELECT 1 FROM {} WHERE id = ?1)", named.table());
        Ok(self.connection().prepare_cached(&sql)?.query_row([id], |row| row.get(0))?)
    }

    /// The row of a discovery that has this id, unless it is hidden.
    pub fn live_row(&self, named: NamedTable, discovery: DiscoverySeq, id: Uuid) -> Result<Option<i64>, StoreError> {
        let sql = format!("SELECT x.seq FROM {} AND x.discovery = ?1 AND x.id = ?2", named.live());
        self.select_one(&sql, params![discovery, id], |row| row.get(0))
    }

    /// The label that a row has.
    pub fn label_of_row(&self, kind: EntityKind, seq: i64) -> Result<EntityLabel, StoreError> {
        let sql = format!("SELECT label_no FROM {} WHERE seq = ?1", table_of(kind));
        let no = self.connection().prepare_cached(&sql)?.query_row([seq], |row| row.get(0))?;
        Ok(EntityLabel::new(kind, no))
    }

    /// Returns whether an entity that is not hidden has the label.
    pub fn has_label(&self, discovery: DiscoverySeq, label: EntityLabel) -> Result<bool, StoreError> {
        let of_kind = if matches!(label.kind, EntityKind::Input | EntityKind::Fact) { "?3 = ?3" } else { "kind = ?3" };
        let sql = format!(
            "SELECT EXISTS (SELECT 1 FROM {} WHERE discovery = ?1 AND label_no = ?2 AND {of_kind} AND deleted = 0)",
            table_of(label.kind)
        );
        let mut select = self.connection().prepare_cached(&sql)?;
        Ok(select.query_row(params![discovery, label.no, label.kind.letter()], |row| row.get(0))?)
    }

    /// The label that another application's name stands for.
    pub fn label_with_foreign_name(
        &self,
        discovery: DiscoverySeq,
        kind: EntityKind,
        name: &str,
    ) -> Result<Option<EntityLabel>, StoreError> {
        let sql =
            "SELECT label_no FROM foreign_data WHERE discovery = ?1 AND kind = ?2 AND name = ?3 ORDER BY label_no";
        let mut select = self.connection().prepare_cached(sql)?;
        let found = select.query_row(params![discovery, kind.letter(), name], |row| row.get(0)).optional()?;
        Ok(found.map(|no| EntityLabel::new(kind, no)))
    }

    /// The highest version that a label of an Input ever had.
    pub fn newest_input_version(&self, discovery: DiscoverySeq, label_no: i64) -> Result<u32, StoreError> {
        let sql = "SELECT coalesce(max(version), 0) FROM input WHERE discovery = ?1 AND label_no = ?2";
        Ok(self.connection().prepare_cached(sql)?.query_row(params![discovery, label_no], |row| row.get(0))?)
    }
}

impl Writer<'_> {
    /// Adds a discovery that nobody sees until it is shown.
    pub fn insert_hidden_discovery(&mut self, new: &NewDiscovery<'_>) -> Result<DiscoverySeq, StoreError> {
        let sql =
            "INSERT INTO discovery (id, title, goal, stage, packs, archived, created_at, updated_at, deleted, kind)
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, 1, ?9)";
        let now = self.now_ms();
        self.connection().prepare_cached(sql)?.execute(params![
            new.id,
            new.title,
            new.goal,
            new.stage.as_str(),
            new.packs,
            new.archived,
            new.created_at,
            now,
            new.kind.map_or("", DiscoveryKind::as_str)
        ])?;
        Ok(DiscoverySeq(self.connection().last_insert_rowid()))
    }

    pub fn show_discovery(&mut self, discovery: DiscoverySeq) -> Result<(), StoreError> {
        self.change("UPDATE discovery SET deleted = 0 WHERE seq = ?1", [discovery])
    }

    /// Sees to it that the next label of a kind is at least `next`.
    pub fn raise_labels(&mut self, discovery: DiscoverySeq, kind: EntityKind, next: i64) -> Result<(), StoreError> {
        let sql = "INSERT INTO label_counter (discovery, kind, next) VALUES (?1, ?2, ?3)
                   ON CONFLICT (discovery, kind) DO UPDATE SET next = max(next, excluded.next)";
        self.change(sql, params![discovery, kind.letter(), next])
    }

    /// The next label of a kind, which is not taken by asking.
    pub fn next_label(&self, discovery: DiscoverySeq, kind: EntityKind) -> Result<i64, StoreError> {
        let sql = "SELECT coalesce((SELECT next FROM label_counter WHERE discovery = ?1 AND kind = ?2), 1)";
        Ok(self.connection().prepare_cached(sql)?.query_row(params![discovery, kind.letter()], |row| row.get(0))?)
    }

    pub fn insert_imported_input(
        &mut self,
        discovery: DiscoverySeq,
        id: Uuid,
        record: &InputRecord<'_>,
    ) -> Result<InputSeq, StoreError> {
        let sql =
            "INSERT INTO input (id, discovery, label_no, version, superseded, title, origin, file_name, chars, sha256,
                       added_at, state, mark, rank, archived, text)
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)";
        let text = record.text.as_deref().unwrap_or_default();
        self.connection().prepare_cached(sql)?.execute(params![
            id,
            discovery,
            record.label.no,
            record.version,
            record.superseded,
            record.title.as_deref().unwrap_or_default(),
            record.origin,
            record.file_name.as_deref(),
            characters(text),
            record.sha256,
            record.added_at,
            record.state,
            record.mark,
            record.rank,
            record.archived,
            text
        ])?;
        Ok(InputSeq(self.connection().last_insert_rowid()))
    }

    /// With the number that the file gives it, unless another has that: then with the next.
    pub fn insert_imported_item(
        &mut self,
        discovery: DiscoverySeq,
        id: Uuid,
        item: &ItemRecord,
        into: Option<ItemSeq>,
    ) -> Result<ItemSeq, StoreError> {
        let sql =
            "INSERT INTO item (id, discovery, number, name, aliases, description, archived, created_at, merged_into)
            VALUES (?1, ?2, CASE WHEN EXISTS (SELECT 1 FROM item WHERE discovery = ?2 AND number = ?3)
                THEN (SELECT max(number) + 1 FROM item WHERE discovery = ?2) ELSE ?3 END, ?4, ?5, ?6, ?7, ?8, ?9)";
        let aliases = serde_json::to_string(&item.aliases).unwrap_or_default();
        let row = params![
            id,
            discovery,
            item.number,
            item.name,
            aliases,
            item.description,
            item.archived,
            item.created_at,
            into
        ];
        Ok(ItemSeq(self.connection().prepare_cached(sql)?.insert(row)?))
    }

    /// `source_ids` and `item_ids` are JSON.
    pub fn insert_imported_bundle(
        &mut self,
        discovery: DiscoverySeq,
        id: Uuid,
        location: Option<(InputSeq, u32)>,
        (source_ids, item_ids): (&str, &str),
        record: &BundleRecord<'_>,
    ) -> Result<BundleSeq, StoreError> {
        let sql = "INSERT INTO turn_bundle (id, discovery, source_type, source_ids, stage, scope, item_ids, input,
                       input_start_char, part, parts, sha256, chars, created_at, text)
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)";
        self.connection().prepare_cached(sql)?.execute(params![
            id,
            discovery,
            record.source_type,
            source_ids,
            record.stage.as_str(),
            record.scope,
            item_ids,
            location.map(|(input, _)| input),
            location.map(|(_, start)| start),
            record.part,
            record.parts,
            record.sha256,
            characters(&record.text),
            record.created_at,
            record.text
        ])?;
        let seq = BundleSeq(self.connection().last_insert_rowid());
        self.insert_sections(seq, &record.sections)?;
        Ok(seq)
    }

    pub(in crate::store) fn insert_sections(
        &self,
        bundle: BundleSeq,
        sections: &[SectionSpan],
    ) -> Result<(), StoreError> {
        let sql = "INSERT INTO turn_bundle_section (bundle, section, start_char, end_char) VALUES (?1, ?2, ?3, ?4)";
        let mut insert = self.connection().prepare_cached(sql)?;
        for found in sections {
            insert.execute(params![bundle, found.section.as_str(), found.span.start, found.span.end])?;
        }
        Ok(())
    }

    /// `json` is the statistics, the repairs and the outcomes, as they are stored.
    pub fn insert_imported_run(
        &mut self,
        discovery: DiscoverySeq,
        id: Uuid,
        bundle: BundleSeq,
        forced: bool,
        (stats, repairs, outcomes): (Option<&str>, &str, &str),
        record: &RunRecord<'_>,
    ) -> Result<RunSeq, StoreError> {
        let sql =
            "INSERT INTO parse_run (id, discovery, bundle, status, model, forced, attempts, created_at, started_at,
                       finished_at, stats, error, repairs, outcomes, raw)
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)";
        self.connection().prepare_cached(sql)?.execute(params![
            id,
            discovery,
            bundle,
            record.status,
            record.model,
            forced,
            record.attempts,
            record.created_at,
            record.started_at,
            record.finished_at,
            stats,
            record.error.as_deref(),
            repairs,
            outcomes,
            record.raw
        ])?;
        Ok(RunSeq(self.connection().last_insert_rowid()))
    }

    /// Returns whether the bundle has a success that was not forced, of which there may be one.
    pub fn has_succeeded(&self, bundle: BundleSeq) -> Result<bool, StoreError> {
        let sql = "SELECT EXISTS (SELECT 1 FROM parse_run
                   WHERE bundle = ?1 AND status = 'succeeded' AND forced = 0 AND deleted = 0)";
        Ok(self.connection().prepare_cached(sql)?.query_row([bundle], |row| row.get(0))?)
    }

    pub fn insert_imported_fact(
        &mut self,
        discovery: DiscoverySeq,
        new: &ImportedFact<'_>,
        record: &FactRecord<'_>,
    ) -> Result<(), StoreError> {
        let sql = "INSERT INTO fact (seq, id, discovery, label_no, version, scope_type, item_id, key, value_type, value, norm,
                       text, confidence, source_kind, bundle, quote, start_char, end_char, source_section, run,
                       supersedes, conflicts_with, missing, hint, reason, created_at, status, needs_review, mark,
                       because, rank, archived, condition, salience, accepted_by)
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21,
                       ?22, ?23, ?24, ?25, ?26, ?27, ?28, ?29, ?30, ?31, ?32, ?33, ?34, ?35)";
        let quote = record.evidence.as_ref().filter(|_| new.bundle.is_some());
        self.change(
            sql,
            params![
                new.seq,
                new.id,
                discovery,
                new.label_no,
                new.version,
                if record.item.is_empty() { "project" } else { "item" },
                record.item,
                new.key,
                new.value_type,
                new.value,
                stored_norm(new.norm),
                record.text,
                new.confidence,
                record.source.as_str(),
                new.bundle,
                quote.map(|quote| quote.quote.as_ref()),
                quote.map(|quote| quote.start),
                quote.map(|quote| quote.end),
                quote.map(|quote| quote.section.as_str()),
                new.run,
                new.supersedes,
                new.conflicts_with,
                new.missing,
                new.hint,
                record.reason,
                record.created_at,
                new.status,
                new.needs_review,
                record.mark,
                new.because,
                record.rank,
                record.archived,
                record.condition,
                salience_json(&record.salience),
                record.accepted_by.map_or("", AcceptedBy::as_str)
            ],
        )
    }

    pub fn insert_imported_reaffirmation(
        &mut self,
        fact: FactSeq,
        run: Option<RunSeq>,
        bundle: BundleSeq,
        quote: &QuoteRecord<'_>,
    ) -> Result<(), StoreError> {
        let sql = "INSERT INTO reaffirmation (fact, run, bundle, quote, start_char, end_char, source_section)
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT DO NOTHING";
        self.change(sql, params![fact, run, bundle, quote.quote, quote.start, quote.end, quote.section.as_str()])
    }

    /// With every text that it had.
    pub fn insert_imported_entity(
        &mut self,
        discovery: DiscoverySeq,
        id: Uuid,
        label: EntityLabel,
        because: Option<&str>,
        record: &EntityRecord<'_>,
    ) -> Result<(), StoreError> {
        let sql = "INSERT INTO entity (id, discovery, kind, label_no, version, text, output_type, state, mark, because, origin,
                       rank, created_at, archived)
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)";
        let text = record.text.as_deref().unwrap_or_default();
        self.connection().prepare_cached(sql)?.execute(params![
            id,
            discovery,
            label.kind.letter(),
            label.no,
            record.version,
            text,
            record.output_type.as_deref(),
            record.state,
            record.mark,
            because,
            record.origin,
            record.rank,
            record.created_at,
            record.archived
        ])?;
        let entity = self.connection().last_insert_rowid();
        let sql = "INSERT INTO entity_version (entity, version, text, restores, made_at) VALUES (?1, ?2, ?3, ?4, ?5)";
        let mut insert = self.connection().prepare_cached(sql)?;
        for version in &record.versions {
            let text = version.text.as_deref().unwrap_or(text);
            insert.execute(params![entity, version.version, text, version.restores, version.made_at])?;
        }
        Ok(())
    }

    /// Unless there is one.
    pub fn insert_imported_link(
        &mut self,
        discovery: DiscoverySeq,
        up: EntityLabel,
        down: EntityLabel,
    ) -> Result<(), StoreError> {
        let sql = "INSERT INTO link (discovery, up_kind, up_no, down_kind, down_no)
            SELECT ?1, ?2, ?3, ?4, ?5 WHERE NOT EXISTS (SELECT 1 FROM link WHERE discovery = ?1 AND up_kind = ?2
                AND up_no = ?3 AND down_kind = ?4 AND down_no = ?5 AND deleted = 0)";
        let params = params![discovery, up.kind.letter(), up.no, down.kind.letter(), down.no];
        self.change(sql, params)
    }

    /// Returns whether the fact that the column shows of a label rests on words of the Input.
    ///
    /// CROSS: from the one fact to its few reaffirmations, or SQLite reads all there are.
    pub fn is_evidence(
        &self,
        discovery: DiscoverySeq,
        input: EntityLabel,
        fact: EntityLabel,
    ) -> Result<bool, StoreError> {
        let sql = "WITH shown (seq, bundle) AS (SELECT seq, bundle FROM fact
                WHERE discovery = ?1 AND label_no = ?2 AND deleted = 0 AND archived = 0
                    AND status IN ('proposed', 'accepted', 'conflict')
                ORDER BY version DESC LIMIT 1)
            SELECT EXISTS (
                SELECT 1 FROM shown AS f JOIN turn_bundle AS b ON b.seq = f.bundle
                    JOIN input AS i ON i.seq = b.input WHERE i.label_no = ?3
                UNION ALL
                SELECT 1 FROM shown AS f CROSS JOIN reaffirmation AS a ON a.fact = f.seq AND a.deleted = 0
                    CROSS JOIN turn_bundle AS b ON b.seq = a.bundle CROSS JOIN input AS i ON i.seq = b.input
                WHERE i.label_no = ?3)";
        let mut select = self.connection().prepare_cached(sql)?;
        Ok(select.query_row(params![discovery, fact.no, input.no], |row| row.get(0))?)
    }

    /// `links` is JSON.
    pub fn insert_imported_suggestion(
        &mut self,
        discovery: DiscoverySeq,
        id: Uuid,
        links: &str,
        record: &factly_core::transfer::record::SuggestionRecord<'_>,
    ) -> Result<(), StoreError> {
        let sql =
            "INSERT INTO suggestion (id, discovery, kind, text, output_type, links, model, made_at, status, became)
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)";
        self.change(
            sql,
            params![
                id,
                discovery,
                record.kind,
                record.text,
                record.output_type.as_deref(),
                links,
                record.model,
                record.made_at,
                record.status,
                record.became.as_deref()
            ],
        )
    }

    /// Stores another application's name of an entity, and its fields there as JSON; of the discovery itself without a
    /// label.
    pub fn put_foreign(
        &mut self,
        discovery: DiscoverySeq,
        label: Option<EntityLabel>,
        name: Option<&str>,
        fields: &str,
    ) -> Result<(), StoreError> {
        let (kind, no) = label.map_or(("D", 0), |label| (label.kind.letter(), label.no));
        let sql = "INSERT INTO foreign_data (discovery, kind, label_no, name, fields) VALUES (?1, ?2, ?3, ?4, ?5)
                   ON CONFLICT (discovery, kind, label_no) DO UPDATE SET name = excluded.name, fields = excluded.fields";
        self.change(sql, params![discovery, kind, no, name, fields])
    }

    /// Adds fields that we do not know to those of the discovery that are kept already.
    pub fn keep_unknown(&mut self, discovery: DiscoverySeq, new: &UnknownFieldStore) -> Result<(), StoreError> {
        if new.is_empty() {
            return Ok(());
        }
        let (name, fields) = self.foreign_discovery(discovery)?.unwrap_or((None, "{}".to_owned()));
        let fields = new.merge_into(&fields);
        self.put_foreign(discovery, None, name.as_deref(), &fields)
    }
}

pub(super) const fn table_of(kind: EntityKind) -> &'static str {
    match kind {
        EntityKind::Input => "input",
        EntityKind::Fact => "fact",
        EntityKind::Insight | EntityKind::Recommendation | EntityKind::Output => "entity",
    }
}

fn characters(text: &str) -> i64 {
    i64::try_from(text.chars().count()).unwrap_or(i64::MAX)
}
