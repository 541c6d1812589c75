//! Positions of shapes on a slide, and the order in which they are read: from top to bottom, then from left to right.

use crate::xml::XmlElement;

/// A rectangle in the units of a presentation.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Area {
    pub(super) left: f64,
    pub(super) top: f64,
    pub(super) width: f64,
    pub(super) height: f64,
}

impl Area {
    fn bottom(self) -> f64 {
        self.top + self.height
    }

    /// Returns whether two are beside each other: they share half of the lower one's height.
    fn is_beside(self, other: Self) -> bool {
        let shared = self.bottom().min(other.bottom()) - self.top.max(other.top);
        shared > 0.5 * self.height.min(other.height)
    }

    /// Returns whether no part of it is on a sheet of this size.
    pub(super) fn is_off(self, (width, height): (f64, f64)) -> bool {
        self.left >= width || self.top >= height || self.left + self.width <= 0.0 || self.bottom() <= 0.0
    }
}

/// A transform while it is read: of a shape, or of a group with the frame of its children.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ShapeFrame {
    own: Area,
    inner: Area,
    is_placed: bool,
    pub(super) is_hidden: bool,
}

impl ShapeFrame {
    /// Takes an element of a transform.
    pub(super) fn take(&mut self, element: &XmlElement<'_>) {
        let pair = |one: &str, other: &str| (element.number(one).unwrap_or(0.0), element.number(other).unwrap_or(0.0));
        match element.local {
            "off" => {
                (self.own.left, self.own.top) = pair("x", "y");
                self.is_placed = true;
            }
            "ext" => (self.own.width, self.own.height) = pair("cx", "cy"),
            "chOff" => (self.inner.left, self.inner.top) = pair("x", "y"),
            "chExt" => (self.inner.width, self.inner.height) = pair("cx", "cy"),
            _ => {}
        }
    }

    pub(super) fn area(&self) -> Option<Area> {
        self.is_placed.then_some(self.own)
    }

    /// An area of the frame's children, as it stands outside of the frame.
    pub(super) fn outside(&self, area: Area) -> Area {
        if !self.is_placed || self.inner.width <= 0.0 || self.inner.height <= 0.0 {
            return area;
        }
        let (wide, high) = (self.own.width / self.inner.width, self.own.height / self.inner.height);
        Area {
            left: self.own.left + (area.left - self.inner.left) * wide,
            top: self.own.top + (area.top - self.inner.top) * high,
            width: area.width * wide,
            height: area.height * high,
        }
    }
}

/// The order in which areas are read. One whose place is not known comes after the one before it.
pub(super) fn reading_order(areas: &[Option<Area>]) -> Vec<usize> {
    let mut known: Vec<(usize, Area)> = Vec::with_capacity(areas.len());
    for (at, area) in areas.iter().enumerate() {
        let before = known.last().map(|(_, area)| *area).unwrap_or_default();
        known.push((at, area.unwrap_or(before)));
    }
    known.sort_by(|(_, one), (_, other)| one.top.total_cmp(&other.top).then(one.left.total_cmp(&other.left)));
    let mut order = Vec::with_capacity(known.len());
    let mut rest = known.as_slice();
    while let Some((_, first)) = rest.first() {
        let count = rest.iter().take_while(|(_, area)| area == first || area.is_beside(*first)).count().max(1);
        let mut row = rest[..count].to_vec();
        row.sort_by(|(_, one), (_, other)| one.left.total_cmp(&other.left));
        order.extend(row.iter().map(|(at, _)| *at));
        rest = &rest[count..];
    }
    order
}
