//! The complete structures of the two runs.

use belnap_ir::belnap::Belnap;
use belnap_ir::ids::{StateId, TiVec};
use belnap_ir::kripke::{Events, ExplicitKripke, ExplicitState, ExplicitTransition, Semantics};
use belnap_ir::property::Atom;

use super::{Relabelled, Run, TwoRuns};

/// The runs of a structure whose atoms have these values in its states.
pub(super) fn two_runs(structure: &ExplicitKripke, labels: Vec<(Atom, Vec<Belnap>)>) -> TwoRuns {
    let mut taken: Vec<String> = Vec::new();
    let mut free = |mut name: String, atoms: &[(Atom, Vec<Belnap>)]| {
        let is_atom = |name: &String| atoms.iter().any(|(atom, _)| atom.to_string() == *name);
        while taken.contains(&name) || is_atom(&name) {
            name.push('_');
        }
        taken.push(name.clone());
        name
    };
    let names: Vec<String> = labels.iter().map(|(atom, _)| free(atom.to_string(), &[])).collect();
    let mut literals = Vec::new();
    for ((atom, _), name) in labels.iter().zip(names) {
        let partner = free(format!("not_{name}"), &labels);
        literals.push((atom.clone(), name, partner));
    }
    let (mut must, mut may) = (Vec::new(), Vec::new());
    let mut transitions = Vec::new();
    for transition in &structure.transitions {
        let exists = transition.value.must() && structure.semantics == Semantics::Exact;
        for (half, is_in, own) in
            [("must", exists, &mut must), ("may", transition.value.may(), &mut may)]
        {
            if is_in {
                let action = relabelled(own, half, transition.action.as_deref());
                transitions.push(ExplicitTransition {
                    value: Belnap::True,
                    action: Some(action),
                    ..transition.clone()
                });
            }
        }
    }
    let of_run = |run: Run| {
        let state = |(id, state): (StateId, &ExplicitState)| ExplicitState {
            name: state.name.clone(),
            labels: labels
                .iter()
                .flat_map(|(_, values)| [values[id.index()], !values[id.index()]])
                .map(|value| Belnap::from(run.accepts(value)))
                .collect(),
            location: None,
            blocking: false,
        };
        let names = literals.iter().flat_map(|(_, name, partner)| [name.clone(), partner.clone()]);
        ExplicitKripke {
            semantics: Semantics::Exact,
            total: false,
            propositions: names.collect(),
            locations: TiVec::new(),
            scopes: TiVec::new(),
            states: structure.states.iter_enumerated().map(state).collect(),
            initial: structure.initial.clone(),
            inhabited: structure.inhabited.clone(),
            prefix: 0,
            transitions: transitions.clone(),
            events: Events::default(),
        }
    };
    let (pessimistic, optimistic) = (of_run(Run::Pessimistic), of_run(Run::Optimistic));
    TwoRuns { pessimistic, optimistic, literals, must, may, prefix: structure.prefix }
}

/// What an action is called in the half.
fn relabelled(known: &mut Vec<Relabelled>, half: &str, action: Option<&str>) -> String {
    if let Some((_, name)) = known.iter().find(|(own, _)| own.as_deref() == action) {
        return name.clone();
    }
    let name = match action {
        Some(action) => format!("{half}:{action}"),
        None => half.to_owned(),
    };
    known.push((action.map(str::to_owned), name.clone()));
    name
}
