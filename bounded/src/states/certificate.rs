//! The states that may be reached, as invariants over comparisons of variables with numbers.

use std::collections::BTreeSet;

use belnap_formats::condition::Writer;
use belnap_ir::bdd::{BddTable, Node, Ref};
use belnap_ir::certificate::Invariants;
use belnap_ir::cfg::Cfg;
use belnap_ir::expr::{CompareOp, Expr};
use belnap_ir::graph::{reachable, successors};
use belnap_ir::ids::{CfgLocId, CfgVarId, TiVec};
use indexmap::IndexMap;
use rustc_hash::FxHashMap;

use super::diagrams::{Interval, States};
use super::explore::Explorer;
use super::intervals::range;

/// A predicate: the variable at a level compared with a number. Ordered as diagrams ask.
type Predicate = (u32, i128, Comparison);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Comparison {
    Equal,
    NotAbove,
}

/// A node of a diagram as a chain of questions, asked in turn: where one has the answer yes, what
/// follows, and what follows where none has.
struct Chain {
    asked: Vec<(Predicate, States)>,
    rest: States,
}

/// The invariants of all locations: what was reached where an error is ahead, and anything where
/// none is. `meaning` has what variables that the graph does not have stand for.
pub fn invariants(
    cfg: &Cfg,
    explorer: &Explorer<'_>,
    reached: &TiVec<CfgLocId, States>,
    meaning: &IndexMap<CfgVarId, Expr>,
) -> Invariants {
    let mut chains: FxHashMap<States, Chain> = FxHashMap::default();
    let mut open: Vec<States> = reached.iter().copied().collect();
    // Children come before their parents.
    let mut order: BTreeSet<States> = BTreeSet::new();
    while let Some(states) = open.pop() {
        if let Some(chain) = chain(explorer, states)
            && order.insert(states)
        {
            open.extend(chain.asked.iter().map(|(_, child)| *child).chain([chain.rest]));
            chains.insert(states, chain);
        }
    }
    let all = chains.values().flat_map(|chain| chain.asked.iter().map(|(asked, _)| *asked));
    let numbers: BTreeSet<Predicate> = all.collect();
    let numbers: IndexMap<Predicate, u32> = numbers.into_iter().zip(0..).collect();
    let mut table = BddTable::default();
    let mut known: FxHashMap<(u32, Ref, Ref), Ref> = FxHashMap::default();
    let mut made: FxHashMap<States, Ref> =
        [(States::NONE, Ref::FALSE), (States::ALL, Ref::TRUE)].into_iter().collect();
    for states in order {
        let Chain { asked, rest } = &chains[&states];
        let function = asked.iter().rev().fold(made[rest], |lo, (predicate, child)| {
            let (var, hi) = (numbers[predicate], made[child]);
            if hi == lo {
                return lo;
            }
            *known.entry((var, hi, lo)).or_insert_with(|| {
                table.nodes.push(Node { var, hi, lo });
                Ref(table.nodes.len() as i32 + 1)
            })
        });
        made.insert(states, function);
    }
    let next = successors(cfg);
    let possible = reachable(cfg.locations.len(), [cfg.entry], |at| next[at].clone());
    let mut at = IndexMap::new();
    for location in cfg.locations.keys().filter(|at| possible[*at]) {
        let function = match explorer.is_useful(location) {
            true => made[&reached[location]],
            false => Ref::TRUE,
        };
        if function != Ref::FALSE {
            at.insert(location.to_string(), function);
        }
    }
    let writer = Writer::new(cfg);
    let text = |(level, number, comparison): &Predicate| {
        let var = explorer.steps.variables[*level as usize];
        let op = match comparison {
            Comparison::Equal => CompareOp::Eq,
            Comparison::NotAbove => CompareOp::Le,
        };
        let number = Expr::int(*number, explorer.steps.cfg.type_of(var).as_int()?);
        let value = meaning.get(&var).cloned().unwrap_or(Expr::Var(var));
        Some(writer.print(&Expr::compare(op, value, number)))
    };
    let predicates = numbers.keys().filter_map(text).collect();
    Invariants { predicates, table, at, between: Vec::new() }
}

/// What a set asks first; `None` if it asks nothing.
fn chain(explorer: &Explorer<'_>, states: States) -> Option<Chain> {
    let (level, parts) = explorer.diagrams.decision(states)?;
    let (low, high) = range(explorer.steps.cfg, explorer.steps.variables[level as usize]);
    let clamp = |((first, last), child): (Interval, States)| {
        let interval = (first.max(low), last.min(high));
        (interval.0 <= interval.1).then_some((interval, child))
    };
    let parts: Vec<(Interval, States)> = parts.into_iter().filter_map(clamp).collect();
    let is_single = |(first, last): Interval| first == last;
    // Often all that is not one of some numbers is alike.
    let mut wide = parts.iter().filter(|(interval, _)| !is_single(*interval));
    let rest = wide.next().map(|(_, child)| *child);
    if let Some(rest) = rest
        && wide.all(|(_, child)| *child == rest)
    {
        let single =
            parts.iter().filter(|(interval, child)| is_single(*interval) && *child != rest);
        let equal = |((number, _), child): &(Interval, States)| {
            ((level, *number, Comparison::Equal), *child)
        };
        return Some(Chain { asked: single.map(equal).collect(), rest });
    }
    let (_, rest) = *parts.last()?;
    let ask = |(interval, child): &(Interval, States)| {
        let comparison =
            if is_single(*interval) { Comparison::Equal } else { Comparison::NotAbove };
        ((level, interval.1, comparison), *child)
    };
    Some(Chain { asked: parts[..parts.len() - 1].iter().map(ask).collect(), rest })
}
