//! A structure as a formula sees it: the view, and what is known of the formula's atoms.

use std::collections::HashMap;

use belnap_ir::belnap::Belnap;
use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::kripke::ExplicitKripke;

use super::closure::Closure;
use super::demands::Demands;

/// A view with the labels that matter.
pub struct Model<'v> {
    /// The view.
    pub view: &'v Demands,
    /// The distinct lists of labels: what is known of each atom of the formula.
    pub labels: Vec<Vec<Belnap>>,
    /// Which list each state has.
    pub label_of: Vec<u32>,
}

impl<'v> Model<'v> {
    /// What a structure knows of the atoms of a formula.
    ///
    /// # Errors
    /// If the structure knows nothing of one of them.
    pub fn new(
        structure: &ExplicitKripke,
        view: &'v Demands,
        closure: &Closure,
    ) -> Result<Self, Diagnostic> {
        let mut by_atom = Vec::new();
        for (atom, span) in &closure.atoms {
            by_atom.push(view.labels(structure, atom, *span)?);
        }
        let mut labels = Vec::new();
        let mut numbers: HashMap<Vec<Belnap>, u32> = HashMap::new();
        let mut label_of = Vec::with_capacity(view.states.len());
        for state in 0..view.states.len() {
            let label: Vec<Belnap> = by_atom.iter().map(|values| values[state]).collect();
            let next = labels.len() as u32;
            let number = *numbers.entry(label).or_insert_with_key(|label| {
                labels.push(label.clone());
                next
            });
            label_of.push(number);
        }
        Ok(Model { view, labels, label_of })
    }

    /// What is known of the atoms in a state.
    pub fn label(&self, state: u32) -> &[Belnap] {
        &self.labels[self.label_of[state as usize] as usize]
    }
}
