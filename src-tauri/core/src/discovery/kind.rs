//! The kind of a discovery: what it is for. It only says what a window shows of it at first.

use crate::named;

named! {
    /// The purpose of a discovery.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum DiscoveryKind {
        Study = "study",
        Plan = "plan",
        Documents = "documents",
        Everything = "everything",
    }
}

/// The content of a discovery that tells its kind.
#[derive(Clone, Copy, Debug, Default)]
pub struct KindSigns<'a> {
    /// The packs of keys, by name.
    pub packs: &'a [String],
    pub inputs: usize,
    /// Those of the Inputs that are written documents.
    pub documents: usize,
}

impl DiscoveryKind {
    /// Suggests the kind that its packs of keys are for, and without packs the one that its Inputs tell. Where they tell
    /// none, or more than one, nothing is to be folded away by a guess.
    pub fn suggested(signs: KindSigns<'_>) -> Self {
        let mut kinds = signs.packs.iter().map(|pack| Self::of_pack(pack));
        match kinds.next() {
            Some(first) if kinds.all(|kind| kind == first) => first,
            None if signs.inputs > 0 && signs.documents == signs.inputs => Self::Documents,
            _ => Self::Everything,
        }
    }

    fn of_pack(pack: &str) -> Self {
        match pack {
            "interviews" | "research" => Self::Study,
            "production" => Self::Plan,
            _ => Self::Everything,
        }
    }
}
