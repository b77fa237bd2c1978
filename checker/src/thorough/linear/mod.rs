//! Thorough checking of LTL.
//!
//! A property holds if no completion has a path that violates it. Any path along moves, its states
//! labelled anew at each visit, is part of a completion: so that is emptiness of the product with a
//! Büchi automaton of the negation ([`violation`]). It fails if no completion has only paths that
//! satisfy it, which is a game ([`satisfaction`]). *No completion satisfies the negation* is
//! another question: it says of all paths what one path may do.

mod satisfaction;
mod violation;

use belnap_automata::buchi::Buchi;
use belnap_automata::compare::{equivalent, over};
use belnap_automata::normal::Normal;
use belnap_automata::parity::automaton;
use belnap_ir::automaton::{Letter, ParityAutomaton};
use belnap_ir::belnap::Belnap;
use belnap_ir::diagnostic::{Diagnostic, Place};
use belnap_ir::kripke::{ExplicitKripke, Kripke};
use belnap_ir::linear::{LinearProperty, Path};
use belnap_ir::property::{Atom, Formula};
use belnap_ir::result::{Completions, PropertyResult, Verdict};

use super::check::{Decider, Options, Thorough};
use super::closure::Closure;
use super::completion::{Completion, Draft, Maker, difference};
use super::demands::Demands;
use super::effort::{Effort, Stopped};
use super::model::Model;
use crate::encode::listing::{Listing, STATE_LIMIT, list_with_vectors};
use crate::linear::too_large;
use crate::run::{RunError, RunOptions, add_linear, check_all};

/// Whether all completions of a structure satisfy a property in LTL, none, or some. An automaton of
/// the formula may be given.
///
/// # Errors
/// If the property does not fit the structure, the structure has no completions, or something is
/// too large.
pub fn check(
    structure: &Kripke,
    property: &LinearProperty,
    given: Option<&ParityAutomaton>,
    options: &Options<'_>,
) -> Result<Thorough, RunError> {
    let (total, listing) = match structure {
        Kripke::Explicit(explicit) => (explicit.total, None),
        Kripke::Symbolic(symbolic) => {
            let usual = if symbolic.strict { Completions::Any } else { Completions::Total };
            let completions = options.completions.unwrap_or(usual);
            match list_with_vectors(symbolic, options.max_states) {
                Ok(listing) => (!symbolic.strict, Some(listing)),
                Err(limit) if limit.rule == STATE_LIMIT => {
                    return Ok(Thorough::stopped(completions, limit.message));
                }
                Err(other) => return Err(RunError::Structure(other)),
            }
        }
    };
    let usual = if total { Completions::Total } else { Completions::Any };
    let completions = options.completions.unwrap_or(usual);
    let (explicit, view) = match (structure, &listing) {
        (_, Some(listing)) => {
            let Listing { structure, .. } = listing;
            (structure, Demands::of_listing(listing, completions))
        }
        (Kripke::Explicit(explicit), None) => (explicit, Demands::new(explicit, completions)),
        // Symbolic structures were listed.
        (Kripke::Symbolic(_), None) => {
            return Ok(Thorough::stopped(completions, "the states were not listed".to_owned()));
        }
    };
    let view = view.map_err(RunError::Structure)?;
    // The ordinary value says something of all completions unless some may end where the
    // structure says that they do not.
    let ordinary = match completions == Completions::Any && total {
        true => None,
        false => Some(ordinary(structure, property, options)?),
    };
    let ordinary = ordinary.filter(|own| own.verdict != Verdict::Inconclusive);
    let refused = |diagnostic| RunError::Property { name: property.name.clone(), diagnostic };
    let read = Reading::new(explicit, &view, &property.path).map_err(refused)?;
    let may_end = view.states.iter().any(|state| state.demands.is_empty());
    let given = given.map(|given| adapted(given, &property.path, may_end));
    let given = given.transpose().map_err(refused)?;
    let check =
        Check { structure: explicit, view: &view, read, property, completions, given, options };
    check.run(ordinary)
}

/// An automaton that was given, with letters as those of the formula: it accepts the same words. It
/// says nothing of paths that end.
fn adapted(
    given: &ParityAutomaton,
    path: &Path,
    may_end: bool,
) -> Result<ParityAutomaton, Diagnostic> {
    let refuse = |message: &str| Diagnostic::error("hoa-formula", Place::Whole, message);
    if may_end {
        return Err(refuse("paths may end here, of which an automaton that is given says nothing"));
    }
    let own = automaton(path, false).map_err(|error| too_large(&error.to_string()))?;
    let given = over(given, &own.atoms)
        .ok_or_else(|| refuse("the automaton has atoms that the formula does not have"))?;
    if !equivalent(&own, &given) {
        return Err(refuse("the automaton does not accept what the formula says"));
    }
    let moves = given.moves.into_iter().map(|row| [row.clone(), row].concat()).collect();
    Ok(ParityAutomaton { ends: true, moves, ..given })
}

/// The ordinary value.
fn ordinary(
    structure: &Kripke,
    property: &LinearProperty,
    options: &Options<'_>,
) -> Result<PropertyResult, RunError> {
    let run = RunOptions {
        explain: None,
        seeds: false,
        max_nodes: options.max_nodes,
        ..RunOptions::default()
    };
    let mut result = check_all(structure, &[], &run, None)?;
    add_linear(&mut result, structure, std::slice::from_ref(property), &run)?;
    Ok(result.properties.swap_remove(0))
}

/// What states know of the atoms of a formula, by bits of letters.
pub(super) struct Reading {
    /// The atoms.
    atoms: Vec<Atom>,
    /// By state: the atoms that are true, and those that are known.
    known: Vec<(Letter, Letter)>,
}

impl Reading {
    fn new(structure: &ExplicitKripke, view: &Demands, path: &Path) -> Result<Self, Diagnostic> {
        let normal = Normal::new(path, false, true);
        let mut known = vec![(0, 0); view.states.len()];
        let mut found = Vec::new();
        path.collect_atoms(&mut found);
        for (bit, atom) in normal.atoms.iter().enumerate() {
            let span = found.iter().find(|(own, _)| *own == atom).map(|(_, span)| *span);
            let labels = view.labels(structure, atom, span.unwrap_or_default())?;
            for ((truth, known), label) in known.iter_mut().zip(labels) {
                *truth |= usize::from(label == Belnap::True) << bit;
                *known |= usize::from(label.is_definite()) << bit;
            }
        }
        Ok(Reading { atoms: normal.atoms, known })
    }

    /// The letters that a copy of a state may have.
    fn letters(&self, state: u32) -> impl Iterator<Item = Letter> + use<> {
        let (truth, known) = self.known[state as usize];
        (0..1 << self.atoms.len()).filter(move |letter| letter & known == truth)
    }

    /// The letter behind the end of a path.
    fn end(&self) -> Letter {
        1 << self.atoms.len()
    }

    /// A letter as values of the atoms of a closure.
    fn label(&self, letter: Letter, closure: &Closure) -> Vec<(u32, bool)> {
        let value = |(number, (atom, _)): (u32, &(Atom, _))| {
            let bit = self.atoms.iter().position(|own| own == atom)?;
            Some((number, letter >> bit & 1 == 1))
        };
        (0..).zip(&closure.atoms).filter_map(value).collect()
    }
}

/// A structure and a property, to be checked.
struct Check<'a> {
    structure: &'a ExplicitKripke,
    view: &'a Demands,
    read: Reading,
    property: &'a LinearProperty,
    completions: Completions,
    given: Option<ParityAutomaton>,
    options: &'a Options<'a>,
}

impl Check<'_> {
    /// Looks for completions, if the ordinary value does not decide.
    fn run(&self, ordinary: Option<PropertyResult>) -> Result<Thorough, RunError> {
        let atoms = self.read.atoms.iter();
        let atoms = atoms.map(|atom| Formula::Atom(atom.clone(), Default::default())).collect();
        let closure = Closure::new(&Formula::And(atoms), false, 0, &self.view.actions);
        let refused =
            |diagnostic| RunError::Property { name: self.property.name.clone(), diagnostic };
        let model = Model::new(self.structure, self.view, &closure).map_err(refused)?;
        let mut answer = Thorough::stopped(self.completions, String::new());
        let effort = Effort::new(self.options.max_positions, self.options.stop);
        let decided = ordinary.filter(|_| !self.options.always_look);
        if let Some(decided) = decided {
            answer.way.push("three values, on the product with an automaton: they decide".into());
            answer.verdict = decided.verdict;
            let values = decided.initial.into_iter();
            answer.values = values.map(|own| (own.location, own.value)).collect();
            answer.notes = decided.notes;
            answer.decider = Some(Decider::ThreeValued);
            answer.stopped = None;
            return Ok(answer);
        }
        let open = "three values, on the product with an automaton: they do not decide";
        answer.way.push(open.to_owned());
        match self.look(&closure, &model, &effort, &mut answer).map_err(refused)? {
            Ok(()) => answer.stopped = None,
            Err(stopped) => answer.stopped = Some(stopped.to_string()),
        }
        answer.positions = effort.spent();
        if let [satisfying, violating] = answer.evidence.as_slice() {
            answer.difference = difference(self.structure, satisfying, violating);
        }
        Ok(answer)
    }

    /// Looks for completions, as far as the verdict needs them.
    fn look(
        &self,
        closure: &Closure,
        model: &Model<'_>,
        effort: &Effort<'_>,
        answer: &mut Thorough,
    ) -> Result<Result<(), Stopped>, Diagnostic> {
        let path = &self.property.path;
        let judged = self.view.judged();
        let refuting = Buchi::new(Normal::new(path, true, true));
        let violations = match violation::find(self.view, &self.read, &refuting, &judged, effort) {
            Ok(violations) => violations,
            Err(stopped) => return Ok(Err(stopped)),
        };
        let way = |what: &str, found: usize| {
            let spent = effort.spent();
            format!("{what}, {spent} positions so far: of {found} of {} states", judged.len())
        };
        let violated = violations.iter().flatten().count();
        let what = "is there a completion with a path that violates it? emptiness";
        answer.way.push(way(what, violated));
        let accepting = match &self.given {
            Some(given) => given.clone(),
            None => automaton(path, true).map_err(|error| too_large(&error.to_string()))?,
        };
        let game = match satisfaction::play(self.view, &self.read, &accepting, &judged, effort) {
            Ok(game) => game,
            Err(stopped) => return Ok(Err(stopped)),
        };
        let satisfied: Vec<bool> = (0..judged.len()).map(|index| game.wins(index)).collect();
        let what = "is there a completion all of whose paths satisfy it? a game";
        answer.way.push(way(what, satisfied.iter().filter(|won| **won).count()));
        let value = |index: usize| match (satisfied[index], violations[index].is_some()) {
            (false, _) => Belnap::False,
            (true, false) => Belnap::True,
            (true, true) => Belnap::Unknown,
        };
        let by_state = |state: u32| judged.binary_search(&state).map_or(Belnap::Unknown, &value);
        answer.verdict = self.view.verdict(by_state);
        answer.decider = Some(Decider::Generalized);
        let name =
            |state: &u32| self.structure.states[self.view.origins[*state as usize]].name.clone();
        answer.values = judged.iter().map(|state| (name(state), by_state(*state))).collect();
        if self.options.evidence {
            let open = (0..judged.len()).find(|index| value(*index) == Belnap::Unknown);
            let shown = open.or((!judged.is_empty()).then_some(0));
            if let Some(index) = shown {
                let drafts = [
                    game.draft(self.view, &self.read, closure, index),
                    violations[index]
                        .as_ref()
                        .map(|lasso| violation::draft(self.view, &self.read, closure, lasso)),
                ];
                for (satisfies, draft) in [true, false].into_iter().zip(drafts) {
                    if let Some((draft, first)) = draft {
                        answer.evidence.push(self.make(model, closure, &draft, first, satisfies));
                    }
                }
            }
        }
        Ok(Ok(()))
    }

    /// A completion, checked again by the ordinary engine.
    fn make(
        &self,
        model: &Model<'_>,
        closure: &Closure,
        draft: &Draft,
        first: u32,
        satisfies: bool,
    ) -> Completion {
        let maker = Maker {
            structure: self.structure,
            model,
            closure,
            formula: &Formula::Const(satisfies),
            completions: self.completions,
        };
        let mut completion = maker.make(draft, first, satisfies);
        if completion.doubt.is_none() {
            let structure = Kripke::Explicit(completion.structure.clone());
            let wanted = if satisfies { Verdict::Holds } else { Verdict::Fails };
            completion.doubt = match ordinary(&structure, self.property, self.options) {
                Ok(own) if own.verdict == wanted => None,
                Ok(own) => Some(format!("the ordinary engine says that it {}", own.verdict.word())),
                Err(error) => Some(error.to_string()),
            };
        }
        completion
    }
}
