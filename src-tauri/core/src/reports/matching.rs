//! The match of an edited file's sections with those of the report: by the id that each carries, then by its title,
//! then by its text.
//!
//! A section that more than one could be meant by is matched with none: it counts as new, and the analyst decides.

use std::collections::{HashMap, HashSet};

use uuid::Uuid;

/// A section as it is recognised.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Traits {
    /// Ids that its heading carries in a file, or its own: several where headings were joined.
    pub ids: Vec<Uuid>,
    pub title: String,
    /// The title of the section that it stands under.
    pub under: String,
    pub text: String,
}

/// Likeness of two texts, 0 to 1.
pub type Likeness<'l> = dyn Fn(&str, &str) -> f64 + 'l;

/// An id or a title is believed where so much of the text is the same.
const ALIKE: f64 = 0.4;
/// A text alone is believed where so much of it is the same, and so much more than of any other.
const SAME: f64 = 0.7;
const MARGIN: f64 = 0.15;
/// A text of fewer words is no proof of anything.
const WORDS: usize = 5;
/// Above so many pairs texts are not compared.
const PAIRS: usize = 40_000;

/// Returns for each section that arrived which of the known ones it is, by place.
#[must_use]
pub fn matched(known: &[Traits], arrived: &[Traits], likeness: &Likeness<'_>) -> Vec<Option<usize>> {
    let mut matching = Matching { known, arrived, likeness, of: vec![None; arrived.len()], taken: HashSet::new() };
    let reads_alike = |one: &Traits, two: &Traits| is_long(&one.text) && likeness(&one.text, &two.text) >= ALIKE;
    matching.by_id(|one, two| one.title == two.title || reads_alike(one, two));
    matching.by_title(reads_alike);
    matching.by_text();
    // A title written before another may stand in its bookmark: where there is text it has to be the same.
    matching.by_id(|one, _| !is_long(&one.text));
    matching.of
}

fn is_long(text: &str) -> bool {
    text.split_whitespace().nth(WORDS - 1).is_some()
}

struct Matching<'m> {
    known: &'m [Traits],
    arrived: &'m [Traits],
    likeness: &'m Likeness<'m>,
    of: Vec<Option<usize>>,
    taken: HashSet<usize>,
}

impl Matching<'_> {
    fn take(&mut self, at: usize, known: usize) {
        if self.of[at].is_none() && self.taken.insert(known) {
            self.of[at] = Some(known);
        }
    }

    fn open(&self) -> (Vec<usize>, Vec<usize>) {
        let known = (0..self.known.len()).filter(|at| !self.taken.contains(at)).collect();
        (known, (0..self.arrived.len()).filter(|at| self.of[*at].is_none()).collect())
    }

    /// Of several ids at one heading the one counts whose section reads most like it.
    fn by_id(&mut self, is_sure: impl Fn(&Traits, &Traits) -> bool) {
        let ids = self.known.iter().enumerate().flat_map(|(at, one)| one.ids.iter().map(move |id| (*id, at)));
        let index_by_id: HashMap<Uuid, usize> = ids.collect();
        for (at, arrived) in self.arrived.iter().enumerate() {
            let named = arrived.ids.iter().filter_map(|id| index_by_id.get(id).copied());
            let open = named.filter(|known| self.of[at].is_none() && !self.taken.contains(known));
            let sure = open.filter(|known| is_sure(&self.known[*known], arrived));
            let score = |known: &usize| {
                let one = &self.known[*known];
                (one.title == arrived.title, (self.likeness)(&one.text, &arrived.text))
            };
            let best = if arrived.ids.len() < 2 {
                sure.last()
            } else {
                sure.max_by(|one, two| score(one).partial_cmp(&score(two)).unwrap_or(std::cmp::Ordering::Equal))
            };
            if let Some(known) = best {
                self.take(at, known);
            }
        }
    }

    /// A title that only one of each has, where it stands under the same or reads alike; of several with one title those
    /// that read alike, and no other as well.
    fn by_title(&mut self, reads_alike: impl Fn(&Traits, &Traits) -> bool) {
        let (known, arrived) = self.open();
        let mut titles: HashMap<&str, (Vec<usize>, Vec<usize>)> = HashMap::new();
        for at in known {
            titles.entry(self.known[at].title.as_str()).or_default().0.push(at);
        }
        for at in arrived {
            titles.entry(self.arrived[at].title.as_str()).or_default().1.push(at);
        }
        for (title, (known, arrived)) in titles {
            match (&known[..], &arrived[..]) {
                ([one], [at]) => {
                    let (was, is) = (&self.known[*one], &self.arrived[*at]);
                    if !title.is_empty() && (was.under == is.under || reads_alike(was, is)) {
                        self.take(*at, *one);
                    }
                }
                _ => self.pair(&known, &arrived, ALIKE),
            }
        }
    }

    fn by_text(&mut self) {
        let (mut known, mut arrived) = self.open();
        known.retain(|at| is_long(&self.known[*at].text));
        arrived.retain(|at| is_long(&self.arrived[*at].text));
        self.pair(&known, &arrived, SAME);
    }

    /// Takes each two that are alike enough and clearly more so than either is to any other.
    fn pair(&mut self, known: &[usize], arrived: &[usize], enough: f64) {
        if known.len().saturating_mul(arrived.len()) > PAIRS {
            return;
        }
        let scores: Vec<Vec<f64>> = arrived
            .iter()
            .map(|at| {
                known.iter().map(|one| (self.likeness)(&self.known[*one].text, &self.arrived[*at].text)).collect()
            })
            .collect();
        for (row, at) in arrived.iter().enumerate() {
            for (column, one) in known.iter().enumerate() {
                let score = scores[row][column];
                let beside = (0..known.len()).filter(|other| *other != column).map(|other| scores[row][other]);
                let above = (0..arrived.len()).filter(|other| *other != row).map(|other| scores[other][column]);
                if score >= enough && beside.chain(above).all(|other| other + MARGIN <= score) {
                    self.take(*at, *one);
                }
            }
        }
    }
}
