//! Entities of a file that are in the library already: the same id, or the same name where another application gave it.

use factly_core::discovery::{EntityKind, EntityLabel};
use uuid::Uuid;

use crate::error::Result;
use crate::store::discoveries::DiscoveryRow;
use crate::store::transfer::NamedTable;
use crate::store::{DiscoverySeq, Reader};
use crate::transfer::sink::{DiscoveryHead, Provenance};

/// The way a file is imported.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ImportMode {
    /// As it is; not a discovery that is here already. One that was deleted or taken back here comes back, and what the
    /// file adds to it comes in, so that everything keeps its id.
    #[default]
    Add,
    /// With new ids, beside what is here.
    Copy,
    /// Into the discovery that is here: only what is new.
    Merge,
}

/// The discovery that the file's is, if it is here.
pub(super) fn same_discovery(r: &Reader, heading: &DiscoveryHead) -> Result<Option<DiscoveryRow>> {
    if let Some(uuid) = heading.uuid
        && let Some(row) = r.discovery(uuid)?
    {
        return Ok(Some(row));
    }
    let Some(name) = &heading.name else { return Ok(None) };
    match r.discovery_with_foreign_name(name)? {
        Some(id) => Ok(r.discovery(id)?),
        None => Ok(None),
    }
}

/// The discovery that the file's was here, deleted or taken back. By its id alone: a name that another application gave
/// may stand for something new by now.
pub(super) fn hidden_discovery(r: &Reader, heading: &DiscoveryHead) -> Result<Option<DiscoveryRow>> {
    Ok(heading.uuid.map(|uuid| r.hidden_discovery(uuid)).transpose()?.flatten())
}

/// The label here of what a file has, if it is here.
pub(super) fn same_entity(
    r: &Reader,
    discovery: DiscoverySeq,
    kind: EntityKind,
    uuid: Uuid,
    known: Provenance<'_>,
) -> Result<Option<EntityLabel>> {
    let name = match known {
        Provenance::ByRecord => return row_of(r, discovery, kind, uuid),
        Provenance::ByName(name) => name,
    };
    let label = match r.label_with_foreign_name(discovery, kind, name)? {
        Some(label) => Some(label),
        None => EntityLabel::parse(name).filter(|label| label.kind == kind && label.to_string() == name),
    };
    Ok(match label {
        Some(label) if r.has_label(discovery, label)? => Some(label),
        _ => None,
    })
}

fn row_of(r: &Reader, discovery: DiscoverySeq, kind: EntityKind, uuid: Uuid) -> Result<Option<EntityLabel>> {
    let named = match kind {
        EntityKind::Input => NamedTable::Input,
        EntityKind::Fact => NamedTable::Fact,
        EntityKind::Insight | EntityKind::Recommendation | EntityKind::Output => NamedTable::Entity,
    };
    let row = r.live_row(named, discovery, uuid)?;
    Ok(row.map(|seq| r.label_of_row(kind, seq)).transpose()?)
}
