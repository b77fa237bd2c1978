//! Subcommands of `belnap`, one file each.

pub mod asked;
pub mod check;
pub mod dot;
pub mod fmt;
pub mod ltl;
pub mod minimize;
pub mod replay;
pub mod show;
pub mod validate;
pub mod verify;
pub mod verify_system;

use belnap_abstractor::commands::cfg2bp;
use belnap_bounded::commands::unroll;
use belnap_certifier::commands::certify;
use belnap_checker::commands::{bp2kripke, kmts};
use belnap_cli::ToolError;
use belnap_frontend::commands::c2cfg;
use belnap_passes::commands::passes;
use belnap_refiner::commands::refine;
use belnap_systems::commands::{compose, operators, project, quotient, restrict, simulate};

/// The name of the executable.
pub const NAME: &str = "belnap";

const AFTER_HELP: &str = "\
Examples:
  belnap verify prog.c
  belnap check prog.bp
  belnap check prog.bp --property 'AG !at(ERROR)'
  belnap validate prog.bp property.ctl
  belnap validate prog.result.json --against prog.bp

See `belnap COMMAND --help` for each command.

Exit codes:
  0  did its job; of `verify` and `check`: every property holds
  1  wrong command line
  2  input refused, or a file cannot be read or written
  5  `verify`, `check`: some property is unknown or inconclusive, none fails
  6  internal error
 10  `verify`, `check`: some property fails
Other commands have their own exit codes; see their help.";

/// The command line of the executable.
#[derive(Debug, clap::Parser)]
#[command(name = NAME, version, after_help = AFTER_HELP, arg_required_else_help = true)]
#[command(about = "A software model checker that is honest about what it does not know")]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The subcommands.
#[derive(Debug, clap::Subcommand)]
pub enum Command {
    /// Check properties of a Boolean program or a Kripke structure, and report the verdict
    Check(check::CheckCommandOptions),
    /// Verify a C program: the whole loop, from source to verdict
    Verify(Box<verify::options::VerifyOptions>),
    /// Turn a C program into a control-flow graph (the stage belnap-c2cfg)
    #[command(after_help = c2cfg::AFTER_HELP)]
    C2cfg(Box<c2cfg::C2cfgOptions>),
    /// Make a control-flow graph smaller (the stage belnap-passes)
    #[command(after_help = passes::AFTER_HELP)]
    Passes(passes::PassesOptions),
    /// Abstract a control-flow graph over predicates (the stage belnap-cfg2bp)
    #[command(after_help = cfg2bp::AFTER_HELP)]
    Cfg2bp(cfg2bp::Cfg2BpOptions),
    /// Turn a Boolean program into a Kripke structure (the stage belnap-bp2kripke)
    #[command(after_help = bp2kripke::AFTER_HELP)]
    Bp2kripke(bp2kripke::Bp2KripkeOptions),
    /// Compare, complete, abstract and translate may/must models (the program belnap-kmts)
    #[command(after_help = kmts::AFTER_HELP)]
    Kmts(kmts::KmtsOptions),
    /// Find better predicates from an inconclusive result (the stage belnap-refine)
    #[command(after_help = refine::AFTER_HELP)]
    Refine(refine::RefineStageOptions),
    /// Leave out predicates that are not needed to decide a property
    Minimize(minimize::MinimizeOptions),
    /// Decide a property of a small bounded program by unrolling (the stage belnap-unroll)
    #[command(after_help = unroll::AFTER_HELP)]
    Unroll(unroll::UnrollOptions),
    /// Check a proof that a property always holds (the program belnap-certify)
    #[command(after_help = certify::AFTER_HELP)]
    Certify(certify::CertifyOptions),
    /// Compile and run a program with the inputs of an execution that was found
    Replay(replay::ReplayCommandOptions),
    /// Print the automaton of a formula of LTL, or compare it with another
    Ltl(ltl::LtlOptions),
    /// Verify a system of components: one abstracted at a time, never composed as they are
    VerifySystem(verify_system::VerifySystemOptions),
    /// Compose the structures of components (the stage belnap-compose)
    #[command(after_help = compose::AFTER_HELP)]
    Compose(compose::ComposeOptions),
    /// Project a counterexample to a component (the stage belnap-project)
    #[command(after_help = project::AFTER_HELP)]
    Project(project::ProjectOptions),
    /// Lump states of a structure together
    Quotient(quotient::QuotientOptions),
    /// Leave out steps of a component in which the others can never take part
    Restrict(restrict::RestrictOptions),
    /// Tell whether one structure simulates another
    Simulate(simulate::SimulateOptions),
    /// Print the library of operators
    Operators(operators::OperatorsOptions),
    /// Print files in canonical form
    Fmt(fmt::FmtOptions),
    /// Tell what is wrong with files of any kind, or with the explanations of a result
    Validate(validate::ValidateOptions),
    /// Print a readable summary of a file of any kind
    Show(show::ShowOptions),
    /// Draw a Kripke structure, a control-flow graph or a Boolean program
    Dot(dot::DotOptions),
}

/// Runs a subcommand; the exit code says how it went.
///
/// # Errors
/// Those of the subcommand; the command line renders them.
pub fn run(cli: &Cli) -> Result<u8, ToolError> {
    match &cli.command {
        Command::Check(options) => check::run(options),
        Command::C2cfg(options) => c2cfg::run(options),
        Command::Passes(options) => passes::run(options),
        Command::Cfg2bp(options) => cfg2bp::run(options),
        Command::Verify(options) => verify::run(options),
        Command::Bp2kripke(options) => bp2kripke::run(options),
        Command::Kmts(options) => kmts::run(options),
        Command::Refine(options) => refine::run(options),
        Command::Minimize(options) => minimize::run(options),
        Command::Unroll(options) => unroll::run(options),
        Command::Certify(options) => certify::run(options),
        Command::Replay(options) => replay::run(options),
        Command::Ltl(options) => ltl::run(options),
        Command::VerifySystem(options) => verify_system::run(options),
        Command::Compose(options) => compose::run(options),
        Command::Project(options) => project::run(options),
        Command::Quotient(options) => quotient::run(options),
        Command::Restrict(options) => restrict::run(options),
        Command::Simulate(options) => simulate::run(options),
        Command::Operators(options) => operators::run(options),
        Command::Fmt(options) => fmt::run(options),
        Command::Validate(options) => validate::run(options),
        Command::Show(options) => show::run(options),
        Command::Dot(options) => dot::run(options),
    }
}
