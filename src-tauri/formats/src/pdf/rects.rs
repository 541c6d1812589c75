//! The rectangles of a quote.

use std::ops::Range;

use crate::location::{Boxed, Rect};

/// Returns the rectangles of a part of the text: words of one line are one rectangle, and a word that is quoted in part
/// gives its part. `boxes` are those of [`crate::Extract`], by start.
#[must_use]
pub fn rects(boxes: &[Boxed], chars: Range<u32>) -> Vec<(u32, Rect)> {
    let first = boxes.partition_point(|boxed| boxed.end <= chars.start);
    let within = boxes[first..].iter().take_while(|boxed| boxed.start < chars.end);
    let mut rects: Vec<(u32, Rect)> = Vec::new();
    for (page, rect) in within.map(|boxed| (boxed.page, part(boxed, &chars))) {
        match rects.last_mut() {
            Some((last_page, last)) if *last_page == page && is_beside(last, &rect) => *last = union(last, &rect),
            _ => rects.push((page, rect)),
        }
    }
    rects
}

/// The part of a box that the characters take.
fn part(boxed: &Boxed, chars: &Range<u32>) -> Rect {
    let Rect { left, top, width, height } = boxed.rect;
    let whole = (boxed.end - boxed.start) as f32;
    let from = chars.start.saturating_sub(boxed.start) as f32 / whole;
    let to = (chars.end.min(boxed.end) - boxed.start) as f32 / whole;
    if whole > 1.0 && height > 1.5 * width {
        return Rect { left, top: top + from * height, width, height: (to - from) * height };
    }
    Rect { left: left + from * width, top, width: (to - from) * width, height }
}

/// Returns whether a word goes on in the line of another one, across or down.
fn is_beside(one: &Rect, other: &Rect) -> bool {
    let across = shared(one.top, one.height, other.top, other.height) > 0.5;
    let tall = |rect: &Rect| rect.height > 1.5 * rect.width;
    let gap = (other.top - one.top - one.height).max(one.top - other.top - other.height);
    let down = tall(one) && tall(other) && shared(one.left, one.width, other.left, other.width) > 0.5;
    across && near(one, other) || down && gap < one.width
}

/// A gap of a column's width is none within a line.
fn near(one: &Rect, other: &Rect) -> bool {
    (other.left - one.left - one.width).max(one.left - other.left - other.width) < 0.15
}

/// The share of the smaller span that both take.
fn shared(start: f32, length: f32, other_start: f32, other_length: f32) -> f32 {
    let both = (start + length).min(other_start + other_length) - start.max(other_start);
    both / length.min(other_length).max(f32::MIN_POSITIVE)
}

fn union(one: &Rect, other: &Rect) -> Rect {
    let (left, top) = (one.left.min(other.left), one.top.min(other.top));
    let right = (one.left + one.width).max(other.left + other.width);
    let bottom = (one.top + one.height).max(other.top + other.height);
    Rect { left, top, width: right - left, height: bottom - top }
}
