//! Verifying a library anew: every hash, every border and every quote, computed in code and trusting no trigger.
//!
//! Hidden rows are verified too, since undo can bring them back. Nothing is changed, whatever is found.

use std::collections::VecDeque;

use factly_core::facts::{SourceKind, Status};
use factly_core::inputs::{BundleSection, SectionSpan, sha256_hex};
use factly_core::keys::ValueType;
use factly_core::text::{CharIndex, Span};
use uuid::Uuid;

use crate::error::{Code, Result};
use crate::evidence::Sources;
use crate::knowledge::Knowledge;
use crate::lookup::discovery_row;
use crate::store::audit::{FactToAudit, QuoteToAudit};
use crate::store::bundles::BundleRow;
use crate::store::{BundleSeq, CheckFinding, CheckScope, DiscoverySeq, FactSeq, Reader};
use crate::task::{CancelToken, Progress, ProgressThrottle, TaskStep};

const BATCH: u32 = 500;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VerifyReport {
    pub bundles: usize,
    pub facts: usize,
    pub problems: Vec<Problem>,
}

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// "bundle", "fact", "input", "discovery", "block" or "file".
    pub what: &'static str,
    pub id: String,
    pub message: String,
}

impl Sources<'_> {
    /// Verifies one discovery, or the whole library with its file.
    pub fn verify(&self, discovery: Option<Uuid>, progress: &dyn Progress) -> Result<VerifyReport> {
        let throttle = ProgressThrottle::new(progress);
        let mut report = self.ctx.read(|r| {
            let discovery = discovery.map(|id| discovery_row(r, id)).transpose()?.map(|row| row.seq);
            let mut audit = Audit { r, discovery, throttle: &throttle, report: VerifyReport::default() };
            for (what, look) in LOOKS {
                let looked = look(&mut audit);
                self.or_problem(what, looked, &mut audit.report)?;
            }
            Ok(audit.report)
        })?;
        let looked = self.verify_knowledge(discovery, &mut report);
        self.or_problem("blocks", looked, &mut report)?;
        if discovery.is_none() {
            self.verify_file(&throttle, &mut report)?;
        }
        Ok(report)
    }

    /// Rows that cannot be read are what is looked for: they are named, and the looking goes on elsewhere.
    fn or_problem(&self, what: &str, looked: Result<()>, report: &mut VerifyReport) -> Result<()> {
        match looked {
            Err(error) if matches!(error.code, Code::LibraryDamaged | Code::Internal) => {
                report.problems.push(self.of_file(format!("Not all {what} could be looked at: {}", error.message)));
                Ok(())
            }
            other => other,
        }
    }

    fn of_file(&self, message: String) -> Problem {
        Problem { what: "file", id: self.ctx.path().display().to_string(), message }
    }

    /// Blocks and fields follow from the ledger: what is kept must be what it comes to.
    fn verify_knowledge(&self, discovery: Option<Uuid>, report: &mut VerifyReport) -> Result<()> {
        for checked in Knowledge::new(self.ctx).check_knowledge(discovery)? {
            report.problems.extend(checked.differences.into_iter().map(|difference| Problem {
                what: "block",
                id: checked.discovery.to_string(),
                message: format!("{} is not what the facts come to. `factly rebuild` mends it.", difference.name()),
            }));
        }
        Ok(())
    }

    /// Checks what only the store can see: pages, references, rows that are not what was written.
    fn verify_file(&self, throttle: &ProgressThrottle<'_>, report: &mut VerifyReport) -> Result<()> {
        let cancel = CancelToken::default();
        // Texts and evidence were looked at row by row.
        let checked = self.ctx.store().check(CheckScope::File, &cancel, |at| {
            let step = || TaskStep { title: at.step.to_owned(), done: at.done, total: at.of, facts: report.facts };
            if throttle.at(step).is_err() {
                cancel.cancel();
            }
        })?;
        // Whoever got past the rules may have left many of them changed. What came of it is told before that.
        let (rules, others): (Vec<_>, Vec<_>) =
            checked.findings.into_iter().partition(|finding| finding.step == "schema");
        let describe = |finding: &CheckFinding| {
            let mend = if finding.is_of_index { ". `factly rebuild` makes the index anew" } else { "" };
            format!("{}: {}{mend}", finding.step, finding.detail)
        };
        report.problems.extend(others.iter().map(|finding| self.of_file(describe(finding))));
        match rules.as_slice() {
            [first, more @ ..] if more.len() >= RULES_TOLD => {
                let message = format!("{}, nor are {} others.", describe(first), more.len());
                report.problems.push(self.of_file(message));
            }
            few => report.problems.extend(few.iter().map(|finding| self.of_file(describe(finding)))),
        }
        Ok(())
    }
}

type AuditStep = fn(&mut Audit<'_>) -> Result<()>;

/// Steps of the check, in order.
const LOOKS: [(&str, AuditStep); 5] = [
    ("Inputs", |audit| audit.inputs()),
    ("bundles", |audit| audit.bundles()),
    ("facts", |audit| audit.facts()),
    ("further quotes", |audit| audit.reaffirmations()),
    ("keys", |audit| audit.keys()),
];

/// As many tables, indexes and rules are named one by one; more are counted.
const RULES_TOLD: usize = 5;

struct Audit<'a> {
    r: &'a Reader,
    discovery: Option<DiscoverySeq>,
    throttle: &'a ProgressThrottle<'a>,
    report: VerifyReport,
}

impl Audit<'_> {
    fn problem(&mut self, what: &'static str, id: Uuid, message: impl Into<String>) {
        self.report.problems.push(Problem { what, id: id.to_string(), message: message.into() });
    }

    fn tick(&self, title: &str) -> Result<()> {
        let (bundles, facts) = (self.report.bundles, self.report.facts);
        Ok(self.throttle.at(|| TaskStep { title: title.to_owned(), done: bundles, total: 0, facts })?)
    }

    fn inputs(&mut self) -> Result<()> {
        for seq in self.r.inputs_to_audit(self.discovery)? {
            self.tick("Inputs")?;
            let Some(row) = self.r.input_at(seq)? else { continue };
            let text = CharIndex::new(self.r.input_text(seq)?);
            if sha256_hex(text.text()) != row.sha256 {
                self.problem("input", row.id, format!("The text of I-{} is not the one that was added.", row.label_no));
            }
            for bundle in self.r.bundles_of_input(seq)? {
                self.piece(&text, &bundle)?;
            }
        }
        Ok(())
    }

    /// A piece says what the Input says at its place.
    fn piece(&mut self, input: &CharIndex<String>, bundle: &BundleRow) -> Result<()> {
        let section = self.r.bundle_section(bundle.seq, BundleSection::FreeChat)?.unwrap_or(Span::new(0, 0));
        let text = CharIndex::new(self.r.bundle_text(bundle.seq)?.text);
        let span = bundle.location.map(|(_, start)| Span::new(start, start.saturating_add(section.len())));
        if span.is_none_or(|span| input.slice(span) != text.slice(section)) {
            self.problem("bundle", bundle.id, "It does not say what its Input says at its place.");
        }
        Ok(())
    }

    fn bundles(&mut self) -> Result<()> {
        let mut after = BundleSeq(0);
        loop {
            let batch = self.r.bundles_to_audit(self.discovery, after, BATCH)?;
            let Some(last) = batch.last() else { return Ok(()) };
            after = *last;
            for seq in batch {
                self.tick("Bundles")?;
                self.bundle(seq)?;
                self.report.bundles += 1;
            }
        }
    }

    fn bundle(&mut self, seq: BundleSeq) -> Result<()> {
        let row = self.r.bundle_at(seq)?;
        let text = self.r.bundle_text(seq)?;
        let actual = sha256_hex(&text.text);
        if actual != row.sha256 {
            self.problem("bundle", row.id, format!("Its hash is {actual} and was {}.", row.sha256));
        }
        let chars = u32::try_from(text.text.chars().count()).unwrap_or(u32::MAX);
        if let Some((input, _)) = row.location
            && self.r.input_at(input)?.is_none()
        {
            self.problem("bundle", row.id, "It refers to an Input that is not there.");
        }
        if chars != row.chars || !borders_stand(&text.sections, chars) {
            self.problem("bundle", row.id, "Its section borders do not fit its text.");
        }
        Ok(())
    }

    fn facts(&mut self) -> Result<()> {
        let mut texts = BundleTexts::default();
        let mut after = FactSeq(0);
        loop {
            let batch = self.r.facts_to_audit(self.discovery, after, BATCH)?;
            let Some(last) = batch.last() else { return Ok(()) };
            after = last.seq;
            for fact in batch {
                self.tick("Facts")?;
                self.fact(&fact, &mut texts)?;
                self.report.facts += 1;
            }
        }
    }

    fn fact(&mut self, fact: &FactToAudit, texts: &mut BundleTexts) -> Result<()> {
        let label = format!("F-{}", fact.label_no);
        match &fact.quote {
            Some(quote) => match texts.get(self.r, quote.bundle)? {
                None => self.problem("fact", fact.id, format!("{label} refers to a bundle that is not there.")),
                Some(words) if !words.says(quote) => {
                    self.problem("fact", fact.id, format!("The quote of {label} does not stand in its bundle."));
                }
                Some(_) => {}
            },
            None if !may_lack_evidence(fact) => {
                self.problem("fact", fact.id, format!("{label} has no evidence, and nobody typed or imported it."));
            }
            None => {}
        }
        self.links(fact, &label)
    }

    /// Checks that what a fact supersedes is older, of its discovery, and not valid beside it.
    fn links(&mut self, fact: &FactToAudit, label: &str) -> Result<()> {
        for linked in [fact.supersedes, fact.conflicts_with].into_iter().flatten() {
            let found = self.r.linked_fact(linked)?;
            if found.is_none_or(|found| found.discovery != fact.discovery) || linked >= fact.seq {
                self.problem("fact", fact.id, format!("{label} refers to a fact that it cannot."));
            }
        }
        if let Some(older) = fact.supersedes.filter(|_| !fact.is_hidden)
            && let Some(found) = self.r.linked_fact(older)?
            && !found.is_hidden
            && matches!((found.status, fact.status), (Status::Accepted, Status::Accepted))
        {
            self.problem("fact", fact.id, format!("{label} and the fact that it supersedes are both accepted."));
        }
        Ok(())
    }

    fn reaffirmations(&mut self) -> Result<()> {
        let mut texts = BundleTexts::default();
        for (fact, quote) in self.r.reaffirmations_to_audit(self.discovery)? {
            self.tick("Facts")?;
            match texts.get(self.r, quote.bundle)? {
                None => self.problem("fact", fact, "It is said again in a bundle that is not there."),
                Some(words) if !words.says(&quote) => {
                    self.problem("fact", fact, "A quote that says it again does not stand in its bundle.");
                }
                Some(_) => {}
            }
        }
        Ok(())
    }

    fn keys(&mut self) -> Result<()> {
        for (discovery, key) in self.r.keys_with_rival_values(self.discovery)? {
            if let Some(row) = self.r.discovery_at(discovery)? {
                self.problem("discovery", row.id, format!("The key {key} has more than one accepted value."));
            }
        }
        Ok(())
    }
}

const fn may_lack_evidence(fact: &FactToAudit) -> bool {
    match fact.source_kind {
        SourceKind::Manual | SourceKind::Imported => true,
        SourceKind::System => matches!(fact.value_type, ValueType::Note),
        SourceKind::User | SourceKind::Agent => false,
    }
}

/// In order, without overlap, within the text, and one of each kind.
fn borders_stand(sections: &[SectionSpan], chars: u32) -> bool {
    let in_order = sections.windows(2).all(|pair| pair[0].span.end <= pair[1].span.start);
    let within = sections.iter().all(|section| section.span.start <= section.span.end && section.span.end <= chars);
    sections.len() == 5 && in_order && within
}

/// The bundles that were looked at last: facts come in the order of their runs, so a few are enough.
#[derive(Default)]
struct BundleTexts(VecDeque<(BundleSeq, BundleWords)>);

struct BundleWords {
    text: CharIndex<String>,
    sections: Vec<SectionSpan>,
}

impl BundleTexts {
    const KEPT: usize = 8;

    /// None where there is no such bundle.
    fn get(&mut self, r: &Reader, bundle: BundleSeq) -> Result<Option<&BundleWords>> {
        if !self.0.iter().any(|(seq, _)| *seq == bundle) {
            if !r.has_bundle(bundle)? {
                return Ok(None);
            }
            let text = r.bundle_text(bundle)?;
            self.0.truncate(Self::KEPT - 1);
            self.0.push_front((bundle, BundleWords { text: CharIndex::new(text.text), sections: text.sections }));
        }
        let at = self.0.iter().position(|(seq, _)| *seq == bundle).unwrap_or_default();
        Ok(Some(&self.0[at].1))
    }
}

impl BundleWords {
    fn says(&self, quote: &QuoteToAudit) -> bool {
        let section = self.sections.iter().find(|found| found.section == quote.section);
        section.is_some_and(|section| section.section.bears_evidence() && section.span.contains(quote.span))
            && self.text.slice(quote.span) == quote.quote
    }
}
