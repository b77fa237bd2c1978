//! Predicates that somebody has given, tried as an invariant before anything else.
//!
//! Of the predicates at the heads of loops, those that are not kept are dropped until the rest is
//! inductive; if that excludes all errors, the property is proved, and no abstraction is needed. If
//! it is not enough, what induction guesses by itself is added, so that `s == i * i` helps without
//! `i <= n`.

use std::collections::{BTreeSet, HashMap};
use std::time::{Duration, Instant};

use belnap_formats::condition::Writer;
use belnap_formats::decided::{refuting, with_errors};
use belnap_formats::property::print;
use belnap_ir::bdd::{BddTable, Node, Ref};
use belnap_ir::certificate::{Certificate, Claim, Invariants};
use belnap_ir::cfg::Cfg;
use belnap_ir::expr::Expr;
use belnap_ir::graph::{loop_heads, reachable, successors};
use belnap_ir::ids::{CfgEdgeId, CfgLocId};
use belnap_ir::predicate::{Places, PredicateSet};
use belnap_ir::property::{Formula, Property};
use belnap_solver::horn::{Inductive, Part, Patience, inductive_at, inductive_with};
use indexmap::{IndexMap, IndexSet};

use crate::candidates::Candidates;
use crate::discover::elimination::between;

/// Larger parts of graphs are not looked at.
const MOST_EDGES: usize = 1000;

/// For the given predicates alone.
const ALONE: Patience =
    Patience { time: Duration::from_secs(12), question: Duration::from_secs(6) };

/// For guesses alone.
const GUESSES: Patience =
    Patience { time: Duration::from_secs(4), question: Duration::from_millis(100) };

/// For these and what of the guesses holds.
const TOGETHER: Patience =
    Patience { time: Duration::from_secs(8), question: Duration::from_secs(3) };

/// Invariants of loops that show that a property holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoopInvariants {
    /// For the entry and the head of each loop, ascending, conditions that together hold whenever
    /// control is there; those of some are none.
    pub at: Vec<(CfgLocId, Vec<Expr>)>,
    /// Other locations that may be reached.
    pub others: Vec<CfgLocId>,
}

/// Proves that a property holds by invariants from given predicates, if these are enough; before
/// `end`, so that time is left for other ways.
pub fn prove(
    cfg: &Cfg,
    formula: &Formula,
    given: &PredicateSet,
    end: Option<Instant>,
) -> Option<LoopInvariants> {
    refuting(cfg, formula, cfg.start)?;
    let (asked, errors) = with_errors(cfg, formula);
    // No step leads to where the program starts: invariants would not exclude an error there.
    if errors.contains(&cfg.entry) || errors.contains(&cfg.start) {
        return None;
    }
    let edges = between(&asked, &errors);
    if edges.is_empty() || edges.len() > MOST_EDGES {
        return None;
    }
    let (candidates, places): (Vec<Expr>, Vec<&Places>) = given
        .iter()
        .flat_map(|one| &one.instances)
        .map(|one| (one.condition.clone(), &one.places))
        .unzip();
    let is_at = |candidate: usize, head: CfgLocId| match places.get(candidate) {
        Some(Places::At(all)) => all.contains(&head),
        Some(Places::Everywhere) | None => true,
    };
    let in_time = |patience: Patience| {
        let left = end.map(|end| end.saturating_duration_since(Instant::now()) / 2);
        Patience { time: left.map_or(patience.time, |left| left.min(patience.time)), ..patience }
    };
    let part = Part { edges: &edges, errors: &errors };
    let is_enough = |found: &Inductive| found.excluded.len() == errors.len();
    let alone = inductive_at(&asked, &part, &candidates, &is_at, in_time(ALONE)).filter(is_enough);
    let found = alone.or_else(|| {
        // What can be found without products comes first, and is not asked for again.
        let guesses = Candidates::of(&asked, &edges).all;
        let known = inductive_at(&asked, &part, &guesses, &|_, _| true, in_time(GUESSES))?;
        if is_enough(&known) {
            return Some(known);
        }
        let all = (&known.at[..], &candidates[..]);
        inductive_with(&asked, &part, all, &is_at, in_time(TOGETHER)).filter(is_enough)
    })?;
    Some(everywhere(cfg, &errors, &edges, &asked, &found))
}

/// What is known at the heads of the whole graph: of loops that lead to no error nothing has to be.
fn everywhere(
    cfg: &Cfg,
    errors: &[CfgLocId],
    edges: &[CfgEdgeId],
    asked: &Cfg,
    found: &Inductive,
) -> LoopInvariants {
    let inside: BTreeSet<CfgLocId> = edges.iter().map(|edge| asked.edges[*edge].from).collect();
    let next = successors(cfg);
    let reached = reachable(cfg.locations.len(), [cfg.entry], |at| match errors.contains(&at) {
        true => Vec::new(),
        false => next[at].clone(),
    });
    let is_head = loop_heads(cfg);
    let (mut at, mut others) = (Vec::new(), Vec::new());
    for location in cfg.locations.keys().filter(|at| reached[*at] && !errors.contains(at)) {
        let known = found.at.iter().find(|(head, _)| *head == location);
        match known {
            _ if location == cfg.entry => at.push((location, Vec::new())),
            Some((_, conditions)) => at.push((location, conditions.clone())),
            None if inside.contains(&location) && !found.heads.contains(&location) => {
                others.push(location);
            }
            None if is_head[location] || found.heads.contains(&location) => {
                at.push((location, Vec::new()));
            }
            None => others.push(location),
        }
    }
    LoopInvariants { at, others }
}

/// The invariants as evidence for a property.
pub fn certificate(cfg: &Cfg, property: &Property, found: &LoopInvariants) -> Certificate {
    let writer = Writer::new(cfg);
    let mut predicates: IndexSet<String> = IndexSet::new();
    let mut table = BddTable::default();
    let mut known: HashMap<(usize, Ref), Ref> = HashMap::new();
    let mut at = IndexMap::new();
    for (head, conditions) in &found.at {
        let number = |condition: &Expr| predicates.insert_full(writer.print(condition)).0;
        let numbers: BTreeSet<usize> = conditions.iter().map(number).collect();
        let all = numbers.into_iter().rev().fold(Ref::TRUE, |rest, number| {
            *known.entry((number, rest)).or_insert_with(|| {
                table.nodes.push(Node { var: number as u32, hi: rest, lo: Ref::FALSE });
                Ref(table.nodes.len() as i32 + 1)
            })
        });
        at.insert(head.to_string(), all);
    }
    let between = found.others.iter().map(ToString::to_string).collect();
    let predicates = predicates.into_iter().collect();
    Certificate {
        property: property.name.clone(),
        formula: print(&property.formula),
        claim: Claim::Invariants(Invariants { predicates, table, at, between }),
    }
}
