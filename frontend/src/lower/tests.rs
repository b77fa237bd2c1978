//! Lowering of small typed programs.
