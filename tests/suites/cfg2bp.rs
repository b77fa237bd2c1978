//! Graphs and predicates to Boolean programs: each `.preds` file below `tests/cases/cfg2bp` is one
//! test.
//!
//! Next to `name.preds` stand the program `name.c` and the expectation: `name.bp`, the Boolean
//! program, or `name.txt`, the message with which the input is refused. `make bless` rewrites
//! these. Comment lines of the `.preds` file, or of the program, say what is special:
//!
//! ```text
//! // program: other.c                         the program, if several cases share one
//! // c2cfg: --integers mathematical -m32      options of belnap-c2cfg
//! // options: --cubes 2                       options of belnap-cfg2bp
//! // check: AG !at(P1) => UNKNOWN             a property and the verdict on it; any number
//! // graph: broken.cfg.json                   give this file as the graph, as it is
//! // predicates: program.bp                   give this file as the predicates
//! ```

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
use belnap_tests::case_files::case_files;
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

/// What the comments of a case say.
struct Case {
    /// The program or, if it is not translated, the graph.
    program: PathBuf,
    translated: bool,
    predicates: PathBuf,
    c2cfg: Vec<String>,
    cfg2bp: Vec<String>,
    /// Properties and the expected verdicts.
    checks: Vec<(String, String)>,
}

impl Case {
    fn read(file: &Path) -> Result<Case, String> {
        let folder = file.parent().unwrap_or(Path::new(""));
        let mut case = Case {
            program: file.with_extension("c"),
            translated: true,
            predicates: file.to_owned(),
            c2cfg: Vec::new(),
            cfg2bp: Vec::new(),
            checks: Vec::new(),
        };
        let comments = |file: &Path| -> Vec<(String, String)> {
            let text = fs::read(file).unwrap_or_default();
            let text = String::from_utf8_lossy(&text);
            let comments = text.lines().filter_map(|line| line.strip_prefix("// "));
            let pairs = comments.filter_map(|comment| comment.split_once(": "));
            pairs.map(|(key, value)| (key.to_owned(), value.trim().to_owned())).collect()
        };
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let mut lines = comments(file);
        if let Some((_, program)) = lines.iter().find(|(key, _)| key == "program") {
            case.program = folder.join(program);
        }
        lines.extend(comments(&case.program));
        for (key, value) in lines {
            match key.as_str() {
                "c2cfg" => case.c2cfg.extend(words(&value)),
                "options" => case.cfg2bp.extend(words(&value)),
                "check" => {
                    let (property, verdict) =
                        value.rsplit_once("=>").ok_or(format!("no `=>` in `{value}`"))?;
                    case.checks.push((property.trim().to_owned(), verdict.trim().to_owned()));
                }
                "graph" => {
                    case.program = folder.join(value);
                    case.translated = false;
                }
                "predicates" => case.predicates = folder.join(value),
                _ => {}
            }
        }
        Ok(case)
    }
}

fn case(file: &Path) -> Result<(), Failed> {
    let case = Case::read(file)?;
    let folder = tempfile::tempdir()?;
    let graph = match case.translated {
        true => translated(&case, folder.path())?,
        false => case.program.clone(),
    };
    let (found, accepted) = match abstracted(&case, &graph, folder.path(), &[])? {
        Ok(text) => {
            for threads in ["1", "4"] {
                let again = abstracted(&case, &graph, folder.path(), &["--threads", threads])?;
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
        case.checks
            .iter()
            .try_for_each(|(property, verdict)| check(&program, property, verdict))?;
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
    if std::env::var_os("BELNAP_BLESS").is_some() {
        fs::write(&expectation, found)?;
        if other.exists() {
            fs::remove_file(&other)?;
        }
        return Ok(());
    }
    if other.exists() {
        return Err(format!("{} is expected, but:\n{found}", other.display()).into());
    }
    let expected = fs::read_to_string(&expectation)
        .map_err(|_| format!("{} is missing; make it with: make bless", expectation.display()))?;
    if expected == found {
        return Ok(());
    }
    let at = expected.lines().zip(found.lines()).take_while(|(a, b)| a == b).count();
    Err(format!(
        "line {} differs:\n  expected: {}\n  found:    {}\nIf the new one is right: make bless",
        at + 1,
        expected.lines().nth(at).unwrap_or("(end)"),
        found.lines().nth(at).unwrap_or("(end)")
    )
    .into())
}

/// The verdict on a property, by both engines.
fn check(program: &BoolProgram, property: &str, expected: &str) -> Result<(), Failed> {
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
