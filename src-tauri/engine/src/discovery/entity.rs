//! Entities as the shells see them: one shape for all five columns, with what each rests on and what rests on it.

use crate::lookup::member;
use std::collections::HashMap;

use factly_core::discovery::status::MarkReason;
use factly_core::discovery::{EntityKind, EntityLabel, EntityStatus, OutputType};
use factly_core::facts::Status;
use factly_core::message;
use uuid::Uuid;

use crate::discovery::Pipeline;
use crate::error::{Code, Error, Result};
use crate::facts::{Facts, StatementTranslator};
use crate::lookup::discovery_row;
use crate::lookup::input_row;
use crate::store::entities::{EntityOrigin, KindFields, MemberRow};
use crate::store::links::LinkRow;
use crate::store::{DiscoverySeq, EntitySeq, Reader};

/// More than a field for text bears.
const EDITED_CHARS: u32 = 5_000_000;
/// An Input's text is shown to here as an entity; the source view shows all of it.
const INPUT_TEXT_CHARS: usize = 100_000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entity {
    pub label: EntityLabel,
    /// A fact's is that of its newest version.
    pub id: Uuid,
    pub version: u32,
    /// An Input's is its title.
    pub text: String,
    /// The shown status: the mark if there is one, else the state.
    pub status: EntityStatus,
    pub state: EntityStatus,
    /// The reason it is marked.
    pub because: Option<MarkReason>,
    pub archived: bool,
    pub created_at: i64,
    pub output_type: Option<OutputType>,
    /// The origin of an Insight, a Recommendation or an Output.
    pub origin: Option<EntityOrigin>,
    /// Status of a fact in the ledger.
    pub fact_status: Option<Status>,
    pub has_evidence: bool,
    pub up: Vec<EntityLabel>,
    pub down: Vec<EntityLabel>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntityDetail {
    pub entity: Entity,
    /// The whole text, a fact's in the reader's language; of an Input, as much as is shown of it.
    pub text: String,
    pub up: Vec<LinkEnd>,
    pub down: Vec<LinkEnd>,
    /// Newest first.
    pub versions: Vec<EntityVersion>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkEnd {
    pub label: EntityLabel,
    /// A fact's in the reader's language.
    pub text: String,
    pub status: EntityStatus,
    /// The fact's evidence makes the link, which cannot be removed.
    pub evidence: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntityVersion {
    pub version: u32,
    pub text: String,
    pub made_at: i64,
    /// The version that it brought back.
    pub restores: Option<u32>,
}

impl Pipeline<'_> {
    /// The entities of a discovery by their labels, of one column or of all; what is put aside included.
    pub fn entities(&self, discovery: Uuid, kind: Option<EntityKind>) -> Result<Vec<Entity>> {
        let mut all = self.ctx.read(|r| entities_in(r, discovery_row(r, discovery)?.seq))?;
        all.retain(|entity| kind.is_none_or(|kind| entity.label.kind == kind));
        Ok(all)
    }

    pub fn entity(&self, discovery: Uuid, label: EntityLabel) -> Result<Entity> {
        self.ctx.read(|r| {
            let discovery = discovery_row(r, discovery)?.seq;
            entity_of(r, discovery, label)
        })
    }

    pub fn entity_detail(&self, discovery: Uuid, label: EntityLabel) -> Result<EntityDetail> {
        self.entity_detail_of(discovery, label, usize::MAX)
    }

    /// As [`Self::entity_detail`], with at most so many links either way: a card says how many there are.
    pub fn entity_detail_of(&self, discovery: Uuid, label: EntityLabel, most: usize) -> Result<EntityDetail> {
        self.ctx.read(|r| {
            let discovery = discovery_row(r, discovery)?.seq;
            let statements = Facts::new(self.ctx).statements(r, discovery)?;
            let statements = statements.as_ref();
            let member = member(r, discovery, label)?;
            let versions = versions(r, discovery, &member)?;
            let text = match label.kind {
                EntityKind::Input => versions.first().map(|newest| newest.text.clone()).unwrap_or_default(),
                EntityKind::Fact => stated(r, statements, &member)?.unwrap_or_else(|| member.text.clone()),
                _ => member.text.clone(),
            };
            let ends = |up| link_ends(r, discovery, label, up, most, statements);
            let (up, down) = (ends(true)?, ends(false)?);
            let labels = |ends: &[LinkEnd]| ends.iter().map(|end| end.label).collect();
            let entity = entity_from(member, labels(&up), labels(&down));
            Ok(EntityDetail { entity, text, up, down, versions })
        })
    }

    /// All of an Input's text, to be edited and given back as it is but for the edit.
    pub fn input_text(&self, discovery: Uuid, label: EntityLabel) -> Result<String> {
        self.ctx.read(|r| {
            let discovery = discovery_row(r, discovery)?.seq;
            let row = input_row(r, member(r, discovery, label)?.id)?;
            if row.chars > EDITED_CHARS {
                let what = message!(
                    "{} has {} characters; what is edited here has at most {}.",
                    label,
                    row.chars,
                    EDITED_CHARS
                );
                return Err(Error::new(Code::TooLarge, what).hint("Edit the file, and add it as an Input again."));
            }
            Ok(r.input_text(row.seq)?)
        })
    }

    pub fn entity_versions(&self, discovery: Uuid, label: EntityLabel) -> Result<Vec<EntityVersion>> {
        Ok(self.entity_detail(discovery, label)?.versions)
    }
}

pub(crate) fn entity_of(r: &Reader, discovery: DiscoverySeq, label: EntityLabel) -> Result<Entity> {
    let member = member(r, discovery, label)?;
    let labels = |ends: Vec<LinkEnd>| ends.into_iter().map(|end| end.label).collect();
    let all = usize::MAX;
    let ends = |up| link_ends(r, discovery, label, up, all, None);
    let (up, down) = (ends(true)?, ends(false)?);
    Ok(entity_from(member, labels(up), labels(down)))
}

fn link_ends(
    r: &Reader,
    discovery: DiscoverySeq,
    of: EntityLabel,
    up: bool,
    most: usize,
    statements: Option<&StatementTranslator>,
) -> Result<Vec<LinkEnd>> {
    let links = if up { r.links_up(discovery, of)? } else { r.links_down(discovery, of)? };
    let mut ends = Vec::with_capacity(links.len().min(most));
    for link in links {
        if ends.len() == most {
            break;
        }
        let label = if up { link.up } else { link.down };
        if let Some(member) = r.member(discovery, label)? {
            let text = stated(r, statements, &member)?;
            let status = member.status();
            ends.push(LinkEnd { label, text: text.unwrap_or(member.text), status, evidence: link.evidence });
        }
    }
    Ok(ends)
}

/// Returns the statement of a typed fact in the reader's language.
fn stated(r: &Reader, statements: Option<&StatementTranslator>, member: &MemberRow) -> Result<Option<String>> {
    let statements = statements.filter(|_| member.label.kind == EntityKind::Fact);
    Ok(statements.map(|statements| statements.of(r, member.id)).transpose()?.flatten())
}

fn versions(r: &Reader, discovery: DiscoverySeq, member: &MemberRow) -> Result<Vec<EntityVersion>> {
    let plain = |version, text, made_at| EntityVersion { version, text, made_at, restores: None };
    Ok(match member.label.kind {
        EntityKind::Input => r
            .input_versions(discovery, member.label.no, INPUT_TEXT_CHARS)?
            .into_iter()
            .map(|found| plain(found.version, found.text, found.added_at))
            .collect(),
        EntityKind::Fact => r
            .fact_versions(discovery, member.label.no)?
            .into_iter()
            .map(|row| plain(row.version, row.text, row.created_at))
            .collect(),
        _ => r
            .entity_versions(EntitySeq(member.seq))?
            .into_iter()
            .map(|row| EntityVersion {
                version: row.version,
                text: row.text,
                made_at: row.made_at,
                restores: row.restores,
            })
            .collect(),
    })
}

fn entity_from(member: MemberRow, up: Vec<EntityLabel>, down: Vec<EntityLabel>) -> Entity {
    let (fact_status, has_evidence, origin) = match member.of_kind {
        KindFields::Input => (None, false, None),
        KindFields::Fact { status, has_evidence } => (Some(status), has_evidence, None),
        KindFields::Entity { origin, .. } => (None, false, Some(origin)),
    };
    Entity {
        label: member.label,
        id: member.id,
        version: member.version,
        status: member.status(),
        state: member.state,
        because: member.because.as_deref().and_then(|json| serde_json::from_str(json).ok()),
        archived: member.archived,
        created_at: member.created_at,
        output_type: member.output_type(),
        text: member.text,
        origin,
        fact_status,
        has_evidence,
        up,
        down,
    }
}

/// As [`Pipeline::entities`], of all columns.
pub(crate) fn entities_in(r: &Reader, discovery: DiscoverySeq) -> Result<Vec<Entity>> {
    let mut members = Vec::new();
    for kind in EntityKind::ALL {
        members.extend(r.members(discovery, kind)?);
    }
    let ends = LinksByEntity::read(r, discovery, &members)?;
    Ok(members.into_iter().map(|member| ends.entity(member)).collect())
}

/// Every link of a discovery whose two ends stand, from either end.
#[derive(Default)]
struct LinksByEntity {
    up: HashMap<EntityLabel, Vec<EntityLabel>>,
    down: HashMap<EntityLabel, Vec<EntityLabel>>,
}

impl LinksByEntity {
    fn read(r: &Reader, discovery: DiscoverySeq, members: &[MemberRow]) -> Result<Self> {
        let standing: std::collections::HashSet<EntityLabel> = members.iter().map(|member| member.label).collect();
        let mut links: Vec<LinkRow> = r.stored_links(discovery)?;
        links.extend(r.evidence_links(discovery)?);
        let mut pairs: Vec<(EntityLabel, EntityLabel)> = links.iter().map(|link| (link.up, link.down)).collect();
        pairs.sort_unstable();
        pairs.dedup();
        let mut ends = Self::default();
        for (up, down) in pairs {
            if standing.contains(&up) && standing.contains(&down) {
                ends.up.entry(down).or_default().push(up);
                ends.down.entry(up).or_default().push(down);
            }
        }
        Ok(ends)
    }

    fn entity(&self, member: MemberRow) -> Entity {
        let of = |ends: &HashMap<_, Vec<_>>| ends.get(&member.label).cloned().unwrap_or_default();
        let (up, down) = (of(&self.up), of(&self.down));
        entity_from(member, up, down)
    }
}
