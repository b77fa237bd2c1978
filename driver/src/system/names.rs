//! Which component an atom is about, and what it asks of programs.

use belnap_checker::operators::{formulas, qualify};
use belnap_engine::component::{Component, ProgramOptions, Source};
use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::expr::Expr;
use belnap_ir::kripke::Component as Named;
use belnap_ir::operator::{Argument, OperatorProperty};
use belnap_ir::property::{Atom, Formula};
use belnap_solver::wp::Conditions;
use belnap_systems::refinement::member::Member;

use super::load::Loaded;

/// A property whose atoms are names of propositions.
pub struct Asked {
    /// The property.
    pub property: OperatorProperty,
    /// By component: the conditions that it asks about, of programs.
    pub conditions: Vec<Vec<String>>,
}

/// What there is to ask about in a system.
pub struct Vocabulary {
    components: Vec<Named>,
    propositions: Vec<String>,
}

impl Vocabulary {
    /// Everything but conditions.
    ///
    /// # Errors
    /// If a component does not fit the rules of compositions, or a limit is reached.
    pub fn of(
        loaded: &Loaded,
        options: &ProgramOptions,
        max_states: usize,
    ) -> Result<Vocabulary, Diagnostic> {
        let mut found = Vocabulary { components: Vec::new(), propositions: Vec::new() };
        for component in &loaded.components {
            let member: Component = component.member(Some(&[]), &[], options, max_states)?;
            let structure = member.abstraction();
            found.components.extend(structure.events.components.iter().cloned());
            found.propositions.extend(structure.propositions.iter().cloned());
        }
        Ok(found)
    }

    /// The names of the components.
    pub fn names(&self) -> Vec<String> {
        self.components.iter().map(|component| component.name.clone()).collect()
    }

    /// Gives each atom of a property the name of the component that it is about.
    ///
    /// # Errors
    /// If an atom is about no component, or could be about several.
    pub fn name(&self, property: &OperatorProperty, loaded: &Loaded) -> Result<Asked, Diagnostic> {
        let mut atoms = Vec::new();
        formulas(property).for_each(|one| one.collect_atoms(&mut atoms));
        let mut known = self.propositions.clone();
        let sources = || loaded.components.iter().filter_map(|one| one.source());
        for (atom, span) in &atoms {
            for source in sources() {
                match (atom, condition(atom, &source.name)) {
                    (Atom::Condition(text), _) if source.condition(text).is_some() => {
                        known.push(format!("{}.{{{text}}}", source.name));
                    }
                    (Atom::Named(name), Some(text)) => {
                        if let Err(found) = source.read_condition(text) {
                            let message = format!("'{name}': {}", found.message);
                            return Err(Diagnostic::at("check-atom", *span, message));
                        }
                        known.push(name.clone());
                    }
                    _ => {}
                }
            }
        }
        let mut property = qualify(property, &self.components, &known)?;
        self.refuse_unknown(&property, &known)?;
        let mut conditions = Vec::with_capacity(loaded.components.len());
        for component in &loaded.components {
            conditions.push(match component.source() {
                Some(source) => asked_of(&mut property, source),
                None => Vec::new(),
            });
        }
        Ok(Asked { property, conditions })
    }

    fn refuse_unknown(
        &self,
        property: &OperatorProperty,
        known: &[String],
    ) -> Result<(), Diagnostic> {
        let mut atoms = Vec::new();
        formulas(property).for_each(|one| one.collect_atoms(&mut atoms));
        let own = |name: &String| property.applications.iter().any(|one| one.atom == *name);
        for (atom, span) in atoms {
            let name = atom.to_string();
            if !known.contains(&name) && !own(&name) {
                let message = format!("no component knows anything of '{name}'");
                let mut listed = self.propositions.clone();
                listed.truncate(12);
                return Err(Diagnostic::at("check-atom", span, message)
                    .note(format!("known propositions: {}", listed.join(", "))));
            }
        }
        Ok(())
    }
}

/// The condition that an atom asks a component about, if it does.
fn condition<'a>(atom: &'a Atom, component: &str) -> Option<&'a str> {
    let Atom::Named(name) = atom else { return None };
    name.strip_prefix(component)?.strip_prefix(".{")?.strip_suffix('}')
}

/// The conditions that a property asks a program about; those that say the same under another name
/// get one name, and what is always true or false is said to be.
fn asked_of(property: &mut OperatorProperty, source: &Source) -> Vec<String> {
    let conditions = Conditions::new(&source.cfg);
    let mut found: Vec<(Expr, String)> = Vec::new();
    let mut change = |formula: &mut Formula| {
        let Formula::Atom(atom, _) = formula else { return };
        let Some(text) = condition(atom, &source.name) else { return };
        let Some(meaning) = source.condition(text) else { return };
        let meaning = conditions.normal(&meaning);
        if let Expr::Bool(value) = meaning {
            *formula = Formula::Const(value);
            return;
        }
        let text = text.to_owned();
        match found.iter().find(|(known, _)| *known == meaning) {
            Some((_, first)) => *atom = Atom::Named(format!("{}.{{{first}}}", source.name)),
            None => found.push((meaning, text)),
        }
    };
    change_atoms(&mut property.formula, &mut change);
    for application in &mut property.applications {
        for argument in &mut application.applied.arguments {
            if let Argument::Formula(formula) = argument {
                change_atoms(formula, &mut change);
            }
        }
    }
    found.into_iter().map(|(_, text)| text).collect()
}

fn change_atoms(formula: &mut Formula, change: &mut dyn FnMut(&mut Formula)) {
    match formula {
        Formula::Const(_) | Formula::Var(..) => {}
        Formula::Atom(..) => change(formula),
        Formula::Not(body)
        | Formula::Step(_, _, body)
        | Formula::Along(_, _, body)
        | Formula::Fixpoint(_, _, body) => change_atoms(body, change),
        Formula::And(operands) | Formula::Or(operands) => {
            operands.iter_mut().for_each(|operand| change_atoms(operand, change));
        }
        Formula::Implies(left, right)
        | Formula::Iff(left, right)
        | Formula::Between(_, _, left, right) => {
            change_atoms(left, change);
            change_atoms(right, change);
        }
    }
}
