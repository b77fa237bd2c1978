//! Thorough checking of LTL.
//!
//! A property holds if no completion has a path that violates it. Any path along moves, its states
//! labelled anew at each visit, is part of a completion: so that is emptiness of the product with a
//! Büchi automaton of the negation ([`violation`]). It fails if no completion has only paths that
//! satisfy it, which is a game ([`satisfaction`]). *No completion satisfies the negation* is
//! another question: it says of all paths what one path may do.
//!
//! The ordinary value of a formula of LTL is found on a product that reads unknown letters anew at
//! each visit, as copies have them. So it says already what all completions say, unless there are
//! states without a completion, or a must-transition leaves a choice: LTL is self-minimizing but
//! for these ([`Settled::Product`]).

pub mod satisfaction;
pub mod violation;

use belnap_automata::buchi::Buchi;
use belnap_automata::compare::{equivalent, over};
use belnap_automata::normal::Normal;
use belnap_automata::parity::automaton;
use belnap_ir::automaton::{Letter, ParityAutomaton};
use belnap_ir::belnap::Belnap;
use belnap_ir::diagnostic::{Diagnostic, Place};
use belnap_ir::kripke::{ExplicitKripke, Kripke, Semantics};
use belnap_ir::linear::{LinearProperty, Path};
use belnap_ir::property::{Atom, Formula};
use belnap_ir::result::{Completions, PropertyResult, Verdict};

use super::check::{Decider, Options, Thorough};
use super::closure::Closure;
use super::completion::{Completion, Draft, Maker, difference};
use super::demands::Demands;
use super::effort::{Effort, Stopped};
use super::model::Model;
use super::part::{Part, by_parts};
use super::polarity::Settled;
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
    let total = match structure {
        Kripke::Explicit(explicit) => explicit.total,
        Kripke::Symbolic(symbolic) => !symbolic.strict,
    };
    let usual = if total { Completions::Total } else { Completions::Any };
    let completions = options.completions.unwrap_or(usual);
    let asked = Asked { property, given, completions, options };
    // The ordinary value says something of all completions unless some may end where the
    // structure says that they do not.
    let skipped = options.known_open && options.always_look;
    let ordinary = match skipped || completions == Completions::Any && total {
        true => None,
        false => Some(ordinary(structure, property, options)?),
    };
    // Where completions go on though the structure may end, it need not say all.
    let open = |own: &PropertyResult| own.verdict == Verdict::Inconclusive;
    let ordinary = ordinary.filter(|own| !open(own) || completions == usual);
    match structure {
        Kripke::Explicit(explicit) => {
            let view = Demands::new(explicit, completions).map_err(RunError::Structure)?;
            asked.check(explicit, &view, ordinary, false)
        }
        Kripke::Symbolic(symbolic) => by_parts(symbolic, completions, options, &|part| {
            let Part { listing, cut } = part;
            let view = Demands::of_part(listing, cut, completions).map_err(RunError::Structure)?;
            let asked = match part.is_whole() {
                true => asked,
                false => Asked { options: &part.options(options, false), ..asked },
            };
            // What decides on the whole decides before anything is looked for.
            let usual = ordinary.clone().filter(|own| part.is_whole() || !open(own));
            let decided = usual.is_some() && !options.always_look;
            let asked = if decided { Asked { options, ..asked } } else { asked };
            asked.check(&listing.structure, &view, usual, true)
        }),
    }
}

/// What is asked.
#[derive(Clone, Copy)]
struct Asked<'a> {
    property: &'a LinearProperty,
    given: Option<&'a ParityAutomaton>,
    completions: Completions,
    options: &'a Options<'a>,
}

impl Asked<'_> {
    fn check(
        self,
        structure: &ExplicitKripke,
        view: &Demands,
        ordinary: Option<PropertyResult>,
        listed: bool,
    ) -> Result<Thorough, RunError> {
        let Asked { property, given, completions, options } = self;
        let refused = |diagnostic| RunError::Property { name: property.name.clone(), diagnostic };
        let read = Reading::new(structure, view, &property.path).map_err(refused)?;
        let may_end = view.states.iter().any(|state| state.demands.is_empty());
        let given = given.map(|given| adapted(given, &property.path, may_end));
        let given = given.transpose().map_err(refused)?;
        let check = Check { structure, view, read, property, completions, given, options };
        check.run(ordinary, listed)
    }
}

/// Looks for completions at once, without an ordinary value.
///
/// # Errors
/// As [`check`].
pub fn look(
    structure: &Kripke,
    property: &LinearProperty,
    options: &Options<'_>,
) -> Result<Thorough, RunError> {
    check(structure, property, None, &Options { known_open: true, always_look: true, ..*options })
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
pub struct Reading {
    /// The atoms.
    atoms: Vec<Atom>,
    /// By state: the atoms that are true, and those that are known.
    known: Vec<(Letter, Letter)>,
}

impl Reading {
    /// What the states of a view know of the atoms of a formula.
    ///
    /// # Errors
    /// If the structure knows nothing of an atom.
    pub fn new(
        structure: &ExplicitKripke,
        view: &Demands,
        path: &Path,
    ) -> Result<Self, Diagnostic> {
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

    /// The atoms as a closure.
    pub fn closure(&self, actions: &[String]) -> Closure {
        let atoms = self.atoms.iter().map(|atom| Formula::Atom(atom.clone(), Default::default()));
        Closure::new(&Formula::And(atoms.collect()), false, 0, actions)
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

/// Whether an unknown value on the product is the thorough one: every state that the product goes
/// through has a completion, and the product says of each demand what the game does.
fn settled(structure: &ExplicitKripke, view: &Demands, listed: bool) -> Option<Settled> {
    let usual = structure.semantics == Semantics::Exact
        && !listed
        && structure.transitions.iter().all(|step| step.value != Belnap::Both);
    (usual && view.is_whole).then_some(Settled::Product)
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
    /// Looks for completions, if the ordinary value does not decide, and is not known to be the
    /// thorough one.
    fn run(&self, ordinary: Option<PropertyResult>, listed: bool) -> Result<Thorough, RunError> {
        let closure = self.read.closure(&self.view.actions);
        let refused =
            |diagnostic| RunError::Property { name: self.property.name.clone(), diagnostic };
        let model = Model::new(self.structure, self.view, &closure).map_err(refused)?;
        let mut answer = Thorough::stopped(self.completions, String::new());
        let settled =
            ordinary.is_some().then(|| settled(self.structure, self.view, listed)).flatten();
        let product = "three values, on the product with an automaton:";
        if let Some(ordinary) = ordinary.filter(|_| !self.options.always_look) {
            let decides = ordinary.verdict != Verdict::Inconclusive;
            let says = if decides { "they decide" } else { "they do not decide" };
            answer.way.push(format!("{product} {says}"));
            if decides || settled.is_some() {
                answer.verdict = ordinary.verdict;
                let values = ordinary.initial.into_iter();
                answer.values = values.map(|own| (own.location, own.value)).collect();
                answer.notes = ordinary.notes;
                answer.stopped = None;
            }
            match settled {
                _ if decides => {
                    answer.decider = Some(Decider::ThreeValued);
                    return Ok(answer);
                }
                Some(settled) => {
                    answer.way.push(format!("self-minimizing: {}", settled.reason()));
                    answer.decider = Some(Decider::SelfMinimizing(settled));
                    if self.options.evidence {
                        self.show(&closure, &model, &mut answer).map_err(refused)?;
                    }
                    return Ok(answer);
                }
                None => answer.way.push(
                    "not self-minimizing: states have no completion, or a transition that must \
                     exist leaves a choice"
                        .to_owned(),
                ),
            }
        }
        let effort = Effort::new(self.options.max_positions, self.options.stop);
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

    /// Adds completions to an answer that three values gave.
    fn show(
        &self,
        closure: &Closure,
        model: &Model<'_>,
        answer: &mut Thorough,
    ) -> Result<(), Diagnostic> {
        let effort = Effort::new(self.options.max_positions, self.options.stop);
        let mut shown = Thorough::stopped(self.completions, String::new());
        match self.look(closure, model, &effort, &mut shown)? {
            Ok(()) if shown.verdict == answer.verdict => {
                answer.evidence = shown.evidence;
                if let [satisfying, violating] = answer.evidence.as_slice() {
                    answer.difference = difference(self.structure, satisfying, violating);
                }
            }
            Ok(()) => answer.notes.push(format!(
                "completions say that it {}, three values that it is {}: one of them is wrong",
                shown.verdict.word(),
                answer.verdict.word()
            )),
            Err(stopped) => answer.notes.push(format!("no evidence is shown: {stopped}")),
        }
        answer.positions = effort.spent();
        Ok(())
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

    /// A completion, checked again.
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
        checked(maker.make(draft, first, satisfies), self.property)
    }
}

/// A completion, checked again by the ordinary engine.
pub fn checked(mut completion: Completion, property: &LinearProperty) -> Completion {
    if completion.doubt.is_none() {
        let structure = Kripke::Explicit(completion.structure.clone());
        let wanted = if completion.satisfies { Verdict::Holds } else { Verdict::Fails };
        completion.doubt = match ordinary(&structure, property, &Options::default()) {
            Ok(own) if own.verdict == wanted => None,
            Ok(own) => Some(format!("the ordinary engine says that it {}", own.verdict.word())),
            Err(error) => Some(error.to_string()),
        };
    }
    completion
}
