//! `belnap verify` on C programs with known answers.
//!
//! A case is a C file below `tests/cases/verify`; its head says what is asked and what the answer
//! is, as `tests/cases/README.md` describes. Where the answer is known and the tool does not find
//! it, the line says UNKNOWN and a comment after it what is wanted. `BELNAP_SHOW=1` shows how each
//! answer was found.
//!
//! The programs of `tests/everyday` are cases too, but take long: `-- --ignored` runs them.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use belnap::commands::verify::options::VerifyOptions;
use belnap::commands::verify::task::Task;
use belnap::verify::words;
use belnap_cli::ToolError;
use belnap_cli::io::write_output;
use belnap_engine::cegar::Watch;
use belnap_engine::conclusion::{Answer, Conclusion, StopReason};
use belnap_test_support::files::case_files;
use belnap_test_support::head::Check;
use belnap_tests::verify_case;
use clap::Parser;
use libtest_mimic::{Arguments, Failed, Trial};

/// Time for one case: so much that it does not matter what else the machine does.
const LIMIT: Duration = Duration::from_secs(60);

#[derive(Debug, clap::Parser)]
struct Command {
    #[command(flatten)]
    options: VerifyOptions,
}

fn main() {
    let arguments = Arguments::from_args();
    let mut trials = trials_of("cases/verify");
    trials.extend(trials_of("everyday").into_iter().map(|trial| trial.with_ignored_flag(true)));
    libtest_mimic::run(&arguments, trials).exit();
}

/// A test for each case of a folder.
fn trials_of(folder: &str) -> Vec<Trial> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let trial = |file: PathBuf| {
        let path = root.join(&file);
        Trial::test(file.display().to_string(), move || case(&path))
    };
    case_files(&root, &[".c"]).into_iter().map(trial).collect()
}

fn case(file: &Path) -> Result<(), Failed> {
    let begin = Instant::now();
    let mut wrong = Vec::new();
    for check in verify_case::questions(file)? {
        let (found, answer) = answer(file, &check, begin)?;
        let predicates: Vec<&str> = answer.predicates.iter().map(|one| one.name.as_str()).collect();
        if let [wanted] = check.values("found")[..]
            && let wanted = wanted.split(',').map(str::trim).collect::<Vec<_>>()
            && (predicates != wanted || answer.iterations != wanted.len() + 1)
        {
            let rounds = answer.iterations;
            return Err(format!("found {predicates:?} in {rounds} rounds").into());
        }
        let reason = match &answer.conclusion {
            Conclusion::Unknown { reason, .. } => format!(": {}", words::reason(reason)),
            _ => String::new(),
        };
        let answer = format!("(rounds {}, {predicates:?}{reason})", answer.iterations);
        let what = check.property.as_deref().unwrap_or("default");
        if std::env::var_os("BELNAP_SHOW").is_some() {
            let line = format!("{}: {what} => {found} {answer}\n", file.display());
            write_output(None, &line).map_err(|error| error.message("belnap"))?;
        }
        let expected = check.verdict;
        if found != expected {
            wrong.push(format!("{what}\n  expected {expected}, found {found} {answer}"));
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}

/// The verdict on a formula, and how it was found.
fn answer(file: &Path, check: &Check, begin: Instant) -> Result<(&'static str, Answer), Failed> {
    let file = file.display().to_string();
    let arguments = verify_case::arguments(&file, check);
    let options = Command::try_parse_from(arguments)?.options;
    let failed = |error: ToolError| Failed::from(error.message("belnap"));
    let task = Task::read(&options).map_err(failed)?;
    let [property] = task.properties.properties() else {
        return Err("one property at a time".into());
    };
    let cfg = task.question.graph(property);
    let mut clock = Clock { end: begin + LIMIT };
    let answer = task.answer(&cfg, property, &mut clock).map_err(failed)?;
    Ok((answer.conclusion.verdict().sv_comp_word(), answer))
}

/// Stops the loop when the time is up.
struct Clock {
    end: Instant,
}

impl Watch for Clock {
    fn stop(&self) -> Option<StopReason> {
        (Instant::now() >= self.end).then_some(StopReason::Time(LIMIT))
    }
}
