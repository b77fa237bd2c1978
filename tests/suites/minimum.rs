//! The fewest predicates on random small programs: no smaller set of candidates excludes the same
//! traces, by brute force over all of them, and the greedy choice has none to leave out.
//!
//! A failure names the seed. `BELNAP_CASES=n` runs n times as many, from `BELNAP_SEED` on.

use std::time::{Duration, Instant};

use belnap_cli::ToolError;
use belnap_engine::cegar::{self, Settings, Start, Watch};
use belnap_engine::conclusion::StopReason;
use belnap_engine::unrolling::Unroll;
use belnap_formats::property;
use belnap_formats::traces::fit::fit;
use belnap_frontend::commands::c2cfg;
use belnap_ir::cfg::Cfg;
use belnap_ir::property::Property;
use belnap_ir::traces::{Trace, Traces};
use belnap_refiner::memory::Memory;
use belnap_refiner::methods::Choice;
use belnap_refiner::minimum::search::{Search, SetLimits, is_part};
use belnap_refiner::minimum::start;
use belnap_refiner::refine::RefineOptions;
use belnap_solver::prover::{Prover, ProverOptions};
use belnap_test_support::folder::Folder;
use belnap_test_support::random::Random;
use belnap_test_support::seeds::seeds;
use belnap_tests::abstraction::explored::property as graph_property;
use belnap_tests::abstraction::fresh_theory;
use belnap_tests::abstraction::generate::{Shape, subject};
use clap::Parser;

/// Candidates of which all sets are tried.
const MOST: usize = 10;

/// Keeps the traces of the last choice.
struct Keep {
    begin: Instant,
    traces: Option<Traces>,
}

impl Watch for Keep {
    fn on_chosen(&mut self, _number: usize, traces: &Traces) -> Result<(), ToolError> {
        self.traces = Some(traces.clone());
        Ok(())
    }

    fn stop(&self) -> Option<StopReason> {
        let limit = Duration::from_secs(2);
        (self.begin.elapsed() > limit).then_some(StopReason::Time(limit))
    }
}

/// A program in which a few variables get and are compared with few values.
fn program(seed: u64) -> String {
    let mut random = Random::new(seed);
    let names = ["a", "b", "c", "d"];
    let mut text = "extern void reach_error(void);\nextern int choose(void);\n\
                    int main(void) {\n  int a = 0, b = 0, c = 1, d = 2, n = 0;\n"
        .to_owned();
    let in_loop = random.one_in(3);
    if in_loop {
        text += "  while (choose()) {\n";
    }
    for _ in 0..4 + random.below(4) {
        let (one, other) = (random.pick(&names), random.pick(&names));
        let (value, wanted) = (random.below(3), random.below(3));
        text += &match random.below(5) {
            0 => format!("  {one} = {value};\n"),
            1 => format!("  {one} = {other};\n"),
            2 => format!("  if (choose()) {one} = {value}; else {other} = {wanted};\n"),
            3 => format!("  if ({other} == {wanted}) {one} = {value};\n"),
            _ => format!("  if ({one} == {other}) {one} = {value};\n"),
        };
    }
    for _ in 0..1 + random.below(4) {
        let (one, other) = (random.pick(&names), random.pick(&names));
        let (value, wanted) = (random.below(5), 3 * random.below(2));
        text += &match random.one_in(2) {
            true => format!("  if ({one} == {value} && {other} == {wanted}) reach_error();\n"),
            false => format!("  if ({one} > 2 + {value}) reach_error();\n"),
        };
    }
    text + if in_loop { "  }\n  return n;\n}\n" } else { "  return n;\n}\n" }
}

#[derive(Debug, clap::Parser)]
struct Compile {
    #[command(flatten)]
    program: c2cfg::ProgramArgs,
}

fn compile(text: &str) -> Cfg {
    let folder = Folder::with(&[("program.i", text)]);
    let file = folder.path("program.i").display().to_string();
    let arguments = Compile::try_parse_from(["verify", file.as_str()]).expect("a command line");
    let (compiled, _) = c2cfg::build(&arguments.program)
        .unwrap_or_else(|error| panic!("{}\n{text}", error.message("verify")));
    compiled.cfg
}

/// A random graph, or that of a program.
fn graph(seed: u64) -> (Cfg, String) {
    if !seed.is_multiple_of(4) {
        return (compile(&program(seed)), "AG !failed".to_owned());
    }
    let shape = Shape {
        locations: 3 + seed % 5,
        predicates: 3,
        local: false,
        addresses: false,
        bits: 6,
        settled: seed.is_multiple_of(8),
    };
    let subject = subject(seed, shape);
    let mut random = Random::new(!seed);
    let atom = graph_property(&mut random, &subject, 0);
    let text = if random.one_in(2) { format!("AG EF {atom}") } else { format!("AG ({atom})") };
    (subject.cfg, text)
}

/// The traces after a run that chooses predicates again in each round, and their graph.
fn traces_of(seed: u64, method: Choice) -> Option<(Cfg, Traces)> {
    let (cfg, text) = graph(seed);
    let formula = property::read_formula(&text).ok()?;
    let property = Property { name: "p".to_owned(), formula };
    let settings = Settings {
        unroll: Unroll::Off,
        refine: RefineOptions { method, executed: usize::MAX, ..RefineOptions::default() },
        max_iterations: 12,
        ..Settings::default()
    };
    let mut watch = Keep { begin: Instant::now(), traces: None };
    let theory = fresh_theory();
    cegar::run(&cfg, &property, &Start::default(), &theory, &settings, &mut watch)
        .unwrap_or_else(|error| panic!("graph {seed}: {error:?}"));
    let traces = watch.traces.filter(|traces| traces.growing.is_none())?;
    (traces.candidates.len() <= MOST).then_some((cfg, traces))
}

/// Whether a set excludes all traces; what was taken on trust, or came back, by what the file says.
fn excludes_all(search: &mut Search<'_>, traces: &Traces, set: &[usize]) -> bool {
    let kept = |trace: &Trace| trace.proposed || !trace.returned.is_empty();
    traces.traces.iter().enumerate().all(|(number, trace)| match kept(trace) {
        true => trace.eliminating.iter().any(|one| is_part(one, set)),
        false => {
            let what = search.traces[number].clone();
            let tracked = search.tracking.of(set, &mut search.eliminator);
            search.eliminator.eliminates(&what, &tracked)
        }
    })
}

fn sets(count: usize) -> impl Iterator<Item = Vec<usize>> {
    (0..1_usize << count)
        .map(move |bits| (0..count).filter(|one| bits >> one & 1 == 1).collect::<Vec<usize>>())
}

#[test]
fn no_smaller_set_excludes_the_same_traces() {
    let prover = Prover::new(ProverOptions::default()).expect("a prover");
    let (mut programs, mut several, mut traces_seen, mut returned) = (0, 0, 0, 0);
    for seed in seeds(700) {
        let Some((cfg, traces)) = traces_of(seed, Choice::Again("minimize")) else { continue };
        let fitted = fit(&cfg, &traces).expect("they fit");
        let mut memory = Memory::default();
        let limits = SetLimits::default();
        let mut search =
            start(&cfg, &prover, limits, &traces, &fitted, &mut memory).expect("they fit");
        assert!(excludes_all(&mut search, &traces, &traces.chosen), "graph {seed}: {traces:?}");
        for set in sets(traces.candidates.len()) {
            let smaller = set.len() < traces.chosen.len();
            assert!(
                !smaller || !excludes_all(&mut search, &traces, &set),
                "graph {seed}: {set:?} is enough\n{traces:?}"
            );
        }
        programs += 1;
        several += usize::from(traces.chosen.len() > 1);
        traces_seen += traces.traces.len();
        returned += traces.traces.iter().filter(|trace| !trace.returned.is_empty()).count();
    }
    println!(
        "{programs} programs, {several} with several candidates, {traces_seen} traces, {returned} \
         of them came back"
    );
    assert!(programs >= 300 && several >= 100, "{programs} {several}");
}

#[test]
fn what_greedy_chooses_has_nothing_to_leave_out() {
    let prover = Prover::new(ProverOptions::default()).expect("a prover");
    let mut programs = 0;
    for seed in seeds(200) {
        let Some((cfg, traces)) = traces_of(seed, Choice::Again("greedy")) else { continue };
        let fitted = fit(&cfg, &traces).expect("they fit");
        let mut memory = Memory::default();
        let limits = SetLimits::default();
        let mut search =
            start(&cfg, &prover, limits, &traces, &fitted, &mut memory).expect("they fit");
        for left in &traces.chosen {
            let rest: Vec<usize> =
                traces.chosen.iter().copied().filter(|one| one != left).collect();
            let enough = excludes_all(&mut search, &traces, &rest);
            assert!(!enough, "graph {seed}: {left} is not needed\n{traces:?}");
        }
        programs += 1;
    }
    assert!(programs >= 30, "{programs}");
}
