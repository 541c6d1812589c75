//! Reports: the bodies of Outputs, kept as sections; every change is a step of undo.

mod draft;
mod export;
mod import;
mod stale;
mod suggestions;
mod support;
mod tree;
mod versions;

use std::path::Path;

use factly_core::discovery::{EntityLabel, Kind};
use factly_core::report::citation::citation;
use factly_core::report::tool::{Call, Reading, read_call};
use factly_core::report::{Fault, Operation, Report, Section, markdown};
use factly_core::text::door::admit;
use uuid::Uuid;

pub use export::{DocxOptions, ReportExport, ReportFormat};
pub use stale::{Stale, StaleCitation};
pub use suggestions::{Choice, Decided, NumberedHunk, Standing, Suggester, Suggesting, Suggestion};
pub use support::{CitedCard, CitedQuote, Support};
pub use versions::ReportVersion;

use import::Begun;

use crate::context::area;
use crate::discovery::{NewEntity, Pipeline};
use crate::error::{Error, Result};
use crate::file::{unwritten, write_whole};
use crate::lookup::{checked_title, discovery_row, discovery_row_at, member};
use crate::store::discoveries::DiscoveryRow;
use crate::store::reports::ReportRow;
use crate::store::{Op, Reader, Stack, Writer};

area! {
    /// Reports: the bodies of Outputs as trees of sections.
    Reports
}

/// What a new report begins with.
#[derive(Clone, Copy, Debug)]
pub enum Beginning<'t> {
    Empty,
    /// A section a recommendation, with what it rests on and the sources.
    Graph,
    Markdown(&'t str),
    /// A document of Word, as bytes.
    Docx(&'t [u8]),
}

/// A report in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportSummary {
    pub id: Uuid,
    pub label: EntityLabel,
    pub title: String,
    pub sections: usize,
    pub words: usize,
    /// Citations of what does not stand any more as it was cited.
    pub stale: usize,
    /// Suggestions that wait.
    pub waiting: u32,
}

/// A report as it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportView {
    pub id: Uuid,
    pub label: EntityLabel,
    pub title: String,
    pub report: Report,
    pub stale: Vec<StaleCitation>,
    /// Suggestions that wait.
    pub waiting: u32,
    /// What a model changes is applied without asking.
    pub apply_at_once: bool,
}

impl Reports<'_> {
    pub fn list(&self, discovery: Uuid) -> Result<Vec<ReportSummary>> {
        self.ctx.read(|r| {
            let rows = r.reports(discovery_row(r, discovery)?.seq)?;
            let views = rows.iter().filter_map(|row| view(r, row).transpose());
            views.map(|view| view.map(|view| summary(&view))).collect()
        })
    }

    pub fn show(&self, report: Uuid) -> Result<ReportView> {
        self.ctx.read(|r| shown(r, report))
    }

    /// Adds an Output with a report, as one step.
    pub fn create(&self, discovery: Uuid, title: Option<&str>, beginning: Beginning<'_>) -> Result<ReportView> {
        let Begun { title: said, report, images } = self.begun(discovery, beginning)?;
        let title = checked_title(title.or(said.as_deref()).unwrap_or("Report"))?;
        let row = self.ctx.read(|r| discovery_row(r, discovery))?;
        let op = Op::named(Stack::Discovery(row.seq), "Add a report");
        let added = self.ctx.write(op, |w| {
            let (label, id) = self.create_in(w, &row, &title, &report)?;
            w.rename_op(format!("Add the report {label}"))?;
            for image in &images {
                w.keep_attachment(image)?;
            }
            Ok(id)
        })?;
        self.show(added.value)
    }

    /// Adds an Output with a report within a write.
    pub(crate) fn create_in(
        &self,
        w: &mut Writer<'_>,
        discovery: &DiscoveryRow,
        title: &str,
        report: &Report,
    ) -> Result<(EntityLabel, Uuid)> {
        let output = NewEntity::by_hand(Kind::Output, title);
        let label = Pipeline::new(self.ctx).add_member_in(w, discovery, &output, title)?;
        let row = w.insert_report(discovery.seq, &label.to_string(), &report.front_md)?;
        tree::write(w, &row, report)?;
        Ok((label, row.id))
    }

    /// Makes a report of an Output that has only its text, as its first section.
    pub fn of_output(&self, discovery: Uuid, output: EntityLabel) -> Result<ReportView> {
        let (row, text, there) = self.ctx.read(|r| {
            let row = discovery_row(r, discovery)?;
            let text = member(r, row.seq, output)?.text;
            let there = r.report_of(row.seq, &output.to_string())?;
            Ok((row, text, there))
        })?;
        if let Some(there) = there {
            return self.show(there.id);
        }
        if output.kind != Kind::Output {
            return Err(Error::invalid(format!("{output} is no Output: only an Output has a report.")));
        }
        let (_, mut report) = markdown::parse(&text, &mut || self.ctx.world().ids.next());
        if report.sections.is_empty() {
            let title = text.lines().next().unwrap_or_default().chars().take(80).collect::<String>();
            report.front_md.clear();
            report.sections.push(Section::new(self.ctx.world().ids.next(), title, text));
        }
        let op = Op::named(Stack::Discovery(row.seq), format!("Make a report of {output}"));
        let made = self.ctx.write(op, |w| {
            let row = w.insert_report(row.seq, &output.to_string(), &report.front_md)?;
            tree::write(w, &row, &report)?;
            Ok(row.id)
        })?;
        self.show(made.value)
    }

    /// Carries out an operation as one step.
    pub fn apply(&self, report: Uuid, operation: &Operation) -> Result<ReportView> {
        self.change(report, "Edit", |report| report.apply(operation).map(|_| ()).map_err(refused))
    }

    /// Carries out what a tool's call asks for, as a model, a phrase or the command line says it.
    pub fn call(&self, report: Uuid, tool: &str, arguments: &str) -> Result<ReportView> {
        let view = self.show(report)?;
        let discovery = self.ctx.read(|r| Ok(row(r, report)?.discovery))?;
        let exists = |label| self.ctx.read(|r| Ok(r.member(discovery, label)?.is_some())).unwrap_or(false);
        let mut reading =
            Reading { report: &view.report, new_id: &mut || self.ctx.world().ids.next(), exists: &exists };
        match read_call(tool, arguments, &mut reading) {
            Ok(Call::Change(operation)) => self.apply(report, &operation),
            Ok(_) => Ok(view),
            Err(fault) => Err(Error::refused(fault.0)),
        }
    }

    /// Returns a citation of what has this label now.
    pub fn citation(&self, discovery: Uuid, label: EntityLabel) -> Result<String> {
        self.ctx.read(|r| Ok(citation(label, member(r, discovery_row(r, discovery)?.seq, label)?.id)))
    }

    /// Returns the report as Markdown.
    pub fn markdown(&self, report: Uuid) -> Result<String> {
        let view = self.show(report)?;
        export::with_metadata(&view, markdown::write(&view.report))
    }

    /// Writes the report as Markdown, whole or not at all.
    pub fn save_markdown(&self, report: Uuid, path: &Path) -> Result<()> {
        let text = self.markdown(report)?;
        write_whole(path, self.ctx.world().ids.next(), |out| {
            out.write_all(text.as_bytes()).map_err(|error| unwritten(path, &error))
        })
    }

    fn begun(&self, discovery: Uuid, beginning: Beginning<'_>) -> Result<Begun> {
        let mut new_id = || self.ctx.world().ids.next();
        match beginning {
            Beginning::Empty => Ok(Begun::default()),
            Beginning::Graph => {
                let title = Some(self.ctx.read(|r| discovery_row(r, discovery))?.title);
                Ok(Begun { title, report: self.drafted(discovery)?, ..Begun::default() })
            }
            Beginning::Markdown(text) => {
                let (title, report) = markdown::parse(&admit(text).text, &mut new_id);
                Ok(Begun { title, report, ..Begun::default() })
            }
            Beginning::Docx(bytes) => import::report_of(bytes, &mut new_id),
        }
    }

    fn change(&self, id: Uuid, verb: &str, change: impl FnOnce(&mut Report) -> Result<()>) -> Result<ReportView> {
        let found = self.ctx.read(|r| row(r, id))?;
        let op = Op::named(Stack::Discovery(found.discovery), format!("{verb} {}", found.output));
        self.ctx.write(op, |w| changed(w, id, change))?;
        self.show(id)
    }
}

/// Reads the report again, as another write may have come between.
fn changed(w: &mut Writer<'_>, id: Uuid, change: impl FnOnce(&mut Report) -> Result<()>) -> Result<()> {
    let row = row(w, id)?;
    let mut report = tree::read(w, &row)?;
    change(&mut report)?;
    tree::write(w, &row, &report)?;
    w.touch_discovery(row.discovery)?;
    Ok(())
}

fn row(r: &Reader, id: Uuid) -> Result<ReportRow> {
    r.report(id)?.ok_or_else(gone)
}

fn gone() -> Error {
    Error::not_found("There is no such report.").hint("It may have been deleted: undo brings it back.")
}

fn no_version() -> Error {
    Error::not_found("The report has no such version.")
}

fn shown(r: &Reader, id: Uuid) -> Result<ReportView> {
    view(r, &row(r, id)?)?.ok_or_else(gone)
}

/// A report whose Output stands; none otherwise.
fn view(r: &Reader, row: &ReportRow) -> Result<Option<ReportView>> {
    let Some(label) = EntityLabel::parse(&row.output) else { return Ok(None) };
    let discovery = discovery_row_at(r, row.discovery)?;
    let Some(output) = r.member(discovery.seq, label)? else { return Ok(None) };
    let report = tree::read(r, row)?;
    let stale = stale::stale(r, discovery.seq, &report)?;
    let title = output.text.lines().next().unwrap_or_default().to_owned();
    let (waiting, apply_at_once) = (r.count_waiting_report_suggestions(row.seq)?, row.apply_at_once);
    Ok(Some(ReportView { id: row.id, label, title, report, stale, waiting, apply_at_once }))
}

fn summary(view: &ReportView) -> ReportSummary {
    let lines = view.report.outline();
    let words = |text: &str| text.split_whitespace().count();
    ReportSummary {
        id: view.id,
        label: view.label,
        title: view.title.clone(),
        sections: lines.len(),
        words: words(&view.report.front_md) + lines.iter().map(|line| words(&line.section.body_md)).sum::<usize>(),
        stale: view.stale.len(),
        waiting: view.waiting,
    }
}

fn refused(fault: Fault) -> Error {
    Error::refused(match fault {
        Fault::Unknown => "There is no such section.",
        Fault::Twice => "There is a section of that id already.",
        Fault::UnderItself => "A section cannot stand under itself.",
        Fault::Title => "A title is one line.",
    })
}
