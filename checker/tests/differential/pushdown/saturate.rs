//! All reachable states of a pushdown system, by saturation: what each procedure does to values at
//! its entry, and from that what is reachable.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use belnap_ir::boolprog::{Dialect, Expr, Ident, Name, StarMeaning};

use super::evaluate::{Reading, Value, choices};
use super::graph::{Act, NodeId, Program};

/// Values of globals, then of the parameters and locals of a procedure.
pub type Values = Vec<Value>;

/// Where control is, in which procedure.
type State = (usize, NodeId, Values);

/// Values of globals at a return, and results.
type Exit = (Values, Values);

/// A place to get to.
#[derive(Clone, Debug)]
pub enum Place {
    Failed,
    Halted,
    Label(usize, String),
}

/// What is to be reached: a place, and values of globals by number.
pub struct Goal {
    pub place: Option<Place>,
    pub values: Vec<(usize, bool)>,
}

/// Programs with more states are left out.
const MOST: usize = 4000;

pub struct Saturated<'p, 'a> {
    program: &'p Program<'a>,
    strict: bool,
    /// What a procedure may do, by its complete entry.
    may: BTreeMap<(usize, Values), BTreeSet<Exit>>,
    /// What it certainly does.
    must: BTreeMap<(usize, Values), BTreeSet<Exit>>,
}

#[derive(Clone, Copy, PartialEq)]
enum Half {
    May,
    Must,
}

/// Guards with the values that they must have, what is assigned, guards and new values as
/// expressions, and what must be true after it.
type Change<'e> = (&'e [(&'e Expr, bool)], &'e [usize], &'e [&'e Expr], Option<&'e Expr>);

impl<'p, 'a> Saturated<'p, 'a> {
    /// `None` if the program is too large.
    pub fn new(program: &'p Program<'a>, strict: bool) -> Option<Self> {
        let mut own = Saturated { program, strict, may: BTreeMap::new(), must: BTreeMap::new() };
        own.may = own.summaries(Half::May)?;
        own.must = if strict { own.may.clone() } else { own.summaries(Half::Must)? };
        Some(own)
    }

    fn names(&self, procedure: usize) -> Vec<&'a Name> {
        let program = self.program.program;
        let own = &program.procedures[procedure];
        let all = program.globals.iter().chain(&own.params).chain(&own.locals);
        all.map(|ident| &ident.name).collect()
    }

    fn globals(&self) -> usize {
        self.program.program.globals.len()
    }

    /// The number of a name: the last one of it counts.
    fn find(&self, procedure: usize, name: &Name) -> usize {
        self.names(procedure).iter().rposition(|own| *own == name).expect("declared")
    }

    fn is_predicate(&self, name: &Name) -> bool {
        match self.program.program.dialect {
            Dialect::Belnap => name.is_quoted(),
            Dialect::Classic => self.program.star == StarMeaning::Unknown,
        }
    }

    fn completions(values: &Values) -> Vec<Values> {
        values.iter().fold(vec![Vec::new()], |all, value| {
            let own: Vec<bool> = value.map_or(vec![false, true], |value| vec![value]);
            let extended = |known: &Values| {
                own.iter()
                    .map(|value| known.iter().copied().chain([Some(*value)]).collect())
                    .collect()
            };
            all.iter().flat_map(|known| -> Vec<Values> { extended(known) }).collect()
        })
    }

    /// Whether an expression is true under every completion, and whether it is false.
    fn partial(
        &self,
        procedure: usize,
        expr: &Expr,
        values: &Values,
        after: &Values,
        bits: u32,
    ) -> (bool, bool) {
        let mut sum = (true, true);
        for before in Self::completions(values) {
            for after in Self::completions(after) {
                let read = |values: &Values, name: &Name| {
                    values[self.find(procedure, name)].expect("complete")
                };
                let reading = Reading {
                    star: self.program.star,
                    dialect: self.program.program.dialect,
                    before: &|name| read(&before, name),
                    after: &|name| read(&after, name),
                };
                let value = reading.value(expr, &mut bits.clone());
                sum = (sum.0 && value.0, sum.1 && value.1);
            }
        }
        sum
    }

    /// Whether values satisfy what is enforced in a procedure: not false of any of them.
    fn admitted(&self, procedure: usize, values: &Values) -> bool {
        let program = self.program.program;
        let ok = |procedure: usize, conditions: &[Expr], values: &Values| {
            let complete = Self::completions(values);
            conditions.iter().all(|condition| {
                complete
                    .iter()
                    .all(|values| !self.partial(procedure, condition, values, &Vec::new(), 0).1)
            })
        };
        // What the program enforces is about globals, whatever the procedure calls its own.
        let own = &program.procedures[procedure].enforce;
        let main = self.program.main();
        let mut of_globals = values[..self.globals()].to_vec();
        of_globals.resize(self.names(main).len(), Some(false));
        ok(procedure, own, values)
            && program.enforce.iter().all(|condition| {
                Self::completions(&of_globals).iter().all(|values| {
                    let read = |name: &Name| {
                        let global = program.globals.iter().position(|own| own.name == *name);
                        values[global.expect("a global")].expect("complete")
                    };
                    let reading = Reading {
                        star: self.program.star,
                        dialect: program.dialect,
                        before: &read,
                        after: &read,
                    };
                    !reading.value(condition, &mut 0).1
                })
            })
    }

    /// The values that go to targets, one after another: by choices where they are exact, else
    /// unknown, or anything that may be.
    fn values(
        &self,
        half: Half,
        procedure: usize,
        exprs: &[&Expr],
        values: &Values,
    ) -> Vec<(u32, Vec<Value>)> {
        let total: u32 = exprs.iter().map(|expr| choices(expr)).sum();
        let mut found = Vec::new();
        for bits in 0..1_u32 << total {
            let mut rest = bits;
            let mut all = Vec::new();
            let mut consistent = true;
            for expr in exprs {
                let value = self.partial(procedure, expr, values, &Vec::new(), rest);
                rest >>= choices(expr);
                consistent &= value != (true, true);
                all.push(value.0.then_some(true).or(value.1.then_some(false)));
            }
            if consistent {
                let lists = if half == Half::May { Self::completions(&all) } else { vec![all] };
                found.extend(lists.into_iter().map(|list| (bits, list)));
            }
        }
        found
    }

    /// The values of a procedure's variables when it begins.
    fn entries(
        &self,
        half: Half,
        procedure: usize,
        globals: &[Value],
        args: &[Value],
    ) -> Vec<Values> {
        let own = &self.program.program.procedures[procedure];
        let mut all = vec![globals.iter().chain(args).copied().collect::<Values>()];
        for local in &own.locals {
            let unknown = half == Half::Must && self.is_predicate(&local.name);
            let options = if unknown { vec![None] } else { vec![Some(false), Some(true)] };
            let extended = |values: &Values| -> Vec<Values> {
                let one = |value: &Value| values.iter().copied().chain([*value]).collect();
                options.iter().map(one).collect()
            };
            all = all.iter().flat_map(extended).collect();
        }
        if half == Half::May {
            all.retain(|values| self.admitted(procedure, values));
        }
        all
    }

    fn summaries(&self, half: Half) -> Option<BTreeMap<(usize, Values), BTreeSet<Exit>>> {
        let program = self.program.program;
        let mut summaries: BTreeMap<(usize, Values), BTreeSet<Exit>> = BTreeMap::new();
        for (procedure, own) in program.procedures.iter().enumerate() {
            if procedure != self.program.main() {
                let open = vec![None; self.globals() + own.params.len()];
                for entry in Self::completions(&open) {
                    summaries.insert((procedure, entry), BTreeSet::new());
                }
            }
        }
        let mut total = 0;
        loop {
            let mut changed = false;
            for ((procedure, entry), known) in summaries.clone() {
                let (globals, args) = entry.split_at(self.globals());
                let begin = self.entries(half, procedure, globals, args);
                let first = self.program.graphs[procedure].first;
                let from = begin.into_iter().map(|values| (procedure, first, values)).collect();
                let reached = self.explore(half, from, &summaries, false)?;
                total += reached.len();
                if total > 100 * MOST {
                    return None;
                }
                let mut exits = known.clone();
                for (own, at, values) in reached {
                    for exit in self.exits(half, own, at, &values) {
                        exits.insert(exit);
                    }
                }
                changed |= exits != known;
                summaries.insert((procedure, entry), exits);
            }
            if !changed {
                return Some(summaries);
            }
        }
    }

    /// What a return from here gives.
    fn exits(&self, half: Half, procedure: usize, at: NodeId, values: &Values) -> Vec<Exit> {
        let results = self.program.program.procedures[procedure].results as usize;
        let mut exits = Vec::new();
        let returns = self.program.graphs[procedure].returns.iter();
        for (_, given) in returns.filter(|(own, _)| *own == at) {
            let globals = values[..self.globals()].to_vec();
            match given.filter(|given| given.len() == results) {
                Some(given) => {
                    let exprs: Vec<&Expr> = given.iter().collect();
                    let all = self.values(half, procedure, &exprs, values);
                    exits.extend(all.into_iter().map(|(_, list)| (globals.clone(), list)));
                }
                None => {
                    let all = Self::completions(&vec![None; results]);
                    exits.extend(all.into_iter().map(|list| (globals.clone(), list)));
                }
            }
        }
        exits
    }

    /// All states from some, over calls by summaries, and into them if asked to.
    fn explore(
        &self,
        half: Half,
        from: Vec<State>,
        summaries: &BTreeMap<(usize, Values), BTreeSet<Exit>>,
        into: bool,
    ) -> Option<HashSet<State>> {
        let mut seen: HashSet<State> = from.iter().cloned().collect();
        let mut work = from;
        while let Some((procedure, at, values)) = work.pop() {
            let edges = self.program.graphs[procedure].edges.iter().filter(|edge| edge.from == at);
            for edge in edges {
                let next = match &edge.act {
                    Act::Step { guard, updates, constrain } => {
                        let targets: Vec<usize> =
                            updates.iter().map(|(name, _)| self.find(procedure, name)).collect();
                        let mut exprs: Vec<&Expr> = guard.iter().map(|(expr, _)| *expr).collect();
                        exprs.extend(updates.iter().map(|(_, value)| *value));
                        let found = self.step(
                            half,
                            procedure,
                            &values,
                            (guard, &targets, &exprs, *constrain),
                        );
                        found.into_iter().map(|values| (procedure, edge.to, values)).collect()
                    }
                    Act::Call { callee, args, targets } => {
                        let mut next = Vec::new();
                        if into {
                            next.extend(self.enter(half, procedure, &values, *callee, args));
                        }
                        let over = self.over(
                            half,
                            procedure,
                            &values,
                            (*callee, args, targets),
                            summaries,
                        );
                        next.extend(over.into_iter().map(|values| (procedure, edge.to, values)));
                        next
                    }
                };
                let next: Vec<State> = next;
                for state in next {
                    if seen.insert(state.clone()) {
                        work.push(state);
                    }
                }
                if seen.len() > MOST {
                    return None;
                }
            }
        }
        Some(seen)
    }

    /// The values after a step: guards, then updates, with their choices.
    fn step(
        &self,
        half: Half,
        procedure: usize,
        values: &Values,
        (guard, targets, exprs, constrain): Change<'_>,
    ) -> Vec<Values> {
        let mut found = Vec::new();
        let total: u32 = exprs.iter().map(|expr| choices(expr)).sum();
        let more = constrain.map_or(0, choices);
        for bits in 0..1_u32 << (total + more) {
            let mut rest = bits;
            let mut results = Vec::new();
            for expr in exprs {
                results.push(self.partial(procedure, expr, values, &Vec::new(), rest));
                rest >>= choices(expr);
            }
            let (guards, updates) = results.split_at(guard.len());
            // A condition that is both true and false refuses where it is asked.
            let mut passes = (true, false);
            for ((_, expected), (truth, falsity)) in guard.iter().zip(guards) {
                let (own, other) = if *expected { (truth, falsity) } else { (falsity, truth) };
                passes = (passes.0 && *own, passes.1 || *other);
            }
            if updates.contains(&(true, true)) {
                continue;
            }
            let mut after = values.clone();
            for (target, (truth, falsity)) in targets.iter().zip(updates) {
                after[*target] = truth.then_some(true).or(falsity.then_some(false));
            }
            match half {
                Half::Must if passes.0 => found.push(after),
                Half::May if !passes.1 => {
                    let mut all = Self::completions(&after);
                    all.retain(|after| {
                        self.admitted(procedure, after)
                            && constrain.is_none_or(|constrain| {
                                !self.partial(procedure, constrain, values, after, rest).1
                            })
                    });
                    found.extend(all);
                }
                _ => {}
            }
        }
        found
    }

    /// The states at the entry of a callee.
    fn enter(
        &self,
        half: Half,
        procedure: usize,
        values: &Values,
        callee: usize,
        args: &[Expr],
    ) -> Vec<State> {
        let exprs: Vec<&Expr> = args.iter().collect();
        let first = self.program.graphs[callee].first;
        let globals = &values[..self.globals()];
        let passed = self.values(half, procedure, &exprs, values);
        let entries = passed.iter().flat_map(|(_, args)| self.entries(half, callee, globals, args));
        entries.map(|values| (callee, first, values)).collect()
    }

    /// The values after a call that returns.
    fn over(
        &self,
        half: Half,
        procedure: usize,
        values: &Values,
        (callee, args, targets): (usize, &[Expr], &[Option<Ident>]),
        summaries: &BTreeMap<(usize, Values), BTreeSet<Exit>>,
    ) -> Vec<Values> {
        let exprs: Vec<&Expr> = args.iter().collect();
        let mut found = BTreeSet::new();
        match half {
            Half::May => {
                for (_, args) in self.values(half, procedure, &exprs, values) {
                    let entry = values[..self.globals()].iter().copied().chain(args).collect();
                    for exit in &summaries[&(callee, entry)] {
                        found.insert(self.returned(procedure, values, exit, targets, None));
                    }
                }
                found.retain(|after| self.admitted(procedure, after));
            }
            Half::Must => {
                let total: u32 = args.iter().map(choices).sum();
                for bits in 0..1_u32 << total {
                    found.extend(self.certain(
                        procedure,
                        values,
                        (callee, &exprs, targets),
                        summaries,
                        bits,
                    ));
                }
            }
        }
        found.into_iter().collect()
    }

    /// What a call certainly leads to, whichever completion is real.
    fn certain(
        &self,
        procedure: usize,
        values: &Values,
        (callee, args, targets): (usize, &[&Expr], &[Option<Ident>]),
        summaries: &BTreeMap<(usize, Values), BTreeSet<Exit>>,
        bits: u32,
    ) -> Vec<Values> {
        let mut common: Option<BTreeSet<Values>> = None;
        for complete in Self::completions(values) {
            let mut rest = bits;
            let mut passed = Vec::new();
            for arg in args {
                let value = self.partial(procedure, arg, &complete, &Vec::new(), rest);
                rest >>= choices(arg);
                if value == (true, true) {
                    return Vec::new();
                }
                passed.push(value.0.then_some(true).or(value.1.then_some(false)));
            }
            for args in Self::completions(&passed) {
                let entry = complete[..self.globals()].iter().copied().chain(args).collect();
                let mut own = BTreeSet::new();
                for exit in &summaries[&(callee, entry)] {
                    let after = self.returned(procedure, values, exit, targets, Some(callee));
                    own.extend(self.lesser(values, after));
                }
                common = Some(match common {
                    None => own,
                    Some(common) => common.intersection(&own).cloned().collect(),
                });
            }
        }
        common.into_iter().flatten().collect()
    }

    /// Values, and all that know less of what the call assigns.
    fn lesser(&self, _: &Values, after: Values) -> Vec<Values> {
        after.iter().fold(vec![Vec::new()], |all, value| {
            let options: BTreeSet<Value> = [*value, None].into();
            let extended = |known: &Values| -> Vec<Values> {
                let one = |value: &Value| known.iter().copied().chain([*value]).collect();
                options.iter().map(one).collect()
            };
            all.iter().flat_map(extended).collect()
        })
    }

    /// The caller's values after a return. Where `forget` is the callee and some of its returns are
    /// arbitrary, a predicate gets nothing known.
    fn returned(
        &self,
        procedure: usize,
        values: &Values,
        (globals, results): &Exit,
        targets: &[Option<Ident>],
        forget: Option<usize>,
    ) -> Values {
        let mut after = values.clone();
        after[..self.globals()].copy_from_slice(globals);
        let arbitrary = forget.is_some_and(|callee| {
            let results = self.program.program.procedures[callee].results as usize;
            let returns = &self.program.graphs[callee].returns;
            let reached = self.reached_returns(callee);
            returns.iter().any(|(at, given)| {
                reached.contains(at) && !given.is_some_and(|given| given.len() == results)
            })
        });
        for (target, result) in targets.iter().zip(results) {
            let Some(target) = target else { continue };
            let known = !(arbitrary && self.is_predicate(&target.name));
            after[self.find(procedure, &target.name)] = if known { *result } else { None };
        }
        after
    }

    /// Nodes that the graph of a procedure leads to.
    fn reached_returns(&self, procedure: usize) -> HashSet<NodeId> {
        let graph = &self.program.graphs[procedure];
        let mut seen = HashSet::from([graph.first]);
        let mut work = vec![graph.first];
        while let Some(at) = work.pop() {
            for edge in graph.edges.iter().filter(|edge| edge.from == at) {
                if seen.insert(edge.to) {
                    work.push(edge.to);
                }
            }
        }
        seen
    }

    /// The complete states at the entry.
    pub fn complete(&self) -> Vec<Values> {
        let main = self.program.main();
        let mut all = Self::completions(&vec![None; self.names(main).len()]);
        all.retain(|values| self.admitted(main, values));
        all
    }

    /// The states at the entry that are known to be real.
    pub fn inhabited(&self) -> Vec<Values> {
        let main = self.program.main();
        let names = self.names(main);
        if self.strict {
            return self.complete();
        }
        let forgotten = |values: Values| -> Values {
            let pairs = values.into_iter().zip(&names);
            pairs.map(|(value, name)| value.filter(|_| !self.is_predicate(name))).collect()
        };
        let all: BTreeSet<Values> = self.complete().into_iter().map(forgotten).collect();
        all.into_iter().collect()
    }

    pub fn may_reach(&self, from: &Values, goal: &Goal) -> bool {
        self.reach(Half::May, from, &self.may, goal)
    }

    pub fn must_reach(&self, from: &Values, goal: &Goal) -> bool {
        let half = if self.strict { Half::May } else { Half::Must };
        self.reach(half, from, &self.must, goal)
    }

    fn reach(
        &self,
        half: Half,
        from: &Values,
        summaries: &BTreeMap<(usize, Values), BTreeSet<Exit>>,
        goal: &Goal,
    ) -> bool {
        let main = self.program.main();
        let from = vec![(main, self.program.graphs[main].first, from.clone())];
        let Some(reached) = self.explore(half, from, summaries, true) else {
            panic!("too many states");
        };
        let ours = self.program.program.dialect == Dialect::Belnap;
        // Properties are judged there, and nodes are numbered in the order of the text.
        let start = self.program.graphs[main].labels.get("start").filter(|_| ours);
        reached.iter().any(|(procedure, at, values)| {
            if *procedure == main && start.is_some_and(|start| at < start) {
                return false;
            }
            let graph = &self.program.graphs[*procedure];
            let there = match &goal.place {
                None => true,
                Some(Place::Failed) => graph.failed.contains(at),
                Some(Place::Halted) => graph.halted.contains(at),
                Some(Place::Label(own, label)) => {
                    own == procedure && graph.labels.get(label) == Some(at)
                }
            };
            let names = self.names(*procedure);
            there
                && goal.values.iter().all(|(global, value)| {
                    let hidden = names[self.globals()..].contains(&names[*global]);
                    // A local that hides it is what its name means.
                    let at = if hidden { self.find(*procedure, names[*global]) } else { *global };
                    values[at] == Some(*value)
                })
        })
    }
}
