//! Drawings of Kripke structures in the DOT language.
