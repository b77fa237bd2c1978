//! The system's C compiler, and csmith.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use belnap_ir::cfg::DataModel;

/// The option that selects a data model.
pub const fn option(model: DataModel) -> &'static str {
    match model {
        DataModel::Ilp32 => "-m32",
        DataModel::Lp64 => "-m64",
    }
}

/// How the message begins when a compiled program does not end by itself.
pub const ENDED: &str = "the compiled program ended with";

/// The compiler: `$CC`, or gcc.
pub fn name() -> String {
    std::env::var("CC").unwrap_or_else(|_| "gcc".to_owned())
}

/// Whether programs for this data model can be compiled and linked here.
pub fn supports(model: DataModel) -> bool {
    compile_and_run("#include <stdio.h>\nint main(void) { return puts(\"\") < 0; }\n", model, &[])
        .is_ok()
}

/// Compiles a program, runs it and returns what it prints.
pub fn compile_and_run(text: &str, model: DataModel, flags: &[&str]) -> Result<String, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let source = folder.path().join("program.c");
    let program = folder.path().join("program");
    fs::write(&source, text).map_err(|error| error.to_string())?;
    let compiled = Command::new(name())
        .args(["-w", "-O1", "-fwrapv", "-fno-strict-aliasing", option(model)])
        .args(flags)
        .arg(&source)
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

/// Runs the preprocessor.
pub fn preprocess(text: &str, model: DataModel, flags: &[&str]) -> Result<String, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let source = folder.path().join("program.c");
    fs::write(&source, text).map_err(|error| error.to_string())?;
    let output = Command::new(name())
        .args(["-E", option(model)])
        .args(flags)
        .arg(&source)
        .output()
        .map_err(|error| format!("{} cannot be run: {error}", name()))?;
    if !output.status.success() {
        return Err(format!("{} says: {}", name(), String::from_utf8_lossy(&output.stderr)));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The folder of csmith's headers, if csmith is installed.
pub fn csmith() -> Option<PathBuf> {
    let headers = Path::new("/usr/include/csmith");
    // Even this writes a file `platform.info` where it runs.
    let folder = tempfile::tempdir().ok()?;
    let runs = Command::new("csmith").current_dir(folder.path()).arg("--version").output().is_ok();
    (runs && headers.join("csmith.h").exists()).then(|| headers.to_owned())
}

/// A program of csmith: integers, arrays, structs, unions, bit-fields and pointers.
pub fn csmith_program(seed: u64) -> Result<String, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let output = Command::new("csmith")
        .current_dir(folder.path())
        .args(["--seed", &seed.to_string(), "--no-argc", "--max-funcs", "5"])
        .args(["--max-expr-complexity", "6", "--max-block-depth", "3", "--quiet"])
        .output()
        .map_err(|error| format!("csmith cannot be run: {error}"))?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
