//! Proofs by unrolling, checked.

use std::collections::BTreeSet;
use std::time::Instant;

use belnap_bounded::commands::unroll::proof;
use belnap_bounded::{Limits, Unrolled, find_rounds};
use belnap_certifier::questions::Time;
use belnap_certifier::vacuity;
use belnap_engine::question::Reducible;
use belnap_ir::certificate::{Certificate, Claim};
use belnap_ir::cfg::Cfg;
use belnap_ir::property::Property;

use crate::proof::{Proof, QUESTION, check_certificate};
use crate::{Check, Evidence};

/// Checks that loops take so many rounds and nothing goes wrong in them, as `unrolled` says, which
/// was found with an effort. What passes made smaller is unrolled again as it was before them: how
/// often its loops are repeated is then the proof.
pub fn check(
    cfg: &Cfg,
    whole: Option<&Reducible<'_>>,
    property: &Property,
    (unrolled, level): (&Unrolled, u32),
    end: Option<Instant>,
) -> Proof {
    let time = Time { question: QUESTION, end };
    let reached = collect_reached(cfg, unrolled);
    let vacuous = vacuity::vacuous(cfg, &reached, &property.formula);
    let found = Proof {
        certificate: Some(claimed(property, unrolled)),
        reached: Some(reached),
        steps: Some(steps(cfg, unrolled)),
        vacuous,
        ..Proof::default()
    };
    let own = claimed(property, unrolled);
    let Some(Reducible { program, .. }) = whole else {
        return Proof { evidence: check_certificate(cfg, property, &own, time), ..found };
    };
    let limits = Limits { end, ..Limits::of_level(level + 1) };
    if let Some(unrolled) = find_rounds(program, &property.formula, &limits) {
        let certificate = claimed(property, &unrolled);
        let evidence = check_certificate(program, property, &certificate, time);
        if evidence == Evidence::Checked(Check::Certified) {
            return Proof { evidence, whole: Some(certificate), ..found };
        }
    }
    let evidence = match check_certificate(cfg, property, &own, time) {
        Evidence::Checked(_) => Evidence::Checked(Check::AfterPasses),
        other => other,
    };
    Proof { evidence, ..found }
}

fn claimed(property: &Property, unrolled: &Unrolled) -> Certificate {
    proof(property, Claim::Unrolling(unrolled.claim()))
}

/// The locations that may be reached.
fn collect_reached(cfg: &Cfg, unrolled: &Unrolled) -> BTreeSet<String> {
    let targets = unrolled.taken.iter().map(|edge| cfg.edges[*edge].to);
    targets.chain([cfg.entry]).map(|at| at.to_string()).collect()
}

/// The locations between which a step may be taken.
fn steps(cfg: &Cfg, unrolled: &Unrolled) -> BTreeSet<(String, String)> {
    let edges = unrolled.taken.iter().map(|edge| &cfg.edges[*edge]);
    edges.map(|edge| (edge.from.to_string(), edge.to.to_string())).collect()
}
