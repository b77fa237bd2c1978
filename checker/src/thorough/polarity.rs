//! Formulas that three values are enough for: the self-minimizing test (May/Must §9, corrected).
//!
//! That no atom has both polarities is not enough where transitions are unknown: each is an atom
//! too, positive under `EX` and negative under `AX`. If also nothing depends on transitions, or
//! only in one of these ways, one completion is the best for a formula and one the worst, and the
//! three values say which value it has in each.

use belnap_ir::belnap::Belnap;

use super::closure::{Closure, Node};
use super::model::Model;

/// Why three values are enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settled {
    /// No unknown atom has both polarities, and the formula speaks of one state only.
    OneState,
    /// The same, and all transitions are known.
    KnownSteps,
    /// The same, with `AX` and the like only, and no demand leaves a choice.
    Universal,
    /// The same, with `EX` and the like only.
    Existential,
    /// LTL, on a product that reads unknown letters anew at each visit, and every state has a
    /// completion.
    Product,
}

impl Settled {
    /// A sentence about it.
    pub const fn reason(self) -> &'static str {
        match self {
            Settled::OneState => {
                "no unknown atom has both polarities, and the formula is about single states"
            }
            Settled::KnownSteps => {
                "no unknown atom has both polarities, and no transition is unknown"
            }
            Settled::Universal => {
                "no unknown atom has both polarities, and all its modalities are universal"
            }
            Settled::Existential => {
                "no unknown atom has both polarities, and all its modalities are existential"
            }
            Settled::Product => {
                "in LTL, three values read unknown labels anew at each visit, as completions have \
                 them, and every state has a completion"
            }
        }
    }
}

/// Which signs an atom or a modality has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Signs {
    /// Without negation; `EX`.
    pub positive: bool,
    /// With negation; `AX`.
    pub negative: bool,
}

impl Signs {
    /// Whether it has both.
    pub const fn mixed(self) -> bool {
        self.positive && self.negative
    }

    const fn add(&mut self, positive: bool) {
        if positive {
            self.positive = true;
        } else {
            self.negative = true;
        }
    }
}

/// The signs of the atoms of a formula, in the order of its atoms, and those of its modalities.
pub fn signs(closure: &Closure) -> (Vec<Signs>, Signs) {
    let mut atoms = vec![Signs::default(); closure.atoms.len()];
    let mut steps = Signs::default();
    for node in &closure.nodes {
        match node {
            Node::Literal { atom, positive } => atoms[*atom as usize].add(*positive),
            Node::Step(modality, _) => steps.add(modality.exists),
            _ => {}
        }
    }
    (atoms, steps)
}

/// Why three values may not be enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsettled {
    /// An atom that is unknown somewhere has both polarities: its index.
    Atom(usize),
    /// Transitions are unknown, and modalities are of both kinds.
    Steps,
    /// One of several transitions has to exist.
    Demand,
}

impl Unsettled {
    /// A sentence about it.
    pub fn reason(self, closure: &Closure) -> String {
        match self {
            Unsettled::Atom(atom) => {
                format!("'{}' is unknown somewhere, and has both polarities", closure.atoms[atom].0)
            }
            Unsettled::Steps => {
                "transitions are unknown, and modalities are of both kinds".to_owned()
            }
            Unsettled::Demand => "one of several transitions has to exist".to_owned(),
        }
    }
}

/// Whether an unknown three-valued answer is the thorough one; of LTL, see [`super::linear`].
///
/// # Errors
/// What is against it.
pub fn settled(model: &Model<'_>, atoms: &[Signs], steps: Signs) -> Result<Settled, Unsettled> {
    let unknown = |atom: usize| model.labels.iter().any(|label| label[atom] == Belnap::Unknown);
    let mixed = |atom: &usize| atoms[*atom].mixed() && unknown(*atom);
    if let Some(atom) = (0..atoms.len()).find(mixed) {
        return Err(Unsettled::Atom(atom));
    }
    let view = model.view;
    match (steps.positive, steps.negative) {
        (false, false) => Ok(Settled::OneState),
        _ if view.is_decided() => Ok(Settled::KnownSteps),
        _ if !view.is_kmts() => Err(Unsettled::Demand),
        (false, true) => Ok(Settled::Universal),
        (true, false) => Ok(Settled::Existential),
        (true, true) => Err(Unsettled::Steps),
    }
}
