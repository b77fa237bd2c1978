//! Measures of loops: what a loop counts down, so that it does not go on forever.
//!
//! Abstraction forgets that `while (x > 0) x--;` ends: over the predicate `x > 0` there is an
//! execution that stays in it. But a number of a machine has finitely many values: in a loop that
//! is not left, one that gets smaller again and again gets larger again and again, too. That needs
//! no proof, whatever the number is, and the same goes for several, of which the first that changes
//! counts. So a formula of LTL need only be true of the executions of which this is true: of a
//! program all, of an abstraction not. (Progress monitors: Kesten, Pnueli, *Verification by
//! Augmented Finitary Abstraction*, 2000.)
//!
//! There is a measure for each of two depths of loops. An inner loop is entered again and again,
//! each time with any number, so that its measure is said to get larger where it is entered.

use belnap_ir::cfg::{Cfg, IntegerMode, Operation};
use belnap_ir::effects::assigned;
use belnap_ir::expr::{BinaryOp, CompareOp, Expr};
use belnap_ir::graph::{cycles, last_first, outgoing, successors};
use belnap_ir::ids::{CfgEdgeId, CfgLocId, CfgVarId, TiVec, ti_vec};
use belnap_ir::substitute::{size, substitute};
use belnap_ir::types::{IntType, Type};

/// Numbers that the measure of one loop consists of, at most.
const MOST_PARTS: usize = 3;

/// Numbers that are larger as expressions, before or after a step, are not looked at.
const MAX_SIZE: usize = 40;

/// How the measures of loops of one depth change.
#[derive(Clone, Debug)]
pub struct Measure {
    /// By location: whether the next step makes it smaller.
    pub falls: TiVec<CfgLocId, Expr>,
    /// By location: whether the next step makes it larger, or may.
    pub rises: TiVec<CfgLocId, Expr>,
}

/// The measures of a program's loops: of the outermost ones, then of those inside. A depth at which
/// no loop looks at a number that it changes has none, nor have programs with calls.
pub fn measures(cfg: &Cfg) -> Vec<Measure> {
    let calls = cfg.edges.iter().any(|edge| matches!(edge.operation, Operation::Call { .. }));
    if calls || cfg.machine.integers == IntegerMode::Mathematical {
        return Vec::new();
    }
    let successors = successors(cfg);
    let mut rank = ti_vec![0; cfg.locations.len()];
    last_first(cfg).into_iter().enumerate().for_each(|(at, location)| rank[location] = at);
    let all: Vec<CfgLocId> = cfg.locations.keys().collect();
    let outer = cycles(&successors, &all, &|_| true, &|_, _| true);
    let mut inner = Vec::new();
    for members in &outer {
        let head = members.iter().copied().max_by_key(|at| rank[*at]);
        let rest = |at: CfgLocId| Some(at) != head && members.contains(&at);
        inner.extend(cycles(&successors, members, &rest, &|_, _| true));
    }
    let (outer, inner) = (Loops::new(cfg, &outer), Loops::new(cfg, &inner));
    let guards_of_inner = |at: CfgLocId| inner.of[at].is_some();
    let again =
        |from: CfgLocId, to: CfgLocId| outer.of[from].is_some() && outer.of[from] == outer.of[to];
    let own = outer.measure(&guards_of_inner, &|_, _| false);
    own.into_iter().chain(inner.measure(&|_| false, &again)).collect()
}

/// Loops that share no location.
struct Loops<'a> {
    cfg: &'a Cfg,
    outgoing: TiVec<CfgLocId, Vec<CfgEdgeId>>,
    /// The loop of each location.
    of: TiVec<CfgLocId, Option<usize>>,
    count: usize,
}

impl<'a> Loops<'a> {
    fn new(cfg: &'a Cfg, loops: &[Vec<CfgLocId>]) -> Self {
        let mut of = ti_vec![None; cfg.locations.len()];
        for (number, members) in loops.iter().enumerate() {
            members.iter().for_each(|at| of[*at] = Some(number));
        }
        Loops { cfg, outgoing: outgoing(cfg), of, count: loops.len() }
    }

    /// Their measure, if one of them has any, by guards that are not `left_out`. One loop comes
    /// from another, or from outside, by a step that may be taken `again` and again.
    fn measure(
        &self,
        left_out: &dyn Fn(CfgLocId) -> bool,
        again: &dyn Fn(CfgLocId, CfgLocId) -> bool,
    ) -> Option<Measure> {
        let numbers: Vec<Vec<Expr>> =
            (0..self.count).map(|number| self.numbers(number, left_out)).collect();
        if numbers.iter().all(Vec::is_empty) {
            return None;
        }
        let mut measure = Measure { falls: TiVec::new(), rises: TiVec::new() };
        for at in self.cfg.locations.keys() {
            let own = self.of[at].map_or(&[][..], |number| &numbers[number]);
            let enters = |edge: &CfgEdgeId| {
                let to = self.cfg.edges[*edge].to;
                self.of[to].is_some() && self.of[to] != self.of[at] && again(at, to)
            };
            let (falls, rises) = match self.outgoing[at].iter().any(enters) {
                true => (Expr::Bool(false), Expr::Bool(true)),
                false => self.change(at, own),
            };
            measure.falls.push(falls);
            measure.rises.push(rises);
        }
        Some(measure)
    }

    /// The numbers that must not be 0, or not be less, to stay in a loop, and that it counts: with
    /// a variable whose new value depends on its old one.
    fn numbers(&self, number: usize, left_out: &dyn Fn(CfgLocId) -> bool) -> Vec<Expr> {
        let inside = |at: CfgLocId| self.of[at] == Some(number);
        let edges = || self.cfg.edges.iter().filter(|edge| inside(edge.from) && inside(edge.to));
        let mut counted = vec![false; self.cfg.variables.len()];
        for edge in edges() {
            let Operation::Assign(assignments) = &edge.operation else { continue };
            for (var, value) in assignments {
                counted[var.index()] |= value.mentions(&|own| own == *var);
            }
        }
        let mut found: Vec<Expr> = Vec::new();
        for edge in edges().filter(|edge| !left_out(edge.from)) {
            let Operation::Assume(guard) = &edge.operation else { continue };
            let parts = match guard {
                Expr::And(operands) => operands.as_slice(),
                one => std::slice::from_ref(one),
            };
            for own in parts.iter().filter_map(|part| self.number(part)) {
                let fits = own.mentions(&|var| counted[var.index()]) && !found.contains(&own);
                if fits && found.len() < MOST_PARTS && size(&own, MAX_SIZE + 1) <= MAX_SIZE {
                    found.push(own);
                }
            }
        }
        found
    }

    /// What is positive, or not 0, if a condition is true.
    fn number(&self, condition: &Expr) -> Option<Expr> {
        let Expr::Compare(op, operands) = condition else { return None };
        let [left, right] = &**operands;
        self.int_type(left)?;
        let (more, less) = match op {
            CompareOp::Lt | CompareOp::Le => (right, left),
            CompareOp::Gt | CompareOp::Ge | CompareOp::Ne => (left, right),
            CompareOp::Eq => return None,
        };
        Some(match less {
            Expr::Int(0, _) => more.clone(),
            _ => Expr::binary(BinaryOp::Sub, more.clone(), less.clone()),
        })
    }

    fn int_type(&self, number: &Expr) -> Option<IntType> {
        self.cfg.type_of_expr(number).and_then(Type::as_int)
    }

    /// Whether the next step makes the first of some numbers that changes smaller, and whether it
    /// makes it larger.
    fn change(&self, at: CfgLocId, numbers: &[Expr]) -> (Expr, Expr) {
        let unknown = (Expr::Bool(false), Expr::Bool(true));
        let changed = |number: &&Expr| {
            let of = |edge: &CfgEdgeId| assigned(&self.cfg.edges[*edge].operation);
            let vars: Vec<CfgVarId> = self.outgoing[at].iter().flat_map(of).collect();
            number.mentions(&|var| vars.contains(&var))
        };
        let numbers: Vec<&Expr> = numbers.iter().filter(changed).collect();
        if numbers.is_empty() {
            return (Expr::Bool(false), Expr::Bool(false));
        }
        let [edge] = self.outgoing[at][..] else { return unknown };
        let Operation::Assign(assignments) = &self.cfg.edges[edge].operation else {
            return unknown;
        };
        let value = |var: CfgVarId| {
            assignments.iter().find(|(own, _)| *own == var).map(|(_, value)| value.clone())
        };
        let (mut same, mut falls, mut rises) = (Vec::new(), Vec::new(), Vec::new());
        for number in numbers {
            let next = substitute(number, &value);
            let Some(ty) = self.int_type(number).filter(|_| size(&next, MAX_SIZE + 1) <= MAX_SIZE)
            else {
                return unknown;
            };
            // Of a difference that is positive, every value is one without a sign.
            let of = |number: &Expr| Expr::cast(IntType::unsigned(ty.bits), number.clone());
            let compare = |op| Expr::compare(op, of(&next), of(number));
            let first = |op| joined(Expr::And, [same.clone(), vec![compare(op)]].concat());
            falls.push(first(CompareOp::Lt));
            rises.push(first(CompareOp::Gt));
            same.push(compare(CompareOp::Eq));
        }
        (joined(Expr::Or, falls), joined(Expr::Or, rises))
    }
}

/// Several conditions as one; a single one is itself.
fn joined(of: fn(Vec<Expr>) -> Expr, mut conditions: Vec<Expr>) -> Expr {
    match conditions.len() {
        1 => conditions.swap_remove(0),
        _ => of(conditions),
    }
}
