//! Predicates that are left of those which decide, on random small graphs: they decide the same, no
//! fewer do, and the evidence is as good. Sets are abstracted and checked anew, with a theory that
//! has not seen the others.
//!
//! Every failure names the seed. `BELNAP_CASES=n` runs n times as many, from `BELNAP_SEED` on.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use belnap_abstractor::program::abstract_program;
use belnap_abstractor::theory::Theory;
use belnap_abstractor::tracked::Predicates;
use belnap_checker::encode::encode;
use belnap_checker::explicit;
use belnap_checker::run::{RunOptions, check_all};
use belnap_engine::cegar::{self, Settings, Start, Watch};
use belnap_engine::conclusion::{Conclusion, StopReason};
use belnap_engine::minimal::{Limits, Shrunk, Smallness, shrink};
use belnap_engine::subject::Subject as Asked;
use belnap_engine::unrolling::Unroll;
use belnap_evidence::{Evidence, proof};
use belnap_formats::predicates::{self, PredicateFile, PredicateLine};
use belnap_formats::property;
use belnap_ir::cfg::Cfg;
use belnap_ir::kripke::{ExplicitKripke, Kripke};
use belnap_ir::predicate::{Predicate, PredicateScope, PredicateSet};
use belnap_ir::property::Property;
use belnap_ir::result::Verdict;
use belnap_test_support::random::Random;
use belnap_test_support::seeds::seeds;
use belnap_tests::abstraction::concrete::Concrete;
use belnap_tests::abstraction::explored::{explored, property as graph_property};
use belnap_tests::abstraction::fresh_theory;
use belnap_tests::abstraction::generate::{Shape, subject};

/// Properties of one graph.
const PROPERTIES: u32 = 4;

/// Sets of more predicates have too many subsets.
const MOST: usize = 8;

/// Time after which a pair is not refined again.
const ENOUGH: Duration = Duration::from_millis(1500);

struct Silent(Instant);

impl Watch for Silent {
    fn stop(&self) -> Option<StopReason> {
        (self.0.elapsed() > ENOUGH).then_some(StopReason::Time(ENOUGH))
    }
}

/// Tries as many sets as are asked for.
struct Patient;

impl Watch for Patient {
    fn stop(&self) -> Option<StopReason> {
        None
    }
}

/// How often what was found.
#[derive(Debug, Default)]
struct Tally {
    minima: u64,
    irreducible: u64,
    /// Sets that something was left out of.
    smaller: u64,
    holds: u64,
    fails: u64,
    checked: u64,
    subsets: u64,
}

/// A question with what answers it independently.
struct Case<'a> {
    what: String,
    cfg: &'a Cfg,
    property: &'a Property,
    settings: &'a Settings,
    theory: Theory,
}

impl Case<'_> {
    /// What the abstraction over a set says.
    fn verdict(&self, set: &PredicateSet) -> Verdict {
        let tracked = Predicates::of(self.cfg, set).expect("of one function");
        let options = &self.settings.abstraction;
        let program = abstract_program(self.cfg, &tracked, &self.theory, options);
        let kripke = encode(&program, &self.settings.encode).expect("small");
        let options = RunOptions { explain: None, seeds: false, ..RunOptions::default() };
        let kripke = Kripke::Symbolic(kripke);
        let result = check_all(&kripke, std::slice::from_ref(self.property), &options, None);
        result.expect("a result").properties[0].verdict
    }

    /// Asserts that no proper subset of some parts decides, or none of fewer than `than`.
    fn refuse_fewer(&self, parts: &[Vec<&Predicate>], than: usize, wanted: Verdict) -> u64 {
        let mut tried = 0;
        for chosen in 0_u32..1 << parts.len() {
            if chosen.count_ones() as usize >= than {
                continue;
            }
            let is_in = |at: &usize| chosen & (1 << at) != 0;
            let some = (0..parts.len()).filter(is_in).flat_map(|at| &parts[at]);
            let set: PredicateSet = some.copied().cloned().collect();
            assert_ne!(self.verdict(&set), wanted, "{}\n{}", self.what, predicates::print(&set));
            tried += 1;
        }
        tried
    }
}

/// The lines of each condition.
fn by_condition(set: &PredicateSet) -> Vec<Vec<&Predicate>> {
    let names: BTreeSet<&str> = set.iter().map(|one| &*one.name).collect();
    names.into_iter().map(|name| set.iter().filter(|one| one.name == name).collect()).collect()
}

fn compare(case: &Case<'_>, full: (&PredicateSet, &Conclusion), found: &Shrunk, tally: &mut Tally) {
    let what = &case.what;
    let wanted = full.1.verdict();
    let (small, conclusion) = match &found.small {
        Some(small) => (&small.predicates, &small.conclusion),
        None => full,
    };
    assert_eq!(conclusion.verdict(), wanted, "{what}");
    assert_eq!(case.verdict(small), wanted, "{what}\n{}", predicates::print(small));
    assert!(small.len() <= full.0.len() && found.account.needed <= found.account.of, "{what}");
    tally.smaller += u64::from(found.account.needed < found.account.of);
    match found.account.smallness {
        Smallness::Minimum => tally.minima += 1,
        Smallness::Irreducible => tally.irreducible += 1,
        Smallness::Unfinished => panic!("{what}: there was no limit"),
    }
    if small.len() <= MOST {
        let lines: Vec<Vec<&Predicate>> = small.iter().map(|one| vec![one]).collect();
        tally.subsets += case.refuse_fewer(&lines, lines.len(), wanted);
    }
    let all = by_condition(full.0);
    if found.account.smallness == Smallness::Minimum && all.len() <= MOST {
        tally.subsets += case.refuse_fewer(&all, found.account.needed, wanted);
    }
    let evidence = |conclusion| proof::check(case.cfg, None, case.property, conclusion, None);
    if matches!(evidence(full.1).evidence, Evidence::Checked(_)) {
        let evidence = evidence(conclusion).evidence;
        assert!(matches!(evidence, Evidence::Checked(_)), "{what}: {evidence:?}");
        tally.checked += 1;
    }
}

fn formula(text: &str) -> Property {
    let formula = property::read_formula(text).unwrap_or_else(|found| panic!("{text}: {found:?}"));
    Property { name: "p".to_owned(), formula }
}

fn real_verdict(structure: &ExplicitKripke, property: &Property) -> Verdict {
    let options = explicit::ExplicitOptions::default();
    let values = explicit::evaluate(structure, &property.formula, &options)
        .unwrap_or_else(|found| panic!("{found:?}"));
    explicit::verdict(structure, &values, &options).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn nothing_can_be_left_out_of_what_is_left() {
    let mut tally = Tally::default();
    for seed in seeds(40) {
        let shape = Shape {
            locations: 3 + seed % 4,
            predicates: 6,
            local: false,
            addresses: false,
            bits: 6,
            settled: seed % 2 == 0,
        };
        let subject = subject(seed, shape);
        let structure = explored(&subject, &Concrete::new(&subject, 0), 0);
        let mut random = Random::new(!seed);
        let mut given = PredicateFile::default();
        for one in &subject.predicates.all {
            given.add(PredicateLine::new(PredicateScope::Global, &one.name));
        }
        let theory = fresh_theory();
        let settings = Settings { unroll: Unroll::Off, ..Settings::default() };
        for at in 0..PROPERTIES {
            let atom = |random: &mut Random| graph_property(random, &subject, 0);
            let property = formula(&match at % 4 {
                0 => format!("AG ({} | {})", atom(&mut random), atom(&mut random)),
                1 => format!("AF ({} & {})", atom(&mut random), atom(&mut random)),
                2 => format!("AG ({} -> EF {})", atom(&mut random), atom(&mut random)),
                _ => graph_property(&mut random, &subject, 3),
            });
            // Given predicates are tried as an invariant before the first round only.
            let start = Start { predicates: given.clone(), number: 1, ..Start::default() };
            let mut watch = Silent(Instant::now());
            let cfg = &subject.cfg;
            let answer = cegar::run(cfg, &property, &start, &theory, &settings, &mut watch)
                .unwrap_or_else(|error| panic!("graph {seed}: {error:?}"));
            if !matches!(answer.conclusion, Conclusion::Holds(_) | Conclusion::Fails(_)) {
                continue;
            }
            let asked = Asked { cfg, property: &property, theory: &theory, settings: &settings };
            let choices = if random.one_in(2) { 0 } else { Limits::default().choices };
            let limits = Limits { choices, ..Limits::default() };
            let found = shrink(&asked, &answer.predicates, false, limits, &Patient)
                .unwrap_or_else(|error| panic!("graph {seed}: {error:?}"));
            let found = found.unwrap_or_else(|| panic!("graph {seed}: it decides"));
            let text = property::print(&property.formula);
            let what = format!("graph {seed}: {text}\n{}", predicates::print(&answer.predicates));
            let verdict = answer.conclusion.verdict();
            assert_eq!(verdict, real_verdict(&structure, &property), "{what}");
            tally.holds += u64::from(verdict == Verdict::Holds);
            tally.fails += u64::from(verdict == Verdict::Fails);
            let theory = fresh_theory();
            let case = Case { what, cfg, property: &property, settings: &settings, theory };
            compare(&case, (&answer.predicates, &answer.conclusion), &found, &mut tally);
        }
    }
    println!("{tally:?}");
    let Tally { minima, irreducible, smaller, holds, fails, checked, .. } = tally;
    let least = [minima, irreducible, smaller, holds, fails, checked].into_iter().min();
    assert!(least > Some(10), "{tally:?}");
}

#[test]
fn a_limit_ends_the_search_where_it_is_told() {
    let subject = subject(
        3,
        Shape {
            locations: 5,
            predicates: 3,
            local: false,
            addresses: false,
            bits: 6,
            settled: true,
        },
    );
    let mut given = PredicateFile::default();
    for one in &subject.predicates.all {
        given.add(PredicateLine::new(PredicateScope::Global, &one.name));
    }
    let cfg = &subject.cfg;
    let names = belnap_formats::condition::Names::new(cfg);
    let set = given.resolve(&names).unwrap_or_else(|found| panic!("{found:?}"));
    let (theory, settings) = (fresh_theory(), Settings::default());
    let property = formula("AG true");
    let asked = Asked { cfg, property: &property, theory: &theory, settings: &settings };
    for (attempts, needed, smallness) in
        [(0, set.len(), Smallness::Unfinished), (1, 0, Smallness::Minimum)]
    {
        let limits = Limits { attempts: Some(attempts), ..Limits::default() };
        let found = shrink(&asked, &set, false, limits, &Patient);
        let account =
            found.unwrap_or_else(|error| panic!("{error:?}")).expect("it decides").account;
        assert_eq!((account.needed, account.smallness), (needed, smallness));
        assert_eq!(account.attempts, attempts);
    }
}
