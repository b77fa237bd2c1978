//! Explanations re-checked, claim by claim.
//!
//! An explanation is believed if every claim follows from its children under its rule, the first
//! claim is about the property in the right initial states, and least fixpoints are well founded.
//! All of that can be decided locally, with nothing but the definitions in `belnap_ir::kripke`:
//! this module shares no code with the engines or with what writes explanations. It tries all
//! completions of a state, so it is for structures with few unknown entries per claim.
//!
//! What is *not* checked is that an unknown value is really unknown: only that the chain of
//! claims leads along real transitions to a fact that the structure really leaves open.

mod branches;
mod claims;
mod cycles;
mod formula;
mod meaning;
mod path;
mod steps;
mod unknown;

use std::collections::HashMap;

use belnap_ir::belnap::Belnap;
use belnap_ir::ids::{LocId, ProofId};
use belnap_ir::kripke::SymbolicKripke;
use belnap_ir::property::Formula;
use belnap_ir::result::{Explanation, ProofNode, Rule, Unknown, UnknownKind, Verdict};

pub use branches::{eliminated, recheck_branches};
use formula::{FormulaId, Formulas};
use meaning::{Meaning, TriVector, agrees, is_complete, too_many};

/// What an explanation may rely on.
#[derive(Clone, Copy, Debug)]
pub struct RecheckOptions {
    /// The `wp` trick was used.
    pub hyper: bool,
    /// Fixpoints were seeded from an earlier result, which is believed.
    pub seeded: bool,
}

/// Why an explanation is not believed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// A claim does not follow.
    #[error("claim {claim}: {reason}")]
    Claim {
        /// The claim.
        claim: ProofId,
        /// What is wrong.
        reason: String,
    },
    /// The whole is wrong, or the path is.
    #[error("{reason}")]
    Whole {
        /// What is wrong.
        reason: String,
    },
}

impl Refusal {
    /// Whether nothing is known to be wrong: there was too much to try.
    pub fn is_limit(&self) -> bool {
        let (Refusal::Claim { reason, .. } | Refusal::Whole { reason }) = self;
        *reason == too_many()
    }
}

/// Checks that an explanation shows that a property has a verdict on a structure.
///
/// # Errors
/// The first claim that does not follow, or why the explanation could not be checked.
pub fn recheck(
    kripke: &SymbolicKripke,
    property: &Formula,
    verdict: Verdict,
    explanation: &Explanation,
    options: RecheckOptions,
) -> Result<(), Refusal> {
    let mut formulas = Formulas::default();
    let judged = formulas.add(property);
    let (truth, falsity) = formulas.add_steps(kripke.prefix, judged);
    let meaning = Meaning::new(kripke);
    let claims = explanation.proof.iter().enumerate();
    let claims = claims.map(|(index, node)| {
        let claim = Claim::read(&meaning, node);
        claim.map_err(|reason| Refusal::Claim { claim: index.into(), reason })
    });
    let claims = claims.collect::<Result<Vec<_>, Refusal>>()?;
    let mut checker = Rechecker { meaning, formulas, claims, explanation, options };
    let whole = |reason: String| Refusal::Whole { reason };
    checker.check_listed().map_err(whole)?;
    if explanation.proof.is_empty() {
        return checker.check_empty(verdict).map_err(whole);
    }
    let first = match verdict {
        Verdict::Holds => checker.first_true().map(|()| (0, truth)),
        Verdict::Fails => checker.first_false(truth, falsity),
        Verdict::Inconclusive => checker.first_unknown(truth).map(|()| (0, truth)),
    };
    let first = first.map_err(|reason| Refusal::Claim { claim: ProofId(0), reason })?;
    if verdict != Verdict::Inconclusive || !checker.is_undecided_entry() {
        checker.check_from(first, verdict)?;
    }
    checker.check_path().map_err(whole)?;
    checker.check_shortest().map_err(whole)
}

/// A claim as a person reads it.
#[derive(Debug)]
struct Claim {
    at: LocId,
    state: TriVector,
    /// About every complete state that agrees, and not just one.
    completions: bool,
}

impl Claim {
    fn read(meaning: &Meaning<'_>, node: &ProofNode) -> Result<Self, String> {
        let at = meaning.location(&node.location)?;
        let state = meaning.state(at, &node.state)?;
        let completions = node.completions && !is_complete(&state);
        Ok(Claim { at, state, completions })
    }

    /// Whether a claim about this is a claim about that state.
    fn covers(&self, state: &TriVector) -> bool {
        if self.completions { agrees(state, &self.state) } else { *state == self.state }
    }

    fn is_same_place(&self, other: &Claim) -> bool {
        self.at == other.at && self.state == other.state && self.completions == other.completions
    }
}

/// A claim (by place) read as one about a formula.
type Reading = (usize, FormulaId);

/// What each reading rests on.
type Premises = HashMap<Reading, Vec<Reading>>;

struct Rechecker<'a> {
    meaning: Meaning<'a>,
    formulas: Formulas,
    claims: Vec<Claim>,
    explanation: &'a Explanation,
    options: RecheckOptions,
}

impl Rechecker<'_> {
    fn node(&self, index: usize) -> &ProofNode {
        &self.explanation.proof[index]
    }

    /// Numbers are places, children exist, and the unknowns listed are those of the claims.
    fn check_listed(&self) -> Result<(), String> {
        let proof = &self.explanation.proof;
        for (index, node) in proof.iter().enumerate() {
            if node.id.index() != index {
                return Err(format!("claim {} stands at place {index}", node.id));
            }
            if node.children.iter().any(|child| child.node.index() >= proof.len()) {
                return Err(format!("a child of claim {} does not exist", node.id));
            }
        }
        let stated: Vec<&Unknown> = proof.iter().filter_map(|node| node.unknown.as_ref()).collect();
        let listed = &self.explanation.unknowns;
        let all = stated.iter().all(|unknown| listed.contains(unknown));
        if !all || !listed.iter().all(|unknown| stated.contains(&unknown)) {
            return Err("the unknowns listed are not those of the claims".to_owned());
        }
        Ok(())
    }

    /// Nothing is explained where there is nothing to explain: without initial states.
    fn check_empty(&self, verdict: Verdict) -> Result<(), String> {
        if verdict != Verdict::Inconclusive || !self.meaning.initial()?.is_empty() {
            return Err("nothing is claimed".to_owned());
        }
        Ok(())
    }

    fn check_entry(&self, value: Belnap) -> Result<(), String> {
        if self.claims[0].at != self.meaning.kripke.entry {
            return Err("it is not about the entry".to_owned());
        }
        if self.node(0).value != value {
            return Err(format!("its value is not {value}"));
        }
        Ok(())
    }

    /// A property holds if it is true in every initial state.
    fn first_true(&self) -> Result<(), String> {
        self.check_entry(Belnap::True)?;
        let initial = self.meaning.initial()?;
        if initial.is_empty() || !initial.iter().all(|state| self.claims[0].covers(state)) {
            return Err("it is not about all initial states".to_owned());
        }
        Ok(())
    }

    /// A property fails if it is false in one state known to stand for a concrete one, or in all.
    fn first_false(&mut self, truth: FormulaId, falsity: FormulaId) -> Result<Reading, String> {
        self.check_entry(Belnap::False)?;
        let claim = &self.claims[0];
        let initial = self.meaning.initial()?;
        let mut inhabited = self.meaning.inhabited()?.into_iter();
        let all = !initial.is_empty() && initial.iter().all(|state| claim.covers(state));
        let some = inhabited.any(|state| match claim.completions {
            true => claim.covers(&state) && is_complete(&state),
            // What is definite stays so if more is known.
            false => agrees(&state, &claim.state),
        });
        if !all && !some {
            return Err("it is not about a state that is known to exist".to_owned());
        }
        let text = self.explanation.proof[0].formula.as_str();
        if !self.formulas.shows(text, truth) {
            return Err("it does not show the property".to_owned());
        }
        let node = self.node(0);
        let (Rule::Negation, [child]) = (node.rule, node.children.as_slice()) else {
            return Err("it does not rest on the negation alone".to_owned());
        };
        let child = child.node.index();
        if node.variable.is_some() || node.unknown.is_some() || node.children[0].step.is_some() {
            return Err("it says more than a negation can".to_owned());
        }
        if child == 0 || !self.claims[child].is_same_place(claim) {
            return Err("the negation is not about the same states".to_owned());
        }
        Ok((child, falsity))
    }

    fn first_unknown(&mut self, truth: FormulaId) -> Result<(), String> {
        self.check_entry(Belnap::Unknown)?;
        if self.is_undecided_entry() {
            return self.check_undecided_entry(truth);
        }
        if !self.meaning.initial()?.contains(&self.claims[0].state) {
            return Err("it is not about an initial state".to_owned());
        }
        Ok(())
    }

    /// Whether all that is said is that the property is decided in every initial state, but not
    /// in the same way.
    fn is_undecided_entry(&self) -> bool {
        let node = self.node(0);
        node.rule == Rule::UnknownAtom
            && node.state.is_empty()
            && !is_complete(&self.claims[0].state)
            && self.claims.len() == 1
    }

    fn check_undecided_entry(&mut self, truth: FormulaId) -> Result<(), String> {
        let node = &self.explanation.proof[0];
        if !self.formulas.shows(&node.formula, truth) {
            return Err("it does not show the property".to_owned());
        }
        let unknown = node.unknown.as_ref().ok_or("it does not say what is unknown")?;
        if let Some(name) = &unknown.variable {
            let variable = &self.meaning.kripke.variables[self.meaning.variable(name)?];
            if !variable.predicate {
                return Err(format!("{name} is not a predicate"));
            }
        }
        if unknown.kind != UnknownKind::Label || unknown.location != node.location {
            return Err("what is unknown is not a label here".to_owned());
        }
        Ok(())
    }

    /// Checks all claims, from the first reading on.
    fn check_from(&mut self, first: Reading, verdict: Verdict) -> Result<(), Refusal> {
        let mut premises = Premises::new();
        let mut open = vec![first];
        let mut read = vec![false; self.claims.len()];
        read[0] = true;
        while let Some(reading) = open.pop() {
            if premises.contains_key(&reading) {
                continue;
            }
            read[reading.0] = true;
            let claim = reading.0.into();
            if verdict != Verdict::Inconclusive && self.node(reading.0).value != Belnap::True {
                let reason = "what is not true decides nothing".to_owned();
                return Err(Refusal::Claim { claim, reason });
            }
            let found = self.justify(reading);
            let found = found.map_err(|reason| Refusal::Claim { claim, reason })?;
            open.extend(found.iter().copied());
            premises.insert(reading, found);
        }
        if let Some(unread) = read.iter().position(|read| !read) {
            let reason = "nothing rests on it".to_owned();
            return Err(Refusal::Claim { claim: unread.into(), reason });
        }
        if let Some((index, _)) = self.unfounded(&premises) {
            let reason = if verdict == Verdict::Inconclusive {
                "it rests on itself".to_owned()
            } else {
                "a least fixpoint rests on itself".to_owned()
            };
            return Err(Refusal::Claim { claim: index.into(), reason });
        }
        Ok(())
    }
}
