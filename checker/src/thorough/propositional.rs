//! Formulas about one state: satisfiable together with what is known of it, or not.

use super::closure::{Closure, Id, Node};
use crate::bdd::{Bdd, Bdds, NodeLimit};

use belnap_ir::belnap::Belnap;

/// Decision diagrams for the subformulas of a formula without modalities, over its atoms.
pub struct Propositional {
    bdds: Bdds,
    root: Bdd,
    atoms: usize,
}

/// How many results of operations are remembered.
const CACHE: usize = 1 << 14;

impl Propositional {
    /// For a formula.
    ///
    /// # Errors
    /// If there are too many nodes.
    pub fn new(closure: &Closure, max_nodes: usize) -> Result<Self, NodeLimit> {
        let atoms = closure.atoms.len();
        let bdds = Bdds::new(atoms as u32, max_nodes, CACHE)?;
        let mut values: Vec<Option<Bdd>> = vec![None; closure.nodes.len()];
        let root = value(&bdds, closure, closure.root, &mut values)?;
        Ok(Propositional { bdds, root, atoms })
    }

    /// Values of the atoms that satisfy the formula and agree with a label, if there are any.
    ///
    /// # Errors
    /// If there are too many nodes.
    pub fn satisfied(&self, label: &[Belnap]) -> Result<Option<Vec<(u32, bool)>>, NodeLimit> {
        let mut known = self.root.clone();
        for (atom, value) in (0..).zip(label) {
            let var = self.bdds.var(atom);
            known = match value {
                Belnap::True => self.bdds.and(&known, var)?,
                Belnap::False => self.bdds.minus(&known, var)?,
                Belnap::Unknown | Belnap::Both => known,
            };
        }
        let Some(cube) = self.bdds.pick(&known) else { return Ok(None) };
        let set = (0..self.atoms).filter_map(|atom| Some((atom as u32, cube[atom]?)));
        Ok(Some(set.collect()))
    }
}

fn value(
    bdds: &Bdds,
    closure: &Closure,
    id: Id,
    values: &mut [Option<Bdd>],
) -> Result<Bdd, NodeLimit> {
    if let Some(known) = &values[id as usize] {
        return Ok(known.clone());
    }
    let found = match &closure.nodes[id as usize] {
        Node::Const(value) => bdds.constant(*value),
        Node::Literal { atom, positive } => {
            let var = bdds.var(*atom);
            if *positive { var.clone() } else { bdds.not(var)? }
        }
        Node::And(parts) => {
            let mut all = bdds.truth();
            for part in parts {
                all = bdds.and(&all, &value(bdds, closure, *part, values)?)?;
            }
            all
        }
        Node::Or(parts) => {
            let mut any = bdds.falsity();
            for part in parts {
                any = bdds.or(&any, &value(bdds, closure, *part, values)?)?;
            }
            any
        }
        // Of propositional formulas there are no others.
        Node::Step(..) | Node::Fixpoint(..) => bdds.falsity(),
    };
    values[id as usize] = Some(found.clone());
    Ok(found)
}
