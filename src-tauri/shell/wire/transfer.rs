//! Discoveries as files, and copies of the library to look into.

use factly_core::discovery::EntityKind;
use factly_core::transfer as rules;
use factly_engine::{store, transfer as domain};
use serde::{Deserialize, Serialize};
use specta::Type;

use super::{count, library::Backup, message::UserMessage};

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ExportReport {
    pub path: String,
    pub bytes: i64,
    pub discoveries: u32,
}

wire_enum! {
    /// The way a file is imported.
    How = domain::ImportMode {
        /// As it is; not a discovery that is here already.
        Add,
        /// With new ids, beside what is here.
        Copy,
        /// Into the discovery that is here: only what is new.
        Merge,
    }
}

wire_struct! {
    ImportPreview = domain::Preview {
        bytes: i64,
        discoveries: Vec<DiscoveryPreview>,
        /// The first of them.
        findings: Vec<ImportFinding>,
        findings_total: u32,
        /// Nothing is wrong that could not be mended, and nothing is here already that is to be added.
        can_apply: bool,
    }
}

wire_struct! {
    DiscoveryPreview = domain::DiscoveryPreview as found {
        title: String,
        goal: String,
        created_at: i64,
        /// The same one, already in the library.
        here: Option<DiscoveryHere> = found.here.map(|(id, title)| DiscoveryHere { id: id.to_string(), title }),
        /// It was here, deleted or taken back: unless it is copied, it comes back.
        was_here: bool,
        tallies: Tallies,
        /// The first of those that are here and another in the file: they are kept as they are here.
        differences: Vec<EntityDifference>,
    }
}

wire_struct! {
    EntityDifference = domain::EntityDifference {
        label: String,
        what: Vec<DiffersIn>,
    }
}

wire_enum! {
    /// In what an entity is another in the file.
    DiffersIn = domain::DifferenceKind {
        Title,
        Text,
        Type,
        /// Or one of the two puts it aside.
        Status,
        /// Those that only the file has come in.
        Links,
    }
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DiscoveryHere {
    pub id: String,
    pub title: String,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Tallies {
    pub inputs: Tally,
    pub facts: Tally,
    pub insights: Tally,
    pub recommendations: Tally,
    pub outputs: Tally,
    /// Messages of the chat.
    pub chat: u32,
    /// Those that a merge leaves out: the chat that is here stays as it is.
    pub chat_left_out: u32,
    /// Canonical items that it names and the catalogue does not have.
    pub waiting: u32,
}

wire_struct! {
    #[derive(Copy)]
    Tally = domain::Tally {
        added: u32,
        /// Here already.
        known: u32,
        /// Here already, and another in the file: kept as it is here.
        differs: u32,
    }
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ImportFinding {
    pub code: FindingCode,
    pub message: UserMessage,
    /// A JSON pointer.
    pub pointer: String,
    pub line: i64,
    pub column: i64,
    /// The effect of repairing its code; none: it cannot be imported.
    pub choice: Option<String>,
    /// The effect of the other repair of its code; none: there is one at most.
    pub other_choice: Option<String>,
}

/// The choice of a repair for faults of a kind.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Repair {
    pub code: FindingCode,
    /// As the other choice says.
    pub other: bool,
}

/// The repairs of an import.
pub fn repairs(chosen: Vec<Repair>) -> domain::Repairs {
    let (other, first): (Vec<Repair>, Vec<Repair>) = chosen.into_iter().partition(|repair| repair.other);
    let mut repairs: domain::Repairs = first.into_iter().map(|repair| repair.code.into()).collect();
    other.into_iter().for_each(|repair| repairs.add_other(repair.code.into()));
    repairs
}

wire_enum! {
    FindingCode = rules::FindingCode {
        Syntax,
        NotADiscovery,
        WrongType,
        MissingField,
        DuplicateKey,
        TooDeep,
        TooLarge,
        NewerFormat,
        DuplicateId,
        DuplicateRecord,
        DeadLink,
        UnknownStatus,
        UnknownType,
        UnknownPack,
        BadDate,
        BadHash,
        BadSection,
        BadEvidence,
        Cycle,
        Rivals,
        Differs,
        EditedText,
        NoText,
    }
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ImportReport {
    pub discoveries: Vec<ImportedDiscovery>,
}

wire_struct! {
    ImportedDiscovery = domain::Imported {
        id: String,
        title: String,
        merged: bool,
        added: Tallies,
    }
}

/// The contents of a copy of the library, against the present ones.
#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct BackupPreview {
    pub backup: Backup,
    pub discoveries: Vec<BackupDiscovery>,
    /// Titles that are here now and not in the copy.
    pub only_now: Vec<String>,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct BackupDiscovery {
    pub title: String,
    pub inputs: u32,
    pub facts: u32,
    pub updated_at: i64,
    /// The same one as it is now; none if it is not there.
    pub now: Option<BackupNow>,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct BackupNow {
    pub facts: u32,
    pub updated_at: i64,
}

impl ExportReport {
    pub fn new(path: String, exported: domain::ExportReport) -> Self {
        Self { path, bytes: bytes(exported.bytes), discoveries: count(exported.discoveries) }
    }
}

impl From<domain::Tallies> for Tallies {
    fn from(tallies: domain::Tallies) -> Self {
        let of = |kind: EntityKind| tallies.of[kind as usize].into();
        Self {
            inputs: of(EntityKind::Input),
            facts: of(EntityKind::Fact),
            insights: of(EntityKind::Insight),
            recommendations: of(EntityKind::Recommendation),
            outputs: of(EntityKind::Output),
            chat: tallies.chat,
            chat_left_out: tallies.chat_left_out,
            waiting: tallies.waiting,
        }
    }
}
wire_from!(Tallies = domain::Tallies);

impl From<rules::FileFinding> for ImportFinding {
    fn from(finding: rules::FileFinding) -> Self {
        Self {
            code: finding.code.into(),
            message: finding.message.into(),
            pointer: finding.location.pointer,
            line: bytes(finding.location.line),
            column: bytes(finding.location.column),
            choice: finding.code.choice().map(str::to_owned),
            other_choice: finding.code.other_choice().map(|(_, does)| does.to_owned()),
        }
    }
}
wire_from!(ImportFinding = rules::FileFinding);

impl From<Vec<domain::Imported>> for ImportReport {
    fn from(imported: Vec<domain::Imported>) -> Self {
        Self { discoveries: imported.into_iter().map(Into::into).collect() }
    }
}

impl BackupPreview {
    /// `now` is what the library holds at present; nothing where it cannot be opened.
    pub fn new(
        (backup, held): (store::BackupInfo, Vec<store::CopiedDiscovery>),
        now: &[factly_engine::discovery::Discovery],
    ) -> Self {
        let only_now = now.iter().filter(|one| held.iter().all(|held| held.id != one.id));
        Self {
            only_now: only_now.map(|one| one.title.clone()).collect(),
            backup: backup.into(),
            discoveries: held.into_iter().map(|held| BackupDiscovery::new(held, now)).collect(),
        }
    }
}

impl BackupDiscovery {
    fn new(held: store::CopiedDiscovery, now: &[factly_engine::discovery::Discovery]) -> Self {
        let now = now.iter().find(|one| one.id == held.id);
        Self {
            title: held.title,
            inputs: held.inputs,
            facts: held.facts,
            updated_at: held.updated_at,
            now: now.map(|one| BackupNow { facts: one.facts, updated_at: one.updated_at }),
        }
    }
}

fn bytes(n: u64) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}
