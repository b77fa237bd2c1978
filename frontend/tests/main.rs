//! The frontend, against cases, the system's C compiler and another parser: one executable, which
//! is linked once.

// Comparisons with the compiler say why nothing could be compared.
#![allow(clippy::print_stdout)]

mod lower_cases;
mod lower_run;
mod parse_cases;
mod parse_oracle;
mod parse_robust;
mod sema;
mod sema_constants;
mod sema_floats;
mod sema_init;
mod sema_layout;
mod support;
