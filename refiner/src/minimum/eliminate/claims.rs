//! Whether the abstraction over a set decides an explanation.
//!
//! The part of the program that an explanation is about is a graph of its own: a location for each
//! claim, and the edges to its parts. It is abstracted on the fly, from the states of the entry on,
//! and each claim gets one of three values in each state: true or false if the abstraction says so,
//! else unknown. The explanation is excluded if its first claim is unknown in no state of the
//! entry.

use belnap_ir::cfg::Operation;
use belnap_ir::expr::Expr;
use belnap_ir::ids::{CfgEdgeId, CfgLocId};
use belnap_ir::traces::{Cycle, Join, Part};
use belnap_solver::session::{Answer, Literal};
use rustc_hash::FxHashMap;

use super::{Eliminator, Places, State, Value, literals_of, tracked_at};

/// Limit on the claims in states that are looked at; an explanation with more is not excluded.
const MOST_PLACED: usize = 20_000;

/// A claim that can be judged.
#[derive(Clone, Debug)]
pub struct ClaimAt {
    /// Where the states are that it is about.
    pub at: CfgLocId,
    /// How many of its parts have to be true.
    pub join: Join,
    /// A condition on the state, which is a part as well.
    pub condition: Option<Expr>,
    /// Other claims.
    pub parts: Vec<Part>,
    /// Whether one of the steps to its parts is taken for certain.
    pub total: bool,
}

/// A claim in a state.
struct Placed {
    claim: usize,
    /// Whether the condition is false, and whether it is true, for certain.
    condition: Option<[bool; 2]>,
    parts: Vec<Steps>,
}

/// The steps to a part, by places in the list.
struct Steps {
    /// Where they may lead.
    may: Vec<usize>,
    /// Of these, sets of which some step to one exists for certain.
    must: Vec<Vec<usize>>,
}

/// Claims in states, and what is to be looked at.
struct Graph {
    all: Vec<Placed>,
    states: Vec<State>,
    known: FxHashMap<(usize, State), usize>,
}

impl Graph {
    fn place(&mut self, claim: usize, state: State) -> usize {
        *self.known.entry((claim, state)).or_insert_with(|| {
            self.all.push(Placed { claim, condition: None, parts: Vec::new() });
            self.states.push(state);
            self.all.len() - 1
        })
    }
}

impl Eliminator<'_> {
    /// Whether the first claim is true or false in each state of the entry, as far as its parts
    /// say.
    pub(super) fn decides_claims(
        &mut self,
        claims: &[ClaimAt],
        cycle: Option<Cycle>,
        tracked: &[&Places],
    ) -> bool {
        let mut graph = Graph { all: Vec::new(), states: Vec::new(), known: FxHashMap::default() };
        let Some(first) = claims.first() else { return false };
        let Some(initial) = self.initial(&tracked_at(first.at, tracked)) else { return false };
        let first: Vec<usize> = initial.iter().map(|state| graph.place(0, *state)).collect();
        let mut next = 0;
        while next < graph.all.len() {
            if graph.all.len() > MOST_PLACED
                || self.is_over()
                || self.expand(claims, next, tracked, &mut graph).is_none()
            {
                return false;
            }
            next += 1;
        }
        let values = solve(claims, cycle, &graph.all);
        first.iter().all(|one| values[*one] != [false, false])
    }

    /// Finds the parts of a claim in a state; `None` if there are too many.
    fn expand(
        &mut self,
        claims: &[ClaimAt],
        number: usize,
        tracked: &[&Places],
        graph: &mut Graph,
    ) -> Option<()> {
        let (claim, state) = (&claims[graph.all[number].claim], graph.states[number]);
        let here = tracked_at(claim.at, tracked);
        graph.all[number].condition = claim.condition.as_ref().map(|condition| {
            let value = self.value(condition);
            let [is_false, is_true] =
                [negated(value), value].map(|value| self.can_be(value, state, &here));
            [!is_true, !is_false]
        });
        for part in &claim.parts {
            let steps = match part.edge {
                None => {
                    let same = graph.place(part.claim, state);
                    Steps { may: vec![same], must: vec![vec![same]] }
                }
                Some(edge) => self.steps(edge, part.claim, state, &here, tracked, graph)?,
            };
            graph.all[number].parts.push(steps);
        }
        Some(())
    }

    fn steps(
        &mut self,
        edge: CfgEdgeId,
        claim: usize,
        state: State,
        here: &[usize],
        tracked: &[&Places],
        graph: &mut Graph,
    ) -> Option<Steps> {
        let after = tracked_at(self.cfg.edges[edge].to, tracked);
        let next = self.step(edge, &[state], here, &after)?;
        let may: Vec<usize> = next.iter().map(|next| graph.place(claim, *next)).collect();
        let mut must = Vec::new();
        if self.exists(edge, state, here) && !may.is_empty() {
            must.push(may.clone());
            must.extend(
                self.choices_of(edge, &next, &after)
                    .into_iter()
                    .map(|some| some.into_iter().map(|one| may[one]).collect()),
            );
        }
        Some(Steps { may, must })
    }

    /// Whether an edge can be taken for certain.
    fn exists(&mut self, edge: CfgEdgeId, state: State, here: &[usize]) -> bool {
        match &self.cfg.edges[edge].operation {
            Operation::Assume(condition) => {
                let value = self.value(condition);
                value != Value::Open && !self.can_be(negated(value), state, here)
            }
            Operation::AssumeUnknown | Operation::Call { .. } => false,
            Operation::Assign(_) | Operation::Nondet(_) | Operation::Unknown(_) => true,
        }
    }

    /// Of the states after an edge, sets of those that the environment can choose between for
    /// certain: where the conditions on what it chooses are about nothing else, and possible.
    fn choices_of(&mut self, edge: CfgEdgeId, next: &[State], after: &[usize]) -> Vec<Vec<usize>> {
        let Operation::Nondet(vars) = &self.cfg.edges[edge].operation else { return Vec::new() };
        let mut chosen: State = 0;
        for (bit, atom) in after.iter().enumerate() {
            let of = &self.variables[*atom];
            if of.iter().any(|var| vars.contains(var)) {
                if !of.iter().all(|var| vars.contains(var)) {
                    return Vec::new();
                }
                chosen |= 1 << bit;
            }
        }
        let mut sets: FxHashMap<State, Vec<usize>> = FxHashMap::default();
        for (number, state) in next.iter().enumerate() {
            sets.entry(state & chosen).or_default().push(number);
        }
        let mut sets: Vec<(State, Vec<usize>)> = sets.into_iter().collect();
        sets.sort_unstable();
        sets.retain(|(state, _)| {
            let all = literals_of(*state, after).into_iter().enumerate();
            let about = all.filter(|(bit, _)| chosen >> bit & 1 == 1).map(|(_, literal)| literal);
            self.is_certain(&about.collect::<Vec<_>>())
        });
        sets.into_iter().map(|(_, some)| some).collect()
    }

    /// Whether some state makes literals true for certain.
    fn is_certain(&mut self, literals: &[Literal]) -> bool {
        let mut literals = literals.to_vec();
        literals.sort_unstable();
        matches!(self.session.ask(&literals, 0), Answer::Satisfiable)
    }
}

fn negated(value: Value) -> Value {
    match value {
        Value::Constant(truth) => Value::Constant(!truth),
        Value::Literal(literal) => Value::Literal(literal.negate()),
        Value::Open => Value::Open,
    }
}

/// Whether each claim is false, and whether it is true, in its state.
fn solve(claims: &[ClaimAt], cycle: Option<Cycle>, all: &[Placed]) -> Vec<[bool; 2]> {
    let begin = match cycle {
        Some(Cycle::Greatest) => [false, true],
        Some(Cycle::Least) | None => [true, false],
    };
    let mut values = vec![begin; all.len()];
    loop {
        let mut changed = false;
        for (number, placed) in all.iter().enumerate().rev() {
            let claim = &claims[placed.claim];
            let of = |truth: bool| is(claim, placed, truth, &values);
            let new = [of(false), of(true)];
            changed |= std::mem::replace(&mut values[number], new) != new;
        }
        if !changed {
            return values;
        }
    }
}

/// Whether a claim has a truth value, given those of its parts.
fn is(claim: &ClaimAt, placed: &Placed, truth: bool, values: &[[bool; 2]]) -> bool {
    let has = |one: &usize| values[*one][usize::from(truth)];
    let here = placed.condition.map(|known| known[usize::from(truth)]);
    let all = |some: &[usize]| some.iter().all(has);
    if (claim.join == Join::Every) == truth {
        return here.unwrap_or(true) && placed.parts.iter().all(|steps| all(&steps.may));
    }
    let mut may = placed.parts.iter().flat_map(|steps| &steps.may).peekable();
    here.unwrap_or(false)
        || placed.parts.iter().any(|steps| steps.must.iter().any(|some| all(some)))
        || claim.total && may.peek().is_some() && may.all(has)
}
