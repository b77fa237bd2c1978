//! `belnap verify`: a C program to a verdict.

use std::time::Duration;

use belnap_abstractor::theory::Theory;
use belnap_checker::commands::properties::PropertySet;
use belnap_formats::tool::{ToolError, exit};
use belnap_frontend::commands::c2cfg;
use belnap_frontend::passes::{PassContext, run_default};
use belnap_ir::result::Verdict;
use belnap_solver::prover::{Prover, ProverOptions};

use crate::cegar::{Ending, verify};

/// Options.
#[derive(Clone, Debug, clap::Args)]
pub struct VerifyOptions {
    /// The frontend.
    #[command(flatten)]
    pub frontend: c2cfg::Options,
    /// Property.
    #[arg(long)]
    pub property: Option<String>,
    /// Without passes
    #[arg(long)]
    pub no_passes: bool,
    /// Seconds
    #[arg(long, default_value_t = 30)]
    pub timeout: u64,
}

/// Runs.
pub fn run(options: &VerifyOptions) -> Result<u8, ToolError> {
    let (compiled, _) = c2cfg::build(&options.frontend)?;
    let mut cfg = compiled.cfg;
    let mut set = PropertySet::default();
    match &options.property {
        Some(text) => set.add_formula(text)?,
        None => set.add_assertions(),
    }
    if !options.no_passes {
        cfg = run_default(
            &cfg,
            &PassContext { labels: options.property.is_some(), ..PassContext::default() },
        )
        .cfg;
    }
    eprintln!("{} locations {} edges", cfg.locations.len(), cfg.edges.len());
    let theory = Theory::new(Prover::new(ProverOptions::default()).expect("z3"));
    let ending = verify(&cfg, &set.properties()[0], &theory, Duration::from_secs(options.timeout));
    let (word, code) = match ending {
        Ending::Checked(result) if result.verdict == Verdict::Holds => {
            ("TRUE".to_owned(), exit::OK)
        }
        Ending::Checked(_) => ("FALSE".to_owned(), exit::FAILS),
        Ending::Execution => ("FALSE (execution)".to_owned(), exit::FAILS),
        Ending::Unknown(why) => (format!("UNKNOWN {why}"), exit::INCONCLUSIVE),
    };
    eprintln!("{}", theory.prover.counters().counted());
    eprintln!("{word}");
    Ok(code)
}
