//! A way through the states of all components to the end of a path of their abstractions.
//!
//! Classes say little at first, and the path that leaves a property open then does what no
//! component can; to tell classes apart for each of its steps makes the composition large. So a way
//! to its last step is looked for among the tuples of states, a few of which are enough: next comes
//! the tuple from which the step seems nearest. How near it seems is found out as if each component
//! went its own way, and states and actions that were once possible stayed so: the costs of the
//! ways that lead to the parts of the step are added up. These ways together are a plan; as many of
//! its steps as can be taken one after the other are taken at once.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};

use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::ids::StateId;
use belnap_ir::kripke::ExplicitKripke;
use belnap_ir::result::Branch;

use super::asked::{Asked, OwnPath, OwnStep};
use super::choose::takes_part;
use super::member::Member;
use crate::compose::{Composition, Part, Product, Tuple};

/// Limit on the tuples that are looked at.
const MAX_TUPLES: usize = 20_000;

/// Where to: the last step of a path of abstractions.
#[derive(Clone, Debug)]
pub struct Goal {
    /// Its action.
    pub action: String,
    /// By component and state: whether the step may lead there.
    pub to: Vec<Vec<bool>>,
}

impl Goal {
    /// The last step of a path that ends.
    pub fn of<M: Member>(
        members: &[M],
        composition: &Composition,
        branches: &[Branch],
    ) -> Option<Goal> {
        let [branch] = branches else { return None };
        let plain = branch.again.is_none() && branch.steps.iter().all(|own| own.because.is_empty());
        let last = branch.steps.last().filter(|_| plain)?;
        let mut states = composition.structure.states.iter_enumerated();
        let end = states.find(|(_, own)| own.name == last.to)?.0;
        let classes = &composition.tuples[end.index()];
        let to = members.iter().zip(classes.iter()).map(|(member, class)| {
            let partition = member.lumped().partition();
            partition.class_of.iter().map(|own| *own == class.index()).collect()
        });
        Some(Goal { action: last.action.clone()?, to: to.collect() })
    }
}

/// A way: tuples of states, and the actions between them.
#[derive(Clone, Debug)]
pub struct Way {
    /// Where it begins.
    pub start: Tuple,
    /// Its steps.
    pub steps: Vec<(String, Tuple)>,
}

impl Way {
    /// What the way asks of a component.
    pub fn asked(&self, member: &impl Member, number: usize) -> Asked {
        let own = self.steps.iter().filter(|(action, _)| takes_part(member, action));
        let steps = own.map(|(action, to)| OwnStep {
            because: Vec::new(),
            action: Some(action.clone()),
            to: to[number],
        });
        let path = OwnPath { steps: steps.collect(), again: None };
        Asked { start: self.start[number], paths: vec![path] }
    }

    /// The states of a component on the way.
    pub fn states(&self, number: usize) -> Vec<StateId> {
        let tuples = std::iter::once(&self.start).chain(self.steps.iter().map(|(_, to)| to));
        let mut seen = HashSet::new();
        tuples.map(|tuple| tuple[number]).filter(|state| seen.insert(*state)).collect()
    }
}

/// What a search found.
pub struct Found {
    /// The way, if there is one within the limit.
    pub way: Option<Way>,
    /// How many tuples were looked at.
    pub looked: usize,
}

/// Looks for a way to a goal through the states of components, each composed alone.
///
/// # Errors
/// If names of components clash.
pub fn find(
    structures: &[&ExplicitKripke],
    goal: &Goal,
    stop: &dyn Fn() -> bool,
) -> Result<Found, Diagnostic> {
    let part = |own: &&ExplicitKripke| Part { name: String::new(), structure: (*own).clone() };
    let parts: Vec<Part> = structures.iter().map(part).collect();
    let product = Product::of(&parts)?;
    let Some(nearness) = Nearness::of(structures, &product, goal) else {
        return Ok(Found { way: None, looked: 0 });
    };
    let mut search =
        Search { product: &product, nearness, came: HashMap::new(), open: BinaryHeap::new() };
    for tuple in product.initial() {
        search.reach(tuple, None);
    }
    while let Some((_, _, tuple)) = search.open.pop() {
        if search.came.len() > MAX_TUPLES || stop() {
            break;
        }
        if let Some(way) = search.follow_plan(&tuple).or_else(|| search.expand(&tuple)) {
            return Ok(Found { way: Some(way), looked: search.came.len() });
        }
    }
    Ok(Found { way: None, looked: search.came.len() })
}

/// Tuples and how they were reached.
struct Search<'a> {
    product: &'a Product<'a>,
    nearness: Nearness<'a>,
    came: HashMap<Tuple, Option<(Tuple, usize)>>,
    /// The nearest last, of equally near ones the latest.
    open: BinaryHeap<(Reverse<u32>, usize, Tuple)>,
}

impl Search<'_> {
    fn reach(&mut self, tuple: Tuple, from: Option<(Tuple, usize)>) {
        if let Some((cost, _)) = self.nearness.plan(&tuple) {
            self.open.push((Reverse(cost), self.came.len(), tuple.clone()));
        }
        self.came.insert(tuple, from);
    }

    /// Reaches all tuples that are a step away; the way to the goal, if it is one of them.
    fn expand(&mut self, tuple: &Tuple) -> Option<Way> {
        for (action, to, _, may) in self.product.steps(tuple) {
            if may && self.is_last(action, &to) {
                return Some(self.way_to(tuple, (action, to)));
            }
            if may && !self.came.contains_key(&to) {
                self.reach(to, Some((tuple.clone(), action)));
            }
        }
        None
    }

    /// Takes steps that every component that takes part has planned, as long as there are some.
    fn follow_plan(&mut self, tuple: &Tuple) -> Option<Way> {
        let (_, mut plan) = self.nearness.plan(tuple)?;
        let mut at = tuple.clone();
        loop {
            let mut best: Option<(usize, (usize, Tuple))> = None;
            for (action, to, _, may) in self.product.steps(&at) {
                if may && self.is_last(action, &to) {
                    return Some(self.way_to(&at, (action, to)));
                }
                if !may || self.came.contains_key(&to) {
                    continue;
                }
                let others = self.product.participants(action);
                let planned = others.iter().map(|number| {
                    let wanted = plan.get(&(*number, at[*number], action))?;
                    Some(usize::from(wanted.is_none_or(|wanted| wanted == to[*number])))
                });
                let Some(fits) = planned.sum::<Option<usize>>() else { continue };
                let short = others.len() - fits;
                if best.as_ref().is_none_or(|(known, _)| short < *known) {
                    best = Some((short, (action, to)));
                }
            }
            let (_, (action, to)) = best?;
            if self.came.len() > MAX_TUPLES {
                return None;
            }
            for number in self.product.participants(action) {
                plan.remove(&(*number, at[*number], action));
            }
            self.reach(to.clone(), Some((at, action)));
            at = to;
        }
    }

    fn is_last(&self, action: usize, to: &Tuple) -> bool {
        let goal = self.nearness.goal;
        self.product.action(action) == goal.action
            && to.iter().zip(&goal.to).all(|(state, fits)| fits[state.index()])
    }

    fn way_to(&self, before: &Tuple, (last, end): (usize, Tuple)) -> Way {
        let mut steps = vec![(self.product.action(last).to_owned(), end)];
        let mut at = before;
        while let Some(Some((from, action))) = self.came.get(at) {
            steps.push((self.product.action(*action).to_owned(), at.clone()));
            at = from;
        }
        steps.reverse();
        Way { start: at.clone(), steps }
    }
}

/// A step of one component.
struct OwnMove {
    action: usize,
    to: StateId,
    /// It may be the component's part in the last step.
    is_last: bool,
}

/// How near the goal is.
struct Nearness<'a> {
    /// By component and state.
    moves: Vec<Vec<Vec<OwnMove>>>,
    product: &'a Product<'a>,
    goal: &'a Goal,
    /// The action of the goal.
    last: usize,
}

impl<'a> Nearness<'a> {
    fn of(
        structures: &[&ExplicitKripke],
        product: &'a Product<'a>,
        goal: &'a Goal,
    ) -> Option<Self> {
        let last = product.number(&goal.action)?;
        let mut moves = Vec::new();
        for (component, structure) in structures.iter().enumerate() {
            let mut own: Vec<Vec<OwnMove>> = structure.states.iter().map(|_| Vec::new()).collect();
            for step in structure.transitions.iter().filter(|step| step.value.may()) {
                let action = step.action.as_deref().and_then(|one| product.number(one));
                let Some(action) = action else { continue };
                let is_last = action == last && goal.to[component][step.to.index()];
                own[step.from.index()].push(OwnMove { action, to: step.to, is_last });
            }
            moves.push(own);
        }
        Some(Nearness { moves, product, goal, last })
    }

    /// How near the goal seems, and a plan to reach it; `None` if it is out of reach.
    fn plan(&self, tuple: &[StateId]) -> Option<(u32, Plan)> {
        let mut known = Facts::of(self, tuple);
        known.derive(self);
        let mut cost = 0;
        let mut plan = Plan::new();
        let mut work = Vec::new();
        let takes_part = self.product.participants(self.last);
        for (component, own) in self.moves.iter().enumerate() {
            let joins = takes_part.contains(&component);
            let fits = |state: &usize| match joins {
                true => own[*state].iter().any(|step| step.is_last),
                false => self.goal.to[component][*state],
            };
            let reached = (0..own.len()).filter(fits).filter_map(|state| {
                known.states[component][state].as_ref().map(|fact| (fact.cost, state))
            });
            let (own_cost, state) = reached.min()?;
            cost += own_cost;
            work.push((component, StateId::from(state)));
            if joins {
                plan.insert((component, StateId::from(state), self.last), None);
            }
        }
        let mut seen: HashSet<(usize, StateId)> = HashSet::new();
        while let Some((component, state)) = work.pop() {
            let fact = known.states[component][state.index()].as_ref();
            let Some((from, action)) = fact.and_then(|fact| fact.by) else { continue };
            if !seen.insert((component, state)) {
                continue;
            }
            plan.insert((component, from, action), Some(state));
            work.push((component, from));
            for (other, _, at) in &known.able[action] {
                plan.entry((*other, *at, action)).or_insert(None);
                work.push((*other, *at));
            }
        }
        Some((cost, plan))
    }
}

/// Steps that components want to take, from a state with an action, and where to, if that matters.
type Plan = HashMap<(usize, StateId, usize), Option<StateId>>;

/// How a state was reached.
#[derive(Clone)]
struct Fact {
    cost: u32,
    by: Option<(StateId, usize)>,
}

/// What can be had, by the steps that it takes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    In(usize, StateId, Option<(StateId, usize)>),
    Happens(usize),
}

/// A step that waits for its action to happen: the component, its states, and what it costs more
/// than the cheapest one of the component.
struct Waiting {
    component: usize,
    from: StateId,
    to: StateId,
    more: u32,
}

/// What can be had from a tuple.
struct Facts {
    states: Vec<Vec<Option<Fact>>>,
    actions: Vec<Option<u32>>,
    /// By action: which components can take part, at what cost, in which state.
    able: Vec<Vec<(usize, u32, StateId)>>,
    waiting: Vec<Vec<Waiting>>,
    work: BinaryHeap<Reverse<(u32, Event)>>,
}

impl Facts {
    fn of(nearness: &Nearness<'_>, tuple: &[StateId]) -> Facts {
        let count = nearness.product.actions();
        let start = tuple.iter().enumerate();
        Facts {
            states: nearness.moves.iter().map(|own| vec![None; own.len()]).collect(),
            actions: vec![None; count],
            able: vec![Vec::new(); count],
            waiting: (0..count).map(|_| Vec::new()).collect(),
            work: start.map(|(own, state)| Reverse((0, Event::In(own, *state, None)))).collect(),
        }
    }

    fn derive(&mut self, nearness: &Nearness<'_>) {
        while let Some(Reverse((cost, event))) = self.work.pop() {
            match event {
                Event::In(component, state, by) => {
                    let known = &mut self.states[component][state.index()];
                    if known.is_none() {
                        *known = Some(Fact { cost, by });
                        self.leave(nearness, component, state, cost);
                    }
                }
                Event::Happens(action) => {
                    self.actions[action] = Some(cost);
                    for own in std::mem::take(&mut self.waiting[action]) {
                        let event = Event::In(own.component, own.to, Some((own.from, action)));
                        self.work.push(Reverse((cost + own.more, event)));
                    }
                }
            }
        }
    }

    /// The steps from a state that is reached now.
    fn leave(&mut self, nearness: &Nearness<'_>, component: usize, from: StateId, cost: u32) {
        for step in &nearness.moves[component][from.index()] {
            let own = &mut self.able[step.action];
            let first = match own.iter().find(|(other, ..)| *other == component) {
                Some((_, first, _)) => *first,
                None => {
                    own.push((component, cost, from));
                    if own.len() == nearness.product.participants(step.action).len() {
                        let all = own.iter().map(|(_, cost, _)| *cost).sum::<u32>() + 1;
                        self.work.push(Reverse((all, Event::Happens(step.action))));
                    }
                    cost
                }
            };
            let (to, more) = (step.to, cost - first);
            match self.actions[step.action] {
                Some(all) => {
                    let event = Event::In(component, to, Some((from, step.action)));
                    self.work.push(Reverse((all + more, event)));
                }
                None => self.waiting[step.action].push(Waiting { component, from, to, more }),
            }
        }
    }
}
