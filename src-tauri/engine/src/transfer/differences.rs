//! A file's statements on things that are here, compared with those here: a merge keeps what is here, and reports what
//! it keeps out.

use std::collections::hash_map::DefaultHasher;
use std::collections::{HashMap, HashSet};
use std::hash::{Hash, Hasher};

use factly_core::discovery::EntityLabel;
use factly_core::named;

use crate::error::Result;
use crate::store::{DiscoverySeq, FactSeq, Reader};
use crate::transfer::sink::LinkSource;

/// As many of them as anybody reads.
const MOST: usize = 200;

named! {
    /// In what an entity is another in the file.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum DifferenceKind {
        Title = "title",
        Text = "text",
        Type = "type",
        /// Or one of the two puts it aside.
        Status = "status",
        Links = "links",
    }
}

/// An entity that is here and in the file, and not the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntityDifference {
    /// As it is called here.
    pub label: EntityLabel,
    pub what: Vec<DifferenceKind>,
}

/// The content that a column of the file shows of an entity.
pub(super) struct ColumnContent<'f> {
    pub(super) title: Option<&'f str>,
    /// Of an Input its hash, since its text may be long.
    pub(super) text: &'f str,
    pub(super) output_type: Option<&'f str>,
    pub(super) status: &'f str,
}

/// The entities of one discovery that are here and in its file.
#[derive(Default)]
pub(super) struct Differences {
    pub(super) first: Vec<EntityDifference>,
    differing: HashSet<EntityLabel>,
    /// Their names in the file, and their sources there.
    drawn: HashMap<EntityLabel, SourceDigest>,
    called: HashMap<EntityLabel, EntityLabel>,
    shown: HashMap<EntityLabel, bool>,
}

/// The Inputs, facts, … that an entity is drawn from, in eight bytes: a sum, whatever their order.
struct SourceDigest {
    here: EntityLabel,
    fact: Option<FactSeq>,
    ups: u64,
    last: Option<EntityLabel>,
}

impl Differences {
    /// Says what is called how here.
    pub(super) fn is_called(&mut self, label: EntityLabel, here: EntityLabel) {
        self.called.insert(label, here);
    }

    /// Compares one that both have. `theirs` is none where the file's column does not show it.
    pub(super) fn known(
        &mut self,
        r: &Reader,
        discovery: DiscoverySeq,
        label: EntityLabel,
        here: EntityLabel,
        theirs: Option<&ColumnContent<'_>>,
    ) -> Result<()> {
        self.is_called(label, here);
        let ours = r.shown(discovery, here)?;
        let (Some(ours), Some(theirs)) = (&ours, theirs) else {
            if ours.is_some() != theirs.is_some() {
                self.differ(here, DifferenceKind::Status);
            }
            return Ok(());
        };
        if theirs.title.is_some_and(|title| ours.title.as_deref() != Some(title)) {
            self.differ(here, DifferenceKind::Title);
        }
        if ours.text != theirs.text {
            self.differ(here, DifferenceKind::Text);
        }
        if theirs.output_type.is_some_and(|name| ours.output_type.as_deref() != Some(name)) {
            self.differ(here, DifferenceKind::Type);
        }
        if ours.status != theirs.status {
            self.differ(here, DifferenceKind::Status);
        }
        self.drawn.insert(label, SourceDigest { here, fact: ours.fact, ups: 0, last: None });
        Ok(())
    }

    /// One that is new is drawn from nothing that is here: its links come in with it.
    pub(super) fn link(&mut self, up: EntityLabel, down: EntityLabel, link: LinkSource) {
        if link == LinkSource::Shown
            && let Some(here) = self.called.get(&up).copied()
            && let Some(drawn) = self.drawn.get_mut(&down)
            && drawn.last.replace(up) != Some(up)
        {
            drawn.ups = drawn.ups.wrapping_add(eight_bytes(here));
        }
    }

    /// Compares what everything is drawn from, and says how many differ, by column.
    pub(super) fn end(&mut self, r: &Reader, discovery: DiscoverySeq) -> Result<[u32; 5]> {
        for drawn in std::mem::take(&mut self.drawn).into_values() {
            let Some(above) = drawn.here.kind.above() else { continue };
            let mut ups = 0_u64;
            for no in r.drawn_from(discovery, drawn.here, drawn.fact)? {
                let up = EntityLabel::new(above, no);
                if self.is_shown(r, discovery, up)? {
                    ups = ups.wrapping_add(eight_bytes(up));
                }
            }
            if ups != drawn.ups {
                self.differ(drawn.here, DifferenceKind::Links);
            }
        }
        self.first.sort_by_key(|one| (one.label.kind as usize, one.label.no));
        let mut counts = [0; 5];
        self.differing.iter().for_each(|label| counts[label.kind as usize] += 1);
        Ok(counts)
    }

    fn is_shown(&mut self, r: &Reader, discovery: DiscoverySeq, label: EntityLabel) -> Result<bool> {
        if let Some(known) = self.shown.get(&label) {
            return Ok(*known);
        }
        let is_shown = r.shown(discovery, label)?.is_some();
        self.shown.insert(label, is_shown);
        Ok(is_shown)
    }

    fn differ(&mut self, here: EntityLabel, what: DifferenceKind) {
        let is_new = self.differing.insert(here);
        if is_new && self.first.len() < MOST {
            self.first.push(EntityDifference { label: here, what: vec![what] });
        } else if let Some(known) = self.first.iter_mut().rfind(|known| known.label == here)
            && !known.what.contains(&what)
        {
            known.what.push(what);
        }
    }
}

fn eight_bytes(label: EntityLabel) -> u64 {
    let mut hasher = DefaultHasher::new();
    (label.kind as usize, label.no).hash(&mut hasher);
    hasher.finish()
}
