//! Proofs that say nothing about the program: what the property speaks of is never met.

use std::collections::{BTreeMap, BTreeSet};

use belnap_formats::condition::Names;
use belnap_ir::cfg::{AskedKind, AskedProperty, Cfg, LocationKind, Operation};
use belnap_ir::expr::Expr;
use belnap_ir::ids::CfgLocId;
use belnap_ir::property::{Along, Atom, Formula, Quantifier};
use belnap_ir::span::SourceLine;

use crate::formula::{is_unreached, local};
use crate::trigger::Triggers;

/// Why a property holds whatever the program computes, if that is easy to see; `reached` are the
/// locations that may be reached.
pub fn vacuous(cfg: &Cfg, reached: &BTreeSet<String>, property: &Formula) -> Option<String> {
    let reached = |at: CfgLocId| reached.contains(&at.to_string());
    let Formula::Along(Quantifier::Forall, Along::Globally, body) = property else { return None };
    match &**body {
        Formula::Implies(trigger, _) => {
            let names = Names::new(cfg);
            let holds = |at| local(cfg, &names, trigger, at).map_or(true, |it| !is_false(&it));
            let met = places(cfg).filter(|at| reached(*at)).any(holds);
            let trigger = belnap_formats::property::print(trigger);
            (!met).then(|| format!("{trigger} is never true"))
        }
        _ => None,
    }
}

/// Whether a property says that no assertion fails and no error function is called.
pub fn is_about_failures(property: &Formula) -> bool {
    let Formula::Along(Quantifier::Forall, Along::Globally, body) = property else { return false };
    let Formula::Not(inner) = &**body else { return false };
    matches!(&**inner, Formula::Atom(Atom::Failed, _))
}

/// The lines with assertions and errors that are never decided on: control gets to none of the
/// branches that lead to them, in no copy; `never` says to which locations it does not get.
pub fn undecided<'c>(
    program: &'c Cfg,
    never: &dyn Fn(CfgLocId) -> bool,
) -> BTreeMap<&'c SourceLine, AskedKind> {
    let mut lines: BTreeMap<&SourceLine, (AskedKind, bool)> = BTreeMap::new();
    let triggers = Triggers::new(program);
    for asked in &program.properties {
        let Some(line) = &asked.source else { continue };
        let is_never = decisions(program, &triggers, asked).into_iter().all(never);
        lines.entry(line).or_insert((asked.kind, true)).1 &= is_never;
    }
    let never = lines.into_iter().filter(|(_, (_, is_never))| *is_never);
    never.map(|(line, (kind, _))| (line, kind)).collect()
}

/// The locations of failures that are never decided on, as [`undecided`] has their lines.
pub fn undecided_locations(program: &Cfg, never: &dyn Fn(CfgLocId) -> bool) -> BTreeSet<CfgLocId> {
    let triggers = Triggers::new(program);
    let is_never =
        |asked: &&AskedProperty| decisions(program, &triggers, asked).into_iter().all(never);
    program.properties.iter().filter(is_never).map(|asked| asked.location).collect()
}

/// The line of an assumption that is met and never true, if there is one: what fails it has ended
/// right there.
pub fn contradiction<'c>(
    program: &'c Cfg,
    never: &dyn Fn(CfgLocId) -> bool,
) -> Option<&'c SourceLine> {
    let ends = program.edges.iter().filter(|edge| {
        let end = &program.locations[edge.to];
        matches!(edge.operation, Operation::Assume(_))
            && end.kind == LocationKind::Halted
            && end.source == edge.source
            && edge.source.is_some()
            && !never(edge.from)
    });
    let mut found = ends.filter(|end| {
        let on = program.edges_from(end.from).map(|edge| &program.edges[edge]);
        on.filter(|edge| edge.to != end.to).all(|edge| never(edge.to))
    });
    found.find_map(|end| end.source.as_ref())
}

/// Why a property holds whatever the program computes: it is about a label that no path leads to.
pub fn unreached(program: &Cfg, property: &Formula) -> Option<String> {
    let never = match property {
        Formula::Along(Quantifier::Forall, Along::Globally, body) => match &**body {
            Formula::Not(never) => never,
            _ => return None,
        },
        Formula::Not(body) => match &**body {
            Formula::Along(Quantifier::Exists, Along::Finally, never) => never,
            _ => return None,
        },
        _ => return None,
    };
    match &**never {
        Formula::Atom(atom, _) if is_unreached(program, atom) => {
            Some(format!("no path leads to {atom}"))
        }
        _ => None,
    }
}

fn places(cfg: &Cfg) -> impl Iterator<Item = CfgLocId> + use<> {
    (0..cfg.locations.len()).map(CfgLocId::from)
}

/// Where it is decided whether something fails: where an assertion begins, or the branches that
/// lead straight to the failure.
fn decisions(cfg: &Cfg, triggers: &Triggers<'_>, asked: &AskedProperty) -> Vec<CfgLocId> {
    let beginnings = triggers.beginnings(asked);
    if !beginnings.is_empty() {
        return beginnings.into_iter().collect();
    }
    let target = asked.location;
    let (mut found, mut seen, mut open) = (Vec::new(), vec![target], vec![target]);
    while let Some(at) = open.pop() {
        for edge in cfg.edges.iter().filter(|edge| edge.to == at && edge.from != at) {
            let branch = !matches!(&edge.operation, Operation::Assign(_) | Operation::Nondet(_));
            if branch || edge.from == cfg.start {
                found.push(edge.from);
            } else if !seen.contains(&edge.from) {
                seen.push(edge.from);
                open.push(edge.from);
            }
        }
    }
    found
}

/// Whether a condition is false wherever it stands.
fn is_false(expr: &Expr) -> bool {
    match expr {
        Expr::Bool(truth) => !truth,
        Expr::And(operands) => operands.iter().any(is_false),
        Expr::Or(operands) => operands.iter().all(is_false),
        Expr::Not(operand) => is_true(operand),
        _ => false,
    }
}

fn is_true(expr: &Expr) -> bool {
    match expr {
        Expr::Bool(truth) => *truth,
        Expr::And(operands) => operands.iter().all(is_true),
        Expr::Or(operands) => operands.iter().any(is_true),
        Expr::Not(operand) => is_false(operand),
        _ => false,
    }
}
