//! Translations between kinds of may/must models, and of formulas along with them (May/Must §2: all
//! are equally expressive).
//!
//! * A **KMTS** as in Def. 1 has no actions. A state is split by the action that led there, and a
//!   proposition says which it was: `<a> φ` becomes `EX (by_a & φ)`.
//! * A **PKS** is a KMTS in which what may exist must exist. A state is split by whether it was
//!   reached by what must exist, too; the proposition `exists` is unknown where not. `EX φ` becomes
//!   `EX (exists & φ)`, and `AX φ` becomes `AX (!exists | φ)`.
//! * An **MTS** has no propositions. Each `p` becomes an action `is:p` to a state of its own, which
//!   must exist where p is true, and may where it is unknown: `p` becomes `<"is:p"> true`. Steps
//!   without an action get one, `step`.
//!
//! A formula has the value of its translation, without the `wp` trick: what it knows of total
//! systems is not translated, so that results are not `total`. CTL is unfolded to fixpoints. The
//! prefix of a structure goes into the formula.

use std::collections::{HashMap, HashSet};

use belnap_ir::belnap::Belnap;
use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::ids::StateId;
use belnap_ir::kripke::{Events, ExplicitKripke, ExplicitState, ExplicitTransition, Semantics};
use belnap_ir::property::{Atom, Formula, Quantifier, Step};
use belnap_ir::span::Span;

use crate::rewrite::{Rewriting, joined, literal, rewrite, signed};

/// A kind of model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Labels and transitions may be unknown; no actions.
    Kmts,
    /// Only labels may be unknown; no actions.
    Pks,
    /// Only transitions may be unknown; no propositions.
    Mts,
}

/// A structure that was translated, and what it takes to translate formulas.
#[derive(Clone, Debug)]
pub struct Translation {
    /// The structure.
    pub structure: ExplicitKripke,
    kind: Kind,
    prefix: u32,
    /// Actions, and what says that one was taken: a proposition, in an MTS the action itself.
    actions: Vec<(Option<String>, String)>,
    /// The proposition that says that what led here exists.
    exists: Option<String>,
    /// Propositions, and the actions that they became.
    labels: Vec<(String, String)>,
}

/// Translates a KMTS, which may have actions.
pub fn translate(structure: &ExplicitKripke, kind: Kind) -> Translation {
    match kind {
        Kind::Mts => to_mts(structure),
        Kind::Kmts | Kind::Pks => split(structure, kind),
    }
}

/// The parts of transitions that a translation looks at, without repetitions.
fn steps(structure: &ExplicitKripke) -> Vec<(StateId, StateId, Option<String>, bool)> {
    let mut known: HashMap<(StateId, StateId, Option<&str>), usize> = HashMap::new();
    let mut steps: Vec<(StateId, StateId, Option<String>, bool)> = Vec::new();
    for step in structure.transitions.iter().filter(|step| step.value.may()) {
        let must = step.value.must() && structure.semantics == Semantics::Exact;
        let key = (step.from, step.to, step.action.as_deref());
        let place = *known.entry(key).or_insert(steps.len());
        match steps.get_mut(place) {
            Some(earlier) => earlier.3 |= must,
            None => steps.push((step.from, step.to, step.action.clone(), must)),
        }
    }
    steps
}

/// A name that is not taken yet, which then is.
fn free(mut name: String, taken: &mut HashSet<String>) -> String {
    while !taken.insert(name.clone()) {
        name.push('_');
    }
    name
}

fn transition(
    from: StateId,
    to: StateId,
    must: bool,
    action: Option<String>,
) -> ExplicitTransition {
    let value = if must { Belnap::True } else { Belnap::Unknown };
    ExplicitTransition { from, to, value, action, statement: None }
}

/// States split by what led to them: the action, and in a PKS whether it exists.
fn split(structure: &ExplicitKripke, kind: Kind) -> Translation {
    let steps = steps(structure);
    let mut taken: HashSet<String> = structure.propositions.iter().cloned().collect();
    let mut actions: Vec<(Option<String>, String)> = Vec::new();
    if steps.iter().any(|(_, _, action, _)| action.is_some()) {
        for (_, _, action, _) in &steps {
            if actions.iter().all(|(own, _)| own != action) {
                let name = action.as_ref().map_or("by".to_owned(), |name| format!("by_{name}"));
                actions.push((action.clone(), free(name, &mut taken)));
            }
        }
    }
    let exists = (kind == Kind::Pks).then(|| free("exists".to_owned(), &mut taken));
    let mut splitter = Splitter {
        structure,
        actions: &actions,
        exists: exists.is_some(),
        copies: Vec::new(),
        numbers: HashMap::new(),
    };
    let mut outgoing: Vec<Vec<usize>> = vec![Vec::new(); structure.states.len()];
    for (index, step) in steps.iter().enumerate() {
        outgoing[step.0.index()].push(index);
    }
    let initial = structure.initial.iter().map(|id| splitter.copy((*id, None, true))).collect();
    let inhabited = structure.inhabited.iter().map(|id| splitter.copy((*id, None, true))).collect();
    let mut transitions = Vec::new();
    let mut at = 0;
    while at < splitter.copies.len() {
        for index in &outgoing[splitter.copies[at].0.index()] {
            let (_, to, action, must) = &steps[*index];
            let by = actions.iter().position(|(own, _)| own == action);
            let target = splitter.copy((*to, by, *must || exists.is_none()));
            let known = *must || exists.is_some();
            transitions.push(transition(StateId::from(at), target, known, None));
        }
        at += 1;
    }
    let states = splitter.states();
    let mut propositions = structure.propositions.clone();
    propositions.extend(actions.iter().map(|(_, name)| name.clone()));
    propositions.extend(exists.clone());
    let model = ExplicitKripke {
        semantics: Semantics::Exact,
        total: false,
        propositions,
        locations: structure.locations.clone(),
        scopes: structure.scopes.clone(),
        states: states.into(),
        initial,
        inhabited,
        prefix: 0,
        transitions,
        events: Events::default(),
    };
    Translation {
        structure: model,
        kind,
        prefix: structure.prefix,
        actions,
        exists,
        labels: Vec::new(),
    }
}

/// A state, the action that led there, and whether that is known to exist.
type Copy = (StateId, Option<usize>, bool);

struct Splitter<'s> {
    structure: &'s ExplicitKripke,
    actions: &'s [(Option<String>, String)],
    exists: bool,
    copies: Vec<Copy>,
    numbers: HashMap<Copy, StateId>,
}

impl Splitter<'_> {
    fn copy(&mut self, copy: Copy) -> StateId {
        *self.numbers.entry(copy).or_insert_with(|| {
            self.copies.push(copy);
            StateId::from(self.copies.len() - 1)
        })
    }

    fn states(&self) -> Vec<ExplicitState> {
        let mut taken: HashSet<String> = HashSet::new();
        let mut states = Vec::new();
        for (of, by, exists) in &self.copies {
            let mut state = self.structure.states[*of].clone();
            state.blocking = false;
            let labels = (0..self.actions.len()).map(|own| Belnap::from(*by == Some(own)));
            state.labels.extend(labels);
            if self.exists {
                state.labels.push(if *exists { Belnap::True } else { Belnap::Unknown });
            }
            if let Some(by) = by {
                state.name = format!("{} {}", state.name, self.actions[*by].1);
            }
            if !exists {
                state.name.push('?');
            }
            // Names of other states may look like that.
            state.name = free(state.name, &mut taken);
            states.push(state);
        }
        states
    }
}

/// Labels as transitions.
fn to_mts(structure: &ExplicitKripke) -> Translation {
    let steps = steps(structure);
    let mut taken: HashSet<String> = steps.iter().filter_map(|step| step.2.clone()).collect();
    let mut actions: Vec<(Option<String>, String)> = Vec::new();
    let mut transitions = Vec::new();
    for (from, to, action, must) in steps {
        let known = actions.iter().find(|(own, _)| *own == action).map(|(_, name)| name.clone());
        let name = known.unwrap_or_else(|| {
            let name = match &action {
                Some(name) => name.clone(),
                None => free("step".to_owned(), &mut taken),
            };
            actions.push((action.clone(), name.clone()));
            name
        });
        transitions.push(transition(from, to, must, Some(name)));
    }
    let mut states: Vec<ExplicitState> = structure.states.iter().cloned().collect();
    let sink = StateId::from(states.len());
    let mut labels = Vec::new();
    for (place, name) in structure.propositions.iter().enumerate() {
        let action = free(format!("is:{name}"), &mut taken);
        for (id, state) in structure.states.iter_enumerated() {
            if state.labels[place].may() {
                let must = state.labels[place].must();
                transitions.push(transition(id, sink, must, Some(action.clone())));
            }
        }
        labels.push((name.clone(), action));
    }
    for state in &mut states {
        (state.labels, state.blocking) = (Vec::new(), false);
    }
    if !labels.is_empty() {
        let mut names: HashSet<String> = states.iter().map(|state| state.name.clone()).collect();
        let name = free("label".to_owned(), &mut names);
        states.push(ExplicitState { name, labels: Vec::new(), location: None, blocking: false });
    }
    let prefix = structure.prefix;
    let structure = ExplicitKripke {
        semantics: Semantics::Exact,
        total: false,
        propositions: Vec::new(),
        states: states.into(),
        prefix: 0,
        transitions,
        events: Events::default(),
        ..structure.clone()
    };
    Translation { structure, kind: Kind::Mts, prefix, actions, exists: None, labels }
}

impl Translation {
    /// A formula about the structure, about its translation.
    ///
    /// # Errors
    /// If the formula is not valid, or its positive form is too large.
    pub fn formula(&self, formula: &Formula) -> Result<Formula, Diagnostic> {
        rewrite(formula, self.prefix, self)
    }

    /// What says that a step was made by one of some actions and exists, or the opposite; `None` if
    /// every step was.
    fn guard(&self, actions: Option<&[String]>, positive: bool) -> Option<Formula> {
        let mut parts = Vec::new();
        if let Some(actions) = actions {
            let taken = |own: &Option<String>| own.as_ref().is_some_and(|a| actions.contains(a));
            let by = self.actions.iter().filter(|(own, _)| taken(own));
            parts.push(joined(by.map(|(_, name)| literal(name, positive)).collect(), !positive));
        }
        parts.extend(self.exists.iter().map(|name| literal(name, positive)));
        (!parts.is_empty()).then(|| joined(parts, positive))
    }
}

impl Rewriting for Translation {
    fn literal(&self, atom: &Atom, positive: bool) -> Formula {
        let name = atom.to_string();
        match self.labels.iter().find(|(own, _)| *own == name) {
            // The other propositions of an MTS are places.
            Some((_, action)) if self.kind == Kind::Mts => {
                let quantifier = if positive { Quantifier::Exists } else { Quantifier::Forall };
                let step = Step::Actions(vec![action.clone()]);
                Formula::Step(quantifier, step, Box::new(Formula::Const(positive)))
            }
            _ => signed(Formula::Atom(atom.clone(), Span::default()), positive),
        }
    }

    fn step(&self, quantifier: Quantifier, actions: Option<&[String]>, body: Formula) -> Formula {
        let exists = quantifier == Quantifier::Exists;
        if self.kind == Kind::Mts {
            let taken = |own: &Option<String>| match actions {
                Some(actions) => own.as_ref().is_some_and(|own| actions.contains(own)),
                None => true,
            };
            let names = self.actions.iter().filter(|(own, _)| taken(own));
            let names: Vec<String> = names.map(|(_, name)| name.clone()).collect();
            if names.is_empty() {
                return Formula::Const(!exists);
            }
            return Formula::Step(quantifier, Step::Actions(names), Box::new(body));
        }
        let body = match self.guard(actions, exists) {
            Some(guard) => joined(vec![guard, body], exists),
            None => body,
        };
        Formula::Step(quantifier, Step::Next, Box::new(body))
    }

    fn is_proposition(&self, name: &str) -> bool {
        self.structure.propositions.iter().any(|own| own == name)
            || self.labels.iter().any(|(own, _)| own == name)
    }
}
