//! Completeness and completions of partial structures (May/Must §2 to §5): what the code says of
//! them held against their definitions, on random structures and formulas. Every failure names
//! its seed and shows the case.

mod completions;
mod definition;
#[path = "../differential/generator/mod.rs"]
mod generator;
mod kleene;
mod known;
mod linear;
mod linear_mutations;
mod models;
mod mutations;
mod oracle;
mod preorder;
mod random;
mod two_valued;
