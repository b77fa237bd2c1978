//! What a counterexample asks of one component (SE-AΩ, Definition 7): the same tree, where steps in
//! which the component takes no part have no action.

use belnap_checker::operators::DEADLOCK;
use belnap_ir::belnap::Belnap;
use belnap_ir::diagnostic::{Diagnostic, Place};
use belnap_ir::ids::{StateId, TiVec};
use belnap_ir::kripke::{
    Component, Events, ExplicitKripke, ExplicitState, ExplicitTransition, Semantics,
};
use belnap_ir::result::Branch;

/// The projection of paths through a composed structure to a component: a node for each position.
///
/// # Errors
/// If there is no such component, or the paths are not of the structure.
pub fn project(
    product: &ExplicitKripke,
    branches: &[Branch],
    component: &str,
) -> Result<ExplicitKripke, Diagnostic> {
    let refuse = |message: String| Diagnostic::error("project-component", Place::Whole, message);
    let Some(own) = product.events.components.iter().find(|one| one.name == component) else {
        let names: Vec<&str> =
            product.events.components.iter().map(|one| one.name.as_str()).collect();
        let message = format!("there is no component '{component}'");
        return Err(refuse(message).note(match names.is_empty() {
            true => "the structure was not composed".to_owned(),
            false => format!("components: {}", names.join(", ")),
        }));
    };
    let Some(first) = branches.first() else {
        return Err(refuse("the result has no paths to project".to_owned()));
    };
    let prefix = format!("{component}.");
    let propositions: Vec<usize> = (0..product.propositions.len())
        .filter(|index| product.propositions[*index].starts_with(&prefix))
        .collect();
    let mut projection =
        Projection { product, own, propositions, states: Vec::new(), steps: Vec::new() };
    let root = projection.node(&first.state)?;
    for branch in branches {
        projection.branch(branch, root)?;
    }
    Ok(projection.structure())
}

struct Projection<'a> {
    product: &'a ExplicitKripke,
    own: &'a Component,
    propositions: Vec<usize>,
    states: Vec<ExplicitState>,
    steps: Vec<ExplicitTransition>,
}

impl Projection<'_> {
    fn node(&mut self, name: &str) -> Result<StateId, Diagnostic> {
        let state =
            self.product.states.iter().find(|state| state.name == *name).ok_or_else(|| {
                let message = format!("the structure has no state {name}");
                Diagnostic::error("project-state", Place::Whole, message)
            })?;
        let number = self.states.len();
        self.states.push(ExplicitState {
            name: format!("{number}: {name}"),
            labels: self.propositions.iter().map(|index| state.labels[*index]).collect(),
            location: None,
            blocking: true,
        });
        Ok(StateId::from(number))
    }

    fn branch(&mut self, branch: &Branch, root: StateId) -> Result<(), Diagnostic> {
        let mut at = root;
        let mut nodes = vec![root];
        for (position, step) in branch.steps.iter().enumerate() {
            for below in &step.because {
                self.branch(below, at)?;
            }
            let back = branch.again.filter(|_| position + 1 == branch.steps.len());
            // A loop that begins at the root begins at a copy of it, which other paths do not use.
            let to = match back {
                Some(again) if again > 0 => nodes[again],
                _ => self.node(&step.to)?,
            };
            self.step(at, step.action.as_deref(), to);
            nodes.push(to);
            at = to;
            if back == Some(0) {
                return self.round(branch, at);
            }
        }
        Ok(())
    }

    /// A step of the tree; where a path stays because it cannot go on, nothing is asked.
    fn step(&mut self, from: StateId, action: Option<&str>, to: StateId) {
        if action == Some(DEADLOCK) {
            return;
        }
        let takes_part = |action: &&str| {
            self.own.alphabet.iter().any(|own| own == action) || *action == self.own.internal()
        };
        let action = action.filter(takes_part).map(str::to_owned);
        let (value, statement) = (Belnap::True, None);
        self.steps.push(ExplicitTransition { from, to, value, action, statement });
    }

    /// The loop of a path that begins at its root, once more from a copy of the root.
    fn round(&mut self, branch: &Branch, copy: StateId) -> Result<(), Diagnostic> {
        let mut at = copy;
        for (position, step) in branch.steps.iter().enumerate() {
            for below in &step.because {
                self.branch(below, at)?;
            }
            let last = position + 1 == branch.steps.len();
            let to = if last { copy } else { self.node(&step.to)? };
            self.step(at, step.action.as_deref(), to);
            at = to;
        }
        Ok(())
    }

    fn structure(self) -> ExplicitKripke {
        let names = self.propositions.iter().map(|index| &self.product.propositions[*index]);
        let own = Component { name: self.own.name.clone(), alphabet: self.own.alphabet.clone() };
        ExplicitKripke {
            semantics: Semantics::Exact,
            total: false,
            propositions: names.cloned().collect(),
            locations: TiVec::new(),
            scopes: TiVec::new(),
            states: self.states.into(),
            initial: vec![StateId(0)],
            inhabited: vec![StateId(0)],
            prefix: 0,
            transitions: self.steps,
            events: Events {
                alphabet: own.alphabet.clone(),
                components: vec![own],
                certain: Vec::new(),
            },
        }
    }
}
