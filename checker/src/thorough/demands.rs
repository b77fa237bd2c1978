//! An explicit structure as a system of demands: what each of its completions has to do.
//!
//! A *move* of a state is a may-transition. A *demand* of a state is a set of its moves: a copy of
//! the state has a copy of the target of one of them as a successor. A must-transition is a demand
//! with a single move; that a system is total, one with all moves. A must-transition of a listed
//! program to a tri-vector is the set of the moves by the same statement to complete states that
//! agree with what is known of it, so only complete states are kept.
//!
//! States without a completion are pruned: those with a demand that nothing is left of. So every
//! state here has a completion, and so has everything that a move leads to.
//!
//! # Rules
//! | rule | what is refused |
//! |---|---|
//! | those of [`kmts`] | what is no KMTS, but for the transitions of listed programs |
//! | `kmts-no-completion` | an initial state without a completion: everything would be true of it |

use std::collections::HashMap;

use belnap_ir::belnap::Belnap;
use belnap_ir::diagnostic::{Diagnostic, Place};
use belnap_ir::ids::StateId;
use belnap_ir::kripke::{ExplicitKripke, Semantics};
use belnap_ir::property::Atom;
pub use belnap_ir::result::Completions;
use belnap_ir::result::Verdict;
use belnap_ir::span::Span;

use crate::encode::listing::{Listing, TriVector};
use crate::explicit;
use crate::kmts;

/// A transition that may exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// Its action, as an index into [`Demands::actions`].
    pub action: Option<u32>,
    /// The state behind it.
    pub to: u32,
}

/// A state of the view.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DemandState {
    /// Distinct, ascending.
    pub moves: Vec<Move>,
    /// Sets of indices into `moves`: not empty, ascending, none includes another.
    pub demands: Vec<Vec<u32>>,
    /// Whether nothing is known of what follows, so that everything may: no move is listed. Only
    /// that there is no completion can be found out with such states.
    pub cut: bool,
}

/// The view.
#[derive(Clone, Debug)]
pub struct Demands {
    /// Names of actions.
    pub actions: Vec<String>,
    /// States, each with a completion and within reach of `initial`.
    pub states: Vec<DemandState>,
    /// The state of the structure that each is.
    pub origins: Vec<StateId>,
    /// A property holds if it is true in all of these.
    pub initial: Vec<u32>,
    /// A property fails if it is false in all states of one of these sets: one of them is real.
    pub inhabited: Vec<Vec<u32>>,
    /// Initial states that were left out because they have no completion, and need not stand for
    /// anything.
    pub left_out: Vec<StateId>,
    /// Steps from the initial states to where properties are judged.
    pub prefix: u32,
    /// Whether nothing that moves lead to was left out.
    pub is_whole: bool,
}

impl Demands {
    /// The view of a structure.
    ///
    /// # Errors
    /// If it is no structure that has completions; the rules are on top of this module.
    pub fn new(structure: &ExplicitKripke, completions: Completions) -> Result<Self, Diagnostic> {
        Source { structure, vectors: None, completions, cut: &[] }.view()
    }

    /// The view of a listed program.
    ///
    /// # Errors
    /// As [`Demands::new`].
    pub fn of_listing(listing: &Listing, completions: Completions) -> Result<Self, Diagnostic> {
        Demands::of_part(listing, &[], completions)
    }

    /// The view of a part of a program, which leaves open what follows the states that are `cut`.
    ///
    /// # Errors
    /// As [`Demands::new`].
    pub fn of_part(
        listing: &Listing,
        cut: &[bool],
        completions: Completions,
    ) -> Result<Self, Diagnostic> {
        let Listing { structure, vectors } = listing;
        Source { structure, vectors: Some(vectors), completions, cut }.view()
    }

    /// What a state of the view knows of an atom: `t`, `f` or `n`, by state.
    ///
    /// # Errors
    /// If the structure knows nothing of the atom.
    pub fn labels(
        &self,
        structure: &ExplicitKripke,
        atom: &Atom,
        span: Span,
    ) -> Result<Vec<Belnap>, Diagnostic> {
        let values = explicit::atom_values(structure, atom, span)?;
        Ok(self.origins.iter().map(|origin| values[origin.index()]).collect())
    }

    /// The verdict on a property with these values in states.
    pub fn verdict(&self, value: impl Fn(u32) -> Belnap) -> Verdict {
        let all_false = |states: &Vec<u32>| states.iter().all(|s| value(*s) == Belnap::False);
        if self.initial.iter().all(|state| value(*state) == Belnap::True) {
            Verdict::Holds
        } else if all_false(&self.initial) || self.inhabited.iter().any(all_false) {
            Verdict::Fails
        } else {
            Verdict::Inconclusive
        }
    }

    /// The states that a verdict depends on.
    pub fn judged(&self) -> Vec<u32> {
        let mut judged = self.initial.clone();
        judged.extend(self.inhabited.iter().flatten());
        judged.sort_unstable();
        judged.dedup();
        judged
    }

    /// Whether every move has to be made: no completion differs in its transitions.
    pub fn is_decided(&self) -> bool {
        let all = |state: &DemandState| state.demands.len() == state.moves.len();
        self.is_kmts() && self.states.iter().all(all)
    }

    /// Whether every demand is a must-transition.
    pub fn is_kmts(&self) -> bool {
        self.states.iter().flat_map(|state| &state.demands).all(|demand| demand.len() == 1)
    }

    /// How many transitions may exist.
    pub fn move_count(&self) -> usize {
        self.states.iter().map(|state| state.moves.len()).sum()
    }
}

/// What the view is made from.
struct Source<'s> {
    structure: &'s ExplicitKripke,
    /// The tri-vectors of a listed program's states, which know more than their labels.
    vectors: Option<&'s [TriVector]>,
    completions: Completions,
    /// States whose transitions were not listed; none if it is empty.
    cut: &'s [bool],
}

impl Source<'_> {
    fn view(&self) -> Result<Demands, Diagnostic> {
        self.refuse()?;
        let outgoing = self.outgoing();
        let roots = self.roots();
        let mut view = Demands {
            actions: self.actions(),
            states: Vec::new(),
            origins: Vec::new(),
            initial: Vec::new(),
            inhabited: Vec::new(),
            left_out: Vec::new(),
            prefix: self.structure.prefix,
            is_whole: true,
        };
        let action_numbers: HashMap<&str, u32> =
            view.actions.iter().map(String::as_str).zip(0..).collect();
        let mut states: Vec<Option<DemandState>> = vec![None; self.structure.states.len()];
        let mut work: Vec<u32> = roots.clone();
        while let Some(from) = work.pop() {
            if states[from as usize].is_none() {
                let state = self.state(from, &outgoing[from as usize], &action_numbers);
                work.extend(state.moves.iter().map(|step| step.to));
                states[from as usize] = Some(state);
            }
        }
        let known = states.iter().filter(|state| state.is_some()).count();
        let alive = prune(&mut states);
        view.is_whole = alive.iter().filter(|alive| **alive).count() == known;
        drop(action_numbers);
        self.enter(&mut view, &alive)?;
        view.keep_reachable(states);
        Ok(view)
    }

    fn refuse(&self) -> Result<(), Diagnostic> {
        let found = match self.structure.locations.is_empty() {
            true => kmts::refusals(self.structure),
            false => kmts::refusals_of_labels(self.structure),
        };
        found.into_iter().next().map_or(Ok(()), Err)
    }

    fn actions(&self) -> Vec<String> {
        let steps = self.structure.transitions.iter();
        let mut actions: Vec<String> = steps.filter_map(|step| step.action.clone()).collect();
        actions.sort_unstable();
        actions.dedup();
        actions
    }

    /// The transitions of each state, as indices.
    fn outgoing(&self) -> Vec<Vec<usize>> {
        let mut outgoing = vec![Vec::new(); self.structure.states.len()];
        for (index, step) in self.structure.transitions.iter().enumerate() {
            if step.value != Belnap::False {
                outgoing[step.from.index()].push(index);
            }
        }
        outgoing
    }

    /// The states that a verdict is about, partial ones as the complete ones that agree with them.
    fn inhabited(&self) -> Vec<Vec<u32>> {
        let structure = self.structure;
        let group = |state: StateId| {
            if structure.initial.contains(&state) || structure.locations.is_empty() {
                return vec![state.0];
            }
            let agreeing = structure.initial.iter().filter(|other| self.agrees(**other, state));
            let agreeing: Vec<u32> = agreeing.map(|other| other.0).collect();
            if agreeing.is_empty() { vec![state.0] } else { agreeing }
        };
        structure.inhabited.iter().map(|state| group(*state)).collect()
    }

    fn roots(&self) -> Vec<u32> {
        let inhabited = self.inhabited().into_iter().flatten();
        self.structure.initial.iter().map(|state| state.0).chain(inhabited).collect()
    }

    /// Whether a state agrees with what is known in another one, at the same location.
    fn agrees(&self, state: StateId, known: StateId) -> bool {
        let fits = |own: Option<bool>, other: Option<bool>| {
            own.zip(other).is_none_or(|(own, other)| own == other)
        };
        let (own, other) = (&self.structure.states[state], &self.structure.states[known]);
        if own.location != other.location {
            return false;
        }
        match self.vectors {
            Some(vectors) => vectors[state.index()]
                .iter()
                .zip(&vectors[known.index()])
                .all(|(own, other)| fits(*own, *other)),
            None => own
                .labels
                .iter()
                .zip(&other.labels)
                .all(|(own, other)| own == other || !own.is_definite() || !other.is_definite()),
        }
    }

    /// The moves and demands of a state.
    fn state(
        &self,
        from: u32,
        outgoing: &[usize],
        action_numbers: &HashMap<&str, u32>,
    ) -> DemandState {
        if self.cut.get(from as usize) == Some(&true) {
            return DemandState { cut: true, ..DemandState::default() };
        }
        let steps = || outgoing.iter().map(|index| &self.structure.transitions[*index]);
        let move_of = |step: &belnap_ir::kripke::ExplicitTransition| Move {
            action: step.action.as_deref().map(|action| action_numbers[action]),
            to: step.to.0,
        };
        let mut moves: Vec<Move> = steps().filter(|step| step.value.may()).map(move_of).collect();
        moves.sort_unstable();
        moves.dedup();
        let index_of = |step: Move| moves.binary_search(&step).ok().map(|index| index as u32);
        let mut demands: Vec<Vec<u32>> = Vec::new();
        for step in steps() {
            match step.value {
                Belnap::True => demands.push(index_of(move_of(step)).into_iter().collect()),
                Belnap::Both => {
                    let answers = steps().filter(|other| {
                        other.value.may()
                            && (&other.action, &other.statement) == (&step.action, &step.statement)
                            && self.agrees(other.to, step.to)
                    });
                    demands.push(answers.filter_map(|other| index_of(move_of(other))).collect());
                }
                Belnap::Unknown | Belnap::False => {}
            }
        }
        if self.structure.semantics == Semantics::Over {
            demands.clear();
        }
        let blocking = self.structure.states[StateId(from)].blocking;
        if demands.is_empty() && self.completions == Completions::Total && !blocking {
            demands.push((0..moves.len() as u32).collect());
        }
        DemandState { moves, demands: smallest(demands), cut: false }
    }

    /// Notes where the view begins: initial states that are left, those that are not.
    fn enter(&self, view: &mut Demands, alive: &[bool]) -> Result<(), Diagnostic> {
        let none = |state: u32| {
            let name = &self.structure.states[StateId(state)].name;
            let message = format!("the initial state '{name}' has no completion");
            Diagnostic::error("kmts-no-completion", Place::Json("initial".into()), message).note(
                match self.completions {
                    Completions::Total => {
                        "every path that it must have ends where the system would have to go on"
                    }
                    Completions::Any => "it must go on to where nothing may be",
                },
            )
        };
        for mut group in self.inhabited() {
            let first = group[0];
            group.retain(|state| alive[*state as usize]);
            if group.is_empty() {
                return Err(none(first));
            }
            view.inhabited.push(group);
        }
        for state in &self.structure.initial {
            if alive[state.index()] {
                view.initial.push(state.0);
            } else {
                view.left_out.push(*state);
            }
        }
        match (view.initial.is_empty(), view.left_out.first()) {
            (true, Some(first)) => Err(none(first.0)),
            _ => Ok(()),
        }
    }
}

/// The demands that do not follow from another one: each distinct, none includes another.
fn smallest(mut demands: Vec<Vec<u32>>) -> Vec<Vec<u32>> {
    for demand in &mut demands {
        demand.sort_unstable();
        demand.dedup();
    }
    demands.sort_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
    demands.dedup();
    let singles = demands.iter().take_while(|demand| demand.len() == 1).count();
    let mut kept: Vec<Vec<u32>> = demands[..singles].to_vec();
    let includes = |large: &[u32], small: &[u32]| {
        small.iter().all(|element| large.binary_search(element).is_ok())
    };
    for demand in demands.drain(..).skip(singles) {
        let single = |element: &u32| {
            kept[..singles].binary_search_by(|single| single[0].cmp(element)).is_ok()
        };
        let follows = demand.iter().any(single)
            || kept[singles..].iter().any(|small| includes(&demand, small));
        if !follows {
            kept.push(demand);
        }
    }
    kept
}

/// Removes the states without a completion and the moves to them; says which states are left.
fn prune(states: &mut [Option<DemandState>]) -> Vec<bool> {
    let mut into: Vec<Vec<u32>> = vec![Vec::new(); states.len()];
    for (from, state) in (0..).zip(states.iter()) {
        for step in state.iter().flat_map(|state| &state.moves) {
            into[step.to as usize].push(from);
        }
    }
    let mut alive: Vec<bool> = states.iter().map(Option::is_some).collect();
    let hopeless = |state: &Option<DemandState>, alive: &[bool]| {
        state.as_ref().is_some_and(|state| {
            let lost = |index: &u32| !alive[state.moves[*index as usize].to as usize];
            state.demands.iter().any(|demand| demand.iter().all(lost))
        })
    };
    let mut work: Vec<u32> = (0..states.len() as u32).collect();
    while let Some(at) = work.pop() {
        if alive[at as usize] && hopeless(&states[at as usize], &alive) {
            alive[at as usize] = false;
            work.extend(&into[at as usize]);
        }
    }
    for state in states.iter_mut().flatten() {
        state.retain(&alive);
    }
    alive
}

impl DemandState {
    /// Drops the moves to states that are not `alive`.
    fn retain(&mut self, alive: &[bool]) {
        if self.moves.iter().all(|step| alive[step.to as usize]) {
            return;
        }
        let mut numbers = vec![None; self.moves.len()];
        let mut kept = Vec::new();
        for (index, step) in self.moves.iter().enumerate() {
            if alive[step.to as usize] {
                numbers[index] = Some(kept.len() as u32);
                kept.push(*step);
            }
        }
        self.moves = kept;
        for demand in &mut self.demands {
            *demand = demand.iter().filter_map(|index| numbers[*index as usize]).collect();
        }
        self.demands = smallest(std::mem::take(&mut self.demands));
    }
}

impl Demands {
    /// Takes over the states within reach, numbered in the structure's order.
    fn keep_reachable(&mut self, mut states: Vec<Option<DemandState>>) {
        let mut reached = vec![false; states.len()];
        let mut work: Vec<u32> = self.judged();
        while let Some(at) = work.pop() {
            if !std::mem::replace(&mut reached[at as usize], true) {
                let moves = states[at as usize].iter().flat_map(|state| &state.moves);
                work.extend(moves.map(|step| step.to));
            }
        }
        let mut numbers = vec![0; states.len()];
        for at in (0..states.len()).filter(|at| reached[*at]) {
            numbers[at] = self.origins.len() as u32;
            self.origins.push(StateId::from(at));
        }
        let number = |at: &mut u32| *at = numbers[*at as usize];
        for origin in &self.origins {
            let mut state = states[origin.index()].take().unwrap_or_default();
            state.moves.iter_mut().for_each(|step| number(&mut step.to));
            self.states.push(state);
        }
        self.initial.iter_mut().for_each(number);
        self.inhabited.iter_mut().flatten().for_each(number);
    }
}

#[cfg(test)]
mod tests {
    use belnap_formats::kripke;
    use belnap_ir::kripke::Kripke;

    use super::*;

    fn structure(text: &str) -> ExplicitKripke {
        let text = format!(r#"{{"format": "belnap.kripke", "version": 1, {text}}}"#);
        match kripke::read(&text).expect("a structure").content {
            Kripke::Explicit(structure) => structure,
            Kripke::Symbolic(_) => panic!("an explicit structure"),
        }
    }

    fn rule(text: &str, completions: Completions) -> &'static str {
        Demands::new(&structure(text), completions).expect_err("refused").rule
    }

    #[test]
    fn a_total_structure_has_to_go_on() {
        let two = structure(
            r#""states": ["s0", "s1", "s2"], "initial": ["s0"],
               "must": [["s1", "s1"], ["s2", "s2"]], "may": [["s0", "s1"], ["s0", "s2"]]"#,
        );
        let any = Demands::new(&two, Completions::Any).expect("a view");
        assert!(any.states[0].demands.is_empty());
        let total = Demands::new(&two, Completions::Total).expect("a view");
        assert_eq!(total.states[0].demands, [[0, 1]]);
        assert_eq!(total.states[1].demands, [[0]]);
    }

    /// Trap 13: what no completion enters is gone.
    #[test]
    fn states_without_a_completion_are_pruned() {
        let text = r#""states": ["s0", "dead", "end"], "initial": ["s0"],
                      "must": [["s0", "s0"], ["dead", "end"]], "may": [["s0", "dead"]]"#;
        let total = Demands::new(&structure(text), Completions::Total).expect("a view");
        assert_eq!(total.states.len(), 1);
        assert_eq!(total.states[0].moves, [Move { action: None, to: 0 }]);
        let any = Demands::new(&structure(text), Completions::Any).expect("a view");
        assert_eq!(any.states.len(), 3);
    }

    #[test]
    fn what_has_no_completions_is_refused() {
        let stuck = r#""states": ["s0", "end"], "initial": ["s0"], "must": [["s0", "end"]],
                       "may": []"#;
        assert_eq!(rule(stuck, Completions::Total), "kmts-no-completion");
        let both = r#""states": {"s": {"p": "b"}}, "initial": ["s"], "transitions": []"#;
        assert_eq!(rule(both, Completions::Any), "kmts-label");
        let step = r#""states": ["s"], "initial": ["s"], "transitions": [["s", "s", "b"]]"#;
        assert_eq!(rule(step, Completions::Any), "kmts-must-implies-may");
        let under = r#""states": ["s"], "initial": ["s"], "transitions": [],
                       "semantics": "under""#;
        assert_eq!(rule(under, Completions::Any), "kmts-semantics");
    }

    /// Trap 8: a must-transition to a tri-vector is a choice among the complete states that agree.
    #[test]
    fn tri_vectors_are_demands() {
        use crate::encode::{EncodeOptions, encode, listing::list_with_vectors};
        let text = "// belnap bp 1\ndecl p, {q};\nvoid main() begin\n p := true;\n \
                    p, {q} := choose(false, false), true;\n L: goto L;\nend\n";
        let program = belnap_formats::boolprog::read(text).expect("a program");
        let symbolic = encode(&program, &EncodeOptions::default()).expect("a structure");
        let listing = list_with_vectors(&symbolic, 1000).expect("few states");
        let view = Demands::of_listing(&listing, Completions::Total).expect("a view");
        assert!(
            view.origins.iter().all(|at| listing.vectors[at.index()].iter().all(Option::is_some))
        );
        assert!(view.states.iter().any(|state| state.demands == [[0, 1]]));
        assert!(!view.is_kmts());
        assert_eq!(view.inhabited.len(), 2, "the variable {{q}} is a predicate");
    }

    #[test]
    fn demands_do_not_follow_from_each_other() {
        let all = vec![vec![2, 1], vec![0, 3], vec![1], vec![0, 3, 4], vec![3, 0]];
        assert_eq!(smallest(all), [vec![1], vec![0, 3]]);
        assert_eq!(smallest(vec![vec![0], vec![]]), [Vec::<u32>::new()]);
    }
}
