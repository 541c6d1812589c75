//! Change notices: what a commit touched, told to whoever subscribed.
//!
//! A notice names topics, never rows: whoever shows something of that topic reads it again. Notices are sent after the
//! commit and outside the writer's lock, so that a subscriber may read and write.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

macro_rules! topics {
    ($($(#[$meta:meta])* $topic:ident,)+) => {
        /// An area whose readers should look again. It crosses to the window as it is.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Type)]
        #[serde(rename_all = "snake_case")]
        pub enum Topic { $($(#[$meta])* $topic),+ }

        impl Topic {
            pub const ALL: &[Self] = &[$(Self::$topic),+];
        }
    };
}

topics! {
    Library,
    Discovery,
    Inputs,
    Facts,
    /// Entities, links and suggestions.
    Pipeline,
    Runs,
    /// Conversations, messages and cards.
    Chat,
    /// Items, their fields and the knowledge blocks.
    Knowledge,
    /// Reports, their sections and versions.
    Reports,
    /// Runs of recipes, and the wallet.
    Documents,
    /// Sessions of structured questions.
    Questions,
    /// Canonical items, links to them and prices: of the whole library.
    Memory,
    Undo,
    Preferences,
}

/// The rows that one commit touched. `discovery` is `None` where it may be any.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangeNotice {
    pub discovery: Option<Uuid>,
    pub topics: BTreeSet<Topic>,
}

impl ChangeNotice {
    /// Something changed, and nobody here knows what: another process wrote.
    pub(super) fn of_everything() -> Self {
        Self { discovery: None, topics: Topic::ALL.iter().copied().collect() }
    }

    /// Adds what another commit touched. Changes in two discoveries are changes anywhere.
    pub fn add(&mut self, other: Self) {
        if self.discovery != other.discovery {
            self.discovery = None;
        }
        self.topics.extend(other.topics);
    }
}

type Subscriber = Arc<dyn Fn(&ChangeNotice) + Send + Sync>;

#[derive(Default)]
pub(super) struct Subscribers(Mutex<Vec<Subscriber>>);

impl Subscribers {
    pub(super) fn add(&self, subscriber: Subscriber) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(subscriber);
    }

    pub(super) fn notify(&self, notice: &ChangeNotice) {
        if notice.topics.is_empty() {
            return;
        }
        // Cloned first: a subscriber may subscribe.
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        for subscriber in all {
            subscriber(notice);
        }
    }
}

impl fmt::Debug for Subscribers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Subscribers")
    }
}
