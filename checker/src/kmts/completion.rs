//! A completion of a KMTS drawn at random: a complete structure above it (May/Must §5).
//!
//! Each state of the completion is a copy of a state; of each there are so many copies at most.
//! Copies of one state have labels and successors of their own.
//!
//! Where completions are total, every copy of a state that is not blocking has a successor; then
//! some states have no completion (those without a possible next state, and those that have to go
//! to such a state), and nothing goes there.

use belnap_ir::belnap::Belnap;
use belnap_ir::diagnostic::{Diagnostic, Place};
use belnap_ir::ids::{StateId, TiVec};
use belnap_ir::kripke::{ExplicitKripke, ExplicitState, ExplicitTransition, Semantics};

use super::graph::Graph;

/// Most copies of a state.
pub const MAX_COPIES: usize = 64;

/// Which completion.
#[derive(Clone, Copy, Debug)]
pub struct CompletionOptions {
    /// The same seed gives the same completion.
    pub seed: u64,
    /// Most copies of a state; at least one.
    pub copies: usize,
    /// Copies of states that are not blocking have a successor.
    pub total: bool,
}

/// A completion of a KMTS, drawn at random: what its initial and inhabited states reach.
///
/// # Errors
/// If an initial or inhabited state has no completion.
pub fn random(
    structure: &ExplicitKripke,
    options: &CompletionOptions,
) -> Result<ExplicitKripke, Diagnostic> {
    let graph = Graph::new(&[structure]);
    let possible = possible(structure, &graph, options.total);
    for state in structure.initial.iter().chain(&structure.inhabited) {
        if !possible[state.index()] {
            let name = &structure.states[*state].name;
            let message = format!("no total system is a completion of state '{name}'");
            return Err(Diagnostic::error(
                "kmts-no-completion",
                Place::Json(format!("states.{name}")),
                message,
            )
            .note("it may go nowhere, or must go to a state that may go nowhere"));
        }
    }
    let mut maker = Maker {
        structure,
        graph: &graph,
        possible: &possible,
        options,
        random: Random(options.seed),
        copies: Vec::new(),
        number: vec![None; structure.states.len() * options.copies.max(1)],
        transitions: Vec::new(),
    };
    let initial: Vec<StateId> = structure.initial.iter().map(|id| maker.copy(*id, 0)).collect();
    let inhabited = structure.inhabited.iter().map(|id| maker.copy(*id, 0)).collect();
    let mut states = TiVec::new();
    while states.len() < maker.copies.len() {
        let at = states.len();
        states.push(maker.state(at));
        maker.leave(at);
    }
    Ok(ExplicitKripke {
        semantics: Semantics::Exact,
        total: options.total,
        propositions: structure.propositions.clone(),
        locations: structure.locations.clone(),
        scopes: structure.scopes.clone(),
        states,
        initial,
        inhabited,
        prefix: structure.prefix,
        transitions: maker.transitions,
        events: structure.events.of_other_states(),
    })
}

/// The states that have a completion: what they must go to has one, and in a total system
/// something that they may go to.
pub fn possible(structure: &ExplicitKripke, graph: &Graph, total: bool) -> Vec<bool> {
    let size = graph.size();
    let before = graph.may.reversed();
    let mut possible = vec![true; size];
    let fails = |possible: &[bool], state: u32| {
        let has = |to: &(u32, u32)| possible[to.1 as usize];
        let ends = total && !structure.states[StateId(state)].blocking;
        !graph.must.of(state).iter().all(has) || (ends && !graph.may.of(state).iter().any(has))
    };
    let mut work: Vec<u32> = (0..size as u32).collect();
    while let Some(state) = work.pop() {
        if possible[state as usize] && fails(&possible, state) {
            possible[state as usize] = false;
            work.extend(before.of(state).iter().map(|(_, from)| *from));
        }
    }
    possible
}

struct Maker<'m> {
    structure: &'m ExplicitKripke,
    graph: &'m Graph,
    possible: &'m [bool],
    options: &'m CompletionOptions,
    random: Random,
    /// States of the completion: of which state they are which copy.
    copies: Vec<(StateId, usize)>,
    /// By state and copy: its number.
    number: Vec<Option<u32>>,
    transitions: Vec<ExplicitTransition>,
}

impl Maker<'_> {
    /// The number of a copy, which is made if it is new.
    fn copy(&mut self, state: StateId, copy: usize) -> StateId {
        let place = &mut self.number[state.index() * self.options.copies.max(1) + copy];
        let number = *place.get_or_insert_with(|| {
            self.copies.push((state, copy));
            self.copies.len() as u32 - 1
        });
        StateId(number)
    }

    fn state(&mut self, at: usize) -> ExplicitState {
        let (of, copy) = self.copies[at];
        let mut state = self.structure.states[of].clone();
        if self.options.copies > 1 {
            state.name = format!("{}.{copy}", state.name);
        }
        for label in state.labels.iter_mut().filter(|label| **label == Belnap::Unknown) {
            *label = Belnap::from(self.random.below(2) == 1);
        }
        state
    }

    /// Chooses where a copy goes.
    fn leave(&mut self, at: usize) {
        let of = self.copies[at].0;
        let must: Vec<(u32, u32)> = self.graph.must.of(of.0).to_vec();
        let may: Vec<(u32, u32)> = self.graph.may.of(of.0).to_vec();
        let may: Vec<(u32, u32)> =
            may.into_iter().filter(|(_, to)| self.possible[*to as usize]).collect();
        let ends = !self.options.total || self.structure.states[of].blocking;
        let mut taken: Vec<bool> = may
            .iter()
            .map(|arc| must.binary_search(arc).is_ok() || self.random.below(2) == 1)
            .collect();
        if !ends && !taken.contains(&true) && !may.is_empty() {
            let one = self.random.below(may.len());
            taken[one] = true;
        }
        for ((action, to), _) in may.into_iter().zip(taken).filter(|(_, taken)| *taken) {
            let copies = self.options.copies.max(1);
            let some = self.random.below(copies);
            for copy in 0..copies {
                if copy == some || self.random.below(2) == 1 {
                    let target = self.copy(StateId(to), copy);
                    self.transitions.push(ExplicitTransition {
                        from: StateId::from(at),
                        to: target,
                        value: Belnap::True,
                        action: self.graph.actions[action as usize].clone(),
                        statement: None,
                    });
                }
            }
        }
    }
}

/// SplitMix64.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound.max(1) as u64) as usize
    }
}
