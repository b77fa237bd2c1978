//! The plain engine: formulas over explicit structures, straight from the definitions.
//!
//! It is written to be believed by reading it, and shares nothing with the symbolic engine but
//! `belnap-ir`. The value of a formula is one [`Belnap`] per state. Connectives work state by
//! state; `EX φ` is the disjunction over all transitions of *transition and φ behind it*;
//! `AX φ` is `!EX !φ`; every other operator is the least or greatest solution, in the truth
//! order, of its textbook equation, found by iteration from `f` or `t`.
//!
//! What a reader would guess wrong:
//! * In a state without successors `EX φ` is false and `AX φ` true, so `AF φ` is true there too.
//! * In structures of `over` semantics no transition is definite; in `under` nothing is known of
//!   the may half, so `EX φ` is never definitely false and `AX φ` never definitely true.
//! * With [`ExplicitOptions::hyper`] (the `wp` trick, YASM §5) `EX φ` is also definitely true where
//!   some transition may exist and all that may exist lead to where φ is definitely true: one of
//!   them must exist, as the concrete system is total. That is not known of the transitions with a
//!   given action, so `<a> φ` does not profit.

mod atoms;
mod verdict;

use belnap_ir::belnap::Belnap;
use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::ids::{StateId, TiVec};
use belnap_ir::kripke::{ExplicitKripke, ExplicitTransition, Semantics};
use belnap_ir::property::{Along, Between, Fixpoint, Formula, Quantifier, Step};
use belnap_ir::validate;

pub use atoms::{untracked, values as atom_values};
pub use verdict::{Inconsistent, at_entry, verdict};

/// What may be chosen about an evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExplicitOptions {
    /// Use the `wp` trick where the structure is total.
    pub hyper: bool,
}

impl Default for ExplicitOptions {
    fn default() -> Self {
        ExplicitOptions { hyper: true }
    }
}

/// One value per state.
type Values = Vec<Belnap>;

/// The value of the formula in every state, in the structure's order.
///
/// The structure satisfies its invariants. A formula that does not satisfy its own, or that has
/// an atom the structure knows nothing about, is an error.
///
/// # Errors
/// If the formula is not valid, or the structure knows nothing of an atom.
pub fn evaluate(
    structure: &ExplicitKripke,
    formula: &Formula,
    options: &ExplicitOptions,
) -> Result<Vec<Belnap>, Diagnostic> {
    if let Some(wrong) = validate::property::formula(formula).into_iter().next() {
        return Err(wrong);
    }
    Evaluator { relation: Relation::new(structure, options), bound: Vec::new() }.value(formula)
}

/// The transition relation, by source.
struct Relation<'s> {
    structure: &'s ExplicitKripke,
    hyper: bool,
    outgoing: TiVec<StateId, Vec<&'s ExplicitTransition>>,
}

impl<'s> Relation<'s> {
    fn new(structure: &'s ExplicitKripke, options: &ExplicitOptions) -> Self {
        let mut outgoing = vec![Vec::new(); structure.states.len()];
        for transition in &structure.transitions {
            outgoing[transition.from.index()].push(transition);
        }
        let hyper = options.hyper && structure.total && structure.semantics != Semantics::Under;
        Relation { structure, hyper, outgoing: outgoing.into() }
    }

    /// `EX φ`, `<> φ`, `<a> φ`, where φ has these values.
    fn exists(&self, step: &Step, body: &[Belnap]) -> Values {
        self.outgoing.keys().map(|state| self.exists_from(state, step, body)).collect()
    }

    /// `AX φ`, `[] φ`, `[a] φ`, where φ has these values.
    fn forall(&self, step: &Step, body: &[Belnap]) -> Values {
        not(self.exists(step, &not(body.to_vec())))
    }

    fn exists_from(&self, state: StateId, step: &Step, body: &[Belnap]) -> Belnap {
        let mut must = false;
        let mut may = self.structure.semantics == Semantics::Under;
        for transition in self.outgoing[state].iter().filter(|t| takes(step, t)) {
            let reached = body[transition.to.index()];
            let definite = transition.value.must() && self.structure.semantics != Semantics::Over;
            must |= definite && reached.must();
            may |= transition.value.may() && reached.may();
        }
        Belnap::from_halves(must || self.all_possible_from(state, step, body), may)
    }

    /// The `wp` trick: something may be next, and whatever may be next is definitely in φ.
    fn all_possible_from(&self, state: StateId, step: &Step, body: &[Belnap]) -> bool {
        if !self.hyper || self.structure.states[state].blocking || matches!(step, Step::Actions(_))
        {
            return false;
        }
        let mut possible = self.outgoing[state].iter().filter(|t| t.value.may()).peekable();
        possible.peek().is_some() && possible.all(|t| body[t.to.index()].must())
    }
}

/// Whether the step looks at the transition.
fn takes(step: &Step, transition: &ExplicitTransition) -> bool {
    match step {
        Step::Next | Step::Modal => true,
        Step::Actions(actions) => {
            transition.action.as_ref().is_some_and(|action| actions.contains(action))
        }
    }
}

fn not(values: Values) -> Values {
    values.into_iter().map(|value| !value).collect()
}

fn and(left: &[Belnap], right: &[Belnap]) -> Values {
    left.iter().zip(right).map(|(&l, &r)| l & r).collect()
}

fn or(left: &[Belnap], right: &[Belnap]) -> Values {
    left.iter().zip(right).map(|(&l, &r)| l | r).collect()
}

struct Evaluator<'s, 'f> {
    relation: Relation<'s>,
    /// Current values of the enclosing fixpoint variables, innermost last.
    bound: Vec<(&'f str, Values)>,
}

impl<'f> Evaluator<'_, 'f> {
    fn value(&mut self, formula: &'f Formula) -> Result<Values, Diagnostic> {
        Ok(match formula {
            Formula::Const(value) => self.constant(*value),
            Formula::Atom(atom, span) => atoms::values(self.relation.structure, atom, *span)?,
            Formula::Var(name, _) => {
                let binder = self.bound.iter().rev().find(|(bound, _)| bound == name);
                binder.map_or_else(|| self.constant(false), |(_, values)| values.clone())
            }
            Formula::Not(body) => not(self.value(body)?),
            Formula::And(operands) => {
                let mut all = self.constant(true);
                for operand in operands {
                    all = and(&all, &self.value(operand)?);
                }
                all
            }
            Formula::Or(operands) => {
                let mut any = self.constant(false);
                for operand in operands {
                    any = or(&any, &self.value(operand)?);
                }
                any
            }
            Formula::Implies(left, right) => or(&not(self.value(left)?), &self.value(right)?),
            Formula::Iff(left, right) => {
                let (left, right) = (self.value(left)?, self.value(right)?);
                and(&or(&not(left.clone()), &right), &or(&not(right), &left))
            }
            Formula::Step(quantifier, step, body) => {
                let body = self.value(body)?;
                self.step(*quantifier, step, &body)
            }
            Formula::Along(quantifier, along, body) => {
                let body = self.value(body)?;
                let nothing = self.constant(*along == Along::Finally);
                match along {
                    // F φ is true U φ, and G φ is false R φ.
                    Along::Finally => self.until(*quantifier, &nothing, &body),
                    Along::Globally => self.release(*quantifier, &nothing, &body),
                }
            }
            Formula::Between(quantifier, between, left, right) => {
                let (left, right) = (self.value(left)?, self.value(right)?);
                match between {
                    Between::Until => self.until(*quantifier, &left, &right),
                    Between::Release => self.release(*quantifier, &left, &right),
                    Between::WeakUntil => self.release(*quantifier, &right, &or(&left, &right)),
                }
            }
            Formula::Fixpoint(kind, name, body) => {
                let mut current = self.constant(*kind == Fixpoint::Greatest);
                loop {
                    self.bound.push((name, current));
                    let next = self.value(body)?;
                    match self.bound.pop() {
                        Some((_, current)) if current == next => return Ok(next),
                        _ => current = next,
                    }
                }
            }
        })
    }

    fn constant(&self, value: bool) -> Values {
        vec![Belnap::from(value); self.relation.outgoing.len()]
    }

    fn step(&self, quantifier: Quantifier, step: &Step, body: &[Belnap]) -> Values {
        match quantifier {
            Quantifier::Exists => self.relation.exists(step, body),
            Quantifier::Forall => self.relation.forall(step, body),
        }
    }

    /// The least Z with Z = right | (left & X Z).
    fn until(&self, quantifier: Quantifier, left: &[Belnap], right: &[Belnap]) -> Values {
        let mut current = self.constant(false);
        loop {
            let next = or(right, &and(left, &self.step(quantifier, &Step::Next, &current)));
            if next == current {
                return current;
            }
            current = next;
        }
    }

    /// The greatest Z with Z = right & (left | X Z).
    fn release(&self, quantifier: Quantifier, left: &[Belnap], right: &[Belnap]) -> Values {
        let mut current = self.constant(true);
        loop {
            let next = and(right, &or(left, &self.step(quantifier, &Step::Next, &current)));
            if next == current {
                return current;
            }
            current = next;
        }
    }
}
