//! `belnap replay`: an execution, compiled and run.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use belnap_cli::io::{display_name, read_text, write_output};
use belnap_cli::outputs::keep_apart;
use belnap_cli::{ToolError, exit};
use belnap_formats::property::{read_formula, read_path};
use belnap_frontend::commands::c2cfg::{self, ProgramArgs};
use belnap_ir::cfg::Cfg;
use clap::Parser;

use super::NAME;
use super::verify::harness_text;
use crate::report::printable;
use belnap_evidence::replay::claim::Claim;
use belnap_evidence::replay::read::read as read_replay;
use belnap_evidence::replay::run::{ReplayOptions, ReplayOutcome, run as run_replay};
use belnap_evidence::replay::source::fingerprint;
use belnap_evidence::replay::states::are_states;
use belnap_evidence::replay::test_file;
use belnap_evidence::replay::watch::is_place;
use belnap_formats::replay::{Program, Replay};

const AFTER_HELP: &str = "\
Examples:
  belnap verify prog.c --save run; belnap replay run/assertions/1.replay.json
  belnap verify prog.c --function f --save run; belnap replay run/assertions/1.replay.json --test f.test.c
  belnap replay failure.replay.json --keep scratch; gdb scratch/replay

The program's own files, as the replay names them, are compiled with a small C file that supplies
the inputs, and run in a scratch folder with a time limit. Variables that the program does not
initialise are zero; where they must be something else, a copy of the source gets initialisers.
A replay must look for what its property is about, and the files must not have changed. An
endless execution is run for some rounds of its loop. A program that calls functions with effects
outside its memory is not run. One that tries to have effects in other ways is stopped: where the
system supports it, the program cannot write files, and can make only harmless system calls.

Exit codes:
  0  the program ran into the error, or did whatever else the replay says of the property
  1  wrong command line
  2  a file was refused, or cannot be read or written
  5  it could not be compiled or run; the reason is on standard output
  6  internal error
 10  the program did something else";

/// What to replay, and how.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct ReplayCommandOptions {
    /// The execution.
    #[arg(value_name = "PROG.replay.json")]
    pub replay: String,
    /// The C compiler; by default cc, gcc or clang.
    #[arg(long, value_name = "COMMAND")]
    pub cc: Option<String>,
    /// Time limit for the program, in seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0)]
    pub timeout: f64,
    /// Write a test to this file: it calls the function of --function as the execution does, and
    /// can be compiled by hand.
    #[arg(long, value_name = "FILE")]
    pub test: Option<String>,
    /// Keep the generated files in this folder, which must exist.
    #[arg(long, value_name = "DIR")]
    pub keep: Option<String>,
}

/// What the program did, and what that says about the property.
fn describe(replay: &Replay) -> String {
    let claim = Claim::of(replay);
    let options = options(&replay.program);
    let compiled = match options.is_empty() {
        true => String::new(),
        // They may make another program of the same files.
        false => format!(", compiled with {},", options.join(" ")),
    };
    let did = claim.as_ref().map(Claim::text).unwrap_or_default();
    let did = format!("the program{compiled} {did}");
    match (&replay.property, claim) {
        (None, _) => format!("{did}; a replay of version 1 does not say of which property"),
        (Some(property), Ok(Claim::Ends)) => {
            format!("{did}: {property} holds if it has no other execution")
        }
        (Some(property), Ok(Claim::Rounds(_))) => format!("{did}, which is about {property}"),
        (Some(property), _) => format!("{did}, which refutes {property}"),
    }
}

/// What to compile, as `belnap verify` is told.
#[derive(Debug, clap::Parser)]
struct Arguments {
    #[command(flatten)]
    program: ProgramArgs,
}

/// The options for the preprocessor.
fn options(program: &Program) -> Vec<String> {
    let all = [("-I", &program.include), ("-D", &program.define), ("-U", &program.undefine)];
    let each = |(option, values): (&str, &Vec<String>)| -> Vec<String> {
        values.iter().map(|value| format!("{option}{value}")).collect()
    };
    let flags = program.flags.iter().flatten().cloned().collect::<BTreeSet<String>>();
    all.into_iter().flat_map(each).chain(flags).collect()
}

/// The graph of the program of a replay; `None` if there is none.
fn graph(program: &Program) -> Option<Cfg> {
    let mut arguments = vec![NAME.to_owned(), format!("-m{}", program.bits)];
    let common = Program { flags: Vec::new(), ..program.clone() };
    arguments.extend(options(&common));
    arguments.extend(program.harness.iter().flat_map(|harness| harness.options.iter().cloned()));
    arguments.push("--".to_owned());
    arguments.extend(program.files.iter().cloned());
    let arguments = Arguments::try_parse_from(arguments).ok()?;
    let args = arguments.program.with_flags(&program.flags).ok()?;
    let (compiled, _) = c2cfg::build(&args).ok()?;
    // What calls the function must be what the options make of it.
    (harness_text(&args, &compiled) == program.harness).then_some(compiled.cfg)
}

/// Why a replay does not call its function as the options say that it has.
fn explain_misplaced_call(program: &Program) -> Option<String> {
    let harness = program.harness.as_ref()?;
    let function = &harness.function;
    match graph(program) {
        Some(_) => None,
        None => Some(format!("`{function}` is not called as its options say")),
    }
}

/// Why a condition does not refute the property where a replay looks at it: a name may be another
/// variable there, or the property may say something else of other states on the line.
fn why_misplaced(replay: &Replay) -> Option<String> {
    let (watch, text) = (replay.watches().last()?, replay.property.as_ref()?);
    let program = &replay.program;
    let mut files = program.files.iter().zip(&program.sha256);
    if !files.all(|(file, known)| fingerprint(file).is_ok_and(|own| own == *known)) {
        // It is not run.
        return None;
    }
    let (file, line, condition) = (&watch.file, watch.line, &watch.condition);
    let fits = |cfg: &Cfg| match replay.linear {
        true => read_path(text).is_ok_and(|path| are_states(cfg, &path, &replay.states)),
        false => read_formula(text).is_ok_and(|property| is_place(cfg, &property, watch)),
    };
    match graph(program) {
        Some(cfg) if fits(&cfg) => None,
        Some(_) if replay.linear => {
            Some(format!("the states up to {file}:{line} are not what the property is about"))
        }
        Some(_) => Some(format!("{condition} at {file}:{line} is not what the property is about")),
        None => Some(format!("the program has no graph, so {file}:{line} may be any place")),
    }
}

/// Writes a test that calls the function of a replay.
fn write_test(file: &str, replay: &Replay) -> Result<(), ToolError> {
    keep_apart(&[("--test", Some(file))], replay.program.files.iter().map(String::as_str))?;
    match test_file::text(replay) {
        Some((_, text)) => write_output(Some(file), &text),
        None if replay.program.harness.is_none() => {
            Err(ToolError::Usage("--test needs a replay of a function".to_owned()))
        }
        None => Err(ToolError::unusable(file, "the function needs memory that a test cannot fill")),
    }
}

/// Runs the subcommand.
///
/// # Errors
/// If a file cannot be read or written, or is refused.
pub fn run(options: &ReplayCommandOptions) -> Result<u8, ToolError> {
    let time = Duration::try_from_secs_f64(options.timeout)
        .map_err(|_| ToolError::Usage("--timeout needs a number of seconds".to_owned()))?;
    let file = display_name(&options.replay);
    let replay = read_replay(file, &read_text(&options.replay)?)?;
    if let Some(reason) = why_misplaced(&replay).or_else(|| explain_misplaced_call(&replay.program))
    {
        write_output(None, &format!("not replayed: {reason}\n"))?;
        return Ok(exit::INCONCLUSIVE);
    }
    if let Some(file) = &options.test {
        write_test(file, &replay)?;
    }
    let scratch =
        tempfile::tempdir().map_err(|error| ToolError::io(file, "no scratch folder", &error))?;
    let folder = options.keep.as_deref().map_or(scratch.path(), Path::new);
    let how = ReplayOptions { compiler: options.cc.as_deref(), time, end: None, folder };
    let (code, text) = match run_replay(&replay, &how) {
        ReplayOutcome::Reached => (exit::OK, format!("replayed: {}", describe(&replay))),
        ReplayOutcome::NotRun(reason) => (exit::INCONCLUSIVE, format!("not replayed: {reason}")),
        ReplayOutcome::Differs(what) | ReplayOutcome::Crashed(what) => {
            (exit::FAILS, format!("not replayed: {what}"))
        }
    };
    write_output(None, &printable(&format!("{text}\n")))?;
    Ok(code)
}
