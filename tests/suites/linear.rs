//! LTL of random small C programs: what the loop says of the product with an automaton is what is
//! true of the program, explored completely.
//!
//! Every failure names the seed. `BELNAP_CASES=n` runs n times as many, from `BELNAP_SEED` on.

use std::time::{Duration, Instant};

use belnap_automata::branching::branching;
use belnap_checker::explicit::{ExplicitOptions, evaluate, verdict};
use belnap_checker::linear;
use belnap_engine::cegar::{self, Settings, Start, Watch};
use belnap_engine::conclusion::StopReason;
use belnap_engine::graph::smaller;
use belnap_formats::predicates::PredicateFile;
use belnap_formats::property::read_path;
use belnap_frontend::commands::c2cfg;
use belnap_ir::cfg::Cfg;
use belnap_ir::kripke::{ExplicitKripke, Kripke};
use belnap_ir::property::{Formula, Property};
use belnap_ir::result::Verdict;
use belnap_ir::validate;
use belnap_passes::product;
use belnap_test_support::folder::Folder;
use belnap_test_support::random::Random;
use belnap_test_support::seeds::seeds;
use belnap_tests::abstraction::fresh_theory;
use belnap_tests::small_c;
use clap::Parser;

/// Formulas of one program.
const FORMULAS: u64 = 3;

/// Programs that one graph stands for which are looked at.
const RESOLUTIONS: u64 = 2;

/// Limit on the states of a program.
const STATES: usize = 5_000;

/// Time after which a pair is not refined again.
const ENOUGH: Duration = Duration::from_millis(1500);

struct Silent {
    begin: Instant,
}

impl Watch for Silent {
    fn stop(&self) -> Option<StopReason> {
        (self.begin.elapsed() > ENOUGH).then_some(StopReason::Time(ENOUGH))
    }
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

/// A formula that people ask, over random atoms.
fn text(random: &mut Random, atom: &mut dyn FnMut(&mut Random) -> String) -> String {
    const SHAPES: [&str; 12] = [
        "F G a",
        "G F a -> G F b",
        "G (a -> X b)",
        "F (a & X b)",
        "F G a | G F b",
        "(a U b) | G c",
        "a U (b & X F c)",
        "G (a -> F b) & F c",
        "!(a U b)",
        "X X (a | F b)",
        "G (a | G b)",
        "F a & F b",
    ];
    let shape = random.pick(&SHAPES);
    let (a, b, c) = (atom(random), atom(random), atom(random));
    let put = |c: char, one: &str| if shape.contains(c) { one.to_owned() } else { String::new() };
    let (a, b, c) = (put('a', &a), put('b', &b), put('c', &c));
    let letters = shape.chars().map(|letter| match letter {
        'a' => a.clone(),
        'b' => b.clone(),
        'c' => c.clone(),
        other => other.to_string(),
    });
    letters.collect()
}

fn real(structure: &ExplicitKripke, told: &str) -> Verdict {
    let path = read_path(told).unwrap_or_else(|found| panic!("{told}: {found:?}"));
    let read = linear::read(&Kripke::Explicit(structure.clone()), &path).expect("known atoms");
    let Kripke::Explicit(product) = read.kripke else { panic!("states are listed") };
    let options = ExplicitOptions::default();
    let values = evaluate(&product, &read.formula, &options).expect("known atoms");
    verdict(&product, &values, &options).expect("a consistent structure")
}

fn found(cfg: &Cfg, formula: Formula, passes: bool) -> Verdict {
    let given = PredicateFile::default();
    let graph = if passes { smaller(cfg, &formula, &given) } else { cfg.clone() };
    let property = Property { name: "p".to_owned(), formula };
    let mut watch = Silent { begin: Instant::now() };
    let settings = Settings { max_iterations: 8, max_predicates: 12, ..Settings::default() };
    let theory = fresh_theory();
    cegar::run(&graph, &property, &Start::default(), &theory, &settings, &mut watch)
        .unwrap_or_else(|error| panic!("{error:?}"))
        .conclusion
        .verdict()
}

#[test]
fn c_programs() {
    let (mut decided, mut holds, mut pairs) = (0, 0, 0);
    for seed in seeds(25) {
        let mut program = small_c::program(seed);
        let cfg = compile(&program.text);
        program.atoms.retain(|atom| small_c::known(&cfg, atom));
        let structures: Option<Vec<ExplicitKripke>> = (0..RESOLUTIONS)
            .map(|resolve| small_c::explored(&cfg, &program.atoms, resolve, STATES))
            .collect();
        let Some(structures) = structures else { continue };
        let mut random = Random::new(!seed);
        for _ in 0..FORMULAS {
            let mut atom = |random: &mut Random| {
                let negation = if random.one_in(2) { "!" } else { "" };
                format!("{negation}{}", random.choose(&program.atoms))
            };
            let asked = text(&mut random, &mut atom);
            let told = asked.replace("halted", &small_c::proposition("halted"));
            let told = told.replace("failed", &small_c::proposition("failed"));
            let path = read_path(&asked).unwrap_or_else(|found| panic!("{asked}: {found:?}"));
            let context = || format!("C {seed}: {asked}\n{}", program.text);
            let passes = !random.one_in(3);
            let mut all = Vec::new();
            for measures in [false, true] {
                let read = product::read(&cfg, &path, measures);
                let read = read.unwrap_or_else(|f| panic!("{f:?} {}", context()));
                let wrong = validate::cfg::validate(&read.cfg);
                assert!(wrong.is_empty(), "{wrong:?}\n{}", context());
                all.push(found(&read.cfg, read.formula, passes));
            }
            all.extend(branching(&path).map(|formula| found(&cfg, formula, passes)));
            for found in all {
                pairs += 1;
                if found == Verdict::Inconclusive {
                    continue;
                }
                decided += 1;
                holds += usize::from(found == Verdict::Holds);
                for structure in &structures {
                    assert_eq!(found, real(structure, &told), "{}", context());
                }
            }
        }
    }
    println!("{pairs} pairs, {decided} decided, {holds} hold");
    assert!(decided * 2 > pairs && holds * 10 > decided && holds * 10 < decided * 9);
}
