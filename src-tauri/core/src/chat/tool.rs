//! The tools that a model may call: the three definitions of `docs/contracts/chat.md`, to the letter.
//!
//! None of them does anything. A call becomes a card, and the card waits for the analyst.

use std::sync::LazyLock;

pub use crate::definition::Definition;

use crate::named;

/// The definitions as the specification writes them.
const DEFINITIONS: &str = include_str!("tools.json");

/// The three, in their order.
pub fn definitions() -> &'static [Definition] {
    static READ: LazyLock<Vec<Definition>> = LazyLock::new(|| serde_json::from_str(DEFINITIONS).unwrap_or_default());
    &READ
}

named! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Tool {
        AddItem = "add_item",
        DeleteItem = "delete_item",
        EditItem = "edit_item",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inputs::sha256_hex;

    #[test]
    fn the_definitions_are_those_of_the_specification() {
        let of_the_specification = "f97f69f50fce0bc8ca0d5625172280f56728b8822c1f785ccb08e95188fd8693";
        assert_eq!(sha256_hex(DEFINITIONS), of_the_specification, "word for word, or a model was told something else");
        let names: Vec<&str> = definitions().iter().map(|tool| tool.name.as_str()).collect();
        assert_eq!(names, Tool::ALL.map(Tool::as_str), "every tool has its definition");
    }

    #[test]
    fn what_a_definition_offers_is_what_can_be_read() {
        for tool in definitions() {
            let kinds = tool.input_schema["properties"]["entity_type"]["enum"].as_array().expect("a list of columns");
            for kind in kinds {
                let known = kind.as_str().and_then(crate::discovery::EntityKind::parse);
                assert!(known.is_some(), "{} offers the column {kind}", tool.name);
            }
        }
    }
}
