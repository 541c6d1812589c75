//! References of rows to one another: integers in the order of creation, one type a table.
//!
//! They never leave the engine. The identity for the world outside is the row's UUID.

use rusqlite::ToSql;
use rusqlite::types::{FromSql, FromSqlResult, ToSqlOutput, ValueRef};

macro_rules! seq {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub i64);

        impl ToSql for $name {
            fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
                self.0.to_sql()
            }
        }

        impl FromSql for $name {
            fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
                i64::column_result(value).map(Self)
            }
        }
    )*};
}

seq! {
    DiscoverySeq,
    ItemSeq,
    InputSeq,
    /// Of a document's original.
    AttachmentSeq,
    BundleSeq,
    RunSeq,
    FactSeq,
    /// Of an Insight, a Recommendation or an Output.
    EntitySeq,
    SuggestionSeq,
    /// Of an Output's body.
    ReportSeq,
    /// Of a run of a recipe.
    DocumentRunSeq,
    DocumentJobSeq,
    ConversationSeq,
    /// Of a conversation's message.
    MessageSeq,
    CardSeq,
    QuestionSeq,
    /// Of a finished round of questions.
    RoundSeq,
    CanonicalSeq,
    /// Of a line to a canonical item.
    LinkSeq,
    PriceSeq,
    /// A step of undo.
    OpSeq,
}
