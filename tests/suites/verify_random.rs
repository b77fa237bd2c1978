//! The whole loop on random small graphs and C programs: conclusive verdicts are those of the
//! program, explored completely, and executions are real.
//!
//! Every failure names the seed. `BELNAP_CASES=n` runs n times as many, from `BELNAP_SEED` on.

use std::time::{Duration, Instant};

use belnap_abstractor::options::{AbstractionOptions, Method as Abstracting};
use belnap_abstractor::theory::Theory;
use belnap_checker::encode::EncodeOptions;
use belnap_checker::explicit;
use belnap_checker::run::RunOptions;
use belnap_engine::cegar::{self, Failure, Settings, Start, Watch};
use belnap_engine::conclusion::{Answer, Conclusion, ExecutedPath, StopReason};
use belnap_engine::graph::smaller;
use belnap_engine::minimal::{Limits, shrink};
use belnap_engine::subject::Subject;
use belnap_engine::thorough::Thoroughly;
use belnap_engine::unrolling::Unroll;
use belnap_formats::predicates::{PredicateFile, PredicateLine};
use belnap_formats::property;
use belnap_frontend::commands::c2cfg;
use belnap_ir::cfg::{Cfg, LocationKind};
use belnap_ir::ids::CfgLocId;
use belnap_ir::kripke::{ExplicitKripke, Semantics};
use belnap_ir::predicate::PredicateScope;
use belnap_ir::property::Property;
use belnap_ir::result::Verdict;
use belnap_refiner::methods::Choice;
use belnap_refiner::minimum::search::SetLimits;
use belnap_refiner::refine::RefineOptions;
use belnap_test_support::folder::Folder;
use belnap_test_support::random::Random;
use belnap_test_support::seeds::seeds;
use belnap_tests::abstraction::concrete::Concrete;
use belnap_tests::abstraction::explored::{explored, property as graph_property, property_over};
use belnap_tests::abstraction::fresh_theory;
use belnap_tests::abstraction::generate::{Shape, subject};
use belnap_tests::replay::replay;
use belnap_tests::small_c;
use clap::Parser;

/// Properties of one program.
const PROPERTIES: u32 = 4;

/// Programs that one graph stands for which are looked at.
const RESOLUTIONS: u64 = 2;

/// Limit on the states of a C program.
const STATES: usize = 20_000;

/// Time after which a pair is not refined again.
const ENOUGH: Duration = Duration::from_millis(1500);

/// Shows nothing, and stops when it takes too long.
struct Silent {
    begin: Instant,
    /// When questions are not answered any more; predicates are chosen before that only.
    end: Option<Instant>,
}

impl Watch for Silent {
    fn stop(&self) -> Option<StopReason> {
        (self.begin.elapsed() > ENOUGH).then_some(StopReason::Time(ENOUGH))
    }

    fn end(&self) -> Option<Instant> {
        self.end
    }
}

/// How often what was found.
#[derive(Debug, Default)]
struct Tally {
    holds: u64,
    fails: u64,
    unknown: u64,
    executions: u64,
    only_execution: u64,
    several_rounds: u64,
    thorough: u64,
    smaller: u64,
    /// Decided by predicates that were chosen.
    chosen: u64,
    /// Choosing was handed over.
    handed_over: u64,
    slow: u64,
}

impl Tally {
    fn pairs(&self) -> u64 {
        self.holds + self.fails + self.unknown
    }

    fn count(&mut self, answer: &Answer) {
        let verdict = answer.conclusion.verdict();
        match verdict {
            Verdict::Holds => self.holds += 1,
            Verdict::Fails => self.fails += 1,
            Verdict::Inconclusive => self.unknown += 1,
        }
        let is_only = matches!(answer.conclusion, Conclusion::HoldsInOnlyExecution { .. });
        self.executions += u64::from(answer.conclusion.execution().is_some());
        self.only_execution += u64::from(is_only);
        let is_thorough = matches!(answer.conclusion, Conclusion::InAllCompletions { .. });
        self.thorough += u64::from(is_thorough);
        let conclusive = verdict != Verdict::Inconclusive;
        self.handed_over += u64::from(answer.handed_over().is_some());
        let is_chosen = answer.traces.is_some() && answer.handed_over().is_none();
        self.chosen += u64::from(conclusive && is_chosen && answer.iterations > 1);
        self.several_rounds += u64::from(conclusive && answer.iterations > 1);
    }

    /// Enough were decided to mean anything.
    fn enough(&self) -> bool {
        self.smaller > 0 && 2 * (self.holds + self.fails) > self.pairs()
    }
}

fn formula(text: &str) -> Property {
    let formula = property::read_formula(text).unwrap_or_else(|found| panic!("{text}: {found:?}"));
    Property { name: "p".to_owned(), formula }
}

fn settings(random: &mut Random) -> Settings {
    let method = match random.below(4) {
        0 => Abstracting::Cubes(1 + random.below(3) as usize),
        1 => Abstracting::Exact { combinations: 4 },
        _ => Abstracting::default(),
    };
    let semantics = match random.below(8) {
        0 => Semantics::Over,
        1 => Semantics::Under,
        _ => Semantics::Exact,
    };
    let unroll = random.pick(&[Unroll::Auto, Unroll::Auto, Unroll::Off, Unroll::Only]);
    Settings {
        unroll,
        abstraction: AbstractionOptions {
            method,
            joint: random.below(3) as usize,
            ..AbstractionOptions::default()
        },
        refine: RefineOptions {
            method: random.pick(&[
                Choice::Auto,
                Choice::Auto,
                Choice::Only("induction"),
                Choice::Only("values"),
                Choice::Only("wp"),
                Choice::Only("core"),
                Choice::Only("horn"),
                Choice::Again("minimize"),
                Choice::Again("minimize"),
                Choice::Again("greedy"),
            ]),
            most: if random.one_in(3) { 2 } else { 12 },
            question: Duration::from_secs(1),
            invariants: Duration::from_millis(500),
            executed: if random.one_in(2) { 0 } else { 100 },
            sets: SetLimits {
                subsets: if random.one_in(3) { 5 } else { 1000 },
                eliminating: 1 + random.below(3) as usize,
                ..SetLimits::default()
            },
            seed: random.one_in(2).then_some(7),
        },
        encode: EncodeOptions { semantics, ..EncodeOptions::default() },
        check: RunOptions {
            hyper: !random.one_in(4),
            full: random.one_in(4),
            seeds: !random.one_in(4),
            ..RunOptions::default()
        },
        max_iterations: 1 + random.below(10) as usize,
        max_predicates: 10,
        thorough: random.one_in(2).then(Thoroughly::default),
        candidates: None,
    }
}

fn real_verdict(structure: &ExplicitKripke, property: &Property) -> Verdict {
    let options = explicit::ExplicitOptions::default();
    let values = explicit::evaluate(structure, &property.formula, &options)
        .unwrap_or_else(|found| panic!("{found:?}"));
    explicit::verdict(structure, &values, &options).unwrap_or_else(|error| panic!("{error}"))
}

/// A random property: often one that a single state can refute, or one of a kind that people ask.
fn text(random: &mut Random, atom: &mut dyn FnMut(&mut Random) -> String, depth: u32) -> String {
    let kind = random.below(18);
    if kind > 9 {
        return property_over(random, atom, depth);
    }
    let (a, b, c) = (atom(random), atom(random), atom(random));
    match kind {
        0 | 1 => format!("AG ({a} | {b})"),
        2 => format!("!EF ({a} & {b})"),
        3 => format!("AG ({a} -> EF {b})"),
        4 => format!("AG ({a} -> AF ({b} | {c}))"),
        5 => format!("AF ({a} & {b})"),
        6 => format!("EF ({a} & {b} & AX {c})"),
        7 => format!("AG ({a} -> A[{b} W {c}])"),
        8 => format!("EF ({a} & EG {b})"),
        _ => format!("A[{a} U {b} | {c}]"),
    }
}

/// What fewer predicates decide, if some were left out.
fn shrunk(subject: &Subject<'_>, answer: &Answer) -> Result<Option<Verdict>, Failure> {
    let given = match answer.conclusion {
        Conclusion::Holds(_) | Conclusion::Fails(_) | Conclusion::FailsFromSome { .. } => false,
        Conclusion::HoldsByGiven(_) => true,
        _ => return Ok(None),
    };
    let watch = Silent { begin: Instant::now(), end: None };
    let found = shrink(subject, &answer.predicates, given, Limits::default(), &watch)?;
    Ok(found.and_then(|found| found.small).map(|small| small.conclusion.verdict()))
}

/// Runs the loop and compares; `structures` are the programs that the graph stands for, whose
/// propositions `told` is written with.
fn compare(
    what: &str,
    cfg: &Cfg,
    (asked, told): (&str, &str),
    structures: &[ExplicitKripke],
    (theory, random): (&Theory, &mut Random),
    given: &PredicateFile,
    tally: &mut Tally,
) {
    let property = formula(asked);
    let settings = settings(random);
    let passes = !random.one_in(3);
    let graph = match passes {
        true => smaller(cfg, &property.formula, given),
        false => cfg.clone(),
    };
    let describe = || format!("{what}, passes {passes}: {asked}\n{settings:?}");
    let begin = Instant::now();
    let hurried = settings.refine.method.chooser().is_some() && random.one_in(4);
    let end = hurried.then(|| begin + Duration::from_millis(random.below(100)));
    let mut watch = Silent { begin, end };
    let start = Start { predicates: given.clone(), ..Start::default() };
    let answer = cegar::run(&graph, &property, &start, theory, &settings, &mut watch)
        .unwrap_or_else(|error| panic!("{error:?}\n{}", describe()));
    tally.slow += u64::from(watch.begin.elapsed() > ENOUGH);
    tally.count(&answer);
    let found = answer.conclusion.verdict();
    if found == Verdict::Inconclusive {
        return;
    }
    if random.one_in(3) {
        let subject = Subject { cfg: &graph, property: &property, theory, settings: &settings };
        let small =
            shrunk(&subject, &answer).unwrap_or_else(|error| panic!("{error:?}\n{}", describe()));
        tally.smaller += u64::from(small.is_some());
        assert!(small.is_none_or(|small| small == found), "{}", describe());
    }
    for structure in structures {
        let real = real_verdict(structure, &formula(told));
        assert_eq!(found, real, "{}\n{:?}", describe(), answer.predicates);
    }
    if let Some(ExecutedPath { edges, execution }) = answer.conclusion.execution() {
        replay(&graph, &property.formula, edges, execution)
            .unwrap_or_else(|wrong| panic!("{wrong}\n{}\n{edges:?} {execution:?}", describe()));
    }
}

#[test]
fn graphs() {
    let mut tally = Tally::default();
    for seed in seeds(60) {
        let shape = Shape {
            locations: 3 + seed % 4,
            predicates: 3,
            local: false,
            addresses: false,
            bits: 6,
            settled: seed % 4 == 0,
        };
        let mut subject = subject(seed, shape);
        // Passes renumber locations; labels stay. Who asks with numbers gets no passes.
        for at in 0..subject.cfg.locations.len() {
            subject.cfg.locations[CfgLocId::from(at)].labels.push(format!("L{at}"));
        }
        let concrete = Concrete::new(&subject, 0);
        let structures: Vec<ExplicitKripke> =
            (0..RESOLUTIONS).map(|resolve| explored(&subject, &concrete, resolve)).collect();
        let theory = fresh_theory();
        let mut random = Random::new(!seed);
        let of_kind = |kind| {
            let at = subject.cfg.locations.iter().position(|location| location.kind == kind);
            CfgLocId::from(at.expect("there is one")).to_string()
        };
        let ends = [of_kind(LocationKind::Halted), of_kind(LocationKind::Failed)];
        for at in 0..PROPERTIES {
            let mut atom = |random: &mut Random| graph_property(random, &subject, 0);
            let told = text(&mut random, &mut atom, 1 + at % 3);
            let mut asked = told.clone();
            if random.one_in(2) {
                asked = asked.replace(&format!("at({})", ends[0]), "halted");
                asked = asked.replace(&format!("at({})", ends[1]), "failed");
            }
            if !random.one_in(4) {
                asked = asked.replace("at(n", "at(L");
            }
            let mut given = PredicateFile::default();
            if random.one_in(3) {
                let condition = &subject.predicates.all[0].name;
                given.add(PredicateLine::new(PredicateScope::Global, condition));
            }
            let what = format!("graph {seed}");
            let tools = (&theory, &mut random);
            compare(&what, &subject.cfg, (&asked, &told), &structures, tools, &given, &mut tally);
        }
    }
    println!("graphs: {} pairs, {tally:?}", tally.pairs());
    assert!(tally.enough(), "{tally:?}");
}

#[derive(Debug, clap::Parser)]
struct Compile {
    #[command(flatten)]
    program: c2cfg::ProgramArgs,
}

fn compile(text: &str) -> Cfg {
    let folder = Folder::with(&[("program.i", text)]);
    let file = folder.path("program.i");
    let arguments = Compile::try_parse_from(["verify", &file.display().to_string()]);
    let (compiled, _) = c2cfg::build(&arguments.expect("a command line").program)
        .unwrap_or_else(|error| panic!("{}\n{text}", error.message("verify")));
    compiled.cfg
}

#[test]
fn c_programs() {
    let mut tally = Tally::default();
    let mut large = 0;
    for seed in seeds(60) {
        let mut program = small_c::program(seed);
        let cfg = compile(&program.text);
        program.atoms.retain(|atom| small_c::known(&cfg, atom));
        // Where nothing is unknown, there is one program only.
        let structures: Option<Vec<ExplicitKripke>> = (0..RESOLUTIONS)
            .map(|resolve| small_c::explored(&cfg, &program.atoms, resolve, STATES))
            .collect();
        let Some(structures) = structures else {
            large += 1;
            continue;
        };
        let theory = fresh_theory();
        let mut random = Random::new(!seed);
        for at in 0..PROPERTIES {
            let mut atom = |random: &mut Random| {
                let negation = if random.one_in(2) { "!" } else { "" };
                let place = random.below(program.atoms.len() as u64) as usize;
                format!("{negation}{}", program.atoms[place])
            };
            let asked = text(&mut random, &mut atom, 1 + at % 3);
            let told = asked.replace("halted", &small_c::proposition("halted"));
            let told = told.replace("failed", &small_c::proposition("failed"));
            let what = format!("C {seed}\n{}", program.text);
            let given = PredicateFile::default();
            let tools = (&theory, &mut random);
            compare(&what, &cfg, (&asked, &told), &structures, tools, &given, &mut tally);
        }
    }
    println!("{large} programs have too many states");
    println!("C programs: {} pairs, {tally:?}", tally.pairs());
    assert!(tally.enough(), "{tally:?}");
}
