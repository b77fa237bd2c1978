//! Expressions to pairs of Boolean functions.

use belnap_ir::boolprog::{Dialect, Expr, StarMeaning};
use belnap_ir::ids::{ScopeId, VarId};
use belnap_ir::kripke::{Partial, Variable};

use super::copies::Role;
use super::flatten::{FlatEdge, FlatProgram, Guard, Value};
use crate::bdd::{Bdd, Bdds, Exporter, NodeLimit};

/// A partial function: where it is true, where it is false.
#[derive(Clone)]
pub struct Pair {
    pub truth: Bdd,
    pub falsity: Bdd,
}

impl Pair {
    pub fn export<V: Fn(u32) -> u32>(
        &self,
        exporter: &mut Exporter<'_, V>,
    ) -> Result<Partial, NodeLimit> {
        Ok(Partial { truth: exporter.add(&self.truth)?, falsity: exporter.add(&self.falsity)? })
    }

    fn negate(self) -> Pair {
        Pair { truth: self.falsity, falsity: self.truth }
    }
}

/// The functions of an edge.
pub struct EdgeFunctions {
    pub guard: Pair,
    pub updates: Vec<(VarId, Pair)>,
    pub constrain: Option<Pair>,
    /// Choice variables used: numbers below this.
    pub choices: u32,
}

/// Builds functions over the variables of a flat program. Decision variables are ordered with a
/// variable's values before and after a step next to each other, choices last.
pub struct Functions<'a> {
    flat: &'a FlatProgram<'a>,
    variables: &'a [Variable],
    star: StarMeaning,
    bdds: Bdds,
}

/// Operations remembered while functions are built: expressions are small.
const CACHE: usize = 1 << 14;

/// The real choices of one edge, counted as they are met.
struct Choices(u32);

impl<'a> Functions<'a> {
    pub fn new(
        flat: &'a FlatProgram<'a>,
        variables: &'a [Variable],
        star: StarMeaning,
        max_nodes: usize,
    ) -> Result<Self, NodeLimit> {
        let most_choices = flat.edges.iter().map(count_choices).max().unwrap_or(0);
        let bdds = Bdds::new(2 * count(variables) + most_choices, max_nodes, CACHE)?;
        Ok(Functions { flat, variables, star, bdds })
    }

    /// A table writer that numbers variables as `SymbolicKripke` says.
    pub fn exporter(&self) -> Exporter<'_, impl Fn(u32) -> u32 + use<>> {
        let n = count(self.variables);
        Exporter::new(&self.bdds, move |var| match var {
            var if var >= 2 * n => var,
            var if var % 2 == 0 => var / 2,
            var => n + var / 2,
        })
    }

    /// Where an edge is refused whatever it chooses.
    pub fn refused(&self, falsity: &Bdd) -> Result<Bdd, NodeLimit> {
        let first = 2 * count(self.variables);
        let choices = self.bdds.support(falsity).into_iter().filter(|var| *var >= first);
        self.bdds.forall(falsity, &self.bdds.cube(choices)?)
    }

    /// Whether it is not known in all states that an edge exists, which is true where `truth` is.
    pub fn may_refuse(&self, truth: &Bdd) -> Result<bool, NodeLimit> {
        Ok(!self.is_false(&self.bdds.minus(&self.bdds.truth(), truth)?))
    }

    pub fn truth(&self) -> Bdd {
        self.bdds.truth()
    }

    pub fn and(&self, f: &Bdd, g: &Bdd) -> Result<Bdd, NodeLimit> {
        self.bdds.and(f, g)
    }

    pub fn is_false(&self, f: &Bdd) -> bool {
        self.bdds.is_false(f)
    }

    /// The states an `enforce` admits: those where it is not false.
    pub fn enforce(&self, conjuncts: &[Expr], scope: ScopeId) -> Result<Bdd, NodeLimit> {
        let mut all = self.bdds.truth();
        for conjunct in conjuncts {
            let pair = self.expr(conjunct, scope, &mut Choices(0))?;
            all = self.bdds.minus(&all, &pair.falsity)?;
        }
        Ok(all)
    }

    pub fn edge(&self, edge: &FlatEdge<'_>) -> Result<EdgeFunctions, NodeLimit> {
        let mut choices = Choices(0);
        let mut guard = self.constant(true);
        match &edge.guard {
            Guard::Always => {}
            Guard::Unknown => guard = self.unknown(),
            Guard::All(conditions) => {
                for (condition, expected) in conditions {
                    let pair = self.expr(condition, edge.scope, &mut choices)?;
                    let pair = if *expected { pair } else { pair.negate() };
                    guard = self.conjunction(&guard, &pair)?;
                }
            }
        }
        let mut updates = Vec::with_capacity(edge.updates.len());
        for (var, value) in &edge.updates {
            let pair = match value {
                Value::Expr(expr, scope) => self.expr(expr, *scope, &mut choices)?,
                Value::Parked => self.constant(false),
                Value::Unknown => self.unknown(),
                Value::Arbitrary if self.variables[var.index()].predicate => self.unknown(),
                Value::Arbitrary => self.choice(&mut choices)?,
            };
            updates.push((*var, pair));
        }
        let constrain = match edge.constrain {
            Some(expr) => Some(self.expr(expr, edge.scope, &mut choices)?),
            None => None,
        };
        Ok(EdgeFunctions { guard, updates, constrain, choices: choices.0 })
    }

    /// The values that are returned, and how many choices they use.
    pub fn values(&self, values: &[Expr], scope: ScopeId) -> Result<(Vec<Pair>, u32), NodeLimit> {
        let mut choices = Choices(0);
        let pairs = values.iter().map(|value| self.expr(value, scope, &mut choices));
        let pairs = pairs.collect::<Result<_, _>>()?;
        Ok((pairs, choices.0))
    }

    fn constant(&self, value: bool) -> Pair {
        Pair { truth: self.bdds.constant(value), falsity: self.bdds.constant(!value) }
    }

    fn unknown(&self) -> Pair {
        Pair { truth: self.bdds.falsity(), falsity: self.bdds.falsity() }
    }

    fn exact(&self, truth: Bdd) -> Result<Pair, NodeLimit> {
        let falsity = self.bdds.not(&truth)?;
        Ok(Pair { truth, falsity })
    }

    fn choice(&self, choices: &mut Choices) -> Result<Pair, NodeLimit> {
        let var = 2 * count(self.variables) + choices.0;
        choices.0 += 1;
        self.exact(self.bdds.var(var).clone())
    }

    fn conjunction(&self, a: &Pair, b: &Pair) -> Result<Pair, NodeLimit> {
        Ok(Pair {
            truth: self.bdds.and(&a.truth, &b.truth)?,
            falsity: self.bdds.or(&a.falsity, &b.falsity)?,
        })
    }

    fn expr(&self, expr: &Expr, scope: ScopeId, choices: &mut Choices) -> Result<Pair, NodeLimit> {
        match expr {
            Expr::Const(value) => Ok(self.constant(*value)),
            Expr::Var(ident) => {
                let var = self.flat.resolve(&ident.name, scope);
                self.exact(self.bdds.var(2 * var.0).clone())
            }
            Expr::Next(ident) => {
                let var = self.flat.resolve(&ident.name, scope);
                self.exact(self.bdds.var(2 * var.0 + 1).clone())
            }
            Expr::Star(_) if self.star == StarMeaning::Unknown => Ok(self.unknown()),
            Expr::Star(_) | Expr::Nondet(_) => self.choice(choices),
            Expr::Choose(q, r) if self.star == StarMeaning::Unknown => {
                let truth = self.expr(q, scope, choices)?.truth;
                let falsity = self.expr(r, scope, choices)?.truth;
                Ok(Pair { truth, falsity })
            }
            // Read as an abstraction, SLAM's word for what is not known.
            Expr::Schoose(q, r)
                if self.star == StarMeaning::Unknown
                    && self.flat.program.dialect == Dialect::Classic =>
            {
                let q = self.expr(q, scope, choices)?;
                let r = self.expr(r, scope, choices)?;
                Ok(Pair { falsity: self.bdds.and(&q.falsity, &r.truth)?, truth: q.truth })
            }
            Expr::Choose(q, r) | Expr::Schoose(q, r) => {
                let q = self.expr(q, scope, choices)?;
                let r = self.expr(r, scope, choices)?;
                let free = self.choice(choices)?;
                // q | (!r & free)
                let rest = self.conjunction(&r.negate(), &free)?.negate();
                Ok(self.conjunction(&q.negate(), &rest)?.negate())
            }
            Expr::Not(inner) => Ok(self.expr(inner, scope, choices)?.negate()),
            Expr::And(operands) => {
                let mut all = self.constant(true);
                for operand in operands {
                    all = self.conjunction(&all, &self.expr(operand, scope, choices)?)?;
                }
                Ok(all)
            }
            Expr::Or(operands) => {
                let mut none = self.constant(true);
                for operand in operands {
                    let refused = self.expr(operand, scope, choices)?.negate();
                    none = self.conjunction(&none, &refused)?;
                }
                Ok(none.negate())
            }
            Expr::Implies(a, b) => {
                let a = self.expr(a, scope, choices)?;
                let b = self.expr(b, scope, choices)?;
                Ok(self.conjunction(&a, &b.negate())?.negate())
            }
            Expr::Eq(a, b) => self.equality(a, b, scope, choices),
            Expr::Ne(a, b) => Ok(self.equality(a, b, scope, choices)?.negate()),
        }
    }

    fn equality(
        &self,
        a: &Expr,
        b: &Expr,
        scope: ScopeId,
        choices: &mut Choices,
    ) -> Result<Pair, NodeLimit> {
        let a = self.expr(a, scope, choices)?;
        let b = self.expr(b, scope, choices)?;
        let both = self.bdds.and(&a.truth, &b.truth)?;
        let neither = self.bdds.and(&a.falsity, &b.falsity)?;
        let only_a = self.bdds.and(&a.truth, &b.falsity)?;
        let only_b = self.bdds.and(&a.falsity, &b.truth)?;
        Ok(Pair { truth: self.bdds.or(&both, &neither)?, falsity: self.bdds.or(&only_a, &only_b)? })
    }
}

fn count(variables: &[Variable]) -> u32 {
    u32::try_from(variables.len()).expect("variables are numbered by u32")
}

/// An upper bound of the real choices an edge can make.
fn count_choices(edge: &FlatEdge<'_>) -> u32 {
    let guard = match &edge.guard {
        Guard::Always | Guard::Unknown => 0,
        Guard::All(conditions) => conditions.iter().map(|(expr, _)| stars(expr)).sum(),
    };
    let updates: u32 = edge
        .updates
        .iter()
        .map(|(_, value)| match value {
            Value::Expr(expr, _) => stars(expr),
            Value::Arbitrary => 1,
            Value::Parked | Value::Unknown => 0,
        })
        .sum();
    let returned = match edge.role {
        Role::Return(_, Some(values)) => values.iter().map(stars).sum(),
        _ => 0,
    };
    guard + updates + returned + edge.constrain.map_or(0, stars)
}

fn stars(expr: &Expr) -> u32 {
    match expr {
        Expr::Const(_) | Expr::Var(_) | Expr::Next(_) => 0,
        Expr::Star(_) | Expr::Nondet(_) => 1,
        Expr::Choose(a, b) | Expr::Schoose(a, b) => 1 + stars(a) + stars(b),
        Expr::Not(inner) => stars(inner),
        Expr::And(operands) | Expr::Or(operands) => operands.iter().map(stars).sum(),
        Expr::Ne(a, b) | Expr::Eq(a, b) | Expr::Implies(a, b) => stars(a) + stars(b),
    }
}
