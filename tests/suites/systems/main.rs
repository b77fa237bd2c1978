//! Systems of components, from C and from structures.

mod examples;
mod programs;
mod refused;
mod saved;
