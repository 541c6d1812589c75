//! The enricher: on demand, a model proposes what is worth adding to blocks, and the analyst takes over what is.
//!
//! A proposal is not stored. One that is taken over is a row of its own, one step of undo, and never a fact.

use factly_core::message;

use crate::keys::Registries;
use factly_core::keys::Registry;
use factly_core::knowledge::enrich::{Enrichment, ProposedEntry, admissible, prompt, read, schema};
use factly_core::knowledge::{BlockKey, ScopeKind, TypedBlock, build};
use uuid::Uuid;

use std::collections::BTreeMap;

use crate::error::{Code, Error, Result};
use crate::knowledge::Knowledge;
use crate::knowledge::gather::GatheredScope;
use crate::lookup::discovery_row;
use crate::lookup::scope_meant;
use crate::providers::Providers;
use crate::providers::{Finish, JsonRequest, ReplyOutcome, StopSignal, Task};
use crate::store::knowledge::NewAddition;
use crate::store::{DiscoverySeq, Op, Reader, Stack, Topic};
use crate::task::Cancelled;

/// Fifty sentences.
const ANSWER_TOKENS: u32 = 8_192;

/// The part of a scope that a model is asked about.
struct EnrichmentScope {
    title: String,
    scope: ScopeKind,
    blocks: TypedBlocks,
}

impl Knowledge<'_> {
    /// The prompt that asks for additions to the blocks of the project or of an item.
    pub fn enrich_prompt(&self, discovery: Uuid, item: Option<&str>) -> Result<String> {
        let about = self.about(discovery, item)?;
        Ok(prompt(&about.title, about.scope, &about.blocks))
    }

    /// Reads an answer to that prompt, whoever gave it. Nothing is stored.
    pub fn enrich_read(&self, discovery: Uuid, item: Option<&str>, answer: &str) -> Result<Enrichment> {
        let about = self.about(discovery, item)?;
        Ok(read(answer, about.scope, &about.blocks))
    }

    /// Asks the model that is set for derivation, and says which that was. Nothing is stored but the request.
    pub fn enrich_ask(
        &self,
        discovery: Uuid,
        item: Option<&str>,
        stop: &dyn StopSignal,
    ) -> Result<(Enrichment, String)> {
        let about = self.about(discovery, item)?;
        let model = Providers::new(self.ctx).model_for(discovery, Task::Derivation, stop)?.ok_or_else(no_model)?;
        let prompt = prompt(&about.title, about.scope, &about.blocks);
        let request = JsonRequest { prompt, name: "additions", schema: schema(), max_tokens: ANSWER_TOKENS };
        let reply = model.answer(&request, stop);
        match reply.end {
            ReplyOutcome::Stopped => return Err(Cancelled.into()),
            ReplyOutcome::Failed(error) => return Err(error.into()),
            ReplyOutcome::Done(Finish::Filtered) => {
                return Err(Error::new(Code::ProviderFailed, "The provider withheld the answer."));
            }
            ReplyOutcome::Done(Finish::Length | Finish::Stop | Finish::ToolCalls) => {}
        }
        let name = format!("{}: {}", model.kind().as_str(), model.name());
        Ok((read(&reply.text, about.scope, &about.blocks), name))
    }

    /// Takes over what was proposed, all of it one step. What a block came to say meanwhile is passed over, unless that is
    /// all of it.
    pub fn add_additions(
        &self,
        discovery: Uuid,
        item: Option<&str>,
        taken: &[ProposedEntry],
        model: &str,
    ) -> Result<()> {
        if taken.is_empty() {
            return Ok(());
        }
        let row = self.ctx.read(|r| discovery_row(r, discovery))?;
        let name = match taken.len() {
            1 => message!("Take over a suggestion"),
            count => message!("Take over {} suggestions", count),
        };
        self.ctx.write(Op::named(Stack::Discovery(row.seq), name), |w| {
            let scope = scope_meant(w, row.seq, item)?;
            let blocks = blocks_of(w, row.seq, &*self.ctx.cache::<Registries>().get(w, &row)?, &scope)?;
            for proposed in still_new(taken, ScopeKind::for_item(&scope), &blocks)? {
                let (id, added_at) = (w.next_id(), w.now_ms());
                w.insert_addition(&NewAddition {
                    id,
                    added_at,
                    discovery: row.seq,
                    item: &scope,
                    block: proposed.block.as_str(),
                    kind: proposed.kind.as_str(),
                    text: &proposed.text,
                    model,
                })?;
            }
            w.touch_discovery(row.seq)?;
            w.topic(Topic::Knowledge);
            Ok(())
        })?;
        Ok(())
    }

    fn about(&self, discovery: Uuid, item: Option<&str>) -> Result<EnrichmentScope> {
        self.ctx.read(|r| {
            let row = discovery_row(r, discovery)?;
            let registry = self.ctx.cache::<Registries>().get(r, &row)?;
            let reference = scope_meant(r, row.seq, item)?;
            let blocks = blocks_of(r, row.seq, &registry, &reference)?;
            Ok(EnrichmentScope { title: row.title, scope: ScopeKind::for_item(&reference), blocks })
        })
    }
}

type TypedBlocks = BTreeMap<BlockKey, TypedBlock>;

fn blocks_of(r: &Reader, discovery: DiscoverySeq, registry: &Registry, scope: &str) -> Result<TypedBlocks> {
    let gathered = GatheredScope::read(r, discovery, registry, scope)?;
    Ok(build(registry, ScopeKind::for_item(scope), &gathered.holdings))
}

/// Whoever took them over may have waited, and the shells are not trusted with what may be added.
fn still_new(taken: &[ProposedEntry], scope: ScopeKind, blocks: &TypedBlocks) -> Result<Vec<ProposedEntry>> {
    let checked = taken.iter().map(|one| admissible(one.block, one.kind, &one.text, scope, blocks));
    let (new, refused): (Vec<_>, Vec<_>) = checked.partition(Result::is_ok);
    match refused.into_iter().find_map(Result::err) {
        Some(why) if new.is_empty() => Err(Error::refused(message!("This cannot be added: {}.", why))),
        _ => Ok(new.into_iter().filter_map(Result::ok).collect()),
    }
}

fn no_model() -> Error {
    Error::new(Code::NoModel, "No model is set for derivation. Nothing was sent.")
        .hint("Choose one in the settings, or copy the prompt and paste an answer.")
}
