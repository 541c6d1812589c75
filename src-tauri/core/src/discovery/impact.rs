//! Whether an edit touches what rests on the edited text, where no model is set to judge it.
//!
//! The old and the new text are compared first: what was only typeset or spelled otherwise touches nobody, and other
//! words of the same meaning touch only who repeats the old ones. Where the substance changed, a dependant is spared
//! only if it plainly rests on other sentences than those that changed. When in doubt it is touched: a mark too many
//! costs a look, a mark too few leaves a conclusion on sand.

use super::duplicates::{EditKind, Prepared, edit, has_word, prepare, shared, stands_alone};

/// What an edit does to a dependant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Impact {
    Touched { because: Because },
    Untouched,
}

/// Why a dependant is touched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Because {
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

    const fn touched(because: Because) -> Self {
        Self::Touched { because }
    }
}

/// Whether `dependant` has to be reviewed, since what it rests on said `old` and now says `new`.
pub fn impact(old: &str, new: &str, dependant: &str) -> Impact {
    let (was, is, dependant) = (prepare(old), prepare(new), prepare(dependant));
    let edit = edit(&was, &is);
    match edit.kind {
        EditKind::Typesetting | EditKind::Spelling => Impact::Untouched,
        EditKind::Wording => of_wording(&was, edit.before, &dependant),
        EditKind::Substance if rests_elsewhere(old, new, &dependant) => Impact::Untouched,
        EditKind::Substance => Impact::touched(Because::Changed { before: edit.before, after: edit.after }),
    }
}

/// Other words of the same meaning touch who repeats the old ones, and who shares nothing by which it could be told.
fn of_wording(old: &Prepared, replaced: Vec<String>, dependant: &Prepared) -> Impact {
    if shared(old, dependant).is_empty() {
        return Impact::touched(Because::Unclear);
    }
    let words: Vec<String> = replaced.into_iter().filter(|word| has_word(dependant, word)).collect();
    if words.is_empty() { Impact::Untouched } else { Impact::touched(Because::Uses { words }) }
}

/// Whether some sentences are as they were, the dependant shares words or values with those, and with none of the
/// sentences that changed.
fn rests_elsewhere(old: &str, new: &str, dependant: &Prepared) -> bool {
    let (was, is) = (sentences(old), sentences(new));
    let same = |a: &Prepared, b: &Prepared| matches!(edit(a, b).kind, EditKind::Typesetting | EditKind::Spelling);
    let (kept, gone): (Vec<_>, Vec<_>) = was.iter().partition(|one| is.iter().any(|other| same(one, other)));
    let added: Vec<_> = is.iter().filter(|one| !was.iter().any(|other| same(other, one))).collect();
    let in_order = kept.len() + added.len() == is.len();
    let speaks_of = |one: &&Prepared| !shared(one, dependant).is_empty();
    // A sentence that points at another one may change what the other says.
    let apart = |one: &&Prepared| stands_alone(one) && !speaks_of(one);
    in_order && kept.iter().copied().any(|one| speaks_of(&one)) && gone.iter().all(apart) && added.iter().all(apart)
}

/// The sentences of a text, each made ready.
fn sentences(text: &str) -> Vec<Prepared> {
    let mut found = Vec::new();
    let mut start = 0;
    for (at, c) in text.char_indices() {
        let end = at + c.len_utf8();
        let rest = &text[end..];
        // "1.5", "e.g. this" and "No. 5" go on.
        let ends = matches!(c, '\n' | ';' | '。' | '！' | '？')
            || matches!(c, '.' | '!' | '?')
                && rest.starts_with(char::is_whitespace)
                && rest.trim_start().starts_with(|next: char| next.is_uppercase());
        if ends {
            found.push(&text[start..end]);
            start = end;
        }
    }
    found.push(&text[start..]);
    found.into_iter().filter(|one| one.chars().any(char::is_alphanumeric)).map(prepare).collect()
}
