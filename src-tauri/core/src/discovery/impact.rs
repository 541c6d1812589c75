//! A check whether an edit touches what rests on the edited text, where no model is set to judge it.
//!
//! The old and the new text are compared first: what was only typeset or spelled otherwise touches nobody, and other
//! words of the same meaning touch only who repeats the old ones. Where the substance changed, a dependant is spared
//! only if it uses what stayed: its values, names and words, and none of what changed. Where it shares neither, it is
//! touched: a mark too many costs a look, a mark too few leaves a conclusion on sand.

use super::duplicates::{ComparableText, EditKind, EditUse, edit, has_word, prepare, shared, stands_alone, used};
use crate::language::sentences;

/// The effect of an edit on a dependant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Impact {
    Touched { because: ImpactReason },
    Untouched,
}

/// The reason a dependant is touched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ImpactReason {
    /// The text says something else: `before` was taken out and `after` is new. Both are empty where a small word or
    /// the order turned it.
    Changed { before: Vec<String>, after: Vec<String> },
    /// The dependant repeats these words, for which the edit put others.
    Uses { words: Vec<String> },
    /// It cannot be told what the dependant uses.
    Unclear,
}

impl Impact {
    pub const fn is_touched(&self) -> bool {
        matches!(self, Self::Touched { .. })
    }

    const fn touched(because: ImpactReason) -> Self {
        Self::Touched { because }
    }
}

/// Returns whether `dependant` has to be reviewed, since what it rests on said `old` and now says `new`.
pub fn impact(old: &str, new: &str, dependant: &str) -> Impact {
    let (was, is, dependant) = (prepare(old), prepare(new), prepare(dependant));
    let edit = edit(&was, &is);
    match edit.kind {
        EditKind::Typesetting | EditKind::Spelling => Impact::Untouched,
        EditKind::Wording => of_wording(&was, edit.before, &dependant),
        EditKind::Substance if !takes_back(old, new) && used(&was, &is, &dependant) == EditUse::Unchanged => {
            Impact::Untouched
        }
        EditKind::Substance => Impact::touched(ImpactReason::Changed { before: edit.before, after: edit.after }),
    }
}

/// Other words of the same meaning touch who repeats the old ones, and who shares nothing by which it could be told.
fn of_wording(old: &ComparableText, replaced: Vec<String>, dependant: &ComparableText) -> Impact {
    if shared(old, dependant).is_empty() {
        return Impact::touched(ImpactReason::Unclear);
    }
    let words: Vec<String> = replaced.into_iter().filter(|word| has_word(dependant, word)).collect();
    if words.is_empty() { Impact::Untouched } else { Impact::touched(ImpactReason::Uses { words }) }
}

/// Returns whether nothing is left, or a sentence was added that points at another one and may change what that says.
fn takes_back(old: &str, new: &str) -> bool {
    let texts =
        |text: &str| -> Vec<ComparableText> { sentences(text).into_iter().map(|at| prepare(&text[at])).collect() };
    let (was, is) = (texts(old), texts(new));
    let same =
        |a: &ComparableText, b: &ComparableText| matches!(edit(a, b).kind, EditKind::Typesetting | EditKind::Spelling);
    let mut added = is.iter().filter(|one| !was.iter().any(|other| same(other, one)));
    is.is_empty() || is.len() > was.len() && added.any(|one| !stands_alone(one))
}
