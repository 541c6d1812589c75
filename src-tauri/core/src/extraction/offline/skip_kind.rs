//! The reasons a part of a text is skipped.

use crate::named;

named! {
    /// The reason a part of a text is skipped.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum SkipKind {
        /// A block of code, or a line that looks like some.
        Code = "code",
        FrontMatter = "front_matter",
        Heading = "heading",
        Comment = "comment",
        /// A link alone, or a list of links.
        Link = "link",
        /// A line that only says who speaks next.
        Speaker = "speaker",
        /// A table's head says what its cells mean, not what is so.
        TableHead = "table_head",
        /// A table's row of which nobody could tell what it states.
        LongRow = "long_row",
        Question = "question",
        /// A text that announces a list.
        LeadIn = "lead_in",
        /// Read as a statement, and not for values.
        LongSentence = "long_sentence",
        /// The words of an interviewer.
        Interviewer = "interviewer",
        /// A statement that is not worth a decision: it can be made a fact by hand.
        Mention = "mention",
    }
}
