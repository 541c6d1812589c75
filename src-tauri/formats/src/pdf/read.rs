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

use super::flow::{Flow, Sheet};
use super::fonts::Fonts;
use super::furniture::{self, Edges, NEAR};
use super::words::{Collector, Word};
use super::{columns, content, fields, headings, info};
use crate::extract::{Extract, Note};
use crate::format::Format;
use crate::limits::{Limits, Stop};
use crate::refusal::Refusal;

pub(super) fn read(pdf: &Pdf, limits: &Limits, stop: &Stop<'_>) -> Result<Extract, Refusal> {
    let mut reading = Reading::new(pdf);
    let count = pdf.pages().len().min(limits.pages as usize);
    for page in &pdf.pages()[..count] {
        if stop() {
            return Err(Refusal::Stopped);
        }
        reading.page(page);
        if let Some(cut) = reading.cut(limits) {
            reading.notes.push(cut);
            break;
        }
    }
    if count < pdf.pages().len() {
        reading.notes.push(Note::CutShort { what: "pages".to_owned(), limit: u64::from(limits.pages) });
    }
    Ok(reading.end(limits))
}

/// A page whose words are known and not yet in the text.
struct Waiting {
    words: Vec<Word>,
    width: f64,
    height: f64,
}

struct Reading<'p> {
    pdf: &'p Pdf,
    cache: InterpreterCache<'p>,
    fonts: Fonts<'p>,
    labels: info::Labels,
    flow: Flow,
    edges: Vec<Edges>,
    waiting: VecDeque<Waiting>,
    /// How many pages are in the text.
    done: usize,
    unpacked: u64,
    empty: Vec<u32>,
    damaged: Vec<String>,
    pictures: u64,
    notes: Vec<Note>,
}

impl<'p> Reading<'p> {
    fn new(pdf: &'p Pdf) -> Self {
        Self {
            pdf,
            cache: InterpreterCache::new(),
            fonts: Fonts::new(pdf),
            labels: info::labels(pdf),
            flow: Flow::default(),
            edges: Vec::new(),
            waiting: VecDeque::new(),
            done: 0,
            unpacked: 0,
            empty: Vec::new(),
            damaged: if info::is_whole(pdf.data().as_ref()) {
                Vec::new()
            } else {
                vec!["the table of its objects".to_owned()]
            },
            pictures: 0,
            notes: Vec::new(),
        }
    }

    fn page(&mut self, page: &Page<'p>) {
        let (width, height) = page.render_dimensions();
        let (width, height) = (f64::from(width), f64::from(height));
        let mut words = self.collect(page, width, height);
        words.retain(|word| is_within(word.rect(), width, height));
        let number = self.edges.len() as u32 + 1;
        if words.is_empty() {
            self.empty.push(number);
        }
        self.edges.push(furniture::edges(&words, height));
        self.waiting.push_back(Waiting { words, width, height });
        if self.waiting.len() > NEAR {
            self.flow_next();
        }
    }

    fn collect(&mut self, page: &Page<'p>, width: f64, height: f64) -> Vec<Word> {
        let (content, mut whole) = content(page);
        self.unpacked += content.len() as u64;
        let lacks_font = Arc::new(AtomicBool::new(false));
        let settings = settings(&lacks_font);
        let area = Rect::new(0.0, 0.0, width, height);
        let turned = page.initial_transform(true).to_kurbo();
        let mut collector = Collector::new(&self.fonts);
        let mut context = Context::new(turned, area, &self.cache, page.xref(), settings);
        interpret(TypedIter::new(&content), page.resources(), &mut context, &mut collector);
        interpret_page(page, &mut context, &mut collector);
        whole &= !lacks_font.load(Ordering::Relaxed);
        if !whole {
            self.damaged.push(format!("page {}", self.edges.len() + 1));
        }
        let Collector { mut words, pictures, .. } = collector;
        self.pictures += pictures;
        words.append(&mut fields::words(page, turned));
        words
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
        let label = self.labels.of(number);
        self.flow.page(Sheet { number, label, width: page.width, height: page.height }, &lines);
    }

    fn cut(&self, limits: &Limits) -> Option<Note> {
        if self.flow.text.len() > limits.text {
            return Some(Note::CutShort { what: "characters".to_owned(), limit: limits.text as u64 });
        }
        let limit = limits.unpacked.saturating_mul(8);
        (self.unpacked > limit).then(|| Note::CutShort { what: "bytes of pages".to_owned(), limit })
    }

    fn end(mut self, limits: &Limits) -> Extract {
        while !self.waiting.is_empty() {
            self.flow_next();
        }
        self.flow.end();
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

    fn notes(&mut self) -> Vec<Note> {
        let mut notes = std::mem::take(&mut self.notes);
        if !self.empty.is_empty() {
            notes.push(Note::PagesWithoutText { pages: std::mem::take(&mut self.empty), of: self.edges.len() as u32 });
        }
        if self.flow.unreadable > 0 {
            notes.push(Note::Unreadable { characters: self.flow.unreadable });
        }
        if !self.damaged.is_empty() {
            notes.push(Note::Damaged { parts: std::mem::take(&mut self.damaged) });
        }
        let left = [("pictures", self.pictures), ("embedded files", info::embedded(self.pdf))];
        notes.extend(
            left.into_iter()
                .filter(|(_, count)| *count > 0)
                .map(|(what, count)| Note::LeftOut { what: what.to_owned(), count }),
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

fn is_within([left, top, right, bottom]: [f64; 4], width: f64, height: f64) -> bool {
    right > 0.0 && bottom > 0.0 && left < width && top < height
}

/// Words by their reading direction; the one of most words comes first.
fn by_direction(words: Vec<Word>) -> Vec<Vec<Word>> {
    let mut directions: Vec<Vec<Word>> = Vec::new();
    for word in words {
        match directions.iter_mut().find(|same| same[0].angle == word.angle) {
            Some(same) => same.push(word),
            None => directions.push(vec![word]),
        }
    }
    directions.sort_by_key(|same| std::cmp::Reverse(same.len()));
    directions
}
