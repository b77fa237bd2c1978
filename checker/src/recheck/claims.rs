//! The rules of definite claims, but for steps.

use belnap_ir::belnap::Belnap;
use belnap_ir::ids::VarId;
use belnap_ir::result::{ProofChild, Rule};

use super::formula::{FormulaId, Positive};
use super::meaning::{TriVector, is_complete};
use super::{Reading, Rechecker};

impl Rechecker<'_> {
    /// What a claim rests on, if it follows from it.
    pub(super) fn justify(&mut self, (index, id): Reading) -> Result<Vec<Reading>, String> {
        let node = &self.explanation.proof[index];
        if !self.formulas.shows(&node.formula, id) {
            return Err(format!("'{}' is not what it should be about", node.formula));
        }
        let splits = node.rule == Rule::Split;
        if splits != node.variable.is_some() {
            return Err("it names a variable if and only if it is divided by one".to_owned());
        }
        match (node.value, node.rule) {
            (_, Rule::Cut) if self.explanation.cut => Ok(Vec::new()),
            (_, Rule::Cut) => Err("it is left out, but nothing is said of that".to_owned()),
            (Belnap::Unknown, _) => self.justify_unknown((index, id)),
            (Belnap::True, _) if node.unknown.is_some() => {
                Err("it is definite and yet something is unknown".to_owned())
            }
            (Belnap::True, _) => self.justify_true((index, id)),
            (value, _) => Err(format!("its value is {value}")),
        }
    }

    fn justify_true(&mut self, (index, id): Reading) -> Result<Vec<Reading>, String> {
        let rule = self.node(index).rule;
        match (rule, self.formulas.get(id).clone()) {
            (Rule::Atom, _) => self.atom((index, id)),
            (Rule::And, Positive::And(parts)) => self.all_parts(index, &parts),
            (Rule::Or, Positive::Or(parts)) => {
                let found = self.all_children(index, &parts)?;
                if found.len() == 1 { Ok(found) } else { Err("not one disjunct".to_owned()) }
            }
            (Rule::Unfold, _) => self.unfolding((index, id)),
            (Rule::Split, _) => self.halves((index, id)),
            (Rule::Seed, _) if self.options.seeded && self.formulas.fixpoint(id).is_some() => {
                Ok(Vec::new())
            }
            (Rule::MustStep | Rule::Hyper | Rule::MayStep, Positive::Step(..)) => {
                self.step((index, id))
            }
            (rule, _) => Err(format!("rule {rule:?} is not for this formula")),
        }
    }

    /// The states a claim is about.
    pub(super) fn states(&self, index: usize) -> Result<Vec<TriVector>, String> {
        let claim = &self.claims[index];
        match claim.completions {
            true => self.meaning.completions(claim.at, &claim.state),
            false => Ok(vec![claim.state.clone()]),
        }
    }

    fn atom(&self, (index, id): Reading) -> Result<Vec<Reading>, String> {
        if !self.node(index).children.is_empty() {
            return Err("an atom rests on nothing".to_owned());
        }
        let at = self.claims[index].at;
        let is_true = |state: &TriVector| match self.formulas.get(id) {
            Positive::Const(value) => *value,
            Positive::Literal(atom, true) => self.meaning.atom(atom, at, state).must(),
            Positive::Literal(atom, false) => !self.meaning.atom(atom, at, state).may(),
            _ => false,
        };
        match self.states(index)?.iter().all(is_true) {
            true => Ok(Vec::new()),
            false => Err("the state does not decide it".to_owned()),
        }
    }

    /// The child, if it has the same value and is about the same states, without a step.
    pub(super) fn child_here(&self, index: usize, child: &ProofChild) -> Result<usize, String> {
        let to = child.node.index();
        if child.step.is_some() {
            return Err("a child is reached by a step".to_owned());
        }
        if self.node(to).value != self.node(index).value {
            return Err("a child has another value".to_owned());
        }
        if !self.claims[to].is_same_place(&self.claims[index]) {
            return Err("a child is about other states".to_owned());
        }
        Ok(to)
    }

    /// Every child as one about some of these parts.
    pub(super) fn all_children(
        &mut self,
        index: usize,
        parts: &[FormulaId],
    ) -> Result<Vec<Reading>, String> {
        let proof = &self.explanation.proof;
        let mut found = Vec::new();
        for (place, child) in proof[index].children.iter().enumerate() {
            let to = self.child_here(index, child)?;
            let text = &proof[to].formula;
            // Parts can look the same; then the order tells.
            let mut parts = parts.iter().cycle().skip(place).take(parts.len());
            let part = parts.find(|part| self.formulas.shows(text, **part));
            found.push((to, *part.ok_or("a child is not a part of it")?));
        }
        Ok(found)
    }

    fn all_parts(&mut self, index: usize, parts: &[FormulaId]) -> Result<Vec<Reading>, String> {
        let found = self.all_children(index, parts)?;
        match parts.iter().all(|part| found.iter().any(|(_, shown)| shown == part)) {
            true => Ok(found),
            false => Err("a conjunct is missing".to_owned()),
        }
    }

    pub(super) fn unfolding(&mut self, (index, id): Reading) -> Result<Vec<Reading>, String> {
        let body = self.formulas.unfold(id).ok_or("it is not a fixpoint")?;
        let [child] = self.node(index).children.as_slice() else {
            return Err("a fixpoint has one body".to_owned());
        };
        let to = self.child_here(index, child)?;
        match self.formulas.shows(&self.explanation.proof[to].formula, body) {
            true => Ok(vec![(to, body)]),
            false => Err("the child is not its body".to_owned()),
        }
    }

    fn halves(&self, (index, id): Reading) -> Result<Vec<Reading>, String> {
        let node = self.node(index);
        let claim = &self.claims[index];
        let name = node.variable.as_deref().unwrap_or_default();
        let var: VarId = self.meaning.variable(name)?;
        if !claim.completions || claim.state[var.index()].is_some() {
            return Err(format!("it is not about several states that {name} tells apart"));
        }
        let mut found = Vec::new();
        for value in [true, false] {
            let mut state = claim.state.clone();
            state[var.index()] = Some(value);
            let half = node.children.iter().find(|child| {
                let half = &self.claims[child.node.index()];
                let completions = !is_complete(&state);
                half.at == claim.at && half.state == state && half.completions == completions
            });
            match half {
                Some(half) if half.step.is_none() && self.has_value(half, Belnap::True) => {
                    found.push((half.node.index(), id));
                }
                Some(_) => return Err("a half is not claimed".to_owned()),
                None if self.meaning.completions(claim.at, &state)?.is_empty() => {}
                None => return Err(format!("the half where {name} is {value} is missing")),
            }
        }
        match found.len() == node.children.len() {
            true => Ok(found),
            false => Err("a child is not a half".to_owned()),
        }
    }

    pub(super) fn has_value(&self, child: &ProofChild, value: Belnap) -> bool {
        self.node(child.node.index()).value == value
    }
}
