//! Pages that are pictures: drawn, shown to whoever can read pictures, and their words put where they stand.

use std::collections::HashMap;

use hayro::hayro_syntax::page::Page;

use super::draw::{self, Png};
use super::words::PdfWord;

/// Reads the picture of a page, counted from 1: its words as Tesseract's TSV says them, in pixels of the picture; none
/// where it could not be read.
pub type OcrReader<'a> = dyn Fn(u32, &Png) -> Option<String> + 'a;

/// Tesseract is made for pictures of this many dots to the inch.
const DOTS: f64 = 300.0;
const POINTS: f64 = 72.0;

/// A word of less confidence, of 100, is more often a spot of the paper than a word.
const SURE: f64 = 30.0;

/// The words of a page that is a picture, in points of the page.
pub(super) fn words(
    (number, page): (u32, &Page<'_>),
    (width, height): (f64, f64),
    eyes: &OcrReader<'_>,
) -> Vec<PdfWord> {
    let drawn = draw::draw(page, (width * DOTS / POINTS).round() as u32);
    let Some((tsv, drawn)) = drawn.ok().and_then(|drawn| Some((eyes(number, &drawn)?, drawn))) else {
        return Vec::new();
    };
    let scale = (width / f64::from(drawn.width), height / f64::from(drawn.height));
    parse(&tsv, scale)
}

/// One row of the table: what it is of, and its box.
struct TsvRow<'t> {
    level: u8,
    /// The numbers of its block and paragraph, and of its line in that.
    paragraph: (u32, u32),
    line: u32,
    left: f64,
    top: f64,
    width: f64,
    height: f64,
    sure: f64,
    text: &'t str,
}

const LINE: u8 = 4;
const WORD: u8 = 5;

impl<'t> TsvRow<'t> {
    fn from_line(row: &'t str) -> Option<Self> {
        let mut cells = row.split('\t');
        let mut number = || cells.next()?.parse::<f64>().ok();
        let (level, _page, block, paragraph, line, _word) =
            (number()?, number()?, number()?, number()?, number()?, number()?);
        let (left, top, width, height, sure) = (number()?, number()?, number()?, number()?, number()?);
        Some(Self {
            level: level as u8,
            paragraph: (block as u32, paragraph as u32),
            line: line as u32,
            left,
            top,
            width,
            height,
            sure,
            text: cells.next().unwrap_or_default().trim(),
        })
    }
}

/// The words of a table. A line's box is as high as its letters happen to be, so the lines of a paragraph share the
/// height that lies in the middle.
fn parse(tsv: &str, (across, down): (f64, f64)) -> Vec<PdfWord> {
    let rows: Vec<TsvRow<'_>> = tsv.lines().filter_map(TsvRow::from_line).collect();
    let mut heights: HashMap<(u32, u32), Vec<f64>> = HashMap::new();
    let mut tops = HashMap::new();
    for row in rows.iter().filter(|row| row.level == LINE) {
        heights.entry(row.paragraph).or_default().push(row.height);
        tops.insert((row.paragraph, row.line), row.top);
    }
    let middle = |mut heights: Vec<f64>| {
        heights.sort_by(f64::total_cmp);
        heights[heights.len() / 2]
    };
    let sizes: HashMap<_, _> = heights.into_iter().map(|(of, heights)| (of, middle(heights) / 1.05)).collect();
    let of_word = |row: &TsvRow<'_>| {
        let top = tops.get(&(row.paragraph, row.line)).copied().unwrap_or(row.top);
        let size = sizes.get(&row.paragraph).copied().unwrap_or(row.height) * down;
        let along = row.left * across..(row.left + row.width) * across;
        PdfWord::plain(row.text.to_owned(), along, top * down + 0.83 * size, size)
    };
    rows.iter().filter(|row| row.level == WORD && row.sure >= SURE && !row.text.is_empty()).map(of_word).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext\n\
        1\t1\t0\t0\t0\t0\t0\t0\t2480\t3508\t-1\t\n\
        4\t1\t1\t1\t1\t0\t300\t400\t900\t42\t-1\t\n\
        5\t1\t1\t1\t1\t1\t300\t402\t120\t40\t96.5\tThe\n\
        5\t1\t1\t1\t1\t2\t440\t402\t160\t40\t12.0\t~.\n\
        5\t1\t1\t1\t1\t3\t640\t402\t200\t40\t91.0\twall\n";

    #[test]
    fn words_stand_where_the_picture_has_them_and_a_spot_is_no_word() {
        let words = parse(TABLE, (0.24, 0.24));
        let texts: Vec<_> = words.iter().map(|word| word.text.as_str()).collect();
        assert_eq!(texts, ["The", "wall"]);
        let [left, top, right, bottom] = words[1].rect();
        assert!((left - 153.6).abs() < 0.1 && (right - 201.6).abs() < 0.1, "{left} to {right}");
        assert!((top - 96.0).abs() < 0.5 && (bottom - 106.0).abs() < 0.5, "{top} to {bottom}");
    }

    #[test]
    fn what_is_no_table_has_no_words() {
        assert!(parse("Error opening data file\n\t\t\n5\tx", (1.0, 1.0)).is_empty());
    }
}
