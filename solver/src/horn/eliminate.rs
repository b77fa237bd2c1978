//! Invariants by elimination (Houdini): of conditions that could hold at the heads of loops, those
//! that do not are dropped until the rest is inductive.
//!
//! The heads of loops cut a part of a graph into pieces without loops. What leads from one head to
//! others is one set of constraints, in which the prover looks for values that satisfy what is
//! left at the first and violate what is left at the last; what they violate is dropped. No
//! combinations of conditions are tried, so that many conditions cost little.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use belnap_ir::cfg::{Cfg, Operation};
use belnap_ir::expr::Expr;
use belnap_ir::graph::postorder;
use belnap_ir::ids::{CfgEdgeId, CfgLocId, TiVec, ti_vec};
use z3::ast::{Ast, Bool, Dynamic};
use z3::{SatResult, Solver};

use crate::products::{has_products, is_refuted};
use crate::prover::time_limit;
use crate::terms::{Term, Terms};
use crate::transition::join;
use belnap_execution::objects_of;
use belnap_execution::versions::Versions;

/// Time limit for one question.
const QUESTION: Duration = Duration::from_millis(400);

/// A part of a graph, which starts at the graph's entry.
#[derive(Clone, Copy, Debug)]
pub struct Part<'a> {
    /// Its edges; none is a call.
    pub edges: &'a [CfgEdgeId],
    /// What is to be excluded.
    pub errors: &'a [CfgLocId],
}

/// What holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inductive {
    /// For each head of a loop, conditions that together hold whenever control is there.
    pub at: Vec<(CfgLocId, Vec<Expr>)>,
    /// All heads: what leads from one to the next without passing a third is a single question.
    pub heads: Vec<CfgLocId>,
    /// The errors that they exclude.
    pub excluded: Vec<CfgLocId>,
}

/// What of the candidates holds at heads of loops and excludes errors, as far as that can be shown
/// within the time; only what is needed for it.
pub fn inductive(
    cfg: &Cfg,
    part: &Part<'_>,
    candidates: &[Expr],
    time: Duration,
) -> Option<Inductive> {
    let found =
        inductive_at(cfg, part, candidates, &|_, _| true, Patience { time, question: QUESTION });
    found.filter(|found| !found.excluded.is_empty())
}

/// As [`inductive`], where each candidate, by its number, is one at some heads only; all that holds
/// if that excludes nothing.
pub fn inductive_at(
    cfg: &Cfg,
    part: &Part<'_>,
    candidates: &[Expr],
    is_at: &dyn Fn(usize, CfgLocId) -> bool,
    patience: Patience,
) -> Option<Inductive> {
    inductive_with(cfg, part, (&[], candidates), is_at, patience)
}

/// As [`inductive_at`], with conditions that are known to hold at heads of loops.
pub fn inductive_with(
    cfg: &Cfg,
    part: &Part<'_>,
    (known, candidates): (&[(CfgLocId, Vec<Expr>)], &[Expr]),
    is_at: &dyn Fn(usize, CfgLocId) -> bool,
    patience: Patience,
) -> Option<Inductive> {
    let own = candidates.len();
    let more = known.iter().flat_map(|(_, conditions)| conditions).cloned();
    let candidates: Vec<Expr> = candidates.iter().cloned().chain(more).collect();
    let places: Vec<CfgLocId> =
        known.iter().flat_map(|(head, all)| all.iter().map(|_| *head)).collect();
    let is_at = |candidate: usize, head: CfgLocId| match candidate.checked_sub(own) {
        None => is_at(candidate, head),
        Some(known) => places[known] == head,
    };
    let mut pieces = Pieces::of(cfg, part, &candidates, patience)?;
    pieces.own = own;
    for (head, of_head) in &mut pieces.left {
        of_head.retain(|candidate| is_at(*candidate, *head));
    }
    let heads = pieces.left.keys().copied().collect();
    pieces.eliminate()?;
    pieces.exclude()?;
    if !pieces.errors.is_empty() {
        pieces.left = pieces.find_needed()?;
        // Fewer of what is known may not be inductive.
        pieces.own = candidates.len();
        pieces.minimise();
    }
    let mut needed = pieces.left;
    needed.retain(|_, of_head| !of_head.is_empty());
    let named = |(head, of_head): (CfgLocId, BTreeSet<usize>)| {
        (head, of_head.into_iter().map(|at| candidates[at].clone()).collect())
    };
    let at = needed.into_iter().map(named).collect();
    Some(Inductive { at, heads, excluded: pieces.errors.into_iter().collect() })
}

/// How long to look for invariants.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// For all.
    pub time: Duration,
    /// For one question about products.
    pub question: Duration,
}

/// What leads from one head to others without passing a third.
struct Piece {
    from: CfgLocId,
    solver: Solver,
    /// For each candidate, what makes it hold at the start.
    assumed: Vec<Option<Bool>>,
    ends: Vec<End>,
    /// Whether variables are multiplied.
    has_products: bool,
}

struct End {
    at: CfgLocId,
    reached: Bool,
    /// The candidates there; none at the error.
    conditions: Vec<Option<Bool>>,
}

struct Pieces {
    all: Vec<Piece>,
    entry: CfgLocId,
    /// What is to be excluded.
    errors: BTreeSet<CfgLocId>,
    /// What is left at each head.
    left: BTreeMap<CfgLocId, BTreeSet<usize>>,
    begin: Instant,
    deadline: Instant,
    /// Time limit for one question about products.
    question: Duration,
    /// Candidates from this number on are known to hold.
    own: usize,
}

impl Pieces {
    fn of(cfg: &Cfg, part: &Part<'_>, candidates: &[Expr], patience: Patience) -> Option<Self> {
        let mut ahead: BTreeMap<CfgLocId, Vec<CfgEdgeId>> = BTreeMap::new();
        for id in part.edges {
            let edge = cfg.edges.get(*id)?;
            if matches!(edge.operation, Operation::Call { .. }) {
                return None;
            }
            if !part.errors.contains(&edge.from) {
                ahead.entry(edge.from).or_default().push(*id);
            }
        }
        let mut order = postorder(cfg.locations.len(), [cfg.entry], |at| {
            ahead.get(&at).into_iter().flatten().map(|id| cfg.edges[*id].to)
        });
        order.reverse();
        let mut place: TiVec<CfgLocId, usize> = ti_vec![usize::MAX; cfg.locations.len()];
        order.iter().enumerate().for_each(|(at, location)| place[*location] = at);
        let mut heads = BTreeSet::new();
        for edge in ahead.values().flatten().map(|id| &cfg.edges[*id]) {
            let (from, to) = (place[edge.from], place[edge.to]);
            if from != usize::MAX && to <= from {
                heads.insert(edge.to);
            }
        }
        let everything: BTreeSet<usize> = (0..candidates.len()).collect();
        let left = heads.iter().map(|head| (*head, everything.clone())).collect();
        let operations: Vec<&Operation> =
            part.edges.iter().map(|id| &cfg.edges[*id].operation).collect();
        let builder = Builder { cfg, part, ahead, order, heads, operations, candidates };
        let starts: BTreeSet<CfgLocId> = builder.heads.iter().copied().chain([cfg.entry]).collect();
        let all = starts.into_iter().map(|from| builder.piece(from)).collect();
        let errors = part.errors.iter().copied().collect();
        let begin = Instant::now();
        let deadline = begin + patience.time;
        let question = patience.question;
        Some(Pieces {
            all,
            entry: cfg.entry,
            errors,
            left,
            begin,
            deadline,
            question,
            own: candidates.len(),
        })
    }

    /// Drops candidates until the rest is inductive.
    fn eliminate(&mut self) -> Option<()> {
        // With how many premises what is left at an end was shown to hold: it shrinks, so that it
        // still does with as many.
        let mut shown: BTreeMap<(CfgLocId, CfgLocId), usize> = BTreeMap::new();
        loop {
            let mut changed = false;
            for piece in &self.all {
                for end in piece.ends.iter().filter(|end| !end.conditions.is_empty()) {
                    let premises = self.premises(piece).len();
                    if shown.insert((piece.from, end.at), premises) == Some(premises) {
                        continue;
                    }
                    while let Some(dropped) = self.find_violated(piece, end)? {
                        let left = self.left.get_mut(&end.at)?;
                        left.retain(|candidate| !dropped.contains(candidate));
                        shown.insert((piece.from, end.at), self.premises(piece).len());
                        changed = true;
                    }
                }
            }
            if !changed {
                return Some(());
            }
        }
    }

    /// Leaves out what is not needed, the last first. That takes no longer than it took to find it:
    /// cores have left out most of it.
    fn minimise(&mut self) {
        let until = Instant::now() + self.begin.elapsed();
        let all: Vec<(CfgLocId, usize)> = self
            .left
            .iter()
            .flat_map(|(head, of_head)| of_head.iter().map(|candidate| (*head, *candidate)))
            .collect();
        for (head, candidate) in all.into_iter().rev() {
            if Instant::now() >= until {
                return;
            }
            let before = self.left.clone();
            let removed = self.left.get_mut(&head).is_some_and(|left| left.remove(&candidate));
            if removed && self.eliminate().and_then(|()| self.excludes_all()) != Some(true) {
                self.left = before;
            }
        }
    }

    /// Forgets errors that what is left does not exclude; `None` if the time is over.
    fn exclude(&mut self) -> Option<()> {
        let mut excluded = self.errors.clone();
        for error in &self.errors {
            if !self.is_excluded(*error)? {
                excluded.remove(error);
            }
        }
        self.errors = excluded;
        Some(())
    }

    fn excludes_all(&self) -> Option<bool> {
        for error in &self.errors {
            if !self.is_excluded(*error)? {
                return Some(false);
            }
        }
        Some(true)
    }

    /// Whether what is left excludes an error; `None` if the time is over.
    fn is_excluded(&self, error: CfgLocId) -> Option<bool> {
        for piece in &self.all {
            for end in piece.ends.iter().filter(|end| end.at == error) {
                let mut assumptions = self.premises(piece);
                assumptions.push(end.reached.clone());
                let answer = self.ask(piece, &assumptions, &Bool::from_bool(true))?;
                if answer == SatResult::Sat {
                    piece.solver.pop(1);
                }
                if answer != SatResult::Unsat {
                    return Some(false);
                }
            }
        }
        Some(true)
    }

    /// What is assumed at the start of a piece.
    fn premises(&self, piece: &Piece) -> Vec<Bool> {
        // The entry admits all states, also if it is the head of a loop.
        if piece.from == self.entry {
            return Vec::new();
        }
        let left = self.left.get(&piece.from).into_iter().flatten();
        left.filter_map(|candidate| piece.assumed[*candidate].clone()).collect()
    }

    /// Candidates left at an end that some values violate, if any; `None` if the time is over.
    fn find_violated(&self, piece: &Piece, end: &End) -> Option<Option<BTreeSet<usize>>> {
        let left: BTreeSet<usize> =
            self.left.get(&end.at)?.iter().copied().filter(|at| *at < self.own).collect();
        // What has no term is not known to hold.
        let without: BTreeSet<usize> =
            left.iter().copied().filter(|at| end.conditions[*at].is_none()).collect();
        if !without.is_empty() {
            return Some(Some(without));
        }
        let conditions: Vec<(usize, &Bool)> =
            left.iter().filter_map(|at| Some((*at, end.conditions[*at].as_ref()?))).collect();
        if conditions.is_empty() {
            return Some(None);
        }
        let mut assumptions = self.premises(piece);
        assumptions.push(end.reached.clone());
        let all: Vec<&Bool> = conditions.iter().map(|(_, condition)| *condition).collect();
        match self.ask(piece, &assumptions, &Bool::and(&all).not())? {
            SatResult::Unsat => Some(None),
            SatResult::Sat => {
                let model = piece.solver.get_model();
                piece.solver.pop(1);
                let model = model?;
                let fails = |condition: &Bool| {
                    model.eval(condition, true).and_then(|value| value.as_bool()) == Some(false)
                };
                let dropped = conditions.iter().filter(|(_, condition)| fails(condition));
                let dropped: BTreeSet<usize> = dropped.map(|(at, _)| *at).collect();
                (!dropped.is_empty()).then_some(Some(dropped))
            }
            // Too hard together: what is too hard alone is dropped.
            SatResult::Unknown => {
                let mut dropped = BTreeSet::new();
                for (at, condition) in conditions {
                    let answer = self.ask(piece, &assumptions, &condition.not())?;
                    if answer == SatResult::Sat {
                        piece.solver.pop(1);
                    }
                    if answer != SatResult::Unsat {
                        dropped.insert(at);
                    }
                }
                Some((!dropped.is_empty()).then_some(dropped))
            }
        }
    }

    /// Asks a piece for values that satisfy the assumptions and a goal. After `Sat` the scope is
    /// still open, for the model. `None` if the time is over.
    fn ask(&self, piece: &Piece, assumptions: &[Bool], goal: &Bool) -> Option<SatResult> {
        let time = self.deadline.saturating_duration_since(Instant::now());
        if time.is_zero() {
            return None;
        }
        piece.solver.set_params(&time_limit(time.min(QUESTION)));
        piece.solver.push();
        piece.solver.assert(goal);
        let answer = piece.solver.check_assumptions(assumptions);
        if answer != SatResult::Sat {
            piece.solver.pop(1);
        }
        if answer == SatResult::Unknown && self.is_refuted(piece, assumptions, goal) {
            return Some(SatResult::Unsat);
        }
        Some(answer)
    }

    /// Of candidates at the start of a piece that exclude a goal at its end, fewer that do: without
    /// what is known, or without parts of it.
    fn fewer(&self, piece: &Piece, end: &End, goal: &Bool, all: Vec<usize>) -> Vec<usize> {
        let excludes = |some: &[usize]| {
            let literals = some.iter().filter_map(|at| piece.assumed[*at].clone());
            let assumptions: Vec<Bool> = literals.chain([end.reached.clone()]).collect();
            self.is_refuted(piece, &assumptions, goal)
        };
        let (mut kept, mut open): (Vec<usize>, Vec<usize>) =
            all.into_iter().partition(|at| *at < self.own);
        let mut size = open.len();
        while size > 0 {
            let mut at = 0;
            while at < open.len() {
                let rest: Vec<usize> =
                    open[..at].iter().chain(open.iter().skip(at + size)).copied().collect();
                let fewer: Vec<usize> = kept.iter().chain(&rest).copied().collect();
                if excludes(&fewer) {
                    open = rest;
                } else {
                    at += size;
                }
            }
            size /= 2;
        }
        kept.extend(open);
        kept
    }

    /// Whether what is known of products excludes that a goal is reached.
    fn is_refuted(&self, piece: &Piece, assumptions: &[Bool], goal: &Bool) -> bool {
        let time = self.deadline.saturating_duration_since(Instant::now()).min(self.question);
        if !piece.has_products || time.is_zero() {
            return false;
        }
        let mut all = piece.solver.get_assertions();
        all.extend(assumptions.iter().chain([goal]).cloned());
        is_refuted(&all, time)
    }

    /// What of the rest is needed to exclude the errors; more if the time is over.
    fn find_needed(&self) -> Option<BTreeMap<CfgLocId, BTreeSet<usize>>> {
        let mut needed: BTreeMap<CfgLocId, BTreeSet<usize>> = BTreeMap::new();
        let mut open: Vec<(CfgLocId, usize)> = Vec::new();
        let mut need = |from: CfgLocId, core: Vec<usize>, open: &mut Vec<(CfgLocId, usize)>| {
            let of_head = needed.entry(from).or_default();
            open.extend(core.into_iter().filter(|at| of_head.insert(*at)).map(|at| (from, at)));
        };
        for piece in &self.all {
            for end in piece.ends.iter().filter(|end| self.errors.contains(&end.at)) {
                need(piece.from, self.core(piece, end, &Bool::from_bool(true)), &mut open);
            }
        }
        while let Some((head, candidate)) = open.pop() {
            for piece in &self.all {
                for end in piece.ends.iter().filter(|end| end.at == head) {
                    let violated = end.conditions[candidate].as_ref()?.not();
                    need(piece.from, self.core(piece, end, &violated), &mut open);
                }
            }
        }
        Some(needed)
    }

    /// Candidates at the start of a piece that exclude a goal at its end: as few as possible, or
    /// all that are left if nobody can say which.
    fn core(&self, piece: &Piece, end: &End, goal: &Bool) -> Vec<usize> {
        let mut assumptions = self.premises(piece);
        assumptions.push(end.reached.clone());
        let left: Vec<usize> = self.left.get(&piece.from).into_iter().flatten().copied().collect();
        if self.is_over() {
            return left;
        }
        piece.solver.push();
        piece.solver.assert(goal);
        let core = match piece.solver.check_assumptions(&assumptions) {
            SatResult::Unsat => Some(self.shrink_core(piece)),
            _ => None,
        };
        piece.solver.pop(1);
        match core {
            Some(core) => left.into_iter().filter(|at| core.contains(at)).collect(),
            None if self.is_refuted(piece, &assumptions, goal) => {
                self.fewer(piece, end, goal, left)
            }
            None => left,
        }
    }

    /// The candidates of the core that the solver has just found, without those that it can do
    /// without. The first ones are the better ones: the last are left out first. Each time the
    /// solver finds another core, which may lack more than was left out; what it could not do
    /// without before, it cannot do without now.
    fn shrink_core(&self, piece: &Piece) -> BTreeSet<usize> {
        let literals = |core: &[Bool]| -> Vec<(Option<usize>, Bool)> {
            let place =
                |one: &Bool| piece.assumed.iter().position(|other| other.as_ref() == Some(one));
            let mut all: Vec<_> = core.iter().map(|one| (place(one), one.clone())).collect();
            all.sort_by_key(|(place, _)| *place);
            all
        };
        let mut core = literals(&piece.solver.get_unsat_core());
        let mut at = core.len();
        while at > 0 && !self.is_over() {
            at -= 1;
            let mut fewer: Vec<Bool> = core.iter().map(|(_, literal)| literal.clone()).collect();
            fewer.remove(at);
            if piece.solver.check_assumptions(&fewer) == SatResult::Unsat {
                let (place, _) = core[at];
                core = literals(&piece.solver.get_unsat_core());
                at = core.iter().filter(|(other, _)| *other < place).count();
            }
        }
        core.into_iter().filter_map(|(place, _)| place).collect()
    }

    /// Whether the time is over.
    fn is_over(&self) -> bool {
        self.deadline <= Instant::now()
    }
}

struct Builder<'c, 'p> {
    cfg: &'c Cfg,
    part: &'p Part<'p>,
    ahead: BTreeMap<CfgLocId, Vec<CfgEdgeId>>,
    order: Vec<CfgLocId>,
    heads: BTreeSet<CfgLocId>,
    operations: Vec<&'c Operation>,
    candidates: &'p [Expr],
}

impl Builder<'_, '_> {
    fn piece(&self, from: CfgLocId) -> Piece {
        let mut encoding = Encoding::new(self.cfg);
        let facts = encoding.terms.address_facts(&objects_of(&self.operations));
        facts.iter().for_each(|fact| encoding.solver.assert(fact));
        let mut into: BTreeMap<CfgLocId, Vec<(Bool, Versions)>> = BTreeMap::new();
        let mut end_into: BTreeMap<CfgLocId, Vec<(Bool, Versions)>> = BTreeMap::new();
        let assumed: Vec<Option<Bool>> = (0..self.candidates.len())
            .map(|at| {
                let condition = encoding.truth(&self.candidates[at], &Versions::default())?;
                let literal = Bool::new_const(format!("candidate!{at}"));
                encoding.solver.assert(literal.implies(&condition));
                Some(literal)
            })
            .collect();
        let is_end = |at: CfgLocId| self.heads.contains(&at) || self.part.errors.contains(&at);
        for at in &self.order {
            let starts = *at == from;
            if !starts && is_end(*at) {
                continue;
            }
            let reached = Bool::new_const(format!("at!{at}"));
            let versions = if starts {
                encoding.solver.assert(&reached);
                Versions::default()
            } else {
                match into.remove(at) {
                    Some(steps) => encoding.join(&reached, &steps),
                    None => continue,
                }
            };
            for id in self.ahead.get(at).into_iter().flatten() {
                let edge = &self.cfg.edges[*id];
                let taken = Bool::new_const(format!("step!{id}"));
                encoding.solver.assert(taken.implies(&reached));
                let after = encoding.step(&taken, &edge.operation, &versions);
                let steps = if is_end(edge.to) { &mut end_into } else { &mut into };
                steps.entry(edge.to).or_default().push((taken, after));
            }
        }
        let mut ends = Vec::new();
        for (at, steps) in end_into {
            let reached = Bool::new_const(format!("end!{at}"));
            let versions = encoding.join(&reached, &steps);
            let conditions = if self.part.errors.contains(&at) {
                Vec::new()
            } else {
                let all = self.candidates.iter();
                all.map(|candidate| encoding.truth(candidate, &versions)).collect()
            };
            ends.push(End { at, reached, conditions });
        }
        let mut all = encoding.solver.get_assertions();
        all.extend(ends.iter().flat_map(|end| end.conditions.iter().flatten().cloned()));
        let has_products = has_products(&all);
        Piece { from, solver: encoding.solver, assumed, ends, has_products }
    }
}

/// The constraints of a piece, over the values at its start: what is computed from them is put in
/// where it is used, so that the prover sees that `i - 1 + (j + 1)` is `i + j` before it thinks of
/// bits.
struct Encoding<'a> {
    solver: Solver,
    terms: Terms<'a>,
    /// Versions of variables and what they are. Each version belongs to one step, so that this
    /// holds whether the step is taken or not.
    defined: Vec<(Dynamic, Dynamic)>,
}

impl<'a> Encoding<'a> {
    fn new(cfg: &'a Cfg) -> Self {
        Encoding { solver: Solver::new(), terms: Terms::new(cfg), defined: Vec::new() }
    }

    fn plain<T: Ast>(&self, term: &T) -> T {
        let defined: Vec<(&Dynamic, &Dynamic)> =
            self.defined.iter().map(|(version, value)| (version, value)).collect();
        term.substitute(&defined).simplify()
    }

    fn truth(&mut self, condition: &Expr, versions: &Versions) -> Option<Bool> {
        match self.terms.term(condition, &|var| versions.of(var))? {
            Term::Truth(term) => Some(self.plain(&term)),
            _ => None,
        }
    }

    /// A step, with what it demands if it is taken; the versions after it.
    fn step(&mut self, taken: &Bool, operation: &Operation, before: &Versions) -> Versions {
        let mut after = before.clone();
        after.advance(operation);
        match operation {
            Operation::Assume(condition) => {
                if let Some(condition) = self.truth(condition, before) {
                    self.solver.assert(taken.implies(&condition));
                }
            }
            Operation::Assign(assignments) => {
                let mut new = Vec::with_capacity(assignments.len());
                for (var, value) in assignments {
                    if let Some(value) = self.terms.term(value, &|var| before.of(var)) {
                        let version = self.terms.variable(*var, after.of(*var)).dynamic();
                        new.push((version, self.plain(&value.dynamic())));
                    }
                }
                self.defined.extend(new);
            }
            _ => {}
        }
        after
    }

    /// Where steps meet: it is reached only if one of them is taken.
    fn join(&mut self, reached: &Bool, steps: &[(Bool, Versions)]) -> Versions {
        let taken: Vec<&Bool> = steps.iter().map(|(taken, _)| taken).collect();
        self.solver.assert(reached.implies(Bool::or(&taken)));
        let after: Vec<&Versions> = steps.iter().map(|(_, after)| after).collect();
        let (merged, equalities) = join(&mut self.terms, &after);
        for (taken, equal) in taken.into_iter().zip(&equalities) {
            self.solver.assert(taken.implies(self.plain(&Bool::and(equal))));
        }
        merged
    }
}
