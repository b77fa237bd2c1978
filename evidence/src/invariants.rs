//! Invariants of loop heads: what may be reached there, over the predicates.

use belnap_checker::reachable::reachable_cubes;
use belnap_formats::cfg::order::order;
use belnap_formats::condition::{self, Names};
use belnap_ir::bdd::{BddTable, Ref};
use belnap_ir::certificate::Invariants;
use belnap_ir::cfg::Cfg;
use belnap_ir::expr::Expr;
use belnap_ir::ids::{CfgLocId, LocId, ScopeId, TiVec, ti_vec};
use belnap_ir::kripke::Kripke;
use belnap_solver::invariant::InvariantSimplifier;
use belnap_solver::needed::needed_at;

/// More cases are not shown.
const MAX_CASES: usize = 12;

/// More cases are not looked at, to make fewer of them.
const MAX_STATES: usize = 256;

/// Conditions that hold together, or do not.
type Cube = Vec<(String, bool)>;

/// The same, by the numbers of predicates.
type Literals = Vec<(u32, bool)>;

/// What is always true at a place.
pub struct Invariant {
    /// The place.
    pub place: String,
    /// The condition in C, as short as possible.
    pub text: String,
    /// The same for people, with intervals that are not C.
    pub readable: String,
    /// The location.
    pub at: CfgLocId,
    /// The same in cases, each a list of conditions; one that cannot be read is left out.
    pub cases: Vec<Vec<Expr>>,
}

/// The invariants of the loop heads of a graph, from the states that its abstraction may reach.
pub fn invariants(cfg: &Cfg, kripke: &Kripke) -> Vec<Invariant> {
    let Kripke::Symbolic(kripke) = kripke else { return Vec::new() };
    let (heads, at): (Vec<CfgLocId>, Vec<LocId>) = loop_heads(cfg)
        .into_iter()
        .filter_map(|head| {
            let label = head.to_string();
            let at = kripke.locations.iter().position(|location| location.labels.contains(&label));
            at.map(|at| (head, LocId::from(at)))
        })
        .unzip();
    let Ok(reached) = reachable_cubes(kripke, &at, MAX_STATES) else { return Vec::new() };
    let names = Names::new(cfg);
    let live = needed_at(cfg, &[]);
    let Ok(mut simplifier) = InvariantSimplifier::new(cfg) else { return Vec::new() };
    let mut found = Vec::new();
    for (head, cubes) in heads.into_iter().zip(reached) {
        let Some(mut cubes) = cubes else { continue };
        // What does not matter here any more says nothing.
        let matters = |(name, _): &(String, bool)| {
            let mut all = true;
            if let Some(condition) = parse_condition(&names, name) {
                condition.for_each_var(&mut |var| all &= live[head].contains(&var));
            }
            all
        };
        cubes.iter_mut().for_each(|cube| cube.retain(matters));
        let cubes = merge(cubes);
        if cubes.len() >= MAX_CASES || cubes.iter().any(Vec::is_empty) {
            continue;
        }
        found.extend(invariant(cfg, &names, head, &cubes, &mut simplifier));
    }
    found
}

/// The invariants of loop heads, given as conditions that hold together.
pub fn list_given_invariants(cfg: &Cfg, at: &[(CfgLocId, Vec<Expr>)]) -> Vec<Invariant> {
    let Ok(mut simplifier) = InvariantSimplifier::new(cfg) else { return Vec::new() };
    let some = at.iter().filter(|(_, conditions)| !conditions.is_empty());
    let shown = some.filter_map(|(head, all)| show(cfg, *head, vec![all.clone()], &mut simplifier));
    shown.collect()
}

/// The invariants of loop heads, given as functions of predicates. Of a function that is true in
/// many ways, and false in few, those are excluded.
pub fn list_reached_invariants(cfg: &Cfg, reached: &Invariants) -> Vec<Invariant> {
    let names = Names::new(cfg);
    let read = |text: &String| condition::parse(&names, text, Some(ScopeId(0))).ok();
    let Some(predicates) = reached.predicates.iter().map(read).collect::<Option<Vec<Expr>>>()
    else {
        return Vec::new();
    };
    let Ok(mut simplifier) = InvariantSimplifier::new(cfg) else { return Vec::new() };
    let mut found = Vec::new();
    for head in loop_heads(cfg) {
        let function = reached.at.get(&head.to_string()).copied();
        let Some(function) = function else { continue };
        let literal = |number: u32, holds: bool| match holds {
            true => predicates[number as usize].clone(),
            false => predicates[number as usize].clone().negate(),
        };
        let cubes_of = |function: Ref| list_cubes(&reached.table, function);
        let cases: Vec<Vec<Expr>> = if let Some(cubes) = cubes_of(function) {
            let case =
                |cube: Literals| cube.into_iter().map(|(number, holds)| literal(number, holds));
            cubes.into_iter().map(|cube| case(cube).collect()).collect()
        } else if let Some(cubes) = cubes_of(function.complement()) {
            let clause =
                |cube: Literals| cube.into_iter().map(|(number, holds)| literal(number, !holds));
            vec![cubes.into_iter().map(|cube| Expr::Or(clause(cube).collect())).collect()]
        } else {
            continue;
        };
        if !cases.iter().any(Vec::is_empty) {
            found.extend(show(cfg, head, cases, &mut simplifier));
        }
    }
    found
}

/// Those of them that are about nothing but what matters there.
pub fn list_live_invariants(cfg: &Cfg, proved: &Invariants) -> Vec<Invariant> {
    let live = needed_at(cfg, &[]);
    let mut found = list_reached_invariants(cfg, proved);
    found.retain(|one| {
        let mut all = true;
        let conditions = one.cases.iter().flatten();
        conditions.for_each(|it| it.for_each_var(&mut |var| all &= live[one.at].contains(&var)));
        all
    });
    found
}

/// The ways in which a function of predicates is true; `None` if there are many.
fn list_cubes(table: &BddTable, function: Ref) -> Option<Vec<Literals>> {
    let (mut cubes, mut open) = (Vec::new(), vec![(function, Vec::new())]);
    while let Some((function, cube)) = open.pop() {
        let Some(index) = function.node_index() else {
            if function == Ref::TRUE {
                cubes.push(cube);
            }
            continue;
        };
        if cubes.len() + open.len() >= MAX_CASES {
            return None;
        }
        let node = table.nodes[index];
        for (holds, child) in [(true, node.hi), (false, node.lo)] {
            let child = if function.is_complemented() { child.complement() } else { child };
            let cube = cube.iter().copied().chain([(node.var, holds)]).collect();
            open.push((child, cube));
        }
    }
    Some(cubes)
}

/// The invariant of a loop head in these cases, for people; `None` if it excludes nothing.
fn show(
    cfg: &Cfg,
    head: CfgLocId,
    cases: Vec<Vec<Expr>>,
    simplifier: &mut InvariantSimplifier<'_>,
) -> Option<Invariant> {
    let short = simplifier.simplify(&cases);
    (short != Expr::Bool(true)).then_some(())?;
    let scope = cfg.locations[head].scope;
    let readable = condition::print_readable_in(cfg, &short, scope);
    let text = condition::print(cfg, &short);
    Some(Invariant { place: place(cfg, head), text, readable, at: head, cases })
}

/// Where a location is in the program.
fn place(cfg: &Cfg, at: CfgLocId) -> String {
    let source = cfg.locations[at].source.as_ref();
    source.map_or_else(|| at.to_string(), ToString::to_string)
}

/// The invariant of a loop head with these cases; `None` if it excludes nothing.
fn invariant(
    cfg: &Cfg,
    names: &Names<'_>,
    head: CfgLocId,
    cubes: &[Cube],
    simplifier: &mut InvariantSimplifier<'_>,
) -> Option<Invariant> {
    let cases: Vec<Vec<Expr>> = cubes.iter().map(|cube| conditions(names, cube)).collect();
    let all_are_read = cases.iter().zip(cubes).all(|(case, cube)| case.len() == cube.len());
    if all_are_read {
        return show(cfg, head, cases, simplifier);
    }
    let texts = cubes.iter().map(|cube| conjunction(cfg, names, cube));
    let text = texts.collect::<Vec<_>>().join(" || ");
    Some(Invariant { place: place(cfg, head), readable: text.clone(), text, at: head, cases })
}

/// The same states in fewer cases: two that differ in one condition only do not depend on it.
fn merge(mut cubes: Vec<Cube>) -> Vec<Cube> {
    cubes.iter_mut().for_each(|cube| cube.sort());
    cubes.sort();
    cubes.dedup();
    'again: loop {
        for first in 0..cubes.len() {
            for second in first + 1..cubes.len() {
                if let Some(both) = without_difference(&cubes[first], &cubes[second]) {
                    cubes.swap_remove(second);
                    cubes.swap_remove(first);
                    if !cubes.contains(&both) {
                        cubes.push(both);
                    }
                    continue 'again;
                }
            }
        }
        cubes.sort();
        return cubes;
    }
}

fn without_difference(a: &Cube, b: &Cube) -> Option<Cube> {
    let same_names = a.len() == b.len() && a.iter().zip(b).all(|((x, _), (y, _))| x == y);
    let differ = a.iter().zip(b).filter(|(x, y)| x.1 != y.1).count();
    (same_names && differ == 1)
        .then(|| a.iter().zip(b).filter(|(x, y)| x == y).map(|(x, _)| x.clone()).collect())
}

fn conjunction(cfg: &Cfg, names: &Names<'_>, cube: &Cube) -> String {
    let literal = |(name, value): &(String, bool)| match parse_condition(names, name) {
        Some(expr @ Expr::Compare(..)) if *value => condition::print(cfg, &expr),
        Some(expr @ Expr::Compare(..)) => condition::print(cfg, &expr.negate()),
        _ if *value => format!("({})", text(name)),
        _ => format!("!({})", text(name)),
    };
    cube.iter().map(literal).collect::<Vec<_>>().join(" && ")
}

fn conditions(names: &Names<'_>, cube: &Cube) -> Vec<Expr> {
    let literal = |(name, value): &(String, bool)| {
        let condition = parse_condition(names, name)?;
        Some(if *value { condition } else { condition.negate() })
    };
    cube.iter().filter_map(literal).collect()
}

/// The condition of a predicate's name, as text.
fn text(name: &str) -> &str {
    name.trim_start_matches('{').trim_end_matches('}')
}

fn parse_condition(names: &Names<'_>, name: &str) -> Option<Expr> {
    condition::parse(names, text(name), Some(ScopeId(0))).ok()
}

/// Targets of edges that go back in the order in which functions are shown, ascending.
pub fn loop_heads(cfg: &Cfg) -> Vec<CfgLocId> {
    let mut place: TiVec<CfgLocId, usize> = ti_vec![0; cfg.locations.len()];
    for function in cfg.functions.keys() {
        for (at, location) in order(cfg, function).into_iter().enumerate() {
            place[location] = at;
        }
    }
    let back = cfg.edges.iter().filter(|edge| place[edge.to] < place[edge.from]);
    let mut heads: Vec<CfgLocId> = back.map(|edge| edge.to).collect();
    heads.sort_unstable();
    heads.dedup();
    heads
}
