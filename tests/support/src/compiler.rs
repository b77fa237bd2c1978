//! The system's C compiler.

use std::process::Command;

use crate::folder::Folder;

/// How the message begins when a compiled program does not end by itself.
pub const ENDED: &str = "the compiled program ended with";

/// The compiler: `$CC`, or gcc.
pub fn name() -> String {
    std::env::var("CC").unwrap_or_else(|_| "gcc".to_owned())
}

/// Compiles a program without warnings, runs it for at most 20 seconds and returns what it prints.
///
/// # Errors
/// What the compiler says, or how the program ended.
pub fn compile_and_run(text: &str, flags: &[&str]) -> Result<String, String> {
    let folder = Folder::with(&[("program.c", text)]);
    let program = folder.path("program");
    let compiled = Command::new(name())
        .arg("-w")
        .args(flags)
        .arg(folder.path("program.c"))
        .arg("-o")
        .arg(&program)
        .output()
        .map_err(|error| format!("{} cannot be run: {error}", name()))?;
    if !compiled.status.success() {
        return Err(format!("{} says: {}", name(), String::from_utf8_lossy(&compiled.stderr)));
    }
    let run = Command::new("timeout")
        .arg("20")
        .arg(&program)
        .output()
        .map_err(|error| format!("the program cannot be run: {error}"))?;
    if run.status.code().is_none_or(|code| code == 124) {
        return Err(format!("{ENDED} {}", run.status));
    }
    Ok(String::from_utf8_lossy(&run.stdout).into_owned())
}
