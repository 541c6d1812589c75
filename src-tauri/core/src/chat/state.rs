//! The words in which conversations, messages and cards are kept.

use crate::named;

named! {
    /// The subject of a conversation; what follows from it is a [`ChatMode`](super::ChatMode).
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum Mode {
        /// The five columns.
        Discovery = "discovery",
        /// The texts of its Inputs.
        Sources = "sources",
        /// A report, which it writes.
        Report = "report",
    }
}

named! {
    /// The author of a message.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum Role {
        User = "user",
        Assistant = "assistant",
        /// Stands for older messages.
        Summary = "system-summary",
    }
}

named! {
    /// The state of a message. One of the analyst's is `Done` at once; an answer ends exactly once.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum MessageState {
        Streaming = "streaming",
        Done = "done",
        /// The analyst stopped it, or it reached its limit.
        Stopped = "stopped",
        Failed = "failed",
    }
}

named! {
    /// The outcome of a card.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum CardStatus {
        Pending = "pending",
        Applied = "applied",
        Cancelled = "cancelled",
        /// It could not be carried out, nothing was changed, and it can be tried again.
        Error = "error",
    }
}
