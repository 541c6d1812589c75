//! Typed values: what they are, how they are written, and when two are the same (DESIGN §4.5).
