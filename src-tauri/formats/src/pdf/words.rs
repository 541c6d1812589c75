//! Words of a page, as its content stream shows them: glyphs that touch on one baseline.

use std::panic::{AssertUnwindSafe, catch_unwind};

use hayro::hayro_interpret::font::{Glyph, GlyphRun};
use hayro::hayro_interpret::hayro_cmap::{BfString, WritingMode};
use hayro::hayro_interpret::{
    BlendMode, ClipPath, Device, DrawMode, DrawProps, Image, ImageDrawProps, Paint, SoftMask,
};
use hayro::hayro_syntax::object::{Dict, String as PdfString};
use hayro::kurbo::{Affine, BezPath, PathEl, Point, Rect};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use super::fonts::Fonts;
use super::letters;
use super::scripts::{WordJoin, WordNote};
use crate::limits::{Limits, ShouldStop};
use crate::refusal::Refusal;

/// Maximum gap of touching words: under this share of the size it parts no words.
pub(super) const TOUCHING: f64 = 0.1;

/// A word, or a part of one, in the frame of its reading direction: `start` and `end` along it, `base` across it, both
/// in points of the page as it is shown.
#[derive(Clone, Debug)]
pub(super) struct PdfWord {
    /// From left to right as it is seen, also where it is read from right to left.
    pub(super) text: String,
    /// Whole degrees, clockwise.
    pub(super) angle: i16,
    pub(super) start: f64,
    pub(super) end: f64,
    pub(super) base: f64,
    pub(super) size: f64,
    pub(super) up: f64,
    pub(super) down: f64,
    /// A blank was shown before it.
    pub(super) spaced: bool,
    /// The document says that it belongs to the page and not to the text: a running head, a page number.
    pub(super) furniture: bool,
    /// It is shown in no ink, as the words under a scan are.
    pub(super) is_invisible: bool,
    pub(super) is_white: bool,
    /// Nobody sees it on the page.
    pub(super) is_hidden: bool,
    /// Its raised figures are written out.
    pub(super) is_written: bool,
    pub(super) joint: Option<WordJoin>,
    pub(super) note: WordNote,
    /// The start of its last glyph.
    last: f64,
}

impl PdfWord {
    /// A word that runs across.
    pub(super) fn plain(text: String, along: std::ops::Range<f64>, base: f64, size: f64) -> Self {
        Self {
            text,
            angle: 0,
            start: along.start,
            end: along.end,
            base,
            size,
            up: 0.83 * size,
            down: 0.22 * size,
            spaced: true,
            furniture: false,
            is_invisible: false,
            is_white: false,
            is_hidden: false,
            is_written: false,
            joint: None,
            note: WordNote::default(),
            last: along.start,
        }
    }

    /// The rectangle on the shown page: left, top, right, bottom.
    pub(super) fn rect(&self) -> [f64; 4] {
        let (top, bottom) = (self.base - self.up, self.base + self.down);
        let corners = [(self.start, top), (self.end, top), (self.start, bottom), (self.end, bottom)];
        let rotated = corners.map(|(along, across)| turn(self.angle, along, across));
        rotated.iter().fold([f64::MAX, f64::MAX, f64::MIN, f64::MIN], |rect, (x, y)| {
            [rect[0].min(*x), rect[1].min(*y), rect[2].max(*x), rect[3].max(*y)]
        })
    }
}

/// A point in the frame of a reading direction, back on the page.
fn turn(angle: i16, along: f64, across: f64) -> (f64, f64) {
    let (sin, cos) = direction(angle);
    (along * cos - across * sin, along * sin + across * cos)
}

fn direction(angle: i16) -> (f64, f64) {
    match angle {
        0 => (0.0, 1.0),
        90 => (1.0, 0.0),
        180 | -180 => (0.0, -1.0),
        -90 => (-1.0, 0.0),
        other => f64::from(other).to_radians().sin_cos(),
    }
}

/// A glyph in the frame of its reading direction.
struct ShownGlyph {
    text: String,
    angle: i16,
    start: f64,
    end: f64,
    base: f64,
    size: f64,
    up: f64,
    down: f64,
}

/// A marked part of the content stream that is open.
#[derive(Default)]
struct MarkedPart {
    /// The text of its glyphs, where the document gives one.
    actual: Option<String>,
    furniture: bool,
    /// The place of glyphs under `actual`.
    held: Option<ShownGlyph>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ink {
    Dark,
    White,
}

/// An area of a page that is painted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ground {
    area: Rect,
    kind: GroundKind,
    /// Number of words shown before it.
    after: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum GroundKind {
    Picture,
    /// Not white paper.
    Dark,
    /// A filled rectangle, of what colour ever: what was shown before it is seen no more.
    Cover,
}

/// Grounds beyond this many are one, of the whole page.
const GROUNDS: usize = 4_000;
/// Points of a size that nobody reads.
const TINY: f64 = 1.05;
/// An ink of less opacity shows nothing.
const CLEAR: f32 = 0.02;

/// The ink of a paint; none where it shows nothing.
fn ink(paint: &Paint<'_>) -> Option<Ink> {
    let Paint::Color(colour) = paint else { return Some(Ink::Dark) };
    let [red, green, blue, alpha] = colour.to_rgba().components();
    let is_white = red.min(green).min(blue) > 0.98;
    (alpha > CLEAR).then_some(if is_white { Ink::White } else { Ink::Dark })
}

/// Tells which words nobody sees: those without ink that lie under no picture, white ones on white paper, tiny ones, and
/// those that a filled rectangle was laid over.
pub(super) fn hide(words: &mut [PdfWord], grounds: &[Ground]) {
    let (covers, grounds): (Vec<Ground>, Vec<Ground>) =
        grounds.iter().partition(|ground| ground.kind == GroundKind::Cover);
    for (at, word) in words.iter_mut().enumerate() {
        let [left, top, right, bottom] = word.rect();
        let middle = Rect::new(left, top, right, bottom).center();
        let lies_on = |picture_alone: bool| {
            grounds
                .iter()
                .any(|ground| (ground.kind == GroundKind::Picture || !picture_alone) && ground.area.contains(middle))
        };
        // Their own ink stands well within the box of words, and a cell of a table may begin right beside them.
        let (inset, drop) = (0.1 * (right - left), 0.3 * (bottom - top));
        let ink = Rect::new(left + inset, top + drop, right - inset, bottom - drop);
        let is_covered = || covers.iter().any(|cover| cover.after > at && cover.area.union(ink) == cover.area);
        word.is_hidden = word.size <= TINY
            || word.is_invisible && !lies_on(true)
            || word.is_white && !lies_on(false)
            || is_covered();
    }
}

/// The rectangle that a path is; none where it is another shape.
fn rectangle(path: &BezPath) -> Option<Rect> {
    let corner = |element: &PathEl| match element {
        PathEl::MoveTo(point) | PathEl::LineTo(point) => Some(Some(*point)),
        PathEl::ClosePath => Some(None),
        PathEl::QuadTo(..) | PathEl::CurveTo(..) => None,
    };
    let elements = path.elements();
    let corners: Vec<Point> =
        elements.iter().take(7).map(corner).collect::<Option<Vec<_>>>()?.into_iter().flatten().collect();
    let is_straight = corners.windows(2).all(|pair| pair[0].x == pair[1].x || pair[0].y == pair[1].y);
    (elements.len() <= 6 && corners.len() >= 4 && is_straight).then(|| path.control_box())
}

/// Returns whether nothing is seen through a paint.
fn is_opaque(paint: &Paint<'_>) -> bool {
    matches!(paint, Paint::Color(colour) if colour.to_rgba().components()[3] > 1.0 - CLEAR)
}

/// Words of a page, as a multiple of [`Limits::entries`]: a poster of the smallest print has half of them.
const WORDS: usize = 10;
/// Number of steps between two checks for a stop.
const ASK_EVERY: u32 = 1_024;

/// Leaves the interpreter, which no answer of a device ends, for the next [`interpreted`].
fn leave(refusal: Refusal) -> ! {
    std::panic::resume_unwind(Box::new(refusal))
}

/// Runs the interpreter until it ends or its device leaves it.
pub(super) fn interpreted(run: impl FnOnce()) -> Result<(), Refusal> {
    catch_unwind(AssertUnwindSafe(run)).map_err(|left| match left.downcast::<Refusal>() {
        Ok(refusal) => *refusal,
        Err(panic) => std::panic::resume_unwind(panic),
    })
}

/// Collects the words of a page; pictures are counted and paths passed over.
pub(super) struct Collector<'c, 'p> {
    fonts: &'c Fonts<'p>,
    stop: &'c ShouldStop<'c>,
    steps: u32,
    /// Maximum number of words of a page.
    most: usize,
    pub(super) words: Vec<PdfWord>,
    pub(super) pictures: u64,
    /// The area of the largest of them.
    pub(super) largest: Rect,
    /// Grounds that white words are seen on, and words without ink may lie under: pictures, and areas that are not
    /// white.
    pub(super) grounds: Vec<Ground>,
    /// The ink of the glyphs that come.
    ink: Option<Ink>,
    marks: Vec<MarkedPart>,
    /// The last word may grow.
    open: bool,
    spaced: bool,
}

impl<'c, 'p> Collector<'c, 'p> {
    pub(super) fn new(fonts: &'c Fonts<'p>, limits: &Limits, stop: &'c ShouldStop<'c>) -> Self {
        Self {
            fonts,
            stop,
            steps: 0,
            most: limits.entries.saturating_mul(WORDS),
            words: Vec::new(),
            pictures: 0,
            largest: Rect::ZERO,
            grounds: Vec::new(),
            ink: Some(Ink::Dark),
            marks: Vec::new(),
            open: false,
            spaced: false,
        }
    }

    fn add(&mut self, glyph: ShownGlyph) {
        if let Some(mark) = self.marks.iter_mut().rev().find(|mark| mark.actual.is_some()) {
            hold(&mut mark.held, glyph);
            return;
        }
        if glyph.text.chars().all(letters::is_blank) {
            self.end_word();
            self.spaced = true;
            return;
        }
        let ink = self.ink;
        let is_alike =
            |word: &PdfWord| word.is_invisible == ink.is_none() && word.is_white == (ink == Some(Ink::White));
        if self.open && self.words.last_mut().is_some_and(|word| is_alike(word) && grow(word, &glyph)) {
            return;
        }
        self.begin(glyph);
    }

    fn begin(&mut self, glyph: ShownGlyph) {
        self.words.push(PdfWord {
            text: glyph.text,
            angle: glyph.angle,
            start: glyph.start,
            end: glyph.end,
            base: glyph.base,
            size: glyph.size,
            up: glyph.up,
            down: glyph.down,
            spaced: std::mem::take(&mut self.spaced),
            furniture: self.marks.iter().any(|mark| mark.furniture),
            is_invisible: self.ink.is_none(),
            is_white: self.ink == Some(Ink::White),
            is_hidden: false,
            is_written: false,
            joint: None,
            note: WordNote::default(),
            last: glyph.start,
        });
        self.open = true;
    }

    fn end_word(&mut self) {
        self.open = false;
    }

    fn ground(&mut self, area: Rect, kind: GroundKind) {
        let after = self.words.len();
        match self.grounds.len() {
            GROUNDS => {
                let area = Rect::new(-1e6, -1e6, 1e6, 1e6);
                self.grounds.push(Ground { area, kind: GroundKind::Picture, after });
            }
            ..GROUNDS => self.grounds.push(Ground { area, kind, after }),
            _ => {}
        }
    }

    /// One more thing was drawn: asks whether to go on, and leaves the interpreter where not.
    fn drawn(&mut self) {
        self.steps += 1;
        if self.steps.is_multiple_of(ASK_EVERY) && (self.stop)() {
            leave(Refusal::Stopped);
        }
        if self.words.len() > self.most {
            leave(Refusal::TooLarge { what: "words of a page", limit: self.most as u64 });
        }
    }

    /// Ends a mark: what its glyphs stand for takes their place, cut into words by length.
    fn end_mark(&mut self) {
        let Some(MarkedPart { actual: Some(actual), held: Some(held), .. }) = self.marks.pop() else {
            return;
        };
        let length = actual.chars().count().max(1) as f64;
        let step = (held.end - held.start) / length;
        let mut at = held.start;
        for part in actual.split_inclusive(char::is_whitespace) {
            let end = at + step * part.chars().count() as f64;
            let word = part.trim_end();
            if !word.is_empty() {
                self.add(ShownGlyph { text: letters::plain(word), start: at, end, ..held });
            }
            if word.len() < part.len() {
                self.end_word();
                self.spaced = true;
            }
            at = end;
        }
    }
}

/// Widens what is held by a glyph of its line.
fn hold(held: &mut Option<ShownGlyph>, glyph: ShownGlyph) {
    match held {
        None => *held = Some(glyph),
        Some(held) if held.angle == glyph.angle && (held.base - glyph.base).abs() < held.size => {
            held.start = held.start.min(glyph.start);
            held.end = held.end.max(glyph.end);
        }
        Some(_) => {}
    }
}

/// Lets a word grow by a glyph that touches it. Answers whether the glyph is taken care of.
fn grow(word: &mut PdfWord, glyph: &ShownGlyph) -> bool {
    let off = (word.base - glyph.base).abs();
    if word.angle != glyph.angle || off > 0.5 * word.size {
        return false;
    }
    if accent(word, glyph.start, glyph.end, &glyph.text) {
        return true;
    }
    if off > (0.05 * word.size).max(0.5) || (word.size - glyph.size).abs() > 0.05 * word.size {
        return false;
    }
    if (glyph.start - word.last).abs() < TOUCHING * word.size && word.text.ends_with(&glyph.text) {
        return true;
    }
    let near = -TOUCHING * word.size..TOUCHING * word.size;
    if near.contains(&(glyph.start - word.end)) {
        word.text.push_str(&glyph.text);
        word.last = glyph.start;
        word.end = word.end.max(glyph.end);
        return true;
    }
    if letters::is_right_to_left(&glyph.text) && near.contains(&(word.start - glyph.end)) {
        word.text.insert_str(0, &glyph.text);
        word.last = glyph.start;
        word.start = word.start.min(glyph.start);
        return true;
    }
    false
}

impl PdfWord {
    /// The last character and where it begins, to be read by accents that stand over it.
    pub(super) fn last_glyph(&self) -> f64 {
        self.last
    }
}

/// Returns whether each glyph of a run is scaled alike. Where not, single glyphs were stretched to widths that the
/// document gives, and the height tells the scale.
fn is_uniform(run: &GlyphRun<'_, '_>) -> bool {
    let mut ratios = run.glyphs().iter().map(|glyph| {
        let [a, b, c, d, ..] = glyph.transform().as_coeffs();
        a.hypot(b) / c.hypot(d)
    });
    let Some(first) = ratios.next() else { return true };
    ratios.all(|ratio| (ratio - first).abs() < 1e-3)
}

fn shown(fonts: &Fonts<'_>, glyph: &Glyph<'_>, at: Affine, vertical: bool, uniform: bool) -> Option<ShownGlyph> {
    let [a, b, c, d, x, y] = at.as_coeffs();
    let (wide, high) = (a.hypot(b), c.hypot(d));
    let size = high * 1000.0;
    if !(size.is_finite() && size > 1e-3 && x.is_finite() && y.is_finite()) {
        return None;
    }
    let text = letters_of(fonts, glyph);
    if text.is_empty() {
        return None;
    }
    let advance = match glyph {
        Glyph::Outline(glyph) => glyph.advance_width(),
        Glyph::Type3(glyph) => glyph.advance_width(),
    };
    let advance = f64::from(advance.unwrap_or(500.0)) * if uniform { wide } else { high };
    Some(if vertical { stood(text, [c, d, x, y], size) } else { laid(text, [a, b, x, y], size, advance) })
}

/// The characters of a glyph: by its font as it is read, or else by what more the document knows of the font.
fn letters_of(fonts: &Fonts<'_>, glyph: &Glyph<'_>) -> String {
    match (glyph.as_unicode(), glyph) {
        (Some(BfString::Char(char)), _) => letters::plain(char.encode_utf8(&mut [0; 4])),
        (Some(BfString::String(text)), _) => letters::plain(&text),
        (None, Glyph::Outline(glyph)) => {
            fonts.text(glyph).map_or_else(|| letters::UNREADABLE.to_string(), |text| letters::plain(&text))
        }
        (None, Glyph::Type3(_)) => letters::UNREADABLE.to_string(),
    }
}

/// A glyph of a line that runs across.
fn laid(text: String, [a, b, x, y]: [f64; 4], size: f64, advance: f64) -> ShownGlyph {
    let angle = if b == 0.0 && a > 0.0 { 0 } else { b.atan2(a).to_degrees().round() as i16 };
    let (sin, cos) = direction(angle);
    let (start, base) = (x * cos + y * sin, y * cos - x * sin);
    let (start, end) = if advance < 0.0 { (start + advance, start) } else { (start, start + advance) };
    ShownGlyph { text, angle, start, end, base, size, up: 0.83 * size, down: 0.22 * size }
}

/// A glyph of a line that runs down: its cell is one size high, and its middle is the line.
fn stood(text: String, [c, d, x, y]: [f64; 4], size: f64) -> ShownGlyph {
    let angle = (-d).atan2(-c).to_degrees().round() as i16;
    let (sin, cos) = direction(angle);
    let (start, base) = (x * cos + y * sin - 0.88 * size, y * cos - x * sin - 0.5 * size);
    ShownGlyph { text, angle, start, end: start + size, base, size, up: 0.5 * size, down: 0.5 * size }
}

impl<'a> Device<'a> for Collector<'_, '_> {
    fn draw_glyph_run(&mut self, run: &GlyphRun<'_, 'a>, props: DrawProps<'a>, mode: &DrawMode) {
        self.drawn();
        self.ink = if matches!(mode, DrawMode::Invisible) { None } else { ink(&props.paint) };
        let vertical = run.writing_mode() == WritingMode::Vertical;
        let uniform = is_uniform(run);
        for glyph in run.glyphs() {
            if let Some(glyph) = shown(self.fonts, glyph, props.transform * glyph.transform(), vertical, uniform) {
                self.add(glyph);
            }
        }
    }

    fn draw_image(&mut self, image: Image<'a, '_>, props: ImageDrawProps<'a>) {
        self.pictures += 1;
        let pixels = Rect::new(0.0, 0.0, f64::from(image.width()), f64::from(image.height()));
        let shown = props.transform.transform_rect_bbox(pixels);
        self.ground(shown, GroundKind::Picture);
        if shown.area() > self.largest.area() {
            self.largest = shown;
        }
    }

    fn begin_marked_content(&mut self, tag: &[u8], properties: Option<&Dict<'_>>) {
        let actual = properties
            .and_then(|properties| properties.get::<PdfString<'_>>(b"ActualText"))
            .map(|actual| letters::decode(actual.as_bytes()));
        let is_pagination = |properties: &Dict<'_>| {
            properties
                .get::<hayro::hayro_syntax::object::Name<'_>>(b"Type")
                .is_some_and(|kind| kind.as_str() == "Pagination")
        };
        let furniture = tag == b"Artifact" && properties.is_some_and(is_pagination);
        if actual.is_some() {
            self.end_word();
        }
        self.marks.push(MarkedPart { actual, furniture, held: None });
    }

    fn end_marked_content(&mut self) {
        self.end_mark();
    }

    fn draw_path(&mut self, path: &BezPath, props: DrawProps<'a>, mode: &DrawMode) {
        self.drawn();
        if !matches!(mode, DrawMode::Fill(_) | DrawMode::FillAndStroke(..)) {
            return;
        }
        let ink = ink(&props.paint);
        if ink == Some(Ink::Dark) {
            self.ground(props.transform.transform_rect_bbox(path.control_box()), GroundKind::Dark);
        }
        let covers = props.blend_mode == BlendMode::Normal && props.soft_mask.is_none() && is_opaque(&props.paint);
        if let Some(area) = rectangle(path).filter(|_| covers && !self.words.is_empty()) {
            self.ground(props.transform.transform_rect_bbox(area), GroundKind::Cover);
        }
    }

    fn push_clip_path(&mut self, _: &ClipPath) {
        self.drawn();
    }
    fn push_transparency_group(&mut self, _: f32, _: Option<SoftMask<'a>>, _: BlendMode) {}
    fn pop_clip(&mut self) {}
    fn pop_transparency_group(&mut self) {}
}

/// Sets an accent on the letter that it is shown over: a combining mark on the last letter, or a letter under an accent
/// that was shown before it. Answers whether there was one.
fn accent(word: &mut PdfWord, start: f64, end: f64, text: &str) -> bool {
    let mut chars = text.chars();
    let (Some(shown), None) = (chars.next(), chars.next()) else { return false };
    if is_combining_mark(shown) && start < word.end + 0.3 * word.size && start > word.last_glyph() - 0.5 * word.size {
        word.text.push(shown);
        word.end = word.end.max(end);
        return compose(word);
    }
    let Some(last) = word.text.chars().next_back() else { return false };
    let over = |left: f64, right: f64| (left + right) / 2.0 > start && (left + right) / 2.0 < end;
    if let Some(mark) = combining(last)
        && shown.is_alphabetic()
        && over(word.last_glyph(), word.end)
    {
        word.text.pop();
        word.text.extend([shown, mark]);
        word.end = word.end.max(end);
        return compose(word);
    }
    if let Some(mark) = combining(shown)
        && last.is_alphabetic()
        && (start + end) / 2.0 > word.last_glyph()
        && (start + end) / 2.0 < word.end
    {
        word.text.push(mark);
        return compose(word);
    }
    false
}

fn compose(word: &mut PdfWord) -> bool {
    word.text = word.text.nfc().collect();
    true
}

/// The combining form of an accent that stands for itself.
const fn combining(accent: char) -> Option<char> {
    Some(match accent {
        '\u{a8}' => '\u{308}',
        '\u{b4}' | '\u{2ca}' => '\u{301}',
        '\u{60}' | '\u{2cb}' => '\u{300}',
        '\u{5e}' | '\u{2c6}' => '\u{302}',
        '\u{7e}' | '\u{2dc}' => '\u{303}',
        '\u{af}' | '\u{2c9}' => '\u{304}',
        '\u{2d8}' => '\u{306}',
        '\u{2d9}' => '\u{307}',
        '\u{2da}' => '\u{30a}',
        '\u{2dd}' => '\u{30b}',
        '\u{2c7}' => '\u{30c}',
        '\u{b8}' => '\u{327}',
        '\u{2db}' => '\u{328}',
        _ => return None,
    })
}
