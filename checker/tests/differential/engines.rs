//! Both engines, asked the same way.

use belnap_checker::bdd::Bdd;
use belnap_checker::explicit;
use belnap_checker::symbolic::atoms::Atoms;
use belnap_checker::symbolic::evaluate::{Env, Evaluator};
use belnap_checker::symbolic::positive::PositiveGraph;
use belnap_checker::symbolic::space::{Domain, Space};
use belnap_checker::symbolic::{CheckError, CheckOptions, Prepared, Session, check};
use belnap_ir::belnap::Belnap;
use belnap_ir::ids::{LocId, TiSlice, VarId};
use belnap_ir::kripke::{ExplicitKripke, Semantics, SymbolicKripke};
use belnap_ir::property::Formula;
use belnap_ir::result::{InitialValue, Verdict};

/// Enough for every case here.
pub const MAX_NODES: usize = 1 << 13;

/// A state of a symbolic structure.
pub type State = (LocId, Vec<Option<bool>>);

/// The symbolic engine on one structure.
pub struct Symbolic<'k> {
    kripke: &'k SymbolicKripke,
    session: Session<'k>,
}

impl<'k> Symbolic<'k> {
    pub fn new(kripke: &'k SymbolicKripke) -> Self {
        Symbolic { kripke, session: Session::new(kripke, MAX_NODES).expect("small") }
    }

    /// The value of a formula in some states.
    pub fn values(&self, formula: &Formula, hyper: bool, states: &[State]) -> Vec<Belnap> {
        let (kripke, space) = (self.kripke, &self.session.space);
        let atoms = Atoms::resolve(kripke, formula).expect("atoms are known");
        let mut graph = PositiveGraph::default();
        let nodes = [graph.add(formula, true), graph.add(formula, false)];
        let partial = !space.closed && kripke.semantics != Semantics::Over;
        let domain = if partial { Domain::Partial } else { Domain::Complete };
        let [truth, falsity] = nodes.map(|node| {
            let roots = [(node, domain)];
            let mut evaluator = Evaluator::new(space, &graph, &atoms, hyper, &roots, None);
            evaluator.evaluate(node, domain, &Env::default()).expect("small")
        });
        let contains = |set: &TiSlice<LocId, Bdd>, (at, vector): &State| {
            let rails = rails(space, vector);
            space.bdds.evaluate(&set[*at], |var| rails.get(var as usize) == Some(&true))
        };
        let value =
            |state| Belnap::from_halves(contains(&truth, state), !contains(&falsity, state));
        states.iter().map(value).collect()
    }

    /// What it answers, and the values it gives at the entry.
    pub fn answer(&self, formula: &Formula, options: &CheckOptions) -> (Answer, Vec<InitialValue>) {
        let prepared = Prepared::new(self.kripke, formula).expect("atoms are known");
        match check(&self.session, &prepared, None, options) {
            Ok(checked) => (Some(checked.verdict), checked.initial),
            Err(CheckError::Inconsistent { .. }) => (None, Vec::new()),
            Err(error) => panic!("{error}"),
        }
    }
}

fn rails(space: &Space<'_>, vector: &[Option<bool>]) -> Vec<bool> {
    let mut rails = vec![false; 4 * vector.len()];
    for (index, value) in vector.iter().enumerate() {
        let var = VarId::from(index);
        rails[space.known_true(var) as usize] = *value == Some(true);
        rails[space.known_false(var) as usize] = *value == Some(false);
    }
    rails
}

/// The value in every state, by the plain engine.
pub fn explicit_values(structure: &ExplicitKripke, formula: &Formula, hyper: bool) -> Vec<Belnap> {
    explicit::evaluate(structure, formula, &explicit::ExplicitOptions { hyper })
        .expect("atoms are known")
}

/// A verdict, or that there is none because the structure contradicts itself.
pub type Answer = Option<Verdict>;

/// The answer, given whether the property holds and whether it fails.
pub fn answer(holds: bool, fails: bool) -> Answer {
    match (holds, fails) {
        (true, true) => None,
        (true, false) => Some(Verdict::Holds),
        (false, true) => Some(Verdict::Fails),
        (false, false) => Some(Verdict::Inconclusive),
    }
}

/// What the values of the plain engine amount to.
pub fn explicit_answer(structure: &ExplicitKripke, values: &[Belnap], hyper: bool) -> Answer {
    let at_entry = explicit::at_entry(structure, values, &explicit::ExplicitOptions { hyper });
    let value = |state: &belnap_ir::ids::StateId| at_entry[state.index()];
    let holds = structure.initial.iter().all(|state| value(state).must());
    // Some initial state is real, so if all are false it does not matter which.
    let fails = structure.inhabited.iter().any(|state| !value(state).may())
        || structure.initial.iter().all(|state| !value(state).may());
    let answer = answer(holds, fails);
    let judged = explicit::verdict(structure, values, &explicit::ExplicitOptions { hyper });
    let contradictory = |state| value(state) == Belnap::Both;
    if answer.is_some() && !structure.inhabited.iter().any(contradictory) {
        assert_eq!(judged.ok(), answer, "the plain engine's own verdict");
    }
    answer
}
