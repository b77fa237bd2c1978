//! Atoms without the name of a component, in properties of composed structures.

use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::kripke::Component;
use belnap_ir::operator::{Argument, OperatorProperty};
use belnap_ir::property::{Atom, Formula};

/// Gives each atom the name of the component that it belongs to.
///
/// # Errors
/// If an atom could belong to several.
pub fn qualify(
    property: &OperatorProperty,
    components: &[Component],
    propositions: &[String],
) -> Result<OperatorProperty, Diagnostic> {
    let mut property = property.clone();
    let own: Vec<String> = property.applications.iter().map(|one| one.atom.clone()).collect();
    let naming = Naming { components, propositions, own: &own };
    naming.of_formula(&mut property.formula)?;
    for application in &mut property.applications {
        for argument in &mut application.applied.arguments {
            if let Argument::Formula(formula) = argument {
                naming.of_formula(formula)?;
            }
        }
    }
    Ok(property)
}

/// The same for a formula without operators.
///
/// # Errors
/// If an atom could belong to several components.
pub fn qualify_formula(
    mut formula: Formula,
    components: &[Component],
    propositions: &[String],
) -> Result<Formula, Diagnostic> {
    let naming = Naming { components, propositions, own: &[] };
    naming.of_formula(&mut formula)?;
    Ok(formula)
}

struct Naming<'a> {
    components: &'a [Component],
    propositions: &'a [String],
    /// Propositions that stand for operators.
    own: &'a [String],
}

impl Naming<'_> {
    fn of_formula(&self, formula: &mut Formula) -> Result<(), Diagnostic> {
        match formula {
            Formula::Const(_) | Formula::Var(..) => Ok(()),
            Formula::Atom(atom, span) => {
                let name = atom.to_string();
                if self.own.contains(&name) || self.propositions.contains(&name) {
                    return Ok(());
                }
                let full = |component: &Component| format!("{}.{name}", component.name);
                let mut fitting: Vec<String> = self.components.iter().map(full).collect();
                fitting.retain(|name| self.propositions.contains(name));
                match fitting.as_slice() {
                    [only] => *atom = Atom::Named(only.clone()),
                    [] => {}
                    several => {
                        let message = format!("several components have '{name}'");
                        return Err(Diagnostic::at("atom-ambiguous", *span, message)
                            .note(format!("write one of {}", several.join(", "))));
                    }
                }
                Ok(())
            }
            Formula::Not(body)
            | Formula::Step(_, _, body)
            | Formula::Along(_, _, body)
            | Formula::Fixpoint(_, _, body) => self.of_formula(body),
            Formula::And(operands) | Formula::Or(operands) => {
                operands.iter_mut().try_for_each(|operand| self.of_formula(operand))
            }
            Formula::Implies(left, right)
            | Formula::Iff(left, right)
            | Formula::Between(_, _, left, right) => {
                self.of_formula(left)?;
                self.of_formula(right)
            }
        }
    }
}
