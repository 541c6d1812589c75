//! The shell without its window.

mod window;
