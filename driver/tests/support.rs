//! Running `belnap` in folders.

use belnap_test_support::process;

pub use belnap_test_support::folder::Folder;
pub use belnap_test_support::process::Run;

/// The executable.
pub const BELNAP: &str = env!("CARGO_BIN_EXE_belnap");

/// Runs `belnap` in a folder, where it also finds room for temporary files.
pub trait RunsBelnap {
    /// What came of a command.
    fn belnap(&self, arguments: &[&str]) -> Run;

    /// The exit code and all that was written, standard output first.
    fn says(&self, arguments: &[&str]) -> (i32, String) {
        self.belnap(arguments).code_and_text()
    }
}

impl RunsBelnap for Folder {
    fn belnap(&self, arguments: &[&str]) -> Run {
        let mut command = process::command(BELNAP, arguments);
        process::run(command.current_dir(self.root()).env("TMPDIR", self.root()))
    }
}

/// Everything a person sees, messages first, and the exit code.
pub fn transcript(run: &Run) -> String {
    format!("{}{}exit code {}\n", run.stderr, run.stdout, run.code)
}
