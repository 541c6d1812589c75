//! Running heads, running feet and page numbers: what stands at one height on page after page and is no part of the text.

use super::words::PdfWord;

/// Number of pages looked at before and after a page.
pub(super) const NEAR: usize = 4;
/// Number of rows from each edge of a page that may be furniture.
const ROWS: usize = 3;
/// Maximum reach of these rows into the page, as a share of its height.
const ZONE: f64 = 0.15;

/// A row at an edge of a page.
#[derive(Clone, Debug)]
pub(super) struct Edge {
    base: f64,
    /// As a share of the page's height.
    height: f64,
    /// Its text with numbers left open.
    key: String,
    number: Option<i64>,
    /// A number at its other margin: that of the page.
    apart: Option<i64>,
    has_letters: bool,
    /// The document itself says that it is furniture.
    marked: bool,
    is_large: bool,
}

/// The rows at the edges of a page that run across: from the top down, and from the bottom up.
pub(super) type Edges = [Vec<Edge>; 2];

pub(super) fn edges(words: &[PdfWord], height: f64) -> Edges {
    let mut level: Vec<&PdfWord> = words.iter().filter(|word| word.angle == 0).collect();
    level.sort_by(|one, other| one.base.total_cmp(&other.base));
    let common = common_size(&level);
    let rows: Vec<&[&PdfWord]> = level.chunk_by(|one, other| other.base - one.base < 0.3 * one.size).collect();
    let edge = |row: &&[&PdfWord]| Edge::from_words(row, height, common);
    let at_top = rows.iter().take(ROWS).take_while(|row| row[0].base < ZONE * height).map(edge);
    let at_bottom = rows.iter().rev().take(ROWS).take_while(|row| row[0].base > (1.0 - ZONE) * height).map(edge);
    [at_top.collect(), at_bottom.collect()]
}

/// The median size of words.
fn common_size(words: &[&PdfWord]) -> f64 {
    let mut sizes: Vec<f64> = words.iter().map(|word| word.size).collect();
    let middle = sizes.len() / 2;
    if sizes.is_empty() { 0.0 } else { *sizes.select_nth_unstable_by(middle, f64::total_cmp).1 }
}

impl Edge {
    fn from_words(row: &[&PdfWord], height: f64, common: f64) -> Self {
        let mut row = row.to_vec();
        row.sort_by(|one, other| one.start.total_cmp(&other.start));
        let text = row.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ");
        let number = number(&text);
        let key = if roman(&text).is_some() { "#".to_owned() } else { open_numbers(&text) };
        Self {
            base: row[0].base,
            height: row[0].base / height,
            has_letters: key.chars().any(char::is_alphabetic),
            key,
            number,
            apart: apart(&row),
            marked: row.iter().all(|word| word.furniture),
            is_large: row.iter().any(|word| word.size > 1.25 * common),
        }
    }

    /// Returns whether each of two such rows has the number of its page.
    fn counts_on(&self, other: &Self, later: i64) -> bool {
        self.apart.zip(other.apart).is_some_and(|(one, two)| two - one == later)
    }

    /// Returns whether another page shows the same, `later` pages on.
    fn is_on(&self, other: &Self, later: i64) -> bool {
        let same = self.key == other.key && ((self.height - other.height).abs() < 0.015 || self.marked && other.marked);
        same && (self.has_letters || self.number.zip(other.number).is_some_and(|(one, two)| two - one == later))
    }
}

fn open_numbers(text: &str) -> String {
    let mut open = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            '0'..='9' if open.ends_with('#') => {}
            '0'..='9' => open.push('#'),
            _ => open.extend(char.to_lowercase()),
        }
    }
    open
}

/// The number that ends or begins a row, far from what else stands there.
fn apart(row: &[&PdfWord]) -> Option<i64> {
    let is_far = |one: &PdfWord, other: &PdfWord| other.start - one.end > 3.0 * one.size;
    match row {
        [.., before, last] if is_far(before, last) => last.text.parse().ok(),
        [first, next, ..] if is_far(first, next) => first.text.parse().ok(),
        _ => None,
    }
}

fn number(text: &str) -> Option<i64> {
    let digits = text.split(|char: char| !char.is_ascii_digit()).find(|part| !part.is_empty());
    digits.map_or_else(|| roman(text), |digits| digits.parse().ok())
}

/// The value of a small Roman number that stands alone.
fn roman(text: &str) -> Option<i64> {
    let value = |char| {
        Some(match char {
            'i' => 1,
            'v' => 5,
            'x' => 10,
            'l' => 50,
            'c' => 100,
            _ => return None,
        })
    };
    let values: Vec<i64> = text.trim().chars().map(value).collect::<Option<_>>()?;
    let signed = values.iter().enumerate().map(|(at, one)| if values.get(at + 1) > Some(one) { -one } else { *one });
    (!values.is_empty()).then(|| signed.sum())
}

/// The baselines of a page's rows that are furniture; `pages` are the edges of all pages so far, and some beyond. What
/// stands further in than a row that is none, is none.
pub(super) fn furniture(pages: &[Edges], page: usize) -> Vec<f64> {
    let near = page.saturating_sub(NEAR)..(page + NEAR + 1).min(pages.len());
    let repeats = |side: usize, edge: &Edge| {
        let on = |other: usize| {
            let later = other as i64 - page as i64;
            let row = pages[other][side].iter().find(|row| edge.is_on(row, later))?;
            // Two pages that count on are enough.
            Some(if edge.counts_on(row, later) { ENOUGH } else { 1 })
        };
        near.clone().filter(|other| *other != page).filter_map(on).sum()
    };
    let of_side = |side: usize| {
        pages[page][side].iter().take_while(move |edge| edge.is_furniture(repeats(side, edge))).map(|edge| edge.base)
    };
    (0..2).flat_map(of_side).collect()
}

/// A row with words is furniture where so many other pages show it.
const ENOUGH: usize = 2;

impl Edge {
    fn is_furniture(&self, repeats: usize) -> bool {
        let enough = if self.marked || !self.has_letters { 1 } else { ENOUGH };
        repeats >= enough && (self.marked || !self.is_large)
    }
}

/// Returns whether a word is on one of these rows.
pub(super) fn is_on(word: &PdfWord, rows: &[f64]) -> bool {
    word.angle == 0 && rows.iter().any(|base| (word.base - base).abs() < 0.3 * word.size)
}
