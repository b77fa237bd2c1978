//! C to control-flow graphs: each C file below `tests/cases/c2cfg` is one test.
//!
//! Next to `name.c` stands `name.txt`, what `belnap-c2cfg` makes of it: the graph as `belnap show`
//! prints it, or the message with which the file is refused. `make bless` rewrites these. A line
//! `// options: …` at the head of the file gives options (`tests/cases/README.md`).

use std::fs;
use std::path::Path;

use belnap_cli::ToolError;
use belnap_formats::cfg;
use belnap_formats::condition::{self, Names};
use belnap_frontend::commands::c2cfg;
use belnap_ir::cfg::{Cfg, Operation};
use belnap_ir::expr::{CompareOp, Expr};
use belnap_ir::ids::CfgVarId;
use belnap_test_support::files::{case_files, compare_with_file};
use belnap_test_support::folder::Folder;
use belnap_test_support::head::Head;
use clap::Parser;
use libtest_mimic::{Arguments, Failed, Trial};

fn main() {
    let arguments = Arguments::from_args();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/c2cfg");
    // Graphs and messages name files as they were given, which must not depend on the machine.
    std::env::set_current_dir(&root).expect("the folder of cases is there");
    let trials = case_files(&root, &[".c", ".i"])
        .into_iter()
        .map(|file| Trial::test(file.display().to_string(), move || case(&file)))
        .collect();
    libtest_mimic::run(&arguments, trials).exit();
}

fn case(file: &Path) -> Result<(), Failed> {
    let text = String::from_utf8_lossy(&fs::read(file)?).into_owned();
    let found = translate(file, &text)?;
    Ok(compare_with_file(&file.with_extension("txt"), &found)?)
}

/// The graph as text, or the message.
fn translate(file: &Path, text: &str) -> Result<String, Failed> {
    let folder = Folder::new();
    let output = folder.path("out.cfg.json");
    let options = Head::read(file, text, &["options"])?.options()?;
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
            conditions_read_back(&artefact.content)?;
            Ok(cfg::outline(&artefact.content))
        }
        Err(error @ ToolError::Internal(_)) => Err(error.message("belnap-c2cfg").into()),
        Err(error) => {
            if output.exists() {
                return Err("the file was refused, but there is an output".into());
            }
            let mut message = error.message("belnap-c2cfg");
            // What the system's preprocessor says differs between systems.
            if let Some(end) = message.find("failed:\n") {
                message.truncate(end + "failed:\n".len());
            }
            Ok(format!("exit {}\n{message}", error.code()))
        }
    }
}

/// The graph's own conditions, and what it assigns, look the same after printing and reading.
fn conditions_read_back(cfg: &Cfg) -> Result<(), Failed> {
    let names = Names::new(cfg);
    let conditions = cfg.edges.iter().flat_map(|edge| match &edge.operation {
        Operation::Assume(condition) => vec![condition.clone()],
        Operation::Assign(pairs) => {
            let scalars = pairs.iter().filter(|(var, _)| cfg.type_of(*var).as_array().is_none());
            let equal = |var: &CfgVarId, value: &Expr| {
                Expr::compare(CompareOp::Eq, Expr::Var(*var), value.clone())
            };
            scalars.map(|(var, value)| equal(var, value)).collect()
        }
        _ => Vec::new(),
    });
    for condition in conditions.filter(|condition| condition.depth() <= Expr::MAX_DEPTH) {
        let text = condition::print(cfg, &condition);
        let again = condition::parse(&names, &text, None)
            .map_err(|found| format!("a printed condition is refused: {text}: {found}"))?;
        let second = condition::print(cfg, &again);
        if second != text {
            return Err(format!("{text}\nis read as\n{second}").into());
        }
    }
    Ok(())
}
