//! The claims of an explanation, as they are collected.

use belnap_ir::belnap::Belnap;
use belnap_ir::ids::{EdgeId, LocId, ProofId, ScopeId, VarId};
use belnap_ir::kripke::SymbolicKripke;
use belnap_ir::result::{
    Explanation, ProofChild, ProofNode, Rule, StateValues, StepTaken, Unknown,
};
use rustc_hash::FxHashMap;

use crate::symbolic::positive::{Binder, NodeId};
use crate::symbolic::space::{Space, TriVector};

/// A claim: a formula is definitely true in a state.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Claim {
    /// The formula.
    pub node: NodeId,
    /// The location.
    pub at: LocId,
    /// Values of the variables there; an unknown one may be either.
    pub state: TriVector,
    /// The claim is about every complete state that agrees with `state`.
    pub completions: bool,
    /// For least fixpoints around: the moment before which the variable may be used.
    pub ranks: Vec<(Binder, u64)>,
}

/// Collects claims up to a limit.
pub struct Claims<'s, 'k> {
    /// The structure.
    pub space: &'s Space<'k>,
    limit: usize,
    branches: usize,
    nodes: Vec<ProofNode>,
    known: FxHashMap<Claim, ProofId>,
    /// The state of the latest claim: the next one is often about the same.
    latest: Option<(LocId, TriVector, StateValues)>,
    cut: bool,
}

impl<'s, 'k> Claims<'s, 'k> {
    /// None yet.
    pub fn new(space: &'s Space<'k>, limit: usize) -> Self {
        Claims {
            space,
            limit,
            branches: 0,
            nodes: Vec::new(),
            known: FxHashMap::default(),
            latest: None,
            cut: false,
        }
    }

    /// The number of an equal claim made before.
    pub fn known(&self, claim: &Claim) -> Option<ProofId> {
        self.known.get(claim).copied()
    }

    /// Makes a claim that nothing else refers to.
    pub fn open(&mut self, claim: &Claim, formula: &str, rule: Rule, value: Belnap) -> ProofId {
        let id = ProofId::from(self.nodes.len());
        let kripke = self.space.kripke;
        let state = match &self.latest {
            Some((at, state, described)) if *at == claim.at && *state == claim.state => {
                described.clone()
            }
            _ => describe(self.space, claim.at, &claim.state),
        };
        self.latest = Some((claim.at, claim.state.clone(), state.clone()));
        self.nodes.push(ProofNode {
            id,
            formula: formula.to_owned(),
            location: kripke.locations[claim.at].name.clone(),
            state,
            value,
            completions: claim.completions && claim.state.contains(&None),
            rule,
            variable: None,
            children: Vec::new(),
            unknown: None,
        });
        id
    }

    /// Makes a claim that later ones can refer to.
    pub fn make(&mut self, claim: Claim, formula: &str, rule: Rule, value: Belnap) -> ProofId {
        let id = self.open(&claim, formula, rule, value);
        self.known.insert(claim, id);
        id
    }

    /// Counts a claim that is one of several under its parent. Only these count against the
    /// limit, so that a long path is not cut.
    pub fn branch(&mut self) {
        self.branches += 1;
    }

    /// Whether there is no room left; the explanation is then marked as cut.
    pub fn full(&mut self) -> bool {
        let full =
            self.branches >= self.limit || self.nodes.len() >= self.limit.saturating_mul(100);
        self.cut |= full;
        full
    }

    /// Says that the explanation leaves something out.
    pub fn set_cut(&mut self) {
        self.cut = true;
    }

    /// A claim by number.
    pub fn node_mut(&mut self, id: ProofId) -> &mut ProofNode {
        &mut self.nodes[id.index()]
    }

    /// Adds a child.
    pub fn link(&mut self, parent: ProofId, child: ProofId, step: Option<StepTaken>) {
        self.nodes[parent.index()].children.push(ProofChild { node: child, step });
    }

    /// The explanation so far; the summary and path are added by the caller.
    pub fn finish(self) -> Explanation {
        let mut unknowns: Vec<Unknown> = Vec::new();
        for unknown in self.nodes.iter().filter_map(|node| node.unknown.as_ref()) {
            if !unknowns.contains(unknown) {
                unknowns.push(unknown.clone());
            }
        }
        Explanation {
            summary: String::new(),
            path: None,
            shortest: None,
            proof: self.nodes,
            cut: self.cut,
            unknowns,
        }
    }
}

/// The known values of the variables that are alive at a location.
pub fn describe(space: &Space<'_>, at: LocId, state: &TriVector) -> StateValues {
    let kripke = space.kripke;
    let mut active = vec![false; kripke.scopes.len()];
    let mut scope: Option<ScopeId> = Some(kripke.locations[at].scope);
    while let Some(own) = scope {
        active[own.index()] = true;
        scope = kripke.scopes[own].caller;
    }
    let entries = kripke.variables.iter().enumerate().filter_map(|(index, variable)| {
        let alive = variable.scope.is_none_or(|scope| active[scope.index()]);
        let value = state[index].filter(|_| alive)?;
        Some((space.name(VarId::from(index)).to_owned(), value.into()))
    });
    entries.collect()
}

/// A transition along an edge.
pub fn step_taken(kripke: &SymbolicKripke, edge: EdgeId, value: Belnap) -> StepTaken {
    let edge = &kripke.edges[edge];
    let origin = edge.origin.as_ref();
    StepTaken {
        statement: edge.statement.clone(),
        value,
        action: edge.action.clone(),
        cfg_edge: origin.and_then(|origin| origin.edge),
        source_text: origin.and_then(|origin| origin.text.clone()),
    }
}
