//! Paths that show what operators say of a state: trees whose branches may go round for ever.
//!
//! A path refutes `A O(…)` by the markers that are false on it. Where such a marker is a formula
//! with operators itself, and the path would be no refutation if it were true there, a path from
//! that state follows that refutes it, and so on; dually for `E`. Each position of a path has its
//! own node: one that stands for several would not be what the structure does.

use std::collections::HashMap;

use belnap_automata::omega::automaton;
use belnap_automata::omega::walks::{Graph, Step, Walk};
use belnap_ir::belnap::Belnap;
use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::ids::StateId;
use belnap_ir::kripke::{ExplicitKripke, Semantics};
use belnap_ir::operator::{Application, Argument, Markers, NeededAutomaton, OperatorProperty};
use belnap_ir::property::{Atom, Formula, Quantifier};
use belnap_ir::result::{Branch, BranchStep, Verdict};

use super::graphs::{Graphs, STOPPED};
use super::{DEADLOCK, OperatorOptions, arguments, too_large, walks};
use crate::explicit::{ExplicitOptions, evaluate};

/// Limit on the steps of one tree; where it is reached, branches below are left out.
const MAX_STEPS: usize = 10_000;

/// The paths that decide a property in a state, or that leave it open there.
///
/// # Errors
/// If there is too much to look at.
pub fn branches(
    structure: &ExplicitKripke,
    property: &OperatorProperty,
    state: StateId,
    verdict: Verdict,
    options: &OperatorOptions,
) -> Result<Vec<Branch>, Diagnostic> {
    let certain = verdict != Verdict::Inconclusive;
    let explainer = Explainer { structure, property, options, certain };
    let mut walkers = Walkers { known: HashMap::new(), left: MAX_STEPS };
    explainer.of_formula(&property.formula, state, verdict == Verdict::Holds, &mut walkers)
}

/// The state that shows a verdict, behind the prefix.
///
/// # Errors
/// If the formula does not fit the structure.
pub fn shown(
    structure: &ExplicitKripke,
    property: &OperatorProperty,
    verdict: Verdict,
    options: &OperatorOptions,
) -> Result<Option<StateId>, Diagnostic> {
    let hyper = options.hyper;
    let values = evaluate(structure, &property.formula, &ExplicitOptions { hyper })?;
    let wanted = match verdict {
        Verdict::Holds => Belnap::True,
        Verdict::Fails => Belnap::False,
        Verdict::Inconclusive => Belnap::Unknown,
    };
    let judged = match verdict {
        Verdict::Fails => &structure.inhabited,
        _ => &structure.initial,
    };
    let mut states = judged.clone();
    for _ in 0..structure.prefix {
        let from = |step: &&belnap_ir::kripke::ExplicitTransition| states.contains(&step.from);
        states = structure.transitions.iter().filter(from).map(|step| step.to).collect();
    }
    Ok(states.into_iter().find(|state| values[state.index()] == wanted))
}

struct Explainer<'a> {
    /// With a proposition for each application.
    structure: &'a ExplicitKripke,
    property: &'a OperatorProperty,
    options: &'a OperatorOptions,
    /// About what is definitely so, not about what may be.
    certain: bool,
}

/// An application that was looked at, and its graph.
struct Walker {
    graph: Graph,
    automaton: NeededAutomaton,
    walks: belnap_automata::omega::walks::Walks,
}

struct Walkers<'a> {
    known: HashMap<&'a str, Walker>,
    left: usize,
}

impl<'a> Explainer<'a> {
    /// Whether a value is as wanted, definitely or possibly.
    fn is(&self, value: Belnap, wanted: bool) -> bool {
        let value = if wanted { value } else { !value };
        if self.certain { value.must() } else { value.may() }
    }

    fn holds(&self, formula: &Formula, state: StateId, wanted: bool) -> Result<bool, Diagnostic> {
        let hyper = self.options.hyper;
        let values = evaluate(self.structure, formula, &ExplicitOptions { hyper })?;
        Ok(self.is(values[state.index()], wanted))
    }

    fn application(&self, name: &str) -> Option<&'a Application> {
        self.property.applications.iter().find(|application| application.atom == name)
    }

    /// Paths that show that a formula is true, or false, in a state, where it is.
    fn of_formula(
        &self,
        formula: &Formula,
        state: StateId,
        wanted: bool,
        walkers: &mut Walkers<'a>,
    ) -> Result<Vec<Branch>, Diagnostic> {
        let mut all = Vec::new();
        match formula {
            Formula::Atom(Atom::Named(name), _) => {
                if let Some(application) = self.application(name) {
                    all.extend(self.of_application(application, state, wanted, walkers)?);
                }
            }
            Formula::Not(body) => all = self.of_formula(body, state, !wanted, walkers)?,
            Formula::And(operands) | Formula::Or(operands) => {
                let every = matches!(formula, Formula::And(_)) == wanted;
                for operand in operands {
                    if self.holds(operand, state, wanted)? {
                        all.extend(self.of_formula(operand, state, wanted, walkers)?);
                        if !every {
                            break;
                        }
                    }
                }
            }
            Formula::Implies(left, right) => {
                for (operand, wanted) in [(left, !wanted), (right, wanted)] {
                    if self.holds(operand, state, wanted)? {
                        all.extend(self.of_formula(operand, state, wanted, walkers)?);
                    }
                }
            }
            // What these say is shown by claims, and not by one path.
            _ => {}
        }
        Ok(all)
    }

    fn of_application(
        &self,
        application: &'a Application,
        state: StateId,
        wanted: bool,
        walkers: &mut Walkers<'a>,
    ) -> Result<Option<Branch>, Diagnostic> {
        let accepting = application.quantifier == Quantifier::Exists;
        if accepting != wanted
            || (!self.certain && self.structure.semantics == Semantics::Under)
            || walkers.left == 0
        {
            return Ok(None);
        }
        let walk = {
            let walker = self.walker(application, walkers)?;
            walker.walks.walk(state.index())
        };
        let Some(walk) = walk else { return Ok(None) };
        walkers.left = walkers.left.saturating_sub(walk.steps.len());
        let mut steps: Vec<BranchStep> = walk.steps.iter().map(|step| self.step(*step)).collect();
        for (position, argument) in self.decisive(application, &walk, walkers)? {
            let state = match position.checked_sub(1) {
                None => walk.start,
                Some(before) => walk.steps[before].to,
            };
            let because = self.of_formula(argument, StateId::from(state), wanted, walkers)?;
            steps[position].because.extend(because);
        }
        let formula = application.atom.clone();
        let state = self.name(walk.start);
        Ok(Some(Branch { formula, state, steps, again: walk.again }))
    }

    fn walker<'w>(
        &self,
        application: &'a Application,
        walkers: &'w mut Walkers<'a>,
    ) -> Result<&'w Walker, Diagnostic> {
        if !walkers.known.contains_key(application.atom.as_str()) {
            let arguments = arguments(self.structure, application, self.options.hyper)?;
            let graphs = Graphs {
                structure: self.structure,
                application,
                arguments: &arguments,
                paths: self.options.paths,
            };
            let graph = if self.certain { graphs.must() } else { graphs.may() };
            let automaton = automaton(&application.applied.operator);
            let starts: Vec<usize> = (0..self.structure.states.len()).collect();
            let accepting = application.quantifier == Quantifier::Exists;
            let walks = walks(&graph, &automaton, &starts, accepting, self.options.max_nodes)
                .map_err(|error| too_large(application, error))?;
            walkers.known.insert(&application.atom, Walker { graph, automaton, walks });
        }
        Ok(&walkers.known[application.atom.as_str()])
    }

    fn name(&self, state: usize) -> String {
        self.structure.states[StateId::from(state)].name.clone()
    }

    fn step(&self, step: Step) -> BranchStep {
        let action = match step.label {
            STOPPED => Some(DEADLOCK.to_owned()),
            label => self.structure.transitions[label].action.clone(),
        };
        BranchStep { action, to: self.name(step.to), because: Vec::new() }
    }

    /// The arguments with operators inside on which it depends that the walk is what it is, each
    /// with its position.
    fn decisive(
        &self,
        application: &'a Application,
        walk: &Walk,
        walkers: &Walkers<'a>,
    ) -> Result<Vec<(usize, &'a Formula)>, Diagnostic> {
        let nested = |(bit, argument): (usize, &'a Argument)| match argument {
            Argument::Formula(formula) if self.has_operators(formula) => Some((bit, formula)),
            _ => None,
        };
        let arguments: Vec<(usize, &Formula)> =
            application.applied.arguments.iter().enumerate().filter_map(nested).collect();
        let accepting = application.quantifier == Quantifier::Exists;
        let walker = &walkers.known[application.atom.as_str()];
        let goes_on = walker.graph.goes_on;
        let mut walk = walk.clone();
        let mut found = Vec::new();
        let positions =
            (0..walk.steps.len()).flat_map(|at| arguments.iter().map(move |own| (at, own)));
        for (position, (bit, formula)) in positions {
            let marker: Markers = 1 << bit;
            let letter = walk.steps[position].letter;
            if (letter & marker != 0) != accepting {
                continue;
            }
            walk.steps[position].letter = letter ^ marker;
            if !same(&walk, &walker.automaton, accepting, goes_on) {
                walk.steps[position].letter = letter;
                found.push((position, *formula));
            }
        }
        Ok(found)
    }

    fn has_operators(&self, formula: &Formula) -> bool {
        let mut atoms = Vec::new();
        formula.collect_atoms(&mut atoms);
        atoms.iter().any(|(atom, _)| match atom {
            Atom::Named(name) => self.application(name).is_some(),
            _ => false,
        })
    }
}

/// Whether a walk by itself is accepted, or refused.
fn same(walk: &Walk, automaton: &NeededAutomaton, accepting: bool, goes_on: bool) -> bool {
    let last = walk.steps.len();
    let step = |(at, step): (usize, &Step)| {
        let to = match walk.again {
            Some(again) if at + 1 == last => again,
            _ => at + 1,
        };
        vec![Step { letter: step.letter, to, label: at }]
    };
    let mut steps: Vec<Vec<Step>> = walk.steps.iter().enumerate().map(step).collect();
    steps.push(Vec::new());
    let graph = Graph { steps, goes_on };
    walks(&graph, automaton, &[0], accepting, usize::MAX).is_ok_and(|walks| walks.starts_at(0))
}
