//! Random small graphs, irreducible loops among them, whose states can all be listed.

use std::collections::{BTreeMap, BTreeSet};

use belnap_ir::cfg::{
    Cfg, Edge, Function, Location, LocationKind, Machine, Operation, Scope, Variable, VariableKind,
};
use belnap_ir::expr::{BinaryOp, CompareOp, Expr, UnaryOp};
use belnap_ir::fold::Arithmetic;
use belnap_ir::graph::{Element, outgoing, successors, weak_topological_order};
use belnap_ir::ids::{CfgLocId, CfgVarId};
use belnap_ir::types::{ArrayType, IntType, Type};
use belnap_test_support::random::Random;
use belnap_test_support::seeds;

use super::checked;
use crate::certificate::CertificateFindings;

const X: CfgVarId = CfgVarId(0);
const Y: CfgVarId = CfgVarId(1);
const REGION: CfgVarId = CfgVarId(2);
const CELL: IntType = IntType::unsigned(2);
const WIDE: IntType = IntType::signed(3);
const INDEX: IntType = IntType::unsigned(1);
const ARRAY: ArrayType = ArrayType { index: INDEX, cell: CELL };

/// Values of `x`, `y`, and the two cells of the region.
type Valuation = [i128; 4];

/// A cap on rounds; loops that take more are taken to be endless.
const CAP: u32 = 8;

struct Maker(Random);

impl Maker {
    fn number(&mut self, ty: IntType, depth: u32) -> Expr {
        let other = if ty == CELL { WIDE } else { CELL };
        match if depth == 0 { self.0.below(2) } else { self.0.below(10) } {
            0 => Expr::int(self.0.below(8).into(), ty),
            1 => Expr::var(if ty == CELL { X } else { Y }),
            2 => Expr::Unary(
                self.0.pick(&[UnaryOp::Neg, UnaryOp::BitNot]),
                Box::new(self.number(ty, depth - 1)),
            ),
            3 => Expr::cast(ty, self.number(other, depth - 1)),
            4 => Expr::cast(ty, self.truth(depth - 1)),
            5 => Expr::ite(
                self.truth(depth - 1),
                self.number(ty, depth - 1),
                self.number(ty, depth - 1),
            ),
            6 if ty == CELL => {
                Expr::read(self.region(depth - 1), Expr::cast(INDEX, self.number(WIDE, depth - 1)))
            }
            7 => {
                let op = self.0.pick(&[BinaryOp::Shl, BinaryOp::Shr]);
                Expr::binary(op, self.number(ty, depth - 1), self.number(other, depth - 1))
            }
            _ => {
                use BinaryOp::{Add, BitAnd, BitOr, BitXor, Div, Mul, Rem, Sub};
                let op = self.0.pick(&[Add, Add, Sub, Mul, Div, Rem, BitAnd, BitOr, BitXor]);
                Expr::binary(op, self.number(ty, depth - 1), self.number(ty, depth - 1))
            }
        }
    }

    fn truth(&mut self, depth: u32) -> Expr {
        use CompareOp::{Eq, Ge, Gt, Le, Lt, Ne};
        let depth = depth.saturating_sub(1);
        let ty = self.0.pick(&[CELL, WIDE]);
        match self.0.below(6) {
            0 if depth > 0 => Expr::And(vec![self.truth(depth), self.truth(depth)]),
            1 if depth > 0 => Expr::Or(vec![self.truth(depth), self.truth(depth)]),
            2 if depth > 0 => Expr::Not(Box::new(self.truth(depth))),
            _ => {
                let op = self.0.pick(&[Eq, Ne, Lt, Le, Gt, Ge]);
                Expr::compare(op, self.number(ty, depth), self.number(ty, depth))
            }
        }
    }

    fn region(&mut self, depth: u32) -> Expr {
        let index = |maker: &mut Maker| Expr::cast(INDEX, maker.number(CELL, depth.min(1)));
        match if depth == 0 { 0 } else { self.0.below(7) } {
            0 => Expr::var(REGION),
            1 | 2 => Expr::write(self.region(depth - 1), index(self), self.number(CELL, depth - 1)),
            3 => Expr::Fill(ARRAY, Box::new(self.number(CELL, depth - 1))),
            4 => Expr::Splice(Box::new([
                self.region(depth - 1),
                self.region(depth - 1),
                index(self),
                index(self),
            ])),
            5 => Expr::Shift(Box::new([self.region(depth - 1), index(self)])),
            _ => Expr::ite(self.truth(depth - 1), self.region(depth - 1), self.region(depth - 1)),
        }
    }

    fn operation(&mut self) -> Operation {
        match self.0.below(8) {
            0 => Operation::Nondet(vec![self.0.pick(&[X, Y])]),
            1 => Operation::Unknown(vec![self.0.pick(&[X, Y, REGION])]),
            2 => Operation::Assign(vec![(REGION, self.region(2))]),
            3 => Operation::Assign(vec![(X, self.number(CELL, 2)), (Y, self.number(WIDE, 2))]),
            // Counting makes loops end.
            4 | 5 => {
                let one = Expr::int(1, WIDE);
                Operation::Assign(vec![(Y, Expr::binary(BinaryOp::Add, Expr::var(Y), one))])
            }
            _ => Operation::Assign(vec![(X, self.number(CELL, 2))]),
        }
    }

    /// The edges from a location.
    fn edges(&mut self, from: CfgLocId, count: u32, edges: &mut Vec<Edge>) {
        let mut edge = |to: u64, operation: Operation| {
            let to = CfgLocId(to as u32);
            edges.push(Edge { operation, ..Edge::skip(from, to) });
        };
        let target = |maker: &mut Maker| match maker.0.below(3) {
            0 => maker.0.below(count.into()),
            // Mostly on, so that programs end.
            _ => (u64::from(from.0) + 1 + maker.0.below(2)).min(u64::from(count) - 1),
        };
        match self.0.below(10) {
            0..=3 => edge(target(self), self.operation()),
            4 => {
                edge(target(self), self.operation());
                edge(target(self), Operation::Assume(self.truth(2)));
            }
            5 => {
                edge(target(self), Operation::AssumeUnknown);
                edge(target(self), Operation::AssumeUnknown);
            }
            6 => {
                let number = self.number(WIDE, 1);
                let is =
                    |value| Expr::compare(CompareOp::Eq, number.clone(), Expr::int(value, WIDE));
                edge(target(self), Operation::Assume(is(0)));
                edge(target(self), Operation::Assume(is(1)));
                let other = Expr::And(vec![is(0).negate(), is(1).negate()]);
                edge(target(self), Operation::Assume(other));
            }
            _ => {
                let condition = self.truth(2);
                edge(target(self), Operation::Assume(condition.clone()));
                edge(target(self), Operation::Assume(condition.negate()));
            }
        }
    }

    fn graph(&mut self) -> Cfg {
        let mut cfg = Cfg::empty(Machine::default());
        let count = 4 + self.0.below(5) as u32;
        let kind = |at: u32| match count - at {
            2 => LocationKind::Failed,
            1 => LocationKind::Halted,
            _ => LocationKind::Normal,
        };
        cfg.locations = (0..count).map(|at| Location::bare(kind(at))).collect();
        cfg.scopes.push(Scope { function: "main".to_owned(), caller: None, call: None });
        let variable = |name: &str, ty| Variable {
            c_name: Some(name.to_owned()),
            c_type: "int".to_owned(),
            kind: VariableKind::Global,
            ..Variable::temporary(name.to_owned(), ty)
        };
        cfg.variables = vec![
            variable("x", Type::Int(CELL)),
            variable("y", Type::Int(WIDE)),
            variable("r", Type::Array(ARRAY)),
        ]
        .into();
        cfg.functions.push(Function {
            name: "main".to_owned(),
            parameters: Vec::new(),
            result: None,
            entry: cfg.entry,
            exit: CfgLocId(count - 1),
        });
        let mut edges = Vec::new();
        for at in (0..count).map(CfgLocId) {
            match cfg.locations[at].kind {
                LocationKind::Normal => self.edges(at, count, &mut edges),
                _ => edges.push(Edge::skip(at, at)),
            }
        }
        cfg.edges = edges.into();
        cfg
    }
}

/// Expressions by the arithmetic of `ir`, on listed values.
struct Concrete<'a>(&'a Valuation);

impl Concrete<'_> {
    fn type_of(expr: &Expr) -> IntType {
        let of = |var| match var {
            X => Type::Int(CELL),
            Y => Type::Int(WIDE),
            _ => Type::Array(ARRAY),
        };
        let ty = expr.type_of(&of, Machine::default().address());
        ty.and_then(Type::as_int).unwrap_or(CELL)
    }

    fn value(&self, expr: &Expr) -> i128 {
        let arithmetic = Arithmetic { unbounded: false };
        let of = |expr: &Expr| self.value(expr);
        match expr {
            Expr::Int(value, _) => *value,
            Expr::Bool(value) => i128::from(*value),
            Expr::Var(var) => self.0[var.index()],
            Expr::Unary(op, a) => {
                arithmetic.unary(*op, of(a), Self::type_of(a)).expect("numbers wrap")
            }
            Expr::Binary(op, sides) => {
                let [ty, right] = [&sides[0], &sides[1]].map(Self::type_of);
                let value = arithmetic.binary(*op, of(&sides[0]), of(&sides[1]), ty, right);
                value.expect("numbers wrap")
            }
            Expr::Compare(op, sides) => i128::from(op.holds(of(&sides[0]), of(&sides[1]))),
            Expr::Not(a) => 1 - of(a),
            Expr::And(all) => i128::from(all.iter().all(|one| of(one) == 1)),
            Expr::Or(all) => i128::from(all.iter().any(|one| of(one) == 1)),
            Expr::Cast(ty, a) => ty.wrap(of(a)),
            Expr::If(parts) => of(&parts[if of(&parts[0]) == 1 { 1 } else { 2 }]),
            Expr::Read(parts) => self.region(&parts[0])[of(&parts[1]) as usize],
            other => panic!("{other:?} is not a number"),
        }
    }

    fn region(&self, expr: &Expr) -> [i128; 2] {
        let of = |expr: &Expr| self.value(expr);
        match expr {
            Expr::Write(parts) => {
                let mut cells = self.region(&parts[0]);
                cells[of(&parts[1]) as usize] = of(&parts[2]);
                cells
            }
            Expr::Fill(_, value) => [of(value); 2],
            Expr::Splice(parts) => {
                let (base, other) = (self.region(&parts[0]), self.region(&parts[1]));
                let (from, length) = (of(&parts[2]), of(&parts[3]));
                [0, 1].map(|at| match INDEX.wrap(at - from) < length {
                    true => other[at as usize],
                    false => base[at as usize],
                })
            }
            Expr::Shift(parts) => {
                let (cells, by) = (self.region(&parts[0]), of(&parts[1]));
                [0, 1].map(|at| cells[INDEX.wrap(at + by) as usize])
            }
            Expr::If(parts) => self.region(&parts[if of(&parts[0]) == 1 { 1 } else { 2 }]),
            _ => [self.0[2], self.0[3]],
        }
    }
}

/// All values of a variable in place of the one that it has.
fn all_of(valuation: Valuation, var: CfgVarId) -> Vec<Valuation> {
    let with = |at: usize, value: i128| {
        let mut changed = valuation;
        changed[at] = value;
        changed
    };
    match var {
        X => (0..4).map(|value| with(0, value)).collect(),
        Y => (-4..4).map(|value| with(1, value)).collect(),
        _ => (0..16).map(|cells| [valuation[0], valuation[1], cells / 4, cells % 4]).collect(),
    }
}

/// The states behind an edge.
fn after(operation: &Operation, valuation: Valuation) -> Vec<Valuation> {
    let concrete = Concrete(&valuation);
    match operation {
        Operation::Assume(condition) if concrete.value(condition) != 1 => Vec::new(),
        Operation::Assume(_) | Operation::AssumeUnknown => vec![valuation],
        Operation::Nondet(vars) | Operation::Unknown(vars) => {
            vars.iter().fold(vec![valuation], |all, var| {
                all.into_iter().flat_map(|one| all_of(one, *var)).collect()
            })
        }
        Operation::Assign(pairs) => {
            let mut changed = valuation;
            for (var, value) in pairs {
                match *var {
                    REGION => [changed[2], changed[3]] = concrete.region(value),
                    scalar => changed[scalar.index()] = concrete.value(value),
                }
            }
            vec![changed]
        }
        Operation::Call { .. } => panic!("no calls are made"),
    }
}

/// The members of components, by head.
fn components(elements: &[Element<CfgLocId>], all: &mut BTreeMap<CfgLocId, BTreeSet<CfgLocId>>) {
    fn members(element: &Element<CfgLocId>, found: &mut BTreeSet<CfgLocId>) {
        match element {
            Element::Location(at) => {
                found.insert(*at);
            }
            Element::Component { head, body } => {
                found.insert(*head);
                body.iter().for_each(|element| members(element, found));
            }
        }
    }
    for element in elements {
        if let Element::Component { head, body } = element {
            let mut found = BTreeSet::new();
            members(element, &mut found);
            all.insert(*head, found);
            components(body, all);
        }
    }
}

/// What executions do.
struct Truth {
    /// How often control comes back to each head; more than the cap, if that is too often.
    rounds: BTreeMap<CfgLocId, u32>,
    /// Whether a state that is not wanted is reached.
    fails: bool,
}

/// Lists all states, each with the rounds of the components that it is in.
fn explore(cfg: &Cfg, bad: &dyn Fn(CfgLocId, &Valuation) -> bool) -> Truth {
    let successors = successors(cfg);
    let next = |at: CfgLocId| successors[at].iter().copied();
    let order = weak_topological_order(cfg.locations.len(), cfg.entry, next).expect("shallow");
    let mut loops = BTreeMap::new();
    components(&order, &mut loops);
    let mut truth = Truth { rounds: loops.keys().map(|head| (*head, 0)).collect(), fails: false };
    let around = |at: CfgLocId| loops.iter().filter(move |(_, members)| members.contains(&at));
    let start: BTreeMap<CfgLocId, u32> = around(cfg.entry).map(|(head, _)| (*head, 0)).collect();
    let all = all_of([0; 4], X).into_iter().flat_map(|one| all_of(one, Y));
    let all = all.flat_map(|one| all_of(one, REGION));
    let mut open: Vec<_> = all.map(|one| (cfg.entry, one, start.clone())).collect();
    let mut seen: BTreeSet<_> = open.iter().cloned().collect();
    let outgoing = outgoing(cfg);
    while let Some((at, valuation, rounds)) = open.pop() {
        truth.fails |= bad(at, &valuation);
        for edge in outgoing[at].iter().map(|id| &cfg.edges[*id]) {
            let mut changes = edge.to != at;
            edge.operation.for_each_changed(|_| changes = true);
            for then in after(&edge.operation, valuation) {
                if !changes {
                    continue;
                }
                let round = |(head, _): (&CfgLocId, _)| match rounds.get(head) {
                    None => (*head, 0),
                    Some(before) => (*head, before + u32::from(*head == edge.to)),
                };
                let later: BTreeMap<CfgLocId, u32> = around(edge.to).map(round).collect();
                for (head, count) in &later {
                    let most = truth.rounds.get_mut(head).expect("a head");
                    *most = (*most).max(*count);
                }
                let state = (edge.to, then, later);
                if state.2.values().all(|count| *count <= CAP) && seen.insert(state.clone()) {
                    open.push(state);
                }
            }
        }
    }
    truth
}

/// A property, and the states that violate it.
type Question = (String, Box<dyn Fn(&Cfg, CfgLocId, &Valuation) -> bool>);

fn question(maker: &mut Maker, cfg: &Cfg) -> Question {
    if maker.0.one_in(2) {
        let failed =
            |cfg: &Cfg, at: CfgLocId, _: &Valuation| cfg.locations[at].kind == LocationKind::Failed;
        return ("AG !failed".to_owned(), Box::new(failed));
    }
    let limit = i128::from(maker.0.below(4));
    let at = CfgLocId(maker.0.below(cfg.locations.len() as u64) as u32);
    let formula = format!("!EF (at({at}) && {{x > {limit}}})");
    (formula, Box::new(move |_, place, values| place == at && values[0] > limit))
}

/// What the check says of an unrolling with these rounds; `Err` if these are not the heads.
fn said(
    cfg: &Cfg,
    formula: &str,
    rounds: &BTreeMap<CfgLocId, u32>,
) -> Result<CertificateFindings, String> {
    let names: Vec<(String, u32)> =
        rounds.iter().map(|(head, most)| (head.to_string(), *most)).collect();
    let names: Vec<(&str, u32)> = names.iter().map(|(head, most)| (head.as_str(), *most)).collect();
    checked(cfg, formula, &names)
}

fn is_too_large(found: &CertificateFindings) -> bool {
    found.undecided.iter().any(|open| open.contains("too large"))
}

/// An unrolling with the rounds that loops take is a proof exactly if the property holds; one with
/// fewer is none.
#[test]
fn unrollings_prove_what_all_executions_do() {
    let (mut proved, mut refuted, mut endless) = (0, 0, 0);
    for seed in seeds::seeds(60) {
        let mut maker = Maker(Random::new(seed));
        let cfg = maker.graph();
        let (formula, is_bad) = question(&mut maker, &cfg);
        let truth = explore(&cfg, &|at, values| is_bad(&cfg, at, values));
        let said = |rounds: &BTreeMap<CfgLocId, u32>| {
            said(&cfg, &formula, rounds).unwrap_or_else(|reason| panic!("{seed}: {reason}"))
        };
        let is_endless = truth.rounds.values().any(|most| *most > CAP);
        let mut rounds = truth.rounds.clone();
        rounds.values_mut().for_each(|most| *most = (*most).min(CAP));
        let found = said(&rounds);
        if is_too_large(&found) {
            // Endless loops in endless loops.
            assert!(is_endless && !found.is_proved(), "{seed}: {found:?}");
            continue;
        }
        let holds = !truth.fails && !is_endless;
        assert_eq!(found.is_proved(), holds, "{seed}: {formula} {found:?}");
        assert_eq!(found.wrong.is_empty(), holds, "{seed}: {formula} {found:?}");
        *(match (is_endless, holds) {
            (true, _) => &mut endless,
            (false, true) => &mut proved,
            (false, false) => &mut refuted,
        }) += 1;
        for head in rounds.keys().filter(|head| !is_endless && rounds[head] > 0) {
            let mut fewer = rounds.clone();
            *fewer.get_mut(head).expect("a head") -= 1;
            let found = said(&fewer);
            assert!(!found.wrong.is_empty(), "{seed}: {head} once less: {found:?}");
        }
    }
    assert!(proved > 5 && refuted > 5 && endless > 5, "{proved} {refuted} {endless}");
}

/// A proof for a graph is taken for one of a changed graph only if it is one.
#[test]
fn a_changed_graph_is_another() {
    let (mut kept, mut lost) = (0, 0);
    for seed in seeds::seeds(80) {
        let mut maker = Maker(Random::new(seed));
        let cfg = maker.graph();
        let (formula, is_bad) = question(&mut maker, &cfg);
        let truth = explore(&cfg, &|at, values| is_bad(&cfg, at, values));
        if truth.fails || truth.rounds.values().any(|most| *most > CAP) {
            continue;
        }
        for _ in 0..4 {
            let mut changed = cfg.clone();
            let normal = |edge: &Edge| cfg.locations[edge.from].kind == LocationKind::Normal;
            let edges: Vec<_> =
                cfg.edges.iter_enumerated().filter(|(_, edge)| normal(edge)).collect();
            let (id, _) = maker.0.pick(&edges);
            match maker.0.below(3) {
                0 => changed.edges[id].to = CfgLocId(maker.0.index(cfg.locations.len()) as u32),
                1 => changed.edges[id].operation = maker.operation(),
                _ => changed.edges[id].operation = Operation::Assume(maker.truth(2)),
            }
            let other = explore(&changed, &|at, values| is_bad(&changed, at, values));
            let within = other
                .rounds
                .iter()
                .all(|(head, most)| *most <= truth.rounds.get(head).copied().unwrap_or(0));
            // Other heads: then it is refused.
            let Ok(found) = said(&changed, &formula, &truth.rounds) else { continue };
            assert!(found.undecided.is_empty(), "{seed}: {found:?}");
            assert_eq!(found.is_proved(), within && !other.fails, "{seed}: {formula} {found:?}");
            *(if found.is_proved() { &mut kept } else { &mut lost }) += 1;
        }
    }
    assert!(kept > 5 && lost > 5, "{kept} {lost}");
}
