//! Models of library functions: C files that take the place of bodies the program does not have.

/// Name under which lines of the models are shown.
pub const LIBRARY_NAME: &str = "<model>";

/// What calling an error function means, with or without a library, as text for our own parser.
pub const ERRORS: &str = include_str!("../models/errors.c");

/// Models of the C library and of the functions of verification tasks, as text for our own
/// parser. `crate::lower` says which `__belnap_` functions it may use.
pub const LIBRARY: &str = include_str!("../models/library.c");
