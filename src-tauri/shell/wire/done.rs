//! The reply of a call that changes something: its own value, and the step of undo that it became.

use serde::Serialize;
use specta::Type;

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Done<T> {
    pub value: T,
    /// None where nothing was changed, so that there is nothing to take back.
    pub step: Option<i64>,
}

impl<T> Done<T> {
    pub fn map<U>(self, convert: impl FnOnce(T) -> U) -> Done<U> {
        Done { value: convert(self.value), step: self.step }
    }

    /// As it stands on the wire.
    pub fn into_wire<U: From<T>>(self) -> Done<U> {
        self.map(U::from)
    }
}
