//! The outline of a document: its bookmarks, with level and page.

use std::collections::{HashMap, HashSet};

use hayro::hayro_syntax::Pdf;
use hayro::hayro_syntax::object::{Array, Dict, MaybeRef, Name, Object, ObjectIdentifier, String as PdfString};

use super::info::{catalog, leaves};
use super::letters;
use crate::limits::Limits;

/// A bookmark.
pub(super) struct Bookmark {
    pub(super) level: u8,
    pub(super) title: String,
    /// Counts from 1.
    pub(super) page: u32,
}

/// The bookmarks in their order.
pub(super) fn bookmarks(pdf: &Pdf, limits: &Limits) -> Vec<Bookmark> {
    let mut walk = OutlineWalk {
        targets: Targets::read(pdf),
        seen: HashSet::new(),
        bookmarks: Vec::new(),
        most: limits.entries,
        deepest: limits.depth.min(64) as u8,
    };
    if let Some(root) = catalog(pdf).get::<Dict<'_>>(b"Outlines") {
        walk.children(&root, 1);
    }
    walk.bookmarks
}

struct OutlineWalk<'p> {
    targets: Targets<'p>,
    seen: HashSet<ObjectIdentifier>,
    bookmarks: Vec<Bookmark>,
    most: usize,
    deepest: u8,
}

impl<'p> OutlineWalk<'p> {
    fn children(&mut self, parent: &Dict<'p>, level: u8) {
        let mut next = parent.get::<Dict<'p>>(b"First");
        while let Some(item) = next {
            let is_new = item.obj_id().is_some_and(|id| self.seen.insert(id));
            if !is_new || self.bookmarks.len() >= self.most || level > self.deepest {
                return;
            }
            let title = item.get::<PdfString<'p>>(b"Title").map(|title| letters::decode(title.as_bytes()));
            if let (Some(title), Some(page)) = (title, self.targets.page(&item)) {
                self.bookmarks.push(Bookmark { level, title: title.trim().to_owned(), page });
            }
            self.children(&item, level + 1);
            next = item.get::<Dict<'p>>(b"Next");
        }
    }
}

/// The possible targets of bookmarks.
struct Targets<'p> {
    pages: HashMap<ObjectIdentifier, u32>,
    named: HashMap<Vec<u8>, Object<'p>>,
}

impl<'p> Targets<'p> {
    fn read(pdf: &'p Pdf) -> Self {
        let pages = pdf.pages().iter().zip(1..).filter_map(|(page, number)| Some((page.raw().obj_id()?, number)));
        let mut named = HashMap::new();
        let catalog = catalog(pdf);
        if let Some(old) = catalog.get::<Dict<'p>>(b"Dests") {
            named.extend(
                old.keys().filter_map(|name| Some((name.as_str().as_bytes().to_vec(), old.get::<Object<'p>>(&*name)?))),
            );
        }
        let tree = catalog.get::<Dict<'p>>(b"Names").and_then(|names| names.get::<Dict<'p>>(b"Dests"));
        if let Some(tree) = tree {
            leaves(&tree, b"Names", 32, &mut |key, value| {
                named.extend(key.into_string().map(|key| (key.as_bytes().to_vec(), value)));
            });
        }
        Self { pages: pages.collect(), named }
    }

    /// The page that a bookmark leads to.
    fn page(&self, item: &Dict<'p>) -> Option<u32> {
        let by_action = || item.get::<Dict<'p>>(b"A")?.get::<Object<'p>>(b"D");
        let target = item.get::<Object<'p>>(b"Dest").or_else(by_action)?;
        self.of_target(target)
    }

    fn of_target(&self, target: Object<'p>) -> Option<u32> {
        let target = match &target {
            Object::String(name) => self.named.get(name.as_bytes())?.clone(),
            Object::Name(name) => self.named.get(named(name))?.clone(),
            _ => target,
        };
        let destination = match target {
            Object::Dict(target) => target.get::<Array<'p>>(b"D")?,
            target => target.into_array()?,
        };
        match destination.raw_iter().next()? {
            MaybeRef::Ref(id) => self.pages.get(&id.into()).copied(),
            MaybeRef::NotRef(number) => u32::try_from(number.into_i32()?).ok().map(|number| number + 1),
        }
    }
}

fn named<'n>(name: &'n Name<'_>) -> &'n [u8] {
    name.as_str().as_bytes()
}
