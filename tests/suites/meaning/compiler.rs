//! The system's C compiler, and csmith.

use std::path::{Path, PathBuf};
use std::process::Command;

use belnap_ir::cfg::DataModel;
use belnap_test_support::compiler::{self, name};
use belnap_test_support::folder::Folder;

pub use belnap_test_support::compiler::ENDED;

/// The option that selects a data model.
pub fn option(model: DataModel) -> &'static str {
    if model == DataModel::ILP32 { "-m32" } else { "-m64" }
}

/// Whether programs for this data model can be compiled and linked here.
pub fn supports(model: DataModel) -> bool {
    compile_and_run("#include <stdio.h>\nint main(void) { return puts(\"\") < 0; }\n", model, &[])
        .is_ok()
}

/// Compiles a program, runs it and returns what it prints.
pub fn compile_and_run(text: &str, model: DataModel, flags: &[&str]) -> Result<String, String> {
    let common = ["-O1", "-fwrapv", "-fno-strict-aliasing", option(model)];
    compiler::compile_and_run(text, &[&common, flags].concat())
}

/// Runs the preprocessor.
pub fn preprocess(text: &str, model: DataModel, flags: &[&str]) -> Result<String, String> {
    let folder = Folder::with(&[("program.c", text)]);
    let output = Command::new(name())
        .args(["-E", option(model)])
        .args(flags)
        .arg(folder.path("program.c"))
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
    let folder = Folder::new();
    let runs = Command::new("csmith").current_dir(folder.root()).arg("--version").output().is_ok();
    (runs && headers.join("csmith.h").exists()).then(|| headers.to_owned())
}

/// A program of csmith: integers, arrays, structs, unions, bit-fields and pointers.
pub fn csmith_program(seed: u64) -> Result<String, String> {
    let folder = Folder::new();
    let output = Command::new("csmith")
        .current_dir(folder.root())
        .args(["--seed", &seed.to_string(), "--no-argc", "--max-funcs", "5"])
        .args(["--max-expr-complexity", "6", "--max-block-depth", "3", "--quiet"])
        .output()
        .map_err(|error| format!("csmith cannot be run: {error}"))?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
