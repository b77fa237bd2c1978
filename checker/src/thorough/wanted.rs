//! A completion of a whole structure that satisfies a property, or one that violates it.
//!
//! Completions of different initial states have nothing to do with each other: that of the
//! structure is one of each inhabited state, side by side. It satisfies a property if each does,
//! and violates it if one does.

use std::collections::HashSet;

use belnap_automata::buchi::Buchi;
use belnap_automata::normal::Normal;
use belnap_automata::parity::automaton;
use belnap_ir::diagnostic::{Diagnostic, Place};
use belnap_ir::ids::StateId;
use belnap_ir::kripke::{ExplicitKripke, Kripke};
use belnap_ir::linear::{LinearProperty, Stated};
use belnap_ir::property::{Formula, Property};
use belnap_ir::validate;

use super::closure::Closure;
use super::completion::{Completion, Draft, Maker};
use super::demands::{Completions, Demands};
use super::effort::{Effort, Stopped};
use super::linear::{self, Reading, satisfaction, violation};
use super::model::Model;
use super::obligations::play;
use crate::linear::too_large;
use crate::run::{RunError, refuse_unknown_actions};

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// The completion; and what other code has against it, if something.
    Found(Box<ExplicitKripke>, Option<String>),
    /// There is none, because of this state.
    None(String),
    /// A limit was reached.
    Stopped(Stopped),
}

/// A completion of a structure that satisfies a property, or violates it.
///
/// # Errors
/// If the property does not fit the structure, or the structure has no completions.
pub fn wanted(
    structure: &ExplicitKripke,
    property: &Stated,
    satisfies: bool,
    completions: Completions,
    max_positions: usize,
) -> Result<Wanted, RunError> {
    let mut view = Demands::new(structure, completions).map_err(RunError::Structure)?;
    let mut roots: Vec<u32> = view.inhabited.iter().flatten().copied().collect();
    if roots.is_empty() {
        roots.extend(view.initial.first());
    }
    roots.sort_unstable();
    roots.dedup();
    view.initial.clone_from(&roots);
    let effort = Effort::new(max_positions, None);
    let search = Search { structure, view: &view, roots: &roots, completions, effort: &effort };
    let refused = |diagnostic| RunError::Property { name: property.name().to_owned(), diagnostic };
    let of_kind = |satisfies: bool| match property {
        Stated::Branching(property) => search.branching(property, satisfies),
        Stated::Linear(property) => search.linear(property, satisfies).map_err(refused),
        Stated::Operators(_) => {
            let message = "completions are not looked for by properties with operators";
            Err(refused(Diagnostic::error("ctl-operator", Place::Whole, message)))
        }
    };
    let found = match of_kind(satisfies)? {
        Ok(found) => found,
        Err(stopped) => return Ok(Wanted::Stopped(stopped)),
    };
    let name = |index: usize| structure.states[view.origins[roots[index] as usize]].name.clone();
    let missing = found.iter().position(Option::is_none);
    let found = match (missing, satisfies) {
        (None, _) => found.into_iter().flatten().collect(),
        (Some(missing), true) => return Ok(Wanted::None(name(missing))),
        (Some(missing), false) if found.iter().all(Option::is_none) => {
            return Ok(Wanted::None(name(missing)));
        }
        // What does not violate the property satisfies it.
        (Some(_), false) => match of_kind(true)? {
            Ok(others) => {
                let both = found.into_iter().zip(others);
                both.filter_map(|(violating, satisfying)| violating.or(satisfying)).collect()
            }
            Err(stopped) => return Ok(Wanted::Stopped(stopped)),
        },
    };
    Ok(side_by_side(found))
}

struct Search<'a> {
    structure: &'a ExplicitKripke,
    view: &'a Demands,
    roots: &'a [u32],
    completions: Completions,
    effort: &'a Effort<'a>,
}

/// By root: the completion, if there is one.
type Found = Result<Vec<Option<Completion>>, Stopped>;

impl Search<'_> {
    fn branching(&self, property: &Property, satisfies: bool) -> Result<Found, RunError> {
        refuse_unknown_actions(&Kripke::Explicit(self.structure.clone()), property)?;
        let refused = |diagnostic| RunError::Property { name: property.name.clone(), diagnostic };
        let formula = &property.formula;
        if let Some(wrong) = validate::property::formula(formula).into_iter().next() {
            return Err(refused(wrong));
        }
        let closure = Closure::new(formula, !satisfies, self.view.prefix, &self.view.actions);
        let model = Model::new(self.structure, self.view, &closure).map_err(refused)?;
        let played = match play(&model, &closure, self.roots, self.effort) {
            Ok(played) => played,
            Err(stopped) => return Ok(Err(stopped)),
        };
        let maker = self.maker(&model, &closure, formula);
        let made = |index: usize| {
            let root = played.root(index);
            let (draft, first) = played.wins(root).then(|| Draft::of_game(&played, root))?;
            Some(maker.make(&draft, first, satisfies))
        };
        Ok(Ok((0..self.roots.len()).map(made).collect()))
    }

    fn linear(&self, property: &LinearProperty, satisfies: bool) -> Result<Found, Diagnostic> {
        let path = &property.path;
        let read = Reading::new(self.structure, self.view, path)?;
        let closure = read.closure(&self.view.actions);
        let model = Model::new(self.structure, self.view, &closure)?;
        let mut drafts = Vec::new();
        if satisfies {
            let automaton = automaton(path, true).map_err(|error| too_large(&error.to_string()))?;
            match satisfaction::play(self.view, &read, &automaton, self.roots, self.effort) {
                Ok(game) => drafts.extend(
                    (0..self.roots.len()).map(|root| game.draft(self.view, &read, &closure, root)),
                ),
                Err(stopped) => return Ok(Err(stopped)),
            }
        } else {
            let refuting = Buchi::new(Normal::new(path, true, true));
            match violation::find(self.view, &read, &refuting, self.roots, self.effort) {
                Ok(found) => drafts.extend(found.iter().map(|lasso| {
                    lasso.as_ref().map(|lasso| violation::draft(self.view, &read, &closure, lasso))
                })),
                Err(stopped) => return Ok(Err(stopped)),
            }
        }
        let constant = Formula::Const(satisfies);
        let maker = self.maker(&model, &closure, &constant);
        let made = |draft: Option<(Draft, u32)>| {
            let (draft, first) = draft?;
            Some(linear::checked(maker.make(&draft, first, satisfies), property))
        };
        Ok(Ok(drafts.into_iter().map(made).collect()))
    }

    fn maker<'m>(
        &'m self,
        model: &'m Model<'m>,
        closure: &'m Closure,
        formula: &'m Formula,
    ) -> Maker<'m> {
        let Search { structure, completions, .. } = *self;
        Maker { structure, model, closure, formula, completions }
    }
}

/// One structure of several, each with its own initial state.
fn side_by_side(parts: Vec<Completion>) -> Wanted {
    let doubt = parts.iter().find_map(|part| part.doubt.clone());
    let mut parts = parts.into_iter().map(|part| part.structure);
    let Some(mut whole) = parts.next() else {
        return Wanted::None("no state".to_owned());
    };
    let mut names: HashSet<String> = whole.states.iter().map(|state| state.name.clone()).collect();
    for part in parts {
        let offset = whole.states.len();
        let moved = |id: StateId| StateId::from(offset + id.index());
        for mut state in part.states {
            while !names.insert(state.name.clone()) {
                state.name.push('\'');
            }
            whole.states.push(state);
        }
        whole.initial.extend(part.initial.into_iter().map(moved));
        whole.inhabited.extend(part.inhabited.into_iter().map(moved));
        whole.transitions.extend(part.transitions.into_iter().map(|mut step| {
            (step.from, step.to) = (moved(step.from), moved(step.to));
            step
        }));
    }
    Wanted::Found(Box::new(whole), doubt)
}
