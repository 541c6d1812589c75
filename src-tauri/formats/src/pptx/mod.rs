//! PPTX: slides in their order, the title of each as its heading, then its text, tables and notes.

mod ground;
mod position;

use self::ground::SlideGround;
use self::position::{Area, ShapeFrame, reading_order};
use crate::budget::Budget;
use crate::draft::{ExtractDraft, one_line};
use crate::extract::{Extract, ExtractNote};
use crate::format::Format;
use crate::inline::{self, Look};
use crate::location::Place;
use crate::ooxml::{self, PartRelation};
use crate::package::Package;
use crate::refusal::Refusal;
use crate::table::{CellBudget, SourceRow, TableDraft};
use crate::xml::{self, Handler, Ns, ReadFlow, XmlElement};

pub(crate) fn read(bytes: &[u8], budget: &Budget<'_>) -> Result<Extract, Refusal> {
    let mut package = Package::open(bytes, budget)?;
    let mut draft = ExtractDraft::new(budget);
    draft.metadata = ooxml::metadata(&mut package, budget)?;
    let (slides, size) = slides(&mut package, budget)?;
    draft.pages = u32::try_from(slides.len()).ok();
    let mut show = Presentation { package, draft, cells: CellBudget::new(budget.limits.entries), size, budget };
    for (number, slide) in (1..).zip(&slides) {
        budget.go_on()?;
        if number > budget.limits.pages {
            show.draft.note(ExtractNote::CutShort { what: "slides".to_owned(), limit: u64::from(budget.limits.pages) });
            break;
        }
        show.slide(number, slide)?;
    }
    let macros = show.package.names().iter().filter(|name| name.ends_with("vbaProject.bin")).count();
    show.draft.left_out("macros", macros as u64);
    show.draft.finish(Format::Pptx)
}

/// Width and height in the units of a presentation.
type SlideSize = (f64, f64);

/// The parts of the slides in the order in which they are shown, and their size where it is said.
fn slides(package: &mut Package<'_>, budget: &Budget<'_>) -> Result<(Vec<String>, Option<SlideSize>), Refusal> {
    let main = ooxml::main_part(package, "ppt/presentation.xml", budget)?;
    let relations = ooxml::relations(package, &main, budget)?;
    let source = package.small(&main)?;
    let mut size = None;
    let ids = xml::elements(&source, budget, |element| {
        if (element.ns, element.local) == (Ns::Slide, "sldSz") {
            size = element.number("cx").zip(element.number("cy"));
        }
        (element.ns == Ns::Slide && element.local == "sldId").then(|| element.attr_in(Ns::Relation, "id")).flatten()
    })?;
    let target = |id: String| relations.iter().find(|relation| relation.id == id).map(|found| found.target.clone());
    Ok((ids.into_iter().filter_map(target).collect(), size))
}

struct Presentation<'a> {
    package: Package<'a>,
    draft: ExtractDraft,
    cells: CellBudget,
    size: Option<SlideSize>,
    budget: &'a Budget<'a>,
}

impl Presentation<'_> {
    fn slide(&mut self, number: u32, part: &str) -> Result<(), Refusal> {
        let relations = ooxml::relations(&mut self.package, part, self.budget)?;
        let mut slide = self.shapes(part)?;
        if slide.ground.has_white && !self.has_ground(&slide, &relations)? {
            slide = self.shapes_with(part, Slide { are_white_hidden: true, ..Slide::default() })?;
        }
        self.place_by_layout(&mut slide, &relations)?;
        slide.hide(self.size);
        self.draft.part();
        self.draft.close_headings(0);
        let start = self.draft.at();
        if let Some(title) = slide.title() {
            self.draft.heading(1, &title);
        }
        slide.write(number, &mut self.draft, &mut self.cells);
        self.draft.left_out("pictures", slide.pictures);
        let of = |kind: &str| relations.iter().filter(|relation| relation.kind == kind).count() as u64;
        self.draft.left_out("charts", of("chart"));
        self.draft.left_out("diagrams", of("diagramData"));
        self.draft.left_out("comments", of("comments"));
        self.notes(&relations, slide.is_hidden)?;
        self.draft.add_location(start, Place::Slide { number });
        Ok(())
    }

    /// Reads the speaker's notes below the slide.
    fn notes(&mut self, relations: &[PartRelation], is_hidden: bool) -> Result<(), Refusal> {
        let Some(notes) = relations.iter().find(|relation| relation.kind == "notesSlide") else { return Ok(()) };
        let mut notes = self.shapes(&notes.target.clone())?;
        notes.is_hidden |= is_hidden;
        notes.hide(None);
        let words: Vec<&SlideShape> =
            notes.shapes.iter().filter(|shape| shape.kind.as_deref() == Some("body")).collect();
        if words.iter().any(|shape| !shape.lines.is_empty()) {
            self.draft.heading(2, "Notes");
            words.iter().flat_map(|shape| &shape.lines).for_each(|(_, line)| self.draft.paragraph(line));
        }
        Ok(())
    }

    /// Placeholders stand where the layout of the slide has them, if they do not say otherwise.
    fn place_by_layout(&mut self, slide: &mut Slide, relations: &[PartRelation]) -> Result<(), Refusal> {
        if slide.shapes.iter().all(|shape| shape.area.is_some()) {
            return Ok(());
        }
        let Some(layout) = relations.iter().find(|relation| relation.kind == "slideLayout") else { return Ok(()) };
        let mut shapes = Slide::default();
        if let Some(source) = self.package.part(&layout.target)? {
            xml::read(source, self.budget, &mut shapes)?;
        }
        for shape in slide.shapes.iter_mut().filter(|shape| shape.area.is_none() && shape.kind.is_some()) {
            let by_index = shapes.shapes.iter().find(|of| of.index == shape.index && shape.index.is_some());
            let found = by_index.or_else(|| shapes.shapes.iter().find(|of| of.kind == shape.kind));
            shape.area = found.and_then(|of| of.area);
        }
        Ok(())
    }

    /// Returns whether white words may be seen: on a slide, a layout or a master something else than white paper lies.
    fn has_ground(&mut self, slide: &Slide, relations: &[PartRelation]) -> Result<bool, Refusal> {
        let mut has_ground = slide.ground.is_there;
        let mut relations = relations.to_vec();
        for kind in ["slideLayout", "slideMaster"] {
            let Some(part) = relations.iter().find(|relation| relation.kind == kind) else { break };
            let part = part.target.clone();
            let mut below = Slide::default();
            if let Some(source) = self.package.part(&part)? {
                xml::read(source, self.budget, &mut below)?;
            }
            has_ground |= below.ground.is_there;
            relations = ooxml::relations(&mut self.package, &part, self.budget)?;
        }
        Ok(has_ground)
    }

    fn shapes(&mut self, part: &str) -> Result<Slide, Refusal> {
        self.shapes_with(part, Slide::default())
    }

    fn shapes_with(&mut self, part: &str, mut slide: Slide) -> Result<Slide, Refusal> {
        let damage = match self.package.part(part)? {
            Some(source) => xml::read(source, self.budget, &mut slide)?,
            None => Some("it is missing".to_owned()),
        };
        if damage.is_some() {
            self.draft.damaged(part);
        }
        Ok(slide)
    }
}

/// The shapes of a slide, as they lie on it from back to front.
#[derive(Default)]
struct Slide {
    shapes: Vec<SlideShape>,
    line: String,
    level: usize,
    in_text: bool,
    /// True if a field is open that every slide has: its number, the date.
    in_footer: bool,
    pictures: u64,
    is_hidden: bool,
    /// The groups that are open.
    groups: Vec<ShapeFrame>,
    /// The transform that is read: the one of the shape, or of the innermost group.
    transform: Option<TransformOf>,
    frame: ShapeFrame,
    /// The looks of the run.
    looks: Vec<Look>,
    ground: SlideGround,
    /// True if white words are marked as hidden.
    are_white_hidden: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum TransformOf {
    Shape,
    Group,
}

#[derive(Default)]
struct SlideShape {
    /// The purpose of the placeholder: "title", "body".
    kind: Option<String>,
    /// The number by which a layout knows the placeholder.
    index: Option<String>,
    area: Option<Area>,
    is_hidden: bool,
    lines: Vec<(usize, String)>,
    rows: Vec<Vec<(u32, String)>>,
    /// The rows, counted from 1, and columns of merged cells that go on there.
    continued: Vec<(usize, u32)>,
    column: u32,
}

impl Slide {
    fn title(&self) -> Option<String> {
        let title = self.shapes.iter().find(|shape| shape.is_title())?;
        Some(title.lines.iter().map(|(_, line)| line.as_str()).collect::<Vec<_>>().join(" "))
    }

    fn write(&self, number: u32, draft: &mut ExtractDraft, cells: &mut CellBudget) {
        let first_title = self.shapes.iter().position(SlideShape::is_title);
        let mut tables = 0;
        let areas: Vec<Option<Area>> = self.shapes.iter().map(|shape| shape.area).collect();
        for at in reading_order(&areas).into_iter().filter(|at| Some(*at) != first_title) {
            let shape = &self.shapes[at];
            draft.part();
            shape.lines.iter().for_each(|(level, line)| draft.item(*level, None, line));
            if shape.rows.is_empty() {
                continue;
            }
            tables += 1;
            let mut table = TableDraft::new(&format!("{number}.{tables}"));
            for (number, row) in (1..).zip(&shape.rows) {
                let of_row = shape.continued.iter().filter(|(of, _)| u32::try_from(*of) == Ok(number));
                let continued = of_row.map(|(_, column)| *column).collect();
                let row = SourceRow { number, cells: row.clone(), continued, ..SourceRow::default() };
                table.row(draft, cells, row);
            }
        }
    }

    /// Marks the words of hidden shapes, and of those that stand beside the slide.
    fn hide(&mut self, size: Option<SlideSize>) {
        for shape in &mut self.shapes {
            let is_off = size.zip(shape.area).is_some_and(|(size, area)| area.is_off(size));
            if self.is_hidden || shape.is_hidden || is_off {
                let texts = shape.lines.iter_mut().map(|(_, text)| text);
                let cells = shape.rows.iter_mut().flatten().map(|(_, text)| text);
                texts.chain(cells).for_each(|text| *text = inline::marked(Look::Hidden, text));
            }
        }
    }

    fn begin_shape(&mut self) {
        let is_hidden = self.groups.iter().any(|group| group.is_hidden);
        self.shapes.push(SlideShape { is_hidden, ..SlideShape::default() });
        self.transform = Some(TransformOf::Shape);
        self.frame = ShapeFrame::default();
    }

    fn end_transform(&mut self) {
        let outside = |area| self.groups.iter().rev().fold(area, |area, group| group.outside(area));
        if self.transform == Some(TransformOf::Shape)
            && let Some(area) = self.frame.area().map(outside)
            && let Some(shape) = self.shapes.last_mut()
        {
            shape.area.get_or_insert(area);
        }
        if self.transform == Some(TransformOf::Group)
            && let Some(group) = self.groups.last_mut()
        {
            let is_hidden = group.is_hidden;
            *group = self.frame;
            group.is_hidden = is_hidden;
        }
        self.transform = None;
    }

    /// Hides the shape or the group that an element names, where it says so.
    fn hide_named(&mut self, element: &XmlElement<'_>) {
        let is_hidden = element.attr("hidden").is_some_and(|hidden| hidden == "1" || hidden == "true");
        match self.transform {
            Some(TransformOf::Group) => {
                self.groups.last_mut().into_iter().for_each(|group| group.is_hidden |= is_hidden)
            }
            Some(TransformOf::Shape) => self.shape().into_iter().for_each(|shape| shape.is_hidden |= is_hidden),
            None => {}
        }
    }

    /// Returns the looks of a run, by its properties.
    fn run_looks(element: &XmlElement<'_>) -> Vec<Look> {
        let baseline = element.attr("baseline").unwrap_or_default();
        let percent: i32 = baseline.trim_end_matches('%').parse().unwrap_or(0);
        let script = match percent {
            1.. => Some(Look::Raised),
            0 => None,
            _ => Some(Look::Lowered),
        };
        let struck = element.attr("strike").is_some_and(|strike| strike != "noStrike").then_some(Look::Struck);
        // Sizes are hundredths of points.
        let hidden = element.number::<u32>("sz").is_some_and(|size| size <= 100).then_some(Look::Hidden);
        hidden.into_iter().chain(struck).chain(script).collect()
    }

    fn formula(&mut self, local: &str) {
        match local {
            "t" => self.in_text = true,
            "sup" => inline::begin(&mut self.line, Look::Raised),
            "sub" => inline::begin(&mut self.line, Look::Lowered),
            _ => {}
        }
    }

    fn shape(&mut self) -> Option<&mut SlideShape> {
        self.shapes.last_mut()
    }

    fn end_line(&mut self) {
        let line = std::mem::take(&mut self.line);
        let level = std::mem::take(&mut self.level);
        let Some(shape) = self.shapes.last_mut() else { return };
        if inline::is_blank(&line) || shape.is_footer() {
            return;
        }
        match shape.rows.last_mut().and_then(|row| row.last_mut()) {
            Some((_, cell)) => {
                cell.push(' ');
                cell.push_str(&one_line(&line));
            }
            None => shape.lines.push((level, line.trim().to_owned())),
        }
    }

    fn drawing(&mut self, element: &XmlElement<'_>) {
        if self.ground.begin(element) && self.are_white_hidden {
            self.looks.push(Look::Hidden);
        }
        match element.local {
            "t" => self.in_text = true,
            "r" => self.looks.clear(),
            "rPr" => self.looks = Self::run_looks(element),
            "off" | "ext" | "chOff" | "chExt" if self.transform.is_some() => self.frame.take(element),
            "br" => self.line.push('\n'),
            "pPr" => self.level = element.number("lvl").unwrap_or(0),
            "fld" => {
                self.looks.clear();
                let kind = element.attr("type").unwrap_or_default();
                self.in_footer = kind == "slidenum" || kind.starts_with("datetime");
            }
            "tr" => {
                if let Some(shape) = self.shape() {
                    shape.rows.push(Vec::new());
                    shape.column = 0;
                }
            }
            "tc" => {
                let is_covered = element.attr("hMerge").is_some();
                let goes_on = element.attr("vMerge").is_some_and(|merge| matches!(&*merge, "1" | "true"));
                if let Some(shape) = self.shape()
                    && !is_covered
                {
                    let column = shape.column;
                    let row = shape.rows.len();
                    shape.continued.extend(goes_on.then_some((row, column)));
                    shape.rows.last_mut().into_iter().for_each(|row| row.push((column, String::new())));
                }
            }
            _ => {}
        }
    }
}

impl SlideShape {
    fn is_title(&self) -> bool {
        matches!(self.kind.as_deref(), Some("title" | "ctrTitle")) && !self.lines.is_empty()
    }

    fn is_footer(&self) -> bool {
        matches!(self.kind.as_deref(), Some("sldNum" | "dt" | "ftr" | "hdr" | "sldImg"))
    }
}

impl Handler for Slide {
    fn start(&mut self, element: &XmlElement<'_>) -> Result<ReadFlow, Refusal> {
        match (element.ns, element.local) {
            (Ns::Slide, "sld" | "notes") => {
                self.is_hidden = element.attr("show").is_some_and(|show| show == "0" || show == "false")
            }
            (Ns::Slide, "sp" | "graphicFrame" | "cxnSp") => self.begin_shape(),
            (Ns::Slide, "grpSp") => {
                self.groups.push(ShapeFrame::default());
                (self.transform, self.frame) = (Some(TransformOf::Group), ShapeFrame::default());
            }
            (Ns::Slide, "bg" | "spPr" | "clrMap") => drop(self.ground.begin(element)),
            (Ns::Slide, "pic") => {
                self.ground.is_there = true;
                self.pictures += 1;
                self.transform = None;
            }
            (Ns::Slide, "cNvPr") => self.hide_named(element),
            (Ns::Slide, "ph") => {
                let kind = element.attr("type").unwrap_or_else(|| "body".to_owned());
                let index = element.attr("idx");
                if let Some(shape) = self.shape() {
                    (shape.kind, shape.index) = (Some(kind), index);
                }
            }
            (Ns::Drawing, _) => self.drawing(element),
            (Ns::Math, local) => self.formula(local),
            _ => {}
        }
        Ok(ReadFlow::Enter)
    }

    fn end(&mut self, ns: Ns, local: &str) -> Result<(), Refusal> {
        self.ground.end(local);
        match (ns, local) {
            (Ns::Drawing | Ns::Math, "t") => self.in_text = false,
            (Ns::Math, "sup") => inline::end(&mut self.line, Look::Raised),
            (Ns::Math, "sub") => inline::end(&mut self.line, Look::Lowered),
            (Ns::Drawing | Ns::Slide, "xfrm") => self.end_transform(),
            (Ns::Slide, "grpSp") => drop(self.groups.pop()),
            (Ns::Drawing, "fld") => self.in_footer = false,
            (Ns::Drawing, "p") => self.end_line(),
            (Ns::Drawing, "tc") => self.shapes.last_mut().into_iter().for_each(|shape| shape.column += 1),
            // What follows a table belongs to no cell of it.
            (Ns::Slide, "graphicFrame") => self.line.clear(),
            _ => {}
        }
        Ok(())
    }

    fn text(&mut self, text: &str) -> Result<(), Refusal> {
        if self.in_text && !self.in_footer {
            inline::add(&mut self.line, &self.looks, text);
        }
        Ok(())
    }
}
