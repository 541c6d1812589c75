//! The operations on a report, as values that name sections by id only, each with its inverse.

use serde::{Deserialize, Serialize};
use thiserror::Error;
use uuid::Uuid;

use super::front_matter::{opening, with_opening, with_title};
use super::section::{Report, Section};

/// One change of a report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "op")]
pub enum Operation {
    /// Puts a section, with what stands under it, under `parent` (none: the first level) at `index` among its children.
    Add { parent: Option<Uuid>, index: usize, section: Box<Section> },
    /// Changes what is given of a section, or of the report itself, and nothing else of it.
    Update { id: Uuid, title: Option<String>, body_md: Option<String>, appendix: Option<bool> },
    /// Moves a section with all under it; `index` counts among the new siblings without it.
    Move { id: Uuid, parent: Option<Uuid>, index: usize },
    /// Takes a section out with all under it.
    Delete { id: Uuid },
    /// All of them in their order, or none.
    Batch { operations: Vec<Operation> },
}

/// The reason an operation does not apply; the report is then as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OperationFault {
    #[error("there is no such section")]
    Unknown,
    #[error("there is a section of that id already")]
    Twice,
    #[error("a section cannot stand under itself")]
    UnderItself,
    #[error("a title is one line")]
    Title,
    #[error("before the first section a heading of the first level is the title of the report")]
    Heading,
}

impl Operation {
    #[must_use]
    pub fn rename(id: Uuid, title: impl Into<String>) -> Self {
        Self::Update { id, title: Some(title.into()), body_md: None, appendix: None }
    }

    #[must_use]
    pub fn set_body(id: Uuid, body_md: impl Into<String>) -> Self {
        Self::Update { id, title: None, body_md: Some(body_md.into()), appendix: None }
    }

    /// Returns the sections that it names, without those that it brings.
    #[must_use]
    pub fn sections(&self) -> Vec<Uuid> {
        match self {
            Self::Add { parent, .. } => parent.iter().copied().collect(),
            Self::Move { id, parent, .. } => std::iter::once(*id).chain(*parent).collect(),
            Self::Update { id, .. } | Self::Delete { id } => vec![*id],
            Self::Batch { operations } => operations.iter().flat_map(Self::sections).collect(),
        }
    }
}

impl Report {
    /// Applies an operation and returns its inverse.
    ///
    /// # Errors
    /// When it does not apply: the report is then as it was.
    pub fn apply(&mut self, operation: &Operation) -> Result<Operation, OperationFault> {
        match operation {
            Operation::Add { parent, index, section } => self.add(*parent, *index, section),
            Operation::Update { id, title, body_md, appendix } => {
                self.update(*id, title.as_deref(), body_md.as_deref(), *appendix)
            }
            Operation::Move { id, parent, index } => self.relocate(*id, *parent, *index),
            Operation::Delete { id } => self.delete(*id),
            Operation::Batch { operations } => self.batch(operations),
        }
    }

    fn add(&mut self, parent: Option<Uuid>, index: usize, section: &Section) -> Result<Operation, OperationFault> {
        let ids = ids(section);
        if ids.iter().any(|id| self.find(*id).is_some()) || has_doubles(ids) {
            return Err(OperationFault::Twice);
        }
        check_titles(section)?;
        let siblings = self.children_mut(parent).ok_or(OperationFault::Unknown)?;
        siblings.insert(index.min(siblings.len()), section.clone());
        Ok(Operation::Delete { id: section.id })
    }

    fn update(
        &mut self,
        id: Uuid,
        title: Option<&str>,
        body_md: Option<&str>,
        appendix: Option<bool>,
    ) -> Result<Operation, OperationFault> {
        title.map_or(Ok(()), check_title)?;
        if id == Self::ITSELF {
            return self.update_itself(title, body_md, appendix);
        }
        let section = self.find_mut(id).ok_or(OperationFault::Unknown)?;
        Ok(Operation::Update {
            id,
            title: title.map(|title| std::mem::replace(&mut section.title, title.to_owned())),
            body_md: body_md.map(|body| std::mem::replace(&mut section.body_md, body.to_owned())),
            appendix: appendix.map(|appendix| std::mem::replace(&mut section.appendix, appendix)),
        })
    }

    fn update_itself(
        &mut self,
        title: Option<&str>,
        body_md: Option<&str>,
        appendix: Option<bool>,
    ) -> Result<Operation, OperationFault> {
        if appendix.is_some() || title.is_some_and(|title| title.trim().is_empty()) {
            return Err(OperationFault::Title);
        }
        let back = Operation::Update {
            id: Self::ITSELF,
            title: title.map(|_| self.title.clone()),
            body_md: body_md.map(|_| opening(&self.front_md).to_owned()),
            appendix: None,
        };
        let mut front = self.front_md.clone();
        if let Some(title) = title {
            front = with_title(&front, title);
        }
        if let Some(body) = body_md {
            front = with_opening(&front, body);
            if opening(&front).trim() != body.trim() {
                return Err(OperationFault::Heading);
            }
        }
        self.front_md = front;
        self.title = title.map_or_else(|| std::mem::take(&mut self.title), str::to_owned);
        Ok(back)
    }

    fn relocate(&mut self, id: Uuid, parent: Option<Uuid>, index: usize) -> Result<Operation, OperationFault> {
        let (old_parent, old_index) = self.position_of(id).ok_or(OperationFault::Unknown)?;
        if let Some(parent) = parent {
            self.find(parent).ok_or(OperationFault::Unknown)?;
            if self.is_within(parent, id) {
                return Err(OperationFault::UnderItself);
            }
        }
        let section = self.children_mut(old_parent).ok_or(OperationFault::Unknown)?.remove(old_index);
        let siblings = self.children_mut(parent).ok_or(OperationFault::Unknown)?;
        siblings.insert(index.min(siblings.len()), section);
        Ok(Operation::Move { id, parent: old_parent, index: old_index })
    }

    fn delete(&mut self, id: Uuid) -> Result<Operation, OperationFault> {
        let (parent, index) = self.position_of(id).ok_or(OperationFault::Unknown)?;
        let section = self.children_mut(parent).ok_or(OperationFault::Unknown)?.remove(index);
        Ok(Operation::Add { parent, index, section: Box::new(section) })
    }

    fn batch(&mut self, operations: &[Operation]) -> Result<Operation, OperationFault> {
        let mut inverse: Vec<Operation> = Vec::with_capacity(operations.len());
        for operation in operations {
            match self.apply(operation) {
                Ok(back) => inverse.push(back),
                Err(fault) => {
                    inverse.iter().rev().try_for_each(|back| self.apply(back).map(|_| ()))?;
                    return Err(fault);
                }
            }
        }
        inverse.reverse();
        Ok(Operation::Batch { operations: inverse })
    }
}

fn ids(section: &Section) -> Vec<Uuid> {
    std::iter::once(section.id).chain(section.children.iter().flat_map(ids)).collect()
}

fn has_doubles(mut ids: Vec<Uuid>) -> bool {
    ids.sort_unstable();
    ids.windows(2).any(|pair| pair[0] == pair[1])
}

fn check_titles(section: &Section) -> Result<(), OperationFault> {
    check_title(&section.title)?;
    section.children.iter().try_for_each(check_titles)
}

fn check_title(title: &str) -> Result<(), OperationFault> {
    if title.contains(['\n', '\r']) { Err(OperationFault::Title) } else { Ok(()) }
}
