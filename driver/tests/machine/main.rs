//! Verdicts and the machine: where it puts objects, and what it does to programs that make mistakes.

mod crashes;
mod layout;
mod reached;

use std::fs;
use std::process::Command;

const HEAD: &str = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n\
                    extern void *malloc(unsigned long); extern void free(void *); extern void abort(void);\n\
                    #include <assert.h>\n";

/// The exit code and the report about a program, whose first line is line 5.
fn verified(program: &str, options: &[&str]) -> (i32, String) {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("it.c"), format!("{HEAD}{program}\n")).expect("written");
    let run = Command::new(env!("CARGO_BIN_EXE_belnap"))
        .args(["verify", "-q", "it.c", "--timeout", "60"])
        .args(options)
        .current_dir(folder.path())
        .env("TMPDIR", folder.path())
        .output()
        .expect("it runs");
    (run.status.code().unwrap_or(-1), String::from_utf8_lossy(&run.stdout).into_owned())
}
