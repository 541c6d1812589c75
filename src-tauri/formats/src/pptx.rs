//! PPTX: slides in their order, the title of each as its heading, then its text, tables and notes.

use crate::budget::Budget;
use crate::draft::{Draft, one_line};
use crate::extract::{Extract, ExtractNote};
use crate::format::Format;
use crate::ooxml::{self, Relation};
use crate::package::Package;
use crate::place::Place;
use crate::refusal::Refusal;
use crate::table::{Cells, SourceRow, TableDraft};
use crate::xml::{self, Element, Handler, Ns, ReadFlow};

pub(crate) fn read(bytes: &[u8], budget: &Budget<'_>) -> Result<Extract, Refusal> {
    let mut package = Package::open(bytes, budget)?;
    let mut draft = Draft::new(budget);
    draft.metadata = ooxml::metadata(&mut package, budget)?;
    let slides = slides(&mut package, budget)?;
    draft.pages = u32::try_from(slides.len()).ok();
    let mut show = Show { package, draft, cells: Cells::new(budget.limits.entries), budget };
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

/// The parts of the slides in the order in which they are shown.
fn slides(package: &mut Package<'_>, budget: &Budget<'_>) -> Result<Vec<String>, Refusal> {
    let main = ooxml::main_part(package, "ppt/presentation.xml", budget)?;
    let relations = ooxml::relations(package, &main, budget)?;
    let source = package.small(&main)?;
    let ids = xml::elements(&source, budget, |element| {
        (element.ns == Ns::Slide && element.local == "sldId").then(|| element.attr_in(Ns::Relation, "id")).flatten()
    })?;
    let target = |id: String| relations.iter().find(|relation| relation.id == id).map(|found| found.target.clone());
    Ok(ids.into_iter().filter_map(target).collect())
}

struct Show<'a> {
    package: Package<'a>,
    draft: Draft,
    cells: Cells,
    budget: &'a Budget<'a>,
}

impl Show<'_> {
    fn slide(&mut self, number: u32, part: &str) -> Result<(), Refusal> {
        let relations = ooxml::relations(&mut self.package, part, self.budget)?;
        let slide = self.shapes(part)?;
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
        self.notes(&relations)?;
        self.draft.place(start, Place::Slide { number });
        Ok(())
    }

    /// What the speaker wrote below the slide.
    fn notes(&mut self, relations: &[Relation]) -> Result<(), Refusal> {
        let Some(notes) = relations.iter().find(|relation| relation.kind == "notesSlide") else { return Ok(()) };
        let notes = self.shapes(&notes.target.clone())?;
        let words: Vec<&SlideShape> =
            notes.shapes.iter().filter(|shape| shape.kind.as_deref() == Some("body")).collect();
        if words.iter().any(|shape| !shape.lines.is_empty()) {
            self.draft.heading(2, "Notes");
            words.iter().flat_map(|shape| &shape.lines).for_each(|(_, line)| self.draft.paragraph(line));
        }
        Ok(())
    }

    fn shapes(&mut self, part: &str) -> Result<Slide, Refusal> {
        let mut slide = Slide::default();
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
    /// Whether a field is open that every slide has: its number, the date.
    in_footer: bool,
    pictures: u64,
}

#[derive(Default)]
struct SlideShape {
    /// What the placeholder is for: "title", "body".
    kind: Option<String>,
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

    fn write(&self, number: u32, draft: &mut Draft, cells: &mut Cells) {
        let first_title = self.shapes.iter().position(SlideShape::is_title);
        let mut tables = 0;
        for (at, shape) in self.shapes.iter().enumerate().filter(|(at, _)| Some(*at) != first_title) {
            draft.part();
            shape.lines.iter().for_each(|(level, line)| draft.item(*level, None, line));
            if shape.rows.is_empty() || Some(at) == first_title {
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

    fn shape(&mut self) -> Option<&mut SlideShape> {
        self.shapes.last_mut()
    }

    fn end_line(&mut self) {
        let line = std::mem::take(&mut self.line);
        let level = std::mem::take(&mut self.level);
        let Some(shape) = self.shapes.last_mut() else { return };
        if line.trim().is_empty() || shape.is_footer() {
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

    fn drawing(&mut self, element: &Element<'_>) {
        match element.local {
            "t" => self.in_text = true,
            "br" => self.line.push('\n'),
            "pPr" => self.level = element.number("lvl").unwrap_or(0),
            "fld" => {
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
    fn start(&mut self, element: &Element<'_>) -> Result<ReadFlow, Refusal> {
        match (element.ns, element.local) {
            (Ns::Slide, "sp" | "graphicFrame" | "cxnSp") => self.shapes.push(SlideShape::default()),
            (Ns::Slide, "pic") => self.pictures += 1,
            (Ns::Slide, "ph") => {
                let kind = element.attr("type").unwrap_or_else(|| "body".to_owned());
                self.shape().into_iter().for_each(|shape| shape.kind = Some(kind.clone()));
            }
            (Ns::Drawing, _) => self.drawing(element),
            (Ns::Math, "t") => self.in_text = true,
            _ => {}
        }
        Ok(ReadFlow::Enter)
    }

    fn end(&mut self, ns: Ns, local: &str) -> Result<(), Refusal> {
        match (ns, local) {
            (Ns::Drawing | Ns::Math, "t") => self.in_text = false,
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
            self.line.push_str(text);
        }
        Ok(())
    }
}
