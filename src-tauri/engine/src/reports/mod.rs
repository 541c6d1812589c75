//! Reports: the bodies of Outputs, kept as sections; every change is a step of undo.

mod draft;
mod export;
mod file;
mod image;
mod import;
mod outline;
mod print;
mod sources;
mod stale;
mod suggestions;
mod support;
mod tree;
mod versions;

use std::path::Path;

use factly_core::discovery::{EntityKind, EntityLabel};
use factly_core::message;
use factly_core::message::UserMessage;
use factly_core::reports::citation::citation;
use factly_core::reports::markdown::original_front;
use factly_core::reports::tool::{ReportCall, ToolContext, read_call};
use factly_core::reports::{Operation, OperationFault, Report, Section, front_matter, markdown};
use uuid::Uuid;

pub use factly_formats::report::picture;

pub use export::{DocxOptions, ReportExport, ReportFormat};
pub use file::ReportFile;
pub(crate) use image::named_attachments;
pub use import::ReportImport;
pub use outline::{BodyPlace, ReportLine, ReportOutline, SectionBody};
pub use stale::{Stale, StaleCitation};
pub use suggestions::{
    Choice, DecisionResult, NumberedHunk, ReviewSuggestion, Standing, SuggestionAuthor, SuggestionReport,
};
pub use support::{CitedCard, CitedQuote, Support};
pub use versions::ReportVersion;

use file::InitialReport;

use crate::context::area;
use crate::discovery::{NewEntity, Pipeline};
use crate::error::{Error, Result};
use crate::file::{write_failed, write_whole};
use crate::lookup::{checked_title, cut_title, discovery_row, member};
use crate::store::discoveries::DiscoveryRow;
use crate::store::reports::ReportRow;
use crate::store::{Op, Reader, Stack, Writer};

area! {
    /// Reports: the bodies of Outputs as trees of sections.
    Reports
}

/// The beginning of a new report.
#[derive(Clone, Copy, Debug)]
pub enum Beginning<'t> {
    Empty,
    /// A section a recommendation, with what it rests on and the sources.
    Graph,
    Markdown(&'t str),
    /// Markdown or a document of Word.
    File(ReportFile<'t>),
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
    /// The first of them, and why.
    pub first_stale: Option<(EntityLabel, Stale)>,
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
    /// A model's changes are applied without asking.
    pub apply_at_once: bool,
}

impl Reports<'_> {
    /// Returns a report with all its bodies.
    pub fn show(&self, report: Uuid) -> Result<ReportView> {
        self.ctx.read(|r| shown(r, report))
    }

    /// Adds an Output with a report, as one step.
    pub fn create(&self, discovery: Uuid, title: Option<&str>, beginning: Beginning<'_>) -> Result<ReportView> {
        let InitialReport { title: default_title, report, from, images } = self.initial_report(discovery, beginning)?;
        let title = match title {
            Some(title) => checked_title(title)?,
            None => {
                default_title.as_deref().map(cut_title).filter(|title| !title.is_empty()).unwrap_or("Report".to_owned())
            }
        };
        let row = self.ctx.read(|r| discovery_row(r, discovery))?;
        // Its Output says the title.
        let report = Report { title: String::new(), ..report };
        let op = Op::named(Stack::Discovery(row.seq), message!("Add a report"));
        let added = self.ctx.write(op, |w| {
            let (label, id) = self.create_in(w, &row, &title, &report, from)?;
            w.rename_op(&message!("Add the report {}", label))?;
            for image in &images {
                w.keep_attachment(image)?;
            }
            Ok(id)
        })?;
        self.show(added.value)
    }

    /// Adds an Output with a report within a write; it rests on the recommendations that it cites.
    pub(crate) fn create_of_text_in(
        &self,
        w: &mut Writer<'_>,
        discovery: &DiscoveryRow,
        title: &str,
        report: &Report,
    ) -> Result<(EntityLabel, Uuid)> {
        let from = stale::concluded(w, discovery.seq, report)?;
        self.create_in(w, discovery, title, report, from)
    }

    /// Adds an Output with a report within a write; it rests on `from`.
    pub(crate) fn create_in(
        &self,
        w: &mut Writer<'_>,
        discovery: &DiscoveryRow,
        title: &str,
        report: &Report,
        from: Vec<EntityLabel>,
    ) -> Result<(EntityLabel, Uuid)> {
        let output = NewEntity { from, ..NewEntity::by_hand(EntityKind::Output, title) };
        let label = Pipeline::new(self.ctx).add_member_in(w, discovery, &output, title)?;
        let row = w.insert_report(discovery.seq, &label.to_string(), &original_front(report))?;
        tree::write(w, &row, report)?;
        Ok((label, row.id))
    }

    /// Returns the report of an Output. One that has none gets it: a section for each recommendation that it rests on;
    /// where it rests on none, or is a longer text, that text as the first section.
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
        if output.kind != EntityKind::Output {
            return Err(Error::invalid(message!("{} is no Output: only an Output has a report.", output)));
        }
        let from = Pipeline::new(self.ctx).entity(discovery, output)?.up;
        let mut report = match from.is_empty() || text.trim().contains('\n') {
            true => self.report_of_text(text),
            false => self.drafted_with_opening(discovery, Some(&from))?.0,
        };
        report.title.clear();
        let op = Op::named(Stack::Discovery(row.seq), message!("Make a report of {}", output));
        let made = self.ctx.write(op, |w| {
            let row = w.insert_report(row.seq, &output.to_string(), &original_front(&report))?;
            tree::write(w, &row, &report)?;
            Ok(row.id)
        })?;
        self.show(made.value)
    }

    fn report_of_text(&self, text: String) -> Report {
        let (_, mut report) = markdown::parse(&text, &mut || self.ctx.world().ids.next());
        if report.sections.is_empty() {
            let title = text.lines().next().unwrap_or_default().chars().take(80).collect::<String>();
            (report.front_md, report.front_came) = (String::new(), None);
            report.sections.push(Section::new(self.ctx.world().ids.next(), title, text));
        }
        report
    }

    /// As [`Self::edit`]; returns the report as it is then.
    pub fn apply(&self, report: Uuid, operation: &Operation) -> Result<ReportView> {
        self.edit(report, operation)?;
        self.show(report)
    }

    /// Carries out an operation as one step.
    pub fn edit(&self, report: Uuid, operation: &Operation) -> Result<()> {
        let found = self.ctx.read(|r| row(r, report))?;
        let op = Op::named(Stack::Discovery(found.discovery), message!("Edit {}", found.output));
        self.ctx.write(op, |w| {
            sources::with_sources(w, report, |w| tree::apply(w, &row(w, report)?, operation))?;
            Ok(w.touch_discovery(found.discovery)?)
        })?;
        Ok(())
    }

    /// Carries out what a tool's call asks for, as a model, a phrase or the command line says it; returns the section
    /// that it adds.
    pub fn call(&self, report: Uuid, tool: &str, arguments: &str) -> Result<Option<Uuid>> {
        let found = self.ctx.read(|r| row(r, report))?;
        // Most tools name sections, and only one looks into their bodies.
        let read = if tool == "replace_text" { tree::read } else { tree::bare };
        let now = self.ctx.read(|r| read(r, &found))?;
        let exists = |label| self.ctx.read(|r| Ok(r.member(found.discovery, label)?.is_some())).unwrap_or(false);
        let mut reading = ToolContext { report: &now, new_id: &mut || self.ctx.world().ids.next(), exists: &exists };
        match read_call(tool, arguments, &mut reading) {
            Ok(ReportCall::Change(operation)) => {
                let operation = self.ctx.read(|r| {
                    let section = |id| r.report_section(found.seq, id).ok().flatten();
                    let before = |id| match section(id) {
                        Some(section) => section.body_md,
                        None if id == Report::ITSELF => front_matter::opening(&found.front_md).to_owned(),
                        None => String::new(),
                    };
                    Ok(stale::with_ids(r, found.discovery, &operation, &before))
                })?;
                self.edit(report, &operation)?;
                Ok(match operation {
                    Operation::Add { section, .. } => Some(section.id),
                    _ => None,
                })
            }
            Ok(_) => Ok(None),
            Err(fault) => Err(Error::refused(UserMessage::verbatim(fault.0))),
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
            out.write_all(text.as_bytes()).map_err(|error| write_failed(path, &error))
        })
    }

    fn initial_report(&self, discovery: Uuid, beginning: Beginning<'_>) -> Result<InitialReport> {
        let mut new_id = || self.ctx.world().ids.next();
        match beginning {
            Beginning::Empty => Ok(InitialReport::default()),
            Beginning::Graph => {
                let title = Some(self.ctx.read(|r| discovery_row(r, discovery))?.title);
                let (report, from) = self.drafted_with_opening(discovery, None)?;
                Ok(InitialReport { title, report, from, ..InitialReport::default() })
            }
            Beginning::Markdown(text) => {
                let (title, report) = markdown::parse(&text.replace('\0', ""), &mut new_id);
                Ok(InitialReport { title, report, ..InitialReport::default() })
            }
            Beginning::File(file) => file.begun(&mut new_id),
        }
    }

    fn change(
        &self,
        id: Uuid,
        name: impl FnOnce(&str) -> UserMessage,
        change: impl FnOnce(&mut Report) -> Result<()>,
    ) -> Result<ReportView> {
        let found = self.ctx.read(|r| row(r, id))?;
        let op = Op::named(Stack::Discovery(found.discovery), name(&found.output.to_string()));
        self.ctx.write(op, |w| sources::with_sources(w, id, |w| changed(w, id, change)))?;
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
    r.report(id)?.ok_or_else(report_not_found)
}

fn report_not_found() -> Error {
    Error::not_found("There is no such report.").hint("It may have been deleted: undo brings it back.")
}

fn no_version() -> Error {
    Error::not_found("The report has no such version.")
}

fn shown(r: &Reader, id: Uuid) -> Result<ReportView> {
    view(r, &row(r, id)?)?.ok_or_else(report_not_found)
}

/// The label and the title of a report's Output; none where that does not stand.
fn titled(r: &Reader, row: &ReportRow) -> Result<Option<(EntityLabel, String)>> {
    let Some(label) = EntityLabel::parse(&row.output) else { return Ok(None) };
    let output = r.member(row.discovery, label)?;
    Ok(output.map(|output| (label, output.text.lines().next().unwrap_or_default().to_owned())))
}

/// A report whose Output stands; none otherwise.
fn view(r: &Reader, row: &ReportRow) -> Result<Option<ReportView>> {
    let Some((label, title)) = titled(r, row)? else { return Ok(None) };
    let mut report = tree::read(r, row)?;
    sources::renew(r, row.discovery, &mut report)?;
    let stale = stale::stale(r, row.discovery, &report)?;
    let (waiting, apply_at_once) = (r.count_waiting_report_suggestions(row.seq)?, row.apply_at_once);
    Ok(Some(ReportView { id: row.id, label, title, report, stale, waiting, apply_at_once }))
}

fn no_section() -> Error {
    Error::not_found("There is no such section.").hint("It may have been deleted: undo brings it back.")
}

fn refused(fault: OperationFault) -> Error {
    Error::refused(match fault {
        OperationFault::Unknown => message!("There is no such section."),
        OperationFault::Twice => message!("There is a section of that id already."),
        OperationFault::UnderItself => message!("A section cannot stand under itself."),
        OperationFault::Title => message!("A title is one line."),
        OperationFault::Heading => {
            return Error::refused(
                "Before the first section a heading of the first level is the title of the report, not its text.",
            )
            .kept("The report is as it was.")
            .hint("Begin the line with ##, or add a section.");
        }
    })
}
