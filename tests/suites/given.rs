//! Given predicates as invariants, on random small graphs: what they prove is true of the program,
//! explored completely, and the certifier accepts the proof, also for the graph before passes.
//!
//! Every failure names the seed. `BELNAP_CASES=n` runs n times as many, from `BELNAP_SEED` on.

use std::convert::Infallible;
use std::time::Duration;

use belnap_certifier::certificate::{CertificateFindings, certify};
use belnap_certifier::questions::Time;
use belnap_checker::explicit;
use belnap_engine::graph::{may_be_smaller, visible};
use belnap_formats::condition::Names;
use belnap_formats::predicates::{PredicateFile, PredicateLine};
use belnap_formats::property;
use belnap_ir::bdd::Ref;
use belnap_ir::certificate::{Certificate, Claim};
use belnap_ir::cfg::Cfg;
use belnap_ir::ids::CfgLocId;
use belnap_ir::predicate::PredicateScope;
use belnap_ir::property::Property;
use belnap_ir::result::Verdict;
use belnap_passes::carry::carry;
use belnap_passes::{default_passes, run_default};
use belnap_refiner::given::{certificate, prove};
use belnap_refiner::initial::initial_predicates;
use belnap_test_support::random::Random;
use belnap_test_support::seeds::seeds;
use belnap_tests::abstraction::concrete::Concrete;
use belnap_tests::abstraction::explored::{explored, property as graph_property};
use belnap_tests::abstraction::generate::{Shape, subject};

/// Properties of one graph.
const PROPERTIES: u32 = 6;

fn asked(cfg: &Cfg, certificate: &Certificate) -> CertificateFindings {
    let time = Time { question: Duration::from_secs(5), end: None };
    let mut emit = |_: &str, _: &str| Ok::<(), Infallible>(());
    certify(cfg, certificate, time, &mut emit).unwrap_or_else(|refused| panic!("{refused:?}"))
}

/// The certificate without what it says of one location.
fn weakened(certificate: &Certificate, random: &mut Random) -> Option<Certificate> {
    let mut weaker = certificate.clone();
    let Claim::Invariants(invariants) = &mut weaker.claim else { return None };
    let said: Vec<usize> = invariants
        .at
        .values()
        .enumerate()
        .filter(|(_, function)| **function != Ref::TRUE)
        .map(|(at, _)| at)
        .collect();
    if said.is_empty() {
        return None;
    }
    *invariants.at.get_index_mut(random.pick(&said))?.1 = Ref::TRUE;
    Some(weaker)
}

#[test]
fn what_given_predicates_prove_is_true() {
    let (mut proved, mut carried, mut open, mut needed) = (0, 0, 0, 0);
    for seed in seeds(24) {
        let shape = Shape {
            locations: 3 + seed % 4,
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
        let cfg = &subject.cfg;
        let structure = explored(&subject, &Concrete::new(&subject, 0), 0);
        let mut random = Random::new(!seed);
        let mut given = PredicateFile::default();
        for one in &subject.predicates.all {
            given.add(PredicateLine::new(PredicateScope::Global, &one.name));
        }
        for _ in 0..PROPERTIES {
            let told = format!(
                "AG ({} | {})",
                graph_property(&mut random, &subject, 0),
                graph_property(&mut random, &subject, 0)
            );
            let text = told.replace("at(n", "at(L");
            let formula = property::read_formula(&text).unwrap_or_else(|found| panic!("{found:?}"));
            let property = Property { name: "p".to_owned(), formula };
            let context = visible(cfg, &property.formula, &given);
            let has_passes = random.one_in(2) && may_be_smaller(cfg, &property.formula, &context);
            let graph = match has_passes {
                true => run_default(cfg, &context).cfg,
                false => cfg.clone(),
            };
            let set = initial_predicates(&property.formula, &given).resolve(&Names::new(&graph));
            let set = set.unwrap_or_else(|_| panic!("graph {seed}: {text}"));
            let Some(found) = prove(&graph, &property.formula, &set, None) else {
                open += 1;
                continue;
            };
            proved += 1;
            let told = property::read_formula(&told).unwrap_or_else(|found| panic!("{found:?}"));
            let options = explicit::ExplicitOptions::default();
            let values = explicit::evaluate(&structure, &told, &options)
                .unwrap_or_else(|found| panic!("{found:?}"));
            let real = explicit::verdict(&structure, &values, &options);
            assert_eq!(real.ok(), Some(Verdict::Holds), "graph {seed}: {text}\n{found:?}");
            let own = certificate(&graph, &property, &found);
            let outcome = asked(&graph, &own);
            assert!(outcome.is_proved(), "graph {seed}: {text}\n{found:?}\n{outcome:?}");
            if let Some(weaker) = weakened(&own, &mut random) {
                needed += usize::from(!asked(&graph, &weaker).is_proved());
            }
            if has_passes {
                let whole = carry(cfg, &context, &default_passes(), &own).expect("invariants");
                carried += usize::from(asked(cfg, &whole).is_proved());
            }
        }
    }
    println!("{proved} proved, {carried} carried, {open} open, {needed} that need an invariant");
    assert!(proved > 10 && carried > 2 && open > 10 && needed > 0);
}

/// Where the entry itself refutes a property, no invariant of a loop excludes that.
#[test]
fn an_error_at_the_entry_is_not_excluded() {
    for seed in seeds(24).chain([283]) {
        let shape = Shape {
            locations: 3 + seed % 4,
            predicates: 3,
            local: false,
            addresses: false,
            bits: 6,
            settled: seed % 2 == 0,
        };
        let subject = subject(seed, shape);
        let mut given = PredicateFile::default();
        let condition = &subject.predicates.all[0].name;
        given.add(PredicateLine::new(PredicateScope::Global, condition));
        let set = given.resolve(&Names::new(&subject.cfg)).expect("a line");
        let is_judged = subject.cfg.start == subject.cfg.entry;
        let others = subject.cfg.locations.keys().filter(|at| *at != subject.cfg.entry);
        for elsewhere in others.filter(|_| is_judged) {
            let text = format!("AG at({elsewhere})");
            let formula = property::read_formula(&text).expect("a property");
            assert!(prove(&subject.cfg, &formula, &set, None).is_none(), "graph {seed}: {text}");
        }
    }
}
