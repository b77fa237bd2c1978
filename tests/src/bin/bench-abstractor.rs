//! What it costs to abstract, by method: `make bench-abstractor`.
//!
//! Each line is one program over some predicates, abstracted by one method from nothing. Without
//! arguments these are the papers' programs and families of growing ones (with the conditions of
//! their branches as predicates), then curves of growth. With arguments they are the given C files
//! and those in the given folders.
//!
//! `asked` counts questions; `free` is the share of them that the prover was not asked, in percent,
//! and `free*` that share of those about something that changes. Times are wall-clock.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use belnap_abstractor::options::{AbstractionOptions, Method};
use belnap_abstractor::program::abstract_program;
use belnap_abstractor::theory::Theory;
use belnap_abstractor::tracked::read_tracked;
use belnap_formats::{condition, predicates};
use belnap_frontend::commands::c2cfg;
use belnap_frontend::pipeline::{self, UnitText, compile};
use belnap_ir::boolprog::{BoolProgram, Expr, StmtKind};
use belnap_ir::cfg::{Cfg, Operation};
use belnap_ir::expr;
use belnap_solver::counters::Counted;
use belnap_solver::prover::{Prover, ProverOptions};
use belnap_tests::c_families::{C_FAMILIES, CFamily};
use belnap_tests::cfg2bp_case::Case;
use clap::Parser;

/// Numbers of predicates of generated programs.
const SIZES: [usize; 5] = [10, 20, 40, 70, 100];

/// Numbers of predicates for a curve of growth.
const CURVE: [usize; 10] = [10, 20, 30, 40, 50, 60, 70, 80, 90, 100];

/// A method that took longer is not tried on a larger program of the same family.
const PATIENCE: Duration = Duration::from_secs(10);

#[derive(Debug, Parser)]
#[command(about = "Measure the abstractor")]
struct Arguments {
    /// C files, or folders of them.
    files: Vec<PathBuf>,
    /// Data model of the files: `-m32` or `-m64`.
    #[arg(short, default_value = "64")]
    model: String,
    /// Maximum number of predicates of a file; may be given several times.
    #[arg(long, default_values_t = [40, 100])]
    predicates: Vec<usize>,
    /// Methods: exact, cubes1, cubes2, cubes3, joint2.
    #[arg(long, value_delimiter = ',', default_value = "exact,cubes1,cubes2,cubes3,joint2")]
    methods: Vec<String>,
    /// Without files: only one part, `papers`, a family or `growth`.
    #[arg(long, value_name = "PART")]
    only: Option<String>,
    /// Measure with one thread only.
    #[arg(long)]
    one_thread: bool,
}

fn main() -> Result<(), String> {
    let arguments = Arguments::parse();
    let bench = Bench { methods: methods(&arguments.methods)?, two: !arguments.one_thread };
    heading();
    if arguments.files.is_empty() {
        let wanted = |part: &str| arguments.only.as_deref().is_none_or(|only| only == part);
        if wanted("papers") {
            papers(&bench)?;
        }
        for family in C_FAMILIES.iter().filter(|family| wanted(family.name)) {
            members(&bench, family)?;
        }
        return if wanted("growth") { growth() } else { Ok(()) };
    }
    let mut files = Vec::new();
    for path in &arguments.files {
        collect(path, &mut files).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    for file in files {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        match graph(&file, &[format!("-m{}", arguments.model)]) {
            Ok(cfg) => {
                let conditions = branch_conditions(&cfg);
                let mut sizes: Vec<usize> =
                    arguments.predicates.iter().map(|most| conditions.len().min(*most)).collect();
                sizes.dedup();
                for size in sizes {
                    bench.program(&name, &cfg, &listed(&conditions[..size]), |_| true)?;
                }
            }
            Err(message) => say(&format!("{name}: {}", message.lines().next().unwrap_or(""))),
        }
    }
    Ok(())
}

#[allow(clippy::print_stdout)]
fn say(line: &str) {
    println!("{line}");
}

fn heading() {
    say(&format!(
        "{:28} {:>6} {:>5} {:7} {:>8} {:>7} {:>5} {:>5} {:>8} {:>8} {:>6} {:>8}",
        "program",
        "edges",
        "preds",
        "method",
        "asked",
        "prover",
        "free",
        "free*",
        "1 thr s",
        "2 thr s",
        "stmts",
        "literals"
    ));
}

fn methods(names: &[String]) -> Result<Vec<(String, Method, usize)>, String> {
    let method = |name: &String| {
        let (method, joint) = match name.as_str() {
            "exact" => (Method::default(), 0),
            "cubes1" => (Method::Cubes(1), 0),
            "cubes2" => (Method::Cubes(2), 0),
            "cubes3" => (Method::Cubes(3), 0),
            "joint2" => (Method::default(), 2),
            _ => return Err(format!("there is no method `{name}`")),
        };
        Ok((name.clone(), method, joint))
    };
    names.iter().map(method).collect()
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    if !path.is_dir() {
        files.push(path.to_owned());
        return Ok(());
    }
    let mut inside = Vec::new();
    for entry in fs::read_dir(path)? {
        inside.push(entry?.path());
    }
    inside.retain(|file| file.extension().is_some_and(|extension| extension == "c"));
    inside.sort();
    files.append(&mut inside);
    Ok(())
}

fn graph(file: &Path, options: &[String]) -> Result<Cfg, String> {
    let file = file.display().to_string();
    let arguments = ["belnap-c2cfg".to_owned(), file].into_iter().chain(options.iter().cloned());
    let command = c2cfg::Command::try_parse_from(arguments).map_err(|error| error.to_string())?;
    let built = c2cfg::build(&command.options.program);
    built.map(|(compiled, _)| compiled.cfg).map_err(|error| error.message("bench-abstractor"))
}

fn generated(name: &str, text: &str) -> Result<Cfg, String> {
    let units = vec![UnitText::new(name, text)];
    let compiled = compile(units, &pipeline::CompileOptions::default());
    compiled.map(|compiled| compiled.cfg).map_err(|refused| refused.render())
}

/// The conditions of branches that differ, up to negation, as text.
fn branch_conditions(cfg: &Cfg) -> Vec<String> {
    let mut found: Vec<expr::Expr> = Vec::new();
    for edge in &cfg.edges {
        let Operation::Assume(condition) = &edge.operation else { continue };
        let constant = {
            let mut vars = 0;
            condition.for_each_var(&mut |_| vars += 1);
            vars == 0
        };
        if constant
            || condition.depth() > expr::Expr::MAX_DEPTH / 2
            || found.contains(condition)
            || found.contains(&condition.clone().negate())
        {
            continue;
        }
        found.push(condition.clone());
    }
    found.iter().map(|condition| condition::print(cfg, condition)).collect()
}

fn listed(conditions: &[String]) -> String {
    let lines = conditions.iter().map(|condition| format!("global {{ {condition} }}\n"));
    format!("{}\n{}", predicates::HEADER, lines.collect::<String>())
}

/// The papers' programs, which are cases of the suite `cfg2bp`.
fn papers(bench: &Bench) -> Result<(), String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/cfg2bp/papers");
    let entries = fs::read_dir(&folder).map_err(|error| error.to_string())?;
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "preds"));
    files.sort();
    for file in files {
        let text = fs::read_to_string(&file).map_err(|error| error.to_string())?;
        let case = Case::read(&file)?;
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        bench.program(&name, &graph(&case.program, &case.c2cfg)?, &text, |_| true)?;
    }
    Ok(())
}

/// The members of a family.
fn members(bench: &Bench, family: &CFamily) -> Result<(), String> {
    let mut tired: Vec<String> = Vec::new();
    for size in SIZES {
        let cfg = generated(family.name, &(family.member)(size))?;
        let conditions = branch_conditions(&cfg);
        let set = listed(&conditions[..size.min(conditions.len())]);
        let rows = bench.program(family.name, &cfg, &set, |method| !tired.contains(method))?;
        let slow = rows.into_iter().filter(|(_, time)| *time > PATIENCE);
        tired.extend(slow.map(|(method, _)| method));
    }
    Ok(())
}

/// Prover calls and time by number of predicates.
fn growth() -> Result<(), String> {
    for name in ["protocol", "chain"] {
        say(&format!("\ngrowth of {name}, exact, one thread: predicates, edges, asked, prover, s"));
        let family = C_FAMILIES.iter().find(|family| family.name == name);
        let member = family.ok_or("no such family")?.member;
        for size in CURVE {
            let cfg = generated(name, &member(size))?;
            let conditions = branch_conditions(&cfg);
            let set = listed(&conditions[..size.min(conditions.len())]);
            let (_, counted, time) = run(&cfg, &set, AbstractionOptions::default())?;
            say(&format!(
                "{size:>5} {:>6} {:>8} {:>7} {:>8.2}",
                cfg.edges.len(),
                counted.asked,
                counted.prover,
                time.as_secs_f64()
            ));
            if time > 6 * PATIENCE {
                break;
            }
        }
    }
    Ok(())
}

struct Bench {
    /// Name, how expressions are looked for, size of joint updates.
    methods: Vec<(String, Method, usize)>,
    /// Measure two threads, too.
    two: bool,
}

impl Bench {
    /// A line for each wanted method; how long each took.
    fn program(
        &self,
        name: &str,
        cfg: &Cfg,
        set: &str,
        wanted: impl Fn(&String) -> bool,
    ) -> Result<Vec<(String, Duration)>, String> {
        let mut times = Vec::new();
        for (label, method, joint) in &self.methods {
            if !wanted(label) {
                continue;
            }
            let options = |threads| AbstractionOptions { method: *method, joint: *joint, threads };
            let (program, counted, one) = run(cfg, set, options(1))?;
            let two = match self.two {
                true => format!("{:.2}", run(cfg, set, options(2))?.2.as_secs_f64()),
                false => "-".to_owned(),
            };
            let (statements, literals) = size(&program);
            say(&format!(
                "{name:28} {:>6} {:>5} {label:7} {:>8} {:>7} {:>5.1} {:>5.1} {:>8.2} {two:>8} \
                 {statements:>6} {literals:>8}",
                cfg.edges.len(),
                set.matches(" }").count(),
                counted.asked,
                counted.prover,
                counted.without_prover(),
                counted.without_prover_of_affected(),
                one.as_secs_f64(),
            ));
            times.push((label.clone(), one));
        }
        Ok(times)
    }
}

/// One abstraction from nothing.
fn run(
    cfg: &Cfg,
    set: &str,
    options: AbstractionOptions,
) -> Result<(BoolProgram, Counted, Duration), String> {
    let tracked = read_tracked(cfg, set).map_err(|found| found[0].to_string())?;
    let prover = Prover::new(ProverOptions::default()).map_err(|error| error.to_string())?;
    let theory = Theory::new(prover);
    let start = Instant::now();
    let program = abstract_program(cfg, &tracked, &theory, &options);
    let time = start.elapsed();
    Ok((program, theory.prover.counters().counted(), time))
}

/// Statements, and variables in expressions.
fn size(program: &BoolProgram) -> (usize, usize) {
    let bodies = || program.procedures.iter().flat_map(|procedure| &procedure.body);
    let facts = program.procedures.iter().flat_map(|procedure| &procedure.enforce);
    let mut found: usize = program.enforce.iter().chain(facts).map(literals).sum();
    for statement in bodies() {
        found += match &statement.kind {
            StmtKind::Assign { values, constrain, assume, .. } => {
                values.iter().chain(constrain).chain(assume).map(literals).sum()
            }
            StmtKind::Call { args: values, .. } | StmtKind::Return(values) => {
                values.iter().map(literals).sum()
            }
            StmtKind::Assert(condition) | StmtKind::Assume(condition) => literals(condition),
            // The abstractor writes no others with expressions.
            _ => 0,
        };
    }
    (bodies().count(), found)
}

fn literals(expr: &Expr) -> usize {
    match expr {
        Expr::Var(_) | Expr::Next(_) => 1,
        Expr::Const(_) | Expr::Star(_) | Expr::Nondet(_) => 0,
        Expr::Not(operand) => literals(operand),
        Expr::And(operands) | Expr::Or(operands) => operands.iter().map(literals).sum(),
        Expr::Choose(a, b)
        | Expr::Schoose(a, b)
        | Expr::Ne(a, b)
        | Expr::Eq(a, b)
        | Expr::Implies(a, b) => literals(a) + literals(b),
    }
}
