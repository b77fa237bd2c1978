//! `belnap validate`: what is wrong with files of any kind.

use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use belnap_cli::io::write_output;

use belnap_checker::encode::{EncodeOptions, Recursion, encode};
use belnap_cli::{ToolError, exit, print_diagnostics, print_error, write_stderr};
use belnap_evidence::completions;
use belnap_evidence::confirm::{Confirmation, Subject};
use belnap_ir::cfg::Cfg;
use belnap_ir::diagnostic::Severity;
use belnap_ir::kripke::Kripke;
use belnap_ir::result::{CheckResult, StructureSummary};

use crate::artefact::{Content, Input};
use crate::report::printable;
use crate::summary;
use belnap_certifier::against::{self, ApproximationFindings, structure};
use belnap_certifier::questions::{Limits, Time};

const AFTER_HELP: &str = "\
The kind of a file is found from its content: Boolean programs, control-flow graphs, Kripke
structures, properties, predicates and results. Diagnostics name the broken rule, which is described
in formats/spec.

Results: with --against, every explanation is re-checked, claim by claim, on the structure or
program it is about, by a checker that shares no code with the one that wrote it. A program is
encoded as the result says, with the meaning of `*` in its dialect; if it was checked with --star,
give the structure written by --save-kripke. Where states are listed, an explanation is about one of
them; if the verdict depends on others too, the output says so. Not checked: the values in initial
states, whether something unknown could have been decided, and what was taken from an earlier
result. \"Cannot be confirmed\" means that there was too much to try, or something was left out; the
explanation may still be right.

Thorough results, without such an explanation: the completions that they name are compared with the
structure by the definition of completeness, and the property is checked on each; they are looked for
in the folder --completions, or in that of the result. Answers about all completions are found again
by the tableau, which is for CTL.

Abstractions: with --against, a Boolean program, or the structure that belnap-bp2kripke makes of it,
is checked against the control-flow graph it abstracts: whether it has the same edges, and whether
each update, condition, `constrain` and `enforce` is correct. The prover is asked by a checker that
shares no code with belnap-cfg2bp and belnap-bp2kripke. Labels n7 and annotations `//@ e12` say which
location and edge is meant; quoted names are read as conditions. What the prover cannot decide in
time is a warning. If a program has calls, only the Boolean program can be checked.

Examples:
  belnap validate prog.bp property.ctl prog.result.json
  belnap-bp2kripke prog.bp | belnap validate -
  belnap validate prog.result.json --against prog.kripke.json
  belnap validate prog.bp --against prog.cfg.json
  belnap validate prog.kripke.json --against prog.cfg.json

Exit codes:
  0  every file is valid (there may be warnings), every explanation confirmed, nothing wrong found
     in an abstraction
  1  wrong command line
  2  some file was refused or cannot be read, or some explanation is missing, wrong or cannot be
     confirmed, or an abstraction does not approximate its graph";

/// What is said of an explanation that was cut short.
const CUT: &str = "cannot be confirmed: claims were left out, and raising --max-claims keeps them \
                   (it is not known to be wrong)";

/// Which files to validate.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct ValidateOptions {
    /// Files of any kind; `-` is standard input.
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<String>,
    /// Re-check the explanations of a result on the Kripke structure or Boolean program it is
    /// about, or a Boolean program or structure on the control-flow graph it abstracts.
    #[arg(long, value_name = "STRUCTURE")]
    pub against: Option<String>,
    /// Where the completions are that a thorough result names; by default, beside it.
    #[arg(long, value_name = "DIR", requires = "against")]
    pub completions: Option<String>,
    /// Time limit for one question to the prover about an abstraction, in milliseconds.
    #[arg(long, value_name = "MS", default_value_t = 5000, requires = "against")]
    pub question_time: u64,
    /// Refuse an abstraction if the prover could not decide something.
    #[arg(long, requires = "against")]
    pub strict: bool,
}

/// Runs the subcommand.
///
/// # Errors
/// With `--against`, if a file cannot be read or is refused; otherwise that is part of the output.
pub fn run(options: &ValidateOptions) -> Result<u8, ToolError> {
    if let Some(against) = &options.against {
        return confirm(options, against);
    }
    let mut accepted = String::new();
    let mut code = exit::OK;
    for path in &options.files {
        match validate(path) {
            Ok(summary) => accepted.push_str(&summary),
            Err(error) => {
                print_error(super::NAME, &error);
                code = exit::REFUSED;
            }
        }
    }
    write_output(None, &printable(&accepted))?;
    Ok(code)
}

/// Re-checks the only file: the explanations of a result, or an abstraction.
fn confirm(options: &ValidateOptions, against: &str) -> Result<u8, ToolError> {
    let [path] = options.files.as_slice() else {
        return Err(ToolError::Usage("--against is for one file".to_owned()));
    };
    if path == "-" && against == "-" {
        return Err(ToolError::Usage("standard input can be read only once".to_owned()));
    }
    let input = Input::read(path)?;
    let result = match input.content()? {
        Content::Result(artefact) => artefact.content,
        Content::BoolProgram(program, _) => {
            let check = |cfg: &Cfg, limits| against::check(cfg, &program, limits);
            return approximates(&input, &check, against, options);
        }
        Content::Kripke(artefact) => match artefact.content {
            Kripke::Symbolic(kripke) => {
                let check = |cfg: &Cfg, limits| structure::check(cfg, &kripke, limits);
                return approximates(&input, &check, against, options);
            }
            Kripke::Explicit(_) => {
                return Err(input.refuse("listed states say nothing about a graph"));
            }
        },
        other => {
            let message = format!(
                "this is {}; only results have explanations, and only Boolean programs and \
                 structures abstract a graph",
                other.kind()
            );
            return Err(input.refuse(&message));
        }
    };
    let beside = Path::new(path).parent().unwrap_or(Path::new("")).display().to_string();
    let completions = options.completions.as_ref().unwrap_or(&beside);
    // Those decided by summaries are about another structure.
    let (by_summaries, others): (Vec<_>, Vec<_>) =
        result.properties.iter().cloned().partition(|property| property.summaries);
    if by_summaries.is_empty() || others.is_empty() {
        return explains(&input, &result, against, completions);
    }
    let parts = [others, by_summaries]
        .map(|properties| CheckResult { properties, ..result.clone() })
        .map(|part| explains(&input, &part, against, completions));
    let [first, second] = parts;
    Ok(first?.max(second?))
}

/// Re-checks the explanations of a result, one line per property.
fn explains(
    input: &Input,
    result: &CheckResult,
    against: &str,
    completions: &str,
) -> Result<u8, ToolError> {
    if result.properties.is_empty() {
        return Err(input.refuse("there are no properties, so nothing can be confirmed"));
    }
    let recursion = match result.properties.iter().all(|property| property.summaries) {
        true => Recursion::Summaries,
        false => Recursion::Levels(result.structure.levels.unwrap_or(1)),
    };
    let kripke = read_structure(&Input::read(against)?, &result.structure, recursion)?;
    let read_completion = |name: &str| {
        let path = Path::new(completions).join(name).display().to_string();
        let read = Input::read(&path).and_then(|input| match input.content()? {
            Content::Kripke(artefact) => Ok(artefact.content),
            _ => Err(input.refuse("this is no structure")),
        });
        match read {
            Ok(Kripke::Explicit(completion)) => Ok(completion),
            Ok(Kripke::Symbolic(_)) => Err(format!("{path} is symbolic")),
            Err(_) => Err(format!("{path} cannot be read (--completions says where it is)")),
        }
    };
    let thorough: Vec<Option<Confirmation>> = result
        .properties
        .iter()
        .map(|property| {
            let answer = property.thorough.as_ref().filter(|_| property.explanation.is_none())?;
            Some(completions::confirm(&kripke, property, answer, &read_completion))
        })
        .collect();
    let subject = subject(kripke, against, &result.structure)?;
    // The numbers of a result that is only in part about summaries are of the other structure.
    let described = recursion != Recursion::Summaries || result.structure.levels.is_none();
    let difference = subject.difference(&result.structure).filter(|_| described);
    if let Some(difference) = difference {
        write_stderr(&format!("{}: warning: {difference}\n", input.file));
    }
    let mut lines = String::new();
    let mut code = exit::OK;
    let outcomes = subject.confirm_all(result).into_iter().zip(thorough);
    for (property, (explained, thorough)) in result.properties.iter().zip(outcomes) {
        let outcome = thorough.unwrap_or(explained);
        let _ = match outcome {
            Confirmation::Cut => writeln!(lines, "{}: {CUT}", property.name),
            _ if property.summaries => {
                writeln!(lines, "{}: {outcome}; summaries of calls are not checked", property.name)
            }
            _ => writeln!(lines, "{}: {outcome}", property.name),
        };
        if !outcome.is_confirmed() {
            code = exit::REFUSED;
        }
    }
    write_output(None, &printable(&lines))?;
    Ok(code)
}

/// Reads the structure that a result is about, or encodes the program as the result says.
fn read_structure(
    input: &Input,
    summary: &StructureSummary,
    recursion: Recursion,
) -> Result<Kripke, ToolError> {
    Ok(match input.content()? {
        Content::Kripke(artefact) => artefact.content,
        Content::BoolProgram(program, warnings) => {
            print_diagnostics(&input.file, &input.text, &warnings);
            let options = EncodeOptions {
                semantics: summary.semantics,
                recursion,
                ..EncodeOptions::default()
            };
            let encoded = encode(&program, &options);
            Kripke::Symbolic(
                encoded.map_err(|diagnostic| {
                    ToolError::refuse(&input.file, &input.text, &[diagnostic])
                })?,
            )
        }
        other => {
            return Err(input.refuse(&format!(
                "this is {}; results are about Boolean programs and Kripke structures",
                other.kind()
            )));
        }
    })
}

/// The structure in the form that its result is about.
fn subject(
    kripke: Kripke,
    against: &str,
    summary: &StructureSummary,
) -> Result<Subject, ToolError> {
    Subject::new(kripke, summary).map_err(|diagnostic| {
        ToolError::unusable(
            against,
            format!(
                "the result is about listed states and cannot be confirmed: {} (it is not known to \
                 be wrong)",
                diagnostic.message
            ),
        )
    })
}

/// Checks a Boolean program or a structure against the graph it abstracts.
fn approximates(
    input: &Input,
    check: &dyn Fn(&Cfg, Limits) -> ApproximationFindings,
    against: &str,
    options: &ValidateOptions,
) -> Result<u8, ToolError> {
    let graph = Input::read(against)?;
    let cfg = match graph.content()? {
        Content::Cfg(artefact) => artefact.content,
        other => {
            let message = format!("this is {}, not a control-flow graph", other.kind());
            return Err(graph.refuse(&message));
        }
    };
    let limits = Limits {
        time: Time { question: Duration::from_millis(options.question_time), end: None },
        strict: options.strict,
    };
    let outcome = check(&cfg, limits);
    let found = &outcome.diagnostics;
    print_diagnostics(&input.file, &input.text, found);
    if found.iter().any(|one| one.severity == Severity::Error) {
        return Ok(exit::REFUSED);
    }
    let line = format!("{}: approximates {}: {outcome}\n", input.file, graph.file);
    write_output(None, &printable(&line))?;
    Ok(exit::OK)
}

/// The line on a valid file; warnings go to standard error.
fn validate(path: &str) -> Result<String, ToolError> {
    let input = Input::read(path)?;
    let content = input.content()?;
    if let Content::BoolProgram(_, warnings) = &content {
        print_diagnostics(&input.file, &input.text, warnings);
    }
    let mut line = String::new();
    let _ = writeln!(line, "{}: ok ({})", input.file, summary::line(&content));
    Ok(line)
}
