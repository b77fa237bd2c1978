//! The states that may be reached, as invariants over comparisons of variables with numbers.

use std::collections::BTreeSet;

use belnap_formats::condition::Writer;
use belnap_ir::bdd::{BddTable, Node, Ref};
use belnap_ir::certificate::Invariants;
use belnap_ir::cfg::Cfg;
use belnap_ir::expr::{CompareOp, Expr};
use belnap_ir::graph::{reachable, successors};
use belnap_ir::ids::CfgVarId;
use indexmap::IndexMap;
use rustc_hash::FxHashMap;

use super::diagrams::{Interval, States};
use super::explore::{Explorer, Reached};
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

/// Diagrams of what was reached, as functions of predicates.
struct Functions<'a> {
    chains: &'a FxHashMap<States, Chain>,
    numbers: &'a IndexMap<(usize, Predicate), u32>,
    table: BddTable,
    known: FxHashMap<(u32, Ref, Ref), Ref>,
    /// What was made of sets of a group, where something else holds, too.
    made: FxHashMap<(States, Ref), Ref>,
}

impl Functions<'_> {
    /// A set of states of a group, in which something else holds that later groups say.
    fn with(&mut self, group: usize, states: States, rest: Ref) -> Ref {
        let Some(chain) = self.chains.get(&states) else {
            return if states.is_none() { Ref::FALSE } else { rest };
        };
        if let Some(made) = self.made.get(&(states, rest)) {
            return *made;
        }
        let mut function = self.with(group, chain.rest, rest);
        for (predicate, child) in chain.asked.iter().rev() {
            let (var, hi) = (self.numbers[&(group, *predicate)], self.with(group, *child, rest));
            if hi != function {
                let (table, lo) = (&mut self.table, function);
                function = *self.known.entry((var, hi, lo)).or_insert_with(|| {
                    table.nodes.push(Node { var, hi, lo });
                    Ref(table.nodes.len() as i32 + 1)
                });
            }
        }
        self.made.insert((states, rest), function);
        function
    }
}

/// The invariants of all locations: what was reached where an error is ahead, and anything where
/// none is, for each group of errors. `meaning` has what variables that the graph does not have
/// stand for.
pub fn invariants(
    cfg: &Cfg,
    explorer: &Explorer<'_>,
    reached: &[Reached],
    meaning: &IndexMap<CfgVarId, Expr>,
) -> Invariants {
    let mut chains: FxHashMap<States, Chain> = FxHashMap::default();
    let mut numbers: BTreeSet<(usize, Predicate)> = BTreeSet::new();
    for (group, reached) in reached.iter().enumerate() {
        let mut open: Vec<States> = reached.iter().flatten().copied().collect();
        while let Some(states) = open.pop() {
            if !chains.contains_key(&states)
                && let Some(chain) = chain(explorer, states)
            {
                numbers.extend(chain.asked.iter().map(|(asked, _)| (group, *asked)));
                open.extend(chain.asked.iter().map(|(_, child)| *child).chain([chain.rest]));
                chains.insert(states, chain);
            }
        }
    }
    let numbers: IndexMap<(usize, Predicate), u32> = numbers.into_iter().zip(0..).collect();
    let mut functions = Functions {
        chains: &chains,
        numbers: &numbers,
        table: BddTable::default(),
        known: FxHashMap::default(),
        made: FxHashMap::default(),
    };
    let next = successors(cfg);
    let possible = reachable(cfg.locations.len(), [cfg.entry], |at| next[at].clone());
    let mut at = IndexMap::new();
    for location in cfg.locations.keys().filter(|at| possible[*at]) {
        let groups = reached.iter().enumerate().rev();
        let function = groups.fold(Ref::TRUE, |rest, (group, reached)| match reached[location] {
            Some(states) => functions.with(group, states, rest),
            None => rest,
        });
        if function != Ref::FALSE {
            at.insert(location.to_string(), function);
        }
    }
    let writer = Writer::new(cfg);
    let text = |(_, (level, number, comparison)): &(usize, Predicate)| {
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
    Invariants { predicates, table: functions.table, at, between: Vec::new() }
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
