//! Case files, and the expectations next to them.

use std::fs;
use std::path::{Path, PathBuf};

/// Every file below a folder whose name ends with one of the endings, sorted, relative to it.
///
/// # Panics
/// If a folder cannot be read, or nothing is found: a suite without cases tests nothing.
pub fn case_files(root: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut open = vec![PathBuf::new()];
    while let Some(folder) = open.pop() {
        let entries = fs::read_dir(root.join(&folder)).expect("the folder of cases can be read");
        for entry in entries {
            let name = entry.expect("a readable entry").file_name();
            let path = folder.join(&name);
            if root.join(&path).is_dir() {
                open.push(path);
            } else if endings.iter().any(|ending| name.to_string_lossy().ends_with(ending)) {
                files.push(path);
            }
        }
    }
    assert!(!files.is_empty(), "no cases below {}", root.display());
    files.sort();
    files
}

/// Whether expectations are rewritten instead of compared (`make bless`).
pub fn is_blessing() -> bool {
    std::env::var_os("BELNAP_BLESS").is_some()
}

/// Compares a text with the file that holds the expectation; when blessing, writes that file.
///
/// # Errors
/// The first line that differs, or that the file is missing.
pub fn compare_with_file(expectation: &Path, found: &str) -> Result<(), String> {
    if is_blessing() {
        return fs::write(expectation, found).map_err(|error| error.to_string());
    }
    let expected = fs::read_to_string(expectation)
        .map_err(|_| format!("{} is missing; make it with: make bless", expectation.display()))?;
    if expected == found {
        return Ok(());
    }
    let at = expected.lines().zip(found.lines()).take_while(|(a, b)| a == b).count();
    Err(format!(
        "{}:{}: expected: {}\n  found:    {}\nIf the new text is right: make bless",
        expectation.display(),
        at + 1,
        expected.lines().nth(at).unwrap_or("(end)"),
        found.lines().nth(at).unwrap_or("(end)")
    ))
}
