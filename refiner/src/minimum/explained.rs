//! An explanation of an unknown value as claims without states: what its edges have to decide.
//!
//! Each claim of the explanation says that its formula is unknown because of some of its parts.
//! Here only the formula's outer operator is kept, with these parts: the others, and steps that
//! the explanation does not follow, are not what it is about. Where a claim is known to be false
//! because its negation is proved, the proof is turned around.

use belnap_formats::condition::{Names, Writer};
use belnap_formats::decided;
use belnap_formats::property;
use belnap_ir::cfg::{Cfg, Operation};
use belnap_ir::expr::Expr;
use belnap_ir::ids::{CfgEdgeId, CfgLocId};
use belnap_ir::property::{Along, Between, Fixpoint, Formula, Quantifier, Step};
use belnap_ir::result::{Explanation, ProofNode, Rule};
use belnap_ir::traces::{Claim, Cycle, Join, Part, Trace};
use rustc_hash::{FxHashMap, FxHashSet};

/// Limit on the claims of an explanation; one with more is not taken apart.
const MOST_CLAIMS: usize = 2_000;

/// The trace that an explanation is; `None` if it is cut off, has steps that are none of the
/// graph's or are calls, or speaks of what has no condition.
pub fn trace_of(cfg: &Cfg, explanation: &Explanation) -> Option<Trace> {
    let proof = &explanation.proof;
    if explanation.cut || proof.is_empty() || proof.len() > MOST_CLAIMS {
        return None;
    }
    let mut reading = Reading {
        cfg,
        names: Names::new(cfg),
        proof,
        numbers: FxHashMap::default(),
        open: Vec::new(),
        claims: Vec::new(),
        places: Vec::new(),
    };
    reading.enter(0, true, cfg.entry)?;
    while let Some((node, positive, at)) = reading.open.pop() {
        let claim = reading.read(node, positive, at)?;
        reading.claims[reading.numbers[&(node, positive)].0] = claim;
    }
    let cycle = reading.cycle()?;
    let claims = shorten(reading.claims, reading.places)?;
    Some(Trace { claims, cycle, ..Trace::default() })
}

struct Reading<'a> {
    cfg: &'a Cfg,
    names: Names<'a>,
    proof: &'a [ProofNode],
    /// The claims that nodes are, as they are or negated, and where they are.
    numbers: FxHashMap<(usize, bool), (usize, CfgLocId)>,
    open: Vec<(usize, bool, CfgLocId)>,
    claims: Vec<Claim>,
    places: Vec<CfgLocId>,
}

impl Reading<'_> {
    /// The number of the claim that a node is at a location.
    fn enter(&mut self, node: usize, positive: bool, at: CfgLocId) -> Option<usize> {
        if let Some((number, known)) = self.numbers.get(&(node, positive)) {
            return (*known == at).then_some(*number);
        }
        let number = self.claims.len();
        self.numbers.insert((node, positive), (number, at));
        self.claims.push(constant(true));
        self.places.push(at);
        self.open.push((node, positive, at));
        Some(number)
    }

    fn read(&mut self, number: usize, positive: bool, at: CfgLocId) -> Option<Claim> {
        let node = &self.proof[number];
        let join = match node.rule {
            Rule::UnknownAtom | Rule::Atom => return self.leaf(node, positive, at),
            Rule::UnknownStep | Rule::UnknownChild => match node.children.as_slice() {
                [only] if only.step.is_some() => {
                    match property::read_formula(&node.formula).ok()? {
                        Formula::Step(Quantifier::Forall, Step::Next | Step::Modal, _) => {
                            Join::Every
                        }
                        Formula::Step(Quantifier::Exists, Step::Next | Step::Modal, _) => {
                            Join::Some
                        }
                        _ => return None,
                    }
                }
                [_] => Join::Every,
                _ => return None,
            },
            Rule::And | Rule::MayStep | Rule::Unfold => Join::Every,
            Rule::Or | Rule::Split | Rule::MustStep | Rule::Hyper => Join::Some,
            Rule::Negation | Rule::Seed | Rule::Cut => return None,
        };
        // What an unknown step leads to may be decided: false for a universal one, and then its
        // negation is proved.
        let turns = node.rule == Rule::UnknownStep && join == Join::Every;
        let mut parts = Vec::with_capacity(node.children.len());
        for child in &node.children {
            let edge = match &child.step {
                None => None,
                Some(step) => Some(step.cfg_edge.or_else(|| self.only_edge(at))?),
            };
            let to = edge.map_or(Some(at), |edge| self.follow(at, edge))?;
            let index = child.node.index();
            let is_proof = !matches!(
                self.proof.get(index)?.rule,
                Rule::UnknownAtom | Rule::UnknownStep | Rule::UnknownChild
            );
            let positive = positive != (turns && is_proof);
            parts.push(Part { claim: self.enter(index, positive, to)?, edge });
        }
        let join = if positive { join } else { join.dual() };
        Some(Claim { join, condition: None, parts, total: node.rule == Rule::Hyper })
    }

    fn follow(&self, at: CfgLocId, edge: CfgEdgeId) -> Option<CfgLocId> {
        let edge = self.cfg.edges.get(edge)?;
        let is_call = matches!(edge.operation, Operation::Call { .. });
        (edge.from == at && !is_call).then_some(edge.to)
    }

    /// The edge of a location that has one: Boolean programs do not say so where executions end.
    fn only_edge(&self, at: CfgLocId) -> Option<CfgEdgeId> {
        let mut edges = self.cfg.edges.iter_enumerated().filter(|(_, edge)| edge.from == at);
        let (only, _) = edges.next()?;
        edges.next().is_none().then_some(only)
    }

    fn leaf(&self, node: &ProofNode, positive: bool, at: CfgLocId) -> Option<Claim> {
        let formula = property::read_formula(&node.formula).ok()?;
        let condition = decided::condition(self.cfg, &self.names, &formula, at)?;
        let condition = if positive { condition } else { condition.negate() };
        Some(match belnap_solver::wp::Conditions::new(self.cfg).normal(&condition) {
            Expr::Bool(truth) => constant(truth),
            condition => {
                let text = Writer::new(self.cfg).print(&condition);
                Claim { condition: Some(text), ..constant(true) }
            }
        })
    }

    /// What claims are that lead back to themselves; `None` if they are not all the same.
    fn cycle(&self) -> Option<Option<Cycle>> {
        let mut found = FxHashSet::default();
        for ((node, positive), (number, _)) in &self.numbers {
            if !leads_to(&self.claims, *number, *number) {
                continue;
            }
            let node = &self.proof[*node];
            match node.rule {
                Rule::UnknownStep | Rule::UnknownChild => {
                    found.extend(fixpoint(&property::read_formula(&node.formula).ok()?));
                }
                // Where claims are proved, least fixpoints are unfolded so that they end.
                _ if *positive => {
                    found.insert(Cycle::Greatest);
                }
                _ => {
                    found.insert(Cycle::Least);
                }
            }
        }
        (found.len() <= 1).then(|| found.into_iter().next())
    }
}

/// A claim that is true, or false.
const fn constant(truth: bool) -> Claim {
    let join = if truth { Join::Every } else { Join::Some };
    Claim { join, condition: None, parts: Vec::new(), total: false }
}

/// What a formula says of what goes on for ever, if it is a fixpoint.
fn fixpoint(formula: &Formula) -> Option<Cycle> {
    match formula {
        Formula::Along(_, Along::Finally, _)
        | Formula::Between(_, Between::Until, ..)
        | Formula::Fixpoint(Fixpoint::Least, ..) => Some(Cycle::Least),
        Formula::Along(_, Along::Globally, _)
        | Formula::Between(_, Between::Release | Between::WeakUntil, ..)
        | Formula::Fixpoint(Fixpoint::Greatest, ..) => Some(Cycle::Greatest),
        _ => None,
    }
}

/// Whether a claim rests on another, through at least one part.
fn leads_to(claims: &[Claim], from: usize, to: usize) -> bool {
    let mut seen = vec![false; claims.len()];
    let mut open = vec![from];
    while let Some(at) = open.pop() {
        for part in &claims[at].parts {
            if part.claim == to {
                return true;
            }
            if !std::mem::replace(&mut seen[part.claim], true) {
                open.push(part.claim);
            }
        }
    }
    false
}

/// The same claims, about the same locations, without those that say what one part of them says,
/// and each once.
fn shorten(mut claims: Vec<Claim>, mut places: Vec<CfgLocId>) -> Option<Vec<Claim>> {
    loop {
        let mut same: Vec<usize> = (0..claims.len()).collect();
        let mut known: FxHashMap<(&Claim, CfgLocId), usize> = FxHashMap::default();
        for (number, claim) in claims.iter().enumerate() {
            same[number] = match claim.parts.as_slice() {
                [Part { claim: only, edge: None }] if claim.condition.is_none() => *only,
                _ => *known.entry((claim, places[number])).or_insert(number),
            };
        }
        let is_shorter = same.iter().enumerate().any(|(number, other)| number != *other);
        for number in 0..same.len() {
            let mut steps = 0;
            while same[same[number]] != same[number] {
                same[number] = same[same[number]];
                steps += 1;
                if steps > claims.len() {
                    return None;
                }
            }
        }
        let used = used(&claims, &same);
        places = used.iter().map(|number| places[*number]).collect();
        claims = keep(&claims, &same, &used);
        if !is_shorter {
            return Some(claims);
        }
    }
}

/// The claims that the first rests on, where others stand for some.
fn used(claims: &[Claim], same: &[usize]) -> Vec<usize> {
    let mut order = vec![same[0]];
    let mut seen: FxHashSet<usize> = order.iter().copied().collect();
    let mut next = 0;
    while next < order.len() {
        let parts = claims[order[next]].parts.iter().map(|part| same[part.claim]);
        order.extend(parts.filter(|of| seen.insert(*of)));
        next += 1;
    }
    order
}

/// Those of the claims that are used, where others stand for some.
fn keep(claims: &[Claim], same: &[usize], used: &[usize]) -> Vec<Claim> {
    let places = used.iter().enumerate().map(|(place, number)| (*number, place));
    let numbers: FxHashMap<usize, usize> = places.collect();
    let renumbered = |number: &usize| {
        let mut claim = claims[*number].clone();
        for part in &mut claim.parts {
            part.claim = numbers[&same[part.claim]];
        }
        let mut seen = FxHashSet::default();
        claim.parts.retain(|part| seen.insert((part.claim, part.edge)));
        claim
    };
    used.iter().map(renumbered).collect()
}
