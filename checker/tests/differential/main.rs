//! The two engines held against each other, and against the laws both must obey, on random
//! structures, programs and formulas. Every failure names its seed and shows the case.

mod engines;
mod generator;
mod laws;
mod listing;
mod parts;
mod programs;
mod pushdown;
mod recursion;
mod structures;
