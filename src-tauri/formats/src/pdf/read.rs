//! The reading of a document: page after page, with a few kept back to see which rows repeat.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use hayro::hayro_interpret::{
    Context, InterpreterCache, InterpreterSettings, InterpreterWarning, RenderContent, TransformExt, interpret,
    interpret_page,
};
use hayro::hayro_syntax::Pdf;
use hayro::hayro_syntax::content::TypedIter;
use hayro::hayro_syntax::page::Page;
use hayro::kurbo::Rect;

use super::cost::Costs;
use super::flow::{FlowPage, TextFlow};
use super::fonts::Fonts;
use super::furniture::{self, Edges, NEAR};
use super::scan::{self, OcrReader};
use super::words::{self, Collector, PdfWord, interpreted};
use super::{bombs, columns, content, fields, headings, info};
use crate::extract::{Extract, ExtractNote};
use crate::format::Format;
use crate::limits::{Limits, ShouldStop};
use crate::refusal::Refusal;

pub(super) fn read(
    pdf: &Pdf,
    limits: &Limits,
    stop: &ShouldStop<'_>,
    eyes: Option<&OcrReader<'_>>,
) -> Result<Extract, Refusal> {
    let mut reading = PdfReader::new(pdf, eyes);
    let count = pdf.pages().len().min(limits.pages as usize);
    for page in &pdf.pages()[..count] {
        if stop() {
            return Err(Refusal::Stopped);
        }
        reading.page(page, limits, stop)?;
        if let Some(cut) = reading.cut(limits) {
            reading.notes.push(cut);
            break;
        }
    }
    if count < pdf.pages().len() {
        reading.notes.push(ExtractNote::CutShort { what: "pages".to_owned(), limit: u64::from(limits.pages) });
    }
    Ok(reading.end(limits))
}

/// Words of a document, whose places are all kept: those of ten thousand full pages.
const WORDS: usize = 4_000_000;
/// A picture that covers so much of a page may be a scan of it.
const MOST_OF_PAGE: f64 = 0.5;
/// A scan may have a stamp of so many words; more of them are the layer of text of one that was read already.
const MOST_OF_STAMP: usize = 20;

/// A page whose words are known and not yet in the text.
struct PendingPage {
    words: Vec<PdfWord>,
    width: f64,
    height: f64,
}

struct PdfReader<'p> {
    pdf: &'p Pdf,
    eyes: Option<&'p OcrReader<'p>>,
    cache: InterpreterCache<'p>,
    fonts: Fonts<'p>,
    costs: Costs,
    labels: info::Labels,
    flow: TextFlow,
    edges: Vec<Edges>,
    waiting: VecDeque<PendingPage>,
    /// Number of pages in the text.
    done: usize,
    unpacked: u64,
    empty: Vec<u32>,
    recognised: Vec<u32>,
    /// Pages of text with a picture that may be a scan, which nobody read.
    unseen: Vec<u32>,
    damaged: Vec<String>,
    pictures: u64,
    notes: Vec<ExtractNote>,
}

impl<'p> PdfReader<'p> {
    fn new(pdf: &'p Pdf, eyes: Option<&'p OcrReader<'p>>) -> Self {
        Self {
            pdf,
            eyes,
            cache: InterpreterCache::new(),
            fonts: Fonts::new(pdf),
            costs: Costs::default(),
            labels: info::labels(pdf),
            flow: TextFlow::default(),
            edges: Vec::new(),
            waiting: VecDeque::new(),
            done: 0,
            unpacked: 0,
            empty: Vec::new(),
            recognised: Vec::new(),
            unseen: Vec::new(),
            damaged: if info::is_whole(pdf.data().as_ref()) {
                Vec::new()
            } else {
                vec!["the table of its objects".to_owned()]
            },
            pictures: 0,
            notes: Vec::new(),
        }
    }

    fn page(&mut self, page: &Page<'p>, limits: &Limits, stop: &ShouldStop<'_>) -> Result<(), Refusal> {
        let (width, height) = page.render_dimensions();
        let (width, height) = (f64::from(width), f64::from(height));
        let (mut words, picture) = self.collect(page, (width, height), limits, stop)?;
        words.retain(|word| is_within(word.rect(), width, height));
        if words.is_empty() {
            words = self.recognise(page, width, height);
        } else if is_scan(picture, &words, width * height) {
            self.recognise_beside(page, (width, height), picture, &mut words);
        }
        self.edges.push(furniture::edges(&words, height));
        self.waiting.push_back(PendingPage { words, width, height });
        if self.waiting.len() > NEAR {
            self.flow_next();
        }
        Ok(())
    }

    /// The words of a page that shows none of its own.
    fn recognise(&mut self, page: &Page<'p>, width: f64, height: f64) -> Vec<PdfWord> {
        let words = self.seen(page, (width, height)).unwrap_or_default();
        let number = self.number();
        if words.is_empty() { &mut self.empty } else { &mut self.recognised }.push(number);
        words
    }

    /// Adds the words of a picture to those that stand on the page beside it.
    fn recognise_beside(&mut self, page: &Page<'p>, size: (f64, f64), picture: Rect, words: &mut Vec<PdfWord>) {
        let number = self.number();
        let Some(mut seen) = self.seen(page, size) else {
            self.unseen.push(number);
            return;
        };
        let shown: Vec<Rect> = words.iter().map(rect).collect();
        seen.retain(|word| {
            let middle = rect(word).center();
            picture.contains(middle) && !shown.iter().any(|shown| shown.contains(middle))
        });
        if !seen.is_empty() {
            self.recognised.push(number);
            words.append(&mut seen);
        }
    }

    /// Returns the words that eyes read on a page; none where there are none, or its pictures are not to be drawn.
    fn seen(&self, page: &Page<'p>, size: (f64, f64)) -> Option<Vec<PdfWord>> {
        let eyes = self.eyes.filter(|_| bombs::check_pictures(page).is_ok())?;
        Some(scan::words((self.number(), page), size, eyes))
    }

    /// The number of the page that is being read.
    const fn number(&self) -> u32 {
        self.edges.len() as u32 + 1
    }

    /// The words of a page, and where its largest picture stands.
    fn collect(
        &mut self,
        page: &Page<'p>,
        (width, height): (f64, f64),
        limits: &Limits,
        stop: &ShouldStop<'_>,
    ) -> Result<(Vec<PdfWord>, Rect), Refusal> {
        let (content, mut whole) = content(page)?;
        self.unpacked += self.costs.page(page, &content)?;
        let lacks_font = Arc::new(AtomicBool::new(false));
        let settings = settings(&lacks_font);
        let area = Rect::new(0.0, 0.0, width, height);
        let transform = page.initial_transform(true).to_kurbo();
        let mut collector = Collector::new(&self.fonts, limits, stop);
        let mut context = Context::new(transform, area, &self.cache, page.xref(), settings);
        interpreted(|| {
            interpret(TypedIter::new(&content), page.resources(), &mut context, &mut collector);
            interpret_page(page, &mut context, &mut collector);
        })?;
        whole &= !lacks_font.load(Ordering::Relaxed);
        if !whole {
            self.damaged.push(format!("page {}", self.edges.len() + 1));
        }
        let Collector { mut words, pictures, largest, grounds, .. } = collector;
        words::hide(&mut words, &grounds);
        self.pictures += pictures;
        words.append(&mut fields::words(page, transform));
        Ok((words, largest.intersect(area)))
    }

    /// Takes the oldest page that waits into the text.
    fn flow_next(&mut self) {
        let Some(mut page) = self.waiting.pop_front() else { return };
        let rows = furniture::furniture(&self.edges, self.done);
        page.words.retain(|word| !furniture::is_on(word, &rows));
        let mut lines = Vec::new();
        for words in by_direction(page.words) {
            lines.append(&mut columns::in_order(words));
        }
        self.done += 1;
        let number = self.done as u32;
        let label = self.labels.label(number);
        self.flow.page(FlowPage { number, label, width: page.width, height: page.height }, &lines);
    }

    fn cut(&self, limits: &Limits) -> Option<ExtractNote> {
        if self.flow.text.len() > limits.text {
            return Some(ExtractNote::CutShort { what: "characters".to_owned(), limit: limits.text as u64 });
        }
        if self.flow.boxes.len() > WORDS {
            return Some(ExtractNote::CutShort { what: "words".to_owned(), limit: WORDS as u64 });
        }
        let limit = limits.unpacked.saturating_mul(8);
        (self.unpacked > limit).then(|| ExtractNote::CutShort { what: "bytes of pages".to_owned(), limit })
    }

    fn end(mut self, limits: &Limits) -> Extract {
        while !self.waiting.is_empty() {
            self.flow_next();
        }
        self.flow.end();
        self.flow.place_looks();
        let notes = self.notes();
        let mut places = headings::places(self.pdf, &mut self.flow, limits);
        places.sort_by(|one, other| (one.chars.start, other.chars.end).cmp(&(other.chars.start, one.chars.end)));
        Extract {
            format: Format::Pdf,
            text: self.flow.text,
            places,
            boxes: self.flow.boxes,
            pages: u32::try_from(self.pdf.pages().len()).ok(),
            metadata: info::metadata(self.pdf),
            notes,
        }
    }

    fn notes(&mut self) -> Vec<ExtractNote> {
        let mut notes = std::mem::take(&mut self.notes);
        if !self.empty.is_empty() {
            notes.push(ExtractNote::PagesWithoutText {
                pages: std::mem::take(&mut self.empty),
                of: self.edges.len() as u32,
            });
        }
        if !self.recognised.is_empty() {
            let pages = std::mem::take(&mut self.recognised);
            notes.push(ExtractNote::PagesRecognised { pages, of: self.edges.len() as u32 });
        }
        if !self.unseen.is_empty() {
            let pages = std::mem::take(&mut self.unseen);
            notes.push(ExtractNote::PagesPartlyPictures { pages, of: self.edges.len() as u32 });
        }
        if self.flow.unreadable > 0 {
            notes.push(ExtractNote::Unreadable { characters: self.flow.unreadable });
        }
        if !self.damaged.is_empty() {
            notes.push(ExtractNote::Damaged { parts: std::mem::take(&mut self.damaged) });
        }
        notes.append(&mut self.flow.look_notes());
        let left = [("pictures", self.pictures), ("embedded files", info::embedded(self.pdf))];
        notes.extend(
            left.into_iter()
                .filter(|(_, count)| *count > 0)
                .map(|(what, count)| ExtractNote::LeftOut { what: what.to_owned(), count }),
        );
        notes
    }
}

/// Nothing is drawn: the content of the page is given by hand, so that it is not kept for each page, and what stands on
/// the page beside it (notes, filled fields) is left to the interpreter.
fn settings(lacks_font: &Arc<AtomicBool>) -> InterpreterSettings {
    let lacks_font = Arc::clone(lacks_font);
    InterpreterSettings {
        warning_sink: Arc::new(move |warning| {
            if matches!(warning, InterpreterWarning::UnsupportedFont) {
                lacks_font.store(true, Ordering::Relaxed);
            }
        }),
        render_content: RenderContent::ANNOTATIONS,
        ..InterpreterSettings::default()
    }
}

fn rect(word: &PdfWord) -> Rect {
    let [left, top, right, bottom] = word.rect();
    Rect::new(left, top, right, bottom)
}

fn is_within([left, top, right, bottom]: [f64; 4], width: f64, height: f64) -> bool {
    right > 0.0 && bottom > 0.0 && left < width && top < height
}

/// Returns whether the picture is a scan that has no layer of text, though something is written on the page.
fn is_scan(picture: Rect, words: &[PdfWord], area: f64) -> bool {
    let is_on = |word: &&PdfWord| picture.contains(rect(word).center());
    picture.area() >= MOST_OF_PAGE * area && words.iter().filter(is_on).count() <= MOST_OF_STAMP
}

/// Words by their reading direction; the one of most words comes first.
fn by_direction(words: Vec<PdfWord>) -> Vec<Vec<PdfWord>> {
    let mut directions: Vec<Vec<PdfWord>> = Vec::new();
    for word in words {
        match directions.iter_mut().find(|same| same[0].angle == word.angle) {
            Some(same) => same.push(word),
            None => directions.push(vec![word]),
        }
    }
    directions.sort_by_key(|same| std::cmp::Reverse(same.len()));
    directions
}
