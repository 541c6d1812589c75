//! Reports as files: Markdown, DOCX and HTML, with what each citation rests on.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::io::BufWriter;
use std::path::Path;

use factly_core::discovery::{EntityKind, EntityLabel};
use factly_core::language::{Language, detect};
use factly_core::message;
use factly_core::message::UserMessage;
use factly_core::reports::alignment::{AlignedSection, aligned};
use factly_core::reports::citation::citations_by;
use factly_core::reports::quote::{is_same_wording, shown_quote};
use factly_core::reports::suggestion::preview;
use factly_core::reports::support::{BodySentence, stated};
use factly_core::reports::{Report, front_matter, markdown};
use factly_formats::report::{
    CitationNote, ENGLISH, ExportSection, GERMAN, Reference, ReportContent, ReportHead, SectionWording, named_image,
    picture, write_docx, write_html,
};
use serde::Serialize;
use uuid::Uuid;

use super::sources::DiscoveryInputs;
use super::stale::{notice, texts};
use super::{ReportView, Reports, row, shown};
use crate::error::{Code, Error, Result};
use crate::facts::{Fact, Facts, fact_from, locate};
use crate::file::{make_whole, write_failed, write_whole};
use crate::locale;
use crate::lookup::cut_title;
use crate::originals::document_of;
use crate::store::reports::ReportRow;
use crate::store::{DiscoverySeq, Reader};

/// The format of a written report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportFormat {
    Markdown,
    Docx,
    Html,
}

/// The options that a DOCX is written with.
#[derive(Clone, Copy, Debug, Default)]
pub struct DocxOptions<'a> {
    /// Suggestions that wait stand as tracked changes; else the text as it is.
    pub tracked: bool,
    /// A document whose styles are taken, as bytes.
    pub reference: Option<&'a [u8]>,
}

/// The outcome of writing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportExport {
    pub stale: usize,
    /// Images that stand in the report and are not in the library.
    pub missing_images: Vec<String>,
}

/// LibreOffice takes what was changed within a minute for one.
const APART_MS: i64 = 2 * 60_000;

/// The Markdown in a folder.
pub(super) const EXPORTED: &str = "report.md";

impl Reports<'_> {
    /// Writes a report to a file, whole or not at all. Markdown to a folder has its images beside it.
    pub fn export(
        &self,
        report: Uuid,
        format: ReportFormat,
        docx: DocxOptions<'_>,
        path: &Path,
    ) -> Result<ReportExport> {
        let (row, view) = self.ctx.read(|r| Ok((row(r, report)?, shown(r, report)?)))?;
        let mut written = ReportExport { stale: view.stale.len(), missing_images: Vec::new() };
        match format {
            ReportFormat::Markdown if path.is_dir() => written.missing_images = self.save_folder(&view, path)?,
            ReportFormat::Markdown => self.save_markdown(report, path)?,
            ReportFormat::Docx => self.save_docx(&row, &view, docx, path)?,
            ReportFormat::Html => self.save_html(&row, &view, path)?,
        }
        Ok(written)
    }

    fn save_html(&self, row: &ReportRow, view: &ReportView, path: &Path) -> Result<()> {
        let images = |name: &str| self.image(name);
        let export = self.ctx.read(|r| self.exported(r, row, view, &view.report, &images))?;
        write_whole(path, self.ctx.world().ids.next(), |out| {
            write_html(&export, out).map_err(|error| write_failed(path, &error))
        })
    }

    fn save_docx(&self, row: &ReportRow, view: &ReportView, options: DocxOptions<'_>, path: &Path) -> Result<()> {
        let reference = options.reference.map(Reference::read).transpose().map_err(|refusal| {
            Error::invalid(message!("The reference is no document of Word that can be read: {}.", refusal))
                .kept("Nothing was written.")
                .hint("Give a DOCX with the styles that you want.")
        })?;
        let images = |name: &str| self.image(name);
        let (suggested, author) = if options.tracked { self.pending(row, view)? } else { (view.report.clone(), None) };
        let mut export = self.ctx.read(|r| self.exported(r, row, view, &suggested, &images))?;
        export.author = author.unwrap_or(export.author);
        make_whole(path, self.ctx.world().ids.next(), |file| {
            let out = BufWriter::with_capacity(256 << 10, file);
            write_docx(&export, reference.as_ref(), options.tracked, out).map_err(|error| write_failed(path, &error))
        })
    }

    /// The report with all that waits accepted, and who suggested it last.
    fn pending(&self, row: &ReportRow, view: &ReportView) -> Result<(Report, Option<String>)> {
        let waiting = self.ctx.read(|r| Ok(r.waiting_report_suggestions(row.seq)?))?;
        let (suggested, _) = preview(&view.report, waiting.iter().map(|one| &one.suggested));
        Ok((suggested, waiting.last().map(|one| one.author.clone())))
    }

    /// Writes `report.md` with its images into a folder; returns those that are not here.
    fn save_folder(&self, view: &ReportView, folder: &Path) -> Result<Vec<String>> {
        let mut text = self.markdown(view.id)?;
        let images = folder.join("images");
        let mut missing = Vec::new();
        for (token, name, caption) in named_images(&text) {
            let Some(bytes) = self.image(&name) else {
                missing.push(name);
                continue;
            };
            fs::create_dir_all(&images).map_err(|error| write_failed(&images, &error))?;
            let file = file_name(&name, &bytes);
            let path = images.join(&file);
            write_whole(&path, self.ctx.world().ids.next(), |out| {
                out.write_all(&bytes).map_err(|error| write_failed(&path, &error))
            })?;
            text = text.replace(&token, &format!("![{caption}](images/{file})"));
        }
        let path = folder.join(EXPORTED);
        write_whole(&path, self.ctx.world().ids.next(), |out| {
            out.write_all(text.as_bytes()).map_err(|error| write_failed(&path, &error))
        })?;
        Ok(missing)
    }

    pub(super) fn exported<'e>(
        &self,
        r: &Reader,
        row: &ReportRow,
        view: &ReportView,
        suggested: &Report,
        images: &'e factly_formats::report::Images<'e>,
    ) -> Result<ReportContent<'e>> {
        let language = language_of(r, &view.report)?;
        let words = if language == Language::German { GERMAN } else { ENGLISH };
        let rests = CitationNotes { reports: self, r, discovery: row.discovery, language, under: OnceCell::new() };
        let remarks = view.stale.iter().map(|stale| (stale.label, stale.why.remark(language))).collect();
        let (notes, sources) = rests.collect([&view.report, suggested], &remarks)?;
        let has_sources = |report: &Report| {
            report.sections.iter().any(|section| [ENGLISH, GERMAN].iter().any(|words| section.title == words.sources))
        };
        Ok(ReportContent {
            id: view.id.to_string(),
            head: ReportHead {
                current: opening_of(&view.report, &view.title),
                suggested: opening_of(suggested, &view.title),
                written: json(&markdown::original_front(&view.report))?,
            },
            language: if language == Language::German { "de" } else { "en" },
            sections: aligned(&view.report, suggested).iter().map(section).collect::<Result<_>>()?,
            notes,
            sources: if has_sources(&view.report) { Vec::new() } else { sources },
            notice: notice(&view.stale, language),
            words,
            images,
            author: "Factly".to_owned(),
            dates: [0, APART_MS].map(|apart| date(self.ctx.world().clock.now_ms() - apart)),
        })
    }
}

/// The language that most of the report is written in, else that of whoever uses the library.
fn language_of(r: &Reader, report: &Report) -> Result<Language> {
    let written = texts(report).into_iter().map(|(_, text, _)| text).collect::<Vec<_>>().join("\n");
    Ok(detect(&written).or(locale::language(r)?).unwrap_or(Language::English))
}

const fn stale_remark(language: Language) -> &'static str {
    match language {
        Language::German => "Es gilt nicht mehr.",
        _ => "It does not stand any more.",
    }
}

fn opening_of(report: &Report, title: &str) -> SectionWording {
    let title = if report.title.is_empty() { title } else { &report.title };
    // The text before the sections may say at length what the list says cut.
    let whole = markdown::title_before(&report.front_md).filter(|whole| cut_title(whole) == title);
    SectionWording {
        title: whole.unwrap_or_else(|| title.to_owned()),
        body_md: front_matter::opening(&report.front_md).to_owned(),
    }
}

fn json(value: &impl Serialize) -> Result<String> {
    serde_json::to_string(value).map_err(|error| Error::new(Code::Internal, UserMessage::verbatim(error)))
}

fn section(of: &AlignedSection<'_>) -> Result<ExportSection> {
    let wording = |line: &factly_core::reports::OutlineLine<'_>| SectionWording {
        title: line.section.title.clone(),
        body_md: line.section.body_md.clone(),
    };
    let line = of.before.as_ref().or(of.after.as_ref());
    let heading = line.and_then(|line| line.section.heading.as_ref());
    Ok(ExportSection {
        id: line.map_or(0, |line| line.section.id.as_u128()),
        number: line.map(|line| line.number.clone()).unwrap_or_default(),
        depth: line.map_or(1, |line| line.depth),
        appendix: line.is_some_and(|line| line.number.starts_with(|first: char| first.is_ascii_uppercase())),
        current: of.before.as_ref().map(wording),
        suggested: of.after.as_ref().map(wording),
        written: heading.map(json).transpose()?.unwrap_or_default(),
    })
}

fn date(now_ms: i64) -> String {
    let second = jiff::Timestamp::from_second(now_ms / 1_000);
    second.map(|second| second.to_string()).unwrap_or_default()
}

/// The grounds of citations, as they are read.
struct CitationNotes<'a, 'c> {
    reports: &'a Reports<'c>,
    r: &'a Reader,
    discovery: DiscoverySeq,
    language: Language,
    /// Read where a conclusion is cited.
    under: OnceCell<DiscoveryInputs>,
}

impl CitationNotes<'_, '_> {
    /// The note of each label that is cited, and the Inputs that they rest on as lines.
    fn collect(
        &self,
        reports: [&Report; 2],
        remarks: &HashMap<EntityLabel, &'static str>,
    ) -> Result<(HashMap<String, CitationNote>, Vec<String>)> {
        let mut cited: BTreeMap<EntityLabel, Option<Uuid>> = BTreeMap::new();
        for (_, text, ids) in reports.into_iter().flat_map(texts) {
            for citation in citations_by(text, ids) {
                let id = cited.entry(citation.label).or_default();
                *id = id.or(citation.id);
            }
        }
        let sentences: Vec<BodySentence> =
            reports.into_iter().flat_map(texts).flat_map(|(_, text, _)| stated(text, &|_| String::new())).collect();
        // A footnote that says what its sentence says names its source alone.
        let is_repeated = |label: EntityLabel, words: &str| {
            let mut citing = sentences.iter().filter(|sentence| sentence.cites.contains(&label)).peekable();
            citing.peek().is_some() && citing.all(|sentence| is_same_wording(&sentence.text, words))
        };
        let mut notes = HashMap::new();
        let mut inputs: BTreeMap<EntityLabel, Uuid> = BTreeMap::new();
        for (label, id) in cited {
            let NoteParts { target, words, quoted, source } = self.note(label, id, &mut inputs)?;
            let text = match source {
                Some(source) if is_repeated(label, &words) => source,
                Some(source) if label.kind == EntityKind::Fact => format!("{quoted} — {source}"),
                _ => quoted,
            };
            let remark = remarks.get(&label).copied().unwrap_or_default();
            notes.insert(label.to_string(), CitationNote { target, text: format!("{label}: {text}"), remark });
        }
        let sources = inputs.into_iter().map(|(label, id)| self.source(label, id)).collect::<Result<_>>()?;
        Ok((notes, sources))
    }

    /// Returns what may stand in the footnote of a citation.
    fn note(
        &self,
        label: EntityLabel,
        id: Option<Uuid>,
        inputs: &mut BTreeMap<EntityLabel, Uuid>,
    ) -> Result<NoteParts> {
        let member = self.r.member(self.discovery, label)?;
        let id = id.or_else(|| member.as_ref().map(|member| member.id));
        let target = id.map(|id| format!("factly://{}/{id}", label.kind.as_str())).unwrap_or_default();
        if label.kind == EntityKind::Fact
            && let Some(fact) = id.map(|id| self.fact(id)).transpose()?.flatten()
        {
            return Ok(NoteParts { target, ..fact_note(&fact, inputs, self.language) });
        }
        if let Some(member) = member.as_ref().filter(|member| member.label.kind == EntityKind::Input) {
            inputs.insert(label, member.id);
        }
        let is_conclusion = member.is_some() && label.kind != EntityKind::Input;
        let source = is_conclusion.then(|| self.inputs_under(label)).transpose()?.filter(|under| !under.is_empty());
        let words = member.map_or_else(|| stale_remark(self.language).to_owned(), |member| one_line(&member.text));
        Ok(NoteParts { target, quoted: words.clone(), words, source })
    }

    /// The Inputs that a conclusion rests on, on one line.
    fn inputs_under(&self, label: EntityLabel) -> Result<String> {
        let inputs = match self.under.get() {
            Some(inputs) => inputs,
            None => {
                let read = DiscoveryInputs::read(self.r, self.discovery)?;
                self.under.get_or_init(|| read)
            }
        };
        Ok(inputs.list(&BTreeSet::from([label])).cited.join(", "))
    }

    fn fact(&self, id: Uuid) -> Result<Option<Fact>> {
        let Some(row) = self.r.fact(id)? else { return Ok(None) };
        let registry = Facts::new(self.reports.ctx).registry_of(self.r, row.discovery)?;
        let mut fact = fact_from(row, &registry);
        locate(self.reports.ctx, self.r, [&mut fact])?;
        Ok(Some(fact))
    }

    fn source(&self, label: EntityLabel, id: Uuid) -> Result<String> {
        let Some(row) = self.r.input(id)? else { return Ok(label.to_string()) };
        Ok(format!("{label} {}", document_of(self.r, row)?.cited_as))
    }
}

/// The content of a footnote: what is cited in its words, the same as it is quoted, and where it comes from.
#[derive(Default)]
struct NoteParts {
    /// The address of what is cited.
    target: String,
    words: String,
    quoted: String,
    source: Option<String>,
}

/// “quote” — source, place; without a quote what the fact says.
fn fact_note(fact: &Fact, inputs: &mut BTreeMap<EntityLabel, Uuid>, language: Language) -> NoteParts {
    let Some(evidence) = &fact.evidence else {
        let words = one_line(&fact.statement_in(language));
        return NoteParts { quoted: words.clone(), words, ..NoteParts::default() };
    };
    let quote = shown_quote(&evidence.quote, fact.salience.speaker.as_deref());
    let quoted = if language == Language::German { format!("„{quote}“") } else { format!("“{quote}”") };
    let mut source = Vec::new();
    if let Some(input) = &evidence.input {
        inputs.extend(EntityLabel::parse(&input.label).map(|label| (label, input.id)));
        source.push(format!("{} {}", input.label, input.title));
    }
    // The first heading of a text is often its title, which was just said.
    let is_title = |location: &String| evidence.input.as_ref().is_some_and(|input| input.title == *location);
    if let Some(location) = evidence
        .location
        .as_ref()
        .and_then(|location| location.words_in(language))
        .filter(|location| !is_title(location))
    {
        source.push(location);
    }
    let source = (!source.is_empty()).then(|| source.join(", "));
    NoteParts { words: quote, quoted, source, ..NoteParts::default() }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Finds each `[IMAGE:name caption]`, once, with its name and its caption.
pub(super) fn named_images(md: &str) -> Vec<(String, String, String)> {
    let mut found: Vec<(String, String, String)> = Vec::new();
    for (at, _) in md.match_indices("[IMAGE:") {
        let Some(end) = md[at..].find(']') else { break };
        let token = &md[at..=at + end];
        let Some((name, caption)) = named_image(&token[1..token.len() - 1]).filter(|(name, _)| !name.is_empty()) else {
            continue;
        };
        if !found.iter().any(|(known, ..)| known == token) {
            found.push((token.to_owned(), name.to_owned(), caption.to_owned()));
        }
    }
    found
}

/// A name without what a folder would read into it, and with the ending of its kind.
fn file_name(name: &str, bytes: &[u8]) -> String {
    let stem: String =
        name.chars().map(|char| if char.is_alphanumeric() || "-_.".contains(char) { char } else { '_' }).collect();
    let ending = picture(bytes).map(|picture| format!(".{}", picture.extension)).unwrap_or_default();
    let stem = stem.trim_start_matches('.');
    if stem.to_lowercase().ends_with(&ending) { stem.to_owned() } else { format!("{stem}{ending}") }
}

/// Markdown with metadata: where none was written and something is to be said.
pub(super) fn with_metadata(view: &ReportView, body: String) -> Result<String> {
    let came = markdown::is_from_markdown(&view.report);
    if came && view.stale.is_empty() || front_matter::has_metadata(&view.report.front_md) {
        return Ok(body);
    }
    let mut metadata = format!("---\ntitle: {}\nreport: {}\n", json(&view.title)?, view.id);
    if !view.stale.is_empty() {
        metadata.push_str(&format!("stale: {}\n", json(&notice(&view.stale, Language::English))?));
    }
    Ok(format!("{metadata}---\n\n{body}"))
}
