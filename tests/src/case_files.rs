//! The files of a folder of cases.

use std::fs;
use std::path::{Path, PathBuf};

/// Every file below a folder whose name ends with one of the endings, sorted, relative to it.
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
    files.sort();
    files
}
