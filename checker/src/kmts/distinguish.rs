//! Formulas that are true in one state and not in another (May/Must Theorem 4): for a pair (a, c)
//! that is not in the completeness preorder, from the move that fails.
//!
//! * A label that does not agree is a literal.
//! * If no must-transition of c matches a must-transition from a to a', `EX` of what tells a' from
//!   all targets of must-transitions of c.
//! * If no may-transition of a matches a may-transition from c to c', `AX` of what tells some
//!   target of the may-transitions of a from c', one for each target.
//!
//! The fewest nested steps are taken, and of the moves that do, the one with the smallest formula.

use std::collections::HashMap;

use belnap_ir::belnap::Belnap;

use super::formulas::{FormulaId, Formulas, Node};
use super::graph::Graph;
use super::preorder::Relation;

/// Steps that a formula may nest: property files bound how deep formulas nest.
pub const MAX_STEPS: u32 = 120;

/// How many pairs may be looked at, counted once for each number of steps.
const MAX_EFFORT: usize = 3_000_000;

/// Moves for which formulas are compared, in a pair.
const MAX_MOVES: usize = 12;

/// Why a pair is not in the preorder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// This proposition is definite in a, and not the same in c.
    Label(usize),
    /// This must-transition of a (action, target) is matched by none of c.
    Must(u32, u32),
    /// This may-transition of c (action, target) is matched by none of a.
    May(u32, u32),
}

/// A limit was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Exhausted {
    /// On nested steps.
    #[error("what tells them apart takes more than {MAX_STEPS} steps")]
    Steps,
    /// On pairs.
    #[error("what tells them apart takes too many pairs of states to find")]
    Pairs,
}

/// What is known of the steps that tell a pair apart.
#[derive(Clone, Copy, Debug)]
struct Steps {
    /// So many are enough, if known.
    enough: Option<u32>,
    /// Fewer than these are not enough.
    needed: u32,
}

/// Formulas for pairs that are not in a relation, the completeness preorder.
pub struct Distinguisher<'g> {
    relation: &'g Relation,
    graph: &'g Graph,
    steps: HashMap<(u32, u32), Steps>,
    found: HashMap<(u32, u32), (FormulaId, Cause)>,
    effort: usize,
    /// The formulas.
    pub formulas: Formulas<'g>,
}

impl<'g> Distinguisher<'g> {
    /// Nothing is known yet.
    pub fn new(graph: &'g Graph, relation: &'g Relation) -> Self {
        Distinguisher {
            relation,
            graph,
            steps: HashMap::new(),
            found: HashMap::new(),
            effort: MAX_EFFORT,
            formulas: Formulas::new(graph),
        }
    }

    /// A formula that is true in a and not in c, and the move that it begins with.
    ///
    /// # Errors
    /// If that takes more steps or pairs than the limits allow.
    pub fn tell_apart(&mut self, a: u32, c: u32) -> Result<(FormulaId, Cause), Exhausted> {
        for steps in 0..=MAX_STEPS {
            if self.within(a, c, steps)? {
                return self.build(a, c, steps);
            }
        }
        Err(Exhausted::Steps)
    }

    /// Whether so many steps tell the pair apart.
    fn within(&mut self, a: u32, c: u32, steps: u32) -> Result<bool, Exhausted> {
        if self.relation.has(a, c) {
            return Ok(false);
        }
        let unknown = Steps { enough: None, needed: 0 };
        let known = self.steps.get(&(a, c)).copied().unwrap_or(unknown);
        if known.enough.is_some_and(|enough| enough <= steps) {
            return Ok(true);
        }
        if steps < known.needed {
            return Ok(false);
        }
        self.effort = self.effort.checked_sub(1).ok_or(Exhausted::Pairs)?;
        let apart = self.label_cause(a, c).is_some()
            || (steps > 0 && !self.moves(a, c, steps, 1)?.is_empty());
        let known = match apart {
            true => Steps { enough: Some(steps), ..known },
            false => Steps { needed: steps + 1, ..known },
        };
        self.steps.insert((a, c), known);
        Ok(apart)
    }

    fn label_cause(&self, a: u32, c: u32) -> Option<Cause> {
        let mut pairs = self.graph.label_of(a).iter().zip(self.graph.label_of(c));
        pairs.position(|(a, c)| !a.less_informative_or_equal(*c)).map(Cause::Label)
    }

    /// At most so many of the moves that tell the pair apart in so many steps.
    fn moves(&mut self, a: u32, c: u32, steps: u32, most: usize) -> Result<Vec<Cause>, Exhausted> {
        let graph = self.graph;
        let mut found = Vec::new();
        for (action, to) in graph.must.of(a) {
            let mut fails = true;
            for other in graph.must.by(c, *action) {
                fails = fails && self.within(*to, other, steps - 1)?;
            }
            if fails {
                found.push(Cause::Must(*action, *to));
            }
            if found.len() == most {
                return Ok(found);
            }
        }
        for (action, to) in graph.may.of(c) {
            let mut fails = true;
            for other in graph.may.by(a, *action) {
                fails = fails && self.within(other, *to, steps - 1)?;
            }
            if fails {
                found.push(Cause::May(*action, *to));
            }
            if found.len() == most {
                return Ok(found);
            }
        }
        Ok(found)
    }

    /// The formula of a pair that so many steps tell apart, and no fewer.
    fn build(&mut self, a: u32, c: u32, steps: u32) -> Result<(FormulaId, Cause), Exhausted> {
        if let Some(known) = self.found.get(&(a, c)) {
            return Ok(*known);
        }
        let found = match self.label_cause(a, c) {
            Some(cause @ Cause::Label(proposition)) => {
                let positive = self.graph.label_of(a)[proposition] == Belnap::True;
                (self.formulas.add(Node::Literal(proposition as u32, positive)), cause)
            }
            _ => {
                let mut best: Option<(FormulaId, Cause)> = None;
                for cause in self.moves(a, c, steps, MAX_MOVES)? {
                    let formula = self.of_move(a, c, cause)?;
                    let size = self.formulas.size(formula);
                    if best.is_none_or(|(best, _)| size < self.formulas.size(best)) {
                        best = Some((formula, cause));
                    }
                }
                best.ok_or(Exhausted::Pairs)?
            }
        };
        self.found.insert((a, c), found);
        Ok(found)
    }

    fn of_move(&mut self, a: u32, c: u32, cause: Cause) -> Result<FormulaId, Exhausted> {
        let graph = self.graph;
        Ok(match cause {
            Cause::Must(action, to) => {
                let mut parts = Vec::new();
                for other in graph.must.by(c, action) {
                    // What tells it from another target may do here, too.
                    if parts.iter().all(|part| self.formulas.is_true(*part, other)) {
                        parts.push(self.tell_apart(to, other)?.0);
                    }
                }
                self.drop_needless(&mut parts, |formulas, left| {
                    let mut others = graph.must.by(c, action);
                    others.all(|other| left.iter().any(|part| !formulas.is_true(*part, other)))
                });
                let body = self.formulas.all(parts);
                self.formulas.add(Node::Exists(action, body))
            }
            Cause::May(action, to) => {
                let mut parts = Vec::new();
                for other in graph.may.by(a, action) {
                    if parts.iter().all(|part| !self.formulas.is_true(*part, other)) {
                        parts.push(self.tell_apart(other, to)?.0);
                    }
                }
                self.drop_needless(&mut parts, |formulas, left| {
                    let mut others = graph.may.by(a, action);
                    others.all(|other| left.iter().any(|part| formulas.is_true(*part, other)))
                });
                let body = self.formulas.any(parts);
                self.formulas.add(Node::Forall(action, body))
            }
            Cause::Label(_) => return Err(Exhausted::Pairs),
        })
    }

    fn drop_needless(
        &mut self,
        parts: &mut Vec<FormulaId>,
        mut enough: impl FnMut(&mut Formulas<'g>, &[FormulaId]) -> bool,
    ) {
        let mut index = 0;
        while parts.len() > 1 && index < parts.len() {
            let part = parts.remove(index);
            if !enough(&mut self.formulas, parts) {
                parts.insert(index, part);
                index += 1;
            }
        }
    }
}
