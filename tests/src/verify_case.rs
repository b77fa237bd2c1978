//! The cases of `belnap verify`: C files whose head says what is asked and what the answer is.

use std::fs;
use std::path::Path;

use belnap_test_support::head::{Check, Head};

/// The keys of these cases, which `tests/cases/README.md` describes.
const KEYS: [&str; 3] = ["options", "check", "found"];

/// The questions of a case.
///
/// # Errors
/// If the file cannot be read, or its head is wrong.
pub fn questions(file: &Path) -> Result<Vec<Check>, String> {
    let text = fs::read_to_string(file).map_err(|error| error.to_string())?;
    Ok(Head::read(file, &text, &KEYS)?.checks(&["found"])?)
}

/// The arguments of `belnap verify` for a question about a file.
pub fn arguments<'a>(file: &'a str, check: &'a Check) -> Vec<&'a str> {
    let options = check.options.iter().map(String::as_str);
    let property = check.property.iter().flat_map(|formula| ["--property", formula]);
    ["verify", file].into_iter().chain(options).chain(property).collect()
}
