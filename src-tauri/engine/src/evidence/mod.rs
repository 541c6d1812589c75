//! Evidence as it is shown and checked: the text of an Input in blocks, and every span of the library anew.

pub(crate) mod prepared;
