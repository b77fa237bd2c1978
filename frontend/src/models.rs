//! Models of library functions: C files that take the place of bodies the program does not have.

/// Name under which lines of the models are shown.
pub const LIBRARY_NAME: &str = "<model>";

/// What calling an error function means, with or without a library, as text for our own parser.
pub const ERRORS: &str = include_str!("../models/errors.c");

/// Models of the C library and of the functions of verification tasks, as text for our own
/// parser. `crate::lower` says which `__belnap_` functions it may use.
pub const LIBRARY: &str = include_str!("../models/library.c");

/// The functions that [`ERRORS`] says this of.
pub const ERROR_FUNCTIONS: [&str; 9] = [
    "reach_error",
    "__VERIFIER_error",
    "__VERIFIER_assert",
    "assert",
    "__assert_fail",
    "__assert_perror_fail",
    "__assert",
    "__assert_rtn",
    "__assert_func",
];

#[cfg(test)]
mod tests {
    use super::{ERROR_FUNCTIONS, ERRORS};

    #[test]
    fn all_error_functions_are_listed() {
        let declared = ERRORS.lines().filter_map(|line| line.strip_prefix("void "));
        let mut names: Vec<&str> = declared.filter_map(|line| line.split('(').next()).collect();
        names.retain(|name| !name.starts_with("__belnap_"));
        names.dedup();
        assert_eq!(names, ERROR_FUNCTIONS);
    }
}
