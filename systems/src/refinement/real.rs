//! Paths that may exist as a structure of their own (SE-AΩ, Theorem 4): a tree whose branches may
//! go round. If the tree refutes the property, and each component can follow what it asks of it,
//! the system fails.
//!
//! A node stands for states in which more may happen than the tree shows: from each there is a step
//! with every action that may exist, to a state of which nothing is known. So what is definitely
//! false of the tree is false of whatever can follow it.

use belnap_checker::explicit::{self, ExplicitOptions};
use belnap_checker::operators::{Judge, OperatorOptions, eliminate};
use belnap_ir::belnap::Belnap;
use belnap_ir::ids::{StateId, TiVec};
use belnap_ir::kripke::{Component, Events, ExplicitKripke, ExplicitState, ExplicitTransition};
use belnap_ir::operator::{OperatorProperty, Paths};
use belnap_ir::result::{Branch, Verdict};

/// The tree of paths through a composition; its first state is the root.
pub fn tree(product: &ExplicitKripke, branches: &[Branch]) -> Option<ExplicitKripke> {
    let structure = ExplicitKripke {
        states: TiVec::new(),
        transitions: Vec::new(),
        initial: vec![StateId(0)],
        inhabited: vec![StateId(0)],
        total: false,
        events: Events { certain: Vec::new(), ..product.events.clone() },
        ..product.clone()
    };
    let mut tree = Tree { structure, product };
    let root = tree.node(&branches.first()?.state)?;
    for branch in branches {
        tree.branch(branch, root)?;
    }
    tree.open();
    Some(tree.structure)
}

struct Tree<'a> {
    structure: ExplicitKripke,
    product: &'a ExplicitKripke,
}

impl Tree<'_> {
    fn node(&mut self, name: &str) -> Option<StateId> {
        let state = self.product.states.iter().find(|state| state.name == name)?;
        let number = self.structure.states.len();
        self.structure.states.push(ExplicitState {
            name: format!("{number}: {name}"),
            labels: state.labels.clone(),
            location: None,
            blocking: true,
        });
        Some(StateId::from(number))
    }

    fn step(&mut self, from: StateId, to: StateId, value: Belnap, action: Option<String>) {
        let statement = None;
        self.structure.transitions.push(ExplicitTransition { from, to, value, action, statement });
    }

    /// A path, and its loop once more, so that the loop does not pass through the root.
    fn branch(&mut self, branch: &Branch, root: StateId) -> Option<()> {
        let mut at = root;
        let mut first = root;
        let rounds = if branch.again.is_some() { 2 } else { 1 };
        for round in 0..rounds {
            let from = if round == 0 { 0 } else { branch.again.unwrap_or(0) };
            for (position, step) in branch.steps.iter().enumerate().skip(from) {
                for below in &step.because {
                    self.branch(below, at)?;
                }
                let closes = round == 1 && position + 1 == branch.steps.len();
                let to = if closes { first } else { self.node(&step.to)? };
                self.step(at, to, Belnap::True, step.action.clone());
                at = to;
            }
            first = at;
        }
        Some(())
    }

    /// Whatever else may happen.
    fn open(&mut self) {
        let unknown = vec![Belnap::Unknown; self.structure.propositions.len()];
        let nodes: Vec<StateId> = self.structure.states.keys().collect();
        let anything = StateId::from(nodes.len());
        self.structure.states.push(ExplicitState {
            name: "anything".to_owned(),
            labels: unknown,
            location: None,
            blocking: true,
        });
        let events = &self.structure.events;
        let internal = events.components.iter().map(Component::internal);
        let actions: Vec<String> = events.alphabet.iter().cloned().chain(internal).collect();
        for from in nodes.into_iter().chain([anything]) {
            for action in &actions {
                self.step(from, anything, Belnap::Unknown, Some(action.clone()));
            }
        }
    }
}

/// Whether whatever can follow paths through a composition refutes a property, as one of the ways
/// to judge paths says.
pub fn refutes(
    product: &ExplicitKripke,
    branches: &[Branch],
    property: &OperatorProperty,
    paths: Paths,
    judge: Judge,
) -> bool {
    let Some(tree) = tree(product, branches) else { return false };
    let how = OperatorOptions { paths, judge, hyper: false, ..OperatorOptions::default() };
    let Ok(eliminated) = eliminate(&tree, property, &how) else { return false };
    let plain = ExplicitOptions { hyper: false };
    let values = explicit::evaluate(&eliminated.structure, &property.formula, &plain);
    let verdict = values
        .ok()
        .and_then(|values| explicit::verdict(&eliminated.structure, &values, &plain).ok());
    verdict == Some(Verdict::Fails)
}
