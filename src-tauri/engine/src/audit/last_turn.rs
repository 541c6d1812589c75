//! The changes of the last turn in the blocks of a scope: what a line said before, which lines went, what is
//! contradicted.
//!
//! The blocks as they stood just before the turn's step are held against those of now. What the analyst decided since is
//! the analyst's: a line that went by that, or says otherwise by it, is no change of the turn. What is left out: the lines
//! that came, which [`Knowledge::blocks`] marks by itself.

use crate::keys::Registries;
use factly_core::discovery::{EntityKind, EntityLabel};
use factly_core::knowledge::{BlockKey, KnowledgeLine, LineOutcome, compare};
use uuid::Uuid;

use crate::audit::Audit;
use crate::audit::{PastFacts, Point};
use crate::error::Result;
use crate::knowledge::Knowledge;
use crate::knowledge::{KnowledgeBlock, blocks_made};
use crate::lookup::discovery_row;
use crate::lookup::scope_meant;
use crate::store::Reader;
use crate::store::last_turn::LastTurn;

/// As many as are looked at at once; the inbox has them all.
const CONTESTS: u32 = 100;

/// The changes of the last turn in a block.
#[derive(Clone, Debug, PartialEq)]
pub struct BlockTurn {
    pub key: BlockKey,
    /// Lines of now, each with what was said in its place before.
    pub changed: Vec<(KnowledgeLine, KnowledgeLine)>,
    /// Lines that went with the turn.
    pub removed: Vec<KnowledgeLine>,
    pub contests: Vec<Contest>,
}

/// A fact of the turn that contradicts what stands, and waits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contest {
    pub fact_id: Uuid,
    pub fact: EntityLabel,
    pub text: String,
}

impl Audit<'_> {
    /// Returns what the last turn changed in the blocks of the project or of an item: only those that it changed.
    pub fn last_turn(&self, discovery: Uuid, item: Option<&str>) -> Result<Vec<BlockTurn>> {
        let now = Knowledge::new(self.ctx).blocks(discovery, item)?;
        let (turn, steps, mut blocks) = self.ctx.read(|r| {
            let row = discovery_row(r, discovery)?;
            let Some(turn) = r.last_turn(row.seq)? else { return Ok((None, None, Vec::new())) };
            let scope = scope_meant(r, row.seq, item)?;
            let registry = self.ctx.cache::<Registries>().get(r, &row)?;
            let mut blocks: Vec<BlockTurn> = now.iter().map(|block| BlockTurn::unchanged(block.key)).collect();
            for contest in r.contests_of_turn(row.seq, turn, &scope, CONTESTS)? {
                let key = registry.get(&contest.key).and_then(|def| BlockKey::parse(&def.block));
                let Some(block) = blocks.iter_mut().find(|block| Some(block.key) == key) else { continue };
                let fact = EntityLabel::new(EntityKind::Fact, contest.label_no);
                block.contests.push(Contest { fact_id: contest.id, fact, text: contest.text });
            }
            Ok((Some(turn), r.steps_of_turn(turn)?, blocks))
        })?;
        if let (Some(turn), Some((first, last))) = (turn, steps) {
            let before = self.blocks_after(discovery, item, first - 1)?;
            for block in &mut blocks {
                self.ctx.read(|r| block.hold_against(r, turn, &before, &now))?;
            }
            if blocks.iter().any(|block| !block.removed.is_empty()) {
                let after = self.blocks_after(discovery, item, last)?;
                for block in &mut blocks {
                    block.keep_what_went_with_it(&after);
                }
            }
        }
        blocks.retain(|block| *block != BlockTurn::unchanged(block.key));
        Ok(blocks)
    }

    fn blocks_after(&self, discovery: Uuid, item: Option<&str>, step: i64) -> Result<Vec<KnowledgeBlock>> {
        let then = self.looking_back(discovery, Point::Step(step), PastFacts::Scope(item), |r, row, registry| {
            // An item that the turn itself brought was not there before it.
            Ok(blocks_made(r, row.seq, registry, item).unwrap_or_default())
        });
        Ok(then?.1)
    }
}

impl BlockTurn {
    const fn unchanged(key: BlockKey) -> Self {
        Self { key, changed: Vec::new(), removed: Vec::new(), contests: Vec::new() }
    }

    fn hold_against(
        &mut self,
        r: &Reader,
        turn: LastTurn,
        before: &[KnowledgeBlock],
        now: &[KnowledgeBlock],
    ) -> Result<()> {
        for (line, fate) in compare(&lines(before, self.key), &lines(now, self.key)).then {
            match fate {
                LineOutcome::Unchanged => {}
                LineOutcome::Removed => self.removed.push(line),
                LineOutcome::Changed(later) => self.changed.push((later, line)),
            }
        }
        let facts: Vec<Uuid> = self.changed.iter().filter_map(|(now, _)| now.trace.fact_id).collect();
        let mut of_it = r.facts_of_turn(turn, &facts)?.into_iter();
        self.changed.retain(|(now, _)| now.trace.fact_id.is_some() && of_it.next().unwrap_or_default());
        Ok(())
    }

    fn keep_what_went_with_it(&mut self, after: &[KnowledgeBlock]) {
        let stood = compare(&self.removed, &lines(after, self.key));
        self.removed =
            stood.then.into_iter().filter(|(_, fate)| *fate == LineOutcome::Removed).map(|(line, _)| line).collect();
    }
}

fn lines(blocks: &[KnowledgeBlock], key: BlockKey) -> Vec<KnowledgeLine> {
    let block = blocks.iter().filter(|block| block.key == key);
    block.flat_map(|block| block.lines.iter().map(|of| of.line.clone())).collect()
}
