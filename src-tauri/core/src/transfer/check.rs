//! A check whether a bundle of a file is what it claims to be, and whether a quote occurs in it.

use uuid::Uuid;

use super::record::{BundleRecord, QuoteRecord};
use crate::facts::SourceKind;
use crate::inputs::{BundleSection, SectionSpan, sha256_hex};
use crate::keys::ValueType;
use crate::message;
use crate::message::UserMessage;
use crate::text::{CharIndex, Span};

/// The longest quote that the ledger holds.
const MAX_QUOTE_CHARS: u32 = 250;

/// The fault of a bundle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BundleFault {
    #[error("The text of the bundle is not the one that was hashed.")]
    Hash,
    #[error("The section borders of the bundle do not fit its text.")]
    Sections,
    #[error("The text of the bundle holds what no text here does: a NUL or a carriage return.")]
    Letters,
}

/// A bundle that was checked: what quotes are held against.
#[derive(Clone, Debug)]
pub struct VerifiedBundle {
    pub uuid: Uuid,
    text: CharIndex<String>,
    sections: Vec<SectionSpan>,
}

impl BundleFault {
    /// Returns it as a sentence for the analyst.
    pub fn message(&self) -> UserMessage {
        match self {
            Self::Hash => message!("The text of the bundle is not the one that was hashed."),
            Self::Sections => message!("The section borders of the bundle do not fit its text."),
            Self::Letters => {
                message!("The text of the bundle holds what no text here does: a NUL or a carriage return.")
            }
        }
    }
}

impl VerifiedBundle {
    /// # Errors
    /// When its text is not the one that was hashed, or its borders do not fit.
    pub fn from_record(bundle: &BundleRecord<'_>) -> Result<Self, BundleFault> {
        Self::read(bundle.uuid, bundle.text.to_string(), &bundle.sha256, bundle.sections.clone())
    }

    /// As [`Self::from_record`], of a text that stands alone.
    ///
    /// # Errors
    /// As there.
    pub fn read(uuid: Uuid, text: String, sha256: &str, sections: Vec<SectionSpan>) -> Result<Self, BundleFault> {
        if sha256_hex(&text) != sha256 {
            return Err(BundleFault::Hash);
        }
        if memchr::memchr2(b'\r', 0, text.as_bytes()).is_some() {
            return Err(BundleFault::Letters);
        }
        // Many facts quote one bundle, so that where its letters stand is found once.
        let text = CharIndex::new(text);
        if !are_borders_valid(&sections, text.len()) {
            return Err(BundleFault::Sections);
        }
        Ok(Self { uuid, text, sections })
    }

    /// Returns whether the quote is at its position, in a section that bears evidence.
    pub fn says(&self, quote: &QuoteRecord<'_>) -> bool {
        let span = Span::new(quote.start, quote.end);
        let within = self
            .sections
            .iter()
            .any(|found| found.section == quote.section && found.section.bears_evidence() && found.span.contains(span));
        let is_long_enough = (1..=MAX_QUOTE_CHARS).contains(&span.len()) && quote.start < quote.end;
        within && is_long_enough && self.text.slice(span) == quote.quote
    }

    /// Returns the text of its FREE_CHAT section: the piece of an Input.
    pub fn free_chat(&self) -> &str {
        let section = self.sections.iter().find(|found| found.section == BundleSection::FreeChat);
        section.map(|found| self.text.slice(found.span)).unwrap_or_default()
    }
}

/// In order, without overlap, within the text, and one of each kind.
fn are_borders_valid(sections: &[SectionSpan], chars: u32) -> bool {
    let all = [
        BundleSection::TurnMeta,
        BundleSection::StructuredQuestions,
        BundleSection::UserAnswers,
        BundleSection::FreeChat,
        BundleSection::AgentOutput,
    ];
    let in_order = sections.windows(2).all(|pair| pair[0].span.end < pair[1].span.start);
    let within = sections.iter().all(|found| found.span.start <= found.span.end && found.span.end <= chars);
    sections.iter().map(|found| found.section).eq(all) && in_order && within
}

/// Returns whether a fact may have no evidence.
pub const fn may_lack_evidence(source: SourceKind, value_type: ValueType) -> bool {
    match source {
        SourceKind::Manual | SourceKind::Imported => true,
        SourceKind::System => matches!(value_type, ValueType::Note),
        SourceKind::User | SourceKind::Agent => false,
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use serde_json::value::RawValue;
    use uuid::Uuid;

    use super::{BundleFault, VerifiedBundle};
    use crate::inputs::{BundleSection, BundleTurn, build};
    use crate::transfer::record::{BundleRecord, QuoteRecord};

    fn record<'a>(bundle: &'a crate::inputs::Bundle, ids: &'a RawValue) -> BundleRecord<'a> {
        BundleRecord {
            uuid: Uuid::nil(),
            source_type: "chat".into(),
            source_ids: ids,
            stage: crate::inputs::Stage::Ideation,
            scope: "project".into(),
            item_ids: None,
            input: None,
            input_start: None,
            part: 1,
            parts: 1,
            created_at: 0,
            sha256: Cow::Borrowed(&bundle.sha256),
            sections: bundle.sections.clone(),
            text: Cow::Borrowed(&bundle.text),
        }
    }

    #[test]
    fn a_quote_stands_letter_for_letter_in_one_section_or_not_at_all() {
        let ids = RawValue::from_string("[]".to_owned()).expect("JSON");
        let bundle =
            build(&BundleTurn { free_chat: "Die Brücke ist 149 m lang.".to_owned(), ..BundleTurn::default() });
        let start = bundle.section(BundleSection::FreeChat).start;
        let checked = VerifiedBundle::from_record(&record(&bundle, &ids)).expect("as it was built");
        let says = |section, from: u32, to: u32, quote: &str| {
            let (start, end) = (start + from, start + to);
            checked.says(&QuoteRecord { bundle: Uuid::nil(), section, start, end, quote: quote.into() })
        };
        assert!(says(BundleSection::FreeChat, 15, 20, "149 m"));
        assert!(!says(BundleSection::FreeChat, 15, 20, "148 m"), "a digit");
        assert!(!says(BundleSection::FreeChat, 14, 19, "149 m"), "a place");
        assert!(!says(BundleSection::AgentOutput, 15, 20, "149 m"), "a section");
        assert!(!says(BundleSection::FreeChat, 15, 15, ""), "no words");
        assert!(!says(BundleSection::FreeChat, 20, 15, "149 m"), "backwards");
        assert_eq!(checked.free_chat(), "Die Brücke ist 149 m lang.");
    }

    #[test]
    fn a_bundle_is_what_was_hashed_with_the_borders_that_fit() {
        let ids = RawValue::from_string("[]".to_owned()).expect("JSON");
        let bundle = build(&BundleTurn { free_chat: "words".to_owned(), ..BundleTurn::default() });
        let check = |change: &dyn Fn(&mut BundleRecord<'_>), fault| {
            let mut record = record(&bundle, &ids);
            change(&mut record);
            assert_eq!(VerifiedBundle::from_record(&record).err(), fault);
        };
        check(&|_| {}, None);
        check(&|record| record.text.to_mut().push('x'), Some(BundleFault::Hash));
        check(&|record| record.sections.swap(0, 1), Some(BundleFault::Sections));
        check(&|record| record.sections[3].span.end = 9_999, Some(BundleFault::Sections));
        check(&|record| record.sections.truncate(4), Some(BundleFault::Sections));
        let with_nul = build(&BundleTurn { free_chat: "wo\0rds".to_owned(), ..BundleTurn::default() });
        assert_eq!(VerifiedBundle::from_record(&record(&with_nul, &ids)).err(), Some(BundleFault::Letters));
    }
}
