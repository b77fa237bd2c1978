//! Clauses in the prover's engine.

use std::collections::BTreeSet;
use std::time::Duration;

use belnap_ir::cfg::{IntegerMode, Operation};
use belnap_ir::expr::Expr;
use belnap_ir::fold::{largest, smallest};
use belnap_ir::ids::{CfgVarId, ObjectId};
use belnap_ir::types::{IntType, Type};
use rustc_hash::FxHashSet;
use z3::ast::{Ast, Bool, Dynamic, Int, forall_const};
use z3::{Context, Fixedpoint, FuncDecl, SatResult, Sort};

use super::tidy::tidy_condition;
use super::{Clauses, HornAnswer, RelationId};
use crate::prover::time_limit;
use crate::readback::Reader;
use crate::terms::{Term, Terms};
use crate::transition::constraints;
use belnap_execution::versions::Versions;

/// A way to solve clauses.
#[derive(Clone, Copy)]
pub(super) struct Method {
    /// Numbers are unbounded whatever the machine says.
    pub(super) integers: bool,
    /// With lemmas that are guessed from all others: slower by half or more, but finds relations
    /// such as `y == 2 * x` that the engine otherwise enumerates value by value.
    pub(super) global: bool,
}

/// Why there is no answer, if the engine does not say.
pub(super) const SILENT: &str = "no answer from the engine";

/// As much as the first thread of a process usually has.
const STACK: usize = 8 << 20;

/// Solves clauses; the invariants are not checked.
///
/// This happens in a thread of its own, and so in a context of the prover of its own: a context
/// that was interrupted answers nothing any more.
pub(super) fn solve(
    clauses: &Clauses<'_>,
    method: Method,
    time: Duration,
) -> HornAnswer<Vec<Expr>> {
    let thread = std::thread::Builder::new().stack_size(STACK);
    std::thread::scope(|scope| {
        let engine = thread.spawn_scoped(scope, || solve_here(clauses, method, time));
        match engine.map(|engine| engine.join()) {
            Ok(Ok(outcome)) => outcome,
            Ok(Err(_)) => HornAnswer::Unknown("the engine failed".into()),
            Err(error) => HornAnswer::Unknown(format!("no thread for the engine: {error}")),
        }
    })
}

fn solve_here(clauses: &Clauses<'_>, method: Method, time: Duration) -> HornAnswer<Vec<Expr>> {
    if time.is_zero() {
        return HornAnswer::Unknown("no time left".into());
    }
    let (reachable, relevant) = clauses.find_connected();
    let used: FxHashSet<RelationId> = reachable.intersection(&relevant).copied().collect();
    let engine = Engine::new(clauses, method, time);
    let Some((translated, exact)) = engine.translate(&used) else {
        return HornAnswer::Unknown("a clause has no term".into());
    };
    translated.iter().for_each(|rule| engine.fixedpoint.add_rule(rule, None));
    match engine.answer(time) {
        SatResult::Sat if exact => HornAnswer::Reachable,
        SatResult::Sat => HornAnswer::Unknown(
            "reachable, but not all operations have a meaning to the engine".into(),
        ),
        SatResult::Unknown => HornAnswer::Unknown(match engine.fixedpoint.get_reason_unknown() {
            // What the engine says when it was stopped, or gave up.
            reason if reason == "ok" => SILENT.into(),
            reason => reason,
        }),
        SatResult::Unsat => {
            let mut invariants = Vec::with_capacity(clauses.relations.len());
            for id in (0..clauses.relations.len()).map(RelationId) {
                invariants.push(if !reachable.contains(&id) {
                    Expr::Bool(false)
                } else if !relevant.contains(&id) {
                    Expr::Bool(true)
                } else {
                    match engine.invariant(id) {
                        Some(invariant) => invariant,
                        None => {
                            return HornAnswer::Unknown("an invariant has no expression".into());
                        }
                    }
                });
            }
            HornAnswer::Unreachable(invariants)
        }
    }
}

struct Engine<'c, 'a> {
    clauses: &'c Clauses<'a>,
    integers: bool,
    objects: Vec<ObjectId>,
    fixedpoint: Fixedpoint,
    declarations: Vec<FuncDecl>,
    query: FuncDecl,
}

impl<'c, 'a> Engine<'c, 'a> {
    fn new(clauses: &'c Clauses<'a>, method: Method, time: Duration) -> Self {
        let Method { integers, global } = method;
        let fixedpoint = Fixedpoint::new();
        let mut params = time_limit(time);
        params.set_symbol("engine", "spacer");
        // Each relation is wanted as it is, with all of its arguments.
        params.set_bool("xform.inline_eager", false);
        params.set_bool("xform.inline_linear", false);
        params.set_bool("xform.slice", false);
        params.set_bool("spacer.global", global);
        fixedpoint.set_params(&params);
        let objects = clauses.objects();
        let terms = terms(clauses, integers);
        let address = Type::Int(clauses.cfg.machine.address());
        let declarations: Vec<FuncDecl> = clauses
            .relations
            .iter()
            .enumerate()
            .map(|(at, vars)| {
                let of_vars = vars.iter().map(|var| terms.sort(clauses.cfg.type_of(*var)));
                let of_objects = objects.iter().map(|_| terms.sort(address));
                let sorts: Vec<Sort> = of_vars.chain(of_objects).collect();
                let domain: Vec<&Sort> = sorts.iter().collect();
                FuncDecl::new(format!("relation!{at}"), &domain, &Sort::bool())
            })
            .collect();
        let query = FuncDecl::new("query!", &[], &Sort::bool());
        declarations.iter().chain([&query]).for_each(|one| fixedpoint.register_relation(one));
        Engine { clauses, integers, objects, fixedpoint, declarations, query }
    }

    /// Asks, and sees to it that the answer comes in time.
    fn answer(&self, time: Duration) -> SatResult {
        let context = Context::thread_local();
        let handle = context.handle();
        let (done, watch) = std::sync::mpsc::channel::<()>();
        std::thread::scope(|scope| {
            scope.spawn(move || {
                // The engine's own limit is looked at between its steps only.
                let grace = time + time / 8 + Duration::from_millis(50);
                while watch.recv_timeout(grace) == Err(std::sync::mpsc::RecvTimeoutError::Timeout) {
                    handle.interrupt();
                }
            });
            let answer = self.fixedpoint.query_relations(&[&self.query]);
            drop(done);
            answer
        })
    }

    /// All clauses between the relations that are used, with whether they say all that the graph
    /// says.
    fn translate(&self, used: &FxHashSet<RelationId>) -> Option<(Vec<Bool>, bool)> {
        let mut terms = terms(self.clauses, self.integers);
        let mut all = Vec::new();
        let mut exact = !self.candidates();
        for (relation, condition) in self.clauses.initial.iter().filter(|(id, _)| used.contains(id))
        {
            let operation = Operation::Assume(condition.clone());
            all.push(self.rule(&mut terms, None, &operation, Some(*relation), &mut exact)?);
        }
        for rule in &self.clauses.rules {
            if used.contains(&rule.body) && used.contains(&rule.head) {
                all.push(self.rule(
                    &mut terms,
                    Some(rule.body),
                    rule.operation,
                    Some(rule.head),
                    &mut exact,
                )?);
            }
        }
        for (relation, condition) in self.clauses.queries.iter().filter(|(id, _)| used.contains(id))
        {
            let operation = Operation::Assume(condition.clone());
            all.push(self.rule(&mut terms, Some(*relation), &operation, None, &mut exact)?);
        }
        Some((all, exact))
    }

    /// Integers stand for the numbers of a machine that has bounded ones.
    fn candidates(&self) -> bool {
        self.integers && self.clauses.cfg.machine.integers != IntegerMode::Mathematical
    }

    fn rule(
        &self,
        terms: &mut Terms<'_>,
        body: Option<RelationId>,
        operation: &Operation,
        head: Option<RelationId>,
        exact: &mut bool,
    ) -> Option<Bool> {
        let before = Versions::default();
        let mut after = Versions::default();
        let of_body: &[CfgVarId] = body.map_or(&[], |id| &self.clauses.relations[id.0]);
        let of_head: &[CfgVarId] = head.map_or(&[], |id| &self.clauses.relations[id.0]);
        // The engine does not understand functions: such a region is left open.
        let moved = |var| match operation {
            Operation::Assign(assignments) => {
                assignments.iter().any(|(target, value)| *target == var && moves_region(value))
            }
            _ => false,
        };
        let wanted = |var| of_head.contains(&var) && !moved(var);
        let demands = constraints(terms, operation, &mut after, &wanted);
        *exact &= !demands.unconditional && demands.open.is_empty();
        *exact &= !of_head.iter().any(|var| moved(*var));
        let mut premises = demands.all;

        let mut mentioned: BTreeSet<(CfgVarId, u32)> = BTreeSet::new();
        mentioned.extend(of_body.iter().map(|var| (*var, before.of(*var))));
        mentioned.extend(of_head.iter().map(|var| (*var, after.of(*var))));
        operation.for_each_expr(|expr| {
            expr.for_each_var(&mut |var| {
                mentioned.insert((var, before.of(var)));
            });
        });
        if self.candidates() {
            // Numbers that nothing determines are at least of their type.
            let mut bounded: Vec<(CfgVarId, u32)> = Vec::new();
            if body.is_none() {
                bounded.extend(of_head.iter().map(|var| (*var, 0)));
            }
            let chosen = matches!(operation, Operation::Nondet(_) | Operation::Unknown(_));
            operation.for_each_changed(|var| {
                if wanted(var) && (chosen || demands.open.contains(&var)) {
                    bounded.push((var, after.of(var)));
                }
            });
            premises.extend(bounded.iter().filter_map(|(var, version)| {
                let ty = self.clauses.cfg.type_of(*var).as_int()?;
                range(&terms.variable(*var, *version), ty)
            }));
        }
        if body.is_none() {
            premises.extend(terms.address_facts(&self.objects));
        }
        let apply = |declaration: &FuncDecl, vars: &[CfgVarId], versions: &Versions| {
            let of_vars = vars.iter().map(|var| terms.variable(*var, versions.of(*var)));
            let of_objects = self.objects.iter().map(|object| terms.address(*object));
            let arguments: Vec<Dynamic> =
                of_vars.chain(of_objects).map(|term| term.dynamic()).collect();
            let arguments: Vec<&dyn Ast> = arguments.iter().map(|one| one as &dyn Ast).collect();
            declaration.apply(&arguments).as_bool()
        };
        if let Some(id) = body {
            premises.insert(0, apply(&self.declarations[id.0], of_body, &before)?);
        }
        let conclusion = match head {
            Some(id) => apply(&self.declarations[id.0], of_head, &after)?,
            None => self.query.apply(&[]).as_bool()?,
        };
        let bound: Vec<Dynamic> = mentioned
            .iter()
            .map(|(var, version)| terms.variable(*var, *version))
            .chain(self.objects.iter().map(|object| terms.address(*object)))
            .map(|term| term.dynamic())
            .collect();
        let bound: Vec<&dyn Ast> = bound.iter().map(|one| one as &dyn Ast).collect();
        Some(forall_const(&bound, &[], &Bool::and(&premises).implies(&conclusion)))
    }

    /// What the engine found for a relation.
    fn invariant(&self, id: RelationId) -> Option<Expr> {
        let cover = self.fixedpoint.get_cover_delta(-1, &self.declarations[id.0])?;
        let vars = self.clauses.relations[id.0].iter().map(|var| Expr::var(*var));
        let addresses = self.objects.iter().map(|object| Expr::Address(*object));
        let arguments =
            vars.chain(addresses).enumerate().map(|(at, expr)| (format!("(:var {at})"), expr));
        let read = Reader::new(self.clauses.cfg, arguments).condition(&cover)?;
        Some(tidy_condition(read))
    }
}

fn terms<'a>(clauses: &Clauses<'a>, integers: bool) -> Terms<'a> {
    if integers { Terms::unbounded(clauses.cfg) } else { Terms::new(clauses.cfg) }
}

fn range(term: &Term, ty: IntType) -> Option<Bool> {
    let Term::Number(number) = term else { return None };
    // The largest value of the widest unsigned type is not written as itself.
    if ty.bits == IntType::MAX_BITS {
        return None;
    }
    let (least, most) = (Int::from_i128(smallest(ty)), Int::from_i128(largest(ty)));
    Some(Bool::and(&[number.ge(least), number.le(most)]))
}

/// Whether the term of a region would be a function; a cell of it is not.
fn moves_region(expr: &Expr) -> bool {
    match expr {
        Expr::Splice(_) | Expr::Shift(_) => true,
        Expr::Write(operands) => moves_region(&operands[0]),
        Expr::If(operands) => operands[1..].iter().any(moves_region),
        _ => false,
    }
}
