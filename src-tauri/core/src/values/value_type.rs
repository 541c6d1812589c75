//! The types that a value may have.

use serde::{Deserialize, Serialize};

use crate::named;

named! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
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
