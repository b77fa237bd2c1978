//! Verdicts by unrolling, against all executions of small graphs and some of large ones.
//!
//! Every failure names the seed of its graph. `BELNAP_CASES=n` runs n times as many, from
//! `BELNAP_SEED` on.

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::time::Duration;

use belnap_bounded::commands::unroll::proof;
use belnap_bounded::{Limits, Outcome, decide_by_unrolling};
use belnap_certifier::certificate::certify;
use belnap_certifier::questions::Time;
use belnap_checker::explicit;
use belnap_formats::property;
use belnap_frontend::pipeline::{CompileOptions, UnitText, compile};
use belnap_ir::certificate::{Certificate, Claim, Unrolling};
use belnap_ir::cfg::{Cfg, LocationKind};
use belnap_ir::graph::{Element, successors, weak_topological_order};
use belnap_ir::ids::CfgLocId;
use belnap_ir::kripke::ExplicitKripke;
use belnap_ir::property::Property;
use belnap_ir::result::Verdict;
use belnap_test_support::random::Random;
use belnap_test_support::seeds::seeds;
use belnap_tests::abstraction::concrete::Concrete;
use belnap_tests::abstraction::explored::explored;
use belnap_tests::abstraction::generate::{Shape, subject};
use belnap_tests::interpret::{End, Interpreter, Layout, Seeded};
use belnap_tests::random_cfg::{self, random_cfg};
use belnap_tests::replay::replay;

fn stated(text: &str) -> Property {
    let formula = property::read_formula(text).unwrap_or_else(|found| panic!("{text}: {found:?}"));
    Property { name: "p".to_owned(), formula }
}

fn real_verdict(structure: &ExplicitKripke, property: &Property) -> Verdict {
    let options = explicit::ExplicitOptions::default();
    let values = explicit::evaluate(structure, &property.formula, &options)
        .unwrap_or_else(|found| panic!("{found:?}"));
    explicit::verdict(structure, &values, &options).unwrap_or_else(|error| panic!("{error}"))
}

/// Little, so that graphs that are not bounded are soon given up; executions are looked for.
fn limits() -> Limits {
    Limits { at_once: false, rounds: 12, steps: 400, asked_from: 2, ..Limits::of_level(0) }
}

/// What graphs are like whose states can all be listed.
fn small(seed: u64) -> Shape {
    Shape {
        locations: 3 + seed % 6,
        predicates: 2,
        local: false,
        addresses: false,
        bits: 7,
        settled: false,
    }
}

#[test]
fn small_graphs_are_decided_as_all_their_states_say() {
    let (mut holds, mut fails, mut certified) = (0, 0, 0);
    for seed in seeds(120) {
        let subject = subject(seed, small(seed));
        let concrete = Concrete::new(&subject, 0);
        let structures: Vec<ExplicitKripke> =
            (0..2).map(|resolve| explored(&subject, &concrete, resolve)).collect();
        let places = subject.cfg.locations.keys().map(|at| format!("AG !at({at})"));
        let conditions = subject.predicates.all.iter().map(|one| format!("AG {{{}}}", one.name));
        for text in places.chain(conditions) {
            let property = stated(&text);
            let real = || structures.iter().map(|structure| real_verdict(structure, &property));
            match decide_by_unrolling(&subject.cfg, &property.formula, &limits()) {
                Outcome::Holds(unrolled) => {
                    holds += 1;
                    assert!(real().all(|one| one == Verdict::Holds), "graph {seed}: {text}");
                    let time = Time { question: Duration::from_secs(10), end: None };
                    let mut emit = |_: &str, _: &str| Ok::<(), Infallible>(());
                    let found = certify(
                        &subject.cfg,
                        &proof(&property, Claim::Unrolling(unrolled.claim())),
                        time,
                        &mut emit,
                    );
                    // Some properties are of a kind that certificates are not about.
                    if let Ok(found) = found {
                        certified += 1;
                        assert!(found.is_proved(), "graph {seed}: {text}: {found:?}");
                    }
                }
                Outcome::Fails(edges, execution) => {
                    fails += 1;
                    assert!(real().all(|one| one == Verdict::Fails), "graph {seed}: {text}");
                    replay(&subject.cfg, &property.formula, &edges, &execution)
                        .unwrap_or_else(|wrong| panic!("graph {seed}: {text}: {wrong}"));
                }
                Outcome::Undecided(_) => {}
            }
        }
    }
    println!("{holds} hold, {certified} certified, {fails} fail");
    assert!(holds > 60 && certified > 40 && fails > 100, "{holds} {certified} {fails}");
}

#[test]
fn large_graphs_never_run_into_what_was_excluded() {
    let (mut holds, mut fails) = (0, 0);
    for seed in seeds(300) {
        let shape = random_cfg::Shape { statements: 3, nesting: 2, tiny: false };
        let cfg = random_cfg(seed, shape);
        let failing = cfg.locations.iter().any(|at| at.kind == LocationKind::Failed);
        let reach = |at: CfgLocId| format!("AG !at({at})");
        let halted =
            cfg.locations.keys().find(|at| cfg.locations[*at].kind == LocationKind::Halted);
        let text = match (failing, halted) {
            (true, _) => "AG !failed".to_owned(),
            (false, Some(at)) => reach(at),
            (false, None) => continue,
        };
        let property = stated(&text);
        match decide_by_unrolling(&cfg, &property.formula, &limits()) {
            Outcome::Holds(_) => {
                holds += 1;
                for run in 0..8 {
                    let layout = Layout::new(&cfg, run).expect("a layout");
                    let interpreter = Interpreter::new(&cfg, layout).past_unknown();
                    let ended = interpreter.run(&mut Seeded { seed: seed ^ run << 32 }, 2000).end;
                    let is_wrong = match ended {
                        End::Failed(_) => failing,
                        End::Halted(at) => !failing && Some(at) == halted,
                        _ => false,
                    };
                    assert!(!is_wrong, "graph {seed}: {text} {ended:?}");
                }
            }
            Outcome::Fails(edges, execution) => {
                fails += 1;
                if cfg.objects.is_empty() {
                    replay(&cfg, &property.formula, &edges, &execution)
                        .unwrap_or_else(|wrong| panic!("graph {seed}: {text}: {wrong}"));
                }
            }
            Outcome::Undecided(_) => {}
        }
    }
    println!("{holds} hold, {fails} fail");
    assert!(holds > 10 && fails > 10, "{holds} {fails}");
}

/// Each loop: its head, and its locations with the head.
fn loops(cfg: &Cfg) -> Vec<(CfgLocId, BTreeSet<CfgLocId>)> {
    fn collect(
        elements: &[Element<CfgLocId>],
        found: &mut Vec<(CfgLocId, BTreeSet<CfgLocId>)>,
    ) -> BTreeSet<CfgLocId> {
        let mut all = BTreeSet::new();
        for element in elements {
            match element {
                Element::Location(at) => {
                    all.insert(*at);
                }
                Element::Component { head, body } => {
                    let mut own = collect(body, found);
                    own.insert(*head);
                    all.extend(&own);
                    found.push((*head, own));
                }
            }
        }
        all
    }
    let successors = successors(cfg);
    let next = |at: CfgLocId| successors[at].iter().copied();
    let order = weak_topological_order(cfg.locations.len(), cfg.entry, next).expect("small graphs");
    let mut found = Vec::new();
    collect(&order, &mut found);
    found.retain(|(head, _)| cfg.locations[*head].kind == LocationKind::Normal);
    found
}

/// A program with loops that take few rounds, of which some depend on inputs.
fn bounded_program(random: &mut Random) -> Cfg {
    let [a, b, c, d] = [(); 4].map(|()| random.below(4));
    let text = format!(
        "extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_error(void);\n\
         int main(void) {{\n\
           int s = 0, n = __VERIFIER_nondet_int() & {};\n\
           for (int i = 0; i < {a} + n; i++) {{\n\
             if (__VERIFIER_nondet_int()) s++;\n\
             for (int j = 0; j < {b}; j++) {{ s += 2; if (s > {}) break; }}\n\
           }}\n\
           while (s > {c}) s -= {};\n\
           if (s > {c}) __VERIFIER_error();\n\
           return 0;\n\
         }}",
        d & 1,
        4 + d,
        1 + random.below(3),
    );
    let unit = UnitText::new("it.c", &text);
    let compiled = compile(vec![unit], &CompileOptions::default());
    compiled.unwrap_or_else(|refused| panic!("{}", refused.render())).cfg
}

/// How often control came back to the head of each loop at most, since it entered the loop, in some
/// executions.
fn count_rounds(cfg: &Cfg, loops: &[(CfgLocId, BTreeSet<CfgLocId>)]) -> Vec<u32> {
    let mut most = vec![0; loops.len()];
    for seed in 0..20 {
        let interpreter = Interpreter::new(cfg, Layout::new(cfg, 0).expect("a layout"));
        let (mut before, mut times) = (None, vec![0; loops.len()]);
        interpreter.run_observed(&mut Seeded { seed }, 5000, &mut |state| {
            for (at, (head, inside)) in loops.iter().enumerate() {
                let stays = before.is_some_and(|before| inside.contains(&before));
                let within = stays && inside.contains(&state.location);
                let back = u32::from(state.location == *head);
                times[at] = if within { times[at] + back } else { 0 };
                most[at] = most[at].max(times[at]);
            }
            before = Some(state.location);
        });
    }
    most
}

/// Certificates that say something else about the same graph: fewer or more rounds of a loop, a
/// loop left out, or one that is none.
fn changed(cfg: &Cfg, rounds: &Unrolling) -> Vec<Unrolling> {
    let mut all = vec![Unrolling::default()];
    for (name, &most) in &rounds.rounds {
        for other in [0, most.saturating_sub(1), most + 1, most + 7] {
            let mut changed = rounds.clone();
            changed.rounds.insert(name.clone(), other);
            all.push(changed);
        }
        let mut without = rounds.clone();
        without.rounds.shift_remove(name);
        all.push(without);
    }
    for at in cfg.locations.keys() {
        let mut more = rounds.clone();
        more.rounds.entry(at.to_string()).or_insert(1);
        all.push(more);
    }
    all
}

/// Whether the certifier says that a certificate proves its property.
fn is_proved(cfg: &Cfg, certificate: &Certificate) -> bool {
    let time = Time { question: Duration::from_secs(10), end: None };
    let mut emit = |_: &str, _: &str| Ok::<(), Infallible>(());
    certify(cfg, certificate, time, &mut emit).is_ok_and(|found| found.is_proved())
}

#[test]
fn certificates_with_too_few_rounds_are_refused() {
    let (mut right, mut too_few) = (0, 0);
    for seed in seeds(25) {
        let cfg = bounded_program(&mut Random::new(seed));
        let loops = loops(&cfg);
        let seen = count_rounds(&cfg, &loops);
        let property = stated("AG !failed");
        let found = decide_by_unrolling(&cfg, &property.formula, &Limits::of_level(1));
        let Outcome::Holds(unrolled) = found else { panic!("graph {seed}: {found:?}") };
        for rounds in changed(&cfg, &unrolled.claim()) {
            let claimed = |head: CfgLocId| rounds.rounds.get(&head.to_string()).copied();
            let exceeds = |((head, _), seen): (&(CfgLocId, _), &u32)| {
                *seen > claimed(*head).unwrap_or_default()
            };
            let exceeded = loops.iter().zip(&seen).any(exceeds);
            let claim = Claim::Unrolling(rounds.clone());
            let proved = is_proved(&cfg, &proof(&property, claim));
            assert!(!exceeded || !proved, "graph {seed}: {rounds:?}, seen {seen:?}");
            too_few += usize::from(exceeded);
            right += usize::from(proved);
        }
    }
    println!("{right} right, {too_few} with too few rounds");
    assert!(right > 40 && too_few > 100, "{right} {too_few}");
}

#[test]
fn certificates_of_what_is_false_are_refused() {
    let mut wrong = 0;
    for seed in seeds(60) {
        let subject = subject(seed, small(seed));
        let (cfg, concrete) = (&subject.cfg, Concrete::new(&subject, 0));
        let structure = explored(&subject, &concrete, 0);
        let places = cfg.locations.keys().map(|at| stated(&format!("AG !at({at})")));
        let fails = |property: &Property| real_verdict(&structure, property) == Verdict::Fails;
        let heads = || loops(cfg).into_iter().map(|(head, _)| head.to_string());
        for property in places.filter(fails) {
            // That loops are repeated less often in some rounds of those around them, too.
            let less = [vec![], vec![(vec![0], 0)], vec![(vec![], 0), (vec![1], 0)]];
            for (most, less) in
                [0, 1, 9].iter().flat_map(|most| less.iter().map(move |less| (*most, less)))
            {
                let rounds = heads().map(|head| (head, most)).collect();
                let fewer = heads().filter(|_| !less.is_empty()).map(|head| (head, less.clone()));
                let fewer = fewer.collect();
                let claim = Claim::Unrolling(Unrolling { rounds, fewer });
                let certificate = proof(&property, claim);
                assert!(!is_proved(cfg, &certificate), "graph {seed}: {property:?}, {most} rounds");
                wrong += 1;
            }
        }
    }
    println!("{wrong} of wrong properties");
    assert!(wrong > 200, "{wrong}");
}
