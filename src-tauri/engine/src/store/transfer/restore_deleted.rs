//! Rows that were deleted or taken back here and that a file has: shown again under the ids and labels that they had.
//!
//! Frozen columns of a row must be what the file says of it, else the file's is another row and gets an id of its own.
//! The other columns become as the file has them, and the step of undo that shows the row turns them too.

use factly_core::discovery::{EntityKind, EntityLabel};
use factly_core::transfer::canonical_links::{MeaningRecord, PriceRecord};
use factly_core::transfer::questions::QuestionRecord;
use factly_core::transfer::record::{
    EntityRecord, FactRecord, InputRecord, ItemRecord, RunRecord, SuggestionRecord, VersionRecord, ViewRecord,
};
use rusqlite::{OptionalExtension, ToSql, params, params_from_iter};
use uuid::Uuid;

use super::write::{ImportedFact, NamedTable, table_of};
use crate::store::{
    BundleSeq, CanonicalSeq, DiscoverySeq, InputSeq, ItemSeq, Reader, RoundSeq, RunSeq, StoreError, Writer,
};

/// Columns and their values.
pub(super) type ColumnValues<'c> = &'c [(&'static str, &'c dyn ToSql)];

impl Reader {
    /// The row of a discovery that has this id and is hidden, and its label. Not a fact's version that a later one has
    /// taken the place of meanwhile.
    pub fn hidden_row(
        &self,
        discovery: DiscoverySeq,
        kind: EntityKind,
        id: Uuid,
    ) -> Result<Option<(i64, EntityLabel)>, StoreError> {
        let condition = match kind {
            EntityKind::Input => "true",
            EntityKind::Fact => {
                "NOT EXISTS (SELECT 1 FROM fact AS n WHERE n.discovery = x.discovery AND n.label_no = x.label_no
                    AND n.version > x.version AND n.deleted = 0)"
            }
            EntityKind::Insight => "x.kind = 'N'",
            EntityKind::Recommendation => "x.kind = 'R'",
            EntityKind::Output => "x.kind = 'O'",
        };
        let sql = format!(
            "SELECT x.seq, x.label_no FROM {} AS x
             WHERE x.id = ?1 AND x.discovery = ?2 AND x.deleted = 1 AND {condition}",
            table_of(kind)
        );
        let mut select = self.connection().prepare_cached(&sql)?;
        let found = select.query_row(params![id, discovery], |row| Ok((row.get(0)?, row.get(1)?))).optional()?;
        Ok(found.map(|(seq, no)| (seq, EntityLabel::new(kind, no))))
    }
}

impl Writer<'_> {
    /// With the number that it had.
    pub fn bring_back_item(
        &mut self,
        discovery: DiscoverySeq,
        item: &ItemRecord,
        into: Option<ItemSeq>,
    ) -> Result<Option<ItemSeq>, StoreError> {
        let aliases = serde_json::to_string(&item.aliases).unwrap_or_default();
        let set: ColumnValues<'_> = &[
            ("name", &item.name),
            ("aliases", &aliases),
            ("description", &item.description),
            ("archived", &item.archived),
            ("merged_into", &into),
        ];
        let same: ColumnValues<'_> = &[("created_at", &item.created_at)];
        Ok(self.bring_back(NamedTable::Item, discovery, item.uuid, same, set)?.map(ItemSeq))
    }

    pub fn bring_back_input(
        &mut self,
        discovery: DiscoverySeq,
        input: &InputRecord<'_>,
    ) -> Result<Option<InputSeq>, StoreError> {
        let (file_name, title) = (input.file_name.as_deref(), input.title.as_deref().unwrap_or_default());
        let same: ColumnValues<'_> = &[
            ("sha256", &input.sha256),
            ("origin", &input.origin),
            ("file_name", &file_name),
            ("added_at", &input.added_at),
        ];
        let set: ColumnValues<'_> = &[
            ("superseded", &input.superseded),
            ("title", &title),
            ("state", &input.state),
            ("mark", &input.mark),
            ("rank", &input.rank),
            ("archived", &input.archived),
        ];
        Ok(self.bring_back(NamedTable::Input, discovery, input.uuid, same, set)?.map(InputSeq))
    }

    pub fn bring_back_run(
        &mut self,
        discovery: DiscoverySeq,
        bundle: BundleSeq,
        forced: bool,
        run: &RunRecord<'_>,
    ) -> Result<Option<RunSeq>, StoreError> {
        let same: ColumnValues<'_> = &[
            ("bundle", &bundle),
            ("status", &run.status),
            ("model", &run.model),
            ("forced", &forced),
            ("created_at", &run.created_at),
            ("raw", &run.raw),
        ];
        Ok(self.bring_back(NamedTable::Run, discovery, run.uuid, same, &[])?.map(RunSeq))
    }

    /// With the label and the version that it had. Whether it is there again.
    pub fn bring_back_fact(
        &mut self,
        discovery: DiscoverySeq,
        new: &ImportedFact<'_>,
        fact: &FactRecord<'_>,
    ) -> Result<bool, StoreError> {
        let quote = fact.evidence.as_ref().filter(|_| new.bundle.is_some());
        let words = quote.map(|quote| quote.quote.as_ref());
        let (start, end) = (quote.map(|quote| quote.start), quote.map(|quote| quote.end));
        let (section, source) = (quote.map(|quote| quote.section.as_str()), fact.source.as_str());
        let same: ColumnValues<'_> = &[
            ("text", &fact.text),
            ("item_id", &fact.item),
            ("key", &new.key),
            ("value_type", &new.value_type),
            ("value", &new.value),
            ("source_kind", &source),
            ("bundle", &new.bundle),
            ("quote", &words),
            ("start_char", &start),
            ("end_char", &end),
            ("source_section", &section),
            ("supersedes", &new.supersedes),
            ("conflicts_with", &new.conflicts_with),
            ("created_at", &fact.created_at),
        ];
        let set: ColumnValues<'_> = &[
            ("status", &new.status),
            ("needs_review", &new.needs_review),
            ("mark", &fact.mark),
            ("because", &new.because),
            ("rank", &fact.rank),
            ("archived", &fact.archived),
        ];
        Ok(self.bring_back(NamedTable::Fact, discovery, fact.uuid, same, set)?.is_some())
    }

    /// With the label that it had, and the texts that the file gives it. Whether it is there again.
    pub fn bring_back_entity(
        &mut self,
        discovery: DiscoverySeq,
        because: Option<&str>,
        entity: &EntityRecord<'_>,
    ) -> Result<bool, StoreError> {
        let (text, output_type) = (entity.text.as_deref().unwrap_or_default(), entity.output_type.as_deref());
        let same: ColumnValues<'_> = &[("origin", &entity.origin), ("created_at", &entity.created_at)];
        let set: ColumnValues<'_> = &[
            ("version", &entity.version),
            ("text", &text),
            ("output_type", &output_type),
            ("state", &entity.state),
            ("mark", &entity.mark),
            ("because", &because),
            ("rank", &entity.rank),
            ("archived", &entity.archived),
        ];
        let Some(seq) = self.bring_back(NamedTable::Entity, discovery, entity.uuid, same, set)? else {
            return Ok(false);
        };
        let hide = "UPDATE entity_version SET deleted = 1 WHERE entity = ?1 AND deleted = 0";
        self.connection().prepare_cached(hide)?.execute([seq])?;
        entity.versions.iter().try_for_each(|version| self.bring_back_version(seq, text, version))?;
        Ok(true)
    }

    fn bring_back_version(&self, entity: i64, text: &str, version: &VersionRecord<'_>) -> Result<(), StoreError> {
        let text = version.text.as_deref().unwrap_or(text);
        let row = params![entity, version.version, text, version.restores, version.made_at];
        let show = "UPDATE entity_version SET deleted = 0 WHERE seq = (SELECT max(seq) FROM entity_version
            WHERE entity = ?1 AND version = ?2 AND text = ?3 AND restores IS ?4 AND made_at = ?5)";
        if self.connection().prepare_cached(show)?.execute(row)? == 0 {
            let insert = "INSERT INTO entity_version (entity, version, text, restores, made_at)
                          VALUES (?1, ?2, ?3, ?4, ?5)";
            self.connection().prepare_cached(insert)?.execute(row)?;
        }
        Ok(())
    }

    /// `links` is JSON. Whether it is there again.
    pub fn bring_back_suggestion(
        &mut self,
        discovery: DiscoverySeq,
        links: &str,
        suggestion: &SuggestionRecord<'_>,
    ) -> Result<bool, StoreError> {
        let (output_type, became) = (suggestion.output_type.as_deref(), suggestion.became.as_deref());
        let same: ColumnValues<'_> = &[
            ("kind", &suggestion.kind),
            ("links", &links),
            ("model", &suggestion.model),
            ("made_at", &suggestion.made_at),
        ];
        let set: ColumnValues<'_> = &[
            ("text", &suggestion.text),
            ("output_type", &output_type),
            ("status", &suggestion.status),
            ("became", &became),
        ];
        Ok(self.bring_back(NamedTable::Suggestion, discovery, suggestion.uuid, same, set)?.is_some())
    }

    /// Its row, with the number that it had.
    pub fn bring_back_question(
        &mut self,
        discovery: DiscoverySeq,
        item: &str,
        round: Option<RoundSeq>,
        question: &QuestionRecord,
    ) -> Result<Option<i64>, StoreError> {
        let same: ColumnValues<'_> = &[
            ("key", &question.key),
            ("item_id", &item),
            ("origin", &question.origin),
            ("model", &question.model),
            ("why", &question.why),
        ];
        let set: ColumnValues<'_> = &[
            ("text", &question.text),
            ("status", &question.status),
            ("quick", &question.quick),
            ("said", &question.answer),
            ("round", &round),
        ];
        self.bring_back(NamedTable::Question, discovery, question.uuid, same, set)
    }

    /// `filter` is JSON. Whether it is there again.
    pub fn bring_back_view(
        &mut self,
        discovery: DiscoverySeq,
        filter: &str,
        view: &ViewRecord,
    ) -> Result<bool, StoreError> {
        let same: ColumnValues<'_> = &[("saved_at", &view.saved_at)];
        let set: ColumnValues<'_> = &[("name", &view.name), ("filter", &filter)];
        Ok(self.bring_back(NamedTable::View, discovery, view.uuid, same, set)?.is_some())
    }

    /// Returns whether it is there again.
    pub fn bring_back_meaning(
        &mut self,
        discovery: DiscoverySeq,
        (item, fact_no): (&str, i64),
        canonical: CanonicalSeq,
        meaning: &MeaningRecord,
    ) -> Result<bool, StoreError> {
        let same: ColumnValues<'_> = &[
            ("item_id", &item),
            ("fact_no", &fact_no),
            ("line", &meaning.line),
            ("canonical", &canonical),
            ("status", &meaning.status),
            ("decided_at", &meaning.decided_at),
        ];
        Ok(self.bring_back(NamedTable::Meaning, discovery, meaning.uuid, same, &[])?.is_some())
    }

    /// Returns whether it is there again.
    pub fn bring_back_price(
        &mut self,
        discovery: DiscoverySeq,
        fact_no: i64,
        canonical: CanonicalSeq,
        price: &PriceRecord,
    ) -> Result<bool, StoreError> {
        let same: ColumnValues<'_> = &[
            ("fact_no", &fact_no),
            ("canonical", &canonical),
            ("price_minor", &price.price),
            ("currency", &price.currency),
            ("unit", &price.unit),
            ("quantity", &price.quantity),
            ("vendor", &price.vendor),
            ("date", &price.date),
            ("note", &price.note),
        ];
        Ok(self.bring_back(NamedTable::Price, discovery, price.uuid, same, &[])?.is_some())
    }

    /// Shows the hidden row that has this id and is the same in these columns, and gives others the values of the file.
    pub(super) fn bring_back(
        &mut self,
        named: NamedTable,
        discovery: DiscoverySeq,
        id: Uuid,
        same: ColumnValues<'_>,
        set: ColumnValues<'_>,
    ) -> Result<Option<i64>, StoreError> {
        let set_to: String = set.iter().map(|(column, _)| format!(", {column} = ?")).collect();
        let is_same: String = same.iter().map(|(column, _)| format!(" AND {column} IS ?")).collect();
        let sql = format!(
            "UPDATE {} SET deleted = 0{set_to} WHERE deleted = 1 AND id = ? AND discovery = ?{is_same} RETURNING seq",
            named.table()
        );
        let of: [(&str, &dyn ToSql); 2] = [("id", &id), ("discovery", &discovery)];
        let values = set.iter().chain(&of).chain(same).map(|(_, value)| *value);
        self.select_one(&sql, params_from_iter(values), |row| row.get(0))
    }
}
