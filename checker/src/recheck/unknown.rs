//! The rules of unknown claims.

use belnap_ir::belnap::Belnap;
use belnap_ir::kripke::{LocationKind, Semantics, SymbolicEdge};
use belnap_ir::result::{ProofChild, Rule, StepTaken, Unknown, UnknownKind};

use super::formula::{FormulaId, Positive};
use super::meaning::agrees;
use super::{Reading, Rechecker};

impl Rechecker<'_> {
    pub(super) fn justify_unknown(&mut self, (index, id): Reading) -> Result<Vec<Reading>, String> {
        let node = &self.explanation.proof[index];
        if self.claims[index].completions {
            return Err("it is about several states".to_owned());
        }
        if node.rule == Rule::UnknownChild && node.unknown.is_some() {
            return Err("something is unknown elsewhere, not here".to_owned());
        }
        match (node.rule, self.formulas.get(id).clone()) {
            (Rule::UnknownAtom, Positive::Literal(..)) => self.unknown_atom((index, id)),
            (Rule::UnknownChild, Positive::And(parts) | Positive::Or(parts)) => {
                let found = self.all_children(index, &parts)?;
                if found.len() == 1 { Ok(found) } else { Err("not one part".to_owned()) }
            }
            (Rule::UnknownChild, Positive::Step(_, actions, body)) => {
                self.definite_step(index, actions.as_deref(), body)
            }
            (Rule::UnknownChild, _) => self.unfolding((index, id)),
            (Rule::UnknownStep, Positive::Step(..)) if node.children.is_empty() => {
                self.unknown_half(index)
            }
            (Rule::UnknownStep, Positive::Step(_, actions, body)) => {
                self.unknown_step(index, actions.as_deref(), body)
            }
            (rule, _) => Err(format!("rule {rule:?} is not for this formula")),
        }
    }

    /// Nothing is known of may-transitions.
    fn unknown_half(&self, index: usize) -> Result<Vec<Reading>, String> {
        let node = self.node(index);
        let half = node.unknown.as_ref().is_some_and(|unknown| {
            unknown.kind == UnknownKind::Semantics
                && unknown.location == node.location
                && unknown.statement.is_empty()
        });
        match half && self.meaning.kripke.semantics == Semantics::Under {
            true => Ok(Vec::new()),
            false => Err("no transition is said to be unknown".to_owned()),
        }
    }

    fn unknown_atom(&self, (index, id): Reading) -> Result<Vec<Reading>, String> {
        let node = self.node(index);
        let claim = &self.claims[index];
        let Positive::Literal(atom, _) = self.formulas.get(id) else {
            return Err("it is not an atom".to_owned());
        };
        if self.meaning.atom(atom, claim.at, &claim.state) != Belnap::Unknown {
            return Err("the state decides it".to_owned());
        }
        let label = node.unknown.as_ref().is_some_and(|unknown| {
            unknown.kind == UnknownKind::Label
                && unknown.location == node.location
                && unknown.variable.as_ref() == Some(&atom.to_string())
        });
        match label && node.children.is_empty() {
            true => Ok(Vec::new()),
            false => Err("it does not say that this atom is unknown".to_owned()),
        }
    }

    /// The only child, and the step to it.
    fn only_step(&self, index: usize) -> Result<(&ProofChild, &StepTaken), String> {
        match self.node(index).children.as_slice() {
            [child] => Ok((child, child.step.as_ref().ok_or("the step is missing")?)),
            _ => Err("it does not rest on one step".to_owned()),
        }
    }

    /// The edge along which a step has its value.
    fn edge_of(
        &self,
        index: usize,
        child: &ProofChild,
        step: &StepTaken,
        actions: Option<&[String]>,
    ) -> Result<&SymbolicEdge, String> {
        let from = &self.claims[index];
        let to = &self.claims[child.node.index()];
        for edge in self.along(from.at, to.at, step, actions) {
            let must = self.must_reach(edge, &from.state, to)?;
            let may = self.meaning.kripke.semantics == Semantics::Under
                || self.meaning.may(edge, &from.state)?.contains(&to.state);
            if step.value == Belnap::from_halves(must, may) {
                return Ok(edge);
            }
        }
        Err(format!("no transition is {} there", step.value))
    }

    fn definite_step(
        &self,
        index: usize,
        actions: Option<&[String]>,
        body: FormulaId,
    ) -> Result<Vec<Reading>, String> {
        let (child, step) = self.only_step(index)?;
        if step.value != Belnap::True || !self.has_value(child, Belnap::Unknown) {
            return Err("it is not a definite step to what is unknown".to_owned());
        }
        self.edge_of(index, child, step, actions)?;
        Ok(vec![(child.node.index(), body)])
    }

    fn unknown_step(
        &mut self,
        index: usize,
        actions: Option<&[String]>,
        body: FormulaId,
    ) -> Result<Vec<Reading>, String> {
        let (child, step) = self.only_step(index)?;
        if step.value != Belnap::Unknown {
            return Err("the step is not unknown".to_owned());
        }
        let to = child.node.index();
        let edge = self.edge_of(index, child, step, actions)?;
        let node = self.node(index);
        let unknown = node.unknown.as_ref().ok_or("it does not say what is unknown")?;
        if unknown.location != node.location || unknown.statement != edge.statement {
            return Err("what is unknown is elsewhere".to_owned());
        }
        self.check_kind(index, to, edge, unknown)?;
        let text = &self.explanation.proof[to].formula;
        let definite = self.explanation.proof[to].value == Belnap::True;
        let negation = self.formulas.negation(body).filter(|_| definite);
        let mut readings: Vec<FormulaId> = [Some(body), negation].into_iter().flatten().collect();
        readings.retain(|id| self.formulas.shows(text, *id));
        // A variable looks the same in both directions; what it unfolds to tells.
        let fits = readings.iter().find(|id| self.justify((to, **id)).is_ok());
        let found = fits.or(readings.first()).ok_or("the child is about something else")?;
        Ok(vec![(to, *found)])
    }

    /// Whether the fact said to be missing about an edge is missing.
    fn check_kind(
        &self,
        index: usize,
        to: usize,
        edge: &SymbolicEdge,
        unknown: &Unknown,
    ) -> Result<(), String> {
        let mut must = self.meaning.must(edge, &self.claims[index].state)?;
        // Other choices lead elsewhere.
        must.retain(|next| agrees(&self.claims[to].state, next));
        let missing = match (unknown.kind, &unknown.variable) {
            (UnknownKind::Deeper, None) => {
                let locations = &self.meaning.kripke.locations;
                [edge.from, edge.to].iter().any(|at| locations[*at].kind == LocationKind::Deeper)
            }
            (UnknownKind::Condition, None) => must.is_empty(),
            (UnknownKind::Update, Some(name)) => {
                let var = self.meaning.variable(name)?;
                must.iter().any(|next| next[var.index()].is_none())
            }
            (UnknownKind::Transition, Some(target)) => {
                edge.statement.is_empty() && self.meaning.kripke.locations[edge.to].name == *target
            }
            (UnknownKind::Semantics, None) => self.meaning.kripke.semantics != Semantics::Exact,
            _ => false,
        };
        if missing { Ok(()) } else { Err("what is said to be unknown is known".to_owned()) }
    }
}
