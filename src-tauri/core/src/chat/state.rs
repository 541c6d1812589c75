//! The words in which conversations, messages and cards are kept.

/// A word of the domain with the name that it is stored and sent under.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$note:meta])* $variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $name { $($(#[$note])* $variant),+ }

        impl $name {
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }

            pub fn parse(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|known| known.as_str() == word)
            }
        }
    };
}

words! {
    /// What a conversation is about; what follows from it is a [`ChatMode`](super::ChatMode).
    Mode {
        /// The five columns.
        Discovery = "discovery",
        /// The texts of its Inputs.
        Sources = "sources",
        /// A report, which it writes.
        Report = "report",
    }
}

words! {
    /// Who said it.
    Role {
        User = "user",
        Assistant = "assistant",
        /// Stands for older messages.
        Summary = "system-summary",
    }
}

words! {
    /// Where a message stands. What the analyst said is `Done` at once; an answer ends exactly once.
    MessageState {
        Streaming = "streaming",
        Done = "done",
        /// The analyst stopped it, or it reached its limit.
        Stopped = "stopped",
        Failed = "failed",
    }
}

words! {
    /// What became of a card.
    CardStatus {
        Pending = "pending",
        Applied = "applied",
        Cancelled = "cancelled",
        /// It could not be carried out, nothing was changed, and it can be tried again.
        Error = "error",
    }
}
