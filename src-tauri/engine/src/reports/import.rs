//! The changes of a report in a file that came from it, as suggestions.
//!
//! The file is held against the sections as they went out, which a document of Word carries, so that what was edited here
//! since is not taken back; where it carries none, against the report as it is.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::Path;

use factly_core::message;
use factly_core::reports::edit_script::edit_script;
use factly_core::reports::matching::{Traits, matched};
use factly_core::reports::suggestion::{SectionSuggestion, SuggestedChange, suggested};
use factly_core::reports::{Hunk, Operation, Report, Section, front_matter, hunk, hunks, markdown};
use factly_core::text::normalize::normalize;
use factly_formats::report::{
    BaseSection, Comment, ReportBlock, body_of, canonical_title, means_the_same, merged_body, text_likeness, with_quote,
};
use uuid::Uuid;

use super::export::EXPORTED;
use super::file::{InitialReport, ReportFile, name_images, tree};
use super::suggestions::{FoundChange, ReviewSuggestion};
use super::{ReportView, Reports};
use crate::error::{Code, Error, Result};
use crate::lookup::cut_title;

/// The result of an edited file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReportImport {
    pub suggestions: Vec<ReviewSuggestion>,
    /// Contents of the file that are not taken over, by kind: "drawings".
    pub left_out: Vec<&'static str>,
}

impl Reports<'_> {
    /// As [`Self::import`], of the file at a path, or of the Markdown in an exported folder.
    pub fn import_file(&self, report: Uuid, path: &Path) -> Result<ReportImport> {
        let in_folder = path.join(EXPORTED);
        let path = if path.is_dir() { in_folder.as_path() } else { path };
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
        let bytes = fs::read(path)
            .map_err(|error| Error::new(Code::Io, message!("“{}” could not be read: {}.", path.display(), error)))?;
        self.import(report, ReportFile { name: &name, bytes: &bytes, folder: path.parent() })
    }

    /// Reads what was changed of a report in a file, and suggests it, as one step. The report stays as it is.
    pub fn import(&self, report: Uuid, file: ReportFile<'_>) -> Result<ReportImport> {
        let view = self.show(report)?;
        let mut arrival =
            if file.is_docx() { IncomingReport::of_docx(file)? } else { IncomingReport::of_markdown(file)? };
        self.check_origin(&view, &arrival)?;
        let now = &view.report;
        let mut found = self.found(now, now, &arrival)?;
        if let Some(base) = arrival.base.take().map(|base| base_report(base, now)).filter(|base| base != now)
            && !found.is_empty()
        {
            found = self.found(&base, now, &arrival)?;
        }
        let suggestions = self.suggest_found(report, &found, &arrival.images)?;
        Ok(ReportImport { suggestions, left_out: arrival.left_out })
    }

    /// A document of another report that is here would be read as an edit of this one.
    fn check_origin(&self, view: &ReportView, arrival: &IncomingReport) -> Result<()> {
        let Some(origin) = arrival.report.filter(|origin| *origin != view.id) else { return Ok(()) };
        match self.show(origin) {
            Ok(other) => Err(Error::refused(message!("The file came from {} “{}”.", other.label, other.title))
                .kept("Nothing was suggested.")
                .hint("Import it there.")),
            Err(_) => Ok(()),
        }
    }

    /// Returns what the file has otherwise than `base`, and `now` has not yet.
    fn found(&self, base: &Report, now: &Report, arrival: &IncomingReport) -> Result<Vec<FoundChange>> {
        let then = arrival.merge_sections(base, &mut || self.ctx.world().ids.next())?;
        let mut draft = base.clone();
        let mut found: Vec<FoundChange> = Vec::new();
        let mut take = |author: &str, operation: &Operation, draft: &mut Report| {
            let changes = suggested(draft, operation).unwrap_or_default();
            let news = changes.into_iter().flat_map(|change| news(change, base, now));
            found.extend(news.map(|suggested| FoundChange { author: author.to_owned(), suggested }));
        };
        for operation in edit_script(base, &then.report) {
            let author = then.authors.get(&section_of(&operation)).unwrap_or(&arrival.author);
            take(author, &operation, &mut draft);
        }
        for (id, comment) in then.comments {
            let words = comment.text.split_whitespace().collect::<Vec<_>>().join(" ");
            let author = if comment.author.is_empty() { &arrival.author } else { &comment.author };
            let quote = format!("> {author}: {words}");
            let is_there = |report: &Report| report.find(id).is_some_and(|section| section.body_md.contains(&quote));
            if let Some(section) = draft.find(id).filter(|_| !is_there(now)) {
                let body = with_quote(&section.body_md, comment.block, &quote);
                take(author, &Operation::set_body(id, body), &mut draft);
            }
        }
        Ok(found)
    }
}

/// The section that a change between two states is of.
fn section_of(operation: &Operation) -> Uuid {
    match operation {
        Operation::Add { section, .. } => section.id,
        Operation::Update { id, .. } | Operation::Move { id, .. } | Operation::Delete { id } => *id,
        Operation::Batch { .. } => Uuid::nil(),
    }
}

/// A change as it is still to be made here: none where it was made already, and two where some of its hunks do not apply.
fn news(change: SectionSuggestion, base: &Report, now: &Report) -> Vec<SectionSuggestion> {
    let here = now.wording(change.section);
    let is_made = match (&change.change, here) {
        (SuggestedChange::Rename { after, .. }, Some((title, _))) => title == after,
        (SuggestedChange::Appendix { after }, Some(_)) => {
            now.find(change.section).is_some_and(|section| section.appendix == *after)
        }
        (SuggestedChange::Delete { .. }, None) => true,
        (SuggestedChange::Add { section, .. }, _) => now.outline().iter().any(|line| {
            let of = line.section;
            base.find(of.id).is_none() && of.title == section.title && means_the_same(&of.body_md, &section.body_md)
        }),
        (SuggestedChange::Move { place, .. }, Some(_)) => {
            now.position_of(change.section).is_some_and(|(parent, index)| {
                let before = index.checked_sub(1).and_then(|at| now.children(parent)?.get(at));
                parent == place.parent && before.map(|section| section.id) == place.after
            })
        }
        _ => false,
    };
    if is_made {
        return Vec::new();
    }
    let (SuggestedChange::Edit { base: text, hunks: all }, Some((_, body))) = (&change.change, here) else {
        return vec![change];
    };
    let made: Vec<Hunk> = hunks(text, body);
    let placed = change.placed(now);
    let (apply, stale): (Vec<_>, Vec<_>) = all
        .iter()
        .zip(placed)
        .filter(|(one, placed)| placed.is_some() || !made.contains(&one.hunk))
        .partition(|(_, placed)| placed.is_some());
    let edit = |part: Vec<(&_, _)>| {
        let hunks =
            part.into_iter().map(|(hunk, _): (&factly_core::reports::suggestion::SuggestedHunk, _)| hunk.clone());
        SuggestedChange::Edit { base: text.clone(), hunks: hunks.collect() }
    };
    let parts = [edit(apply), edit(stale)].into_iter();
    let suggested = parts.map(|part| SectionSuggestion { section: change.section, change: part });
    suggested.filter(|part| !part.is_nothing()).collect()
}

impl ReportFile<'_> {
    /// The file as a report of its own.
    pub(super) fn begun(self, new_id: &mut dyn FnMut() -> Uuid) -> Result<InitialReport> {
        if !self.is_docx() {
            let (text, images) = self.markdown()?;
            let (title, report) = markdown::parse(&text, new_id);
            return Ok(InitialReport { title, report, images, ..InitialReport::default() });
        }
        let mut arrival = IncomingReport::of_docx(self)?;
        let known = arrival.base.take().and_then(|base| arrival.as_it_went_out(base, new_id));
        let report = known.unwrap_or_else(|| arrival.alone(new_id));
        let title = Some(report.title.clone()).filter(|title| !title.is_empty());
        Ok(InitialReport { title, report, images: arrival.images, ..InitialReport::default() })
    }
}

/// A file as it is held against the report.
pub(super) struct IncomingReport {
    author: String,
    /// The report that it says it came from.
    report: Option<Uuid>,
    pub(super) base: Option<Vec<BaseSection>>,
    title: Option<String>,
    opening: IncomingBody,
    sections: Vec<SectionMatch>,
    pub(super) images: Vec<Vec<u8>>,
    left_out: Vec<&'static str>,
}

struct SectionMatch {
    ids: Vec<Uuid>,
    depth: usize,
    /// None where the file cannot say it.
    appendix: Option<bool>,
    title: String,
    text: IncomingBody,
    comments: Vec<Comment>,
    /// The author that tracked what was changed in it.
    author: Option<String>,
}

/// A body as the file has it.
enum IncomingBody {
    Blocks(Vec<ReportBlock>),
    Markdown(String),
}

impl IncomingBody {
    fn markdown(&self) -> String {
        match self {
            Self::Blocks(blocks) => body_of(blocks),
            Self::Markdown(md) => md.clone(),
        }
    }

    /// A body with what was changed of it; none where it says the same.
    fn changed_body(&self, base: &str) -> Option<String> {
        match self {
            Self::Blocks(blocks) => merged_body(base, blocks, &rebased),
            Self::Markdown(md) => (!means_the_same(base, md)).then(|| md.clone()),
        }
    }
}

/// Carries an edit of words to the Markdown that they stand in; none where it does not fit whole.
fn rebased(before: &str, after: &str, here: &str) -> Option<String> {
    let moved: Vec<Hunk> =
        hunk::rebase(&hunks(before, after), before, here).into_iter().collect::<Option<Vec<Hunk>>>()?;
    Some(hunk::take(here, &moved, |_| true))
}

/// A report as the file makes it of another.
struct MergedReport {
    report: Report,
    comments: Vec<(Uuid, Comment)>,
    authors: HashMap<Uuid, String>,
}

impl IncomingReport {
    pub(super) fn of_docx(file: ReportFile<'_>) -> Result<Self> {
        let mut incoming = file.docx()?;
        let images = name_images(&mut incoming);
        let sections = incoming.sections.into_iter().map(|came| SectionMatch {
            ids: came.ids.into_iter().map(Uuid::from_u128).collect(),
            depth: came.depth,
            appendix: Some(came.appendix),
            title: came.title,
            text: IncomingBody::Blocks(came.blocks),
            comments: came.comments,
            author: came.author,
        });
        Ok(Self {
            author: incoming.author.unwrap_or_else(|| file.name.to_owned()),
            report: incoming.report.and_then(|id| id.parse().ok()),
            base: Some(incoming.base).filter(|base| !base.is_empty()),
            title: incoming.title.as_deref().map(cut_title),
            opening: IncomingBody::Blocks(incoming.opening),
            sections: sections.collect(),
            images,
            left_out: incoming.left_out.into_iter().map(|(kind, _)| kind).collect(),
        })
    }

    fn of_markdown(file: ReportFile<'_>) -> Result<Self> {
        let (text, images) = file.markdown()?;
        let (title, report) = markdown::parse(&text, &mut Uuid::nil);
        let sections = report.outline().into_iter().map(|line| SectionMatch {
            ids: Vec::new(),
            depth: line.depth,
            appendix: None,
            title: line.section.title.clone(),
            text: IncomingBody::Markdown(line.section.body_md.clone()),
            comments: Vec::new(),
            author: None,
        });
        Ok(Self {
            author: file.name.to_owned(),
            report: None,
            base: None,
            title: title.as_deref().map(cut_title),
            opening: IncomingBody::Markdown(front_matter::opening(&report.front_md).to_owned()),
            sections: sections.collect(),
            images,
            left_out: Vec::new(),
        })
    }

    /// A report of its own as the file has it, where it came from one: what nobody edited is as it went out, to the byte.
    pub(super) fn as_it_went_out(&self, base: Vec<BaseSection>, new_id: &mut dyn FnMut() -> Uuid) -> Option<Report> {
        let carried = carried_report(&base);
        let base = base_report(base, &carried);
        let mut report = self.merge_sections(&base, new_id).ok()?.report;
        if report.title != base.title {
            report.front_md = front_matter::with_title(&report.front_md, &report.title);
        }
        report.sections.iter_mut().for_each(|section| name_anew(section, new_id));
        Some(report)
    }

    /// A report of its own from a file that came from nowhere.
    pub(super) fn alone(&self, new_id: &mut dyn FnMut() -> Uuid) -> Report {
        let sections = self.sections.iter().map(|arrived| (arrived.depth, arrived.merged_section(None, new_id)));
        let line = self.title.as_ref().map(|title| format!("# {title}\n\n")).unwrap_or_default();
        let (title, front_md) = (self.title.clone().unwrap_or_default(), line + &self.opening.markdown());
        Report { title, front_md, sections: tree(sections), ..Report::default() }
    }

    /// The sections of a report as the file has them, those that it has anew under ids of their own.
    fn merge_sections(&self, base: &Report, new_id: &mut dyn FnMut() -> Uuid) -> Result<MergedReport> {
        let known = base.outline();
        let of = matched(&traits_of(base), &self.traits(), &text_likeness);
        if !known.is_empty() && of.iter().all(Option::is_none) {
            return Err(Error::refused("No section of the file is one of this report.")
                .kept("Nothing was suggested.")
                .hint("Make a report of its own from it, or choose the file that came from this report."));
        }
        let mut comments = Vec::new();
        let mut authors = HashMap::new();
        let mut sections = Vec::with_capacity(of.len());
        for (arrived, of) in self.sections.iter().zip(of) {
            let line = of.map(|at| &known[at]);
            let section = arrived.merged_section(line.map(|line| line.section), new_id);
            // A word processor has nine levels.
            let depth =
                line.map_or(arrived.depth, |line| if arrived.depth == 9 { line.depth.max(9) } else { arrived.depth });
            comments.extend(arrived.comments.iter().map(|comment| (section.id, comment.clone())));
            authors.extend(arrived.author.clone().map(|author| (section.id, author)));
            sections.push((depth, section));
        }
        let title = self.title.as_ref().filter(|title| canonical_title(title) != canonical_title(&base.title));
        let title = title.unwrap_or(&base.title).clone();
        let opening = self.opening.changed_body(front_matter::opening(&base.front_md));
        let front_md =
            opening.map_or_else(|| base.front_md.clone(), |new| front_matter::with_opening(&base.front_md, &new));
        let (front_came, cited) = (base.front_came.clone(), base.cited.clone());
        let report = Report { title, front_md, front_came, cited, sections: tree(sections) };
        Ok(MergedReport { report, comments, authors })
    }

    fn traits(&self) -> Vec<Traits> {
        let mut open: Vec<(usize, &str)> = Vec::new();
        let mut all = Vec::with_capacity(self.sections.len());
        for section in &self.sections {
            open.retain(|(depth, _)| *depth < section.depth);
            all.push(Traits {
                ids: section.ids.clone(),
                title: canonical_title(&section.title),
                under: open.last().map(|(_, title)| canonical_title(title)).unwrap_or_default(),
                text: section.text.markdown(),
            });
            open.push((section.depth, &section.title));
        }
        all
    }
}

impl SectionMatch {
    fn merged_section(&self, known: Option<&Section>, new_id: &mut dyn FnMut() -> Uuid) -> Section {
        let Some(known) = known else {
            let mut section = Section::new(new_id(), self.title.clone(), self.text.markdown());
            section.appendix = self.appendix.unwrap_or_default();
            return section;
        };
        let is_renamed = canonical_title(&known.title) != canonical_title(&self.title);
        Section {
            id: known.id,
            title: if is_renamed { self.title.clone() } else { known.title.clone() },
            body_md: self.text.changed_body(&known.body_md).unwrap_or_else(|| known.body_md.clone()),
            cited: known.cited.clone(),
            appendix: self.appendix.filter(|_| self.depth == 1).unwrap_or(known.appendix),
            heading: known.heading.clone(),
            children: Vec::new(),
        }
    }
}

fn traits_of(report: &Report) -> Vec<Traits> {
    let lines = report.outline();
    let titles: HashMap<Uuid, &str> = lines.iter().map(|line| (line.section.id, line.section.title.as_str())).collect();
    let of = |line: &factly_core::reports::OutlineLine<'_>| Traits {
        ids: vec![line.section.id],
        title: canonical_title(&line.section.title),
        under: line
            .parent
            .and_then(|parent| titles.get(&parent))
            .map(|title| canonical_title(title))
            .unwrap_or_default(),
        text: line.section.body_md.clone(),
    };
    lines.iter().map(of).collect()
}

/// Returns the headings and the text before them as they were written when the file went out.
fn carried_report(base: &[BaseSection]) -> Report {
    let written = base.iter().find(|of| of.id == Report::ITSELF.as_u128()).map(|head| head.written.as_str());
    let front: String = written.and_then(|json| serde_json::from_str(json).ok()).unwrap_or_default();
    let section = |of: &BaseSection| {
        let mut section = Section::new(Uuid::from_u128(of.id), "", "");
        section.heading = serde_json::from_str(&of.written).ok();
        section
    };
    let front_md = normalize(&front).text;
    let front_came = Some(front).filter(|front| front.contains('\r'));
    Report { front_md, front_came, sections: base.iter().map(section).collect(), ..Report::default() }
}

fn name_anew(section: &mut Section, new_id: &mut dyn FnMut() -> Uuid) {
    section.id = new_id();
    section.children.iter_mut().for_each(|child| name_anew(child, new_id));
}

/// The report as it went out. What a file does not carry of a section is as it is here.
fn base_report(base: Vec<BaseSection>, now: &Report) -> Report {
    let here: HashMap<Uuid, &Section> = now.outline().into_iter().map(|line| (line.section.id, line.section)).collect();
    let mut seen = HashSet::new();
    let (head, base): (Vec<BaseSection>, Vec<BaseSection>) =
        base.into_iter().filter(|of| seen.insert(of.id)).partition(|of| of.id == Report::ITSELF.as_u128());
    let (title, front_md) = match head.into_iter().next() {
        Some(head) => (cut_title(&head.title), front_matter::with_opening(&now.front_md, &head.body_md)),
        None => (now.title.clone(), now.front_md.clone()),
    };
    let sections = base.into_iter().map(|of| {
        let id = Uuid::from_u128(of.id);
        let mut section = Section::new(id, of.title, of.body_md);
        let known = here.get(&id);
        section.appendix = if of.depth == 1 { of.appendix } else { known.is_some_and(|known| known.appendix) };
        section.heading = known.and_then(|known| known.heading.clone());
        (of.depth, section)
    });
    let front_came = now.front_came.clone();
    Report { title, front_md, front_came, sections: tree(sections), ..Report::default() }
}
