//! See the crate root.
