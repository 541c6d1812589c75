//! The name of a question in a bundle: by what it asks for, so that a bundle alone says what its answers mean.

use std::fmt;

/// The `qId` of the template.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum QuestionName {
    /// `project.budget.total`, or `item.dimensions.width@i1` for an item.
    Key { path: String, item: Option<String> },
    /// `q7`: a question without a key, by its number.
    Own(i64),
}

impl QuestionName {
    /// The name of the question that asks for a key; `item` is empty for the whole project.
    pub fn for_key(path: &str, item: &str) -> Self {
        Self::Key { path: path.to_owned(), item: (!item.is_empty()).then(|| item.to_owned()) }
    }

    /// Reads what [`QuestionName`] writes; none for anything else.
    pub fn parse(name: &str) -> Option<Self> {
        if let Some(number) = name.strip_prefix('q').filter(|rest| rest.bytes().all(|byte| byte.is_ascii_digit())) {
            return number.parse().ok().map(Self::Own);
        }
        let (path, item) = name.split_once('@').map_or((name, None), |(path, item)| (path, Some(item)));
        let is_path = path.contains('.') && path.chars().all(|c| c.is_ascii_alphanumeric() || c == '.');
        let is_item = item.is_none_or(|item| !item.is_empty() && item.chars().all(|c| c.is_ascii_alphanumeric()));
        (is_path && is_item).then(|| Self::for_key(path, item.unwrap_or_default()))
    }

    /// The key that it asks for.
    pub fn path(&self) -> Option<&str> {
        match self {
            Self::Key { path, .. } => Some(path),
            Self::Own(_) => None,
        }
    }

    /// The item that it asks about.
    pub fn item(&self) -> Option<&str> {
        match self {
            Self::Key { item, .. } => item.as_deref(),
            Self::Own(_) => None,
        }
    }
}

impl fmt::Display for QuestionName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Key { path, item: None } => f.write_str(path),
            Self::Key { path, item: Some(item) } => write!(f, "{path}@{item}"),
            Self::Own(number) => write!(f, "q{number}"),
        }
    }
}
