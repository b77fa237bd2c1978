//! The completions of a state (May/Must §5), by brute force: all with at most so many copies of
//! each state, or some drawn at random.
//!
//! A state of a completion may stand above several states of the structure. It is then written
//! once for each, so that every state of a completion is a *copy* of one state: its label agrees
//! with that state's, each of its transitions follows one that may be taken, and each transition
//! that must be taken leads to some copy of its target. No formula sees the difference. Only what
//! the first copy reaches is built, and copies that differ in nothing yet are interchangeable.

use std::ops::ControlFlow;

use belnap_checker::explicit::{ExplicitOptions, at_entry, evaluate};
use belnap_ir::belnap::Belnap;
use belnap_ir::ids::StateId;
use belnap_ir::kripke::{ExplicitKripke, ExplicitState, ExplicitTransition, Semantics};
use belnap_ir::property::Formula;

use crate::generator::Random;

/// No trick is needed where nothing is unknown.
const PLAIN: ExplicitOptions = ExplicitOptions { hyper: false };

/// Which completions to look at.
#[derive(Clone, Copy, Debug)]
pub struct Bound {
    /// How many copies a state may have.
    pub copies: usize,
    /// Copies of states that are not blocking have a successor.
    pub total: bool,
    /// How many to try, before others are drawn at random.
    pub most: usize,
}

/// Where a copy may go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    pub to: StateId,
    pub action: Option<String>,
}

/// What completions of a structure have to do.
#[derive(Clone, Debug)]
pub struct Requirements<'s> {
    pub structure: &'s ExplicitKripke,
    /// By state: where its copies may go.
    pub moves: Vec<Vec<Move>>,
    /// By state: lists of moves, ascending; a copy makes at least one of each list.
    pub demands: Vec<Vec<Vec<usize>>>,
}

impl<'s> Requirements<'s> {
    /// Those of a KMTS.
    pub fn of(structure: &'s ExplicitKripke) -> Self {
        assert!(structure.semantics != Semantics::Under, "nothing is known of the may half");
        let mut moves: Vec<Vec<Move>> = vec![Vec::new(); structure.states.len()];
        let mut demands = vec![Vec::new(); structure.states.len()];
        for transition in structure.transitions.iter().filter(|t| t.value != Belnap::False) {
            assert!(transition.value != Belnap::Both, "what must exist may exist");
            let from = transition.from.index();
            let made = Move { to: transition.to, action: transition.action.clone() };
            let known = moves[from].iter().position(|own| *own == made);
            let index = known.unwrap_or_else(|| {
                moves[from].push(made);
                moves[from].len() - 1
            });
            let must = transition.value.must() && structure.semantics == Semantics::Exact;
            if must && !demands[from].contains(&vec![index]) {
                demands[from].push(vec![index]);
            }
        }
        Requirements { structure, moves, demands }
    }
}

/// Whether all completions within the bound have been seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coverage {
    All,
    Cut,
}

/// Shows all completions of a state within the bound, each with its first state above that state,
/// until there are too many or the visitor has seen enough.
pub fn visit_all(
    requirements: &Requirements<'_>,
    root: StateId,
    bound: Bound,
    mut visitor: impl FnMut(&ExplicitKripke) -> ControlFlow<()>,
) -> Coverage {
    // The choices that were made, each with the number of alternatives.
    let mut script: Vec<(usize, usize)> = Vec::new();
    for _ in 0..bound.most {
        let mut position = 0;
        let completion = build(requirements, root, bound, &mut |alternatives| {
            if position == script.len() {
                script.push((0, alternatives));
            }
            position += 1;
            script[position - 1].0
        });
        if completion.is_some_and(|completion| visitor(&completion).is_break()) {
            return Coverage::Cut;
        }
        while script.pop_if(|(chosen, alternatives)| *chosen + 1 == *alternatives).is_some() {}
        match script.last_mut() {
            Some((chosen, _)) => *chosen += 1,
            None => return Coverage::All,
        }
    }
    Coverage::Cut
}

/// Shows completions drawn at random: at most as many as the bound says.
pub fn visit_some(
    requirements: &Requirements<'_>,
    root: StateId,
    bound: Bound,
    random: &mut Random,
    mut visitor: impl FnMut(&ExplicitKripke) -> ControlFlow<()>,
) {
    for _ in 0..bound.most {
        let completion = build(requirements, root, bound, &mut |count| random.index(count));
        if completion.is_some_and(|completion| visitor(&completion).is_break()) {
            return;
        }
    }
}

/// What is known of a formula in the completions of a state.
#[derive(Clone, Debug)]
pub struct Found {
    /// A completion that satisfies it.
    pub satisfying: Option<ExplicitKripke>,
    /// A completion that does not.
    pub violating: Option<ExplicitKripke>,
    /// Whether one that was not found does not exist within the bound.
    pub coverage: Coverage,
}

impl Found {
    /// Whether a completion of either kind contradicts a thorough value.
    pub fn contradicts(&self, value: Belnap) -> bool {
        match value {
            Belnap::True => self.violating.is_some(),
            Belnap::False => self.satisfying.is_some(),
            Belnap::Unknown | Belnap::Both => false,
        }
    }
}

/// Looks for completions of a state with and without a formula: all within the bound, and if
/// these are too many, others at random.
pub fn look_for(
    requirements: &Requirements<'_>,
    root: StateId,
    formula: &Formula,
    bound: Bound,
    random: &mut Random,
) -> Found {
    let (mut satisfying, mut violating) = (None, None);
    let mut judge = |completion: &ExplicitKripke| {
        let place = if satisfies(completion, formula) { &mut satisfying } else { &mut violating };
        place.get_or_insert_with(|| completion.clone());
        match (&satisfying, &violating) {
            (Some(_), Some(_)) => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    };
    let coverage = visit_all(requirements, root, bound, &mut judge);
    if coverage == Coverage::Cut {
        visit_some(requirements, root, bound, random, &mut judge);
    }
    Found { satisfying, violating, coverage }
}

/// Whether the first state of a completion satisfies a formula, after the structure's prefix.
pub fn satisfies(completion: &ExplicitKripke, formula: &Formula) -> bool {
    let values = evaluate(completion, formula, &PLAIN).expect("known atoms");
    match at_entry(completion, &values, &PLAIN)[0] {
        Belnap::True => true,
        Belnap::False => false,
        value => panic!("{value} in a complete structure"),
    }
}

/// A completion of a state by a sequence of choices, each a number below the one that it is
/// given; `None` if these choices lead to none.
fn build(
    requirements: &Requirements<'_>,
    root: StateId,
    bound: Bound,
    choose: &mut dyn FnMut(usize) -> usize,
) -> Option<ExplicitKripke> {
    let structure = requirements.structure;
    let mut builder = Builder {
        requirements,
        bound,
        copies: vec![root],
        by_state: vec![Vec::new(); structure.states.len()],
        transitions: Vec::new(),
    };
    builder.by_state[root.index()].push(0);
    let mut states = Vec::new();
    while states.len() < builder.copies.len() {
        let copy = states.len();
        states.push(builder.state(copy, choose));
        builder.leave(copy, choose)?;
    }
    Some(ExplicitKripke {
        semantics: Semantics::Exact,
        total: bound.total,
        propositions: structure.propositions.clone(),
        locations: structure.locations.clone(),
        scopes: structure.scopes.clone(),
        states: states.into(),
        initial: vec![StateId(0)],
        inhabited: vec![StateId(0)],
        prefix: structure.prefix,
        transitions: builder.transitions,
        events: structure.events.clone(),
    })
}

struct Builder<'r, 's> {
    requirements: &'r Requirements<'s>,
    bound: Bound,
    /// The state of which each is a copy.
    copies: Vec<StateId>,
    /// By state: its copies.
    by_state: Vec<Vec<usize>>,
    transitions: Vec<ExplicitTransition>,
}

impl Builder<'_, '_> {
    fn state(&self, copy: usize, choose: &mut dyn FnMut(usize) -> usize) -> ExplicitState {
        let of = self.copies[copy];
        let mut state = self.requirements.structure.states[of].clone();
        let number = self.by_state[of.index()].iter().position(|own| *own == copy);
        state.name = format!("{}.{}", state.name, number.expect("a copy of that state"));
        for label in &mut state.labels {
            assert!(*label != Belnap::Both, "labels are three-valued");
            if *label == Belnap::Unknown {
                *label = Belnap::from(choose(2) == 1);
            }
        }
        state
    }

    /// Chooses where a copy goes: any of the copies so far, and some that are new.
    fn leave(&mut self, copy: usize, choose: &mut dyn FnMut(usize) -> usize) -> Option<()> {
        let of = self.copies[copy];
        let moves = &self.requirements.moves[of.index()];
        let demands = &self.requirements.demands[of.index()];
        let needs_one = self.bound.total && !self.requirements.structure.states[of].blocking;
        let mut made: Vec<usize> = Vec::new();
        for (index, own) in moves.iter().enumerate() {
            let last_for = |demand: &Vec<usize>| {
                demand.last() == Some(&index) && !demand.iter().any(|other| made.contains(other))
            };
            let last_at_all = index + 1 == moves.len() && needs_one && made.is_empty();
            let needed = usize::from(last_at_all || demands.iter().any(last_for));
            let old = self.by_state[own.to.index()].clone();
            let sets = 1 << old.len();
            let alternatives = sets * (self.bound.copies - old.len() + 1);
            let choice = choose(alternatives - needed) + needed;
            let fresh = (0..choice / sets).map(|_| self.copy_of(own.to)).collect::<Vec<_>>();
            let chosen = (0..old.len()).filter(|bit| (choice % sets) >> bit & 1 == 1);
            for to in chosen.map(|bit| old[bit]).chain(fresh) {
                self.transitions.push(ExplicitTransition {
                    from: StateId::from(copy),
                    to: StateId::from(to),
                    value: Belnap::True,
                    action: own.action.clone(),
                    statement: None,
                });
            }
            if choice > 0 {
                made.push(index);
            }
        }
        let met = |demand: &Vec<usize>| demand.iter().any(|index| made.contains(index));
        (demands.iter().all(met) && !(needs_one && made.is_empty())).then_some(())
    }

    fn copy_of(&mut self, state: StateId) -> usize {
        self.copies.push(state);
        self.by_state[state.index()].push(self.copies.len() - 1);
        self.copies.len() - 1
    }
}
