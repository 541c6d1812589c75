//! The types that a value may have.

use crate::named;

named! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum ValueType {
        Boolean = "boolean",
        Enum = "enum",
        Number = "number",
        Dimension = "dimension",
        Currency = "currency",
        Date = "date",
        String = "string",
        Note = "note",
    }
}
