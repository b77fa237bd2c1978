//! Graphs and predicates to Boolean programs: each `.preds` file below `tests/cases/cfg2bp` is one
//! test.
//!
//! Next to `name.preds` stand the program `name.c` and the expectation: `name.bp`, the Boolean
//! program, or `name.txt`, the message with which the input is refused. `make bless` rewrites
//! these. The heads of the `.preds` file and of the program say what is special
//! ([`belnap_tests::cfg2bp_case`]).

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use belnap_abstractor::commands::cfg2bp;
use belnap_certifier::against;
use belnap_certifier::questions::{Limits, Time};
use belnap_checker::encode::{EncodeOptions, encode};
use belnap_checker::run::{Engine, RunError, RunOptions, check_all};
use belnap_cli::ToolError;
use belnap_cli::render::render;
use belnap_formats::property::read_formula;
use belnap_formats::{boolprog, cfg};
use belnap_frontend::commands::c2cfg;
use belnap_ir::boolprog::BoolProgram;
use belnap_ir::kripke::Kripke;
use belnap_ir::property::Property;
use belnap_ir::result::Verdict;
use belnap_test_support::files::{case_files, compare_with_file, is_blessing};
use belnap_test_support::folder::Folder;
use belnap_test_support::head::Check;
use belnap_tests::cfg2bp_case::Case;
use clap::Parser;
use libtest_mimic::{Arguments, Failed, Trial};

fn main() {
    let arguments = Arguments::from_args();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/cfg2bp");
    // Programs and messages name files as they were given, which must not depend on the machine.
    std::env::set_current_dir(&root).expect("the folder of cases is there");
    let trials = case_files(&root, &[".preds"])
        .into_iter()
        .map(|file| Trial::test(file.display().to_string(), move || case(&file)))
        .collect();
    libtest_mimic::run(&arguments, trials).exit();
}

fn case(file: &Path) -> Result<(), Failed> {
    let case = Case::read(file)?;
    let folder = Folder::new();
    let graph = match case.translated {
        true => translated(&case, folder.root())?,
        false => case.program.clone(),
    };
    let (found, accepted) = match abstracted(&case, &graph, folder.root(), &[])? {
        Ok(text) => {
            for threads in ["1", "4"] {
                let again = abstracted(&case, &graph, folder.root(), &["--threads", threads])?;
                if again.as_ref() != Ok(&text) {
                    return Err(format!("the result differs with --threads {threads}").into());
                }
            }
            produced(&text, &graph)?;
            (text, true)
        }
        Err(message) => (message, false),
    };
    compare(file, &found, accepted)?;
    if accepted {
        let program = boolprog::read(&found).map_err(|found| format!("not valid: {}", found[0]))?;
        case.checks.iter().try_for_each(|asked| check(&program, asked))?;
    } else if !case.checks.is_empty() {
        return Err("there is a `check:`, but no program".into());
    }
    Ok(())
}

/// The graph of the program.
fn translated(case: &Case, folder: &Path) -> Result<PathBuf, Failed> {
    let output = folder.join("out.cfg.json");
    let paths = [&case.program, &output].map(|path| path.display().to_string());
    let arguments = ["belnap-c2cfg", &paths[0], "-o", &paths[1]];
    let arguments = arguments.into_iter().chain(case.c2cfg.iter().map(String::as_str));
    let command = c2cfg::Command::try_parse_from(arguments)?;
    c2cfg::run(&command.options).map_err(|error| error.message("belnap-c2cfg"))?;
    Ok(output)
}

/// The Boolean program, or the message with which something is refused.
fn abstracted(
    case: &Case,
    graph: &Path,
    folder: &Path,
    more: &[&str],
) -> Result<Result<String, String>, Failed> {
    let output = folder.join("out.bp");
    if output.exists() {
        fs::remove_file(&output)?;
    }
    let paths = [graph, &case.predicates, &output].map(|path| path.display().to_string());
    let arguments = [cfg2bp::NAME, &paths[0], &paths[1], "-o", &paths[2]];
    let options = case.cfg2bp.iter().map(String::as_str);
    let arguments = arguments.into_iter().chain(options).chain(more.iter().copied());
    let command = cfg2bp::Command::try_parse_from(arguments)?;
    match cfg2bp::run(&command.options) {
        Ok(_) => Ok(Ok(fs::read_to_string(&output)?)),
        Err(error @ ToolError::Internal(_)) => Err(error.message(cfg2bp::NAME).into()),
        Err(_) if output.exists() => Err("the input was refused, but there is an output".into()),
        Err(error) => Ok(Err(format!("exit {}\n{}", error.code(), error.message(cfg2bp::NAME)))),
    }
}

/// What must hold of every produced program, whatever the case is about.
fn produced(text: &str, graph: &Path) -> Result<(), Failed> {
    let program = boolprog::read(text).map_err(|found| format!("not valid: {}", found[0]))?;
    if boolprog::print(&program) != text {
        return Err("reading and printing the program changes it".into());
    }
    let graph = fs::read_to_string(graph)?;
    let graph = cfg::read(&graph).map_err(|found| format!("no graph: {}", found[0]))?.content;
    let limits =
        Limits { time: Time { question: Duration::from_secs(20), end: None }, strict: true };
    match against::check(&graph, &program, limits).diagnostics.first() {
        None => Ok(()),
        Some(wrong) => {
            Err(format!("no abstraction of the graph: {}", render("out.bp", text, wrong)).into())
        }
    }
}

/// Compares with the expectation, or writes it.
fn compare(file: &Path, found: &str, accepted: bool) -> Result<(), Failed> {
    let extensions = if accepted { ["bp", "txt"] } else { ["txt", "bp"] };
    let [expectation, other] = extensions.map(|extension| file.with_extension(extension));
    if other.exists() && is_blessing() {
        fs::remove_file(&other)?;
    }
    if other.exists() {
        return Err(format!("{} is expected, but:\n{found}", other.display()).into());
    }
    Ok(compare_with_file(&expectation, found)?)
}

/// The verdict on a property, by both engines.
fn check(program: &BoolProgram, asked: &Check) -> Result<(), Failed> {
    let property = asked.property.as_deref().ok_or("a `check:` here needs a property")?;
    let expected = &asked.verdict;
    let formula = read_formula(property).map_err(|found| format!("{property}: {}", found[0]))?;
    let properties = [Property { name: property.to_owned(), formula }];
    let structure = encode(program, &EncodeOptions::default()).map_err(|e| e.to_string())?;
    let structure = Kripke::Symbolic(structure);
    for engine in [Engine::Symbolic, Engine::Explicit] {
        let options = RunOptions {
            engine: Some(engine),
            explain: None,
            seeds: false,
            max_nodes: 1 << 16,
            max_states: 2000,
            ..RunOptions::default()
        };
        let result = match check_all(&structure, &properties, &options, None) {
            Ok(result) => result,
            // Too many states to list.
            Err(RunError::Structure(_)) if engine == Engine::Explicit => continue,
            Err(error) => return Err(format!("{property}: {error}").into()),
        };
        let verdict = match result.properties[0].verdict {
            Verdict::Holds => "TRUE",
            Verdict::Fails => "FALSE",
            Verdict::Inconclusive => "UNKNOWN",
        };
        if verdict != expected {
            return Err(
                format!("{property}: {verdict}, expected {expected} ({engine:?} engine)").into()
            );
        }
    }
    Ok(())
}
