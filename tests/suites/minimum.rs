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
use belnap_ir::cfg::Cfg;
use belnap_ir::ids::CfgLocId;
use belnap_ir::property::Property;
use belnap_ir::traces::{Trace, Traces};
use belnap_refiner::memory::Memory;
use belnap_refiner::methods::Choice;
use belnap_refiner::minimum::search::{Search, SetLimits, is_part};
use belnap_refiner::minimum::start;
use belnap_refiner::refine::RefineOptions;
use belnap_solver::prover::{Prover, ProverOptions};
use belnap_test_support::random::Random;
use belnap_test_support::seeds::seeds;
use belnap_tests::abstraction::explored::property as graph_property;
use belnap_tests::abstraction::fresh_theory;
use belnap_tests::abstraction::generate::{Shape, subject};

/// Candidates of which all sets are tried.
const MOST: usize = 9;

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

/// The traces after a run that chooses predicates again in each round, and their graph.
fn traces_of(seed: u64, method: Choice) -> Option<(Cfg, Traces)> {
    let shape = Shape {
        locations: 3 + seed % 5,
        predicates: 3,
        local: false,
        addresses: false,
        bits: 6,
        settled: seed % 2 == 0,
    };
    let mut subject = subject(seed, shape);
    for at in 0..subject.cfg.locations.len() {
        subject.cfg.locations[CfgLocId::from(at)].labels.push(format!("L{at}"));
    }
    let mut random = Random::new(!seed);
    let atom = graph_property(&mut random, &subject, 0);
    let text = if seed % 3 == 0 { format!("AG EF {atom}") } else { format!("AG ({atom})") };
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
    cegar::run(&subject.cfg, &property, &Start::default(), &theory, &settings, &mut watch)
        .unwrap_or_else(|error| panic!("graph {seed}: {error:?}"));
    let traces = watch.traces.filter(|traces| traces.growing.is_none())?;
    (traces.candidates.len() <= MOST).then_some((subject.cfg, traces))
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
    for seed in seeds(1200) {
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
    assert!(programs >= 300 && several >= 10, "{programs} {several}");
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
