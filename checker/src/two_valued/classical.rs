//! A classical model checker for formulas in positive form over complete structures: sets of
//! states, and fixpoints by iteration. It knows of no third value.

use std::collections::HashMap;

use belnap_ir::belnap::Belnap;
use belnap_ir::diagnostic::{Diagnostic, Place};
use belnap_ir::kripke::ExplicitKripke;
use belnap_ir::property::{Fixpoint, Formula, Quantifier, Step};

/// Whether each state is in it.
type States = Vec<bool>;

/// The states of a complete structure where a formula is true.
///
/// # Errors
/// If the formula is not in positive form, or has a proposition that the structure does not have.
pub fn states(structure: &ExplicitKripke, formula: &Formula) -> Result<Vec<bool>, Diagnostic> {
    let mut outgoing = vec![Vec::new(); structure.states.len()];
    for transition in structure.transitions.iter().filter(|t| t.value == Belnap::True) {
        outgoing[transition.from.index()]
            .push((transition.action.as_deref(), transition.to.index()));
    }
    let names = structure.propositions.iter().enumerate();
    let propositions = names.map(|(index, name)| (name.clone(), index)).collect();
    Checker { structure, outgoing, propositions, bound: Vec::new() }.states(formula)
}

struct Checker<'s, 'f> {
    structure: &'s ExplicitKripke,
    /// By state: actions and targets.
    outgoing: Vec<Vec<(Option<&'s str>, usize)>>,
    propositions: HashMap<String, usize>,
    /// The fixpoint variables around, innermost last.
    bound: Vec<(&'f str, States)>,
}

impl<'f> Checker<'_, 'f> {
    fn states(&mut self, formula: &'f Formula) -> Result<States, Diagnostic> {
        let all = self.outgoing.len();
        Ok(match formula {
            Formula::Const(value) => vec![*value; all],
            Formula::Atom(atom, _) => {
                let index = self.propositions.get(&atom.to_string());
                let index = *index.ok_or_else(|| refused("a proposition is unknown"))?;
                let labels = self.structure.states.iter().map(|state| state.labels[index]);
                labels.map(|value| value == Belnap::True).collect()
            }
            Formula::Var(name, _) => {
                let found = self.bound.iter().rev().find(|(bound, _)| bound == name);
                found
                    .map(|(_, states)| states.clone())
                    .ok_or_else(|| refused("it is not closed"))?
            }
            Formula::And(operands) => self.joined(operands, true)?,
            Formula::Or(operands) => self.joined(operands, false)?,
            Formula::Step(quantifier, Step::Actions(actions), body) => {
                let body = self.states(body)?;
                let taken = |own: &Option<&str>| {
                    own.is_some_and(|own| actions.iter().any(|action| action == own))
                };
                let good = |state: &Vec<(Option<&str>, usize)>| {
                    let mut steps = state.iter().filter(|(own, _)| taken(own));
                    match quantifier {
                        Quantifier::Exists => steps.any(|(_, to)| body[*to]),
                        Quantifier::Forall => steps.all(|(_, to)| body[*to]),
                    }
                };
                self.outgoing.iter().map(good).collect()
            }
            Formula::Fixpoint(kind, name, body) => {
                let mut current = vec![*kind == Fixpoint::Greatest; all];
                loop {
                    self.bound.push((name, current));
                    let next = self.states(body)?;
                    match self.bound.pop() {
                        Some((_, current)) if current == next => break next,
                        _ => current = next,
                    }
                }
            }
            _ => return Err(refused("it is not in positive form")),
        })
    }

    fn joined(&mut self, operands: &'f [Formula], all: bool) -> Result<States, Diagnostic> {
        let mut states = vec![all; self.outgoing.len()];
        for operand in operands {
            for (state, own) in states.iter_mut().zip(self.states(operand)?) {
                *state = if all { *state && own } else { *state || own };
            }
        }
        Ok(states)
    }
}

fn refused(why: &str) -> Diagnostic {
    let message = format!("the formula is not one of a classical run: {why}");
    Diagnostic::error("classical-formula", Place::Whole, message)
}
