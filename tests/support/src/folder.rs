//! Temporary folders with files.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::process::{self, Run};

/// A folder that is removed when it is dropped. Its functions panic when the system refuses.
#[derive(Debug)]
pub struct Folder(TempDir);

impl Folder {
    /// An empty folder.
    #[expect(clippy::new_without_default, reason = "it makes a folder on the disk")]
    pub fn new() -> Self {
        Folder(tempfile::tempdir().expect("a temporary folder"))
    }

    /// A folder with these files.
    pub fn with(files: &[(&str, &str)]) -> Self {
        let folder = Folder::new();
        for (name, text) in files {
            folder.write(name, text);
        }
        folder
    }

    /// The path of the folder.
    pub fn root(&self) -> &Path {
        self.0.path()
    }

    /// The path of something in the folder, whether it exists or not.
    pub fn path(&self, name: &str) -> PathBuf {
        self.root().join(name)
    }

    /// Writes a file, and makes the folders it is in.
    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        let path = self.path(name);
        let parent = path.parent().expect("a name inside the folder");
        fs::create_dir_all(parent).expect("a folder for the file");
        fs::write(&path, text).unwrap_or_else(|error| panic!("cannot write {name}: {error}"));
    }

    /// The text of a file.
    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name))
            .unwrap_or_else(|error| panic!("cannot read {name}: {error}"))
    }

    /// Whether there is such a file or folder.
    pub fn has(&self, name: &str) -> bool {
        self.path(name).exists()
    }

    /// The names of what is in a folder, sorted; `"."` for the folder itself.
    pub fn names(&self, below: &str) -> Vec<String> {
        let entries = fs::read_dir(self.path(below)).expect("a readable folder");
        let name = |entry: fs::DirEntry| entry.file_name().to_string_lossy().into_owned();
        let mut names: Vec<String> =
            entries.map(|entry| name(entry.expect("a readable entry"))).collect();
        names.sort();
        names
    }

    /// Runs a program in the folder to its end.
    pub fn run(&self, program: &str, arguments: &[&str]) -> Run {
        process::run(process::command(program, arguments).current_dir(self.root()))
    }
}
