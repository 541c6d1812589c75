//! Bundles to look at: which there are, and one of them with its borders and the facts found in it.

use factly_core::inputs::{SectionSpan, sha256_hex};
use factly_core::text::{CharIndex, Span};
use uuid::Uuid;

use crate::error::{Error, Result};
use crate::evidence::SourceSpan;
use crate::extraction::{ParseRunSummary, run_summary};
use crate::inputs::Inputs;
use crate::lookup::bundle_row;
use crate::lookup::discovery_row;
use crate::store::bundles::{BundleRow, TurnSource};
use crate::store::{BundleSeq, Reader};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BundleSummary {
    pub id: Uuid,
    pub sha256: String,
    /// "I-3", and its title.
    pub input: Option<(String, String)>,
    /// The source of a turn, where it is one and no piece of an Input.
    pub turn: Option<TurnSource>,
    pub part: u32,
    pub parts: u32,
    pub chars: u32,
    pub created_at: i64,
    /// The run that counts: the newest success, else the newest of all.
    pub run: Option<ParseRunSummary>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BundlePage {
    pub bundles: Vec<BundleSummary>,
    pub next: Option<String>,
    pub total: u32,
    /// Of all pages: those whose last run failed.
    pub failed: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BundleView {
    pub summary: BundleSummary,
    pub text: String,
    /// True if the text still has the hash it was stored with.
    pub hash_ok: bool,
    /// In code points.
    pub sections: Vec<SectionSpan>,
    /// The facts found in it, in UTF-16 units of its text.
    pub spans: Vec<SourceSpan>,
}

impl Inputs<'_> {
    /// The newest first.
    pub fn bundles(&self, discovery: Uuid, after: Option<&str>, limit: u32) -> Result<BundlePage> {
        let limit = limit.clamp(1, 1_000);
        let before = match after {
            None => BundleSeq(i64::MAX),
            Some(cursor) => BundleSeq(cursor.parse().map_err(|_| Error::invalid("No page ends at this place."))?),
        };
        self.ctx.read(|r| {
            let discovery = discovery_row(r, discovery)?.seq;
            let mut rows = r.bundle_page(discovery, before, limit + 1)?;
            let more = rows.len() > limit as usize;
            rows.truncate(limit as usize);
            let next = rows.last().filter(|_| more).map(|row| row.seq.0.to_string());
            let bundles = rows.into_iter().map(|row| summary(r, row)).collect::<Result<_>>()?;
            let (total, failed) = (r.bundle_count(discovery)?, r.failed_bundle_count(discovery)?);
            Ok(BundlePage { bundles, next, total, failed })
        })
    }

    /// The bundles of an Input, in its order.
    pub fn bundles_of_input(&self, input: Uuid) -> Result<Vec<BundleSummary>> {
        self.ctx.read(|r| {
            let rows = r.bundles_of_input(super::input_row(r, input)?.seq)?;
            rows.into_iter().map(|row| summary(r, row)).collect()
        })
    }

    pub fn bundle(&self, id: Uuid) -> Result<BundleView> {
        self.ctx.read(|r| {
            let row = bundle_row(r, id)?;
            let text = r.bundle_text(row.seq)?;
            let facts = r.facts_in_bundle(row.seq, Span::new(0, u32::MAX))?;
            let index = CharIndex::new(text.text.as_str());
            let spans = facts.iter().filter_map(|fact| SourceSpan::whole(fact, &index)).collect();
            let hash_ok = sha256_hex(&text.text) == row.sha256;
            Ok(BundleView { summary: summary(r, row)?, hash_ok, spans, sections: text.sections, text: text.text })
        })
    }

    /// A bundle's text, and nothing else.
    pub fn bundle_text(&self, id: Uuid) -> Result<String> {
        self.ctx.read(|r| Ok(r.bundle_text(bundle_row(r, id)?.seq)?.text))
    }
}

fn summary(r: &Reader, row: BundleRow) -> Result<BundleSummary> {
    let run = match r.run_that_succeeded(row.seq)? {
        Some(run) => Some(run),
        None => r.last_run(row.seq)?,
    };
    let input = match row.location {
        Some((input, _)) => r.input_at(input)?.map(|input| (crate::input_summary::label(&input), input.title)),
        None => None,
    };
    Ok(BundleSummary {
        run: run.map(|run| run_summary(r, run)).transpose()?,
        id: row.id,
        sha256: row.sha256,
        input,
        turn: row.location.is_none().then_some(row.source),
        part: row.part,
        parts: row.parts,
        chars: row.chars,
        created_at: row.created_at,
    })
}
