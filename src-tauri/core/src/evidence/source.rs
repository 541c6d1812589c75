//! A bundle text with its borders, ready to be searched many times.

use std::ops::Range;
use std::sync::OnceLock;

use super::reach;
use super::search::Haystack;
use super::typeset::Typeset;
use crate::inputs::{BundleSection, SectionSpan};
use crate::language::negation::negations;
use crate::language::sentence::asks;
use crate::text::{CharIndex, Span};
use crate::values::{self, NumberFormat, Scanned};

/// A bundle text with its borders, ready to be searched many times.
///
/// All that searching needs is made when it is first needed and kept, so one source serves all the claims of a run.
pub struct EvidenceText<'a> {
    index: CharIndex<&'a str>,
    /// Regions where evidence may lie, in the order of the text.
    regions: Vec<SectionRegion>,
    exact: Haystack<&'a str>,
    typeset: OnceLock<TypesetText>,
    telling: OnceLock<SenseChange>,
    format: OnceLock<NumberFormat>,
    /// Of whoever uses the library, where the text does not tell how it writes numbers.
    fallback: NumberFormat,
}

/// The parts that change the sense of a quote that they are left out of, in the order of the text, in bytes of it.
pub(super) struct SenseChange {
    pub(super) values: Vec<Scanned>,
    pub(super) negations: Vec<Range<usize>>,
    /// Starts of words with which a condition may begin.
    pub(super) conditions: Vec<usize>,
    /// Positions of question marks.
    pub(super) questions: Vec<usize>,
}

/// The source as it reads whatever its typesetting.
pub(super) struct TypesetText {
    pub(super) map: Typeset,
    pub(super) haystack: Haystack<String>,
}

/// A section that bears evidence, in bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct SectionRegion {
    pub(super) section: BundleSection,
    pub(super) start: usize,
    pub(super) end: usize,
}

impl<'a> EvidenceText<'a> {
    pub fn new(text: &'a str, sections: &[SectionSpan]) -> Self {
        let index = CharIndex::new(text);
        let mut regions: Vec<SectionRegion> = sections
            .iter()
            .filter(|section| section.section.bears_evidence() && !section.span.is_empty())
            .map(|&SectionSpan { section, span }| {
                let bytes = index.bytes_of(span);
                SectionRegion { section, start: bytes.start, end: bytes.end }
            })
            .collect();
        regions.sort_by_key(|region| region.start);
        Self {
            index,
            regions,
            exact: Haystack::new(text),
            typeset: OnceLock::new(),
            telling: OnceLock::new(),
            format: OnceLock::new(),
            fallback: NumberFormat::UNKNOWN,
        }
    }

    /// The same for somebody who writes numbers so: a text that does not tell is read that way.
    #[must_use]
    pub fn written(self, fallback: NumberFormat) -> Self {
        Self { fallback, ..self }
    }

    pub fn text(&self) -> &str {
        self.index.text()
    }

    /// Returns the index of the text's offsets.
    pub fn index(&self) -> &CharIndex<&'a str> {
        &self.index
    }

    /// The section that bears evidence and holds all of these bytes.
    pub fn section_around(&self, bytes: &Range<usize>) -> Option<Range<usize>> {
        self.region(bytes.start, bytes.end).map(|region| region.start..region.end)
    }

    /// Returns the number format of the writer of what bears evidence, but for answers, which others type.
    pub fn number_format(&self) -> NumberFormat {
        *self.format.get_or_init(|| {
            let own = self.regions.iter().filter(|region| region.section != BundleSection::UserAnswers);
            let formats = own.map(|region| NumberFormat::detect(&self.text()[region.start..region.end]));
            formats.fold(NumberFormat::UNKNOWN, NumberFormat::or).or(self.fallback)
        })
    }

    pub(super) fn exact(&self) -> &Haystack<&'a str> {
        &self.exact
    }

    pub(super) fn typeset(&self) -> &TypesetText {
        self.typeset.get_or_init(|| {
            let answers = self.regions.iter().filter(|region| region.section == BundleSection::UserAnswers);
            let escaped: Vec<Range<usize>> = answers.map(|region| region.start..region.end).collect();
            let mut map = Typeset::with_escapes(self.text(), &escaped);
            let haystack = Haystack::new(map.take_text());
            TypesetText { map, haystack }
        })
    }

    /// Looked for once: quotes stand side by side, and what is beside one is within the next.
    pub(super) fn sense_markers(&self) -> &SenseChange {
        self.telling.get_or_init(|| {
            let mut telling = SenseChange {
                values: Vec::new(),
                negations: Vec::new(),
                conditions: Vec::new(),
                questions: Vec::new(),
            };
            for region in &self.regions {
                let region_text = &self.text()[region.start..region.end];
                let within = |bytes: Range<usize>| region.start + bytes.start..region.start + bytes.end;
                let values = values::scan_with(region_text, self.format_of(region)).into_iter();
                telling.values.extend(values.map(|value| Scanned { bytes: within(value.bytes.clone()), ..value }));
                telling.negations.extend(negations(region_text).into_iter().map(within));
                telling.conditions.extend(reach::conditions(region_text).into_iter().map(|at| region.start + at));
                telling.questions.extend(region_text.match_indices(asks).map(|(at, _)| region.start + at));
            }
            telling
        })
    }

    /// The section that bears evidence and holds all of these bytes.
    pub(super) fn region(&self, start: usize, end: usize) -> Option<SectionRegion> {
        let next = self.regions.partition_point(|region| region.start <= start);
        let region = *self.regions.get(next.checked_sub(1)?)?;
        (end <= region.end).then_some(region)
    }

    fn format_of(&self, region: &SectionRegion) -> NumberFormat {
        match region.section {
            BundleSection::UserAnswers => self.fallback.in_text(&self.text()[region.start..region.end]),
            _ => self.number_format(),
        }
    }

    pub(super) fn regions(&self) -> &[SectionRegion] {
        &self.regions
    }

    pub(super) fn span(&self, start: usize, end: usize) -> Span {
        Span::new(self.index.char_of(start), self.index.char_of(end))
    }
}
