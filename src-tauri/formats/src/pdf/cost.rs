//! The cost of a page, counted before it is interpreted: its bytes, and those of each form as often as it is drawn. The
//! interpreter asks nobody whether to go on and keeps what it reads, so a page that costs too much is refused here.

use std::collections::HashMap;

use hayro::hayro_syntax::content::{Instruction, UntypedIter};
use hayro::hayro_syntax::object::{Array, Dict, Name, Object, ObjectIdentifier, Stream, String as PdfString};
use hayro::hayro_syntax::page::{Page, Resources};

use crate::refusal::Refusal;

/// Bytes of a page and of what it draws.
pub(super) const PAGE: u64 = 64 << 20;
/// Bytes that one instruction shows: each becomes a glyph, and all of them are held at once.
const SHOWN: u64 = 256 << 10;
/// Points of one path.
const POINTS: u64 = 1_000_000;
/// States that are saved, one in the other.
const STATES: u64 = 10_000;
/// The interpreter goes no deeper into forms, so one that draws itself is drawn so often.
const DEEP: usize = 50;

/// The costs of the forms of a document, each counted once.
#[derive(Default)]
pub(super) struct Costs {
    forms: HashMap<ObjectIdentifier, FormCost>,
}

#[derive(Default)]
struct FormCost {
    own: u64,
    draws: DrawCounts,
    /// Its bytes, and those of all that it draws.
    whole: u64,
}

/// Counts of the draws of forms.
type DrawCounts = HashMap<ObjectIdentifier, u64>;

/// A form whose content is not counted yet, with the resources that it is drawn with.
type UncountedForm<'p> = (Stream<'p>, Resources<'p>);

impl Costs {
    /// Counts a page with this content, or refuses it.
    pub(super) fn page(&mut self, page: &Page<'_>, content: &[u8]) -> Result<u64, Refusal> {
        let mut found = Vec::new();
        let mut draws = DrawCounts::new();
        count(content, page.resources(), &mut draws, &mut found)?;
        for appearance in appearances(page) {
            *draws.entry(appearance.obj_id()).or_default() += 1;
            found.push((appearance, page.resources().clone()));
        }
        self.add(found)?;
        let cost = self.sum(content.len() as u64, &draws);
        if cost > PAGE { Err(Refusal::TooLarge { what: "bytes that a page draws", limit: PAGE }) } else { Ok(cost) }
    }

    /// Counts forms that are new, and those that they draw.
    fn add(&mut self, mut found: Vec<UncountedForm<'_>>) -> Result<(), Refusal> {
        let (mut new, mut unpacked) = (Vec::new(), 0);
        while let Some((form, resources)) = found.pop() {
            let id = form.obj_id();
            if self.forms.contains_key(&id) {
                continue;
            }
            let content = form.decoded_data().unwrap_or_default();
            unpacked += content.len() as u64;
            if unpacked > PAGE {
                return Err(Refusal::TooLarge { what: "bytes that a page draws", limit: PAGE });
            }
            let own = form.dict().get::<Dict<'_>>(b"Resources").map_or(resources, Resources::new);
            let mut cost = FormCost { own: content.len() as u64, ..FormCost::default() };
            count(&content, &own, &mut cost.draws, &mut found)?;
            self.forms.insert(id, cost);
            new.push(id);
        }
        self.settle(&new);
        Ok(())
    }

    /// Sums what new forms draw, one level deeper each time, until nothing is left to add.
    fn settle(&mut self, new: &[ObjectIdentifier]) {
        for _ in 0..DEEP {
            let sums: Vec<u64> = new.iter().map(|id| self.sum(self.forms[id].own, &self.forms[id].draws)).collect();
            let mut has_grown = false;
            for (id, sum) in new.iter().zip(sums) {
                let form = self.forms.entry(*id).or_default();
                has_grown |= form.whole != sum;
                form.whole = sum;
            }
            if !has_grown {
                break;
            }
        }
    }

    fn sum(&self, own: u64, draws: &DrawCounts) -> u64 {
        let cost = |(id, times): (&ObjectIdentifier, &u64)| {
            self.forms.get(id).map_or(0, |form| form.whole.saturating_mul(*times))
        };
        draws.iter().map(cost).fold(own, u64::saturating_add)
    }
}

/// The forms that notes and fields are drawn by.
fn appearances<'p>(page: &Page<'p>) -> Vec<Stream<'p>> {
    let Some(notes) = page.raw().get::<Array<'p>>(b"Annots") else { return Vec::new() };
    let of = |note: Dict<'p>| match note.get::<Dict<'p>>(b"AP")?.get::<Object<'p>>(b"N")? {
        Object::Stream(stream) => Some(vec![stream]),
        Object::Dict(states) => Some(states.keys().filter_map(|state| states.get::<Stream<'p>>(&*state)).collect()),
        _ => None,
    };
    notes.iter::<Dict<'p>>().filter_map(of).flatten().collect()
}

/// Counts the forms that a content draws, and refuses what the interpreter would hold too much of at once.
fn count<'p>(
    content: &[u8],
    resources: &Resources<'p>,
    draws: &mut DrawCounts,
    found: &mut Vec<UncountedForm<'p>>,
) -> Result<(), Refusal> {
    let (mut points, mut states) = (0_u64, 0_u64);
    let mut instructions = UntypedIter::new(content);
    while let Some(instruction) = instructions.next() {
        match &**instruction.operator {
            b"m" | b"l" | b"c" | b"v" | b"y" | b"h" | b"re" => points += 1,
            b"q" => states += 1,
            b"Q" => states = states.saturating_sub(1),
            b"Tj" | b"TJ" | b"'" | b"\"" => within(shown(&instruction), "bytes that are shown at once", SHOWN)?,
            b"Do" => {
                if let Some(form) = form(&instruction, resources) {
                    *draws.entry(form.obj_id()).or_default() += 1;
                    found.push((form, resources.clone()));
                }
            }
            b"S" | b"s" | b"f" | b"F" | b"f*" | b"B" | b"B*" | b"b" | b"b*" | b"n" => points = 0,
            _ => {}
        }
        within(points, "points of a path", POINTS)?;
        within(states, "saved states", STATES)?;
    }
    Ok(())
}

const fn within(number: u64, what: &'static str, limit: u64) -> Result<(), Refusal> {
    if number > limit { Err(Refusal::TooLarge { what, limit }) } else { Ok(()) }
}

fn shown(instruction: &Instruction<'_, '_>) -> u64 {
    let bytes = |object: &Object<'_>| match object {
        Object::String(text) => text.len() as u64,
        Object::Array(parts) => parts.iter::<PdfString<'_>>().map(|text| text.len() as u64).sum(),
        _ => 0,
    };
    instruction.operands().map(bytes).sum()
}

/// The form that an instruction draws; none where it is a picture.
fn form<'p>(instruction: &Instruction<'_, '_>, resources: &Resources<'p>) -> Option<Stream<'p>> {
    let Object::Name(name) = instruction.operands().next()? else { return None };
    let object = resources.get_x_object(name)?;
    let is_picture = object.dict().get::<Name<'_>>(b"Subtype").is_some_and(|kind| kind.as_str() == "Image");
    if is_picture { None } else { Some(object) }
}
