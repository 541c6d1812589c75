//! The names that an item may have.

use crate::message;
use crate::message::UserMessage;
use crate::values::fold;

/// A longer name is a sentence.
pub const MAX_NAME_CHARS: usize = 120;

/// The reason a name cannot be one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.message())]
pub enum NameFault {
    Empty,
    TooLong,
    NoWord,
}

impl NameFault {
    pub fn message(&self) -> UserMessage {
        match self {
            Self::Empty => message!("an item needs a name"),
            Self::TooLong => message!("the name of an item has at most {} characters", MAX_NAME_CHARS),
            Self::NoWord => message!("a name needs a letter or a digit"),
        }
    }
}

/// The name on one line.
///
/// # Errors
/// When it is empty, endless, or has no word that a text could have.
pub fn checked_name(name: &str) -> Result<String, NameFault> {
    let line = name.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.is_empty() {
        return Err(NameFault::Empty);
    }
    if line.chars().count() > MAX_NAME_CHARS {
        return Err(NameFault::TooLong);
    }
    if !line.chars().any(char::is_alphanumeric) {
        return Err(NameFault::NoWord);
    }
    Ok(line)
}

/// The aliases in their order, each once; one that is the name itself says nothing.
///
/// # Errors
/// As [`checked_name`]; empty ones are left out.
pub fn checked_aliases<'a>(name: &str, aliases: impl IntoIterator<Item = &'a str>) -> Result<Vec<String>, NameFault> {
    let mut known = vec![fold(name)];
    let mut distinct = Vec::new();
    for alias in aliases {
        let alias = match checked_name(alias) {
            Err(NameFault::Empty) => continue,
            checked => checked?,
        };
        let folded = fold(&alias);
        if !known.contains(&folded) {
            known.push(folded);
            distinct.push(alias);
        }
    }
    Ok(distinct)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_one_line_with_a_word() {
        let check = |name: &str, expected: Result<&str, NameFault>| {
            assert_eq!(checked_name(name), expected.map(str::to_owned), "{name:?}");
        };
        check("  Back \n drop ", Ok("Back drop"));
        check("背景幕", Ok("背景幕"));
        check("4", Ok("4"));
        check(" \n", Err(NameFault::Empty));
        check("—", Err(NameFault::NoWord));
        check(&"x".repeat(121), Err(NameFault::TooLong));
        check(&"ä".repeat(120), Ok("ä".repeat(120).as_str()));
    }

    #[test]
    fn an_alias_is_another_name() {
        let aliases = checked_aliases("Backdrop", ["rear wall", " ", "BACKDROP", "Rear  Wall", "Rückwand"]);
        assert_eq!(aliases.unwrap(), ["rear wall", "Rückwand"]);
        assert_eq!(checked_aliases("Backdrop", ["…"]), Err(NameFault::NoWord));
    }
}
