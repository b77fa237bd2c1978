//! All executions of a tiny graph, for given sets of values that the environment may choose from.
//!
//! The result is a plain transition system; [`Exploration::traces`] and [`Exploration::diverges`]
//! say what an observer sees who does not count steps.

use std::collections::{BTreeSet, HashMap, HashSet};

use belnap_ir::cfg::Operation;
use belnap_ir::ids::{CfgEdgeId, CfgLocId};

use super::{Asked, Enabled, End, Fault, Interpreter, State, Value};

/// The states of a graph and the steps between them.
pub struct Exploration {
    /// States, the initial ones first.
    pub states: Vec<State>,
    /// How many are initial.
    pub initial: usize,
    /// Successors of each state; none where an execution ended.
    pub successors: Vec<Vec<usize>>,
    /// How executions end, in the order of the states they end in.
    pub ends: Vec<(usize, End)>,
}

/// Why there is no exploration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyStates;

impl Interpreter<'_> {
    /// Explores at most `limit` states. `domain` gives the values to try for each value that is
    /// asked for; edges that may or may not exist are both taken and not.
    pub fn explore(
        &self,
        domain: &dyn Fn(&Asked<'_>) -> Vec<Value>,
        limit: usize,
    ) -> Result<Exploration, TooManyStates> {
        let mut found = Found::default();
        let mut successors = Vec::new();
        let mut ends = Vec::new();
        for state in each_choice(domain, limit, &mut |supply| Ok(self.initial(supply)))? {
            found.number(state.map_err(|_| TooManyStates)?);
        }
        let initial = found.states.len();
        let mut next = 0;
        while next < found.states.len() {
            if found.states.len() > limit {
                return Err(TooManyStates);
            }
            let mut targets = Vec::new();
            match self.enabled(&found.states[next]) {
                Enabled::End(end) => ends.push((next, end)),
                Enabled::Return => {
                    let mut state = found.states[next].clone();
                    self.return_from_call(&mut state);
                    targets.push(found.number(state));
                }
                Enabled::Edges(exist, unknown) => {
                    if exist.is_empty() && unknown.is_empty() {
                        ends.push((next, End::Stuck(found.states[next].location)));
                    }
                    for id in exist.into_iter().chain(unknown) {
                        for state in self.after(&found.states[next].clone(), id, domain, limit)? {
                            match state {
                                Ok(state) => targets.push(found.number(state)),
                                Err(fault) => ends.push((next, End::Fault(id, fault))),
                            }
                        }
                    }
                }
            }
            successors.push(targets);
            next += 1;
        }
        Ok(Exploration { states: found.states, initial, successors, ends })
    }

    fn after(
        &self,
        state: &State,
        id: CfgEdgeId,
        domain: &dyn Fn(&Asked<'_>) -> Vec<Value>,
        limit: usize,
    ) -> Result<Vec<Result<State, Fault>>, TooManyStates> {
        let chooses = !matches!(
            self.edge(id).operation,
            Operation::Assign(_) | Operation::Assume(_) | Operation::AssumeUnknown
        );
        let mut step = |supply: &mut dyn FnMut(&Asked<'_>) -> Value| {
            let mut state = state.clone();
            self.step(&mut state, id, supply)?;
            Ok(state)
        };
        if chooses {
            each_choice(domain, limit, &mut step)
        } else {
            Ok(vec![step(&mut |asked| Value::zero(asked.variable.ty))])
        }
    }
}

#[derive(Default)]
struct Found {
    states: Vec<State>,
    numbers: HashMap<State, usize>,
}

impl Found {
    fn number(&mut self, state: State) -> usize {
        if let Some(number) = self.numbers.get(&state) {
            return *number;
        }
        self.states.push(state.clone());
        self.numbers.insert(state, self.states.len() - 1);
        self.states.len() - 1
    }
}

/// A computation that asks for values.
type Asking<'a> = &'a mut dyn FnMut(&mut dyn FnMut(&Asked<'_>) -> Value) -> Result<State, Fault>;

/// The results of `compute` for all answers: an odometer over the questions it asks.
fn each_choice(
    domain: &dyn Fn(&Asked<'_>) -> Vec<Value>,
    limit: usize,
    compute: Asking<'_>,
) -> Result<Vec<Result<State, Fault>>, TooManyStates> {
    let mut results = Vec::new();
    let mut digits: Vec<usize> = Vec::new();
    loop {
        let mut sizes = Vec::new();
        results.push(compute(&mut |asked| {
            let values = domain(asked);
            let digit = digits.get(sizes.len()).copied().unwrap_or(0);
            sizes.push(values.len());
            values.get(digit).cloned().unwrap_or_else(|| Value::zero(asked.variable.ty))
        }));
        if results.len() > limit {
            return Err(TooManyStates);
        }
        digits.resize(sizes.len(), 0);
        // Count up; the questions do not depend on the answers.
        let Some(position) = (0..sizes.len()).rev().find(|i| digits[*i] + 1 < sizes[*i]) else {
            return Ok(results);
        };
        digits[position] += 1;
        digits[position + 1..].fill(0);
    }
}

impl Exploration {
    /// Locations that are reached.
    pub fn locations(&self) -> BTreeSet<CfgLocId> {
        self.states.iter().map(|state| state.location).collect()
    }

    /// What an observer sees of executions who does not count steps: sequences of observations
    /// without repetitions, up to `length` of them.
    pub fn traces<O: Clone + Ord>(
        &self,
        observe: impl Fn(&State) -> O,
        length: usize,
    ) -> BTreeSet<Vec<O>> {
        let seen: Vec<O> = self.states.iter().map(observe).collect();
        let mut traces = BTreeSet::new();
        let mut done: HashSet<(usize, Vec<usize>)> = HashSet::new();
        // Observations as numbers, to compare paths cheaply.
        let mut named: Vec<&O> = seen.iter().collect();
        named.sort();
        named.dedup();
        let numbers: Vec<usize> =
            seen.iter().map(|one| named.partition_point(|other| *other < one)).collect();
        let mut work: Vec<(usize, Vec<usize>)> =
            (0..self.initial).map(|state| (state, vec![numbers[state]])).collect();
        while let Some((state, trace)) = work.pop() {
            if !done.insert((state, trace.clone())) {
                continue;
            }
            traces.insert(trace.iter().map(|number| named[*number].clone()).collect());
            for next in &self.successors[state] {
                let mut trace = trace.clone();
                if trace.last() != Some(&numbers[*next]) {
                    trace.push(numbers[*next]);
                }
                if trace.len() <= length {
                    work.push((*next, trace));
                }
            }
        }
        traces
    }

    /// Observations that an execution can go on making for ever without ending.
    pub fn diverges<O: Clone + Ord>(&self, observe: impl Fn(&State) -> O) -> BTreeSet<O> {
        let seen: Vec<O> = self.states.iter().map(observe).collect();
        // States with an endless path of one observation: remove those without a successor left.
        let mut left: Vec<bool> = vec![true; seen.len()];
        loop {
            let gone: Vec<usize> = (0..seen.len())
                .filter(|state| left[*state])
                .filter(|state| {
                    !self.successors[*state]
                        .iter()
                        .any(|next| left[*next] && seen[*next] == seen[*state])
                })
                .collect();
            if gone.is_empty() {
                break;
            }
            for state in gone {
                left[state] = false;
            }
        }
        (0..seen.len()).filter(|state| left[*state]).map(|state| seen[state].clone()).collect()
    }
}
