//! Three- and four-valued checking by two classical runs (May/Must §4, corrected).
//!
//! Each run is classical model checking of one complete structure: a transition that must exist has
//! the action `must`, one that may exist the action `may` (with `:a` behind it if it has an action
//! `a`), and each proposition `p` has a partner `not_p`. The two structures differ in their labels
//! only: in the pessimistic one nothing unknown is true, neither `p` nor `not_p`; in the optimistic
//! one both are.
//!
//! What the paper gets wrong, where transitions are not all of one kind: it gives each run one
//! relation. In the pessimistic run universal steps have to look at what may exist and existential
//! ones at what must exist, and in the optimistic run it is the other way round. So a formula is
//! brought into positive form, CTL unfolded to fixpoints, and its steps name the action.
//!
//! The answer is true if the pessimistic run says so, false if the optimistic one does not, and
//! unknown otherwise; it is that of the explicit engine without the `wp` trick. A value `b` is true
//! in the pessimistic run and not in the optimistic one. Of structures in `under` semantics, of
//! which no run knows what may exist, nothing is said.

pub mod classical;
mod formula;
mod structure;

use belnap_ir::belnap::Belnap;
use belnap_ir::diagnostic::{Diagnostic, Place};
use belnap_ir::kripke::{ExplicitKripke, Semantics};
use belnap_ir::property::{Atom, Formula, Property};
use belnap_ir::span::Span;

use crate::explicit::atom_values;

/// One of the two runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Run {
    /// What it finds true is definitely true.
    Pessimistic,
    /// What it does not find true is definitely false.
    Optimistic,
}

/// Both, in the order in which they are told of.
pub const RUNS: [Run; 2] = [Run::Pessimistic, Run::Optimistic];

/// What both runs need of a structure.
#[derive(Clone, Debug)]
pub struct TwoRuns {
    pessimistic: ExplicitKripke,
    optimistic: ExplicitKripke,
    /// The propositions, as atoms, and their partners.
    literals: Vec<(Atom, String, String)>,
    /// Actions of transitions that must exist, and that may.
    must: Vec<Relabelled>,
    may: Vec<Relabelled>,
    prefix: u32,
}

/// An action of the structure, and what it is called in the runs.
type Relabelled = (Option<String>, String);

impl Run {
    /// Its name, also of its files.
    pub const fn name(self) -> &'static str {
        match self {
            Run::Pessimistic => "pessimistic",
            Run::Optimistic => "optimistic",
        }
    }

    /// Whether a value counts as true.
    const fn accepts(self, value: Belnap) -> bool {
        match self {
            Run::Pessimistic => value.must(),
            Run::Optimistic => value.may(),
        }
    }
}

/// Why there are no two runs of a structure.
///
/// # Errors
/// If it says nothing of what may exist.
pub fn require(structure: &ExplicitKripke) -> Result<(), Diagnostic> {
    if structure.semantics != Semantics::Under {
        return Ok(());
    }
    let message = "two classical runs need to know what may exist, and this structure has under \
                   semantics";
    Err(Diagnostic::error("kmts-semantics", Place::Json("semantics".into()), message))
}

impl TwoRuns {
    /// The runs of a structure that [`require`] accepts, for some properties.
    ///
    /// # Errors
    /// If the structure has no meaning for an atom.
    pub fn new(structure: &ExplicitKripke, formulas: &[&Formula]) -> Result<Self, Diagnostic> {
        let mut atoms: Vec<(Atom, Span)> = Vec::new();
        for formula in formulas {
            let mut own = Vec::new();
            formula.collect_atoms(&mut own);
            for (atom, span) in own {
                if atoms.iter().all(|(known, _)| known != atom) {
                    atoms.push((atom.clone(), span));
                }
            }
        }
        // What no formula speaks of is kept for whoever reads the structures.
        for name in &structure.propositions {
            if atoms.iter().all(|(known, _)| known.to_string() != *name) {
                atoms.push((Atom::Named(name.clone()), Span::default()));
            }
        }
        let mut labels = Vec::new();
        for (atom, span) in atoms {
            let values = atom_values(structure, &atom, span)?;
            labels.push((atom, values));
        }
        Ok(structure::two_runs(structure, labels))
    }

    /// The complete structure of a run.
    pub const fn structure(&self, run: Run) -> &ExplicitKripke {
        match run {
            Run::Pessimistic => &self.pessimistic,
            Run::Optimistic => &self.optimistic,
        }
    }

    /// The formula of a run, which its structure is checked for; with a step for each of the
    /// prefix.
    ///
    /// # Errors
    /// If its positive form is too large.
    pub fn formula(&self, run: Run, formula: &Formula) -> Result<Formula, Diagnostic> {
        formula::of_run(self, run, formula)
    }

    /// The properties of a run.
    ///
    /// # Errors
    /// If a positive form is too large.
    pub fn properties(
        &self,
        run: Run,
        properties: &[Property],
    ) -> Result<Vec<Property>, Diagnostic> {
        let one = |property: &Property| {
            let formula = self.formula(run, &property.formula)?;
            Ok(Property { name: property.name.clone(), formula })
        };
        properties.iter().map(one).collect()
    }

    /// The value of a formula in each state, after the prefix: what both runs say.
    ///
    /// # Errors
    /// If its positive form is too large.
    pub fn values(&self, formula: &Formula) -> Result<Vec<Belnap>, Diagnostic> {
        let [must, may] = RUNS.map(|run| {
            let formula = self.formula(run, formula)?;
            classical::states(self.structure(run), &formula)
        });
        Ok(must?.into_iter().zip(may?).map(|(t, m)| Belnap::from_halves(t, m)).collect())
    }
}
