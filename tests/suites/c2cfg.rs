//! C to control-flow graphs: each C file below `tests/cases/c2cfg` is one test.
//!
//! Next to `name.c` stands `name.txt`, what `belnap-c2cfg` makes of it: the graph as `belnap show`
//! prints it, or the message with which the file is refused. `make bless` rewrites these. A line
//! `// options: …` at the head of the file gives command-line options.

use std::fs;
use std::path::{Path, PathBuf};

use belnap_formats::cfg;
use belnap_formats::tool::ToolError;
use belnap_frontend::commands::c2cfg;
use clap::Parser;
use libtest_mimic::{Arguments, Failed, Trial};

fn main() {
    let arguments = Arguments::from_args();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/c2cfg");
    let mut files = Vec::new();
    collect(&root, &mut files);
    files.sort();
    let trials = files
        .into_iter()
        .map(|file| {
            let name = file.strip_prefix(&root).unwrap_or(&file).display().to_string();
            let folder = root.clone();
            Trial::test(name.clone(), move || case(&folder, &name))
        })
        .collect();
    libtest_mimic::run(&arguments, trials).exit();
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).expect("the folder of cases can be read");
    for path in entries.map(|entry| entry.expect("a readable entry").path()) {
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "c" || extension == "i") {
            files.push(path);
        }
    }
}

fn case(folder: &Path, name: &str) -> Result<(), Failed> {
    let file = folder.join(name);
    let text = String::from_utf8_lossy(&fs::read(&file)?).into_owned();
    // Messages name the file as it was given, which must not depend on the machine.
    let found = translate(&file, &text)?.replace(&format!("{}/", folder.display()), "");
    let expected_file = file.with_extension("txt");
    if std::env::var_os("BELNAP_BLESS").is_some() {
        fs::write(&expected_file, &found)?;
        return Ok(());
    }
    let expected = fs::read_to_string(&expected_file)
        .map_err(|_| format!("{} is missing; make it with: make bless", expected_file.display()))?;
    if expected == found {
        return Ok(());
    }
    let at = expected.lines().zip(found.lines()).take_while(|(a, b)| a == b).count();
    Err(format!(
        "line {} differs:\n  expected: {}\n  found:    {}\nIf the new graph is right: make bless",
        at + 1,
        expected.lines().nth(at).unwrap_or("(end)"),
        found.lines().nth(at).unwrap_or("(end)")
    )
    .into())
}

/// The graph as text, or the message.
fn translate(file: &Path, text: &str) -> Result<String, Failed> {
    let folder = tempfile::tempdir()?;
    let output = folder.path().join("out.cfg.json");
    let options = text
        .lines()
        .find_map(|line| line.strip_prefix("// options:"))
        .unwrap_or_default()
        .split_whitespace()
        .map(str::to_owned);
    let arguments = ["belnap-c2cfg".to_owned(), file.display().to_string(), "-o".to_owned()]
        .into_iter()
        .chain([output.display().to_string()])
        .chain(options);
    let command = c2cfg::Command::try_parse_from(arguments)?;
    match c2cfg::run(&command.options) {
        Ok(_) => {
            let text = fs::read_to_string(&output)?;
            let artefact = cfg::read(&text).map_err(|found| format!("not valid: {}", found[0]))?;
            if cfg::print(&artefact) != text {
                return Err("reading and printing the file changes it".into());
            }
            Ok(cfg::outline(&artefact.content))
        }
        Err(error @ ToolError::Internal(_)) => Err(error.message("belnap-c2cfg").into()),
        Err(error) => {
            if output.exists() {
                return Err("the file was refused, but there is an output".into());
            }
            Ok(format!("exit {}\n{}", error.code(), error.message("belnap-c2cfg")))
        }
    }
}
