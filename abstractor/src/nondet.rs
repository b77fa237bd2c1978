//! Choices of the environment.
//!
//! Predicates that mention a chosen variable are correlated, so the edge becomes one alternative
//! per combination of them that some choice can bring about: a guard that says where it can, and
//! constants. A predicate that can become either way in every state, whatever the others become,
//! is simply `nondet`.

use belnap_ir::cfg::{Cfg, Edge, IntegerMode};
use belnap_ir::expr::{BinaryOp, Expr};
use belnap_ir::fold::{largest, smallest};
use belnap_ir::ids::{CfgEdgeId, CfgVarId};
use belnap_ir::substitute::{size, substitute};
use belnap_ir::types::Type;
use belnap_solver::linear::solutions;
use belnap_solver::session::Session;
use belnap_solver::wp::MAX_SIZE;
use fixedbitset::FixedBitSet;

use crate::approximate::{Choice, Worker};
use crate::edges::{Alternative, Effect, Guard, Update};

/// Limit on alternatives of an edge; predicates beyond become unknown.
const MAX_ALTERNATIVES: usize = 64;

/// Limit on variables of one group for which values are proposed.
const MAX_CHOSEN: usize = 3;

/// The graph with a second variable for each that the environment chooses somewhere: its value
/// after the choice. The second of variable x is found with `twin`.
pub fn with_twins(cfg: &Cfg) -> Cfg {
    let mut extended = cfg.clone();
    for var in &cfg.variables {
        let mut twin = var.clone();
        twin.name = format!("{}'", var.name);
        twin.c_name = None;
        extended.variables.push(twin);
    }
    extended
}

/// The value of a variable after a choice; `cfg` is [`with_twins`].
fn twin(cfg: &Cfg, var: CfgVarId) -> CfgVarId {
    CfgVarId::from(cfg.variables.len() / 2 + var.index())
}

/// Predicates that one choice decides together, with what they can become.
struct Group {
    predicates: Vec<usize>,
    /// Each with the guard under which it can come about.
    outcomes: Vec<(FixedBitSet, Option<Choice>)>,
}

impl Worker<'_> {
    /// The alternatives of a choice of `vars`.
    pub(crate) fn nondet(
        &mut self,
        (id, edge): (CfgEdgeId, &Edge),
        over: &[usize],
        vars: &[CfgVarId],
    ) -> Vec<Alternative> {
        let mut updates = self.updates((id, edge), over, &Effect::Change(vars), None);
        let mut groups = Vec::new();
        for predicates in self.groups(edge, vars) {
            if let Some(outcomes) = self.outcomes(&predicates, vars, over) {
                groups.push(Group { predicates, outcomes });
            }
        }
        // Those that need no alternatives.
        let (free, mut tied): (Vec<Group>, Vec<Group>) = groups.into_iter().partition(Group::free);
        for group in free {
            set(&mut updates, group.predicates[0], Update::Nondet);
        }
        // Too many alternatives: the largest groups stay unknown.
        tied.sort_by_key(|group| (group.outcomes.len(), group.predicates[0]));
        let mut count = 1;
        tied.retain(|group| {
            let fits = count * group.outcomes.len() <= MAX_ALTERNATIVES;
            count *= if fits { group.outcomes.len() } else { 1 };
            fits
        });
        tied.sort_by_key(|group| group.predicates[0]);
        let mut alternatives = vec![Alternative { guard: None, updates, excluded: Vec::new() }];
        for group in &tied {
            alternatives = alternatives.iter().flat_map(|one| group.apply(one)).collect();
        }
        alternatives
    }

    /// The tracked predicates that a choice of `vars` changes, those together that share a chosen
    /// variable.
    fn groups(&self, edge: &Edge, vars: &[CfgVarId]) -> Vec<Vec<usize>> {
        let chosen = |predicate: usize| -> Vec<CfgVarId> {
            let own = &self.predicates.all[predicate].vars;
            own.iter().copied().filter(|var| vars.contains(var)).collect()
        };
        let mut groups: Vec<(Vec<usize>, Vec<CfgVarId>)> = Vec::new();
        for predicate in self.predicates.at[edge.to].ones() {
            let mut own = chosen(predicate);
            if own.is_empty() {
                continue;
            }
            let mut together = vec![predicate];
            groups.retain_mut(|(predicates, vars)| {
                let shares = vars.iter().any(|var| own.contains(var));
                if shares {
                    together.append(predicates);
                    own.append(vars);
                }
                !shares
            });
            together.sort_unstable();
            groups.push((together, own));
        }
        let mut groups: Vec<Vec<usize>> = groups.into_iter().map(|(group, _)| group).collect();
        groups.sort();
        groups
    }

    /// What a group can become; `None` if that is too much to list.
    fn outcomes(
        &mut self,
        group: &[usize],
        vars: &[CfgVarId],
        over: &[usize],
    ) -> Option<Vec<(FixedBitSet, Option<Choice>)>> {
        let cfg = self.cfg;
        let renamed = |var: CfgVarId| vars.contains(&var).then(|| Expr::Var(twin(cfg, var)));
        let after: Vec<Expr> = group
            .iter()
            .map(|predicate| {
                let condition = substitute(&self.predicates.all[*predicate].condition, &renamed);
                self.conditions.normal(&condition)
            })
            .collect();
        let theory = self.theory();
        let atoms: Vec<_> = after.iter().map(|condition| theory.atom(condition)).collect();
        let listed = theory.combinations(&atoms, MAX_ALTERNATIVES, || {
            let mut session = Session::new(&theory.prover, cfg);
            let numbers: Vec<usize> = after.iter().map(|one| session.atom(one)).collect();
            session.sample();
            session.combinations(&numbers, MAX_ALTERNATIVES)
        });
        let all = listed.get().and_then(Clone::clone)?;
        let mut outcomes = Vec::new();
        for outcome in all {
            let literals: Vec<Expr> = after
                .iter()
                .enumerate()
                .map(|(at, condition)| match outcome.contains(at) {
                    true => condition.clone(),
                    false => condition.clone().negate(),
                })
                .collect();
            let guard = self.possible(&literals, vars, over);
            outcomes.push((outcome, guard));
        }
        Some(outcomes)
    }

    /// Where some choice makes all conditions true; `None` if everywhere.
    fn possible(&mut self, literals: &[Expr], vars: &[CfgVarId], over: &[usize]) -> Option<Choice> {
        let cfg = self.cfg;
        let first_twin = cfg.variables.len() / 2;
        let mut closed = true;
        for literal in literals {
            literal.for_each_var(&mut |var| closed &= var.index() >= first_twin);
            // An address is a constant, but an unknown one.
            let mut objects = Vec::new();
            literal.collect_objects(&mut objects);
            closed &= objects.is_empty();
        }
        if closed {
            // It is possible, and nothing else has a say.
            return None;
        }
        let together = match literals {
            [only] => only.clone(),
            _ => Expr::And(literals.to_vec()),
        };
        let impossible = self.conditions.normal(&together.clone().negate());
        let falsity = self.weakest(&impossible, over);
        let chosen: Vec<CfgVarId> = vars
            .iter()
            .map(|var| twin(cfg, *var))
            .filter(|twin| literals.iter().any(|literal| literal.mentions(&|var| var == *twin)))
            .collect();
        let (truth, exact) = match self.propose(&together, &chosen) {
            Some(possible) => {
                let truth = self.weakest(&possible, over);
                let exact = self.covers_everything(&possible, &truth, &falsity, over);
                (truth, exact)
            }
            None => (Vec::new(), false),
        };
        let guard = Choice { truth, falsity, exact };
        (!guard.is_true()).then_some(guard)
    }

    /// A condition that says that one of some proposed values satisfies `condition`: it implies
    /// that some value does.
    fn propose(&self, condition: &Expr, chosen: &[CfgVarId]) -> Option<Expr> {
        if chosen.len() > MAX_CHOSEN {
            return None;
        }
        let mut possible = condition.clone();
        for var in chosen {
            let values = self.values(condition, *var)?;
            let mut cases = Vec::new();
            for value in values {
                let put = |other: CfgVarId| (other == *var).then(|| value.clone());
                let case = self.conditions.normal(&substitute(&possible, &put));
                if case == Expr::Bool(true) {
                    return Some(case);
                }
                if case != Expr::Bool(false) && !cases.contains(&case) {
                    cases.push(case);
                }
            }
            possible = match cases.len() {
                0 => Expr::Bool(false),
                1 => cases.remove(0),
                _ => Expr::Or(cases),
            };
            if size(&possible, MAX_SIZE) >= MAX_SIZE {
                return None;
            }
        }
        Some(self.conditions.normal(&possible))
    }

    /// Values worth trying for a variable: the one that it has, what makes the sides of a
    /// comparison equal, and the numbers next to that.
    fn values(&self, condition: &Expr, var: CfgVarId) -> Option<Vec<Expr>> {
        let same = Expr::Var(CfgVarId::from(var.index() - self.cfg.variables.len() / 2));
        let ty = match self.cfg.type_of(var) {
            Type::Bool => return Some(vec![Expr::Bool(true), Expr::Bool(false)]),
            Type::Int(ty) => ty,
            Type::Array(_) => return Some(vec![same]),
        };
        let mut values = solutions(self.cfg, condition, var);
        let first_twin = self.cfg.variables.len() / 2;
        values.retain(|value| {
            let mut plain = self.cfg.type_of_expr(value) == Some(Type::Int(ty));
            value.for_each_var(&mut |var| plain &= var.index() < first_twin);
            plain
        });
        values.dedup();
        let mut all: Vec<Expr> = vec![same];
        for value in values.into_iter().take(8) {
            let next = |op| Expr::binary(op, value.clone(), Expr::Int(1, ty));
            let steps = (ty.bits > 1).then(|| [next(BinaryOp::Sub), next(BinaryOp::Add)]);
            all.push(value.clone());
            all.extend(steps.into_iter().flatten());
        }
        all.push(Expr::Int(0, ty));
        if self.cfg.machine.integers != IntegerMode::Mathematical {
            all.push(Expr::Int(smallest(ty), ty));
            all.push(Expr::Int(largest(ty), ty));
        }
        Some(all)
    }
}

impl Group {
    /// One predicate that can become either way everywhere.
    fn free(&self) -> bool {
        self.predicates.len() == 1
            && self.outcomes.len() == 2
            && self.outcomes.iter().all(|(_, guard)| guard.is_none())
    }

    /// The alternative, once for each outcome.
    fn apply(&self, to: &Alternative) -> Vec<Alternative> {
        let mut all = Vec::new();
        for (outcome, guard) in &self.outcomes {
            let mut one = to.clone();
            for (at, predicate) in self.predicates.iter().enumerate() {
                let value = Choice::constant(outcome.contains(at));
                set(&mut one.updates, *predicate, Update::Choice(value));
            }
            one.guard = match (one.guard.take(), guard) {
                (None, guard) => guard.clone().map(Guard::Choice),
                (Some(Guard::Choice(a)), Some(b)) => Some(Guard::Choice(a.and(b))),
                (guard, _) => guard,
            };
            all.push(one);
        }
        all
    }
}

fn set(updates: &mut [(usize, Update)], predicate: usize, value: Update) {
    if let Some((_, update)) = updates.iter_mut().find(|(known, _)| *known == predicate) {
        *update = value;
    }
}
