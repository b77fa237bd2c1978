//! The loop: abstract, check, refine, until the property is decided.

use std::time::{Duration, Instant};

use belnap_abstractor::options::Options as Abstraction;
use belnap_abstractor::program::abstracted;
use belnap_abstractor::theory::Theory;
use belnap_abstractor::tracked::resolve;
use belnap_checker::encode::{EncodeOptions, encode};
use belnap_checker::run::{RunOptions, check_all};
use belnap_formats::{condition, predicates};
use belnap_ir::cfg::Cfg;
use belnap_ir::kripke::Kripke;
use belnap_ir::predicate::{Predicate, PredicateScope, PredicateSet, normalise_condition};
use belnap_ir::property::Property;
use belnap_ir::result::{PropertyResult, Verdict};
use belnap_ir::span::Span;
use belnap_refiner::refine::{RefineOptions, Refined, refine};

/// How it ended.
pub enum Ending {
    /// By the checker.
    Checked(PropertyResult),
    /// By an execution.
    Execution,
    /// Not, and why.
    Unknown(String),
}

/// Runs the loop for one property.
pub fn verify(cfg: &Cfg, property: &Property, theory: &Theory, timeout: Duration) -> Ending {
    let begin = Instant::now();
    let mut set = PredicateSet::default();
    let mut seeds = None;
    for iteration in 0.. {
        let text = predicates::print(&set);
        let read = match predicates::read(&text) {
            Ok(read) => read,
            Err(found) => return Ending::Unknown(format!("{found:?}")),
        };
        let tracked = match resolve(cfg, &read, &text) {
            Ok(tracked) => tracked,
            Err(found) => return Ending::Unknown(format!("{found:?}")),
        };
        let a = Instant::now();
        let program = abstracted(
            cfg,
            &tracked,
            theory,
            &Abstraction { threads: 2, ..Abstraction::default() },
        );
        let b = Instant::now();
        let kripke = match encode(&program, &EncodeOptions::default()) {
            Ok(kripke) => Kripke::Symbolic(kripke),
            Err(diagnostic) => return Ending::Unknown(diagnostic.to_string()),
        };
        let result = check_all(
            &kripke,
            std::slice::from_ref(property),
            &RunOptions::default(),
            seeds.as_ref(),
        );
        let mut result = match result {
            Ok(result) => result,
            Err(error) => return Ending::Unknown(error.to_string()),
        };
        let c = Instant::now();
        seeds = result.seeds.take();
        let one = result.properties.remove(0);
        eprintln!(
            "{iteration}: {} predicates, abstract {:.3}, check {:.3}, {:?}",
            set.predicates.len(),
            (b - a).as_secs_f64(),
            (c - b).as_secs_f64(),
            one.verdict
        );
        if one.verdict != Verdict::Inconclusive {
            return Ending::Checked(one);
        }
        if begin.elapsed() > timeout {
            return Ending::Unknown("timeout".into());
        }
        let known: Vec<_> = tracked.all.iter().map(|t| t.condition.clone()).collect();
        let Some(explanation) = &one.explanation else {
            return Ending::Unknown("no explanation".into());
        };
        let refined =
            refine(cfg, &known, &property.formula, explanation, &RefineOptions::default());
        eprintln!("   refine {:.3}", c.elapsed().as_secs_f64());
        match refined {
            Refined::Predicates(new) => {
                for expr in new {
                    let condition = normalise_condition(&condition::print(cfg, &expr));
                    eprintln!("   + {condition}");
                    set.predicates.push(Predicate {
                        scope: PredicateScope::Global,
                        condition,
                        span: Span::new(0, 0),
                    });
                }
            }
            Refined::Execution(..) => return Ending::Execution,
            Refined::Nothing(reason) => return Ending::Unknown(reason),
        }
    }
    Ending::Unknown(String::new())
}
