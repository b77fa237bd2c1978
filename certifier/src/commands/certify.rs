//! `belnap-certify`: whether a certificate proves its property.

use std::path::Path;
use std::time::Duration;

use belnap_cli::io::{display_name, read_text, write_output};
use belnap_cli::{ToolError, exit, write_stderr};
use belnap_formats::property::read_formula;
use belnap_formats::{certificate, cfg};

use crate::certificate::{CertificateFindings, Refusal, certify};
use crate::formula::nowhere;
use crate::questions::Time;

/// The name of the executable.
pub const NAME: &str = "belnap-certify";

/// Examples and exit codes, for `--help`.
pub const AFTER_HELP: &str = "\
Examples:
  belnap-certify prog.cfg.json prog.cert.json
  belnap-certify prog.cfg.json prog.cert.json --questions smt; z3 smt/edge-e3.smt2

The certificate has an invariant for each location. The prover is asked whether these hold at the
entry, whether any edge leads out of them, and whether they imply the property, one question each,
first without the predicates that are irrelevant to an edge; the right answer is always `unsat`. Or
it says how often each loop is repeated at most: then all steps within these bounds are followed,
and the question is whether one more round, or a state that violates the property, is possible.
The graph must be the one that the certificate is about: after `belnap verify --save DIR`, this is
DIR/prog.cfg.json for N.program.cert.json, and for N.cert.json the graph.cfg.json next to it, or
DIR/prog.cfg.json if there is none.

Exit codes:
  0  the property is proved
  1  wrong command line
  2  a file was refused, or cannot be read or written
  5  some question was not decided, and nothing is known to be wrong
  6  internal error
 10  the certificate is wrong: an invariant does not hold or does not imply the property, or a loop
     can take more rounds, or a state within the bounds violates the property";

/// The command line of the executable.
#[derive(Debug, clap::Parser)]
#[command(name = NAME, version, about = "Check a proof that a property always holds",
    long_about = "Check a proof (*.cert.json) that a property of a control-flow graph \
                  (*.cfg.json) always holds, with none of the code that found it.",
    after_help = AFTER_HELP)]
pub struct Command {
    /// The options.
    #[command(flatten)]
    pub options: CertifyOptions,
}

/// What to check, and how.
#[derive(Clone, Debug, clap::Args)]
pub struct CertifyOptions {
    /// The control-flow graph.
    #[arg(value_name = "PROG.cfg.json")]
    pub graph: String,
    /// The certificate.
    #[arg(value_name = "PROG.cert.json")]
    pub certificate: String,
    /// Write every question as an SMT-LIB 2 file into this folder, which is created if needed.
    #[arg(long, value_name = "DIR")]
    pub questions: Option<String>,
    /// Time limit for one question, in milliseconds.
    #[arg(long, value_name = "MS", default_value_t = 10_000)]
    pub question_time: u64,
}

/// Runs the check.
///
/// # Errors
/// If a file cannot be read or written, or is refused.
pub fn run(options: &CertifyOptions) -> Result<u8, ToolError> {
    if options.graph == "-" && options.certificate == "-" {
        return Err(ToolError::Usage("only one file can be standard input".to_owned()));
    }
    let text = read_text(&options.graph)?;
    let graph = cfg::read(&text)
        .map_err(|found| ToolError::refuse(display_name(&options.graph), &text, &found))?
        .content;
    let file = display_name(&options.certificate);
    let text = read_text(&options.certificate)?;
    let proof =
        certificate::read(&text).map_err(|found| ToolError::refuse(file, &text, &found))?.content;
    let time = Time { question: Duration::from_millis(options.question_time), end: None };
    if let Some(folder) = &options.questions {
        std::fs::create_dir_all(folder)
            .map_err(|error| ToolError::io(folder, "cannot create the folder", &error))?;
    }
    let mut emit = |name: &str, text: &str| match &options.questions {
        Some(folder) => {
            let path = Path::new(folder).join(format!("{name}.smt2"));
            let text = format!("(set-logic ALL)\n{text}(check-sat)\n");
            write_output(Some(&path.display().to_string()), &text)
        }
        None => Ok(()),
    };
    let note = other_graph(options)
        .map(|other| format!("the certificate may be about another graph: {other} is next to it"));
    let outcome = certify(&graph, &proof, time, &mut emit).map_err(|refusal| match refusal {
        Refusal::Foreign(reason) | Refusal::Unfit(reason) => {
            let error = ToolError::unusable(file, reason);
            note.iter().fold(error, |error, note| error.note(note))
        }
        Refusal::Emit(error) => error,
    })?;
    if let Ok(formula) = read_formula(&proof.formula)
        && let Some(atom) = nowhere(&graph, &formula)
    {
        write_stderr(&format!("{file}: warning: the graph has no location for {atom}\n"));
    }
    report(file, &proof.formula, &outcome, note)
}

/// Says what is wrong, what is not decided, and the verdict; gives the exit code.
fn report(
    file: &str,
    formula: &str,
    outcome: &CertificateFindings,
    note: Option<String>,
) -> Result<u8, ToolError> {
    for message in &outcome.wrong {
        write_stderr(&format!("{file}: error: {message}\n"));
    }
    if let Some(note) = note.filter(|_| !outcome.wrong.is_empty()) {
        write_stderr(&format!("  note: {note}\n"));
    }
    for message in &outcome.undecided {
        write_stderr(&format!("{file}: warning: {message}\n"));
    }
    let questions = outcome.questions;
    let (code, word) = match (outcome.wrong.is_empty(), outcome.undecided.is_empty()) {
        (false, _) => (exit::FAILS, "wrong"),
        (true, false) => (exit::INCONCLUSIVE, "not decided"),
        (true, true) => (exit::OK, "proved"),
    };
    let plural = if questions == 1 { "" } else { "s" };
    write_output(None, &format!("{formula}: {word} ({questions} question{plural})\n"))?;
    Ok(code)
}

/// The graph that a saved run keeps next to a certificate, if that is not the one that is given.
fn other_graph(options: &CertifyOptions) -> Option<String> {
    if options.certificate.ends_with(".program.cert.json") {
        return None;
    }
    let beside = Path::new(&options.certificate).with_file_name("graph.cfg.json");
    let (given, beside_it) =
        (Path::new(&options.graph).canonicalize(), beside.canonicalize().ok()?);
    given.is_ok_and(|given| given != beside_it).then(|| beside.display().to_string())
}
