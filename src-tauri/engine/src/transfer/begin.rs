//! The target discovery of a file: one that is here, one that comes back, or a new one, made hidden.

use factly_core::message;

use crate::error::{Error, Result};
use crate::store::DiscoverySeq;
use crate::store::transfer::{NamedTable, NewDiscovery};
use crate::transfer::existing::{ImportMode, hidden_discovery, same_discovery};
use crate::transfer::sink::DiscoveryHead;
use crate::transfer::tally::Tallies;
use crate::transfer::writer::{ImportWriter, Imported};

impl ImportWriter<'_, '_> {
    /// Its row, and whether it was here.
    pub(super) fn begin(&mut self, heading: &DiscoveryHead) -> Result<(DiscoverySeq, bool)> {
        let (row, merged) = match (self.how, same_discovery(self.w, heading)?) {
            (ImportMode::Merge, Some(row)) => (row, true),
            (ImportMode::Add, Some(row)) => return Err(already_exists(&row.title)),
            (ImportMode::Copy, _) => return Ok((self.make(heading)?, false)),
            // One that this file made or brought back a moment ago is not there twice.
            (ImportMode::Add | ImportMode::Merge, None) => {
                match hidden_discovery(self.w, heading)?.filter(|row| !self.hidden.contains(&row.seq)) {
                    Some(row) => (row, false),
                    None => return Ok((self.make(heading)?, false)),
                }
            }
        };
        if !merged {
            self.hidden.push(row.seq);
        }
        let (id, title, added) = (row.id, row.title, Tallies::default());
        self.done.push(Imported { id, title, merged, came_back: !merged, added });
        Ok((row.seq, true))
    }

    fn make(&mut self, heading: &DiscoveryHead) -> Result<DiscoverySeq> {
        let id = self.id(NamedTable::Discovery, heading.uuid.unwrap_or_else(|| self.w.next_id()))?;
        let packs = serde_json::to_string(&heading.packs).unwrap_or_default();
        let seq = self.w.insert_hidden_discovery(&NewDiscovery {
            id,
            title: &heading.title,
            goal: &heading.goal,
            stage: heading.stage,
            packs: &packs,
            kind: heading.kind,
            archived: heading.archived,
            created_at: heading.created_at,
        })?;
        // A copy is another discovery: it does not answer to the name of the first.
        let name = heading.name.as_deref().filter(|_| self.how != ImportMode::Copy);
        if name.is_some() || heading.fields != "{}" {
            self.w.put_foreign(seq, None, name, &heading.fields)?;
        }
        self.hidden.push(seq);
        let (title, added) = (heading.title.clone(), Tallies::default());
        self.done.push(Imported { id, title, merged: false, came_back: false, added });
        Ok(seq)
    }
}

pub(super) fn already_exists(title: &str) -> Error {
    Error::refused(message!("“{}” is in the library already.", title))
        .kept("Nothing was imported.")
        .hint("Merge the file into it, or import it as a copy.")
}
