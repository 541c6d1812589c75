//! Propositions: what a statement says, as subject, property, value and qualifiers.
//!
//! [`read`] finds them by grammar: closed classes of words, the place of a verb, and the words that name a property.
//! It promises that every part points at its words and that nothing is made up: where no property is named, or nothing
//! tells what it is of, there is no proposition. [`relation`] tells whether two of them can both be true, and
//! [`PropositionIndex`] finds those that may stand against one. Time is linear in the text.
//!
//! Left out: what several sentences say together, comparisons ("twice as long"), and opinions without a verb.

mod amount;
mod assign;
mod clause;
mod grammar;
mod index;
mod lines;
mod phrase;
mod property;
mod qualifier;
mod reader;
mod relation;
mod resolve;
mod stems;
mod terms;
mod vendor;
mod words;

use std::ops::Range;

pub use amount::Amount;
pub use index::PropositionIndex;
pub use lines::{TableCell, TableRow, is_thing};
pub use phrase::Subject;
pub use property::NamedProperty;
pub use qualifier::{Qualifier, QualifierKind};
pub use reader::{read, read_offer, states, subject_named};
pub use relation::{Relation, is_taxed, relation};
pub use terms::{OfferTerm, OfferTerms};
pub use vendor::vendor_of;

use crate::language::Language;
use crate::named;
use crate::values::{NumberFormat, Tax, Unit};

/// The context of a text beside its words.
#[derive(Clone, Copy, Debug, Default)]
pub struct PropositionContext<'c> {
    /// The language of the whole document, for a text that is too short to tell.
    pub language: Option<Language>,
    /// Number format of the whole document.
    pub format: NumberFormat,
    /// The heading that the text stands under.
    pub heading: Option<&'c str>,
    /// The document's identity: what "the price" alone is the price of, where no vendor is known.
    pub document: Option<&'c str>,
    /// The vendor whose offer it is.
    pub vendor: Option<&'c str>,
    pub speaker: Option<&'c str>,
    /// The rows of its tables, in the order of the text.
    pub rows: &'c [TableRow],
}

/// A statement about one thing.
#[derive(Clone, Debug)]
pub struct Proposition {
    pub subject: Subject,
    pub property: Property,
    /// None of a statement that only affirms or denies.
    pub value: Option<Amount>,
    /// The bytes of the value.
    pub value_bytes: Range<usize>,
    pub qualifiers: Vec<Qualifier>,
    /// The unit that the value is for: the stem of "day" in "per day".
    pub per: Option<String>,
    pub tax: Option<Tax>,
    pub speaker: Option<String>,
    pub negated: bool,
    /// It denies for all times: "never".
    pub ever: bool,
    pub modality: Modality,
    /// The clause that says it, in bytes.
    pub clause: Range<usize>,
    /// Of a value in a table, the bytes of its cell.
    pub cell: Option<Range<usize>>,
    /// The row of the table that it stands in.
    pub row: Option<RowPart>,
    /// The stems of the name of whoever offers it; none where nobody is named.
    pub vendor: Vec<String>,
}

/// The row of a table, as one of its values needs it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowPart {
    /// The whole row, in bytes.
    pub range: Range<usize>,
    /// Thing that the row is about, as its cell writes it: "Partition wall white, 100 x 250 cm".
    pub thing: String,
    /// A unit that a cell names and nothing else: what the row's prices are for one of.
    pub unit: Option<Unit>,
    pub total: RowTotal,
}

/// Role of a value as the total of all the pieces of its row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RowTotal {
    #[default]
    No,
    /// The price of one piece stands beside it.
    BesideParts,
    /// It is all that the row says of money.
    Alone,
}

/// The property of its subject that a proposition tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Property {
    pub named: Option<NamedProperty>,
    /// The stem of what it counts or does, where no property is named: "classroom", "object".
    pub own: String,
    /// As it is shown: "cost", "classrooms".
    pub text: String,
    pub bytes: Range<usize>,
}

named! {
    /// The firmness of a statement.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub enum Modality {
        #[default]
        Fact = "fact",
        Plan = "plan",
        Wish = "wish",
    }
}

impl Proposition {
    /// Returns whether its value is the cost of its subject, a piece or all of it.
    pub fn is_price(&self) -> bool {
        self.is_unit_price() || self.property.named.is_some_and(|named| named.name() == "cost")
    }

    /// Returns whether its value is the cost of one piece.
    pub fn is_unit_price(&self) -> bool {
        self.property.named.is_some_and(|named| named.name() == "unit price")
    }

    /// Returns whether its value is the count of its subject.
    pub fn is_count(&self) -> bool {
        self.property.named.is_some_and(|named| named.name() == "count")
    }

    /// "flood wall · cost · €1,200,000".
    pub fn reading(&self) -> String {
        let value = self.value.as_ref().map(Amount::reading);
        let parts = [Some(self.subject.text.clone()), Some(self.property.text.clone()), value];
        parts.into_iter().flatten().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
    }
}
